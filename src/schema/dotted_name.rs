//! The way to a field in one key, as messages name it: `configured_rules.numbers.decimal_separator: use_…`.

use crate::diagnostic::{Diagnostic, Edit, Safety};
use crate::schema::edits;
use crate::schema::explained_document::ExplainedDocument;
use crate::schema::field_words::closest_field;
use crate::schema::project_words::is_further_table;
use crate::source::Entry;
use crate::source::emit::is_bare_key;
use crate::source::toml::table_paths::other_names_of_table;

/// The field that rules stand below.
const OF_RULES: &str = "configured_rules";

/// `["environments.prod"]`: a header of TOML in quotes, which names one table and not one below another.
pub(super) fn explain_quoted_header(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
) -> Option<Diagnostic> {
    let (file, span) = (explained.file, entry.key.span);
    let names: Vec<&str> = entry.key.value.split('.').map(str::trim).collect();
    let head = file.text()[edits::line_start(file, span.start as usize)..span.start as usize].trim();
    if names.len() < 2 || !edits::is_toml(file) || head != "[" || !names.iter().all(|name| is_bare_key(name)) {
        return None;
    }
    let whole = [parts, &names].concat();
    let is_field = explained.fields_at(parts).contains(&names[0]) && explained.schema_at(&whole).is_some();
    let there = explained.entry_at(&whole);
    if !is_field || there.is_some() && !is_further_table(explained, there, entry) {
        return None;
    }
    let name = names.join(".");
    let others = other_names_of_table(file.text(), span);
    let edits = std::iter::once(span).chain(others).map(|span| Edit { span, text: name.clone() }).collect();
    let finding = explained.unknown_field(parts, entry).with_label("several names in one key");
    Some(finding.offering(format!("write `{name}`, without quotes: in quotes, a `.` parts nothing"), edits))
}

/// The finding with what to write, where the name begins with a field that has fields.
pub(super) fn explain_dotted_name(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let mut written: Vec<&str> = entry.key.value.split(['.', '/']).collect();
    let own_first = written[0];
    // People call the first field otherwise.
    if closest_field(own_first, &explained.fields_at(parts)) == Some(OF_RULES) {
        written[0] = OF_RULES;
    }
    let known = |names: &[&str]| {
        let is_field = |at: &usize| explained.fields_at(&[parts, &names[..*at]].concat()).contains(&names[*at]);
        (0..names.len()).take_while(is_field).count()
    };
    // Addresses of rules begin with their category.
    let addressed = [vec![OF_RULES], written.clone()].concat();
    let (own, address) = (known(&written), known(&addressed));
    let (names, found) = if address > 1 { (addressed, address) } else { (written.clone(), own) };
    if written.len() < 2 || found == 0 || explained.fields_at(&[parts, &names[..1]].concat()).is_empty() {
        return None;
    }
    let finding = finding.clone().with_label("several names in one key");
    if found < names.len() {
        return Some(
            finding.with_help("write each of its names on a line of its own, indented below the one before it"),
        );
    }
    // Two ways that begin alike would write one key twice.
    let begins_alike = |entry: &&Entry| {
        let first = entry.key.value.split_once(['.', '/']).map(|(first, _)| first);
        first.is_some_and(|first| first == own_first || names.len() > written.len())
    };
    let several = explained.node_at(parts).is_some_and(|node| node.entries().iter().filter(begins_alike).count() > 1);
    let free = explained.node_at(&[parts, &names[..1]].concat()).is_none();
    let file = explained.file;
    if edits::is_toml(file) {
        let name = names.join(".");
        let title = format!("write `{name}`, without quotes: in quotes, a `.` parts nothing");
        let fix = edits::replace_span(entry.key.span, name, "take the quotes away", Safety::Unsafe);
        let finding = finding.with_help(title);
        return Some(if free { finding.with_fix(fix) } else { finding });
    }
    if several && parts.is_empty() {
        return Some(finding.with_help(format!(
            "write each of its names on a line of its own, indented below the one before it: `{}:` first",
            names[0]
        )));
    }
    let [above @ .., last] = names.as_slice() else { return None };
    let ways: Vec<String> = above.iter().rev().map(|name| format!("below `{name}`")).collect();
    let title = format!("write `{last}` {}", ways.join(", "));
    let start = entry.key.span.start as usize;
    let lead = file.text().get(edits::line_start(file, start)..start)?;
    let finding = finding.with_help(&title);
    if !free || several || file.slice(entry.span()).contains('\n') || !lead.chars().all(|c| c == ' ') {
        return Some(finding);
    }
    let indent = |depth: usize| format!("{}{lead}{}", edits::line_ending(file), "  ".repeat(depth));
    let mut text = names[0].to_owned();
    for (depth, name) in names.iter().enumerate().skip(1) {
        text.push_str(&format!(":{}{name}", indent(depth)));
    }
    Some(finding.with_fix(edits::replace_span(entry.key.span, text, title.clone(), Safety::Unsafe)))
}
