//! Drift of a list into its document. What is inherited is overridden in the list's own document.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::check::{self, Desired};
use crate::diagnostic::Place;
use crate::model::Kind;
use crate::model::document_tree;
use crate::model::style::{LiveStyle, RuleKey, Style};
use crate::plan::drift::{self, DriftedResource, StyleDelta};
use crate::plan::drift_verdict::DriftVerdict;
use crate::project::rewriting::import::drop_arrived_rules;
use crate::project::rewriting::merge::{
    MergedChange, MergedResource, TakeSide, document_error, find_document, key_step, leave_by_hand,
};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::pull::PullOutcome;
use crate::source::edit::{TreeEdit, edit_document};
use crate::source::emit::ValueTree;
use crate::source::path_segment::PathSegment;
use crate::source::{Format, Node, ParsedFile, Value};
use crate::state::Binding;

/// Merges one list. `base` is what it would say without anything of its own.
pub(super) fn merge_style<'a>(
    files: &mut ProjectFiles<'_>,
    drifted: &'a DriftedResource,
    deltas: &[StyleDelta],
    (wanted, base): (Option<&Style>, Option<&Style>),
    live: &LiveStyle,
    binding: &Binding,
    take: Option<TakeSide>,
) -> MergedResource<'a> {
    let Some(wanted) = wanted else { return leave_by_hand(drifted, "no file defines this list") };
    let path = wanted.place.file.to_string();
    let twice = drift::ambiguous_labels(live);
    let merged = deltas.iter().enumerate().map(|(index, delta)| {
        let verdict = drift::classify_delta(delta, wanted, binding, &files.opened.catalogue);
        let became = match (verdict, take) {
            (DriftVerdict::AlreadyInFiles, _) => PullOutcome::InSync,
            (DriftVerdict::Unknown, _) => PullOutcome::Unknown,
            (DriftVerdict::WriteToFiles | DriftVerdict::Conflict, Some(TakeSide::Mine)) => PullOutcome::Kept,
            (DriftVerdict::Conflict, None) => PullOutcome::Conflict,
            (DriftVerdict::WriteToFiles, _) | (DriftVerdict::Conflict, Some(TakeSide::Theirs)) => {
                if twice.iter().any(|label| concerns_label(delta, label)) {
                    let why = "the service has two instructions of this label that say different things".to_owned();
                    PullOutcome::Manual { place: drift::place_of_delta(delta, wanted).cloned(), why }
                } else {
                    write_change(files, &path, wanted, base, live, delta)
                }
            }
        };
        let (ours, place) = (drift::desired_text(delta, wanted), drift::place_of_delta(delta, wanted).cloned());
        MergedChange { index, became, ours, place }
    });
    let merged: Vec<MergedChange> = merged.collect();
    drop_arrived_comments(files, &path, deltas, &merged);
    MergedResource { drifted, changes: merged, touched: vec![path.clone()], file: Some(path), notes: Vec::new() }
}

/// Takes the lines away that said of rules that they stay on the service: they are in the file by now.
fn drop_arrived_comments(files: &mut ProjectFiles<'_>, path: &str, deltas: &[StyleDelta], merged: &[MergedChange]) {
    let is_there = |one: &&MergedChange| matches!(one.became, PullOutcome::Written { .. } | PullOutcome::InSync);
    let arrived = merged.iter().filter(is_there).filter_map(|one| match deltas.get(one.index) {
        Some(StyleDelta::Rule { key, .. }) => Some(key.to_string()),
        _ => None,
    });
    let arrived: BTreeSet<String> = arrived.collect();
    let Some(parsed) = files.get(path) else { return };
    let text = parsed.file.text();
    let cleared = drop_arrived_rules(text, |rule| arrived.contains(rule));
    if cleared != text {
        files.put_document(path, &cleared);
    }
}

fn concerns_label(delta: &StyleDelta, label: &str) -> bool {
    match delta {
        StyleDelta::Prompt { label: of, .. }
        | StyleDelta::Source { label: of, .. }
        | StyleDelta::Removed { label: of } => of == label,
        StyleDelta::Label { after, .. } => after.label == label,
        StyleDelta::Added { instruction } => instruction.label == label,
        StyleDelta::Name { .. } | StyleDelta::Rule { .. } => false,
    }
}

/// Writes one change into the list's own document.
fn write_change(
    files: &mut ProjectFiles<'_>,
    path: &str,
    wanted: &Style,
    base: Option<&Style>,
    live: &LiveStyle,
    delta: &StyleDelta,
) -> PullOutcome {
    let by_hand = |place: Option<Place>, why: &str| PullOutcome::Manual { place, why: why.to_owned() };
    let Some((parsed, document)) =
        files.get(path).and_then(|parsed| Some((parsed, find_document(parsed, Kind::Style, &wanted.key)?)))
    else {
        return by_hand(Some(wanted.place.clone()), "its document cannot be found again");
    };
    let root = &parsed.documents[document];
    let format = Format::from_path(path).unwrap_or(Format::Yaml);
    let acts = match edits_for_delta(delta, root, format, base, live) {
        Ok(acts) => acts,
        Err(why) => return by_hand(drift::place_of_delta(delta, wanted).cloned(), why),
    };
    match edit_document(parsed, format, document, &acts) {
        Ok(text) => {
            if let Some(error) = document_error(files, path, &text, &[]) {
                return by_hand(drift::place_of_delta(delta, wanted).cloned(), &error);
            }
            // A base has no name to give.
            let named = matches!(delta, StyleDelta::Name { .. });
            let overrides = !named && base.is_some_and(|base| drift::place_of_delta(delta, base).is_some());
            files.put_document(path, &text);
            PullOutcome::Written { overrides }
        }
        Err(refused) => by_hand(Some(parsed.file.place_of(refused.span)), refused.why),
    }
}

/// Fields behind which those of rules and instructions stand.
const BEFORE_WITHOUT: &[&str] = &["kind", "key", "name", "language", "extends", "protected"];
const BEFORE_RULES: &[&str] = &["kind", "key", "name", "language", "extends", "protected", "without_rules"];
const BEFORE_INSTRUCTIONS: &[&str] =
    &["kind", "key", "name", "language", "extends", "protected", "without_rules", "configured_rules"];

/// The acts that set a rule, or take it away, its base notwithstanding.
fn rule_edits(root: &Node, format: Format, rule: &RuleKey, after: Option<&str>, inherits: bool) -> Vec<TreeEdit> {
    let at = vec![key_step("configured_rules"), key_step(&rule.category), key_step(&rule.rule)];
    let without = || vec![key_step("without_rules")];
    let fields = if root.get("configured_rules").is_some() { &[] } else { BEFORE_RULES };
    let rules = root.get("configured_rules").and_then(|rules| rules.get(&rule.category));
    let there = rules.is_some_and(|category| category.get(&rule.rule).is_some());
    let named = root.get("without_rules").map(Node::items).unwrap_or_default();
    let named = named.iter().position(|item| item.text() == Some(&rule.to_string()));
    let mut acts = Vec::new();
    match after {
        Some(value) => {
            // A document does without a rule or sets it, not both.
            acts.extend(
                named.map(|index| TreeEdit::Remove { at: [without(), vec![PathSegment::Item(index)]].concat() }),
            );
            acts.push(TreeEdit::Set { at, value: ValueTree::from_text(value), after: fields });
        }
        None if inherits && format == Format::Yaml => {
            acts.push(TreeEdit::Set { at, value: ValueTree::Null, after: fields })
        }
        None => {
            // TOML has no null.
            acts.extend(there.then_some(TreeEdit::Remove { at }));
            if inherits && named.is_none() {
                acts.push(TreeEdit::Append {
                    at: without(),
                    item: ValueTree::from_text(rule.to_string()),
                    after: BEFORE_WITHOUT,
                });
            }
        }
    }
    acts
}

/// The acts that make a document say what the service says.
fn edits_for_delta(
    delta: &StyleDelta,
    root: &Node,
    format: Format,
    base: Option<&Style>,
    live: &LiveStyle,
) -> Result<Vec<TreeEdit>, &'static str> {
    const INHERITED: &str = "a base gives it, and a list cannot take an instruction of its base away: edit the base";
    let list = || vec![key_step("custom_instructions")];
    let item =
        |index: usize, field: &str| vec![key_step("custom_instructions"), PathSegment::Item(index), key_step(field)];
    let own = |label: &str| {
        let items = root.get("custom_instructions").map(Node::items).unwrap_or_default();
        items.iter().position(|item| item.get("label").and_then(Node::text) == Some(label))
    };
    let inherits =
        |label: &str| base.is_some_and(|base| base.instructions.iter().any(|placed| placed.value.label == label));
    let set = |at: Vec<PathSegment>, text: &str| TreeEdit::Set { at, value: ValueTree::from_text(text), after: &[] };
    let added = |label: &str| {
        let live = live.content().instructions.into_iter().find(|live| live.label == label);
        let item = document_tree::instruction_tree(&live.ok_or("the service does not have it any more")?);
        Ok(vec![TreeEdit::Append { at: list(), item, after: BEFORE_INSTRUCTIONS }])
    };
    match delta {
        StyleDelta::Name { after } => Ok(vec![set(vec![key_step("name")], after)]),
        StyleDelta::Rule { key, after } => {
            let inherits = base.is_some_and(|base| base.rules.contains_key(key));
            Ok(rule_edits(root, format, key, after.as_deref(), inherits))
        }
        StyleDelta::Prompt { label, after } => match own(label) {
            Some(index) => Ok(vec![set(item(index, "prompt"), after)]),
            None => added(label),
        },
        StyleDelta::Source { label, after } => match (own(label), after) {
            (None, _) => added(label),
            (Some(index), Some(code)) => {
                let act = TreeEdit::Set {
                    at: item(index, "source_language"),
                    value: ValueTree::from_text(code.as_str()),
                    after: &["prompt"],
                };
                Ok(vec![act])
            }
            (Some(index), None) => Ok(vec![TreeEdit::Remove { at: item(index, "source_language") }]),
        },
        StyleDelta::Label { before, after } => match own(before) {
            Some(index) if !inherits(before) => Ok(vec![set(item(index, "label"), &after.label)]),
            Some(_) | None => Err(INHERITED),
        },
        StyleDelta::Added { instruction } => match own(&instruction.label) {
            Some(index) => {
                let mut acts = vec![set(item(index, "prompt"), &instruction.prompt)];
                match &instruction.source_language {
                    Some(code) => acts.push(TreeEdit::Set {
                        at: item(index, "source_language"),
                        value: ValueTree::from_text(code.as_str()),
                        after: &["prompt"],
                    }),
                    None if root.at_pointer(&format!("/custom_instructions/{index}/source_language")).is_some() => {
                        acts.push(TreeEdit::Remove { at: item(index, "source_language") });
                    }
                    None => {}
                }
                Ok(acts)
            }
            None => added(&instruction.label),
        },
        StyleDelta::Removed { label } => match own(label) {
            Some(index) if !inherits(label) => {
                Ok(vec![TreeEdit::Remove { at: vec![key_step("custom_instructions"), PathSegment::Item(index)] }])
            }
            Some(_) | None => Err(INHERITED),
        },
    }
}

/// What lists would say without anything of their own, where one of them extends anything.
#[must_use]
pub fn inherited_desired(files: &ProjectFiles<'_>) -> Option<Desired> {
    let mut any = false;
    let bare: Vec<ParsedFile> = files
        .parsed
        .iter()
        .map(|parsed| {
            // Other kinds say nothing about lists, and may name files that are not at hand here.
            let documents = parsed.documents.iter().filter_map(|node| match node.get("kind").and_then(Node::text) {
                Some("base_style") => Some(node.clone()),
                Some("style") | None => {
                    any |= node.get("extends").is_some();
                    Some(strip_own_fields(node))
                }
                Some(_) => None,
            });
            ParsedFile {
                file: parsed.file.clone(),
                documents: documents.collect(),
                findings: Vec::new(),
                incomplete: false,
                side_tables: OnceLock::new(),
            }
        })
        .collect();
    if !any {
        return None;
    }
    check::check_project(&bare, &files.opened.project, &files.opened.catalogue).desired
}

fn strip_own_fields(node: &Node) -> Node {
    let Value::Mapping(entries) = &node.value else { return node.clone() };
    let own = ["configured_rules", "custom_instructions"];
    let entries = entries.iter().filter(|entry| !own.contains(&entry.key.value.as_str())).cloned().collect();
    Node { value: Value::Mapping(entries), span: node.span }
}
