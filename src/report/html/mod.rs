//! A plan, a difference of files or a drift as a page to read in a browser.
//!
//! Always holds: one file that loads nothing (its policy forbids it, and names its own style and script by their digests,
//! so that nothing else can run); all foreign text is inert and escaped; the same plan gives the same bytes. Without its
//! script the page still says everything: the script finds, filters, folds and chooses colours. Of a dictionary that
//! changes in very many entries, those that need a look and the first others are shown, and the rest is counted.
//!
//! Deliberately absent: ids and classes made of foreign text, and any time of day.

mod item;
mod text;

use sha2::{Digest, Sha256};

use crate::plan::{Cause, Held, Item, Plan, Refusal, Verb};
use crate::report::change::Tense;
use crate::report::heading::Heading;
use crate::report::html::text::{escape, text};
use crate::report::plan::{aside, counts, sign, word};
use crate::report::words::count;

/// How the page looks.
const STYLE: &str = include_str!("page.css");
/// What the page can do.
const SCRIPT: &str = include_str!("page.js");
/// Changes up to which every object begins unfolded; beyond, only what goes or gets a new id.
const UNFOLDED: usize = 400;

/// What a page shows: a plan, or what came of another comparison.
pub(super) struct Sheet<'a> {
    /// What it is.
    pub(super) heading: &'a Heading,
    /// The counts, large.
    pub(super) cells: Vec<Cell>,
    /// The sentence below them.
    pub(super) sentence: String,
    /// Objects.
    pub(super) items: &'a [Item],
    /// How it speaks of them.
    pub(super) words: Words<'a>,
    /// Guards that refuse.
    pub(super) refusals: &'a [Refusal],
    /// What is not done.
    pub(super) held: &'a [Held],
    /// Facts worth saying.
    pub(super) notes: &'a [String],
    /// What to run now; nothing where empty.
    pub(super) next: &'a str,
}

/// A large count.
pub(super) struct Cell {
    /// Its class.
    pub(super) class: &'static str,
    /// The count.
    pub(super) n: usize,
    /// What is counted.
    pub(super) what: &'static str,
}

/// How a page speaks of what happens to objects.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    /// The sign and the word of a verb.
    pub(super) verb: fn(Verb) -> (&'static str, &'static str),
    /// The title over all objects of a verb.
    pub(super) title: fn(Verb) -> &'static str,
    /// What is said of an object beside its verb.
    pub(super) aside: &'a dyn Fn(&Item) -> Option<String>,
    /// Whether it is still to come.
    pub(super) tense: Tense,
    /// What is said where there is no object.
    pub(super) nothing: &'static str,
}

/// The page of a plan, or of a difference of files, and `next`: what to run now (nothing where empty).
#[must_use]
pub fn page(heading: &Heading, plan: &Plan, next: &str) -> String {
    let Plan { basis: _, items, calls: _, unchanged, held, refusals, unmanaged, notes } = plan;
    let always = |verb| matches!(verb, Verb::Create | Verb::Update | Verb::Delete);
    let verbs = VERBS.into_iter().filter(|verb| always(*verb) || plan.count(*verb) > 0);
    let mut cells: Vec<Cell> =
        verbs.map(|verb| Cell { class: verb.name(), n: plan.count(verb), what: word(verb) }).collect();
    for (n, what) in [(held.len(), "held"), (unmanaged.values().sum(), "unmanaged")] {
        if n > 0 {
            cells.push(Cell { class: "rest", n, what });
        }
    }
    cells.push(Cell { class: "rest", n: unchanged.len(), what: "unchanged" });
    let words = Words {
        verb: |verb| (sign(verb).0, word(verb)),
        title,
        aside: &aside,
        tense: Tense::ToCome,
        nothing: "There is nothing to look at: both sides want the same.",
    };
    sheet(&Sheet { heading, cells, sentence: counts(heading, plan), items, words, refusals, held, notes, next })
}

/// The page.
pub(super) fn sheet(sheet: &Sheet<'_>) -> String {
    let Sheet { heading, cells, sentence, items, words, refusals: refused, held: kept, notes: noted, next } = sheet;
    let Heading { title, nothing: _, about, name } = heading;
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        digest(STYLE),
        digest(SCRIPT)
    );
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{title}: {}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        text(name)
    );
    out.push_str(&format!(
        "<header class=\"top\"><div class=\"wide\"><p class=\"mark\">housestyle</p>\n\
         <h1>{title}</h1><p class=\"about\">{}</p>\n\
         <button type=\"button\" class=\"theme\" id=\"theme\" hidden title=\"Colours (t)\">Colours: <span>system</span></button>\
         </div></header>\n<main class=\"wide\">\n",
        escape(about)
    ));
    tally(&mut out, cells, sentence);
    refusals(&mut out, refused);
    tools(&mut out, items, words);
    objects(&mut out, items, words);
    held(&mut out, kept);
    notes(&mut out, noted);
    if !next.is_empty() {
        out.push_str(&format!("<section><h2>Next</h2><pre class=\"next\">{}</pre></section>\n", text(next)));
    }
    out.push_str(KEYS);
    out.push_str(&format!("</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"));
    out
}

/// The keys of the page, as it explains them.
const KEYS: &str = "<footer class=\"keys\" hidden><h2>Keys</h2><ul>\
    <li><kbd>/</kbd> find</li><li><kbd>j</kbd> <kbd>k</kbd> next, previous object</li>\
    <li><kbd>o</kbd> fold or unfold it</li><li><kbd>e</kbd> <kbd>c</kbd> unfold, fold all</li>\
    <li><kbd>1</kbd>–<kbd>9</kbd> a filter</li><li><kbd>0</kbd> or <kbd>Esc</kbd> show everything</li>\
    <li><kbd>t</kbd> colours</li></ul></footer>\n";

const VERBS: [Verb; 7] =
    [Verb::Delete, Verb::Replace, Verb::Create, Verb::Update, Verb::Adopt, Verb::Sweep, Verb::Forget];

/// The counts, large, and the sentence below them.
fn tally(out: &mut String, cells: &[Cell], sentence: &str) {
    out.push_str("<section class=\"tally\" aria-label=\"Totals\"><dl>\n");
    for Cell { class, n, what } in cells {
        let empty = if *n == 0 { " none" } else { "" };
        out.push_str(&format!("<div class=\"{class}{empty}\"><dt>{what}</dt><dd>{n}</dd></div>\n"));
    }
    out.push_str(&format!("</dl><p class=\"sentence\">{}</p></section>\n", escape(sentence)));
}

fn refusals(out: &mut String, refusals: &[Refusal]) {
    if refusals.is_empty() {
        return;
    }
    let many = count(refusals.len(), "guard");
    out.push_str(&format!(
        "<section class=\"refused\" role=\"alert\"><h2>Refused by {many}</h2>\
         <p>This plan must not be applied as it is.</p><ul>\n"
    ));
    for Refusal { guard, address, message, help } in refusals {
        let address = address.as_ref().map(|address| format!("<code>{}</code> ", text(&address.to_string())));
        out.push_str(&format!(
            "<li><p><span class=\"guard\">{}</span> {}{}</p><p class=\"help\">{}</p></li>\n",
            guard.name(),
            address.unwrap_or_default(),
            text(message),
            text(help)
        ));
    }
    out.push_str("</ul></section>\n");
}

/// Search and filters. They show themselves once the script can make them work.
fn tools(out: &mut String, items: &[Item], words: &Words<'_>) {
    if items.is_empty() {
        return;
    }
    out.push_str(
        "<div class=\"tools\" role=\"search\" hidden>\
         <input type=\"search\" id=\"find\" placeholder=\"Find a list, a rule, a word\" aria-label=\"Find\" \
         autocomplete=\"off\" spellcheck=\"false\">\
         <div class=\"filters\" role=\"group\" aria-label=\"Filters\">\n",
    );
    let mut button = |kind: &str, name: &str, said: &str, has: &dyn Fn(&Item) -> bool| {
        let n = items.iter().filter(|item| has(item)).count();
        if n > 0 {
            out.push_str(&format!(
                "<button type=\"button\" class=\"{name}\" data-{kind}=\"{name}\" aria-pressed=\"false\">{said} <b>{n}</b></button>\n"
            ));
        }
    };
    for verb in VERBS {
        button("verb", verb.name(), (words.verb)(verb).1, &|item| item.verb == verb);
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

fn objects(out: &mut String, all: &[Item], words: &Words<'_>) {
    let changes: usize = all.iter().map(|item| item.changes.len()).sum();
    for verb in VERBS {
        let mut items: Vec<&Item> = all.iter().filter(|item| item.verb == verb).collect();
        items.sort_by_key(|item| &item.address);
        if items.is_empty() {
            continue;
        }
        let title = (words.title)(verb);
        out.push_str(&format!("<section class=\"group\"><h2>{title} <span>{}</span></h2>\n", items.len()));
        let open = matches!(verb, Verb::Delete | Verb::Replace) || changes <= UNFOLDED;
        for item in items {
            item::card(out, item, words, open);
        }
        out.push_str("</section>\n");
    }
    if all.is_empty() {
        out.push_str(&format!("<p class=\"nothing\">{}</p>\n", words.nothing));
    } else {
        out.push_str(
            "<p class=\"nothing\" hidden>Nothing fits. \
             <button type=\"button\" id=\"all\">Show everything</button></p>\n",
        );
    }
}

/// The title over all objects of a verb, in a plan.
fn title(verb: Verb) -> &'static str {
    match verb {
        Verb::Delete => "Goes for good",
        Verb::Replace => "Gets a new id",
        Verb::Create => "Comes",
        Verb::Update => "Changes",
        Verb::Adopt => "Becomes ours",
        Verb::Forget => "Is gone already",
        Verb::Sweep => "Is swept away",
    }
}

fn held(out: &mut String, held: &[Held]) {
    if held.is_empty() {
        return;
    }
    out.push_str("<section class=\"held\"><h2>Held, not done</h2><ul>\n");
    for Held { address, id, name, what, why } in held {
        let id = id.as_ref().map(|id| format!(" <span class=\"id\">{}</span>", text(id.as_str()))).unwrap_or_default();
        out.push_str(&format!(
            "<li><p><code>{}</code> {}{id}: {}</p><p class=\"help\">{}</p></li>\n",
            text(&address.to_string()),
            text(name),
            text(what),
            text(why)
        ));
    }
    out.push_str("</ul></section>\n");
}

fn notes(out: &mut String, notes: &[String]) {
    if notes.is_empty() {
        return;
    }
    out.push_str("<section class=\"notes\"><h2>Notes</h2><ul>\n");
    for note in notes {
        out.push_str(&format!("<li>{}</li>\n", text(note)));
    }
    out.push_str("</ul></section>\n");
}

/// The SHA-256 of a text in base64, as a policy names it.
fn digest(of: &str) -> String {
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
        assert_eq!(digest(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(digest("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    #[test]
    fn what_is_ours_cannot_end_its_element() {
        assert!(!STYLE.contains("</") && !SCRIPT.contains("</") && !SCRIPT.contains("<!--"));
        assert!(!STYLE.contains("url(") && !STYLE.contains("@import"), "the page loads nothing");
    }
}
