//! Documents of spoken terms.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::catalogue::limits::MAX_PHRASE_BYTES;
use crate::schema::derive_schema;
use crate::schema::document_kind::DocumentKind;

/// A collection of spoken terms of the service: words that speech transcription should recognise.
#[derive(JsonSchema)]
#[schemars(title = "Spoken terms", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct SpokenTermsShape {
    /// Kind of the document: `spoken_terms`.
    kind: String,
    /// Stable name within the project. Default: the file name without its extension; required of all documents of a file but the first.
    key: Option<String>,
    /// Name of the collection on the service, as users see it.
    name: String,
    /// Term lists, one for each spoken language.
    term_lists: Vec<TermListShape>,
    /// Never delete this collection, even after its document is gone.
    protected: Option<bool>,
    /// `terms`: what people add on the service is kept. What the file names is enforced, and what leaves the file is deleted. Default: `[defaults] shared` of the project.
    shared: Option<Vec<String>>,
}

/// The terms of one language.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct TermListShape {
    /// Spoken language, such as `de`.
    language: String,
    /// Words and names in their written form. At most 300 characters for all terms of a list together.
    terms: Vec<String>,
}

/// The schema of `kind: spoken_terms`.
pub(super) fn spoken_terms_schema() -> Value {
    let mut schema = derive_schema::schema_of::<SpokenTermsShape>();
    derive_schema::add_named_fields(&mut schema, "spoken_terms", MAX_PHRASE_BYTES, "Product names");
    derive_schema::set_keyword(
        &mut schema,
        "/properties/shared/items",
        "enum",
        json!(DocumentKind::SpokenTerms.shared_words()),
    );
    derive_schema::set_keyword(&mut schema, "/properties/term_lists", "minItems", json!(1));
    let at = |field: &str| format!("/properties/term_lists/items/properties/{field}");
    derive_schema::set_keyword(&mut schema, &at("language"), "minLength", json!(1));
    derive_schema::set_keyword(&mut schema, &at("language"), "examples", json!(["de"]));
    derive_schema::set_keyword(&mut schema, &at("terms"), "minItems", json!(1));
    derive_schema::set_keyword(&mut schema, &at("terms"), "examples", json!([["Almwind", "Rotorblatt"]]));
    derive_schema::set_keyword(&mut schema, &at("terms/items"), "minLength", json!(1));
    schema
}
