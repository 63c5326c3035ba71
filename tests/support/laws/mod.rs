//! What holds for any bytes: a law for each fuzz target. The fuzzer calls them, and so does `tests/seeds.rs`.
// A law stops the run where it is broken, and says what it saw.
#![allow(dead_code, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::string_slice)]

pub mod allowed;
pub mod altering;
pub mod clarifications;
pub mod json;
pub mod merging;
#[path = "../pieces.rs"]
pub mod pieces;
pub mod planning;
pub mod reading;
#[path = "../said.rs"]
pub mod said;
pub mod seeds;
pub mod showing;
#[path = "../words.rs"]
pub mod words;

/// A fuzz target, and its law over any bytes.
pub type Law = (&'static str, fn(&[u8]));

/// All of them.
pub const LAWS: &[Law] = &[
    ("agent_report", reading::agent_report),
    ("aggregate", merging::aggregate),
    ("bowser", reading::bowser),
    ("clarify", clarifications::clarify),
    ("fix", reading::fix),
    ("json", json::json),
    ("json_return", reading::json_return),
    ("parse", reading::parse),
    ("plan", planning::plan),
    ("prose", reading::prose),
    ("protocol_v1", reading::protocol_v1),
    ("report", showing::report),
    ("split", reading::split),
];
