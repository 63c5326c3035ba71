/**
 * How the module of tests is compiled: once for the tests of the binding, which run on it, and for those of faults
 * (`tests/hosts/traps.js`), which make it fail on purpose.
 */
export const OPTIONS = ["--features", "trap", "--target", "wasm32-unknown-unknown", "--target-dir", "target"];

/** As small as a page takes in at once. */
export const ENVIRONMENT = { CARGO_PROFILE_TEST_OPT_LEVEL: "s" };
