//! `malformed-language` and `unlikely-language`: a source language that is no code, or the code of a country.
//!
//! Which source languages the service takes changes often and is not checked.

use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::check::own::Own;
use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile};
use crate::schema::edits;
use crate::schema::explain_language::{COUNTRIES, looks_like_code, not_a_code};

/// Codes of countries that are languages of their own as well are not looked at.
pub(super) fn check(file: &Arc<SourceFile>, own: &Own, catalogue: &Catalogue) -> Vec<Diagnostic> {
    own.instructions
        .iter()
        .filter_map(|instruction| {
            let written = instruction.source_language.as_ref()?;
            let pointer = format!("/custom_instructions/{}/source_language", instruction.index);
            if !looks_like_code(&written.value) {
                return Some(not_a_code(file, catalogue, written.span, &written.value).at(pointer));
            }
            let lower = written.value.to_ascii_lowercase();
            let (country, code, name) = COUNTRIES.iter().find(|(country, ..)| *country == lower)?;
            let title = format!("write `{code}`");
            let message = format!("`{}` is the code of a country; {name} is `{code}`", written.value);
            let fix =
                edits::replace(written.span, edits::like(file, written.span, code), title.clone(), Safety::Unsafe);
            let finding = Diagnostic::new(Code::UnlikelyLanguage, file, written.span, message)
                .label(format!("`{country}` is no language code"))
                .help(title)
                .fix(fix);
            Some(finding.at(pointer))
        })
        .collect()
}
