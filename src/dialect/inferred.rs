//! The status of a reply that follows no protocol, by what it says. See `docs/formats/prose.md`, "The status".

use super::Read;
use super::doubts;
use super::json_return::NO_STATUS;
use super::prose::NO_SUMMARY_LINE;
use crate::model::{AgentResult, Code, Detail, Diagnostic, Dialect, FindingState, Reply, Severity, Status, quote};
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::part::records;
use crate::part::sections::{self, Section};
use crate::part::status_words::{self, Meaning};
use crate::review::sentences;
use crate::text::inline;

/// What a reply without a stated status comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inferred {
    /// Something was found, or a conclusion says that nothing was.
    Whole(Status, String),
    /// It is PARTIAL, for this reason.
    Partial(String),
}

/// The status of a reply that states none, where nobody asked for a protocol. `None` leaves it as it was read.
#[must_use]
pub fn status(reply: &Reply, read: &Read<'_>) -> Option<Inferred> {
    let result = &read.result;
    let free = result.dialect == Dialect::Prose || result.has_diagnostic(Code::MissingReturnStatus);
    if reply.expect.is_some() || read.summary.is_some() || result.status != Status::Partial || !free {
        return None;
    }
    let text = reply.text.as_str();
    if let Some(reason) = incomplete(result, text) {
        return Some(Inferred::Partial(reason));
    }
    let open = result.findings.iter().filter(|finding| finding.state == FindingState::Open);
    if let Some(heaviest) = open.map(|finding| finding.severity).min() {
        if let Some(line) = weighs_more(result, heaviest) {
            return Some(Inferred::Partial(format!("this was not understood: {}", quote(line))));
        }
        return Some(Inferred::Whole(Status::Findings, "findings were read in it".to_owned()));
    }
    let is_return = result.dialect == Dialect::JsonReturn;
    let has_failed = match &result.detail {
        Detail::None => false,
        Detail::Return(read) => !read.errors.is_empty(),
        _ => true,
    };
    if !(is_return && has_failed) && lists_nothing(text) {
        return Some(Inferred::Whole(Status::Clean, "it lists no finding".to_owned()));
    }
    if is_return {
        return None;
    }
    if let Some(conclusion) = conclusion(result, text) {
        if let Some(admitted) = doubts::admitted(text) {
            return Some(Inferred::Partial(format!("it says {}", quote(&admitted))));
        }
        return Some(Inferred::Whole(Status::Clean, format!("it says {}", quote(&conclusion))));
    }
    Some(Inferred::Partial("neither a finding nor a conclusion was understood".to_owned()))
}

impl Inferred {
    /// Puts the status into a result, and says so.
    pub fn settle(self, result: &mut AgentResult) {
        match self {
            Self::Whole(status, why) => {
                result.status = status;
                result.reason = None;
                let codes = [Code::MissingSummaryLine.name(), Code::MissingReturnStatus.name()];
                result.diagnostics.retain(|said| !codes.contains(&said.code.as_str()));
                let message = format!("The reply states no status: it is {}, since {why}.", status.word());
                result.diagnostics.insert(0, Diagnostic::new(Code::InferredStatus, message, None));
            }
            Self::Partial(reason) => result.reason = Some(reason),
        }
    }
}

/// The first sentence beside what was read that names a problem.
#[must_use]
pub fn problem(result: &AgentResult) -> Option<&str> {
    let mut left = result.remainder.iter().flat_map(|left| sentences(&left.text));
    left.find(|sentence| names_a_problem(sentence, &inline::words(sentence))).map(str::trim)
}

/// Whether a sentence of a text names a problem. What was looked for is none.
#[must_use]
pub fn names_problem(text: &str) -> bool {
    let names = |sentence: &str| {
        let words = inline::words(sentence);
        // `No contradictions found.`
        let none = words.starts_with("no ") && (words.ends_with(" found") || words.ends_with(" identified"));
        names_a_problem(sentence, &words) && !none && !finds_nothing(&words) && !tells_check(sentence)
    };
    sentences(text).any(names)
}

/// Whether a text says that something was checked.
#[must_use]
pub fn tells_check(text: &str) -> bool {
    const CHECKED: [&str; 8] =
        ["checked", "compared", "examined", "looked", "reviewed", "searched", "verified", "analyzed"];
    inline::words(text).split(' ').any(|word| CHECKED.contains(&word))
}

/// Takes an inferred status back: the reply was asked for in a protocol, which has its status on the summary line. What was
/// found counts all the same.
pub fn withdraw(result: &mut AgentResult) {
    let Some(at) = result.diagnostics.iter().position(|said| said.code == Code::InferredStatus.name()) else { return };
    let (code, reason, message) = match result.dialect {
        Dialect::JsonReturn => (Code::MissingReturnStatus, NO_STATUS, "The return has no status."),
        _ => (Code::MissingSummaryLine, NO_SUMMARY_LINE, "The reply has no summary line."),
    };
    result.status = Status::Partial;
    result.reason = Some(reason.to_owned());
    if let Some(said) = result.diagnostics.get_mut(at) {
        *said = Diagnostic::new(code, message.to_owned(), None);
    }
}

/// Why a reply is not whole: it says so, or breaks off.
fn incomplete(result: &AgentResult, text: &str) -> Option<String> {
    let is_partial = |word: &&str| {
        matches!(status_words::meaning(word), Some(Meaning::State(Status::Partial) | Meaning::Means(Status::Partial)))
    };
    if let Some(word) = result.stated_status.as_deref().filter(is_partial) {
        return Some(format!("it says {}", quote(word)));
    }
    let mut left = result.remainder.iter().flat_map(|left| left.text.lines());
    if let Some(line) = left.find(|line| says_incomplete(line)) {
        return Some(format!("it says {}", quote(line.trim())));
    }
    let cut = result.has_diagnostic(Code::CutOff) || result.has_diagnostic(Code::UnclosedFence) || breaks_off(text);
    cut.then(|| "it breaks off".to_owned())
}

/// What a reply says beside its findings that weighs more than any of them: then not all of them were read.
fn weighs_more(result: &AgentResult, heaviest: Severity) -> Option<&str> {
    const WORDS: [&str; 4] = ["critical", "blocker", "blockers", "blocking"];
    const SAID: [&str; 5] = ["high severity", "severity high", "high priority", "must be fixed", "has to be fixed"];
    const VERDICTS: [&str; 5] =
        ["not ready", "do not merge", "don t merge", "should not be merged", "should not merge"];
    const DENIES: [&str; 8] = ["no", "none", "nothing", "never", "neither", "without", "zero", "0"];
    if heaviest <= Severity::Major {
        return None;
    }
    // A verdict on findings that nobody rated says nothing of others.
    let rated = result.findings.iter().any(|finding| finding.stated_severity.is_some());
    let condemns = |words: &str| rated && VERDICTS.iter().any(|said| words.contains(said));
    let said = result.remainder.iter().flat_map(|left| left.text.lines()).filter(|line| !line.starts_with(['#', '|']));
    let mut sentences = said.flat_map(|line| line.split_inclusive(['.', '!', ';']));
    sentences.find_map(|sentence| {
        let words = inline::words(sentence);
        let has = |list: &[&str]| words.split(' ').any(|word| list.contains(&word));
        let weighs =
            (has(&WORDS) && words.contains(' ')) || SAID.iter().any(|said| words.contains(said)) || condemns(&words);
        (weighs && !has(&DENIES)).then_some(sentence.trim())
    })
}

/// Whether a line says that the work was not brought to its end.
#[must_use]
pub fn says_incomplete(line: &str) -> bool {
    const WHOLE: [&str; 6] = ["truncated", "to be continued", "continued", "incomplete", "partial", "cut off"];
    // What is told by words that few lines hold.
    const SAID: [(&str, &[&str]); 9] = [
        (
            "out of",
            &["i ran out of", "ran out of context", "ran out of time", "ran out of tokens", "ran out of budget"],
        ),
        (
            "finish",
            &[
                "i could not finish",
                "i couldn't finish",
                "unable to finish",
                "i did not finish",
                "i didn't finish",
                "i have not finished",
                "i haven't finished",
            ],
        ),
        (
            "complete",
            &[
                "could not complete the review",
                "couldn't complete the review",
                "unable to complete the review",
                "this review is incomplete",
                "this review is not complete",
                "the review is not complete",
                "the review is incomplete",
            ],
        ),
        ("partial", &["this review is partial"]),
        ("still", &["still reviewing"]),
        ("will continue", &["i will continue", "we will continue"]),
        ("stop", &["i stopped before", "i had to stop"]),
        ("truncated", &["output truncated", "response truncated"]),
        ("not reviewed", &["remaining files were not reviewed"]),
    ];
    if WHOLE.iter().any(|whole| inline::says(line, whole)) {
        return true;
    }
    let lower = line.to_lowercase().replace('’', "'");
    SAID.iter().any(|(rare, said)| lower.contains(rare) && said.iter().any(|said| lower.contains(said)))
}

/// Whether the last line ends in the middle of a sentence.
fn breaks_off(text: &str) -> bool {
    const OPEN: [&str; 26] = [
        "a", "an", "and", "are", "as", "at", "because", "but", "by", "for", "from", "if", "into", "is", "its", "of",
        "on", "or", "so", "that", "the", "their", "to", "when", "which", "with",
    ];
    const SENTENCE: usize = 3;
    let Some(last) = text.lines().map(str::trim_end).rfind(|line| !line.is_empty()) else { return false };
    let bare = last.trim_end_matches(['*', '_', '`']);
    if bare.ends_with([',', '(', '[']) || bare.ends_with(" —") || bare.ends_with(" –") {
        return true;
    }
    let word = bare.rsplit(' ').next().unwrap_or_default();
    OPEN.contains(&word) && bare.split_whitespace().count() >= SENTENCE
}

/// `[]`, `{"findings": []}`: a list of findings without any, and nothing else that says anything.
fn lists_nothing(text: &str) -> bool {
    const KEYS: [&str; 8] =
        ["findings", "issues", "problems", "bugs", "comments", "vulnerabilities", "violations", "review_comments"];
    const SAYS: [&str; 10] =
        ["summary", "status", "verdict", "success", "completed", "clean", "ok", "pass", "approve", "approved"];
    let opened = text.trim_start_matches(|mark: char| mark.is_whitespace() || "`json".contains(mark));
    if !opened.starts_with(['[', '{']) {
        return false;
    }
    let packed: String = text.chars().filter(|character| !character.is_whitespace()).collect();
    let packed = packed.trim_matches('`').trim_start_matches("json").to_ascii_lowercase();
    let harmless = |said: &str| {
        let words = inline::words(said);
        KEYS.contains(&said) || SAYS.contains(&words.as_str()) || finds_nothing(&words)
    };
    let is_json = packed.starts_with('{') && packed.ends_with('}');
    let lower = text.to_lowercase();
    packed == "[]"
        || (is_json
            && KEYS.iter().any(|key| packed.contains(&format!("\"{key}\":[]")))
            && lower.split('"').skip(1).step_by(2).all(harmless))
}

/// The sentence that says that nothing was found, where every other is understood to say nothing against it; beside a
/// verdict that approves it is enough that none names a problem.
fn conclusion(result: &AgentResult, text: &str) -> Option<String> {
    let mut concluded = result.stated_status.as_deref().filter(|word| approves(word)).map(str::to_owned);
    let approved = concluded.is_some();
    let mut below = Below::Plain;
    for sentence in sentences(text) {
        let words = inline::words(sentence);
        if sentence.trim_start().starts_with('#') {
            below = Below::heading(&words);
        }
        // `None.` below a heading that announces findings.
        if concludes(sentence, &words) || (below == Below::Findings && records::is_none(sentence)) {
            concluded = concluded.or_else(|| Some(sentence.trim().to_owned()));
        } else if (names_a_problem(sentence, &words) && !is_aside(&words))
            || !(is_aside(&words)
                || is_harmless(sentence, &words)
                || below == Below::Sound
                || (approved && !begins_with_lines(sentence)))
        {
            return None;
        }
    }
    concluded
}

/// What the heading above a sentence announces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Below {
    Findings,
    /// Praise, or what was looked at.
    Sound,
    Plain,
}

impl Below {
    fn heading(words: &str) -> Self {
        const SOUND: [&str; 17] = [
            "checked",
            "coverage",
            "done well",
            "files reviewed",
            "highlights",
            "method",
            "positive",
            "praise",
            "reviewed files",
            "scope",
            "strength",
            "what i checked",
            "what i liked",
            "what i reviewed",
            "what is good",
            "what was",
            "what went well",
        ];
        if matches!(sections::of_heading(words), Some((Section::Findings, _))) {
            Self::Findings
        } else if SOUND.iter().any(|sound| words.starts_with(sound)) && !words.contains(" not ") {
            Self::Sound
        } else {
            Self::Plain
        }
    }
}

/// Whether a sentence says that nothing was found; what follows after a comma says nothing against it: `LGTM, nice work`.
fn concludes(sentence: &str, words: &str) -> bool {
    let clauses: Vec<(&str, String)> =
        sentence.split([',', '–', '—']).map(|clause| (clause, inline::words(clause))).collect();
    // `No bugs, vulnerabilities or inconsistencies.`
    let goes_on = |words: &str| words.split(' ').any(|word| FOUND.contains(&word));
    if finds_nothing(words) && clauses.iter().skip(1).all(|(_, words)| goes_on(words)) {
        return true;
    }
    clauses.iter().any(|(_, words)| finds_nothing(words))
        && clauses.iter().all(|(clause, words)| {
            finds_nothing(words) || is_aside(words) || (is_harmless(clause, words) && !names_a_problem(clause, words))
        })
}

/// What is added to a conclusion: `no blockers`. Alone it concludes nothing.
fn is_aside(words: &str) -> bool {
    const WHOLE: [&str; 8] = [
        "no blockers",
        "no blocking issues",
        "no notes",
        "nothing blocking",
        "nothing blocking here",
        "nothing to add",
        "i have nothing to add",
        "simple and readable",
    ];
    WHOLE.contains(&words)
}

/// `- src/db.rs:12 – the query is put together of the request`: what is said of lines has to be understood.
fn begins_with_lines(sentence: &str) -> bool {
    let text = sentence.trim_start_matches(['-', '*', '|', ' ']);
    code_places::lead(text).is_some_and(|(place, _)| {
        code_places::mentions(place, &Aliases::none(), Reach::Prose).iter().any(|mention| mention.place.lines.is_some())
    })
}

/// Whether a sentence says what was looked at, praises, thanks, or denies that anything is wrong.
fn is_harmless(sentence: &str, words: &str) -> bool {
    const BEGINS: [&str; 38] = [
        "compared",
        "i compared",
        "i examined",
        "i have compared",
        "i reviewed",
        "i have reviewed",
        "i ve reviewed",
        "i read",
        "i have read",
        "i ve read",
        "i checked",
        "i have checked",
        "i looked at",
        "i looked through",
        "i went through",
        "i ran",
        "we reviewed",
        "reviewed",
        "review of",
        "code review",
        "review",
        "summary",
        "verdict",
        "scope",
        "the change looks",
        "the code looks",
        "the code is",
        "the changes look",
        "this looks",
        "everything",
        "all tests pass",
        "tests pass",
        "all checks",
        "thanks",
        "thank you",
        "great",
        "nice",
        "good",
    ];
    const LACKS: [&str; 14] = [
        "assuming", "some", "unable", "could", "couldn", "cannot", "only", "first", "skipped", "part", "parts",
        "empty", "denied", "for",
    ];
    const SOUND: [&str; 20] = [
        "agree",
        "agrees",
        "checked",
        "consistent",
        "correct",
        "correctly",
        "covered",
        "fine",
        "handled",
        "match",
        "matches",
        "pass",
        "passes",
        "resolve",
        "resolves",
        "safe",
        "sound",
        "tested",
        "valid",
        "validated",
    ];
    // `I reviewed the change and the token is logged`: what follows says something of its own.
    const SAYS_MORE: [&str; 14] =
        ["are", "can", "does", "gets", "goes", "has", "have", "is", "needs", "was", "were", "will", "would", "might"];
    let says = |list: &[&str]| words.split(' ').any(|word| list.contains(&word));
    let lacks = says(&LACKS) || words.contains(" up to ");
    let more = sentence.split([',', ':', '–', '—']).flat_map(|part| part.split(" and ")).skip(1);
    let says_more = || more.clone().any(|part| inline::words(part).split(' ').any(|word| SAYS_MORE.contains(&word)));
    // What names no problem though it has words for one denies it: `never loses a row`.
    sentence.trim_start().starts_with('#')
        || sentences::complains(sentence)
        || words.starts_with("thanks ")
        || words.starts_with("thank you ")
        || (says(&SOUND) && !lacks)
        || ((BEGINS.iter().any(|begin| words == *begin || words.starts_with(&format!("{begin} ")))
            || sentences::praises(sentence))
            && !lacks
            && !says_more())
}

/// Whether a verdict says that all is well.
fn approves(word: &str) -> bool {
    const WORDS: [&str; 10] =
        ["approve", "approved", "accept", "accepted", "pass", "passed", "clean", "clean merge", "sound", "good"];
    WORDS.contains(&inline::words(word).as_str())
}

/// The sentences of a text, and its lines that are none.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    // A dot within a word is one of a file: `src/import.ts`.
    text.lines()
        .flat_map(|line| line.split_inclusive(". "))
        .flat_map(|part| part.split_inclusive(['!', '?', ';']))
        .filter(|sentence| sentence.contains(char::is_alphanumeric))
}

/// What a review may find none of.
const FOUND: [&str; 20] = [
    "issue",
    "issues",
    "problem",
    "problems",
    "finding",
    "findings",
    "bug",
    "bugs",
    "concerns",
    "vulnerabilities",
    "defects",
    "violations",
    "conflict",
    "conflicts",
    "contradiction",
    "contradictions",
    "discrepancies",
    "discrepancy",
    "inconsistencies",
    "inconsistency",
];

/// What leaves others open: `no critical issues`, `no new issues`, `no issues so far`.
const BUT: [&str; 51] = [
    "additional",
    "although",
    "apart",
    "as",
    "assuming",
    "because",
    "below",
    "blocking",
    "but",
    "could",
    "critical",
    "except",
    "far",
    "first",
    "fixed",
    "further",
    "given",
    "glance",
    "half",
    "high",
    "however",
    "if",
    "last",
    "major",
    "more",
    "most",
    "new",
    "nit",
    "nits",
    "only",
    "other",
    "part",
    "parts",
    "pending",
    "read",
    "second",
    "serious",
    "severe",
    "significant",
    "since",
    "skipped",
    "that",
    "though",
    "unless",
    "unread",
    "until",
    "was",
    "were",
    "which",
    "who",
    "without",
];

/// Whether a sentence, as words, says that nothing was found, without exception.
fn finds_nothing(words: &str) -> bool {
    const WHOLE: [&str; 37] = [
        "merge",
        "merge it",
        "can be merged",
        "good to merge",
        "ready to merge",
        "safe to merge",
        "ready for merge",
        "all checks passed nothing to report",
        "both documents are consistent",
        "the documents are consistent",
        "the two documents are consistent",
        "lgtm",
        "looks good",
        "looks good to me",
        "looks great",
        "this looks good",
        "this looks good to me",
        "the change looks good",
        "the code looks good",
        "all good",
        "all clear",
        "all clean",
        "clean",
        "ship it",
        "approved",
        "approve",
        "nothing to report",
        "nothing found",
        "nothing was found",
        "nothing to flag",
        "i found nothing",
        "i found nothing to report",
        "no comments",
        "no changes needed",
        "no changes required",
        "no action needed",
        "no further comments",
    ];
    const BEGINS: [&str; 16] = [
        "no ",
        "found no ",
        "i found no ",
        "we found no ",
        "there are no ",
        "i see no ",
        "i saw no ",
        "i have no ",
        "i did not find any ",
        "i didn t find any ",
        "i could not find any ",
        "i couldn t find any ",
        "did not find any ",
        "zero ",
        "0 ",
        "review complete no ",
    ];
    let words = words.strip_prefix("verdict ").or_else(|| words.strip_prefix("result ")).unwrap_or(words);
    let found = words.replace(" was found", " found").replace(" were found", " found");
    let words = found.as_str();
    if WHOLE.contains(&without_thanks(words)) {
        return true;
    }
    let says = |list: &[&str]| words.split(' ').any(|word| list.contains(&word));
    let yet = words.split(' ').any(|word| word == "yet" || word.parse::<u32>().is_ok_and(|count| count > 0));
    BEGINS.iter().any(|begin| words.starts_with(begin)) && says(&FOUND) && !says(&BUT) && !yet
}

/// `LGTM, thanks!`
fn without_thanks(words: &str) -> &str {
    const THANKS: [&str; 7] = ["thanks", "thank you", "great work", "nice work", "good work", "great job", "nice job"];
    THANKS.into_iter().find_map(|thanks| words.strip_suffix(thanks)).unwrap_or(words).trim_end()
}

/// `Critical: 3`, `2 major findings`: there are some, whatever the verdict says.
fn counts_severe(words: &str) -> bool {
    const SEVERE: [&str; 9] =
        ["blocker", "blockers", "critical", "criticals", "high", "major", "majors", "severe", "p0"];
    let words: Vec<&str> = words.split(' ').collect();
    let counts = |word: &&str| word.parse::<u32>().is_ok_and(|count| count > 0);
    words.windows(2).any(|pair| {
        pair.first().zip(pair.get(1)).is_some_and(|(one, other)| {
            (SEVERE.contains(one) && counts(other)) || (counts(one) && SEVERE.contains(other))
        })
    })
}

/// Whether a sentence says what is wrong. Where it denies that something goes wrong (`never loses a row`), it does not.
fn names_a_problem(sentence: &str, words: &str) -> bool {
    const DENIES: [&str; 10] = ["no", "not", "never", "nothing", "without", "neither", "nor", "cannot", "doesn", "don"];
    // `Looks good, but …`, `Approved once the tests pass`, `Verdict: rejected`
    const TAKES_BACK: [&str; 18] = [
        "although", "after", "blocked", "but", "changes", "except", "fail", "failed", "however", "once", "pending",
        "provided", "reject", "rejected", "rework", "though", "unless", "until",
    ];
    let says = |word: &str| words.split(' ').any(|other| other == word);
    if TAKES_BACK.iter().any(|word| says(word)) {
        return true;
    }
    let denies = DENIES.iter().any(|denies| says(denies));
    if counts_severe(words) {
        return true;
    }
    // `one nit: rename foo`
    if !denies && (says("nit") || says("nits")) {
        return true;
    }
    let rest: String =
        words.split(' ').filter(|word| !DENIES.contains(word) && *word != "t").collect::<Vec<_>>().join(" ");
    sentences::complains(sentence) && !(denies && sentences::complains(&rest))
}
