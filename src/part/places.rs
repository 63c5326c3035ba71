//! Places in documents. See `docs/formats/places.md`.

use std::ops::Range;

use super::aliases::{Aliases, is_alias, is_document_word};
use super::documents::{self, MayBe, document_of, has_known_extension};
use crate::model::Place;
use crate::text::steps;

/// Reads every place that a location names. A part without a document continues the one before it.
#[must_use]
pub fn read(text: &str, aliases: &Aliases) -> Vec<Place> {
    steps::add(text.len());
    let mut reader = Reader {
        aliases,
        places: Vec::new(),
        document: aliases.subject().map(str::to_owned),
        pending: false,
        marked: false,
        bare_document: false,
    };
    for group in split(text, &[';']) {
        reader.section_open(None);
        for part in split(text.get(group.clone()).unwrap_or_default(), &[',']) {
            reader.part(text.get(group.start + part.start..group.start + part.end).unwrap_or_default(), 0);
        }
    }
    reader.places
}

/// Cuts at separators outside of parentheses, quotes and code.
fn split(text: &str, separators: &[char]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    let mut start = 0;
    for (at, character) in text.char_indices() {
        if let Some(close) = quote {
            quote = quote.filter(|_| close != character);
            continue;
        }
        match character {
            '"' | '`' => quote = Some(character),
            '“' => quote = Some('”'),
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            other if depth == 0 && separators.contains(&other) => {
                parts.push(start..at);
                start = at + other.len_utf8();
            }
            _ => {}
        }
    }
    // An open quote or parenthesis hides separators that were meant: cut plainly then.
    if (quote.is_some() || depth > 0) && parts.is_empty() && text.contains(separators) {
        let mut start = 0;
        for (at, separator) in text.match_indices(separators) {
            parts.push(start..at);
            start = at + separator.len();
        }
        parts.push(start..text.len());
        return parts;
    }
    parts.push(start..text.len());
    parts
}

struct Reader<'a> {
    aliases: &'a Aliases,
    places: Vec<Place>,
    document: Option<String>,
    /// Whether the last place is a section that takes the lines that come next.
    pending: bool,
    /// Whether the last section has a mark: then words after a comma belong to its title.
    marked: bool,
    /// Whether the last place is a document alone, which takes the section that comes next.
    bare_document: bool,
}

/// How deep parentheses are looked into.
const DEPTH: usize = 2;

impl Reader<'_> {
    fn section_open(&mut self, section: Option<String>) {
        self.pending = section.is_some();
        let bare = std::mem::take(&mut self.bare_document) && section.is_some();
        if let Some(last) = self.places.last_mut().filter(|last| bare && last.section.is_none() && last.lines.is_none())
        {
            last.section = section;
            return;
        }
        if section.is_some() {
            self.places.push(Place { document: self.document.clone(), section, lines: None });
        }
    }

    /// Reads one part: document, then section, then lines, each of them optional.
    fn part(&mut self, part: &str, depth: usize) {
        let part = part.trim().trim_start_matches("also ").trim_start_matches("cf. ").trim_start_matches("and ").trim();
        if part.is_empty() || depth > DEPTH {
            return;
        }
        let part = unwrapped(part);
        if let Some((left, right)) = self.joined(part).filter(|_| depth < DEPTH) {
            self.part(left, depth + 1);
            self.part(right, depth + 1);
            return;
        }
        let before = self.places.len();
        let mut rest = part;
        let mut named = false;
        if let Some((document, after)) = self.take_document(rest) {
            self.document = Some(document);
            self.pending = false;
            self.bare_document = false;
            named = true;
            rest = after;
        }
        if let Some((anchor, after)) = take_anchor(rest).filter(|_| named) {
            self.section_open(Some(anchor));
            rest = after;
        }
        // Two sections joined by "and": each is a place of its own.
        let (head, remark) = cut_remark(rest);
        let pieces = sections_of(head);
        let first = self.places.len();
        for piece in &pieces {
            self.piece(piece, named);
        }
        if named {
            self.bare_document = self.places.len() == before;
            if self.bare_document {
                self.places.push(Place { document: self.document.clone(), section: None, lines: None });
                self.pending = true;
            }
        }
        if let Some(remark) = remark
            && !self.share_lines(remark, first, pieces.len())
        {
            let document = self.document.clone();
            self.remark(remark, depth);
            // A document in a remark is none for what comes after it.
            self.document = document;
        }
    }

    /// The two halves of `x.md and y.md`, `L12 and L20`: what follows the "and" is a place of its own.
    fn joined<'t>(&self, part: &'t str) -> Option<(&'t str, &'t str)> {
        const JOINS: [&str; 6] = [" and ", " & ", " + ", " vs. ", " vs ", " / "];
        let mut joins = JOINS.map(Some);
        part.match_indices(' ').find_map(|(at, _)| {
            // Of each, the first alone.
            let rest = part.get(at..)?;
            let join = joins.iter_mut().find(|join| join.is_some_and(|join| rest.starts_with(join)))?.take()?;
            let (left, right) = (part.get(..at)?, rest.get(join.len()..)?.trim_start());
            let is_place = take_lines(right, false).is_some() || self.take_document(right).is_some();
            (is_place && !left.contains(['(', '"', '`'])).then_some((left, right))
        })
    }

    /// As many lines in a remark as sections before it: one for each.
    fn share_lines(&mut self, remark: &str, first: usize, pieces: usize) -> bool {
        let lines: Vec<[u32; 2]> =
            remark.split([',', ';']).map_while(|part| take_lines(part.trim(), true).map(|(lines, _)| lines)).collect();
        let sections = self.places.get_mut(first..).unwrap_or_default();
        let shared = pieces > 1
            && lines.len() == pieces
            && sections.len() == pieces
            && remark.split([',', ';']).count() == pieces;
        for (place, lines) in sections.iter_mut().zip(lines).filter(|_| shared) {
            place.lines = Some(lines);
        }
        shared
    }

    fn take_document<'t>(&self, text: &'t str) -> Option<(String, &'t str)> {
        let first = text.split_whitespace().next()?;
        let offset = text.find(first)?;
        if let Some(path) = documents::in_code(text.get(offset..)?, MayBe::Path) {
            let rest = text.get(offset + 1 + path.len()..)?.trim_start_matches('`');
            return Some((path.to_owned(), rest));
        }
        if let Some(path) = document_of(first).filter(|path| !self.is_member(first, path)) {
            let at = offset + first.find(path)? + path.len();
            let rest = text.get(at..)?.trim_start_matches(['`', '*', '"', '\'', ']', '_']);
            let path = path.trim_start_matches("./");
            let known = self.aliases.known().iter().find(|document| {
                document.strip_suffix(path).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
            });
            return Some((known.cloned().unwrap_or_else(|| path.to_owned()), rest));
        }
        let word = first.trim_start_matches(['`', '*', '(', '[']);
        if let Some(rest) = text.get(offset + first.len()..).filter(|rest| is_name(first) && begins_section(rest)) {
            return Some((self.aliases.document(first).unwrap_or(first).to_owned(), rest));
        }
        let (label, rest) = if is_document_word(word) {
            let rest = text.get(offset + first.len()..)?.trim_start();
            (rest, rest)
        } else {
            (word, text.get(text.len() - text.trim_start().trim_start_matches(['`', '*', '(', '[']).len()..)?)
        };
        let end = label.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(label.len());
        let name = label.get(..end).filter(|name| is_alias(name))?;
        let document = self.aliases.document(name)?;
        Some((document.to_owned(), rest.get(end..)?.trim_start_matches(['`', '*', ']'])))
    }

    /// Behind a document, an identifier in code marks is in it: `` `limiter.ts`, `limiter.check` ``.
    fn is_member(&self, token: &str, path: &str) -> bool {
        let named = self.places.last().is_some_and(|last| last.document.is_some());
        named && token.starts_with('`') && !path.contains('/') && !has_known_extension(path)
    }

    /// A section, or lines, or both.
    fn piece(&mut self, piece: &str, named: bool) {
        let piece = piece.trim().trim_start_matches([':', '-', '–', '—', '@', ',', '/', '>']).trim();
        let piece = piece.trim_end_matches([':', '.', '`', '*']);
        if piece.is_empty() {
            return;
        }
        let bare_number = piece.starts_with(|first: char| first.is_ascii_digit());
        // After a document's colon, or after other lines, a bare number is a line.
        let lines = take_lines(piece, named || self.bare_document || self.last_has_lines());
        if let Some((lines, rest)) = lines {
            if bare_number && lines[0] == lines[1] && counts(rest) {
                return;
            }
            let of = rest.trim_start().strip_prefix("in ").or_else(|| rest.trim_start().strip_prefix("of "));
            if let Some((document, after)) = of.and_then(|rest| self.take_document(rest)) {
                self.document = Some(document);
                self.pending = false;
                self.places.push(Place { document: self.document.clone(), section: None, lines: Some(lines) });
                return self.piece(after, false);
            }
            self.put_lines(lines);
            let rest = rest.trim();
            if !rest.is_empty() && !bare_number {
                let (head, remark) = cut_remark(rest);
                if !head.trim().is_empty() {
                    self.attach_section(head.trim());
                }
                if let Some(remark) = remark {
                    self.remark(remark, 1);
                }
            }
            return;
        }
        // `Section 3.2 of A.md`
        if let Some((section, document)) = [" of ", " in "].into_iter().find_map(|join| piece.rsplit_once(join))
            && !named
            && let Some((document, _)) = self.take_document(document).filter(|(_, after)| after.trim().is_empty())
        {
            self.document = Some(document);
            // `all of a.md`
            let is_all =
                |section: &str| matches!(section.to_lowercase().as_str(), "" | "all" | "most" | "the whole" | "whole");
            return match Some(clean_section(section)).filter(|section| !is_all(section)) {
                Some(section) => self.section_open(Some(section)),
                None => self.places.push(Place { document: self.document.clone(), section: None, lines: None }),
            };
        }
        let (section, lines) = cut_lines(piece);
        let has_mark = piece.starts_with('§');
        let section = clean_section(section);
        if self.marked && self.pending && !has_mark && !named && !is_numbered(piece) && !section.is_empty() {
            if let Some(title) =
                self.places.last_mut().filter(|last| last.lines.is_none()).and_then(|last| last.section.as_mut())
            {
                title.push_str(", ");
                title.push_str(&section);
            }
        } else if !section.is_empty() {
            self.section_open(Some(section));
            self.marked = has_mark;
        }
        if let Some(lines) = lines {
            self.put_lines(lines);
        }
    }

    fn last_has_lines(&self) -> bool {
        self.places.last().is_some_and(|place| place.lines.is_some())
    }

    /// Lines belong to the section right before them; further lines are places of their own in that section.
    fn put_lines(&mut self, lines: [u32; 2]) {
        match self.places.last_mut() {
            Some(last) if self.pending && last.lines.is_none() => last.lines = Some(lines),
            last => {
                let section = last
                    .filter(|last| last.document == self.document && self.pending)
                    .and_then(|last| last.section.clone());
                self.places.push(Place { document: self.document.clone(), section, lines: Some(lines) });
            }
        }
    }

    fn attach_section(&mut self, text: &str) {
        let section = clean_section(text);
        if let Some(last) = self.places.last_mut().filter(|last| last.section.is_none() && !section.is_empty()) {
            last.section = Some(section);
            self.pending = true;
        }
    }

    /// In parentheses: lines, or further places; anything else is only a remark.
    fn remark(&mut self, remark: &str, depth: usize) {
        for part in remark.split([',', ';']).map(str::trim) {
            let part = part.trim_start_matches("also ").trim_start_matches("see ").trim_start_matches("lines ");
            if let Some((lines, rest)) = take_lines(part, self.last_has_lines() || part.len() < remark.len())
                && rest.trim().is_empty()
            {
                self.put_lines(lines);
            } else if self
                .take_document(part)
                .is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with([':', '#', ' ']))
            {
                self.part(part, depth + 1);
            } else if part.starts_with('§') {
                self.piece(part, false);
            }
        }
    }
}

/// Whether what follows a number says that it counts: `a.py:12 and 5 more`.
pub(super) fn counts(rest: &str) -> bool {
    const COUNTED: [&str; 9] =
        ["more", "other", "others", "further", "additional", "places", "times", "occurrences", "sites"];
    COUNTED.contains(&word_behind(rest))
}

/// The word that follows a number, behind a blank; empty where there is none.
pub(super) fn word_behind(rest: &str) -> &str {
    let text = rest.strip_prefix(' ').unwrap_or_default();
    text.split(|character: char| !character.is_alphabetic()).next().unwrap_or_default()
}

/// Whether what follows a number is the unit of a measure: `data.csv (350 kB)`.
pub(super) fn measures(rest: &str) -> bool {
    const UNITS: [&str; 22] = [
        "B",
        "GB",
        "GiB",
        "KB",
        "KiB",
        "MB",
        "MiB",
        "TB",
        "bytes",
        "characters",
        "chars",
        "columns",
        "days",
        "entries",
        "hours",
        "items",
        "kB",
        "lines",
        "lines)",
        "ms",
        "rows",
        "seconds",
    ];
    UNITS.contains(&word_behind(rest))
}

/// A name in capitals, such as `TDD`, `P-4` or `R-002`: a document where a section mark follows.
fn is_name(word: &str) -> bool {
    word.len() > 1
        && word.starts_with(|first: char| first.is_ascii_uppercase())
        && word.chars().all(|character| {
            character.is_ascii_uppercase() || character.is_ascii_digit() || matches!(character, '-' | '_')
        })
        && !is_numbered(word)
}

/// Whether a text begins with a section mark and what it marks.
fn begins_section(text: &str) -> bool {
    let text = text.trim_start();
    let digit = |rest: &str| rest.trim_start().starts_with(|first: char| first.is_ascii_digit());
    text.starts_with('§')
        || text.strip_prefix('S').is_some_and(|rest| !rest.starts_with(' ') && digit(rest))
        || text.strip_prefix("Section ").is_some_and(digit)
}

/// `S3.2`, `Section 3`, `3.2`: a section by its number.
fn is_numbered(text: &str) -> bool {
    let text = text.trim_start_matches("Section ").trim_start_matches("section ").trim_start_matches('S');
    text.starts_with(|first: char| first.is_ascii_digit())
}

/// Without parentheses or brackets around the whole; of a Markdown link, its target.
fn unwrapped(part: &str) -> &str {
    if let Some((_, target)) = part.strip_prefix('[').and_then(|inner| inner.split_once("]("))
        && let Some(target) = target.strip_suffix(')')
    {
        return target;
    }
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(inner) = part.strip_prefix(open).and_then(|inner| inner.strip_suffix(close))
            && !inner.contains([open, close])
        {
            return inner.trim();
        }
    }
    part
}

/// `#anchor` right after a document.
fn take_anchor(text: &str) -> Option<(String, &str)> {
    let anchor = text.strip_prefix('#')?;
    let end = anchor
        .find(|character: char| character.is_whitespace() || matches!(character, ',' | ';' | ')' | '(' | '`'))
        .unwrap_or(anchor.len());
    let name = anchor.get(..end).filter(|name| !name.is_empty())?;
    if let Some((_, rest)) = take_lines(name, false)
        && rest.is_empty()
    {
        return None;
    }
    Some((name.to_owned(), anchor.get(end..).unwrap_or_default()))
}

/// Cuts a remark in parentheses off the end or the middle.
fn cut_remark(text: &str) -> (&str, Option<&str>) {
    let Some(open) = text.find('(') else { return (text, None) };
    let inner = text.get(open + 1..).unwrap_or_default();
    let close = inner.find(')').unwrap_or(inner.len());
    (text.get(..open).unwrap_or_default(), inner.get(..close))
}

/// Sections joined by "and", "&" or further section marks.
fn sections_of(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut quotes = text
        .char_indices()
        .filter(|(_, character)| matches!(character, '"' | '“' | '”' | '`'))
        .map(|(at, _)| at)
        .peekable();
    let mut quoted = false;
    for (at, _) in text.match_indices('§') {
        while quotes.next_if(|quote| *quote < at).is_some() {
            quoted = !quoted;
        }
        if quoted {
            continue;
        }
        let before = text.get(start..at).unwrap_or_default();
        if !before.trim().is_empty() && before.trim_start().starts_with('§') {
            pieces.push(before.trim().trim_end_matches("and").trim_end_matches('&').trim_end_matches(['/', '+']));
            start = at;
        }
    }
    pieces.push(text.get(start..).unwrap_or_default());
    pieces
}

/// Reads lines at the start of a text: `L12`, `L12-L34`, `:12-34`, `lines 12 to 34`, and where they are expected
/// also `12-34`.
pub(super) fn take_lines(text: &str, bare_allowed: bool) -> Option<([u32; 2], &str)> {
    let trimmed = text.trim_start().trim_start_matches('#');
    let word =
        ["lines", "line", "Lines", "Line", "ll.", "l.", "L.", "L", "l", "~L", ":L", ":"].into_iter().find_map(|word| {
            trimmed.strip_prefix(word).filter(|rest| {
                rest.trim_start_matches(['~', ' ', '.']).starts_with(|first: char| first.is_ascii_digit())
            })
        });
    let marked = word.is_some();
    if !marked && !bare_allowed {
        return None;
    }
    let rest = word.unwrap_or(trimmed).trim_start_matches([' ', '~', '.']);
    let (first, rest) = take_number(rest)?;
    let joined = rest.trim_start();
    let joined = ["-", "–", "—", "to ", "..", "through "].into_iter().find_map(|join| joined.strip_prefix(join));
    let last = joined.map(|rest| rest.trim_start().trim_start_matches(['L', 'l', '.', ':'])).and_then(take_number);
    let (last, rest) = last.unwrap_or((first, rest));
    let (first, last) = (first.min(last), first.max(last));
    // "3.2" is a section, "10k" a size, "12:34" a line with its column.
    let rest = rest.strip_prefix(':').and_then(take_number).map_or(rest, |(_, rest)| rest);
    let ends = rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && next != '_');
    let is_number = ends
        && !(rest.starts_with('.')
            && rest.get(1..).is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit())));
    (is_number && (marked || rest.trim().is_empty())).then_some(([first, last], rest))
}

fn take_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits)?;
    Some((number.parse().ok()?, rest))
}

/// Cuts lines off the end of a section: `§3 Title L12-34`, `Title:12`.
fn cut_lines(text: &str) -> (&str, Option<[u32; 2]>) {
    for (at, _) in text.match_indices([' ', ':']).collect::<Vec<_>>().into_iter().rev().take(4) {
        let tail = text.get(at..).unwrap_or_default();
        if let Some((lines, rest)) = take_lines(tail, false)
            && rest.trim().is_empty()
        {
            return (text.get(..at).unwrap_or_default(), Some(lines));
        }
    }
    (text, None)
}

/// A section without its mark and its quotes: `§ 3.2 "Event Bus"` is `3.2 Event Bus`.
fn clean_section(text: &str) -> String {
    let mut section = text.trim().trim_matches(['*', '`', '_', ' ', ':', ',']);
    loop {
        let shorter = section.strip_prefix(['§', '#', '¶']).map(str::trim_start);
        let shorter = shorter.or_else(|| {
            ["Section ", "section ", "Sect. ", "Sec. ", "sec. "].into_iter().find_map(|word| section.strip_prefix(word))
        });
        let shorter = shorter.or_else(|| {
            section.strip_prefix('S').filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        });
        match shorter {
            Some(shorter) => section = shorter,
            None => break,
        }
    }
    let cleaned: String =
        section.chars().filter(|character| !matches!(character, '"' | '“' | '”' | '`' | '*')).collect();
    cleaned.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Aliases, read};

    fn aliases() -> Aliases {
        let mut aliases = Aliases::none();
        aliases.name("A", "docs/a.md");
        aliases.name("B", "docs/b.md");
        aliases.know(&["docs/a.md".to_owned(), "docs/b.md".to_owned()]);
        aliases
    }

    fn places(text: &str) -> Vec<String> {
        read(text, &aliases())
            .into_iter()
            .map(|place| {
                let lines = place.lines.map(|[first, last]| format!("{first}-{last}")).unwrap_or_default();
                format!("{}|{}|{lines}", place.document.unwrap_or_default(), place.section.unwrap_or_default())
            })
            .collect()
    }

    #[test]
    fn one_place() {
        assert_eq!(places("ARCHITECTURE.md S3.2 \"Event Bus\""), ["ARCHITECTURE.md|3.2 Event Bus|"]);
        assert_eq!(places("src/a.rs:12-34"), ["src/a.rs||12-34"]);
        assert_eq!(places("`src/a.rs:12`"), ["src/a.rs||12-12"]);
        assert_eq!(places("pipeline.md § Four-Phase Pattern (L428)"), ["pipeline.md|Four-Phase Pattern|428-428"]);
        assert_eq!(places("B L428 (Four-Phase Pattern, Collect)"), ["docs/b.md||428-428"]);
        assert_eq!(places("TDD.md (no S8.2 exists)"), ["TDD.md||"]);
        assert_eq!(places("a.md#event-bus"), ["docs/a.md|event-bus|"]);
        assert_eq!(places("a.md#L12-L34"), ["docs/a.md||12-34"]);
        assert_eq!(places("x.md lines 12 to 34"), ["x.md||12-34"]);
        assert_eq!(places("Document A Section 3.2"), ["docs/a.md|3.2|"]);
        assert_eq!(places("ROUTES.md, Section 3.2"), ["ROUTES.md|3.2|"]);
        assert_eq!(places("ROUTES.md §7 \"see STOPS §9\""), ["ROUTES.md|7 see STOPS §9|"]);
        assert_eq!(places("P-4 §1"), ["P-4|1|"]);
        assert_eq!(places("L4 in x.md"), ["x.md||4-4"]);
        assert_eq!(places("Section 3.2 of x.md"), ["x.md|3.2|"]);
        assert_eq!(places("(src/x.ts:10)"), ["src/x.ts||10-10"]);
        assert_eq!(places("[src/x.ts:10]"), ["src/x.ts||10-10"]);
        assert_eq!(places("[x.md](docs/x.md#event-bus)"), ["docs/x.md|event-bus|"]);
        assert_eq!(places("x.md and y.md §4"), ["x.md||", "y.md|4|"]);
        assert_eq!(places("x.md:34-12"), ["x.md||12-34"]);
        assert_eq!(places("TDD S8.2"), ["TDD|8.2|"]);
        assert_eq!(places("./docs/x.md:3"), ["docs/x.md||3-3"]);
    }

    #[test]
    fn several_places() {
        assert_eq!(
            places("§13 Fix Task System (L1198-1207); §6 Run Mode loop (L692-700)"),
            ["|13 Fix Task System|1198-1207", "|6 Run Mode loop|692-700"]
        );
        assert_eq!(places("A:276-280, A:348"), ["docs/a.md||276-280", "docs/a.md||348-348"]);
        assert_eq!(
            places("A §10, L977, L991-993; B L468-474"),
            ["docs/a.md|10|977-977", "docs/a.md|10|991-993", "docs/b.md||468-474"]
        );
        assert_eq!(
            places("docs/a.md:320-323, 329-332, 361"),
            ["docs/a.md||320-323", "docs/a.md||329-332", "docs/a.md||361-361"]
        );
        assert_eq!(places("Review, L27"), ["|Review|27-27"]);
        assert_eq!(places("x.md and y.md"), ["x.md||", "y.md||"]);
        assert_eq!(places("x.md L12 and L20"), ["x.md||12-12", "x.md||20-20"]);
        assert_eq!(places("x.md (see y.md:3)"), ["x.md||", "y.md||3-3"]);
        assert_eq!(places("x.md, 10-12"), ["x.md||10-12"]);
        assert_eq!(places("L27, 66, 134"), ["||27-27", "||66-66", "||134-134"]);
        assert_eq!(places("x.md (L15, L120, L435-436)"), ["x.md||15-15", "x.md||120-120", "x.md||435-436"]);
        assert_eq!(places("A:290-294 (also A:256)"), ["docs/a.md||290-294", "docs/a.md||256-256"]);
        assert_eq!(places("x.md:13-14; cf. docs/a.md:426"), ["x.md||13-14", "docs/a.md||426-426"]);
        assert_eq!(
            places("x.md § Agent Types and § Wave Structure (L433-439, L459-462)"),
            ["x.md|Agent Types|433-439", "x.md|Wave Structure|459-462"]
        );
        assert_eq!(places("`limiter.ts`, `Limiter.check()`"), ["limiter.ts|Limiter.check|"]);
        assert_eq!(places("limiter.ts, Limiter.check"), ["limiter.ts|Limiter.check|"]);
        assert_eq!(places("limiter.ts:40, `limiter.check`"), ["limiter.ts||40-40", "limiter.ts|limiter.check|"]);
        assert_eq!(places("limiter.ts, check()"), ["limiter.ts|check|"]);
        assert_eq!(places("`limiter.ts`, `Api.tsx`"), ["limiter.ts||", "Api.tsx||"]);
        assert_eq!(places("A §4 vs. B §6"), ["docs/a.md|4|", "docs/b.md|6|"]);
        assert_eq!(places("x.md § Build vs. Buy and y.md §3"), ["x.md|Build vs. Buy|", "y.md|3|"]);
        assert_eq!(places("x.md § Context File Rules, rule 2 (L447)"), ["x.md|Context File Rules, rule 2|447-447"]);
    }
}
