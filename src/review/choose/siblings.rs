//! Compares parts of the same shape: if few differ from many, the few follow the many.

use super::{Candidate, Walk};
use crate::model::{PartVerdict, Severity};
use crate::part::{Reading, documents, severities};
use crate::review::evidence::{Genre, Look, Sign};
use crate::review::lead::{self, Form};
use crate::review::outline::{Kind, Node, Outline};
use crate::review::{letters, sentences, signs, wording};

impl Walk<'_, '_, '_> {
    /// Lists that explain the words of a scale, or count on past it, are no findings.
    pub(super) fn doubt(&self, candidates: &mut [Candidate]) {
        for kind in [Kind::Item, Kind::Line, Kind::Bold] {
            let of_kind = |candidate: &&mut Candidate| {
                self.outline.nodes.get(candidate.node).is_some_and(|node| node.kind == kind)
            };
            let texts: Vec<&str> = candidates
                .iter()
                .filter_map(|candidate| self.outline.nodes.get(candidate.node))
                .filter(|node| node.kind == kind)
                .map(|node| node.text)
                .collect();
            let announced = candidates.iter().any(|candidate| {
                candidate
                    .evidence
                    .signs
                    .iter()
                    .any(|sign| matches!(sign, Sign::UnderProblems | Sign::UnderFindings | Sign::UnderSeverity))
            });
            let placed =
                candidates.iter_mut().filter(of_kind).filter(|candidate| candidate.evidence.has(Sign::Lines)).count();
            let explains = placed * 2 < texts.len() && (is_enumeration(&texts) || is_legend(&texts));
            if !announced && explains {
                for candidate in candidates.iter_mut().filter(of_kind) {
                    candidate.evidence.add(Sign::Legend);
                    candidate.verdict = PartVerdict::Other;
                }
            }
            // One name with a digit among others without (`base64`) is no id.
            let is_named =
                |candidate: &Candidate| candidate.evidence.has(Sign::Id) || candidate.evidence.has(Sign::FindingId);
            let named = candidates.iter_mut().filter(of_kind).filter(|candidate| is_named(candidate)).count();
            if kind == Kind::Item && named * 2 < texts.len() {
                for candidate in candidates.iter_mut().filter(of_kind).filter(|candidate| is_named(candidate)) {
                    candidate.evidence.signs.retain(|sign| !matches!(sign, Sign::Id | Sign::FindingId));
                    if candidate.verdict == PartVerdict::Finding && !candidate.evidence.suffices() {
                        candidate.verdict = PartVerdict::Other;
                    }
                }
            }
        }
    }

    /// A paragraph in bold among the items of lists that are findings is one only where more than its place speaks for it.
    pub(super) fn doubt_stray(&self, candidates: &mut [Candidate]) {
        let kind = |candidate: &Candidate| self.outline.nodes.get(candidate.node).map(|node| node.kind);
        let count = |wanted: Kind| {
            candidates
                .iter()
                .filter(|candidate| kind(candidate) == Some(wanted) && candidate.verdict == PartVerdict::Finding)
                .count()
        };
        if count(Kind::Item) == 0 || count(Kind::Bold) != 1 {
            return;
        }
        for candidate in candidates
            .iter_mut()
            .filter(|candidate| kind(candidate) == Some(Kind::Bold) && candidate.evidence.own() < 2)
        {
            candidate.verdict = PartVerdict::Other;
        }
    }

    /// Counted headings of which most say what to do, and a third say what is wrong, are findings, whatever stands above them.
    pub(super) fn follow_fixes(&self, candidates: &mut [Candidate]) {
        const SEVERAL: usize = 3;
        let is_counted = |candidate: &&mut Candidate| {
            let node = self.outline.nodes.get(candidate.node);
            let evidence = &candidate.evidence;
            evidence.has(Sign::Number) && evidence.is_open() && node.is_some_and(|node| node.kind == Kind::Heading)
        };
        let all = candidates.iter_mut().filter(is_counted).count();
        let fixed =
            candidates.iter_mut().filter(is_counted).filter(|candidate| candidate.evidence.has(Sign::Fix)).count();
        let wrong = candidates
            .iter_mut()
            .filter(is_counted)
            .filter_map(|candidate| self.outline.nodes.get(candidate.node))
            .filter(|node| signs::complains(self.reading, self.outline, node))
            .count();
        if fixed < SEVERAL || fixed * 3 < all * 2 || wrong * 3 < all {
            return;
        }
        for candidate in candidates.iter_mut().filter(is_counted) {
            self.carry_along(candidate, Sign::Series);
        }
    }

    /// In a review, what is counted is all findings where half of it says what is wrong or what to do, and a third what is
    /// wrong: steps only say what to do. Either all of it has titles in bold, or some of it are findings, under a topic.
    pub(super) fn follow_counted(&self, candidates: &mut [Candidate]) {
        const SEVERAL: usize = 5;
        let node_of = |candidate: &Candidate| self.outline.nodes.get(candidate.node);
        let is_counted = |candidate: &Candidate| {
            let evidence = &candidate.evidence;
            node_of(candidate).is_some_and(|node| matches!(node.kind, Kind::Item | Kind::Bold))
                && candidate.context.genre != Genre::Unknown
                && evidence.has(Sign::Number)
                && evidence.is_open()
                && !evidence.has(Sign::Praise)
        };
        let is_titled = |candidate: &Candidate| is_counted(candidate) && candidate.evidence.has(Sign::BoldTitle);
        let is_of_topic = |candidate: &Candidate| {
            is_counted(candidate)
                && candidate.context.look.is_again()
                && matches!(candidate.context.sign, Some(Sign::UnderTopic | Sign::UnderFindings))
        };
        let some_found =
            candidates.iter().any(|candidate| is_of_topic(candidate) && candidate.verdict == PartVerdict::Finding);
        let fits = |candidate: &Candidate| is_titled(candidate) || (some_found && is_of_topic(candidate));
        let counted: Vec<&Node<'_>> =
            candidates.iter().filter(|candidate| fits(candidate)).filter_map(node_of).collect();
        let count = |says: fn(&Reading<'_, '_>, &Outline<'_>, &Node<'_>) -> bool| {
            counted.iter().filter(|node| says(self.reading, self.outline, node)).count()
        };
        let all = counted.len();
        if all < SEVERAL || count(signs::criticises) * 2 < all || count(signs::complains) * 3 < all {
            return;
        }
        for candidate in candidates.iter_mut().filter(|candidate| fits(candidate)) {
            self.carry_along(candidate, Sign::Series);
        }
    }

    /// Whether an entry is of a kind, and nothing speaks against it for good.
    fn is_open_of(&self, candidate: &Candidate, kind: Kind) -> bool {
        candidate.evidence.is_open() && self.outline.nodes.get(candidate.node).is_some_and(|node| node.kind == kind)
    }

    /// Adds what its siblings say for an entry, which is a finding if that is enough, and it is no group.
    fn carry_along(&self, candidate: &mut Candidate, sign: Sign) {
        candidate.evidence.add(sign);
        if candidate.evidence.suffices() && !self.is_group(candidate.node, &candidate.evidence, &candidate.context) {
            candidate.verdict = PartVerdict::Finding;
        }
    }

    /// In a review, entries of one kind that nearly all name lines, and of which a third says what is wrong or what to do,
    /// are findings by whatever heading they stand under.
    pub(super) fn follow_places(&self, candidates: &mut [Candidate]) {
        const SEVERAL: usize = 3;
        for kind in [Kind::Heading, Kind::Bold, Kind::Item, Kind::Line] {
            let is_of =
                |candidate: &Candidate| candidate.context.genre != Genre::Unknown && self.is_open_of(candidate, kind);
            let (mut all, mut placed, mut wrong) = (0, 0, 0);
            for candidate in candidates.iter().filter(|candidate| is_of(candidate)) {
                all += 1;
                placed += usize::from(candidate.evidence.has(Sign::Lines));
                let node = self.outline.nodes.get(candidate.node);
                wrong += usize::from(node.is_some_and(|node| signs::criticises(self.reading, self.outline, node)));
            }
            if placed < SEVERAL || placed * 5 < all * 4 || wrong * 3 < all {
                continue;
            }
            for candidate in candidates.iter_mut().filter(|candidate| is_of(candidate)) {
                if candidate.evidence.has(Sign::Lines) && !candidate.evidence.has(Sign::Praise) {
                    self.carry_along(candidate, Sign::Placed);
                }
            }
        }
    }

    /// In a review, entries of one kind are findings where two of three of them are worded so.
    pub(super) fn follow_wording(&self, candidates: &mut [Candidate]) {
        const SEVERAL: usize = 3;
        for kind in [Kind::Heading, Kind::Bold, Kind::Item, Kind::Line] {
            let is_of =
                |candidate: &Candidate| candidate.context.genre != Genre::Unknown && self.is_open_of(candidate, kind);
            let all = candidates.iter().filter(|candidate| is_of(candidate)).count();
            let is_worded = |candidate: &Candidate| is_of(candidate) && candidate.evidence.has(Sign::Worded);
            let worded = candidates.iter().filter(|candidate| is_worded(candidate)).count();
            if worded < SEVERAL || worded * 3 < all * 2 {
                continue;
            }
            for candidate in candidates.iter_mut().filter(|candidate| is_worded(candidate)) {
                self.carry_along(candidate, Sign::WordedAlike);
            }
        }
    }

    /// Where most entries of a kind are findings, the others are too, if anything speaks for them.
    pub(super) fn follow_siblings(&self, candidates: &mut [Candidate]) {
        const MOST: usize = 3;
        for kind in [Kind::Heading, Kind::Bold, Kind::Item, Kind::Line] {
            let is_of = |candidate: &Candidate| self.is_open_of(candidate, kind);
            let all = candidates.iter().filter(|candidate| is_of(candidate)).count();
            let found = candidates
                .iter()
                .filter(|candidate| is_of(candidate) && candidate.verdict == PartVerdict::Finding)
                .count();
            if found < 2 || found * 2 < all {
                continue;
            }
            let is_titled = |candidate: &Candidate| candidate.evidence.has(Sign::BoldTitle);
            let is_again = |candidate: &Candidate| candidate.context.look.is_again();
            // A list of which two thirds are findings goes on with what is worded rather as they are; where all of it has titles
            // in bold, or much else in the reply is a finding, half are enough.
            let outvoted = kind == Kind::Item
                && found >= MOST
                && (found * 3 >= all * 2
                    || candidates.iter().filter(|candidate| is_of(candidate)).all(is_titled)
                    || candidates.iter().any(is_again));
            let counted = |candidate: &Candidate| {
                [Sign::Number, Sign::Id, Sign::FindingId].iter().any(|sign| candidate.evidence.has(*sign))
            };
            let all_counted =
                candidates.iter().filter(|candidate| candidate.verdict == PartVerdict::Finding).all(counted);
            // A count that most of are findings goes on with one.
            let sign = if all_counted && found * 3 >= all * 2 { Sign::Series } else { Sign::Siblings };
            for candidate in candidates.iter_mut().filter(|candidate| candidate.verdict != PartVerdict::Finding) {
                // In a letter, a point beside others that remark on code is one as well, if it names some.
                let names_code = |node: &Node<'_>| node.kind == Kind::Item && letters::names_code(node.text);
                let node = self.outline.nodes.get(candidate.node);
                let is_meant = candidate.context.look == Look::Letter
                    || (found >= MOST
                        && candidate.context.sign == Some(Sign::UnderTopic)
                        && candidate.context.look.is_again());
                if is_meant && is_of(candidate) && node.is_some_and(names_code) {
                    candidate.evidence.add(Sign::Remark);
                }
                let shaped = candidate.evidence.own() > 0 && !candidate.evidence.has(Sign::Praise);
                // Among what is counted, what is counted is one, whatever it lists; a bold line may count a rest of others.
                let alike = all_counted
                    && kind != Kind::Bold
                    && counted(candidate)
                    && !self.has_ranked_headings(candidate.node);
                if shaped
                    && is_of(candidate)
                    && (alike || !self.is_group(candidate.node, &candidate.evidence, &candidate.context))
                {
                    let goes_on = counted(candidate) && !candidate.evidence.has(sign);
                    candidate.evidence.add(if goes_on { sign } else { Sign::Siblings });
                    if candidate.evidence.suffices() {
                        candidate.verdict = PartVerdict::Finding;
                    }
                }
                let is_open = candidate.verdict != PartVerdict::Finding && !candidate.evidence.has(Sign::Praise);
                let leans = |node: &Node<'_>| self.outline.is_english && wording::leans_to_finding(node.text);
                if outvoted && is_open && is_of(candidate) && node.is_some_and(leans) {
                    self.carry_along(candidate, Sign::Outvoted);
                }
            }
        }
    }
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
            // `**High** – the token is logged by `login()`` says what is wrong in code.
            let is_told = letters::names_code(lead.after) && sentences::complains(lead.after);
            fresh && !places && !marks && !is_told && lead.title.is_none() && !signs::is_count(lead.after)
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
