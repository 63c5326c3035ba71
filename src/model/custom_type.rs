//! Result types that a host registers in addition to the five of the protocol. See `docs/formats/protocol-v1.md`, "Your
//! own types".

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Expected, RESULT_TYPES, ResultType};
use crate::order::Arrange;

/// The longest name of a type, in bytes. A name of bounded size makes a type that is copied like any other.
pub const TYPE_NAME_LIMIT: usize = 32;

/// Words that mean something else that can be asked for: no type goes by them.
pub const RESERVED: [&str; 2] = ["return", "refinements"];

/// The name of the type that is there without being registered: a table of findings on anything, code above all, whatever
/// words it has for their types.
pub const REVIEW: &str = "review";

static BUILT_IN: LazyLock<Option<CustomType>> = LazyLock::new(|| {
    let own_words =
        CustomColumn { name: "Type".to_owned(), role: Some(ColumnRole::Type), required: true, synonyms: Vec::new() };
    Some(CustomType { name: TypeName::new(REVIEW)?, columns: vec![own_words] })
});

/// The name of a registered type: lower-case words of ASCII with hyphens between them, `security-scan`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeName {
    /// Zeros fill it up, so that names sort as their letters do.
    bytes: [u8; TYPE_NAME_LIMIT],
}

impl TypeName {
    /// The name, where it can be one.
    #[must_use]
    pub fn new(name: &str) -> Option<Self> {
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        let begins = name.starts_with(|first: char| first.is_ascii_lowercase());
        let mut bytes = [0; TYPE_NAME_LIMIT];
        bytes.get_mut(..name.len())?.copy_from_slice(name.as_bytes());
        (begins && name.split('-').all(is_word)).then_some(Self { bytes })
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let end = self.bytes.iter().position(|byte| *byte == 0).unwrap_or(TYPE_NAME_LIMIT);
        self.bytes.get(..end).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default()
    }
}

impl fmt::Debug for TypeName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), formatter)
    }
}

impl Serialize for TypeName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for TypeName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let read = Self::new(&name).filter(|_| !RESERVED.contains(&name.as_str()));
        read.ok_or_else(|| de::Error::custom("no name of a type"))
    }
}

/// The types that a host registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<CustomType>", into = "Vec<CustomType>")]
pub struct CustomTypes(Option<Arc<[CustomType]>>);

impl From<Vec<CustomType>> for CustomTypes {
    fn from(mut types: Vec<CustomType>) -> Self {
        types.arrange_by_key(|custom| custom.name);
        Self((!types.is_empty()).then(|| types.into()))
    }
}

impl From<CustomTypes> for Vec<CustomType> {
    fn from(types: CustomTypes) -> Self {
        types.list().to_vec()
    }
}

impl CustomTypes {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The types, by name.
    #[must_use]
    pub fn list(&self) -> &[CustomType] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list().iter().map(|custom| custom.name.as_str())
    }

    /// The type that a word names: one of the protocol's, or one that is registered.
    #[must_use]
    pub fn result_type(&self, word: &str) -> Option<ResultType> {
        let known = ResultType::from_word(word);
        known.or_else(|| {
            let word = ResultType::folded(word);
            let found = self.list().iter().chain(&*BUILT_IN).find(|custom| custom.name.as_str() == word)?;
            Some(ResultType::Custom(found.name))
        })
    }

    /// The words for all types: those of the protocol, the built-in one, and those that are registered.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let own = self.names().filter(|name| *name != REVIEW);
        RESULT_TYPES.iter().map(ResultType::word).chain([REVIEW]).chain(own)
    }

    /// The types that a summary line can name, in words: `Type: digest`, `consistency`, … or `security-scan`.
    #[must_use]
    pub fn type_words(&self) -> String {
        let mut words: Vec<String> = self.words().map(|word| format!("`{word}`")).collect();
        let last = words.pop().unwrap_or_default();
        format!("`Type: {} or {last}", words.join(", ").trim_start_matches('`'))
    }

    /// What can be asked for, in words: "digest", …, "return" or "refinements".
    #[must_use]
    pub fn expected_words(&self) -> String {
        let known: Vec<String> = self.words().chain(["return"]).map(|word| format!("\"{word}\"")).collect();
        format!("{} or \"refinements\"", known.join(", "))
    }

    /// Whether it can be asked for: what is no type of the protocol has to be registered.
    #[must_use]
    pub fn has(&self, asked: Expected) -> bool {
        match asked {
            Expected::Type(of @ ResultType::Custom(_)) => self.get(Some(of)).is_some(),
            _ => true,
        }
    }

    /// These types, and those of the others whose names are not taken.
    #[must_use]
    pub fn with(&self, others: &Self) -> Self {
        let is_new = |other: &&CustomType| !self.list().iter().any(|own| own.name == other.name);
        let mut new = others.list().iter().filter(is_new).peekable();
        if new.peek().is_none() {
            return self.clone();
        }
        self.list().iter().chain(new).cloned().collect::<Vec<_>>().into()
    }

    /// What is registered of a type; of the one that always is, too, where the host registers none of its name.
    #[must_use]
    pub fn get(&self, of: Option<ResultType>) -> Option<&CustomType> {
        let Some(ResultType::Custom(name)) = of else { return None };
        self.list().iter().chain(&*BUILT_IN).find(|custom| custom.name == name)
    }
}

/// A type that a host registers: its findings stand in a finding table, which may have columns of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomType {
    /// Its name.
    pub name: TypeName,
    /// What its finding table has beside the columns of the protocol, or under another name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<CustomColumn>,
}

impl CustomType {
    /// The columns that stand for none of the protocol's.
    pub fn own_columns(&self) -> impl Iterator<Item = &CustomColumn> {
        self.columns.iter().filter(|column| column.role.is_none())
    }

    /// The column that stands for one of the protocol's, by what readers call that.
    #[must_use]
    pub fn standing_for(&self, column: &str) -> Option<&CustomColumn> {
        self.columns.iter().find(|own| own.role.is_some_and(|role| role.column() == column))
    }
}

/// A column of a registered type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CustomColumn {
    /// Its header.
    pub name: String,
    /// What a finding says there; without one, the cell is kept under the column's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<ColumnRole>,
    /// Whether a table that lacks it breaks a rule.
    pub required: bool,
    /// What agents call it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub synonyms: Vec<String>,
}

/// What a finding says in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ColumnRole {
    /// Its id.
    Id,
    /// Its severity.
    Severity,
    /// Its type, in words that are the host's own.
    Type,
    /// Where it is.
    Location,
    /// What it conflicts with.
    CounterLocation,
    /// Its title.
    Title,
    /// What is wrong.
    Description,
    /// What to do.
    Suggestion,
}

impl ColumnRole {
    /// The roles.
    pub const ALL: [Self; 8] = [
        Self::Id,
        Self::Severity,
        Self::Type,
        Self::Location,
        Self::CounterLocation,
        Self::Title,
        Self::Description,
        Self::Suggestion,
    ];

    /// The word for it, which is also the field of a finding.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::CounterLocation => "counterLocation",
            other => other.column(),
        }
    }

    /// The internal name of the column.
    #[must_use]
    pub fn column(self) -> &'static str {
        match self {
            Self::Id => "id",
            Self::Severity => "severity",
            Self::Type => "type",
            Self::Location => "location",
            Self::CounterLocation => "counter_location",
            Self::Title => "title",
            Self::Description => "description",
            Self::Suggestion => "suggestion",
        }
    }
}
