//! Tables that documents name: what is said of them where the files of the project are known.

use camino::Utf8Path;

use crate::check::NO_FILE;
use crate::diagnostic::{Code, Diagnostic, Fix, Safety};
use crate::model::project::Project;
use crate::project::nearest_path::FilesByName;
use crate::project::paths_from::PathsFrom;
use crate::schema::edits;
use crate::source::{self, Format, Node};

/// Of tables that are named for the opposite direction, where there is no table of the name for this one, the languages are the
/// slip: the edit swaps them, where no other dictionary has them so.
pub(super) fn keep_names_of_tables(found: &mut [Diagnostic], root: &Utf8Path) {
    let of_name = |finding: &&mut Diagnostic| {
        let named = finding.pointer.as_deref().is_some_and(|pointer| pointer.ends_with("/file"));
        finding.code == Code::ReversedTable && named
    };
    for finding in found.iter_mut().filter(of_name) {
        let folder = Utf8Path::new(&**finding.file.path()).parent().unwrap_or(Utf8Path::new(""));
        let edit = finding.fix.as_ref().and_then(|fix| fix.edits.first());
        let there = |name: &str| root.join(folder).join(name.trim_matches(['"', '\''])).is_file();
        if edit.is_some_and(|edit| !there(&edit.text)) {
            finding.fix = swap_of_languages(finding);
            finding.help = Some(match finding.fix.is_some() {
                true => "swap the languages of the dictionary, or name a table of this direction".to_owned(),
                false => "name a table of this direction, or swap the languages of the dictionary".to_owned(),
            });
        }
    }
}

/// The edit that swaps the languages of the dictionary which names a table, where its document has no other one for them.
fn swap_of_languages(finding: &Diagnostic) -> Option<Fix> {
    let (file, at) = (&finding.file, finding.primary.span);
    let (pointer, _) = finding.pointer.as_deref()?.rsplit_once('/')?;
    let parsed = source::parse_source(file, Format::from_path(file.path())?);
    let document = parsed.documents.iter().find(|node| node.span.start <= at.start && at.end <= node.span.end)?;
    let dictionary = document.at_pointer(pointer)?;
    let (from, to) = (dictionary.get("source_language")?, dictionary.get("target_language")?);
    let has = |other: &Node, field: &str, code: &Node| other.get(field).and_then(Node::text) == code.text();
    let is_turned = |other: &Node| has(other, "source_language", to) && has(other, "target_language", from);
    if document.get("dictionaries")?.items().iter().any(is_turned) {
        return None;
    }
    Some(edits::swap_texts(file, from.span, to.span, "swap the languages of the dictionary"))
}

/// Says where the one table of the project lies that is called like one which is not where a dictionary or a test names it.
pub(super) fn tell_tables_elsewhere(found: &mut [Diagnostic], root: &Utf8Path, project: &Project) {
    let is_absent = |finding: &&mut Diagnostic| {
        let at = |above: &str| finding.pointer.as_deref().is_some_and(|pointer| pointer.starts_with(above));
        let of_entries = finding.code == Code::UnreadableFile && at("/dictionaries/");
        let of_cases = finding.code == Code::InvalidTest && at("/tests/");
        (of_entries || of_cases) && finding.fix.is_none() && finding.message.ends_with(NO_FILE)
    };
    let absent: Vec<&mut Diagnostic> = found.iter_mut().filter(is_absent).collect();
    if absent.is_empty() {
        return;
    }
    let tables = FilesByName::find(root, &["tsv", "csv"], &project.exclude);
    for finding in absent {
        let written = finding.file.slice(finding.primary.span).trim_matches(['"', '\'']);
        let Some(table) = tables.moved(written, &|_| true) else { continue };
        let folder = Utf8Path::new(&**finding.file.path()).parent().unwrap_or(Utf8Path::new(""));
        let meant = PathsFrom::new(&root.join(folder), root).shown_path(table.as_str());
        let text = edits::match_notation(&finding.file, finding.primary.span, &meant);
        let title = format!("write `{meant}`");
        finding.help = Some(format!("did you mean `{meant}`?"));
        finding.fix = Some(edits::replace_span(finding.primary.span, text, title, Safety::Unsafe));
    }
}
