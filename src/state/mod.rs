//! What we remember between runs: which object of the service belongs to which key, what was last applied, and what was
//! begun and not finished.
//!
//! Memory, not truth: losing it costs a question, never data. Newer formats are refused, not rewritten.

pub mod file;
pub mod format;
pub mod lock;

use std::collections::BTreeMap;

use crate::model::style::RuleKey;
use crate::model::{Address, Id, Language};

/// The memory of one project and environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Rises with every write.
    pub serial: u64,
    /// Random name of this memory (6 base32 digits), part of every tag.
    pub stack: String,
    /// Address of the service that the ids belong to, or `emulator`. Empty until the first apply.
    pub origin: String,
    /// Key to object.
    pub bindings: BTreeMap<Address, Binding>,
    /// What was begun and not finished.
    pub pending: BTreeMap<Address, Intent>,
}

/// An object that is ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The service's id.
    pub id: Id,
    /// Version after our last write.
    pub version: u64,
    /// Whether deleting it is refused, even when its file is gone.
    pub protected: bool,
    /// What we last made it say.
    pub applied: Applied,
}

/// What was last applied, small enough to be reviewed: rules in full, prompts as digests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Display name.
    pub name: String,
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
    /// Digest of the prompt.
    pub prompt: String,
    /// Language of the source text, where it is not the list's.
    pub source_language: Option<Language>,
}

/// A creation that was begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// 8 base32 digits that no other attempt has.
    pub nonce: String,
    /// Digest of the content to create.
    pub digest: String,
    /// The service's own time when it was begun, where known (an HTTP date).
    pub since: Option<String>,
}
