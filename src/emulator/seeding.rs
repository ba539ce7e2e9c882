//! Puts what a seed says into accounts.
//!
//! Always: all of it or none of it; what is there already and says the same is not written again.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::load::Edition;
use crate::emulator::EmulatorOptions;
use crate::emulator::capabilities::EmulatedCapabilities;
use crate::emulator::clock::Moment;
use crate::emulator::entries;
use crate::emulator::id::{EmulatedId, mix_bits};
use crate::emulator::language;
use crate::emulator::language_table;
use crate::emulator::records::{
    StoredDictionary, StoredGlossary, StoredInstruction, StoredSegment, StoredSpokenTerms, StoredStyleList,
    StoredStyleProfile, StoredTargetSegment, StoredTranslationMemory, StoredUsage,
};
use crate::emulator::seed::{
    SeedFile, SeedGlossary, SeedSpokenTerms, SeedStyleList, SeedStyleProfile, SeedTranslationMemory,
};
use crate::emulator::store::{EmulatorStore, StoredRecord, StoredResource};
use crate::emulator::text_fields;

/// Applies a seed that was checked.
pub(crate) fn apply_seed(store: &mut EmulatorStore, file: &SeedFile, now: Moment) {
    let SeedFile { style_rules, glossaries, spoken_terms, translation_memories, style_profiles, usage } = file;
    seed_resources(store, style_rules, now);
    seed_resources(store, glossaries, now);
    seed_resources(store, spoken_terms, now);
    seed_resources(store, translation_memories, now);
    seed_resources(store, style_profiles, now);
    for used in usage {
        // What was counted since is not taken back.
        if *store.account(&used.account).usage == StoredUsage::default() {
            store.put_record(&used.account, EmulatedId::NONE, StoredRecord::Usage(Arc::new(used.to_stored())), now);
        }
    }
}

/// An entry of a seed, which becomes a resource of one kind.
trait SeedEntry {
    type Stored: StoredResource + PartialEq;

    fn account(&self) -> &str;
    fn id(&self) -> Option<EmulatedId>;
    fn name(&self) -> &str;
    /// The resource that the entry describes. What it leaves open is as in the one that is already there.
    fn to_stored(&self, store: &mut EmulatorStore, stored: Option<&Self::Stored>, now: Moment) -> Self::Stored;
}

/// Stores what differs. Names may be shared: the second of a name in the file is the second of this name in the account.
fn seed_resources<E: SeedEntry>(store: &mut EmulatorStore, entries: &[E], now: Moment) {
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for entry in entries {
        let collection = E::Stored::collection(store.account(entry.account()));
        let held = if let Some(id) = entry.id() {
            collection.get(id).cloned()
        } else {
            let nth = seen.entry((entry.account(), entry.name())).or_default();
            *nth += 1;
            collection.iter().filter(|held| held.name() == entry.name()).nth(*nth - 1).cloned()
        };
        let stored = entry.to_stored(store, held.as_deref(), now);
        if held.is_none_or(|held| *held != stored) {
            store.put(entry.account(), stored, now);
        }
    }
}

impl SeedEntry for SeedStyleList {
    type Stored = StoredStyleList;

    fn account(&self) -> &str {
        &self.account
    }

    fn id(&self) -> Option<EmulatedId> {
        self.style_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_stored(&self, store: &mut EmulatorStore, stored: Option<&StoredStyleList>, now: Moment) -> StoredStyleList {
        let style_id = self.style_id.or(stored.map(|stored| stored.style_id)).unwrap_or_else(|| store.new_id());
        let creation_time = self.creation_time.or(stored.map(|stored| stored.creation_time)).unwrap_or(now);
        let custom_instructions = self.custom_instructions.iter().enumerate().map(|(at, written)| {
            let known = stored.and_then(|stored| stored.custom_instructions.get(at));
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
            name: self.name.clone(),
            creation_time,
            updated_time: self.updated_time.or(stored.map(|stored| stored.updated_time)).unwrap_or(creation_time),
            language: self.language.to_lowercase(),
            version: self.version,
            configured_rules: Arc::new(self.configured_rules.clone()),
            custom_instructions,
        }
    }
}

impl SeedEntry for SeedGlossary {
    type Stored = StoredGlossary;

    fn account(&self) -> &str {
        &self.account
    }

    fn id(&self) -> Option<EmulatedId> {
        self.glossary_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_stored(&self, store: &mut EmulatorStore, stored: Option<&StoredGlossary>, now: Moment) -> StoredGlossary {
        StoredGlossary {
            glossary_id: self.glossary_id.or(stored.map(|stored| stored.glossary_id)).unwrap_or_else(|| store.new_id()),
            name: self.name.clone(),
            creation_time: self.creation_time.or(stored.map(|stored| stored.creation_time)).unwrap_or(now),
            dictionaries: self
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
}

impl SeedEntry for SeedSpokenTerms {
    type Stored = StoredSpokenTerms;

    fn account(&self) -> &str {
        &self.account
    }

    fn id(&self) -> Option<EmulatedId> {
        self.spoken_terms_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_stored(
        &self,
        store: &mut EmulatorStore,
        stored: Option<&StoredSpokenTerms>,
        now: Moment,
    ) -> StoredSpokenTerms {
        StoredSpokenTerms {
            spoken_terms_id: self
                .spoken_terms_id
                .or(stored.map(|stored| stored.spoken_terms_id))
                .unwrap_or_else(|| store.new_id()),
            name: self.name.clone(),
            creation_time: self.creation_time.or(stored.map(|stored| stored.creation_time)).unwrap_or(now),
            term_lists: self.term_lists.iter().map(|list| (list.lang.to_lowercase(), list.entries.clone())).collect(),
        }
    }
}

impl SeedEntry for SeedTranslationMemory {
    type Stored = StoredTranslationMemory;

    fn account(&self) -> &str {
        &self.account
    }

    fn id(&self) -> Option<EmulatedId> {
        self.translation_memory_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_stored(
        &self,
        store: &mut EmulatorStore,
        stored: Option<&StoredTranslationMemory>,
        now: Moment,
    ) -> StoredTranslationMemory {
        let creation_time = self.creation_time.or(stored.map(|stored| stored.creation_time)).unwrap_or(now);
        let updated_time = self.updated_time.or(stored.map(|stored| stored.updated_time)).unwrap_or(creation_time);
        let translation_memory_id = self
            .translation_memory_id
            .or(stored.map(|stored| stored.translation_memory_id))
            .unwrap_or_else(|| store.new_id());
        let segments: Vec<StoredSegment> = self
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
            name: self.name.clone(),
            source_language: self.source_language.clone(),
            target_languages: self.target_languages.clone(),
            segment_count: self.segment_count.unwrap_or(segments.len() as u64),
            creation_time,
            updated_time,
            segments: Arc::new(segments),
        }
    }
}

impl SeedEntry for SeedStyleProfile {
    type Stored = StoredStyleProfile;

    fn account(&self) -> &str {
        &self.account
    }

    fn id(&self) -> Option<EmulatedId> {
        self.style_profile_id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn to_stored(
        &self,
        store: &mut EmulatorStore,
        stored: Option<&StoredStyleProfile>,
        now: Moment,
    ) -> StoredStyleProfile {
        let creation_time = self.creation_time.or(stored.map(|stored| stored.creation_time)).unwrap_or(now);
        StoredStyleProfile {
            style_profile_id: self
                .style_profile_id
                .or(stored.map(|stored| stored.style_profile_id))
                .unwrap_or_else(|| store.new_id()),
            name: self.name.clone(),
            description: self.description.clone(),
            industry: self.industry.clone(),
            glossary_ids: self.glossary_ids.clone(),
            style_rule_ids: self.style_rule_ids.clone(),
            translation_memory_ids: self.translation_memory_ids.clone(),
            glossary_priority_order_enabled: self.glossary_priority_order_enabled,
            creation_time,
            updated_time: self.updated_time.or(stored.map(|stored| stored.updated_time)).unwrap_or(creation_time),
        }
    }
}

/// Segments keep their identifiers as long as they keep their places.
fn segment_id(memory: EmulatedId, at: usize, nth: usize) -> EmulatedId {
    let base = memory.to_string().bytes().fold(0, |sum, byte| mix_bits(sum ^ u64::from(byte)));
    EmulatedId::generate(base, ((at as u64) << 8) | nth as u64)
}

/// Refuses what no call could have made, and names it with its place.
pub(crate) fn check_seed(options: &EmulatorOptions, file: &SeedFile) -> Result<(), String> {
    // What a profile holds may be there already, or come later.
    let SeedFile { style_rules, glossaries, spoken_terms, translation_memories, style_profiles: _, usage: _ } = file;
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
            // An account may hold what was made elsewhere: all that is public, whatever this emulator offers itself.
            let check = |offered: &EmulatedCapabilities| {
                offered.check_rules(&list.configured_rules, &language, options.quirks.strict_languages)
            };
            check(&options.capabilities)
                .or_else(|refusal| check(&EmulatedCapabilities::of_edition(Edition::Public)).map_err(|_| refusal))
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
