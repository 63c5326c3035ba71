//! The vocabulary that all other layers use.

pub mod clarifications;
mod code;
mod comparison;
mod custom_type;
mod decision;
mod detail;
mod diagnostic;
mod finding;
mod key_value;
mod misuse;
mod part_decision;
mod percent;
mod place;
pub(crate) mod plain_data;
mod plan;
mod rendering;
mod reply;
mod report;
mod result;
mod returns;
mod rollup;
mod severity;
mod status;
mod synthesis;

pub use code::{Code, Explanation, Lack};
pub use comparison::{Baseline, Comparison, EarlierSuggestion, SeverityChange};
pub use custom_type::{ColumnRole, CustomColumn, CustomType, CustomTypes, RESERVED, REVIEW, TYPE_NAME_LIMIT, TypeName};
pub use decision::{DecisionStatus, FindingDecision, FindingDecisions, PairDecision};
pub use detail::*;
pub use diagnostic::{Diagnostic, Edit, Level, QUOTE_LIMIT, SAID_LIMIT, left_out, quote};
pub use finding::{FINDING_TYPES, Finding, FindingState};
pub use key_value::{Extra, KeyValue};
pub use misuse::{Misuse, Problem, ProblemKind};
pub use part_decision::{PartDecision, PartVerdict, Reason};
pub use percent::Percent;
pub use place::{Location, Place};
pub use plan::{DispatchPlan, DispatchUnit, Factors, PLAN_SCHEMA, Task, Tokens, Variables, Wave};
pub use rendering::{Document, RenderOptions, SECTIONS, Section, Template};
pub use reply::{MAX_BATCH_BYTES, MAX_REPLY_BYTES, Meta, Reply, ReplyText};
pub use report::*;
pub use result::{AgentResult, Coverage, Decisions, Ledger, LedgerEntry, Metadata, Remainder};
pub use returns::{Artifact, Return, ReturnError};
pub use rollup::*;
pub use severity::{SEVERITIES, Severity, severity_of_word, usual_severity};
pub use status::{
    AskedRefinements, Confidence, Dialect, Expected, JsonReturn, RESULT_TYPES, ResultType, Status, UnitStatus,
};
pub use synthesis::*;

pub use crate::text::span::Span;
pub use crate::text::visible::{is_invisible, visible};
