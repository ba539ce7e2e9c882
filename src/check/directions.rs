//! `reversed-table`: entries that stand the wrong way round, as other dictionaries and their own letters tell. What is a source phrase
//! of the dictionary from German is German in any other one, too.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::catalogue::languages::root_code;
use crate::check::compared_phrases::LatinSide;
use crate::check::document::SourceDocument;
use crate::check::entries::DictionaryEntries;
use crate::check::glossary::{GlossaryReading, language_edits, located_field};
use crate::diagnostic::{Code, Diagnostic, Edit, Severity, SourceFile, Span};
use crate::model::glossary::{Dictionary, LanguagePair};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::Node;
use crate::source::table::{self, Notation};

/// Most other dictionaries that one is held against.
const MAX_COMPARED: usize = 8;

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
    let mut found = Vec::new();
    for one in &all {
        let turned = before.get(&one.pair.turned()).into_iter().flatten().rev().take(MAX_COMPARED);
        let told = turned.filter_map(|other| compare(*one, *other, &all)).next();
        found.extend(told.or_else(|| one.tell_by_letters(&all)));
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
    let letters = |row| signs.as_ref().map_or(0, |signs| signs.order_of(row));
    let order: i32 = rows.iter().map(|row| letters(*row) + one.known_order(*row, all, Some(other))).sum();
    let (wrong, right) = if order < 0 { (other, one) } else { (one, other) };
    let message = match rows[0].0 {
        _ if whole => {
            let (first, last) = (other.pair, one.pair);
            let all = rows.len() == told(&one).min(told(&other));
            let same = if all { "the same entries".to_owned() } else { format!("{} entries alike", rows.len()) };
            format!("the dictionaries for {first} and {last} have {same}: one is the wrong way round")
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
        let help = "swap phrases and translations in the one where the phrases are of the other language";
        return Some(wrong.tell(&rows, whole, message)?.with_note(note).with_help(help));
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
        let order = |row| signs.as_ref().map_or(0, |signs| signs.order_of(row)) + self.known_order(row, all, None);
        if rows.iter().any(|row| !told.contains(row) && order(*row) < 0) {
            return Some(finding.with_help(format!("{title}, row by row: not all of them are turned")));
        }
        self.offer_turned(finding, &rows, title)
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
        let table = self.document.side_tables.iter().find(|table| table.written == name)?.file.as_ref().ok()?;
        let read = table::parse_table(table, Notation::from_path(name)?);
        let wanted = read.rows().filter(|row| sources.contains(&*read.cell_text(row[0])));
        let turned = wanted.filter_map(|row| Some(edits::swap_texts(table, row[0].span, row.get(1)?.span, "").edits));
        let edits: Vec<Edit> = turned.flatten().collect();
        Some((table.clone(), edits.first()?.span, edits))
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

/// Whether one phrase is the other one but for its capitals or for more words, as names are in both directions.
fn is_alike(source: &str, target: &str) -> bool {
    let (source, target) = (source.to_lowercase(), target.to_lowercase());
    source.contains(&target) || target.contains(&source)
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
    let order: i32 = signs.map_or(0, |signs| rows().map(|row| signs.order_of(row)).sum());
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
    let Some(first) = dictionaries.get(&doubt.pair).filter(|_| finding.code == Code::DuplicatePair) else { return };
    let both = || doubt.entries.iter().filter_map(|(source, own)| Some((own, first.entries.get(source)?)));
    let Some(target) = doubt.node.get("target_language") else { return };
    if both().count() < 2 || both().any(|(own, there)| own.value == there.value) {
        return;
    }
    finding.primary.span = target.span;
    finding.primary.text = "its phrases have other translations than there".to_owned();
    finding.help = Some("write the language of these translations, or merge the two".to_owned());
}
