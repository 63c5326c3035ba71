//! Reading, checking, mending and taking apart.

use reconvene::check::{apply, check};
use reconvene::dialect::{SEPARATOR, pieces};
use reconvene::model::{AgentResult, Dialect, Reply, ReplyText};
use reconvene::{CheckOptions, Ledger};

use super::said::said_of;
use super::words::replaced;

/// As the report of an agent.
pub fn agent_report(bytes: &[u8]) {
    read_as(bytes, Some(Dialect::AgentReport));
}

/// As the report on a story.
pub fn bowser(bytes: &[u8]) {
    read_as(bytes, Some(Dialect::Bowser));
}

/// As a reply of the protocol.
pub fn protocol_v1(bytes: &[u8]) {
    read_as(bytes, Some(Dialect::ProtocolV1));
}

/// As a JSON return.
pub fn json_return(bytes: &[u8]) {
    read_as(bytes, Some(Dialect::JsonReturn));
}

/// As text without a protocol.
pub fn prose(bytes: &[u8]) {
    read_as(bytes, Some(Dialect::Prose));
}

/// As whatever it is.
pub fn parse(bytes: &[u8]) {
    read_as(bytes, None);
}

fn reply(bytes: &[u8], dialect: Option<Dialect>) -> Reply {
    Reply { text: ReplyText::from_bytes(bytes), dialect, ..Reply::default() }
}

/// Nothing is lost, and what a check says points into the text.
fn read_as(bytes: &[u8], dialect: Option<Dialect>) {
    let reply = reply(bytes, dialect);
    let result = owned_once(&reply);
    for finding in &result.findings {
        assert!(!finding.id.is_empty() && !finding.fingerprint.is_empty());
    }
    no_word_is_ignored(&reply, result);
    let length = reply.text.as_str().encode_utf16().count();
    for said in &check(&reply, &CheckOptions::default()).diagnostics {
        let spans = said.span.iter().chain(said.edit.iter().map(|edit| &edit.span));
        for span in spans {
            assert!(span.start <= span.end && span.end as usize <= length, "{} points beyond the text", said.code);
        }
    }
}

/// The result of a reply, in which every non-blank character has exactly one owner.
fn owned_once(reply: &Reply) -> AgentResult {
    let result = reconvene::parse(reply, Ledger::Include);
    let units: Vec<u16> = reply.text.as_str().encode_utf16().collect();
    let mut owners = vec![0_u8; units.len()];
    for entry in result.ledger.as_deref().unwrap_or_default() {
        for owner in &mut owners[entry.span.start as usize..entry.span.end as usize] {
            *owner += 1;
        }
    }
    for (at, (unit, owners)) in units.iter().zip(owners).enumerate() {
        let blank = char::from_u32(u32::from(*unit))
            .is_some_and(|character| character.is_whitespace() || character == '\u{feff}');
        assert!(owners == 1 || (blank && owners == 0), "the code unit {at} has {owners} owners");
    }
    result
}

/// A fresh word in the place of any other changes what the result says.
fn no_word_is_ignored(reply: &Reply, before: AgentResult) {
    let text = reply.text.as_str();
    let Some((changed, word)) = replaced(text) else { return };
    let after = reconvene::parse(&Reply { text: changed.into(), ..reply.clone() }, Ledger::Omit);
    assert!(said_of(before) != said_of(after), "{:?} at {} is ignored", &text[word.clone()], word.start);
}

/// A check says the same twice. What its changes do not touch stays, in its order; what was mended needs no further change.
pub fn fix(bytes: &[u8]) {
    let reply = reply(bytes, None);
    let text = reply.text.as_str();
    let checked = check(&reply, &CheckOptions::default());
    assert!(checked == check(&reply, &CheckOptions::default()), "two checks say two things");
    let mut edits: Vec<_> = checked.diagnostics.iter().filter_map(|said| said.edit.as_ref()).collect();
    if edits.is_empty() {
        return;
    }
    edits.sort_by_key(|edit| edit.span.start);
    let units: Vec<u16> = text.encode_utf16().collect();
    let (fixed, _) = apply(text, &checked.diagnostics);
    let mut rest = fixed.as_str();
    let mut at = 0;
    let ends = edits.iter().map(|edit| (edit.span.start as usize, edit.span.end as usize));
    for (start, end) in ends.chain([(units.len(), units.len())]) {
        if at < start {
            let untouched = String::from_utf16(&units[at..start]).expect("a change cuts no character");
            let found = rest.find(&untouched).expect("what no change touches stays");
            rest = &rest[found + untouched.len()..];
        }
        at = at.max(end);
    }
    let once = reconvene::check::fix(&reply);
    let twice = reconvene::check::fix(&Reply { text: once.text.as_str().into(), ..Reply::default() });
    assert_eq!((twice.text, twice.changes), (once.text, 0), "fixing twice changes something");
}

/// The pieces of a text, one after the other, are the text, but for blank lines and the lines that part them; each is a
/// reply, and knows which of how many, but for those that lines part.
pub fn split(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let replies = reconvene::split(&text, &reconvene::CustomTypes::default());
    let of = u32::try_from(replies.len()).expect("a few");
    let mut at = 0;
    let parts = |between: &str| between.lines().all(|line| line.trim().is_empty() || line.trim() == SEPARATOR);
    for (number, (reply, piece)) in (1..).zip(replies.iter().zip(pieces(&text, &reconvene::CustomTypes::default()))) {
        assert!(parts(&text[at..piece.start]), "something is left out before the piece {number}");
        assert_eq!(reply.text.as_str(), &text[piece.clone()]);
        assert!(reply.part == (of > 1).then_some([number, of]) || (reply.part.is_none() && text.contains(SEPARATOR)));
        at = piece.end;
        if of > 1 {
            owned_once(reply);
        }
    }
    assert!(parts(&text[at..]), "something is left out behind the pieces");
}
