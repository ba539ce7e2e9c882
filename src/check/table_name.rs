//! Names of tables that lead to none, or to that of another dictionary, and the table that is meant.

use std::sync::Arc;

use unicode_normalization::UnicodeNormalization;

use crate::catalogue::languages::find_language;
use crate::catalogue::limits::MAX_GLOSSARY_BYTES;
use crate::catalogue::nearest;
use crate::check::document::SourceDocument;
use crate::check::duplicate_key::path_of_original;
use crate::check::glossary::{dictionary_for, located_field};
use crate::check::row_languages::TARGETS_FIRST;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, Severity, SourceFile, Span};
use crate::model::glossary::LanguagePair;
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::Node;
use crate::source::limit::{TABLE_BYTES, TABLES_BYTES};
use crate::source::side_tables::SideTableError;
use crate::source::table::Notation;

/// Signs that divide a path on a machine with Windows, as they look there.
const BACKSLASHES: [char; 3] = ['\\', '¥', '₩'];

/// What is said of each name that leads nowhere.
const COUNTS_FROM: &str = "the name counts from the folder of this document";

/// The name that is meant by a path with other signs between its parts, or one that leads through the folder of the document.
fn path_meant(written: &str, own_folder: Option<&str>) -> Option<String> {
    let path = written.replace(BACKSLASHES, "/");
    let inner = own_folder.filter(|_| !path.contains('*') && !path.contains("://")).and_then(|folder| {
        let through = format!("/{folder}/");
        let whole = path.starts_with(['/', '~']) || path.contains(':');
        let end = path.rfind(&through).filter(|_| whole).map(|at| at + through.len());
        end.map(|end| &path[end..]).or_else(|| path.strip_prefix(folder)?.strip_prefix('/'))
    });
    let divided = (path != written && !path.contains(':')).then_some(&*path);
    inner.or(divided).map(str::to_owned)
}

/// Words of the name of a file.
fn words_of(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect()
}

/// Whether a table has another name but for the ending.
pub(super) fn has_stem(table: &str, name: &str) -> bool {
    let stem = |name: &str| name.rsplit_once('.').map(|(stem, _)| stem.to_lowercase());
    stem(table).is_some_and(|own| Some(&own) == stem(name).as_ref() || own == name.to_lowercase())
}

/// Offers the one table that nothing of the document names in place of one that is not there, where its name is that of the
/// document, or the one that is written but for its ending. Nothing where another one is offered.
pub(super) fn offer_unnamed(
    document: &SourceDocument<'_>,
    finding: Diagnostic,
    name: &str,
    why: &SideTableError,
) -> Diagnostic {
    let SideTableError::Absent(near) = why else { return finding };
    let (of_test, alone) = (document.shape == DocumentKind::StyleTest, near.len() == 1);
    let noun = if of_test { "test" } else { "dictionary" };
    let is_named = |table: &str| document.side_tables.iter().any(|beside| beside.written == table);
    let own = document.file.path().rsplit('/').next().map(words_of).unwrap_or_default();
    let own: Vec<&String> = own[..own.len().saturating_sub(1)].iter().filter(|word| word.len() > 2).collect();
    let fits = |table: &&String| {
        let words = words_of(table);
        let pair = words.iter().filter(|word| find_language(word).is_some()).count() > 1;
        Notation::from_path(table).is_some()
            && !is_named(table)
            && (pair || of_test && alone || has_stem(table, name) || own.iter().any(|word| words.contains(word)))
    };
    let mut fitting = near.iter().filter(fits);
    let (Some(table), None, None) = (fitting.next(), fitting.next(), finding.offered().next()) else { return finding };
    let span = finding.primary.span;
    let edits = vec![Edit { span, text: edits::match_notation(&finding.file, span, table) }];
    finding.offering(format!("did you mean `{}`, which no {noun} here names?", echo_text(table)), edits)
}

/// Of a table that does not fit its dictionary and is that of another one letter for letter, more is known: it was overwritten.
pub(super) fn tell_copied_table(
    document: &SourceDocument<'_>,
    (name, table): (&str, &Arc<SourceFile>),
    pair: &LanguagePair,
    found: Diagnostic,
) -> Diagnostic {
    if found.code != Code::ReversedTable || !Arc::ptr_eq(&found.file, table) {
        return found;
    }
    let is_same = |text: &Arc<SourceFile>| text.text() == table.text();
    let mut others = document.side_tables.iter().filter(|beside| beside.written != name);
    let Some(other) = others.find(|beside| beside.file.as_ref().is_ok_and(is_same)) else { return found };
    let message = format!("this table is a copy of `{}`", echo_text(&other.written));
    let note = format!("its dictionary is for {pair}");
    let help = "bring the table back that was here, or name another one in the dictionary";
    Diagnostic { message, notes: vec![note], ..found }.without_edits().with_help(help)
}

/// Dictionaries of opposite directions of which each names the table of the other one: one finding in the place of those about each.
pub(super) fn join_exchanged_tables<'p>(
    document: &SourceDocument<'_>,
    pairs: impl Iterator<Item = &'p LanguagePair>,
    findings: &mut Vec<Diagnostic>,
) {
    for (pair, turned) in pairs.map(|pair| (pair, pair.turned())).filter(|(pair, turned)| *pair > turned) {
        let named = |pair: &LanguagePair| {
            let (index, node) = dictionary_for(document, pair)?;
            let name = located_field(node, "file")?;
            let table = document.side_tables.iter().find(|beside| beside.written == name.value)?.file.as_ref().ok()?;
            Some((format!("/dictionaries/{index}/file"), name.span, table))
        };
        let (Some(one), Some(other)) = (named(pair), named(&turned)) else { continue };
        // Of one row, an edit is offered.
        let is_about = |finding: &Diagnostic, (pointer, _, table): &(String, Span, &Arc<SourceFile>)| {
            let of_all = finding.message == TARGETS_FIRST || finding.offered().next().is_none();
            let whole = Arc::ptr_eq(&finding.file, table) && of_all;
            finding.code == Code::ReversedTable && (whole || finding.pointer.as_ref() == Some(pointer))
        };
        let told = |place| findings.iter().find(|finding| is_about(finding, place)).map(|finding| finding.severity);
        let Some((own, theirs)) = told(&one).zip(told(&other)).filter(|_| one.2.text() != other.2.text()) else {
            continue;
        };
        findings.retain(|finding| !is_about(finding, &one) && !is_about(finding, &other));
        let fix = edits::swap_texts(document.file, one.1, other.1, "swap the names of the two tables");
        let message = format!("the tables of the dictionaries for {turned} and {pair} are exchanged");
        let finding = Diagnostic::new(Code::ReversedTable, document.file, one.1, message)
            .with_label(format!("holds the entries for {turned}"))
            .with_secondary(other.1, format!("holds those for {pair}"))
            .with_pointer(one.0)
            .offering(fix.title, fix.edits);
        findings.push(Diagnostic { severity: own.min(theirs), ..finding });
    }
}

/// A table whose name says the pair of the opposite direction, or that of another dictionary which names it, too.
pub(super) fn check_name_of_table(
    document: &SourceDocument<'_>,
    node: &Node,
    (name, span): (&str, Span),
    pair: &LanguagePair,
    pointer: &str,
) -> Option<Diagnostic> {
    let file = document.file;
    let (source, target) = (pair.source.as_str(), pair.target.as_str());
    let start = name.rfind('/').map_or(0, |at| at + 1);
    let at = |from: &str, to: &str| {
        let found = ['-', '_'].into_iter().find_map(|sign| {
            let words = format!("{from}{sign}{to}");
            let at = start + name.get(start..)?.find(&words)?;
            let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            let (before, behind) = (&name[..at], &name[at + words.len()..]);
            (edge(before.chars().next_back()) && edge(behind.chars().next())).then_some((at, words.len(), sign))
        });
        found.filter(|_| from != to)
    };
    if at(source, target).is_some() {
        return None;
    }
    let meant = |(at, length, sign): (usize, usize, char)| {
        format!("{}{source}{sign}{target}{}", &name[..at], &name[at + length..])
    };
    let Some(opposite) = at(target, source) else {
        let text = |dictionary: &Node, field: &str| dictionary.get(field).and_then(Node::text).map(str::to_owned);
        let all = document.node.get("dictionaries").map(Node::items).unwrap_or_default().iter();
        let mut others = all.filter(|other| other.span != node.span && text(other, "file").as_deref() == Some(name));
        let (own, from, to) = others.find_map(|other| {
            let (from, to) = (text(other, "source_language")?, text(other, "target_language")?);
            Some((at(&from, &to)?, from, to))
        })?;
        let meant = meant(own);
        let message =
            format!("`{}` is the table of the dictionary for {from} > {to}: this one is for {pair}", echo_text(name));
        let title = format!("write `{}`", echo_text(&meant));
        let edits = vec![Edit { span, text: edits::match_notation(file, span, &meant) }];
        let finding = Diagnostic::new(Code::TableLanguages, file, span, message)
            .with_label(format!("says {from}{}{to}", own.2))
            .with_pointer(pointer)
            .offering(title, edits);
        return Some(Diagnostic { severity: Severity::Warning, ..finding });
    };
    let sign = opposite.2;
    let meant = meant(opposite);
    let message = format!("`{}` is named for the opposite direction: this dictionary is for {pair}", echo_text(name));
    let finding = Diagnostic::new(Code::ReversedTable, file, span, message)
        .with_label(format!("says {target}{sign}{source}"))
        .with_help(format!("write `{}`, or swap the languages of the dictionary", echo_text(&meant)))
        .with_pointer(pointer);
    let text = edits::match_notation(file, span, &meant);
    let fix = edits::replace_span(span, text, format!("write `{}`", echo_text(&meant)), Safety::Unsafe);
    Some(Diagnostic { severity: Severity::Warning, ..finding }.with_fix(fix))
}

/// Why there is no table, without those beside it whose names say a language that is neither named nor one of the dictionary.
pub(super) fn without_other_pairs(why: &SideTableError, name: &str, pair: &LanguagePair) -> SideTableError {
    let SideTableError::Absent(near) = why else { return why.clone() };
    let named = words_of(name);
    let is_of_pair = |word: &str| [&pair.source, &pair.target].iter().any(|code| code.as_str() == word);
    let is_other = |word: &String| find_language(word).is_some() && !is_of_pair(word) && !named.contains(word);
    SideTableError::Absent(near.iter().filter(|near| !words_of(near).iter().any(is_other)).cloned().collect())
}

pub(super) fn unreadable_table(
    file: &Arc<SourceFile>,
    finding: impl Fn(Code, String) -> Diagnostic,
    own_folder: Option<&str>,
    name: &str,
    why: &SideTableError,
) -> Diagnostic {
    let written = name;
    let name = echo_text(name);
    match why {
        SideTableError::TooLarge(bytes) => {
            finding(Code::FileTooLarge, format!("`{name}` has {bytes} bytes, and at most {TABLE_BYTES} are read"))
                .with_note(format!("the service takes {MAX_GLOSSARY_BYTES} bytes of entries (10 MiB) in one glossary"))
                .with_help("divide the table among several glossaries: a request can name up to five")
        }
        SideTableError::TotalTooLarge(bytes) => {
            let message = format!("the tables of the project have {bytes} bytes, and at most {TABLES_BYTES} are read");
            finding(Code::FileTooLarge, message)
                .with_label("was not read")
                .with_help("divide the glossaries among several projects")
        }
        // What a Japanese or Korean keyboard has in the place of `\\`.
        SideTableError::Absent(_) if written.contains(BACKSLASHES) => {
            let why = SideTableError::Unreadable("the parts of its name are divided by `/`".into());
            unreadable_table(file, finding, own_folder, written, &why)
        }
        SideTableError::Absent(near) => {
            let found =
                unreadable_table(file, finding, own_folder, written, &SideTableError::Unreadable(NO_FILE.into()));
            suggest_table(file, found, written, near)
        }
        SideTableError::Unreadable(why) if let Some(path) = path_meant(written, own_folder) => {
            let found = finding(Code::UnreadableFile, format!("`{name}` cannot be read: {why}"));
            let title = format!("write `{}`", echo_text(&path));
            let text = edits::match_notation(file, found.primary.span, &path);
            let edits = vec![Edit { span: found.primary.span, text }];
            found.offering(title, edits)
        }
        SideTableError::Unreadable(why) => finding(Code::UnreadableFile, format!("`{name}` cannot be read: {why}"))
            .with_note(COUNTS_FROM)
            .with_help(match written.contains('*') {
                true => "name one file: a dictionary has one table, and no pattern",
                false => "correct the name, or add the file",
            }),
    }
}

/// Why a table that is not there cannot be read.
pub const NO_FILE: &str = "there is no such file";

/// The finding about a table that is not there, with the one beside it that may be meant.
pub(super) fn suggest_table(file: &Arc<SourceFile>, finding: Diagnostic, written: &str, near: &[String]) -> Diagnostic {
    // One that an editor gave a second ending.
    let with_ending = near.iter().find(|name| name.strip_prefix(written).is_some_and(|rest| rest.starts_with('.')));
    let best = || nearest::nearest_words(written, near.iter().map(String::as_str)).first().copied();
    let Some(best) = with_ending.map(String::as_str).or_else(best) else { return finding };
    let span = finding.primary.span;
    if written.nfc().eq(best.nfc()) {
        return finding
            .with_note("a file is there whose name looks the same: its letters and their accents are characters apart")
            .with_help("rename that file to the name that stands here");
    }
    // Another name of the file is what is wrong, where a table cannot be called so.
    if Notation::from_path(best).is_none() {
        return finding.with_help(format!("`{}` is there: rename that file", echo_text(best)));
    }
    let text = edits::match_notation(file, span, best);
    let fix = edits::replace_span(span, text, format!("write `{best}`"), Safety::Unsafe);
    // A copy, or what a browser called so that saved it again.
    if path_of_original(best).as_deref() == Some(written) {
        let help = format!("rename `{}` to `{}`, or {}", echo_text(best), echo_text(written), fix.title);
        return finding.with_help(help).or_offering(fix.title, fix.edits);
    }
    finding.with_help(format!("did you mean `{best}`?")).with_fix(fix)
}
