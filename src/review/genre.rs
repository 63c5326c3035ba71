//! What a text is as a whole: a review that rates, one that criticises without rating, or something else. See
//! `docs/formats/prose.md`, "Evidence".

use super::beginnings::label;
use super::evidence::{Genre, Look};
use super::outline::{Kind, Mark, Node, Outline};
use super::signs::{
    complains, is_rated_at_its_end, is_rated_in_capitals, is_worded_as_a_finding, lines_in_prose, near, own_lines,
    remark_below, shows_change,
};
use super::vocabulary::Class;
use super::{imperatives, labels, letters, place_lines, ratings, sentences, wording};
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::part::{Reading, scales, severities, translations};
use crate::text::blocks::BlockKind;
use crate::text::{fields, inline, steps};

/// What a reply says that it is: by its first heading; by headings or sentences that announce problems, by severities,
/// or by what it says to do about several things.
#[must_use]
pub fn of(reading: &Reading<'_, '_>, outline: &Outline<'_>, scales: scales::Scales, names: &Aliases) -> Genre {
    const OPENING: usize = 3;
    const TITLE: usize = 6;
    let mut headings = outline.nodes.iter().filter(|node| node.is_marked_heading());
    // `### Reviewed by: …`
    let signed = headings.clone().take(OPENING).any(|node| {
        let words = inline::words(node.text);
        words.starts_with("reviewed by ") || words.starts_with("review date ")
    });
    let first = headings.next();
    let title = first.map(|first| inline::words(first.text)).unwrap_or_default();
    let named = |name| title.split(' ').any(|word| word == name);
    // `**Maintainability review**`, the first line of all.
    let bold = outline.nodes.get(1).filter(|node| node.kind == Kind::Bold && node.lines.start == 0);
    let bold = bold.is_some_and(|node| {
        let words = inline::words(node.text);
        node.lead().after.is_empty()
            && inline::has_word(&words, &["audit", "review"])
            && !inline::has_word(&words, &["how", "of"])
    });
    // `코드 리뷰 피드백:`, the first line of all.
    let opens = || {
        let mut lines = (0..reading.source.lines().len()).map(|number| reading.source.line(number));
        let first = lines.find(|line| !line.trim().is_empty()).unwrap_or_default();
        first.split_whitespace().count() <= TITLE && translations::names_review(&inline::words(first))
    };
    let analyses =
        ["gap analysis", "pre mortem", "premortem", "readiness", "root cause analysis", "threat model", "traceability"];
    if named("review") || bold {
        Genre::Titled
    } else if signed
        || named("audit")
        || translations::names_review(&title)
        || opens()
        || analyses.iter().any(|name| title.contains(name))
        || is_review(reading, outline, scales)
        || is_critique(reading, outline)
        || criticises_lines(reading, outline, names)
        || is_worded_as_findings(reading, outline)
    {
        Genre::Review
    } else {
        Genre::Unknown
    }
}

fn is_review(reading: &Reading<'_, '_>, outline: &Outline<'_>, scales: scales::Scales) -> bool {
    const SEVERAL: usize = 2;
    const PLACED: usize = 3;
    let (mut severities_stated, mut fixes, mut located) = (0, 0, 0);
    let (mut entries, mut placed, mut wrong) = (0, 0, 0);
    let mut announced = 0;
    for node in &outline.nodes {
        match node.kind {
            Kind::Heading | Kind::Bold | Kind::Line if node.mark == Mark::Record => return true,
            Kind::Heading if matches!(node.class, Class::Severity(_)) && !is_under_other(outline, node) => return true,
            // A line in bold announces problems by that word alone: `**Known issues:**` may stand anywhere.
            Kind::Heading
                if node.class == Class::Problems && (node.is_marked_heading() || !node.text.contains(' ')) =>
            {
                return true;
            }
            // `PROBLEMS IDENTIFIED:` in each part, over what is wrong.
            Kind::Heading if node.class == Class::Problems => {
                let mut parts = node.children.iter().filter_map(|part| outline.nodes.get(*part));
                let is_wrong =
                    |part: &Node<'_>| complains(reading, outline, part) || wording::leans_to_finding(part.text);
                announced += usize::from(parts.any(is_wrong));
                if announced >= SEVERAL {
                    return true;
                }
            }
            Kind::Heading if node.class == Class::Findings && stands_over_faults(reading, outline, node) => {
                return true;
            }
            Kind::Fence => {
                let proposes = node.text.trim_start_matches(['`', '~']) == "suggestion" || shows_change(reading, node);
                fixes += usize::from(proposes);
            }
            Kind::Text if sentences::announces(&reading.source.lines_text(node.lines.clone())) => return true,
            Kind::Text | Kind::Bold if decides(reading, node) => return true,
            _ => {}
        }
        if matches!(node.kind, Kind::Text | Kind::Item) {
            for (key, value) in node.lines.clone().take(FIELDS).filter_map(|line| label(reading.source.line(line))) {
                match labels::role(key) {
                    Some("severity") if severities::word(value).is_some() => return true,
                    Some("suggestion") => fixes += usize::from(labels::is_fix(key)),
                    Some("location") => located += usize::from(place_lines::names_lines(value)),
                    _ => {}
                }
            }
        }
        if node.kind.is_entry() {
            let lead = node.lead();
            let is_placed = lead.place.is_some_and(place_lines::names_lines) && !is_under_other(outline, node);
            entries += usize::from(node.kind != Kind::Heading);
            placed += usize::from(is_placed);
            let critical = |text: &str| sentences::complains(text) || imperatives::advises(text);
            let below = || remark_below(reading, outline, node).is_some_and(|text| critical(&text));
            wrong += usize::from(is_placed && (critical(lead.after) || (lead.after.is_empty() && below())));
            severities_stated += usize::from(
                lead.flag.is_some()
                    || node.is_comment
                    || is_rated_in_capitals(node)
                    || (is_placed && is_rated_at_its_end(node))
                    || lead.severity.is_some_and(|written| !scales.is_other(written, node.text)),
            );
        }
    }
    // What changed is listed by its places as well: some of it has to say what is wrong.
    let criticised =
        placed >= PLACED && placed * 2 > entries && wrong * 3 >= placed && !tells_of_own_work(reading, outline);
    fixes >= SEVERAL || severities_stated >= SEVERAL || located >= PLACED || criticised
}

/// Whether most of what a heading announces as findings names lines, and half of that says what is wrong. What was found out
/// about code is announced so as well.
fn stands_over_faults(reading: &Reading<'_, '_>, outline: &Outline<'_>, heading: &Node<'_>) -> bool {
    const SEVERAL: usize = 2;
    let parts = heading.children.iter().filter_map(|part| outline.nodes.get(*part));
    let entries: Vec<&Node<'_>> = parts.filter(|part| matches!(part.kind, Kind::Item | Kind::Line)).collect();
    let on_lines = |node: &Node<'_>| {
        let text = node.text.get(..near(node.text)).unwrap_or_default();
        node.lead().place.is_some_and(place_lines::names_lines) || lines_in_prose(text, &Aliases::none())
    };
    let placed: Vec<&Node<'_>> = entries.iter().copied().filter(|node| on_lines(node)).collect();
    placed.len() >= SEVERAL
        && placed.len() * 3 >= entries.len() * 2
        && placed.iter().filter(|node| complains(reading, outline, node)).count() * 2 >= placed.len()
}

/// Whether a paragraph says whether the work may go on: `This must not ship.`
fn decides(reading: &Reading<'_, '_>, node: &Node<'_>) -> bool {
    let line = reading.source.line(node.lines.start);
    sentences::decides(line.get(..near(line)).unwrap_or_default())
}

/// Whether the opening says that something was reviewed, and most of what follows says what is wrong.
fn is_critique(reading: &Reading<'_, '_>, outline: &Outline<'_>) -> bool {
    const OPENING: usize = 3;
    const SEVERAL: usize = 6;
    const FEW: usize = 3;
    let opens = outline
        .nodes
        .iter()
        .skip(1)
        .take(OPENING)
        .filter(|node| matches!(node.kind, Kind::Text | Kind::Bold))
        .any(|node| sentences::tells_of_a_review(&reading.source.lines_text(node.lines.clone())));
    if !opens {
        return false;
    }
    let announces = |node: &Node<'_>| {
        (matches!(node.class, Class::Problems | Class::Findings) && sentences::names_defects(node.text))
            || sentences::sets_at_odds(node.text)
    };
    if outline.nodes.iter().any(|node| node.is_marked_heading() && announces(node)) {
        return true;
    }
    let parts = || outline.nodes.iter().filter(|node| matches!(node.kind, Kind::Bold | Kind::Item));
    let wrong = parts().filter(|node| complains(reading, outline, node)).count();
    let on_lines = |node: &Node<'_>| {
        let line = reading.source.line(node.lines.start);
        lines_in_prose(line.get(..near(line)).unwrap_or_default(), &Aliases::none())
    };
    let told = parts().filter(|node| complains(reading, outline, node) || on_lines(node)).count();
    let all = parts().count();
    (wrong >= SEVERAL && told * 2 > all) || (wrong >= FEW && wrong * 4 >= all * 3)
}

/// Whether most of what is counted, titled in bold or listed names lines, and half of that says what is wrong or what to do:
/// so does a reply that nobody called a review. What tells of changes that were made begins with what was done.
fn criticises_lines(reading: &Reading<'_, '_>, outline: &Outline<'_>, names: &Aliases) -> bool {
    const SEVERAL: usize = 3;
    const LINES: usize = 3;
    const BELOW: usize = 8;
    let (mut all, mut named, mut wrong) = (0, 0, 0);
    for node in outline.nodes.iter().filter(|node| node.kind.is_entry() && !is_under_other(outline, node)) {
        let lead = node.lead();
        let titled = lead.bold && lead.title.is_some();
        if !(titled || lead.number.is_some() || node.number.is_some()) || node.is_of_first_level() {
            continue;
        }
        let lines: Vec<&str> = own_lines(outline, node).take(LINES).map(|line| reading.source.line(line)).collect();
        let near = |line: &&str| line.get(..near(line)).unwrap_or_default().to_owned();
        let told: Vec<String> = lines.iter().map(near).collect();
        steps::add(told.iter().map(String::len).sum());
        let sentences = || told.iter().flat_map(|line| line.split_inclusive(['.', ';', ':', '—']));
        all += 1;
        if told.iter().any(|line| lines_in_prose(line, names))
            && !sentences::tells_what_was_done(lead.title.unwrap_or(lead.after))
        {
            named += 1;
            let critical = |sentence: &str| sentences::complains(sentence) || imperatives::advises(sentence.trim());
            // `- Cure: …` below it.
            let mends = |line: usize| label(reading.source.line(line)).is_some_and(|(key, _)| labels::is_fix(key));
            wrong += usize::from(sentences().any(critical) || node.lines.clone().take(BELOW).any(mends));
        }
    }
    named >= SEVERAL && named * 2 > all && wrong * 2 >= named
}

/// Whether two of three entries are worded as findings are.
fn is_worded_as_findings(reading: &Reading<'_, '_>, outline: &Outline<'_>) -> bool {
    const SEVERAL: usize = 5;
    let stands_over = |node: &Node<'_>| {
        let mut parts = node.children.iter().filter_map(|part| outline.nodes.get(*part));
        parts.any(|part| part.kind.is_entry() || matches!(part.kind, Kind::Table(_)))
    };
    let is_told = |node: &&Node<'_>| {
        node.kind.is_entry()
            && !(stands_over(node) || node.is_of_first_level() || is_under_other(outline, node))
            && !matches!(node.class, Class::Other | Class::Summary)
    };
    let all = outline.nodes.iter().filter(is_told).count();
    let worded =
        outline.nodes.iter().filter(is_told).filter(|node| is_worded_as_a_finding(reading, outline, node)).count();
    worded >= SEVERAL && worded * 3 >= all * 2
}

/// How to look at a reply in which nothing was found: as a letter on what somebody read, where of its paragraphs that name
/// lines half say what is wrong with them, or most of its paragraphs remark on code; or for a paragraph that names lines and
/// says how much its problem weighs. One that says what was changed, in more than a quarter of these, is neither.
#[must_use]
pub fn last_look(reading: &Reading<'_, '_>, outline: &Outline<'_>, genre: Genre, found: usize) -> Option<Look> {
    const SEVERAL: usize = 2;
    const REMARKS: usize = 3;
    const OPINIONS: usize = 4;
    const ITEMS: usize = 4;
    const OPENING: usize = 4;
    const FEW: usize = 4;
    let texts = || outline.nodes.iter().filter(|node| tells_something(node));
    let told = |node: &Node<'_>| reading.source.lines_text(node.lines.clone());
    let wrong = |node: &&Node<'_>| criticises_something(&told(node));
    let on_lines: Vec<&Node<'_>> = texts().filter(|node| is_on_lines(reading, outline, node, Reach::Prose)).collect();
    let all = texts().filter(|node| !is_under_other(outline, node)).count();
    let remarks: Vec<&Node<'_>> = texts().filter(|node| remarks(reading, outline, node)).collect();
    let rated = on_lines.iter().any(|node| is_rated_problem(&told(node)));
    // Items alone say so only where they are many.
    let items = |told: &[&Node<'_>]| told.iter().all(|node| node.kind == Kind::Item);
    let few = |told: &[&Node<'_>]| items(told) && told.len() < ITEMS;
    let places = on_lines.len() >= SEVERAL
        && !few(&on_lines)
        && on_lines.iter().copied().filter(wrong).count() * 2 >= on_lines.len();
    let opens = |text: &str| sentences::tells_of_a_review(text) || sentences::decides(text);
    // What states the verdict was read before, and is no part of the outline.
    let stated = reading.source.blocks().iter().take(OPENING).filter(|block| block.kind == BlockKind::Paragraph);
    let stated: Vec<String> = stated.map(|block| reading.source.line(block.lines.start).to_owned()).collect();
    let opening = || texts().take(OPENING).map(told).chain(stated.iter().cloned());
    let says_review = opening().any(|text| opens(&text));
    let remarks_on_most = remarks.len() >= REMARKS && !few(&remarks) && remarks.len() * 2 >= all;
    let judges = |node: &Node<'_>| node.kind == Kind::Text && sentences::judges(&told(node));
    let is_opinion = || texts().filter(|node| judges(node)).nth(OPINIONS - 1).is_some();
    let ranks =
        || found == 0 && texts().any(|node| node.kind == Kind::Text && sentences::tells_what_to_fix(&told(node)));
    let is_review = genre == Genre::Titled || says_review || is_opinion() || ranks();
    let breaks = says_review || opening().any(|text| tells_of_an_attack(&text));
    let reviews = speaks_for_itself(reading, outline, breaks) || (is_review && (places || remarks_on_most));
    let look = if reviews { Look::Letter } else { Look::Rated };
    let mut paragraphs = texts().filter(|node| node.kind == Kind::Text);
    let (opening, closing) = (paragraphs.next(), paragraphs.last());
    let approves = opening.into_iter().chain(closing).any(|node| sentences::approves_of_all(&told(node)));
    let tells = (reviews || rated)
        && !approves
        && !texts().any(|node| sentences::tells_of_own_work(&told(node)))
        && on_lines.iter().filter(|node| letters::tells_what_became(&told(node))).count() * 4
            <= on_lines.len().max(FEW);
    tells.then_some(look)
}

/// Whether what is counted, listed or titled is a review without saying so: most of it remarks on code, half of it complains,
/// and it is much of the text. Sections are parts only where `opens` says that the opening tells of a review or an attack: a
/// guide for what may fail is written in them as well.
fn speaks_for_itself(reading: &Reading<'_, '_>, outline: &Outline<'_>, opens: bool) -> bool {
    const SEVERAL: usize = 5;
    let is_part = |node: &&Node<'_>| {
        let tells = tells_something(node) && node.kind != Kind::Text && !lists_items(outline, node);
        (tells || (opens && is_section(outline, node))) && !is_under_other(outline, node)
    };
    let parts: Vec<&Node<'_>> = outline.nodes.iter().filter(is_part).collect();
    let remarks: Vec<&Node<'_>> = parts.iter().copied().filter(|node| remarks(reading, outline, node)).collect();
    let complains =
        |node: &&&Node<'_>| any_clause(&reading.source.lines_text(node.lines.clone()), sentences::complains);
    let length = |node: &&Node<'_>| reading.source.lines_range(node.lines.clone()).len();
    remarks.len() >= SEVERAL
        && remarks.len() * 5 >= parts.len() * 3
        && remarks.iter().filter(complains).count() * 2 >= parts.len()
        && remarks.iter().map(length).sum::<usize>() * 5 >= reading.source.text().len() * 2
}

/// Whether an opening says that its writer broke something: `I broke it in five ways.`
fn tells_of_an_attack(text: &str) -> bool {
    let words = inline::words(text);
    ["i broke ", "i was able to break ", "i could break ", "i managed to break "]
        .iter()
        .any(|told| words.contains(told))
}

/// Whether a part is text of its own: a paragraph, an item, a line, or what stands behind a title in bold.
fn tells_something(node: &Node<'_>) -> bool {
    matches!(node.kind, Kind::Text | Kind::Item | Kind::Line) || is_titled(node)
}

/// Whether items stand right below a part.
fn lists_items(outline: &Outline<'_>, node: &Node<'_>) -> bool {
    node.children.iter().filter_map(|part| outline.nodes.get(*part)).any(|part| part.kind == Kind::Item)
}

/// Whether a reply remarks on code far more often than findings were read in it.
#[must_use]
pub fn remarks_on_more(reading: &Reading<'_, '_>, outline: &Outline<'_>, found: usize) -> bool {
    const TIMES: usize = 3;
    const SEVERAL: usize = 6;
    let all = || outline.nodes.iter().filter(|node| remarks(reading, outline, node)).count();
    all() >= SEVERAL.max(found * TIMES)
}

/// Whether a paragraph begins with its title in bold, and goes on behind it.
fn is_titled(node: &Node<'_>) -> bool {
    const WORDS: usize = 3;
    let is_title = |title: &str| {
        let title = title.trim_end_matches(['*', '_']);
        title.ends_with(['.', '?', '!']) || title.split_whitespace().count() >= WORDS
    };
    // `**Claim**: …` is a field.
    node.bold_title().is_some_and(is_title) && label(node.text).is_none()
}

/// Whether a part is one remark: a paragraph, or what is one in a letter.
fn remarks(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> bool {
    is_remark(reading, outline, node) || is_remark_of_letter(reading, outline, node)
}

/// Whether a part of a letter is one remark: an item that says of something in code what is wrong with it, or a section
/// under a title of its own words whose paragraphs do.
#[must_use]
pub fn is_remark_of_letter(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> bool {
    let parts = || node.children.iter().filter_map(|part| outline.nodes.get(*part));
    match node.kind {
        Kind::Item | Kind::Bold | Kind::Line
            if !is_under_other(outline, node) && (node.kind != Kind::Bold || is_titled(node)) =>
        {
            // `**Core functionality:** …` over points names what they are about.
            let is_named = fields::scan(node.text).is_some_and(|(key, _, bold)| bold && labels::role(key).is_none());
            let is_over = is_named && lists_items(outline, node);
            let text = reading.source.lines_text(own_lines(outline, node));
            steps::add(text.len());
            let criticises = if is_named { sentences::complains(&text) } else { criticises_something(&text) };
            letters::names_code(&text) && criticises && !is_over && !sentences::praises(&text)
        }
        Kind::Heading => is_section(outline, node) && parts().any(|part| is_remark(reading, outline, part)),
        _ => false,
    }
}

/// Whether a part is a title of its own words over paragraphs and code alone.
fn is_section(outline: &Outline<'_>, node: &Node<'_>) -> bool {
    let mut parts = node.children.iter().filter_map(|part| outline.nodes.get(*part));
    node.is_marked_heading()
        && !node.is_of_first_level()
        && node.class == Class::Plain
        && parts.all(|part| matches!(part.kind, Kind::Text | Kind::Fence | Kind::Layout))
}

/// The first comment on lines of a file, where a reply has several.
#[must_use]
pub fn first_comment(outline: &Outline<'_>) -> Option<usize> {
    const SEVERAL: usize = 5;
    let is_comment = |node: &Node<'_>| {
        let lead = node.lead();
        node.kind == Kind::Bold && lead.title.is_none() && lead.place.is_some_and(place_lines::names_lines)
    };
    let mut comments = outline.nodes.iter().enumerate().filter(|(_, node)| is_comment(node));
    let first = comments.next().map(|(at, _)| at);
    first.filter(|_| comments.nth(SEVERAL - 2).is_some())
}

/// Whether a paragraph says how much its one problem weighs, and not what became of it.
#[must_use]
pub fn is_rated_problem(text: &str) -> bool {
    let is_rated = ratings::told_severity(text).is_some()
        || (criticises_something(text) && ratings::trailing_severity(text).is_some());
    is_rated && !letters::tells_what_became(text)
}

/// Whether a sentence of a text says what is wrong, or what to do.
fn criticises_something(text: &str) -> bool {
    any_clause(text, |clause| sentences::complains(clause) || imperatives::advises(clause.trim()))
}

/// Whether a clause of a text does something.
fn any_clause(text: &str, does: impl Fn(&str) -> bool) -> bool {
    text.split_inclusive(['.', ';', ':', '—']).any(does)
}

/// Whether a paragraph says of something in code what is wrong with it, and is neither praise nor a verdict.
#[must_use]
pub fn is_remark(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>) -> bool {
    const WORDS: usize = 8;
    if node.kind != Kind::Text || is_under_other(outline, node) {
        return false;
    }
    let text = reading.source.lines_text(node.lines.clone());
    steps::add(text.len());
    let is_told = text.split_whitespace().nth(WORDS - 1).is_some() && !text.trim_end().ends_with(':');
    is_told
        && (letters::names_code(&text) || wording::is_of_finding(std::iter::once(text.as_str())))
        && criticises_something(&text)
        && !sentences::praises(&text)
        && !sentences::decides(&text)
        && !sentences::tells_of_a_review(text.split('.').next().unwrap_or_default())
}

/// Whether a text or an item of a reply says what its writer changed.
fn tells_of_own_work(reading: &Reading<'_, '_>, outline: &Outline<'_>) -> bool {
    let parts = outline.nodes.iter().filter(|node| matches!(node.kind, Kind::Text | Kind::Item));
    parts.into_iter().any(|node| {
        let line = reading.source.line(node.lines.start);
        sentences::tells_of_own_work(line.get(..near(line)).unwrap_or_default())
    })
}

/// Whether a paragraph names lines.
#[must_use]
pub fn is_on_lines(reading: &Reading<'_, '_>, outline: &Outline<'_>, node: &Node<'_>, reach: Reach) -> bool {
    if !matches!(node.kind, Kind::Text | Kind::Item) || is_under_other(outline, node) {
        return false;
    }
    let text = reading.source.lines_text(node.lines.clone());
    steps::add(text.len());
    let mentions = code_places::mentions(&text, &Aliases::none(), reach);
    mentions.iter().any(|mention| mention.place.lines.is_some())
}

/// Whether the heading above says that nothing under it is a finding: `## Confidence`, then `**Medium-High**`.
fn is_under_other(outline: &Outline<'_>, node: &Node<'_>) -> bool {
    outline.nodes.get(node.parent).is_some_and(|parent| matches!(parent.class, Class::Other | Class::Summary))
}

/// How many lines of a part are looked through for fields.
const FIELDS: usize = 16;
