//! The changes of one resource, in the words of its file: `old -> new` where both fit the line, one below the other where
//! they do not, prompts by the words that changed. Beside the value of a rule stands what it does to a text.

use crate::catalogue::load;
use crate::diagnostic::Place;
use crate::model::term_set::TermSetPart;
use crate::model::{Language, SharedText, digest};
use crate::plan::shared_changes::SharedChanges;
use crate::plan::{Cause, Change, ChangedField, Operation, PlanItem};
use crate::report::prompt_diff::{changed_prompt_pieces, inline_text, isolate, prompt_pieces};
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::{Sanitized, display_width};
use crate::report::wrap::{TextPiece, write_wrapped};

const INDENT: &str = "    ";
const DEEPER: &str = "        ";
/// Further lines of a field: deeper than anything with a sign, so that text of others never begins with one.
const CONTINUED: &str = "            ";

/// Whether changes are still to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeTense {
    /// A plan, or what differs as if it were one.
    Planned,
    /// They happened on the service.
    Applied,
}

/// Appends every change of a resource.
pub(super) fn write_changes(out: &mut String, item: &PlanItem, tense: ChangeTense, options: &RenderOptions) {
    let brief = matches!(item.operation, Operation::Create);
    let language = item.language.as_ref();
    for group in group_changes(&item.changes) {
        let change = match group {
            ChangeGroup::Single(change) => change,
            ChangeGroup::Entries(part, changes) => {
                write_entries(out, part, changes, tense, options);
                continue;
            }
        };
        match (&change.field, &change.before, &change.after) {
            (_, None, Some(after)) if brief => write_added_value(out, change, after, language, options),
            (ChangedField::Instruction(_), before, after) => {
                write_instruction(out, change, before.as_deref(), after.as_deref(), options);
            }
            (
                ChangedField::Name
                | ChangedField::Language
                | ChangedField::Rule(_)
                | ChangedField::InstructionLabel
                | ChangedField::InstructionSource(_)
                | ChangedField::Part(_)
                | ChangedField::Entry(..)
                | ChangedField::Profile(_)
                | ChangedField::Protected,
                before,
                after,
            ) => write_value(out, change, before.as_deref(), after.as_deref(), language, options),
        }
    }
}

/// Appends what several lists have in common, and which they are.
pub(super) fn write_shared_changes(
    out: &mut String,
    shared: &SharedChanges<'_>,
    tense: ChangeTense,
    options: &RenderOptions,
) {
    let SharedChanges { changes, lists } = shared;
    let head = [
        TextPiece::new(TextTone::Change, "~ "),
        TextPiece::new(TextTone::Strong, format!("the same in {} lists", lists.len())),
    ];
    write_wrapped(out, options, "", "      ", &head);
    let item = PlanItem {
        changes: changes.iter().map(|change| (*change).clone()).collect(),
        language: common_language(shared).cloned(),
        ..lists[0].clone()
    };
    write_changes(out, &item, tense, options);
    let lists: Vec<String> = lists.iter().map(|list| list_label(list)).collect();
    write_wrapped(out, options, "    in ", CONTINUED, &[TextPiece::new(TextTone::Plain, lists.join(", "))]);
}

/// The language of all of them, where they have one.
pub(super) fn common_language<'p>(shared: &SharedChanges<'p>) -> Option<&'p Language> {
    let first = shared.lists.first()?.language.as_ref();
    first.filter(|first| shared.lists.iter().all(|list| list.language.as_ref() == Some(*first)))
}

/// A list among others: `style/shop (de)`.
fn list_label(item: &PlanItem) -> String {
    let language = item.language.as_ref().map(|language| format!(" ({})", Sanitized(language.as_str())));
    format!("{}{}", Sanitized(&item.address.to_string()), language.unwrap_or_default())
}

/// What a change of a rule does to a text: an example of the value before and one of the value after, or of the one that
/// there is; nothing where nothing is known of them, or they look alike.
pub(super) fn illustrate_change(change: &Change, language: Option<&Language>) -> Option<Illustration> {
    let ChangedField::Rule(key) = &change.field else { return None };
    let rule = load::parsed_catalogue(load::Edition::Public).find_rule(&key.category, &key.rule)?;
    let language = language.map(Language::as_str);
    let shown = |value: &Option<SharedText>| {
        let value = rule.values.get(value.as_deref()?)?;
        Some(Sanitized(&value.illustration(language)).to_string())
    };
    let illustration = Illustration { before: shown(&change.before), after: shown(&change.after) };
    let known = |value: &Option<SharedText>, shown: &Option<String>| value.is_none() || shown.is_some();
    let tells = illustration.before != illustration.after
        && known(&change.before, &illustration.before)
        && known(&change.after, &illustration.after);
    tells.then_some(illustration)
}

/// What text looks like before and after a change, made inert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Illustration {
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

impl Illustration {
    fn pieces(&self, options: &RenderOptions) -> Vec<TextPiece> {
        let mut pieces = vec![TextPiece::new(TextTone::Plain, "  ")];
        let strong = |text: &String| TextPiece::new(TextTone::Strong, isolate(text.clone(), options));
        pieces.extend(self.before.as_ref().map(strong));
        if self.before.is_some() && self.after.is_some() {
            pieces.push(TextPiece::new(TextTone::Plain, options.pick_glyph(" → ", " -> ")));
        }
        pieces.extend(self.after.as_ref().map(strong));
        pieces
    }
}

/// The sign of a change: why it differs counts more than how.
fn change_sign(change: &Change, options: &RenderOptions) -> (&'static str, TextTone) {
    match (change.cause, &change.field, &change.before, &change.after) {
        (Cause::Conflict, ..) => ("!", TextTone::Error),
        (Cause::Drifted, ..) => ("^", TextTone::Warning),
        (Cause::Edited | Cause::Unknown, ChangedField::Name | ChangedField::InstructionLabel, ..) => {
            (options.pick_glyph("»", ">"), TextTone::Change)
        }
        (Cause::Edited | Cause::Unknown, _, None, _) => ("+", TextTone::Success),
        (Cause::Edited | Cause::Unknown, _, _, None) => ("-", TextTone::Error),
        (Cause::Edited | Cause::Unknown, _, Some(_), Some(_)) => ("~", TextTone::Change),
    }
}

/// What it is about, shown: labels in quotes.
pub(super) fn field_label(field: &ChangedField, options: &RenderOptions) -> String {
    let name = |text: &str| isolate(Sanitized(text).to_string(), options);
    match field {
        ChangedField::Name => "name".to_owned(),
        ChangedField::Language => "language".to_owned(),
        ChangedField::Rule(key) => format!("{}.{}", Sanitized(&key.category), Sanitized(&key.rule)),
        ChangedField::Instruction(label) => format!("instruction \"{}\"", name(label)),
        ChangedField::InstructionLabel => "instruction label".to_owned(),
        ChangedField::InstructionSource(label) => format!("source language of instruction \"{}\"", name(label)),
        ChangedField::Protected => "protected".to_owned(),
        ChangedField::Profile(field) => field.to_string(),
        ChangedField::Part(part) => format!("{} {}", part.noun(), Sanitized(&part.to_string())),
        ChangedField::Entry(part, source) => {
            format!("{} \"{}\" of {}", part.entry_noun(), name(source), Sanitized(&part.to_string()))
        }
    }
}

/// Entries of a part that are shown; the others are counted, with a digest.
const MAX_ENTRIES: usize = 20;
/// Digits of that digest.
const DIGEST_DIGITS: usize = 12;

/// What changes in a part: what needs a look first, the others as far as there is room. All are counted.
fn write_entries(
    out: &mut String,
    part: &TermSetPart,
    changes: &[Change],
    tense: ChangeTense,
    options: &RenderOptions,
) {
    let most = if options.all_entries { usize::MAX - 1 } else { MAX_ENTRIES };
    let (shown, more) = select_entries(part, changes, most, tense);
    for change in shown {
        write_value(out, change, change.before.as_deref(), change.after.as_deref(), None, options);
    }
    if let Some(more) = more {
        write_wrapped(
            out,
            options,
            INDENT,
            CONTINUED,
            &[TextPiece::new(TextTone::Plain, format!("{more}; -v shows all"))],
        );
    }
}

/// The changes of a part that are shown, `most` of them, those that need a look first; and a line that counts the others.
pub(super) fn select_entries<'a>(
    part: &TermSetPart,
    changes: &'a [Change],
    most: usize,
    tense: ChangeTense,
) -> (Vec<&'a Change>, Option<String>) {
    let mut changes: Vec<&Change> = changes.iter().collect();
    changes.sort_by_key(|change| match change.cause {
        Cause::Conflict => 0,
        Cause::Drifted => 1,
        Cause::Edited | Cause::Unknown => 2,
    });
    // One more line would be needed to count a single one.
    if changes.len() <= most + 1 {
        return (changes, None);
    }
    let left = changes.split_off(most);
    let some = |n: usize, what: &str| (n > 0).then(|| format!("{n} {what}"));
    let by = |wanted: fn(&Change) -> bool| left.iter().filter(|change| wanted(change)).count();
    let [add, turn, remove] = match tense {
        ChangeTense::Planned => ["to add", "to change", "to remove"],
        ChangeTense::Applied => ["added", "changed", "removed"],
    };
    let counts = [
        some(by(|change| change.before.is_none()), add),
        some(by(|change| change.before.is_some() && change.after.is_some()), turn),
        some(by(|change| change.after.is_none()), remove),
        some(by(|change| change.cause == Cause::Drifted), "drifted"),
        some(by(|change| change.cause == Cause::Conflict), "in conflict"),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    // What is counted is approved as well: two different rests never read the same.
    let rest: Vec<String> =
        left.iter().map(|change| format!("{:?}", (&change.field, &change.before, &change.after))).collect();
    let digest = digest::short_digest(rest.join("\n"), DIGEST_DIGITS);
    let part = part.to_string();
    let more = format!("and {} more of {}: {} (digest {digest})", left.len(), Sanitized(&part), counts.join(", "));
    (changes, Some(more))
}

/// The changes of a resource, those of entries of one part together.
pub(super) enum ChangeGroup<'a> {
    /// One by itself.
    Single(&'a Change),
    /// Entries of a part.
    Entries(&'a TermSetPart, &'a [Change]),
}

/// Gathers what belongs together, in the order of the resource.
pub(super) fn group_changes(changes: &[Change]) -> Vec<ChangeGroup<'_>> {
    let mut groups = Vec::new();
    let mut rest = changes;
    while let Some((change, others)) = rest.split_first() {
        let ChangedField::Entry(part, _) = &change.field else {
            groups.push(ChangeGroup::Single(change));
            rest = others;
            continue;
        };
        let of_part = |change: &&Change| matches!(&change.field, ChangedField::Entry(of, _) if of == part);
        let (entries, others) = rest.split_at(rest.iter().take_while(of_part).count());
        groups.push(ChangeGroup::Entries(part, entries));
        rest = others;
    }
    groups
}

/// Why, and where it is written: what stands behind a change.
fn change_note(change: &Change) -> Vec<TextPiece> {
    let mut pieces = Vec::new();
    match change.cause {
        Cause::Edited | Cause::Drifted | Cause::Conflict => {
            let tone = if change.cause == Cause::Edited { TextTone::Faint } else { TextTone::Warning };
            // The sign tells the cause then, so the words have to tell the direction.
            let direction = match (change.cause, &change.before, &change.after) {
                (Cause::Drifted | Cause::Conflict, None, Some(_)) => "  added",
                (Cause::Drifted | Cause::Conflict, Some(_), None) => "  removed",
                (Cause::Edited | Cause::Unknown | Cause::Drifted | Cause::Conflict, _, _) => "",
            };
            pieces.push(TextPiece::new(tone, format!("{direction}  {}", change.cause.as_str())));
        }
        Cause::Unknown => {}
    }
    if let Some(Place { file, line, column }) = &change.place {
        pieces.push(TextPiece::new(TextTone::Faint, format!("  {}:{line}:{column}", Sanitized(file))));
    }
    pieces
}

/// One value of a new resource: on the line where it fits, else whole behind a bar below it.
fn write_added_value(
    out: &mut String,
    change: &Change,
    after: &str,
    language: Option<&Language>,
    options: &RenderOptions,
) {
    let subject = field_label(&change.field, options);
    let shown = inline_text(after, options);
    let sign = TextPiece::new(TextTone::Success, "+ ");
    if let Some(illustration) = illustrate_change(change, language) {
        let mut pieces = vec![sign, TextPiece::new(TextTone::Plain, subject)];
        pieces.extend(illustration.pieces(options));
        return write_value_beside(out, pieces, &[TextPiece::new(TextTone::Plain, shown)], Vec::new(), options);
    }
    if !after.contains('\n') && INDENT.len() + 4 + display_width(&subject) + display_width(&shown) <= options.width {
        let pieces = [sign, TextPiece::new(TextTone::Plain, format!("{subject}  {shown}"))];
        return write_wrapped(out, options, INDENT, CONTINUED, &pieces);
    }
    write_wrapped(out, options, INDENT, CONTINUED, &[sign, TextPiece::new(TextTone::Plain, subject)]);
    write_behind_bar(out, options, &prompt_pieces(after, TextTone::Plain, options));
}

/// What a line is about, then values: on the line where they fit, else on lines of their own, deeper than any sign.
fn write_value_beside(
    out: &mut String,
    mut line: Vec<TextPiece>,
    values: &[TextPiece],
    notes: Vec<TextPiece>,
    options: &RenderOptions,
) {
    let width = |pieces: &[TextPiece]| pieces.iter().map(|piece| display_width(&piece.text)).sum::<usize>();
    let fits = INDENT.len() + width(&line) + 2 + width(values) <= options.width;
    if fits {
        line.push(TextPiece::new(TextTone::Plain, "  "));
        line.extend(values.iter().cloned());
    }
    line.extend(notes);
    write_wrapped(out, options, INDENT, CONTINUED, &line);
    if !fits {
        write_wrapped(out, options, CONTINUED, CONTINUED, values);
    }
}

/// A text on lines of its own behind a bar, so that it cannot pass for anything of ours.
fn write_behind_bar(out: &mut String, options: &RenderOptions, pieces: &[TextPiece]) {
    let bar = format!("{DEEPER}{} ", options.pick_glyph("│", "|"));
    write_wrapped(out, options, &bar, &bar, pieces);
}

/// A value that is one word or a name.
fn write_value(
    out: &mut String,
    change: &Change,
    before: Option<&str>,
    after: Option<&str>,
    language: Option<&Language>,
    options: &RenderOptions,
) {
    let (sign, tone) = change_sign(change, options);
    let quoted = |text: &str| match change.field {
        ChangedField::Name
        | ChangedField::InstructionLabel
        | ChangedField::Entry(TermSetPart::Dictionary { .. }, _) => {
            format!("\"{}\"", inline_text(text, options))
        }
        // The term is the subject already.
        ChangedField::Entry(TermSetPart::Terms(_), _) => String::new(),
        ChangedField::Part(_)
        | ChangedField::Profile(_)
        | ChangedField::Language
        | ChangedField::Rule(_)
        | ChangedField::Instruction(_)
        | ChangedField::InstructionSource(_)
        | ChangedField::Protected => inline_text(text, options),
    };
    let told = |text: Option<&str>| text.map(quoted).filter(|text| !text.is_empty());
    let (before, after) = (told(before), told(after));
    let mut line = vec![
        TextPiece::new(tone, format!("{sign} ")),
        TextPiece::new(TextTone::Plain, field_label(&change.field, options)),
    ];
    let mut values = Vec::new();
    let arrow = options.pick_glyph(" → ", " -> ");
    match (&before, &after) {
        (Some(before), Some(after)) => {
            values.push(TextPiece::new(TextTone::Removed, before));
            values.push(TextPiece::new(TextTone::Plain, arrow));
            values.push(TextPiece::new(TextTone::Added, after));
        }
        (Some(before), None) => values.push(TextPiece::new(TextTone::Removed, before)),
        (None, Some(after)) => values.push(TextPiece::new(TextTone::Added, after)),
        (None, None) => {}
    }
    if let Some(illustration) = illustrate_change(change, language) {
        line.extend(illustration.pieces(options));
        return write_value_beside(out, line, &values, change_note(change), options);
    }
    let width = |pieces: &[TextPiece]| pieces.iter().map(|piece| display_width(&piece.text)).sum::<usize>();
    if INDENT.len() + width(&line) + 2 + width(&values) <= options.width {
        if !values.is_empty() {
            line.push(TextPiece::new(TextTone::Plain, "  "));
        }
        line.extend(values);
        line.extend(change_note(change));
        return write_wrapped(out, options, INDENT, CONTINUED, &line);
    }
    line.extend(change_note(change));
    write_wrapped(out, options, INDENT, CONTINUED, &line);
    for (sign, tone, text) in [("- ", TextTone::Removed, before), ("+ ", TextTone::Added, after)] {
        if let Some(text) = text {
            write_wrapped(
                out,
                options,
                &format!("{DEEPER}{sign}"),
                &format!("{DEEPER}  "),
                &[TextPiece::new(tone, text)],
            );
        }
    }
}

/// An instruction: its prompt on lines of its own behind a bar, so that it cannot pass for anything of ours.
fn write_instruction(
    out: &mut String,
    change: &Change,
    before: Option<&str>,
    after: Option<&str>,
    options: &RenderOptions,
) {
    let (sign, tone) = change_sign(change, options);
    let mut line = vec![
        TextPiece::new(tone, format!("{sign} ")),
        TextPiece::new(TextTone::Plain, field_label(&change.field, options)),
    ];
    line.extend(change_note(change));
    write_wrapped(out, options, INDENT, CONTINUED, &line);
    let pieces = match (before, after) {
        (Some(before), Some(after)) => changed_prompt_pieces(before, after, options),
        (Some(before), None) => prompt_pieces(before, TextTone::Removed, options),
        (None, Some(after)) => prompt_pieces(after, TextTone::Added, options),
        (None, None) => Vec::new(),
    };
    if !pieces.is_empty() {
        write_behind_bar(out, options, &pieces);
    }
}
