//! Several names in one text where each is due by itself.

use crate::diagnostic::{Diagnostic, Located, Safety};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;

/// Names in one text that a comma of another script joins, which is told too, or another sign where each of them is known.
#[must_use]
pub fn split_joined_names(text: &str, is_known: impl Fn(&str) -> bool) -> Option<(Vec<&str>, Option<char>)> {
    let foreign = text.chars().find(|c| matches!(c, '，' | '、' | '；' | '،'));
    let names: Vec<&str> = match foreign {
        Some(sign) => text.split(sign).map(str::trim).collect(),
        None => text.split([',', ';', ' ', '\n']).filter(|name| !name.is_empty()).collect(),
    };
    let known = names.len() > 1 && names.iter().all(|name| is_known(name));
    (foreign.is_some() || known).then_some((names, foreign))
}

/// Several names that a comma of another script joins to one, or another sign where each of them is known; `finding` says that
/// nothing has that name.
#[must_use]
pub fn explain_joined_names(
    finding: &Diagnostic,
    written: &Located<String>,
    is_known: impl Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let (file, span, text) = (&finding.file, written.span, written.value.as_str());
    let (names, foreign) = split_joined_names(text, is_known)?;
    let list =
        |part: &str| names.iter().map(|name| edits::match_notation(file, span, name)).collect::<Vec<_>>().join(part);
    let label = match foreign {
        Some(sign) => format!("`{sign}` (U+{:04X}) parts nothing", u32::from(sign)),
        None => format!("{} names in one text", names.len()),
    };
    let help = format!("write `, ` between them: `[{}]`", echo_text(&list(", ")));
    let finding = finding.clone().with_label(label).with_help(help);
    let before = file.text().get(..span.start as usize).unwrap_or_default().trim_end();
    let inside = before.ends_with(['[', ',']) && names.iter().all(|name| !name.is_empty());
    let fix = edits::replace_span(span, list(", "), "write `, ` between them", Safety::Unsafe);
    Some(if inside { finding.with_fix(fix) } else { finding })
}
