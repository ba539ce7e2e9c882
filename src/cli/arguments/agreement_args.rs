//! The flags by which people agree to what a safeguard stops: one for each [`Agreement`], and one shape for all.

use clap::builder::TypedValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};

use crate::model::Address;
use crate::plan::{Agreement, Agreements};

/// Heading of the flags that let a plan through a safeguard, or that decide what it asked.
pub const OVERRIDES: &str = "Safeguard overrides";

/// What `--allow-drift` means without an address, and what its variable says for all.
const ALL_DRIFT: &str = "all";

/// What people agreed to on the command line.
#[derive(Clone, Debug, Default)]
pub struct AgreementArgs {
    /// By resource.
    pub agreed: Agreements,
    /// `--allow-drift` without an address.
    pub any_drift: bool,
}

/// The variable that says the same as the flag, and the help of the flag.
const fn describe(agreement: Agreement) -> (&'static str, &'static str) {
    match agreement {
        Agreement::Replace => ("HOUSESTYLE_ALLOW_REPLACE", "Allow this list to be replaced, which gives it a new id"),
        Agreement::Delete => (
            "HOUSESTYLE_ALLOW_DELETE",
            "Allow this resource to be deleted although it is protected or beyond `max_delete`",
        ),
        Agreement::Shrink => ("HOUSESTYLE_ALLOW_SHRINK", "Allow this resource to lose a large part of its content"),
        Agreement::Takeover => (
            "HOUSESTYLE_ALLOW_TAKEOVER",
            "Allow changing this resource although it is not as last applied or was entered into the state by hand",
        ),
        Agreement::Recreate => (
            "HOUSESTYLE_RECREATE",
            "Create this resource again although another one has its name or the account lost everything",
        ),
        Agreement::TakeMine => {
            ("HOUSESTYLE_TAKE", "On a conflict between file and service, let the file win for this resource")
        }
        Agreement::Drift => (
            "HOUSESTYLE_ALLOW_DRIFT",
            "Let --auto-approve revert edits made on the service, of this resource or of all: nobody sees them before",
        ),
        Agreement::DropUnknown => {
            ("HOUSESTYLE_DROP_UNKNOWN", "Remove live rules of this list that this version does not know")
        }
    }
}

/// The resource that a value names; none where it names all.
fn parse_agreed(agreement: Agreement, value: &str) -> Result<Option<Address>, String> {
    if agreement == Agreement::Drift && value == ALL_DRIFT {
        return Ok(None);
    }
    let address = value.strip_prefix(agreement.value_prefix()).ok_or(
        "write `mine=` and an address; what the service has is taken with housestyle pull --take theirs=ADDRESS",
    )?;
    Address::parse(address).map(Some)
}

fn define_flag(agreement: Agreement) -> Arg {
    let (variable, help) = describe(agreement);
    let arg = Arg::new(agreement.flag())
        .long(agreement.flag())
        .action(ArgAction::Append)
        .value_name(if agreement == Agreement::TakeMine { "mine=ADDRESS" } else { "ADDRESS" })
        .env(variable)
        .help(help)
        .help_heading(OVERRIDES)
        .value_delimiter(',')
        .value_parser(clap::builder::StringValueParser::new().try_map(move |value| parse_agreed(agreement, &value)));
    if agreement == Agreement::Drift {
        return arg.num_args(0..=1).require_equals(true).default_missing_value(ALL_DRIFT);
    }
    arg
}

impl clap::Args for AgreementArgs {
    fn augment_args(command: Command) -> Command {
        command.args(Agreement::ALL.iter().copied().map(define_flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for AgreementArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for agreement in Agreement::ALL {
            for named in matches.get_many::<Option<Address>>(agreement.flag()).into_iter().flatten() {
                match named {
                    Some(address) => _ = self.agreed[*agreement].insert(address.clone()),
                    None => self.any_drift = true,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_names_one_resource_and_all_only_where_drift_may_go() {
        assert!(parse_agreed(Agreement::TakeMine, "mine=a").is_ok_and(|address| address.is_some()));
        assert!(parse_agreed(Agreement::TakeMine, "theirs=a").is_err());
        assert!(parse_agreed(Agreement::TakeMine, "a").is_err());
        assert!(parse_agreed(Agreement::Drift, "all").is_ok_and(|address| address.is_none()));
        // The name of a list, as any other.
        assert!(parse_agreed(Agreement::Delete, "all").is_ok_and(|address| address.is_some()));
    }
}
