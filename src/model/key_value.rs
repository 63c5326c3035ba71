//! Keys and values that have no field of their own.

use serde::{Deserialize, Serialize};

/// Columns and fields that have no field of their own, verbatim and in order.
pub type Extra = Vec<KeyValue>;

/// A key and its value, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyValue {
    /// The key; empty where the reply gives a value alone.
    pub key: String,
    /// The value.
    pub value: String,
}

impl KeyValue {
    /// A pair of a key and a value.
    #[must_use]
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: value.into() }
    }
}
