//! The merge protocol: what becomes of each draft decision once refinements are answered. What only somebody who reasons
//! can write is left as a marked slot. See `docs/formats/decisions.md`, "Merging".

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::decisions::{self, Field, NOT_ANSWERED, Read, SLOT};
use super::draft::{self, GAP_NOTE};
use super::edits::Changes;
use super::ids::{Id, scan_numbered};
use super::scanned::ScannedDocument;
use super::settled::Settled;
use super::summarized::{Comparison, compare};
use super::{evaluation, json, plain, settled};
use crate::model::clarifications::{DecisionChange, DecisionEntry, DecisionStatus, Verdict};
use crate::model::{KeyValue, quote};
use crate::order::Gather;
use crate::text::inline;

/// The most answers that one decision takes up at once.
const ANSWERS_TAKEN: usize = 64;
/// What is said of a decision that is named as contradicted, and has the only answer that there is.
const NOTHING_AGAINST: &str = "It was named as contradicted, but no answer contradicts it.";

/// Decisions after the merge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// The document.
    pub markdown: String,
    /// What became of each decision, in order; new ones last.
    pub changes: Vec<DecisionChange>,
}

/// Merges answered refinements into decisions. `contradicted`: the ids of decisions that new answers contradict, as
/// whoever reasoned about them says.
#[must_use]
pub fn merge(decisions: &str, clarifications: &str, contradicted: &[String]) -> Merged {
    let written = json::node(decisions).map(|_| as_markdown(decisions));
    let scanned = ScannedDocument::new(written.as_deref().unwrap_or(decisions));
    let read = decisions::read(&scanned);
    let settled = settled(clarifications);
    let mut merging = Merging::new(&scanned, &read, &settled, contradicted);
    for place in 0..read.entries.len() {
        merging.entry(place);
    }
    merging.add_new();
    merging.count();
    for id in merging.contradicted.clone() {
        if !merging.told.iter().any(|change| change.decision == id) {
            merging.say(id, None, "missing", "The document has no such decision.".to_owned());
        }
    }
    Merged { markdown: merging.changes.made(&scanned), changes: merging.told }
}

/// Decisions in JSON as Markdown.
fn as_markdown(text: &str) -> String {
    let decisions = decisions::parse(text);
    let mut blocks = vec![super::front_matter::printed(&decisions.frontmatter)];
    blocks.extend(decisions.entries.iter().map(draft::printed));
    blocks.join("\n\n") + "\n"
}

/// What became of an answer since a decision was made of it.
enum Difference {
    /// It is not clear any more.
    Gone,
    /// It has other words.
    Words(Comparison),
}

struct Merging<'m> {
    scanned: &'m ScannedDocument<'m>,
    read: &'m Read,
    settled: &'m Settled,
    contradicted: BTreeSet<String>,
    /// The first question with each id.
    places: BTreeMap<Id, usize>,
    /// The verdict on the answer of each question.
    verdicts: Vec<Verdict>,
    /// The refinements below each id whose answers are clear and that no decision comes from, in order.
    answered: BTreeMap<Id, Vec<usize>>,
    /// How many refinements below each id are not clear.
    open: BTreeMap<Id, usize>,
    /// Whether there are answers to draft new decisions from, besides those that open gaps and contradictions wait for.
    has_news: bool,
    /// The questions that decisions come from or refer to.
    covered: BTreeSet<Id>,
    /// The questions whose refinements must be answered before a gap or contradiction is settled.
    awaited: BTreeSet<Id>,
    changes: Changes,
    told: Vec<DecisionChange>,
    /// The status of each decision now.
    now: Vec<DecisionStatus>,
}

impl<'m> Merging<'m> {
    fn new(scanned: &'m ScannedDocument<'m>, read: &'m Read, settled: &'m Settled, contradicted: &[String]) -> Self {
        let verdicts = evaluation::verdicts(settled, None);
        let covered: BTreeSet<Id> = read.entries.iter().flat_map(sources).gather();
        let mut answered: BTreeMap<Id, Vec<usize>> = BTreeMap::new();
        let mut open: BTreeMap<Id, usize> = BTreeMap::new();
        for place in settled.in_order() {
            let (Some(id), Some(verdict)) = (settled.ids.get(place), verdicts.get(place)) else { continue };
            for above in above(*id) {
                if *verdict != Verdict::Clear {
                    *open.entry(above).or_default() += 1;
                } else if !covered.contains(id) {
                    answered.entry(above).or_default().push(place);
                }
            }
        }
        let contradicted = contradicted.iter().map(|id| {
            let number = scan_numbered(id.trim(), 'D').filter(|(_, length)| *length == id.trim().len());
            number.map_or_else(|| id.clone(), |(number, _)| format!("D{number}"))
        });
        let mut merging = Self {
            scanned,
            read,
            settled,
            contradicted: contradicted.gather(),
            places: settled.places(),
            verdicts,
            answered,
            open,
            has_news: false,
            covered,
            awaited: BTreeSet::new(),
            changes: Changes::default(),
            told: Vec::new(),
            now: Vec::new(),
        };
        merging.has_news = merging.finds_news();
        merging
    }

    /// Whether any answer is new to all decisions, and none of those that stay open waits for it: after a merge there is none.
    fn finds_news(&self) -> bool {
        let stays_open = |(entry, fields): &(&DecisionEntry, &Vec<Field>)| {
            matches!(entry.status, DecisionStatus::CriticalGap | DecisionStatus::Contradiction)
                || self.held_back(entry, fields, &self.answered(entry)).is_some()
        };
        let open = self.read.entries.iter().zip(&self.read.fields).filter(stays_open);
        let awaited: BTreeSet<Id> = open.flat_map(|(entry, _)| sources(entry)).gather();
        let is_new = |id: &Id| !self.covered.contains(id) && !above(*id).any(|above| awaited.contains(&above));
        let judged = self.settled.ids.iter().zip(&self.verdicts);
        judged.filter(|(_, verdict)| **verdict == Verdict::Clear).any(|(id, _)| is_new(id))
    }

    fn say(&mut self, decision: String, from: Option<DecisionStatus>, to: &str, because: String) {
        let from = from.map(|status| status.word().to_owned());
        self.told.push(DecisionChange { decision, from, to: to.to_owned(), because });
    }

    /// The refinements of what a decision comes from that are clear and that no decision names yet, in order.
    fn answered(&self, entry: &DecisionEntry) -> Vec<usize> {
        let found = topmost(entry).into_iter().filter_map(|source| self.answered.get(&source));
        found.flatten().take(ANSWERS_TAKEN).copied().collect()
    }

    fn is_clear(&self, id: Id) -> bool {
        self.verdict(id) == Some(Verdict::Clear)
    }

    fn verdict(&self, id: Id) -> Option<Verdict> {
        self.places.get(&id).and_then(|place| self.verdicts.get(*place)).copied()
    }

    fn entry(&mut self, place: usize) {
        let read = self.read;
        let (Some(entry), Some(fields)) = (read.entries.get(place), read.fields.get(place)) else { return };
        let new = self.answered(entry);
        let (to, because) = match self.held_back(entry, fields, &new) {
            Some(because) => (entry.status, because),
            None => self.judged(entry, &new),
        };
        self.now.push(to);
        let is_contradicted = self.is_contradicted(entry, &new);
        if to == entry.status && !(is_contradicted && to == DecisionStatus::ConflictResolved && !new.is_empty()) {
            // It stays byte for byte. What is answered below an open matter belongs to it.
            if !is_settled(to) {
                self.awaited.extend(sources(entry));
            }
        } else {
            self.covered.extend(new.iter().filter_map(|place| self.settled.ids.get(*place)));
            self.rewrite(place, entry, fields, to, &new);
        }
        let changed = Some(self.changed_since(entry)).filter(|changed| !because.starts_with(changed));
        let is_named = self.contradicted.contains(&entry.id) && !is_contradicted;
        let alone = is_named.then(|| NOTHING_AGAINST.to_owned());
        let summed_up = Some(self.summed_up(entry));
        let because = [Some(because), changed, summed_up, alone].into_iter().flatten().filter(|text| !text.is_empty());
        let because = because.collect::<Vec<_>>().join(" ");
        self.say(entry.id.clone(), Some(entry.status), to.word(), because);
    }

    /// Whether a decision is contradicted: it is named so, and has an answer that another one can stand against.
    fn is_contradicted(&self, entry: &DecisionEntry, new: &[usize]) -> bool {
        let has_against = || match entry.status {
            DecisionStatus::CriticalGap => false,
            DecisionStatus::Draft | DecisionStatus::Resolved => {
                !new.is_empty() || self.has_news || !self.differences(entry).is_empty()
            }
            DecisionStatus::Contradiction | DecisionStatus::ConflictResolved => true,
        };
        self.contradicted.contains(&entry.id) && has_against()
    }

    /// Why a decision stays as it is, whatever the answers are: only somebody who reasons can go on with it.
    fn held_back(&self, entry: &DecisionEntry, fields: &[Field], new: &[usize]) -> Option<String> {
        let status = fields.iter().find(|field| inline::words(&field.key) == "status");
        if let Some(status) = status.filter(|status| !decisions::is_status(&status.value)) {
            return Some(format!("Its status {} is not recognised. It was left unchanged.", quote(&status.value)));
        }
        if entry.status != DecisionStatus::Draft || self.is_contradicted(entry, new) {
            return None;
        }
        let changed = self.changed_since(entry);
        if !changed.is_empty() {
            return Some(format!("{changed} It stays a draft."));
        }
        let is_reason = |field: &&Field| ["reasoning", "rationale"].contains(&inline::words(&field.key).as_str());
        let is_open = fields.iter().filter(is_reason).any(|field| field.value == SLOT);
        (is_open && new.is_empty()).then(|| "Its reasoning is still missing.".to_owned())
    }

    /// The new status of a decision, and why.
    fn judged(&self, entry: &DecisionEntry, new: &[usize]) -> (DecisionStatus, String) {
        use DecisionStatus::{ConflictResolved, Contradiction, CriticalGap, Draft, Resolved};
        let names = self.named(new);
        match entry.status {
            CriticalGap => {
                let own: Vec<String> = self.own_answers(entry);
                let open = self.open_refinements(entry);
                match (own.is_empty(), new.is_empty()) {
                    (true, true) if sources(entry).any(|id| self.verdict(id) == Some(Verdict::Vague)) => {
                        (CriticalGap, format!("The answer to {} is vague.", named_sources(entry)))
                    }
                    (true, true) => (CriticalGap, format!("{} is still not answered.", named_sources(entry))),
                    (_, false) if open == 0 => (Resolved, format!("It is supported by {names}.")),
                    (false, _) => (Draft, format!("{} is now answered. It must be resolved.", own.join(", "))),
                    (true, false) => {
                        let are = if open == 1 { "is" } else { "are" };
                        (
                            Draft,
                            format!(
                                "{names} is now answered, but {open} of the refinements {are} not. It must be resolved."
                            ),
                        )
                    }
                }
            }
            Contradiction => match self.open_refinements(entry) {
                _ if new.is_empty() => (Contradiction, format!("No answer settles {}.", named_sources(entry))),
                0 => (ConflictResolved, format!("The refinements are answered: {names}.")),
                open => (Contradiction, format!("{open} of the refinements are not answered yet.")),
            },
            ConflictResolved if new.is_empty() => (ConflictResolved, "There is no new answer.".to_owned()),
            Draft | Resolved | ConflictResolved if self.is_contradicted(entry, new) => {
                let by = if new.is_empty() { "new answers".to_owned() } else { names };
                (ConflictResolved, format!("It is contradicted by {by}."))
            }
            Draft if new.is_empty() => (Resolved, "There is no new answer. Its reasoning is still missing.".to_owned()),
            Draft => (Resolved, format!("It is supported by {names}.")),
            status if new.is_empty() => (status, "There is no new answer.".to_owned()),
            status => (status, format!("It is settled. {names} is now answered.")),
        }
    }

    /// What differs between the answers of a decision and those of the clarifications now, each with its question.
    fn differences(&self, entry: &DecisionEntry) -> Vec<(Id, Difference)> {
        if entry.status == DecisionStatus::CriticalGap {
            return Vec::new();
        }
        let mut differences = Vec::new();
        let mut own = sources(entry);
        let (first, others) = (own.next(), own.next());
        for answer in &entry.answers {
            let named = answer.question.as_deref().and_then(Id::of);
            let Some(id) = named.or(first.filter(|_| others.is_none() || entry.answers.len() > 1)) else { continue };
            let Some(place) = self.places.get(&id) else { continue };
            let question = self.settled.alone(*place);
            let now = draft::answer(&question);
            let kept = [Some(&now), question.answer.as_ref()];
            let is_kept = kept.into_iter().flatten().any(|now| inline::words(now) == inline::words(&answer.text));
            if is_kept {
                continue;
            }
            if self.is_clear(id) {
                differences.push((id, Difference::Words(compare(&answer.text, &now))));
            } else if inline::words(&answer.text) != inline::words(NOT_ANSWERED) {
                differences.push((id, Difference::Gone));
            }
        }
        differences
    }

    /// What became of the answers of a decision since it was written, where it no longer says the same.
    fn changed_since(&self, entry: &DecisionEntry) -> String {
        let differences = self.differences(entry).into_iter().filter_map(|(id, difference)| match difference {
            Difference::Gone => Some(format!("{id} no longer has a clear answer.")),
            Difference::Words(Comparison::Other(why)) => {
                Some(format!("The answer to {id} differs in the clarifications: {why}."))
            }
            Difference::Words(Comparison::Summary(_)) => None,
        });
        differences.collect::<Vec<_>>().join(" ")
    }

    /// Which answers a decision sums up, and what differs.
    fn summed_up(&self, entry: &DecisionEntry) -> String {
        let differences = self.differences(entry).into_iter().filter_map(|(id, difference)| match difference {
            Difference::Words(Comparison::Summary(what)) => Some(format!("It summarises the answer to {id}: {what}.")),
            _ => None,
        });
        differences.collect::<Vec<_>>().join(" ")
    }

    fn named(&self, places: &[usize]) -> String {
        let ids = places.iter().filter_map(|place| self.settled.ids.get(*place));
        ids.map(Id::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The sources of a decision that are answered themselves.
    fn own_answers(&self, entry: &DecisionEntry) -> Vec<String> {
        sources(entry).filter(|id| self.is_clear(*id)).map(|id| id.to_string()).collect()
    }

    /// How many refinements of what a decision comes from are not clear.
    fn open_refinements(&self, entry: &DecisionEntry) -> usize {
        topmost(entry).iter().filter_map(|source| self.open.get(source)).sum()
    }

    fn rewrite(&mut self, place: usize, entry: &DecisionEntry, fields: &[Field], to: DecisionStatus, new: &[usize]) {
        let Some(lines) = self.read.lines.get(place).cloned() else { return };
        let is = |field: &Field, key: &str| inline::words(&field.key) == key;
        let head = self.scanned.source().lines_range(lines.start..lines.start + 1);
        let end = self.scanned.source().lines_range(lines.clone()).end;
        let mut last: Vec<String> = Vec::new();

        // The mark of an open matter goes where the matter is settled.
        let title = self.scanned.line(lines.start);
        if to != entry.status
            && let (Some(start), Some(length)) = (title.find('['), title.find(']').map(|end| end + 1))
            && matches!(entry.status, DecisionStatus::CriticalGap | DecisionStatus::Contradiction)
            && start < length
        {
            let behind = title.get(length..).unwrap_or_default();
            let (before, blank) = match behind.trim() {
                "" => (title.get(..start).unwrap_or_default().trim_end().len(), behind.len()),
                _ => (start, usize::from(behind.starts_with(' '))),
            };
            self.changes.replace(head.start + before..head.start + length + blank, "");
        }
        self.set(fields.iter().find(|field| is(field, "status")), "Status", to.word(), &mut last);

        let sources: Vec<String> = entry
            .source
            .iter()
            .cloned()
            .chain(new.iter().filter_map(|place| self.settled.ids.get(*place)).map(Id::to_string))
            .collect();
        if !new.is_empty() {
            self.set(fields.iter().find(|field| is(field, "source")), "Source", &sources.join(", "), &mut last);
        }
        let answered: Vec<String> = new
            .iter()
            .map(|place| self.settled.alone(*place))
            .map(|question| draft::field(&format!("Answer ({})", question.id), &draft::answer(&question)))
            .collect();
        let is_answer = |field: &&Field| {
            let key = inline::words(&field.key);
            ["answer", "decision"].contains(&key.as_str()) || decisions::answered(&field.key).is_some()
        };
        let answers: Vec<&Field> = fields.iter().filter(is_answer).collect();
        if entry.status == DecisionStatus::CriticalGap && to != entry.status {
            self.fill_gap(entry, &answers, &mut last);
            let note = fields.iter().find(|field| is(field, "note") && field.value == GAP_NOTE);
            if let Some(note) = note {
                self.remove(note);
            }
        }
        if entry.status != DecisionStatus::Contradiction && to == DecisionStatus::ConflictResolved {
            // What it said stays, under another name; what it says now is the new answer.
            for field in &answers {
                let key = match decisions::answered(&field.key) {
                    Some(id) => format!("Superseded answer ({id})"),
                    None => "Superseded answer".to_owned(),
                };
                self.rename(field, &key);
            }
            if answered.is_empty() {
                last.push(draft::field("Answer", SLOT));
            }
            let by = self.named(new);
            let by = if by.is_empty() {
                SLOT.to_owned()
            } else {
                format!("{} is contradicted by {by}.", named_sources(entry))
            };
            last.push(draft::field("Contradiction", &by));
        }
        match answers.last() {
            Some(field) => {
                let at = self.scanned.source().lines_range(field.lines.clone()).end;
                let written: String = answered.iter().flat_map(|answer| ["\n", answer.as_str()]).collect();
                self.changes.replace(at..at, written);
            }
            None => last.extend(answered),
        }
        // A gap that is filled waits for the same: with these, it is not taken for a draft that was there before.
        if is_settled(to) || entry.status == DecisionStatus::CriticalGap {
            for (key, others) in
                [("Reasoning", ["reasoning", "rationale"]), ("Implications", ["implications", "implication"])]
            {
                if !fields.iter().any(|field| others.iter().any(|other| is(field, other))) {
                    last.push(draft::field(key, SLOT));
                }
            }
        }
        let written: String = last.iter().flat_map(|line| ["\n", line.as_str()]).collect();
        self.changes.replace(end..end, written);
    }

    /// The answer that fills a gap; where refinements alone are answered, theirs stand in the place of none.
    fn fill_gap(&mut self, entry: &DecisionEntry, answers: &[&Field], last: &mut Vec<String>) {
        let gap = answers.iter().find(|field| field.value == NOT_ANSWERED || field.value.is_empty()).copied();
        let own = sources(entry).filter(|source| self.is_clear(*source)).find_map(|source| self.places.get(&source));
        match (own, gap) {
            (Some(place), _) => {
                let answer = draft::answer(&self.settled.alone(*place));
                self.set(gap, "Answer", &answer, last);
            }
            (None, Some(gap)) => self.remove(gap),
            (None, None) => {}
        }
    }

    /// Gives a field another value; where there is none, it stands last.
    fn set(&mut self, field: Option<&Field>, key: &str, value: &str, last: &mut Vec<String>) {
        let Some(field) = field.filter(|field| !field.lines.is_empty()) else {
            last.push(draft::field(key, value));
            return;
        };
        let range = self.scanned.source().lines_range(field.lines.clone());
        self.changes.replace(range, draft::field(&field.key, value));
    }

    fn rename(&mut self, field: &Field, key: &str) {
        let range = self.scanned.source().lines_range(field.lines.clone());
        self.changes.replace(range, draft::field(key, &field.value));
    }

    fn remove(&mut self, field: &Field) {
        let start = self.scanned.bytes(field.lines.start).start;
        let range = self.scanned.source().lines_range(field.lines.clone());
        // With the line end before it, so that no blank line is left.
        let before = self.scanned.source().lines_range(field.lines.start.saturating_sub(1)..field.lines.start).end;
        self.changes.replace(before.min(start)..range.end, "");
    }

    /// Decisions for clear answers that no decision comes from.
    fn add_new(&mut self) {
        let numbers = self.read.entries.iter().filter_map(|entry| scan_numbered(&entry.id, 'D'));
        let mut last = numbers.map(|(number, _)| number).max().unwrap_or_default();
        let mut blocks = Vec::new();
        for place in self.settled.in_order() {
            let Some(id) = self.settled.ids.get(place).copied() else { continue };
            let is_taken = self.covered.contains(&id) || above(id).any(|above| self.awaited.contains(&above));
            if self.verdicts.get(place) != Some(&Verdict::Clear) || is_taken {
                continue;
            }
            last = last.saturating_add(1);
            let mut entry = draft::of_question(&self.settled.alone(place), DecisionStatus::Resolved);
            entry.id = format!("D{last}");
            entry.reasoning = Some(SLOT.to_owned());
            entry.implications = Some(SLOT.to_owned());
            blocks.push(draft::printed(&entry));
            self.now.push(entry.status);
            let mut because = format!("{id} is answered, but had no decision.");
            if self.contradicted.contains(&entry.id) {
                because = format!("{because} {NOTHING_AGAINST}");
            }
            self.say(entry.id, None, DecisionStatus::Resolved.word(), because);
        }
        if blocks.is_empty() {
            return;
        }
        let text = self.scanned.source().text();
        let after = self.read.lines.last().map(|lines| self.scanned.source().lines_range(lines.clone()).end);
        let written = blocks.join("\n\n");
        match after {
            Some(at) => self.changes.replace(at..at, format!("\n\n{written}")),
            None if text.trim().is_empty() => {
                let count = KeyValue::new("decision_count", blocks.len().to_string());
                let front = super::front_matter::printed(&[KeyValue::new("status", "resolved"), count]);
                self.changes.replace(0..text.len(), format!("{front}\n\n{written}\n"));
            }
            None => {
                let parted = if text.is_empty() || text.ends_with("\n\n") { "" } else { "\n" };
                self.changes.replace(text.len()..text.len(), format!("{parted}{written}\n"));
            }
        }
    }

    /// The count and the status of the front matter.
    fn count(&mut self) {
        let all_settled = self.now.iter().all(|status| is_settled(*status));
        for (field, span) in self.read.front.fields.iter().zip(&self.read.front.values) {
            match field.key.as_str() {
                "decision_count" if field.value.parse::<usize>().is_ok() => {
                    self.changes.replace(span.bytes(), self.now.len().to_string());
                }
                "status" if all_settled && field.value == "draft" => self.changes.replace(span.bytes(), "resolved"),
                _ => {}
            }
        }
    }
}

fn is_settled(status: DecisionStatus) -> bool {
    matches!(status, DecisionStatus::Resolved | DecisionStatus::ConflictResolved)
}

/// The questions that a decision comes from, each once for each time that it is named.
fn sources(entry: &DecisionEntry) -> impl Iterator<Item = Id> + '_ {
    entry.source.iter().flat_map(|source| Id::all_in(source))
}

/// Those of them that refine none of the others.
fn topmost(entry: &DecisionEntry) -> BTreeSet<Id> {
    let sources: BTreeSet<Id> = sources(entry).gather();
    sources.iter().copied().filter(|id| !above(*id).any(|above| sources.contains(&above))).gather()
}

fn named_sources(entry: &DecisionEntry) -> String {
    if entry.source.is_empty() { entry.id.clone() } else { plain::line(&entry.source.join(", ")) }
}

/// What an id refines, and what that refines.
fn above(id: Id) -> impl Iterator<Item = Id> {
    std::iter::successors(id.parent(), |parent| parent.parent())
}
