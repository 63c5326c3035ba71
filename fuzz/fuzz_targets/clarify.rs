//! Any text is read as clarifications and as decisions; formatting it twice changes nothing, and every rewrite is read.
//! `npm run fuzz clarify` seeds it with the cases.
#![no_main]

use libfuzzer_sys::fuzz_target;
use reconvene::clarify;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let once = clarify::format(&text);
    assert_eq!(clarify::format(&once), once);
    let evaluation = clarify::evaluate(&text);
    assert_eq!(clarify::evaluate(&once).per_question, evaluation.per_question);
    let filled = clarify::autofill(&text).markdown;
    assert_eq!(clarify::autofill(&filled).markdown, filled);
    let made = clarify::consolidate(&text, vec![text.as_ref().into()], &[], None);
    let drafted = clarify::draft(&made.markdown, &[], None);
    let merged = clarify::merge(&drafted, &made.markdown, &["D1".to_owned()]);
    let _graph = clarify::graph(&clarify::trace(&made.markdown, Some(&merged.markdown)));
    let _decisions = clarify::parse_decisions(&text);
});
