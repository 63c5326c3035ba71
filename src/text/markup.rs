//! Lines of HTML tags in Markdown, as bots fold and frame what they post: `<details><summary>Title</summary>`.

/// What a line of tags does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TagLine<'t> {
    /// How many folds it opens.
    pub opened: usize,
    /// How many folds it closes.
    pub closed: usize,
    /// Whether it begins the title of a fold.
    pub titles: bool,
    /// Whether it begins a cell or a row of a table.
    pub cell: bool,
    /// What it says between its tags: from the first text to the last, perhaps with tags in it.
    pub text: &'t str,
}

/// Tags that a line begins with where it frames other lines.
const FRAMES: [&str; 16] = [
    "details",
    "summary",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "td",
    "th",
    "div",
    "p",
    "br",
    "hr",
    "center",
    "issue_to_address",
    "sub",
];

/// The name of the element that a line begins or ends and says nothing else of, and whether it ends it: `<critical>`, `</critical>`.
#[must_use]
pub fn section_tag(line: &str) -> Option<(&str, bool)> {
    let inner = line.trim().strip_prefix('<')?.strip_suffix('>')?;
    let (name, is_end) = inner.strip_prefix('/').map_or((inner, false), |name| (name, true));
    let is_name = name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-'));
    (is_name && !FRAMES.contains(&name)).then_some((name, is_end))
}

/// Whether a line only says that something begins or ends: `BEGIN_FINDINGS`, `END_FINDINGS`.
#[must_use]
pub fn is_bound(line: &str) -> bool {
    let name = line.trim();
    ["BEGIN_", "END_"].iter().any(|bound| name.starts_with(bound))
        && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// Reads a line as tags; `None` where it does not begin with one that frames.
#[must_use]
pub fn tag_line(line: &str) -> Option<TagLine<'_>> {
    let trimmed = line.trim();
    if !trimmed.starts_with('<') {
        return None;
    }
    let mut found = TagLine::default();
    let mut rest = trimmed;
    let mut framed = false;
    let (mut from, mut to) = (None, 0);
    while let Some(start) = rest.find('<') {
        let at = trimmed.len() - rest.len();
        if !rest.get(..start)?.replace("&nbsp;", "").trim().is_empty() {
            from = from.or(Some(at));
            to = at + start;
        }
        let tag = rest.get(start + 1..)?;
        let Some((inner, after)) = tag.split_once('>') else { break };
        let name = inner.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default().to_ascii_lowercase();
        let closes = inner.starts_with('/');
        if from.is_none() && !framed {
            framed = FRAMES.contains(&name.as_str());
            if !framed {
                return None;
            }
        }
        match (name.as_str(), closes) {
            ("details", false) => found.opened += 1,
            ("details", true) => found.closed += 1,
            ("summary", false) => found.titles = true,
            ("td" | "tr" | "th", false) => found.cell = true,
            _ => {}
        }
        rest = after;
    }
    if !framed {
        return None;
    }
    if !rest.trim().is_empty() {
        from = from.or(Some(trimmed.len() - rest.len()));
        to = trimmed.len();
    }
    found.text = bare(from.and_then(|from| trimmed.get(from..to)).unwrap_or_default().trim());
    Some(found)
}

/// What tags make bold, where nothing but a symbol stands beside it: `CRITICAL` of `🔴 <b>CRITICAL</b>`.
fn bare(text: &str) -> &str {
    let inner = ["b", "strong"].iter().find_map(|name| {
        let (before, rest) = text.split_once(&format!("<{name}>"))?;
        let (inner, after) = rest.split_once(&format!("</{name}>")).unwrap_or((rest, ""));
        let is_symbol = |beside: &str| !beside.contains(char::is_alphanumeric) && !beside.contains('<');
        (is_symbol(before) && is_symbol(after) && !inner.contains('<')).then_some(inner)
    });
    inner.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::{TagLine, tag_line};

    #[test]
    fn folds_and_cells() {
        let line = |text| tag_line(text).unwrap_or_default();
        assert_eq!(
            line("<details><summary>🧹 Nitpicks (8)</summary><blockquote>"),
            TagLine { opened: 1, titles: true, text: "🧹 Nitpicks (8)", ..TagLine::default() }
        );
        assert_eq!(line("</blockquote></details>"), TagLine { closed: 1, ..TagLine::default() });
        assert_eq!(
            line("</details></details></td><td align=center>High"),
            TagLine { closed: 2, cell: true, text: "High", ..TagLine::default() }
        );
        assert_eq!(line("<details><summary><a href='x'><strong>Unpaid</strong></a>").text, "Unpaid");
        assert_eq!(line("<tr><td>⚡&nbsp;<strong>Focus</strong><br>").text, "⚡&nbsp;<strong>Focus");
        for text in ["<T> is a type", "a < b", "<code>x</code> is it", "<!-- no -->", "<50 ms", "text"] {
            assert_eq!(tag_line(text), None, "{text}");
        }
    }
}
