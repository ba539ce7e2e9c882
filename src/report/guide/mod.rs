//! A style rule list as prose: for people who write, for agents that write, and as one prompt for another service.
//!
//! Invariants: every configured rule stands in a guide exactly once, with its name as anchor; nothing is said that no rule,
//! instruction or entry says; the same files give the same bytes. Right and wrong texts come from the detectors that judge
//! texts, and were judged under the whole style before they came here.

mod page;
mod phrases;
mod prompt;
mod skill;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::catalogue::languages::{find_language, root_code};
use crate::catalogue::{Catalogue, sentences};
use crate::model::Language;
use crate::model::glossary::Glossary;
use crate::model::style::{Instruction, RuleKey, Style};

pub use page::render_page;
pub use phrases::GuideLanguage;
pub use prompt::{DEFAULT_PROMPT_CHARACTERS, render_prompt};
pub use skill::{MAX_SKILL_LINES, render_skill, skill_name};

/// What a style rule list asks for, ready to be put into words.
#[derive(Clone, Debug)]
pub struct Guide<'a> {
    /// The key of the list.
    pub key: &'a str,
    /// Its display name.
    pub name: &'a str,
    /// The root language of its texts.
    pub language: &'a Language,
    /// Custom instructions, in order of the file.
    pub instructions: Vec<&'a Instruction>,
    /// Configured rules, by category.
    pub chapters: Vec<GuideChapter<'a>>,
    /// Rules that the catalogue has no sentence for: `category.rule` and value.
    pub unsaid: Vec<(&'a RuleKey, &'a str)>,
    /// Terms by source language, each with what it is in the language of the list.
    pub terms: BTreeMap<&'a Language, BTreeMap<&'a str, &'a str>>,
    /// The language of headings and sentences.
    pub words: GuideLanguage,
}

/// The rules of one category.
#[derive(Clone, Debug)]
pub struct GuideChapter<'a> {
    /// The category: `dates_and_times`.
    pub category: &'a str,
    /// Its heading.
    pub title: String,
    /// Its rules, in order of name.
    pub rules: Vec<GuideRule<'a>>,
}

/// One configured rule in words.
#[derive(Clone, Debug)]
pub struct GuideRule<'a> {
    /// The rule.
    pub rule: &'a RuleKey,
    /// Its value, as the service names it.
    pub value: &'a str,
    /// What it asks for, in one sentence.
    pub sentence: String,
    /// A text that follows it and departs from nothing else.
    pub right: Option<String>,
    /// A text that departs from it alone.
    pub wrong: Option<String>,
}

/// Right and wrong text of a rule, by category and rule: what [`Guide::new`] is handed, as this room knows no detector.
pub type ChooseExample<'f> = dyn Fn(&str, &str) -> (Option<String>, Option<String>) + 'f;

impl<'a> Guide<'a> {
    /// The guide of a list, with the terms of these glossaries.
    #[must_use]
    pub fn new(
        style: &'a Style,
        glossaries: impl IntoIterator<Item = &'a Glossary>,
        catalogue: &Catalogue,
        words: GuideLanguage,
        choose_example: &ChooseExample<'_>,
    ) -> Self {
        let language = &style.language.value;
        let mut chapters: Vec<GuideChapter<'a>> = Vec::new();
        let mut unsaid = Vec::new();
        for (rule, value) in &style.rules {
            let value = value.value.as_str();
            let known = catalogue.find_rule(&rule.category, &rule.rule).and_then(|found| found.values.get(value));
            let Some(known) = known else {
                unsaid.push((rule, value));
                continue;
            };
            if chapters.last().is_none_or(|chapter| chapter.category != rule.category.as_str()) {
                let title = words.category_title(&rule.category);
                chapters.push(GuideChapter { category: &rule.category, title, rules: Vec::new() });
            }
            // A sentence of the catalogue alone leaves open what it is about: "Put a comma after them."
            let sentence = sentences::find_sentence(words.code(), &rule.category, &rule.rule, value)
                .map_or_else(|| format!("{}: {}", words_of_name(&rule.rule), known.meaning()), ToOwned::to_owned);
            let (right, wrong) = choose_example(&rule.category, &rule.rule);
            if let Some(chapter) = chapters.last_mut() {
                chapter.rules.push(GuideRule { rule, value, sentence, right, wrong });
            }
        }
        let mut terms: BTreeMap<&Language, BTreeMap<&str, &str>> = BTreeMap::new();
        for (pair, dictionary) in glossaries.into_iter().flat_map(|glossary| &glossary.dictionaries) {
            if root_code(pair.target.as_str()) == root_code(language.as_str()) {
                let entries =
                    dictionary.entries.iter().map(|(source, target)| (source.as_str(), target.value.as_str()));
                terms.entry(&pair.source).or_default().extend(entries);
            }
        }
        terms.retain(|_, entries| !entries.is_empty());
        let instructions = style.instructions.iter().map(|placed| &placed.value).collect();
        let (key, name) = (style.key.as_str(), style.name.value.as_str());
        Self { key, name, language, instructions, chapters, unsaid, terms, words }
    }

    /// How many rules are put into words.
    #[must_use]
    pub fn rule_count(&self) -> usize {
        self.chapters.iter().map(|chapter| chapter.rules.len()).sum()
    }

    /// How many terms there are.
    #[must_use]
    pub fn term_count(&self) -> usize {
        self.terms.values().map(BTreeMap::len).sum()
    }
}

/// The English name of a language, or its code.
fn language_name(language: &Language) -> &str {
    find_language(language.as_str()).map_or(language.as_str(), |known| known.name)
}

/// A name as words: `time_format` is "Time format".
fn words_of_name(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text over several lines as one that stands in a list.
fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains('\n') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" "))
}
