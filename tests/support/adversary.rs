//! Texts that look for superlinear time: each shape can be made as long as one likes.
#![allow(dead_code)]

/// A name and how to make a text of about so many bytes.
pub type Shape = (&'static str, fn(usize) -> String);

fn repeat(unit: &str, bytes: usize) -> String {
    unit.repeat(bytes / unit.len().max(1) + 1)
}

fn under(head: &str, unit: &str, bytes: usize) -> String {
    format!("{head}{}", repeat(unit, bytes))
}

const SUMMARY: &str = "RESULT: FINDINGS | Type: consistency | Pair: a.md/b.md | Findings: 3\n\n";
const TABLE: &str = "## Findings\n\n| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n";

const MAJOR: &str = "A = a.md, B = b.md\n\n## Major issues\n\n- The hold is short ";

const AGENT: &str = "PAIR: a.md <-> b.md\nSTATUS: CONFLICT\n\n";
const STORY: &str = "RESULT: FAIL | Steps: 1/2\n\n**Story:** a\n\n";
const VALUES: &str = "```csv\nTitle,Severity,Location\n";
const STEPS: &str = "| # | Command | Exit | Observed | Expected | Match |\n|---|---|---|---|---|---|\n";

/// Every shape.
pub const SHAPES: &[Shape] = &[
    ("pipes", |bytes| repeat("|", bytes)),
    ("pipe lines", |bytes| repeat("| |\n", bytes)),
    ("escaped pipes", |bytes| repeat("\\|", bytes)),
    ("backslashes", |bytes| repeat("\\", bytes)),
    ("underscores and accents", |bytes| repeat("_\u{301}", bytes)),
    ("fences", |bytes| repeat("```\n", bytes)),
    ("fences with info", |bytes| repeat("```a\n", bytes)),
    ("ends of findings", |bytes| repeat("=== END FINDING ===\n", bytes)),
    ("titles between marks", |bytes| repeat("=== a ===\nb\n", bytes)),
    ("records between marks", |bytes| {
        repeat("---FINDING---\nseverity: high\nfile: a.ts\n---SUGGESTION---\nb\n", bytes)
    }),
    ("lines that assign fields", |bytes| repeat("ISSUE severity=high file=a.ts line=4 claim=b c\n", bytes)),
    ("fields assigned in one line", |bytes| repeat("severity=high file=a.ts ", bytes)),
    ("records that begin with their place", |bytes| repeat("File: a.ts\nLine: 4\n\nComment: b\n***\n\n", bytes)),
    ("verdicts", |bytes| repeat("VERDICT: REJECT\n", bytes)),
    ("shots", |bytes| under("Cheaper shots: a (b.ts:1)", "; c (d.ts:2)", bytes)),
    ("sentences with lines", |bytes| under("## Problems\n\n", "It breaks (a.ts:4). ", bytes)),
    ("fences of growing length", |bytes| {
        let mut text = String::new();
        let mut length = 3;
        while text.len() < bytes {
            text.push_str(&"`".repeat(length));
            text.push('\n');
            length += 1;
        }
        text
    }),
    ("backticks of growing length in a row", |bytes| {
        let mut text = String::from("| a | b |\n|---|---|\n| ");
        let mut length = 1;
        while text.len() < bytes {
            text.push_str(&"`".repeat(length));
            text.push_str(" | ");
            length += 1;
        }
        text
    }),
    ("single backticks in a row", |bytes| under("| a | b |\n|---|---|\n| ", "` | ", bytes)),
    ("nested lists", |bytes| {
        let mut text = String::new();
        let mut depth = 0;
        while text.len() < bytes {
            text.push_str(&" ".repeat(depth % 200));
            text.push_str("- a\n");
            depth += 2;
        }
        text
    }),
    ("quotes", |bytes| repeat("> ", bytes)),
    ("quote lines", |bytes| repeat("> a\n", bytes)),
    ("brackets", |bytes| repeat("[", bytes)),
    ("braces", |bytes| repeat("{", bytes)),
    ("parentheses in a location", |bytes| {
        format!("{SUMMARY}{TABLE}| F1 | major | contradiction | {} | b.md | d | s |\n", repeat("(a.md ", bytes))
    }),
    ("commas in a location", |bytes| {
        format!("{SUMMARY}{TABLE}| F1 | major | contradiction | {} | b.md | d | s |\n", repeat("a.md:1, ", bytes))
    }),
    ("section marks in a location", |bytes| {
        format!("{SUMMARY}{TABLE}| F1 | major | contradiction | {} | b.md | d | s |\n", repeat("§ a and ", bytes))
    }),
    ("quotes in a location", |bytes| {
        format!("{SUMMARY}{TABLE}| F1 | major | contradiction | {} | b.md | d | s |\n", repeat("\" , ", bytes))
    }),
    ("places in running text", |bytes| under(MAJOR, "in A §1 (a.md:1 — B:2 — [A §3 vs. ", bytes)),
    ("brackets in running text", |bytes| under(MAJOR, "(a.md ([", bytes)),
    ("a path in running text", |bytes| under(MAJOR, "a.md:1,", bytes)),
    ("comments without end", |bytes| repeat("<!-- a\n", bytes)),
    ("comments with text behind", |bytes| repeat("<!-- a --> b\n", bytes)),
    ("headings", |bytes| repeat("### a\n", bytes)),
    ("heading levels", |bytes| repeat("# a\n## b\n### c\n#### d\n##### e\n###### f\n", bytes)),
    ("headings that are fields", |bytes| repeat("### Contradiction: a (Q1, Q2)\n", bytes)),
    ("headings that name stories", |bytes| repeat("### Story: a\n", bytes)),
    ("deep headings", |bytes| under("# a\n## b\n### c\n", "#### F1: x\ntext\n", bytes)),
    ("headings with ids", |bytes| under(SUMMARY, "### F1: Title (critical)\n\ntext\n\n", bytes)),
    ("bold leads", |bytes| under(SUMMARY, "**F1. Title.** text\n\n", bytes)),
    ("bold marks", |bytes| repeat("**", bytes)),
    ("bold openings", |bytes| repeat("**a ", bytes)),
    ("summary lines", |bytes| repeat("RESULT: CLEAN | Type: digest | Doc: a.md\n", bytes)),
    ("summary marks", |bytes| repeat("RESULT: ", bytes)),
    ("summary segments", |bytes| under("RESULT: CLEAN | Type: digest ", "| a: b ", bytes)),
    ("summary words", |bytes| under("RESULT: CLEAN ", "a - b, ", bytes)),
    ("fields", |bytes| under(SUMMARY, "**Agent**: a\n", bytes)),
    ("rules", |bytes| repeat("---\n", bytes)),
    ("rows", |bytes| {
        under(
            &format!("{SUMMARY}{TABLE}"),
            "| F1 | major | contradiction | a.md S1 | b.md S2 | text of it | do it |\n",
            bytes,
        )
    }),
    ("rows with fresh ids", |bytes| {
        let mut text = format!("{SUMMARY}{TABLE}");
        let mut number = 0;
        while text.len() < bytes {
            number += 1;
            text.push_str(&format!(
                "| F{number} | major | contradiction | a.md S{number} | b.md S2 | words of row {number} | do it |\n"
            ));
        }
        text
    }),
    ("rows and their discussions", |bytes| {
        let mut text = format!("{SUMMARY}{TABLE}");
        let rows = bytes / 150;
        for number in 0..rows {
            text.push_str(&format!(
                "| F{number} | major | contradiction | a.md S{number} | b.md S2 | words of row {number} | do it |\n"
            ));
        }
        for number in 0..rows {
            text.push_str(&format!("\n### F{number}: Title {number}\n\nText of it.\n"));
        }
        text
    }),
    ("rows and titles without ids", |bytes| {
        let mut text = format!("{SUMMARY}{TABLE}");
        let rows = bytes / 150;
        for number in 0..rows {
            text.push_str(&format!(
                "| F{number} | major | contradiction | a.md S{number} | b.md S2 | same words all over | do it |\n"
            ));
        }
        for _ in 0..rows {
            text.push_str("\n### Same words all over\n\nText of it.\n");
        }
        text
    }),
    ("headers only", |bytes| repeat("| ID | Severity | Description |\n|---|---|---|\n\n", bytes)),
    ("many columns", |bytes| {
        let cells = repeat("| a ", bytes / 3);
        format!("{cells}|\n{}|\n{cells}|\n", repeat("|---", bytes / 3))
    }),
    ("thoughts", |bytes| repeat("<think>\n", bytes)),
    ("ends of thoughts", |bytes| repeat("</think>\n", bytes)),
    ("elements", |bytes| repeat("<finding><severity>High</severity><title>a</title></finding>\n", bytes)),
    ("rows of values", |bytes| under(VALUES, "a,High,b.ts:1\n", bytes)),
    ("values whose quotes stay open", |bytes| under(VALUES, "\"a,High\n", bytes)),
    ("heads of rows of values", |bytes| repeat("Title,Severity,Location\na,High,b.ts:1\n\n", bytes)),
    ("elements that stay open", |bytes| repeat("<finding>\n", bytes)),
    ("percents", |bytes| under("RESULT: PARTIAL | Type: digest | Coverage: ", "1/2 3% ", bytes)),
    ("documents", |bytes| under("RESULT: CLEAN | Type: consistency | Pair: ", "a.md/", bytes)),
    ("words", |bytes| repeat("word ", bytes)),
    ("one word", |bytes| repeat("a", bytes)),
    ("emoji", |bytes| repeat("🔴", bytes)),
    ("carriage returns", |bytes| repeat("a\r", bytes)),
    ("list items", |bytes| under("### P1\n", "- **Title** — `a.md:12` text\n  - Fix: do it\n", bytes)),
    ("labels", |bytes| repeat("Files modified:\n", bytes)),
    ("headers of agents", |bytes| repeat("DOC: a.md\nSTATUS: COMPLETE\n", bytes)),
    ("contradictions", |bytes| {
        let head =
            "## Contradictions\n| Doc A Statement | Doc A Section | Doc B Statement | Doc B Section |\n|-|-|-|-|\n";
        under(&format!("{AGENT}{head}"), "| a is b | §1 | b is c | §2 and §3 |\n", bytes)
    }),
    ("contradictions in tables of their own", |bytes| {
        let table = "## Terminology Drift\n| Concept | Doc A Term | Doc B Term |\n|-|-|-|\n| a | b | c |\n\n";
        under(AGENT, table, bytes)
    }),
    ("findings of a dimension", |bytes| {
        let head = "DIMENSION: a\nMODE: audit\nRATING: good\n\n## Findings\n\n";
        let finding =
            "### Title\n- **Severity**: minor\n- **Location**: a.md §1\n- **Finding**: text\n- **Impact**: none\n\n";
        format!("{}\nRESULT: good | Findings: 0/0/9/0\n", under(head, finding, bytes))
    }),
    ("reports that end in lines", |bytes| under(AGENT, "## Summary\n\nRESULT: TENSION | Issues: 1\n\n", bytes)),
    ("steps", |bytes| under(&format!("{STORY}{STEPS}"), "| 1 | a | 0 | b | c | yes |\n", bytes)),
    ("tables of steps", |bytes| under(STORY, &format!("NOTES:\n{STEPS}| 1 | a | 0 | b | c | yes |\n\n"), bytes)),
    ("notes", |bytes| under(STORY, "NOTES: a\nDEVIATIONS: b\n", bytes)),
    ("labels over nothing", |bytes| "DEVIATIONS:\n".repeat(bytes / 12)),
    ("labels over nothing in a story", |bytes| under(STORY, "NOTES:\n", bytes)),
    ("notes below their labels", |bytes| under(STORY, "NOTES:\n\na\n\n", bytes)),
    ("one note without end", |bytes| under(&format!("{STORY}NOTES:\n\n"), "a\n\n- b\n\n", bytes)),
    ("failures in detail", |bytes| under(STORY, "### Failure Detail\n**Step 1:** a\n**Expected:** b\n\n", bytes)),
    ("notes over tables", |bytes| under(&format!("{STORY}NOTES:\n\n"), "| a | b |\n|-|-|\n\n", bytes)),
    ("deep notes", |bytes| under(STORY, "## Notes\n### Notes\n#### Notes\n", bytes)),
    ("verdicts of stories", |bytes| repeat("✅ SUCCESS\n\n", bytes)),
    ("colons", |bytes| repeat("a: ", bytes)),
    ("numbers and commas before a word for lines", |bytes| format!("{}줄", repeat("18 ~ 20 , ", bytes))),
    ("dashes on one line", |bytes| format!("1{}: x", repeat(" -", bytes))),
    ("labels three times each", |bytes| {
        let mut labels = String::new();
        for label in 0..bytes / 120 {
            labels.push_str(&format!("a{label} b: src/a.ts:{label} is never closed\n"));
        }
        format!("{labels}\n{labels}\n{labels}")
    }),
    ("bare lines", |bytes| repeat("12-14:\nThe lock in src/a.ts is never released.\n\n", bytes)),
    ("objects", |bytes| repeat("{\"a\": 1}\n", bytes)),
    ("objects in objects", |bytes| repeat("{\"a\": ", bytes)),
    ("lists of objects", |bytes| repeat("[{", bytes)),
    ("lists in lists", |bytes| under("{\"a\": ", "[", bytes)),
    ("tags behind a title", |bytes| under("## Critical\n\n### A door is open ", "[a] ", bytes)),
    ("places below a title", |bytes| under("## Critical\n\n### A door is open\n\n", "`src/a.ts:1` ", bytes)),
    ("links below a title", |bytes| {
        under("## Critical\n\n### A door is open\n\n", "[a.ts:1](https://a.b/c/d/blob/e/src/a.ts#L1) ", bytes)
    }),
    ("rows and the sections that tell them", |bytes| {
        let (mut table, mut told) = (String::new(), String::new());
        for row in 1..bytes / 80 {
            table.push_str(&format!("| {row} | high | Door {row} is open |\n"));
            told.push_str(&format!("### {row}. Door {row} is open\n\nA cat came in.\n\n"));
        }
        format!("| # | Severity | Finding |\n|---|---|---|\n{table}\n## Critical\n\n{told}")
    }),
    ("quotation marks", |bytes| under("{\"a\": \"", "\" ", bytes)),
    ("quotation marks and commas", |bytes| under("{\"a\": \"", "\" , x", bytes)),
    ("quotation marks and blanks", |bytes| under("{\"a\": \"", "\"               x", bytes)),
    ("keys without values", |bytes| under("{", "\"a\", ", bytes)),
    ("keys of one name", |bytes| under("{\"status\": \"completed\", \"summary\": \"b\"", ", \"a\": 1", bytes)),
    ("braces and names", |bytes| repeat("{ a ", bytes)),
    ("braces and keys", |bytes| repeat("{a: ", bytes)),
    ("comments in objects", |bytes| repeat("{/*", bytes)),
    ("comments behind each other", |bytes| under("{\"a\": ", "/**/", bytes)),
    ("line breaks in a string", |bytes| under("{\"a\": \"b", "\n", bytes)),
    ("line breaks and names in a string", |bytes| under("{\"a\": \"b", "\n\"c", bytes)),
    ("escapes in a string", |bytes| under("{\"a\": \"b", "\\u12", bytes)),
    ("returns", |bytes| repeat("{\"status\": \"completed\", \"summary\": \"b\", \"artifacts\": []}\n", bytes)),
    ("returns in a list", |bytes| under("[", "{\"status\": \"completed\", \"summary\": \"b\"},", bytes)),
    ("findings in lines", |bytes| repeat("{\"severity\": \"high\", \"title\": \"b\", \"file\": \"c.md\"}\n", bytes)),
    ("findings in a list", |bytes| {
        under("{\"findings\": [", "{\"severity\": \"high\", \"title\": \"b\", \"file\": \"c.md\"},", bytes)
    }),
    ("fences with returns", |bytes| repeat("```json\n{\"status\": \"completed\", \"errors\": []}\n```\n", bytes)),
    ("members of a return", |bytes| {
        let mut text = String::from("{\"status\": \"completed\", \"summary\": \"b\"");
        let mut number = 0;
        while text.len() < bytes {
            number += 1;
            text.push_str(&format!(", \"key {number}\": [{number}, {{\"a\": null}}]"));
        }
        text
    }),
];
