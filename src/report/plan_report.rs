//! A plan for people: what would happen, the gravest first, and what to do next.
//!
//! Always holds: the totals are on the first line and are ours; deletions come next, then resources whose id changes, then
//! the rest by address. Every change, everything kept and every blocking safeguard is shown whole: lines are wrapped, never
//! cut. Foreign text never begins a line.

use crate::catalogue::load;
use crate::model::resource::ResourceContent;
use crate::model::style::RuleKey;
use crate::model::{Address, Id};
use crate::plan::shared_changes::{GroupedItems, group_items};
use crate::plan::{Blocker, DeferredDeletion, Hazard, KeptAdditions, Operation, Plan, PlanItem};
use crate::report::change::{self, ChangeTense};
use crate::report::heading::Heading;
use crate::report::humanize::count_noun;
use crate::report::prompt_diff::inline_text;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_wrapped};

/// Items from which on the ids that change are gathered at the top, so that they are seen without scrolling.
const HIGHLIGHT_THRESHOLD: usize = 10;
/// Addresses gathered at the top; the rest is counted.
const MAX_HIGHLIGHTS: usize = 12;
/// Every operation, in the order of the line that counts.
pub(crate) const OPERATIONS: [Operation; 7] = [
    Operation::Create,
    Operation::Update,
    Operation::Delete,
    Operation::Replace,
    Operation::Import,
    Operation::Forget,
    Operation::Sweep,
];

/// The plan, and `next`: what to run now, said last (nothing where empty).
#[must_use]
pub fn render_human(plan: &Plan, next: &str, options: &RenderOptions) -> String {
    render_with_heading(&Heading::for_plan(plan), plan, next, options)
}

/// The same under another heading.
#[must_use]
pub fn render_with_heading(heading: &Heading, plan: &Plan, next: &str, options: &RenderOptions) -> String {
    let mut out = String::new();
    write_header(&mut out, heading, plan, options);
    write_highlights(&mut out, plan, options);
    let GroupedItems { shared, rest } = group_items(&plan.items);
    let (grave, others): (Vec<&PlanItem>, Vec<&PlanItem>) =
        sort_by_severity(rest.iter().map(AsRef::as_ref)).partition(|item| severity(item) < SAFE);
    for item in grave {
        out.push('\n');
        write_item(&mut out, item, options);
    }
    for group in &shared {
        out.push('\n');
        change::write_shared_changes(&mut out, group, ChangeTense::Planned, options);
    }
    for item in others {
        out.push('\n');
        write_item(&mut out, item, options);
    }
    write_kept(&mut out, &plan.kept, options);
    write_blockers(&mut out, &plan.blockers, options);
    write_notes(&mut out, &plan.notes, options);
    write_additions(&mut out, &plan.additions, options);
    if !next.is_empty() {
        out.push('\n');
    }
    write_next_command(&mut out, next, options);
    out
}

/// What to run next, where there is something: a command on each line.
pub(super) fn write_next_command(out: &mut String, next: &str, options: &RenderOptions) {
    for (index, command) in next.lines().enumerate() {
        let head = if index == 0 { "next: " } else { "      " };
        // Never wrapped: a command is there to be pasted.
        out.push_str(&format!("{head}{}\n", options.paint(TextTone::Help, Sanitized(command))));
    }
}

/// The line that counts, without colour: `2 to create, 1 to change, 0 to delete; 3 kept; 12 unchanged; 4 unmanaged`.
#[must_use]
pub fn summary_line(heading: &Heading, plan: &Plan) -> String {
    let Plan {
        basis: _,
        items,
        calls,
        unchanged,
        read_back: _,
        kept,
        blockers,
        unmanaged,
        notes: _,
        seen: _,
        additions: _,
    } = plan;
    // What is new, what changes and what goes is always said, so that `0 to delete` can be relied on.
    let said: Vec<String> = OPERATIONS
        .into_iter()
        .map(|verb| (verb, plan.count_operations(verb)))
        .filter(|(verb, n)| *n > 0 || matches!(verb, Operation::Create | Operation::Update | Operation::Delete))
        .map(|(verb, n)| format!("{n} to {}", operation_word(verb)))
        .collect();
    let blocked = (!blockers.is_empty()).then(|| format!("blocked by {}", count_noun(blockers.len(), "safeguard")));
    let mut parts = match (&blocked, items.is_empty()) {
        (None, true) => vec![heading.empty_text.to_owned()],
        (Some(blocked), true) if blockers.iter().any(|blocker| blocker.safeguard.precludes_comparison()) => {
            vec![format!("{blocked} (nothing was compared)")]
        }
        (Some(blocked), true) => vec![format!("{blocked} (nothing else to change)")],
        (None, false) => vec![said.join(", ")],
        (Some(blocked), false) => vec![said.join(", "), blocked.clone()],
    };
    let unmanaged: usize = unmanaged.values().sum();
    let left_out = plan.count_left_out();
    let counts = [
        (left_out, "left out"),
        (kept.len() - left_out, "kept"),
        (unchanged.len(), "unchanged"),
        (unmanaged, "unmanaged"),
    ];
    for (n, what) in counts {
        if n > 0 {
            parts.push(format!("{n} {what}"));
        }
    }
    if *calls > 0 {
        parts.push(count_noun(*calls, "write"));
    }
    parts.join("; ")
}

/// The verb as it stands behind a count and before an address.
pub(crate) fn operation_word(operation: Operation) -> &'static str {
    match operation {
        Operation::Delete => "delete",
        Operation::Replace => "replace",
        Operation::Create => "create",
        Operation::Update => "change",
        Operation::Import => "import",
        Operation::Forget => "forget",
        Operation::Sweep => "clean up",
    }
}

/// The sign before it.
pub(crate) fn operation_sign(operation: Operation) -> (&'static str, TextTone) {
    match operation {
        Operation::Delete | Operation::Sweep => ("-", TextTone::Error),
        Operation::Replace => ("-/+", TextTone::Error),
        Operation::Create => ("+", TextTone::Success),
        Operation::Update => ("~", TextTone::Change),
        Operation::Import | Operation::Forget => ("=", TextTone::Help),
    }
}

/// One resource with everything that would happen to it.
pub(super) fn write_item(out: &mut String, item: &PlanItem, options: &RenderOptions) {
    write_item_head(out, item, options);
    write_hazards(out, item, options);
    change::write_changes(out, item, ChangeTense::Planned, options);
    write_opaque_rules(out, item, options);
}

fn write_header(out: &mut String, heading: &Heading, plan: &Plan, options: &RenderOptions) {
    let Heading { title, empty_text: _, about, name: _ } = heading;
    write_wrapped(
        out,
        options,
        "",
        "      ",
        &[TextPiece::new(TextTone::Strong, format!("{title}: {}", summary_line(heading, plan)))],
    );
    write_wrapped(out, options, "", "      ", &[TextPiece::new(TextTone::Faint, about)]);
    if !plan.blockers.is_empty() {
        let text = "this plan cannot be applied as it is: see the blocking safeguards below";
        write_wrapped(out, options, "! ", "  ", &[TextPiece::new(TextTone::Error, text)]);
    }
}

/// In a long plan, every resource that goes or gets a new id, before anything else.
fn write_highlights(out: &mut String, plan: &Plan, options: &RenderOptions) {
    if plan.items.len() <= HIGHLIGHT_THRESHOLD {
        return;
    }
    for (operation, what) in [(Operation::Replace, "new ids"), (Operation::Delete, "to delete")] {
        let items: Vec<&PlanItem> = plan.items.iter().filter(|item| item.operation == operation).collect();
        if items.is_empty() {
            continue;
        }
        let mut pieces = vec![TextPiece::new(TextTone::Error, format!("{what}:"))];
        for (index, item) in items.iter().take(MAX_HIGHLIGHTS).enumerate() {
            let comma = if index == 0 { " " } else { ", " };
            pieces.push(TextPiece::new(TextTone::Plain, format!("{comma}{}", Sanitized(&item.address.to_string()))));
            if let (Operation::Replace, Some(id)) = (operation, &item.id) {
                pieces.push(TextPiece::new(TextTone::Strong, format!(" ({id})")));
            }
        }
        if items.len() > MAX_HIGHLIGHTS {
            pieces.push(TextPiece::new(TextTone::Plain, format!(" and {} more", items.len() - MAX_HIGHLIGHTS)));
        }
        write_wrapped(out, options, "", "  ", &pieces);
    }
}

/// Deletions, then replaces, then the rest as the plan has it.
pub(super) fn sort_by_severity<'p>(
    items: impl IntoIterator<Item = &'p PlanItem>,
) -> impl Iterator<Item = &'p PlanItem> {
    let mut sorted: Vec<&PlanItem> = items.into_iter().collect();
    sorted.sort_by_key(|item| (severity(item), &item.address));
    sorted.into_iter()
}

/// How grave an operation is: the least number is the gravest.
pub(super) fn severity(item: &PlanItem) -> u8 {
    match item.operation {
        Operation::Delete => 0,
        Operation::Replace => 1,
        Operation::Sweep => 2,
        Operation::Create | Operation::Update | Operation::Import | Operation::Forget => SAFE,
    }
}

/// The severity of operations that take nothing away.
pub(super) const SAFE: u8 = 3;

fn write_item_head(out: &mut String, item: &PlanItem, options: &RenderOptions) {
    let (sign, tone) = operation_sign(item.operation);
    let mut pieces = vec![
        TextPiece::new(tone, format!("{sign} {}", operation_word(item.operation))),
        TextPiece::new(TextTone::Strong, format!(" {}", item.address)),
        TextPiece::new(TextTone::Plain, format!("  \"{}\"", inline_text(&item.name, options))),
    ];
    if let Some(language) = &item.language {
        pieces.push(TextPiece::new(TextTone::Plain, format!(" ({})", Sanitized(language.as_str()))));
    }
    if let Some(id) = &item.id {
        let tone = if item.operation == Operation::Replace { TextTone::Strong } else { TextTone::Faint };
        let what = if item.operation == Operation::Replace { "old id" } else { "id" };
        pieces.push(TextPiece::new(tone, format!("  {what} {id}")));
    }
    if let Some(from) = &item.moved_from {
        pieces.push(TextPiece::new(TextTone::Plain, format!("  formerly {from}")));
    }
    if item.protected {
        pieces.push(TextPiece::new(TextTone::Faint, "  protected"));
    }
    if let Some(text) = item_note(item) {
        pieces.push(TextPiece::new(TextTone::Plain, format!("  {}", Sanitized(&text))));
    }
    if let Some(place) = &item.place {
        pieces.push(TextPiece::new(
            TextTone::Faint,
            format!("  {}:{}:{}", Sanitized(&place.file), place.line, place.column),
        ));
    }
    write_wrapped(out, options, "", "      ", &pieces);
}

/// What is said of a resource beside its verb: how much it holds, or why nothing is sent.
pub(super) fn item_note(item: &PlanItem) -> Option<String> {
    match item.operation {
        Operation::Create | Operation::Replace => item.desired.as_deref().map(content_size),
        Operation::Import if item.changes.is_empty() => Some("unchanged; nothing is sent".to_owned()),
        Operation::Forget if item.live.is_some() => Some("stays on the service; nothing is sent".to_owned()),
        Operation::Forget => Some("no longer on the service; nothing is sent".to_owned()),
        Operation::Sweep => Some("orphaned: left by an interrupted creation".to_owned()),
        Operation::Import => Some("and change".to_owned()),
        Operation::Delete | Operation::Update => None,
    }
}

/// How much a resource says.
fn content_size(content: &ResourceContent) -> String {
    match content {
        ResourceContent::Style(style) => {
            format!(
                "{}, {}",
                count_noun(style.rules.len(), "rule"),
                count_noun(style.instructions.len(), "instruction")
            )
        }
        ResourceContent::TermSet(term_set) => {
            let parts =
                term_set.parts.iter().map(|(part, entries)| format!("{part}: {}", part.count_entries(entries.len())));
            parts.collect::<Vec<_>>().join(", ")
        }
        ResourceContent::StyleProfile(profile) => count_noun(profile.links().count(), "component"),
    }
}

fn write_hazards(out: &mut String, item: &PlanItem, options: &RenderOptions) {
    for hazard in &item.hazards {
        write_wrapped(
            out,
            options,
            "    ! ",
            "      ",
            &[TextPiece::new(TextTone::Warning, hazard_text(*hazard, item))],
        );
    }
}

/// What to look at twice, in a sentence.
pub(super) fn hazard_text(hazard: Hazard, item: &PlanItem) -> String {
    match hazard {
        Hazard::Deletes => format!(
            "permanent: the service keeps no copy (restorable as a new {} with `apply --undo`)",
            item.address.kind.noun()
        ),
        Hazard::ChangesId => match &item.id {
            Some(id) => format!("new id: applications that use {id} have to be changed"),
            None => "new id: applications that use the old one have to be changed".to_owned(),
        },
        Hazard::OverwritesDrift => "overwrites drift: a change made on the service since the last apply".to_owned(),
        Hazard::OlderFiles => "goes back: it was applied from newer files than these".to_owned(),
        Hazard::Shrinks => "removes a large part of its content".to_owned(),
        Hazard::DropsUnknown => "removes rules that this version does not know".to_owned(),
    }
}

/// Live rules that stay as they are, by the reason, with what makes them manageable.
pub(super) fn kept_by_reason(rules: &[RuleKey]) -> Vec<(&'static str, Vec<&RuleKey>, String)> {
    let of = |is_public: bool| {
        let is_such = |key: &&RuleKey| load::is_public_alone(&key.category, &key.rule, None) == is_public;
        let (what, hint) = load::explain_unmanageable(is_public);
        (what, rules.iter().filter(is_such).collect::<Vec<_>>(), hint)
    };
    [of(false), of(true)].into_iter().filter(|(_, keys, _)| !keys.is_empty()).collect()
}

fn write_opaque_rules(out: &mut String, item: &PlanItem, options: &RenderOptions) {
    for (what, keys, hint) in kept_by_reason(&item.kept_rules) {
        let rules: Vec<String> = keys.iter().map(|key| Sanitized(&key.to_string()).to_string()).collect();
        let text = format!("kept, {what}: {}{hint}", rules.join(", "));
        write_wrapped(out, options, "    = ", "      ", &[TextPiece::new(TextTone::Plain, text)]);
    }
}

pub(super) fn write_kept(out: &mut String, kept: &[DeferredDeletion], options: &RenderOptions) {
    if kept.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}\n", options.paint(TextTone::Strong, "Kept:")));
    for DeferredDeletion { address, id, name, effect: what, reason: why } in kept {
        let pieces = [
            TextPiece::new(TextTone::Strong, resource_label(address, id.as_ref(), name, options)),
            TextPiece::new(TextTone::Plain, format!(": {}: {}", Sanitized(what), Sanitized(why))),
        ];
        write_wrapped(out, options, "  ", "      ", &pieces);
    }
}

fn resource_label(address: &Address, id: Option<&Id>, name: &str, options: &RenderOptions) -> String {
    let id = id.map(|id| format!(" id {id}")).unwrap_or_default();
    format!("{address} \"{}\"{id}", inline_text(name, options))
}

pub(super) fn write_blockers(out: &mut String, refusals: &[Blocker], options: &RenderOptions) {
    if refusals.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}\n", options.paint(TextTone::Error, "Blocked by:")));
    for Blocker { safeguard, address, message, help } in refusals {
        let address = address.as_ref().map(|address| format!("{address}: ")).unwrap_or_default();
        let pieces = [
            TextPiece::new(TextTone::Error, format!("[{}]", safeguard.name())),
            TextPiece::new(TextTone::Plain, format!(" {address}{}", Sanitized(message))),
        ];
        write_wrapped(out, options, "! ", "    ", &pieces);
        let pieces =
            [TextPiece::new(TextTone::Help, "help:"), TextPiece::new(TextTone::Plain, format!(" {}", Sanitized(help)))];
        write_wrapped(out, options, "    ", "          ", &pieces);
    }
}

/// What people added to shared parts, counted: who wants to see it says so with `-v`.
pub(super) fn write_additions(out: &mut String, additions: &[KeptAdditions], options: &RenderOptions) {
    let told = additions.iter().map(KeptAdditions::describe).collect::<Vec<_>>();
    write_notes(out, &told, options);
}

/// Facts that change nothing.
pub(super) fn write_notes(out: &mut String, notes: &[String], options: &RenderOptions) {
    for note in notes {
        out.push('\n');
        let pieces =
            [TextPiece::new(TextTone::Help, "note:"), TextPiece::new(TextTone::Plain, format!(" {}", Sanitized(note)))];
        write_wrapped(out, options, "", "      ", &pieces);
    }
}
