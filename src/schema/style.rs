//! Style documents and base style documents.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::catalogue::{Catalogue, Limits};
use crate::schema::{KEY_PATTERN, LONGEST_KEY, rules, shape};

/// A style rule list of the service: configured rules and custom instructions for one language.
#[derive(JsonSchema)]
#[schemars(title = "Style", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct StyleShape {
    /// What this document is. `style` unless said otherwise.
    kind: Option<String>,
    /// Stable name inside the project. The file name without its ending unless said otherwise; needed where one file holds several documents.
    key: Option<String>,
    /// Name of the list on the service. People see it there.
    name: String,
    /// Root language that the list is for. It also serves variants: a list for `en` is used for British and American English.
    language: String,
    /// Keys of base styles whose rules and instructions this list takes over. Later ones win over earlier ones, the list's own over all.
    extends: Option<Vec<String>>,
    /// Inherited rules that this one does without: `dates_and_times.time_format`. The same as `~` for a value, which TOML cannot say.
    without_rules: Option<Vec<String>>,
    /// Configured rules by category.
    configured_rules: Option<Value>,
    /// Instructions in plain words, beside the configured rules.
    custom_instructions: Option<Vec<InstructionShape>>,
    /// Refuse to delete or replace this list, even after its document is gone.
    protected: Option<bool>,
}

/// Rules and instructions that several style lists share. It is never sent to the service by itself.
#[derive(JsonSchema)]
#[schemars(title = "Base style", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct BaseStyleShape {
    /// What this document is: `base_style`.
    kind: String,
    /// Name by which lists extend it. The path below the project folder without its ending unless said otherwise, such as `house/de-base`.
    key: Option<String>,
    /// Root language that it is for. Lists of another language cannot extend it. Absent: for any language.
    language: Option<String>,
    /// What it is for, in a sentence. For people alone.
    description: Option<String>,
    /// Keys of other base styles that this one takes over. Later ones win over earlier ones, its own over all.
    extends: Option<Vec<String>>,
    /// Inherited rules that this one does without: `dates_and_times.time_format`. The same as `~` for a value, which TOML cannot say.
    without_rules: Option<Vec<String>>,
    /// Configured rules by category.
    configured_rules: Option<Value>,
    /// Instructions in plain words, beside the configured rules.
    custom_instructions: Option<Vec<InstructionShape>>,
}

/// One instruction in plain words.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct InstructionShape {
    /// Short name, unique in its list. It says which instruction is which when the prompt changes.
    label: String,
    /// What to do, in plain words: `Address the reader with Sie.`
    prompt: String,
    /// Language of the text that is translated, where the instruction is about one alone.
    source_language: Option<String>,
}

/// The schema of `kind: style`.
pub(super) fn style(catalogue: &Catalogue) -> Value {
    let mut schema = shape::of::<StyleShape>();
    common(&mut schema, catalogue);
    shape::set(&mut schema, "/properties/kind", "enum", json!(["style"]));
    shape::set(&mut schema, "/properties/kind", "default", json!("style"));
    let name = "/properties/name";
    shape::set(&mut schema, name, "minLength", json!(1));
    shape::set(&mut schema, name, "maxLength", json!(catalogue.limits.name));
    shape::set(&mut schema, name, "examples", json!(["Support, German"]));
    shape::set(&mut schema, "/properties/protected", "default", json!(false));
    schema
}

/// The schema of `kind: base_style`.
pub(super) fn base_style(catalogue: &Catalogue) -> Value {
    let mut schema = shape::of::<BaseStyleShape>();
    common(&mut schema, catalogue);
    shape::set(&mut schema, "/properties/kind", "enum", json!(["base_style"]));
    schema
}

fn common(schema: &mut Value, catalogue: &Catalogue) {
    let Limits { name: _, label, prompt, custom_instructions } = catalogue.limits;
    let codes: Vec<&str> = catalogue.languages.iter().map(|language| language.code.as_str()).collect();
    let names: Vec<&str> = catalogue.languages.iter().map(|language| language.name.as_str()).collect();
    shape::set(schema, "/properties/language", "enum", json!(codes));
    shape::set(schema, "/properties/language", "enumDescriptions", json!(names));
    shape::set(schema, "/properties/key", "minLength", json!(1));
    shape::set(schema, "/properties/key", "maxLength", json!(LONGEST_KEY));
    shape::set(schema, "/properties/key", "pattern", json!(KEY_PATTERN));
    shape::set(schema, "/properties/extends", "examples", json!([["house/de-base"]]));
    shape::set(schema, "/properties/extends/items", "minLength", json!(1));
    let known: Vec<String> = catalogue.rules().map(|rule| format!("{}.{}", rule.category, rule.name)).collect();
    if !known.is_empty() {
        shape::set(schema, "/properties/without_rules/items", "enum", json!(known));
    }
    shape::set(schema, "/properties/without_rules", "examples", json!([["dates_and_times.time_format"]]));
    shape::put(schema, "/properties/configured_rules", rules::schema(catalogue, true));
    let instructions = "/properties/custom_instructions";
    shape::set(schema, instructions, "maxItems", json!(custom_instructions));
    for (field, most) in [("label", label), ("prompt", prompt)] {
        let field = format!("{instructions}/items/properties/{field}");
        shape::set(schema, &field, "minLength", json!(1));
        shape::set(schema, &field, "maxLength", json!(most));
    }
    let source = format!("{instructions}/items/properties/source_language");
    shape::set(schema, &source, "minLength", json!(2));
    shape::set(schema, &source, "examples", json!(["en"]));
}
