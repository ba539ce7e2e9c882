//! `duplicate-label`: two instructions of one document have the same label. Across bases a label replaces, by design. And
//! `without-effect`, where two have the same prompt.

use std::borrow::Cow;
use std::sync::Arc;

use foldhash::HashMap;
use unicode_normalization::UnicodeNormalization;

use crate::check::raw_document::{RawDocument, RawInstruction};
use crate::diagnostic::{Code, Diagnostic, Safety, Severity, SourceFile};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;

/// Prompts of so many characters are no sentence yet.
const MIN_PROMPT: usize = 12;

/// Says it where the prompt of another instruction stands again, under another label: a copy that was not edited.
pub(super) fn check_repeated_prompts(file: &Arc<SourceFile>, own: &RawDocument) -> Vec<Diagnostic> {
    let mut first = HashMap::default();
    let mut findings = Vec::new();
    for instruction in own.instructions.iter().filter(|own| own.instruction.prompt.chars().count() > MIN_PROMPT) {
        let said = &instruction.instruction;
        let key = (said.prompt.trim(), &said.source_language);
        let Some(other) = first.get(&key) else {
            first.insert(key, instruction);
            continue;
        };
        if said.label == other.instruction.label {
            continue;
        }
        let message = format!("this is the prompt of `{}` again", echo_text(&other.instruction.label));
        findings.push(
            Diagnostic::new(Code::WithoutEffect, file, instruction.prompt, message)
                .with_label("the same prompt")
                .with_secondary(other.prompt, "first here")
                .with_help("remove one of the two, or write what this one is to say")
                .with_pointer(format!("/custom_instructions/{}/prompt", instruction.index)),
        );
    }
    findings
}

/// Whether two labels are equal but for their capitals and the white space at their ends.
fn is_same_but_for_case(one: &str, other: &str) -> bool {
    let lower = |label: &str| -> Vec<char> { label.chars().flat_map(char::to_lowercase).collect() };
    let (one, other) = (one.trim(), other.trim());
    match one.is_ascii() && other.is_ascii() {
        true => one.eq_ignore_ascii_case(other),
        false => lower(one) == lower(other),
    }
}

/// Labels that only their capitals tell apart: to the service they are two, to a reader one.
fn check_labels_of_other_case(file: &Arc<SourceFile>, own: &RawDocument) -> Vec<Diagnostic> {
    // Most lists have few instructions, and each of very many lists would make a map of its own for them.
    const FEW: usize = 16;
    let few = own.instructions.len() <= FEW;
    let mut first = HashMap::default();
    let mut findings = Vec::new();
    for (at, instruction) in own.instructions.iter().enumerate() {
        let label = instruction.instruction.label.trim();
        let known = match few {
            true => {
                let same = |other: &&RawInstruction| is_same_but_for_case(&other.instruction.label, label);
                own.instructions[..at].iter().find(same).unwrap_or(instruction)
            }
            false => *first.entry(label.to_lowercase()).or_insert(instruction),
        };
        let other = known.instruction.label.trim();
        if other == label || other.nfc().eq(label.nfc()) {
            continue;
        }
        let message = format!("the labels `{}` and `{}` differ in capitals alone", echo_text(other), echo_text(label));
        let finding = Diagnostic::new(Code::DuplicateLabel, file, instruction.label, message)
            .with_label("nearly the same label")
            .with_secondary(known.label, "first here")
            .with_help("keep one of them, or give one another label: both are sent")
            .with_pointer(format!("/custom_instructions/{}/label", instruction.index));
        findings.push(Diagnostic { severity: Severity::Warning, ..finding });
    }
    findings
}

/// Says it at the later label.
pub(super) fn check_duplicate_labels(file: &Arc<SourceFile>, own: &RawDocument) -> Vec<Diagnostic> {
    let mut first = HashMap::default();
    let mut findings = check_labels_of_other_case(file, own);
    for instruction in &own.instructions {
        // White space at its ends is taken out sooner or later.
        let label = instruction.instruction.label.trim();
        if label.is_empty() {
            continue;
        }
        // The service may compose letters: what looks the same is the same.
        let composed =
            if label.is_ascii() { Cow::Borrowed(label) } else { Cow::Owned(label.nfc().collect::<String>()) };
        let Some(other) = first.get(&composed) else {
            first.insert(composed, instruction);
            continue;
        };
        let message = format!("two instructions have the label `{}`", echo_text(label));
        let finding = Diagnostic::new(Code::DuplicateLabel, file, instruction.label, message)
            .with_label("the same label")
            .with_secondary(other.label, "first here")
            .with_pointer(format!("/custom_instructions/{}/label", instruction.index));
        let written = other.instruction.label.trim();
        let finding = if written != label {
            finding.with_note("one is written with composed letters, the other with marks of their own")
        } else if other.instruction.label != instruction.instruction.label {
            finding.with_note("they differ in white space at an end")
        } else {
            finding
        };
        let same = other.instruction == instruction.instruction;
        let finding =
            finding.with_help(if same { "remove one of them" } else { "keep one of them, or give one another label" });
        let whole = if same { edits::lines_of_item(file, instruction.span) } else { None };
        findings.push(match whole {
            Some(span) => finding.with_fix(edits::replace_span(span, "", "remove the second", Safety::Safe)),
            None => finding,
        });
    }
    findings
}
