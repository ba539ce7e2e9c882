//! What is seen only where the phrases of a dictionary are looked at together: two that differ in their Unicode normal form alone,
//! and columns that were swapped, which the letters of two scripts tell.

use std::collections::HashMap;
use std::sync::Arc;

use crate::catalogue::languages::root_code;
use crate::check::not_normalized::compose;
use crate::diagnostic::{Code, Diagnostic, Severity, SourceFile, Span};
use crate::model::glossary::LanguagePair;
use crate::schema::explained_document::echo_text;

/// Languages that are written in Latin letters.
const LATIN: &str = "cs da de en es et fi fr hu id it lt lv nb nl pl pt ro sk sl sv tr vi";
/// Languages that are written in letters of their own.
const OTHER: &str = "ar be bg el fa he hi hy ja ka ko mk ru th uk zh";

/// Source phrases that look like one before them, and are written in another normal form.
pub(super) fn find_twins(file: &Arc<SourceFile>, mut phrases: Vec<(&str, Span)>) -> Vec<Diagnostic> {
    if phrases.iter().all(|(text, _)| *compose(text) == **text) {
        return Vec::new();
    }
    phrases.sort_by_key(|(_, span)| *span);
    let mut first: HashMap<String, Span> = HashMap::with_capacity(phrases.len());
    let mut found = Vec::new();
    for (text, span) in phrases {
        let Some(before) = first.get(&*compose(text)) else {
            first.insert(compose(text).into_owned(), span);
            continue;
        };
        let message = format!("`{}` looks like another phrase, in another Unicode normal form", echo_text(text));
        let finding = Diagnostic::new(Code::DuplicateEntry, file, span, message)
            .with_label("the same to the eye")
            .with_secondary(*before, "first here")
            .with_note(format!("first at {}", file.place_of(*before)))
            .with_help(
                "keep one of the two, with its accents as characters of their own (NFC), as keyboards write them",
            );
        found.push(Diagnostic { severity: Severity::Warning, ..finding });
    }
    found
}

/// Entries whose two sides are in the letters of the opposite languages, all of them. `first` is where the first one stands.
pub(super) fn tell_swapped_sides<'p>(
    file: &Arc<SourceFile>,
    pair: &LanguagePair,
    first: Span,
    entries: impl Iterator<Item = (&'p str, &'p str)>,
) -> Option<Diagnostic> {
    let side = LatinSide::of(pair)?;
    let mut count = 0_usize;
    let mut swapped = entries.inspect(|_| count += 1).map(|(source, target)| side.order_of(source, target) > 0);
    if !swapped.all(|swapped| swapped) || count < 2 {
        return None;
    }
    let finding = Diagnostic::new(Code::ReversedTable, file, first, "the target phrases come first here")
        .with_label(format!("in the letters of `{}`", pair.target))
        .with_note(format!("the dictionary is for {pair}, and the letters of all {count} entries say so"))
        .with_help("put the source phrases first, or swap the languages of the dictionary");
    Some(finding)
}

/// The side of a dictionary that is in Latin letters, where that of its other language is not.
#[derive(Clone, Copy)]
pub(super) struct LatinSide {
    is_source: bool,
}

impl LatinSide {
    pub(super) fn of(pair: &LanguagePair) -> Option<Self> {
        let is_of = |code: &str, codes: &str| codes.split(' ').any(|known| known == root_code(code));
        let [from, to] = [pair.source.as_str(), pair.target.as_str()];
        let is_source = is_of(from, LATIN) && is_of(to, OTHER);
        (is_source || is_of(from, OTHER) && is_of(to, LATIN)).then_some(Self { is_source })
    }

    /// What the letters of an entry say: 1 that its sides are exchanged, -1 that they are not, or 0.
    pub(super) fn order_of(self, source: &str, target: &str) -> i32 {
        let (latin, other) = if self.is_source { (source, target) } else { (target, source) };
        let apart = |latin: &str, other: &str| i32::from(is_latin_alone(latin) && has_other_letter(other));
        apart(other, latin) - apart(latin, other)
    }
}

fn is_latin(c: char) -> bool {
    matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

fn has_other_letter(text: &str) -> bool {
    text.chars().any(|c| c.is_alphabetic() && !is_latin(c))
}

fn is_latin_alone(text: &str) -> bool {
    !has_other_letter(text) && text.chars().any(char::is_alphabetic)
}
