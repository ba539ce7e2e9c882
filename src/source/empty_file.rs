//! The finding about a file without a document.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::Format;
use crate::source::kind_folder::kind_of_folder;

/// Says with what a document begins that stands in such a folder.
pub(super) fn empty_file(file: &Arc<SourceFile>, format: Format) -> Diagnostic {
    let write = |field: &str, value: &str| match format {
        Format::Yaml => format!("`{field}: {value}`"),
        Format::Toml => format!("`{field} = \"{value}\"`"),
    };
    let (message, help) = match kind_of_folder(file.path()) {
        Some((_, kind)) => (
            format!("this file is empty; a document of its folder needs {}", write("kind", kind)),
            format!("begin with {}, or delete the file", write("kind", kind)),
        ),
        None => {
            let (name, language) = fields_of_name(file.path());
            (
                "this file is empty; a list needs `name` and `language`".to_owned(),
                format!(
                    "begin with two lines such as {} and {}, or delete the file",
                    write("name", &name),
                    write("language", language)
                ),
            )
        }
    };
    Diagnostic::new(Code::EmptyFile, file, Span::empty_at(0), message).with_help(help)
}

/// What a list may be called that stands in such a file, and its language: those of an example, where the file does not say them.
fn fields_of_name(path: &str) -> (String, &str) {
    let stem = path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
    let parts = stem.rsplit_once(['-', '_']).filter(|(name, language)| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && language.len() == 2
            && language.bytes().all(|byte| byte.is_ascii_lowercase())
    });
    let Some((name, language)) = parts else { return ("Support, German".to_owned(), "de") };
    let (first, rest) = name.split_at(1);
    (format!("{}{}", first.to_ascii_uppercase(), rest.replace(['-', '_'], " ")), language)
}
