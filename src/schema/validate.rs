//! Decides by the schema whether a document has the right shape, and turns every fault into a finding with a place.
//!
//! The generated schema is the only judge: a document that it accepts has no finding from here, a document that it
//! refuses has at least one. It is not asked about a document that `certain` knows it to accept.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind as Kind;

use crate::catalogue::Catalogue;
use crate::diagnostic::cap::MAX_PER_CODE;
use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
pub use crate::schema::document_kind::DocumentKind;
use crate::schema::{
    certain, explain_field, explain_rule, explain_value, glossary, profile, regroup, spoken_terms, style,
};
use crate::source::{Entry, Node, Value};

/// The schemas of one catalogue, each compiled when the first document of its shape is met.
#[derive(Debug)]
pub struct DocumentValidator<'c> {
    catalogue: &'c Catalogue,
    compiled: Arc<CompiledSchemas>,
}

/// What was compiled for one catalogue, kept from one check to the next: an editor checks at every keystroke.
#[derive(Debug, Default)]
pub struct CompiledSchemas {
    style: OnceLock<Validator>,
    base: OnceLock<Validator>,
    glossary: OnceLock<Validator>,
    spoken_terms: OnceLock<Validator>,
    profile: OnceLock<Validator>,
}

impl<'c> DocumentValidator<'c> {
    /// The shapes that follow from the catalogue and its limits.
    #[must_use]
    pub fn new(catalogue: &'c Catalogue) -> Self {
        Self::with_compiled(catalogue, &Arc::default())
    }

    /// The same with what earlier checks compiled. It must come from the very same catalogue.
    #[must_use]
    pub fn with_compiled(catalogue: &'c Catalogue, compiled: &Arc<CompiledSchemas>) -> Self {
        Self { catalogue, compiled: compiled.clone() }
    }

    fn compiled_schema(&self, shape: DocumentKind) -> &Validator {
        let compile = |schema: &serde_json::Value| {
            jsonschema::options().build(schema).expect("a generated schema is a valid schema")
        };
        let (kept, catalogue) = (&self.compiled, self.catalogue);
        match shape {
            DocumentKind::Style => kept.style.get_or_init(|| compile(&style::style_schema(catalogue))),
            DocumentKind::Base => kept.base.get_or_init(|| compile(&style::base_style_schema(catalogue))),
            DocumentKind::Glossary => kept.glossary.get_or_init(|| compile(&glossary::glossary_schema())),
            DocumentKind::SpokenTerms => {
                kept.spoken_terms.get_or_init(|| compile(&spoken_terms::spoken_terms_schema()))
            }
            DocumentKind::Profile => kept.profile.get_or_init(|| compile(&profile::profile_schema(catalogue))),
        }
    }

    /// Which shape a document says it has. What is no mapping, or whose `kind` is no text, is left to [`Self::validate_document`].
    ///
    /// # Errors
    /// The finding about a `kind` that names none.
    pub fn read_kind(&self, file: &Arc<SourceFile>, document: &Node) -> Result<DocumentKind, Box<Diagnostic>> {
        let Some((node, text)) = document.get("kind").and_then(|node| Some((node, node.text()?))) else {
            return Ok(DocumentKind::Style);
        };
        let case = ExplainedDocument { file, document, shape: DocumentKind::Style, catalogue: self.catalogue };
        DocumentKind::from_name(text).ok_or_else(|| Box::new(explain_value::explain_unknown_kind(&case, node, text)))
    }

    /// Whether a document certainly has the shape of its kind, told without the schema; where not, nothing is said.
    #[must_use]
    pub fn is_certainly_valid(&self, document: &Node, shape: DocumentKind) -> bool {
        certain::is_certainly_valid(document, shape, self.catalogue)
    }

    /// Whether the generated schema accepts a document.
    #[must_use]
    pub fn is_accepted(&self, document: &Node, shape: DocumentKind) -> bool {
        self.compiled_schema(shape).is_valid(&validated_json(document))
    }

    /// Everything that is wrong with the shape of one document. Empty exactly where the schema accepts it.
    #[must_use]
    pub fn validate_document(&self, file: &Arc<SourceFile>, document: &Node, shape: DocumentKind) -> Vec<Diagnostic> {
        if self.is_certainly_valid(document, shape) {
            return Vec::new();
        }
        let validator = self.compiled_schema(shape);
        let tree = validated_json(document);
        let mut places: BTreeMap<String, Vec<SchemaViolation>> = BTreeMap::new();
        for error in validator.iter_errors(&tree) {
            places
                .entry(error.instance_path().as_str().to_owned())
                .or_default()
                .extend(SchemaViolation::from_error_kind(error.kind()));
        }
        let case = ExplainedDocument { file, document, shape, catalogue: self.catalogue };
        let mut findings: Vec<Diagnostic> = Vec::new();
        let mut omitted = 0;
        for (pointer, faults) in &places {
            if findings.len() < MAX_EXPLAINED {
                findings.extend(case.explain_violations(pointer, faults, &mut omitted));
            } else {
                omitted += faults.len();
            }
        }
        if let Some(last) = findings.last_mut() {
            last.omitted += omitted;
        }
        regroup::merge_findings_by_cause(&case, findings)
    }
}

/// The tree as the validator takes it. Numbers that JSON lacks, and the dates of TOML, count as a number: no field of a document
/// takes one, so that they are refused everywhere. (Elsewhere dates are text, see [`Node::to_json`].)
fn validated_json(node: &Node) -> serde_json::Value {
    match &node.value {
        Value::Date(_) => serde_json::Value::from(0),
        Value::Float(number) => serde_json::Number::from_f64(*number).map_or(serde_json::Value::from(0), Into::into),
        Value::Sequence(items) => items.iter().map(validated_json).collect(),
        Value::Mapping(entries) => {
            entries.iter().map(|entry| (entry.key.value.clone(), validated_json(&entry.value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Text(_) => node.to_json(),
    }
}

/// Most faults of one document that are explained: a suggestion takes time, and nobody reads more. The rest is counted.
const MAX_EXPLAINED: usize = MAX_PER_CODE;

/// What the schema holds against one value, in the few ways that matter for an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SchemaViolation {
    /// The mapping has a key that its place does not have.
    Unknown(String),
    /// The mapping lacks a key.
    Missing(String),
    /// The value is of another type.
    Type,
    /// The value is none of a closed list.
    Choice,
    /// The text is longer than this many characters, or the list longer than this many items.
    TooLong(usize),
    /// The text or list is empty.
    Empty,
    /// The text does not look as it must.
    Form,
    /// The number is less than the least or more than the most.
    Range,
    /// Anything else, in the validator's words.
    Other(String),
}

impl SchemaViolation {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the validator knows many keywords that our schemas do not use")]
    fn from_error_kind(kind: &Kind) -> Vec<Self> {
        let size = |limit: &u64| usize::try_from(*limit).unwrap_or(usize::MAX);
        match kind {
            Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
                unexpected.iter().cloned().map(Self::Unknown).collect()
            }
            Kind::Required { property } => vec![Self::Missing(property.as_str().unwrap_or_default().to_owned())],
            Kind::Type { .. } => vec![Self::Type],
            Kind::Enum { .. } | Kind::Constant { .. } => vec![Self::Choice],
            Kind::MaxLength { limit } | Kind::MaxItems { limit } => vec![Self::TooLong(size(limit))],
            Kind::MinLength { .. } | Kind::MinItems { .. } => vec![Self::Empty],
            Kind::Pattern { .. } | Kind::Format { .. } => vec![Self::Form],
            Kind::Minimum { .. } | Kind::Maximum { .. } => vec![Self::Range],
            other => vec![Self::Other(other.keyword().to_owned())],
        }
    }
}

/// One document under explanation.
#[derive(Clone, Copy)]
pub(super) struct ExplainedDocument<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) document: &'a Node,
    pub(super) shape: DocumentKind,
    pub(super) catalogue: &'a Catalogue,
}

impl<'a> ExplainedDocument<'a> {
    fn explain_violations(&self, pointer: &str, faults: &[SchemaViolation], omitted: &mut usize) -> Vec<Diagnostic> {
        let parts = split_pointer(pointer);
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let Some(node) = self.document.at_pointer(pointer) else { return Vec::new() };
        let (mut strange, mut missing, mut value) = (HashSet::new(), Vec::new(), Vec::new());
        for fault in faults {
            match fault {
                SchemaViolation::Unknown(key) => {
                    strange.insert(key.as_str());
                }
                SchemaViolation::Missing(key) => missing.push(key.as_str()),
                SchemaViolation::Type
                | SchemaViolation::Choice
                | SchemaViolation::TooLong(_)
                | SchemaViolation::Empty
                | SchemaViolation::Form
                | SchemaViolation::Range
                | SchemaViolation::Other(_) => value.push(fault),
            }
        }
        *omitted += strange.len().saturating_sub(MAX_EXPLAINED);
        let unknown: Vec<&Entry> =
            node.entries().iter().filter(|entry| strange.contains(&*entry.key.value)).take(MAX_EXPLAINED).collect();
        let mut findings: Vec<Diagnostic> = match parts.as_slice() {
            ["configured_rules"] => unknown.iter().map(|entry| explain_rule::explain_category(self, entry)).collect(),
            ["configured_rules", category] => {
                unknown.iter().map(|entry| explain_rule::explain_rule(self, category, entry)).collect()
            }
            _ => explain_field::explain_fields(self, &parts, node, &unknown, &missing),
        };
        // A value that is wrong in several ways is said to be wrong once, in the way that comes first for a reader.
        if let Some(first) = value.iter().min_by_key(|fault| violation_rank(fault)) {
            findings.push(explain_value::explain_value(self, &parts, node, first));
        }
        for finding in &mut findings {
            finding.pointer.get_or_insert_with(|| pointer.to_owned());
        }
        findings
    }

    /// A finding in this document.
    pub(super) fn new_finding(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.file, span, message)
    }

    /// The entry that holds the value at this path.
    pub(super) fn entry_at(&self, parts: &[&str]) -> Option<&'a Entry> {
        let (last, parents) = parts.split_last()?;
        self.node_at(parents)?.entry(last)
    }

    /// The node at this path.
    pub(super) fn node_at(&self, parts: &[&str]) -> Option<&'a Node> {
        parts.iter().try_fold(self.document, |node, part| match node.items() {
            [] => node.get(part),
            items => items.get(part.parse::<usize>().ok()?),
        })
    }
}

/// A text of the user as a message may show it: one line, at most 80 characters.
pub(crate) fn echo_text(text: &str) -> String {
    const MOST: usize = 80;
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() > MOST || line.len() < text.trim_end().len() {
        let kept: String = line.chars().take(MOST - 1).collect();
        format!("{kept}…")
    } else {
        line.to_owned()
    }
}

/// A JSON pointer below another.
pub(super) fn join_pointer(parts: &[&str]) -> String {
    parts.iter().map(|part| format!("/{}", part.replace('~', "~0").replace('/', "~1"))).collect()
}

fn split_pointer(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect()
}

fn violation_rank(fault: &SchemaViolation) -> u8 {
    match fault {
        SchemaViolation::Type => 0,
        SchemaViolation::Empty => 1,
        SchemaViolation::Choice => 2,
        SchemaViolation::TooLong(_) => 3,
        SchemaViolation::Form => 4,
        SchemaViolation::Range => 5,
        SchemaViolation::Other(_) => 6,
        SchemaViolation::Unknown(_) | SchemaViolation::Missing(_) => 7,
    }
}
