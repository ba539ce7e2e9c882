//! Translation of text on the wire: a sample goes out with the parameters that an application would send.

use serde_json::{Map, Value as Json};

use crate::service::answer::{parse_answer, text_field, unreadable_error};
use crate::service::client::{Client, build_request};
use crate::service::error::ServiceError;
use crate::service::{Call, Transport};

/// Most texts in one request.
pub const MAX_TEXTS: usize = 50;
/// Largest request body, in bytes: what the service documents for everything that is not a document.
pub const MAX_BODY_BYTES: usize = 128 * 1024;

/// What became of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// The translated text.
    pub text: String,
    /// The language that the source turned out to have, as the service writes it.
    pub detected_language: Option<String>,
    /// Characters that were billed, where that was asked for.
    pub billed_characters: Option<u64>,
    /// The kind of model that was used, where the service says so.
    pub model: Option<String>,
}

/// Translates texts in order, with parameters such as `target_lang` and `style_id`.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]. Unreadable where there are not as many translations as texts.
pub async fn translate_texts<T: Transport>(
    client: &Client<T>,
    texts: &[&str],
    parameters: &Map<String, Json>,
) -> Result<Vec<Translation>, ServiceError> {
    let request =
        build_request(Call::TranslateText, Call::TranslateText.path(&[]), Some(&request_body(texts, parameters)));
    let answer = client.send_call(&request).await?;
    let translations: Vec<Translation> = parse_answer(&request, &answer, |json| {
        json.get("translations")?.as_array()?.iter().map(parse_translation).collect()
    })?;
    if translations.len() != texts.len() {
        return Err(unreadable_error(&request, &answer, "it has another number of translations than texts were sent"));
    }
    Ok(translations)
}

/// The body of a request: the texts before everything else.
#[must_use]
pub fn request_body(texts: &[&str], parameters: &Map<String, Json>) -> Json {
    let mut body = Map::from_iter([("text".to_owned(), Json::from(texts.to_vec()))]);
    body.extend(parameters.iter().map(|(name, value)| (name.clone(), value.clone())));
    Json::Object(body)
}

fn parse_translation(json: &Json) -> Option<Translation> {
    Some(Translation {
        text: text_field(json, "text")?,
        detected_language: text_field(json, "detected_source_language"),
        billed_characters: json.get("billed_characters").and_then(Json::as_u64),
        model: text_field(json, "model_type_used"),
    })
}
