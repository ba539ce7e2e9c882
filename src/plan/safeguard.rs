//! What forbids applying a plan. Each safeguard names what it blocks and the one flag that overrides exactly that.

use std::collections::BTreeSet;

use crate::model::{Address, LiveAccount};
use crate::state::State;

/// Why a plan must not be applied as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Safeguard {
    /// The resource is protected.
    Protected,
    /// More would be deleted than the thresholds allow.
    TooManyDeletions,
    /// One resource would lose more content than the thresholds allow.
    Shrinks,
    /// The id would change.
    ChangesId,
    /// An unmanaged resource of this name (and language) exists, and differs.
    Unmanaged,
    /// Several resources match.
    Ambiguous,
    /// A renamed key looks like a deletion and a creation.
    RenamedKey,
    /// The account lacks every managed resource.
    VanishedAccount,
    /// The state was made for another address of the service.
    OtherOrigin,
    /// The files define nothing although resources are managed.
    EmptyInput,
    /// The live resource is not as last applied, or its state entry was edited by hand.
    Takeover,
    /// A managed resource is gone, and another one has its name.
    NameTaken,
    /// File and service changed the same value differently.
    Conflict,
    /// The live listing cannot be trusted.
    UnreliableListing,
    /// The state would be kept where git ignores it, so that no other clone would know what is managed.
    IgnoredState,
    /// The service does not offer what would be sent, such as a language.
    Unsupported,
    /// No translation memory has the name that a profile refers to.
    UnknownTranslationMemory,
    /// Several translation memories have it.
    AmbiguousTranslationMemory,
    /// The translation memory is of other languages than the profile.
    TranslationMemoryLanguages,
    /// The resource was imported without being named: nobody in this project created it.
    Imported,
    /// No history shows that this project ever managed the resource.
    NeverManaged,
    /// An edit that people made on the service would be taken back, and nobody has seen the plan.
    Drift,
    /// Newer files than these were applied, and nobody has seen the plan that takes them back.
    OlderFiles,
    /// A block of the project file contradicts the files or the state.
    ReviewedChange,
    /// A style profile and what it holds do not fit: it would be deleted while held, or is not there to be held.
    ProfileComponent,
}

impl Safeguard {
    /// Every safeguard.
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
        Self::IgnoredState,
        Self::Unsupported,
        Self::UnknownTranslationMemory,
        Self::AmbiguousTranslationMemory,
        Self::TranslationMemoryLanguages,
        Self::Imported,
        Self::NeverManaged,
        Self::Drift,
        Self::OlderFiles,
        Self::ReviewedChange,
        Self::ProfileComponent,
    ];

    /// The safeguard of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|safeguard| safeguard.name() == name)
    }

    /// What it blocks, in a sentence or two.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Self::Protected => "A protected resource would be deleted or get a new id.",
            Self::TooManyDeletions => {
                "The plan deletes more than `max_delete` and `max_delete_percent` allow without an override."
            }
            Self::Shrinks => {
                "One resource would lose more of its content than `max_shrink_percent` allows: often a truncated file."
            }
            Self::ChangesId => {
                "Another language means a new list with a new id: applications that use the old id break."
            }
            Self::Unmanaged => {
                "An unmanaged resource of this name exists on the service: its content differs, or a managed one would get its name."
            }
            Self::Ambiguous => "Several resources on the service match, or the given id cannot be imported.",
            Self::RenamedKey => {
                "A resource left the files and a new one has its name or content: deleting one and creating the other would change the id."
            }
            Self::VanishedAccount => {
                "No managed resource exists in this account: usually the wrong account, key or region."
            }
            Self::OtherOrigin => "The state belongs to another service address, where ids differ.",
            Self::EmptyInput => {
                "The files define nothing although resources are managed: usually an incomplete checkout."
            }
            Self::Takeover => {
                "A managed resource is not as last applied: it was edited on the service, or its state entry was edited by hand."
            }
            Self::NameTaken => "A managed resource is gone from the service, and another one has its name.",
            Self::Conflict => "File and service both changed the same value since the last apply.",
            Self::UnreliableListing => {
                "The service lists nothing although managed resources exist, as for a key of a free plan."
            }
            Self::IgnoredState => {
                "The state would be kept in a folder that git ignores, though the service is one that others use too."
            }
            Self::Unsupported => {
                "The service does not support what would be sent, such as a language or a language pair."
            }
            Self::UnknownTranslationMemory => {
                "No translation memory of the account has the name that a profile refers to."
            }
            Self::AmbiguousTranslationMemory => "Several translation memories have the name that a profile refers to.",
            Self::TranslationMemoryLanguages => {
                "The translation memory that a profile refers to is of another source language, or lacks the target language."
            }
            Self::Imported => {
                "A resource that was imported because it was equal to a file would be deleted: nobody in this project created it."
            }
            Self::NeverManaged => {
                "A resource would be deleted because the state names it, and no history shows that this project ever managed it: its entry may be forged."
            }
            Self::Drift => {
                "An edit that somebody made on the service since the last apply would be reverted, and nobody has seen the plan: `--auto-approve` covers what the files ask for."
            }
            Self::OlderFiles => {
                "A newer commit than that of this checkout was applied, and nobody has seen the plan that would take it back: an old checkout, or an old pipeline that runs again."
            }
            Self::ReviewedChange => {
                "A block `[[import]]`, `[[moved]]` or `[[removed]]` of housestyle.toml contradicts the files or the state."
            }
            Self::ProfileComponent => {
                "A resource would be deleted while a style profile of the project holds it, or a style profile names a resource that is not on the service and that the plan does not create."
            }
        }
    }

    /// Whether it stops a plan before files and account are compared.
    #[must_use]
    pub fn precludes_comparison(self) -> bool {
        matches!(self, Self::OtherOrigin | Self::VanishedAccount | Self::UnreliableListing)
    }

    /// What to do about it.
    #[must_use]
    pub fn suggest_remedy(self) -> &'static str {
        match self {
            Self::Protected => "Set `protected: false` and apply, or pass `--allow-delete ADDRESS`.",
            Self::TooManyDeletions => {
                "Pass `--allow-delete ADDRESS` for each, or raise `max_delete` under [safeguards]."
            }
            Self::Shrinks => "Check the file, then pass `--allow-shrink ADDRESS`.",
            Self::ChangesId => "Pass `--allow-replace ADDRESS`, and give applications the new id afterwards.",
            Self::Unmanaged => {
                "Import it with `--import ADDRESS`: the plan then shows what changes. Or choose another name."
            }
            Self::Ambiguous => "Choose one with `--import ADDRESS=ID`, or rename one of them.",
            Self::RenamedKey => "Pass `--accept-rename NEW=OLD` to keep the id, or rename one of them.",
            Self::VanishedAccount => {
                "Check key and service. If everything was deleted there, pass `--recreate ADDRESS` for each."
            }
            Self::OtherOrigin => "Choose the environment of that state, or set another state file for this one.",
            Self::EmptyInput => {
                "Check `files` in housestyle.toml. To delete everything, pass `--allow-delete ADDRESS` for each."
            }
            Self::Takeover => "Check it on the service, then pass `--allow-takeover ADDRESS`.",
            Self::NameTaken => {
                "Import that one with `housestyle state rm ADDRESS` and `--import ADDRESS`, or create a new one with `--recreate ADDRESS`."
            }
            Self::Conflict => {
                "Keep the file with `--take mine=ADDRESS`, or the service with `housestyle pull --take theirs=ADDRESS`."
            }
            Self::UnreliableListing => "Use a key whose plan includes them.",
            Self::IgnoredState => {
                "Take the line `state = …` out of housestyle.toml and commit the state file, or share it: `state = { store = \"git\" }`."
            }
            Self::Unsupported => "`housestyle languages` lists what it supports.",
            Self::UnknownTranslationMemory => {
                "Correct the name: translation memories are created on the service, never here."
            }
            Self::AmbiguousTranslationMemory => "Rename one of them on the service.",
            Self::TranslationMemoryLanguages => {
                "Name another translation memory, or change the languages of the profile."
            }
            Self::Imported => "Pass `--allow-delete ADDRESS`, or stop managing it with `housestyle state rm ADDRESS`.",
            Self::NeverManaged => {
                "Check it on the service, then pass `--allow-delete ADDRESS`, or stop managing it with `housestyle state rm ADDRESS`."
            }
            Self::Drift => {
                "Take it over with `housestyle pull`, or approve the plan that shows it with `apply --approve DIGEST`. `--allow-drift=ADDRESS`, or `drift = \"revert\"` under [safeguards], reverts it unseen."
            }
            Self::OlderFiles => {
                "Update the checkout with `git pull`. To go back on purpose, approve the plan that shows it with `apply --approve DIGEST`."
            }
            Self::ReviewedChange => "Correct or remove the block.",
            Self::ProfileComponent => "Plan both: pass `--target ADDRESS` for the other one too.",
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
            Self::Unmanaged => "unmanaged",
            Self::Ambiguous => "ambiguous",
            Self::RenamedKey => "renamed-key",
            Self::VanishedAccount => "vanished-account",
            Self::OtherOrigin => "other-origin",
            Self::EmptyInput => "empty-input",
            Self::Takeover => "takeover",
            Self::NameTaken => "name-taken",
            Self::Conflict => "conflict",
            Self::UnreliableListing => "unreliable-listing",
            Self::IgnoredState => "ignored-state",
            Self::Unsupported => "unsupported",
            Self::UnknownTranslationMemory => "unknown-translation-memory",
            Self::AmbiguousTranslationMemory => "ambiguous-translation-memory",
            Self::TranslationMemoryLanguages => "translation-memory-languages",
            Self::Imported => "imported",
            Self::NeverManaged => "never-managed",
            Self::Drift => "drift",
            Self::OlderFiles => "older-files",
            Self::ReviewedChange => "reviewed-change",
            Self::ProfileComponent => "profile-component",
        }
    }
}

/// Addresses that are named in a help text; more are counted.
const MAX_NAMED: usize = 5;

/// The one test, for every command, of whether the account lacks everything that is managed. What a run began to delete
/// is not missed.
#[must_use]
pub fn vanished_account(state: &State, live: &LiveAccount, recreate: &BTreeSet<Address>) -> Option<Blocker> {
    let gone = state.bindings.iter().filter(|(_, binding)| {
        live.missing.contains(&binding.id)
            && !state.pending_deletions.contains_key(&binding.id)
            && !binding.was_never_named()
    });
    let lost: Vec<&Address> = gone.map(|(address, _)| address).collect();
    if lost.is_empty() || lost.len() < state.bindings.len() || lost.iter().all(|address| recreate.contains(*address)) {
        return None;
    }
    let message = match lost.as_slice() {
        [only] => {
            format!("{only} is the only managed resource and does not exist: is it the wrong account, key or region?")
        }
        all => format!(
            "none of the {} managed resources exists in this account: is it the wrong account, key or region?",
            all.len()
        ),
    };
    let named: Vec<String> = lost.iter().take(MAX_NAMED).map(|address| format!("--recreate {address}")).collect();
    let more = if lost.len() > MAX_NAMED { " … for each" } else { "" };
    let help = format!(
        "check key and service; if deleted there on purpose, create again with new ids: housestyle apply {}{more}",
        named.join(" ")
    );
    Some(Blocker { safeguard: Safeguard::VanishedAccount, address: None, message, help })
}

/// One reason not to apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// Which safeguard.
    pub safeguard: Safeguard,
    /// The resource, where it is about one.
    pub address: Option<Address>,
    /// What is wrong, with ids.
    pub message: String,
    /// What to do: the flag or the edit.
    pub help: String,
}
