//! Refinements of several agents, put into the document: below their questions, each once, numbered without gaps.
//! What is there stays as it is. See `docs/formats/clarifications.md`, "Consolidating".

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::edits::{self, Editor};
use super::ids::Id;
use super::marks::Given;
use super::outline::{self, Outline, Part};
use super::scanned::ScannedDocument;
use super::settled::Settled;
use super::{answers, canonical, counts, evaluation, json, marks, plain};
use crate::merge::similarity::{STRIKING, Similarity};
use crate::merge::terms::Terms;
use crate::model::clarifications::{Choice, Contradiction, DocumentNote, Evaluation, NoteKind, Question, Verdict};
use crate::model::{Code, Diagnostic, Reply, Span, quote};
use crate::order::{Arrange, Gather};
use crate::text::inline;

/// The most refinements of one question that another one is compared with.
const COMPARED: usize = 64;
/// From this weight on, a term that one refinement has and the other has not makes them two.
const DISTINGUISHING: u8 = 2;

/// A document with the refinements in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Consolidated {
    /// The document.
    pub markdown: String,
    /// The ids of the refinements that were added, in the order of the document.
    pub added: Vec<String>,
    /// What was left out or assumed.
    pub diagnostics: Vec<Diagnostic>,
}

/// Puts the refinements of replies into a document. The order of the replies changes nothing.
#[must_use]
pub fn consolidate(
    text: &str,
    mut replies: Vec<Reply>,
    contradictions: &[Contradiction],
    given: Option<&Evaluation>,
) -> Consolidated {
    replies.arrange_by(|one, other| key(one).cmp(&key(other)));
    let made = |text: &str| put_in(text, &replies, contradictions, given);
    let added = |(added, _): &(Vec<String>, Vec<Diagnostic>)| added.iter().filter_map(|id| Id::of(id)).gather();
    let (markdown, (added, diagnostics)) = edits::changed(text, made, added);
    Consolidated { markdown, added, diagnostics }
}

/// The document with the refinements in it; their ids, and what is to be said.
fn put_in(
    text: &str,
    replies: &[Reply],
    contradictions: &[Contradiction],
    given: Option<&Evaluation>,
) -> (String, (Vec<String>, Vec<Diagnostic>)) {
    let editor = Editor::new(text);
    let mut consolidation = Consolidation {
        places: editor.settled.places(),
        editor,
        names: replies.iter().enumerate().map(|(number, reply)| name_of(reply, number)).collect(),
        kept: BTreeMap::new(),
        asked: BTreeMap::new(),
        known_as: BTreeMap::new(),
        noted: BTreeSet::new(),
        notes: Vec::new(),
        diagnostics: Vec::new(),
    };
    consolidation.keep_existing();
    for (number, reply) in replies.iter().enumerate() {
        consolidation.read(reply, number);
    }
    let added = consolidation.insert();
    if !added.is_empty() {
        consolidation.name_questions();
    }
    consolidation.tell_of_unrefined(given);
    consolidation.tell_of_unknown(contradictions, given, &added);
    consolidation.note(contradictions, given);
    consolidation.count(added.len());
    (consolidation.editor.finish(), (added, consolidation.diagnostics))
}

/// What a reply says: all of it, or, where it asks nothing else, what its fences hold and the text around them.
fn outlines(text: &str) -> Vec<Outline> {
    let asks = |outline: &Outline| {
        let refines = |given: Given| !matches!(given, Given::Id(Id::Question(_)) | Given::Number(_));
        outline.entries.iter().any(|entry| refines(entry.given))
            || outline.parts.iter().any(|part| matches!(part, Part::Note(_)))
    };
    let read = |text: &str| {
        let json = match text.trim() {
            list if list.starts_with('[') && list.ends_with(']') => {
                json::outline(&format!("{{\"refinements\": {list}}}"))
            }
            text => json::outline(text),
        };
        json.unwrap_or_else(|| outline::read(&ScannedDocument::new(text), true))
    };
    let whole = read(text);
    if asks(&whole) {
        return vec![whole];
    }
    let scanned = ScannedDocument::new(text);
    let mut around: Vec<&str> = (0..scanned.len()).map(|line| scanned.line(line)).collect();
    let mut found = Vec::new();
    for (lines, inner) in scanned.opened() {
        let outline = read(&inner);
        if asks(&outline) {
            found.push(outline);
            around.iter_mut().take(lines.end).skip(lines.start).for_each(|line| *line = "");
        }
    }
    if found.is_empty() {
        return vec![whole];
    }
    let around = super::text_of(&around.join("\n"));
    let rest = Part::Text { text: around, span: Span::default(), outside: true };
    found.push(Outline { parts: vec![rest], ..Outline::default() });
    found
}

/// What replies are sorted by.
fn key(reply: &Reply) -> (&Option<String>, &Option<String>, Option<u32>, &Option<String>, &str) {
    (&reply.unit, &reply.agent, reply.attempt, &reply.source, reply.text.as_str())
}

/// A refinement that is in the document, or will be.
struct Kept {
    /// The reply that it is from; `None` where it is in the document already.
    reply: Option<usize>,
    /// Its id in that reply, or in the document.
    id: Id,
    question: Question,
    words: String,
    terms: Terms,
}

impl Kept {
    /// One of a reply is compared as it is read once it is written.
    fn of_reply(reply: usize, id: Id, question: Question) -> Self {
        let mut blocks = Vec::new();
        canonical::question(&question, &mut blocks);
        blocks.retain(|block| !block.is_empty());
        let written = outline::read(&ScannedDocument::new(&blocks.join("\n\n")), false);
        let read = match written.entries.as_slice() {
            [entry] => entry.question.clone(),
            _ => question.clone(),
        };
        Self { question, ..Self::new(Some(reply), id, read) }
    }

    fn new(reply: Option<usize>, id: Id, question: Question) -> Self {
        let mut said = format!("{}\n{}", question.title, question.body);
        for choice in question.choices.iter().filter(|choice| !choice.other) {
            said.push('\n');
            said.push_str(&choice.text);
        }
        let words = inline::words(&said);
        let terms = Terms::of_text(&said);
        Self { reply, id, question, words, terms }
    }

    /// Whether another one asks the same: in the same words, or, in another reply, in words alike where neither has a
    /// term of its own that counts. A question that is left out for another one would never be answered.
    fn asks_the_same(&self, other: &Self) -> bool {
        self.words == other.words
            || (self.reply != other.reply
                && Similarity::between(&self.terms, &other.terms).at_least(STRIKING)
                && !self.distinguishes_itself_from(other)
                && !other.distinguishes_itself_from(self))
    }

    fn distinguishes_itself_from(&self, other: &Self) -> bool {
        let others = other.terms.all();
        let is_own = |term| others.binary_search_by_key(term, |(other, _)| *other).is_err();
        self.terms.is_cut() || self.terms.all().iter().any(|(term, weight)| *weight >= DISTINGUISHING && is_own(term))
    }

    /// What it says, on one line.
    fn said(&self) -> String {
        let Question { title, body, .. } = &self.question;
        quote(&[title.as_str(), body.as_str()].join(" "))
    }
}

struct Consolidation<'t> {
    editor: Editor<'t>,
    /// The questions of the document, by their ids.
    places: BTreeMap<Id, usize>,
    /// What each reply is called.
    names: Vec<String>,
    /// Refinements by what they refine: an id of the document, or that of a new one by its reply.
    kept: BTreeMap<(Option<usize>, Id), Vec<Kept>>,
    /// The words of each refinement, with the reply that asks it and its id there.
    asked: BTreeMap<String, (Option<usize>, Id)>,
    /// Which one the refinement of a reply became.
    known_as: BTreeMap<(usize, Id), (Option<usize>, Id)>,
    /// What the notes of the document are about.
    noted: BTreeSet<(NoteKind, String)>,
    /// What stands among the notes, with the reply that says it.
    notes: Vec<(Option<usize>, DocumentNote)>,
    diagnostics: Vec<Diagnostic>,
}

impl Consolidation<'_> {
    fn say(&mut self, code: Code, message: String) {
        self.diagnostics.push(Diagnostic::new(code, message, None));
    }

    fn keep_existing(&mut self) {
        let settled = &self.editor.settled;
        self.noted.extend(settled.outline.parts.iter().filter_map(|part| match part {
            Part::Note(note) => Some(about(note)),
            _ => None,
        }));
        for (place, id) in settled.ids.iter().enumerate() {
            if let Some(parent) = id.parent() {
                let kept = Kept::new(None, *id, settled.alone(place));
                self.asked.entry(kept.words.clone()).or_insert((None, *id));
                self.kept.entry((None, parent)).or_default().push(kept);
            }
        }
    }

    fn read(&mut self, reply: &Reply, number: usize) {
        let text = reply.text.as_str();
        let name = name_of(reply, number);
        let read: Vec<Settled> = outlines(text).into_iter().map(Settled::new).collect();
        let taken = read.iter().filter(|read| self.take(read, number, &name)).count();
        if taken == 0 {
            self.say(Code::NoRefinements, format!("{name} has no refinements: {}", quote(text)));
            return;
        }
        for read in &read {
            for part in &read.outline.parts {
                match part {
                    Part::Text { text, .. } if text.contains(char::is_alphanumeric) => {
                        self.say(Code::TextLeftOut, format!("{name} says outside its refinements: {}", quote(text)));
                    }
                    Part::Question(place) => self.tell_of_question(read, *place, &name),
                    _ => {}
                }
            }
        }
    }

    /// Takes the refinements and the notes of a reply; says whether there are any.
    fn take(&mut self, read: &Settled, number: usize, name: &str) -> bool {
        let own: BTreeSet<Id> = read.ids.iter().copied().gather();
        let mut found = 0;
        for (place, id) in read.ids.iter().enumerate() {
            let question = read.alone(place);
            let Some(parent) = id.parent() else { continue };
            found += 1;
            let question = self.made_fit(question, name);
            let kept = Kept::of_reply(number, *id, question);
            let note = without_question(*id, &kept.question);
            let is_noted = matches!(id, Id::Sub(..)) && self.noted.contains(&about(&note));
            // What refines a refinement of the same reply goes where that one goes.
            if matches!(id, Id::Sub(..)) && own.contains(&parent) {
                let held = self.known_as.get(&(number, parent)).copied();
                self.add(held.unwrap_or((Some(number), parent)), kept);
            } else if is_noted {
                // Its parent was missing before; what has that id now may be another one, which was numbered on.
                self.notes.push((Some(number), note));
            } else if self.places.contains_key(&parent) {
                self.add((None, parent), kept);
            } else {
                let message =
                    format!("{name}: {id} refines {parent}, which is not in the document. It was added to the notes.");
                self.say(Code::UnknownParent, message);
                self.notes.push((Some(number), note));
            }
        }
        let notes = self.notes.len();
        for part in &read.outline.parts {
            if let Part::Note(DocumentNote { kind, title, body }) = part {
                if title.is_empty() && *kind == NoteKind::Note {
                    // Without a heading it would go on with the note before it.
                    self.say(Code::TextLeftOut, format!("{name} says outside its notes: {}", quote(body)));
                    continue;
                }
                let note = DocumentNote { kind: *kind, title: plain::line(title), body: plain::lines(body) };
                self.notes.push((Some(number), note));
            }
        }
        found > 0 || notes < self.notes.len()
    }

    /// What a reply says of a question of the top level, unless it says what the document does.
    fn tell_of_question(&mut self, read: &Settled, place: usize, name: &str) {
        let Some(id) = read.ids.get(place).filter(|id| id.parent().is_none()) else { return };
        let said = |question: &Question| {
            let fields = [Some(&question.body), question.recommendation.as_ref(), question.answer.as_ref()];
            fields.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ")
        };
        let here = said(&read.alone(place));
        let there = self.places.get(id).map(|place| said(&self.editor.settled.alone(*place)));
        let words = inline::words(&here);
        if !words.is_empty() && there.is_none_or(|there| inline::words(&there) != words) {
            self.say(Code::TextLeftOut, format!("{name} says of {id}: {}", quote(&here)));
        }
    }

    /// A refinement of a reply as it may stand in the document: none of its text acts, and nobody has answered it.
    fn made_fit(&mut self, question: Question, name: &str) -> Question {
        let mut body = question.body.clone();
        if let Some(answer) = question.answer.as_deref().filter(|answer| evaluation::says_something(answer)) {
            let message = format!("{name} answers {} itself: {}", question.id, quote(answer));
            self.say(Code::AnsweredByAgent, message);
            if !body.is_empty() {
                body.push_str("\n\n");
            }
            body.push_str(&format!("The agent suggests: {}", answers::said(answer).trim()));
        } else if let Some(comment) = question.answer.as_deref().filter(|answer| answer.contains(char::is_alphanumeric))
        {
            self.say(Code::TextLeftOut, format!("{name} says outside its refinements: {}", quote(comment)));
        }
        let choices = question.choices.iter().map(|choice| Choice {
            letter: choice.letter.clone(),
            text: plain::lines(&choice.text),
            other: choice.other,
            chosen: false,
        });
        Question {
            title: plain::line(&question.title),
            body: plain::lines(&body),
            choices: choices.collect(),
            recommendation: question.recommendation.as_deref().map(plain::lines),
            answer: None,
            autofilled: false,
            consolidated_from: question.consolidated_from.iter().map(|from| plain::line(from)).collect(),
            refinements: Vec::new(),
            ..question
        }
    }

    fn add(&mut self, under: (Option<usize>, Id), new: Kept) {
        let held = self.kept.entry(under).or_default();
        let same = held.iter_mut().take(COMPARED).find(|kept| kept.asks_the_same(&new));
        let elsewhere = self.asked.get(&new.words).copied().filter(|(reply, _)| *reply != new.reply);
        let known_as = same.as_ref().map(|same| (same.reply, same.id)).or(elsewhere);
        if let Some(reply) = new.reply {
            self.known_as.insert((reply, new.id), known_as.unwrap_or((new.reply, new.id)));
        }
        let Some((by, id)) = known_as else {
            self.asked.entry(new.words.clone()).or_insert((new.reply, new.id));
            held.push(new);
            return;
        };
        let (mut dropped, mut kept) = ((new.reply, new.id, new.said()), (by, id));
        // The more detailed one of two new ones is kept.
        if let Some(same) = same
            && same.reply.is_some()
            && (new.words.len(), &new.words) > (same.words.len(), &same.words)
        {
            kept = (new.reply, new.id);
            dropped = (same.reply, same.id, same.said());
            same.question = new.question;
            same.words = new.words;
            same.terms = new.terms;
        }
        let (reply, dropped, said) = dropped;
        let (by, id) = kept;
        let other = match by {
            None => "the document",
            Some(_) if by == reply => "the same reply",
            Some(_) => "another reply",
        };
        let name = reply.and_then(|reply| self.names.get(reply)).cloned().unwrap_or_default();
        let message = format!("{name}: {dropped} asks what {id} of {other} asks, and is left out: {said}");
        self.say(Code::DuplicateRefinement, message);
    }

    /// Puts the new refinements below their questions; gives their ids.
    fn insert(&mut self) -> Vec<String> {
        let (settled, places) = (&self.editor.settled, &self.places);
        let mut blocks: Vec<(usize, Vec<String>, Vec<String>)> = Vec::new();
        for place in settled.in_order() {
            let Some(id) = settled.ids.get(place).copied().filter(|id| places.get(id) == Some(&place)) else {
                continue;
            };
            let Some(kept) = self.kept.get(&(None, id)) else { continue };
            if kept.iter().all(|kept| kept.reply.is_none()) {
                continue;
            }
            let (mut written, mut added) = (Vec::new(), Vec::new());
            let children = settled.children.get(place).into_iter().flatten();
            let has_children = children.clone().next().is_some();
            let has_label = settled.outline.entries.get(place).is_some_and(|entry| entry.has_label);
            if id.parent().is_none() && !has_children && !has_label {
                written.push("#### Refinements".to_owned());
            }
            let mut last = last_of(kept);
            for new in kept.iter().filter(|kept| kept.reply.is_some()) {
                last += 1;
                self.write(new, numbered(id, last), &mut written, &mut added);
            }
            blocks.push((end_of_tree(settled, place), written, added));
        }
        // Where two end at one line, what is below the inner one comes first.
        blocks.reverse();
        blocks.arrange_by_key(|(line, ..)| *line);
        let mut added = Vec::new();
        for (line, written, ids) in blocks {
            self.editor.insert_block(line, &written.join("\n\n"));
            added.extend(ids);
        }
        let mut seen = BTreeSet::new();
        let repeated: BTreeSet<&String> = added.iter().filter(|id| !seen.insert(*id)).gather();
        let messages: Vec<String> = repeated
            .into_iter()
            .map(|id| format!("{id} occurs more than once, because letters suffice for only 26 refinements."))
            .collect();
        for message in messages {
            self.say(Code::RepeatedQuestion, message);
        }
        added
    }

    /// Writes the ids of questions that have none: behind refinements, an item of a list would be read as part of them, and a
    /// refinement would be given another number.
    fn name_questions(&mut self) {
        let (settled, scanned) = (&self.editor.settled, &self.editor.scanned);
        let unnamed = settled.outline.entries.iter().zip(&settled.ids).filter(|(entry, id)| match entry.given {
            Given::Id(_) => false,
            Given::Number(_) | Given::Refinement(None) => true,
            Given::Refinement(Some(number)) => !matches!(id, Id::Refinement(_, own) if *own == number),
        });
        let mut named = Vec::new();
        let mut changes = Vec::new();
        for (entry, id) in unnamed {
            let line = scanned.line(entry.lines.start);
            let start = scanned.source().lines_range(entry.lines.start..entry.lines.start + 1).start;
            if let Some((range, text)) = marks::with_id(line, *id) {
                changes.push((start + range.start..start + range.end, text));
                named.push(id.to_string());
            }
        }
        for (range, text) in changes {
            self.editor.replace(range, text);
        }
        if !named.is_empty() {
            let message = format!("Questions without an id got these ids: {}.", named.join(", "));
            self.say(Code::AssumedQuestionId, message);
        }
    }

    fn write(&self, new: &Kept, id: Id, written: &mut Vec<String>, added: &mut Vec<String>) {
        let mut question = new.question.clone();
        question.id = id.to_string();
        question.parent = id.parent().map(|parent| parent.to_string());
        canonical::question(&question, written);
        added.push(question.id);
        let below = self.kept.get(&(new.reply, new.id)).map(Vec::as_slice).unwrap_or_default();
        for (number, sub) in below.iter().enumerate() {
            self.write(sub, numbered(id, u32::try_from(number + 1).unwrap_or(u32::MAX)), written, added);
        }
    }

    /// Tells of questions that are still open and that nobody refines, in sections of which a reply refines others: whoever
    /// was asked for the one was asked for all.
    fn tell_of_unrefined(&mut self, given: Option<&Evaluation>) {
        let settled = &self.editor.settled;
        let verdicts = evaluation::verdicts(settled, given);
        let section = |place: usize| settled.outline.entries.get(place).map(|entry| &entry.question.section);
        let refined = |id: &Id| self.kept.get(&(None, *id)).into_iter().flatten();
        // What is left out since another one asks it was asked all the same.
        let asked: BTreeSet<Id> = self.known_as.keys().filter_map(|(_, id)| id.parent()).gather();
        let replied: BTreeSet<_> = self
            .places
            .iter()
            .filter(|(id, _)| refined(id).any(|kept| kept.reply.is_some()))
            .filter_map(|(_, place)| section(*place))
            .gather();
        let open = self.places.iter().filter(|(id, place)| {
            id.parent().is_none()
                && verdicts.get(**place).is_some_and(|verdict| *verdict != Verdict::Clear)
                && section(**place).is_some_and(|section| replied.contains(section))
                && refined(id).next().is_none()
                && !asked.contains(id)
        });
        let messages: Vec<String> =
            open.map(|(id, _)| format!("{id} is not clear, and no reply refines it.")).collect();
        for message in messages {
            self.say(Code::NoRefinements, message);
        }
    }

    /// Tells of questions that are named and that there are not.
    fn tell_of_unknown(&mut self, contradictions: &[Contradiction], given: Option<&Evaluation>, added: &[String]) {
        let added: BTreeSet<Id> = added.iter().filter_map(|id| Id::of(id)).gather();
        let contradictory = contradictions.iter().flat_map(|contradiction| &contradiction.questions);
        let judged = given.into_iter().flat_map(|given| &given.per_question).map(|judged| &judged.question_id);
        let named = contradictory.map(|id| ("A contradiction", id)).chain(judged.map(|id| ("The evaluation", id)));
        let is_known = |id: &str| Id::of(id).is_some_and(|id| self.places.contains_key(&id) || added.contains(&id));
        let unknown = named.filter(|(_, id)| !is_known(id));
        let messages: Vec<String> =
            unknown.map(|(what, id)| format!("{what} names {}, which is not in the document.", quote(id))).collect();
        for message in messages {
            self.say(Code::UnknownQuestion, message);
        }
    }

    /// Contradictions and critical gaps, each once.
    fn note(&mut self, contradictions: &[Contradiction], given: Option<&Evaluation>) {
        let settled = &self.editor.settled;
        let verdicts = evaluation::verdicts(settled, given);
        let is_clear = |id: &Id| self.places.get(id).is_some_and(|place| verdicts.get(*place) == Some(&Verdict::Clear));
        let mut answered: Vec<String> = Vec::new();
        let mut there: BTreeMap<(NoteKind, String), String> = BTreeMap::new();
        for part in &settled.outline.parts {
            if let Part::Note(note) = part {
                let ids = Id::all_in(&note.title);
                if note.kind == NoteKind::CriticalGap && !ids.is_empty() && ids.iter().all(is_clear) {
                    answered.push(format!(
                        "The critical gap {} is now answered. Its note can be removed.",
                        quote(&note.title)
                    ));
                }
                there.entry(about(note)).or_insert_with(|| inline::words(&note.body));
            }
        }
        let mut notes: Vec<(Option<usize>, DocumentNote)> = Vec::new();
        for contradiction in contradictions {
            let ids: Vec<String> =
                contradiction.questions.iter().filter_map(|id| Id::of(id)).map(|id| id.to_string()).collect();
            let title = plain::line(&contradiction.title);
            let named = ids.iter().all(|id| Id::all_in(&title).iter().any(|known| known.to_string() == *id));
            let title = if named { title } else { format!("{title} ({})", ids.join(", ")) };
            let body = plain::lines(contradiction.note.trim());
            notes.push((None, DocumentNote { kind: NoteKind::Contradiction, title, body }));
        }
        for place in settled.in_order() {
            let question = settled.alone(place);
            if question.must_answer && verdicts.get(place) == Some(&Verdict::NotAnswered) {
                let title = format!("{} {}", question.id, plain::line(&question.title));
                let body = super::draft::GAP_NOTE.to_owned();
                let title = title.trim_end().to_owned();
                notes.push((None, DocumentNote { kind: NoteKind::CriticalGap, title, body }));
            }
        }
        notes.append(&mut self.notes);
        let mut left_out = Vec::new();
        notes.retain(|(reply, note)| {
            let (about, words) = (about(note), inline::words(&note.body));
            let is_new = !there.contains_key(&about);
            let held = there.entry(about).or_insert_with(|| words.clone());
            if let Some(name) = reply.and_then(|reply| self.names.get(reply)).filter(|_| *held != words) {
                left_out.push(format!("{name} says of {} too: {}", quote(&note.title), quote(&note.body)));
            }
            is_new
        });
        let said = left_out.into_iter().map(|message| Diagnostic::new(Code::TextLeftOut, message, None));
        self.diagnostics.extend(said);
        let answered = answered.into_iter().map(|message| Diagnostic::new(Code::AnsweredGap, message, None));
        self.diagnostics.extend(answered);
        if notes.is_empty() {
            return;
        }
        let mut written = Vec::new();
        let section = settled.outline.parts.iter().find_map(|part| match part {
            Part::Notes { end } => Some(*end),
            _ => None,
        });
        if section.is_none() {
            written.push("## Needs Clarification".to_owned());
        }
        for (_, note) in &notes {
            canonical::note(note, &mut written);
        }
        written.retain(|block| !block.is_empty());
        let scanned = &self.editor.scanned;
        let is_inside = |number: &usize| !scanned.is_wrapper(*number) && !scanned.line(*number).trim().is_empty();
        let end = (0..scanned.len()).rev().find(is_inside).map_or(0, |last| last + 1);
        self.editor.insert_block(section.unwrap_or(end), &written.join("\n\n"));
    }

    /// The count of refinements in the front matter.
    fn count(&mut self, added: usize) {
        let settled = &self.editor.settled;
        let truth = counts::counted(settled);
        let count = truth.iter().find(|(key, _)| *key == "refinement_count").map_or(0, |(_, count)| count + added);
        let front = &settled.outline.front;
        let field = front.place("refinement_count").filter(|_| added > 0);
        let stated =
            field.and_then(|place| front.fields.get(place)).is_some_and(|field| field.value.parse::<u32>().is_ok());
        let span = field.and_then(|place| front.values.get(place)).copied().filter(|_| stated);
        if let Some(span) = span {
            self.editor.replace(span.bytes(), count.to_string());
        }
    }
}

/// What a note is about: its kind, and the questions that it names, or its words.
fn about(note: &DocumentNote) -> (NoteKind, String) {
    let ids: BTreeSet<Id> = Id::all_in(&note.title).into_iter().gather();
    match note.kind {
        NoteKind::CriticalGap if !ids.is_empty() => {
            (note.kind, ids.iter().map(Id::to_string).collect::<Vec<_>>().join(" "))
        }
        _ => (note.kind, inline::words(&note.title)),
    }
}

/// The last number that refinements of one question have.
fn last_of(kept: &[Kept]) -> u32 {
    let numbers = kept.iter().filter(|kept| kept.reply.is_none()).map(|kept| kept.id.number());
    numbers.max().unwrap_or_default()
}

/// The id of the so many-th refinement. There are letters for so many; the last one is used again, which is said.
#[must_use]
pub fn numbered(parent: Id, number: u32) -> Id {
    match parent {
        Id::Question(question) => Id::Refinement(question, number),
        Id::Refinement(question, refinement) | Id::Sub(question, refinement, _) => {
            let letter = u8::try_from(number.clamp(1, 26)).map_or('z', |number| char::from(b'a' - 1 + number));
            Id::Sub(question, refinement, letter)
        }
    }
}

/// The line behind a question and what refines it there.
fn end_of_tree(settled: &Settled, place: usize) -> usize {
    let own = settled.outline.entries.get(place).map_or(0, |entry| entry.lines.end);
    let below = settled.children.get(place).into_iter().flatten();
    // What refines it and stands elsewhere is no part of its block.
    let near = below.filter(|child| settled.outline.entries.get(**child).is_some_and(|entry| entry.lines.start >= own));
    let is_here = |child: &usize| {
        settled.ids.get(*child).is_some_and(|id| matches!(id, Id::Sub(..)))
            || settled.outline.entries.get(*child).is_some_and(|entry| entry.below == Some(place))
    };
    near.filter(|child| is_here(child)).map(|child| end_of_tree(settled, *child)).max().unwrap_or(own).max(own)
}

/// The note that a refinement becomes whose parent is not there.
fn without_question(id: Id, question: &Question) -> DocumentNote {
    let title = format!("Refinement without a question: {id} {}", question.title);
    DocumentNote { kind: NoteKind::Note, title, body: body_of(question) }
}

/// A refinement as the text of a note.
fn body_of(question: &Question) -> String {
    let mut parts = vec![question.body.clone()];
    parts.extend(question.choices.iter().map(|choice| format!("- {}: {}", choice.letter, choice.text)));
    parts.extend(question.recommendation.iter().map(|text| format!("Recommended: {text}")));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

fn name_of(reply: &Reply, number: usize) -> String {
    let name = reply.source.as_deref().or(reply.unit.as_deref()).or(reply.agent.as_deref());
    name.map_or_else(|| format!("Reply {}", number + 1), |name| format!("The reply {}", quote(name)))
}
