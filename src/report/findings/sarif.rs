//! Findings as SARIF 2.1.0, for code scanning.
//!
//! Always holds: paths are relative to `SRCROOT`, the repository; columns count code points, as everywhere here; every
//! finding has the fingerprint of the JSON form. Viewers show 5,000 results at most, so no more are written, errors first,
//! and a notification says how many there were. Text that a viewer would take for a link is broken visibly; what a fix
//! inserts is exact.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::diagnostic::fingerprint::Fingerprints;
use crate::diagnostic::{AskingStyle, Diagnostic, Edit, Fix, Label, Place, Severity, SourceFile, Span};
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
    let rules: BTreeMap<Cow<'static, str>, &Diagnostic> =
        kept.iter().map(|(finding, _)| (finding.id(), *finding)).collect();
    let ids: Vec<&str> = rules.keys().map(|id| &**id).collect();
    let results: Vec<Value> = kept.iter().map(|(finding, name)| sarif_result(finding, name, &ids, below)).collect();
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
        "rules": rules.iter().map(|(id, finding)| sarif_rule(id, finding)).collect::<Vec<_>>(),
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

/// A code, or a rule of styles below it: each can be filtered and set aside by itself.
fn sarif_rule(id: &str, finding: &Diagnostic) -> Value {
    let code = finding.code;
    let page = code.page().trim();
    let look = RenderOptions::default();
    let summary = match &finding.departs_from {
        Some(departed) => format!("A text does not follow `{}` of its style.", departed.rule),
        None => code.summary().to_owned(),
    };
    json!({
        "id": id,
        "shortDescription": { "text": summary },
        "fullDescription": { "text": summary },
        "help": { "text": explain::render_code_page(code, &look).trim_end(), "markdown": page },
        "defaultConfiguration": { "level": code.severity().as_str() },
    })
}

fn sarif_result(finding: &Diagnostic, fingerprint: &str, ids: &[&str], below: &str) -> Value {
    let Diagnostic {
        code: _,
        severity,
        message,
        file,
        primary,
        secondary,
        notes,
        help,
        fix: _,
        alternatives: _,
        pointer,
        departs_from,
        omitted: _,
    } = finding;
    let id = finding.id();
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
        "ruleId": id,
        "ruleIndex": ids.iter().position(|known| *known == id),
        "level": severity.as_str(),
        "message": { "text": text },
        "locations": [location],
        "partialFingerprints": { "housestyleFinding/v1": fingerprint },
    });
    let said = secondary.iter().map(|Label { span, text }| (sarif_location(file, *span, below), escape_message(text)));
    let asked = departs_from.iter().filter_map(|departed| departed.style.as_ref());
    let asked = asked.map(|AskingStyle { address, place }| {
        (sarif_place(place, below), escape_message(&format!("{address} asks for it")))
    });
    let related: Vec<Value> = (1..)
        .zip(said.chain(asked))
        .map(|(id, (mut location, text))| {
            location["id"] = json!(id);
            location["message"] = json!({ "text": text });
            location
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = json!(related);
    }
    if let Some(departed) = departs_from {
        result["properties"] = json!({ "rule": departed.rule, "value": departed.value, "wanted": departed.wanted });
    }
    let fixes: Vec<Value> = finding.offered().map(|fix| sarif_fix(file, fix, below)).collect();
    if !fixes.is_empty() {
        result["fixes"] = json!(fixes);
    }
    result
}

fn sarif_fix(file: &SourceFile, Fix { title, safety: _, edits }: &Fix, below: &str) -> Value {
    let replace = |Edit { span, text }: &Edit| json!({ "deletedRegion": sarif_region(file, *span), "insertedContent": { "text": text } });
    json!({
        "description": { "text": escape_message(title) },
        "artifactChanges": [{
            "artifactLocation": artifact_location(file, below),
            "replacements": edits.iter().map(replace).collect::<Vec<_>>(),
        }],
    })
}

fn sarif_location(file: &SourceFile, span: Span, below: &str) -> Value {
    json!({ "physicalLocation": { "artifactLocation": artifact_location(file, below), "region": sarif_region(file, span) } })
}

fn sarif_place(place: &Place, below: &str) -> Value {
    let Place { file, line, column } = place;
    let uri = encode_uri(&format!("{below}{file}"));
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri, "uriBaseId": "SRCROOT" },
        "region": { "startLine": line, "startColumn": column },
    } })
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
