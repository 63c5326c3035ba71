//! Findings by nothing but their form: what begins alike, again and again, and names where it is. It is the last resort, for a
//! reply whose parts nothing else recognises. See `docs/formats/prose.md`, "What recurs".

mod form;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::beginnings::{begins_entry, label};
use super::choose::{Choice, Chosen, Source};
use super::evidence::{Context, Evidence, Genre, Sign};
use super::outline::{Kind, Mark, Node, Outline};
use super::vocabulary::{self, Class};
use super::{Scope, lead, place_lines, sentences, signs, start_of, wording};
use crate::model::{Code, Finding, PartDecision, PartVerdict, quote};
use crate::order::Gather;
use crate::part::Reading;
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::part::translations;
use crate::text::blocks::{Block, BlockKind, heading_text, indentation, scan_heading, scan_item, without_item_mark};
use crate::text::inline;
use crate::text::lines::scan_fence;
use form::{Above, Form};

/// So many parts of one form are no accident.
const SEVERAL: usize = 3;

/// So many times more parts than findings show that these were no more than by the way.
const MORE: usize = 4;

/// How many levels of headings there are.
const HEADINGS: usize = 6;

/// So many depths of indentation are told apart.
const INDENTS: usize = 8;

/// The lines of the parts of a form that recurs in a reply.
#[must_use]
pub fn parts(reading: &Reading<'_, '_>) -> Option<Vec<Range<usize>>> {
    Lines::of(reading).recurring()
}

/// Chooses what is of the form that recurs, where that is far more than what was chosen before.
pub fn choose_instead<'t>(
    reading: &mut Reading<'_, 't>,
    scope: Scope<'_>,
    before: &[Finding],
    outline: &mut Outline<'t>,
    choice: &mut Choice,
) {
    if scope.protocol || !before.is_empty() {
        return;
    }
    let chosen = choice.chosen.len();
    if let Some(parts) = reading.recurring.take() {
        if parts.len() > chosen * MORE && tells_of_findings(reading, outline.is_english, &parts) {
            let recurring = take(reading, outline, choice.genre, &parts);
            add_elsewhere(reading, outline, choice, &parts, recurring);
        }
    } else if chosen > 0
        && holds_entries(reading)
        && let Some(parts) = parts(reading)
        // Beside what was found, only a block of text may hold more than twice as much.
        && parts.len() > chosen * 2
        && parts.iter().all(|part| is_weighed(reading, part))
    {
        *choice = take(reading, outline, choice.genre, &parts);
    }
}

/// Takes the parts of one form for findings, and says so.
fn take<'t>(reading: &mut Reading<'_, 't>, outline: &mut Outline<'t>, genre: Genre, parts: &[Range<usize>]) -> Choice {
    let start = parts.first().map_or(0, |part| part.start);
    let end = parts.last().map_or(start, |part| part.end);
    let message = format!(
        "{} parts that begin alike and name places were read as findings, since nothing else showed what is one.",
        parts.len()
    );
    reading.say(Code::ReadByForm, message, reading.source.lines_range(start..end));
    let from = outline.nodes.len();
    add_parts(reading, outline, parts);
    choose(reading, outline, from, genre)
}

/// Adds the parts of one form to what was chosen elsewhere in the reply.
fn add_elsewhere(
    reading: &Reading<'_, '_>,
    outline: &Outline<'_>,
    choice: &mut Choice,
    parts: &[Range<usize>],
    mut recurring: Choice,
) {
    let parts: Vec<Range<usize>> = parts.iter().map(|part| reading.source.lines_range(part.clone())).collect();
    let is_elsewhere = |chosen: &Chosen| {
        let start = start_of(reading, outline, choice, chosen);
        !parts.iter().any(|part| part.contains(&start))
    };
    let elsewhere: Vec<bool> = choice.chosen.iter().map(is_elsewhere).collect();
    let mut elsewhere = elsewhere.into_iter();
    choice.chosen.retain(|_| elsewhere.next().unwrap_or_default());
    choice.chosen.append(&mut recurring.chosen);
    choice.decisions = recurring.decisions;
}

/// Whether parts of one form are findings by what they say: nearly all say what is wrong, or most do, and how much it weighs.
/// In a language that is not understood, all begin with lines, and most say what is not. What was done says what was wrong as
/// well.
fn tells_of_findings(reading: &Reading<'_, '_>, is_english: bool, parts: &[Range<usize>]) -> bool {
    const FEW: usize = 5;
    const DONE: [&str; 8] = ["added", "corrected", "fix", "fixed", "renamed", "repaired", "resolved", "updated"];
    let of = |percent: usize, does: &dyn Fn(&Range<usize>) -> bool| {
        parts.iter().filter(|part| does(part)).count() * 100 >= parts.len() * percent
    };
    let told = |part: &Range<usize>| reading.source.lines_text(part.clone());
    let head = |part: &Range<usize>| reading.source.line(part.start);
    let praises = |part: &Range<usize>| sentences::praises(&told(part)) || head(part).contains(['✅', '✓', '✔']);
    let is_done =
        |part: &Range<usize>| label(head(part)).is_none() && inline::has_word(&inline::words(head(part)), &DONE);
    if of(25, &praises) || of(40, &is_done) {
        return false;
    }
    let complains = |part: &Range<usize>| {
        let text = told(part);
        wording::is_of_finding(std::iter::once(text.as_str())) || sentences::complains(&text)
    };
    let names_lines = |line: &str| place_lines::names_lines(line) || place_lines::bare_lines(line.trim()).is_some();
    let all: Vec<&str> = (0..reading.source.lines().len()).map(|number| reading.source.line(number)).collect();
    let quoted = quoted_code(&all);
    let is_below_quote = |part: &Range<usize>| {
        let above = all.get(..part.start).unwrap_or_default();
        above.iter().rposition(|line| !line.trim().is_empty()).is_some_and(|number| quoted.contains(&number))
    };
    let has_lines = |part: &Range<usize>| {
        is_below_quote(part) || part.clone().any(|number| names_lines(reading.source.line(number)))
    };
    let is_weighed = |part: &Range<usize>| is_weighed(reading, part);
    if is_english {
        (parts.len() >= FEW && of(70, &complains) && of(50, &has_lines)) || (of(50, &is_weighed) && of(50, &complains))
    } else {
        let begins_with_lines = |part: &Range<usize>| names_lines(head(part));
        let denies = |part: &Range<usize>| translations::says_what_is_not(&told(part));
        of(70, &is_weighed) || (of(70, &begins_with_lines) && of(50, &denies))
    }
}

/// Whether a part begins with its severity.
fn is_weighed(reading: &Reading<'_, '_>, part: &Range<usize>) -> bool {
    let first = without_item_mark(reading.source.line(part.start));
    lead::read(first.trim(), lead::Form::Text).severity.is_some()
}

/// The lines of a reply, as far as the form of its parts asks for them.
struct Lines<'t> {
    all: Vec<&'t str>,
    forms: Vec<Vec<Form>>,
    /// How many words stand before each line.
    words: Vec<usize>,
    /// How many places are named before each line.
    places: Vec<usize>,
    /// For each level of headings, the lines of those up to it.
    headings: [Vec<usize>; HEADINGS + 1],
    /// For each depth of indentation, the lines that end what stands there: counts, and names of files that stand further left.
    ends: [Vec<usize>; INDENTS + 1],
    /// The blocks of code.
    fences: Vec<Range<usize>>,
}

impl<'t> Lines<'t> {
    fn of(reading: &Reading<'_, 't>) -> Self {
        let all: Vec<&str> = (0..reading.source.lines().len()).map(|number| reading.source.line(number)).collect();
        let mut is_code = code_lines(reading, &all);
        let quoted = quoted_code(&all);
        for number in &quoted {
            is_code.get_mut(*number).into_iter().for_each(|code| *code = true);
        }
        let is_fence = |block: &&Block| matches!(block.kind, BlockKind::Fence { .. });
        let fences = reading.source.blocks().iter().filter(is_fence).map(|block| block.lines.clone()).collect();
        let mut lines = Self {
            all: Vec::new(),
            forms: Vec::new(),
            words: vec![0],
            places: vec![0],
            headings: Default::default(),
            ends: Default::default(),
            fences,
        };
        let mut above = Above::Nothing;
        let mut aside = Aside::default();
        for (number, line) in all.iter().enumerate() {
            let is_told = !is_code.get(number).copied().unwrap_or_default() && !line.trim().is_empty();
            let is_aside = is_told && aside.holds(line);
            let mut forms = if is_told { form::of(line, above) } else { Vec::new() };
            if let Some(level) = scan_heading(line).filter(|_| is_told) {
                let below = lines.headings.iter_mut().skip(usize::from(level));
                below.for_each(|headings| headings.push(number));
            } else if place_lines::file_alone(line).is_some() {
                let right = lines.ends.iter_mut().skip(indentation(line) + 1);
                right.for_each(|ends| ends.push(number));
            }
            // What weighs is a finding wherever it stands.
            forms.retain(|form| !is_aside || *form == Form::Rated);
            let (mut words, mut places) = (0, 0);
            if is_told && counts(line) {
                lines.ends.iter_mut().for_each(|ends| ends.push(number));
            } else if is_told {
                words = said(line);
                places = usize::from(names_place(line) || forms.contains(&Form::Lines));
            }
            above = if is_told {
                Above::Text
            } else if quoted.contains(&number) || (above == Above::Quote && line.trim().is_empty()) {
                Above::Quote
            } else {
                Above::Nothing
            };
            lines.forms.push(forms);
            lines.words.push(lines.words.last().copied().unwrap_or_default() + words);
            lines.places.push(lines.places.last().copied().unwrap_or_default() + places);
        }
        lines.all = all;
        lines
    }

    /// The parts of the form that most parts have which say something of a place.
    fn recurring(&self) -> Option<Vec<Range<usize>>> {
        let mut heads: BTreeMap<&Form, Vec<usize>> = BTreeMap::new();
        for (number, forms) in self.forms.iter().enumerate() {
            for form in forms {
                heads.entry(form).or_default().push(number);
            }
        }
        let mut best: Option<(usize, Vec<Range<usize>>)> = None;
        for (form, heads) in heads.into_iter().filter(|(_, heads)| heads.len() >= SEVERAL) {
            let heads = if matches!(form, Form::Label(_)) { self.first_of_fields(heads) } else { heads };
            let all = self.parts(form, &heads);
            let told: Vec<Range<usize>> = all.iter().filter(|part| self.says_something(form, part)).cloned().collect();
            if told.len() < SEVERAL || told.len() * 5 < all.len() * 3 {
                continue;
            }
            // Many, and few beside them that say nothing. A paragraph has no mark of its own.
            let weight = if *form == Form::Paragraph { 1 } else { 2 };
            let score = told.len() * told.len() * 1000 * weight / all.len();
            let is_first =
                |other: &[Range<usize>]| told.first().map(|part| part.start) < other.first().map(|part| part.start);
            if best.as_ref().is_none_or(|(most, other)| score > *most || (score == *most && is_first(other))) {
                best = Some((score, told));
            }
        }
        best.map(|(_, told)| told)
    }

    /// Where records begin that have a field in common: with the fields above it that most of them have, in the same order.
    fn first_of_fields(&self, mut heads: Vec<usize>) -> Vec<usize> {
        const FIELDS: usize = 12;
        let label = |number: usize| {
            let forms = self.forms.get(number)?;
            forms.iter().find(|form| matches!(form, Form::Label(_)))
        };
        for _ in 0..FIELDS {
            let mut above: BTreeMap<&Form, usize> = BTreeMap::new();
            for form in heads.iter().filter_map(|head| label(head.checked_sub(1)?)) {
                *above.entry(form).or_default() += 1;
            }
            let most = above.into_iter().max_by_key(|(_, count)| *count);
            let Some((form, _)) = most.filter(|(_, count)| count * 5 >= heads.len() * 3) else { break };
            for head in &mut heads {
                *head -= usize::from(head.checked_sub(1).and_then(label) == Some(form));
            }
        }
        heads
    }

    /// What stands from each line of a form up to the next, or to a heading, or to the name of a file that stands further left.
    fn parts(&self, form: &Form, heads: &[usize]) -> Vec<Range<usize>> {
        let next = |sorted: &[usize], start: usize| {
            sorted.get(sorted.partition_point(|number| *number <= start)).copied().unwrap_or(self.all.len())
        };
        let part = |(start, end): (usize, usize)| {
            let line = self.all.get(start).copied().unwrap_or_default();
            // A heading ends with one of a higher level.
            let level = match form {
                Form::Heading(level) | Form::CountedHeading(level) => usize::from(*level).saturating_sub(1),
                _ => HEADINGS,
            };
            let heading = next(self.headings.get(level).map_or(&[], Vec::as_slice), start);
            let ended = next(self.ends.get(indentation(line).min(INDENTS)).map_or(&[], Vec::as_slice), start);
            // A part within a block ends with it.
            let fence = self.fences.get(self.fences.partition_point(|fence| fence.end <= start));
            let fence = fence.filter(|fence| fence.start < start).map_or(end, |fence| fence.end - 1);
            start..end.min(heading).min(ended).min(fence).max(start + 1)
        };
        let ends = heads.iter().skip(1).copied().chain([self.all.len()]);
        heads.iter().copied().zip(ends).map(part).collect()
    }

    /// Whether a part names a place, or stands below the code that it is on, and says something.
    fn says_something(&self, form: &Form, part: &Range<usize>) -> bool {
        const WORDS: usize = 6;
        let within = |sums: &[usize]| {
            let at = |number: usize| sums.get(number).copied().unwrap_or_default();
            at(part.end).saturating_sub(at(part.start))
        };
        (*form == Form::Quoted || within(&self.places) > 0) && within(&self.words) >= WORDS
    }
}

/// What is listed as no finding: below a heading that announces something else, or as the evidence of what stands above.
#[derive(Default)]
struct Aside {
    /// The level of the heading that announces something else.
    below: Option<u8>,
    /// Whether a label opened a list that belongs to what stands above it.
    listed: bool,
}

impl Aside {
    /// Whether a line that says something is aside; lines are asked for one after the other.
    fn holds(&mut self, line: &str) -> bool {
        if let Some(level) = scan_heading(line) {
            self.listed = false;
            if self.below.is_none_or(|above| level <= above) {
                let class = vocabulary::classify(heading_text(line));
                self.below = matches!(class, Class::Other | Class::Summary).then_some(level);
            }
        } else if label(line).is_some_and(|(_, value)| value.is_empty()) {
            self.listed = true;
        } else {
            self.listed &= scan_item(line).is_some() || indentation(line) > 0;
        }
        self.below.is_some() || self.listed
    }
}

/// Whether entries that are weighed stand in a block of no language.
fn holds_entries(reading: &Reading<'_, '_>) -> bool {
    reading.source.blocks().iter().any(|block| is_text(reading, block))
}

/// Whether a block of no language is text, in which entries are weighed.
fn is_text(reading: &Reading<'_, '_>, block: &Block) -> bool {
    const ENTRIES: usize = 2;
    let is_plain = || scan_fence(reading.source.line(block.lines.start)).is_some_and(|fence| fence.info.is_empty());
    let weighed = || block.lines.clone().filter(|number| begins_entry(reading.source.line(*number)));
    matches!(block.kind, BlockKind::Fence { .. }) && is_plain() && weighed().nth(ENTRIES - 1).is_some()
}

/// Which lines are code. Where nearly all stands in blocks, these are how the reply is written.
fn code_lines(reading: &Reading<'_, '_>, all: &[&str]) -> Vec<bool> {
    let mut is_code = vec![false; all.len()];
    for block in reading.source.blocks() {
        if matches!(block.kind, BlockKind::Fence { .. }) && !is_text(reading, block) {
            is_code.get_mut(block.lines.clone()).unwrap_or_default().fill(true);
        }
    }
    if is_code.iter().filter(|code| **code).count() * 10 > all.len() * 7 {
        is_code.fill(false);
    }
    is_code
}

/// The lines of code that a reply quotes, where it does so several times: `> lock(&a);`.
fn quoted_code(all: &[&str]) -> BTreeSet<usize> {
    let is_code = |line: &str| {
        let line = line.trim_start_matches(['>', ' ']).trim_end();
        // `swap(a, &b)`
        let is_call = || {
            let called = line.split('(').next().filter(|called| called.len() < line.len());
            called.is_some_and(|called| called.ends_with(|last: char| last.is_ascii_alphanumeric()))
        };
        line.ends_with(['{', '}', ';'])
            || (line.ends_with(')') && is_call())
            || line.starts_with(['+', '@', '/'])
            || [" = ", "()", "->", "::", "=>"].iter().any(|mark| line.contains(mark))
    };
    let quoted: Vec<usize> =
        (0..all.len()).filter(|at| all.get(*at).is_some_and(|line| line.starts_with('>'))).collect();
    let runs = quoted.chunk_by(|one, next| one + 1 == *next);
    let lines = |run: &[usize]| run.iter().filter_map(|at| all.get(*at)).filter(|line| is_code(line)).count();
    let code: Vec<&[usize]> = runs.filter(|run| lines(run) * 2 >= run.len()).collect();
    if code.len() < SEVERAL { BTreeSet::new() } else { code.concat().into_iter().gather() }
}

/// Whether a line only counts what it weighs: `CRITICAL: 5 found`.
fn counts(line: &str) -> bool {
    let head = lead::read(without_item_mark(line.trim_start()).trim(), lead::Form::Text);
    let told = head.title.unwrap_or(head.after);
    head.severity.is_some() && signs::is_count(told)
}

/// How many words a line says; of languages that part none, two letters are one.
fn said(line: &str) -> usize {
    let words = inline::words(line).split(' ').filter(|word| word.chars().any(char::is_alphabetic)).count();
    words + line.chars().filter(|letter| translations::is_spaceless(*letter)).count() / 2
}

fn names_place(line: &str) -> bool {
    place_lines::names_lines(line) || !code_places::mentions(line, &Aliases::none(), Reach::Prose).is_empty()
}

/// How deep the name of a file stands: below all headings.
const FILE: usize = 7;

/// Adds headings, names of files and the parts of one form to an outline, behind its own nodes.
fn add_parts<'t>(reading: &Reading<'_, 't>, outline: &mut Outline<'t>, parts: &[Range<usize>]) {
    let nodes = &mut outline.nodes;
    let mut open: Vec<usize> = vec![0];
    let mut at = 0;
    for part in parts {
        for number in at..part.start {
            let line = reading.source.line(number);
            let file = place_lines::file_alone(line).map(|file| (file, FILE));
            let headed = scan_heading(line).map(|level| (heading_text(line), usize::from(level)));
            let Some((text, depth)) = headed.or(file) else { continue };
            while open.len() > 1
                && open.last().and_then(|last| nodes.get(*last)).is_some_and(|node| node.depth >= depth)
            {
                open.pop();
            }
            let parent = open.last().copied().unwrap_or_default();
            open.push(nodes.len());
            nodes.push(Node::new(Kind::Heading, text, number..number + 1, depth, parent));
        }
        at = part.end;
        let line = reading.source.line(part.start);
        let is_heading = scan_heading(line).is_some();
        let (kind, text) = if is_heading {
            (Kind::Heading, heading_text(line))
        } else {
            (Kind::Line, without_item_mark(line.trim_start().trim_start_matches('>').trim_start()).trim())
        };
        let mut node = Node::new(kind, text, part.clone(), usize::MAX, open.last().copied().unwrap_or_default());
        node.mark = Mark::Recurring;
        nodes.push(node);
    }
}

/// Chooses the parts of one form, which stand from a node on, each with what the headings above say of it.
fn choose(reading: &Reading<'_, '_>, outline: &Outline<'_>, from: usize, genre: Genre) -> Choice {
    let mut choice = Choice { genre, ..Choice::default() };
    let root = Context { genre, ..Context::default() };
    let mut contexts: BTreeMap<usize, Context> = BTreeMap::new();
    for (at, node) in outline.nodes.iter().enumerate().skip(from) {
        let above = contexts.get(&node.parent).unwrap_or(&root);
        if node.mark != Mark::Recurring {
            contexts.insert(at, above.below(node, at));
            continue;
        }
        let mut evidence = Evidence::default();
        evidence.add(Sign::Recurring);
        choice.decisions.push(PartDecision {
            text: quote(node.text),
            verdict: PartVerdict::Finding,
            weight: evidence.weight(),
            evidence: evidence.reasons(),
            span: reading.source.lines_span(node.lines.clone()),
        });
        choice.chosen.push(Chosen { source: Source::Node(at), context: above.clone() });
    }
    choice
}
