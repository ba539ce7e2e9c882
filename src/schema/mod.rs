//! The shapes of files, as JSON Schemas: what editors complete from and what validation decides by.
//!
//! Every schema uses only keywords that draft-07 and 2020-12 share, has no unions and no references: editors and
//! validators explain those badly. The shapes are the structs of this folder, whose comments are what people read in
//! their editor; rules and values come from the catalogue.

mod catalogue_file;
mod certain;
pub mod commented_block;
mod unambiguous;
pub mod edits;
mod explain_choice;
mod explain_field;
pub mod explain_language;
mod explain_list;
mod explain_mapping;
mod explain_phrase;
mod explain_test;
mod explain_instruction;
mod explain_rule;
mod explain_rule_value;
mod explain_type;
mod explain_unquoted;
pub mod field_words;
pub mod missing_field;
mod explain_catalogue;
pub mod next_step;
mod noted;
mod other_rule_value;
mod wrapper;
mod cut_item;
mod dotted_name;
pub mod explain_value;
pub mod explained_document;
mod extend;
mod glossary;
mod kind_meant;
mod document_kind;
mod profile;
pub mod profile_fields;
mod forbidden_setting;
pub mod foreign_file;
pub mod project;
pub mod project_file;
mod configured_rules;
pub mod derive_schema;
mod sign_value;
mod spoken_terms;
mod style_profile;
mod style_test;
pub mod stuck_comment;
mod text_in_braces;
mod style;
mod misplaced;
mod regroup;
mod restate;
mod elsewhere;
mod project_words;
mod lifted;
mod lint_codes;
pub mod joined_names;
pub mod lines_as_items;
mod listed_rules;
pub mod validate;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as schema;
use housestyle_catalogue as catalogue;
use housestyle_diagnostic as diagnostic;
use housestyle_source as source;

use serde_json::Value;

use crate::schema::document_kind::DocumentKind;

pub use extend::extend_catalogue;
pub use kind_meant::kind_of_word;

use crate::catalogue::Catalogue;

/// Longest key of a document, in characters.
const MAX_KEY_LENGTH: usize = 128;
/// What a key may look like. Classes of letters by property are not known to every validator, so that what is no
/// letter beyond ASCII is found by [`crate::source::key_text::is_key_char`] alone.
const KEY_PATTERN: &str = "^[^\\u0000-/:-@\\[-`{-\\u00a9\\u2000-\\u2bff\\ue000-\\uf8ff][^\\u0000-,/:-@\\[-\\^`{-\\u00a9\\u2000-\\u2bff\\ue000-\\uf8ff]*(/[^\\u0000-,/:-@\\[-\\^`{-\\u00a9\\u2000-\\u2bff\\ue000-\\uf8ff]+)*$";

/// The schema of the documents of a kind.
#[must_use]
pub fn schema_of_kind(kind: DocumentKind, catalogue: &Catalogue) -> Value {
    match kind {
        DocumentKind::Style => style::style_schema(catalogue),
        DocumentKind::Base => style::base_style_schema(catalogue),
        DocumentKind::Glossary => glossary::glossary_schema(),
        DocumentKind::SpokenTerms => spoken_terms::spoken_terms_schema(),
        DocumentKind::StyleProfile => style_profile::style_profile_schema(),
        DocumentKind::Profile => profile::profile_schema(catalogue),
        DocumentKind::StyleTest => style_test::style_test_schema(),
        DocumentKind::Catalogue => catalogue_file::catalogue_schema(),
    }
}

/// Every schema that this module makes, by file name: those of [`DocumentKind::EVERY`] first.
#[must_use]
pub fn all_schemas(catalogue: &Catalogue) -> Vec<(String, Value)> {
    let of_kind = |kind: DocumentKind| (kind.as_str().replace('_', "-"), schema_of_kind(kind, catalogue));
    DocumentKind::EVERY
        .into_iter()
        .map(of_kind)
        .chain([("project".to_owned(), project::project_schema())])
        .map(|(name, schema)| {
            let file = format!("{name}.schema.json");
            let schema = derive_schema::with_dialect_and_name(&file, schema);
            (file, schema)
        })
        .collect()
}

/// The part of a schema about the value at a path: of a field, of a name of the user's choice, of an entry of a list.
pub fn subschema_at<'s>(schema: &'s Value, parts: &[&str]) -> Option<&'s Value> {
    parts.iter().try_fold(schema, |schema, part| {
        if let Some(items) = schema.get("items").filter(|_| part.parse::<usize>().is_ok()) {
            return Some(items);
        }
        schema
            .get("properties")
            .and_then(|fields| fields.get(part))
            .or_else(|| schema.get("additionalProperties").filter(|schema| schema.is_object()))
    })
}

/// The same as they are published: the meaning of a value stands where every validator accepts it.
///
/// Editors know `enumDescriptions`, strict validators refuse keywords that they do not know. `oneOf` of `const` and
/// `description` means the same to both; it is longer and gives poor error messages, so that [`validate`] uses the other.
/// What only `check` refuses (blank texts) or lets pass with a warning (languages that may be new) is written in.
#[must_use]
pub fn published_schemas(catalogue: &Catalogue) -> Vec<(String, Value)> {
    let mut schemas = all_schemas(catalogue);
    for (_, schema) in &mut schemas {
        derive_schema::describe_values(schema);
        derive_schema::refuse_blank_texts(schema);
    }
    for (_, schema) in schemas.iter_mut().take(DocumentKind::ALL.len()) {
        derive_schema::accept_empty_blocks(schema);
    }
    for (_, schema) in schemas.iter_mut().take(2) {
        style::accept_newer_languages(schema, catalogue);
    }
    schemas
}
