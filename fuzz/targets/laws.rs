//! The two laws of safe fixes: every comment and every scalar is still there, and where one was made nothing is found.

use std::collections::BTreeSet;

use housestyle::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile};
use housestyle::source::edit::{apply_text_edits, compatible_fixes};
use housestyle::source::{Format, Node, ParsedFile, Value, parse_source};

/// Holds the laws for one file. `check` says what is found in a text of that file. How many fixes were made; or what they break.
pub(crate) fn hold_fix_laws(
    path: &str,
    text: &str,
    found: &[Diagnostic],
    check: impl Fn(&str) -> Vec<Diagnostic>,
) -> Result<usize, String> {
    let of_file = found.iter().filter(|finding| &**finding.file.path() == path && finding.file.text() == text);
    let safe: Vec<&Fix> =
        of_file.filter_map(|finding| finding.fix.as_ref()).filter(|fix| fix.safety == Safety::Safe).collect();
    let (edits, count) = compatible_fixes(safe.iter().copied());
    if count == 0 {
        return Ok(0);
    }
    let fixed = apply_text_edits(text, edits.iter().copied()).ok_or("the edits cannot be made")?;
    let titles: Vec<&str> = safe.iter().map(|fix| fix.title.as_str()).collect();
    let told = |law: &str| Err(format!("{law}\n-- fixes: {}\n-- before\n{text}\n-- after\n{fixed}", titles.join("; ")));
    let comments = |text: &str| -> BTreeSet<String> { comments(text).into_iter().collect() };
    if let Some(lost) = comments(text).difference(&comments(&fixed)).next() {
        return told(&format!("the comment `{lost}` is gone"));
    }
    let (before, after) = scalars(path, text, &fixed);
    let gone: Vec<&String> = before.difference(&after).collect();
    // A scalar that was replaced by another is still there, under its new text.
    let replaced: usize = edits
        .iter()
        .filter(|edit| !edit.text.trim().is_empty())
        .map(|edit| text.get(edit.span.range()).unwrap_or_default().split(|c: char| !c.is_alphanumeric()).count())
        .sum();
    if gone.len() > replaced {
        return told(&format!("scalars are gone: {gone:?}"));
    }
    // What was found before, and nobody mended, may be found still: that a field is absent is told where its mapping begins.
    let left: BTreeSet<(Code, &str)> = found
        .iter()
        .filter(|finding| finding.fix.as_ref().is_none_or(|fix| fix.safety != Safety::Safe))
        .map(|finding| (finding.code, finding.message.as_str()))
        .collect();
    for finding in check(&fixed) {
        let span = finding.primary.span;
        let noted = || found.iter().any(|told| told.notes.contains(&finding.message));
        let known = left.contains(&(finding.code, finding.message.as_str())) || noted();
        let about = &**finding.file.path() == path && !known && !is_about_others(&finding);
        if about && written_ranges(&edits).iter().any(|(start, end)| (*start..*end).contains(&(span.start as usize))) {
            return told(&format!("`{}` is found where a fix was made: {}", finding.code, finding.message));
        }
    }
    Ok(count)
}

/// What other languages, rules and documents have against a right value is no fault of the fix.
pub(crate) fn is_about_others(finding: &Diagnostic) -> bool {
    matches!(
        finding.code,
        Code::ValueNotOffered
            | Code::Contradiction
            | Code::DuplicateLabel
            | Code::DuplicateName
            | Code::DuplicateStyleKey
            | Code::DuplicateTerm
            | Code::DuplicateEntry
            | Code::UnknownBase
            | Code::UnknownReference
            | Code::WrongReference
            | Code::MissingPair
            | Code::ReversedPair
            | Code::MissingTermList
            | Code::StyleLanguage
            | Code::NotNormalized
    )
}

/// Where the new text of each edit stands once all are made.
pub(crate) fn written_ranges(edits: &[&Edit]) -> Vec<(usize, usize)> {
    let mut sorted: Vec<&&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let mut moved = 0_isize;
    let mut ranges = Vec::new();
    for edit in sorted {
        let start = (edit.span.start as isize + moved).max(0) as usize;
        let says = edit.text.trim();
        if !says.is_empty() {
            let at = start + edit.text.find(says).unwrap_or(0);
            ranges.push((at, at + says.len()));
        }
        moved += edit.text.len() as isize - (edit.span.end as isize - edit.span.start as isize);
    }
    ranges
}

/// What looks like a comment, by itself.
fn comments(text: &str) -> Vec<String> {
    let comment = |line: &str| {
        let begins = |(at, c): &(usize, char)| *c == '#' && line[..*at].chars().last().is_none_or(char::is_whitespace);
        let at = line.char_indices().find(begins)?.0;
        let comment = line[at..].trim_end().to_owned();
        comment.contains(char::is_alphanumeric).then_some(comment)
    };
    text.lines().filter_map(comment).collect()
}

/// Keys and values of both texts, where both can be read whole; their words otherwise.
fn scalars(path: &str, before: &str, after: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let read = |text: &str| -> Option<ParsedFile> {
        Some(parse_source(&SourceFile::new(path, text), Format::from_path(path)?)).filter(|parsed| !parsed.incomplete)
    };
    if let (Some(one), Some(other)) = (read(before), read(after)) {
        let all = |parsed: &ParsedFile| {
            let mut found = BTreeSet::new();
            parsed.documents.iter().for_each(|document| collect(&parsed.file, document, &mut found));
            found
        };
        return (all(&one), all(&other));
    }
    let words = |text: &str| {
        // What cannot be seen parts no word.
        let words = text
            .split(|c: char| c.is_ascii() && !c.is_ascii_control() && !(c.is_alphanumeric() || c == '_') || c == '\n');
        words.map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    (words(before), words(after))
}

fn collect(file: &SourceFile, node: &Node, out: &mut BTreeSet<String>) {
    match &node.value {
        Value::Text(text) => drop(out.insert(text.clone())),
        Value::Null => {}
        Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => {
            out.insert(file.slice(node.span).to_owned());
        }
        Value::Sequence(items) => items.iter().for_each(|item| collect(file, item, out)),
        Value::Mapping(entries) => {
            for entry in entries {
                // A blank that YAML does not take for one was meant to indent the key: it is no part of it.
                out.insert(entry.key.value.trim().to_owned());
                collect(file, &entry.value, out);
            }
        }
    }
}
