//! Glossaries and spoken terms under the laws that lists obey: what is planned, every single fault, random schedules.

#[path = "lexicons/apply.rs"]
mod apply;
#[path = "lexicons/held.rs"]
pub(crate) mod held;
#[path = "lexicons/made.rs"]
pub(crate) mod made;
#[path = "lexicons/plans.rs"]
mod plans;
#[path = "lexicons/simulation.rs"]
mod simulation;
