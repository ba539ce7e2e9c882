//! What was last applied, small enough to be reviewed: rules in full, prompts and entries as digests.
//!
//! It tells our own writes from those of others: a live object, or a piece of one, is *ours* where it is as it was last
//! applied, or as a run began to make it that did not finish.

use std::collections::BTreeMap;

use crate::model::lexicon::{Entries, Lexicon, Part, digest_of_entries, sum_of};
use crate::model::object::Content;
use crate::model::style::{self, Instruction, RuleKey};
use crate::model::{Language, digest};
use crate::state::Binding;

/// What was last applied to an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Applied {
    /// To a style rule list.
    Style(AppliedStyle),
    /// To a glossary or a collection of spoken terms.
    Lexicon(AppliedLexicon),
}

/// A list as last applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedStyle {
    /// Display name.
    pub name: String,
    /// The name as the service keeps it, where that differs from what was sent.
    pub stored_name: Option<String>,
    /// Root language.
    pub language: Language,
    /// Configured rules.
    pub rules: BTreeMap<RuleKey, String>,
    /// Instructions by label.
    pub instructions: BTreeMap<String, AppliedInstruction>,
}

/// An instruction as last applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedInstruction {
    /// Digest of the prompt that was sent.
    pub prompt: String,
    /// Digest of the prompt as the service keeps it, where that differs.
    pub stored_prompt: Option<String>,
    /// Language of the source text, where it is not the list's.
    pub source_language: Option<Language>,
}

/// A lexicon as last applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedLexicon {
    /// Display name.
    pub name: String,
    /// The name as the service keeps it, where that differs from what was sent.
    pub stored_name: Option<String>,
    /// Its parts. Their entries are not remembered: they are many, and may be confidential.
    pub parts: BTreeMap<Part, AppliedPart>,
}

/// A part as last applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedPart {
    /// How many entries were sent.
    pub count: u64,
    /// Digest of the entries that were sent.
    pub entries: String,
    /// Sum of the digests of the single entries: tells which of a few differing entries were among those sent.
    pub sum: u128,
    /// Digest of the entries as the service keeps them, where that differs.
    pub stored: Option<String>,
}

impl Applied {
    /// What was sent, with what the service made of it where `stored` says so.
    #[must_use]
    pub fn new(sent: &Content, stored: &Content) -> Self {
        match (sent, stored) {
            (Content::Style(sent), Content::Style(stored)) => Self::Style(AppliedStyle::new(sent, stored)),
            (Content::Lexicon(sent), Content::Lexicon(stored)) => Self::Lexicon(AppliedLexicon::new(sent, stored)),
            // An object does not change its kind.
            (Content::Style(sent), Content::Lexicon(_)) => Self::Style(AppliedStyle::new(sent, sent)),
            (Content::Lexicon(sent), Content::Style(_)) => Self::Lexicon(AppliedLexicon::new(sent, sent)),
        }
    }

    /// Display name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Style(style) => &style.name,
            Self::Lexicon(lexicon) => &lexicon.name,
        }
    }

    /// Root language, where the kind has one.
    #[must_use]
    pub fn language(&self) -> Option<&Language> {
        match self {
            Self::Style(style) => Some(&style.language),
            Self::Lexicon(_) => None,
        }
    }

    /// What was applied, of a list.
    #[must_use]
    pub fn style(&self) -> Option<&AppliedStyle> {
        match self {
            Self::Style(style) => Some(style),
            Self::Lexicon(_) => None,
        }
    }

    /// What was applied, of a lexicon.
    #[must_use]
    pub fn lexicon(&self) -> Option<&AppliedLexicon> {
        match self {
            Self::Lexicon(lexicon) => Some(lexicon),
            Self::Style(_) => None,
        }
    }

    /// Whether this is its name, or what the service made of it.
    #[must_use]
    pub fn named(&self, name: &str) -> bool {
        let (Self::Style(AppliedStyle { stored_name, .. }) | Self::Lexicon(AppliedLexicon { stored_name, .. })) = self;
        self.name() == name || stored_name.as_deref() == Some(name)
    }

    /// Whether nothing but a name was applied.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        match self {
            Self::Style(style) => style.rules.is_empty() && style.instructions.is_empty(),
            Self::Lexicon(lexicon) => lexicon.parts.is_empty(),
        }
    }
}

impl AppliedStyle {
    fn new(sent: &style::Content, stored: &style::Content) -> Self {
        let style::Content { name, language, rules, instructions } = sent;
        let instructions = instructions
            .iter()
            .map(|instruction| {
                let held = stored.instructions.iter().find(|held| held.label == instruction.label);
                let stored_prompt =
                    held.filter(|held| held.prompt != instruction.prompt).map(|held| digest::of(&held.prompt));
                let applied = AppliedInstruction {
                    prompt: digest::of(&instruction.prompt),
                    stored_prompt,
                    source_language: instruction.source_language.clone(),
                };
                (instruction.label.clone(), applied)
            })
            .collect();
        Self {
            name: name.clone(),
            stored_name: (stored.name != *name).then(|| stored.name.clone()),
            language: language.clone(),
            rules: rules.clone(),
            instructions,
        }
    }
}

impl AppliedInstruction {
    /// Whether this prompt is the one that was applied, or what the service made of it.
    #[must_use]
    pub fn holds(&self, prompt: &str) -> bool {
        let digest = digest::of(prompt);
        self.prompt == digest || self.stored_prompt.as_ref() == Some(&digest)
    }
}

impl AppliedLexicon {
    fn new(sent: &Lexicon, stored: &Lexicon) -> Self {
        let Lexicon { which: _, name, parts } = sent;
        let part = |(part, entries): (&Part, &Entries)| {
            let held = stored.parts.get(part).filter(|held| *held != entries);
            let stored = held.map(|held| digest_of_entries(held));
            (part.clone(), AppliedPart { stored, ..AppliedPart::of(entries) })
        };
        Self {
            name: name.clone(),
            stored_name: (stored.name != *name).then(|| stored.name.clone()),
            parts: parts.iter().map(part).collect(),
        }
    }
}

impl AppliedPart {
    /// These entries, kept by the service as they were sent.
    #[must_use]
    pub fn of(entries: &Entries) -> Self {
        Self {
            count: entries.len() as u64,
            entries: digest_of_entries(entries),
            sum: sum_of(entries.iter()),
            stored: None,
        }
    }

    /// Whether entries of this digest are those that were applied, or what the service made of them.
    #[must_use]
    pub fn holds(&self, digest: &str) -> bool {
        self.entries == digest || self.stored.as_deref() == Some(digest)
    }
}

impl Binding {
    /// Whether a live object says nothing but what we wrote: what was last applied, or part of what was begun after it.
    #[must_use]
    pub fn explains(&self, live: &Content) -> bool {
        self.wrote_name(live.name())
            && match live {
                Content::Style(live) => self.explains_style(live),
                Content::Lexicon(live) => {
                    let written = self.lexicons().flat_map(|applied| applied.parts.keys());
                    written.chain(live.parts.keys()).all(|part| self.wrote_part(part, live.parts.get(part)))
                }
            }
    }

    fn explains_style(&self, live: &style::Content) -> bool {
        let style::Content { name: _, language, rules, instructions } = live;
        let held: BTreeMap<&String, &Instruction> = instructions.iter().map(|held| (&held.label, held)).collect();
        let rule_keys = self.styles().flat_map(|applied| applied.rules.keys()).chain(rules.keys());
        let labels = self.styles().flat_map(|applied| applied.instructions.keys()).chain(held.keys().copied());
        self.applied.language() == Some(language)
            && held.len() == instructions.len()
            && rule_keys.into_iter().all(|key| self.wrote_rule(key, rules.get(key)))
            && labels.into_iter().all(|label| self.wrote_instruction(label, held.get(label).copied()))
    }

    /// Whether this name is one that we gave it, or what the service made of one.
    #[must_use]
    pub fn wrote_name(&self, name: &str) -> bool {
        self.written().any(|applied| applied.named(name))
    }

    /// Whether it was us who set a rule to this value (or to nothing).
    #[must_use]
    pub fn wrote_rule(&self, key: &RuleKey, value: Option<&String>) -> bool {
        self.styles().any(|applied| applied.rules.get(key) == value)
    }

    /// Whether it was us who made the instruction of this label say this (or not be there).
    #[must_use]
    pub fn wrote_instruction(&self, label: &str, held: Option<&Instruction>) -> bool {
        self.styles().any(|applied| match (applied.instructions.get(label), held) {
            (None, None) => true,
            (Some(applied), Some(held)) => {
                applied.holds(&held.prompt) && applied.source_language == held.source_language
            }
            (None, Some(_)) | (Some(_), None) => false,
        })
    }

    /// Whether an unfinished run of ours may have sent this instruction.
    #[must_use]
    pub fn began_instruction(&self, said: &Instruction) -> bool {
        let begun = self.attempted.iter().filter_map(Applied::style);
        let mut sent = begun.filter_map(|attempt| attempt.instructions.get(&said.label));
        sent.any(|sent| sent.holds(&said.prompt) && sent.source_language == said.source_language)
    }

    /// Whether it was us who gave a part these entries (or made it be absent).
    #[must_use]
    pub fn wrote_part(&self, part: &Part, held: Option<&Entries>) -> bool {
        let digest = held.map(|held| digest_of_entries(held));
        self.lexicons().any(|applied| match (applied.parts.get(part), &digest) {
            (None, None) => true,
            (Some(applied), Some(digest)) => applied.holds(digest),
            (None, Some(_)) | (Some(_), None) => false,
        })
    }

    fn styles(&self) -> impl Iterator<Item = &AppliedStyle> {
        self.written().filter_map(Applied::style)
    }

    fn lexicons(&self) -> impl Iterator<Item = &AppliedLexicon> {
        self.written().filter_map(Applied::lexicon)
    }

    fn written(&self) -> impl Iterator<Item = &Applied> {
        std::iter::once(&self.applied).chain(&self.attempted)
    }
}
