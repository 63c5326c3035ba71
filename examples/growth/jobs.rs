//! What is done with a shape.

use reconvene::dispatch::PlanInput;
use reconvene::model::{AggregateOptions, Dialect, Format, Report};
use reconvene::{CheckOptions, Collector, Ledger, RenderOptions, Reply, clarify};
use serde_json::{Value, json};

use crate::shapes::Shape;

/// A job, and its name.
pub struct Job {
    pub name: &'static str,
    pub run: fn(&Material),
}

/// A shape, made so and so long, as what the jobs work on.
pub struct Material {
    /// About how long all of it is.
    pub bytes: usize,
    text: Reply,
    replies: Vec<Reply>,
    /// The report on the text, and that on the replies.
    reports: [Report; 2],
    plan: Option<PlanInput>,
}

impl Material {
    /// A shape of about so many bytes.
    pub fn new(shape: &Shape, bytes: usize) -> Self {
        let text = shape.text(bytes);
        let replies: Vec<Reply> = shape.replies(bytes).iter().map(|text| Reply::from(text.as_str())).collect();
        let of = |replies| reconvene::aggregate(replies, &AggregateOptions::default());
        let plan = PlanInput::read(&tasks(&text, bytes / 100), "input").ok();
        Self {
            bytes: text.len(),
            reports: [of(vec![Reply::from(text.as_str())]), of(replies.clone())],
            text: text.as_str().into(),
            replies,
            plan,
        }
    }
}

/// Tasks that wait for each other and touch files, as a text says: its bytes decide.
fn tasks(text: &str, count: usize) -> Value {
    let bytes = text.as_bytes();
    let one = |at: usize| {
        let byte = usize::from(bytes.get(at * 7 % bytes.len().max(1)).copied().unwrap_or_default());
        let after = match byte % 4 {
            _ if at == 0 => json!([]),
            0 => json!([format!("T-{}", at - 1)]),
            1 => json!(["T-0"]),
            2 => json!([format!("T-{}", byte % at)]),
            _ => json!([]),
        };
        let file = match bytes.first().map_or(0, |byte| byte % 3) {
            0 => format!("src/{}.rs", byte % 5),
            1 => format!("src/{at}.rs"),
            _ => format!("src/{}.rs", at / 2),
        };
        json!({ "id": format!("T-{at}"), "description": "one", "after": after, "files": [file] })
    };
    json!({ "tasks": (0..count).map(one).collect::<Vec<_>>(), "approved": true })
}

/// All jobs.
pub const JOBS: &[Job] = &[
    Job { name: "parse", run: |material| drop(reconvene::parse(&material.text, Ledger::Include)) },
    Job { name: "parse as protocol v1", run: |material| parse_as(material, Dialect::ProtocolV1) },
    Job { name: "parse as an agent's report", run: |material| parse_as(material, Dialect::AgentReport) },
    Job { name: "parse as a story", run: |material| parse_as(material, Dialect::Bowser) },
    Job { name: "parse as a return", run: |material| parse_as(material, Dialect::JsonReturn) },
    Job { name: "parse as prose", run: |material| parse_as(material, Dialect::Prose) },
    Job {
        name: "split",
        run: |material| drop(reconvene::split(material.text.text.as_str(), &reconvene::CustomTypes::default())),
    },
    Job { name: "check", run: |material| drop(reconvene::check(&material.text, &CheckOptions::default())) },
    Job { name: "fix", run: |material| drop(reconvene::check::fix(&material.text)) },
    Job {
        name: "aggregate one",
        run: |material| drop(reconvene::aggregate(vec![material.text.clone()], &AggregateOptions::default())),
    },
    Job {
        name: "aggregate many",
        run: |material| drop(reconvene::aggregate(material.replies.clone(), &AggregateOptions::default())),
    },
    Job {
        name: "collect",
        run: |material| {
            let mut collector = Collector::new(AggregateOptions::default());
            for reply in &material.replies {
                collector.add(reply.clone());
            }
            drop(collector.progress());
        },
    },
    Job { name: "compare", run: compare },
    Job { name: "Markdown", run: |material| shown(material, Format::Markdown) },
    Job { name: "HTML", run: |material| shown(material, Format::Html) },
    Job { name: "JSON", run: |material| shown(material, Format::Json) },
    Job {
        name: "retry",
        run: |material| material.reports.iter().for_each(|report| drop(reconvene::retry(report, None))),
    },
    Job { name: "plan", run: |material| drop(material.plan.as_ref().map(|input| reconvene::plan("run", input))) },
    Job { name: "clarify: parse", run: |material| drop(clarify::parse(text(material))) },
    Job { name: "clarify: format", run: |material| drop(clarify::format(text(material))) },
    Job { name: "clarify: evaluate", run: |material| drop(clarify::evaluate(text(material))) },
    Job { name: "clarify: autofill", run: |material| drop(clarify::autofill(text(material))) },
    Job { name: "clarify: answer", run: |material| drop(clarify::answer(text(material), [("Q1", "Twenty")])) },
    Job {
        name: "clarify: consolidate",
        run: |material| drop(clarify::consolidate(text(material), material.replies.clone(), &[], None)),
    },
    Job { name: "clarify: draft", run: |material| drop(clarify::draft(text(material), &[], None)) },
    Job { name: "clarify: decisions", run: |material| drop(clarify::parse_decisions(text(material))) },
    Job { name: "clarify: merge", run: |material| drop(clarify::merge(text(material), text(material), &[])) },
    Job {
        name: "clarify: trace",
        run: |material| drop(clarify::graph(&clarify::trace(text(material), Some(text(material))))),
    },
    Job { name: "clarify: plan", run: |material| drop(clarify::plan(text(material), None)) },
];

fn text(material: &Material) -> &str {
    material.text.text.as_str()
}

fn parse_as(material: &Material, dialect: Dialect) {
    drop(reconvene::parse(&Reply { dialect: Some(dialect), ..material.text.clone() }, Ledger::Include));
}

fn shown(material: &Material, format: Format) {
    for report in &material.reports {
        drop(reconvene::render(report, format, &RenderOptions::default()));
    }
}

/// A report on the replies, compared with an earlier one.
fn compare(material: &Material) {
    let previous = Some(Box::new(material.reports[0].clone()));
    let options = AggregateOptions { previous, ..AggregateOptions::default() };
    drop(reconvene::aggregate(material.replies.clone(), &options));
}
