//! Which kind a document is meant to be of, where it does not say so or says it otherwise.
//!
//! Law: that is one finding. What is meant is read as what it is meant to be, so that nothing that names it is a second one.

use std::sync::Arc;

use crate::catalogue::languages::find_language;
use crate::catalogue::nearest;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explained_document::{echo_text, join_pointer};
use crate::schema::field_words::closest_field;
use crate::schema::foreign_file::explain_known_file;
use crate::schema::missing_field::commented_field;
use crate::schema::wrapper::{dedent, without_name, without_table};
use crate::source::kind_folder::kind_of_folder;
use crate::source::test_files::{TESTS_FOLDER, is_test_file};
use crate::source::{Entry, Node, Value};

/// A document that does not say which kind it is of.
#[derive(Debug)]
pub struct KindFault {
    /// What it should say.
    pub finding: Diagnostic,
    /// What it is meant to be; none where it is nothing of ours, or nobody can tell.
    pub meant: Option<DocumentKind>,
    /// The name above all of its fields that is a level too much, and the document without it.
    pub unwrapped: Option<(String, Node)>,
}

impl KindFault {
    fn new(finding: Diagnostic, meant: Option<DocumentKind>) -> Self {
        Self { finding, meant, unwrapped: None }
    }
}

/// The kind of a document. What is no mapping is left to the schema of lists.
///
/// # Errors
/// The one finding about a document of no kind, with the kind that is meant.
pub(super) fn read_kind(file: &Arc<SourceFile>, document: &Node) -> Result<DocumentKind, Box<KindFault>> {
    let written = document.get("kind").and_then(|node| Some((node, node.text()?)));
    let named = written.and_then(|(_, text)| DocumentKind::from_name(text));
    if is_test_file(file.path()) && named.is_none() {
        return Ok(DocumentKind::StyleTest);
    }
    if let Some(finding) = explain_known_file(file, document) {
        return Err(Box::new(KindFault::new(finding, None)));
    }
    let fault = match (written, named) {
        (Some((node, _)), Some(kind)) => match other_profile(document, kind) {
            Some(other) => Some(explain_wrong_profile(file, node, kind, other)),
            None => return Ok(kind),
        },
        (None, Some(kind)) => return Ok(kind),
        (Some((node, text)), None) => Some(explain_unknown_kind(file, document, node, text)),
        (None, None) => match document.entry("kind") {
            Some(entry) => Some(explain_value_of_kind(file, document, entry)),
            None => explain_misspelt_kind(file, document)
                .or_else(|| explain_kind_above(file, document))
                .or_else(|| explain_kind_below(file, document))
                .or_else(|| explain_missing_kind(file, document)),
        },
    };
    fault.map_or(Ok(DocumentKind::Style), |fault| Err(Box::new(fault)))
}

/// The kind of profile whose field a document has which says to be one of the other kind, and has nothing that only that has.
fn other_profile(document: &Node, written: DocumentKind) -> Option<(&'static str, DocumentKind)> {
    let kinds = [("target_language", DocumentKind::Profile), ("styles", DocumentKind::StyleProfile)];
    let of_profiles = kinds.iter().any(|(_, kind)| *kind == written);
    let (field, other) = kinds.into_iter().find(|(_, kind)| of_profiles && *kind != written)?;
    let own = |field: &&str| !other.fields().contains(field) && document.get(field).is_some();
    (document.get(field).is_some() && !written.fields().iter().any(own)).then_some((field, other))
}

fn explain_wrong_profile(
    file: &Arc<SourceFile>,
    kind: &Node,
    written: DocumentKind,
    (field, other): (&str, DocumentKind),
) -> KindFault {
    let best = other.as_str();
    let noun = written.as_str().replace('_', " ");
    let finding = Diagnostic::new(Code::UnknownKind, file, kind.span, format!("a {noun} has no `{field}`"))
        .with_label("the kind of another document")
        .with_pointer("/kind")
        .with_note(
            "a style profile holds styles and glossaries for many languages; a translation profile names one of them",
        )
        .with_help(format!("did you mean `{best}`? it has `{field}`"))
        .with_fix(edits::rename_key(file, kind.span, best, Safety::Unsafe));
    KindFault::new(finding, Some(other))
}

/// Words that people use for our kinds.
const OTHER_KINDS: &[(&str, &str)] = &[
    ("base", "base_style"),
    ("style_rules", "style"),
    ("rules", "style"),
    ("list", "style"),
    ("styleguide", "style"),
    ("style_guide", "style"),
    ("style_rule_list", "style"),
    ("glossaries", "glossary"),
    ("dictionary", "glossary"),
    ("profile", "translation_profile"),
    ("terms", "spoken_terms"),
    ("spoken_term", "spoken_terms"),
];

/// The kind of which a word is one, in any case and number, with `-` or `_`: `Spoken-Terms`, `glossaries`.
#[must_use]
pub fn kind_of_word(word: &str) -> Option<DocumentKind> {
    let word = word.trim().to_lowercase().replace(['-', ' '], "_");
    let one = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let one = one.or_else(|| word.strip_suffix('s').map(str::to_owned));
    // Of terms alone, nobody knows whether they are spoken.
    let other =
        |word: &str| OTHER_KINDS.iter().find(|(other, _)| *other == word && word != "terms").map(|(_, kind)| *kind);
    let known = |word: &str| DocumentKind::from_name(other(word).unwrap_or(word));
    known(&word).or_else(|| known(&one?))
}

/// Fields that documents of one kind alone have.
const OF_ONE_KIND: &[(&str, DocumentKind)] = &[
    ("dictionaries", DocumentKind::Glossary),
    ("term_lists", DocumentKind::SpokenTerms),
    ("styles", DocumentKind::StyleProfile),
    ("target_language", DocumentKind::Profile),
];

/// The field of a document that only one kind has, and that kind.
fn telling_field(document: &Node) -> Option<(&'static str, DocumentKind)> {
    let has = |field: &str| document.get(field).is_some();
    let keys =
        |field: &str| document.get(field).is_some_and(|list| list.items().iter().any(|key| key.text().is_some()));
    let told = |(field, kind): &&(&str, DocumentKind)| match kind {
        DocumentKind::Profile => has(field) && !has("name"),
        DocumentKind::StyleProfile => keys(field),
        DocumentKind::Style
        | DocumentKind::Base
        | DocumentKind::Glossary
        | DocumentKind::SpokenTerms
        | DocumentKind::StyleTest
        | DocumentKind::Catalogue => has(field),
    };
    OF_ONE_KIND.iter().find(told).copied()
}

/// A `kind` that is no text: what holds the word of a kind, a list say, or what the document is by its fields and its folder.
fn explain_value_of_kind(file: &Arc<SourceFile>, document: &Node, entry: &Entry) -> KindFault {
    let value = &entry.value;
    let words = value.items().iter().filter_map(Node::text);
    let below = value.entries().iter().flat_map(|entry| [Some(entry.key.value.as_str()), entry.value.text()]).flatten();
    let written = words.chain(below).find_map(DocumentKind::from_name);
    let told = || tell_kind(file, document).map(|(kind, _, why)| (kind, format!(": {why}")));
    let (meant, why) = written.map(|kind| (kind, String::new())).or_else(told).unwrap_or_else(|| {
        (DocumentKind::Style, ": it has the fields of a list, which needs no `kind` either".to_owned())
    });
    let word = meant.as_str();
    let text = edits::text_value(file, word);
    let (code, message) = match value.value {
        Value::Null => (Code::EmptyValue, "`kind` has no value".to_owned()),
        Value::Text(_)
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Date(_)
        | Value::Sequence(_)
        | Value::Mapping(_) => (Code::WrongType, format!("`kind` takes text, not {}", value.describe_type())),
    };
    let span = if value.span.is_empty() { entry.key.span } else { value.span };
    let finding = Diagnostic::new(code, file, span, message)
        .with_label("not the word of a kind")
        .with_pointer("/kind")
        .with_help(format!("write `{word}`{why}"));
    // What stands on lines of its own below the key moves beside it.
    let start = entry.key.span.end as usize;
    let rest = file.text().get(start..).unwrap_or_default();
    let sign = if edits::is_toml(file) { " = " } else { ": " };
    let lead = match value.span.is_empty() {
        true => rest.get(..1),
        // The value of an alias may stand before it.
        false => (value.span.start as usize).checked_sub(start).and_then(|len| rest.get(..len)),
    };
    let plain = lead.is_some_and(|lead| lead.contains(sign.trim()) && lead.trim().len() == 1);
    let end = start + lead.map_or(0, str::len) + file.slice(value.span).trim_end().len();
    let title = format!("write `{word}`");
    let fix = || edits::replace_span(Span::new(start, end), format!("{sign}{text}"), title, Safety::Unsafe);
    let fix = plain.then(fix);
    KindFault::new(fix.into_iter().fold(finding, Diagnostic::with_fix), Some(meant))
}

/// A field with a slip in its name whose value is the word of a kind: `Kind: glossary`, `type: glossary`.
fn explain_misspelt_kind(file: &Arc<SourceFile>, document: &Node) -> Option<KindFault> {
    let is_slip = |key: &str| {
        let lower = key.to_lowercase();
        let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
        let last = bare.rsplit(['_', '-', ' ']).next().unwrap_or_default();
        matches!(last, "kind" | "kinds" | "type" | "typ" | "tipo" | "art") || closest_field(key, &["kind"]).is_some()
    };
    // What others extend is said by a switch elsewhere.
    let is_base = |entry: &Entry| {
        let named = matches!(entry.key.value.as_str(), "abstract" | "is_base" | "template");
        named && entry.value.value == Value::Bool(true) && document.get("name").is_none()
    };
    let list = DocumentKind::Style.fields();
    let (entry, meant) =
        document.entries().iter().filter(|entry| !list.contains(&&*entry.key.value)).find_map(|entry| {
            let near = |text: &str| nearest::unambiguous_word(text, DocumentKind::ALL.map(DocumentKind::as_str));
            let kind = |text: &str| kind_of_word(text).or_else(|| DocumentKind::from_name(near(text)?));
            let said = || entry.value.text().filter(|_| is_slip(&entry.key.value)).and_then(kind);
            let meant = if is_base(entry) { Some(DocumentKind::Base) } else { said() };
            meant.map(|kind| (entry, kind))
        })?;
    // Of a list, it is one field like the others.
    if meant == DocumentKind::Style {
        return None;
    }
    let written = echo_text(&entry.key.value);
    let message = format!("a document has no field `{written}`: `kind` says what it is");
    let finding = Diagnostic::new(Code::UnknownField, file, entry.key.span, message)
        .with_label("not a field")
        .with_pointer(join_pointer(&[&entry.key.value]));
    let line = edits::field_line(file, "kind", meant.as_str());
    let finding = match is_base(entry) || entry.value.text() != Some(meant.as_str()) {
        true => finding.offering(format!("write `{line}`"), vec![Edit { span: entry.span(), text: line }]),
        false => finding.with_help("did you mean `kind`?").with_fix(edits::rename_key(
            file,
            entry.key.span,
            "kind",
            Safety::Unsafe,
        )),
    };
    Some(KindFault::new(finding, Some(meant)))
}

/// A document that says no kind and is no list: it has a field that only another kind has, or stands in the folder of one.
fn explain_missing_kind(file: &Arc<SourceFile>, document: &Node) -> Option<KindFault> {
    let (kind, key, why) = tell_kind(file, document)?;
    let value = edits::text_value(file, kind.as_str());
    let title = format!("write `{}` before the other fields", edits::field_line(file, "kind", kind.as_str()));
    let finding = Diagnostic::new(Code::MissingField, file, key, format!("the document has no `kind`, and {why}"))
        .with_label("no field of a list")
        .with_note("a document without `kind` is a style rule list")
        .with_help(&title)
        .with_pointer("");
    let finding = if kind == DocumentKind::Base { finding.with_label("begins here") } else { finding };
    if let Some((at, edits)) = commented_field(file, document, "kind") {
        let line = file.position_at(at.start).line;
        let finding = finding.with_secondary(at, "a comment").offering(edits::uncomment_title(line, line), edits);
        return Some(KindFault::new(finding, Some(kind)));
    }
    let finding = match edits::insert_first(file, document, "kind", &value) {
        Some(edit) => finding.with_fix(Fix { title, safety: Safety::Unsafe, edits: vec![edit] }),
        None => finding,
    };
    Some(KindFault::new(finding, Some(kind)))
}

/// What a document is by its fields and its folder where that is no list, where that shows, and why.
fn tell_kind(file: &Arc<SourceFile>, document: &Node) -> Option<(DocumentKind, Span, String)> {
    let first = document.entries().iter().find(|entry| entry.key.value != "kind")?;
    let has = |field: &str| document.get(field).is_some();
    // Instructions of a profile are texts.
    let texts = || {
        document.get("custom_instructions").is_some_and(|list| list.items().iter().all(|item| item.text().is_some()))
    };
    let rules = ["configured_rules", "extends"].into_iter().any(has) || has("custom_instructions") && !texts();
    let field = telling_field(document);
    if let Some(entry) = document.entries().iter().find(|entry| is_spoken(entry)).filter(|_| !rules) {
        let kind = DocumentKind::SpokenTerms;
        return Some((kind, entry.key.span, format!("phrases alone are a document of the kind `{}`", kind.as_str())));
    }
    let folder = kind_of_folder(file.path()).and_then(|(folder, kind)| Some((folder, DocumentKind::from_name(kind)?)));
    match (field, folder) {
        (Some((field, kind)), _) if !rules && !has("language") => {
            Some((kind, document.entry(field)?.key.span, format!("`{field}` belongs to `{}`", kind.as_str())))
        }
        (_, Some((folder, DocumentKind::Base))) if !has("name") && document.entries().iter().any(is_field_of_base) => {
            let why = format!("without a `name` and in a folder `{}`, it is a base of lists", echo_text(folder));
            Some((DocumentKind::Base, first.key.span, why))
        }
        (_, Some((folder, kind)))
            if kind != DocumentKind::Base && !rules && (!has("language") || is_profile(kind, document)) =>
        {
            let why = format!("those in a folder `{}` mostly are `{}`", echo_text(folder), kind.as_str());
            Some((kind, first.key.span, why))
        }
        _ => None,
    }
}

/// Whether an entry holds phrases without translations: a list, or one for each language, below a name that says so.
fn is_spoken(entry: &Entry) -> bool {
    let phrases = |node: &Node| !node.items().is_empty() && node.items().iter().all(|item| item.text().is_some());
    let inner = entry.value.entries();
    let by_language = inner.iter().any(|inner| find_language(&inner.key.value).is_some());
    match entry.key.value.as_str() {
        "spoken_terms" => phrases(&entry.value) || by_language && inner.iter().all(|inner| phrases(&inner.value)),
        "terms" => by_language && inner.iter().all(|inner| phrases(&inner.value)),
        _ => false,
    }
}

/// Whether a document that may be a profile has a field that no list has.
fn is_profile(kind: DocumentKind, document: &Node) -> bool {
    let own = DocumentKind::Profile.fields().iter().filter(|field| !DocumentKind::Style.fields().contains(field));
    kind == DocumentKind::Profile && own.into_iter().any(|field| document.get(field).is_some())
}

/// Whether an entry is meant for a field of a base, which its `name` is not.
fn is_field_of_base(entry: &Entry) -> bool {
    let fields = ["language", "extends", "configured_rules", "custom_instructions", "without_rules"];
    closest_field(&entry.key.value, &fields).is_some()
}

/// The word of a kind above all fields of a document, as others name what a file holds: `glossary:`, `[base_style]`.
fn explain_kind_above(file: &Arc<SourceFile>, document: &Node) -> Option<KindFault> {
    let [holder] = document.entries() else { return None };
    let kind = kind_of_word(&holder.key.value).filter(|kind| *kind != DocumentKind::Style)?;
    let inner = holder.value.entries();
    let fields: Vec<String> = inner
        .iter()
        .filter(|entry| closest_field(&entry.key.value, kind.fields()).is_some())
        .map(|entry| format!("`{}`", echo_text(&entry.key.value)))
        .collect();
    if fields.is_empty() {
        return None;
    }
    let (written, toml) = (echo_text(&holder.key.value), edits::is_toml(file));
    let line = edits::field_line(file, "kind", kind.as_str());
    let said = holder.value.get("kind").is_some();
    let headers = toml.then(|| without_table(file, holder)).flatten();
    // A table that is named in the headers of others alone has no line of its own.
    let named = toml.then(|| without_name(file, holder.key.span)).flatten();
    let help = match (said, toml) {
        (_, true) if named.is_some() && !said => {
            format!("write `{line}` at the top, and no `{written}.` in the headers")
        }
        (true, true) => format!("delete the line `[{written}]`, and `{written}.` in other headers"),
        (true, false) => format!("take `{written}` away, and what is below it one level up"),
        (false, true) => format!("write `{line}` in place of `[{written}]`, and no `{written}.` in other headers"),
        (false, false) => format!("write `{line}` in its place, and what is below it at the margin"),
    };
    let belong = if fields.len() == 1 { "belongs" } else { "belong" };
    let note = format!("{} below it {belong} to a {}", fields[..fields.len().min(3)].join(", "), kind.noun());
    let finding =
        Diagnostic::new(Code::UnknownField, file, holder.key.span, format!("`{written}` is a level too much"))
            .with_label("take this level away")
            .with_help(help)
            .with_note(note)
            .with_pointer(join_pointer(&[&holder.key.value]));
    let at_top = named.filter(|_| !said).map(|edits| {
        let top = Edit { span: Span::empty_at(0), text: String::new() };
        std::iter::once(top).chain(edits).collect()
    });
    let edits = headers.or(at_top).or_else(|| dedent(file, holder, inner)).map(|mut edits| {
        let in_place = edits.first_mut().filter(|_| !said);
        in_place.into_iter().for_each(|edit| edit.text = format!("{line}{}", edits::line_ending(file)));
        edits
    });
    let fix = edits.map(|edits| Fix { title: "take this level away".to_owned(), safety: Safety::Unsafe, edits });
    let finding = fix.into_iter().fold(finding, Diagnostic::with_fix);
    let unwrapped = Some((holder.key.value.clone(), holder.value.clone()));
    Some(KindFault { finding, meant: Some(kind), unwrapped })
}

/// A `kind` that stands in a block of the document, and so says nothing of it: behind the header of a table, mostly.
fn explain_kind_below(file: &Arc<SourceFile>, document: &Node) -> Option<KindFault> {
    let in_list = document.entries().iter().find_map(|entry| {
        let [only] = entry.value.items() else { return None };
        Some((entry, DocumentKind::from_name(only.get("kind")?.text()?)?))
    });
    if let (Some((holder, kind)), [_]) = (in_list, document.entries()) {
        let written = echo_text(&holder.key.value);
        let message = format!("`{written}` is a level too much");
        let help = format!("take `{written}` and the `-` away, and what is below them to the margin");
        let finding = Diagnostic::new(Code::UnknownField, file, holder.key.span, message)
            .with_label("take this level away")
            .with_help(help)
            .with_pointer(join_pointer(&[&holder.key.value]));
        return Some(KindFault::new(finding, Some(kind)));
    }
    let (holder, kind) = document.entries().iter().find_map(|entry| {
        let kind = entry.value.entry("kind")?;
        DocumentKind::from_name(kind.value.text()?).map(|_| (entry, kind))
    })?;
    let meant = kind.value.text().and_then(DocumentKind::from_name);
    let holder = echo_text(&holder.key.value);
    let help = if edits::is_toml(file) {
        format!("move it above the first `[table]`: every line below `[{holder}]` belongs to that table")
    } else {
        "write it at the margin, like the other fields of the document".to_owned()
    };
    let message = format!("`kind` is a field of the document, not of `{holder}`");
    let finding = Diagnostic::new(Code::UnknownField, file, kind.key.span, message);
    let pointer = join_pointer(&[&holder, "kind"]);
    let finding = finding.with_label("belongs to the document").with_help(help).with_pointer(pointer);
    Some(KindFault::new(finding, meant))
}

/// Where what a word after `kind` means stands in other files, or in none.
fn other_place(file: &SourceFile, word: &str) -> Option<String> {
    let path = file.path();
    match word.to_ascii_lowercase().replace('-', "_").trim_end_matches('s') {
        "test" | "style_test" => Some(match path.strip_suffix(".toml").filter(|path| path.starts_with(TESTS_FOLDER)) {
            Some(stem) => {
                format!(
                    "style tests are read from YAML alone: write them into `{}.yaml`, without `kind`",
                    echo_text(stem)
                )
            }
            None => format!("style tests stand in YAML files of the folder `{TESTS_FOLDER}`, without `kind`"),
        }),
        "translation_memory" | "translation_memorie" | "memory" | "tm" => {
            let help = "translation memories are kept on the service, and in no file: take this one out, and name the memory with \
                        `translation_memory` in a translation profile";
            Some(help.to_owned())
        }
        _ => None,
    }
}

/// A word after `kind` that names no kind.
pub(super) fn explain_unknown_kind(file: &Arc<SourceFile>, document: &Node, node: &Node, text: &str) -> KindFault {
    let kinds = DocumentKind::ALL.map(DocumentKind::as_str);
    let list: Vec<String> = kinds.iter().map(|kind| format!("`{kind}`")).collect();
    let message = format!("no kind of document is named `{}`", echo_text(text));
    let finding = Diagnostic::new(Code::UnknownKind, file, node.span, message)
        .with_label("not a kind")
        .with_pointer("/kind")
        .with_note(format!("kinds: {}; `style` also where `kind` is absent", list.join(", ")));
    let other = OTHER_KINDS.iter().find(|(word, _)| *word == text.to_ascii_lowercase().replace('-', "_"));
    let near = || nearest::nearest_words(text, kinds).first().copied();
    // What the document holds tells more than a word for it.
    let told = telling_field(document);
    let word = other.map(|(_, kind)| *kind).or_else(near);
    let finding = match told.map(|(_, kind)| kind.as_str()).or(word) {
        Some(best) => {
            let other = told.filter(|_| word != Some(best));
            let why = other.map_or_else(String::new, |(field, _)| format!(" it has `{field}`"));
            let fix = edits::rename_key(file, node.span, best, Safety::Unsafe);
            let finding = finding.with_help(format!("did you mean `{best}`?{why}")).with_fix(fix);
            return KindFault::new(finding, DocumentKind::from_name(best));
        }
        None if other_place(file, text).is_some() => {
            Diagnostic { notes: Vec::new(), ..finding }.with_help(other_place(file, text).unwrap_or_default())
        }
        None => match tell_kind(file, document) {
            Some((kind, _, why)) => {
                let fix = edits::rename_key(file, node.span, kind.as_str(), Safety::Unsafe);
                let finding = finding.with_help(format!("write `{}`: {why}", kind.as_str())).with_fix(fix);
                return KindFault::new(finding, Some(kind));
            }
            None => {
                finding.with_help("write one of these kinds, or take the file out with `exclude` in housestyle.toml")
            }
        },
    };
    KindFault::new(finding, None)
}
