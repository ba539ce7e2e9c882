//! Pages about the kinds of documents: what `kind` may say, and the fields that follow from it.

use crate::catalogue::Catalogue;
use crate::report::explain::field::{file_schemas, schema_description};
use crate::report::explain::{page_heading, write_entry, write_text};
use crate::report::render_options::RenderOptions;
use crate::schema::validate::DocumentKind;

/// The page of a kind; nothing where the word is none. Schemas are named with hyphens, which are taken too.
pub(super) fn render_page(asked: &str, catalogue: &Catalogue, options: &RenderOptions) -> Option<String> {
    let shape = DocumentKind::ALL.into_iter().find(|shape| shape.as_str() == asked.replace('-', "_"))?;
    let kind = shape.as_str();
    let (_, schema) = file_schemas(catalogue).into_iter().find(|(file, _)| *file == describe_file(shape))?;
    let mut out = page_heading(kind, "kind of document", options);
    write_text(&mut out, schema_description(&schema), options);
    let begins = match shape {
        DocumentKind::Style => "It says `kind: style`, or has no `kind`.".to_owned(),
        DocumentKind::Base
        | DocumentKind::Glossary
        | DocumentKind::SpokenTerms
        | DocumentKind::StyleProfile
        | DocumentKind::Profile => format!("It says `kind: {kind}`."),
        DocumentKind::StyleTest => "It stands in the folder `tests`.".to_owned(),
        DocumentKind::Catalogue => "`catalogue_files` of housestyle.toml names it.".to_owned(),
    };
    write_text(&mut out, &begins, options);
    out.push_str("\nIts fields:\n\n");
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let needed = if required.iter().any(|known| known == name) { " Required." } else { "" };
        write_entry(&mut out, name, &format!("{}{needed}", schema_description(field)), options);
    }
    let word = kind.replace('_', "-");
    let more = format!("`housestyle explain FIELD` describes each; `housestyle schema {word}` is for editors.");
    write_text(&mut out, &more, options);
    Some(out)
}

/// Every kind, a line each.
pub(super) fn render_index(catalogue: &Catalogue, options: &RenderOptions) -> String {
    let schemas = file_schemas(catalogue);
    let mut out = page_heading("kinds", "what documents are", options);
    for shape in DocumentKind::ALL {
        if let Some((_, schema)) = schemas.iter().find(|(file, _)| *file == describe_file(shape)) {
            write_entry(&mut out, shape.as_str(), schema_description(schema), options);
        }
    }
    out
}

/// Names of all kinds, for suggestions.
pub(super) fn kind_names() -> impl Iterator<Item = &'static str> {
    DocumentKind::ALL.into_iter().map(DocumentKind::as_str)
}

fn describe_file(shape: DocumentKind) -> String {
    format!("{}.schema.json", shape.as_str().replace('_', "-"))
}
