//! A reply as the host passes it in.

use serde::{Deserialize, Serialize};

use super::{CustomTypes, Dialect, Expected};
use crate::text::steps;

/// One reply of a subagent, with what the host knows of it.
///
/// As plain data its text is a string, and two more fields say what became of its bytes before: `replaced`, how many
/// ill-formed sequences are U+FFFD now, and `oversize`, how many bytes there were where they were too many to keep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Plain", into = "Plain")]
pub struct Reply {
    /// The reply in full.
    pub text: ReplyText,
    /// The delivery. Equal deliveries under one id count once.
    pub id: Option<String>,
    /// The work unit that was asked for.
    pub unit: Option<String>,
    /// The agent, as an identity.
    pub agent: Option<String>,
    /// 1, 2, …: the same unit asked again.
    pub attempt: Option<u32>,
    /// Where the text came from (a file name); only shown.
    pub source: Option<String>,
    /// What was asked for.
    pub expect: Option<Expected>,
    /// The format, where the host knows it.
    pub dialect: Option<Dialect>,
    /// Which of how many replies it is that [`split`](crate::split) took from one text that no separators part, from 1 on.
    pub part: Option<[u32; 2]>,
    /// The agent was stopped before it came to its end: the text is what there was by then, and its unit has failed.
    pub timed_out: bool,
    /// Why the agent failed, as the host knows it: the text is what there was by then, and its unit has failed.
    pub error: Option<String>,
    /// What else the host says of it; kept as it is, and given back with the result.
    pub meta: Option<Meta>,
    /// The types that are registered; no part of the reply as plain data.
    pub types: CustomTypes,
}

/// What a host says of a reply beside what is known here: any JSON, as text, its keys in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Meta(String);

impl Meta {
    /// The JSON text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The prompt, which the reader of sessions keeps as `asked`.
    #[must_use]
    pub fn asked(&self) -> Option<String> {
        #[derive(Deserialize)]
        struct Kept {
            asked: Option<serde_json::Value>,
        }
        let kept: Kept = serde_json::from_slice(self.0.as_bytes()).ok()?;
        kept.asked?.as_str().filter(|asked| !asked.trim().is_empty()).map(str::to_owned)
    }
}

impl From<serde_json::Value> for Meta {
    fn from(value: serde_json::Value) -> Self {
        Self(value.to_string())
    }
}

impl Serialize for Meta {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serde_json::from_slice::<serde_json::Value>(self.0.as_bytes()).unwrap_or_default().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Meta {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_json::Value::deserialize(deserializer).map(Self::from)
    }
}

/// The text of a reply, and what became of its bytes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ReplyText {
    text: String,
    replaced: usize,
    oversize: Option<usize>,
}

impl Clone for ReplyText {
    /// A copy, which takes as many steps as the text is long.
    fn clone(&self) -> Self {
        steps::add(self.text.len());
        Self { text: self.text.clone(), replaced: self.replaced, oversize: self.oversize }
    }
}

/// The largest reply that is read, in bytes of UTF-8. Reading holds about twelve times the text in memory.
pub const MAX_REPLY_BYTES: usize = 16 * 1024 * 1024;

/// The largest batch that is read, in bytes of UTF-8: the texts of all replies together. Of tables with a finding in every
/// 160 bytes, the report on such a batch holds about 2 GiB; of four, the most there is in WebAssembly, it leaves some for
/// denser ones.
pub const MAX_BATCH_BYTES: usize = 64 * 1024 * 1024;

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

    /// The same text, of which it is known what became of its bytes before: how many ill-formed sequences were replaced,
    /// and its size where that was more than [`MAX_REPLY_BYTES`].
    #[must_use]
    pub fn after(self, replaced: usize, oversize: Option<usize>) -> Self {
        match self.oversize.or(oversize.filter(|size| *size > MAX_REPLY_BYTES)) {
            Some(size) => Self { oversize: Some(size), ..Self::default() },
            None => Self { replaced: self.replaced.saturating_add(replaced), ..self },
        }
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

/// A reply as plain data.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Plain {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    replaced: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    oversize: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attempt: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expect: Option<Expected>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dialect: Option<Dialect>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    timed_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<Meta>,
}

impl From<Reply> for Plain {
    fn from(reply: Reply) -> Self {
        let Reply { text, id, unit, agent, attempt, source, expect, dialect, part, timed_out, error, meta, types: _ } =
            reply;
        let ReplyText { text, replaced, oversize } = text;
        let replaced = Some(replaced).filter(|replaced| *replaced > 0);
        Self {
            text,
            replaced,
            oversize,
            id,
            unit,
            agent,
            attempt,
            source,
            expect,
            dialect,
            part,
            timed_out,
            error,
            meta,
        }
    }
}

impl From<Plain> for Reply {
    fn from(plain: Plain) -> Self {
        let Plain {
            text,
            replaced,
            oversize,
            id,
            unit,
            agent,
            attempt,
            source,
            expect,
            dialect,
            part,
            timed_out,
            error,
            meta,
        } = plain;
        let text = ReplyText::from(text).after(replaced.unwrap_or(0), oversize);
        let types = CustomTypes::default();
        Self { text, id, unit, agent, attempt, source, expect, dialect, part, timed_out, error, meta, types }
    }
}

impl From<&str> for Reply {
    fn from(text: &str) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}
