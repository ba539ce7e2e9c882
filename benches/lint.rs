//! Linting texts: PO and JSON beside reading the bytes, and a thousand recorded tests.
//!
//! `cargo bench --bench lint` prints bytes a second of one core; `docs/conformance.md` says how to measure the program itself.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a benchmark stands at the edge and fails by panicking"
)]

use std::fmt::Write;
use std::hint::black_box;

use divan::Bencher;
use divan::counter::BytesCount;
use housestyle::conform::case::Expectation;
use housestyle::conform::case::FollowedRules;
use housestyle::conform::findings::{TextChecks, check_text_file};
use housestyle::conform::judge::{TranslatedText, judge_translation};
use housestyle::conform::lint::{StyleChecks, trusted_detectors};
use housestyle::conform::passage::Tongue;
use housestyle::conform::reader::{TextFormat, read_segments};
use housestyle::diagnostic::SourceFile;

fn main() {
    divan::main();
}

/// Texts of interfaces, as they come: mostly without an occasion.
const TEXTS: &[&str] = &[
    "Speichern",
    "Abbrechen",
    "Die Datei wurde gespeichert.",
    "Möchten Sie die Änderungen wirklich verwerfen?",
    "Es ist ein unerwarteter Fehler aufgetreten. Bitte versuchen Sie es später noch einmal.",
    "Einstellungen",
    "Ihr Konto wurde am 05.03.2024 um 14:30 Uhr gesperrt.",
    "Klicken Sie auf „Weiter“, um fortzufahren.",
    "%(count)s von %(total)s Dateien hochgeladen",
    "Der freie Speicherplatz beträgt nur noch 3,5 GB.",
    "Passwort vergessen?",
    "Diese Aktion kann nicht rückgängig gemacht werden.",
    "Sprache",
    "Nach oben",
];

fn texts() -> impl Iterator<Item = (usize, &'static str)> {
    TEXTS.iter().copied().cycle().enumerate().take(60_000)
}

fn po() -> String {
    let mut out = String::new();
    for (at, text) in texts() {
        write!(out, "#: src/app.py:{at}\nmsgid \"message {at}\"\nmsgstr \"{text}\"\n\n").unwrap();
    }
    out
}

fn json() -> String {
    let entries: serde_json::Map<_, _> = texts().map(|(at, text)| (format!("key{at}"), text.into())).collect();
    serde_json::to_string_pretty(&entries).unwrap()
}

fn checks() -> TextChecks {
    let rules = trusted_detectors(Tongue::De).map(|detector| {
        let (category, rule) = detector.parts();
        (category, rule, detector.values[0].name)
    });
    TextChecks { style: StyleChecks::from_rules(Tongue::De, rules, false), terms: Vec::new() }
}

fn lint(bencher: Bencher<'_, '_>, format: TextFormat, text: &str) {
    let checks = checks();
    let file = SourceFile::new("texts", text);
    bencher.counter(BytesCount::of_str(text)).bench_local(|| check_text_file(&file, format, &checks).findings.len());
}

#[divan::bench(sample_count = 5)]
fn lint_po_under_every_rule(bencher: Bencher<'_, '_>) {
    lint(bencher, TextFormat::Po, &po());
}

#[divan::bench(sample_count = 5)]
fn lint_json_under_every_rule(bencher: Bencher<'_, '_>) {
    lint(bencher, TextFormat::Json, &json());
}

#[divan::bench(sample_count = 5)]
fn read_po(bencher: Bencher<'_, '_>) {
    let text = po();
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let mut bytes = 0;
        read_segments(TextFormat::Po, &text, &mut |segment| bytes += segment.target.text().len());
        bytes
    });
}

#[divan::bench(sample_count = 20)]
fn read_bytes(bencher: Bencher<'_, '_>) {
    let text = po();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), &text).unwrap();
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| std::fs::read(file.path()).unwrap().len());
}

#[divan::bench(sample_count = 20)]
fn judge_a_thousand_recorded_tests(bencher: Bencher<'_, '_>) {
    let checks = checks().style;
    let expect = [Expectation::Follows(FollowedRules::All), Expectation::MaxCharacters(120)];
    bencher.bench_local(|| {
        let judged = texts().take(1000).map(|(_, with)| {
            judge_translation(&TranslatedText { with, without: None, checks: Some(&checks) }, &expect).len()
        });
        black_box(judged.sum::<usize>())
    });
}
