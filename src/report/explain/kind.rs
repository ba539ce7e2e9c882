//! Pages about the kinds of documents: what `kind` may say, and the fields that follow from it.

use crate::catalogue::Catalogue;
use crate::report::explain::field::{description, schemas};
use crate::report::explain::{entry, heading, text};
use crate::report::look::Look;
use crate::schema::validate::Shape;

/// The page of a kind; nothing where the word is none. Schemas are named with hyphens, which are taken too.
pub(super) fn page(asked: &str, catalogue: &Catalogue, look: &Look) -> Option<String> {
    let shape = Shape::ALL.into_iter().find(|shape| shape.as_str() == asked.replace('-', "_"))?;
    let kind = shape.as_str();
    let (_, schema) = schemas(catalogue).into_iter().find(|(file, _)| *file == file_of(shape))?;
    let mut out = heading(kind, "kind of document", look);
    text(&mut out, description(&schema), look);
    let begins = match shape {
        Shape::Style => "It says `kind: style`, or nothing of its kind.".to_owned(),
        Shape::Base | Shape::Glossary | Shape::SpokenTerms | Shape::Profile => format!("It says `kind: {kind}`."),
    };
    text(&mut out, &begins, look);
    out.push_str("\nIts fields:\n\n");
    let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let needed = if required.iter().any(|known| known == name) { " Required." } else { "" };
        entry(&mut out, name, &format!("{}{needed}", description(field)), look);
    }
    let word = kind.replace('_', "-");
    let more = format!("`housestyle explain FIELD` tells more of each; `housestyle schema {word}` is for editors.");
    text(&mut out, &more, look);
    Some(out)
}

/// Every kind, a line each.
pub(super) fn index(catalogue: &Catalogue, look: &Look) -> String {
    let schemas = schemas(catalogue);
    let mut out = heading("kinds", "what documents are", look);
    for shape in Shape::ALL {
        if let Some((_, schema)) = schemas.iter().find(|(file, _)| *file == file_of(shape)) {
            entry(&mut out, shape.as_str(), description(schema), look);
        }
    }
    out
}

/// Names of all kinds, for suggestions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    Shape::ALL.into_iter().map(Shape::as_str)
}

fn file_of(shape: Shape) -> String {
    format!("{}.schema.json", shape.as_str().replace('_', "-"))
}
