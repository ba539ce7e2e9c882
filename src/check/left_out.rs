//! `foreign-notation`: a comment by which an assistant left something out: `# ... existing rules unchanged ...`. What it stands
//! for is gone, and nothing else in the file tells of that.

use std::sync::Arc;

use crate::check::ignore::TextSpans;
use crate::diagnostic::{Code, Diagnostic, Severity, SourceFile, Span};
use crate::source::Node;

/// Most characters of such a comment: longer ones are prose.
const MOST: usize = 70;

/// What such a comment says of the rest, in lower case.
const REST: &str = "unchanged|existing |remaining |rest of |the rest|remain the same|remains the same|stay the same|\
    other rules|other entries|other instructions|same as before|as before|omitted for brevity|\
    unverändert|übrige|restliche|bleibt|bleiben|wie bisher|wie zuvor|gekürzt|inchangé|reste du|\
    reste des|reste de|sin cambios|resto de|invariat|sem alterações|bez zmian|ongewijzigd|不变|省略|其余|変更なし|\
    생략|변경 없음";

/// How such a comment begins where it has brackets in the place of dots, in lower case.
const BEGINNINGS: &str = "rest |the rest|remaining |existing |other |übrige|restliche|其余|省略|le reste|el resto";

pub(super) const MESSAGE: &str = "an assistant left out what stands here, as it seems";
pub(super) const HELP: &str = "put back what stood here, for example from the last commit";

/// Says it once for a file, at the first such comment.
pub(super) fn check_left_out(file: &Arc<SourceFile>, documents: &[Node]) -> Option<Diagnostic> {
    let text = file.text();
    let mut texts: Option<TextSpans> = None;
    let place = memchr::memchr_iter(b'#', text.as_bytes()).find_map(|hash| {
        let said = text[hash + 1..].split(['\n', '\r']).next().unwrap_or_default();
        let alone = || {
            line_before(text, hash).is_some_and(|before| !is_comment(before)) && !is_comment(line_behind(text, hash))
        };
        if !says_rest(said.trim()) || !alone() {
            return None;
        }
        let texts = texts.get_or_insert_with(|| TextSpans::of_documents(documents, file));
        (!texts.contains_offset(hash)).then(|| Span::new(hash, hash + 1 + said.trim_end().len()))
    })?;
    let finding = Diagnostic::new(Code::ForeignNotation, file, place, MESSAGE).with_label("stands for more");
    Some(finding.with_help(format!("{HELP}, or delete the comment")))
}

/// Drops what is said of a key that is empty, where nothing but this comment stands below it.
pub(super) fn join_emptied(left_out: &Diagnostic, findings: &mut Vec<Diagnostic>) {
    let text = left_out.file.text();
    let between = |key: Span| text.get(key.end as usize..left_out.primary.span.start as usize);
    let is_above = |key: Span| between(key).is_some_and(|signs| matches!(signs.trim_end(), ":" | "]"));
    findings.retain(|finding| {
        let emptied = finding.code == Code::EmptyValue && finding.severity == Severity::Warning;
        !(emptied && is_above(finding.primary.span))
    });
}

/// The line above a comment that stands alone on its own; an empty one where there is none.
fn line_before(text: &str, hash: usize) -> Option<&str> {
    let start = text[..hash].rfind('\n').map_or(0, |end| end + 1);
    let alone = text[start..hash].trim().is_empty();
    alone.then(|| text[..start].trim_end_matches(['\n', '\r']).rsplit('\n').next().unwrap_or_default())
}

/// The line below that of an offset.
fn line_behind(text: &str, at: usize) -> &str {
    text[at..].split_once('\n').map_or("", |(_, rest)| rest.lines().next().unwrap_or_default())
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// Whether a comment stands for what was there before.
pub(super) fn says_rest(said: &str) -> bool {
    let in_brackets = said.starts_with(['(', '（', '[']) && said.ends_with([')', '）', ']']);
    let dots = |text: &str| text.starts_with("...") || text.starts_with('…');
    let begins = dots(said.trim_start_matches(['(', '（', '[', '<']));
    // What goes on and ends as a sentence does is prose.
    let sentence = said.ends_with('.') && !said.ends_with("..");
    if said.chars().count() > MOST || !begins && !in_brackets || sentence {
        return false;
    }
    let lower = said.to_lowercase();
    let inner = lower.trim_start_matches(['(', '（', '[']);
    let named = REST.split('|').any(|word| lower.contains(word));
    named && (begins || BEGINNINGS.split('|').any(|beginning| inner.starts_with(beginning)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_told(text: &str) -> bool {
        check_left_out(&SourceFile::new("a.yaml", text), &[]).is_some()
    }

    #[test]
    fn what_an_assistant_left_out_is_found() {
        for said in [
            "... existing rules unchanged ...",
            "… rest of the file …",
            "(rest bleibt unverändert)",
            "……（其余内容保持不变）",
            "... (remaining entries)",
            "... rest of the rules unchanged ...",
            "[... existing code ...]",
        ] {
            assert!(is_told(&format!("name: A\n  # {said}\nlanguage: de\n")), "{said}");
        }
    }

    #[test]
    fn what_people_write_is_left_alone() {
        for said in [
            "The rest of the rules comes from house/de.",
            "(unchanged since 2024)",
            "...",
            "existing rules",
            "see above...",
            "... and the rest of them is in house/de, which every team extends; ask before you change it.",
            "Rest",
            "... the rest comes from the base.",
        ] {
            assert!(!is_told(&format!("name: A\n# {said}\nlanguage: de\n")), "{said}");
        }
        assert!(!is_told("# The first rules are ours\n# ... the rest of them not\nname: A\n"));
        assert!(!is_told("name: A # ... rest of it\n"));
    }
}
