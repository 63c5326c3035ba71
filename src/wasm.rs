//! The binding: the one file that knows JavaScript.
//!
//! It maps values and refuses misuse, key by key; nothing stands here that a Rust caller would miss. Misuse is thrown
//! as `{code, message}`, and the host's entry makes an error of its own class of it. Only functions cross, no classes:
//! after a trap the host starts a fresh instance, and no handle dangles. What comes in is plain data: `pkg/plain.js` has
//! run whatever code of the caller's was in it, so that whatever is thrown in here is ours.

mod clarify;
mod fields;

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use js_sys::{Array, JSON, JsString, Promise, Reflect, Uint8Array, Uint32Array};
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::prelude::*;

use crate::Ledger;
use crate::check::CheckOptions;
use crate::dispatch::{Configuration, ConfigurationFile, PlanInput};
use crate::model::{
    AggregateOptions, Code, CustomTypes, DecisionStatus, Diagnostic, DispatchPlan, Document, Expected, ExpectedUnit,
    FindingDecision, FindingDecisions, Format, MAX_BATCH_BYTES, MAX_REPLY_BYTES, Meta, Misuse, PLAN_SCHEMA,
    PairDecision, Percent, ProblemKind, REPORT_SCHEMA, RenderOptions, Reply, ReplyText, Report, SECTIONS, Section,
    Severity, quote,
};
use crate::render::DiagnosticStyle;
use crate::report::{COLLECTOR_SCHEMA, CollectorState, Receipt};
use fields::{Fields, bad_argument, items, misuse};

/// The most text that is taken in at once, whatever becomes of it.
const MAX_HELD_BYTES: usize = 4 * MAX_BATCH_BYTES;

/// From here on, memory is taken in one step.
const LARGE_TEXT_BYTES: usize = 1024 * 1024;

/// What a report on tables holds for each byte of them, measured.
const ROOM_PER_BYTE: usize = 24;

const REPLY_KEYS: &[&str] = &[
    "text", "id", "unit", "agent", "attempt", "source", "expect", "dialect", "part", "replaced", "oversize",
    "timedOut", "error", "meta",
];
const EXPECTED_KEYS: &[&str] = &["unit", "agent", "expect", "asked"];
const DECISION_KEYS: &[&str] = &["fingerprints", "same", "fingerprint", "status", "severity", "reason", "by"];
const PARSE_OPTIONS: &[&str] = &["ledger", "decisions", "types"];
const CHECK_OPTIONS: &[&str] = &["sessionId", "artifacts", "types"];
const TYPES_OPTIONS: &[&str] = &["types"];
const SHOW_OPTIONS: &[&str] = &["source", "style"];
const AGGREGATE_OPTIONS: &[&str] =
    &["title", "expected", "plan", "retryBelow", "decisions", "previous", "raise", "types"];
const RENDER_OPTIONS: &[&str] = &["document", "template", "sections", "budget", "minConfidence", "decisions"];
const REPORT_OPTIONS: &[&str] = &[
    "title",
    "expected",
    "plan",
    "retryBelow",
    "decisions",
    "previous",
    "raise",
    "types",
    "document",
    "template",
    "sections",
    "budget",
    "minConfidence",
];

/// A trap alone would not say where the fault is.
#[wasm_bindgen(start)]
fn throw_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let message = format!("Internal error in reconvene: {}. The next call works.", quote(&panic.to_string()));
        wasm_bindgen::throw_val(misuse("internal", &message))
    }));
}

/// Reads one reply.
#[wasm_bindgen]
pub fn parse(reply: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let options = Fields::options(options, PARSE_OPTIONS)?;
    let ledger = match options.value("ledger", "true or false")? {
        Some(true) => Ledger::Include,
        Some(false) | None => Ledger::Omit,
    };
    let explained = options.value("decisions", "true or false")?.unwrap_or(false);
    let read = if explained { crate::parse_explained } else { crate::parse };
    to_js(&read(&readable(reply, &types_of(&options)?)?, ledger))
}

/// Checks one reply.
#[wasm_bindgen]
pub fn check(reply: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let fields = Fields::options(options, CHECK_OPTIONS)?;
    to_js(&crate::check(&readable(reply, &types_of(&fields)?)?, &check_options(&fields)?))
}

/// Makes every change to a reply that is known.
#[wasm_bindgen]
pub fn fix(reply: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let types = types_of(&Fields::options(options, TYPES_OPTIONS)?)?;
    to_js(&crate::check::fix(&readable(reply, &types)?))
}

/// Diagnostics for people, as text. They come as JSON text.
#[wasm_bindgen(js_name = showDiagnostics)]
pub fn show_diagnostics(diagnostics: &JsValue, text: &JsValue, options: &JsValue) -> Result<String, JsValue> {
    let options = Fields::options(options, SHOW_OPTIONS)?;
    let Some(json) = diagnostics.as_string().filter(|json| json.starts_with('[')) else {
        return Err(bad_argument("diagnostics", "a list of diagnostics", diagnostics));
    };
    let broken = |error: serde_json::Error| {
        misuse("bad-argument", &format!("`diagnostics` is not a list of diagnostics: {}.", quote(&error.to_string())))
    };
    let diagnostics: Vec<Diagnostic> = crate::from_json(json.as_bytes()).map_err(broken)?;
    let style = match options.string("style")?.as_deref() {
        None | Some("plain") => DiagnosticStyle::Plain,
        Some("coloured") => DiagnosticStyle::Coloured,
        Some("github") => DiagnosticStyle::Annotations,
        Some(other) => {
            return Err(bad_argument("options.style", "\"plain\", \"coloured\" or \"github\"", &other.into()));
        }
    };
    let source = options.string("source")?;
    let text = text_of(text, "text")?;
    Ok(crate::render::diagnostics(&diagnostics, text.as_str(), source.as_deref(), style))
}

/// The names of all codes.
#[must_use]
#[wasm_bindgen]
pub fn codes() -> Vec<String> {
    Code::ALL.iter().map(|code| code.name().to_owned()).collect()
}

/// What a code means, as Markdown.
#[wasm_bindgen]
pub fn explain(code: &JsValue) -> Result<String, JsValue> {
    let named = code.as_string().and_then(|name| Code::named(&name));
    let named = named.ok_or_else(|| bad_argument("code", "the code of a diagnostic", code))?;
    Ok(crate::render::explanation(named.explanation()))
}

/// The compact instruction of a type.
#[wasm_bindgen]
pub fn prompt(of: &JsValue, variables: &JsValue, options: &JsValue) -> Result<String, JsValue> {
    let types = types_of(&Fields::options(options, TYPES_OPTIONS)?)?;
    let asked = serde_wasm_bindgen::from_value(of.clone()).ok().filter(|asked| types.has(*asked));
    let asked: Expected = asked.ok_or_else(|| bad_argument("type", &expect_words(&types), of))?;
    let values: BTreeMap<String, String> = if variables.is_undefined() {
        BTreeMap::new()
    } else {
        let wanted = "an object of variables, each with its value as a string";
        serde_wasm_bindgen::from_value(variables.clone()).map_err(|_| bad_argument("variables", wanted, variables))?
    };
    crate::prompt(asked, &values, &types).map_err(|unknown| {
        let message =
            format!("`variables` has the unknown key {}. Allowed: {}.", quote(&unknown.name), unknown.known.join(", "));
        misuse("unknown-option", &message)
    })
}

/// A reply that is not too large to be read.
fn readable(reply: &JsValue, types: &CustomTypes) -> Result<Reply, JsValue> {
    let reply = reply_of(reply, "reply", types)?;
    if reply.text.oversize().is_none() {
        make_room(reply.text.as_str().len());
        return Ok(reply);
    }
    let named = reply.source.as_deref().map(|source| format!(" ({})", quote(source))).unwrap_or_default();
    Err(misuse("too-large", &format!("The reply{named} is larger than {}.", mebibytes(MAX_REPLY_BYTES))))
}

fn check_options(fields: &Fields) -> Result<CheckOptions, JsValue> {
    let artifacts = "a list of `{ path, bytes }`";
    Ok(CheckOptions { session_id: fields.string("sessionId")?, artifacts: fields.value("artifacts", artifacts)? })
}

/// Takes a paste, a log or a file with several replies apart.
#[wasm_bindgen]
pub fn split(text: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let types = types_of(&Fields::options(options, TYPES_OPTIONS)?)?;
    let Some(string) = text.dyn_ref::<JsString>() else {
        return Err(bad_argument("text", "a string", text));
    };
    let bytes = encoded(string, MAX_BATCH_BYTES);
    if bytes.len() > MAX_BATCH_BYTES {
        return Err(misuse("too-large", &format!("The text is larger than {}.", mebibytes(MAX_BATCH_BYTES))));
    }
    let replies = Array::new();
    for reply in crate::split(&String::from_utf8_lossy(&bytes), &types) {
        replies.push(&to_js(&reply)?);
    }
    Ok(replies.into())
}

/// Reads and merges all replies.
#[wasm_bindgen]
pub fn aggregate(replies: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let options = aggregate_options(&Fields::options(options, AGGREGATE_OPTIONS)?)?;
    to_js(&crate::aggregate(replies_of(replies, &options.types)?, &options))
}

/// A report as text.
#[wasm_bindgen]
pub fn render(report: &JsValue, format: &JsValue, options: &JsValue) -> Result<String, JsValue> {
    let format = format_of(format)?;
    let fields = Fields::options(options, RENDER_OPTIONS)?;
    let (shown, decisions) = (render_options(&fields, format)?, decisions_of(&fields)?);
    let mut report = report_of(report, "report")?;
    // Without any, those of the report are withdrawn.
    if fields.get("decisions")?.is_some() {
        report = crate::decide(&report, &decisions);
    }
    Ok(crate::render(&report, format, &shown))
}

/// A report that `aggregate` made once: its schema, and the whole of it as JSON text.
fn report_of(value: &JsValue, name: &str) -> Result<Report, JsValue> {
    with_schema(value, name, REPORT_SCHEMA, "a report that `aggregate` returned")?;
    let text: JsString = Reflect::get(value, &"json".into())?.dyn_into()?;
    crate::from_json(&encoded(&text, usize::MAX)).map_err(|error| not_whole(name, &error))
}

/// Plain data that lacks a field, or has one that cannot be read.
fn not_whole(name: &str, error: &serde_json::Error) -> JsValue {
    let error = error.to_string();
    let lacks = error.strip_prefix("missing field `").and_then(|rest| rest.split_once('`'));
    misuse(
        "bad-argument",
        &match lacks {
            Some((field, _)) => format!("`{name}` is incomplete: `{}` is missing.", quote(field).trim_matches('"')),
            None => format!("`{name}` cannot be read: {}.", quote(&error)),
        },
    )
}

fn with_schema(value: &JsValue, name: &str, schema: &str, what: &str) -> Result<(), JsValue> {
    if !value.is_object() {
        return Err(bad_argument(name, what, value));
    }
    let found = Reflect::get(value, &"schema".into())?;
    if found.as_string().as_deref() == Some(schema) {
        return Ok(());
    }
    let why =
        if found.is_undefined() { "`schema` is missing".to_owned() } else { format!("`schema` must be \"{schema}\"") };
    Err(misuse("bad-argument", &format!("`{name}` is not {what}: {why}.")))
}

/// `render(aggregate(replies), format)` in one step: no finding becomes a JavaScript object.
#[wasm_bindgen]
pub fn report(replies: &JsValue, format: &JsValue, options: &JsValue) -> Result<String, JsValue> {
    let fields = Fields::options(options, REPORT_OPTIONS)?;
    let format = format_of(format)?;
    let (options, shown) = (aggregate_options(&fields)?, render_options(&fields, format)?);
    Ok(crate::report(replies_of(replies, &options.types)?, format, &options, &shown))
}

/// The same, with the place in `replies` of the reply that each result of the report is of: a pair.
#[wasm_bindgen(js_name = reportTraced)]
pub fn report_traced(replies: &JsValue, format: &JsValue, options: &JsValue) -> Result<Array, JsValue> {
    let fields = Fields::options(options, REPORT_OPTIONS)?;
    let format = format_of(format)?;
    let (options, shown) = (aggregate_options(&fields)?, render_options(&fields, format)?);
    let (report, places) = crate::aggregate_traced(replies_of(replies, &options.types)?, &options);
    let places: Vec<u32> = places.into_iter().filter_map(|place| u32::try_from(place).ok()).collect();
    Ok(Array::of2(&crate::render(&report, format, &shown).into(), &Uint32Array::from(places.as_slice()).into()))
}

/// One finding of a report as Markdown; nothing where none has the id.
#[wasm_bindgen(js_name = findingText)]
pub fn finding_text(report: &JsValue, id: &str) -> Result<Option<String>, JsValue> {
    Ok(crate::render::finding(&report_of(report, "report")?, id))
}

/// A text as a page may show it beside a report.
#[must_use]
#[wasm_bindgen(js_name = shownText)]
pub fn shown_text(text: &str) -> String {
    crate::render::shown_text(text)
}

/// The style sheet of reports as HTML.
#[must_use]
#[wasm_bindgen(js_name = reportStyle)]
pub fn report_style() -> String {
    crate::render::REPORT_STYLE.to_owned()
}

/// The options of `aggregate` as JSON text, checked: equal options are equal texts.
#[wasm_bindgen(js_name = optionsText)]
pub fn options_text(options: &JsValue) -> Result<String, JsValue> {
    json(&aggregate_options(&Fields::options(options, AGGREGATE_OPTIONS)?)?.normalised())
}

/// What a reply says, and the receipts for it as JSON texts with commas between them: a pair.
#[wasm_bindgen]
pub fn receive(reply: &JsValue, options: &JsValue) -> Result<Array, JsValue> {
    let types = types_of(&Fields::options(options, TYPES_OPTIONS)?)?;
    let (result, receipts) = crate::report::receive(&reply_of(reply, "reply", &types)?);
    let receipts = receipts.iter().map(json).collect::<Result<Vec<_>, _>>()?.join(",");
    Ok(Array::of2(&to_js(&result)?, &receipts.into()))
}

/// How far a collection is, by its receipts and options. Both come as JSON text: thousands of objects would cross slowly.
#[wasm_bindgen]
pub fn progress(receipts: &str, options: &str) -> Result<JsValue, JsValue> {
    let fault = |error: serde_json::Error| misuse("internal", &error.to_string());
    let receipts: Vec<Receipt> = crate::from_json(receipts.as_bytes()).map_err(fault)?;
    let options: AggregateOptions = crate::from_json(options.as_bytes()).map_err(fault)?;
    to_js(&crate::report::progress(&receipts, &options))
}

/// What a collector holds, as plain data.
#[wasm_bindgen(js_name = collectorState)]
pub fn collector_state(replies: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let options = aggregate_options(&Fields::options(options, AGGREGATE_OPTIONS)?)?;
    let state = CollectorState::of(replies_of(replies, &options.types)?, options);
    to_js(&state)
}

/// The options of a state that was kept, as `optionsText` returns them; its replies are looked at too.
#[wasm_bindgen(js_name = stateOptionsText)]
pub fn state_options_text(state: &JsValue) -> Result<String, JsValue> {
    with_schema(state, "state", COLLECTOR_SCHEMA, "the state of a collector")?;
    let fields = Fields::of(state, "state", "an object", &["schema", "options", "replies"])?;
    let options = fields.get("options")?.unwrap_or_default();
    let types = aggregate_options(&Fields::options(&options, AGGREGATE_OPTIONS)?)?.types;
    let replies = fields.get("replies")?.unwrap_or_default();
    for (at, reply) in items(&replies, "state.replies", "a list of replies")?.enumerate() {
        reply_of(&reply, &format!("state.replies[{at}]"), &types)?;
    }
    options_text(&options)
}

/// How much memory the module holds, in pages of 64 KiB. It never gives any back.
#[wasm_bindgen(js_name = heldPages)]
#[must_use]
pub fn held_pages() -> usize {
    std::arch::wasm32::memory_size::<0>()
}

/// Plans a mode.
#[wasm_bindgen]
pub fn plan(mode: &JsValue, input: &JsValue) -> Result<JsValue, JsValue> {
    let Some(name) = mode.as_string() else { return Err(bad_argument("mode", "the name of a mode", mode)) };
    let input = PlanInput::read(&data_of(input, "input")?, "input").map_err(|error| refused(&error))?;
    let plan = crate::plan(&name, &input).map_err(|error| refused(&error))?;
    to_js(&plan)
}

/// The word for what a prompt asks for, by the instruction in it.
#[wasm_bindgen(js_name = askedIn)]
#[must_use]
pub fn asked_in(prompt: &str) -> Option<String> {
    crate::prompt::asked_in(prompt).map(|of| of.word().to_owned())
}

/// Plans what to ask again.
#[wasm_bindgen]
pub fn retry(report: &JsValue, plan: &JsValue) -> Result<JsValue, JsValue> {
    let plan = if plan.is_undefined() { None } else { Some(plan_of(plan, "plan")?) };
    to_js(&crate::retry(&report_of(report, "report")?, plan.as_ref()))
}

/// The definitions of the agents.
#[wasm_bindgen]
pub fn agents(config: &JsValue) -> Result<JsValue, JsValue> {
    let config = if config.is_undefined() {
        Configuration::default()
    } else {
        Configuration::read(&data_of(config, "config")?, "config").map_err(|error| refused(&error))?
    };
    to_js(&crate::agents(&config).map_err(|error| refused(&error))?)
}

/// What a configuration file says.
#[wasm_bindgen]
pub fn configuration(text: &JsValue) -> Result<JsValue, JsValue> {
    let Some(text) = text.as_string() else { return Err(bad_argument("text", "a string", text)) };
    to_js(&ConfigurationFile::read(&text).map_err(|error| refused(&error))?)
}

/// The types that a configuration file registers.
#[wasm_bindgen(js_name = registeredTypes)]
pub fn registered_types(text: &JsValue) -> Result<JsValue, JsValue> {
    let Some(text) = text.as_string() else { return Err(bad_argument("text", "a string", text)) };
    to_js(&crate::dispatch::types_of_file(&text).map_err(|error| refused(&error))?)
}

/// A plan for people, as Markdown.
#[wasm_bindgen(js_name = showPlan)]
pub fn show_plan(plan: &JsValue) -> Result<String, JsValue> {
    Ok(crate::render::plan(&plan_of(plan, "plan")?))
}

/// Plain data, which comes as JSON text in an object.
fn data_of<T: DeserializeOwned>(value: &JsValue, name: &str) -> Result<T, JsValue> {
    let text = if value.is_object() { Reflect::get(value, &"json".into())?.dyn_into::<JsString>().ok() } else { None };
    let Some(text) = text else { return Err(bad_argument(name, "an object", value)) };
    let bytes = encoded(&text, MAX_HELD_BYTES);
    if bytes.len() > MAX_HELD_BYTES {
        return Err(misuse("too-large", &format!("`{name}` is larger than {}.", mebibytes(MAX_HELD_BYTES))));
    }
    crate::from_json(&bytes).map_err(|error| not_whole(name, &error))
}

/// A plan that `plan` or `retry` made once: its schema, and the whole of it as JSON text.
fn plan_of(value: &JsValue, name: &str) -> Result<DispatchPlan, JsValue> {
    with_schema(value, name, PLAN_SCHEMA, "a plan that `plan` returned")?;
    data_of(value, name)
}

/// All that is wrong, under the code of what was found first.
fn refused(error: &Misuse) -> JsValue {
    let code = match error.problems.first().map(|problem| problem.kind) {
        Some(ProblemKind::Unknown) => "unknown-option",
        Some(ProblemKind::TooLarge) => "too-large",
        Some(ProblemKind::Value) | None => "bad-argument",
    };
    misuse(code, &error.to_string())
}

/// Every reply of a list.
fn replies_of(value: &JsValue, types: &CustomTypes) -> Result<Vec<Reply>, JsValue> {
    let mut replies = Vec::new();
    let mut bytes = 0;
    let wanted = "a list of replies (an array, a set, or what a generator yields)";
    // Its keys may be those of one reply, or the names of agents.
    let wanted = if value.is_object() && !Array::is_array(value) && !value.has_type::<Promise>() {
        "a list of replies, as `[reply]` or `Object.entries(texts).map(([agent, text]) => ({ agent, text }))`"
    } else {
        wanted
    };
    for value in items(value, "replies", wanted)? {
        let reply = reply_of(&value, &format!("replies[{}]", replies.len()), types)?;
        bytes += reply.text.as_str().len();
        // What is beyond a batch becomes rows of the report; far beyond it, memory would give out first.
        if bytes > MAX_HELD_BYTES {
            let message =
                format!("The replies are larger than {} together. Report them in parts.", mebibytes(MAX_HELD_BYTES));
            return Err(misuse("too-large", &message));
        }
        replies.push(reply);
    }
    make_room(bytes);
    Ok(replies)
}

/// Takes the memory that reading this much text may need in one step, and keeps it for what follows.
///
/// Left alone it would grow in thousands of steps, and an engine that holds much itself may look through all of it for
/// garbage at each: with 200 MB of JavaScript objects, reports took a hundred times as long.
fn make_room(bytes: usize) {
    let mut room: Vec<u8> = Vec::new();
    if bytes >= LARGE_TEXT_BYTES && room.try_reserve_exact(bytes.saturating_mul(ROOM_PER_BYTE)).is_ok() {
        std::hint::black_box(&room);
    }
}

/// A reply: its text alone, or an object.
fn reply_of(value: &JsValue, name: &str, types: &CustomTypes) -> Result<Reply, JsValue> {
    if value.is_string() {
        return Ok(Reply { text: text_of(value, name)?, types: types.clone(), ..Reply::default() });
    }
    if value.has_type::<Uint8Array>() {
        return Err(bad_argument(name, "a string or an object (give bytes as `{ text: bytes }`)", value));
    }
    let fields = Fields::of(value, name, "a string or an object with `text`", REPLY_KEYS)?;
    let error = fields.string("error")?;
    let text = match (fields.get("text")?, &error) {
        (Some(text), _) => text,
        // An agent that failed may have said nothing.
        (None, Some(_)) => JsValue::from_str(""),
        (None, None) => {
            return Err(misuse("bad-argument", &format!("`{name}` has no `text`. Pass the full reply.")));
        }
    };
    let count = "a whole number, as `toJSON` of a collector returns it";
    let (replaced, oversize): (Option<usize>, Option<usize>) =
        (fields.value("replaced", count)?, fields.value("oversize", count)?);
    Ok(Reply {
        text: text_of(&text, &fields.name_of("text"))?.after(replaced.unwrap_or(0), oversize),
        id: fields.string("id")?,
        unit: fields.string("unit")?,
        agent: fields.string("agent")?,
        attempt: fields.value("attempt", "a whole number of at least 1")?.map(NonZeroU32::get),
        source: fields.string("source")?,
        expect: expect_of(&fields, types)?,
        dialect: fields.value(
            "dialect",
            "\"protocol-v1\", \"agent-report\", \"bowser\", \"json-return\", \"refinements\" or \"prose\"",
        )?,
        part: fields.value("part", "the number of the reply and of how many, as `split` returns it")?,
        timed_out: fields.value("timedOut", "true or false")?.unwrap_or_default(),
        error,
        meta: meta_of(&fields)?,
        types: types.clone(),
    })
}

/// The `meta` of a reply, which arrives as JSON text.
fn meta_of(fields: &Fields) -> Result<Option<Meta>, JsValue> {
    let Some(value) = fields.get("meta")? else { return Ok(None) };
    let text = if value.is_object() { Reflect::get(&value, &"json".into())?.dyn_into::<JsString>().ok() } else { None };
    let Some(text) = text else { return Err(bad_argument(&fields.name_of("meta"), "an object", &value)) };
    let read: serde_json::Value =
        crate::from_json(&encoded(&text, usize::MAX)).map_err(|error| misuse("bad-argument", &error.to_string()))?;
    Ok(Some(read.into()))
}

fn expect_words(types: &CustomTypes) -> String {
    types.expected_words()
}

fn expect_of(fields: &Fields, types: &CustomTypes) -> Result<Option<Expected>, JsValue> {
    let asked = fields.value("expect", &expect_words(types))?;
    match asked.filter(|asked| !types.has(*asked)) {
        Some(_) => {
            let got = fields.get("expect")?.unwrap_or_default();
            Err(bad_argument(&fields.name_of("expect"), &expect_words(types), &got))
        }
        None => Ok(asked),
    }
}

/// The registered types, which arrive as JSON text.
fn types_of(fields: &Fields) -> Result<CustomTypes, JsValue> {
    let Some(value) = fields.get("types")? else { return Ok(CustomTypes::default()) };
    let name = fields.name_of("types");
    let text = if value.is_object() { Reflect::get(&value, &"json".into())?.dyn_into::<JsString>().ok() } else { None };
    if text.is_none() {
        return Err(bad_argument(&name, "a list of types", &value));
    }
    crate::custom_types(&data_of(&value, &name)?, &name).map_err(|error| refused(&error))
}

/// The text of a reply. Of a text that is too large, only enough to detect that is copied, because memory never shrinks.
fn text_of(value: &JsValue, name: &str) -> Result<ReplyText, JsValue> {
    let bytes = if let Some(string) = value.dyn_ref::<JsString>() {
        encoded(string, MAX_REPLY_BYTES)
    } else if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        copied(bytes, MAX_REPLY_BYTES)
    } else {
        return Err(bad_argument(name, "a string or a Uint8Array", value));
    };
    #[cfg(feature = "trap")]
    fail_on_purpose(&bytes);
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(error) => ReplyText::from_bytes(error.as_bytes()),
    })
}

#[wasm_bindgen]
extern "C" {
    type TextEncoder;
    #[wasm_bindgen(constructor)]
    fn new() -> TextEncoder;
    #[wasm_bindgen(method, js_name = encodeInto)]
    fn encode_into(this: &TextEncoder, text: &JsString, into: &Uint8Array) -> Encoded;

    type Encoded;
    #[wasm_bindgen(method, getter)]
    fn read(this: &Encoded) -> u32;
    #[wasm_bindgen(method, getter)]
    fn written(this: &Encoded) -> u32;
}

thread_local! {
    static ENCODER: (TextEncoder, Uint8Array) = (TextEncoder::new(), Uint8Array::new_with_length(64 * 1024));
}

/// A string as UTF-8; of one that is longer than `limit`, no more than is needed to know it.
///
/// The host's encoder, a chunk at a time, takes a tenth of a millisecond for a megabyte of ASCII. The glue's own way,
/// a character at a time, takes three.
fn encoded(string: &JsString, limit: usize) -> Vec<u8> {
    ENCODER.with(|(encoder, chunk)| {
        let mut bytes = Vec::new();
        let mut rest = string.clone();
        while rest.length() > 0 && bytes.len() <= limit {
            let progress = encoder.encode_into(&rest, chunk);
            bytes.append(&mut chunk.subarray(0, progress.written()).to_vec());
            rest = rest.slice(progress.read(), rest.length());
        }
        bytes
    })
}

/// Fails where a test asks for it.
#[cfg(feature = "trap")]
#[allow(clippy::panic)]
fn fail_on_purpose(text: &[u8]) {
    match text {
        b"panic on purpose" => panic!("on purpose"),
        b"trap on purpose" => std::process::abort(),
        _ => {}
    }
}

/// The bytes of an array, cut off after `limit` + 1 of them.
fn copied(array: &Uint8Array, limit: usize) -> Vec<u8> {
    array.subarray(0, u32::try_from(limit).unwrap_or(u32::MAX).saturating_add(1)).to_vec()
}

fn aggregate_options(fields: &Fields) -> Result<AggregateOptions, JsValue> {
    let plan = match fields.get("plan")? {
        Some(plan) => Some(Box::new(plan_of(&plan, &fields.name_of("plan"))?)),
        None => None,
    };
    let types = types_of(fields)?;
    let types = plan.as_ref().map_or_else(|| types.clone(), |plan| types.with(&plan.types));
    let mut expected = Vec::new();
    if let Some(value) = fields.get("expected")? {
        let wanted = "a list of `{ unit, agent, expect }`";
        for value in items(&value, "options.expected", wanted)? {
            let name = format!("options.expected[{}]", expected.len());
            let wanted = match value.as_string() {
                // As JSON it can stand in a file and in a program.
                Some(unit) => format!("an object with `unit`, as `{{\"unit\": {}}}`", serde_json::Value::from(unit)),
                None => "an object with `unit`".to_owned(),
            };
            let fields = Fields::of(&value, &name, &wanted, EXPECTED_KEYS)?;
            let Some(unit) = fields.string("unit")? else {
                return Err(misuse("bad-argument", &format!("`{name}` has no `unit`. Name what was dispatched.")));
            };
            let (agent, asked) = (fields.string("agent")?, fields.string("asked")?);
            expected.push(ExpectedUnit { unit, agent, expect: expect_of(&fields, &types)?, asked });
        }
    }
    let decisions = decisions_of(fields)?;
    let percentage = "a percentage from 0 to 100";
    let retry_below: Option<Percent> = fields.value("retryBelow", percentage)?;
    if retry_below > Some(Percent::FULL) {
        let got = fields.get("retryBelow")?.unwrap_or_default();
        return Err(bad_argument(&fields.name_of("retryBelow"), percentage, &got));
    }
    let previous = match fields.get("previous")? {
        Some(previous) if previous.is_string() => {
            let report = crate::report::earlier(&previous.as_string().unwrap_or_default());
            let name = fields.name_of("previous");
            let none =
                || misuse("bad-argument", &format!("`{name}` is not a report: it has neither findings nor a verdict."));
            Some(Box::new(report.ok_or_else(none)?))
        }
        Some(previous) => Some(Box::new(report_of(&previous, &fields.name_of("previous"))?)),
        None => None,
    };
    // An option of before: `false` says what always holds.
    if fields.value("raise", "false")? == Some(true) {
        return Err(misuse("bad-argument", "Themes never change a severity. Remove `options.raise`."));
    }
    Ok(AggregateOptions { title: fields.string("title")?, expected, plan, retry_below, decisions, previous, types })
}

/// A person's word on findings.
fn decisions_of(fields: &Fields) -> Result<FindingDecisions, JsValue> {
    let mut decisions = FindingDecisions::default();
    let Some(value) = fields.get("decisions")? else { return Ok(decisions) };
    for (place, value) in items(&value, "options.decisions", "a list of decisions")?.enumerate() {
        let name = format!("options.decisions[{place}]");
        let wanted = "an object with `fingerprints` and `same`, or with `fingerprint` and `status` or `severity`";
        let fields = Fields::of(&value, &name, wanted, DECISION_KEYS)?;
        let missing = |key| misuse("bad-argument", &format!("`{name}` has no `{key}`."));
        if let Some(fingerprint) = fields.string("fingerprint")? {
            for key in ["fingerprints", "same"] {
                if fields.get(key)?.is_some() {
                    let said = format!("`{name}` decides on one finding (`fingerprint`) and cannot have `{key}`.");
                    return Err(misuse("bad-argument", &said));
                }
            }
            let status: Option<DecisionStatus> = fields.optional("status", "\"accepted\" or \"dismissed\"")?;
            let severity: Option<Severity> = fields.optional("severity", "\"critical\", \"major\" or \"minor\"")?;
            if status.is_none() && severity.is_none() {
                return Err(missing("status` or `severity"));
            }
            let [reason, by] = [fields.optional("reason", "a string")?, fields.optional("by", "a string")?];
            decisions.findings.push(FindingDecision { fingerprint, status, severity, reason, by });
            continue;
        }
        let fingerprints = fields.value("fingerprints", "a list of two fingerprints of findings")?;
        let same = fields.value("same", "true or false")?;
        let (Some(fingerprints), Some(same)) = (fingerprints, same) else {
            return Err(missing(if fields.get("same")?.is_none() { "same" } else { "fingerprints" }));
        };
        decisions.pairs.push(PairDecision { fingerprints, same });
    }
    Ok(decisions)
}

fn render_options(fields: &Fields, format: Format) -> Result<RenderOptions, JsValue> {
    let document: Option<Document> = fields.value("document", "\"page\" or \"fragment\"")?;
    let template = fields.value("template", "\"report\", \"audit\", \"verify\" or \"review\"")?;
    let budget = fields.value("budget", "a whole number of characters")?;
    let min_confidence = fields.value("minConfidence", "a whole number of percent")?;
    let sections = match fields.get("sections")? {
        Some(value) => Some(sections_of(&value, &fields.name_of("sections"))?),
        None => None,
    };
    for (key, is_given) in [
        ("template", template.is_some()),
        ("sections", sections.is_some()),
        ("budget", budget.is_some()),
        ("minConfidence", min_confidence.is_some()),
    ] {
        if is_given && format == Format::Json {
            let message =
                format!("`{}` does not apply to JSON, which is always the complete report.", fields.name_of(key));
            return Err(misuse("bad-argument", &message));
        }
    }
    Ok(RenderOptions {
        document: document.unwrap_or_default(),
        template: template.unwrap_or_default(),
        sections,
        min_confidence,
        budget,
    })
}

fn sections_of(value: &JsValue, name: &str) -> Result<Vec<Section>, JsValue> {
    let mut sections = Vec::new();
    for value in items(value, name, "a list of names of sections")? {
        let Ok(section) = serde_wasm_bindgen::from_value(value.clone()) else {
            let known: Vec<&str> = SECTIONS.iter().map(|(_, name)| *name).collect();
            let wanted = format!("one of {}", known.join(", "));
            return Err(bad_argument(&format!("{name}[{}]", sections.len()), &wanted, &value));
        };
        sections.push(section);
    }
    Ok(sections)
}

fn format_of(value: &JsValue) -> Result<Format, JsValue> {
    match value.as_string().as_deref() {
        Some("markdown") => Ok(Format::Markdown),
        Some("html") => Ok(Format::Html),
        Some("json") => Ok(Format::Json),
        _ => Err(bad_argument("format", "\"markdown\", \"html\" or \"json\"", value)),
    }
}

fn json(value: &impl Serialize) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| misuse("internal", &error.to_string()))
}

/// A value as JavaScript has it: by way of JSON text, which takes a key `__proto__` and any number of an agent's own, and
/// crosses faster than object by object where there is much.
fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    JSON::parse(&json(value)?)
}

fn mebibytes(bytes: usize) -> String {
    format!("{} MiB", bytes / (1024 * 1024))
}
