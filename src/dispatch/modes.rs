//! The modes: which waves each has, when it fans out, and from which coverage on a reply is enough.
//! See `docs/dispatch.md`, "Modes".

use std::collections::BTreeSet;

use super::agent::Agent;
use super::dimensions;
use super::input::{Each, PlanInput};
use super::list::LIST;
use crate::model::{Expected, Factors, Percent, Problem, REVIEW, ResultType, TypeName, quote};
use crate::part::units::Identity;

/// The modes that count their units out of what there is to work on, by name.
pub const MODES: [&str; 11] =
    ["audit", "verify", "spec", "review", "re-review", "code-review", "run", "autopilot", "mockups", "tokens", "start"];

/// From so many lines on a review fans out.
pub const LONG_PROPOSAL: u64 = 500;
/// From so many reviews on a re-review fans out.
pub const SEVERAL_REVIEWS: usize = 2;
/// From so many screens on mockups fan out.
pub const MANY_SCREENS: usize = 5;
/// The token categories that are drafted where none are named.
pub const TOKEN_CATEGORIES: [&str; 3] = ["Colors", "Typography", "Spacing"];
/// So many token categories are drafted ahead, at the most.
pub const MOST_CATEGORIES: usize = 3;
/// So many tasks, or groups of them, run at the same time, at the most.
pub const TASKS_AT_ONCE: usize = 3;

/// What a mode does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The skill that it is of, which begins the names of its teams.
    pub skill: Option<&'static str>,
    /// Its waves, one after the other.
    pub waves: Vec<Course>,
    /// What to judge by.
    pub dimensions: Vec<String>,
    /// Whether one agent does all tasks that hang together, where agents run at the same time.
    pub groups_tasks: bool,
    /// Whether it only prepares what the main context would do itself: without fan-out there is nothing to plan.
    pub speculative: bool,
}

/// A wave, before its units are counted out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// Its name.
    pub name: String,
    /// What runs in it at the same time; where it must be split, the first come first.
    pub tracks: Vec<Track>,
}

/// One kind of unit of a wave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// What there is a unit for.
    pub each: Each,
    /// The agent that is asked.
    pub agent: String,
    /// What it is asked for.
    pub expect: Expected,
    /// What it is told where the user says nothing else.
    pub usual: Vec<(String, String)>,
    /// What it is told, whatever else the user says.
    pub fixed: Vec<(String, String)>,
}

impl Recipe {
    /// What a mode does, the user's own before the others.
    pub fn of(mode: &str, input: &PlanInput) -> Result<Self, Problem> {
        if let Some(own) = input.modes.get(mode) {
            let waves = own.waves.iter().map(|wave| Course {
                name: wave.name.clone(),
                tracks: vec![Track {
                    each: wave.each,
                    agent: wave.agent.clone(),
                    expect: wave.expect,
                    usual: vec![("MODE".to_owned(), mode.to_owned())],
                    fixed: wave.variables.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
                }],
            });
            return Ok(Self {
                skill: None,
                waves: waves.collect(),
                dimensions: input.dimensions.clone(),
                groups_tasks: false,
                speculative: false,
            });
        }
        let mut recipe = built_in(mode).ok_or_else(|| {
            let own = input.modes.keys().map(|name| quote(name));
            let known: Vec<String> = MODES.iter().chain([&LIST]).map(|name| format!("\"{name}\"")).chain(own).collect();
            Problem::value(format!("`mode` must be one of {}, but is {}.", known.join(", "), quote(mode)))
        })?;
        if !input.dimensions.is_empty() {
            recipe.dimensions.clone_from(&input.dimensions);
        }
        if mode == "verify" {
            let readers = recipe.waves.iter_mut().flat_map(|wave| &mut wave.tracks).flat_map(|track| &mut track.usual);
            for (_, focus) in readers.filter(|(name, _)| name == "FOCUS") {
                focus.push_str(&change(input));
            }
        }
        Ok(recipe)
    }
}

/// What changed, and by which proposal, as the readers of a verify are told.
fn change(input: &PlanInput) -> String {
    let changed: BTreeSet<Identity> = input.changed.iter().filter_map(|path| Identity::of(path)).collect();
    let changed: Vec<&str> = changed.iter().map(Identity::name).collect();
    let mut text = format!("\nChanged: {}", changed.join(", "));
    if let Some(manifest) = input.variables.get("CHANGE_MANIFEST").filter(|manifest| !manifest.trim().is_empty()) {
        text.push_str(&format!("\nThe proposal's change manifest: {}", manifest.trim()));
    }
    text
}

/// Under this coverage a PARTIAL reply is asked for again.
#[must_use]
pub fn retry_below(mode: &str) -> Percent {
    Percent::whole(match mode {
        "audit" | "verify" => 95,
        "spec" => 50,
        _ => 80,
    })
}

/// What a mode takes and gives where it fans out; `None` where that is not known of it, as of those of the user.
#[must_use]
pub fn factors(mode: &str, input: &PlanInput) -> Option<Factors> {
    let (tokens, speed) = match mode {
        _ if input.modes.contains_key(mode) => return None,
        "audit" => ("2-3.5x", "5-10x"),
        "verify" => ("1.5-2x", "3-5x"),
        "spec" => ("1.2-1.5x", "2-3x"),
        "review" => ("2-3x", "2-3x"),
        "run" | "autopilot" => ("1.5-2x", "2-3x"),
        "mockups" => ("1.2-1.5x", "1.5-2x"),
        _ => return None,
    };
    Some(Factors { tokens: tokens.to_owned(), speed: speed.to_owned() })
}

/// What speaks against fanning out, where the user allows it.
#[must_use]
pub fn against(mode: &str, input: &PlanInput) -> Option<String> {
    if input.modes.contains_key(mode) {
        return None;
    }
    match mode {
        "review" => match input.proposal_lines {
            None => Some(format!(
                "the length of the proposal is not known (`proposalLines`); reviews fan out at {LONG_PROPOSAL} lines or more"
            )),
            Some(lines) if lines < LONG_PROPOSAL => {
                let counted = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
                Some(format!("the proposal has {counted}; reviews fan out at {LONG_PROPOSAL} or more"))
            }
            Some(_) => None,
        },
        "re-review" if input.reviews.len() < SEVERAL_REVIEWS => {
            Some(format!("there is one review; re-reviews fan out at {SEVERAL_REVIEWS} or more"))
        }
        "run" | "autopilot" if !input.approved => {
            Some("nobody has approved running groups of tasks at the same time (`approved`)".to_owned())
        }
        "mockups" if input.screens.len() < MANY_SCREENS => {
            let there_are = match input.screens.len() {
                1 => "there is 1 screen".to_owned(),
                count => format!("there are {count} screens"),
            };
            Some(format!("{there_are}; mockups fan out at {MANY_SCREENS} or more"))
        }
        "mockups" if !input.components_exist => {
            Some("not all shared components exist yet (`componentsExist`)".to_owned())
        }
        _ => None,
    }
}

fn built_in(mode: &str) -> Option<Recipe> {
    use Each::{ChangedPair, Dimension, Document, Pair, Review, Screen, Task, TaskList, Token};
    let wave = |name: &str, tracks: Vec<Track>| Course { name: name.to_owned(), tracks };
    let plain = |skill, waves| Recipe {
        skill: Some(skill),
        waves,
        dimensions: Vec::new(),
        groups_tasks: false,
        speculative: false,
    };
    let ahead = |skill, track| Recipe { speculative: true, ..plain(skill, vec![wave("ahead", vec![track])]) };
    let names = |dimensions: &[dimensions::Dimension]| dimensions.iter().map(|it| it.name.to_owned()).collect();
    let implement = || Recipe {
        groups_tasks: true,
        ..plain(
            "implementer",
            vec![wave("parallel", vec![track(Task, Agent::TaskImplementer, IMPLEMENTATION, &[("MODE", mode)])])],
        )
    };
    Some(match mode {
        "audit" => Recipe {
            dimensions: names(&dimensions::AUDIT),
            ..plain(
                "reviewer",
                vec![
                    wave("read", vec![track(Document, Agent::DocReader, DIGEST, &[("FORMAT", "full")])]),
                    wave(
                        "analyze",
                        vec![
                            track(Pair, Agent::ConsistencyChecker, CONSISTENCY, &[("SCOPE", "full")]),
                            track(Dimension, Agent::DimensionAnalyzer, CONSISTENCY, &[("MODE", "audit")]),
                        ],
                    ),
                ],
            )
        },
        "verify" => {
            let focus = "sections that the proposal is about, and sections that were changed lately";
            plain(
                "reviewer",
                vec![
                    wave(
                        "read",
                        vec![track(Document, Agent::DocReader, DIGEST, &[("FOCUS", focus), ("FORMAT", "full")])],
                    ),
                    wave(
                        "consistency",
                        vec![track(ChangedPair, Agent::ConsistencyChecker, CONSISTENCY, &[("SCOPE", "post-merge")])],
                    ),
                ],
            )
        }
        "spec" => {
            let focus = "types, entities, interfaces, contracts, rules of behaviour, cross-references";
            let track = track(Document, Agent::DocReader, DIGEST, &[("FOCUS", focus), ("FORMAT", "full")]);
            plain("implementer", vec![wave("read", vec![track])])
        }
        "review" => Recipe {
            dimensions: names(&dimensions::REVIEW),
            ..plain(
                "reviewer",
                vec![wave(
                    "dimensions",
                    vec![track(Dimension, Agent::DimensionAnalyzer, CONSISTENCY, &[("MODE", "review")])],
                )],
            )
        },
        "re-review" => {
            let usual = [("FOCUS", "blocking issues and non-blocking suggestions"), ("FORMAT", "claims-only")];
            plain("reviewer", vec![wave("read", vec![track(Review, Agent::DocReader, VERIFICATION, &usual)])])
        }
        "code-review" => Recipe {
            dimensions: names(&dimensions::CODE),
            ..plain(
                "reviewer",
                vec![wave(
                    "dimensions",
                    vec![track(Dimension, Agent::DimensionAnalyzer, findings()?, &[("MODE", mode)])],
                )],
            )
        },
        "run" | "autopilot" => implement(),
        "mockups" => plain("designer", vec![wave("plan", vec![track(Screen, Agent::DesignPlanner, DESIGN_PLAN, &[])])]),
        "tokens" => ahead("designer", track(Token, Agent::DesignPlanner, DESIGN_PLAN, &[])),
        "start" => ahead("implementer", track(TaskList, Agent::TaskImplementer, IMPLEMENTATION, &[("MODE", mode)])),
        _ => return None,
    })
}

const DIGEST: ResultType = ResultType::Digest;
const CONSISTENCY: ResultType = ResultType::Consistency;
const VERIFICATION: ResultType = ResultType::Verification;
const IMPLEMENTATION: ResultType = ResultType::Implementation;
const DESIGN_PLAN: ResultType = ResultType::DesignPlan;

/// A table of findings, whatever they are on.
fn findings() -> Option<ResultType> {
    TypeName::new(REVIEW).map(ResultType::Custom)
}

fn track(each: Each, agent: Agent, expect: ResultType, usual: &[(&str, &str)]) -> Track {
    Track {
        each,
        agent: agent.name().to_owned(),
        expect: Expected::Type(expect),
        usual: usual.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        fixed: Vec::new(),
    }
}
