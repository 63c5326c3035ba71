//! XML elements in a text: `<finding id="1"><title>…</title></finding>`. What is not closed is text.

use std::collections::BTreeSet;
use std::ops::Range;

use super::steps;

/// How many names nothing closes before no further one is looked for.
const OPEN: usize = 16;

/// An element that is closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element<'t> {
    /// Its name as written.
    pub name: &'t str,
    /// Its attributes, with their values as written.
    pub attributes: Vec<(&'t str, &'t str)>,
    /// What stands between its tags.
    pub inner: &'t str,
    /// Its bytes in the text, with its tags.
    pub range: Range<usize>,
}

/// The outermost elements with a name that fits, in order. One within another of the same name ends it.
pub fn find(text: &str, fits: impl Fn(&str) -> bool) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    // Names that nothing closes behind here: they are looked for once.
    let mut open: BTreeSet<&str> = BTreeSet::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find('<')).map(|start| at + start) {
        steps::add(start - at + 1);
        at = start + 1;
        let Some((name, attributes, end)) = opening(text, start) else { continue };
        if !fits(name) || open.contains(name) {
            continue;
        }
        let Some((inner, close)) = closing(text, name, end) else {
            open.insert(name);
            if open.len() == OPEN {
                break;
            }
            continue;
        };
        at = close;
        found.push(Element { name, attributes, inner, range: start..close });
    }
    found
}

/// What a text says: without the marks of CDATA and the code of characters.
#[must_use]
pub fn said(text: &str) -> String {
    const CODES: [(&str, &str); 6] =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")];
    let text = text.trim();
    if let Some(raw) = text.strip_prefix("<![CDATA[").and_then(|rest| rest.strip_suffix("]]>")) {
        return raw.trim_matches('\n').to_owned();
    }
    if !text.contains('&') {
        return text.to_owned();
    }
    CODES.iter().fold(text.to_owned(), |text, (code, character)| text.replace(code, character))
}

/// The name and the attributes of a tag that opens, and where it ends.
#[allow(clippy::type_complexity)]
fn opening(text: &str, start: usize) -> Option<(&str, Vec<(&str, &str)>, usize)> {
    const LENGTH: usize = 1000;
    let rest = text.get(start + 1..)?;
    let end = rest.bytes().take(LENGTH).position(|byte| byte == b'>')?;
    let tag = rest.get(..end).filter(|tag| !tag.ends_with('/'))?;
    let length = tag.find(|character: char| !is_of_name(character)).unwrap_or(tag.len());
    let (name, written) = tag.split_at_checked(length)?;
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let parted = written.is_empty() || written.starts_with(char::is_whitespace);
    let (attributes, rest) = attributes(written);
    // `severity=high`, without quotes, is not read: then the tag is text.
    (is_name && parted && !rest.contains(char::is_alphanumeric)).then_some((name, attributes, start + end + 2))
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// `severity="high" id='1'`, and what is no attribute behind them.
fn attributes(written: &str) -> (Vec<(&str, &str)>, &str) {
    let mut found = Vec::new();
    let mut rest = written;
    while let Some((name, after)) = rest.split_once('=') {
        let name = name.trim();
        let after = after.trim_start();
        let Some(mark) = after.chars().next().filter(|mark| matches!(mark, '"' | '\'')) else { break };
        let Some((value, behind)) = after.get(1..).and_then(|inner| inner.split_once(mark)) else { break };
        found.push((name, value));
        rest = behind;
    }
    (found, rest)
}

/// What stands before the tag that closes an element, and where that ends. A `</title>` in CDATA is text.
fn closing<'t>(text: &'t str, name: &str, from: usize) -> Option<(&'t str, usize)> {
    let rest = text.get(from..)?;
    let mut at = 0;
    while let Some(start) = rest.get(at..)?.find('<').map(|start| at + start) {
        let tag = rest.get(start..)?;
        if let Some(raw) = tag.strip_prefix("<![CDATA[") {
            at = start + tag.len() - raw.len() + raw.find("]]>")?;
            continue;
        }
        let closes = tag.strip_prefix("</").and_then(|tag| tag.strip_prefix(name));
        if let Some(after) = closes.map(str::trim_start).and_then(|after| after.strip_prefix('>')) {
            steps::add(start);
            return Some((rest.get(..start)?, from + rest.len() - after.len()));
        }
        at = start + 1;
    }
    steps::add(rest.len());
    None
}

#[cfg(test)]
mod tests {
    use super::{find, said};

    #[test]
    fn elements_and_what_they_say() {
        let text = "a < b <finding id=\"1\" kind='x'>\n<title>T</title>\n<code><![CDATA[</code> & <b>]]></code></finding> <note> open";
        let found = find(text, |name| name == "finding");
        let [finding] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(finding.attributes, [("id", "1"), ("kind", "x")]);
        let parts = find(finding.inner, |_| true);
        let told: Vec<(&str, String)> = parts.iter().map(|part| (part.name, said(part.inner))).collect();
        assert_eq!(told, [("title", "T".to_owned()), ("code", "</code> & <b>".to_owned())]);
        assert_eq!(find("<note> open <T> and <br/>", |_| true), []);
        assert_eq!(said("a &lt;= b &amp;&amp; c"), "a <= b && c");
    }
}
