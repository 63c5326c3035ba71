//! Reads values from plain data one by one, and reports every unknown key and invalid value.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::{CustomTypes, Expected, Problem, quote};
use crate::order::Gather;

/// Where a value stands, as its writer would write it.
pub struct Place(String);

impl Place {
    pub fn file() -> Self {
        Self(String::new())
    }

    pub fn named(name: &str) -> Self {
        Self(name.to_owned())
    }

    pub fn key(&self, key: &str) -> Self {
        let is_plain = !key.is_empty() && key.chars().all(|next| next.is_ascii_alphanumeric() || next == '_');
        match (self.0.is_empty(), is_plain) {
            (true, _) => Self(key.to_owned()),
            (false, true) => Self(format!("{}.{key}", self.0)),
            (false, false) => Self(format!("{}[{}]", self.0, quote(key))),
        }
    }

    pub fn item(&self, at: usize) -> Self {
        Self(format!("{}[{at}]", self.0))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Reads values, and notes all that is wrong with them. What is wrong is read as what stands there by default.
#[derive(Default)]
pub struct Reader {
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// The types that are registered.
    pub types: CustomTypes,
}

impl Reader {
    pub fn expected(&mut self, value: &Value, place: &Place) -> Option<Expected> {
        let read: Option<Expected> = serde_json::from_value(value.clone()).ok();
        let read = read.filter(|of| self.types.has(*of));
        let wanted = self.types.expected_words();
        self.or_say(read, value, place, &wanted)
    }

    pub fn word<T: Copy>(&mut self, value: &Value, place: &Place, words: &[(&str, T)]) -> Option<T> {
        let written = value.as_str();
        let read = words.iter().find(|(word, _)| Some(*word) == written).map(|(_, of)| *of);
        let wanted = words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        self.or_say(read, value, place, &format!("one of {wanted}"))
    }

    pub fn truth(&mut self, value: &Value, place: &Place) -> bool {
        self.or_say(value.as_bool(), value, place, "true or false").unwrap_or_default()
    }

    pub fn whole(&mut self, value: &Value, place: &Place, range: RangeInclusive<u64>) -> Option<u64> {
        // 10.0 is a whole number too: JavaScript knows no other.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let of_float = |number: f64| (number.fract() == 0.0 && (0.0..1e15).contains(&number)).then_some(number as u64);
        let read = value.as_u64().or_else(|| value.as_f64().and_then(of_float));
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        self.or_say(read.filter(|number| range.contains(number)), value, place, &wanted)
    }

    pub fn string(&mut self, value: &Value, place: &Place) -> Option<String> {
        self.or_say(value.as_str().map(str::to_owned), value, place, "a string")
    }

    pub fn strings(&mut self, value: &Value, place: &Place) -> Vec<String> {
        self.list(value, place, "strings", Self::string)
    }

    pub fn map(&mut self, value: &Value, place: &Place) -> BTreeMap<String, String> {
        let Some(fields) = self.fields(value, place, "an object of strings") else { return BTreeMap::new() };
        let pair = |(key, value): (&String, &Value)| Some((key.clone(), self.string(value, &place.key(key))?));
        fields.iter().filter_map(pair).gather()
    }

    pub fn list<T>(
        &mut self,
        value: &Value,
        place: &Place,
        of: &str,
        mut read: impl FnMut(&mut Self, &Value, &Place) -> Option<T>,
    ) -> Vec<T> {
        let Some(list) = self.or_say(value.as_array(), value, place, &format!("a list of {of}")) else {
            return Vec::new();
        };
        list.iter().enumerate().filter_map(|(at, value)| read(self, value, &place.item(at))).collect()
    }

    /// What a field holds; what stands there by default where there is none.
    pub fn field<T: Default>(
        &mut self,
        fields: &Map<String, Value>,
        place: &Place,
        key: &str,
        read: impl FnOnce(&mut Self, &Value, &Place) -> T,
    ) -> T {
        fields.get(key).map(|value| read(self, value, &place.key(key))).unwrap_or_default()
    }

    pub fn needed<T>(
        &mut self,
        fields: &Map<String, Value>,
        place: &Place,
        key: &str,
        read: impl FnOnce(&mut Self, &Value, &Place) -> Option<T>,
    ) -> Option<T> {
        if let Some(value) = fields.get(key) {
            return read(self, value, &place.key(key));
        }
        self.problems.push(Problem::value(format!("`{}` has no `{key}`.", place.0)));
        None
    }

    /// The fields of an object; those that nobody knows are named.
    pub fn object<'v>(&mut self, value: &'v Value, place: &Place, known: &[&str]) -> Option<&'v Map<String, Value>> {
        let fields = self.fields(value, place, "an object")?;
        for key in fields.keys().filter(|key| !known.contains(&key.as_str())) {
            self.problems.push(Problem::unknown(unknown_key(&place.0, key, known)));
        }
        Some(fields)
    }

    pub fn fields<'v>(&mut self, value: &'v Value, place: &Place, wanted: &str) -> Option<&'v Map<String, Value>> {
        self.or_say(value.as_object(), value, place, wanted)
    }

    pub fn or_say<T>(&mut self, read: Option<T>, value: &Value, place: &Place, wanted: &str) -> Option<T> {
        if read.is_none() {
            self.problems.push(Problem::value(format!("`{}` must be {wanted}, but is {}.", place.0, shown(value))));
        }
        read
    }
}

/// A value in a sentence.
pub fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quote(text),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// That an object has a key that nobody knows, and which was probably meant.
pub fn unknown_key(object: &str, key: &str, known: &[&str]) -> String {
    let meant =
        known.iter().find(|known| is_meant(key, known)).or_else(|| known.iter().find(|known| is_near(key, known)));
    let help = match meant {
        Some(meant) => format!("Did you mean `{meant}`?"),
        None => format!("Allowed: {}.", known.join(", ")),
    };
    format!("`{object}` has the unknown key {}. {help}", quote(key))
}

/// Whether a name is another one but for its capitals and marks.
pub fn is_meant(written: &str, known: &str) -> bool {
    let letters =
        |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    letters(written) == letters(known)
}

/// Whether one letter more, less or otherwise, or two that changed places, make one name of another.
pub fn is_near(written: &str, known: &str) -> bool {
    let [written, known]: [Vec<char>; 2] = [written, known].map(|name| name.to_ascii_lowercase().chars().collect());
    let same = |one: &[char], other: &[char]| one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let front = same(&written, &known);
    let [written, known] = [written, known].map(|name| name.into_iter().skip(front).collect::<Vec<_>>());
    let is_swapped = matches!((written.as_slice(), known.as_slice()), ([a, b, rest @ ..], [c, d, more @ ..]) if a == d && b == c && rest == more);
    let back = |name: &[char]| name.iter().rev().copied().collect::<Vec<_>>();
    let behind = same(&back(&written), &back(&known));
    is_swapped || (written.len().saturating_sub(behind) <= 1 && known.len().saturating_sub(behind) <= 1)
}
