//! Clarifications: laws over all that there is to read.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod support;

use reconvene::clarify;

#[test]
fn try_corpus() {
    let Some(folder) = support::corpus() else { return };
    for path in support::files(&folder.join("clarifications"), &[]) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        let doc = clarify::parse(&text);
        let all: Vec<_> = doc.sections.iter().flat_map(|s| s.questions.iter()).collect();
        let ev = clarify::evaluate(&text);
        println!(
            "{} {:?} q{} notes{} rem{} {:?} {}",
            path.file_name().unwrap().to_string_lossy(),
            doc.sections.iter().map(|s| s.questions.len()).collect::<Vec<_>>(),
            all.len(),
            doc.notes.len(),
            doc.remainder.len(),
            ev.reasoning,
            doc.diagnostics.iter().map(|d| d.code.clone()).collect::<Vec<_>>().join(",")
        );
        let once = clarify::format(&text);
        let twice = clarify::format(&once);
        if once != twice {
            println!("  NOT IDEMPOTENT");
            std::fs::write("/tmp/rc4/once.md", &once);
            std::fs::write("/tmp/rc4/twice.md", &twice);
        }
        if let Ok(dir) = std::env::var("OUT") {
            std::fs::write(format!("{dir}/{}.md", path.file_name().unwrap().to_string_lossy()), &once).unwrap();
            std::fs::write(
                format!("{dir}/{}.json", path.file_name().unwrap().to_string_lossy()),
                serde_json::to_string_pretty(&doc).unwrap(),
            )
            .unwrap();
        }
    }
}
