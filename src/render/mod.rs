//! A report as text: one file a format.
use crate::model::{Format, Report};
/// stub
pub fn render(_report: &Report, _format: Format) -> String {
    todo!()
}
