//! Merges findings with identical text into one node from the start.

use std::collections::{BTreeMap, BTreeSet};

use super::Candidate;
use super::meeting::{Spots, shared_names};
use super::terms::{Reader, Terms};
use crate::model::{Code, Diagnostic, Finding};
use crate::order::{Arrange, Gather};
use crate::text::inline;

/// One finding, or several that are equal to the letter, each of another reply.
#[derive(Clone, Debug)]
pub struct Node<'f> {
    /// Its findings by their places among the candidates, by rank.
    pub members: Vec<usize>,
    /// The replies that they are of, sorted.
    pub replies: Vec<u32>,
    /// The rank of the first.
    pub rank: (u32, u32),
    /// The fingerprint of all.
    pub fingerprint: &'f str,
    /// The type in lower case; empty where there is none.
    pub finding_type: String,
    /// Where it is.
    pub spots: Spots,
    /// What the reply is about.
    pub subject: &'f str,
    /// Whether it names no place itself.
    pub is_unplaced: bool,
    /// What it is about.
    pub terms: Terms,
    /// All its words: what text is compared by that has to be equal. Empty where every finding names a place, so that
    /// nobody asks.
    pub words: String,
}

/// Whether two sorted lists have anything in common.
#[must_use]
pub fn have_common(one: &[u32], other: &[u32]) -> bool {
    let (few, many) = if one.len() < other.len() { (one, other) } else { (other, one) };
    few.iter().any(|reply| many.binary_search(reply).is_ok())
}

/// What two findings have in common that are equal to the letter; the last two keep apart what one reply says twice,
/// and what a person forbids.
type Letter<'f> = (&'f str, (String, Spots), [Option<&'f str>; 4], u32, usize);

/// The nodes of all findings, by rank. `told_apart` are fingerprints of findings that a person keeps apart though they
/// are equal.
#[must_use]
pub fn nodes<'f>(candidates: &[Candidate<'f>], told_apart: &[&str]) -> Vec<Node<'f>> {
    let mut by_rank: Vec<usize> = (0..candidates.len()).collect();
    by_rank.arrange_by_key(|at| candidates.get(*at).map(Candidate::rank));
    let mut spots: Vec<Spots> = candidates.iter().map(|found| Spots::of(found.finding, found.subject)).collect();
    let replies = candidates.iter().map(|found| found.reply);
    let shared: BTreeSet<String> = shared_names(replies.zip(&spots)).into_iter().map(str::to_owned).gather();
    for spots in spots.iter_mut().filter(|_| !shared.is_empty()) {
        spots.tell_apart(&shared);
    }
    let placeless = spots.iter().any(Spots::is_empty);
    let mut fingerprints: Vec<&str> = candidates.iter().map(|found| found.finding.fingerprint.as_str()).collect();
    fingerprints.arrange();
    let mut places: BTreeMap<Letter<'f>, usize> = BTreeMap::new();
    let mut times: BTreeMap<Letter<'f>, u32> = BTreeMap::new();
    let mut nodes: Vec<Node<'f>> = Vec::new();
    let mut reader = Reader::for_findings(candidates.len());
    for (at, candidate) in by_rank.into_iter().filter_map(|at| candidates.get(at).map(|found| (at, found))) {
        let finding = candidate.finding;
        let spots = spots.get_mut(at).map(std::mem::take).unwrap_or_default();
        let fingerprint = finding.fingerprint.as_str();
        // Most have a fingerprint of their own: nothing need be compared to the letter.
        if is_single(&fingerprints, fingerprint) {
            nodes.push(node(at, candidate, spots, placeless, &mut reader));
            continue;
        }
        let alone = told_apart.binary_search(&fingerprint).map_or(0, |_| at + 1);
        let reply = usize::try_from(candidate.reply).map_or(usize::MAX, |reply| reply + 1);
        let mut letter = (fingerprint, (finding_type(finding), spots.clone()), texts(finding), 0, reply);
        let time = times.entry(letter.clone()).or_default();
        (letter.3, letter.4) = (*time, alone);
        *time += 1;
        let next = nodes.len();
        let place = *places.entry(letter).or_insert(next);
        match nodes.get_mut(place) {
            Some(node) => {
                node.members.push(at);
                node.replies.push(candidate.reply);
            }
            None => nodes.push(node(at, candidate, spots, placeless, &mut reader)),
        }
    }
    nodes
}

/// Whether something stands once in a sorted list.
fn is_single(sorted: &[&str], one: &str) -> bool {
    let first = sorted.partition_point(|other| *other < one);
    sorted.get(first + 1) != Some(&one)
}

fn node<'f>(at: usize, candidate: &Candidate<'f>, spots: Spots, placeless: bool, reader: &mut Reader<'f>) -> Node<'f> {
    let finding = candidate.finding;
    let texts = texts(finding).into_iter().flatten().filter(|_| placeless);
    Node {
        members: vec![at],
        replies: vec![candidate.reply],
        rank: candidate.rank(),
        fingerprint: &finding.fingerprint,
        finding_type: finding_type(finding),
        spots,
        subject: candidate.subject,
        is_unplaced: [&finding.location, &finding.counter_location]
            .into_iter()
            .flatten()
            .all(|side| side.places.is_empty()),
        terms: reader.finding(finding),
        words: texts.map(inline::words).collect::<Vec<_>>().join("\n"),
    }
}

/// Says where texts or locations were longer than what is compared.
#[must_use]
pub fn bounds(nodes: &[Node<'_>]) -> Vec<Diagnostic> {
    let reached = |count: usize, what: &str| {
        (count > 0).then(|| Diagnostic::new(Code::BoundReached, format!("{count} findings {what}"), None))
    };
    let count = |is: fn(&Node<'_>) -> bool| nodes.iter().filter(|node| is(node)).map(|node| node.members.len()).sum();
    let terms =
        format!("have more than {} distinct words. Only some of their words were compared.", super::terms::TERMS);
    let places =
        format!("name more than {} locations on one side. Only some of them were compared.", super::meeting::PLACES);
    let reached =
        [reached(count(|node| node.terms.is_cut()), &terms), reached(count(|node| node.spots.is_cut()), &places)];
    reached.into_iter().flatten().collect()
}

fn finding_type(finding: &Finding) -> String {
    finding.r#type.as_deref().unwrap_or_default().to_lowercase()
}

fn texts(finding: &Finding) -> [Option<&str>; 4] {
    [finding.title.as_deref(), Some(&finding.description), finding.suggestion.as_deref(), finding.discussion.as_deref()]
}

#[cfg(test)]
mod tests {
    use super::super::Candidate;
    use super::super::tests::finding;
    use super::nodes;
    use crate::model::Finding;

    fn sizes(found: &[(u32, Finding)], told_apart: &[&str]) -> Vec<usize> {
        let candidates: Vec<_> = (0..)
            .zip(found)
            .map(|(position, (reply, finding))| Candidate { reply: *reply, position, subject: "", finding })
            .collect();
        nodes(&candidates, told_apart).iter().map(|node| node.members.len()).collect()
    }

    #[test]
    fn equal_to_the_letter_is_one_node() {
        let one = || finding("regression", 1, "a");
        assert_eq!(sizes(&[(0, one()), (1, one()), (2, finding("regression", 1, "A"))], &[]), [2, 1]);
        assert_eq!(sizes(&[(0, one()), (1, finding("regression", 2, "a"))], &[]), [1, 1]);
        assert_eq!(sizes(&[(0, one()), (1, finding("", 1, "a"))], &[]), [1, 1]);
    }

    #[test]
    fn what_one_reply_says_twice_is_two_nodes() {
        let one = || finding("regression", 1, "a");
        assert_eq!(sizes(&[(0, one()), (0, one()), (1, one()), (1, one()), (2, one())], &[]), [3, 2]);
    }

    #[test]
    fn a_person_tells_equal_findings_apart() {
        let one = || Finding { fingerprint: "f1:0".to_owned(), ..finding("regression", 1, "a") };
        assert_eq!(sizes(&[(0, one()), (1, one())], &["f1:0"]), [1, 1]);
        assert_eq!(sizes(&[(0, one()), (1, one())], &["f1:1"]), [2]);
    }
}
