//! The shapes of files, as JSON Schemas: what editors complete from and what validation decides by.
//!
//! Every schema uses only keywords that draft-07 and 2020-12 share, has no unions and no references: editors and
//! validators explain those badly. The shapes are the structs of this folder, whose comments are what people read in
//! their editor; rules and values come from the catalogue.

mod apply;
mod catalogue;
mod certain;
pub(crate) mod edits;
mod explain_choice;
mod explain_field;
pub(crate) mod explain_language;
mod explain_rule;
pub(crate) mod explain_value;
mod extend;
mod findings;
mod glossary;
mod kinds;
mod memory;
mod profile;
mod project;
mod rules;
mod shape;
mod spoken_terms;
mod style;
mod tree;
pub mod validate;

use serde_json::Value;

pub use extend::extend;

use crate::catalogue::Catalogue;

/// Longest key of a document, in characters.
const LONGEST_KEY: usize = 128;
/// What a key may look like.
const KEY_PATTERN: &str = "^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9._-]+)*$";

/// Every schema that this module makes, by file name.
#[must_use]
pub fn documents(catalogue: &Catalogue) -> Vec<(String, Value)> {
    [
        ("style", style::style(catalogue)),
        ("base-style", style::base_style(catalogue)),
        ("glossary", glossary::schema()),
        ("spoken-terms", spoken_terms::schema()),
        ("translation-profile", profile::schema(catalogue)),
        ("project", project::schema()),
        ("catalogue", catalogue::schema()),
        ("findings", findings::schema()),
        ("apply", apply::schema()),
        ("outputs", memory::outputs()),
        ("bindings", memory::bindings()),
        ("binding", memory::binding()),
    ]
    .into_iter()
    .map(|(name, schema)| {
        let file = format!("{name}.schema.json");
        let schema = shape::finished(&file, schema);
        (file, schema)
    })
    .collect()
}
