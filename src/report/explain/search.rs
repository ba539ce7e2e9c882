//! A search by words: whatever has all of them in its name, its sentences or its examples, in any language of the catalogue.

use std::collections::BTreeSet;

use crate::catalogue::{Catalogue, Rule, RuleValue, sentences};
use crate::diagnostic::Code;
use crate::plan::Safeguard;
use crate::report::explain::field::list_field_references;
use crate::report::explain::rule::{adds_to_name, write_value_facts};
use crate::report::explain::{page_heading, write_entry, write_text};
use crate::report::humanize::count_noun;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;

/// Most rules, codes, safeguards or fields that a page shows.
pub const MAX_SHOWN: usize = 20;

/// A rule that has the words, with those of its values that a reader wants to see.
#[derive(Clone, Debug)]
pub struct FoundRule<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// All of its values where the rule itself has the words, else those that have them.
    pub values: Vec<&'a RuleValue>,
}

/// Rules whose name, sentences or examples hold every word, at the beginning of a word. With `languages` only values that are
/// offered for one of them, or for which no languages are known.
#[must_use]
pub fn search_rules<'a>(catalogue: &'a Catalogue, words: &str, languages: &[String]) -> Vec<FoundRule<'a>> {
    let words = split_words(words);
    let found = catalogue.iter_rules().filter_map(|rule| {
        let about = format!("{} {} {}", rule.category, rule.name, rule.summary).to_lowercase();
        let whole = has_words(&about, &words);
        let offered = rule.values.values().filter(|value| is_offered(value, languages));
        let values: Vec<_> =
            offered.filter(|value| whole || has_words(&format!("{about} {}", text_of(rule, value)), &words)).collect();
        (!values.is_empty()).then_some((whole, FoundRule { rule, values }))
    });
    let mut found: Vec<_> = found.collect();
    found.sort_by_key(|(whole, _)| !whole);
    found.into_iter().map(|(_, rule)| rule).collect()
}

/// Whether a value can be set in a list of one of these languages, as far as is known.
pub(super) fn is_offered(value: &RuleValue, languages: &[String]) -> bool {
    languages.is_empty()
        || value.languages.is_empty()
        || value.languages.iter().any(|code| languages.iter().any(|language| **code == **language))
}

/// The page of what has the words; nothing where nothing has. Rules are those of `languages`, if any of these has the words.
pub(super) fn render_page(
    words: &str,
    catalogue: &Catalogue,
    languages: &[String],
    options: &RenderOptions,
) -> Option<String> {
    let own = search_rules(catalogue, words, languages);
    let elsewhere = own.is_empty() && !languages.is_empty();
    let rules = if elsewhere { search_rules(catalogue, words, &[]) } else { own };
    let wanted = split_words(words);
    let named = |name: &str, text: &str| has_words(&format!("{name} {text}").to_lowercase(), &wanted);
    let codes = Code::ALL.iter().map(|code| (code.name().to_owned(), code.summary().to_owned()));
    let safeguards = Safeguard::ALL.iter().map(|guard| (guard.name().to_owned(), guard.describe().to_owned()));
    let fields = list_field_references(catalogue).into_iter().map(|field| (field.path, field.description));
    let sections: [(&str, Vec<(String, String)>); 3] =
        [("codes", codes.collect()), ("safeguards", safeguards.collect()), ("fields", fields.collect())];
    let mut pages = Vec::new();
    if !rules.is_empty() {
        let place = if elsewhere { ", none for a language of this project" } else { "" };
        let mut page = page_heading("rules", &format!("{}{place}", count_noun(rules.len(), "rule")), options);
        for found in rules.iter().take(MAX_SHOWN) {
            write_rule(&mut page, found, languages, options);
        }
        write_rest(&mut page, rules.len(), options);
        pages.push(page);
    }
    for (sort, all) in sections {
        let mut seen = BTreeSet::new();
        let found: Vec<_> =
            all.into_iter().filter(|entry| named(&entry.0, &entry.1) && seen.insert(entry.clone())).collect();
        if !found.is_empty() {
            let mut page = page_heading(sort, &count_noun(found.len(), sort.trim_end_matches('s')), options);
            for (name, text) in found.iter().take(MAX_SHOWN) {
                write_entry(&mut page, name, text, options);
            }
            write_rest(&mut page, found.len(), options);
            pages.push(page);
        }
    }
    (!pages.is_empty()).then(|| pages.join("\n"))
}

fn write_rule(out: &mut String, found: &FoundRule<'_>, languages: &[String], options: &RenderOptions) {
    let FoundRule { rule, values } = found;
    let summary = if adds_to_name(&rule.summary, &rule.name) { &*rule.summary } else { "" };
    out.push('\n');
    write_entry(out, &format!("{}.{}", rule.category, rule.name), summary, options);
    for value in values {
        out.push_str(&format!("    {}\n", options.paint(TextTone::Help, Sanitized(&value.name))));
        write_value_facts(out, value, languages, options);
    }
}

fn write_rest(out: &mut String, found: usize, options: &RenderOptions) {
    if found > MAX_SHOWN {
        write_text(out, &format!("{} more; add a word.", found - MAX_SHOWN), options);
    }
}

fn split_words(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c == '.' || c == '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// All that is said of a value, in every language.
fn text_of(rule: &Rule, value: &RuleValue) -> String {
    let mut text = format!("{} {}", value.name, value.meaning());
    for example in value.example.iter().chain(value.examples.iter().map(|(_, text)| text)) {
        text.push(' ');
        text.push_str(example);
    }
    for language in value.languages.iter() {
        let title = sentences::find_category_title(language, &rule.category);
        let sentence = sentences::find_sentence(language, &rule.category, &rule.name, &value.name);
        for said in title.into_iter().chain(sentence) {
            text.push(' ');
            text.push_str(said);
        }
    }
    text.to_lowercase()
}

/// Whether each word stands in the text at the beginning of a word; anywhere, where words are not set apart.
fn has_words(text: &str, words: &[String]) -> bool {
    let begins = |word: &str, at: usize| {
        let before = text[..at].chars().next_back();
        !word.starts_with(|c: char| c.is_ascii() || c.is_lowercase()) || !before.is_some_and(char::is_alphanumeric)
    };
    !words.is_empty() && words.iter().all(|word| text.match_indices(word.as_str()).any(|(at, _)| begins(word, at)))
}
