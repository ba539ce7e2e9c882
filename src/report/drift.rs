//! Drift for people, for a comment, and as JSON: which resources differ from what was last applied, and how.
//!
//! Always holds: counts stand on top and are ours; `before` is what was applied, `after` what the service holds.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::Place;
use crate::model::Address;
use crate::plan::drift::{Drift, DriftedResource, LiveRevision};
use crate::plan::{Change, Operation, PlanItem};
use crate::report::change::ChangeTense;
use crate::report::heading::Heading;
use crate::report::heading::service_line;
use crate::report::html::{CountCell, HtmlPage, PageWording};
use crate::report::json::to_pretty_json;
use crate::report::plan_report::{write_next_command, write_notes};
use crate::report::prompt_diff::inline_text;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};
use crate::report::{change, html, markdown};

/// Version of the JSON form. Rises when a reader of the old one would misread the new one.
const VERSION: u64 = 1;

/// The drift, and `next`: what to run now (nothing where empty).
#[must_use]
pub fn render_human(drift: &Drift, environment: &str, origin: &str, next: &str, options: &RenderOptions) -> String {
    let mut out = String::new();
    write_wrapped(
        &mut out,
        options,
        "",
        "      ",
        &[TextPiece::new(TextTone::Strong, format!("Drift: {}", summary_line(drift)))],
    );
    out.push_str(&service_line(environment, origin, options));
    for drifted in &drift.resources {
        out.push('\n');
        write_drifted(&mut out, drifted, options);
    }
    write_notes(&mut out, &drift_notes(drift), options);
    if !next.is_empty() {
        out.push('\n');
    }
    write_next_command(&mut out, next, options);
    out
}

/// What could not be compared, and the facts that are no drift.
fn drift_notes(drift: &Drift) -> Vec<String> {
    let mut by_reason: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (address, reason) in &drift.unread {
        by_reason.entry(reason).or_default().push(address.to_string());
    }
    let unread = by_reason.iter().map(|(reason, addresses)| {
        let more = addresses.len().saturating_sub(NAMED_UNREAD);
        let named = addresses[..addresses.len() - more].join(", ");
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        format!("not compared: {named}{more}: {reason}")
    });
    unread.chain(drift.notes.iter().cloned()).collect()
}

/// Resources that are named of those that one reason kept from being compared.
const NAMED_UNREAD: usize = 10;

/// The line that counts: `1 changed, 1 deleted; 3 unchanged; 2 unmanaged`.
#[must_use]
pub fn summary_line(drift: &Drift) -> String {
    let deleted = drift.resources.iter().filter(|drifted| drifted.live.is_none()).count();
    let changed = drift.resources.len() - deleted;
    let mut said = Vec::new();
    if changed > 0 {
        said.push(format!("{changed} changed on the service"));
    }
    if deleted > 0 {
        said.push(format!("{deleted} deleted on the service"));
    }
    // What was not compared may have drifted: then nothing says that there is none.
    let none = (drift.unread.is_empty()).then(|| "none".to_owned());
    let mut parts: Vec<String> = if said.is_empty() { none.into_iter().collect() } else { vec![said.join(", ")] };
    let counts = [(drift.unread.len(), "not compared"), (drift.unchanged, "unchanged"), (drift.unmanaged, "unmanaged")];
    for (n, what) in counts {
        if n > 0 {
            parts.push(format!("{n} {what}"));
        }
    }
    parts.join("; ")
}

fn write_drifted(out: &mut String, drifted: &DriftedResource, options: &RenderOptions) {
    let DriftedResource { address, name, language, id, version, live: held, deltas: _, changes } = drifted;
    let (sign, what, tone) =
        if held.is_some() { ("^", "changed", TextTone::Warning) } else { ("-", "deleted", TextTone::Error) };
    let of = language.as_ref().map(|language| format!(" ({})", Sanitized(language.as_str()))).unwrap_or_default();
    let mut pieces = vec![
        TextPiece::new(tone, format!("{sign} {what}")),
        TextPiece::new(TextTone::Strong, format!(" {address}")),
        TextPiece::new(TextTone::Plain, format!("  \"{}\"{of}", inline_text(name, options))),
        TextPiece::new(TextTone::Faint, format!("  id {id}")),
    ];
    match held {
        Some(LiveRevision { version: now, updated }) => {
            if let Some(now) = now {
                pieces.push(TextPiece::new(TextTone::Faint, format!("  version {version} -> {now}")));
            }
            if !updated.is_empty() {
                pieces.push(TextPiece::new(TextTone::Faint, format!("  at {}", Sanitized(updated))));
            }
        }
        None => pieces.push(TextPiece::new(TextTone::Plain, "  no longer on the service")),
    }
    write_wrapped(out, options, "", "      ", &pieces);
    let item = PlanItem {
        changes: changes.clone(),
        ..PlanItem::new(address.clone(), name, language.as_ref(), Operation::Update)
    };
    change::write_changes(out, &item, ChangeTense::Applied, options);
}

/// The drift as a comment of at most `limit` bytes.
#[must_use]
pub fn render_markdown(drift: &Drift, environment: &str, origin: &str, next: &str, limit: usize) -> String {
    let shown = ShownDrift::new(drift, environment, origin);
    let mut after = String::new();
    write_notes(&mut after, &shown.notes, &RenderOptions::default());
    markdown::render_comment(
        &markdown::Comment {
            heading: &shown.heading,
            summary: summary_line(drift),
            before: String::new(),
            items: &shown.items,
            words: drift_words(drift, &|item| shown.aside(item)),
            after,
            next,
        },
        limit,
    )
}

/// The resources that differ, as they are shown.
fn drift_items(drift: &Drift) -> Vec<PlanItem> {
    let item = |drifted: &DriftedResource| {
        let DriftedResource { address, name, language, id, version: _, live: held, deltas: _, changes } = drifted;
        let verb = if held.is_some() { Operation::Update } else { Operation::Delete };
        let about = PlanItem::new(address.clone(), name, language.as_ref(), verb);
        PlanItem { id: Some(id.clone()), changes: changes.clone(), ..about }
    };
    drift.resources.iter().map(item).collect()
}

/// What is shown beside each of them, where there is something.
fn notes_by_address(drift: &Drift) -> BTreeMap<Address, String> {
    let notes = drift.resources.iter().map(|drifted| (drifted.address.clone(), drift_note(drifted)));
    notes.filter(|(_, note)| !note.is_empty()).collect()
}

/// How a page or a comment speaks of them.
fn drift_words<'a>(drift: &Drift, aside: &'a dyn Fn(&PlanItem) -> Option<String>) -> PageWording<'a> {
    PageWording {
        operation: |verb| if verb == Operation::Delete { ("-", "deleted") } else { ("^", "changed") },
        title: |verb| if verb == Operation::Delete { "Deleted on the service" } else { "Changed on the service" },
        aside,
        tense: ChangeTense::Applied,
        empty_text: if drift.unread.is_empty() {
            "No drift: the service matches the last apply."
        } else {
            "No drift in what was compared."
        },
    }
}

/// The drift as a page to read in a browser: before is what was applied, after what is held.
#[must_use]
pub fn render_html(drift: &Drift, environment: &str, origin: &str, next: &str) -> String {
    let shown = ShownDrift::new(drift, environment, origin);
    html::render_page(&shown.page(&|item| shown.aside(item), next))
}

/// What a page or a comment of a drift is made of.
pub(super) struct ShownDrift<'a> {
    drift: &'a Drift,
    heading: Heading,
    items: Vec<PlanItem>,
    beside: BTreeMap<Address, String>,
    notes: Vec<String>,
}

impl<'a> ShownDrift<'a> {
    /// What is shown of the drift of an environment.
    pub(super) fn new(drift: &'a Drift, environment: &str, origin: &str) -> Self {
        Self {
            drift,
            heading: Heading::for_drift(environment, origin),
            items: drift_items(drift),
            beside: notes_by_address(drift),
            notes: drift_notes(drift),
        }
    }

    /// What is said of a resource beside its verb.
    pub(super) fn aside(&self, item: &PlanItem) -> Option<String> {
        self.beside.get(&item.address).cloned()
    }

    /// The page; `aside` is [`Self::aside`].
    pub(super) fn page<'b>(&'b self, aside: &'b dyn Fn(&PlanItem) -> Option<String>, next: &'b str) -> HtmlPage<'b> {
        let Drift { resources: _, unchanged, unmanaged, already_in_files: _, unread, notes: _ } = self.drift;
        let count = |wanted: Operation| self.items.iter().filter(|item| item.operation == wanted).count();
        let mut cells = vec![
            CountCell { class: "update", n: count(Operation::Update), what: "changed" },
            CountCell { class: "delete", n: count(Operation::Delete), what: "deleted" },
            CountCell { class: "rest", n: *unchanged, what: "unchanged" },
            CountCell { class: "rest", n: *unmanaged, what: "unmanaged" },
        ];
        if !unread.is_empty() {
            cells.push(CountCell { class: "delete", n: unread.len(), what: "not compared" });
        }
        HtmlPage {
            heading: &self.heading,
            cells,
            sentence: summary_line(self.drift),
            items: &self.items,
            words: drift_words(self.drift, aside),
            blockers: &[],
            kept: &[],
            notes: &self.notes,
            additions: &[],
            next,
        }
    }
}

/// What is shown beside a resource that drifted.
fn drift_note(drifted: &DriftedResource) -> String {
    let Some(LiveRevision { version, updated }) = &drifted.live else {
        return "no longer on the service".to_owned();
    };
    let version = version.map(|now| format!("version {} → {now}", drifted.version));
    let at = (!updated.is_empty()).then(|| format!("at {updated}"));
    version.into_iter().chain(at).collect::<Vec<_>>().join(", ")
}

/// What drifted.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DriftDocument<'a> {
    /// Version of this form.
    housestyle_drift: u64,
    /// Address of the service, or `emulator`.
    origin: &'a str,
    /// Environment of the project.
    environment: &'a str,
    /// Totals.
    summary: DriftSummary,
    /// Resources that differ from what was last applied.
    resources: Vec<DriftedResourceDocument<'a>>,
    /// Resources that could not be compared, which may have drifted.
    not_compared: Vec<NotComparedDocument<'a>>,
    /// Facts that are no drift.
    notes: &'a [String],
}

/// Totals of a drift.
#[derive(Debug, Serialize, JsonSchema)]
struct DriftSummary {
    /// Resources that changed on the service.
    changed: usize,
    /// Resources that were deleted there.
    deleted: usize,
    /// Resources as last applied.
    unchanged: usize,
    /// Resources of the account that this project does not manage.
    unmanaged: usize,
    /// Resources that could not be compared.
    not_compared: usize,
}

/// A resource that could not be compared.
#[derive(Debug, Serialize, JsonSchema)]
struct NotComparedDocument<'a> {
    /// `style/support-de`
    address: String,
    /// Why.
    reason: &'a str,
}

/// One list, glossary or collection of spoken terms that drifted.
#[derive(Debug, Serialize, JsonSchema)]
struct DriftedResourceDocument<'a> {
    /// `style/support-de`
    address: String,
    /// `changed` or `deleted`.
    status: &'static str,
    /// Display name as last applied.
    name: &'a str,
    /// Root language, where the kind has one.
    language: Option<String>,
    /// The service's id.
    id: String,
    /// Version after the last apply; 0 where the kind has none.
    applied_version: u64,
    /// Version now.
    version: Option<u64>,
    /// When it was last modified, as reported by the service.
    updated: Option<&'a str>,
    /// What differs.
    changes: Vec<DriftChangeDocument<'a>>,
}

/// One thing that differs.
#[derive(Debug, Serialize, JsonSchema)]
struct DriftChangeDocument<'a> {
    /// What it is about, in words: `name`, `numbers.decimal_separator`, `instruction "Anrede"`.
    field: String,
    /// As last applied. The state holds digests of prompts: their text comes from the files, where those still have it.
    before: Option<&'a str>,
    /// As the service holds it.
    after: Option<&'a str>,
    /// `path:line:column` in the files.
    place: Option<String>,
}

/// The drift as JSON.
#[must_use]
pub fn render_json(drift: &Drift, environment: &str, origin: &str) -> String {
    to_pretty_json(&drift_document(drift, environment, origin))
}

/// The drift as a document.
pub(crate) fn drift_document<'a>(drift: &'a Drift, environment: &'a str, origin: &'a str) -> DriftDocument<'a> {
    let Drift { resources: lists, unchanged: same, unmanaged, already_in_files: _, unread, notes } = drift;
    let deleted = lists.iter().filter(|drifted| drifted.live.is_none()).count();
    DriftDocument {
        housestyle_drift: VERSION,
        origin,
        environment,
        summary: DriftSummary {
            changed: lists.len() - deleted,
            deleted,
            unchanged: *same,
            unmanaged: *unmanaged,
            not_compared: unread.len(),
        },
        resources: lists.iter().map(resource_document).collect(),
        not_compared: unread
            .iter()
            .map(|(address, reason)| NotComparedDocument { address: address.to_string(), reason })
            .collect(),
        notes,
    }
}

fn resource_document(drifted: &DriftedResource) -> DriftedResourceDocument<'_> {
    let DriftedResource { address, name, language, id, version, live: held, deltas: _, changes } = drifted;
    DriftedResourceDocument {
        address: address.to_string(),
        status: if held.is_some() { "changed" } else { "deleted" },
        name,
        language: language.as_ref().map(ToString::to_string),
        id: id.to_string(),
        applied_version: *version,
        version: held.as_ref().and_then(|held| held.version),
        updated: held.as_ref().map(|held| held.updated.as_str()).filter(|updated| !updated.is_empty()),
        changes: changes.iter().map(change_document).collect(),
    }
}

fn change_document(change: &Change) -> DriftChangeDocument<'_> {
    let Change { field, before, after, cause: _, place } = change;
    DriftChangeDocument {
        field: field.to_string(),
        before: before.as_deref(),
        after: after.as_deref(),
        place: place.as_ref().map(Place::to_string),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_compared_is_never_told_as_no_drift() {
        let unread =
            (0..12).map(|n| (Address::parse(&format!("style/s{n}")).unwrap(), "the service said 403".to_owned()));
        let drift = Drift { unread: unread.collect(), ..Drift::default() };
        assert_eq!(summary_line(&drift), "12 not compared");
        let look = RenderOptions::default();
        for text in [
            render_human(&drift, "live", "emulator", "", &look),
            render_markdown(&drift, "live", "emulator", "", markdown::DEFAULT_LIMIT),
            render_html(&drift, "live", "emulator", ""),
        ] {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains("and 2 more: the service said 403") && !text.contains("Drift: none"), "{text}");
            assert!(!text.contains("matches the last apply"), "{text}");
        }
        let json: serde_json::Value = serde_json::from_str(&render_json(&drift, "live", "emulator")).unwrap();
        assert_eq!(json["summary"]["not_compared"], 12);
        assert_eq!(json["not_compared"][0]["reason"], "the service said 403");
    }
}
