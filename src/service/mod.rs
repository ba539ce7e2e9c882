//! How the service is spoken to: one call in, one meaning out.
//!
//! The outside world is one trait, [`Transport`]: send a request, get an answer or the precise way in which none came.
//! The HTTP client and the in-process emulator implement it; under tokio's paused clock every fault is an ordinary test.
//! Which call may be sent twice is one table ([`retry`]). Unknown fields are tolerated and kept. The key never reaches a log.

pub mod account;
pub(crate) mod answer;
mod call_attempts;
pub mod client;
pub mod document;
pub mod error;
mod glossary;
pub mod http;
pub mod improve;
pub mod language;
pub mod listed_resource;
pub mod term_set;
mod term_set_wire;
pub mod translation_memory;
pub mod resource;
pub mod rate_limiter;
pub mod retry;
pub mod secret;
mod split_mix;
mod spoken_terms;
pub mod style;
pub mod style_profile;
mod style_wire;
pub mod translate;
pub mod usage;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as service;
use housestyle_fence as fence;
use housestyle_model as model;
use housestyle_wire as wire;

pub use crate::wire::{Call, CallEffect, Request, Response, Transport, TransportError};

/// Version of the service's interface description that this tool is made for.
pub const INTERFACE_VERSION: &str = "3.12.0";
