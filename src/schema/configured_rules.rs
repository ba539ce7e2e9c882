//! `configured_rules`: the catalogue as a schema. What a value means stands where editors show it while completing.

use serde_json::{Map, Value, json};

use crate::catalogue::{Catalogue, Rule, RuleValue};

/// An object of categories of rules. Where `removable`, a rule may be null: that takes an inherited one away.
pub(super) fn configured_rules_schema(catalogue: &Catalogue, removable: bool) -> Value {
    let categories = catalogue.categories.values().map(|category| {
        let rules = category.rules.values().map(|held| (held.name.to_string(), rule_schema(held, removable)));
        (category.name.to_string(), closed_object(&category.summary, rules.collect()))
    });
    closed_object("Configured rules by category. Every rule is optional; each takes one value.", categories.collect())
}

fn closed_object(description: &str, properties: Map<String, Value>) -> Value {
    json!({ "description": description, "type": "object", "additionalProperties": false, "properties": properties })
}

fn rule_schema(rule: &Rule, removable: bool) -> Value {
    let mut values: Vec<Value> = rule.values.keys().map(|name| json!(name)).collect();
    let mut meanings: Vec<String> = rule.values.values().map(describe_value).collect();
    let mut kind = json!("string");
    if removable {
        values.push(Value::Null);
        meanings.push("Remove the rule that a base style gave.".into());
        kind = json!(["string", "null"]);
    }
    json!({ "description": rule.summary, "type": kind, "enum": values, "enumDescriptions": meanings })
}

/// What a value means: its sentence, an example, the languages it was offered for.
fn describe_value(value: &RuleValue) -> String {
    let mut text = value.meaning().into_owned();
    if let Some(example) = &value.example {
        text.push_str(" Example: ");
        text.push_str(example);
    }
    if !value.languages.is_empty() {
        text.push_str(" [");
        text.push_str(&value.languages.join(", "));
        text.push(']');
    }
    text
}
