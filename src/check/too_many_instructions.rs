//! `too-many-instructions`, after bases were taken in. What a document holds itself is counted by its schema.

use crate::check::inherit::Merged;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::explain_value::too_many;

/// Says it at the first instruction that is over, or at the base that brings it.
pub(super) fn check(list: &Merged<'_, '_>, limit: usize) -> Option<Diagnostic> {
    let document = list.document;
    let count = list.instructions.len();
    if count <= limit || document.own.instructions.len() > limit {
        return None;
    }
    let inherited = list.instructions.iter().filter(|taken| taken.via.is_some()).count();
    let first = list.instructions.get(limit)?;
    let (message, note) = too_many(count, limit);
    let finding =
        Diagnostic::new(Code::TooManyInstructions, document.file, first.via.unwrap_or(first.value.span), message)
            .label(if first.via.is_some() { "the base that brings the first one over" } else { "the first one over" })
            .note(format!("{inherited} of them come from bases"))
            .note(note)
            .at("/custom_instructions");
    Some(match document.own.instructions_key {
        Some(key) => finding.because(key, "the list"),
        None => finding,
    })
}
