//! Selects the replies to read: each once, and no more than fit into a batch.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use siphasher::sip::SipHasher13;

use crate::model::{AgentResult, Code, Diagnostic, Dialect, Reply, Status, quote};
use crate::order::Arrange;

/// A reply, and its place among those that were given.
#[derive(Debug)]
pub struct Delivery {
    /// The reply.
    pub reply: Reply,
    /// Its place.
    pub place: usize,
}

/// The replies of a batch, sorted out.
#[derive(Debug, Default)]
pub struct Settled {
    /// To be read.
    pub read: Vec<Delivery>,
    /// Beyond the batch: these are not read.
    pub unread: Vec<Delivery>,
    /// What concerns the whole.
    pub diagnostics: Vec<Diagnostic>,
}

/// Takes equal deliveries of one id once and keeps differing ones, in an order that does not depend on how they came;
/// from there on, replies are read as long as all before and with them have at most `limit` bytes.
#[must_use]
pub fn settle(replies: Vec<Reply>, limit: usize) -> Settled {
    let placed = replies.into_iter().enumerate();
    let mut deliveries: Vec<_> = placed.map(|(place, reply)| Delivery { reply, place }).collect();
    deliveries.arrange_by(|one, other| order(&one.reply).cmp(&order(&other.reply)));
    let mut settled = Settled::default();
    let deliveries = once(deliveries, &mut settled.diagnostics);
    let mut bytes = 0_usize;
    for delivery in deliveries {
        bytes = bytes.saturating_add(delivery.reply.text.as_str().len());
        if bytes <= limit {
            settled.read.push(delivery);
        } else {
            settled.unread.push(delivery);
        }
    }
    if !settled.unread.is_empty() {
        let message = format!(
            "{} of {} replies were not read: the batch exceeds {limit} bytes.",
            settled.unread.len(),
            settled.unread.len() + settled.read.len(),
        );
        settled.diagnostics.push(Diagnostic {
            help: Some("Merge them in smaller batches.".to_owned()),
            ..Diagnostic::new(Code::BoundReached, message, None)
        });
    }
    settled
}

/// The result of a reply that was not read.
#[must_use]
pub fn unread(reply: &Reply, limit: usize) -> AgentResult {
    let reason = format!("not read: the batch exceeds {limit} bytes");
    let message = match &reply.source {
        Some(source) => format!("{} was not read: the batch exceeds {limit} bytes.", quote(source)),
        None => format!("The reply was not read: the batch exceeds {limit} bytes."),
    };
    AgentResult {
        status: Status::Error,
        r#type: None,
        reason: Some(reason),
        diagnostics: vec![Diagnostic {
            help: Some("Merge the replies in several batches.".to_owned()),
            ..Diagnostic::new(Code::TooLarge, message, None)
        }],
        ..AgentResult::unread(reply, reply.dialect.unwrap_or(Dialect::Prose))
    }
}

/// A hash of what makes two deliveries one, beside their id. It is not the same on every machine.
#[must_use]
pub fn hash(reply: &Reply) -> String {
    let mut hasher = SipHasher13::new();
    content(reply).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// What makes two deliveries one, beside their id.
fn content(reply: &Reply) -> impl Ord + Hash + '_ {
    let text = &reply.text;
    (
        (&reply.unit, &reply.agent, reply.attempt.unwrap_or(1), reply.expect, reply.dialect),
        (text.as_str(), text.replaced(), text.oversize(), reply.timed_out, &reply.error),
    )
}

fn order(reply: &Reply) -> impl Ord + '_ {
    (
        (&reply.unit, &reply.agent, reply.attempt.unwrap_or(1), reply.expect, reply.dialect, &reply.source),
        (reply.text.as_str(), reply.text.replaced(), reply.text.oversize()),
        (&reply.id, reply.attempt, reply.part, reply.timed_out, &reply.error, &reply.meta),
    )
}

/// The deliveries without their repetitions.
fn once(deliveries: Vec<Delivery>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Delivery> {
    let mut seen = BTreeSet::new();
    let mut differing: BTreeMap<&str, u32> = BTreeMap::new();
    let mut kept = Vec::with_capacity(deliveries.len());
    for Delivery { reply, .. } in &deliveries {
        let new = reply.id.as_deref().is_none_or(|id| {
            let new = seen.insert((id, content(reply)));
            *differing.entry(id).or_default() += u32::from(new);
            new
        });
        kept.push(new);
    }
    for (id, count) in differing.into_iter().filter(|(_, count)| *count > 1) {
        let message = format!("{count} replies with different texts have the id {}. All are kept.", quote(id));
        diagnostics.push(Diagnostic::new(Code::DifferingDeliveries, message, None));
    }
    drop(seen);
    deliveries.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(delivery, _)| delivery).collect()
}

#[cfg(test)]
mod tests {
    use super::{Delivery, settle, unread};
    use crate::model::{Reply, Status};

    fn reply(id: Option<&str>, source: &str, text: &str) -> Reply {
        Reply { id: id.map(str::to_owned), source: Some(source.to_owned()), ..Reply::from(text) }
    }

    fn texts(deliveries: &[Delivery]) -> Vec<&str> {
        deliveries.iter().map(|delivery| delivery.reply.text.as_str()).collect()
    }

    #[test]
    fn equal_deliveries_count_once_and_differing_ones_stay() {
        let replies = vec![
            reply(Some("7"), "a", "one"),
            reply(Some("7"), "b", "one"),
            reply(Some("7"), "c", "two"),
            reply(None, "d", "one"),
            reply(None, "d", "one"),
        ];
        let settled = settle(replies, 1000);
        assert_eq!(texts(&settled.read), ["one", "two", "one", "one"]);
        let codes: Vec<_> = settled.diagnostics.iter().map(|diagnostic| diagnostic.code.as_str()).collect();
        assert_eq!(codes, ["differing-deliveries"]);
    }

    #[test]
    fn what_is_beyond_the_batch_is_named() {
        let replies = vec![reply(None, "c", "abc"), reply(None, "a", "abcd"), reply(None, "b", "ab")];
        let settled = settle(replies, 6);
        assert_eq!(texts(&settled.read), ["abcd", "ab"]);
        assert_eq!(settled.read.iter().map(|delivery| delivery.place).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(texts(&settled.unread), ["abc"]);
        let result = settled.unread.first().map(|delivery| unread(&delivery.reply, 6));
        assert_eq!(result.as_ref().map(|result| result.status), Some(Status::Error));
        assert_eq!(result.and_then(|result| result.source).as_deref(), Some("c"));
        assert_eq!(settled.diagnostics.len(), 1);
    }
}
