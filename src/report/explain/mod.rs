//! What a word means: a code of a finding, a guard that refuses plans, a kind of document, a category, a rule, a value, or
//! a field of a file.
//!
//! A word may mean several things; every meaning is told. Pages come from where the truth is: codes from their pages,
//! rules from the catalogue, kinds and fields from the schemas that validation uses, so that nothing here can disagree with it.

mod field;
mod guard;
mod kind;
mod page;
mod rule;

use unicode_normalization::UnicodeNormalization;

use crate::catalogue::{Catalogue, nearest};
use crate::diagnostic::Code;
use crate::plan::Guard;
use crate::report::look::{Look, Tone};
use crate::report::shown::Shown;
use crate::report::wrap::{Piece, paragraph, wrap};

pub(crate) use field::{Told, told};
pub(crate) use page::code;
pub(crate) use rule::says_more;

/// Words that ask for an index instead of a page.
const INDEXES: [&str; 5] = ["codes", "guards", "kinds", "rules", "fields"];

/// A word that means nothing here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no code, guard, kind, category, rule, value or field{}", Shown(.word), suggestion(.near))]
pub struct Unknown {
    /// The word as it was asked for.
    pub word: String,
    /// Words near to it, best first.
    pub near: Vec<String>,
}

fn suggestion(near: &[String]) -> String {
    if near.is_empty() {
        return "; `housestyle explain codes`, `… guards`, `… kinds`, `… rules` and `… fields` list them".to_owned();
    }
    let near: Vec<String> = near.iter().map(|word| format!("`{word}`")).collect();
    format!("; near to it: {}", near.join(", "))
}

/// Every page that the word names, after the index that it asks for: `codes`, `guards`, `kinds`, `rules`, `fields`.
///
/// # Errors
/// Where it names none: with the words that are near.
pub fn explain(word: &str, catalogue: &Catalogue, look: &Look) -> Result<String, Unknown> {
    let asked: String = word.trim().nfc().collect();
    let mut pages = Vec::new();
    if INDEXES.contains(&asked.as_str()) {
        pages.push(index(&asked, catalogue, look));
    }
    if let Some(code) = Code::from_name(&asked) {
        pages.push(page::code(code, look));
    }
    if let Some(guard) = Guard::from_name(&asked) {
        pages.push(guard::page(guard, look));
    }
    pages.extend(kind::page(&asked, catalogue, look));
    pages.extend(rule::pages(&asked, catalogue, look));
    pages.extend(field::pages(&asked, catalogue, look));
    if pages.is_empty() { Err(unknown(word, &asked, catalogue)) } else { Ok(pages.join("\n")) }
}

/// Everything of one sort, a line each.
fn index(sort: &str, catalogue: &Catalogue, look: &Look) -> String {
    match sort {
        "codes" => {
            let mut out = heading("codes", "what findings are about", look);
            for code in Code::ALL {
                entry(&mut out, code.name(), code.summary(), look);
            }
            out
        }
        "guards" => guard::index(look),
        "kinds" => kind::index(catalogue, look),
        "rules" => rule::index(catalogue, look),
        _ => field::index(catalogue, look),
    }
}

fn unknown(word: &str, asked: &str, catalogue: &Catalogue) -> Unknown {
    let fields = field::names(catalogue);
    let codes = Code::ALL.iter().map(|code| code.name());
    let categories = catalogue.categories.keys().map(String::as_str);
    let guards = Guard::ALL.iter().map(|guard| guard.name());
    let kinds: Vec<&str> = kind::names().collect();
    let ours = codes.chain(guards).chain(kinds).chain(categories);
    let candidates = ours.chain(fields.iter().map(String::as_str)).chain(INDEXES);
    let mut near: Vec<String> = nearest::words(asked, candidates).into_iter().map(str::to_owned).collect();
    near.extend(nearest::rules(catalogue, None, asked, None).into_iter().map(|rule| rule.name.clone()));
    let values = catalogue.rules().flat_map(|rule| rule.values.keys().map(String::as_str));
    near.extend(nearest::words(asked, values).into_iter().map(str::to_owned));
    let mut kept: Vec<String> = Vec::new();
    for word in near {
        if !kept.contains(&word) && kept.len() < 5 {
            kept.push(word);
        }
    }
    Unknown { word: word.to_owned(), near: kept }
}

/// The first line of a page.
fn heading(name: &str, what: &str, look: &Look) -> String {
    let mut out = String::new();
    let pieces = [Piece::new(Tone::Strong, Shown(name).to_string()), Piece::new(Tone::Plain, format!(": {what}"))];
    wrap(&mut out, look, "", "  ", &pieces);
    out
}

/// A name with a few words below it or behind it.
fn entry(out: &mut String, name: &str, text: &str, look: &Look) {
    let pieces =
        [Piece::new(Tone::Help, Shown(name).to_string()), Piece::new(Tone::Plain, format!("  {}", Shown(text)))];
    wrap(out, look, "  ", "      ", &pieces);
}

/// A paragraph after an empty line.
fn text(out: &mut String, words: &str, look: &Look) {
    out.push('\n');
    paragraph(out, look, "", "", &Shown(words).to_string());
}
