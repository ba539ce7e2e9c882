//! The endpoint that translates texts, by a stand-in that says so.
//!
//! Always: every character counts, also of what no rule or entry touched. Absent: guessing languages in earnest.

use serde::Serialize;

use crate::emulator::fields::Fields;
use crate::emulator::message::RawRequest;
use crate::emulator::order;
use crate::emulator::refusal::Refusal;
use crate::emulator::stand_in;
use crate::emulator::store::Store;
use crate::emulator::terms::{Answer, Terms};
use crate::emulator::tongue;
use crate::emulator::usage;

/// Texts in one request.
const TEXTS: usize = 50;

/// `POST /v2/translate`
pub(crate) fn text(store: &mut Store, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    #[derive(Serialize)]
    struct Translation {
        detected_source_language: String,
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        billed_characters: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        model_type_used: Option<String>,
    }
    #[derive(Serialize)]
    struct Translations {
        translations: Vec<Translation>,
    }
    let fields = Fields::read(request, order::LISTS)?;
    let texts = fields.texts("text")?.ok_or_else(|| Refusal::bad("text is required"))?;
    if texts.is_empty() || texts.len() > TEXTS {
        return Err(Refusal::bad(format!("text must hold 1 to {TEXTS} texts")));
    }
    let billed = fields.flag("show_billed_characters")?;
    let order = order::read(&fields, store.account(terms.account), terms)?;
    let characters: u64 = texts.iter().map(|text| usage::characters(text)).sum();
    usage::count(store, terms, |usage| usage.text += characters)?;
    let translations = texts.iter().map(|text| Translation {
        detected_source_language: order.source.map_or_else(|| detected(text), |source| source.code).to_uppercase(),
        text: stand_in::translated(text, &order),
        billed_characters: billed.then(|| usage::characters(text)),
        model_type_used: order.model.as_ref().map(|model| model.trim_start_matches("prefer_").to_owned()),
    });
    Answer::json(200, &Translations { translations: translations.collect() })
}

/// The language that a text seems to be in: by its script, else by words that only one language has, else English.
pub(crate) fn detected(text: &str) -> &'static str {
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
    best.filter(|(count, _)| *count > 1).map_or("en", |(_, code)| tongue::find(code).map_or("en", |found| found.code))
}
