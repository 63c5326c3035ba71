//! A reply as paper.

pub mod escape;
