//! Decides by the schema whether a document has the right shape, and turns every fault into a finding with a place.
//!
//! The generated schema is the only judge: a document that it accepts has no finding from here, a document that it
//! refuses has at least one. Explaining happens only after refusal, so valid files cost one pass without messages.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind as Kind;

use crate::catalogue::Catalogue;
use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
pub use crate::schema::kinds::Shape;
use crate::schema::tree::{Scalar, Tree};
use crate::schema::{explain_field, explain_rule, explain_value, glossary, profile, spoken_terms, style};
use crate::source::{Entry, Node};

/// The schemas of one catalogue, each compiled when the first document of its shape is met.
#[derive(Debug)]
pub struct Shapes<'c> {
    catalogue: &'c Catalogue,
    compiled: Arc<Compiled>,
}

/// What was compiled for one catalogue, kept from one check to the next: an editor checks at every keystroke.
#[derive(Debug, Default)]
pub struct Compiled {
    style: OnceLock<Validator<Tree>>,
    base: OnceLock<Validator<Tree>>,
    glossary: OnceLock<Validator<Tree>>,
    spoken_terms: OnceLock<Validator<Tree>>,
    profile: OnceLock<Validator<Tree>>,
}

impl<'c> Shapes<'c> {
    /// The shapes that follow from the catalogue and its limits.
    #[must_use]
    pub fn new(catalogue: &'c Catalogue) -> Self {
        Self::reusing(catalogue, &Arc::default())
    }

    /// The same with what earlier checks compiled. It must come from the very same catalogue.
    #[must_use]
    pub fn reusing(catalogue: &'c Catalogue, compiled: &Arc<Compiled>) -> Self {
        Self { catalogue, compiled: compiled.clone() }
    }

    fn validator(&self, shape: Shape) -> &Validator<Tree> {
        let compile = |schema: &serde_json::Value| {
            jsonschema::options_for::<Tree>().build(schema).expect("a generated schema is a valid schema")
        };
        let (kept, catalogue) = (&self.compiled, self.catalogue);
        match shape {
            Shape::Style => kept.style.get_or_init(|| compile(&style::style(catalogue))),
            Shape::Base => kept.base.get_or_init(|| compile(&style::base_style(catalogue))),
            Shape::Glossary => kept.glossary.get_or_init(|| compile(&glossary::schema())),
            Shape::SpokenTerms => kept.spoken_terms.get_or_init(|| compile(&spoken_terms::schema())),
            Shape::Profile => kept.profile.get_or_init(|| compile(&profile::schema(catalogue))),
        }
    }

    /// Which shape a document says it has. What is no mapping, or whose `kind` is no text, is left to [`Self::check`].
    ///
    /// # Errors
    /// The finding about a `kind` that names none.
    pub fn kind(&self, file: &Arc<SourceFile>, document: &Node) -> Result<Shape, Box<Diagnostic>> {
        let Some((node, text)) = document.get("kind").and_then(|node| Some((node, node.text()?))) else {
            return Ok(Shape::Style);
        };
        let case = Case { file, document, shape: Shape::Style, catalogue: self.catalogue };
        Shape::from_name(text).ok_or_else(|| Box::new(explain_value::unknown_kind(&case, node, text)))
    }

    /// Everything that is wrong with the shape of one document. Empty exactly where the schema accepts it.
    #[must_use]
    pub fn check(&self, file: &Arc<SourceFile>, document: &Node, shape: Shape) -> Vec<Diagnostic> {
        let validator = self.validator(shape);
        let tree = Scalar::Node(document);
        if validator.is_valid(tree) {
            return Vec::new();
        }
        let mut places: BTreeMap<String, Vec<Fault>> = BTreeMap::new();
        for error in validator.iter_errors(tree) {
            places.entry(error.instance_path().as_str().to_owned()).or_default().extend(Fault::of(error.kind()));
        }
        let case = Case { file, document, shape, catalogue: self.catalogue };
        places.iter().take(PLACES).flat_map(|(pointer, faults)| case.explain(pointer, faults)).collect()
    }
}

/// Most places of one document that are explained: finding a place takes time, and nobody reads more.
const PLACES: usize = 2000;

/// What the schema holds against one value, in the few ways that matter for an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
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

impl Fault {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the validator knows many keywords that our schemas do not use")]
    fn of(kind: &Kind) -> Vec<Self> {
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
pub(super) struct Case<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) document: &'a Node,
    pub(super) shape: Shape,
    pub(super) catalogue: &'a Catalogue,
}

impl<'a> Case<'a> {
    fn explain(&self, pointer: &str, faults: &[Fault]) -> Vec<Diagnostic> {
        let parts = split(pointer);
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let Some(node) = self.document.pointer(pointer) else { return Vec::new() };
        let (mut unknown, mut missing, mut value) = (Vec::new(), Vec::new(), Vec::new());
        for fault in faults {
            match fault {
                Fault::Unknown(key) => unknown.extend(node.entry(key)),
                Fault::Missing(key) => missing.push(key.as_str()),
                Fault::Type
                | Fault::Choice
                | Fault::TooLong(_)
                | Fault::Empty
                | Fault::Form
                | Fault::Range
                | Fault::Other(_) => value.push(fault),
            }
        }
        let mut findings: Vec<Diagnostic> = match parts.as_slice() {
            ["configured_rules"] => unknown.iter().map(|entry| explain_rule::category(self, entry)).collect(),
            ["configured_rules", category] => {
                unknown.iter().map(|entry| explain_rule::rule(self, category, entry)).collect()
            }
            _ => explain_field::fields(self, &parts, node, &unknown, &missing),
        };
        // A value that is wrong in several ways is said to be wrong once, in the way that comes first for a reader.
        if let Some(first) = value.iter().min_by_key(|fault| weight(fault)) {
            findings.push(explain_value::value(self, &parts, node, first));
        }
        for finding in &mut findings {
            finding.pointer.get_or_insert_with(|| pointer.to_owned());
        }
        findings
    }

    /// A finding in this document.
    pub(super) fn finding(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.file, span, message)
    }

    /// The entry that holds the value at this path.
    pub(super) fn entry(&self, parts: &[&str]) -> Option<&'a Entry> {
        let (last, parents) = parts.split_last()?;
        self.at(parents)?.entry(last)
    }

    /// The node at this path.
    pub(super) fn at(&self, parts: &[&str]) -> Option<&'a Node> {
        parts.iter().try_fold(self.document, |node, part| match node.items() {
            [] => node.get(part),
            items => items.get(part.parse::<usize>().ok()?),
        })
    }
}

/// A text of the user as a message may show it: one line, at most 80 characters.
pub(crate) fn echo(text: &str) -> String {
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
pub(super) fn join(parts: &[&str]) -> String {
    parts.iter().map(|part| format!("/{}", part.replace('~', "~0").replace('/', "~1"))).collect()
}

fn split(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect()
}

fn weight(fault: &Fault) -> u8 {
    match fault {
        Fault::Type => 0,
        Fault::Empty => 1,
        Fault::Choice => 2,
        Fault::TooLong(_) => 3,
        Fault::Form => 4,
        Fault::Range => 5,
        Fault::Other(_) => 6,
        Fault::Unknown(_) | Fault::Missing(_) => 7,
    }
}
