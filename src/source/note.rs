//! Comments that stand in place of a value: a note of what is still to be written.

/// Words with which such a note begins.
const NOTES: &[&str] = &[
    "todo",
    "to-do",
    "to do",
    "fixme",
    "tbd",
    "tba",
    "tbc",
    "xxx",
    "wip",
    "fill in",
    "fill this",
    "fill me",
    "to be",
    "later",
    "pending",
    "placeholder",
    "change me",
    "changeme",
    "missing",
    "offen",
    "noch",
    "ausfüllen",
    "ergänzen",
    "folgt",
    "zu klären",
    "später",
    "à faire",
    "a faire",
    "à compléter",
    "à définir",
    "da fare",
    "da completare",
    "por hacer",
    "pendiente",
    "a definir",
    "do zrobienia",
    "te doen",
];

/// Words that other comments have as their first too, so that a note has nothing else.
const ALONE: &[&str] = &["later", "pending", "missing", "noch", "offen", "folgt", "später", "pendiente", "placeholder"];

/// Whether what stands behind a `#` says that a value is still to be written.
#[must_use]
pub fn is_note(comment: &str) -> bool {
    let comment = comment.trim_start_matches('#').trim().to_lowercase();
    if !comment.is_empty() && comment.chars().all(|c| matches!(c, '.' | '…' | '?' | '!' | '-' | '_')) {
        return true;
    }
    let begins = |note: &&&str| {
        comment.strip_prefix(**note).is_some_and(|rest| {
            let alone = rest.trim_matches(['.', '…', '!', '?', ' ']).is_empty();
            alone || !ALONE.contains(*note) && !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    };
    NOTES.iter().any(|note| begins(&note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_still_to_be_written_is_a_note() {
        for note in [
            "TODO",
            " TODO: ask Ann",
            "FIXME translate",
            " tbd",
            " fill in",
            "todo",
            " …",
            " ???",
            " à faire",
            "Later.",
        ] {
            assert!(is_note(note), "{note}");
        }
        for text in [
            "1 Shop",
            "hashtag",
            "Todos of the week",
            "tobacco",
            " the name of the style",
            "Later releases",
            "",
            "noch nie",
        ] {
            assert!(!is_note(text), "{text}");
        }
    }
}
