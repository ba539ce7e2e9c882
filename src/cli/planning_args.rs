//! What a person asks of a plan beside the files: the flags that `plan` and `apply` share.
//!
//! Invariant: every agreement names the object that it is about; nothing here says yes to everything.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use camino::Utf8PathBuf;

use crate::cli::args::GlobalArgs;
use crate::model::project::{DeletionPolicy, Environment, ImportPolicy};
use crate::model::{Address, Id};
use crate::plan::PlanOptions;

/// Flags that shape a plan.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "What may happen")]
pub struct PlanningArgs {
    /// Bring back what the service held before the last apply, or what a snapshot holds; the files are not read
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_UNDO", num_args = 0..=1)]
    pub undo: Option<Option<Utf8PathBuf>>,

    /// Only this: a list by its key, or `glossary/KEY`, `spoken_terms/KEY`; may be given several times
    #[arg(long, value_name = "ADDRESS", env = "HOUSESTYLE_TARGET", value_delimiter = ',', value_parser = Address::parse)]
    pub target: Vec<Address>,

    /// Delete what is bound and no file wants any more, instead of holding it
    #[arg(long, env = "HOUSESTYLE_PRUNE", value_parser = clap::builder::FalseyValueParser::new())]
    pub prune: bool,

    /// Take what has this name on the service as this one although its content differs; with its id where several fit
    #[arg(long, value_name = "ADDRESS[=ID]", env = "HOUSESTYLE_ADOPT", value_delimiter = ',', value_parser = parse_import)]
    pub import: Vec<(Address, Option<Id>)>,

    /// Agree that this list gets a new id
    #[arg(long, value_name = "ADDRESS", env = "HOUSESTYLE_ALLOW_REPLACE", value_delimiter = ',', value_parser = Address::parse)]
    pub allow_replace: Vec<Address>,

    /// Agree that this is deleted although it is protected or many go
    #[arg(long, value_name = "ADDRESS", env = "HOUSESTYLE_ALLOW_DELETE", value_delimiter = ',', value_parser = Address::parse)]
    pub allow_delete: Vec<Address>,

    /// Agree that a large part of the content of this goes
    #[arg(long, value_name = "ADDRESS", env = "HOUSESTYLE_ALLOW_SHRINK", value_delimiter = ',', value_parser = Address::parse)]
    pub allow_shrink: Vec<Address>,

    /// Agree to change this although its binding was changed by hand
    #[arg(long, value_name = "ADDRESS", env = "HOUSESTYLE_ALLOW_TAKEOVER", value_delimiter = ',', value_parser = Address::parse)]
    pub allow_takeover: Vec<Address>,

    /// Create this again although the service lost it
    #[arg(long, value_name = "ADDRESS", env = "HOUSESTYLE_RECREATE", value_delimiter = ',', value_parser = Address::parse)]
    pub recreate: Vec<Address>,

    /// Agree that NEW is what was called OLD: its id stays
    #[arg(long, value_name = "NEW=OLD", env = "HOUSESTYLE_ACCEPT_RENAME", value_delimiter = ',', value_parser = parse_rename)]
    pub accept_rename: Vec<(Address, Address)>,

    /// Where file and service were both edited, let the file win for this
    #[arg(long, value_name = "mine=ADDRESS", env = "HOUSESTYLE_TAKE", value_delimiter = ',', value_parser = parse_take_mine)]
    pub take: Vec<Address>,

    /// Remove rules of this list that the service has and this version does not know
    #[arg(long, value_name = "ADDRESS", env = "HOUSESTYLE_DROP_UNKNOWN", value_delimiter = ',', value_parser = Address::parse)]
    pub drop_unknown: Vec<Address>,
}

impl PlanningArgs {
    /// How a verb is called again for the same thing: with the environment and everything that was agreed to.
    #[must_use]
    pub fn command_line(&self, verb: &str, global: &GlobalArgs) -> String {
        let Self {
            undo,
            target,
            prune,
            import: adopt,
            allow_replace,
            allow_delete,
            allow_shrink,
            allow_takeover,
            recreate,
            accept_rename,
            take,
            drop_unknown,
        } = self;
        let mut said = format!("housestyle {verb}");
        if let Some(environment) = &global.env {
            said.push_str(&format!(" --env {environment}"));
        }
        match undo {
            None => {}
            Some(None) => said.push_str(" --undo"),
            Some(Some(file)) => said.push_str(&format!(" --undo {file}")),
        }
        let mut flag = |name: &str, value: &dyn Display| said.push_str(&format!(" --{name} {value}"));
        target.iter().for_each(|address| flag("target", address));
        for (address, id) in adopt {
            match id {
                Some(id) => flag("adopt", &format!("{address}={id}")),
                None => flag("adopt", address),
            }
        }
        for (name, addresses) in [
            ("allow-replace", allow_replace),
            ("allow-delete", allow_delete),
            ("allow-shrink", allow_shrink),
            ("allow-takeover", allow_takeover),
            ("recreate", recreate),
            ("drop-unknown", drop_unknown),
        ] {
            addresses.iter().for_each(|address| flag(name, address));
        }
        accept_rename.iter().for_each(|(new, old)| flag("accept-rename", &format!("{new}={old}")));
        take.iter().for_each(|address| flag("take", &format!("mine={address}")));
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
            import: adopt,
            allow_replace,
            allow_delete,
            allow_shrink,
            allow_takeover,
            recreate,
            accept_rename,
            take,
            drop_unknown,
        } = self;
        let set = |addresses: &[Address]| addresses.iter().cloned().collect::<BTreeSet<_>>();
        PlanOptions {
            undo: None,
            targets: set(target),
            prune: *prune || environment.deletion == DeletionPolicy::Prune,
            import: adopt.iter().cloned().collect::<BTreeMap<_, _>>(),
            import_by_name: environment.import == ImportPolicy::ByName,
            allow_replace: set(allow_replace),
            allow_delete: set(allow_delete),
            allow_shrink: set(allow_shrink),
            allow_takeover: set(allow_takeover),
            recreate: set(recreate),
            accept_rename: accept_rename.iter().cloned().collect(),
            take_mine: set(take),
            drop_unknown: set(drop_unknown),
            protect: set(&environment.safeguards.protect),
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

fn parse_take_mine(text: &str) -> Result<Address, String> {
    let address = text.strip_prefix("mine=").ok_or("write `mine=` and an address")?;
    Address::parse(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_is_called_again_with_everything_that_was_agreed_to() {
        let address = |key: &str| Address::parse(key).unwrap();
        let choices = PlanningArgs {
            target: vec![address("a")],
            prune: true,
            import: vec![parse_import("a=x-1").unwrap(), parse_import("b").unwrap()],
            allow_delete: vec![address("glossary/c")],
            accept_rename: vec![parse_rename("new=old").unwrap()],
            take: vec![parse_take_mine("mine=a").unwrap()],
            ..PlanningArgs::default()
        };
        let global = GlobalArgs { env: Some("live".to_owned()), ..GlobalArgs::default() };
        assert_eq!(
            choices.command_line("apply", &global),
            "housestyle apply --env live --target style/a --adopt style/a=x-1 --adopt style/b --allow-delete glossary/c \
             --accept-rename style/new=style/old --take mine=style/a --prune"
        );
        assert_eq!(PlanningArgs::default().command_line("plan", &GlobalArgs::default()), "housestyle plan");
    }

    #[test]
    fn agreements_are_read_in_full_or_refused() {
        assert!(parse_import("style/support-de=abc-1").is_ok_and(|(_, id)| id.is_some()));
        assert!(
            parse_import("support-de")
                .is_ok_and(|(address, id)| address.to_string() == "style/support-de" && id.is_none())
        );
        assert!(parse_import("support-de=").is_err());
        assert!(parse_import("support-de=a/b").is_err());
        assert!(parse_rename("new=old").is_ok());
        assert!(parse_rename("new").is_err());
        assert!(parse_take_mine("mine=a").is_ok());
        assert!(parse_take_mine("theirs=a").is_err());
        assert!(parse_take_mine("a").is_err());
    }
}
