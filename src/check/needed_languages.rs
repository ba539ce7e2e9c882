//! What profiles need of the glossaries that they name, where a finding about one of them does not say it: a pair,
//! a source or a target language.

use std::collections::BTreeMap;

use crate::catalogue::languages::{find_language, root_code};
use crate::check::document::SourceDocument;
use crate::check::reference::ReferenceIndex;
use crate::check::{glossary, profile};
use crate::diagnostic::{Code, Diagnostic, Fix, Place, Safety};
use crate::model::Language;
use crate::model::glossary::LanguagePair;
use crate::schema::edits;
use crate::schema::validate::DocumentKind;
use crate::source::Node;

/// Profiles by their files, and where they end in them.
struct ProfilesByPlace<'s, 'a>(BTreeMap<(&'s str, u32), &'s SourceDocument<'a>>);

impl<'s, 'a> ProfilesByPlace<'s, 'a> {
    fn of(documents: &'s [SourceDocument<'a>]) -> Self {
        let profiles = documents.iter().filter(|document| document.shape == DocumentKind::Profile);
        Self(profiles.map(|document| ((&**document.file.path(), document.node.span.end), document)).collect())
    }

    /// The profile that a finding is about.
    fn around(&self, finding: &Diagnostic) -> Option<&'s SourceDocument<'a>> {
        let place = (&**finding.file.path(), finding.primary.span.end);
        let behind = self.0.range::<(&str, u32), _>(place..).next();
        behind.filter(|((path, _), _)| *path == place.0).map(|(_, document)| *document)
    }
}

/// A source language that a profile lacks, where the glossaries that it names have one alone for its target.
pub(super) fn name_source_languages(
    findings: &mut [Vec<Diagnostic>],
    documents: &[SourceDocument<'_>],
    index: &ReferenceIndex<'_, '_>,
) {
    let lacks =
        |finding: &&mut Diagnostic| finding.code == Code::MissingSourceLanguage && finding.offered().count() == 0;
    let lacking: Vec<&mut Diagnostic> = findings.iter_mut().flatten().filter(lacks).collect();
    if lacking.is_empty() {
        return;
    }
    let profiles = ProfilesByPlace::of(documents);
    for finding in lacking {
        let Some(profile) = profiles.around(finding) else { continue };
        let target = glossary::located_field(profile.node, "target_language");
        let target = target.map(|code| profile::root_language(&Language::new(&code.value)));
        let named = profile::glossaries_of_profile(profile.node).filter_map(Node::text);
        let pairs = named.filter_map(|key| index.get(DocumentKind::Glossary, key)).flat_map(|known| known.pairs.iter());
        let mut sources: Vec<&Language> =
            pairs.filter(|pair| Some(&pair.target) == target.as_ref()).map(|pair| &pair.source).collect();
        sources.sort_unstable();
        sources.dedup();
        let [only] = sources[..] else { continue };
        let Some(edit) = edits::insert_below_kind(
            profile.file,
            profile.node,
            "source_language",
            &edits::text_value(profile.file, only.as_str()),
        ) else {
            continue;
        };
        finding.help = Some(format!("write `source_language: {only}`, which the glossary has for this target"));
        let title = format!("write `source_language: {only}`");
        finding.fix = Some(Fix { title, safety: Safety::Unsafe, edits: vec![edit] });
    }
}

/// A target language that is no code, where the list that a profile names says one.
pub(super) fn name_target_languages(
    findings: &mut [Vec<Diagnostic>],
    documents: &[SourceDocument<'_>],
    index: &ReferenceIndex<'_, '_>,
) {
    let lacks = |finding: &&mut Diagnostic| {
        finding.code == Code::MalformedLanguage
            && finding.pointer.as_deref() == Some("/target_language")
            && finding.offered().count() == 0
    };
    let lacking: Vec<&mut Diagnostic> = findings.iter_mut().flatten().filter(lacks).collect();
    if lacking.is_empty() {
        return;
    }
    let profiles = ProfilesByPlace::of(documents);
    for finding in lacking {
        let Some(profile) = profiles.around(finding) else { continue };
        let Some(key) = profile.node.get("style").and_then(Node::text) else { continue };
        let Some(list) = index.get(DocumentKind::Style, key) else { continue };
        let Some(language) = &list.document.raw.language else { continue };
        let code = language.value.as_str();
        finding.help = Some(format!("write `{code}`, the language of `{key}`"));
        finding.fix = Some(edits::rename_key(&finding.file, finding.primary.span, code, Safety::Unsafe));
    }
}

/// A pair that a glossary has twice, where profiles need one more that it lacks: one of the two was copied, and its language left.
pub(super) fn name_needed_pairs(
    findings: &mut [Vec<Diagnostic>],
    documents: &[SourceDocument<'_>],
    index: &ReferenceIndex<'_, '_>,
) {
    let is_twice = |finding: &&mut Diagnostic| finding.code == Code::DuplicatePair && finding.fix.is_none();
    let twice: Vec<&mut Diagnostic> = findings.iter_mut().flatten().filter(is_twice).collect();
    if twice.is_empty() {
        return;
    }
    let mut lacking: BTreeMap<&str, BTreeMap<LanguagePair, Place>> = BTreeMap::new();
    for profile in documents.iter().filter(|document| document.shape == DocumentKind::Profile) {
        let Some(pair) = profile::pair_of_profile(profile.node) else { continue };
        for named in profile::glossaries_of_profile(profile.node) {
            let glossary = named.text().and_then(|key| index.get(DocumentKind::Glossary, key));
            if let Some(glossary) = glossary.filter(|glossary| !glossary.pairs.contains(&pair)) {
                let of_file = lacking.entry(glossary.document.file.path()).or_default();
                of_file.entry(pair.clone()).or_insert_with(|| profile.file.place_of(named.span));
            }
        }
    }
    let glossaries = documents.iter().filter(|document| document.shape == DocumentKind::Glossary);
    let by_path: BTreeMap<&str, &SourceDocument<'_>> =
        glossaries.map(|document| (&**document.file.path(), document)).collect();
    for finding in twice {
        let named = by_path.get(&**finding.file.path()).zip(finding.pointer.as_deref());
        let node = named.and_then(|(document, pointer)| document.node.at_pointer(pointer));
        let lacks = lacking.get(&**finding.file.path());
        if let Some(node) = node
            && offer_language_of_table(finding, node)
        {
            continue;
        }
        let Some((lacks, target)) = lacks.zip(node.and_then(|node| glossary::located_field(node, "target_language")))
        else {
            continue;
        };
        let source = node
            .and_then(|node| glossary::located_field(node, "source_language"))
            .map(|source| Language::new(&source.value));
        let mut fitting = lacks.iter().filter(|(pair, _)| Some(&pair.source) == source.as_ref());
        let Some((pair, place)) = fitting.next().filter(|_| fitting.next().is_none()) else { continue };
        let within = finding.primary.span.start <= target.span.start && target.span.end <= finding.primary.span.end;
        if within {
            let code = pair.target.as_str();
            finding.help = Some(format!("write `{code}`, which {place} needs, or merge the two"));
            finding.fix = Some(edits::rename_key(&finding.file, target.span, code, Safety::Unsafe));
        }
    }
}

/// The target language that the name of a dictionary's table says, `office.en-fr.csv`, where its field says another one.
fn offer_language_of_table(finding: &mut Diagnostic, node: &Node) -> bool {
    let says = || {
        let target = glossary::located_field(node, "target_language")?;
        let name = node.get("file")?.text()?.rsplit('/').next()?.to_ascii_lowercase();
        let stem = name.rsplit_once('.')?.0;
        let code =
            stem.rsplit(['.', '-', '_']).next().filter(|code| *code != target.value && find_language(code).is_some());
        Some((target, code?.to_owned()))
    };
    let source = glossary::located_field(node, "source_language");
    let of_one = |code: &str| source.as_ref().is_some_and(|source| root_code(&source.value) == root_code(code));
    let Some((target, code)) = says().filter(|(_, code)| !of_one(code)) else { return false };
    finding.help = Some(format!("write `{code}`, as the name of its table says, or merge the two"));
    finding.fix = Some(edits::rename_key(&finding.file, target.span, &code, Safety::Unsafe));
    true
}
