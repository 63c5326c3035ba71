//! JSON as agents write it: a tree in which each value knows where it stands, and what had to be repaired to read it.
//!
//! JSON that is valid is read as every JSON reader reads it, and nothing is repaired. The scalars are decoded by
//! `serde_json`; what it refuses is mended. What cannot be made part of a value is left over, never guessed at.

mod candidates;
mod held;
mod scalar;
mod scan;
mod string;

pub use candidates::{documents, stretches, unquoted};
pub use held::from_json;
pub use scan::{last_of_each, read};
pub use string::origins;

use std::ops::Range;

use serde_json::{Map, Number};

use crate::order::Gather;

/// How deep values may be nested. What is deeper is kept as text.
pub const MAX_DEPTH: usize = 128;

/// A value, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// Its bytes.
    pub range: Range<usize>,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string, decoded.
    Text(String),
    /// `[…]`.
    List(Vec<Node>),
    /// `{…}`, in order, each key once.
    Object(Vec<Member>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The key, decoded.
    pub key: String,
    /// Its value.
    pub node: Node,
    /// The bytes of both.
    pub range: Range<usize>,
}

/// What was done to read a text as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Repair {
    /// A comment was passed over.
    Comment,
    /// A comma too many, or one too few.
    Comma,
    /// A string in other marks than `"`, or in none, or with marks inside that are not escaped.
    Quotes,
    /// A raw line break or control character in a string, or an escape that there is not.
    Escape,
    /// A key without quotation marks.
    Key,
    /// `True`, `None`, `undefined`.
    Literal,
    /// A number that no double holds: kept as near as it gets, or as text.
    Number,
    /// A key without a value.
    Value,
    /// A key that occurs twice in one object.
    RepeatedKey,
    /// A value nested too deep, kept as text.
    Depth,
    /// An object or a list without its end.
    Unclosed,
}

/// One document.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its value: an object or a list.
    pub root: Node,
    /// What was repaired, where, in order.
    pub repairs: Vec<(Repair, Range<usize>)>,
    /// What is part of no value: comments, members that are not whole, what is said twice. In order.
    pub left: Vec<Range<usize>>,
    /// Whether the text ends before it does.
    pub cut_off: bool,
}

impl Node {
    /// The members of an object; none of anything else.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        match &self.value {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The items of a list; none of anything else.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The member with a key.
    #[must_use]
    pub fn member(&self, key: &str) -> Option<&Member> {
        self.members().iter().find(|member| member.key == key)
    }

    /// The text of a string.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it is neither an object nor a list.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        !matches!(self.value, Value::List(_) | Value::Object(_))
    }

    /// The value as plain data.
    #[must_use]
    pub fn plain(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(flag) => (*flag).into(),
            Value::Number(number) => number.clone().into(),
            Value::Text(text) => text.clone().into(),
            Value::List(items) => items.iter().map(Self::plain).collect(),
            Value::Object(members) => {
                let pairs = members.iter().map(|member| (member.key.clone(), member.node.plain()));
                serde_json::Value::Object(pairs.gather::<Map<_, _>>())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::{Repair, from_json, read};

    fn repaired(text: &str) -> (serde_json::Value, Vec<Repair>, Vec<&str>) {
        let document = read(text, 0..text.len()).expect("a document");
        let repairs = document.repairs.iter().map(|(repair, _)| *repair).collect();
        let left = document.left.iter().filter_map(|range| text.get(range.clone())).collect();
        (document.root.plain(), repairs, left)
    }

    #[test]
    fn every_escape_that_agents_write_is_the_character() {
        let (read, ..) = repaired(r#"{"said": "it\'s \`so\` \/ \u0041\n"}"#);
        assert_eq!(read, json!({"said": "it's `so` / A\n"}));
    }

    fn valid() -> impl Strategy<Value = serde_json::Value> {
        let scalar = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i32>().prop_map(Into::into),
            any::<f32>().prop_filter("finite", |number| number.is_finite()).prop_map(Into::into),
            any::<String>().prop_map(Into::into),
            "[\"\\\\{}:,/# '\\n\\[\\]a]{0,12}".prop_map(Into::into),
        ];
        let value = scalar.prop_recursive(6, 60, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(serde_json::Value::from),
                prop::collection::btree_map("[\"\\\\:a-c]{0,3}", inner, 0..6)
                    .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
            ]
        });
        prop::collection::btree_map("[a-z_]{1,5}", value, 1..5)
            .prop_map(|map| serde_json::Value::Object(map.into_iter().collect()))
    }

    proptest! {
        #[test]
        fn valid_json_is_never_altered(value in valid(), pretty in any::<bool>()) {
            let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
            let text = text.expect("JSON is text");
            let (read, repairs, left) = repaired(&text);
            prop_assert_eq!(value, read);
            prop_assert_eq!((repairs, left), (vec![], vec![]), "{}", text);
        }
    }

    #[test]
    fn slips_are_repaired() {
        let cases: &[(&str, serde_json::Value, &[Repair], &[&str])] = &[
            (r#"{"a": 1,}"#, json!({"a": 1}), &[Repair::Comma], &[]),
            (r#"{"a": 1 "b": 2}"#, json!({"a": 1, "b": 2}), &[Repair::Comma], &[]),
            (r#"{"a": ["x" "y"]}"#, json!({"a": ["x", "y"]}), &[Repair::Comma], &[]),
            ("{'a': 'it's'}", json!({"a": "it's"}), &[Repair::Quotes, Repair::Quotes], &[]),
            (
                "{a: true, b_c: None}",
                json!({"a": true, "b_c": null}),
                &[Repair::Key, Repair::Key, Repair::Literal],
                &[],
            ),
            ("{\"a\": 1, // one\n\"b\": 2}", json!({"a": 1, "b": 2}), &[Repair::Comment], &["// one"]),
            (r#"{"a": /* no */ 1}"#, json!({"a": 1}), &[Repair::Comment], &["/* no */"]),
            (r#"{"a": soon, "b": 2}"#, json!({"a": "soon", "b": 2}), &[Repair::Quotes], &[]),
            (r#"{"a": "say "no" to it", "b": 2}"#, json!({"a": "say \"no\" to it", "b": 2}), &[Repair::Quotes], &[]),
            ("{\"a\": \"one\ntwo\"}", json!({"a": "one\ntwo"}), &[Repair::Escape], &[]),
            ("{\"a\": \"one\n \"b\": 2}", json!({"a": "one", "b": 2}), &[Repair::Quotes, Repair::Comma], &[]),
            (r#"{"a": "\ud800 \d"}"#, json!({"a": "\\ud800 \\d"}), &[Repair::Escape], &[]),
            (r#"{"a": 1, "a": 2}"#, json!({"a": 2}), &[Repair::RepeatedKey], &["\"a\": 1"]),
            (r#"{"a": , "b": 2}"#, json!({"b": 2}), &[Repair::Value], &["\"a\":"]),
            (
                r#"{"a": 12345678901234567890123}"#,
                json!({"a": 12_345_678_901_234_567_890_123.0}),
                &[Repair::Number],
                &[],
            ),
            (r#"{"a": 1e999}"#, json!({"a": "1e999"}), &[Repair::Number], &[]),
            (r#"{"a": 9007199254740993}"#, json!({"a": 9_007_199_254_740_993_u64}), &[Repair::Number], &[]),
            (r#"{"a": [1, 2}"#, json!({"a": [1, 2]}), &[Repair::Unclosed], &[]),
        ];
        for (text, value, repairs, left) in cases {
            assert_eq!(repaired(text), (value.clone(), repairs.to_vec(), left.to_vec()), "{text}");
        }
    }

    #[test]
    fn what_is_cut_off_keeps_what_was_whole() {
        let whole = r#"{"a": "one", "b": [{"c": 1, "d": "two"}, {"c": 2}], "e": true}"#;
        let cases = [
            (r#"{"a": "on"#, json!({})),
            (r#"{"a": "one", "b": [{"c": 1, "d": "tw"#, json!({"a": "one", "b": [{"c": 1}]})),
            (
                r#"{"a": "one", "b": [{"c": 1, "d": "two"}, {"c": 2}"#,
                json!({"a": "one", "b": [{"c": 1, "d": "two"}, {"c": 2}]}),
            ),
            (r#"{"a": "one", "b"#, json!({"a": "one"})),
        ];
        for (text, value) in cases {
            assert_eq!(repaired(text).0, value, "{text}");
        }
        for end in (2..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            let document = read(whole, 0..end).expect("a document");
            assert!(document.cut_off, "cut off at {end}");
        }
    }

    #[test]
    fn what_is_nested_too_deep_is_text() {
        for text in [
            format!("{{\"a\": {}{}}}", "[".repeat(5_000), "]".repeat(5_000)),
            format!("{{\"a\": {}", "{\"a\":".repeat(50_000)),
        ] {
            let document = read(&text, 0..text.len()).expect("a document");
            let shown = document.root.plain().to_string();
            assert!(from_json::<serde_json::Value>(shown.as_bytes()).is_ok());
            assert!(document.repairs.iter().any(|(repair, _)| *repair == Repair::Depth));
        }
    }
}
