//! Readers of what formats share.
