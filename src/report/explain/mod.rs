//! What a word means: a code of a finding, a safeguard that refuses plans, a kind of document, a category, a rule, a value, or
//! a field of a file.
//!
//! A word may mean several things; every meaning is told. Words that name nothing are searched for. Pages come from where the truth is: codes from their pages,
//! rules from the catalogue, kinds and fields from the schemas that validation uses, so that nothing here can disagree with it.

mod field;
mod safeguard;
mod kind;
mod code_page;
mod rule;
pub mod search;

use unicode_normalization::UnicodeNormalization;

use crate::catalogue::{Catalogue, load, nearest};
use crate::diagnostic::Code;
use crate::plan::Safeguard;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::wrap::{TextPiece, write_paragraph, write_wrapped};

pub(crate) use code_page::render_code_page;
pub(crate) use field::{FieldReference, list_field_references};
pub(crate) use rule::adds_to_name;

/// Words that ask for an index instead of a page.
const INDEXES: [&str; 5] = ["codes", "safeguards", "kinds", "rules", "fields"];

/// A word that means nothing here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no code, safeguard, kind, category, rule, value or field", Sanitized(.word))]
pub struct UnknownTopic {
    /// The word as it was asked for.
    pub word: String,
    /// Words near to it, best first.
    pub near: Vec<String>,
}

impl UnknownTopic {
    /// The words that are near, or where all are listed.
    #[must_use]
    pub fn suggestion(&self) -> String {
        if self.near.is_empty() {
            return "`housestyle explain codes`, `… safeguards`, `… kinds`, `… rules` and `… fields` list them"
                .to_owned();
        }
        let near: Vec<String> = self.near.iter().map(|word| format!("`{}`", Sanitized(word))).collect();
        format!("near to it: {}", near.join(", "))
    }
}

/// Every page that the word names, after the index that it asks for: `codes`, `safeguards`, `kinds`, `rules`, `fields`. What
/// names nothing is searched for. What is said of `languages`, as catalogues name them, comes first.
///
/// # Errors
/// Where nothing has it: with the words that are near.
pub fn explain_topic(
    word: &str,
    catalogue: &Catalogue,
    languages: &[String],
    options: &RenderOptions,
) -> Result<String, UnknownTopic> {
    let asked: String = word.trim().nfc().collect();
    let mut pages = Vec::new();
    if INDEXES.contains(&asked.as_str()) {
        pages.push(render_index(&asked, catalogue, options));
    }
    if let Some(code) = Code::from_name(&asked) {
        pages.push(code_page::render_code_page(code, options));
    }
    if let Some(safeguard) = Safeguard::from_name(&asked) {
        pages.push(safeguard::render_page(safeguard, options));
    }
    pages.extend(kind::render_page(&asked, catalogue, options));
    let mut rules = rule::render_pages(&asked, catalogue, languages, options);
    if rules.is_empty() {
        // What another catalogue has is explained too, and says so.
        rules = rule::render_pages(&asked, &load::builtin_catalogue(load::Edition::Public), languages, options);
    }
    pages.extend(rules);
    pages.extend(field::render_pages(&asked, catalogue, options));
    if !pages.is_empty() {
        return Ok(pages.join("\n"));
    }
    let unknown = unknown_topic(word, &asked, catalogue);
    // Whoever writes a name almost right means that name.
    let is_name = asked.contains(['_', '-']) && !asked.contains(' ');
    if is_name && !unknown.near.is_empty() {
        return Err(unknown);
    }
    search::render_page(&asked, catalogue, languages, options).ok_or(unknown)
}

/// Everything of one sort, a line each.
fn render_index(sort: &str, catalogue: &Catalogue, options: &RenderOptions) -> String {
    match sort {
        "codes" => {
            let mut out = page_heading("codes", "what findings are about", options);
            for code in Code::ALL {
                write_entry(&mut out, code.name(), code.summary(), options);
            }
            out
        }
        "safeguards" => safeguard::render_index(options),
        "kinds" => kind::render_index(catalogue, options),
        "rules" => rule::render_index(catalogue, options),
        _ => field::render_index(catalogue, options),
    }
}

fn unknown_topic(word: &str, asked: &str, catalogue: &Catalogue) -> UnknownTopic {
    let fields = field::field_names(catalogue);
    let public = load::builtin_catalogue(load::Edition::Public);
    let codes = Code::ALL.iter().map(|code| code.name());
    let categories = catalogue.categories.keys();
    let safeguards = Safeguard::ALL.iter().map(|safeguard| safeguard.name());
    let kinds: Vec<&str> = kind::kind_names().collect();
    let categories = categories.chain(public.categories.keys());
    let ours = codes.chain(safeguards).chain(kinds).chain(categories);
    let candidates = ours.chain(fields.iter().map(String::as_str)).chain(INDEXES);
    let mut near: Vec<String> = nearest::nearest_words(asked, candidates).into_iter().map(str::to_owned).collect();
    for known in [catalogue, &public] {
        near.extend(nearest::nearest_rules(known, None, asked, None).into_iter().map(|rule| rule.name.to_string()));
    }
    let values = catalogue.iter_rules().flat_map(|rule| rule.values.keys());
    near.extend(nearest::nearest_words(asked, values).into_iter().map(str::to_owned));
    let mut kept: Vec<String> = Vec::new();
    for word in near {
        if !kept.contains(&word) && kept.len() < 5 {
            kept.push(word);
        }
    }
    UnknownTopic { word: word.to_owned(), near: kept }
}

/// The first line of a page.
fn page_heading(name: &str, what: &str, options: &RenderOptions) -> String {
    let mut out = String::new();
    let pieces = [
        TextPiece::new(TextTone::Strong, Sanitized(name).to_string()),
        TextPiece::new(TextTone::Plain, format!(": {what}")),
    ];
    write_wrapped(&mut out, options, "", "  ", &pieces);
    out
}

/// A name with a few words below it or behind it.
fn write_entry(out: &mut String, name: &str, text: &str, options: &RenderOptions) {
    let pieces = [
        TextPiece::new(TextTone::Help, Sanitized(name).to_string()),
        TextPiece::new(TextTone::Plain, format!("  {}", Sanitized(text))),
    ];
    write_wrapped(out, options, "  ", "      ", &pieces);
}

/// A paragraph after an empty line.
fn write_text(out: &mut String, words: &str, options: &RenderOptions) {
    out.push('\n');
    write_paragraph(out, options, "", "", &Sanitized(words).to_string());
}
