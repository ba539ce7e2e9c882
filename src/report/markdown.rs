//! A plan, or a difference of files, as a comment on a pull request.
//!
//! Always holds: the counts are on top and are ours; all text of files and of the service stands in code fences longer
//! than any run of backticks in them, where nobody is pinged and nothing is loaded; the whole stays below the limit of
//! forges, and what is left out is counted by what would happen to it. The first line marks the comment, so that it can
//! be found again among one's own comments: never search those of others for it.

use crate::plan::{Operation, Plan, PlanItem};
use crate::report::heading::Heading;
use crate::report::humanize::count_noun;
use crate::report::plan::{
    operation_sign, operation_word, sort_by_severity, summary_line, write_blockers, write_item, write_kept, write_notes,
};
use crate::report::render_options::RenderOptions;
use crate::report::sanitize::Sanitized;

/// Bytes of the whole comment, unless asked otherwise. The largest forges take 65,536 characters.
pub const DEFAULT_LIMIT: usize = 65_000;
/// Fewest bytes that a comment can be told to keep to: counts, marker and frame fit.
pub const MIN_LIMIT: usize = 4_000;

/// Longest run of backticks that is left as it is, and one more.
const MAX_BACKTICKS: usize = 32;

/// The plan as Markdown of at most `limit` bytes (and no fewer than [`MIN_LIMIT`]), and `next`: what to run now (nothing
/// where empty).
#[must_use]
pub fn render_plan(heading: &Heading, plan: &Plan, next: &str, limit: usize) -> String {
    let look = RenderOptions { color: false, unicode: true, width: 100, screen_reader: false };
    let limit = limit.max(MIN_LIMIT);
    // What stands around the resources; refusals, and held things with notes, take a quarter each at most.
    let (frame, aside) = (1_000, limit / 4);
    let Heading { title, empty_text: _, about, name: _ } = heading;
    let mut out = format!("{}\n### {title}: {}\n", heading.comment_marker(), summary_line(heading, plan));
    let mut first = truncate_lines(format!("{about}\n"), limit / 8);
    write_blockers(&mut first, &plan.blockers, &look);
    write_fenced(&mut out, "diff", &truncate_lines(limit_backticks(move_signs(&first)), aside));
    let mut last = String::new();
    write_kept(&mut last, &plan.kept, &look);
    write_notes(&mut last, &plan.notes, &look);
    let last = truncate_lines(limit_backticks(last), aside);
    let commands: Vec<String> = next.lines().map(|command| Sanitized(command).to_string()).collect();
    let next = truncate_lines(limit_backticks(commands.join("\n")), limit / 8);
    let room = limit.saturating_sub(frame + out.len() + last.len() + next.len());
    let (shown, left_out) = fit_resources(plan, room, &look);
    if plan.items.len() == 1 {
        write_fenced(&mut out, "diff", &shown);
    } else if !shown.is_empty() {
        let graver = plan.count_operations(Operation::Delete) + plan.count_operations(Operation::Replace) > 0;
        let open = if graver { " open" } else { "" };
        out.push_str(&format!("\n<details{open}><summary>{}</summary>\n", count_noun(plan.items.len(), "resource")));
        write_fenced(&mut out, "diff", &shown);
        out.push_str("\n</details>\n");
    }
    if !left_out.is_empty() {
        out.push_str(&format!("\n**Not shown here: {left_out}.** The other formats show everything.\n"));
    }
    if !last.trim().is_empty() {
        write_fenced(&mut out, "text", last.trim_start_matches('\n'));
    }
    if !next.is_empty() {
        out.push_str("\nNext:\n");
        write_fenced(&mut out, "sh", &next);
    }
    out
}

/// A text that was made for people, as Markdown of at most `limit` bytes (and no fewer than [`MIN_LIMIT`]), under a line of ours.
#[must_use]
pub fn render_text(heading: &Heading, line: &str, text: String, limit: usize) -> String {
    let mut out = format!("{}\n### {}: {line}\n", heading.comment_marker(), heading.title);
    let room = limit.max(MIN_LIMIT).saturating_sub(out.len() + 200);
    write_fenced(&mut out, "diff", &truncate_lines(limit_backticks(move_signs(&text)), room));
    out
}

/// The lines of a plan with the signs of additions, removals and warnings in the first column, where forges colour them,
/// on every line that belongs to one.
fn move_signs(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut current = None;
    for line in text.lines() {
        let rest = line.trim_start_matches(' ');
        let indent = line.len() - rest.len();
        let begins = matches!(indent, 0 | 4 | 8) && rest.chars().nth(1) == Some(' ');
        match rest.chars().next() {
            Some(sign @ ('+' | '-' | '!')) if begins => {
                current = (indent > 0).then_some(sign);
                match indent {
                    0 => out.push_str(line),
                    _ => out.push_str(&format!("{sign}{}{}", " ".repeat(indent), &rest[1..])),
                }
            }
            Some(sign) if begins && !matches!(sign, '│' | '|') => {
                current = None;
                out.push_str(line);
            }
            Some(_) if indent > 4 => match current {
                Some(sign) => out.push_str(&format!("{sign}{}", &line[1..])),
                None => out.push_str(line),
            },
            Some(_) | None => {
                current = None;
                out.push_str(line);
            }
        }
        out.push('\n');
    }
    out
}

/// The resources that there is room for, and the others by what would happen to them. What goes or gets a new id comes first
/// and is named with its id, on a line of its own where there is no room for more.
fn fit_resources(plan: &Plan, room: usize, look: &RenderOptions) -> (String, String) {
    let mut shown = String::new();
    let mut left: Vec<&PlanItem> = Vec::new();
    let mut brief = false;
    // Bytes for the lines of what is grave and still to come.
    let mut kept: usize = plan.items.iter().filter_map(brief_line).map(|line| line.len()).sum();
    for item in sort_by_severity(&plan.items) {
        let line = brief_line(item);
        kept -= line.as_ref().map_or(0, String::len);
        if left.is_empty() && !brief {
            let before = shown.len();
            let mut said = String::new();
            write_item(&mut said, item, look);
            shown.push_str(&limit_backticks(move_signs(&said)));
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
    let verbs = [
        Operation::Delete,
        Operation::Replace,
        Operation::Sweep,
        Operation::Create,
        Operation::Update,
        Operation::Import,
        Operation::Forget,
    ]
    .into_iter();
    let counts: Vec<String> = verbs
        .map(|verb| (verb, left.iter().filter(|item| item.operation == verb).count()))
        .filter(|(_, n)| *n > 0)
        .map(|(verb, n)| format!("{n} to {}", operation_word(verb)))
        .collect();
    (shown, counts.join(", "))
}

/// What goes or gets a new id, in one line.
fn brief_line(item: &PlanItem) -> Option<String> {
    match item.operation {
        Operation::Delete | Operation::Replace => {}
        Operation::Create | Operation::Update | Operation::Import | Operation::Forget | Operation::Sweep => {
            return None;
        }
    }
    let old = if item.operation == Operation::Replace { "  old id" } else { "  id" };
    let id = item.id.as_ref().map(|id| format!("{old} {id}")).unwrap_or_default();
    Some(format!("{} {} {}{id}\n", operation_sign(item.operation).0, operation_word(item.operation), item.address))
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
