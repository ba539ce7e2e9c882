//! Members of a body that are texts: required, optional, and how long they may be.

use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization;

use crate::emulator::error_response::ErrorResponse;

/// A text that must be there.
pub(crate) fn require_text<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a str, ErrorResponse> {
    optional_text(fields, name)?.ok_or_else(|| ErrorResponse::bad_request(format!("{name} is required")))
}

/// A text that may be left out. `null` is not left out.
pub(crate) fn optional_text<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, ErrorResponse> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            Err(ErrorResponse::bad_request(format!("{name} must be a string")))
        }
    }
}

/// Refuses a text that is blank or has more code points than `most`.
pub(crate) fn check_length(name: &str, text: &str, most: usize) -> Result<(), ErrorResponse> {
    if text.trim().is_empty() {
        return Err(ErrorResponse::bad_request(format!("{name} must not be empty")));
    }
    if text.chars().count() > most {
        return Err(ErrorResponse::bad_request(format!("{name} must have at most {most} characters")));
    }
    Ok(())
}

/// A language code in lower case; a 400 when it has not the shape of one. Which codes exist is not asked.
pub(crate) fn parse_language_code(written: &str) -> Result<String, ErrorResponse> {
    let mut subtags = written.split('-');
    let root =
        subtags.next().is_some_and(|root| matches!(root.len(), 2 | 3) && root.bytes().all(|b| b.is_ascii_alphabetic()));
    let rest = subtags.all(|subtag| matches!(subtag.len(), 2..=8) && subtag.bytes().all(|b| b.is_ascii_alphanumeric()));
    if root && rest {
        Ok(written.to_ascii_lowercase())
    } else {
        Err(ErrorResponse::bad_request(format!("Invalid source_language: {written}")))
    }
}

/// A text in normal form C.
pub(crate) fn compose_nfc(text: &str) -> String {
    text.nfc().collect()
}
