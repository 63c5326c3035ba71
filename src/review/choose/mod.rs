//! Which parts of a reply are findings: one walk down the outline. See `docs/formats/prose.md`, "Which are findings".

mod descent;
mod entries;
mod groups;
mod lists;
mod paragraphs;
mod siblings;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::Scope;
use super::beginnings::label;
use super::evidence::{Asked, Context, ENOUGH, Evidence, Genre, Look, Sign};
use super::outline::{Kind, Mark, Node, Outline};
use super::series::{self, number_of};
use super::vocabulary;
use super::{genre, labels, lead, sentences, signs};
use crate::model::{Finding, PartDecision, PartVerdict};
use crate::order::Gather;
use crate::part::Reading;
use crate::part::columns::Assigned;
use crate::part::finding_table::Header;
use crate::part::records::is_none;
use crate::part::scales::Scales;
use crate::part::sections::{self, Section};
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

impl Chosen {
    /// The node that it is read from; `None` for rows, fields and remarks.
    #[must_use]
    pub fn node(&self) -> Option<usize> {
        match self.source {
            Source::Node(at) => Some(at),
            _ => None,
        }
    }
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
    /// What the reply says that it is.
    pub genre: Genre,
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
    let mut critical = critical(reading, outline, &named, &asked);
    critical.extend(series::counted(reading, outline));
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
            && !outline.nodes.iter().any(Node::is_marked_heading)
            && !walk.choice.decisions.iter().any(is_rated)
    };
    if alone
        && (nothing || lists() || genre::remarks_on_more(reading, outline, found))
        && let Some(look) =
            genre::last_look(reading, outline, stated, found).filter(|look| nothing || *look == Look::Letter)
    {
        let before = std::mem::take(&mut walk.choice);
        let complaints = look == Look::Letter;
        walk.below(0, &Context { genre: Genre::Review, look, complaints, ..Context::default() });
        // A letter has no headings: where a line such as `Smaller:` stands over some of it, the rest has to tell half as much again.
        let is_headed = !nothing && outline.nodes.iter().any(|node| node.kind == Kind::Heading);
        let least = found + if is_headed { found / 2 } else { 0 };
        if walk.choice.chosen.len() < least {
            walk.choice = before;
        }
    }
    // Where a letter said what nothing else did, its entries may say more.
    let is_open = nothing || walk.choice.chosen.len() <= found;
    if !scope.protocol && stated != Genre::Unknown && is_open && walk.is_near() {
        let before = std::mem::take(&mut walk.choice);
        let look = if found >= SEVERAL { Look::WordedAgain } else { Look::Worded };
        walk.below(0, &Context { genre, look, asked, ..Context::default() });
        if walk.choice.chosen.len() <= before.chosen.len() {
            walk.choice = before;
        }
    }
    walk.choice.genre = stated;
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
    /// Whether a single heading contains all others.
    has_one_top: bool,
    /// The ids of rows that are findings, in lower case.
    rows: BTreeSet<String>,
    /// What is counted as the rows of a table of findings are, and tells more of these.
    of_rows: BTreeSet<usize>,
    choice: Choice,
}

/// An entry under consideration.
struct Candidate {
    node: usize,
    evidence: Evidence,
    context: Context,
    verdict: PartVerdict,
    /// The problems that a paragraph of a letter names, in order.
    remarks: Vec<Source>,
}

impl Walk<'_, '_, '_> {
    /// Whether some part falls short of being a finding by no more than its wording could add.
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
        // The announcing sentence is evidence only for what is directly below it.
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
            let is_told = part.kind == Kind::Item && lead::told_behind_place(part.text).is_some();
            if is_field && !is_told && !(part.kind == Kind::Item && self.is_all_fields(child)) {
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

    /// Whether a part begins with the id of something that was asked for.
    fn is_asked(&self, node: &Node<'_>) -> bool {
        node.lead().ids.first().is_some_and(|id| self.asked.contains(id))
    }

    /// Whether a heading announces records of the type of the reply: they are read as those.
    fn is_of_records(&self, node: &Node<'_>) -> bool {
        let announced = || sections::of_heading(&inline::words(node.text)).map(|(section, _)| section);
        let is_record = |section: &Section| {
            !section.announces_findings() && sections::result_type(*section) == self.scope.result_type
        };
        self.scope.result_type.is_some() && node.kind == Kind::Heading && announced().as_ref().is_some_and(is_record)
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

/// Whether a text under a severity says that something is wrong: neither that there is nothing, nor how much.
#[must_use]
pub fn says_something(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '*', '+', '_', ' ']);
    let words = inline::words(text.split(['.', '\n', '—', '(']).next().unwrap_or_default());
    let denies = ["no", "none", "nothing"].iter().any(|word| words == *word || words.starts_with(&format!("{word} ")));
    !words.is_empty() && !denies && !is_none(&words) && !signs::is_count(&words)
}
