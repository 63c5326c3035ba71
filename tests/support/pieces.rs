//! The pieces of which texts are put together: `fuzz/pieces.dict`.
#![allow(dead_code, clippy::expect_used)]

/// All of them, in order.
pub fn pieces() -> Vec<String> {
    let lines = include_str!("../../fuzz/pieces.dict").lines();
    let quoted = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    quoted.map(|line| unescaped(line.strip_prefix('"').and_then(|line| line.strip_suffix('"')).expect(line))).collect()
}

/// The text of a piece: `\\`, `\"` and the bytes `\x1e`.
fn unescaped(written: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = written.bytes();
    while let Some(byte) = rest.next() {
        let escaped = if byte == b'\\' { rest.next() } else { None };
        bytes.push(match escaped {
            None => byte,
            Some(b'x') => {
                let mut digit = || char::from(rest.next().expect(written)).to_digit(16).expect(written);
                u8::try_from(digit() * 16 + digit()).expect(written)
            }
            Some(escaped) => escaped,
        });
    }
    String::from_utf8(bytes).expect(written)
}
