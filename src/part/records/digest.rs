//! Records of a digest.

use super::{Consumed, Record, Shape, fill, fill_text, lines};
use crate::model::{
    Claim, Classification, Code, CrossReference, Decision, Entity, Extra, Note, Rule, SectionEntry, Span, Statement,
    Term, quote,
};
use crate::part::aliases::Aliases;
use crate::part::columns::{self, Column};
use crate::part::documents::document_of;
use crate::part::places;
use crate::text::inline;

impl Record for SectionEntry {
    const COLUMNS: &'static [Column] = &[
        Column { name: "heading", canonical: &["heading"], others: &["section", "title", "section heading", "name"] },
        Column { name: "lines", canonical: &["line range", "lines"], others: &["range", "line numbers"] },
        Column {
            name: "summary",
            canonical: &["summary"],
            others: &["description", "content", "what it says", "one line summary", "1 line summary"],
        },
    ];
    const REQUIRED: &'static [&'static str] = &["heading"];
    const SHAPE: Shape = Shape::Lead("heading", "summary");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "heading" => {
                let (heading, range) = split_lines(value);
                let held = fill_text(&mut self.heading, heading);
                self.lines = self.lines.or(range);
                held
            }
            "lines" => match (self.lines, lines(value)) {
                (None, Some(found)) => {
                    self.lines = Some(found);
                    Consumed::All
                }
                _ => Consumed::None,
            },
            "summary" => match lines(value).filter(|_| self.lines.is_none() && value.contains(['-', '–'])) {
                Some(range) => {
                    self.lines = Some(range);
                    Consumed::All
                }
                None => fill(&mut self.summary, value),
            },
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

/// A heading and the lines behind it: `Event Bus (46-102)`, `Event Bus, L46-102`.
fn split_lines(heading: &str) -> (&str, Option<[u32; 2]>) {
    let split = heading.rsplit_once(['(', '[', ',']).and_then(|(title, behind)| {
        let written = behind.trim_end_matches([')', ']']);
        // A number alone may be anything.
        let range = lines(written).filter(|_| written.contains(['-', '–']))?;
        Some((title.trim(), Some(range))).filter(|(title, _)| !title.is_empty())
    });
    split.unwrap_or((heading, None))
}

impl Record for Term {
    const COLUMNS: &'static [Column] = &[
        Column { name: "term", canonical: &["term"], others: &["name", "concept"] },
        Column { name: "definition", canonical: &["definition"], others: &["meaning", "description", "explanation"] },
        Column { name: "section", canonical: &["section"], others: &["where", "location", "defined in", "source"] },
    ];
    const REQUIRED: &'static [&'static str] = &["term", "definition"];
    const SHAPE: Shape = Shape::Lead("term", "definition");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "term" => fill_text(&mut self.term, inline::bare(value)),
            "definition" => fill_text(&mut self.definition, value),
            "section" => fill(&mut self.section, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

impl Record for Entity {
    const COLUMNS: &'static [Column] = &[
        // Without another name "Type" is the name of a type, beside one its kind.
        Column {
            name: "name",
            canonical: &["entity", "name"],
            others: &["interface", "type name", "entity name", "contract", "type"],
        },
        Column { name: "kind", canonical: &["kind"], others: &["type", "category"] },
        Column {
            name: "properties",
            canonical: &["properties"],
            others: &["fields", "attributes", "description", "definition", "details"],
        },
        Column { name: "section", canonical: &["section"], others: &["where", "location", "defined in", "source"] },
    ];
    const REQUIRED: &'static [&'static str] = &["name"];
    const SHAPE: Shape = Shape::Lead("name", "properties");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "name" => fill_text(&mut self.name, inline::bare(value)),
            "kind" => fill(&mut self.kind, value),
            "properties" => fill(&mut self.properties, value),
            "section" => fill(&mut self.section, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

impl Record for Decision {
    const COLUMNS: &'static [Column] = &[
        Column { name: "decision", canonical: &["decision"], others: &["choice"] },
        Column {
            name: "rationale",
            canonical: &["rationale"],
            others: &["reason", "why", "reasoning", "stated rationale"],
        },
        Column { name: "section", canonical: &["section"], others: &["where", "location", "source"] },
    ];
    const REQUIRED: &'static [&'static str] = &["decision"];
    const SHAPE: Shape = Shape::Lead("decision", "rationale");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "decision" => fill_text(&mut self.decision, value),
            "rationale" => fill(&mut self.rationale, value),
            "section" => fill(&mut self.section, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

impl Record for CrossReference {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "from",
            canonical: &["from section", "from", "section"],
            others: &["source section", "source", "line", "lines"],
        },
        Column {
            name: "text",
            canonical: &["references", "reference"],
            others: &["link text", "text", "link", "refers to", "mention"],
        },
        Column {
            name: "target_document",
            canonical: &["target doc", "target document"],
            others: &["target", "document", "doc", "to", "target file"],
        },
        Column { name: "target_section", canonical: &["target section"], others: &["anchor", "to section"] },
        Column {
            name: "nature",
            canonical: &["nature"],
            others: &["kind", "type", "relationship", "purpose", "notes"],
        },
    ];
    const REQUIRED: &'static [&'static str] = &["target_document"];
    const SHAPE: Shape = Shape::Whole("text");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "from" => fill(&mut self.from, value),
            "text" => fill_text(&mut self.text, value),
            "target_document" => {
                // A link names its section after the document.
                let (document, section) = value.split_once('#').unwrap_or((value, ""));
                if self.target_document.is_some() {
                    return Consumed::None;
                }
                // `B.md S8.2`, `B.md § 8.2`
                if let Some((document, place)) = named_with_section(value).filter(|_| section.is_empty()) {
                    // A title beside the number stays in the cell.
                    let target = inline::bare(value);
                    let behind =
                        target.get(document.len()..).unwrap_or_default().trim_start_matches([' ', ',', ':', '§']);
                    let marks = ["Section ", "section ", "S"];
                    let number = marks.iter().find_map(|mark| behind.strip_prefix(mark)).unwrap_or(behind);
                    let is_whole = number.trim() == place;
                    self.target_document = Some(document);
                    let held = fill(&mut self.target_section, &place);
                    return if held == Consumed::All && !is_whole { Consumed::Part } else { held };
                }
                self.target_document = Some(inline::bare(document).to_owned());
                if section.is_empty() { Consumed::All } else { fill(&mut self.target_section, inline::bare(section)) }
            }
            "target_section" => fill(&mut self.target_section, value),
            "nature" => fill(&mut self.nature, value),
            _ => Consumed::None,
        }
    }

    fn finish(&mut self) -> Option<(Code, String)> {
        if self.target_document.is_none() {
            self.point();
        }
        if self.text.is_empty() {
            self.text = self.target_document.clone().unwrap_or_default();
        }
        None
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

/// The document and the section of a target that is one place: `B.md S8.2`.
fn named_with_section(target: &str) -> Option<(String, String)> {
    let target = inline::bare(target);
    let document =
        document_of(target).filter(|document| target.starts_with(document) && document.len() < target.len())?;
    let mut places = places::read(target, &Aliases::none()).into_iter();
    let place = places.next().filter(|place| places.next().is_none() && place.lines.is_none())?;
    Some((place.document.filter(|named| named == document)?, place.section?))
}

impl CrossReference {
    /// Finds in a sentence what it refers to: `§2 → TANKS.md §1: sizes`, `§3 → [storms](WEATHER.md#storms)`.
    fn point(&mut self) {
        let (before, after) = ["→", "->", "=>"]
            .into_iter()
            .find_map(|arrow| self.text.split_once(arrow))
            .map_or(("", self.text.as_str()), |(before, after)| (before.trim(), after.trim()));
        let linked = after.split_once("](").and_then(|(_, target)| target.split_once(')')).map(|(target, _)| target);
        let pointed = linked.map(str::to_owned).or_else(|| {
            let word = after.split_whitespace().find(|word| document_of(word).is_some())?;
            after.get(after.find(word)?..).map(|rest| rest.split([':', ';', ',']).next().unwrap_or(rest).to_owned())
        });
        let place = pointed.and_then(|pointed| places::read(&pointed, &Aliases::none()).into_iter().next());
        let from = Some(before.trim_matches(['*', '`', ' ']).to_owned()).filter(|from| !from.is_empty());
        if let Some(place) = place {
            self.target_document = place.document;
            self.target_section = self.target_section.take().or(place.section);
            self.from = self.from.take().or(from);
        }
    }
}

impl Record for Claim {
    const COLUMNS: &'static [Column] = &[
        Column { name: "claim", canonical: &["claim"], others: &["technology claim", "statement"] },
        Column { name: "section", canonical: &["section"], others: &["where", "location", "source", "line", "lines"] },
        Column {
            name: "verifiable",
            canonical: &["verifiable"],
            others: &["verifiable against", "how to verify", "verify against", "verification", "verify"],
        },
    ];
    const REQUIRED: &'static [&'static str] = &["claim"];
    const SHAPE: Shape = Shape::Whole("claim");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "claim" => fill_text(&mut self.claim, value),
            "section" => fill(&mut self.section, value),
            "verifiable" => fill(&mut self.verifiable, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

impl Record for Statement {
    const COLUMNS: &'static [Column] = &[
        Column { name: "statement", canonical: &["statement"], others: &["content", "item", "claim"] },
        Column {
            name: "classification",
            canonical: &["classification"],
            others: &["class", "status", "aspirational decided", "kind"],
        },
        Column { name: "section", canonical: &["section"], others: &["where", "location", "source", "line", "lines"] },
    ];
    const REQUIRED: &'static [&'static str] = &["statement", "classification"];
    const SHAPE: Shape = Shape::Whole("statement");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "statement" => fill_text(&mut self.statement, value),
            "classification" => {
                let (classification, held) = classify(value);
                self.classification = classification;
                held
            }
            "section" => fill(&mut self.section, value),
            _ => Consumed::None,
        }
    }

    fn finish(&mut self) -> Option<(Code, String)> {
        let column = Self::COLUMNS.iter().find(|column| column.name == "classification")?;
        let is_class = |key: String| column.canonical.contains(&key.as_str()) || column.others.contains(&key.as_str());
        let odd = self.extra.iter().find(|field| is_class(columns::key(&field.key)))?;
        let words = inline::words(&odd.value);
        let known = ["aspirational", "decided", "unclear"].iter().any(|word| words.starts_with(word));
        (!known).then(|| {
            (
                Code::UnknownClassification,
                format!("The classification {} is not recognised. `unclear` is assumed.", quote(&odd.value)),
            )
        })
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

impl Record for Rule {
    const COLUMNS: &'static [Column] = &[
        Column {
            name: "rule",
            canonical: &["rule", "constraint"],
            others: &["rule or constraint", "behavioral rule", "behavioural rule", "business rule"],
        },
        Column { name: "kind", canonical: &["kind"], others: &["type", "category"] },
        Column { name: "section", canonical: &["section"], others: &["where", "location", "source", "line", "lines"] },
    ];
    const REQUIRED: &'static [&'static str] = &["rule"];
    const SHAPE: Shape = Shape::Whole("rule");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "rule" => fill_text(&mut self.rule, value),
            "kind" => fill(&mut self.kind, value),
            "section" => fill(&mut self.section, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}

/// The word of a classification; a remark beside it is kept too.
fn classify(value: &str) -> (Classification, Consumed) {
    let words = inline::words(value);
    match words.split(' ').next().unwrap_or_default() {
        "aspirational" if words == "aspirational" => (Classification::Aspirational, Consumed::All),
        "decided" if words == "decided" => (Classification::Decided, Consumed::All),
        "unclear" if words == "unclear" => (Classification::Unclear, Consumed::All),
        "aspirational" => (Classification::Aspirational, Consumed::Part),
        "decided" => (Classification::Decided, Consumed::Part),
        _ => (Classification::Unclear, Consumed::Part),
    }
}

impl Record for Note {
    const COLUMNS: &'static [Column] = &[Column {
        name: "text",
        canonical: &["note"],
        others: &["why", "observation", "excerpt", "reason", "description", "why it is notable", "why notable"],
    }];
    const REQUIRED: &'static [&'static str] = &["text"];
    const SHAPE: Shape = Shape::Whole("text");

    fn put(&mut self, column: &'static str, value: &str, _aliases: &Aliases) -> Consumed {
        match column {
            "text" => fill_text(&mut self.text, value),
            _ => Consumed::None,
        }
    }

    fn base(&mut self) -> (&mut Extra, &mut Span) {
        (&mut self.extra, &mut self.span)
    }
}
