//! `duplicate-style-key`: two documents of one kind have the same key.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use foldhash::HashMap;

use crate::catalogue::languages::{find_language, root_code};
use crate::check::document::{SourceDocument, key_of_file};
use crate::check::unlikely_language::key_says;
use crate::diagnostic::{Code, Diagnostic, Fix, Place, Safety, SourceFile, Span};
use crate::model::Key;
use crate::schema::edits;
use crate::schema::validate::DocumentKind;
use crate::source::key_text::fitting_key;

/// Marks documents that have one key: nothing is judged that depends on which of them is meant.
pub(super) fn mark_shared_keys(documents: &mut [SourceDocument<'_>]) {
    let mut first: HashMap<(DocumentKind, &str), usize> = HashMap::default();
    let mut shared = Vec::new();
    for (at, document) in documents.iter().enumerate() {
        let Some(key) = &document.key else { continue };
        let other = *first.entry((document.shape, key.as_str())).or_insert(at);
        shared.extend((other != at).then_some([other, at]));
    }
    for at in shared.into_iter().flatten() {
        documents[at].broken = true;
        documents[at].shares_key = true;
    }
}

/// Says it at the later document, of those that are marked.
pub(super) fn check_duplicate_keys(documents: &[SourceDocument<'_>]) -> Vec<Diagnostic> {
    let mut first: HashMap<(DocumentKind, &str), &SourceDocument<'_>> = HashMap::default();
    let mut repeated = Vec::new();
    for document in documents.iter().filter(|document| document.shares_key) {
        let Some(key) = &document.key else { continue };
        match first.get(&(document.shape, key.as_str())) {
            // Whose file has this name or whose language it says is the one that it belongs to, and not one that was put away.
            Some(other) if rank(document) > rank(other) || archive_of(other, document).is_some() => {
                let other = first.insert((document.shape, key.as_str()), document).unwrap_or(document);
                repeated.push((other, key, document));
            }
            Some(other) => repeated.push((document, key, *other)),
            None => {
                first.insert((document.shape, key.as_str()), document);
            }
        }
    }
    let mut counts: BTreeMap<DocumentKind, usize> = BTreeMap::new();
    for (document, ..) in &repeated {
        *counts.entry(document.shape).or_default() += 1;
    }
    // What extends a base is told with the bases.
    let once = counts.into_iter().filter(|(shape, count)| *count == 1 && *shape != DocumentKind::Base);
    let lost: BTreeMap<DocumentKind, (String, Place)> =
        once.filter_map(|(shape, _)| Some((shape, lost_name(documents, shape)?))).collect();
    let taken: LazyCell<HashSet<(DocumentKind, &str)>, _> = LazyCell::new(|| {
        documents.iter().filter_map(|document| Some((document.shape, document.key.as_ref()?.as_str()))).collect()
    });
    let finding = |(document, key, other): (&SourceDocument<'_>, &Key, &SourceDocument<'_>)| {
        let is_free = |key: &str| Key::new(key).is_ok() && !taken.contains(&(document.shape, key));
        let place = other.file.place_of(other.key_span);
        let given =
            |document: &SourceDocument<'_>| if document.key_written { "" } else { ", given by the file's name" };
        let noun = document.shape.noun();
        let finding = Diagnostic::new(
            Code::DuplicateStyleKey,
            document.file,
            document.key_span,
            format!("the key `{key}` is taken by another {noun}"),
        )
        .with_label(format!("also `{key}`{}", given(document)))
        .with_note(format!("first at {place}{}", given(other)))
        .with_pointer(if document.key_written { "/key" } else { "" });
        let beside = other.file.path() == document.file.path();
        let own = key_of_file(document.file, document.shape);
        let free = !beside && !first.contains_key(&(document.shape, own)) && Key::new(own).is_ok();
        if let Some(folder) = archive_of(document, other) {
            let help = format!("delete this old copy, or add `{folder}/**` to `exclude` in the project file");
            return finding.with_help(help);
        }
        if let Some(key) = key_by_folder(document, other).filter(|key| is_free(key)) {
            let fix = edits::rename_key(document.file, document.key_span, &key, Safety::Unsafe);
            return finding.with_help(format!("write `{key}`, by the folder of this file")).with_fix(fix);
        }
        if let Some(key) = key_by_language(document, other).filter(|key| is_free(key)) {
            return offer_key_by_language(finding, document, &key);
        }
        let finding = match (document.key_written, is_copy(document, other)) {
            (true, _) if free => {
                let help = format!("leave `key` out: then it is `{own}`, as the file is named; or give it another key");
                let line = key_line(document);
                let fix = line.map(|line| edits::replace_span(line, "", "leave `key` out", Safety::Unsafe));
                fix.into_iter().fold(finding.with_help(help), Diagnostic::with_fix)
            }
            (true, _) => match lost.get(&document.shape) {
                Some((name, by)) => finding
                    .with_help(format!("write `{name}`, which {by} looks for"))
                    .with_fix(edits::rename_key(document.file, document.key_span, name, Safety::Unsafe)),
                None => finding.with_help("give it another key"),
            },
            (false, _) if !beside && say_the_same(document, other) => {
                finding.with_help(delete_old_copy(document, other))
            }
            (false, true) => finding
                .with_help("delete one of the two, which have the same name; or add `key` and give it another name"),
            (false, false) => finding.with_help("add `key`, or give the file another name"),
        };
        if beside && other.key_span != document.key_span {
            finding.with_secondary(other.key_span, "first here")
        } else {
            finding
        }
    };
    repeated.into_iter().map(finding).collect()
}

/// The key of a document that was copied into another folder, where its key names the one that it comes from.
fn key_by_folder(copy: &SourceDocument<'_>, original: &SourceDocument<'_>) -> Option<String> {
    let (own, other): (Vec<&str>, Vec<&str>) =
        (copy.file.path().split('/').collect(), original.file.path().split('/').collect());
    let mut apart = own.iter().zip(&other).filter(|(own, other)| own != other);
    let (own_folder, folder) =
        apart.next().filter(|_| apart.next().is_none() && own.len() == other.len() && own.last() == other.last())?;
    key_with_part(copy, folder, own_folder).filter(|_| copy.key_written)
}

/// The key of a document for another language than the one that has its key: with its own language in the place of the other one,
/// or behind what the file's name gives.
fn key_by_language(copy: &SourceDocument<'_>, original: &SourceDocument<'_>) -> Option<String> {
    let (own, other) = language_of(copy).zip(language_of(original)).filter(|(own, other)| own != other)?;
    let written = copy.raw.language.is_some() && original.raw.language.is_some();
    let key = copy.key.as_ref().filter(|_| written || !copy.key_written)?.as_str();
    // Of a file that is called after a language alone, its folder says what it is for.
    if !copy.key_written && key == other {
        return None;
    }
    let behind = || (!copy.key_written && !key_says(key, own)).then(|| format!("{key}-{own}"));
    key_with_part(copy, other, own).or_else(behind)
}

/// The language of a document, and where it says none, that of the last of its folders which is called after one.
fn language_of<'d>(document: &'d SourceDocument<'_>) -> Option<&'d str> {
    let own = document.raw.language.as_ref().map(|own| own.value.as_str());
    let folders = || document.file.path().split('/').rev().skip(1);
    let of_folder = || folders().find(|folder| find_language(folder).is_some_and(|known| known.code == *folder));
    own.or_else(|| document.node.get("target_language")?.text()).or_else(of_folder)
}

/// The key that a document says, with one of its words in the place of another.
fn key_with_part(copy: &SourceDocument<'_>, old: &str, new: &str) -> Option<String> {
    let key = copy.key.as_ref()?.as_str();
    let parts = || key.split_inclusive(['-', '_', '.', '/']);
    let word = |part: &str| part.trim_end_matches(['-', '_', '.', '/']).len();
    if parts().filter(|part| part[..word(part)] == *old).count() != 1 {
        return None;
    }
    let write = |part: &str| match &part[..word(part)] == old {
        true => format!("{new}{}", &part[word(part)..]),
        false => part.to_owned(),
    };
    Some(parts().map(write).collect())
}

/// Offers the key that says the language of a document.
fn offer_key_by_language(finding: Diagnostic, document: &SourceDocument<'_>, key: &str) -> Diagnostic {
    let file = document.file;
    if document.key_written {
        let fix = edits::rename_key(file, document.key_span, key, Safety::Unsafe);
        return finding.with_help(format!("write `{key}`, by the language of this file")).with_fix(fix);
    }
    let line = edits::field_line(file, "key", key);
    let finding = finding.with_help(format!("add `{line}`, by the language of this file, or give it another name"));
    let value = edits::text_value(file, key);
    let edit = file.has_text().then(|| edits::insert_below_kind(file, document.node, "key", &value)).flatten();
    let fix = edit.map(|edit| Fix { title: format!("add `{line}`"), safety: Safety::Unsafe, edits: vec![edit] });
    fix.into_iter().fold(finding, Diagnostic::with_fix)
}

/// Whether two files hold the same but for what they call it.
fn say_the_same(one: &SourceDocument<'_>, other: &SourceDocument<'_>) -> bool {
    let language = |document: &SourceDocument<'_>| document.raw.language.as_ref().map(|code| code.value.clone());
    language(one) == language(other) && one.raw.says_same(&other.raw)
}

/// What to do about two files that hold the same: one of them moved, and its old place was not cleared.
fn delete_old_copy(one: &SourceDocument<'_>, other: &SourceDocument<'_>) -> String {
    let folder = |document: &SourceDocument<'_>| {
        document.file.path().rfind('/').map_or(String::new(), |end| document.file.path()[..=end].to_owned())
    };
    // Who orders files in folders moves them downwards.
    let (above, below) = if folder(one).len() > folder(other).len() { (other, one) } else { (one, other) };
    let same = if is_copy(one, other) { "say the same" } else { "say the same but for their names" };
    let otherwise = "or add `key`, or give the file another name";
    match folder(below).starts_with(&folder(above)) && folder(below) != folder(above) {
        true => format!(
            "delete {}, if it is the old copy of {}: they {same}; {otherwise}",
            above.file.path(),
            below.file.path()
        ),
        false => format!("delete the older of the two files, which {same}; {otherwise}"),
    }
}

/// The folder of things put away in which a document lies, where another one does not.
fn archive_of<'d>(old: &'d SourceDocument<'_>, other: &SourceDocument<'_>) -> Option<&'d str> {
    const FOLDERS: &[&str] = &[
        "old",
        "_old",
        "archive",
        "archived",
        "_archive",
        "archiv",
        "alt",
        "backup",
        "backups",
        "bak",
        "deprecated",
        "obsolete",
        "attic",
        "trash",
    ];
    let folder_of = |path: &str| {
        let parts = path.split('/').scan(0, |end, part| {
            *end += part.len() + 1;
            Some((*end - 1, part))
        });
        let mut folders = parts.filter(|(end, part)| *end < path.len() && FOLDERS.contains(&&*part.to_lowercase()));
        folders.next().map(|(end, _)| end)
    };
    let path = old.file.path();
    folder_of(path).filter(|_| folder_of(other.file.path()).is_none()).map(|end| &path[..end])
}

/// The name of a file without what merge tools write behind it, in capitals: in small letters, it may be a part of the name.
fn stem_before_merge(stem: &str, ending: &str) -> Option<String> {
    const MARKS: &[&str] =
        &[".LOCAL", ".REMOTE", ".BASE", ".BACKUP", ".ORIG", "_LOCAL", "_REMOTE", "_BASE", "_BACKUP", "_ORIG"];
    let marked = stem.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '_'));
    let own = MARKS.iter().find_map(|mark| marked.strip_suffix(mark)).filter(|own| !own.is_empty())?;
    let twice = own.strip_suffix(ending).and_then(|own| own.strip_suffix('.'));
    Some(twice.filter(|own| !own.is_empty()).unwrap_or(own).to_owned())
}

/// Whether the name of a file is one that a merge tool gave it.
pub(super) fn is_of_merge(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(stem, ending)| stem_before_merge(stem, ending).is_some())
}

/// The path of the file that a file is a copy of, by what programs write into the names of copies.
#[must_use]
pub fn path_of_original(path: &str) -> Option<String> {
    const BEHIND: &[&str] = &[
        " copy", " kopie", " copie", " copia", "-copy", "_copy", "-kopie", "-copie", "-copia", "_remote", "_local",
        "_base", "_backup", "-backup", "_old", "-old", " old", "-alt", "_bak", "-bak", ".orig", ".bak", ".old",
    ];
    const BEFORE: &[&str] = &["copy of ", "kopie von ", "copie de ", "copia de "];
    let start = path.rfind('/').map_or(0, |at| at + 1);
    let (stem, ending) = path[start..].rsplit_once('.')?;
    if let Some(original) = stem_before_merge(stem, ending) {
        return Some(format!("{}{original}.{ending}", &path[..start]));
    }
    let counted = stem.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | ' ' | '_'));
    let lower = counted.to_lowercase();
    let behind = BEHIND.iter().find(|mark| lower.ends_with(**mark));
    let behind = || counted.get(..counted.len().checked_sub(behind?.len())?);
    let before = || counted.get(BEFORE.iter().find(|mark| lower.starts_with(**mark))?.len()..);
    // A download is counted with a hyphen by some browsers.
    let is_counted =
        || stem.ends_with(')') || counted.ends_with('-') && (1..=2).contains(&(stem.len() - counted.len()));
    let original = behind().or_else(before).or_else(|| is_counted().then_some(counted))?;
    let original = original.trim_end_matches([' ', '-']);
    (!original.is_empty()).then(|| format!("{}{original}.{ending}", &path[..start]))
}

/// Whether a document without a key stands in a copy of the file of another.
pub(super) fn is_copied_file(copy: &SourceDocument<'_>, original: &SourceDocument<'_>) -> bool {
    copy.key.is_none() && is_copy(copy, original) && is_named_as_copy(copy, original)
}

/// Whether the name of a file says that it is a copy of another one.
pub(super) fn is_named_as_copy(copy: &SourceDocument<'_>, original: &SourceDocument<'_>) -> bool {
    path_of_original(copy.file.path()).is_some_and(|path| path == **original.file.path())
}

/// The only name of a document of this kind that none has, and where it is written.
fn lost_name(documents: &[SourceDocument<'_>], shape: DocumentKind) -> Option<(String, Place)> {
    let keys = documents.iter().filter(|document| document.shape == shape).filter_map(|document| document.key.as_ref());
    let keys: BTreeSet<&str> = keys.map(Key::as_str).collect();
    let named = documents.iter();
    let named = named.flat_map(|document| document.references().into_iter().map(move |named| (document.file, named)));
    let lost = named.filter(|(_, named)| named.kind == shape.as_str() && !keys.contains(&*named.key));
    let mut lost: BTreeMap<String, Place> = lost
        .map(|(file, named)| (named.key, file.place_of(named.span)))
        .filter(|(key, _)| Key::new(key).is_ok())
        .collect();
    let (name, place) = lost.pop_first()?;
    lost.is_empty().then_some((name, place))
}

/// Says of files whose names cannot be keys, and of those with both sides of a merge, that they are copies: of what, who reads a
/// file alone does not know.
pub(super) fn name_copies(findings: &mut [Vec<Diagnostic>], documents: &[SourceDocument<'_>]) {
    let unnamed = |finding: &&mut Diagnostic| {
        finding.code == Code::InvalidKey && finding.pointer.as_deref() == Some("")
            || finding.code == Code::ConflictMarker && path_of_original(finding.file.path()).is_some()
    };
    let told: Vec<&mut Diagnostic> = findings.iter_mut().flatten().filter(unnamed).collect();
    if told.is_empty() {
        return;
    }
    let mut by_path: HashMap<&str, &SourceDocument<'_>> = HashMap::default();
    for document in documents {
        by_path.entry(document.file.path()).or_insert(document);
    }
    for finding in told {
        let original = path_of_original(finding.file.path()).unwrap_or_default();
        let Some(copy) = by_path.get(&**finding.file.path()) else { continue };
        let Some(other) = by_path.get(&*original) else {
            name_original(finding, copy, &original);
            continue;
        };
        if finding.code == Code::ConflictMarker {
            finding.help = Some(format!("delete this file, which a merge left beside {original}"));
            finding.fix = None;
        } else if is_copied_file(copy, other) {
            finding.message = format!("this file is a copy of {original}, as it seems");
            finding.help =
                Some("delete it, or give the file a name of its own, and what it holds another name".to_owned());
            finding.fix = None;
        }
    }
}

/// Says of a file that has the name of a copy, and is the only one, which name it is to have: the one that others know.
fn name_original(finding: &mut Diagnostic, copy: &SourceDocument<'_>, original: &str) {
    let file = SourceFile::new(original, "");
    let (key, own) = (key_of_file(&file, copy.shape), key_of_file(copy.file, copy.shape));
    if finding.code != Code::InvalidKey || Key::new(key).is_err() {
        return;
    }
    finding.help = Some(format!("rename the file: {original}; or add `key`"));
    let offered = fitting_key(&own.replace('/', "-"));
    if let Some(fix) = &mut finding.fix {
        fix.title = format!("add `key: {key}`");
        fix.edits.iter_mut().for_each(|edit| edit.text = edit.text.replace(&*offered, key));
    }
}

/// What speaks for the key of a document: that the name of its file gives it, and then that it says its language.
fn rank(document: &SourceDocument<'_>) -> (bool, bool) {
    let key = document.key.as_ref().map_or("", Key::as_str);
    let own = document.raw.language.as_ref().map(|own| own.value.as_str());
    let language = own.or_else(|| document.node.get("target_language")?.text());
    let says = |code: &str| key_says(key, &root_code(code).to_lowercase());
    (key == key_of_file(document.file, document.shape), language.is_some_and(says))
}

/// The line that gives a document its key, where it is a line of its own.
fn key_line(document: &SourceDocument<'_>) -> Option<Span> {
    let (file, value) = (document.file, document.key_span);
    // Without its text, a file is read again before anything is said of it.
    if !file.has_text() {
        return None;
    }
    let start = edits::line_start(file, value.start as usize);
    let name = file.text().get(start..value.start as usize)?.trim_end().trim_end_matches([':', '=']).trim_end();
    edits::lines_of_span(file, Span::new(start, value.end as usize)).filter(|_| name == "key")
}

/// Whether two documents have the same name and language: one is what a renaming or a copy left behind.
fn is_copy(one: &SourceDocument<'_>, other: &SourceDocument<'_>) -> bool {
    let name = |document: &SourceDocument<'_>| document.raw.name.as_ref().map(|name| name.value.trim().to_owned());
    let language = |document: &SourceDocument<'_>| document.raw.language.as_ref().map(|code| code.value.clone());
    name(one).is_some() && name(one) == name(other) && language(one) == language(other)
}

#[cfg(test)]
mod tests {
    use super::path_of_original;

    #[test]
    fn the_names_of_copies_say_what_they_are_copies_of() {
        for (path, original) in [
            ("styles/de copy.yaml", Some("styles/de.yaml")),
            ("de copy 2.yaml", Some("de.yaml")),
            ("styles/de - Kopie.yaml", Some("styles/de.yaml")),
            ("a.b/Copy of de.yml", Some("a.b/de.yml")),
            ("styles/de (1).toml", Some("styles/de.toml")),
            ("styles/de-1.yaml", Some("styles/de.yaml")),
            ("styles/de.orig.yaml", Some("styles/de.yaml")),
            ("styles/gaeste-alt.yaml", Some("styles/gaeste.yaml")),
            ("styles/de.LOCAL.yaml", Some("styles/de.yaml")),
            ("styles/de.yaml.BACKUP.4711.yaml", Some("styles/de.yaml")),
            ("styles/de_BASE_4711.yaml", Some("styles/de.yaml")),
            ("styles/de.local.yaml", None),
            ("styles/.LOCAL.yaml", None),
            ("styles/fr-1990.yaml", None),
            ("styles/copy.yaml", None),
            ("styles/de 2.yaml", None),
            ("styles/Copie de .yaml", None),
            ("İİİİİİİİİİİİ copy.yaml", Some("İİİİİİİİİİİİ.yaml")),
        ] {
            assert_eq!(path_of_original(path).as_deref(), original, "{path}");
        }
    }
}
