//! What people see and answer while a run goes on.

pub mod confirm;
pub mod event_stream;
pub mod interrupt;
pub mod progress;
pub mod terminal;
