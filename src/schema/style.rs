//! Style documents and base style documents.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::catalogue::{Catalogue, Limits};
use crate::schema::document_kind::DocumentKind;
use crate::schema::{KEY_PATTERN, MAX_KEY_LENGTH, configured_rules, derive_schema, explain_language};

/// A style rule list of the service: configured rules and custom instructions for one language.
#[derive(JsonSchema)]
#[schemars(title = "Style", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct StyleShape {
    /// Kind of the document. Default: `style`.
    kind: Option<String>,
    /// Stable name within the project. Default: the file name without its extension; required of all documents of a file but the first.
    key: Option<String>,
    /// Name of the style rule list on the service, as users see it.
    name: String,
    /// Root language of the list. It also serves variants: a list for `en` is used for British and American English.
    language: String,
    /// Keys of base styles to inherit rules and instructions from. Later ones override earlier ones; the list's own override all.
    extends: Option<Vec<String>>,
    /// Inherited rules to unset: `dates_and_times.time_format`. The same as the value `~`, which TOML lacks.
    without_rules: Option<Vec<String>>,
    /// Configured rules by category.
    configured_rules: Option<Value>,
    /// Natural-language instructions, in addition to the configured rules.
    custom_instructions: Option<Vec<InstructionShape>>,
    /// Never delete or replace this list, even after its document is gone.
    protected: Option<bool>,
    /// Parts that are shared with people: what they add on the service is kept. What the file names is enforced, and what leaves the file is deleted. Default: `[defaults] shared` of the project.
    shared: Option<Vec<String>>,
}

/// Rules and instructions shared by several style rule lists. Never sent to the service by itself.
#[derive(JsonSchema)]
#[schemars(title = "Base style", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct BaseStyleShape {
    /// Kind of the document: `base_style`.
    kind: String,
    /// Key that `extends` refers to. Default: the path below the project folder without its extension, such as `house/de-base`.
    key: Option<String>,
    /// Root language. Lists of another language cannot extend it. Default: any language.
    language: Option<String>,
    /// Purpose, in one sentence. Not sent to the service.
    description: Option<String>,
    /// Keys of other base styles to inherit from. Later ones override earlier ones; its own override all.
    extends: Option<Vec<String>>,
    /// Inherited rules to unset: `dates_and_times.time_format`. The same as the value `~`, which TOML lacks.
    without_rules: Option<Vec<String>>,
    /// Configured rules by category.
    configured_rules: Option<Value>,
    /// Natural-language instructions, in addition to the configured rules.
    custom_instructions: Option<Vec<InstructionShape>>,
}

/// One natural-language instruction.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct InstructionShape {
    /// Short name, unique within the list. It identifies the instruction when its prompt changes.
    label: String,
    /// The instruction text: `Address the reader with Sie.`
    prompt: String,
    /// Source language that the instruction applies to. Default: any.
    source_language: Option<String>,
}

/// The schema of `kind: style`.
pub(super) fn style_schema(catalogue: &Catalogue) -> Value {
    let mut schema = derive_schema::schema_of::<StyleShape>();
    add_common_fields(&mut schema, catalogue);
    derive_schema::set_keyword(&mut schema, "/properties/kind", "enum", json!(["style"]));
    derive_schema::set_keyword(&mut schema, "/properties/kind", "default", json!("style"));
    let name = "/properties/name";
    derive_schema::set_keyword(&mut schema, name, "minLength", json!(1));
    derive_schema::set_keyword(&mut schema, name, "maxLength", json!(catalogue.limits.name));
    derive_schema::set_keyword(&mut schema, name, "examples", json!(["Support, German"]));
    derive_schema::set_keyword(&mut schema, "/properties/protected", "default", json!(false));
    derive_schema::set_keyword(
        &mut schema,
        "/properties/shared/items",
        "enum",
        json!(DocumentKind::Style.shared_words()),
    );
    schema
}

/// The schema of `kind: base_style`.
pub(super) fn base_style_schema(catalogue: &Catalogue) -> Value {
    let mut schema = derive_schema::schema_of::<BaseStyleShape>();
    add_common_fields(&mut schema, catalogue);
    derive_schema::set_keyword(&mut schema, "/properties/kind", "enum", json!(["base_style"]));
    schema
}

fn add_common_fields(schema: &mut Value, catalogue: &Catalogue) {
    let Limits { name: _, label, prompt, custom_instructions } = catalogue.limits;
    let codes: Vec<&str> = catalogue.languages.iter().map(|language| language.code.as_str()).collect();
    let names: Vec<&str> = catalogue.languages.iter().map(|language| language.name.as_str()).collect();
    derive_schema::set_keyword(schema, "/properties/language", "enum", json!(codes));
    derive_schema::set_keyword(schema, "/properties/language", "enumDescriptions", json!(names));
    derive_schema::set_keyword(schema, "/properties/key", "minLength", json!(1));
    derive_schema::set_keyword(schema, "/properties/key", "maxLength", json!(MAX_KEY_LENGTH));
    derive_schema::set_keyword(schema, "/properties/key", "pattern", json!(KEY_PATTERN));
    derive_schema::set_keyword(schema, "/properties/extends", "examples", json!([["house/de-base"]]));
    derive_schema::set_keyword(schema, "/properties/extends/items", "minLength", json!(1));
    let known: Vec<String> = catalogue.iter_rules().map(|rule| format!("{}.{}", rule.category, rule.name)).collect();
    if !known.is_empty() {
        derive_schema::set_keyword(schema, "/properties/without_rules/items", "enum", json!(known));
    }
    derive_schema::set_keyword(
        schema,
        "/properties/without_rules",
        "examples",
        json!([["dates_and_times.time_format"]]),
    );
    derive_schema::replace_schema_at(
        schema,
        "/properties/configured_rules",
        configured_rules::configured_rules_schema(catalogue, true),
    );
    let instructions = "/properties/custom_instructions";
    derive_schema::set_keyword(schema, instructions, "maxItems", json!(custom_instructions));
    for (field, most) in [("label", label), ("prompt", prompt)] {
        let field = format!("{instructions}/items/properties/{field}");
        derive_schema::set_keyword(schema, &field, "minLength", json!(1));
        derive_schema::set_keyword(schema, &field, "maxLength", json!(most));
    }
    let source = format!("{instructions}/items/properties/source_language");
    derive_schema::set_keyword(schema, &source, "minLength", json!(2));
    derive_schema::set_keyword(schema, &source, "examples", json!(["en"]));
}

/// A published schema takes what `validate` only warns of: codes of languages that lists may be kept for by now.
pub(super) fn accept_newer_languages(schema: &mut Value, catalogue: &Catalogue) {
    let Some(language) = schema.pointer_mut("/properties/language").and_then(Value::as_object_mut) else { return };
    let Some(Value::Array(mut known)) = language.remove("oneOf") else { return };
    let description = "A language that lists may be kept for by now: `housestyle plan` asks the service.";
    known.push(json!({ "pattern": explain_language::newer_code_pattern(catalogue), "description": description }));
    language.insert("anyOf".into(), Value::Array(known));
}
