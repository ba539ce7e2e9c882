//! A plan for people: what would happen, the gravest first, and what to do next.
//!
//! Always holds: the totals stand on the first line and are ours; deletions come next, then objects whose id changes, then
//! the rest by address. Every step's change, everything held and every refusal is said. Foreign text never begins a line.

use crate::model::object::Content;
use crate::model::{Address, Id};
use crate::plan::{Hazard, Held, Item, Plan, Refusal, Verb};
use crate::report::change::{self, Tense};
use crate::report::heading::Heading;
use crate::report::look::{Look, Tone};
use crate::report::shown::Shown;
use crate::report::words::count;
use crate::report::wrap::{Piece, wrap};

/// Items from which on the ids that change are gathered at the top, so that they are seen without scrolling.
const LONG: usize = 10;
/// Addresses gathered at the top; the rest is counted.
const GATHERED: usize = 12;
/// Columns of a display name.
const NAME: usize = 60;

/// The plan, and `next`: what to run now, said last (nothing where empty).
#[must_use]
pub fn human(plan: &Plan, next: &str, look: &Look) -> String {
    human_under(&Heading::plan(plan), plan, next, look)
}

/// The same under another heading.
#[must_use]
pub fn human_under(heading: &Heading, plan: &Plan, next: &str, look: &Look) -> String {
    let mut out = String::new();
    totals(&mut out, heading, plan, look);
    gathered(&mut out, plan, look);
    for item in in_order(&plan.items) {
        out.push('\n');
        block(&mut out, item, look);
    }
    held(&mut out, &plan.held, look);
    refusals(&mut out, &plan.refusals, look);
    notes(&mut out, &plan.notes, look);
    if !next.is_empty() {
        out.push('\n');
    }
    proposal(&mut out, next, look);
    out
}

/// What to call next, where there is something.
pub(super) fn proposal(out: &mut String, next: &str, look: &Look) {
    if !next.is_empty() {
        let pieces = [Piece::new(Tone::Plain, "next: "), Piece::new(Tone::Help, Shown(next).to_string())];
        wrap(out, look, "", "      ", &pieces);
    }
}

/// The line that counts, without colour: `2 to create, 1 to change; 3 held; 12 unchanged; 4 not managed`.
#[must_use]
pub fn counts(heading: &Heading, plan: &Plan) -> String {
    let Plan { basis: _, items, calls, unchanged, held, refusals, unmanaged, notes: _ } = plan;
    let verbs = [Verb::Create, Verb::Update, Verb::Delete, Verb::Replace, Verb::Adopt, Verb::Forget, Verb::Sweep];
    // What is new, what changes and what goes is always said, so that `0 to delete` can be relied on.
    let said: Vec<String> = verbs
        .into_iter()
        .map(|verb| (verb, plan.count(verb)))
        .filter(|(verb, n)| *n > 0 || matches!(verb, Verb::Create | Verb::Update | Verb::Delete))
        .map(|(verb, n)| format!("{n} to {}", word(verb)))
        .collect();
    let mut parts = vec![if items.is_empty() { heading.nothing.to_owned() } else { said.join(", ") }];
    let unmanaged: usize = unmanaged.values().sum();
    for (n, what) in [(held.len(), "held"), (unchanged.len(), "unchanged"), (unmanaged, "not managed")] {
        if n > 0 {
            parts.push(format!("{n} {what}"));
        }
    }
    if *calls > 0 {
        parts.push(count(*calls, "call"));
    }
    if !refusals.is_empty() {
        parts.push(format!("refused by {}", count(refusals.len(), "guard")));
    }
    parts.join("; ")
}

/// The verb as it stands behind a count and before an address.
pub(crate) fn word(verb: Verb) -> &'static str {
    match verb {
        Verb::Delete => "delete",
        Verb::Replace => "replace",
        Verb::Create => "create",
        Verb::Update => "change",
        Verb::Adopt => "adopt",
        Verb::Forget => "forget",
        Verb::Sweep => "sweep",
    }
}

/// The sign before it.
pub(crate) fn sign(verb: Verb) -> (&'static str, Tone) {
    match verb {
        Verb::Delete | Verb::Sweep => ("-", Tone::Bad),
        Verb::Replace => ("-/+", Tone::Bad),
        Verb::Create => ("+", Tone::Good),
        Verb::Update => ("~", Tone::Change),
        Verb::Adopt | Verb::Forget => ("=", Tone::Help),
    }
}

/// One object with everything that would happen to it.
pub(super) fn block(out: &mut String, item: &Item, look: &Look) {
    head(out, item, look);
    hazards(out, item, look);
    change::list(out, item, Tense::ToCome, look);
    kept(out, item, look);
}

fn totals(out: &mut String, heading: &Heading, plan: &Plan, look: &Look) {
    let Heading { title, nothing: _, about, name: _ } = heading;
    wrap(out, look, "", "      ", &[Piece::new(Tone::Strong, format!("{title}: {}", counts(heading, plan)))]);
    wrap(out, look, "", "      ", &[Piece::new(Tone::Faint, about)]);
    if !plan.refusals.is_empty() {
        let text = "this plan must not be applied as it is: see the refusals below";
        wrap(out, look, "! ", "  ", &[Piece::new(Tone::Bad, text)]);
    }
}

/// In a long plan, every object that goes or gets a new id, before anything else.
fn gathered(out: &mut String, plan: &Plan, look: &Look) {
    if plan.items.len() <= LONG {
        return;
    }
    for (verb, what) in [(Verb::Replace, "new ids"), (Verb::Delete, "deleted")] {
        let items: Vec<&Item> = plan.items.iter().filter(|item| item.verb == verb).collect();
        if items.is_empty() {
            continue;
        }
        let mut pieces = vec![Piece::new(Tone::Bad, format!("{what}:"))];
        for (index, item) in items.iter().take(GATHERED).enumerate() {
            let comma = if index == 0 { " " } else { ", " };
            pieces.push(Piece::new(Tone::Plain, format!("{comma}{}", Shown(&item.address.to_string()))));
            if let (Verb::Replace, Some(id)) = (verb, &item.id) {
                pieces.push(Piece::new(Tone::Strong, format!(" ({id})")));
            }
        }
        if items.len() > GATHERED {
            pieces.push(Piece::new(Tone::Plain, format!(" and {} more", items.len() - GATHERED)));
        }
        wrap(out, look, "", "  ", &pieces);
    }
}

/// Deletions, then replaces, then the rest as the plan has it.
pub(super) fn in_order(items: &[Item]) -> impl Iterator<Item = &Item> {
    let gravity = |item: &Item| match item.verb {
        Verb::Delete => 0,
        Verb::Replace => 1,
        Verb::Sweep => 2,
        Verb::Create | Verb::Update | Verb::Adopt | Verb::Forget => 3,
    };
    let mut sorted: Vec<&Item> = items.iter().collect();
    sorted.sort_by_key(|item| (gravity(item), &item.address));
    sorted.into_iter()
}

fn head(out: &mut String, item: &Item, look: &Look) {
    let (sign, tone) = sign(item.verb);
    let mut pieces = vec![
        Piece::new(tone, format!("{sign} {}", word(item.verb))),
        Piece::new(Tone::Strong, format!(" {}", item.address)),
        Piece::new(Tone::Plain, format!("  \"{}\"", look.cut(&item.name, NAME))),
    ];
    if let Some(language) = &item.language {
        pieces.push(Piece::new(Tone::Plain, format!(" ({})", Shown(language.as_str()))));
    }
    if let Some(id) = &item.id {
        let tone = if item.verb == Verb::Replace { Tone::Strong } else { Tone::Faint };
        let what = if item.verb == Verb::Replace { "old id" } else { "id" };
        pieces.push(Piece::new(tone, format!("  {what} {id}")));
    }
    if let Some(from) = &item.moved_from {
        pieces.push(Piece::new(Tone::Plain, format!("  formerly {from}")));
    }
    if item.protected {
        pieces.push(Piece::new(Tone::Faint, "  protected"));
    }
    if let Some(text) = aside(item) {
        pieces.push(Piece::new(Tone::Plain, format!("  {}", Shown(&text))));
    }
    if let Some(place) = &item.place {
        pieces.push(Piece::new(Tone::Faint, format!("  {}:{}:{}", Shown(&place.file), place.line, place.column)));
    }
    wrap(out, look, "", "      ", &pieces);
}

/// What is said of an object beside its verb: how much it holds, or why nothing is sent.
pub(super) fn aside(item: &Item) -> Option<String> {
    match item.verb {
        Verb::Create | Verb::Replace => item.wanted.as_ref().map(size),
        Verb::Adopt if item.changes.is_empty() => Some("as it is; nothing is sent".to_owned()),
        Verb::Forget => Some("gone from the service; nothing is sent".to_owned()),
        Verb::Sweep => Some("rest of an interrupted creation".to_owned()),
        Verb::Adopt => Some("and change".to_owned()),
        Verb::Delete | Verb::Update => None,
    }
}

/// How much an object says.
fn size(content: &Content) -> String {
    match content {
        Content::Style(style) => {
            format!("{}, {}", count(style.rules.len(), "rule"), count(style.instructions.len(), "instruction"))
        }
        Content::Lexicon(lexicon) => {
            let parts = lexicon.parts.iter().map(|(part, entries)| format!("{part}: {}", part.count(entries.len())));
            parts.collect::<Vec<_>>().join(", ")
        }
    }
}

fn hazards(out: &mut String, item: &Item, look: &Look) {
    for hazard in &item.hazards {
        wrap(out, look, "    ! ", "      ", &[Piece::new(Tone::Doubt, warning(*hazard, item))]);
    }
}

/// What to look at twice, in a sentence.
pub(super) fn warning(hazard: Hazard, item: &Item) -> String {
    match hazard {
        Hazard::Deletes => "goes for good: the service keeps no copy".to_owned(),
        Hazard::ChangesId => match &item.id {
            Some(id) => format!("gets a new id: applications that hold {id} break"),
            None => "gets a new id: applications that hold the old one break".to_owned(),
        },
        Hazard::OverwritesDrift => "overwrites what somebody changed on the service".to_owned(),
        Hazard::Shrinks => "loses a large part of its content".to_owned(),
        Hazard::DropsUnknown => "loses rules that nobody here knows".to_owned(),
    }
}

fn kept(out: &mut String, item: &Item, look: &Look) {
    if item.kept.is_empty() {
        return;
    }
    let rules: Vec<String> = item.kept.iter().map(|key| Shown(&key.to_string()).to_string()).collect();
    let text = format!(
        "kept, though nobody here knows {}: {}",
        if rules.len() == 1 { "it" } else { "them" },
        rules.join(", ")
    );
    wrap(out, look, "    = ", "      ", &[Piece::new(Tone::Plain, text)]);
}

pub(super) fn held(out: &mut String, held: &[Held], look: &Look) {
    if held.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}\n", look.paint(Tone::Strong, "Held, not done:")));
    for Held { address, id, name, what, why } in held {
        let pieces = [
            Piece::new(Tone::Strong, subject(address, id.as_ref(), name, look)),
            Piece::new(Tone::Plain, format!(": {}: {}", Shown(what), Shown(why))),
        ];
        wrap(out, look, "  ", "      ", &pieces);
    }
}

fn subject(address: &Address, id: Option<&Id>, name: &str, look: &Look) -> String {
    let id = id.map(|id| format!(" id {id}")).unwrap_or_default();
    format!("{address} \"{}\"{id}", look.cut(name, NAME))
}

pub(super) fn refusals(out: &mut String, refusals: &[Refusal], look: &Look) {
    if refusals.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}\n", look.paint(Tone::Bad, "Refused:")));
    for Refusal { guard, address, message, help } in refusals {
        let address = address.as_ref().map(|address| format!("{address}: ")).unwrap_or_default();
        let pieces = [
            Piece::new(Tone::Bad, format!("[{}]", guard.name())),
            Piece::new(Tone::Plain, format!(" {address}{}", Shown(message))),
        ];
        wrap(out, look, "! ", "    ", &pieces);
        let pieces = [Piece::new(Tone::Help, "help:"), Piece::new(Tone::Plain, format!(" {}", Shown(help)))];
        wrap(out, look, "    ", "          ", &pieces);
    }
}

/// Facts that change nothing.
pub(super) fn notes(out: &mut String, notes: &[String], look: &Look) {
    for note in notes {
        out.push('\n');
        let pieces = [Piece::new(Tone::Help, "note:"), Piece::new(Tone::Plain, format!(" {}", Shown(note)))];
        wrap(out, look, "", "      ", &pieces);
    }
}
