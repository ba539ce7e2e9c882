//! The project file as it was written: what is wrong with its shape, and its settings without that.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use serde_json::{Map, Value};

use crate::catalogue::{Catalogue, Limits};
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::schema::certain;
use crate::schema::explained_document::{ExplainedDocument, SchemaViolation, join_pointer};
use crate::schema::project::{self, ProjectFile};
use crate::schema::subschema_at;
use crate::schema::validate::{CompiledSchema, explain_places};
use crate::source::{Node, Value as SourceValue};

/// That of the project file follows from no catalogue.
static PROJECT_SCHEMA: LazyLock<CompiledSchema> = LazyLock::new(|| CompiledSchema::compile(project::project_schema()));
/// The project file comes before any catalogue.
static NO_CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue {
    categories: Arc::default(),
    languages: Vec::new(),
    contradictions: Arc::default(),
    limits: Limits::default(),
});

/// Everything that is wrong with the shape of the project file, and the pointers of the settings that it concerns.
#[must_use]
pub fn validate_project(file: &Arc<SourceFile>, document: &Node) -> (Vec<Diagnostic>, BTreeSet<String>) {
    if certain::is_project_certainly_valid(document) {
        return (Vec::new(), BTreeSet::new());
    }
    let places = PROJECT_SCHEMA.list_violations(document);
    let case =
        ExplainedDocument { file, document, kind: None, catalogue: &NO_CATALOGUE, schema: &PROJECT_SCHEMA.schema };
    let wrong = places.iter().flat_map(|(pointer, faults)| {
        faults.iter().map(move |fault| match fault {
            SchemaViolation::Unknown(key) => format!("{pointer}{}", join_pointer(&[key])),
            SchemaViolation::Missing(_)
            | SchemaViolation::Type
            | SchemaViolation::Choice
            | SchemaViolation::TooLong(_)
            | SchemaViolation::Empty
            | SchemaViolation::Form
            | SchemaViolation::Range
            | SchemaViolation::Other(_) => pointer.clone(),
        })
    });
    (explain_places(&case, &places), wrong.collect())
}

/// What a project file holds, without what is wrong in it: what a place lacks then has its default, and an entry of a list
/// becomes `None`.
///
/// # Errors
/// The schema takes what the types above do not: one of the two is mistaken.
pub fn read_project_file(document: &Node, wrong: &BTreeSet<String>) -> Result<ProjectFile, String> {
    // Where nothing is wrong, nothing that is required is missing.
    let schema = if wrong.is_empty() { &Value::Null } else { &PROJECT_SCHEMA.schema };
    let whole = json_without(document, schema, "", wrong);
    serde_json::from_value(whole).map_err(|error| error.to_string())
}

/// A value without what is wrong in it; null where nothing is left.
fn json_without(node: &Node, schema: &Value, pointer: &str, wrong: &BTreeSet<String>) -> Value {
    if wrong.contains(pointer) {
        return Value::Null;
    }
    let value_at = |part: &str, node: &Node| {
        let below = subschema_at(schema, &[part]).unwrap_or(&Value::Null);
        json_without(node, below, &format!("{pointer}{}", join_pointer(&[part])), wrong)
    };
    match &node.value {
        SourceValue::Mapping(entries) => {
            let fields =
                entries.iter().map(|entry| (entry.key.value.clone(), value_at(&entry.key.value, &entry.value)));
            let fields: Map<String, Value> = fields.filter(|(_, value)| !value.is_null()).collect();
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if required.into_iter().all(|field| fields.contains_key(field)) {
                Value::Object(fields)
            } else {
                Value::Null
            }
        }
        SourceValue::Sequence(items) => {
            items.iter().enumerate().map(|(index, item)| value_at(&index.to_string(), item)).collect()
        }
        // JSON Schema counts `3.0` as a whole number.
        SourceValue::Float(number) if number.fract() == 0.0 => Value::from(*number as i64),
        SourceValue::Null
        | SourceValue::Bool(_)
        | SourceValue::Integer(_)
        | SourceValue::Float(_)
        | SourceValue::Date(_)
        | SourceValue::Text(_) => node.to_json(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Format, parse_source};

    #[test]
    fn what_the_schema_accepts_can_be_read_and_the_rest_is_left_out() {
        let fields =
            ["files", "stack", "catalogue", "catalogue_files", "lints.duplicate-name", "texts", "environments.prod"]
                .into_iter()
                .chain([
                    "service",
                    "state",
                    "state.file",
                    "deletion",
                    "parallelism",
                    "settle",
                    "safeguards.protect",
                    "safeguards.max_delete",
                    "safeguards.max_shrink_percent",
                    "environments.prod.service",
                    "import",
                ]);
        let values = [
            "3",
            "-1",
            "0.5",
            "3.0",
            "nan",
            "1979-05-27",
            "true",
            "'x'",
            "''",
            "'off'",
            "'abc234'",
            "'abc2345xy'",
            "'deepl'",
            "'keep'",
            "64",
            "65",
            "100",
            "1000001",
            "['x']",
            "[{ files = 'a', language = 'de', style = 'b' }]",
            "[{ files = 'a', language = 'de' }]",
            "'public'",
            "[]",
            "[1, 'x']",
            "{}",
            "{ file = 1 }",
            "[{ to = 1 }]",
        ];
        let mut certain = 0;
        for (field, value) in fields.flat_map(|field| values.map(|value| (field, value))) {
            let file = SourceFile::new("housestyle.toml", format!("{field} = {value}\n"));
            let parsed = parse_source(&file, Format::Toml);
            let document = &parsed.documents[0];
            if certain::is_project_certainly_valid(document) {
                assert!(PROJECT_SCHEMA.list_violations(document).is_empty(), "{field} = {value}");
                certain += 1;
            }
            let (findings, wrong) = validate_project(&file, document);
            assert_eq!(findings.is_empty(), wrong.is_empty(), "{field} = {value}");
            assert!(read_project_file(document, &wrong).is_ok(), "{field} = {value}");
        }
        assert!(certain > 20, "{certain} of them are certain");
    }
}
