//! Pages about the catalogue: categories, rules with all their values, values.

use unicode_normalization::UnicodeNormalization;

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::{Catalogue, CatalogueSource, Category, Rule, RuleValue};
use crate::report::explain::search::is_offered;
use crate::report::explain::{page_heading, write_entry, write_text};
use crate::report::humanize::count_noun;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};

/// What is said of languages, wherever some are named.
const LANGUAGES: &str = "Languages are those that the service was known to offer a value for as of October 2025. They are not part of its \
specification: with another language a finding warns, and nothing stops.";

/// Every page of the catalogue that a word names: `category`, `rule`, `category.rule`, `value`.
pub(super) fn render_pages(
    asked: &str,
    catalogue: &Catalogue,
    languages: &[String],
    options: &RenderOptions,
) -> Vec<String> {
    let same = |name: &str| name.nfc().eq(asked.chars());
    let mut pages = Vec::new();
    pages.extend(
        catalogue.categories.values().filter(|found| same(&found.name)).map(|found| render_category(found, options)),
    );
    let rules =
        catalogue.iter_rules().filter(|found| same(&found.name) || same(&format!("{}.{}", found.category, found.name)));
    pages.extend(rules.map(|found| render_rule(found, languages, options)));
    let of_value: Vec<(&Rule, &RuleValue)> = catalogue
        .iter_rules()
        .filter_map(|rule| Some((rule, rule.values.values().find(|found| same(&found.name))?)))
        .collect();
    if !of_value.is_empty() {
        pages.push(render_value(&of_value, languages, options));
    }
    pages
}

/// Every category with its rules.
pub(super) fn render_index(catalogue: &Catalogue, options: &RenderOptions) -> String {
    let counts = |catalogue: &Catalogue| {
        let (rules, values) = catalogue.count_rules_and_values();
        format!("{} with {}", count_noun(rules, "rule"), count_noun(values, "value"))
    };
    let mut out = page_heading("rules", &counts(catalogue), options);
    let [core, public] = [Edition::Core, Edition::Public].map(parsed_catalogue);
    let words = format!(
        "The catalogue `public` has {}: what DeepL's public service offers, for projects with a `deepl` service. The \
         catalogue `core` has {}. What `public` alone has is marked.",
        counts(public),
        counts(core)
    );
    write_text(&mut out, &words, options);
    let lacking = public.categories.values().filter(|category| !catalogue.categories.contains_key(&category.name));
    for category in catalogue.categories.values().chain(lacking) {
        out.push('\n');
        let public = category.rules.values().all(|rule| rule.source == CatalogueSource::Public);
        let count = count_noun(category.rules.len(), "rule");
        let what = if public { format!("{count}, in `public` alone") } else { count };
        out.push_str(&page_heading(&category.name, &what, options));
        for rule in category.rules.values() {
            let words = if adds_to_name(&rule.summary, &rule.name) { &*rule.summary } else { "" };
            write_entry(&mut out, &rule.name, words, options);
        }
    }
    out
}

fn render_category(category: &Category, options: &RenderOptions) -> String {
    let mut out = page_heading(&category.name, "category of rules", options);
    if adds_to_name(&category.summary, &category.name) {
        write_text(&mut out, &category.summary, options);
    }
    if category.rules.values().all(|rule| rule.source == CatalogueSource::Public) {
        write_source(&mut out, CatalogueSource::Public, options);
    }
    out.push('\n');
    for rule in category.rules.values() {
        let values = count_noun(rule.values.len(), "value");
        let words =
            if adds_to_name(&rule.summary, &rule.name) { format!("{values}: {}", rule.summary) } else { values };
        write_entry(&mut out, &rule.name, &words, options);
    }
    out
}

/// Whether a sentence says anything that the name does not.
pub(crate) fn adds_to_name(sentence: &str, name: &str) -> bool {
    let letters =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    letters(sentence) != letters(name)
}

/// A rule with all its values, first those that are offered for these languages.
fn render_rule(rule: &Rule, languages: &[String], options: &RenderOptions) -> String {
    let what = format!("rule of `{}`, {}", Sanitized(&rule.category), count_noun(rule.values.len(), "value"));
    let mut out = page_heading(&rule.name, &what, options);
    if adds_to_name(&rule.summary, &rule.name) {
        write_text(&mut out, &rule.summary, options);
    }
    write_source(&mut out, rule.source, options);
    let mut values: Vec<&RuleValue> = rule.values.values().collect();
    values.sort_by_key(|value| !is_offered(value, languages));
    for value in &values {
        out.push('\n');
        // Unbroken, however long, so that it can be copied.
        out.push_str(&format!("  {}\n", options.paint(TextTone::Help, Sanitized(&value.name))));
        write_value_facts(&mut out, value, languages, options);
        if value.source != rule.source {
            write_fact(&mut out, source_text(value.source), options);
        }
    }
    if let Some(first) = values.first() {
        write_example(&mut out, rule, &first.name, options);
    }
    if rule.values.values().any(|value| !value.languages.is_empty()) {
        write_text(&mut out, LANGUAGES, options);
    }
    out
}

/// One value; it may belong to several rules.
fn render_value(found: &[(&Rule, &RuleValue)], languages: &[String], options: &RenderOptions) -> String {
    let name = found.first().map_or("", |(_, value)| &*value.name);
    let mut out = page_heading(name, &format!("value of {}", count_noun(found.len(), "rule")), options);
    for (rule, value) in found {
        out.push('\n');
        let words = if adds_to_name(&rule.summary, &rule.name) { &*rule.summary } else { "" };
        write_entry(&mut out, &format!("{}.{}", rule.category, rule.name), words, options);
        write_value_facts(&mut out, value, languages, options);
        write_fact(&mut out, source_text(value.source), options);
    }
    if let Some((rule, value)) = found.first() {
        write_example(&mut out, rule, &value.name, options);
    }
    if found.iter().any(|(_, value)| !value.languages.is_empty()) {
        write_text(&mut out, LANGUAGES, options);
    }
    out
}

/// What a value means and what it does to a text, first in these languages.
pub(super) fn write_value_facts(out: &mut String, value: &RuleValue, languages: &[String], options: &RenderOptions) {
    let meaning = value.meaning();
    if adds_to_name(&meaning, &value.name) {
        write_fact(out, &meaning, options);
    }
    if let Some(example) = &value.example {
        write_fact(out, &format!("for example: {example}"), options);
    }
    let mut others: Vec<_> = value.examples.iter().filter(|(_, text)| value.example.as_ref() != Some(text)).collect();
    others.sort_by_key(|(code, _)| !languages.iter().any(|language| language.as_str() == &**code));
    let others: Vec<String> = others.into_iter().map(|(language, text)| format!("{language}: {text}")).collect();
    if !others.is_empty() {
        write_fact(out, &format!("in {}", others.join("; ")), options);
    }
    if !value.languages.is_empty() {
        write_fact(out, &format!("languages: {}", value.languages.join(", ")), options);
    }
}

fn write_fact(out: &mut String, words: &str, options: &RenderOptions) {
    if !words.is_empty() {
        write_wrapped(
            out,
            options,
            "      ",
            "      ",
            &[TextPiece::new(TextTone::Plain, Sanitized(words).to_string())],
        );
    }
}

fn write_source(out: &mut String, from: CatalogueSource, options: &RenderOptions) {
    if !source_text(from).is_empty() {
        write_text(out, source_text(from), options);
    }
}

fn source_text(from: CatalogueSource) -> &'static str {
    match from {
        CatalogueSource::Core => "",
        CatalogueSource::Public => {
            "In the catalogue `public` alone, which projects with a `deepl` service have. Elsewhere, to use it, write \
             `catalogue = \"public\"` at the top of housestyle.toml."
        }
        CatalogueSource::Project => "From a catalogue file of this project.",
    }
}

/// How it is written in a style file.
fn write_example(out: &mut String, rule: &Rule, value: &str, options: &RenderOptions) {
    out.push_str("\nIn a style file:\n\n");
    let quoted =
        if value.chars().all(|c| c.is_alphanumeric() || c == '_') { value.to_owned() } else { format!("\"{value}\"") };
    for line in
        ["configured_rules:".to_owned(), format!("  {}:", rule.category), format!("    {}: {quoted}", rule.name)]
    {
        out.push_str(&format!("    {}\n", options.paint(TextTone::Help, Sanitized(&line))));
    }
}
