//! Glossary documents: dictionaries, their languages and entries.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::languages::{find_language, root_code};
use crate::catalogue::limits::{MAX_GLOSSARIES, MAX_GLOSSARY_BYTES, MAX_PHRASE_BYTES};
use crate::check::directions::{self, DoubtfulPair};
use crate::check::document::{NO_ENTRIES, SourceDocument};
use crate::check::entries::{self, DictionaryEntries, TableReading};
use crate::check::language;
use crate::check::phrase::NO_TRANSLATION;
use crate::check::row_of_other_pair::tell_known_entry;
use crate::check::stray_row::{CELLS_MOVED, MOVE_CELLS};
use crate::check::table_name;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Located, Safety, SourceFile, Span};
use crate::model::glossary::{Dictionary, Glossary, LanguagePair};
use crate::model::{Language, Placed};
use crate::schema::commented_block::tell_commented_lines;
use crate::schema::edits;
use crate::schema::explain_language::looks_like_code;
use crate::schema::explained_document::echo_text;
use crate::source::side_tables::SideTableError;
use crate::source::table::Notation;
use crate::source::{Entry, Node};

/// What came out of a glossary document.
pub(super) struct GlossaryReading {
    /// The glossary; none where something is missing.
    pub(super) glossary: Option<Glossary>,
    /// The pairs that it has, as far as they can be read.
    pub(super) pairs: Vec<LanguagePair>,
    /// Whether the pair of every dictionary can be read.
    pub(super) has_all_pairs: bool,
}

/// Reads a glossary and says what is wrong with its dictionaries.
pub(super) fn read_glossary(document: &SourceDocument<'_>) -> (GlossaryReading, Vec<Diagnostic>) {
    let file = document.file;
    let mut findings = Vec::new();
    let mut dictionaries: BTreeMap<LanguagePair, Dictionary> = BTreeMap::new();
    let mut places: BTreeMap<LanguagePair, (Span, &Node)> = BTreeMap::new();
    let (mut bytes, mut has_all_pairs) = (0, true);
    let mut roots: BTreeMap<LanguagePair, usize> = BTreeMap::new();
    let mut doubtful = Vec::new();
    let list = document.node.entry("dictionaries");
    for (index, node) in list.map(|entry| entry.value.items()).unwrap_or_default().iter().enumerate() {
        let pointer = format!("/dictionaries/{index}");
        let before = findings.len();
        let Some((pair, span)) = read_pair(file, node, &pointer, &mut findings) else {
            has_all_pairs = false;
            continue;
        };
        let codes = [&pair.source, &pair.target];
        has_all_pairs &= codes.into_iter().all(|code| looks_like_code(code.as_str()));
        let root = |language: &Language| Language::new(root_code(language.as_str()));
        let roots_of_pair = LanguagePair { source: root(&pair.source), target: root(&pair.target) };
        if let Some(first) = roots.insert(roots_of_pair.clone(), before) {
            for at in [first, before] {
                note_same_roots(&mut findings, at, &roots_of_pair);
            }
        }
        let (entries, found) = read_entries(document, node, &pair, &pointer);
        if found.iter().any(is_for_other_pair) {
            findings
                .retain(|finding| finding.code != Code::PairOfOneLanguage || finding.pointer != at_target(&pointer));
            has_all_pairs = false;
        }
        findings.extend(found);
        bytes += entries.iter().map(|(source, target)| source.len() + target.value.len() + 2).sum::<usize>();
        let opposite = pair.turned();
        if let Some((first, _)) = places.get(&pair) {
            let finding = duplicate_pair(file, &pair, span, *first).with_pointer(&pointer);
            let is_of_name =
                |finding: &Diagnostic| finding.code == Code::ReversedTable && Arc::ptr_eq(&finding.file, file);
            // What its table is called says which of the two is meant.
            let named = (before..findings.len()).find(|at| is_of_name(&findings[*at]));
            let named = named.filter(|_| !places.contains_key(&opposite)).map(|at| findings.remove(at));
            findings.push(match named {
                Some(named) => swap_languages(finding, node, named),
                None => finding,
            });
            doubtful.push(DoubtfulPair { pointer, node, pair, entries });
            continue;
        }
        if pair.source == pair.target {
            let (pair, entries) = (pair.clone(), entries.clone());
            doubtful.push(DoubtfulPair { pointer, node, pair, entries });
        }
        places.insert(pair.clone(), (span, node));
        dictionaries.insert(pair, Dictionary { entries, place: file.place_of(node.span) });
    }
    for doubt in &doubtful {
        let first = places.get(&doubt.pair).map(|(_, node)| *node);
        let of_pair = |finding: &&mut Diagnostic| {
            let code = matches!(finding.code, Code::DuplicatePair | Code::PairOfOneLanguage);
            let own = finding.pointer.as_ref().and_then(|pointer| pointer.strip_prefix(&doubt.pointer));
            code && finding.fix.is_none() && matches!(own, Some("" | "/target_language"))
        };
        if let Some(finding) = findings.iter_mut().find(of_pair) {
            directions::tell_pair_meant(finding, doubt, first, &dictionaries);
        }
    }
    for finding in &mut findings {
        tell_known_entry(finding, &dictionaries);
        directions::weigh_reversed_row(finding, &dictionaries);
        if let Some(told) = tell_moved_cells(finding, &dictionaries).or_else(|| tell_last_empty(finding, &dictionaries))
        {
            *finding = told;
        }
    }
    table_name::join_exchanged_tables(document, dictionaries.keys(), &mut findings);
    if bytes > MAX_GLOSSARY_BYTES {
        let span = list.map_or(document.start, |entry| entry.key.span);
        let message = format!(
            "the entries of this glossary have {bytes} bytes, {} over the limit of {MAX_GLOSSARY_BYTES} (10 MiB)",
            bytes - MAX_GLOSSARY_BYTES
        );
        let finding = Diagnostic::new(Code::GlossaryTooLarge, file, span, message);
        findings.push(
            finding.with_help("split it: a request can name up to five glossaries").with_pointer("/dictionaries"),
        );
    }
    findings.extend(check_name_bytes(document));
    let pairs = dictionaries.keys().cloned().collect();
    let glossary = || {
        let name = document.raw.name.as_ref()?;
        Some(Glossary {
            key: document.key.clone()?,
            name: Placed::new(name.value.clone(), file.place_of(name.span)),
            dictionaries,
            protected: document.raw.protected,
            place: file.place_of(document.start),
        })
    };
    (GlossaryReading { glossary: glossary(), pairs, has_all_pairs }, findings)
}

/// Two dictionaries for variants of one pair: as roots they would be one, and a glossary has each pair once.
fn note_same_roots(findings: &mut [Diagnostic], at: usize, pair: &LanguagePair) {
    let Some(finding) = findings.get_mut(at).filter(|finding| finding.code == Code::RegionalLanguage) else { return };
    finding.fix = None;
    finding.notes.push(format!("another dictionary would be for {pair} then, too"));
    finding.help = Some("make a glossary for each variant, with the root in its dictionary".to_owned());
}

/// Whether this is about a table of which every row is for another pair than its dictionary.
fn is_for_other_pair(finding: &Diagnostic) -> bool {
    finding.code == Code::TableLanguages
        && finding.pointer.as_ref().is_some_and(|pointer| pointer.ends_with("/target_language"))
}

/// The dictionary whose entries a table has.
pub(super) fn dictionary_of_table<'d>(
    dictionaries: &'d BTreeMap<LanguagePair, Dictionary>,
    table: &SourceFile,
) -> Option<(&'d LanguagePair, &'d Dictionary)> {
    let is_own = |own: &Dictionary| own.entries.values().next().is_some_and(|row| row.place.file == *table.path());
    dictionaries.iter().find(|(_, own)| is_own(own))
}

/// Rows of a table from which on an empty cell may be one of many that moved.
const LEAST_MOVED: usize = 3;

/// Of an empty cell at the end of a table, where the dictionary of the opposite direction knows phrases above it as translations
/// of the rows below them, more is known: they moved up.
fn tell_moved_cells(finding: &Diagnostic, dictionaries: &BTreeMap<LanguagePair, Dictionary>) -> Option<Diagnostic> {
    Notation::from_path(finding.file.path()).filter(|_| finding.code == Code::EmptyValue)?;
    let (pair, own) = dictionary_of_table(dictionaries, &finding.file)?;
    let (turned, known) = dictionaries.get_key_value(&pair.turned())?;
    let mut rows: Vec<(&String, &Placed<String>)> = own.entries.iter().collect();
    rows.sort_by_key(|(_, target)| target.place.line);
    let knows =
        |above: usize, at: usize| known.entries.get(&rows[above].1.value).is_some_and(|own| own.value == *rows[at].0);
    let moved: Vec<usize> = (1..rows.len()).filter(|at| knows(at - 1, *at)).collect();
    let [first, _, ..] = moved[..] else { return None };
    let is_last = rows.last()?.1.place.line == finding.file.position_at(finding.primary.span.start).line;
    if !is_last || (first..rows.len()).any(|at| knows(at, at)) {
        return None;
    }
    let (phrase, line) = (echo_text(&rows[first - 1].1.value), rows[first].1.place.line);
    let note = format!("`{phrase}` belongs to line {line}, as the dictionary for {turned} says");
    let told = Diagnostic { message: CELLS_MOVED.to_owned(), ..finding.clone() };
    Some(told.with_help(MOVE_CELLS).with_note(note))
}

/// Of an empty cell at the end of a table of some rows of which nothing else is known, those above it may have moved up.
fn tell_last_empty(finding: &Diagnostic, dictionaries: &BTreeMap<LanguagePair, Dictionary>) -> Option<Diagnostic> {
    let help = finding.help.as_ref().filter(|help| *help == NO_TRANSLATION)?;
    let (_, own) = dictionary_of_table(dictionaries, &finding.file)?;
    let last = own.entries.values().map(|target| target.place.line).max()?;
    let is_last = finding.file.position_at(finding.primary.span.start).line == last && own.entries.len() > LEAST_MOVED;
    let help = format!("{help}; if a cell above was deleted and the others moved up, move them down again");
    is_last.then(|| finding.clone().with_help(help))
}

fn at_target(pointer: &str) -> Option<String> {
    Some(format!("{pointer}/target_language"))
}

/// More glossaries than an account holds, said at the first one over.
pub(super) fn check_glossary_count(documents: &[SourceDocument<'_>]) -> Option<Diagnostic> {
    let mut glossaries =
        documents.iter().filter(|document| document.shape == crate::schema::validate::DocumentKind::Glossary);
    let over = glossaries.nth(MAX_GLOSSARIES)?;
    let count = MAX_GLOSSARIES + 1 + glossaries.count();
    let message =
        format!("the project has {count} glossaries, {} over the limit of {MAX_GLOSSARIES}", count - MAX_GLOSSARIES);
    let finding =
        Diagnostic::new(Code::TooManyGlossaries, over.file, over.start, message).with_label("the first one over");
    Some(finding.with_help("merge glossaries: each can have many language pairs"))
}

/// A name that fits in characters but not in bytes. Glossaries and spoken terms count bytes.
pub(super) fn check_name_bytes(document: &SourceDocument<'_>) -> Option<Diagnostic> {
    let name = document.raw.name.as_ref()?;
    let (bytes, characters) = (name.value.len(), name.value.chars().count());
    if bytes <= MAX_PHRASE_BYTES || characters > MAX_PHRASE_BYTES {
        return None;
    }
    let over = bytes - MAX_PHRASE_BYTES;
    let message = format!("the name has {bytes} bytes of UTF-8, {over} over the limit of {MAX_PHRASE_BYTES}");
    let finding = Diagnostic::new(Code::NameTooLong, document.file, name.span, message)
        .with_label(format!("{characters} characters"))
        .with_note("letters beyond ASCII count two to four bytes");
    Some(finding.with_help("shorten it").with_pointer("/name"))
}

/// A text of a field with its place.
pub(super) fn located_field(node: &Node, field: &str) -> Option<Located<String>> {
    let node = node.get(field)?;
    node.text().filter(|text| !text.is_empty()).map(|text| Located { value: text.to_owned(), span: node.span })
}

/// The pair of a dictionary, and where it is written; nothing where a code cannot be read.
fn read_pair(
    file: &Arc<SourceFile>,
    node: &Node,
    pointer: &str,
    findings: &mut Vec<Diagnostic>,
) -> Option<(LanguagePair, Span)> {
    let (source, target) = (located_field(node, "source_language"), located_field(node, "target_language"));
    let root = |code: &Option<Located<String>>| Some(root_code(&code.as_ref()?.value).to_lowercase());
    let one_language = root(&source).is_some() && root(&source) == root(&target);
    for (field, code) in [("source_language", &source), ("target_language", &target)] {
        let Some(code) = code else { continue };
        let found = language::check_root_language(file, code, &format!("{pointer}/{field}"));
        // Of variants of one language, the roots would be the same.
        findings.extend(found.filter(|found| !one_language || found.code != Code::RegionalLanguage));
    }
    let (source, target) = (source?, target?);
    let pair = LanguagePair { source: Language::new(&source.value), target: Language::new(&target.value) };
    if one_language {
        let message = format!("this dictionary is for {pair}: nothing is translated from a language into itself");
        let finding = Diagnostic::new(Code::PairOfOneLanguage, file, target.span, message)
            .with_secondary(source.span, "the same")
            .with_pointer(format!("{pointer}/target_language"));
        let own = root_code(&pair.source.as_str().to_lowercase()).to_owned();
        let said = node.get("file").and_then(Node::text).and_then(|table| language_beside(table, &own));
        findings.push(match said {
            Some((code, is_source)) => {
                let (span, field) = if is_source { (source.span, "source") } else { (target.span, "target") };
                let help = format!("write `{code}` as the {field} language, which the name of the table says");
                finding.with_help(help).with_fix(edits::rename_key(file, span, code, Safety::Unsafe))
            }
            None => finding.with_help("write the other language; how words are spelt, an instruction of a style says"),
        });
    }
    Some((pair, source.span.to(target.span)))
}

/// The language that the name of a table has beside this one, and whether it comes before it.
fn language_beside(table: &str, own: &str) -> Option<(&'static str, bool)> {
    let stem = table.rsplit('/').next()?.rsplit_once('.')?.0.to_lowercase();
    let words: Vec<&str> = stem.split(|c: char| !c.is_alphanumeric()).collect();
    let mut pairs = words.windows(2).filter_map(|pair| {
        let at = pair.iter().position(|word| *word == own)?;
        find_language(pair[1 - at]).filter(|other| other.code != own).map(|other| (other.code, at == 1))
    });
    pairs.next().filter(|_| pairs.next().is_none())
}

fn read_entries(
    document: &SourceDocument<'_>,
    node: &Node,
    pair: &LanguagePair,
    pointer: &str,
) -> (DictionaryEntries, Vec<Diagnostic>) {
    let file = document.file;
    let (inline, name) = (node.entry("entries"), node.entry("file"));
    match (inline, name) {
        (Some(inline), Some(name)) => {
            let message = "a dictionary has its entries here or in a file, not both";
            let finding = Diagnostic::new(Code::ExclusiveFields, file, name.key.span, message)
                .with_secondary(inline.key.span, "entries here")
                .with_help("move the entries into the file, or take `entries` out where it has them, or `file`")
                .with_pointer(pointer);
            (DictionaryEntries::new(), vec![offer_file_alone(document, finding, (inline, name), pair)])
        }
        // What it is called otherwise was said with the shape.
        (None, None)
            if document.incomplete
                || node
                    .entries()
                    .iter()
                    .any(|entry| !matches!(&*entry.key.value, "source_language" | "target_language"))
                || ["entries", "file"].iter().any(|field| document.node.get(field).is_some()) =>
        {
            (DictionaryEntries::new(), Vec::new())
        }
        (None, None) => {
            let finding = Diagnostic::new(Code::MissingField, file, node.span, NO_ENTRIES)
                .with_help("add `entries`, or `file` with the name of a `.tsv` or `.csv` beside")
                .with_pointer(pointer);
            (DictionaryEntries::new(), vec![finding])
        }
        (Some(inline), None) => {
            let pointer = format!("{pointer}/entries");
            let (entries, mut findings) = entries::read_inline_entries(file, &inline.value, pair, &pointer);
            // What a fault of the text took away was there.
            let rest = file.text().get(inline.value.span.start as usize..).unwrap_or_default();
            let lost = rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\''))
                || document.broken && rest.starts_with('[');
            if !lost && matches!(&inline.value.value, crate::source::Value::Mapping(entries) if entries.is_empty()) {
                findings.push(no_entries(file, inline.value.span, "`entries` is empty").with_pointer(pointer));
            }
            (entries, findings)
        }
        (None, Some(name)) => match name.value.text() {
            Some(text) if !text.is_empty() => read_table_file(document, node, (text, name.value.span), pair, pointer),
            Some(_) | None => (DictionaryEntries::new(), Vec::new()),
        },
    }
}

/// Takes the entries out that the table has, too, where it has all of them.
fn offer_file_alone(
    document: &SourceDocument<'_>,
    finding: Diagnostic,
    (inline, name): (&Entry, &Entry),
    pair: &LanguagePair,
) -> Diagnostic {
    let read = || {
        let name = name.value.text()?;
        let table = document.side_tables.iter().find(|beside| beside.written == name)?.file.as_ref().ok()?;
        let table = entries::read_table_entries(table, Notation::from_path(name)?, pair).entries;
        let (own, found) = entries::read_inline_entries(document.file, &inline.value, pair, "");
        let has =
            |(source, own): (&String, &Placed<String>)| table.get(source).is_some_and(|row| row.value == own.value);
        (found.is_empty() && !own.is_empty() && own.iter().all(has)).then_some(())?;
        Some((echo_text(name), edits::removal_span(document.file, inline)?))
    };
    let Some((name, span)) = read() else { return finding };
    let title = format!("take `entries` out: `{name}` has all of them");
    finding.offering(title, vec![Edit { span, text: String::new() }])
}

fn read_table_file(
    document: &SourceDocument<'_>,
    node: &Node,
    (name, span): (&str, Span),
    pair: &LanguagePair,
    dictionary: &str,
) -> (DictionaryEntries, Vec<Diagnostic>) {
    let (file, pointer) = (document.file, dictionary);
    let pointer = format!("{pointer}/file");
    let finding = |code, message: String| Diagnostic::new(code, file, span, message).with_pointer(pointer.clone());
    let read = document.side_tables.iter().find(|beside| beside.written == name);
    let Some(notation) = Notation::from_path(name) else {
        let found = finding(Code::UnknownTable, format!("`{}` is neither a `.tsv` nor a `.csv`", echo_text(name)))
            .with_help(match name.rsplit_once('.') {
                Some((stem, ending)) if Notation::from_path(&name.to_ascii_lowercase()).is_some() => {
                    format!("write the ending in small letters: `{}.{}`", echo_text(stem), ending.to_ascii_lowercase())
                }
                _ if name.contains("://") => {
                    "download it as `.tsv` or `.csv` into the project, and name that file: nothing is fetched"
                        .to_owned()
                }
                _ => "save the table as `.tsv` (tabs) or `.csv` (commas), and name that file".to_owned(),
            });
        let near = match read.map(|beside| &beside.file) {
            Some(Err(why)) if name.contains("://") => table_name::without_other_pairs(why, name, pair),
            Some(Err(SideTableError::Absent(near))) => {
                let near = near.iter().filter(|table| table_name::has_stem(table, name));
                SideTableError::Absent(near.cloned().collect())
            }
            Some(_) | None => SideTableError::Absent(Vec::new()),
        };
        return (DictionaryEntries::new(), vec![table_name::offer_unnamed(document, found, name, &near)]);
    };
    let own_folder = file.path().rsplit_once('/').map(|(folder, _)| folder);
    let (table, mut findings) = match read.map(|beside| (&beside.file, &beside.findings)) {
        Some((Ok(table), findings)) => (table, findings.clone()),
        Some((Err(why), _)) => {
            let why = table_name::without_other_pairs(why, name, pair);
            let found = table_name::unreadable_table(file, finding, own_folder, name, &why);
            return (DictionaryEntries::new(), vec![table_name::offer_unnamed(document, found, name, &why)]);
        }
        // What is no glossary yet says so, and its tables are looked for when it is one.
        None if document.broken => return (DictionaryEntries::new(), Vec::new()),
        None => {
            let why = SideTableError::Unreadable("it was not looked for".to_owned());
            return (
                DictionaryEntries::new(),
                vec![table_name::unreadable_table(file, finding, own_folder, name, &why)],
            );
        }
    };
    let damaged = !findings.is_empty();
    let TableReading { entries, findings: found, other_pair } = entries::read_table_entries(table, notation, pair);
    let other_pair = other_pair.and_then(|other| correct_pair(document, node, (pair, &other), name));
    if let Some(finding) = other_pair {
        findings.push(finding.with_pointer(at_target(dictionary).unwrap_or_default()));
    }
    if entries.is_empty() && found.is_empty() && findings.is_empty() && !damaged {
        let finding = no_entries(file, span, &format!("`{}` has no entry", echo_text(name))).with_pointer(&pointer);
        findings.push(match table.text().is_empty() {
            true => finding
                .with_label("this file is empty")
                .with_help("put its rows back, for example from the last commit, or take the dictionary away"),
            false => finding,
        });
    }
    // What its rows say of their languages is said there.
    let named = || table_name::check_name_of_table(document, node, (name, span), pair, &pointer);
    findings.extend((!found.iter().any(|finding| finding.code == Code::ReversedTable)).then(named).flatten());
    findings.extend(found.into_iter().map(|found| table_name::tell_copied_table(document, (name, table), pair, found)));
    (entries, findings)
}

/// A dictionary with a table of which every row is for one other pair: its languages are the slip, or, where that pair has a
/// dictionary of its own, the table is.
fn correct_pair(
    document: &SourceDocument<'_>,
    node: &Node,
    (pair, other): (&LanguagePair, &LanguagePair),
    name: &str,
) -> Option<Diagnostic> {
    let file = document.file;
    let (at, title, edits) = language_edits(file, node, pair, other)?;
    let fix = Fix { title: title.clone(), safety: Safety::Unsafe, edits };
    let message = format!("all rows of `{}` are for {other}, and this dictionary is for {pair}", echo_text(name));
    let finding = Diagnostic::new(Code::TableLanguages, file, at, message)
        .with_note("the service leaves such rows out without a word");
    // With its languages, this dictionary would be there twice.
    let Some((_, twin)) = dictionary_for(document, other) else {
        return Some(finding.with_help(format!("{title}, or name another table")).with_fix(fix));
    };
    let tables = node.get("file").zip(twin.get("file")).filter(|(own, theirs)| own.text() != theirs.text());
    let Some((own, theirs)) = tables else {
        return Some(finding.with_help(format!("name another table: the one for {other} belongs to that dictionary")));
    };
    let title = format!("swap its table and that of the dictionary for {other}");
    let edit = |(at, from): (&Node, &Node)| Edit { span: at.span, text: file.slice(from.span).to_owned() };
    let mut edits = [(own, theirs), (theirs, own)].map(edit).to_vec();
    edits.sort_by_key(|edit| edit.span);
    Some(finding.with_help(format!("{title}, or name another table")).with_fix(Fix {
        title,
        safety: Safety::Unsafe,
        edits,
    }))
}

/// The dictionary of a glossary for a pair, and its place in the list.
pub(super) fn dictionary_for<'d>(document: &'d SourceDocument<'_>, pair: &LanguagePair) -> Option<(usize, &'d Node)> {
    let says = |node: &Node, field: &str, code: &Language| node.get(field).and_then(Node::text) == Some(code.as_str());
    let is_for =
        |node: &Node| says(node, "source_language", &pair.source) && says(node, "target_language", &pair.target);
    document.node.get("dictionaries")?.items().iter().enumerate().find(|(_, node)| is_for(node))
}

fn no_entries(file: &Arc<SourceFile>, span: Span, message: &str) -> Diagnostic {
    let finding = Diagnostic::new(Code::EmptyValue, file, span, message)
        .with_label("says nothing")
        .with_help("add an entry, or take the dictionary away");
    tell_commented_lines(&finding).unwrap_or(finding)
}

fn duplicate_pair(file: &Arc<SourceFile>, pair: &LanguagePair, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicatePair, file, span, format!("this glossary has a dictionary for {pair} already"))
        .with_secondary(first, "first here")
        .with_help("merge the two, or correct the languages of one")
}

/// The second dictionary of a pair, whose table is named for the opposite direction: its languages are the slip.
fn swap_languages(finding: Diagnostic, node: &Node, named: Diagnostic) -> Diagnostic {
    let finding = finding.with_secondary(named.primary.span, named.primary.text).with_help("swap its two languages");
    let [source, target] = ["source_language", "target_language"].map(|field| node.get(field).map(|node| node.span));
    let (Some(source), Some(target)) = (source, target) else { return finding };
    let fix = edits::swap_texts(&finding.file, source, target, "swap its two languages");
    finding.with_fix(fix)
}

/// What makes a dictionary of one pair one of another: where the last language stands that is another one, and the edits.
pub(super) fn language_edits(
    file: &SourceFile,
    node: &Node,
    pair: &LanguagePair,
    other: &LanguagePair,
) -> Option<(Span, String, Vec<Edit>)> {
    let codes = [("source_language", &pair.source, &other.source), ("target_language", &pair.target, &other.target)];
    let wrong = codes.into_iter().filter(|(_, own, other)| own != other);
    let wrong: Vec<_> = wrong.filter_map(|(field, _, other)| Some((field, node.get(field)?.span, other))).collect();
    let (_, at, _) = wrong.last()?;
    let lines: Vec<String> =
        wrong.iter().map(|(field, _, code)| edits::field_line(file, field, code.as_str())).collect();
    let edit = |(_, span, code): &(&str, Span, &Language)| Edit {
        span: *span,
        text: edits::match_notation(file, *span, code.as_str()),
    };
    let mut edits: Vec<Edit> = wrong.iter().map(edit).collect();
    edits.sort_by_key(|edit| edit.span);
    Some((*at, format!("write `{}`", lines.join("` and `")), edits))
}
