//! Findings as SARIF 2.1.0, for code scanning.
//!
//! Always holds: paths are relative to `SRCROOT`, the repository; columns count code points, as everywhere here; every
//! finding has the fingerprint of the JSON form. Viewers show 5,000 results at most, so no more are written, errors first,
//! and a notification says how many there were. Text that a viewer would take for a link is broken visibly; what a fix
//! inserts is exact.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::diagnostic::fingerprint::Fingerprints;
use crate::diagnostic::{Code, Diagnostic, Edit, Label, Severity, SourceFile, Span};
use crate::report::explain;
use crate::report::findings::FindingTotals;
use crate::report::json::to_pretty_json;
use crate::report::render_options::RenderOptions;
use crate::report::sanitize::Sanitized;

/// Results that are written.
const MAX_RESULTS: usize = 5_000;

/// Findings as one run. `below` is the project's folder in the repository, with a slash behind it, or nothing.
#[must_use]
pub fn render_sarif(findings: &[Diagnostic], below: &str) -> String {
    let totals = FindingTotals::from_findings(findings);
    let mut names = Fingerprints::default();
    let named: Vec<(&Diagnostic, String)> =
        findings.iter().map(|finding| (finding, names.fingerprint_of(finding))).collect();
    let kept = limit_results(&named);
    let codes: BTreeSet<Code> = kept.iter().map(|(finding, _)| finding.code).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    let results: Vec<Value> = kept.iter().map(|(finding, name)| sarif_result(finding, name, &codes, below)).collect();
    let mut invocation = json!({ "executionSuccessful": true });
    if results.len() < findings.len() {
        let text = format!(
            "only {} of {} findings are in this file, errors first, because viewers show no more; --format json has all",
            results.len(),
            findings.len()
        );
        invocation["toolExecutionNotifications"] = json!([{ "level": "warning", "message": { "text": text } }]);
    }
    let mut driver = json!({
        "name": "housestyle",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": codes.into_iter().map(sarif_rule).collect::<Vec<_>>(),
    });
    if let Some(address) = information_uri([env!("CARGO_PKG_HOMEPAGE"), env!("CARGO_PKG_REPOSITORY")]) {
        driver["informationUri"] = json!(address);
    }
    to_pretty_json(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "invocations": [invocation],
            "originalUriBaseIds": { "SRCROOT": { "description": { "text": "the folder of the repository" } } },
            "columnKind": "unicodeCodePoints",
            "results": results,
            "properties": { "findings": totals.errors + totals.warnings },
        }],
    }))
}

/// The address of the project, as its package names it: the home page, or else the repository. None is made up.
fn information_uri(named: [&'static str; 2]) -> Option<&'static str> {
    named.into_iter().find(|address| address.starts_with("https://"))
}

/// The findings that there is room for, in their order: warnings give way to errors.
fn limit_results<'a>(named: &'a [(&'a Diagnostic, String)]) -> Vec<&'a (&'a Diagnostic, String)> {
    let mut room = MAX_RESULTS;
    let mut kept = vec![false; named.len()];
    for severity in [Severity::Error, Severity::Warning] {
        for (index, (finding, _)) in named.iter().enumerate() {
            if finding.severity == severity && room > 0 {
                kept[index] = true;
                room -= 1;
            }
        }
    }
    named.iter().zip(kept).filter(|(_, kept)| *kept).map(|(named, _)| named).collect()
}

fn sarif_rule(code: Code) -> Value {
    let page = code.page().trim();
    let look = RenderOptions::default();
    json!({
        "id": code.name(),
        "shortDescription": { "text": code.summary() },
        "fullDescription": { "text": code.summary() },
        "help": { "text": explain::render_code_page(code, &look).trim_end(), "markdown": page },
        "defaultConfiguration": { "level": code.severity().as_str() },
    })
}

fn sarif_result(finding: &Diagnostic, fingerprint: &str, codes: &[Code], below: &str) -> Value {
    let Diagnostic { code, severity, message, file, primary, secondary, notes, help, fix, pointer, omitted: _ } =
        finding;
    let mut text = escape_message(message);
    let lines = help.iter().map(|help| format!("help: {}", escape_message(help)));
    for line in lines.chain(notes.iter().map(|note| format!("note: {}", escape_message(note)))) {
        text.push('\n');
        text.push_str(&line);
    }
    let mut location = sarif_location(file, primary.span, below);
    if let Some(pointer) = pointer {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": escape_message(pointer), "kind": "member" }]);
    }
    if !primary.text.is_empty() {
        location["message"] = json!({ "text": escape_message(&primary.text) });
    }
    let mut result = json!({
        "ruleId": code.name(),
        "ruleIndex": codes.iter().position(|known| known == code),
        "level": severity.as_str(),
        "message": { "text": text },
        "locations": [location],
        "partialFingerprints": { "housestyleFinding/v1": fingerprint },
    });
    if !secondary.is_empty() {
        let reasons = secondary.iter().enumerate().map(|(index, Label { span, text })| {
            let mut location = sarif_location(file, *span, below);
            location["id"] = json!(index + 1);
            location["message"] = json!({ "text": escape_message(text) });
            location
        });
        result["relatedLocations"] = reasons.collect();
    }
    if let Some(fix) = fix {
        let replace = |Edit { span, text }: &Edit| json!({ "deletedRegion": sarif_region(file, *span), "insertedContent": { "text": text } });
        result["fixes"] = json!([{
            "description": { "text": escape_message(&fix.title) },
            "artifactChanges": [{
                "artifactLocation": artifact_location(file, below),
                "replacements": fix.edits.iter().map(replace).collect::<Vec<_>>(),
            }],
        }]);
    }
    result
}

fn sarif_location(file: &SourceFile, span: Span, below: &str) -> Value {
    json!({ "physicalLocation": { "artifactLocation": artifact_location(file, below), "region": sarif_region(file, span) } })
}

fn artifact_location(file: &SourceFile, below: &str) -> Value {
    json!({ "uri": encode_uri(&format!("{below}{}", file.shown_path())), "uriBaseId": "SRCROOT" })
}

fn sarif_region(file: &SourceFile, span: Span) -> Value {
    let (start, end) = (file.position_at(span.start), file.position_at(span.end));
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// A path as a relative URI: everything but letters, digits and a few marks as `%XX`, so that no part can be a scheme.
fn encode_uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Foreign text as a message: `[words](target)` would be a link.
fn escape_message(text: &str) -> String {
    Sanitized(text).to_string().replace("](", "]\\u{28}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_relative_uri() {
        assert_eq!(encode_uri("styles/de.yaml"), "styles/de.yaml");
        assert_eq!(encode_uri("a b/é?#.yaml"), "a%20b/%C3%A9%3F%23.yaml");
        assert_eq!(encode_uri("https://x"), "https%3A//x");
    }

    #[test]
    fn the_address_of_the_project_is_that_of_the_package() {
        assert_eq!(information_uri(["", ""]), None);
        assert_eq!(information_uri(["", "https://example.com/code"]), Some("https://example.com/code"));
        assert_eq!(information_uri(["https://example.com", "https://example.com/code"]), Some("https://example.com"));
    }

    #[test]
    fn a_message_has_no_links() {
        assert_eq!(escape_message("see [this](https://example.com)"), "see [this]\\u{28}https://example.com)");
    }
}
