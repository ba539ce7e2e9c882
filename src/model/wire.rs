//! What is said to and by the service about style rule lists, as JSON: the same forms in plans, requests, answers and
//! snapshots.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::model::style::{Instruction, RuleKey, StyleContent};
use crate::model::{SharedText, tag};

/// Largest request body that is sent in one piece, in bytes. The service documents 128 KiB; 100 kB were met in the field.
pub const MAX_BODY_BYTES: usize = 96 * 1024;

/// The body of the request that creates a list under this name, and how many of its instructions fit into it.
#[must_use]
pub fn creation_body(name: &str, content: &StyleContent) -> (Json, usize) {
    let StyleContent { name: _, language, rules, instructions } = content;
    let mut body = json!({
        "name": name,
        "language": language.as_str(),
        "configured_rules": rules_json(rules, &BTreeMap::new()),
        "custom_instructions": [],
    });
    if content.fits_into_one_body() {
        body["custom_instructions"] = instructions.iter().map(instruction_json).collect();
        return (body, instructions.len());
    }
    let mut room = MAX_BODY_BYTES.saturating_sub(body.to_string().len());
    let mut first = Vec::new();
    for instruction in instructions {
        let json = instruction_json(instruction);
        let size = json.to_string().len() + 1;
        if size > room {
            break;
        }
        room -= size;
        first.push(json);
    }
    let sent = first.len();
    body["custom_instructions"] = Json::Array(first);
    (body, sent)
}

impl StyleContent {
    /// Instructions that do not fit into the request that creates the list under a temporary name: a call each.
    #[must_use]
    pub fn instructions_beyond_first_body(&self) -> usize {
        if self.fits_into_one_body() {
            return 0;
        }
        let name = format!("{}{}", self.name, " ".repeat(tag::LENGTH));
        self.instructions.len() - creation_body(&name, self).1
    }

    /// Whether it fits into one body however its texts are escaped. Most do, by far.
    fn fits_into_one_body(&self) -> bool {
        /// What a byte may become: `\u0001`.
        const MAX_ESCAPED: usize = 6;
        /// More than the names of all fields of an instruction or a rule, its quotes and brackets.
        const FRAME: usize = 100;
        let Self { name, language: _, rules, instructions } = self;
        let rules = rules.iter().map(|(RuleKey { category, rule }, value)| category.len() + rule.len() + value.len());
        let instructions = instructions.iter().map(|instruction| {
            let source = instruction.source_language.as_ref().map_or(0, |language| language.as_str().len());
            instruction.label.len() + instruction.prompt.len() + source
        });
        let texts = rules.chain(instructions).map(|length| length * MAX_ESCAPED + FRAME);
        (name.len() + tag::LENGTH) * MAX_ESCAPED + FRAME + texts.sum::<usize>() <= MAX_BODY_BYTES
    }
}

/// The bare object that the service takes as `configured_rules`.
#[must_use]
pub fn rules_json(
    rules: &BTreeMap<RuleKey, SharedText>,
    strange: &BTreeMap<String, serde_json::Value>,
) -> serde_json::Value {
    let mut by_category: BTreeMap<&str, BTreeMap<&str, serde_json::Value>> = BTreeMap::new();
    for (key, value) in rules {
        by_category.entry(&key.category).or_default().insert(&key.rule, value.as_str().into());
    }
    let mut json = serde_json::json!(by_category);
    for (path, value) in strange {
        match path.split_once('/') {
            Some((category, rule)) => {
                let category = &mut json[unescape_path_part(category)];
                if !category.is_object() {
                    // Live list and snapshot may disagree on what a category is.
                    *category = serde_json::json!({});
                }
                category[unescape_path_part(rule)] = value.clone();
            }
            None => json[unescape_path_part(path)] = value.clone(),
        }
    }
    json
}

/// What stands under `configured_rules`, by category: rules whose value is text, and whatever else there is.
#[must_use]
pub fn read_rules(
    configured: impl IntoIterator<Item = (String, serde_json::Value)>,
) -> (BTreeMap<RuleKey, SharedText>, BTreeMap<String, serde_json::Value>) {
    let (mut rules, mut strange) = (BTreeMap::new(), BTreeMap::new());
    for (category, under) in configured {
        let serde_json::Value::Object(under) = under else {
            strange.insert(escape_path_part(&category), under);
            continue;
        };
        for (rule, value) in under {
            match value {
                serde_json::Value::String(value) => {
                    rules.insert(RuleKey::new(&category, &rule), SharedText::of_word(&value));
                }
                // A rule that is set to nothing is not set.
                serde_json::Value::Null => {}
                serde_json::Value::Bool(_)
                | serde_json::Value::Number(_)
                | serde_json::Value::Array(_)
                | serde_json::Value::Object(_) => {
                    strange.insert(format!("{}/{}", escape_path_part(&category), escape_path_part(&rule)), value);
                }
            }
        }
    }
    (rules, strange)
}

/// A name as part of a path: the service may put a `/` into it.
fn escape_path_part(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn unescape_path_part(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

/// The body of an instruction.
#[must_use]
pub fn instruction_json(instruction: &Instruction) -> serde_json::Value {
    let Instruction { label, prompt, source_language } = instruction;
    let mut json = serde_json::json!({"label": label, "prompt": prompt});
    if let Some(language) = source_language {
        json["source_language"] = language.as_str().into();
    }
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_into_one_body_is_left_for_single_calls() {
        let instructions = (0..200)
            .map(|n| Instruction {
                label: format!("Regel {n}").into(),
                prompt: "漢".repeat(300).into(),
                source_language: None,
            })
            .collect();
        let content = StyleContent {
            name: "n".to_owned(),
            language: crate::model::Language::new("ja"),
            rules: BTreeMap::new(),
            instructions,
        };
        let (body, sent) = creation_body("n", &content);
        assert!(body.to_string().len() <= MAX_BODY_BYTES);
        assert!((50..200).contains(&sent), "{sent}");
    }

    #[test]
    fn what_nobody_knows_comes_back_under_its_own_name_whatever_that_is() {
        let live = serde_json::json!({"a": [1], "a/b": [2], "a~1b": true, "c/d": {"e/~f": 3, "g": "h"}, "": {"": 0}});
        let configured: BTreeMap<String, serde_json::Value> = serde_json::from_value(live.clone()).unwrap();
        let (rules, strange) = read_rules(configured);
        assert_eq!(rules_json(&rules, &strange), live);
        let both = BTreeMap::from([("a".to_owned(), 1.into()), ("a/b".to_owned(), 2.into())]);
        assert_eq!(rules_json(&BTreeMap::new(), &both), serde_json::json!({"a": {"b": 2}}));
    }
}
