//! A level too much: fields of a mapping stand one level down, below a name that nothing has.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::dotted_name::explain_quoted_header;
use crate::schema::edits;
use crate::schema::explain_field::SERVICE_FIELDS;
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::field_words::closest_field;
use crate::schema::project_words::is_environment_at_top;
use crate::source::toml::table_paths::other_names_of_table;
use crate::source::{Entry, Node, Value};

/// The finding, and the fields that stand below the name; nothing where the name is no such level.
pub(super) fn explain_wrapper<'a>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    entry: &Entry,
    missing: &[&str],
) -> Option<(Diagnostic, Vec<&'a str>)> {
    // What has the name of an environment, or its fields, is about that.
    let named = explained.kind.is_none() && explained.node_at(&["environments", &entry.key.value]).is_some();
    if named || is_environment_at_top(explained, parts, entry) {
        return None;
    }
    let known = explained.fields_at(parts);
    if let Some(finding) = explain_quoted_header(explained, parts, entry) {
        let first = entry.key.value.split('.').next().map(str::trim);
        return Some((finding, known.into_iter().filter(|field| Some(*field) == first).collect()));
    }
    if let Some(found) = explain_list_of_documents(explained, parts, entry, &known)
        .or_else(|| explain_named_documents(explained, parts, entry, &known))
    {
        return Some(found);
    }
    let inner = match &entry.value.value {
        Value::Mapping(entries) => entries.as_slice(),
        // A list of one document.
        Value::Sequence(items) => match items.as_slice() {
            [only] => only.entries(),
            _ => return None,
        },
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Text(_) => {
            return None;
        }
    };
    let is_field = |inner: &&Entry| known.contains(&inner.key.value.as_str());
    let taken = |inner: &Entry| explained.node_at(&[parts, &[inner.key.value.as_str()]].concat()).is_some();
    let fields: Vec<&str> =
        known.iter().copied().filter(|field| inner.iter().any(|inner| inner.key.value == *field)).collect();
    let needed = fields.len() == inner.len() && fields.iter().any(|field| missing.contains(field));
    let enough = if parts.is_empty() { fields.len() >= 2 || needed } else { !fields.is_empty() };
    let near = |inner: &&Entry| parts.is_empty() && closest_field(&inner.key.value, &known).is_some();
    let most = 2 * inner.iter().filter(|inner| is_field(inner) || near(inner)).count() > inner.len();
    if !enough || !most || inner.iter().filter(is_field).any(taken) {
        return None;
    }
    let written = echo_text(&entry.key.value);
    let owner = explained.describe_any_owner(parts);
    let below: Vec<String> = fields.iter().take(3).map(|field| format!("`{field}`")).collect();
    let code = match parts {
        [] => Code::UnknownField,
        ["configured_rules", _] => Code::UnknownRule,
        ["configured_rules"] if explained.kind.is_some() => Code::UnknownCategory,
        _ => Code::UnknownField,
    };
    let header = |names: &[&str]| format!("[{}]", names.join("."));
    let (own, above) = (header(&[parts, &[entry.key.value.as_str()]].concat()), header(parts));
    let lines = |header: &str| explained.file.text().lines().filter(|line| line.trim_end() == header).count();
    // Of a document of lists, entries have no headers of their own.
    let retitled = explained.kind.is_none()
        && !matches!(parts, [] | ["environments", ..])
        && lines(&own) == 1
        && lines(&above) == 0;
    let headers = if parts.is_empty() { without_table(explained.file, entry) } else { None };
    let finding = explained
        .new_finding(code, entry.key.span, format!("`{written}` is a level too much"))
        .with_label("take this level away")
        .with_note(format!(
            "{} below it {} to {owner}",
            below.join(", "),
            if below.len() == 1 { "belongs" } else { "belong" }
        ))
        .with_help(if let ["environments", _] = parts {
            format!("give each environment a table of its own: `[environments.{written}]`")
        } else if retitled {
            format!("write `{above}` in place of `{own}`")
        } else if let Some(edits) = &headers {
            match edits.as_slice() {
                [_] => format!("delete the line `{own}`"),
                _ => format!("delete the line `{own}`, and `{written}.` in the other headers"),
            }
        } else if entry.value.items().is_empty() {
            format!("take `{written}` away, and what is below it one level up")
        } else if explained.file.slice(entry.value.span).starts_with('[') {
            format!("take `{written}` and its brackets away: the document is what stands between them")
        } else {
            format!("take `{written}` and the `-` away, and what is below them to the margin")
        })
        .with_pointer(join_pointer(&[parts, &[entry.key.value.as_str()]].concat()));
    let retitle = || {
        let at = explained.file.text().find(&own).filter(|_| retitled)?;
        Some(vec![Edit { span: Span::new(at, at + own.len()), text: above.clone() }])
    };
    Some((
        match dedent(explained.file, entry, inner).or_else(retitle).or(headers) {
            Some(edits) => {
                finding.with_fix(Fix { title: "take this level away".to_owned(), safety: Safety::Unsafe, edits })
            }
            None => finding,
        },
        fields,
    ))
}

/// A level of free names that is written twice: `categories` below `categories`.
pub(super) fn explain_doubled_level(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    unknown: &[&Entry],
) -> Option<Diagnostic> {
    let [above @ .., outer, inner] = parts else { return None };
    let entry = explained.entry_at(parts).filter(|_| outer == inner && !unknown.is_empty())?;
    let free = explained.fields_at(&parts[..parts.len() - 1]).is_empty();
    if !free || !explained.fields_at(above).contains(outer) || unknown.len() < entry.value.entries().len() {
        return None;
    }
    let name = echo_text(inner);
    let finding = explained
        .new_finding(Code::UnknownField, entry.key.span, format!("`{name}` is a level too much: it is written twice"))
        .with_label("take this level away")
        .with_help(format!("take this `{name}` away, and what is below it one level up"))
        .with_pointer(join_pointer(parts));
    let title = "take this level away".to_owned();
    let file = explained.file;
    let headers = || without_name(file, entry.key.span).filter(|_| edits::is_toml(file));
    let fix = dedent(file, entry, entry.value.entries()).or_else(headers);
    let fix = fix.map(|edits| Fix { title, safety: Safety::Unsafe, edits });
    Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// What a request answers with: a list of documents below a name.
fn explain_list_of_documents<'a>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    entry: &Entry,
    known: &[&'a str],
) -> Option<(Diagnostic, Vec<&'a str>)> {
    let items = entry.value.items();
    let of_service = |inner: &&Entry| SERVICE_FIELDS.contains(&inner.key.value.as_str());
    let is_document = |item: &&Node| {
        let is_field =
            |inner: &&Entry| known.contains(&&*inner.key.value) || closest_field(&inner.key.value, known).is_some();
        let fields = item.entries().iter().filter(is_field).count();
        let service = item.entries().iter().filter(of_service).count();
        fields >= 2 && 2 * fields > item.entries().len() - service
    };
    // What others repeat stands above them under such names.
    let is_shared = |other: &Entry| other.key.value.starts_with(['.', '_']) || other.key.value.starts_with("x-");
    let answer: Vec<&str> = items
        .first()
        .map(|item| item.entries().iter().filter(of_service).map(|inner| inner.key.value.as_str()).collect())
        .unwrap_or_default();
    if !parts.is_empty()
        || (items.len() < 2 && answer.is_empty())
        || !explained.document.entries().iter().all(|other| other.key.span == entry.key.span || is_shared(other))
        || !items.iter().all(|item| is_document(&item))
    {
        return None;
    }
    let written = echo_text(&entry.key.value);
    let message = match items.len() {
        1 => "this is an answer of the service, as it seems".to_owned(),
        many => format!("`{written}` holds {many} documents"),
    };
    let named: Vec<String> = answer.iter().take(4).map(|field| format!("`{field}`")).collect();
    let without = if named.is_empty() { String::new() } else { format!(", without {}", named.join(", ")) };
    let toml = edits::is_toml(explained.file);
    let finding = explained
        .new_finding(Code::UnknownField, entry.key.span, message)
        .with_label("take this level away")
        .with_help(match items.len() {
            1 => format!("take `{written}` away, and write what is below it at the margin{without}"),
            _ if toml => format!("take `{written}` away, and write each below it into a file of its own{without}"),
            _ => format!(
                "take `{written}` away, write each below it as a document, with `---` between them and a `key`{without}"
            ),
        })
        .with_pointer(join_pointer(&[entry.key.value.as_str()]));
    let alone = explained.document.entries().len() == 1;
    let note = match alone {
        true => "`housestyle pull` writes what the service has into files",
        false => "what lists share stands in a document with `kind: base_style`, which each names in `extends`",
    };
    Some((finding.with_note(note), known.to_vec()))
}

/// Documents below names of their own, as `[styles.support]` and `[styles.shop]` are: a file holds one, or several one by one.
fn explain_named_documents<'a>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    entry: &Entry,
    known: &[&'a str],
) -> Option<(Diagnostic, Vec<&'a str>)> {
    let inner = entry.value.entries();
    let is_document = |inner: &Entry| {
        let fields = inner.value.entries();
        fields.len() >= 2 && fields.iter().all(|field| known.contains(&field.key.value.as_str()))
    };
    let alone = explained.kind.is_some() && parts.is_empty() && explained.document.entries().len() == 1;
    if !alone || inner.is_empty() || !inner.iter().all(is_document) {
        return None;
    }
    let (written, toml) = (echo_text(&entry.key.value), edits::is_toml(explained.file));
    let names: Vec<String> = inner.iter().take(3).map(|inner| echo_text(&inner.key.value)).collect();
    let more = if inner.len() > names.len() { " and so on" } else { "" };
    let list = |form: &dyn Fn(&String) -> String| names.iter().map(form).collect::<Vec<_>>().join(", ") + more;
    let message = match inner.len() {
        1 => format!("`{written}` holds a document below a name of its own"),
        many => format!("`{written}` holds {many} documents, and a file of TOML holds one"),
    };
    let message = if toml { message } else { message.replace(", and a file of TOML holds one", " below their names") };
    let folder = explained.file.path().rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let help = if toml {
        let files = list(&|name| format!("`{folder}{name}.toml`"));
        format!("write each into a file of its own, its fields at the top: {files}")
    } else {
        let keys = list(&|name| format!("`key: {name}`"));
        format!("write each at the margin, with its name as its key and `---` between them: {keys}")
    };
    let finding = explained
        .new_finding(Code::UnknownField, entry.key.span, message)
        .with_label("no field of a document")
        .with_help(help)
        .with_pointer(join_pointer(&[entry.key.value.as_str()]));
    Some((finding, known.to_vec()))
}

/// Edits that take a TOML table away and leave what is in it, where its own header comes before all others.
pub(super) fn without_table(file: &SourceFile, entry: &Entry) -> Option<Vec<Edit>> {
    let name = entry.key.span;
    let line = |span: Span| {
        let start = edits::line_start(file, span.start as usize);
        (start, file.text()[start..].split_inclusive('\n').next().unwrap_or_default())
    };
    let (start, header) = line(name);
    let own = header.trim() == format!("[{}]", file.slice(name));
    let first = !file.text()[..start].lines().any(|line| line.trim_start().starts_with('['));
    if !edits::is_toml(file) || !own || !first {
        return None;
    }
    let mut edits = vec![Edit { span: Span::new(start, start + header.len()), text: String::new() }];
    for other in other_names_of_table(file.text(), name) {
        edits.push(without_dot(file, other)?);
    }
    Some(edits)
}

/// The edit that takes a part of a path of TOML away, where another one follows it.
fn without_dot(file: &SourceFile, name: Span) -> Option<Edit> {
    let end = name.end as usize;
    let dot = file.text()[end..].starts_with('.').then_some(end + 1)?;
    Some(Edit { span: Span::new(name.start as usize, dot), text: String::new() })
}

/// Edits that take the name of a TOML table away which has no header of its own.
pub(super) fn without_name(file: &SourceFile, name: Span) -> Option<Vec<Edit>> {
    let names = std::iter::once(name).chain(other_names_of_table(file.text(), name));
    names.map(|name| without_dot(file, name)).collect()
}

/// Edits that take a key away and what is below it to the key's own depth, where each line is laid out plainly.
pub(super) fn dedent(file: &SourceFile, entry: &Entry, inner: &[Entry]) -> Option<Vec<Edit>> {
    let mapping = matches!(entry.value.value, Value::Mapping(_)) && !edits::is_toml(file);
    let first = inner.first()?.key.span.start as usize;
    let key = entry.key.span.start as usize;
    let (own, below) = (key - edits::line_start(file, key), first - edits::line_start(file, first));
    let lead = file.text().get(edits::line_start(file, first)..first)?;
    let header_end = key + file.text()[key..].find('\n')? + 1;
    let header = file.text()[entry.key.span.end as usize..header_end].trim();
    if !mapping || below <= own || header != ":" || !lead.chars().all(|c| c == ' ') {
        return None;
    }
    // Behind the dash of an entry, its first field takes the place of the name.
    let is_entry = file.text()[edits::line_start(file, key)..key].trim_start_matches(' ').starts_with('-');
    let (gone, mut at) = match is_entry {
        true if first >= header_end => (Span::new(key, first), first),
        true => return None,
        false => (Span::new(edits::line_start(file, key), header_end), header_end),
    };
    let mut edits = vec![Edit { span: gone, text: String::new() }];
    for line in file.text()[at..entry.value.span.end as usize].split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if !line.trim().is_empty() {
            let less = (below - own).min(indent);
            edits.push(Edit { span: Span::new(at, at + less), text: String::new() });
        }
        at += line.len();
    }
    Some(edits)
}
