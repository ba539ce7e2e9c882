//! The endpoints that improve text within one language, by a stand-in.
//!
//! Always: results come in the order of the texts, and every character counts. `correct` mends a few slips that need no
//! knowledge of a language or are on a short list, and leaves every other text as it is, so that nobody writes the words of
//! an emulator into a file; `rephrase` does the same and says in its answer that it is an emulator.

use serde::Serialize;

use crate::emulator::LabelPlace;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::language_table::{self, EmulatedLanguage, EmulatedLanguageUse};
use crate::emulator::message::RawRequest;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::request_fields::RequestFields;
use crate::emulator::store::EmulatorStore;
use crate::emulator::translate::detect_language;
use crate::emulator::usage::{self, UsedFor};

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

/// Targets without a variant that are still taken, and the variant that they stand for.
const FORMER_TARGETS: &[(&str, &str)] = &[("en", "en-US"), ("pt", "pt-PT")];

/// Slips and what they should be.
const CORRECTIONS: &[(&str, &str)] = &[
    ("adress", "address"),
    ("definately", "definitely"),
    ("occured", "occurred"),
    ("recieve", "receive"),
    ("seperate", "separate"),
    ("teh", "the"),
    ("wiht", "with"),
];

/// `POST /v2/write/rephrase`
pub(crate) fn rephrase_texts(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = RequestFields::from_request(request, &["text"])?;
    let style = fields.get_choice("writing_style", STYLES)?.filter(|word| *word != "default");
    let tone = fields.get_choice("tone", TONES)?.filter(|word| *word != "default");
    if style.is_some() && tone.is_some() {
        return Err(ErrorResponse::bad_request("Both writing_style and tone defined, and one is allowed"));
    }
    let how = style.or(tone);
    if let (Some(how), Some(target)) = (how.filter(|word| !word.starts_with("prefer_")), parse_target(&fields)?)
        && !target.supports_use(EmulatedLanguageUse::Tone)
    {
        let what = if style.is_some() { "writing style" } else { "tone" };
        let code = target.code;
        return Err(ErrorResponse::bad_request(format!("Language {code} does not support setting a {what}: {how}")));
    }
    let label = how.map_or_else(|| "[emulated rephrase]".to_owned(), |how| format!("[emulated rephrase: {how} seen]"));
    match context.label {
        LabelPlace::Text => improve_texts(store, context, &fields, |text| format!("{label} {}", correct_text(text))),
        LabelPlace::Header => {
            let mut answer = improve_texts(store, context, &fields, correct_text)?;
            answer.label = Some(label);
            Ok(answer)
        }
    }
}

/// `POST /v2/write/correct`
pub(crate) fn correct_texts(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    let fields = RequestFields::from_request(request, &["text"])?;
    for name in ["writing_style", "tone"] {
        if fields.members.contains_key(name) {
            return Err(ErrorResponse::bad_request(format!("{name} is not supported for corrections")));
        }
    }
    improve_texts(store, context, &fields, correct_text)
}

fn improve_texts(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    fields: &RequestFields,
    better: impl Fn(&str) -> String,
) -> Result<EndpointResponse, ErrorResponse> {
    #[derive(Serialize)]
    struct ImprovementBody {
        text: String,
        detected_source_language: String,
        target_language: String,
    }
    #[derive(Serialize)]
    struct ImprovementsBody {
        improvements: Vec<ImprovementBody>,
    }
    if context.free {
        return Err(ErrorResponse::new(403, "Text improvement is not available on the free plan"));
    }
    let texts = fields.get_texts("text")?.ok_or_else(|| ErrorResponse::bad_request("text is required"))?;
    if texts.is_empty() {
        return Err(ErrorResponse::bad_request("text must hold at least one text"));
    }
    let target = parse_target(fields)?;
    let characters: u64 = texts.iter().map(|text| usage::count_characters(text)).sum();
    usage::add_usage(store, context, UsedFor::Write, characters)?;
    let improvements = texts.iter().map(|text| {
        let source = target.map_or_else(|| detect_language(text), |target| language_table::root_code(target.code));
        ImprovementBody {
            text: better(text),
            detected_source_language: source.to_owned(),
            target_language: target
                .map_or(if source == "en" { "en-US" } else { source }, |target| target.code)
                .to_owned(),
        }
    });
    EndpointResponse::from_json(200, &ImprovementsBody { improvements: improvements.collect() })
}

fn parse_target(fields: &RequestFields) -> Result<Option<EmulatedLanguage>, ErrorResponse> {
    let Some(written) = fields.get_text("target_lang")? else { return Ok(None) };
    let meant = FORMER_TARGETS.iter().find(|(former, _)| former.eq_ignore_ascii_case(written));
    language_table::find_language(meant.map_or(written, |(_, variant)| variant))
        .filter(|tongue| tongue.supports_use(EmulatedLanguageUse::Write))
        .map(Some)
        .ok_or_else(|| ErrorResponse::bad_request(format!("Value for 'target_lang' not supported: {written}")))
}

/// A text without doubled spaces within its lines and without the slips on the list.
fn correct_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| !c.is_alphabetic()) {
        let word = piece.trim_end_matches(|c: char| !c.is_alphabetic());
        let lower = word.to_lowercase();
        match CORRECTIONS.iter().find(|(slip, _)| *slip == lower) {
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
    use super::correct_text;

    #[test]
    fn slips_are_mended_and_everything_else_stays() {
        assert_eq!(correct_text("Adress  the reader wiht Sie."), "Address the reader with Sie.");
        for text in ["", "Addresses stay.", "  - indented\n  too", "Größe…\n"] {
            assert_eq!(correct_text(text), text);
        }
    }
}
