//! What several tests share: finding cases, and showing results without what says nothing.
// A test may stop the run, and says what it saw.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    clippy::print_stderr
)]
#![allow(dead_code)]

pub mod said;
pub mod words;

use std::path::{Path, PathBuf};

use reconvene::Ledger;
use reconvene::model::{AgentResult, Reply, ReplyText};
use serde_json::Value;

#[allow(unused_imports)]
pub use said::{is_span, said, said_as, without_spans};
#[allow(unused_imports)]
pub use words::words;

/// Every file below a folder with one of some endings, in order.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return found };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            found.extend(files(&path, endings));
        } else if endings.is_empty()
            || path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known))
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The project's folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The cases of reading: every Markdown file below `tests/cases`, but for those of `tests/check.rs` and
/// `tests/clarify.rs`.
pub fn cases() -> Vec<PathBuf> {
    let others = ["check", "clarify"].map(|folder| root().join("tests/cases").join(folder));
    let mut found = files(&root().join("tests/cases"), &["md"]);
    found.retain(|path| !others.iter().any(|other| path.starts_with(other)));
    found
}

/// The folder of real replies, where there is one.
pub fn corpus() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("RECONVENE_CORPUS") else {
        eprintln!("RECONVENE_CORPUS is not set: the corpus was skipped");
        return None;
    };
    let folder = PathBuf::from(folder);
    assert!(folder.is_dir(), "RECONVENE_CORPUS names no folder: {}", folder.display());
    Some(folder)
}

/// A reply of some bytes, as a host hands it in.
pub fn reply(bytes: &[u8]) -> Reply {
    Reply { text: ReplyText::from_bytes(bytes), ..Reply::default() }
}

/// Reads a text.
pub fn parse(text: &str) -> AgentResult {
    reconvene::parse(&Reply::from(text), Ledger::Omit)
}

/// A value without what says nothing: no nulls, no empty lists, spans on one line.
pub fn compact(value: &Value) -> Value {
    match value {
        Value::Object(map) if is_span(value) => {
            let number = |key: &str| map.get(key).and_then(Value::as_u64).unwrap_or_default();
            Value::String(format!("{}:{} ({}..{})", number("line"), number("column"), number("start"), number("end")))
        }
        Value::Object(map) => Value::Object(
            map.iter()
                .map(|(key, value)| (key.clone(), compact(value)))
                .filter(|(_, value)| !matches!(value, Value::Null) && *value != Value::Array(vec![]))
                .filter(|(_, value)| value.as_object().is_none_or(|map| !map.is_empty()))
                .collect(),
        ),
        Value::Array(list) => Value::Array(list.iter().map(compact).collect()),
        other => other.clone(),
    }
}
