//! Documents of ours that no pattern of a project reaches. Nothing checks or applies them, which nobody would notice.
//!
//! A file is one of ours where its lines say so, also where it is not well-formed: top-level fields that no other file
//! has together. Files that the project excludes, that git ignores, and those of a project further down are left alone.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::discover::read_source_file;
use crate::source::parallel::map_all;

/// Fields of which a document of each kind has one, with the `kind` that it names, if any is needed beside `language`.
const KINDS: &[(&str, &[&str], &str)] = &[
    ("base_style", &["configured_rules", "custom_instructions", "without_rules", "extends"], "base style"),
    ("glossary", &["dictionaries"], "glossary"),
    ("spoken_terms", &["term_lists"], "collection of spoken terms"),
    ("style_profile", &["styles", "glossaries", "translation_memories"], "style profile"),
    ("translation_profile", &["style", "glossaries", "target_language", "source_language"], "translation profile"),
    ("style", &["configured_rules", "custom_instructions", "language"], "style rule list"),
];
/// Name of the file that marks a project.
const PROJECT_FILE: &str = "housestyle.toml";

/// Findings for those of `passed_over` (paths from `root`) that are documents of ours. `patterns` are those of the project.
#[must_use]
pub fn find_outside(root: &Utf8Path, passed_over: &[Utf8PathBuf], patterns: &[String]) -> Vec<Diagnostic> {
    let nested: BTreeSet<&Utf8Path> = passed_over
        .iter()
        .filter(|path| path.file_name() == Some(PROJECT_FILE))
        .filter_map(|path| path.parent())
        .filter(|folder| !folder.as_str().is_empty())
        .collect();
    let own: Vec<Utf8PathBuf> =
        passed_over.iter().filter(|path| !path.ancestors().any(|folder| nested.contains(folder))).cloned().collect();
    let found = map_all(&own, |path| {
        let (file, unread) = read_source_file(root, path);
        if unread.is_empty() { document_noun(file.text()).map(|noun| outside_file(path, noun, patterns)) } else { None }
    });
    found.into_iter().flatten().collect()
}

/// Whether the file at `path` (from `root`) is a document of ours by its lines.
#[must_use]
pub fn is_own_document(root: &Utf8Path, path: &Utf8Path) -> bool {
    root.join(path).is_file() && document_noun(read_source_file(root, path).0.text()).is_some()
}

fn outside_file(path: &Utf8Path, noun: &str, patterns: &[String]) -> Diagnostic {
    let file = SourceFile::new(path.as_str().replace('\\', "/"), "");
    let shown: Vec<String> = patterns.iter().map(|pattern| format!("`{pattern}`")).collect();
    let folder = path.parent().map(Utf8Path::as_str).filter(|folder| !folder.is_empty());
    let pattern = match (folder, path.extension()) {
        (Some(folder), Some(ending)) => format!("{folder}/**/*.{ending}"),
        (None, Some(ending)) => format!("*.{ending}"),
        (_, None) => path.to_string(),
    };
    Diagnostic::new(
        Code::OutsideFiles,
        &file,
        Span::empty_at(0),
        format!("no pattern of the project reaches this {noun}: it is neither checked nor applied"),
    )
    .with_note(format!("patterns: {}", shown.join(", ")))
    .with_help(format!(
        "move it, add `{pattern}` to `files` in housestyle.toml, or to `exclude` if it is meant to stay out"
    ))
}

/// What a text is by its top-level fields; nothing where it is none of ours.
fn document_noun(text: &str) -> Option<&'static str> {
    let mut fields: BTreeSet<&str> = BTreeSet::new();
    let mut kind = None;
    for line in text.lines() {
        let line = line.trim_start_matches('\u{feff}');
        let bare = line.trim_start_matches('[').trim_start_matches(['"', '\'']);
        let end = bare.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(bare.len());
        let (field, rest) = bare.split_at(end);
        let table = line.starts_with('[');
        let rest = rest.trim_start_matches(['"', '\'', ' ']);
        if field.is_empty() || !(table || rest.starts_with([':', '='])) {
            continue;
        }
        fields.insert(field);
        if field == "kind" && kind.is_none() {
            let value = rest[1..].trim().trim_start_matches(['"', '\'']);
            kind = value.split(['"', '\'', ' ', '#']).next();
        }
    }
    let has = |some: &[&str]| some.iter().any(|field| fields.contains(field));
    let fits = |(word, some, _): &&(&str, &[&str], &str)| match kind {
        Some(kind) => kind == *word && has(some),
        None => *word == "style" && fields.contains("language") && has(&["configured_rules", "custom_instructions"]),
    };
    KINDS.iter().find(fits).map(|(_, _, noun)| *noun)
}

#[cfg(test)]
mod tests {
    use super::document_noun;

    #[test]
    fn documents_of_ours_are_known_by_their_lines_and_others_are_not() {
        for (text, wanted) in [
            ("name: A\nlanguage: de\nconfigured_rules:\n  numbers: {}\n", Some("style rule list")),
            ("language = 'de'\n[configured_rules.numbers]\n", Some("style rule list")),
            ("language = 'de'\n[[custom_instructions]]\nlabel = 'x'\n", Some("style rule list")),
            // Also where it is not well-formed.
            ("language: de\n\tname: [\ncustom_instructions:\n", Some("style rule list")),
            ("kind: base_style\nconfigured_rules:\n", Some("base style")),
            ("\"kind\": \"glossary\"\ndictionaries:\n", Some("glossary")),
            ("kind: spoken_terms\nterm_lists: []\n", Some("collection of spoken terms")),
            ("kind: translation_profile # x\ntarget_language: de\n", Some("translation profile")),
            ("kind: Deployment\nspec:\n  language: de\n", None),
            ("kind: style\ncolor: red\n", None),
            ("language: python\nscript: x\n", None),
            ("# configured_rules: and language: in a comment\n", None),
            ("name: A\nlanguage: de\n", None),
            ("", None),
        ] {
            assert_eq!(document_noun(text), wanted, "{text}");
        }
    }
}
