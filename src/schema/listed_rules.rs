//! Rules in a list where they stand below their categories, written anew with their own content.
//!
//! Always holds: what is offered was read again, and is the same document but for this value. Where a comment or a layout would be
//! lost, nothing is offered, and the help says how the first of them is written.

use std::fmt::Write as _;

use crate::catalogue::Rule;
use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::source::emit::{self, ValueTree};
use crate::source::{Format, Node, parse_source};

/// A table of TOML in double brackets, which is one of a list, where a table of its own is due.
pub(super) fn explain_double_brackets(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    items: &[Node],
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let name = parts.join(".");
    let header = format!("[[{name}]]");
    let mut places = explained.file.text().match_indices(&header).map(|(at, _)| at);
    let fields = explained.fields_at(parts);
    let fits = items.iter().flat_map(Node::entries).all(|entry| fields.contains(&entry.key.value.as_str()));
    let at = places.next().filter(|_| fits && edits::is_toml(explained.file))?;
    let title = format!("write `[{}]`", echo_text(&name));
    let help = format!("{title}, in single brackets: there is one of it");
    let mut finding = finding.clone().with_help(help);
    finding.primary.span = Span::new(at, at + header.len());
    if items.len() != 1 || places.next().is_some() {
        return Some(finding);
    }
    let gone = |at: usize| Edit { span: Span::new(at, at + 1), text: String::new() };
    let edits = vec![gone(at), gone(at + header.len() - 1)];
    Some(finding.with_fix(Fix { title, safety: Safety::Safe, edits }))
}

/// Rules in a list, where each stands below its category: pairs of name and value, or records that name them.
pub(super) fn explain_listed_rules(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    items: &[Node],
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let mut rules: Vec<(&Rule, String)> = Vec::new();
    for item in items {
        rules.extend(rules_of_item(explained, item)?);
    }
    let (first, value) = rules.first()?;
    let line = echo_text(&edits::field_line(explained.file, &first.name, value));
    let mut seen = std::collections::BTreeSet::new();
    let once = rules.iter().all(|(rule, _)| seen.insert((&rule.category, &rule.name)));
    let several = if rules.len() > 1 { "; the others in the same way" } else { "" };
    let of_category = match parts {
        ["configured_rules"] => None,
        ["configured_rules", category] if rules.iter().all(|(rule, _)| rule.category == *category) => Some(*category),
        _ => return None,
    };
    let help = match (of_category, edits::is_toml(explained.file)) {
        (Some(category), _) => format!("write `{line}` as a field of `{category}`: no `-`"),
        (None, true) => format!("write `[configured_rules.{}]`, and below it `{line}`{several}", first.category),
        (None, false) => format!("write `{}:`, and below it `{line}`{several}", first.category),
    };
    let mut finding = finding.clone().with_help(help);
    // Categories that were listed alike are told alike, however many rules each has.
    finding.message.truncate(finding.message.trim_end_matches(" of one").len());
    // Of tables under `[[configured_rules]]`, the header is what has to change.
    if let Some(entry) = explained.entry_at(parts).filter(|entry| entry.key.span.end < finding.primary.span.start) {
        finding.primary.span = entry.key.span;
    }
    if !once {
        return Some(finding);
    }
    let mut categories: Vec<(String, ValueTree)> = Vec::new();
    for (rule, value) in &rules {
        let entry = (rule.name.to_string(), ValueTree::from_text(value.as_str()));
        match categories.iter_mut().find(|(name, _)| *name == *rule.category) {
            Some((_, ValueTree::Mapping(entries))) => entries.push(entry),
            Some(_) | None => categories.push((rule.category.to_string(), ValueTree::Mapping(vec![entry]))),
        }
    }
    let tree = match (of_category, categories.pop()) {
        (Some(_), Some((_, only))) => only,
        (_, last) => ValueTree::Mapping(categories.into_iter().chain(last).collect()),
    };
    let fix = write_anew(explained, parts, tree, "write each rule below its category");
    Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// The rules that one item of a list sets.
fn rules_of_item<'a>(explained: &ExplainedDocument<'a>, item: &Node) -> Option<Vec<(&'a Rule, String)>> {
    let called = |name: &str| {
        let mut rules = explained.catalogue.iter_rules().filter(|rule| rule.name == name);
        rules.next().filter(|_| rules.next().is_none())
    };
    let entries = item.entries();
    let texts: Vec<&str> = entries.iter().filter_map(|entry| entry.value.text()).collect();
    // A record: one text is the name of a rule, another its category, and the one that is left its value.
    if let Some(rule) = texts.iter().find_map(|text| called(text)).filter(|_| texts.len() == entries.len()) {
        let rest: Vec<&str> =
            texts.iter().copied().filter(|text| *text != &*rule.name && *text != &*rule.category).collect();
        let [value] = rest.as_slice() else { return None };
        return (texts.len() <= 3).then(|| vec![(rule, (*value).to_owned())]);
    }
    let mut rules = Vec::new();
    for entry in entries {
        let below = if explained.catalogue.categories.contains_key(&entry.key.value) {
            entry.value.entries()
        } else {
            std::slice::from_ref(entry)
        };
        for entry in below {
            rules.push((called(&entry.key.value)?, entry.value.text()?.to_owned()));
        }
    }
    (!rules.is_empty()).then_some(rules)
}

/// The fix that writes the value at a path anew; nothing where it would lose a comment, or change something else.
fn write_anew(explained: &ExplainedDocument<'_>, parts: &[&str], value: ValueTree, title: &str) -> Option<Fix> {
    let file = explained.file;
    let entry = explained.entry_at(parts)?;
    let (name, toml) = (*parts.last()?, edits::is_toml(file));
    let at = entry.key.span.start as usize;
    let span = if toml {
        let start = edits::line_start(file, at);
        let end = file.text().get(entry.value.span.end as usize..)?.find('\n');
        Span::new(start, end.map_or(file.text().len(), |end| entry.value.span.end as usize + end + 1))
    } else {
        edits::lines_of_span(file, entry.span())?
    };
    let old = file.slice(span);
    let comment = |line: &str| line.trim_start().starts_with('#') || line.contains(" #");
    if old.lines().any(comment) || old.contains(['&', '*']) || (toml && parts.len() != 1) {
        return None;
    }
    let indent = " ".repeat(if toml { 0 } else { at - edits::line_start(file, at) });
    let wanted = with_value(&ValueTree::from_node(explained.document), parts, &value)?;
    let field = [(name.to_owned(), value)];
    let written = if toml { emit::toml(&field) } else { emit::yaml(&field) };
    let mut text = String::new();
    for line in written.lines() {
        let lead = if line.is_empty() { "" } else { indent.as_str() };
        let _ = write!(text, "{lead}{line}{}", edits::line_ending(file));
    }
    let edit = crate::diagnostic::Edit { span, text };
    let (before, behind) = (file.text().get(..span.start as usize)?, file.text().get(span.end as usize..)?);
    let changed = SourceFile::new(file.path().clone(), format!("{before}{}{behind}", edit.text));
    let again = parse_source(&changed, Format::from_path(file.path())?);
    let same = again.documents.iter().any(|node| ValueTree::from_node(node).equals_unordered(&wanted));
    let fix = Fix { title: title.to_owned(), safety: Safety::Unsafe, edits: vec![edit] };
    (same && !again.incomplete).then_some(fix)
}

/// A document with another value at a path.
fn with_value(tree: &ValueTree, parts: &[&str], value: &ValueTree) -> Option<ValueTree> {
    let Some((first, rest)) = parts.split_first() else { return Some(value.clone()) };
    let ValueTree::Mapping(entries) = tree else { return None };
    let entry = |(name, old): &(String, ValueTree)| match name == first {
        true => Some((name.clone(), with_value(old, rest, value)?)),
        false => Some((name.clone(), old.clone())),
    };
    entries.iter().map(entry).collect::<Option<Vec<_>>>().map(ValueTree::Mapping)
}
