//! Which findings name the same concept: a term that a digest defines, or a code word.

use std::collections::{BTreeMap, BTreeSet};

use super::scopes::Scopes;
use super::technologies;
use super::topics::{Mention, Shelf, Topic};
use crate::merge::stem::stem;
use crate::merge::words;
use crate::model::{DigestIndex, ThemeKind};
use crate::order::Arrange;
use crate::part::documents::document_of;
use crate::report::speaker::brief;
use crate::text::{hashing, steps};

/// The most concepts of a finding that are looked at.
pub const CONCEPTS: usize = 64;

/// The most words of a defined term; a longer one is a sentence.
const WORDS: usize = 5;

/// The most terms with one first word that are looked for, the longest first.
const TERMS_PER_WORD: usize = 32;

/// The shortest concept, in letters and digits.
const SHORTEST: usize = 3;

/// What code marks are put around that names nothing: values, and the words of reviews themselves.
const COMMON: &[&str] = &[
    "true",
    "false",
    "null",
    "none",
    "nil",
    "undefined",
    "todo",
    "tbd",
    "fixme",
    "yes",
    "not",
    "critical",
    "major",
    "minor",
    "advisory",
    "high",
    "medium",
    "low",
    "clean",
    "findings",
    "partial",
    "error",
    "pass",
    "fail",
    "string",
    "number",
    "integer",
    "boolean",
    "bool",
    "int",
    "float",
    "object",
    "array",
    "list",
    "map",
    "int64",
    "uint64",
    "int32",
    "uint32",
];

/// The concepts that two findings or more name, and the technologies that findings of several dimensions do; and how many
/// findings name more than are looked at.
#[must_use]
pub fn topics(mentions: &[Mention<'_>], index: Option<&DigestIndex>, scopes: &Scopes) -> (Vec<Topic>, usize) {
    let glossary = Glossary::of(index);
    let mut concepts: Shelf<String> = Shelf::default();
    let mut crowded: BTreeSet<usize> = BTreeSet::new();
    let mut named: BTreeSet<String> = BTreeSet::new();
    for (mention, texts) in texts(mentions) {
        if texts.iter().any(|(_, leads)| *leads) {
            named.clear();
        }
        for (text, leads) in texts {
            each(text, &glossary, &mut |key, name| {
                let is_named = named.contains(&key);
                if is_named && !leads {
                    return;
                }
                if !is_named && named.len() == CONCEPTS {
                    crowded.insert(mention.at);
                    return;
                }
                if leads {
                    concepts.put(key.clone(), || brief(name), mention.at);
                } else {
                    concepts.mention(key.clone(), || brief(name), mention.at);
                }
                named.insert(key);
            });
        }
    }
    let (technologies, more) = technologies::named(&concepts, mentions, scopes);
    crowded.extend(more);
    for (key, named) in technologies {
        concepts.widen(key, named);
    }
    let topics = concepts
        .topics(ThemeKind::Concept)
        .map(|topic| if is_common(&topic.name) { Topic { subject_of: Vec::new(), ..topic } } else { topic });
    (topics.collect(), crowded.len())
}

/// The texts of each mention, each with whether it is what the finding is on: so is the head of a unified finding as it is
/// shown, whose mentions stand side by side.
pub fn texts<'a>(mentions: &'a [Mention<'a>]) -> impl Iterator<Item = (&'a Mention<'a>, Vec<(&'a str, bool)>)> {
    let mut last = None;
    mentions.iter().map(move |mention| {
        let is_shown = last.replace(mention.at) != Some(mention.at);
        let finding = mention.finding;
        let (subject, rest) = finding.head();
        let more = [finding.suggestion.as_deref(), finding.discussion.as_deref()];
        let texts = [(subject, is_shown), (rest, false)].into_iter();
        (mention, texts.chain(more.into_iter().flatten().map(|text| (text, false))).collect())
    })
}

/// Words of any program, which tell none of its parts from the others.
const PROGRAMMING: &[&str] = &[
    "add",
    "all",
    "any",
    "api",
    "app",
    "apply",
    "args",
    "assert",
    "async",
    "await",
    "body",
    "break",
    "buffer",
    "bytes",
    "cache",
    "call",
    "callback",
    "catch",
    "class",
    "clear",
    "client",
    "close",
    "code",
    "commit",
    "config",
    "connect",
    "const",
    "context",
    "continue",
    "count",
    "create",
    "data",
    "date",
    "default",
    "delete",
    "description",
    "dict",
    "drop",
    "else",
    "emit",
    "end",
    "entry",
    "enum",
    "err",
    "error",
    "event",
    "except",
    "exit",
    "export",
    "fetch",
    "field",
    "file",
    "filter",
    "finally",
    "find",
    "first",
    "flush",
    "for",
    "format",
    "from",
    "func",
    "function",
    "get",
    "handle",
    "handler",
    "hash",
    "head",
    "header",
    "headers",
    "host",
    "html",
    "http",
    "import",
    "index",
    "init",
    "insert",
    "item",
    "items",
    "join",
    "json",
    "key",
    "keys",
    "last",
    "len",
    "length",
    "let",
    "line",
    "load",
    "lock",
    "log",
    "logger",
    "main",
    "match",
    "message",
    "method",
    "mode",
    "module",
    "name",
    "new",
    "next",
    "node",
    "open",
    "options",
    "order",
    "output",
    "page",
    "params",
    "parse",
    "patch",
    "path",
    "pop",
    "port",
    "post",
    "print",
    "process",
    "promise",
    "push",
    "put",
    "query",
    "queue",
    "raise",
    "read",
    "remove",
    "req",
    "request",
    "res",
    "reset",
    "response",
    "result",
    "return",
    "role",
    "root",
    "row",
    "rows",
    "run",
    "save",
    "select",
    "self",
    "send",
    "server",
    "session",
    "set",
    "size",
    "sort",
    "source",
    "sql",
    "start",
    "state",
    "static",
    "status",
    "stop",
    "store",
    "struct",
    "sync",
    "table",
    "tags",
    "test",
    "tests",
    "text",
    "this",
    "throw",
    "throws",
    "time",
    "timeout",
    "timestamp",
    "title",
    "token",
    "try",
    "type",
    "update",
    "url",
    "use",
    "user",
    "users",
    "uuid",
    "val",
    "valid",
    "value",
    "values",
    "var",
    "version",
    "void",
    "wait",
    "while",
    "with",
    "write",
    "yield",
];

/// Whether a name is one plain word that any program may hold, or any review.
pub fn is_common(name: &str) -> bool {
    let bare = name.trim_end_matches(['(', ')']).trim_start_matches(['.', '$', '@', '-']);
    let plain = bare.bytes().all(|letter| letter.is_ascii_lowercase())
        || bare.get(1..).is_some_and(|rest| rest.bytes().all(|letter| letter.is_ascii_lowercase()))
        || bare.bytes().all(|letter| letter.is_ascii_uppercase());
    let word = bare.to_ascii_lowercase();
    plain
        && (PROGRAMMING.binary_search(&word.as_str()).is_ok()
            || words::weight(hashing::key(&stemmed(&word))) < words::UNLISTED)
}

/// The terms that digests define.
#[derive(Default)]
struct Glossary<'i> {
    /// By the stem of the first word. The longest come first.
    terms: BTreeMap<String, Vec<Defined<'i>>>,
}

/// A term that a digest defines.
struct Defined<'i> {
    /// The stems of the words after the first.
    others: Vec<String>,
    key: String,
    term: &'i str,
}

impl<'i> Glossary<'i> {
    fn of(index: Option<&'i DigestIndex>) -> Self {
        let mut glossary = Self::default();
        for term in index.into_iter().flat_map(|index| &index.terms) {
            let written: Vec<&str> = pieces(&term.term).collect();
            let mut stems = written.iter().map(|word| stemmed(word));
            let Some(first) = stems.next().filter(|_| written.len() <= WORDS) else { continue };
            let others: Vec<String> = stems.collect();
            // What any review speaks of is no concept, though a document may define it.
            let weighs = others.iter().chain([&first]).map(|stem| words::weight(hashing::key(stem))).max();
            if let Some(key) = key_of(&term.term).filter(|_| weighs > Some(1)) {
                glossary.terms.entry(first).or_default().push(Defined { others, key, term: &term.term });
            }
        }
        for terms in glossary.terms.values_mut() {
            terms.arrange_by(|one, other| (other.others.len(), &one.key).cmp(&(one.others.len(), &other.key)));
            terms.truncate(TERMS_PER_WORD);
        }
        glossary
    }

    /// Gives each term that stands in a line.
    fn each(&self, line: &str, found: &mut impl FnMut(String, &str)) {
        if self.terms.is_empty() {
            return;
        }
        let mut first = String::new();
        let mut words = pieces(line);
        while let Some(word) = words.next() {
            stem_of(word, &mut first);
            for Defined { others, key, term } in self.terms.get(&first).into_iter().flatten() {
                steps::add(1 + others.len());
                let mut following = words.clone();
                if others.iter().all(|other| following.next().is_some_and(|word| stemmed(word) == *other)) {
                    found(key.clone(), term);
                }
            }
        }
    }
}

/// Gives each concept that a text names, with its key and its name.
fn each(text: &str, glossary: &Glossary<'_>, found: &mut impl FnMut(String, &str)) {
    steps::add(text.len());
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            continue;
        }
        glossary.each(line, found);
        // A mark that is opened and never closed marks nothing.
        let marks = line.matches('`').count();
        for (number, piece) in line.split('`').enumerate() {
            let is_code = number % 2 == 1 && number < marks;
            let chunks = piece.split_whitespace().count();
            match chunks {
                // Of `GET /orders` the whole is the name.
                1..=3 if is_code => {
                    if let Some(key) = key_of(piece).filter(|_| chunks > 1 || !is_document(piece)) {
                        found(key, piece.trim_matches(|mark: char| mark.is_whitespace() || "#*\"'".contains(mark)));
                    }
                }
                _ => {
                    for chunk in piece.split_whitespace() {
                        let chunk = chunk.trim_matches(|mark: char| !mark.is_alphanumeric() && mark != '_');
                        if let Some(key) = Some(chunk).filter(|chunk| is_identifier(chunk)).and_then(key_of) {
                            found(key, chunk);
                        }
                    }
                }
            }
        }
    }
}

/// What a name is compared by: `event_bus`, `EventBus` and "event bus" are one. `None` for what names nothing.
pub fn key_of(name: &str) -> Option<String> {
    let key: String = name.chars().filter(|kept| kept.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let letters = key.chars().filter(|letter| letter.is_alphabetic()).count();
    (key.chars().count() >= SHORTEST && letters > 1 && !COMMON.contains(&key.as_str())).then_some(key)
}

pub fn is_document(piece: &str) -> bool {
    document_of(piece.trim()).is_some()
}

/// Whether a word outside of code marks is an identifier: `eventBus`, `event_bus`, `bus::Event`, `ADR-012`.
pub fn is_identifier(chunk: &str) -> bool {
    // What most words are.
    if chunk.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return false;
    }
    if chunk.contains("://") || is_document(chunk) || !chunk.chars().any(char::is_alphabetic) {
        return false;
    }
    let pairs = || chunk.chars().zip(chunk.chars().skip(1));
    let humps = pairs().any(|(one, next)| one.is_lowercase() && next.is_uppercase());
    let joined =
        pairs().any(|(one, next)| (one == '_' && next.is_alphanumeric()) || (next == '_' && one.is_alphanumeric()));
    let numbered = || {
        let (letters, digits) = chunk.split_once('-')?;
        let is_id = letters.len() > 1 && letters.bytes().all(|letter| letter.is_ascii_uppercase());
        (is_id && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(())
    };
    humps || joined || chunk.contains("::") || numbered().is_some()
}

/// The words of a text: runs of letters and digits.
fn pieces(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|mark: char| !mark.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn stemmed(word: &str) -> String {
    let mut stemmed = String::new();
    stem_of(word, &mut stemmed);
    stemmed
}

/// Writes the stem of a word in the place of what was written.
fn stem_of(word: &str, stemmed: &mut String) {
    stemmed.clear();
    if word.is_ascii() {
        stemmed.push_str(word);
        stemmed.make_ascii_lowercase();
    } else {
        *stemmed = word.to_lowercase();
    }
    stem(stemmed);
}

#[cfg(test)]
mod tests {
    use super::{Glossary, each, is_common};
    use crate::model::{DigestIndex, TermEntry};

    fn concepts(text: &str, terms: &[&str]) -> Vec<String> {
        let entry = |term: &&str| TermEntry { term: (*term).to_owned(), ..TermEntry::default() };
        let index = DigestIndex { terms: terms.iter().map(entry).collect(), ..DigestIndex::default() };
        let mut found = Vec::new();
        each(text, &Glossary::of(Some(&index)), &mut |key, _| found.push(key));
        found
    }

    #[test]
    fn code_words_are_concepts() {
        for (text, key) in [
            ("the `retries` of it", "retries"),
            ("the eventBus drops", "eventbus"),
            ("set max_agents, please", "maxagents"),
            ("of `GET /orders/{id}` only", "getordersid"),
            ("see ADR-012.", "adr012"),
            ("the type bus::Event", "busevent"),
        ] {
            assert_eq!(concepts(text, &[]), [key], "{text}");
        }
    }

    #[test]
    fn words_of_any_program_are_common() {
        for name in ["next", "get", "set()", "end", "GET", "Error", "missing"] {
            assert!(is_common(name), "{name}");
        }
        for name in ["eventBus", "max_agents", "reserveStock", "base64", "Parcel", "GET /orders"] {
            assert!(!is_common(name), "{name}");
        }
    }

    #[test]
    fn what_names_nothing_is_none() {
        for text in [
            "is `true` there",
            "in `docs/a.md` and docs/b.md:12",
            "a plain text",
            "see L12 and F3",
            "e.g. this",
            "an `id`",
            "`",
            "an open `mark of code",
            "https://example.org/eventBus",
        ] {
            assert_eq!(concepts(text, &[]), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn defined_terms_are_found_in_any_form() {
        let terms = ["Event Bus", "Delivery Guarantee", "the"];
        assert_eq!(concepts("two event buses, the bus", &terms), ["eventbus"]);
        assert_eq!(concepts("Delivery guarantees of the event bus", &terms), ["deliveryguarantee", "eventbus"]);
        assert_eq!(concepts("an `EventBus`", &terms), ["eventbus"]);
        assert_eq!(concepts("delivery of the event", &terms), Vec::<String>::new());
    }
}
