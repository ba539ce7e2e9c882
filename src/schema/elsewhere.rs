//! Names and words that are known from another place: a field of another kind of document, of the entries of another list, a word
//! of another field. Told as what they are, with the place where they belong.

use serde_json::Value as Json;

use crate::catalogue::languages::find_language;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explain_choice::words_at;
use crate::schema::explained_document::{ExplainedDocument, echo_text, is_index};
use crate::schema::kind_meant::kind_of_word;
use crate::source::{Entry, Node};

/// Lists of entries with fields of their own, by the kind that has them; a test compares the fields with its schema.
const LISTS: &[(DocumentKind, &str, &[&str])] = &[
    (DocumentKind::Glossary, "dictionaries", &["source_language", "target_language", "entries", "file"]),
    (DocumentKind::SpokenTerms, "term_lists", &["language", "terms"]),
    (DocumentKind::Style, "custom_instructions", &["label", "prompt", "source_language"]),
];

fn has_field(kind: DocumentKind, field: &str) -> bool {
    kind.fields().contains(&field)
}

/// Whether a name is that of a field of documents or of the entries of their lists.
pub(super) fn is_field_anywhere(name: &str) -> bool {
    DocumentKind::ALL.into_iter().any(|kind| has_field(kind, name))
        || LISTS.iter().any(|(_, _, fields)| fields.contains(&name))
}

/// What documents of a kind are called, all of them.
fn plural(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Style => "lists",
        DocumentKind::Base => "bases",
        DocumentKind::Glossary => "glossaries",
        DocumentKind::SpokenTerms => "spoken terms",
        DocumentKind::StyleProfile => "style profiles",
        DocumentKind::Profile => "translation profiles",
        DocumentKind::StyleTest => "style tests",
        DocumentKind::Catalogue => "catalogue files",
    }
}

/// What documents of a kind are called whose word this is, in the singular or the plural, where they are not sent by themselves.
pub(super) fn kind_never_sent(word: &str) -> Option<&'static str> {
    let kind = kind_of_word(word)?;
    matches!(kind, DocumentKind::Base | DocumentKind::Profile | DocumentKind::StyleTest).then(|| plural(kind))
}

/// A document that says one kind and holds the list of another: only its `kind` is wrong.
pub(super) fn explain_wrong_kind(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    unknown: &[&Entry],
) -> Option<Diagnostic> {
    let own = explained.kind.filter(|_| parts.is_empty())?;
    let written = explained.document.entry("kind")?;
    let (kind, list, _) = LISTS.iter().find(|(kind, list, _)| {
        *kind != own && *kind != DocumentKind::Style && unknown.iter().any(|entry| entry.key.value == *list)
    })?;
    let all = explained.document.entries();
    if !all.iter().all(|entry| entry.key.value == "kind" || has_field(*kind, &entry.key.value)) {
        return None;
    }
    let entry = unknown.iter().find(|entry| entry.key.value == *list)?;
    let message = format!("`{list}` is a field of {}, and this says to be a {}", plural(*kind), own.noun());
    let word = edits::match_notation(explained.file, written.value.span, kind.as_str());
    let title = format!("write `kind{} {word}`", if edits::is_toml(explained.file) { " =" } else { ":" });
    let finding = explained.new_finding(Code::UnknownField, entry.key.span, message);
    Some(
        finding
            .with_label(format!("a field of {}", plural(*kind)))
            .with_secondary(written.value.span, "another kind")
            .with_pointer(format!("/{list}"))
            .offering(title, vec![Edit { span: written.value.span, text: word }]),
    )
}

/// An entry of a list that has several fields of another kind's entries: told once, with both ways out.
pub(super) fn explain_entry_of_other_kind(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    unknown: &[&Entry],
) -> Option<Diagnostic> {
    let own = explained.kind?;
    let [list, at] = parts else { return None };
    let (_, _, due) = LISTS.iter().find(|(_, known, _)| known == list).filter(|_| is_index(at))?;
    let (kind, other, _) = LISTS.iter().find(|(kind, _, fields)| {
        *kind != own && unknown.iter().all(|entry| fields.contains(&entry.key.value.as_str()))
    })?;
    let [first, _, ..] = unknown else { return None };
    let names: Vec<String> = unknown.iter().map(|entry| format!("`{}`", entry.key.value)).collect();
    let message = format!("{} are fields of the `{other}` of {}", names.join(", "), plural(*kind));
    let due: Vec<String> = due.iter().filter(|due| **due != "file").map(|due| format!("`{due}`")).collect();
    let (kind, toml) = (kind.as_str(), edits::is_toml(explained.file));
    let head = match toml {
        true => format!("`kind = \"{kind}\"` and `[[{other}]]`"),
        false => format!("`kind: {kind}` and `{other}:`"),
    };
    let help = format!("write {head}, or here what an entry of `{list}` has: {}", due.join(", "));
    let finding = explained.new_finding(Code::UnknownField, first.key.span, message);
    Some(finding.with_label(format!("no field of an entry of `{list}`")).with_help(help))
}

/// A field of another kind, or of the entries of another list; `finding` says that it is none here.
pub(super) fn explain_field_elsewhere(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let field = entry.key.value.as_str();
    match (explained.kind, parts) {
        (Some(DocumentKind::StyleTest | DocumentKind::Catalogue), _) => None,
        (Some(kind), []) => explain_field_of_kind(kind, entry, finding.clone()),
        (Some(_), [list, at]) if is_index(at) => {
            let (kind, other, _) = LISTS.iter().find(|(_, other, fields)| other != list && fields.contains(&field))?;
            let finding = finding.clone().with_label(format!("a field of the `{other}` of {}", plural(*kind)));
            let content = entry.value.text().filter(|text| echo_text(text) == *text)?;
            let due = required_fields(explained, parts)
                .find(|due| explained.node_at(parts).is_some_and(|node| node.get(due).is_none()));
            Some(finding.with_help(match due {
                Some(due) if field == "file" => {
                    format!("write what `{content}` holds below `{due}`: this list has no file")
                }
                _ => "leave it out, or write it as a comment, behind a `#`".to_owned(),
            }))
        }
        // What all documents have, no setting says for them.
        (None, [table, ..]) if *table == "defaults" => {
            let kind = DocumentKind::ALL.into_iter().find(|kind| has_field(*kind, field))?;
            let finding = finding.clone().with_label(format!("a field of {}", plural(kind)));
            let own: Vec<String> = explained.fields_at(parts).iter().map(|field| format!("`{field}`")).collect();
            Some(finding.with_help(format!("write it in each document: `[{table}]` has {} alone", own.join(", "))))
        }
        (Some(_) | None, _) => None,
    }
}

fn required_fields<'a>(explained: &ExplainedDocument<'a>, parts: &[&str]) -> impl Iterator<Item = &'a str> {
    let required = explained.schema_at(parts).and_then(|schema| schema["required"].as_array());
    required.into_iter().flatten().filter_map(Json::as_str)
}

fn explain_field_of_kind(kind: DocumentKind, entry: &Entry, finding: Diagnostic) -> Option<Diagnostic> {
    let field = entry.key.value.as_str();
    let twin = |of: DocumentKind| {
        matches!((kind, of), (DocumentKind::Style, DocumentKind::Base) | (DocumentKind::Base, DocumentKind::Style))
    };
    let mut homes: Vec<DocumentKind> =
        DocumentKind::ALL.into_iter().filter(|of| *of != kind && !twin(*of) && has_field(*of, field)).collect();
    // What lists and their bases have, lists have.
    if homes.contains(&DocumentKind::Style) {
        homes.retain(|of| *of != DocumentKind::Base);
    }
    let by_request = matches!(kind, DocumentKind::Style | DocumentKind::Base | DocumentKind::StyleProfile);
    let home = match homes.as_slice() {
        [only] => *only,
        [_, _] if by_request && homes.contains(&DocumentKind::Profile) => DocumentKind::Profile,
        _ => return None,
    };
    let document = format!("a document with `kind: {}`", home.as_str());
    let help = match (kind, home, field) {
        (_, _, "language") => return None,
        (_, DocumentKind::Style, "extends") => {
            let bases: Vec<&str> =
                entry.value.items().iter().filter_map(Node::text).chain(entry.value.text()).collect();
            let base = bases.first().map_or("the other one".to_owned(), |base| format!("`{}`", echo_text(base)));
            format!("write what {base} holds into this one: a {} inherits nothing", kind.noun())
        }
        // What profiles call a tone and a writing style is of texts that are improved, not of translations.
        (DocumentKind::Style | DocumentKind::Base, DocumentKind::Profile, "tone" | "writing_style") => {
            let word = entry.value.text().filter(|word| echo_text(word) == *word).unwrap_or("…");
            let (label, noun) = if field == "tone" { ("Tone", "tone") } else { ("Writing style", "style") };
            format!("write an entry of `custom_instructions`: `label: {label}`, `prompt: Use a {word} {noun}.`")
        }
        (DocumentKind::Style | DocumentKind::Base, DocumentKind::Profile, "formality") => {
            format!("put `{field}` into {document} that names this list, or write an instruction")
        }
        (DocumentKind::Style | DocumentKind::Base, DocumentKind::Profile, _) => {
            format!("put `{field}` into {document} that names this list")
        }
        (DocumentKind::StyleProfile, DocumentKind::Profile, _) => {
            format!("put `{field}` into {document} that names this one as `style_profile`")
        }
        (DocumentKind::Profile, DocumentKind::Style, "configured_rules") => {
            "put the rules into a list of their own, and name its key with `style`".to_owned()
        }
        _ => format!("put `{field}` into {document}"),
    };
    Some(finding.with_label(format!("a field of {}", plural(home))).with_help(help))
}

/// The one field of a mapping that takes a language and is not set, where a value is the code of one.
pub(super) fn field_of_language<'a>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    node: &Node,
    value: &Node,
) -> Option<&'a str> {
    find_language(value.text()?)?;
    let of_language = |field: &&str| field.ends_with("language") && node.get(field).is_none();
    let mut fields = explained.fields_at(parts).into_iter().filter(of_language);
    fields.next().filter(|_| fields.next().is_none())
}

/// Where a word belongs that is none of those of its field: to a field beside it, whose word or whose path it is.
pub(super) fn field_of_word(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    word: &str,
) -> Option<(String, Option<Fix>)> {
    let (field, holder) = parts.split_last()?;
    let here = explained.node_at(holder)?;
    let beside = explained.fields_at(holder);
    let files = format!("{field}_files");
    if beside.contains(&files.as_str()) && word.contains(['.', '/']) {
        let entry = explained.entry_at(parts)?;
        let list = format!("{files} = [{}]", edits::quote_text(word));
        let words = words_at(explained, parts).iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" and ");
        let help = format!("write `{}`: `{field}` chooses between {words}", echo_text(&list));
        let fix = edits::replace_span(entry.span(), list, format!("write `{files}`"), Safety::Unsafe);
        return Some((help, Some(fix).filter(|_| edits::is_toml(explained.file) && here.get(&files).is_none())));
    }
    let of_word: Vec<&str> =
        beside.into_iter().filter(|other| words_at(explained, &[holder, &[other]].concat()).contains(&word)).collect();
    let [other] = of_word.as_slice() else { return None };
    let line = edits::field_line(explained.file, other, word);
    let help = format!("`{}` is a word of `{other}`: write `{}`", echo_text(word), echo_text(&line));
    let key = explained.entry_at(parts)?.key.span;
    let fix = here.get(other).is_none().then(|| Fix {
        title: format!("write `{other}`"),
        safety: Safety::Unsafe,
        edits: vec![Edit { span: key, text: (*other).to_owned() }],
    });
    Some((help, fix))
}

/// The field below a mapping that takes a word which was written in the mapping's place: the one whose word it is, or the one
/// of the same name.
pub(super) fn field_below_of_word<'a>(
    explained: &ExplainedDocument<'a>,
    parts: &[&str],
    word: &str,
) -> Option<&'a str> {
    let fields = explained.fields_at(parts);
    let takes = |field: &&str| words_at(explained, &[parts, &[*field]].concat()).contains(&word);
    let of_word: Vec<&str> = fields.iter().copied().filter(takes).collect();
    match of_word.as_slice() {
        [only] => Some(only),
        [] => fields.into_iter().find(|field| {
            let place = [parts, &[*field]].concat();
            let text = explained.schema_at(&place).is_some_and(|schema| schema["type"] == "string");
            parts.last() == Some(field) && text && echo_text(word) == word
        }),
        _ => None,
    }
}

/// Writes a word behind the field below that takes it, or the value that it means there, of a rule.
pub(super) fn offer_field_below(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    (field, value): (&str, Option<&str>),
    finding: Diagnostic,
) -> Diagnostic {
    let (file, raw) = (explained.file, explained.file.slice(node.span));
    let toml = edits::is_toml(file);
    let in_braces = toml || file.slice(explained.document.span).starts_with('{');
    let sign = if toml { " =" } else { ":" };
    let name = edits::key_text(file, field);
    let line = value.map_or_else(|| format!("{name}{sign} {raw}"), |value| edits::field_line(file, field, value));
    let others: Vec<String> = explained
        .fields_at(parts)
        .iter()
        .filter(|other| **other != field && value.is_none())
        .take(4)
        .map(|other| format!("`{other}`"))
        .collect();
    let others = match others.as_slice() {
        [] => String::new(),
        [only] => format!("; its other field: {only}"),
        several => format!("; its other fields: {}", several.join(", ")),
    };
    let finding = finding.with_help(match in_braces {
        true => format!("write `{{ {line} }}`{others}"),
        false if value.is_some() => format!("write `{line}` below it"),
        false => format!("write `{}` below it{others}", echo_text(&line)),
    });
    let key = explained.entry_at(parts).map(|entry| entry.key.span);
    let Some(key) = key.filter(|_| !raw.contains(['\n', '#'])) else { return finding };
    let lead = &file.text()[edits::line_start(file, key.start as usize)..key.start as usize];
    let new = match in_braces {
        true => format!("{{ {line} }}"),
        false if lead.chars().all(|c| c == ' ') => format!(":{}{lead}  {line}", edits::line_ending(file)),
        false => return finding,
    };
    let span = if in_braces { node.span } else { Span { start: key.end, end: node.span.end } };
    finding.with_fix(edits::replace_span(span, new, format!("write `{field}` below it"), Safety::Unsafe))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::load::{Edition, parsed_catalogue};
    use crate::schema::schema_of_kind;

    #[test]
    fn entries_of_lists_have_the_fields_of_their_schemas() {
        for (kind, list, fields) in LISTS {
            let schema = schema_of_kind(*kind, parsed_catalogue(Edition::Core));
            let known = schema["properties"][list]["items"]["properties"].as_object().unwrap();
            assert_eq!(known.keys().collect::<Vec<_>>(), *fields, "{list}");
        }
    }
}
