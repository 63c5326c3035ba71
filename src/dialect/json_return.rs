//! The JSON return: one object with a status, artifacts, errors and next steps; and findings in JSON.
//! See `docs/formats/json-return.md`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::assemble::Draft;
use crate::model::{Code, Detail, Dialect, Expected, Finding, FindingState, Reply, Return, Severity, Status, quote};
use crate::order::{Arrange, Gather};
use crate::part::status_words::{self, Meaning};
use crate::part::{Reading, finding, returns};
use crate::review::beginnings::opens_yaml;
use crate::review::json as json_findings;
use crate::text::SourceText;
use crate::text::json::{self, Document, Member, Node, Repair, Value};
use crate::text::ledger::Owner;
use crate::text::yaml;

/// What was found in a reply.
pub struct Found<'t> {
    /// The text of the reply, without the marks of a quote around it.
    text: Cow<'t, str>,
    /// The documents that are read, each with the block of the fence that it stands in.
    documents: Vec<(Document, Option<usize>)>,
    /// Which object is the return.
    chosen: Option<Chosen>,
    /// How many objects fit as well as that.
    equals: usize,
    /// The first status of one that fits that says that not all is well.
    unwell: Option<String>,
    /// Whether there is nothing else in the reply.
    pub alone: bool,
    /// Whether nothing of it is JSON.
    pub is_yaml: bool,
}

/// An object within a document.
#[derive(Clone, Copy)]
struct Chosen {
    document: usize,
    place: Place,
}

/// Where an object stands in its document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Item(usize),
    Member(usize),
}

/// How much an object must have of a return.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Demand {
    /// The host says that the reply is one.
    Object,
    /// The host asked for one: a field.
    Field,
    /// Nobody said so.
    Evidence,
}

impl Found<'_> {
    /// What another return says, where that is not that all is well.
    #[must_use]
    pub fn contrary(&self) -> Option<&str> {
        self.unwell.as_deref().filter(|_| self.equals > 1)
    }

    /// Whether a stretch of the reply stands inside of one of the documents.
    #[must_use]
    pub fn holds(&self, range: &Range<usize>) -> bool {
        let after = self.documents.partition_point(|(document, _)| document.root.range.start <= range.start);
        let before = after.checked_sub(1).and_then(|number| self.documents.get(number));
        before.is_some_and(|(document, _)| range.end <= document.root.range.end)
    }
}

/// Looks for a return, and for findings in JSON. `None` where there is neither.
#[must_use]
pub fn find<'t>(reply: &Reply, source: &SourceText<'t>) -> Option<Found<'t>> {
    let demand = match (reply.dialect, reply.expect) {
        (Some(Dialect::JsonReturn), _) => Demand::Object,
        (None, Some(Expected::Return(_))) => Demand::Field,
        _ => Demand::Evidence,
    };
    let mut found = Found {
        text: json::unquoted(source),
        documents: Vec::new(),
        chosen: None,
        equals: 0,
        unwell: None,
        alone: true,
        is_yaml: false,
    };
    let mut best: Option<Best> = None;
    let has_words = |range: Range<usize>| source.slice(range).contains(char::is_alphanumeric);
    for (stretch, fence) in json::stretches(source) {
        let mut at = stretch.start;
        // Where a return was asked for, it is JSON.
        let may_be_yaml = demand == Demand::Evidence && is_yaml(source, fence);
        let yaml = may_be_yaml.then(|| yaml_document(&found.text, &stretch)).flatten();
        let in_json = if yaml.is_some() { 0..0 } else { stretch.clone() };
        for document in yaml.into_iter().chain(json::documents(&found.text, in_json)) {
            found.alone &= !has_words(at..document.root.range.start);
            at = document.root.range.end;
            let order = best.as_ref().map_or(0, |best| best.fit);
            found.unwell = found.unwell.take().or_else(|| unwell(&document));
            let mut kept = Some((document, fence));
            match kept.as_ref().and_then(|(document, _)| fitting(document, demand)) {
                Some((place, fit, equals)) if best.is_none() || fit >= order => {
                    found.equals = if best.is_some() && fit == order { found.equals + equals } else { equals };
                    let better = kept.take().map(|(document, fence)| Best { document, fence, place, fit });
                    kept = std::mem::replace(&mut best, better).map(|less| (less.document, less.fence));
                }
                _ => {}
            }
            // What fits less is kept for its findings alone.
            found.documents.extend(kept.filter(|(document, _)| holds_findings(document)));
        }
        found.alone &= !has_words(at..stretch.end);
    }
    // Among other text a single finding is an example, and an object must be a return for certain.
    if !found.alone && demand == Demand::Evidence {
        let is_finding = |(document, _): &(Document, _)| json_findings::is_finding(&document.root);
        if found.documents.iter().filter(|document| is_finding(document)).count() == 1 {
            found.documents.retain(|document| !is_finding(document));
        }
    }
    let least = if found.alone || demand < Demand::Evidence { 0 } else { CERTAIN };
    if let Some(Best { document, fence, place, .. }) =
        best.filter(|best| best.fit >= least || holds_findings(&best.document))
    {
        let start = document.root.range.start;
        found.documents.push((document, fence));
        found.documents.arrange_by_key(|(document, _)| document.root.range.start);
        let number = found.documents.iter().position(|(document, _)| document.root.range.start == start);
        found.chosen = number.map(|document| Chosen { document, place });
    }
    found.is_yaml = found.documents.iter().all(|(_, fence)| is_yaml(source, *fence));
    (!found.documents.is_empty()).then_some(found)
}

/// The document of YAML that a fence holds, if findings are in it.
fn yaml_document(text: &str, stretch: &Range<usize>) -> Option<Document> {
    yaml::read(text, stretch.clone()).filter(holds_findings)
}

/// Whether the fence with this number, if it is one, is said to hold YAML.
fn is_yaml(source: &SourceText<'_>, fence: Option<usize>) -> bool {
    let block = fence.and_then(|fence| source.blocks().get(fence));
    block.is_some_and(|block| opens_yaml(source.line(block.lines.start)))
}

/// The object that fits best so far.
struct Best {
    document: Document,
    fence: Option<usize>,
    place: Place,
    fit: usize,
}

/// What a status that is a known word counts for.
const KNOWN_STATUS: usize = 3;

/// How well an object must fit where it stands among other text: a known status and two more fields, or five fields.
pub const CERTAIN: usize = KNOWN_STATUS + 3;

/// How well an object fits that has a known status and one more field.
pub const EVIDENT: usize = KNOWN_STATUS + 2;

/// How well an object with a known status fits; `None` where it is no return.
#[must_use]
pub fn certainty(object: &Node) -> Option<usize> {
    returns::status(object).filter(|(status, _)| status_words::is_status_word(status))?;
    fit(object, Demand::Evidence)
}

/// The object of a document that fits best, of equals the last; how well it fits, and how many fit as well.
fn fitting(document: &Document, demand: Demand) -> Option<(Place, usize, usize)> {
    let root = &document.root;
    let whole = fit(root, demand).map(|fit| (Place::Root, fit));
    let within: Vec<(Place, &Node)> = match &root.value {
        Value::List(items) => items.iter().enumerate().map(|(at, item)| (Place::Item(at), item)).collect(),
        // A return inside of another object, where that is none.
        Value::Object(members) if returns::status(root).is_none() => {
            members.iter().enumerate().map(|(at, member)| (Place::Member(at), &member.node)).collect()
        }
        _ => Vec::new(),
    };
    let within = within.into_iter().filter_map(|(place, node)| {
        returns::status(node)?;
        Some((place, fit(node, Demand::Evidence)?))
    });
    let fitting: Vec<(Place, usize)> = whole.into_iter().chain(within).collect();
    let (place, fit) = *fitting.iter().max_by_key(|(_, fit)| *fit)?;
    Some((place, fit, fitting.iter().filter(|(_, other)| *other == fit).count()))
}

/// A status of a document, or of an item of a list, that says that not all is well.
fn unwell(document: &Document) -> Option<String> {
    let objects = std::iter::once(&document.root).chain(document.root.items());
    let mut stated =
        objects.filter_map(|object| returns::status(object).filter(|_| fit(object, Demand::Evidence).is_some()));
    // What came before may say that the work goes on.
    let is_unwell = |word: &str| match meaning(word) {
        Some(Meaning::State(status) | Meaning::Means(status)) => matches!(status, Status::Error | Status::Findings),
        Some(Meaning::Failed) => true,
        Some(Meaning::Done) | None => false,
    };
    stated.find(|(word, _)| is_unwell(word)).map(|(word, _)| word.to_owned())
}

/// How well an object fits; `None` where it is no return.
fn fit(object: &Node, demand: Demand) -> Option<usize> {
    let Value::Object(members) = &object.value else { return None };
    let is_placeholder = |member: &Member| member.node.text().is_some_and(returns::is_unfilled);
    let unfilled = match returns::status(object) {
        Some((status, _)) => returns::is_unfilled(status) && !returns::names_session(object),
        // A piece of a template, such as its metadata.
        None => demand > Demand::Object && members.iter().any(is_placeholder),
    };
    if unfilled {
        return None;
    }
    let count = returns::count_fields(object);
    let status = returns::status(object).map(|(status, _)| status_words::is_status_word(status));
    // To look for lists takes longest.
    let lists = || !json_findings::lists(object).is_empty();
    let fits = match demand {
        Demand::Object => true,
        Demand::Field => count > 0 || lists(),
        Demand::Evidence => count >= 3 || (status.is_some() && count >= 2) || lists(),
    };
    let known = if status == Some(true) { KNOWN_STATUS } else { 0 };
    (fits && !json_findings::is_finding(object)).then_some(count + known)
}

fn holds_findings(document: &Document) -> bool {
    let root = &document.root;
    json_findings::is_finding(root)
        || root.items().iter().any(json_findings::is_finding)
        || json_findings::are_placed(root.items())
        || !json_findings::lists(root).is_empty()
}

/// Reads what was found.
pub fn read(reading: &mut Reading<'_, '_>, draft: &mut Draft<'_>, found: &Found<'_>) {
    draft.result.dialect = Dialect::JsonReturn;
    let mut reader = Reader {
        reading,
        findings: json_findings::Reader::new(&found.text),
        claims: Vec::new(),
        detail: Return::default(),
        status: None,
    };
    for (number, (document, _)) in found.documents.iter().enumerate() {
        let chosen = found.chosen.filter(|chosen| chosen.document == number).map(|chosen| chosen.place);
        reader.document(&found.text, document, chosen);
    }
    let Reader { findings, claims, detail, status, .. } = reader;
    let mut findings = findings.findings;
    finding::seal(&mut findings);
    reading.ledger.claim_nested(claims);
    say_fences(reading, found);
    say_repairs(reading, &found.documents);
    if !found.alone {
        let what = if found.is_yaml { "YAML" } else { "JSON" };
        reading.say_overall(Code::TextAroundJson, format!("The reply has text around the {what}."));
    }
    if found.equals > 1 {
        let message = format!("The reply has {} returns. The last one counts.", found.equals);
        reading.say_overall(Code::SeveralReturns, message);
    }
    draft.result.findings = findings;
    settle_status(reading, draft, &detail, status);
    let is_cut_off = found.documents.iter().any(|(document, _)| document.cut_off);
    if is_cut_off && matches!(draft.result.status, Status::Clean | Status::Findings) {
        draft.result.status = Status::Partial;
        draft.result.reason = Some(BREAKS_OFF.to_owned());
    }
    draft.result.metadata.agent = named(&detail, &["agent_type", "agent", "agent_name"]);
    let unit = named(&detail, &["unit", "task", "task_id", "task_number", "task_name"]);
    draft.result.detail = Detail::Return(detail);
    draft.name(reading, unit);
}

/// Says that no return was found, though the host says that the reply is one.
pub fn read_none(reading: &mut Reading<'_, '_>, draft: &mut Draft<'_>) {
    draft.result.dialect = Dialect::JsonReturn;
    draft.result.status = Status::Partial;
    draft.result.reason = Some(NO_RETURN.to_owned());
    say_none(reading);
}

/// Says that what was asked for is not there.
pub fn say_none(reading: &mut Reading<'_, '_>) {
    reading.say_overall(Code::ReturnNotJson, "The reply contains no JSON return.");
}

/// Why a return is PARTIAL that states no status.
pub const NO_STATUS: &str = "no status";

/// Why a reply is PARTIAL that is no return though one was asked for.
pub const NO_RETURN: &str = "no JSON return";

/// Why a reply is PARTIAL that ends in the middle.
pub const BREAKS_OFF: &str = "it breaks off";

struct Reader<'r, 'p, 't, 's> {
    reading: &'r mut Reading<'p, 't>,
    findings: json_findings::Reader<'s>,
    claims: Vec<(Range<usize>, Option<Owner>)>,
    detail: Return,
    status: Option<Stated>,
}

/// A status as written.
struct Stated {
    word: String,
    /// Where its member stands.
    range: Range<usize>,
    /// Where its value stands.
    value: Range<usize>,
}

impl Reader<'_, '_, '_, '_> {
    fn document(&mut self, source: &str, document: &Document, chosen: Option<Place>) {
        let root = &document.root;
        self.claims.push((root.range.clone(), Some(Owner::Layout)));
        match chosen {
            Some(Place::Root) => self.object(source, root),
            Some(Place::Member(at)) => self.wrapped(source, root, at),
            Some(Place::Item(_)) | None => self.parts(source, root, chosen),
        }
        self.claims.extend(document.left.iter().map(|range| (range.clone(), None)));
    }

    /// The return.
    fn object(&mut self, source: &str, object: &Node) {
        let lists = json_findings::lists(object);
        let holds = |member: &&Member| {
            let next = lists.partition_point(|list| list.member.range.start < member.range.start);
            lists.get(next).is_some_and(|list| list.member.range.start < member.range.end)
        };
        let holding: Vec<&Member> = object.members().iter().filter(holds).collect();
        let passed = holding.iter().map(|member| member.range.start).gather();
        let read = returns::read(self.reading, source, object.members(), &passed);
        self.detail = read.detail;
        self.claims.extend(read.claims);
        let taken = self.lists(&lists);
        for member in holding {
            let listed = matches!(member.node.value, Value::List(_));
            let owner = if listed { "findings" } else { "detail.other" };
            self.claims.push((member.range.clone(), Some(Owner::Field(owner))));
            for item in member.node.items().iter().filter(|item| !taken.contains(&item.range.start)) {
                self.claims.push((item.range.clone(), Some(Owner::Field("detail.other"))));
            }
            if let Some(rest) = rest(&member.node, &taken) {
                self.detail.other.insert(member.key.clone(), rest);
            }
        }
        if let Some((status, member)) = returns::status(object) {
            let (range, value) = (member.range.clone(), member.node.range.clone());
            self.status = Some(Stated { word: status.to_owned(), range, value });
        }
    }

    /// A return that is a member of another object, whose other members stay with it.
    fn wrapped(&mut self, source: &str, root: &Node, at: usize) {
        let Some(inner) = root.members().get(at) else { return };
        let message = format!("The return is nested in another object, under {}.", quote(&inner.key));
        self.reading.say(Code::NestedReturn, message, inner.range.clone());
        self.claims.push((inner.range.clone(), Some(Owner::Layout)));
        self.object(source, &inner.node);
        for (_, member) in root.members().iter().enumerate().filter(|(number, _)| *number != at) {
            let free = !self.detail.other.contains_key(&member.key);
            self.claims.push((member.range.clone(), free.then_some(Owner::Field("detail.other"))));
            if free {
                self.detail.other.insert(member.key.clone(), member.node.plain());
            }
        }
    }

    /// The findings of a document, and the item of a list that is the return. All else is left over.
    fn parts(&mut self, source: &str, root: &Node, chosen: Option<Place>) {
        if json_findings::is_finding(root) {
            self.finding(root, None);
        }
        let placed = json_findings::are_placed(root.items());
        for (at, item) in root.items().iter().enumerate() {
            if chosen == Some(Place::Item(at)) {
                self.reading.say(Code::NestedReturn, "The return is nested in a list.", item.range.clone());
                self.object(source, item);
            } else if placed || json_findings::is_finding(item) {
                self.finding(item, None);
            } else {
                self.claims.push((item.range.clone(), None));
            }
        }
        let mut lists = json_findings::lists(root);
        // What the return in a list holds is read with it.
        let read = chosen.and_then(|chosen| match chosen {
            Place::Item(at) => root.items().get(at).map(|item| item.range.clone()),
            _ => None,
        });
        lists.retain(|list| !read.as_ref().is_some_and(|read| read.contains(&list.member.range.start)));
        if !lists.is_empty() && !json_findings::is_finding(root) {
            self.claims.push((root.range.clone(), None));
            self.lists(&lists);
        }
    }

    /// Reads some lists of findings; gives where each finding begins.
    fn lists(&mut self, lists: &[json_findings::List<'_>]) -> BTreeSet<usize> {
        let mut taken = BTreeSet::new();
        for list in lists {
            let key = &list.member.key;
            if let Some(severity) = list.severity.filter(|severity| !key.eq_ignore_ascii_case(severity.word())) {
                let message = format!("The severity {} was read as {}.", quote(key), severity.word());
                self.reading.say(Code::SeverityWord, message, list.member.range.clone());
            }
            for finding in &list.findings {
                self.finding(finding, Some(list));
                taken.insert(finding.range.start);
            }
        }
        taken
    }

    fn finding(&mut self, object: &Node, list: Option<&json_findings::List<'_>>) {
        let place = self.findings.read(self.reading, object, list);
        self.claims.push((object.range.clone(), Some(Owner::Entry("findings", place))));
    }
}

/// What a value holds beside its findings, each known by where it begins; `None` of a list that holds nothing else.
fn rest(node: &Node, taken: &BTreeSet<usize>) -> Option<serde_json::Value> {
    if taken.range(node.range.clone()).next().is_none() {
        return Some(node.plain());
    }
    match &node.value {
        _ if taken.contains(&node.range.start) => None,
        Value::List(items) => {
            let others: Vec<_> = items.iter().filter_map(|item| rest(item, taken)).collect();
            (!others.is_empty()).then(|| others.into())
        }
        Value::Object(members) => {
            let others = members.iter().filter_map(|member| Some((member.key.clone(), rest(&member.node, taken)?)));
            Some(serde_json::Value::Object(others.collect()))
        }
        _ => Some(node.plain()),
    }
}

/// The first of some members of the metadata, else of the return, that names something.
fn named(detail: &Return, keys: &[&str]) -> Option<String> {
    let said = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let held = |key: &&str| detail.metadata.get(*key).and_then(said).or_else(|| detail.other.get(*key).and_then(said));
    keys.iter().find_map(held)
}

/// What a status means; alternatives are those of a template that was not filled in.
fn meaning(status: &str) -> Option<Meaning> {
    status_words::meaning(status).filter(|_| !status.contains('|'))
}

/// The words that the format has.
const OWN: [&str; 4] = ["completed", "partial", "failed", "blocked"];

/// What a status comes to, with findings that are open or without.
fn status_of(word: &str, found: bool) -> Status {
    match meaning(word) {
        Some(Meaning::State(status) | Meaning::Means(status)) => status,
        Some(Meaning::Done | Meaning::Failed) if found => Status::Findings,
        Some(Meaning::Done) => Status::Clean,
        Some(Meaning::Failed) => Status::Error,
        None => Status::Partial,
    }
}

/// The format's word for another one: the same in other case, else the one that means that status.
fn own_word(word: &str, status: Status) -> &'static str {
    let same = OWN.into_iter().find(|own| own.eq_ignore_ascii_case(word.trim()));
    same.unwrap_or(match status {
        Status::Clean | Status::Findings => "completed",
        Status::Partial => "partial",
        Status::Error => "failed",
    })
}

/// The status: what the word means. Errors say why it is not whole, and what to try.
fn settle_status(reading: &mut Reading<'_, '_>, draft: &mut Draft<'_>, detail: &Return, stated: Option<Stated>) {
    let result = &mut draft.result;
    let found = result.findings.iter().any(|finding| finding.state == FindingState::Open);
    let mut why = None;
    result.status = stated.as_ref().map_or(Status::Partial, |stated| status_of(&stated.word, found));
    // A review that found something severe, and no error, failed what it was of.
    let blocks = |finding: &Finding| finding.state == FindingState::Open && finding.severity <= Severity::Major;
    let has_failed = stated.as_ref().is_some_and(|stated| stated.word.eq_ignore_ascii_case("failed"));
    if has_failed && detail.errors.is_empty() && result.findings.iter().any(blocks) {
        result.status = Status::Findings;
    }
    match &stated {
        None => {
            why = Some(NO_STATUS.to_owned());
            reading.say_overall(Code::MissingReturnStatus, "The return has no status.");
        }
        Some(Stated { word, range, .. }) if meaning(word).is_none() => {
            why = Some(format!("unknown status {}", quote(word)));
            let message = format!("The status {} is not recognised. PARTIAL is assumed.", quote(word));
            reading.say(Code::UnknownReturnStatus, message, range.clone());
        }
        Some(Stated { word, range, value }) if !OWN.contains(&word.as_str()) => {
            let own = own_word(word, result.status);
            let message = format!("The status {} was read as {own}.", quote(word));
            // Only a word without escapes, in quotation marks, and one whose place the other can take.
            let is_known = reading.source.slice(value.clone()) == format!("\"{word}\"")
                && status_words::is_status_word(word)
                && status_of(own, found) == result.status;
            let edit = is_known.then(|| (value.start + 1..value.end.saturating_sub(1), own.to_owned()));
            reading.say_with_edit(Code::ReturnStatusWord, message, range.clone(), edit);
        }
        Some(_) => {}
    }
    // As in text without a protocol, a verdict is only stated.
    result.stated_status = stated.map(|stated| stated.word).or_else(|| named(detail, &["verdict"]));
    if matches!(result.status, Status::Partial | Status::Error) {
        let joined = |texts: Vec<&str>| (!texts.is_empty()).then(|| texts.join("; "));
        let messages =
            joined(detail.errors.iter().map(|error| error.message.as_str()).filter(|said| !said.is_empty()).collect());
        let recommended = detail.errors.iter().filter_map(|error| error.recommendation.as_deref());
        result.reason = messages.or(why).or_else(|| detail.summary.clone());
        result.recovery = joined(recommended.collect()).or_else(|| detail.next_steps.clone());
    }
}

/// The marks of the fences that hold what was read.
fn say_fences(reading: &mut Reading<'_, '_>, found: &Found<'_>) {
    /// What stands in a message is bounded, and every word must be said.
    const SAID: usize = 100;
    let fences: BTreeSet<usize> = found.documents.iter().filter_map(|(_, fence)| *fence).gather();
    for block in fences.into_iter().filter_map(|fence| reading.source.blocks().get(fence)) {
        let last = block.lines.end.saturating_sub(1);
        let opening = reading.source.lines_range(block.lines.start..block.lines.start + 1);
        if reading.source.slice(opening.clone()).len() <= SAID {
            reading.ledger.claim(opening.clone(), Owner::Layout);
        }
        if matches!(block.kind, crate::text::blocks::BlockKind::Fence { closed: true }) {
            reading.claim_lines(last..last + 1, Owner::Layout);
        }
        let mark = quote(reading.source.slice(opening.clone()));
        let what = if opens_yaml(reading.source.slice(opening.clone())) { "YAML" } else { "JSON" };
        reading.say(Code::WrappedReply, format!("The {what} is in a code fence: {mark}."), opening);
    }
}

/// Each kind of repair once, with how often it was made.
fn say_repairs(reading: &mut Reading<'_, '_>, documents: &[(Document, Option<usize>)]) {
    let mut made: BTreeMap<Repair, (usize, Range<usize>)> = BTreeMap::new();
    for (repair, range) in documents.iter().flat_map(|(document, _)| &document.repairs) {
        // A number that loses digits is quoted, so that they are not lost.
        if *repair == Repair::Number {
            let message =
                format!("The number {} cannot be represented exactly.", quote(reading.source.slice(range.clone())));
            reading.say(Code::JsonNumber, message, range.clone());
            continue;
        }
        made.entry(*repair).or_insert_with(|| (0, range.clone())).0 += 1;
    }
    for (repair, (count, range)) in made {
        let (code, what) = match repair {
            Repair::Comment => (Code::JsonComment, "comments"),
            Repair::Comma => (Code::JsonComma, "extra or missing commas"),
            Repair::Quotes => (Code::JsonQuotes, "strings without proper quotation marks"),
            Repair::Escape => (Code::JsonEscape, "strings with raw line breaks or invalid escapes"),
            Repair::Key => (Code::JsonKey, "keys without quotation marks"),
            Repair::Literal => (Code::JsonLiteral, "literals from another language"),
            Repair::Number => continue,
            Repair::Value => (Code::JsonValue, "keys without a value"),
            Repair::RepeatedKey => (Code::RepeatedKey, "repeated keys"),
            Repair::Depth => (Code::JsonDepth, "values that are nested too deeply"),
            Repair::Unclosed => (Code::JsonUnclosed, "unclosed brackets"),
        };
        let message = match count {
            1 => format!("The JSON has {what}."),
            _ => format!("The JSON has {what} in {count} places. This is the first."),
        };
        reading.say(code, message, range);
    }
    for (document, _) in documents.iter().filter(|(document, _)| document.cut_off) {
        let end = document.root.range.end;
        reading.say(Code::CutOff, "The JSON is truncated.", end.saturating_sub(1)..end);
    }
}
