//! Pages about the catalogue: categories, rules with all their values, values.

use unicode_normalization::UnicodeNormalization;

use crate::catalogue::{Catalogue, Category, Rule, RuleValue, Source};
use crate::report::explain::{entry, heading, text};
use crate::report::look::{Look, Tone};
use crate::report::shown::Shown;
use crate::report::words::count;
use crate::report::wrap::{Piece, wrap};

/// What is said of languages, wherever some are named.
const LANGUAGES: &str = "Languages are those that the service was known to offer a value for as of October 2025. They are not part of its \
specification: with another language a finding warns, and nothing stops.";

/// Every page of the catalogue that a word names: `category`, `rule`, `category.rule`, `value`.
pub(super) fn pages(asked: &str, catalogue: &Catalogue, look: &Look) -> Vec<String> {
    let same = |name: &str| name.nfc().eq(asked.chars());
    let mut pages = Vec::new();
    pages.extend(catalogue.categories.values().filter(|found| same(&found.name)).map(|found| category(found, look)));
    let rules =
        catalogue.rules().filter(|found| same(&found.name) || same(&format!("{}.{}", found.category, found.name)));
    pages.extend(rules.map(|found| rule(found, look)));
    let of_value: Vec<(&Rule, &RuleValue)> = catalogue
        .rules()
        .filter_map(|rule| Some((rule, rule.values.values().find(|found| same(&found.name))?)))
        .collect();
    if !of_value.is_empty() {
        pages.push(value(&of_value, look));
    }
    pages
}

/// Every category with its rules.
pub(super) fn index(catalogue: &Catalogue, look: &Look) -> String {
    let rules = catalogue.rules().count();
    let values: usize = catalogue.rules().map(|rule| rule.values.len()).sum();
    let mut out = heading("rules", &format!("{} with {}", count(rules, "rule"), count(values, "value")), look);
    for category in catalogue.categories.values() {
        out.push('\n');
        out.push_str(&heading(&category.name, &count(category.rules.len(), "rule"), look));
        for rule in category.rules.values() {
            let words = if says_more(&rule.summary, &rule.name) { rule.summary.as_str() } else { "" };
            entry(&mut out, &rule.name, words, look);
        }
    }
    out
}

fn category(category: &Category, look: &Look) -> String {
    let mut out = heading(&category.name, "category of rules", look);
    if says_more(&category.summary, &category.name) {
        text(&mut out, &category.summary, look);
    }
    out.push('\n');
    for rule in category.rules.values() {
        let values = count(rule.values.len(), "value");
        let words = if says_more(&rule.summary, &rule.name) { format!("{values}: {}", rule.summary) } else { values };
        entry(&mut out, &rule.name, &words, look);
    }
    out
}

/// Whether a sentence says anything that the name does not.
pub(crate) fn says_more(sentence: &str, name: &str) -> bool {
    let letters =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    letters(sentence) != letters(name)
}

fn rule(rule: &Rule, look: &Look) -> String {
    let what = format!("rule of `{}`, {}", Shown(&rule.category), count(rule.values.len(), "value"));
    let mut out = heading(&rule.name, &what, look);
    if says_more(&rule.summary, &rule.name) {
        text(&mut out, &rule.summary, look);
    }
    origin(&mut out, rule.source, look);
    for value in rule.values.values() {
        out.push('\n');
        // Unbroken, however long, so that it can be copied.
        out.push_str(&format!("  {}\n", look.paint(Tone::Help, Shown(&value.name))));
        facts(&mut out, value, look);
        if value.source != rule.source {
            fact(&mut out, source(value.source), look);
        }
    }
    if let Some(first) = rule.values.keys().next() {
        example(&mut out, rule, first, look);
    }
    if rule.values.values().any(|value| !value.languages.is_empty()) {
        text(&mut out, LANGUAGES, look);
    }
    out
}

/// One value; it may belong to several rules.
fn value(found: &[(&Rule, &RuleValue)], look: &Look) -> String {
    let name = found.first().map_or("", |(_, value)| value.name.as_str());
    let mut out = heading(name, &format!("value of {}", count(found.len(), "rule")), look);
    for (rule, value) in found {
        out.push('\n');
        let words = if says_more(&rule.summary, &rule.name) { rule.summary.as_str() } else { "" };
        entry(&mut out, &format!("{}.{}", rule.category, rule.name), words, look);
        facts(&mut out, value, look);
        fact(&mut out, source(value.source), look);
    }
    if let Some((rule, value)) = found.first() {
        example(&mut out, rule, &value.name, look);
    }
    if found.iter().any(|(_, value)| !value.languages.is_empty()) {
        text(&mut out, LANGUAGES, look);
    }
    out
}

fn facts(out: &mut String, value: &RuleValue, look: &Look) {
    if says_more(&value.summary, &value.name) {
        fact(out, &value.summary, look);
    }
    if let Some(example) = &value.example {
        fact(out, &format!("for example: {example}"), look);
    }
    if !value.languages.is_empty() {
        fact(out, &format!("languages: {}", value.languages.join(", ")), look);
    }
}

fn fact(out: &mut String, words: &str, look: &Look) {
    if !words.is_empty() {
        wrap(out, look, "      ", "      ", &[Piece::new(Tone::Plain, Shown(words).to_string())]);
    }
}

fn origin(out: &mut String, from: Source, look: &Look) {
    if !source(from).is_empty() {
        text(out, source(from), look);
    }
}

fn source(from: Source) -> &'static str {
    match from {
        Source::Seed => "",
        Source::Extra => "Public, but not in the service's specification: needs `extras = true` under `[catalogue]`.",
        Source::Project => "From a catalogue file of this project.",
    }
}

/// How it is written in a style file.
fn example(out: &mut String, rule: &Rule, value: &str, look: &Look) {
    out.push_str("\nIn a style file:\n\n");
    let quoted =
        if value.chars().all(|c| c.is_alphanumeric() || c == '_') { value.to_owned() } else { format!("\"{value}\"") };
    for line in
        ["configured_rules:".to_owned(), format!("  {}:", rule.category), format!("    {}: {quoted}", rule.name)]
    {
        out.push_str(&format!("    {}\n", look.paint(Tone::Help, Shown(&line))));
    }
}
