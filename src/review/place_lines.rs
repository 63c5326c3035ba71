//! Lines that say where a finding is, and the places that a line begins or ends with. See `docs/formats/prose.md`, "Places".

use super::sentences;
use crate::part::aliases::Aliases;
use crate::part::code_places;
use crate::part::documents::document_of;
use crate::text::blocks::scan_item;
use crate::text::inline;

/// At the first separator behind which nothing but places stands: `Title: src/a.ts:4, :8`.
#[must_use]
pub fn split_at_place<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    text.match_indices(mark).find_map(|(at, mark)| {
        let place = text.get(at + mark.len()..)?;
        is_place(place).then(|| (text.get(..at).unwrap_or_default(), place))
    })
}

/// A title and the place behind it, on a first line whose text goes on below: `Token is never checked — src/a.ts:12`.
#[must_use]
pub fn titled_place(text: &str) -> Option<(&str, &str)> {
    let marks = [" — ", " – ", " - ", " @ ", " ("].into_iter().filter(|mark| inline::may_hold(text, mark));
    let (title, place) = marks.into_iter().find_map(|mark| {
        let parts = split_at_place(text, mark)?;
        (mark != " (" || parts.1.trim_end().ends_with(')')).then_some(parts)
    })?;
    let title = title.trim();
    is_title(title).then(|| (title, place.trim().trim_end_matches(')')))
}

/// A title and the place before it, with nothing between that parts them: `src/a.ts:12 Token is never checked`.
#[must_use]
pub fn placed_title(text: &str) -> Option<(&str, &str)> {
    let (place, after) = code_places::lead(text)?;
    let title = after.strip_prefix(' ')?.trim();
    let goes_on = title.split_whitespace().next().is_none_or(|word| is_joint(word) || is_place(title));
    let says = title.starts_with(|first: char| first.is_alphabetic() || matches!(first, '`' | '*' | '"' | '_'));
    (says && !goes_on && is_title(title) && !says_where(text)).then_some((title, place))
}

/// Whether a word leads on from one place to another.
fn is_joint(word: &str) -> bool {
    const JOINTS: [&str; 12] =
        ["also", "and", "around", "etc", "ff", "in", "near", "onwards", "or", "plus", "through", "to"];
    JOINTS.contains(&inline::words(word).as_str())
}

/// Whether a text is places and nothing else.
#[must_use]
pub fn is_place(text: &str) -> bool {
    code_places::lead(text.trim())
        .is_some_and(|(_, after)| after.trim_matches(['`', '*', ' ', '.', ')', ',']).is_empty())
}

/// Ranges of lines, or several, behind which a mark closes: `L41–48**: text`, `` L12, L70-77` ``.
#[must_use]
pub fn open_lines(text: &str) -> Option<(&str, &str)> {
    let is_digit = |first: char| first.is_ascii_digit();
    let end = text.find(|mark: char| !(is_digit(mark) || matches!(mark, 'L' | '/') || inline::is_line_mark(mark)))?;
    let (lines, after) = text.split_at_checked(end)?;
    let is_lines = lines.strip_prefix('L').is_some_and(|rest| rest.starts_with(is_digit))
        && lines.contains(|mark| mark == ',' || inline::is_range_dash(mark));
    (is_lines && after.starts_with(['*', '`', ':'])).then(|| (lines.trim_end(), after))
}

/// Whether a title is a file and lines of it, and nothing else: `` `src/a.ts` — R4-R9 ``, `src/a.ts, line 4`.
#[must_use]
pub fn is_titled_by_place(title: &str) -> bool {
    let found = code_places::mentions(title, &Aliases::none(), code_places::Reach::Location);
    let has_lines = found.first().is_some_and(|file| file.place.document.is_some())
        && found.last().is_some_and(|last| last.place.lines.is_some());
    let rest = found
        .iter()
        .fold(title.to_owned(), |rest, mention| rest.replace(title.get(mention.range.clone()).unwrap_or_default(), ""));
    has_lines
        && rest
            .split(|mark: char| !mark.is_alphanumeric())
            .all(|word| word.is_empty() || matches!(word, "line" | "lines"))
}

/// The lines of a file that a link in tags leads to: `<a href='src/a.rs#L40-L47'>Title</a>`.
#[must_use]
pub fn linked(line: &str) -> Option<&str> {
    let (_, link) = line.split_once("<a href=")?;
    let mark = link.chars().next().filter(|mark| matches!(mark, '\'' | '"'))?;
    let (target, _) = link.get(1..)?.split_once(mark)?;
    names_lines(target).then_some(target)
}

/// Lines in code marks that a comment on a file begins with: `` `10-12`: ``.
#[must_use]
pub fn lines_in_code(text: &str) -> Option<(&str, &str)> {
    let (lines, after) = text.strip_prefix('`')?.split_once("`:")?;
    let mut numbers = lines.split(inline::is_range_dash);
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (lines.len() <= 16 && numbers.all(is_number)).then_some((lines, after.trim_start()))
}

/// The lines in bold that a text begins with: `**157-160 and 223:**`.
#[must_use]
pub fn bold_lines(text: &str) -> Option<String> {
    const DIGITS: usize = 5;
    let (lead, _) = inline::bold_lead(text)?;
    let lead = lead.trim().trim_end_matches(':').replace(" and ", ", ").replace(" / ", ", ").replace(['–', '—'], "-");
    let is_line = |end: &str| (1..=DIGITS).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_digit());
    let is_range = |part: &str| part.split('-').count() <= 2 && part.split('-').all(is_line);
    let parts: Vec<&str> = lead.split(',').map(|part| part.trim().trim_matches('`')).collect();
    parts.iter().all(|part| is_range(part)).then(|| parts.join(", "))
}

/// Lines behind a colon, in code marks or parentheses, that leave out their file: `` `:239-254, 260` ``; and what follows.
#[must_use]
pub fn elided_lines(text: &str) -> Option<(&str, &str)> {
    const LINE: usize = 3;
    let close = match text.chars().next()? {
        '`' => '`',
        '(' => ')',
        _ => return None,
    };
    let (lines, after) = text.get(1..)?.split_once(close)?;
    // `` (`:239-254`) ``
    let lines = lines.strip_prefix('`').and_then(|lines| lines.strip_suffix('`')).unwrap_or(lines);
    let is_lines = |part: &str| {
        let mut ends = part.trim().split(inline::is_range_dash);
        ends.clone().count() <= 2
            && ends.all(|end| !end.is_empty() && end.len() <= 7 && end.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let figures = lines.strip_prefix(':')?;
    // `:8080` is a port.
    if figures.len() > LINE && figures.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    figures.split(',').all(is_lines).then(|| (lines, inline::behind(after, &['.', ',', ':', ' ', '—', '–'])))
}

/// Whether a line is a link to a file on a forge, or a file with its lines, and nothing else: it says where what stands
/// above it is.
#[must_use]
pub fn is_link(text: &str) -> bool {
    let text = text.trim().trim_matches(['<', '>']);
    let ends_in_line = text.trim_end_matches(['`', ')', ']']).ends_with(|last: char| last.is_ascii_digit());
    if ends_in_line && !text.starts_with(['*', '_']) && is_place(text) && says_where(text) {
        return true;
    }
    // `[src/a.ts [16-22]](https://…)`
    if let Some((place, address)) = text.strip_prefix('[').and_then(|inner| inner.split_once("](")) {
        return address.starts_with("http") && address.ends_with(')') && is_place(place);
    }
    let web = text.starts_with("https://") || text.starts_with("http://");
    let lines = || code_places::mentions(text, &Aliases::none(), code_places::Reach::Location);
    web && !text.contains(char::is_whitespace) && lines().iter().any(|mention| mention.place.document.is_some())
}

/// Whether a short line names lines of a file, and has nothing else but names in code and words that lead there: `At line 41 of
/// a.py`, `📍 a.py:41`, ``In `save` (`a.py:41`)``.
#[must_use]
pub fn says_where(line: &str) -> bool {
    const LENGTH: usize = 120;
    const WORDS: [&str; 18] = [
        "and",
        "around",
        "at",
        "code",
        "file",
        "function",
        "in",
        "line",
        "lines",
        "location",
        "method",
        "near",
        "of",
        "ref",
        "reference",
        "see",
        "source",
        "where",
    ];
    let text = line.trim();
    if text.len() > LENGTH || scan_item(text).is_some() || text.starts_with(['#', '|']) {
        return false;
    }
    // `_src/a.ts:4_` is in italics.
    let text = text.strip_prefix('_').and_then(|inner| inner.strip_suffix('_')).unwrap_or(text);
    let places = code_places::mentions(text, &Aliases::none(), code_places::Reach::Location);
    if !places.iter().any(|mention| mention.place.document.is_some() && mention.place.lines.is_some()) {
        return false;
    }
    // Names in code say what is there.
    let is_closed = text.matches('`').count().is_multiple_of(2);
    let mut code = false;
    let plain: String = text
        .char_indices()
        .map(|(at, character)| {
            code ^= is_closed && character == '`';
            let is_named = code || character == '`' || places.iter().any(|mention| mention.range.contains(&at));
            if is_named { ' ' } else { character }
        })
        .collect();
    let words = inline::words(&plain);
    let mut words = words.split(' ').filter(|word| !word.is_empty());
    !plain.contains("](") && words.all(|word| WORDS.contains(&word))
}

/// The file that a line names and nothing else, with lines or without: `src/a.ts`, `In src/a.ts:`, `**src/a.ts:62**`.
#[must_use]
pub fn file_alone(line: &str) -> Option<&str> {
    let text = line.trim();
    let text = text.strip_prefix("In ").unwrap_or(text);
    let text = text.strip_suffix(':').unwrap_or(text);
    let place = code_places::lead(text).filter(|(_, after)| after.is_empty()).map(|(place, _)| place)?;
    let named = code_places::mentions(place, &Aliases::none(), code_places::Reach::Location);
    matches!(named.as_slice(), [only] if only.place.document.is_some()).then_some(place)
}

/// The file that a text begins with, without lines, where something is said of it behind a mark: `src/a.ts: the key is logged`.
#[must_use]
pub fn file_before(text: &str) -> Option<&str> {
    let (place, after) = code_places::lead(text.trim_start())?;
    let is_told = [": ", " — ", " – ", " - "].iter().any(|mark| after.starts_with(mark));
    let named = code_places::mentions(place, &Aliases::none(), code_places::Reach::Location);
    let is_file = matches!(named.as_slice(), [only] if only.place.document.is_some() && only.place.lines.is_none());
    (is_told && is_file).then_some(place)
}

/// The lines that a comment says it is on: `Comment on lines +89 to +91`, `Comment on line R12`, or the line itself with its
/// number: `` `9  +  return key` ``.
#[must_use]
pub fn commented_lines(line: &str) -> Option<(&str, &str)> {
    let text = line.trim().trim_matches(['*', '_']);
    if let Some(code) = text.strip_prefix('`').and_then(|inner| inner.strip_suffix('`')) {
        let (number, code) = code.split_once([' ', '\t'])?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_line = is_number && !code.contains('`') && code.trim_start().starts_with('+');
        return is_line.then_some((number, number));
    }
    let rest = text.strip_prefix("Comment on line").or_else(|| text.strip_prefix("Comments on line"))?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).trim();
    let (first, last) = [" to ", "-", "–"].iter().find_map(|mark| rest.split_once(mark)).unwrap_or((rest, rest));
    let marks = [' ', '+', '-', 'R', 'L'];
    let (first, last) = (first.trim_start_matches(marks).trim_end(), last.trim_start_matches(marks));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(first) && is_number(last)).then_some((first, last))
}

/// The lines that the head of a hunk is on, on the side of what is new: `@@ -4,2 +9,3 @@`, `@@ +9,3`.
#[must_use]
pub fn hunk_lines(line: &str) -> Option<[u32; 2]> {
    let head = line.trim().strip_prefix("@@ ")?;
    let new = head.split(' ').find_map(|side| side.strip_prefix('+'))?;
    let (first, count) = new.split_once(',').unwrap_or((new, "1"));
    let (first, count): (u32, u32) = (first.parse().ok()?, count.parse().ok()?);
    (first > 0 && count > 0).then(|| [first, first.saturating_add(count - 1)])
}

/// Whether a line is one of a change that a comment shows without a fence: `+    stone.turn();`, or `...` for what is left out.
#[must_use]
pub fn is_changed(line: &str) -> bool {
    line.starts_with(['+', ' ', '\t']) || matches!(line.trim(), "" | "..." | "…")
}

/// The lines and the file that a code block cites: `4:9:src/a.ts`.
#[must_use]
pub fn citation(info: &str) -> Option<String> {
    let mut parts = info.trim().trim_start_matches(['`', '~']).splitn(3, ':');
    let (first, last, path) = (parts.next()?, parts.next()?, parts.next()?);
    let is_number = |text: &str| !text.is_empty() && text.len() <= 7 && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_path = document_of(path).is_some_and(|document| document == path.trim());
    (is_number(first) && is_number(last) && is_path).then(|| format!("{}:{first}-{last}", path.trim()))
}

/// Who commented, where, and what else the line says of it: ``**ann** commented on `src/a.ts` line 34 (outdated)``.
#[must_use]
pub fn commented_on(line: &str) -> Option<(&str, &str, &str)> {
    const WORDS: usize = 4;
    let (name, place) = line.trim().split_once(" commented on ")?;
    let (place, after) = code_places::lead(place)?;
    let is_brief = after.split_whitespace().count() <= WORDS && !after.trim_end().ends_with(['.', ':']);
    (name.split_whitespace().count() <= 2 && is_brief).then_some((name, place, after.trim()))
}

/// Whether a line says who commented, and when: `**Ann** · 3 minutes ago`, `@ann commented on 3 May`, `**Copilot AI**`.
#[must_use]
pub fn is_byline(line: &str) -> bool {
    const WORDS: usize = 10;
    const BOTS: [&str; 7] = ["codex", "coderabbit", "coderabbitai", "copilot", "cursor", "gemini", "greptile"];
    const ROLES: [&str; 7] = ["ai", "app", "apps", "assist", "bot", "code", "review"];
    let words = inline::words(line);
    let mut words = words.split(' ');
    let is_bot = || {
        let mut names = words.clone();
        let named = names.next().is_some_and(|first| BOTS.contains(&first));
        named && names.all(|word| ROLES.contains(&word))
    };
    words.clone().count() <= WORDS
        && !line.trim_end().ends_with(['.', '!', '?', ':'])
        && (is_bot() || words.any(|word| matches!(word, "ago" | "commented")))
}

/// Whether a line is a name in bold and that this one commented, and no more: `**review-bot[bot]** commented`.
#[must_use]
pub fn commented(line: &str) -> bool {
    const TOLD: [&str; 4] = ["commented", "left a comment", "requested changes", "reviewed"];
    inline::bold_lead(line.trim()).is_some_and(|(name, after)| {
        let behind = line.trim().get(after..).unwrap_or_default().trim_matches([' ', '.', ':']);
        !name.trim().contains(' ') && TOLD.contains(&behind)
    })
}

/// Bare lines that a line begins with, and what is said of them: `12-14:`, `20, 31: The lock is lost.`
#[must_use]
pub fn bare_lines(line: &str) -> Option<(&str, &str)> {
    let (lines, after) = line.split_once(':')?;
    (line.starts_with(|first: char| first.is_ascii_digit()) && lines.chars().all(inline::is_line_mark))
        .then_some((lines, after))
}

/// Whether a location has lines.
#[must_use]
pub fn names_lines(location: &str) -> bool {
    let found = code_places::mentions(location, &Aliases::none(), code_places::Reach::Location);
    found.iter().any(|mention| mention.place.lines.is_some())
}

/// Whether a line that begins with a place says little more than where: other places, and a few words between.
#[must_use]
pub fn is_place_line(line: &str) -> bool {
    const WORDS: usize = 8;
    if says_where(line) {
        return true;
    }
    let Some((_, after)) = code_places::lead(line.trim()) else { return false };
    // `src/a.ts:4. The door is open.`
    let told = after.strip_prefix(". ").unwrap_or_default().trim_matches(['*', '_', ' ']);
    if told.split_whitespace().count() > 2 && !told.starts_with(|first: char| first.is_ascii_digit()) {
        return false;
    }
    // What stands in parentheses, brackets and code is a remark on a place.
    let mut depth = 0_usize;
    let mut code = false;
    let mut words = String::new();
    for character in after.chars() {
        match character {
            '`' => code = !code,
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            other if depth == 0 && !code => words.push(other),
            _ => {}
        }
    }
    let told = inline::words(&words);
    let count =
        told.split(' ').filter(|word| !word.is_empty() && word.bytes().any(|byte| byte.is_ascii_alphabetic())).count();
    // `src/a.ts:4 and others.` names places; `(line 4) leaks memory.` says what is wrong there.
    let goes_on = is_joint(told.split(' ').next().unwrap_or_default());
    // `src/a.ts:11 returns a bare element. Give it an id:`
    let goes_further = words.split_once(". ").is_some_and(|(_, rest)| rest.split_whitespace().count() > 2);
    let is_sentence = count > 0 && (goes_further || words.trim_end().ends_with(':'));
    let is_told = is_sentence || sentences::complains(&words) || inline::has_word(&told, &["are", "is"]);
    count <= WORDS && !is_told && (count == 0 || !words.trim_end().ends_with('.') || (count <= 3 && goes_on))
}

/// Whether a text is short enough for a title, and no sentence.
#[must_use]
pub fn is_title(text: &str) -> bool {
    const WORDS: usize = 16;
    (2..=WORDS).contains(&text.split_whitespace().count()) && !text.ends_with(['.', ':', '!', '?'])
}
