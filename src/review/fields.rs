//! Assigns the lines of a finding to its fields: title, place, what is wrong, what to do. See `docs/formats/prose.md`,
//! "Fields".

use std::ops::Range;

use super::beginnings::{assigned, element_label, is_signed_label, label, rates};
use super::lead::{self, Form, Lead};
use super::outline::{Kind, Mark, Node};
use super::segments::{self, Segment, rated};
use super::{advice, imperatives, labels, place_lines, places_in_text, ratings, vocabulary};
use crate::model::{Extra, KeyValue};
use crate::part::aliases::Aliases;
use crate::part::code_places::{self, Reach};
use crate::part::documents::document_of;
use crate::part::finding::{self, Parts};
use crate::part::{Reading, columns, scales, severities};
use crate::text::blocks::{heading_text, is_rule, scan_heading, scan_item, without_item_mark};
use crate::text::lines::{FenceMark, LineRole, fence_after, scan_fence};
use crate::text::{fields, inline, markup};

/// The parts of a finding that is a node of the outline, and what discusses it.
#[must_use]
pub fn of_node(
    reading: &Reading<'_, '_>,
    node: &Node<'_>,
    scales: scales::Scales,
    file: Option<&str>,
    (names, asides): (&Aliases, Asides),
) -> Parts {
    let unstruck = node.text.replace("~~", "");
    let struck = node.text.trim_start_matches(['*', '_', ' ']).starts_with("~~");
    let mut lead = node.lead().clone();
    if struck && !lead.severity.is_some_and(|severity| node.text.trim_start().starts_with(&format!("~~{severity}~~"))) {
        lead = lead::read(&unstruck, node.form());
    }
    lead.struck = struck;
    // `12-14:` is a place where all parts of a reply begin so.
    let lines_alone = place_lines::bare_lines(node.text).filter(|_| node.mark == Mark::Recurring);
    if let Some((_, told)) = lines_alone {
        lead = lead::read(told.trim(), node.form());
    }
    rescale(&mut lead, node, scales);
    // `naming: FAIL — …`: what was checked.
    let checked = reading.source.line(node.lines.start).split_once(':').filter(|_| node.mark == Mark::Failed);
    let own_fields = node.kind != Kind::Heading
        && !node.is_comment
        && !is_signed_label(node.text)
        && (label(node.text).is_some() || assigned(node.text).is_some())
        && lead::told_behind_place(node.text).is_none();
    let mut parts = if own_fields { Parts::default() } else { of_lead(&lead) };
    parts.id = parts.id.or_else(|| node.number.map(str::to_owned));
    if let Some((lines, _)) = lines_alone {
        parts.location = Some(format!("lines {lines}"));
    }
    parts.extra.extend(checked.map(|(name, _)| KeyValue::new("Check", name.trim())));
    let opening = if own_fields { None } else { Some(lead.after).filter(|after| !after.is_empty()) };
    let opens_code = place_lines::citation(node.text).is_some();
    let from = if own_fields || opens_code { node.lines.start } else { node.lines.start + 1 };
    let mut lines = without_comments(&mut parts, lines_of(reading, from..node.lines.end));
    if lines.iter().any(|line| element_label(line).is_some()) {
        lines = without_comment_labels(&mut parts, lines);
    }
    // The rule before the next finding is no part of this one.
    while lines.last().is_some_and(|line| line.trim().is_empty() || is_rule(line.trim())) {
        lines.pop();
    }
    if parts.severity.is_none() {
        parts.severity = node.rated.map(str::to_owned);
    }
    if parts.severity.is_none() && node.kind == Kind::Text {
        let told = reading.source.lines_text(node.lines.clone());
        parts.severity = ratings::told_severity(&told).or_else(|| ratings::bold_verdict(&told)).map(str::to_owned);
    }
    let opening = match opening.and_then(place_lines::elided_lines).filter(|_| parts.location.is_none()) {
        Some((place, after)) => {
            parts.location = Some(place.to_owned());
            Some(after).filter(|after| !after.is_empty())
        }
        None => opening,
    };
    // `1. [P1] Title — src/a.ts:12`, and what is wrong below.
    let tells_below = lines.iter().any(|line| !line.trim().is_empty());
    // `1. [P1] src/a.ts:12 Title`
    let titled = |text| place_lines::titled_place(text).or_else(|| place_lines::placed_title(text));
    let opening = match opening.and_then(titled) {
        Some((title, place)) if tells_below && parts.title.is_none() && parts.location.is_none() => {
            parts.title = Some(title.to_owned());
            parts.location = Some(place.to_owned());
            None
        }
        // `[HIGH] Title`, and a field below that says what is wrong.
        _ if parts.title.is_none() && opening.is_some_and(place_lines::is_title) && describes(&lines) => {
            parts.title = opening.map(str::to_owned);
            None
        }
        _ => opening,
    };
    // `` `src/a.ts:4` `if (a)` ``, the code there, and what is wrong with it below.
    let is_titled = parts.title.is_some() || parts.location.is_none();
    let code = opening.filter(|text| tells_below && !is_titled && is_code_alone(text));
    parts.extra.extend(code.map(|code| KeyValue::new("Code", code)));
    let opening = opening.filter(|_| code.is_none());
    let lines = if parts.title.is_none() && parts.location.is_some() && opening.is_none() {
        without_header(&mut parts, &lines)
    } else if parts.title.is_some() && opening.is_none() {
        without_rating(&mut parts, lines)
    } else {
        lines
    };
    let lines = without_quotes(lines);
    let lines = if parts.title.is_none() && opening.is_none() { unfenced(&mut parts, lines) } else { lines };
    let segments = segments::cut(&lines, opening);
    fill(&mut parts, segments, file, (names, asides));
    // `<summary><a href='src/a.rs#L40-L47'><strong>Title</strong></a>`
    if parts.location.is_none() && node.kind == Kind::Heading {
        parts.location = place_lines::linked(reading.source.line(node.lines.start)).map(str::to_owned);
    }
    // `` `Blocker` · Reliability · 1h effort ``
    if parts.severity.is_none() {
        parts.severity = std::iter::once(node.text)
            .chain(lines.iter().copied().filter(|line| line.trim_start().starts_with('`')))
            .find_map(ratings::coded_severity)
            .map(str::to_owned);
    }
    // `… since it is public. I rate this **High**.`
    if parts.severity.is_none() && node.is_marked_heading() {
        parts.severity = ratings::bold_verdict(&lines.join("\n")).map(str::to_owned);
    }
    parts
}

/// Takes a severity back that is something else in this reply.
fn rescale<'a, 't: 'a>(lead: &mut Lead<'a>, node: &Node<'t>, scales: scales::Scales) {
    match lead.severity {
        // `P1` to `P13` are names.
        Some(written) if scales.is_number(written) => {
            lead.ids.insert(0, inline::bare(written));
            lead.rate_by_end(node.form());
        }
        Some(written) if scales.is_other(written, node.text) => {
            lead.severity = None;
            lead.title = Some(node.text);
        }
        _ => {}
    }
    // `#### 1. src/a.cs (0%)`
    if lead.title.is_some_and(|title| title.contains('%') && !title.contains(char::is_alphabetic)) {
        lead.title = Some(vocabulary::without_number(node.text));
    }
}

/// What is told in a block of text that is all that a finding has beside its place: a comment with its label, to be copied.
fn unfenced<'t>(parts: &mut Parts, lines: Vec<&'t str>) -> Vec<&'t str> {
    let told: Vec<&str> = lines.iter().copied().filter(|line| !line.trim().is_empty()).collect();
    let (Some(first), Some(last)) = (told.first().and_then(|line| scan_fence(line)), told.last()) else { return lines };
    let is_text = matches!(first.info, "" | "text" | "txt" | "markdown" | "md");
    let fences = told.iter().filter(|line| scan_fence(line).is_some()).count();
    let comment = told
        .get(1)
        .and_then(|line| line.split_once(": "))
        .filter(|(name, _)| labels::is_decorated(name) || labels::is_comment(name));
    let Some((label, subject)) = comment.filter(|_| is_text && fences == 2 && scan_fence(last).is_some()) else {
        return lines;
    };
    let lead = lead::read(told.get(1).copied().unwrap_or_default(), Form::Text);
    parts.severity = parts.severity.take().or_else(|| lead.severity.map(str::to_owned));
    parts.extra.push(remark(label));
    parts.title = Some(subject.trim_end_matches('.').to_owned());
    let from = lines.iter().position(|line| line.contains(subject)).map_or(lines.len(), |at| at + 1);
    let end = lines.iter().rposition(|line| scan_fence(line).is_some()).unwrap_or(lines.len());
    lines.get(from..end).unwrap_or_default().to_vec()
}

/// Whether a text is one stretch of code and nothing else.
fn is_code_alone(text: &str) -> bool {
    text.starts_with('`') && text.ends_with('`') && text.matches('`').count() == 2
}

/// The lines without comments of HTML. What a bot keeps in one for itself may be where the finding is: a place on each line.
fn without_comments<'t>(parts: &mut Parts, lines: Vec<&'t str>) -> Vec<&'t str> {
    let mut fence: Option<FenceMark<'_>> = None;
    let mut inside = false;
    let mut places: Vec<&str> = parts.location.as_deref().into_iter().collect();
    let kept = lines
        .into_iter()
        .filter(|line| {
            let in_code = fence.is_some();
            fence = fence_after(fence, line);
            inside |= !in_code && line.trim_start().starts_with("<!--");
            let is_comment = inside;
            places.extend(Some(*line).filter(|_| is_comment).and_then(place_lines::file_alone));
            inside &= !line.contains("-->");
            !is_comment
        })
        .collect();
    parts.location = Some(places.join("; ")).filter(|places| !places.is_empty());
    kept
}

/// The lines of a comment in a prompt for agents, without what it calls the comment, and without the end of the prompt:
/// `**issue (bug_risk):** The stone turns too soon.`
fn without_comment_labels<'t>(parts: &mut Parts, mut lines: Vec<&'t str>) -> Vec<&'t str> {
    let ends = |line: &str| line.trim().is_empty() || markup::tag_line(line).is_some() || line.trim() == "~~~";
    while lines.last().is_some_and(|line| ends(line)) {
        lines.pop();
    }
    for line in &mut lines {
        if let Some((name, told)) = line.split_once(':')
            && let name = name.trim_matches(|mark: char| !mark.is_alphanumeric() && mark != ')')
            && labels::is_comment(name.split('(').next().unwrap_or_default().trim())
        {
            parts.extra.push(KeyValue::new("Remark", name));
            *line = told.trim_start_matches(['*', '_', ' ']);
        }
    }
    lines
}

/// The lines without the marks of a quotation, where the quotation is of fields: `> **Problem:** …`.
fn without_quotes(mut lines: Vec<&str>) -> Vec<&str> {
    let is_quoted = |line: &str| line.trim_start().starts_with('>');
    let rates = |line: &str| {
        let field = fields::scan(line.trim_start().trim_start_matches('>').trim_start());
        field.is_some_and(|(key, _, _)| matches!(labels::role(key), Some("id" | "severity" | "status" | "title")))
    };
    // A finding that is quoted whole is that of somebody else.
    if lines.iter().any(|line| is_quoted(line) && rates(line)) {
        return lines;
    }
    if lines.iter().any(|line| is_quoted(line) && label(line).is_some()) {
        for line in lines.iter_mut().filter(|line| is_quoted(line)) {
            let text = line.trim_start().trim_start_matches('>');
            *line = text.strip_prefix(' ').unwrap_or(text);
        }
    }
    lines
}

/// Whether fields follow at once, one of which says what is wrong.
fn describes(lines: &[&str]) -> bool {
    let field = |line: &str| label(line).map(|(key, _)| key.to_owned());
    let tells = |key: &str| labels::role(key) == Some("description") || labels::tells_why(key);
    lines.first().is_some_and(|first| label(first).is_some())
        && lines.iter().filter_map(|line| field(line)).any(|key| tells(&key))
}

/// What follows the head of a comment that begins with its place: its lines, its severity, who wrote it, and its title, each
/// on a line of its own. Code that it shows there is a part of what it says; what is folded away before the title stands
/// behind it.
fn without_header<'t>(parts: &mut Parts, lines: &[&'t str]) -> Vec<&'t str> {
    let mut shown = Vec::new();
    let mut folded = Vec::new();
    let mut folds = 0;
    let mut fence: Option<FenceMark<'_>> = None;
    // A title in a heading stands right below the lines of code that a comment is on.
    let is_head = |line: &&str| place_lines::is_changed(line) || place_lines::commented_lines(line).is_some();
    let above = lines.iter().take_while(|line| is_head(line)).count();
    let headed = Some(above).filter(|above| lines.get(*above).is_some_and(|line| scan_heading(line).is_some()));
    let mut code = Vec::new();
    let mut in_hunk = false;
    for (at, line) in lines.iter().copied().enumerate() {
        let inside = fence.is_some();
        fence = fence_after(fence, line);
        let hunk =
            lines.get(at + 1).filter(|_| !inside && fence.is_some()).and_then(|next| place_lines::hunk_lines(next));
        if let Some([first, last]) = hunk {
            let file = parts.location.take().unwrap_or_default();
            parts.location = Some(format!("{file}:{first}-{last}"));
            in_hunk = true;
        }
        if in_hunk {
            code.push(line);
            in_hunk = fence.is_some();
            continue;
        }
        let tags = markup::tag_line(line).filter(|_| !inside);
        if folds > 0 || tags.is_some() {
            folds = tags.map_or(folds, |tags| (folds + tags.opened).saturating_sub(tags.closed));
            folded.push(line);
            continue;
        }
        let head = ratings::rated_head(line).filter(|_| parts.severity.is_none());
        let line = head.map_or(line, |head| {
            parts.severity = Some(head.severity.to_owned());
            parts.extra.extend(head.badge.map(|image| KeyValue::new("Badge", image)));
            head.after
        });
        let title = inline::bold_lead(line.trim()).filter(|_| label(line).is_none());
        if inside || fence.is_some() || line.trim().is_empty() || line.trim_start().starts_with('>') {
            shown.push(line);
        } else if let Some((first, last)) = place_lines::commented_lines(line) {
            let file = parts.location.take().unwrap_or_default();
            parts.location = Some(format!("{file}:{first}-{last}"));
            parts.extra.extend(line.trim().starts_with('`').then(|| KeyValue::new("Remark", line.trim())));
        } else if let Some(severity) = ratings::severity_line(line).filter(|_| parts.severity.is_none()) {
            parts.severity = Some(severity.to_owned());
            parts.extra.extend((inline::bare(line) != severity).then(|| KeyValue::new("Badge", line.trim())));
        } else if place_lines::is_byline(line) {
            parts.extra.push(KeyValue::new("Author", inline::bare(line)));
        } else if let Some((title, end)) = title {
            // `**style:** …` is of a kind.
            match title.strip_suffix(':').filter(|kind| !kind.contains(' ')) {
                Some(kind) => parts.extra.push(KeyValue::new("Kind", kind)),
                None => {
                    // `**🟠 P1 — Title**`
                    let lead = lead::read(title, Form::Text);
                    let title = lead.severity.and(lead.title.or(Some(lead.after))).unwrap_or(title);
                    parts.severity = parts.severity.take().or_else(|| lead.severity.map(str::to_owned));
                    parts.title = Some(title.trim_end_matches('.').to_owned());
                }
            }
            // What is said goes on behind the title.
            shown.extend(line.trim().get(end..).map(str::trim_start).filter(|told| !told.is_empty()));
            shown.extend(lines.get(at + 1..).unwrap_or_default());
            break;
        } else if headed == Some(at) && labels::role(inline::bare(heading_text(line))).is_none() {
            parts.title = Some(inline::bare(heading_text(line)).to_owned());
            shown.extend(lines.get(at + 1..).unwrap_or_default());
            break;
        } else if headed.is_some_and(|headed| at < headed) && place_lines::is_changed(line) {
            code.push(line);
        } else {
            let rated = ratings::rated_label(line).filter(|_| parts.severity.is_none());
            parts.severity = parts.severity.take().or_else(|| rated.map(|(severity, _)| severity.to_owned()));
            shown.push(rated.map_or(line, |(_, told)| told));
            shown.extend(lines.get(at + 1..).unwrap_or_default());
            break;
        }
    }
    parts.extra.extend((!code.is_empty()).then(|| KeyValue::new("Code", code.join("\n"))));
    shown.append(&mut folded);
    shown
}

/// What follows a line right below the title that rates the finding: `**High** · src/a.ts:4`. A severity by name is a field.
fn without_rating<'t>(parts: &mut Parts, mut lines: Vec<&'t str>) -> Vec<&'t str> {
    let Some(first) = lines.iter().position(|line| !line.trim().is_empty()) else { return lines };
    let Some(line) = lines.get(first).copied() else { return lines };
    let is_field = label(line).is_some_and(|(_, value)| severities::word(value).is_some());
    let Some(rating) = ratings::rating(line).filter(|_| parts.severity.is_none() && !is_field) else { return lines };
    parts.severity = Some(rating.severity.to_owned());
    if let Some(place) = rating.place {
        parts.location = Some(match parts.location.take() {
            Some(earlier) => format!("{earlier}; {place}"),
            None => place.to_owned(),
        });
    }
    parts.extra.extend(rating.remarks.into_iter().map(remark));
    lines.drain(..=first);
    lines
}

/// Where fields go that discuss a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asides {
    /// Into its discussion.
    Discussion,
    /// Each stays a field, as a protocol has it.
    Extra,
}

/// The parts of a finding that is a text by itself, such as a string in JSON.
#[must_use]
pub fn of_text(text: &str, names: &Aliases) -> Parts {
    let text = scan_item(text.trim_start()).map_or(text, |(mark, _)| text.trim_start().get(mark..).unwrap_or(text));
    let (first, below) = text.split_once('\n').unwrap_or((text, ""));
    let lead = lead::read(first, Form::Text);
    let mut parts = of_lead(&lead);
    let lines: Vec<&str> = below.split('\n').collect();
    fill(
        &mut parts,
        segments::cut(&lines, Some(lead.after).filter(|after| !after.is_empty())),
        None,
        (names, Asides::Discussion),
    );
    parts
}

/// The parts of a comment on a place: its severity, its title and what it says, as below the name of the file.
#[must_use]
pub fn of_comment(place: &str, body: &str, names: &Aliases) -> Parts {
    let mut parts = Parts { location: Some(place.to_owned()), ..Parts::default() };
    let lines = without_comments(&mut parts, body.lines().collect());
    let lines = without_comment_labels(&mut parts, lines);
    let first = lines.iter().copied().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let lead = lead::read(first, Form::Text);
    // `**Critical**: the key is logged.`, `[P1] The key is logged`
    if lead.severity.is_some() && ratings::severity_line(first).is_none() && ratings::rated_head(first).is_none() {
        let told = of_lead(&lead);
        parts = Parts { location: parts.location, extra: parts.extra.into_iter().chain(told.extra).collect(), ..told };
        let below: Vec<&str> = lines.iter().copied().skip_while(|line| line.trim().is_empty()).skip(1).collect();
        let opening = Some(lead.after).filter(|after| !after.is_empty());
        fill(&mut parts, segments::cut(&without_quotes(below), opening), None, (names, Asides::Discussion));
        return parts;
    }
    let lines = without_header(&mut parts, &lines);
    fill(&mut parts, segments::cut(&without_quotes(lines), None), None, (names, Asides::Discussion));
    parts
}

/// The parts of a finding that is told in sentences; `file` is the file that those before it are about.
#[must_use]
pub fn of_remark(text: &str, file: Option<&str>, (names, asides): (&Aliases, Asides)) -> Parts {
    let lead = lead::read(text, Form::Text);
    // `Line 40: every hold gets the same number.`
    let leads = lead.title.is_none() && lead.flag.is_none() && !lead.after.is_empty();
    let (mut parts, told) = if leads { (of_lead(&lead), lead.after) } else { (Parts::default(), text) };
    // `A critical bug would be to skip it.`
    let is_past = inline::has_word(&inline::words(text), &["fixed", "mended", "was", "were", "would"]);
    let told_severity = || ratings::told_severity(text).filter(|_| !is_past).map(str::to_owned);
    parts.severity = parts.severity.or_else(told_severity);
    let none = Aliases::none();
    fill(&mut parts, segments::cut(&[], Some(told)), file, (if file.is_some() { &none } else { names }, asides));
    parts
}

/// The parts of a finding that is made of fields alone.
#[must_use]
pub fn of_lines(
    reading: &Reading<'_, '_>,
    lines: Range<usize>,
    file: Option<&str>,
    names: (&Aliases, Asides),
) -> Parts {
    let mut parts = Parts::default();
    fill(&mut parts, segments::cut(&without_quotes(lines_of(reading, lines)), None), file, names);
    parts
}

/// The parts of a finding whose fields are named apart from the text; what goes by no name is text.
#[must_use]
pub fn of_pairs(pairs: Vec<(String, String)>, names: &Aliases) -> Parts {
    let segments = pairs.into_iter().map(|(key, text)| Segment {
        role: labels::role(&key),
        key: Some(key).filter(|key| !key.is_empty()),
        text,
        ..Segment::default()
    });
    let mut parts = Parts::default();
    fill(&mut parts, segments.collect(), None, (names, Asides::Discussion));
    parts
}

/// The parts of a finding that is a row: a place that no column gives is told in the others, and so is what to do.
#[must_use]
pub fn of_row(mut parts: Parts, file: Option<&str>, names: (&Aliases, Asides)) -> Parts {
    fill(&mut parts, Vec::new(), file, names);
    parts
}

/// The parts of a finding that is a row, with what a sentence of it says to do. The first is mostly a title, which may begin
/// with a noun.
#[must_use]
pub fn advised(mut parts: Parts) -> Parts {
    let is_title = parts.description.as_deref().is_some_and(imperatives::begins_with_noun);
    let told = parts.description.as_deref().map(|text| match text.split_once(". ").filter(|_| is_title) {
        Some((_, rest)) => rest.to_owned(),
        None if is_title => String::new(),
        None => text.to_owned(),
    });
    if parts.suggestion.is_none() && told.is_some() {
        parts.suggestion = advice::of(&Parts { description: told, ..Parts::default() });
    }
    parts
}

/// What the first line says.
fn of_lead(lead: &Lead<'_>) -> Parts {
    let mut parts = Parts {
        id: lead.ids.first().copied().or(lead.number).map(str::to_owned),
        severity: lead.severity.map(str::to_owned),
        location: lead.place.map(|place| place_lines::citation(place).unwrap_or_else(|| place.replace("**", ""))),
        struck: lead.struck,
        title: lead.title.map(|title| if lead.struck { title.replace("~~", "") } else { title.to_owned() }),
        ..Parts::default()
    };
    for id in lead.ids.iter().skip(1) {
        parts.extra.push(KeyValue::new("id", *id));
    }
    if let (Some(number), true) = (lead.number, !lead.ids.is_empty()) {
        parts.extra.push(KeyValue::new("Number", number));
    }
    for remark in &lead.remarks {
        if parts.location.is_none()
            && let Some((lines, "")) = place_lines::elided_lines(remark)
        {
            parts.location = Some(lines.to_owned());
            continue;
        }
        // `Title (critical, fidelity-loss)`: beside a severity, one of the types is the type.
        if parts.r#type.is_none() && lead.severity.is_some() && finding::stated_type(remark).is_some() {
            parts.r#type = Some(remark.trim_start_matches("type:").trim().to_owned());
            continue;
        }
        parts.extra.push(self::remark(remark));
    }
    parts
}

/// What stands beside a title: how sure the reviewer is, or anything else.
fn remark(written: &str) -> KeyValue {
    KeyValue::new(if scales::is_confidence(written) { "Confidence" } else { "Remark" }, written)
}

fn lines_of<'t>(reading: &Reading<'_, 't>, lines: Range<usize>) -> Vec<&'t str> {
    let is_text = |line: &usize| reading.source.lines().get(*line).is_none_or(|line| line.role == LineRole::Text);
    lines.filter(is_text).map(|line| reading.source.line(line)).collect()
}

/// Puts fields and text where they belong.
fn fill(parts: &mut Parts, mut segments: Vec<Segment>, file: Option<&str>, (names, asides): (&Aliases, Asides)) {
    // `ISSUE:` alone only says that the fields below it are of one.
    let is_name =
        |segment: &Segment| segment.text.trim().is_empty() && segment.key.as_deref().is_some_and(vocabulary::names_one);
    segments.retain(|segment| !is_name(segment));
    if parts.severity.is_none() {
        settle_rank(&mut segments);
    }
    // Below some text, "Observation" and "Summary" begin further text.
    let is_text = |segment: &Segment| {
        segment.key.is_none() && !segment.text.trim().is_empty() && !place_lines::is_place_line(&segment.text)
    };
    let told = segments.iter().position(is_text).unwrap_or(segments.len());
    let described = segments
        .iter()
        .take(told)
        .any(|segment| segment.role == Some("description") && !segment.text.trim().is_empty());
    // Where a field says why, a list of fields by unknown names before it describes nothing.
    let explains = segments.iter().filter_map(|segment| segment.key.as_deref()).any(labels::tells_why);
    let is_list = |segment: &Segment| {
        let (text, key) = (segment.text.trim_start(), fields::scan(&segment.text));
        scan_item(text).is_some() && matches!(key, Some((_, _, true)))
    };
    let described = described || (explains && segments.get(told).is_some_and(is_list));
    let mut rest: Vec<String> = Vec::new();
    let mut evidence = Evidence::default();
    // What is wrong by a field that says why, where nothing else says it.
    let mut why: Option<(usize, String)> = None;
    let mut first = true;
    for (at, Segment { key, role, text, .. }) in segments.into_iter().enumerate() {
        let text = unquoted(text.trim(), role, key.as_deref());
        let role = role
            .map(|role| if at > told && matches!(role, "description" | "title" | "id") { "discussion" } else { role });
        let named = key.as_deref().and_then(|key| finding::places_of_evidence(key, &text));
        evidence.places = evidence.places.or(named.filter(|_| matches!(role, Some("discussion") | None)));
        match (role, key) {
            (Some("discussion"), Some(key)) if asides == Asides::Extra => parts.put(None, &key, &text),
            (Some("discussion"), Some(key)) => {
                if finding::is_evidence(&key) {
                    evidence.text = evidence.text.or_else(|| Some(text.clone()));
                }
                discuss(parts, &mut rest, &mut why, &key, &text);
            }
            (Some("suggestion"), Some(key)) => put_suggestion(parts, &key, text),
            (Some("location"), Some(_)) if parts.location.as_ref() == Some(&text) => {}
            (Some("title"), Some(_)) if parts.title.as_ref() == Some(&text) => {}
            (Some("location"), Some(_)) if parts.location.is_some() => {
                if let Some(location) = &mut parts.location {
                    location.push_str("; ");
                    location.push_str(&text);
                }
            }
            (Some("title"), Some(_)) if parts.title.is_some() => {
                if let Some(heading) = parts.title.replace(text) {
                    parts.extra.push(KeyValue::new("heading", heading));
                }
            }
            // `LINE: 478`, and below it `START_LINE: 475`
            (Some("line"), Some(_)) if text.trim().is_empty() => {}
            (Some("line"), Some(_)) if spans(parts.line.as_deref(), &text).is_some() => {
                let (start, end) = spans(parts.line.as_deref(), &text).unwrap_or_default();
                (parts.line, parts.end_line) = (Some(start.to_string()), Some(end.to_string()));
            }
            // A place ends with its line; what follows says what is wrong.
            (Some(role @ ("location" | "line")), Some(key)) if text.contains('\n') => {
                let below = put_place(parts, role, &key, &text);
                add_text(parts, &mut rest, below.trim(), described);
            }
            (Some("severity"), Some(key)) => put_severity(parts, &mut rest, &key, text, described),
            (Some("confidence") | None, Some(key)) => parts.put(None, &key, &text),
            (Some(role), Some(key)) => {
                // `**issue (bug_risk):** …`: of which kind it is.
                if let Some((name, remark)) = key.trim_end().strip_suffix(')').and_then(|key| key.split_once('('))
                    && role == "description"
                {
                    parts.put(None, name.trim(), remark);
                }
                parts.put(Some(role), &key, &text);
            }
            (_, None) => {
                let text = without_links(parts, &text);
                let (place, text) = if first { place_line(parts, &text) } else { (None, text.as_str()) };
                if let Some(place) = place {
                    parts.location = Some(match parts.location.take() {
                        Some(earlier) => format!("{earlier}; {place}"),
                        None => place.to_owned(),
                    });
                }
                add_text(parts, &mut rest, text.trim(), described);
                first = false;
            }
        }
        first &= role.is_some();
    }
    if parts.title.as_deref().is_some_and(|title| title.trim().is_empty()) {
        parts.title = None;
    }
    if let Some((at, text)) = why.filter(|_| parts.description.is_none()) {
        rest.remove(at);
        parts.description = Some(text);
    }
    if !rest.is_empty() {
        parts.discussion = Some(rest.join("\n\n"));
    }
    complete(parts, evidence, file, names);
}

/// A value without the marks of a quotation, which are before each line of what to do, or around all of it where its name is
/// written as in YAML: `finding: "The key is logged"`; of places, without the marks of a list: `refs: ["a.ts:4", "b.ts:9"]`.
fn unquoted(text: &str, role: Option<&str>, key: Option<&str>) -> String {
    const ROLES: [&str; 7] = ["description", "discussion", "id", "location", "severity", "suggestion", "title"];
    // `**Fix prompt:**`, and below it a quotation to copy.
    if role == Some("suggestion")
        && let Some(lines) = text.lines().map(|line| line.strip_prefix('>')).collect::<Option<Vec<&str>>>()
    {
        return lines.into_iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n");
    }
    let is_plain = |key: &str| !key.contains(|letter: char| letter.is_uppercase() || letter == ' ');
    let Some(key) = key.filter(|key| is_plain(key)) else { return text.to_owned() };
    let is_quoted = |inner: &&str| role.is_some_and(|role| ROLES.contains(&role)) && !inner.contains(['"', '\n']);
    let inner = text.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).filter(is_quoted);
    let list = text.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).filter(|inner| !inner.contains('\n'));
    match list.filter(|_| role == Some("location") || finding::is_evidence(key)) {
        Some(list) => list.split(',').map(|item| item.trim().trim_matches('"')).collect::<Vec<_>>().join(", "),
        None => inner.unwrap_or(text).to_owned(),
    }
}

/// Whether a severity is a code such as `P2`, which may as well be an id.
fn is_code(severity: &str) -> bool {
    let digits = severity.strip_prefix(['P', 'S']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a severity is a sign such as 🔴, without a word.
fn is_mark(severity: &str) -> bool {
    !severity.contains(char::is_alphanumeric)
}

/// What a field of evidence gives.
#[derive(Default)]
struct Evidence {
    /// The places that it names, where it names nothing else.
    places: Option<String>,
    /// All of it.
    text: Option<String>,
}

/// Fills in what no field gives: the place that the text names, the file of the heading, and what to do.
fn complete(parts: &mut Parts, evidence: Evidence, file: Option<&str>, names: &Aliases) {
    // `Line/Section: src/a.ts:4-9`
    if parts.location.is_none() {
        let names_file = |line: &mut String| {
            code_places::lead(inline::bare(line)).is_some_and(|(place, _)| document_of(place).is_some())
        };
        parts.location = parts.line.take_if(names_file);
    }
    if parts.location.is_none() && parts.line.is_none() {
        parts.location_from_text = true;
        let told = places_in_text::told(parts, names, file.is_some());
        let has_lines = |text: &String| place_lines::names_lines(text);
        let backed = evidence.places.filter(|_| !told.as_ref().is_some_and(has_lines));
        parts.location = backed.or(told).or_else(|| places_in_text::of_items(parts, names));
        // The first field by an unknown name that names lines.
        if parts.location.is_none() && evidence.text.is_none() {
            parts.location = parts.discussion.as_deref().and_then(|text| {
                let lines = text.lines().filter(|line| matches!(fields::scan(line), Some((_, _, true))));
                lines.map(|line| places_in_text::with_lines(line, names)).find(|places| !places.is_empty())
            });
        }
        // The first paragraph of what goes on below that names lines.
        if parts.location.is_none() && evidence.text.is_none() {
            let told = parts.discussion.as_deref().map(paragraphs).unwrap_or_default();
            let own = told.into_iter().filter(|text| !text.starts_with(['*', '#', '|', '`', '>', '-']));
            parts.location = own.map(|text| places_in_text::with_lines(text, names)).find(|places| !places.is_empty());
        }
        // Where nothing else says where, all lines of the evidence do.
        if parts.location.is_none() {
            parts.location =
                evidence.text.map(|text| places_in_text::with_lines(&text, names)).filter(|places| !places.is_empty());
        }
        // `**Ecosystem**: PyPI (through hooks.yaml:11-12)`
        if parts.location.is_none() {
            let others = parts.extra.iter().map(|field| places_in_text::with_lines(&field.value, names));
            parts.location = others.into_iter().find(|places| !places.is_empty());
        }
    }
    // `` `src/a.ts`: the loop reads past the end (line 4) ``
    if !parts.location_from_text
        && parts.line.is_none()
        && let Some(location) = parts.location.take()
    {
        let lines = places_in_text::lines_told(parts, &location, names);
        parts.location = Some(lines.map_or(location.clone(), |lines| format!("{location} {lines}")));
    }
    // Below a file, `L60` is a line of it.
    if file.is_some()
        && parts.location.as_deref().is_none_or(|_| parts.location_from_text)
        && let Some(line) = parts.id.take_if(|id| is_lines(id))
    {
        parts.location = Some(line);
    }
    if let Some(file) = file {
        // `line 51 … src/b.ts:83`: lines before every file are in this one.
        let is_named = |place: &str| {
            let mentions = |names: &Aliases| code_places::mentions(place, names, Reach::Location);
            let own = mentions(&Aliases::none());
            own.first().is_none_or(|first| first.place.document.is_some() || first.place.lines.is_none())
                && mentions(names).iter().any(|mention| mention.place.document.is_some())
        };
        parts.location = Some(match parts.location.take() {
            Some(place) if is_named(&place) => place,
            Some(place) if place.starts_with(':') => format!("{file}{place}"),
            Some(place) => format!("{file} {place}"),
            None => file.to_owned(),
        });
    }
    if parts.severity.is_none()
        && let Some(description) = &parts.description
        && let Some((told, severity)) = ratings::trailing_severity(description)
    {
        (parts.severity, parts.description) = (Some(severity.to_owned()), Some(told.to_owned()));
    }
    if parts.severity.is_none()
        && let Some(description) = &mut parts.description
        && let Some((sentence, severity)) = ratings::severity_within(description)
    {
        parts.severity = Some(severity.to_owned());
        let behind = description.get(sentence.end..).unwrap_or_default().trim_start();
        let told = description.get(..sentence.start).unwrap_or_default();
        *description = format!("{told}{behind}");
        description.truncate(description.trim_end().len());
    }
    // `**Missing timeout in src/http.ts:12** — FIXED`
    if parts.status.is_none() && parts.title.is_some() {
        parts.status = parts.description.take_if(|told| is_short_status(told));
    }
    if parts.suggestion.is_none() {
        parts.suggestion = advice::of(parts);
    }
    if let (Some(location), Some(description)) = (&parts.location, &parts.description)
        && let Some(told) = places_in_text::without_places(description, location, names)
    {
        parts.description = Some(told);
    }
}

/// Whether a text says that what the title names is settled or still open, and nothing else: `FIXED`, `Fixed in 4f2a9c1`, `❌ Still
/// open`. `Fixed timeout of 30 s` and `Invalid input accepted` say what is wrong.
fn is_short_status(text: &str) -> bool {
    const STATES: [&str; 8] =
        ["false positive", "fixed", "not a bug", "not fixed", "open", "resolved", "still open", "unresolved"];
    let words = inline::words(text);
    let is_commit = |commit: &str| !commit.contains(' ') && commit.bytes().any(|byte| byte.is_ascii_digit());
    let (state, _) = words.split_once(" in ").filter(|(_, commit)| is_commit(commit)).unwrap_or((&words, ""));
    STATES.contains(&state)
}

/// `L60`, `L422-424`
fn is_lines(id: &str) -> bool {
    let is_line = |line: &str| line.parse::<u32>().is_ok();
    id.strip_prefix('L').is_some_and(|lines| lines.split(inline::is_range_dash).all(is_line))
}

/// Where no field is named after the severity, one that ranks by its word is it: `Risk: High`.
fn settle_rank(segments: &mut [Segment]) {
    const RANKS: [&str; 3] = ["risk", "rating", "urgency"];
    if segments.iter().any(|segment| segment.role == Some("severity")) {
        return;
    }
    let ranks = |segment: &&mut Segment| {
        let key = segment.key.as_deref().map(columns::key).unwrap_or_default();
        let value = segment.text.trim();
        let is_rated = || rated(value).is_some_and(|(word, _)| !severities::is_plain(word));
        RANKS.contains(&key.as_str()) && (severities::is_severity(value) || is_rated())
    };
    if let Some(segment) = segments.iter_mut().find(ranks) {
        segment.role = Some("severity");
    }
}

/// What a field discusses; `why` is the first that says why, by its place in the rest.
fn discuss(parts: &mut Parts, rest: &mut Vec<String>, why: &mut Option<(usize, String)>, key: &str, text: &str) {
    if key.eq_ignore_ascii_case("impact") && parts.impact.is_none() {
        let word = Some(text).filter(|text| severities::is_severity(text));
        let word = word.or_else(|| rated(text).map(|(word, _)| word));
        parts.impact = word.filter(|word| !severities::is_plain(word)).map(str::to_owned);
    }
    if text.is_empty() {
        return;
    }
    if why.is_none() && labels::tells_why(key) {
        *why = Some((rest.len(), text.to_owned()));
    }
    let gap = if text.starts_with("```") { "\n" } else { " " };
    rest.push(format!("**{key}:**{gap}{text}"));
}

/// A field of a severity, and what goes on behind or below it.
fn put_severity(parts: &mut Parts, rest: &mut Vec<String>, key: &str, text: String, described: bool) {
    // `P2. Title` numbers what a field rates.
    if parts.id.is_none() && parts.severity.as_deref().is_some_and(is_code) {
        parts.id = parts.severity.take();
    }
    if let Some((word, remark)) = rated(&text) {
        parts.put(Some("severity"), key, word);
        rest.push(format!("**{key}:** {remark}"));
    } else if let Some((severity, below)) = text.split_once('\n') {
        // What goes on below a severity says what is wrong.
        parts.put(Some("severity"), key, severity.trim());
        add_text(parts, rest, below.trim(), described);
    } else if parts.severity.as_deref().is_some_and(is_mark) {
        // A word says more than the mark before the title.
        parts.severity = Some(text);
    } else {
        parts.put(Some("severity"), key, &text);
    }
}

/// A field of a place, which may go on over several lines; gives the text behind it.
fn put_place(parts: &mut Parts, role: &'static str, key: &str, text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    let end = lines.iter().position(|line| !line.trim().is_empty() && !is_of_place(line)).unwrap_or(lines.len());
    let (place, below) = lines.split_at(end);
    parts.put(Some(role), key, place.join("\n").trim());
    let mut told = Vec::new();
    for line in below {
        match fields::scan(line) {
            Some((key, value, _)) => parts.put(None, key, value),
            None => told.push(*line),
        }
    }
    told.join("\n")
}

/// Puts what to do behind what was said of it before.
fn put_suggestion(parts: &mut Parts, key: &str, text: String) {
    match &mut parts.suggestion {
        Some(earlier) => earlier.push_str(&format!("\n\n{key}: {text}")),
        None if labels::qualifies(key) => parts.suggestion = Some(format!("{key}: {text}")),
        None => {
            parts.suggestion = Some(text);
            let remark = key.split_once(" (").and_then(|(_, remark)| remark.strip_suffix(')'));
            parts.extra.extend(remark.map(self::remark));
        }
    }
}

/// The first and the last of two lines that a finding names, each in a field of its own.
fn spans(earlier: Option<&str>, line: &str) -> Option<(u32, u32)> {
    let (one, other) = (earlier?.trim().parse::<u32>().ok()?, line.trim().parse::<u32>().ok()?);
    Some((one.min(other), one.max(other)))
}

/// Whether a line may go on with a place: it is one, in a list or alone, or a figure.
fn is_of_place(line: &str) -> bool {
    let text = without_item_mark(line.trim());
    let plain = text.trim_start_matches(['`', '*', '(', '[', 'L', 'l']);
    place_lines::is_place_line(text)
        || plain.starts_with(|first: char| first.is_ascii_digit())
        || scan_item(line.trim()).is_some()
}

/// A link to lines of a file that stands alone on its line is a place, wherever it stands.
fn without_links(parts: &mut Parts, text: &str) -> String {
    let (links, kept): (Vec<&str>, Vec<&str>) = text.split('\n').partition(|line| place_lines::is_link(line));
    if links.is_empty()
        || (kept.iter().all(|line| line.trim().is_empty()) && parts.title.is_none() && parts.description.is_none())
    {
        return text.to_owned();
    }
    let links = links.into_iter().map(|link| link.trim().to_owned());
    parts.location = Some(parts.location.take().into_iter().chain(links).collect::<Vec<_>>().join("; "));
    kept.join("\n").trim().to_owned()
}

/// Where the first line says where, and what follows it. Nothing has to below a title, and below an id behind lines alone.
fn place_line<'t>(parts: &Parts, text: &'t str) -> (Option<&'t str>, &'t str) {
    let (line, below) = text.split_once('\n').unwrap_or((text, ""));
    let is_whole = || parts.id.is_some() && place_lines::says_where(line) && place_lines::names_lines(line);
    if place_lines::is_place_line(line) && (!below.trim().is_empty() || parts.title.is_some() || is_whole()) {
        return (Some(line.trim()), below);
    }
    (None, text)
}

/// The first text without a name describes, unless a field does; the rest discusses.
fn add_text(parts: &mut Parts, rest: &mut Vec<String>, text: &str, described: bool) {
    if text.is_empty() {
        return;
    }
    if described || parts.description.is_some() {
        rest.push(text.to_owned());
        return;
    }
    // The first paragraph of text says what is wrong; tables, code, lists and what stands under a label discuss it.
    let paragraphs = paragraphs(text);
    let says = |paragraph: &&str| {
        let bare = paragraph.trim();
        let marked = is_rule(bare)
            || bare == "__"
            || bare.starts_with("```")
            || bare.starts_with("~~~")
            || bare.starts_with("<code_context>")
            || bare.starts_with('|')
            || scan_item(bare).is_some();
        let label = bare.starts_with("**") && bare.trim_end_matches('*').ends_with(':') && !bare.contains('\n');
        !marked && !label && scan_heading(bare).is_none() && (bare.contains('\n') || !rates(bare))
    };
    // A quotation is what the words behind it are about.
    let own = |paragraph: &&str| {
        let quotes = paragraph.trim_start().starts_with('>');
        says(paragraph) && (!quotes || !places_in_text::with_lines(paragraph, &Aliases::none()).is_empty())
    };
    let told = paragraphs.iter().position(own).or_else(|| paragraphs.iter().position(says));
    let told = told.or_else(|| paragraphs.iter().position(|paragraph| scan_item(paragraph.trim_start()).is_some()));
    // `The worst is in src/a.ts:`, a quotation or code, and what is wrong with it.
    let quotes = |text: &&&str| text.trim_start().starts_with(['>', '`', '~']);
    let end = told.map(|at| {
        let shown = paragraphs.iter().skip(at + 1).take_while(quotes).count();
        let leads = paragraphs.get(at).is_some_and(|text| text.trim_end().ends_with(':'));
        let goes_on = shown > 0 && leads && paragraphs.get(at + shown + 1).is_some_and(says);
        if goes_on { at + shown + 1 } else { at }
    });
    for (at, paragraph) in paragraphs.into_iter().enumerate() {
        if told.is_some_and(|told| told < at) && end.is_some_and(|end| at <= end) {
            if let Some(description) = &mut parts.description {
                description.push_str(&format!("\n\n{}", paragraph.trim()));
            }
        } else if Some(at) == told {
            let only = !paragraph.trim().contains('\n');
            let text = if only { without_item_mark(paragraph.trim()) } else { paragraph.trim() };
            parts.description = Some(text.trim().to_owned());
        } else {
            rest.push(paragraph.trim().to_owned());
        }
    }
}

/// Paragraphs, each with the code that it holds; code that stands first is one of its own.
fn paragraphs(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut fence: Option<FenceMark<'_>> = None;
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let inside = fence.is_some();
        fence = fence_after(fence, line);
        let is_code =
            text.get(start..).and_then(|text| text.lines().next()).is_some_and(|first| scan_fence(first).is_some());
        let closes = (inside && fence.is_none() && is_code) || line.trim() == "</code_context>";
        if (line.trim().is_empty() && fence.is_none()) || closes {
            found.push(text.get(start..if closes { end } else { at }).unwrap_or_default());
            start = end;
        }
        at = end;
    }
    found.push(text.get(start..).unwrap_or_default());
    found.retain(|paragraph| !paragraph.trim().is_empty());
    found
}

/// Adds what a row says to the finding that discusses it: what the finding lacks is filled, the rest is kept beside it.
pub fn join(parts: &mut Parts, mut row: Parts) {
    const NAME_WORDS: usize = 2;
    let mut extra: Extra = Vec::new();
    if let (Some(told), Some(named), true, false) =
        (&parts.location, &row.location, parts.location_from_text, row.location_from_text)
    {
        parts.location = Some(places_in_text::with_told(named, told));
        row.location = None;
    }
    // A word says more than a mark: `### R1: Title 🔴` and `| R1 | 🔴 High |`.
    if parts.severity.as_deref().is_some_and(is_mark) && row.severity.as_deref().is_some_and(|word| !is_mark(word)) {
        parts.severity = None;
    }
    // Of two titles, the one that says more than a name: `### 1. DeleteButton` and `| 1 | Click handler on a bare icon |`.
    let title = row.title.clone().or_else(|| row.description.clone());
    let length = |title: &Option<String>| title.as_deref().map_or(0, |title| inline::words(title).split(' ').count());
    // What says what to do is no title.
    let advises = row.advises();
    let is_name =
        parts.title.is_some() && length(&parts.title) <= NAME_WORDS && length(&title) > NAME_WORDS && !advises;
    let title = if is_name { std::mem::replace(&mut parts.title, title) } else { title };
    let slots = [
        ("Severity", &mut parts.severity, row.severity),
        ("Type", &mut parts.r#type, row.r#type),
        ("Location", &mut parts.location, row.location),
        ("Counter-location", &mut parts.counter_location, row.counter_location),
        ("Line", &mut parts.line, row.line),
        ("End line", &mut parts.end_line, row.end_line),
        ("Suggestion", &mut parts.suggestion, row.suggestion),
        ("Status", &mut parts.status, row.status),
        ("Title", &mut parts.title, title),
    ];
    for (name, slot, value) in slots {
        let Some(value) = value.filter(|value| !value.trim().is_empty()) else { continue };
        match slot {
            None => *slot = Some(value),
            Some(known) if inline::words(known) == inline::words(&value) => {}
            Some(_) => extra.push(KeyValue::new(name, value)),
        }
    }
    extra.retain(|pair| pair.key != "Title" || Some(&pair.value) != parts.suggestion.as_ref());
    if let (Some(_), Some(description)) = (row.title, row.description) {
        extra.push(KeyValue::new("Description", description));
    }
    if let (Some(own), Some(id)) = (&parts.id, &row.id)
        && super::join::number(own) != super::join::number(id)
    {
        extra.push(KeyValue::new("id", id));
    }
    parts.id = parts.id.take().or(row.id);
    parts.extra.extend(extra);
    parts.extra.extend(row.extra);
}
