//! The one integration-test binary: each module is a promise of the house.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests stand at the edge and fail by panicking")]

/// That of the program: simulated runs are many small pieces, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[path = "suite/advice.rs"]
mod advice;
#[path = "suite/against.rs"]
mod against;
#[path = "suite/actors.rs"]
mod actors;
#[path = "suite/agreements.rs"]
mod agreements;
#[path = "suite/apply.rs"]
mod apply;
#[path = "suite/architecture.rs"]
mod architecture;
#[path = "suite/baseline.rs"]
mod baseline;
#[path = "suite/bounds.rs"]
mod bounds;
#[path = "suite/broken.rs"]
mod broken;
#[path = "suite/catalogue.rs"]
mod catalogue;
#[path = "suite/cli.rs"]
mod cli;
#[path = "suite/clients.rs"]
mod clients;
#[path = "suite/conform.rs"]
mod conform;
#[path = "suite/corpus.rs"]
mod corpus;
#[path = "suite/corpus_fixes.rs"]
mod corpus_fixes;
#[path = "suite/diff.rs"]
mod diff;
#[path = "suite/edit.rs"]
mod edit;
#[path = "suite/docs.rs"]
mod docs;
#[path = "suite/emulator.rs"]
mod emulator;
#[path = "suite/deprecated.rs"]
mod deprecated;
#[path = "suite/events.rs"]
mod events;
#[path = "suite/examples.rs"]
mod examples;
#[path = "suite/forged.rs"]
mod forged;
#[path = "suite/forms.rs"]
mod forms;
#[path = "suite/fuzz.rs"]
mod fuzz;
#[path = "suite/guide.rs"]
mod guide;
#[path = "suite/mcp.rs"]
mod mcp;
#[path = "suite/hooks.rs"]
mod hooks;
#[path = "suite/hostile.rs"]
mod hostile;
#[path = "suite/html.rs"]
mod html;
#[path = "suite/ignores.rs"]
mod ignores;
#[path = "suite/installed.rs"]
mod installed;
#[path = "suite/journeys.rs"]
mod journeys;
#[path = "suite/languages.rs"]
mod languages;
#[path = "suite/faults.rs"]
mod faults;
#[path = "suite/term_sets.rs"]
mod term_sets;
#[cfg(feature = "object-storage")]
#[path = "suite/lost_disks.rs"]
mod lost_disks;
#[path = "suite/lease_simulation.rs"]
mod lease_simulation;
#[path = "suite/leases.rs"]
mod leases;
#[path = "suite/lsp.rs"]
mod lsp;
#[cfg(feature = "object-storage")]
#[path = "suite/objects.rs"]
mod objects;
#[path = "suite/offers.rs"]
mod offers;
#[path = "suite/other_hands.rs"]
mod other_hands;
#[path = "suite/overrides.rs"]
mod overrides;
#[path = "suite/patches.rs"]
mod patches;
#[path = "suite/pace.rs"]
mod pace;
#[path = "suite/packages.rs"]
mod packages;
#[path = "suite/outside_files.rs"]
mod outside_files;
#[path = "suite/pages.rs"]
mod pages;
#[path = "suite/playground.rs"]
mod playground;
#[path = "suite/people.rs"]
mod people;
#[path = "suite/plans.rs"]
mod plans;
#[path = "suite/process.rs"]
mod process;
#[path = "suite/properties.rs"]
mod properties;
#[path = "suite/pull.rs"]
mod pull;
#[path = "suite/pull_term_sets.rs"]
mod pull_term_sets;
#[path = "suite/reduced_files.rs"]
mod reduced_files;
#[path = "suite/reports.rs"]
mod reports;
#[path = "suite/requests.rs"]
mod requests;
#[path = "suite/service_choice.rs"]
mod service_choice;
#[path = "suite/security.rs"]
mod security;
#[path = "suite/scripted.rs"]
mod scripted;
#[path = "suite/shapes.rs"]
mod shapes;
#[path = "suite/source.rs"]
mod source;
#[path = "suite/simulation.rs"]
mod simulation;
#[path = "suite/state.rs"]
mod state;
#[path = "suite/shared.rs"]
mod shared;
#[path = "suite/stalled.rs"]
mod stalled;
#[path = "suite/trial.rs"]
mod trial;
#[path = "suite/transitions.rs"]
mod transitions;
#[path = "suite/snapshots.rs"]
mod snapshots;
#[path = "suite/undo.rs"]
mod undo;
#[path = "suite/usage.rs"]
mod usage;
#[path = "suite/usage_mistakes.rs"]
mod usage_mistakes;
// The steps of pipelines are played by bash.
#[cfg(unix)]
#[path = "suite/workflows.rs"]
mod workflows;
#[path = "suite/world.rs"]
mod world;
