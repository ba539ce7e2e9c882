//! Where the state lives, who holds it, and what its history tells.

pub mod managed_history;
pub mod run_identity;
pub mod stack;
pub mod state_history;
pub mod state_home;
pub mod state_location;
