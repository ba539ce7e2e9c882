//! Texts that are code are not judged.

use housestyle::conform::findings::{TextChecks, check_text_file};
use housestyle::conform::lint::{StyleChecks, trusted_detectors};
use housestyle::conform::passage::Tongue;
use housestyle::conform::reader::TextFormat;
use housestyle::diagnostic::SourceFile;

/// Texts of the corpus that are code.
fn read_code() -> Vec<String> {
    let path = format!("{}/tests/conformance/code.tsv", env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::read_to_string(path).unwrap();
    let plain = |text: &str| text.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', "\\");
    file.lines().filter_map(|line| line.strip_prefix("code\t")).map(plain).collect()
}

#[test]
fn nothing_is_found_or_rewritten_in_a_text_that_is_code() {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let mut po = String::new();
    for (at, text) in read_code().iter().enumerate() {
        po += &format!(
            "msgid \"The text {{x}} of line {at} and <b>5 files</b>, see `code`. \"\nmsgstr {}\n\n",
            quoted(text)
        );
    }
    let file = SourceFile::new("a.po", po);
    for tongue in Tongue::ALL {
        for pick in 0..4 {
            let rule = |detector: &'static housestyle::conform::detector::Detector| {
                let (category, rule) = detector.parts();
                (category, rule, detector.values[pick % detector.values.len()].name)
            };
            let style = StyleChecks::from_rules(tongue, trusted_detectors(tongue).map(rule), true);
            let report = check_text_file(&file, TextFormat::Po, &TextChecks { style, terms: Vec::new() });
            let said: Vec<String> =
                report.findings.iter().map(|one| format!("{}: {}", one.code, one.message)).collect();
            assert!(said.is_empty(), "{}: {}", tongue.code(), said.join("\n"));
            assert_eq!(report.coverage.skipped, report.coverage.texts);
        }
    }
}
