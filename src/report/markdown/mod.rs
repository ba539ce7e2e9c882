//! A plan, a difference of files or a drift, as a comment on a pull request.
//!
//! Always holds: the counts are on top and are ours. Text of files and of the service stands in code: in fences longer
//! than any run of backticks in them, or escaped in `<code>` within a block of HTML that no blank line ends, so that nobody
//! is pinged and nothing is loaded or drawn. Only elements are used that forges leave standing. The whole stays below the
//! limit of forges, is filled up to it, and what is left out is counted by what would happen to it. The first line marks
//! the comment, so that it can be found again among one's own comments: never search those of others for it.

mod item;

use std::collections::BTreeMap;

use crate::model::Address;
use crate::plan::shared_changes::{GroupedItems, SharedChanges, group_items};
use crate::plan::{KeptAdditions, Operation, Plan, PlanItem};
use crate::report::change::ChangeTense;
use crate::report::heading::Heading;
use crate::report::html::PageWording;
use crate::report::humanize::count_noun;
use crate::report::markdown::item::ItemBounds;
use crate::report::plan_report::{
    SAFE, item_note, operation_sign, operation_word, severity, sort_by_severity, summary_line, write_blockers,
    write_kept, write_notes,
};
use crate::report::render_options::RenderOptions;
use crate::report::sanitize::Sanitized;

/// Bytes of the whole comment, unless asked otherwise. The largest forges take 65,536 characters.
pub const DEFAULT_LIMIT: usize = 65_000;
/// Fewest bytes that a comment can be told to keep to: counts, marker and frame fit.
pub const MIN_LIMIT: usize = 4_000;

/// Longest run of backticks that is left as it is, and one more.
const MAX_BACKTICKS: usize = 32;
/// How a comment speaks of a plan.
const PLAN_WORDS: PageWording<'static> = PageWording {
    operation: |verb| (operation_sign(verb).0, operation_word(verb)),
    title: |verb| operation_word(verb),
    aside: &item_note,
    tense: ChangeTense::Planned,
    empty_text: "",
};

/// What a comment is made of.
pub(super) struct Comment<'a> {
    /// What it is.
    pub(super) heading: &'a Heading,
    /// The counts.
    pub(super) summary: String,
    /// What is said before the resources: safeguards that block.
    pub(super) before: String,
    /// Resources.
    pub(super) items: &'a [PlanItem],
    /// How it speaks of them.
    pub(super) words: PageWording<'a>,
    /// What is said after them: what is kept, notes.
    pub(super) after: String,
    /// What to run now; nothing where empty.
    pub(super) next: &'a str,
}

/// The plan as Markdown of at most `limit` bytes (and no fewer than [`MIN_LIMIT`]), and `next`: what to run now (nothing
/// where empty).
#[must_use]
pub fn render_plan(heading: &Heading, plan: &Plan, next: &str, limit: usize) -> String {
    let look = RenderOptions::default();
    let (mut before, mut after) = (String::new(), String::new());
    write_blockers(&mut before, &plan.blockers, &look);
    write_kept(&mut after, &plan.kept, &look);
    write_notes(&mut after, &plan.notes, &look);
    write_notes(&mut after, &plan.additions.iter().map(KeptAdditions::describe_named).collect::<Vec<_>>(), &look);
    let summary = summary_line(heading, plan);
    render_comment(&Comment { heading, summary, before, items: &plan.items, words: PLAN_WORDS, after, next }, limit)
}

/// The comment, in at most `limit` bytes.
pub(super) fn render_comment(comment: &Comment<'_>, limit: usize) -> String {
    let limit = limit.max(MIN_LIMIT);
    // What stands around the resources; refusals, and held things with notes, take a quarter each at most.
    let (frame, aside) = (1_000, limit / 4);
    let Comment { heading, summary, before, items, words, after, next } = comment;
    let Heading { title, empty_text: _, about, name: _ } = *heading;
    let mut out = format!("{}\n### {title}: {summary}\n", heading.comment_marker());
    let first = truncate_lines(format!("{about}\n"), limit / 8) + before;
    write_fenced(&mut out, "diff", &truncate_lines(limit_backticks(move_signs(&first)), aside));
    let last = truncate_lines(limit_backticks(after.clone()), aside);
    let mut end = String::new();
    write_next(&mut end, next, limit);
    let room = limit.saturating_sub(frame + out.len() + last.len() + end.len());
    let FittedResources { shown, left_out } = fit_resources(items, words, room);
    if !shown.is_empty() && items.len() == 1 {
        out.push_str(&format!("\n{shown}"));
    } else if !shown.is_empty() {
        let grave = items.iter().any(|item| matches!(item.operation, Operation::Delete | Operation::Replace));
        let open = if grave { " open" } else { "" };
        let count = count_noun(items.len(), "resource");
        out.push_str(&format!("\n<details{open}><summary>{count}</summary>\n{shown}</details>\n"));
    }
    if !left_out.is_empty() {
        out.push_str(&format!("\n**Not shown here: {left_out}.** The formats html and json show everything.\n"));
    }
    if !last.trim().is_empty() {
        write_fenced(&mut out, "text", last.trim_start_matches('\n'));
    }
    out + &end
}

/// What a comment on several environments says of one.
pub(super) struct CommentPart<'a> {
    /// Name of the environment.
    pub(super) environment: &'a str,
    /// Its own comment in at most so many bytes, where there is one.
    pub(super) comment: Option<Box<dyn Fn(usize) -> String + 'a>>,
    /// Why there is none, or what it does not tell.
    pub(super) error: Option<&'a str>,
}

/// One comment on several environments, under one marker: `overview` in a fence, then each in its share of the limit.
pub(super) fn render_comment_set(
    (title, titles): (&'static str, &str),
    overview: &str,
    parts: &[CommentPart<'_>],
    next: &str,
    limit: usize,
) -> String {
    let names: Vec<&str> = parts.iter().map(|each| each.environment).collect();
    let heading = Heading { title, empty_text: "", about: String::new(), name: names.join("_") };
    let mut out = format!("{}\n### {titles} of {}\n", heading.comment_marker(), names.join(", "));
    if !overview.is_empty() {
        out.push_str(&format!("\n```text\n{}```\n", overview.replace('`', "'")));
    }
    let frame = out.len() + next.len() + 200;
    let room = limit.max(MIN_LIMIT).saturating_sub(frame) / parts.len().max(1);
    for CommentPart { environment, comment, error } in parts {
        if let Some(why) = error {
            out.push_str(&format!("\n### {title} of {environment}: failed\n\n```text\n{}\n```\n", Sanitized(why)));
        }
        if let Some(comment) = comment {
            let page = comment(room);
            // The marker of all is the only one: a comment is found again by it.
            out.push('\n');
            out.push_str(page.split_once('\n').map_or(page.as_str(), |(_, rest)| rest));
        }
    }
    write_next(&mut out, next, limit);
    out
}

/// What to run now, as commands to paste; a line that begins with `#` explains the one below it.
fn write_next(out: &mut String, next: &str, limit: usize) {
    let commands: Vec<String> = next.lines().map(|command| Sanitized(command).to_string()).collect();
    let next = truncate_lines(limit_backticks(commands.join("\n")), limit / 8);
    if !next.is_empty() {
        out.push_str("\nNext:\n");
        write_fenced(out, "sh", &next);
    }
}

/// The lines of a text with the signs of additions, removals and warnings in the first column, where forges color them,
/// on every line that belongs to one.
fn move_signs(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut current = None;
    for line in text.lines() {
        let rest = line.trim_start_matches(' ');
        let indent = line.len() - rest.len();
        match rest.chars().next() {
            Some('!') if indent == 0 => {
                current = Some('!');
                out.push_str(line);
            }
            Some(_) if indent > 0 && current.is_some() => out.push_str(&format!("!{}", &line[1..])),
            Some(_) | None => {
                current = None;
                out.push_str(line);
            }
        }
        out.push('\n');
    }
    out
}

/// Resources that there is room for, and the others by what would happen to them.
struct FittedResources {
    shown: String,
    left_out: String,
}

/// What goes or gets a new id comes first and is named with its id, on a line of its own where there is no room for more.
/// Of a dictionary, as many entries are shown as let every resource be; where not even their counts do, the resources come one
/// after the other, the last of them in part.
fn fit_resources(items: &[PlanItem], wording: &PageWording<'_>, room: usize) -> FittedResources {
    let grouped = group_items(items);
    let most = items.iter().map(|item| item.changes.len()).max().unwrap_or(0).min(room / MIN_LINE_BYTES);
    let within = |entries: usize| {
        let fitted = fit_within(items, &grouped, wording, room, Filling::Whole { entries });
        fitted.left_out.is_empty().then_some(fitted)
    };
    largest_that_fits(most, within).unwrap_or_else(|| fit_within(items, &grouped, wording, room, Filling::Parts))
}

/// What comes of the largest number up to `most` of which something comes. More never fits where less does not.
fn largest_that_fits<T>(most: usize, attempt: impl Fn(usize) -> Option<T>) -> Option<T> {
    if let Some(all) = attempt(most) {
        return Some(all);
    }
    let (mut best, mut fits, mut fails) = (None, 0, most);
    while fits < fails {
        let middle = fits.midpoint(fails);
        match attempt(middle) {
            Some(found) => (best, fits) = (Some(found), middle + 1),
            None => fails = middle,
        }
    }
    best
}

/// No line of a change or a list is shorter, in bytes.
const MIN_LINE_BYTES: usize = 20;

/// How resources take the room that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filling {
    /// All of them, with so many entries of each part.
    Whole {
        /// Most entries.
        entries: usize,
    },
    /// One after the other, the last of them in part.
    Parts,
}

/// Entries of a part that are shown of a resource where not all resources fit, if there is room.
const ENTRIES_OF_ONE: usize = 20;

fn fit_within(
    items: &[PlanItem],
    grouped: &GroupedItems<'_>,
    wording: &PageWording<'_>,
    room: usize,
    filling: Filling,
) -> FittedResources {
    let GroupedItems { shared, rest } = grouped;
    let mut shown = String::new();
    let mut left: Vec<&PlanItem> = Vec::new();
    let mut brief = false;
    let entries = match filling {
        Filling::Whole { entries } => entries,
        Filling::Parts => ENTRIES_OF_ONE,
    };
    // Bytes for the lines of what is grave and still to come.
    let mut kept: usize = items.iter().filter_map(item::brief_line).map(|line| line.len()).sum();
    let mut groups = Some(shared);
    let sorted: Vec<&PlanItem> = sort_by_severity(rest.iter().map(AsRef::as_ref)).collect();
    for (at, one) in sorted.iter().enumerate() {
        if severity(one) == SAFE
            && let Some(groups) = groups.take()
        {
            write_groups(&mut shown, &mut left, groups, wording, room.saturating_sub(kept));
        }
        let line = item::brief_line(one);
        kept -= line.as_ref().map_or(0, String::len);
        if left.is_empty() && !brief {
            let written = |lines: usize| {
                let mut text = String::new();
                item::write_item(&mut text, one, wording, ItemBounds { entries, lines });
                (shown.len() + text.len() + kept <= room).then_some(text)
            };
            if let Some(whole) = written(usize::MAX) {
                shown.push_str(&whole);
                continue;
            }
            if filling != Filling::Parts {
                left.extend(&sorted[at..]);
                break;
            }
            brief = true;
            if let Some(part) =
                largest_that_fits(one.changes.len().min(room / MIN_LINE_BYTES), |lines| written(lines.max(1)))
            {
                shown.push_str(&part);
                continue;
            }
        }
        match line.filter(|line| left.is_empty() && shown.len() + line.len() <= room) {
            Some(line) => shown.push_str(&line),
            None => left.push(one),
        }
    }
    if let Some(groups) = groups {
        write_groups(&mut shown, &mut left, groups, wording, room);
    }
    FittedResources { shown, left_out: count_operations(&left) }
}

/// What groups of lists have in common: whole with as many lists by name as there is room for, or else in part.
fn write_groups<'p>(
    shown: &mut String,
    left: &mut Vec<&'p PlanItem>,
    groups: &[SharedChanges<'p>],
    wording: &PageWording<'_>,
    room: usize,
) {
    for group in groups {
        let written = |bounds: (usize, usize)| {
            let mut text = String::new();
            item::write_shared(&mut text, group, bounds, wording);
            (shown.len() + text.len() <= room).then_some(text)
        };
        let named = largest_that_fits(group.lists.len(), |named| written((usize::MAX, named)));
        let part = || largest_that_fits(group.changes.len(), |lines| written((lines.max(1), 0)));
        match named.or_else(part) {
            Some(text) => shown.push_str(&text),
            None => left.extend(&group.lists),
        }
    }
}

/// What would happen to what is left out; a list that shares changes and has own ones counts once.
fn count_operations(left: &[&PlanItem]) -> String {
    let left: BTreeMap<&Address, Operation> = left.iter().map(|item| (&item.address, item.operation)).collect();
    let verbs = [
        Operation::Delete,
        Operation::Replace,
        Operation::Sweep,
        Operation::Create,
        Operation::Update,
        Operation::Import,
        Operation::Forget,
    ];
    let counts = verbs
        .into_iter()
        .map(|verb| (verb, left.values().filter(|operation| **operation == verb).count()))
        .filter(|(_, n)| *n > 0)
        .map(|(verb, n)| format!("{n} to {}", operation_word(verb)));
    counts.collect::<Vec<_>>().join(", ")
}

/// The text in a fence that nothing in it can close.
fn write_fenced(out: &mut String, language: &str, text: &str) {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    out.push_str(&format!("\n{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n')));
}

/// The text without runs of backticks so long that the fences around them would count.
fn limit_backticks(text: String) -> String {
    let long = "`".repeat(MAX_BACKTICKS);
    if text.contains(&long) { text.replace(&long, &"\\u{60}".repeat(MAX_BACKTICKS)) } else { text }
}

/// Whole lines of the text up to a number of bytes; the others are counted.
fn truncate_lines(text: String, bytes: usize) -> String {
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
    kept + &format!("… {}\n", count_noun(lines.count() + 1, "more line"))
}
