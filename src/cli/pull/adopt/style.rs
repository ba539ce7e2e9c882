//! A list of the account as a new file: what can be said of it, and what stays on the service.

use std::collections::BTreeSet;

use crate::cli::pull::Files;
use crate::model::style::{Content, LiveStyle, RuleKey};
use crate::model::write;
use crate::plan::drift::ambiguous;
use crate::report::Shown;
use crate::source::emit::Tree;

/// What a file can say of a list, and the names of what it cannot.
pub(super) fn known(files: &Files<'_>, held: &LiveStyle) -> Result<(Content, Vec<String>), String> {
    if let Some(label) = ambiguous(held).first() {
        return Err(format!("two of its instructions have the label \"{}\" and say different things", Shown(label)));
    }
    let catalogue = &files.opened.catalogue;
    let mut content = held.content();
    let mut unknown = Vec::new();
    content.rules.retain(|key: &RuleKey, value| {
        let known =
            catalogue.rule(&key.category, &key.rule).is_some_and(|rule| rule.values.contains_key(value.as_str()));
        if !known {
            unknown.push(format!("{key}: {value}"));
        }
        known
    });
    unknown.extend(held.strange.keys().map(|path| path.replace('/', ".")));
    // The same instruction twice is once in a file.
    let mut seen = BTreeSet::new();
    content.instructions.retain(|instruction| seen.insert(instruction.clone()));
    Ok((content, unknown))
}

/// The fields of its document.
pub(super) fn fields(content: &Content) -> Vec<(String, Tree)> {
    write::style(content)
}

/// The lines above the fields that say what is left out.
pub(super) fn left_out(unknown: &[String]) -> String {
    if unknown.is_empty() {
        return String::new();
    }
    let mut out = "# On the service, and unknown here, so that it stays there as it is:\n".to_owned();
    unknown.iter().for_each(|what| out.push_str(&format!("#   {}\n", Shown(what))));
    out
}
