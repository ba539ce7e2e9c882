//! Values of another shape than their place takes, restated with what they hold: a mapping by name where a list of entries is due,
//! a list where a mapping by name is due, the path of dots where a mapping of a few names is due, the text of a `|` that is YAML.
//!
//! Law: what comes out has the shape of the place, as far as the schema tells, so that whoever writes it is done.

use serde_json::Value as Json;

use crate::catalogue::languages::find_language;
use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explained_document::{echo_text, is_index};
use crate::schema::field_words::closest_field;
use crate::schema::next_step::pair_of;
use crate::schema::noted::as_comment;
use crate::source::emit::is_bare_key;
use crate::source::yaml::is_block_sign;
use crate::source::{Entry, Format, Node, Value, parse_source};

/// A value as its place takes it.
pub(super) struct Restated {
    help: String,
    /// Where it is told, where that is not the value itself.
    place: Option<Span>,
    fix: Option<Fix>,
}

impl Restated {
    /// The finding with what to write.
    pub(super) fn explain(self, mut finding: Diagnostic) -> Diagnostic {
        if let Some(place) = self.place {
            finding.primary.span = place;
        }
        self.fix.into_iter().fold(finding.with_help(self.help), Diagnostic::with_fix)
    }
}

/// What a value would be in the shape that this schema asks for; nothing where its content does not say so. `path` leads to it.
pub(super) fn restate(file: &SourceFile, schema: &Json, path: &[&str], node: &Node) -> Option<Restated> {
    restate_beside(file, schema, path, node, None)
}

/// The same where a field beside the value says the source language of all that it holds.
pub(super) fn restate_beside(
    file: &SourceFile,
    schema: &Json,
    path: &[&str],
    node: &Node,
    source: Option<&Entry>,
) -> Option<Restated> {
    match &node.value {
        Value::Mapping(entries) if schema["type"] == "array" => {
            restate_as_list(file, &schema["items"], path, entries, source)
        }
        Value::Sequence(items) => {
            let of = schema.get("additionalProperties").filter(|of| of.is_object())?;
            match of["type"] == "string" && items.iter().all(|item| item.text().is_some()) {
                true => restate_words(file, node, items),
                false => restate_as_mapping(file, of, path, items),
            }
        }
        Value::Text(text) => restate_block(file, schema, node, text).or_else(|| {
            if schema["additionalProperties"]["type"] == "string" {
                restate_rows(file, node, text)
            } else if schema["type"] == "object" {
                restate_dotted(file, schema, node, text)
            } else {
                None
            }
        }),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) | Value::Mapping(_) => None,
    }
}

/// The text of a `|` or `>` whose lines are what the place takes.
fn restate_block(file: &SourceFile, schema: &Json, node: &Node, text: &str) -> Option<Restated> {
    let sign = file.slice(node.span).lines().next()?.trim_end();
    let block = !edits::is_toml(file) && is_block_sign(sign);
    let inner = block.then(|| parse_source(&SourceFile::new("", text), Format::Yaml))?;
    let [document] = inner.documents.as_slice() else { return None };
    if !inner.findings.is_empty() || document.text().is_some() || !takes_value(schema, document) {
        return None;
    }
    let start = node.span.start as usize;
    let sign = Span::new(start, start + sign.len());
    let title = format!("take the `{}` away: it makes a text of the lines below it", file.slice(sign));
    let lead = file.text().get(..start)?;
    let edit = Edit { span: Span::new(lead.trim_end_matches(' ').len(), sign.end as usize), text: String::new() };
    let fix = Fix { title: title.clone(), safety: Safety::Unsafe, edits: vec![edit] };
    Some(Restated { help: title, place: None, fix: Some(fix) })
}

/// The field beside a mapping of dictionaries by target language that says the source language of all of them.
pub(super) fn source_of_all(document: &Node) -> Option<&Entry> {
    let all = document.get("dictionaries")?.entries();
    let targets = !all.is_empty() && all.iter().all(|entry| find_language(&entry.key.value).is_some());
    let is_source = |entry: &&Entry| {
        closest_field(&entry.key.value, &["source_language"]).is_some() && entry.value.text().is_some()
    };
    document.entries().iter().filter(|_| targets).find(is_source)
}

/// Whether a schema takes a value, as far as types and the fields of entries tell.
pub(super) fn takes_value(schema: &Json, node: &Node) -> bool {
    let types = &schema["type"];
    let named = |name: &str| types == name || types.as_array().is_some_and(|all| all.iter().any(|of| of == name));
    match &node.value {
        Value::Text(_) => named("string"),
        Value::Bool(_) => named("boolean"),
        Value::Integer(_) => named("integer") || named("number"),
        Value::Mapping(_) => named("object"),
        Value::Sequence(items) => {
            let item = &schema["items"];
            let known = |entry: &Entry| item["properties"].get(&entry.key.value).is_some();
            let fits = |node: &Node| match item["type"] == "string" {
                true => node.text().is_some(),
                false => node.entries().iter().any(known),
            };
            named("array") && !items.is_empty() && items.iter().all(fits)
        }
        Value::Null | Value::Float(_) | Value::Date(_) => false,
    }
}

fn required(schema: &Json) -> impl Iterator<Item = &str> + Clone {
    schema["required"].as_array().map(Vec::as_slice).unwrap_or_default().iter().filter_map(Json::as_str)
}

/// An entry of a mapping as an entry of a list: the fields that its name fills, and the one that its value does; none where the
/// value holds the fields themselves.
struct ListedEntry<'a> {
    names: Vec<(&'a str, &'a str)>,
    main: Option<&'a str>,
    entry: &'a Entry,
}

impl<'a> ListedEntry<'a> {
    fn new(file: &SourceFile, item: &'a Json, entry: &'a Entry, source: Option<&'a str>) -> Option<Self> {
        // One entry in a list of its own, as `[[list.name]]` of TOML makes it.
        let value = match entry.value.items() {
            [only] if !only.entries().is_empty() => only,
            _ => &entry.value,
        };
        let key = entry.key.value.as_str();
        let fields = item["properties"].as_object()?;
        let spread =
            !value.entries().is_empty() && value.entries().iter().all(|inner| fields.contains_key(&inner.key.value));
        let own = |field: &str| spread && value.get(field).is_some();
        let (from, to) = ("source_language", "target_language");
        let names = match (pair_of(key), source.filter(|_| find_language(key).is_some())) {
            (Some((one, other)), _) if fields.contains_key(from) && fields.contains_key(to) => {
                vec![(from, one), (to, other)]
            }
            (None, Some(source)) if fields.contains_key(from) && fields.contains_key(to) => {
                vec![(from, source), (to, key)]
            }
            _ if required(item).any(|field| field == from) => return None,
            _ => vec![(required(item).find(|field| fields[*field]["type"] == "string" && !own(field))?, key)],
        };
        let named = |field: &str| names.iter().any(|(name, _)| *name == field);
        let takes = |field: &&str| takes_value(&fields[*field], value);
        // What is of another shape is restated in its turn.
        let restated = |field: &&str| restate(file, &fields[*field], &[], value).is_some();
        let mut free = required(item).chain(fields.keys().map(String::as_str)).filter(|field| !named(field));
        let main = match spread {
            true => None,
            false => Some(free.clone().find(takes).or_else(|| free.find(restated))?),
        };
        let complete = required(item).all(|field| named(field) || own(field) || main == Some(field));
        complete.then_some(Self { names, main, entry })
    }
}

/// The entries of a list that entries of a mapping say by their names; the one field of an item already begins with its dash.
pub(super) fn restate_as_list(
    file: &SourceFile,
    item: &Json,
    path: &[&str],
    entries: &[Entry],
    source: Option<&Entry>,
) -> Option<Restated> {
    // One entry, without what makes it one of a list.
    if entries.iter().any(|entry| item["properties"].get(&entry.key.value).is_some()) {
        return None;
    }
    let code = source.and_then(|entry| entry.value.text());
    let listed: Vec<ListedEntry<'_>> =
        entries.iter().map(|entry| ListedEntry::new(file, item, entry, code)).collect::<Option<_>>()?;
    let first = listed.first()?;
    let toml = edits::is_toml(file);
    let written = |text: &str| if toml { edits::quote_text(text) } else { text.to_owned() };
    let sign = if toml { " =" } else { ":" };
    let mut fields: Vec<String> =
        first.names.iter().map(|(field, text)| format!("`{field}{sign} {}`", written(&echo_text(text)))).collect();
    let raw = file.slice(first.entry.value.span);
    let key = echo_text(&first.entry.key.value);
    match first.main {
        Some(main) if echo_text(raw) == raw && stands_in_line(&first.entry.value, raw) => {
            fields.push(format!("`{main}{sign} {raw}`"));
        }
        Some(main) => fields.push(format!("`{main}{sign}` with what `{key}` holds")),
        None => fields.push("its fields".to_owned()),
    }
    if edits::is_json(file) {
        let names = first.names.iter().map(|(field, text)| edits::field_line(file, field, &echo_text(text)));
        let short = echo_text(raw) == raw && first.entry.value.text().is_some();
        let value = if short { raw } else { "…" };
        let main = first.main.map(|main| format!("{}: {value}", edits::quote_text(main)));
        let shown: Vec<String> = names.chain(main).collect();
        let help = format!("write each entry of the list as `{{ {} }}`", shown.join(", "));
        return Some(Restated { help, place: None, fix: None });
    }
    let begin = match toml {
        true => format!("write `[[{}]]`, and below it ", path.join(".")),
        false => format!("write `- {}, and below it ", fields.remove(0).trim_start_matches('`')),
    };
    let more = if listed.len() > 1 { "; the others in the same way" } else { "" };
    // A pair that is meant both ways has two entries.
    let both = listed.iter().any(|listed| listed.entry.key.value.contains(['<', '↔', '⇄']));
    let more = if both { "; and one for the other direction, with the phrases exchanged" } else { more };
    let last = fields.pop().unwrap_or_default();
    let rest = if fields.is_empty() { last } else { format!("{} and {last}", fields.join(", ")) };
    let edits: Option<Vec<Vec<Edit>>> = listed.iter().map(|listed| list_edits(file, listed)).collect();
    let gone = match source {
        Some(source) => edits::removal_span(file, source).map(|span| vec![Edit { span, text: String::new() }]),
        None => Some(Vec::new()),
    };
    let edits = edits.zip(gone).map(|(edits, gone)| edits.into_iter().chain([gone]).collect::<Vec<_>>());
    let fix = edits.filter(|_| !toml && !both).map(|edits| Fix {
        title: "write a list".to_owned(),
        safety: Safety::Unsafe,
        edits: edits.into_iter().flatten().collect(),
    });
    Some(Restated { help: format!("{begin}{rest}{more}"), place: None, fix })
}

/// Whether a value is written so that it can stand behind a key.
fn stands_in_line(value: &Node, raw: &str) -> bool {
    match &value.value {
        Value::Sequence(_) => raw.starts_with('['),
        Value::Mapping(_) => raw.starts_with('{'),
        Value::Text(_) => !raw.starts_with(['|', '>']),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => true,
    }
}

/// Edits that make an entry of a mapping in block style one of a list.
fn list_edits(file: &SourceFile, listed: &ListedEntry<'_>) -> Option<Vec<Edit>> {
    let ListedEntry { names, main, entry } = listed;
    let (key, value) = (entry.key.span, entry.value.span);
    let start = edits::line_start(file, key.start as usize);
    let lead = file.text().get(start..key.start as usize)?;
    // What is an item already begins with its dash.
    let (dash, indent) = match lead.strip_suffix("- ") {
        Some(indent) => ("", indent),
        None => ("- ", lead),
    };
    if !indent.chars().all(|c| c == ' ') {
        return None;
    }
    let between = file.text().get(key.end as usize..value.start as usize)?;
    let below = between.contains('\n');
    let break_line = format!("{}{indent}  ", edits::line_ending(file));
    let text = |(field, name): &(&str, &str)| match *name == entry.key.value {
        true => format!("{field}: {}", file.slice(key)),
        false => format!("{field}: {name}"),
    };
    let head: Vec<String> = names.iter().map(text).collect();
    let head = format!("{dash}{}", head.join(&break_line));
    // Lines below a name that becomes a field of its own stand deeper than that.
    let deeper = match main {
        Some(_) => dash.len(),
        None => {
            let column = value.start as usize - edits::line_start(file, value.start as usize);
            (indent.len() + 2).checked_sub(column).filter(|_| below)?
        }
    };
    let mut edits = match main {
        Some(main) => vec![Edit { span: key, text: format!("{head}{break_line}{main}") }],
        None => {
            let colon = key.end as usize + between.find(':')?;
            vec![Edit { span: Span::new(key.start as usize, colon + 1), text: head }]
        }
    };
    let mut at = key.end as usize + file.text()[key.end as usize..].find('\n').map_or(0, |line| line + 1);
    for line in file.text().get(at..(value.end as usize).max(at))?.split_inclusive('\n').filter(|_| deeper > 0) {
        if !line.trim().is_empty() {
            edits.push(Edit { span: Span::empty_at(at), text: " ".repeat(deeper) });
        }
        at += line.len();
    }
    Some(edits)
}

/// Fields by which entries of a list say their name.
const NAMES: &[&str] = &["name", "key", "id", "code", "title"];

/// Words for a phrase and for its translation, as fields of an entry.
const PHRASES: (&[&str], &[&str]) =
    (&["source", "term", "phrase", "from", "original", "src", "en"], &["target", "translation", "to", "value", "dst"]);

/// Entries of a list, where a mapping by name is due: `of` is the schema of its values.
fn restate_as_mapping(file: &SourceFile, of: &Json, path: &[&str], items: &[Node]) -> Option<Restated> {
    let toml = edits::is_toml(file);
    let noun = match path.last() {
        Some(&"environments") => "environment",
        _ => "of them",
    };
    let table = |name: &str| format!("[{}.{}]", path.join("."), echo_text(name));
    let first = items.first()?;
    if let Some(name) =
        first.text().filter(|_| items.iter().all(|item| item.text().is_some()) && of["type"] == "object")
    {
        let name = echo_text(name);
        let help = match toml {
            true => format!("give each {noun} a table of its own: `{}`", table(&name)),
            false if required(of).next().is_none() => format!("write each as a name with a colon: `{name}: {{}}`"),
            false => format!("write each as a name with a colon, and its fields below it: `{name}:`"),
        };
        let fix = names_with_colons(file, items).filter(|_| !toml && required(of).next().is_none());
        return Some(Restated { help, place: None, fix });
    }
    let texts = |item: &Node| item.entries().iter().filter(|entry| entry.value.text().is_some()).count();
    let names = |item: &Node| item.entries().iter().map(|entry| entry.key.value.clone()).collect::<Vec<_>>();
    let alike = items.len() > 1 && items.iter().all(|item| names(item) == names(first));
    let pair = |item: &Node| match item.entries() {
        [] => false,
        [only] => only.value.text().is_some(),
        // Names that say nothing of phrases, and are not the same in each entry, are phrases.
        several => !alike && texts(item) == several.len() && called_phrases(item).is_none(),
    };
    if of["type"] == "string" && items.iter().all(pair) {
        if toml {
            let named: Vec<&str> = path.iter().copied().filter(|part| !is_index(part)).collect();
            let header = named.join(".");
            let help = format!("write `[{header}]` in place of `[[{header}]]`, once: a table holds all phrases");
            return Some(Restated { help, place: None, fix: None });
        }
        let blank = |item: &Node| dash_of(file, item).map(|at| Edit { span: Span::new(at, at + 1), text: " ".into() });
        let edits: Option<Vec<Edit>> = items.iter().map(blank).collect();
        let title = "delete the dashes".to_owned();
        let fix = edits.map(|edits| Fix { title, safety: Safety::Unsafe, edits });
        let help = "write each entry as `phrase: translation`, without a `-`".to_owned();
        return Some(Restated { help, place: None, fix });
    }
    if of["type"] == "string" {
        let [one, other] = phrase_fields(first)?;
        let text = |entry: &Entry| file.slice(entry.value.span).to_owned();
        let sign = if toml { " =" } else { ":" };
        let help = format!(
            "write `{}`: the phrase itself is the name, without `{}` and `{}`",
            echo_text(&format!("{}{sign} {}", text(one), text(other))),
            echo_text(&one.key.value),
            echo_text(&other.key.value)
        );
        let deeper = missing_indent(file, items);
        let edits: Option<Vec<Edit>> = items.iter().map(|item| phrase_edit(file, item, deeper)).collect();
        let noted = items.iter().any(|item| item.entries().len() > 2);
        let help = if noted { format!("{help}; what is noted beside them, as a comment") } else { help };
        let fix = edits.filter(|_| !toml);
        let fix = fix.map(|edits| Fix { title: "write phrases by name".to_owned(), safety: Safety::Unsafe, edits });
        return Some(Restated { help, place: None, fix });
    }
    let names: Vec<&Entry> = items.iter().map(name_of_entry).collect::<Option<_>>()?;
    let entry = names.first()?;
    let (field, text) = (echo_text(&entry.key.value), entry.value.text().unwrap_or_default());
    let header = format!("[[{}]]", path.join("."));
    if !toml {
        let help = format!("write `{}:` in place of `- {field}: …`, and its other fields below it", echo_text(text));
        return Some(Restated { help, place: None, fix: None });
    }
    let header_of = |item: &Node| {
        let at = file.text().get(..item.span.start as usize)?.rfind(&header)?;
        file.text()[at + header.len()..item.span.start as usize]
            .trim()
            .is_empty()
            .then(|| Span::new(at, at + header.len()))
    };
    let place = header_of(first);
    let help = match place {
        Some(_) => format!("write `{}` in place of `{header}` and `{field}`", table(text)),
        None => format!("give each {noun} a table of its own: `{}`", table(text)),
    };
    let edits = items.iter().zip(&names).map(|(item, name)| {
        let text = name.value.text().filter(|text| is_bare_key(text))?;
        let line = edits::removal_span(file, name)?;
        Some([Edit { span: header_of(item)?, text: table(text) }, Edit { span: line, text: String::new() }])
    });
    let edits: Option<Vec<[Edit; 2]>> = edits.collect();
    let fix = edits.map(|edits| Fix {
        title: format!("write `{}`", table(text)),
        safety: Safety::Unsafe,
        edits: edits.into_iter().flatten().collect(),
    });
    let more = if items.len() > 1 { "; the others in the same way" } else { "" };
    Some(Restated { help: format!("{help}{more}"), place, fix })
}

/// `[a, b]` as `{ a: {}, b: {} }`, and names behind dashes without those.
fn names_with_colons(file: &SourceFile, items: &[Node]) -> Option<Fix> {
    let mut names: Vec<&str> = items.iter().filter_map(Node::text).collect();
    names.sort_unstable();
    names.dedup();
    let plain = names.iter().all(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    let text = file.text();
    let (first, last) = (items.first()?.span, items.last()?.span);
    let before = text.get(..first.start as usize)?.trim_end();
    let behind = text.get(last.end as usize..)?.trim_start();
    let mut edits = Vec::new();
    if before.ends_with('[') {
        let end = text.len() - behind.len();
        let opens = Span::new(before.len() - 1, before.len());
        edits.push(Edit { span: opens, text: "{ ".to_owned() });
        edits.extend(
            items.iter().map(|item| Edit { span: Span::empty_at(item.span.end as usize), text: ": {}".into() }),
        );
        edits.push(Edit { span: Span::new(end, end + usize::from(behind.starts_with(']'))), text: " }".to_owned() });
    } else {
        for item in items {
            let dash = dash_of(file, item)?;
            edits.push(Edit { span: Span::new(dash, dash + 1), text: " ".to_owned() });
            edits.push(Edit { span: Span::empty_at(item.span.end as usize), text: ": {}".to_owned() });
        }
    }
    let whole = plain && names.len() == items.len() && (!before.ends_with('[') || behind.starts_with(']'));
    let title = "write each as a name with a colon".to_owned();
    whole.then_some(Fix { title, safety: Safety::Unsafe, edits })
}

/// Where the dash of an item stands, that stands alone before it.
fn dash_of(file: &SourceFile, item: &Node) -> Option<usize> {
    let start = edits::line_start(file, item.span.start as usize);
    let lead = file.text().get(start..item.span.start as usize)?;
    (lead.trim() == "-").then(|| start + lead.len() - lead.trim_start().len())
}

/// The field by which an entry of a list says its name.
fn name_of_entry(item: &Node) -> Option<&Entry> {
    NAMES.iter().find_map(|field| item.entry(field).filter(|entry| entry.value.text().is_some()))
}

/// The fields of an entry that hold a phrase and its translation.
fn phrase_fields(item: &Node) -> Option<[&Entry; 2]> {
    let mut texts = item.entries().iter().filter(|entry| entry.value.text().is_some());
    called_phrases(item).or_else(|| match (texts.next(), texts.next(), texts.next()) {
        (Some(one), Some(other), None) => Some([one, other]),
        _ => None,
    })
}

/// The fields of an entry that are called a phrase and its translation.
fn called_phrases(item: &Node) -> Option<[&Entry; 2]> {
    let texts = || item.entries().iter().filter(|entry| entry.value.text().is_some());
    let called = |words: &[&str]| texts().find(|entry| words.contains(&&*entry.key.value.to_ascii_lowercase()));
    Some([called(PHRASES.0)?, called(PHRASES.1)?])
}

/// What entries of a mapping are to be indented by, whose list stands at the column of its own key.
fn missing_indent(file: &SourceFile, items: &[Node]) -> &'static str {
    let column = |at: usize| at - edits::line_start(file, at);
    let of_key = || {
        let dash = dash_of(file, items.first()?)?;
        let above = file.text()[..edits::line_start(file, dash)].lines().rev().find(|line| !line.trim().is_empty())?;
        Some((column(dash), above.len() - above.trim_start_matches(' ').len()))
    };
    if of_key().is_some_and(|(dash, key)| dash <= key) { "  " } else { "" }
}

/// `- source: a`, and below it `target: b`, as `a: b`.
fn phrase_edit(file: &SourceFile, item: &Node, deeper: &str) -> Option<Edit> {
    let [one, other] = phrase_fields(item)?;
    let comment = as_comment(file, item.entries(), &[one, other])?;
    let (one, other) = (file.slice(one.value.span), file.slice(other.value.span));
    let dash = dash_of(file, item)?;
    let plain = !one.contains('\n') && !other.contains('\n') && !file.slice(item.span).contains('#');
    let text = format!("{deeper}{one}: {other}{comment}");
    plain.then(|| Edit { span: Span::new(dash, item.span.end as usize), text })
}

/// What divides a phrase from its translation in other notations, or says more of it: no part of a name.
pub(super) const SIGNS: &[char] = &['=', '>', '→', '⇒', ':', ';', '|', ',', '\t', '#', '\n', '(', '/'];

/// Words alone, where a mapping of texts by name is due: names mostly, which stay as they are.
fn restate_words(file: &SourceFile, node: &Node, items: &[Node]) -> Option<Restated> {
    let toml = edits::is_toml(file);
    let mut words: Vec<&str> = items.iter().filter_map(|item| Some(item.text()?.trim())).collect();
    // What divides a phrase from its translation is no part of a name.
    if items.is_empty() || words.len() != items.len() || words.iter().any(|word| word.contains(SIGNS)) {
        return None;
    }
    let pair = |item: &Node| {
        let raw = file.slice(item.span);
        if toml {
            format!("{} = {raw}", edits::quote_text(item.text().unwrap_or_default()))
        } else {
            format!("{raw}: {raw}")
        }
    };
    let first = pair(items.first()?);
    let help = format!("write each with its translation: `{}` where it stays as it is", echo_text(&first));
    words.sort_unstable();
    words.dedup();
    let plain = words.len() == items.len() && items.iter().all(|item| !file.slice(item.span).contains(['#', '\n']));
    let raw = file.slice(node.span);
    let edits = match raw.starts_with('[') {
        true if raw.contains(['#', '\n']) => None,
        true => {
            let text = format!("{{ {} }}", items.iter().map(pair).collect::<Vec<_>>().join(", "));
            Some(vec![Edit { span: node.span, text }])
        }
        false => {
            let of_item = |item: &Node| {
                let (dash, deeper) = (dash_of(file, item)?, missing_indent(file, items));
                Some(Edit { span: Span::new(dash, item.span.end as usize), text: format!("{deeper}{}", pair(item)) })
            };
            items.iter().map(of_item).collect()
        }
    };
    let title = "write each as it is".to_owned();
    let fix = edits.filter(|_| plain).map(|edits| Fix { title, safety: Safety::Unsafe, edits });
    Some(Restated { help, place: None, fix })
}

/// Rows of two cells with a tab between them, where a mapping of texts by name is due.
fn restate_rows(file: &SourceFile, node: &Node, text: &str) -> Option<Restated> {
    let rows: Vec<(&str, &str)> =
        text.lines().filter(|row| !row.trim().is_empty()).map(|row| row.split_once('\t')).collect::<Option<_>>()?;
    let plain = |cell: &str| !cell.trim().is_empty() && !cell.contains('\t');
    let (first, last) = rows.first().filter(|_| rows.iter().all(|(one, other)| plain(one) && plain(other)))?;
    let toml = edits::is_toml(file);
    let written = |text: &str| edits::match_notation(file, Span::empty_at(0), text.trim());
    let row = |one: &str, other: &str| match toml {
        true => format!("{} = {}", edits::quote_text(one.trim()), edits::quote_text(other.trim())),
        false => format!("{}: {}", written(one), written(other)),
    };
    let help = format!("write each entry on a line below it: `{}`", echo_text(&row(first, last)));
    let start = edits::line_start(file, node.span.start as usize);
    let line = file.text().get(start..node.span.start as usize)?;
    let depth = line.len() - line.trim_start_matches([' ', '-']).len() + 2;
    let below =
        |(one, other): &(&str, &str)| format!("{}{}{}", edits::line_ending(file), " ".repeat(depth), row(one, other));
    // A blank stands behind the colon.
    let place = Span::new(start + line.trim_end().len(), node.span.end as usize);
    let text: String = rows.iter().map(below).collect();
    let fix = line
        .trim_end()
        .ends_with(':')
        .then(|| edits::replace_span(place, text, "write each on a line", Safety::Unsafe));
    Some(Restated { help, place: None, fix: fix.filter(|_| !toml) })
}

/// `a.b.c`, where a mapping of just three texts is due.
fn restate_dotted(file: &SourceFile, schema: &Json, node: &Node, text: &str) -> Option<Restated> {
    let fields: Vec<&str> = required(schema).collect();
    let parts: Vec<&str> = text.split(['.', '/', '=']).map(str::trim).collect();
    let named = |field: &&str| schema["properties"][*field]["type"] == "string";
    if fields.len() < 2
        || parts.len() != fields.len()
        || !parts.iter().all(|part| is_bare_key(part))
        || !fields.iter().all(named)
    {
        return None;
    }
    let toml = edits::is_toml(file);
    let pair = |(field, part): (&&str, &&str)| match toml {
        true => format!("{field} = \"{part}\""),
        false => format!("{field}: {part}"),
    };
    let new = format!("{{ {} }}", fields.iter().zip(&parts).map(pair).collect::<Vec<_>>().join(", "));
    let help = format!("write `{new}`");
    let fix = edits::replace_span(node.span, new, help.clone(), Safety::Unsafe);
    Some(Restated { help, place: None, fix: Some(fix) })
}
