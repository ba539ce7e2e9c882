//! The changes of one object, in the words of its file: `old -> new` where both fit the line, one below the other where
//! they do not, prompts by the words that changed.

use crate::diagnostic::Place;
use crate::plan::{Cause, Change, Field, Item, Verb};
use crate::report::look::{Look, Tone};
use crate::report::prompt::{changed, prompt};
use crate::report::shown::{Shown, columns};
use crate::report::wrap::{Piece, wrap};

const INDENT: &str = "    ";
const DEEPER: &str = "        ";

/// Appends every change of an object.
pub(super) fn list(out: &mut String, item: &Item, look: &Look) {
    let brief = matches!(item.verb, Verb::Create);
    for change in &item.changes {
        match (&change.field, &change.before, &change.after) {
            (_, None, Some(after)) if brief => coming(out, change, after, look),
            (Field::Instruction(_), before, after) => {
                instruction(out, change, before.as_deref(), after.as_deref(), look);
            }
            (
                Field::Name
                | Field::Language
                | Field::Rule(_)
                | Field::InstructionLabel
                | Field::InstructionSource(_)
                | Field::Protected,
                before,
                after,
            ) => value(out, change, before.as_deref(), after.as_deref(), look),
        }
    }
}

/// The sign of a change: why it differs counts more than how.
fn sign(change: &Change, look: &Look) -> (&'static str, Tone) {
    match (change.cause, &change.field, &change.before, &change.after) {
        (Cause::Conflict, ..) => ("!", Tone::Bad),
        (Cause::Drifted, ..) => ("^", Tone::Doubt),
        (Cause::Edited | Cause::Unknown, Field::Name | Field::InstructionLabel, ..) => {
            (look.pick("»", ">"), Tone::Change)
        }
        (Cause::Edited | Cause::Unknown, _, None, _) => ("+", Tone::Good),
        (Cause::Edited | Cause::Unknown, _, _, None) => ("-", Tone::Bad),
        (Cause::Edited | Cause::Unknown, _, Some(_), Some(_)) => ("~", Tone::Change),
    }
}

/// What it is about, shown: labels in quotes.
pub(super) fn subject(field: &Field) -> String {
    match field {
        Field::Name => "name".to_owned(),
        Field::Language => "language".to_owned(),
        Field::Rule(key) => format!("{}.{}", Shown(&key.category), Shown(&key.rule)),
        Field::Instruction(label) => format!("instruction \"{}\"", Shown(label)),
        Field::InstructionLabel => "instruction label".to_owned(),
        Field::InstructionSource(label) => format!("source language of instruction \"{}\"", Shown(label)),
        Field::Protected => "protected".to_owned(),
    }
}

/// Why, and where it is written: what stands behind a change.
fn behind(change: &Change) -> Vec<Piece> {
    let mut pieces = Vec::new();
    match change.cause {
        Cause::Edited | Cause::Drifted | Cause::Conflict => {
            let tone = if change.cause == Cause::Edited { Tone::Faint } else { Tone::Doubt };
            // The sign tells the cause then, so the words have to tell the direction.
            let direction = match (change.cause, &change.before, &change.after) {
                (Cause::Drifted | Cause::Conflict, None, Some(_)) => "  comes",
                (Cause::Drifted | Cause::Conflict, Some(_), None) => "  goes",
                (Cause::Edited | Cause::Unknown | Cause::Drifted | Cause::Conflict, _, _) => "",
            };
            pieces.push(Piece::new(tone, format!("{direction}  {}", change.cause.as_str())));
        }
        Cause::Unknown => {}
    }
    if let Some(Place { file, line, column }) = &change.place {
        pieces.push(Piece::new(Tone::Faint, format!("  {}:{line}:{column}", Shown(file))));
    }
    pieces
}

/// One line of a new object.
fn coming(out: &mut String, change: &Change, after: &str, look: &Look) {
    let subject = subject(&change.field);
    let room = look.width.saturating_sub(INDENT.len() + 4 + columns(&subject)).max(20);
    let pieces = [
        Piece::new(Tone::Good, "+ "),
        Piece::new(Tone::Plain, format!("{subject}  ")),
        Piece::new(Tone::Plain, look.cut(after, room)),
    ];
    wrap(out, look, INDENT, DEEPER, &pieces);
}

/// A value that is one word or a name.
fn value(out: &mut String, change: &Change, before: Option<&str>, after: Option<&str>, look: &Look) {
    let (sign, tone) = sign(change, look);
    let quoted = |text: &str| match change.field {
        Field::Name | Field::InstructionLabel => format!("\"{}\"", Shown(text)),
        Field::Language | Field::Rule(_) | Field::Instruction(_) | Field::InstructionSource(_) | Field::Protected => {
            Shown(text).to_string()
        }
    };
    let (before, after) = (before.map(quoted), after.map(quoted));
    let mut line = vec![Piece::new(tone, format!("{sign} ")), Piece::new(Tone::Plain, subject(&change.field))];
    let mut values = Vec::new();
    let arrow = look.pick(" → ", " -> ");
    match (&before, &after) {
        (Some(before), Some(after)) => {
            values.push(Piece::new(Tone::Gone, before));
            values.push(Piece::new(Tone::Plain, arrow));
            values.push(Piece::new(Tone::Come, after));
        }
        (Some(before), None) => values.push(Piece::new(Tone::Gone, before)),
        (None, Some(after)) => values.push(Piece::new(Tone::Come, after)),
        (None, None) => {}
    }
    let width = |pieces: &[Piece]| pieces.iter().map(|piece| columns(&piece.text)).sum::<usize>();
    if INDENT.len() + width(&line) + 2 + width(&values) <= look.width {
        line.push(Piece::new(Tone::Plain, "  "));
        line.extend(values);
        line.extend(behind(change));
        return wrap(out, look, INDENT, DEEPER, &line);
    }
    line.extend(behind(change));
    wrap(out, look, INDENT, DEEPER, &line);
    for (sign, tone, text) in [("- ", Tone::Gone, before), ("+ ", Tone::Come, after)] {
        if let Some(text) = text {
            wrap(out, look, &format!("{DEEPER}{sign}"), &format!("{DEEPER}  "), &[Piece::new(tone, text)]);
        }
    }
}

/// An instruction: its prompt on lines of its own behind a bar, so that it cannot pass for anything of ours.
fn instruction(out: &mut String, change: &Change, before: Option<&str>, after: Option<&str>, look: &Look) {
    let (sign, tone) = sign(change, look);
    let mut line = vec![Piece::new(tone, format!("{sign} ")), Piece::new(Tone::Plain, subject(&change.field))];
    line.extend(behind(change));
    wrap(out, look, INDENT, DEEPER, &line);
    let pieces = match (before, after) {
        (Some(before), Some(after)) => changed(before, after, look),
        (Some(before), None) => prompt(before, Tone::Gone, look),
        (None, Some(after)) => prompt(after, Tone::Come, look),
        (None, None) => Vec::new(),
    };
    if !pieces.is_empty() {
        let bar = format!("{DEEPER}{} ", look.pick("│", "|"));
        wrap(out, look, &bar, &bar, &pieces);
    }
}
