//! The finding about a file without a document.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::source::edit::apply_text_edits;
use crate::source::kind_folder::kind_of_folder;
use crate::source::{Format, parse_source};

/// What to do first about a file without content.
const RESTORE: &str = "bring its content back if it was lost by mistake";

/// The word of the kind of a list.
const LIST: &str = "style";

/// Says with what a document begins that stands in such a folder. `nothing` is what the file holds in place of one; `named` is the
/// kind that others name it as, and who does: as long as they do, nobody may delete it.
#[must_use]
pub fn empty_file(file: &Arc<SourceFile>, format: Format, nothing: Span, named: Option<(&str, &str)>) -> Diagnostic {
    if let Some(finding) = all_commented_out(file, format) {
        return finding;
    }
    let write = |field: &str, value: &str| match format {
        Format::Yaml => format!("`{field}: {value}`"),
        Format::Toml => format!("`{field} = \"{value}\"`"),
    };
    let of_folder = kind_of_folder(file.path()).map(|(_, kind)| kind);
    let (due, begin) = match named.map(|(kind, _)| kind).or(of_folder).filter(|kind| *kind != LIST) {
        Some(kind) => (format!("a document of its folder needs {}", write("kind", kind)), write("kind", kind)),
        None => {
            let (name, language) = fields_of_name(file.path());
            let lines = format!("two lines such as {} and {}", write("name", &name), write("language", language));
            ("a list needs `name` and `language`".to_owned(), lines)
        }
    };
    let held = match file.slice(nothing) {
        "" => "is empty".to_owned(),
        written => format!("holds only `{written}`"),
    };
    let due = named.map_or(due, |(_, by)| by.to_owned());
    let delete = if named.is_none() { ", or delete the file" } else { "" };
    Diagnostic::new(Code::EmptyFile, file, nothing, format!("this file {held}; {due}"))
        .with_help(format!("{RESTORE}; or begin with {begin}{delete}"))
}

/// A file whose lines all are comments, and are a document without their `#`.
fn all_commented_out(file: &Arc<SourceFile>, format: Format) -> Option<Diagnostic> {
    let mut edits = Vec::new();
    let mut start = 0;
    for line in file.text().split_inclusive('\n') {
        let body = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if let Some(rest) = body.strip_prefix('#') {
            let at = start + line.len() - body.len();
            edits.push(Edit { span: Span::new(at, at + 1 + usize::from(rest.starts_with(' '))), text: String::new() });
        } else if !body.is_empty() {
            return None;
        }
        start += line.len();
    }
    let text = apply_text_edits(file.text(), &edits)?;
    // What is a comment all the same would be taken for one again.
    let said = edits.len() > 1 && !text.lines().all(|line| line.trim().is_empty() || line.starts_with('#'));
    let parsed = parse_source(&SourceFile::new("read", text), said.then_some(format)?);
    let [document] = parsed.documents.as_slice() else { return None };
    (parsed.findings.is_empty() && document.entries().len() > 1).then(|| {
        Diagnostic::new(Code::EmptyFile, file, edits[0].span, "all of this file is commented out")
            .with_label("and so are the lines below")
            .offering("take the `#` of its lines away", edits)
            .with_help("take the `#` of its lines away, or delete the file where nothing needs it")
    })
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
