//! Codes of languages in glossaries, spoken terms and profiles: their form, roots, and whether they are known.
//!
//! What the service offers now, only its own listing says: beyond form, everything is a warning.

use std::sync::Arc;

use crate::catalogue::languages::{KNOWN_LANGUAGES, find_language, is_target_only, root_code};
use crate::catalogue::nearest;
use crate::check::foreign_notation::{find_variable, offer_without_command};
use crate::diagnostic::{Code, Diagnostic, Located, Safety, SourceFile};
use crate::schema::edits;
use crate::schema::explain_language::{
    OLDER_CODES, code_meant, language_taken_for, looks_like_code, stuck_comment_of_code, variant_meant, variant_near,
};
use crate::schema::explained_document::echo_text;
use crate::schema::joined_names::explain_joined_names;

/// What is wrong with a code, if something is.
pub(super) fn check_language(file: &Arc<SourceFile>, written: &Located<String>, pointer: &str) -> Option<Diagnostic> {
    let Located { value, span } = written;
    let finding = |code, message: String| Diagnostic::new(code, file, *span, message).with_pointer(pointer);
    let lower = value.trim().to_lowercase();
    if let Some(variable) = find_variable(value) {
        let message = format!("nothing fills in `{}`, and it is no language code", echo_text(variable));
        let found = finding(Code::MalformedLanguage, message).with_label("a variable");
        let code = variable.trim_end_matches('}').rsplit_once('-').map(|(_, code)| code);
        return Some(match code.filter(|code| find_language(&code.to_lowercase()).is_some()) {
            Some(code) => offer_code(found, code, Safety::Unsafe),
            None => found.with_help("write the code of a language"),
        });
    }
    if !looks_like_code(value) {
        if let Some(found) = stuck_comment_of_code(file, value, *span) {
            return Some(found.with_pointer(pointer));
        }
        let found = finding(Code::MalformedLanguage, format!("`{}` is not a language code", echo_text(value)))
            .with_label("not a code")
            .with_note("a code looks like `en`, `pt-BR` or `zh-Hans`");
        let joined = offer_without_command(&found).or_else(|| explain_joined_names(&found, written, |_| false));
        if let Some(joined) = joined.filter(|joined| joined.fix.is_some()) {
            return Some(joined);
        }
        let named =
            KNOWN_LANGUAGES.iter().find(|language| language.name.to_lowercase() == lower).map(|language| language.code);
        let meant = named.map(str::to_owned).or_else(|| code_meant(value));
        return Some(match meant {
            // Of a code that is not known, more would be found.
            Some(code) if find_language(&code.to_lowercase()).is_some() => offer_code(found, &code, Safety::Safe),
            Some(code) => offer_code(found, &code, Safety::Unsafe),
            None if lists_codes(value) => {
                found.with_help("name one language here, and write the same again for each other")
            }
            None => found.with_help("write the code of a language"),
        });
    }
    if find_language(&lower).is_some() {
        return None;
    }
    let root = root_code(&lower);
    if let Some((code, name)) = language_taken_for(root) {
        let message = format!("{name} is `{code}`, not `{root}`");
        let found = finding(Code::UnlikelyLanguage, message).with_label("the code of another language, or of none");
        return Some(offer_code(found, code, Safety::Unsafe));
    }
    let found = finding(Code::UnlistedLanguage, format!("the service was not known to offer `{}`", echo_text(value)))
        .with_label("not a known language")
        .with_note("only the live listing settles it: `housestyle languages` shows it");
    let named = KNOWN_LANGUAGES.iter().find(|language| language.name.to_lowercase() == lower);
    if let Some(language) = named {
        return Some(offer_code(found, language.code, Safety::Unsafe));
    }
    if let Some(code) = variant_meant(&lower).or_else(|| variant_near(&lower)) {
        return Some(offer_code(found, code, Safety::Unsafe));
    }
    if let Some((_, code)) = OLDER_CODES.iter().find(|(older, _)| *older == root_code(&lower)) {
        let meant = format!("{code}{}", &value.trim()[root_code(&lower).len()..]);
        return Some(offer_code(found, &meant, Safety::Unsafe));
    }
    if root_code(&lower) != lower && find_language(root_code(&lower)).is_some() {
        return Some(offer_code(found, root_code(&lower), Safety::Unsafe));
    }
    let near = nearest::nearest_words(&lower, KNOWN_LANGUAGES.iter().map(|language| language.code));
    Some(match near.first() {
        Some(code) => found.with_help(format!("did you mean `{code}`?")),
        None => found.with_help("correct the code, or see whether the service takes it"),
    })
}

/// The language of texts before they are translated: of variants, the service takes the root.
pub(super) fn check_source_language(
    file: &Arc<SourceFile>,
    written: &Located<String>,
    pointer: &str,
) -> Option<Diagnostic> {
    let meant = if looks_like_code(&written.value) { Some(written.value.clone()) } else { code_meant(&written.value) };
    let lower = meant.unwrap_or_default().to_lowercase();
    let found = check_language(file, written, pointer);
    if !is_target_only(&lower) {
        return found;
    }
    let root = root_code(&lower);
    let found = found.unwrap_or_else(|| {
        let message = format!("`{}` is offered as a target only", echo_text(&written.value));
        Diagnostic::new(Code::UnlistedLanguage, file, written.span, message)
            .with_label(format!("a variant of `{root}`"))
            .with_note("only the live listing settles it: `housestyle languages` shows it")
            .with_pointer(pointer)
    });
    Some(offer_code(found, root, Safety::Unsafe))
}

/// `de,fr`: several codes where one is due.
fn lists_codes(written: &str) -> bool {
    let codes: Vec<&str> = written.split([',', ';', '/', '|', '+', ' ']).filter(|code| !code.is_empty()).collect();
    codes.len() > 1 && codes.iter().all(|code| find_language(&code.to_lowercase()).is_some())
}

/// A code that has to be a root, as glossaries are kept for.
pub(super) fn check_root_language(
    file: &Arc<SourceFile>,
    written: &Located<String>,
    pointer: &str,
) -> Option<Diagnostic> {
    let lower = written.value.to_lowercase();
    let root = root_code(&lower);
    if !looks_like_code(&written.value) || root == lower {
        return check_language(file, written, pointer).map(|found| offer_root(found, &written.value));
    }
    let message = format!("glossaries are kept per root language; `{}` is a variant", echo_text(&written.value));
    let finding = Diagnostic::new(Code::RegionalLanguage, file, written.span, message)
        .with_label(format!("the root is `{root}`"))
        .with_note("a dictionary of the root language also serves requests for its variants");
    Some(offer_code(finding, root, Safety::Unsafe).with_pointer(pointer))
}

/// Where roots alone count, what is meant by the code of a variant in another notation is the root.
fn offer_root(finding: Diagnostic, written: &str) -> Diagnostic {
    let meant = code_meant(written).filter(|_| !looks_like_code(written)).unwrap_or_default().to_lowercase();
    let root = root_code(&meant);
    if root == meant || find_language(root).is_none() {
        return finding;
    }
    offer_code(finding, root, Safety::Unsafe)
}

/// The finding about a code, with the one that is to be written there.
fn offer_code(finding: Diagnostic, code: &str, safety: Safety) -> Diagnostic {
    let span = finding.primary.span;
    let fix = edits::rename_key(&finding.file, span, code, safety);
    finding.with_help(&fix.title).with_fix(fix)
}

/// A code that terms are spoken in. Of variants, no list was known to be taken.
pub(super) fn check_spoken_language(
    file: &Arc<SourceFile>,
    written: &Located<String>,
    pointer: &str,
) -> Option<Diagnostic> {
    let lower = written.value.to_lowercase();
    let root = root_code(&lower);
    if root == lower || find_language(&lower).is_none() {
        return check_language(file, written, pointer).map(|found| offer_root(found, &written.value));
    }
    let message = format!("the service was not known to take spoken terms in `{}`", echo_text(&written.value));
    let finding = Diagnostic::new(Code::UnlistedLanguage, file, written.span, message)
        .with_label(format!("a variant of `{root}`"))
        .with_note("only the live listing settles it: `housestyle languages` shows it");
    Some(offer_code(finding, root, Safety::Unsafe).with_pointer(pointer))
}

/// The code and the English name of a language, lower-case.
pub(super) fn code_and_name(code: &str) -> [String; 2] {
    let name = find_language(code).map_or(code, |language| language.name);
    [code.to_owned(), name.to_lowercase()]
}
