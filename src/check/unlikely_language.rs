//! `malformed-language` and `unlikely-language`: a source language that is no code, or the code of a country, and a list that is
//! named for another language than it is for.
//!
//! Which source languages the service takes changes often and is not checked.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::catalogue::languages::{KNOWN_LANGUAGES, KnownLanguage, find_language, root_code};
use crate::check::inherit::is_own_language_wrong;
use crate::check::raw_document::RawDocument;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, SourceFile, Span};
use crate::model::Language;
use crate::schema::edits;
use crate::schema::explain_language::{code_meant, explain_invalid_code, language_taken_for, looks_like_code};
use crate::schema::explained_document::echo_text;

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

/// Whether a name that says a language cannot mean the document of this key and language: its field says another one, or else its
/// key does.
pub(super) fn is_for_other(said: Option<&str>, key: &str, language: Option<&Language>) -> bool {
    let own = language_of_key(key);
    let is_for =
        |said| own == Some(said) || language.map(|code| root_code(code.as_str())).or(own).is_none_or(|is| is == said);
    said.is_some_and(|said| !is_for(said))
}

/// A list whose name says one language, alone between signs, where its field says another.
pub(super) fn check_name_of_list(
    file: &Arc<SourceFile>,
    own: &RawDocument,
    catalogue: &Catalogue,
) -> Option<Diagnostic> {
    let (name, language) = (own.name.as_ref()?, &own.language.as_ref()?.value);
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
    let meant = name.value.replacen(part, own.name, 1);
    let raw = file.slice(name.span);
    let at = raw.find(part).filter(|_| raw.matches(part).count() == 1 && name.value.matches(part).count() == 1);
    let fix = at.map(|at| {
        let start = name.span.start as usize + at;
        edits::replace_span(
            Span::new(start, start + part.len()),
            own.name,
            format!("write `{}`", own.name),
            Safety::Unsafe,
        )
    });
    let finding = finding.with_help(format!("write `{}`, or correct `language`", echo_text(&meant)));
    Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// Takes away what is said of names and values where the language beside them is told as the slip.
pub(super) fn drop_told_names(findings: &mut [Vec<Diagnostic>]) {
    let told = findings.iter().flatten().filter(|finding| is_own_language_wrong(finding));
    let told: BTreeSet<(Arc<str>, String)> = told
        .flat_map(|finding| {
            finding
                .secondary
                .iter()
                .map(move |label| (finding.file.path().clone(), finding.file.slice(label.span).to_owned()))
        })
        .collect();
    if told.is_empty() {
        return;
    }
    for found in findings {
        found.retain(|finding| {
            let said = if finding.code == Code::UnlikelyLanguage {
                finding.file.slice(finding.primary.span)
            } else if finding.code == Code::ValueNotOffered {
                finding.message.rsplit('`').nth(1).unwrap_or_default()
            } else {
                return true;
            };
            !told.contains(&(finding.file.path().clone(), said.to_owned()))
        });
    }
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
