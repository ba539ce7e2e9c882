//! The endpoint that translates texts, by a stand-in that says so.
//!
//! Always: every character counts, also of what no rule or entry touched. Absent: guessing languages in earnest.

use serde::Serialize;

use crate::emulator::LabelPlace;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::fake_translation;
use crate::emulator::language_table;
use crate::emulator::message::RawRequest;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::request_fields::RequestFields;
use crate::emulator::store::EmulatorStore;
use crate::emulator::translation_parameters;
use crate::emulator::usage::{self, UsedFor};

/// `POST /v2/translate`
pub(crate) fn translate_text(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    #[derive(Serialize)]
    struct TranslationBody {
        detected_source_language: String,
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        billed_characters: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        model_type_used: Option<String>,
    }
    #[derive(Serialize)]
    struct TranslationsBody {
        translations: Vec<TranslationBody>,
    }
    let fields = RequestFields::from_request(request, translation_parameters::LIST_FIELDS)?;
    let texts = fields.get_texts("text")?.ok_or_else(|| ErrorResponse::bad_request("text is required"))?;
    if texts.is_empty() {
        return Err(ErrorResponse::bad_request("text must hold at least one text"));
    }
    let billed = fields.get_flag("show_billed_characters")?;
    let order = translation_parameters::read_parameters(&fields, store.account(context.account), context)?;
    let characters: u64 = texts.iter().map(|text| usage::count_characters(text)).sum();
    usage::add_usage(store, context, UsedFor::Text, characters)?;
    let mut is_labelled = false;
    let translations = texts.iter().map(|text| {
        let source = order.source.map(|source| source.code);
        let answer = fake_translation::answer_text(text, &order, context);
        is_labelled |= answer.is_emulated;
        TranslationBody {
            detected_source_language: source
                .or(answer.source)
                .map_or_else(|| detect_language(text).to_uppercase(), str::to_uppercase),
            text: answer.text,
            billed_characters: billed.then(|| usage::count_characters(text)),
            model_type_used: order.model.as_ref().map(|model| model.trim_start_matches("prefer_").to_owned()),
        }
    });
    let body = TranslationsBody { translations: translations.collect() };
    let mut answer = EndpointResponse::from_json(200, &body)?;
    if is_labelled && context.label == LabelPlace::Header {
        answer.label = Some(fake_translation::describe_parameters(&order));
    }
    Ok(answer)
}

/// The language that a text seems to be in: by its script, else by words that only one language has, else English.
pub(crate) fn detect_language(text: &str) -> &'static str {
    let any = |from: char, to: char| text.chars().any(|c| (from..=to).contains(&c));
    let scripts = [
        ('\u{3040}', '\u{30ff}', "ja"),
        ('\u{ac00}', '\u{d7af}', "ko"),
        ('\u{4e00}', '\u{9fff}', "zh"),
        ('а', 'я', "ru"),
    ];
    if let Some((_, _, code)) = scripts.into_iter().find(|(from, to, _)| any(*from, *to)) {
        return code;
    }
    let words = [
        ("de", ["und", "der", "die", "das", "nicht", "ist"]),
        ("fr", ["les", "des", "est", "une", "et", "vous"]),
        ("es", ["los", "las", "el", "una", "y", "usted"]),
        ("it", ["gli", "che", "della", "il", "è", "sono"]),
    ];
    let lower = text.to_lowercase();
    let count = |list: &[&str]| lower.split(|c: char| !c.is_alphanumeric()).filter(|word| list.contains(word)).count();
    let best = words.iter().map(|(code, list)| (count(list), *code)).max_by_key(|(count, _)| *count);
    best.filter(|(count, _)| *count > 1)
        .map_or("en", |(_, code)| language_table::find_language(code).map_or("en", |found| found.code))
}
