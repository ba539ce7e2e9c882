//! Catalogue files: what a project adds to the rules that are built in.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::schema::derive_schema;

/// Categories, rules, values and languages that the service has and the built-in catalogue does not. Nothing can be taken away.
#[derive(JsonSchema)]
#[schemars(title = "Catalogue", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct CatalogueShape {
    /// Categories by name, known or new.
    categories: Option<BTreeMap<String, CategoryShape>>,
    /// Additional languages for style rule lists.
    languages: Option<Vec<LanguageShape>>,
    /// Pairs of values that contradict each other.
    contradictions: Option<Vec<ContradictionShape>>,
}

/// A group of rules.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct CategoryShape {
    /// Subject of its rules, in one sentence.
    summary: Option<String>,
    /// Rules by name, known or new.
    rules: Option<BTreeMap<String, RuleShape>>,
}

/// A rule.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct RuleShape {
    /// What the rule controls, in one sentence.
    summary: Option<String>,
    /// Values by name, known or new.
    values: BTreeMap<String, ValueShape>,
}

/// A value of a rule.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ValueShape {
    /// Meaning of the value, in one sentence.
    summary: Option<String>,
    /// Example text.
    example: Option<String>,
    /// Languages that the value is offered for; absent if unknown.
    languages: Option<Vec<String>>,
}

/// A language that lists are kept for.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct LanguageShape {
    /// Root code, in lower case: `nl`.
    code: String,
    /// English name: `Dutch`.
    name: String,
}

/// Two values that ask for opposite things when both stand in one list.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ContradictionShape {
    /// First value.
    one: SideShape,
    /// Second value.
    other: SideShape,
    /// Why they contradict each other, in one sentence.
    reason: String,
}

/// A rule and its value.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct SideShape {
    /// Category of the rule.
    category: String,
    /// Name of the rule.
    rule: String,
    /// The value.
    value: String,
}

/// The schema of a catalogue file.
pub(super) fn catalogue_schema() -> Value {
    let mut schema = derive_schema::schema_of::<CatalogueShape>();
    derive_schema::set_keyword(&mut schema, "/properties/languages/items/properties/code", "minLength", json!(2));
    schema
}
