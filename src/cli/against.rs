//! A plan against a snapshot: the same files, memory and planner, with what the account said then in the place of the
//! service. No key is read and no socket opened, so that it can be made for the pull request of a stranger.
//!
//! Always holds: a snapshot of another account or environment is refused, and one that is older than the last apply too,
//! because the memory would take our own writes for somebody else's.

use camino::Utf8Path;

use crate::apply;
use crate::cli::args::Global;
use crate::cli::choices::Choices;
use crate::cli::exit::{Exit, Stop};
use crate::cli::memory::{Place, WORK};
use crate::cli::screen::Screen;
use crate::cli::{prepare, project, settings, undo};
use crate::plan::{self, Basis, Plan};
use crate::report::Shown;
use crate::state::snapshot::{SavedOffers, Snapshot};
use crate::state::{State, kept};

/// Plans.
///
/// # Errors
/// Exit 3 for invalid files, 5 for a snapshot of another account or environment, 6 for one that is too old, 1 for what is
/// none.
pub fn plan(
    snapshot: &Utf8Path,
    global: &Global,
    choices: &Choices,
    here: &Utf8Path,
    screen: &Screen,
) -> Result<Plan, Stop> {
    let opened = project::open(here)?;
    let desired = prepare::wanted(&opened, here, screen)?;
    let settings = settings::settle(global, &opened.project, &opened.root, here)?;
    let place = Place { state: settings.state.clone(), work: opened.root.join(WORK) };
    let state = place.read()?;
    let name = Shown(snapshot.as_str()).to_string();
    let snapshot = kept::read(&here.join(snapshot)).map_err(|error| undo::stop(&error))?;
    let origin = settings::origin(global, &settings.environment)?.unwrap_or_else(|| snapshot.origin.clone());
    let environment = settings.environment.name.clone();
    fits(&snapshot, &name, &origin, &environment, &state)?;
    if let Some(taken) = &snapshot.taken {
        screen.say(&format!("against {name}, taken {}", Shown(taken)));
    }
    let basis = Basis {
        origin,
        environment,
        desired: desired.digest(),
        catalogue: opened.catalogue.digest(),
        options: choices.options(&settings.environment),
    };
    // What a plan against the service would read, and nothing else.
    let reach = apply::reach(&desired, &state, &basis.options);
    let live = snapshot
        .live(&reach.kinds.keys().copied().collect(), &reach.bound)
        .map_err(|error| Stop::quoting(Exit::Error, format!("{name}: {error}")))?;
    let offers = snapshot.offers.as_ref().map(SavedOffers::read).transpose();
    let offers = offers.map_err(|error| Stop::quoting(Exit::Error, format!("{name}: {error}")))?.unwrap_or_default();
    let mut plan = plan::plan(&desired, &state, &live, &opened.catalogue, basis);
    plan::offer::judge(&mut plan, &desired, &opened.catalogue, &offers);
    Ok(plan)
}

fn fits(snapshot: &Snapshot, name: &str, origin: &str, environment: &str, state: &State) -> Result<(), Stop> {
    const ANEW: &str = "take one of this account: housestyle snapshot";
    if snapshot.origin != origin {
        let message = format!("{name} is of {}, this run is about {}", Shown(&snapshot.origin), Shown(origin));
        return Err(Stop::new(Exit::Refused, message).help(ANEW));
    }
    if snapshot.environment != environment {
        let (of, about) = (Shown(&snapshot.environment), Shown(environment));
        let message = format!("{name} is of the environment {of}, this run is about {about}");
        return Err(Stop::new(Exit::Refused, message).help(ANEW));
    }
    let older = state.bindings.iter().find(|(_, binding)| {
        let styles = snapshot.styles.iter().map(|saved| (&saved.id, saved.version));
        let others = snapshot.glossaries.iter().map(|saved| &saved.id);
        let others = others.chain(snapshot.spoken_terms.iter().map(|saved| &saved.id)).map(|id| (id, u64::MAX));
        let saved = styles.chain(others).find(|(id, _)| id.as_str() == binding.id.as_str());
        // What it lacks is gone, or was made after it.
        saved.map_or(snapshot.serial < state.serial, |(_, version)| version < binding.version)
    });
    match older {
        Some((address, _)) => {
            let message =
                format!("{name} is older than the last apply: it does not know what was applied to {address}");
            Err(Stop::new(Exit::Stale, message).help("take a new one: housestyle snapshot"))
        }
        None => Ok(()),
    }
}
