//! What profiles refer to: styles, glossaries and spoken terms by key, and whether what they find fits together.
//!
//! A translation memory is named, not kept here: only the service can say whether there is one of that name.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::catalogue::languages::{find_language, root_code};
use crate::catalogue::nearest;
use crate::check::document::SourceDocument;
use crate::check::unlikely_language::{key_says, language_of_key};
use crate::check::{glossary, profile, spoken_terms};
use crate::diagnostic::{Code, Diagnostic, Edit, Located, Safety, Span};
use crate::model::glossary::LanguagePair;
use crate::model::project::Project;
use crate::model::reviewed::MovedBlock;
use crate::model::{Key, Language};
use crate::schema::edits;
use crate::schema::explain_language::looks_like_code;
use crate::schema::explained_document::echo_text;
use crate::schema::joined_names::{explain_joined_names, split_joined_names};
use crate::schema::validate::DocumentKind;
use crate::source::{self, Node};

/// Every document that something may refer to, by shape and key.
pub(super) struct ReferenceIndex<'d, 'a> {
    /// Where `[[moved]]` says that a kind and key went.
    moves: BTreeMap<(&'static str, &'d str), &'d str>,
    /// The lists that name a base, by its key; found out where a base is named for one of them.
    extending: OnceLock<BTreeMap<&'d str, Vec<&'d str>>>,
    documents: BTreeMap<DocumentKind, BTreeMap<&'d str, ReferenceTarget<'d, 'a>>>,
    /// The kinds of documents whose key cannot be one, or is that of another: each may be what a name means.
    without_key: BTreeSet<DocumentKind>,
}

pub(super) struct ReferenceTarget<'d, 'a> {
    pub(super) document: &'d SourceDocument<'a>,
    pairs: &'d [LanguagePair],
    /// Whether the pair of every dictionary can be read.
    has_all_pairs: bool,
    languages: &'d [Language],
}

impl<'d, 'a> ReferenceIndex<'d, 'a> {
    /// An index of documents, with what was read from glossaries and spoken terms in the same order.
    pub(super) fn from_documents(
        project: &'d Project,
        documents: &'d [SourceDocument<'a>],
        glossaries: &'d BTreeMap<usize, glossary::GlossaryReading>,
        terms: &'d BTreeMap<usize, spoken_terms::SpokenTermsReading>,
    ) -> Self {
        let mut index: BTreeMap<DocumentKind, BTreeMap<&str, ReferenceTarget<'_, '_>>> = BTreeMap::new();
        let mut without_key: BTreeSet<DocumentKind> =
            documents.iter().filter(|document| document.key.is_none()).map(|document| document.shape).collect();
        for (at, document) in documents.iter().enumerate() {
            let Some(key) = &document.key else { continue };
            let known = ReferenceTarget {
                document,
                pairs: glossaries.get(&at).map(|read| read.pairs.as_slice()).unwrap_or_default(),
                has_all_pairs: glossaries.get(&at).is_none_or(|read| read.has_all_pairs),
                languages: terms.get(&at).map(|read| read.languages.as_slice()).unwrap_or_default(),
            };
            match index.entry(document.shape).or_default().entry(key.as_str()) {
                Entry::Vacant(free) => {
                    free.insert(known);
                }
                Entry::Occupied(_) => {
                    without_key.insert(document.shape);
                }
            }
        }
        let moves = project.environments.values().flat_map(|environment| &environment.reviewed.moves);
        let way = |block: &'d MovedBlock| ((block.from.kind.as_str(), block.from.key.as_str()), block.to.key.as_str());
        Self { moves: moves.map(way).collect(), extending: OnceLock::new(), documents: index, without_key }
    }

    /// The key that a document has now which `[[moved]]` says to have had this one.
    fn moved_key(&self, shape: DocumentKind, key: &str) -> Option<&'d str> {
        self.moves.get(&(shape.as_str(), key)).copied().filter(|key| self.get(shape, key).is_some())
    }

    /// The lists that name a base.
    fn lists_extending(&self, base: &str) -> &[&'d str] {
        let by_base = self.extending.get_or_init(|| {
            let mut by_base: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for (key, target) in self.documents.get(&DocumentKind::Style).into_iter().flatten() {
                for named in &target.document.raw.extends {
                    by_base.entry(&named.value).or_default().push(key);
                }
            }
            by_base
        });
        by_base.get(base).map_or(&[], Vec::as_slice)
    }

    /// Whether a list is of another language than the one that the end of a key says, and its own key says not.
    fn is_of_other_language(&self, list: &str, said: &str) -> bool {
        let language = self.get(DocumentKind::Style, list).and_then(|target| target.document.raw.language.as_ref());
        language_of_key(list) != Some(said)
            && language.is_some_and(|language| root_code(language.value.as_str()) != said)
    }

    /// The one list that is of a language.
    fn only_list_of(&self, language: &str) -> Option<&'d str> {
        let is_of = |target: &ReferenceTarget<'_, '_>| {
            let own = target.document.raw.language.as_ref();
            own.is_some_and(|own| root_code(own.value.as_str()) == language)
        };
        let mut lists = self.documents.get(&DocumentKind::Style)?.iter().filter(|(_, target)| is_of(target));
        lists.next().filter(|_| lists.next().is_none()).map(|(key, _)| *key)
    }

    /// The document of this kind and key.
    pub(super) fn get(&self, shape: DocumentKind, key: &str) -> Option<&ReferenceTarget<'d, 'a>> {
        self.documents.get(&shape)?.get(key)
    }
}

/// Follows every reference of a profile.
pub(super) fn check_references(document: &SourceDocument<'_>, index: &ReferenceIndex<'_, '_>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let node = document.node;
    let language = |field: &str| {
        // Of what is no code, that is said.
        let code = glossary::located_field(node, field).filter(|code| looks_like_code(&code.value))?;
        Some((Language::new(&code.value), code.span))
    };
    let (target, source) = (language("target_language"), language("source_language"));
    let mut follow = |shape, field: &str, written: &Located<String>| {
        let found = index.get(shape, &written.value);
        if found.is_none() {
            findings.extend(unknown_reference(document, index, shape, field, written));
        }
        found
    };

    if let Some(written) = glossary::located_field(node, "style_profile") {
        follow(DocumentKind::StyleProfile, "style_profile", &written);
    }
    let style = glossary::located_field(node, "style");
    let mut style = style.and_then(|written| Some((follow(DocumentKind::Style, "style", &written)?, written)));
    let terms = glossary::located_field(node, "spoken_terms");
    let terms = terms.and_then(|written| Some((follow(DocumentKind::SpokenTerms, "spoken_terms", &written)?, written)));
    let mut glossaries = Vec::new();
    let one = glossary::located_field(node, "glossary").map(|written| ("glossary".to_owned(), written));
    let several = node.get("glossaries").map(Node::items).unwrap_or_default().iter().enumerate();
    let several = several.filter_map(|(at, node)| {
        let text = node.text().filter(|text| !text.is_empty())?;
        Some((format!("glossaries/{at}"), Located { value: text.to_owned(), span: node.span }))
    });
    for (field, written) in one.into_iter().chain(several) {
        if let Some(found) = follow(DocumentKind::Glossary, &field, &written) {
            glossaries.push((field, found, written));
        }
    }

    if let (Some(named), Some(source), Some(target)) = (&style, &source, &target)
        && let Some(finding) = odd_target(document, named, &glossaries, [source, target])
    {
        findings.push(finding);
        (style, glossaries) = (None, Vec::new());
    }
    if let (Some((style, written)), Some((target, at))) = (style, &target) {
        let source = source.as_ref().map(|(source, _)| source);
        findings.extend(
            check_style_language(document, index, style, &written, (source, target))
                .map(|found| found.with_secondary(*at, "the target")),
        );
    }
    if let (Some((source, _)), Some((target, _))) = (&source, &target) {
        let pair = LanguagePair { source: profile::root_language(source), target: profile::root_language(target) };
        for (field, known, written) in glossaries {
            findings.extend(check_pair(document, known, &written, &pair, &field));
        }
    }
    if let (Some((terms, written)), Some((source, at))) = (terms, &source) {
        let found = check_term_list(document, terms, &written, source);
        findings.extend(found.map(|found| found.with_secondary(*at, "the source language")));
    }
    findings.extend(check_profile_parts(document, index));
    findings
}

/// Parts that stand beside a style profile which may hold them.
const PROFILE_PARTS: [(&str, &str); 4] = [
    ("style", "styles"),
    ("glossary", "glossaries"),
    ("glossaries", "glossaries"),
    ("translation_memory", "translation_memories"),
];

/// A style profile and a part of it: the part counts in the place of what the profile holds, or the request is refused.
fn check_profile_parts(document: &SourceDocument<'_>, index: &ReferenceIndex<'_, '_>) -> Vec<Diagnostic> {
    let node = document.node;
    let Some(written) = node.entry("style_profile") else { return Vec::new() };
    let target = written.value.text().and_then(|key| index.get(DocumentKind::StyleProfile, key));
    let parts = PROFILE_PARTS.iter().filter_map(|(field, list)| Some((node.entry(field)?, *list)));
    parts
        .map(|(part, list)| {
            let field = &part.key.value;
            let names = |node: &Node| match node.text() {
                Some(text) => vec![text.to_owned()],
                None => node.items().iter().filter_map(Node::text).map(str::to_owned).collect(),
            };
            let held = target.and_then(|target| target.document.node.get(list)).map(names).unwrap_or_default();
            let own = names(&part.value);
            let redundant = !own.is_empty() && own.iter().all(|name| held.contains(name));
            let message = format!("`{field}` stands beside a style profile");
            let finding = Diagnostic::new(Code::ProfileOverride, document.file, part.key.span, message)
                .with_secondary(written.key.span, "the style profile")
                .with_pointer(format!("/{field}"));
            if redundant {
                finding
                    .with_label("the style profile holds it")
                    .with_help(format!("take `{field}` out: the style profile is enough"))
            } else {
                finding
                    .with_label("used in the place of what the style profile holds")
                    .with_note("whether the service takes both is not documented: it may refuse the request")
                    .with_help(format!("take `{field}` out, or try such a request with `housestyle try`"))
            }
        })
        .collect()
}

/// A name that no document has. Nothing where a document without a key may be meant.
pub(super) fn unknown_reference(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    shape: DocumentKind,
    field: &str,
    written: &Located<String>,
) -> Option<Diagnostic> {
    let finding = explain_unknown_reference(document, index, shape, field, written);
    let certain = finding.code != Code::UnknownReference || finding.fix.is_some();
    (certain || !index.without_key.contains(&shape)).then_some(finding)
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
    let other = DocumentKind::ALL.into_iter().find(|other| index.get(*other, &written.value).is_some());
    let keys = index.documents.get(&shape).into_iter().flat_map(BTreeMap::keys).copied();
    // What the service calls it says which one is meant.
    let named = index.documents.get(&shape).into_iter().flatten().find_map(|(key, target)| {
        let name = target.document.raw.name.as_ref()?;
        name.value.eq_ignore_ascii_case(&written.value).then_some(*key)
    });
    let near = nearest::nearest_words(&written.value, keys.clone());
    let said = language_of_key(&written.value).filter(|_| shape == DocumentKind::Style);
    let fits = |key: &&str| {
        let other = || said.is_some_and(|said| index.is_of_other_language(key, said));
        !cannot_be_meant(document, index, shape, field, key) && !other()
    };
    let near: Vec<&str> =
        named.into_iter().chain(near).chain(said.and_then(|said| index.only_list_of(said))).filter(fits).collect();
    let finding = match other {
        Some(other) => {
            let name = if other == DocumentKind::Style { "style" } else { other.noun() };
            let message = format!("`{text}` is a {name}, and a {noun} is due");
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
        let help = format!("write the key of a document, the name of its file: ids stand in no file{}", some_of(&keys));
        return finding.with_label("an id of the service").with_help(help);
    }
    if let Some(key) = index.moved_key(shape, &written.value) {
        let was = echo_text(&format!("{}/{}", shape.as_str(), written.value));
        let fix = edits::rename_key(file, written.span, key, Safety::Unsafe);
        return finding.with_help(format!("write `{key}`: `[[moved]]` says that `{was}` moved there")).with_fix(fix);
    }
    if other == Some(DocumentKind::Base) && shape == DocumentKind::Style {
        let lists = index.lists_extending(&written.value);
        if let Some(found) = explain_base_for_list(document, field, written, lists, &finding) {
            return found;
        }
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
                Some(DocumentKind::Base) => "name a list that extends it: a base is never sent by itself",
                _ => "correct the key, or write the document: the name of its file is its key",
            }),
        None => {
            let stem = written.value.rsplit('/').next().unwrap_or_default();
            let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
            let language = index.get(shape, stem).and_then(|target| target.document.raw.language.as_ref());
            let target = glossary::located_field(document.node, "target_language");
            finding.with_help(match language.zip(target) {
                Some((language, target)) => format!(
                    "name a style for `{}`: `{}` is meant, as it seems, and is for `{}`",
                    echo_text(&target.value),
                    echo_text(stem),
                    language.value
                ),
                None => format!("correct the key, or write the document{}", some_of(&keys)),
            })
        }
    }
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
        return finding.with_help(format!("keep one of them: `{field}` takes one"));
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
    let beside = field.rsplit_once('/').and_then(|(list, _)| document.node.at_pointer(&format!("/{list}")));
    let named: Vec<&str> = beside.map(Node::items).unwrap_or_default().iter().filter_map(Node::text).collect();
    let finding = finding.clone();
    if let Some(list) = lists.iter().find(|list| named.contains(list)) {
        let item = edits::item_in_brackets(document.file, written.span);
        let item = item.or_else(|| edits::lines_of_item(document.file, written.span));
        let fix = item.map(|span| edits::replace_span(span, "", "take it out", Safety::Unsafe));
        let finding = finding.with_help(format!("take it out: `{}`, which stands here, extends it", echo_text(list)));
        return Some(fix.into_iter().fold(finding, Diagnostic::with_fix));
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

/// Whether a document cannot be what an unknown name means: the same list has it already, or it is of a language that does not fit.
fn cannot_be_meant(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    shape: DocumentKind,
    field: &str,
    key: &str,
) -> bool {
    let list = field.rsplit_once('/').and_then(|(list, _)| document.node.at_pointer(&format!("/{list}")));
    let mut beside = list.map(Node::items).unwrap_or_default().iter().filter_map(Node::text);
    if beside.clone().any(|other| other == key) {
        return true;
    }
    let language_of = |key: &str| Some(&index.get(shape, key)?.document.raw.language.as_ref()?.value);
    let Some(language) = language_of(key) else { return false };
    let target = glossary::located_field(document.node, "target_language").map(|code| Language::new(&code.value));
    match target {
        Some(target) => find_language(target.as_str()).is_some() && *language != profile::root_language(&target),
        None => beside.any(|other| language_of(other) == Some(language)),
    }
}

/// The style for a language whose key is nearest to another one's; the only one, where just one is for it.
pub(super) fn nearest_style<'k>(
    styles: impl Iterator<Item = (&'k str, &'k Language)>,
    key: &str,
    language: &Language,
) -> Option<&'k str> {
    let fitting: Vec<&str> = styles.filter(|(_, of)| *of == language).map(|(key, _)| key).collect();
    match fitting.as_slice() {
        [only] => Some(only),
        several => nearest::nearest_words(key, several.iter().copied()).first().copied(),
    }
}

/// What to write for a style of another language, with the edit where one is near.
pub(super) fn suggest_style(finding: Diagnostic, sister: Option<&str>, span: Span, language: &Language) -> Diagnostic {
    let Some(sister) = sister else { return finding.with_help(format!("name a style for `{language}`")) };
    let fix = edits::rename_key(&finding.file, span, sister, Safety::Unsafe);
    finding.with_help(format!("did you mean `{sister}`, which is for `{language}`?")).with_fix(fix)
}

/// A few keys, behind a colon.
pub(super) fn some_of<'k>(keys: &(impl Iterator<Item = &'k str> + Clone)) -> String {
    let some: Vec<String> = keys.clone().take(5).map(|key| format!("`{}`", echo_text(key))).collect();
    match (some.is_empty(), keys.clone().count() > some.len()) {
        (true, _) => String::new(),
        (false, more) => format!("; the project has {}{}", some.join(", "), if more { " and others" } else { "" }),
    }
}

/// Whether a text has the form of an id that the service gives: a UUID.
fn is_id(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let hex = |part: &&str| part.chars().all(|c| c.is_ascii_hexdigit());
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12]) && parts.iter().all(hex)
}

fn check_style_language(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    style: &ReferenceTarget<'_, '_>,
    written: &Located<String>,
    (source, target): (Option<&Language>, &Language),
) -> Option<Diagnostic> {
    let language = style.document.raw.language.as_ref()?;
    let known = find_language(profile::root_language(target).as_str()).is_some();
    if style.document.broken || !known || language.value == profile::root_language(target) {
        return None;
    }
    let (key, code) = (echo_text(&written.value), &language.value);
    let message = format!("the style `{key}` is for `{code}`, this profile translates into `{target}`");
    let place = style.document.file.place_of(language.span);
    let finding = Diagnostic::new(Code::StyleLanguage, document.file, written.span, message)
        .with_label(format!("a style for `{code}`"))
        .with_note(format!("its language is set at {place}"))
        .with_pointer("/style");
    let root = profile::root_language(target);
    let styles = index.documents.get(&DocumentKind::Style).into_iter().flatten();
    let styles = styles.filter_map(|(key, style)| Some((*key, &style.document.raw.language.as_ref()?.value)));
    let sister = nearest_style(styles, &written.value, &root);
    let swapped = source.is_some_and(|source| profile::root_language(source) == language.value);
    Some(match sister {
        None if swapped => {
            finding.with_help(format!("name a style for `{root}`, or swap the languages of the profile"))
        }
        sister => suggest_style(finding, sister, written.span, &root),
    })
}

/// What a name in a profile led to, and the name.
type Followed<'i, 'd, 'a> = (&'i ReferenceTarget<'d, 'a>, Located<String>);

/// The target of a profile whose style and glossaries all are for one other language: one finding, at the target. Nothing where the
/// key of the profile says the target.
fn odd_target(
    document: &SourceDocument<'_>,
    (style, named): &Followed<'_, '_, '_>,
    glossaries: &[(String, &ReferenceTarget<'_, '_>, Located<String>)],
    [(source, _), (target, at)]: [&(Language, Span); 2],
) -> Option<Diagnostic> {
    let meant = &style.document.raw.language.as_ref()?.value;
    let root = profile::root_language(target);
    let pair = |target: &Language| LanguagePair { source: profile::root_language(source), target: target.clone() };
    let sound = |followed: &ReferenceTarget<'_, '_>| !followed.document.broken && followed.has_all_pairs;
    let agree = |(_, glossary, _): &(String, &ReferenceTarget<'_, '_>, Located<String>)| {
        sound(glossary) && glossary.pairs.contains(&pair(meant)) && !glossary.pairs.contains(&pair(&root))
    };
    let key = document.key.as_ref().map_or("", Key::as_str);
    let odd = sound(style) && root != *meant && find_language(root.as_str()).is_some() && !key_says(key, root.as_str());
    if !odd || glossaries.is_empty() || !glossaries.iter().all(agree) {
        return None;
    }
    let (parts, others) = if glossaries.len() == 1 { ("glossary", "a glossary") } else { ("glossaries", "glossaries") };
    let message = format!("this profile translates into `{target}`, and its style and {parts} are for `{meant}`");
    let finding = Diagnostic::new(Code::StyleLanguage, document.file, *at, message)
        .with_secondary(named.span, format!("a style for `{meant}`"))
        .with_help(format!("write `{meant}`, or name a style and {others} for `{root}`"))
        .with_pointer("/target_language");
    let finding = glossaries
        .iter()
        .fold(finding, |finding, (_, _, written)| finding.with_secondary(written.span, format!("for {}", pair(meant))));
    let fix = edits::rename_key(document.file, *at, meant.as_str(), Safety::Unsafe);
    Some(finding.with_fix(fix))
}

/// Whether a pair of languages that is found wrong where it stands is the one that is looked for, once it is right: one of
/// variants, or one of a single language.
fn may_be_meant(written: &LanguagePair, pair: &LanguagePair) -> bool {
    let root = profile::root_language;
    let same = [&written.source, &written.target].map(root) == [&pair.source, &pair.target].map(root);
    let one = written.source == written.target;
    same || one && (written.source == pair.source || written.target == pair.target)
}

fn check_pair(
    document: &SourceDocument<'_>,
    glossary: &ReferenceTarget<'_, '_>,
    written: &Located<String>,
    pair: &LanguagePair,
    field: &str,
) -> Option<Diagnostic> {
    let is_told = || glossary.pairs.iter().any(|other| may_be_meant(other, pair));
    if glossary.document.broken || !glossary.has_all_pairs || glossary.pairs.contains(pair) || is_told() {
        return None;
    }
    let key = echo_text(&written.value);
    let turned = LanguagePair { source: pair.target.clone(), target: pair.source.clone() };
    let finding = if glossary.pairs.contains(&turned) {
        let message = format!("the glossary `{key}` is for {turned}, this profile translates {pair}");
        Diagnostic::new(Code::ReversedPair, document.file, written.span, message)
            .with_label("the other direction")
            .with_help(format!("add a dictionary for {pair}, or swap the languages of the profile"))
    } else {
        let has: Vec<String> = glossary.pairs.iter().take(5).map(LanguagePair::to_string).collect();
        let more = if glossary.pairs.len() > has.len() { " and others" } else { "" };
        let message = format!("the glossary `{key}` has no dictionary for {pair}");
        let finding = Diagnostic::new(Code::MissingPair, document.file, written.span, message)
            .with_label("lacks this pair")
            .with_help(format!("add a dictionary for {pair}, or take the glossary out"));
        if has.is_empty() { finding } else { finding.with_note(format!("it has {}{more}", has.join(", "))) }
    };
    let place = glossary.document.file.place_of(glossary.document.start);
    Some(finding.with_note(format!("the glossary is at {place}")).with_pointer(format!("/{field}")))
}

fn check_term_list(
    document: &SourceDocument<'_>,
    terms: &ReferenceTarget<'_, '_>,
    written: &Located<String>,
    source: &Language,
) -> Option<Diagnostic> {
    let root = profile::root_language(source);
    let fits =
        |language: &Language| language == source || *language == root || profile::root_language(language) == *source;
    if terms.document.broken || terms.languages.iter().any(fits) {
        return None;
    }
    let has: Vec<String> = terms.languages.iter().take(5).map(|language| format!("`{language}`")).collect();
    let message = format!("the spoken terms `{}` have no list for `{source}`", echo_text(&written.value));
    let finding = Diagnostic::new(Code::MissingTermList, document.file, written.span, message)
        .with_help(format!("add a term list for `{source}`, or take the spoken terms out"))
        .with_pointer("/spoken_terms");
    Some(if has.is_empty() { finding } else { finding.with_note(format!("it has lists for {}", has.join(", "))) })
}
