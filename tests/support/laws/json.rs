//! JSON as agents write it, mended.

use reconvene::text::SourceText;
use reconvene::text::json::{Document, Repair, documents, from_json, read, stretches, unquoted};
use serde_json::Value;

use super::words::{FRESH, replaced};

/// Any text: its documents stand in it one behind the other, what is read of them is JSON, and is read again as it is. JSON
/// that is intact is left as it is, and no word of a document is lost.
pub fn json(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut at = 0;
    for document in documents(&text, 0..text.len()) {
        let range = document.root.range.clone();
        assert!(at <= range.start && range.start < range.end, "{range:?} behind {at}");
        at = range.end;
        stands_in(&text, &document);
        is_json(&document);
        no_word_is_lost(&text[range]);
    }
    is_left_alone(&text);
    let source = SourceText::new(&text);
    for (stretch, _) in stretches(&source) {
        assert!(text.get(stretch).is_some(), "a stretch that cuts a character");
    }
    assert_eq!(unquoted(&source).len(), text.len());
}

/// What a document says of its text is in the text.
fn stands_in(text: &str, document: &Document) {
    let all = document.repairs.iter().map(|(_, range)| range).chain(&document.left);
    for range in all {
        assert!(text.get(range.clone()).is_some(), "{range:?} is no part of the text");
    }
    let mut nodes = vec![(&document.root, document.root.range.clone())];
    while let Some((node, around)) = nodes.pop() {
        let range = &node.range;
        assert!(around.start <= range.start && range.end <= around.end, "{range:?} is not in {around:?}");
        assert!(text.get(range.clone()).is_some(), "{range:?} is no part of the text");
        nodes.extend(node.items().iter().map(|item| (item, range.clone())));
        nodes.extend(node.members().iter().map(|member| (&member.node, member.range.clone())));
    }
}

/// What was read is JSON, for every reader of it, and is intact: read again, it says the same.
fn is_json(document: &Document) {
    let said = document.root.plain();
    let written = said.to_string();
    assert!(from_json::<Value>(written.as_bytes()).is_ok(), "{written} is no JSON");
    // A list of none of which an object is the first begins no document.
    if let Some(again) = read(&written, 0..written.len()) {
        assert!(again.root.plain() == said, "{written} says something else when it is read again");
        let repairs = again.repairs.iter().filter(|(repair, _)| *repair != Repair::Number);
        assert_eq!((repairs.count(), again.left.len(), again.cut_off), (0, 0, false), "{written}");
    } else {
        assert!(said.as_array().is_some_and(|items| !items.first().is_some_and(Value::is_object)), "{written}");
    }
}

/// A whole text that is an object, or a list that begins with one, is read as every reader of JSON reads it.
fn is_left_alone(text: &str) {
    let Ok(value) = from_json::<Value>(text.as_bytes()) else { return };
    let begins = |value: &Value| {
        value.is_object() || value.as_array().is_some_and(|list| list.iter().take(1).any(Value::is_object))
    };
    if !begins(&value) {
        return;
    }
    let start = text.find(['{', '[']).expect("JSON begins");
    let document = read(text, start..text.len()).expect("a document");
    let altered = |repair: &Repair| !matches!(repair, Repair::Number | Repair::RepeatedKey | Repair::Depth);
    let repairs: Vec<_> = document.repairs.iter().map(|(repair, _)| repair).collect();
    assert!(!repairs.iter().any(|repair| altered(repair)), "{repairs:?} of JSON that is intact");
    assert!(!document.cut_off);
    if !repairs.contains(&&Repair::Depth) && !repairs.contains(&&Repair::RepeatedKey) {
        assert!(is_like(&document.root.plain(), &value), "{value} was altered");
        assert!(document.left.is_empty());
    }
}

/// Whether two values are the same, but for the last digits of a number.
fn is_like(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) if one != other => {
            let (one, other) = (one.as_f64().unwrap_or_default(), other.as_f64().unwrap_or_default());
            (one - other).abs() <= other.abs() * 4.0 * f64::EPSILON
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_like(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| is_like(one, other)))
        }
        _ => one == other,
    }
}

/// A fresh word in the place of any other stands in a value, or is left over for others to read.
fn no_word_is_lost(text: &str) {
    let Some((changed, word)) = replaced(text) else { return };
    let mut kept = String::new();
    let mut at = 0;
    for document in documents(&changed, 0..changed.len()) {
        kept.push_str(changed.get(at..document.root.range.start).unwrap_or_default());
        kept.push_str(&document.root.plain().to_string());
        kept.extend(document.left.iter().map(|range| &changed[range.clone()]));
        at = document.root.range.end;
    }
    kept.push_str(&changed[at..]);
    assert!(kept.contains(FRESH), "{:?} at {} is lost", &text[word.clone()], word.start);
}
