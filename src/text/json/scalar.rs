//! Values without quotation marks: numbers, literals, and words that should have been strings.

use serde_json::Number;

use super::scan::{Reader, is_blank};
use super::{Repair, Value};
use crate::text::steps;

/// The largest whole number up to which a double holds them all.
const EXACT: u64 = 1 << 53;

/// As many digits of a number as a double holds for certain, and two more that it mostly holds.
const DIGITS: usize = 17;

/// Reads what stands here up to what may follow a value. `None` where nothing does, or it is cut off.
pub(super) fn read(reader: &mut Reader<'_>) -> Option<Value> {
    let start = reader.at;
    let rest = reader.slice(start..reader.end);
    let length = rest.find(|next: char| is_end(next) || is_blank(next)).unwrap_or(rest.len());
    let word = rest.get(..length).unwrap_or_default();
    if let Some((value, repair)) = literal(word) {
        steps::add(length);
        reader.at += length;
        if reader.at >= reader.end {
            // Nothing tells whether more of it was to come.
            reader.cut_off = true;
            return None;
        }
        if let Some(repair) = repair {
            reader.repaired(repair, start..reader.at);
        }
        return Some(value);
    }
    let length = rest.find(|next: char| is_end(next) || matches!(next, '\n' | '\r')).unwrap_or(rest.len());
    let line = rest.get(..length).unwrap_or_default();
    let line = line.find(" //").or_else(|| line.find(" #")).and_then(|end| line.get(..end)).unwrap_or(line);
    let said = line.trim_end();
    steps::add(length);
    reader.at += said.len();
    if length == rest.len() {
        reader.at = reader.end;
        reader.cut_off = true;
        return None;
    }
    if said.is_empty() {
        return None;
    }
    reader.repaired(Repair::Quotes, start..reader.at);
    Some(Value::Text(said.to_owned()))
}

/// What ends a value without quotation marks.
fn is_end(next: char) -> bool {
    matches!(next, ',' | ']' | '}')
}

/// The value of a word, and what was done to read it; `None` where it is neither a literal nor a number.
fn literal(word: &str) -> Option<(Value, Option<Repair>)> {
    Some(match word {
        "null" => (Value::Null, None),
        "true" => (Value::Bool(true), None),
        "false" => (Value::Bool(false), None),
        "None" | "undefined" | "nil" | "NULL" | "Null" => (Value::Null, Some(Repair::Literal)),
        "True" | "TRUE" => (Value::Bool(true), Some(Repair::Literal)),
        "False" | "FALSE" => (Value::Bool(false), Some(Repair::Literal)),
        _ if is_number(word) => number(word),
        _ => return None,
    })
}

/// Whether a word is a number as JSON writes it.
fn is_number(word: &str) -> bool {
    let digits = |text: &str| text.len() - text.trim_start_matches(|next: char| next.is_ascii_digit()).len();
    let rest = word.strip_prefix('-').unwrap_or(word);
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest.starts_with('0')) {
        return false;
    }
    let mut rest = rest.get(whole..).unwrap_or_default();
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = fraction.get(length..).unwrap_or_default();
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}

/// The value of a number. One that a double cannot hold is as near as it gets, or text where that is nowhere near.
fn number(word: &str) -> (Value, Option<Repair>) {
    let inexact = |yes: bool| yes.then_some(Repair::Number);
    if let Ok(whole) = word.parse::<u64>() {
        return (Value::Number(whole.into()), inexact(whole > EXACT));
    }
    // A double alone knows a negative zero.
    if let Some(whole) = word.parse::<i64>().ok().filter(|whole| *whole != 0) {
        return (Value::Number(whole.into()), inexact(whole.unsigned_abs() > EXACT));
    }
    let mantissa = word.split(['e', 'E']).next().unwrap_or_default();
    let digits = mantissa.trim_start_matches(['-', '0', '.']).bytes().filter(u8::is_ascii_digit).count();
    match word.parse::<f64>().ok().filter(|float| float.is_finite()).and_then(Number::from_f64) {
        Some(float) => (Value::Number(float), inexact(digits > DIGITS)),
        None => (Value::Text(word.to_owned()), Some(Repair::Number)),
    }
}
