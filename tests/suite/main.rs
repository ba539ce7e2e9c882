//! The one integration-test binary: each module is a promise of the house.

#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "tests stand at the edge and fail by panicking")]

/// That of the program: simulated runs are many small pieces, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod agreements;
mod apply;
mod approval_forms;
mod architecture;
mod baseline;
mod bounds;
mod catalogue;
mod catalogue_editions;
mod cli;
mod clients;
mod code_pages;
mod command_edges;
mod conform;
mod convergence;
mod corpus;
mod corpus_fixes;
mod deprecated_calls;
mod diff;
mod docs;
mod edit;
mod election;
mod emulator;
mod events;
mod everyday_slips;
mod examples;
mod faults;
mod finding_help;
mod forged_state;
mod fuzz;
mod guide;
mod hooks;
#[cfg(unix)]
mod hostile_project;
mod hostile_service;
mod html;
mod ignores;
mod installed_programs;
mod journeys;
mod json_schemas;
mod language_listings;
mod language_variants;
mod languages;
mod lease_simulation;
mod leases;
mod linked_profiles;
mod lint_by_rule;
mod lint_integrity;
#[cfg(feature = "object-storage")]
mod lost_disks;
mod lsp;
mod mcp;
mod mistakes;
#[cfg(feature = "object-storage")]
mod objects;
mod other_writers;
mod outside_files;
mod overrides;
mod packages;
mod patches;
mod people;
mod pictures;
mod plan_against_snapshot;
mod plans;
mod playground;
mod process;
mod properties;
mod published_schemas;
mod pull;
mod pull_term_sets;
mod rate_limiter;
mod reduced_files;
mod reports;
mod requests;
mod rule_transitions;
mod scripted_service;
mod security;
mod service_choice;
mod shared_links;
mod shared_state;
mod shown_pages;
mod simulated_world;
mod simulation;
mod skipped_kinds;
mod snapshots;
mod source;
mod stalled_runs;
mod state;
mod style_profile_projects;
mod style_profile_simulation;
mod style_profiles;
mod style_test_runs;
mod term_sets;
mod try_command;
mod two_runs;
mod undo;
mod usage;
mod usage_mistakes;
// The steps of pipelines are played by bash.
#[cfg(unix)]
mod workflows;
