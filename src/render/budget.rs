//! Shortens a report to a number of characters. What does not fit is left out from the end of each section, and the report
//! says so.

use crate::model::{Section, Verdict};
use crate::text::position::units;

/// Under so many characters, sections that are left out are counted and not named.
const ROOM_FOR_NAMES: usize = 2_000;

/// Sections in their order, each as blocks with a blank line between them, in at most so many UTF-16 code units. A table or
/// a list is cut between its lines, anything else goes as a whole.
#[must_use]
pub fn within(sections: &[(Section, String)], budget: usize, verdict: Verdict) -> String {
    let whole = joined(sections.iter().map(|(_, text)| text.as_str()));
    if length(&whole) <= budget {
        return whole;
    }
    let all: Vec<Section> = sections.iter().map(|(section, _)| *section).collect();
    // Whatever is left out, the note on it is not longer than this one.
    let reserve = length(&emphasised(&note(budget, &all, &all)));
    let Some(mut room) = budget.checked_sub(reserve) else { return in_short(budget, verdict) };
    let mut kept: Vec<String> = Vec::new();
    let (mut cut, mut left_out) = (Vec::new(), Vec::new());
    for (section, text) in sections {
        // A line break ends it, and another stands before what follows.
        match room.checked_sub(2).and_then(|room| beginning(text, room)) {
            Some(part) => {
                if part.len() < text.trim_end().len() {
                    cut.push(*section);
                }
                room -= length(&part) + 2;
                kept.push(format!("{part}\n"));
            }
            None => left_out.push(*section),
        }
    }
    if kept.is_empty() {
        return in_short(budget, verdict);
    }
    kept.push(emphasised(&note(budget, &cut, &left_out)));
    joined(kept.iter().map(String::as_str))
}

fn emphasised(note: &str) -> String {
    format!("*{note}*\n")
}

fn joined<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}

/// Says in a line what is left out.
#[must_use]
pub fn note(budget: usize, cut: &[Section], left_out: &[Section]) -> String {
    let parts = [("omitted", left_out), ("cut", cut)].into_iter().filter(|(_, sections)| !sections.is_empty());
    let named = |(verb, sections): (&str, &[Section])| match sections.len() {
        1 if budget < ROOM_FOR_NAMES => format!("1 section {verb}"),
        count if budget < ROOM_FOR_NAMES => format!("{count} sections {verb}"),
        _ => format!("{verb} {}", sections.iter().map(|section| section.name()).collect::<Vec<_>>().join(", ")),
    };
    format!("Shortened to {budget} characters: {}.", parts.map(named).collect::<Vec<_>>().join("; "))
}

/// What is said if no section fits.
fn in_short(budget: usize, verdict: Verdict) -> String {
    let words = verdict.words();
    let candidates =
        [format!("Verdict: {words}. The rest was omitted to stay within {budget} characters.\n"), words.to_owned()];
    candidates.into_iter().find(|text| length(text) <= budget).unwrap_or_default()
}

/// The blocks at the beginning of a section that fit; `None` where that is no more than headings.
fn beginning(text: &str, room: usize) -> Option<String> {
    let mut kept = String::new();
    let mut room = room;
    let mut says = false;
    for block in text.trim_end().split("\n\n") {
        let between = if kept.is_empty() { "" } else { "\n\n" };
        let is_heading = block.starts_with('#');
        let fits = length(block) + between.len() <= room;
        let part = if fits { Some(block.to_owned()) } else { lines(block, room.saturating_sub(between.len())) };
        let Some(part) = part else { break };
        room -= length(&part) + between.len();
        kept.push_str(between);
        kept.push_str(&part);
        says |= !is_heading;
        if !fits {
            break;
        }
    }
    says.then_some(kept)
}

/// The lines of a table or of a list that fit; of a table one row at least, below its head.
fn lines(block: &str, room: usize) -> Option<String> {
    let least = match block.get(..2)? {
        start if start.starts_with('|') => 3,
        "- " => 1,
        _ => return None,
    };
    let mut kept: Vec<&str> = Vec::new();
    let mut taken = 0;
    for line in block.split('\n') {
        taken += length(line) + 1;
        if taken > room + 1 {
            break;
        }
        kept.push(line);
    }
    (kept.len() >= least).then(|| kept.join("\n"))
}

/// How long a text is, in UTF-16 code units.
#[must_use]
pub fn length(text: &str) -> usize {
    text.chars().map(|character| usize::try_from(units(character)).unwrap_or(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::{length, within};
    use crate::model::{Section, Verdict};

    fn sections() -> Vec<(Section, String)> {
        let rows = (0..40).map(|row| format!("| {row} | a🙂b |")).collect::<Vec<_>>().join("\n");
        vec![
            (Section::Summary, "# Title\n\nA sentence.\n".to_owned()),
            (
                Section::Findings,
                format!("## Findings\n\n| A | B |\n| --- | --- |\n{rows}\n\n> a quote\n> of two lines\n"),
            ),
            (Section::Gaps, "## Gaps\n\n- one\n- two\n".to_owned()),
        ]
    }

    #[test]
    fn no_budget_is_exceeded_and_what_is_left_out_is_said() {
        let sections = sections();
        let whole = within(&sections, 10_000, Verdict::Approve);
        assert!(whole.ends_with("- one\n- two\n") && whole.contains("\n\n## Gaps\n"));
        for budget in 0..length(&whole) + 2 {
            let text = within(&sections, budget, Verdict::Approve);
            assert!(length(&text) <= budget, "{budget}: {text}");
            assert!(budget < 7 || !text.is_empty(), "{budget}");
            assert_eq!(text == whole, budget >= length(&whole), "{budget}");
            assert!(
                text == whole
                    || text == "APPROVE"
                    || budget < 7
                    || text.contains(&format!("to {budget} characters"))
                    || text.contains(&format!("to stay within {budget}")),
                "{budget}: {text}"
            );
        }
    }

    #[test]
    fn a_table_is_cut_between_its_rows() {
        let text = within(&sections(), 320, Verdict::Approve);
        assert!(text.contains("| 0 | a🙂b |\n"), "{text}");
        assert!(!text.contains("| 39 |") && text.contains("1 section cut."), "{text}");
    }
}
