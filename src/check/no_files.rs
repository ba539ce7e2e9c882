//! `no-files`: a project whose patterns match nothing.

use crate::diagnostic::{Code, Diagnostic, Severity, SourceFile, Span};
use crate::model::project::Project;

/// Takes `no-files` away where something else is the reason that there are none. `found` comes of looking for the files.
pub fn drop_implied_no_files(findings: &mut Vec<Diagnostic>, found: &[Diagnostic]) {
    if found.iter().any(|finding| finding.severity == Severity::Error) {
        findings.retain(|finding| finding.code != Code::NoFiles);
    }
}

/// The finding of a project whose patterns match nothing, with what was meant by them.
pub(super) fn no_files(project: &Project) -> Diagnostic {
    let file = SourceFile::new("housestyle.toml", "");
    let folder = project.files.iter().find(|pattern| !pattern.contains(['*', '?', '[', '{', '.']));
    let read = [".yaml", ".yml", ".toml", "}", "*"];
    let unread =
        project.files.iter().find(|pattern| !read.iter().any(|end| pattern.ends_with(end)) && folder.is_none());
    let patterns: Vec<String> = project.files.iter().map(|pattern| format!("`{pattern}`")).collect();
    Diagnostic::new(Code::NoFiles, &file, Span::empty_at(0), "no file of the project matches its patterns")
        .with_note(format!("patterns: {}", patterns.join(", ")))
        .with_help(match folder {
            Some(folder) => {
                format!("write a pattern of files: `{}/**/*.{{yaml,yml,toml}}`", folder.trim_end_matches('/'))
            }
            None if unread.is_some_and(|pattern| pattern.ends_with(".md")) => {
                "Markdown is not read: write a list as YAML, such as `styles/de.yaml`; `housestyle init` writes a first one"
                    .to_owned()
            }
            None if unread.is_some() => {
                "files are read that end with `.yaml`, `.yml` or `.toml`: YAML takes JSON under such a name".to_owned()
            }
            None => {
                "write a first list, or set `files` in housestyle.toml: documents end with `.yaml`, `.yml` or `.toml`"
                    .to_owned()
            }
        })
}
