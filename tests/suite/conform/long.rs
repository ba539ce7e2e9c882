//! Long texts: what is told in one sentence is told in many of them in time that grows with their length alone.

use std::time::{Duration, Instant};

use housestyle::conform::findings::{TextChecks, check_text_file};
use housestyle::conform::lint::{StyleChecks, trusted_detectors};
use housestyle::conform::passage::Tongue;
use housestyle::conform::reader::TextFormat;
use housestyle::diagnostic::SourceFile;

use super::read_corpus;

/// Many times what 16 KB take on a busy machine, and a fraction of what they took where a place was compared with all others.
const LIMIT: Duration = Duration::from_secs(1);

#[test]
fn a_text_of_many_sentences_takes_time_that_grows_with_their_number() {
    let mut slow = Vec::new();
    for tongue in Tongue::ALL {
        let rules = || {
            trusted_detectors(tongue).map(|detector| {
                let (category, rule) = detector.parts();
                (category, rule, detector.values[0].name)
            })
        };
        for case in read_corpus(tongue) {
            let sentence = case.text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n") + " ";
            let text = sentence.repeat((16 << 10) / sentence.len());
            let file = SourceFile::new("a.po", format!("msgid \"x {text}\"\nmsgstr \"y {text}\"\n"));
            let checks = TextChecks { style: StyleChecks::from_rules(tongue, rules(), true), terms: Vec::new() };
            let started = Instant::now();
            let report = check_text_file(&file, TextFormat::Po, &checks);
            let took = started.elapsed();
            assert_eq!(report.coverage.texts, 1, "{}:{}", tongue.code(), case.line);
            if took > LIMIT {
                slow.push(format!("{}:{} {took:?}: {}", tongue.code(), case.line, case.text));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
