//! Items that moved with their document from one version to the next, or that name no place and were reworded: what
//! merging leaves apart, since of two replies on one text it would be two things.
//!
//! As between two reports (`merge::match_previous`), a striking similarity within one document is enough for what has no
//! better counterpart. What names no place is in what its list is about.

use std::collections::{BTreeMap, BTreeSet};

use crate::merge::Candidate;
use crate::merge::candidates::pairs;
use crate::merge::edges::{self, Edge};
use crate::merge::meeting::{PLACES, same_document};
use crate::merge::nodes::{Node, nodes};
use crate::merge::similarity::{STRIKING, Similarity};
use crate::model::Diagnostic;
use crate::order::{Arrange, Gather};
use crate::part::units::document_key;
use crate::text::steps;

/// Unites groups of items, by their places among the candidates, over versions that have the item in one group only.
/// `versions` has the version of each candidate. Also gives the bounds that were reached.
#[must_use]
pub fn follow(
    candidates: &[Candidate<'_>],
    versions: &[usize],
    groups: Vec<Vec<usize>>,
) -> (Vec<Vec<usize>>, Vec<Diagnostic>) {
    let all: BTreeSet<usize> = versions.iter().copied().gather();
    let mut united = United::of(groups, versions);
    let loose = united.lacking_one_of(all.len());
    if loose.is_empty() {
        return (united.groups, Vec::new());
    }
    let items: Vec<Candidate<'_>> = loose.iter().filter_map(|(item, _)| candidates.get(*item).copied()).collect();
    let nodes = nodes(&items, &[]);
    let found = pairs(&nodes);
    let ends = Ends::of(&nodes, &items, &loose, versions);
    let mut edges: Vec<Edge> = found
        .pairs
        .iter()
        .filter_map(|pair| edges::edge(&nodes, *pair))
        .filter(|edge| edge.similarity.at_least(STRIKING) && ends.share_a_document(edge))
        .filter(|edge| ends.groups(edge).is_some_and(|pair| united.may_be_one(pair)))
        .collect();
    edges::sort(&mut edges, &nodes);
    let nearest = ends.nearest(&edges);
    for edge in edges.iter().filter(|edge| ends.ways(edge).all(|way| nearest.get(&way) == Some(&edge.similarity))) {
        if let Some(pair) = ends.groups(edge) {
            united.unite(pair);
        }
    }
    (united.groups.into_iter().filter(|group| !group.is_empty()).collect(), found.diagnostics)
}

/// What edges end at.
struct Ends {
    /// The group of each node; what is equal to the letter is in one.
    group: Vec<usize>,
    /// The versions that each node is of.
    versions: Vec<BTreeSet<usize>>,
    /// The documents that each node names.
    documents: Vec<Vec<String>>,
}

impl Ends {
    fn of(nodes: &[Node<'_>], items: &[Candidate<'_>], loose: &[(usize, usize)], versions: &[usize]) -> Self {
        let members =
            |node: &Node<'_>| node.members.iter().filter_map(|at| loose.get(*at)).copied().collect::<Vec<_>>();
        let group = |node: &Node<'_>| members(node).first().map_or(usize::MAX, |(_, group)| *group);
        let version =
            |node: &Node<'_>| members(node).iter().filter_map(|(item, _)| versions.get(*item).copied()).gather();
        let item = |node: &Node<'_>| node.members.first().and_then(|at| items.get(*at)).map(documents);
        Self {
            group: nodes.iter().map(group).collect(),
            versions: nodes.iter().map(version).collect(),
            documents: nodes.iter().map(|node| item(node).unwrap_or_default()).collect(),
        }
    }

    fn groups(&self, edge: &Edge) -> Option<[usize; 2]> {
        let [one, other] = edge.nodes.map(|node| self.group.get(node).copied());
        Some([one?, other?])
    }

    /// Whether both name one document. The last parts of two paths may be equal, and they be two.
    fn share_a_document(&self, edge: &Edge) -> bool {
        let [one, other] = edge.nodes.map(|node| self.documents.get(node).map(Vec::as_slice).unwrap_or_default());
        steps::add(one.len() * other.len());
        one.iter().any(|document| other.iter().any(|there| same_document(document, there)))
    }

    /// From each end, the group there and the versions that the edge leads to.
    fn ways(&self, edge: &Edge) -> impl Iterator<Item = (usize, usize)> {
        let [one, other] = edge.nodes;
        [(one, other), (other, one)].into_iter().flat_map(|(from, to)| {
            let group = self.group.get(from).copied();
            let versions = self.versions.get(to).into_iter().flatten();
            versions.filter_map(move |version| Some((group?, *version)))
        })
    }

    /// How alike the likest is to which a group is led in a version, by sorted edges.
    fn nearest(&self, edges: &[Edge]) -> BTreeMap<(usize, usize), Similarity> {
        let mut nearest = BTreeMap::new();
        for edge in edges {
            for way in self.ways(edge) {
                steps::add(1);
                nearest.entry(way).or_insert(edge.similarity);
            }
        }
        nearest
    }
}

/// The keys of the documents that an item names, or of what its list is about.
fn documents(item: &Candidate<'_>) -> Vec<String> {
    let places = item.finding.location.iter().flat_map(|location| &location.places);
    let documents: BTreeSet<String> =
        places.map(|place| place.document.as_deref().map_or_else(|| item.subject.to_owned(), document_key)).gather();
    documents.into_iter().take(PLACES).collect()
}

/// Groups while they are united.
struct United {
    groups: Vec<Vec<usize>>,
    /// The versions that have the item of each group.
    versions: Vec<BTreeSet<usize>>,
    /// The group that each was united with, if any.
    into: Vec<usize>,
}

impl United {
    fn of(groups: Vec<Vec<usize>>, versions: &[usize]) -> Self {
        let of_group = |group: &Vec<usize>| group.iter().filter_map(|item| versions.get(*item).copied()).gather();
        Self { versions: groups.iter().map(of_group).collect(), into: (0..groups.len()).collect(), groups }
    }

    /// The items of groups that a version lacks, each with its group.
    fn lacking_one_of(&self, versions: usize) -> Vec<(usize, usize)> {
        let groups = self.groups.iter().zip(&self.versions).enumerate();
        let loose = groups.filter(|(_, (_, has))| has.len() < versions);
        let mut items: Vec<_> = loose.flat_map(|(at, (items, _))| items.iter().map(move |item| (*item, at))).collect();
        items.arrange();
        items
    }

    /// The group that a group has become.
    fn root(&mut self, group: usize) -> usize {
        let mut at = group;
        while let Some(next) = self.into.get(at).copied().filter(|next| *next != at) {
            // Half of the way is saved next time.
            let after = self.into.get(next).copied().unwrap_or(next);
            if let Some(way) = self.into.get_mut(at) {
                *way = after;
            }
            at = after;
        }
        at
    }

    /// Whether two groups are two, and no version has the item in both.
    fn may_be_one(&self, [one, other]: [usize; 2]) -> bool {
        let (Some(one_of), Some(other_of)) = (self.versions.get(one), self.versions.get(other)) else { return false };
        let (few, many) = if one_of.len() < other_of.len() { (one_of, other_of) } else { (other_of, one_of) };
        steps::add(few.len());
        one != other && !few.iter().any(|version| many.contains(version))
    }

    /// Unites two groups, where they still may be one. The first of the two stays where it stands.
    fn unite(&mut self, pair: [usize; 2]) {
        let [one, other] = pair.map(|group| self.root(group));
        if !self.may_be_one([one, other]) {
            return;
        }
        let (stays, goes) = (one.min(other), one.max(other));
        let items = self.groups.get_mut(goes).map(std::mem::take).unwrap_or_default();
        let versions = self.versions.get_mut(goes).map(std::mem::take).unwrap_or_default();
        steps::add(items.len());
        if let (Some(group), Some(of_group), Some(into)) =
            (self.groups.get_mut(stays), self.versions.get_mut(stays), self.into.get_mut(goes))
        {
            group.extend(items);
            of_group.extend(versions);
            *into = stays;
        }
    }
}
