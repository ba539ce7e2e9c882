//! Fixes, made in the files: only the bytes of an edit change, and only in a file that is still as it was read.
//!
//! Fixes that are a guess are made only where somebody asked for them; otherwise they are shown, and somebody decides.

#![expect(clippy::disallowed_methods, reason = "files are fixed here, when the person asks for it")]

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use camino::Utf8Path;

use crate::cli::exit::Stop;
use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, SourceFile};

/// Which fixes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that keep the meaning beyond doubt.
    Safe,
    /// Also those that are a guess.
    All,
}

/// A file and its text with fixes made.
pub struct Fixed<'a> {
    /// The file as it was read.
    pub file: &'a Arc<SourceFile>,
    /// Its text with the fixes.
    pub text: String,
    /// How many fixes those are.
    pub fixes: usize,
}

/// The files with every fix made that does not stand in another's way. What is left over is for the next pass.
#[must_use]
pub fn fixed(findings: &[Diagnostic], which: Which) -> Vec<Fixed<'_>> {
    let mut by_file: BTreeMap<&str, (&Arc<SourceFile>, Vec<&Fix>)> = BTreeMap::new();
    for finding in findings {
        if let Some(fix) = finding.fix.as_ref().filter(|fix| fix.safety == Safety::Safe || which == Which::All) {
            by_file.entry(finding.file.path()).or_insert_with(|| (&finding.file, Vec::new())).1.push(fix);
        }
    }
    by_file
        .into_values()
        .map(|(file, fixes)| {
            let (edits, fixes) = compatible(&fixes);
            Fixed { file, text: edited(file.text(), &edits), fixes }
        })
        .filter(|fixed| fixed.fixes > 0)
        .collect()
}

/// Makes every fix that does not stand in another's way; how many were made.
///
/// # Errors
/// Where a file cannot be written. Each file is replaced as a whole or not at all.
pub fn make(root: &Utf8Path, findings: &[Diagnostic], which: Which) -> Result<usize, Stop> {
    let mut made = 0;
    for Fixed { file, text, fixes } in fixed(findings, which) {
        if write(&root.join(&**file.path()), file, &text)? {
            made += fixes;
        }
    }
    Ok(made)
}

/// The edits of as many fixes as touch different bytes, in order of place, and how many fixes those are.
fn compatible<'a>(fixes: &[&'a Fix]) -> (Vec<&'a Edit>, usize) {
    let mut taken: Vec<&Edit> = Vec::new();
    let mut of = 0;
    for fix in fixes {
        let touches = |edit: &&Edit| {
            fix.edits.iter().any(|own| own.span.start <= edit.span.end && edit.span.start <= own.span.end)
        };
        if !taken.iter().any(touches) && !fix.edits.is_empty() {
            taken.extend(&fix.edits);
            of += 1;
        }
    }
    taken.sort_by_key(|edit| edit.span);
    (taken, of)
}

fn edited(text: &str, edits: &[&Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for Edit { span, text: new } in edits.iter().copied() {
        out.push_str(text.get(at..span.range().start).unwrap_or_default());
        out.push_str(new);
        at = span.range().end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Replaces a file, unless it is not (or no longer) what was read; says whether it was replaced.
///
/// # Errors
/// Where it cannot be written. It is replaced as a whole or not at all.
pub fn write(path: &Utf8Path, file: &SourceFile, text: &str) -> Result<bool, Stop> {
    let said_no = |error: std::io::Error| Stop::io(format!("cannot fix {path}"), &error);
    if text == file.text() || std::fs::read(path).map_err(said_no)? != file.text().as_bytes() {
        return Ok(false);
    }
    // A link is followed, so that it stays a link.
    let path = path.canonicalize_utf8().map_err(said_no)?;
    let folder = path.parent().unwrap_or(Utf8Path::new("/"));
    let mut new = tempfile::Builder::new().prefix(".housestyle-fix-").tempfile_in(folder).map_err(said_no)?;
    new.write_all(text.as_bytes()).map_err(said_no)?;
    let permissions = std::fs::metadata(&path).map_err(said_no)?.permissions();
    new.as_file().set_permissions(permissions).map_err(said_no)?;
    new.as_file().sync_all().map_err(said_no)?;
    new.persist(&path).map_err(|failed| said_no(failed.error))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Span;

    fn fix(edits: &[(usize, usize, &str)]) -> Fix {
        let edit = |(start, end, text): &(usize, usize, &str)| Edit {
            span: Span::new(*start, *end),
            text: (*text).to_owned(),
        };
        Fix { title: String::new(), safety: Safety::Safe, edits: edits.iter().map(edit).collect() }
    }

    #[test]
    fn fixes_that_touch_wait_for_the_next_pass() {
        let (one, two, three) = (fix(&[(4, 6, "XY")]), fix(&[(5, 8, "no")]), fix(&[(0, 1, "Ä"), (9, 9, "!")]));
        let (edits, of) = compatible(&[&one, &two, &three]);
        assert_eq!(of, 2);
        assert_eq!(edited("abcdefghi", &edits), "ÄbcdXYghi!");
    }
}
