//! From arguments to a plan, and to runs over several environments.

pub mod next_step;
pub mod older_files;
pub mod plan_from_snapshot;
pub mod prepare;
pub mod saved_plan;
pub mod undo;
