//! YAML to trees: YAML 1.2 with the core schema, and nothing that hides meaning.
//!
//! `lines` reads what people mostly write, and leaves the rest to events: three passes at most: as written, with tabs as
//! spaces, and never more. `build` turns events into nodes; `anchor`,
//! `directive`, `entry`, `property` and `scalar` are what it knows; `refuse` and `fault` are its words.
//! Absent: writing YAML (see `emit`), and comments, which stay in the file's bytes.

mod anchor;
mod build;
mod directive;
mod entry;
mod escape;
mod fault;
mod lines;
mod lone_line;
mod item_out_of_line;
mod lost_comma;
mod lost_dash;
mod lost_mark;
mod merge_key;
mod odd_sibling;
mod offset_map;
mod property;
mod findings;
pub(super) mod scalar;
pub mod strange_blank;
pub mod strange_colon;
mod strange_sign;
mod tabs;
mod text_after_quote;
mod toml_lines;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::empty_file::empty_file;
use crate::source::yaml::build::{YamlPass, YamlStop, build_documents};
use crate::source::yaml::offset_map::OffsetMap;
use crate::source::{Format, ParsedFile, conflict};

/// Reads YAML.
#[must_use]
pub fn parse(file: &Arc<SourceFile>) -> ParsedFile {
    parse_by_lines(file).unwrap_or_else(|| parse_by_events(file))
}

/// Whether this is the sign behind a key whose text stands on the lines below it.
#[must_use]
pub fn is_block_sign(sign: &str) -> bool {
    matches!(sign, "|" | ">" | "|-" | ">-" | "|+" | ">+")
}

/// Reads YAML line by line: the short way, for a text in which nothing is wrong and whose lines have the usual forms.
#[must_use]
pub fn parse_by_lines(file: &Arc<SourceFile>) -> Option<ParsedFile> {
    lines::read_document(file.text()).map(|document| ParsedFile::without_findings(file, document))
}

/// Reads YAML by the events of its parser: the whole grammar, and everything that can be wrong. What [`parse`] does where it has
/// no shorter way, and what the shorter way is compared with.
#[must_use]
pub fn parse_by_events(file: &Arc<SourceFile>) -> ParsedFile {
    let base = if file.text().starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    if let Some((finding, settled)) = conflict::resolve_conflict_markers(file) {
        let built = build_documents(file, &settled[base..], &OffsetMap::new(&settled[base..], base, &[]));
        return finish_parse(file, built.documents, vec![finding], true);
    }
    let (text, built) = read_with_tabs_after_colons(file, &file.text()[base..], base);
    let text = text.as_ref();
    if let Some(repair) = lost_mark::repair_lost_marks(file, text, base, &built).filter(|_| built.stop.is_none()) {
        let marks = OffsetMap::new(&repair.text, base, &repair.repairs);
        let second = build_documents(file, &repair.text, &marks);
        let findings = second.findings.into_iter().chain(repair.findings).collect();
        return finish_parse(file, second.documents, findings, second.incomplete);
    }
    let fault = match &built.stop {
        Some(YamlStop::Syntax(fault)) => Some(fault),
        Some(YamlStop::TabIndent | YamlStop::TabAfterColon { .. } | YamlStop::TooDeep) | None => None,
    };
    if let Some((finding, settled)) = fault.and_then(|fault| conflict::resolve_lone_separator(file, fault)) {
        let built = build_documents(file, &settled[base..], &OffsetMap::new(&settled[base..], base, &[]));
        return finish_parse(file, built.documents, vec![finding], true);
    }
    let YamlPass { mut documents, mut findings, incomplete, stop } = match built.stop {
        Some(YamlStop::Syntax(..) | YamlStop::TabIndent) => reparse_without_tabs(file, text, base, built),
        Some(YamlStop::TabAfterColon { .. } | YamlStop::TooDeep) | None => built,
    };
    if let Some(YamlStop::Syntax(finding)) = stop {
        // A line that was not understood from some place on is not understood behind it either.
        let line = |finding: &Diagnostic| file.position_at(finding.primary.span.start).line;
        let named = findings.iter().any(|before| {
            matches!(before.code, Code::WrongType | Code::UndefinedAlias) && line(before) == line(&finding)
        });
        if !named {
            findings.push(*finding);
        }
        // The key before the fault, taken for the document.
        documents.retain(|document| document.text().is_none());
    }
    if documents.is_empty() && findings.is_empty() && !incomplete {
        findings.push(empty_file(file, Format::Yaml, Span::empty_at(0), None));
    }
    finish_parse(file, documents, findings, incomplete)
}

/// Bytes that are read at most for tabs between colons and values, all readings together.
const MAX_REREAD_BYTES: usize = 1 << 22;

/// Reads a text with tabs behind colons as if they were spaces: they separate, whatever the reader says. Offsets stay.
fn read_with_tabs_after_colons<'t>(file: &Arc<SourceFile>, text: &'t str, base: usize) -> (Cow<'t, str>, YamlPass) {
    let mut text = Cow::Borrowed(text);
    let rounds = (MAX_REREAD_BYTES / text.len().max(1)).clamp(8, 100);
    for _ in 0..rounds {
        let built = build_documents(file, &text, &OffsetMap::new(&text, base, &[]));
        let Some(YamlStop::TabAfterColon { blanks, .. }) = &built.stop else { return (text, built) };
        let spaces = " ".repeat(blanks.len());
        let blanks = blanks.clone();
        text.to_mut().replace_range(blanks, &spaces);
    }
    let built = build_documents(file, &text, &OffsetMap::new(&text, base, &[]));
    (text, built.with_tabs_as_faults())
}

/// A second reading with tabs as spaces, if tabs are what is wrong.
fn reparse_without_tabs(file: &Arc<SourceFile>, text: &str, base: usize, first: YamlPass) -> YamlPass {
    let Some(repair) = tabs::repair_tabs(text) else { return first };
    let marks = OffsetMap::new(&repair.text, base, &repair.repairs);
    let second = build_documents(file, &repair.text, &marks).with_tabs_as_faults();
    let tabs_alone = match (&first.stop, &second.stop) {
        (_, None | Some(YamlStop::TooDeep)) | (Some(YamlStop::TabIndent), Some(_)) => true,
        (Some(YamlStop::Syntax(before)), Some(YamlStop::Syntax(after))) => before.primary.span < after.primary.span,
        (Some(YamlStop::Syntax(..) | YamlStop::TooDeep) | None, Some(YamlStop::TabIndent))
        | (Some(YamlStop::TooDeep) | None, Some(YamlStop::Syntax(..)))
        | (Some(YamlStop::TabAfterColon { .. }), _)
        | (_, Some(YamlStop::TabAfterColon { .. })) => false,
    };
    if !tabs_alone {
        return first;
    }
    let YamlPass { documents, mut findings, incomplete, stop } = second;
    // How the tabs were meant is a guess, so what is wrong behind them may follow from it.
    findings.extend(tabs::tab_finding(file, base, &repair, stop.is_none()));
    YamlPass { documents, findings, incomplete: incomplete || stop.is_some(), stop: None }
}

fn finish_parse(
    file: &Arc<SourceFile>,
    documents: Vec<crate::source::Node>,
    mut findings: Vec<Diagnostic>,
    incomplete: bool,
) -> ParsedFile {
    findings.sort_by_key(|finding| (finding.primary.span, finding.code));
    let findings = merge_key::join_merge_keys(lost_dash::merge_lost_dashes(file, findings));
    ParsedFile { file: file.clone(), documents, findings, incomplete, side_tables: OnceLock::new() }
}
