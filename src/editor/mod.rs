//! Editors: the same findings while typing, and what the catalogue and the project know, at the cursor.
//!
//! A [`LanguageServer`] is told what an editor says and gives what is to be answered; it waits for nothing, and writes nothing,
//! anywhere, ever: edits are offered to the editor, which makes them. It reads the disk in [`BackgroundCheck`], at the
//! opening of a project, and for tables beside the glossary that is typed in, unless those are held too. The loop that
//! feeds it is `cli::verb::lsp`.
//!
//! Always holds: for a text that no longer changes, what is shown is what `validate` (for texts of a product, `lint`) would show were it saved. A file
//! that is neither of a project nor says that it is ours is left alone. Whatever is said, in whatever order, ends in an
//! answer and not in a panic. Deliberately absent: a network, and settings of an editor.

mod buffer;
mod completion;
mod finding;
mod formatting;
mod code_action;
pub mod frame;
mod hover;
mod symbol_index;
mod navigation;
mod protocol;
mod outline;
mod markdown_page;
mod position;
mod project;
mod rename;
mod semantic_tokens;
mod session;
mod settings;
mod texts;
mod cursor;
mod node_path;
mod uri;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as editor;
use housestyle_catalogue as catalogue;
use housestyle_check as check;
use housestyle_conform as conform;
use housestyle_diagnostic as diagnostic;
use housestyle_model as model;
use housestyle_report as report;
use housestyle_schema as schema;
use housestyle_source as source;

pub use project::{BackgroundCheck, BackgroundCheckResult};
pub use protocol::{Incoming, ResponseError};
pub use session::{LanguageServer, SessionEnd};
