//! The catalogue files of a project: reading them, and what follows where one is broken or absent.

use std::cell::LazyCell;

use camino::Utf8Path;

use crate::check::outside_files::{RULES_POINTER, drop_names_defined, file_kind};
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, Severity};
use crate::model::project::Project;
use crate::project::nearest_path::{self, FilesByName};
use crate::project::{FixedTexts, PROJECT_FILE, has_errors, read_source};
use crate::schema::edits;
use crate::schema::validate::DocumentKind;
use crate::source::{self, Format, Node, ParsedFile};

/// Endings of files that may be catalogue files.
const ENDINGS: &[&str] = &["yaml", "yml", "toml", "json"];

/// Catalogue files that are named and not there, and the files that may be meant instead.
struct AbsentFiles<'a> {
    root: &'a Utf8Path,
    project: &'a Project,
    by_name: LazyCell<FilesByName, Box<dyn FnOnce() -> FilesByName + 'a>>,
}

impl<'a> AbsentFiles<'a> {
    fn new(root: &'a Utf8Path, project: &'a Project) -> Self {
        Self { root, project, by_name: LazyCell::new(Box::new(move || FilesByName::find(root, ENDINGS, &[]))) }
    }

    fn is_absent(&self, path: &str) -> bool {
        self.root.join(path).symlink_metadata().is_err()
    }

    /// The file that is probably meant: the one catalogue file that nobody names, else one of a like path or the same name. A
    /// document of another kind is none, whatever it is called.
    fn file_meant(&self, path: &str) -> Option<String> {
        let kind = |path: &Utf8Path| file_kind(self.root, path);
        let fits = |path: &Utf8Path| kind(path).is_none_or(|kind| kind == DocumentKind::Catalogue);
        let near = nearest_path::nearest_path(&self.root.join(path), self.root);
        let near = near.filter(|near| self.root.join(near).is_file() && fits(Utf8Path::new(near)));
        let named = |path: &Utf8Path| self.project.catalogues.iter().any(|named| named == path);
        let unnamed = |path: &Utf8Path| !named(path) && kind(path) == Some(DocumentKind::Catalogue);
        let alone = self.project.catalogues.iter().filter(|path| self.is_absent(path)).count() == 1;
        let only = || self.by_name.only(&unnamed).filter(|_| alone).map(ToString::to_string);
        only().or(near).or_else(|| self.by_name.moved(path, &fits).map(ToString::to_string))
    }

    /// One that is not there, told where it is named.
    fn tell(&self, path: &str) -> Option<Diagnostic> {
        let file = self.project.file.as_ref().filter(|_| self.is_absent(path))?;
        let parsed = source::parse_source(file, Format::Toml);
        let list = parsed.documents.first()?.get("catalogue_files")?.items();
        let at = list.iter().position(|item| item.text().is_some_and(|text| text.trim_start_matches("./") == path))?;
        let message = format!("`{path}` cannot be read: there is no such file");
        let finding = Diagnostic::new(Code::UnreadableFile, file, list[at].span, message)
            .with_label("leads to no file")
            .with_pointer(format!("/catalogue_files/{at}"));
        Some(match self.file_meant(path) {
            Some(near) => {
                let (title, text) = (format!("write `{near}`"), edits::quote_text(&near));
                let fix = edits::replace_span(list[at].span, text, title, Safety::Unsafe);
                finding.with_help(format!("did you mean `{near}`?")).with_fix(fix)
            }
            None => finding.with_help("correct `catalogue_files`, or write the file"),
        })
    }
}

/// The catalogue files of a project, and what is wrong with those that cannot be read.
pub(super) fn read_catalogue_files(
    root: &Utf8Path,
    project: &Project,
    texts: &FixedTexts,
) -> (Vec<ParsedFile>, Vec<Diagnostic>) {
    let absent = AbsentFiles::new(root, project);
    let (mut files, mut findings) = (Vec::new(), Vec::new());
    for path in &project.catalogues {
        if !texts.contains_key(Utf8Path::new(path))
            && let Some(absent) = absent.tell(path)
        {
            findings.push(absent);
            continue;
        }
        let (file, found) = read_source(root, path, texts);
        // Of a file that cannot be read, nothing else is to be said.
        let is_lost = has_errors(&found) && file.text().is_empty();
        let help = |finding: Diagnostic| match finding.help {
            None if is_lost => finding.with_help("correct `catalogue_files` in housestyle.toml, or write the file"),
            None | Some(_) => finding,
        };
        findings.extend(found.into_iter().map(help));
        if !is_lost {
            files.push(source::parse_source(&file, Format::from_path(path).unwrap_or(Format::Yaml)));
        }
    }
    (files, findings)
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
