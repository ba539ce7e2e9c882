//! Documents of spoken terms.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::catalogue::limits::MAX_PHRASE_BYTES;
use crate::schema::derive_schema;

/// A collection of spoken terms of the service: words that the transcription of speech should know.
#[derive(JsonSchema)]
#[schemars(title = "Spoken terms", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct SpokenTermsShape {
    /// What this document is: `spoken_terms`.
    kind: String,
    /// Stable name inside the project. The file name without its ending unless said otherwise; needed where one file holds several documents.
    key: Option<String>,
    /// Name of the collection on the service. People see it there.
    name: String,
    /// Term lists, one for each spoken language.
    term_lists: Vec<TermListShape>,
    /// Refuse to delete this collection, even after its document is gone.
    protected: Option<bool>,
}

/// The terms of one language.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct TermListShape {
    /// Language that is spoken, such as `de`.
    language: String,
    /// Words and names as they are written. All terms of a list have at most 300 characters together.
    terms: Vec<String>,
}

/// The schema of `kind: spoken_terms`.
pub(super) fn spoken_terms_schema() -> Value {
    let mut schema = derive_schema::schema_of::<SpokenTermsShape>();
    derive_schema::add_named_fields(&mut schema, "spoken_terms", MAX_PHRASE_BYTES, "Product names");
    derive_schema::set_keyword(&mut schema, "/properties/term_lists", "minItems", json!(1));
    let at = |field: &str| format!("/properties/term_lists/items/properties/{field}");
    derive_schema::set_keyword(&mut schema, &at("language"), "minLength", json!(1));
    derive_schema::set_keyword(&mut schema, &at("language"), "examples", json!(["de"]));
    derive_schema::set_keyword(&mut schema, &at("terms"), "minItems", json!(1));
    derive_schema::set_keyword(&mut schema, &at("terms"), "examples", json!([["Almwind", "Rotorblatt"]]));
    derive_schema::set_keyword(&mut schema, &at("terms/items"), "minLength", json!(1));
    schema
}
