//! Findings of one cause become one: lines that were not indented below their key, and fields that stand in another
//! mapping than they belong to.
//!
//! What is below an empty key and belongs there is never taken for something to delete.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::field_words::closest_field;
use crate::schema::misplaced::merge_misplaced_fields;
use crate::schema::profile_fields::EXCLUSIVE_FIELDS;
use crate::schema::project_words::BACKEND_LABEL;
use crate::schema::{cut_item, edits, elsewhere};
use crate::source::table::Notation;
use crate::source::yaml::strange_blank::indent_with_spaces;
use crate::source::{Entry, Node, Value};

/// Spaces that an indented line gets more than the line it belongs to.
const INDENT: usize = 2;

/// An entry with the path of the mapping that holds it.
struct PlacedEntry<'a> {
    parents: Vec<Cow<'a, str>>,
    entry: &'a Entry,
}

/// Merges findings that have one cause.
pub(super) fn merge_findings_by_cause(
    explained: &ExplainedDocument<'_>,
    mut findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    findings = cut_item::merge_cut_items(explained, findings);
    // Violations come by name; what is merged begins with what stands first.
    findings.sort_by_key(|finding| finding.primary.span);
    findings = join_backend(findings);
    let empty = findings.iter().any(|finding| finding.code == Code::EmptyValue);
    let misplaced = findings.iter().any(is_about_unknown_name);
    if !misplaced {
        return findings;
    }
    if !edits::is_toml(explained.file) {
        findings = merge_strange_blanks(explained, findings);
    }
    if empty && !edits::is_toml(explained.file) {
        let mut entries = Vec::new();
        collect_entries(explained.document, &mut Vec::new(), &mut entries);
        entries.sort_by_key(|placed| placed.entry.key.span);
        findings = merge_unindented(explained, findings, &entries);
    }
    merge_misplaced_fields(explained, findings)
}

/// What another tool says of where its state is kept is one thing: its fields, the word for its store, the place of its object.
fn join_backend(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let parent = |finding: &Diagnostic| Some(finding.pointer.as_deref()?.rsplit_once('/')?.0.to_owned());
    let Some(at) = findings.iter().position(|finding| finding.primary.text == BACKEND_LABEL) else { return findings };
    let backend = findings.remove(at);
    let beside = |finding: &Diagnostic| {
        matches!(finding.code, Code::UnknownChoice | Code::ForbiddenSetting) && parent(finding) == parent(&backend)
    };
    let (said, mut rest): (Vec<_>, Vec<_>) = findings.into_iter().partition(beside);
    let label = |backend: Diagnostic, said: &Diagnostic| {
        let words = if said.code == Code::UnknownChoice { "no store: `file`, `git` or `object`" } else { "not here" };
        backend.with_secondary(said.primary.span, words)
    };
    rest.push(said.iter().fold(backend, label));
    rest
}

/// Fields of one mapping that are known from one other place have one cause and one next step: they are one finding.
pub(super) fn join_strangers(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let known = |finding: &Diagnostic| {
        finding.code == Code::UnknownField && !matches!(finding.primary.text.as_str(), "" | "not a field")
    };
    let mut joined: Vec<(Diagnostic, Vec<String>)> = Vec::new();
    for finding in findings {
        let name = format!("`{}`", echo_text(explained.file.slice(finding.primary.span).trim_matches(['"', '\''])));
        // What is to be done with one is to be done with the other, whatever it is called.
        let alike = |(first, names): &&mut (Diagnostic, Vec<String>)| {
            let bare = |said: &Diagnostic, name: &str| {
                said.help.as_ref().map(|help| if said.fix.is_none() { help.replace(name, "") } else { help.clone() })
            };
            let same = first.help == finding.help || bare(first, &names[0]) == bare(&finding, &name);
            known(first) && known(&finding) && same && first.primary.text == finding.primary.text
        };
        let Some((first, names)) = joined.iter_mut().find(alike) else {
            joined.push((finding, vec![name]));
            continue;
        };
        names.push(name);
        first.secondary.extend(finding.secondary.iter().cloned());
        first
            .notes
            .extend(finding.notes.iter().filter(|note| !first.notes.contains(note)).cloned().collect::<Vec<_>>());
        *first = first.clone().with_secondary(finding.primary.span, "and this one");
        first.alternatives.clear();
        first.fix = match (first.fix.take(), finding.fix) {
            (Some(mut fix), Some(other)) => {
                fix.edits.extend(other.edits);
                Some(fix)
            }
            _ => None,
        };
    }
    let owner = explained.describe_any_owner(parts);
    let message = |(mut finding, names): (Diagnostic, Vec<String>)| {
        if let [all @ .., last] = names.as_slice()
            && !all.is_empty()
        {
            finding.message = format!("{owner} has no fields {} and {last}", all.join(", "));
            let both = if all.len() == 1 { "both" } else { "all of them" };
            let named = |field: &str| names.iter().any(|name| name.trim_matches('`') == field);
            let pair = EXCLUSIVE_FIELDS.iter().find(|(one, other)| named(one) && named(other));
            let both = if pair.is_some() && all.len() == 1 { "one of them" } else { both };
            finding.notes.extend(pair.map(|(one, other)| format!("`{one}` and `{other}` exclude each other")));
            let plural = |help: String| {
                let help = help.replace(&names[0], both).replace("leave it out", "leave them out");
                help.replace("leave the rule out", "leave them out")
            };
            finding.help = finding.help.map(plural);
        }
        finding
    };
    joined.into_iter().map(message).collect()
}

/// Categories of rules beside `name` and `language`: the line of `configured_rules` above them is what is missing.
pub(super) fn categories_at_the_top(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    unknown: &[&Entry],
) -> Option<Diagnostic> {
    const FIELD: &str = "configured_rules";
    let of_rules = |entry: &&&Entry| explained.catalogue.categories.contains_key(&entry.key.value);
    let found: Vec<&Entry> = unknown.iter().filter(of_rules).copied().collect();
    let first = found.first().filter(|_| parts.is_empty() && explained.fields_at(&[]).contains(&FIELD))?;
    // Those that follow the block fell out of it.
    let indent = |block| indent_entries(explained, explained.document, &found, block);
    let indented = explained.document.get(FIELD).map_or(Some(None), |block| indent(block).map(Some))?;
    let names: Vec<String> = found.iter().map(|entry| format!("`{}`", entry.key.value)).collect();
    let owner = explained.describe_any_owner(parts);
    let message = match names.as_slice() {
        [all @ .., last] if !all.is_empty() => format!("{owner} has no fields {} and {last}", all.join(", ")),
        names => format!("{owner} has no field {}", names.concat()),
    };
    let finding = explained
        .new_finding(Code::UnknownField, first.key.span, message)
        .with_label("a category of rules")
        .with_pointer(join_pointer(&[first.key.value.as_str()]));
    let finding =
        found[1..].iter().fold(finding, |finding, entry| finding.with_secondary(entry.key.span, "and this one"));
    let (file, name) = (explained.file, first.key.value.as_str());
    let those = if names.len() == 1 { names.concat() } else { "them".to_owned() };
    if let Some(edits) = indented {
        return Some(finding.offering(format!("indent {those} like the categories of `{FIELD}` above"), edits));
    }
    let header = |entry: &&Entry| file.text()[..entry.key.span.start as usize].ends_with('[');
    if edits::is_toml(file) {
        let several = if found.len() > 1 { "; the others in the same way" } else { "" };
        let finding = finding.with_help(format!("write `[{FIELD}.{name}]`{several}"));
        let keys: Vec<Span> = found.iter().map(|entry| entry.key.span).collect();
        return Some(match found.iter().all(header) {
            true => finding.with_fix(edits::put_below_table(file, &keys, FIELD)),
            false => finding,
        });
    }
    let finding = finding.with_help(format!("write `{FIELD}:` above {those}, and indent {those} below it"));
    let fix = write_above(explained, explained.document, &found, FIELD);
    Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// Entries in the place of the fields of a dictionary that has no others: the line above them is what is missing.
pub(super) fn entries_among_fields<'e>(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    unknown: &[&'e Entry],
    missing: &[&str],
) -> Option<(Diagnostic, &'static str, Vec<&'e Entry>)> {
    const FIELD: &str = "entries";
    let lacking = [FIELD, "file"].iter().all(|field| node.get(field).is_none());
    let is_phrase = |entry: &&Entry| {
        let is_path = |text: &str| Notation::from_path(text).is_some();
        entry.value.text().is_some_and(|text| !is_path(text)) && closest_field(&entry.key.value, missing).is_none()
    };
    let mut found: Vec<&Entry> = unknown.iter().copied().filter(is_phrase).collect();
    found.sort_by_key(|entry| entry.key.span);
    let sure = found.iter().filter(|entry| !elsewhere::is_field_anywhere(&entry.key.value)).count();
    let of_glossary = explained.kind == Some(DocumentKind::Glossary) && matches!(parts, ["dictionaries", _]);
    let first = found.first().filter(|_| of_glossary && lacking && sure > 1)?;
    let others = if found.len() == 2 { "another".to_owned() } else { format!("{} others", found.len() - 1) };
    let message = format!("`{}` and {others} are entries of a dictionary, not its fields", echo_text(&first.key.value));
    let finding = explained
        .new_finding(Code::UnknownField, first.key.span, message)
        .with_label("a phrase, as it seems")
        .with_pointer(join_pointer(&[parts, &[first.key.value.as_str()]].concat()));
    if edits::is_toml(explained.file) {
        return Some((finding.with_help(format!("write `[dictionaries.{FIELD}]` above them")), FIELD, found));
    }
    let finding = finding.with_help(format!("write `{FIELD}:` above them, and indent them below it"));
    let fix = write_above(explained, node, &found, FIELD);
    Some((fix.into_iter().fold(finding, Diagnostic::with_fix), FIELD, found))
}

/// Rules right below `configured_rules`: the line of their category is what is missing, one finding for each. With the
/// entries that are no rules.
pub(super) fn rules_without_category<'e>(
    explained: &ExplainedDocument<'_>,
    node: &Node,
    unknown: &[&'e Entry],
) -> (Vec<Diagnostic>, Vec<&'e Entry>) {
    let (mut homes, mut others): (Vec<(&str, Vec<&Entry>)>, Vec<&Entry>) = (Vec::new(), Vec::new());
    for entry in unknown.iter().copied() {
        match explained.catalogue.iter_rules().find(|rule| rule.name == entry.key.value) {
            Some(rule) => match homes.iter_mut().find(|(home, _)| *home == &*rule.category) {
                Some((_, found)) => found.push(entry),
                None => homes.push((&rule.category, vec![entry])),
            },
            None => others.push(entry),
        }
    }
    let finding = |(category, found): (&str, Vec<&Entry>)| {
        let names: Vec<String> = found.iter().map(|entry| format!("`{}`", entry.key.value)).collect();
        let (message, those) = match names.as_slice() {
            [all @ .., last] if !all.is_empty() => (format!("{} and {last} are rules", all.join(", ")), "them"),
            names => (format!("{} is a rule", names.concat()), "it"),
        };
        let first = found[0].key.span;
        let pointer = join_pointer(&["configured_rules", &found[0].key.value]);
        let finding = explained
            .new_finding(Code::UnknownCategory, first, format!("{message} of `{category}`"))
            .with_label("a rule, not a category")
            .with_pointer(pointer);
        let finding =
            found[1..].iter().fold(finding, |finding, entry| finding.with_secondary(entry.key.span, "and this one"));
        match (node.get(category), edits::is_toml(explained.file)) {
            (Some(block), _) => match indent_entries(explained, node, &found, block) {
                Some(edits) => finding.offering(format!("indent {those} like the rules of `{category}` above"), edits),
                None => finding.with_help(format!("move {those} below `{category}`")),
            },
            (None, true) => finding.with_help(format!("write `[configured_rules.{category}]` above {those}")),
            (None, false) => {
                let finding = finding.with_help(match edits::is_json(explained.file) {
                    true => format!("put {those} below `{category}`, in braces"),
                    false => format!("write `{category}:` above {those}, and indent {those}"),
                });
                write_above(explained, node, &found, category).into_iter().fold(finding, Diagnostic::with_fix)
            }
        }
    };
    (homes.into_iter().map(finding).collect(), others)
}

/// Edits that indent entries which follow the block that they belong to, like those in it.
fn indent_entries(explained: &ExplainedDocument<'_>, node: &Node, found: &[&Entry], block: &Node) -> Option<Vec<Edit>> {
    let own = node.entries();
    let at = own.iter().position(|entry| entry.value.span == block.span)? + 1;
    let follow = own.get(at..at + found.len())?.iter().zip(found).all(|(one, other)| one.key.span == other.key.span);
    let file = explained.file;
    let lead = |entry: &Entry| {
        let at = entry.key.span.start as usize;
        Some(&file.text()[edits::line_start(file, at)..at]).filter(|lead| lead.trim().is_empty()).map(str::len)
    };
    let above = lead(block.entries().first().filter(|_| follow && !edits::is_toml(file))?)?;
    let by = above.checked_sub(lead(found[0])?).filter(|by| *by > 0)?;
    found.iter().all(|entry| block.get(&entry.key.value).is_none()).then(|| shift_edits(explained, found, by))?
}

/// The fix that writes a key above entries of a mapping in block style, and indents them below it, where they stand together;
/// in JSON, the key and braces around them.
pub(super) fn write_above(
    explained: &ExplainedDocument<'_>,
    holder: &Node,
    found: &[&Entry],
    key: &str,
) -> Option<Fix> {
    let (file, own) = (explained.file, holder.entries());
    let first = found.first()?.key.span;
    let at = own.iter().position(|entry| entry.key.span == first)?;
    let together = own[at..].iter().zip(found).all(|(one, other)| one.key.span == other.key.span);
    if edits::is_json(file) {
        let last = found.last().filter(|_| together)?.span().end;
        let edit = |at: u32, text: String| Edit { span: Span::empty_at(at as usize), text };
        let edits = vec![edit(first.start, format!("{}: {{ ", edits::quote_text(key))), edit(last, " }".to_owned())];
        return Some(Fix { title: format!("write `{key}` around them"), safety: Safety::Unsafe, edits });
    }
    let mut edits = shift_edits(explained, found, INDENT).filter(|_| together)?;
    let start = edits::line_start(file, first.start as usize);
    let lead = file.text().get(start..first.start as usize)?;
    let line = format!("{lead}{key}:{}", edits::line_ending(file));
    edits.first_mut().filter(|edit| edit.span.start as usize == start)?.text.insert_str(0, &line);
    Some(Fix { title: format!("write `{key}:` above them"), safety: Safety::Unsafe, edits })
}

/// Edits that move the lines of entries to the right.
pub(super) fn shift_edits(explained: &ExplainedDocument<'_>, entries: &[&Entry], by: usize) -> Option<Vec<Edit>> {
    let file = explained.file;
    let mut edits = Vec::new();
    for entry in entries {
        let span = edits::lines_of_span(file, entry.span())?;
        let mut at = span.start as usize;
        for line in file.slice(span).split_inclusive('\n') {
            if !line.trim().is_empty() {
                edits.push(Edit { span: Span::empty_at(at), text: " ".repeat(by) });
            }
            at += line.len();
        }
    }
    Some(edits)
}

/// Lines that are indented with what only looks like spaces are one finding.
fn merge_strange_blanks(explained: &ExplainedDocument<'_>, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let strange = |entry: &&Entry| entry.key.value.starts_with(|c: char| c.is_whitespace() && !c.is_ascii());
    let top = explained.document.entries();
    let Some(first) = top.iter().find(strange) else { return findings };
    let Some(c) = first.key.value.chars().next() else { return findings };
    let follows = |finding: &Diagnostic| {
        let span = finding.primary.span;
        let unknown =
            is_about_unknown_name(finding) && top.iter().any(|entry| strange(&entry) && entry.key.span == span);
        let mut pairs = top.windows(2);
        let emptied = pairs.any(|pair| pair[0].key.span == span && strange(&&pair[1]));
        // The field that is missing stands there, where it is no field.
        let missing = |entry: &Entry| finding.message.ends_with(&format!("`{}`", bare_name(&entry.key.value)));
        let lost = finding.code == Code::MissingField && top.iter().any(|entry| strange(&entry) && missing(entry));
        unknown || lost || (emptied && finding.code == Code::EmptyValue)
    };
    let mut kept: Vec<Diagnostic> = findings.into_iter().filter(|finding| !follows(finding)).collect();
    let name = echo_text(bare_name(&first.key.value));
    let fix = indent_with_spaces(explained.file.text());
    kept.push(
        explained
            .new_finding(
                Code::UnknownField,
                first.key.span,
                format!("`{name}` is indented with U+{:04X}, which YAML does not take for a space", u32::from(c)),
            )
            .with_label("not indented for YAML")
            .with_help(&fix.title)
            .with_fix(fix),
    );
    kept
}

pub(super) fn is_about_unknown_name(finding: &Diagnostic) -> bool {
    matches!(finding.code, Code::UnknownField | Code::UnknownCategory | Code::UnknownRule)
}

fn collect_entries<'a>(node: &'a Node, parents: &mut Vec<Cow<'a, str>>, out: &mut Vec<PlacedEntry<'a>>) {
    for entry in node.entries() {
        out.push(PlacedEntry { parents: parents.clone(), entry });
        parents.push(Cow::Borrowed(&entry.key.value));
        collect_entries(&entry.value, parents, out);
        parents.pop();
    }
    for (at, item) in node.items().iter().enumerate().filter(|(_, item)| !item.entries().is_empty()) {
        parents.push(Cow::Owned(at.to_string()));
        collect_entries(item, parents, out);
        parents.pop();
    }
}

/// An empty key and the lines below it that belong to it are one finding.
fn merge_unindented(
    explained: &ExplainedDocument<'_>,
    findings: Vec<Diagnostic>,
    entries: &[PlacedEntry<'_>],
) -> Vec<Diagnostic> {
    let also = |finding: &Diagnostic| {
        let others = finding.secondary.iter().filter(|label| label.text == "and this one").map(|label| label.span);
        others.chain([finding.primary.span]).collect::<Vec<Span>>()
    };
    let unknown: BTreeSet<Span> =
        findings.iter().filter(|finding| is_about_unknown_name(finding)).flat_map(also).collect();
    let mut settled: BTreeSet<Span> = BTreeSet::new();
    let mut merged = Vec::new();
    let mut rest = Vec::new();
    for finding in findings {
        let at = entries.iter().position(|placed| placed.entry.key.span == finding.primary.span);
        let holder = at.filter(|_| finding.code == Code::EmptyValue).map(|at| (at, &entries[at]));
        let Some((at, holder)) = holder.filter(|(_, holder)| holder.entry.value.value == Value::Null) else {
            rest.push(finding);
            continue;
        };
        let mut path: Vec<&str> = holder.parents.iter().map(|part| &**part).collect();
        let own = explained.fields_at(&path);
        // Of several that belong elsewhere, the first may be told for all.
        let is_own = |entry: &Entry| own.is_empty() || own.contains(&entry.key.value.as_str());
        path.push(&holder.entry.key.value);
        let below: Vec<&Entry> = following_siblings(&entries[at + 1..])
            .map(|placed| placed.entry)
            .take_while(|entry| {
                (unknown.contains(&entry.key.span) || !is_own(entry))
                    && (belongs_below(explained, &path, bare_name(&entry.key.value))
                        || is_phrase_of(explained, &path, entry))
            })
            .collect();
        match below.first() {
            Some(first) => {
                settled.extend(below.iter().map(|entry| entry.key.span));
                merged.push(unindented_finding(explained, holder.entry, &path, &below, first));
            }
            // Whatever is unknown right below it may have been meant as its value.
            None if entries.get(at + 1).is_some_and(|next| unknown.contains(&next.entry.key.span)) => {
                rest.push(finding.without_edits());
            }
            None => rest.push(finding),
        }
    }
    rest.retain(|finding| !(is_about_unknown_name(finding) && settled.contains(&finding.primary.span)));
    rest.extend(merged);
    rest
}

/// The first entry and those of its mapping behind it.
fn following_siblings<'e, 'a>(entries: &'e [PlacedEntry<'a>]) -> impl Iterator<Item = &'e PlacedEntry<'a>> {
    let parents = entries.first().map(|first| first.parents.clone()).unwrap_or_default();
    let depth = parents.len();
    entries
        .iter()
        .filter(move |placed| placed.parents.len() <= depth)
        .take_while(move |placed| placed.parents == parents)
}

/// A key without the white space that was meant to indent it.
fn bare_name(key: &str) -> &str {
    key.trim_start()
}

/// Whether the mapping at this path, or an entry of the list there, has a field of this name.
fn belongs_below(explained: &ExplainedDocument<'_>, path: &[&str], name: &str) -> bool {
    let item = [path, &["0"]].concat();
    explained.fields_at(path).contains(&name) || explained.fields_at(&item).contains(&name)
}

/// Whether the mapping at this path takes texts by any name, as this entry is one.
fn is_phrase_of(explained: &ExplainedDocument<'_>, path: &[&str], entry: &Entry) -> bool {
    let of = explained.schema_at(path).map(|schema| &schema["additionalProperties"]["type"]);
    of.is_some_and(|of| of == "string") && entry.value.text().is_some()
}

fn unindented_finding(
    explained: &ExplainedDocument<'_>,
    holder: &Entry,
    path: &[&str],
    below: &[&Entry],
    first: &Entry,
) -> Diagnostic {
    let name = echo_text(&holder.key.value);
    let lines = if below.len() == 1 { "the next line".to_owned() } else { format!("the next {} entries", below.len()) };
    let strange = first.key.value.chars().next().filter(|c| c.is_whitespace());
    let finding = explained
        .new_finding(
            Code::EmptyValue,
            holder.key.span,
            format!("`{name}` is empty: {lines} should be indented below it"),
        )
        .with_label("nothing is indented below it")
        .with_secondary(first.key.span, format!("belongs to `{name}`"))
        .with_pointer(join_pointer(path));
    let finding = match strange {
        Some(c) => finding.with_note(format!("U+{:04X} looks like a space and does not indent", u32::from(c))),
        None => finding,
    };
    if matches!(path, ["custom_instructions"]) {
        return finding.with_help("start each instruction with `- `, indented below the key");
    }
    let help = format!("indent {lines} with {INDENT} spaces more than `{name}`");
    // Where any name may stand, one of them may have been meant for something else.
    let safety = if is_phrase_of(explained, path, first) { Safety::Unsafe } else { Safety::Safe };
    match indent_edits(explained, holder, below) {
        Some(edits) => finding.with_help(help.clone()).with_fix(Fix { title: help, safety, edits }),
        None => finding.with_help(help),
    }
}

/// Edits that indent entries below their holder, where each stands on lines of its own.
fn indent_edits(explained: &ExplainedDocument<'_>, holder: &Entry, below: &[&Entry]) -> Option<Vec<Edit>> {
    let file = explained.file;
    let column = |at: usize| at - edits::line_start(file, at);
    let holder_start = holder.key.span.start as usize;
    let own = file.text().get(edits::line_start(file, holder_start)..holder_start)?.trim_start_matches('\u{feff}');
    if !own.chars().all(|c| c == ' ') {
        return None;
    }
    // What stands between them may be a second block of the same name, which would take the lines.
    let first = below.first()?.key.span.start as usize;
    let between = file.text().get(holder.key.span.end as usize..edits::line_start(file, first))?;
    let apart = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    if !between.lines().skip(1).all(apart) {
        return None;
    }
    let wanted = own.len() + INDENT;
    let mut found = Vec::new();
    for entry in below {
        let span = edits::lines_of_span(file, entry.span())?;
        let raw = file.slice(span);
        let now = column(entry.key.span.start as usize);
        let strange = entry.key.value.len() - bare_name(&entry.key.value).len();
        let mut at = span.start as usize;
        for (index, line) in raw.split_inclusive('\n').enumerate() {
            let indent = line.len() - line.trim_start_matches(' ').len();
            if index == 0 {
                // What only looks like spaces goes.
                found.push(Edit { span: Span::new(at, at + indent + strange), text: " ".repeat(wanted) });
            } else if !line.trim().is_empty() {
                let deeper = (indent + wanted).checked_sub(now)?;
                found.push(Edit { span: Span::new(at, at + indent), text: " ".repeat(deeper) });
            }
            at += line.len();
        }
    }
    Some(found)
}
