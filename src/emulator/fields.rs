//! Members of a request whose values are more than texts: flags, numbers, lists, ids.
//!
//! Always: JSON is read by its types; in a form, where everything is text, `true` and `1` are true and digits are a number.

use serde_json::{Map, Value};

use crate::emulator::body;
use crate::emulator::id::Id;
use crate::emulator::message::RawRequest;
use crate::emulator::refusal::Refusal;
use crate::emulator::text;

/// What a request carries.
#[derive(Debug)]
pub(crate) struct Fields {
    pub(crate) members: Map<String, Value>,
    /// Whether everything came as text.
    pub(crate) form: bool,
}

impl Fields {
    /// Reads a body in JSON or as a form, where `lists` may hold several values.
    pub(crate) fn read(request: &RawRequest, lists: &[&str]) -> Result<Self, Refusal> {
        let members = body::members(request, lists)?;
        Ok(Self { members, form: body::media(request)? != "application/json" })
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        text::optional(&self.members, name)
    }

    pub(crate) fn required(&self, name: &str) -> Result<&str, Refusal> {
        text::required(&self.members, name)
    }

    /// One of several words.
    pub(crate) fn word(&self, name: &str, words: &[&str]) -> Result<Option<&str>, Refusal> {
        match self.text(name)? {
            Some(word) if !words.contains(&word) => {
                Err(Refusal::bad(format!("{name} must be one of {}, not {word}", words.join(", "))))
            }
            word => Ok(word),
        }
    }

    pub(crate) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.members.get(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(Value::String(text)) if self.form && matches!(text.as_str(), "true" | "1") => Ok(true),
            Some(Value::String(text)) if self.form && matches!(text.as_str(), "false" | "0") => Ok(false),
            Some(_) => Err(Refusal::bad(format!("{name} must be true or false"))),
        }
    }

    pub(crate) fn number(&self, name: &str) -> Result<Option<i64>, Refusal> {
        let number = match self.members.get(name) {
            None => return Ok(None),
            Some(Value::Number(number)) => number.as_i64(),
            Some(Value::String(text)) if self.form => text.parse().ok(),
            Some(_) => None,
        };
        number.map(Some).ok_or_else(|| Refusal::bad(format!("{name} must be an integer")))
    }

    /// A list of texts; nothing when the name does not occur.
    pub(crate) fn texts(&self, name: &str) -> Result<Option<Vec<&str>>, Refusal> {
        let items = match self.members.get(name) {
            None => return Ok(None),
            Some(Value::Array(items)) => items,
            Some(_) => return Err(Refusal::bad(format!("{name} must be an array of strings"))),
        };
        let texts = items.iter().map(|item| item.as_str());
        let texts: Option<Vec<&str>> = texts.collect();
        texts.map(Some).ok_or_else(|| Refusal::bad(format!("{name} must hold strings")))
    }

    pub(crate) fn id(&self, name: &str) -> Result<Option<Id>, Refusal> {
        let Some(written) = self.text(name)? else { return Ok(None) };
        Id::read(written).map(Some).ok_or_else(|| Refusal::bad(format!("Invalid {name}")))
    }
}
