#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| reconvene_fuzz::laws::showing::report(bytes));

libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, longest: usize, seed: u32| {
    reconvene_fuzz::alter(data, size, longest, seed)
});
