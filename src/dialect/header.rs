//! What a reply states as its subject: in the pairs of its summary line, and in the fields of its metadata.

use crate::model::{Component, Metadata, MissingComponent, ResultType, Span};
use crate::part::aliases::Aliases;
use crate::part::body::Body;
use crate::part::summary_line::SummaryLine;
use crate::part::{columns, figures, records, units};
use crate::text::inline;

/// The subjects that tell a type, by their keys.
const SUBJECTS: [(&str, ResultType); 6] = [
    ("doc", ResultType::Digest),
    ("pair", ResultType::Consistency),
    ("task", ResultType::Implementation),
    ("screen", ResultType::DesignPlan),
    ("items", ResultType::Verification),
    ("dimension", ResultType::Consistency),
];

/// The pairs of a summary line, and behind them the fields of the metadata.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    summary: Option<&'a SummaryLine>,
    metadata: &'a Metadata,
    /// What the segment without a key is, right after status and type.
    subject: Option<(&'static str, &'a str)>,
}

impl<'a> Header<'a> {
    /// The header of a reply whose type is not known yet.
    #[must_use]
    pub fn of(summary: Option<&'a SummaryLine>, metadata: &'a Metadata) -> Self {
        Self { summary, metadata, subject: None }
    }

    /// The same, of a reply of a type.
    #[must_use]
    pub fn on(self, result_type: Option<ResultType>) -> Self {
        let subject = self.summary.zip(result_type).and_then(|(summary, of)| subject(summary, of));
        Self { subject, ..self }
    }

    /// The value of a key. The summary line counts first.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<String> {
        let metric = self.summary.and_then(|summary| summary.metric(key));
        let positional = self.subject.filter(|(subject, _)| *subject == key).map(|(_, value)| value);
        metric.or_else(|| self.field(key)).or(positional).map(str::to_owned)
    }

    /// A field of the metadata that has no place of its own there.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&'a str> {
        let field = self.metadata.extra.iter().find(|field| columns::key(&field.key) == key);
        field.map(|field| field.value.as_str())
    }

    /// The type that a pair or a field belongs to.
    #[must_use]
    pub fn result_type(&self) -> Option<ResultType> {
        SUBJECTS.into_iter().find(|(key, _)| self.get(key).is_some()).map(|(_, found)| found)
    }

    /// The documents that are compared.
    #[must_use]
    pub fn pair(&self) -> Vec<String> {
        self.get("pair").or_else(|| self.get("documents")).map(|pair| units::documents(&pair)).unwrap_or_default()
    }

    /// The one document that the reply is on.
    #[must_use]
    pub fn document(&self) -> Option<String> {
        self.get("doc").or_else(|| self.get("document")).map(|document| inline::bare(&document).to_owned())
    }

    /// What a reply of a registered type is on.
    fn scope(&self) -> Option<String> {
        let pair = self.pair();
        let stated = SCOPES.into_iter().find_map(|key| self.get(key)).filter(|scope| !inline::is_wordless(scope));
        stated.or_else(|| (!pair.is_empty()).then(|| units::show(&pair)))
    }

    /// Puts what the reply is on where it belongs in each type.
    pub fn fill(&self, body: &mut Body, names: &Aliases) {
        let pair = self.pair();
        body.digest.document = self.document();
        body.consistency.documents =
            if pair.is_empty() && names.documents().len() == 2 { names.documents() } else { pair };
        body.consistency.dimension = self.get("dimension");
        body.consistency.mode = self.get("mode");
        body.consistency.rating = self.get("rating");
        body.verification.dimension = self.get("dimension");
        body.implementation.task = self.get("task");
        body.design_plan.screen = self.get("screen");
        if body.design_plan.missing.is_empty() {
            body.design_plan.missing = self
                .summary
                .map(|summary| missing_components(summary, &body.design_plan.components))
                .unwrap_or_default();
        }
    }

    /// The unit: the documents, the task, the screen or the dimension; else what short names and the scope tell.
    #[must_use]
    pub fn unit(&self, body: &Body, result_type: Option<ResultType>, names: &Aliases) -> Option<String> {
        let stated = match result_type {
            Some(ResultType::Digest) => body.digest.document.clone().or_else(|| self.get("dimension")),
            Some(ResultType::Consistency) if body.consistency.documents.is_empty() => {
                body.consistency.dimension.clone()
            }
            Some(ResultType::Consistency) => Some(units::show(&body.consistency.documents)),
            Some(ResultType::Verification) => body.verification.dimension.clone(),
            Some(ResultType::Implementation) => body.implementation.task.clone(),
            Some(ResultType::DesignPlan) => body.design_plan.screen.clone(),
            Some(ResultType::Custom(_)) => self.scope(),
            None => None,
        };
        // A placeholder that was left in names nothing.
        let is_name = |unit: &String| !unit.trim_start().starts_with('<') && !inline::is_wordless(unit);
        stated.filter(is_name).map(units::clipped).or_else(|| units::of_scope(names, self.metadata.scope.as_deref()))
    }
}

/// The components that the summary line names in the place of their number, or behind it: `Missing: 2 (Stepper, Tabs)`.
fn missing_components(summary: &SummaryLine, listed: &[Component]) -> Vec<MissingComponent> {
    let Some(stated) = summary.metric("missing").map(str::trim) else { return Vec::new() };
    let count = figures::whole(stated);
    let behind = stated.split_once('(').and_then(|(_, behind)| behind.strip_suffix(')'));
    let named = if count.is_some() { behind.unwrap_or_default() } else { stated };
    let names: Vec<&str> = named.split([',', ';']).map(str::trim).filter(|name| !name.is_empty()).collect();
    if count.is_some_and(|count| count != names.len()) || !names.iter().all(|name| is_component(name, listed)) {
        return Vec::new();
    }
    let named = |name: &str| MissingComponent {
        needed: inline::bare(name).to_owned(),
        span: Span::of_bytes(summary.range.start, summary.range.end),
        ..MissingComponent::default()
    };
    names.into_iter().map(named).collect()
}

/// Whether a name is written like one of a component, and is no remark in its place: `unknown`, `See table`.
fn is_component(name: &str, listed: &[Component]) -> bool {
    const REMARKS: [&str; 18] = [
        "all", "any", "few", "many", "not", "pending", "same", "see", "several", "some", "tba", "tbc", "tbd", "todo",
        "unclear", "unknown", "various", "yes",
    ];
    let bare = inline::bare(name);
    let words = inline::words(bare);
    let is_remark = words.split(' ').next().is_some_and(|first| REMARKS.contains(&first)) || records::is_none(bare);
    let is_written = name.starts_with('`') || bare.starts_with(char::is_uppercase);
    let is_listed = || listed.iter().any(|component| inline::says(&component.name, &words));
    !is_remark && bare.contains(char::is_alphabetic) && (is_written || is_listed())
}

/// The pairs by which a reply of a registered type says what it is on.
pub const SCOPES: [&str; 6] = ["scope", "doc", "document", "task", "screen", "dimension"];

/// A segment without a key right after status and type is what the type is on.
fn subject(summary: &SummaryLine, result_type: ResultType) -> Option<(&'static str, &str)> {
    let first = summary.metrics.first().filter(|first| first.key.is_empty() && summary.stated_type.is_some())?;
    let key = match result_type {
        ResultType::Verification => return None,
        ResultType::Custom(_) => "scope",
        other => SUBJECTS.into_iter().find(|(_, of)| *of == other).map(|(key, _)| key)?,
    };
    (!first.value.starts_with(|digit: char| digit.is_ascii_digit())).then_some((key, first.value.as_str()))
}
