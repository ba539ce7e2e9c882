//! A plan, a difference of files or a drift as a page to read in a browser.
//!
//! Always holds: one file that loads nothing (its policy forbids it, and names its own style and script by their digests,
//! so that nothing else can run); all foreign text is inert and escaped; the same plan gives the same bytes. Without its
//! script the page still says everything: the script finds, filters, folds and chooses colours. Of a dictionary that
//! changes in very many entries, those that need a look and the first others are shown, and the rest is counted.
//!
//! Deliberately absent: ids and classes made of foreign text, and any time of day.

pub(crate) mod item;
pub(crate) mod escape;

use sha2::{Digest, Sha256};

use crate::plan::shared_changes::{GroupedItems, group_items};
use crate::plan::{Blocker, Cause, DeferredDeletion, KeptAdditions, Operation, Plan, PlanItem};
use crate::report::change::ChangeTense;
use crate::report::heading::Heading;
use crate::report::html::escape::{escape_foreign, escape_html};
use crate::report::humanize::count_noun;
use crate::report::plan_report::{item_note, operation_sign, operation_word, summary_line};
use crate::report::plan_set::{self, EnvironmentPlan};
use crate::report::sanitize::Sanitized;

/// How the page looks.
const STYLE: &str = include_str!("page.css");
/// What the page can do.
const SCRIPT: &str = include_str!("page.js");
/// Changes up to which every resource begins unfolded; beyond, only what goes or gets a new id.
const UNFOLDED: usize = 400;
/// Additions of one resource up to which they begin unfolded.
const UNFOLDED_ADDITIONS: usize = 10;

/// What a page shows: a plan, or what came of another comparison.
pub(super) struct HtmlPage<'a> {
    /// What it is.
    pub(super) heading: &'a Heading,
    /// The counts, large.
    pub(super) cells: Vec<CountCell>,
    /// The sentence below them.
    pub(super) sentence: String,
    /// Resources.
    pub(super) items: &'a [PlanItem],
    /// How it speaks of them.
    pub(super) words: PageWording<'a>,
    /// Safeguards that refuse.
    pub(super) blockers: &'a [Blocker],
    /// What is not done.
    pub(super) kept: &'a [DeferredDeletion],
    /// Facts worth saying.
    pub(super) notes: &'a [String],
    /// What people added to shared parts, which stays.
    pub(super) additions: &'a [KeptAdditions],
    /// What to run now; nothing where empty.
    pub(super) next: &'a str,
}

/// A large count.
pub(super) struct CountCell {
    /// Its class.
    pub(super) class: &'static str,
    /// The count.
    pub(super) n: usize,
    /// What is counted.
    pub(super) what: &'static str,
}

/// How a page speaks of what happens to resources.
#[derive(Clone, Copy)]
pub(super) struct PageWording<'a> {
    /// The sign and the word of a verb.
    pub(super) operation: fn(Operation) -> (&'static str, &'static str),
    /// The title over all resources of a verb.
    pub(super) title: fn(Operation) -> &'static str,
    /// What is said of a resource beside its verb.
    pub(super) aside: &'a dyn Fn(&PlanItem) -> Option<String>,
    /// Whether it is still to come.
    pub(super) tense: ChangeTense,
    /// What is said where there is no resource.
    pub(super) empty_text: &'static str,
}

/// The page of a plan, or of a difference of files, and `next`: what to run now (nothing where empty).
#[must_use]
pub fn render_plan_page(heading: &Heading, plan: &Plan, next: &str) -> String {
    render_page(&plan_page(heading, plan, next))
}

/// How a page speaks of a plan.
const PLAN_WORDS: PageWording<'static> = PageWording {
    operation: |verb| (operation_sign(verb).0, operation_word(verb)),
    title: operation_title,
    aside: &item_note,
    tense: ChangeTense::Planned,
    empty_text: "No changes.",
};

fn plan_page<'a>(heading: &'a Heading, plan: &'a Plan, next: &'a str) -> HtmlPage<'a> {
    let Plan {
        basis: _,
        items,
        calls: _,
        unchanged,
        read_back: _,
        kept: held,
        blockers: refusals,
        unmanaged,
        notes,
        seen: _,
        additions,
    } = plan;
    let always = |verb| matches!(verb, Operation::Create | Operation::Update | Operation::Delete);
    let verbs = VERBS.into_iter().filter(|verb| always(*verb) || plan.count_operations(*verb) > 0);
    let mut cells: Vec<CountCell> = verbs
        .map(|verb| CountCell { class: verb.name(), n: plan.count_operations(verb), what: operation_word(verb) })
        .collect();
    for (n, what) in [(held.len(), "kept"), (unmanaged.values().sum(), "unmanaged")] {
        if n > 0 {
            cells.push(CountCell { class: "rest", n, what });
        }
    }
    cells.push(CountCell { class: "rest", n: unchanged.len(), what: "unchanged" });
    HtmlPage {
        heading,
        cells,
        sentence: summary_line(heading, plan),
        items,
        words: PLAN_WORDS,
        blockers: refusals,
        kept: held,
        notes,
        additions,
        next,
    }
}

/// One page for the plans of several environments: side by side what each lacks, then each in full.
#[must_use]
pub fn render_plan_set_page(plans: &[EnvironmentPlan<'_>], next: &str) -> String {
    let headings: Vec<Option<Heading>> = plans.iter().map(|each| each.planned.ok().map(Heading::for_plan)).collect();
    let parts = plans.iter().zip(&headings).map(|(EnvironmentPlan { environment, planned }, heading)| PagePart {
        environment,
        page: planned.ok().zip(heading.as_ref()).map(|(plan, heading)| plan_page(heading, plan, "")),
        error: planned.err().map(|(why, _)| why),
    });
    render_page_set("Plan", &plan_set::render_overview(plans), &parts.collect::<Vec<_>>(), next)
}

/// What a page of several environments shows of one.
pub(super) struct PagePart<'a> {
    /// Name of the environment.
    pub(super) environment: &'a str,
    /// Its page, where there is one.
    pub(super) page: Option<HtmlPage<'a>>,
    /// Why there is none, or what is not on it.
    pub(super) error: Option<&'a str>,
}

/// One page for several environments: `overview` as it stands, then each in full.
pub(super) fn render_page_set(title: &'static str, overview: &str, parts: &[PagePart<'_>], next: &str) -> String {
    let names = parts.iter().map(|each| each.environment).collect::<Vec<_>>().join(", ");
    let about = format!("environments {}", Sanitized(&names));
    let mut out = begin_page(&Heading { title, empty_text: "", about, name: names });
    let overview = escape_foreign_lines(overview);
    out.push_str(&format!("<section><h2>Side by side</h2><pre class=\"next table\">{overview}</pre></section>\n"));
    let pages: Vec<&HtmlPage<'_>> = parts.iter().filter_map(|each| each.page.as_ref()).collect();
    let all: Vec<&PlanItem> = pages.iter().flat_map(|page| page.items).collect();
    if let Some(page) = pages.first() {
        write_filters(&mut out, &all, &page.words);
    }
    for PagePart { environment, page, error } in parts {
        out.push_str(&format!("<section><h2>Environment {}</h2></section>\n", escape_foreign(environment)));
        if let Some(why) = error {
            out.push_str(&format!(
                "<section class=\"refused\" role=\"alert\"><h2>Failed</h2><p>{}</p></section>\n",
                escape_foreign(why)
            ));
        }
        if let Some(page) = page {
            out.push_str(&format!("<p class=\"about\">{}</p>\n", escape_html(&page.heading.about)));
            write_parts(&mut out, page);
        }
    }
    end_page(out, !all.is_empty(), next)
}

/// The page.
pub(super) fn render_page(sheet: &HtmlPage<'_>) -> String {
    let mut out = begin_page(sheet.heading);
    let HtmlPage { heading: _, cells, sentence, items, words, blockers, .. } = sheet;
    write_counts(&mut out, cells, sentence);
    write_blockers(&mut out, blockers);
    write_filters(&mut out, &items.iter().collect::<Vec<_>>(), words);
    write_details(&mut out, sheet);
    end_page(out, !items.is_empty(), sheet.next)
}

/// Everything of a plan but search and filters, which a page has once.
fn write_parts(out: &mut String, sheet: &HtmlPage<'_>) {
    write_counts(out, &sheet.cells, &sheet.sentence);
    write_blockers(out, sheet.blockers);
    write_details(out, sheet);
}

fn write_details(out: &mut String, sheet: &HtmlPage<'_>) {
    write_resources(out, sheet.items, &sheet.words);
    write_kept(out, sheet.kept);
    write_notes(out, sheet.notes);
    write_additions(out, sheet.additions);
}

/// A page up to what it is about.
fn begin_page(heading: &Heading) -> String {
    let Heading { title, empty_text: _, about, name } = heading;
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        csp_hash(STYLE),
        csp_hash(SCRIPT)
    );
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{title}: {}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        escape_foreign(name)
    );
    out.push_str(&format!(
        "<header class=\"top\"><div class=\"wide\"><p class=\"mark\">housestyle</p>\n\
         <h1>{title}</h1><p class=\"about\">{}</p>\n\
         <button type=\"button\" class=\"theme\" id=\"theme\" hidden title=\"Colours (t)\">Colours: <span>system</span></button>\
         </div></header>\n<main class=\"wide\">\n",
        escape_html(about)
    ));
    out
}

/// A page from behind its resources on.
fn end_page(mut out: String, filtered: bool, next: &str) -> String {
    if filtered {
        out.push_str(
            "<p class=\"nothing\" hidden>Nothing matches. \
             <button type=\"button\" id=\"all\">Show everything</button></p>\n",
        );
    }
    if !next.is_empty() {
        let commands = escape_foreign_lines(next);
        out.push_str(&format!("<section><h2>Next</h2><pre class=\"next\">{commands}</pre></section>\n"));
    }
    out.push_str(KEYS);
    out.push_str(&format!("</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"));
    out
}

fn escape_foreign_lines(text: &str) -> String {
    text.lines().map(escape_foreign).collect::<Vec<String>>().join("\n")
}

/// The keys of the page, as it explains them.
const KEYS: &str = "<footer class=\"keys\" hidden><h2>Keys</h2><ul>\
    <li><kbd>/</kbd> find</li><li><kbd>j</kbd> <kbd>k</kbd> next, previous resource</li>\
    <li><kbd>o</kbd> fold or unfold it</li><li><kbd>e</kbd> <kbd>c</kbd> unfold, fold all</li>\
    <li><kbd>1</kbd>–<kbd>9</kbd> a filter</li><li><kbd>0</kbd> or <kbd>Esc</kbd> show everything</li>\
    <li><kbd>t</kbd> colours</li></ul></footer>\n";

const VERBS: [Operation; 7] = [
    Operation::Delete,
    Operation::Replace,
    Operation::Create,
    Operation::Update,
    Operation::Import,
    Operation::Sweep,
    Operation::Forget,
];

/// The counts, large, and the sentence below them.
fn write_counts(out: &mut String, cells: &[CountCell], sentence: &str) {
    out.push_str("<section class=\"tally\" aria-label=\"Totals\"><dl>\n");
    for CountCell { class, n, what } in cells {
        let empty = if *n == 0 { " none" } else { "" };
        out.push_str(&format!("<div class=\"{class}{empty}\"><dt>{what}</dt><dd>{n}</dd></div>\n"));
    }
    out.push_str(&format!("</dl><p class=\"sentence\">{}</p></section>\n", escape_html(sentence)));
}

fn write_blockers(out: &mut String, refusals: &[Blocker]) {
    if refusals.is_empty() {
        return;
    }
    let many = count_noun(refusals.len(), "safeguard");
    out.push_str(&format!(
        "<section class=\"refused\" role=\"alert\"><h2>Blocked by {many}</h2>\
         <p>This plan cannot be applied as it is.</p><ul>\n"
    ));
    for Blocker { safeguard, address, message, help } in refusals {
        let address = address.as_ref().map(|address| format!("<code>{}</code> ", escape_foreign(&address.to_string())));
        out.push_str(&format!(
            "<li><p><span class=\"safeguard\">{}</span> {}{}</p><p class=\"help\">{}</p></li>\n",
            safeguard.name(),
            address.unwrap_or_default(),
            escape_foreign(message),
            escape_foreign(help)
        ));
    }
    out.push_str("</ul></section>\n");
}

/// Search and filters. They show themselves once the script can make them work.
fn write_filters(out: &mut String, items: &[&PlanItem], wording: &PageWording<'_>) {
    if items.is_empty() {
        return;
    }
    out.push_str(
        "<div class=\"tools\" role=\"search\" hidden>\
         <input type=\"search\" id=\"find\" placeholder=\"Find a resource, a rule, a word\" aria-label=\"Find\" \
         autocomplete=\"off\" spellcheck=\"false\">\
         <div class=\"filters\" role=\"group\" aria-label=\"Filters\">\n",
    );
    let mut button = |kind: &str, name: &str, said: &str, has: &dyn Fn(&PlanItem) -> bool| {
        let n = items.iter().filter(|item| has(item)).count();
        if n > 0 {
            out.push_str(&format!(
                "<button type=\"button\" class=\"{name}\" data-{kind}=\"{name}\" aria-pressed=\"false\">{said} <b>{n}</b></button>\n"
            ));
        }
    };
    for verb in VERBS {
        button("verb", verb.name(), (wording.operation)(verb).1, &|item| item.operation == verb);
    }
    for cause in [Cause::Edited, Cause::Drifted, Cause::Conflict] {
        button("cause", cause.as_str(), cause.as_str(), &|item| {
            item.changes.iter().any(|change| change.cause == cause)
        });
    }
    button("hazard", "hazards", "hazards", &|item| !item.hazards.is_empty());
    out.push_str(
        "</div><p class=\"folds\"><button type=\"button\" id=\"unfold\">unfold all</button>\
         <button type=\"button\" id=\"fold\">fold all</button> <span id=\"shown\" role=\"status\"></span></p></div>\n",
    );
}

fn write_resources(out: &mut String, all: &[PlanItem], wording: &PageWording<'_>) {
    let GroupedItems { shared, rest } = group_items(all);
    let changes: usize = rest.iter().map(|item| item.changes.len()).sum();
    for verb in VERBS {
        let mut items: Vec<&PlanItem> = rest.iter().map(AsRef::as_ref).filter(|item| item.operation == verb).collect();
        items.sort_by_key(|item| &item.address);
        let shared = if verb == Operation::Update { shared.as_slice() } else { &[] };
        if items.is_empty() && shared.is_empty() {
            continue;
        }
        let title = (wording.title)(verb);
        let count = all.iter().filter(|item| item.operation == verb).count();
        out.push_str(&format!("<section class=\"group\"><h2>{title} <span>{count}</span></h2>\n"));
        for group in shared {
            item::write_shared_card(out, group, wording, true);
        }
        let open = matches!(verb, Operation::Delete | Operation::Replace) || changes <= UNFOLDED;
        for item in items {
            item::write_card(out, item, wording, open);
        }
        out.push_str("</section>\n");
    }
    if all.is_empty() {
        out.push_str(&format!("<p class=\"nothing\">{}</p>\n", wording.empty_text));
    }
}

/// The title over all resources of a verb, in a plan.
fn operation_title(operation: Operation) -> &'static str {
    match operation {
        Operation::Delete => "Deleted permanently",
        Operation::Replace => "Replaced, with a new id",
        Operation::Create => "Created",
        Operation::Update => "Changed",
        Operation::Import => "Imported",
        Operation::Forget => "Forgotten: no longer on the service",
        Operation::Sweep => "Cleaned up: left by interrupted runs",
    }
}

fn write_kept(out: &mut String, kept: &[DeferredDeletion]) {
    if kept.is_empty() {
        return;
    }
    out.push_str("<section class=\"held\"><h2>Kept</h2><ul>\n");
    for DeferredDeletion { address, id, name, effect: what, reason: why } in kept {
        let id = id
            .as_ref()
            .map(|id| format!(" <span class=\"id\">{}</span>", escape_foreign(id.as_str())))
            .unwrap_or_default();
        out.push_str(&format!(
            "<li><p><code>{}</code> {}{id}: {}</p><p class=\"help\">{}</p></li>\n",
            escape_foreign(&address.to_string()),
            escape_foreign(name),
            escape_foreign(what),
            escape_foreign(why)
        ));
    }
    out.push_str("</ul></section>\n");
}

fn write_notes(out: &mut String, notes: &[String]) {
    if notes.is_empty() {
        return;
    }
    out.push_str("<section class=\"notes\"><h2>Notes</h2><ul>\n");
    for note in notes {
        out.push_str(&format!("<li>{}</li>\n", escape_foreign(note)));
    }
    out.push_str("</ul></section>\n");
}

/// What people added, folded where it is much: the page is where somebody looks who wants to see it all.
fn write_additions(out: &mut String, additions: &[KeptAdditions]) {
    if additions.is_empty() {
        return;
    }
    out.push_str("<section class=\"held\"><h2>Added by people, kept</h2><ul>\n");
    for KeptAdditions { address, names } in additions {
        let open = if names.len() <= UNFOLDED_ADDITIONS { " open" } else { "" };
        out.push_str(&format!(
            "<li><details{open}><summary><code>{}</code> {} more on the service</summary><ul class=\"names\">\n",
            escape_foreign(&address.to_string()),
            names.len()
        ));
        for name in names {
            out.push_str(&format!("<li>{}</li>\n", escape_foreign(name)));
        }
        out.push_str("</ul></details></li>\n");
    }
    out.push_str("</ul></section>\n");
}

/// The SHA-256 of a text in base64, as a policy names it.
pub(crate) fn csp_hash(of: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hash = Sha256::digest(of.as_bytes());
    let mut out = String::new();
    for part in hash.chunks(3) {
        let bits = part.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= part.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_a_policy() {
        assert_eq!(csp_hash(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(csp_hash("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    #[test]
    fn what_is_ours_cannot_end_its_element() {
        assert!(!STYLE.contains("</") && !SCRIPT.contains("</") && !SCRIPT.contains("<!--"));
        assert!(!STYLE.contains("url(") && !STYLE.contains("@import"), "the page loads nothing");
    }
}
