//! What a result says, beyond where it stands.
#![allow(dead_code, clippy::expect_used)]

use reconvene::Ledger;
use reconvene::model::{AgentResult, Dialect, Reply};
use serde_json::Value;

/// What is said of a text.
pub fn said(text: &str) -> Value {
    said_as(text, None)
}

/// What is said of a text that the host calls one of a format.
pub fn said_as(text: &str, dialect: Option<Dialect>) -> Value {
    said_of(reconvene::parse(&Reply { dialect, ..Reply::from(text) }, Ledger::Omit))
}

/// What a result says.
pub fn said_of(mut result: AgentResult) -> Value {
    result.ledger = None;
    let mut value = serde_json::to_value(result).expect("a result is JSON");
    without_spans(&mut value);
    value
}

/// A value without its spans.
pub fn without_spans(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !is_span(value));
            map.values_mut().for_each(without_spans);
        }
        Value::Array(list) => list.iter_mut().for_each(without_spans),
        _ => {}
    }
}

/// Whether a value is a span.
pub fn is_span(value: &Value) -> bool {
    value.as_object().is_some_and(|map| map.len() == 4 && map.contains_key("start") && map.contains_key("column"))
}
