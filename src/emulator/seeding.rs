//! Puts what a seed says into accounts.
//!
//! Always: all of it or none of it; what is there already and says the same is not written again.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::emulator::EmulatorOptions;
use crate::emulator::clock::Moment;
use crate::emulator::collection::StoredCollection;
use crate::emulator::entries;
use crate::emulator::id::{EmulatedId, mix_bits};
use crate::emulator::language;
use crate::emulator::language_table;
use crate::emulator::records::{
    StoredDictionary, StoredGlossary, StoredInstruction, StoredSegment, StoredSpokenTerms, StoredStyleList,
    StoredTargetSegment, StoredTranslationMemory, StoredUsage,
};
use crate::emulator::seed::{SeedFile, SeedGlossary, SeedSpokenTerms, SeedStyleList, SeedTranslationMemory};
use crate::emulator::store::{EmulatorStore, StoredRecord, StoredResource};
use crate::emulator::text_fields;

/// Applies a seed; what is wrong with it is named with its place, and then nothing of it is stored.
pub(crate) fn apply_seed(
    store: &mut EmulatorStore,
    options: &EmulatorOptions,
    file: &SeedFile,
    now: Moment,
) -> Result<(), String> {
    check_seed(options, file)?;
    let SeedFile { style_rules, glossaries, spoken_terms, translation_memories, usage } = file;
    let mut names = NameCounter::default();
    for list in style_rules {
        let held = names.find_held(
            &store.account(&list.account).styles,
            list.style_id,
            "style",
            &list.account,
            &list.name,
            |held: &StoredStyleList| &held.name,
        );
        let stored = stored_style(store, list, held.as_deref(), now);
        put_unless_same(store, &list.account, held, stored, now);
    }
    for glossary in glossaries {
        let shelf = &store.account(&glossary.account).glossaries;
        let held = names.find_held(
            shelf,
            glossary.glossary_id,
            "glossary",
            &glossary.account,
            &glossary.name,
            |held: &StoredGlossary| &held.name,
        );
        let stored = stored_glossary(store, glossary, held.as_deref(), now);
        put_unless_same(store, &glossary.account, held, stored, now);
    }
    for terms in spoken_terms {
        let shelf = &store.account(&terms.account).spoken_terms;
        let held = names.find_held(
            shelf,
            terms.spoken_terms_id,
            "spoken-terms",
            &terms.account,
            &terms.name,
            |held: &StoredSpokenTerms| &held.name,
        );
        let stored = stored_spoken_terms(store, terms, held.as_deref(), now);
        put_unless_same(store, &terms.account, held, stored, now);
    }
    for memory in translation_memories {
        let shelf = &store.account(&memory.account).translation_memories;
        let held = names.find_held(
            shelf,
            memory.translation_memory_id,
            "memory",
            &memory.account,
            &memory.name,
            |held: &StoredTranslationMemory| &held.name,
        );
        let stored = stored_memory(store, memory, held.as_deref(), now);
        put_unless_same(store, &memory.account, held, stored, now);
    }
    for used in usage {
        // What was counted since is not taken back.
        if *store.account(&used.account).usage == StoredUsage::default() {
            store.put_record(&used.account, EmulatedId::NONE, StoredRecord::Usage(Arc::new(used.to_stored())), now);
        }
    }
    Ok(())
}

/// Names may be shared: the second of a name in the file is the second of this name in the account.
#[derive(Default)]
struct NameCounter(BTreeMap<(&'static str, String, String), usize>);

impl NameCounter {
    fn find_held<T: StoredResource>(
        &mut self,
        shelf: &StoredCollection<T>,
        id: Option<EmulatedId>,
        kind: &'static str,
        account: &str,
        name: &str,
        name_of: impl Fn(&T) -> &String,
    ) -> Option<Arc<T>> {
        if let Some(id) = id {
            return shelf.get(id).cloned();
        }
        let nth = self.0.entry((kind, account.to_owned(), name.to_owned())).or_default();
        *nth += 1;
        shelf.iter().filter(|held| name_of(held) == name).nth(*nth - 1).cloned()
    }
}

fn put_unless_same<T: StoredResource + PartialEq>(
    store: &mut EmulatorStore,
    account: &str,
    held: Option<Arc<T>>,
    stored: T,
    now: Moment,
) {
    if held.is_none_or(|held| *held != stored) {
        store.put(account, stored, now);
    }
}

fn stored_style(
    store: &mut EmulatorStore,
    list: &SeedStyleList,
    held: Option<&StoredStyleList>,
    now: Moment,
) -> StoredStyleList {
    let style_id = list.style_id.or(held.map(|held| held.style_id)).unwrap_or_else(|| store.new_id());
    let creation_time = list.creation_time.or(held.map(|held| held.creation_time)).unwrap_or(now);
    let custom_instructions = list.custom_instructions.iter().enumerate().map(|(at, written)| {
        let known = held.and_then(|held| held.custom_instructions.get(at));
        Arc::new(StoredInstruction {
            id: written.id.or(known.map(|known| known.id)).unwrap_or_else(|| store.new_id()),
            label: written.label.clone(),
            prompt: written.prompt.clone(),
            source_language: written.source_language.as_ref().map(|code| code.to_lowercase()),
        })
    });
    let custom_instructions = custom_instructions.collect();
    StoredStyleList {
        style_id,
        name: list.name.clone(),
        creation_time,
        updated_time: list.updated_time.or(held.map(|held| held.updated_time)).unwrap_or(creation_time),
        language: list.language.to_lowercase(),
        version: list.version,
        configured_rules: Arc::new(list.configured_rules.clone()),
        custom_instructions,
    }
}

fn stored_glossary(
    store: &mut EmulatorStore,
    glossary: &SeedGlossary,
    held: Option<&StoredGlossary>,
    now: Moment,
) -> StoredGlossary {
    StoredGlossary {
        glossary_id: glossary.glossary_id.or(held.map(|held| held.glossary_id)).unwrap_or_else(|| store.new_id()),
        name: glossary.name.clone(),
        creation_time: glossary.creation_time.or(held.map(|held| held.creation_time)).unwrap_or(now),
        dictionaries: glossary
            .dictionaries
            .iter()
            .map(|dictionary| {
                Arc::new(StoredDictionary {
                    source_lang: dictionary.source_lang.to_lowercase(),
                    target_lang: dictionary.target_lang.to_lowercase(),
                    entries: dictionary.entries.clone(),
                })
            })
            .collect(),
    }
}

fn stored_spoken_terms(
    store: &mut EmulatorStore,
    terms: &SeedSpokenTerms,
    held: Option<&StoredSpokenTerms>,
    now: Moment,
) -> StoredSpokenTerms {
    StoredSpokenTerms {
        spoken_terms_id: terms
            .spoken_terms_id
            .or(held.map(|held| held.spoken_terms_id))
            .unwrap_or_else(|| store.new_id()),
        name: terms.name.clone(),
        creation_time: terms.creation_time.or(held.map(|held| held.creation_time)).unwrap_or(now),
        term_lists: terms.term_lists.iter().map(|list| (list.lang.to_lowercase(), list.entries.clone())).collect(),
    }
}

fn stored_memory(
    store: &mut EmulatorStore,
    memory: &SeedTranslationMemory,
    held: Option<&StoredTranslationMemory>,
    now: Moment,
) -> StoredTranslationMemory {
    let creation_time = memory.creation_time.or(held.map(|held| held.creation_time)).unwrap_or(now);
    let updated_time = memory.updated_time.or(held.map(|held| held.updated_time)).unwrap_or(creation_time);
    let translation_memory_id =
        memory.translation_memory_id.or(held.map(|held| held.translation_memory_id)).unwrap_or_else(|| store.new_id());
    let segments: Vec<StoredSegment> = memory
        .segments
        .iter()
        .enumerate()
        .map(|(at, segment)| StoredSegment {
            source_segment_id: segment_id(translation_memory_id, at, 0),
            source_text: segment.source_text.clone(),
            targets: segment
                .targets
                .iter()
                .enumerate()
                .map(|(nth, (language, text))| StoredTargetSegment {
                    target_segment_id: segment_id(translation_memory_id, at, nth + 1),
                    target_language: language.clone(),
                    target_text: text.clone(),
                })
                .collect(),
        })
        .collect();
    StoredTranslationMemory {
        translation_memory_id,
        name: memory.name.clone(),
        source_language: memory.source_language.clone(),
        target_languages: memory.target_languages.clone(),
        segment_count: memory.segment_count.unwrap_or(segments.len() as u64),
        creation_time,
        updated_time,
        segments: Arc::new(segments),
    }
}

/// Segments keep their identifiers as long as they keep their places.
fn segment_id(memory: EmulatedId, at: usize, nth: usize) -> EmulatedId {
    let base = memory.to_string().bytes().fold(0, |sum, byte| mix_bits(sum ^ u64::from(byte)));
    EmulatedId::generate(base, ((at as u64) << 8) | nth as u64)
}

/// Refuses what no call could have made.
fn check_seed(options: &EmulatorOptions, file: &SeedFile) -> Result<(), String> {
    let SeedFile { style_rules, glossaries, spoken_terms, translation_memories, usage: _ } = file;
    let limits = &options.limits;
    for (at, list) in style_rules.iter().enumerate() {
        let wrong = |why: String| format!("style_rules[{at}]: {why}");
        let language = list.language.to_lowercase();
        if !options.capabilities.supports_language(&language) {
            return Err(wrong(format!("there are no style rules for language `{language}`")));
        }
        let check = |name: &str, text: &str, most| text_fields::check_length(name, text, most);
        check("name", &list.name, limits.name).map_err(|refusal| wrong(refusal.message))?;
        if list.custom_instructions.len() > limits.custom_instructions {
            return Err(wrong(format!("a style rule list holds at most {} instructions", limits.custom_instructions)));
        }
        for written in &list.custom_instructions {
            check("label", &written.label, limits.label).map_err(|refusal| wrong(refusal.message))?;
            check("prompt", &written.prompt, limits.prompt).map_err(|refusal| wrong(refusal.message))?;
        }
        if !options.quirks.any_rules {
            options
                .capabilities
                .check_rules(&list.configured_rules, &language, options.quirks.strict_languages)
                .map_err(|refusal| wrong(refusal.message))?;
        }
    }
    for (at, glossary) in glossaries.iter().enumerate() {
        for (nth, dictionary) in glossary.dictionaries.iter().enumerate() {
            let wrong = |why: &str| format!("glossaries[{at}].dictionaries[{nth}]: {why}");
            let (source, target) = (dictionary.source_lang.to_lowercase(), dictionary.target_lang.to_lowercase());
            if let Some(unknown) = [&source, &target].into_iter().find(|code| !language::has_glossaries(code)) {
                return Err(wrong(&format!("`{unknown}` is no language of glossaries")));
            }
            if source == target {
                return Err(wrong("source_lang and target_lang are the same language"));
            }
            let mut phrases = dictionary.entries.iter().flat_map(|(from, to)| [from, to]);
            if let Some((phrase, what)) = phrases.find_map(|phrase| Some((phrase, entries::phrase_error(phrase)?))) {
                return Err(wrong(&format!("the phrase {phrase:?} {what}")));
            }
        }
    }
    for (at, terms) in spoken_terms.iter().enumerate() {
        for list in &terms.term_lists {
            let wrong = |why: String| format!("spoken_terms[{at}]: {why}");
            if !language::has_spoken_terms(&list.lang.to_lowercase()) {
                return Err(wrong(format!("`{}` is no language of spoken terms", list.lang)));
            }
            let mut phrases = list.entries.iter();
            if let Some((term, what)) = phrases.find_map(|term| Some((term, entries::phrase_error(term)?))) {
                return Err(wrong(format!("the term {term:?} {what}")));
            }
        }
    }
    for (at, memory) in translation_memories.iter().enumerate() {
        let wrong = |why: String| format!("translation_memories[{at}] (`{}`): {why}", memory.name);
        let languages = std::iter::once(&memory.source_language).chain(&memory.target_languages);
        let languages = languages.chain(memory.segments.iter().flat_map(|segment| segment.targets.keys()));
        if let Some(unknown) = languages.into_iter().find(|code| language_table::find_language(code).is_none()) {
            return Err(wrong(format!("`{unknown}` is no language of the service")));
        }
        if memory.name.is_empty() || memory.target_languages.is_empty() {
            return Err(wrong("name and target_languages are needed".to_owned()));
        }
    }
    Ok(())
}
