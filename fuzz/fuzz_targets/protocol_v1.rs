#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| reconvene_fuzz::laws::reading::protocol_v1(bytes));
