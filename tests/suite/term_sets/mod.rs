//! Glossaries and spoken terms under the laws that lists obey: what is planned, every single fault, random schedules.

mod apply;
pub(crate) mod held;
pub(crate) mod made;
mod plans;
mod simulation;
