//! What forbids applying a plan. Each guard names what it refuses and the one flag that agrees to exactly that.

use crate::model::Address;

/// Why a plan must not be applied as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safeguard {
    /// The object is protected.
    Protected,
    /// More would be deleted than the thresholds allow.
    TooManyDeletions,
    /// More of one object's content would go than the thresholds allow.
    Shrinks,
    /// The id would change.
    ChangesId,
    /// A list of this name and language exists, is not ours, and differs.
    Unmanaged,
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
    NameTaken,
    /// File and service changed the same thing differently.
    Conflict,
    /// The live listing cannot be trusted.
    UnreliableListing,
    /// The service does not offer what would be sent, such as a language.
    Unsupported,
    /// No translation memory has the name that a profile refers to.
    UnknownTranslationMemory,
    /// Several translation memories have it.
    AmbiguousTranslationMemory,
    /// The translation memory is of other languages than the profile.
    TranslationMemoryLanguages,
}

impl Safeguard {
    /// Every guard.
    pub const ALL: &'static [Self] = &[
        Self::Protected,
        Self::TooManyDeletions,
        Self::Shrinks,
        Self::ChangesId,
        Self::Unmanaged,
        Self::Ambiguous,
        Self::RenamedKey,
        Self::VanishedAccount,
        Self::OtherOrigin,
        Self::EmptyInput,
        Self::Takeover,
        Self::NameTaken,
        Self::Conflict,
        Self::UnreliableListing,
        Self::Unsupported,
        Self::UnknownTranslationMemory,
        Self::AmbiguousTranslationMemory,
        Self::TranslationMemoryLanguages,
    ];

    /// The guard of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|guard| guard.name() == name)
    }

    /// What it refuses, in a sentence or two.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Protected => "What is protected would be deleted or would get another id.",
            Self::TooManyDeletions => {
                "More would be deleted than `max_delete` and `max_delete_percent` let go without agreement."
            }
            Self::Shrinks => {
                "More of the content of one list, glossary or collection would go than `max_shrink_percent` allows: often a file that was cut off."
            }
            Self::ChangesId => "A new language means a new list with a new id, and whoever uses the old id breaks.",
            Self::Unmanaged => {
                "The account has one of this name that no key of the project is bound to, and it says something else."
            }
            Self::Ambiguous => "Several on the service could be meant, or the id that was named is no answer.",
            Self::RenamedKey => {
                "A key left the files, and a new one has its name: deleting one and creating the other would change the id."
            }
            Self::VanishedAccount => {
                "Nothing that is bound exists in this account: mostly it is the wrong account, key or region."
            }
            Self::OtherOrigin => {
                "The state was made for another address of the service, and ids of one mean nothing to the other."
            }
            Self::EmptyInput => {
                "The files want nothing at all although things are bound: mostly the checkout is not complete."
            }
            Self::Takeover => {
                "What a binding points to is not what was last applied: somebody edited it, or the binding was changed by hand."
            }
            Self::NameTaken => "What was bound is gone from the service, and another has its name.",
            Self::Conflict => "File and service both changed the same thing since the last apply.",
            Self::UnreliableListing => {
                "The listing of the service is empty although what is bound answers, as for a key of a free plan."
            }
            Self::Unsupported => {
                "The service does not offer what would be sent, such as a language or a pair of languages."
            }
            Self::UnknownTranslationMemory => {
                "No translation memory of the account has the name that a profile refers to."
            }
            Self::AmbiguousTranslationMemory => "Several translation memories have the name that a profile refers to.",
            Self::TranslationMemoryLanguages => {
                "The translation memory that a profile refers to is of another source language, or lacks the target language."
            }
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn suggest_remedy(self) -> &'static str {
        match self {
            Self::Protected => "Set `protected: false` and apply, or agree with `--allow-delete ADDRESS`.",
            Self::TooManyDeletions => {
                "Name what may go with `--allow-delete ADDRESS`, or raise `max_delete` under [guards]."
            }
            Self::Shrinks => "Look at the file; agree with `--allow-shrink ADDRESS`.",
            Self::ChangesId => "Agree with `--allow-replace ADDRESS`, and give applications the new id afterwards.",
            Self::Unmanaged => {
                "Take it with `--adopt ADDRESS`: the plan then shows what changes. Or choose another name."
            }
            Self::Ambiguous => "Say which one with `--adopt ADDRESS=ID`, or give one of them another name.",
            Self::RenamedKey => "Agree with `--accept-rename NEW=OLD`, which keeps the id, or change the name of one.",
            Self::VanishedAccount => {
                "Check key and service. Where everything really was deleted, name each with `--recreate ADDRESS`."
            }
            Self::OtherOrigin => {
                "Choose the environment that the state belongs to, or give this one a state of its own."
            }
            Self::EmptyInput => {
                "Check `files` in housestyle.toml. Where everything is meant to go, name each with `--allow-delete ADDRESS`."
            }
            Self::Takeover => "Look at it on the service, then agree with `--allow-takeover ADDRESS`.",
            Self::NameTaken => {
                "Take that one with `housestyle state rm ADDRESS` and `--adopt ADDRESS`, or make a new one with `--recreate ADDRESS`."
            }
            Self::Conflict => {
                "Take what the file says with `--take mine=ADDRESS`, or what the service says with `housestyle pull --take theirs=ADDRESS`."
            }
            Self::UnreliableListing => "Use a key whose plan includes them.",
            Self::Unsupported => "`housestyle languages` shows what it offers now.",
            Self::UnknownTranslationMemory => "Correct the name: memories are made on the service, never here.",
            Self::AmbiguousTranslationMemory => "Give one of them another name on the service.",
            Self::TranslationMemoryLanguages => "Name another memory, or change the languages of the profile.",
        }
    }

    /// The kebab-case name on screen and in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Protected => "protected",
            Self::TooManyDeletions => "too-many-deletions",
            Self::Shrinks => "shrinks",
            Self::ChangesId => "changes-id",
            Self::Unmanaged => "not-ours",
            Self::Ambiguous => "ambiguous",
            Self::RenamedKey => "renamed-key",
            Self::VanishedAccount => "vanished-account",
            Self::OtherOrigin => "other-origin",
            Self::EmptyInput => "empty-input",
            Self::Takeover => "takeover",
            Self::NameTaken => "gone-but-taken",
            Self::Conflict => "conflict",
            Self::UnreliableListing => "distrusted",
            Self::Unsupported => "not-offered",
            Self::UnknownTranslationMemory => "unknown-memory",
            Self::AmbiguousTranslationMemory => "ambiguous-memory",
            Self::TranslationMemoryLanguages => "memory-languages",
        }
    }
}

/// One reason not to apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// Which guard.
    pub safeguard: Safeguard,
    /// The object, where it is about one.
    pub address: Option<Address>,
    /// What is wrong, with ids.
    pub message: String,
    /// What to do: the flag or the edit.
    pub help: String,
}
