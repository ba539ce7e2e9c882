//! Glossary documents.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::catalogue::limits::MAX_PHRASE_BYTES;
use crate::schema::derive_schema;
use crate::schema::document_kind::DocumentKind;

/// A glossary of the service: translations of phrases, for one or more language pairs.
#[derive(JsonSchema)]
#[schemars(title = "Glossary", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct GlossaryShape {
    /// Kind of the document: `glossary`.
    kind: String,
    /// Stable name within the project. Default: the file name without its extension; required of all documents of a file but the first.
    key: Option<String>,
    /// Name of the glossary on the service, as users see it.
    name: String,
    /// Dictionaries, one for each language pair and direction.
    dictionaries: Vec<DictionaryShape>,
    /// Never delete this glossary, even after its document is gone.
    protected: Option<bool>,
    /// `entries`: what people add on the service is kept. What the file names is enforced, and what leaves the file is deleted. Default: `[defaults] shared` of the project.
    shared: Option<Vec<String>>,
}

/// The dictionary of one language pair and direction. Its entries are inline or in a separate file.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct DictionaryShape {
    /// Source language, a root code such as `en`.
    source_language: String,
    /// Target language, a root code such as `de`.
    target_language: String,
    /// Target phrase by source phrase. Quote phrases that YAML would read as numbers or booleans.
    entries: Option<BTreeMap<String, String>>,
    /// File with the entries, relative to this document: `.tsv` (tabs, no quotes) or `.csv` (commas; two columns, or four with the languages after the phrases). No header.
    file: Option<String>,
}

/// The schema of `kind: glossary`.
pub(super) fn glossary_schema() -> Value {
    let mut schema = derive_schema::schema_of::<GlossaryShape>();
    derive_schema::add_named_fields(&mut schema, "glossary", MAX_PHRASE_BYTES, "Terms, English to German");
    derive_schema::set_keyword(
        &mut schema,
        "/properties/shared/items",
        "enum",
        json!(DocumentKind::Glossary.shared_words()),
    );
    derive_schema::set_keyword(&mut schema, "/properties/dictionaries", "minItems", json!(1));
    let at = |field: &str| format!("/properties/dictionaries/items/properties/{field}");
    for (field, example) in [("source_language", "en"), ("target_language", "de"), ("file", "terms.en-de.tsv")] {
        derive_schema::set_keyword(&mut schema, &at(field), "minLength", json!(1));
        derive_schema::set_keyword(&mut schema, &at(field), "examples", json!([example]));
    }
    derive_schema::set_keyword(&mut schema, &at("entries"), "examples", json!([{ "wind farm": "Windpark" }]));
    derive_schema::set_keyword(&mut schema, &at("entries/additionalProperties"), "minLength", json!(1));
    schema
}
