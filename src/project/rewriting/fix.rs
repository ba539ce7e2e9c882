//! Fixes, made in the files: only the bytes of an edit change, and only in a file that is still as it was read.
//!
//! Fixes that are a guess are made only where somebody asked for them; otherwise they are shown, and somebody decides.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostic::{Code, Diagnostic, Edit, Safety, SourceFile};
use crate::disk::{self, FileMode, Overwrite};
use crate::project::refusal::Refusal;
use crate::source::{edit, text as encoding};

/// Which fixes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixSelection {
    /// Those that keep the meaning beyond doubt.
    Safe,
    /// Also those that are a guess.
    All,
}

impl FixSelection {
    /// Whether a finding has a fix that is made.
    #[must_use]
    pub fn includes_fix_of(self, finding: &Diagnostic) -> bool {
        finding.fix.as_ref().is_some_and(|fix| self == Self::All || fix.safety == Safety::Safe)
    }
}

/// A file and its text with fixes made.
struct FixedFile<'a> {
    file: &'a Arc<SourceFile>,
    text: String,
    fixes: usize,
    /// What made it longer.
    growth: Vec<Growth>,
}

/// The files with every fix made that does not stand in another's way. What is left over is for the next pass.
#[must_use]
fn compute_fixes<'a>(
    findings: &'a [Diagnostic],
    selection: FixSelection,
    growth: &BTreeSet<Growth>,
) -> Vec<FixedFile<'a>> {
    let mut by_file: BTreeMap<&str, (&Arc<SourceFile>, Vec<&Diagnostic>)> = BTreeMap::new();
    for finding in findings {
        let again = || growth_by(finding).is_some_and(|by| growth.contains(&by)) && adds_what_is_there(finding);
        if selection.includes_fix_of(finding) && !again() {
            by_file.entry(finding.file.path()).or_insert_with(|| (&finding.file, Vec::new())).1.push(finding);
        }
    }
    // What could not be read is written back as nothing else: first it is settled.
    let lossy = findings.iter().filter(|finding| matches!(finding.code, Code::InvalidUtf8 | Code::WrongEncoding));
    let lossy: BTreeSet<&str> = lossy.map(|finding| &**finding.file.path()).collect();
    by_file
        .into_values()
        .filter_map(|(file, findings)| {
            let (edits, fixes) = edit::compatible_fixes(findings.iter().filter_map(|finding| finding.fix.as_ref()));
            let made: BTreeSet<&Edit> = edits.iter().copied().collect();
            let is_made =
                |finding: &&Diagnostic| finding.fix.iter().flat_map(|fix| &fix.edits).all(|edit| made.contains(edit));
            let growth = findings.into_iter().filter(is_made).filter_map(growth_by).collect();
            Some(FixedFile { file, text: edit::apply_text_edits(file.text(), edits)?, fixes, growth })
        })
        .filter(|fixed| fixed.fixes > 0 && !(lossy.contains(&**fixed.file.path()) && has_replaced(&fixed.text)))
        .collect()
}

/// A file, a kind of finding, and the texts that make the file longer.
type Growth = (Arc<str>, Code, Vec<String>);

/// What the fix of a finding adds to its file. The same once more, where it stands already, would only go on adding: it did not
/// settle what was found.
fn growth_by(finding: &Diagnostic) -> Option<Growth> {
    let edits = &finding.fix.as_ref()?.edits;
    let (old, new) = (edits.iter().map(|edit| edit.span.range().len()), edits.iter().map(|edit| edit.text.len()));
    let texts = || edits.iter().map(|edit| edit.text.clone()).collect();
    (new.sum::<usize>() > old.sum::<usize>()).then(|| (finding.file.path().clone(), finding.code, texts()))
}

/// Whether an edit of a finding writes a text over a part of the same text.
fn adds_what_is_there(finding: &Diagnostic) -> bool {
    let text = finding.file.text().as_bytes();
    finding.fix.iter().flat_map(|fix| &fix.edits).any(|edit| {
        let (range, new) = (edit.span.range(), edit.text.as_bytes());
        let mut starts = range.end.saturating_sub(new.len())..=range.start;
        !new.is_empty() && starts.any(|at| text.get(at..).is_some_and(|text| text.starts_with(new)))
    })
}

/// Whether a text has the sign that stands for what could not be read.
fn has_replaced(text: &str) -> bool {
    text.contains(char::REPLACEMENT_CHARACTER)
}

/// A file before all fixes and its text behind them.
pub struct RewrittenFile {
    /// The file as it was read.
    pub file: Arc<SourceFile>,
    /// Its text with every fix.
    pub text: String,
    /// How many fixes were made in it.
    pub fixes: usize,
}

/// What fixes make of a project, pass by pass until none is left, without touching a file.
#[derive(Default)]
pub struct FixPlan {
    /// Files that become others, by path from the project folder.
    pub files: BTreeMap<Utf8PathBuf, RewrittenFile>,
    /// What made files longer, in any pass.
    growth: BTreeSet<Growth>,
}

impl FixPlan {
    /// Makes the fixes of one pass; whether there were any.
    pub fn fix_once(&mut self, findings: &[Diagnostic], selection: FixSelection) -> bool {
        let pass = compute_fixes(findings, selection, &self.growth);
        let any = !pass.is_empty();
        for FixedFile { file, text, fixes, growth } in pass {
            self.growth.extend(growth);
            let path = Utf8PathBuf::from(&**file.path());
            let known = self.files.remove(&path);
            let (file, before) = known.map_or_else(|| (file.clone(), 0), |known| (known.file, known.fixes));
            self.files.insert(path, RewrittenFile { file, text, fixes: before + fixes });
        }
        any
    }

    /// How many fixes there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.values().map(|rewritten| rewritten.fixes).sum()
    }

    /// The texts, by path from the project folder.
    #[must_use]
    pub fn texts(&self) -> BTreeMap<Utf8PathBuf, String> {
        self.files.iter().map(|(path, rewritten)| (path.clone(), rewritten.text.clone())).collect()
    }

    /// Writes the files that are still as they were read; how many fixes were made so.
    ///
    /// # Errors
    /// Where a file cannot be written. Each file is replaced as a whole or not at all.
    pub fn write_files(&self, root: &Utf8Path) -> Result<usize, Refusal> {
        let mut made = 0;
        for (path, RewrittenFile { file, text, fixes }) in &self.files {
            if text == file.text() || replace_file(root, path, file, text)? {
                made += fixes;
            }
        }
        Ok(made)
    }
}

/// Replaces a file, unless it is not (or no longer) what was read; says whether it was replaced.
///
/// # Errors
/// Where it cannot be written, or a link leads out of the project. It is replaced as a whole or not at all.
pub fn replace_file(root: &Utf8Path, path: &Utf8Path, file: &SourceFile, text: &str) -> Result<bool, Refusal> {
    let said_no = |error: std::io::Error| Refusal::Disk { act: format!("cannot fix {path}"), error };
    let refused = |why: disk::ReadRefusal| said_no(why.into());
    if text == file.text() {
        return Ok(false);
    }
    let bytes = disk::read_inside(root, path, u64::MAX).map_err(refused)?;
    if bytes != file.text().as_bytes() && encoding::decode_bytes(file.path().clone(), bytes).0.text() != file.text() {
        return Ok(false);
    }
    // A link is followed, so that it stays a link.
    let path = disk::locate_inside(root, path).map_err(refused)?;
    disk::replace(&path, text.as_bytes(), FileMode::Shared, Overwrite::Replace).map_err(said_no)?;
    Ok(true)
}
