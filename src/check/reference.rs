//! What profiles refer to: styles, glossaries and spoken terms by key, and whether what they find fits together.
//!
//! A translation memory is named, not kept here: only the service can say whether there is one of that name.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::OnceLock;

use crate::catalogue::languages::{find_language, root_code};
use crate::catalogue::nearest;
use crate::check::document::SourceDocument;
use crate::check::inherit::ResolvedBases;
use crate::check::list_language::ListLanguages;
use crate::check::one_language::tell_one_language;
use crate::check::unknown_reference::unknown_reference;
use crate::check::unlikely_language::{family_of_key, key_says};
use crate::check::{directions, glossary, profile, spoken_terms};
use crate::diagnostic::{Code, Diagnostic, Located, Safety, Severity, Span};
use crate::model::glossary::LanguagePair;
use crate::model::project::Project;
use crate::model::reviewed::MovedBlock;
use crate::model::{Key, Language};
use crate::schema::edits;
use crate::schema::explain_language::looks_like_code;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::Node;

/// Every document that something may refer to, by shape and key.
pub(super) struct ReferenceIndex<'d, 'a> {
    /// Where `[[moved]]` says that a kind and key went.
    moves: BTreeMap<(&'static str, &'d str), &'d str>,
    /// The lists that name a base, by its key; found out where a base is named for one of them.
    extending: OnceLock<BTreeMap<&'d str, Vec<&'d str>>>,
    /// The lists that style profiles name; found out where one of them holds two for a language.
    held: OnceLock<BTreeSet<&'d str>>,
    pub(super) documents: BTreeMap<DocumentKind, BTreeMap<&'d str, ReferenceTarget<'d, 'a>>>,
    /// The kinds of documents whose key cannot be one, or is that of another: each may be what a name means.
    pub(super) without_key: BTreeSet<DocumentKind>,
    /// The glossaries that `[[texts]]` name.
    pub(super) of_texts: BTreeSet<&'d str>,
    /// What lists are for.
    pub(super) languages: &'d ListLanguages<'d>,
}

pub(super) struct ReferenceTarget<'d, 'a> {
    pub(super) document: &'d SourceDocument<'a>,
    pub(super) pairs: &'d [LanguagePair],
    /// Whether the pair of every dictionary can be read.
    pub(super) has_all_pairs: bool,
    pub(super) languages: &'d [Language],
}

impl<'d, 'a> ReferenceIndex<'d, 'a> {
    /// An index of documents, with what was read from glossaries and spoken terms in the same order.
    pub(super) fn from_documents(
        project: &'d Project,
        bases: &'d ResolvedBases<'d, 'a>,
        glossaries: &'d BTreeMap<usize, glossary::GlossaryReading>,
        terms: &'d BTreeMap<usize, spoken_terms::SpokenTermsReading>,
    ) -> Self {
        let documents = bases.documents;
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
        Self {
            moves: moves.map(way).collect(),
            extending: OnceLock::new(),
            held: OnceLock::new(),
            of_texts: project.texts.iter().flat_map(|texts| &texts.glossaries).map(String::as_str).collect(),
            documents: index,
            without_key,
            languages: &bases.languages,
        }
    }

    /// The key that a document has now which `[[moved]]` says to have had this one.
    pub(super) fn moved_key(&self, shape: DocumentKind, key: &str) -> Option<&'d str> {
        self.moves.get(&(shape.as_str(), key)).copied().filter(|key| self.get(shape, key).is_some())
    }

    /// The lists whose keys have this before their language, where no style profile names them.
    pub(super) fn lists_of_family(&self, family: &str) -> Vec<&'d str> {
        let held = self.held.get_or_init(|| {
            let bundles = self.documents.get(&DocumentKind::StyleProfile).into_iter().flat_map(BTreeMap::values);
            let lists =
                bundles.flat_map(|bundle| bundle.document.node.get("styles").map(Node::items).unwrap_or_default());
            lists.filter_map(Node::text).collect()
        });
        let lists = self.documents.get(&DocumentKind::Style).into_iter();
        let from = (Bound::Included(family), Bound::Unbounded);
        let lists = lists.flat_map(|lists| lists.range::<str, _>(from).map(|(key, _)| *key));
        // Few have more lists of a family than there are languages.
        let lists = lists.take_while(|key| key.starts_with(family)).take(MAX_OF_FAMILY);
        lists.filter(|key| family_of_key(key) == Some(family) && !held.contains(key)).collect()
    }

    /// The lists that name a base.
    pub(super) fn lists_extending(&self, base: &str) -> &[&'d str] {
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

    /// The one base whose key ends in a name, behind the folder.
    pub(super) fn base_called(&self, name: &str) -> Option<&'d str> {
        let keys = self.documents.get(&DocumentKind::Base)?.keys();
        let mut called = keys.filter(|key| key.rsplit('/').next() == Some(name));
        called.next().filter(|_| called.next().is_none()).copied()
    }

    /// The one list that is of a language.
    pub(super) fn only_list_of(&self, language: &str) -> Option<&'d str> {
        let is_of = |target: &ReferenceTarget<'_, '_>| {
            let own = target.document.raw.language.as_ref();
            own.is_some_and(|own| root_code(own.value.as_str()) == language)
        };
        let mut lists = self.documents.get(&DocumentKind::Style)?.iter().filter(|(_, target)| is_of(target));
        lists.next().filter(|_| lists.next().is_none()).map(|(key, _)| *key)
    }

    /// The keys of a kind.
    pub(super) fn keys(&self, shape: DocumentKind) -> impl Iterator<Item = &'d str> + Clone {
        self.documents.get(&shape).into_iter().flat_map(BTreeMap::keys).copied()
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

    let named = style.as_ref().filter(|(style, _)| index.languages.meant(style.document).is_none());
    if let (Some(named), Some(source), Some(target)) = (named, &source, &target)
        && let Some(finding) = swapped_languages(document, named, &glossaries, [source, target])
            .or_else(|| odd_target(document, named, &glossaries, [source, target]))
    {
        findings.push(finding);
        (style, glossaries) = (None, Vec::new());
    }
    let improves = ["writing_style", "tone"].iter().any(|field| node.get(field).is_some());
    let sides = source.as_ref().zip(target.as_ref()).filter(|_| !improves);
    if let Some((source, target)) = sides
        && let Some(finding) = tell_one_language(document, source, target, &glossaries)
    {
        findings.push(finding);
        glossaries = Vec::new();
    }
    let mut parts = check_profile_parts(document, index);
    if let (Some((style, written)), Some((target, at))) = (style, &target) {
        let source = source.as_ref().map(|(source, _)| source);
        let held = held_style(document, index, &profile::root_language(target));
        let found = check_style_language(document, index, style, &written, (source, target, held));
        // A style that the style profile has a better one for is to go.
        parts.retain(|part| found.is_none() || held.is_none() || part.pointer.as_deref() != Some("/style"));
        findings.extend(found.map(|found| found.with_secondary(*at, "the target")));
    }
    if let (Some((source, _)), Some((target, _))) = (&source, &target) {
        let pair = LanguagePair { source: profile::root_language(source), target: profile::root_language(target) };
        for (field, known, written) in glossaries {
            let found = check_pair(document, known, &written, &pair, &field);
            findings.extend(found.map(|found| directions::or_turned_dictionary(found, known, &pair, index)));
        }
    }
    if let (Some((terms, written)), Some((source, at))) = (terms, &source) {
        let found = check_term_list(document, terms, &written, source);
        findings.extend(found.map(|found| found.with_secondary(*at, "the source language")));
    }
    let source = source.as_ref().map(|(source, _)| source);
    findings.extend(target.and_then(|target| check_profile_languages(document, index, source, &target)));
    findings.extend(parts);
    findings
}

/// The list for a language that the style profile of a profile holds.
fn held_style<'i>(
    document: &SourceDocument<'_>,
    index: &'i ReferenceIndex<'_, '_>,
    language: &Language,
) -> Option<&'i str> {
    let named = document.node.get("style_profile")?.text()?;
    let held = index.get(DocumentKind::StyleProfile, named)?.document.node.get("styles")?.items().iter();
    held.filter_map(Node::text).find(|key| {
        let list = index.get(DocumentKind::Style, key);
        list.is_some_and(|list| index.languages.language_of(list.document) == Some(language))
    })
}

/// A style profile that holds styles, and no style or dictionary for the languages of a profile, which has none of its own.
fn check_profile_languages(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    source: Option<&Language>,
    (target, at): &(Language, Span),
) -> Option<Diagnostic> {
    let own = |(field, _): &(&str, &str)| document.node.get(field).is_some();
    let written = document.node.get("style_profile").filter(|_| !PROFILE_PARTS.iter().any(own))?;
    let key = written.text()?;
    let holder = index.get(DocumentKind::StyleProfile, key).filter(|holder| !holder.document.broken)?;
    let held = |list: &str| holder.document.node.get(list).map(Node::items).unwrap_or_default();
    // Of what is not known, nobody knows its languages.
    let followed = |kind, list| -> Option<Vec<&ReferenceTarget<'_, '_>>> {
        let sound = |held: &&ReferenceTarget<'_, '_>| !held.document.broken && held.has_all_pairs;
        held(list).iter().map(|item| index.get(kind, item.text()?).filter(sound)).collect()
    };
    let styles = followed(DocumentKind::Style, "styles")?;
    let glossaries = followed(DocumentKind::Glossary, "glossaries")?;
    let (root, source) = (profile::root_language(target), source.map(profile::root_language));
    let of_style = |style: &&ReferenceTarget<'_, '_>| Some(style.document.raw.language.as_ref()?.value == root);
    let of_pair = |pair: &LanguagePair| pair.target == root && source.as_ref().is_none_or(|own| *own == pair.source);
    let fits = styles.iter().any(|style| of_style(style) == Some(true))
        || glossaries.iter().any(|glossary| glossary.pairs.iter().any(of_pair))
        || !held("translation_memories").is_empty();
    if fits || styles.is_empty() || find_language(root.as_str()).is_none() {
        return None;
    }
    let key = echo_text(key);
    let message = format!("the style profile `{key}` has no style and no dictionary for `{root}`");
    let finding = Diagnostic::new(Code::StyleLanguage, document.file, written.span, message)
        .with_secondary(*at, "the target")
        .with_note(format!("it is at {}", holder.document.file.place_of(holder.document.start)))
        .with_pointer("/style_profile");
    let finding = Diagnostic { severity: Severity::Warning, ..finding };
    Some(match index.only_list_of(root.as_str()) {
        Some(list) => {
            finding.with_help(format!("add `{list}` to the `styles` of `{key}`, or name another style profile"))
        }
        None => finding.with_help(format!("name one with a style for `{root}`, or correct the target")),
    })
}

/// Most lists of a family that are looked at.
const MAX_OF_FAMILY: usize = 64;

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

fn check_style_language(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    style: &ReferenceTarget<'_, '_>,
    written: &Located<String>,
    (source, target, held): (Option<&Language>, &Language, Option<&str>),
) -> Option<Diagnostic> {
    let language = style.document.raw.language.as_ref()?;
    let known = find_language(profile::root_language(target).as_str()).is_some();
    let told = style.document.broken || index.languages.meant(style.document).is_some();
    if told || !known || language.value == profile::root_language(target) {
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
    let styles = styles.filter_map(|(key, style)| Some((*key, index.languages.language_of(style.document)?)));
    let sister = nearest_style(styles, &written.value, &root);
    let swapped = source.is_some_and(|source| profile::root_language(source) == language.value);
    if let Some((held, entry)) = held.zip(document.node.entry("style")) {
        let title = "take `style` out";
        let finding =
            finding.with_help(format!("{title}: the style profile holds `{}`, for `{root}`", echo_text(held)));
        let span = edits::removal_span(document.file, entry);
        let fix = span.map(|span| edits::replace_span(span, "", title, Safety::Unsafe));
        return Some(fix.into_iter().fold(finding, Diagnostic::with_fix));
    }
    // The key of the profile and its style say the same.
    let key = document.key.as_ref().map_or("", Key::as_str);
    let at = document.node.get("target_language");
    if let Some(at) = at.filter(|_| !swapped && key_says(key, code.as_str()) && !key_says(key, root.as_str())) {
        let fix = edits::rename_key(document.file, at.span, code.as_str(), Safety::Unsafe);
        let help = format!("write `{code}`, which the key and the style say, or name a style for `{root}`");
        return Some(finding.with_help(help).with_fix(fix));
    }
    let finding = suggest_style(finding, sister, written.span, &root);
    Some(if swapped { profile::or_swapping_languages(finding, document, code) } else { finding })
}

/// What a name in a profile led to, and the name.
type Followed<'i, 'd, 'a> = (&'i ReferenceTarget<'d, 'a>, Located<String>);

/// Whether a style and every glossary of a profile can be judged, and all glossaries, of which there are some, are for one pair and
/// not for another.
fn are_for(
    style: &ReferenceTarget<'_, '_>,
    glossaries: &[(String, &ReferenceTarget<'_, '_>, Located<String>)],
    pair: &LanguagePair,
    other: &LanguagePair,
) -> bool {
    let sound = |followed: &ReferenceTarget<'_, '_>| !followed.document.broken && followed.has_all_pairs;
    let agree = |(_, glossary, _): &(String, &ReferenceTarget<'_, '_>, Located<String>)| {
        sound(glossary) && glossary.pairs.contains(pair) && !glossary.pairs.contains(other)
    };
    sound(style) && !glossaries.is_empty() && glossaries.iter().all(agree)
}

/// The languages of a profile whose style and glossaries all are for its languages the other way round: one finding, at both. Nothing
/// where the key of the profile says the target.
fn swapped_languages(
    document: &SourceDocument<'_>,
    (style, named): &Followed<'_, '_, '_>,
    glossaries: &[(String, &ReferenceTarget<'_, '_>, Located<String>)],
    [(source, source_at), (target, at)]: [&(Language, Span); 2],
) -> Option<Diagnostic> {
    let [from, into] = [source, target].map(profile::root_language);
    let (pair, turned) = (
        LanguagePair { source: from.clone(), target: into.clone() },
        LanguagePair { source: into.clone(), target: from.clone() },
    );
    let key = document.key.as_ref().map_or("", Key::as_str);
    let odd = style.document.raw.language.as_ref()?.value == from && from != into;
    if !odd || key_says(key, into.as_str()) || !are_for(style, glossaries, &turned, &pair) {
        return None;
    }
    let (file, title) = (document.file, "swap the two languages");
    let parts = if glossaries.len() == 1 { "glossary" } else { "glossaries" };
    let message = format!("this profile translates {pair}, and its style and {parts} are for {turned}");
    let finding = Diagnostic::new(Code::StyleLanguage, file, *at, message)
        .with_label("swapped, as it seems")
        .with_secondary(*source_at, "with this one")
        .with_secondary(named.span, format!("a style for `{from}`"))
        .with_help(title)
        .with_pointer("/target_language");
    Some(finding.with_fix(edits::swap_texts(file, *at, *source_at, title)))
}

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
    let key = document.key.as_ref().map_or("", Key::as_str);
    let odd = root != *meant && find_language(root.as_str()).is_some() && !key_says(key, root.as_str());
    if !odd || !are_for(style, glossaries, &pair(meant), &pair(&root)) {
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
    let turned = pair.turned();
    let finding = if glossary.pairs.contains(&turned) {
        let message = format!("the glossary `{key}` is for {turned}, this profile translates {pair}");
        let finding = Diagnostic::new(Code::ReversedPair, document.file, written.span, message)
            .with_label("the other direction")
            .with_help(format!("add a dictionary for {pair}, or swap the languages of the profile"));
        match profile::described_direction(document, &turned) {
            Some(fix) => finding.with_help(format!("{}, as its description says", fix.title)).with_fix(fix),
            None => profile::with_target_as_source(document, finding),
        }
    } else {
        let has: Vec<String> = glossary.pairs.iter().take(5).map(LanguagePair::to_string).collect();
        let more = if glossary.pairs.len() > has.len() { " and others" } else { "" };
        let message = format!("the glossary `{key}` has no dictionary for {pair}");
        let finding = Diagnostic::new(Code::MissingPair, document.file, written.span, message)
            .with_label("lacks this pair")
            .with_help(format!("add a dictionary for {pair}, or take the glossary out"));
        let target = glossary::located_field(document.node, "target_language");
        let finding = match (glossary.pairs, target) {
            // The only dictionary is for another target: that may be the one of the profile.
            ([only], Some(target)) if only.source == pair.source && find_language(only.target.as_str()).is_some() => {
                let code = only.target.as_str();
                let edit = edits::rename_key(document.file, target.span, code, Safety::Unsafe);
                let help = format!(
                    "add a dictionary for {pair}, write `target_language: {code}` if that is meant, or take the glossary out"
                );
                finding.with_help(help).or_offering(format!("write `{code}`"), edit.edits)
            }
            _ => finding,
        };
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
