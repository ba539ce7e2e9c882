//! Codes of languages in glossaries, spoken terms and profiles: their form, roots, and whether they are known.
//!
//! What the service offers now, only its own listing says: beyond form, everything is a warning.

use std::sync::Arc;

use crate::catalogue::languages::{KNOWN, known, root};
use crate::catalogue::nearest;
use crate::diagnostic::{Code, Diagnostic, Located, Safety, SourceFile};
use crate::schema::edits;
use crate::schema::explain_language::{COUNTRIES, looks_like_code};
use crate::schema::validate::echo;

/// What is wrong with a code, if something is.
pub(super) fn check(file: &Arc<SourceFile>, written: &Located<String>, pointer: &str) -> Option<Diagnostic> {
    let Located { value, span } = written;
    let finding = |code, message: String| Diagnostic::new(code, file, *span, message).at(pointer);
    let write = |finding: Diagnostic, code: &str, safety| {
        let title = format!("write `{code}`");
        let text = edits::like(file, *span, code);
        finding.help(&title).fix(edits::replace(*span, text, title.clone(), safety))
    };
    let lower = value.trim().to_lowercase();
    if !looks_like_code(value) {
        let found = finding(Code::MalformedLanguage, format!("`{}` is not a language code", echo(value)))
            .label("not a code")
            .note("a code looks like `en`, `pt-BR` or `zh-Hans`");
        let dashed = value.trim().replace('_', "-");
        let named = KNOWN.iter().find(|language| language.name.to_lowercase() == lower).map(|language| language.code);
        return Some(match named {
            Some(code) => write(found, code, Safety::Safe),
            None if looks_like_code(&dashed) => write(found, &dashed, Safety::Safe),
            None => found.help("write the code of a language"),
        });
    }
    if known(&lower).is_some() {
        return None;
    }
    if let Some((country, code, name)) = COUNTRIES.iter().find(|(country, ..)| *country == lower) {
        let message = format!("`{}` is the code of a country; {name} is `{code}`", echo(value));
        let found = finding(Code::UnlikelyLanguage, message).label(format!("`{country}` is no language code"));
        return Some(write(found, code, Safety::Unsafe));
    }
    let found = finding(Code::UnlistedLanguage, format!("the service was not known to offer `{}`", echo(value)))
        .label("not a known language")
        .note("only the live listing settles it: `housestyle languages` shows it");
    let named = KNOWN.iter().find(|language| language.name.to_lowercase() == lower);
    if let Some(language) = named {
        return Some(write(found, language.code, Safety::Unsafe));
    }
    if root(&lower) != lower && known(root(&lower)).is_some() {
        return Some(write(found, root(&lower), Safety::Unsafe));
    }
    let near = nearest::words(&lower, KNOWN.iter().map(|language| language.code));
    Some(match near.first() {
        Some(code) => found.help(format!("did you mean `{code}`?")),
        None => found.help("correct the code, or see whether the service takes it"),
    })
}

/// A code that has to be a root, as glossaries are kept for.
pub(super) fn check_root(file: &Arc<SourceFile>, written: &Located<String>, pointer: &str) -> Option<Diagnostic> {
    let lower = written.value.to_lowercase();
    let root = root(&lower);
    if !looks_like_code(&written.value) || root == lower {
        return check(file, written, pointer);
    }
    let title = format!("write `{root}`");
    let message = format!("glossaries are kept per root language; `{}` is a variant", echo(&written.value));
    let text = edits::like(file, written.span, root);
    let finding = Diagnostic::new(Code::RegionalLanguage, file, written.span, message)
        .label(format!("the root is `{root}`"))
        .note("a dictionary of the root language also serves requests for its variants")
        .help(&title)
        .fix(edits::replace(written.span, text, title.clone(), Safety::Unsafe));
    Some(finding.at(pointer))
}

/// The code and the English name of a language, lower-case.
pub(super) fn words(code: &str) -> [String; 2] {
    let name = known(code).map_or(code, |language| language.name);
    [code.to_owned(), name.to_lowercase()]
}
