//! What we say to the service about style rule lists, as JSON: the same bodies in plans and in requests.

use std::collections::BTreeMap;

use crate::model::style::{Instruction, RuleKey};

/// The bare object that the service takes as `configured_rules`.
#[must_use]
pub fn rules_json(
    rules: &BTreeMap<RuleKey, String>,
    strange: &BTreeMap<String, serde_json::Value>,
) -> serde_json::Value {
    let mut by_category: BTreeMap<&str, BTreeMap<&str, serde_json::Value>> = BTreeMap::new();
    for (key, value) in rules {
        by_category.entry(&key.category).or_default().insert(&key.rule, value.clone().into());
    }
    let mut json = serde_json::json!(by_category);
    for (path, value) in strange {
        match path.split_once('/') {
            Some((category, rule)) => json[category][rule] = value.clone(),
            None => json[path.as_str()] = value.clone(),
        }
    }
    json
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
