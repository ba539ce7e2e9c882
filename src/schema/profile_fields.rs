//! Fields of a profile that go together, or exclude each other.

use crate::source::Node;

/// Fields that exclude each other in one request.
pub const EXCLUSIVE_FIELDS: &[(&str, &str)] = &[("glossary", "glossaries"), ("writing_style", "tone")];

/// Fields that do nothing without another one, with the other one and why.
pub const COMPANIONS: &[(&str, &str, &str)] = &[
    ("translation_memory_threshold", "translation_memory", "a threshold has no effect without `translation_memory`"),
    ("tag_handling_version", "tag_handling", "a version of tag handling has no effect without tag handling"),
    ("spoken_terms", "voice", "spoken terms have no effect outside of voice sessions"),
];

/// Fields about which more is to be said than their values, whatever stands beside them.
const NEVER_AT_HOME: &[&str] = &["enable_beta_languages"];

/// Whether a field of this name does something in a profile, beside what else stands there.
pub(super) fn is_at_home(profile: &Node, field: &str) -> bool {
    let lacks = |(of, needs): (&str, &str)| of == field && profile.get(needs).is_none();
    let glossaries = [("glossary", "source_language"), ("glossaries", "source_language")];
    let needed = COMPANIONS.iter().map(|(of, needs, _)| (*of, *needs)).chain(glossaries);
    let excluded = |(one, other): &(&str, &str)| {
        (*one == field && profile.get(other).is_some()) || (*other == field && profile.get(one).is_some())
    };
    !NEVER_AT_HOME.contains(&field) && !needed.into_iter().any(lacks) && !EXCLUSIVE_FIELDS.iter().any(excluded)
}
