//! What a paragraph says about the text below it, and when it is a finding itself. See `docs/formats/prose.md`, "Which
//! are findings".

use super::{Candidate, Walk};
use crate::model::PartVerdict;
use crate::part::code_places::Reach;
use crate::part::headings;
use crate::review::evidence::{Context, Genre, Look, Sign};
use crate::review::outline::{Kind, Node};
use crate::review::vocabulary::Class;
use crate::review::{genre, letters, ratings, sentences, signs, vocabulary, wording};
use crate::text::inline;

/// What a section is made of.
#[derive(Clone, Copy)]
pub(super) struct MadeOf {
    /// How many paragraphs, where it has nothing else but code between them.
    paragraphs: Option<usize>,
    /// How many of them say what is wrong or what to do, below a heading that announces that.
    wrong: usize,
    /// Whether most of several paragraphs name lines, and a third of them say what is wrong or what to do.
    is_placed: bool,
    /// Whether its heading says how many problems it stands over, and there are as many parts.
    is_counted: bool,
}

impl MadeOf {
    /// Whether most of several paragraphs say what is wrong: then the others do so in words that are not known.
    fn is_mostly_wrong(self) -> bool {
        const SEVERAL: usize = 3;
        self.paragraphs.is_some_and(|count| count >= SEVERAL && self.wrong * 2 >= count)
    }
}

impl Walk<'_, '_, '_> {
    /// What a section is made of: asked once, for it may have thousands of paragraphs.
    pub(super) fn made_of(&self, node: &Node<'_>) -> MadeOf {
        const SEVERAL: usize = 3;
        let parts = || node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        let texts = || parts().filter(|part| part.kind == Kind::Text);
        let is_plain = parts().all(|part| matches!(part.kind, Kind::Text | Kind::Layout | Kind::Fence));
        let announces = is_plain && matches!(node.class, Class::Problems | Class::Severity(_));
        let is_wrong = |part: &&Node<'_>| announces && signs::criticises(self.reading, self.outline, part);
        let count = texts().count();
        let is_placed = || {
            let on_lines = |part: &&Node<'_>| genre::is_on_lines(self.reading, self.outline, part, Reach::Prose);
            let criticises = |part: &&Node<'_>| signs::criticises(self.reading, self.outline, part);
            texts().filter(on_lines).count() * 3 >= count * 2 && texts().filter(criticises).count() * 3 >= count
        };
        MadeOf {
            paragraphs: is_plain.then_some(count),
            wrong: texts().filter(is_wrong).count(),
            is_placed: is_plain && count >= SEVERAL && node.is_marked_heading() && is_placed(),
            is_counted: self.stands_over_as_many(node),
        }
    }

    /// What a paragraph says of what follows it, and the finding that it is, if it is one: in a letter, below the name of a
    /// file, or where paragraphs are all that a section has.
    pub(super) fn paragraph(
        &self,
        at: usize,
        child: usize,
        context: &Context,
        before: Option<Sign>,
        made_of: MadeOf,
    ) -> (Context, Option<Candidate>) {
        let mut said = context.clone();
        let (Some(node), Some(part)) = (self.outline.nodes.get(at), self.outline.nodes.get(child)) else {
            return (said, None);
        };
        let text = self.reading.source.lines_text(part.lines.clone());
        said.other |= vocabulary::leaves(&text) || sentences::tells_what_is(&text) || sentences::asks_what_to_do(&text);
        said.other |= vocabulary::announces_other(&text);
        let is_quoted = text.trim_start().starts_with('>');
        let is_letter =
            said.look == Look::Letter && !said.other && !is_quoted && !self.introduces_titles(node, child, &text);
        let is_rated = said.look == Look::Rated && !said.other && genre::is_rated_problem(&text);
        // `## src/a.ts`, and below it one paragraph after the other.
        let is_filed = said.file == Some(at)
            && said.genre != Genre::Unknown
            && !(said.other || said.summary)
            && signs::criticises(self.reading, self.outline, part);
        // `## Worth checking`, and below it one paragraph after the other, most of which name lines.
        let is_placed = made_of.is_placed
            && said.genre != Genre::Unknown
            && !(said.other || said.summary || self.scope.protocol || sentences::praises(&text))
            && (signs::criticises(self.reading, self.outline, part) || wording::leans_to_finding(&text));
        let reach = if is_filed { Reach::Filed } else { Reach::Prose };
        let told = if is_letter {
            letters::remarks(self.reading, part.lines.clone())
        } else if self.is_one_below_problems(node, &said, made_of) {
            letters::on_code(self.reading, part.lines.clone())
        } else if said.genre != Genre::Unknown && !(said.other || said.summary || self.scope.protocol) {
            letters::shots(self.reading, part.lines.clone())
        } else {
            Vec::new()
        };
        let is_told = !told.is_empty();
        let on_lines = (is_told || is_rated || is_filed || is_placed)
            && genre::is_on_lines(self.reading, self.outline, part, reach);
        let remarks = (is_told || (text.starts_with('`') && is_all_remarks(node, &said, made_of)))
            && genre::is_remark(self.reading, self.outline, part);
        // `## Must change`, and below it one paragraph after the other.
        let is_counted_so = said.genre != Genre::Unknown && !said.other && made_of.is_counted;
        let is_listed = (is_counted_so || self.is_told_in_paragraphs(node, &said, made_of))
            && !(text.trim_end().ends_with(':') || text.starts_with('<') || begins_otherwise(&text))
            && !(sentences::praises(&text) || sentences::decides(&text) || inline::words(&text).starts_with("thank"))
            && (is_counted_so
                || made_of.is_mostly_wrong()
                || signs::criticises(self.reading, self.outline, part)
                || (node.is_marked_heading()
                    && (wording::leans_to_finding(&text) || signs::lines_in_prose(&text, self.scope.aliases))));
        // `Fourth, eager loading everywhere.`
        let is_counted = is_told && letters::is_counted(&text);
        let remarks = remarks || is_listed || is_counted || (is_told && !is_letter);
        // `… is never checked. **Medium**.`
        let is_verdict = self.is_rated(part, &said, &text);
        if on_lines || remarks || is_verdict {
            let mut candidate = self.candidate(child, &said);
            candidate.evidence.add(if on_lines { Sign::Lines } else { Sign::Remark });
            candidate.evidence.add(Sign::Complains);
            if is_verdict {
                candidate.evidence.add(Sign::Severity);
            }
            candidate.verdict = if candidate.evidence.suffices() { PartVerdict::Finding } else { PartVerdict::Other };
            candidate.remarks = told;
            said.complaints = true;
            return (said, Some(candidate));
        }
        // `Should fix, but I can live with a ticket:`
        // `*Must be fixed*`
        let weighed = inline::italic(&text)
            .or_else(|| text.trim_end().strip_suffix(':'))
            .filter(|text| !text.contains(['\n', '.']))
            .and_then(headings::group);
        // `## Bottlenecks addressed`, and below it `None applied yet`.
        if context.other && sentences::tells_what_is_not_done(node.text, &text) {
            said.other = false;
            said.sign = said.sign.or(Some(Sign::UnderProblems));
        }
        if said.other {
        } else if let Some(severity) = weighed {
            said.severity = Some((severity, child));
            said.sign = Some(Sign::UnderSeverity);
        } else if sentences::announces(&text) {
            said.sign = before.filter(|sign| sign.weight() > 2).or(Some(Sign::UnderProblems));
            said.summary = false;
        } else if sentences::introduces(&text) {
            said.sign = said.sign.or(Some(Sign::UnderFindings));
            said.complaints = true;
        } else if sentences::tells_of_a_review(&text) {
            said.complaints = true;
        }
        (said, None)
    }

    /// Whether a paragraph without lines of its own stands before the first of several with titles in bold, which tell it all:
    /// `It behaves worse than it looks. …`, then `**Paging is broken.** …`.
    fn introduces_titles(&self, node: &Node<'_>, paragraph: usize, text: &str) -> bool {
        const SEVERAL: usize = 3;
        let is_titled = |part: &&usize| self.outline.nodes.get(**part).is_some_and(|part| part.kind == Kind::Bold);
        let mut titled = node.children.iter().filter(is_titled);
        titled.next().is_some_and(|first| paragraph < *first)
            && titled.count() + 1 >= SEVERAL
            && !signs::lines_in_prose(text, self.scope.aliases)
    }

    /// Whether a paragraph of a review, below a heading of its own words, gives a severity to what it tells.
    fn is_rated(&self, part: &Node<'_>, context: &Context, text: &str) -> bool {
        let parent = self.outline.nodes.get(part.parent);
        context.genre != Genre::Unknown
            && !(context.other || context.summary)
            && parent.is_some_and(|parent| parent.is_marked_heading() && parent.class == Class::Plain)
            && ratings::bold_verdict(text).is_some()
            && !text.trim_end().ends_with(':')
    }

    /// Whether a heading that weighs, or announces what is wrong, stands over one paragraph of a review, and nothing else.
    fn is_one_below_problems(&self, node: &Node<'_>, context: &Context, made_of: MadeOf) -> bool {
        node.kind == Kind::Heading
            && matches!(node.class, Class::Severity(_) | Class::Problems)
            && context.genre != Genre::Unknown
            && !(context.other || context.summary || self.scope.protocol)
            && made_of.paragraphs == Some(1)
    }

    /// Whether a heading that announces what is wrong stands over paragraphs, and nothing else: over several, if it has no marks.
    fn is_told_in_paragraphs(&self, node: &Node<'_>, context: &Context, made_of: MadeOf) -> bool {
        const SEVERAL: usize = 3;
        node.kind == Kind::Heading
            && matches!(node.class, Class::Problems | Class::Severity(_))
            && context.genre != Genre::Unknown
            && !(context.other || context.summary || self.scope.protocol)
            && made_of.paragraphs.is_some_and(|count| count >= SEVERAL || node.is_marked_heading())
    }
}

/// Whether a paragraph begins by saying that there is nothing: `No concerns.`, `I have no separate findings for …`, `Not
/// applicable: …`; or tells of the change: `This PR fixes the leak`. `No test covers it` says what is missing.
fn begins_otherwise(text: &str) -> bool {
    const NEAR: usize = 6;
    const SAID: [&str; 14] = [
        "didn t find",
        "didn t spot",
        "did not find",
        "hardly any",
        "i did not",
        "i didn t",
        "n a ",
        "none to ",
        "not applicable",
        "nothing to ",
        "nothing wrong",
        "there is nothing wrong",
        "this change",
        "this pr",
    ];
    const DENIALS: [&str; 6] = ["i found no ", "i have no ", "i see no ", "no ", "none", "there are no "];
    const NAMES: [&str; 11] = [
        "blockers",
        "bugs",
        "comments",
        "complaints",
        "concerns",
        "defects",
        "findings",
        "issues",
        "objections",
        "problems",
        "risks",
    ];
    let words = inline::words(text);
    let names = || words.split(' ').take(NEAR).any(|word| NAMES.contains(&word));
    words == "none"
        || words.starts_with("none spotted")
        || SAID.iter().any(|said| words.starts_with(said))
        || (DENIALS.iter().any(|denial| words.starts_with(denial)) && names())
}

/// Whether paragraphs are all that a section of a review has, below a heading of its own words.
fn is_all_remarks(node: &Node<'_>, context: &Context, made_of: MadeOf) -> bool {
    context.look.is_again()
        && !(context.other || context.summary)
        && node.is_marked_heading()
        && matches!(node.class, Class::Plain | Class::Topic | Class::File | Class::Label)
        && made_of.paragraphs.is_some()
}
