//! What documents and proposals are judged by.

/// Something to judge by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// Its name.
    pub name: &'static str,
    /// What to look at.
    pub instructions: &'static str,
}

const fn dimension(name: &'static str, instructions: &'static str) -> Dimension {
    Dimension { name, instructions }
}

/// The dimension of an audit that claims on technologies go to.
pub const TECHNICAL: &str = "Technical Correctness";

/// Of an audit.
pub const AUDIT: [Dimension; 9] = [
    dimension(
        "Internal Consistency (Cross-Document)",
        "The documents agree on what several of them mention: facts, numbers, names, who owns what. References lead to what \
         they name. Other agents compare pairs; look for what shows only across three or more documents.",
    ),
    dimension(
        "Internal Consistency (Within-Document)",
        "No document contradicts itself: text, tables, diagrams and examples agree, terms keep their meaning, and references \
         to its own sections work.",
    ),
    dimension(
        TECHNICAL,
        "Claims about technologies, formats, limits and figures are true and current. Search outside sources, and name the \
         source of each correction.",
    ),
    dimension(
        "Goal Alignment & Drift",
        "Every part serves a stated goal, every goal is served by some part, and no decision has drifted from its reasons \
         without being decided again.",
    ),
    dimension(
        "Completeness",
        "What is needed to build it is there: cases, errors, limits, owners, and answers where the text says \"to be decided\".",
    ),
    dimension(
        "Coherence of Abstraction Level",
        "Each document stays on one level: no implementation detail in overviews, no hand-waving where details are needed.",
    ),
    dimension(
        "Design Completeness",
        "Every feature has its screens, states, flows and components, and every screen belongs to a feature.",
    ),
    dimension(
        "Staleness",
        "Nothing refers to what was removed, renamed or superseded; dates, versions and statuses are up to date.",
    ),
    dimension(
        "Parking Lot Health",
        "What was parked is still wanted, has an owner or a trigger, is not decided elsewhere, and does not block anything.",
    ),
];

/// Of a review.
pub const REVIEW: [Dimension; 7] = [
    dimension(
        "Value Assessment",
        "The problem is real and stated, the benefit is worth the cost, and simpler solutions were considered.",
    ),
    dimension(
        "Internal Coherence",
        "The proposal does not contradict itself: what it changes, why, and how fit together.",
    ),
    dimension(
        "External Consistency",
        "The proposal fits the documents that it builds on; where it deviates from them, it says so and changes them.",
    ),
    dimension(
        "Technical Soundness",
        "It can work as described: the claims are true, and failure, load and security were considered.",
    ),
    dimension(
        "Completeness & Gaps",
        "Nothing that it needs is left open: cases, migration, tests, documents to change.",
    ),
    dimension(
        "Spec-Readiness",
        "A specification could be written from it without further questions: types, interfaces, rules and limits are definite.",
    ),
    dimension(
        "Ground Truth",
        "What it says about the current state is true: the files, functions, documents and behaviour that it names exist.",
    ),
];

/// Of a review of code.
pub const CODE: [Dimension; 6] = [
    dimension(
        "Correctness",
        "It does what it is meant to do in every case: limits, empty and unusual input, errors, concurrency, state that is \
         not cleaned up. Follow each change to its callers.",
    ),
    dimension(
        "Security",
        "Untrusted input can do no harm: injection, paths, deserialisation, missing access checks, secrets in code or logs, \
         weak cryptography, dependencies. Say who could do what.",
    ),
    dimension(
        "Tests",
        "Each change is tested, and a test would fail without it: missing cases, tests that assert nothing, that depend on \
         time or order, or that test implementation details.",
    ),
    dimension(
        "API",
        "The interface is clear, complete and hard to misuse: names, types, errors, defaults, and what breaks for existing \
         callers.",
    ),
    dimension(
        "Performance",
        "Work and memory grow no faster than they must: nested loops, queries in loops, data that is read whole, copied, \
         blocked or never freed. Say at what size it matters.",
    ),
    dimension(
        "Documentation",
        "The documentation agrees with the code: comments, reference, examples, changelog, messages; and what a user needs to \
         know about the change is documented.",
    ),
];

/// Whether it is one of ours, of documents or of code.
#[must_use]
pub fn is_known(name: &str) -> bool {
    AUDIT.iter().chain(&REVIEW).chain(&CODE).any(|known| known.name.eq_ignore_ascii_case(name))
}

/// Whether it is one of ours of code alone, which are asked for a table of findings.
#[must_use]
pub fn is_of_code(name: &str) -> bool {
    CODE.iter().any(|known| known.name.eq_ignore_ascii_case(name))
}

/// What to look at in a dimension, also in one of the user's own.
#[must_use]
pub fn instructions(name: &str) -> String {
    let known = AUDIT.iter().chain(&REVIEW).chain(&CODE).find(|dimension| dimension.name.eq_ignore_ascii_case(name));
    match known {
        Some(dimension) => dimension.instructions.to_owned(),
        None => format!("Judge only by this dimension: {name}."),
    }
}
