//! A fix is made unasked only if every comment and every scalar of the file is still there afterwards.
//!
//! Whoever makes a fix may take this for granted: what would take words away is offered, and made only where somebody asks for
//! it. A scalar that is replaced by another one (a name by the right name) is still there; one that goes must stand elsewhere.
//!
//! What was JSON is JSON afterwards: no other edit of it is offered.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile};
use crate::schema::edits;
use crate::source::edit::apply_text_edits;

/// Longest removed text that is looked for elsewhere. What is longer is never removed unasked.
const MAX_REMOVED_BYTES: usize = 1 << 14;

/// The largest document of JSON that is held against each of its edits.
const MAX_JSON_BYTES: usize = 1 << 18;

/// Findings whose safe fixes take nothing away. Call it on findings that were capped: each fix is held against its file.
pub(super) fn demote_lossy_fixes(mut findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut of_json: HashMap<Arc<str>, bool> = HashMap::new();
    for finding in &mut findings {
        if finding.fix.as_ref().is_some_and(|fix| breaks_json(&finding.file, fix, &mut of_json)) {
            finding.fix = None;
        }
        let Diagnostic { file, fix: Some(fix), .. } = finding else { continue };
        if fix.safety == Safety::Safe && (!keeps_content(file, fix) || fix.edits.iter().any(|edit| escapes(file, edit)))
        {
            fix.safety = Safety::Unsafe;
        }
    }
    demote_twin_renames(&mut findings);
    demote_beside_lost_bytes(&mut findings);
    demote_beside_lost_headers(&mut findings);
    // What a scalar is for is known once the errors around it are mended: then its quotes are another pass.
    let quotes = |finding: &Diagnostic| {
        let quoted = finding.fix.as_ref().is_some_and(|fix| fix.title == "quote it");
        finding.code == Code::AmbiguousScalar || quoted
    };
    // A value that is text in quotes is for nothing else.
    let is_text = |finding: &Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.title == "put it in quotes");
    let mended = |finding: &&Diagnostic| {
        let safe = finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe);
        let around = safe || matches!(finding.code, Code::Syntax | Code::WrongType);
        finding.severity == Severity::Error && !quotes(finding) && !is_text(finding) && around
    };
    let changing: Vec<Arc<SourceFile>> = findings.iter().filter(mended).map(|finding| finding.file.clone()).collect();
    for finding in findings.iter_mut().filter(|finding| quotes(finding)) {
        let Diagnostic { file, fix: Some(fix), .. } = finding else { continue };
        if changing.iter().any(|changing| Arc::ptr_eq(changing, file)) {
            fix.safety = Safety::Unsafe;
        }
    }
    findings
}

/// Whether a file is JSON, and no longer is with the edits of a fix: to YAML, that is one notation as another. `of_json` keeps which
/// files are.
fn breaks_json(file: &SourceFile, fix: &Fix, of_json: &mut HashMap<Arc<str>, bool>) -> bool {
    let is_json = |text: &str| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    let begins = edits::is_json(file) && file.text().len() <= MAX_JSON_BYTES;
    begins
        && *of_json.entry(file.path().clone()).or_insert_with(|| is_json(file.text()))
        && apply_text_edits(file.text(), &fix.edits).is_some_and(|edited| !is_json(&edited))
}

/// Where a key is set again to another value, the line may be lost that begins another entry: then nothing in the file is there twice.
fn demote_beside_lost_headers(findings: &mut [Diagnostic]) {
    let is_twice = |finding: &&mut Diagnostic| finding.code == Code::DuplicateKey;
    let is_safe = |finding: &Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe);
    let open = findings.iter_mut().filter(is_twice).filter(|finding| !is_safe(finding));
    let open: BTreeSet<Arc<str>> = open.map(|finding| finding.file.path().clone()).collect();
    for finding in findings.iter_mut().filter(is_twice).filter(|finding| open.contains(finding.file.path())) {
        let fix = finding.fix.take_if(|fix| fix.safety == Safety::Safe);
        finding.alternatives.extend(fix.map(|fix| Fix { safety: Safety::Unsafe, ..fix }));
    }
}

/// What could not be read is not written back: with the edit that says what it is, other edits of its file are made.
fn demote_beside_lost_bytes(findings: &mut [Diagnostic]) {
    let lost = findings.iter().filter(|finding| matches!(finding.code, Code::InvalidUtf8 | Code::WrongEncoding));
    let lost = lost.filter(|finding| finding.file.text().contains(char::REPLACEMENT_CHARACTER));
    let lost: BTreeSet<Arc<str>> = lost.map(|finding| finding.file.path().clone()).collect();
    for finding in findings {
        let Diagnostic { file, fix: Some(fix), .. } = finding else { continue };
        if fix.safety == Safety::Safe && lost.contains(file.path()) {
            fix.safety = Safety::Unsafe;
        }
    }
}

/// Whether an edit writes as an escape what nobody saw, and would be told of as such.
fn escapes(file: &SourceFile, edit: &Edit) -> bool {
    let old = file.slice(edit.span);
    let unseen = old.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r'));
    unseen && edit.text.matches('\\').count() > old.matches('\\').count()
}

/// Two names of one mapping, or languages of one list, that the same word would replace: nobody knows which one is meant, and both
/// are too many.
fn demote_twin_renames(findings: &mut [Diagnostic]) {
    let renamed = |finding: &Diagnostic| {
        let fix = finding.fix.as_ref().filter(|fix| fix.safety == Safety::Safe)?;
        let (parent, field) = finding.pointer.as_deref()?.rsplit_once('/')?;
        let named = matches!(finding.code, Code::UnknownField | Code::UnknownRule | Code::UnknownCategory);
        // Entries of one list are told apart by their languages.
        let entry = parent.rsplit_once('/').filter(|_| field == "language");
        let (named, parent) = entry.map_or((named, parent), |(list, _)| (true, list));
        named.then(|| (finding.file.path().to_owned(), parent.to_owned(), fix.title.clone()))
    };
    let all: Vec<_> = findings.iter().map(renamed).collect();
    for (finding, own) in findings.iter_mut().zip(&all) {
        let twins = own.is_some() && all.iter().filter(|other| *other == own).count() > 1;
        if let Some(fix) = finding.fix.as_mut().filter(|_| twins) {
            fix.safety = Safety::Unsafe;
        }
    }
}

/// Whether everything that the edits take away is written by them, or stands elsewhere in the file.
fn keeps_content(file: &SourceFile, fix: &Fix) -> bool {
    let removed = |edit: &Edit| file.slice(edit.span).to_owned();
    let written: String = fix.edits.iter().map(|edit| format!("{}\n", edit.text)).collect();
    let comments_stay =
        fix.edits.iter().flat_map(|edit| comments_of(&removed(edit))).all(|comment| written.contains(&comment));
    // A name by another name is one scalar; what has structure is more than a name.
    let named = |edit: &&Edit| {
        let gone = removed(edit);
        let inner = gone.trim().trim_matches(['"', '\'']);
        let structured = !edit.text.trim().is_empty() && inner.contains(['"', '=', '{', '[', '#']);
        structured && !words_of(inner).all(|word| words_of(&written).any(|other| other == word))
    };
    if fix.edits.iter().any(|edit| named(&edit)) {
        return false;
    }
    let rest = || {
        let mut rest = String::with_capacity(file.text().len());
        let mut at = 0;
        for edit in &fix.edits {
            rest.push_str(file.text().get(at..edit.span.start as usize).unwrap_or_default());
            rest.push('\n');
            at = edit.span.end as usize;
        }
        rest + file.text().get(at..).unwrap_or_default()
    };
    let gone = fix.edits.iter().filter(|edit| edit.text.trim().is_empty() && says_something(file.slice(edit.span)));
    let lines: Vec<&str> = gone.flat_map(|edit| file.slice(edit.span).lines()).map(bare_line).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|line| says_something(line) && !written.contains(line)).collect();
    if lines.is_empty() || !comments_stay {
        return comments_stay;
    }
    let rest = rest();
    lines.iter().map(|line| line.len()).sum::<usize>() <= MAX_REMOVED_BYTES
        && lines.iter().all(|line| rest.lines().any(|other| bare_line(other) == *line) || rest.contains(line))
}

/// A line without what only lays it out.
fn bare_line(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | ',' | '\u{feff}'))
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

fn says_something(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// The comments of a piece of text, in YAML and TOML. What only looks like one counts as one.
fn comments_of(text: &str) -> Vec<String> {
    let comment = |line: &str| {
        let at =
            line.char_indices().find(|(at, c)| *c == '#' && line[..*at].chars().last().is_none_or(char::is_whitespace));
        at.map(|(at, _)| line[at..].trim_end().to_owned())
    };
    text.lines().filter_map(comment).filter(|comment| says_something(comment)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Span;

    fn keeps(text: &str, edits: &[(&str, &str)]) -> bool {
        let file = SourceFile::new("a.yaml", text);
        let edit = |(old, new): &(&str, &str)| {
            let at = text.rfind(old).unwrap();
            Edit { span: Span::new(at, at + old.len()), text: (*new).to_owned() }
        };
        keeps_content(
            &file,
            &Fix { title: String::new(), safety: Safety::Safe, edits: edits.iter().map(edit).collect() },
        )
    }

    #[test]
    fn what_goes_must_stand_elsewhere() {
        assert!(keeps("a: calender\n", &[("calender", "calendar")]));
        assert!(keeps("a: [b]\n", &[("[b]", "b")]));
        assert!(keeps("a: b\na: b\n", &[("a: b\n", "")]));
        assert!(keeps("x:\n  a: b # why\ny:\n", &[("  a: b # why\n", ""), ("y:\n", "y:\n  a: b # why\n")]));
        assert!(!keeps("a: b\na: b # why\n", &[("a: b # why\n", "")]));
        assert!(!keeps("numbers:\nname: A\n", &[("numbers:\n", "")]));
        assert!(!keeps("name: A # who\n", &[("A # who", "\"A\"")]));
        assert!(!keeps("[{label=\"a\"}]\n", &[("label=\"a\"", "label")]));
        assert!(keeps("a\tb\n", &[("\t", "  ")]));
    }
}
