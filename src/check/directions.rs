//! `reversed-table`: entries that stand the wrong way round, as other dictionaries and their own letters tell. What is a source phrase
//! of the dictionary from German is German in any other one, too.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::catalogue::languages::root_code;
use crate::check::compared_phrases::LatinSide;
use crate::check::document::SourceDocument;
use crate::check::entries::DictionaryEntries;
use crate::check::glossary::{GlossaryReading, dictionary_for, language_edits, located_field};
use crate::check::profile::{glossaries_of_profile, pair_of_profile};
use crate::check::reference::{ReferenceIndex, ReferenceTarget};
use crate::check::script_language::tell_other_script;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::model::glossary::{Dictionary, LanguagePair};
use crate::model::{Key, Language, Placed};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::Node;
use crate::source::table::{self, Notation, Table};

/// Most other dictionaries that one is held against.
const MAX_COMPARED: usize = 8;
/// Dictionaries from one language, of different targets, whose source phrases tell of each other's rows.
const SIBLINGS: usize = 3;
/// Most rows that are held against those of siblings.
const MAX_ROWS: usize = 1_000;
/// Least characters of a phrase that tells of another language.
const LEAST_LETTERS: usize = 4;

/// A dictionary whose pair is that of another one, or of one language.
pub(super) struct DoubtfulPair<'d> {
    pub(super) pointer: String,
    pub(super) node: &'d Node,
    pub(super) pair: LanguagePair,
    pub(super) entries: DictionaryEntries,
}

/// A dictionary of the project.
#[derive(Clone, Copy)]
struct ReadDictionary<'d> {
    document: &'d SourceDocument<'d>,
    index: usize,
    node: &'d Node,
    pair: &'d LanguagePair,
    dictionary: &'d Dictionary,
}

/// A source phrase and its translation.
type Row<'r> = (&'r str, &'r str);

/// Entries of all glossaries that stand the wrong way round; nothing of files of which that was said already.
pub(super) fn check_directions(
    documents: &[SourceDocument<'_>],
    glossaries: &BTreeMap<usize, GlossaryReading>,
    findings: &[Vec<Diagnostic>],
) -> Vec<Diagnostic> {
    let reversed = findings.iter().flatten().filter(|finding| finding.code == Code::ReversedTable);
    let told: HashSet<&str> = reversed.map(|finding| &**finding.file.path()).collect();
    let read = glossaries.iter().filter_map(|(at, read)| Some((&documents[*at], read.glossary.as_ref()?)));
    let all = read.flat_map(|(document, glossary)| {
        let nodes = document.node.get("dictionaries").map(Node::items).unwrap_or_default().iter().enumerate();
        nodes.filter_map(|(index, node)| {
            let is_of = |pair: &LanguagePair| {
                let says = |field: &str, code: &str| node.get(field).and_then(Node::text) == Some(code);
                says("source_language", pair.source.as_str()) && says("target_language", pair.target.as_str())
            };
            let (pair, dictionary) = glossary.dictionaries.iter().find(|(pair, _)| is_of(pair))?;
            let at = &dictionary.entries.values().next()?.place.file;
            let untold = [at, document.file.path()].iter().all(|path| !told.contains(&***path));
            untold.then_some(ReadDictionary { document, index, node, pair, dictionary })
        })
    });
    let all: Vec<ReadDictionary<'_>> = all.collect();
    let mut before: BTreeMap<&LanguagePair, Vec<ReadDictionary<'_>>> = BTreeMap::new();
    let mut siblings: BTreeMap<&str, Vec<ReadDictionary<'_>>> = BTreeMap::new();
    for one in &all {
        let of_source = siblings.entry(one.pair.source.as_str()).or_default();
        if of_source.len() < SIBLINGS && of_source.iter().all(|other| other.pair != one.pair) {
            of_source.push(*one);
        }
    }
    let mut found = Vec::new();
    for one in &all {
        let turned = before.get(&one.pair.turned()).into_iter().flatten().rev().take(MAX_COMPARED);
        let moved = |other: &ReadDictionary<'_>| one.tell_moved(other).or_else(|| other.tell_moved(one));
        let told = turned.filter_map(|other| compare(*one, *other, &all).or_else(|| moved(other))).next();
        let told = told.or_else(|| one.tell_by_letters(&all));
        found.extend(told.or_else(|| one.tell_by_siblings(&siblings[one.pair.source.as_str()], &all)));
        before.entry(one.pair).or_default().push(*one);
    }
    found
}

/// What two dictionaries of opposite directions have alike, where the rest of them is turned round, or there is no rest.
fn compare<'d>(one: ReadDictionary<'d>, other: ReadDictionary<'d>, all: &[ReadDictionary<'d>]) -> Option<Diagnostic> {
    let is_same = |(source, target): &Row<'_>| {
        other.has(source, target) && !other.has(target, source) && !one.has(target, source) && !is_alike(source, target)
    };
    let rows: Vec<Row<'d>> = one.rows().filter(is_same).collect();
    if rows.is_empty() {
        return None;
    }
    let mirrored = one.rows().filter(|(source, target)| source != target && other.has(target, source)).count();
    let told = |dictionary: &ReadDictionary<'_>| dictionary.rows().filter(|(source, target)| source != target).count();
    let whole = mirrored == 0 && rows.len() > 1 && rows.len() * 2 > told(&one).min(told(&other));
    if !whole && (mirrored < 2 || mirrored <= rows.len()) {
        return None;
    }
    if whole && one.table().is_some() && one.table() == other.table() && std::ptr::eq(one.document, other.document) {
        return one.tell_same_table(other);
    }
    let signs = SideSigns::of(one.pair);
    let order: i32 = rows.iter().map(|row| order_by(&signs, *row) + one.known_order(*row, all, Some(other))).sum();
    // What was delivered is mostly a table, and all of its columns exchanged.
    let is_other = order < 0 || order == 0 && one.table().is_none() && other.table().is_some();
    let (wrong, right) = if is_other { (other, one) } else { (one, other) };
    let message = match rows[0].0 {
        _ if whole => {
            let (first, last) = (other.pair, one.pair);
            let (all, count) = (rows.len() == told(&one).max(told(&other)), one.dictionary.entries.len());
            let same = match all {
                true => format!("the dictionaries for {first} and {last} have the same entries"),
                false => format!("{} of the {count} entries for {last} are entries for {first}, too", rows.len()),
            };
            format!("{same}: one is the wrong way round")
        }
        source => {
            let source = echo_text(source);
            format!(
                "`{source}` has this translation in the dictionary for {}, too: one of the two is turned",
                right.pair
            )
        }
    };
    let place = &right.dictionary.entries.get(rows[0].0)?.place;
    let note = format!("in the dictionary for {}: {place}", right.pair);
    if order == 0 {
        let finding = wrong.tell(&rows, whole, message)?.with_note(note);
        let help = "swap phrases and translations in the one where the phrases are of the other language";
        return if whole { wrong.offer_either(&right, finding) } else { Some(finding.with_help(help)) };
    }
    let label =
        format!("for {}, and {} for {}", wrong.pair, if whole { "its entries are" } else { "this is" }, right.pair);
    let title = match whole {
        true => format!("swap phrases and translations in the one for {}", wrong.pair),
        false => "swap the two phrases".to_owned(),
    };
    let finding = wrong.tell(&rows, whole, message)?.with_label(label).with_note(note);
    match whole {
        true => wrong.offer_whole(finding, title, &rows, all),
        false => wrong.offer_turned(finding, &rows, title),
    }
}

impl<'d> ReadDictionary<'d> {
    fn rows(&self) -> impl Iterator<Item = Row<'d>> {
        self.dictionary.entries.iter().map(|(source, target)| (source.as_str(), target.value.as_str()))
    }

    fn has(&self, source: &str, target: &str) -> bool {
        self.dictionary.entries.get(source).is_some_and(|there| there.value == target)
    }

    fn table(&self) -> Option<&'d str> {
        self.node.get("file").and_then(Node::text)
    }

    /// What the source phrases of this dictionary say of a row of a pair: above 0 that it is turned round, below 0 that it is not.
    fn direction_of(&self, pair: &LanguagePair, (source, target): Row<'_>) -> i32 {
        let has = |phrase: &str| i32::from(self.dictionary.entries.contains_key(phrase));
        match &self.pair.source {
            own if *own == pair.source => has(target) - has(source),
            own if *own == pair.target => has(source) - has(target),
            _ => 0,
        }
    }

    /// Rows that tell by their letters and by the phrases of `others` that they are turned round, among more that are not.
    fn tell_by_letters(&self, others: &[Self]) -> Option<Diagnostic> {
        let signs = SideSigns::of(self.pair)?;
        let (mut rows, mut straight): (Vec<(Row<'_>, i32)>, usize) = (Vec::new(), 0);
        for row @ (source, target) in self.rows() {
            match signs.order_of(row) {
                order if order > 0 && !self.has(target, source) => rows.push((row, order)),
                order => straight += usize::from(order < 0),
            }
        }
        let is_one_kind = rows.len() == 1 && straight + 1 == self.dictionary.entries.len() && straight > 3;
        if straight < 2 || straight <= rows.len() || is_one_kind && is_alike(rows[0].0.0, rows[0].0.1) {
            return None;
        }
        rows.retain(|(row, order)| is_one_kind || order + self.known_order(*row, others, None) > 1);
        let rows: Vec<Row<'_>> = rows.into_iter().map(|(row, _)| row).collect();
        let (source, _) = rows.first()?;
        let (shown, pair) = (echo_text(source), self.pair);
        let message = match signs.latin {
            Some(_) => format!("`{shown}` is in the letters of `{}`, and stands first", pair.target),
            None => format!("`{shown}` is a phrase of `{}`, as it seems, and stands first", pair.target),
        };
        let finding = self.tell(&rows, false, message)?.with_label(format!("the dictionary is for {pair}"));
        self.offer_turned(finding, &rows, "swap the two phrases".to_owned())
    }

    /// Rows of which other dictionaries from the same language tell that they are turned round: what stands second is a phrase of
    /// that language, and what stands first is none.
    fn tell_by_siblings(&self, siblings: &[Self], all: &[Self]) -> Option<Diagnostic> {
        let knows = |phrase: &str| {
            let mut others = siblings.iter().filter(|other| other.pair != self.pair);
            others.find(|other| other.dictionary.entries.contains_key(phrase))
        };
        let (mut straight, mut rows, mut sibling) = (0, Vec::new(), None);
        for row @ (source, target) in self.rows().take(MAX_ROWS) {
            let long = target.chars().nth(LEAST_LETTERS - 1).is_some();
            match knows(source) {
                Some(_) => straight += 1,
                None if !long || is_alike(source, target) || self.dictionary.entries.contains_key(target) => {}
                None => {
                    if let Some(other) = knows(target) {
                        rows.push(row);
                        sibling = sibling.or(Some(other));
                    }
                }
            }
        }
        let whole = straight == 0 && rows.len() > 2 && rows.len() * 2 > self.dictionary.entries.len();
        if !whole && (straight < 2 || straight <= rows.len()) {
            return None;
        }
        let ((source, target), own) = (*rows.first()?, &self.pair.source);
        let (source, target, other) = (echo_text(source), echo_text(target), sibling?.pair);
        let message = match whole {
            true => format!("the translations stand first here: `{target}` and others are phrases of `{own}`"),
            false => format!("`{source}` stands first, and `{target}` is a phrase of `{own}`"),
        };
        let finding = self.tell(&rows, whole, message)?.with_label(format!("the dictionary is for {}", self.pair));
        let finding = finding.with_note(format!("`{target}` stands first in the dictionary for {other}"));
        match whole {
            true => self.offer_whole(finding, "swap phrases and translations".to_owned(), &rows, all),
            false => self.offer_turned(finding, &rows, "swap the two phrases".to_owned()),
        }
    }

    /// What the source phrases of other dictionaries, but for one, say of a row.
    fn known_order(&self, row: Row<'_>, all: &[Self], but: Option<Self>) -> i32 {
        let own = [Some(self.node), but.map(|but| but.node)];
        let others = all.iter().filter(|other| !own.iter().flatten().any(|node| std::ptr::eq(*node, other.node)));
        others.take(MAX_COMPARED).map(|other| other.direction_of(self.pair, row)).sum()
    }

    /// A finding at the first of some rows, or, about all of a dictionary in its document, at the dictionary.
    fn tell(&self, rows: &[Row<'_>], whole: bool, message: String) -> Option<Diagnostic> {
        let (file, at, _) = self.turn(rows)?;
        let (file, at) = match self.node.entry("entries").filter(|_| whole) {
            Some(entries) => (self.document.file.clone(), entries.key.span),
            None => (file, at),
        };
        let finding = Diagnostic::new(Code::ReversedTable, &file, at, message);
        let finding = if Arc::ptr_eq(&file, self.document.file) {
            finding.with_pointer(format!("/dictionaries/{}", self.index))
        } else {
            finding
        };
        let finding = Diagnostic { severity: Severity::Warning, ..finding };
        Some(match rows.len() - 1 {
            more if whole || more == 0 => finding,
            1 => finding.with_note("another entry is like it"),
            more => finding.with_note(format!("{more} more entries are like it")),
        })
    }

    /// Offers to turn all of a dictionary of which some rows tell that it is turned; nothing where another one tells that it is not.
    fn offer_whole(&self, finding: Diagnostic, title: String, told: &[Row<'_>], all: &[Self]) -> Option<Diagnostic> {
        let rows: Vec<Row<'_>> = self.rows().filter(|(source, target)| source != target).collect();
        let signs = SideSigns::of(self.pair);
        let order = |row| order_by(&signs, row) + self.known_order(row, all, None);
        if rows.iter().any(|row| !told.contains(row) && order(*row) < 0) {
            return Some(finding.with_help(format!("{title}, row by row: not all of them are turned")));
        }
        self.offer_turned(finding, &rows, title)
    }

    /// Offers to turn all of this dictionary, or all of another one: an edit is for the file of the finding alone.
    fn offer_either(&self, other: &Self, finding: Diagnostic) -> Option<Diagnostic> {
        let turn_all = |own: &Self| {
            let rows: Vec<Row<'_>> = own.rows().filter(|(source, target)| source != target).collect();
            let (file, _, edits) = own.turn(&rows)?;
            let title = format!("swap phrases and translations in the one for {}", own.pair);
            Some((file, Fix { title, safety: Safety::Unsafe, edits }))
        };
        let help =
            format!("swap phrases and translations in the one for {}, or in the one for {}", self.pair, other.pair);
        let finding = finding.with_help(help);
        Some(match (turn_all(self)?.1, turn_all(other)) {
            (own, Some((file, way))) if Arc::ptr_eq(&file, &finding.file) => finding.offering_either(own, way),
            (own, _) if other.table().is_none() => finding.with_fix(own),
            (own, _) => finding.or_offering(own.title, own.edits),
        })
    }

    fn offer_turned(&self, finding: Diagnostic, rows: &[Row<'_>], title: String) -> Option<Diagnostic> {
        let (_, _, edits) = self.turn(rows)?;
        Some(finding.offering(title, edits))
    }

    /// The file of these rows, the place of the first one, and what turns them round.
    fn turn(&self, rows: &[Row<'_>]) -> Option<(Arc<SourceFile>, Span, Vec<Edit>)> {
        let sources: HashSet<&str> = rows.iter().map(|(source, _)| *source).collect();
        let file = self.document.file;
        let Some(name) = self.table() else {
            let entries = self.node.entry("entries")?.value.entries().iter();
            let wanted = entries.filter(|entry| sources.contains(&*entry.key.value));
            let turned = wanted.filter_map(|entry| {
                let (key, value) = (entry.key.span, entry.value.span);
                let edit = |span, text: &str| Edit { span, text: edits::match_notation(file, span, text) };
                Some([edit(key, entry.value.text()?), edit(value, &entry.key.value)])
            });
            let edits: Vec<Edit> = turned.flatten().collect();
            return Some((file.clone(), edits.first()?.span, edits));
        };
        let read = self.read_table(name)?;
        let table = read.file();
        let wanted = read.rows().filter(|row| sources.contains(&*read.cell_text(row[0])));
        let turned = wanted.filter_map(|row| Some(edits::swap_texts(table, row[0].span, row.get(1)?.span, "").edits));
        let edits: Vec<Edit> = turned.flatten().collect();
        Some((table.clone(), edits.first()?.span, edits))
    }

    fn read_table(&self, name: &str) -> Option<Table> {
        let table = self.document.side_tables.iter().find(|table| table.written == name)?.file.as_ref().ok()?;
        Some(table::parse_table(table, Notation::from_path(name)?))
    }

    /// Translations of a table that have moved against its phrases: the dictionary of the opposite direction knows some that stand here
    /// beside another phrase, and that phrase beside another one. Nothing of two that are exchanged, which may be synonyms.
    fn tell_moved(&self, other: &Self) -> Option<Diagnostic> {
        let own = &self.dictionary.entries;
        let name = self.table().filter(|_| std::ptr::eq(self.document, other.document))?;
        // Mostly none has another translation, which needs no index to be seen.
        let differs = |(target, source): &Row<'_>| own.get(*source).is_some_and(|own| own.value != **target);
        other.rows().filter(differs).nth(1)?;
        let holders: HashMap<&str, &str> = self.rows().map(|(source, target)| (target, source)).collect();
        let known = other.rows().filter(|(target, source)| holders.contains_key(target) && own.contains_key(*source));
        let (straight, moved): (Vec<Row<'_>>, Vec<Row<'_>>) =
            known.partition(|(_, source)| other.has(&own[*source].value, source));
        let exchanged = matches!(moved[..], [one, last] if holders[one.0] == last.1 && holders[last.0] == one.1);
        if moved.len() < 2 || exchanged || moved.len() * 3 < straight.len() || holders.contains_key("") {
            return None;
        }
        let read = self.read_table(name)?;
        let cells = read.rows().filter_map(|row| Some((read.cell_text(row[0]), row.get(1)?.span)));
        let cells: HashMap<Cow<'_, str>, Span> = cells.collect();
        let cell = |source: &str| cells.get(source).copied();
        let message = format!("translations of this table have moved, as the dictionary for {} says", other.pair);
        let finding = Diagnostic::new(Code::ReversedTable, read.file(), cell(moved[0].1)?, message);
        let show = |(target, source): &Row<'_>| format!("`{}` is `{}` there", echo_text(source), echo_text(target));
        let shown: Vec<String> = moved.iter().take(3).map(show).collect();
        let finding = Diagnostic { severity: Severity::Warning, ..finding }.with_note(shown.join(", "));
        let title = "put each translation beside its phrase";
        // Of several rows that the other one does not know, nothing says that they are right; a single one has what is left.
        let due: BTreeMap<&str, &str> = moved.iter().map(|(target, source)| (*source, *target)).collect();
        let is_known = |(source, target): &Row<'_>| due.contains_key(source) || other.has(target, source);
        let left: Vec<&str> = self.rows().filter(|row| !is_known(row)).map(|(source, _)| source).collect();
        let is_taken = |target: &str| other.has(target, holders[target]) || moved.iter().any(|row| row.0 == target);
        let free = self.rows().map(|(_, target)| target).find(|target| !is_taken(target));
        if due.len() != moved.len() || holders.len() != own.len() || left.len() > 1 {
            return Some(finding.with_help(title));
        }
        let edit = |(source, target): Row<'_>| {
            Some(Edit { span: cell(source)?, text: read.file().slice(cell(holders[target])?).to_owned() })
        };
        let rows =
            due.into_iter().chain(left.into_iter().zip(free)).filter(|(source, target)| !self.has(source, target));
        let mut edits = rows.map(edit).collect::<Option<Vec<Edit>>>()?;
        edits.sort_unstable();
        Some(finding.offering(title, edits))
    }

    /// One table for both directions.
    fn tell_same_table(self, other: Self) -> Option<Diagnostic> {
        let (own, there) = (located_field(self.node, "file")?, located_field(other.node, "file")?);
        let (pair, name) = (self.pair, echo_text(&own.value));
        let (stem, ending) = name.rsplit_once('.')?;
        let message = format!("`{name}` holds the entries for {}, and this dictionary is for {pair}", other.pair);
        let finding = Diagnostic::new(Code::ReversedTable, self.document.file, own.span, message)
            .with_secondary(there.span, format!("for {}", other.pair))
            .with_label("none of them is turned round")
            .with_pointer(format!("/dictionaries/{}", self.index))
            .with_help(format!(
                "name a table with the columns exchanged, such as `{stem}.{}-{}.{ending}`: nothing turns one round",
                pair.source, pair.target
            ));
        Some(Diagnostic { severity: Severity::Warning, ..finding })
    }
}

/// In the place of a glossary that is for the opposite direction, a dictionary whose languages were swapped: all that uses it needs
/// them so, the style of each profile is for its target, and another glossary of it has its pair.
pub(super) fn or_turned_dictionary(
    found: Diagnostic,
    glossary: &ReferenceTarget<'_, '_>,
    needed: &LanguagePair,
    index: &ReferenceIndex<'_, '_>,
) -> Diagnostic {
    let (document, turned) = (glossary.document, needed.turned());
    let key = document.key.as_ref().map(Key::as_str);
    let is_sound = |profile: &Node| {
        let target = |kind, name: &Node| index.get(kind, name.text()?);
        let style = profile.get("style").and_then(|name| target(DocumentKind::Style, name));
        let language = style.and_then(|style| style.document.raw.language.as_ref());
        let mut named = glossaries_of_profile(profile).filter_map(|name| target(DocumentKind::Glossary, name));
        language.is_some_and(|own| own.value == needed.target) && named.any(|other| other.pairs.contains(needed))
    };
    let is_other = |profile: &Node| {
        let pair = pair_of_profile(profile).filter(|_| glossaries_of_profile(profile).any(|name| name.text() == key));
        pair.is_some_and(|pair| pair == turned || pair == *needed && !is_sound(profile))
    };
    let profiles = || index.documents.get(&DocumentKind::Profile).into_iter().flatten();
    let all_need_it = || {
        !key.is_none_or(|key| index.of_texts.contains(key))
            && !glossary.pairs.iter().any(|pair| *pair != turned && pair.source == turned.source)
            && !profiles().any(|(_, profile)| is_other(profile.document.node))
    };
    let is_open = found.code == Code::ReversedPair && found.fix.is_none();
    let own = dictionary_for(document, &turned).filter(|_| is_open && all_need_it());
    let Some((at, node)) = own else { return found };
    let codes = ["source_language", "target_language"].map(|field| node.get(field).map(|node| node.span));
    let [Some(source), Some(target)] = codes else { return found };
    let fix = edits::swap_texts(document.file, source, target, "swap the two languages");
    let message = format!("this dictionary is for {turned}, and what uses the glossary translates {needed}");
    Diagnostic::new(Code::ReversedPair, document.file, target, message)
        .with_secondary(source, "with this one")
        .with_label("swapped, as it seems")
        .with_note(format!("{} names it, with a style for `{}`", found.primary_place(), needed.target))
        .with_pointer(format!("/dictionaries/{at}"))
        .offering(fix.title, fix.edits)
}

/// Whether one phrase is the other one but for its capitals or for more words, as names are in both directions.
fn is_alike(source: &str, target: &str) -> bool {
    let (source, target) = (source.to_lowercase(), target.to_lowercase());
    source.contains(&target) || target.contains(&source)
}

/// Above 0: the letters of a row tell that it is turned round; below 0: that it is not.
fn order_by(signs: &Option<SideSigns>, row: Row<'_>) -> i32 {
    signs.as_ref().map_or(0, |signs| signs.order_of(row))
}

/// Of a row of the opposite direction, what its letters and other dictionaries say: that its languages are the slip, or all of it.
pub(super) fn weigh_reversed_row(finding: &mut Diagnostic, dictionaries: &BTreeMap<LanguagePair, Dictionary>) {
    let (Code::ReversedTable, [languages, whole]) = (finding.code, &finding.alternatives[..]) else { return };
    let place = finding.primary_place();
    let is_there = |own: &Placed<String>| (&own.place.file, own.place.line) == (&place.file, place.line);
    let mut all = dictionaries
        .iter()
        .flat_map(|(pair, own)| own.entries.iter().map(move |(source, target)| (pair, source, target)));
    let Some((pair, source, target)) = all.find(|(_, _, target)| is_there(target)) else { return };
    let target = &target.value;
    let knows = |language: &Language, phrase: &str| {
        let others = dictionaries.iter().filter(|(other, _)| *other != pair);
        let times = others.map(|(other, known)| {
            let is_target = || known.entries.values().any(|own| own.value == phrase);
            let is_source = other.source == *language && known.entries.contains_key(phrase);
            i32::from(is_source || other.target == *language && is_target())
        });
        times.sum::<i32>()
    };
    let straight = knows(&pair.source, source) + knows(&pair.target, target);
    let turned = knows(&pair.source, target) + knows(&pair.target, source);
    let (likelier, other) = match order_by(&SideSigns::of(pair), (source, target)) + turned - straight {
        0 => return,
        1.. => (whole.clone(), languages.clone()),
        ..0 => (languages.clone(), whole.clone()),
    };
    finding.alternatives.clear();
    *finding = finding.clone().with_fix(other).rather_offering(likelier);
}

/// What the letters of a row can say of its pair: a script of its own, and that English has no letters with marks and German begins
/// nouns with a capital.
struct SideSigns {
    latin: Option<LatinSide>,
    german: i32,
    english: i32,
}

impl SideSigns {
    fn of(pair: &LanguagePair) -> Option<Self> {
        let side = |code: &str| {
            let is = |language: &str| i32::from(root_code(language) == code);
            is(pair.source.as_str()) - is(pair.target.as_str())
        };
        let signs = Self { latin: LatinSide::of(pair), german: side("de"), english: side("en") };
        (signs.latin.is_some() || signs.german != 0 || signs.english != 0).then_some(signs)
    }

    /// Above 0: the row is turned round; below 0: it is not.
    fn order_of(&self, (source, target): Row<'_>) -> i32 {
        let has_mark = |text: &str| !text.is_ascii() && text.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
        let marked = |text: &str| i32::from(has_mark(text));
        let capital = |text: &str| i32::from(text.starts_with(char::is_uppercase));
        self.latin.map_or(0, |side| 2 * side.order_of(source, target))
            + self.german * (capital(target) - capital(source))
            - self.english * (marked(target) - marked(source))
    }
}

/// What the pair of a doubtful dictionary is meant to be, where its entries are those of another one turned round, or its phrases
/// have other translations than those of the `first` one for this pair.
pub(super) fn tell_pair_meant(
    finding: &mut Diagnostic,
    doubt: &DoubtfulPair<'_>,
    first: Option<&Node>,
    dictionaries: &BTreeMap<LanguagePair, Dictionary>,
) {
    let told = doubt.entries.iter().filter(|(source, target)| **source != target.value).count();
    let is_turned = |(pair, other): &(&LanguagePair, &Dictionary)| {
        let has = |source: &str, target: &str| other.entries.get(source).is_some_and(|there| there.value == target);
        let rows =
            doubt.entries.iter().filter(|(source, target)| **source != target.value && has(&target.value, source));
        pair.source != pair.target && rows.count() * 2 > told
    };
    let meant = dictionaries.iter().find(is_turned).map(|(pair, _)| pair.turned());
    let Some(meant) = meant.filter(|meant| !dictionaries.contains_key(meant)) else {
        return tell_other_target(finding, doubt, dictionaries);
    };
    // Of two that are each other turned round, letters may say that the first one is wrong.
    let rows = || doubt.entries.iter().map(|(source, target)| (source.as_str(), target.value.as_str()));
    let signs = SideSigns::of(&doubt.pair);
    let order: i32 = rows().map(|row| order_by(&signs, row)).sum();
    let other_first = meant == doubt.pair.turned() && order < 0;
    let node = if other_first { first } else { Some(doubt.node) };
    let edits = node.and_then(|node| language_edits(&finding.file, node, &doubt.pair, &meant));
    let Some((at, title, edits)) = edits else { return };
    finding.primary.span = at;
    if other_first {
        finding.secondary.clear();
    }
    finding.primary.text = format!("its entries are those for {}, turned round", meant.turned());
    *finding = finding.clone().offering(title, edits);
}

/// A dictionary whose phrases have other translations than those of the first one for its pair: they are in another language.
fn tell_other_target(
    finding: &mut Diagnostic,
    doubt: &DoubtfulPair<'_>,
    dictionaries: &BTreeMap<LanguagePair, Dictionary>,
) {
    let Some(first) = dictionaries.get(&doubt.pair) else { return };
    if tell_other_script(finding, doubt, first, dictionaries) || finding.code != Code::DuplicatePair {
        return;
    }
    let both = || doubt.entries.iter().filter_map(|(source, own)| Some((own, first.entries.get(source)?)));
    let Some(target) = doubt.node.get("target_language") else { return };
    if both().count() < 2 || both().any(|(own, there)| own.value == there.value) {
        return;
    }
    finding.primary.span = target.span;
    finding.primary.text = "its phrases have other translations than there".to_owned();
    finding.help = Some("write the language of these translations, or merge the two".to_owned());
}
