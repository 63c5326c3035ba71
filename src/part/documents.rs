//! What names a document: a path with an extension. See `docs/formats/places.md`, "Documents".

use crate::text::{inline, steps};

/// The longest name of a document, in bytes. A name is given to every place that it is behind: a longer one, behind a
/// short alias in many rows, would make a result far larger than its reply.
pub const NAME_LIMIT: usize = 256;

/// The path at the start of a token, where it is one: something with an extension.
#[must_use]
pub fn document_of(token: &str) -> Option<&str> {
    let token = unmarked(token);
    let end = path_end(token);
    let path = token.get(..end)?.trim_end_matches(['.', '?', '!']);
    // Most words are told at once.
    if !path.contains(['.', '/']) && !path.starts_with(|first: char| first.is_ascii_uppercase()) {
        return None;
    }
    let after = token.get(end..)?;
    let called = after.starts_with("()") || (after.starts_with('(') && !has_known_extension(path));
    (is_document(path) && !called && !is_member(path)).then_some(path)
}

/// Where a path at the start of a text ends. Marks that end others are parts of names between slashes: `app/(auth)/[id]/a.ts`,
/// `C:\a.cs`, `src/c#/a.cs`.
fn path_end(text: &str) -> usize {
    const MARKS: [char; 13] = [':', '#', ',', ';', ')', ']', '`', '*', '"', '\'', '(', '|', '>'];
    let mut from = 0;
    while let Some(rest) = text.get(from..) {
        // What is longer is no name.
        let ends = |at: usize, character: char| {
            at > NAME_LIMIT || character == '[' || MARKS.contains(&character) || character.is_whitespace()
        };
        let Some((at, mark)) = rest.char_indices().find(|(at, character)| ends(*at, *character)) else { break };
        let at = from + at;
        let (before, behind) = text.split_at_checked(at).unwrap_or((text, ""));
        let after = behind.get(mark.len_utf8()..).unwrap_or_default();
        let taken = match mark {
            _ if at > NAME_LIMIT => None,
            '[' | '(' => named_part(before, behind),
            ':' if at == 1 && before.starts_with(|drive: char| drive.is_ascii_alphabetic()) => {
                (after.starts_with(['\\', '/']) && !after.starts_with("//")).then_some(1)
            }
            '#' => (after.starts_with('/') && !is_document(before)).then_some(1),
            _ => None,
        };
        match taken {
            Some(length) => from = at + length,
            None => return at,
        }
    }
    text.len()
}

/// The length of a part of a path that stands in brackets, as routes do, or in parentheses between slashes, as groups do:
/// `[id]`, `[[...slug]]`, `(auth)`.
fn named_part(before: &str, text: &str) -> Option<usize> {
    const LONGEST: usize = 64;
    let open = text.chars().next()?;
    let close = if open == '[' { ']' } else { ')' };
    let (mut depth, mut end) = (0_usize, None);
    for (at, character) in text.char_indices().take_while(|(at, _)| *at < LONGEST) {
        match character {
            _ if character == open => depth += 1,
            _ if character == close && depth == 1 => {
                end = Some(at + 1);
                break;
            }
            _ if character == close => depth -= 1,
            ',' | '`' | '*' | '"' => return None,
            other if other.is_whitespace() => return None,
            _ => {}
        }
    }
    let end = end.filter(|end| *end > 2)?;
    let after = text.get(end..)?;
    let in_name = |mark: char| mark.is_alphanumeric() || matches!(mark, '-' | '_' | '.' | '/' | '\\');
    let opens = match open {
        '[' => before.is_empty() || before.ends_with(in_name),
        _ => before.is_empty() || before.ends_with(['/', '\\', ')']),
    };
    let goes_on = match open {
        '[' if !before.is_empty() => after.starts_with(in_name),
        '(' if !before.is_empty() => after.starts_with(|mark| in_name(mark) || mark == '('),
        _ => after.starts_with(['/', '\\']),
    };
    (opens && goes_on && !after.starts_with("..")).then_some(end)
}

/// Whether a text begins with such a part, and a path goes on from it: `[id]/page.tsx`.
#[must_use]
pub fn begins_with_part(text: &str) -> bool {
    text.starts_with(['[', '(']) && named_part("", text).is_some()
}

/// The path that is all of a code span but for its lines, if it is none by its words: `` `My Files/a.ts:3` ``,
/// `` `lib/Foo::Bar.pm` ``. `text` begins with the code mark. Where the span may hold a command, a blank in a name has a
/// capital behind it.
#[must_use]
pub fn in_code(text: &str, may_be: MayBe) -> Option<&str> {
    let (span, _) = text.strip_prefix('`')?.split_once('`')?;
    is_named_freely(span, may_be).then(|| without_lines(span))
}

/// Folders that hold files without an ending.
const FOLDERS: [&str; 14] = [
    ".github", ".husky", "bin", "build", "ci", "cmd", "docker", "etc", "hack", "lib", "script", "scripts", "src",
    "tools",
];

/// The path of a file without an ending that is all of a code span but for its lines: `` `scripts/clean:1-2` ``. `text` begins
/// with the code mark.
#[must_use]
pub fn with_lines_in_code(text: &str) -> Option<&str> {
    let (span, _) = text.strip_prefix('`')?.split_once('`')?;
    let (path, lines) = span.rsplit_once(':')?;
    let is_lines = lines.starts_with(|first: char| first.is_ascii_digit()) && lines.chars().all(inline::is_line_mark);
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || matches!(first, '.' | '_'))
            && part.chars().all(|mark| mark.is_ascii_alphanumeric() || matches!(mark, '-' | '_' | '.'))
    };
    // `library/node:20` is an image.
    let folder = path.split('/').next().unwrap_or_default();
    let is_file = FOLDERS.contains(&folder) || lines.contains(|mark| mark == ',' || inline::is_range_dash(mark));
    let is_path = path.len() <= NAME_LIMIT && path.contains('/') && path.split('/').all(is_part);
    (is_lines && is_file && is_path).then_some(path)
}

/// What a text may hold that a path is looked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayBe {
    /// A path and nothing else, since its lines stand apart.
    PathAlone,
    /// A path, since a location is named.
    Path,
    /// A path, or the line of a command.
    Command,
}

/// Whether a text is a path, perhaps with lines, whose names hold what others do not: blanks, `::`.
#[must_use]
pub fn is_named_freely(text: &str, may_be: MayBe) -> bool {
    const JOINS: [&str; 9] = ["and", "or", "to", "in", "of", "vs", "vs.", "&", "+"];
    let is_word = |word: &str| {
        let capital = word.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit() || first == '(');
        !word.is_empty()
            && !word.starts_with('-')
            && !JOINS.contains(&word)
            && (may_be != MayBe::Command || capital)
            && document_of(word).is_none_or(|document| document == word)
    };
    let path = without_lines(text);
    let mut words = path.split(' ');
    let first = words.next().unwrap_or_default();
    let is_name = first.starts_with(char::is_uppercase) && may_be == MayBe::Path;
    let begun = if is_name || may_be == MayBe::PathAlone { path } else { first };
    path.len() <= NAME_LIMIT
        && has_known_extension(path)
        && document_of(path) != Some(path)
        && begun.contains(['/', '\\'])
        && document_of(first).is_none_or(|document| document == path)
        && !path.contains(": ")
        && words.all(is_word)
        && !path.contains(['`', ',', ';', '"', '|', '>', '<', '*', '=', '\n', '\t'])
        && !path.contains("://")
        && !path.contains("->")
}

/// Without the lines behind it: `a.ts:3-4`, `a.ts:3:5`, `a.ts#L3`.
fn without_lines(text: &str) -> &str {
    let mut path = text;
    while let Some((before, lines)) = path.rsplit_once([':', '#']) {
        let is_lines = !lines.is_empty()
            && lines
                .chars()
                .all(|mark| mark.is_ascii_digit() || matches!(mark, 'L' | ',' | ' ') || inline::is_range_dash(mark));
        if !is_lines {
            break;
        }
        path = before;
    }
    path
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

/// The files that a text on changed files names, where it may be a sentence: `src/{a,b}.ts`, `src/a.ts<br>src/b.ts`,
/// ``Added retry to `src/a.ts` ``. In a sentence those in code marks count, where there are any. What names none is one as it
/// is.
#[must_use]
pub fn touched(entry: &str) -> Vec<String> {
    const BREAKS: [&str; 4] = ["<br>", "<br/>", "<br />", "\n"];
    let parted = BREAKS.iter().fold(entry.to_owned(), |text, mark| text.replace(mark, ", "));
    let parted = with_braces(&parted);
    let listed = files(&parted);
    let is_told = tells_change(&parted);
    let of_sentence = || {
        let named: Vec<(&str, &str)> =
            parted.split_whitespace().filter_map(|token| Some((token, document_of(token)?))).collect();
        let marked = named.iter().any(|(token, _)| token.contains('`'));
        let counts = named.into_iter().filter(|(token, _)| !marked || token.contains('`'));
        counts.map(|(_, document)| document).collect::<Vec<_>>()
    };
    let found = if is_told { Some(of_sentence()).filter(|found| !found.is_empty()) } else { None };
    found.unwrap_or(listed).into_iter().map(str::to_owned).collect()
}

/// Whether a text begins as a sentence that tells of what was changed: `Added retry to …`, `I changed …`; and tells of nothing
/// that was not.
#[must_use]
pub fn tells_change(text: &str) -> bool {
    const NOT: [&str; 7] = ["didn", "no", "not", "nothing", "unchanged", "untouched", "without"];
    const WORDS: [&str; 22] = [
        "added",
        "also",
        "both",
        "changed",
        "created",
        "deleted",
        "edited",
        "extended",
        "fixed",
        "i",
        "implemented",
        "modified",
        "moved",
        "new",
        "refactored",
        "removed",
        "renamed",
        "replaced",
        "the",
        "updated",
        "we",
        "wrote",
    ];
    let words = inline::words(text);
    let first = words.split(' ').next().unwrap_or_default();
    WORDS.contains(&first) && !inline::has_word(&words, &NOT)
}

/// A text with the names that braces stand for: `src/{a,b}.ts`. What would become too long stays as it is.
fn with_braces(text: &str) -> String {
    const MOST: usize = 16;
    let expanded = text.split(' ').map(|token| {
        let parts = token.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
        let Some((before, (inner, behind))) = parts.filter(|(_, (inner, _))| inner.contains(',')) else {
            return token.to_owned();
        };
        let names: Vec<&str> = inner.split(',').map(str::trim).collect();
        if names.len() > MOST || token.len() > NAME_LIMIT {
            return token.to_owned();
        }
        names.iter().map(|name| format!("{before}{name}{behind}")).collect::<Vec<_>>().join(", ")
    });
    expanded.collect::<Vec<_>>().join(" ")
}

/// A token without the marks that it opens with. `_config.py` begins so by name: an underscore is a mark where it closes.
fn unmarked(token: &str) -> &str {
    let mut token = token;
    while let Some(rest) = token.strip_prefix(['`', '*', '(', '[', '"', '\'', '<']).filter(|_| !begins_with_part(token))
    {
        token = rest;
    }
    let Some(inner) = token.strip_prefix('_') else { return token };
    // What is longer is no name.
    let ends = |at: usize, character: char| at > NAME_LIMIT || character.is_whitespace();
    let end = inner.char_indices().find(|(at, character)| ends(*at, *character)).map_or(inner.len(), |(at, _)| at);
    steps::add(end);
    let word = inner.get(..end).unwrap_or_default();
    let closes = word.trim_end_matches([':', ',', '.', ';', ')']).ends_with('_');
    if closes { inner.trim_start_matches(['_', '`', '*', '(', '[', '"']) } else { token }
}

/// `RateLimiter.check`: the member of a class, no file, and `Node.js`: a product. `Main.java`, `Dockerfile.prod` and
/// `README.draft` are files.
fn is_member(path: &str) -> bool {
    const LOGS: [&str; 6] = ["Math.log", "console.log", "logger.log", "math.log", "np.log", "torch.log"];
    const PRODUCTS: [&str; 16] = [
        "Alpine.js",
        "Backbone.js",
        "Chart.js",
        "Discord.js",
        "Ember.js",
        "Express.js",
        "Moment.js",
        "Nest.js",
        "Next.js",
        "Node.js",
        "Nuxt.js",
        "React.js",
        "Socket.io",
        "Solid.js",
        "Three.js",
        "Vue.js",
    ];
    const OBJECTS: [&str; 6] = ["BSON", "CSS", "JSON", "URL", "XML", "YAML"];
    if LOGS.contains(&path) || PRODUCTS.contains(&path) {
        return true;
    }
    let Some((class, _)) = path.rsplit_once('.') else { return false };
    class.starts_with(char::is_uppercase)
        && (class.contains(char::is_lowercase) || OBJECTS.contains(&class))
        && class.chars().all(|character| character.is_alphanumeric() || matches!(character, '_' | '.'))
        && !BARE_NAMES.contains(&class)
        && !has_known_extension(path)
}

/// What ends the names of hidden files: `.npmrc`, `.gitignore`. Others, such as `.catch`, are members of something.
const HIDDEN: [&str; 14] = [
    "access",
    "attributes",
    "cfg",
    "conf",
    "config",
    "env",
    "ignore",
    "json",
    "keep",
    "lock",
    "modules",
    "profile",
    "rc",
    "yml",
];

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

/// How many words a name of a class is made of: two of `PetController`. None of what is named like a number (`MaxLength`), and
/// of what is no such name.
#[must_use]
pub fn humps(name: &str) -> usize {
    const NUMBERS: [&str; 24] = [
        "Age", "Attempts", "Code", "Count", "Days", "Delay", "Depth", "Height", "Hours", "Id", "Index", "Interval",
        "Length", "Level", "Limit", "Max", "Min", "Number", "Port", "Retries", "Seconds", "Size", "Status", "Timeout",
    ];
    let is_word = name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.len() <= NAME_LIMIT
        && name.bytes().all(|letter| letter.is_ascii_alphanumeric());
    if !is_word || NUMBERS.iter().any(|number| name.ends_with(number)) {
        return 0;
    }
    name.as_bytes()
        .windows(2)
        .filter(|pair| matches!(pair, [first, next] if first.is_ascii_uppercase() && next.is_ascii_lowercase()))
        .count()
}

/// Whether a class has, by what it is called, a file of its own: `PetController`, `SettlementFileParser`.
#[must_use]
pub fn has_file_of_its_own(name: &str) -> bool {
    const ROLES: [&str; 36] = [
        "Activity",
        "Adapter",
        "Application",
        "Client",
        "Component",
        "Config",
        "Configuration",
        "Consumer",
        "Controller",
        "Converter",
        "Dao",
        "Entity",
        "Factory",
        "Filter",
        "Formatter",
        "Fragment",
        "Gateway",
        "Handler",
        "Interceptor",
        "Listener",
        "Mapper",
        "Middleware",
        "Module",
        "Parser",
        "Processor",
        "Producer",
        "Provider",
        "Publisher",
        "Repository",
        "Resource",
        "Scheduler",
        "Serializer",
        "Service",
        "Test",
        "Tests",
        "Validator",
    ];
    humps(name) > 1 && ROLES.iter().any(|role| name.ends_with(role))
}

/// Whether a path is that of a program: no text, markup, style or settings.
#[must_use]
pub fn is_program(path: &str) -> bool {
    const OTHERS: [&str; 13] =
        ["conf", "cfg", "css", "csv", "html", "ini", "json", "properties", "sql", "toml", "xml", "yaml", "yml"];
    without_code_extension(path)
        .is_some_and(|stem| path.get(stem.len() + 1..).is_some_and(|ending| !OTHERS.contains(&ending)))
}

/// The name without the ending of a file of code, where it has one.
#[must_use]
pub fn without_code_extension(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(stem, _)| stem).filter(|_| has_known_extension(path) && !is_text(path))
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
        || path.contains('<')
    {
        return false;
    }
    if is_bare {
        return true;
    }
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let is_hidden = stem.is_empty()
        && (HIDDEN.iter().any(|end| extension.ends_with(end)) || extension.contains('-') || name.len() < path.len());
    // Without a folder, `req.session.cookie` and `store.all` are code: the ending has to be known.
    let is_known = name.len() < path.len() || is_hidden || has_known_extension(name) || is_known_stem(stem);
    is_known
        && (is_hidden || (!stem.is_empty() && extension.len() <= EXTENSION))
        && (extension.starts_with(|first: char| first.is_ascii_alphabetic()) || is_manual(path, stem, extension))
        && extension.chars().all(|character| character.is_ascii_alphanumeric() || character == '_' || is_hidden)
        && !matches!(path, "e.g" | "i.e" | "etc" | "cf")
        && (stem.len() > 1 || path.contains('/') || extension.len() > 1 || is_hidden)
}

/// Whether a path is that of a page of a manual, which ends in the number of its section: `man/tool.8`.
fn is_manual(path: &str, stem: &str, extension: &str) -> bool {
    let is_section = matches!(extension.as_bytes(), [b'1'..=b'9']);
    is_section
        && path.contains('/')
        && stem.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::{EXTENSIONS, MayBe, document_of, files, is_document};

    #[test]
    fn extensions_are_in_order() {
        assert!(EXTENSIONS.is_sorted());
    }

    #[test]
    fn documents_have_extensions() {
        for path in [
            "man/tool.8",
            "a.md",
            "docs/a.md",
            "src/x.test.ts",
            ".clarity-loop.json",
            ".npmrc",
            ".env",
            "a/.x",
            "Cargo.toml",
            "a.c",
        ] {
            assert!(is_document(path) || path == "a.c", "{path}");
        }
        for text in ["e.g", "v1.2", "3.2", "https://a.b/c.md", "S3.2", "word", ".catch", ".doc_id"] {
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
    fn names_may_hold_marks() {
        for path in [
            "src/users/[id]/page.tsx",
            "app/(auth)/(.)photo/[[...slug]]/page.tsx",
            "pages/users-[group]/[id].vue",
            "[id]/page.tsx",
            "(shop)/cart.ts",
            "src/c#/x.cs",
            "C:\\work\\app\\Main.cs",
        ] {
            assert_eq!(document_of(&format!("{path}:10")), Some(path));
            assert_eq!(document_of(&format!("({path})")), Some(path));
        }
        assert_eq!(document_of("[src/a.ts](src/b.ts)"), Some("src/a.ts"));
        assert_eq!(document_of("openapi.yaml#/components"), Some("openapi.yaml"));
        assert_eq!(document_of("src/a.ts[12]"), Some("src/a.ts"));
        assert_eq!(document_of("x.md(L3)"), Some("x.md"));
    }

    #[test]
    fn names_in_code_marks_may_hold_blanks() {
        let in_code = |text, may_be| super::in_code(text, may_be);
        for (text, path) in [
            ("`Assets/My Scripts/Player.cs:3-4`", "Assets/My Scripts/Player.cs"),
            ("`lib/Foo::Bar.pm`", "lib/Foo::Bar.pm"),
        ] {
            assert_eq!(in_code(text, MayBe::Command), Some(path));
        }
        assert_eq!(in_code("`src/my dir/a.ts#L3`", MayBe::Path), Some("src/my dir/a.ts"));
        assert_eq!(in_code("`My Docs/a.ts`", MayBe::Path), Some("My Docs/a.ts"));
        for text in
            ["`bin/run src/a.ts`", "`src/a.ts:1, src/B.ts:3`", "`cat src/a.ts`", "`src/a.ts`", "`src/a.ts and B.ts`"]
        {
            assert_eq!(in_code(text, MayBe::Command), None, "{text}");
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
