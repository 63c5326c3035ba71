//! Each layer uses only those that `ARCHITECTURE.md` lists before it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// The layers in their order.
fn layers() -> Vec<String> {
    let page = fs::read_to_string("ARCHITECTURE.md").unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with("| Layer |")).skip(2);
    let names = rows.take_while(|line| line.starts_with('|')).filter_map(|row| row.split('`').nth(1));
    let mut layers: Vec<_> = names.map(|name| name.trim_end_matches('/').trim_end_matches(".rs").to_owned()).collect();
    layers.dedup();
    layers
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// How many modules a file stands in, itself among them.
fn depth(path: &Path) -> usize {
    let parts = path.components().count() - 1;
    if path.ends_with("mod.rs") { parts - 1 } else { parts }
}

/// What a file names behind `crate::`, or behind as many `super::` as lead there, without its tests and comments. `depth` is
/// that of its module.
fn named(text: &str, depth: usize) -> Vec<String> {
    let ends = ["#[cfg(test)]\nmod tests", "#[cfg(test)]\npub(crate) mod tests"].map(|tests| text.find(tests));
    let code = text.get(..ends.into_iter().flatten().min().unwrap_or(text.len())).unwrap_or_default();
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.replace(&"super::".repeat(depth), "crate::");
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            found.push(word(rest));
            continue;
        };
        let mut depth = 0_u32;
        let mut begins = true;
        for (at, mark) in group.char_indices() {
            match mark {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => begins = true,
                _ if begins && mark.is_alphabetic() => {
                    found.push(word(group.get(at..).unwrap_or_default()));
                    begins = false;
                }
                _ => {}
            }
        }
    }
    found
}

/// The name that a text begins with.
fn word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

#[test]
fn no_layer_uses_one_below_it() {
    let layers = layers();
    assert!(layers.len() > 10, "{layers:?}");
    let place = |layer: &str| layers.iter().position(|known| known == layer);
    let mut paths = Vec::new();
    files(Path::new("src"), &mut paths);
    let mut climbs = Vec::new();
    for path in paths {
        let layer = path.components().nth(1).unwrap().as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned();
        // The front door knows all.
        let Some(own) = place(&layer).filter(|_| layer != "wasm") else {
            assert!(layer == "lib" || layer == "wasm", "ARCHITECTURE.md does not list {}", path.display());
            continue;
        };
        let text = fs::read_to_string(&path).unwrap();
        // What begins with a capital is of the crate's root, below all layers.
        let below = |name: &String| place(name).map_or(name.starts_with(char::is_uppercase), |other| other > own);
        climbs.extend(
            named(&text, depth(&path)).into_iter().filter(below).map(|name| format!("{}: {name}", path.display())),
        );
    }
    assert!(climbs.is_empty(), "a layer uses one below it:\n{}", climbs.join("\n"));
}

#[test]
fn names_behind_the_crate_are_found() {
    let text =
        "use crate::{A, b::{c, d}, e};\n// crate::f\nuse crate::g::h;\n#[cfg(test)]\nmod tests { use crate::i; }";
    assert_eq!(named(text, 9), ["A", "b", "e", "g"]);
}

#[test]
fn a_climb_over_its_own_layer_is_seen() {
    assert_eq!([depth(Path::new("src/order.rs")), depth(Path::new("src/part/mod.rs"))], [1, 1]);
    let voice = Path::new("src/render/outline/voice.rs");
    assert_eq!(named("use super::super::super::report::{a, b};\nuse super::super::html;\n", depth(voice)), ["report"]);
    assert_eq!(
        named("use super::{mod_of_the_layer, another};\n", depth(Path::new("src/part/units.rs"))),
        Vec::<String>::new()
    );
    assert_eq!(
        named("use super::super::render;\nuse crate::{text::SourceText, model};\n", 2),
        ["render", "text", "model"]
    );
}
