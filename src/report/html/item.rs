//! One resource of a page: what happens to it, what to look at twice, and each change.

use crate::diagnostic::Place;
use crate::plan::shared_changes::SharedChanges;
use crate::plan::{Cause, Change, ChangedField, Operation, PlanItem};
use crate::report::change::{
    ChangeGroup, Illustration, common_language, field_label, group_changes, illustrate_change, select_entries,
};
use crate::report::html::PageWording;
use crate::report::html::escape::{escape_foreign, escape_html, escape_sentence, render_prompt_diff};
use crate::report::plan_report::{hazard_text, kept_by_reason};
use crate::report::prompt_diff::inline_text;
use crate::report::render_options::RenderOptions;

/// Entries of a part that are shown, as many as a browser opens at once (some 2 MB); the others are counted.
const ENTRIES: usize = 10_000;

/// The resource as a card that folds.
pub(super) fn write_card(out: &mut String, item: &PlanItem, wording: &PageWording<'_>, open: bool) {
    let verb = item.operation.name();
    out.push_str(&format!(
        "<details class=\"card {verb}\" data-verb=\"{verb}\" data-cause=\"{}\" data-hazard=\"{}\"{}>\n",
        name_causes(item.changes.iter()),
        if item.hazards.is_empty() { "" } else { "hazards" },
        if open { " open" } else { "" }
    ));
    write_card_head(out, item, wording);
    write_card_body(out, item, wording);
    out.push_str("</details>\n");
}

/// What several lists have in common, as a card that names them.
pub(super) fn write_shared_card(out: &mut String, shared: &SharedChanges<'_>, wording: &PageWording<'_>, open: bool) {
    let SharedChanges { changes, lists } = shared;
    let (sign, word) = (wording.operation)(Operation::Update);
    let open = if open { " open" } else { "" };
    out.push_str(&format!(
        "<details class=\"card update shared\" data-verb=\"update\" data-cause=\"{}\" data-hazard=\"\"{open}>\n\
         <summary><span class=\"verb\">{sign} {word}</span><span class=\"what\"><b>The same in {} lists</b></span>\
         <span class=\"facts\"></span></summary>\n",
        name_causes(changes.iter().copied()),
        lists.len()
    ));
    let item = PlanItem {
        changes: changes.iter().map(|change| (*change).clone()).collect(),
        language: common_language(shared).cloned(),
        ..lists[0].clone()
    };
    write_card_body(out, &item, wording);
    out.push_str(&format!("<details class=\"members\"><summary>{} lists</summary><ul>\n", lists.len()));
    for list in lists {
        let id = list.id.as_ref().map(|id| format!(" <span class=\"id\">{}</span>", escape_foreign(id.as_str())));
        out.push_str(&format!(
            "<li><b>{}</b> <bdi class=\"name\">{}</bdi> <span class=\"language\">{}</span>{}</li>\n",
            escape_foreign(&list.address.to_string()),
            escape_html(&inline_text(&list.name, &PAGE_LOOK)),
            escape_foreign(list.language.as_ref().map_or("", |language| language.as_str())),
            id.unwrap_or_default()
        ));
    }
    out.push_str("</ul></details></details>\n");
}

/// Why changes are there, each cause once, for the filters.
fn name_causes<'c>(changes: impl Iterator<Item = &'c Change> + Clone) -> String {
    let causes = [Cause::Edited, Cause::Drifted, Cause::Conflict].into_iter();
    let there = causes.filter(|cause| changes.clone().any(|change| change.cause == *cause)).map(Cause::as_str);
    there.collect::<Vec<_>>().join(" ")
}

fn write_card_body(out: &mut String, item: &PlanItem, wording: &PageWording<'_>) {
    out.push_str("<div class=\"body\">\n");
    for hazard in &item.hazards {
        out.push_str(&format!("<p class=\"hazard\">{}</p>\n", escape_sentence(&hazard_text(*hazard, item))));
    }
    if !item.changes.is_empty() {
        out.push_str("<ul class=\"changes\">\n");
        for group in group_changes(&item.changes) {
            match group {
                ChangeGroup::Single(change) => write_change_row(out, change, item),
                ChangeGroup::Entries(part, changes) => {
                    let (shown, more) = select_entries(part, changes, ENTRIES, wording.tense);
                    shown.into_iter().for_each(|change| write_change_row(out, change, item));
                    if let Some(more) = more {
                        let more = escape_html(&more);
                        out.push_str(&format!("<li class=\"more\">{more}. The JSON format lists all.</li>\n"));
                    }
                }
            }
        }
        out.push_str("</ul>\n");
    }
    for (what, keys, hint) in kept_by_reason(&item.kept_rules) {
        let kept: Vec<String> =
            keys.iter().map(|key| format!("<code>{}</code>", escape_foreign(&key.to_string()))).collect();
        let hint = escape_html(&hint);
        out.push_str(&format!("<p class=\"kept\">Kept, {}: {}{hint}</p>\n", escape_html(what), kept.join(", ")));
    }
    out.push_str("</div>\n");
}

/// How texts look on a page: what has a direction of its own stands in an element of its own.
pub(crate) const PAGE_LOOK: RenderOptions = RenderOptions {
    color: false,
    unicode: true,
    direction_marks: false,
    width: 100,
    screen_reader: false,
    all_entries: true,
};

fn write_card_head(out: &mut String, item: &PlanItem, wording: &PageWording<'_>) {
    let mut facts = Vec::new();
    if let Some(from) = &item.moved_from {
        facts.push(format!("formerly <code>{}</code>", escape_foreign(&from.to_string())));
    }
    facts.extend((wording.aside)(item).map(|said| escape_foreign(&said)));
    if item.protected {
        facts.push("protected".to_owned());
    }
    if let Some(id) = &item.id {
        let what = if item.operation == Operation::Replace { "old id" } else { "id" };
        facts.push(format!("{what} <span class=\"id\">{}</span>", escape_foreign(id.as_str())));
    }
    if let Some(place) = &item.place {
        facts.push(format_place(place));
    }
    let (sign, word) = (wording.operation)(item.operation);
    out.push_str(&format!(
        "<summary><span class=\"verb\">{} {}</span><span class=\"what\"><b>{}</b> <bdi class=\"name\">{}</bdi> \
         <span class=\"language\">{}</span></span><span class=\"facts\">{}</span></summary>\n",
        sign,
        word,
        escape_foreign(&item.address.to_string()),
        escape_html(&inline_text(&item.name, &PAGE_LOOK)),
        escape_foreign(item.language.as_ref().map_or("", |language| language.as_str())),
        facts.join(" · ")
    ));
}

fn write_change_row(out: &mut String, change: &Change, item: &PlanItem) {
    let Change { field, before, after, cause, place } = change;
    let way = match (before, after) {
        (None, _) => "comes",
        (_, None) => "goes",
        (Some(_), Some(_)) => "turns",
    };
    let tag = match cause {
        Cause::Unknown => String::new(),
        Cause::Edited | Cause::Drifted | Cause::Conflict => {
            format!(" <span class=\"cause {0}\">{0}</span>", cause.as_str())
        }
    };
    let place = place.as_ref().map(format_place).unwrap_or_default();
    let effect = illustrate_change(change, item.language.as_ref()).map(|Illustration { before, after }| {
        let sides = [before, after].into_iter().flatten().map(|side| format!("<bdi>{}</bdi>", escape_html(&side)));
        let sides = sides.collect::<Vec<_>>().join("<span class=\"arrow\"> → </span>");
        format!("<p class=\"effect\">{sides}</p>")
    });
    out.push_str(&format!(
        "<li class=\"{way}\"><p class=\"field\"><bdi>{}</bdi>{tag} {place}</p>{}",
        escape_html(&field_label(field, &PAGE_LOOK)),
        effect.unwrap_or_default()
    ));
    let (before, after) = (before.as_deref(), after.as_deref());
    if matches!(field, ChangedField::Instruction(_)) {
        // In a list that is new as a whole, every word comes: marking it would only be loud.
        let said = match (item.operation, after) {
            (Operation::Create, Some(after)) => render_prompt_diff(Some(after), Some(after)),
            _ => render_prompt_diff(before, after),
        };
        out.push_str(&format!("<blockquote dir=\"auto\">{said}</blockquote>"));
    } else {
        let value = |tag: &str, value: &str| {
            format!("<{tag}><bdi>{}</bdi></{tag}>", escape_html(&inline_text(value, &PAGE_LOOK)))
        };
        let values = match (before, after) {
            (Some(before), Some(after)) => {
                format!("{}<span class=\"arrow\"> → </span>{}", value("del", before), value("ins", after))
            }
            (Some(before), None) => value("del", before),
            (None, Some(after)) => value("ins", after),
            (None, None) => String::new(),
        };
        out.push_str(&format!("<p class=\"value\">{values}</p>"));
    }
    out.push_str("</li>\n");
}

fn format_place(place: &Place) -> String {
    let Place { file, line, column } = place;
    format!("<span class=\"place\">{}:{line}:{column}</span>", escape_foreign(file))
}
