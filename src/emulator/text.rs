//! Members of a body that are texts: required, optional, and how long they may be.

use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization;

use crate::emulator::refusal::Refusal;

/// A text that must be there.
pub(crate) fn required<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a str, Refusal> {
    optional(fields, name)?.ok_or_else(|| Refusal::bad(format!("{name} is required")))
}

/// A text that may be left out. `null` is not left out.
pub(crate) fn optional<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, Refusal> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            Err(Refusal::bad(format!("{name} must be a string")))
        }
    }
}

/// Refuses a text that is blank or has more code points than `most`.
pub(crate) fn within(name: &str, text: &str, most: usize) -> Result<(), Refusal> {
    if text.trim().is_empty() {
        return Err(Refusal::bad(format!("{name} must not be empty")));
    }
    if text.chars().count() > most {
        return Err(Refusal::bad(format!("{name} must have at most {most} characters")));
    }
    Ok(())
}

/// A language code in lower case; a 400 when it has not the shape of one. Which codes exist is not asked.
pub(crate) fn language(written: &str) -> Result<String, Refusal> {
    let mut subtags = written.split('-');
    let root =
        subtags.next().is_some_and(|root| matches!(root.len(), 2 | 3) && root.bytes().all(|b| b.is_ascii_alphabetic()));
    let rest = subtags.all(|subtag| matches!(subtag.len(), 2..=8) && subtag.bytes().all(|b| b.is_ascii_alphanumeric()));
    if root && rest {
        Ok(written.to_ascii_lowercase())
    } else {
        Err(Refusal::bad(format!("Invalid source_language: {written}")))
    }
}

/// A text in normal form C.
pub(crate) fn composed(text: &str) -> String {
    text.nfc().collect()
}
