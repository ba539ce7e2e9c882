//! How things look: findings, plans, applies and pages, as text for people and as JSON for machines.
//!
//! Functions take data and return text; nothing here prints. Meaning survives without colour, and no escape sequence is
//! made unless [`RenderOptions::color`] asks for it. Text that came from a file or the service passes through [`Sanitized`] first.
//! Output depends on its arguments alone: not on hash order, time, locale or the terminal.

pub mod apply_report;
pub mod approval;
mod change;
pub mod csv;
pub mod diff;
pub mod drift;
pub mod environment_set;
pub mod event;
pub mod explain;
pub mod findings;
pub mod heading;
pub mod guide;
pub mod html;
pub mod json;
pub mod inferred;
pub mod languages;
pub mod render_options;
pub mod markdown;
pub mod outputs;
pub mod overview;
pub mod git_patch;
pub mod plan_report;
pub mod plan_set;
pub mod progress;
pub mod prompt_diff;
pub mod pull;
pub mod reference;
pub mod sanitize;
pub mod schemas;
pub mod sequence_diff;
pub mod state_report;
pub mod table;
pub mod try_report;
pub mod usage;
pub mod humanize;
pub mod wrap;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as report;
use housestyle_apply as apply;
use housestyle_catalogue as catalogue;
use housestyle_check as check;
use housestyle_diagnostic as diagnostic;
use housestyle_model as model;
use housestyle_plan as plan;
use housestyle_schema as schema;
use housestyle_state as state;

pub use render_options::RenderOptions;
pub use sanitize::Sanitized;
