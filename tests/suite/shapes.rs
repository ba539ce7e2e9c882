//! The schemas: current, valid in both drafts that editors use, and made of keywords that editors understand.
//!
//! `HOUSESTYLE_BLESS=1 cargo test shapes` rewrites the copies in `schema/`.

use housestyle::catalogue::load::builtin_catalogue;
use housestyle::schema::all_schemas;
use serde_json::Value;

/// What both drafts share and editors complete from; `enumDescriptions` is an annotation that validators pass over.
const KEYWORDS: &[&str] = &[
    "$id",
    "$schema",
    "additionalProperties",
    "default",
    "description",
    "enum",
    "enumDescriptions",
    "examples",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
];

#[test]
fn the_committed_schemas_are_current() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("schema");
    let bless = std::env::var_os("HOUSESTYLE_BLESS").is_some();
    for (file, schema) in all_schemas(&builtin_catalogue(false)) {
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let path = folder.join(&file);
        if bless {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "schema/{file} is not current; HOUSESTYLE_BLESS=1 rewrites it");
    }
}

#[test]
fn every_schema_compiles_in_both_drafts_and_with_two_validators() {
    for extras in [false, true] {
        for (file, mut schema) in all_schemas(&builtin_catalogue(extras)) {
            for dialect in ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"] {
                schema["$schema"] = Value::from(dialect);
                jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{file} in {dialect}: {error}"));
                jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{file} in {dialect}: {error}"));
                let mut compiler = boon::Compiler::new();
                let mut schemas = boon::Schemas::new();
                compiler.add_resource("file:///shape.json", schema.clone()).unwrap();
                compiler
                    .compile("file:///shape.json", &mut schemas)
                    .unwrap_or_else(|error| panic!("{file} in {dialect}: {error}"));
            }
        }
    }
}

#[test]
fn schemas_use_only_keywords_that_editors_understand() {
    for (file, schema) in all_schemas(&builtin_catalogue(true)) {
        keywords(&schema, &file);
    }
}

fn keywords(schema: &Value, at: &str) {
    for (keyword, value) in schema.as_object().unwrap_or_else(|| panic!("{at} is not a schema")) {
        assert!(KEYWORDS.contains(&keyword.as_str()), "{at} uses `{keyword}`");
        match keyword.as_str() {
            "properties" => {
                for (name, schema) in value.as_object().unwrap() {
                    keywords(schema, &format!("{at}/{name}"));
                }
            }
            "items" => keywords(value, &format!("{at}/items")),
            "additionalProperties" if value.is_object() => keywords(value, &format!("{at}/*")),
            "type" if value.is_array() => {
                assert_eq!(value.as_array().unwrap().len(), 2, "{at} is a union");
                assert_eq!(value[1], "null", "{at} is a union");
            }
            _ => {}
        }
    }
}
