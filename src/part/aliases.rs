//! What short names such as "A" or "Doc B" mean in one reply. See `docs/formats/places.md`, "Short names".

use std::collections::BTreeMap;

use super::documents::{NAME_LIMIT, document_of, is_program};
use crate::order::Arrange;
use crate::text::{inline, steps};

/// How many documents of a pair or a scope are known by their names.
const KNOWN_LIMIT: usize = 16;

/// How many files are known by their stems.
const FILE_LIMIT: usize = 256;

/// What short names such as "A" or "Doc B" mean in one reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases {
    names: Vec<(String, String)>,
    known: Vec<String>,
    subject: Option<String>,
    /// Names of files without their folder and ending, in lower case; `None` where two files have one.
    stems: BTreeMap<String, Option<String>>,
    /// Whether files of a program are named, where that was looked for.
    code: Option<bool>,
}

impl Aliases {
    /// No short names.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Says what a short name means. The first meaning stays.
    pub fn name(&mut self, alias: &str, document: &str) {
        if self.document(alias).is_none() && !alias.is_empty() && document.len() <= NAME_LIMIT {
            self.names.push((alias.to_owned(), document.to_owned()));
        }
    }

    /// Says which documents the reply is on, so that a bare file name can be given its folder.
    pub fn know(&mut self, documents: &[String]) {
        self.known =
            documents.iter().filter(|document| document.len() <= NAME_LIMIT).take(KNOWN_LIMIT).cloned().collect();
    }

    /// The documents that the reply is on.
    #[must_use]
    pub fn known(&self) -> &[String] {
        &self.known
    }

    /// The one document that a place without a document is in.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }

    /// Says which one document a place without a document is in.
    pub fn set_subject(&mut self, document: &str) {
        self.subject = Some(document.to_owned()).filter(|document| document.len() <= NAME_LIMIT);
    }

    /// What a short name means.
    #[must_use]
    pub fn document(&self, alias: &str) -> Option<&str> {
        self.names.iter().find(|(name, _)| name == alias).map(|(_, document)| document.as_str())
    }

    /// The documents that have short names, each once.
    #[must_use]
    pub fn documents(&self) -> Vec<String> {
        let mut documents: Vec<String> = self.names.iter().map(|(_, document)| document.clone()).collect();
        documents.arrange();
        documents.dedup();
        documents
    }

    /// Learns the files that a text names, so that "README 12-14" and "plan §3" are places in them.
    pub fn learn_files(&mut self, text: &str) {
        for word in text.split_whitespace().filter(|word| word.contains('.')) {
            let Some(path) = document_of(word).filter(|path| path.len() <= NAME_LIMIT) else { continue };
            let path = path.trim_start_matches("./");
            self.code = Some(self.code == Some(true) || is_program(path));
            let name = path.rsplit('/').next().unwrap_or(path);
            let Some((stem, _)) = name.rsplit_once('.').filter(|(stem, _)| stem.len() > 1) else { continue };
            if self.stems.len() >= FILE_LIMIT {
                return;
            }
            let stem = stem.to_lowercase();
            // `adr-004-idempotency.md` is called "ADR" too.
            let short = stem.split_once(['-', '_']).map(|(short, _)| short.to_owned()).filter(|short| short.len() > 1);
            for stem in [Some(stem), short].into_iter().flatten() {
                let known = self.stems.entry(stem).or_insert_with(|| Some(path.to_owned()));
                let same = known.as_deref().is_some_and(|known| is_same_file(known, path));
                if !same {
                    *known = None;
                } else if known.as_ref().is_some_and(|known| known.len() < path.len()) {
                    *known = Some(path.to_owned());
                }
            }
        }
    }

    /// Whether none of the files that were learned is one of a program: classes may stand for theirs.
    #[must_use]
    pub fn has_no_code(&self) -> bool {
        self.code == Some(false)
    }

    /// Whether all files that were learned are one.
    #[must_use]
    pub fn has_one_file(&self) -> bool {
        let mut files = self.stems.values();
        let Some(Some(first)) = files.next() else { return false };
        files.all(|file| file.as_deref().is_some_and(|file| is_same_file(first, file)))
    }

    /// The file that goes by a name without folder and ending.
    #[must_use]
    pub fn file(&self, stem: &str) -> Option<&str> {
        if self.stems.is_empty() {
            return None;
        }
        self.stems.get(&stem.to_lowercase())?.as_deref()
    }

    /// A location in which each file that is called by its end has its path: whoever reads it elsewhere does not know the name.
    #[must_use]
    pub fn spelled_out(&self, text: String) -> String {
        let is_of_path = |mark: char| mark.is_alphanumeric() || matches!(mark, '/' | '.' | '-' | '_');
        let mut text = text;
        for (name, document) in self.names.iter().filter(|(name, document)| is_end_of(name, document)) {
            let mut spelled = String::new();
            let mut rest = text.as_str();
            while let Some((before, after)) = rest.split_once(name.as_str()) {
                let is_whole = !before.ends_with(is_of_path) && !after.starts_with(|next: char| next.is_alphanumeric());
                spelled.push_str(before);
                spelled.push_str(if is_whole { document } else { name });
                rest = after;
            }
            spelled.push_str(rest);
            text = spelled;
        }
        text
    }

    /// Learns `a.md (A)`, `A = a.md`, `A:n for a.md`, `Document A: a.md`, `d.ts is src/index.d.ts` from a text.
    pub fn learn(&mut self, text: &str) {
        for definition in definitions(text) {
            self.name(definition.name, definition.document);
        }
    }
}

/// Whether one path ends as the other does.
#[must_use]
pub fn is_same_file(one: &str, other: &str) -> bool {
    let (long, short) = if one.len() > other.len() { (one, other) } else { (other, one) };
    long.strip_suffix(short).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// Whether a line says what short names mean, and begins with the first of them: `A = a.md, B = b.md`.
#[must_use]
pub fn is_legend(line: &str) -> bool {
    definitions(line).first().is_some_and(|first| first.words_before == 0)
}

/// A short name and what it means.
struct Definition<'t> {
    name: &'t str,
    document: &'t str,
    /// How many words of the text stand before it.
    words_before: usize,
}

fn definitions(text: &str) -> Vec<Definition<'_>> {
    steps::add(text.len());
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        // Most words are told at once: no path, and no name that a file has without an ending.
        let may_be = word.bytes().any(|letter| matches!(letter, b'.' | b'/' | b'A'..=b'Z'));
        let Some(document) = Some(word).filter(|_| may_be).and_then(|word| document_of(word)) else { continue };
        let before = |back: usize| at.checked_sub(back).and_then(|at| words.get(at)).copied();
        let next = words.get(at + 1).copied().unwrap_or_default();
        let in_parentheses = next.strip_prefix('(').and_then(|name| name.split([')', ',', ':', ' ']).next());
        if let Some(name) = in_parentheses.filter(|name| is_alias(name)) {
            found.push(Definition { name, document, words_before: at + 1 });
        }
        match (before(2), before(1)) {
            (Some(name), Some("=" | "for" | "is" | "means" | "→" | "->" | ":")) => {
                let name = name.trim_start_matches(['*', '`', '(', '"', '\'', ',', ';']);
                let name = name.split([':', '*', '`', '"']).next().unwrap_or_default();
                if is_alias(name) || is_end_of(name, document) {
                    found.push(Definition { name, document, words_before: at - 2 });
                }
            }
            (word, Some(name)) => {
                let name = inline::bare(name.trim_end_matches([':', '='])).trim_end_matches([':', '*', '=']);
                let is_label = word.is_some_and(|word| is_document_word(inline::bare(word)));
                if is_alias(name) && (is_label || before(1).is_some_and(|name| name.contains([':', '=']))) {
                    found.push(Definition { name, document, words_before: at - 1 - usize::from(is_label) });
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a short name is what a path ends in: `` `d.ts` is `typings/index.d.ts` ``.
fn is_end_of(name: &str, document: &str) -> bool {
    name.contains('.')
        && document_of(name) == Some(name)
        && document.strip_suffix(name).is_some_and(|before| before.ends_with(['/', '.']))
}

pub(super) fn is_document_word(word: &str) -> bool {
    ["document", "doc", "file"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// A capital letter, perhaps with a digit: what agents call the documents that they compare.
pub(super) fn is_alias(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_ascii_uppercase())
        && characters.next().is_none_or(|digit| digit.is_ascii_digit())
        && characters.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::{Aliases, is_legend};

    #[test]
    fn aliases_are_learned() {
        let mut aliases = Aliases::none();
        aliases.learn("docs/x.md (A) and docs/y.md (B)");
        assert_eq!((aliases.document("A"), aliases.document("B")), (Some("docs/x.md"), Some("docs/y.md")));
        let mut aliases = Aliases::none();
        aliases.learn("A = docs/x.md, B = `docs/y.md`");
        assert_eq!((aliases.document("A"), aliases.document("B")), (Some("docs/x.md"), Some("docs/y.md")));
        let mut aliases = Aliases::none();
        aliases.learn("Line references are A:n for docs/x.md and B:n for docs/y.md.");
        assert_eq!((aliases.document("A"), aliases.document("B")), (Some("docs/x.md"), Some("docs/y.md")));
        let mut aliases = Aliases::none();
        aliases.learn("Document A: docs/x.md");
        assert_eq!(aliases.document("A"), Some("docs/x.md"));
    }

    #[test]
    fn a_path_is_known_by_its_end() {
        let mut aliases = Aliases::none();
        aliases.learn("Below, `d.ts` is `typings/index.d.ts`; `a.ts` is `lib/b.ts`.");
        assert_eq!((aliases.document("d.ts"), aliases.document("a.ts")), (Some("typings/index.d.ts"), None));
        assert_eq!(aliases.spelled_out("d.ts 20, x.d.ts:4".to_owned()), "typings/index.d.ts 20, x.d.ts:4");
    }

    #[test]
    fn a_legend_begins_with_a_name() {
        for line in ["A = docs/x.md, B = docs/y.md", "A: docs/x.md", "Doc A: docs/x.md", "**A** = `docs/x.md`"] {
            assert!(is_legend(line), "{line}");
        }
        for line in ["docs/x.md (A) and docs/y.md (B)", "and A = docs/x.md", "A customer of docs/x.md", "A = 12"] {
            assert!(!is_legend(line), "{line}");
        }
    }
}
