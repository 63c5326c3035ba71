//! A reply that is only the error message of the service that should have answered. See `docs/formats/prose.md`, "Errors in place of a
//! reply".

use crate::text::inline;

/// A reply with more lines than this says more than the error.
const LINES: usize = 60;

/// How the error messages of services begin, in lower case.
const MESSAGES: [&str; 24] = [
    "you ve hit your limit",
    "you ve hit your session limit",
    "you ve hit your usage limit",
    "you re out of extra usage",
    "5 hour limit reached",
    "prompt is too long",
    "internal server error",
    "overloaded",
    "rate limit exceeded",
    "rate limit reached",
    "too many requests",
    "request timed out",
    "request was aborted",
    "connection error",
    "connection reset",
    "credit balance is too low",
    "context length exceeded",
    "service unavailable",
    "bad gateway",
    "claude ai usage limit reached",
    "usage limit reached",
    "quota exceeded",
    "agent terminated",
    "process exited with code",
];

/// The line of a text that says why there is no reply, where the text is an error and nothing else.
#[must_use]
pub fn reason(text: &str) -> Option<&str> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(LINES + 1).collect();
    let first = lines.first()?.trim();
    if lines.len() > LINES {
        return None;
    }
    let says = (lines.len() == 1 && is_message(first)) || is_of_service(first, &lines) || is_trace(first, &lines);
    if says {
        return Some(first);
    }
    // Python says last what went wrong.
    let last = lines.last()?.trim_end();
    let is_trace = first.trim_start_matches("```").starts_with("Traceback (most recent call last)") && lines.len() > 2;
    let between = lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default();
    (is_trace && names_error(last) && between.iter().all(|line| line.starts_with(' '))).then_some(last)
}

/// `Prompt is too long: 210000 tokens > 200000 maximum`
fn is_message(line: &str) -> bool {
    const LENGTH: usize = 160;
    let lower = line.to_lowercase();
    let rest = lower.trim_start_matches("error:").trim_start_matches(|first: char| !first.is_alphanumeric());
    let rest = rest.replace(['\'', '’', '-'], " ");
    let bare = rest.trim_start_matches(|first: char| first.is_ascii_digit()).trim_start();
    let behind = |rest: &str| MESSAGES.iter().find_map(|message| rest.strip_prefix(message)).map(str::to_owned);
    let Some(behind) = behind(&rest).or_else(|| behind(bare)) else { return false };
    // `Overloaded handlers in src/a.ts:4 …` goes on.
    let ends = behind.is_empty() || behind.trim_start().starts_with([':', '.', ',', ';', '(', '!', '·', '∙', '|']);
    line.len() <= LENGTH && ends
}

/// `API Error: 500 {"type": "error", …}`, or the object alone.
fn is_of_service(first: &str, lines: &[&str]) -> bool {
    const AROUND: usize = 12;
    let bare = first.trim_start_matches(|first: char| !first.is_alphanumeric() && first != '{');
    if ["API Error:", "API error:", "API Error ("].iter().any(|mark| bare.starts_with(mark)) {
        return lines.len() <= AROUND;
    }
    let packed: String = lines.concat().chars().filter(|character| !character.is_whitespace()).collect();
    let object = packed.starts_with("{\"type\":\"error\",\"error\":{") || packed.starts_with("{\"error\":{\"");
    object && lines.len() <= AROUND && packed.ends_with('}') && packed.contains("\"message\":")
}

/// `TypeError: x is undefined`, then lines that begin with `at`.
fn is_trace(first: &str, lines: &[&str]) -> bool {
    let below = lines.get(1..).unwrap_or_default();
    names_error(first) && !below.is_empty() && below.iter().all(|line| line.trim_start().starts_with("at "))
}

/// `ValueError: bad`, `Uncaught TypeError: …`, `java.io.IOException`
fn names_error(line: &str) -> bool {
    let line = inline::bare(line.trim());
    let name = line.split(':').next().unwrap_or_default();
    let name = name.rsplit([' ', '.']).next().unwrap_or_default();
    name.chars().all(char::is_alphanumeric) && (name.ends_with("Error") || name.ends_with("Exception"))
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn errors_alone_are_the_reason() {
        for text in [
            "Prompt is too long",
            "You've hit your limit · resets 8pm (Europe/Warsaw)",
            "5-hour limit reached ∙ resets 3am",
            "Claude AI usage limit reached|1750000000",
            "Error: 529 Overloaded",
            "API Error: 500 {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":\"Internal server error\"}}",
            "{\"type\": \"error\", \"error\": {\"type\": \"overloaded_error\", \"message\": \"Overloaded\"}}",
            "TypeError: a is undefined\n    at b (src/c.js:4:5)\n    at d (src/e.js:6:7)\n",
            "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    main()\nValueError: bad",
        ] {
            assert!(reason(text).is_some(), "{text}");
        }
    }

    #[test]
    fn what_tells_of_errors_is_none() {
        for text in [
            "Overloaded handlers in `src/a.ts:4` hide each other.",
            "Request timed out handling is missing in src/a.ts:4.",
            "I ran it and saw:\n\nTypeError: a is undefined\n    at b (src/c.js:4:5)\n\nSo `a` is never set.",
            "{\"error\": \"none\", \"findings\": []}",
            "Error: `src/a.ts:4` throws where nothing is given.",
            "ValidationError: thrown for valid input, `src/a.ts:4`.",
            "Traceback (most recent call last):\n  File \"a.py\", line 3\nValueError: bad\nThat is the bug: see a.py:3.",
        ] {
            assert_eq!(reason(text), None, "{text}");
        }
    }
}
