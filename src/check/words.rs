//! Checks columns that allow only a few words. See `docs/formats/protocol-v1.md`, "Checking".

use super::agent_report::word;
use super::context::{CheckContext, Listed};
use crate::model::{Code, Detail, Extra, Level, Span};
use crate::part::records;
use crate::text::blocks::BlockKind;
use crate::text::{inline, tables};

/// A column of few words.
struct Words {
    listed: Listed,
    column: &'static str,
    /// The words, each with what else begins with it.
    known: &'static [(&'static str, &'static [&'static str])],
}

const NATURE: Words = Words {
    listed: Listed::References,
    column: "nature",
    known: &[
        ("defines", &["define", "defined"]),
        ("extends", &["extend", "extended"]),
        ("contradicts", &["contradict", "contradiction", "contradicting"]),
        ("depends-on", &["depends", "depend", "dependency"]),
    ],
};

const VERIFIABLE: Words = Words {
    listed: Listed::Claims,
    column: "verifiable",
    known: &[("yes", &[]), ("no", &[]), ("partially", &["partial", "partly"])],
};

const ACTION: Words =
    Words { listed: Listed::Files, column: "action", known: &[("created", &[]), ("modified", &[]), ("deleted", &[])] };

const AUDIT: Words = Words {
    listed: Listed::Dependencies,
    column: "audit",
    known: &[("clean", &[]), ("advisory", &[]), ("flagged", &["flag"])],
};

const CATEGORY: Words = Words {
    listed: Listed::Parked,
    column: "category",
    known: &[("gap", &["gaps"]), ("question", &["questions"]), ("emerged-concept", &["emerged", "concept"])],
};

const PRIORITY: Words =
    Words { listed: Listed::Parked, column: "priority", known: &[("high", &[]), ("medium", &[]), ("low", &[])] };

/// Checks that no row of the template was left in.
pub fn check_rows(context: &mut CheckContext<'_, '_>) {
    let source = &context.read.source;
    let tables = source.blocks().iter().filter(|block| block.kind == BlockKind::Table);
    let rows = tables.flat_map(|block| tables::read(source, block).rows);
    let unfilled: Vec<usize> = rows.filter(|row| records::is_template_row(source, row)).map(|row| row.line).collect();
    for line in unfilled {
        let range = context.read.source.lines_range(line..line + 1);
        context.say(Code::UnfilledTemplate, "A template row was left in the table. It is ignored.", Some(range));
        if let Some(said) = context.said.last_mut() {
            said.level = Level::Warning;
        }
    }
}

/// Checks the words of references, claims, files, packages and parked findings.
pub fn check(context: &mut CheckContext<'_, '_>) {
    let result = &context.read.result;
    let mut stated: Vec<(&Words, Span, Option<&str>)> = Vec::new();
    match &result.detail {
        Detail::Digest(digest) => {
            stated.extend(digest.references.iter().map(|it| (&NATURE, it.span, it.nature.as_deref())));
            stated.extend(digest.claims.iter().map(|it| (&VERIFIABLE, it.span, it.verifiable.as_deref())));
        }
        Detail::Implementation(work) => {
            // A word that is known was read; any other stands with what has no field.
            stated.extend(work.files.iter().map(|it| (&ACTION, it.span, action(&it.extra))));
            stated.extend(work.dependencies.iter().map(|it| (&AUDIT, it.span, it.audit.as_deref())));
        }
        _ => {}
    }
    for parked in &result.parked {
        stated.push((&CATEGORY, parked.span, parked.category.as_deref()));
        stated.push((&PRIORITY, parked.span, parked.priority.as_deref()));
    }
    for (of, span, text) in stated {
        if let Some(text) = text {
            of.check(context, span, text);
        }
    }
}

fn action(extra: &Extra) -> Option<&str> {
    let is_action = |key: &str| matches!(inline::words(key).as_str(), "action" | "change type");
    extra.iter().find(|field| is_action(&field.key)).map(|field| field.value.as_str())
}

impl Words {
    fn check(&self, context: &mut CheckContext<'_, '_>, span: Span, stated: &str) {
        // A column with a name of its own may hold anything.
        let is_own = |(listing, _): (&super::context::Listing, _)| {
            listing.listed == self.listed
                && listing.columns.iter().any(|column| column.name == Some(self.column) && column.canonical)
        };
        if inline::is_wordless(stated) || !context.row(span).is_some_and(is_own) {
            return;
        }
        let said = inline::words(stated);
        let begins = |with: &str| {
            let rest = said.strip_prefix(inline::words(with).as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let own = self.known.iter().find(|(word, others)| begins(word) || others.iter().any(|other| begins(other)));
        let words: Vec<&str> = self.known.iter().map(|(word, _)| *word).collect();
        word(context, self.listed, span, self.column, stated, own.map(|(word, _)| *word), &words);
        // The word stands in the result as written.
        if let Some(said) = context.said.last_mut().filter(|said| said.code == Code::RecordWord.name()) {
            said.edit = None;
        }
    }
}
