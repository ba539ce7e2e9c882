//! `duplicate-name`: two lists of one language, two glossaries or two collections of spoken terms have the same name.
//!
//! The service allows it, but a list that is found by its name, after an answer was lost or a state file, is then anyone's guess.

use std::cell::LazyCell;
use std::collections::HashSet;

use foldhash::HashMap;

use crate::catalogue::languages::{find_language, root_code};
use crate::check::document::SourceDocument;
use crate::check::duplicate_key::{is_copied_file, is_named_as_copy, is_of_merge};
use crate::check::inherit::MergedStyle;
use crate::check::unlikely_language::language_of_key;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::model::Language;
use crate::schema::edits;
use crate::schema::explain_language::language_taken_for;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;

/// Says it at the later list.
pub(super) fn check_duplicate_names(
    lists: &[MergedStyle<'_, '_>],
    documents: &[SourceDocument<'_>],
) -> Vec<Diagnostic> {
    find_repeated(lists.iter().map(|list| list.document), documents, |list| {
        Some(list_language(&list.raw.language.as_ref()?.value))
    })
}

/// The language of a list; of a code that is none of a list, the one that it is said to mean.
fn list_language(written: &Language) -> &str {
    let code = written.as_str();
    let taken = language_taken_for(code).filter(|_| find_language(code).is_none());
    taken.map_or_else(|| root_code(code), |(meant, _)| meant)
}

/// The same for what has no language of its own.
pub(super) fn check_duplicate_term_set_names(documents: &[SourceDocument<'_>]) -> Vec<Diagnostic> {
    find_repeated(documents.iter(), documents, |document| {
        let of_kinds = [DocumentKind::Glossary, DocumentKind::SpokenTerms, DocumentKind::StyleProfile];
        of_kinds.contains(&document.shape).then(|| document.shape.noun())
    })
}

/// Whether a name has the first word of its document's key, as `support-de` is called `Support, German`.
fn has_own_name(document: &SourceDocument<'_>, name: &str) -> bool {
    let key = document.key.as_ref().map(|key| key.as_str()).unwrap_or_default();
    let word = key.rsplit('/').next().unwrap_or_default().split(['-', '_', '.']).next().unwrap_or_default();
    word.len() > 2 && name.to_lowercase().contains(&word.to_lowercase())
}

/// Whether a key ends with a language, as `app-de` does and `app-at` does not.
fn ends_with_language(document: &SourceDocument<'_>, code: &str) -> bool {
    let key = document.key.as_ref().map(|key| key.as_str()).unwrap_or_default();
    key.rsplit(['-', '_', '.', '/']).next() == Some(code)
}

/// The language that the key of a list ends with, where it is another one than its field says and lists are kept for it.
fn language_in_key(document: &SourceDocument<'_>, group: &str) -> Option<&'static str> {
    let code = language_of_key(document.key.as_ref()?.as_str())?;
    (root_code(code) == code && code != group && document.raw.language.is_some()).then_some(code)
}

/// What a document would be called in the way of another one whose name begins as its key does: beside `Shop, German` of `shop-de`,
/// `outlet-de` is `Outlet, German`.
fn name_like(document: &SourceDocument<'_>, other: &SourceDocument<'_>) -> Option<String> {
    let language = |of: &SourceDocument<'_>| of.raw.language.as_ref().map(|code| code.value.clone());
    let (own, head) = (head_of_key(document)?, head_of_key(other)?);
    // What is for a region, `app-at` beside `app-de`, has the name of that.
    let of_region = own.strip_prefix(head).is_some_and(|rest| rest.len() == 3 && rest.starts_with(['-', '_', '.']));
    if own == head || of_region || language(document) != language(other) || !own.starts_with(char::is_alphabetic) {
        return None;
    }
    let (own, head) = (edits::sentence_of_stem(own)?, edits::sentence_of_stem(head)?);
    let name = other.raw.name.as_ref()?.value.trim();
    let rest = name.get(head.len()..).filter(|rest| !rest.starts_with(char::is_alphanumeric))?;
    let is_called = |written: &str| written == head || written.to_lowercase() == head.to_lowercase();
    is_called(&name[..head.len()]).then(|| format!("{own}{rest}"))
}

/// The last part of a key, without the language behind it.
fn head_of_key<'d>(document: &'d SourceDocument<'_>) -> Option<&'d str> {
    let own = document.key.as_ref()?.as_str().rsplit('/').next()?;
    let without = || own.rsplit_once(['-', '_', '.']).map(|(head, _)| head);
    language_of_key(own).and_then(|_| without()).or(Some(own)).filter(|head| !head.is_empty())
}

/// Offers a name of its own for a document that has that of another one.
fn offer_name(finding: Diagnostic, document: &SourceDocument<'_>, meant: &str) -> Diagnostic {
    let Some(name) = &document.raw.name else { return finding };
    let text = edits::match_notation(document.file, name.span, meant);
    let title = format!("write `{}`", echo_text(meant));
    let otherwise = finding.help.clone().map(|help| format!(", or {help}")).unwrap_or_default();
    let edits = vec![Edit { span: name.span, text }];
    let help = format!("{title}, by its key{otherwise}");
    finding.offering(title, edits).with_help(help)
}

/// Names that stand again in one group, which is a language or a kind.
fn find_repeated<'d, 'a: 'd>(
    documents: impl Iterator<Item = &'d SourceDocument<'a>>,
    all: &[SourceDocument<'_>],
    group_of: impl Fn(&'d SourceDocument<'a>) -> Option<&'d str>,
) -> Vec<Diagnostic> {
    let mut first: HashMap<(&str, &str), &SourceDocument<'_>> = HashMap::default();
    let mut findings = Vec::new();
    let named: LazyCell<HashSet<(String, String)>, _> = LazyCell::new(|| {
        all.iter().flat_map(SourceDocument::references).map(|named| (named.kind, named.key)).collect()
    });
    let names: LazyCell<HashSet<&str>, _> =
        LazyCell::new(|| all.iter().filter_map(|one| Some(one.raw.name.as_ref()?.value.trim())).collect());
    let is_named = |one: &SourceDocument<'_>| {
        one.key.as_ref().is_some_and(|key| named.contains(&(one.shape.as_str().to_owned(), key.to_string())))
    };
    for document in documents {
        let (Some(name), Some(group)) = (&document.raw.name, group_of(document)) else { continue };
        let text = name.value.trim();
        let Some(other) = first.get(&(group, text)).copied() else {
            first.insert((group, text), document);
            continue;
        };
        // What has the same key as well is told by that.
        let is_told = document.shares_key && document.key == other.key;
        if is_told || is_copied_file(document, other) || is_copied_file(other, document) {
            continue;
        }
        // What a merge left is told where its two sides stand.
        let of_merge = |copy: &SourceDocument<'_>, original: &SourceDocument<'_>| {
            is_named_as_copy(copy, original) && copy.file.has_text() && copy.file.text().contains("<<<<<<<")
        };
        if of_merge(document, other) || of_merge(other, document) {
            continue;
        }
        // Said of the copy, whichever comes first; of what nothing names, where that is told of one alone.
        let is_copy = is_named_as_copy(other, document)
            || !is_named_as_copy(document, other)
                && match (is_named(document), is_named(other)) {
                    (true, false) => true,
                    (false, true) => false,
                    (true, true) | (false, false) => {
                        has_own_name(document, text) && !has_own_name(other, text)
                            || ends_with_language(document, group) && !ends_with_language(other, group)
                    }
                };
        // Further copies are held against what they are copies of.
        if is_named_as_copy(other, document) {
            first.insert((group, text), document);
        }
        let (document, other) = if is_copy { (other, document) } else { (document, other) };
        let (Some(name), Some(there)) = (&document.raw.name, &other.raw.name) else { continue };
        let beside = other.file.path() == document.file.path();
        let noun = if document.shape == DocumentKind::Style { format!("`{group}` list") } else { group.to_owned() };
        let message = format!("another {noun} is named `{}`", echo_text(text));
        let finding = Diagnostic::new(Code::DuplicateName, document.file, name.span, message)
            .with_label("the same name")
            .with_note(format!("first at {}", other.file.place_of(there.span)))
            .with_help(match is_named_as_copy(document, other) {
                true if is_of_merge(document.file.path()) => {
                    format!("delete this file, which a merge tool left beside {}", other.file.path())
                }
                true => "delete this file, which is a copy by its name, or give what it holds another name".to_owned(),
                false if !beside && document.raw.says_same(&other.raw) => {
                    let delete = if is_named(document) { "" } else { "delete this file, or " };
                    format!("{delete}give it a name and text of its own: it says the same as {}", other.file.path())
                }
                false if document.shape == DocumentKind::Style => match language_in_key(document, group) {
                    Some(code) => {
                        let key = document.key.as_ref().map(|key| key.as_str()).unwrap_or_default();
                        format!("write its own name and `language: {code}`, as `{}` says", echo_text(key))
                    }
                    None if !ends_with_language(document, group) && ends_with_language(other, group) => {
                        "give this one a name of its own".to_owned()
                    }
                    None => "give one of them another name".to_owned(),
                },
                false => "give one of them another name".to_owned(),
            })
            .with_pointer("/name");
        let finding = match name_like(document, other).filter(|meant| !names.contains(meant.as_str())) {
            Some(meant) if !is_named_as_copy(document, other) && !document.raw.says_same(&other.raw) => {
                offer_name(finding, document, &meant)
            }
            Some(_) | None => finding,
        };
        findings.push(if beside { finding.with_secondary(there.span, "first here") } else { finding });
    }
    findings
}
