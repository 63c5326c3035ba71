//! Reads registered types from plain data, and reports every invalid name and unknown key.

use std::collections::BTreeSet;

use serde_json::Value;

use super::columns::{self, HEADER_LIMIT};
use super::finding_columns::COLUMNS;
use crate::model::plain_data::{Place, Reader};
use crate::model::{
    ColumnRole, CustomColumn, CustomType, CustomTypes, Misuse, Problem, RESERVED, ResultType, TYPE_NAME_LIMIT,
    TypeName, quote,
};

const TYPE_KEYS: &[&str] = &["name", "columns"];
const COLUMN_KEYS: &[&str] = &["name", "role", "required", "synonyms"];

/// The most types that are registered.
const MOST_TYPES: usize = 50;

/// The most columns of a type, and the most synonyms of a column: every header is held against each.
const MOST_COLUMNS: usize = 20;

/// Reads plain data, which a caller names `name`: a list of types, each a name alone or an object.
///
/// # Errors
/// For every name that cannot be one, every key that is unknown and every value of another kind.
pub fn custom_types(value: &Value, name: &str) -> Result<CustomTypes, Misuse> {
    let mut reader = Reader::default();
    let types = reader.custom_types(value, &Place::named(name));
    Misuse::unless(reader.problems, types)
}

impl Reader {
    /// The types of a list.
    pub fn custom_types(&mut self, value: &Value, place: &Place) -> CustomTypes {
        if value.as_array().is_some_and(|list| list.len() > MOST_TYPES) {
            self.problems.push(Problem::too_large(format!("`{place}` has more than {MOST_TYPES} types.")));
            return CustomTypes::default();
        }
        let mut names = BTreeSet::new();
        let read = self.list(value, place, "types", |reader, value, place| {
            let custom = reader.custom_type(value, place)?;
            if !names.insert(custom.name) {
                let message =
                    format!("`{place}` reuses the name {}. Give each type a unique name.", quote(custom.name.as_str()));
                reader.problems.push(Problem::value(message));
            }
            Some(custom)
        });
        read.into()
    }

    fn custom_type(&mut self, value: &Value, place: &Place) -> Option<CustomType> {
        if value.is_string() {
            return Some(CustomType { name: self.type_name(value, place)?, columns: Vec::new() });
        }
        let fields = self.object(value, place, TYPE_KEYS)?;
        let name = self.needed(fields, place, "name", Self::type_name);
        let columns = self.field(fields, place, "columns", Self::custom_columns);
        Some(CustomType { name: name?, columns })
    }

    fn type_name(&mut self, value: &Value, place: &Place) -> Option<TypeName> {
        let name = value.as_str().unwrap_or_default();
        if ResultType::from_word(name).is_some() || RESERVED.contains(&name) {
            let message = format!("`{place}` is {}, which is reserved. Choose another name.", quote(name));
            self.problems.push(Problem::value(message));
            return None;
        }
        let wanted = format!(
            "a name in lower case, of letters and digits with hyphens between words, up to {TYPE_NAME_LIMIT} characters"
        );
        self.or_say(TypeName::new(name), value, place, &wanted)
    }

    fn custom_columns(&mut self, value: &Value, place: &Place) -> Vec<CustomColumn> {
        if value.as_array().is_some_and(|list| list.len() > MOST_COLUMNS) {
            self.problems.push(Problem::too_large(format!("`{place}` has more than {MOST_COLUMNS} columns.")));
            return Vec::new();
        }
        let mut keys: BTreeSet<String> = BTreeSet::new();
        let mut roles = Vec::new();
        self.list(value, place, "columns", |reader, value, place| {
            let column = reader.custom_column(value, place)?;
            for name in std::iter::once(&column.name).chain(&column.synonyms) {
                if !keys.insert(columns::key(name)) {
                    let message = format!("`{place}` reuses the column name {}.", quote(name));
                    reader.problems.push(Problem::value(message));
                }
                let known = COLUMNS.iter().find(|known| known.canonical.contains(&columns::key(name).as_str()));
                let other = known.filter(|known| column.role.map(ColumnRole::column) != Some(known.name));
                if let Some(other) = other {
                    let role = ColumnRole::ALL.iter().find(|role| role.column() == other.name);
                    let role = role.map(|role| format!(": give it the role \"{}\"", role.word())).unwrap_or_default();
                    let message = format!("`{place}` has the name {} of a built-in column{role}.", quote(name));
                    reader.problems.push(Problem::value(message));
                }
            }
            if let Some(role) = column.role {
                if roles.contains(&role) {
                    let message = format!("`{}` repeats the role {}.", place.key("role"), quote(role.word()));
                    reader.problems.push(Problem::value(message));
                }
                roles.push(role);
            }
            Some(column)
        })
    }

    fn custom_column(&mut self, value: &Value, place: &Place) -> Option<CustomColumn> {
        let fields = self.object(value, place, COLUMN_KEYS)?;
        let name = self.needed(fields, place, "name", Self::header);
        let roles = ColumnRole::ALL.map(|role| (role.word(), role));
        let role = self.field(fields, place, "role", |reader, value, place| reader.word(value, place, &roles));
        let required = fields.get("required").map(|value| self.truth(value, &place.key("required")));
        let synonyms = self.field(fields, place, "synonyms", |reader, value, place| {
            if value.as_array().is_some_and(|list| list.len() > MOST_COLUMNS) {
                let message = format!("`{place}` has more than {MOST_COLUMNS} names.");
                reader.problems.push(Problem::too_large(message));
                return Vec::new();
            }
            reader.list(value, place, "headers", Self::header)
        });
        // What stands for a column of the protocol is asked for as that is.
        let required = required.unwrap_or(role.is_some_and(|role| role != ColumnRole::Title));
        Some(CustomColumn { name: name?, role, required, synonyms })
    }

    /// The header of a column: words on one line, which no pipe cuts in two and no mark changes.
    fn header(&mut self, value: &Value, place: &Place) -> Option<String> {
        let is_plain = |name: &&str| {
            let marks = ['|', '`', '*', '_', '<', '>', '\\', '~'];
            let has_words = name.chars().any(char::is_alphanumeric);
            name.len() <= HEADER_LIMIT
                && has_words
                && name.trim() == *name
                && !name.chars().any(|letter| letter.is_control() || marks.contains(&letter))
        };
        let read = value.as_str().filter(is_plain).map(str::to_owned);
        self.or_say(read, value, place, "the header of a column, on one line and without marks")
    }
}
