//! One object of a page: what happens to it, what to look at twice, and each change.

use crate::diagnostic::Place;
use crate::plan::{Cause, Change, Field, Item, Verb};
use crate::report::change::{Together, first, subject, together};
use crate::report::html::Words;
use crate::report::html::text::{escape, text, words};
use crate::report::plan::warning;

/// Entries of a part that are shown; the others are counted.
const ENTRIES: usize = 500;

/// The object as a card that folds.
pub(super) fn card(out: &mut String, item: &Item, words: &Words<'_>, open: bool) {
    let causes: Vec<&str> = [Cause::Edited, Cause::Drifted, Cause::Conflict]
        .into_iter()
        .filter(|cause| item.changes.iter().any(|change| change.cause == *cause))
        .map(Cause::as_str)
        .collect();
    let verb = item.verb.name();
    out.push_str(&format!(
        "<details class=\"card {verb}\" data-verb=\"{verb}\" data-cause=\"{}\" data-hazard=\"{}\"{}>\n",
        causes.join(" "),
        if item.hazards.is_empty() { "" } else { "hazards" },
        if open { " open" } else { "" }
    ));
    head(out, item, words);
    out.push_str("<div class=\"body\">\n");
    for hazard in &item.hazards {
        out.push_str(&format!("<p class=\"hazard\">{}</p>\n", escape(&warning(*hazard, item))));
    }
    if !item.changes.is_empty() {
        out.push_str("<ul class=\"changes\">\n");
        for group in together(&item.changes) {
            let (part, changes) = match group {
                Together::One(change) => {
                    row(out, change, item.verb);
                    continue;
                }
                Together::Entries(part, changes) => (part, changes),
            };
            let (shown, more) = first(part, changes, ENTRIES, words.tense);
            for change in shown {
                row(out, change, item.verb);
            }
            if let Some(more) = more {
                let more = escape(&more);
                out.push_str(&format!("<li class=\"more\">{more}. The form json holds every one.</li>\n"));
            }
        }
        out.push_str("</ul>\n");
    }
    if !item.kept.is_empty() {
        let kept: Vec<String> =
            item.kept.iter().map(|key| format!("<code>{}</code>", text(&key.to_string()))).collect();
        out.push_str(&format!("<p class=\"kept\">Kept, though nobody here knows it: {}</p>\n", kept.join(", ")));
    }
    out.push_str("</div></details>\n");
}

fn head(out: &mut String, item: &Item, words: &Words<'_>) {
    let mut facts = Vec::new();
    if let Some(from) = &item.moved_from {
        facts.push(format!("formerly <code>{}</code>", text(&from.to_string())));
    }
    facts.extend((words.aside)(item).map(|said| text(&said)));
    if item.protected {
        facts.push("protected".to_owned());
    }
    if let Some(id) = &item.id {
        let what = if item.verb == Verb::Replace { "old id" } else { "id" };
        facts.push(format!("{what} <span class=\"id\">{}</span>", text(id.as_str())));
    }
    if let Some(place) = &item.place {
        facts.push(written(place));
    }
    let (sign, word) = (words.verb)(item.verb);
    out.push_str(&format!(
        "<summary><span class=\"verb\">{} {}</span><span class=\"what\"><b>{}</b> <span class=\"name\">{}</span> \
         <span class=\"language\">{}</span></span><span class=\"facts\">{}</span></summary>\n",
        sign,
        word,
        text(&item.address.to_string()),
        text(&item.name),
        text(item.language.as_ref().map_or("", |language| language.as_str())),
        facts.join(" · ")
    ));
}

fn row(out: &mut String, change: &Change, verb: Verb) {
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
    let place = place.as_ref().map(written).unwrap_or_default();
    out.push_str(&format!("<li class=\"{way}\"><p class=\"field\">{}{tag} {place}</p>", escape(&subject(field))));
    let (before, after) = (before.as_deref(), after.as_deref());
    if matches!(field, Field::Instruction(_)) {
        // In a list that is new as a whole, every word comes: marking it would only be loud.
        let said = match (verb, after) {
            (Verb::Create, Some(after)) => words(Some(after), Some(after)),
            _ => words(before, after),
        };
        out.push_str(&format!("<blockquote>{said}</blockquote>"));
    } else {
        let value = |tag: &str, value: &str| format!("<{tag}>{}</{tag}>", text(value));
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

fn written(place: &Place) -> String {
    let Place { file, line, column } = place;
    format!("<span class=\"place\">{}:{line}:{column}</span>", text(file))
}
