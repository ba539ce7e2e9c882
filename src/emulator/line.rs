//! One line of the emulator's file: a change as it is written down.
//!
//! Always: a line without `kind` is about a style rule list, as all lines of version 1 are. Absent: documents. A document is
//! a job of the running service and ends with it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::emulator::held::{Glossary, Memory, SpokenTerms, StyleList, Usage};
use crate::emulator::id::Id;
use crate::emulator::store::{Change, Held};

/// A change on disk.
#[derive(Serialize, Deserialize)]
pub(crate) struct Line {
    account: String,
    place: u64,
    id: Id,
    #[serde(default, skip_serializing_if = "Kind::is_style")]
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Arc<StyleList>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    glossary: Option<Arc<Glossary>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    spoken_terms: Option<Arc<SpokenTerms>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memory: Option<Arc<Memory>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    usage: Option<Usage>,
    made: u64,
}

/// What a line is about; the member of that name says what it is afterwards, none that it is gone.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Style,
    Glossary,
    SpokenTerms,
    Memory,
    Usage,
}

impl Kind {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_style(&self) -> bool {
        *self == Self::Style
    }
}

impl Line {
    /// How a change is written down; nothing for what ends with the process.
    pub(crate) fn of(change: &Change) -> Option<Self> {
        let Change { account, place, id, after, made } = change;
        let mut line = Self {
            account: account.clone(),
            place: *place,
            id: *id,
            kind: Kind::Style,
            after: None,
            glossary: None,
            spoken_terms: None,
            memory: None,
            usage: None,
            made: *made,
        };
        match after.clone() {
            Held::Style(list) => line.after = list,
            Held::Glossary(glossary) => (line.kind, line.glossary) = (Kind::Glossary, glossary),
            Held::SpokenTerms(terms) => (line.kind, line.spoken_terms) = (Kind::SpokenTerms, terms),
            Held::Memory(memory) => (line.kind, line.memory) = (Kind::Memory, memory),
            Held::Usage(usage) => (line.kind, line.usage) = (Kind::Usage, Some(usage)),
            Held::Document(_) => return None,
        }
        Some(line)
    }

    /// The change that was written down.
    pub(crate) fn change(self) -> Change {
        let Self { account, place, id, kind, after, glossary, spoken_terms, memory, usage, made } = self;
        let after = match kind {
            Kind::Style => Held::Style(after),
            Kind::Glossary => Held::Glossary(glossary),
            Kind::SpokenTerms => Held::SpokenTerms(spoken_terms),
            Kind::Memory => Held::Memory(memory),
            Kind::Usage => Held::Usage(usage.unwrap_or_default()),
        };
        Change { account, place, id, after, made }
    }
}
