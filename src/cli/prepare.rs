//! From a folder to everything that a plan needs: files checked, service chosen, account reachable.
//!
//! Invariant: nothing is sent before every file is valid.

use std::sync::Arc;
use std::time::Duration;

use camino::Utf8Path;

use crate::apply::{self, Event};
use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::cli::args::Global;
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::failure;
use crate::cli::interrupt::Interrupt;
use crate::cli::memory::{Place, WORK};
use crate::cli::outside::{self, Outside};
use crate::cli::project;
use crate::cli::screen::Screen;
use crate::cli::settings::{self, Service, Settings, Variables};
use crate::cli::talk::Talk;
use crate::cli::undo::Asked;
use crate::plan::{Basis, Plan};
use crate::report::words;
use crate::service::account::Unread;
use crate::service::client::{Client, Manners};
use crate::service::error::Error;
use crate::state::State;

/// Everything that a plan needs.
pub struct Prepared {
    /// What the run works with.
    pub settings: Settings,
    /// What the files want.
    pub desired: Desired,
    /// The snapshot that is wanted instead, where one is.
    pub undo: Option<Asked>,
    /// Rules that are known.
    pub catalogue: Catalogue,
    /// The service.
    pub client: Client<Outside>,
    /// What the plan will be made from.
    pub basis: Basis,
    /// Where the memory lies.
    pub place: Place,
    /// What is said while the run goes on.
    pub talk: Arc<Talk>,
    /// Whether somebody asked to stop.
    pub interrupt: Interrupt,
}

/// Checks the files (an undo does without them) and opens the way to the service.
///
/// # Errors
/// Exit 3 for invalid files, 64 for settings that contradict each other, 8 for keys.
pub fn prepare(
    global: &Global,
    choices: &Choices,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Prepared, Stop> {
    if choices.undo.is_some() {
        return without_files(global, choices, here, variables, screen);
    }
    let opened = project::open(here)?;
    let desired = wanted(&opened, here, screen)?;
    connect(opened, desired, global, choices, here, variables, screen)
}

/// What the files of a project want.
///
/// # Errors
/// Exit 3 for invalid files.
pub fn wanted(opened: &project::Opened, here: &Utf8Path, screen: &Screen) -> Result<Desired, Stop> {
    let read = opened.check(&[], here);
    project::refuse_errors(&read.findings, read.files, screen)?;
    let Some(desired) = read.desired else {
        return Err(Stop::new(Exit::Invalid, "the files are invalid, nothing was sent"));
    };
    if !read.findings.is_empty() {
        let warnings = words::count(read.findings.len(), "warning");
        screen.say(&format!("{warnings} in the files; housestyle validate shows them"));
    }
    Ok(desired)
}

/// Opens the way to the service; the style files are not read, so nothing is wanted yet.
///
/// # Errors
/// Exit 3 for an invalid project file, 64 for settings that contradict each other, 8 for keys.
pub fn without_files(
    global: &Global,
    choices: &Choices,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Prepared, Stop> {
    let opened = project::open(here)?;
    project::refuse_errors(&opened.findings, 1, screen)?;
    connect(opened, Desired::default(), global, choices, here, variables, screen)
}

fn connect(
    opened: project::Opened,
    desired: Desired,
    global: &Global,
    choices: &Choices,
    here: &Utf8Path,
    variables: &Variables,
    screen: &Arc<Screen>,
) -> Result<Prepared, Stop> {
    let settings = settings::settle(global, &opened.project, &opened.root, here)?;
    let service = settings::service(global, &settings.environment, here, variables)?;
    if let Service::Http(http) = &service {
        screen.keep_closed(&http.key);
    }
    let work = opened.root.join(WORK);
    let account = work.join(account_file(&settings, &opened.project.default_environment));
    let (outside, origin) = Outside::open(service, &account)?;
    let interrupt = Interrupt::listen()?;
    let talk = Arc::new(Talk::new(screen));
    let told = talk.clone();
    let on_wait =
        Box::new(move |wait: Duration, why: &str| told.hear(&Event::Waiting { wait, reason: why.to_owned() }));
    let manners = Manners {
        max_rps: settings.max_rps,
        timeout: Some(settings.timeout),
        settle: settings.settle,
        seed: outside::chance(),
        ..Manners::default()
    };
    let basis = Basis {
        origin,
        environment: settings.environment.name.clone(),
        desired: desired.digest(),
        catalogue: opened.catalogue.digest(),
        options: choices.options(&settings.environment),
    };
    Ok(Prepared {
        client: Client::new(outside, manners, interrupt.asked(), on_wait),
        place: Place { state: settings.state.clone(), work },
        catalogue: opened.catalogue,
        undo: Asked::of(choices.undo.as_ref(), here),
        settings,
        desired,
        basis,
        talk,
        interrupt,
    })
}

impl Prepared {
    /// The way out after a call that failed.
    #[must_use]
    pub fn failed(&self, error: &Error) -> Stop {
        failure::stop(error, &self.interrupt)
    }

    /// The way out where a listing could not be read.
    #[must_use]
    pub fn unread(&self, unread: &Unread) -> Stop {
        match unread {
            Unread::Call(error) => self.failed(error),
            Unread::Listing(_) => Stop::quoting(Exit::Error, unread),
        }
    }

    /// Reads the account and decides what to do.
    ///
    /// # Errors
    /// Where the account cannot be read.
    pub async fn plan(&self, state: &State) -> Result<Plan, Stop> {
        let Self { client, desired, undo, catalogue, basis, place, interrupt, .. } = self;
        let undone = undo.as_ref().map(|asked| asked.settle(basis, state, &place.work)).transpose()?;
        let (desired, basis) = undone.as_ref().map_or((desired, basis), |(desired, basis)| (desired, basis));
        apply::survey(client, desired, state, catalogue, basis, true)
            .await
            .map_err(|unread| Stop::quoting(interrupt.exit_of(unread.exit()), unread))
    }
}

/// Each environment that uses the emulator has an account of its own.
fn account_file(settings: &Settings, default: &str) -> String {
    let name = &settings.environment.name;
    if name == default { "emulator.json".to_owned() } else { format!("emulator.{name}.json") }
}
