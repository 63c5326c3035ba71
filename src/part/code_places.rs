//! Files and lines in running text, as reviews of code write them: `a.py:12-14, 20`, used at `31` and 40-42.
//! See `docs/formats/places.md`, "Files and lines in running text".

use std::ops::Range;

use super::aliases::Aliases;
use super::documents::{self, MayBe, document_of, is_document};
use super::places::{counts, measures, word_behind};
use super::{severities, translations};
use crate::model::Place;
use crate::order::Arrange;
use crate::text::{inline, steps};

/// How much a bare number has to have on its side to be a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The text says where something is: numbers that follow a file are lines, also through words between.
    Location,
    /// Any text: only lines that a file or a word such as "line" stands right before.
    Prose,
    /// A text below the name of a file: bare numbers that stand as lines do are lines of it, too.
    Filed,
}

/// A place and where the text names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The place.
    pub place: Place,
    /// Its bytes in the text.
    pub range: Range<usize>,
}

/// The files, sections and lines that a text names, in order. `names` says what files go by short names, and in which
/// lines are that no file stands before.
#[must_use]
pub fn mentions(text: &str, names: &Aliases, reach: Reach) -> Vec<Mention> {
    mentions_from(text, names, reach, usize::MAX)
}

/// The mentions of a text, if one begins at a place or before it.
fn mentions_from(text: &str, names: &Aliases, reach: Reach, latest: usize) -> Vec<Mention> {
    steps::add(text.len());
    let mut scan = Scan {
        text,
        names,
        reach,
        document: names.subject().map(str::to_owned),
        found: Vec::new(),
        last: Last::Nothing,
        from_word: None,
        word: 0,
        counts_behind: translations::may_count_lines_behind(text),
    };
    let mut at = 0;
    while at < text.len() && (at <= latest || !scan.found.is_empty() || scan.last != Last::Nothing) {
        at = scan.token(at).max(at + 1);
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    scan.found
}

/// The places of [`mentions`], each once; a file alone only where nothing says more of it.
#[must_use]
pub fn read(text: &str, names: &Aliases, reach: Reach) -> Vec<Place> {
    let found = mentions(text, names, reach);
    // Sorted, for a text may name thousands.
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.arrange_by_key(|at| (found.get(*at).map(|mention| &mention.place), *at));
    order.dedup_by_key(|at| found.get(*at).map(|mention| &mention.place));
    order.arrange();
    order.into_iter().filter_map(|at| found.get(at)).map(|mention| mention.place.clone()).collect()
}

/// The place that a text begins with, as written, and what follows it.
#[must_use]
pub fn lead(text: &str) -> Option<(&str, &str)> {
    const REMARK: usize = 80;
    const NEAR: usize = 400;
    let opened = text.trim_start_matches(['`', '*', '(', '[', ' ']);
    let opened = if document_of(opened).is_some_and(|path| opened.starts_with(path)) {
        opened
    } else {
        opened.trim_start_matches(['`', '*', '_', '(', '[', ' '])
    };
    let skipped = text.len() - opened.len();
    let near = (0..=text.len().min(NEAR)).rev().find(|at| text.is_char_boundary(*at))?;
    let head = text.get(..near)?;
    let mut end = None;
    // `L4` may be a level: without a file, it is a line only where a mark follows it.
    let numbered = opened.strip_prefix('L').filter(|rest| starts_with_digit(rest));
    let parted = |rest: &str| {
        let after = rest.trim_start_matches(|mark: char| {
            mark.is_ascii_digit() || matches!(mark, ',' | ' ' | 'L') || inline::is_range_dash(mark)
        });
        after.starts_with([':', ')']) || (skipped > 0 && after.starts_with(['*', '`']))
    };
    if numbered.is_some_and(|rest| !parted(rest)) {
        return None;
    }
    for mention in mentions_from(head, &Aliases::none(), Reach::Prose, skipped) {
        let from = end.unwrap_or(0);
        let gap = head.get(from..mention.range.start)?;
        // `src/a.sh:4: plan.json is read too early`: what is wrong begins with the name of a file.
        let is_told = gap.starts_with(": ")
            && head.get(..from).is_some_and(|before| before.ends_with(|last: char| last.is_ascii_digit()));
        let joined = match end {
            None => mention.range.start <= skipped,
            Some(_) => is_joint(gap) && !is_told,
        };
        if !joined {
            break;
        }
        if let Some(path) = told_before_its_lines(head.get(mention.range.clone())?) {
            end = Some(mention.range.start + path);
            break;
        }
        end = Some(mention.range.end);
    }
    let mut end = end?;
    // What closes the marks that opened before it.
    let closers = text.get(end..)?;
    let opening = text.get(..skipped)?;
    end += closers.len() - closers.trim_start_matches(|mark: char| is_closer(mark, opening)).len();
    // `` `a.rs` (lines 12-14) ``, `a.rs [12-14]`
    for (open, close) in [('(', ')'), ('[', ']')] {
        let written = text.get(..end)?;
        let is_open = written.matches(open).count() > written.matches(close).count();
        end += usize::from(is_open && text.get(end..)?.starts_with(close));
    }
    // A code mark that goes on behind the place: `` `a.rs:12 (read), 40` ``.
    if text.get(..end)?.matches('`').count() % 2 == 1 {
        let remark = text.get(end..)?.find('`').filter(|length| *length <= REMARK)?;
        end += remark + 1;
    }
    Some((text.get(..end)?.trim(), text.get(end..)?))
}

/// How long the path of a file is behind which words tell something before its lines: `` src/a.rs` reads past the end (`:464 ``.
fn told_before_its_lines(written: &str) -> Option<usize> {
    const WORDS: [&str; 6] = ["around", "at", "in", "near", "on", "section"];
    let path = document_of(written).filter(|path| written.starts_with(path))?;
    let told = written.get(path.len()..)?.split('(').next()?;
    let mut words = told.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let (first, last) = (words.next()?, words.next_back()?);
    let is_plain = |word: &str| word.bytes().all(|letter| letter.is_ascii_lowercase());
    let leads_on = translations::is_line(last) || WORDS.contains(&last);
    (is_plain(first) && is_plain(last) && !leads_on).then_some(path.len())
}

fn is_closer(mark: char, opening: &str) -> bool {
    match mark {
        '`' | '*' | '_' => opening.contains(mark),
        ')' => opening.contains('('),
        ']' => opening.contains('['),
        _ => false,
    }
}

/// Whether nothing but separators and "and" stands in a text.
fn is_joint(gap: &str) -> bool {
    gap.split(|character: char| {
        matches!(character, ' ' | ',' | ';' | '`' | '*' | '&' | '+' | '/' | '(' | ')' | ':' | '[' | ']')
    })
    .all(|word| {
        matches!(word, "" | "and" | "or" | "L" | "also" | "with" | "und" | "et" | "y" | "e")
            || translations::is_line(word)
    })
}

/// What was read last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    Nothing,
    /// A file that ended here.
    Document(usize),
    /// Lines that ended here.
    Lines(usize),
    /// The word "line", which ended here.
    Word(usize),
}

/// Whether a file with a known ending is named by digits, or begins with them: `404.html`, `0007_events.sql`. A file without one
/// may stand in folders of which the first is named so: `17/trixie/Dockerfile`.
fn is_counted(path: &str) -> bool {
    let parts = path.split('/').skip(1);
    let is_word = |part: &str| part.len() > 1 && part.starts_with(|first: char| first.is_ascii_alphabetic());
    if parts.clone().count() > 1 && parts.into_iter().all(is_word) {
        return true;
    }
    let (stem, ending) = path.rsplit_once('.').unwrap_or_default();
    let is_named = ending.len() > 1 || stem.contains(|letter: char| letter.is_ascii_alphabetic());
    is_named && documents::has_known_extension(path)
}

/// Whether the digits that a text begins with may be the number of a line.
fn is_short(text: &str) -> bool {
    const DIGITS: usize = 6;
    text.bytes().take_while(u8::is_ascii_digit).count() <= DIGITS
}

struct Scan<'t, 'a> {
    text: &'t str,
    names: &'a Aliases,
    reach: Reach,
    document: Option<String>,
    found: Vec<Mention>,
    last: Last,
    /// From which mention on lines stand behind the word "line", before any file: `line 4 of a.py`.
    from_word: Option<usize>,
    /// Where the last word "line" begins.
    word: usize,
    /// Whether a word for lines that is written behind their numbers occurs.
    counts_behind: bool,
}

impl<'t> Scan<'t, '_> {
    fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    fn gap(&self, at: usize) -> Option<&'t str> {
        match self.last {
            Last::Nothing => None,
            Last::Document(end) | Last::Lines(end) | Last::Word(end) => self.text.get(end..at),
        }
    }

    /// Reads what stands at a place; gives where to go on.
    fn token(&mut self, at: usize) -> usize {
        let rest = self.rest(at);
        let Some(first) = rest.chars().next() else { return at + 1 };
        if first.is_ascii_digit() {
            // `0007_events.sql`
            let before = self.text.get(..at).and_then(|before| before.chars().next_back());
            let begins = !before.is_some_and(|before| is_path(before) && !matches!(before, '(' | '['));
            let goes_on = rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).starts_with(is_path);
            let named = if begins && goes_on { document_of(rest) } else { None };
            let Some(path) = named.filter(|path| rest.starts_with(path) && is_counted(path)) else {
                return self.number(at);
            };
            let end = at + path.len();
            self.name(path, at, end);
            return end;
        }
        // `第12行`
        if first == '第' && self.counts_behind && rest.get(first.len_utf8()..).is_some_and(starts_with_digit) {
            return self.number(at + first.len_utf8());
        }
        if first == '§' {
            return self.section(at);
        }
        if first == '`' {
            let may_be = if self.reach == Reach::Location { MayBe::Path } else { MayBe::Command };
            return match documents::in_code(rest, may_be).or_else(|| documents::with_lines_in_code(rest)) {
                Some(path) => {
                    let end = at + 1 + path.len();
                    self.name(path, at + 1, end);
                    end
                }
                None => at + 1,
            };
        }
        // `lines +64 to +66`
        let is_name = is_path(first) || documents::begins_with_part(rest);
        if !is_name || (first == '+' && rest.get(1..).is_some_and(starts_with_digit)) {
            return at + first.len_utf8();
        }
        let end = at + rest.find(|character: char| !is_path(character)).unwrap_or(rest.len());
        let target = Some(rest).filter(|_| first == 'h');
        if let Some(target) =
            target.and_then(|rest| rest.strip_prefix("http://").or_else(|| rest.strip_prefix("https://")))
        {
            let length = target
                .find(|character: char| character.is_whitespace() || matches!(character, ')' | '>' | ']' | '`' | '"'))
                .unwrap_or(target.len());
            let end = at + rest.len() - target.len() + length;
            self.address(at, target.get(..length).unwrap_or_default(), end);
            return end;
        }
        let token = self.text.get(at..end).unwrap_or_default();
        if let Some(path) = document_of(rest).filter(|path| rest.starts_with(path) && !token.ends_with('@')) {
            let end = at + path.len();
            self.name(path, at, end);
            return end;
        }
        match token.trim_end_matches('.') {
            word if translations::is_line(word)
                || (matches!(token, "l." | "ll.") && starts_with_digit(self.rest(end).trim_start())) =>
            {
                self.last = Last::Word(end);
                self.word = at;
            }
            word => {
                let marked = word
                    .strip_prefix("l.")
                    .or_else(|| word.strip_prefix("L."))
                    .or_else(|| word.strip_prefix(['L', 'l']))
                    .or_else(|| word.strip_prefix('R').filter(|_| self.is_right_behind_a_file(at)));
                if let Some(number) = marked.filter(|number| starts_with_digit(number)) {
                    let from = at + word.len() - number.len();
                    if let Some((lines, end)) = self.lines_at(from).filter(|_| is_short(number)) {
                        self.put(lines, at..end);
                        return end;
                    }
                }
                let known = self.names.file(word).or_else(|| KNOWN_BY_NAME.into_iter().find(|name| *name == word));
                let named = known.filter(|_| self.is_named(word, at, end));
                if let Some(path) = named.or_else(|| self.class(word, at, end)).map(str::to_owned) {
                    self.name(&path, at, end);
                }
            }
        }
        end
    }

    /// Whether only marks stand between a file and a place: `` `src/a.ts` — R4 ``, lines on the right of a change.
    fn is_right_behind_a_file(&self, at: usize) -> bool {
        const MARKS: usize = 8;
        self.reach == Reach::Location
            && matches!(self.last, Last::Document(_))
            && self.gap(at).is_some_and(|gap| gap.len() <= MARKS && !gap.contains(char::is_alphanumeric))
    }

    /// Whether a name without folder and ending stands for its file: a section or lines follow it.
    fn is_named(&self, word: &str, at: usize, end: usize) -> bool {
        let before = self.text.get(..at).and_then(|before| before.chars().next_back());
        let rest = self.rest(end);
        let after = rest.trim_start_matches([' ', '`', '*']);
        let spaced = rest.len() > after.len();
        let capital = word.chars().all(|character| !character.is_lowercase());
        let lines = ["l.", "L", "line ", "lines ", "Task ", "Section ", "Phase "]
            .iter()
            .any(|mark| after.strip_prefix(mark).is_some_and(starts_with_digit));
        !before.is_some_and(|before| before.is_alphanumeric() || before == '.')
            && (after.starts_with('§')
                || (spaced && lines)
                || rest.strip_prefix(':').is_some_and(starts_with_digit)
                || (spaced && starts_with_digit(after) && (capital || rest.trim_start().starts_with('`'))))
    }

    /// A class in the place of its file, where lines follow: `PetController:85`, `PetController.update:85`, `` `PetController`
    /// 68 and 170``, `` `Pet` (lines 4-9) ``. A file of that name is meant where the reply names one.
    fn class<'w>(&'w self, word: &'w str, at: usize, end: usize) -> Option<&'w str> {
        const LEAST: u32 = 10;
        let before = self.text.get(..at).and_then(|before| before.chars().next_back());
        if before.is_some_and(|before| !matches!(before, '`' | ' ' | '(' | '[' | '*' | '/' | '\n' | ',')) {
            return None;
        }
        let (name, member) = word.split_once('.').map_or((word, None), |(name, member)| (name, Some(member)));
        let is_member = |member: &str| {
            member.starts_with(char::is_lowercase)
                && member.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
        };
        let humps = documents::humps(name);
        if humps == 0 || !member.is_none_or(is_member) {
            return None;
        }
        let is_class = humps > 1 || member.is_some();
        let rest = self.rest(end);
        let is_direct = is_class && rest.strip_prefix(':').is_some_and(starts_with_digit);
        // `StringWrapper` (line 4) may be what stands there in some file.
        let has_file = || self.names.has_no_code() || documents::has_file_of_its_own(name);
        let in_code = before == Some('`') && rest.starts_with(['`', '(']);
        let after = rest.trim_start_matches(['(', ')', '`', ' ']);
        let is_line = || {
            let (word, lines) = after.split_once(' ').unwrap_or((after, ""));
            let marked = word.strip_prefix(['L', 'l']).is_some_and(starts_with_digit);
            marked || (translations::is_line(word) && starts_with_digit(lines))
        };
        let is_number = || {
            let lines = self.lines_at(self.text.len() - after.len());
            lines.is_some_and(|(lines, end)| lines[0] >= LEAST && self.is_free(end, lines) && !counts(self.rest(end)))
        };
        let is_behind = || ((in_code || is_class) && is_line()) || (in_code && is_class && is_number());
        (is_direct || (is_behind() && has_file())).then(|| self.names.file(name).unwrap_or(name))
    }

    /// A section: `§3.2`, `§ 4`.
    fn section(&mut self, at: usize) -> usize {
        let rest = self.rest(at + '§'.len_utf8()).trim_start_matches(['§', ' ']);
        let end = rest
            .find(|character: char| !(character.is_alphanumeric() || matches!(character, '.' | '-' | '–')))
            .unwrap_or(rest.len());
        let name = rest.get(..end).unwrap_or_default().trim_end_matches(['.', '-', '–']);
        let end = self.text.len() - rest.len() + name.len();
        if name.is_empty() {
            return at + '§'.len_utf8();
        }
        let near = matches!(self.last, Last::Document(_));
        let bare =
            self.found.last_mut().filter(|last| near && last.place.lines.is_none() && last.place.section.is_none());
        match bare.filter(|last| last.place.document == self.document) {
            Some(last) => {
                last.place.section = Some(name.to_owned());
                last.range.end = end;
            }
            None => {
                let place = Place { document: self.document.clone(), section: Some(name.to_owned()), lines: None };
                self.found.push(Mention { place, range: at..end });
            }
        }
        self.last = Last::Document(end);
        end
    }

    /// A file.
    fn name(&mut self, path: &str, at: usize, end: usize) {
        // `…/web/a.kt` is what the file ends in.
        let path = path.trim_start_matches("./");
        let path = path.strip_prefix("…/").or_else(|| path.strip_prefix(".../")).unwrap_or(path);
        self.document = Some(self.names.document(path).unwrap_or(path).to_owned());
        // `line 4 of a.py`
        if let Some(from) = self.from_word.take()
            && matches!(
                self.gap(at).map(|gap| gap.trim_matches(['`', ' ', '*', '('])),
                Some("of" | "in" | "from" | "at")
            )
        {
            for mention in self.found.get_mut(from..).unwrap_or_default() {
                mention.place.document.clone_from(&self.document);
            }
            self.last = Last::Lines(end);
            return;
        }
        let place = Place { document: self.document.clone(), section: None, lines: None };
        self.found.push(Mention { place, range: at..end });
        self.last = Last::Document(end);
    }

    /// A link to a file on a forge: `https://…/blob/<revision>/src/a.ts#L10-L20`.
    fn address(&mut self, at: usize, address: &str, end: usize) {
        let (path, anchor) = address.split_once('#').unwrap_or((address, ""));
        let Some(behind) =
            ["/blob/", "/-/blob/", "/src/", "/raw/", "/tree/"].iter().find_map(|mark| path.split_once(mark))
        else {
            return;
        };
        let Some((_, file)) = behind.1.split_once('/') else { return };
        if !is_document(file) && document_of(file).is_none() {
            return;
        }
        // `[a.ts:15](…/src/a.ts#L15)` names the file twice.
        let before = self.text.get(..at).unwrap_or_default();
        if let Some(from) = before.strip_suffix("](").and_then(|text| text.rfind('[')) {
            while self.found.pop_if(|mention| mention.range.start >= from).is_some() {}
        }
        self.document = Some(file.to_owned());
        let lines = anchor.strip_prefix(['L', 'l']).and_then(|anchor| range_of(anchor).map(|(lines, _)| lines));
        let place = Place { document: self.document.clone(), section: None, lines };
        self.found.push(Mention { place, range: at..end });
        self.last = if lines.is_some() { Last::Lines(end) } else { Last::Document(end) };
    }

    /// A number: a line where what stands before it says so.
    fn number(&mut self, at: usize) -> usize {
        let rest = self.rest(at);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let before = self.text.get(..at).unwrap_or_default().chars().next_back();
        let may_count = self.counts_behind && before.is_none_or(|before| before == '第' || !before.is_alphanumeric());
        if let Some(end) = Some(at).filter(|_| may_count).and_then(|at| self.counted_behind(at)) {
            return end;
        }
        if before
            .is_some_and(|before| before.is_alphanumeric() || matches!(before, '_' | '.' | '$' | '%' | '~' | '≈' | '²'))
        {
            return self.skip_word(at + digits);
        }
        match self.lines_at(at) {
            Some((lines, end)) if self.is_line(at, end, lines) => {
                self.put(lines, at..end);
                end
            }
            _ => self.skip_word(at + digits),
        }
    }

    /// Takes numbers behind which stands that they are lines: `18, 25~27번째 줄`. Gives where to go on.
    fn counted_behind(&mut self, at: usize) -> Option<usize> {
        const MOST: usize = 32;
        let mut found = Vec::new();
        let mut rest = self.rest(at);
        let word = loop {
            if found.len() == MOST {
                return None;
            }
            let (first, after) = number_of(rest)?;
            let joined = after
                .trim_start()
                .strip_prefix(|mark| inline::is_range_dash(mark) || matches!(mark, '~' | '～' | '〜'));
            let (last, after) = joined.and_then(|joined| number_of(joined.trim_start())).unwrap_or((first, after));
            found.push([first, last.max(first)]);
            let told = after.trim_start_matches(' ');
            if let Some(word) = translations::lines_behind(told) {
                rest = told;
                break word;
            }
            rest = told.strip_prefix([',', '、', '，'])?.trim_start_matches(' ');
        };
        let end = self.text.len() - rest.len() + word.len();
        for (count, lines) in found.into_iter().enumerate() {
            // The first stands for all that is written.
            self.put(lines, if count == 0 { at..end } else { end..end });
        }
        Some(end)
    }

    fn skip_word(&self, at: usize) -> usize {
        let rest = self.rest(at);
        at + rest.find(|character: char| !(character.is_alphanumeric() || character == '_')).unwrap_or(rest.len())
    }

    /// One line or a range that begins at a place, and where it ends.
    fn lines_at(&self, at: usize) -> Option<([u32; 2], usize)> {
        let rest = self.rest(at);
        let (lines, after) = range_of(rest)?;
        let end = at + rest.len() - after.len();
        let next = after.chars().next();
        // `16.4`, `10 s`, `2x`, `50%`, `3rd`: no lines. `12:5` is a line with its column.
        let column = after.strip_prefix(':').filter(|after| starts_with_digit(after));
        let end = match column {
            Some(column) => end + 1 + column.bytes().take_while(u8::is_ascii_digit).count(),
            None => end,
        };
        // `a.jsonl: 8,463 items`
        let thousands = self.text.get(..at).is_some_and(|before| before.ends_with(' '))
            && after.strip_prefix(',').is_some_and(|after| {
                after.bytes().take_while(u8::is_ascii_digit).count() == 3
                    && after.get(3..).is_some_and(|rest| {
                        rest.strip_prefix(' ').is_some_and(|word| word.starts_with(char::is_alphabetic))
                    })
            });
        let decimal = after.strip_prefix('.').is_some_and(starts_with_digit);
        let unit = next.is_some_and(|next| next.is_alphanumeric() || matches!(next, '%' | '_' | '°' | '×' | '²' | '+'));
        (!decimal && !unit && !thousands).then_some((lines, end))
    }

    /// `(:4)`, `(:4, :12)`, `used at :476`: behind a file, what is after a colon of its own is a line of that, unless it may be a port.
    fn is_behind_colon(&self, at: usize, end: usize) -> bool {
        const JOINTS: [&str; 8] = ["(", ", ", " and ", "used at ", "thrown from ", "(from ", " vs ", " vs. "];
        const NEAR: usize = 60;
        const SERVE: [&str; 8] = ["bind", "binds", "host", "listen", "listens", "port", "ports", "server"];
        let Some(before) = self.text.get(..at).and_then(|before| before.strip_suffix(':')) else { return false };
        let near =
            || before.char_indices().rev().nth(NEAR).map_or(before, |(from, _)| before.get(from..).unwrap_or_default());
        let sentence = || inline::words(near().rsplit(['.', ';', '\n']).next().unwrap_or_default());
        self.document.is_some()
            && JOINTS.iter().any(|joint| before.ends_with(joint))
            && !before.ends_with("on (")
            && !inline::has_word(&sentence(), &SERVE)
            && self.rest(end).chars().next().is_none_or(|next| matches!(next, ')' | ',' | ' ' | '.' | ';' | '\n'))
    }

    /// Whether a number is a line, by what stands before it and around it.
    fn is_line(&self, at: usize, end: usize, lines: [u32; 2]) -> bool {
        if self.reach == Reach::Filed && self.is_filed(at, end, lines) {
            return true;
        }
        let Some(gap) = self.gap(at) else { return self.is_marked(at, end) };
        let near = gap.len() <= 24;
        match self.last {
            Last::Word(_) => near && gap.trim_matches([' ', '~', '`', '.', ':', '*', '#', '(', '+']).is_empty(),
            Last::Document(_) => {
                let joint = gap.trim_matches(['`', '*', ' ', '(', '[', ')', ']', ',']);
                let direct =
                    matches!(joint, "" | ":" | "#" | "#L" | "@" | "at") || joint.trim_start_matches(':').is_empty();
                let digits = gap.ends_with(':') || gap.ends_with('#') || gap.ends_with('L') || gap.ends_with('(');
                // `data.csv (350 kB)`
                let is_measure = gap.ends_with(" (") && measures(self.rest(end));
                (near && direct && !is_measure && (digits || self.is_free(end, lines))) || self.is_marked(at, end)
            }
            Last::Lines(_) => {
                // `a.py:51-53,117: 128-bit keys`
                (near
                    && is_joint(gap)
                    && !gap.trim().is_empty()
                    && !gap.ends_with(": ")
                    && (self.reach != Reach::Prose || self.is_free(end, lines))
                    && !counts(self.rest(end)))
                    || self.is_marked(at, end)
                    || (self.goes_on(gap, lines) && self.is_free(end, lines))
                    || self.is_in_parentheses(at, lines)
            }
            Last::Nothing => false,
        }
    }

    /// Behind lines of a file, what it has further on, and nothing else in parentheses: `a.rs:12-14 (open)`, `` `close` (21-30) ``.
    /// Without a name in code before it, only a range of lines that are far down: other numbers may be a port or a size.
    fn is_in_parentheses(&self, at: usize, lines: [u32; 2]) -> bool {
        const LEAST: u32 = 10;
        const LEAST_ALONE: u32 = 100;
        let Some(named) = self.text.get(..at).and_then(|before| before.strip_suffix(" (")) else { return false };
        let after = self.rest(at);
        let is_line = |mark: &char| inline::is_line_mark(*mark);
        let inner: usize = after.chars().take_while(is_line).map(char::len_utf8).sum();
        let closes = after.get(inner..).is_some_and(|rest| rest.starts_with(')'));
        let listed = lines[0] != lines[1] || after.get(..inner).is_some_and(|inner| inner.contains(','));
        let is_other =
            lines[0] < LEAST_ALONE || matches!(lines[0], 200..=599 | 1990..=2050) || lines[0].is_power_of_two();
        let is_named = named.ends_with('`') && (listed || !is_other);
        closes && lines[0] >= LEAST && (is_named || (lines[0] != lines[1] && lines[0] >= LEAST_ALONE))
    }

    /// Whether no word follows that the number counts: `a.py, 3 times`.
    fn is_free(&self, end: usize, lines: [u32; 2]) -> bool {
        if lines[0] != lines[1] {
            return true;
        }
        let word = word_behind(self.rest(end));
        // `a.py:12,40 HIGH: …`
        let shouts = word.bytes().all(|letter| letter.is_ascii_uppercase()) && severities::is_severity(word);
        word.is_empty()
            || shouts
            || matches!(
                word,
                "and"
                    | "und"
                    | "et"
                    | "y"
                    | "or"
                    | "to"
                    | "in"
                    | "of"
                    | "is"
                    | "are"
                    | "does"
                    | "has"
                    | "with"
                    | "from"
                    | "at"
                    | "calls"
            )
    }

    /// Below the name of a file: `40: …`, `` `name` (40) ``, `(40-44, 81)`, `at 40`. Where the text calls lines by that word, a
    /// number behind a name is something else.
    fn is_filed(&self, at: usize, end: usize, lines: [u32; 2]) -> bool {
        const LEAST: u32 = 10;
        let (before, after) = (self.text.get(..at).unwrap_or_default(), self.rest(end));
        if before.trim_matches(['*', '`', ' ']).is_empty() {
            return after.starts_with(": ") || after.starts_with("`:") || after.starts_with("**:");
        }
        if let Some(named) = before.strip_suffix('(') {
            let inner = after.split(')').next().unwrap_or_default();
            let plain = inner.chars().all(inline::is_line_mark);
            let listed = lines[0] != lines[1] || inner.contains(',');
            let is_named = named.ends_with("` ") && !self.text.contains("line");
            return after.contains(')') && plain && lines[0] >= LEAST && (listed || is_named);
        }
        (before.ends_with(" at ") || before.ends_with("At ")) && lines[0] >= LEAST && self.is_free(end, lines)
    }

    /// In a location: alone in code marks, or a list of ranges alone in parentheses.
    fn is_marked(&self, at: usize, end: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let after = self.rest(end);
        if self.is_behind_colon(at, end) {
            return true;
        }
        // A colon says so: (`:4`).
        let colon = before.ends_with("`:") && after.starts_with(['`', ',']);
        if (self.reach == Reach::Prose && !colon) || self.document.is_none() {
            return false;
        }
        let opened = before.ends_with('`') || before.ends_with("`:") || before.ends_with("`L");
        if opened {
            let inner = after.split('`').next().unwrap_or_default();
            return after.contains('`')
                && inner.chars().all(|mark| {
                    mark.is_ascii_digit() || matches!(mark, ',' | ' ' | ':' | 'L') || inline::is_range_dash(mark)
                });
        }
        if before.ends_with('(') {
            let inner = after.split(')').next().unwrap_or_default();
            let plain = inner.chars().all(|mark| {
                mark.is_ascii_digit() || matches!(mark, ',' | ' ' | ':' | 'L') || inline::is_range_dash(mark)
            });
            let ranged = self.text.get(at..end).is_some_and(|written| written.contains(inline::is_range_dash))
                || inner.contains(',');
            // `` `src/a.ts (6)` ``
            let ranged = ranged
                || (after.contains(")`")
                    && matches!(self.last, Last::Document(end) if before.get(end..) == Some(" (")));
            return after.contains(')') && plain && ranged;
        }
        false
    }

    /// In a location, words may stand between the lines of a file: `a.py:4`, used at 12 and in 20-24.
    fn goes_on(&self, gap: &str, lines: [u32; 2]) -> bool {
        const WORDS: [&str; 12] =
            ["at", "from", "and", "or", "in", "with", "callers", "also", "to", "see", "default", "used"];
        const REACH: usize = 120;
        let last = gap.trim_end_matches(['*', ' ', '(']).rsplit(' ').next().unwrap_or_default();
        self.reach == Reach::Location
            && gap.len() <= REACH
            && !gap.contains(". ")
            && (WORDS.contains(&last) || (lines[0] != lines[1] && gap.ends_with([' ', '*'])))
    }

    fn put(&mut self, lines: [u32; 2], range: Range<usize>) {
        let word = matches!(self.last, Last::Word(_));
        let takes = (word || matches!(self.last, Last::Document(_))) && self.takes_lines(range.start);
        match self.found.last_mut().filter(|_| takes) {
            Some(last) => {
                last.place.lines = Some(lines);
                last.range.end = range.end;
            }
            None => {
                if word && self.from_word.is_none() {
                    self.from_word = Some(self.found.len());
                }
                let place = Place { document: self.document.clone(), section: None, lines: Some(lines) };
                let start = if word { self.word } else { range.start };
                self.found.push(Mention { place, range: start..range.end });
            }
        }
        self.last = Last::Lines(range.end);
    }

    /// Whether the last mention is a file alone, close before: a word such as "line" may stand between.
    fn takes_lines(&self, at: usize) -> bool {
        const NEAR: usize = 40;
        self.found.last().is_some_and(|last| {
            let named = last.place.document.is_some() || last.place.section.is_some();
            last.place.lines.is_none() && named && at.saturating_sub(last.range.end) <= NEAR
        })
    }
}

/// Documents that everybody calls by their name alone, where lines follow it.
pub const KNOWN_BY_NAME: [&str; 3] = ["CHANGELOG", "CONTRIBUTING", "README"];

fn is_path(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '.' | '/' | '\\' | '-' | '+' | '~' | '@' | '$' | '…')
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
}

/// `12`, `12-34`, `12–34`, `12-L34`, `10 to 20`, `10 to +20` at the start of a text, and what follows.
fn range_of(text: &str) -> Option<([u32; 2], &str)> {
    let (first, rest) = number_of(text)?;
    let spaced = ["—", "..", " to ", " - ", " – "].iter().find_map(|join| rest.strip_prefix(join));
    let joined = rest.strip_prefix(inline::is_range_dash).or(spaced);
    let joined = joined.map(|rest| rest.trim_start_matches(['L', 'l', 'R', '+'])).and_then(number_of);
    let (last, rest) = joined.filter(|(last, _)| *last >= first).unwrap_or((first, rest));
    Some(([first, last], rest))
}

fn number_of(text: &str) -> Option<(u32, &str)> {
    const DIGITS: usize = 7;
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(digits).filter(|_| digits <= DIGITS)?;
    Some((number.parse().ok().filter(|number| *number > 0)?, rest))
}

#[cfg(test)]
mod tests {
    use super::{Aliases, Reach, lead, read};

    fn shown(text: &str, reach: Reach) -> Vec<String> {
        let mut names = Aliases::none();
        names.learn_files("README.md docs/plan.md docs/adr-004-keys.md");
        let show = |place: crate::model::Place| {
            let lines = place.lines.map(|[first, last]| format!(":{first}-{last}")).unwrap_or_default();
            let section = place.section.map(|section| format!("§{section}")).unwrap_or_default();
            format!("{}{section}{lines}", place.document.unwrap_or_default())
        };
        read(text, &names, reach).into_iter().map(show).collect()
    }

    fn places(text: &str) -> Vec<String> {
        shown(text, Reach::Location)
    }

    #[test]
    fn lines_with_their_word_behind() {
        assert_eq!(places("src/a.tsx - 18, 25~27번째 줄"), ["src/a.tsx:18-18", "src/a.tsx:25-27"]);
        assert_eq!(shown("src/a.ts 第12-20行：锁没有释放", Reach::Prose), ["src/a.ts:12-20"]);
        assert_eq!(shown("`src/a.ts` の 31行目", Reach::Prose), ["src/a.ts:31-31"]);
        assert_eq!(shown("116번째 줄의 response.json()", Reach::Prose), [":116-116"]);
    }

    #[test]
    fn lines_of_a_file() {
        assert_eq!(
            places("index.js:266-270, thrown from 345, 349 or 611-620"),
            ["index.js:266-270", "index.js:345-345", "index.js:349-349", "index.js:611-620"]
        );
        assert_eq!(
            places("`index.js:266-270`, thrown from `345`, `349` or `611-620`. **Reproduced.**"),
            ["index.js:266-270", "index.js:345-345", "index.js:349-349", "index.js:611-620"]
        );
        assert_eq!(shown("In src/a.kt, l. 84–85, it is lost.", Reach::Prose), ["src/a.kt:84-85"]);
        assert_eq!(
            places("serializers.py:28,52,82"),
            ["serializers.py:28-28", "serializers.py:52-52", "serializers.py:82-82"]
        );
        assert_eq!(places("src/a.ts lines 10–20 and 33"), ["src/a.ts:10-20", "src/a.ts:33-33"]);
        assert_eq!(
            places("README.md 462-480 (req.session.cookie), 373-375"),
            ["README.md:462-480", "README.md:373-375"]
        );
        assert_eq!(places("in foo() of src/a.ts (line 33)"), ["src/a.ts:33-33"]);
        assert_eq!(places("base.py:152-166 and backends"), ["base.py:152-166"]);
        assert_eq!(places("src/a.ts#L10-L20"), ["src/a.ts:10-20"]);
        assert_eq!(places("https://forge.example/o/r/blob/4f1c/src/a.ts#L15-L18"), ["src/a.ts:15-18"]);
        assert_eq!(
            places("**`file.py:315-337`**, used at **265-268** and **343**"),
            ["file.py:315-337", "file.py:265-268", "file.py:343-343"]
        );
        assert_eq!(
            places("`m.py`: `add`, `set` (129-139, 145-157) never check. Line 10: `$` matches"),
            ["m.py:129-139", "m.py:145-157", "m.py:10-10"]
        );
        assert_eq!(places("line 4 of a.py"), ["a.py:4-4"]);
        assert_eq!(places("`a.py:8`, `:52`, `:55-56`"), ["a.py:8-8", "a.py:52-52", "a.py:55-56"]);
        assert_eq!(places("a.py:12:5"), ["a.py:12-12"]);
        assert_eq!(
            places("a.py:294 (used at :476), 540 vs :450"),
            ["a.py:294-294", "a.py:476-476", "a.py:540-540", "a.py:450-450"]
        );
        assert_eq!(
            shown("The feed of `a.py:4` ends in CRLF (:546, :446).", Reach::Prose),
            ["a.py:4-4", "a.py:546-546", "a.py:446-446"]
        );
        assert_eq!(shown("a.py:4 listens on :8080", Reach::Prose), ["a.py:4-4"]);
        assert_eq!(
            places("`_native.py:176-196`, `pkg/_base.py:4`, __init__.py:3"),
            ["_native.py:176-196", "pkg/_base.py:4-4", "__init__.py:3-3"]
        );
    }

    #[test]
    fn files_by_their_names() {
        assert_eq!(places("README `165-171` and `218-223`"), ["README.md:165-171", "README.md:218-223"]);
        assert_eq!(places("(plan §6.2 l.194, §9.1)"), ["docs/plan.md§6.2:194-194", "docs/plan.md§9.1"]);
        assert_eq!(places("ADR §3.5 (l.72)"), ["docs/adr-004-keys.md§3.5:72-72"]);
        assert_eq!(places("the plan is late, plan 3 tasks"), Vec::<String>::new());
        assert_eq!(places("Dockerfile:10, `Dockerfile:21-23`"), ["Dockerfile:10-10", "Dockerfile:21-23"]);
    }

    #[test]
    fn classes_in_the_place_of_their_files() {
        assert_eq!(places("`PetController:124` and `:157`"), ["PetController:124-124", "PetController:157-157"]);
        assert_eq!(places("`OwnerController` 68 and 170"), ["OwnerController:68-68", "OwnerController:170-170"]);
        assert_eq!(shown("`Owner.addPet:98` adds it", Reach::Prose), ["Owner:98-98"]);
        assert_eq!(shown("`PetController.update` (lines 93-96) is", Reach::Prose), ["PetController:93-96"]);
        assert_eq!(shown("PetValidator line 46", Reach::Prose), ["PetValidator:46-46"]);
        for text in [
            "`PetTypes` 12 pets",
            "TypeScript 50",
            "MaxLength:255",
            "`StatusCode:404`",
            "`Owner:4` is one",
            "`KeyError` (lost)",
        ] {
            assert_eq!(shown(text, Reach::Prose), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_no_lines() {
        assert_eq!(places("a.py:12 sleeps 16.4 s in 3 steps (confidence 95)"), ["a.py:12-12"]);
        assert_eq!(places("a.py, 3 times"), ["a.py"]);
        assert_eq!(shown("a.py:12,40 HIGH: it leaks", Reach::Prose), ["a.py:12-12", "a.py:40-40"]);
        assert_eq!(shown("`a.csv` (350 kB) is read", Reach::Prose), ["a.csv"]);
        assert_eq!(shown("a.py:51-53,117: 128/192-bit keys", Reach::Prose), ["a.py:51-53", "a.py:117-117"]);
        assert_eq!(places("CWE-502 and 90–100"), Vec::<String>::new());
        assert_eq!(places("`req.session.cookie` and `store.all`"), Vec::<String>::new());
        assert_eq!(shown("a.py:4 holds 20-24 of them", Reach::Prose), ["a.py:4-4"]);
        assert_eq!(
            shown("`open` (a.py:4-9), `close` (12-20), `read` (953) and closing (120-140)", Reach::Prose),
            ["a.py:4-9", "a.py:12-20", "a.py:953-953", "a.py:120-140"]
        );
        for text in [
            "a.py:4 answers (404), since (2019), to some (12)",
            "a.py:4 binds the port (3000), waits (30-60) and calls resize(640, 480)",
            "a.py:4 hard-codes the port (:3000) and listens at :8080",
        ] {
            assert_eq!(shown(text, Reach::Prose), ["a.py:4-4"], "{text}");
        }
    }

    #[test]
    fn a_text_begins_with_a_place() {
        assert_eq!(lead("src/a.ts:15: error: x"), Some(("src/a.ts:15", ": error: x")));
        assert_eq!(lead("src/a.sh:4: plan.json is late"), Some(("src/a.sh:4", ": plan.json is late")));
        assert_eq!(lead("`src/a.ts:15`, `30-32` — x"), Some(("`src/a.ts:15`, `30-32`", " — x")));
        assert_eq!(lead("(src/a.ts:15) x"), Some(("(src/a.ts:15)", " x")));
        assert_eq!(lead("Line 15 (high): x"), Some(("Line 15", " (high): x")));
        assert_eq!(lead("The till in a.ts:3"), None);
        assert_eq!(lead("`_a.py:30`, used at 112, 221"), Some(("`_a.py:30`", ", used at 112, 221")));
        assert_eq!(lead("**L127–129**: x"), Some(("**L127–129**", ": x")));
        assert_eq!(lead("L4 is a level"), None);
        assert_eq!(lead("__init__.py:3 — x"), Some(("__init__.py:3", " — x")));
    }
}
