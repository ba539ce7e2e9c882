//! Glossaries, spoken terms and profiles of a project: each read by itself and in parallel, then against each other.

use std::collections::BTreeMap;

use crate::catalogue::Catalogue;
use crate::check::document::SourceDocument;
use crate::check::inherit::ResolvedBases;
use crate::check::reference::ReferenceIndex;
use crate::check::{
    Desired, directions, duplicate_name, followed_rule, glossary, needed_languages, profile, reference, spoken_terms,
    style_profile, style_test,
};
use crate::diagnostic::Diagnostic;
use crate::model::profile::Profile;
use crate::model::project::Project;
use crate::model::style::Style;
use crate::model::style_profile::StyleProfile;
use crate::schema::validate::DocumentKind;
use crate::source::parallel::map_all;

/// What came out of the documents that are no styles.
pub(super) struct TermSetsAndProfiles {
    glossaries: BTreeMap<usize, glossary::GlossaryReading>,
    spoken_terms: BTreeMap<usize, spoken_terms::SpokenTermsReading>,
    style_profiles: Vec<Option<StyleProfile>>,
    profiles: Vec<Option<Profile>>,
}

/// One document that was read.
enum DocumentReading {
    Glossary(glossary::GlossaryReading),
    SpokenTerms(spoken_terms::SpokenTermsReading),
    StyleProfile(Option<Box<StyleProfile>>),
    Profile(Option<Box<Profile>>),
}

/// Reads and checks them.
pub(super) fn read_term_sets_and_profiles(
    documents: &[SourceDocument<'_>],
    bases: &ResolvedBases<'_, '_>,
    project: &Project,
    catalogue: &Catalogue,
) -> (TermSetsAndProfiles, Vec<Vec<Diagnostic>>) {
    let is_style = |document: &SourceDocument<'_>| matches!(document.shape, DocumentKind::Style | DocumentKind::Base);
    let unread: Vec<_> = documents.iter().enumerate().filter(|(_, document)| !is_style(document)).collect();
    let read = map_all(&unread, |(at, document)| {
        read_by_shape(document, project, catalogue).map(|(read, found)| (*at, read, found))
    });
    let mut others = TermSetsAndProfiles {
        glossaries: BTreeMap::new(),
        spoken_terms: BTreeMap::new(),
        style_profiles: Vec::new(),
        profiles: Vec::new(),
    };
    let mut findings = Vec::new();
    for (at, read, found) in read.into_iter().flatten() {
        findings.push(found);
        match read {
            DocumentReading::Glossary(read) => {
                others.glossaries.insert(at, read);
            }
            DocumentReading::SpokenTerms(read) => {
                others.spoken_terms.insert(at, read);
            }
            DocumentReading::StyleProfile(profile) => others.style_profiles.push(profile.map(|profile| *profile)),
            DocumentReading::Profile(profile) => others.profiles.push(profile.map(|profile| *profile)),
        }
    }
    findings.push(directions::check_directions(documents, &others.glossaries, &findings));
    findings.push(duplicate_name::check_duplicate_term_set_names(documents));
    findings.push(glossary::check_glossary_count(documents).into_iter().collect());
    let index = ReferenceIndex::from_documents(project, bases, &others.glossaries, &others.spoken_terms);
    let profiles: Vec<_> = documents.iter().filter(|document| document.shape == DocumentKind::Profile).collect();
    findings.extend(map_all(&profiles, |document| reference::check_references(document, &index)));
    needed_languages::name_needed_pairs(&mut findings, documents, &index);
    needed_languages::name_target_languages(&mut findings, documents, &index);
    needed_languages::name_source_languages(&mut findings, documents, &index);
    spoken_terms::name_needed_languages(&mut findings, documents, &index);
    let bundles: Vec<_> = documents.iter().filter(|document| document.shape == DocumentKind::StyleProfile).collect();
    findings.extend(map_all(&bundles, |document| style_profile::check_components(document, &index)));
    let tests = documents.iter().filter(|document| document.shape == DocumentKind::StyleTest);
    let glossaries = others.glossaries.values().filter_map(|read| read.glossary.as_ref());
    let glossaries = glossaries.map(|glossary| (glossary.key.as_str(), glossary)).collect();
    findings.extend(tests.map(|document| {
        let mut found = style_test::check_style_tests(document, &index, catalogue);
        found.extend(followed_rule::check_expected_terms(document, &index, &glossaries));
        found
    }));
    (others, findings)
}

fn read_by_shape(
    document: &SourceDocument<'_>,
    project: &Project,
    catalogue: &Catalogue,
) -> Option<(DocumentReading, Vec<Diagnostic>)> {
    match document.shape {
        DocumentKind::Style | DocumentKind::Base | DocumentKind::StyleTest | DocumentKind::Catalogue => None,
        DocumentKind::Glossary => {
            let (read, found) = glossary::read_glossary(document);
            Some((DocumentReading::Glossary(read), found))
        }
        DocumentKind::SpokenTerms => {
            let (read, found) = spoken_terms::read_spoken_terms(document);
            Some((DocumentReading::SpokenTerms(read), found))
        }
        DocumentKind::StyleProfile => {
            let (read, found) = style_profile::read_style_profile(document, project, catalogue.limits.prompt);
            Some((DocumentReading::StyleProfile(read.map(Box::new)), found))
        }
        DocumentKind::Profile => {
            let (read, found) = profile::read_profile(document, project, catalogue.limits.prompt);
            Some((DocumentReading::Profile(read.map(Box::new)), found))
        }
    }
}

impl TermSetsAndProfiles {
    /// Everything that the files want, styles included; none where something is missing.
    pub(super) fn into_desired(self, styles: Vec<Style>) -> Option<Desired> {
        let Self { glossaries, spoken_terms, style_profiles, profiles } = self;
        Some(Desired::from_checked(
            styles,
            glossaries.into_values().map(|read| read.glossary).collect::<Option<_>>()?,
            spoken_terms.into_values().map(|read| read.terms).collect::<Option<_>>()?,
            style_profiles.into_iter().collect::<Option<_>>()?,
            profiles.into_iter().collect::<Option<_>>()?,
        ))
    }
}
