//! Text improvement on the wire: texts in one language, corrected or rephrased.
//!
//! Invariant: a body is never larger than what the service takes; texts come back in the order in which they went. What
//! cannot be sent is known before anything is.

use std::ops::Range;

use serde_json::{Map, Value as Json};

use crate::service::answer::{parse_answer, text_field, unreadable_error};
use crate::service::client::{Client, build_request};
use crate::service::error::ServiceError;
use crate::service::{Call, Transport};

/// Largest request body, in bytes.
pub const MAX_BODY_BYTES: usize = 10 * 1024;

/// What is to be done with texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImproveRequest {
    /// How far it may go.
    pub mode: ImproveMode,
    /// Variant that the result is to have, of the language that the text has: `en-GB`.
    pub target: Option<String>,
}

/// How far an improvement may go. Wrong states cannot be written: a correction takes neither style nor tone, and a
/// rephrasing one of them at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImproveMode {
    /// Spelling and grammar alone.
    Correct,
    /// Also whole sentences.
    Rephrase,
    /// Whole sentences, in a style such as `business`.
    Style(String),
    /// Whole sentences, in a tone such as `friendly`.
    Tone(String),
}

/// What became of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// The improved text.
    pub text: String,
    /// The language that the text turned out to have.
    pub detected_language: Option<String>,
}

/// A text that does not fit into a request of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the request has {bytes} bytes, and the service takes {MAX_BODY_BYTES} at most")]
pub struct TextTooLong {
    /// Which text.
    pub index: usize,
    /// Bytes of a request that holds it alone.
    pub bytes: usize,
}

impl ImproveRequest {
    fn improve_call(&self) -> Call {
        match self.mode {
            ImproveMode::Correct => Call::Correct,
            ImproveMode::Rephrase | ImproveMode::Style(_) | ImproveMode::Tone(_) => Call::Rephrase,
        }
    }

    fn request_body(&self, texts: &[&str]) -> Json {
        let mut body = Map::from_iter([("text".to_owned(), Json::from(texts.to_vec()))]);
        let mut put = |name: &str, value: &str| body.insert(name.to_owned(), Json::from(value));
        if let Some(target) = &self.target {
            put("target_lang", target);
        }
        match &self.mode {
            ImproveMode::Correct | ImproveMode::Rephrase => None,
            ImproveMode::Style(style) => put("writing_style", style),
            ImproveMode::Tone(tone) => put("tone", tone),
        };
        Json::Object(body)
    }
}

/// How texts are spread over requests, each as full as it may be.
///
/// # Errors
/// A text does not even fit alone.
pub fn split_batches(wish: &ImproveRequest, texts: &[&str]) -> Result<Vec<Range<usize>>, TextTooLong> {
    let size = |range: Range<usize>| wish.request_body(&texts[range]).to_string().len();
    let empty = size(0..0);
    let mut batches: Vec<Range<usize>> = Vec::new();
    let mut used = empty;
    for (index, text) in texts.iter().enumerate() {
        let own = Json::from(*text).to_string().len() + 1;
        if empty + own - 1 > MAX_BODY_BYTES {
            return Err(TextTooLong { index, bytes: empty + own - 1 });
        }
        match batches.last_mut() {
            Some(last) if used + own <= MAX_BODY_BYTES => {
                last.end = index + 1;
                used += own;
            }
            Some(_) | None => {
                batches.push(index..index + 1);
                used = empty + own;
            }
        }
    }
    Ok(batches)
}

/// Improves the texts of one batch, in order.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]. Unreadable where there are not as many results as texts.
pub async fn improve_texts<T: Transport>(
    client: &Client<T>,
    wish: &ImproveRequest,
    texts: &[&str],
) -> Result<Vec<Improvement>, ServiceError> {
    let request = build_request(wish.improve_call(), wish.improve_call().path(&[]), Some(&wish.request_body(texts)));
    let answer = client.send_call(&request).await?;
    let improvements: Vec<Improvement> = parse_answer(&request, &answer, |json| {
        json.get("improvements")?.as_array()?.iter().map(parse_improvement).collect()
    })?;
    if improvements.len() != texts.len() {
        return Err(unreadable_error(&request, &answer, "it has another number of results than texts were sent"));
    }
    Ok(improvements)
}

fn parse_improvement(json: &Json) -> Option<Improvement> {
    Some(Improvement {
        text: text_field(json, "text")?,
        detected_language: text_field(json, "detected_source_language"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(how: ImproveMode) -> ImproveRequest {
        ImproveRequest { mode: how, target: Some("en-GB".to_owned()) }
    }

    #[test]
    fn every_batch_fits_and_none_could_take_the_next_text_too() {
        let texts: Vec<String> = (0..200).map(|n| "ä\"漢".repeat(n % 97 + 1)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let wish = wish(ImproveMode::Tone("friendly".to_owned()));
        let batches = split_batches(&wish, &texts).unwrap();
        let size = |range: Range<usize>| wish.request_body(&texts[range]).to_string().len();
        assert_eq!(batches.iter().cloned().flatten().collect::<Vec<_>>(), (0..200).collect::<Vec<_>>());
        assert!(batches.len() > 3);
        for pair in batches.windows(2) {
            assert!(size(pair[0].clone()) <= MAX_BODY_BYTES);
            assert!(size(pair[0].start..pair[0].end + 1) + 1 > MAX_BODY_BYTES, "{pair:?}");
        }
    }

    #[test]
    fn a_text_that_fits_nowhere_is_named_before_anything_is_sent() {
        let wish = wish(ImproveMode::Correct);
        let room = MAX_BODY_BYTES - wish.request_body(&[""]).to_string().len();
        let (fits, long) = ("x".repeat(room), "x".repeat(room + 1));
        assert_eq!(split_batches(&wish, &["a", &fits, "b"]).unwrap(), [0..1, 1..2, 2..3]);
        assert_eq!(split_batches(&wish, &["a", &long]), Err(TextTooLong { index: 1, bytes: MAX_BODY_BYTES + 1 }));
        assert_eq!(split_batches(&wish, &[]), Ok(Vec::new()));
    }

    #[test]
    fn a_correction_takes_neither_style_nor_tone() {
        let keys = |how| wish(how).request_body(&["t"]).as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(ImproveMode::Correct), ["text", "target_lang"]);
        assert_eq!(keys(ImproveMode::Style("business".to_owned())), ["text", "target_lang", "writing_style"]);
        assert_eq!(keys(ImproveMode::Tone("friendly".to_owned())), ["text", "target_lang", "tone"]);
    }
}
