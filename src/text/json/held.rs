//! JSON that this crate wrote, read back.

use serde::Deserialize;
use serde_json::Deserializer;

use super::MAX_DEPTH;

/// How much deeper than a reply a report is nested that holds its values.
const LEVELS_ABOVE: usize = 32;

/// Reads a report, a state or options that were written as JSON.
///
/// A report holds the values of JSON returns, up to [`MAX_DEPTH`] levels deep, some levels below its own: together that
/// is deeper than `serde_json` reads by itself, which is then told to. What is nested deeper yet is no such JSON.
///
/// # Errors
///
/// The text is no JSON, is not what is wanted, or is nested too deep.
pub fn from_json<'t, T: Deserialize<'t>>(json: &'t [u8]) -> Result<T, serde_json::Error> {
    let mut reader = Deserializer::from_slice(json);
    if depth(json) <= MAX_DEPTH + LEVELS_ABOVE {
        reader.disable_recursion_limit();
    }
    let value = T::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// How deep the brackets of a JSON text are nested.
fn depth(json: &[u8]) -> usize {
    let (mut deepest, mut open, mut quoted) = (0_usize, 0_usize, false);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' if quoted => {
                bytes.next();
            }
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => {
                open += 1;
                deepest = deepest.max(open);
            }
            b'}' | b']' if !quoted => open = open.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::from_json;
    use serde_json::Value;

    #[test]
    fn what_is_nested_as_deep_as_a_report_is_read() {
        let nested = |depth: usize| "[".repeat(depth) + "\"[\\\"[\"" + &"]".repeat(depth);
        assert!(from_json::<Value>(nested(150).as_bytes()).is_ok());
        assert!(from_json::<Value>(nested(100_000).as_bytes()).is_err());
        assert!(from_json::<Value>(b"[] []").is_err());
    }
}
