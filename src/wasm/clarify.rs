//! The binding of clarifications and decisions. Each function takes its documents as text or bytes.

use js_sys::{Array, Object, Promise, Uint8Array};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use super::fields::{Fields, bad_argument, misuse};
use super::{make_room, mebibytes, replies_of, text_of, to_js};
use crate::clarify;
use crate::model::clarifications::{Contradiction, Evaluation};
use crate::model::{CustomTypes, MAX_REPLY_BYTES, quote};

const ASKED: &[&str] = &["contradictions", "evaluation"];
const MERGE: &[&str] = &["contradicted"];

/// A document that is not too large to be read.
fn document(text: &JsValue, name: &str) -> Result<String, JsValue> {
    let text = text_of(text, name)?;
    if text.oversize().is_some() {
        let message = format!("`{name}` is larger than {}.", mebibytes(MAX_REPLY_BYTES));
        return Err(misuse("too-large", &message));
    }
    make_room(text.as_str().len());
    Ok(text.into())
}

fn evaluation_of(value: &JsValue, name: &str) -> Result<Option<Evaluation>, JsValue> {
    if value.is_undefined() {
        return Ok(None);
    }
    serde_wasm_bindgen::from_value(value.clone()).map(Some).map_err(|error| {
        let error = error.to_string();
        let missing = quote(error.strip_prefix("Error: ").unwrap_or(&error));
        bad_argument(name, &format!("the evaluation that `clarifications.evaluate` returns ({missing})"), value)
    })
}

/// Answers by the ids of their questions.
fn answers_of(value: &JsValue) -> Result<Vec<(String, String)>, JsValue> {
    let is_record =
        value.is_object() && !Array::is_array(value) && !value.has_type::<Promise>() && !value.has_type::<Uint8Array>();
    if !is_record {
        return Err(bad_argument("answers", "an object of answers, each with the id of its question", value));
    }
    let entries = Object::entries(value.unchecked_ref::<Object>()).into_iter().map(|entry| {
        let entry: Array = entry.unchecked_into();
        let (id, answer) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
        match answer.as_string() {
            Some(answer) => Ok((id, answer)),
            None => {
                let wanted = "a string (an empty one removes the answer)";
                Err(bad_argument(&format!("answers[{}]", quote(&id)), wanted, &answer))
            }
        }
    });
    entries.collect()
}

fn list_of<T: DeserializeOwned>(fields: &Fields, key: &str, wanted: &str) -> Result<Vec<T>, JsValue> {
    Ok(fields.value(key, wanted)?.unwrap_or_default())
}

const CONTRADICTIONS: &str = "a list of `{ questions, title, note }`";

/// Reads clarifications.
#[wasm_bindgen(js_name = clarifyParse)]
pub fn parse(text: &JsValue) -> Result<JsValue, JsValue> {
    to_js(&clarify::parse(&document(text, "markdown")?))
}

/// Clarifications in the canonical format.
#[wasm_bindgen(js_name = clarifyFormat)]
pub fn format(text: &JsValue) -> Result<String, JsValue> {
    Ok(clarify::format(&document(text, "markdown")?))
}

/// How far answers are of use.
#[wasm_bindgen(js_name = clarifyEvaluate)]
pub fn evaluate(text: &JsValue) -> Result<JsValue, JsValue> {
    to_js(&clarify::evaluate(&document(text, "markdown")?))
}

/// Recommendations in the place of empty answers.
#[wasm_bindgen(js_name = clarifyAutofill)]
pub fn autofill(text: &JsValue) -> Result<JsValue, JsValue> {
    to_js(&clarify::autofill(&document(text, "markdown")?))
}

/// Answers of people, in place.
#[wasm_bindgen(js_name = clarifyAnswer)]
pub fn answer(text: &JsValue, answers: &JsValue) -> Result<String, JsValue> {
    let text = document(text, "markdown")?;
    let pairs = answers_of(answers)?;
    clarify::answer(&text, pairs.iter().map(|(id, answer)| (id.as_str(), answer.as_str()))).map_err(|unknown| {
        misuse(
            "bad-argument",
            &format!("`answers` names {}, which is not a question of the document.", quote(&unknown.0)),
        )
    })
}

/// Who is asked for refinements.
#[wasm_bindgen(js_name = clarifyPlan)]
pub fn plan(text: &JsValue, evaluation: &JsValue) -> Result<JsValue, JsValue> {
    let evaluation = evaluation_of(evaluation, "evaluation")?;
    let text = document(text, "markdown")?;
    known(&text, "evaluation", judged(evaluation.as_ref()))?;
    to_js(&clarify::plan(&text, evaluation.as_ref()))
}

/// The questions that an evaluation judges.
fn judged(evaluation: Option<&Evaluation>) -> impl Iterator<Item = &str> {
    evaluation.into_iter().flat_map(|given| &given.per_question).map(|judged| judged.question_id.as_str())
}

/// Refuses ids that no question of a document has: what is said of them would have no effect.
fn known<'a>(text: &str, name: &str, ids: impl Iterator<Item = &'a str>) -> Result<(), JsValue> {
    match clarify::unknown_questions(text, ids).first() {
        None => Ok(()),
        Some(id) => {
            let message = format!("`{name}` names {}, which is not a question of the document.", quote(id));
            Err(misuse("bad-argument", &message))
        }
    }
}

/// The refinements of replies, put into a document.
#[wasm_bindgen(js_name = clarifyConsolidate)]
pub fn consolidate(text: &JsValue, replies: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let (contradictions, evaluation) = asked(options)?;
    let text = document(text, "markdown")?;
    to_js(&clarify::consolidate(
        &text,
        replies_of(replies, &CustomTypes::default())?,
        &contradictions,
        evaluation.as_ref(),
    ))
}

fn asked(options: &JsValue) -> Result<(Vec<Contradiction>, Option<Evaluation>), JsValue> {
    let fields = Fields::options(options, ASKED)?;
    let evaluation = fields.get("evaluation")?.unwrap_or_default();
    let evaluation = evaluation_of(&evaluation, &fields.name_of("evaluation"))?;
    Ok((list_of(&fields, "contradictions", CONTRADICTIONS)?, evaluation))
}

/// Decisions, drafted from clear answers.
#[wasm_bindgen(js_name = clarifyDraft)]
pub fn draft(text: &JsValue, options: &JsValue) -> Result<String, JsValue> {
    let (contradictions, evaluation) = asked(options)?;
    let text = document(text, "markdown")?;
    let named = contradictions.iter().flat_map(|contradiction| &contradiction.questions).map(String::as_str);
    known(&text, "options.contradictions", named)?;
    known(&text, "options.evaluation", judged(evaluation.as_ref()))?;
    Ok(clarify::draft(&text, &contradictions, evaluation.as_ref()))
}

/// Reads decisions.
#[wasm_bindgen(js_name = clarifyParseDecisions)]
pub fn parse_decisions(text: &JsValue) -> Result<JsValue, JsValue> {
    to_js(&clarify::parse_decisions(&document(text, "markdown")?))
}

/// What becomes of decisions once refinements are answered.
#[wasm_bindgen(js_name = clarifyMerge)]
pub fn merge(decisions: &JsValue, clarifications: &JsValue, options: &JsValue) -> Result<JsValue, JsValue> {
    let contradicted: Vec<String> =
        list_of(&Fields::options(options, MERGE)?, "contradicted", "a list of the ids of decisions")?;
    let (decisions, clarifications) = (document(decisions, "decisions")?, document(clarifications, "clarifications")?);
    to_js(&clarify::merge(&decisions, &clarifications, &contradicted))
}

/// Where everything came from, and where it went.
#[wasm_bindgen(js_name = clarifyTrace)]
pub fn trace(clarifications: &JsValue, decisions: &JsValue) -> Result<JsValue, JsValue> {
    to_js(&traced(clarifications, decisions)?)
}

/// The same as a Mermaid graph.
#[wasm_bindgen(js_name = clarifyGraph)]
pub fn graph(clarifications: &JsValue, decisions: &JsValue) -> Result<String, JsValue> {
    Ok(clarify::graph(&traced(clarifications, decisions)?))
}

fn traced(
    clarifications: &JsValue,
    decisions: &JsValue,
) -> Result<Vec<crate::model::clarifications::TraceEntry>, JsValue> {
    let decisions = if decisions.is_undefined() { None } else { Some(document(decisions, "decisions")?) };
    Ok(clarify::trace(&document(clarifications, "clarifications")?, decisions.as_deref()))
}
