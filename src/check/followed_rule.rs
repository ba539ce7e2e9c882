//! Rules that a test names under `follows`, against those that its style sets: a test of a rule that is not set fails whenever
//! it runs, and only the style with its bases can say so. And terms that a test expects, against the glossaries of its profile.

use std::collections::BTreeMap;

use crate::catalogue::{Catalogue, nearest};
use crate::check::document::SourceDocument;
use crate::check::inherit::MergedStyle;
use crate::check::inherited_rules::prefer_set_rule;
use crate::check::profile;
use crate::check::reference::ReferenceIndex;
use crate::diagnostic::{Code, Diagnostic, Safety, Severity};
use crate::model::Placed;
use crate::model::glossary::{Dictionary, Glossary};
use crate::model::reference::{Reference, TEST_KIND, list_references};
use crate::model::style::RuleKey;
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::Node;

/// Keys of the lists whose rules the tests of a file name. The names in `follows` are without meaning there.
pub(super) fn lists_of_named_rules(tests: &Node) -> Vec<String> {
    let items = tests.get("tests").map(Node::items).unwrap_or_default();
    if !items.iter().any(|test| named_rules(test).next().is_some()) {
        return Vec::new();
    }
    let references = list_references(TEST_KIND, tests).into_iter();
    references.filter(|named| named.kind == DocumentKind::Style.as_str()).map(|named| named.key).collect()
}

/// What stands under `follows`, but for `all`.
fn named_rules(test: &Node) -> impl Iterator<Item = (&Node, &str)> {
    let follows = test.get("expect").and_then(|expect| expect.get("follows"));
    let all = follows.into_iter().flat_map(|node| std::iter::once(node).chain(node.items()));
    all.filter_map(|node| Some((node, node.text()?))).filter(|(_, name)| *name != "all")
}

/// Holds every rule that a test names against the lists that it tests. `merged` are the lists of the project with their bases.
pub(super) fn check_followed_rules(
    document: &SourceDocument<'_>,
    merged: &BTreeMap<&str, &MergedStyle<'_, '_>>,
    catalogue: &Catalogue,
) -> Vec<Diagnostic> {
    let references = document.references();
    let tests = document.node.get("tests").map(Node::items).unwrap_or_default();
    let mut findings = Vec::new();
    for (at, test) in tests.iter().enumerate() {
        let at = format!("/tests/{at}");
        let lists = lists_of_test(&references, &at);
        // A name that is no rule's is told where names are checked.
        let is_rule =
            |name: &str| catalogue.iter_rules().any(|rule| name.rsplit(['.', '/']).next() == Some(&*rule.name));
        for (node, name) in named_rules(test).filter(|(_, name)| is_rule(name)) {
            let list = lists.iter().find_map(|named| {
                let list = merged.get(named.key.as_str()).copied()?;
                (list.is_known_whole() && !sets_rule(list, name)).then_some((named, list))
            });
            let Some((named, list)) = list else { continue };
            let (key, shown) = (echo_text(&named.key), echo_text(name));
            let finding = Diagnostic::new(
                Code::InvalidTest,
                document.file,
                node.span,
                format!("the list `{key}` does not set `{shown}`, so that this test cannot pass"),
            )
            .with_label("not set by the list")
            .with_secondary(named.span, "this list")
            .with_pointer(format!("{at}/expect/follows"));
            let set: Vec<String> = list
                .rules
                .keys()
                .map(|key| if name.contains('.') { key.to_string() } else { key.rule.to_string() })
                .collect();
            findings.push(match nearest::nearest_words(name, set.iter().map(String::as_str)).first() {
                Some(best) => {
                    let fix = edits::rename_key(document.file, node.span, best, Safety::Unsafe);
                    finding.with_help(format!("did you mean `{best}`, which it sets?")).with_fix(fix)
                }
                None => {
                    let otherwise = format!("set the rule in {}, or take its name out here", list.document.file.path());
                    match only_other_rule(test, &set, |name| !sets_rule(list, name)) {
                        Some(other) => {
                            let fix = edits::rename_key(document.file, node.span, other, Safety::Unsafe);
                            let why = format!("{}, which the list sets and this test does not name", fix.title);
                            finding.with_help(format!("{why}; or {otherwise}")).or_offering(fix.title, fix.edits)
                        }
                        None => finding.with_help(otherwise),
                    }
                }
            });
        }
    }
    findings
}

/// The one rule of those that are set which a test does not name, where one alone of the names in it is not set.
fn only_other_rule<'s>(test: &Node, set: &'s [String], is_unset: impl Fn(&str) -> bool) -> Option<&'s str> {
    let bare = |name: &str| name.rsplit(['.', '/']).next().unwrap_or_default().to_owned();
    let named: Vec<String> = named_rules(test).map(|(_, name)| bare(name)).collect();
    let alone = named_rules(test).filter(|(_, name)| is_unset(name)).nth(1).is_none();
    let mut others = set.iter().filter(|rule| alone && !named.contains(&bare(rule)));
    others.next().filter(|_| others.next().is_none()).map(String::as_str)
}

/// Offers a rule that the lists of a test set for a name that no rule has, where the nearest of all is set by none.
pub(super) fn prefer_set_rules(
    findings: &mut [Vec<Diagnostic>],
    documents: &[SourceDocument<'_>],
    merged: &BTreeMap<&str, &MergedStyle<'_, '_>>,
) {
    let tests = || documents.iter().filter(|document| document.shape == DocumentKind::StyleTest);
    let by_path: BTreeMap<&str, &SourceDocument<'_>> = tests().map(|test| (&**test.file.path(), test)).collect();
    for finding in findings.iter_mut().flatten().filter(|finding| finding.code == Code::UnknownRule) {
        let pointer = finding.pointer.as_deref().and_then(|pointer| pointer.strip_suffix("/expect/follows"));
        let (Some(at), Some(test)) = (pointer, by_path.get(&**finding.file.path())) else { continue };
        let references = test.references();
        let lists = lists_of_test(&references, at).into_iter().filter_map(|named| merged.get(named.key.as_str()));
        let written = finding.file.slice(finding.primary.span).trim_matches(['"', '\'']).to_owned();
        let name = |key: &RuleKey| if written.contains('.') { key.to_string() } else { key.rule.to_string() };
        let set: Vec<String> = lists.flat_map(|list| list.rules.keys().map(|key| name(key))).collect();
        if let Some(better) = prefer_set_rule(finding, &written, &set) {
            *finding = better;
        }
    }
}

/// Holds every term that a test expects against the glossaries of its profiles, which are here by key: one of the source was taken
/// from the wrong side.
pub(super) fn check_expected_terms(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    glossaries: &BTreeMap<&str, &Glossary>,
) -> Vec<Diagnostic> {
    let references = document.references();
    let mut findings = Vec::new();
    for (at, test) in document.node.get("tests").map(Node::items).unwrap_or_default().iter().enumerate() {
        let (Some(text), Some(expect)) = (test.get("text").and_then(Node::text), test.get("expect")) else { continue };
        let subjects = subjects_of_test(&references, &format!("/tests/{at}")).into_iter();
        let profiles = subjects.filter_map(|named| Some(index.get(DocumentKind::Profile, &named.key)?.document.node));
        let dictionaries = profiles.flat_map(|node| {
            let pair = profile::pair_of_profile(node);
            let named = profile::glossaries_of_profile(node).filter_map(|named| glossaries.get(named.text()?));
            named.filter_map(move |known| known.dictionaries.get(pair.as_ref()?))
        });
        let dictionaries: Vec<&Dictionary> = dictionaries.collect();
        let any = expect.get("any").map(Node::items).unwrap_or_default();
        let fields = std::iter::once(expect).chain(any).filter_map(|group| group.get("uses_term"));
        for node in fields.flat_map(|field| std::iter::once(field).chain(field.items())) {
            let Some(term) = node.text().filter(|term| text.contains(term)) else { continue };
            let is_target = |known: &&Dictionary| known.entries.values().any(|own| own.value == term);
            let meant = dictionaries.iter().find_map(|known| known.entries.get(term));
            // What begins with a sign may be a note.
            let is_term = |meant: &&Placed<String>| meant.value.starts_with(char::is_alphanumeric);
            let meant = meant.filter(is_term).filter(|_| !dictionaries.iter().any(is_target));
            let Some(meant) = meant else { continue };
            let message = format!("`{}` is a term of the source, and not of the translation", echo_text(term));
            let fix = edits::rename_key(document.file, node.span, &meant.value, Safety::Unsafe);
            let finding = Diagnostic::new(Code::InvalidTest, document.file, node.span, message)
                .with_note(format!("its translation stands at {}", meant.place))
                .with_pointer(format!("/tests/{at}/expect/uses_term"));
            let finding = finding.offering(fix.title, fix.edits);
            findings.push(Diagnostic { severity: Severity::Warning, ..finding });
        }
    }
    findings
}

/// The lists that a test names, or else its file.
fn lists_of_test<'r>(references: &'r [Reference], at: &str) -> Vec<&'r Reference> {
    let named = subjects_of_test(references, at).into_iter();
    named.filter(|named| named.kind == DocumentKind::Style.as_str()).collect()
}

/// The lists and profiles that a test names, or else its file.
pub(super) fn subjects_of_test<'r>(references: &'r [Reference], at: &str) -> Vec<&'r Reference> {
    let under = |place: String| -> Vec<&Reference> {
        let is_there = |rest: &str| rest.is_empty() || rest.starts_with('/');
        let found = references.iter().filter(|named| named.pointer.strip_prefix(&place).is_some_and(is_there));
        found.collect()
    };
    let at_place = |at: &str| [under(format!("{at}/style")), under(format!("{at}/profile"))].concat();
    let own = at_place(at);
    if own.is_empty() { at_place("") } else { own }
}

fn sets_rule(list: &MergedStyle<'_, '_>, name: &str) -> bool {
    list.rules.keys().any(|key| match name.split_once(['.', '/']) {
        Some((category, rule)) => &*key.category == category && &*key.rule == rule,
        None => &*key.rule == name,
    })
}
