//! The words of a comment that says a finding is meant: `housestyle: ignore[edge-whitespace] the space is meant`.

/// What a comment of ours begins with, behind what its format begins comments with.
pub const IGNORE_PREFIX: &str = "housestyle:";
/// The word that such comments have in any form, right or not.
pub const IGNORE_NAME: &str = "housestyle";

/// What it names in brackets, and its reason; none where the words behind the prefix say something else.
#[must_use]
pub fn split_ignore_words(words: &str) -> Option<(&str, &str)> {
    let (named, reason) = words.trim_start().strip_prefix("ignore")?.trim_start().strip_prefix('[')?.split_once(']')?;
    Some((named, reason.trim()))
}
