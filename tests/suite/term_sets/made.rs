//! Wanted glossaries and spoken terms for tests.

use housestyle::catalogue::Limits;
use housestyle::check::Desired;
use housestyle::model::glossary::{Dictionary, Glossary, LanguagePair};
use housestyle::model::spoken_terms::{SpokenTerms, TermList};
use housestyle::model::style::Style;
use housestyle::model::{Key, Language, Placed};

use crate::simulated_world::{Dice, World, nowhere};

/// Source and target phrases.
pub(crate) type Entries<'a> = &'a [(&'a str, &'a str)];

/// Languages of source and target, and entries.
pub(crate) type Dictionaries<'a> = &'a [(&'a str, &'a str, Entries<'a>)];

/// A glossary of these dictionaries: source, target, entries.
pub(crate) fn glossary(key: &str, name: &str, dictionaries: Dictionaries<'_>) -> Glossary {
    let dictionary = |(source, target, entries): &(&str, &str, Entries<'_>)| {
        let pair = LanguagePair { source: Language::new(source), target: Language::new(target) };
        let entries = entries.iter().map(|(a, b)| ((*a).to_owned(), Placed::new((*b).to_owned(), nowhere()))).collect();
        (pair, Dictionary { entries, place: nowhere() })
    };
    Glossary {
        key: Key::new(key).unwrap(),
        name: Placed::new(name.to_owned(), nowhere()),
        dictionaries: dictionaries.iter().map(dictionary).collect(),
        protected: false,
        place: nowhere(),
    }
}

/// A collection of these term lists: language, terms.
pub(crate) fn terms(key: &str, name: &str, lists: &[(&str, &[&str])]) -> SpokenTerms {
    let list = |(language, terms): &(&str, &[&str])| {
        let terms = terms.iter().map(|term| ((*term).to_owned(), nowhere())).collect();
        (Language::new(language), TermList { terms, place: nowhere() })
    };
    SpokenTerms {
        key: Key::new(key).unwrap(),
        name: Placed::new(name.to_owned(), nowhere()),
        term_lists: lists.iter().map(list).collect(),
        protected: false,
        place: nowhere(),
    }
}

/// Makes these the only wanted things.
pub(crate) fn want(world: &mut World, styles: Vec<Style>, glossaries: Vec<Glossary>, spoken_terms: Vec<SpokenTerms>) {
    let styles = Desired::try_from_styles(styles, &Limits::default()).unwrap();
    world.desired = styles.with_term_sets(glossaries, spoken_terms).unwrap();
}

const PAIRS: [(&str, &str); 3] = [("de", "en"), ("de", "fr"), ("en", "de")];
const WORDS: [&str; 4] = ["Haus", "Anrede", "長", "naïve"];

/// A random glossary of this key: one to three small dictionaries, two names.
pub(crate) fn random_glossary(dice: &mut Dice, key: &str) -> Glossary {
    let first = dice.below(3);
    let mut dictionaries = Vec::new();
    for (at, (source, target)) in PAIRS.iter().enumerate() {
        if at as u64 == first || dice.chance(40) {
            let mut entries: Vec<(&str, &str)> =
                WORDS.iter().filter(|_| dice.chance(60)).map(|word| (*word, *word)).collect();
            entries.push(("always", *dice.pick(&["one", "two", "three"])));
            dictionaries.push((*source, *target, entries));
        }
    }
    let dictionaries: Vec<_> = dictionaries.iter().map(|(a, b, entries)| (*a, *b, entries.as_slice())).collect();
    let name = if dice.chance(80) { format!("Ours {key}") } else { format!("Ours {key}, renamed") };
    glossary(key, &name, &dictionaries)
}

/// A random collection of spoken terms of this key.
pub(crate) fn random_terms(dice: &mut Dice, key: &str) -> SpokenTerms {
    let mut lists: Vec<(&str, Vec<&str>)> = Vec::new();
    for language in ["de", "en"] {
        if lists.is_empty() || dice.chance(50) {
            let mut terms: Vec<&str> = WORDS.iter().filter(|_| dice.chance(60)).copied().collect();
            terms.push("kubectl");
            lists.push((language, terms));
        }
    }
    let lists: Vec<_> = lists.iter().map(|(language, terms)| (*language, terms.as_slice())).collect();
    let name = if dice.chance(80) { format!("Ours {key}") } else { format!("Ours {key}, renamed") };
    terms(key, &name, &lists)
}
