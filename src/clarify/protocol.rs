//! The merge protocol: what becomes of each draft decision once refinements are answered. What only somebody who reasons
//! can write is left as a marked slot. See `docs/formats/decisions.md`, "Merging".

use std::collections::{BTreeMap, BTreeSet};

use super::decisions::{self, Field, NOT_ANSWERED, Read, SLOT};
use super::draft::{self, GAP_NOTE};
use super::edits::Changes;
use super::ids::{Id, scan_numbered};
use super::settled::Settled;
use super::sheet::Sheet;
use super::{evaluation, json, plain, settled};
use crate::model::clarifications::{DecisionChange, DecisionEntry, DecisionStatus, Verdict};
use crate::text::inline;

/// The most answers that one decision takes up at once.
const ANSWERS_TAKEN: usize = 64;

/// Decisions after the merge.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    let sheet = Sheet::new(written.as_deref().unwrap_or(decisions));
    let read = decisions::read(&sheet);
    let settled = settled(clarifications);
    let mut merging = Merging::new(&sheet, &read, &settled, contradicted);
    for place in 0..read.entries.len() {
        merging.entry(place);
    }
    merging.add_new();
    merging.count();
    for id in merging.contradicted.clone() {
        if !read.entries.iter().any(|entry| entry.id == id) {
            merging.say(id, None, "missing", "There is no such decision.".to_owned());
        }
    }
    Merged { markdown: merging.changes.made(&sheet), changes: merging.told }
}

/// Decisions in JSON as Markdown.
fn as_markdown(text: &str) -> String {
    let decisions = decisions::parse(text);
    let mut blocks = vec![super::front_matter::printed(&decisions.frontmatter)];
    blocks.extend(decisions.entries.iter().map(draft::printed));
    blocks.join("\n\n") + "\n"
}

struct Merging<'m> {
    sheet: &'m Sheet<'m>,
    read: &'m Read,
    settled: &'m Settled,
    contradicted: BTreeSet<String>,
    /// Whether the answer of each question is clear.
    clear: Vec<bool>,
    /// The refinements of each question of the top level, in order.
    refinements: BTreeMap<u32, Vec<usize>>,
    /// The questions that decisions come from.
    covered: BTreeSet<Id>,
    changes: Changes,
    told: Vec<DecisionChange>,
    /// The status of each decision now.
    now: Vec<DecisionStatus>,
}

impl<'m> Merging<'m> {
    fn new(sheet: &'m Sheet<'m>, read: &'m Read, settled: &'m Settled, contradicted: &[String]) -> Self {
        let verdicts = evaluation::verdicts(settled, None);
        let mut refinements: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for place in settled.in_order() {
            if let Some(id) = settled.ids.get(place).filter(|id| id.parent().is_some()) {
                refinements.entry(id.root()).or_default().push(place);
            }
        }
        let contradicted = contradicted.iter().map(|id| {
            let number = scan_numbered(id.trim(), 'D').filter(|(_, length)| *length == id.trim().len());
            number.map_or_else(|| id.clone(), |(number, _)| format!("D{number}"))
        });
        Self {
            sheet,
            read,
            settled,
            contradicted: contradicted.collect(),
            clear: verdicts.into_iter().map(|verdict| verdict == Verdict::Clear).collect(),
            refinements,
            covered: read.entries.iter().flat_map(sources).collect(),
            changes: Changes::default(),
            told: Vec::new(),
            now: Vec::new(),
        }
    }

    fn say(&mut self, decision: String, from: Option<DecisionStatus>, to: &str, because: String) {
        let from = from.map(|status| status.word().to_owned());
        self.told.push(DecisionChange { decision, from, to: to.to_owned(), because });
    }

    /// The refinements of what a decision comes from that are clear and that it does not name yet.
    fn answered(&self, entry: &DecisionEntry) -> Vec<usize> {
        let sources: BTreeSet<Id> = sources(entry).collect();
        let mut found = Vec::new();
        let mut roots = BTreeSet::new();
        for source in sources.iter().filter(|source| roots.insert(source.root())) {
            let refined = self.refinements.get(&source.root()).into_iter().flatten();
            let is_new = |place: &&usize| {
                let id = self.settled.ids.get(**place).copied();
                self.clear.get(**place) == Some(&true)
                    && id.is_some_and(|id| !sources.contains(&id) && is_below(id, &sources))
            };
            found.extend(refined.filter(is_new).take(ANSWERS_TAKEN - found.len().min(ANSWERS_TAKEN)).copied());
        }
        found
    }

    fn entry(&mut self, place: usize) {
        let read = self.read;
        let (Some(entry), Some(fields)) = (read.entries.get(place), read.fields.get(place)) else { return };
        let new = self.answered(entry);
        let (to, because) = self.judged(entry, &new);
        self.now.push(to);
        let is_contradicted = self.contradicted.contains(&entry.id);
        let changed = to != entry.status || !new.is_empty();
        if changed {
            self.rewrite(place, entry, fields, to, &new, is_contradicted);
        }
        self.say(entry.id.clone(), Some(entry.status), to.word(), because);
    }

    /// The new status of a decision, and why.
    fn judged(&self, entry: &DecisionEntry, new: &[usize]) -> (DecisionStatus, String) {
        use DecisionStatus::{ConflictResolved, Contradiction, CriticalGap, Draft, Resolved};
        let names = self.named(new);
        match entry.status {
            CriticalGap => {
                let own: Vec<String> = self.own_answers(entry);
                match (own.is_empty(), new.is_empty()) {
                    (true, true) => (CriticalGap, format!("{} is still not answered.", named_sources(entry))),
                    (false, _) => (Draft, format!("{} is answered now: to be resolved.", own.join(", "))),
                    (true, false) => (Draft, format!("{names} is answered now: to be resolved.")),
                }
            }
            Contradiction => match self.open_refinements(entry) {
                _ if new.is_empty() => (Contradiction, format!("No answer settles {}.", named_sources(entry))),
                0 => (ConflictResolved, format!("The refinements are answered: {names}.")),
                open => (Contradiction, format!("{open} of the refinements are not answered yet.")),
            },
            Draft | Resolved | ConflictResolved if self.contradicted.contains(&entry.id) => {
                let by = if new.is_empty() { "new answers".to_owned() } else { names };
                (ConflictResolved, format!("It is contradicted by {by}."))
            }
            Draft if new.is_empty() => (Resolved, "There is no new answer: it stays, to be reasoned.".to_owned()),
            Draft => (Resolved, format!("It is supported by {names}.")),
            status if new.is_empty() => (status, "There is no new answer.".to_owned()),
            status => (status, format!("{names} is answered now.")),
        }
    }

    fn named(&self, places: &[usize]) -> String {
        let ids = places.iter().filter_map(|place| self.settled.ids.get(*place));
        ids.map(Id::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The sources of a decision that are answered themselves.
    fn own_answers(&self, entry: &DecisionEntry) -> Vec<String> {
        let places = self.settled.places();
        let is_clear = |id: &Id| places.get(id).is_some_and(|place| self.clear.get(*place) == Some(&true));
        sources(entry).filter(is_clear).map(|id| id.to_string()).collect()
    }

    /// How many refinements of what a decision comes from are not clear.
    fn open_refinements(&self, entry: &DecisionEntry) -> usize {
        let roots: BTreeSet<u32> = sources(entry).map(Id::root).collect();
        let refined = roots.iter().filter_map(|root| self.refinements.get(root)).flatten();
        refined.filter(|place| self.clear.get(**place) == Some(&false)).count()
    }

    fn rewrite(
        &mut self,
        place: usize,
        entry: &DecisionEntry,
        fields: &[Field],
        to: DecisionStatus,
        new: &[usize],
        is_contradicted: bool,
    ) {
        let Some(lines) = self.read.lines.get(place).cloned() else { return };
        let is = |field: &Field, key: &str| inline::words(&field.key) == key;
        let head = self.sheet.paper().lines_range(lines.start..lines.start + 1);
        let end = self.sheet.paper().lines_range(lines.clone()).end;
        let mut last: Vec<String> = Vec::new();

        // The mark of an open matter goes where the matter is settled.
        let title = self.sheet.line(lines.start);
        if to != entry.status
            && let (Some(start), Some(length)) = (title.find('['), title.find(']').map(|end| end + 1))
            && matches!(entry.status, DecisionStatus::CriticalGap | DecisionStatus::Contradiction)
            && start < length
        {
            let blank = usize::from(title.get(length..).is_some_and(|rest| rest.starts_with(' ')));
            self.changes.replace(head.start + start..head.start + length + blank, "");
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
        let answers: Vec<&Field> =
            fields.iter().filter(|field| is(field, "answer") || (is(field, "decision"))).collect();
        if entry.status == DecisionStatus::CriticalGap && to != entry.status {
            self.fill_gap(entry, &answers, &mut last);
            let note = fields.iter().find(|field| is(field, "note") && field.value == GAP_NOTE);
            if let Some(note) = note {
                self.remove(note);
            }
        }
        if is_contradicted && to == DecisionStatus::ConflictResolved {
            // What it said stays, under another name; what it says now is the new answer.
            for field in &answers {
                self.rename(field, "Superseded answer");
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
                let at = self.sheet.paper().lines_range(field.lines.clone()).end;
                let written: String = answered.iter().flat_map(|answer| ["\n", answer.as_str()]).collect();
                self.changes.replace(at..at, written);
            }
            None => last.extend(answered),
        }
        if matches!(to, DecisionStatus::Resolved | DecisionStatus::ConflictResolved) {
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

    /// The answer that fills a gap.
    fn fill_gap(&mut self, entry: &DecisionEntry, answers: &[&Field], last: &mut Vec<String>) {
        let places = self.settled.places();
        for source in sources(entry) {
            let Some(place) = places.get(&source).filter(|place| self.clear.get(**place) == Some(&true)) else {
                continue;
            };
            let answer = draft::answer(&self.settled.alone(*place));
            let gap = answers.iter().find(|field| field.value == NOT_ANSWERED || field.value.is_empty());
            self.set(gap.copied(), "Answer", &answer, last);
            return;
        }
    }

    /// Gives a field another value; where there is none, it stands last.
    fn set(&mut self, field: Option<&Field>, key: &str, value: &str, last: &mut Vec<String>) {
        let Some(field) = field.filter(|field| !field.lines.is_empty()) else {
            last.push(draft::field(key, value));
            return;
        };
        let range = self.sheet.paper().lines_range(field.lines.clone());
        self.changes.replace(range, draft::field(&field.key, value));
    }

    fn rename(&mut self, field: &Field, key: &str) {
        let range = self.sheet.paper().lines_range(field.lines.clone());
        self.changes.replace(range, draft::field(key, &field.value));
    }

    fn remove(&mut self, field: &Field) {
        let start = self.sheet.bytes(field.lines.start).start;
        let range = self.sheet.paper().lines_range(field.lines.clone());
        // With the line end before it, so that no blank line is left.
        let before = self.sheet.paper().lines_range(field.lines.start.saturating_sub(1)..field.lines.start).end;
        self.changes.replace(before.min(start)..range.end, "");
    }

    /// Decisions for clear answers that no decision comes from.
    fn add_new(&mut self) {
        let numbers = self.read.entries.iter().filter_map(|entry| scan_numbered(&entry.id, 'D'));
        let mut last = numbers.map(|(number, _)| number).max().unwrap_or_default();
        let mut blocks = Vec::new();
        for place in self.settled.in_order() {
            let Some(id) = self.settled.ids.get(place).copied() else { continue };
            let is_covered = is_below(id, &self.covered) || self.covered.contains(&id);
            if self.clear.get(place) != Some(&true) || is_covered {
                continue;
            }
            last = last.saturating_add(1);
            let mut entry = draft::of_question(&self.settled.alone(place), DecisionStatus::Resolved);
            entry.id = format!("D{last}");
            entry.reasoning = Some(SLOT.to_owned());
            entry.implications = Some(SLOT.to_owned());
            blocks.push(draft::printed(&entry));
            self.now.push(entry.status);
            self.say(
                entry.id,
                None,
                DecisionStatus::Resolved.word(),
                format!("{id} is answered, and no decision came of it."),
            );
        }
        if blocks.is_empty() {
            return;
        }
        let text = self.sheet.paper().text();
        let after = self.read.lines.last().map(|lines| self.sheet.paper().lines_range(lines.clone()).end);
        let written = blocks.join("\n\n");
        match after {
            Some(at) => self.changes.replace(at..at, format!("\n\n{written}")),
            None => {
                let parted = if text.is_empty() || text.ends_with("\n\n") { "" } else { "\n" };
                self.changes.replace(text.len()..text.len(), format!("{parted}{written}\n"));
            }
        }
    }

    /// The count and the status of the front matter.
    fn count(&mut self) {
        let settled =
            |status: &DecisionStatus| matches!(status, DecisionStatus::Resolved | DecisionStatus::ConflictResolved);
        let all_settled = self.now.iter().all(settled);
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

fn sources(entry: &DecisionEntry) -> impl Iterator<Item = Id> + '_ {
    entry.source.iter().filter_map(|source| Id::of(source))
}

fn named_sources(entry: &DecisionEntry) -> String {
    if entry.source.is_empty() { entry.id.clone() } else { plain::line(&entry.source.join(", ")) }
}

/// Whether one of some questions is what an id refines.
fn is_below(id: Id, sources: &BTreeSet<Id>) -> bool {
    std::iter::successors(id.parent(), |parent| parent.parent()).any(|parent| sources.contains(&parent))
}
