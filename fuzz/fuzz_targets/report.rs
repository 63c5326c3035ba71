//! Any bytes that are read as a report, as one from elsewhere is, are shown. `npm run fuzz report` seeds it with reports.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::Report;
use reconvene_fuzz::show;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(report) = reconvene::from_json::<Report>(bytes) {
        show(&report);
    }
});
