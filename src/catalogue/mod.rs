//! What the service knows: categories, rules, values, list languages and limits, as data.
//!
//! Invariant: no code names a single rule. What the service's documents do not state is marked as inference (the
//! languages that a value was offered for) and can only warn.

pub mod by_name;
mod digest;
pub mod find;
pub mod languages;
pub mod limits;
pub mod load;
pub mod nearest;
pub mod request_words;
pub mod sentences;
mod identifier_words;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as catalogue;

use std::borrow::Cow;
use std::sync::Arc;

pub use by_name::{ByName, Named};
pub use find::CatalogueMatch;
pub use identifier_words::describe_identifier;
pub use limits::Limits;

/// Where an identifier comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CatalogueSource {
    /// Every service offers it.
    Core,
    /// DeepL's public service offers it: in the public edition alone ([`load::Edition`]).
    Public,
    /// A catalogue file of the project.
    Project,
}

/// Every rule that may be configured, and what a list may be like. Copies share what they do not change.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// Categories in order of name.
    pub categories: Arc<ByName<Category>>,
    /// Root languages that style rule lists are kept for, lower-case.
    pub languages: Vec<ListLanguage>,
    /// Configured values that ask for opposite things.
    pub contradictions: Arc<Vec<Contradiction>>,
    /// Lengths and counts that the service enforces.
    pub limits: Limits,
}

/// A language that lists are kept for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListLanguage {
    /// Root code, lower-case: `de`.
    pub code: String,
    /// English name: `German`.
    pub name: String,
}

/// A word or sentence: what is built in is not copied.
pub type Words = Cow<'static, str>;

/// A group of rules.
#[derive(Clone, Debug, Default)]
pub struct Category {
    /// Identifier: `dates_and_times`.
    pub name: Words,
    /// One sentence: what its rules are about.
    pub summary: Words,
    /// Rules in order of name.
    pub rules: ByName<Arc<Rule>>,
}

/// One rule with its closed list of values.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Identifier, exact: may hold letters that are not ASCII.
    pub name: Words,
    /// The category it belongs to.
    pub category: Words,
    /// One sentence: what it decides.
    pub summary: Words,
    /// Values in order of name.
    pub values: ByName<RuleValue>,
    /// Where it comes from.
    pub source: CatalogueSource,
}

/// One value of a rule.
#[derive(Clone, Debug)]
pub struct RuleValue {
    /// Identifier, exact: may hold spaces and CJK characters.
    pub name: Words,
    /// One sentence in plain words; absent where its name says the same ([`RuleValue::meaning`]).
    pub summary: Option<Words>,
    /// What text looks like under it, where that can be said truthfully: `3:05 p.m.`.
    pub example: Option<Words>,
    /// The same by (lower-case) list language, where languages differ in it.
    pub examples: Vec<(Words, Words)>,
    /// List languages that the service was known to offer it for (October 2025); empty where nothing is known.
    pub languages: Arc<Vec<String>>,
    /// Where it comes from.
    pub source: CatalogueSource,
}

/// Settings that ask for opposite things when one of each side stands in one list.
#[derive(Clone, Debug)]
pub struct Contradiction {
    /// One side.
    pub one: ContradictionSide,
    /// The other side.
    pub other: ContradictionSide,
    /// Why they clash, in one sentence.
    pub reason: Words,
}

/// Some values of a rule.
#[derive(Clone, Debug)]
pub struct ContradictionSide {
    /// The category of the rule.
    pub category: Words,
    /// The rule.
    pub rule: Words,
    /// Its values that clash with the other side; empty where a catalogue has none of them.
    pub values: Vec<Words>,
}

/// Category, rule, value.
pub type Setting<'a> = (&'a str, &'a str, &'a str);

impl ContradictionSide {
    /// Whether it stands for this value of its rule.
    #[must_use]
    pub fn has_value(&self, value: &str) -> bool {
        self.values.iter().any(|held| held == value)
    }

    /// Every setting that it stands for.
    pub fn settings(&self) -> impl Iterator<Item = Setting<'_>> {
        self.values.iter().map(|value| (&*self.category, &*self.rule, &**value))
    }
}

impl Contradiction {
    /// Every two settings that clash: one of one side with one of the other.
    pub fn pairs(&self) -> impl Iterator<Item = (Setting<'_>, Setting<'_>)> {
        self.one.settings().flat_map(|one| self.other.settings().map(move |other| (one, other)))
    }
}

impl Named for Category {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Named for Rule {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Named for RuleValue {
    fn name(&self) -> &str {
        &self.name
    }
}

impl RuleValue {
    /// What it means, in one sentence: its summary, or its name read as one.
    #[must_use]
    pub fn meaning(&self) -> Cow<'_, str> {
        self.summary.as_deref().map_or_else(|| describe_identifier(&self.name).into(), Cow::Borrowed)
    }
}

impl RuleValue {
    /// Whether the service may offer it for lists of this language: it was known to, or nothing is known.
    #[must_use]
    pub fn is_offered_for(&self, language: &str) -> bool {
        self.languages.is_empty() || self.languages.iter().any(|known| known == language)
    }

    /// What text looks like under it in a list of this language: its example, or in a few words what it means.
    #[must_use]
    pub fn illustration(&self, language: Option<&str>) -> Cow<'_, str> {
        let own = self.examples.iter().find(|(of, _)| Some(&**of) == language).map(|(_, text)| &**text);
        match own.or(self.example.as_deref()) {
            Some(example) => Cow::Borrowed(example),
            None => match self.meaning() {
                Cow::Borrowed(text) => Cow::Borrowed(text.trim_end_matches('.')),
                Cow::Owned(text) => Cow::Owned(text.trim_end_matches('.').to_owned()),
            },
        }
    }
}

impl Catalogue {
    /// The rule of this category and name.
    #[must_use]
    pub fn find_rule(&self, category: &str, rule: &str) -> Option<&Rule> {
        self.categories.get(category)?.rules.get(rule).map(Arc::as_ref)
    }

    /// Every rule, by category, then by name.
    pub fn iter_rules(&self) -> impl Iterator<Item = &Rule> + Clone {
        self.categories.values().flat_map(|category| category.rules.values().map(Arc::as_ref))
    }

    /// How many rules it has, and how many values those have together.
    #[must_use]
    pub fn count_rules_and_values(&self) -> (usize, usize) {
        (self.iter_rules().count(), self.iter_rules().map(|rule| rule.values.len()).sum())
    }

    /// Every name of a category, a rule or a value.
    pub fn iter_names(&self) -> impl Iterator<Item = &str> {
        let rules = self.iter_rules().flat_map(|rule| std::iter::once(&*rule.name).chain(rule.values.keys()));
        self.categories.keys().chain(rules)
    }

    /// Whether lists are kept for this (lower-case) language.
    #[must_use]
    pub fn supports_language(&self, language: &str) -> bool {
        self.languages.iter().any(|known| known.code == language)
    }
}
