//! Findings of which one is not mended without the other: a tag before a name, and the name of a field before its value. One is told,
//! with the edits of both.

use crate::diagnostic::{Code, Diagnostic, Edit};

/// Most pairs of each kind that are joined: who has more reads one of them.
const MAX_PAIRS: usize = 32;

/// Makes one finding of each such pair.
pub(super) fn join_edits(findings: &mut Vec<Diagnostic>) {
    take_tags_along(findings);
    take_names_along(findings);
}

/// Makes one of a tag such as `!include` and of what is told of the name behind it: the edit that mends the name takes the tag along.
fn take_tags_along(findings: &mut Vec<Diagnostic>) {
    let is_tag = |finding: &&Diagnostic| finding.code == Code::UnsupportedTag;
    let tags: Vec<Diagnostic> = findings.iter().filter(is_tag).take(MAX_PAIRS).cloned().collect();
    for tag in tags {
        let stands_behind = |found: &&mut Diagnostic| {
            let (end, start) = (tag.primary.span.end, found.primary.span.start);
            let is_reference = matches!(found.code, Code::UnknownBase | Code::UnknownReference);
            is_reference && found.file.path() == tag.file.path() && end < start && {
                tag.file.text()[end as usize..start as usize].bytes().all(|byte| byte == b' ')
            }
        };
        let Some(found) = findings.iter_mut().find(stands_behind) else { continue };
        let Some([edit]) = found.fix.as_mut().map(|fix| fix.edits.as_mut_slice()) else { continue };
        edit.span.start = tag.primary.span.start;
        // A base stands in a list.
        if found.code == Code::UnknownBase && !edit.text.starts_with('[') {
            edit.text = format!("[{}]", edit.text);
        }
        let title = format!("write `{}`", edit.text);
        found.primary.span.start = tag.primary.span.start;
        let note = format!("`{}` is a tag, which has no meaning here", tag.file.slice(tag.primary.span));
        found.notes.push(note);
        found.help = Some(title.clone());
        if let Some(fix) = &mut found.fix {
            fix.title = title;
        }
        let place = tag.primary.span;
        findings.retain(|other| other.code != Code::UnsupportedTag || other.primary.span != place);
    }
}

/// Makes one of the name of a field that is to be written otherwise and of what is told of the value behind it, where that is a
/// choice: each way writes the name, too.
fn take_names_along(findings: &mut Vec<Diagnostic>) {
    let choices = |finding: &Diagnostic| finding.code == Code::WrongType && finding.alternatives.len() > 1;
    if !findings.iter().any(choices) {
        return;
    }
    let names: Vec<(Diagnostic, Edit)> = findings
        .iter()
        .filter(|finding| finding.code == Code::UnknownField)
        .filter_map(|finding| match finding.fix.as_ref()?.edits.as_slice() {
            [edit] if edit.span == finding.primary.span => Some((finding.clone(), edit.clone())),
            _ => None,
        })
        .take(MAX_PAIRS)
        .collect();
    for (name, edit) in names {
        let stands_behind = |found: &&mut Diagnostic| {
            let (end, start) = (edit.span.end as usize, found.primary.span.start as usize);
            choices(found) && found.file.path() == name.file.path() && end < start && {
                name.file.text()[end..start].bytes().all(|byte| matches!(byte, b' ' | b':' | b'='))
            }
        };
        let Some(found) = findings.iter_mut().find(stands_behind) else { continue };
        for way in &mut found.alternatives {
            way.edits.insert(0, edit.clone());
        }
        let label = name.primary.text.clone();
        let written = name.file.slice(edit.span);
        let note = format!("`{written}` is no field: {}", name.help.as_deref().unwrap_or_default());
        *found = found.clone().with_secondary(edit.span, label).with_note(note);
        findings.retain(|other| {
            other.code != Code::UnknownField || other.primary.span != edit.span || other.file.path() != name.file.path()
        });
    }
}
