//! Drift for people, for a comment, and as JSON: which lists say something else than was last applied, and what.
//!
//! Always holds: counts stand on top and are ours; `before` is what was applied, `after` what the service holds.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::Place;
use crate::model::Address;
use crate::plan::drift::{Drift, Drifted, Held};
use crate::plan::{Change, Item, Verb};
use crate::report::change::Tense;
use crate::report::heading::Heading;
use crate::report::html::{Cell, Sheet, Words};
use crate::report::json::pretty;
use crate::report::look::{Look, Tone};
use crate::report::plan::{notes, proposal};
use crate::report::shown::Shown;
use crate::report::words::count;
use crate::report::wrap::{Piece, wrap};
use crate::report::{change, html};

/// Version of the JSON form. Rises when a reader of the old one would misread the new one.
const VERSION: u64 = 1;

/// Columns of a display name.
const NAME: usize = 60;

/// The drift, and `next`: what to run now (nothing where empty).
#[must_use]
pub fn human(drift: &Drift, environment: &str, origin: &str, next: &str, look: &Look) -> String {
    let mut out = String::new();
    wrap(&mut out, look, "", "      ", &[Piece::new(Tone::Strong, format!("Drift: {}", sentence(drift)))]);
    let about = format!("environment {}, service {}", Shown(environment), Shown(origin));
    wrap(&mut out, look, "", "      ", &[Piece::new(Tone::Faint, about)]);
    for drifted in &drift.lists {
        out.push('\n');
        block(&mut out, drifted, look);
    }
    notes(&mut out, &drift.notes, look);
    if !next.is_empty() {
        out.push('\n');
    }
    proposal(&mut out, next, look);
    out
}

/// The line that counts: `1 changed, 1 deleted; 3 as last applied; 2 not managed`.
#[must_use]
pub fn sentence(drift: &Drift) -> String {
    let deleted = drift.lists.iter().filter(|drifted| drifted.held.is_none()).count();
    let changed = drift.lists.len() - deleted;
    let mut said = Vec::new();
    if changed > 0 {
        said.push(format!("{} changed on the service", count(changed, "list")));
    }
    if deleted > 0 {
        said.push(format!("{} deleted there", count(deleted, "list")));
    }
    let mut parts = vec![if said.is_empty() { "none".to_owned() } else { said.join(", ") }];
    for (n, what) in [(drift.same, "as last applied"), (drift.unmanaged, "not managed")] {
        if n > 0 {
            parts.push(format!("{n} {what}"));
        }
    }
    parts.join("; ")
}

fn block(out: &mut String, drifted: &Drifted, look: &Look) {
    let Drifted { address, name, language, id, version, held, deltas: _, changes } = drifted;
    let (sign, what, tone) = if held.is_some() { ("^", "changed", Tone::Doubt) } else { ("-", "deleted", Tone::Bad) };
    let of = language.as_ref().map(|language| format!(" ({})", Shown(language.as_str()))).unwrap_or_default();
    let mut pieces = vec![
        Piece::new(tone, format!("{sign} {what}")),
        Piece::new(Tone::Strong, format!(" {address}")),
        Piece::new(Tone::Plain, format!("  \"{}\"{of}", look.cut(name, NAME))),
        Piece::new(Tone::Faint, format!("  id {id}")),
    ];
    match held {
        Some(Held { version: now, updated }) => {
            if let Some(now) = now {
                pieces.push(Piece::new(Tone::Faint, format!("  version {version} -> {now}")));
            }
            if !updated.is_empty() {
                pieces.push(Piece::new(Tone::Faint, format!("  at {}", Shown(updated))));
            }
        }
        None => pieces.push(Piece::new(Tone::Plain, "  the service does not have it any more")),
    }
    wrap(out, look, "", "      ", &pieces);
    let item = Item { changes: changes.clone(), ..Item::about(address.clone(), name, language.as_ref(), Verb::Update) };
    change::list(out, &item, Tense::Happened, look);
}

/// The drift as a page to read in a browser: before is what was applied, after what is held.
#[must_use]
pub fn page(drift: &Drift, environment: &str, origin: &str, next: &str) -> String {
    let Drift { lists, same, unmanaged, accepted: _, notes } = drift;
    let item = |drifted: &Drifted| {
        let Drifted { address, name, language, id, version: _, held, deltas: _, changes } = drifted;
        let verb = if held.is_some() { Verb::Update } else { Verb::Delete };
        let about = Item::about(address.clone(), name, language.as_ref(), verb);
        Item { id: Some(id.clone()), changes: changes.clone(), ..about }
    };
    let items: Vec<Item> = lists.iter().map(item).collect();
    let count = |wanted: Verb| items.iter().filter(|item| item.verb == wanted).count();
    let beside: BTreeMap<&Address, String> = lists.iter().map(|drifted| (&drifted.address, beside(drifted))).collect();
    let cells = vec![
        Cell { class: "update", n: count(Verb::Update), what: "changed" },
        Cell { class: "delete", n: count(Verb::Delete), what: "deleted" },
        Cell { class: "rest", n: *same, what: "as last applied" },
        Cell { class: "rest", n: *unmanaged, what: "unmanaged" },
    ];
    let words = Words {
        verb: |verb| if verb == Verb::Delete { ("-", "deleted") } else { ("^", "changed") },
        title: |verb| if verb == Verb::Delete { "Deleted on the service" } else { "Changed on the service" },
        aside: &|item| beside.get(&item.address).filter(|said| !said.is_empty()).cloned(),
        tense: Tense::Happened,
        nothing: "There is no drift: the service says what was last applied.",
    };
    html::sheet(&Sheet {
        heading: &Heading::drift(environment, origin),
        cells,
        sentence: sentence(drift),
        items: &items,
        words,
        refusals: &[],
        held: &[],
        notes,
        next,
    })
}

/// What is said of a list beside what happened to it.
fn beside(drifted: &Drifted) -> String {
    let Some(Held { version, updated }) = &drifted.held else {
        return "the service does not have it any more".to_owned();
    };
    let version = version.map(|now| format!("version {} → {now}", drifted.version));
    let at = (!updated.is_empty()).then(|| format!("at {updated}"));
    version.into_iter().chain(at).collect::<Vec<_>>().join(", ")
}

/// What drifted.
#[derive(Debug, Serialize, JsonSchema)]
struct Document<'a> {
    /// Version of this form.
    housestyle_drift: u64,
    /// Address of the service, or `emulator`.
    origin: &'a str,
    /// Environment of the project.
    environment: &'a str,
    /// Totals.
    summary: Summary,
    /// Lists that say something else than was last applied.
    lists: Vec<List<'a>>,
    /// Facts worth saying that are no drift.
    notes: &'a [String],
}

/// Totals of a drift.
#[derive(Debug, Serialize, JsonSchema)]
struct Summary {
    /// Lists that changed on the service.
    changed: usize,
    /// Lists that were deleted there.
    deleted: usize,
    /// Lists as last applied.
    same: usize,
    /// Lists of the account that are nobody's here.
    unmanaged: usize,
}

/// One list, glossary or collection of spoken terms that drifted.
#[derive(Debug, Serialize, JsonSchema)]
struct List<'a> {
    /// `style/support-de`
    address: String,
    /// `changed` or `deleted`.
    what: &'static str,
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
    /// When it was last modified, as the service says it.
    updated: Option<&'a str>,
    /// What differs.
    changes: Vec<Difference<'a>>,
}

/// One thing that differs.
#[derive(Debug, Serialize, JsonSchema)]
struct Difference<'a> {
    /// What it is about, in words: `name`, `numbers.decimal_separator`, `instruction "Anrede"`.
    field: String,
    /// As last applied. Prompts are remembered by digest: their words come from the files, where those have them still.
    before: Option<&'a str>,
    /// As the service holds it.
    after: Option<&'a str>,
    /// `path:line:column` in the files.
    place: Option<String>,
}

/// The drift as JSON.
#[must_use]
pub fn json(drift: &Drift, environment: &str, origin: &str) -> String {
    let Drift { lists, same, unmanaged, accepted: _, notes } = drift;
    let deleted = lists.iter().filter(|drifted| drifted.held.is_none()).count();
    pretty(&Document {
        housestyle_drift: VERSION,
        origin,
        environment,
        summary: Summary { changed: lists.len() - deleted, deleted, same: *same, unmanaged: *unmanaged },
        lists: lists.iter().map(list).collect(),
        notes,
    })
}

/// The JSON Schema of this form.
#[must_use]
pub fn schema() -> serde_json::Value {
    let mut schema =
        schemars::generate::SchemaSettings::draft07().into_generator().into_root_schema_for::<Document<'_>>();
    schema.insert("title".to_owned(), "housestyle drift".into());
    schema.into()
}

fn list(drifted: &Drifted) -> List<'_> {
    let Drifted { address, name, language, id, version, held, deltas: _, changes } = drifted;
    List {
        address: address.to_string(),
        what: if held.is_some() { "changed" } else { "deleted" },
        name,
        language: language.as_ref().map(ToString::to_string),
        id: id.to_string(),
        applied_version: *version,
        version: held.as_ref().and_then(|held| held.version),
        updated: held.as_ref().map(|held| held.updated.as_str()).filter(|updated| !updated.is_empty()),
        changes: changes.iter().map(difference).collect(),
    }
}

fn difference(change: &Change) -> Difference<'_> {
    let Change { field, before, after, cause: _, place } = change;
    Difference {
        field: field.to_string(),
        before: before.as_deref(),
        after: after.as_deref(),
        place: place.as_ref().map(Place::to_string),
    }
}
