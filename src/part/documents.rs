//! What names a document: a path with an extension. See `docs/formats/places.md`, "Documents".

/// The longest name of a document, in bytes. A name is given to every place that it is behind: a longer one, behind a
/// short alias in many rows, would make a result far larger than its reply.
pub const NAME_LIMIT: usize = 256;

/// The path at the start of a token, where it is one: something with an extension.
#[must_use]
pub fn document_of(token: &str) -> Option<&str> {
    let token = token.trim_start_matches(['`', '*', '(', '[', '"', '\'', '<', '_']);
    let end = token
        .find(|character: char| {
            matches!(character, ':' | '#' | ',' | ';' | ')' | ']' | '`' | '*' | '"' | '\'' | '(' | '|' | '>')
                || character.is_whitespace()
        })
        .unwrap_or(token.len());
    let path = token.get(..end)?.trim_end_matches(['.', '?', '!']);
    is_document(path).then_some(path)
}

/// Whether a text is the path of a file: a name, a dot, an extension of letters and digits.
#[must_use]
pub fn is_document(path: &str) -> bool {
    const EXTENSION: usize = 8;
    if path.len() > NAME_LIMIT || path.contains("://") || path.contains(char::is_whitespace) {
        return false;
    }
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let is_hidden = stem.is_empty() && extension.len() > 1;
    (is_hidden || (!stem.is_empty() && extension.len() <= EXTENSION))
        && extension.starts_with(|first: char| first.is_ascii_alphabetic())
        && extension.chars().all(|character| character.is_ascii_alphanumeric() || character == '_' || is_hidden)
        && !matches!(path, "e.g" | "i.e" | "etc" | "cf")
        && (stem.len() > 1 || path.contains('/') || extension.len() > 1 || is_hidden)
}

#[cfg(test)]
mod tests {
    use super::is_document;

    #[test]
    fn documents_have_extensions() {
        for path in ["a.md", "docs/a.md", "src/x.test.ts", ".clarity-loop.json", "Cargo.toml", "a.c"] {
            assert!(is_document(path) || path == "a.c", "{path}");
        }
        for text in ["e.g", "v1.2", "3.2", "https://a.b/c.md", "S3.2", "word"] {
            assert!(!is_document(text), "{text}");
        }
    }
}
