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

/// Whether changes are still to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    /// A plan, or what differs as if it were one.
    ToCome,
    /// They happened on the service.
    Happened,
}

/// Appends every change of an object.
pub(super) fn list(out: &mut String, item: &Item, tense: Tense, look: &Look) {
    let brief = matches!(item.verb, Verb::Create);
    for group in together(&item.changes) {
        let change = match group {
            Together::One(change) => change,
            Together::Entries(part, changes) => {
                entries(out, part, changes, tense, look);
                continue;
            }
        };
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
fn entries(out: &mut String, part: &Part, changes: &[Change], tense: Tense, look: &Look) {
    let (shown, more) = first(part, changes, ENTRIES, tense);
    for change in shown {
        value(out, change, change.before.as_deref(), change.after.as_deref(), look);
    }
    if let Some(more) = more {
        wrap(out, look, INDENT, DEEPER, &[Piece::new(Tone::Plain, more)]);
    }
}

/// The changes of a part that are shown, `most` of them, those that need a look first; and a line that counts the others.
pub(super) fn first<'a>(
    part: &Part,
    changes: &'a [Change],
    most: usize,
    tense: Tense,
) -> (Vec<&'a Change>, Option<String>) {
    let grave = |change: &&Change| match change.cause {
        Cause::Conflict => 0,
        Cause::Drifted => 1,
        Cause::Edited | Cause::Unknown => 2,
    };
    let mut changes: Vec<&Change> = changes.iter().collect();
    changes.sort_by_key(grave);
    // One more line would be needed to count a single one.
    if changes.len() <= most + 1 {
        return (changes, None);
    }
    let left = changes.split_off(most);
    let some = |n: usize, what: &str| (n > 0).then(|| format!("{n} {what}"));
    let by = |wanted: fn(&Change) -> bool| left.iter().filter(|change| wanted(change)).count();
    let [add, turn, remove] = match tense {
        Tense::ToCome => ["to add", "to change", "to remove"],
        Tense::Happened => ["added", "changed", "removed"],
    };
    let counts = [
        some(by(|change| change.before.is_none()), add),
        some(by(|change| change.before.is_some() && change.after.is_some()), turn),
        some(by(|change| change.after.is_none()), remove),
        some(by(|change| change.cause == Cause::Drifted), "drifted"),
        some(by(|change| change.cause == Cause::Conflict), "in conflict"),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    let more = format!("and {} more of {}: {}", left.len(), Shown(&part.to_string()), counts.join(", "));
    (changes, Some(more))
}

/// The changes of an object, those of entries of one part together.
pub(super) enum Together<'a> {
    /// One by itself.
    One(&'a Change),
    /// Entries of a part.
    Entries(&'a Part, &'a [Change]),
}

/// Gathers what belongs together, in the order of the object.
pub(super) fn together(changes: &[Change]) -> Vec<Together<'_>> {
    let mut groups = Vec::new();
    let mut rest = changes;
    while let Some((change, others)) = rest.split_first() {
        let Field::Entry(part, _) = &change.field else {
            groups.push(Together::One(change));
            rest = others;
            continue;
        };
        let of_part = |change: &&Change| matches!(&change.field, Field::Entry(of, _) if of == part);
        let (entries, others) = rest.split_at(rest.iter().take_while(of_part).count());
        groups.push(Together::Entries(part, entries));
        rest = others;
    }
    groups
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
