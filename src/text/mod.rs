//! A reply as paper.
