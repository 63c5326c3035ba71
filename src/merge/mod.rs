//! Pure functions over findings.
