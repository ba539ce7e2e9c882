//! `malformed-language` and `unlikely-language`: a source language that is no code, or the code of a country.
//!
//! Which source languages the service takes changes often and is not checked.

use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::check::raw_document::RawDocument;
use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile};
use crate::schema::edits;
use crate::schema::explain_language::{COUNTRY_LANGUAGES, explain_invalid_code, looks_like_code};

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
            let (country, code, name) = COUNTRY_LANGUAGES.iter().find(|(country, ..)| *country == lower)?;
            let title = format!("write `{code}`");
            let message = format!("`{}` is the code of a country; {name} is `{code}`", written.value);
            let fix = edits::replace_span(
                written.span,
                edits::match_notation(file, written.span, code),
                title.clone(),
                Safety::Unsafe,
            );
            let finding = Diagnostic::new(Code::UnlikelyLanguage, file, written.span, message)
                .with_label(format!("`{country}` is no language code"))
                .with_help(title)
                .with_fix(fix);
            Some(finding.with_pointer(pointer))
        })
        .collect()
}
