//! Git, as far as a run asks it: which files changed since when, and what a revision held.

pub mod changed_files;
pub mod changed_since;
pub mod patch_output;
pub mod repository;
pub mod revisions;
