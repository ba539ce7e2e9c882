//! Fixes of findings, offered to the editor: those beyond doubt, guesses marked as such, and all of the former at once;
//! and a comment that says that a warning is meant, where one would work.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, Severity, Span};
use crate::editor::buffer::BufferRole;
use crate::editor::finding;
use crate::editor::position::LineIndex;
use crate::editor::project::IndexedFile;
use crate::editor::protocol::{CodeActionParams, LspRange, ResponseError, workspace_edit};
use crate::editor::session::{ClientCapabilities, LanguageServer};
use crate::report::Sanitized;
use crate::source::discover;
use crate::source::edit::{apply_text_edits, compatible_fixes};

/// The sort of a fix of one finding.
const QUICK_FIX: &str = "quickfix";
/// The sort of all fixes of a file.
const FIX_ALL: &str = "source.fixAll.housestyle";
/// Warnings at one place that a comment is offered for; each is tried first.
const MAX_COMMENTS: usize = 4;
/// A fix may make way for another; more passes would go round in circles.
const MAX_PASSES: usize = 10;

impl LanguageServer {
    /// Fixes for what is wrong in a range.
    pub(super) fn code_actions(&mut self, params: CodeActionParams) -> Result<Value, ResponseError> {
        let CodeActionParams { text_document, range, context } = params;
        let uri = text_document.uri;
        self.check_buffer(&uri);
        let ClientCapabilities { encoding, related, versions, .. } = self.client;
        let wanted = |kind: &str| {
            let within = |only: &String| kind == only || kind.starts_with(&format!("{only}."));
            context.only.as_ref().is_none_or(|only| only.iter().any(within))
        };
        let all = if wanted(FIX_ALL) { self.fix_all(&uri) } else { None };
        let meant = if wanted(QUICK_FIX) { self.ignore_comment_edits(&uri, range) } else { Vec::new() };
        let Some(buffer) = self.own_buffer(&uri) else { return Ok(json!([])) };
        let version = buffer.version;
        let ruler = LineIndex::for_buffer(&buffer.text, encoding);
        let findings = buffer.findings.as_deref().unwrap_or_default();
        let edit = |edits: Vec<Value>| workspace_edit(&[(uri.clone(), Some(version), edits)], versions);
        let mut actions = Vec::new();
        let here = |found: &&Diagnostic| wanted(QUICK_FIX) && ranges_touch(ruler.range_of(found.primary.span), range);
        let offered = findings.iter().filter(here).flat_map(|found| found.offered().map(move |fix| (found, fix)));
        for (found, Fix { title, safety, edits }) in offered {
            let title = Sanitized(title).to_string();
            let (title, preferred) = match (safety, found.offered().count()) {
                (Safety::Safe, _) => (title, true),
                (Safety::Unsafe, 1) => (format!("{title} (a guess: look at it)"), false),
                (Safety::Unsafe, ways) => (format!("{title} (one of {ways} ways)"), false),
            };
            let edits = edits
                .iter()
                .map(|Edit { span, text }| json!({ "range": ruler.range_of(*span).to_json(), "newText": text }));
            actions.push(json!({
                "title": title, "kind": QUICK_FIX, "isPreferred": preferred,
                "diagnostics": [finding::finding_json(found, &ruler, &uri, related)],
                "edit": edit(edits.collect()),
            }));
        }
        for (found, at, text) in meant {
            let edits = vec![json!({ "range": ruler.range_of(Span::empty_at(at)).to_json(), "newText": text })];
            actions.push(json!({
                "title": format!("ignore {} here: it is meant", found.code), "kind": QUICK_FIX,
                "diagnostics": [finding::finding_json(&found, &ruler, &uri, related)],
                "edit": edit(edits),
            }));
        }
        if let Some((span, text)) = all {
            let edits = vec![json!({ "range": ruler.range_of(span).to_json(), "newText": text })];
            let title = "apply all safe fixes in this file";
            actions.push(json!({ "title": title, "kind": FIX_ALL, "edit": edit(edits) }));
        }
        Ok(Value::Array(actions))
    }

    /// Comments that say that a warning in a range is meant: where each is written, and how. Only those that work.
    fn ignore_comment_edits(&mut self, uri: &str, range: LspRange) -> Vec<(Diagnostic, usize, String)> {
        let encoding = self.client.encoding;
        let Some(buffer) = self.own_buffer(uri).filter(|buffer| buffer.role == BufferRole::Documents) else {
            return Vec::new();
        };
        let (text, path) = (buffer.text.clone(), buffer.path.clone());
        let ruler = LineIndex::for_buffer(&text, encoding);
        let findings = buffer.findings.clone().unwrap_or_default();
        let here = findings.iter().filter(|found| ranges_touch(ruler.range_of(found.primary.span), range));
        let light = here.filter(|found| found.code.severity() == Severity::Warning).take(MAX_COMMENTS);
        let works = |found: &Diagnostic, at: usize, comment: &str| {
            let mut tried = text.clone();
            tried.insert_str(at, comment);
            let left =
                self.check_file_text(uri, &IndexedFile::from_parsed(Arc::new(discover::parse_buffer(&path, &tried))));
            let same = |one: &Diagnostic, other: &Diagnostic| one.code == other.code && one.message == other.message;
            left.len() + 1 == findings.len()
                && left.iter().all(|left| findings.iter().any(|known| same(left, known)))
                && left.iter().filter(|left| same(left, found)).count() + 1
                    == findings.iter().filter(|known| same(known, found)).count()
        };
        light
            .filter_map(|found| {
                let (at, comment) =
                    ignore_comments(&text, found).into_iter().find(|(at, comment)| works(found, *at, comment))?;
                Some((found.clone(), at, comment))
            })
            .collect()
    }

    /// What changes when every safe fix of a document is made, and those that come up then: one span and its new text.
    fn fix_all(&mut self, uri: &str) -> Option<(Span, String)> {
        let buffer = self.own_buffer(uri)?;
        let before = buffer.text.clone();
        let path = buffer.path.clone();
        let mut findings = buffer.findings.clone()?;
        let mut text = before.clone();
        for _ in 0..MAX_PASSES {
            let Some(fixed) = apply_safe_fixes(&text, &findings) else { break };
            text = fixed;
            findings =
                self.check_file_text(uri, &IndexedFile::from_parsed(Arc::new(discover::parse_buffer(&path, &text))));
        }
        (text != before).then(|| minimal_edit(&before, &text))
    }
}

/// A comment on the line above a finding, or behind its line.
fn ignore_comments(text: &str, found: &Diagnostic) -> Vec<(usize, String)> {
    let at = found.primary.span.start as usize;
    if !text.is_char_boundary(at) {
        return Vec::new();
    }
    let begins = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[begins..];
    let line = &line[..line.find(['\n', '\r']).unwrap_or(line.len())];
    let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let comment = format!("# housestyle: ignore[{}] say why", found.code);
    vec![(begins, format!("{indent}{comment}{end}")), (begins + line.trim_end().len(), format!(" {comment}"))]
}

/// The text with as many safe fixes made as touch different bytes; nothing where there is none.
fn apply_safe_fixes(text: &str, findings: &[Diagnostic]) -> Option<String> {
    let fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
    let (edits, made) = compatible_fixes(fixes.filter(|fix| fix.safety == Safety::Safe));
    if made == 0 { None } else { apply_text_edits(text, edits) }
}

/// The smallest span of `before` that has to change, and what it becomes.
fn minimal_edit(before: &str, after: &str) -> (Span, String) {
    let same = |one: &mut dyn Iterator<Item = char>, other: &mut dyn Iterator<Item = char>| -> usize {
        one.zip(other).take_while(|(one, other)| one == other).map(|(c, _)| c.len_utf8()).sum()
    };
    let start = same(&mut before.chars(), &mut after.chars());
    let end = same(&mut before[start..].chars().rev(), &mut after[start..].chars().rev());
    (Span::new(start, before.len() - end), after[start..after.len() - end].to_owned())
}

fn ranges_touch(one: LspRange, other: LspRange) -> bool {
    one.start <= other.end && other.start <= one.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_edited() {
        for (before, after, span, text) in [
            ("a年b", "a年b", Span::empty_at(5), ""),
            ("a年b", "a語b", Span::new(1, 4), "語"),
            ("aaa", "aa", Span::new(2, 3), ""),
            ("", "x", Span::empty_at(0), "x"),
        ] {
            assert_eq!(minimal_edit(before, after), (span, text.to_owned()), "{before} {after}");
        }
    }
}
