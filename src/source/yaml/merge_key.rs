//! Merge keys: what they would merge, written out in their place, and the keys that were there for that alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::source::edit::line;
use crate::source::shorten::shorten_line;
use crate::source::yaml::findings::kind_of_text;

/// Most merge keys that one finding marks besides the first.
const MAX_MARKED: usize = 8;
/// Most anchors that are looked for elsewhere in their file.
const MAX_ANCHORS: usize = 16;
/// Keys that hold what is used elsewhere in a file, besides those that begin with `x-`, `.` or `_`.
const HELPERS: &[&str] =
    &["defaults", "anchors", "aliases", "shared", "common", "definitions", "templates", "variables"];

/// The lines below an anchor, written in the place of the merge key that names it.
fn write_merged(file: &SourceFile, key: Span, anchor: Span) -> Option<Fix> {
    let (before, rest) = file.text().split_at_checked(key.start as usize)?;
    let line = rest.lines().next()?.trim_end();
    let lead = before.rsplit('\n').next().filter(|lead| lead.trim_matches(' ').is_empty())?;
    let name = file.slice(anchor).trim_start_matches('&');
    let above = file.text().get(..anchor.start as usize)?.rsplit('\n').next()?;
    let mut lines = file.text().get(anchor.end as usize..)?.lines();
    let alone = lines.next()?.trim().is_empty() && line.strip_prefix("<<:")?.trim() == format!("*{name}");
    let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = |text: &&str| !text.starts_with("---") && (text.is_empty() || depth(text) >= lead.len());
    let beside = before.lines().rev().take_while(own).chain(rest.lines().skip(1).take_while(own));
    let key_of = |text: &str| text.split_once(':').map(|(key, _)| key.trim().to_owned());
    let set: Vec<String> = beside.filter(|text| depth(text) == lead.len()).filter_map(key_of).collect();
    let held: Vec<&str> = lines.take_while(|text| depth(text) > depth(above) && !text.trim().is_empty()).collect();
    let column = depth(held.first().filter(|_| alone)?);
    // What is set twice, only its writer can tell.
    let is_set = |text: &&str| depth(text) == column && key_of(text).is_some_and(|key| set.contains(&key));
    let bare: Option<Vec<&str>> = held.iter().map(|text| text.get(column..)).collect();
    let end = if file.text().contains("\r\n") { "\r\n" } else { "\n" };
    let text = bare.filter(|_| !held.iter().any(is_set))?.join(&format!("{end}{lead}"));
    let edits = vec![Edit { span: Span::new(key.start as usize, key.start as usize + line.len()), text }];
    let title = format!("write here what stands below `&{name}`");
    Some(Fix { title, safety: Safety::Unsafe, edits })
}

/// A merge key.
pub(super) fn merge_key(file: &Arc<SourceFile>, key: Span, merged: Span) -> Diagnostic {
    let finding =
        Diagnostic::new(Code::MergeKey, file, key, "merge keys are not read: `<<` hides where values come from")
            .with_label("would be merged here")
            .with_secondary(merged, "what would be merged")
            .with_note("YAML 1.2 has no merge keys; readers differ in what they make of them")
            .with_help(match kind_of_text(file.text()) {
                Some("glossary" | "spoken_terms") => {
                    "write the entries out, or into a document of their own: a profile can name several `glossaries`"
                }
                Some("style" | "base_style") | None => "write the entries out, or share them with `extends`",
                Some(_) => "write the entries out",
            });
    write_merged(file, key, merged).into_iter().fold(finding, Diagnostic::with_fix)
}

/// The key at the margin that is there for its anchor alone, and the lines of it.
fn helper_of(file: &SourceFile, anchor: Span) -> Option<(&str, Span)> {
    let text = file.text();
    let start = line::line_start(text, anchor.start as usize);
    let key = text[start..anchor.start as usize].trim_end().strip_suffix(':')?;
    let is_helper =
        key.starts_with("x-") || key.starts_with("X-") || key.starts_with(['.', '_']) || HELPERS.contains(&key);
    let begin = line::next_line_start(text, anchor.end as usize);
    let is_own = |line: &&str| line.trim().is_empty() || line.starts_with(' ');
    let end = begin + text[begin..].split_inclusive('\n').take_while(is_own).map(str::len).sum::<usize>();
    is_helper.then(|| (key, Span::new(start, end)))
}

/// How often an alias of a name stands in a text.
fn count_aliases(text: &str, name: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.split('*')
        .skip(1)
        .filter(|rest| rest.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_part)))
        .count()
}

/// The edits of all merge keys, and those that delete the keys which only they used, with the names of these.
fn write_all(merges: &[Diagnostic]) -> (Vec<Edit>, Vec<&str>) {
    let mut edits: Vec<Edit> =
        merges.iter().filter_map(|merge| merge.fix.as_ref()).flat_map(|fix| fix.edits.clone()).collect();
    let mut anchors: BTreeMap<Span, usize> = BTreeMap::new();
    for merge in merges.iter().filter(|merge| merge.fix.is_some()) {
        let anchor = merge.secondary.first().map(|label| label.span);
        anchor.into_iter().for_each(|anchor| *anchors.entry(anchor).or_default() += 1);
    }
    let mut deleted = Vec::new();
    for (anchor, count) in anchors.into_iter().take(MAX_ANCHORS) {
        let file = &merges[0].file;
        let name = file.slice(anchor).trim_start_matches('&');
        let Some((key, lines)) = helper_of(file, anchor) else { continue };
        let apart = edits.iter().all(|edit| edit.span.end <= lines.start || edit.span.start >= lines.end);
        if apart
            && count_aliases(file.text(), name) == count
            && !file.slice(lines)[key.len() + 2 + name.len()..].contains('&')
        {
            edits.push(Edit { span: lines, text: String::new() });
            deleted.push(key);
        }
    }
    edits.sort_by_key(|edit| edit.span);
    (edits, deleted)
}

/// Merge keys of one file are one habit and one finding, which marks some of them, and writes all of them out.
pub(super) fn join_merge_keys(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let is_merge = |finding: &Diagnostic| finding.code == Code::MergeKey;
    let Some(first) = findings.iter().position(is_merge) else { return findings };
    let mut merges: Vec<Diagnostic> = findings.iter().filter(|finding| is_merge(finding)).cloned().collect();
    merges.dedup_by_key(|merge| merge.primary.span);
    let mut joined = merges[0].clone();
    for merge in merges.iter().skip(1).take(MAX_MARKED) {
        joined = joined.with_secondary(merge.primary.span, "and here");
    }
    joined.omitted += merges.len().saturating_sub(1 + MAX_MARKED);
    if joined.fix.is_some() {
        let (edits, deleted) = write_all(&merges);
        let names: Vec<String> = deleted.iter().take(3).map(|key| format!("`{}`", shorten_line(key))).collect();
        let more = if deleted.len() > names.len() { " and others" } else { "" };
        let help = joined.help.take().unwrap_or_default();
        let out = match names.as_slice() {
            [] => help,
            names => help.replacen(
                "out",
                &format!("out and delete {}{more}, which nothing else uses", names.join(" and ")),
                1,
            ),
        };
        joined = joined.with_help(&out).with_fix(Fix { title: out, safety: Safety::Unsafe, edits });
    }
    findings.retain(|finding| !is_merge(finding) || finding.primary.span == joined.primary.span);
    findings[first] = joined;
    findings
}
