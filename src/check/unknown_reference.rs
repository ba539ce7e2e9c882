//! A name in a profile that no document of its kind has, and what may be meant by it.

use crate::catalogue::languages::find_language;
use crate::catalogue::nearest;
use crate::check::document::SourceDocument;
use crate::check::reference::ReferenceIndex;
use crate::check::unlikely_language::{is_for_other, language_of_key};
use crate::check::{glossary, key_as_id, profile};
use crate::diagnostic::{Code, Diagnostic, Edit, Located, Safety};
use crate::model::Language;
use crate::model::glossary::LanguagePair;
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::field_words::is_id;
use crate::schema::joined_names::{explain_joined_names, split_joined_names};
use crate::schema::stuck_comment::stuck_comment;
use crate::schema::validate::DocumentKind;
use crate::source::{self, Node};

/// A name that no document has. Nothing where a document without a key may be meant.
pub(super) fn unknown_reference(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    shape: DocumentKind,
    field: &str,
    written: &Located<String>,
) -> Option<Diagnostic> {
    if let Some([own, there]) = exchanged_fields(document, index, shape, field, written) {
        let message = format!("the values of `{}` and `{}` are exchanged", own.key.value, there.key.value);
        let (one, other) = (own.value.span, there.value.span);
        let finding = Diagnostic::new(Code::WrongReference, document.file, one, message)
            .with_label(format!("due as `{}`", there.key.value))
            .with_secondary(other, format!("due as `{}`", own.key.value))
            .with_help("swap the two values")
            .with_fix(edits::swap_texts(document.file, one, other, "swap the two values"))
            .with_pointer(format!("/{field}"));
        return (one < other).then_some(finding);
    }
    let is_known = |key: &str| index.get(shape, key).map(|_| Code::UnknownReference);
    let stuck = stuck_comment(document.file, &written.value, written.span, is_known);
    let finding = match stuck {
        Some(finding) => finding.with_pointer(format!("/{field}")),
        None => explain_unknown_reference(document, index, shape, field, written),
    };
    let certain = finding.code != Code::UnknownReference || finding.fix.is_some();
    (certain || !index.without_key.contains(&shape)).then_some(finding)
}

/// Two fields of a profile with one value each, where each has the document of which the other one takes the kind.
fn exchanged_fields<'d>(
    document: &'d SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    shape: DocumentKind,
    field: &str,
    written: &Located<String>,
) -> Option<[&'d source::Entry; 2]> {
    let own = document.node.entry(field).filter(|_| document.shape == DocumentKind::Profile)?;
    DocumentKind::ALL.into_iter().filter(|other| index.get(*other, &written.value).is_some()).find_map(|other| {
        let there = document.node.entry(key_as_id::field_of_profile(other)?)?;
        let name = there.value.text()?;
        (index.get(shape, name).is_some() && index.get(other, name).is_none()).then_some([own, there])
    })
}

fn explain_unknown_reference(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    shape: DocumentKind,
    field: &str,
    written: &Located<String>,
) -> Diagnostic {
    let file = document.file;
    let noun = if shape == DocumentKind::Style { "style" } else { shape.noun() };
    let text = echo_text(&written.value);
    let keys = index.keys(shape);
    let near = keys_meant(document, index, shape, field, &written.value);
    // A document that is called as what it names is not what was meant.
    let is_itself = |other: DocumentKind| {
        other == document.shape && document.key.as_ref().is_some_and(|key| key.as_str() == written.value)
    };
    let called = |other: &DocumentKind| !is_itself(*other) && index.get(*other, &written.value).is_some();
    let same = DocumentKind::ALL.into_iter().find(called);
    let same = same.map(|other| (other, written.value.as_str()));
    let base = || index.base_called(&written.value).filter(|_| shape == DocumentKind::Style && near.is_empty());
    let same = same.or_else(|| Some((DocumentKind::Base, base()?)));
    let other = same.map(|(other, _)| other);
    let finding = match same {
        Some((other, key)) => {
            let name = if other == DocumentKind::Style { "style" } else { other.noun() };
            let message = format!("`{}` is a {name}, and a {noun} is due", echo_text(key));
            Diagnostic::new(Code::WrongReference, file, written.span, message).with_label(format!("a {name}"))
        }
        None => {
            let message = format!("the project has no {noun} `{text}`");
            Diagnostic::new(Code::UnknownReference, file, written.span, message).with_label(format!("not a {noun}"))
        }
    };
    let finding = finding.with_pointer(format!("/{field}"));
    let is_known = |name: &str| index.get(shape, name).is_some();
    let (joined, names) =
        (explain_joined_names(&finding, written, is_known), split_joined_names(&written.value, is_known));
    if let Some((joined, (names, _))) = joined.zip(names) {
        let alone = document.node.entry(field).filter(|entry| entry.value.span == written.span);
        return alone.map_or(joined.clone(), |entry| explain_several_for_one(document, entry, &names, joined));
    }
    if ["{{", "${", "<%", "$("].iter().any(|open| written.value.contains(open)) {
        return finding
            .with_label("a variable")
            .with_help(format!("write the key itself: nothing is filled in{}", some_of(&keys)));
    }
    if is_id(&written.value) {
        let help =
            format!("write the key of a document, the name of its file: documents hold no ids{}", some_of(&keys));
        return finding.with_label("an id of the service").with_help(help);
    }
    if let Some(key) = index.moved_key(shape, &written.value) {
        let was = echo_text(&format!("{}/{}", shape.as_str(), written.value));
        let fix = edits::rename_key(file, written.span, key, Safety::Unsafe);
        return finding.with_help(format!("write `{key}`: `[[moved]]` says that `{was}` moved there")).with_fix(fix);
    }
    if let Some((DocumentKind::Base, base)) = same.filter(|_| shape == DocumentKind::Style) {
        let lists = index.lists_extending(base);
        if let Some(found) = explain_base_for_list(document, field, written, lists, &finding) {
            return found;
        }
    }
    if let Some((own, entry)) = other.and_then(|other| vacant_field(document, field, other)) {
        let title = format!("write `{}`", edits::field_line(file, own, &text));
        let fix = edits::rename_key(file, entry.key.span, own, Safety::Unsafe);
        // A glossary is for a pair of languages: with its field alone, the source is missing next.
        if own == "glossary" && document.node.get("source_language").is_none() {
            return finding.with_help(format!("{title}, and `source_language`: that field takes it"));
        }
        return finding.with_help(format!("{title}: that field takes it")).with_fix(fix);
    }
    if let Some(other) = other.filter(|_| near.is_empty())
        && let Some(found) = explain_other_kind_in_list(document, field, written, other, &finding)
    {
        return found;
    }
    match near.first() {
        Some(best) => finding.with_help(format!("did you mean `{best}`?")).with_fix(edits::rename_key(
            file,
            written.span,
            best,
            Safety::Unsafe,
        )),
        None if keys.clone().next().is_none() => finding
            .with_note(format!("the project has no document with `kind: {}`", shape.as_str()))
            .with_help(match other {
                Some(DocumentKind::Base) => NO_LIST,
                _ => "correct the key, write the document (the name of its file is its key), or take the reference out",
            }),
        None if other == Some(DocumentKind::Base) => finding.with_help(NO_LIST),
        None if let Some(only) = only_of_kind(document, index, shape, field) => {
            let fix = edits::rename_key(file, written.span, only, Safety::Unsafe);
            finding.with_help(format!("did you mean `{only}`, the only {noun} of the project?")).with_fix(fix)
        }
        None if let Some((only, target)) = only_for_target(document, index, shape, field, &written.value) => {
            let fix = edits::rename_key(file, written.span, only, Safety::Unsafe);
            let help = format!("did you mean `{only}`, the only style for `{target}`? Else write the document");
            finding.with_help(help).with_fix(fix)
        }
        None => {
            let stem = file_stem(&written.value);
            let language = index.get(shape, stem).and_then(|target| target.document.raw.language.as_ref());
            let target = glossary::located_field(document.node, "target_language");
            finding.with_help(match language.zip(target) {
                Some((language, target)) => format!(
                    "name a style for `{}`: `{}` is meant, as it seems, and is for `{}`",
                    echo_text(&target.value),
                    echo_text(stem),
                    language.value
                ),
                // What the project has, a list of references may name already.
                None if stands_beside(document, field, keys.clone()) => {
                    "take it out, or write the document: what the project has of this kind is named here already"
                        .to_owned()
                }
                None => format!("correct the key, or write the document{}", some_of(&keys)),
            })
        }
    }
}

/// Whether a list of references, of which `glossaries/2` is an entry, names all that the project has.
fn stands_beside<'k>(
    document: &SourceDocument<'_>,
    field: &str,
    mut keys: impl Iterator<Item = &'k str> + Clone,
) -> bool {
    let list = field.split_once('/').and_then(|(list, _)| document.node.get(list));
    let named: Vec<&str> = list.map(Node::items).unwrap_or_default().iter().filter_map(Node::text).take(64).collect();
    keys.clone().next().is_some() && keys.all(|key| named.contains(&key))
}

/// What is said where a base is named that no list extends.
pub(super) const NO_LIST: &str =
    "no list extends it: write one that does, or make a list of it, with `name` and without `kind: base_style`";

/// The field of a profile for documents of this kind, where none is set, and the one in which such a document is named.
fn vacant_field<'d>(
    document: &'d SourceDocument<'_>,
    field: &str,
    kind: DocumentKind,
) -> Option<(&'static str, &'d source::Entry)> {
    let own = key_as_id::vacant_field(document.node, kind).filter(|_| document.shape == DocumentKind::Profile)?;
    document.node.entry(field).filter(|entry| entry.value.text().is_some()).map(|entry| (own, entry))
}

/// The name of the file that a path leads to, without its ending.
fn file_stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The keys that may be meant by a name that none has, the likeliest first.
fn keys_meant<'d>(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'d, '_>,
    shape: DocumentKind,
    field: &str,
    written: &str,
) -> Vec<&'d str> {
    // What the service calls it says which one is meant.
    let named = index.documents.get(&shape).into_iter().flatten().find_map(|(key, target)| {
        let name = target.document.raw.name.as_ref()?;
        name.value.eq_ignore_ascii_case(written).then_some(*key)
    });
    let near = nearest::nearest_words(written, index.keys(shape));
    let said = language_of_key(written);
    let fits = |key: &&str| {
        let target = index.get(shape, key).map(|target| target.document);
        let language = target.and_then(|target| target.raw.language.as_ref()).map(|language| &language.value);
        let known = target.is_some_and(|target| !target.shares_key);
        known && !cannot_be_meant(document, index, shape, field, key) && !is_for_other(said, key, language)
    };
    let is_first_of_language = |key: &&str| !has_language_beside(document, index, shape, field, key);
    let only = said.filter(|_| shape == DocumentKind::Style).and_then(|said| index.only_list_of(said));
    // The path of a file in the place of the key that it has.
    let stem = file_stem(written);
    let of_path = index.documents.get(&shape).and_then(|of_kind| of_kind.get_key_value(stem)).map(|(key, _)| *key);
    let near = named.into_iter().chain(near).chain(only).filter(is_first_of_language);
    of_path.into_iter().chain(near).filter(fits).collect()
}

/// The only document of a kind, unless it is a list of rules, which is for one language, or does not serve the languages of a profile.
fn only_of_kind<'d>(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'d, '_>,
    shape: DocumentKind,
    field: &str,
) -> Option<&'d str> {
    let mut of_kind = index.documents.get(&shape).filter(|_| shape != DocumentKind::Style)?.iter();
    let (Some((key, only)), None) = (of_kind.next(), of_kind.next()) else { return None };
    let code = |field| glossary::located_field(document.node, field).map(|code| Language::new(&code.value));
    let root = |field| code(field).as_ref().map(profile::root_language);
    let serves = root("source_language").zip(root("target_language")).is_none_or(|(source, target)| {
        let has_list = only.languages.iter().any(|language| profile::root_language(language) == source);
        let pair = LanguagePair { source, target };
        (only.languages.is_empty() || has_list) && (only.pairs.is_empty() || only.pairs.contains(&pair))
    });
    (serves && !only.document.shares_key && !cannot_be_meant(document, index, shape, field, key)).then_some(*key)
}

/// The only list of rules for the target language of a profile, and that language; nothing where what is written says another one.
fn only_for_target<'d>(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'d, '_>,
    shape: DocumentKind,
    field: &str,
    written: &str,
) -> Option<(&'d str, Language)> {
    let target = glossary::located_field(document.node, "target_language")
        .filter(|_| shape == DocumentKind::Style && document.shape == DocumentKind::Profile)?;
    let target = profile::root_language(&Language::new(&target.value));
    let said = [written, file_stem(written)].into_iter().find_map(language_of_key);
    let only = index.only_list_of(target.as_str()).filter(|_| said.is_none_or(|said| said == target.as_str()))?;
    let is_known = index.get(shape, only).is_some_and(|only| !only.document.shares_key);
    (is_known && !cannot_be_meant(document, index, shape, field, only)).then_some((only, target))
}

/// Several names behind a field that takes one, where another field may take them.
fn explain_several_for_one(
    document: &SourceDocument<'_>,
    entry: &source::Entry,
    names: &[&str],
    finding: Diagnostic,
) -> Diagnostic {
    let (file, field) = (document.file, entry.key.value.as_str());
    let Some((_, plural)) = [("glossary", "glossaries")].into_iter().find(|(one, _)| *one == field) else {
        let finding = finding.with_help(format!("keep one of them: `{field}` takes one"));
        return edits::offer_names(finding, file, entry.value.span, names.iter().copied());
    };
    if document.node.get(plural).is_some() {
        return finding.with_help(format!("put them into `{plural}`, which takes several, and take `{field}` out"));
    }
    let names: Vec<String> = names.iter().map(|name| edits::match_notation(file, entry.value.span, name)).collect();
    let sign = if edits::is_toml(file) { " =" } else { ":" };
    let list = format!("[{}]", names.join(", "));
    let title = format!("write `{}`", echo_text(&format!("{plural}{sign} {list}")));
    let edits = vec![
        Edit { span: entry.key.span, text: edits::match_notation(file, entry.key.span, plural) },
        Edit { span: entry.value.span, text: list },
    ];
    finding.offering(title, edits)
}

/// A base where a list is due: `lists` extend it.
fn explain_base_for_list(
    document: &SourceDocument<'_>,
    field: &str,
    written: &Located<String>,
    lists: &[&str],
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let named: Vec<&str> = names_beside(document, field).collect();
    let finding = finding.clone();
    if let Some(list) = lists.iter().find(|list| named.contains(list)) {
        let why = format!("`{}`, which stands here, extends it", echo_text(list));
        return Some(take_out(document, written, finding, &why));
    }
    let shown: Vec<String> = lists.iter().take(5).map(|list| format!("`{}`", echo_text(list))).collect();
    let fix = || edits::rename_key(document.file, written.span, lists[0], Safety::Unsafe);
    let help = format!("name a list that extends it, as a base is never sent by itself: {}", shown.join(", "));
    match lists {
        [] => None,
        [_] => Some(finding.with_help(help).with_fix(fix())),
        [_, _, ..] => Some(finding.with_help(help)),
    }
}

/// A name among others that goes from their list.
fn take_out(document: &SourceDocument<'_>, written: &Located<String>, finding: Diagnostic, why: &str) -> Diagnostic {
    let item = edits::item_in_brackets(document.file, written.span);
    let item = item.or_else(|| edits::lines_of_item(document.file, written.span));
    let fix = item.map(|span| edits::replace_span(span, "", "take it out", Safety::Unsafe));
    fix.into_iter().fold(finding.with_help(format!("take it out: {why}")), Diagnostic::with_fix)
}

/// A document of another kind among several that are named, where its own field is elsewhere.
fn explain_other_kind_in_list(
    document: &SourceDocument<'_>,
    field: &str,
    written: &Located<String>,
    other: DocumentKind,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    // What a style profile names itself stands in a list of its own.
    let elsewhere = !matches!(other, DocumentKind::Style | DocumentKind::Glossary);
    let own =
        key_as_id::field_of_profile(other).filter(|_| elsewhere && document.shape == DocumentKind::StyleProfile)?;
    let several = names_beside(document, field).nth(1).is_some();
    let why = format!("of a request, a translation profile names it as `{own}`");
    several.then(|| take_out(document, written, finding.clone(), &why))
}

/// What stands in the list to which a field belongs.
fn names_beside<'d>(document: &'d SourceDocument<'_>, field: &str) -> impl Iterator<Item = &'d str> {
    let list = field.rsplit_once('/').and_then(|(list, _)| document.node.at_pointer(&format!("/{list}")));
    list.map(Node::items).unwrap_or_default().iter().filter_map(Node::text)
}

/// Whether the list in which a name stands has a document of the language of this one.
pub(super) fn has_language_beside(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    shape: DocumentKind,
    field: &str,
    key: &str,
) -> bool {
    let language_of = |key: &str| Some(&index.get(shape, key)?.document.raw.language.as_ref()?.value);
    let language = language_of(key);
    // Elsewhere several of a language may stand side by side.
    let one_each = document.shape == DocumentKind::StyleProfile;
    one_each && language.is_some() && names_beside(document, field).any(|other| language_of(other) == language)
}

/// Whether a document cannot be what an unknown name means: the same list has it already, or it is of a language that does not fit.
fn cannot_be_meant(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    shape: DocumentKind,
    field: &str,
    key: &str,
) -> bool {
    let language = index.get(shape, key).and_then(|target| target.document.raw.language.as_ref());
    let target = glossary::located_field(document.node, "target_language").map(|code| Language::new(&code.value));
    names_beside(document, field).any(|other| other == key)
        || language.zip(target).is_some_and(|(language, target)| {
            find_language(target.as_str()).is_some() && language.value != profile::root_language(&target)
        })
}

/// A few keys, behind a colon.
pub(super) fn some_of<'k>(keys: &(impl Iterator<Item = &'k str> + Clone)) -> String {
    let some: Vec<String> = keys.clone().take(5).map(|key| format!("`{}`", echo_text(key))).collect();
    match (some.is_empty(), keys.clone().count() > some.len()) {
        (true, _) => String::new(),
        (false, more) => format!("; the project has {}{}", some.join(", "), if more { " and others" } else { "" }),
    }
}
