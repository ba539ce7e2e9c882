//! `housestyle drift`: what somebody changed on the service since the last apply. Reads, and writes nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::Utf8Path;

use crate::cli::args::{Format, Global};
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::prepare;
use crate::cli::project;
use crate::cli::pull::{self, Files, merge};
use crate::cli::screen::Screen;
use crate::cli::settings::Variables;
use crate::cli::write::{Comment, Outputs, Writes};
use crate::model::Address;
use crate::plan::drift;
use crate::report::heading::Heading;
use crate::report::pull::Became;
use crate::report::{self, Shown};

/// What `drift --help` teaches.
pub const HELP: &str = "Show what was changed on the service since the last apply. Nothing is changed.\n\n\
    What is pending in the files is no drift, and what the service changed and the files say already is none either. The \
    exit code is 2 where there is drift, 0 where there is none. With --patch, standard output is a patch that makes the \
    files say what the service says; git apply takes it, and the plan is empty then. It is refused (5) where files and \
    service changed the same thing.\n\n\
    Forms: human, json (its schema: housestyle schema drift), markdown, html.\n\n\
    Examples:\n\
    \x20 housestyle drift\n\
    \x20 housestyle drift support-de --format json\n\
    \x20 housestyle drift --write markdown=drift.md    the screen for the log, a file for the issue\n\
    \x20 housestyle drift --patch | git apply          take it all into the files";

/// Arguments of `drift`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these lists
    #[arg(value_name = "NAME", value_parser = Address::parse)]
    pub names: Vec<Address>,
    /// Print a patch for git that accepts the drift into the files
    #[arg(long, env = "HOUSESTYLE_PATCH", value_parser = clap::builder::FalseyValueParser::new(), conflicts_with = "write")]
    pub patch: bool,
    /// Further forms
    #[command(flatten)]
    pub writes: Writes,
    /// How long a comment may be
    #[command(flatten)]
    pub comment: Comment,
}

/// Compares and shows.
///
/// # Errors
/// Where the account cannot be read; with a patch, exit 3 for invalid files and 5 where it cannot be made.
pub async fn run(
    args: &Args,
    global: &Global,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Exit, Stop> {
    let outputs = Outputs::settle(
        &args.writes,
        None,
        &[Format::Human, Format::Json, Format::Markdown, Format::Html],
        global,
        here,
        screen,
    )?;
    let prepared = prepare::without_files(global, &Choices::default(), here, variables, screen)?;
    let opened = project::open(here)?;
    let mut files = Files::read(&opened);
    let (desired, errors) = files.check();
    if args.patch {
        project::refuse_errors(&errors, files.parsed.len(), screen)?;
    }
    let state = prepared.place.read()?;
    if let Some(unbound) = args.names.iter().find(|name| !state.bindings.contains_key(*name)) {
        return Err(Stop::new(Exit::Error, format!("nothing is bound to {unbound}"))
            .help("housestyle state list shows what is"));
    }
    let live = pull::live(&prepared, &state, None).await?;
    let targets = args.names.iter().cloned().collect();
    let mut drift = drift::drift(&state, &live, desired.as_ref(), &opened.catalogue, &targets);
    if !errors.is_empty() {
        drift.notes.push("the files are invalid, so that they were not looked at; housestyle validate".to_owned());
    }
    let exit = if drift.lists.is_empty() { Exit::Done } else { Exit::Changes };
    if args.patch {
        let desired = desired.unwrap_or_default();
        let lists = merge::merge(&mut files, &desired, &drift, &state, &live, &BTreeMap::new());
        refuse(&drift, &lists)?;
        screen.out(&files.patch())?;
        return Ok(exit);
    }
    let (environment, origin) = (&prepared.basis.environment, &prepared.basis.origin);
    let next = if drift.lists.is_empty() {
        ""
    } else {
        "housestyle pull, or housestyle drift --patch | git apply; to undo it there: housestyle apply"
    };
    outputs.write(screen, |format, look| match format {
        Format::Json => report::drift::json(&drift, environment, origin),
        Format::Markdown => {
            let plain = report::Look { color: false, unicode: true, width: 100, narrated: false };
            let text = report::drift::human(&drift, environment, origin, next, &plain);
            let heading = Heading::drift(environment, origin);
            report::markdown::text(&heading, &report::drift::sentence(&drift), text, args.comment.markdown_limit)
        }
        Format::Html => report::drift::page(&drift, environment, origin, next),
        Format::Human
        | Format::Plain
        | Format::Env
        | Format::Ndjson
        | Format::Sarif
        | Format::Github
        | Format::Gitlab
        | Format::Junit => report::drift::human(&drift, environment, origin, next, look),
    })?;
    Ok(exit)
}

/// A patch accepts all of the drift or is none.
fn refuse(drift: &drift::Drift, lists: &[merge::List<'_>]) -> Result<(), Stop> {
    let mut reasons: Vec<String> = Vec::new();
    for deleted in drift.lists.iter().filter(|drifted| drifted.held.is_none()) {
        reasons.push(format!("{} was deleted on the service", deleted.address));
    }
    for list in lists {
        for merged in &list.merged {
            let field = Shown(&list.drifted.changes[merged.index].field.to_string()).to_string();
            let address = &list.drifted.address;
            match &merged.became {
                Became::Written { .. } | Became::Agreed => {}
                Became::Kept | Became::Conflict => {
                    let place = merged.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
                    reasons.push(format!("{address}: {field} was edited in the file too{}", Shown(&place)));
                }
                Became::Unknown => reasons.push(format!("{address}: {field} has a value that nobody here knows")),
                Became::ByHand { place, why } => {
                    let place = place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
                    reasons.push(format!("{address}: {field}: {}{}", Shown(why), Shown(&place)));
                }
            }
        }
    }
    if reasons.is_empty() {
        return Ok(());
    }
    Err(Stop::new(Exit::Refused, format!("no patch can take this drift into the files:\n  {}", reasons.join("\n  ")))
        .help("housestyle pull takes in the rest and decides conflicts: --take mine=ADDRESS or theirs=ADDRESS"))
}
