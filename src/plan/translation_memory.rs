//! Translation memories are referred to by name: which one is meant, and whether it serves the profile that names it.

use crate::catalogue::nearest;
use crate::model::Language;
use crate::model::profile::Profile;
use crate::model::translation_memory::TranslationMemory;

/// Why a profile cannot have the memory that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslationMemoryMismatch {
    /// What is wrong.
    pub reason: MismatchReason,
    /// In words, with ids.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// What is wrong with the memory of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MismatchReason {
    /// No memory has this name.
    Unknown,
    /// Several have it.
    Ambiguous,
    /// It is of other languages.
    Languages,
}

/// The memory that a profile means; nothing where it names none.
///
/// # Errors
/// Says why there is none that can be meant, or that it does not serve.
pub fn resolve_translation_memory<'a>(
    profile: &Profile,
    memories: &'a [TranslationMemory],
) -> Result<Option<&'a TranslationMemory>, TranslationMemoryMismatch> {
    let Some(wanted) = &profile.translation_memory else { return Ok(None) };
    let memory = find_memory(&wanted.name.value, memories)?;
    check_memory_languages(profile, memory)?;
    Ok(Some(memory))
}

/// The memory of this name.
///
/// # Errors
/// None has it, or several have.
pub fn find_memory<'a>(
    name: &str,
    memories: &'a [TranslationMemory],
) -> Result<&'a TranslationMemory, TranslationMemoryMismatch> {
    let mut named = memories.iter().filter(|memory| memory.name == *name);
    match (named.next(), named.next()) {
        (Some(memory), None) => Ok(memory),
        (Some(one), Some(other)) => {
            let ids: Vec<&str> = [one, other].into_iter().chain(named).map(|memory| memory.id.as_str()).collect();
            Err(TranslationMemoryMismatch {
                reason: MismatchReason::Ambiguous,
                message: format!("{} translation memories are called `{name}`: {}", ids.len(), ids.join(", ")),
                help: "give one of them another name on the service".to_owned(),
            })
        }
        (None, _) => Err(mismatch_unknown_name(name, memories)),
    }
}

fn mismatch_unknown_name(name: &str, memories: &[TranslationMemory]) -> TranslationMemoryMismatch {
    let near = nearest::nearest_words(name, memories.iter().map(|memory| memory.name.as_str()));
    let help = match near.first() {
        Some(near) => format!("did you mean `{near}`?"),
        None if memories.is_empty() => "the account has no translation memory".to_owned(),
        None => {
            let mut names: Vec<String> = memories.iter().take(5).map(|memory| format!("`{}`", memory.name)).collect();
            names.extend((memories.len() > 5).then(|| format!("and {} more", memories.len() - 5)));
            format!("the account has {}", names.join(", "))
        }
    };
    TranslationMemoryMismatch {
        reason: MismatchReason::Unknown,
        message: format!("there is no translation memory named `{name}`"),
        help,
    }
}

fn check_memory_languages(profile: &Profile, memory: &TranslationMemory) -> Result<(), TranslationMemoryMismatch> {
    let TranslationMemory { id, name, source_language, target_languages, segment_count: _ } = memory;
    let listed = |languages: &[Language]| {
        languages.iter().map(|language| format!("`{language}`")).collect::<Vec<_>>().join(", ")
    };
    let unfit = |message: String, help: &str| TranslationMemoryMismatch {
        reason: MismatchReason::Languages,
        message,
        help: help.to_owned(),
    };
    if let Some(source) = profile.source_language.as_ref().map(|placed| &placed.value)
        && base_language(source) != base_language(source_language)
    {
        return Err(unfit(
            format!(
                "the translation memory `{name}` ({id}) is of `{source_language}`, the profile translates from `{source}`"
            ),
            "name a translation memory with this source language, or change the profile's",
        ));
    }
    let target = &profile.target_language.value;
    if !target_languages.is_empty()
        && !target_languages.iter().any(|known| base_language(known) == base_language(target))
    {
        return Err(unfit(
            format!(
                "the translation memory `{name}` ({id}) has translations into {}, the profile translates into `{target}`",
                listed(target_languages)
            ),
            "name a translation memory with this language, or change the profile's",
        ));
    }
    Ok(())
}

/// The language without script and region: memories serve every variant of their languages.
fn base_language(language: &Language) -> &str {
    language.as_str().split('-').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Id;

    #[test]
    fn an_unknown_name_is_told_with_what_there_is() {
        let memory = |n: usize| TranslationMemory {
            id: Id::new(&format!("id-{n}")).unwrap(),
            name: format!("Contracts {n}"),
            source_language: Language::new("en"),
            target_languages: vec![Language::new("de")],
            segment_count: 1,
        };
        let help = |count: usize| {
            let memories: Vec<TranslationMemory> = (1..=count).map(memory).collect();
            mismatch_unknown_name("zebra", &memories).help
        };
        assert_eq!(help(0), "the account has no translation memory");
        assert_eq!(help(1), "the account has `Contracts 1`");
        assert!(help(5).ends_with("`Contracts 5`"), "{}", help(5));
        assert!(help(6).ends_with("`Contracts 5`, and 1 more"), "{}", help(6));
        assert!(help(7).ends_with("`Contracts 5`, and 2 more"), "{}", help(7));
        let near = mismatch_unknown_name("Contract 1", &[memory(1)]).help;
        assert_eq!(near, "did you mean `Contracts 1`?");
    }
}
