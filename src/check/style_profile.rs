//! Style profiles by themselves and against what they name: each style once, one for each language, every key known.

use std::collections::BTreeMap;

use crate::check::document::SourceDocument;
use crate::check::glossary::{check_name_bytes, located_field};
use crate::check::raw_document::{RawText, RawTextKind, TextPointer};
use crate::check::reference::ReferenceIndex;
use crate::check::unknown_reference::{has_language_beside, unknown_reference};
use crate::check::unlikely_language::family_of_key;
use crate::check::{edge_whitespace, hidden_text, left_over, prompt_utf16};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Located, Safety, Span};
use crate::model::project::Project;
use crate::model::style_profile::{Component, FieldForm, ProfileField, ProfileValue, StyleProfile};
use crate::model::{Address, Key, Kind, Language, Placed};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::{Entry, Node, Value};

/// Reads a style profile and says what is wrong with it by itself. References are followed later.
pub(super) fn read_style_profile(
    document: &SourceDocument<'_>,
    project: &Project,
    prompt: usize,
) -> (Option<StyleProfile>, Vec<Diagnostic>) {
    let mut findings: Vec<Diagnostic> = check_name_bytes(document).into_iter().collect();
    for text in sent_texts(document.node) {
        findings.extend(hidden_text::check_hidden_text(document.file, &text));
        findings.extend(edge_whitespace::check_edge_whitespace(document.file, &text));
        findings.extend(left_over::check_left_over(document.file, &text));
        findings.extend(prompt_utf16::check_prompt_utf16(document.file, &text, prompt));
    }
    for field in ProfileField::ALL {
        findings.extend(repeated_names(document, field));
    }
    let shared = document.raw.shared.unwrap_or(project.shared).of_kind(Kind::StyleProfile);
    // Glossaries that people add on the service have an order, too.
    if !shared.links {
        findings.extend(priority_of_nothing(document));
    }
    (build_profile(document), findings)
}

/// `glossary_priority` where no glossary is named.
fn priority_of_nothing(document: &SourceDocument<'_>) -> Option<Diagnostic> {
    let (field, list) = (ProfileField::GlossaryPriority.as_str(), ProfileField::Glossaries.as_str());
    let entry = document.node.entry(field).filter(|entry| entry.value.value == Value::Bool(true))?;
    if document.node.get(list).is_some() {
        return None;
    }
    let message = "an order of glossaries has no effect without glossaries";
    let finding = Diagnostic::new(Code::WithoutEffect, document.file, entry.key.span, message)
        .with_help(format!("take `{field}` out, or add `{list}`"))
        .with_pointer(format!("/{field}"));
    let fix = edits::removal_span(document.file, entry)
        .map(|span| edits::replace_span(span, "", format!("take `{field}` out"), Safety::Unsafe));
    Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// Texts that are sent, or looked for, as people wrote them.
fn sent_texts(node: &Node) -> Vec<RawText<'_>> {
    let mut texts = Vec::new();
    for field in ProfileField::ALL {
        let Some(written) = node.get(field.as_str()) else { continue };
        let found: Vec<(RawTextKind, &Node, String)> = match field.form() {
            FieldForm::Text => vec![(RawTextKind::Context, written, format!("/{field}"))],
            FieldForm::Links(None) => {
                let items = written.items().iter().enumerate();
                items.map(|(at, item)| (RawTextKind::TranslationMemory, item, format!("/{field}/{at}"))).collect()
            }
            FieldForm::Links(Some(_)) | FieldForm::Flag => continue,
        };
        texts.extend(found.into_iter().filter_map(|(kind, node, pointer)| {
            let text = node.text().filter(|text| !text.is_empty())?;
            Some(RawText { kind, text, span: node.span, pointer: TextPointer::Written(pointer.into()) })
        }));
    }
    texts
}

/// The texts of a list of names, and where each stands.
fn named(node: &Node, field: ProfileField) -> Vec<Located<String>> {
    let items = node.get(field.as_str()).map(Node::items).unwrap_or_default().iter();
    let text = |item: &Node| {
        let text = item.text().filter(|text| !text.is_empty())?;
        Some(Located { value: text.to_owned(), span: item.span })
    };
    items.filter_map(text).collect()
}

fn repeated_names(document: &SourceDocument<'_>, field: ProfileField) -> Vec<Diagnostic> {
    if !matches!(field.form(), FieldForm::Links(_)) {
        return Vec::new();
    }
    let mut first: BTreeMap<String, Span> = BTreeMap::new();
    let mut findings = Vec::new();
    for item in named(document.node, field) {
        let Some(before) = first.get(&item.value) else {
            first.insert(item.value, item.span);
            continue;
        };
        let message = format!("`{}` is named twice", echo_text(&item.value));
        findings.push(
            Diagnostic::new(Code::DuplicateReference, document.file, item.span, message)
                .with_label("again")
                .with_secondary(*before, "first here")
                .with_help("name it once, or write the one that is meant")
                .with_pointer(format!("/{field}")),
        );
    }
    findings
}

fn build_profile(document: &SourceDocument<'_>) -> Option<StyleProfile> {
    let (file, node) = (document.file, document.node);
    let name = located_field(node, "name")?;
    let mut fields = BTreeMap::new();
    for field in ProfileField::ALL {
        let Some(written) = node.get(field.as_str()) else { continue };
        let value = match field.form() {
            FieldForm::Text => ProfileValue::Text(written.text()?.to_owned()),
            FieldForm::Flag => match written.value {
                Value::Bool(true) => ProfileValue::On,
                Value::Bool(false)
                | Value::Null
                | Value::Text(_)
                | Value::Integer(_)
                | Value::Float(_)
                | Value::Date(_)
                | Value::Sequence(_)
                | Value::Mapping(_) => continue,
            },
            FieldForm::Links(kind) => {
                let component = |item: Located<String>| match kind {
                    Some(kind) => Some(Component::Managed(Address::new(kind, Key::new(&item.value).ok()?))),
                    None => Some(Component::Memory(item.value)),
                };
                ProfileValue::Links(named(node, field).into_iter().map(component).collect::<Option<_>>()?)
            }
        };
        fields.insert(field, Placed::new(value, file.place_of(written.span)));
    }
    Some(StyleProfile {
        key: document.key.clone()?,
        name: Placed::new(name.value, file.place_of(name.span)),
        fields,
        protected: matches!(node.get("protected").map(|node| &node.value), Some(Value::Bool(true))),
        place: file.place_of(document.start),
    })
}

/// Most pairs of lists for one language of which it is asked what may be due.
const MAX_OFFERED: usize = 8;

/// Follows every key of a profile, and says where two of its styles are of one language.
pub(super) fn check_components(document: &SourceDocument<'_>, index: &ReferenceIndex<'_, '_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    if let Some(exchanged) = explain_exchanged(document, index) {
        return vec![exchanged];
    }
    for field in ProfileField::ALL {
        let shape = match field.form() {
            FieldForm::Links(Some(Kind::Style)) => DocumentKind::Style,
            FieldForm::Links(Some(_)) => DocumentKind::Glossary,
            FieldForm::Links(None) | FieldForm::Text | FieldForm::Flag => continue,
        };
        let (mut languages, mut pairs): (BTreeMap<&str, (String, Span)>, usize) = (BTreeMap::new(), 0);
        for (at, written) in named(document.node, field).into_iter().enumerate() {
            let pointer = format!("{field}/{at}");
            let Some(target) = index.get(shape, &written.value) else {
                let found = unknown_reference(document, index, shape, &pointer, &written);
                findings.extend(found.map(|found| move_to_own_list(document, index, (field, shape), &written, found)));
                continue;
            };
            let known = shape == DocumentKind::Style && !target.document.shares_key;
            let language = index.languages.language_of(target.document).filter(|_| known);
            let Some(language) = language else { continue };
            let Some((other, before)) = languages.get(language.as_str()) else {
                languages.insert(language.as_str(), (written.value, written.span));
                continue;
            };
            if *other == written.value {
                continue;
            }
            let message = format!(
                "`{}` and `{}` are both for `{}`: a style profile takes one style of a language",
                echo_text(other),
                echo_text(&written.value),
                language
            );
            let finding = Diagnostic::new(Code::DuplicateStyleLanguage, document.file, written.span, message)
                .with_label(format!("the second style for `{language}`"))
                .with_secondary(*before, "the first")
                .with_help("take one of them out, or make two profiles")
                .with_pointer(format!("/{pointer}"));
            let pair = [(other.as_str(), *before), (written.value.as_str(), written.span)];
            pairs += 1;
            let finding = if pairs > MAX_OFFERED { finding } else { offer_left_list(finding, document, index, &pair) };
            findings.push(pair.into_iter().fold(finding, |finding, (key, item)| {
                match taken_out(document, field, item) {
                    Some(span) => finding.or_offering(
                        format!("take `{}` out", echo_text(key)),
                        vec![Edit { span, text: String::new() }],
                    ),
                    None => finding,
                }
            }));
        }
    }
    findings
}

/// Of two lists for one language, the one of another family than the other may stand where the only list of that family was due
/// which no style profile names, and whose language this one lacks.
fn offer_left_list(
    finding: Diagnostic,
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    [one, other]: &[(&str, Span); 2],
) -> Diagnostic {
    let held: Vec<Located<String>> = named(document.node, ProfileField::Styles);
    let language_of = |key: &str| index.languages.language_of(index.get(DocumentKind::Style, key)?.document);
    let held: Vec<&Language> = held.iter().filter_map(|item| language_of(&item.value)).collect();
    // The lists that may be due where `odd` stands.
    let due_for = |odd: &str, beside: &str| {
        let family = family_of_key(beside).filter(|family| family_of_key(odd) != Some(family));
        let lists = family.map(|family| index.lists_of_family(family)).into_iter().flatten();
        let lists = lists.filter(|key| {
            let is_due = language_of(key).is_some_and(|language| !held.contains(&language));
            is_due && index.get(DocumentKind::Style, key).is_some_and(|list| !list.document.shares_key)
        });
        lists.take(2).collect::<Vec<_>>()
    };
    let (key, (odd, span)) = match (due_for(other.0, one.0).as_slice(), due_for(one.0, other.0).as_slice()) {
        ([key], []) => (*key, *other),
        ([], [key]) => (*key, *one),
        (_, _) => return finding,
    };
    let Some(language) = language_of(key) else { return finding };
    let fix = edits::rename_key(document.file, span, key, Safety::Unsafe);
    let (shown, place) = (echo_text(key), echo_text(odd));
    let title = format!("write `{shown}` in the place of `{place}`");
    let help = format!(
        "{title}: it is for `{language}`, and no style profile names it; or take one of them out, or make two profiles"
    );
    finding.with_help(help).with_fix(Fix { title, ..fix })
}

/// What goes where one key of a list of a profile does.
fn taken_out(document: &SourceDocument<'_>, field: ProfileField, item: Span) -> Option<Span> {
    edits::removal_of_item(document.file, document.node.entry(field.as_str())?, item)
}

/// Styles that are glossaries and glossaries that are styles, all of them: the two lists are exchanged.
fn explain_exchanged(document: &SourceDocument<'_>, index: &ReferenceIndex<'_, '_>) -> Option<Diagnostic> {
    let list = |field: ProfileField, [own, other]: [DocumentKind; 2]| {
        let is_other = |item: &Located<String>| index.get(own, &item.value).or(index.get(other, &item.value));
        let items = named(document.node, field);
        let astray = items.iter().all(|item| is_other(item).is_some_and(|found| found.document.shape == other));
        document.node.entry(field.as_str()).filter(|_| astray && !items.is_empty())
    };
    let styles = list(ProfileField::Styles, [DocumentKind::Style, DocumentKind::Glossary])?;
    let glossaries = list(ProfileField::Glossaries, [DocumentKind::Glossary, DocumentKind::Style])?;
    let (file, both) = (document.file, [styles, glossaries]);
    let inline = both.iter().all(|entry| file.slice(entry.value.span).starts_with('['));
    let [one, other] = both.map(|entry| if inline { entry.value.span } else { entry.key.span });
    let message = "all of `styles` are glossaries, and all of `glossaries` are styles".to_owned();
    let finding = Diagnostic::new(Code::WrongReference, file, styles.key.span, message)
        .with_label("holds glossaries")
        .with_secondary(glossaries.key.span, "holds styles")
        .with_pointer("/styles");
    let title = "exchange the two lists";
    Some(finding.with_help(title).with_fix(edits::swap_texts(file, one, other, title)))
}

/// The key of a glossary among the styles, or of a style among the glossaries: it belongs into the list of its kind, and is one too
/// many where that names it.
fn move_to_own_list(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    (field, shape): (ProfileField, DocumentKind),
    written: &Located<String>,
    finding: Diagnostic,
) -> Diagnostic {
    let (list, kind) = if shape == DocumentKind::Style {
        (ProfileField::Glossaries, DocumentKind::Glossary)
    } else {
        (ProfileField::Styles, DocumentKind::Style)
    };
    let key = &written.value;
    let gone = || taken_out(document, field, written.span);
    if index.get(kind, key).is_none() {
        return finding;
    }
    if named(document.node, list).iter().any(|item| item.value == *key) {
        // Another key that is near may be meant by it.
        if finding.fix.is_some() {
            return finding;
        }
        return take_out(document, index, (field, list), written, finding);
    }
    let title = format!("move it to `{list}`");
    let finding = finding.without_edits().with_help(&title);
    // Each of several would make the list anew.
    let astray = named(document.node, field).iter().filter(|item| index.get(shape, &item.value).is_none()).count();
    let edits = || {
        let own = document.node.entry(field.as_str())?;
        let mut edits = vec![Edit { span: gone()?, text: String::new() }, add_to_list(document, list, own, key)?];
        edits.sort_by_key(|edit| edit.span);
        (edits[0].span.end <= edits[1].span.start).then_some(edits)
    };
    match edits().filter(|_| astray == 1) {
        Some(edits) => finding.with_fix(Fix { title, safety: Safety::Unsafe, edits }),
        None => finding,
    }
}

/// A key that goes, as it stands in the `other` list. Among styles, of which a list has one of each language, the only one that is
/// left may have been due.
fn take_out(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    (field, other): (ProfileField, ProfileField),
    written: &Located<String>,
    finding: Diagnostic,
) -> Diagnostic {
    let why = format!("take it out: it stands in `{other}`");
    let Some(span) = taken_out(document, field, written.span) else { return finding.with_help(why) };
    let (shape, item) = (DocumentKind::Style, format!("{field}/0"));
    let has = |key: &str| named(document.node, field).iter().any(|item| item.value == *key);
    let is_left = |key: &&str| !has(key) && !has_language_beside(document, index, shape, &item, key);
    let mut left = index.keys(shape).filter(|key| field == ProfileField::Styles && is_left(key));
    let due = left.next().filter(|_| left.next().is_none());
    let Some(due) = due.map(|key| edits::rename_key(document.file, written.span, key, Safety::Unsafe)) else {
        return finding.with_help(why).with_fix(edits::replace_span(span, "", "take it out", Safety::Unsafe));
    };
    finding
        .with_help(format!("{}, or {why}", due.title))
        .or_offering(due.title, due.edits)
        .or_offering("take it out", vec![Edit { span, text: String::new() }])
}

/// A key at the end of a list, which is written below the field `beside` where it is not there.
fn add_to_list(document: &SourceDocument<'_>, list: ProfileField, beside: &Entry, key: &str) -> Option<Edit> {
    let file = document.file;
    let Some(there) = document.node.get(list.as_str()) else {
        let lines = edits::removal_span(file, beside)?;
        let end = edits::line_ending(file);
        let line = match edits::is_toml(file) {
            true => format!("{list} = [{}]{end}", edits::quote_text(key)),
            false => format!("{list}: [{}]{end}", edits::match_notation(file, Span::empty_at(0), key)),
        };
        let whole = file.text()[..lines.end as usize].ends_with('\n');
        let indent = beside.key.span.start as usize == edits::line_start(file, beside.key.span.start as usize);
        return (whole && indent).then(|| Edit { span: Span::empty_at(lines.end as usize), text: line });
    };
    let last = there.items().last()?.span;
    let text = edits::match_notation(file, last, key);
    Some(match edits::lines_of_item(file, last) {
        Some(_) => {
            let start = edits::line_start(file, last.start as usize);
            let lead = &file.text()[start..last.start as usize];
            Edit { span: Span::empty_at(last.end as usize), text: format!("{}{lead}{text}", edits::line_ending(file)) }
        }
        None => Edit { span: Span::empty_at(last.end as usize), text: format!(", {text}") },
    })
}
