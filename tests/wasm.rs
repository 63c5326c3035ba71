//! The binding, in Node and in a browser: the same tests in both.
#![cfg(target_arch = "wasm32")]
// A test that does not find what it expects stops.
#![allow(clippy::expect_used, clippy::panic)]

use js_sys::{Array, JSON, Object, Reflect, Uint8Array};
use reconvene::wasm;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const FINDINGS: &str = "\
RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1 | Critical: 1 | Major: 0 | Minor: 0

---
**Protocol**: v1
**Agent**: consistency checker
**Assigned**: compare A.md with B.md
**Scope**: A.md, B.md
**Coverage**: Full
**Confidence**: high
---

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
| F1 | critical | contradiction | A.md §1 | B.md §2 | A says yes, B says no. | Decide. |
";
const CLEAN: &str =
    "RESULT: CLEAN | Type: consistency | Pair: A.md/C.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";

fn object(pairs: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in pairs {
        Reflect::set(&object, &(*key).into(), value).expect("a plain object takes any key");
    }
    object.into()
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).expect("an object"))
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().unwrap_or_else(|| panic!("no string at {path}"))
}

fn refused(result: Result<impl Into<JsValue>, JsValue>, code: &str, says: &str) {
    let error = result.map(Into::into).expect_err("misuse is refused");
    assert_eq!(text(&error, "code"), code);
    let message = text(&error, "message");
    assert!(message.contains(says), "{message}");
}

#[wasm_bindgen_test]
fn reads_a_reply_from_a_string() {
    let result = wasm::parse(&FINDINGS.into(), &JsValue::UNDEFINED).expect("text never throws");
    assert_eq!(text(&result, "status"), "FINDINGS");
    assert_eq!(text(&result, "type"), "consistency");
    assert_eq!(text(&result, "findings.0.severity"), "critical");
    assert!(get(&result, "findings.0.location.places").is_object());
    assert!(get(&result, "ledger").is_null());
}

#[wasm_bindgen_test]
fn reads_the_same_from_bytes() {
    let bytes = object(&[("text", Uint8Array::from(FINDINGS.as_bytes()).into())]);
    let options = object(&[("ledger", true.into())]);
    let from_bytes = wasm::parse(&bytes, &options).expect("text never throws");
    let from_string = wasm::parse(&FINDINGS.into(), &options).expect("text never throws");
    assert!(get(&from_bytes, "ledger.0.owner").is_string());
    assert_eq!(JSON::stringify(&from_bytes).expect("plain data"), JSON::stringify(&from_string).expect("plain data"));
}

#[wasm_bindgen_test]
fn refuses_what_it_does_not_know() {
    let unknown = object(&[("ledgre", true.into())]);
    refused(wasm::parse(&FINDINGS.into(), &unknown), "unknown-option", "ledgre");
    let unknown = object(&[("text", FINDINGS.into()), ("agnet", "a".into())]);
    refused(wasm::parse(&unknown, &JsValue::UNDEFINED), "unknown-option", "agnet");
    refused(wasm::parse(&42.into(), &JsValue::UNDEFINED), "bad-argument", "42");
    refused(wasm::aggregate(&FINDINGS.into(), &JsValue::UNDEFINED), "bad-argument", "`replies`");
    let replies = Array::of1(&CLEAN.into());
    refused(wasm::report(&replies, &"pdf".into(), &JsValue::UNDEFINED), "bad-argument", "pdf");
    let book = object(&[("document", "book".into())]);
    refused(wasm::report(&replies, &"html".into(), &book), "bad-argument", "options.document");
}

#[wasm_bindgen_test]
fn merges_replies_into_a_report() {
    let replies = Array::of2(&FINDINGS.into(), &object(&[("text", CLEAN.into()), ("agent", "second".into())]));
    let options = object(&[("title", "Two pairs".into())]);
    let report = wasm::aggregate(&replies, &options).expect("text never throws");
    assert_eq!(text(&report, "title"), "Two pairs");
    assert_eq!(get(&report, "summary.byStatus.CLEAN").as_f64(), Some(1.0));
    assert_eq!(get(&report, "findings.length").as_f64(), Some(1.0));

    for format in ["markdown", "json"] {
        let text = JSON::stringify(&report).expect("plain data");
        let plain = object(&[("schema", get(&report, "schema")), ("json", text.into())]);
        let rendered = wasm::render(&plain, &format.into(), &JsValue::UNDEFINED).expect("a report of ours");
        let direct = wasm::report(&replies, &format.into(), &options).expect("text never throws");
        assert_eq!(rendered, direct);
    }
}

#[wasm_bindgen_test]
fn decisions_bind() {
    let replies = Array::of2(&FINDINGS.into(), &object(&[("text", FINDINGS.into()), ("agent", "second".into())]));
    let report = wasm::aggregate(&replies, &JsValue::UNDEFINED).expect("text never throws");
    assert_eq!(get(&report, "findings.length").as_f64(), Some(1.0));
    let fingerprint = get(&report, "results.0.findings.0.fingerprint");
    let decision = |keys: &[(&str, JsValue)]| object(&[("decisions", Array::of1(&object(keys)).into())]);
    let pair: JsValue = Array::of2(&fingerprint, &fingerprint).into();
    let apart = decision(&[("fingerprints", pair.clone()), ("same", false.into())]);
    let report = wasm::aggregate(&replies, &apart).expect("text never throws");
    assert_eq!(get(&report, "findings.length").as_f64(), Some(2.0));
    refused(wasm::aggregate(&replies, &decision(&[("fingerprints", pair.clone())])), "bad-argument", "`same`");
    refused(wasm::aggregate(&replies, &decision(&[("same", true.into())])), "bad-argument", "`fingerprints`");
    let one = decision(&[("fingerprints", Array::of1(&fingerprint).into()), ("same", true.into())]);
    refused(wasm::aggregate(&replies, &one), "bad-argument", "two fingerprints");
    let unknown = decision(&[("fingerprnt", pair.clone())]);
    refused(wasm::aggregate(&replies, &unknown), "unknown-option", "fingerprnt");
    let list = decision(&[("fingerprint", pair)]);
    refused(wasm::aggregate(&replies, &list), "bad-argument", "fingerprint");
    let nothing = decision(&[("fingerprint", fingerprint.clone())]);
    refused(wasm::aggregate(&replies, &nothing), "bad-argument", "`status` or `severity`");
    let dismissed = decision(&[("fingerprint", fingerprint), ("status", "dismissed".into())]);
    let report = wasm::aggregate(&replies, &dismissed).expect("text never throws");
    assert_eq!(text(&report, "findings.0.decision.status"), "dismissed");
}

#[wasm_bindgen_test]
fn takes_replies_apart() {
    let replies = wasm::split(&format!("{FINDINGS}\n--- reply ---\n{CLEAN}").into(), &JsValue::UNDEFINED)
        .expect("text never throws");
    assert_eq!(get(&replies, "length").as_f64(), Some(2.0));
    assert!(text(&replies, "1.text").contains("A.md/C.md"));
    assert!(get(&replies, "1.unit").is_undefined());
}
