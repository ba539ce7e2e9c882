//! A file that ends in the middle of a text or of a word, without the end of its last line: a paste, a download or an answer broke
//! off. Whatever is wrong on that line follows from it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::catalogue::Catalogue;
use crate::diagnostic::{Code, Diagnostic, Severity, Span};
use crate::schema::edits;
use crate::schema::schema_of_kind;
use crate::schema::validate::DocumentKind;

/// Least letters of a word that ends in its middle.
const LEAST: usize = 3;

/// Says of files that are cut off that they are, and nothing else of their last lines.
pub(super) fn tell_cut_files(findings: &mut [Vec<Diagnostic>], catalogue: &Catalogue) {
    for found in findings {
        let told = found.iter().filter(|finding| is_on_last_line(finding)).find_map(|finding| {
            let (at, label) = end_of_text(finding).or_else(|| end_of_word(finding, catalogue)).or_else(|| {
                value_begun(finding, catalogue)?;
                Some((finding.primary.span, "the beginning of a value".to_owned()))
            })?;
            let cut = Diagnostic::new(Code::Syntax, &finding.file, at, "the file ends in the middle here, as it seems");
            let help = "write it to its end, or bring the rest of the file back from where it is whole";
            let begun = value_begun(finding, catalogue).map(|value| format!("one value begins so: `{value}`"));
            Some(begun.into_iter().fold(cut.with_label(label).with_help(help), Diagnostic::with_note))
        });
        let Some(told) = told else { continue };
        found.retain(|finding| {
            let follows = finding.code == Code::MissingField || is_on_last_line(finding);
            !follows || !Arc::ptr_eq(&finding.file, &told.file)
        });
        found.push(told);
    }
}

/// Whether an error reaches the last line of a file that does not end it.
fn is_on_last_line(finding: &Diagnostic) -> bool {
    let file = &finding.file;
    let open = finding.severity == Severity::Error && file.has_text() && !file.text().ends_with(['\n', '\r']);
    open && finding.primary.span.end as usize >= edits::line_start(file, file.text().len())
}

/// The place of a text in brackets where neither its quote nor the bracket before it is closed, and what is said there.
fn end_of_text(finding: &Diagnostic) -> Option<(Span, String)> {
    let (text, start) = (finding.file.text(), finding.primary.span.start as usize);
    let line = edits::line_start(&finding.file, text.len());
    let (before, rest) = (text.get(line..start)?, text.get(start..)?);
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let opened = before.matches(['{', '[']).count() > before.matches(['}', ']']).count();
    let open =
        finding.code == Code::Syntax && opened && !rest[1..].contains(quote) && rest.ends_with(char::is_alphanumeric);
    open.then(|| (Span::new(start, text.len()), "ends in the middle of this text".to_owned()))
}

/// The place of a word alone that begins the name of a field, and what is said there.
fn end_of_word(finding: &Diagnostic, catalogue: &Catalogue) -> Option<(Span, String)> {
    let text = finding.file.text();
    let line = &text[edits::line_start(&finding.file, text.len())..];
    let word = line.trim_start_matches([' ', '-']);
    let plain = word.len() >= LEAST && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    if !plain || !matches!(finding.code, Code::Syntax | Code::WrongType) {
        return None;
    }
    let mut names = BTreeSet::new();
    for kind in DocumentKind::EVERY {
        collect_fields(&schema_of_kind(kind, catalogue), &mut names);
    }
    let mut begun = names.iter().filter(|name| name.starts_with(word));
    let first = begun.next().filter(|_| !names.contains(word))?;
    let label = match begun.next() {
        None => format!("the beginning of `{first}`"),
        Some(_) => "the beginning of a field".to_owned(),
    };
    Some((Span::new(text.len() - word.len(), text.len()), label))
}

/// The first value of its rule that begins as the value does with which a file ends.
fn value_begun<'c>(finding: &Diagnostic, catalogue: &'c Catalogue) -> Option<&'c str> {
    let (at, file) = (finding.primary.span, &finding.file);
    if finding.code != Code::UnknownValue || at.end as usize != file.text().len() {
        return None;
    }
    let (category, rule) = finding.pointer.as_deref()?.strip_prefix("/configured_rules/")?.split_once('/')?;
    let written = file.slice(at);
    let mut values = catalogue.find_rule(category, rule)?.values.keys();
    values.find(|name| written.len() >= LEAST && name.starts_with(written))
}

/// The names of all fields in a schema.
fn collect_fields(schema: &Json, names: &mut BTreeSet<String>) {
    match schema {
        Json::Object(parts) => {
            let fields = parts.get("properties").and_then(Json::as_object);
            names.extend(fields.into_iter().flat_map(|fields| fields.keys().cloned()));
            parts.values().for_each(|part| collect_fields(part, names));
        }
        Json::Array(parts) => parts.iter().for_each(|part| collect_fields(part, names)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::catalogue::load::{Edition, builtin_catalogue};
    use crate::check::check_project;
    use crate::diagnostic::SourceFile;
    use crate::model::project::Project;
    use crate::source::{Format, parse_source};

    fn messages(text: &str) -> Vec<String> {
        let parsed = parse_source(&SourceFile::new("styles/de.yaml", text), Format::Yaml);
        let checked = check_project(&[parsed], &Project::default(), &builtin_catalogue(Edition::Core));
        checked.findings.iter().map(|finding| finding.message.clone()).collect()
    }

    #[test]
    fn a_file_that_ends_in_the_middle_is_one_finding() {
        let begins = "name: Support\nlanguage: de\ncustom_instructions:\n";
        for rest in [
            "  - { label: Tone, prompt: \"Write as to frie",
            "  - label: Tone\n    prom",
            "  - label: Tone\n    prompt: Be kind.\nconfigured_ru",
            "  - label: Tone\n    prompt: Be kind.\nconfigured_rules:\n  punctuation:\n    ellipsis: use_ellipsis_char",
        ] {
            assert_eq!(
                messages(&format!("{begins}{rest}")),
                ["the file ends in the middle here, as it seems"],
                "{rest}"
            );
            assert_ne!(
                messages(&format!("{begins}{rest}\n")),
                ["the file ends in the middle here, as it seems"],
                "{rest}"
            );
        }
        for rest in [
            "  - { label: Tone, prompt: Be kind. }",
            "  - label: Tone\n    prompt: \"Be kind.",
            "  - label: Tone\n    prompt Be",
        ] {
            assert_ne!(
                messages(&format!("{begins}{rest}")),
                ["the file ends in the middle here, as it seems"],
                "{rest}"
            );
        }
    }
}
