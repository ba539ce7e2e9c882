//! `housestyle apply`: makes the service match the files, after somebody agreed to what was shown.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::apply::{self, Event, Report};
use crate::cli::agree::agree;
use crate::cli::args::{Format, Global};
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::prepare::prepare;
use crate::cli::saved;
use crate::cli::screen::Screen;
use crate::cli::settings::Variables;
use crate::cli::stream::Stream;
use crate::plan::document::{self, Document};
use crate::report::{self, event};

/// What `apply --help` teaches.
pub const HELP: &str = "Make the service match the files.\n\n\
    On a terminal the plan is shown and `yes` is asked for. Elsewhere something must agree beforehand: a saved plan, the \
    digest of a reviewed one, or --auto-approve. A saved plan or digest is held against the plan as it is made now; \
    where anything differs, nothing is sent and the exit code is 6.\n\n\
    Before the first write, what the lists say is saved under .housestyle/undo. --undo brings it back (or a file of \
    `snapshot`) by the same plan, guards and agreement: lists that were deleted come back with a new id, lists that the \
    undone run created go. The files stay as they are.\n\n\
    Forms: human, json (the report at the end; its schema: housestyle schema apply), ndjson (one object a line, as it \
    happens, the last one with the totals; housestyle schema event). --events FILE writes the latter beside any form.\n\n\
    An interruption (Ctrl-C) finishes what is in flight and writes down where it stopped; running again continues.\n\n\
    Examples:\n\
    \x20 housestyle apply\n\
    \x20 housestyle apply --auto-approve\n\
    \x20 housestyle apply plan.json                    exactly what `plan --out plan.json` showed\n\
    \x20 housestyle apply --approve sha256:4f2a…       exactly what was reviewed under this digest\n\
    \x20 housestyle apply --undo                       what the service held before the last apply";

/// Arguments of `apply`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A plan saved by `plan --out`; give the flags that it was made with
    #[arg(value_name = "PLAN")]
    pub plan: Option<Utf8PathBuf>,
    /// What may happen
    #[command(flatten)]
    pub choices: Choices,
    /// Do not ask
    #[arg(long, env = "HOUSESTYLE_AUTO_APPROVE", value_parser = clap::builder::FalseyValueParser::new())]
    pub auto_approve: bool,
    /// Agree to the plan of this digest and to no other
    #[arg(long, value_name = "DIGEST", env = "HOUSESTYLE_APPROVE", conflicts_with_all = ["auto_approve", "plan"])]
    pub approve: Option<String>,
    /// Write what happens into this file, one JSON object a line, as it happens
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_EVENTS")]
    pub events: Option<Utf8PathBuf>,
}

/// Plans, asks and carries out.
///
/// # Errors
/// Exit 5 for what a guard refuses, 6 for a stale plan, 64 where nobody agreed and nobody can be asked.
pub async fn run(
    args: &Args,
    global: &Global,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Exit, Stop> {
    let format = screen.format(global, &[Format::Human, Format::Json, Format::Ndjson])?;
    let file = args.events.as_ref().map(|file| here.join(file));
    let stream = Arc::new(Stream::open(screen, format == Format::Ndjson, file.as_deref())?);
    stream.tell(&event::begun());
    let ended = carry_out(args, global, here, variables, screen, format, &stream).await;
    stream.tell(&match &ended {
        Ok((exit, report)) => event::finished(report.as_ref(), None, exit.code()),
        Err(stop) => event::finished(None, Some(&stop.message), stop.exit.code()),
    });
    if let Some(why) = stream.failed() {
        screen.insist(&format!("warning: events were lost, as they could not be written: {why}"));
    }
    ended.map(|(exit, _)| exit)
}

/// Plans, asks and carries out, and gives what came of it where anything was begun.
async fn carry_out(
    args: &Args,
    global: &Global,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
    format: Format,
    stream: &Arc<Stream>,
) -> Result<(Exit, Option<Report>), Stop> {
    // What happens is the product; as JSON the plan is left out, which `plan --format json` shows.
    let show = |plan: &str| if matches!(format, Format::Json | Format::Ndjson) { Ok(()) } else { screen.out(plan) };
    let reviewed = args.plan.as_ref().map(|path| saved::read(&here.join(path))).transpose()?;
    let prepared = prepare(global, &args.choices, here, variables, screen)?;
    let talk = &prepared.talk;
    talk.pass_on(stream);
    let mut memory = prepared.place.open()?;
    let plan = stream.alive(|| talk.still(), prepared.plan(memory.state())).await?;
    let now = document::document(&plan);
    stream.tell(&event::planned(&plan, &now.digest));
    let shown = report::plan::human(&plan, "", &screen.look());

    if !plan.refusals.is_empty() {
        show(&shown)?;
        return Err(Stop::new(Exit::Refused, "the plan is refused as it is, nothing was sent"));
    }
    let agreed = agreed(args, global, reviewed.as_ref(), &now)?;
    if plan.is_empty() {
        memory.finish().map_err(|error| Stop::io("cannot write the state", &error))?;
        show(&shown)?;
        if format == Format::Json {
            screen.out(&report::apply::json(&Report { outcomes: Vec::new(), trouble: None, exit: 0 }))?;
        }
        return Ok((Exit::Done, None));
    }
    show(&shown)?;
    if !agreed {
        let otherwise = ("this plan", "give --auto-approve, --approve DIGEST or a saved plan");
        agree(screen, &prepared.interrupt, "Carry this out?", otherwise).await?;
        // People take their time: what they agreed to must still be what would be done.
        prepared.client.restart();
        let then = stream.alive(|| talk.still(), prepared.plan(memory.state())).await?;
        if document::document(&then).digest != now.digest {
            return Err(Stop::new(Exit::Stale, "the account changed while the plan was being read, nothing was sent")
                .help(format!("look at it anew: {}", args.choices.verb("apply", global))));
        }
    }
    talk.watch();
    let listener = |event: Event| talk.hear(&event);
    let work = apply::run(&prepared.client, &plan, &mut memory, prepared.settings.parallelism, &listener);
    let done = stream.alive(|| talk.still(), work).await;
    talk.end();
    let exit = prepared.interrupt.exit_of(done.exit);
    screen.out(&match format {
        Format::Json => report::apply::json(&done),
        Format::Ndjson => String::new(),
        Format::Human
        | Format::Plain
        | Format::Env
        | Format::Markdown
        | Format::Html
        | Format::Sarif
        | Format::Github
        | Format::Gitlab
        | Format::Junit => {
            format!("\n{}", report::apply::human(&done, &next(exit, &args.choices, global), &screen.look()))
        }
    })?;
    Ok((exit, Some(done)))
}

/// What to run after a run that ended like this.
fn next(exit: Exit, choices: &Choices, global: &Global) -> String {
    match exit {
        Exit::Done if choices.undo.is_some() => {
            "revert the files, which now differ from the service (or apply them again: housestyle apply)".to_owned()
        }
        Exit::Done => "housestyle outputs".to_owned(),
        Exit::Stale => choices.verb("plan", global),
        Exit::Partial | Exit::Unknown | Exit::Waited | Exit::Interrupted | Exit::Terminated => {
            choices.verb("apply", global)
        }
        Exit::Error | Exit::Changes | Exit::Invalid | Exit::Refused | Exit::Auth | Exit::Usage => String::new(),
    }
}

/// Whether somebody agreed beforehand to the plan as it is made now.
fn agreed(args: &Args, global: &Global, reviewed: Option<&Document>, now: &Document) -> Result<bool, Stop> {
    if let Some(reviewed) = reviewed {
        return saved::stale(reviewed, now).map_or(Ok(true), Err);
    }
    match &args.approve {
        Some(digest) if *digest == now.digest => Ok(true),
        Some(_) => Err(Stop::new(Exit::Stale, "the plan as it is made now has another digest than the one agreed to")
            .help(format!(
                "look at it and agree to it: {}, then --approve {}",
                args.choices.verb("plan", global),
                now.digest
            ))),
        None => Ok(args.auto_approve),
    }
}
