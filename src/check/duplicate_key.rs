//! `duplicate-style-key`: two documents of one kind have the same key.

use foldhash::HashMap;

use crate::check::document::{SourceDocument, key_of_file};
use crate::diagnostic::{Code, Diagnostic, Safety, Span};
use crate::model::Key;
use crate::schema::edits;
use crate::schema::validate::DocumentKind;

/// Says it at the later document.
pub(super) fn check_duplicate_keys(documents: &[SourceDocument<'_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(DocumentKind, &str), &SourceDocument<'_>> = HashMap::default();
    let mut repeated = Vec::new();
    for document in documents {
        let Some(key) = &document.key else { continue };
        match first.get(&(document.shape, key.as_str())) {
            // Whose file has this name is the one that it belongs to.
            Some(other) if is_own_key(document) && !is_own_key(other) => {
                let other = first.insert((document.shape, key.as_str()), document).unwrap_or(document);
                repeated.push((other, key, document));
            }
            Some(other) => repeated.push((document, key, *other)),
            None => {
                first.insert((document.shape, key.as_str()), document);
            }
        }
    }
    let finding = |(document, key, other): (&SourceDocument<'_>, &Key, &SourceDocument<'_>)| {
        let place = other.file.place_of(other.key_span);
        let given =
            |document: &SourceDocument<'_>| if document.key_written { "" } else { ", given by the file's name" };
        let noun = document.shape.noun();
        let finding = Diagnostic::new(
            Code::DuplicateStyleKey,
            document.file,
            document.key_span,
            format!("the key `{key}` is taken by another {noun}"),
        )
        .with_label(format!("also `{key}`{}", given(document)))
        .with_note(format!("first at {place}{}", given(other)))
        .with_pointer(if document.key_written { "/key" } else { "" });
        let beside = other.file.path() == document.file.path();
        let own = key_of_file(document.file, document.shape);
        let free = !beside && !first.contains_key(&(document.shape, own)) && Key::new(own).is_ok();
        let finding = match (document.key_written, is_copy(document, other)) {
            (true, _) if free => {
                let help = format!("leave `key` out: then it is `{own}`, as the file is named; or give it another key");
                let line = key_line(document);
                let fix = line.map(|line| edits::replace_span(line, "", "leave `key` out", Safety::Unsafe));
                fix.into_iter().fold(finding.with_help(help), Diagnostic::with_fix)
            }
            (true, _) => finding.with_help("give it another key"),
            (false, true) => finding
                .with_help("delete one of the two, which have the same name; or add `key` and give it another name"),
            (false, false) => finding.with_help("add `key`, or give the file another name"),
        };
        if beside && other.key_span != document.key_span {
            finding.with_secondary(other.key_span, "first here")
        } else {
            finding
        }
    };
    repeated.into_iter().map(finding).collect()
}

/// Whether a document has the key that the name of its file gives.
fn is_own_key(document: &SourceDocument<'_>) -> bool {
    document.key.as_ref().is_some_and(|key| key.as_str() == key_of_file(document.file, document.shape))
}

/// The line that gives a document its key, where it is a line of its own.
fn key_line(document: &SourceDocument<'_>) -> Option<Span> {
    let (file, value) = (document.file, document.key_span);
    // Without its text, a file is read again before anything is said of it.
    if !file.has_text() {
        return None;
    }
    let start = edits::line_start(file, value.start as usize);
    let name = file.text().get(start..value.start as usize)?.trim_end().trim_end_matches([':', '=']).trim_end();
    edits::lines_of_span(file, Span::new(start, value.end as usize)).filter(|_| name == "key")
}

/// Whether two documents have the same name and language: one is what a renaming or a copy left behind.
fn is_copy(one: &SourceDocument<'_>, other: &SourceDocument<'_>) -> bool {
    let name = |document: &SourceDocument<'_>| document.raw.name.as_ref().map(|name| name.value.trim().to_owned());
    let language = |document: &SourceDocument<'_>| document.raw.language.as_ref().map(|code| code.value.clone());
    name(one).is_some() && name(one) == name(other) && language(one) == language(other)
}
