//! What a host hands in.

use serde::{Deserialize, Serialize};

use super::{Dialect, ResultType};

/// One reply of a subagent, with what the host knows of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// The reply in full.
    pub text: ReplyText,
    /// The delivery. Equal deliveries under one id count once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The work unit that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The agent, as an identity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// 1, 2, …: the same unit asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    /// Where the text came from (a file name); only shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expect: Option<ResultType>,
    /// The format, where the host knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// Which of how many replies it is that [`split`](crate::split) took from one text, from 1 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<[u32; 2]>,
}

/// The text of a reply, and what became of its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct ReplyText {
    text: String,
    replaced: usize,
    oversize: Option<usize>,
}

/// The largest reply that is read, in bytes of UTF-8. Reading holds about twelve times the text in memory.
pub const MAX_REPLY_BYTES: usize = 16 * 1024 * 1024;

/// The largest batch that is read, in bytes of UTF-8: the texts of all replies together.
pub const MAX_BATCH_BYTES: usize = 128 * 1024 * 1024;

impl ReplyText {
    /// Reads bytes as UTF-8; each ill-formed sequence becomes U+FFFD and is counted.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        if bytes.len() > MAX_REPLY_BYTES {
            return Self { text: String::new(), replaced: 0, oversize: Some(bytes.len()) };
        }
        let mut text = String::with_capacity(bytes.len());
        let mut replaced = 0;
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
                replaced += 1;
            }
        }
        Self { text, replaced, oversize: None }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// How many ill-formed sequences were replaced.
    #[must_use]
    pub fn replaced(&self) -> usize {
        self.replaced
    }

    /// The size in bytes, where it is more than [`MAX_REPLY_BYTES`]; the text is empty then.
    #[must_use]
    pub fn oversize(&self) -> Option<usize> {
        self.oversize
    }
}

impl From<String> for ReplyText {
    fn from(text: String) -> Self {
        if text.len() > MAX_REPLY_BYTES {
            return Self { oversize: Some(text.len()), ..Self::default() };
        }
        Self { text, replaced: 0, oversize: None }
    }
}

impl From<&str> for ReplyText {
    fn from(text: &str) -> Self {
        Self::from_bytes(text.as_bytes())
    }
}

impl From<ReplyText> for String {
    fn from(text: ReplyText) -> Self {
        text.text
    }
}

impl From<&str> for Reply {
    fn from(text: &str) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}
