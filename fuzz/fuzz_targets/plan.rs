#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| reconvene_fuzz::laws::planning::plan(bytes));
