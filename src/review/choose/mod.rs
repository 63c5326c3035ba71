//! Which parts of a reply are findings: one walk down the outline. See `docs/formats/prose.md`, "Which are findings".

mod groups;
mod lists;
mod siblings;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Scope;
use super::beginnings::label;
use super::evidence::{Asked, Context, ENOUGH, Evidence, Genre, Look, Sign};
use super::lead::{self, Form};
use super::outline::{Kind, Mark, Node, Outline};
use super::series::{self, number_of};
use super::vocabulary::{self, Class};
use super::{genre, labels, letters, place_lines, ratings, sentences, signs};
use crate::model::{Finding, PartDecision, PartVerdict, ResultType, Severity, quote};
use crate::order::Gather;
use crate::part::code_places::Reach;
use crate::part::columns::Assigned;
use crate::part::finding_table::Header;
use crate::part::records::is_none;
use crate::part::scales::Scales;
use crate::part::sections::{self, Section};
use crate::part::{Reading, contrast_table, documents, headings, severities};
use crate::text::inline;
use crate::text::tables::Table;

/// A part of a reply that is a finding.
#[derive(Debug)]
pub struct Chosen {
    /// What it is.
    pub source: Source,
    /// What the headings above say of it.
    pub context: Context,
}

/// What a finding is read from.
#[derive(Clone, Debug)]
pub enum Source {
    /// A node with what stands below it.
    Node(usize),
    /// Fields that stand for themselves, by their lines.
    Fields(Range<usize>),
    /// What a paragraph of a letter says of one thing.
    Remark {
        /// Its bytes.
        told: Range<usize>,
        /// What it says.
        text: String,
        /// The one file that is named before it.
        file: Option<String>,
    },
    /// A row of a table.
    Row {
        /// The table, as a place in [`Choice::tables`].
        table: usize,
        /// The row.
        row: usize,
    },
}

/// A table of findings.
#[derive(Debug)]
pub struct Rows {
    /// Its block.
    pub block: usize,
    /// Its rows.
    pub table: Table,
    /// What its columns are.
    pub assigned: Vec<Assigned>,
    /// Whether its first row is its header.
    pub header: Header,
}

/// All findings of a reply, in order of the text.
#[derive(Debug, Default)]
pub struct Choice {
    /// The findings.
    pub chosen: Vec<Chosen>,
    /// The tables that rows are of.
    pub tables: Vec<Rows>,
    /// Every decision on what may have been one.
    pub decisions: Vec<PartDecision>,
    /// Lines that begin with a severity, and are no findings beside those of the protocol's table.
    pub passed: Vec<Range<usize>>,
}

/// How many findings make what is left worth a second look.
const SEVERAL: usize = 8;

/// Chooses the findings of a reply. `scales` says what else it weighs in words of severities, `before` what was read.
#[must_use]
pub fn choose<'t>(
    reading: &Reading<'_, 't>,
    outline: &Outline<'t>,
    scope: Scope<'_>,
    scales: Scales,
    before: &[Finding],
) -> Choice {
    let known = before.iter().map(|finding| finding.id.as_str()).gather();
    let before = before.iter().map(|finding| finding.span.start as usize).collect();
    let counted = counted(outline);
    let series = if scope.protocol { BTreeSet::new() } else { series::read(reading, outline) };
    // The protocol says what it is: nothing has to be looked for.
    let stated = if scope.protocol { Genre::Review } else { genre::of(reading, outline, scales, scope.aliases) };
    let asked = signs::asked_ids(reading, outline);
    let titled = series::titled(outline);
    let named = series::named(outline);
    let critical = critical(reading, outline, &named, &asked);
    let flagged = signs::flagged(reading, outline);
    let genre = match stated {
        Genre::Unknown if !(series.is_empty() && critical.is_empty() && flagged.is_empty()) => Genre::Review,
        genre => genre,
    };
    let through = if genre == Genre::Unknown { BTreeSet::new() } else { series::counted_through(reading, outline) };
    let named = named.into_iter().flatten().gather();
    let first_comment = genre::first_comment(outline);
    let boxes = (0..outline.nodes.len()).filter(|at| lists_boxes(outline, *at)).gather();
    let (rows, of_rows, choice) = (BTreeSet::new(), BTreeSet::new(), Choice::default());
    let mut walk = Walk {
        reading,
        outline,
        scope,
        before,
        known,
        scales,
        counted,
        series,
        titled,
        through,
        named,
        critical,
        headed: headed_ids(outline),
        ids: outline.nodes.iter().filter_map(|node| node.lead().ids.first().copied()).gather(),
        asked,
        first_comment,
        boxes,
        flagged,
        is_headed: outline.nodes.iter().any(Node::is_marked_heading),
        has_one_top: headings_below(outline, 0) == 1,
        rows,
        of_rows,
        choice,
    };
    let asked = scope.asked();
    walk.below(0, &Context { genre, asked, ..Context::default() });
    let left = walk.choice.decisions.iter().any(|decision| decision.verdict == PartVerdict::Other);
    if !scope.protocol && left && walk.choice.chosen.len() >= SEVERAL {
        walk.choice = Choice::default();
        let genre = if genre == Genre::Titled { genre } else { Genre::Review };
        walk.below(0, &Context { genre, look: Look::Second, asked, ..Context::default() });
    }
    let alone = !scope.protocol && walk.before.is_empty();
    let found = walk.choice.chosen.len();
    let nothing = found == 0;
    // Between its paragraphs, a letter may list something.
    let lists = || {
        let is_rated =
            |decision: &PartDecision| decision.evidence.iter().any(|reason| reason.sign == Sign::Severity.name());
        asked == Asked::Other
            && !outline.nodes.iter().any(|node| node.kind == Kind::Heading)
            && !walk.choice.decisions.iter().any(is_rated)
    };
    if alone
        && (nothing || lists() || genre::remarks_on_more(reading, outline, found))
        && let Some(look) = genre::last_look(reading, outline, stated).filter(|look| nothing || *look == Look::Letter)
    {
        let before = std::mem::take(&mut walk.choice);
        let complaints = look == Look::Letter;
        walk.below(0, &Context { genre: Genre::Review, look, complaints, ..Context::default() });
        if walk.choice.chosen.len() < found {
            walk.choice = before;
        }
    }
    if !scope.protocol && stated != Genre::Unknown && walk.choice.chosen.len() <= found && walk.is_near() {
        let before = std::mem::take(&mut walk.choice);
        let look = if found >= SEVERAL { Look::WordedAgain } else { Look::Worded };
        walk.below(0, &Context { genre, look, asked, ..Context::default() });
        if walk.choice.chosen.len() <= found {
            walk.choice = before;
        }
    }
    walk.choice
}

/// The headings and lines in bold that ids of one series name, where most of these criticise. Series of one letter are of one
/// kind where they name the same: `A1` to `A5` beside `B1` to `B9`.
fn critical(
    reading: &Reading<'_, '_>,
    outline: &Outline<'_>,
    named: &[BTreeSet<usize>],
    asked: &BTreeSet<&str>,
) -> BTreeSet<usize> {
    let shape = |ids: &BTreeSet<usize>| {
        let node = outline.nodes.get(*ids.first()?)?;
        let id = node.lead().ids.first()?;
        let is_letter = id.trim_end_matches(|digit: char| digit.is_ascii_digit()).len() == 1;
        is_letter.then_some((node.kind, node.depth))
    };
    let (mut found, others): (Vec<_>, Vec<_>) =
        named.iter().partition(|ids| signs::are_critical(reading, outline, ids, asked));
    let shapes: Vec<_> = found.iter().filter_map(|ids| shape(ids)).collect();
    let complains = |ids: &BTreeSet<usize>| {
        let nodes = || ids.iter().filter_map(|at| outline.nodes.get(*at));
        let wrong = |node: &&Node<'_>| signs::complains_or_below(reading, outline, node);
        nodes().filter(wrong).count() * 3 >= nodes().count()
    };
    let joins = |ids: &BTreeSet<usize>| shape(ids).is_some_and(|shape| shapes.contains(&shape)) && complains(ids);
    found.extend(others.into_iter().filter(|ids| joins(ids)));
    found.into_iter().flatten().copied().gather()
}

/// The ids that headings begin with.
fn headed_ids<'r>(outline: &'r Outline<'_>) -> BTreeSet<&'r str> {
    let headings = outline.nodes.iter().filter(|node| node.is_marked_heading());
    headings.filter_map(|node| node.lead().ids.first().copied()).gather()
}

struct Walk<'r, 'p, 't> {
    reading: &'r Reading<'p, 't>,
    outline: &'r Outline<'t>,
    scope: Scope<'r>,
    /// Where findings begin that were read before, in order.
    before: Vec<usize>,
    /// Their ids: a row that is counted by one of these says more of it.
    known: BTreeSet<&'r str>,
    scales: Scales,
    /// For the depth and the number of each counted heading, the section that it stands in; `None` where several do.
    counted: BTreeMap<(usize, usize), Option<usize>>,
    /// The sections that have the same fields as those beside them.
    series: BTreeSet<usize>,
    /// The headings below those that weigh that are titles.
    titled: BTreeSet<usize>,
    /// The headings of one count that runs through several sections.
    through: BTreeSet<usize>,
    /// The headings that are named by ids of one series.
    named: BTreeSet<usize>,
    /// Those of them that mostly say what is wrong, or where.
    critical: BTreeSet<usize>,
    /// The ids that headings begin with.
    headed: BTreeSet<&'r str>,
    /// The ids that any part begins with.
    ids: BTreeSet<&'r str>,
    /// The ids of what was asked for.
    asked: BTreeSet<&'t str>,
    /// The first comment on lines, where the reply has several.
    first_comment: Option<usize>,
    /// The parts in which a box that nobody has ticked names its finding.
    boxes: BTreeSet<usize>,
    /// The items of a reply that flags several.
    flagged: BTreeSet<usize>,
    /// Whether the reply has headings with marks.
    is_headed: bool,
    /// Whether one heading stands over all others.
    has_one_top: bool,
    /// The ids of rows that are findings, in lower case.
    rows: BTreeSet<String>,
    /// What is counted as the rows of a table of findings are, and tells more of these.
    of_rows: BTreeSet<usize>,
    choice: Choice,
}

/// What a section is made of.
#[derive(Clone, Copy)]
enum MadeOf {
    /// So many paragraphs, with code between them at the most.
    Paragraphs(usize),
    /// Other parts as well.
    Mixed,
}

/// An entry under consideration.
struct Candidate {
    node: usize,
    evidence: Evidence,
    context: Context,
    verdict: PartVerdict,
    /// What a paragraph of a letter says is wrong, one thing after the other.
    remarks: Vec<Source>,
}

impl Walk<'_, '_, '_> {
    /// Whether a part lacks no more to be a finding than its wording may add.
    fn is_near(&self) -> bool {
        let most = Sign::Worded.weight() + Sign::WordedAlike.weight();
        self.choice.decisions.iter().any(|decision| {
            decision.verdict != PartVerdict::Finding && (ENOUGH - most..ENOUGH).contains(&decision.weight)
        })
    }

    /// Looks at the parts of a node.
    fn below(&mut self, at: usize, context: &Context) {
        let Some(node) = self.outline.nodes.get(at) else { return };
        let made_of = self.made_of(node);
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut announced = context.clone();
        // What stands right below the sentence that announces: it speaks for nothing else.
        let mut listed: Option<Kind> = None;
        let mut fields: Option<Range<usize>> = None;
        let mut found: Vec<(usize, Chosen)> = Vec::new();
        let mut order: Vec<(usize, Option<usize>)> = Vec::new();
        for (place, child) in node.children.iter().copied().enumerate() {
            let Some(part) = self.outline.nodes.get(child) else { continue };
            // Fields that stand for themselves, one below the other.
            let is_field = matches!(part.kind, Kind::Item | Kind::Text)
                && !part.is_comment
                && label(self.reading.source.line(part.lines.start)).is_some();
            if is_field && !(part.kind == Kind::Item && self.is_all_fields(child)) {
                match &mut fields {
                    Some(lines) => lines.end = part.lines.end,
                    None => fields = Some(part.lines.clone()),
                }
                continue;
            }
            if matches!(part.kind, Kind::Fence) && fields.is_some() {
                if let Some(lines) = &mut fields {
                    lines.end = part.lines.end;
                }
                continue;
            }
            if let Some(lines) = fields.take() {
                found.extend(self.fields(lines, context).into_iter().map(|chosen| (place, chosen)));
            }
            match part.kind {
                Kind::Text => {
                    listed = None;
                    let (said, remark) = self.paragraph(at, child, context, announced.sign, made_of);
                    announced = said;
                    if let Some(candidate) = remark {
                        order.push((place, Some(candidates.len())));
                        candidates.push(candidate);
                    }
                }
                Kind::Table(block) => {
                    // What the sentence above says of a table holds for it, where it says that it is of something else.
                    let context = if announced.other { &announced } else { context };
                    found.extend(self.table(block, context).into_iter().map(|chosen| (place, chosen)));
                }
                kind if kind.is_entry() => {
                    // What is said of a list ends with it.
                    let is_listed = matches!(kind, Kind::Item | Kind::Bold | Kind::Line)
                        && listed.is_none_or(|listed| listed == kind);
                    listed = listed.or(Some(kind));
                    if !is_listed {
                        announced = context.clone();
                    }
                    // What an entry says in its last sentence is said of that alone.
                    announced.other |= part.kind == Kind::Bold
                        && !part.text.contains(". ")
                        && (vocabulary::leaves(part.text) || sentences::tells_what_is(part.text));
                    let context = if is_listed { &announced } else { context };
                    let candidate = self.candidate(child, context);
                    order.push((place, Some(candidates.len())));
                    candidates.push(candidate);
                }
                _ => {}
            }
        }
        if let Some(lines) = fields.take() {
            let place = node.children.len();
            found.extend(self.fields(lines, context).into_iter().map(|chosen| (place, chosen)));
        }
        self.doubt(&mut candidates);
        self.doubt_stray(&mut candidates);
        self.follow_fixes(&mut candidates);
        self.follow_counted(&mut candidates);
        self.follow_places(&mut candidates);
        self.follow_wording(&mut candidates);
        self.follow_siblings(&mut candidates);
        // In order of the text: what was found here, and what stands below.
        let mut found = found.into_iter().peekable();
        for (place, candidate) in order {
            while let Some((_, chosen)) = found.next_if(|(before, _)| *before <= place) {
                self.choice.chosen.push(chosen);
            }
            let Some(candidate) = candidate.and_then(|candidate| candidates.get(candidate)) else { continue };
            self.settle(candidate);
        }
        self.choice.chosen.extend(found.map(|(_, chosen)| chosen));
    }

    /// What a section is made of: asked once, for it may have thousands of paragraphs.
    fn made_of(&self, node: &Node<'_>) -> MadeOf {
        let parts = || node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        if parts().all(|part| matches!(part.kind, Kind::Text | Kind::Layout | Kind::Fence)) {
            MadeOf::Paragraphs(parts().filter(|part| part.kind == Kind::Text).count())
        } else {
            MadeOf::Mixed
        }
    }

    /// What a paragraph says of what follows it, and the finding that it is, if it is one: in a letter, below the name of a
    /// file, or where paragraphs are all that a section has.
    fn paragraph(
        &self,
        at: usize,
        child: usize,
        context: &Context,
        before: Option<Sign>,
        made_of: MadeOf,
    ) -> (Context, Option<Candidate>) {
        let mut said = context.clone();
        let (Some(node), Some(part)) = (self.outline.nodes.get(at), self.outline.nodes.get(child)) else {
            return (said, None);
        };
        let text = self.reading.source.lines_text(part.lines.clone());
        said.other |= vocabulary::leaves(&text) || sentences::tells_what_is(&text) || sentences::asks_what_to_do(&text);
        let is_quoted = text.trim_start().starts_with('>');
        let is_letter = said.look == Look::Letter && !said.other && !is_quoted;
        let is_rated = said.look == Look::Rated && !said.other && genre::is_rated_problem(&text);
        // `## src/a.ts`, and below it one paragraph after the other.
        let is_filed = said.file == Some(at)
            && said.genre != Genre::Unknown
            && !(said.other || said.summary)
            && signs::criticises(self.reading, self.outline, part);
        let reach = if is_filed { Reach::Filed } else { Reach::Prose };
        let told = if is_letter { letters::remarks(self.reading, part.lines.clone()) } else { Vec::new() };
        let is_told = !told.is_empty();
        let on_lines = (is_told || is_rated || is_filed) && genre::is_on_lines(self.reading, self.outline, part, reach);
        let remarks = (is_told || (text.starts_with('`') && is_all_remarks(node, &said, made_of)))
            && genre::is_remark(self.reading, self.outline, part);
        // `## Must change`, and below it one paragraph after the other.
        let is_listed = self.is_told_in_paragraphs(node, &said, made_of)
            && !text.trim_end().ends_with(':')
            && !(sentences::praises(&text) || sentences::decides(&text) || inline::words(&text).starts_with("thank"))
            && signs::criticises(self.reading, self.outline, part);
        // `Fourth, eager loading everywhere.`
        let is_counted = is_told && letters::is_counted(&text);
        let remarks = remarks || is_listed || is_counted;
        // `… is never checked. **Medium**.`
        let is_verdict = self.is_rated(part, &said, &text);
        if on_lines || remarks || is_verdict {
            let mut candidate = self.candidate(child, &said);
            candidate.evidence.add(if on_lines { Sign::Lines } else { Sign::Remark });
            candidate.evidence.add(Sign::Complains);
            if is_verdict {
                candidate.evidence.add(Sign::Severity);
            }
            candidate.verdict = if candidate.evidence.suffices() { PartVerdict::Finding } else { PartVerdict::Other };
            candidate.remarks = told;
            said.complaints = true;
            return (said, Some(candidate));
        }
        // `Should fix, but I can live with a ticket:`
        // `*Must be fixed*`
        let weighed = inline::italic(&text)
            .or_else(|| text.trim_end().strip_suffix(':'))
            .filter(|text| !text.contains(['\n', '.']))
            .and_then(headings::group);
        if said.other {
        } else if let Some(severity) = weighed {
            said.severity = Some((severity, child));
            said.sign = Some(Sign::UnderSeverity);
        } else if sentences::announces(&text) {
            said.sign = before.filter(|sign| sign.weight() > 2).or(Some(Sign::UnderProblems));
            said.summary = false;
        } else if sentences::introduces(&text) {
            said.sign = said.sign.or(Some(Sign::UnderFindings));
            said.complaints = true;
        } else if sentences::tells_of_a_review(&text) {
            said.complaints = true;
        }
        (said, None)
    }

    /// Takes a decision on an entry, and goes on below it where it is none.
    fn settle(&mut self, candidate: &Candidate) {
        let Some(node) = self.outline.nodes.get(candidate.node) else { return };
        self.choice.decisions.push(PartDecision {
            text: quote(node.text),
            verdict: candidate.verdict,
            evidence: candidate.evidence.reasons(),
            weight: candidate.evidence.weight(),
            span: self.reading.source.lines_span(node.lines.clone()),
        });
        let ranked = node.kind == Kind::Line && candidate.evidence.has(Sign::Severity);
        if ranked && self.scope.protocol && candidate.verdict == PartVerdict::Other {
            self.choice.passed.push(node.lines.clone());
        }
        if candidate.verdict == PartVerdict::Finding {
            let whole = [Source::Node(candidate.node)];
            let sources = if candidate.remarks.is_empty() { whole.as_slice() } else { &candidate.remarks };
            let chosen = |source: &Source| Chosen { source: source.clone(), context: candidate.context.clone() };
            self.choice.chosen.extend(sources.iter().map(chosen));
        } else {
            let mut below = candidate.context.below(node, candidate.node);
            let titles_all = node.parent == 0 && self.is_title_of_all(candidate.node);
            if titles_all {
                below = candidate.context.clone();
            } else if matches!(node.class, Class::Plain | Class::Label) && !self.is_plain_label(node) {
                // What stands under a further heading is about that heading.
                below.sign = match below.sign {
                    Some(Sign::UnderProblems) => Some(Sign::UnderFindings),
                    Some(Sign::UnderFindings) if candidate.context.sign == below.sign => Some(Sign::UnderFurther),
                    sign => sign,
                };
            }
            if below.genre != Genre::Unknown && !titles_all && self.stands_over_complaints(node, below.genre) {
                below.complaints = true;
                below.sign = below.sign.or(Some(Sign::UnderTopic));
            }
            // A section that a count of findings runs through is of findings, unless it is named like nothing else.
            if !vocabulary::is_other(node.text) && self.is_counted_through(node) {
                below.other = candidate.context.other;
                below.sign = below.sign.or(Some(Sign::UnderTopic));
            }
            // `Top 5 fixes` over findings that each have a severity tells them.
            let ranks = |part: &usize| self.outline.nodes.get(*part).is_some_and(|part| part.lead().severity.is_some());
            if inline::words(node.text).starts_with("top ") && node.children.iter().any(ranks) {
                below.other = candidate.context.other;
            }
            // `- **Core:** It doesn't do what was asked in several places:`
            let own = || self.reading.source.lines_text(signs::own_lines(self.outline, node));
            if node.kind == Kind::Item && !node.children.is_empty() && sentences::announces(&own()) {
                below.sign = Some(Sign::UnderProblems);
            }
            // `### R4 – Locks` over what it lacks.
            if self.is_asked(node) && below.genre != Genre::Unknown {
                below.sign = below.sign.or(Some(Sign::UnderTopic));
                below.complaints = true;
                // `🔴` says what became of it.
                below.severity = candidate.context.severity;
            }
            below.other |= self.is_of_records(node) || sentences::explains(node.text);
            self.follow_protocol(node, &mut below);
            self.below(candidate.node, &below);
        }
    }

    /// Whether a line without marks stands over lists, right below a heading: `While reading the code:`.
    fn is_plain_label(&self, node: &Node<'_>) -> bool {
        let above = self.outline.nodes.get(node.parent);
        node.kind == Kind::Bold
            && !node.text.starts_with(['*', '_'])
            && above.is_some_and(|above| above.is_marked_heading() && above.class == Class::Problems)
    }

    /// Whether one paragraph of a section, without sections in it, gives a severity: it is that of the section.
    fn is_rated_once(&self, node: &Node<'_>, context: &Context) -> bool {
        let parts = || node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        let rates = |part: &&Node<'_>| {
            part.kind == Kind::Text
                && ratings::bold_verdict(&self.reading.source.lines_text(part.lines.clone())).is_some()
        };
        context.genre != Genre::Unknown
            && !(context.other || context.summary)
            && node.is_marked_heading()
            && node.class == Class::Plain
            && !parts().any(|part| part.kind == Kind::Heading)
            && parts().filter(rates).count() == 1
    }

    /// Whether a paragraph of a review, below a heading of its own words, gives a severity to what it tells.
    fn is_rated(&self, part: &Node<'_>, context: &Context, text: &str) -> bool {
        let parent = self.outline.nodes.get(part.parent);
        context.genre != Genre::Unknown
            && !(context.other || context.summary)
            && parent.is_some_and(|parent| parent.is_marked_heading() && parent.class == Class::Plain)
            && ratings::bold_verdict(text).is_some()
            && !text.trim_end().ends_with(':')
    }

    /// Whether a heading that announces what is wrong stands over several paragraphs, and nothing else.
    fn is_told_in_paragraphs(&self, node: &Node<'_>, context: &Context, made_of: MadeOf) -> bool {
        const SEVERAL: usize = 3;
        node.kind == Kind::Heading
            && matches!(node.class, Class::Problems | Class::Severity(_))
            && context.genre != Genre::Unknown
            && !(context.other || context.summary || self.scope.protocol)
            && matches!(made_of, MadeOf::Paragraphs(count) if count >= SEVERAL)
    }

    /// Whether what stands right below a heading of its own words mostly says what is wrong.
    fn stands_over_complaints(&self, node: &Node<'_>, genre: Genre) -> bool {
        const SEVERAL: usize = 3;
        const FEW: usize = 2;
        let stands_over = node.kind == Kind::Heading || (node.kind == Kind::Bold && !node.children.is_empty());
        if !stands_over || matches!(node.class, Class::Other | Class::Summary) || self.scope.protocol {
            return false;
        }
        let parts = || {
            node.children
                .iter()
                .filter_map(|part| self.outline.nodes.get(*part))
                .filter(|part| matches!(part.kind, Kind::Bold | Kind::Item))
        };
        let wrong = parts().filter(|part| signs::complains(self.reading, self.outline, part)).count();
        let begins_placed =
            |part: &Node<'_>| part.lead().place.is_some_and(place_lines::names_lines) && part.kind == Kind::Item;
        let all = parts().count();
        // What begins with lines criticises them, where half of it says so in words that are known.
        let placed = all >= SEVERAL && wrong * 2 >= all && parts().all(begins_placed);
        // `**Duplication**` over points, in what its first line calls a review.
        let is_line =
            node.kind == Kind::Bold && node.lead().after.is_empty() && genre == Genre::Titled && !self.is_headed;
        let points = is_line && wrong >= FEW && wrong * 2 >= all && parts().all(|part| part.kind == Kind::Item);
        placed || points || (node.kind == Kind::Heading && wrong >= SEVERAL && wrong * 4 >= all * 3)
    }

    /// Adds what the rest of the reply says of an entry: its series, tables that count it, and comments behind it.
    fn add_what_stands_around(&self, evidence: &mut Evidence, at: usize, node: &Node<'_>, context: &Context) {
        if self.series.contains(&at) {
            evidence.add(Sign::Alike);
        }
        let is_of_row = self.is_of_row(at, node);
        if is_of_row || self.through.contains(&at) {
            evidence.add(Sign::Series);
        }
        // A table of findings is one of a review.
        if is_of_row {
            evidence.signs.retain(|sign| *sign != Sign::NoReview);
        }
        // `- [ ] Cap the limit` beside `- [ ] Move the key to the environment (SEC-002)`.
        if node.mark == Mark::OpenBox && self.boxes.contains(&node.parent) && !signs::is_box_of_a_finding(node) {
            evidence.add(Sign::OpenBox);
        }
        if self.flagged.contains(&at) {
            evidence.add(Sign::Flagged);
            evidence.add(Sign::Series);
        }
        if !evidence.has(Sign::Severity) && self.is_rated_once(node, context) {
            evidence.add(Sign::Severity);
        }
        if self.named.contains(&at) && !evidence.has(Sign::FindingId) {
            evidence.add(Sign::Id);
        }
        if context.look == Look::Letter && genre::is_remark_of_letter(self.reading, self.outline, node) {
            evidence.add(Sign::Remark);
            evidence.add(Sign::Complains);
        }
        if self.critical.contains(&at) {
            evidence.add(Sign::Series);
        }
        // What was asked for stands over what it lacks.
        let tells = evidence.has(Sign::Fix) || evidence.has(Sign::Field);
        if node.kind == Kind::Heading && !tells && self.is_asked(node) {
            evidence.add(Sign::Announces);
        }
        // What the comments say one by one is summed up before them.
        let says_where = [Sign::Lines, Sign::File, Sign::Severity, Sign::Fix].iter().any(|sign| evidence.has(*sign));
        let announced = self
            .outline
            .nodes
            .get(node.parent)
            .is_some_and(|above| matches!(above.class, Class::Severity(_) | Class::Problems | Class::Findings));
        if node.kind == Kind::Item && !(says_where || announced) && self.first_comment.is_some_and(|first| at < first) {
            evidence.add(Sign::UnderOther);
        }
    }

    /// Weighs an entry.
    fn candidate(&self, at: usize, context: &Context) -> Candidate {
        let (mut evidence, fields) =
            signs::of(self.reading, self.outline, at, context, self.scales, self.scope.aliases);
        let Some(node) = self.outline.nodes.get(at) else {
            return Candidate {
                node: at,
                evidence,
                context: context.clone(),
                verdict: PartVerdict::Other,
                remarks: Vec::new(),
            };
        };
        self.add_what_stands_around(&mut evidence, at, node, context);
        let is_meant =
            context.look.is_by_wording() && !(context.other || context.summary || evidence.has(Sign::RanksConfidence));
        if is_meant && signs::is_worded_as_a_finding(self.reading, self.outline, node) {
            evidence.add(Sign::Worded);
        }
        let is_title = matches!(node.kind, Kind::Heading | Kind::Bold) || !node.children.is_empty();
        let is_records = self.is_of_records(node);
        if node.taken {
            evidence.add(Sign::Announces);
        }
        // Beside a table that was read, only what says itself that it is a finding is one more.
        let plain = matches!(node.kind, Kind::Heading | Kind::Bold) && evidence.own() <= 0;
        // A label over a list or a table, without marks of its own, names what it stands over.
        if node.kind == Kind::Bold && plain && !node.text.starts_with(['*', '_']) {
            evidence.add(Sign::Announces);
        }
        if self.stands_over_places(at, node) {
            evidence.add(Sign::Announces);
        }
        let beside = self.scope.protocol && !self.before.is_empty() && (context.sign.is_none() || plain);
        if beside && !(evidence.has(Sign::Severity) && (evidence.has(Sign::Id) || evidence.has(Sign::FindingId))) {
            evidence.add(Sign::UnderOther);
        }
        let lead = node.lead();
        // `ℹ️ Review info` is no title.
        let weighed = |severity: &str| node.class != Class::Other || !severity.starts_with('ℹ');
        let titled = lead.severity.is_some_and(weighed) || !lead.ids.is_empty();
        // Under what is wrong, a title such as `Connection never closed` tells what is, if it says where or what to do.
        let wrong = matches!(context.sign, Some(Sign::UnderSeverity | Sign::UnderProblems));
        let titles = wrong
            && matches!(node.class, Class::Other | Class::Problems | Class::Findings | Class::Topic)
            && (evidence.has(Sign::Lines) || evidence.has(Sign::Fix))
            && !vocabulary::is_noun(node.text)
            && node
                .children
                .iter()
                .filter_map(|part| self.outline.nodes.get(*part))
                .all(|part| !matches!(part.kind, Kind::Heading | Kind::Bold) || label(part.text).is_some());
        let is_record = node.kind == Kind::Item && signs::is_record(self.reading, node);
        let is_named = titled || titles || is_record;
        let denied = is_records || (matches!(node.class, Class::Other | Class::Summary) && !is_named);
        let plain_class = matches!(node.class, Class::Plain | Class::Label | Class::Other | Class::Summary);
        let fielded = node.kind == Kind::Item && fields;
        let announces = is_title && !(titles || plain_class || fielded);
        if denied || announces {
            evidence.add(Sign::Announces);
        }
        if node.kind == Kind::Heading && node.parent == 0 && self.is_title_of_all(at) {
            evidence.add(Sign::Announces);
        }
        if evidence.has(Sign::Number) && !evidence.suffices() && evidence.is_open() && self.counts_on(at) {
            evidence.add(Sign::Siblings);
        }
        let verdict = if !evidence.suffices() {
            if evidence.is_open() && !node.children.is_empty() { PartVerdict::Group } else { PartVerdict::Other }
        } else if self.is_group(at, &evidence, context) {
            PartVerdict::Group
        } else {
            PartVerdict::Finding
        };
        let mut context = context.clone();
        let mut remarks = Vec::new();
        // Paragraphs below it tell something else.
        let own = signs::own_lines(self.outline, node);
        let is_text = |part: &usize| self.outline.nodes.get(*part).is_some_and(|part| part.kind == Kind::Text);
        let is_line = matches!(node.kind, Kind::Bold | Kind::Item | Kind::Line)
            && node.children.iter().all(is_text)
            && own.clone().skip(1).all(|line| self.reading.source.line(line).trim().is_empty());
        if verdict == PartVerdict::Finding
            && is_line
            && lead.title.is_none()
            && let Some(severity) = lead.severity.and_then(severities::word)
        {
            remarks = letters::listed_places(self.reading, own.start..own.start + 1);
            if !remarks.is_empty() {
                context.severity = Some((severity, at));
            }
        }
        Candidate { node: at, evidence, context, verdict, remarks }
    }

    /// Whether a line in bold is alone, and what follows begins with a place: `**Correctness**` over comments on code.
    fn stands_over_places(&self, at: usize, node: &Node<'_>) -> bool {
        let lead = node.lead();
        let says = lead.severity.is_some() || lead.place.is_some() || lead.number.is_some() || !lead.ids.is_empty();
        let is_line = node.kind == Kind::Bold && node.children.is_empty() && lead.after.is_empty() && !says;
        let next = self.outline.nodes.get(at + 1).filter(|next| is_line && next.parent == node.parent);
        next.is_some_and(|next| next.lead().title.is_none() && next.lead().place.is_some_and(place_lines::names_lines))
    }

    /// Whether a part begins with the id of something that was asked for.
    fn is_asked(&self, node: &Node<'_>) -> bool {
        node.lead().ids.first().is_some_and(|id| self.asked.contains(id))
    }

    /// Whether a heading has the id of a row that is a finding: it tells more of that.
    fn is_of_row(&self, at: usize, node: &Node<'_>) -> bool {
        if self.of_rows.contains(&at) {
            return true;
        }
        let lead = node.lead();
        let Some(id) = lead.ids.first().filter(|_| node.kind == Kind::Heading && lead.parted) else { return false };
        self.rows.contains(&id.to_ascii_lowercase())
    }

    /// In a protocol, "Findings" stands over nothing else, and a section whose table was read has no other findings.
    fn follow_protocol(&self, node: &Node<'_>, below: &mut Context) {
        if node.kind != Kind::Heading {
            return;
        }
        if let Some((Section::Contrast(contrast), _)) = sections::of_heading(&inline::words(node.text))
            && self.scope.result_type == Some(ResultType::Consistency)
        {
            below.usual = contrast_table::usual(contrast);
            below.sign = Some(Sign::UnderProblems);
            below.other = false;
        }
        if self.scope.protocol && below.sign == Some(Sign::UnderFindings) {
            below.sign = Some(Sign::UnderProblems);
        }
        if self.scope.protocol && self.is_read(node) && !matches!(node.class, Class::Severity(_)) {
            below.sign = None;
        }
    }

    /// Whether findings in it were read before.
    fn is_read(&self, node: &Node<'_>) -> bool {
        let range = self.reading.source.lines_range(node.lines.clone());
        let next = self.before.partition_point(|start| *start < range.start);
        self.before.get(next).is_some_and(|start| *start < range.end)
    }

    /// Whether a heading announces records of the type of the reply: they are read as those.
    fn is_of_records(&self, node: &Node<'_>) -> bool {
        let announced = || sections::of_heading(&inline::words(node.text)).map(|(section, _)| section);
        let is_record = |section: &Section| {
            !section.announces_findings() && sections::result_type(*section) == self.scope.result_type
        };
        self.scope.result_type.is_some() && node.kind == Kind::Heading && announced().as_ref().is_some_and(is_record)
    }

    /// The only heading of the first level, with others below it, is the title of all.
    fn is_title_of_all(&self, at: usize) -> bool {
        let first = self.outline.nodes.get(at).filter(|node| node.is_of_first_level());
        first.is_some_and(|node| {
            let is_title = headings_below(self.outline, at) > 0
                || (node.class == Class::Other && !vocabulary::is_other(node.text));
            self.has_one_top && is_title && node.lead().ids.is_empty()
        })
    }

    /// Whether an item is a finding made of fields alone: `1. **Issue**: …`, and its other fields below.
    fn is_all_fields(&self, at: usize) -> bool {
        let Some(node) = self.outline.nodes.get(at) else { return false };
        let more = node.lines.clone().skip(1).any(|line| label(self.reading.source.line(line)).is_some());
        let about = label(self.reading.source.line(node.lines.start)).and_then(|(key, _)| labels::role(key));
        more && matches!(about, Some("description" | "title" | "severity" | "location" | "id"))
    }
}

/// How many headings stand right below a node, counted no further than to two: there may be thousands.
fn headings_below(outline: &Outline<'_>, at: usize) -> usize {
    let parts = outline.nodes.get(at).map(|node| node.children.as_slice()).unwrap_or_default();
    let is_heading = |part: &&usize| outline.nodes.get(**part).is_some_and(|part| part.kind == Kind::Heading);
    parts.iter().filter(is_heading).take(2).count()
}

/// Whether paragraphs are all that a section of a review has, below a heading of its own words.
fn is_all_remarks(node: &Node<'_>, context: &Context, made_of: MadeOf) -> bool {
    context.look.is_again()
        && !(context.other || context.summary)
        && node.is_marked_heading()
        && matches!(node.class, Class::Plain | Class::Topic | Class::File | Class::Label)
        && matches!(made_of, MadeOf::Paragraphs(_))
}

/// Whether a check list is of what was found: one of its open boxes names a finding, most name lines, or most begin with a
/// file and a third say what is wrong.
fn lists_boxes(outline: &Outline<'_>, at: usize) -> bool {
    const SEVERAL: usize = 3;
    let node = outline.nodes.get(at);
    let parts = || node.into_iter().flat_map(|node| &node.children).filter_map(|part| outline.nodes.get(*part));
    let boxes = || parts().filter(|part| part.mark == Mark::OpenBox);
    let placed = || boxes().filter(|part| signs::names_lines_behind(part)).count();
    let on_file = || boxes().filter(|part| part.lead().place.is_some());
    let wrong = || boxes().filter(|part| sentences::complains(part.text)).count();
    boxes().any(signs::is_box_of_a_finding)
        || (placed() >= SEVERAL && placed() * 2 >= boxes().count())
        || (on_file().nth(SEVERAL - 1).is_some()
            && on_file().count() * 2 >= boxes().count()
            && wrong() * 3 >= boxes().count())
}

fn counted(outline: &Outline<'_>) -> BTreeMap<(usize, usize), Option<usize>> {
    let mut counted = BTreeMap::new();
    for node in outline.nodes.iter().filter(|node| node.kind == Kind::Heading) {
        if let Some(number) = number_of(node) {
            let section = counted.entry((node.depth, number)).or_insert(Some(node.parent));
            if *section != Some(node.parent) {
                *section = None;
            }
        }
    }
    counted
}

/// Entries that give every severity once, and no place, explain the words.
fn is_legend(texts: &[&str]) -> bool {
    let mut seen: Vec<Severity> = Vec::new();
    texts.len() > 1
        && texts.iter().all(|text| {
            let lead = lead::read(text, Form::Text);
            let severity = lead.severity.and_then(severities::word);
            let places =
                lead.place.is_some() || text.split_whitespace().any(|word| documents::document_of(word).is_some());
            let fresh = severity.is_some_and(|severity| !seen.contains(&severity));
            seen.extend(severity);
            // In brackets, a severity marks what is said behind it.
            let marks = text.trim_start_matches(['*', '_']).starts_with('[');
            fresh && !places && !marks && lead.title.is_none() && !signs::is_count(lead.after)
        })
}

/// Entries that count on past the last severity (`S1` to `S6`) name parts of something.
fn is_enumeration(texts: &[&str]) -> bool {
    let mut codes = texts.iter().filter_map(|text| {
        let code = text.trim_start_matches(['*', '_', '`', '[']);
        let end = code.find(|character: char| !character.is_ascii_alphanumeric())?;
        let letter = code.chars().next().filter(char::is_ascii_uppercase)?;
        Some((letter, code.get(1..end)?.parse::<u32>().ok()?))
    });
    let is_severity = |(letter, number): (char, u32)| severities::word(&format!("{letter}{number}")).is_some();
    let Some(mut last) = codes.next().filter(|first| is_severity(*first)) else { return false };
    let mut count = 1;
    for (letter, number) in codes {
        if letter != last.0 || Some(number) != last.1.checked_add(1) {
            return false;
        }
        last = (letter, number);
        count += 1;
    }
    count == texts.len() && !is_severity(last)
}

/// Whether a text under a severity says that something is wrong: neither that there is nothing, nor how much.
#[must_use]
pub fn says_something(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '*', '+', '_', ' ']);
    let words = inline::words(text.split(['.', '\n', '—', '(']).next().unwrap_or_default());
    let denies = ["no", "none", "nothing"].iter().any(|word| words == *word || words.starts_with(&format!("{word} ")));
    !words.is_empty() && !denies && !is_none(&words) && !signs::is_count(&words)
}
