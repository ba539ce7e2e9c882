//! Plan to calls. Makes no choices: intent is recorded before a creating call, its result after; what cannot be recorded
//! is not called. Every write is read back or verified from its answer.

pub mod event;

pub use event::{Event, Outcome};
