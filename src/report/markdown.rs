//! A plan as a comment on a pull request.
//!
//! Always holds: the counts stand on top and are ours; all text of files and of the service stands in code fences longer
//! than any run of backticks in them, where nobody is pinged and nothing is loaded; the whole stays below the limit of
//! forges, and what is left out is counted by what would happen to it. The first line marks the comment, so that it can
//! be found again among one's own comments: never search those of others for it.

use crate::plan::{Item, Plan, Verb};
use crate::report::look::Look;
use crate::report::plan::{block, held, in_order, notes, refusals, sentence, sign, word};
use crate::report::shown::Shown;
use crate::report::words::count;

/// Bytes of the whole comment. The largest forges take 65,536 characters.
const LIMIT: usize = 60_000;
/// Bytes kept for what stands around the objects.
const FRAME: usize = 1_000;
/// Bytes of refusals, of held things and of notes together.
const ASIDE: usize = 15_000;

/// The first line of a plan's comment for an environment.
#[must_use]
pub fn marker(environment: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') { c } else { '_' };
    // Two hyphens in a row could end the mark.
    let name = environment.chars().take(64).map(safe).collect::<String>().replace("--", "-_");
    format!("<!-- housestyle plan {name} -->")
}

/// The plan as Markdown, and `next`: what to run now (nothing where empty).
#[must_use]
pub fn plan(plan: &Plan, next: &str) -> String {
    let look = Look { color: false, unicode: true, width: 100, narrated: false };
    let mut out = format!("{}\n### {}\n", marker(&plan.basis.environment), sentence(plan));
    let mut first = format!("environment {}, service {}\n", Shown(&plan.basis.environment), Shown(&plan.basis.origin));
    refusals(&mut first, &plan.refusals, &look);
    fenced(&mut out, "diff", &within(first, ASIDE));
    let mut last = String::new();
    held(&mut last, &plan.held, &look);
    notes(&mut last, &plan.notes, &look);
    let last = within(last, ASIDE);
    let room = LIMIT.saturating_sub(FRAME + out.len() + last.len() + next.len());
    let (shown, left_out) = objects(plan, room, &look);
    if !shown.is_empty() {
        let graver = plan.count(Verb::Delete) + plan.count(Verb::Replace) > 0;
        let open = if graver { " open" } else { "" };
        out.push_str(&format!("\n<details{open}><summary>{}</summary>\n", count(plan.items.len(), "object")));
        fenced(&mut out, "diff", &shown);
        out.push_str("\n</details>\n");
    }
    if !left_out.is_empty() {
        out.push_str(&format!("\n**Not shown here: {left_out}.** The saved plan holds everything.\n"));
    }
    if !last.trim().is_empty() {
        fenced(&mut out, "text", last.trim_start_matches('\n'));
    }
    if !next.is_empty() {
        out.push_str("\nNext:\n");
        fenced(&mut out, "text", &Shown(next).to_string());
    }
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
            block(&mut shown, item, look);
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
