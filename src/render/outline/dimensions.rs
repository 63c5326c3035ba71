//! The summary of each dimension, and of each pair of documents that do not agree.

use std::collections::BTreeMap;

use super::{Line, Outline, units};
use crate::model::{Agreement, Detail, DimensionHealth, Report, UnifiedFinding};
use crate::order::{Arrange, Gather};
use crate::part::units::{Identity, plain};
use crate::report::{members, stands};

/// The dimensions that an audit names in words of its own, in its order: how each begins, and its heading.
const NAMED: [(&str, &str); 3] = [
    ("technical correctness", "Technical Verification"),
    ("goal alignment", "Goal Alignment"),
    ("staleness", "Staleness"),
];

/// A section for each dimension: its rating, what its agents say of it as a whole, and the findings that stand.
pub fn section(page: &mut Outline, report: &Report) {
    let place = |row: &&DimensionHealth| {
        let name = plain(&row.dimension);
        NAMED.iter().position(|(begins, _)| name.starts_with(begins))
    };
    let mut rows: Vec<&DimensionHealth> = report.synthesis.health.iter().collect();
    rows.arrange_by_key(|row| place(row).unwrap_or(NAMED.len()));
    let mut summaries: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for result in &report.results {
        if let Detail::Consistency(read) = &result.detail
            && let (Some(dimension), Some(summary)) = (&read.dimension, &read.summary)
        {
            summaries.entry(plain(dimension)).or_default().push(summary);
        }
    }
    let mut standing: BTreeMap<String, Vec<&UnifiedFinding>> = BTreeMap::new();
    for finding in report.findings.iter().filter(|finding| stands(&report.results, finding)) {
        let mut names: Vec<String> = members(&report.results, finding)
            .filter_map(|(_, result, member)| {
                let own =
                    member.extra.iter().find(|pair| plain(&pair.key) == "dimension").map(|pair| pair.value.as_str());
                let whole = match &result.detail {
                    Detail::Consistency(read) => read.dimension.as_deref(),
                    Detail::Verification(read) => read.dimension.as_deref(),
                    _ => None,
                };
                own.filter(|name| !plain(name).is_empty()).or(whole).map(plain)
            })
            .collect();
        names.arrange();
        names.dedup();
        for name in names {
            standing.entry(name).or_default().push(finding);
        }
    }
    for row in rows {
        let heading = place(&row).and_then(|at| NAMED.get(at)).map_or(row.dimension.as_str(), |(_, heading)| heading);
        page.heading(2, heading);
        let trend = row.trend.map(|trend| format!(" ({} since the earlier report)", trend.word())).unwrap_or_default();
        page.text(format!("Rating: {}{trend}.", row.rating));
        let key = plain(&row.dimension);
        for summary in summaries.get(&key).map(Vec::as_slice).unwrap_or_default() {
            page.quote(&[summary]);
        }
        listed(page, standing.get(&key).map(Vec::as_slice).unwrap_or_default());
    }
}

/// A part for each pair of documents in tension or in conflict; then those that nobody compared in full, with the reason.
pub fn pairs(page: &mut Outline, report: &Report) {
    let units = units(report);
    let mut of_unit: BTreeMap<String, Vec<&UnifiedFinding>> = BTreeMap::new();
    for finding in report.findings.iter().filter(|finding| stands(&report.results, finding)) {
        let mut names: Vec<&str> =
            members(&report.results, finding).filter_map(|(at, ..)| units.get(&at).copied()).collect();
        names.arrange();
        names.dedup();
        for name in names {
            of_unit.entry(name.to_owned()).or_default().push(finding);
        }
    }
    let reasons: BTreeMap<&str, &str> = report.gaps.iter().map(|gap| (gap.unit.as_str(), gap.reason.as_str())).gather();
    let mut begun = false;
    let mut unverified = Vec::new();
    for pair in &report.synthesis.cross_references {
        let name = pair.documents.join(" + ");
        let unit = Identity::of(&name).map_or(name, |unit| unit.name().to_owned());
        match pair.status {
            Agreement::Consistent => {}
            Agreement::Unverified => {
                let reason = reasons.get(unit.as_str()).copied().unwrap_or("not compared in full");
                unverified.push(Line::from(format!("{unit}: {reason}")));
            }
            Agreement::Tension | Agreement::Conflict => {
                if !begun {
                    page.heading(2, "Documents in conflict");
                    begun = true;
                }
                page.heading(3, format!("{unit}: {}", pair.status.word()));
                listed(page, of_unit.get(&unit).map(Vec::as_slice).unwrap_or_default());
            }
        }
    }
    if !unverified.is_empty() {
        page.heading(2, "Documents not compared in full");
        page.list(unverified);
    }
}

/// Findings in a list.
fn listed(page: &mut Outline, findings: &[&UnifiedFinding]) {
    let item = |finding: &&UnifiedFinding| {
        let said = finding.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(&finding.description);
        Line::default()
            .then_findings(std::slice::from_ref(&finding.id))
            .then(format!(" ({}): {said}", finding.severity.word()))
    };
    if !findings.is_empty() {
        page.list(findings.iter().map(item).collect());
    }
}
