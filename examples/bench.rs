//! The jobs of `npm run bench`, natively: `bench FILE`, a JSON list of replies. Each line on standard input, such as
//! `report 10`, is a job and how often it is done; the answer is a line with the nanoseconds that all of it took.

use std::hint::black_box;
use std::io::{Error, Result, Write, stdin, stdout};
use std::time::{Duration, Instant};
use std::{env, fs};

use reconvene::report::merge_results;
use reconvene::{AggregateOptions, CheckOptions, Format, Ledger, Reply, aggregate, check, parse, render, report};

fn main() -> Result<()> {
    let file = env::args().nth(1).ok_or_else(|| Error::other("name a JSON list of replies"))?;
    let texts: Vec<String> = serde_json::from_slice(&fs::read(file)?)?;
    let replies: Vec<_> = texts.iter().map(|text| Reply::from(text.as_str())).collect();
    let options = AggregateOptions::default();
    let results: Vec<_> = replies.iter().map(|reply| parse(reply, Ledger::Omit)).collect();
    let merged = aggregate(replies.clone(), &options);
    for line in stdin().lines() {
        let line = line?;
        let (job, times) = line.split_once(' ').unwrap_or((&line, "1"));
        let times = times.parse().map_err(Error::other)?;
        let took = match job {
            "parse" => timed(times, || (), |()| replies.iter().map(|it| parse(it, Ledger::Omit)).collect::<Vec<_>>()),
            "check" => {
                let options = CheckOptions::default();
                timed(times, || (), |()| replies.iter().map(|it| check(it, &options)).collect::<Vec<_>>())
            }
            "merge" => timed(times, || results.clone(), |results| merge_results(results, &options)),
            "render" => {
                timed(times, || (), |()| render(&merged, Format::Markdown, &reconvene::RenderOptions::default()))
            }
            "html" => timed(times, || (), |()| render(&merged, Format::Html, &reconvene::RenderOptions::default())),
            "report" => timed(
                times,
                || replies.clone(),
                |replies| report(replies, Format::Markdown, &options, &reconvene::RenderOptions::default()),
            ),
            _ => return Err(Error::other(format!("no such job: {job}"))),
        };
        writeln!(stdout(), "{}", took.as_nanos())?;
    }
    Ok(())
}

/// How long a job takes, done so many times, its input made beforehand and its output thrown away.
fn timed<I, O>(times: u32, input: impl Fn() -> I, job: impl Fn(I) -> O) -> Duration {
    let once = |_| {
        let input = input();
        let start = Instant::now();
        drop(black_box(job(black_box(input))));
        start.elapsed()
    };
    (0..times).map(once).sum()
}
