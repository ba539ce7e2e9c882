//! Names in `[lints]` that are no code of a finding: slips, severities with the codes behind them, words that codes have.

use crate::catalogue::nearest;
use crate::diagnostic::{Code, Diagnostic, Safety};
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::schema::field_words::closest_field;
use crate::schema::project_words::is_further_table;
use crate::schema::{edits, explain_choice};
use crate::source::{Entry, Node};

/// Whether a name in `[lints]` is a code with slips in its letters: as many words, each near to its own.
pub(super) fn is_slip_of_code(written: &str, code: &str) -> bool {
    let words = |name: &str| name.to_ascii_lowercase().replace(['_', '‐', '‑', '–', '—', '−'], "-");
    let (written, code) = (words(written), words(code));
    let near = |(one, other): (&str, &str)| one == other || !nearest::nearest_words(one, [other]).is_empty();
    let same = written.split('-').count() == code.split('-').count();
    written.replace('-', "") == code.replace('-', "") || same && written.split('-').zip(code.split('-')).all(near)
}

/// A name in `[lints]` that is nearest to a code which is set there too.
pub(super) fn explain_code_set_twice(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    free: &[&str],
) -> Option<Diagnostic> {
    let written = entry.key.value.as_str();
    let known = if parts.last() == Some(&"lints") { explained.fields_at(parts) } else { return None };
    let set = closest_field(written, &known).filter(|code| !free.contains(code) && is_slip_of_code(written, code))?;
    explain_field_set_twice(explained, parts, entry, set)
}

/// A name that means a field which is set there too.
pub(super) fn explain_field_set_twice(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    set: &str,
) -> Option<Diagnostic> {
    let other = explained.entry_at(&[parts, &[set]].concat())?;
    let finding = explained.unknown_field(parts, entry);
    // Tables of one name stand one below the other, each with its own header.
    if is_further_table(explained, Some(other), entry) {
        let fix = edits::rename_key(explained.file, entry.key.span, set, Safety::Unsafe);
        return Some(finding.with_help(format!("did you mean `{set}`?")).with_fix(fix));
    }
    let help = format!("`{set}` is set already: keep one of the two");
    Some(finding.with_secondary(other.key.span, "this one is").with_help(help))
}

/// Codes behind a word for their severity, as other programs have them: `ignore = ["cut-text"]`.
pub(super) fn explain_listed_codes(
    explained: &ExplainedDocument<'_>,
    entry: &Entry,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let (file, written) = (explained.file, entry.key.value.as_str());
    let word = written.rsplit(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let severity = ["error", "warn", "off"].into_iter().find(|severity| *severity == word);
    let severity = severity.or_else(|| explain_choice::word_meant("lints", &word))?;
    let codes: Vec<&str> = entry.value.items().iter().chain(Some(&entry.value)).filter_map(Node::text).collect();
    let lines: Vec<String> = codes.iter().map(|code| format!("{code} = \"{severity}\"")).collect();
    let shown = match lines.as_slice() {
        [] => format!("`edge-whitespace = \"{severity}\"`"),
        lines => lines.iter().take(3).map(|line| format!("`{}`", echo_text(line))).collect::<Vec<_>>().join(", "),
    };
    let finding = finding
        .clone()
        .with_label("a severity, and no code")
        .with_help(format!("write each code with its severity: {shown}"));
    let set = explained.node_at(&["lints"]);
    let fits = |code: &&str| {
        let known = Code::from_name(code).is_some_and(|code| severity == "error" || code.is_relaxable());
        known && set.is_some_and(|lints| lints.get(code).is_none())
    };
    let alone = edits::line_start(file, entry.key.span.start as usize) == entry.key.span.start as usize;
    let whole = alone && !lines.is_empty() && codes.iter().all(fits) && !file.slice(entry.span()).contains('#');
    let text = lines.join(edits::line_ending(file));
    let fix = || edits::replace_span(entry.span(), text, "write each code with its severity", Safety::Unsafe);
    Some(if whole { finding.with_fix(fix()) } else { finding })
}

/// A word in `[lints]` that is no code of a finding: the codes that begin as it does are close.
pub(super) fn explain_unknown_code(
    explained: &ExplainedDocument<'_>,
    entry: &Entry,
    finding: Diagnostic,
) -> Diagnostic {
    let known = explained.fields_at(&["lints"]);
    let lower = entry.key.value.to_ascii_lowercase();
    let words = lower.split(['-', '_', '.', '/']).filter(|word| word.len() > 3);
    // The first word says most, and one of those behind it where no code has it.
    let with = |word: &str| -> Vec<&str> {
        let alike = |other: &str| other.trim_end_matches('s') == word.trim_end_matches('s');
        known.iter().copied().filter(|code| code.split('-').any(alike)).collect()
    };
    let found = words.map(|word| (word, with(word))).find(|(_, close)| !close.is_empty());
    let (word, mut close) = found.unwrap_or_default();
    let same = entry.key.value.to_ascii_lowercase().replace('_', "-");
    close.sort_by_key(|code| (*code != same, !code.starts_with(word)));
    let all: Vec<String> = close.iter().take(5).map(|code| format!("`{code}`")).collect();
    match close.as_slice() {
        [] => finding.with_help("write the code of a finding, as it stands in brackets where `validate` shows one"),
        [only] if *only != same => finding.with_help(format!("did you mean `{only}`?")),
        [only, ..] if *only == same => finding
            .with_help(format!("did you mean `{only}`?"))
            .with_fix(edits::rename_key(explained.file, entry.key.span, only, Safety::Unsafe)),
        _ => {
            let finding = finding.with_help(format!("did you mean one of these? {}", all.join(", ")));
            edits::offer_names(finding, explained.file, entry.key.span, close)
        }
    }
}
