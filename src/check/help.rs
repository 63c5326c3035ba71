//! Help texts for formats that need another wording than the table of codes has.

use super::Form;
use crate::model::{Code, Diagnostic};

/// Gives each diagnostic the help of the form that the reply is held to.
pub fn suit(diagnostics: &mut [Diagnostic], form: Form) {
    let help = match form {
        Form::Report => of_report,
        Form::TestRun => of_story,
        Form::Protocol | Form::Return | Form::Refinements => return,
    };
    for said in diagnostics {
        if let Some(help) = Code::named(&said.code).and_then(help) {
            said.help = Some(help.to_owned());
        }
    }
}

fn of_report(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::MissingSummaryLine => "End the report with the RESULT line of its template.",
        Code::SummaryLineNotFirst => "End the report with the RESULT line.",
        Code::SummaryLineMalformed => "Write it as plain text on its own line, as in the template.",
        Code::StatusWord | Code::UnknownStatus => "Write one of the status words of the template.",
        Code::MissingType => {
            "Start with the header. DOC, PAIR, DIMENSION, TASK or SCREEN tells the type of the report."
        }
        Code::MissingSubject => "Start with the header: DOC, PAIR with two documents, DIMENSION, TASK or SCREEN.",
        Code::MissingField => "Add it as in the template.",
        Code::MissingMetric => "Write every count of the template, zeros included.",
        Code::CleanWithFindings => {
            "Write what was found: TENSION or CONFLICT, some-issues or significant-problems, NEEDS_COMPONENTS."
        }
        Code::CleanWithFailures => "Write PARTIAL or FAILED if something was not done.",
        Code::FindingsWithoutFailures => "Write COMPLETE, or name the criterion that is not met.",
        Code::FindingsNotRead => "List the findings as in the template, or say that there are none.",
        _ => return None,
    })
}

fn of_story(code: Code) -> Option<&'static str> {
    Some(match code {
        Code::MissingSummaryLine => "Write the verdict: `✅ SUCCESS` or `❌ FAILURE`, or `RESULT: PASS | Steps: 3/3`.",
        Code::SummaryLineNotFirst => "Write the RESULT line first, or last.",
        Code::StatusWord | Code::UnknownStatus => "Write PASS or FAIL. A scenario may also be BLOCKED.",
        Code::MissingSubject => {
            "Name the test run: `**Story:** A guest signs up`, or `scenario=HD-003` on the RESULT line."
        }
        Code::MissingField => "Add it as in the template.",
        Code::MissingMetric => "Write `Steps: 3/3` on the RESULT line.",
        Code::CleanWithFailures => "If a step failed, write FAILURE, and FAIL on the RESULT line.",
        Code::FindingsWithoutFailures => "Write SUCCESS, and PASS on the RESULT line, or mark the step that failed.",
        _ => return None,
    })
}
