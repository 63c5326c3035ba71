//! Reads input and configuration from plain data, and reports every unknown key and invalid value.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use super::agent::Agent;
use super::input::{
    Configuration, Each, FanOut, LONGEST_TIMEOUT, MOST_AGENTS, OwnMode, OwnUnit, OwnWave, PlanInput, Screen, Task,
    TokenCategory,
};
use super::materials;
use crate::model::plain_data::{Place, Reader, is_meant, is_near, shown};
use crate::model::{CustomTypes, Misuse, Problem, quote};
use crate::order::Gather;
use crate::text::json::from_json;

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
    "units",
    "variables",
    "modes",
    "types",
    "config",
];
const TASK_KEYS: &[&str] =
    &["id", "description", "spec", "criteria", "after", "files", "testSpec", "contextFiles", "dependencyContext"];
const SCREEN_KEYS: &[&str] = &["name", "spec"];
const UNIT_KEYS: &[&str] = &["unit", "agent", "prompt", "expect", "subject", "model"];
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
        let object = object(text)?;
        let mut reader = Reader::default();
        let mut file = Self::default();
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
        materials::models(&file.config.models, materials::agents_of(&file.modes), &mut reader.problems);
        Misuse::unless(reader.problems, file)
    }
}

/// The types that a configuration file registers. What else is in it is not looked at: a mistake there is the plan's.
///
/// # Errors
/// Where the text is no JSON object, and for every key and value in the block `types` that is wrong.
pub fn types_of_file(text: &str) -> Result<CustomTypes, Misuse> {
    let object = object(text)?;
    let mut reader = Reader::default();
    let misspelt = object.iter().filter(|(key, _)| *key != "types" && !FILE_KEYS.contains(&key.as_str()));
    reader.problems.extend(
        misspelt.filter(|(key, value)| means_types(key, value)).filter_map(|(key, value)| misplaced(key, Some(value))),
    );
    let types = object.get("types").map(|block| reader.custom_types(block, &Place::file().key("types")));
    Misuse::unless(reader.problems, types.unwrap_or_default())
}

/// The object that a configuration file is.
fn object(text: &str) -> Result<Map<String, Value>, Problem> {
    // Some editors put a byte order mark first, and JSON has none.
    let value: Value = serde_json::from_slice(text.trim_start_matches('\u{feff}').as_bytes()).map_err(|error| {
        Problem::value(format!("The configuration is not valid JSON: {}.", quote(&error.to_string())))
    })?;
    match value {
        Value::Object(object) => Ok(object),
        other => Err(Problem::value(format!("The configuration must be a JSON object, but is {}.", shown(&other)))),
    }
}

/// Whether a key that nobody knows means the block `types`.
fn means_types(key: &str, value: &Value) -> bool {
    is_meant(key, "types") || (value.is_array() && is_near(key, "types"))
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
            // As text, so that what reads a report is compiled once, not for values too.
            after: self.field(fields, place, "after", |reader, value, place| {
                reader.or_say(
                    from_json(value.to_string().as_bytes()).ok(),
                    value,
                    place,
                    "a report that `aggregate` returned",
                )
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
            units: self.field(fields, place, "units", |reader, value, place| {
                reader.list(value, place, "units", Self::own_unit)
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
        fields.iter().filter_map(mode).gather()
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
        let test_spec = self.field(fields, place, "testSpec", Self::string);
        let context_files = self.field(fields, place, "contextFiles", Self::strings);
        let dependency_context = self.field(fields, place, "dependencyContext", Self::string);
        Some(Task {
            id: id?,
            description: description?,
            spec,
            criteria,
            after,
            files,
            test_spec,
            context_files,
            dependency_context,
        })
    }

    fn own_unit(&mut self, value: &Value, place: &Place) -> Option<OwnUnit> {
        let fields = self.object(value, place, UNIT_KEYS)?;
        let unit = self.needed(fields, place, "unit", Self::string);
        let agent = self.needed(fields, place, "agent", Self::string);
        let prompt = self.needed(fields, place, "prompt", Self::string);
        let expect = self.field(fields, place, "expect", Self::expected);
        let subject = self.field(fields, place, "subject", Self::string);
        let model = self.field(fields, place, "model", Self::string);
        Some(OwnUnit { unit: unit?, agent: agent?, prompt: prompt?, expect, subject, model })
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
        let message = format!("{} must be inside `orchestration`. Write `orchestration.{meant}`.", quote(key));
        return (!is_others).then(|| Problem::unknown(message));
    }
    let meant = FILE_KEYS.iter().find(|known| is_meant(key, known) || (is_ours(known) && is_near(key, known)))?;
    Some(Problem::unknown(format!("There is no key {}. Did you mean `{meant}`?", quote(key))))
}
