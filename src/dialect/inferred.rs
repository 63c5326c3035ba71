//! Infers the status of a reply without a protocol from its text. See `docs/formats/prose.md`, "The status".

use super::Read;
use super::conclusion::{conclusion, finds_nothing, names_a_problem, sentences};
use super::doubts;
use super::json_return::{BREAKS_OFF, NO_STATUS};
use super::prose::NO_SUMMARY_LINE;
use crate::model::{
    AgentResult, Code, Detail, Diagnostic, Dialect, FindingState, Meta, Reply, Severity, Status, quote,
};
use crate::part::documents::document_of;
use crate::part::severities;
use crate::part::status_words::{self, Meaning};
use crate::review::lead;
use crate::text::blocks::{heading_text, scan_heading};
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
        // What was read as not covered is reported as such.
        let is_listed = |sentence: &str| result.uncovered.as_deref().is_some_and(|told| told.contains(sentence.trim()));
        let mut told = sentences(text).filter(|sentence| !is_listed(sentence));
        if let Some(sentence) = told.find(|sentence| leaves_file(sentence)) {
            return Some(Inferred::Partial(format!("it says {}", quote(sentence.trim()))));
        }
        return Some(Inferred::Whole(Status::Findings, "findings were read in it".to_owned()));
    }
    let is_return = result.dialect == Dialect::JsonReturn;
    let has_failed = match &result.detail {
        Detail::None => false,
        Detail::Return(read) => !read.errors.is_empty(),
        _ => true,
    };
    if !(is_return && has_failed) && (lists_nothing(text) || is_list_asked_for(reply)) {
        return Some(Inferred::Whole(Status::Clean, "it lists no finding".to_owned()));
    }
    if is_return {
        return None;
    }
    if let Some(line) = rated_heading(result) {
        return Some(Inferred::Partial(format!("this was not understood: {}", quote(line))));
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
                let message = format!("The reply states no status; {} was inferred because {why}.", status.word());
                result.diagnostics.insert(0, Diagnostic::new(Code::InferredStatus, message, None));
            }
            Self::Partial(reason) => result.reason = Some(reason),
        }
    }
}

/// Whether a sentence says of a file that its writer did not read it: `I could not access src/b.ts, so it was not reviewed.`
#[must_use]
pub fn leaves_file(sentence: &str) -> bool {
    const COULD_NOT: [&str; 8] = [
        "i could not ",
        "i couldn t ",
        "i can t ",
        "i cannot ",
        "i was unable to ",
        "i was not able to ",
        "i did not ",
        "i didn t ",
    ];
    const READ: [&str; 6] = ["access ", "inspect ", "look at ", "open ", "read ", "review "];
    let words = inline::words(sentence);
    let denied = COULD_NOT.iter().any(|denied| {
        words.split_once(denied).is_some_and(|(before, verb)| {
            (before.is_empty() || before.ends_with(' ')) && READ.iter().any(|read| verb.starts_with(read))
        })
    });
    let names_file =
        || sentence.split_whitespace().any(|word| document_of(word).is_some_and(|path| path.contains('/')));
    denied && names_file()
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
    inline::has_word(&inline::words(text), &CHECKED)
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
    // `### Incomplete` over findings is about what was reviewed.
    let heads = |line: &&str| line.starts_with('#') && !result.findings.is_empty();
    let mut left = result.remainder.iter().flat_map(|left| left.text.lines()).filter(|line| !heads(line));
    if let Some(line) = left.find(|line| says_incomplete(&inline::words(line))) {
        return Some(format!("it says {}", quote(line.trim())));
    }
    let cut = result.has_diagnostic(Code::CutOff) || result.has_diagnostic(Code::UnclosedFence) || breaks_off(text);
    cut.then(|| BREAKS_OFF.to_owned())
}

/// What a reply says beside its findings that weighs more than any of them: then not all of them were read.
fn weighs_more(result: &AgentResult, heaviest: Severity) -> Option<&str> {
    const WORDS: [&str; 4] = ["critical", "blocker", "blockers", "blocking"];
    // They say how code runs.
    const CODE_TERMS: [&str; 5] =
        [" blocking call ", " blocking calls ", " blocking i o ", " blocking mode ", " critical section "];
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
    let mut sentences = said.flat_map(|line| line.split_inclusive(['.', '!', '?', ';']));
    sentences.find_map(|sentence| {
        // `Create tickets for the critical ones?` asks what is to be done.
        if sentence.ends_with('?') {
            return None;
        }
        let words = format!(" {} ", inline::words(sentence));
        let words = CODE_TERMS.iter().fold(words, |words, term| words.replace(term, " "));
        let words = words.trim();
        let has = |list: &[&str]| inline::has_word(words, list);
        let weighs =
            (has(&WORDS) && words.contains(' ')) || SAID.iter().any(|said| words.contains(said)) || condemns(words);
        (weighs && !has(&DENIES)).then_some(sentence.trim())
    })
}

/// A heading beside what was read that has an id, a title, and a severity that blocks.
fn rated_heading(result: &AgentResult) -> Option<&str> {
    let headings =
        result.remainder.iter().flat_map(|left| left.text.lines()).filter(|line| scan_heading(line).is_some());
    headings.into_iter().find(|line| {
        let lead = lead::read(heading_text(line), lead::Form::Heading);
        let weighs = lead.severity.and_then(severities::word).is_some_and(|severity| severity <= Severity::Major);
        weighs && !lead.ids.is_empty() && lead.title.is_some()
    })
}

/// Whether a line, as words, says that the work was not brought to its end.
#[must_use]
pub fn says_incomplete(words: &str) -> bool {
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
                "i couldn t finish",
                "unable to finish",
                "i did not finish",
                "i didn t finish",
                "i have not finished",
                "i haven t finished",
            ],
        ),
        (
            "complete",
            &[
                "could not complete the review",
                "couldn t complete the review",
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
    WHOLE.contains(&words)
        || SAID.iter().any(|(rare, said)| words.contains(rare) && said.iter().any(|said| words.contains(said)))
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

/// `{"findings": []}`: a list of findings without any, and nothing else that says anything.
fn lists_nothing(text: &str) -> bool {
    const KEYS: [&str; 8] =
        ["findings", "issues", "problems", "bugs", "comments", "vulnerabilities", "violations", "review_comments"];
    const SAYS: [&str; 10] =
        ["summary", "status", "verdict", "success", "completed", "clean", "ok", "pass", "approve", "approved"];
    let opened = text.trim_start_matches(|mark: char| mark.is_whitespace() || "`json".contains(mark));
    if !opened.starts_with('{') {
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
    is_json
        && KEYS.iter().any(|key| packed.contains(&format!("\"{key}\":[]")))
        && lower.split('"').skip(1).step_by(2).all(harmless)
}

/// `[]` says of what it is a list only where the prompt asked for JSON.
fn is_list_asked_for(reply: &Reply) -> bool {
    let bare = reply.text.as_str().trim_matches(|mark: char| mark.is_whitespace() || mark == '`');
    let within = bare.trim_start_matches("json").trim_start().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    within.is_some_and(|within| within.trim().is_empty())
        && reply.meta.as_ref().and_then(Meta::asked).as_deref().is_some_and(asks_for_json)
}

/// Whether a sentence of a prompt asks for a reply in JSON. `Review package.json` and `the JSON parser` do not.
fn asks_for_json(prompt: &str) -> bool {
    const REPLY: [&str; 15] = [
        "answer", "emit", "format", "give", "output", "print", "produce", "provide", "reply", "respond", "response",
        "return", "schema", "send", "write",
    ];
    const BEHIND: [&str; 4] = ["array", "list", "only", "schema"];
    // `Review the endpoints that return JSON` is about the work.
    const OTHERWISE: [&str; 11] =
        ["avoid", "don", "instead", "never", "no", "non", "not", "that", "whether", "which", "without"];
    // A file's name is one word: `package.json`, `src/json/mod.rs`.
    let is_json = |word: &&str| word.trim_matches(|mark: char| !mark.is_alphanumeric()).eq_ignore_ascii_case("json");
    let asks = |sentence: &str| {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let at = words.iter().position(is_json)?;
        let before = words.get(..at)?.join(" ");
        let clause = inline::words(before.rsplit([',', ':', '(', '—', '–']).next().unwrap_or_default());
        let behind = words.get(at + 1).map(|word| inline::words(word)).unwrap_or_default();
        let is_asked = inline::has_word(&inline::words(&before), &REPLY) || BEHIND.contains(&behind.as_str());
        Some(is_asked && !inline::has_word(&clause, &OTHERWISE))
    };
    sentences(prompt).any(|sentence| asks(sentence).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::model::{Ledger, Meta, Reply, Status};

    #[test]
    fn an_empty_list_is_clean_only_where_json_was_asked_for() {
        let status = |text: &str, meta: Option<serde_json::Value>| {
            let reply = Reply { text: text.into(), meta: meta.map(Meta::from), ..Reply::default() };
            crate::parse(&reply, Ledger::Omit).status
        };
        let asked = |prompt: &str| Some(serde_json::json!({ "asked": prompt }));
        for text in ["[]", "```json\n[ ]\n```\n"] {
            assert_eq!(status(text, asked("Reply with a JSON array of findings.")), Status::Clean, "{text}");
            assert_eq!(status(text, asked("Review src/.")), Status::Partial, "{text}");
            assert_eq!(status(text, None), Status::Partial, "{text}");
        }
        assert_eq!(status("[x]", asked("Reply with JSON.")), Status::Partial);
    }

    #[test]
    fn a_prompt_asks_for_json_in_a_sentence_on_the_reply() {
        for prompt in [
            "Reply in JSON.",
            "Return ONLY valid `JSON`, no prose.",
            "Review src/.\n\nOutput format: JSON",
            "If you find no issues, return an empty JSON array.",
            "Do not explain: respond with JSON.",
            "Findings as a JSON array, please.",
        ] {
            assert!(super::asks_for_json(prompt), "{prompt}");
        }
        for prompt in [
            "Review package.json",
            "Review the JSON parser.",
            "Review the JSON parser and list the bugs.",
            "Do not reply in JSON.",
            "Don't return JSON.",
            "Write to out.json what you found.",
            "Review the endpoints that return JSON.",
            "Reply with a list. The parser reads JSON.",
        ] {
            assert!(!super::asks_for_json(prompt), "{prompt}");
        }
    }
}
