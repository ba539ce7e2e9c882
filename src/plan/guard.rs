//! What forbids applying a plan. Each guard names what it refuses and the one flag that agrees to exactly that.

use crate::model::Address;

/// Why a plan must not be applied as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Guard {
    /// The object is protected.
    Protected,
    /// More would be deleted than the thresholds allow.
    TooManyDeletions,
    /// More of one object's content would go than the thresholds allow.
    Shrinks,
    /// The id would change.
    ChangesId,
    /// A list of this name and language exists, is not ours, and differs.
    NotOurs,
    /// Several lists fit.
    Ambiguous,
    /// A renamed key looks like a deletion and a creation.
    RenamedKey,
    /// The account lacks everything that is bound.
    VanishedAccount,
    /// The state was made for another address of the service.
    OtherOrigin,
    /// The files want nothing at all although things are bound.
    EmptyInput,
    /// A binding was changed by hand.
    Takeover,
    /// A list that was bound is gone, and another of its name is there.
    GoneButTaken,
    /// File and service changed the same thing differently.
    Conflict,
    /// The live listing cannot be trusted.
    Distrusted,
    /// The service does not offer what would be sent, such as a language.
    NotOffered,
    /// No translation memory has the name that a profile refers to.
    UnknownMemory,
    /// Several translation memories have it.
    AmbiguousMemory,
    /// The translation memory is of other languages than the profile.
    MemoryLanguages,
}

impl Guard {
    /// The kebab-case name on screen and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Protected => "protected",
            Self::TooManyDeletions => "too-many-deletions",
            Self::Shrinks => "shrinks",
            Self::ChangesId => "changes-id",
            Self::NotOurs => "not-ours",
            Self::Ambiguous => "ambiguous",
            Self::RenamedKey => "renamed-key",
            Self::VanishedAccount => "vanished-account",
            Self::OtherOrigin => "other-origin",
            Self::EmptyInput => "empty-input",
            Self::Takeover => "takeover",
            Self::GoneButTaken => "gone-but-taken",
            Self::Conflict => "conflict",
            Self::Distrusted => "distrusted",
            Self::NotOffered => "not-offered",
            Self::UnknownMemory => "unknown-memory",
            Self::AmbiguousMemory => "ambiguous-memory",
            Self::MemoryLanguages => "memory-languages",
        }
    }
}

/// One reason not to apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which guard.
    pub guard: Guard,
    /// The object, where it is about one.
    pub address: Option<Address>,
    /// What is wrong, with ids.
    pub message: String,
    /// What to do: the flag or the edit.
    pub help: String,
}
