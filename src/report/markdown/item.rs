//! One resource of a comment, in elements that forges leave standing: lines of a list, which wrap at any width.
//!
//! Always holds: text of files and of the service is inert, escaped and in `<code>`, where forges replace no mention, no
//! reference and no emoji; no line is blank, as a blank line would end the block and begin Markdown again.

use crate::diagnostic::Place;
use crate::model::Language;
use crate::plan::shared_changes::SharedChanges;
use crate::plan::{Cause, Change, ChangedField, Operation, PlanItem};
use crate::report::change::{
    ChangeGroup, Illustration, common_language, field_label, group_changes, illustrate_change, select_entries,
};
use crate::report::html::PageWording;
use crate::report::html::escape::{direction_attribute, escape_html, escape_sentence, render_prompt_diff};
use crate::report::html::item::PAGE_LOOK;
use crate::report::humanize::count_noun;
use crate::report::plan_report::{hazard_text, kept_by_reason, operation_sign, operation_word};
use crate::report::prompt_diff::inline_text;
use crate::report::sanitize::Sanitized;

/// How much of a resource is shown; the rest is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ItemBounds {
    /// Most changes of the entries of one part.
    pub(super) entries: usize,
    /// Most lines.
    pub(super) lines: usize,
}

/// The resource with what happens to it, within bounds.
pub(super) fn write_item(out: &mut String, item: &PlanItem, wording: &PageWording<'_>, bounds: ItemBounds) {
    let (sign, word) = (wording.operation)(item.operation);
    let mut facts: Vec<String> = Vec::new();
    if let Some(id) = &item.id {
        let what = if item.operation == Operation::Replace { "old id" } else { "id" };
        facts.push(format!("{what} {}", code(id.as_str())));
    }
    if let Some(from) = &item.moved_from {
        facts.push(format!("formerly {}", code(&from.to_string())));
    }
    facts.extend(item.protected.then(|| "protected".to_owned()));
    facts.extend((wording.aside)(item).map(|said| code(&said)));
    facts.extend(item.place.as_ref().map(place_code));
    let facts = if facts.is_empty() { String::new() } else { format!("<br>{}", facts.join(" · ")) };
    out.push_str(&format!("<p><b>{sign} {word}</b> {}{facts}</p>\n", list_label(item)));
    let hazards = item
        .hazards
        .iter()
        .map(|hazard| format!("<li><b>! {}</b></li>\n", escape_sentence(&hazard_text(*hazard, item))));
    let mut lines: Vec<String> = hazards.collect();
    lines.extend(change_lines(item, wording, bounds));
    for (what, keys, hint) in kept_by_reason(&item.kept_rules) {
        let kept: Vec<String> = keys.iter().map(|key| code(&key.to_string())).collect();
        lines.push(format!("<li>kept, {what}: {}{}</li>\n", kept.join(", "), escape_sentence(&hint)));
    }
    write_lines(out, lines, bounds.lines);
}

/// Lines of a list, so many of them.
fn write_lines(out: &mut String, mut lines: Vec<String>, most: usize) {
    let more = lines.len().saturating_sub(most);
    lines.truncate(most);
    if more > 0 {
        lines.push(format!("<li><b>and {} more</b>; <code>-o html</code> shows all</li>\n", count_noun(more, "line")));
    }
    if !lines.is_empty() {
        out.push_str(&format!("<ul>\n{}</ul>\n", lines.concat()));
    }
}

/// What several lists have in common, once, in so many lines, and the lists folded below it, so many of them by name.
pub(super) fn write_shared(
    out: &mut String,
    shared: &SharedChanges<'_>,
    (lines, named): (usize, usize),
    wording: &PageWording<'_>,
) {
    let SharedChanges { changes, lists } = shared;
    let (sign, word) = (wording.operation)(Operation::Update);
    out.push_str(&format!("<p><b>{sign} {word}</b>: the same in {} lists</p>\n", lists.len()));
    let language = common_language(shared);
    let changes = changes.iter().take(lines.saturating_add(1));
    let shown = changes.map(|change| change_line(change, language, Operation::Update)).collect();
    write_lines(out, shown, lines);
    let mut names: Vec<String> = lists.iter().take(named).map(|list| list_label(list)).collect();
    if lists.len() > named {
        names.push(format!("and {} more", lists.len() - named));
    }
    out.push_str(&format!("<details><summary>{} lists</summary>{}</details>\n", lists.len(), names.join("<br>")));
}

/// What goes or gets a new id, in one line.
pub(super) fn brief_line(item: &PlanItem) -> Option<String> {
    match item.operation {
        Operation::Delete | Operation::Replace => {}
        Operation::Create | Operation::Update | Operation::Import | Operation::Forget | Operation::Sweep => {
            return None;
        }
    }
    let old = if item.operation == Operation::Replace { "old id" } else { "id" };
    let id = item.id.as_ref().map(|id| format!(" {old} {}", code(id.as_str()))).unwrap_or_default();
    let (sign, word) = (operation_sign(item.operation).0, operation_word(item.operation));
    Some(format!("<p><b>{sign} {word}</b> {}{id}</p>\n", code(&item.address.to_string())))
}

/// Address, name and language.
fn list_label(item: &PlanItem) -> String {
    let language = item.language.as_ref().map(|language| format!(" ({})", code(language.as_str())));
    format!("{} {}{}", code(&item.address.to_string()), value_code(&item.name), language.unwrap_or_default())
}

fn change_lines(item: &PlanItem, wording: &PageWording<'_>, bounds: ItemBounds) -> Vec<String> {
    let language = item.language.as_ref();
    let mut lines = Vec::new();
    for group in group_changes(&item.changes) {
        match group {
            ChangeGroup::Single(change) => lines.push(change_line(change, language, item.operation)),
            ChangeGroup::Entries(part, changes) => {
                let (shown, more) = select_entries(part, changes, bounds.entries, wording.tense);
                lines.extend(shown.into_iter().map(|change| change_line(change, language, item.operation)));
                lines.extend(more.map(|more| format!("<li>{}; <code>-o html</code> shows all</li>\n", code(&more))));
            }
        }
    }
    lines
}

fn change_line(change: &Change, language: Option<&Language>, operation: Operation) -> String {
    let Change { field, before, after, cause, place } = change;
    let (before, after) = (before.as_deref(), after.as_deref());
    let effect = illustrate_change(change, language).map(|Illustration { before, after }| {
        let sides: Vec<String> = [before, after].into_iter().flatten().map(|side| shown_code(&side)).collect();
        format!(" <b>{}</b>", sides.join(" → "))
    });
    let cause = match cause {
        Cause::Unknown => String::new(),
        Cause::Edited => " edited".to_owned(),
        Cause::Drifted | Cause::Conflict => format!(" <b>{}</b>", cause.as_str()),
    };
    let place = place.as_ref().map(|place| format!(" {}", place_code(place)));
    let mut out =
        format!("<li>{}{}{cause}{}<br>", field_code(field), effect.unwrap_or_default(), place.unwrap_or_default());
    if matches!(field, ChangedField::Instruction(_)) {
        // In a list that is new as a whole, every word comes: marking it would only be loud.
        let text = match (operation, after) {
            (Operation::Create, Some(after)) => render_prompt_diff(Some(after), Some(after)),
            _ => render_prompt_diff(before, after),
        };
        out.push_str(&format!("<code{}>{}</code>", direction_attribute(&text), text.replace('\n', "<br>")));
    } else {
        let sides = [
            before.map(|text| format!("<del>{}</del>", value_code(text))),
            after.map(|text| format!("<ins>{}</ins>", value_code(text))),
        ];
        out.push_str(&sides.into_iter().flatten().collect::<Vec<_>>().join(" → "));
    }
    out + "</li>\n"
}

/// What a change is about, its label as code.
fn field_code(field: &ChangedField) -> String {
    shown_code(&field_label(field, &PAGE_LOOK))
}

fn place_code(place: &Place) -> String {
    code(&place.to_string())
}

/// A text of ours or of others that has one line.
fn code(text: &str) -> String {
    shown_code(&Sanitized(text).to_string())
}

/// A value as it is, with marks for what nobody would see.
fn value_code(text: &str) -> String {
    shown_code(&inline_text(text, &PAGE_LOOK))
}

/// Text that was made inert already. Forges leave `dir` standing, and no `<bdi>`.
fn shown_code(shown: &str) -> String {
    format!("<code{}>{}</code>", direction_attribute(shown), escape_html(shown))
}
