//! Changes: what becomes different, in the words of the file. One form for all kinds; never used to decide a call.

use crate::catalogue::load;
use crate::diagnostic::Place;
use crate::model::SharedText;
use crate::model::style::RuleKey;
use crate::model::style_profile::ProfileField;
use crate::model::term_set::TermSetPart;

/// One thing that becomes different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is about.
    pub field: ChangedField,
    /// As held now; absent where it comes.
    pub before: Option<SharedText>,
    /// As wanted; absent where it goes.
    pub after: Option<SharedText>,
    /// Why it differs.
    pub cause: Cause,
    /// Where the wanted value is written.
    pub place: Option<Place>,
}

impl Change {
    /// Whether it brings a rule or a value that the public catalogue alone has.
    #[must_use]
    pub fn is_public_alone(&self) -> bool {
        let ChangedField::Rule(key) = &self.field else { return false };
        load::is_public_alone(&key.category, &key.rule, self.after.as_deref())
    }
}

/// What a change is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangedField {
    /// The display name.
    Name,
    /// The root language.
    Language,
    /// A configured rule.
    Rule(RuleKey),
    /// A custom instruction, by label. `before` and `after` are prompts.
    Instruction(SharedText),
    /// The label of an instruction whose prompt stays. `before` and `after` are labels.
    InstructionLabel,
    /// The source language of an instruction, by label.
    InstructionSource(SharedText),
    /// A part of a term set that comes or goes as a whole. `before` and `after` say how much is in it.
    Part(TermSetPart),
    /// An entry of a term set, by part and source phrase. `before` and `after` are target phrases, or the term itself.
    Entry(TermSetPart, String),
    /// A field of a style profile. `before` and `after` are texts, or what is held, by key where the project has one.
    Profile(ProfileField),
    /// Whether the resource is protected; known to this project alone.
    Protected,
}

impl std::fmt::Display for ChangedField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name => f.write_str("name"),
            Self::Language => f.write_str("language"),
            Self::Rule(key) => write!(f, "{key}"),
            Self::Instruction(label) => write!(f, "instruction {label:?}"),
            Self::InstructionLabel => f.write_str("instruction label"),
            Self::Protected => f.write_str("protected"),
            Self::Profile(field) => write!(f, "{field}"),
            Self::InstructionSource(label) => write!(f, "source language of instruction {label:?}"),
            Self::Part(part) => write!(f, "{} {part}", part.noun()),
            Self::Entry(part, source) => write!(f, "{} {source:?} of {part}", part.entry_noun()),
        }
    }
}

/// Why the file and the service differ, told from what was last applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// The file changed since the last apply.
    Edited,
    /// The service changed since the last apply, the file did not.
    Drifted,
    /// Both changed, to different things.
    Conflict,
    /// Nothing is remembered: new, or adopted.
    Unknown,
}

impl Cause {
    /// The word on screen and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Edited => "edited",
            Self::Drifted => "drifted",
            Self::Conflict => "conflict",
            Self::Unknown => "unknown",
        }
    }
}
