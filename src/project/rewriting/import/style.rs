//! A list of the account as a new file: what can be said of it, and what stays on the service.

use std::collections::BTreeSet;

use crate::model::document_tree;
use crate::model::style::{LiveStyle, RuleKey, StyleContent};
use crate::plan::drift::ambiguous_labels;
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::Sanitized;
use crate::source::emit::ValueTree;

/// What a file can say of a list, and the names of what it cannot.
pub(super) fn importable_content(
    files: &ProjectFiles<'_>,
    live: &LiveStyle,
) -> Result<(StyleContent, Vec<String>), String> {
    if let Some(label) = ambiguous_labels(live).first() {
        return Err(format!(
            "two of its instructions have the label \"{}\" and say different things",
            Sanitized(label)
        ));
    }
    let catalogue = &files.opened.catalogue;
    let mut content = live.content();
    let mut unknown = Vec::new();
    content.rules.retain(|key: &RuleKey, value| {
        let known =
            catalogue.find_rule(&key.category, &key.rule).is_some_and(|rule| rule.values.contains_key(value.as_str()));
        if !known {
            unknown.push(format!("{key}: {value}"));
        }
        known
    });
    unknown.extend(live.opaque_rules.keys().map(|path| path.replace('/', ".")));
    // The same instruction twice is once in a file.
    let mut seen = BTreeSet::new();
    content.instructions.retain(|instruction| seen.insert(instruction.clone()));
    Ok((content, unknown))
}

/// The fields of its document.
pub(super) fn document_fields(content: &StyleContent) -> Vec<(String, ValueTree)> {
    document_tree::style_fields(content)
}

/// The lines above the fields that say what is left out.
pub(super) fn omitted_rules_comment(unknown: &[String]) -> String {
    if unknown.is_empty() {
        return String::new();
    }
    let mut out = "# On the service, and unknown here, so that it stays there as it is:\n".to_owned();
    unknown.iter().for_each(|what| out.push_str(&format!("#   {}\n", Sanitized(what))));
    out
}
