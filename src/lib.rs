//! # housestyle
//!
//! Phases are folders, in the order the data flows; kinds are files inside them. The `pub mod` lines below are the
//! reading order, the layer order and the data flow.

pub mod diagnostic;
pub mod catalogue;
pub mod source;
pub mod schema;
pub mod model;
pub mod check;
pub mod state;
pub mod plan;
pub mod service;
pub mod apply;
pub mod emulator;
pub mod report;
pub mod cli;
