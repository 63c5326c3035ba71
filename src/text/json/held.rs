//! JSON that this crate wrote, read back.
//!
//! `serde_json` says whether a text is JSON. What it says is then read by a reader that can rely on that, and is small:
//! serde compiles it anew for each type, and made a sixth of the module of the readers of `serde_json`.

use std::borrow::Cow;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, Expected, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Error, Number};

use super::MAX_DEPTH;

/// How much deeper than a reply a report is nested that holds its values.
const LEVELS_ABOVE: usize = 32;

/// Reads a report, a state or options that were written as JSON.
///
/// A report holds the values of JSON returns, up to [`MAX_DEPTH`] levels deep, some levels below its own. What is nested
/// deeper yet is no such JSON.
///
/// # Errors
///
/// The text is no JSON, is not what is wanted, or is nested too deep.
pub fn from_json<'t, T: Deserialize<'t>>(json: &'t [u8]) -> Result<T, Error> {
    T::deserialize(&mut held(json)?)
}

fn held(json: &[u8]) -> Result<Held<'_>, Error> {
    serde_json::from_slice::<IgnoredAny>(json)?;
    if depth(json) > MAX_DEPTH + LEVELS_ABOVE {
        return Err(Error::custom("recursion limit exceeded"));
    }
    std::str::from_utf8(json).map(|rest| Held { rest }).map_err(Error::custom)
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

/// What is still to be read of a text that is JSON.
struct Held<'t> {
    rest: &'t str,
}

impl<'t> Held<'t> {
    /// What comes next, behind white space and what stands between values.
    fn next(&mut self) -> u8 {
        let is_between = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',' | b':');
        let between = self.rest.bytes().take_while(is_between).count();
        self.take(between);
        self.rest.bytes().next().unwrap_or_default()
    }

    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    /// The string that comes next.
    fn string(&mut self, wanted: &dyn Expected) -> Result<Cow<'t, str>, Error> {
        if self.next() != b'"' {
            return Err(self.mistaken(wanted));
        }
        let mut bytes = self.rest.bytes().enumerate().skip(1);
        let mut is_plain = true;
        let mut end = self.rest.len();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'\\' => {
                    is_plain = false;
                    bytes.next();
                }
                b'"' => {
                    end = at + 1;
                    break;
                }
                _ => {}
            }
        }
        let quoted = self.take(end);
        if is_plain {
            return Ok(Cow::Borrowed(quoted.trim_matches('"')));
        }
        serde_json::from_slice(quoted.as_bytes()).map(Cow::Owned)
    }

    /// What comes next and is neither a string, a list nor an object.
    fn word(&mut self) -> &'t str {
        self.next();
        self.take(self.rest.find([',', ']', '}', ' ', '\n', '\r', '\t']).unwrap_or(self.rest.len()))
    }

    fn number(&mut self) -> Result<Number, Error> {
        serde_json::from_slice(self.word().as_bytes())
    }

    /// The bracket that opens what comes next is passed, where it is the one that is wanted.
    fn open(&mut self, bracket: u8, wanted: &dyn Expected) -> Result<(), Error> {
        if self.next() != bracket {
            return Err(self.mistaken(wanted));
        }
        self.take(1);
        Ok(())
    }

    /// The bracket that closes what was read is passed.
    fn close(&mut self, bracket: u8) -> Result<(), Error> {
        if self.next() != bracket {
            return Err(Error::custom("trailing characters"));
        }
        self.take(1);
        Ok(())
    }

    /// Says that what comes next is not what is wanted.
    fn mistaken(&mut self, wanted: &dyn Expected) -> Error {
        let text;
        let found = match self.next() {
            b'{' => Unexpected::Map,
            b'[' => Unexpected::Seq,
            b'n' => Unexpected::Other("null"),
            b't' | b'f' => Unexpected::Bool(self.word() == "true"),
            b'"' => match self.string(wanted) {
                Ok(said) => {
                    text = said;
                    Unexpected::Str(&text)
                }
                Err(error) => return error,
            },
            _ => match self.number() {
                Ok(number) => match (number.as_u64(), number.as_i64()) {
                    (Some(number), _) => Unexpected::Unsigned(number),
                    (None, Some(number)) => Unexpected::Signed(number),
                    (None, None) => Unexpected::Float(number.as_f64().unwrap_or_default()),
                },
                Err(error) => return error,
            },
        };
        Error::invalid_type(found, wanted)
    }
}

/// Methods that read a number: the number itself, not the type that is asked for, decides which of the three visitors is called.
macro_rules! numbers {
    ($($read:ident)*) => {$(
        fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            if !matches!(self.next(), b'-' | b'0'..=b'9') {
                return Err(self.mistaken(&visitor));
            }
            let number = self.number()?;
            match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Held<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.next() {
            b'{' => self.deserialize_map(visitor),
            b'[' => self.deserialize_seq(visitor),
            b'"' => self.deserialize_string(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'n' => self.deserialize_unit(visitor),
            _ => self.deserialize_f64(visitor),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.next() != b'n' {
            return Err(self.mistaken(&visitor));
        }
        self.word();
        visitor.visit_unit()
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if !matches!(self.next(), b't' | b'f') {
            return Err(self.mistaken(&visitor));
        }
        visitor.visit_bool(self.word() == "true")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.string(&visitor)? {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let name = self.string(&visitor)?;
        visitor.visit_str(&name)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.next() != b'n' {
            return visitor.visit_some(self);
        }
        self.word();
        visitor.visit_none()
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.open(b'[', &visitor)?;
        let read = visitor.visit_seq(&mut *self)?;
        self.close(b']')?;
        Ok(read)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.open(b'{', &visitor)?;
        let read = visitor.visit_map(&mut *self)?;
        self.close(b'}')?;
        Ok(read)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// The name of a variant: of those that hold something, none is read so.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let name = self.string(&visitor)?;
        let name: StrDeserializer<'_, Error> = (&*name).into_deserializer();
        visitor.visit_enum(name)
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    forward_to_deserialize_any! { char bytes byte_buf unit_struct tuple_struct ignored_any }
}

impl<'t> SeqAccess<'t> for &mut Held<'t> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        if self.next() == b']' { Ok(None) } else { seed.deserialize(&mut **self).map(Some) }
    }
}

impl<'t> MapAccess<'t> for &mut Held<'t> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        if self.next() == b'}' { Ok(None) } else { seed.deserialize(&mut **self).map(Some) }
    }

    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(&mut **self)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::from_json;

    #[test]
    fn what_serde_json_reads_is_read_alike_and_nothing_else() {
        for text in [
            r#" {"a": [1, -2, 0.1, 1e300, 18446744073709551615, 123456789012345678901234567890], "b" : {} , "c":[ ]} "#,
            r#"["", "a\\", "\"", "\u0041\ud83d\ude00\n", "[,:]", "ä", true, false, null, -0.0]"#,
            r#"["\ud800"]"#,
            r#"["\x"]"#,
            "[1e999]",
            "[1,]",
            "[01]",
            r#"{"a" 1}"#,
            "",
            "7",
        ] {
            let read: Option<Value> = from_json(text.as_bytes()).ok();
            assert_eq!(read, serde_json::from_str(text).ok(), "{text}");
        }
        assert!(from_json::<Value>(b"[\"\xff\"]").is_err());
    }

    #[test]
    fn what_is_not_wanted_is_named() {
        let refused = |json: &str| from_json::<(u32, String)>(json.as_bytes()).err().map(|error| error.to_string());
        assert_eq!(refused(r#"[1, "a"]"#), None);
        for (json, error) in [
            (r#"["a", "a"]"#, r#"invalid type: string "a", expected u32"#),
            ("[1, 2]", "invalid type: integer `2`, expected a string"),
            (r#"[-1, "a"]"#, "invalid value: integer `-1`, expected u32"),
            ("[1]", "invalid length 1, expected a tuple of size 2"),
            (r#"[1, "a", 3]"#, "trailing characters"),
            ("{}", "invalid type: map, expected a tuple of size 2"),
        ] {
            assert_eq!(refused(json).as_deref(), Some(error));
        }
    }

    #[test]
    fn what_is_nested_as_deep_as_a_report_is_read() {
        let nested = |depth: usize| "[".repeat(depth) + "\"[\\\"[\"" + &"]".repeat(depth);
        assert!(from_json::<Value>(nested(150).as_bytes()).is_ok());
        assert!(from_json::<Value>(nested(100_000).as_bytes()).is_err());
        assert!(from_json::<Value>(b"[] []").is_err());
    }
}
