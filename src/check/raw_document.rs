//! What a document says itself, read leniently: what has the wrong shape was said already and is left out.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::fast::FixedState;

use crate::check::prompt_words::may_ask;
use crate::diagnostic::{Located, Span};
use crate::model::shared_parts::SharedParts;
use crate::model::style::{Instruction, RuleKey};
use crate::model::{Language, SharedText};
use crate::schema::field_words::closest_field;
use crate::source::{Node, Value};

/// A document's own values with their places.
#[derive(Clone, Debug, Default)]
pub(super) struct RawDocument {
    pub(super) name: Option<Located<String>>,
    pub(super) language: Option<Located<Language>>,
    pub(super) extends: Vec<Located<String>>,
    pub(super) rules: BTreeMap<RuleKey, RawRule>,
    /// Inherited rules that it does without.
    pub(super) unset_rules: Vec<Located<RuleKey>>,
    pub(super) instructions: Vec<RawInstruction>,
    /// Where the list of instructions is named.
    pub(super) instructions_key: Option<Span>,
    pub(super) protected: bool,
    /// Parts that are shared with people, where it says so.
    pub(super) shared: Option<SharedParts>,
    /// What a digest of its rules and instructions was before they were left out.
    forgotten: Option<u64>,
}

/// A rule as written; no value takes an inherited rule away.
#[derive(Clone, Debug)]
pub(super) struct RawRule {
    pub(super) key: Span,
    pub(super) value: Option<SharedText>,
    pub(super) span: Span,
}

/// An instruction as written.
#[derive(Clone, Debug)]
pub(super) struct RawInstruction {
    /// Its place in the list as written.
    pub(super) index: usize,
    pub(super) instruction: Instruction,
    pub(super) span: Span,
    pub(super) label: Span,
    pub(super) prompt: Span,
    pub(super) source_language: Option<Located<String>>,
}

/// A text that people or the service read, and what it is.
pub(super) struct RawText<'a> {
    pub(super) kind: RawTextKind,
    pub(super) text: &'a str,
    pub(super) span: Span,
    pub(super) pointer: TextPointer<'a>,
}

/// Where a text stands, as a JSON pointer that is written only where somebody asks for it.
#[derive(Clone, Debug)]
pub(super) enum TextPointer<'a> {
    /// This pointer.
    Written(Cow<'a, str>),
    /// A field of an instruction by its place in the list.
    Instruction(usize, &'static str),
}

impl std::fmt::Display for TextPointer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Written(pointer) => f.write_str(pointer),
            Self::Instruction(index, field) => write!(f, "/custom_instructions/{index}/{field}"),
        }
    }
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RawTextKind {
    Name,
    Label,
    Prompt,
    Context,
    TranslationMemory,
    Phrase,
    Term,
    Text,
}

impl RawTextKind {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Name => "the name",
            Self::Label => "this label",
            Self::Prompt => "this prompt",
            Self::Context | Self::Text => "this text",
            Self::Term => "this term",
            Self::Phrase => "this phrase",
            Self::TranslationMemory => "the name of the translation memory",
        }
    }
}

impl RawDocument {
    /// Whether two lists have the same bases, rules and instructions, and some of them.
    pub(super) fn says_same(&self, other: &Self) -> bool {
        self.content_digest().is_some_and(|digest| other.content_digest() == Some(digest))
    }

    /// A digest of the rules and instructions that there are, or were.
    fn content_digest(&self) -> Option<u64> {
        if self.rules.is_empty() && self.instructions.is_empty() {
            return self.forgotten;
        }
        let mut hasher = FixedState::default().build_hasher();
        self.extends.iter().for_each(|base| base.value.hash(&mut hasher));
        self.rules.iter().for_each(|(key, rule)| (key, &rule.value).hash(&mut hasher));
        self.instructions.iter().for_each(|own| own.instruction.hash(&mut hasher));
        Some(hasher.finish())
    }

    /// Where everything stands that plans and reports name a place of.
    pub(super) fn places(&self) -> impl Iterator<Item = Span> {
        let Self {
            name,
            language,
            extends,
            rules,
            unset_rules,
            instructions,
            instructions_key,
            protected: _,
            shared: _,
            forgotten: _,
        } = self;
        let fields = name.iter().map(|name| name.span).chain(language.iter().map(|language| language.span));
        let lists = extends.iter().map(|item| item.span).chain(unset_rules.iter().map(|item| item.span));
        let rules = rules.values().flat_map(|rule| [rule.key, rule.span]);
        let instructions = instructions.iter().map(|instruction| instruction.span).chain(*instructions_key);
        fields.chain(lists).chain(rules).chain(instructions)
    }

    /// Leaves out the prompts that no check across files looks at.
    pub(super) fn forget_texts(&mut self) {
        for instruction in &mut self.instructions {
            if !may_ask(&instruction.instruction.prompt) {
                instruction.instruction.prompt = "".into();
            }
        }
    }

    /// Leaves out what no other document looks at in a list without bases.
    pub(super) fn forget_content(&mut self) {
        self.forgotten = self.content_digest();
        self.rules = BTreeMap::new();
        self.unset_rules = Vec::new();
        self.instructions = Vec::new();
    }

    /// Every text that is sent as people wrote it.
    pub(super) fn sent_texts(&self) -> impl Iterator<Item = RawText<'_>> {
        let name = self.name.iter().map(|name| RawText {
            kind: RawTextKind::Name,
            text: &name.value,
            span: name.span,
            pointer: TextPointer::Written("/name".into()),
        });
        let texts = self.instructions.iter().flat_map(|own| {
            let pointer = |field| TextPointer::Instruction(own.index, field);
            [
                RawText {
                    kind: RawTextKind::Label,
                    text: &own.instruction.label,
                    span: own.label,
                    pointer: pointer("label"),
                },
                RawText {
                    kind: RawTextKind::Prompt,
                    text: &own.instruction.prompt,
                    span: own.prompt,
                    pointer: pointer("prompt"),
                },
            ]
        });
        name.chain(texts)
    }
}

/// Reads what has the right shape.
pub(super) fn read_style(node: &Node, fields: &[&str]) -> RawDocument {
    let text = |field: &str| node.get(field).and_then(located_text);
    RawDocument {
        name: text("name"),
        language: text("language").map(|text| Located { value: Language::new(&text.value), span: text.span }),
        extends: read_bases(node, fields),
        rules: node.get("configured_rules").map(read_rules).unwrap_or_default(),
        unset_rules: node
            .get("without_rules")
            .map(|list| list.items().iter().filter_map(read_unset_rule).collect())
            .unwrap_or_default(),
        instructions: node
            .get("custom_instructions")
            .map(|list| list.items().iter().enumerate().filter_map(read_instruction).collect())
            .unwrap_or_default(),
        instructions_key: node.entry("custom_instructions").map(|entry| entry.key.span),
        protected: matches!(node.get("protected").map(|node| &node.value), Some(Value::Bool(true))),
        shared: read_shared(node),
        forgotten: None,
    }
}

/// Reads what documents without rules have in common with those that have them.
pub(super) fn read_name_and_protection(node: &Node) -> RawDocument {
    RawDocument {
        name: node.get("name").and_then(located_text),
        protected: matches!(node.get("protected").map(|node| &node.value), Some(Value::Bool(true))),
        shared: read_shared(node),
        ..RawDocument::default()
    }
}

fn read_shared(node: &Node) -> Option<SharedParts> {
    let words = node.get("shared")?.items().iter().filter_map(Node::text);
    Some(SharedParts::from_words(words))
}

/// Most fields of a document of which one may be meant to name bases.
const MOST_FIELDS: usize = 64;

/// The names of bases, whatever the field is called that holds them; one that stands there alone is the list of one that is due.
fn read_bases(node: &Node, fields: &[&str]) -> Vec<Located<String>> {
    let extends = node.entries().iter().take(MOST_FIELDS).filter(|entry| {
        let name = entry.key.value.as_str();
        name == "extends" || !fields.contains(&name) && closest_field(name, fields) == Some("extends")
    });
    extends.flat_map(|entry| entry.value.items().iter().chain([&entry.value]).filter_map(located_text)).collect()
}

fn read_rules(node: &Node) -> BTreeMap<RuleKey, RawRule> {
    let mut rules = BTreeMap::new();
    for category in node.entries() {
        for rule in category.value.entries() {
            let value = match &rule.value.value {
                Value::Text(value) => Some(SharedText::of_word(value)),
                Value::Null => None,
                Value::Bool(_)
                | Value::Integer(_)
                | Value::Float(_)
                | Value::Date(_)
                | Value::Sequence(_)
                | Value::Mapping(_) => continue,
            };
            let key = RuleKey::new(&category.key.value, &rule.key.value);
            rules.insert(key, RawRule { key: rule.key.span, value, span: rule.value.span });
        }
    }
    rules
}

fn read_unset_rule(node: &Node) -> Option<Located<RuleKey>> {
    let (category, rule) = node.text()?.split_once('.')?;
    Some(Located { value: RuleKey::new(category, rule), span: node.span })
}

fn read_instruction((index, node): (usize, &Node)) -> Option<RawInstruction> {
    let (label, prompt) = (node.get("label")?, node.get("prompt")?);
    let source_language = node.get("source_language").and_then(located_text);
    Some(RawInstruction {
        index,
        instruction: Instruction {
            label: label.text()?.into(),
            prompt: prompt.text()?.into(),
            source_language: source_language.as_ref().map(|code| Language::new(&code.value)),
        },
        span: node.span,
        label: label.span,
        prompt: prompt.span,
        source_language,
    })
}

fn located_text(node: &Node) -> Option<Located<String>> {
    node.text().map(|text| Located { value: text.to_owned(), span: node.span })
}
