//! The checklists together: each item once, over all versions of what it is about.

use std::collections::{BTreeMap, BTreeSet};

use super::moved::follow;
use crate::merge::meeting::same_document;
use crate::merge::places::document_name;
use crate::merge::{Candidate, merge};
use crate::model::{
    AgentResult, Checklist, ChecklistEntry, ChecklistItem, Detail, Diagnostic, Finding, ITEM_STATUSES, ItemState,
    ItemStatus, Location, Mention, Place, Status, Verification,
};
use crate::order::{Arrange, Gather};
use crate::part::units::{Identity, document_key, versioned};
use crate::report::answer::Answer;
use crate::report::coverage::is_labelled;
use crate::report::number;
use crate::text::steps;

/// The checklist of all verifications, and the bounds that matching its items reached; `None` where there is none.
/// `names` has the name of each answer's unit.
///
/// Units that differ in a version alone are one series, and so are the attempts of a unit. The items of a series match
/// as findings do, never by their ids, and are followed where their documents moved ([`follow`]); items of different
/// series stay apart.
#[must_use]
#[inline(never)]
pub fn checklist(answers: &[Answer], names: &[String]) -> Option<(Checklist, Vec<Diagnostic>)> {
    let mut series: BTreeMap<usize, Vec<List<'_>>> = BTreeMap::new();
    let mut places: BTreeMap<(String, Option<usize>), usize> = BTreeMap::new();
    let labelled = is_labelled(answers);
    for (at, (answer, name)) in answers.iter().zip(names).enumerate() {
        let Detail::Verification(Verification { items, .. }) = &answer.result.detail else { continue };
        // Who names no unit that stands in the report is alone, and who only claims one where the host labels replies.
        let stands = |unit: &&Identity| answer.is_trusted(labelled) && Identity::of(name).as_ref() == Some(*unit);
        let unit = answer.unit.as_ref().filter(stands);
        let (parts, versions) = unit.map(Identity::series).unwrap_or_default();
        let key = parts.join(" + ");
        let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for part in parts {
            by_name.entry(document_name(&part).to_owned()).or_default().push(part);
        }
        let next = places.len();
        let place = *places.entry((key.clone(), unit.is_none().then_some(at))).or_insert(next);
        let version = (versions, answer.result.attempt);
        series.entry(place).or_default().push(List {
            at,
            subject: key,
            parts: by_name,
            version,
            items,
            result: &answer.result,
        });
    }
    if series.is_empty() {
        return None;
    }
    let mut checklist =
        Checklist { items: Vec::new(), by_status: ITEM_STATUSES.into_iter().map(|status| (status, 0)).gather() };
    let mut diagnostics = Vec::new();
    for mut lists in series.into_values() {
        lists.arrange_by(|one, other| (&one.version, one.at).cmp(&(&other.version, other.at)));
        unite(&lists, names, &mut checklist.items, &mut diagnostics);
    }
    for entry in &checklist.items {
        *checklist.by_status.entry(entry.item.status).or_default() += 1;
    }
    Some((checklist, diagnostics))
}

/// The version of each part of a unit, then the attempt.
type Version = (Vec<String>, u32);

/// One checklist.
struct List<'a> {
    /// The place of its reply.
    at: usize,
    /// The name of its series.
    subject: String,
    /// What it is about, without versions, by the last part of each name.
    parts: BTreeMap<String, Vec<String>>,
    version: Version,
    items: &'a [ChecklistItem],
    result: &'a AgentResult,
}

impl List<'_> {
    /// Whether it tells anything, if only that there is nothing to tell.
    fn was_read(&self) -> bool {
        !self.items.is_empty() || matches!(self.result.status, Status::Clean | Status::Findings)
    }

    /// The name of a document without its version, where it is one that the list is on; where that is on two versions
    /// of it, they are two.
    fn unversioned(&self, document: &str) -> String {
        let base = versioned(&document_key(document)).0;
        let named = self.parts.get(document_name(&base)).map(Vec::as_slice).unwrap_or_default();
        steps::add(named.len());
        let mut parts = named.iter().filter(|part| same_document(part, &base));
        if parts.next().is_some() && parts.next().is_none() { versioned(document).0 } else { document.to_owned() }
    }
}

/// One item of one checklist.
#[derive(Clone, Copy)]
struct Said<'l> {
    list: &'l List<'l>,
    /// The place of its list in the series.
    reply: usize,
    /// Its own place in that list.
    at: usize,
    item: &'l ChecklistItem,
}

/// Puts the items of one series together; its lists come by version.
fn unite(lists: &[List<'_>], names: &[String], entries: &mut Vec<ChecklistEntry>, diagnostics: &mut Vec<Diagnostic>) {
    let said = lists
        .iter()
        .enumerate()
        .flat_map(|(reply, list)| list.items.iter().enumerate().map(move |(at, item)| Said { list, reply, at, item }));
    let said: Vec<Said<'_>> = said.collect();
    let mut findings: Vec<Finding> = said.iter().map(|said| finding(said.list, said.item)).collect();
    let merged = merge(&candidates(&said, &findings), &[]);
    findings.iter_mut().for_each(settle_down);
    let mut order: Vec<&Version> = lists.iter().map(|list| &list.version).collect();
    order.dedup();
    let version = |said: &Said<'_>| order.partition_point(|version| **version < said.list.version);
    let of_items: Vec<usize> = said.iter().map(version).collect();
    let (groups, bounds) = follow(&candidates(&said, &findings), &of_items, merged.groups);
    for (what, bounds) in [("Checklist items", merged.diagnostics), ("Checklist items that moved", bounds)] {
        let said = |bound: Diagnostic| Diagnostic { message: format!("{what}: {}", bound.message), ..bound };
        diagnostics.extend(bounds.into_iter().map(said));
    }
    let versions: BTreeSet<&Version> = lists.iter().filter(|list| list.was_read()).map(|list| &list.version).gather();
    for mut group in groups {
        // By version, as the lists are.
        group.arrange();
        let mentions: Vec<_> = group.iter().filter_map(|at| said.get(*at).copied()).collect();
        entries.extend(entry(&mentions, &versions, names));
    }
}

/// Items as they are compared.
fn candidates<'f>(said: &[Said<'f>], findings: &'f [Finding]) -> Vec<Candidate<'f>> {
    let candidate = |(said, finding): (&Said<'f>, &'f Finding)| Candidate {
        reply: number(said.reply),
        position: number(said.at),
        subject: &said.list.subject,
        finding,
    };
    said.iter().zip(findings).map(candidate).collect()
}

/// The entry of an item that is mentioned in some versions of all that there are.
fn entry(mentions: &[Said<'_>], versions: &BTreeSet<&Version>, names: &[String]) -> Option<ChecklistEntry> {
    let latest = &mentions.last()?.list.version;
    let (now, before): (Vec<Said<'_>>, Vec<Said<'_>>) =
        mentions.iter().copied().partition(|said| said.list.version == *latest);
    let statuses = |mentions: &[Said<'_>]| mentions.iter().map(|said| said.item.status).collect::<Vec<_>>();
    let only_latest = versions.len() > 1 && versions.last() == Some(&latest) && before.is_empty();
    // Where those of one version disagree, what is left to do is shown.
    let shown = now.iter().min_by_key(|said| said.item.status.is_settled())?;
    let name = |said: &Said<'_>| names.get(said.list.at).cloned().unwrap_or_default();
    let mention = |said: &Said<'_>| Mention {
        unit: name(said),
        status: said.item.status,
        result: number(said.list.at),
        item: number(said.at),
    };
    Some(ChecklistEntry {
        unit: Some(name(shown)).filter(|name| !name.is_empty()),
        item: shown.item.clone(),
        state: state(&statuses(&before), &statuses(&now), only_latest),
        history: mentions.iter().map(mention).collect(),
    })
}

/// What became of an item, by what was said before and by what is said in the latest version that mentions it.
fn state(before: &[ItemStatus], now: &[ItemStatus], only_latest: bool) -> ItemState {
    if now.iter().all(|status| status.is_settled()) {
        ItemState::Fixed
    } else if before.contains(&ItemStatus::Applied) || now.contains(&ItemStatus::Regressed) {
        ItemState::Regressed
    } else if only_latest {
        ItemState::New
    } else {
        ItemState::Open
    }
}

/// An item as a finding, for the sake of matching. The documents that its list is on are compared without their
/// versions, as units are.
fn finding(list: &List<'_>, item: &ChecklistItem) -> Finding {
    let unversioned = |place: &Place| Place {
        document: place.document.as_deref().map(|document| list.unversioned(document)),
        ..place.clone()
    };
    let location = item.location.as_ref().map(|location| Location {
        text: location.text.clone(),
        places: location.places.iter().map(unversioned).collect(),
    });
    Finding { location, span: item.span, ..Finding::saying(item.item.clone()) }
}

/// Puts what names no place in what its list is about.
fn settle_down(finding: &mut Finding) {
    let location = finding.location.get_or_insert_with(|| Location { text: String::new(), places: Vec::new() });
    if location.places.is_empty() {
        location.places.push(Place::default());
    }
}

#[cfg(test)]
mod tests {
    use super::{ItemState, ItemStatus, state};

    #[test]
    fn the_last_word_counts_and_what_was_done_before() {
        use ItemStatus::{Applied, Missing, NotApplicable, Open, Partial, Regressed};
        for (before, now, only_latest, expected) in [
            (&[][..], &[Missing][..], false, ItemState::Open),
            (&[], &[Missing], true, ItemState::New),
            (&[], &[Applied], true, ItemState::Fixed),
            (&[], &[Regressed], true, ItemState::Regressed),
            (&[Open, Missing], &[Applied, NotApplicable], false, ItemState::Fixed),
            (&[Open], &[Applied, Partial], false, ItemState::Open),
            (&[Missing, Applied], &[Partial], false, ItemState::Regressed),
            (&[NotApplicable], &[Open], false, ItemState::Open),
        ] {
            assert_eq!(state(before, now, only_latest), expected, "{before:?} {now:?}");
        }
    }
}
