//! `duplicate-label`: two instructions of one document have the same label. Across bases a label replaces, by design.

use std::sync::Arc;

use foldhash::HashMap;
use unicode_normalization::UnicodeNormalization;

use crate::check::raw_document::RawDocument;
use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;

/// Says it at the later label.
pub(super) fn check_duplicate_labels(file: &Arc<SourceFile>, own: &RawDocument) -> Vec<Diagnostic> {
    let mut first = HashMap::default();
    let mut findings = Vec::new();
    for instruction in &own.instructions {
        let label = instruction.instruction.label.as_str();
        if label.is_empty() {
            continue;
        }
        // The service may compose letters: what looks the same is the same.
        let composed: String = label.nfc().collect();
        let Some(other) = first.get(composed.as_str()) else {
            first.insert(composed, instruction);
            continue;
        };
        let message = format!("two instructions have the label `{}`", echo_text(label));
        let finding = Diagnostic::new(Code::DuplicateLabel, file, instruction.label, message)
            .with_label("the same label")
            .with_secondary(other.label, "first here")
            .with_pointer(format!("/custom_instructions/{}/label", instruction.index));
        let finding = if other.instruction.label == instruction.instruction.label {
            finding
        } else {
            finding.with_note("one is written with composed letters, the other with marks of their own")
        };
        let same = other.instruction == instruction.instruction;
        let finding = finding.with_help(if same { "remove one of them" } else { "give one of them another label" });
        let whole = if same { edits::lines_of_item(file, instruction.span) } else { None };
        findings.push(match whole {
            Some(span) => finding.with_fix(edits::replace_span(span, "", "remove the second", Safety::Safe)),
            None => finding,
        });
    }
    findings
}
