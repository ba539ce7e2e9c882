//! `housestyle snapshot`: the live account as a file, which `--undo` takes. Nothing is changed.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::apply;
use crate::check::Desired;
use crate::cli::args::{Format, Global};
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::prepare::{self, Prepared};
use crate::cli::screen::Screen;
use crate::cli::settings::Variables;
use crate::cli::undo;
use crate::model::Kind;
use crate::report::{self, words};
use crate::service::account;
use crate::state::kept;
use crate::state::snapshot::{SavedOffers, Snapshot};

/// What `snapshot --help` teaches.
pub const HELP: &str = "Save what every list, glossary and collection of spoken terms of the account says, as a file.\n\n\
    The file holds all rules, instructions and entries, also of what is not the project's, and no key. \
    `apply --undo FILE` makes the lists of the project say it again. Before an apply writes, the lists that it is about to \
    change are saved by themselves, under .housestyle/undo; the last 20 are kept.\n\n\
    Examples:\n\
    \x20 housestyle snapshot                       to .housestyle/snapshot.json\n\
    \x20 housestyle snapshot --out before.json\n\
    \x20 housestyle plan --undo before.json        what bringing it back would change\n\
    \x20 housestyle snapshot --out - | jq '.styles[].name'";

/// Arguments of `snapshot`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File to save it as, over an older snapshot if there is one; `-` for standard output
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_OUT")]
    pub out: Option<Utf8PathBuf>,
}

/// Reads the account and saves it.
///
/// # Errors
/// Where the account cannot be read; exit 5 where something else has the name.
pub async fn run(
    args: &Args,
    global: &Global,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Exit, Stop> {
    screen.format(global, &[Format::Json])?;
    let prepared = prepare::without_files(global, &Choices::default(), here, variables, screen)?;
    let snapshot = taken(&prepared, screen).await?;
    if args.out.as_ref().is_some_and(|out| out == "-") {
        screen.out(&report::json::pretty(&snapshot))?;
        return Ok(Exit::Done);
    }
    let path = args.out.as_ref().map_or_else(|| prepared.place.work.join(FILE), |out| here.join(out));
    kept::write(&path, &snapshot).map_err(|error| undo::stop(&error))?;
    let bound = snapshot.objects().filter(|saved| saved.as_ref().is_ok_and(|(called, _)| called.is_some())).count();
    let Snapshot { styles, glossaries, spoken_terms, .. } = &snapshot;
    let mut saved = vec![words::count(styles.len(), "list")];
    let others = [(Kind::Glossary, glossaries.len()), (Kind::SpokenTerms, spoken_terms.len())];
    saved.extend(
        others
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|(kind, n)| if *n == 1 { format!("1 {}", kind.noun()) } else { format!("{n} {}", kind.plural()) }),
    );
    let lists = saved.join(", ");
    let shown = args.out.as_ref().map_or_else(|| format!("{}/{FILE}", crate::cli::memory::WORK), ToString::to_string);
    screen.say(&format!("saved {lists} as {shown}, {bound} of them this project's"));
    Ok(Exit::Done)
}

/// Name of the file where none is given.
const FILE: &str = "snapshot.json";

async fn taken(prepared: &Prepared, screen: &Screen) -> Result<Snapshot, Stop> {
    let Prepared { client, basis, place, interrupt, .. } = prepared;
    let state = place.read()?;
    let reach = apply::reach(&Desired::default(), &state, &basis.options).everything();
    let read = async {
        let mut live = account::read(client, &reach).await?;
        // One listing may miss a list that moved between its pages.
        for kind in reach.kinds.keys().filter(|kind| !live.closed.contains_key(kind)).copied().collect::<Vec<_>>() {
            account::confirm(client, kind, &mut live).await?;
        }
        Ok((live, apply::offers::everything(client).await?))
    };
    let (live, offers) =
        read.await.map_err(|unread: account::Unread| Stop::quoting(interrupt.exit_of(unread.exit()), unread))?;
    for (kind, _) in live.closed.iter().filter(|(_, status)| **status != 404) {
        screen.say(&format!("{} are not in it: this key may not list them", kind.plural()));
    }
    let lists = live.all().map(|held| (state.bound_to(held.id()).cloned(), held));
    let snapshot = Snapshot::of(&basis.origin, &basis.environment, state.serial, lists);
    Ok(Snapshot { taken: client.clock(), offers: Some(SavedOffers::of(&offers)), ..snapshot })
}
