//! Places in running text: where an item of a list says that it is about a place, and which words name it.
//! See `docs/formats/places.md`, "In running text".

use super::aliases::{Aliases, is_alias, is_document_word};
use super::documents::document_of;
use super::places;
use crate::text::{inline, steps};

/// Whether a sentence says where else to look: `compare src/b.ts:9, where it is`, `see src/b.ts:9`.
#[must_use]
pub fn is_reference(sentence: &str) -> bool {
    const WORDS: [&str; 4] = ["as", "cf.", "compare", "see"];
    let mut words = sentence.split_whitespace();
    let refers = words.next().is_some_and(|first| WORDS.iter().any(|word| first.eq_ignore_ascii_case(word)));
    let place = words.find(|word| !matches!(*word, "also" | "at" | "in" | "with"));
    let is_place = place.is_some_and(|place| document_of(place).is_some());
    // `Compare src/b.ts:9 and take the lock first`
    refers && is_place && words.next().is_none_or(|next| next != "and")
}

/// Whether what stands before a place says that something else is there, to be compared or read: `unlike src/b.ts:40`, `compare
/// src/b.ts:40`, `see also src/b.ts:40`.
#[must_use]
pub fn is_compared(before: &str) -> bool {
    const WORDS: [&str; 13] = [
        "as in",
        "as opposed to",
        "cf",
        "compared to",
        "compared with",
        "compare with",
        "contrary to",
        "contrast to",
        "contrast with",
        "different from",
        "in line with",
        "see also",
        "unlike",
    ];
    const NEAR: usize = 24;
    // ``unlike `save` (src/g.ts:7)``
    let before = before.trim_end_matches([' ', '(']);
    let named = before.strip_suffix('`').and_then(|code| code.rfind('`')).and_then(|open| before.get(..open));
    let before = named.unwrap_or(before);
    let from = (before.len().saturating_sub(NEAR)..=before.len()).find(|at| before.is_char_boundary(*at));
    let words = inline::words(before.get(from.unwrap_or_default()..).unwrap_or_default());
    // `…; compare src/b.ts:40`; a string compare in src/a.ts:4 is where it is.
    let verb = ["compare", "Compare"].iter().find_map(|verb| before.trim_end().strip_suffix(verb)).map(str::trim_end);
    if verb.is_some_and(|clause| clause.is_empty() || clause.ends_with([';', ',', '.', '(', ':', '—', '–'])) {
        return true;
    }
    // `compare it with src/b.ts:40`
    let last = words
        .strip_suffix(" with")
        .map_or(words.as_str(), |words| words.trim_end_matches(" it").trim_end_matches(" this"));
    WORDS
        .iter()
        .any(|word| [words.as_str(), last].into_iter().any(|said| said == *word || said.ends_with(&format!(" {word}"))))
}

/// The longest place in running text, in bytes.
const PHRASE_LIMIT: usize = 200;

/// The longest place in parentheses whose section is a title, in words.
const PLACE_WORDS: usize = 6;

/// The words of a title and of what follows it that say where they are, as written.
#[must_use]
pub fn location(title: Option<&str>, text: &str, aliases: &Aliases) -> Option<String> {
    steps::add(text.len() + title.map_or(0, str::len));
    let within = |text: &str| {
        between_dashes(text, aliases)
            .or_else(|| at_end(text, aliases))
            .or_else(|| only(text, aliases))
            .map(str::to_owned)
    };
    title
        .and_then(|title| at_start(title, aliases))
        .or_else(|| at_start(text, aliases))
        .map(|written| outside_code(written).to_owned())
        .or_else(|| sources(text))
        .or_else(|| within(text))
        .or_else(|| within(title?))
}

/// At the start: a path, `A:12`, `[A:12]`, `In A §3`.
fn at_start<'t>(text: &'t str, aliases: &Aliases) -> Option<&'t str> {
    let text = text.trim_start();
    if let Some(text) = ["In ", "At ", "in ", "at "].into_iter().find_map(|word| text.strip_prefix(word)) {
        return Phrase::at(text, aliases).filter(Phrase::is_precise).map(|phrase| phrase.written);
    }
    if text.starts_with(['(', '[']) {
        let inner = enclosed(text)?;
        if whole(inner, aliases).is_some() {
            return text.get(..inner.len() + 2);
        }
    }
    let phrase = Phrase::at(text, aliases).filter(|phrase| phrase.is_precise() && !phrase.may_be_article(text));
    let path = path_at_start(text, aliases);
    // A path alone is a place as well; a short name is none.
    match (phrase, path) {
        (Some(phrase), Some(path)) if path.len() > phrase.written.len() => Some(path),
        (Some(phrase), _) => Some(phrase.written),
        (None, path) => path,
    }
}

/// A path, with what is glued to it.
fn path_at_start<'t>(text: &'t str, aliases: &Aliases) -> Option<&'t str> {
    document_of(text.split_whitespace().next()?)?;
    let end = match text.strip_prefix('(').and_then(|inner| inner.find(')')) {
        Some(close) => close + 2,
        None => text.find([' ', '—']).unwrap_or(text.len()),
    };
    let written = text.get(..end)?.trim_end_matches([':', ',', ';']);
    (!places::read(written, aliases).is_empty()).then_some(written)
}

/// Without a code mark that goes on behind it: `` `a.rs:12 (read), 40` ``.
fn outside_code(written: &str) -> &str {
    if written.matches('`').count() % 2 == 1 { written.trim_start_matches('`') } else { written }
}

/// At the end, in brackets with a label: `… [SOURCE: a.rs:12] [SOURCE: b.rs:4]`.
fn sources(text: &str) -> Option<String> {
    const LABELS: [&str; 6] = ["source", "evidence", "ref", "reference", "file", "location"];
    let mut rest = text;
    let mut found = Vec::new();
    while let Some(labelled) = rest.trim_end().trim_end_matches(['.', ',', ';']).strip_suffix(']') {
        let Some((before, inner)) = labelled.rsplit_once('[') else { break };
        let Some((label, written)) = inner.split_once(':') else { break };
        let written = written.trim();
        let is_place = document_of(written).is_some() && !written.contains(char::is_whitespace);
        if !is_place || !LABELS.iter().any(|known| label.trim().eq_ignore_ascii_case(known)) {
            break;
        }
        found.push(written);
        rest = before;
    }
    found.reverse();
    (!found.is_empty()).then(|| found.join("; "))
}

/// After a title without marks: `Title — A:12 — text`.
fn between_dashes<'t>(text: &'t str, aliases: &Aliases) -> Option<&'t str> {
    const DASHES: [&str; 2] = [" — ", " – "];
    text.match_indices(['—', '–']).find_map(|(at, dash)| {
        let rest = text.get(..at)?.ends_with(' ').then(|| text.get(at + dash.len()..)?.strip_prefix(' '))??;
        let phrase = Phrase::at(rest, aliases).filter(Phrase::is_precise)?;
        let after = rest.get(phrase.written.len()..)?;
        DASHES.into_iter().any(|dash| after.starts_with(dash)).then_some(phrase.written)
    })
}

/// At the end: `… (A §4).`, `… [A:12]`, `… — A §4`, `… . A:12`.
fn at_end<'t>(text: &'t str, aliases: &Aliases) -> Option<&'t str> {
    let text = text.trim_end().trim_end_matches('.');
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(inner) = text.strip_suffix(close) {
            let (before, inner) = (inner.get(..inner.rfind(open)?)?, inner.get(inner.rfind(open)? + 1..)?);
            if is_compared(before) {
                return None;
            }
            return whole(inner, aliases).or_else(|| titled(inner, aliases));
        }
    }
    let from = text.len().saturating_sub(PHRASE_LIMIT);
    let from = (from..=text.len()).find(|at| text.is_char_boundary(*at))?;
    let tail = text.get(from..)?;
    let starts = tail.char_indices().filter(|(at, _)| {
        tail.get(..*at)
            .is_some_and(|before| [" — ", " – ", " - ", ". ", ": ", "; "].iter().any(|mark| before.ends_with(mark)))
    });
    starts.filter_map(|(at, _)| tail.get(at..)).find_map(|rest| whole(rest, aliases))
}

/// The only place that stands in parentheses or behind "in" or "at".
fn only<'t>(text: &'t str, aliases: &Aliases) -> Option<&'t str> {
    let mut found = None;
    let mut past = 0;
    for (at, mark) in text.match_indices(['(', '[', ' ']) {
        if at < past {
            continue;
        }
        let Some(rest) = text.get(at..) else { continue };
        let place = if mark == " " {
            let rest = ["in ", "at "].into_iter().find_map(|word| rest.strip_prefix(' ')?.strip_prefix(word));
            rest.and_then(|rest| Phrase::at(rest, aliases)).filter(Phrase::is_precise).map(|phrase| phrase.written)
        } else {
            enclosed(rest).and_then(|inner| whole(inner, aliases))
        };
        if let Some(place) = place {
            if found.is_some() {
                return None;
            }
            found = Some(place);
            past = at + place.len();
        }
    }
    found
}

/// What stands between the bracket that a text begins with and the next that closes it.
fn enclosed(text: &str) -> Option<&str> {
    let close = if text.starts_with('(') { ')' } else { ']' };
    let inner = text.get(1..)?;
    let near = inner.char_indices().take_while(|(at, _)| *at <= PHRASE_LIMIT);
    let end = near.into_iter().find(|(_, character)| *character == close)?.0;
    inner.get(..end)
}

/// A text that names places and nothing else, but for a word before them.
fn whole<'t>(text: &'t str, aliases: &Aliases) -> Option<&'t str> {
    const WORDS: [&str; 8] = ["see also ", "see ", "also ", "cf. ", "in ", "at ", "See ", "In "];
    let text = text.trim();
    let text = WORDS.into_iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let phrase = Phrase::at(text, aliases).filter(Phrase::is_precise)?;
    text.get(phrase.written.len()..)?.trim_matches(['*', '`']).is_empty().then_some(text)
}

/// In parentheses also a section by its title: `(PLAN.md § Event Bus)`.
fn titled<'t>(text: &'t str, aliases: &Aliases) -> Option<&'t str> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let named =
        |word: &str| document_of(word).is_some() || short_name(word, aliases).is_some_and(|end| end == word.len());
    if document_of(first).is_none() {
        let marked = words.next().is_some_and(|word| word.starts_with('§'));
        if !named(first) || !marked || text.split_whitespace().skip(1).any(named) {
            return None;
        }
    }
    let places = places::read(text, aliases);
    let precise = places.iter().all(|place| place.section.is_some() || place.lines.is_some()) && !places.is_empty();
    (precise && text.split_whitespace().count() <= PLACE_WORDS).then_some(text)
}

/// Words at the start of a text that name places: `A §4`, `A L88-90`, `PLAN.md §2 (L40) and B:7`.
struct Phrase<'t> {
    written: &'t str,
    /// How many documents it names.
    documents: usize,
    /// Whether the first of them stands alone, without section or lines.
    bare: bool,
    /// Whether all that follows the document is marked by a letter or a word: `A L3`, `A section 3`.
    worded: bool,
}

impl<'t> Phrase<'t> {
    fn at(text: &'t str, aliases: &Aliases) -> Option<Self> {
        let near = (0..=text.len().min(2 * PHRASE_LIMIT)).rev().find(|at| text.is_char_boundary(*at))?;
        let text = text.get(..near)?;
        steps::add(near);
        let mut scan = Scan { text, at: 0, aliases };
        scan.document()?;
        let first = scan.details();
        let mut phrase = Self { written: "", documents: 1, bare: first.is_none(), worded: first == Some(Mark::Word) };
        let mut end = scan.at;
        while !phrase.bare && end <= PHRASE_LIMIT && scan.separator() {
            let named = scan.document().is_some();
            if scan.details().is_none() {
                break;
            }
            phrase.documents += usize::from(named);
            phrase.worded = false;
            end = scan.at;
        }
        phrase.written = closed(text, end)?;
        let ends = text.get(phrase.written.len()..)?.chars().next().is_none_or(|next| !next.is_alphanumeric());
        (ends && end <= PHRASE_LIMIT && phrase.is_read(aliases)).then_some(phrase)
    }

    fn is_precise(&self) -> bool {
        !self.bare
    }

    /// Whether the reader of places sees as many documents.
    fn is_read(&self, aliases: &Aliases) -> bool {
        let places = places::read(self.written, aliases);
        let mut named = 0;
        let mut last = None;
        for place in &places {
            named += usize::from(last != Some(&place.document));
            last = Some(&place.document);
        }
        let precise = |place: &crate::model::Place| place.section.is_some() || place.lines.is_some();
        named > 0 && named <= self.documents && (self.bare || places.iter().all(precise))
    }

    /// "A L3 cache", "A section 3 heading": the letter is more likely the article.
    fn may_be_article(&self, text: &str) -> bool {
        let after = text.get(self.written.len()..).unwrap_or_default();
        let goes_on = after.strip_prefix(' ').is_some_and(|word| word.starts_with(char::is_alphabetic));
        text.starts_with("A ") && self.worded && goes_on
    }
}

/// A text up to an offset, with the marks that close what opened before it.
fn closed(text: &str, end: usize) -> Option<&str> {
    let mut end = end;
    for mark in ["`", "**"] {
        let open = text.get(..end)?.matches(mark).count() % 2 == 1;
        if open && text.get(end..)?.starts_with(mark) {
            end += mark.len();
        }
    }
    text.get(..end)
}

/// How a section or lines are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// `§4`, `:12`, `L88-90`: nothing else looks like it.
    Sign,
    /// `L3`, `line 3`, `S3`, `Section 3`.
    Word,
}

struct Scan<'t, 'a> {
    text: &'t str,
    at: usize,
    aliases: &'a Aliases,
}

impl<'t> Scan<'t, '_> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, marks: &[char]) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(marks).len();
    }

    /// A path or a known short name, perhaps as "Doc A", with the marks around it.
    fn document(&mut self) -> Option<()> {
        let start = self.at;
        self.skip(&['`', '*']);
        let word = self.rest().split_whitespace().next().unwrap_or_default();
        if is_document_word(word) {
            self.at += word.len();
            self.skip(&[' ', '`', '*']);
        }
        let token = self.rest().split_whitespace().next().unwrap_or_default();
        let end = match document_of(token).filter(|path| token.starts_with(path)) {
            Some(path) => Some(path.len()),
            None => short_name(self.rest(), self.aliases),
        };
        let Some(end) = end else {
            self.at = start;
            return None;
        };
        self.at += end;
        Some(())
    }

    /// The section and the lines that follow a document, or a separator.
    fn details(&mut self) -> Option<Mark> {
        let mut found = None;
        loop {
            let start = self.at;
            self.skip(&['`', '*']);
            self.skip(&[' ']);
            if found.is_none() && self.rest().starts_with(", ") {
                self.at += 2;
            }
            let open = self.rest().starts_with('(');
            self.at += usize::from(open);
            let Some(mut mark) = self.detail() else {
                self.at = start;
                return found;
            };
            if open {
                mark = Mark::Sign;
                if !self.rest().starts_with(')') {
                    self.at = start;
                    return found;
                }
                self.at += 1;
            }
            found = Some(if found == Some(Mark::Sign) { Mark::Sign } else { mark });
        }
    }

    fn detail(&mut self) -> Option<Mark> {
        let rest = self.rest();
        if let Some((length, mark)) = section(rest) {
            self.at += length;
            let title = self.rest().strip_prefix(" \"").and_then(|title| title.get(..title.find('"')?));
            self.at += title.map_or(0, |title| title.len() + 3);
            return Some(mark);
        }
        // "A: 12 seats" names no line.
        if rest.strip_prefix(':').is_some_and(|lines| lines.starts_with([' ', '~', '.'])) {
            return None;
        }
        let ([first, last], after) = places::take_lines(rest, false).filter(|_| !rest.starts_with(' '))?;
        self.at += rest.len() - after.len();
        Some(if first != last || rest.starts_with([':', '#']) { Mark::Sign } else { Mark::Word })
    }

    /// What parts two places, as the reader of places knows it.
    fn separator(&mut self) -> bool {
        const SEPARATORS: [&str; 8] = [", and ", ", ", "; ", " and ", " & ", " vs. ", " vs ", " / "];
        let start = self.at;
        self.skip(&['`', '*']);
        let found = SEPARATORS.into_iter().find(|separator| self.rest().starts_with(separator));
        match found {
            Some(separator) => self.at += separator.len(),
            None => self.at = start,
        }
        found.is_some()
    }
}

/// Where a known short name at the start of a text ends.
fn short_name(text: &str, aliases: &Aliases) -> Option<usize> {
    let end = text.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(text.len());
    let name = text.get(..end).filter(|name| is_alias(name))?;
    aliases.document(name).map(|_| end)
}

/// A section by its number: `§4.2`, `§ 4`, `Section 4`, `S4`. How long it is.
fn section(text: &str) -> Option<(usize, Mark)> {
    const WORDS: [&str; 8] = ["Section ", "section ", "Sections ", "sections ", "Sect. ", "Sec. ", "sec. ", "S"];
    let (after, mark) = match text.strip_prefix('§') {
        Some(after) => (after.trim_start_matches(' '), Mark::Sign),
        None => (WORDS.into_iter().find_map(|word| text.strip_prefix(word))?, Mark::Word),
    };
    let length = number(after)?;
    Some((text.len() - after.len() + length, mark))
}

/// `4`, `4.2a`, `A.1`: how long it is.
fn number(text: &str) -> Option<usize> {
    let mut length = 0;
    let mut characters = text.chars().peekable();
    while let Some(next) = characters.next() {
        let joins = matches!(next, '.' | '-') && characters.peek().is_some_and(char::is_ascii_digit);
        if !next.is_ascii_alphanumeric() && !joins {
            break;
        }
        length += next.len_utf8();
    }
    let number = text.get(..length)?;
    let appendix = number.starts_with(|first: char| first.is_ascii_uppercase()) && number.contains('.');
    (appendix || number.starts_with(|first: char| first.is_ascii_digit())).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::{Aliases, location};

    fn of(text: &str) -> Option<String> {
        let mut aliases = Aliases::none();
        aliases.name("A", "docs/a.md");
        aliases.name("B", "docs/b.md");
        location(None, text, &aliases)
    }

    #[test]
    fn a_place_is_found() {
        for (text, written) in [
            ("The hold is shorter (A §4).", "A §4"),
            ("The retry is unbounded (see A §4.2)", "A §4.2"),
            ("The hold is shorter [A:12]", "A:12"),
            ("The hold is shorter (A line 12).", "A line 12"),
            ("The hold is shorter (A lines 12–14; B lines 3)", "A lines 12–14; B lines 3"),
            ("The limits differ (A §4 vs. B §6).", "A §4 vs. B §6"),
            ("The limits differ (A §4, B §6).", "A §4, B §6"),
            ("The limits differ (A § Event Bus).", "A § Event Bus"),
            ("The hold (A:12-14, B:7) is short", "A:12-14, B:7"),
            ("The hold is short (A, §4), and so on", "A, §4"),
            ("Same in A §4 and B §6.", "A §4 and B §6"),
            ("The limit in A §3 is contradictory", "A §3"),
            ("The hold is short — A §4", "A §4"),
            ("The hold is short. A:12", "A:12"),
            ("The hold is short — A:12 — it ends in A:40.", "A:12"),
            ("The hold is short – `src/a.ts:12` – it ends (A:40)", "`src/a.ts:12`"),
            ("The hold is short: `src/a.ts:12`.", "`src/a.ts:12`"),
            ("The hold is short in `src/a.ts:12`.", "`src/a.ts:12`"),
            ("B:88 names it", "B:88"),
            ("`B:88` names it", "`B:88`"),
            ("**B:88** names it", "**B:88**"),
            ("B L88 names it", "B L88"),
            ("A L88-90: the hold", "A L88-90"),
            ("A L88: the hold", "A L88"),
            ("[A:12] the refund", "[A:12]"),
            ("(A §4) the refund", "(A §4)"),
            ("A §4 says one hour, B §6 says two.", "A §4"),
            ("A §4 and B §6 differ", "A §4 and B §6"),
            ("A (§4) says so", "A (§4)"),
            ("A §4 (L40-42) says so", "A §4 (L40-42)"),
            ("A §4 \"Holds\" says so", "A §4 \"Holds\""),
            ("In A §4, it says", "A §4"),
            ("Doc A §3 says so", "Doc A §3"),
            ("In doc A, section 3: nothing", "doc A, section 3"),
            ("src/a.ts:90 rounds", "src/a.ts:90"),
            ("docs/x.md §4 says so", "docs/x.md §4"),
            ("`docs/x.md` §4 says so", "`docs/x.md` §4"),
            ("docs/x.md is old", "docs/x.md"),
        ] {
            assert_eq!(of(text).as_deref(), Some(written), "{text}");
        }
    }

    #[test]
    fn a_letter_is_no_place() {
        for text in [
            "A customer can pay twice",
            "A 4 day hold is short",
            "A: the hold is short",
            "A: 12 seats are held",
            "A L3 cache is missing",
            "A S3 bucket is public",
            "A section 3 heading is missing",
            "A line 12 characters long",
            "Plan B: nothing",
            "Vitamin A, 12 of them",
            "The hold is short (A)",
            "The hold is short (A or B)",
            "The hold is short (B, 12 of them)",
            "The hold is shorter than A §4 and B §6 say",
            "C §4 says so",
            "The hold in A §3 is shorter than in B §6",
            "Type A4 paper",
            "The hold in docs/a.md is short",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
