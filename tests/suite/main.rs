//! The one integration-test binary: each module is a promise of the house.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests stand at the edge and fail by panicking")]

/// That of the program: simulated runs are many small pieces, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod advice;
mod against;
mod actors;
mod agreements;
mod apply;
mod approval_forms;
mod architecture;
mod baseline;
mod bounds;
mod broken;
mod catalogue;
mod cli;
mod clients;
mod conform;
mod corpus;
mod corpus_fixes;
mod diff;
mod edges;
mod edit;
mod docs;
mod editions;
mod emulator;
mod deprecated;
mod events;
mod examples;
mod forged;
mod forms;
mod fuzz;
mod guide;
mod hooks;
mod hostile;
mod html;
mod ignores;
mod installed;
mod journeys;
mod languages;
mod faults;
mod term_sets;
mod linked_profiles;
mod lint_by_rule;
mod lint_integrity;
#[cfg(feature = "object-storage")]
mod lost_disks;
mod leases;
mod lsp;
mod mcp;
mod mistakes;
#[cfg(feature = "object-storage")]
mod objects;
mod offers;
mod other_hands;
mod overrides;
mod patches;
mod pace;
mod packages;
mod outside_files;
mod pages;
mod playground;
mod people;
mod pictures;
mod plans;
mod process;
mod properties;
mod pull;
mod pull_term_sets;
mod reduced_files;
mod reports;
mod requests;
mod service_choice;
mod security;
mod scripted;
mod shapes;
mod shared_links;
mod source;
mod simulation;
mod skipped_kinds;
mod state;
mod style_profile_projects;
mod style_profile_simulation;
mod style_profiles;
mod style_test_runs;
#[cfg(unix)]
mod strangers;
mod shared;
mod shown_pages;
mod trial;
mod transitions;
mod two_runs;
mod snapshots;
mod undo;
mod usage;
mod usage_mistakes;
// The steps of pipelines are played by bash.
#[cfg(unix)]
mod workflows;
mod lease_simulation;
mod stalled;
mod variants;
mod world;
