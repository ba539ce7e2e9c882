//! A plan, or a difference of files, as a comment on a pull request.
//!
//! Always holds: the counts stand on top and are ours; all text of files and of the service stands in code fences longer
//! than any run of backticks in them, where nobody is pinged and nothing is loaded; the whole stays below the limit of
//! forges, and what is left out is counted by what would happen to it. The first line marks the comment, so that it can
//! be found again among one's own comments: never search those of others for it.

use crate::plan::{Item, Plan, Verb};
use crate::report::heading::Heading;
use crate::report::look::Look;
use crate::report::plan::{block, counts, held, in_order, notes, refusals, sign, word};
use crate::report::shown::Shown;
use crate::report::words::count;

/// Bytes of the whole comment, unless asked otherwise. The largest forges take 65,536 characters.
pub const LIMIT: usize = 65_000;
/// Fewest bytes that a comment can be told to keep to: counts, marker and frame fit.
pub const LEAST: usize = 4_000;

/// Longest run of backticks that is left as it is, and one more.
const RUN: usize = 32;

/// The plan as Markdown of at most `limit` bytes (and no fewer than [`LEAST`]), and `next`: what to run now (nothing
/// where empty).
#[must_use]
pub fn plan(heading: &Heading, plan: &Plan, next: &str, limit: usize) -> String {
    let look = Look { color: false, unicode: true, width: 100, narrated: false };
    let limit = limit.max(LEAST);
    // What stands around the objects; refusals, and held things with notes, take a quarter each at most.
    let (frame, aside) = (1_000, limit / 4);
    let Heading { title, nothing: _, about, name: _ } = heading;
    let mut out = format!("{}\n### {title}: {}\n", heading.marker(), counts(heading, plan));
    let mut first = within(format!("{about}\n"), limit / 8);
    refusals(&mut first, &plan.refusals, &look);
    fenced(&mut out, "diff", &within(tamed(first), aside));
    let mut last = String::new();
    held(&mut last, &plan.held, &look);
    notes(&mut last, &plan.notes, &look);
    let last = within(tamed(last), aside);
    let next = within(tamed(Shown(next).to_string()), limit / 8);
    let room = limit.saturating_sub(frame + out.len() + last.len() + next.len());
    let (shown, left_out) = objects(plan, room, &look);
    if !shown.is_empty() {
        let graver = plan.count(Verb::Delete) + plan.count(Verb::Replace) > 0;
        let open = if graver { " open" } else { "" };
        out.push_str(&format!("\n<details{open}><summary>{}</summary>\n", count(plan.items.len(), "object")));
        fenced(&mut out, "diff", &shown);
        out.push_str("\n</details>\n");
    }
    if !left_out.is_empty() {
        out.push_str(&format!("\n**Not shown here: {left_out}.** The other forms hold everything.\n"));
    }
    if !last.trim().is_empty() {
        fenced(&mut out, "text", last.trim_start_matches('\n'));
    }
    if !next.is_empty() {
        out.push_str("\nNext:\n");
        fenced(&mut out, "text", &next);
    }
    out
}

/// A text that was made for people, as Markdown of at most `limit` bytes (and no fewer than [`LEAST`]), under a line of ours.
#[must_use]
pub fn text(heading: &Heading, line: &str, text: String, limit: usize) -> String {
    let mut out = format!("{}\n### {}: {line}\n", heading.marker(), heading.title);
    let room = limit.max(LEAST).saturating_sub(out.len() + 200);
    fenced(&mut out, "diff", &within(tamed(text), room));
    out
}

/// The objects that there is room for, and the others by what would happen to them. What goes or gets a new id comes first
/// and is named with its id, on a line of its own where there is no room for more.
fn objects(plan: &Plan, room: usize, look: &Look) -> (String, String) {
    let mut shown = String::new();
    let mut left: Vec<&Item> = Vec::new();
    let mut brief = false;
    // Bytes for the lines of what is grave and still to come.
    let mut kept: usize = plan.items.iter().filter_map(line).map(|line| line.len()).sum();
    for item in in_order(&plan.items) {
        let line = line(item);
        kept -= line.as_ref().map_or(0, String::len);
        if left.is_empty() && !brief {
            let before = shown.len();
            let mut said = String::new();
            block(&mut said, item, look);
            shown.push_str(&tamed(said));
            if shown.len() + kept <= room {
                continue;
            }
            shown.truncate(before);
            brief = true;
        }
        match line.filter(|line| left.is_empty() && shown.len() + line.len() <= room) {
            Some(line) => shown.push_str(&line),
            None => left.push(item),
        }
    }
    let verbs =
        [Verb::Delete, Verb::Replace, Verb::Sweep, Verb::Create, Verb::Update, Verb::Adopt, Verb::Forget].into_iter();
    let counts: Vec<String> = verbs
        .map(|verb| (verb, left.iter().filter(|item| item.verb == verb).count()))
        .filter(|(_, n)| *n > 0)
        .map(|(verb, n)| format!("{n} to {}", word(verb)))
        .collect();
    (shown, counts.join(", "))
}

/// What goes or gets a new id, in one line.
fn line(item: &Item) -> Option<String> {
    match item.verb {
        Verb::Delete | Verb::Replace => {}
        Verb::Create | Verb::Update | Verb::Adopt | Verb::Forget | Verb::Sweep => return None,
    }
    let old = if item.verb == Verb::Replace { "  old id" } else { "  id" };
    let id = item.id.as_ref().map(|id| format!("{old} {id}")).unwrap_or_default();
    Some(format!("{} {} {}{id}\n", sign(item.verb).0, word(item.verb), item.address))
}

/// The text in a fence that nothing in it can close.
fn fenced(out: &mut String, language: &str, text: &str) {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    out.push_str(&format!("\n{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n')));
}

/// The text without runs of backticks so long that the fences around them would count.
fn tamed(text: String) -> String {
    let long = "`".repeat(RUN);
    if text.contains(&long) { text.replace(&long, &"\\u{60}".repeat(RUN)) } else { text }
}

/// Whole lines of the text up to a number of bytes; the others are counted.
fn within(text: String, bytes: usize) -> String {
    if text.len() <= bytes {
        return text;
    }
    let mut kept = String::new();
    let mut lines = text.lines();
    for line in lines.by_ref() {
        if kept.len() + line.len() >= bytes {
            break;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept + &format!("… {}\n", count(lines.count() + 1, "more line"))
}
