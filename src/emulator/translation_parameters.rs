//! What a translation is asked to go by: the parameters that texts and documents share.
//!
//! Always: every identifier leads to a thing of the account, and all of it fits the languages, or the request is refused.
//! Absent: parameters that change nothing here (`context`, `tag_handling_version`, `enable_watermark`); their types are
//! checked, and `enable_beta_languages` is not even that.

use std::sync::Arc;

use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::language_table::{self, EmulatedLanguage, EmulatedLanguageUse};
use crate::emulator::records::{StoredGlossary, StoredStyleList};
use crate::emulator::request_context::RequestContext;
use crate::emulator::request_fields::RequestFields;
use crate::emulator::store::EmulatedAccount;

/// Names that hold several values.
pub(crate) const LIST_FIELDS: &[&str] =
    &["text", "glossary_ids", "custom_instructions", "splitting_tags", "non_splitting_tags", "ignore_tags"];

/// Glossaries in one request.
const MAX_GLOSSARIES: usize = 5;
/// Custom instructions in one request.
const MAX_INSTRUCTIONS: usize = 10;

const FORMALITY: &[&str] = &["default", "more", "less", "prefer_more", "prefer_less"];
const SPLIT_SENTENCES: &[&str] = &["0", "1", "nonewlines"];
/// Root languages of targets that custom instructions are taken for.
const INSTRUCTION_LANGUAGES: &[&str] = &["de", "en", "es", "fr", "it", "ja", "ko", "zh"];
const MODELS: &[&str] = &["latency_optimized", "quality_optimized", "prefer_quality_optimized"];

/// What a translation goes by.
#[derive(Debug)]
pub(crate) struct EmulatedTranslationParameters {
    pub(crate) source: Option<EmulatedLanguage>,
    pub(crate) target: EmulatedLanguage,
    /// Dictionaries of the pair, first come first.
    pub(crate) glossaries: Vec<Arc<StoredGlossary>>,
    pub(crate) style: Option<Arc<StoredStyleList>>,
    pub(crate) translation_memory: Option<String>,
    pub(crate) formality: Option<String>,
    /// How many instructions came with the request itself.
    pub(crate) instruction_count: usize,
    pub(crate) model: Option<String>,
    pub(crate) handles_tags: bool,
}

/// Reads the parameters and looks up what they name.
pub(crate) fn read_parameters(
    fields: &RequestFields,
    account: &EmulatedAccount,
    terms: &RequestContext<'_>,
) -> Result<EmulatedTranslationParameters, ErrorResponse> {
    let target = parse_target(fields.require_text("target_lang")?)?;
    let source = fields.get_text("source_lang")?.map(parse_source).transpose()?;
    let formality = fields.get_choice("formality", FORMALITY)?;
    if matches!(formality, Some("more" | "less")) && !target.supports_use(EmulatedLanguageUse::Formality) {
        return Err(ErrorResponse::bad_request(format!("formality is not supported for target_lang {}", target.code)));
    }
    let model = fields.get_choice("model_type", MODELS)?;
    let tags = fields.get_choice("tag_handling", &["xml", "html"])?.is_some();
    fields.get_choice("tag_handling_version", &["v1", "v2"])?;
    fields.get_text("context")?;
    fields.get_choice("split_sentences", SPLIT_SENTENCES)?;
    for name in ["preserve_formatting", "outline_detection"] {
        fields.check_switch(name)?;
    }
    for name in ["splitting_tags", "non_splitting_tags", "ignore_tags"] {
        fields.get_names(name)?;
    }
    let instructions = fields.get_texts("custom_instructions")?.unwrap_or_default();
    if instructions.len() > MAX_INSTRUCTIONS {
        return Err(ErrorResponse::bad_request(format!("custom_instructions hold at most {MAX_INSTRUCTIONS}")));
    }
    if !instructions.is_empty() && !INSTRUCTION_LANGUAGES.contains(&language_table::root_code(target.code)) {
        let code = target.code;
        return Err(ErrorResponse::bad_request(format!(
            "custom_instructions are not supported for target_lang {code}"
        )));
    }
    for instruction in &instructions {
        crate::emulator::text_fields::check_length("custom_instructions", instruction, terms.limits.prompt)?;
    }
    Ok(EmulatedTranslationParameters {
        glossaries: find_glossaries(fields, account, source, target)?,
        style: find_style(fields, account, terms, target)?,
        translation_memory: find_translation_memory(fields, account, source, target)?,
        source,
        target,
        formality: formality.filter(|word| *word != "default").map(str::to_owned),
        instruction_count: instructions.len(),
        model: model.map(str::to_owned),
        handles_tags: tags,
    })
}

/// A target; `en` and `pt` are taken for what they once meant.
fn parse_target(written: &str) -> Result<EmulatedLanguage, ErrorResponse> {
    language_table::find_language(written)
        .filter(|tongue| {
            tongue.supports_use(EmulatedLanguageUse::Target) || tongue.supports_use(EmulatedLanguageUse::Source)
        })
        .ok_or_else(|| ErrorResponse::bad_request(format!("Value for 'target_lang' not supported: {written}")))
}

fn parse_source(written: &str) -> Result<EmulatedLanguage, ErrorResponse> {
    language_table::find_language(written)
        .filter(|tongue| tongue.supports_use(EmulatedLanguageUse::Source))
        .ok_or_else(|| ErrorResponse::bad_request(format!("Value for 'source_lang' not supported: {written}")))
}

fn find_glossaries(
    fields: &RequestFields,
    account: &EmulatedAccount,
    source: Option<EmulatedLanguage>,
    target: EmulatedLanguage,
) -> Result<Vec<Arc<StoredGlossary>>, ErrorResponse> {
    let several = fields.get_names("glossary_ids")?;
    let ids: Vec<EmulatedId> = match (fields.get_id("glossary_id")?, several) {
        (None, None) => return Ok(Vec::new()),
        (Some(_), Some(_)) => {
            return Err(ErrorResponse::bad_request("glossary_id and glossary_ids must not be used together"));
        }
        (Some(id), None) => vec![id],
        (None, Some(written)) => {
            let ids = written
                .iter()
                .map(|id| EmulatedId::parse(id).ok_or_else(|| ErrorResponse::bad_request("Invalid glossary_ids")));
            ids.collect::<Result<_, _>>()?
        }
    };
    if ids.is_empty() || ids.len() > MAX_GLOSSARIES {
        return Err(ErrorResponse::bad_request(format!("glossary_ids must hold 1 to {MAX_GLOSSARIES} identifiers")));
    }
    let source = source.ok_or_else(|| ErrorResponse::bad_request("A glossary needs source_lang"))?;
    let (from, to) = (language_table::root_code(source.code), language_table::root_code(target.code));
    let found = ids.into_iter().map(|id| {
        let glossary = account.glossaries.get(id).ok_or_else(|| ErrorResponse::not_found("Glossary"))?;
        let mut held = glossary.dictionaries.iter();
        if held.any(|dictionary| dictionary.source_lang == from && dictionary.target_lang == to) {
            Ok(Arc::clone(glossary))
        } else {
            Err(ErrorResponse::bad_request(format!("Glossary {id} has no dictionary from {from} to {to}")))
        }
    });
    found.collect()
}

fn find_style(
    fields: &RequestFields,
    account: &EmulatedAccount,
    terms: &RequestContext<'_>,
    target: EmulatedLanguage,
) -> Result<Option<Arc<StoredStyleList>>, ErrorResponse> {
    let Some(id) = fields.get_id("style_id")? else { return Ok(None) };
    if terms.free {
        return Err(ErrorResponse::new(403, "Style rules are not available on the free plan"));
    }
    let list = account.styles.get(id).ok_or_else(|| ErrorResponse::not_found("Style rule list"))?;
    if language_table::root_code(&list.language) != language_table::root_code(target.code) {
        return Err(ErrorResponse::bad_request(format!(
            "style_id is of a list for {}, and target_lang is {}",
            list.language, target.code
        )));
    }
    Ok(Some(Arc::clone(list)))
}

fn find_translation_memory(
    fields: &RequestFields,
    account: &EmulatedAccount,
    source: Option<EmulatedLanguage>,
    target: EmulatedLanguage,
) -> Result<Option<String>, ErrorResponse> {
    if fields.get_number("translation_memory_threshold")?.is_some_and(|percent| !(0..=100).contains(&percent)) {
        return Err(ErrorResponse::bad_request("translation_memory_threshold must be from 0 to 100"));
    }
    let Some(id) = fields.get_id("translation_memory_id")? else { return Ok(None) };
    let memory = account.translation_memories.get(id).ok_or_else(|| ErrorResponse::not_found("Translation memory"))?;
    let same = |left: &str, right: &str| {
        language_table::root_code(left).eq_ignore_ascii_case(language_table::root_code(right))
    };
    if source.is_some_and(|source| !same(source.code, &memory.source_language)) {
        return Err(ErrorResponse::bad_request(format!(
            "The translation memory is of source language {}",
            memory.source_language
        )));
    }
    if !memory.target_languages.iter().any(|held| same(held, target.code)) {
        return Err(ErrorResponse::bad_request(format!(
            "The translation memory has no translations into {}",
            target.code
        )));
    }
    Ok(Some(memory.name.clone()))
}
