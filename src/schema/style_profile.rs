//! Documents of style profiles.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::catalogue::limits::MAX_PHRASE_BYTES;
use crate::schema::derive_schema;
use crate::schema::document_kind::DocumentKind;

/// A style profile of the service: style rule lists, glossaries and translation memories under one id, so that a request names one.
#[derive(JsonSchema)]
#[schemars(title = "Style profile", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct StyleProfileShape {
    /// Kind of the document: `style_profile`.
    kind: String,
    /// Stable name within the project. Default: the file name without its extension; required of all documents of a file but the first.
    key: Option<String>,
    /// Name of the profile on the service, as users see it.
    name: String,
    /// Purpose, as users of the service see it.
    description: Option<String>,
    /// Branch of trade, as users of the service see it.
    industry: Option<String>,
    /// Keys of style rule lists of this project, at most one for each language.
    styles: Option<Vec<String>>,
    /// Keys of glossaries of this project. With `glossary_priority`, their order is their priority.
    glossaries: Option<Vec<String>>,
    /// Where several glossaries have an entry, the first of them counts. Default: false.
    glossary_priority: Option<bool>,
    /// Names of translation memories, as the service shows them, at most one for each source language.
    translation_memories: Option<Vec<String>>,
    /// Never delete this profile, even after its document is gone.
    protected: Option<bool>,
    /// `links`: what people add to `styles`, `glossaries` and `translation_memories` on the service is kept. What the file names is enforced, and what leaves the file is taken out. Default: `[defaults] shared` of the project.
    shared: Option<Vec<String>>,
}

/// The schema of `kind: style_profile`.
pub(super) fn style_profile_schema() -> Value {
    let mut schema = derive_schema::schema_of::<StyleProfileShape>();
    derive_schema::add_named_fields(&mut schema, "style_profile", MAX_PHRASE_BYTES, "Website, German and Japanese");
    derive_schema::set_keyword(
        &mut schema,
        "/properties/shared/items",
        "enum",
        json!(DocumentKind::StyleProfile.shared_words()),
    );
    let at = |field: &str| format!("/properties/{field}");
    for (field, example) in [("description", "Pages of the shop."), ("industry", "Retail")] {
        derive_schema::set_keyword(&mut schema, &at(field), "minLength", json!(1));
        derive_schema::set_keyword(&mut schema, &at(field), "examples", json!([example]));
    }
    for (field, example) in [
        ("styles", ["website-de", "website-ja"].as_slice()),
        ("glossaries", ["gear", "colours"].as_slice()),
        ("translation_memories", ["Legal 2024"].as_slice()),
    ] {
        derive_schema::set_keyword(&mut schema, &at(field), "minItems", json!(1));
        derive_schema::set_keyword(&mut schema, &at(field), "examples", json!([example]));
        derive_schema::set_keyword(&mut schema, &format!("{}/items", at(field)), "minLength", json!(1));
    }
    schema
}
