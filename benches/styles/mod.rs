//! Style files of about 3.6 KB each, without findings: the same for every bench and on every machine.

use std::fmt::Write as _;

use housestyle::catalogue::Catalogue;

/// One list: rules that are offered for its language, ten instructions in the three forms of scalars, comments.
pub(crate) fn style_text(number: usize, toml: bool, catalogue: &Catalogue) -> String {
    let language = &catalogue.languages[number % catalogue.languages.len()].code;
    let mut text = match toml {
        true => format!(
            "#:schema ../../schema/style.schema.json\nname = \"House style {number} ({language})\"\nlanguage = \"{language}\"\n"
        ),
        false => format!(
            "# yaml-language-server: $schema=../../schema/style.schema.json\nname: House style {number} ({language})\nlanguage: {language}\nconfigured_rules:\n"
        ),
    };
    for category in catalogue.categories.values() {
        let offered = category
            .rules
            .values()
            .filter_map(|rule| Some((rule, rule.values.values().find(|value| value.languages.contains(language))?)));
        let rules: String = offered
            .take(2)
            .map(|(rule, value)| match toml {
                true => format!("{} = \"{}\" # as in print\n", rule.name, value.name),
                false => format!("    {}: {} # as in print\n", rule.name, value.name),
            })
            .collect();
        match (rules.is_empty(), toml) {
            (true, _) => {}
            (false, true) => write!(text, "\n[configured_rules.{}]\n{rules}", category.name).unwrap(),
            (false, false) => write!(text, "  {}:\n{rules}", category.name).unwrap(),
        }
    }
    if !toml {
        text.push_str("custom_instructions:\n");
    }
    for instruction in 0..10 {
        let label = format!("Instruction {instruction} of list {number}");
        if toml {
            let prompt = match instruction % 3 {
                0 => {
                    "\"Address the reader with the formal pronoun; keep product names such as Übermittler or 翻訳 as they are on screen 0.\""
                }
                1 => {
                    "'Prefer short sentences: one thought each. Write dates in full, and never abbreviate the names of months on screen 0.'"
                }
                _ => {
                    "\"\"\"\nKeep the order of the steps.\nTranslate the labels of buttons as the interface shows them on screen 0.\"\"\""
                }
            };
            let prompt = of_screen(prompt, instruction);
            write!(text, "\n[[custom_instructions]]\nlabel = \"{label}\"\nprompt = {prompt}\nsource_language = \"en\"\n# Agreed with the reviewers of the market; see the glossary.\n").unwrap();
        } else {
            let prompt = match instruction % 3 {
                0 => {
                    "Address the reader with the formal pronoun; keep product names such as Übermittler or 翻訳 as they are on screen 0."
                }
                1 => {
                    "'Prefer short sentences: one thought each. Write dates in full, and don''t abbreviate the names of months on screen 0.'"
                }
                _ => {
                    ">-\n      Keep the order of the steps.\n      Translate the labels of buttons as the interface shows them,\n      and set them in quotation marks on screen 0."
                }
            };
            let prompt = of_screen(prompt, instruction);
            write!(text, "  - label: {label}\n    prompt: {prompt}\n    source_language: en\n    # Agreed with the reviewers of the market; see the glossary.\n").unwrap();
        }
    }
    text
}

/// A prompt that no other instruction of its list has: copies are findings.
fn of_screen(prompt: &str, number: usize) -> String {
    prompt.replace("screen 0", &format!("screen {number}"))
}
