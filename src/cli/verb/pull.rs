//! `housestyle pull`: what the service says into the files, merged with what is pending there. Sends nothing.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::check::Desired;
use crate::cli::args::{Format, Global};
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::memory;
use crate::cli::prepare::{self, Prepared};
use crate::cli::project;
use crate::cli::pull::adopt::{self, Adopted, Left, Which};
use crate::cli::pull::merge::{self, Take};
use crate::cli::pull::{self, Files, save};
use crate::cli::screen::Screen;
use crate::cli::settings::Variables;
use crate::model::{Address, Id, Kind, Live, digest};
use crate::plan::drift::{self, Deltas, Drift};
use crate::plan::wanted::{self, Wanted};
use crate::report::pull::{Became, Line, List, New, Pull};
use crate::report::{self, Shown};
use crate::state::{Fact, State};

/// What `pull --help` teaches.
pub const HELP: &str = "Bring what was changed on the service into the files. Nothing is sent.\n\n\
    Three sides are merged: the files, the service, and what was last applied. What only the service changed is written, \
    at its place, with comments, order and quotes kept; what only the files changed stays. Where both changed the same \
    thing, both sides are shown, the file stays as it is, and the exit code is 5; --take decides. What a list inherits is \
    overridden in its own file; bases are not touched. What it did is in git diff.\n\n\
    With --all, every list, glossary and collection of spoken terms of the account that no file wants gets a file of its \
    own and is bound to it, so that the plan is empty afterwards. One alone is adopted by its id. A dictionary of more than \
    20 entries becomes a table beside its document.\n\n\
    Forms: human, json (its schema: housestyle schema pull).\n\n\
    Examples:\n\
    \x20 housestyle pull                            every list of the project\n\
    \x20 housestyle pull support-de --diff          show the patch, write nothing\n\
    \x20 housestyle pull --take theirs=support-de   where both changed, what the service says\n\
    \x20 housestyle pull --all                      first steps with an account that is in use";

/// Arguments of `pull`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these; also ids of what no file wants yet
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Adopt everything of the account that no file wants
    #[arg(long, env = "HOUSESTYLE_ALL", value_parser = clap::builder::FalseyValueParser::new(), conflicts_with = "names")]
    pub all: bool,
    /// Where files and service were both edited, whose side wins for this address
    #[arg(long, value_name = "mine|theirs=ADDRESS", env = "HOUSESTYLE_TAKE", value_delimiter = ',', value_parser = take)]
    pub take: Vec<(Take, Address)>,
    /// Say what would be done, write nothing
    #[arg(long, env = "HOUSESTYLE_DRY_RUN", value_parser = clap::builder::FalseyValueParser::new())]
    pub dry_run: bool,
    /// Print what would be done as a patch, write nothing
    #[arg(long, env = "HOUSESTYLE_DIFF", value_parser = clap::builder::FalseyValueParser::new())]
    pub diff: bool,
    /// Folder for new files, below the project's [default: styles, glossaries, spoken-terms]
    #[arg(long, value_name = "DIR", env = "HOUSESTYLE_INTO")]
    pub into: Option<Utf8PathBuf>,
}

/// Merges, writes and remembers.
///
/// # Errors
/// Exit 3 where the files are invalid, 6 where one changes meanwhile; those of reading and of the disk.
pub async fn run(
    args: &Args,
    global: &Global,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Exit, Stop> {
    let format = screen.format(global, &[Format::Human, Format::Json])?;
    let prepared = prepare::without_files(global, &Choices::default(), here, variables, screen)?;
    let opened = project::open(here)?;
    let mut files = Files::read(&opened);
    let (desired, errors) = files.check();
    project::refuse_errors(&errors, files.parsed.len(), screen)?;
    let desired = desired.unwrap_or_default();
    let dry = args.dry_run || args.diff;
    // Whoever writes holds the lock from before reading on.
    let mut memory = if dry { None } else { Some(prepared.place.open()?) };
    let state = match &memory {
        Some(memory) => memory.state().clone(),
        None => prepared.place.read()?,
    };
    let which = which(args, &state)?;
    let live = pull::live(&prepared, &state, which.as_ref()).await?;
    let targets = targets(args, &state, which.as_ref(), &live)?;
    known(&args.take, &state)?;

    let mut drift = if targets.is_empty() && !args.names.is_empty() {
        Drift::default()
    } else {
        drift::drift(&state, &live, Some(&desired), &opened.catalogue, &targets)
    };
    if args.all {
        drift.notes.extend(unread(&live));
    }
    let take: BTreeMap<Address, Take> = args.take.iter().map(|(take, address)| (address.clone(), *take)).collect();
    let lists = merge::merge(&mut files, &desired, &drift, &state, &live, &take);
    let (adopted, left) = match &which {
        Some(which) => {
            let into = folders(args, &files, &desired)?;
            adopt::adopt(&mut files, &desired, &state, &live, which, &into)
        }
        None => (Vec::new(), Vec::new()),
    };
    let (adopted, left) = sound(&mut files, adopted, left);

    let report = reported(&files, &drift, &lists, &adopted, &left, dry);
    if !dry {
        save::save(&opened.root, &files.changed())?;
    }
    let facts = facts(&state, &live, &desired, &drift, &lists, &adopted);
    if let Some(memory) = memory.as_mut().filter(|_| !facts.is_empty()) {
        let Prepared { client, basis, .. } = &prepared;
        let stack = digest::short(format!("{} {}", client.chance(), client.chance()), 6);
        memory.begin(&basis.origin, &stack);
        memory::change(memory, &facts).map_err(|stop| Stop {
            message: format!("{}; the files are written, run pull again", stop.message),
            ..stop
        })?;
    }
    if args.diff {
        screen.out(&files.patch())?;
        screen.insist(&format!("Pull: {}", report.sentence()));
    } else {
        screen.out(&match format {
            Format::Json => report::pull::json(&report),
            Format::Human
            | Format::Plain
            | Format::Env
            | Format::Markdown
            | Format::Html
            | Format::Ndjson
            | Format::Sarif
            | Format::Github
            | Format::Gitlab
            | Format::Junit => report::pull::human(&report, &screen.look()),
        })?;
        let notes = drift.notes.iter().chain(lists.iter().flat_map(|list| &list.notes));
        notes.for_each(|note| screen.say(&format!("note: {}", Shown(note))));
    }
    let refused = report.is_open() || (!args.all && !left.is_empty());
    Ok(if refused { Exit::Refused } else { Exit::Done })
}

fn take(text: &str) -> Result<(Take, Address), String> {
    let (side, address) = text.split_once('=').ok_or("write `mine=` or `theirs=` and an address")?;
    let side = match side {
        "mine" => Take::Mine,
        "theirs" => Take::Theirs,
        _ => return Err("write `mine=` or `theirs=` and an address".to_owned()),
    };
    Ok((side, Address::parse(address)?))
}

/// A side is taken for what is bound: a name that means nothing decides nothing, and is a mistake.
fn known(take: &[(Take, Address)], state: &State) -> Result<(), Stop> {
    match take.iter().find(|(_, address)| !state.bindings.contains_key(address)) {
        Some((_, address)) => {
            let message = format!("--take names {address}, and nothing is bound to it");
            Err(Stop::usage(message).help("housestyle state list shows what is bound"))
        }
        None => Ok(()),
    }
}

/// The bound list that a name means.
fn bound(state: &State, name: &str) -> Option<Address> {
    Address::parse(name).ok().filter(|address| state.bindings.contains_key(address))
}

/// What is to be adopted: everything, or the ids among the names.
fn which(args: &Args, state: &State) -> Result<Option<Which>, Stop> {
    if args.all {
        return Ok(Some(Which::All));
    }
    let ids = args.names.iter().filter(|name| bound(state, name).is_none());
    let ids: BTreeSet<Id> = ids.map(|name| Id::new(name).ok_or_else(|| unknown(name))).collect::<Result<_, _>>()?;
    Ok((!ids.is_empty()).then_some(Which::These(ids)))
}

/// Bound objects that are asked for; all where empty. What is to be adopted must be there.
fn targets(args: &Args, state: &State, which: Option<&Which>, live: &Live) -> Result<BTreeSet<Address>, Stop> {
    let is_there = |id: &&Id| Kind::ALL.iter().any(|kind| live.get(*kind, id).is_some());
    let missing = match which {
        Some(Which::These(ids)) => ids.iter().find(|id| !is_there(id)),
        Some(Which::All) | None => None,
    };
    if let Some(id) = missing {
        return Err(unknown(id.as_str()));
    }
    Ok(args.names.iter().filter_map(|name| bound(state, name)).collect())
}

fn unknown(name: &str) -> Stop {
    let message = format!("nothing is bound to `{}`, and the account has nothing of that id", Shown(name));
    Stop::new(Exit::Error, message).help("housestyle state list shows what is bound")
}

/// Kinds of which nothing is adopted because the service does not list them.
fn unread(live: &Live) -> impl Iterator<Item = String> {
    live.closed.keys().map(|kind| format!("{} are left out: this key may not list them", kind.plural()))
}

/// The folder for new files of each kind.
fn folders(args: &Args, files: &Files<'_>, desired: &Desired) -> Result<BTreeMap<Kind, String>, Stop> {
    let kinds = [(Kind::Style, "styles"), (Kind::Glossary, "glossaries"), (Kind::SpokenTerms, "spoken-terms")];
    kinds.into_iter().map(|(kind, usual)| Ok((kind, into(args, files, desired, kind, usual)?))).collect()
}

/// The folder for new files of a kind: as asked for, the usual one, one that has such a file already, or any that is read.
fn into(args: &Args, files: &Files<'_>, desired: &Desired, kind: Kind, usual: &str) -> Result<String, Stop> {
    let takes = |folder: &str| {
        let path =
            |ending: &str| if folder.is_empty() { format!("x.{ending}") } else { format!("{folder}/x.{ending}") };
        files.takes(&path("yaml")) || files.takes(&path("toml"))
    };
    if let Some(into) = &args.into {
        let plain = into.components().all(|part| matches!(part, Utf8Component::Normal(_) | Utf8Component::CurDir));
        let parts: Vec<&str> =
            into.components().filter(|part| *part != Utf8Component::CurDir).map(|part| part.as_str()).collect();
        let folder = parts.join("/");
        if !plain {
            return Err(Stop::usage(format!("{} is not below the project folder", Shown(into.as_str()))));
        }
        if !takes(&folder) {
            return Err(Stop::usage(format!("files in {} would not be read", Shown(&folder)))
                .help("add a pattern for them to `files` in housestyle.toml"));
        }
        return Ok(folder);
    }
    let folder = |wanted: Wanted<'_>| Some(wanted.place().file.rsplit_once('/')?.0.to_owned());
    let beside = wanted::all(desired).filter(|wanted| wanted.kind() == kind).filter_map(folder);
    let literal = files.opened.project.files.iter().map(|pattern| {
        let fixed = &pattern[..pattern.find(['*', '?', '[', '{']).unwrap_or(pattern.len())];
        fixed.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned()
    });
    std::iter::once(usual.to_owned()).chain(beside).chain(literal).find(|folder| takes(folder)).ok_or_else(|| {
        Stop::usage("no pattern of `files` in housestyle.toml takes new files").help("say where they go: --into DIR")
    })
}

/// What was adopted and leaves the project valid; the others go back.
fn sound(files: &mut Files<'_>, mut adopted: Vec<Adopted>, mut left: Vec<Left>) -> (Vec<Adopted>, Vec<Left>) {
    while adopted.iter().any(|list| list.file.is_some()) {
        let (desired, errors) = files.check();
        if desired.is_some() {
            break;
        }
        let wrong: BTreeSet<&str> = errors.iter().map(|error| &**error.file.path()).collect();
        let named = |list: &Adopted| list.files().any(|file| wrong.contains(file.as_str()));
        let (dropped, kept): (Vec<Adopted>, Vec<Adopted>) = adopted.into_iter().partition(named);
        // An error that names none of them: none of them can stay.
        let (dropped, kept) = if dropped.is_empty() { (kept, Vec::new()) } else { (dropped, kept) };
        let why = errors.first().map_or("the project would be invalid", |error| &error.message);
        for list in dropped {
            list.files().for_each(|file| files.restore(file));
            let why = format!("the project would be invalid with it: {}", Shown(why));
            left.push(Left { id: list.binding.id, name: list.binding.applied.name().to_owned(), why });
        }
        adopted = kept;
    }
    (adopted, left)
}

fn reported(
    files: &Files<'_>,
    drift: &Drift,
    lists: &[merge::List<'_>],
    adopted: &[Adopted],
    left: &[Left],
    dry: bool,
) -> Pull {
    let line = |list: &merge::List<'_>, merged: &merge::Merged| {
        let mut change = list.drifted.changes[merged.index].clone();
        change.place.clone_from(&merged.place);
        Line { change, ours: merged.ours.clone(), became: merged.became.clone() }
    };
    Pull {
        lists: lists
            .iter()
            .map(|list| List {
                address: list.drifted.address.clone(),
                file: list.file.clone(),
                lines: list.merged.iter().map(|merged| line(list, merged)).collect(),
            })
            .collect(),
        new: adopted
            .iter()
            .map(|list| New {
                address: list.address.clone(),
                id: list.binding.id.clone(),
                name: list.binding.applied.name().to_owned(),
                file: list.file.clone(),
                tables: list.tables.clone(),
                unknown: list.unknown.clone(),
            })
            .collect(),
        left: left.iter().map(|left| (left.id.clone(), left.name.clone(), left.why.clone())).collect(),
        deleted: drift.lists.iter().filter(|list| list.held.is_none()).map(|list| list.address.clone()).collect(),
        files: files.changed().iter().map(|changed| changed.path.to_owned()).collect(),
        dry,
    }
}

/// What is remembered from now on.
fn facts(
    state: &State,
    live: &Live,
    desired: &Desired,
    drift: &Drift,
    lists: &[merge::List<'_>],
    adopted: &[Adopted],
) -> Vec<Fact> {
    let mut settled: BTreeMap<&Address, Deltas> =
        drift.accepted.iter().map(|(address, deltas)| (address, deltas.clone())).collect();
    for list in lists {
        let done = list.merged.iter().filter(|merged| match merged.became {
            Became::Written { .. } | Became::Agreed | Became::Kept => true,
            Became::Conflict | Became::Unknown | Became::ByHand { .. } => false,
        });
        let done: Vec<usize> = done.map(|merged| merged.index).collect();
        let done = list.drifted.deltas.at(&done);
        match settled.entry(&list.drifted.address) {
            Entry::Occupied(mut known) => known.get_mut().join(done),
            Entry::Vacant(free) => drop(free.insert(done)),
        }
    }
    let merged = settled.into_iter().filter(|(_, deltas)| !deltas.is_empty()).filter_map(|(address, deltas)| {
        let binding = state.bindings.get(address)?;
        Some(Fact::Bound(address.clone(), drift::remembered(address, binding, live, desired, &deltas)?))
    });
    merged.chain(adopted.iter().map(|list| Fact::Bound(list.address.clone(), list.binding.clone()))).collect()
}
