//! A row of a summary and the section that tells it in full are one finding. See `docs/formats/prose.md`, "Summaries".

use std::collections::{BTreeMap, BTreeSet};

use super::choose::{Choice, Chosen, Source};
use super::outline::{Kind, Mark, Outline};
use crate::model::{KeyValue, Place};
use crate::order::{Arrange, Gather};
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::part::finding::Parts;
use crate::part::ids;
use crate::text::inline;

/// A finding in the making.
#[derive(Debug)]
pub struct Draft {
    /// Its place in [`Choice::chosen`].
    pub chosen: usize,
    /// What is known of it.
    pub parts: Parts,
    /// Whether its id is the number of an item of a list.
    pub listed: bool,
    /// The rows that tell it too, by their places in [`Choice::chosen`].
    pub rows: Vec<usize>,
}

/// The form by which ids and numbers are compared: `#3`, `3.` and `03` are one.
#[must_use]
pub fn number(id: &str) -> String {
    let kept = |character: &char| character.is_alphanumeric() || *character == '.';
    let key = id.trim_matches('.').chars().filter(kept).collect::<String>().to_lowercase();
    let digits = key.trim_start_matches(|first: char| !first.is_ascii_digit());
    let (letters, digits) = key.split_at_checked(key.len() - digits.len()).unwrap_or((&key, ""));
    format!("{letters}{}", digits.trim_start_matches('0'))
}

/// Joins the rows of tables with what tells them in full, by number or id first, by title second.
#[must_use]
pub fn join(choice: &Choice, outline: &Outline<'_>, drafts: Vec<Draft>, put: impl Fn(&mut Parts, Parts)) -> Vec<Draft> {
    let names = Names::of(choice, outline, &drafts);
    let node_of = |draft: &Draft| outline.nodes.get(choice.chosen.get(draft.chosen)?.node()?);
    let is_open = |draft: &Draft| node_of(draft).is_some_and(|node| node.mark == Mark::OpenBox);
    // `## Top 10`, and below it what the categories tell as well.
    let top = top_of(choice, outline);
    let is_top = |draft: &Draft| top.contains(&draft.chosen);
    let is_brief = |draft: &Draft| match choice.chosen.get(draft.chosen).map(|chosen| &chosen.source) {
        Some(Source::Row { .. }) => true,
        Some(Source::Node(at)) => {
            let short = outline
                .nodes
                .get(*at)
                .is_some_and(|node| matches!(node.kind, Kind::Item | Kind::Line) && node.lines.len() <= 2);
            short && (is_open(draft) || is_top(draft) || names.has(draft))
        }
        _ => false,
    };
    let (rows, mut told): (Vec<Draft>, Vec<Draft>) = drafts.into_iter().partition(is_brief);
    if rows.is_empty() || told.is_empty() {
        let mut all: Vec<Draft> = rows.into_iter().chain(told).collect();
        all.arrange_by_key(|draft| draft.chosen);
        return all;
    }
    let mut by_id: BTreeMap<String, Option<usize>> = BTreeMap::new();
    let mut by_word: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, draft) in told.iter().enumerate() {
        if let Some(id) = &draft.parts.id {
            // A number that counts in several sections names none.
            by_id.entry(number(id)).and_modify(|known| *known = None).or_insert(Some(place));
        }
        for word in title_words(&draft.parts) {
            by_word.entry(word).or_default().push(place);
        }
    }
    let said: Vec<BTreeSet<String>> = told.iter().map(|draft| words_of(&draft.parts)).collect();
    // `- [ ] S1 Await it`: what is to be done names what it is of.
    let named = |row: &Draft| {
        let text = row.parts.title.as_deref().or(row.parts.description.as_deref())?;
        text.split(|mark: char| !mark.is_alphanumeric()).next().filter(|_| is_open(row)).map(str::to_owned)
    };
    let by_number = |row: &Draft| {
        let id = row.parts.id.clone().or_else(|| named(row)).or_else(|| seen(row))?;
        by_id.get(&number(&id)).copied().flatten()
    };
    let agrees = |row: &Draft, place: usize| said.get(place).is_some_and(|said| shares(&title_words(&row.parts), said));
    // Where most rows say what the section with their number says, a number is enough.
    let numbered = rows.iter().filter_map(|row| Some((row, by_number(row)?)));
    let agreeing = numbered.clone().filter(|(row, place)| agrees(row, *place)).count();
    let counted = numbered.count();
    let most = |all: usize| counted * 5 >= all * 4;
    let boxes = rows.iter().filter(|row| is_open(row)).count();
    // `S7` in each row, and a section for each: letters count nothing else.
    let is_lettered = |row: &Draft| row.parts.id.as_deref().is_some_and(|id| id.starts_with(char::is_alphabetic));
    let all_named = counted == rows.len() && counted == by_id.len() && rows.iter().all(is_lettered);
    let enough = if all_named { agreeing * 2 >= counted } else { agreeing * 3 >= counted * 2 };
    let one_count = enough && most(rows.len() - boxes) && most(by_id.len());
    let known = Spots::of(&told);
    // Where nothing else has a number, those of the rows only count them.
    let is_unnumbered = |row: &Draft| is_row(choice, row) && (row.parts.id.is_none() || by_id.is_empty());
    let unnumbered: Vec<&Draft> = rows.iter().filter(|row| is_unnumbered(row)).collect();
    let by_place = places_agree(&unnumbered, &told, &known);
    let named_by = |row: &Draft| {
        let ids = node_of(row).map(|node| node.lead().ids.as_slice()).unwrap_or_default();
        ids.iter().map(|id| by_id.get(&number(id)).copied().flatten()).collect::<Option<Vec<usize>>>()
    };
    let mut left = Vec::new();
    for mut row in rows {
        // `1. **F3, F4, F16:** return the errors` says what to do about several.
        let several = named_by(&row).filter(|places| places.len() > 1 && row.parts.advises());
        if let Some(places) = several {
            give_to_all(&mut told, &places, &row);
            continue;
        }
        let words = title_words(&row.parts);
        let has_letter = |id: &str| id.starts_with(|first: char| first.is_ascii_uppercase());
        // `BUG-01` names one thing, whatever is said of it; so does `1. **F1:** keep the reader` below the findings.
        let is_named = row.parts.id.as_deref().is_some_and(|id| is_name(id) || (has_letter(id) && row.parts.advises()));
        let is_seen = seen(&row).is_some();
        let numbered = by_number(&row).filter(|place| is_named || is_seen || one_count || agrees(&row, *place));
        let is_numbered = numbered.is_some();
        let place = numbered.or_else(|| likest(&words, &by_word, &told));
        // `- [ ] Check the key (a.ts:4)` above the finding in a.ts:4.
        let is_placed =
            (is_open(&row) && row.parts.severity.is_none()) || is_top(&row) || (by_place && is_unnumbered(&row));
        let place = place.or_else(|| is_placed.then(|| known.only(&row.parts)).flatten());
        match place.and_then(|place| told.get_mut(place)).filter(|draft| draft.rows.is_empty() || !is_open(&row)) {
            Some(draft) => {
                if is_numbered && is_seen {
                    remark_on_check(&mut row.parts);
                }
                if is_numbered && names.is_again(&row) && !is_row(choice, &row) {
                    remark_again(&mut row.parts);
                }
                put(&mut draft.parts, row.parts);
                draft.rows.push(row.chosen);
            }
            None => left.push(row),
        }
    }
    told.extend(left);
    told.arrange_by_key(|draft| draft.chosen);
    told
}

/// Whether a draft is a row of a table.
fn is_row(choice: &Choice, draft: &Draft) -> bool {
    matches!(choice.chosen.get(draft.chosen).map(|chosen| &chosen.source), Some(Source::Row { .. }))
}

/// What names what is told in full.
struct Names {
    /// The ids of findings with a heading of their own.
    ids: BTreeSet<String>,
    /// The first draft of each id that is a name.
    first: BTreeMap<String, usize>,
}

impl Names {
    fn of(choice: &Choice, outline: &Outline<'_>, drafts: &[Draft]) -> Self {
        Self { ids: ids_of_sections(choice, outline, drafts), first: first_of_names(choice, drafts) }
    }

    /// Whether a short entry names another one: `- **1**: a session that …` above the section with that number, `2. D-1 — a new
    /// column` below the finding `D-1`.
    fn has(&self, draft: &Draft) -> bool {
        let id = draft.parts.id.as_deref().map(number);
        id.is_some_and(|id| self.ids.contains(&id)) || self.is_again(draft)
    }

    /// Whether an entry has the id of an earlier one, and neither a severity nor lines of its own.
    fn is_again(&self, draft: &Draft) -> bool {
        let earlier = draft.parts.id.as_deref().and_then(|id| self.first.get(&number(id)));
        earlier.is_some_and(|earlier| *earlier < draft.chosen)
            && draft.parts.severity.is_none()
            && spots(&draft.parts).is_empty()
    }
}

/// A row that says what was checked has no name for what is wrong.
fn remark_on_check(parts: &mut Parts) {
    let told = [("Check", parts.title.take()), ("Remark", parts.description.take())];
    parts.extra.extend(told.into_iter().filter_map(|(name, text)| Some(KeyValue::new(name, text?))));
}

/// What names a finding again tells no title of it, but what to do, or a remark.
fn remark_again(parts: &mut Parts) {
    let told = parts.title.take().into_iter().chain(parts.description.take()).collect::<Vec<_>>().join(" ");
    if !told.is_empty() && parts.suggestion.as_ref() != Some(&told) {
        parts.extra.push(KeyValue::new("Remark", told));
    }
}

/// The finding that a row ends in, which has no id itself: `| Error logging | the jobs exit 0, see B1 |`.
fn seen(row: &Draft) -> Option<String> {
    let text = row.parts.description.as_deref().filter(|_| row.parts.id.is_none())?.trim_end_matches(['.', ')']);
    let (_, id) = text.rsplit_once("see ")?;
    ids::is_id(id).then(|| id.to_owned())
}

/// What a list of the first few names, as places in [`Choice::chosen`], where more is told than it lists: `## Top 10 findings`.
fn top_of(choice: &Choice, outline: &Outline<'_>) -> BTreeSet<usize> {
    let is_top = |at: usize| {
        let heading = outline.nodes.get(at).and_then(|node| outline.nodes.get(node.parent));
        heading.is_some_and(|heading| {
            let words = inline::words(heading.text);
            heading.kind == Kind::Heading
                && words.strip_prefix("top ").is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        })
    };
    let listed = choice.chosen.iter().enumerate().filter(|(_, chosen)| chosen.node().is_some_and(is_top));
    let found: BTreeSet<usize> = listed.map(|(at, _)| at).gather();
    if found.len() * 2 <= choice.chosen.len() { found } else { BTreeSet::new() }
}

/// Whether a summary whose rows have no numbers names the lines of what is told below it. Where two of three say the same as
/// what is told of their lines, the lines are enough for the others; where nearly all name the same lines, nothing else is
/// asked.
fn places_agree(rows: &[&Draft], told: &[Draft], known: &Spots) -> bool {
    const SEVERAL: usize = 3;
    let placed: Vec<(&Draft, &Draft)> =
        rows.iter().filter_map(|row| Some((*row, told.get(known.only(&row.parts)?)?))).collect();
    let is_akin = |(row, draft): &&(&Draft, &Draft)| {
        let said = said_of(&draft.parts);
        title_words(&row.parts).iter().any(|word| word.len() > 3 && said.contains(word))
    };
    let is_exact = |(row, draft): &&(&Draft, &Draft)| {
        let (own, there) = (spots(&row.parts), spots(&draft.parts));
        own.first().zip(there.first()).is_some_and(|(own, there)| own.lines == there.lines)
    };
    placed.len() >= SEVERAL
        && placed.len() * 2 >= rows.len()
        && (placed.iter().filter(is_akin).count() * 3 >= placed.len() * 2
            || placed.iter().filter(is_exact).count() * 5 >= rows.len() * 4)
}

/// Gives what a row says to do to each of several drafts that say nothing of it; the row belongs to the first of them, or to
/// the first of all.
fn give_to_all(told: &mut [Draft], places: &[usize], row: &Draft) {
    let has_none = |place: &&usize| told.get(**place).is_some_and(|draft| draft.parts.suggestion.is_none());
    let open: Vec<usize> = places.iter().filter(has_none).copied().collect();
    for place in &open {
        if let Some(draft) = told.get_mut(*place) {
            draft.parts.suggestion.clone_from(&row.parts.suggestion);
        }
    }
    if let Some(draft) = open.first().or(places.first()).and_then(|place| told.get_mut(*place)) {
        draft.rows.push(row.chosen);
    }
}

/// Whether an id is a name of several letters and a number, or of a letter and a long number: `BUG-1`, `T-001`.
fn is_name(id: &str) -> bool {
    const LETTERS: usize = 2;
    const DIGITS: usize = 3;
    let letters = id.bytes().take_while(u8::is_ascii_alphabetic).count();
    let is_long =
        || letters > 0 && id.get(letters..).is_some_and(|number| number.starts_with('-') && number.len() > DIGITS);
    (letters >= LETTERS || is_long()) && id.ends_with(|last: char| last.is_ascii_digit())
}

/// The ids of findings with a heading of their own.
fn ids_of_sections(choice: &Choice, outline: &Outline<'_>, drafts: &[Draft]) -> BTreeSet<String> {
    let is_section = |draft: &&Draft| {
        let node = choice.chosen.get(draft.chosen).and_then(Chosen::node).and_then(|at| outline.nodes.get(at));
        node.is_some_and(|node| matches!(node.kind, Kind::Heading | Kind::Bold))
    };
    drafts.iter().filter(is_section).filter_map(|draft| draft.parts.id.as_deref().map(number)).gather()
}

/// The first draft of each id that has a letter and a number, but for rows.
fn first_of_names(choice: &Choice, drafts: &[Draft]) -> BTreeMap<String, usize> {
    let mut first = BTreeMap::new();
    for draft in drafts.iter().filter(|draft| !is_row(choice, draft)) {
        let id = draft.parts.id.as_deref().map(number).unwrap_or_default();
        if id.starts_with(char::is_alphabetic) && id.ends_with(|last: char| last.is_ascii_digit()) {
            first.entry(id).or_insert(draft.chosen);
        }
    }
    first
}

/// Where findings are that are told in full: the file and the lines of each, by the name of the file without its folders.
struct Spots {
    by_name: BTreeMap<String, Vec<(Spot, usize)>>,
}

/// Lines of a file.
struct Spot {
    file: String,
    lines: [u32; 2],
}

impl Spots {
    /// The places of findings.
    fn of(drafts: &[Draft]) -> Self {
        let mut by_name: BTreeMap<String, Vec<(Spot, usize)>> = BTreeMap::new();
        for (at, draft) in drafts.iter().enumerate() {
            for spot in spots(&draft.parts) {
                by_name.entry(name_of(&spot.file).to_owned()).or_default().push((spot, at));
            }
        }
        Self { by_name }
    }

    /// The only finding whose lines another one names. Where a file is named more often than that, it is not looked for.
    fn only(&self, parts: &Parts) -> Option<usize> {
        const COMMON: usize = 64;
        let mut met = BTreeSet::new();
        for spot in spots(parts) {
            let there = self.by_name.get(name_of(&spot.file)).filter(|there| there.len() <= COMMON);
            met.extend(there.into_iter().flatten().filter(|(other, _)| spot.meets(other)).map(|(_, at)| *at));
        }
        met.pop_first().filter(|_| met.is_empty())
    }
}

impl Spot {
    /// Whether two are in one file, as far as they name its folders, and have a line in common.
    fn meets(&self, other: &Self) -> bool {
        let ([first, last], [from, to]) = (self.lines, other.lines);
        let mut folders = self.file.rsplit('/').zip(other.file.rsplit('/'));
        first <= to && from <= last && folders.all(|(one, other)| one == other)
    }
}

/// The name of a file without its folders.
#[must_use]
pub fn name_of(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// The lines that the location of a finding names.
fn spots(parts: &Parts) -> Vec<Spot> {
    let location = parts.location.as_deref().unwrap_or_default();
    // `| src/a.ts | 4 |`
    let apart = parts.line.as_deref().map(|line| format!("{}:{}", inline::bare(location), inline::bare(line)));
    let places = code_places::read(apart.as_deref().unwrap_or(location), &Aliases::none(), Reach::Location);
    let spot = |place: Place| Some(Spot { file: place.document?, lines: place.lines? });
    places.into_iter().filter_map(spot).collect()
}

/// The words of a title that tell it from others; without one, those of the beginning of what is wrong.
fn title_words(parts: &Parts) -> Vec<String> {
    const WORDS: usize = 24;
    const SMALL: [&str; 20] = [
        "the", "a", "an", "of", "and", "or", "in", "is", "to", "for", "with", "on", "not", "no", "by", "can", "be",
        "are", "it", "at",
    ];
    let text = parts.title.as_deref().or(parts.description.as_deref()).unwrap_or_default();
    let words = inline::words(text);
    let mut words: Vec<String> = words
        .split(' ')
        .filter(|word| !word.is_empty() && !SMALL.contains(word))
        .take(WORDS)
        .map(str::to_owned)
        .collect();
    words.arrange();
    words.dedup();
    words
}

/// The words of what is told in full, where a row can ask for them by its number.
fn words_of(parts: &Parts) -> BTreeSet<String> {
    if parts.id.is_none() {
        return BTreeSet::new();
    }
    said_of(parts)
}

/// The words of what a finding says.
fn said_of(parts: &Parts) -> BTreeSet<String> {
    let texts = [parts.title.as_deref(), parts.description.as_deref()];
    let words = texts.into_iter().flatten().map(inline::words);
    words.flat_map(|words| words.split(' ').map(str::to_owned).collect::<Vec<_>>()).gather()
}

/// Whether a row with the same number says the same: a fifth of its words are enough.
fn shares(words: &[String], said: &BTreeSet<String>) -> bool {
    words.iter().filter(|word| said.contains(*word)).count() * 5 >= words.len()
}

/// The one with most of the words of a title: three in five of them, and more than any other.
fn likest(words: &[String], by_word: &BTreeMap<String, Vec<usize>>, told: &[Draft]) -> Option<usize> {
    const COMMON: usize = 32;
    let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
    for places in words.iter().filter_map(|word| by_word.get(word)).filter(|places| places.len() <= COMMON) {
        for place in places {
            *shared.entry(*place).or_default() += 1;
        }
    }
    let most = shared.values().copied().max()?;
    let mut best = shared.iter().filter(|(_, count)| **count == most);
    let (place, _) = best.next()?;
    let enough = most >= 2 && most * 5 >= words.len() * 3;
    (best.next().is_none() && enough && told.get(*place).is_some_and(|draft| draft.rows.is_empty())).then_some(*place)
}
