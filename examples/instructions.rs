//! The jobs whose instructions `npm run instructions` counts: `instructions JOB` does one of them, once, on texts that are
//! the same each time. What it takes to prepare the job is not counted: see [`counted`].

use std::hint::black_box;
use std::io::{Error, Result};
use std::{env, fs, process};

use reconvene::dispatch::PlanInput;
use reconvene::report::merge_results;
use reconvene::{
    AggregateOptions, CheckOptions, Format, Ledger, RenderOptions, Reply, aggregate, check, clarify, parse, plan,
    render, report, split,
};

/// How often the samples are there, each time on documents of their own: enough for merging to outweigh reading.
const SETS: usize = 20;
const QUESTIONS: usize = 400;
const DOCUMENTS: usize = 40;

fn main() -> Result<()> {
    let job = env::args().nth(1).unwrap_or_default();
    let texts = texts()?;
    let replies: Vec<_> = texts.iter().map(|text| Reply::from(text.as_str())).collect();
    let options = AggregateOptions::default();
    let shown = |format| -> ! {
        let report = aggregate(replies.clone(), &options);
        counted(|| render(&report, format, &RenderOptions::default()))
    };
    match job.as_str() {
        "parse" => counted(|| replies.iter().map(|reply| parse(reply, Ledger::Omit)).collect::<Vec<_>>()),
        "check" => {
            let options = CheckOptions::default();
            counted(|| replies.iter().map(|reply| check(reply, &options)).collect::<Vec<_>>())
        }
        "fix" => {
            let wrong: Vec<_> = texts.iter().map(|text| Reply::from(slips(text).as_str())).collect();
            counted(|| wrong.iter().map(check::fix).collect::<Vec<_>>())
        }
        "split" => {
            let paste = texts.join("\n\n");
            counted(|| split(&paste, &reconvene::CustomTypes::default()))
        }
        "merge" => {
            let results: Vec<_> = replies.iter().map(|reply| parse(reply, Ledger::Omit)).collect();
            counted(|| merge_results(results, &options))
        }
        "report" => counted(|| report(replies.clone(), Format::Markdown, &options, &RenderOptions::default())),
        "compare" => {
            let previous = aggregate(replies.iter().skip(texts.len() / SETS).cloned().collect(), &options);
            let options = AggregateOptions { previous: Some(Box::new(previous)), ..options };
            counted(|| aggregate(replies.clone(), &options))
        }
        "plan" => {
            let documents: Vec<_> = (1..=DOCUMENTS).map(|number| format!("docs/{number}.md")).collect();
            let input =
                PlanInput::read(&serde_json::json!({ "documents": documents }), "input").map_err(Error::other)?;
            counted(|| plan("audit", &input))
        }
        "markdown" => shown(Format::Markdown),
        "html" => shown(Format::Html),
        "json" => shown(Format::Json),
        "clarify" => {
            let document = questions();
            counted(|| (clarify::parse(&document), clarify::evaluate(&document), clarify::format(&document)))
        }
        _ => Err(Error::other(format!("no such job: {job}"))),
    }
}

/// Does a job, and ends. The counter knows this function by its name: what happens from here on is counted.
#[inline(never)]
fn counted<T>(job: impl FnOnce() -> T) -> ! {
    drop(black_box(black_box(job)()));
    process::exit(0)
}

/// The sample replies, in sets that share no document.
fn texts() -> Result<Vec<String>> {
    let entries = fs::read_dir("samples/audit")?.collect::<Result<Vec<_>>>()?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let samples = paths.iter().map(fs::read_to_string).collect::<Result<Vec<_>>>()?;
    let of = |set: usize| samples.iter().map(move |text| text.replace(".md", &format!("-{set}.md")));
    Ok((1..=SETS).flat_map(of).collect())
}

/// A reply with what agents get wrong in it: severities that are none, a figure behind `=`, and another lead-in.
fn slips(text: &str) -> String {
    let slips = [
        ("| major |", "| High |"),
        ("| minor |", "| **low** |"),
        ("Findings: ", "findings = "),
        ("RESULT: ", "Result - "),
    ];
    slips.iter().fold(text.to_owned(), |text, (right, wrong)| text.replace(right, wrong))
}

/// A document of questions: answered well, vaguely, by a letter, and not at all.
fn questions() -> String {
    const ANSWERS: [&str; 4] = ["Twenty kilograms, since that is what the hooks hold.", "not sure", "A", ""];
    let mut text = String::from("---\ntitle: Crates\n---\n\n# Crates\n");
    for (at, answer) in ANSWERS.iter().cycle().take(QUESTIONS).enumerate() {
        let number = at + 1;
        if at % 20 == 0 {
            text += &format!("\n## Part {}\n", at / 20 + 1);
        }
        text +=
            &format!("\n### Q{number}: Size of crate {number} [MUST ANSWER]\n\nHow large may crate {number} be?\n\n");
        text += "A. Ten kilograms\nB. Twenty kilograms\nC. Other (please say which)\n\n";
        text += &format!("**Recommendation:** B, which the `hooks` hold.\n\n**Answer:** {answer}\n");
    }
    text
}
