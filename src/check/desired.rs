//! What the files of a project want, checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, LazyLock};

use sha2::{Digest, Sha256};

use crate::catalogue::Limits;
use crate::model::glossary::Glossary;
use crate::model::profile::Profile;
use crate::model::shared_parts::SharedParts;
use crate::model::spoken_terms::SpokenTerms;
use crate::model::style::{Instruction, Style, StyleContent};
use crate::model::style_profile::StyleProfile;
use crate::model::term_set::{self, TermSet};
use crate::model::{Address, Key, Language};

/// What the files of a project want, checked. Its fields are private: only the checks of this module make one.
#[derive(Clone, Debug, Default)]
pub struct Desired {
    styles: BTreeMap<Key, Style>,
    glossaries: BTreeMap<Key, Glossary>,
    spoken_terms: BTreeMap<Key, SpokenTerms>,
    style_profiles: BTreeMap<Key, StyleProfile>,
    profiles: BTreeMap<Key, Profile>,
    /// Parts that are shared with people; resources that share nothing are left out.
    shared: BTreeMap<Address, SharedParts>,
}

/// Why what was made by a program cannot be wanted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DesiredError {
    /// Two things of a kind have one key.
    #[error("two of a kind have the key `{0}`")]
    DuplicateKey(Key),
    /// Two of a kind, and of one language where the kind has one, have one name.
    #[error("`{0}` has the name of another of its kind")]
    DuplicateName(Key),
    /// Two instructions of a list have one label.
    #[error("two instructions of the list `{0}` have one label")]
    DuplicateLabel(Key),
    /// A text is empty.
    #[error("`{0}` has an empty text")]
    EmptyText(Key),
    /// A text or list is longer than the service takes.
    #[error("`{0}` is over a limit of the service")]
    OverLimit(Key),
}

impl Desired {
    /// Styles that came through every check of a project.
    pub(super) fn from_styles(styles: Vec<Style>) -> Self {
        Self::from_checked(styles, Vec::new(), Vec::new(), Vec::new(), Vec::new())
    }

    /// Everything that came through every check of a project.
    pub(super) fn from_checked(
        styles: Vec<Style>,
        glossaries: Vec<Glossary>,
        spoken_terms: Vec<SpokenTerms>,
        style_profiles: Vec<StyleProfile>,
        profiles: Vec<Profile>,
    ) -> Self {
        Self {
            styles: styles.into_iter().map(|style| (style.key.clone(), style)).collect(),
            glossaries: glossaries.into_iter().map(|glossary| (glossary.key.clone(), glossary)).collect(),
            spoken_terms: spoken_terms.into_iter().map(|terms| (terms.key.clone(), terms)).collect(),
            style_profiles: style_profiles.into_iter().map(|profile| (profile.key.clone(), profile)).collect(),
            profiles: profiles.into_iter().map(|profile| (profile.key.clone(), profile)).collect(),
            shared: BTreeMap::new(),
        }
    }

    /// With these parts of resources shared with people.
    #[must_use]
    pub fn with_shared(self, shared: BTreeMap<Address, SharedParts>) -> Self {
        Self { shared, ..self }
    }

    /// Which parts of a resource are shared with people.
    #[must_use]
    pub fn shared_parts(&self, address: &Address) -> SharedParts {
        self.shared.get(address).copied().unwrap_or_default()
    }

    /// More styles that came through every check of a project. All at once: what exists is built anew with them, without gaps.
    pub(super) fn add_styles(&mut self, styles: Vec<Style>) {
        self.styles.append(&mut styles.into_iter().map(|style| (style.key.clone(), style)).collect());
    }

    /// With term sets made by a program instead of files: keys and names are unique among each kind, texts are not empty.
    ///
    /// # Errors
    /// Names the first term set that fails, and how.
    pub fn with_term_sets(
        mut self,
        glossaries: Vec<Glossary>,
        spoken_terms: Vec<SpokenTerms>,
    ) -> Result<Self, DesiredError> {
        let of_glossaries = glossaries.iter().map(|glossary| (&glossary.key, glossary.content()));
        check_unique(&of_glossaries.collect::<Vec<_>>())?;
        let of_terms = spoken_terms.iter().map(|terms| (&terms.key, terms.content()));
        check_unique(&of_terms.collect::<Vec<_>>())?;
        self.glossaries.extend(glossaries.into_iter().map(|glossary| (glossary.key.clone(), glossary)));
        self.spoken_terms.extend(spoken_terms.into_iter().map(|terms| (terms.key.clone(), terms)));
        Ok(self)
    }

    /// With style profiles made by a program instead of files: keys and names are unique, and no name is empty.
    ///
    /// # Errors
    /// Names the first profile that fails, and how.
    pub fn with_style_profiles(mut self, profiles: Vec<StyleProfile>) -> Result<Self, DesiredError> {
        let (mut keys, mut names) = (BTreeSet::new(), BTreeSet::new());
        for StyleProfile { key, name, .. } in &profiles {
            if !keys.insert(key) {
                return Err(DesiredError::DuplicateKey(key.clone()));
            }
            if !names.insert(&name.value) {
                return Err(DesiredError::DuplicateName(key.clone()));
            }
            if name.value.is_empty() {
                return Err(DesiredError::EmptyText(key.clone()));
            }
        }
        self.style_profiles.extend(profiles.into_iter().map(|profile| (profile.key.clone(), profile)));
        Ok(self)
    }

    /// Lists made by a program instead of files: they pass the checks that values alone can pass (keys, names and labels
    /// are unique, texts are neither empty nor over a limit). Rules are taken as they are.
    ///
    /// # Errors
    /// Names the first list that fails, and how.
    pub fn try_from_styles(styles: Vec<Style>, limits: &Limits) -> Result<Self, DesiredError> {
        let (mut keys, mut names) = (BTreeSet::new(), BTreeSet::new());
        for style in &styles {
            let Style { key, name, language, rules, instructions, protected: _, place: _ } = style;
            if !keys.insert(key) {
                return Err(DesiredError::DuplicateKey(key.clone()));
            }
            if !names.insert((&name.value, &language.value)) {
                return Err(DesiredError::DuplicateName(key.clone()));
            }
            let mut labels = BTreeSet::new();
            for Instruction { label, prompt, source_language: _ } in instructions.iter().map(|placed| &placed.value) {
                if !labels.insert(label) {
                    return Err(DesiredError::DuplicateLabel(key.clone()));
                }
                if label.is_empty() || prompt.is_empty() {
                    return Err(DesiredError::EmptyText(key.clone()));
                }
                if label.chars().count() > limits.label || prompt.chars().count() > limits.prompt {
                    return Err(DesiredError::OverLimit(key.clone()));
                }
            }
            if name.value.is_empty() || rules.values().any(|value| value.value.is_empty()) {
                return Err(DesiredError::EmptyText(key.clone()));
            }
            if name.value.chars().count() > limits.name || instructions.len() > limits.custom_instructions {
                return Err(DesiredError::OverLimit(key.clone()));
            }
        }
        Ok(Self::from_styles(styles))
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

    /// Style profiles by key.
    #[must_use]
    pub fn style_profiles(&self) -> &BTreeMap<Key, StyleProfile> {
        &self.style_profiles
    }

    /// Translation profiles by key. The service holds none.
    #[must_use]
    pub fn profiles(&self) -> &BTreeMap<Key, Profile> {
        &self.profiles
    }

    /// Whether nothing is wanted that the service could hold.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { styles, glossaries, spoken_terms, style_profiles, profiles: _, shared: _ } = self;
        styles.is_empty() && glossaries.is_empty() && spoken_terms.is_empty() && style_profiles.is_empty()
    }

    /// `sha256:` and the digest of everything that is wanted, places aside: equal exactly where the same is wanted.
    #[must_use]
    pub fn digest(&self) -> String {
        let Self { styles, glossaries, spoken_terms, style_profiles, profiles, shared } = self;
        let mut hash = DesiredHasher(Sha256::new());
        hash.feed_count(styles.len());
        for style in styles.values() {
            let Style { key, name: _, language: _, rules: _, instructions: _, protected, place: _ } = style;
            hash.feed_text(key.as_str());
            hash.feed_text(if *protected { "protected" } else { "" });
            hash.feed_style(&style.content());
        }
        for Glossary { key, name: _, dictionaries: _, protected, place: _ } in glossaries.values() {
            hash.feed_term_set(key, *protected, &glossaries[key].content());
        }
        for SpokenTerms { key, name: _, term_lists: _, protected, place: _ } in spoken_terms.values() {
            hash.feed_term_set(key, *protected, &spoken_terms[key].content());
        }
        // By key: which ids they are is no part of what is wanted.
        for (key, profile) in style_profiles {
            hash.feed_text(&format!("style profile {key}{}", if profile.protected { " protected" } else { "" }));
            hash.feed_text(&profile.content().digest());
        }
        for (address, parts) in shared {
            hash.feed_text(&format!("{address} {parts:?}"));
        }
        for (key, profile) in profiles {
            hash.feed_text(key.as_str());
            let said = profile.list_fields();
            hash.feed_count(said.len());
            for (field, value) in said {
                hash.feed_text(&field);
                hash.feed_text(&value);
            }
        }
        let hex: String = hash.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("sha256:{hex}")
    }
}

/// The digest of every wanted resource, worked out when it is first asked for: of most plans nobody asks.
#[derive(Clone)]
pub struct DesiredDigest(Arc<LazyLock<String, DigestWork>>);

type DigestWork = Box<dyn FnOnce() -> String + Send>;

impl DesiredDigest {
    /// Of what is wanted; held until the digest is known.
    #[must_use]
    pub fn of(desired: &Arc<Desired>) -> Self {
        let desired = desired.clone();
        Self(Arc::new(LazyLock::new(Box::new(move || desired.digest()))))
    }

    /// `sha256:` and 64 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for DesiredDigest {
    fn from(digest: String) -> Self {
        Self(Arc::new(LazyLock::new(Box::new(|| digest))))
    }
}

impl fmt::Debug for DesiredDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialEq for DesiredDigest {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for DesiredDigest {}

fn check_unique(term_sets: &[(&Key, TermSet)]) -> Result<(), DesiredError> {
    let (mut keys, mut names) = (BTreeSet::new(), BTreeSet::new());
    for (key, TermSet { kind: _, name, parts }) in term_sets {
        if !keys.insert(*key) {
            return Err(DesiredError::DuplicateKey((*key).clone()));
        }
        if !names.insert(name) {
            return Err(DesiredError::DuplicateName((*key).clone()));
        }
        if name.is_empty() || parts.values().any(|entries| entries.keys().any(String::is_empty)) {
            return Err(DesiredError::EmptyText((*key).clone()));
        }
    }
    Ok(())
}

/// Feeds values with their lengths, so that no two different contents feed the same bytes.
struct DesiredHasher(Sha256);

impl DesiredHasher {
    fn feed_count(&mut self, n: usize) {
        self.0.update((n as u64).to_be_bytes());
    }

    fn feed_text(&mut self, text: &str) {
        self.feed_count(text.len());
        self.0.update(text.as_bytes());
    }

    fn feed_term_set(&mut self, key: &Key, protected: bool, term_set: &TermSet) {
        self.feed_text(key.as_str());
        self.feed_text(if protected { "protected" } else { "" });
        self.feed_text(&term_set::digest_of_term_set(term_set));
    }

    fn feed_style(&mut self, content: &StyleContent) {
        let StyleContent { name, language, rules, instructions } = content;
        self.feed_text(name);
        self.feed_text(language.as_str());
        self.feed_count(rules.len());
        for (key, value) in rules {
            self.feed_text(&key.category);
            self.feed_text(&key.rule);
            self.feed_text(value);
        }
        self.feed_count(instructions.len());
        for Instruction { label, prompt, source_language } in instructions {
            self.feed_text(label);
            self.feed_text(prompt);
            self.feed_text(source_language.as_ref().map_or("", Language::as_str));
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
        Desired::try_from_styles(vec![changed, style("b", 1)], &Limits::default()).unwrap().digest()
    }

    #[test]
    fn a_digest_tells_contents_apart_and_nothing_else() {
        let same = Desired::try_from_styles(vec![style("b", 3), style("a", 4)], &Limits::default()).unwrap().digest();
        assert_eq!(digest(|_| {}), same);
        assert!(same.starts_with("sha256:") && same.len() == 71);
        let changes: [fn(&mut Style); 6] = [
            |style| style.name.value.push('!'),
            |style| style.language.value = Language::new("en"),
            |style| style.protected = true,
            |style| style.rules.clear(),
            |style| style.instructions[0].value.prompt = "Be friendly!".into(),
            |style| style.instructions[0].value.source_language = Some(Language::new("fr")),
        ];
        for change in changes {
            assert_ne!(digest(change), same);
        }
    }

    #[test]
    fn lists_made_by_a_program_pass_the_same_limits() {
        let check = |styles: Vec<Style>| Desired::try_from_styles(styles, &Limits::default()).map(|_| ()).unwrap_err();
        let key = || Key::new("a").unwrap();
        assert_eq!(check(vec![style("a", 1), style("a", 1)]), DesiredError::DuplicateKey(key()));
        let mut twin = style("b", 1);
        twin.name.value = "List a".into();
        assert_eq!(check(vec![style("a", 1), twin]), DesiredError::DuplicateName(Key::new("b").unwrap()));
        let mut long = style("a", 1);
        long.instructions[0].value.prompt = "p".repeat(301).into();
        assert_eq!(check(vec![long]), DesiredError::OverLimit(key()));
        let mut twice = style("a", 1);
        twice.instructions.push(twice.instructions[0].clone());
        assert_eq!(check(vec![twice]), DesiredError::DuplicateLabel(key()));
        let mut empty = style("a", 1);
        empty.name.value.clear();
        assert_eq!(check(vec![empty]), DesiredError::EmptyText(key()));
    }
}
