//! Drift of a glossary or a collection of spoken terms into its document and its tables: each entry at its own line.
//!
//! What a part needs is written in one go and checked; where that fails, each entry is tried by itself, so that one which no
//! file can say does not hold up the others. A table that another dictionary reads too is not touched for one's sake.

use std::collections::BTreeMap;

use camino::Utf8Path;

use crate::check::refused_phrase;
use crate::cli::pull::Files;
use crate::cli::pull::adopt::written_part;
use crate::cli::pull::merge::{List, Merged, Take, alone, by_hand, document, key};
use crate::diagnostic::Place;
use crate::model::lexicon::{Entries, Lexicon, Part};
use crate::model::{Address, Language, write};
use crate::plan::drift::{Drifted, Verdict};
use crate::plan::drift_lexicon::{Delta, Judged, ours};
use crate::plan::wanted::WantedLexicon;
use crate::report::pull::Became;
use crate::source::edit::{self, Act, Step};
use crate::source::emit::Tree;
use crate::source::table::Notation;
use crate::source::{Format, Node};

/// Why something has to be written by hand.
type Refusal = (Option<Place>, String);

/// Entries that come or change (`Some`) or go (`None`), by source phrase or term.
type Changes = BTreeMap<String, Option<String>>;

/// Merges one lexicon.
pub(super) fn one<'a>(
    files: &mut Files<'_>,
    drifted: &'a Drifted,
    judged: &[Judged],
    wanted: WantedLexicon<'_>,
    take: Option<Take>,
) -> List<'a> {
    let path = wanted.place().file.to_string();
    let said = wanted.content();
    let mut merger =
        Merger { address: &drifted.address, path: &path, said: &said, touched: Vec::new(), notes: Vec::new() };
    if merger.document(files).is_none() {
        return by_hand(drifted, "its document cannot be found again");
    }
    let decided: Vec<Option<Became>> = judged.iter().map(|judged| decided(judged.verdict, take)).collect();
    let open: Vec<usize> = (0..judged.len()).filter(|at| decided[*at].is_none()).collect();
    let mut written = BTreeMap::new();
    let mut entries: BTreeMap<&Part, Vec<usize>> = BTreeMap::new();
    for at in open {
        match &judged[at].delta {
            Delta::Name { after } => drop(written.insert(at, merger.name(files, after))),
            Delta::Part { part, after } => drop(written.insert(at, merger.part(files, part, after.as_ref()))),
            Delta::Entry { part, .. } => entries.entry(part).or_default().push(at),
        }
    }
    for (part, places) in entries {
        let changes = places.iter().filter_map(|at| match &judged[*at].delta {
            Delta::Entry { part: _, source, after } => Some((*at, source, after)),
            Delta::Name { .. } | Delta::Part { .. } => None,
        });
        written.extend(merger.entries(files, part, &changes.collect::<Vec<_>>()));
    }
    let merged = judged.iter().zip(decided).enumerate().map(|(index, (judged, decided))| {
        let became = decided.unwrap_or_else(|| match written.remove(&index) {
            Some(Ok(())) | None => Became::Written { overrides: false },
            Some(Err((place, why))) => Became::ByHand { place: place.or(judged.change.place.clone()), why },
        });
        Merged { index, became, ours: ours(judged, &said), place: judged.change.place.clone() }
    });
    let merged = merged.collect();
    let Merger { touched, notes, .. } = merger;
    List { drifted, merged, touched, file: Some(path), notes }
}

/// What becomes of a change without writing; nothing where it is to be written.
fn decided(verdict: Verdict, take: Option<Take>) -> Option<Became> {
    match (verdict, take) {
        (Verdict::Agreed, _) => Some(Became::Agreed),
        (Verdict::Unknown, _) => Some(Became::Unknown),
        (Verdict::Write | Verdict::Conflict, Some(Take::Mine)) => Some(Became::Kept),
        (Verdict::Conflict, None) => Some(Became::Conflict),
        (Verdict::Write, _) | (Verdict::Conflict, Some(Take::Theirs)) => None,
    }
}

/// Fields behind which the parts stand.
const BEFORE_PARTS: &[&str] = &["kind", "key", "name", "protected"];

struct Merger<'a> {
    address: &'a Address,
    /// The document's file.
    path: &'a str,
    /// What the files said before.
    said: &'a Lexicon,
    touched: Vec<String>,
    notes: Vec<String>,
}

impl Merger<'_> {
    fn document<'f>(&self, files: &'f Files<'_>) -> Option<(usize, &'f Node)> {
        let parsed = files.get(self.path)?;
        let at = document(parsed, self.address.kind, &self.address.key)?;
        Some((at, parsed.documents.get(at)?))
    }

    /// The item of a part, and its place in the list.
    fn item<'f>(&self, files: &'f Files<'_>, part: &Part) -> Option<(usize, &'f Node)> {
        let (_, root) = self.document(files)?;
        let is = |node: &Node, field: &str, code: &Language| {
            node.get(field).and_then(Node::text).is_some_and(|text| Language::new(text) == *code)
        };
        let here = |node: &&Node| match part {
            Part::Dictionary { source, target } => {
                is(node, "source_language", source) && is(node, "target_language", target)
            }
            Part::Terms(language) => is(node, "language", language),
        };
        let items = root.get(write::list_of(self.said.which)).map(Node::items).unwrap_or_default();
        let at = items.iter().position(|node| here(&node))?;
        Some((at, &items[at]))
    }

    fn name(&mut self, files: &mut Files<'_>, name: &str) -> Result<(), Refusal> {
        self.edit(files, &[Act::Set { at: vec![key("name")], value: Tree::text(name), after: &[] }], None)
    }

    /// A part comes, goes, or becomes another one.
    fn part(&mut self, files: &mut Files<'_>, part: &Part, after: Option<&Entries>) -> Result<(), Refusal> {
        let list = key(write::list_of(self.said.which));
        match (self.item(files, part), after) {
            (None, None) => Ok(()),
            (None, Some(entries)) => {
                let free = |path: &str| files.is_free(path);
                let (item, table) = written_part(files, self.path, part, entries, &free).map_err(|why| (None, why))?;
                self.edit(files, &[Act::Append { at: vec![list], item, after: BEFORE_PARTS }], table)
            }
            (Some((at, node)), None) => {
                let table = node.get("file").and_then(Node::text).map(str::to_owned);
                self.edit(files, &[Act::Remove { at: vec![list, Step::Item(at)] }], None)?;
                let stays = |table: String| format!("{}: nothing names {table} any more; it stays", self.address);
                self.notes.extend(table.map(stays));
                Ok(())
            }
            (Some(_), Some(after)) => {
                let none = Entries::default();
                let own = self.said.parts.get(part).unwrap_or(&none);
                let came = after.iter().filter(|(source, target)| own.get(*source) != Some(target));
                let gone = own.keys().filter(|source| !after.contains_key(*source));
                let changes: Changes = came
                    .map(|(source, target)| (source.clone(), Some(target.clone())))
                    .chain(gone.map(|source| (source.clone(), None)))
                    .collect();
                match changes.iter().find_map(|(source, target)| refused(part, source, target.as_ref())) {
                    Some(why) => Err((None, why)),
                    None => self.change(files, part, &changes),
                }
            }
        }
    }

    /// Entries of a part, all at once, or one by one where that cannot be.
    fn entries(
        &mut self,
        files: &mut Files<'_>,
        part: &Part,
        changes: &[(usize, &String, &Option<String>)],
    ) -> BTreeMap<usize, Result<(), Refusal>> {
        let mut done = BTreeMap::new();
        let mut sound = Vec::new();
        for (at, source, target) in changes {
            match refused(part, source, target.as_ref()) {
                Some(why) => drop(done.insert(*at, Err((None, why)))),
                None => sound.push((*at, *source, *target)),
            }
        }
        let all: Changes = sound.iter().map(|(_, source, target)| ((*source).clone(), (*target).clone())).collect();
        if all.is_empty() {
            return done;
        }
        let together = self.change(files, part, &all);
        if together.is_ok() || sound.len() == 1 {
            done.extend(sound.iter().map(|(at, ..)| (*at, together.clone())));
            return done;
        }
        for (at, source, target) in sound {
            let one = Changes::from([(source.clone(), target.clone())]);
            done.insert(at, self.change(files, part, &one));
        }
        done
    }

    fn change(&mut self, files: &mut Files<'_>, part: &Part, changes: &Changes) -> Result<(), Refusal> {
        let Some((at, item)) = self.item(files, part) else {
            return Err((None, format!("its {} cannot be found again", part.noun())));
        };
        if let Some(name) = item.get("file").and_then(Node::text) {
            let name = name.to_owned();
            return self.table(files, &name, changes);
        }
        let list = [key(write::list_of(self.said.which)), Step::Item(at)];
        let way = |rest: &[Step]| list.iter().chain(rest).cloned().collect::<Vec<Step>>();
        let mut acts = Vec::new();
        match part {
            Part::Dictionary { .. } => {
                let entry = |source: &String| way(&[key("entries"), Step::Key(source.clone())]);
                // What comes goes first, so that nothing is ever empty.
                for (source, target) in changes {
                    if let Some(target) = target {
                        acts.push(Act::Set { at: entry(source), value: Tree::text(target), after: &[] });
                    }
                }
                let gone = changes.iter().filter(|(_, target)| target.is_none());
                acts.extend(gone.map(|(source, _)| Act::Remove { at: entry(source) }));
            }
            Part::Terms(_) => {
                let terms = item.get("terms").map(Node::items).unwrap_or_default();
                for (term, _) in changes.iter().filter(|(_, target)| target.is_some()) {
                    acts.push(Act::Append { at: way(&[key("terms")]), item: Tree::text(term), after: &["language"] });
                }
                let gone = |node: &Node| node.text().is_some_and(|text| changes.get(text) == Some(&None));
                // From the last to the first: the places of the others stay as they are.
                for at in (0..terms.len()).rev().filter(|at| gone(&terms[*at])) {
                    acts.push(Act::Remove { at: way(&[key("terms"), Step::Item(at)]) });
                }
            }
        }
        self.edit(files, &acts, None)
    }

    /// Edits the document, with a table that is new beside it.
    fn edit(&mut self, files: &mut Files<'_>, acts: &[Act], table: Option<(String, String)>) -> Result<(), Refusal> {
        let here = files.get(self.path).zip(self.document(files));
        let Some((parsed, (document, _))) = here else {
            return Err((None, "its document cannot be found again".to_owned()));
        };
        let format = Format::of(self.path).unwrap_or(Format::Yaml);
        let text = edit::edit(parsed, format, document, acts)
            .map_err(|refused| (Some(parsed.file.place(refused.span)), refused.why.to_owned()))?;
        let tables: Vec<(String, String)> = table.into_iter().collect();
        if let Some(why) = alone(files, self.path, &text, &tables) {
            return Err((None, why));
        }
        for (path, text) in tables {
            files.put_table(&path, None, &text);
            self.touch(&path);
        }
        files.put(self.path, &text);
        self.touch(self.path);
        Ok(())
    }

    /// Edits a table of the document.
    fn table(&mut self, files: &mut Files<'_>, name: &str, changes: &Changes) -> Result<(), Refusal> {
        let (Some(table), Some(parsed)) = (files.table(self.path, name).cloned(), files.get(self.path)) else {
            return Err((None, format!("{name} cannot be found again")));
        };
        let path = table.path().clone();
        if files.readers(Utf8Path::new(&*path)) > 1 {
            return Err((None, format!("another dictionary takes its entries from {path} too")));
        }
        let Some(notation) = Notation::of(&path) else {
            return Err((None, format!("{path} is no table")));
        };
        let text = edit::table(&table, notation, changes).map_err(|why| (None, format!("{path}: {why}")))?;
        let document = parsed.file.text().to_owned();
        if let Some(why) = alone(files, self.path, &document, &[(path.to_string(), text.clone())]) {
            return Err((None, why));
        }
        files.put_table(&path, Some(table), &text);
        self.touch(&path);
        Ok(())
    }

    fn touch(&mut self, path: &str) {
        if !self.touched.iter().any(|touched| touched == path) {
            self.touched.push(path.to_owned());
        }
    }
}

/// Why no file may say an entry.
fn refused(part: &Part, source: &str, target: Option<&String>) -> Option<String> {
    let target = target?;
    match part {
        Part::Dictionary { .. } => {
            refused_phrase("source phrase", source).or_else(|| refused_phrase("target phrase", target))
        }
        Part::Terms(_) => refused_phrase("term", source),
    }
}
