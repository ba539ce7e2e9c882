//! The endpoints that improve text within one language, by a stand-in.
//!
//! Always: results come in the order of the texts, and every character counts. `correct` mends a few slips that need no
//! knowledge of a language or are on a short list, and leaves every other text as it is, so that nobody writes the words of
//! an emulator into a file; `rephrase` does the same and says in its answer that it is an emulator.

use serde::Serialize;

use crate::emulator::fields::Fields;
use crate::emulator::message::RawRequest;
use crate::emulator::refusal::Refusal;
use crate::emulator::store::Store;
use crate::emulator::terms::{Answer, Terms};
use crate::emulator::tongue::{self, Tongue, Use};
use crate::emulator::translate::detected;
use crate::emulator::usage;

const STYLES: &[&str] = &[
    "default",
    "academic",
    "business",
    "casual",
    "simple",
    "prefer_academic",
    "prefer_business",
    "prefer_casual",
    "prefer_simple",
];
const TONES: &[&str] = &[
    "default",
    "confident",
    "diplomatic",
    "enthusiastic",
    "friendly",
    "prefer_confident",
    "prefer_diplomatic",
    "prefer_enthusiastic",
    "prefer_friendly",
];

/// Slips and what they should be.
const SLIPS: &[(&str, &str)] = &[
    ("adress", "address"),
    ("definately", "definitely"),
    ("occured", "occurred"),
    ("recieve", "receive"),
    ("seperate", "separate"),
    ("teh", "the"),
    ("wiht", "with"),
];

/// `POST /v2/write/rephrase`
pub(crate) fn rephrase(store: &mut Store, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    let fields = Fields::read(request, &["text"])?;
    let style = fields.word("writing_style", STYLES)?.filter(|word| *word != "default");
    let tone = fields.word("tone", TONES)?.filter(|word| *word != "default");
    if style.is_some() && tone.is_some() {
        return Err(Refusal::bad("writing_style and tone must not be used together"));
    }
    let how = style.or(tone);
    if let (Some(how), Some(target)) = (how.filter(|word| !word.starts_with("prefer_")), target(&fields)?)
        && !target.has(Use::Tone)
    {
        return Err(Refusal::bad(format!("{how} is not supported for target_lang {}", target.code)));
    }
    let label = how.map_or_else(|| "[emulated rephrase]".to_owned(), |how| format!("[emulated rephrase: {how} seen]"));
    improve(store, terms, &fields, |text| format!("{label} {}", corrected(text)))
}

/// `POST /v2/write/correct`
pub(crate) fn correct(store: &mut Store, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    let fields = Fields::read(request, &["text"])?;
    for name in ["writing_style", "tone"] {
        if fields.members.contains_key(name) {
            return Err(Refusal::bad(format!("{name} is not supported for corrections")));
        }
    }
    improve(store, terms, &fields, corrected)
}

fn improve(
    store: &mut Store,
    terms: &Terms<'_>,
    fields: &Fields,
    better: impl Fn(&str) -> String,
) -> Result<Answer, Refusal> {
    #[derive(Serialize)]
    struct Improvement {
        text: String,
        detected_source_language: String,
        target_language: String,
    }
    #[derive(Serialize)]
    struct Improvements {
        improvements: Vec<Improvement>,
    }
    if terms.free {
        return Err(Refusal::new(403, "Text improvement is not available on the free plan"));
    }
    let texts = fields.texts("text")?.ok_or_else(|| Refusal::bad("text is required"))?;
    if texts.is_empty() {
        return Err(Refusal::bad("text must hold at least one text"));
    }
    let target = target(fields)?;
    let characters: u64 = texts.iter().map(|text| usage::characters(text)).sum();
    usage::count(store, terms, |usage| usage.write += characters)?;
    let improvements = texts.iter().map(|text| {
        let source = target.map_or_else(|| detected(text), |target| tongue::root(target.code));
        Improvement {
            text: better(text),
            detected_source_language: source.to_owned(),
            target_language: target
                .map_or(if source == "en" { "en-US" } else { source }, |target| target.code)
                .to_owned(),
        }
    });
    Answer::json(200, &Improvements { improvements: improvements.collect() })
}

fn target(fields: &Fields) -> Result<Option<Tongue>, Refusal> {
    let Some(written) = fields.text("target_lang")? else { return Ok(None) };
    tongue::find(written)
        .filter(|tongue| tongue.has(Use::Write))
        .map(Some)
        .ok_or_else(|| Refusal::bad(format!("Value for 'target_lang' not supported: {written}")))
}

/// A text without doubled spaces within its lines and without the slips on the list.
fn corrected(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = piece.trim_end_matches(|c: char| !c.is_alphabetic());
        let lower = word.to_lowercase();
        match SLIPS.iter().find(|(slip, _)| *slip == lower) {
            Some((_, right)) if word.starts_with(char::is_uppercase) => {
                out.extend(right.chars().take(1).flat_map(char::to_uppercase).chain(right.chars().skip(1)));
            }
            Some((_, right)) => out.push_str(right),
            None => out.push_str(word),
        }
        let behind = &piece[word.len()..];
        // What a line begins with is its indentation.
        let inner = out.rsplit('\n').next().is_some_and(|line| !line.trim().is_empty());
        if !(behind == " " && inner && out.ends_with(' ')) {
            out.push_str(behind);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::corrected;

    #[test]
    fn slips_are_mended_and_everything_else_stays() {
        assert_eq!(corrected("Adress  the reader wiht Sie."), "Address the reader with Sie.");
        for text in ["", "Addresses stay.", "  - indented\n  too", "Größe…\n"] {
            assert_eq!(corrected(text), text);
        }
    }
}
