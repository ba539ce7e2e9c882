//! Findings in the forms of build systems and code scanners: as their readers want them, bounded where those cut, inert.

use std::collections::BTreeSet;

use housestyle::diagnostic::{Code, Diagnostic, SourceFile, Span};
use housestyle::report::RenderOptions;
use housestyle::report::findings::{render_github, render_gitlab, render_json, render_junit, render_sarif};
use serde_json::Value;

use super::findings::{ambiguous_scalar, examples, hostile, invalid_utf8, unknown_rule};
use super::{HOSTILE, golden, harmless};

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn everything() -> Vec<Diagnostic> {
    let mut findings = examples();
    findings.push(hostile());
    findings
}

/// Findings of one code at places of their own.
fn many(code: Code, n: usize) -> Vec<Diagnostic> {
    let file = SourceFile::new("styles/de.yaml", "wrong\n".repeat(n));
    (0..n).map(|at| Diagnostic::new(code, &file, Span::new(at * 6, at * 6 + 5), format!("number {at}"))).collect()
}

#[test]
fn findings_for_build_systems() {
    let some = [unknown_rule(), ambiguous_scalar(), hostile()];
    golden("findings.sarif", &render_sarif(&some, "texts/"));
    golden("findings-github.txt", &render_github(&some, 14, "texts/"));
    golden("findings-gitlab.json", &render_gitlab(&some, "texts/"));
    golden("findings-junit.xml", &render_junit(&some, 14, "texts/"));
    golden("findings-junit-none.xml", &render_junit(&[], 14, ""));
}

/// What SARIF 2.1.0 requires of everything that is written here, and nothing else allowed. Not the official schema, which
/// `sarif_is_as_its_official_schema_says` takes where it is at hand.
fn sarif_shape() -> Value {
    let object = |required: &[&str], properties: Value| serde_json::json!({ "type": "object", "required": required, "additionalProperties": false, "properties": properties });
    let text = serde_json::json!({ "type": "string", "minLength": 1 });
    let level = serde_json::json!({ "enum": ["none", "note", "warning", "error"] });
    let number = serde_json::json!({ "type": "integer", "minimum": 1 });
    let message = object(&["text"], serde_json::json!({ "text": text, "markdown": text }));
    let list = |items: &Value| serde_json::json!({ "type": "array", "items": items });
    let artifact = object(
        &["uri", "uriBaseId"],
        serde_json::json!({ "uri": { "type": "string", "pattern": "^[A-Za-z0-9._~/%-]+$" }, "uriBaseId": { "const": "SRCROOT" } }),
    );
    let region = object(
        &["startLine", "startColumn", "endLine", "endColumn"],
        serde_json::json!({ "startLine": number, "startColumn": number, "endLine": number, "endColumn": number }),
    );
    let physical =
        object(&["artifactLocation", "region"], serde_json::json!({ "artifactLocation": artifact, "region": region }));
    let logical = object(&["fullyQualifiedName"], serde_json::json!({ "fullyQualifiedName": text, "kind": text }));
    let location = object(
        &["physicalLocation"],
        serde_json::json!({
            "id": number, "physicalLocation": physical, "message": message,
            "logicalLocations": list(&logical),
        }),
    );
    let replacement = object(
        &["deletedRegion"],
        serde_json::json!({
            "deletedRegion": region,
            "insertedContent": object(&["text"], serde_json::json!({ "text": { "type": "string" } })),
        }),
    );
    let change = object(
        &["artifactLocation", "replacements"],
        serde_json::json!({
            "artifactLocation": artifact,
            "replacements": { "type": "array", "minItems": 1, "items": replacement },
        }),
    );
    let fix = object(
        &["artifactChanges"],
        serde_json::json!({
            "description": message,
            "artifactChanges": { "type": "array", "minItems": 1, "items": change },
        }),
    );
    let result = object(
        &["ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"],
        serde_json::json!({
            "ruleId": text, "ruleIndex": { "type": "integer", "minimum": 0 }, "level": level, "message": message,
            "locations": { "type": "array", "minItems": 1, "maxItems": 1, "items": location },
            "relatedLocations": list(&location), "fixes": list(&fix),
            "partialFingerprints": object(&["housestyleFinding/v1"], serde_json::json!({
                "housestyleFinding/v1": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
            })),
        }),
    );
    let rule = object(
        &["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"],
        serde_json::json!({
            "id": text, "shortDescription": message, "fullDescription": message, "help": message,
            "defaultConfiguration": object(&["level"], serde_json::json!({ "level": level })),
        }),
    );
    let driver = object(
        &["name", "semanticVersion", "rules"],
        serde_json::json!({ "name": text, "semanticVersion": text, "rules": list(&rule) }),
    );
    let notification = object(&["message"], serde_json::json!({ "level": level, "message": message }));
    let invocation = object(
        &["executionSuccessful"],
        serde_json::json!({
            "executionSuccessful": { "type": "boolean" },
            "toolExecutionNotifications": list(&notification),
        }),
    );
    let base = object(&[], serde_json::json!({ "description": message }));
    let run = object(
        &["tool", "results", "columnKind", "originalUriBaseIds"],
        serde_json::json!({
            "tool": object(&["driver"], serde_json::json!({ "driver": driver })),
            "invocations": list(&invocation),
            "originalUriBaseIds": object(&["SRCROOT"], serde_json::json!({ "SRCROOT": base })),
            "columnKind": { "const": "unicodeCodePoints" },
            "results": list(&result),
            "properties": { "type": "object" },
        }),
    );
    object(
        &["$schema", "version", "runs"],
        serde_json::json!({
            "$schema": text, "version": { "const": "2.1.0" },
            "runs": { "type": "array", "minItems": 1, "maxItems": 1, "items": run },
        }),
    )
}

fn sarif_examples() -> Vec<Value> {
    let few = [Vec::new(), everything(), many(Code::UnknownRule, 5_100)];
    few.iter().map(|findings| parsed(&render_sarif(findings, "texts/"))).collect()
}

#[track_caller]
fn fits(schema: &Value, value: &Value) {
    let validator = jsonschema::validator_for(schema).unwrap();
    let wrong: Vec<String> =
        validator.iter_errors(value).take(9).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sarif_has_what_its_readers_require() {
    for value in sarif_examples() {
        fits(&sarif_shape(), &value);
        let run = &value["runs"][0];
        for result in run["results"].as_array().unwrap() {
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
        }
    }
}

/// The schema is not ours to publish: `HOUSESTYLE_SARIF_SCHEMA` names a copy of it, where there is one.
#[test]
#[ignore = "needs the official schema in the file HOUSESTYLE_SARIF_SCHEMA"]
fn sarif_is_as_its_official_schema_says() {
    let path = std::env::var("HOUSESTYLE_SARIF_SCHEMA").expect("HOUSESTYLE_SARIF_SCHEMA is set");
    // As published, a pattern has a bracket too many, and validators refuse it.
    let schema = std::fs::read_to_string(path).unwrap().replace("-[a-zA-Z]{2}]?$", "-[a-zA-Z]{2}$");
    let schema = parsed(&schema);
    for value in sarif_examples() {
        fits(&schema, &value);
    }
}

#[test]
fn sarif_says_what_it_leaves_out_and_leaves_warnings_out_first() {
    let mut findings = many(Code::AmbiguousScalar, 3_000);
    findings.extend(many(Code::UnknownRule, 4_000));
    let value = parsed(&render_sarif(&findings, ""));
    let run = &value["runs"][0];
    let results = run["results"].as_array().unwrap();
    let errors = results.iter().filter(|result| result["level"] == "error").count();
    assert_eq!((results.len(), errors), (5_000, 4_000));
    let note = &run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
    assert!(note.as_str().unwrap().starts_with("only 5000 of 7000 findings"), "{note}");
    let whole = parsed(&render_sarif(&findings[..5], ""));
    assert!(whole["runs"][0]["invocations"][0].get("toolExecutionNotifications").is_none());
}

#[test]
fn every_form_carries_the_fingerprint_of_the_json_form() {
    let mut findings = everything();
    findings.extend(examples());
    let of_json = parsed(&render_json(&findings, 1));
    let wanted: Vec<&Value> = of_json["findings"].as_array().unwrap().iter().map(|f| &f["fingerprint"]).collect();
    let of_sarif = parsed(&render_sarif(&findings, "a/"));
    let results = of_sarif["runs"][0]["results"].as_array().unwrap();
    let in_sarif: Vec<&Value> = results.iter().map(|r| &r["partialFingerprints"]["housestyleFinding/v1"]).collect();
    let of_gitlab = parsed(&render_gitlab(&findings, "a/"));
    let in_gitlab: Vec<&Value> = of_gitlab.as_array().unwrap().iter().map(|issue| &issue["fingerprint"]).collect();
    assert_eq!(wanted, in_sarif);
    assert_eq!(wanted, in_gitlab);
    let unique: BTreeSet<&str> = wanted.iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(unique.len(), findings.len());
}

#[test]
fn columns_count_code_points_and_fixes_are_exact() {
    let value = parsed(&render_sarif(&[ambiguous_scalar(), hostile()], ""));
    let results = &value["runs"][0]["results"];
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    let line = "  - {label: 敬語, prompt: 敬語は使わない, source_language: no}";
    let column = line[..line.find("no}").unwrap()].chars().count() + 1;
    assert_eq!(region["startColumn"], column);
    assert_eq!(region["endColumn"], column + 2);
    let inserted = &results[1]["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"];
    assert_eq!(inserted, HOSTILE);
}

/// Splits a workflow command; nothing where the line is none.
fn command(line: &str) -> Option<(&str, &str, &str)> {
    let (head, text) = line.trim_start().strip_prefix("::")?.split_once("::")?;
    let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
    Some((name, properties, text))
}

#[test]
fn github_takes_ten_of_each_and_is_told_of_the_rest() {
    let mut findings = many(Code::AmbiguousScalar, 15);
    findings.extend(many(Code::UnknownRule, 27));
    let out = render_github(&findings, 1, "");
    let commands: Vec<_> = out.lines().filter_map(command).collect();
    let names: Vec<&str> = commands.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, [vec!["error"; 10], vec!["warning"; 10], vec!["notice"]].concat());
    assert!(commands[20].2.starts_with("22 more findings are not annotated"), "{}", commands[20].2);
    let listed = out.lines().filter(|line| line.starts_with("- styles/de.yaml ")).count();
    assert_eq!(listed, 22);
    assert_eq!(out.lines().last(), Some("27 errors and 15 warnings in 1 of 1 file"));
    let few = render_github(&findings[..10], 1, "");
    assert!(!few.contains("notice"));
}

#[test]
fn no_foreign_text_becomes_a_command_of_github() {
    let mut findings = vec![hostile(); 12];
    for text in ["::error::x", ":", "::", "##[error]x", "\n::error::x", "\r::set-output name=a::b", "%0A::error::x"] {
        let file = SourceFile::new(format!("{text}.yaml"), text);
        findings.push(Diagnostic::new(Code::AmbiguousScalar, &file, Span::new(0, 1), text).with_help(text));
        let file = SourceFile::new(text, text);
        findings.extend(vec![Diagnostic::new(Code::UnknownRule, &file, Span::new(0, 1), text).with_note(text); 11]);
    }
    let out = render_github(&findings, 9, "");
    let mut commands = 0;
    for line in out.split(['\n', '\r']) {
        let text = match command(line) {
            Some((name, properties, text)) => {
                commands += 1;
                assert!(matches!(name, "error" | "warning" | "notice"), "{line}");
                let keys: Vec<&str> = properties.split(',').map(|pair| pair.split('=').next().unwrap()).collect();
                let ours: [&[&str]; 3] =
                    [&["file", "line", "endLine", "col", "title"], &["file", "line", "endLine", "title"], &["title"]];
                assert!(ours.contains(&keys.as_slice()), "{line}");
                text
            }
            None => line,
        };
        assert!(!line.contains("##["), "{line}");
        // As the runner reads it and writes it to the log.
        let read = text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
        read.split(['\r', '\n']).for_each(|line| assert!(!line.trim_start().starts_with("::"), "{text}"));
    }
    assert_eq!(commands, 18);
}

#[test]
fn hostile_text_is_inert_in_every_form() {
    let findings = everything();
    let look = RenderOptions::default();
    for text in [render_sarif(&findings, ""), render_gitlab(&findings, ""), render_junit(&findings, 9, "")] {
        harmless(&text, &look);
    }
    // The marks of commands are ours; everything else is as anywhere.
    let out = render_github(&findings, 9, "");
    let bare: String =
        out.lines().map(|line| command(line).map_or(line.to_owned(), |(.., text)| text.to_owned()) + "\n").collect();
    harmless(&bare, &look);
    let evil = "a \" b ' c < d > e & f ]]> <!-- &lt;";
    let file = SourceFile::new(evil, evil);
    let finding = Diagnostic::new(Code::Syntax, &file, Span::empty_at(0), evil).with_help(evil).with_note(evil);
    let xml = render_junit(&[finding], 1, "");
    let escaped = "a &quot; b &apos; c &lt; d &gt; e &amp; f ]]&gt; &lt;!-- &amp;lt;";
    assert_eq!(xml.matches(escaped).count(), 9, "{xml}");
    assert!(!xml.contains(evil));
}

#[test]
fn a_warning_is_no_failure_and_alike_cases_have_names_of_their_own() {
    let xml = render_junit(&[ambiguous_scalar(), unknown_rule(), unknown_rule(), invalid_utf8()], 3, "");
    assert!(xml.contains("<testsuites name=\"housestyle\" tests=\"5\" failures=\"3\" errors=\"0\">"), "{xml}");
    assert_eq!(xml.matches("<failure ").count(), 3);
    assert_eq!(xml.matches("<system-out>").count(), 1);
    let names: Vec<&str> = xml.lines().filter(|line| line.contains("<testcase ")).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{xml}");
    assert_eq!(xml.matches("<testsuite ").count(), 2);
}
