//! What a heading announces by its words, which are tables in `words.rs`. See `docs/formats/prose.md`, "Headings".

mod words;

use super::labels::role;
use crate::model::Severity;
use crate::part::documents::document_of;
use crate::part::settled::{self, Reach};
use crate::part::{headings, ids, sections, severities, translations};
use crate::text::inline;
use words::{
    ALONE, DEFECTIVE, DENIALS, DISMISSED, DOUBTED, EXAMINED, FINDINGS, FOLLOWS, LACKS, LEFT, MISSED, ONE, OTHER,
    OTHER_ENDS, PREDICATES, PROBLEMS, SETTLED_BY, SUMMARIES, TOPICS,
};

/// What a heading says of what stands under it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Class {
    /// Findings of one severity: `## Critical (90–100)`.
    Severity(Severity),
    /// Problems, by a word that means nothing else: `## Issues`.
    Problems,
    /// Findings, perhaps those of a research: `## Key findings`.
    Findings,
    /// A part of the work that findings are grouped by: `## Security`.
    Topic,
    /// A file that findings are grouped by: `### src/a.ts`.
    File,
    /// A summary: what is listed under it may be told elsewhere in full.
    Summary,
    /// No findings: praise, scope, verdict, plans.
    Other,
    /// The name of a field: `#### Fix`.
    Label,
    /// Anything else.
    #[default]
    Plain,
}

/// Words of headings over what holds, or is settled.
pub const SETTLED: [&str; 14] = [
    "answered",
    "closed",
    "confirmed",
    "criteria",
    "dismissed",
    "excluded",
    "false",
    "fixed",
    "good",
    "positive",
    "rejected",
    "requirements",
    "resolved",
    "verified",
];

/// The marks of what is well.
pub const TICKS: [char; 3] = ['✅', '✓', '✔'];

/// The longest heading that announces something, in words.
const WORDS: usize = 7;

/// The longest whose last word tells what stands under it.
const NOUN_WORDS: usize = 5;

/// The longest that is counted: `2. Key findings`.
const COUNTED_WORDS: usize = 3;

/// What a heading of another language announces in English behind it: `發現的問題（Findings）`. One severity may be that of a title.
fn in_parentheses(text: &str) -> Option<Class> {
    let (_, remark) = translations::remark_behind(text).filter(|(head, _)| translations::is_foreign(head))?;
    Some(classify(remark)).filter(|told| !matches!(told, Class::Plain | Class::Severity(_)))
}

/// What a heading announces. `text` has neither heading marks nor emphasis around it.
#[must_use]
pub fn classify(text: &str) -> Class {
    let bare = inline::bare(text).trim_end_matches([':', '.']).trim_end();
    // `**[Blocking]**`
    let bare = bare.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(bare);
    let unnumbered = without_number(bare);
    let known = filed(bare).map(|_| Class::File).or_else(|| section_of(bare).map(|_| Class::Topic));
    if let Some(told) = known.or_else(|| in_parentheses(unnumbered)) {
        return told;
    }
    let words = translations::in_english(inline::words(unnumbered.split(['(', '（']).next().unwrap_or_default()));
    // `ℹ️ Review info`, `🟢 Good`
    if unnumbered.starts_with(['ℹ', '🟢', '🔵']) && OTHER.contains(&words.as_str()) {
        return Class::Other;
    }
    if let Some(severity) =
        headings::group(unnumbered).or_else(|| remarked(unnumbered)).or_else(|| weighed_topics(unnumbered))
    {
        return Class::Severity(severity);
    }
    let count = words.split(' ').count();
    if count <= WORDS && !has_id(unnumbered) && are_dismissed(&words) {
        return Class::Other;
    }
    // What is counted is mostly a title: `3. No size limits`, `4. Tests have gaps`.
    let counted = unnumbered.len() < bare.len() || bare.starts_with('#');
    if words.is_empty() || count > if counted { COUNTED_WORDS } else { WORDS } {
        // `A. Contradictions: data loss, exposure, goals broken`
        let short = unnumbered.split_once(':').filter(|(head, _)| inline::words(head).split(' ').count() <= 2);
        return short.and_then(|_| announced_before(unnumbered, [':', ':'])).unwrap_or(Class::Plain);
    }
    let is_title = counted || has_id(unnumbered) || unnumbered.ends_with(')');
    let named = Named::new(&words, is_title);
    let known = |known: &[&str]| known.iter().any(|known| named.is_about(known));
    // `Test gaps behind these findings`
    if ["these findings", "the above", "findings above", "issues above"].iter().any(|told| words.ends_with(told)) {
        return Class::Summary;
    }
    if SUMMARIES.iter().any(|known| words == *known) || (count <= 3 && words.ends_with(" summary")) {
        return Class::Summary;
    }
    if is_of_others(&words) {
        return Class::Other;
    }
    // `How I went about it`
    if tells_what_first(&words) || words.starts_with("how i ") || words.starts_with("how we ") {
        return Class::Other;
    }
    // `Scope and limits`
    if words.split_once(" and ").is_some_and(|(first, _)| OTHER.contains(&first)) {
        return Class::Other;
    }
    // `Found 1 issue`
    let mut last = words.rsplit(' ');
    if last.next().is_some_and(|noun| ONE.contains(&noun))
        && last.next().is_some_and(|count| matches!(count, "1" | "one"))
    {
        return Class::Problems;
    }
    // `Missing negative tests`
    if count <= NOUN_WORDS && words.starts_with("missing ") && MISSED.iter().any(|missed| words.ends_with(missed)) {
        return Class::Problems;
    }
    // `What the plan leaves out`
    if words.starts_with("what ") && LACKS.iter().any(|lack| words.ends_with(lack)) {
        return Class::Problems;
    }
    if is_seen_and_dismissed(unnumbered) {
        return Class::Other;
    }
    if ALONE.contains(&words.as_str()) {
        return Class::Problems;
    }
    if known(PROBLEMS) {
        // `Issues I ruled out`
        let is_over = DISMISSED.iter().chain(OTHER_ENDS).any(|end| words.ends_with(end));
        return if is_over { Class::Other } else { Class::Problems };
    }
    if known(FINDINGS) {
        return if words.contains("research") { Class::Plain } else { Class::Findings };
    }
    // `Behaviour not covered, the most important first`
    if let Some(class) = announced_before(unnumbered, [',', ':']).or_else(|| announced_before(unnumbered, ['/', '/'])) {
        return class;
    }
    // `Match rating approach (`src/match_rating.rs`)` names what is in the file.
    let names_file = unnumbered.strip_suffix(')').and_then(|text| text.rsplit_once('(')).is_some_and(|(_, file)| {
        let file = inline::bare(file);
        document_of(file) == Some(file)
    });
    // `Stale references`
    if !names_file
        && !inline::has_word(&words, DEFECTIVE)
        && OTHER
            .iter()
            .filter(|known| known.contains(' ') || known.len() > 6)
            .any(|other| named.ends_in(other) || is_other_of(&words, other))
    {
        return Class::Other;
    }
    if words.split(' ').all(|word| TOPICS.contains(&word)) {
        return Class::Topic;
    }
    // `Session handling ✅`, `✅ Safe patterns found`
    let is_label = role(&words).is_some();
    let is_ticked = bare.ends_with(TICKS) || (bare.starts_with(TICKS) && !is_label);
    if is_ticked && !counted && !has_id(unnumbered) {
        return Class::Other;
    }
    if is_label { Class::Label } else { Class::Plain }
}

/// Whether words begin with the name of what is no finding, and do not doubt it: `Assumptions that may not hold` are findings.
fn is_other_of(words: &str, other: &str) -> bool {
    let Some(after) = words.strip_prefix(other).and_then(|after| after.strip_prefix(' ')) else { return false };
    !(other == "assumptions" && inline::has_word(after, DOUBTED) && !inline::has_word(after, &["verify", "verified"]))
}

/// The words of a heading, to be held against many names.
struct Named<'w> {
    words: &'w str,
    /// Without what says that it was found: `specific violations` of `Specific violations found`.
    told: &'w str,
    is_short: bool,
    is_title: bool,
}

impl<'w> Named<'w> {
    fn new(words: &'w str, is_title: bool) -> Self {
        const TOLD: [&str; 5] = ["found", "identified", "noticed", "observed", "spotted"];
        let told = TOLD.iter().find_map(|end| words.strip_suffix(end)?.strip_suffix(' ')).unwrap_or(words);
        Self { words, told, is_short: words.split(' ').count() <= NOUN_WORDS, is_title }
    }

    /// Whether it is a name, ends in it, or begins with it and goes on to say of what: `Security issues`, `Issues in the plan`.
    fn is_about(&self, name: &str) -> bool {
        let after = self.words.strip_prefix(name).and_then(|after| after.strip_prefix(' '));
        let begins = after.is_some_and(|after| FOLLOWS.contains(&after.split(' ').next().unwrap_or_default()));
        begins || self.ends_in(name)
    }

    /// Whether it is a name, or a few words that end in it. The title of a finding does not end in what is said of it.
    fn ends_in(&self, name: &str) -> bool {
        let is_last = |text: &str| text.strip_suffix(name).is_some_and(|before| before.ends_with(' '));
        let ends = |text: &str| is_last(text) && !(self.is_title && PREDICATES.contains(&name));
        self.words == name || (self.is_short && (ends(self.words) || ends(self.told)))
    }
}

/// Whether a text says that something was looked at, and what of it: `Checked, no finding`.
fn is_seen_and_dismissed(text: &str) -> bool {
    let examined = [",", " and ", " but "].into_iter().find_map(|mark| Some((mark, text.split_once(mark)?)));
    examined.is_some_and(|(mark, (head, rest))| {
        EXAMINED.contains(&inline::words(head).as_str()) && (mark == "," || is_dismissed(&inline::words(rest)))
    })
}

/// `clean`, `found clean`, `found to be fine`
fn is_dismissed(words: &str) -> bool {
    let rest = words.strip_prefix("and ").unwrap_or(words);
    let rest = rest.strip_prefix("found ").unwrap_or(rest);
    let rest = ["to be ", "as "].iter().find_map(|linked| rest.strip_prefix(linked)).unwrap_or(rest);
    DISMISSED.contains(&rest) || matches!(rest, "good" | "in order")
}

/// `Controls verified as effective`
fn are_dismissed(words: &str) -> bool {
    const DENIED: [&str; 6] = ["cannot", "isn", "never", "no", "not", "t"];
    let words: Vec<&str> = words.split(' ').collect();
    let at = words.iter().position(|word| EXAMINED.contains(word));
    let (before, rest) = words.split_at(at.unwrap_or(words.len()));
    let rest = rest.get(1..).unwrap_or_default().join(" ");
    !before.iter().any(|word| DENIED.contains(word)) && is_dismissed(&rest)
}

/// The severity of a heading that weighs what is wrong with some topics: `Critical data integrity issues`. "High availability
/// issues" weighs nothing.
fn weighed_topics(heading: &str) -> Option<Severity> {
    const WEIGHTS: [&str; 5] = ["blocking", "critical", "major", "minor", "serious"];
    const WRONG: [&str; 7] = ["bugs", "concerns", "defects", "findings", "issues", "problems", "vulnerabilities"];
    let words = inline::words(heading);
    let (first, rest) = words.split_once(' ').filter(|(first, _)| WEIGHTS.contains(first))?;
    let (topics, last) = rest.rsplit_once(' ')?;
    let fits = WRONG.contains(&last) && topics.split(' ').all(|topic| TOPICS.contains(&topic));
    severities::word(first).filter(|_| fits)
}

/// Whether a heading begins with an id and a colon: `F1: Title`.
fn has_id(heading: &str) -> bool {
    heading
        .split_once(':')
        .is_some_and(|(id, _)| id.starts_with(|first: char| first.is_ascii_uppercase()) && ids::is_id(id))
}

/// Whether a title only says that a finding begins: `=== FINDING ===`, `--- Issue 3 ---`, `ISSUE:`.
#[must_use]
pub fn names_one(title: &str) -> bool {
    const NAMES: [&str; 6] = ["bug", "defect", "finding", "issue", "problem", "vulnerability"];
    let words = inline::words(title);
    let (name, number) = words.split_once(' ').unwrap_or((&words, "0"));
    NAMES.contains(&name) && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// What the first words of a heading announce, where a mark parts them from what they are about.
fn announced_before(heading: &str, marks: [char; 2]) -> Option<Class> {
    let (head, _) = heading.split_once(marks).filter(|(head, _)| head.contains(char::is_alphabetic))?;
    // `Finding: the token never expires` is one.
    if names_one(head) {
        return None;
    }
    let class = classify(head.trim_end());
    matches!(class, Class::Problems | Class::Findings).then_some(class)
}

/// Whether a sentence says that what is listed under it was seen and left: `Left alone on purpose:`.
#[must_use]
pub fn leaves(text: &str) -> bool {
    text.trim_end().ends_with(':') && LEFT.contains(&inline::words(text).as_str())
}

/// Whether a text names what was not looked at, behind a label that says so: `Not looked at: the worker`.
#[must_use]
pub fn names_what_was_left(text: &str) -> bool {
    const LABELS: [&str; 5] = ["not checked", "not examined", "not looked at", "not reviewed", "out of scope"];
    text.split_once(':').is_some_and(|(label, _)| LABELS.contains(&inline::words(label).as_str()))
}

/// Whether a paragraph is a line that stands over no findings: `✅ Safe patterns found:`, right above lines that begin with their
/// places.
#[must_use]
pub fn announces_other(paragraph: &str) -> bool {
    let line = paragraph.trim_end().strip_suffix(':').filter(|told| !told.contains('\n'));
    line.is_some_and(|told| classify(told) == Class::Other)
}

/// Whether a text is nothing but a word that announces something: `Issues`, `Security`.
#[must_use]
pub fn is_noun(text: &str) -> bool {
    let words = inline::words(without_number(text));
    !words.contains(' ') || OTHER.iter().chain(SUMMARIES).chain(PROBLEMS).chain(FINDINGS).any(|known| words == *known)
}

/// The file that a heading names as what it stands over: `src/a.ts (2 issues)`, `3. The tool (`tools/a.py`)`,
/// `Concurrency review: src/a.ts`.
#[must_use]
pub fn file_of(text: &str) -> Option<&str> {
    const REVIEWS: [&str; 4] = ["audit", "findings", "issues", "review"];
    let bare = inline::bare(without_number(text)).trim_end_matches([':', '.']).trim_end();
    let is_review = |name: &str| inline::words(name).rsplit(' ').next().is_some_and(|last| REVIEWS.contains(&last));
    let reviewed = || bare.split_once(": ").filter(|(name, _)| is_review(name)).and_then(|(_, path)| filed(path));
    filed(bare).or_else(reviewed).or_else(|| {
        let (_, remark) = bare.strip_suffix(')')?.rsplit_once('(')?;
        let path = document_of(remark)?;
        (remark.trim_matches(['`', '*', ' ']) == path).then_some(path)
    })
}

/// The file that a text is, perhaps named as one, and with a remark behind it: `File: src/a.ts (2 issues)`.
fn filed(bare: &str) -> Option<&str> {
    const NAMES: [&str; 4] = ["document", "file", "filename", "path"];
    let named = bare.split_once(':').filter(|(name, _)| NAMES.contains(&inline::words(name).as_str()));
    let bare = named.map_or(bare, |(_, path)| path.trim_start());
    let path = document_of(bare)?;
    let after = bare.split_once(path).map_or("", |(_, after)| after).trim_matches(['`', '*', ' ']);
    (after.is_empty() || (after.starts_with('(') && after.ends_with(')'))).then_some(path)
}

/// The section of what was reviewed that a heading names: `§7` of `§7 API`.
#[must_use]
pub fn section_of(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(['*', '_', ' ']);
    let number = text.strip_prefix('§')?;
    let end = number.find(|mark: char| !(mark.is_alphanumeric() || mark == '.')).unwrap_or(number.len());
    text.get(..'§'.len_utf8() + end).filter(|_| end > 0)
}

/// Whether a text is a heading that no findings stand under, to the letter: as a title of running text, nothing less is.
#[must_use]
pub fn is_other(text: &str) -> bool {
    let words = translations::in_english(inline::words(text));
    let is_dismissed = || is_seen_and_dismissed(text) && inline::has_word(&words, DENIALS);
    OTHER.iter().chain(SUMMARIES).any(|known| words == *known)
        || is_settled_since(&words)
        || tells_what_first(&words)
        || is_dismissed()
}

/// Whether words are those of a heading over no findings, as tables name them, deny what it would announce, or end it.
fn is_of_others(words: &str) -> bool {
    let denied = words.split_once(' ').filter(|(first, _)| DENIALS.contains(first)).map(|(_, rest)| rest);
    let denies = |rest: &str| PROBLEMS.iter().chain(FINDINGS).any(|known| rest.starts_with(known));
    let ends = || {
        words.split(' ').count() <= NOUN_WORDS
            && words.rsplit(' ').next().is_some_and(|last| OTHER_ENDS.contains(&last))
            && !is_taken_back(words)
    };
    OTHER.iter().chain(LEFT).any(|known| words == *known)
        || denied.is_some_and(denies)
        || is_settled_since(words)
        || sections::is_plan(words)
        || ends()
}

/// `Not fixed`, `To be fixed`, `Fixed since v2 but regressed`
fn is_taken_back(words: &str) -> bool {
    settled::taken_back(words, Reach::Status).is_some() || words.contains("be fixed") || words.starts_with("no")
}

/// `Fixed since the last review`
fn is_settled_since(words: &str) -> bool {
    const WORDS: [&str; 7] = ["closed", "dismissed", "fixed", "rejected", "resolved", "retracted", "withdrawn"];
    let since = words.split_once(' ').filter(|(first, _)| WORDS.contains(first)).map(|(_, since)| since);
    since.is_some_and(|since| SETTLED_BY.iter().any(|known| since.starts_with(known))) && !is_taken_back(words)
}

/// `If I could fix five things`: which of what was found comes first.
fn tells_what_first(words: &str) -> bool {
    const BEGINNINGS: [&str; 6] = ["if i could", "if i had", "if only", "if we could", "if you could", "if you only"];
    BEGINNINGS.iter().any(|begin| words.starts_with(begin))
        && inline::has_word(words, &["change", "changed", "changes", "do", "done", "fix", "fixed", "fixes"])
}

/// A few words with a severity in parentheses behind them: `Recommendations (advisory, do not block)`.
fn remarked(text: &str) -> Option<Severity> {
    const WORDS: usize = 3;
    let (head, remark) = text.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let words = inline::words(head);
    let ends = |known: &&str| words == **known || (words.ends_with(*known) && !PREDICATES.contains(known));
    let known = PROBLEMS.iter().chain(FINDINGS).any(ends) || words.ends_with("recommendations");
    let severity = severities::word(remark.split([',', ';', '—', '–']).next().unwrap_or_default());
    severity.filter(|_| known && words.split(' ').count() <= WORDS)
}

/// How many problems a heading says that it stands over: `Test coverage [14 gaps]`, `Style (3 issues)`.
#[must_use]
pub fn counted_problems(text: &str) -> Option<usize> {
    const COUNTED: [&str; 10] =
        ["bugs", "concerns", "defects", "findings", "gaps", "issues", "notes", "problems", "remarks", "violations"];
    let text = text.trim_end_matches(['*', '_', ':', ' ']);
    let (_, remark) = text.strip_suffix([']', ')'])?.rsplit_once(['[', '('])?;
    let (number, noun) = remark.trim().split_once(' ')?;
    let number = number.parse().ok().filter(|number| *number > 1)?;
    COUNTED.contains(&noun.to_lowercase().as_str()).then_some(number)
}

/// A heading without the number or the letter that it is counted by: `2. Security`, `A. Commit`.
#[must_use]
pub fn without_number(text: &str) -> &str {
    let end =
        text.find(|character: char| !(character.is_ascii_alphanumeric() || character == '.')).unwrap_or(text.len());
    let (mark, rest) = text.split_at_checked(end).unwrap_or(("", text));
    let name = mark.trim_end_matches('.');
    let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let letter = name.len() == 1 && mark.ends_with('.');
    let closes = mark.ends_with('.') || rest.starts_with([')', ':']) || (digits && rest.starts_with(" — "));
    if (digits || letter) && closes { rest.trim_start_matches([')', ':', '—', ' ']) } else { text }
}

/// Whether a heading of no findings says in which order to go on, or how well something complies: what is wrong may be listed
/// there all the same.
#[must_use]
pub fn plans(text: &str) -> bool {
    const PLANS: [&str; 7] = ["fix first", "first", "priorities", "to do", "todo", "worth a ticket", "worth fixing"];
    PLANS.contains(&inline::words(without_number(inline::bare(text))).as_str()) || tells_of_rules(text)
}

/// Whether a short heading says that what stands below it holds, is settled, or was not looked at: `Strengths`,
/// `Resolved since`, `Out of scope`.
#[must_use]
pub fn tells_what_is_settled(text: &str) -> bool {
    const MORE: [&str; 14] = [
        "accepted",
        "approved",
        "clean",
        "fine",
        "limitations",
        "passed",
        "positives",
        "praise",
        "reviewed",
        "safe",
        "scope",
        "sound",
        "strengths",
        "well",
    ];
    let words = inline::words(text);
    words.split(' ').count() <= NOUN_WORDS && (inline::has_word(&words, &SETTLED) || inline::has_word(&words, &MORE))
}

/// Whether a heading says that what stands below it is to be mended first: `What I'd fix first`.
#[must_use]
pub fn begins_with_most_urgent(text: &str) -> bool {
    inline::words(without_number(inline::bare(text))).ends_with("fix first")
}

/// Whether a heading says that what stands below it is how well rules are kept: `GDPR compliance`.
#[must_use]
pub fn tells_of_rules(text: &str) -> bool {
    let words = inline::words(without_number(inline::bare(text)));
    words == "compliance" || words.ends_with(" compliance")
}

/// Whether a title says when something is to be done: `Now`, `This week`, `Short term`.
fn tells_when(text: &str) -> bool {
    const WHEN: [&str; 21] = [
        "after that",
        "afterwards",
        "as soon as possible",
        "eventually",
        "finally",
        "first",
        "immediate",
        "immediately",
        "later",
        "long term",
        "medium term",
        "next",
        "next sprint",
        "next week",
        "now",
        "right away",
        "short term",
        "soon",
        "then",
        "this week",
        "today",
    ];
    WHEN.contains(&inline::words(text).as_str())
}

/// Whether a title names a step of a plan, or one of several ways.
#[must_use]
pub fn is_step(text: &str) -> bool {
    const STEPS: [&str; 14] = [
        "approach",
        "day",
        "dimension",
        "fix",
        "milestone",
        "option",
        "phase",
        "question",
        "recommendation",
        "sprint",
        "stage",
        "step",
        "week",
        "workstream",
    ];
    if tells_when(text) {
        return true;
    }
    let mut words = text.trim_start_matches(['*', '_', ' ']).splitn(3, ' ');
    let first = words.next().unwrap_or_default().to_ascii_lowercase();
    let number = words.next().unwrap_or_default();
    let digits = number.trim_end_matches([':', '.', ')', ',']);
    let rest = words.next().unwrap_or_default();
    let ends = digits.len() < number.len() || rest.is_empty() || rest.starts_with(['—', '–', '-', '(']);
    STEPS.contains(&first.as_str())
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && ends
}

#[cfg(test)]
mod tests {
    use super::{Class, classify, without_number};
    use crate::model::Severity;

    #[test]
    fn headings_are_classified() {
        for (text, class) in [
            ("Critical (90–100)", Class::Severity(Severity::Critical)),
            ("2. Critical issues", Class::Severity(Severity::Critical)),
            ("Issues", Class::Problems),
            ("Security issues", Class::Problems),
            ("Key findings", Class::Findings),
            ("Research findings", Class::Plain),
            ("Security", Class::Topic),
            ("Error handling & logging", Class::Topic),
            ("`src/a.ts`", Class::File),
            ("src/a.ts (2 findings)", Class::File),
            ("Strengths", Class::Other),
            ("What works well", Class::Other),
            ("Checked and found sound", Class::Other),
            ("Checked and found clean", Class::Other),
            ("No issues found", Class::Other),
            ("Suggested fix order", Class::Other),
            ("A. Committing the session", Class::Plain),
        ] {
            assert_eq!(classify(text), class, "{text}");
        }
    }

    #[test]
    fn numbers_are_left_out() {
        assert_eq!(without_number("2.1. Security"), "Security");
        assert_eq!(without_number("B) Security"), "B) Security");
        assert_eq!(without_number("A. Security"), "Security");
        assert_eq!(without_number("64 bits"), "64 bits");
    }
}
