/**
 * Runs every test that a module exports, as wasm-bindgen's own runner does: the names are those of `wasm-bindgen-test`, at
 * the version of Cargo.lock. It prints by itself, in Node to the console, on a page into the element `output`.
 * @param {any} glue
 * @param {Uint8Array | URL} module
 * @returns {Promise<boolean>} Whether all of them passed.
 */
export async function passes(glue, module) {
  Object.assign(globalThis, {
    __wbg_test_invoke: (/** @type {() => void} */ call) => call(),
    __wbgtest_og_console_log: console.log,
    __wbgtest_og_console_error: console.error,
  });
  const exported = await glue.default({ module_or_path: module });
  const tests = Object.keys(exported).filter((name) => name.startsWith("__wbgt_"));
  if (tests.length === 0) throw new Error("The module exports no tests.");
  return new glue.WasmBindgenTestContext(false).run(tests.map((name) => exported[name]));
}
