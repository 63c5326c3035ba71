//! Results made by hand, for tests of what follows reading.
#![allow(dead_code)]

use reconvene::model::{
    AgentResult, Coverage, Dialect, Extra, Finding, FindingState, Location, Percent, Place, Reply, ResultType,
    Severity, Span, Status,
};

/// A consistency result of an agent on a unit, with a status and nothing else.
pub fn result(unit: &str, agent: &str, status: Status) -> AgentResult {
    let named = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
    AgentResult {
        status,
        stated_status: Some(status.word().to_owned()),
        r#type: Some(ResultType::Consistency),
        unit: named(unit),
        agent: named(agent),
        ..AgentResult::unread(&Reply::default(), Dialect::ProtocolV1)
    }
}

/// A result with findings.
pub fn found(unit: &str, agent: &str, findings: Vec<Finding>) -> AgentResult {
    AgentResult { findings, ..result(unit, agent, Status::Findings) }
}

/// A result that states its coverage in percent.
pub fn covered(percent: u32, result: AgentResult) -> AgentResult {
    let stated = format!("{percent}%");
    let coverage = Coverage { stated, percent: Some(Percent::whole(percent)), covered: None, total: None };
    AgentResult { coverage: Some(coverage), ..result }
}

/// A finding in a section of `a.md`.
pub fn finding(id: &str, severity: Severity, finding_type: &str, section: &str, description: &str) -> Finding {
    Finding {
        id: id.to_owned(),
        severity,
        stated_severity: Some(severity.word().to_owned()),
        r#type: Some(finding_type.to_owned()),
        stated_type: Some(finding_type.to_owned()),
        state: FindingState::Open,
        location: Some(location(&format!("a.md § {section}"), "a.md", section)),
        counter_location: None,
        title: None,
        description: description.to_owned(),
        suggestion: None,
        discussion: None,
        fingerprint: String::new(),
        extra: Extra::new(),
        span: Span::default(),
        derived: false,
    }
}

/// A location that names one section.
pub fn location(text: &str, document: &str, section: &str) -> Location {
    let place = Place { document: Some(document.to_owned()), section: Some(section.to_owned()), lines: None };
    Location { text: text.to_owned(), places: vec![place] }
}
