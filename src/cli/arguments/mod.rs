//! Arguments that commands share.

pub mod args;
pub mod environments;
pub mod format;
pub mod planning_args;
