//! Shapes of text that can be made as long as one likes, put together at random.

use std::fmt;

#[path = "../../tests/support/pieces.rs"]
mod pieces;

/// Whole replies, questions and rows, of which `@` is another number each time.
const LONGER: &[&str] = &[
    "RESULT: FINDINGS | Type: consistency | Pair: a.md/b.md | Findings: 1\n\n",
    "RESULT: CLEAN | Type: digest | Doc: d@.md\n\n---\n**Protocol**: v1\n---\n\n",
    "## Findings\n\n| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n",
    "| F@ | major | contradiction | a.md §@ | b.md §2 | the hall @ leaks at w@x | mend w@x |\n",
    "| F@ | major | contradiction | a.md §1 | b.md §2 | the hall leaks at the gate | mend it |\n",
    "| F@ | critical | regression | a.md:@ | — | words of row @ | do it |\n",
    "### F@: Title @ (critical)\n\nText of it in a.md:@.\n\n",
    "- **F@. Title @** — `a@.md:12` is wrong\n  - Fix: do it\n",
    "- [P1] `src/a@.rs:@` leaks @\n",
    "PAIR: a.md <-> b@.md\nSTATUS: CONFLICT\n\n## Contradictions\n| Doc A Statement | Doc A Section | Doc B Statement | Doc B Section |\n|-|-|-|-|\n",
    "| a is @ | §@ | b is @ | §@ |\n",
    "TASK: T-@\nSTATUS: COMPLETE\n\nRESULT: COMPLETE | Criteria: 1/1\n\n",
    "DOC: d@.md\nSTATUS: COMPLETE\n\n## Terms\n| Term | Definition |\n|-|-|\n| t@ | what t@ is |\n\n",
    "RESULT: CLEAN | Type: digest | Doc: d@.md\n\n## Terms\n| Term | Definition |\n|-|-|\n| term @ | what it is @ |\n\n## Sections\n| Section | Summary |\n|-|-|\n| @ Scope | s |\n\n",
    "| term @ | the same for all of them |\n",
    "| a.md | d@.md | § @ |\n",
    "RESULT: PARTIAL | Type: verification | Doc: v_v@.md\n\n| ID | Item | Status | Location | Notes |\n|-|-|-|-|-|\n",
    "| C@ | Item of the list @ | missing | a.md §@ | n |\n",
    "RESULT: FAIL | Steps: 1/2\n\n**Story:** story @\n\n| # | Step | Status |\n|-|-|-|\n",
    "| @ | Open the gate | FAIL |\n",
    "DIMENSION: d@\nMODE: audit\nRATING: good\n\n## Findings\n\n### Title @\n- **Severity**: minor\n- **Location**: a.md §@\n- **Finding**: text @\n\n",
    "{\"status\": \"completed\", \"summary\": \"b @\", \"artifacts\": [{\"type\": \"plan\", \"path\": \"p@.md\"}]}\n",
    "{\"severity\": \"high\", \"title\": \"t @\", \"file\": \"c@.md\", \"line\": @},",
    "\"key @\": {\"a\": [@, null]}, ",
    "### Q@: Title @\n\nHow large is it?\n\nA. Ten\nB. Twenty\n\n**Recommendation:** A\n\n**Answer:** B\n\n",
    "##### R1.@: Topic @\nWhich?\n\n**Answer:** it is as large as @\n\n",
    "Refinements for Q@:\n\n##### R@.1: Hooks @\nWhich hooks?\n\n",
    "### D@: a\n- **Source**: Q@\n- **Status**: draft\n- **Answer (Q@)**: as large as @\n\n",
    "### Contradiction: C @ (Q@, Q1)\n\nText.\n\n",
    "A. Choice @\n",
    "[D@] and Q@, ",
    "A = a@.md, B = b.md\n",
    "a@.md:@-@, ",
    "w@x ",
];

/// What opens and what closes it.
const PAIRS: &[(&str, &str)] = &[
    ("{\"a\": ", "}"),
    ("[", "]"),
    ("{\"a\": [", "]}"),
    ("(", ")"),
    ("> ", ""),
    ("  ", "\n"),
    ("<!-- ", " -->"),
    ("```\n", "```\n"),
    ("**", "**"),
    ("~~", "~~"),
    ("`", "`"),
    ("<think>\n", "</think>\n"),
    ("\"", "\""),
    ("- ", "\n"),
];

/// How a shape is made long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The unit again and again.
    Repeated,
    /// First each piece of the unit as often as the next: `aaa…bbb…`.
    Stacked,
    /// Openings, and as many endings: `((…))`.
    Nested(usize),
    /// The unit once, twice, three times, …, each time with the first piece of the suffix behind it.
    Growing,
}

/// A shape.
#[derive(Clone, Debug)]
pub struct Shape {
    prefix: Vec<String>,
    unit: Vec<String>,
    suffix: Vec<String>,
    way: Way,
}

impl Shape {
    /// A text of about so many bytes.
    pub fn text(&self, bytes: usize) -> String {
        let mut text = self.prefix.concat();
        let end = text.len() + bytes;
        match self.way {
            Way::Repeated => {
                for number in 1.. {
                    if text.len() >= end {
                        break;
                    }
                    self.unit.iter().for_each(|piece| push(&mut text, piece, number));
                }
            }
            Way::Stacked => {
                for piece in &self.unit {
                    let end = text.len() + bytes / self.unit.len();
                    for number in 1.. {
                        if text.len() >= end {
                            break;
                        }
                        push(&mut text, piece, number);
                    }
                }
            }
            Way::Nested(pair) => {
                let (open, close) = PAIRS[pair];
                let unit = self.unit.concat();
                let count = bytes / (open.len() + close.len());
                text.push_str(&open.repeat(count));
                push(&mut text, &unit, 1);
                text.push_str(&close.repeat(count));
            }
            Way::Growing => {
                let unit = self.unit.concat();
                let between = self.suffix.first().map_or("\n", String::as_str);
                for number in 1.. {
                    if text.len() >= end {
                        break;
                    }
                    (0..number).for_each(|_| push(&mut text, &unit, number));
                    push(&mut text, between, number);
                }
            }
        }
        self.suffix.iter().for_each(|piece| push(&mut text, piece, 1));
        text
    }

    /// As many replies of one unit each.
    pub fn replies(&self, bytes: usize) -> Vec<String> {
        let mut replies = Vec::new();
        let mut made = 0;
        for number in 1.. {
            if made >= bytes {
                break;
            }
            let mut text = String::new();
            let pieces = self.prefix.iter().chain(&self.unit).chain(&self.suffix);
            pieces.for_each(|piece| push(&mut text, piece, number));
            made += text.len().max(1);
            replies.push(text);
        }
        replies
    }

    /// The pieces that are repeated.
    pub fn pieces(&self) -> Vec<String> {
        let mut pieces = self.unit.clone();
        pieces.sort();
        pieces.dedup();
        pieces
    }

    /// The shapes with one piece less.
    pub fn smaller(&self) -> Vec<Self> {
        let mut smaller = Vec::new();
        let mut without = |count: usize, of: fn(&mut Self) -> &mut Vec<String>, least: usize| {
            for at in (0..count).filter(|_| count > least) {
                let mut shape = self.clone();
                of(&mut shape).remove(at);
                smaller.push(shape);
            }
        };
        without(self.prefix.len(), |shape| &mut shape.prefix, 0);
        without(self.suffix.len(), |shape| &mut shape.suffix, 0);
        without(self.unit.len(), |shape| &mut shape.unit, 1);
        smaller
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { prefix, unit, suffix, way } = self;
        let way = match way {
            Way::Nested(pair) => format!("nested in {:?}", PAIRS[*pair]),
            way => format!("{way:?}").to_lowercase(),
        };
        write!(out, "{:?}, then {:?} {way}, then {:?}", prefix.concat(), unit.concat(), suffix.concat())
    }
}

/// Adds a piece with a number in the place of each `@`.
fn push(text: &mut String, piece: &str, number: usize) {
    if piece.contains('@') {
        text.push_str(&piece.replace('@', &number.to_string()));
    } else {
        text.push_str(piece);
    }
}

/// Random shapes: the same for the same seed.
pub struct Source {
    state: u64,
    pieces: Vec<String>,
}

impl Source {
    /// The shapes of a seed.
    pub fn new(seed: u64) -> Self {
        let pieces = pieces::pieces().into_iter().chain(LONGER.iter().map(|piece| (*piece).to_owned())).collect();
        Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, pieces }
    }

    /// A number below another.
    fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        usize::try_from(self.state >> 33).unwrap_or_default() % limit
    }

    fn some(&mut self, least: usize, most: usize) -> Vec<String> {
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| self.piece()).collect()
    }

    /// A piece; the longer ones as often as all others.
    fn piece(&mut self) -> String {
        let short = self.pieces.len() - LONGER.len();
        let at = if self.below(2) == 0 { self.below(short) } else { short + self.below(LONGER.len()) };
        self.pieces[at].clone()
    }

    /// The next shape.
    pub fn shape(&mut self) -> Shape {
        let way = match self.below(8) {
            0 => Way::Nested(self.below(PAIRS.len())),
            1 => Way::Stacked,
            2 => Way::Growing,
            _ => Way::Repeated,
        };
        Shape { prefix: self.some(0, 3), unit: self.some(1, 4), suffix: self.some(0, 2), way }
    }
}
