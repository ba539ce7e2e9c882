//! Arguments that commands share.

pub mod agreement_args;
pub mod args;
pub mod environments;
pub mod format;
pub mod planning_args;
