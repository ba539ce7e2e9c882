//! `too-many-instructions`, after bases were taken in. What a document holds itself is counted by its schema.

use crate::check::inherit::MergedStyle;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::explain_value::describe_too_many;

/// Says it at the first instruction that is over, or at the base that brings it.
pub(super) fn check_instruction_count(list: &MergedStyle<'_, '_>, limit: usize) -> Option<Diagnostic> {
    let document = list.document;
    let count = list.instructions.len();
    if count <= limit || document.raw.instructions.len() > limit {
        return None;
    }
    let inherited = list.instructions.iter().filter(|taken| taken.via.is_some()).count();
    let first = list.instructions.get(limit)?;
    let (message, note) = describe_too_many(count, limit);
    let finding =
        Diagnostic::new(Code::TooManyInstructions, document.file, first.via.unwrap_or(first.value.span), message)
            .with_label(if first.via.is_some() {
                "the base that brings the first one over"
            } else {
                "the first one over"
            })
            .with_note(format!("{inherited} of them come from bases"))
            .with_note(note)
            .with_pointer("/custom_instructions");
    Some(match document.raw.instructions_key {
        Some(key) => finding.with_secondary(key, "the list"),
        None => finding,
    })
}
