//! The error for a call with wrong arguments.

use std::fmt;

/// The most that is said at once.
const MOST_SAID: usize = 30;

/// Everything that is wrong, each in a sentence of its own. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    /// What is wrong, in the order in which it was found.
    pub problems: Vec<Problem>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Of which kind.
    pub kind: ProblemKind,
    /// It in a sentence, with the name of what is wrong.
    pub message: String,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// There is nothing of that name.
    Unknown,
    /// A value cannot be used, or is missing.
    Value,
    /// It would be more than can be made.
    TooLarge,
}

impl Problem {
    /// There is nothing of that name.
    pub fn unknown(message: impl Into<String>) -> Self {
        Self { kind: ProblemKind::Unknown, message: message.into() }
    }

    /// A value cannot be used, or is missing.
    pub fn value(message: impl Into<String>) -> Self {
        Self { kind: ProblemKind::Value, message: message.into() }
    }

    /// It would be more than can be made.
    pub fn too_large(message: impl Into<String>) -> Self {
        Self { kind: ProblemKind::TooLarge, message: message.into() }
    }
}

impl From<Problem> for Misuse {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem] }
    }
}

impl Misuse {
    /// A value, where nothing is wrong.
    pub fn unless<T>(problems: Vec<Problem>, value: T) -> Result<T, Self> {
        if problems.is_empty() { Ok(value) } else { Err(Self { problems }) }
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().take(MOST_SAID).enumerate() {
            let parting = if at > 0 { " " } else { "" };
            write!(formatter, "{parting}{}", problem.message)?;
        }
        match self.problems.len().saturating_sub(MOST_SAID) {
            0 => Ok(()),
            more => write!(formatter, " And {more} more."),
        }
    }
}

impl std::error::Error for Misuse {}
