//! What the files of a project want, checked.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use crate::catalogue::Limits;
use crate::model::glossary::Glossary;
use crate::model::lexicon::{self, Lexicon};
use crate::model::profile::Profile;
use crate::model::spoken_terms::SpokenTerms;
use crate::model::style::{Content, Instruction, Style};
use crate::model::{Key, Language};

/// What the files of a project want, checked. Its fields are private: only the checks of this module make one.
#[derive(Clone, Debug, Default)]
pub struct Desired {
    styles: BTreeMap<Key, Style>,
    glossaries: BTreeMap<Key, Glossary>,
    spoken_terms: BTreeMap<Key, SpokenTerms>,
    profiles: BTreeMap<Key, Profile>,
}

/// Why what was made by a program cannot be wanted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Two things of a kind have one key.
    #[error("two of a kind have the key `{0}`")]
    Key(Key),
    /// Two of a kind, and of one language where the kind has one, have one name.
    #[error("`{0}` has the name of another of its kind")]
    Name(Key),
    /// Two instructions of a list have one label.
    #[error("two instructions of the list `{0}` have one label")]
    Label(Key),
    /// A text is empty.
    #[error("`{0}` has an empty text")]
    Empty(Key),
    /// A text or list is longer than the service takes.
    #[error("`{0}` is over a limit of the service")]
    Limit(Key),
}

impl Desired {
    /// Styles that came through every check of a project.
    pub(super) fn of(styles: Vec<Style>) -> Self {
        Self::all(styles, Vec::new(), Vec::new(), Vec::new())
    }

    /// Everything that came through every check of a project.
    pub(super) fn all(
        styles: Vec<Style>,
        glossaries: Vec<Glossary>,
        spoken_terms: Vec<SpokenTerms>,
        profiles: Vec<Profile>,
    ) -> Self {
        Self {
            styles: styles.into_iter().map(|style| (style.key.clone(), style)).collect(),
            glossaries: glossaries.into_iter().map(|glossary| (glossary.key.clone(), glossary)).collect(),
            spoken_terms: spoken_terms.into_iter().map(|terms| (terms.key.clone(), terms)).collect(),
            profiles: profiles.into_iter().map(|profile| (profile.key.clone(), profile)).collect(),
        }
    }

    /// With lexicons made by a program instead of files: keys and names are unique among each kind, texts are not empty.
    ///
    /// # Errors
    /// Names the first lexicon that fails, and how.
    pub fn with(mut self, glossaries: Vec<Glossary>, spoken_terms: Vec<SpokenTerms>) -> Result<Self, Unfit> {
        let of_glossaries = glossaries.iter().map(|glossary| (&glossary.key, glossary.content()));
        unique(&of_glossaries.collect::<Vec<_>>())?;
        let of_terms = spoken_terms.iter().map(|terms| (&terms.key, terms.content()));
        unique(&of_terms.collect::<Vec<_>>())?;
        self.glossaries.extend(glossaries.into_iter().map(|glossary| (glossary.key.clone(), glossary)));
        self.spoken_terms.extend(spoken_terms.into_iter().map(|terms| (terms.key.clone(), terms)));
        Ok(self)
    }

    /// Lists made by a program instead of files: they pass the checks that values alone can pass (keys, names and labels
    /// are unique, texts are neither empty nor over a limit). Rules are taken as they are.
    ///
    /// # Errors
    /// Names the first list that fails, and how.
    pub fn checked(styles: Vec<Style>, limits: &Limits) -> Result<Self, Unfit> {
        let (mut keys, mut names) = (BTreeSet::new(), BTreeSet::new());
        for style in &styles {
            let Style { key, name, language, rules, instructions, protected: _, place: _ } = style;
            if !keys.insert(key) {
                return Err(Unfit::Key(key.clone()));
            }
            if !names.insert((&name.value, &language.value)) {
                return Err(Unfit::Name(key.clone()));
            }
            let mut labels = BTreeSet::new();
            for Instruction { label, prompt, source_language: _ } in instructions.iter().map(|placed| &placed.value) {
                if !labels.insert(label) {
                    return Err(Unfit::Label(key.clone()));
                }
                if label.is_empty() || prompt.is_empty() {
                    return Err(Unfit::Empty(key.clone()));
                }
                if label.chars().count() > limits.label || prompt.chars().count() > limits.prompt {
                    return Err(Unfit::Limit(key.clone()));
                }
            }
            if name.value.is_empty() || rules.values().any(|value| value.value.is_empty()) {
                return Err(Unfit::Empty(key.clone()));
            }
            if name.value.chars().count() > limits.name || instructions.len() > limits.custom_instructions {
                return Err(Unfit::Limit(key.clone()));
            }
        }
        Ok(Self::of(styles))
    }

    /// Style rule lists by key.
    #[must_use]
    pub fn styles(&self) -> &BTreeMap<Key, Style> {
        &self.styles
    }

    /// Glossaries by key.
    #[must_use]
    pub fn glossaries(&self) -> &BTreeMap<Key, Glossary> {
        &self.glossaries
    }

    /// Collections of spoken terms by key.
    #[must_use]
    pub fn spoken_terms(&self) -> &BTreeMap<Key, SpokenTerms> {
        &self.spoken_terms
    }

    /// Translation profiles by key. The service holds none.
    #[must_use]
    pub fn profiles(&self) -> &BTreeMap<Key, Profile> {
        &self.profiles
    }

    /// Whether nothing is wanted that the service could hold.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { styles, glossaries, spoken_terms, profiles: _ } = self;
        styles.is_empty() && glossaries.is_empty() && spoken_terms.is_empty()
    }

    /// `sha256:` and the digest of everything that is wanted, places aside: equal exactly where the same is wanted.
    #[must_use]
    pub fn digest(&self) -> String {
        let Self { styles, glossaries, spoken_terms, profiles } = self;
        let mut hash = Hash(Sha256::new());
        hash.count(styles.len());
        for style in styles.values() {
            let Style { key, name: _, language: _, rules: _, instructions: _, protected, place: _ } = style;
            hash.text(key.as_str());
            hash.text(if *protected { "protected" } else { "" });
            hash.content(&style.content());
        }
        for Glossary { key, name: _, dictionaries: _, protected, place: _ } in glossaries.values() {
            hash.lexicon(key, *protected, &glossaries[key].content());
        }
        for SpokenTerms { key, name: _, term_lists: _, protected, place: _ } in spoken_terms.values() {
            hash.lexicon(key, *protected, &spoken_terms[key].content());
        }
        for (key, profile) in profiles {
            hash.text(key.as_str());
            let said = profile.said();
            hash.count(said.len());
            for (field, value) in said {
                hash.text(&field);
                hash.text(&value);
            }
        }
        let hex: String = hash.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("sha256:{hex}")
    }
}

fn unique(lexicons: &[(&Key, Lexicon)]) -> Result<(), Unfit> {
    let (mut keys, mut names) = (BTreeSet::new(), BTreeSet::new());
    for (key, Lexicon { which: _, name, parts }) in lexicons {
        if !keys.insert(*key) {
            return Err(Unfit::Key((*key).clone()));
        }
        if !names.insert(name) {
            return Err(Unfit::Name((*key).clone()));
        }
        if name.is_empty() || parts.values().any(|entries| entries.keys().any(String::is_empty)) {
            return Err(Unfit::Empty((*key).clone()));
        }
    }
    Ok(())
}

/// Feeds values with their lengths, so that no two different contents feed the same bytes.
struct Hash(Sha256);

impl Hash {
    fn count(&mut self, n: usize) {
        self.0.update((n as u64).to_be_bytes());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.update(text.as_bytes());
    }

    fn lexicon(&mut self, key: &Key, protected: bool, lexicon: &Lexicon) {
        self.text(key.as_str());
        self.text(if protected { "protected" } else { "" });
        self.text(&lexicon::digest_of(lexicon));
    }

    fn content(&mut self, content: &Content) {
        let Content { name, language, rules, instructions } = content;
        self.text(name);
        self.text(language.as_str());
        self.count(rules.len());
        for (key, value) in rules {
            self.text(&key.category);
            self.text(&key.rule);
            self.text(value);
        }
        self.count(instructions.len());
        for Instruction { label, prompt, source_language } in instructions {
            self.text(label);
            self.text(prompt);
            self.text(source_language.as_ref().map_or("", Language::as_str));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::diagnostic::Place;
    use crate::model::Placed;
    use crate::model::style::RuleKey;

    fn style(key: &str, line: u32) -> Style {
        let place = Place { file: "styles/a.yaml".into(), line, column: 1 };
        let instruction = Instruction { label: "tone".into(), prompt: "Be friendly.".into(), source_language: None };
        Style {
            key: Key::new(key).unwrap(),
            name: Placed::new(format!("List {key}"), place.clone()),
            language: Placed::new(Language::new("de"), place.clone()),
            rules: BTreeMap::from([(RuleKey::new("numbers", "dash"), Placed::new("use".into(), place.clone()))]),
            instructions: vec![Placed::new(instruction, place.clone())],
            protected: false,
            place,
        }
    }

    fn digest(change: impl Fn(&mut Style)) -> String {
        let mut changed = style("a", 7);
        change(&mut changed);
        Desired::checked(vec![changed, style("b", 1)], &Limits::default()).unwrap().digest()
    }

    #[test]
    fn a_digest_tells_contents_apart_and_nothing_else() {
        let same = Desired::checked(vec![style("b", 3), style("a", 4)], &Limits::default()).unwrap().digest();
        assert_eq!(digest(|_| {}), same);
        assert!(same.starts_with("sha256:") && same.len() == 71);
        let changes: [fn(&mut Style); 6] = [
            |style| style.name.value.push('!'),
            |style| style.language.value = Language::new("en"),
            |style| style.protected = true,
            |style| style.rules.clear(),
            |style| style.instructions[0].value.prompt.push('!'),
            |style| style.instructions[0].value.source_language = Some(Language::new("fr")),
        ];
        for change in changes {
            assert_ne!(digest(change), same);
        }
    }

    #[test]
    fn lists_made_by_a_program_pass_the_same_limits() {
        let check = |styles: Vec<Style>| Desired::checked(styles, &Limits::default()).map(|_| ()).unwrap_err();
        let key = || Key::new("a").unwrap();
        assert_eq!(check(vec![style("a", 1), style("a", 1)]), Unfit::Key(key()));
        let mut twin = style("b", 1);
        twin.name.value = "List a".into();
        assert_eq!(check(vec![style("a", 1), twin]), Unfit::Name(Key::new("b").unwrap()));
        let mut long = style("a", 1);
        long.instructions[0].value.prompt = "p".repeat(301);
        assert_eq!(check(vec![long]), Unfit::Limit(key()));
        let mut twice = style("a", 1);
        twice.instructions.push(twice.instructions[0].clone());
        assert_eq!(check(vec![twice]), Unfit::Label(key()));
        let mut empty = style("a", 1);
        empty.name.value.clear();
        assert_eq!(check(vec![empty]), Unfit::Empty(key()));
    }
}
