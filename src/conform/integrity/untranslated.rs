//! Copies of a source that somebody forgot to translate.
//!
//! Invariant: what is the same in every language is no copy: names, formulas, and what a program compares with other texts.

use crate::conform::integrity::IntegrityFault;
use crate::conform::language::{count_english_words, is_in_its_language};
use crate::conform::passage::{Passage, Tongue};
use crate::diagnostic::Code;

/// A copy of the source that is plainly in another language.
pub(super) fn find_untranslated(passage: &Passage<'_>) -> Option<IntegrityFault> {
    let count = |of: fn(&char) -> bool| passage.written.chars().filter(of).count();
    // What is compared with other texts by a program stays as it is, and so does a formula.
    let is_code = || {
        let is_formula = count(|c| c.is_alphabetic()) * 5 < count(|c| !c.is_whitespace()) * 3;
        is_formula || passage.written.contains("(.*)")
    };
    let is_foreign = passage.tongue != Tongue::En
        && passage.words().nth(2).is_some()
        && count_english_words(passage) >= 2
        && !is_in_its_language(passage)
        && !is_code();
    is_foreign.then(|| IntegrityFault {
        code: Code::Untranslated,
        range: 0..passage.written.len(),
        message: "the text is the same as its source".to_owned(),
        help: "translate it, or leave it empty where the format has that for what is not translated yet".to_owned(),
    })
}
