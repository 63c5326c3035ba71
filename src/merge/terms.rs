//! What a finding is about: the words and code words of its text, each with a whole number for its weight.

use std::collections::BTreeMap;

use super::places::document_name;
use super::stem::stem;
use super::words::{self, CODE};
use crate::model::Finding;
use crate::part::documents::document_of;
use crate::part::units::document_key;
use crate::text::hashing::{Key, key};
use crate::text::steps;

/// The most distinct terms of a finding; what a text says after them counts no more. A description of a megabyte is
/// compared by its beginning.
pub const TERMS: usize = 2048;

/// Where among so many places, a power of two, something with this key is remembered.
#[must_use]
pub fn place(key: Key, places: usize) -> usize {
    // The last letters tell in the highest and in the lowest bits, the first ones in those between.
    usize::try_from((key ^ (key >> 42)) & 0xffff_ffff).unwrap_or(0) & places.wrapping_sub(1)
}

/// The terms of a text, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Sorted by key. None weighs nothing.
    weighted: Vec<(Key, u8)>,
    /// The sum of the squares of the weights.
    square: u32,
    /// Whether there were more than [`TERMS`].
    cut: bool,
    /// The code words and numbers among them, sorted.
    names: Vec<Key>,
}

impl Terms {
    /// The terms of a finding, as a [`Reader`] makes them.
    #[must_use]
    pub fn of(finding: &Finding) -> Self {
        Reader::default().finding(finding)
    }

    /// The terms of one text.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        Reader::default().text(text)
    }

    /// The terms with their weights, sorted.
    #[must_use]
    pub fn all(&self) -> &[(Key, u8)] {
        &self.weighted
    }

    /// The sum of the squares of the weights.
    #[must_use]
    pub fn square(&self) -> u32 {
        self.square
    }

    /// Whether both name something, and nothing in common: code words or numbers.
    #[must_use]
    pub fn name_other_things(&self, other: &Self) -> bool {
        let (few, many) = if self.names.len() < other.names.len() { (self, other) } else { (other, self) };
        steps::add(few.names.len());
        !few.names.is_empty() && few.names.iter().all(|name| many.names.binary_search(name).is_err())
    }

    /// Whether the text had more terms than are counted.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }
}

/// The key of a document's name as it stands in running text: without its folders.
fn named(document: &str) -> Key {
    key(document_name(&document_key(document)))
}

/// Makes terms of texts. It remembers what stands between blanks, since findings use the same words again and again.
#[derive(Default)]
pub struct Reader<'t> {
    /// Each at the place that its letters give it, until another with the same place comes.
    seen: Vec<Seen<'t>>,
    /// The names of the documents that findings name as their places.
    documents: BTreeMap<&'t str, Key>,
    /// Those of the finding that is read.
    own: Vec<Key>,
    collected: Collected,
    word: String,
}

/// How many terms are remembered of what stands between two blanks. What says more is read anew each time.
const SAYS: usize = 3;

/// How many places there are for what is remembered: a power of two for each finding, and no more than this in all.
const PLACES: (usize, usize) = (16, 4096);

/// What stands between two blanks, and what it says.
#[derive(Clone, Copy, Default)]
struct Seen<'t> {
    chunk: &'t str,
    code: bool,
    says: [Said; SAYS],
    count: usize,
}

/// A term as a text says it.
#[derive(Clone, Copy, Default)]
struct Said {
    term: Key,
    weight: u8,
    kind: Kind,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Word,
    /// A code word or a number.
    Name,
    /// The name of a document, which is no term of a finding that names it as its place.
    Document,
}

impl<'t> Reader<'t> {
    /// One that remembers what so many findings say.
    #[must_use]
    pub fn for_findings(count: usize) -> Self {
        let (each, most) = PLACES;
        let places = count.saturating_mul(each).min(most).next_power_of_two();
        Self { seen: vec![Seen::default(); places], ..Self::default() }
    }

    /// The terms of a finding's title, description, suggestion and discussion. Those of its head, which is the title, or
    /// without one the first sentence, weigh half as much again.
    ///
    /// A document that the finding names as its place is no term: places are compared as places.
    pub fn finding(&mut self, finding: &'t Finding) -> Terms {
        let locations = [&finding.location, &finding.counter_location];
        let places = locations.into_iter().flatten().flat_map(|location| &location.places);
        self.own.clear();
        for name in places.filter_map(|place| place.document.as_deref()) {
            self.own.push(*self.documents.entry(name).or_insert_with(|| named(name)));
        }
        let (head, rest) = finding.head();
        self.collected.heavier = true;
        self.read(head);
        self.collected.heavier = false;
        for text in [Some(rest), finding.suggestion.as_deref(), finding.discussion.as_deref()].into_iter().flatten() {
            self.read(text);
        }
        self.collected.terms()
    }

    /// The terms of one text.
    fn text(&mut self, text: &'t str) -> Terms {
        self.read(text);
        self.collected.terms()
    }

    fn read(&mut self, text: &'t str) {
        steps::add(text.len());
        let (mut start, mut code) = (0, false);
        for (at, byte) in text.bytes().enumerate().chain([(text.len(), b'\n')]) {
            if !matches!(byte, b'\t'..=b'\r' | b' ' | b'`') {
                continue;
            }
            let piece = text.get(start..at).unwrap_or_default();
            if piece.is_ascii() {
                self.chunk(piece, code);
            } else {
                piece.split_whitespace().for_each(|chunk| self.chunk(chunk, code));
            }
            start = at + 1;
            // Code spans stay within a line; a fence is a line of marks.
            code = byte != b'\n' && code != (byte == b'`');
        }
    }

    /// Takes what stands between blanks.
    fn chunk(&mut self, chunk: &'t str, code: bool) {
        if chunk.is_empty() {
            return;
        }
        let (collected, own) = (&mut self.collected, self.own.as_slice());
        let place = place(key(chunk).wrapping_add(u64::from(code)), self.seen.len());
        let place = self.seen.get_mut(place);
        if let Some(seen) = place.as_ref().filter(|seen| seen.chunk == chunk && seen.code == code) {
            seen.says.iter().take(seen.count).for_each(|said| collected.take(*said, own));
            return;
        }
        let mut seen = Seen { chunk, code, ..Seen::default() };
        each_said(chunk, code, &mut self.word, &mut |said| {
            if let Some(place) = seen.says.get_mut(seen.count) {
                *place = said;
            }
            seen.count += 1;
            collected.take(said, own);
        });
        if let Some(place) = place.filter(|_| seen.count <= SAYS) {
            *place = seen;
        }
    }
}

/// What is said between two blanks.
fn each_said(chunk: &str, code: bool, word: &mut String, say: &mut dyn FnMut(Said)) {
    let chunk = chunk.trim_matches(|mark: char| !mark.is_alphanumeric());
    if chunk.is_empty() || (chunk.contains(':') && chunk.contains("://")) {
        return;
    }
    if let Some(document) = Some(chunk).filter(|chunk| chunk.contains('.')).and_then(document_of) {
        say(Said { term: named(document), weight: CODE, kind: Kind::Document });
        let lines = chunk.get(document.len()..).unwrap_or_default();
        each_part(lines, false, word, say);
        return;
    }
    let parts = each_part(chunk, code, word, say);
    if parts > 1 && is_identifier(chunk, code) {
        say(Said { term: key(&chunk.to_lowercase()), weight: CODE, kind: Kind::Name });
    }
}

/// What each run of letters and digits says; gives how many there were.
fn each_part(chunk: &str, code: bool, word: &mut String, say: &mut dyn FnMut(Said)) -> usize {
    let mut count = 0;
    let plain = chunk.chars().all(char::is_alphanumeric);
    for part in chunk.split(|mark: char| !mark.is_alphanumeric()).filter(|part| !part.is_empty()) {
        count += 1;
        let is_number = part.bytes().all(|digit| digit.is_ascii_digit());
        if part.len() < 2 && !is_number {
            continue;
        }
        word.clear();
        if part.is_ascii() {
            word.push_str(part);
            word.make_ascii_lowercase();
        } else {
            word.extend(part.chars().flat_map(char::to_lowercase));
        }
        let mixed = is_mixed(part);
        if !mixed {
            stem(word);
        }
        let term = key(word);
        let is_code = (code && plain && !is_number) || mixed;
        let weight = if is_code { CODE } else { words::weight(term) };
        say(Said { term, weight, kind: if is_code || is_number { Kind::Name } else { Kind::Word } });
    }
    count
}

#[derive(Default)]
struct Collected {
    /// Sorted runs would cost more than they save: findings are short.
    terms: Vec<(Key, u8)>,
    names: Vec<Key>,
    cut: bool,
    /// Whether what is read stands in the head of a finding.
    heavier: bool,
}

impl Collected {
    fn take(&mut self, Said { term, weight, kind }: Said, own: &[Key]) {
        match kind {
            Kind::Document if own.contains(&term) => {}
            Kind::Document | Kind::Name => self.name(term, weight),
            Kind::Word => self.add(term, weight),
        }
    }

    fn name(&mut self, term: Key, weight: u8) {
        self.names.push(term);
        self.add(term, weight);
        if self.names.len() >= 4 * TERMS {
            self.settle();
        }
    }

    fn add(&mut self, term: Key, weight: u8) {
        if weight > 0 {
            let more = if self.heavier { weight.div_ceil(2) } else { 0 };
            self.terms.push((term, weight + more));
            // Now and then what is said again is thrown out, so that memory stays in proportion to what counts.
            if self.terms.len() >= 4 * TERMS {
                self.settle();
            }
        }
    }

    /// Each term once, with the highest weight that it has; no more of them than count.
    fn settle(&mut self) {
        self.names.sort_unstable();
        self.names.dedup();
        self.names.truncate(TERMS);
        self.terms.sort_unstable();
        self.terms.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = kept.1.max(later.1);
            }
            same
        });
        if self.terms.len() > TERMS {
            // Heavy terms tell most; among equals any order will do that is always the same.
            self.terms.sort_unstable_by_key(|(term, weight)| (std::cmp::Reverse(*weight), *term));
            self.terms.truncate(TERMS);
            self.terms.sort_unstable();
            self.cut = true;
        }
    }

    /// The terms of what was read; what is read next begins anew.
    fn terms(&mut self) -> Terms {
        self.settle();
        let square = self.terms.iter().map(|(_, weight)| u32::from(*weight) * u32::from(*weight)).sum();
        let cut = std::mem::take(&mut self.cut);
        let terms = Terms { weighted: self.terms.clone(), square, cut, names: self.names.clone() };
        self.terms.clear();
        self.names.clear();
        terms
    }
}

/// Whether several parts are one name: `ux.autoDefaults`, `T-007`, `max_agents`, `F-NNN`, and what stands in code marks.
fn is_identifier(chunk: &str, code: bool) -> bool {
    if code {
        return chunk.chars().any(char::is_alphabetic);
    }
    let joined = |mark: char| chunk.contains(mark) && chunk.chars().any(char::is_alphabetic);
    let shouted = || {
        let letters = || chunk.chars().filter(|letter| letter.is_alphabetic());
        letters().count() > 1 && letters().all(char::is_uppercase)
    };
    joined('_')
        || chunk.contains("::")
        || joined('.')
        || (joined('-') && (shouted() || chunk.bytes().any(|digit| digit.is_ascii_digit())))
}

/// Whether a word is written like an identifier: a capital after a small letter, or digits and letters.
fn is_mixed(part: &str) -> bool {
    if part.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return false;
    }
    let pairs = part.chars().zip(part.chars().skip(1));
    let humps = pairs.filter(|(one, next)| one.is_lowercase() && next.is_uppercase()).count();
    let digits = part.chars().any(char::is_numeric) && part.chars().any(char::is_alphabetic);
    humps > 0 || digits
}

#[cfg(test)]
mod tests {
    use super::{CODE, Reader, TERMS, Terms, key};

    fn weight(text: &str, term: &str) -> Option<u8> {
        let terms = Reader { own: vec![key("own")], ..Reader::default() }.text(text);
        terms.all().iter().find(|(found, _)| *found == key(term)).map(|(_, weight)| *weight)
    }

    #[test]
    fn code_words_weigh_most() {
        for (text, term) in [
            ("the key `ux.autoDefaults` is", "ux.autodefaults"),
            ("the key ux.autoDefaults is", "ux.autodefaults"),
            ("an L1 gap", "l1"),
            ("tasks T-NNN only", "t-nnn"),
            ("call max_agents()", "max_agents"),
            ("set to `none`", "non"),
            ("see `docs/PARKING.md`.", "parking"),
            ("see docs/PARKING.md:12-34", "parking"),
        ] {
            assert_eq!(weight(text, term), Some(CODE), "{text}");
        }
    }

    #[test]
    fn words_are_stemmed_and_frequent_ones_weigh_little() {
        assert_eq!(weight("Zeppelins!", "zeppelin"), Some(3));
        assert_eq!(weight("the", "the"), None);
        assert_eq!(weight("run/autopilot", "autopilot"), weight("autopilot", "autopilot"));
        assert_eq!(weight("run/autopilot", "run/autopilot"), None);
        assert_eq!(weight("a 426 b", "426"), Some(3));
    }

    #[test]
    fn templates_name_other_things() {
        let terms = |text: &str| Terms::of_text(text);
        let differ = |one: &str, other: &str| terms(one).name_other_things(&terms(other));
        assert!(differ("`retries` is an integer", "`timeout` is an integer"));
        assert!(differ("Requirement R-12 has no test", "Requirement R-13 has no test"));
        assert!(differ("3 here, 5 there", "30 s here, 60 s there"));
        assert!(!differ("`retries` is 3", "`retries` is 5"));
        assert!(!differ("`retries` is an integer", "the retries are an integer"));
    }

    #[test]
    fn own_documents_are_places_and_no_terms() {
        assert_eq!(weight("as docs/own.md:12 says", "own"), None);
        assert_eq!(weight("as docs/own.md:12 says", "12"), Some(3));
    }

    #[test]
    fn a_term_has_the_highest_weight_that_it_has() {
        assert_eq!(weight("zeppelin and `zeppelin`", "zeppelin"), Some(CODE));
        let terms = Terms::of_text("zeppelin zeppelins");
        assert_eq!((terms.all().len(), terms.square()), (1, 9));
    }

    #[test]
    fn a_long_text_has_no_more_terms_than_count() {
        let text: String =
            (0..20_000).flat_map(|number| ["word".to_owned(), number.to_string(), " ".to_owned()]).collect();
        let terms = Terms::of_text(&text);
        assert_eq!((terms.all().len(), terms.is_cut()), (TERMS, true));
        assert!(terms.all().is_sorted());
        let just_as_many: Vec<String> = (1000..1000 + TERMS).map(|number| number.to_string()).collect();
        let terms = Terms::of_text(&just_as_many.join(" "));
        assert_eq!((terms.all().len(), terms.is_cut()), (TERMS, false));
    }
}
