//! Request bodies: JSON read strictly, and forms where an endpoint takes them.
//!
//! Always: one value, nothing behind it, no key twice in an object, bounded depth, valid UTF-8; anything else is a 400.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::emulator::error_response::ErrorResponse;
use crate::emulator::form_body;
use crate::emulator::message::RawRequest;

const FORM_MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

/// The JSON object that a request carries.
pub(crate) fn read_json_object(request: &RawRequest) -> Result<Map<String, Value>, ErrorResponse> {
    if request.body.is_empty() {
        return Err(ErrorResponse::bad_request("Request body is required"));
    }
    if read_media_type(request)? != "application/json" {
        return Err(ErrorResponse::new(415, "Unsupported media type: send application/json"));
    }
    let StrictJson(value) = serde_json::from_slice(&request.body).map_err(|error| invalid_json_error(&error))?;
    match value {
        Value::Object(members) => Ok(members),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err(ErrorResponse::bad_request("Request body must be a JSON object"))
        }
    }
}

fn invalid_json_error(error: &serde_json::Error) -> ErrorResponse {
    // Only what this file itself objects to is said in its words.
    let what =
        if error.is_data() { error.to_string() } else { format!("line {} column {}", error.line(), error.column()) };
    ErrorResponse::bad_request(format!("Request body is not valid JSON: {what}"))
}

/// The object that a request carries in JSON, or as a form in which `lists` may hold several values.
pub(crate) fn read_members(request: &RawRequest, lists: &[&str]) -> Result<Map<String, Value>, ErrorResponse> {
    match read_media_type(request)?.as_str() {
        "application/json" => read_json_object(request),
        FORM_MEDIA_TYPE if request.body.is_empty() => Err(ErrorResponse::bad_request("Request body is required")),
        FORM_MEDIA_TYPE => form_body::parse_form(&request.body, lists),
        _ => {
            Err(ErrorResponse::new(415, format!("Unsupported media type: send application/json or {FORM_MEDIA_TYPE}")))
        }
    }
}

/// What the body is declared to be, in lower case and without parameters.
pub(crate) fn read_media_type(request: &RawRequest) -> Result<String, ErrorResponse> {
    let encoding = request.header("content-encoding").unwrap_or("identity").trim();
    let declared = request.header("content-type").unwrap_or_default();
    let media = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if encoding.eq_ignore_ascii_case("identity") {
        Ok(media)
    } else {
        Err(ErrorResponse::new(415, "Unsupported content encoding"))
    }
}

/// A JSON value in which no object holds a key twice.
struct StrictJson(Value);

impl<'de> Deserialize<'de> for StrictJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(StrictJson(item)) = access.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some((key, StrictJson(value))) = access.next_entry::<String, StrictJson>()? {
            if members.contains_key(&key) {
                return Err(A::Error::custom(format_args!("duplicate key `{key}`")));
            }
            members.insert(key, value);
        }
        Ok(Value::Object(members))
    }
}
