//! The fuzz targets: each is a law of `tests/support/laws`, over any bytes. `npm run fuzz` runs them.

#[path = "../../tests/support/laws/mod.rs"]
pub mod laws;
