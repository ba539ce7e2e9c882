//! What the files want, held against what the service offers now: languages by resource, and translation memories.
//!
//! Built-in knowledge lags behind the service, so the live listing settles what it can: a note, or a refusal where the
//! service would refuse a part of the plan. What could not be asked settles nothing and is said.

use std::collections::BTreeSet;

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::capabilities::{
    Capabilities, GLOSSARY, STYLE_RULES, SupportedLanguage, TRANSLATE_TEXT, VOICE, WRITE,
};
use crate::model::profile::{Formality, Profile, WritingParameters};
use crate::model::{Address, Kind, Language};
use crate::plan::translation_memory::{self, MismatchReason};
use crate::plan::{Blocker, Operation, Plan, PlanItem, Safeguard};

/// What has to be asked before the offer can be judged. Nothing, where everything wanted is built in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequiredCapabilities {
    /// Resources whose languages are needed.
    pub resources: BTreeSet<&'static str>,
    /// Whether the translation memories are.
    pub memories: bool,
}

/// What has to be asked for these files, but for kinds that are left out.
#[must_use]
pub fn required_capabilities(
    desired: &Desired,
    catalogue: &Catalogue,
    skipped: &BTreeSet<Kind>,
) -> RequiredCapabilities {
    let mut needs = RequiredCapabilities::default();
    let mut ask = |resource, wanted: bool| {
        if wanted {
            needs.resources.insert(resource);
        }
    };
    let profiles = || desired.profiles().values();
    let reads = |kind: Kind| !skipped.contains(&kind);
    ask(
        STYLE_RULES,
        reads(Kind::Style)
            && desired.styles().values().any(|style| !catalogue.supports_language(style.language.value.as_str())),
    );
    ask(GLOSSARY, reads(Kind::Glossary) && !desired.glossaries().is_empty());
    ask(VOICE, reads(Kind::SpokenTerms) && !desired.spoken_terms().is_empty());
    ask(TRANSLATE_TEXT, !desired.profiles().is_empty());
    ask(WRITE, profiles().any(|profile| profile.writing.is_some()));
    needs.memories = profiles().any(|profile| profile.translation_memory.is_some());
    needs
}

/// Adds to a plan what the offer says about it. A refused plan stays as it is: it will be made again.
pub fn check_capabilities(plan: &mut Plan, desired: &Desired, catalogue: &Catalogue, capabilities: &Capabilities) {
    if !plan.blockers.is_empty() {
        return;
    }
    let skipped = plan.basis.options.skip_kinds.clone();
    let needs = required_capabilities(desired, catalogue, &skipped);
    note_unchecked(plan, &needs, capabilities);
    let needs = |resource| needs.resources.contains(resource);
    if needs(STYLE_RULES) {
        check_styles(plan, desired, catalogue, capabilities);
    }
    if needs(GLOSSARY) {
        check_glossaries(plan, desired, capabilities);
    }
    if needs(VOICE) {
        check_spoken_terms(plan, desired, capabilities);
    }
    for profile in desired.profiles().values() {
        let address = Address { kind: Kind::TranslationProfile, key: profile.key.clone() };
        for note in
            find_translation_issues(profile, capabilities).into_iter().chain(find_writing_issue(profile, capabilities))
        {
            plan.notes.push(format!("{address}: {note}"));
        }
        if let Some(Ok(memories)) = &capabilities.memories
            && let Err(unfit) = translation_memory::resolve_translation_memory(profile, memories)
        {
            let safeguard = match unfit.reason {
                MismatchReason::Unknown => Safeguard::UnknownTranslationMemory,
                MismatchReason::Ambiguous => Safeguard::AmbiguousTranslationMemory,
                MismatchReason::Languages => Safeguard::TranslationMemoryLanguages,
            };
            plan.blockers.push(Blocker { safeguard, address: Some(address), message: unfit.message, help: unfit.help });
        }
    }
}

/// What is needed and could not be asked.
fn note_unchecked(plan: &mut Plan, needs: &RequiredCapabilities, capabilities: &Capabilities) {
    const UNTOLD: &str = "the snapshot does not tell them";
    for resource in &needs.resources {
        let why = match capabilities.languages.get(*resource) {
            Some(Ok(_)) => continue,
            Some(Err(why)) => why,
            None => UNTOLD,
        };
        plan.notes.push(format!("languages of {resource} were not checked: {why}"));
    }
    let why = match &capabilities.memories {
        _ if !needs.memories => return,
        Some(Ok(_)) => return,
        Some(Err(why)) => why,
        None => UNTOLD,
    };
    plan.notes.push(format!("translation memories were not checked: {why}"));
}

fn listed_languages<'a>(capabilities: &'a Capabilities, resource: &str) -> Option<&'a Vec<SupportedLanguage>> {
    capabilities.languages.get(resource)?.as_ref().ok()
}

/// Lists of languages that are not built in.
fn check_styles(plan: &mut Plan, desired: &Desired, catalogue: &Catalogue, capabilities: &Capabilities) {
    for style in desired.styles().values() {
        let language = &style.language.value;
        if catalogue.supports_language(language.as_str()) {
            continue;
        }
        let address = Address::style(style.key.clone());
        let Some(offered) = listed_languages(capabilities, STYLE_RULES) else { continue };
        match offered.iter().find(|offer| offer.matches_code(language.as_str())) {
            Some(SupportedLanguage { name, .. }) => {
                plan.notes.push(format!("{address}: the service keeps lists for `{language}` ({name})"));
            }
            None => block_unsupported(plan, &address, format!("the service keeps no lists for `{language}`"), offered),
        }
    }
}

fn check_glossaries(plan: &mut Plan, desired: &Desired, capabilities: &Capabilities) {
    let Some(offered) = listed_languages(capabilities, GLOSSARY) else { return };
    for (key, glossary) in desired.glossaries() {
        let address = Address { kind: Kind::Glossary, key: key.clone() };
        for pair in glossary.dictionaries.keys() {
            let lacking =
                match (find_source_language(offered, &pair.source), find_target_language(offered, &pair.target)) {
                    (Some(_), Some(_)) => continue,
                    (None, _) => format!("the service takes no dictionaries from `{}`", pair.source),
                    (Some(_), None) => format!("the service takes no dictionaries into `{}`", pair.target),
                };
            block_unsupported(plan, &address, lacking, offered);
        }
    }
}

fn check_spoken_terms(plan: &mut Plan, desired: &Desired, capabilities: &Capabilities) {
    let Some(offered) = listed_languages(capabilities, VOICE) else { return };
    for (key, terms) in desired.spoken_terms() {
        let address = Address { kind: Kind::SpokenTerms, key: key.clone() };
        for language in terms.term_lists.keys() {
            let known = offered.iter().find(|offer| is_same_language(offer, language));
            if known.is_none_or(|offer| lacks_feature(offered, offer, "spoken_terms")) {
                block_unsupported(
                    plan,
                    &address,
                    format!("the service takes no spoken terms in `{language}`"),
                    offered,
                );
            }
        }
    }
}

/// What a request with this profile would meet.
fn find_translation_issues(profile: &Profile, capabilities: &Capabilities) -> Vec<String> {
    let Some(offered) = listed_languages(capabilities, TRANSLATE_TEXT) else { return Vec::new() };
    let mut notes = Vec::new();
    let to = &profile.target_language.value;
    let from = profile.source_language.as_ref().map(|placed| &placed.value);
    if let Some(from) = from.filter(|from| find_source_language(offered, from).is_none()) {
        notes.push(format!("the service does not translate from `{from}`"));
    }
    let Some(target) = find_target_language(offered, to) else {
        notes.push(format!("the service does not translate into `{to}`"));
        return notes;
    };
    if let Some(Formality::More | Formality::Less) = profile.formality.as_ref().map(|placed| placed.value)
        && lacks_feature(offered, target, "formality")
    {
        notes
            .push(format!("the service has no formality in `{to}` and would reject it; `prefer_…` is ignored instead"));
    }
    let mut features = Vec::new();
    features.extend(profile.style.as_ref().map(|_| ("style_rules", "style rule lists")));
    features.extend((!profile.glossaries.keys().is_empty()).then_some(("glossary", "glossaries")));
    features.extend(profile.translation_memory.as_ref().map(|_| ("translation_memory", "translation memories")));
    features.extend(profile.tag_handling.as_ref().map(|_| ("tag_handling", "tag handling")));
    for (feature, words) in features {
        if lacks_feature(offered, target, feature) {
            notes.push(format!("the service has no {words} for translations into `{to}`"));
        }
    }
    notes
}

/// What an improvement with this profile would meet.
fn find_writing_issue(profile: &Profile, capabilities: &Capabilities) -> Option<String> {
    let offered = listed_languages(capabilities, WRITE)?;
    let (feature, word) = match profile.writing.as_ref()? {
        WritingParameters::Style(style) => ("writing_style", style.value.as_str()),
        WritingParameters::Tone(tone) => ("tone", tone.value.as_str()),
    };
    let to = &profile.target_language.value;
    match find_target_language(offered, to) {
        None => Some(format!("the service does not improve texts in `{to}`")),
        Some(target)
            if lacks_feature(offered, target, feature) && !word.starts_with("prefer_") && word != "default" =>
        {
            Some(format!("the service would reject the {} `{word}` in `{to}`", feature.replace('_', " ")))
        }
        Some(_) => None,
    }
}

/// Refuses a plan that would send what the service does not offer; where nothing of it is to be sent, a note will do.
fn block_unsupported(plan: &mut Plan, address: &Address, message: String, offered: &[SupportedLanguage]) {
    let sent = |item: &PlanItem| {
        item.address == *address
            && match item.operation {
                Operation::Create | Operation::Replace | Operation::Update | Operation::Import => true,
                Operation::Delete | Operation::Forget | Operation::Sweep => false,
            }
    };
    if plan.items.iter().any(sent) {
        let mut codes: Vec<&str> = offered.iter().map(|offer| offer.code.as_str()).collect();
        codes.sort_unstable();
        codes.truncate(60);
        let help = format!("it has {}; look at them: housestyle languages", codes.join(", "));
        plan.blockers.push(Blocker {
            safeguard: Safeguard::Unsupported,
            address: Some(address.clone()),
            message,
            help,
        });
    } else {
        plan.notes.push(format!("{address}: {message} any more"));
    }
}

/// Whether a language lacks a feature that others of the resource have; where none has it, the listing does not tell.
fn lacks_feature(offered: &[SupportedLanguage], offer: &SupportedLanguage, feature: &str) -> bool {
    !offer.features.contains_key(feature) && offered.iter().any(|offer| offer.features.contains_key(feature))
}

fn find_source_language<'a>(offered: &'a [SupportedLanguage], language: &Language) -> Option<&'a SupportedLanguage> {
    let exact = |offer: &&SupportedLanguage| offer.matches_code(language.as_str()) && offer.source;
    offered
        .iter()
        .find(exact)
        .or_else(|| offered.iter().find(|offer| offer.source && is_same_language(offer, language)))
}

/// The language as a target: itself, or a variant of it.
fn find_target_language<'a>(offered: &'a [SupportedLanguage], language: &Language) -> Option<&'a SupportedLanguage> {
    let exact = |offer: &&SupportedLanguage| offer.matches_code(language.as_str()) && offer.target;
    offered
        .iter()
        .find(exact)
        .or_else(|| offered.iter().find(|offer| offer.target && is_same_language(offer, language)))
}

fn is_same_language(offer: &SupportedLanguage, language: &Language) -> bool {
    offer.base_language().eq_ignore_ascii_case(language.as_str().split('-').next().unwrap_or_default())
}
