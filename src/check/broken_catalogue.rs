//! What is said of lists only because a catalogue file of the project is broken: one fault is one finding; and of one that is not
//! named.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::Utf8Path;

use crate::check::outside_files::{RULES_POINTER, drop_names_in};
use crate::diagnostic::{Code, Diagnostic, Severity, SourceFile, Span};
use crate::model::project::Project;
use crate::source::discover::PROJECT_FILE;

/// Takes away what is said of names that a catalogue file may add at the place of an error in it, or has where its text cannot be
/// read to the end. `own` is what was found in the files that settings and catalogue come from.
pub fn drop_followers(found: &mut Vec<Diagnostic>, own: &[Diagnostic]) {
    let cut = own.iter().filter(|finding| finding.code == Code::Syntax && &**finding.file.path() != PROJECT_FILE);
    let cut: BTreeMap<&str, &str> = cut.map(|finding| (&**finding.file.path(), finding.file.text())).collect();
    drop_names_in(found, cut.into_values());
    // Of a project file that cannot be read, nobody knows which catalogue it takes.
    let is_lost = |finding: &Diagnostic| {
        finding.code == Code::Syntax
            && &**finding.file.path() == PROJECT_FILE
            && finding.file.text().contains("catalogue")
    };
    if own.iter().any(is_lost) {
        let unknown = [Code::UnknownCategory, Code::UnknownRule];
        found.retain(|finding| finding.fix.is_some() || !unknown.contains(&finding.code));
    }
    let is_cause = |finding: &&Diagnostic| {
        finding.severity == Severity::Error && &**finding.file.path() != PROJECT_FILE && finding.pointer.is_some()
    };
    let broken = |finding: &Diagnostic| {
        let pointer = finding.pointer.clone().unwrap_or_default();
        // Of a field that is none, what holds it is broken.
        match finding.code == Code::UnknownField {
            true => pointer.rsplit_once('/').map(|(above, _)| above.to_owned()).unwrap_or_default(),
            false => pointer,
        }
    };
    let broken: BTreeSet<String> = own.iter().filter(is_cause).map(broken).collect();
    if broken.is_empty() {
        return;
    }
    // It is there itself, or something above it is.
    let is_lost = |place: &str| {
        let ends = place.match_indices('/').map(|(at, _)| at).chain([place.len()]);
        ends.into_iter().any(|end| broken.contains(&place[..end]))
    };
    let has_below = |start: String| broken.range(start.clone()..).next().is_some_and(|place| place.starts_with(&start));
    found.retain(|finding| {
        // A language may be one of those that are lost.
        if finding.code == Code::UnknownLanguage && finding.fix.is_none() && is_lost("/languages") {
            return false;
        }
        let Some(place) = finding.pointer.as_deref().and_then(|pointer| pointer.strip_prefix("/configured_rules/"))
        else {
            return true;
        };
        let (category, rule) = place.split_once('/').unwrap_or((place, ""));
        let values = format!("/categories/{category}/rules/{rule}/values");
        let value = || finding.file.slice(finding.primary.span).trim_matches(['"', '\'']);
        let follows = finding.code == Code::UnknownCategory && is_lost(&format!("/categories/{category}"))
            // A language that is none may be that of the list.
            || finding.code == Code::ValueNotOffered && has_below(format!("{values}/{}/languages", value()))
            || matches!(finding.code, Code::UnknownRule | Code::UnknownValue) && is_lost(&values);
        !follows
    });
}

/// A catalogue file that the project file does not name.
pub(super) fn catalogue_outside(file: &Arc<SourceFile>, path: &Utf8Path, project: &Project) -> Diagnostic {
    let message = format!("this catalogue file of rules is not read: {PROJECT_FILE} does not name it");
    let place = match project.catalogues.is_empty() {
        true => format!("name it at the top of {PROJECT_FILE}: `catalogue_files = [\"{path}\"]`"),
        false => format!("add `\"{path}\"` to `catalogue_files` in {PROJECT_FILE}"),
    };
    Diagnostic::new(Code::OutsideFiles, file, Span::empty_at(0), message)
        .with_pointer(RULES_POINTER)
        .with_help(format!("{place}, or add it to `exclude` if it is meant to stay out"))
}
