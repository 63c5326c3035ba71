//! Diagnostics: what is wrong with a reply or with a report. Every code with an example: `docs/formats/diagnostics.md`.

use serde::{Deserialize, Serialize};

use super::{Code, Span};
use crate::text::visible::{is_invisible, visible};

/// A problem in a reply: an assumption, a correction, skipped text or a broken rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Stable kebab-case name, from [`Code`].
    pub code: String,
    /// Its severity.
    pub level: Level,
    /// What is wrong, in one line.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
    /// The exact change that fixes it, if one is known.
    pub edit: Option<Edit>,
    /// Where it is.
    pub span: Option<Span>,
}

/// A replacement of a stretch of the reply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What to replace.
    pub span: Span,
    /// What to put there.
    pub text: String,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The reply breaks its format in a way that can hide something.
    Error,
    /// The reply breaks its format; what was meant is clear enough.
    Warning,
    /// No rule is broken; it is worth knowing.
    Note,
}

/// The most diagnostics of one code that reading and a check each give of one reply: a row too many of a kind tells
/// nothing new, and a diagnostic is many times as large as what it is on.
pub const SAID_LIMIT: usize = 1_000;

/// Says that diagnostics of a code were left out.
#[must_use]
pub fn left_out(code: &str, count: usize) -> Diagnostic {
    let message = format!("{code} was reported {count} times; only the first {SAID_LIMIT} are listed.");
    Diagnostic::new(Code::BoundReached, message, None)
}

/// The longest quotation of a reply in a message, in characters.
pub const QUOTE_LIMIT: usize = 200;

/// A piece of a reply, fit to stand in a message: on one line, without control characters, bounded.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    let mut count = 0;
    let mut blank = false;
    for character in text.trim().chars() {
        let character = match character {
            // What most are.
            '!' | '#'..='~' => character,
            _ if character.is_whitespace() => ' ',
            // A mark of quotation would end the quotation.
            '"' => '”',
            _ if is_invisible(character) => '\u{fffd}',
            other => visible(other),
        };
        if character == ' ' && blank {
            continue;
        }
        blank = character == ' ';
        if count == QUOTE_LIMIT {
            quoted.push('…');
            break;
        }
        count += 1;
        quoted.push(character);
    }
    quoted.push('"');
    quoted
}

impl Diagnostic {
    /// A diagnostic of a code, with its level and its help.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>, span: Option<Span>) -> Self {
        let explanation = code.explanation();
        Self {
            code: explanation.name.to_owned(),
            level: explanation.level,
            message: message.into(),
            help: Some(explanation.help.to_owned()),
            edit: None,
            span,
        }
    }
}
