//! Decides on an entry, and passes what it says on to its parts if it is not a finding. See `docs/formats/prose.md`,
//! "Which are findings".

use super::{Candidate, Chosen, Source, Walk};
use crate::model::{PartDecision, PartVerdict, ResultType, quote};
use crate::part::code_places::{self, Reach};
use crate::part::sections::Section;
use crate::part::{contrast_table, finding_table, sections};
use crate::review::beginnings::is_label;
use crate::review::evidence::{Context, Genre, Sign};
use crate::review::outline::{Kind, Mark, Node};
use crate::review::vocabulary::Class;
use crate::review::{place_lines, sentences, signs, vocabulary};
use crate::text::{inline, tables};

impl Walk<'_, '_, '_> {
    /// Takes a decision on an entry, and goes on below it where it is none.
    pub(super) fn settle(&mut self, candidate: &Candidate) {
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
            // `Symbols:` right below what announces problems
            if node.class == Class::Topic && self.is_plain_label(node) {
                below.sign = candidate.context.sign;
            }
            if below.genre != Genre::Unknown && !titles_all && self.stands_over_complaints(node, below.genre) {
                below.complaints = true;
                below.sign = below.sign.or(Some(Sign::UnderTopic));
            }
            // `**Fix first**` over what is wrong in which lines.
            if below.planned.is_some_and(|heading| self.stands_over_places_of_faults(node, heading)) {
                (below.other, below.complaints) = (false, true);
                // Much of what is said of a rule is that it is kept.
                let rules = |heading: &Node<'_>| vocabulary::tells_of_rules(heading.text);
                if !below.planned.and_then(|heading| self.outline.nodes.get(heading)).is_some_and(rules) {
                    below.sign = below.sign.or(Some(Sign::UnderTopic));
                }
            }
            // `## What I'd fix first` over what is told there in full, and nowhere before.
            if below.other && vocabulary::begins_with_most_urgent(node.text) && self.tells_in_full(node) {
                below.other = candidate.context.other;
                below.sign = Some(Sign::UnderProblems);
            }
            // `Coverage analysis:` over what no test covers, in which lines.
            if below.other && !candidate.context.other && self.stands_over_faults_in_lines(node) {
                (below.other, below.complaints) = (false, true);
                below.sign = below.sign.or(Some(Sign::UnderTopic));
            }
            // `Security assessment` over sections, or over counted paragraphs, is the title of what they tell.
            if below.other && !candidate.context.other && self.assesses_in_parts(node) {
                below.other = false;
            }
            // A section that a count of findings runs through is of findings, unless it is named like nothing else.
            let is_counted = self.is_counted_through(node);
            let ranks = |part: &usize| self.outline.nodes.get(*part).is_some_and(|part| part.lead().severity.is_some());
            let has_ranked = || node.children.iter().any(ranks);
            if is_counted && (!vocabulary::is_other(node.text) || has_ranked()) {
                below.other = candidate.context.other;
                below.sign = below.sign.or(Some(Sign::UnderTopic));
            }
            // `## Assumptions that are violated` over `### A1. … — HIGH`
            if (below.other || below.summary) && self.stands_over_rated_ids(node) {
                (below.other, below.summary) = (candidate.context.other, candidate.context.summary);
            }
            // `## Resolved` over `🟠 High`; `## Recommendations` behind what was found, and `### Priority 1` over boxes to tick.
            if candidate.context.other && (self.is_weighed_below_settled(node) || self.is_plan_of_findings(node)) {
                below.other = true;
            }
            // `### Threat model` over a register of risks
            if below.other && !candidate.context.other && self.stands_over_risks(node) {
                below.other = false;
            }
            // `### Style [3 issues]` over three entries.
            if self.stands_over_as_many(node) {
                (below.other, below.summary) = (candidate.context.other, candidate.context.summary);
                below.sign = below.sign.filter(|sign| *sign == Sign::UnderSeverity).or(Some(Sign::UnderProblems));
            }
            // `Top 5 fixes`, `Open questions` over what states its severity tells findings.
            let words = inline::words(node.text);
            let tells =
                words.starts_with("top ") || words.ends_with("questions") || words.ends_with("test recommendations");
            if tells && has_ranked() {
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

    /// Whether a heading says how many problems it stands over, and as many entries or paragraphs stand below it.
    pub(super) fn stands_over_as_many(&self, node: &Node<'_>) -> bool {
        let Some(stated) = Some(node)
            .filter(|node| node.kind == Kind::Heading)
            .and_then(|node| vocabulary::counted_problems(node.text))
        else {
            return false;
        };
        let parts = || node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        let entries = parts().filter(|part| part.kind.is_entry()).count();
        let paragraphs = parts().filter(|part| part.kind == Kind::Text).count();
        // A paragraph may introduce what is listed.
        entries == stated || entries + paragraphs == stated || (entries == 0 && paragraphs == stated + 1)
    }

    /// Whether a severity without marks stands below a heading of what is settled.
    fn is_weighed_below_settled(&self, node: &Node<'_>) -> bool {
        let above = self.outline.nodes.get(node.parent).filter(|above| above.is_marked_heading());
        matches!(node.class, Class::Severity(_))
            && !node.is_marked_heading()
            && above.is_some_and(|above| inline::has_word(&inline::words(above.text), &vocabulary::SETTLED))
    }

    /// Whether a severity below the heading of a plan stands over nothing but boxes to tick, behind what was found.
    fn is_plan_of_findings(&self, node: &Node<'_>) -> bool {
        const SEVERAL: usize = 3;
        let mut parts = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        matches!(node.class, Class::Severity(_))
            && self.choice.chosen.len() >= SEVERAL
            && !node.children.is_empty()
            && parts.all(|part| part.mark == Mark::OpenBox && part.lead().ids.is_empty())
    }

    /// Whether a heading that names risks or threats stands over a register of them.
    fn stands_over_risks(&self, node: &Node<'_>) -> bool {
        const NAMES: [&str; 4] = ["risk", "risks", "threat", "threats"];
        let is_register = |part: &Node<'_>| match part.kind {
            Kind::Table(block) => {
                let table =
                    self.reading.source.blocks().get(block).map(|block| tables::read(self.reading.source, block));
                table.is_some_and(|table| finding_table::risks(self.reading, &table).is_some())
            }
            _ => false,
        };
        let mut parts = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        inline::has_word(&inline::words(node.text), &NAMES) && parts.any(is_register)
    }

    /// Whether a heading stands over several headings, most of which have a severity of their own, and an id or fields, and is not
    /// about what is settled, earlier or planned.
    fn stands_over_rated_ids(&self, node: &Node<'_>) -> bool {
        const SEVERAL: usize = 3;
        const PASSED: [&str; 10] = [
            "applied",
            "deferred",
            "earlier",
            "example",
            "hold",
            "last",
            "previous",
            "prior",
            "remediated",
            "withdrawn",
        ];
        let words = inline::words(node.text);
        let parts = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        let headings: Vec<&Node<'_>> = parts.filter(|part| part.is_marked_heading()).collect();
        let is_rated = |part: &&&Node<'_>| {
            let lead = part.lead();
            let has_fields = || part.lines.clone().skip(1).any(|line| is_label(self.reading.source.line(line)));
            lead.severity.is_some() && (!lead.ids.is_empty() || (lead.title.is_some() && has_fields()))
        };
        let rated = headings.iter().filter(is_rated).count();
        node.is_marked_heading()
            && rated >= SEVERAL
            && rated * 2 > headings.len()
            && !inline::has_word(&words, &vocabulary::SETTLED)
            && !inline::has_word(&words, &PASSED)
            && !sections::is_plan(&words)
    }

    /// Whether a line without marks stands over lists, right below a heading: `While reading the code:`.
    fn is_plain_label(&self, node: &Node<'_>) -> bool {
        let above = self.outline.nodes.get(node.parent);
        node.kind == Kind::Bold
            && !node.text.starts_with(['*', '_'])
            && above.is_some_and(|above| above.is_marked_heading() && above.class == Class::Problems)
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

    /// Whether a heading that may stand over anything, such as `Notes` or `Coverage`, stands over items most of which name lines,
    /// and half of which say what is wrong.
    fn stands_over_faults_in_lines(&self, node: &Node<'_>) -> bool {
        const SEVERAL: usize = 4;
        const OPEN: [&str; 7] = ["analysis", "appendix", "assessment", "compliance", "coverage", "notes", "questions"];
        let words = inline::words(node.text);
        // What of that holds, or is settled, is listed by its lines as well.
        let is_settled = inline::has_word(&words, &vocabulary::SETTLED);
        if self.scope.protocol || is_settled || !inline::has_word(&words, &OPEN) {
            return false;
        }
        let parts = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        let items: Vec<&Node<'_>> = parts.filter(|part| matches!(part.kind, Kind::Item | Kind::Bold)).collect();
        let on_lines = |part: &&&Node<'_>| {
            let mentions = code_places::mentions(part.text, self.scope.aliases, Reach::Prose);
            mentions.iter().any(|mention| mention.place.lines.is_some())
        };
        let wrong = |part: &&&Node<'_>| signs::complains(self.reading, self.outline, part);
        items.len() >= SEVERAL
            && items.iter().filter(on_lines).count() * 3 >= items.len() * 2
            && items.iter().filter(wrong).count() * 2 >= items.len()
    }

    /// Whether a heading of several words calls what stands below it an assessment, and that is told in counted paragraphs, or in
    /// sections below a heading that the reply begins with. What was told before is assessed at the end.
    fn assesses_in_parts(&self, node: &Node<'_>) -> bool {
        const SEVERAL: usize = 2;
        // The root, and what greets or introduces it.
        const BEFORE: usize = 3;
        if !inline::words(node.text).ends_with(" assessment") || !self.choice.chosen.is_empty() {
            return false;
        }
        let mut first = self.outline.nodes.iter().take(BEFORE + 1);
        let is_first = first.any(|first| first.is_marked_heading() && first.lines.start == node.lines.start);
        let parts = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        let is_part = |part: &&Node<'_>| {
            (is_first && part.is_marked_heading()) || (part.kind == Kind::Bold && part.lead().number.is_some())
        };
        parts.filter(is_part).nth(SEVERAL - 1).is_some()
    }

    /// Whether the items right below a line or a heading each begin with lines of a file, perhaps behind an id, and half of them say
    /// what is wrong. Behind findings that stand before the heading of the plan, what has no id of its own tells them again.
    fn stands_over_places_of_faults(&self, node: &Node<'_>, heading: usize) -> bool {
        const FEW: usize = 2;
        let items = || {
            let parts = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
            parts.filter(|part| part.kind == Kind::Item)
        };
        let begins_placed = |part: &Node<'_>| part.lead().place.is_some_and(place_lines::names_lines);
        let wrong = items().filter(|part| signs::criticises(self.reading, self.outline, part)).count();
        let is_below = |chosen: &Chosen| chosen.node().is_some_and(|at| at > heading);
        let is_new = || self.choice.chosen.iter().all(is_below) || items().all(|part| !part.lead().ids.is_empty());
        items().nth(FEW - 1).is_some() && items().all(begins_placed) && wrong * 2 >= items().count() && is_new()
    }

    /// Whether nothing was found before a heading, and what stands right below it are paragraphs that each have a title in bold and
    /// several sentences, half of which say what is wrong.
    fn tells_in_full(&self, node: &Node<'_>) -> bool {
        const FEW: usize = 2;
        let parts = || {
            let parts = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
            parts.filter(|part| part.kind.is_entry())
        };
        let is_full = |part: &Node<'_>| part.bold_title().is_some() && part.lead().after.contains(". ");
        let wrong = parts().filter(|part| signs::criticises(self.reading, self.outline, part)).count();
        node.is_marked_heading()
            && self.choice.chosen.is_empty()
            && self.before.is_empty()
            && parts().nth(FEW - 1).is_some()
            && parts().all(is_full)
            && wrong * 2 >= parts().count()
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
}
