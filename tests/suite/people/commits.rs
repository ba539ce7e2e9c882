//! Commits of a repository, and checkouts of them that judge their files as git would.

use std::collections::{BTreeMap, BTreeSet};

use housestyle::catalogue::Limits;
use housestyle::check::Desired;
use housestyle::model::glossary::Glossary;
use housestyle::model::resource::ResourceContent;
use housestyle::model::shared_parts::SharedParts;
use housestyle::model::style::Style;
use housestyle::model::{Address, Key};
use housestyle::plan::Plan;
use housestyle::plan::desired_resource::desired_resources;
use housestyle::plan::older_files::OlderFiles;
use housestyle::state::{Applied, AppliedFiles, OpenFiles, State};

use super::edits::{Part, parts_of};
use crate::simulated_world::{Dice, World, random_style};
use crate::term_sets::made::random_glossary;

/// A commit of the repository.
#[derive(Clone)]
pub(super) struct Commit {
    desired: Desired,
    /// What it wants, by address.
    pub(super) wanted: BTreeMap<Address, ResourceContent>,
}

/// A checkout whose newest commit is the last of these, that judges its files as git would.
pub(super) fn check_out(world: &mut World, history: &[Commit]) {
    world.desired = history.last().unwrap().desired.clone();
    let history = history.to_vec();
    world.judge = Some(Box::new(move |plan: &mut Plan, state: &State| judge(&history, plan, state)));
}

impl Commit {
    pub(super) fn new(styles: Vec<Style>, glossary: Option<Glossary>, shared: SharedParts) -> Self {
        let desired = Desired::try_from_styles(styles, &Limits::default()).unwrap();
        let desired = desired.with_term_sets(glossary.into_iter().collect(), Vec::new()).unwrap();
        let wanted: BTreeMap<Address, ResourceContent> =
            desired_resources(&desired).map(|wanted| (wanted.address(), wanted.content())).collect();
        let shared = wanted.keys().map(|address| (address.clone(), shared.of_kind(address.kind))).collect();
        Self { desired: desired.with_shared(shared), wanted }
    }

    /// Whether the files want a part of a resource.
    pub(super) fn wants(&self, address: &Address, part: &Part) -> bool {
        self.wanted.get(address).is_some_and(|content| parts_of(content).contains_key(part))
    }
}

/// A commit after this one: two lists, or a list and a glossary, each as it was or otherwise.
pub(super) fn next_commit(dice: &mut Dice, before: Option<&Commit>, has_glossary: bool, shared: bool) -> Commit {
    let mut styles = Vec::new();
    for key in if has_glossary { &["a"][..] } else { &["a", "b"] } {
        match before {
            Some(before) if dice.chance(40) => styles.push(before.desired.styles()[&Key::new(key).unwrap()].clone()),
            _ => styles.push(random_style(dice, key)),
        }
    }
    let glossary = has_glossary.then(|| match before {
        Some(before) if dice.chance(40) => before.desired.glossaries()[&Key::new("g").unwrap()].clone(),
        _ => random_glossary(dice, "g"),
    });
    let all = SharedParts { rules: true, instructions: true, entries: true, terms: false, links: false };
    Commit::new(styles, glossary, if shared { all } else { SharedParts::default() })
}

/// Whether one of these commits wants a resource as it was applied or begun.
pub(super) fn wants_so(commits: &[Commit], address: &Address, applied: &Applied) -> bool {
    commits.iter().filter_map(|commit| commit.wanted.get(address)).any(|content| applied.was_made_of(content))
}

/// What git would say of a checkout with this history, the newest commit last.
fn judge(history: &[Commit], plan: &mut Plan, state: &State) -> OpenFiles {
    let own = history.len() - 1;
    let lacking: BTreeSet<String> =
        state.files.open_runs().filter(|run| commit_of(run) > own).map(|run| run.commit.clone()).collect();
    if !lacking.is_empty() {
        let changed = plan.changed_by_files(state).into_iter().map(|(address, _)| address);
        let older = changed.filter(|address| {
            let Some(binding) = state.bindings.get(address) else { return true };
            let newest = binding.attempted.last().unwrap_or(&binding.applied);
            !wants_so(history, address, newest)
        });
        let older: BTreeSet<Address> = older.collect();
        let why = OlderFiles { reason: "it was applied from a newer commit".to_owned(), remedy: "update".to_owned() };
        plan.mark_older(&older, &why);
    }
    let kept = if plan.leaves_something_out() { lacking } else { BTreeSet::new() };
    let files = AppliedFiles { commit: own.to_string(), desired: own.to_string(), dirty: false, superseded: false };
    Some((files, kept))
}

pub(super) fn commit_of(run: &AppliedFiles) -> usize {
    run.commit.parse().unwrap()
}
