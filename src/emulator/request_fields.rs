//! Members of a request whose values are more than texts: flags, numbers, lists, ids.
//!
//! Always: JSON is read by its types; in a form, where everything is text, `true` and `1` are true and digits are a number.

use serde_json::{Map, Value};

use crate::emulator::body;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::message::RawRequest;
use crate::emulator::text_fields;

/// What a request carries.
#[derive(Debug)]
pub(crate) struct RequestFields {
    pub(crate) members: Map<String, Value>,
    /// Whether everything came as text.
    pub(crate) is_form: bool,
}

impl RequestFields {
    /// Reads a body in JSON or as a form, where `lists` may hold several values.
    pub(crate) fn from_request(request: &RawRequest, lists: &[&str]) -> Result<Self, ErrorResponse> {
        let members = body::read_members(request, lists)?;
        Ok(Self { members, is_form: body::read_media_type(request)? != "application/json" })
    }

    pub(crate) fn get_text(&self, name: &str) -> Result<Option<&str>, ErrorResponse> {
        text_fields::optional_text(&self.members, name)
    }

    pub(crate) fn require_text(&self, name: &str) -> Result<&str, ErrorResponse> {
        text_fields::require_text(&self.members, name)
    }

    /// One of several words.
    pub(crate) fn get_choice(&self, name: &str, words: &[&str]) -> Result<Option<&str>, ErrorResponse> {
        match self.get_text(name)? {
            Some(word) if !words.contains(&word) => {
                Err(ErrorResponse::bad_request(format!("{name} must be one of {}, not {word}", words.join(", "))))
            }
            word => Ok(word),
        }
    }

    pub(crate) fn get_flag(&self, name: &str) -> Result<bool, ErrorResponse> {
        match self.members.get(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(Value::String(text)) if self.is_form && matches!(text.as_str(), "true" | "1") => Ok(true),
            Some(Value::String(text)) if self.is_form && matches!(text.as_str(), "false" | "0") => Ok(false),
            Some(_) => Err(ErrorResponse::bad_request(format!("{name} must be true or false"))),
        }
    }

    pub(crate) fn get_number(&self, name: &str) -> Result<Option<i64>, ErrorResponse> {
        let number = match self.members.get(name) {
            None => return Ok(None),
            Some(Value::Number(number)) => number.as_i64(),
            Some(Value::String(text)) if self.is_form => text.parse().ok(),
            Some(_) => None,
        };
        number.map(Some).ok_or_else(|| ErrorResponse::bad_request(format!("{name} must be an integer")))
    }

    /// A list of texts; nothing when the name does not occur.
    pub(crate) fn get_texts(&self, name: &str) -> Result<Option<Vec<&str>>, ErrorResponse> {
        let items = match self.members.get(name) {
            None => return Ok(None),
            Some(Value::Array(items)) => items,
            Some(_) => return Err(ErrorResponse::bad_request(format!("{name} must be an array of strings"))),
        };
        let texts = items.iter().map(|item| item.as_str());
        let texts: Option<Vec<&str>> = texts.collect();
        texts.map(Some).ok_or_else(|| ErrorResponse::bad_request(format!("{name} must hold strings")))
    }

    /// A list of names without commas: an array or, in a form, texts that hold several with commas between them.
    pub(crate) fn get_names(&self, name: &str) -> Result<Option<Vec<&str>>, ErrorResponse> {
        let Some(texts) = self.get_texts(name)? else { return Ok(None) };
        let names: Vec<&str> = if self.is_form {
            texts.iter().flat_map(|text| text.split(',')).map(str::trim).filter(|name| !name.is_empty()).collect()
        } else {
            texts
        };
        Ok(Some(names))
    }

    /// A flag that is also written as the digits 0 and 1.
    pub(crate) fn check_switch(&self, name: &str) -> Result<(), ErrorResponse> {
        match self.members.get(name) {
            Some(Value::String(text)) if matches!(text.as_str(), "0" | "1") => Ok(()),
            Some(Value::Number(number)) if matches!(number.as_u64(), Some(0 | 1)) => Ok(()),
            None
            | Some(
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_),
            ) => self.get_flag(name).map(drop),
        }
    }

    pub(crate) fn get_id(&self, name: &str) -> Result<Option<EmulatedId>, ErrorResponse> {
        let Some(written) = self.get_text(name)? else { return Ok(None) };
        EmulatedId::parse(written).map(Some).ok_or_else(|| ErrorResponse::bad_request(format!("Invalid {name}")))
    }
}
