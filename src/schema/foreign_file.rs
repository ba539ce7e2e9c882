//! Files of other tools among the documents: one finding about the file, none about each of its fields.

use std::sync::Arc;

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::schema::document_kind::DocumentKind;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::source::test_files::TESTS_FOLDER;
use crate::source::{Entry, Node};

const REQUEST: &str = "a request to the service";
const TERM_BASE: &str = "an entry of a term base";
const TEXTS: &str = "a file of an application's texts";
const TESTS: &str = "a file of style tests";
const TERRAFORM: &str = "a block of Terraform";
const ANSWER: &str = "an answer of the service about a fault";

const CATALOGUE: &str = "a catalogue file of rules";

/// All that an answer about a fault has.
const ANSWER_FIELDS: &[&str] = &["message", "detail", "code", "error", "status"];

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
    (&["StylesPath"], "a configuration of Vale"),
    (&["text", "target_lang"], REQUEST),
    (&["tests", "style"], TESTS),
    (&["tests", "profile"], TESTS),
    (&["project_id", "files"], "a configuration of Crowdin"),
    (&["replicaCount"], "a file of values for Helm"),
    (&["apiVersion"], "a resource of Kubernetes"),
    (&["term", "definition"], TERM_BASE),
    (&["term", "translations"], TERM_BASE),
    (&["@@locale"], TEXTS),
    (&["dependencies"], "a list of packages"),
    (&["scripts"], "a list of packages"),
    (&["resource"], TERRAFORM),
    (&["provider"], TERRAFORM),
    (&["variable"], TERRAFORM),
    (&["message"], ANSWER),
    (&["categories"], CATALOGUE),
    (&["languages"], CATALOGUE),
];

/// Fields that tell a document of ours, wherever it is wrapped.
const OURS: &[&str] =
    &["language", "configured_rules", "custom_instructions", "dictionaries", "term_lists", "target_language", "rules"];

/// Whether a file has the name of the project file with another ending, and settings of one.
pub fn is_other_project_file<'n>(path: &str, mut fields: impl Iterator<Item = &'n str>) -> bool {
    const SETTINGS: &[&str] = &["files", "service", "state", "stack", "environments", "safeguards", "lints", "texts"];
    let named = matches!(path, "housestyle.yaml" | "housestyle.yml" | ".housestyle.yaml" | ".housestyle.yml");
    named && fields.any(|name| SETTINGS.contains(&name))
}

/// Whether a document is laid out as a catalogue file of rules: with categories that have rules, or with nothing but languages that
/// are not built in.
#[must_use]
pub fn is_catalogue(document: &Node) -> bool {
    let categories = document.get("categories").map(Node::entries).unwrap_or_default();
    let has_rules = !categories.is_empty() && categories.iter().all(|category| category.value.get("rules").is_some());
    let languages = document.get("languages").map(Node::items).unwrap_or_default();
    let built_in = parsed_catalogue(Edition::Public);
    let is_new = |language: &Node| {
        let text = |field: &str| language.get(field).and_then(Node::text);
        text("name").is_some() && text("code").is_some_and(|code| !built_in.supports_language(code))
    };
    has_rules || document.entries().len() == 1 && !languages.is_empty() && languages.iter().all(is_new)
}

/// One finding about a document that is laid out as a file of another tool, whatever it says of its kind.
pub(super) fn explain_known_file(file: &Arc<SourceFile>, document: &Node) -> Option<Diagnostic> {
    let has = |field: &str| document.get(field).is_some();
    let names = document.entries().iter().map(|entry| entry.key.value.as_str());
    let settings = !has("language") && !has("kind") && is_other_project_file(file.path(), names);
    if let Some(first) = document.entries().first().filter(|_| settings) {
        let message = "these are the settings of a project, which stand in housestyle.toml";
        let finding =
            Diagnostic::new(Code::UnknownField, file, first.key.span, message).with_label("no field of a list");
        let help = "write them there, as TOML, and delete this file";
        return Some(finding.with_help(help).with_pointer(format!("/{}", first.key.value)));
    }
    let (fields, what) = FOREIGN_FILES.iter().find(|(fields, _)| fields.iter().all(|field| has(field)))?;
    let told = || document.entries().iter().all(|entry| ANSWER_FIELDS.contains(&entry.key.value.as_str()));
    if *what == ANSWER && !told() || *what == CATALOGUE && !is_catalogue(document) {
        return None;
    }
    if has("configured_rules") || has("custom_instructions") || has("dictionaries") {
        return None;
    }
    let resource = has("apiVersion") && (has("metadata") || has("spec"));
    if has("language") || (has("kind") && !resource) {
        return None;
    }
    let path = echo_text(file.path());
    let kind = document.get("kind").and_then(Node::text).filter(|_| resource);
    let kind = kind.and_then(|kind| DocumentKind::from_name(&kind.to_lowercase()));
    let kind = kind.filter(|kind| *kind != DocumentKind::Style);
    let first = document.entries().iter().find(|entry| fields.contains(&entry.key.value.as_str()))?;
    let help = match *what {
        REQUEST => {
            "begin with `kind: translation_profile`, write `target_language`, and keys of documents where ids stand"
                .to_owned()
        }
        TERM_BASE => "write terms as a document with `kind: glossary`, `name` and `dictionaries`".to_owned(),
        _ if resource
            && OURS.iter().any(|field| document.get("spec").is_some_and(|spec| spec.get(field).is_some())) =>
        {
            let (with, none) = match kind {
                Some(kind) => (format!("`kind: {}` and ", kind.as_str()), ""),
                None => (String::new(), ", `kind`"),
            };
            let name = document.get("metadata").and_then(|metadata| metadata.get("name")?.text());
            let name =
                name.filter(|name| echo_text(name) == *name).map_or("name".to_owned(), |name| format!("name: {name}"));
            format!(
                "write what is below `spec` at the margin, with {with}`{name}`; no `apiVersion`{none}, `metadata` or `spec`"
            )
        }
        TEXTS => format!(
            "take it out with `exclude = [\"{path}\"]` in housestyle.toml; what is translated under a style is named in `[[texts]]`"
        ),
        ANSWER => "ask again: `housestyle pull` writes what the service has into files".to_owned(),
        TESTS if file.path().starts_with(&format!("{TESTS_FOLDER}/recordings/")) => format!(
            "delete it: `{TESTS_FOLDER}/recordings` holds what `housestyle test --record` wrote; a translation that is \
             expected is written as `golden` of its test"
        ),
        CATALOGUE => format!("name it at the top of housestyle.toml: `catalogue_files = [\"{path}\"]`"),
        TESTS => format!("move it into a folder `{TESTS_FOLDER}`: its place says what it is"),
        _ if document.get("swap").is_some() => format!(
            "write its pairs as `entries` of a document with `kind: glossary`, or its sense as an instruction of a list; take \
             the file out with `exclude = [\"{path}\"]` in housestyle.toml"
        ),
        _ if document.get("message").is_some() && document.get("level").is_some() => format!(
            "say its sense in an instruction: `name`, `language`, and an entry of `custom_instructions` with `label` and \
             `prompt`; or take the file out with `exclude = [\"{path}\"]` in housestyle.toml"
        ),
        _ => format!(
            "begin with `name` and `language`, or take the file out with `exclude = [\"{path}\"]` in housestyle.toml"
        ),
    };
    let noun = kind.map_or("style rule list", DocumentKind::noun);
    let message = format!("this is {what}, as it seems, not a {noun}");
    let finding = Diagnostic::new(Code::UnknownField, file, first.key.span, message);
    let label = if kind.is_some() { format!("no field of a {noun}") } else { "no field of a list".to_owned() };
    Some(finding.with_label(label).with_help(help).with_pointer(format!("/{}", first.key.value)))
}

/// Whether a finding is about a file of rules that the project file does not name.
#[must_use]
pub fn is_about_catalogue(finding: &Diagnostic) -> bool {
    finding.code == Code::UnknownField && finding.message.contains(CATALOGUE)
}

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
    if ours > 0 || !missing.contains(&"name") || !unknown.iter().all(strange) {
        return None;
    }
    let message = if texts {
        "these are texts of an application, as it seems, not a style rule list"
    } else {
        "no field of this document belongs to a style rule list"
    };
    let path = echo_text(explained.file.path());
    let help = if texts {
        format!(
            "take it out with `exclude = [\"{path}\"]` in housestyle.toml; what is translated under a style is named in `[[texts]]`"
        )
    } else {
        format!(
            "begin with `name` and `language`, or take the file out with `exclude = [\"{path}\"]` in housestyle.toml"
        )
    };
    let finding = explained.new_finding(Code::UnknownField, first.key.span, message);
    Some(finding.with_label("no field of a list").with_help(help).with_pointer(format!("/{}", first.key.value)))
}

#[cfg(test)]
mod tests {
    use super::is_other_project_file;

    #[test]
    fn settings_of_a_project_in_yaml_are_told() {
        for (path, fields, wanted) in [
            ("housestyle.yaml", ["files", "service"], true),
            ("housestyle.yml", ["name", "safeguards"], true),
            ("housestyle.yaml", ["name", "language"], false),
            ("apps/housestyle.yaml", ["files", "service"], false),
        ] {
            assert_eq!(is_other_project_file(path, fields.into_iter()), wanted, "{path}");
        }
    }
}
