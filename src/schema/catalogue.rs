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
    /// Further languages that lists are kept for.
    languages: Option<Vec<LanguageShape>>,
    /// Pairs of values that ask for opposite things.
    contradictions: Option<Vec<ContradictionShape>>,
}

/// A group of rules.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct CategoryShape {
    /// One sentence: what its rules are about.
    summary: Option<String>,
    /// Rules by name, known or new.
    rules: Option<BTreeMap<String, RuleShape>>,
}

/// A rule.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct RuleShape {
    /// One sentence: what it decides.
    summary: Option<String>,
    /// Values by name, known or new.
    values: BTreeMap<String, ValueShape>,
}

/// A value of a rule.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ValueShape {
    /// One sentence in plain words.
    summary: Option<String>,
    /// What text looks like under it.
    example: Option<String>,
    /// List languages that it is offered for; absent where that is not known.
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
    /// One side.
    one: SideShape,
    /// The other side.
    other: SideShape,
    /// Why they clash, in one sentence.
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
