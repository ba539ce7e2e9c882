//! What is said to and by the service about style rule lists, as JSON: the same forms in plans, requests, answers and
//! snapshots.

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
pub fn read_rules<'a>(
    configured: impl Iterator<Item = (&'a String, &'a serde_json::Value)>,
) -> (BTreeMap<RuleKey, String>, BTreeMap<String, serde_json::Value>) {
    let (mut rules, mut strange) = (BTreeMap::new(), BTreeMap::new());
    for (category, under) in configured {
        let Some(under) = under.as_object() else {
            strange.insert(escape_path_part(category), under.clone());
            continue;
        };
        for (rule, value) in under {
            match value {
                serde_json::Value::String(value) => {
                    rules.insert(RuleKey::new(category, rule), value.clone());
                }
                // A rule that is set to nothing is not set.
                serde_json::Value::Null => {}
                serde_json::Value::Bool(_)
                | serde_json::Value::Number(_)
                | serde_json::Value::Array(_)
                | serde_json::Value::Object(_) => {
                    strange.insert(format!("{}/{}", escape_path_part(category), escape_path_part(rule)), value.clone());
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
    fn what_nobody_knows_comes_back_under_its_own_name_whatever_that_is() {
        let live = serde_json::json!({"a": [1], "a/b": [2], "a~1b": true, "c/d": {"e/~f": 3, "g": "h"}, "": {"": 0}});
        let configured: BTreeMap<String, serde_json::Value> = serde_json::from_value(live.clone()).unwrap();
        let (rules, strange) = read_rules(configured.iter());
        assert_eq!(rules_json(&rules, &strange), live);
        let both = BTreeMap::from([("a".to_owned(), 1.into()), ("a/b".to_owned(), 2.into())]);
        assert_eq!(rules_json(&BTreeMap::new(), &both), serde_json::json!({"a": {"b": 2}}));
    }
}
