//! A list of the account as a new file: what can be said of it, and what stays on the service.

use std::collections::BTreeSet;

use crate::catalogue::load;
use crate::model::document_tree;
use crate::model::style::{LiveStyle, RuleKey, StyleContent};
use crate::plan::drift::ambiguous_labels;
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::Sanitized;
use crate::report::pull::OmittedPart;
use crate::source::emit::ValueTree;

/// What a file can say of a list, and the names of what it cannot.
pub(super) fn importable_content(
    files: &ProjectFiles<'_>,
    live: &LiveStyle,
) -> Result<(StyleContent, Vec<OmittedPart>), String> {
    if let Some(label) = ambiguous_labels(live).first() {
        return Err(format!(
            "two of its instructions have the label \"{}\" and say different things",
            Sanitized(label)
        ));
    }
    let catalogue = &files.opened.catalogue;
    let mut content = live.content();
    let mut omitted = Vec::new();
    content.rules.retain(|key: &RuleKey, value| {
        let known =
            catalogue.find_rule(&key.category, &key.rule).is_some_and(|rule| rule.values.contains_key(value.as_str()));
        if !known {
            let is_public = load::is_public_alone(&key.category, &key.rule, Some(value));
            omitted.push(OmittedPart { text: format!("{key}: {value}"), is_public });
        }
        known
    });
    let opaque = live.opaque_rules.keys().map(|path| path.replace('/', "."));
    omitted.extend(opaque.map(|text| OmittedPart { text, is_public: false }));
    // The same instruction twice is once in a file.
    let mut seen = BTreeSet::new();
    content.instructions.retain(|instruction| seen.insert(instruction.clone()));
    Ok((content, omitted))
}

/// The fields of its document.
pub(super) fn document_fields(content: &StyleContent) -> Vec<(String, ValueTree)> {
    document_tree::style_fields(content)
}

/// What stands above the parts that no file can have: those that nobody here knows, and those of the public catalogue.
const UNKNOWN_HEADING: &str = "# On the service, and unknown here, so that it stays there as it is:";
const PUBLIC_HEADING: &str =
    "# On the service, and not in this project's catalogue (`catalogue = \"public\"` in housestyle.toml adds it):";
const PART: &str = "#   ";

/// The lines above the fields that say what is left out.
pub(super) fn omitted_parts_comment(omitted: &[OmittedPart]) -> String {
    let mut out = String::new();
    for (heading, public) in [(UNKNOWN_HEADING, false), (PUBLIC_HEADING, true)] {
        let mut parts = omitted.iter().filter(|part| part.is_public == public).peekable();
        if parts.peek().is_some() {
            out.push_str(&format!("{heading}\n"));
            parts.for_each(|part| out.push_str(&format!("{PART}{}\n", Sanitized(&part.text))));
        }
    }
    out
}

/// A file without the lines about rules that it has by now, and without a heading that nothing stands below any more.
#[must_use]
pub(in crate::rewriting) fn drop_arrived_rules(text: &str, has_arrived: impl Fn(&str) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if !matches!(line.trim_end(), UNKNOWN_HEADING | PUBLIC_HEADING) {
            out.push_str(line);
            continue;
        }
        let (mut parts, mut kept) = (0, String::new());
        while let Some(part) = lines.next_if(|line| line.starts_with(PART)) {
            parts += 1;
            let rule = part[PART.len()..].split(':').next().unwrap_or_default().trim();
            if !has_arrived(rule) {
                kept.push_str(part);
            }
        }
        if parts == 0 || !kept.is_empty() {
            out.push_str(line);
            out.push_str(&kept);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_goes_with_the_last_rule_that_it_is_about() {
        let part = |text: &str, is_public| OmittedPart { text: text.to_owned(), is_public };
        let omitted = [part("a.b: c", true), part("a.d: e", true), part("x.y", false)];
        let text = format!("# mine\n{}name: A\n", omitted_parts_comment(&omitted));
        let one = drop_arrived_rules(&text, |rule| rule == "a.b");
        assert_eq!(one, text.replace("#   a.b: c\n", ""));
        let both = drop_arrived_rules(&text, |rule| rule.starts_with("a."));
        assert_eq!(both, format!("# mine\n{UNKNOWN_HEADING}\n#   x.y\nname: A\n"));
        assert_eq!(drop_arrived_rules(&text, |_| true), "# mine\nname: A\n");
    }
}
