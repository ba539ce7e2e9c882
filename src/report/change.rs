//! The changes of one object, in the words of its file: `old -> new` where both fit the line, one below the other where
//! they do not, prompts by the words that changed.

use crate::diagnostic::Place;
use crate::model::lexicon::Part;
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
    let mut changes = item.changes.iter();
    while let Some(change) = changes.next() {
        if let Field::Entry(part, _) = &change.field {
            let others = changes.as_slice();
            let of_part = |change: &&Change| matches!(&change.field, Field::Entry(of, _) if of == part);
            let more = others.iter().take_while(of_part).count();
            entries(out, part, std::iter::once(change).chain(&others[..more]), look);
            changes = others[more..].iter();
            continue;
        }
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
                | Field::Part(_)
                | Field::Entry(..)
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
        Field::Part(part) => format!("{} {}", part.noun(), Shown(&part.to_string())),
        Field::Entry(part, source) => {
            format!("{} \"{}\" of {}", part.entry_noun(), Shown(source), Shown(&part.to_string()))
        }
    }
}

/// Entries of a part that are shown; the others are counted.
const ENTRIES: usize = 20;

/// What changes in a part: those that need a look first, the others as far as there is room. All are counted.
fn entries<'a>(out: &mut String, part: &Part, changes: impl Iterator<Item = &'a Change>, look: &Look) {
    let grave = |change: &&Change| match change.cause {
        Cause::Conflict => 0,
        Cause::Drifted => 1,
        Cause::Edited | Cause::Unknown => 2,
    };
    let mut changes: Vec<&Change> = changes.collect();
    changes.sort_by_key(grave);
    // One more line would be needed to count a single one.
    let shown = if changes.len() == ENTRIES + 1 { changes.len() } else { ENTRIES };
    for change in changes.iter().take(shown) {
        value(out, change, change.before.as_deref(), change.after.as_deref(), look);
    }
    if changes.len() <= shown {
        return;
    }
    let left = &changes[shown..];
    let some = |n: usize, what: &str| (n > 0).then(|| format!("{n} {what}"));
    let by = |wanted: fn(&Change) -> bool| left.iter().filter(|change| wanted(change)).count();
    let counts = [
        some(by(|change| change.before.is_none()), "to add"),
        some(by(|change| change.before.is_some() && change.after.is_some()), "to change"),
        some(by(|change| change.after.is_none()), "to remove"),
        some(by(|change| change.cause == Cause::Drifted), "drifted"),
        some(by(|change| change.cause == Cause::Conflict), "in conflict"),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    let text = format!("and {} more of {}: {}", left.len(), Shown(&part.to_string()), counts.join(", "));
    wrap(out, look, INDENT, DEEPER, &[Piece::new(Tone::Plain, text)]);
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
        Field::Name | Field::InstructionLabel | Field::Entry(Part::Dictionary { .. }, _) => {
            format!("\"{}\"", Shown(text))
        }
        // The term is the subject already.
        Field::Entry(Part::Terms(_), _) => String::new(),
        Field::Part(_)
        | Field::Language
        | Field::Rule(_)
        | Field::Instruction(_)
        | Field::InstructionSource(_)
        | Field::Protected => Shown(text).to_string(),
    };
    let told = |text: Option<&str>| text.map(quoted).filter(|text| !text.is_empty());
    let (before, after) = (told(before), told(after));
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
        if !values.is_empty() {
            line.push(Piece::new(Tone::Plain, "  "));
        }
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
