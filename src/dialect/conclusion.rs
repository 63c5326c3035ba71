//! Recognises the conclusion that nothing was found, in a reply without a protocol. See `docs/formats/prose.md`, "The
//! status".

use std::borrow::Cow;

use super::admissions::number;
use crate::model::AgentResult;
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::part::records;
use crate::part::sections::{self, Section};
use crate::part::severities;
use crate::review::sentences;
use crate::text::inline;

/// The sentence that says that nothing was found, where every other is understood to say nothing against it; beside a
/// verdict that approves it is enough that none names a problem.
#[must_use]
pub fn conclusion(result: &AgentResult, text: &str) -> Option<String> {
    let stated = result.stated_status.as_deref().filter(|word| approves(word)).map(str::to_owned);
    let listed = listed_none(text);
    let is_listed = listed.is_some();
    let approved = stated.or(listed);
    let concluding = understood(text, approved.is_some(), is_listed)?;
    approved.or_else(|| concluding.first().map(|sentence| sentence.trim().to_owned()))
}

/// Whether each sentence of a text says that nothing was found, or nothing against it.
#[must_use]
pub fn is_understood(text: &str) -> bool {
    understood(text, false, false).is_some()
}

/// The sentences that say that nothing was found; `None` where another is not understood, or says something against it.
fn understood(text: &str, approved: bool, listed: bool) -> Option<Vec<&str>> {
    const ROWS: usize = 2;
    let mut concluding = Vec::new();
    let mut below = Below::Plain;
    let is_checklist = text.lines().filter(|line| is_ticked(line)).count() >= ROWS;
    let told = text.lines().flat_map(|line| {
        let is_row = is_checklist && is_ticked(line);
        sentences(line).map(move |sentence| (is_row, sentence))
    });
    for (ticked, sentence) in told {
        let words = inline::words(sentence);
        if is_heading(sentence) {
            below = Below::heading(&words);
        }
        if lists_some(sentence) {
            return None;
        }
        let is_sound = ticked || (approved && below == Below::Sound && !turns(&words));
        // `None.` below a heading that announces findings.
        if concludes(sentence, &words) || (below == Below::Findings && records::is_none(sentence)) {
            concluding.push(sentence);
        } else if !is_aside(&words) && !is_sound {
            let is_understood =
                below == Below::Sound || is_harmless(sentence, &words) || (approved && !begins_with_lines(sentence));
            // What lists its findings by severity has listed none that is left: `can no longer differ`.
            let is_denial = (listed && words.contains("no longer ") && !turns(&words)) || has_no_harm(&words);
            if (names_a_problem(sentence, &words) && !is_denial) || !is_understood {
                return None;
            }
        }
    }
    Some(concluding)
}

/// `## Critical`, `**Critical gaps (8-10)**`
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('#') || (line.starts_with("**") && line.trim_end_matches(':').ends_with("**"))
}

/// `- [x] No circular dependencies`: a row of a checklist that holds.
fn is_ticked(sentence: &str) -> bool {
    let item = sentence.trim_start().trim_start_matches(['-', '*', ' ']);
    let is_ticked = item.contains(['✅', '✔', '✓']) || ["[x]", "[X]"].iter().any(|tick| item.starts_with(tick));
    let concluding = || sentences(item).any(|sentence| finds_nothing(&inline::words(sentence)));
    is_ticked && !item.contains(['❌', '✗', '⚠']) && !turns(&inline::words(item)) && !concluding()
}

/// Whether a sentence takes something of itself back: `Tests are thorough, but slow`.
fn turns(words: &str) -> bool {
    const TURNS: [&str; 5] = ["although", "but", "except", "however", "though"];
    inline::has_word(words, &TURNS)
}

/// The line by which a review that is built of severities or kinds of findings says that it has none of any:
/// `**Critical:** None`, `| High | 0 |`, `Actionable comments posted: 0`.
fn listed_none(text: &str) -> Option<String> {
    const BOTS: [&str; 2] = ["actionable comments posted 0", "generated no comments"];
    const LEAST: usize = 2;
    let mut none = Vec::new();
    let mut announced: Option<&str> = None;
    // The guide of a bot, which would list minor issues too.
    let mut is_guide = false;
    for line in text.lines().map(str::trim).filter(|line| line.contains(char::is_alphanumeric)) {
        let words = inline::words(line);
        is_guide |= words.contains("effort to review");
        if (is_guide && words == "no major issues detected")
            || BOTS.iter().any(|bot| words == *bot || words.ends_with(&format!(" {bot}")))
        {
            return Some(line.to_owned());
        }
        if announced.take().is_some_and(|_| !says_none(line)) {
            return None;
        }
        let is_heading = is_heading(line);
        let bare = line.trim_matches(['#', '|', '*', '-', ' ']);
        let (label, value) = if is_heading { (bare, "") } else { bare.split_once([':', '|']).unwrap_or((bare, "")) };
        if !is_list_of_findings(label) {
            continue;
        }
        let value = value.trim_matches(['*', ' ', '|']);
        if is_heading || (value.is_empty() && line.contains(':')) {
            announced = Some(line);
            none.push(format!("{}: none", label.trim_matches([':', '*', ' '])));
        } else if says_none(value) {
            none.push(line.to_owned());
        } else if !value.is_empty() {
            return None;
        }
    }
    let is_whole = announced.is_none() && none.len() >= LEAST;
    none.into_iter().next().filter(|_| is_whole)
}

/// Whether a label is a severity, or a kind of findings: `Critical (90-100)`, `Test quality issues`.
fn is_list_of_findings(label: &str) -> bool {
    const LISTED: [&str; 8] = [
        "failures",
        "gaps",
        "regressions",
        "improvements",
        "opportunities",
        "recommendations",
        "refactoring",
        "removals",
    ];
    let words = inline::words(label.split('(').next().unwrap_or_default());
    let last = words.rsplit(' ').next().unwrap_or_default();
    let is_kind = FOUND.contains(&last) || LISTED.contains(&last);
    !words.starts_with("positive") && (severities::word(&words).is_some() || is_kind || words.ends_with(" found"))
}

/// Whether a sentence lists findings behind their label: `**Issues:** the key is logged`.
fn lists_some(sentence: &str) -> bool {
    const NONE: [&str; 8] = ["0", "na", "nil", "no", "none", "not", "nothing", "zero"];
    let bare = sentence.trim_matches(['#', '|', '*', '-', ' ']);
    bare.split_once(':').is_some_and(|(label, value)| {
        let words = inline::words(value);
        let first = words.split(' ').next().unwrap_or_default();
        let last = inline::words(label).rsplit(' ').next().unwrap_or_default().to_owned();
        let is_list =
            FOUND.contains(&last.as_str()) && is_list_of_findings(label) && !finds_nothing(&inline::words(label));
        is_list && !words.is_empty() && !NONE.contains(&first) && !says_none(value.trim_matches(['*', ' ']))
    })
}

/// `None`, `0`, `None. Tests assert on behavior`
fn says_none(value: &str) -> bool {
    let first = value.split(". ").next().unwrap_or_default().trim_end_matches('.');
    records::is_none(first) || first.trim() == "0"
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
        const SOUND: [&str; 23] = [
            "checked",
            "coverage",
            "done well",
            "files reviewed",
            "highlights",
            "method",
            "methodology",
            "positive",
            "positive aspects",
            "positive findings",
            "positive notes",
            "positive observations",
            "positives",
            "praise",
            "reviewed files",
            "scope",
            "strengths",
            "what i checked",
            "what i liked",
            "what i reviewed",
            "what is good",
            "what s done well",
            "what went well",
        ];
        const CHECKED: [&str; 5] = ["checked", "compared", "reviewed", "tested", "verified"];
        let is_check = || words.strip_prefix("what was ").is_some_and(|done| CHECKED.contains(&done));
        if matches!(sections::of_heading(words), Some((Section::Findings, _))) {
            Self::Findings
        } else if SOUND.contains(&words) || is_check() {
            Self::Sound
        } else {
            Self::Plain
        }
    }
}

/// Whether a sentence says that nothing was found; what follows after a comma says nothing against it: `LGTM, nice work`.
fn concludes(sentence: &str, words: &str) -> bool {
    // `LGTM?`, `No issues found ❌`, `No issues - src/a.ts leaks`
    if sentence.contains(['?', '❌', '✗', '✘', '👎']) || goes_on_with_a_problem(sentence) {
        return false;
    }
    // `I read src/a.ts and found nothing wrong.`
    let clauses = sentence.split([',', '–', '—']).flat_map(|clause| {
        let parts = clause.rsplit_once(" and ").filter(|(_, last)| finds_nothing(&inline::words(last)));
        parts.map_or(vec![clause], |(first, last)| vec![first, last])
    });
    let clauses: Vec<(&str, String)> = clauses.map(|clause| (clause, inline::words(clause))).collect();
    // `No bugs, vulnerabilities or inconsistencies.`
    let goes_on = |words: &str| inline::has_word(words, &FOUND);
    if finds_nothing(words) && clauses.iter().skip(1).all(|(_, words)| goes_on(words)) {
        return true;
    }
    clauses.iter().any(|(_, words)| finds_nothing(words))
        && clauses.iter().all(|(clause, words)| {
            finds_nothing(words) || is_aside(words) || (is_harmless(clause, words) && !names_a_problem(clause, words))
        })
}

/// Whether a sentence says that nothing was found, and behind a dash or a colon what was, or where.
fn goes_on_with_a_problem(sentence: &str) -> bool {
    [" - ", ": ", " — ", " – "].into_iter().filter_map(|mark| sentence.split_once(mark)).any(|(head, told)| {
        let names_place =
            code_places::lead(told).is_some_and(|(_, after)| !after.trim_matches(['.', '`', ' ']).is_empty());
        let words = inline::words(told);
        finds_nothing(&inline::words(head)) && !finds_nothing(&words) && (names_place || names_a_problem(told, &words))
    })
}

/// Whether a sentence says that there is none of what nobody wants: `No secrets in the code.`
fn has_no_harm(words: &str) -> bool {
    const HARMS: [&str; 11] = [
        "breaking changes",
        "credentials",
        "dead code",
        "injection",
        "leaks",
        "regressions",
        "secrets",
        "todos",
        "typos",
        "vulnerabilities",
        "warnings",
    ];
    // `No warnings are shown` says what is missing.
    const WHERE: [&str; 5] = ["detected", "found", "in", "introduced", "left"];
    const WORDS: usize = 4;
    let rest = words.strip_prefix("no ").unwrap_or_default();
    let behind = HARMS.iter().find_map(|harm| rest.strip_prefix(harm)).map(str::trim_start);
    let is_all = |behind: &str| {
        let mut told = behind.split(' ');
        behind.is_empty() || (told.next().is_some_and(|first| WHERE.contains(&first)) && told.count() < WORDS)
    };
    behind.is_some_and(is_all) && !turns(words) && !inline::has_word(words, &BUT)
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
    code_places::lead(text).is_some_and(|(place, rest)| {
        let praised = sentences::praises(rest.trim_start_matches([':', ' ', '*', '-']));
        !praised
            && code_places::mentions(place, &Aliases::none(), Reach::Prose)
                .iter()
                .any(|mention| mention.place.lines.is_some())
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
    const LACKS: [&str; 18] = [
        "assuming", "some", "unable", "could", "couldn", "cannot", "only", "first", "skipped", "part", "parts",
        "empty", "denied", "for", "half", "most", "mostly", "partly",
    ];
    // What "for" may follow.
    const FOR: [&str; 4] = ["checked for ", "generated with ", "thank you ", "thanks "];
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
    // `The earlier bug is fixed.`
    const MENDED: [&str; 6] =
        [" has been fixed", " have been fixed", " is fixed", " was fixed", " were fixed", " is resolved"];
    // `I reviewed the change and the token is logged`: what follows says something of its own.
    const SAYS_MORE: [&str; 14] =
        ["are", "can", "does", "gets", "goes", "has", "have", "is", "needs", "was", "were", "will", "would", "might"];
    let says = |list: &[&str]| inline::has_word(words, list);
    let lacks = says(&LACKS) || words.contains(" up to ");
    let more = sentence.split([',', ':', '–', '—']).flat_map(|part| part.split(" and ")).skip(1);
    let says_more = || more.clone().any(|part| inline::has_word(&inline::words(part), &SAYS_MORE));
    let is_mended =
        || MENDED.iter().any(|end| words.ends_with(end)) && !says(&["not", "never", "nothing", "none", "half"]);
    // What names no problem though it has words for one denies it: `never loses a row`.
    sentence.trim_start().starts_with('#')
        || (has_no_harm(words) && !lacks && !says_more())
        || (is_mended() && !lacks)
        || words == "the change does what it says"
        || sentences::complains(sentence)
        || (sentences::denies_harm(sentence) && more.clone().next().is_none())
        || (FOR.iter().any(|begin| words.starts_with(begin)) && !says_more())
        || (says(&SOUND) && !lacks && !denies(words))
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
const FOUND: [&str; 22] = [
    "differences",
    "flaws",
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
const BUT: [&str; 61] = [
    "additional",
    "although",
    "apart",
    "as",
    "aside",
    "assuming",
    "because",
    "below",
    "besides",
    "beyond",
    "blocking",
    "but",
    "could",
    "counting",
    "critical",
    "except",
    "exception",
    "excluding",
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
    "ignoring",
    "just",
    "last",
    "major",
    "more",
    "most",
    "new",
    "nit",
    "nits",
    "only",
    "other",
    "outside",
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
    "would",
];

/// Sentences that say that nothing was found, as words.
const WHOLE: [&str; 71] = [
    "both documents agree on all points",
    "the documents agree on all points",
    "all checks pass",
    "all checks passed",
    "all criteria are met",
    "all criteria met",
    "all acceptance criteria are met",
    "all acceptance criteria met",
    "all requirements are met",
    "all requirements met",
    "all is well",
    "everything checks out",
    "everything is consistent",
    "everything is fine",
    "everything is in order",
    "everything looks fine",
    "everything looks good",
    "found nothing",
    "found nothing to report",
    "found nothing wrong",
    "i found nothing wrong",
    "nothing is wrong",
    "nothing of concern",
    "nothing to change",
    "nothing to fix",
    "nothing wrong",
    "no changes requested",
    "i don t have any changes to suggest",
    "i have nothing to report",
    "you re good to go",
    "good to go",
    "no security concerns",
    "no concerns",
    "i d merge this as it stands",
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

/// Whether a sentence, as words, says that nothing was found, without exception.
#[must_use]
pub fn finds_nothing(words: &str) -> bool {
    const BEGINS: [&str; 19] = [
        "no ",
        "found no ",
        "i found no ",
        "we found no ",
        "there are no ",
        "i see no ",
        "i saw no ",
        "i have no ",
        "i did not find any ",
        "i do not see any ",
        "i don t see any ",
        "no i don t see any ",
        "i didn t find any ",
        "i could not find any ",
        "i couldn t find any ",
        "did not find any ",
        "zero ",
        "0 ",
        "review complete no ",
    ];
    const VERBS: [&str; 9] = ["are", "check", "checks", "get", "handling", "is", "list", "report", "tracker"];
    // `No tests cover the bugs.` says that there are bugs.
    const THOSE: [&str; 5] = ["all", "for", "the", "these", "those"];
    let words = ["verdict ", "result ", "clean "].iter().find_map(|head| words.strip_prefix(head)).unwrap_or(words);
    let found = without_counts(words).replace(" was found", " found").replace(" were found", " found");
    // `No blocking or non-blocking issues.`
    let found = found.replace(" blocking or non blocking ", " ");
    let words = found.as_str();
    let whole = without_thanks(words);
    let ready = ["the change is ", "the pr is ", "this change is ", "this pr is ", "this is "]
        .iter()
        .find_map(|subject| whole.strip_prefix(subject));
    if WHOLE.contains(&whole) || ready.is_some_and(|state| state.ends_with(" to merge") && WHOLE.contains(&state)) {
        return true;
    }
    let says = |list: &[&str]| inline::has_word(words, list);
    let yet = words.split(' ').any(|word| word == "yet" || word.parse::<u32>().is_ok_and(|count| count > 0));
    let begun = BEGINS.iter().find_map(|begin| words.strip_prefix(begin));
    // `No issues are handled` says what is missing.
    let goes_on = |rest: &str| {
        let mut behind = rest.split(' ').skip_while(|word| !FOUND.contains(word));
        let next = behind.find(|word| !FOUND.contains(word) && !matches!(*word, "or" | "and"));
        next.is_some_and(|next| VERBS.contains(&next))
    };
    let names_those = |rest: &str| {
        let mut before = rest.split(' ').take_while(|word| !FOUND.contains(word));
        before.any(|word| THOSE.contains(&word))
    };
    begun.is_some_and(|rest| !names_those(rest) && !goes_on(rest)) && says(&FOUND) && !says(&BUT) && !yet
}

/// Words without the numbers that count what was looked at: `all 12 criteria are met`, `no issues in the 4 files`. Those of
/// problems stay: `no tests cover the 3 bugs`.
fn without_counts(words: &str) -> String {
    let all: Vec<&str> = words.split(' ').collect();
    let at = |at: Option<usize>| at.and_then(|at| all.get(at)).copied().unwrap_or_default();
    let counts = |number: usize, word: &str| {
        word.parse::<u32>().is_ok()
            && matches!(at(number.checked_sub(1)), "all" | "the" | "these")
            && !FOUND.contains(&at(Some(number + 1)))
    };
    let kept = all.iter().enumerate().filter(|(number, word)| !counts(*number, word));
    kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

/// `LGTM, thanks!`
fn without_thanks(words: &str) -> &str {
    const THANKS: [&str; 7] = ["thanks", "thank you", "great work", "nice work", "good work", "great job", "nice job"];
    THANKS.into_iter().find_map(|thanks| words.strip_suffix(thanks)).unwrap_or(words).trim_end()
}

/// `Critical: 3`, `2 major findings`, `Critical gaps: 8`: there are some, whatever the verdict says.
fn counts_severe(sentence: &str) -> bool {
    const NAMES: [&str; 7] = ["bugs", "count", "defects", "findings", "gaps", "issues", "problems"];
    const SEVERE: [&str; 9] =
        ["blocker", "blockers", "critical", "criticals", "high", "major", "majors", "severe", "p0"];
    let words = inline::words(&without_scales(sentence));
    let words: Vec<&str> = words.split(' ').collect();
    let counts = |word: &str| word.parse::<u32>().is_ok_and(|count| count > 0);
    words.windows(2).any(|pair| match pair {
        [one, other] => (SEVERE.contains(one) && counts(other)) || (counts(one) && SEVERE.contains(other)),
        _ => false,
    }) || words.windows(3).any(|three| match three {
        [severe, name, count] => SEVERE.contains(severe) && NAMES.contains(name) && counts(count),
        _ => false,
    })
}

/// The sentence of a text that counts problems, where nothing in it says that any was mended: `Found 3 critical issues.`
#[must_use]
pub fn counts_problems(text: &str) -> Option<&str> {
    const FINDS: [&str; 10] = [
        "detected",
        "discovered",
        "finds",
        "flagged",
        "found",
        "identified",
        "raised",
        "reported",
        "spotted",
        "uncovered",
    ];
    const MENDED: [&str; 12] = [
        "addressed",
        "closed",
        "corrected",
        "fixed",
        "handled",
        "mended",
        "mitigated",
        "patched",
        "removed",
        "repaired",
        "resolved",
        "solved",
    ];
    /// What is said of those that were known before.
    const LOOKED_AT: [&str; 11] = [
        "all",
        "checked",
        "compared",
        "considered",
        "earlier",
        "old",
        "of",
        "previous",
        "previously",
        "reviewed",
        "verified",
    ];
    /// So many words may stand between a number and what is counted.
    const BETWEEN: usize = 3;
    let all = inline::words(text);
    let all: Vec<&str> = all.split(' ').collect();
    let is_mended = |at: usize| {
        let before = all.iter().take(at).skip(at.saturating_sub(3));
        !before.into_iter().any(|word| *word == "none" || DENIES.contains(word))
    };
    if (0..all.len()).any(|at| all.get(at).is_some_and(|word| MENDED.contains(word)) && is_mended(at)) {
        return None;
    }
    sentences(text).map(str::trim).find(|sentence| {
        let words = inline::words(sentence);
        let words: Vec<&str> = words.split(' ').collect();
        let is_some = |count: &str| number(count).is_some_and(|count| count > 0);
        let names = |at: usize| words.iter().skip(at).take(BETWEEN + 1).any(|word| FOUND.contains(word));
        // `Two issues need attention`
        let begins = words.first().is_some_and(|count| is_some(count))
            && names(1)
            && !inline::has_word(&words.join(" "), &LOOKED_AT);
        begins
            || words.windows(2).enumerate().any(|(at, pair)| {
                let [verb, count] = pair else { return false };
                FINDS.contains(verb) && is_some(count) && names(at + 2)
            })
    })
}

/// A sentence without scales: `Critical (90–100)` counts nothing.
fn without_scales(sentence: &str) -> Cow<'_, str> {
    let is_scale = |remark: &str| {
        let ends = remark.split_once(['-', '–']);
        ends.is_some_and(|(from, to)| [from, to].iter().all(|end| end.trim().parse::<u32>().is_ok()))
    };
    let found = sentence.split_once('(').and_then(|(before, rest)| Some((before, rest.split_once(')')?)));
    match found {
        Some((before, (remark, after))) if is_scale(remark) => Cow::Owned(format!("{before}{after}")),
        _ => Cow::Borrowed(sentence),
    }
}

/// Whether a sentence wants changes: `Approved with minor changes`. Those that were looked at are none: `the unstaged changes`.
fn wants_changes(words: &str) -> bool {
    const THOSE: [&str; 6] = ["all", "both", "the", "these", "those", "your"];
    const WANTS: [&str; 12] = [
        "make",
        "must",
        "need",
        "needed",
        "needs",
        "request",
        "requested",
        "requests",
        "require",
        "required",
        "requires",
        "with",
    ];
    const NEAR: usize = 2;
    let words: Vec<&str> = words.split(' ').collect();
    let is_known = |at: usize| {
        let before = words.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
        before.iter().any(|word| THOSE.contains(word)) && !words.iter().any(|word| WANTS.contains(word))
    };
    words.iter().enumerate().any(|(at, word)| *word == "changes" && !is_known(at))
}

/// Words that deny what goes wrong, or mend it.
const DENIES: [&str; 24] = [
    "aren",
    "didn",
    "hasn",
    "haven",
    "isn",
    "wasn",
    "weren",
    "won",
    "no",
    "not",
    "never",
    "nothing",
    "without",
    "neither",
    "nor",
    "cannot",
    "doesn",
    "don",
    "avoids",
    "eliminates",
    "fixed",
    "fixes",
    "prevents",
    "resolves",
];

fn denies(words: &str) -> bool {
    inline::has_word(words, &DENIES)
}

/// Whether a sentence says what is wrong. Where it denies that something goes wrong (`never loses a row`), it does not.
#[must_use]
pub fn names_a_problem(sentence: &str, words: &str) -> bool {
    // `Looks good, but …`, `Approved once the tests pass`, `Verdict: rejected`
    const TAKES_BACK: [&str; 17] = [
        "although", "after", "blocked", "but", "except", "fail", "failed", "however", "once", "pending", "provided",
        "reject", "rejected", "rework", "though", "unless", "until",
    ];
    let says = |word: &str| words.split(' ').any(|other| other == word);
    if wants_changes(words) || TAKES_BACK.iter().any(|word| says(word)) {
        return true;
    }
    let denies = denies(words);
    // What is put forward is more than what was looked at.
    if ["i noticed", "one thing", "note that", "worth noting", "keep in mind", "be aware"]
        .iter()
        .any(|notice| words.contains(notice))
    {
        return true;
    }
    if counts_severe(sentence) {
        return true;
    }
    // `one nit: rename foo`
    if !denies && (says("nit") || says("nits")) {
        return true;
    }
    // `Any blockers? Yes: the lock is lost.`
    if words.strip_prefix("yes ").is_some_and(sentences::complains) {
        return true;
    }
    let mut clauses = sentence.split([',', ';']).map(inline::words);
    sentences::complains(sentence) && !clauses.all(|words| denies_each_harm(&words))
}

/// Whether each word for harm in a clause stands right behind a denial: `no rows are lost`, `avoids the race`. What
/// stands further behind is not what is denied: `does not recover from a crash`, `nothing prevents leaks`; and what goes
/// on behind "no" is something else than the harm: `no injection guard`.
fn denies_each_harm(words: &str) -> bool {
    const NEAR: usize = 3;
    const BETWEEN: [&str; 13] =
        ["a", "any", "an", "are", "be", "gets", "is", "left", "longer", "t", "the", "was", "were"];
    const BEHIND: [&str; 6] = ["anywhere", "detected", "found", "in", "introduced", "left"];
    // What the harm is called: `race conditions`.
    const NAMES: [&str; 6] = ["condition", "conditions", "issues", "problems", "risk", "risks"];
    // `It hardly avoids the race`, `prevents the crash only on Linux`
    const QUALIFIES: [&str; 22] = [
        "almost",
        "barely",
        "bit",
        "case",
        "first",
        "half",
        "hardly",
        "mostly",
        "most",
        "nearly",
        "often",
        "on",
        "only",
        "partly",
        "rarely",
        "say",
        "second",
        "seldom",
        "sight",
        "some",
        "sometimes",
        "usually",
    ];
    let all: Vec<&str> = words.split(' ').collect();
    let is_harm = |word: &str| !DENIES.contains(&word) && sentences::complains(word);
    let harms: Vec<usize> = (0..all.len()).filter(|at| all.get(*at).is_some_and(|word| is_harm(word))).collect();
    // `I would not say that nothing leaks`
    let denials = all.iter().filter(|word| DENIES.contains(word)).count();
    if inline::has_word(words, &QUALIFIES) {
        return false;
    }
    if harms.is_empty() {
        // `isn't` is two words here.
        return !sentences::complains(words) && !all.contains(&"t");
    }
    if denials > harms.len() {
        return false;
    }
    let is_denied = |at: usize| {
        let before = all.get(at.saturating_sub(NEAR)..at).unwrap_or_default();
        let Some(denial) = before.iter().rposition(|word| DENIES.contains(word)) else { return false };
        let between = before.get(denial + 1..).unwrap_or_default();
        let others = between.iter().filter(|word| !BETWEEN.contains(word)).count();
        let named = all.get(at + 1).is_some_and(|next| NAMES.contains(next));
        let goes_on = all.get(at + 1 + usize::from(named)).is_some_and(|next| !BEHIND.contains(next));
        // `never fixes the race`
        let is_once = before.iter().filter(|word| DENIES.contains(word)).count() == 1;
        is_once && if before.get(denial) == Some(&"no") { others <= 1 && !goes_on } else { others == 0 }
    };
    harms.into_iter().all(is_denied)
}

#[cfg(test)]
mod tests {
    use super::understood;

    fn concludes(text: &str) -> bool {
        understood(text, false, false).is_some_and(|concluding| !concluding.is_empty())
    }

    #[test]
    fn what_finds_nothing_is_understood() {
        for text in [
            "All checks passed.",
            "All 12 acceptance criteria are met.",
            "I reviewed src/a.ts and found nothing wrong.",
            "Everything is consistent. The totals match.",
            "No issues. The earlier bug in queue.ts is fixed.",
            "No vulnerabilities found. No secrets in the code.",
            "Clean: no contradictions between A.md and B.md.",
            "No issues found in the 4 files I reviewed.",
            "The PR is good to merge. No blocking or non-blocking issues.",
            "I compared the schema with the docs and found no differences.",
        ] {
            assert!(concludes(text), "{text}");
        }
    }

    #[test]
    fn what_leaves_something_open_is_not() {
        for text in [
            "All checks passed. The retry loop never ends.",
            "I don't see any problems besides the injection.",
            "No issues beyond the missing null check.",
            "No issues with the exception of one leak.",
            "No bugs found (not counting the crash on Windows).",
            "No issues found (excluding the race in pool.ts).",
            "No issues found outside of the crash in foo().",
            "No concerns, just one bug: x is uninitialised.",
            "No issues - src/a.ts leaks.",
            "\"No issues found\" would be wrong here.",
            "No issues found ❌",
            "LGTM?",
            "Approved.\n\n**Issues:** null deref on line 3",
            "All checks passed on Linux; Windows was not run.",
            "All 12 acceptance criteria are met on paper.",
            "I read half of src/a.ts and found nothing wrong.",
            "I looked at the diff and found nothing wrong in the tests.",
            "No issues. The earlier bug in queue.ts is half fixed.",
            "No secrets in the code that I read.",
            "Clean: 2 contradictions.",
            "No issues in the first 4 files I reviewed.",
            "No differences between 3 of the 5 files.",
            "This is ready to merge after a rebase.",
            "No blocking or non-blocking issues except one.",
            "No tests cover the bugs.",
            "No tests cover the 3 bugs.",
            "No fix for these 5 issues.",
            "No issues found. No warnings are shown when the disk is full.",
            "No issues found. No regressions suite.",
            "LGTM. No typos are caught by the linter.",
        ] {
            assert!(!concludes(text), "{text}");
        }
    }

    #[test]
    fn a_denial_reaches_only_the_harm_right_behind_it() {
        for text in [
            "No rows are lost.",
            "It never loses a row.",
            "No memory leaks.",
            "It does not leak.",
            "The change avoids the race.",
            "No race conditions.",
            "Errors are not swallowed.",
            "Nothing is lost.",
            "No injection risks in the query.",
            "The lock prevents races.",
        ] {
            assert!(concludes(&format!("No issues found. {text}")), "{text}");
        }
        for text in [
            "No race condition handling.",
            "No crash risk assessment was written.",
            "No leak and the totals are off by one.",
            "No leak and no bounds check.",
            "It avoids the crash only on Linux.",
            "This prevents the crash only half of the time.",
            "It hardly avoids the race.",
            "It is not the case that no rows are lost.",
            "I would not say that nothing leaks.",
            "No injection found at first sight, the second query takes raw text.",
            "There is no overflow on 64 bit.",
            "No overflow issues are handled.",
            "No leaks test exists.",
            "No injection guard in the query.",
            "Nothing prevents the leak.",
            "The worker does not recover from a crash.",
            "No tests for the leak.",
            "No test covers the crash.",
            "It cannot recover from crashes.",
            "It never fixes the race.",
            "No fix for the crash.",
            "Without a lock the counter overflows.",
            "No handling of malformed input.",
            "No one noticed the crash.",
            "It doesn't handle missing files.",
            "No crash handling.",
            "Never resolves the deadlock.",
            "No check against missing keys.",
            "Not all leaks are closed.",
            "There is no guard against injection.",
            "No retry on failure.",
            "Nothing stops duplicated rows.",
            "No validation, so invalid input gets through.",
            "It does not warn about missing keys.",
            "No limit: memory leaks.",
            "It avoids the check and leaks.",
            "It resolves late, which leaks a handle.",
            "Not a leak, a crash.",
            "No error is shown for a broken link.",
            "The retry is not handled.",
            "The limit isn't checked.",
            "The names aren’t valid.",
        ] {
            assert!(!concludes(&format!("No issues found. {text}")), "{text}");
        }
    }
}
