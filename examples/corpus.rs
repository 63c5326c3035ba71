//! Prints what is read of a folder of real replies, for each folder in it:
//! `cargo run --release --features steps --example corpus FOLDER`. With `--results` after it, what is read of each reply,
//! as a line of JSON; with `--sample COUNT SEED`, so many findings drawn from all of them, each with what it was read from.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Error, Result, Write, stdout};
use std::path::{Path, PathBuf};

use reconvene::check::check;
use reconvene::model::Detail;
use reconvene::text::{position, steps};
use reconvene::{AgentResult, CheckOptions, Ledger, Reply, ReplyText, parse};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or_else(|| Error::other("name a folder with real replies"))?;
    let option = arguments.next();
    let wants_results = option.as_deref() == Some("--results");
    let mut out = stdout().lock();
    if option.as_deref() == Some("--sample") {
        let mut number = || arguments.next().and_then(|number| number.parse().ok());
        let (count, seed) = number().zip(number()).ok_or_else(|| Error::other("--sample needs a count and a seed"))?;
        return sample(&mut out, Path::new(&folder), count, seed);
    }
    for path in folders(Path::new(&folder))? {
        if wants_results {
            for path in replies(&path)? {
                let result = parse(&reply(&path)?, Ledger::Omit);
                writeln!(out, "{}", serde_json::to_string(&result)?)?;
            }
            continue;
        }
        let figures = figures(&path)?;
        writeln!(out, "{}\n{figures}", path.display())?;
    }
    Ok(())
}

/// Findings drawn from all replies, in their order: the same for the same seed.
fn sample(out: &mut impl Write, top: &Path, count: u64, seed: u64) -> Result<()> {
    let mut all = Vec::new();
    for folder in folders(top)? {
        for path in replies(&folder)? {
            let reply = reply(&path)?;
            let result = parse(&reply, Ledger::Omit);
            let units: Vec<u16> = reply.text.as_str().encode_utf16().collect();
            for finding in result.findings {
                let range = finding.span.start as usize..finding.span.end as usize;
                let text = String::from_utf16_lossy(units.get(range).unwrap_or_default());
                all.push((path.clone(), finding, text));
            }
        }
    }
    let mut state = seed;
    let mut left = count.min(all.len() as u64);
    let total = all.len() as u64;
    writeln!(out, "{left} of {total} findings, seed {seed}")?;
    for (at, (path, finding, text)) in (0_u64..).zip(all) {
        // Each is drawn with the chance of those still wanted among those still to come.
        if next(&mut state) % (total - at) >= left {
            continue;
        }
        left -= 1;
        let line = finding.span.line;
        let title = finding.title.as_deref().unwrap_or("-");
        let severity = finding.severity.word();
        writeln!(out, "\n── {}:{line}\n   {severity} | {title} | {}", path.display(), finding.description)?;
        for line in text.lines().take(SHOWN) {
            writeln!(out, "   > {line}")?;
        }
    }
    Ok(())
}

/// So many lines of a finding are shown.
const SHOWN: usize = 6;

/// The next number of a generator (splitmix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The folder itself, where it holds files, and those below it.
fn folders(top: &Path) -> Result<Vec<PathBuf>> {
    let mut found = vec![top.to_owned()];
    for entry in fs::read_dir(top)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(folders(&path)?);
        }
    }
    found.sort();
    found.retain(|path| replies(path).is_ok_and(|replies| !replies.is_empty()));
    Ok(found)
}

fn replies(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_reply = path.extension().is_some_and(|ending| {
            ["md", "txt", "json", "jsonl", "log"].iter().any(|known| ending.eq_ignore_ascii_case(known))
        });
        if path.is_file() && is_reply {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[derive(Default)]
struct Figures {
    files: usize,
    bytes: usize,
    steps: u64,
    owned: usize,
    said: usize,
    findings: usize,
    items: usize,
    kinds: BTreeMap<String, usize>,
    statuses: BTreeMap<String, usize>,
    grades: BTreeMap<String, usize>,
    parsed: BTreeMap<String, usize>,
    checked: BTreeMap<String, usize>,
}

fn figures(folder: &Path) -> Result<Figures> {
    let mut figures = Figures::default();
    for path in replies(folder)? {
        figures.add(&reply(&path)?);
    }
    Ok(figures)
}

fn reply(path: &Path) -> Result<Reply> {
    let source = Some(path.display().to_string());
    Ok(Reply { text: ReplyText::from_bytes(&fs::read(path)?), source, ..Reply::default() })
}

impl Figures {
    fn add(&mut self, reply: &Reply) {
        let text = reply.text.as_str();
        let _ = steps::take();
        let result = parse(reply, Ledger::Include);
        self.steps += steps::take();
        self.files += 1;
        self.bytes += text.len();
        let (owned, said) = owned(text, &result);
        self.owned += owned;
        self.said += said;
        self.findings += result.findings.len();
        self.items += items(&result.detail);
        count(&mut self.kinds, word(&result.dialect));
        count(&mut self.statuses, result.status.word().to_owned());
        for diagnostic in result.diagnostics {
            count(&mut self.parsed, diagnostic.code);
        }
        let checked = check(reply, &CheckOptions::default());
        count(&mut self.grades, word(&checked.grade));
        for diagnostic in checked.diagnostics {
            count(&mut self.checked, diagnostic.code);
        }
    }
}

fn count(of: &mut BTreeMap<String, usize>, what: String) {
    *of.entry(what).or_default() += 1;
}

fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The characters that are no blanks: those in a span of the ledger, and all.
fn owned(text: &str, result: &AgentResult) -> (usize, usize) {
    let says = |character: char| !character.is_whitespace() && character != '\u{feff}';
    let mut spans = result.ledger.iter().flatten().map(|entry| entry.span).peekable();
    let (mut units, mut owned, mut said) = (0, 0, 0);
    for character in text.chars() {
        while spans.peek().is_some_and(|span| span.end <= units) {
            spans.next();
        }
        if says(character) {
            said += 1;
            owned += usize::from(spans.peek().is_some_and(|span| span.start <= units));
        }
        units += position::units(character);
    }
    (owned, said)
}

/// The records of a detail.
fn items(detail: &Detail) -> usize {
    let mut detail = detail.clone();
    detail.spans_mut().len()
}

impl std::fmt::Display for Figures {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |of: &BTreeMap<String, usize>| {
            of.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        writeln!(to, "  files        {} ({} kB)", self.files, self.bytes.div_ceil(1000))?;
        writeln!(to, "  dialects     {}", list(&self.kinds))?;
        writeln!(to, "  statuses     {}", list(&self.statuses))?;
        writeln!(to, "  findings     {}", self.findings)?;
        writeln!(to, "  items        {}", self.items)?;
        writeln!(to, "  owned        {} of {} characters", self.owned, self.said)?;
        writeln!(to, "  steps        {} for each kB", self.steps * 1000 / (self.bytes.max(1) as u64))?;
        writeln!(to, "  grades       {}", list(&self.grades))?;
        writeln!(to, "  parse says   {}", list(&self.parsed))?;
        let beyond = |code: &String, count: usize| count.saturating_sub(self.parsed.get(code).copied().unwrap_or(0));
        let added: BTreeMap<String, usize> = self
            .checked
            .iter()
            .map(|(code, count)| (code.clone(), beyond(code, *count)))
            .filter(|(_, count)| *count > 0)
            .collect();
        writeln!(to, "  check adds   {}", list(&added))
    }
}
