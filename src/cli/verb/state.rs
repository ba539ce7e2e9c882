//! `housestyle state`: the memory between runs, looked at and corrected by hand. Sends nothing.

use std::fmt::Write;

use camino::Utf8Path;
use serde_json::{Value as Json, json};

use crate::cli::args::{Format, Global};
use crate::cli::exit::{Exit, Stop};
use crate::cli::memory::{self, Place};
use crate::cli::screen::Screen;
use crate::model::lexicon::Part;
use crate::model::{Address, Kind};
use crate::report::Shown;
use crate::report::json::pretty;
use crate::state::applied::{AppliedInstruction, AppliedLexicon, AppliedPart, AppliedStyle};
use crate::state::{Applied, Binding, Fact, State};

/// What `state --help` teaches.
pub const HELP: &str = "Look at what is remembered between runs: which list of the service belongs to which key.\n\n\
    Nothing is sent. `mv` and `rm` change the memory alone, never the service.\n\n\
    Examples:\n\
    \x20 housestyle state list\n\
    \x20 housestyle state show support-de --format json\n\
    \x20 housestyle state mv support-de service-de    after renaming the file: the list keeps its id\n\
    \x20 housestyle state rm support-de               forget the list; it stays on the service";

/// Arguments of `state`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do
    #[command(subcommand)]
    pub act: Act,
}

/// What can be done with the memory.
#[derive(Debug, clap::Subcommand)]
pub enum Act {
    /// List what is bound
    List,
    /// Show one binding with what was last applied
    Show {
        /// Which list
        #[arg(value_name = "ADDRESS", value_parser = Address::parse)]
        address: Address,
    },
    /// Give a binding another key
    Mv {
        /// The key it has
        #[arg(value_name = "OLD", value_parser = Address::parse)]
        old: Address,
        /// The key it gets
        #[arg(value_name = "NEW", value_parser = Address::parse)]
        new: Address,
    },
    /// Forget bindings; their lists stay on the service
    Rm {
        /// Which lists
        #[arg(value_name = "ADDRESS", required = true, value_parser = Address::parse)]
        addresses: Vec<Address>,
    },
}

/// Shows or changes the memory.
///
/// # Errors
/// Where there is no project, the state cannot be used, or an address is not bound.
pub fn run(args: &Args, global: &Global, here: &Utf8Path, screen: &Screen) -> Result<Exit, Stop> {
    let place = Place::of(global, here, screen)?;
    match &args.act {
        Act::List => {
            let format = screen.format(global, &[Format::Human, Format::Json])?;
            screen.out(&list(&place.read()?, format))?;
        }
        Act::Show { address } => {
            let format = screen.format(global, &[Format::Human, Format::Json])?;
            let state = place.read()?;
            screen.out(&show(address, bound(&state, address)?, format))?;
        }
        Act::Mv { old, new } => {
            let mut memory = place.open()?;
            let binding = bound(memory.state(), old)?.clone();
            if memory.state().bindings.contains_key(new) {
                return Err(Stop::new(Exit::Refused, format!("{new} is bound already"))
                    .help(format!("housestyle state rm {new}")));
            }
            memory::change(&mut memory, &[Fact::Unbound(old.clone()), Fact::Bound(new.clone(), binding)])?;
            screen.say(&format!("{old} is {new} from now on"));
        }
        Act::Rm { addresses } => {
            let mut memory = place.open()?;
            for address in addresses {
                bound(memory.state(), address)?;
            }
            let facts: Vec<Fact> = addresses.iter().cloned().map(Fact::Unbound).collect();
            memory::change(&mut memory, &facts)?;
            for address in addresses {
                screen.say(&format!("{address} is forgotten; its list stays on the service"));
            }
        }
    }
    Ok(Exit::Done)
}

fn bound<'a>(state: &'a State, address: &Address) -> Result<&'a Binding, Stop> {
    state.bindings.get(address).ok_or_else(|| {
        Stop::new(Exit::Error, format!("nothing is bound to {address}")).help("housestyle state list shows what is")
    })
}

fn list(state: &State, format: Format) -> String {
    if format == Format::Json {
        let bindings: serde_json::Map<String, Json> =
            state.bindings.iter().map(|(address, binding)| (address.to_string(), short(binding))).collect();
        let State { serial, origin, creating, .. } = state;
        let creating: Vec<String> = creating.keys().map(ToString::to_string).collect();
        return pretty(&json!({
            "version": 1, "serial": serial, "origin": origin, "bindings": bindings, "creating": creating
        }));
    }
    let wide = state.bindings.keys().map(|address| address.to_string().len()).max().unwrap_or(0);
    let mut text = String::new();
    for (address, binding) in &state.bindings {
        let Binding { id, version, protected, applied, attempted, sealed } = binding;
        let attempted = if !attempted.is_empty() { "  being changed when the last run ended" } else { "" };
        let protected = if *protected { "  protected" } else { "" };
        let sealed = if *sealed { "" } else { "  changed by hand" };
        let address = address.to_string();
        let name = Shown(applied.name());
        // Kinds without a version have 0.
        let version = if *version > 0 { format!("version {version}  ") } else { String::new() };
        let _fits = writeln!(text, "{address:wide$}  {id}  {version}{name}{protected}{sealed}{attempted}");
    }
    for address in state.creating.keys() {
        let _fits = writeln!(text, "{address}  being created when the last run ended");
    }
    let lists = state.bindings.keys().all(|address| address.kind == Kind::Style);
    let counted = crate::report::words::count(state.bindings.len(), if lists { "list" } else { "object" });
    let origin = if state.origin.is_empty() { "no service yet".to_owned() } else { state.origin.clone() };
    let _fits = writeln!(text, "{counted} of {}", Shown(&origin));
    text
}

fn show(address: &Address, binding: &Binding, format: Format) -> String {
    let Binding { applied, .. } = binding;
    if format == Format::Json {
        let mut json = short(binding);
        json["address"] = json!(address.to_string());
        match applied {
            Applied::Style(AppliedStyle { rules, instructions, .. }) => {
                json["rules"] = rules.iter().map(|(key, value)| (key.to_string(), json!(value))).collect();
                let prompt =
                    |(label, held): (&String, &AppliedInstruction)| (label.clone(), json!({"prompt": held.prompt}));
                json["instructions"] = instructions.iter().map(prompt).collect();
            }
            Applied::Lexicon(AppliedLexicon { parts, .. }) => {
                let part = |(part, held): (&Part, &AppliedPart)| {
                    (part.to_string(), json!({"entry_count": held.count, "entries": held.entries}))
                };
                json["parts"] = parts.iter().map(part).collect();
            }
        }
        return pretty(&json);
    }
    let Binding { id, version, protected, sealed, .. } = binding;
    let mut text =
        format!("{address}\n  id        {id}\n  version   {version}\n  name      {}\n", Shown(applied.name()));
    if let Some(language) = applied.language() {
        let _fits = writeln!(text, "  language  {language}");
    }
    if *protected {
        text.push_str("  protected\n");
    }
    if !sealed {
        text.push_str("  changed by hand\n");
    }
    match applied {
        Applied::Style(AppliedStyle { rules, instructions, .. }) => {
            for (key, value) in rules {
                let _fits = writeln!(text, "  {key}: {}", Shown(value));
            }
            for (label, held) in instructions {
                let _fits = writeln!(text, "  instruction \"{}\": {}", Shown(label), Shown(&held.prompt));
            }
        }
        Applied::Lexicon(AppliedLexicon { parts, .. }) => {
            for (part, AppliedPart { count, entries, .. }) in parts {
                let count = part.count(usize::try_from(*count).unwrap_or(usize::MAX));
                let _fits = writeln!(text, "  {} {part}: {count}, {}", part.noun(), Shown(entries));
            }
        }
    }
    text
}

fn short(binding: &Binding) -> Json {
    let Binding { id, version, protected, applied, attempted, sealed } = binding;
    let mut json = json!({
        "id": id.to_string(),
        "version": version,
        "name": applied.name(),
        "protected": protected,
        "sealed": sealed,
        "under_way": !attempted.is_empty(),
    });
    if let Some(language) = applied.language() {
        json["language"] = json!(language.to_string());
    }
    json
}
