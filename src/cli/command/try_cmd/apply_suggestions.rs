//! Suggestions, written into the files: the bytes of one scalar each, in a project that stays as valid as it was.
//!
//! Invariant: a change is made only where the file, read again, says exactly what was wanted and nothing else, and where
//! no check of the whole project finds an error that was not there.

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::check::{self, CheckPurpose};
use crate::cli::command::try_cmd::scalar;
use crate::cli::exit::CliError;
use crate::cli::screen::terminal::Screen;
use crate::diagnostic::{Severity, SourceFile};
use crate::project::rewriting::fix;
use crate::project::{self, OpenedProject};
use crate::report::Sanitized;
use crate::report::try_report::{InstructionPart, Suggestion};
use crate::schema::validate::CompiledSchemas;
use crate::source::{ParsedFile, discover};

/// A text to be written in the place of another.
pub(super) struct TextReplacement<'a> {
    pub(super) suggestion: &'a Suggestion,
    pub(super) text: &'a str,
}

/// Writes what can be written; says of the rest why it was not. Which changes were made, in their order.
pub(super) fn write_suggestions(
    here: &Utf8Path,
    changes: &[TextReplacement<'_>],
    screen: &Arc<Screen>,
) -> Result<Vec<bool>, CliError> {
    let mut done = vec![false; changes.len()];
    if changes.is_empty() {
        return Ok(done);
    }
    let opened = project::open_project(here)?;
    let mut files = SuggestionFiles::read_project(&opened);
    // Mostly all of them will do: one look at the project tells. Only where it is the worse for one is each looked at.
    let each = files.apply_all(changes).is_err() || files.first_error(&opened).is_some();
    if each {
        files.revert_all();
    }
    for (index, change) in changes.iter().enumerate() {
        match if each { files.apply_change(&opened, change) } else { Ok(()) } {
            Ok(()) => done[index] = true,
            Err(why) => {
                let Suggestion { place, label, part, .. } = change.suggestion;
                let what = format!("{place}: the {} of \"{label}\" was not written: {why}", part.as_str());
                screen.print_always(&Sanitized(&what).to_string());
            }
        }
    }
    for (path, first) in &files.originals {
        if !fix::replace_file(&opened.root, path, first, files.parsed[path].file.text())? {
            screen.print_always(&format!("{path} was changed meanwhile and is left as it is"));
            let of_file = |change: &TextReplacement<'_>| *change.suggestion.place.file == *path.as_str();
            changes.iter().zip(&mut done).filter(|(change, _)| of_file(change)).for_each(|(_, done)| *done = false);
        }
    }
    Ok(done)
}

/// Every file of the project as it is read, with the changes made so far.
struct SuggestionFiles {
    parsed: BTreeMap<Utf8PathBuf, ParsedFile>,
    /// Those that changed, as they were.
    originals: BTreeMap<Utf8PathBuf, Arc<SourceFile>>,
    compiled: Arc<CompiledSchemas>,
}

impl SuggestionFiles {
    fn read_project(opened: &OpenedProject) -> Self {
        let found = opened.discover_files();
        let parsed = discover::load_files(&opened.root, &found.files);
        let parsed = found.files.into_iter().zip(parsed).collect();
        Self { parsed, originals: BTreeMap::new(), compiled: Arc::default() }
    }

    /// Makes every change, unless one cannot be written.
    fn apply_all(&mut self, changes: &[TextReplacement<'_>]) -> Result<(), String> {
        changes.iter().try_for_each(|change| self.edit_file(change).map(|_| ()))
    }

    /// Makes a change, unless it cannot be written or the project would be the worse for it.
    fn apply_change(&mut self, opened: &OpenedProject, change: &TextReplacement<'_>) -> Result<(), String> {
        let (path, before) = self.edit_file(change)?;
        let Some(error) = self.first_error(opened) else { return Ok(()) };
        if self.originals.get(&path).is_some_and(|first| first.text() == before.text()) {
            self.originals.remove(&path);
        }
        self.parsed.insert(path.clone(), discover::parse_buffer(path.as_str(), before.text()));
        Err(error)
    }

    /// Makes a change; which file it is in, and what that was before.
    fn edit_file(&mut self, change: &TextReplacement<'_>) -> Result<(Utf8PathBuf, Arc<SourceFile>), String> {
        let path = Utf8PathBuf::from(&*change.suggestion.place.file);
        let Some(now) = self.parsed.get(&path) else { return Err("its file is none of the project".to_owned()) };
        let (document, item) = find_instruction(now, change.suggestion).ok_or("its place was changed meanwhile")?;
        let pointer = format!("/custom_instructions/{item}/{}", change.suggestion.part.as_str());
        let text = scalar::rewrite_scalar(now, document, &pointer, change.text)?;
        let before = now.file.clone();
        self.parsed.insert(path.clone(), discover::parse_buffer(path.as_str(), &text));
        self.originals.entry(path.clone()).or_insert_with(|| before.clone());
        Ok((path, before))
    }

    /// Takes every change back.
    fn revert_all(&mut self) {
        for (path, first) in std::mem::take(&mut self.originals) {
            self.parsed.insert(path.clone(), discover::parse_buffer(path.as_str(), first.text()));
        }
    }

    /// The first error of the project with these texts. There was none when it was read.
    fn first_error(&self, opened: &OpenedProject) -> Option<String> {
        let parsed: Vec<&ParsedFile> = self.parsed.values().collect();
        let checked = check::check_project_reusing(
            &parsed,
            &opened.project,
            &opened.catalogue,
            &self.compiled,
            CheckPurpose::Findings,
        );
        let error = checked.findings.iter().find(|finding| finding.severity == Severity::Error)?;
        Some(format!("{} ({})", error.message, error.code.name()))
    }
}

/// The document and the item of its instructions that a suggestion is about: where it was found, with the words it had.
fn find_instruction(parsed: &ParsedFile, suggestion: &Suggestion) -> Option<(usize, usize)> {
    let Suggestion { place, label, part, before, after: _ } = suggestion;
    let mut found = Vec::new();
    for (document, node) in parsed.documents.iter().enumerate() {
        for (item, node) in
            node.get("custom_instructions").map(|list| list.items()).unwrap_or_default().iter().enumerate()
        {
            let says =
                |key: &str, text: &str| node.get(key).and_then(|node| node.text()).is_some_and(|own| own == text);
            // A label may have been written anew just before its prompt.
            let same = says(part.as_str(), before) && (*part == InstructionPart::Label || says("label", label));
            if same || says(part.as_str(), before) {
                let near = parsed.file.place_of(node.span).line.abs_diff(place.line);
                found.push((near, !same, document, item));
            }
        }
    }
    found.into_iter().min().map(|(_, _, document, item)| (document, item))
}
