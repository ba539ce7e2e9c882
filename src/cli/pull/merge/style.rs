//! Drift of a list into its document. What is inherited is overridden in the list's own document.

use std::sync::OnceLock;

use crate::check::{self, Desired};
use crate::cli::pull::Files;
use crate::cli::pull::merge::{List, Merged, Take, alone, by_hand, document, key};
use crate::diagnostic::Place;
use crate::model::Kind;
use crate::model::style::{LiveStyle, RuleKey, Style};
use crate::model::write;
use crate::plan::drift::{self, Delta, Drifted, Verdict};
use crate::report::pull::Became;
use crate::source::edit::{Act, Step, edit};
use crate::source::emit::Tree;
use crate::source::{Format, Node, Parsed, Value};
use crate::state::Binding;

/// Merges one list. `base` is what it would say without anything of its own.
pub(super) fn one<'a>(
    files: &mut Files<'_>,
    drifted: &'a Drifted,
    deltas: &[Delta],
    (wanted, base): (Option<&Style>, Option<&Style>),
    held: &LiveStyle,
    binding: &Binding,
    take: Option<Take>,
) -> List<'a> {
    let Some(wanted) = wanted else { return by_hand(drifted, "no file wants this list") };
    let path = wanted.place.file.to_string();
    let twice = drift::ambiguous(held);
    let merged = deltas.iter().enumerate().map(|(index, delta)| {
        let verdict = drift::verdict(delta, wanted, binding, &files.opened.catalogue);
        let became = match (verdict, take) {
            (Verdict::Agreed, _) => Became::Agreed,
            (Verdict::Unknown, _) => Became::Unknown,
            (Verdict::Write | Verdict::Conflict, Some(Take::Mine)) => Became::Kept,
            (Verdict::Conflict, None) => Became::Conflict,
            (Verdict::Write, _) | (Verdict::Conflict, Some(Take::Theirs)) => {
                if twice.iter().any(|label| names(delta, label)) {
                    let why = "the service has two instructions of this label that say different things".to_owned();
                    Became::ByHand { place: drift::place(delta, wanted).cloned(), why }
                } else {
                    written(files, &path, wanted, base, held, delta)
                }
            }
        };
        let (ours, place) = (drift::ours(delta, wanted), drift::place(delta, wanted).cloned());
        Merged { index, became, ours, place }
    });
    let merged = merged.collect();
    List { drifted, merged, touched: vec![path.clone()], file: Some(path), notes: Vec::new() }
}

fn names(delta: &Delta, label: &str) -> bool {
    match delta {
        Delta::Prompt { label: of, .. } | Delta::Source { label: of, .. } | Delta::Removed { label: of } => of == label,
        Delta::Label { after, .. } => after.label == label,
        Delta::Added { instruction } => instruction.label == label,
        Delta::Name { .. } | Delta::Rule { .. } => false,
    }
}

/// Writes one change into the list's own document.
fn written(
    files: &mut Files<'_>,
    path: &str,
    wanted: &Style,
    base: Option<&Style>,
    held: &LiveStyle,
    delta: &Delta,
) -> Became {
    let by_hand = |place: Option<Place>, why: &str| Became::ByHand { place, why: why.to_owned() };
    let Some((parsed, document)) =
        files.get(path).and_then(|parsed| Some((parsed, document(parsed, Kind::Style, &wanted.key)?)))
    else {
        return by_hand(Some(wanted.place.clone()), "its document cannot be found again");
    };
    let root = &parsed.documents[document];
    let format = Format::of(path).unwrap_or(Format::Yaml);
    let acts = match acts(delta, root, format, base, held) {
        Ok(acts) => acts,
        Err(why) => return by_hand(drift::place(delta, wanted).cloned(), why),
    };
    match edit(parsed, format, document, &acts) {
        Ok(text) => {
            if let Some(error) = alone(files, path, &text, &[]) {
                return by_hand(drift::place(delta, wanted).cloned(), &error);
            }
            // A base has no name to give.
            let named = matches!(delta, Delta::Name { .. });
            let overrides = !named && base.is_some_and(|base| drift::place(delta, base).is_some());
            files.put(path, &text);
            Became::Written { overrides }
        }
        Err(refused) => by_hand(Some(parsed.file.place(refused.span)), refused.why),
    }
}

/// Fields behind which those of rules and instructions stand.
const BEFORE_WITHOUT: &[&str] = &["kind", "key", "name", "language", "extends", "protected"];
const BEFORE_RULES: &[&str] = &["kind", "key", "name", "language", "extends", "protected", "without_rules"];
const BEFORE_INSTRUCTIONS: &[&str] =
    &["kind", "key", "name", "language", "extends", "protected", "without_rules", "configured_rules"];

/// The acts that set a rule, or take it away, its base notwithstanding.
fn rule(root: &Node, format: Format, rule: &RuleKey, after: Option<&str>, inherits: bool) -> Vec<Act> {
    let at = vec![key("configured_rules"), key(&rule.category), key(&rule.rule)];
    let without = || vec![key("without_rules")];
    let fields = if root.get("configured_rules").is_some() { &[] } else { BEFORE_RULES };
    let rules = root.get("configured_rules").and_then(|rules| rules.get(&rule.category));
    let there = rules.is_some_and(|category| category.get(&rule.rule).is_some());
    let named = root.get("without_rules").map(Node::items).unwrap_or_default();
    let named = named.iter().position(|item| item.text() == Some(&rule.to_string()));
    let mut acts = Vec::new();
    match after {
        Some(value) => {
            // A document does without a rule or sets it, not both.
            acts.extend(named.map(|index| Act::Remove { at: [without(), vec![Step::Item(index)]].concat() }));
            acts.push(Act::Set { at, value: Tree::text(value), after: fields });
        }
        None if inherits && format == Format::Yaml => acts.push(Act::Set { at, value: Tree::Null, after: fields }),
        None => {
            // TOML has no null.
            acts.extend(there.then_some(Act::Remove { at }));
            if inherits && named.is_none() {
                acts.push(Act::Append { at: without(), item: Tree::text(rule.to_string()), after: BEFORE_WITHOUT });
            }
        }
    }
    acts
}

/// The acts that make a document say what the service says.
fn acts(
    delta: &Delta,
    root: &Node,
    format: Format,
    base: Option<&Style>,
    held: &LiveStyle,
) -> Result<Vec<Act>, &'static str> {
    const INHERITED: &str = "a base gives it, and a list cannot take an instruction of its base away: edit the base";
    let list = || vec![key("custom_instructions")];
    let item = |index: usize, field: &str| vec![key("custom_instructions"), Step::Item(index), key(field)];
    let own = |label: &str| {
        let items = root.get("custom_instructions").map(Node::items).unwrap_or_default();
        items.iter().position(|item| item.get("label").and_then(Node::text) == Some(label))
    };
    let inherits =
        |label: &str| base.is_some_and(|base| base.instructions.iter().any(|placed| placed.value.label == label));
    let set = |at: Vec<Step>, text: &str| Act::Set { at, value: Tree::text(text), after: &[] };
    let added = |label: &str| {
        let held = held.content().instructions.into_iter().find(|held| held.label == label);
        let item = write::instruction(&held.ok_or("the service does not have it any more")?);
        Ok(vec![Act::Append { at: list(), item, after: BEFORE_INSTRUCTIONS }])
    };
    match delta {
        Delta::Name { after } => Ok(vec![set(vec![key("name")], after)]),
        Delta::Rule { key, after } => {
            let inherits = base.is_some_and(|base| base.rules.contains_key(key));
            Ok(rule(root, format, key, after.as_deref(), inherits))
        }
        Delta::Prompt { label, after } => match own(label) {
            Some(index) => Ok(vec![set(item(index, "prompt"), after)]),
            None => added(label),
        },
        Delta::Source { label, after } => match (own(label), after) {
            (None, _) => added(label),
            (Some(index), Some(code)) => {
                let act = Act::Set {
                    at: item(index, "source_language"),
                    value: Tree::text(code.as_str()),
                    after: &["prompt"],
                };
                Ok(vec![act])
            }
            (Some(index), None) => Ok(vec![Act::Remove { at: item(index, "source_language") }]),
        },
        Delta::Label { before, after } => match own(before) {
            Some(index) if !inherits(before) => Ok(vec![set(item(index, "label"), &after.label)]),
            Some(_) | None => Err(INHERITED),
        },
        Delta::Added { instruction } => match own(&instruction.label) {
            Some(index) => {
                let mut acts = vec![set(item(index, "prompt"), &instruction.prompt)];
                match &instruction.source_language {
                    Some(code) => acts.push(Act::Set {
                        at: item(index, "source_language"),
                        value: Tree::text(code.as_str()),
                        after: &["prompt"],
                    }),
                    None if root.pointer(&format!("/custom_instructions/{index}/source_language")).is_some() => {
                        acts.push(Act::Remove { at: item(index, "source_language") });
                    }
                    None => {}
                }
                Ok(acts)
            }
            None => added(&instruction.label),
        },
        Delta::Removed { label } => match own(label) {
            Some(index) if !inherits(label) => {
                Ok(vec![Act::Remove { at: vec![key("custom_instructions"), Step::Item(index)] }])
            }
            Some(_) | None => Err(INHERITED),
        },
    }
}

/// What lists would say without anything of their own, where one of them extends anything.
pub(super) fn inherited(files: &Files<'_>) -> Option<Desired> {
    let mut any = false;
    let bare: Vec<Parsed> = files
        .parsed
        .iter()
        .map(|parsed| {
            // Other kinds say nothing about lists, and may name files that are not at hand here.
            let documents = parsed.documents.iter().filter_map(|node| match node.get("kind").and_then(Node::text) {
                Some("base_style") => Some(node.clone()),
                Some("style") | None => {
                    any |= node.get("extends").is_some();
                    Some(without_own(node))
                }
                Some(_) => None,
            });
            Parsed {
                file: parsed.file.clone(),
                documents: documents.collect(),
                findings: Vec::new(),
                incomplete: false,
                beside: OnceLock::new(),
            }
        })
        .collect();
    if !any {
        return None;
    }
    check::read(&bare, &files.opened.project, &files.opened.catalogue).desired
}

fn without_own(node: &Node) -> Node {
    let Value::Mapping(entries) = &node.value else { return node.clone() };
    let own = ["configured_rules", "custom_instructions"];
    let entries = entries.iter().filter(|entry| !own.contains(&entry.key.value.as_str())).cloned().collect();
    Node { value: Value::Mapping(entries), span: node.span }
}
