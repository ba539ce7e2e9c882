//! Files of other tools among the documents: one finding about the file, none about each of its fields.

use crate::diagnostic::{Code, Diagnostic};
use crate::schema::document_kind::DocumentKind;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::source::{Entry, Node};

/// Files of others, by the fields at their top: all that are named are there.
const FOREIGN_FILES: &[(&[&str], &str)] = &[
    (&["on", "jobs"], "a workflow of GitHub Actions"),
    (&["runs", "description"], "an action of GitHub"),
    (&["stages"], "a pipeline of GitLab"),
    (&["services"], "a file of Docker Compose"),
    (&["repos"], "a configuration of pre-commit"),
    (&["openapi"], "a description of an interface (OpenAPI)"),
    (&["swagger"], "a description of an interface (OpenAPI)"),
    (&["message", "level"], "a rule of Vale"),
    (&["project_id", "files"], "a configuration of Crowdin"),
    (&["replicaCount"], "a file of values for Helm"),
    (&["apiVersion"], "a resource of Kubernetes"),
    (&["term", "definition"], "an entry of a term base"),
    (&["term", "translations"], "an entry of a term base"),
    (&["@@locale"], "a file of an application's texts"),
    (&["dependencies"], "a list of packages"),
    (&["scripts"], "a list of packages"),
];

/// One finding about a document that says no kind and has no field of a list. `is_slip` tells a field that was meant
/// for one of a list.
pub(super) fn explain_foreign_file(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    unknown: &[&Entry],
    missing: &[&str],
    is_slip: &dyn Fn(&Entry) -> bool,
) -> Option<Diagnostic> {
    let first = unknown.first()?;
    let unsaid = explained.kind == Some(DocumentKind::Style) && node.get("kind").is_none() && parts.is_empty();
    if !unsaid || !missing.contains(&"language") {
        return None;
    }
    let named = |field: &str| unknown.iter().any(|entry| entry.key.value == field);
    let known = FOREIGN_FILES.iter().find(|(fields, _)| fields.iter().all(|field| named(field)));
    let texts = node
        .entries()
        .iter()
        .all(|entry| explained.catalogue.supports_language(&entry.key.value) && !entry.value.entries().is_empty());
    let strange = |entry: &&Entry| {
        let written = entry.key.value.as_str();
        let word = !written.is_empty() && written.chars().all(|c| c.is_ascii_alphanumeric() || "_-.@".contains(c));
        word && !explained.catalogue.categories.contains_key(written)
            && !explained.catalogue.iter_rules().any(|rule| rule.name == written)
            && !explained.fields_at(&["custom_instructions", "0"]).contains(&written)
            && !is_slip(entry)
    };
    let ours = node.entries().len() - unknown.len();
    if known.is_none() && (ours > 0 || !missing.contains(&"name") || !unknown.iter().all(strange)) {
        return None;
    }
    let message = match known {
        Some((_, what)) => format!("this is {what}, as it seems, not a style rule list"),
        None if texts => "these are texts of an application, as it seems, not a style rule list".to_owned(),
        None => "no field of this document belongs to a style rule list".to_owned(),
    };
    let path = echo_text(explained.file.path());
    let help = if texts || known.is_some_and(|(_, what)| what.contains("texts")) {
        format!(
            "take it out with `exclude = [\"{path}\"]` in housestyle.toml; what is translated under a style is named in `[[texts]]`"
        )
    } else if known.is_some_and(|(_, what)| what.contains("term base")) {
        "write terms as a document with `kind: glossary`, `name` and `dictionaries`".to_owned()
    } else {
        format!(
            "begin with `name` and `language`, or take the file out with `exclude = [\"{path}\"]` in housestyle.toml"
        )
    };
    let finding = explained.new_finding(Code::UnknownField, first.key.span, message);
    Some(finding.with_label("no field of a list").with_help(help).with_pointer(format!("/{}", first.key.value)))
}
