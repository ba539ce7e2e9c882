//! One document by itself: its kind, its key, its shape and its texts.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::catalogue::languages::root_code;
use crate::check::raw_document::{self, RawDocument};
use crate::check::{
    cut_text, duplicate_label, edge_whitespace, empty_block, exchanged_texts, foreign_notation, garbled_text,
    hidden_text, left_out, left_over, not_normalized, prompt_utf16, unlikely_language,
};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::model::Key;
use crate::model::reference::{Reference, TEST_KIND, list_references};
use crate::schema::edits;
use crate::schema::explained_document::{echo_text, join_pointer};
use crate::schema::validate::{DocumentKind, DocumentValidator};
use crate::source::duplicate::LACKS_ONE;
use crate::source::empty_file::empty_file;
use crate::source::key_text::fitting_key;
use crate::source::side_tables::SideTable;
use crate::source::test_files::is_test_file;
use crate::source::{Format, Node, ParsedFile, Value};

/// A document that was read, as far as it could be.
pub(super) struct SourceDocument<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) shape: DocumentKind,
    /// Its key; none where what stands there cannot be one.
    pub(super) key: Option<Key>,
    /// Where the key is written, or where the document begins.
    pub(super) key_span: Span,
    /// Whether the key is written in the file.
    pub(super) key_written: bool,
    /// The document as it was read; nothing of a style that was reduced to what it says.
    pub(super) node: &'a Node,
    /// Files that the documents of this file name.
    pub(super) side_tables: &'a [SideTable],
    /// What it says itself, without bases; of glossaries, spoken terms and profiles only the name and protection.
    pub(super) raw: Cow<'a, Box<RawDocument>>,
    /// Where it begins.
    pub(super) start: Span,
    /// Whether something in it is an error of its own, so that what is missing in it proves nothing.
    pub(super) broken: bool,
    /// Whether another one of its kind has the same key: which of them a name means, nobody knows, and so `broken` is set as well.
    pub(super) shares_key: bool,
    /// Whether something in it is there under a name or at a place that nobody reads, so that what is missing may be that.
    pub(super) astray: bool,
    /// Whether a fault of the text took something away.
    pub(super) incomplete: bool,
    /// Whether what it wants was taken from it already.
    pub(super) finished: bool,
}

impl SourceDocument<'_> {
    /// The names of other documents in it.
    pub(super) fn references(&self) -> Vec<Reference> {
        let kind = if self.shape == DocumentKind::StyleTest { TEST_KIND } else { self.shape.as_str() };
        list_references(kind, self.node)
    }
}

/// What a file is as a whole that holds no document at all.
pub(super) fn explain_whole(parsed: &ParsedFile) -> Option<Diagnostic> {
    explain_link(&parsed.file).or_else(|| explain_nothing(parsed))
}

/// A file that holds a path and nothing else: a symbolic link that was checked out as text.
fn explain_link(file: &Arc<SourceFile>) -> Option<Diagnostic> {
    let mut lines = file.text().lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let path = lines.next().filter(|_| lines.next().is_none())?.trim();
    let plain = !path.contains(|c: char| c.is_whitespace() || matches!(c, '"' | ':' | '#' | '=' | '['));
    if !plain || !path.contains('/') || Format::from_path(path).is_none() {
        return None;
    }
    let message = "this file holds only a path: it is a symbolic link that was checked out as text";
    let start = file.text().find(path)?;
    let finding = Diagnostic::new(Code::UnreadableFile, file, Span::new(start, start + path.len()), message);
    let help = "copy what the file there holds, or check it out again as a link: `git config core.symlinks true`";
    Some(finding.with_label("no document").with_help(help))
}

/// A file that holds only what stands for nothing, such as `null`, as programs write it that found nothing.
fn explain_nothing(ParsedFile { file, documents, findings, .. }: &ParsedFile) -> Option<Diagnostic> {
    let says = !findings.is_empty() || documents.iter().any(Node::says_something) || is_test_file(file.path());
    let first = documents.first().filter(|_| !says)?;
    Some(empty_file(file, Format::from_path(file.path())?, first.span, None))
}

/// Reads the documents of one file. The findings do not hold those of parsing.
pub(super) fn read_documents<'a>(
    parsed: &'a ParsedFile,
    shapes: &DocumentValidator<'_>,
    catalogue: &Catalogue,
) -> (Vec<SourceDocument<'a>>, Vec<Diagnostic>) {
    let mut findings = Vec::new();
    let documents: Vec<SourceDocument<'a>> = parsed
        .documents
        .iter()
        .enumerate()
        .filter_map(|(index, node)| {
            let (document, found) = read_document(parsed, index, node, shapes, catalogue);
            findings.extend(found);
            document
        })
        .collect();
    // After a fault of the text itself, what cannot be seen is likely that fault.
    if !parsed.incomplete {
        if let Some(left_out) = left_out::check_left_out(&parsed.file, &parsed.documents) {
            left_out::join_emptied(&left_out, &mut findings);
            findings.push(left_out);
        }
        let texts = documents.iter().flat_map(|document| document.raw.sent_texts().map(|text| text.span));
        let apart: Vec<Span> = texts.chain(findings.iter().map(|finding| finding.primary.span)).collect();
        findings.extend(hidden_text::check_hidden_in_file(&parsed.file, &apart));
        garbled_text::add_garbled_text(&parsed.file, &mut findings);
        // What is no UTF-8 reads so, too, and is told.
        let undecoded = |finding: &Diagnostic| matches!(finding.code, Code::InvalidUtf8 | Code::WrongEncoding);
        if !parsed.findings.iter().any(undecoded) {
            findings.extend(garbled_text::check_lost_character(&parsed.file));
        }
    }
    (documents, findings)
}

fn read_document<'a>(
    parsed: &'a ParsedFile,
    index: usize,
    node: &'a Node,
    shapes: &DocumentValidator<'_>,
    catalogue: &Catalogue,
) -> (Option<SourceDocument<'a>>, Vec<Diagnostic>) {
    let file = &parsed.file;
    let written = node;
    let (node, mut findings) = match not_normalized::normalize_rules(file, node) {
        Some((normal, found)) => (Cow::Owned(normal), found),
        None => (Cow::Borrowed(node), Vec::new()),
    };
    // What stands in a document, and what can only be meant by it, is judged in one go.
    let (shape, mut faults, of_kind, unwrapped) = match shapes.read_kind(file, &node) {
        Ok(shape) => (shape, Vec::new(), None, None),
        Err(fault) => match fault.meant {
            Some(shape) => (shape, vec![fault.finding.clone()], Some(fault.finding), fault.unwrapped),
            None => {
                findings.push(fault.finding);
                return (None, findings);
            }
        },
    };
    let (above, node) = match unwrapped {
        Some((name, inner)) => (join_pointer(&[&name]), Cow::Owned(inner)),
        None => (String::new(), node),
    };
    let known = |finding: &Diagnostic| finding.fix.is_some() || !above.is_empty();
    let (found, meant) = match of_kind.as_ref().is_none_or(known) {
        true => shapes.validate_document(file, &node, shape),
        // Of a document of a kind that nobody knows for certain, its fields are judged when it says so.
        false => (Vec::new(), None),
    };
    let node = meant.map_or(node, Cow::Owned);
    faults.extend(match &of_kind {
        None => found,
        Some(finding) => found
            .into_iter()
            .filter_map(|fault| below_kind_in_doubt(fault, finding))
            .map(|fault| Diagnostic { pointer: fault.pointer.map(|pointer| format!("{above}{pointer}")), ..fault })
            .collect(),
    });
    findings.extend(faults.into_iter().filter(|fault| !follows_from_syntax(parsed, fault)).map(|fault| {
        // What is written anew would be only what was read.
        let part = parsed.incomplete && fault.code == Code::WrongType;
        Diagnostic { fix: fault.fix.filter(|fix| !part || fix.edits.len() == 1), ..fault }
    }));
    if !parsed.incomplete {
        findings.extend(empty_block::check_empty_tables(file, &node));
    }
    let broken = parsed.incomplete || findings.iter().any(|finding| finding.severity == Severity::Error);
    let astray = parsed.incomplete || findings.iter().any(|finding| !is_about_value(finding));
    let mut own = match shape {
        DocumentKind::Style | DocumentKind::Base => raw_document::read_style(&node, shape.fields()),
        DocumentKind::Glossary | DocumentKind::SpokenTerms | DocumentKind::StyleProfile | DocumentKind::Profile => {
            raw_document::read_name_and_protection(&node)
        }
        DocumentKind::StyleTest | DocumentKind::Catalogue => RawDocument::default(),
    };
    // What no rule is takes none away, and is told by its name.
    own.rules.retain(|key, rule| rule.value.is_some() || catalogue.find_rule(&key.category, &key.rule).is_some());
    let start = Span::empty_at(node.span.start as usize);
    let key = read_key(parsed, shape, index, &node, &mut findings);
    let labels = duplicate_label::check_duplicate_labels(file, &own);
    // A label without its white space would be that of another instruction.
    let is_twin = |span| labels.iter().any(|twin| twin.primary.span == span);
    findings.extend(duplicate_label::check_repeated_prompts(file, &own));
    // What errors say of a document comes first, and aliases may repeat a base thousands of times.
    findings.extend(if broken { None } else { duplicate_base(file, &own) });
    for text in own.sent_texts() {
        findings.extend(hidden_text::check_hidden_text(file, &text));
        let edge = edge_whitespace::check_edge_whitespace(file, &text);
        findings.extend(edge.map(|found| Diagnostic { fix: found.fix.filter(|_| !is_twin(text.span)), ..found }));
        let foreign = foreign_notation::check_foreign_notation(file, &text);
        findings.extend(foreign.or_else(|| left_over::check_left_over(file, &text)));
        findings.extend(prompt_utf16::check_prompt_utf16(file, &text, catalogue.limits.prompt));
    }
    findings.extend(labels);
    findings.extend(exchanged_texts::check_exchanged_texts(file, &own, catalogue.limits.label));
    // After a fault of the text, what cuts it is likely that fault.
    if !parsed.incomplete {
        let cut = cut_text::check_cut_texts(file, &node);
        findings.extend(if cut.is_empty() { cut_text::check_broken_sentence(file, &own) } else { None });
        findings.extend(cut);
    }
    findings.extend(unlikely_language::check_instruction_languages(file, &own, catalogue));
    let (key, key_span, key_written) = key;
    (
        Some(SourceDocument {
            file,
            shape,
            key,
            key_span,
            key_written,
            node: written,
            side_tables: parsed.side_tables.get().map(Vec::as_slice).unwrap_or_default(),
            raw: Cow::Owned(Box::new(own)),
            start,
            broken,
            shares_key: false,
            astray,
            incomplete: parsed.incomplete,
            finished: false,
        }),
        findings,
    )
}

/// Whether a finding is about the value of a field that is known and there.
fn is_about_value(finding: &Diagnostic) -> bool {
    matches!(
        finding.code,
        Code::UnknownChoice | Code::UnknownLanguage | Code::UnknownValue | Code::OutOfRange | Code::ExclusiveFields
    ) || finding.severity != Severity::Error
}

/// What is wrong with a document of another kind than it says, but for that; as long as its kind is in doubt, so are edits.
fn below_kind_in_doubt(fault: Diagnostic, kind: &Diagnostic) -> Option<Diagnostic> {
    let lacks_kind = fault.code == Code::MissingField && fault.message.ends_with("`kind`");
    // A name that is no field of the kind is another fault than that nothing says the kind.
    let apart = kind.code == Code::MissingField && fault.code == Code::UnknownField;
    let same_place = fault.primary.span == kind.primary.span && !apart;
    let told = lacks_kind || fault.pointer.as_deref() == Some("/kind") || same_place;
    // By these the kind is known, so that it would be told anew.
    const TELLING: &[&str] = &["dictionaries", "term_lists", "styles", "target_language"];
    let told_by = |edit: &Edit| TELLING.contains(&&*edit.text) || edit.text.trim_start().starts_with("term_lists:");
    let tells = |fix: &Fix| fix.edits.iter().any(told_by);
    let fix = fault.fix.clone().filter(|fix| !tells(fix)).map(|fix| Fix { safety: Safety::Unsafe, ..fix });
    (!told).then_some(Diagnostic { fix, ..fault })
}

/// A base that a document extends twice: the second time changes nothing, or takes back what stands between.
fn duplicate_base(file: &Arc<SourceFile>, own: &RawDocument) -> Option<Diagnostic> {
    let mut named = BTreeSet::new();
    let again = own.extends.iter().find(|base| !named.insert(&base.value))?;
    let message = format!("the base `{}` is named twice", echo_text(&again.value));
    let finding = Diagnostic::new(Code::DuplicateReference, file, again.span, message).with_label("named again");
    Some(finding.with_help("name it once, or write the one that is meant").with_pointer("/extends"))
}

/// Whether a fault of the shape is only what a fault of the text left behind.
pub(super) fn follows_from_syntax(parsed: &ParsedFile, fault: &Diagnostic) -> bool {
    let lost = parsed.incomplete && fault.code == Code::MissingField;
    let cut = fault.code == Code::WrongType
        && parsed.findings.iter().any(|finding| {
            let (cut, whole) = (finding.primary.span, fault.primary.span);
            finding.code == Code::TooDeep && (whole.start..=whole.end).contains(&cut.start)
        });
    // A name that begins where the text has its fault is made up of that.
    let named = fault.code == Code::UnknownField
        && parsed
            .findings
            .iter()
            .any(|cause| cause.code == Code::Syntax && cause.primary.span.start == fault.primary.span.start);
    // What a fault of the text made of the value beside it.
    let judged = matches!(
        fault.code,
        Code::WrongType | Code::EmptyValue | Code::UnknownValue | Code::UnknownLanguage | Code::UnknownChoice
    );
    let beside = judged
        && parsed.findings.iter().any(|finding| {
            let whole = fault.primary.span;
            // A line end is one character, however it is written.
            let gap =
                |cause: Span| parsed.file.text().get(whole.end as usize..cause.start as usize).unwrap_or_default();
            // The dash of an entry that the fault took away is all that is left of it.
            let touches = |cause: Span| {
                whole.start <= cause.end.saturating_add(1)
                    && (cause.start <= whole.end.saturating_add(1) || matches!(gap(cause), "\r\n" | "- "))
            };
            matches!(finding.code, Code::Syntax | Code::WrongType | Code::UnsupportedTag)
                && (touches(finding.primary.span)
                    || finding.code == Code::Syntax && finding.secondary.iter().any(|label| touches(label.span)))
        });
    lost || cut || named || beside
}

/// One table where a list of tables is due, and the same again below: brackets are what both lack, and the first says so.
pub(super) fn drop_repeated_tables(findings: &mut Vec<Diagnostic>) {
    let place = |finding: &Diagnostic, span: Span| (Arc::as_ptr(&finding.file), span);
    let tables: HashSet<_> = findings
        .iter()
        .filter(|finding| finding.code == Code::WrongType)
        .map(|finding| place(finding, finding.primary.span))
        .collect();
    let repeated: HashSet<_> = findings
        .iter()
        .filter(|finding| finding.help.as_ref().is_some_and(|help| help.ends_with(LACKS_ONE)))
        .map(|finding| Arc::as_ptr(&finding.file))
        .collect();
    findings.retain(|finding| {
        let bare = finding.code == Code::DuplicateKey
            && finding.secondary.first().is_some_and(|first| {
                let header = Span { start: first.span.start.saturating_sub(1), end: first.span.end + 1 };
                tables.contains(&place(finding, header))
            });
        // What one table lacks stands below the next one, where it is set twice.
        let lost = finding.message == NO_ENTRIES && repeated.contains(&Arc::as_ptr(&finding.file));
        !bare && !lost
    });
}

/// What is said of a dictionary that has neither entries nor a table.
pub(super) const NO_ENTRIES: &str = "this dictionary has no entries";

/// The key that a file gives its first document.
pub(super) fn key_of_file(file: &SourceFile, shape: DocumentKind) -> &str {
    let path = file.path();
    let name = path.rsplit_once('/').map_or(&**path, |(_, name)| name);
    let ending = name.rsplit_once('.').map_or(0, |(_, ending)| ending.len() + 1);
    match shape {
        DocumentKind::Style
        | DocumentKind::Glossary
        | DocumentKind::SpokenTerms
        | DocumentKind::StyleProfile
        | DocumentKind::Profile => &name[..name.len() - ending],
        DocumentKind::StyleTest | DocumentKind::Base | DocumentKind::Catalogue => &path[..path.len() - ending],
    }
}

/// What is said of a document behind the first of its file that has no key.
pub(super) fn no_key(shape: DocumentKind) -> String {
    format!("this {} has no `key`", shape.noun())
}

/// Offers the key that the others of a file tell, where these are one word and their languages.
fn offer_key_like_others(finding: Diagnostic, parsed: &ParsedFile, shape: DocumentKind, index: usize) -> Diagnostic {
    let (file, own) = (&parsed.file, &parsed.documents[index]);
    let language = |node: &'_ Node| {
        let node = node.get("target_language").or_else(|| node.get("language"));
        node.and_then(Node::text).map(str::to_owned)
    };
    let others = parsed.documents.iter().filter_map(|node| Some((node.get("key")?.text()?, language(node)?)));
    let others: Vec<(&str, String)> = others.collect();
    let forms: [fn(&str) -> String; 2] = [|code| root_code(code).to_owned(), str::to_ascii_lowercase];
    let meant = language(own).and_then(|own| {
        forms.into_iter().find_map(|form| {
            let mut words = others.iter().map(|(key, code)| key.strip_suffix(&*form(code)));
            let word = words.next()??;
            let alike = others.len() > 1 && word.ends_with(['-', '_']) && words.all(|other| other == Some(word));
            alike.then(|| format!("{word}{}", form(&own)))
        })
    });
    let is_free = |meant: &String| meant != key_of_file(file, shape) && others.iter().all(|(key, _)| key != meant);
    let Some(meant) = meant.filter(|meant| is_free(meant) && Key::new(meant).is_ok()) else { return finding };
    let edit = edits::insert_below_kind(file, own, "key", &edits::text_value(file, &meant));
    match edit {
        Some(edit) => finding.offering(format!("add `key: {meant}`, as the others of this file are named"), vec![edit]),
        None => finding,
    }
}

/// The document's key, where it stands, and whether it is written.
fn read_key(
    parsed: &ParsedFile,
    shape: DocumentKind,
    index: usize,
    node: &Node,
    findings: &mut Vec<Diagnostic>,
) -> (Option<Key>, Span, bool) {
    let file = &parsed.file;
    // Nothing names a file of tests.
    if shape == DocumentKind::StyleTest {
        return (None, Span::empty_at(node.span.start as usize), false);
    }
    if let Some(written) = node.get("key") {
        // What is no text, or has characters that no key has, was said with the shape.
        let Value::Text(text) = &written.value else { return (None, written.span, true) };
        let key = Key::new(text);
        if let Err(why) = &key
            && !findings.iter().any(|finding| finding.primary.span == written.span)
        {
            let message = format!("`{}` cannot be a key", echo_text(text));
            let finding = Diagnostic::new(Code::InvalidKey, file, written.span, message).with_label("not a key");
            findings.push(finding.with_note(why.clone()).with_help("give it another key").with_pointer("/key"));
        }
        return (key.ok(), written.span, true);
    }
    let start = Span::empty_at(node.span.start as usize);
    if index > 0 && !matches!(node.value, Value::Mapping(_)) {
        return (None, start, false);
    }
    if index > 0 {
        let finding = Diagnostic::new(Code::MissingField, file, start, no_key(shape))
            .with_label("insert it here")
            .with_note("only the first document of a file is named by the file")
            .with_help("add `key`, a name that no other document of the project has")
            .with_pointer("");
        findings.push(offer_key_like_others(finding, parsed, shape, index));
        return (None, start, false);
    }
    let text = key_of_file(file, shape);
    match Key::new(text) {
        Ok(key) => (Some(key), start, false),
        Err(why) => {
            let fitting = &*fitting_key(&text.replace('/', "-"));
            let finding = Diagnostic::new(
                Code::InvalidKey,
                file,
                start,
                format!("the file's name `{}` cannot be a key", echo_text(text)),
            )
            .with_note(why)
            .with_help("add `key`, or give the file another name")
            .with_pointer("");
            let value = if edits::is_toml(file) { edits::quote_text(fitting) } else { fitting.to_owned() };
            let edit: Option<Edit> =
                if fitting.is_empty() { None } else { edits::insert_first(file, node, "key", &value) };
            findings.push(match edit {
                Some(edit) => finding.with_fix(Fix {
                    title: format!("add `key: {fitting}`"),
                    safety: Safety::Unsafe,
                    edits: vec![edit],
                }),
                None => finding,
            });
            (None, start, false)
        }
    }
}
