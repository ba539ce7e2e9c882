//! The schemas: current, valid in both drafts that editors use, and made of keywords that editors understand.
//!
//! `HOUSESTYLE_BLESS=1 cargo test shapes` rewrites the copies in `schema/`.

use std::collections::BTreeSet;

use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::report::schemas::printed_schemas;
use housestyle::schema::{all_schemas, published_schemas};
use serde_json::Value;

use crate::playground::root;

/// What both drafts share, editors complete from, and Ajv takes in its strict mode, which is its default.
const KEYWORDS: &[&str] = &[
    "$id",
    "$schema",
    "additionalProperties",
    "anyOf",
    "const",
    "default",
    "description",
    "enum",
    "examples",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
    "uniqueItems",
];

/// The schemas of what `emulate` reads, by file name; that they are as printed, another test says.
fn emulator_schemas() -> impl Iterator<Item = (String, Value)> {
    ["emulator-seed", "emulator-faults", "emulator-translations"].into_iter().map(|name| {
        let file = format!("{name}.schema.json");
        let text = std::fs::read_to_string(root().join("schema").join(&file)).unwrap();
        (file, serde_json::from_str(&text).unwrap())
    })
}

fn published(edition: Edition) -> Vec<(String, Value)> {
    let files = published_schemas(&builtin_catalogue(edition)).into_iter();
    files.chain(printed_schemas()).chain(emulator_schemas()).collect()
}

/// Validation decides by `enum`, editors read `oneOf`: every value, one letter more and nothing at all must get the
/// same answer from both.
#[test]
fn published_schemas_accept_what_validation_accepts() {
    let catalogue = builtin_catalogue(Edition::Public);
    let inner = all_schemas(&catalogue);
    for ((file, inner), (_, outer)) in inner.into_iter().zip(published_schemas(&catalogue)) {
        let mut compared = 0;
        both(&inner, &outer, &file, &mut compared);
        assert!(compared > 0 || !inner.to_string().contains("enumDescriptions"), "{file} was not compared");
    }
}

fn both(inner: &Value, outer: &Value, at: &str, compared: &mut usize) {
    let Some(fields) = inner.as_object() else { return };
    if fields.contains_key("enumDescriptions") {
        let validators = [inner, outer].map(|schema| jsonschema::validator_for(schema).unwrap());
        let values = fields["enum"].as_array().unwrap();
        let near = values.iter().filter_map(Value::as_str).map(|text| Value::from(format!("{text}x")));
        for value in values.iter().cloned().chain(near).chain([Value::Null, Value::from(1), Value::from("")]) {
            let [one, other] = [0, 1].map(|at: usize| validators[at].is_valid(&value));
            // What may be new is taken where validation only warns.
            let newer = outer.get("anyOf").is_some() && other;
            assert!(one == other || newer, "{at}: {value}");
            *compared += 1;
        }
    }
    for (keyword, value) in fields.iter().filter(|(keyword, _)| !matches!(keyword.as_str(), "enum" | "examples")) {
        if outer.get(keyword).is_some() {
            both(value, &outer[keyword], &format!("{at}/{keyword}"), compared);
        }
    }
}

#[test]
fn the_committed_schemas_are_current() {
    let folder = root().join("schema");
    let bless = std::env::var_os("HOUSESTYLE_BLESS").is_some();
    let files: BTreeSet<String> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let published = published(Edition::Core);
    assert!(
        bless || files == published.iter().map(|(file, _)| file.clone()).collect::<BTreeSet<_>>(),
        "schema/ holds {files:?}"
    );
    for (file, schema) in published {
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
    for edition in [Edition::Core, Edition::Public] {
        for (file, mut schema) in published(edition) {
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
    for (file, schema) in published(Edition::Public) {
        assert_eq!(schema["$id"], format!("urn:housestyle:{file}"));
        assert!(schema["title"].is_string() && schema["description"].is_string(), "{file}");
        keywords(&schema, &file);
    }
}

fn keywords(schema: &Value, at: &str) {
    // Expectations may stand in each other; below the second level the schema leaves them open.
    if *schema == Value::Bool(true) && at.matches("/any").count() + at.matches("/not").count() > 2 {
        return;
    }
    for (keyword, value) in schema.as_object().unwrap_or_else(|| panic!("{at} is not a schema")) {
        assert!(KEYWORDS.contains(&keyword.as_str()), "{at} uses `{keyword}`");
        match keyword.as_str() {
            "properties" => {
                for (name, schema) in value.as_object().unwrap() {
                    keywords(schema, &format!("{at}/{name}"));
                }
            }
            "items" => keywords(value, &format!("{at}/items")),
            "oneOf" => {
                for (n, choice) in value.as_array().unwrap().iter().enumerate() {
                    let fields: Vec<&String> = choice.as_object().unwrap().keys().collect();
                    // Values with their meaning; or shapes, in the files of the emulator.
                    if fields != ["const", "description"] {
                        assert!(at.starts_with("emulator-"), "{at} is a union");
                        keywords(choice, &format!("{at}/{n}"));
                    }
                }
            }
            "additionalProperties" if value.is_object() => keywords(value, &format!("{at}/*")),
            // A path or a table: their types alone tell them apart, as one that may be null.
            "type" if ["project.schema.json/state", "project.schema.json/environments/*/state"].contains(&at) => {
                assert_eq!(*value, serde_json::json!(["string", "object"]), "{at}");
                assert_eq!(schema["additionalProperties"], false, "{at}");
            }
            // A text or several, a text or what is said of it: the same holds.
            "type"
                if (at.starts_with("style-test.schema.json/tests/items/expect/")
                    || ["tags", "style", "profile"].iter().any(|field| {
                        at.strip_prefix("style-test.schema.json/")
                            .is_some_and(|rest| rest.strip_prefix("tests/items/").unwrap_or(rest) == *field)
                    }))
                    && value[0] == "string"
                    && value[1] != "null" =>
            {
                assert!(["array", "object"].contains(&value[1].as_str().unwrap()), "{at} is a union");
            }
            "type" if value.is_array() => {
                assert_eq!(value.as_array().unwrap().len(), 2, "{at} is a union");
                assert_eq!(value[1], "null", "{at} is a union");
            }
            _ => {}
        }
    }
}
