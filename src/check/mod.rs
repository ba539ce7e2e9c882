//! What must hold across files and values.
//!
//! Holding a [`Desired`] means that every check passed: nothing else can make one.
//!
//! The order is that of the files below: each document is read alone and in parallel, then keys are told apart, bases
//! are taken in, and what came out is looked at again. One fault is one finding: what follows from a fault is not said.

mod anchor_elsewhere;
mod asked_in_prompt;
mod base;
mod base_language;
pub mod baseline;
mod behind_fault;
pub mod broken_catalogue;
mod broken_quotes;
mod case_cells;
mod consequence;
mod commented_head;
mod compared_phrases;
mod contested_move;
mod contradiction;
mod cut_file;
mod cut_text;
mod foreign_notation;
mod desired;
mod directions;
mod document;
mod duplicate_key;
mod duplicate_label;
mod duplicate_name;
mod edge_whitespace;
mod empty_block;
mod inherited_rules;
mod joined_edits;
mod joined_items;
mod key_as_id;
mod left_in_cell;
mod left_out;
mod left_over;
mod left_over_fault;
mod left_over_signs;
mod entity;
mod entries;
mod exchanged_texts;
pub mod files;
mod follow_fix;
mod followed_rule;
mod follower;
mod garbled_text;
mod glossary;
mod half_commented;
mod hidden_text;
mod ignore;
mod inherit;
mod language;
pub mod lint;
mod line_guards;
mod line_mends;
mod line_places;
mod line_signs;
mod no_files;
mod one_language;
mod one_line;
mod list_language;
mod lost_dashes;
mod meant_base;
mod mended_file;
mod misplaced_instruction;
mod mixed_scripts;
mod name_pattern;
mod needed_languages;
mod not_normalized;
pub mod outside_files;
mod term_sets_and_profiles;
mod raw_document;
mod row_cells;
mod row_columns;
mod row_languages;
mod row_of_other_pair;
mod read_file;
mod phrase;
mod profile;
pub mod project;
mod prompt_utf16;
mod project_blocks;
mod project_reference;
mod prompt_words;
mod reference;
mod renamed_document;
mod safe_fix;
mod setting_value;
mod script_language;
mod several_translations;
mod stray_row;
mod table_habit;
mod table_name;
mod spoken_terms;
mod style_profile;
mod style_test;
pub mod text_checks;
mod too_many_instructions;
mod unknown_reference;
mod unlikely_language;
mod value_not_offered;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as check;
use housestyle_catalogue as catalogue;
use housestyle_conform as conform;
use housestyle_diagnostic as diagnostic;
use housestyle_model as model;
use housestyle_schema as schema;
use housestyle_source as source;

use std::borrow::{Borrow, Cow};
use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, OnceLock};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

pub use behind_fault::{ChangedFiles, FindAgain};
pub use contested_move::join_contested_moves;
pub use desired::{Desired, DesiredDigest, DesiredError};
pub use duplicate_key::path_of_original;
pub use no_files::drop_implied_no_files;
pub use phrase::phrase_error;
pub use table_name::NO_FILE;

use crate::catalogue::Catalogue;
use crate::check::contradiction::ContradictionIndex;
use crate::check::document::SourceDocument;
use crate::check::inherit::{MergedStyle, ResolvedBases};
use crate::check::list_language::ListLanguages;
use crate::check::read_file::ReadFile;
use crate::diagnostic::cap::cap_findings;
use crate::diagnostic::{Code, Diagnostic, Severity, SourceFile};
use crate::model::project::Project;
use crate::model::shared_parts::SharedParts;
use crate::model::shared_text::TextPool;
use crate::model::style::Style;
use crate::model::{Address, Kind};
use crate::schema::foreign_file::is_about_catalogue;
use crate::schema::validate::{CompiledSchemas, DocumentKind, DocumentValidator};
use crate::source::parallel::map_all;
use crate::source::{Format, ParsedFile, side_tables};

/// What came out of checking a project.
#[derive(Debug)]
pub struct CheckedProject {
    /// Everything found, in order of file and place.
    pub findings: Vec<Diagnostic>,
    /// What the files want, where no finding is an error.
    pub desired: Option<Desired>,
}

/// What a check of files is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckPurpose {
    /// Findings alone: texts and rules in which nothing is found are not kept.
    Findings,
    /// What the files want, too.
    Desired,
    /// What faults hide, where they are mended: edits are not followed to their end.
    Hidden,
}

/// Checks every file of a project as it is. The findings of parsing are among those that come out.
///
/// The project's limits stand above the catalogue's, and its `[lints]` decide what a finding weighs.
#[must_use]
pub fn check_project(parsed: &[ParsedFile], project: &Project, catalogue: &Catalogue) -> CheckedProject {
    check_project_reusing(parsed, project, catalogue, &Arc::default(), CheckPurpose::Desired)
}

/// The same for someone who checks again and again and keeps what was compiled for this catalogue with these limits.
#[must_use]
pub fn check_project_reusing<P: Borrow<ParsedFile> + Sync>(
    parsed: &[P],
    project: &Project,
    catalogue: &Catalogue,
    compiled: &Arc<CompiledSchemas>,
    purpose: CheckPurpose,
) -> CheckedProject {
    let catalogue = with_limits(catalogue, project);
    let rules = ProjectRules::new(project, &catalogue, compiled);
    let parsed: Vec<&ParsedFile> = parsed.iter().map(Borrow::borrow).collect();
    check_whole_files(&parsed, &rules, purpose)
}

/// What is found in some files, with what their faults hide and without what follows from them.
#[must_use]
pub fn find_faults(parsed: &[ParsedFile], project: &Project, catalogue: &Catalogue) -> Vec<Diagnostic> {
    find_faults_reusing(parsed, project, catalogue, &Arc::default())
}

/// The same for someone who waits for it at every keystroke: of a few files, no other thread is woken for it.
#[must_use]
pub fn find_faults_reusing<P: Borrow<ParsedFile> + Sync>(
    parsed: &[P],
    project: &Project,
    catalogue: &Catalogue,
    compiled: &Arc<CompiledSchemas>,
) -> Vec<Diagnostic> {
    let catalogue = with_limits(catalogue, project);
    let rules = ProjectRules::new(project, &catalogue, compiled);
    let parsed: Vec<&ParsedFile> = parsed.iter().map(Borrow::borrow).collect();
    let mut findings = check_whole_files(&parsed, &rules, CheckPurpose::Findings).findings;
    let find_again = |changed: &ChangedFiles| {
        let reread: Vec<ParsedFile> = parsed.iter().filter_map(|parsed| reread(parsed, changed)).collect();
        let mut by_path: BTreeMap<&str, &ParsedFile> =
            reread.iter().map(|parsed| (&**parsed.file.path(), parsed)).collect();
        let files: Vec<&ParsedFile> =
            parsed.iter().map(|parsed| by_path.remove(&**parsed.file.path()).unwrap_or(parsed)).collect();
        check_whole_files(&files, &rules, CheckPurpose::Hidden).findings
    };
    tell_across(&mut findings, project, &find_again);
    findings
}

/// Adds what the faults of files hide, and drops what follows from others.
pub fn tell_across(findings: &mut Vec<Diagnostic>, project: &Project, find_again: &FindAgain<'_>) {
    hidden_text::name_hidden_characters(findings);
    let guessed = consequence::guessed_names(findings);
    behind_fault::add_hidden(findings, find_again);
    left_over_fault::explain_faults(findings);
    joined_edits::join_edits(findings);
    misplaced_instruction::explain_misplaced(findings);
    consequence::drop_consequences(findings, &guessed, project, find_again);
    follower::drop_same_edits(findings);
}

fn check_whole_files(parsed: &[&ParsedFile], rules: &ProjectRules<'_>, purpose: CheckPurpose) -> CheckedProject {
    let read = map_all(parsed, |parsed| rules.read_whole(parsed, purpose));
    check_documents(read, parsed, rules, purpose)
}

/// A file as it reads now, with the tables that it had; nothing where it names others, which nobody has read.
fn reread(parsed: &ParsedFile, changed: &ChangedFiles) -> Option<ParsedFile> {
    let file = changed.get(parsed.file.path())?;
    let again = source::parse_source(file, Format::from_path(file.path())?);
    let tables = parsed.side_tables.get().map(Vec::as_slice).unwrap_or_default();
    let named = side_tables::distinct_table_names(&again.documents);
    let known = named.iter().all(|name| tables.iter().any(|table| table.written == *name));
    known.then(|| ParsedFile { side_tables: OnceLock::from(tables.to_vec()), ..again })
}

/// The catalogue with the limits of a project.
fn with_limits<'c>(catalogue: &'c Catalogue, project: &Project) -> Cow<'c, Catalogue> {
    if catalogue.limits == project.limits {
        return Cow::Borrowed(catalogue);
    }
    Cow::Owned(Catalogue { limits: project.limits.clone(), ..catalogue.clone() })
}

/// Most files with errors in which one line is looked for that ends them: whoever has more begins anywhere.
const MAX_BROKEN_FILES: usize = 64;

/// What the files of a project are held against.
struct ProjectRules<'c> {
    project: &'c Project,
    catalogue: &'c Catalogue,
    shapes: DocumentValidator<'c>,
    contradictions: ContradictionIndex<'c>,
    /// Prompts of the lists that were reduced.
    prompts: TextPool,
}

/// The documents of one file, and what was found in them.
type ReadDocuments<'a> = (Vec<SourceDocument<'a>>, Vec<Diagnostic>);

impl<'c> ProjectRules<'c> {
    /// The rules of a project, whose limits the catalogue has.
    fn new(project: &'c Project, catalogue: &'c Catalogue, compiled: &Arc<CompiledSchemas>) -> Self {
        Self {
            project,
            catalogue,
            shapes: DocumentValidator::with_compiled(catalogue, compiled),
            contradictions: ContradictionIndex::from_catalogue(catalogue),
            prompts: TextPool::default(),
        }
    }

    /// The documents of a file, and all that is found in it by itself, what parsing found included.
    fn read_whole<'a>(&self, parsed: &'a ParsedFile, purpose: CheckPurpose) -> ReadDocuments<'a> {
        if let Some(finding) = document::explain_whole(parsed) {
            return (Vec::new(), vec![finding]);
        }
        let (documents, found) = document::read_documents(parsed, &self.shapes, self.catalogue);
        let mut findings = [&*parsed.findings, &*found].concat();
        lost_dashes::tell_lost_dashes(&mut findings);
        if purpose != CheckPurpose::Hidden {
            follow_fix::follow_fixes(&parsed.file, &mut findings, |file| self.find_again(file));
        }
        (documents, findings)
    }

    /// Offers the mend of one line where all errors of a file end with it, in the first files that have errors.
    fn offer_lines(&self, parsed: &[&ParsedFile], findings: &mut [Vec<Diagnostic>]) {
        let broken = findings.iter().enumerate().filter_map(|(at, found)| {
            let mut errors = found.iter().filter(|finding| finding.severity == Severity::Error);
            let of_file = |error: &Diagnostic| parsed.iter().find(|parsed| Arc::ptr_eq(&parsed.file, &error.file));
            Some((at, *errors.find_map(of_file)?))
        });
        let broken: Vec<(usize, &ParsedFile)> = broken.take(MAX_BROKEN_FILES).collect();
        let mended = map_all(&broken, |(at, parsed)| {
            let mut found = findings[*at].clone();
            one_line::offer_lines(parsed, &mut found, |parsed| self.find_alone(parsed));
            found
        });
        for ((at, _), found) in broken.into_iter().zip(mended) {
            findings[at] = found;
        }
    }

    /// The same of a file in which edits were made.
    fn find_again(&self, file: &Arc<SourceFile>) -> Vec<Diagnostic> {
        let Some(format) = Format::from_path(file.path()) else { return Vec::new() };
        self.find_alone(&source::parse_source(file, format))
    }

    /// What is found in a file, as far as no other file has a part in that.
    fn find_alone(&self, parsed: &ParsedFile) -> Vec<Diagnostic> {
        let (documents, mut findings) = document::read_documents(parsed, &self.shapes, self.catalogue);
        let (alone, by_itself) = (ResolvedBases::default(), [Code::ValueNotOffered, Code::Contradiction]);
        let lists = documents.iter().filter(|document| document.shape == DocumentKind::Style);
        let found = lists.flat_map(|document| self.merge_and_check(document, &alone).1);
        findings.extend(found.filter(|finding| by_itself.contains(&finding.code)));
        findings.extend(parsed.findings.iter().cloned());
        lost_dashes::tell_lost_dashes(&mut findings);
        findings
    }

    /// A list with its bases taken in, and what is wrong with what came out.
    fn merge_and_check<'d, 'a>(
        &self,
        document: &'d SourceDocument<'a>,
        bases: &ResolvedBases<'d, 'a>,
    ) -> (MergedStyle<'d, 'a>, Vec<Diagnostic>) {
        let (merged, mut found) = inherit::merge_bases(document, bases);
        value_not_offered::name_values(&mut found, &merged, self.catalogue);
        found.extend(inherit::unknown_bases(document, bases));
        found.extend(too_many_instructions::check_instruction_count(&merged, &self.catalogue.limits));
        if bases.languages.meant(document).is_none() {
            found.extend(value_not_offered::check_values_offered(&merged, self.catalogue));
        }
        found.extend(contradiction::check_contradictions(&merged, &self.contradictions));
        found.extend(asked_in_prompt::check_prompts(&merged));
        (merged, found)
    }
}

/// Checks files of which some were reduced to what they say.
fn check_read_files(files: &[ReadFile], rules: &ProjectRules<'_>, purpose: CheckPurpose) -> CheckedProject {
    let read = map_all(files, |file| match file {
        ReadFile::Whole(parsed) => rules.read_whole(parsed, purpose),
        ReadFile::Reduced(reduced) => (reduced.documents().collect(), Vec::new()),
    });
    let whole: Vec<&ParsedFile> = files.iter().filter_map(ReadFile::whole).collect();
    check_documents(read, &whole, rules, purpose)
}

/// What must hold across documents. `parsed` are the files that were kept whole.
fn check_documents(
    read: Vec<ReadDocuments<'_>>,
    parsed: &[&ParsedFile],
    rules: &ProjectRules<'_>,
    purpose: CheckPurpose,
) -> CheckedProject {
    let ProjectRules { project, catalogue, .. } = *rules;
    let empty = read.is_empty();
    let mut documents: Vec<SourceDocument<'_>> = Vec::with_capacity(read.iter().map(|(read, _)| read.len()).sum());
    let mut findings = Vec::new();
    for (read, found) in read {
        documents.extend(read);
        findings.push(found);
    }
    if purpose != CheckPurpose::Hidden {
        rules.offer_lines(parsed, &mut findings);
    }
    findings.iter_mut().for_each(commented_head::tell_commented_heads);
    for finding in findings.iter_mut().flatten() {
        let told = half_commented::offer_rest_of_comment(finding);
        if let Some(told) = told.or_else(|| foreign_notation::offer_without_rest(finding)) {
            *finding = told;
        }
    }
    cut_file::tell_cut_files(&mut findings, catalogue);
    if empty {
        findings.push(vec![no_files::no_files(project)]);
    }

    meant_base::adopt_bases(&mut documents, &mut findings);
    anchor_elsewhere::name_anchors(&mut findings, &documents, parsed);
    anchor_elsewhere::name_included_bases(&mut findings, &documents);
    // What a file of nothing that is known was meant to hold, it says itself.
    let says_kind = |document: &&SourceDocument<'_>| {
        let broken = parsed.iter().any(|parsed| parsed.incomplete && Arc::ptr_eq(&parsed.file, document.file));
        !broken || document.shape != DocumentKind::Style || document.node.get("name").is_some()
    };
    let read: HashSet<&str> = documents.iter().filter(says_kind).map(|document| &**document.file.path()).collect();
    let errors = findings.iter().flatten().filter(|finding| finding.severity == Severity::Error);
    let lost = errors.map(|finding| &**finding.file.path()).filter(|path| !read.contains(path));
    let broken = parsed.iter().filter(|parsed| parsed.incomplete).map(|parsed| parsed.file.text());
    let lost = outside_files::UnreachedDocuments::in_files(lost).with_keys(broken);
    duplicate_key::mark_shared_keys(&mut documents);
    name_pattern::offer_names(&mut findings, &documents);
    findings.push(duplicate_key::check_duplicate_keys(&documents));
    let (mut bases, found) = base::resolve_bases(&documents);
    findings.push(found);
    bases.languages = ListLanguages::weigh(&bases, project, catalogue);
    findings.push(bases.languages.check_fields(&bases));
    findings.push(unlikely_language::check_names(&documents, &bases.languages, catalogue));
    let styles: Vec<_> = documents.iter().filter(|document| document.shape == DocumentKind::Style).collect();
    let (merged, found): (Vec<MergedStyle<'_, '_>>, Vec<Vec<Diagnostic>>) =
        map_all(&styles, |document| rules.merge_and_check(document, &bases)).into_iter().unzip();
    findings.extend(found);
    base::join_base_languages(&mut findings, &bases);
    inherited_rules::name_inherited_rules(&mut findings, merged.iter().chain(bases.resolved.values()));
    key_as_id::name_documents(&mut findings, &documents);
    duplicate_key::name_copies(&mut findings, &documents);
    too_many_instructions::name_limit(&mut findings, project);
    meant_base::join_bases_alone(&mut findings);
    findings.push(base::check_bases(&bases, catalogue, &rules.contradictions));
    findings.push(duplicate_name::check_duplicate_names(&merged, &documents));
    asked_in_prompt::drop_witnesses(&mut findings);
    let (others, found) = term_sets_and_profiles::read_term_sets_and_profiles(&documents, &bases, project, catalogue);
    findings.extend(found);
    let mut tests = documents.iter().filter(|document| document.shape == DocumentKind::StyleTest).peekable();
    if tests.peek().is_some() {
        let lists = merged.iter().filter_map(|list| Some((list.document.key.as_ref()?.as_str(), list))).collect();
        followed_rule::prefer_set_rules(&mut findings, &documents, &lists);
        findings.extend(tests.map(|document| followed_rule::check_followed_rules(document, &lists, catalogue)));
    }

    if !parsed.iter().any(|parsed| parsed.incomplete) {
        findings.push(project_reference::check_project_references(project, &documents, &bases.languages));
        renamed_document::name_renamed(&mut findings, &documents, project);
    }

    // What a file of rules defines is known when the project file names it.
    let unnamed: Vec<Diagnostic> =
        findings.iter().flatten().filter(|finding| is_about_catalogue(finding)).cloned().collect();
    findings.iter_mut().for_each(|found| broken_catalogue::drop_followers(found, &unnamed));
    findings.iter_mut().for_each(|found| lost.drop_followers(found));
    let findings = ignore::apply_ignore_comments(parsed, finalize_findings(findings, project), project);
    let findings = safe_fix::demote_lossy_fixes(cap_findings(findings));
    let invalid = findings.iter().any(|finding| finding.severity == Severity::Error);
    let styles = || -> Option<Vec<Style>> {
        merged.into_par_iter().filter(|merged| !merged.document.finished).map(MergedStyle::into_style).collect()
    };
    let shared = documents.iter().filter_map(|document| {
        let kind = shared_kind(document.shape)?;
        let parts = document.raw.shared.unwrap_or(project.shared).of_kind(kind);
        Some((Address::new(kind, document.key.clone()?), parts)).filter(|(_, parts)| !parts.is_empty())
    });
    let shared: BTreeMap<Address, SharedParts> = shared.collect();
    let wanted = purpose == CheckPurpose::Desired && !invalid;
    let desired = if wanted { styles().and_then(|styles| others.into_desired(styles)) } else { None };
    let desired = desired.map(|desired| desired.with_shared(shared));
    CheckedProject { findings, desired }
}

/// The kind of resource that a document of this shape wants, where parts of it can be shared.
fn shared_kind(shape: DocumentKind) -> Option<Kind> {
    match shape {
        DocumentKind::Style => Some(Kind::Style),
        DocumentKind::Glossary => Some(Kind::Glossary),
        DocumentKind::SpokenTerms => Some(Kind::SpokenTerms),
        DocumentKind::StyleProfile => Some(Kind::StyleProfile),
        DocumentKind::Base | DocumentKind::Profile | DocumentKind::StyleTest | DocumentKind::Catalogue => None,
    }
}

/// Applies the project's weights, drops what was said twice at one place, and sorts.
fn finalize_findings(findings: Vec<Vec<Diagnostic>>, project: &Project) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> =
        findings.into_iter().flatten().filter_map(|finding| lint::apply_severity(finding, project)).collect();
    document::drop_repeated_tables(&mut findings);
    findings.sort_by_cached_key(|finding| (finding.sort_key(), finding.message.clone()));
    follower::drop_followers(&mut findings);
    follower::drop_absences(&mut findings);
    findings.dedup_by(|later, first| {
        let same = later.code == first.code && (later.message == first.message || later.code == Code::HiddenText);
        same && later.primary.span == first.primary.span && later.file.path() == first.file.path()
    });
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::load::{Edition, builtin_catalogue};
    use crate::source::{Format, parse_source};

    fn checked(files: &[(&str, &str)]) -> CheckedProject {
        let parsed: Vec<ParsedFile> =
            files.iter().map(|(path, text)| parse_source(&SourceFile::new(*path, *text), Format::Yaml)).collect();
        check_project(&parsed, &Project::default(), &builtin_catalogue(Edition::Core))
    }

    #[test]
    fn bases_are_taken_in_and_every_value_keeps_the_place_where_it_is_written() {
        let checked = checked(&[
            (
                "house/base.yaml",
                "kind: base_style\nconfigured_rules:\n  punctuation:\n    ellipsis: use_ellipsis_character\n    \
                 apostrophe: use_curly_apostrophes\ncustom_instructions:\n  - {label: tone, prompt: Be kind.}\n  \
                 - {label: length, prompt: Be brief.}\n",
            ),
            (
                "styles/de.yaml",
                "name: Support\nlanguage: de\nextends: [house/base]\nconfigured_rules:\n  punctuation:\n    \
                 apostrophe: ~\ncustom_instructions:\n  - {label: more, prompt: More.}\n  - {label: tone, prompt: Own.}\n",
            ),
        ]);
        assert!(checked.findings.is_empty(), "{:?}", checked.findings);
        let desired = checked.desired.unwrap();
        let style = desired.styles().values().next().unwrap();
        let rules: Vec<String> =
            style.rules.iter().map(|(key, value)| format!("{key}={} {}", value.value, value.place)).collect();
        assert_eq!(rules, ["punctuation.ellipsis=use_ellipsis_character house/base.yaml:4:15"]);
        let instructions: Vec<String> = style
            .instructions
            .iter()
            .map(|placed| format!("{}: {} {}", placed.value.label, placed.value.prompt, placed.place.file))
            .collect();
        let wanted = ["tone: Own. styles/de.yaml", "length: Be brief. house/base.yaml", "more: More. styles/de.yaml"];
        assert_eq!(instructions, wanted);
    }

    #[test]
    fn a_document_without_a_rule_is_without_it_in_every_notation() {
        let base = "kind: base_style\nconfigured_rules:\n  punctuation:\n    ellipsis: use_ellipsis_character\n    \
             apostrophe: use_curly_apostrophes\n";
        let middle = "kind: base_style\nextends: [house/base]\nwithout_rules: [punctuation.ellipsis]\n";
        let list = "name = 'Support'\nlanguage = 'de'\nextends = ['house/middle']\n\
             without_rules = ['punctuation.apostrophe']\n[configured_rules.punctuation]\ndash = 'use_em_dash'\n";
        let files = [("house/base.yaml", base), ("house/middle.yaml", middle), ("styles/de.toml", list)];
        let parsed =
            files.map(|(path, text)| parse_source(&SourceFile::new(path, text), Format::from_path(path).unwrap()));
        let checked = check_project(&parsed, &Project::default(), &builtin_catalogue(Edition::Core));
        let desired = checked.desired.unwrap_or_else(|| panic!("{:?}", checked.findings));
        let rules: Vec<String> =
            desired.styles().values().flat_map(|style| style.rules.keys()).map(ToString::to_string).collect();
        assert_eq!(rules, ["punctuation.dash"]);
        // What people try first is told the way.
        let empty = list.replace("'use_em_dash'", "''");
        let checked = check_project(
            &[parse_source(&SourceFile::new("de.toml", empty), Format::Toml)],
            &Project::default(),
            &builtin_catalogue(Edition::Core),
        );
        let told = |finding: &Diagnostic| finding.notes.iter().any(|note| note.contains("`without_rules`"));
        assert!(checked.findings.iter().any(told), "{:?}", checked.findings);
    }

    #[test]
    fn the_order_of_files_and_a_long_chain_of_bases_do_not_matter() {
        let mut files: Vec<(String, String)> = (0..2000)
            .map(|n| (format!("house/b{n}.yaml"), format!("kind: base_style\nextends: [house/b{}]\n", n + 1)))
            .collect();
        files[1999].1 = "kind: base_style\ncustom_instructions: [{label: tone, prompt: Be kind.}]\n".to_owned();
        files.push(("styles/a.yaml".to_owned(), "name: A\nlanguage: de\nextends: [house/b0]\n".to_owned()));
        let borrowed = |files: &[(String, String)]| {
            let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
            let checked = checked(&files);
            assert!(checked.findings.is_empty(), "{:?}", checked.findings.first());
            checked.desired.unwrap()
        };
        let desired = borrowed(&files);
        assert_eq!(desired.styles().values().next().unwrap().instructions.len(), 1);
        files.reverse();
        assert_eq!(borrowed(&files).digest(), desired.digest());
    }

    #[test]
    fn an_error_leaves_nothing_wanted_and_a_warning_does_not_matter() {
        assert!(checked(&[("a.yaml", "name: A\nlanguage: none\n")]).desired.is_none());
        assert!(checked(&[("a.yaml", "name: 'A '\nlanguage: de\n")]).desired.is_some());
        assert!(checked(&[]).desired.is_some_and(|desired| desired.styles().is_empty()));
    }
}
