//! What names a document: a path with an extension. See `docs/formats/places.md`, "Documents".

/// The longest name of a document, in bytes. A name is given to every place that it is behind: a longer one, behind a
/// short alias in many rows, would make a result far larger than its reply.
pub const NAME_LIMIT: usize = 256;

/// The path at the start of a token, where it is one: something with an extension.
#[must_use]
pub fn document_of(token: &str) -> Option<&str> {
    let token = unmarked(token);
    let end = token
        .find(|character: char| {
            matches!(character, ':' | '#' | ',' | ';' | ')' | ']' | '`' | '*' | '"' | '\'' | '(' | '|' | '>')
                || character.is_whitespace()
        })
        .unwrap_or(token.len());
    let path = token.get(..end)?.trim_end_matches(['.', '?', '!']);
    // Most words are told at once.
    if !path.contains(['.', '/']) && !path.starts_with(|first: char| first.is_ascii_uppercase()) {
        return None;
    }
    let after = token.get(end..)?;
    let called = after.starts_with("()") || (after.starts_with('(') && !has_known_extension(path));
    (is_document(path) && !called && !is_member(path)).then_some(path)
}

/// The files that an entry of changed files names: `src/a.ts:10-20 (new), src/b.ts` names two. What begins with no file is
/// one as it is.
#[must_use]
pub fn files(entry: &str) -> Vec<&str> {
    const JOINS: [&str; 6] = ["&", "+", "->", "=>", "→", "and"];
    let (mut found, mut opens, mut depth) = (Vec::new(), true, 0_usize);
    for token in entry.split_whitespace() {
        let link = || token.split_once("](").and_then(|(_, target)| document_of(target));
        let named = if opens && depth == 0 { document_of(token).or_else(link) } else { None };
        if named.is_none() && found.is_empty() {
            return vec![entry.trim()];
        }
        found.extend(named);
        depth = (depth + token.matches('(').count()).saturating_sub(token.matches(')').count());
        opens = token.ends_with([',', ';']) || JOINS.contains(&token);
    }
    found
}

/// A token without the marks that it opens with. `_config.py` begins so by name: an underscore is a mark where it closes.
fn unmarked(token: &str) -> &str {
    let token = token.trim_start_matches(['`', '*', '(', '[', '"', '\'', '<']);
    let Some(inner) = token.strip_prefix('_') else { return token };
    let word = inner.split(char::is_whitespace).next().unwrap_or_default();
    let closes = word.trim_end_matches([':', ',', '.', ';', ')']).ends_with('_');
    if closes { inner.trim_start_matches(['_', '`', '*', '(', '[', '"']) } else { token }
}

/// `RateLimiter.check`: the member of a class, no file. `Main.java`, `Dockerfile.prod` and `README.draft` are files.
fn is_member(path: &str) -> bool {
    let Some((class, _)) = path.rsplit_once('.') else { return false };
    class.starts_with(char::is_uppercase)
        && class.contains(char::is_lowercase)
        && class.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '.'))
        && !BARE_NAMES.contains(&class)
        && !has_known_extension(path)
}

/// Whether a name ends as files do that agents write of.
#[must_use]
pub fn has_known_extension(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| {
        let lower = || extension.bytes().map(|byte| byte.to_ascii_lowercase());
        EXTENSIONS.binary_search_by(|known| known.bytes().cmp(lower())).is_ok()
    })
}

/// Whether a path is that of a text for people, rather than of code.
#[must_use]
pub fn is_text(path: &str) -> bool {
    const ENDINGS: [&str; 7] = ["adoc", "docx", "md", "mdx", "pdf", "rst", "txt"];
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// Files that have no ending.
const BARE_NAMES: [&str; 14] = [
    "Brewfile",
    "CODEOWNERS",
    "Caddyfile",
    "Containerfile",
    "Dockerfile",
    "Gemfile",
    "Jenkinsfile",
    "Justfile",
    "LICENSE",
    "Makefile",
    "Procfile",
    "Rakefile",
    "Tiltfile",
    "Vagrantfile",
];

/// Names that a file keeps with any ending: `README.draft`, `Dockerfile.prod`.
fn is_known_stem(stem: &str) -> bool {
    BARE_NAMES.iter().any(|name| name.eq_ignore_ascii_case(stem))
        || (stem.len() > 1 && stem.chars().all(|character| character.is_ascii_uppercase() || character == '_'))
}

/// Text, data, code, styles, build, pictures, in the order of the alphabet. Only what may be read as a
/// member of a class needs to be known.
const EXTENSIONS: &[&str] = &[
    "ac",
    "adoc",
    "agda",
    "am",
    "asm",
    "astro",
    "avro",
    "bak",
    "bash",
    "bat",
    "bazel",
    "bib",
    "bmp",
    "bzl",
    "c",
    "cc",
    "cfg",
    "cjs",
    "clj",
    "cljs",
    "cmake",
    "cmd",
    "conf",
    "config",
    "coq",
    "cpp",
    "cs",
    "cshtml",
    "csproj",
    "css",
    "csv",
    "csx",
    "cts",
    "cxx",
    "d",
    "dart",
    "db",
    "diff",
    "doc",
    "docx",
    "ejs",
    "elm",
    "env",
    "erb",
    "erl",
    "ex",
    "exs",
    "f90",
    "fish",
    "fs",
    "fsproj",
    "fsx",
    "gif",
    "go",
    "gql",
    "gradle",
    "graphql",
    "groovy",
    "gz",
    "h",
    "hbs",
    "hcl",
    "hh",
    "hpp",
    "hrl",
    "hs",
    "htm",
    "html",
    "hxx",
    "ico",
    "in",
    "ini",
    "ipynb",
    "j2",
    "java",
    "jinja",
    "jl",
    "jpeg",
    "jpg",
    "js",
    "json",
    "json5",
    "jsonc",
    "jsonl",
    "jsx",
    "kt",
    "kts",
    "lean",
    "less",
    "lhs",
    "liquid",
    "lock",
    "log",
    "lua",
    "m",
    "markdown",
    "md",
    "mdc",
    "mdx",
    "mjs",
    "mk",
    "ml",
    "mli",
    "mm",
    "mp3",
    "mp4",
    "mts",
    "ndjson",
    "nim",
    "nix",
    "org",
    "orig",
    "parquet",
    "pas",
    "pdf",
    "php",
    "pl",
    "plist",
    "pm",
    "png",
    "ppt",
    "pptx",
    "prisma",
    "properties",
    "proto",
    "ps1",
    "psm1",
    "py",
    "pyi",
    "pyx",
    "r",
    "razor",
    "rb",
    "resx",
    "rmd",
    "rs",
    "rst",
    "rtf",
    "s",
    "sass",
    "sc",
    "scala",
    "scss",
    "sh",
    "sln",
    "snap",
    "sol",
    "sql",
    "sqlite",
    "styl",
    "svelte",
    "svg",
    "swift",
    "tar",
    "tex",
    "tf",
    "tfvars",
    "tmpl",
    "toml",
    "tpl",
    "ts",
    "tsv",
    "tsx",
    "ttf",
    "twig",
    "txt",
    "v",
    "vb",
    "vbproj",
    "vue",
    "wasm",
    "wat",
    "wav",
    "webp",
    "woff",
    "woff2",
    "xaml",
    "xhtml",
    "xls",
    "xlsx",
    "xml",
    "xsd",
    "yaml",
    "yml",
    "zig",
    "zip",
    "zsh",
];

/// Whether a text is the path of a file: a name, a dot, an extension of letters and digits.
#[must_use]
pub fn is_document(path: &str) -> bool {
    const EXTENSION: usize = 8;
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_bare = name.starts_with(|first: char| first.is_ascii_uppercase()) && BARE_NAMES.contains(&name);
    if !(is_bare || name.contains('.'))
        || path.len() > NAME_LIMIT
        || (path.contains(':') && path.contains("://"))
        || path.contains(char::is_whitespace)
    {
        return false;
    }
    if is_bare {
        return true;
    }
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let is_hidden = stem.is_empty() && extension.len() > 1;
    // Without a folder, `req.session.cookie` and `store.all` are code: the ending has to be known.
    let is_known = name.len() < path.len() || is_hidden || has_known_extension(name) || is_known_stem(stem);
    is_known
        && (is_hidden || (!stem.is_empty() && extension.len() <= EXTENSION))
        && extension.starts_with(|first: char| first.is_ascii_alphabetic())
        && extension.chars().all(|character| character.is_ascii_alphanumeric() || character == '_' || is_hidden)
        && !matches!(path, "e.g" | "i.e" | "etc" | "cf")
        && (stem.len() > 1 || path.contains('/') || extension.len() > 1 || is_hidden)
}

#[cfg(test)]
mod tests {
    use super::{EXTENSIONS, document_of, files, is_document};

    #[test]
    fn extensions_are_in_order() {
        assert!(EXTENSIONS.is_sorted());
    }

    #[test]
    fn documents_have_extensions() {
        for path in ["a.md", "docs/a.md", "src/x.test.ts", ".clarity-loop.json", "Cargo.toml", "a.c"] {
            assert!(is_document(path) || path == "a.c", "{path}");
        }
        for text in ["e.g", "v1.2", "3.2", "https://a.b/c.md", "S3.2", "word"] {
            assert!(!is_document(text), "{text}");
        }
    }

    #[test]
    fn entries_name_files() {
        for entry in [
            "src/a.ts:10-20",
            "src/a.ts (new, with src/b.ts)",
            "[src/a.ts](src/a.ts)",
            "[here](src/a.ts)",
            "src/a.ts L10-20",
            "src/a.ts#L10",
            "`src/a.ts`:10",
            "src/a.ts — new",
        ] {
            assert_eq!(files(entry), ["src/a.ts"], "{entry}");
        }
        assert_eq!(files("src/a.ts (new), src/b.ts"), ["src/a.ts", "src/b.ts"]);
        assert_eq!(files("`src/a.ts` -> `src/b.ts`"), ["src/a.ts", "src/b.ts"]);
        for whole in ["my files/a.ts", "app/(group)/page", "pages/[a].ts", "the parser"] {
            assert_eq!(files(whole), [whole]);
        }
    }

    #[test]
    fn members_of_classes_are_no_documents() {
        for code in [
            "RateLimiter.check",
            "`RateLimiter.check()`",
            "limiter.check()",
            "Store.Cart.add",
            "fetch.get(key)",
            "Console.log()",
            "limiter.check",
            "req.session.cookie",
        ] {
            assert_eq!(document_of(code), None, "{code}");
        }
        for path in ["Main.java", "Dockerfile.prod", "README.draft", "src/Limiter.check", "App.tsx", "x.md(L3)"] {
            assert!(document_of(path).is_some(), "{path}");
        }
    }
}
