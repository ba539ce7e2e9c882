//! What the emulated service holds of glossaries and spoken terms, against what is wanted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use housestyle::emulator::{Emulator, Moment, StoredDictionary, StoredGlossary, StoredSpokenTerms};
use housestyle::model::term_set::TermSet;
use housestyle::model::{Address, Kind};

use crate::simulated_world::{ACCOUNT, World};
use crate::term_sets::made::{Dictionaries, Entries};

/// A term set as the service holds it: id, name, entries by part.
pub(crate) struct Held {
    pub(crate) kind: Kind,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) parts: BTreeMap<String, BTreeMap<String, String>>,
}

pub(crate) fn all(emulator: &Emulator) -> Vec<Held> {
    let glossaries = emulator.glossaries(ACCOUNT).into_iter().map(|held| Held {
        kind: Kind::Glossary,
        id: held.glossary_id.to_string(),
        name: held.name.clone(),
        parts: held
            .dictionaries
            .iter()
            .map(|dictionary| {
                (format!("{} > {}", dictionary.source_lang, dictionary.target_lang), dictionary.entries.clone())
            })
            .collect(),
    });
    let spoken_terms = emulator.spoken_terms(ACCOUNT).into_iter().map(|held| Held {
        kind: Kind::SpokenTerms,
        id: held.spoken_terms_id.to_string(),
        name: held.name.clone(),
        parts: held
            .term_lists
            .iter()
            .map(|(language, terms)| {
                (language.clone(), terms.iter().map(|term| (term.clone(), String::new())).collect())
            })
            .collect(),
    });
    glossaries.chain(spoken_terms).collect()
}

/// Two term_sets of a kind under one clean name of ours, if there are any. Names of ours begin with `Ours`.
pub(crate) fn twins(emulator: &Emulator) -> Option<String> {
    let mut seen = BTreeSet::new();
    let ours = all(emulator).into_iter().filter(|held| held.name.starts_with("Ours") && !held.name.ends_with(']'));
    ours.map(|held| (held.kind, held.name))
        .find(|named| !seen.insert(named.clone()))
        .map(|named| format!("twins of {named:?}"))
}

/// One that still wears a tag.
pub(crate) fn left_over(world: &World) -> Option<String> {
    let tagged = all(&world.emulator).into_iter().find(|held| held.name.contains("[hs!"))?;
    Some(format!("{} is left over: {:?}", tagged.id, tagged.name))
}

/// Whether every wanted term set is there under its name, bound, with exactly its entries.
pub(crate) fn as_wanted(world: &World) -> Result<(), String> {
    let glossaries = world.desired.glossaries().values();
    let glossaries = glossaries.map(|wanted| (Address::new(Kind::Glossary, wanted.key.clone()), wanted.content()));
    let terms = world.desired.spoken_terms().values();
    let terms = terms.map(|wanted| (Address::new(Kind::SpokenTerms, wanted.key.clone()), wanted.content()));
    let (state, held) = (world.disk.state(), all(&world.emulator));
    for (address, TermSet { kind: _, name, parts }) in glossaries.chain(terms) {
        let binding = state.bindings.get(&address).ok_or_else(|| format!("{address} is not bound"))?;
        let held = held.iter().find(|held| held.kind == address.kind && held.id == binding.id.as_str());
        let held = held.ok_or_else(|| format!("{address} is bound to nothing"))?;
        if held.name != name {
            return Err(format!("{address} is called {:?}", held.name));
        }
        let wanted: BTreeMap<String, BTreeMap<String, String>> =
            parts.iter().map(|(part, entries)| (part.to_string(), (**entries).clone())).collect();
        if held.parts != wanted {
            return Err(format!("{address} says {:?} instead of {wanted:?}", held.parts));
        }
        if state.pending_creations.contains_key(&address) {
            return Err(format!("the creation of {address} is open"));
        }
    }
    Ok(())
}

/// Somebody else makes a glossary and a collection of spoken terms.
pub(crate) fn plant(world: &World, name: &str) {
    plant_glossary(world, name, &[("de", "en", &[("Haus", "house")])]);
    world.emulator.insert_spoken_terms(
        ACCOUNT,
        StoredSpokenTerms {
            spoken_terms_id: world.emulator.new_id(),
            name: name.to_owned(),
            creation_time: now(),
            term_lists: BTreeMap::from([("de".to_owned(), vec!["Kubernetes".to_owned()])]),
        },
    );
}

/// Somebody else makes a glossary.
pub(crate) fn plant_glossary(world: &World, name: &str, dictionaries: Dictionaries<'_>) {
    let dictionary = |(source, target, entries): &(&str, &str, Entries<'_>)| {
        Arc::new(StoredDictionary {
            source_lang: (*source).to_owned(),
            target_lang: (*target).to_owned(),
            entries: entries.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
        })
    };
    let glossary = StoredGlossary {
        glossary_id: world.emulator.new_id(),
        name: name.to_owned(),
        creation_time: now(),
        dictionaries: dictionaries.iter().map(dictionary).collect(),
    };
    world.emulator.insert_glossary(ACCOUNT, glossary);
}

/// Somebody edits a glossary of this name on the service.
pub(crate) fn edit(world: &World, name: &str, edit: impl Fn(&mut StoredGlossary)) {
    let held = world.emulator.glossaries(ACCOUNT).into_iter().find(|held| held.name == name).expect("it is there");
    let mut glossary = StoredGlossary::clone(&held);
    edit(&mut glossary);
    world.emulator.insert_glossary(ACCOUNT, glossary);
}

/// Somebody gives the first dictionary of a glossary an entry.
pub(crate) fn add_entry(world: &World, name: &str, source: &str, target: &str) {
    edit(world, name, |glossary| {
        let mut dictionary = StoredDictionary::clone(&glossary.dictionaries[0]);
        dictionary.entries.insert(source.to_owned(), target.to_owned());
        glossary.dictionaries[0] = Arc::new(dictionary);
    });
}

/// What others made, untouched.
pub(crate) fn theirs(world: &World, name: &str) -> usize {
    let planted = |held: &Held| match held.kind {
        Kind::Glossary => held.parts.values().all(|entries| entries.contains_key("Haus")),
        Kind::SpokenTerms => held.parts.values().all(|entries| entries.contains_key("Kubernetes")),
        Kind::Style | Kind::StyleProfile | Kind::TranslationProfile => false,
    };
    all(&world.emulator).iter().filter(|held| held.name == name && planted(held)).count()
}

fn now() -> Moment {
    Moment::from_micros(1_780_000_000_000_000)
}
