//! Files as a command leaves them: fixed, extracted, written by a sheet.

pub mod extract;
pub mod fix;
pub mod hints;
pub mod sheet;
