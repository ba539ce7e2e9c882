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
        None => (
            "this file is empty; a list needs `name` and `language`".to_owned(),
            format!(
                "begin with two lines such as {} and {}",
                write("name", "Support, German"),
                write("language", "de")
            ),
        ),
    };
    Diagnostic::new(Code::EmptyFile, file, Span::empty_at(0), message).with_help(help)
}
