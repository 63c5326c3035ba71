//! Splits a reply on several tasks into one for each task. See `docs/dispatch.md`, "Groups of tasks".

use std::collections::BTreeSet;

use crate::check;
use crate::dialect;
use crate::model::{AgentResult, Detail, Reply, ReplyText, ResultType, Span};
use crate::order::Gather;
use crate::part::units::Identity;
use crate::text::position;

/// What a reply says: one result; of a reply that the host labels with several tasks, and that reports on them one after the
/// other, one on each. Their spans count in the reply as a whole.
#[must_use]
pub fn read(reply: Reply) -> Vec<(Reply, AgentResult)> {
    match split_tasks(&reply) {
        pieces if pieces.len() > 1 => pieces,
        _ => {
            let result = check::validated(&reply);
            vec![(reply, result)]
        }
    }
}

/// The reports of a reply on the tasks of its label, where there is more than one. What stands between them goes with the
/// one before.
///
/// A line on several of them together, and a report on a task that was not asked for, are pieces of their own: neither says
/// what became of the task above it or below it.
fn split_tasks(reply: &Reply) -> Vec<(Reply, AgentResult)> {
    let asked: BTreeSet<Identity> =
        reply.unit.as_deref().and_then(Identity::of).iter().flat_map(Identity::each).gather();
    if asked.is_empty() {
        return Vec::new();
    }
    let text = reply.text.as_str();
    // Without the text and the names of all tasks, which each piece would copy in full.
    let label = Reply { text: ReplyText::default(), unit: None, ..reply.clone() };
    let mut starts = Vec::new();
    let ranges = dialect::pieces(text, &reply.types);
    for range in ranges.iter().filter(|_| ranges.len() > 1) {
        let piece = text.get(range.clone()).unwrap_or_default();
        let said = check::validated(&Reply { text: piece.into(), ..label.clone() });
        starts.extend(subject(&said, &asked).map(|subject| (range.start, subject)));
    }
    if starts.iter().filter(|(_, subject)| matches!(subject, Subject::Task(_))).count() < 2 {
        return Vec::new();
    }
    if let Some((first, _)) = starts.first_mut() {
        *first = 0;
    }
    let mut begins: Vec<Span> = starts.iter().map(|(start, _)| Span::of_bytes(*start, *start)).collect();
    position::locate(text, begins.iter_mut().collect());
    let ends: Vec<usize> = starts.iter().skip(1).map(|(start, _)| *start).chain([text.len()]).collect();
    let of = u32::try_from(starts.len()).unwrap_or(u32::MAX);
    let pieces =
        (1..).zip(starts.into_iter().zip(ends)).zip(begins).map(|((number, ((start, subject), end)), begin)| {
            let piece = Reply {
                text: text.get(start..end).unwrap_or_default().into(),
                // What was not asked for is on what it says itself.
                unit: match subject {
                    Subject::Task(name) => Some(name),
                    Subject::Together => reply.unit.clone(),
                    Subject::Other => None,
                },
                part: Some([number, of]),
                // What was finished before the time was over is finished.
                timed_out: reply.timed_out && number == of,
                error: reply.error.clone().filter(|_| number == of),
                ..label.clone()
            };
            let mut result = check::validated(&piece);
            shift(&mut result, begin);
            (piece, result)
        });
    pieces.collect()
}

/// What a report in a reply on several tasks is on.
enum Subject {
    /// One of the tasks that were asked for, by its name.
    Task(String),
    /// Several of them together.
    Together,
    /// A task that was not asked for.
    Other,
}

/// What a piece is a report on; `None` where it is none, or names no task.
fn subject(said: &AgentResult, asked: &BTreeSet<Identity>) -> Option<Subject> {
    let Detail::Implementation(work) = &said.detail else {
        let unit =
            said.unit.as_deref().and_then(Identity::of).filter(|_| said.r#type == Some(ResultType::Implementation));
        return unit.filter(|unit| asked.contains(unit)).map(|unit| Subject::Task(unit.name().to_owned()));
    };
    let unit = work.task.as_deref().or(said.unit.as_deref()).and_then(Identity::of)?;
    if asked.contains(&unit) {
        return Some(Subject::Task(unit.name().to_owned()));
    }
    match unit.each().filter(|task| asked.contains(task)).count() {
        0 => work.task.is_some().then_some(Subject::Other),
        _ => Some(Subject::Together),
    }
}

/// Has the spans of a piece count from the start of the text that it was taken from, where it begins. A piece starts a line.
fn shift(result: &mut AgentResult, begin: Span) {
    for span in result.spans_mut() {
        span.start += begin.start;
        span.end += begin.start;
        span.line += begin.line - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::model::{Detail, Reply};

    #[test]
    fn spans_count_in_the_whole_reply() {
        let text = "Þrír, \u{1f6a2}!\r\n\r\nTASK: T-1\nSTATUS: COMPLETE\n\nRESULT: COMPLETE | Criteria: 1/1\r\n\r\nTASK: T-2\nSTATUS: COMPLETE\n\n\
                    ## Files Modified\n| File | Action |\n|---|---|\n| src/é.rs | created |\n\nRESULT: COMPLETE | Criteria: 1/1\n";
        let results = read(Reply { unit: Some("T-1 + T-2".to_owned()), ..Reply::from(text) });
        assert_eq!(
            results.iter().map(|(_, result)| result.unit.as_deref()).collect::<Vec<_>>(),
            [Some("T-1"), Some("T-2")]
        );
        let span = results.last().and_then(|(_, result)| match &result.detail {
            Detail::Implementation(work) => work.files.first().map(|file| file.span),
            _ => None,
        });
        let units: Vec<u16> = text.encode_utf16().collect();
        let meant =
            span.and_then(|span| units.get(span.start as usize..span.end as usize)).map(String::from_utf16_lossy);
        assert_eq!(meant.as_deref().map(str::trim), Some("| src/é.rs | created |"));
        assert_eq!(span.map(|span| span.line), Some(14));
    }

    #[test]
    fn what_names_one_task_or_none_stays_whole() {
        let on = |unit: &str, text: &str| read(Reply { unit: Some(unit.to_owned()), ..Reply::from(text) }).len();
        let report = |task: &str| format!("TASK: {task}\nSTATUS: COMPLETE\n\nRESULT: COMPLETE | Criteria: 1/1\n\n");
        let both = report("T-1") + &report("T-2");
        assert_eq!(on("T-1 + T-2", &both), 2);
        assert_eq!(on("T-1 + T-2", &(both.clone() + &report("T-9"))), 3, "T-9 is a piece of its own");
        assert_eq!(on("T-1 + T-2", &(report("T-1") + &report("T-9"))), 1, "one alone was asked for");
        assert_eq!(on("T-1", &both), 1);
        assert_eq!(on("T-1 + T-2", &report("T-1")), 1);
        assert_eq!(on("T-1 + T-2", ""), 1);
    }
}
