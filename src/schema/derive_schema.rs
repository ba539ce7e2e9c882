//! From a struct to a schema without unions and references.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::schema::{KEY_PATTERN, MAX_KEY_LENGTH};

/// The schema of a shape. What is optional in the struct may be absent in the file; it may not be null.
pub(super) fn schema_of<T: JsonSchema>() -> Value {
    let mut schema = schema_with_nulls::<T>();
    remove_nulls(&mut schema);
    schema
}

/// The schema of what the program prints or saves, whose optional fields may be absent or null, with its dialect and name.
pub fn printed_schema<T: JsonSchema>(file: &str) -> Value {
    let mut schema = schema_with_nulls::<T>();
    schema["title"] = Value::from(format!("housestyle {}", file.trim_end_matches(".schema.json").replace('-', " ")));
    with_dialect_and_name(file, schema)
}

fn schema_with_nulls<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft07().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    tidy_schema(&mut schema);
    schema
}

/// The same with its dialect and name in front.
pub(super) fn with_dialect_and_name(file: &str, schema: Value) -> Value {
    let mut whole = Map::new();
    whole.insert("$schema".into(), json!("http://json-schema.org/draft-07/schema#"));
    whole.insert("$id".into(), json!(format!("urn:housestyle:{file}")));
    if let Value::Object(mut fields) = schema {
        for first in ["title", "description"] {
            whole.extend(fields.remove_entry(first));
        }
        whole.extend(fields);
    }
    Value::Object(whole)
}

/// Replaces the schema at a pointer, keeping the description that the struct gave it.
pub(super) fn replace_schema_at(schema: &mut Value, pointer: &str, mut new: Value) {
    let old = schema.pointer_mut(pointer).expect("the shape has this field");
    if let (Some(description), None) = (old.get("description"), new.get("description")) {
        new["description"] = description.clone();
    }
    *old = new;
}

/// What documents of one kind with a key, a name and protection have in common.
pub(super) fn add_named_fields(schema: &mut Value, kind: &str, longest_name: usize, example: &str) {
    set_keyword(schema, "/properties/kind", "enum", json!([kind]));
    set_keyword(schema, "/properties/key", "minLength", json!(1));
    set_keyword(schema, "/properties/key", "maxLength", json!(MAX_KEY_LENGTH));
    set_keyword(schema, "/properties/key", "pattern", json!(KEY_PATTERN));
    set_keyword(schema, "/properties/name", "minLength", json!(1));
    set_keyword(schema, "/properties/name", "maxLength", json!(longest_name));
    set_keyword(schema, "/properties/name", "examples", json!([example]));
    set_keyword(schema, "/properties/protected", "default", json!(false));
}

/// Sets one keyword at a pointer.
pub(super) fn set_keyword(schema: &mut Value, pointer: &str, keyword: &str, value: Value) {
    schema.pointer_mut(pointer).expect("the shape has this field")[keyword] = value;
}

/// One line per description, and no word that draft-07 does not have.
fn tidy_schema(schema: &mut Value) {
    walk_schema(schema, &|fields| {
        if fields.get("default").is_some_and(Value::is_null) {
            fields.remove("default");
        }
        // `uint32` and its like are names that validators of formats do not know.
        if fields.get("format").is_some_and(Value::is_string) {
            fields.remove("format");
        }
        if let Some(Value::String(text)) = fields.get_mut("description") {
            *text = text.replace('\n', " ");
        }
    });
}

fn remove_nulls(schema: &mut Value) {
    walk_schema(schema, &|fields| {
        if let Some(Value::Array(types)) = fields.get_mut("type") {
            types.retain(|name| name != "null");
            if let [only] = types.as_slice() {
                let only = only.clone();
                fields.insert("type".into(), only);
            }
        }
    });
}

fn walk_schema(schema: &mut Value, act: &impl Fn(&mut Map<String, Value>)) {
    match schema {
        Value::Object(fields) => {
            act(fields);
            fields.values_mut().for_each(|value| walk_schema(value, act));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| walk_schema(item, act)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Turns `enum` with `enumDescriptions` into `oneOf` of `const` with `description`.
pub(super) fn describe_values(schema: &mut Value) {
    walk_schema(schema, &|fields| {
        let Some(Value::Array(meanings)) = fields.remove("enumDescriptions") else { return };
        let Some(Value::Array(values)) = fields.remove("enum") else { return };
        let described = values.into_iter().zip(meanings);
        let described = described.map(|(value, meaning)| json!({ "const": value, "description": meaning }));
        fields.insert("oneOf".into(), described.collect());
    });
}

/// Blocks that may be absent may be empty too: nothing stands below the key, or all of it is commented out.
pub(super) fn accept_empty_blocks(schema: &mut Value) {
    let required: Vec<String> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|name| Some(name.as_str()?.to_owned()))
        .collect();
    let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    // Of the two ways to give entries, a dictionary needs one.
    for (_, field) in fields.iter_mut().filter(|(name, _)| *name != "dictionaries" && !required.contains(name)) {
        let block = field["type"].as_str().filter(|kind| matches!(*kind, "object" | "array")).map(str::to_owned);
        accept_empty_blocks(field);
        if let Some(block) = block {
            field["type"] = json!([block, "null"]);
        }
    }
}

/// Texts that must say something hold more than white space: of fields that are closed in no other way.
pub(super) fn refuse_blank_texts(schema: &mut Value) {
    walk_schema(schema, &|fields| {
        let text = fields.get("type").is_some_and(|kind| kind == "string") && fields.contains_key("minLength");
        if text && !["pattern", "enum", "oneOf"].iter().any(|keyword| fields.contains_key(*keyword)) {
            fields.insert("pattern".into(), json!(r"\S"));
        }
    });
}
