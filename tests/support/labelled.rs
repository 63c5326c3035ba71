//! Replies of several agents, with the pairs of their findings that a person says are one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter};
use std::path::Path;
use std::{fs, io};

use reconvene::model::{AgentResult, AggregateOptions, Member, Reply, Report};
use reconvene::report::merge_results;
use serde::Deserialize;

/// What `pairs.json` holds.
#[derive(Debug, Deserialize)]
struct Labels {
    pairs: Vec<Label>,
}

#[derive(Debug, Deserialize)]
struct Label {
    /// `reply:id`.
    a: String,
    b: String,
    relation: Relation,
}

/// What two findings are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// One fix resolves both.
    Same,
    /// One contains part of the other.
    Overlap,
}

/// How many pairs of a kind there are, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub pairs: usize,
    pub merged: usize,
    pub suggested: usize,
}

/// The figures of a folder.
#[derive(Debug, Default)]
pub struct Figures {
    pub replies: usize,
    pub findings: usize,
    pub same: Tally,
    pub overlap: Tally,
    pub unrelated: Tally,
    /// Findings that have a partner, merged once more without their partners: how many then join a stranger.
    pub bereft: Tally,
    /// Pairs that became what they should not: unrelated ones merged or suggested, true ones left apart.
    pub notable: Vec<String>,
}

type Pair = (String, String);

/// Merges the replies of a folder (`reply-1.md`, `reply-2.md`, …) and compares with its labels.
pub fn figures(folder: &Path) -> io::Result<Figures> {
    let mut paths: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| name(path).starts_with("reply-") && path.extension().is_some_and(|end| end == "md"));
    paths.sort();
    let read = |path: &Path| Ok(Reply { source: Some(name(path)), ..Reply::from(&*fs::read_to_string(path)?) });
    let replies = paths.iter().map(|path| read(path)).collect::<io::Result<Vec<_>>>()?;
    let labels: Labels = serde_json::from_str(&fs::read_to_string(folder.join("pairs.json"))?)?;
    let report = reconvene::aggregate(replies, &AggregateOptions::default());
    let mut figures = compare(&report, &labels);
    bereave(&mut figures, &report, &labels);
    Ok(figures)
}

/// Takes from each finding its partners, and sees whether another comes in their place.
fn bereave(figures: &mut Figures, report: &Report, labels: &Labels) {
    let mut partners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for pair in &labels.pairs {
        partners.entry(&pair.a).or_default().insert(&pair.b);
        partners.entry(&pair.b).or_default().insert(&pair.a);
    }
    for (id, gone) in partners {
        let mut results = report.results.clone();
        for result in &mut results {
            let number = number(result).to_owned();
            result.findings.retain(|finding| !gone.contains(format!("{number}:{}", finding.id).as_str()));
        }
        let merged = merge_results(results, &AggregateOptions::default());
        let group = merged.findings.iter().map(|finding| {
            let member = |member: &Member| label(&merged, *member);
            finding.members.iter().map(member).collect::<Vec<_>>()
        });
        let joined: Vec<String> =
            group.into_iter().find(|group| group.iter().any(|member| member == id)).unwrap_or_default();
        figures.bereft.pairs += 1;
        if joined.len() > 1 {
            figures.bereft.merged += 1;
            figures.notable.push(format!("without its partners, joined a stranger: {id} in {}", joined.join("+")));
        }
    }
}

/// What a reply is called in the labels.
fn number(result: &AgentResult) -> &str {
    result.source.as_deref().unwrap_or_default().trim_start_matches("reply-").trim_end_matches(".md")
}

fn label(report: &Report, member: Member) -> String {
    let result = &report.results[member.result as usize];
    format!("{}:{}", number(result), result.findings[member.finding as usize].id)
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn compare(report: &Report, labels: &Labels) -> Figures {
    let groups: Vec<Vec<String>> = report
        .findings
        .iter()
        .map(|finding| finding.members.iter().map(|member| label(report, *member)).collect())
        .collect();
    let ids: BTreeMap<&str, usize> =
        report.findings.iter().enumerate().map(|(at, finding)| (finding.id.as_str(), at)).collect();
    let of: BTreeMap<&str, usize> =
        groups.iter().enumerate().flat_map(|(at, group)| group.iter().map(move |id| (id.as_str(), at))).collect();
    // A suggestion stands for the two groups that it names: whoever takes it unites them.
    let suggested: BTreeSet<[usize; 2]> = report
        .suggestions
        .iter()
        .map(|suggestion| {
            let [one, other] = [0, 1].map(|side: usize| ids[suggestion.findings[side].as_str()]);
            [one.min(other), one.max(other)]
        })
        .collect();
    let mut known: BTreeMap<Pair, Relation> = BTreeMap::new();
    let mut figures = Figures { replies: report.results.len(), findings: of.len(), ..Figures::default() };
    for pair in &labels.pairs {
        for id in [&pair.a, &pair.b] {
            if !of.contains_key(id.as_str()) {
                figures.notable.push(format!("not read: {id}"));
            }
        }
        known.insert(sorted(&pair.a, &pair.b), pair.relation);
    }
    for (pair, relation) in &known {
        let tally = match relation {
            Relation::Same => &mut figures.same,
            Relation::Overlap => &mut figures.overlap,
        };
        tally.pairs += 1;
        let (Some(one), Some(other)) = (of.get(pair.0.as_str()), of.get(pair.1.as_str())) else { continue };
        if one == other {
            tally.merged += 1;
        } else if suggested.contains(&[*one.min(other), *one.max(other)]) {
            tally.suggested += 1;
        } else if *relation == Relation::Same {
            figures.notable.push(format!("apart: {} {}", pair.0, pair.1));
        }
    }
    // Pairs of one reply are not asked about.
    let reply = |id: &str| id.split(':').next().map(str::to_owned);
    let ids: Vec<&str> = of.keys().copied().collect();
    for (at, one) in ids.iter().enumerate() {
        for other in ids.iter().skip(at + 1) {
            if reply(one) == reply(other) || known.contains_key(&sorted(one, other)) {
                continue;
            }
            figures.unrelated.pairs += 1;
            if of[one] == of[other] {
                figures.unrelated.merged += 1;
                figures.notable.push(format!("merged, unrelated: {one} {other}"));
            }
        }
    }
    // What is suggested is counted by suggestion: one whose groups hold any pair that belongs together is none too many.
    for [one, other] in suggested {
        let related =
            groups[one].iter().any(|id| groups[other].iter().any(|pair| known.contains_key(&sorted(id, pair))));
        if !related {
            figures.unrelated.suggested += 1;
            figures.notable.push(format!(
                "suggested, unrelated: {} {}",
                groups[one].join("+"),
                groups[other].join("+")
            ));
        }
    }
    figures
}

fn sorted(one: &str, other: &str) -> Pair {
    (one.min(other).to_owned(), one.max(other).to_owned())
}

impl Figures {
    /// Whether the figures asked for are reached: 85 % of the true pairs merged, 95 % merged or suggested, nothing unrelated
    /// merged, one unrelated suggestion for two true pairs.
    #[must_use]
    pub fn are_reached(&self) -> bool {
        let same = self.same;
        100 * same.merged >= 85 * same.pairs
            && 100 * (same.merged + same.suggested) >= 95 * same.pairs
            && self.unrelated.merged == 0
            && 2 * self.unrelated.suggested <= same.pairs
    }
}

impl Display for Figures {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        let percent = |part: usize, whole: usize| {
            let tenths = (1000 * part).checked_div(whole);
            tenths.map_or_else(String::new, |tenths| format!(" ({}.{} %)", tenths / 10, tenths % 10))
        };
        writeln!(out, "{} findings in {} replies", self.findings, self.replies)?;
        for (name, tally) in [("true", self.same), ("overlapping", self.overlap)] {
            let either = tally.merged + tally.suggested;
            writeln!(
                out,
                "{name} pairs: {}; merged {}{}; merged or suggested {either}{}",
                tally.pairs,
                tally.merged,
                percent(tally.merged, tally.pairs),
                percent(either, tally.pairs)
            )?;
        }
        let Tally { pairs, merged, suggested } = self.unrelated;
        writeln!(
            out,
            "unrelated pairs: {pairs}; merged {merged}{}; suggested {suggested}{}",
            percent(merged, pairs),
            percent(suggested, pairs)
        )?;
        writeln!(
            out,
            "findings without their partners: {}; merged with a stranger {}",
            self.bereft.pairs, self.bereft.merged
        )?;
        self.notable.iter().try_for_each(|line| writeln!(out, "  {line}"))
    }
}
