//! Recognises our instructions in a prompt.

use crate::model::{Expected, ResultType, TypeName};

/// How an instruction for a report begins its first line, up to the type.
const SUMMARY: &str = "RESULT: <CLEAN|FINDINGS|PARTIAL|ERROR> | Type: ";
const RETURN: &str = "Reply with one JSON object and nothing else";
const RETURN_VERSION: &str = "Return format v1:";
const REFINEMENTS: &str = "Ask what is still open. Reply with refinements in this form";

/// What a prompt asks for, by the instruction in it: the last one, where it holds several. A quoted instruction counts.
#[must_use]
pub fn asked_in(prompt: &str) -> Option<Expected> {
    let lines = || prompt.lines().map(|line| line.trim_start_matches(|mark: char| mark == '>' || mark.is_whitespace()));
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    let is_return = |line: &str| {
        line.strip_prefix(RETURN).is_some_and(|rest| ends(rest) && rest.split(RETURN_VERSION).nth(1).is_some())
    };
    let of_type = lines().filter_map(type_asked_in).next_back();
    of_type.or_else(|| lines().any(is_return).then_some(Expected::RETURN)).or_else(|| {
        lines().any(|line| line.strip_prefix(REFINEMENTS).is_some_and(ends)).then_some(Expected::REFINEMENTS)
    })
}

fn type_asked_in(line: &str) -> Option<Expected> {
    let (name, _) = line.strip_prefix(SUMMARY)?.split_once(" |")?;
    serde_json::from_value(name.into()).ok().or_else(|| Some(Expected::Type(ResultType::Custom(TypeName::new(name)?))))
}

#[cfg(test)]
mod tests {
    use super::asked_in;
    use crate::model::Expected;
    use crate::prompt::instruction;

    #[test]
    fn every_instruction_is_known_again() {
        let words = ["digest", "consistency", "verification", "implementation", "design-plan", "review", "own-type"];
        for word in words.into_iter().chain(["return", "refinements"]) {
            let of: Option<Expected> = serde_json::from_value(word.into()).ok();
            assert!(of.is_some(), "{word}");
            let Some(of) = of else { continue };
            let text = instruction(of);
            assert_eq!(asked_in(&format!("Look at it.\n\n{text}")), Some(of), "{word}");
            assert_eq!(asked_in(&text.replace('\n', "\n> ").replace("RESULT", "> RESULT")), Some(of), "{word}, quoted");
        }
        assert_eq!(asked_in("Review src/. End with RESULT: CLEAN | Type: digest | Doc: a.md"), None);
        assert_eq!(asked_in(""), None);
    }
}
