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
use crate::report::html::escape::{escape_foreign, escape_html, render_prompt_diff};
use crate::report::plan::{hazard_text, operation_sign, operation_word};
use crate::report::prompt_diff::inline_text;
use crate::report::render_options::RenderOptions;

/// The resource with everything that happens to it; of a part, `entries` changes at most.
pub(super) fn write_item(out: &mut String, item: &PlanItem, wording: &PageWording<'_>, entries: usize) {
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
    let hazards =
        item.hazards.iter().map(|hazard| format!("<li><b>! {}</b></li>\n", escape_html(&hazard_text(*hazard, item))));
    let mut rows: String = hazards.collect();
    write_changes(&mut rows, item, wording, entries);
    if !item.kept_rules.is_empty() {
        let kept: Vec<String> = item.kept_rules.iter().map(|key| code(&key.to_string())).collect();
        rows.push_str(&format!("<li>kept, unknown to this version: {}</li>\n", kept.join(", ")));
    }
    if !rows.is_empty() {
        out.push_str(&format!("<ul>\n{rows}</ul>\n"));
    }
}

/// What several lists have in common, once, and the lists folded below it, so many of them by name.
pub(super) fn write_shared(out: &mut String, shared: &SharedChanges<'_>, named: usize, wording: &PageWording<'_>) {
    let SharedChanges { changes, lists } = shared;
    let (sign, word) = (wording.operation)(Operation::Update);
    out.push_str(&format!("<p><b>{sign} {word}</b>: the same in {} lists</p>\n<ul>\n", lists.len()));
    for change in changes {
        write_change(out, change, common_language(shared), Operation::Update);
    }
    let mut names: Vec<String> = lists.iter().take(named).map(|list| list_label(list)).collect();
    if lists.len() > named {
        names.push(format!("and {} more", lists.len() - named));
    }
    out.push_str(&format!(
        "</ul>\n<details><summary>{} lists</summary>{}</details>\n",
        lists.len(),
        names.join("<br>")
    ));
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

fn write_changes(out: &mut String, item: &PlanItem, wording: &PageWording<'_>, entries: usize) {
    let language = item.language.as_ref();
    for group in group_changes(&item.changes) {
        match group {
            ChangeGroup::Single(change) => write_change(out, change, language, item.operation),
            ChangeGroup::Entries(part, changes) => {
                let (shown, more) = select_entries(part, changes, entries, wording.tense);
                for change in shown {
                    write_change(out, change, language, item.operation);
                }
                if let Some(more) = more {
                    out.push_str(&format!("<li>{}; <code>-o json</code> lists all</li>\n", code(&more)));
                }
            }
        }
    }
}

fn write_change(out: &mut String, change: &Change, language: Option<&Language>, operation: Operation) {
    let Change { field, before, after, cause, place } = change;
    let (before, after) = (before.as_deref(), after.as_deref());
    let effect = illustrate_change(change, language).map(|Illustration { before, after }| {
        let sides: Vec<String> = [before, after].into_iter().flatten().map(|side| escape_html(&side)).collect();
        format!(" <b><code>{}</code></b>", sides.join("</code> → <code>"))
    });
    let cause = match cause {
        Cause::Unknown => String::new(),
        Cause::Edited => " edited".to_owned(),
        Cause::Drifted | Cause::Conflict => format!(" <b>{}</b>", cause.as_str()),
    };
    let place = place.as_ref().map(|place| format!(" {}", place_code(place)));
    out.push_str(&format!(
        "<li>{}{}{cause}{}<br>",
        field_code(field),
        effect.unwrap_or_default(),
        place.unwrap_or_default()
    ));
    if matches!(field, ChangedField::Instruction(_)) {
        // In a list that is new as a whole, every word comes: marking it would only be loud.
        let text = match (operation, after) {
            (Operation::Create, Some(after)) => render_prompt_diff(Some(after), Some(after)),
            _ => render_prompt_diff(before, after),
        };
        out.push_str(&format!("<code>{}</code>", text.replace('\n', "<br>")));
    } else {
        let sides = [
            before.map(|text| format!("<del>{}</del>", value_code(text))),
            after.map(|text| format!("<ins>{}</ins>", value_code(text))),
        ];
        out.push_str(&sides.into_iter().flatten().collect::<Vec<_>>().join(" → "));
    }
    out.push_str("</li>\n");
}

/// What a change is about, its label as code.
fn field_code(field: &ChangedField) -> String {
    format!("<code>{}</code>", escape_html(&field_label(field)))
}

fn place_code(place: &Place) -> String {
    code(&place.to_string())
}

/// A text of ours or of others that has one line.
fn code(text: &str) -> String {
    format!("<code>{}</code>", escape_foreign(text))
}

/// A value as it is, with marks for what nobody would see.
fn value_code(text: &str) -> String {
    format!("<code>{}</code>", escape_html(&inline_text(text, &RenderOptions::default())))
}
