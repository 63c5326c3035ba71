//! Reads the arguments of a call key by key, and says what is wrong with them.

use js_sys::{Array, JsString, Object, Promise, Reflect};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::model::plain_data::unknown_key;
use crate::model::quote;

/// An object whose keys are all known.
pub struct Fields {
    object: JsValue,
    /// How the caller would write it.
    name: String,
}

impl Fields {
    /// Reads an argument that must be an object.
    ///
    /// # Errors
    ///
    /// It is not an object, or has an unknown key.
    pub fn of(value: &JsValue, name: &str, wanted: &str, known: &[&str]) -> Result<Self, JsValue> {
        if !value.is_object() || Array::is_array(value) || value.has_type::<Promise>() {
            return Err(bad_argument(name, wanted, value));
        }
        for key in Object::keys(value.unchecked_ref::<Object>()) {
            let key = key.as_string().unwrap_or_default();
            if !known.contains(&key.as_str()) {
                return Err(misuse("unknown-option", &unknown_key(name, &key, known)));
            }
        }
        Ok(Self { object: value.clone(), name: name.to_owned() })
    }

    /// The options of a function, which may be left out.
    pub fn options(value: &JsValue, known: &[&str]) -> Result<Self, JsValue> {
        let empty;
        let value = if value.is_undefined() {
            empty = Object::new().into();
            &empty
        } else {
            value
        };
        Self::of(value, "options", "an object", known)
    }

    /// How the caller would write a field.
    pub fn name_of(&self, key: &str) -> String {
        format!("{}.{key}", self.name)
    }

    /// A field, if it is present.
    pub fn get(&self, key: &str) -> Result<Option<JsValue>, JsValue> {
        let value = Reflect::get(&self.object, &key.into())?;
        Ok((!value.is_undefined()).then_some(value))
    }

    /// A field as a value; `wanted` says what it has to be.
    pub fn value<T: DeserializeOwned>(&self, key: &str, wanted: &str) -> Result<Option<T>, JsValue> {
        let Some(value) = self.get(key)? else { return Ok(None) };
        match serde_wasm_bindgen::from_value(value.clone()) {
            Ok(read) => Ok(Some(read)),
            Err(_) => Err(bad_argument(&self.name_of(key), wanted, &value)),
        }
    }

    /// A field as a value, if it is present and not null.
    pub fn optional<T: DeserializeOwned>(&self, key: &str, wanted: &str) -> Result<Option<T>, JsValue> {
        self.value::<Option<T>>(key, wanted).map(Option::flatten)
    }

    /// A field that is a string.
    pub fn string(&self, key: &str) -> Result<Option<String>, JsValue> {
        self.value(key, "a string")
    }
}

/// The items of a list.
pub fn items(value: &JsValue, name: &str, wanted: &str) -> Result<js_sys::ArrayIntoIter, JsValue> {
    let list = value.dyn_ref::<Array>().ok_or_else(|| bad_argument(name, wanted, value))?;
    Ok(list.clone().into_iter())
}

/// The error for an argument that is not what is wanted.
pub fn bad_argument(name: &str, wanted: &str, got: &JsValue) -> JsValue {
    let got = if got.is_null() {
        "null".to_owned()
    } else if let Some(list) = got.dyn_ref::<Array>() {
        format!("an array of {}", list.length())
    } else if got.has_type::<Promise>() {
        "a promise: await it first".to_owned()
    } else if let Some(string) = got.dyn_ref::<JsString>() {
        quote(&String::from(string.slice(0, 1000)))
    } else if let Some(number) = got.as_f64() {
        number.to_string()
    } else if got.is_object() {
        "an object".to_owned()
    } else {
        got.js_typeof().as_string().unwrap_or_default()
    };
    misuse("bad-argument", &format!("`{name}` must be {wanted}, but is {got}."))
}

/// The error for a wrong call, as it is thrown.
pub fn misuse(code: &str, message: &str) -> JsValue {
    let error = Object::new();
    for (key, value) in [("by", "reconvene"), ("code", code), ("message", message)] {
        // A plain object takes any key.
        let _ = Reflect::set(&error, &key.into(), &value.into());
    }
    error.into()
}
