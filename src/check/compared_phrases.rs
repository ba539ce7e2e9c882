//! What is seen only where the phrases of a dictionary are looked at together: those in another Unicode normal form, two that differ
//! in that alone, and columns that were swapped, which the letters of two scripts or languages tell.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::catalogue::languages::root_code;
use crate::check::not_normalized::compose;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::model::Language;
use crate::model::glossary::LanguagePair;
use crate::schema::explained_document::echo_text;
use crate::source::alphabet::accented_letters;

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

/// Phrases with accents that are characters beside their letters, told once: texts as keyboards write them do not hold these.
pub(super) fn tell_decomposed(
    file: &Arc<SourceFile>,
    phrases: impl Iterator<Item = (impl AsRef<str>, Span)>,
) -> Option<Diagnostic> {
    let decomposed = |text: &str| match compose(text) {
        Cow::Owned(meant) => (meant.chars().count() < text.chars().count()).then_some(meant),
        Cow::Borrowed(_) => None,
    };
    let found = phrases.filter_map(|(text, span)| Some((decomposed(text.as_ref())?, span)));
    let found: Vec<(String, Span)> = found.collect();
    let ((meant, at), more) = (found.first()?, found.len() - 1);
    let message = format!("`{}` is written with separate accents (another Unicode normal form)", echo_text(meant));
    let finding = Diagnostic::new(Code::NotNormalized, file, *at, message).with_label("the same to the eye");
    let finding = match more {
        0 => finding,
        1 => finding.with_note("another one is like it"),
        more => finding.with_note(format!("{more} others are like it")),
    };
    let edit = |span: Span| Edit { span, text: compose(file.slice(span)).into_owned() };
    let mut edits: Vec<Edit> = found.iter().map(|(_, span)| edit(*span)).collect();
    edits.retain(|edit| edit.text != file.slice(edit.span));
    edits.sort_by_key(|edit| edit.span);
    let help = "write it composed (NFC), as keyboards write it: texts that have it so do not match";
    let fix = Fix { title: "write it composed".to_owned(), safety: Safety::Unsafe, edits };
    Some(if fix.edits.is_empty() { finding.with_help(help) } else { finding.with_help(help).with_fix(fix) })
}

/// Entries whose two sides are in the letters of the opposite languages: all of them where these are of two scripts, and of one
/// script some, where not one says otherwise. `first` is where the first one stands.
pub(super) fn tell_swapped_sides<'p>(
    file: &Arc<SourceFile>,
    pair: &LanguagePair,
    first: Span,
    entries: impl Iterator<Item = (&'p str, &'p str)>,
) -> Option<Diagnostic> {
    let (mut count, mut swapped) = (0_usize, 0_usize);
    let script = LatinSide::of(pair);
    let accents = AccentedSides::of(pair).filter(|_| script.is_none());
    for (source, target) in entries {
        let order = match (script, accents) {
            (Some(side), _) => side.order_of(source, target).max(0) * 2 - 1,
            (None, sides) => sides?.order_of(source, target),
        };
        // One entry in its order is enough.
        if order < 0 {
            return None;
        }
        count += 1;
        swapped += usize::from(order > 0);
    }
    let enough = if script.is_some() { count > 1 } else { swapped > 2 && swapped * 5 >= count };
    let label = match script {
        Some(_) => format!("in the letters of `{}`", pair.target),
        None => format!("`{}`, as it seems", pair.target),
    };
    let who = if swapped == count { format!("all {count}") } else { format!("{swapped} of {count}") };
    let finding = Diagnostic::new(Code::ReversedTable, file, first, "the target phrases come first here")
        .with_label(label)
        .with_note(format!("the dictionary is for {pair}, and the letters of {who} entries say so"))
        .with_help("put the source phrases first, or swap the languages of the dictionary");
    let finding = if script.is_some() { finding } else { Diagnostic { severity: Severity::Warning, ..finding } };
    enough.then_some(finding)
}

/// The letters with accents of the two languages of a dictionary.
#[derive(Clone, Copy)]
struct AccentedSides {
    source: &'static str,
    target: &'static str,
}

impl AccentedSides {
    fn of(pair: &LanguagePair) -> Option<Self> {
        let letters = |code: &Language| accented_letters(root_code(code.as_str()));
        Some(Self { source: letters(&pair.source)?, target: letters(&pair.target)? })
    }

    /// The same as that of two scripts, by the letters that one of the languages has alone.
    fn order_of(self, source: &str, target: &str) -> i32 {
        let says = |text: &str, own: &str, other: &str| {
            let small = |c: char| c.to_lowercase().next().unwrap_or(c);
            let mut letters = text.chars().filter(|c| !c.is_ascii()).map(small);
            letters.any(|c| own.contains(c) && !other.contains(c))
        };
        if source.is_ascii() && target.is_ascii() {
            return 0;
        }
        let straight = says(source, self.source, self.target) || says(target, self.target, self.source);
        let swapped = says(source, self.target, self.source) || says(target, self.source, self.target);
        i32::from(swapped) - 2 * i32::from(straight)
    }
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
