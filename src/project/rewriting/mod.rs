//! Files of a project as a command leaves them: fixed, extracted, edited by a sheet, merged with what the service holds.
//!
//! Always holds: nothing is written that was not checked as a whole project first; a base is never edited for one list's
//! sake; names from the service choose no path.

pub mod extract;
pub mod fix;
pub mod hints;
pub mod import;
pub mod merge;
pub mod project_files;
pub mod save_files;
pub mod sheet;
pub mod slug;
