//! A glossary or a collection of spoken terms of the account as a new file, with tables beside it.
//!
//! Always holds: what is written reads as what the service holds, entry by entry, or nothing is written. A dictionary is
//! written in the first form that says it exactly: in the document where it is short, as a table between tabs, and as one
//! between commas where its phrases have quotes that tabs would send along.

use crate::cli::pull::Files;
use crate::cli::pull::adopt::{Draft, document, refused};
use crate::cli::pull::slug;
use crate::diagnostic::Severity;
use crate::model::lexicon::{Entries, Lexicon, LiveLexicon, Part, Which};
use crate::model::object::Content;
use crate::model::write;
use crate::plan::wanted::{self, Wanted};
use crate::source::emit::{self, Tree};
use crate::source::table::Notation;

/// Most entries of a dictionary that stand in its document.
const INLINE: usize = 20;

/// What a file is to say of it.
pub(super) fn known(held: &LiveLexicon) -> Result<Lexicon, String> {
    if held.is_read() { Ok(held.content()) } else { Err("its entries could not be read".to_owned()) }
}

/// The document at `path` and its tables. `free` says whether nothing is at a path.
pub(super) fn draft(
    files: &Files<'_>,
    path: &str,
    lexicon: &Lexicon,
    free: &dyn Fn(&str) -> bool,
) -> Result<Draft, String> {
    let (mut items, mut tables) = (Vec::new(), Vec::new());
    for (part, entries) in &lexicon.parts {
        let fresh = |path: &str| free(path) && tables.iter().all(|(taken, _)| taken != path);
        let (item, table) = written(files, path, part, entries, &fresh)?;
        items.push(item);
        tables.extend(table);
    }
    Ok(Draft { fields: write::lexicon(lexicon.which, &lexicon.name, items), tables })
}

/// A part as an item of the document at `path`, and the table that it names.
pub(in crate::cli::pull) fn written(
    files: &Files<'_>,
    path: &str,
    part: &Part,
    entries: &Entries,
    free: &dyn Fn(&str) -> bool,
) -> Result<(Tree, Option<(String, String)>), String> {
    let here = || (write::part(part, entries), None);
    let beside = |notation| {
        let Part::Dictionary { source, target } = part else { return None };
        let rows = entries.iter().map(|(source, target)| (source.as_str(), target.as_str()));
        let text = emit::table(rows, notation)?;
        let (folder, document) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
        let stem = document.rsplit_once('.').map_or(document, |(stem, _)| stem);
        let stem = slug::table(stem, source.as_str(), target.as_str());
        let ending = match notation {
            Notation::Tsv => "tsv",
            Notation::Csv => "csv",
        };
        let name = slug::numbered(&stem).map(|stem| format!("{stem}.{ending}"));
        let below = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let name = name.into_iter().find(|name| free(&below(name)))?;
        Some((write::part_beside(part, &name), Some((below(&name), text))))
    };
    let is_short = entries.len() <= INLINE || part.which() == Which::SpokenTerms;
    let forms = [is_short.then(here), beside(Notation::Tsv), beside(Notation::Csv), (!is_short).then(here)];
    let (mut sound, mut why) = (None, String::new());
    for (item, table) in forms.into_iter().flatten() {
        match clean(files, path, part, entries, &item, table.as_ref()) {
            Ok(true) => return Ok((item, table)),
            Ok(false) => sound = sound.or(Some((item, table))),
            Err(error) if why.is_empty() => why = error,
            Err(_) => {}
        }
    }
    sound.ok_or(why)
}

/// Whether a document with this part alone says it without a warning. An error says why it cannot.
fn clean(
    files: &Files<'_>,
    path: &str,
    part: &Part,
    entries: &Entries,
    item: &Tree,
    table: Option<&(String, String)>,
) -> Result<bool, String> {
    let which = part.which();
    let text = document(path, &write::lexicon(which, "x", vec![item.clone()]));
    let checked = files.alone(path, &text, table.map(std::slice::from_ref).unwrap_or_default());
    if let Some(error) = checked.findings.iter().find(|finding| finding.severity == Severity::Error) {
        return Err(format!("its {} {part}: {}", part.noun(), refused(error)));
    }
    let said = checked.desired.as_ref().and_then(|desired| wanted::all(desired).next());
    let same = match said.map(Wanted::content) {
        Some(Content::Lexicon(lexicon)) => lexicon.parts.get(part) == Some(entries),
        Some(Content::Style(_)) | None => false,
    };
    if same {
        Ok(checked.findings.is_empty())
    } else {
        Err(format!("its {} {part} would not read as what it says", part.noun()))
    }
}
