//! Glossaries and spoken terms under the laws that lists obey: what is planned, every single fault, random schedules.

#[path = "term_sets/apply.rs"]
mod apply;
#[path = "term_sets/held.rs"]
pub(crate) mod held;
#[path = "term_sets/made.rs"]
pub(crate) mod made;
#[path = "term_sets/plans.rs"]
mod plans;
#[path = "term_sets/simulation.rs"]
mod simulation;
