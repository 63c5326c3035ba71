//! Plans which agents are asked for what, and what to ask again; has the definitions of the agents. See
//! `docs/dispatch.md`.

mod agent;
mod announcement;
mod asked;
mod bindings;
mod cost;
mod definitions;
mod dimensions;
mod groups;
mod input;
mod list;
mod materials;
mod modes;
mod plan;
mod reading;
mod retry;
mod summaries;
mod units;
mod waves;

pub use agent::{Agent, Estimate, Range};
pub use definitions::{Definition, agents};
pub use dimensions::{AUDIT as AUDIT_DIMENSIONS, Dimension, REVIEW as REVIEW_DIMENSIONS};
pub use input::{
    AGENT_TIMEOUT, Configuration, Each, FanOut, LONGEST_TIMEOUT, MAX_AGENTS, MOST_AGENTS, OwnMode, OwnUnit, OwnWave,
    PlanInput, Screen, Task, TokenCategory,
};
pub use list::LIST;
pub use materials::{MOST_TASKS, MOST_UNITS};
pub use modes::{MODES, TOKEN_CATEGORIES, retry_below};
pub use plan::plan;
pub use reading::{ConfigurationFile, types_of_file};
pub use retry::retry;
