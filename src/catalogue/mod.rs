//! What the service knows: categories, rules, values, list languages and limits, as data.
//!
//! Invariant: no code names a single rule. What the service's documents do not state is marked as inference (the
//! languages that a value was offered for) and can only warn.

mod digest;
pub mod find;
pub mod languages;
pub mod limits;
pub mod load;
pub mod nearest;
pub mod request_words;
mod identifier_words;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

pub use find::CatalogueMatch;
pub(crate) use identifier_words::describe_identifier;
pub use limits::Limits;

/// Where an identifier comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CatalogueSource {
    /// The service's specification.
    Seed,
    /// Public since, not in the specification: on only where a project asks for it (`catalogue.extras`).
    Extra,
    /// A catalogue file of the project.
    Project,
}

/// Every rule that may be configured, and what a list may be like. Copies share what they do not change.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// Categories in order of name.
    pub categories: Arc<BTreeMap<String, Category>>,
    /// Root languages that style rule lists are kept for, lower-case.
    pub languages: Vec<ListLanguage>,
    /// Pairs of configured values that ask for opposite things.
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

/// A group of rules.
#[derive(Clone, Debug, Default)]
pub struct Category {
    /// Identifier: `dates_and_times`.
    pub name: String,
    /// One sentence: what its rules are about.
    pub summary: String,
    /// Rules in order of name.
    pub rules: BTreeMap<String, Rule>,
}

/// One rule with its closed list of values.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Identifier, exact: may hold letters that are not ASCII.
    pub name: String,
    /// The category it belongs to.
    pub category: String,
    /// One sentence: what it decides.
    pub summary: String,
    /// Values in order of name.
    pub values: BTreeMap<String, RuleValue>,
    /// Where it comes from.
    pub source: CatalogueSource,
}

/// One value of a rule.
#[derive(Clone, Debug)]
pub struct RuleValue {
    /// Identifier, exact: may hold spaces and CJK characters.
    pub name: String,
    /// One sentence in plain words; absent where its name says the same ([`RuleValue::meaning`]).
    pub summary: Option<String>,
    /// What text looks like under it, where that can be said truthfully: `3:05 p.m.`.
    pub example: Option<String>,
    /// List languages that the service was known to offer it for (October 2025); empty where nothing is known.
    pub languages: Vec<String>,
    /// Where it comes from.
    pub source: CatalogueSource,
}

/// Category, rule, value.
pub type Setting = (Arc<str>, Arc<str>, Arc<str>);

/// Two settings that ask for opposite things when both stand in one list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// One side.
    pub one: Setting,
    /// The other side.
    pub other: Setting,
    /// Why they clash, in one sentence.
    pub reason: Arc<str>,
}

impl RuleValue {
    /// What it means, in one sentence: its summary, or its name read as one.
    #[must_use]
    pub fn meaning(&self) -> Cow<'_, str> {
        self.summary.as_deref().map_or_else(|| describe_identifier(&self.name).into(), Cow::Borrowed)
    }
}

impl Catalogue {
    /// The rule of this category and name.
    #[must_use]
    pub fn find_rule(&self, category: &str, rule: &str) -> Option<&Rule> {
        self.categories.get(category)?.rules.get(rule)
    }

    /// Every rule, by category, then by name.
    pub fn iter_rules(&self) -> impl Iterator<Item = &Rule> + Clone {
        self.categories.values().flat_map(|category| category.rules.values())
    }

    /// Every name of a category, a rule or a value.
    pub fn iter_names(&self) -> impl Iterator<Item = &String> {
        let rules = self.iter_rules().flat_map(|rule| std::iter::once(&rule.name).chain(rule.values.keys()));
        self.categories.keys().chain(rules)
    }

    /// Whether lists are kept for this (lower-case) language.
    #[must_use]
    pub fn supports_language(&self, language: &str) -> bool {
        self.languages.iter().any(|known| known.code == language)
    }
}
