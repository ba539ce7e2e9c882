//! What we say to people about what they wrote: findings with places, each under a code that has a page.
//!
//! A finding ([`Diagnostic`]) is data. It knows nothing of colours, columns of a terminal or JSON; the renderers in
//! `report` turn it into what somebody sees. Failures of the world (network, disk) are not findings.

pub mod cap;
pub mod code;
pub mod finding;
mod severity;
pub mod fingerprint;
pub mod ignore_comment;
pub mod span;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as diagnostic;

pub use code::Code;
pub use finding::{AskingStyle, DepartedRule, Diagnostic, Edit, Fix, Label, Safety};
pub use ignore_comment::{IGNORE_NAME, IGNORE_PREFIX, split_ignore_words};
pub use severity::Severity;
pub use span::{Located, Place, Position, SourceFile, Span};
