//! Names that belong to something else, with the way from there: fields of requests and of other kinds, of other tools, and of
//! editors.

use crate::diagnostic::{Diagnostic, Safety};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explained_document::ExplainedDocument;
use crate::source::{Entry, Value};

/// Fields of a profile that people write into a list.
const PROFILE_FIELDS: &[&str] = &[
    "formality",
    "tone",
    "writing_style",
    "model_type",
    "glossary",
    "glossaries",
    "glossary_id",
    "translation_memory",
    "tag_handling",
    "context",
    "spoken_terms",
    "source_language",
];

/// Parameters of a request that the application adds, or that no file sets.
const REQUEST_FIELDS: &[&str] = &[
    "text",
    "texts",
    "file",
    "filename",
    "split_sentences",
    "preserve_formatting",
    "outline_detection",
    "non_splitting_tags",
    "splitting_tags",
    "ignore_tags",
    "auth_key",
    "message_format",
    "target_media_languages",
];

/// What to do about a name that is known from elsewhere; nothing where it is known from nowhere.
pub(super) fn explain_stranger(
    case: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let written = entry.key.value.to_ascii_lowercase().replace('-', "_");
    let finding = finding.clone();
    let style = matches!(case.kind, Some(DocumentKind::Style | DocumentKind::Base)) && parts.is_empty();
    let toml = edits::is_toml(case.file);
    Some(match (case.kind, written.as_str()) {
        (_, "$schema") => {
            let schema = entry.value.text().unwrap_or("schema/style.schema.json");
            let line =
                if toml { format!("#:schema {schema}") } else { format!("# yaml-language-server: $schema={schema}") };
            finding
                .with_label("for editors, which read it from a comment")
                .with_help(format!("write it as the first line, as a comment: `{line}`"))
        }
        (Some(DocumentKind::Style), "prevent_destroy") | (Some(DocumentKind::Style), "lifecycle")
            if parts.is_empty() =>
        {
            finding
                .with_label("a word of Terraform's")
                .with_help("write `protected: true` to keep it from being deleted")
        }
        (None, "lifecycle" | "prevent_destroy") => finding
            .with_label("a word of Terraform's")
            .with_help("name what is never deleted in `[safeguards]`: `protect = [\"style/support-de\"]`"),
        (None, "prune") => {
            let on = entry.value.value == Value::Bool(true);
            let word = if on { "prune" } else { "keep" };
            let help = format!("write `deletion = \"{word}\"`");
            let finding = finding.with_label("a word of `deletion`").with_help(&help);
            match (&entry.value.value, case.node_at(&[parts, &["deletion"]].concat())) {
                (Value::Bool(_), None) => finding.with_fix(edits::replace_span(
                    entry.span(),
                    format!("deletion = \"{word}\""),
                    help,
                    Safety::Unsafe,
                )),
                _ => finding,
            }
        }
        (None, "store") if parts.is_empty() => finding.with_label("a field of `state`").with_help(
            "write `state = { store = \"object\" }`, and give the address with `--state` or HOUSESTYLE_STATE",
        ),
        (None, "provider" | "terraform" | "resource") => finding
            .with_label("a word of Terraform's")
            .with_help("name the service with `service`, the key with HOUSESTYLE_AUTH_KEY where the tool runs"),
        (None, "backend" | "remote_state") => {
            finding.with_help("say where the state is kept: `state = { store = \"git\" }`")
        }
        (None, "styles" | "glossaries" | "profiles" | "paths" | "include") if parts.is_empty() => {
            finding.with_help("name the files by patterns: `files = [\"styles/**/*.yaml\"]`")
        }
        (None, "environment" | "env") if parts.is_empty() => {
            finding.with_help("give each environment a table of its own: `[environments.prod]`")
        }
        (None, "protect") if parts.is_empty() => finding.with_help("put it into `[safeguards]`"),
        (None, "bucket" | "region" | "prefix") => {
            finding.with_help("write `store = \"object\"`, and give the address with `--state` or HOUSESTYLE_STATE")
        }
        (Some(DocumentKind::Profile), "name" | "title") if parts.is_empty() => finding
            .with_label("a profile has no name on the service")
            .with_help("write `key` for what it is called in commands, or `description` for people"),
        (Some(DocumentKind::Profile), field) if parts.is_empty() && REQUEST_FIELDS.contains(&field) => finding
            .with_label("a parameter of the request itself")
            .with_note("a profile holds what all its requests have in common")
            .with_help("leave it out; the application adds it to what `housestyle render` prints"),
        (Some(DocumentKind::Style | DocumentKind::Base), field) if style && PROFILE_FIELDS.contains(&field) => {
            finding.with_label("a field of translation profiles").with_help(match field {
                "formality" | "tone" => {
                    format!("put `{field}` into a document with `kind: translation_profile`, or write an instruction")
                }
                _ => format!("put `{field}` into a document with `kind: translation_profile` that names this list"),
            })
        }
        (Some(DocumentKind::StyleTest), "kind") => {
            finding.with_label("said by the folder").with_help("leave it out: files of style tests stand in `tests`")
        }
        (Some(DocumentKind::Glossary), "entries_format") => finding
            .with_label("said by the ending of a file")
            .with_help("leave it out: a `file` ends with `.tsv` or `.csv`"),
        _ => return None,
    })
}
