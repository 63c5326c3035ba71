//! Builds the result from what was read: remainder, ledger, positions.

use std::collections::BTreeSet;

use crate::model::{
    AgentResult, Code, Detail, Diagnostic, Dialect, Finding, Metadata, MissingComponent, Remainder, Reply, ResultType,
    Severity, Span, quote,
};
use crate::order::Gather;
use crate::part::aliases::{Aliases, is_same_file};
use crate::part::body::{self, Body};
use crate::part::documents::{document_of, is_text};
use crate::part::{Reading, finding, fingerprint, units};
use crate::review;
use crate::text::blocks::BlockKind;
use crate::text::ledger::{Owner, Tile};
use crate::text::tables::{self, Fit};
use crate::text::{SourceText, Wrapper, inline};

/// A result in the making.
pub struct Draft<'r> {
    /// The reply as the host handed it in.
    pub reply: &'r Reply,
    /// The result so far.
    pub result: AgentResult,
    /// What stands in the fence that was opened, and the code that says so.
    pub fenced: (&'static str, Code),
}

/// A result that is read to its end.
pub struct Finished {
    /// The result.
    pub result: AgentResult,
    /// Who owns which stretch of the reply.
    pub tiles: Vec<Tile>,
    /// Its diagnostics with slips of one kind as one, where they are counted.
    pub counted: Option<Vec<Diagnostic>>,
}

impl<'r> Draft<'r> {
    /// A result that says nothing yet but what the host knows.
    pub fn new(reply: &'r Reply, dialect: Dialect) -> Self {
        let result = AgentResult::unread(reply, dialect);
        Self { reply, result, fenced: ("The reply", Code::WrappedReply) }
    }

    /// Takes what a detail section held.
    pub fn take(&mut self, mut body: Body, result_type: Option<ResultType>) {
        self.result.findings = std::mem::take(&mut body.findings);
        self.result.parked = std::mem::take(&mut body.parked);
        self.result.implications = std::mem::take(&mut body.implications);
        self.result.recovery = self.result.recovery.take().or(body.recovery.take());
        self.result.attempted = body.attempted.take();
        self.result.uncovered = body.uncovered.take();
        self.result.detail = body.detail(result_type);
        missing_components(&mut self.result);
        finding::seal(&mut self.result.findings);
    }

    /// The unit and the agent: the host's, else what the reply names.
    pub fn name(&mut self, reading: &mut Reading<'_, '_>, unit: Option<String>) {
        match (&self.result.unit, unit) {
            // Of several tasks that one agent was asked for, the reply says which it is on.
            (Some(asked), Some(claimed))
                if self.result.r#type == Some(ResultType::Implementation) && is_some_of(&claimed, asked) =>
            {
                self.result.unit = Some(claimed);
            }
            (Some(asked), Some(claimed)) if units::Identity::of(asked) != units::Identity::of(&claimed) => {
                let message = format!("The reply is about {}, but {} was requested.", quote(&claimed), quote(asked));
                reading.say_overall(Code::UnitDiffers, message);
            }
            (None, claimed) => self.result.unit = claimed,
            _ => {}
        }
        if self.result.agent.is_none() {
            self.result.agent = self.result.metadata.agent.clone();
        }
    }

    /// The result, and who owns which stretch: what nobody claimed becomes the remainder.
    pub fn finish(mut self, mut reading: Reading<'_, '_>) -> Finished {
        let source = reading.source;
        match source.wrapper() {
            Some(Wrapper::Fence(marks)) => {
                const KINDS: usize = 8;
                let mut kinds: Vec<&str> = Vec::new();
                for mark in marks {
                    let written = source.slice(mark.clone());
                    let is_said = kinds.contains(&written) || !written.contains(char::is_alphanumeric);
                    if kinds.is_empty() || (!is_said && kinds.len() < KINDS) {
                        kinds.push(written);
                    }
                    // A kind that is not said stays in the remainder.
                    if is_said || kinds.contains(&written) {
                        reading.ledger.claim(mark.clone(), Owner::Layout);
                    }
                }
                if let Some(mark) = marks.first() {
                    let kinds: Vec<String> = kinds.into_iter().map(quote).collect();
                    let message = format!("{} is in a code fence: {}.", self.fenced.0, kinds.join(", "));
                    reading.say(self.fenced.1, message, mark.clone());
                }
            }
            Some(Wrapper::Quote) => {
                let marked = source.lines().iter().find(|line| line.start < line.content.start);
                let first = marked.or(source.lines().first()).map_or(0..0, |line| line.start..line.content.end);
                reading.say(self.fenced.1, format!("{} is in a quote.", self.fenced.0), first);
                for line in source.lines() {
                    reading.ledger.claim(line.start..line.content.start, Owner::Layout);
                }
            }
            None => {}
        }
        if let Some(row) = cut_off(source) {
            let range = source.lines_range(row..row + 1);
            reading.say(Code::CutOff, "The reply ends in the middle of a table row.", range);
        }
        for block in source.blocks() {
            match block.kind {
                BlockKind::Rule => reading.claim_lines(block.lines.clone(), Owner::Layout),
                BlockKind::ThinkBlock => {
                    let range = source.lines_range(block.lines.clone());
                    reading.say(Code::ThinkingAloud, "The model's thinking was skipped.", range);
                }
                BlockKind::Fence { closed: false } => {
                    let range = source.lines_range(block.lines.start..block.lines.start + 1);
                    reading.say(Code::UnclosedFence, "The text ends inside a code fence.", range);
                }
                _ => {}
            }
        }
        let counted = reading.counted();
        reading.say_left_out();
        let tiles = reading.ledger.tile(source.text());
        let unclaimed = tiles.iter().filter(|(_, owner)| owner.is_none());
        self.result.remainder = unclaimed
            .map(|(range, _)| Remainder {
                text: source.slice(range.clone()).to_owned(),
                span: Span::of_bytes(range.start, range.end),
            })
            .collect();
        let said = reading.diagnostics.len();
        self.result.diagnostics.append(&mut reading.diagnostics);
        self.result.decisions = Some(std::mem::take(&mut reading.decisions));
        let before = self.result.diagnostics.len().saturating_sub(said);
        let counted =
            counted.map(|counted| self.result.diagnostics.iter().take(before).cloned().chain(counted).collect());
        Finished { result: self.result, tiles, counted }
    }
}

/// Reads what stands below the header: the findings of a format without a protocol by their structure, everything else
/// by its headings and columns.
pub fn body(reading: &mut Reading<'_, '_>, scope: body::Scope<'_>) -> Body {
    let names = with_files(reading, scope.aliases);
    // A table as the protocol has it, and what discusses its rows, are read as the protocol says.
    let scope = body::Scope { protocol: scope.protocol || body::has_own_table(reading, scope.aliases), ..scope };
    let body::Scope { result_type, without_ids, protocol, .. } = scope;
    let review = review::Scope { result_type, aliases: &names, without_ids, protocol, is_unlisted: !protocol };
    if protocol {
        // The protocol has tables; what stands beside them is read like any review.
        let mut body = body::read(reading, scope);
        let review = review::Scope { is_unlisted: body.findings.is_empty(), ..review };
        review::read(reading, review, &mut body.findings);
        return body;
    }
    let mut findings = Vec::new();
    reading.count_slips();
    review::read(reading, review, &mut findings);
    let mut body = body::read(reading, scope);
    body.findings.splice(0..0, findings);
    body
}

/// The files that a review names go by short names too.
fn with_files(reading: &Reading<'_, '_>, names: &Aliases) -> Aliases {
    let mut names = names.clone();
    for block in reading.source.blocks().iter().filter(|block| !matches!(block.kind, BlockKind::Fence { .. })) {
        for line in block.lines.clone() {
            names.learn_files(reading.source.line(line));
        }
    }
    if names.subject().is_none()
        && let Some(document) =
            reviewed(reading).or_else(|| names.has_one_file().then(|| only_document(reading)).flatten())
    {
        names.set_subject(document);
    }
    names
}

/// How many blocks are the beginning of a reply.
const HEAD: usize = 6;

/// The one document that a review says at its beginning that it is of: `Reviewed docs/plan.md against docs/design.md`.
fn reviewed<'t>(reading: &Reading<'_, 't>) -> Option<&'t str> {
    const WITHIN: usize = 5;
    const WORDS: [&str; 16] = [
        "analysis",
        "assessed",
        "assessment",
        "audit",
        "audited",
        "check",
        "checked",
        "critique",
        "document",
        "file",
        "inspected",
        "plan",
        "review",
        "reviewed",
        "subject",
        "target",
    ];
    let blocks =
        reading.source.blocks().iter().filter(|block| !matches!(block.kind, BlockKind::ThinkBlock | BlockKind::Rule));
    blocks.take(HEAD).flat_map(|block| block.lines.clone()).find_map(|line| {
        let line = reading.source.line(line);
        let mut named =
            line.split_whitespace().enumerate().filter_map(|(at, word)| Some((at, word, document_of(word)?)));
        let (at, word, document) = named.next()?;
        // A list of documents has no one subject.
        let listed = word.ends_with(',')
            || line.split_whitespace().nth(at + 1).is_some_and(|next| matches!(next, "and" | "&" | "+"));
        // `Reviewed: the routes, compared with what README.md promises` is of the routes.
        let before = line.split_whitespace().take(at).skip(at.saturating_sub(WITHIN));
        // ``I've read `src/a.py` in full``
        let mut last = line.get(..line.find(word)?)?.split_whitespace().rev();
        let is_read = last.next() == Some("read")
            && last.next().is_some_and(|own| matches!(own, "I" | "I've" | "I’ve" | "We" | "we" | "have"));
        let told = is_read || before.into_iter().any(|word| WORDS.contains(&inline::words(word).as_str()));
        (told && !listed).then_some(document)
    })
}

/// The one file that a reply names, where that is a document of text that the reply is about: its beginning names it in a
/// heading, as what was read, or as what places are in, or it is named with lines.
fn only_document<'t>(reading: &Reading<'_, 't>) -> Option<&'t str> {
    let blocks = reading.source.blocks().iter().filter(|block| !matches!(block.kind, BlockKind::Fence { .. }));
    let lines =
        blocks.enumerate().flat_map(|(at, block)| block.lines.clone().map(move |line| (at < HEAD, block, line)));
    let (mut only, mut about): (Option<&str>, bool) = (None, false);
    for (opens, block, line) in lines {
        let words: Vec<&str> = reading.source.line(line).split_whitespace().collect();
        let is_heading = matches!(block.kind, BlockKind::Heading { .. });
        for (at, word) in words.iter().enumerate() {
            let Some(document) = document_of(word) else { continue };
            if only.is_some_and(|known| !is_same_file(known, document)) {
                return None;
            }
            only = only.filter(|known| known.len() >= document.len()).or(Some(document));
            let before = words.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
            about |=
                has_lines(word, document) || (opens && (is_heading || before.iter().any(|word| READ.contains(word))));
        }
    }
    only.filter(|document| about && is_text(document))
}

/// What stands shortly before a document that was read.
const READ: [&str; 7] = ["audited", "checked", "compared", "inspected", "read", "references", "reviewed"];

/// How many words before it.
const NEAR: usize = 3;

/// Whether lines stand right behind a document: `docs/plan.md:12`.
fn has_lines(word: &str, document: &str) -> bool {
    let behind = word.split_once(document).map_or("", |(_, behind)| behind);
    behind
        .strip_prefix([':', '#'])
        .is_some_and(|lines| lines.trim_start_matches('L').starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether a name has some of the parts of another, and no others.
fn is_some_of(name: &str, other: &str) -> bool {
    let [Some(name), Some(other)] = [name, other].map(units::Identity::of) else { return false };
    let parts: BTreeSet<_> = other.each().gather();
    let is_one = parts.contains(&name);
    name != other && (is_one || (name.each().next().is_some() && name.each().all(|part| parts.contains(&part))))
}

/// The last line, where it is a row that ends before the others do and has no pipe at its end.
fn cut_off(source: &SourceText<'_>) -> Option<usize> {
    let block = source.blocks().last().filter(|block| block.kind == BlockKind::Table)?;
    let table = tables::read(source, block);
    let last = table.rows.last().filter(|row| row.fit == Fit::Missing && table.rows.len() > 1)?;
    (!source.line(last.line).trim_end().ends_with('|')).then_some(last.line)
}

/// A component that a screen needs and the library lacks is a finding too.
fn missing_components(result: &mut AgentResult) {
    let Detail::DesignPlan(plan) = &result.detail else { return };
    let from = result.findings.len();
    let findings: Vec<Finding> = plan
        .missing
        .iter()
        .enumerate()
        .map(|(number, missing)| Finding {
            id: format!("F{}", from + number + 1),
            severity: Severity::Major,
            stated_severity: None,
            r#type: Some("missing-coverage".to_owned()),
            stated_type: None,
            state: crate::model::FindingState::Open,
            location: None,
            counter_location: None,
            title: None,
            description: lacking(missing),
            suggestion: None,
            discussion: None,
            fingerprint: fingerprint::EMPTY.to_owned(),
            extra: Vec::new(),
            span: missing.span,
            derived: false,
        })
        .collect();
    result.findings.extend(findings);
}

/// What is needed, what comes closest, and what that lacks.
fn lacking(missing: &MissingComponent) -> String {
    let mut text = missing.needed.clone();
    if let Some(closest) = &missing.closest {
        text.push_str(&format!(" (closest: {closest})"));
    }
    if let Some(gap) = &missing.gap {
        text.push_str(&format!(": {gap}"));
    }
    text
}

/// What the short names of documents mean in a reply: what it says, else the order of its pair.
pub fn aliases(reading: &Reading<'_, '_>, metadata: &Metadata, pair: &[String]) -> Aliases {
    const NAMES: [&str; 4] = ["A", "B", "C", "D"];
    let mut aliases = Aliases::none();
    let told = [&metadata.scope, &metadata.assigned, &metadata.coverage].into_iter().flatten();
    for text in told.chain(metadata.extra.iter().map(|field| &field.value)) {
        aliases.learn(text);
    }
    for field in &metadata.extra {
        aliases.learn(&format!("{}: {}", field.key, field.value));
    }
    // Legends stand above the first table.
    let above = reading.source.blocks().iter().take_while(|block| block.kind != BlockKind::Table);
    for block in above
        .filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::List(_) | BlockKind::Heading { .. }))
    {
        aliases.learn(&reading.source.block_text(block));
    }
    for (name, document) in NAMES.iter().zip(pair) {
        aliases.name(name, document);
    }
    aliases.know(pair);
    aliases
}
