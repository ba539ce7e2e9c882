//! Fields that stand below another header or in another mapping than the one that they belong to: told with the place that does.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, echo_text, is_index, join_pointer};
use crate::schema::regroup::is_about_unknown_name;
use crate::source::{Entry, Node, Value};

/// A field of the document inside of another mapping, and that the document lacks it, are one finding.
pub(super) fn merge_misplaced_fields(explained: &ExplainedDocument<'_>, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let fields = explained.fields_at(&[]);
    let mut found_elsewhere: Vec<String> = Vec::new();
    let mut out: Vec<Diagnostic> = Vec::with_capacity(findings.len());
    for finding in findings {
        let pointer = finding.pointer.clone().unwrap_or_default();
        let parent =
            pointer.rsplit_once('/').map_or("", |(parent, _)| parent).trim_start_matches('/').replace('/', ".");
        let name = explained.file.slice(finding.primary.span).trim_matches(['"', '\'']);
        // Environments are named as anyone likes.
        let field = fields.iter().find(|field| **field == name && parent != "environments");
        let parents: Vec<&str> = parent.split('.').collect();
        if let Some(above) = table_above(explained, &parents, name).filter(|_| is_about_unknown_name(&finding)) {
            out.push(field_of_table_above(explained, finding, above, &parents));
            continue;
        }
        match field {
            Some(field)
                if is_about_unknown_name(&finding) && !parent.is_empty() && explained.document.get(field).is_none() =>
            {
                found_elsewhere.push((*field).to_owned());
                out.push(misplaced_field(explained, finding, field, &parent));
            }
            Some(_) | None => out.push(finding),
        }
    }
    let mut out = join_moved_lines(explained, out);
    out.retain(|finding| {
        finding.code != Code::MissingField
            || finding.pointer.as_deref() != Some("")
            || !found_elsewhere.iter().any(|field| finding.message.ends_with(&format!(" has no `{field}`")))
    });
    out
}

/// The table of the project file above the one at this path that has a field, and does not set it: the nearest one.
fn table_above<'p>(explained: &ExplainedDocument<'_>, parents: &'p [&'p str], field: &str) -> Option<&'p [&'p str]> {
    let above = (1..parents.len()).rev().map(|count| &parents[..count]);
    let has = |above: &&[&str]| {
        let set = explained.node_at(above).is_none_or(|table| table.get(field).is_some());
        explained.kind.is_none() && explained.fields_at(above).contains(&field) && !set
    };
    above.filter(|above| above[0] == "environments").find(has)
}

/// A field of an environment below the header of a table of it.
fn field_of_table_above(
    explained: &ExplainedDocument<'_>,
    finding: Diagnostic,
    above: &[&str],
    parents: &[&str],
) -> Diagnostic {
    let (file, span) = (explained.file, finding.primary.span);
    let (table, own) = (echo_text(&above.join(".")), echo_text(&parents.join(".")));
    let name = file.slice(span).to_owned();
    let moved = explained
        .new_finding(Code::UnknownField, span, format!("`{name}` is a field of `[{table}]`, not of `[{own}]`"))
        .with_label(format!("belongs to `[{table}]`"))
        .with_help(format!("move it to the lines of `[{table}]`, above `[{own}]`"))
        .with_pointer(finding.pointer.unwrap_or_default());
    let value = explained.entry_at(&[parents, &[name.as_str()]].concat());
    let gone =
        value.and_then(|entry| edits::removal_span(file, entry)).filter(|line| file.slice(*line).lines().count() == 1);
    // Behind the last line of the table itself that stands above.
    let lines = explained.node_at(above).map(Node::entries).unwrap_or_default().iter();
    let lines =
        lines.filter(|entry| !matches!(entry.value.value, Value::Mapping(_)) && entry.key.span.end < span.start);
    let last = lines.filter_map(|entry| edits::lines_of_span(file, entry.span())).max();
    let (Some(gone), Some(last)) = (gone, last) else { return moved };
    let line = format!("{}{}", file.slice(gone).trim_end(), edits::line_ending(file));
    let edits =
        vec![Edit { span: Span::empty_at(last.end as usize), text: line }, Edit { span: gone, text: String::new() }];
    moved.with_fix(Fix { title: format!("move it to `[{table}]`"), safety: Safety::Unsafe, edits })
}

/// `[environments.safeguards]`: a table of an environment, without the name of that environment.
pub(super) fn explain_unnamed_environment(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    unknown: &[&Entry],
) -> Option<Diagnostic> {
    let ["environments", field] = parts else { return None };
    let (entry, fields) = (explained.entry_at(parts)?, explained.fields_at(&[parts, &[field]].concat()));
    let all_below = unknown.iter().all(|entry| fields.contains(&entry.key.value.as_str()));
    if explained.kind.is_some() || unknown.is_empty() || unknown.len() < node.entries().len() || !all_below {
        return None;
    }
    let finding = explained
        .new_finding(Code::UnknownField, entry.key.span, format!("`[environments.{field}]` names no environment"))
        .with_label("a table of an environment")
        .with_pointer(join_pointer(parts));
    let environments = explained.node_at(&["environments"]).map(Node::entries).unwrap_or_default();
    let named: Vec<&Entry> = environments.iter().filter(|other| other.key.value != *field).collect();
    let [only] = named.as_slice() else {
        let above = named.iter().rfind(|other| other.key.span < entry.key.span);
        let above = above.map_or("production", |other| &*other.key.value);
        let header = format!("[environments.{above}.{field}]");
        return Some(finding.with_help(format!(
            "write the name of the environment before it, as in `{}`, or `[{field}]` for all of them",
            echo_text(&header)
        )));
    };
    let header = format!("[environments.{}.{field}]", only.key.value);
    let finding = finding.with_help(format!("write the name of the environment before it: `{}`", echo_text(&header)));
    let (span, name) = (entry.key.span, explained.file.slice(only.key.span));
    Some(match only.value.get(field) {
        Some(_) => finding,
        None => finding.with_fix(edits::replace_span(
            Span::empty_at(span.start as usize),
            format!("{name}."),
            "name the environment",
            Safety::Unsafe,
        )),
    })
}

/// Fields of TOML below a header that is not theirs, moved line by line to the top: one finding, in their order.
fn join_moved_lines(explained: &ExplainedDocument<'_>, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let moved = |finding: &Diagnostic| {
        let fix = finding.fix.as_ref().filter(|fix| fix.title == MOVE_TO_TOP)?;
        let [insert, _] = fix.edits.as_slice() else { return None };
        Some((finding.help.clone(), insert.span, insert.text.clone()))
    };
    let mut joined: Vec<Diagnostic> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for finding in findings {
        let name = format!("`{}`", echo_text(explained.file.slice(finding.primary.span)));
        let first = moved(&finding).and_then(|(help, place, text)| {
            let alike = |first: &&mut Diagnostic| {
                let at = first.fix.as_ref().filter(|fix| fix.title == MOVE_TO_TOP).map(|fix| fix.edits[0].span);
                let same = first.help.as_deref().map(|help| help.replace("these lines", "it"));
                same == help && at == Some(place)
            };
            joined.iter_mut().find(alike).map(|first| (first, text))
        });
        let Some((first, text)) = first else {
            if moved(&finding).is_some() {
                names = vec![name];
            }
            joined.push(finding);
            continue;
        };
        names.push(name);
        if let (Some(fix), Some(other)) = (&mut first.fix, finding.fix) {
            fix.edits[0].text.push_str(&text);
            fix.edits.extend(other.edits.into_iter().skip(1));
        }
        *first = first.clone().with_secondary(finding.primary.span, "and this one");
        let of_table = first.message.split_once(", not of ").map(|(_, table)| table.to_owned()).unwrap_or_default();
        let (last, all) = (names[names.len() - 1].clone(), names[..names.len() - 1].join(", "));
        first.help = first.help.take().map(|help| help.replace("move it above", "move these lines above"));
        first.message = format!("{all} and {last} are fields of the {}, not of {of_table}", explained.noun());
    }
    joined
}

/// Blocks of TOML whose header has the name of a table that does not hold them: told with the header that they have.
fn explain_tables_below(
    explained: &ExplainedDocument<'_>,
    own: &Node,
    (field, parent): (&str, &str),
    moved: &Diagnostic,
) -> Option<Diagnostic> {
    let (file, header) = (explained.file, format!("[[{parent}.{field}]]"));
    let places: Vec<usize> = file.text().match_indices(&header).map(|(at, _)| at).collect();
    places.first()?;
    let names = |name: &&str| explained.fields_at(&[field, "0"]).contains(name);
    let environment = parent.strip_prefix("environments.").filter(|_| names(&"environments"));
    let line = environment.map(|name| format!("environments = [{}]", edits::quote_text(name)));
    let below = line.as_ref().map_or_else(String::new, |line| format!(", and below it `{}`", echo_text(line)));
    let finding = moved.clone().with_help(format!("write `[[{field}]]`{below}"));
    if own.items().iter().any(|block| block.get("environments").is_some()) {
        return Some(finding);
    }
    let line = line.map_or_else(String::new, |line| format!("{}{line}", edits::line_ending(file)));
    let edit = |at| Edit { span: Span::new(at, at + header.len()), text: format!("[[{field}]]{line}") };
    let edits = places.into_iter().map(edit).collect();
    Some(finding.with_fix(Fix { title: format!("write `[[{field}]]`"), safety: Safety::Unsafe, edits }))
}

/// Where the fields at the top of a document in TOML end: behind the line of the last one before the first table.
fn end_of_top(explained: &ExplainedDocument<'_>) -> usize {
    let text = explained.file.text();
    let bom = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let header = |entry: &&Entry| text[..entry.key.span.start as usize].ends_with(['[', '.']);
    let all = explained.document.entries();
    let first = all.iter().filter(header).map(|entry| entry.key.span.start).min().unwrap_or(u32::MAX);
    let above = all.iter().filter(|entry| !header(entry) && entry.key.span.start < first);
    let end = above.map(|entry| entry.value.span.end as usize).max();
    end.map_or(bom, |end| text[end..].find('\n').map_or(text.len(), |line| end + line + 1))
}

/// What the fix of a field does that stands below a header of TOML.
const MOVE_TO_TOP: &str = "move it up";

fn misplaced_field(explained: &ExplainedDocument<'_>, finding: Diagnostic, field: &str, parent: &str) -> Diagnostic {
    let (holder, header) = match parent.rsplit_once('.') {
        Some((list, at)) if is_index(at) => (format!("an entry of `{}`", echo_text(list)), format!("[[{list}]]")),
        _ => (format!("`{}`", echo_text(parent)), format!("[{parent}]")),
    };
    let message = format!("`{field}` is a field of the {}, not of {holder}", explained.noun());
    let toml = edits::is_toml(explained.file);
    let help = if toml {
        format!("move it above the first `[table]`: every line below `{}` belongs to that table", echo_text(&header))
    } else {
        "indent it like the other fields of the document".to_owned()
    };
    let moved = explained
        .new_finding(Code::UnknownField, finding.primary.span, message)
        .with_label(match explained.kind {
            Some(kind) => format!("a field of the {}", kind.noun()),
            None => "belongs to the top level".to_owned(),
        })
        .with_help(help)
        .with_pointer(finding.pointer.unwrap_or_default());
    let own = explained.node_at(&[parent.split('.').collect::<Vec<_>>(), vec![field]].concat());
    if let Some(moved) = own.and_then(|own| explain_tables_below(explained, own, (field, parent), &moved)) {
        return moved;
    }
    let in_line = || own.is_some_and(|node| explained.file.slice(node.span).starts_with('{'));
    if toml && own.is_some_and(|node| matches!(node.value, Value::Mapping(_))) && !in_line() {
        return moved.with_help(match explained.fields_at(&[field, "0"]).is_empty() {
            true => format!(
                "write `[{field}]`: it holds for the whole {}",
                explained.kind.map_or("project", DocumentKind::noun)
            ),
            false => format!("write `[[{field}]]`: it is a field of the {}", explained.noun()),
        });
    }
    let Some(line) =
        own.filter(|_| toml).and_then(|node| edits::lines_of_span(explained.file, finding.primary.span.to(node.span)))
    else {
        return moved;
    };
    let start = end_of_top(explained);
    if explained.file.slice(line).lines().count() != 1 || (line.start as usize) < start {
        return moved;
    }
    // What is said of the line goes with it.
    let above = explained.file.text()[..line.start as usize].split_inclusive('\n').rev();
    let comments: usize = above.take_while(|line| line.trim_start().starts_with('#')).map(str::len).sum();
    let line = Span { start: line.start.saturating_sub(u32::try_from(comments).unwrap_or(0)), end: line.end };
    let text = explained.file.slice(line);
    let text =
        if text.ends_with('\n') { text.to_owned() } else { format!("{text}{}", edits::line_ending(explained.file)) };
    moved.with_fix(Fix {
        title: MOVE_TO_TOP.to_owned(),
        safety: Safety::Unsafe,
        edits: vec![Edit { span: Span::empty_at(start), text }, Edit { span: line, text: String::new() }],
    })
}
