//! What a translation is asked to go by: the parameters that texts and documents share.
//!
//! Always: every identifier leads to a thing of the account, and all of it fits the languages, or the request is refused.
//! Absent: parameters that change nothing here (`context`, `tag_handling_version`, `enable_watermark`); their types are
//! checked, and `enable_beta_languages` is not even that.

use std::sync::Arc;

use crate::emulator::error_response::ErrorResponse;
use crate::emulator::id::EmulatedId;
use crate::emulator::language_table::{self, EmulatedLanguage, EmulatedLanguageUse};
use crate::emulator::records::{StoredGlossary, StoredStyleList, StoredStyleProfile};
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
    context: &RequestContext<'_>,
) -> Result<EmulatedTranslationParameters, ErrorResponse> {
    let target = parse_target(fields.require_text("target_lang")?)?;
    let source = fields.get_text("source_lang")?.map(parse_source).transpose()?;
    let formality = fields.get_choice("formality", FORMALITY)?;
    if matches!(formality, Some("more" | "less")) && !target.supports_use(EmulatedLanguageUse::Formality) {
        return Err(ErrorResponse::bad_request(format!(
            "'formality' is not supported for given 'target_lang' {}",
            target.code
        )));
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
        crate::emulator::text_fields::check_length("custom_instructions", instruction, context.limits.prompt)?;
    }
    let profile = find_profile(fields, account, context)?;
    let profile = profile.as_deref().map(|profile| select_components(profile, account, source, target));
    let (mut glossaries, style) =
        (find_glossaries(fields, account, source, target)?, find_style(fields, account, context, target)?);
    let memory = find_translation_memory(fields, account, source, target)?;
    let SelectedComponents { glossaries: held, style: held_style, translation_memory: held_memory } =
        profile.unwrap_or_default();
    if glossaries.is_empty() {
        glossaries = held;
    }
    Ok(EmulatedTranslationParameters {
        glossaries,
        style: style.or(held_style),
        translation_memory: memory.or(held_memory),
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

/// Parameters that name what a style profile may hold.
const COMPONENT_FIELDS: &[&str] = &["glossary_id", "glossary_ids", "style_id", "translation_memory_id"];

/// The style profile that a request names.
fn find_profile(
    fields: &RequestFields,
    account: &EmulatedAccount,
    context: &RequestContext<'_>,
) -> Result<Option<Arc<StoredStyleProfile>>, ErrorResponse> {
    let Some(id) = fields.get_id("style_profile_id")? else { return Ok(None) };
    let beside = COMPONENT_FIELDS.iter().find(|name| fields.members.contains_key(**name));
    if let Some(name) = beside.filter(|_| context.quirks.refuse_beside_style_profile) {
        return Err(ErrorResponse::bad_request(format!("style_profile_id and {name} must not be used together")));
    }
    let profile = account.style_profiles.get(id).ok_or_else(|| ErrorResponse::not_found("Style profile"))?;
    Ok(Some(Arc::clone(profile)))
}

/// What of a style profile fits a pair of languages.
#[derive(Default)]
struct SelectedComponents {
    glossaries: Vec<Arc<StoredGlossary>>,
    style: Option<Arc<StoredStyleList>>,
    translation_memory: Option<String>,
}

fn select_components(
    profile: &StoredStyleProfile,
    account: &EmulatedAccount,
    source: Option<EmulatedLanguage>,
    target: EmulatedLanguage,
) -> SelectedComponents {
    let to = language_table::root_code(target.code);
    let from = source.map(|source| language_table::root_code(source.code));
    let has_pair = |glossary: &&Arc<StoredGlossary>| {
        let mut held = glossary.dictionaries.iter();
        held.any(|dictionary| from.is_none_or(|from| dictionary.source_lang == from) && dictionary.target_lang == to)
    };
    let styles = profile.style_rule_ids.iter().filter_map(|id| account.styles.get(*id));
    let mut memories = profile.translation_memory_ids.iter().filter_map(|id| account.translation_memories.get(*id));
    let fits = |held: &str, code: &str| language_table::root_code(held).eq_ignore_ascii_case(code);
    SelectedComponents {
        glossaries: profile
            .glossary_ids
            .iter()
            .filter_map(|id| account.glossaries.get(*id))
            .filter(has_pair)
            .cloned()
            .collect(),
        style: styles.into_iter().find(|list| fits(&list.language, to)).cloned(),
        translation_memory: memories
            .find(|memory| {
                from.is_some_and(|from| fits(&memory.source_language, from))
                    && memory.target_languages.iter().any(|held| fits(held, to))
            })
            .map(|memory| memory.name.clone()),
    }
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
    context: &RequestContext<'_>,
    target: EmulatedLanguage,
) -> Result<Option<Arc<StoredStyleList>>, ErrorResponse> {
    let Some(id) = fields.get_id("style_id")? else { return Ok(None) };
    if context.free {
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
