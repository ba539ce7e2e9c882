//! `housestyle state`: the state between runs, looked at and corrected by hand. Sends nothing.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::cli::arguments::format::{HumanOnly, HumanOrJson, choose_format};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::store::state_history;
use crate::cli::store::state_home::StateHome;
use crate::cli::store::state_location::{self, StateLocation};
use crate::model::style_profile::{Component, ProfileValue};
use crate::model::{Address, Id, Kind};
use crate::plan::known_addresses;
use crate::report::state_report::StateStoreDocument;
use crate::report::{self, Sanitized};
use crate::state::applied::{AppliedPart, AppliedStyle, AppliedStyleProfile, AppliedTermSet};
use crate::state::{Applied, Binding, JournalEntry, State};

/// What `state --help` teaches.
pub const HELP: &str = "Show and edit the state: which resource of the service belongs to which address.\n\n\
    Nothing is sent. `mv` and `rm` change only the state, never the service.\n\n\
    Examples:\n\
    \x20 housestyle state list\n\
    \x20 housestyle state show                        where the state is kept, and the stack of the project\n\
    \x20 housestyle state show support-de --format json\n\
    \x20 housestyle state mv support-de service-de    after renaming the file: the list keeps its id\n\
    \x20 housestyle state rm support-de               forget the list; it stays on the service\n\
    \x20 housestyle state acknowledge 7f3c…            no note any more of somebody else's resource\n\
    \x20 housestyle state log -p                      who applied what and when, of a shared store\n\
    \x20 housestyle state migrate --to git            keep it in the project's own remote, for many runners\n\
    \x20 housestyle state migrate --to s3://acme/styles   keep it in object storage";

/// Arguments of `state`.
#[derive(Debug, clap::Args)]
pub struct StateArgs {
    /// What to do
    #[command(subcommand)]
    pub command: StateCommand,
}

/// What can be done with the state.
#[derive(Debug, clap::Subcommand)]
pub enum StateCommand {
    /// List the managed resources
    List,
    /// Show where the state is kept, or a managed resource and its last applied content
    Show {
        /// Address of the resource; where the state is kept if absent
        #[arg(value_name = "ADDRESS", value_parser = Address::parse)]
        address: Option<Address>,
    },
    /// Stop noting resources of others, such as another one of the same name
    Acknowledge {
        /// Their ids on the service
        #[arg(value_name = "ID", required = true, value_parser = parse_id)]
        ids: Vec<Id>,
    },
    /// Show the runs that wrote a shared state, newest first
    Log {
        /// Also show what each run added, changed and removed
        #[arg(short, long, env = "HOUSESTYLE_PATCH", value_parser = clap::builder::FalseyValueParser::new())]
        patch: bool,
        /// Maximum number of runs to show
        #[arg(short = 'n', long, value_name = "N", env = "HOUSESTYLE_LIMIT", default_value_t = 20)]
        limit: usize,
    },
    /// Move the state to another store, and leave a pointer where it was
    Migrate {
        /// `git`, `file`, or an address such as `s3://BUCKET/PREFIX`
        #[arg(long, value_name = "STORE", env = "HOUSESTYLE_TO", value_parser = StateHome::parse)]
        to: StateHome,
    },
    /// Change the key of a managed resource
    Mv {
        /// Current address
        #[arg(value_name = "OLD", value_parser = Address::parse)]
        old: Address,
        /// New address
        #[arg(value_name = "NEW", value_parser = Address::parse)]
        new: Address,
    },
    /// Remove resources from the state; they stay on the service
    Rm {
        /// Resources to remove from the state
        #[arg(value_name = "ADDRESS", required = true, value_parser = Address::parse)]
        addresses: Vec<Address>,
    },
}

/// Shows or changes the state.
///
/// # Errors
/// Where there is no project, the state cannot be used, or an address is not bound.
pub async fn run(args: &StateArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, screen, .. } = *invocation;
    let place = StateLocation::for_project(invocation)?;
    match &args.command {
        StateCommand::List => {
            let format = choose_format(global, "state list")?;
            screen.print_output(&render_bindings(&place.read_state()?, format))?;
        }
        StateCommand::Acknowledge { ids } => {
            let mut store = place.open_store(screen, None).await?;
            if let Some((address, id)) = ids.iter().find_map(|id| Some((store.state().address_of(id)?, id))) {
                return Err(CliError::new(
                    Exit::Blocked,
                    format!("{id} is managed as {address}: there is nothing to acknowledge"),
                )
                .with_help("name ids of other resources: the notes of housestyle plan have them"));
            }
            let facts: Vec<JournalEntry> = ids.iter().cloned().map(JournalEntry::Acknowledged).collect();
            state_location::commit_entries(&mut store, "state acknowledge", &facts)?;
            for id in ids {
                screen.print_status(&format!("{id} is not noted any more"));
            }
        }
        StateCommand::Log { patch, limit } => {
            let HumanOnly::Human = choose_format(global, "state log")?;
            state_history::show_log(&place, *patch, *limit, screen)?;
        }
        StateCommand::Migrate { to } => {
            let HumanOnly::Human = choose_format(global, "state migrate")?;
            state_history::migrate_state(&place, to, screen).await?;
        }
        StateCommand::Show { address: None } => {
            let format = choose_format(global, "state show")?;
            screen.print_output(&render_store(&place, format)?)?;
        }
        StateCommand::Show { address: Some(address) } => {
            let format = choose_format(global, "state show")?;
            let state = place.read_state()?;
            screen.print_output(&render_binding(&state, address, find_binding(&state, address)?, format))?;
        }
        StateCommand::Mv { old, new } => {
            if old.kind != new.kind {
                let message = format!("{old} cannot become {new}: a resource keeps its kind");
                let kept = Address { kind: old.kind, key: new.key.clone() };
                return Err(CliError::usage_error(message).with_help(if kept == *old {
                    format!("write a file for {new}: the next plan creates it")
                } else {
                    format!("housestyle state mv {old} {kept}")
                }));
            }
            if old == new {
                return Err(CliError::usage_error(format!("{old} is the old and the new address"))
                    .with_help("name the address that it shall have"));
            }
            let mut store = place.open_store(screen, None).await?;
            let binding = find_binding(store.state(), old)?.clone();
            if store.state().bindings.contains_key(new) {
                return Err(CliError::new(Exit::Blocked, format!("{new} is managed already"))
                    .with_help(format!("housestyle state rm {new}")));
            }
            state_location::commit_entries(
                &mut store,
                "state mv",
                &[JournalEntry::Moved(old.clone(), new.clone(), binding)],
            )?;
            screen.print_status(&format!("{old} is {new} from now on"));
        }
        StateCommand::Rm { addresses } => {
            let mut store = place.open_store(screen, None).await?;
            for address in addresses {
                find_binding(store.state(), address)?;
            }
            let facts: Vec<JournalEntry> = addresses.iter().cloned().map(JournalEntry::Unbound).collect();
            state_location::commit_entries(&mut store, "state rm", &facts)?;
            for address in addresses {
                screen.print_status(&format!("{address} is forgotten; its list stays on the service"));
            }
        }
    }
    Ok(Exit::Success)
}

fn parse_id(text: &str) -> Result<Id, String> {
    Id::new(text).ok_or_else(|| "an id has letters, digits and hyphens".to_owned())
}

/// Where the state is kept, whose it is, and how much it holds.
fn render_store(location: &StateLocation, format: HumanOrJson) -> Result<String, CliError> {
    let (state, stack) = location.read_with_stack()?;
    let State { serial, origin, bindings, .. } = &state;
    if format == HumanOrJson::Json {
        let (stack, stack_from) =
            stack.map(|stack| (stack.name().to_owned(), stack.origin.as_str().to_owned())).unzip();
        return Ok(report::state_report::render_store_json(&StateStoreDocument {
            housestyle_state_store: report::state_report::VERSION,
            store: location.home.as_str().to_owned(),
            place: location.describe_store(),
            environment: location.environment.clone(),
            stack,
            stack_from,
            serial: *serial,
            origin: (!origin.is_empty()).then(|| origin.clone()),
            resources: bindings.len() as u64,
        }));
    }
    let stack = match &stack {
        Some(stack) => format!("{}, from {}", stack.name(), stack.origin.as_str()),
        None => "none yet: the first apply makes one".to_owned(),
    };
    let mut text = String::new();
    for (name, value) in [
        ("store", location.home.as_str()),
        ("place", &location.describe_store()),
        ("environment", &location.environment),
        ("stack", &stack),
        ("serial", &serial.to_string()),
        ("service", if origin.is_empty() { "none yet" } else { origin }),
        ("resources", &bindings.len().to_string()),
    ] {
        let _fits = writeln!(text, "{name:12} {}", Sanitized(value));
    }
    Ok(text)
}

fn find_binding<'a>(state: &'a State, address: &Address) -> Result<&'a Binding, CliError> {
    state.bindings.get(address).ok_or_else(|| {
        let known: BTreeSet<Address> = state.bindings.keys().cloned().collect();
        CliError::new(Exit::Error, format!("{address} is not managed"))
            .with_help(known_addresses::suggest_address(&address.to_string(), &known))
    })
}

/// What is told of a resource to which a run wrote, or was about to write, without reading it back.
const UNVERIFIED: &str = "  begun, not read back: the next apply does";

/// What the project calls a component; its id where it has no name for it.
fn link_name(state: &State, link: &Component) -> String {
    let address = link.id().and_then(|id| state.address_of(id));
    address.map_or_else(|| link.to_string(), ToString::to_string)
}

fn render_bindings(state: &State, format: HumanOrJson) -> String {
    if format == HumanOrJson::Json {
        return report::state_report::render_list_json(state);
    }
    let wide = state.bindings.keys().map(|address| address.to_string().len()).max().unwrap_or(0);
    let mut text = String::new();
    for (address, binding) in &state.bindings {
        let Binding { id, version, protected, sealed, .. } = binding;
        let unverified = if binding.is_unverified() { UNVERIFIED } else { "" };
        let protected = if *protected { "  protected" } else { "" };
        let sealed = if *sealed { "" } else { "  changed by hand" };
        let address = address.to_string();
        let name = Sanitized(binding.display_name());
        // Kinds without a version have 0.
        let version = if *version > 0 { format!("version {version}  ") } else { String::new() };
        let _fits = writeln!(text, "{address:wide$}  {id}  {version}{name}{protected}{sealed}{unverified}");
    }
    for address in state.pending_creations.keys() {
        let _fits = writeln!(text, "{address}  creation begun: the next apply looks for it");
    }
    let lists = state.bindings.keys().all(|address| address.kind == Kind::Style);
    let counted = crate::report::humanize::count_noun(state.bindings.len(), if lists { "list" } else { "object" });
    let origin = if state.origin.is_empty() { "no service yet".to_owned() } else { state.origin.clone() };
    let _fits = writeln!(text, "{counted} of {}", Sanitized(&origin));
    text
}

fn render_binding(state: &State, address: &Address, binding: &Binding, format: HumanOrJson) -> String {
    let Binding { applied, .. } = binding;
    let holders = state.style_profiles_with(&binding.id);
    if format == HumanOrJson::Json {
        return report::state_report::render_show_json(&state.origin, address, binding, &holders);
    }
    let Binding { id, version, protected, sealed, .. } = binding;
    let mut text = format!("{address}\n  service   {}\n  id        {id}\n", Sanitized(&state.origin));
    // Kinds without a version have 0.
    if *version > 0 {
        let _fits = writeln!(text, "  version   {version}");
    }
    let _fits = writeln!(text, "  name      {}", Sanitized(binding.display_name()));
    if let Some(language) = applied.language() {
        let _fits = writeln!(text, "  language  {language}");
    }
    if *protected {
        text.push_str("  protected\n");
    }
    if !sealed {
        text.push_str("  changed by hand\n");
    }
    if binding.is_unverified() {
        text.push_str(UNVERIFIED);
        text.push('\n');
    }
    for profile in holders {
        let _fits = writeln!(text, "  in        {profile}");
    }
    match applied {
        Applied::StyleProfile(AppliedStyleProfile { sent, stored: _, shared: _ }) => {
            for (field, value) in &sent.fields {
                let said = match value {
                    ProfileValue::Text(said) => said.clone(),
                    ProfileValue::On => "true".to_owned(),
                    ProfileValue::Links(links) => {
                        links.iter().map(|link| link_name(state, link)).collect::<Vec<_>>().join(", ")
                    }
                };
                let _fits = writeln!(text, "  {field}: {}", Sanitized(&said));
            }
        }
        Applied::Style(AppliedStyle { rules, instructions, .. }) => {
            for (key, value) in &**rules {
                let _fits = writeln!(text, "  {key}: {}", Sanitized(value));
            }
            for (label, held) in &**instructions {
                let _fits = writeln!(text, "  instruction \"{}\": {}", Sanitized(label), held.prompt);
            }
        }
        Applied::TermSet(AppliedTermSet { parts, .. }) => {
            for (part, AppliedPart { count, entries, .. }) in parts {
                let count = part.count_entries(usize::try_from(*count).unwrap_or(usize::MAX));
                let _fits = writeln!(text, "  {} {part}: {count}, {}", part.noun(), Sanitized(entries));
            }
        }
    }
    text
}
