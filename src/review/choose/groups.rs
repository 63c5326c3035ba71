//! When an entry is a group, so that its parts are findings and not the entry itself. See `docs/formats/prose.md`, "Which are
//! findings".

use super::Walk;
use crate::part::columns;
use crate::review::beginnings::label;
use crate::review::evidence::{Context, Evidence, Sign};
use crate::review::outline::{Kind, Node};
use crate::review::series::number_of;
use crate::review::vocabulary::{self, Class};
use crate::review::{files, labels, place_lines, sentences, signs};
use crate::text::{fields, inline};

/// How many places in bold below a heading are those of as many findings: two may be those of one.
const SECTIONS: usize = 3;
/// How many fields make what else is named as they are a field: `**Effort:** Medium`.
const FIELDS: usize = 2;
/// How many words a heading has at the most that names a topic, and tells of no problem.
const TITLE: usize = 3;

impl Walk<'_, '_, '_> {
    /// Whether the parts of an entry are findings, rather than the entry itself.
    pub(super) fn is_group(&self, at: usize, evidence: &Evidence, context: &Context) -> bool {
        let Some(node) = self.outline.nodes.get(at).filter(|_| !evidence.has(Sign::Alike)) else { return false };
        if tells_of_its_items(node) {
            return false;
        }
        if self.is_counted_through(node) || self.is_name_of_list(node, context) {
            return true;
        }
        let own = own_signs(evidence);
        let below = context.below(node, at);
        let has_fields = node.children.iter().filter(|part| self.is_field(**part)).count() >= FIELDS;
        let parts: Vec<(Kind, Evidence)> = node
            .children
            .iter()
            .filter(|part| {
                let is_entry = self.outline.nodes.get(**part).is_some_and(|part| {
                    part.kind.is_entry() && !(has_fields && part.kind == Kind::Item && is_named(part.text))
                });
                is_entry && !self.is_field(**part)
            })
            .map(|part| {
                let (evidence, _) =
                    signs::of(self.reading, self.outline, *part, &below, self.scales, self.scope.aliases);
                (self.outline.nodes.get(*part).map_or(Kind::Text, |part| part.kind), evidence)
            })
            .collect();
        // `### `src/a.ts` — R4` over the title of what is wrong there.
        let is_title = |(kind, evidence): &&(Kind, Evidence)| *kind == Kind::Bold && evidence.has(Sign::BoldTitle);
        if node.kind == Kind::Heading
            && files::place_of_heading(node).is_some()
            && parts.iter().filter(is_title).count() == 1
        {
            return true;
        }
        let count = |fits: &dyn Fn(Kind, &Evidence) -> bool| count(&parts, fits);
        let is_ranked = |evidence: &Evidence| {
            evidence.has(Sign::Severity) || evidence.has(Sign::Id) || evidence.has(Sign::FindingId)
        };
        let ranked = count(&|_, evidence| is_ranked(evidence));
        // `## P3: small` over `### 19. Dead branches`
        let only_weighs = only_weighs(evidence);
        let headed = count(&|kind, evidence| {
            kind == Kind::Heading
                && (is_ranked(evidence) || (evidence.has(Sign::Number) && (only_weighs || evidence.own() >= 2)))
        });
        let strong = count(&|_, evidence| evidence.own() >= 3);
        if self.rates_each(node, evidence, &parts) {
            return true;
        }
        if headed > 0 || (ranked > 1 && ranked * 2 > parts.len()) {
            return true;
        }
        // A heading over a table of findings; one that weighs them stands over a table that names each.
        let mut tables =
            node.children.iter().filter_map(|part| self.outline.nodes.get(*part)).filter_map(|part| match part.kind {
                Kind::Table(block) => self.columns_of(block, &below),
                _ => None,
            });
        let weighs = node.kind == Kind::Heading && own == 1 && evidence.has(Sign::Severity);
        // Beside fields of its own, the table is what its section shows.
        let is_shown = evidence.has(Sign::Field);
        if tables.any(|(_, assigned, _)| (own == 0 && !is_shown) || (weighs && columns::has(&assigned, &["id"]))) {
            return true;
        }
        if own == 0 && (self.counts_on(at) || self.titled.contains(&at) || self.is_counted_among_placed(at)) {
            return false;
        }
        if own == 0 {
            // Nothing but where it stands speaks for it: its parts may do better.
            return if evidence.has(Sign::Number) { strong > 1 } else { strong > 0 };
        }
        // An item whose first line announces problems: its parts are those.
        node.class == Class::Problems && parts.len() > 1
    }

    /// Whether a line without marks, right below what announces problems, is a short name of the list that it stands over:
    /// `Whole files:`.
    fn is_name_of_list(&self, node: &Node<'_>, context: &Context) -> bool {
        let mut parts = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        context.sign == Some(Sign::UnderProblems)
            && node.kind == Kind::Bold
            && !node.text.starts_with(['*', '_'])
            && node.text.split_whitespace().count() <= TITLE
            && node.children.len() > 1
            && parts.all(|part| part.kind == Kind::Item)
    }

    /// Whether the severity that an entry states is that of each of its parts.
    fn rates_each(&self, node: &Node<'_>, evidence: &Evidence, parts: &[(Kind, Evidence)]) -> bool {
        let only_weighs = only_weighs(evidence);
        let count = |fits: &dyn Fn(Kind, &Evidence) -> bool| count(parts, fits);
        let strong = count(&|_, evidence| evidence.own() >= 3);
        // `## High: delivery` over items that each have a title or a number, and a place.
        let titled = count(&|_, evidence| evidence.has(Sign::BoldTitle) || evidence.has(Sign::Number));
        if only_weighs && strong > 1 && titled > 1 && titled * 2 > parts.len() {
            return true;
        }
        // `**Found on the way (blocking):**` over items that each have one.
        let announces = node.text.trim_end_matches(['*', '_', ' ']).ends_with(':');
        if only_weighs && announces && titled > 1 && titled == parts.len() {
            return true;
        }
        // `## P1: throughput` over paragraphs that each begin with a title in bold.
        let is_short = || node.lead().title.is_some_and(|title| title.split_whitespace().count() <= TITLE);
        let sentences = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        let sentences = sentences.filter(|part| is_titled_paragraph(part)).count();
        if node.kind == Kind::Heading
            && only_weighs
            && sentences > 1
            && sentences * 2 > count(&|kind, _| kind == Kind::Bold)
            && is_short()
        {
            return true;
        }
        // `### High: security` over `**Concerns**`
        let lists = |part: &Node<'_>| part.class == Class::Problems && part.children.len() > 1;
        let mut below = node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        if node.kind == Kind::Heading && only_weighs && below.any(lists) {
            return true;
        }
        // `## P2: this month` over headings, most of which are titles.
        let placed =
            count(&|_, evidence| [Sign::Lines, Sign::File, Sign::Complains].iter().any(|sign| evidence.has(*sign)));
        let tells = || is_short() || placed * SECTIONS >= parts.len();
        if node.kind == Kind::Heading && only_weighs && tells() && self.stands_over_titles(node) {
            return true;
        }
        // `## P3 — Performance` over a list
        let items = count(&|kind, _| kind == Kind::Item);
        let is_topic = || node.lead().title.is_some_and(|title| vocabulary::classify(title) == Class::Topic);
        if node.kind == Kind::Heading && only_weighs && items >= SECTIONS && items == parts.len() && is_topic() {
            return true;
        }
        // `## Critical: these break the service` over paragraphs that each begin with their place.
        let leads = |evidence: &Evidence| evidence.has(Sign::LeadingPlace) || evidence.has(Sign::BoldTitle);
        let placed = count(&|kind, evidence| kind == Kind::Bold && evidence.has(Sign::Lines) && leads(evidence));
        node.kind == Kind::Heading
            && evidence.has(Sign::Severity)
            && placed >= SECTIONS
            && placed == count(&|kind, _| kind == Kind::Bold)
    }

    /// Whether a heading stands over nothing but headings, most of which have several words and are not the name of a field.
    fn stands_over_titles(&self, node: &Node<'_>) -> bool {
        const WORDS: usize = 3;
        let parts = || node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        let is_title = |part: &&Node<'_>| {
            part.text.split_whitespace().count() >= WORDS && labels::role(part.text.trim_end_matches(':')).is_none()
        };
        let titles = parts().filter(is_title).count();
        titles > 1 && titles * 2 > node.children.len() && parts().all(|part| part.kind == Kind::Heading)
    }

    /// Whether a part is a field by a known name.
    fn is_field(&self, at: usize) -> bool {
        self.outline.nodes.get(at).is_some_and(|part| label(part.text).is_some())
    }

    /// Whether a heading goes on with a count that runs through several sections: what is counted so are findings.
    pub(super) fn counts_on(&self, at: usize) -> bool {
        let Some(node) = self.outline.nodes.get(at).filter(|node| node.kind == Kind::Heading) else { return false };
        let before = number_of(node).and_then(|number| number.checked_sub(1));
        let counted = before.and_then(|before| self.counted.get(&(node.depth, before)));
        counted.is_some_and(|section| *section != Some(node.parent))
    }

    /// Whether what is counted right before it and right behind it names its place, and its title says what is wrong: what it
    /// lists has the places.
    pub(super) fn is_counted_among_placed(&self, at: usize) -> bool {
        let of = |at: usize| self.outline.nodes.get(at);
        let Some(node) = of(at) else { return false };
        let Some(number) = number_of(node).filter(|_| sentences::complains(node.lead().title.unwrap_or_default()))
        else {
            return false;
        };
        let beside = of(node.parent).map(|parent| parent.children.as_slice()).unwrap_or_default();
        let here = beside.partition_point(|part| *part < at);
        let counted = |parts: &mut dyn Iterator<Item = &usize>, number: Option<usize>| {
            let part = parts.filter_map(|part| of(*part)).find(|part| part.depth == node.depth);
            part.is_some_and(|part| number_of(part) == number && place_lines::names_lines(part.text))
        };
        counted(&mut beside.iter().take(here).rev(), number.checked_sub(1))
            && counted(&mut beside.iter().skip(here + 1), number.checked_add(1))
    }

    /// Whether a count that runs through several sections runs through this one.
    pub(super) fn is_counted_through(&self, node: &Node<'_>) -> bool {
        node.children.iter().any(|part| self.through.contains(part))
    }

    /// Whether headings below an entry state a severity.
    pub(super) fn has_ranked_headings(&self, at: usize) -> bool {
        let parts = self.outline.nodes.get(at).map(|node| node.children.as_slice()).unwrap_or_default();
        parts
            .iter()
            .filter_map(|part| self.outline.nodes.get(*part))
            .any(|part| part.kind == Kind::Heading && part.lead().severity.is_some())
    }
}

/// How many signs an entry has that could be those of a finding.
fn own_signs(evidence: &Evidence) -> usize {
    const OWN: [Sign; 6] = [Sign::Severity, Sign::Id, Sign::FindingId, Sign::Lines, Sign::File, Sign::Fix];
    OWN.into_iter().filter(|sign| evidence.has(*sign)).count()
}

/// Whether an entry states a severity, and nothing else that a finding has.
fn only_weighs(evidence: &Evidence) -> bool {
    own_signs(evidence) == 1 && evidence.has(Sign::Severity) && !evidence.has(Sign::Number)
}

/// How many parts are such.
fn count(parts: &[(Kind, Evidence)], fits: &dyn Fn(Kind, &Evidence) -> bool) -> usize {
    parts.iter().filter(|(kind, evidence)| fits(*kind, evidence)).count()
}

/// Whether an item is written as a field is, by whatever name.
fn is_named(text: &str) -> bool {
    const WORDS: usize = 2;
    fields::scan(text).is_some_and(|(key, value, bold)| {
        bold && !value.is_empty() && !value.contains(". ") && key.split_whitespace().count() <= WORDS
    })
}

/// Whether a paragraph begins with a title in bold of several words, and goes on: `**Flush on each reply.** The handler …`.
fn is_titled_paragraph(node: &Node<'_>) -> bool {
    const WORDS: usize = 3;
    node.bold_title().is_some_and(|title| {
        let title = title.trim_end_matches(['.', ':', '*']);
        title.split_whitespace().count() >= WORDS && labels::role(title).is_none()
    })
}

/// Whether an entry says in a sentence of its own what its items go into: `**The thread can die.** Three ways:`.
fn tells_of_its_items(node: &Node<'_>) -> bool {
    const WAYS: [&str; 13] = [
        "cases",
        "causes",
        "examples",
        "occurrences",
        "paths",
        "places",
        "problems",
        "reasons",
        "routes",
        "sites",
        "sources",
        "spots",
        "ways",
    ];
    let lead = node.lead();
    let ways = || inline::has_word(&inline::words(lead.after.rsplit(". ").next().unwrap_or_default()), &WAYS);
    // `**Type checks** (a.go:4-9). Three distinct problems:`
    let is_sentence = lead.title.is_some_and(|title| {
        title.contains(' ') && (title.trim_end().ends_with('.') || lead.after.trim_start().starts_with('('))
    });
    node.kind == Kind::Bold && is_sentence && lead.after.trim_end().ends_with(':') && ways()
}
