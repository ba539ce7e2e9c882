//! What a translation is asked to go by: the parameters that texts and documents share.
//!
//! Always: every identifier leads to a thing of the account, and all of it fits the languages, or the request is refused.
//! Absent: parameters that change nothing here (`context`, `tag_handling_version`, `enable_watermark`); their types are
//! checked, and `enable_beta_languages` is not even that.

use std::sync::Arc;

use crate::emulator::fields::Fields;
use crate::emulator::held::{Glossary, StyleList};
use crate::emulator::id::Id;
use crate::emulator::refusal::Refusal;
use crate::emulator::store::Account;
use crate::emulator::terms::Terms;
use crate::emulator::tongue::{self, Tongue, Use};

/// Names that hold several values.
pub(crate) const LISTS: &[&str] = &["text", "glossary_ids", "custom_instructions"];

/// Glossaries in one request.
const GLOSSARIES: usize = 5;
/// Custom instructions in one request.
const INSTRUCTIONS: usize = 10;

const FORMALITY: &[&str] = &["default", "more", "less", "prefer_more", "prefer_less"];
const MODELS: &[&str] = &["latency_optimized", "quality_optimized", "prefer_quality_optimized"];

/// What a translation goes by.
#[derive(Debug)]
pub(crate) struct Order {
    pub(crate) source: Option<Tongue>,
    pub(crate) target: Tongue,
    /// Dictionaries of the pair, first come first.
    pub(crate) glossaries: Vec<Arc<Glossary>>,
    pub(crate) style: Option<Arc<StyleList>>,
    pub(crate) memory: Option<String>,
    pub(crate) formality: Option<String>,
    /// How many instructions came with the request itself.
    pub(crate) instructions: usize,
    pub(crate) model: Option<String>,
    pub(crate) tags: bool,
}

/// Reads the parameters and looks up what they name.
pub(crate) fn read(fields: &Fields, account: &Account, terms: &Terms<'_>) -> Result<Order, Refusal> {
    let target = target(fields.required("target_lang")?)?;
    let source = fields.text("source_lang")?.map(source).transpose()?;
    let formality = fields.word("formality", FORMALITY)?;
    if matches!(formality, Some("more" | "less")) && !target.has(Use::Formality) {
        return Err(Refusal::bad(format!("formality is not supported for target_lang {}", target.code)));
    }
    let model = fields.word("model_type", MODELS)?;
    let tags = fields.word("tag_handling", &["xml", "html"])?.is_some();
    fields.word("tag_handling_version", &["v1", "v2"])?;
    fields.text("context")?;
    let instructions = fields.texts("custom_instructions")?.unwrap_or_default();
    if instructions.len() > INSTRUCTIONS {
        return Err(Refusal::bad(format!("custom_instructions hold at most {INSTRUCTIONS}")));
    }
    for instruction in &instructions {
        crate::emulator::text::within("custom_instructions", instruction, terms.limits.prompt)?;
    }
    Ok(Order {
        glossaries: glossaries(fields, account, source, target)?,
        style: style(fields, account, terms, target)?,
        memory: memory(fields, account, source, target)?,
        source,
        target,
        formality: formality.filter(|word| *word != "default").map(str::to_owned),
        instructions: instructions.len(),
        model: model.map(str::to_owned),
        tags,
    })
}

/// A target; `en` and `pt` are taken for what they once meant.
fn target(written: &str) -> Result<Tongue, Refusal> {
    tongue::find(written)
        .filter(|tongue| tongue.has(Use::Target) || tongue.has(Use::Source))
        .ok_or_else(|| Refusal::bad(format!("Value for 'target_lang' not supported: {written}")))
}

fn source(written: &str) -> Result<Tongue, Refusal> {
    tongue::find(written)
        .filter(|tongue| tongue.has(Use::Source))
        .ok_or_else(|| Refusal::bad(format!("Value for 'source_lang' not supported: {written}")))
}

fn glossaries(
    fields: &Fields,
    account: &Account,
    source: Option<Tongue>,
    target: Tongue,
) -> Result<Vec<Arc<Glossary>>, Refusal> {
    let several = fields.texts("glossary_ids")?;
    let ids: Vec<Id> = match (fields.id("glossary_id")?, several) {
        (None, None) => return Ok(Vec::new()),
        (Some(_), Some(_)) => return Err(Refusal::bad("glossary_id and glossary_ids must not be used together")),
        (Some(id), None) => vec![id],
        (None, Some(written)) => {
            let ids = written.iter().map(|id| Id::read(id).ok_or_else(|| Refusal::bad("Invalid glossary_ids")));
            ids.collect::<Result<_, _>>()?
        }
    };
    if ids.is_empty() || ids.len() > GLOSSARIES {
        return Err(Refusal::bad(format!("glossary_ids must hold 1 to {GLOSSARIES} identifiers")));
    }
    let source = source.ok_or_else(|| Refusal::bad("A glossary needs source_lang"))?;
    let (from, to) = (tongue::root(source.code), tongue::root(target.code));
    let found = ids.into_iter().map(|id| {
        let glossary = account.glossaries.get(id).ok_or_else(|| Refusal::absent("Glossary"))?;
        let mut held = glossary.dictionaries.iter();
        if held.any(|dictionary| dictionary.source_lang == from && dictionary.target_lang == to) {
            Ok(Arc::clone(glossary))
        } else {
            Err(Refusal::bad(format!("Glossary {id} has no dictionary from {from} to {to}")))
        }
    });
    found.collect()
}

fn style(
    fields: &Fields,
    account: &Account,
    terms: &Terms<'_>,
    target: Tongue,
) -> Result<Option<Arc<StyleList>>, Refusal> {
    let Some(id) = fields.id("style_id")? else { return Ok(None) };
    if terms.free {
        return Err(Refusal::new(403, "Style rules are not available on the free plan"));
    }
    let list = account.styles.get(id).ok_or_else(|| Refusal::absent("Style rule list"))?;
    if tongue::root(&list.language) != tongue::root(target.code) {
        return Err(Refusal::bad(format!(
            "style_id is of a list for {}, and target_lang is {}",
            list.language, target.code
        )));
    }
    Ok(Some(Arc::clone(list)))
}

fn memory(
    fields: &Fields,
    account: &Account,
    source: Option<Tongue>,
    target: Tongue,
) -> Result<Option<String>, Refusal> {
    if fields.number("translation_memory_threshold")?.is_some_and(|percent| !(0..=100).contains(&percent)) {
        return Err(Refusal::bad("translation_memory_threshold must be from 0 to 100"));
    }
    let Some(id) = fields.id("translation_memory_id")? else { return Ok(None) };
    let memory = account.memories.get(id).ok_or_else(|| Refusal::absent("Translation memory"))?;
    let same = |left: &str, right: &str| tongue::root(left).eq_ignore_ascii_case(tongue::root(right));
    if source.is_some_and(|source| !same(source.code, &memory.source_language)) {
        return Err(Refusal::bad(format!("The translation memory is of source language {}", memory.source_language)));
    }
    if !memory.target_languages.iter().any(|held| same(held, target.code)) {
        return Err(Refusal::bad(format!("The translation memory has no translations into {}", target.code)));
    }
    Ok(Some(memory.name.clone()))
}
