//! Style rule lists: as wanted by files, as held by the service, and the content that both are compared by.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::Place;
use crate::model::{Id, Key, Language, Placed, SharedText};

/// A style rule list as the files want it, base styles already taken in.
#[derive(Clone, Debug)]
pub struct Style {
    /// Its stable name in the project.
    pub key: Key,
    /// Display name.
    pub name: Placed<String>,
    /// Root language.
    pub language: Placed<Language>,
    /// Configured rules.
    pub rules: BTreeMap<RuleKey, Placed<SharedText>>,
    /// Custom instructions in order of the file, labels unique.
    pub instructions: Vec<Placed<Instruction>>,
    /// Whether deleting or replacing it is refused.
    pub protected: bool,
    /// Where its document begins.
    pub place: Place,
}

/// A rule and the category it stands in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleKey {
    /// `dates_and_times`
    pub category: SharedText,
    /// `time_format`
    pub rule: SharedText,
}

impl RuleKey {
    /// The rule of a category.
    #[must_use]
    pub fn new(category: &str, rule: &str) -> Self {
        Self { category: SharedText::of_word(category), rule: SharedText::of_word(rule) }
    }
}

impl std::fmt::Display for RuleKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.category, self.rule)
    }
}

/// A custom instruction, without the id that the service gives it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instruction {
    /// Short name, unique in its list.
    pub label: SharedText,
    /// The text that instructs.
    pub prompt: SharedText,
    /// Language of the source text it is about. Absent means: the list's language (the service may fill it in so).
    pub source_language: Option<Language>,
}

/// What a list says, places and ids aside: what is compared, digested and sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyleContent {
    /// Display name.
    pub name: String,
    /// Root language.
    pub language: Language,
    /// Configured rules, those of the service that nobody here knows included.
    pub rules: BTreeMap<RuleKey, SharedText>,
    /// Instructions in order.
    pub instructions: Vec<Instruction>,
}

/// A style rule list as the service holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveStyle {
    /// The service's id.
    pub id: Id,
    /// Display name.
    pub name: String,
    /// Root language.
    pub language: Language,
    /// Rises with every modification.
    pub version: u64,
    /// Configured rules whose value is text, known to us or not.
    pub rules: BTreeMap<RuleKey, SharedText>,
    /// Whatever else stands under `configured_rules`, by category (or category and rule): kept, sent back, never read.
    pub opaque_rules: BTreeMap<String, serde_json::Value>,
    /// Instructions in the order of the answer.
    pub instructions: Vec<LiveInstruction>,
    /// When it was last modified, as the service says it.
    pub updated_time: String,
}

/// A custom instruction as the service holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveInstruction {
    /// The service's id.
    pub id: Id,
    /// What it says.
    pub instruction: Instruction,
}

impl Style {
    /// What the list should say.
    #[must_use]
    pub fn content(&self) -> StyleContent {
        StyleContent {
            name: self.name.value.clone(),
            language: self.language.value.clone(),
            rules: self.rules.iter().map(|(key, value)| (key.clone(), value.value.clone())).collect(),
            instructions: self
                .instructions
                .iter()
                .map(|instruction| instruction.value.clone().normalized_for(&self.language.value))
                .collect(),
        }
    }
}

impl LiveStyle {
    /// What tells which list it is, and nothing of what it says.
    #[must_use]
    pub fn without_content(self) -> Self {
        Self { rules: BTreeMap::new(), opaque_rules: BTreeMap::new(), instructions: Vec::new(), ..self }
    }

    /// What the list says.
    #[must_use]
    pub fn content(&self) -> StyleContent {
        StyleContent {
            name: self.name.clone(),
            language: self.language.clone(),
            rules: self.rules.clone(),
            instructions: self
                .instructions
                .iter()
                .map(|held| held.instruction.clone().normalized_for(&self.language))
                .collect(),
        }
    }
}

impl Instruction {
    /// With `source_language` absent where it is the list's own: the service may answer either way.
    #[must_use]
    pub fn normalized_for(mut self, list: &Language) -> Self {
        if self.source_language.as_ref() == Some(list) {
            self.source_language = None;
        }
        self
    }
}

impl StyleContent {
    /// Equal but for the order of instructions, which the service does not promise to keep.
    #[must_use]
    pub fn same_content(&self, other: &Self) -> bool {
        let Self { name, language, rules, instructions } = self;
        let set = |list: &[Instruction]| list.iter().cloned().collect::<BTreeSet<_>>();
        *name == other.name
            && *language == other.language
            && *rules == other.rules
            && instructions.len() == other.instructions.len()
            && set(instructions) == set(&other.instructions)
    }
}
