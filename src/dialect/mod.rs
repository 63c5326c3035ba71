//! One file a format. Reading gives paper, ledger and result.
use crate::Ledger;
use crate::model::*;
/// stub
pub fn read(_reply: &Reply, _ledger: Ledger) -> AgentResult {
    todo!()
}
/// stub
pub fn split(text: &str) -> Vec<Reply> {
    vec![text.into()]
}
