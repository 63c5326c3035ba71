//! The output of tools in a reply that is a transcript: the agent read it, but did not write it. See
//! `docs/formats/protocol-v1.md`, "Summary line".

use crate::text::steps;

/// So many lines above are looked at.
const LINES: usize = 200;

/// What marks the output of a tool where it begins.
const OUTPUT: char = '⎿';

/// Tags around what a tool printed.
const TAGS: [&str; 13] = [
    "bash-stderr",
    "bash-stdout",
    "command-output",
    "command-stdout",
    "file_content",
    "file_contents",
    "function_result",
    "function_results",
    "local-command-stdout",
    "stdout",
    "tool_output",
    "tool_response",
    "tool_result",
];

/// Programs that print what is in a file.
const PRINTERS: [&str; 12] =
    ["awk", "bat", "cat", "egrep", "grep", "head", "less", "more", "rg", "sed", "tail", "type"];

/// Whether a line is what a tool printed, by the lines above it, the nearest first.
#[must_use]
pub fn is_tool_output<'t>(line: &str, above: impl Iterator<Item = &'t str>) -> bool {
    if line.trim_start().starts_with(OUTPUT) || has_number(line) {
        return true;
    }
    // What is told in the lines right above, and in the one above the gap, is told of this line.
    let (mut gap, mut announced) = (false, false);
    let mut closed: Vec<&str> = Vec::new();
    let mut may_hang = indent(line) > 0;
    for other in above.take(LINES) {
        steps::add(1);
        let said = other.trim();
        if said.is_empty() {
            gap = true;
            continue;
        }
        if may_hang && said.starts_with(OUTPUT) {
            return true;
        }
        may_hang &= indent(other) > 0;
        if let Some(name) = tag(said, "</") {
            closed.push(name);
        } else if let Some(name) = tag(said, "<") {
            match closed.iter().position(|other| *other == name) {
                Some(at) => closed.truncate(at),
                None if TAGS.contains(&name) => return true,
                None => {}
            }
        }
        if !announced && (is_call(said) || announces(said) || (!gap && is_prompt(said))) {
            return true;
        }
        // The first line above a gap is the last that may announce.
        announced |= gap;
    }
    false
}

/// A line of a file printed with numbers: `12→RESULT: …`, `12<tab>RESULT: …`.
fn has_number(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|digit: char| digit.is_ascii_digit());
    rest.len() < line.trim_start().len() && rest.starts_with(['\t', '→', '│'])
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The name of a tag that is all of a line, or begins it.
fn tag<'t>(said: &'t str, mark: &str) -> Option<&'t str> {
    let rest = said.strip_prefix(mark)?;
    let end = rest.find(|character: char| !character.is_ascii_alphanumeric() && !matches!(character, '-' | '_'))?;
    rest.get(..end).filter(|name| !name.is_empty())
}

/// A command at a prompt that prints a file: `$ cat logs/last.log`.
fn is_prompt(said: &str) -> bool {
    let Some(at) = said.find(['$', '❯', '%', '➜']) else { return false };
    // What stands before the mark of a prompt is a host or a folder, not a sentence.
    let is_prompt = said.get(..at).is_some_and(|before| before.split_whitespace().count() < 2);
    let command = said.get(at..).unwrap_or_default().trim_start_matches(['$', '❯', '%', '➜', ' ']);
    is_prompt && PRINTERS.contains(&command.split(' ').next().unwrap_or_default())
}

/// A call of a tool: `⏺ Read(a.md)`, `[Tool: Read] a.md`.
fn is_call(said: &str) -> bool {
    let lower = said.to_lowercase();
    if ["[tool", "tool:", "tool call:", "tool use:"].iter().any(|begin| lower.starts_with(begin)) {
        return true;
    }
    let Some(call) = said.strip_prefix(['⏺', '●']).map(str::trim) else { return false };
    let name = call.split('(').next().unwrap_or_default();
    name.len() < call.len() && !name.is_empty() && name.chars().all(char::is_alphanumeric)
}

/// A line that says that something else is told below it: `The log says:`, `Tool result:`, `Contents of a.md:`.
fn announces(said: &str) -> bool {
    const SAYS: [&str; 13] = [
        "contain",
        "contained",
        "contains",
        "ended",
        "ends",
        "printed",
        "prints",
        "read",
        "reads",
        "said",
        "say",
        "says",
        "shows",
    ];
    const OUTPUTS: [&str; 12] = [
        "command output",
        "content of",
        "contents of",
        "file content",
        "file contents",
        "function result",
        "output of",
        "stdout",
        "tool output",
        "tool response",
        "tool result",
        "tool returned",
    ];
    const SUBJECTS: [&str; 11] =
        ["command", "console", "document", "file", "log", "logs", "output", "script", "terminal", "tool", "transcript"];
    // What another agent says is passed on: that is a reply.
    const SPEAKERS: [&str; 7] = ["agent", "analyzer", "auditor", "checker", "my", "reviewer", "subagent"];
    let Some(said) = said.trim_end_matches(['*', '_', '`']).strip_suffix(':') else { return false };
    let lower = said.trim_matches(['*', '_']).to_lowercase();
    let words = || lower.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    if words().any(|word| SPEAKERS.contains(&word)) {
        return false;
    }
    let says = || words().next_back().is_some_and(|last| SAYS.contains(&last));
    let subject = || words().any(|word| SUBJECTS.contains(&word)) || lower.split(' ').any(is_path);
    OUTPUTS.iter().any(|output| lower.contains(output)) || (says() && subject())
}

fn is_path(word: &str) -> bool {
    word.trim_matches(|mark: char| !mark.is_alphanumeric()).contains(['/', '.'])
}

#[cfg(test)]
mod tests {
    use super::is_tool_output;

    /// Whether the last line of a text is what a tool printed.
    fn last(text: &str) -> bool {
        let lines: Vec<&str> = text.lines().collect();
        let (last, above) = lines.split_last().unwrap_or((&"", &[]));
        is_tool_output(last, above.iter().rev().copied())
    }

    #[test]
    fn what_tools_print_is_told_by_what_stands_above_it() {
        for text in [
            "⏺ Read(a.log)\n  ⎿  RESULT: CLEAN",
            "⏺ Read(a.log)\n  ⎿  Started\n     RESULT: CLEAN",
            "$ cat a.log\nRESULT: CLEAN",
            "me@host:~/x$ tail -n 3 a.log\nStarted\nRESULT: CLEAN",
            "[Tool: Read] a.log\n<result>\nRESULT: CLEAN",
            "<function_results>\n\nStarted\n\nRESULT: CLEAN",
            "    11\tStarted\n    12\tRESULT: CLEAN",
            "12→RESULT: CLEAN",
            "Tool result:\nRESULT: CLEAN",
            "The log says:\n\nRESULT: CLEAN",
            "**Contents of a.log:**\n```\nRESULT: CLEAN",
        ] {
            assert!(last(text), "{text}");
        }
    }

    #[test]
    fn what_an_agent_says_is_none() {
        for text in [
            "RESULT: CLEAN",
            "Here is my report:\n\nRESULT: CLEAN",
            "The agent returned:\nRESULT: CLEAN",
            "The reviewer says:\n\nRESULT: CLEAN",
            "Trees in rows. The other one only says:\n\nRESULT: CLEAN",
            "$ cat a.log\nStarted\n\nRESULT: CLEAN",
            "<function_results>\nStarted\n</function_results>\nRESULT: CLEAN",
            "<result>\nRESULT: CLEAN",
            "The log says:\n\nStarted\n\nRESULT: CLEAN",
            "⏺ Read(a.log)\n  ⎿  Started\n\n⏺ I have read it.\nRESULT: CLEAN",
            "It costs $ cat food\n\nRESULT: CLEAN",
        ] {
            assert!(!last(text), "{text}");
        }
    }
}
