//! Glossary documents.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::catalogue::limits::MAX_PHRASE_BYTES;
use crate::schema::derive_schema;

/// A glossary of the service: how phrases are translated, for one or more pairs of languages.
#[derive(JsonSchema)]
#[schemars(title = "Glossary", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct GlossaryShape {
    /// What this document is: `glossary`.
    kind: String,
    /// Stable name inside the project. The file name without its ending unless said otherwise; needed where one file holds several documents.
    key: Option<String>,
    /// Name of the glossary on the service. People see it there.
    name: String,
    /// Dictionaries, one for each pair of languages and direction.
    dictionaries: Vec<DictionaryShape>,
    /// Refuse to delete this glossary, even after its document is gone.
    protected: Option<bool>,
}

/// The dictionary of one pair of languages, one direction. Its entries stand here or in a file beside.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct DictionaryShape {
    /// Language of the source phrases, a root code such as `en`.
    source_language: String,
    /// Language of the target phrases, a root code such as `de`.
    target_language: String,
    /// Target phrase by source phrase. Put phrases in quotes that YAML would read as numbers or switches.
    entries: Option<BTreeMap<String, String>>,
    /// Table with the entries, from this document's folder: `.tsv` (tabs, no quotes) or `.csv` (commas; two columns, or four with the languages behind the phrases). No header.
    file: Option<String>,
}

/// The schema of `kind: glossary`.
pub(super) fn glossary_schema() -> Value {
    let mut schema = derive_schema::schema_of::<GlossaryShape>();
    derive_schema::add_named_fields(&mut schema, "glossary", MAX_PHRASE_BYTES, "Terms, English to German");
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
