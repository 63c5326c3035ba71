//! Input and configuration as plain data: every key that nobody knows and every value that cannot be used is named.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::{Map, Value};

use super::agent::Agent;
use super::input::{
    Configuration, Each, FanOut, LONGEST_TIMEOUT, MOST_AGENTS, OwnMode, OwnWave, PlanInput, Screen, Task, TokenCategory,
};
use super::materials;
use super::misuse::{Misuse, Problem};
use crate::model::{CustomTypes, Expected, quote};

const CONFIGURATION_KEYS: &[&str] = &["fanOut", "maxAgents", "agentTimeout", "models", "teamsAvailable"];
const INPUT_KEYS: &[&str] = &[
    "documents",
    "changed",
    "dimensions",
    "reviews",
    "proposalLines",
    "summaries",
    "after",
    "tasks",
    "approved",
    "screens",
    "componentsExist",
    "tokens",
    "variables",
    "modes",
    "types",
    "config",
];
const TASK_KEYS: &[&str] = &["id", "description", "spec", "criteria", "after", "files"];
const SCREEN_KEYS: &[&str] = &["name", "spec"];
const TOKEN_KEYS: &[&str] = &["category", "decisions"];
const MODE_KEYS: &[&str] = &["waves"];
const WAVE_KEYS: &[&str] = &["name", "each", "agent", "expect", "variables"];

/// What of a configuration file is ours.
const FILE_KEYS: [&str; 4] = ["orchestration", "modes", "dimensions", "types"];

/// The configuration of a project, as its file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConfigurationFile {
    /// How agents are run: the block `orchestration`.
    pub config: Configuration,
    /// Modes of the user's own.
    pub modes: BTreeMap<String, OwnMode>,
    /// What to judge by.
    pub dimensions: Vec<String>,
    /// Types of the user's own.
    pub types: CustomTypes,
}

impl ConfigurationFile {
    /// Reads a file in the style of `.clarity-loop.json`: the blocks `orchestration`, `modes`, `dimensions` and `types`;
    /// what else is in it is not ours.
    ///
    /// # Errors
    /// Where the text is no JSON object, and for every key and value in those blocks that is wrong.
    pub fn read(text: &str) -> Result<Self, Misuse> {
        // Some editors put a byte order mark first, and JSON has none.
        let value: Value = serde_json::from_slice(text.trim_start_matches('\u{feff}').as_bytes())
            .map_err(|error| Problem::value(format!("The configuration is no JSON: {}.", quote(&error.to_string()))))?;
        let mut reader = Reader::default();
        let mut file = Self::default();
        let Value::Object(object) = &value else {
            return Err(Problem::value(format!("The configuration is a JSON object; got {}.", shown(&value))).into());
        };
        let of = Place::file();
        for key in object.keys().filter(|key| !FILE_KEYS.contains(&key.as_str())) {
            reader.problems.extend(misplaced(key, object.get(key)));
        }
        if let Some(block) = object.get("orchestration") {
            file.config = reader.configuration(block, &of.key("orchestration"));
        }
        if let Some(block) = object.get("types") {
            reader.types = reader.custom_types(block, &of.key("types"));
            file.types = reader.types.clone();
        }
        if let Some(block) = object.get("modes") {
            file.modes = reader.modes(block, &of.key("modes"));
        }
        if let Some(block) = object.get("dimensions") {
            file.dimensions = reader.strings(block, &of.key("dimensions"));
        }
        materials::models(&file.config.models, &file.modes, &mut reader.problems);
        Misuse::unless(reader.problems, file)
    }
}

impl PlanInput {
    /// Reads plain data, which a caller names `name`.
    ///
    /// # Errors
    /// For every key that is unknown and every value of another kind.
    pub fn read(value: &Value, name: &str) -> Result<Self, Misuse> {
        let mut reader = Reader::default();
        let input = reader.input(value, &Place::named(name));
        Misuse::unless(reader.problems, input)
    }
}

impl Configuration {
    /// Reads plain data, which a caller names `name`.
    ///
    /// # Errors
    /// For every key that is unknown and every value that cannot be used.
    pub fn read(value: &Value, name: &str) -> Result<Self, Misuse> {
        let mut reader = Reader::default();
        let configuration = reader.configuration(value, &Place::named(name));
        Misuse::unless(reader.problems, configuration)
    }
}

/// Where a value stands, as its writer would write it.
pub(super) struct Place(String);

impl Place {
    fn file() -> Self {
        Self(String::new())
    }

    pub(super) fn named(name: &str) -> Self {
        Self(name.to_owned())
    }

    pub(super) fn key(&self, key: &str) -> Self {
        let is_plain = !key.is_empty() && key.chars().all(|next| next.is_ascii_alphanumeric() || next == '_');
        match (self.0.is_empty(), is_plain) {
            (true, _) => Self(key.to_owned()),
            (false, true) => Self(format!("{}.{key}", self.0)),
            (false, false) => Self(format!("{}[{}]", self.0, quote(key))),
        }
    }

    fn item(&self, at: usize) -> Self {
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
pub(super) struct Reader {
    pub(super) problems: Vec<Problem>,
    /// The types that are registered.
    types: CustomTypes,
}

impl Reader {
    fn input(&mut self, value: &Value, place: &Place) -> PlanInput {
        let Some(fields) = self.object(value, place, INPUT_KEYS) else { return PlanInput::default() };
        let lines = 0..=u64::from(u32::MAX);
        self.types = self.field(fields, place, "types", Self::custom_types);
        PlanInput {
            documents: self.field(fields, place, "documents", Self::strings),
            changed: self.field(fields, place, "changed", Self::strings),
            dimensions: self.field(fields, place, "dimensions", Self::strings),
            reviews: self.field(fields, place, "reviews", Self::strings),
            proposal_lines: self.field(fields, place, "proposalLines", |reader, value, place| {
                reader.whole(value, place, lines.clone())
            }),
            summaries: self.field(fields, place, "summaries", Self::map),
            after: self.field(fields, place, "after", |reader, value, place| {
                reader.or_say(serde_json::from_value(value.clone()).ok(), value, place, "what `aggregate` gives")
            }),
            tasks: self
                .field(fields, place, "tasks", |reader, value, place| reader.list(value, place, "tasks", Self::task)),
            approved: self.field(fields, place, "approved", Self::truth),
            screens: self.field(fields, place, "screens", |reader, value, place| {
                reader.list(value, place, "screens", Self::screen)
            }),
            components_exist: self.field(fields, place, "componentsExist", Self::truth),
            tokens: self.field(fields, place, "tokens", |reader, value, place| {
                reader.list(value, place, "token categories", Self::token_category)
            }),
            variables: self.field(fields, place, "variables", Self::map),
            modes: self.field(fields, place, "modes", Self::modes),
            types: self.types.clone(),
            config: self.field(fields, place, "config", Self::configuration),
        }
    }

    fn configuration(&mut self, value: &Value, place: &Place) -> Configuration {
        let usual = Configuration::default();
        let Some(fields) = self.object(value, place, CONFIGURATION_KEYS) else { return usual };
        let fan_out =
            self.field(fields, place, "fanOut", |reader, value, place| reader.word(value, place, &FanOut::ALL));
        let mut number = |key: &str, most: u32, usual: u32| {
            let read =
                self.field(fields, place, key, |reader, value, place| reader.whole(value, place, 1..=u64::from(most)));
            read.and_then(|number| u32::try_from(number).ok()).unwrap_or(usual)
        };
        Configuration {
            max_agents: number("maxAgents", MOST_AGENTS, usual.max_agents),
            agent_timeout: number("agentTimeout", LONGEST_TIMEOUT, usual.agent_timeout),
            fan_out: fan_out.unwrap_or_default(),
            models: self.field(fields, place, "models", Self::map),
            teams_available: self.field(fields, place, "teamsAvailable", Self::truth),
        }
    }

    fn modes(&mut self, value: &Value, place: &Place) -> BTreeMap<String, OwnMode> {
        let Some(fields) = self.fields(value, place, "an object of modes, by name") else { return BTreeMap::new() };
        let mode = |(name, value): (&String, &Value)| {
            let place = place.key(name);
            let fields = self.object(value, &place, MODE_KEYS)?;
            let waves = fields.get("waves").cloned().unwrap_or(Value::Null);
            Some((name.clone(), OwnMode { waves: self.list(&waves, &place.key("waves"), "waves", Self::wave) }))
        };
        fields.iter().filter_map(mode).collect()
    }

    fn wave(&mut self, value: &Value, place: &Place) -> Option<OwnWave> {
        let fields = self.object(value, place, WAVE_KEYS)?;
        let each = Each::ALL.map(|each| (each.word(), each));
        let name = self.needed(fields, place, "name", Self::string);
        let each = self.needed(fields, place, "each", |reader, value, place| reader.word(value, place, &each));
        let agent = self.needed(fields, place, "agent", Self::string);
        let expect = self.needed(fields, place, "expect", Self::expected);
        let variables = self.field(fields, place, "variables", Self::map);
        Some(OwnWave { name: name?, each: each?, agent: agent?, expect: expect?, variables })
    }

    fn task(&mut self, value: &Value, place: &Place) -> Option<Task> {
        let fields = self.object(value, place, TASK_KEYS)?;
        let id = self.needed(fields, place, "id", Self::string);
        let description = self.needed(fields, place, "description", Self::string);
        let spec = self.field(fields, place, "spec", Self::string);
        let criteria = self.field(fields, place, "criteria", Self::strings);
        let after = self.field(fields, place, "after", Self::strings);
        let files = self.field(fields, place, "files", Self::strings);
        Some(Task { id: id?, description: description?, spec, criteria, after, files })
    }

    fn screen(&mut self, value: &Value, place: &Place) -> Option<Screen> {
        let fields = self.object(value, place, SCREEN_KEYS)?;
        let name = self.needed(fields, place, "name", Self::string);
        let spec = self.needed(fields, place, "spec", Self::string);
        Some(Screen { name: name?, spec: spec? })
    }

    fn token_category(&mut self, value: &Value, place: &Place) -> Option<TokenCategory> {
        let fields = self.object(value, place, TOKEN_KEYS)?;
        let category = self.needed(fields, place, "category", Self::string);
        let decisions = self.field(fields, place, "decisions", Self::string);
        Some(TokenCategory { category: category?, decisions })
    }

    fn expected(&mut self, value: &Value, place: &Place) -> Option<Expected> {
        let read: Option<Expected> = serde_json::from_value(value.clone()).ok();
        let read = read.filter(|of| self.types.has(*of));
        let wanted = self.types.expected_words();
        self.or_say(read, value, place, &wanted)
    }

    pub(super) fn word<T: Copy>(&mut self, value: &Value, place: &Place, words: &[(&str, T)]) -> Option<T> {
        let written = value.as_str();
        let read = words.iter().find(|(word, _)| Some(*word) == written).map(|(_, of)| *of);
        let wanted = words.iter().map(|(word, _)| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
        self.or_say(read, value, place, &format!("one of {wanted}"))
    }

    pub(super) fn truth(&mut self, value: &Value, place: &Place) -> bool {
        self.or_say(value.as_bool(), value, place, "true or false").unwrap_or_default()
    }

    fn whole(&mut self, value: &Value, place: &Place, range: RangeInclusive<u64>) -> Option<u64> {
        // 10.0 is a whole number too: JavaScript knows no other.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let of_float = |number: f64| (number.fract() == 0.0 && (0.0..1e15).contains(&number)).then_some(number as u64);
        let read = value.as_u64().or_else(|| value.as_f64().and_then(of_float));
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        self.or_say(read.filter(|number| range.contains(number)), value, place, &wanted)
    }

    fn string(&mut self, value: &Value, place: &Place) -> Option<String> {
        self.or_say(value.as_str().map(str::to_owned), value, place, "a string")
    }

    fn strings(&mut self, value: &Value, place: &Place) -> Vec<String> {
        self.list(value, place, "strings", Self::string)
    }

    fn map(&mut self, value: &Value, place: &Place) -> BTreeMap<String, String> {
        let Some(fields) = self.fields(value, place, "an object of strings") else { return BTreeMap::new() };
        let pair = |(key, value): (&String, &Value)| Some((key.clone(), self.string(value, &place.key(key))?));
        fields.iter().filter_map(pair).collect()
    }

    pub(super) fn list<T>(
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
    pub(super) fn field<T: Default>(
        &mut self,
        fields: &Map<String, Value>,
        place: &Place,
        key: &str,
        read: impl FnOnce(&mut Self, &Value, &Place) -> T,
    ) -> T {
        fields.get(key).map(|value| read(self, value, &place.key(key))).unwrap_or_default()
    }

    pub(super) fn needed<T>(
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
    pub(super) fn object<'v>(
        &mut self,
        value: &'v Value,
        place: &Place,
        known: &[&str],
    ) -> Option<&'v Map<String, Value>> {
        let fields = self.fields(value, place, "an object")?;
        for key in fields.keys().filter(|key| !known.contains(&key.as_str())) {
            let meant = known.iter().find(|known| is_meant(key, known));
            let there_is = match meant {
                Some(meant) => format!("write `{meant}`"),
                None => format!("there is {}", known.join(", ")),
            };
            self.problems.push(Problem::unknown(format!("`{}` has no {}: {there_is}.", place.0, quote(key))));
        }
        Some(fields)
    }

    fn fields<'v>(&mut self, value: &'v Value, place: &Place, wanted: &str) -> Option<&'v Map<String, Value>> {
        self.or_say(value.as_object(), value, place, wanted)
    }

    pub(super) fn or_say<T>(&mut self, read: Option<T>, value: &Value, place: &Place, wanted: &str) -> Option<T> {
        if read.is_none() {
            self.problems.push(Problem::value(format!("`{}` is {wanted}; got {}.", place.0, shown(value))));
        }
        read
    }
}

/// What is wrong with a key beside our blocks. The file is others' as well: where a name may be theirs, its value decides.
fn misplaced(key: &str, value: Option<&Value>) -> Option<Problem> {
    let is_ours = |known: &str| match known {
        "dimensions" | "types" => value.is_some_and(Value::is_array),
        "modes" => {
            value.and_then(Value::as_object).is_some_and(|modes| modes.values().any(|of| of.get("waves").is_some()))
        }
        _ => value.is_some_and(Value::is_object),
    };
    if let Some(meant) = CONFIGURATION_KEYS.iter().find(|known| is_meant(key, known)) {
        let names_agents = |fields: &Map<String, Value>| fields.keys().any(|name| Agent::named(name).is_some());
        let is_others = *meant == "models" && !value.and_then(Value::as_object).is_some_and(names_agents);
        let message = format!("{} stands outside `orchestration`: write it as `orchestration.{meant}`.", quote(key));
        return (!is_others).then(|| Problem::unknown(message));
    }
    let meant = FILE_KEYS.iter().find(|known| is_meant(key, known) || (is_ours(known) && is_near(key, known)))?;
    Some(Problem::unknown(format!("There is no {}: write `{meant}`.", quote(key))))
}

/// Whether one letter more, less or otherwise, or two that changed places, make one name of another.
fn is_near(written: &str, known: &str) -> bool {
    let [written, known]: [Vec<char>; 2] = [written, known].map(|name| name.to_ascii_lowercase().chars().collect());
    let same = |one: &[char], other: &[char]| one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let front = same(&written, &known);
    let [written, known] = [written, known].map(|name| name.into_iter().skip(front).collect::<Vec<_>>());
    let is_swapped = matches!((written.as_slice(), known.as_slice()), ([a, b, rest @ ..], [c, d, more @ ..]) if a == d && b == c && rest == more);
    let back = |name: &[char]| name.iter().rev().copied().collect::<Vec<_>>();
    let behind = same(&back(&written), &back(&known));
    is_swapped || (written.len().saturating_sub(behind) <= 1 && known.len().saturating_sub(behind) <= 1)
}

/// A value in a sentence.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quote(text),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// Whether a name is another one but for its capitals and marks.
fn is_meant(written: &str, known: &str) -> bool {
    let letters =
        |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    letters(written) == letters(known)
}
