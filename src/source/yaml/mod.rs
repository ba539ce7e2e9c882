//! YAML to trees: YAML 1.2 with the core schema, and nothing that hides meaning.
//!
//! Three passes at most: as written, with tabs as spaces, and never more. `build` turns events into nodes; `anchor`,
//! `directive`, `entry`, `property` and `scalar` are what it knows; `refuse` and `fault` are its words.
//! Absent: writing YAML (see `emit`), and comments, which stay in the file's bytes.

mod anchor;
mod build;
mod directive;
mod entry;
mod fault;
mod marks;
mod property;
mod refuse;
pub(super) mod scalar;
mod tabs;

use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Diagnostic, SourceFile};
use crate::source::yaml::build::{Built, Stop, build};
use crate::source::yaml::marks::Marks;
use crate::source::{Parsed, conflict};

/// Reads YAML.
#[must_use]
pub fn parse(file: &Arc<SourceFile>) -> Parsed {
    let base = if file.text().starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    if let Some((finding, settled)) = conflict::settle(file) {
        let built = build(file, &settled[base..], &Marks::new(&settled[base..], base, &[]));
        return parsed(file, built.documents, vec![finding], true);
    }
    let text = &file.text()[base..];
    let built = build(file, text, &Marks::new(text, base, &[]));
    let Built { documents, mut findings, incomplete, stop } = match built.stop {
        Some(Stop::Fault(..) | Stop::Tab) => with_spaces(file, text, base, built),
        Some(Stop::Deep) | None => built,
    };
    if let Some(Stop::Fault(finding)) = stop {
        findings.push(*finding);
    }
    if documents.is_empty() && findings.is_empty() && !incomplete {
        findings.push(fault::empty(file));
    }
    parsed(file, documents, findings, incomplete)
}

/// A second reading with tabs as spaces, if tabs are what is wrong.
fn with_spaces(file: &Arc<SourceFile>, text: &str, base: usize, first: Built) -> Built {
    let Some((repaired, repairs)) = tabs::repair(text) else { return first };
    let marks = Marks::new(&repaired, base, &repairs);
    let second = build(file, &repaired, &marks);
    let tabs_alone = match (&first.stop, &second.stop) {
        (_, None | Some(Stop::Deep)) | (Some(Stop::Tab), Some(_)) => true,
        (Some(Stop::Fault(before)), Some(Stop::Fault(after))) => before.primary.span < after.primary.span,
        (Some(Stop::Fault(..) | Stop::Deep) | None, Some(Stop::Tab))
        | (Some(Stop::Deep) | None, Some(Stop::Fault(..))) => false,
    };
    if !tabs_alone {
        return first;
    }
    let Built { documents, mut findings, incomplete, stop } = second;
    // How the tabs were meant is a guess, so what is wrong behind them may follow from it.
    findings.extend(tabs::finding(file, base, &repairs, stop.is_none()));
    Built { documents, findings, incomplete: incomplete || stop.is_some(), stop: None }
}

fn parsed(
    file: &Arc<SourceFile>,
    documents: Vec<crate::source::Node>,
    mut findings: Vec<Diagnostic>,
    incomplete: bool,
) -> Parsed {
    findings.sort_by_key(|finding| (finding.primary.span, finding.code));
    Parsed { file: file.clone(), documents, findings, incomplete, beside: OnceLock::new() }
}
