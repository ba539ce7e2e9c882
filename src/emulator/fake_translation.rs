//! What stands in for translation: the text as it came, with what can be applied to it without knowing a language.
//!
//! Always: it says that it is an emulator and what it went by; the same request gives the same text. Glossary entries
//! replace whole words, the longest first; a handful of rules are applied (see [`crate::emulator::applied_rules`]), and instructions
//! are only counted. Markup is left alone where tags are handled. Absent: translation, and any use of a memory.

use crate::emulator::LabelPlace;
use crate::emulator::applied_rules;
use crate::emulator::language_table;
use crate::emulator::records::StoredDictionary;
use crate::emulator::request_context::RequestContext;
use crate::emulator::translation_parameters::EmulatedTranslationParameters;

/// What is answered for a text.
pub(crate) struct AnsweredText<'a> {
    pub(crate) text: String,
    /// The language that the table of phrases says the text is in.
    pub(crate) source: Option<&'a str>,
    /// Whether the stand-in made it, rather than the table.
    pub(crate) is_emulated: bool,
}

/// A phrase of the table or, for any other text, what the stand-in makes of it, with its label.
pub(crate) fn answer_text<'a>(
    text: &str,
    order: &EmulatedTranslationParameters,
    context: &RequestContext<'a>,
) -> AnsweredText<'a> {
    let source = order.source.map(|source| source.code);
    if let Some((source, phrase)) = context.phrases.find_phrase(source, order.target.code, text) {
        return AnsweredText { text: phrase.to_owned(), source, is_emulated: false };
    }
    let rendered = render_text(text, order);
    let text = match context.label {
        LabelPlace::Text => format!("{} {rendered}", describe_parameters(order)),
        LabelPlace::Header => rendered,
    };
    AnsweredText { text, source: None, is_emulated: true }
}

/// What the stand-in makes of a text, without its label.
pub(crate) fn render_text(text: &str, order: &EmulatedTranslationParameters) -> String {
    if !order.handles_tags {
        return apply_to_plain_text(text, order);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&apply_to_plain_text(&rest[..start], order));
        let end = rest[start..].find('>').map_or(rest.len(), |end| start + end + 1);
        out.push_str(&rest[start..end]);
        rest = &rest[end..];
    }
    out.push_str(&apply_to_plain_text(rest, order));
    out
}

/// What the text says about itself: `[emulated de: 2 of 3 rules applied, 1 instruction seen]`.
pub(crate) fn describe_parameters(order: &EmulatedTranslationParameters) -> String {
    let EmulatedTranslationParameters {
        source: _,
        target,
        glossaries,
        style,
        translation_memory: memory,
        formality,
        instruction_count: instructions,
        model: _,
        handles_tags: _,
    } = order;
    let mut said = Vec::new();
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    if !glossaries.is_empty() {
        said.push(if glossaries.len() == 1 {
            "1 glossary".to_owned()
        } else {
            format!("{} glossaries", glossaries.len())
        });
    }
    let mut seen = *instructions;
    if let Some(style) = style {
        let rules = style.configured_rules.values().flatten();
        let applied = rules.clone().filter(|(name, value)| applied_rules::is_rule_applied(name, value)).count();
        said.push(format!("{applied} of {} applied", count(rules.count(), "rule")));
        seen += style.custom_instructions.len();
    }
    if seen > 0 {
        said.push(format!("{} seen", count(seen, "instruction")));
    }
    if let Some(formality) = formality {
        said.push(format!("formality {formality} seen"));
    }
    if memory.is_some() {
        said.push("translation memory seen".to_owned());
    }
    let said = if said.is_empty() { String::new() } else { format!(": {}", said.join(", ")) };
    format!("[emulated {}{said}]", target.code)
}

fn apply_to_plain_text(text: &str, order: &EmulatedTranslationParameters) -> String {
    let source = order.source.map_or("", |source| language_table::root_code(source.code));
    let target = language_table::root_code(order.target.code);
    let dictionaries: Vec<&StoredDictionary> = order
        .glossaries
        .iter()
        .flat_map(|glossary| glossary.dictionaries.iter().map(|held| &**held))
        .filter(|held| held.source_lang == source && held.target_lang == target)
        .collect();
    let mut text = replace_terms(text, &dictionaries);
    if let Some(style) = &order.style {
        for (name, value) in style.configured_rules.values().flatten() {
            text = applied_rules::apply_rule(&text, name, value);
        }
    }
    text
}

/// A text with every phrase that a dictionary knows in its place.
fn replace_terms(text: &str, dictionaries: &[&StoredDictionary]) -> String {
    let longest = dictionaries.iter().flat_map(|held| held.entries.keys().map(String::len)).max().unwrap_or(0);
    if longest == 0 {
        return text.to_owned();
    }
    let ends: Vec<usize> = word_boundaries(text);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, &start) in ends.iter().enumerate() {
        if start < done {
            continue;
        }
        out.push_str(&text[done..start]);
        done = start;
        let within = ends[at + 1..].iter().take_while(|&&end| end - start <= longest);
        let candidates: Vec<usize> = within.copied().collect();
        let found = candidates.iter().rev().find_map(|&end| {
            let phrase = &text[start..end];
            dictionaries.iter().find_map(|held| held.entries.get(phrase)).map(|target| (end, target))
        });
        if let Some((end, target)) = found {
            out.push_str(target);
            done = end;
        }
    }
    out.push_str(&text[done..]);
    out
}

/// Where words begin and end; between letters that are written without spaces, everywhere.
fn word_boundaries(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut before: Option<char> = None;
    for (at, c) in text.char_indices() {
        let inside = before.is_some_and(|before| before.is_alphanumeric() && c.is_alphanumeric());
        let spaceless = c >= '\u{2e80}' || before.is_some_and(|before| before >= '\u{2e80}');
        if !inside || spaceless {
            found.push(at);
        }
        before = Some(c);
    }
    found.push(text.len());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn whole_words_are_replaced_the_longest_first() {
        let entries = [("log", "Protokoll"), ("log in", "anmelden"), ("猫", "Katze")];
        let entries: BTreeMap<String, String> =
            entries.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
        let dictionary = StoredDictionary { source_lang: "en".to_owned(), target_lang: "de".to_owned(), entries };
        let said = |text| replace_terms(text, &[&dictionary]);
        assert_eq!(said("log, catalog, log in."), "Protokoll, catalog, anmelden.");
        assert_eq!(said("黒猫です"), "黒Katzeです");
        assert_eq!(said(""), "");
        assert_eq!(replace_terms("log", &[]), "log");
    }
}
