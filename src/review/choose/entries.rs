//! The evidence for and against an entry being a finding. See `docs/formats/prose.md`, "Evidence".

use super::{Candidate, Source, Walk, headings_below};
use crate::model::PartVerdict;
use crate::part::severities;
use crate::review::beginnings::label;
use crate::review::evidence::{Context, Evidence, Genre, Look, Sign};
use crate::review::outline::{Kind, Mark, Node};
use crate::review::vocabulary::Class;
use crate::review::{genre, letters, place_lines, ratings, signs, vocabulary};
use crate::text::fields;

impl Walk<'_, '_, '_> {
    /// Weighs an entry.
    pub(super) fn candidate(&self, at: usize, context: &Context) -> Candidate {
        let own = self.outline.nodes.get(at).map(|node| self.context_of(node, context));
        let context = own.as_deref().unwrap_or(context);
        let (mut evidence, fields) =
            signs::of(self.reading, self.outline, at, context, self.scales, self.scope.aliases);
        let Some(node) = self.outline.nodes.get(at) else {
            return Candidate {
                node: at,
                evidence,
                context: context.clone(),
                verdict: PartVerdict::Other,
                remarks: Vec::new(),
            };
        };
        self.add_what_stands_around(&mut evidence, at, node, context);
        let is_meant = context.look.is_by_wording()
            && !(context.other
                || context.summary
                || [Sign::RanksConfidence, Sign::Praise].iter().any(|sign| evidence.has(*sign)));
        if is_meant && signs::is_worded_as_a_finding(self.reading, self.outline, node) {
            evidence.add(Sign::Worded);
        }
        let is_title = matches!(node.kind, Kind::Heading | Kind::Bold) || !node.children.is_empty();
        let is_records = self.is_of_records(node);
        if node.taken {
            evidence.add(Sign::Announces);
        }
        // Beside a table that was read, only what says itself that it is a finding is one more.
        let plain = matches!(node.kind, Kind::Heading | Kind::Bold) && evidence.own() <= 0;
        // A label over a list or a table, without marks of its own, names what it stands over.
        if node.kind == Kind::Bold && plain && !node.text.starts_with(['*', '_']) {
            evidence.add(Sign::Announces);
        }
        if self.stands_over_places(at, node) {
            evidence.add(Sign::Announces);
        }
        let beside = self.scope.protocol && !self.before.is_empty() && (context.sign.is_none() || plain);
        if beside && !(evidence.has(Sign::Severity) && (evidence.has(Sign::Id) || evidence.has(Sign::FindingId))) {
            evidence.add(Sign::UnderOther);
        }
        let lead = node.lead();
        // `ℹ️ Review info` and `🟢 Good` are no titles.
        let weighed = |severity: &str| node.class != Class::Other || !severity.starts_with(['ℹ', '🟢', '🔵']);
        let titled = lead.severity.is_some_and(weighed) || !lead.ids.is_empty();
        // Under what is wrong, a title such as `Connection never closed` tells what is, if it says where or what to do.
        let wrong = matches!(context.sign, Some(Sign::UnderSeverity | Sign::UnderProblems));
        let titles = wrong
            && matches!(node.class, Class::Other | Class::Problems | Class::Findings | Class::Topic)
            && (evidence.has(Sign::Lines) || evidence.has(Sign::Fix))
            && !vocabulary::is_noun(node.text)
            && node
                .children
                .iter()
                .filter_map(|part| self.outline.nodes.get(*part))
                .all(|part| !matches!(part.kind, Kind::Heading | Kind::Bold) || label(part.text).is_some());
        let is_record = node.kind == Kind::Item && signs::is_record(self.reading, node);
        let is_named = titled || titles || is_record;
        let denied = is_records || (matches!(node.class, Class::Other | Class::Summary) && !is_named);
        let plain_class = matches!(node.class, Class::Plain | Class::Label | Class::Other | Class::Summary);
        let weighs = matches!(node.class, Class::Severity(_));
        let is_placed = || (evidence.has(Sign::Lines) || evidence.has(Sign::File)) && !weighs;
        let is_told = || is_placed() || (evidence.has(Sign::Alike) && !weighs);
        let is_one = || !lead.ids.is_empty() || ((titled || lead.number.is_some()) && is_told());
        // `### Memory` over a severity, a place and what goes by any name.
        let is_rated = || fields && evidence.has(Sign::Severity) && is_placed() && context.sign.is_some();
        let fielded = ((node.kind == Kind::Item || (node.class == Class::Topic && is_rated())) && fields)
            || ((evidence.has(Sign::Field) || evidence.has(Sign::Alike)) && is_one());
        let announces = is_title && !(titles || plain_class || fielded);
        if denied || announces || self.tells_of_others(at, node, &evidence) {
            evidence.add(Sign::Announces);
        }
        if self.names_only_others(node) {
            evidence.add(Sign::SaysNothing);
        }
        if node.kind == Kind::Heading && node.parent == 0 && self.is_title_of_all(at) {
            evidence.add(Sign::Announces);
        }
        let is_counted = || self.counts_on(at) || self.is_counted_among_placed(at);
        if evidence.has(Sign::Number) && !evidence.suffices() && evidence.is_open() && is_counted() {
            evidence.add(Sign::Siblings);
        }
        let verdict = if !evidence.suffices() {
            if evidence.is_open() && !node.children.is_empty() { PartVerdict::Group } else { PartVerdict::Other }
        } else if self.is_group(at, &evidence, context) {
            PartVerdict::Group
        } else {
            PartVerdict::Finding
        };
        let mut context = context.clone();
        let mut remarks = Vec::new();
        if verdict == PartVerdict::Finding {
            remarks = self.told_in_one_line(node);
            if !remarks.is_empty() && node.mark != Mark::Failed {
                context.severity = lead.severity.and_then(severities::word).map(|severity| (severity, at));
            }
        }
        Candidate { node: at, evidence, context, verdict, remarks }
    }

    /// The findings that one line tells: behind a severity, between semicolons, or by letters where it says what fails.
    fn told_in_one_line(&self, node: &Node<'_>) -> Vec<Source> {
        if node.mark == Mark::Failed {
            return letters::lettered(self.reading, node.lines.clone(), node.text);
        }
        let lead = node.lead();
        let own = signs::own_lines(self.outline, node);
        // Paragraphs below it tell something else.
        let is_text = |part: &usize| self.outline.nodes.get(*part).is_some_and(|part| part.kind == Kind::Text);
        let is_line = matches!(node.kind, Kind::Bold | Kind::Item | Kind::Line)
            && node.children.iter().all(is_text)
            && own.clone().skip(1).all(|line| self.reading.source.line(line).trim().is_empty());
        let is_rated = lead.title.is_none() && lead.severity.and_then(severities::word).is_some();
        if is_line && is_rated { letters::listed_places(self.reading, own.start..own.start + 1) } else { Vec::new() }
    }

    /// Whether an entry says nothing but the ids of others behind its title: `**Follow-up tickets:** R7 to R11`.
    fn names_only_others(&self, node: &Node<'_>) -> bool {
        const JOINTS: [&str; 6] = ["and", "or", "to", "through", "&", "–"];
        let lead = node.lead();
        let told =
            if lead.title.is_some() { lead.after } else { fields::scan(node.text).map_or("", |(_, value, _)| value) };
        let mut words = told.split([' ', ',', ';', '.']).filter(|word| !word.is_empty() && !JOINTS.contains(word));
        let is_known = |id: &str| self.ids.contains(id) || self.rows.contains(&id.to_ascii_lowercase());
        let is_other = |word: &str| is_known(word) || word.split(['-', '–']).all(is_known);
        lead.ids.is_empty()
            && node.children.is_empty()
            && !told.is_empty()
            && words.clone().next().is_some()
            && words.all(is_other)
    }

    /// Whether one of what is counted, without a severity and a place of its own, tells what several others have in common:
    /// `#1, #2 and #13 are faces of one thing`.
    fn tells_of_others(&self, at: usize, node: &Node<'_>, evidence: &Evidence) -> bool {
        const SEVERAL: usize = 3;
        let is_placed = [Sign::Severity, Sign::Lines, Sign::File].iter().any(|sign| evidence.has(*sign));
        if is_placed || !self.through.contains(&at) {
            return false;
        }
        let own = self.reading.source.lines_text(signs::own_lines(self.outline, node));
        let counts = |told: &str| {
            let digits = told.bytes().take_while(u8::is_ascii_digit).count();
            let number = told.get(..digits).and_then(|number| number.parse::<usize>().ok());
            number.is_some_and(|number| (1..=self.through.len()).contains(&number))
        };
        let mut listed = 0;
        own.split_whitespace().any(|word| {
            listed = match word.strip_prefix('#') {
                Some(told) if counts(told) => listed + 1,
                _ if matches!(word, "and" | "&") => listed,
                _ => 0,
            };
            listed >= SEVERAL
        })
    }

    /// Adds what the rest of the reply says of an entry: its series, tables that count it, and comments behind it.
    fn add_what_stands_around(&self, evidence: &mut Evidence, at: usize, node: &Node<'_>, context: &Context) {
        if self.series.contains(&at) {
            evidence.add(Sign::Alike);
        }
        let is_of_row = self.is_of_row(at, node);
        if is_of_row || self.through.contains(&at) {
            evidence.add(Sign::Series);
        }
        // A table of findings is one of a review.
        if is_of_row {
            evidence.signs.retain(|sign| *sign != Sign::NoReview);
        }
        // `- [ ] Cap the limit` beside `- [ ] Move the key to the environment (SEC-002)`.
        if node.mark == Mark::OpenBox && self.boxes.contains(&node.parent) && !signs::is_box_of_a_finding(node) {
            evidence.add(Sign::OpenBox);
        }
        if self.flagged.contains(&at) {
            evidence.add(Sign::Flagged);
            evidence.add(Sign::Series);
        }
        if !evidence.has(Sign::Severity) && self.is_rated_once(node, context) {
            evidence.add(Sign::Severity);
        }
        if self.named.contains(&at) && !evidence.has(Sign::FindingId) {
            evidence.add(Sign::Id);
        }
        if context.look == Look::Letter && genre::is_remark_of_letter(self.reading, self.outline, node) {
            evidence.add(Sign::Remark);
            evidence.add(Sign::Complains);
        }
        if self.critical.contains(&at) {
            evidence.add(Sign::Series);
        }
        // What was asked for stands over what it lacks.
        let tells = evidence.has(Sign::Fix) || evidence.has(Sign::Field);
        if node.kind == Kind::Heading && !tells && self.is_asked(node) {
            evidence.add(Sign::Announces);
        }
        // What the comments say one by one is summed up before them.
        let says_where = [Sign::Lines, Sign::File, Sign::Severity, Sign::Fix].iter().any(|sign| evidence.has(*sign));
        let announced = self
            .outline
            .nodes
            .get(node.parent)
            .is_some_and(|above| matches!(above.class, Class::Severity(_) | Class::Problems | Class::Findings));
        if node.kind == Kind::Item && !(says_where || announced) && self.first_comment.is_some_and(|first| at < first) {
            evidence.add(Sign::UnderOther);
        }
    }

    /// Whether one paragraph of a section, without sections in it, gives a severity: it is that of the section.
    fn is_rated_once(&self, node: &Node<'_>, context: &Context) -> bool {
        let parts = || node.children.iter().filter_map(|part| self.outline.nodes.get(*part));
        let rates = |part: &&Node<'_>| {
            part.kind == Kind::Text
                && ratings::bold_verdict(&self.reading.source.lines_text(part.lines.clone())).is_some()
        };
        context.genre != Genre::Unknown
            && !(context.other || context.summary)
            && node.is_marked_heading()
            && node.class == Class::Plain
            && !parts().any(|part| part.kind == Kind::Heading)
            && parts().filter(rates).count() == 1
    }

    /// Whether a line in bold is alone, and what follows begins with a place: `**Correctness**` over comments on code.
    fn stands_over_places(&self, at: usize, node: &Node<'_>) -> bool {
        let lead = node.lead();
        let says = lead.severity.is_some() || lead.place.is_some() || lead.number.is_some() || !lead.ids.is_empty();
        let is_line = node.kind == Kind::Bold && node.children.is_empty() && lead.after.is_empty() && !says;
        let next = self.outline.nodes.get(at + 1).filter(|next| is_line && next.parent == node.parent);
        next.is_some_and(|next| next.lead().title.is_none() && next.lead().place.is_some_and(place_lines::names_lines))
    }

    /// Whether a heading has the id of a row that is a finding: it tells more of that.
    fn is_of_row(&self, at: usize, node: &Node<'_>) -> bool {
        if self.of_rows.contains(&at) {
            return true;
        }
        let lead = node.lead();
        let Some(id) = lead.ids.first().filter(|_| node.kind == Kind::Heading && lead.parted) else { return false };
        self.rows.contains(&id.to_ascii_lowercase())
    }

    /// The only heading of the first level, with others below it, is the title of all.
    pub(super) fn is_title_of_all(&self, at: usize) -> bool {
        let first = self.outline.nodes.get(at).filter(|node| node.is_of_first_level());
        first.is_some_and(|node| {
            let is_title = headings_below(self.outline, at) > 0
                || (node.class == Class::Other && !vocabulary::is_other(node.text));
            self.has_one_top && is_title && node.lead().ids.is_empty()
        })
    }
}
