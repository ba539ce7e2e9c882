//! Decides by the schema whether a document has the right shape, and turns every fault into a finding with a place.
//!
//! The generated schema is the only judge: a document that it accepts has no finding from here, a document that it
//! refuses has at least one. It is not asked about a document that `certain` knows it to accept. The project file is
//! validated and explained in the same way.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};

use jsonschema::Validator;

use crate::catalogue::Catalogue;
use crate::diagnostic::cap::MAX_PER_CODE;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, SourceFile, Span};
use crate::schema;
pub use crate::schema::document_kind::DocumentKind;
use crate::schema::explained_document::{ExplainedDocument, SchemaViolation};
use crate::schema::field_words::is_other_word;
pub use crate::schema::kind_meant::KindFault;
use crate::schema::{certain, explain_field, explain_rule, explain_rule_value, explain_value, kind_meant, regroup};
use crate::source::{Entry, Node, Value};

/// The schemas of one catalogue, each compiled when the first document of its shape is met.
#[derive(Debug)]
pub struct DocumentValidator<'c> {
    catalogue: &'c Catalogue,
    compiled: Arc<CompiledSchemas>,
}

/// What was compiled for one catalogue, by kind; kept from one check to the next: an editor checks at every keystroke.
#[derive(Debug, Default)]
pub struct CompiledSchemas([OnceLock<CompiledSchema>; DocumentKind::EVERY.len()]);

/// A schema and its validator: one tells what is wrong, the other what would be right.
#[derive(Debug)]
pub(super) struct CompiledSchema {
    pub(super) schema: serde_json::Value,
    validator: Validator,
}

/// Places of a document, as JSON pointers, with what the schema holds against each.
pub(super) type ViolationsByPlace = BTreeMap<String, Vec<SchemaViolation>>;

impl CompiledSchema {
    pub(super) fn compile(schema: serde_json::Value) -> Self {
        let validator = jsonschema::options().build(&schema).expect("a generated schema is a valid schema");
        Self { schema, validator }
    }

    pub(super) fn list_violations(&self, document: &Node) -> ViolationsByPlace {
        let tree = validated_json(document);
        let mut places = ViolationsByPlace::new();
        for error in self.validator.iter_errors(&tree) {
            places
                .entry(error.instance_path().as_str().to_owned())
                .or_default()
                .extend(SchemaViolation::from_error_kind(error.kind()));
        }
        places
    }
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

    fn compiled_schema(&self, shape: DocumentKind) -> &CompiledSchema {
        let compile = || CompiledSchema::compile(schema::schema_of_kind(shape, self.catalogue));
        self.compiled.0[shape as usize].get_or_init(compile)
    }

    /// Which kind a document is of.
    ///
    /// # Errors
    /// The finding about a document of no kind, with the kind that is meant.
    pub fn read_kind(&self, file: &Arc<SourceFile>, document: &Node) -> Result<DocumentKind, Box<KindFault>> {
        kind_meant::read_kind(file, document)
    }

    /// Whether a document certainly has the shape of its kind, told without the schema; where not, nothing is said.
    #[must_use]
    pub fn is_certainly_valid(&self, document: &Node, shape: DocumentKind) -> bool {
        certain::is_certainly_valid(document, shape, self.catalogue)
    }

    /// Whether the generated schema accepts a document.
    #[must_use]
    pub fn is_accepted(&self, document: &Node, shape: DocumentKind) -> bool {
        self.compiled_schema(shape).validator.is_valid(&validated_json(document))
    }

    /// Everything that is wrong with the shape of one document, empty exactly where the schema accepts it. Where names in it are
    /// slips, also the document with the names that they mean.
    #[must_use]
    pub fn validate_document(
        &self,
        file: &Arc<SourceFile>,
        document: &Node,
        shape: DocumentKind,
    ) -> (Vec<Diagnostic>, Option<Node>) {
        if self.is_certainly_valid(document, shape) {
            return (Vec::new(), None);
        }
        let mut findings = self.explain_document(file, document, shape);
        // What stands below a name that can only mean one is judged as if that stood there, level by level.
        let mut is_meant = false;
        let mut levels = vec![name_slips(&findings)];
        if levels.iter().all(Vec::is_empty) {
            return (findings, None);
        }
        let (mut renamed, mut meant) = (document.clone(), document.clone());
        while let Some(slips) =
            levels.last().filter(|slips| rename_entries(&mut renamed, &slips.iter().collect::<Vec<_>>()))
        {
            let judged = self.explain_document(file, &renamed, shape);
            let mut below = judged.clone();
            below.retain(|finding| {
                // A scalar of another type follows from the name itself.
                let follows =
                    |slip: &NameSlip| slip.value.get() == finding.primary.span && finding.code != Code::UnknownValue;
                // Below a name that is in doubt, only what is known counts.
                let its_value =
                    |slip: &NameSlip| finding.code == Code::UnknownValue && slip.value.get() == finding.primary.span;
                let told =
                    |slip: &NameSlip| slip.sure || slip.fits(&judged) || finding.fix.is_some() || its_value(slip);
                let told = |slip: &NameSlip| slip.is_word || !follows(slip) && told(slip);
                let inside = |slip: &NameSlip| slip.contains(finding.primary.span) && told(slip);
                slips.iter().any(inside) && !findings.iter().any(|known| known.primary.span == finding.primary.span)
            });
            let certain = |slip: &NameSlip| slip.sure || slip.fits(&judged);
            let known = rename_entries(&mut meant, &slips.iter().filter(|slip| certain(slip)).collect::<Vec<_>>());
            is_meant |= known;
            let deeper = name_slips(&below);
            let as_written = |finding| levels.iter().rev().fold(finding, |finding, slips| as_written(finding, slips));
            findings.extend(below.into_iter().map(as_written));
            levels.push(deeper);
        }
        (explain_rule_value::join_rules_with_values(file, findings), is_meant.then_some(meant))
    }

    /// What the schema holds against a document, each fault explained.
    fn explain_document(&self, file: &Arc<SourceFile>, document: &Node, shape: DocumentKind) -> Vec<Diagnostic> {
        let compiled = self.compiled_schema(shape);
        let (kind, schema) = (Some(shape), &compiled.schema);
        let explained = ExplainedDocument { file, document, kind, catalogue: self.catalogue, schema };
        explain_places(&explained, &compiled.list_violations(document))
    }
}

/// A name that stands for another one, and what that is.
struct NameSlip {
    key: Span,
    name: String,
    /// Where it stands, with the name as it is written.
    pointer: String,
    /// Whether it is mended unasked.
    sure: bool,
    /// Whether it is the name of a field, and not of a rule or a category.
    of_field: bool,
    /// Whether it is a word that people use for what is meant, so that all below it is told.
    is_word: bool,
    /// What it holds; empty until the entry was met.
    value: std::cell::Cell<Span>,
    /// Whether that is a list or a mapping.
    holds_block: std::cell::Cell<bool>,
}

impl NameSlip {
    fn contains(&self, span: Span) -> bool {
        let value = self.value.get();
        value.start <= span.start && span.end <= value.end && !value.is_empty()
    }

    /// Whether the field that is meant takes what stands there, as these findings of the renamed document tell.
    fn fits(&self, judged: &[Diagnostic]) -> bool {
        let refused = |finding: &Diagnostic| finding.primary.span == self.value.get();
        self.of_field && self.holds_block.get() && !judged.iter().any(refused)
    }
}

fn name_slips(findings: &[Diagnostic]) -> Vec<NameSlip> {
    let slip = |finding: &Diagnostic| {
        let named = matches!(finding.code, Code::UnknownField | Code::UnknownCategory | Code::UnknownRule);
        let fix = finding.fix.as_ref().filter(|_| named)?;
        // The name of a TOML table stands in several headers.
        let bare = |edit: &Edit| edit.text.trim_matches(['"', '\'']).to_owned();
        let edit = fix.edits.first()?;
        let name = bare(edit);
        if fix.edits.iter().any(|other| bare(other) != name) {
            return None;
        }
        let pointer = finding.pointer.clone()?;
        let value = std::cell::Cell::new(Span::empty_at(0));
        let sure = fix.safety == Safety::Safe;
        let of_field = finding.code == Code::UnknownField;
        let holds_block = std::cell::Cell::new(false);
        let is_word = of_field && is_other_word(finding.file.slice(edit.span), &name);
        let slip = NameSlip { key: edit.span, name, pointer, sure, of_field, is_word, value, holds_block };
        (edit.span == finding.primary.span).then_some(slip)
    };
    let slips: Vec<NameSlip> = findings.iter().filter_map(slip).collect();
    let target =
        |slip: &NameSlip| (slip.pointer.rsplit_once('/').map(|(parent, _)| parent.to_owned()), slip.name.clone());
    let targets: Vec<_> = slips.iter().map(target).collect();
    // Of twins, nobody knows which one is meant.
    let alone = |slip: &NameSlip| targets.iter().filter(|other| **other == target(slip)).count() == 1;
    slips.into_iter().filter(alone).collect()
}

/// Gives entries the names that they are to have; whether one was met.
fn rename_entries(node: &mut Node, slips: &[&NameSlip]) -> bool {
    match &mut node.value {
        Value::Mapping(entries) => {
            let mut met = false;
            for entry in entries {
                if let Some(slip) = slips.iter().find(|slip| slip.key == entry.key.span) {
                    entry.key.value.clone_from(&slip.name);
                    slip.value.set(entry.value.span);
                    slip.holds_block.set(matches!(entry.value.value, Value::Mapping(_) | Value::Sequence(_)));
                    met = true;
                }
                met |= rename_entries(&mut entry.value, slips);
            }
            met
        }
        Value::Sequence(items) => {
            let mut met = false;
            for item in items {
                met |= rename_entries(item, slips);
            }
            met
        }
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => false,
    }
}

/// A finding below a renamed entry, with the place in the document as it is written.
fn as_written(mut finding: Diagnostic, slips: &[NameSlip]) -> Diagnostic {
    for slip in slips.iter().filter(|slip| slip.contains(finding.primary.span)) {
        // Below a name that is in doubt, so is what is meant.
        if let Some(fix) = finding.fix.as_mut().filter(|_| !slip.sure) {
            fix.safety = Safety::Unsafe;
        }
        let parent = slip.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        let meant = format!("{parent}/{}", slip.name);
        if let Some(rest) = finding.pointer.as_deref().and_then(|pointer| pointer.strip_prefix(&meant)) {
            finding.pointer = Some(format!("{}{rest}", slip.pointer));
        }
    }
    finding
}

/// The tree as the validator takes it. Numbers that JSON lacks, and the dates of TOML, count as a fraction: no field takes
/// one, so that they are refused everywhere. (Elsewhere dates are text, see [`Node::to_json`].)
fn validated_json(node: &Node) -> serde_json::Value {
    node.to_json_with(&|value| match value {
        Value::Date(_) => Some(0.5.into()),
        Value::Float(number) if !number.is_finite() => Some(0.5.into()),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) => None,
        Value::Text(_) | Value::Sequence(_) | Value::Mapping(_) => None,
    })
}

/// Most faults of one document that are explained: a suggestion takes time. The rest is counted.
const MAX_EXPLAINED: usize = MAX_PER_CODE;

/// Findings for all that the schema holds against a document.
pub(super) fn explain_places(explained: &ExplainedDocument<'_>, places: &ViolationsByPlace) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut omitted = 0;
    for (pointer, faults) in places {
        if findings.len() < MAX_EXPLAINED {
            findings.extend(explain_violations(explained, pointer, faults, &mut omitted));
        } else {
            omitted += faults.len();
        }
    }
    if let Some(last) = findings.last_mut() {
        last.omitted += omitted;
    }
    regroup::merge_findings_by_cause(explained, findings)
}

fn explain_violations(
    explained: &ExplainedDocument<'_>,
    pointer: &str,
    faults: &[SchemaViolation],
    omitted: &mut usize,
) -> Vec<Diagnostic> {
    let parts = split_pointer(pointer);
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let Some(node) = explained.document.at_pointer(pointer) else { return Vec::new() };
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
        ["configured_rules"] => {
            let (found, others) = regroup::rules_without_category(explained, node, &unknown);
            found
                .into_iter()
                .chain(others.iter().map(|entry| explain_rule::explain_category(explained, entry)))
                .collect()
        }
        ["configured_rules", category] => {
            unknown.iter().map(|entry| explain_rule::explain_rule(explained, category, entry)).collect()
        }
        _ => explain_field::explain_fields(explained, &parts, node, &unknown, &missing),
    };
    // A value that is wrong in several ways is said to be wrong once, in the way that comes first for a reader.
    if let Some(first) = value.iter().min_by_key(|fault| violation_rank(fault)) {
        findings.push(explain_value::explain_value(explained, &parts, node, first));
    }
    for finding in &mut findings {
        finding.pointer.get_or_insert_with(|| pointer.to_owned());
    }
    findings
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
