//! `too-many-instructions`, after bases were taken in. What a document holds itself is counted by its schema.

use crate::catalogue::Limits;
use crate::check::inherit::MergedStyle;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::project::Project;
use crate::schema::explain_value::{LIMIT_OF_PLAN, describe_too_many};
use crate::source::{Format, parse_source};

/// Says where the limit is set, which who reads a file alone does not know.
pub(super) fn name_limit(findings: &mut [Vec<Diagnostic>], project: &Project) {
    let mut notes = findings
        .iter_mut()
        .flatten()
        .filter(|finding| finding.code == Code::TooManyInstructions)
        .flat_map(|finding| &mut finding.notes)
        .filter(|note| *note == LIMIT_OF_PLAN)
        .peekable();
    let Some(file) = project.file.as_ref().filter(|_| notes.peek().is_some()) else { return };
    let parsed = parse_source(file, Format::Toml);
    let limits = parsed.documents.first().and_then(|document| document.get("limits"));
    let Some(limit) = limits.and_then(|limits| limits.get("custom_instructions")) else { return };
    let place = file.place_of(limit.span);
    notes.for_each(|note| *note = format!("the limit is set at {place}"));
}

/// Says it at the first instruction that is over, or at the base that brings it.
pub(super) fn check_instruction_count(list: &MergedStyle<'_, '_>, limits: &Limits) -> Option<Diagnostic> {
    let (document, limit) = (list.document, limits.custom_instructions);
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
