//! Planning options: the flags that `plan` and `apply` share.
//!
//! Invariant: every override names the resource that it is about; none allows everything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use camino::Utf8PathBuf;

use crate::cli::arguments::agreement_args::{AgreementArgs, OVERRIDES};
use crate::cli::arguments::args::GlobalArgs;
use crate::model::project::{DeletionPolicy, DriftPolicy, Environment, ImportPolicy};
use crate::model::{Address, Id};
use crate::plan::commands::shell_word;
use crate::plan::{Agreement, PlanOptions};

/// Flags that shape a plan.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Planning options")]
pub struct PlanningArgs {
    /// Restore what the last apply changed, or a snapshot; the files are not read
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_UNDO", num_args = 0..=1)]
    pub undo: Option<Option<Utf8PathBuf>>,

    /// Plan only this resource: `style/KEY` (or KEY), `glossary/KEY`, `spoken_terms/KEY`, `style_profile/KEY`; repeatable
    #[arg(long, value_name = "ADDRESS", env = "HOUSESTYLE_TARGET", value_delimiter = ',', value_parser = Address::parse)]
    pub target: Vec<Address>,

    /// Delete managed resources whose files are gone (default: keep and report them)
    #[arg(long, env = "HOUSESTYLE_PRUNE", value_parser = clap::builder::FalseyValueParser::new())]
    pub prune: bool,

    /// Carry out what no safeguard stops, and end with 4 where one does (default: nothing is sent)
    #[arg(long, env = "HOUSESTYLE_KEEP_GOING", value_parser = clap::builder::FalseyValueParser::new())]
    pub keep_going: bool,

    /// Import the existing resource of this name although its content differs; with its id where several match
    #[arg(long, value_name = "ADDRESS[=ID]", env = "HOUSESTYLE_IMPORT", value_delimiter = ',', value_parser = parse_import)]
    pub import: Vec<(Address, Option<Id>)>,

    /// NEW is the renamed OLD: keep its id
    #[arg(long, value_name = "NEW=OLD", env = "HOUSESTYLE_ACCEPT_RENAME", help_heading = OVERRIDES, value_delimiter = ',', value_parser = parse_rename)]
    pub accept_rename: Vec<(Address, Address)>,

    /// What people agreed to, resource by resource.
    #[command(flatten)]
    pub agreed: AgreementArgs,
}

impl PlanningArgs {
    /// How a command is called again for the same plan: with the environment and every planning option.
    #[must_use]
    pub fn command_line(&self, verb: &str, global: &GlobalArgs) -> String {
        let Self { undo, target, prune, keep_going, import, accept_rename, agreed } = self;
        let mut said = global.command(verb);
        match undo {
            None => {}
            Some(None) => said.push_str(" --undo"),
            Some(Some(file)) => said.push_str(&format!(" --undo {}", shell_word(file.as_str()))),
        }
        let mut flag = |name: &str, value: &dyn Display| said.push_str(&format!(" --{name} {value}"));
        target.iter().for_each(|address| flag("target", address));
        for (address, id) in import {
            match id {
                Some(id) => flag("import", &format!("{address}={id}")),
                None => flag("import", address),
            }
        }
        accept_rename.iter().for_each(|(new, old)| flag("accept-rename", &format!("{new}={old}")));
        for agreement in Agreement::ALL {
            for address in &agreed.agreed[*agreement] {
                // The value of this one may be left out, so it has to be joined.
                let join = if *agreement == Agreement::Drift { '=' } else { ' ' };
                said.push_str(&format!(" --{}{join}{}{address}", agreement.flag(), agreement.value_prefix()));
            }
        }
        if agreed.any_drift {
            said.push_str(" --allow-drift");
        }
        if *keep_going {
            said.push_str(" --keep-going");
        }
        if *prune {
            said.push_str(" --prune");
        }
        said
    }

    /// The options of a plan: the flags, and what the environment of the project says.
    #[must_use]
    pub fn plan_options(&self, environment: &Environment) -> PlanOptions {
        let Self {
            // A file that has yet to be read.
            undo: _,
            target,
            prune,
            keep_going,
            import,
            accept_rename,
            agreed,
        } = self;
        let set = |addresses: &[Address]| addresses.iter().cloned().collect::<BTreeSet<_>>();
        PlanOptions {
            undo: None,
            targets: set(target),
            keep_going: *keep_going,
            prune: *prune || environment.deletion == DeletionPolicy::Prune,
            import: import.iter().cloned().collect::<BTreeMap<_, _>>(),
            import_by_name: environment.import == ImportPolicy::ByName,
            agreed: agreed.agreed.clone(),
            allow_any_drift: environment.safeguards.drift == DriftPolicy::Revert || agreed.any_drift,
            accept_rename: accept_rename.iter().cloned().collect(),
            // Asked for where it is known how a plan is approved.
            unseen: false,
            reviewed: environment.reviewed.clone(),
            skip_kinds: environment.skip_kinds.clone(),
            protect: set(&environment.safeguards.protect),
            other_run: None,
            // Asked for once it is known what would be deleted.
            without_history: BTreeSet::new(),
            max_delete: environment.safeguards.max_delete,
            max_delete_percent: environment.safeguards.max_delete_percent,
            max_shrink_percent: environment.safeguards.max_shrink_percent,
        }
    }
}

fn parse_import(text: &str) -> Result<(Address, Option<Id>), String> {
    match text.split_once('=') {
        Some((address, id)) => {
            let id = Id::new(id).ok_or("an id has letters, digits and hyphens")?;
            Ok((Address::parse(address)?, Some(id)))
        }
        None => Ok((Address::parse(text)?, None)),
    }
}

fn parse_rename(text: &str) -> Result<(Address, Address), String> {
    let (new, old) = text.split_once('=').ok_or("write the new address, `=` and the old one")?;
    Ok((Address::parse(new)?, Address::parse(old)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Agreements;

    #[test]
    fn a_verb_is_called_again_with_everything_that_was_agreed_to() {
        let address = |key: &str| Address::parse(key).unwrap();
        let mut agreed = Agreements::default();
        agreed[Agreement::Delete].insert(address("glossary/c"));
        agreed[Agreement::TakeMine].insert(address("a"));
        agreed[Agreement::Drift].insert(address("b"));
        let choices = PlanningArgs {
            target: vec![address("a")],
            prune: true,
            import: vec![parse_import("a=x-1").unwrap(), parse_import("b").unwrap()],
            accept_rename: vec![parse_rename("new=old").unwrap()],
            agreed: AgreementArgs { agreed, any_drift: false },
            ..PlanningArgs::default()
        };
        let global = GlobalArgs { env: vec!["live".to_owned()], ..GlobalArgs::default() };
        assert_eq!(
            choices.command_line("apply", &global),
            "housestyle apply --env live --target style/a --import style/a=x-1 --import style/b \
             --accept-rename style/new=style/old --allow-delete glossary/c --take mine=style/a --allow-drift=style/b --prune"
        );
        assert_eq!(PlanningArgs::default().command_line("plan", &GlobalArgs::default()), "housestyle plan");
    }

    #[test]
    fn overrides_are_read_in_full_or_rejected() {
        assert!(parse_import("style/support-de=abc-1").is_ok_and(|(_, id)| id.is_some()));
        assert!(
            parse_import("support-de")
                .is_ok_and(|(address, id)| address.to_string() == "style/support-de" && id.is_none())
        );
        assert!(parse_import("support-de=").is_err());
        assert!(parse_import("support-de=a/b").is_err());
        assert!(parse_rename("new=old").is_ok());
        assert!(parse_rename("new").is_err());
    }
}
