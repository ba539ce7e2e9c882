//! The JSON forms of what is remembered: what `outputs`, `state list` and `state show` print with `--format json`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::schema::derive_schema;

/// Ids that applications need.
#[derive(JsonSchema)]
#[schemars(title = "Outputs", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct OutputsShape {
    /// Version of this form.
    housestyle_outputs: u32,
    /// Objects by kind.
    outputs: KindsShape,
}

/// Objects by kind.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct KindsShape {
    /// Style rule lists by key.
    style: BTreeMap<String, OutputShape>,
    /// Glossaries by key; absent where none is bound.
    glossary: Option<BTreeMap<String, OutputShape>>,
    /// Collections of spoken terms by key; absent where none is bound.
    spoken_terms: Option<BTreeMap<String, OutputShape>>,
}

/// One object.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct OutputShape {
    /// Id on the service.
    id: String,
    /// Display name as last applied.
    name: String,
    /// Root language; absent where the kind has none.
    language: Option<String>,
}

/// Everything that is remembered.
#[derive(JsonSchema)]
#[schemars(title = "Bindings", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct BindingsShape {
    /// Version of this form.
    version: u32,
    /// How often the state was written.
    serial: u64,
    /// Address of the service that the ids belong to; empty before the first apply.
    origin: String,
    /// Bound objects by address.
    bindings: BTreeMap<String, ShortShape>,
    /// Addresses whose creation was under way when the last run ended.
    creating: Vec<String>,
}

/// One bound object.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ShortShape {
    /// Id on the service.
    id: String,
    /// Version on the service; 0 where the kind has none.
    version: u64,
    /// Display name as last applied.
    name: String,
    /// Root language; absent where the kind has none.
    language: Option<String>,
    /// Whether it is protected.
    protected: bool,
    /// Whether the state file was last written by this tool.
    sealed: bool,
    /// Whether it was being changed when the last run ended.
    under_way: bool,
}

/// One bound object with everything that was last applied.
#[derive(JsonSchema)]
#[schemars(title = "Binding", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct BindingShape {
    /// Id on the service.
    id: String,
    /// Version on the service; 0 where the kind has none.
    version: u64,
    /// Display name as last applied.
    name: String,
    /// Root language; absent where the kind has none.
    language: Option<String>,
    /// Whether it is protected.
    protected: bool,
    /// Whether the state file was last written by this tool.
    sealed: bool,
    /// Whether it was being changed when the last run ended.
    under_way: bool,
    /// `style/support-de`
    address: String,
    /// Values of rules by `category.rule`, of a list.
    rules: Option<BTreeMap<String, String>>,
    /// Instructions by label, of a list.
    instructions: Option<BTreeMap<String, PromptShape>>,
    /// Dictionaries or term lists, of a glossary or of spoken terms.
    parts: Option<BTreeMap<String, PartShape>>,
}

/// One dictionary or term list.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct PartShape {
    /// How many entries were sent.
    entry_count: u64,
    /// Digest of the entries that were sent.
    entries: String,
}

/// One instruction.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct PromptShape {
    /// Its prompt.
    prompt: String,
}

/// The schema of what `outputs` prints.
pub(super) fn outputs_schema() -> Value {
    let mut schema = derive_schema::schema_with_nulls::<OutputsShape>();
    derive_schema::set_keyword(&mut schema, "/properties/housestyle_outputs", "enum", json!([1]));
    schema
}

/// The schema of what `state list` prints.
pub(super) fn state_list_schema() -> Value {
    let mut schema = derive_schema::schema_with_nulls::<BindingsShape>();
    derive_schema::set_keyword(&mut schema, "/properties/version", "enum", json!([1]));
    schema
}

/// The schema of what `state show` prints.
pub(super) fn state_show_schema() -> Value {
    derive_schema::schema_with_nulls::<BindingShape>()
}
