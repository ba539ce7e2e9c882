//! Suggestions, written into the files: the bytes of one scalar each, in a project that stays as valid as it was.
//!
//! Invariant: a change is made only where the file, read again, says exactly what was wanted and nothing else, and where
//! no check of the whole project finds an error that was not there.

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::check;
use crate::cli::exit::Stop;
use crate::cli::fix;
use crate::cli::project::{self, Opened};
use crate::cli::screen::Screen;
use crate::cli::verb::trial::scalar;
use crate::diagnostic::{Severity, SourceFile};
use crate::report::Shown;
use crate::report::trial::{Part, Suggestion};
use crate::schema::validate::Compiled;
use crate::source::{Parsed, discover};

/// A text to be written in the place of another.
pub(super) struct Change<'a> {
    pub(super) suggestion: &'a Suggestion,
    pub(super) text: &'a str,
}

/// Writes what can be written; says of the rest why it was not. Which changes were made, in their order.
pub(super) fn write(here: &Utf8Path, changes: &[Change<'_>], screen: &Arc<Screen>) -> Result<Vec<bool>, Stop> {
    let mut done = vec![false; changes.len()];
    if changes.is_empty() {
        return Ok(done);
    }
    let opened = project::open(here)?;
    let mut files = Files::read(&opened);
    // Mostly all of them will do: one look at the project tells. Only where it is the worse for one is each looked at.
    let each = files.all(changes).is_err() || files.error(&opened).is_some();
    if each {
        files.forget();
    }
    for (index, change) in changes.iter().enumerate() {
        match if each { files.change(&opened, change) } else { Ok(()) } {
            Ok(()) => done[index] = true,
            Err(why) => {
                let Suggestion { place, label, part, .. } = change.suggestion;
                let what = format!("{place}: the {} of \"{label}\" was not written: {why}", part.as_str());
                screen.insist(&Shown(&what).to_string());
            }
        }
    }
    for (path, first) in &files.first {
        if !fix::write(&opened.root.join(path), first, files.parsed[path].file.text())? {
            screen.insist(&format!("{path} was changed meanwhile and is left as it is"));
            let of_file = |change: &Change<'_>| *change.suggestion.place.file == *path.as_str();
            changes.iter().zip(&mut done).filter(|(change, _)| of_file(change)).for_each(|(_, done)| *done = false);
        }
    }
    Ok(done)
}

/// Every file of the project as it is read, with the changes made so far.
struct Files {
    parsed: BTreeMap<Utf8PathBuf, Parsed>,
    /// Those that changed, as they were.
    first: BTreeMap<Utf8PathBuf, Arc<SourceFile>>,
    compiled: Arc<Compiled>,
}

impl Files {
    fn read(opened: &Opened) -> Self {
        let found = discover::discover(&opened.root, &opened.project.files, &opened.project.exclude, &[]);
        let parsed = discover::load(&opened.root, &found.files);
        let parsed = found.files.into_iter().zip(parsed).collect();
        Self { parsed, first: BTreeMap::new(), compiled: Arc::default() }
    }

    /// Makes every change, unless one cannot be written.
    fn all(&mut self, changes: &[Change<'_>]) -> Result<(), String> {
        changes.iter().try_for_each(|change| self.edit(change).map(|_| ()))
    }

    /// Makes a change, unless it cannot be written or the project would be the worse for it.
    fn change(&mut self, opened: &Opened, change: &Change<'_>) -> Result<(), String> {
        let (path, before) = self.edit(change)?;
        let Some(error) = self.error(opened) else { return Ok(()) };
        if self.first.get(&path).is_some_and(|first| first.text() == before.text()) {
            self.first.remove(&path);
        }
        self.parsed.insert(path.clone(), discover::held(path.as_str(), before.text()));
        Err(error)
    }

    /// Makes a change; which file it is in, and what that was before.
    fn edit(&mut self, change: &Change<'_>) -> Result<(Utf8PathBuf, Arc<SourceFile>), String> {
        let path = Utf8PathBuf::from(&*change.suggestion.place.file);
        let Some(now) = self.parsed.get(&path) else { return Err("its file is none of the project".to_owned()) };
        let (document, item) = find(now, change.suggestion).ok_or("its place was changed meanwhile")?;
        let pointer = format!("/custom_instructions/{item}/{}", change.suggestion.part.as_str());
        let text = scalar::rewritten(now, document, &pointer, change.text)?;
        let before = now.file.clone();
        self.parsed.insert(path.clone(), discover::held(path.as_str(), &text));
        self.first.entry(path.clone()).or_insert_with(|| before.clone());
        Ok((path, before))
    }

    /// Takes every change back.
    fn forget(&mut self) {
        for (path, first) in std::mem::take(&mut self.first) {
            self.parsed.insert(path.clone(), discover::held(path.as_str(), first.text()));
        }
    }

    /// The first error of the project with these texts. There was none when it was read.
    fn error(&self, opened: &Opened) -> Option<String> {
        let parsed: Vec<&Parsed> = self.parsed.values().collect();
        let checked = check::again(&parsed, &opened.project, &opened.catalogue, &self.compiled);
        let error = checked.findings.iter().find(|finding| finding.severity == Severity::Error)?;
        Some(format!("{} ({})", error.message, error.code.name()))
    }
}

/// The document and the item of its instructions that a suggestion is about: where it was found, with the words it had.
fn find(parsed: &Parsed, suggestion: &Suggestion) -> Option<(usize, usize)> {
    let Suggestion { place, label, part, before, after: _ } = suggestion;
    let mut found = Vec::new();
    for (document, node) in parsed.documents.iter().enumerate() {
        for (item, node) in
            node.get("custom_instructions").map(|list| list.items()).unwrap_or_default().iter().enumerate()
        {
            let says =
                |key: &str, text: &str| node.get(key).and_then(|node| node.text()).is_some_and(|own| own == text);
            // A label may have been written anew just before its prompt.
            let same = says(part.as_str(), before) && (*part == Part::Label || says("label", label));
            if same || says(part.as_str(), before) {
                let near = parsed.file.place(node.span).line.abs_diff(place.line);
                found.push((near, !same, document, item));
            }
        }
    }
    found.into_iter().min().map(|(_, _, document, item)| (document, item))
}
