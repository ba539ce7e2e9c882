//! Text improvement on the wire: texts in one language, corrected or rephrased.
//!
//! Invariant: a body is never larger than what the service takes; texts come back in the order in which they went. What
//! cannot be sent is known before anything is.

use std::ops::Range;

use serde_json::{Map, Value as Json};

use crate::service::answer::{read, text, unreadable};
use crate::service::client::{Client, request};
use crate::service::error::Error;
use crate::service::{Call, Transport};

/// Largest request body, in bytes.
pub const BODY_BYTES: usize = 10 * 1024;

/// What is to be done with texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// How far it may go.
    pub how: How,
    /// Variant that the result is to have, of the language that the text has: `en-GB`.
    pub target: Option<String>,
}

/// How far an improvement may go. Wrong states cannot be written: a correction takes neither style nor tone, and a
/// rephrasing one of them at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
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
    pub detected: Option<String>,
}

/// A text that does not fit into a request of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the request has {bytes} bytes, and the service takes {BODY_BYTES} at most")]
pub struct TooLong {
    /// Which text.
    pub index: usize,
    /// Bytes of a request that holds it alone.
    pub bytes: usize,
}

impl Wish {
    fn call(&self) -> Call {
        match self.how {
            How::Correct => Call::Correct,
            How::Rephrase | How::Style(_) | How::Tone(_) => Call::Rephrase,
        }
    }

    fn target(&self) -> &'static str {
        match self.how {
            How::Correct => "/v2/write/correct",
            How::Rephrase | How::Style(_) | How::Tone(_) => "/v2/write/rephrase",
        }
    }

    fn body(&self, texts: &[&str]) -> Json {
        let mut body = Map::from_iter([("text".to_owned(), Json::from(texts.to_vec()))]);
        let mut put = |name: &str, value: &str| body.insert(name.to_owned(), Json::from(value));
        if let Some(target) = &self.target {
            put("target_lang", target);
        }
        match &self.how {
            How::Correct | How::Rephrase => None,
            How::Style(style) => put("writing_style", style),
            How::Tone(tone) => put("tone", tone),
        };
        Json::Object(body)
    }
}

/// How texts are spread over requests, each as full as it may be.
///
/// # Errors
/// A text does not even fit alone.
pub fn batches(wish: &Wish, texts: &[&str]) -> Result<Vec<Range<usize>>, TooLong> {
    let size = |range: Range<usize>| wish.body(&texts[range]).to_string().len();
    let empty = size(0..0);
    let mut batches: Vec<Range<usize>> = Vec::new();
    let mut used = empty;
    for (index, text) in texts.iter().enumerate() {
        let own = Json::from(*text).to_string().len() + 1;
        if empty + own - 1 > BODY_BYTES {
            return Err(TooLong { index, bytes: empty + own - 1 });
        }
        match batches.last_mut() {
            Some(last) if used + own <= BODY_BYTES => {
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
/// See [`crate::service::error::Trouble`]. Unreadable where there are not as many results as texts.
pub async fn improve<T: Transport>(client: &Client<T>, wish: &Wish, texts: &[&str]) -> Result<Vec<Improvement>, Error> {
    let request = request(wish.call(), wish.target(), Some(&wish.body(texts)));
    let answer = client.call(&request).await?;
    let improvements: Vec<Improvement> =
        read(&request, &answer, |json| json.get("improvements")?.as_array()?.iter().map(improvement).collect())?;
    if improvements.len() != texts.len() {
        return Err(unreadable(&request, &answer, "it has another number of results than texts were sent"));
    }
    Ok(improvements)
}

fn improvement(json: &Json) -> Option<Improvement> {
    Some(Improvement { text: text(json, "text")?, detected: text(json, "detected_source_language") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(how: How) -> Wish {
        Wish { how, target: Some("en-GB".to_owned()) }
    }

    #[test]
    fn every_batch_fits_and_none_could_take_the_next_text_too() {
        let texts: Vec<String> = (0..200).map(|n| "ä\"漢".repeat(n % 97 + 1)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let wish = wish(How::Tone("friendly".to_owned()));
        let batches = batches(&wish, &texts).unwrap();
        let size = |range: Range<usize>| wish.body(&texts[range]).to_string().len();
        assert_eq!(batches.iter().cloned().flatten().collect::<Vec<_>>(), (0..200).collect::<Vec<_>>());
        assert!(batches.len() > 3);
        for pair in batches.windows(2) {
            assert!(size(pair[0].clone()) <= BODY_BYTES);
            assert!(size(pair[0].start..pair[0].end + 1) + 1 > BODY_BYTES, "{pair:?}");
        }
    }

    #[test]
    fn a_text_that_fits_nowhere_is_named_before_anything_is_sent() {
        let wish = wish(How::Correct);
        let room = BODY_BYTES - wish.body(&[""]).to_string().len();
        let (fits, long) = ("x".repeat(room), "x".repeat(room + 1));
        assert_eq!(batches(&wish, &["a", &fits, "b"]).unwrap(), [0..1, 1..2, 2..3]);
        assert_eq!(batches(&wish, &["a", &long]), Err(TooLong { index: 1, bytes: BODY_BYTES + 1 }));
        assert_eq!(batches(&wish, &[]), Ok(Vec::new()));
    }

    #[test]
    fn a_correction_takes_neither_style_nor_tone() {
        let keys = |how| wish(how).body(&["t"]).as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(How::Correct), ["text", "target_lang"]);
        assert_eq!(keys(How::Style("business".to_owned())), ["text", "target_lang", "writing_style"]);
        assert_eq!(keys(How::Tone("friendly".to_owned())), ["text", "target_lang", "tone"]);
    }
}
