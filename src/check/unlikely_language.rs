//! `malformed-language` and `unlikely-language`: a source language that is no code, or the code of a country, and a list that is
//! named for another language than it is for.
//!
//! Which source languages the service takes changes often and is not checked.

use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::catalogue::languages::{KNOWN_LANGUAGES, KnownLanguage, find_language, root_code};
use crate::check::document::SourceDocument;
use crate::check::list_language::ListLanguages;
use crate::check::name_pattern::name_by_others;
use crate::check::raw_document::RawDocument;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, SourceFile, Span};
use crate::model::Language;
use crate::schema::edits;
use crate::schema::explain_language::{code_meant, explain_invalid_code, language_taken_for, looks_like_code};
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;

/// The one language that a name says, alone between signs, with the part that says it.
pub(super) fn language_said(name: &str) -> Option<(&str, &'static KnownLanguage)> {
    let parts = name.split([',', '(', ')', '[', ']', ':', ';', '|', '/', '–', '—']).flat_map(|part| part.split(" - "));
    let called = |part: &str| {
        let word = part.chars().count() > 3 && part.chars().all(char::is_alphabetic);
        let named = KNOWN_LANGUAGES.iter().find(|known| known.name.eq_ignore_ascii_case(part));
        let code = named.map(|known| known.code.to_owned()).or_else(|| code_meant(part).filter(|_| word))?;
        find_language(root_code(&code.to_lowercase()))
    };
    let said: Vec<_> = parts.map(str::trim).filter_map(|part| Some((part, called(part)?))).collect();
    if let [only] = said.as_slice() { Some(*only) } else { None }
}

/// Whether a part of a key is the code of a language: `house/de`, `app-de`.
pub(super) fn key_says(key: &str, code: &str) -> bool {
    key.split(['/', '-', '_', '.']).any(|part| part == code)
}

/// The code of the language that a key ends in: `app-de`. Of two at its end, the last may be a region.
pub(super) fn language_of_key(key: &str) -> Option<&'static str> {
    let mut parts = key.rsplit(['/', '-', '_', '.']);
    let mut next = || parts.next().map(|part| find_language(&part.to_ascii_lowercase()).map(|known| known.code));
    let (last, before) = (next()?, next()?);
    last.filter(|_| before.is_none())
}

/// What a key has before the language that it ends in, with the sign between them: `app-` of `app-de`.
pub(super) fn family_of_key(key: &str) -> Option<&str> {
    let start = key.rfind(['/', '-', '_', '.'])? + 1;
    language_of_key(key).map(|_| &key[..start])
}

/// Whether a name that says a language cannot mean the document of this key and language: its field says another one, or else its
/// key does.
pub(super) fn is_for_other(said: Option<&str>, key: &str, language: Option<&Language>) -> bool {
    let own = language_of_key(key);
    let is_for =
        |said| own == Some(said) || language.map(|code| root_code(code.as_str())).or(own).is_none_or(|is| is == said);
    said.is_some_and(|said| !is_for(said))
}

/// Lists whose name says one language, alone between signs, where their field says another and is no slip.
pub(super) fn check_names(
    documents: &[SourceDocument<'_>],
    languages: &ListLanguages<'_>,
    catalogue: &Catalogue,
) -> Vec<Diagnostic> {
    let lists = documents.iter().filter(|document| document.shape == DocumentKind::Style);
    let doubtful = lists.filter(|list| languages.is_doubtful(list) && languages.meant(list).is_none());
    doubtful.filter_map(|list| check_name_of_list(list, documents, languages, catalogue)).collect()
}

fn check_name_of_list(
    list: &SourceDocument<'_>,
    documents: &[SourceDocument<'_>],
    languages: &ListLanguages<'_>,
    catalogue: &Catalogue,
) -> Option<Diagnostic> {
    let (file, name, language) = (list.file, list.raw.name.as_ref()?, &list.raw.language.as_ref()?.value);
    let own = find_language(root_code(language.as_str()))?;
    let (part, other) = language_said(&name.value)?;
    // Who is called after a language that no list is for may be a market.
    if other.code == own.code || !catalogue.supports_language(other.code) {
        return None;
    }
    let message = format!("the name says {}, and the list is for `{language}`", other.name);
    let finding = Diagnostic::new(Code::UnlikelyLanguage, file, name.span, message)
        .with_label(format!("{}, not {}", other.name, own.name))
        .with_pointer("/name");
    let stale = languages.is_name_stale(list);
    let or_else = if stale { "" } else { ", or correct `language`" };
    // What a language is called in another than English is known of few.
    if !part.eq_ignore_ascii_case(other.name) {
        return Some(finding.with_help(format!("name it for {}, not `{}`{or_else}", own.name, echo_text(part))));
    }
    let meant = name.value.replacen(part, own.name, 1);
    // Nothing of a name may be meant that another list has in the place of its own.
    if let Some(meant) = name_by_others(list, documents).filter(|by_others| stale && *by_others != meant) {
        let text = edits::match_notation(file, name.span, &meant);
        return Some(finding.offering(format!("write `{}`", echo_text(&meant)), vec![Edit { span: name.span, text }]));
    }
    let raw = file.slice(name.span);
    let once = raw.matches(part).count() == 1 && name.value.matches(part).count() == 1;
    let fix = raw.find(part).filter(|_| once && stale).map(|at| {
        let start = name.span.start as usize + at;
        let span = Span::new(start, start + part.len());
        edits::replace_span(span, own.name, format!("write `{}`", own.name), Safety::Unsafe)
    });
    let finding = finding.with_help(format!("write `{}`{or_else}", echo_text(&meant)));
    Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// Codes of countries that are languages of their own as well are not looked at.
pub(super) fn check_instruction_languages(
    file: &Arc<SourceFile>,
    own: &RawDocument,
    catalogue: &Catalogue,
) -> Vec<Diagnostic> {
    own.instructions
        .iter()
        .filter_map(|instruction| {
            let written = instruction.source_language.as_ref()?;
            let pointer = format!("/custom_instructions/{}/source_language", instruction.index);
            if !looks_like_code(&written.value) {
                return Some(explain_invalid_code(file, catalogue, written.span, &written.value).with_pointer(pointer));
            }
            let lower = written.value.to_ascii_lowercase();
            if matches!(lower.as_str(), "any" | "all") {
                let message = format!("`{}` is no language: an instruction without one is for all", written.value);
                let finding = Diagnostic::new(Code::UnlikelyLanguage, file, written.span, message)
                    .with_label("not a code")
                    .with_help("remove the line");
                return Some(finding.with_pointer(pointer));
            }
            let (code, name) = language_taken_for(&lower)?;
            let title = format!("write `{code}`");
            let message = format!("{name} is `{code}`, not `{}`", written.value);
            let finding = Diagnostic::new(Code::UnlikelyLanguage, file, written.span, message)
                .with_label("the code of another language, or of none")
                .offering(
                    title,
                    vec![Edit { span: written.span, text: edits::match_notation(file, written.span, code) }],
                );
            Some(finding.with_pointer(pointer))
        })
        .collect()
}
