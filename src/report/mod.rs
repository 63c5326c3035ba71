//! Many results, one report.
use crate::model::{AggregateOptions, Reply, Report};
/// stub
pub fn aggregate(_replies: Vec<Reply>, _options: &AggregateOptions) -> Report {
    todo!()
}
