//! The catalogue files of a project: reading them, and what follows where one is broken or absent.

use camino::Utf8Path;

use crate::catalogue::Catalogue;
use crate::check::outside_files::{RULES_POINTER, drop_names_defined};
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, Severity};
use crate::model::project::Project;
use crate::project::{FixedTexts, PROJECT_FILE, has_errors, nearest_path, read_source};
use crate::schema::{self, edits};
use crate::source::{self, Format, Node};

/// A catalogue file that is not there, told where it is named.
fn absent_catalogue_file(
    root: &Utf8Path,
    project: &Project,
    path: &str,
    moved: &dyn Fn(&str) -> Option<String>,
) -> Option<Diagnostic> {
    if root.join(path).symlink_metadata().is_ok() {
        return None;
    }
    let file = project.file.as_ref()?;
    let parsed = source::parse_source(file, Format::Toml);
    let list = parsed.documents.first()?.get("catalogue_files")?.items();
    let at = list.iter().position(|item| item.text().is_some_and(|text| text.trim_start_matches("./") == path))?;
    let message = format!("`{path}` cannot be read: there is no such file");
    let finding = Diagnostic::new(Code::UnreadableFile, file, list[at].span, message)
        .with_label("leads to no file")
        .with_pointer(format!("/catalogue_files/{at}"));
    Some(match nearest_path::nearest_path(&root.join(path), root).or_else(|| moved(path)) {
        Some(near) => {
            let fix =
                edits::replace_span(list[at].span, edits::quote_text(&near), format!("write `{near}`"), Safety::Unsafe);
            finding.with_help(format!("did you mean `{near}`?")).with_fix(fix)
        }
        None => finding.with_help("correct `catalogue_files`, or write the file"),
    })
}

/// Adds what a catalogue file says, with what is wrong with it. `moved` is the file of the project that is called like one which is
/// not there.
pub(super) fn add_catalogue_file(
    catalogue: &mut Catalogue,
    root: &Utf8Path,
    project: &Project,
    path: &str,
    texts: &FixedTexts,
    moved: &dyn Fn(&str) -> Option<String>,
) -> Vec<Diagnostic> {
    if !texts.contains_key(Utf8Path::new(path))
        && let Some(absent) = absent_catalogue_file(root, project, path, moved)
    {
        return vec![absent];
    }
    let (file, mut findings) = read_source(root, path, texts);
    // Of a file that cannot be read, nothing else is to be said.
    if has_errors(&findings) && file.text().is_empty() {
        let help = |finding: Diagnostic| match finding.help {
            None => finding.with_help("correct `catalogue_files` in housestyle.toml, or write the file"),
            Some(_) => finding,
        };
        return findings.into_iter().map(help).collect();
    }
    let mut parsed = source::parse_source(&file, Format::from_path(path).unwrap_or(Format::Yaml));
    findings.append(&mut parsed.findings);
    for document in &parsed.documents {
        findings.extend(schema::extend_catalogue(catalogue, &file, document));
    }
    findings
}

/// The files that fields of the project file name of which something was found.
fn paths_named(causes: &[&Diagnostic]) -> Vec<String> {
    let Some(first) = causes.first() else { return Vec::new() };
    let parsed = source::parse_source(&first.file, Format::Toml);
    let at_pointer = |finding: &&Diagnostic| parsed.documents.first()?.at_pointer(finding.pointer.as_deref()?);
    let fields = causes.iter().filter_map(at_pointer);
    let paths = fields.flat_map(|node| node.items().iter().chain([node])).filter_map(Node::text);
    paths.map(|path| path.trim_start_matches("./").to_owned()).collect()
}

/// Takes away what follows from a catalogue that is not the one that was meant: rules that it may have, and the file that should
/// have been read as a part of it. What has an edit of its own is a slip all the same.
pub(super) fn drop_faults_of_catalogue(
    found: &mut Vec<Diagnostic>,
    outside: &mut Vec<Diagnostic>,
    own: &[Diagnostic],
    root: &Utf8Path,
) {
    let of_catalogue = |finding: &&Diagnostic| {
        let named = finding.pointer.as_deref().is_some_and(|pointer| pointer.starts_with("/catalog"));
        let meant = |edit: &Edit| edit.text.trim_matches('"').starts_with("catalogue");
        let meant = finding.fix.as_ref().is_some_and(|fix| fix.edits.iter().any(meant));
        (named || meant) && finding.severity == Severity::Error && &**finding.file.path() == PROJECT_FILE
    };
    let causes: Vec<&Diagnostic> = own.iter().filter(of_catalogue).collect();
    outside.retain(|finding| causes.is_empty() || finding.pointer.as_deref() != Some(RULES_POINTER));
    let edits = causes.iter().filter_map(|finding| finding.fix.as_ref()).flat_map(|fix| &fix.edits);
    let meant: Vec<&str> = edits.map(|edit| edit.text.trim_matches('"')).collect();
    let named = paths_named(&causes);
    drop_names_defined(found, root, named.iter().map(String::as_str).chain(meant.iter().copied()));
    let unknown = [Code::UnknownCategory, Code::UnknownRule, Code::UnknownValue, Code::UnknownLanguage];
    found.retain(|finding| {
        let follows = unknown.contains(&finding.code) && finding.fix.is_none() && !causes.is_empty();
        !follows && !meant.contains(&&**finding.file.path())
    });
}
