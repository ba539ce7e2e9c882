//! Pages about the fields of files, read from the schemas that validation uses.

use std::sync::Arc;

use serde_json::Value;

use crate::catalogue::Catalogue;
use crate::report::explain::{page_heading, write_entry, write_text};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};
use crate::schema::all_schemas;

/// Files whose fields people write, by the name of their schema.
const FILES: [(&str, &str); 8] = [
    ("style.schema.json", "style document"),
    ("base-style.schema.json", "base style document"),
    ("glossary.schema.json", "glossary document"),
    ("spoken-terms.schema.json", "spoken terms document"),
    ("style-profile.schema.json", "style profile document"),
    ("translation-profile.schema.json", "translation profile document"),
    ("project.schema.json", "housestyle.toml"),
    ("catalogue.schema.json", "catalogue file"),
];

/// Fields whose own fields are rules and codes, which have pages of their own.
const WITHOUT_SUBFIELDS: [&str; 2] = ["configured_rules", "lints"];

/// Allowed words that are listed; the rest is counted.
const MAX_WORDS: usize = 12;

/// One field of one sort of file.
struct SchemaField {
    file: &'static str,
    /// Names from the top, joined by dots: `custom_instructions.label`.
    path: String,
    required: bool,
    schema: Value,
}

/// Every page that a word names: a field's name, or its path from the top.
pub(super) fn render_pages(asked: &str, catalogue: &Catalogue, options: &RenderOptions) -> Vec<String> {
    let fields = list_fields(catalogue);
    let named = |field: &&SchemaField| field.path == asked || field.path.rsplit('.').next() == Some(asked);
    let mut pages: Vec<(String, Vec<&SchemaField>)> = Vec::new();
    for field in fields.iter().filter(named) {
        match pages.iter_mut().find(|(path, same)| *path == field.path && same[0].schema == field.schema) {
            Some((_, same)) => same.push(field),
            None => pages.push((field.path.clone(), vec![field])),
        }
    }
    pages.iter().map(|(_, same)| render_page(same, &fields, options)).collect()
}

/// Every field of every file, a line each.
pub(super) fn render_index(catalogue: &Catalogue, options: &RenderOptions) -> String {
    let fields = list_fields(catalogue);
    let mut out = page_heading("fields", "fields of files", options);
    for (_, file) in FILES {
        out.push_str(&format!("\n{}\n", options.paint(TextTone::Strong, file)));
        for field in fields.iter().filter(|field| field.file == file) {
            write_entry(&mut out, &field.path, schema_description(&field.schema), options);
        }
    }
    out
}

/// Names of all fields, for suggestions.
pub(super) fn field_names(catalogue: &Catalogue) -> Vec<String> {
    list_fields(catalogue).iter().map(|field| field.path.rsplit('.').next().unwrap_or_default().to_owned()).collect()
}

/// A field, as the reference describes it.
pub(crate) struct FieldReference {
    /// Kind of the file.
    pub(crate) file: &'static str,
    /// Names from the top, joined by dots.
    pub(crate) path: String,
    /// Whether the field is required.
    pub(crate) required: bool,
    /// One sentence or more.
    pub(crate) description: String,
    /// Constraints of the schema: name and value.
    pub(crate) facts: Vec<(&'static str, String)>,
}

/// Every field of every file, in the order of the files.
pub(crate) fn list_field_references(catalogue: &Catalogue) -> Vec<FieldReference> {
    let told = |field: SchemaField| FieldReference {
        file: field.file,
        required: field.required,
        description: schema_description(&field.schema).to_owned(),
        facts: schema_facts(&field),
        path: field.path,
    };
    list_fields(catalogue).into_iter().map(told).collect()
}

fn render_page(same: &[&SchemaField], all: &[SchemaField], options: &RenderOptions) -> String {
    let Some(field) = same.first() else { return String::new() };
    let files: Vec<&str> = same.iter().map(|field| field.file).collect();
    let mut out = page_heading(
        &field.path,
        &format!("field of a {}", files.join(" and a ")).replace("a housestyle", "housestyle"),
        options,
    );
    write_text(&mut out, schema_description(&field.schema), options);
    out.push('\n');
    for (what, value) in schema_facts(field) {
        let pieces = [
            TextPiece::new(TextTone::Plain, format!("{what}: ")),
            TextPiece::new(TextTone::Help, Sanitized(&value).to_string()),
        ];
        write_wrapped(&mut out, options, "  ", "      ", &pieces);
    }
    let below = format!("{}.", field.path);
    let children: Vec<&SchemaField> =
        all.iter().filter(|child| child.file == field.file && child.path.starts_with(&below)).collect();
    if !children.is_empty() {
        out.push_str("\nIts fields:\n\n");
    }
    for child in children {
        write_entry(&mut out, &child.path[below.len()..], schema_description(&child.schema), options);
    }
    if WITHOUT_SUBFIELDS.contains(&field.path.as_str()) {
        let index = if field.path == "lints" { "codes" } else { "rules" };
        write_text(&mut out, &format!("`housestyle explain {index}` lists the names."), options);
    }
    out
}

/// The sentence about a schema.
pub(super) fn schema_description(schema: &Value) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// Constraints of the schema, in words.
fn schema_facts(field: &SchemaField) -> Vec<(&'static str, String)> {
    let schema = &field.schema;
    let mut facts = vec![
        ("type", schema_type(schema).to_owned()),
        ("required", if field.required { "yes" } else { "no" }.to_owned()),
    ];
    if let Some(words) = schema["enum"].as_array() {
        let mut shown: Vec<String> = words.iter().take(MAX_WORDS).map(plain_value).collect();
        if words.len() > MAX_WORDS {
            shown.push(format!("and {} more", words.len() - MAX_WORDS));
        }
        facts.push(("one of", shown.join(", ")));
    }
    for (keyword, what) in [
        ("default", "default"),
        ("maxLength", "maximum length, in characters"),
        ("maxItems", "maximum number of entries"),
        ("minimum", "minimum"),
        ("maximum", "maximum"),
    ] {
        if let Some(value) = schema.get(keyword) {
            facts.push((what, plain_value(value)));
        }
    }
    if let Some(example) = schema["examples"].as_array().and_then(|examples| examples.first()) {
        facts.push(("for example", plain_value(example)));
    }
    facts
}

fn schema_type(schema: &Value) -> &'static str {
    match schema["type"].as_str() {
        Some("string") => "string",
        Some("integer" | "number") => "number",
        Some("boolean") => "boolean",
        Some("array") if schema["items"]["type"] == "object" => "list of mappings",
        Some("array") => "list of strings",
        Some("object") => "mapping",
        None if schema["properties"].is_object() => "string or mapping",
        _ => "string",
    }
}

fn plain_value(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The schemas of all files, without the rules, which have pages of their own and make most of a schema.
pub(super) fn file_schemas(catalogue: &Catalogue) -> Vec<(String, Value)> {
    let Catalogue { categories: _, languages, contradictions: _, limits } = catalogue.clone();
    all_schemas(&Catalogue { categories: Arc::default(), languages, contradictions: Arc::default(), limits })
}

fn list_fields(catalogue: &Catalogue) -> Vec<SchemaField> {
    let schemas = file_schemas(catalogue);
    let mut fields = Vec::new();
    for (name, file) in FILES {
        if let Some((_, schema)) = schemas.iter().find(|(known, _)| known == name) {
            collect_fields(&mut fields, file, "", schema);
        }
    }
    fields
}

/// Adds the fields of a mapping, of the entries of a list, or of what stands under names of the user's choice (`*`).
fn collect_fields(fields: &mut Vec<SchemaField>, file: &'static str, path: &str, schema: &Value) {
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name));
    for (name, child) in schema["properties"].as_object().into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        fields.push(SchemaField { file, path: path.clone(), required: required(name), schema: child.clone() });
        if !WITHOUT_SUBFIELDS.contains(&name.as_str()) {
            collect_fields(fields, file, &path, child);
        }
    }
    if schema["items"].is_object() {
        collect_fields(fields, file, path, &schema["items"]);
    }
    if schema["additionalProperties"].is_object() {
        collect_fields(fields, file, &format!("{path}.*"), &schema["additionalProperties"]);
    }
}
