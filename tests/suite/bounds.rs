//! Hostile files of legal size: few findings, all counted, in every format, and an end in time that grows with the file alone.
//!
//! The limit of time is generous, because machines are slow and busy; what grew with the square of the file took many times it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::check::find_faults;
use housestyle::check::project::read_project;
use housestyle::conform::findings::{TextChecks, check_text_file};
use housestyle::conform::lint::{StyleChecks, trusted_detectors};
use housestyle::conform::passage::Tongue;
use housestyle::conform::reader::TextFormat;
use housestyle::diagnostic::cap::MAX_PER_CODE;
use housestyle::diagnostic::{Diagnostic, SourceFile};
use housestyle::model::project::Project;
use housestyle::report::RenderOptions;
use housestyle::report::findings::{
    FindingTotals, render_github, render_gitlab, render_human, render_json, render_junit, render_plain, render_sarif,
};
use housestyle::source::{Format, parse_source, text::decode_bytes};

const LIMIT: Duration = Duration::from_secs(90);

fn check(path: &str, bytes: Vec<u8>) -> Vec<Diagnostic> {
    let (file, mut findings) = decode_bytes(path, bytes);
    let parsed = parse_source(&file, Format::from_path(path).unwrap());
    findings.extend(find_faults(&[parsed], &Project::default(), &builtin_catalogue(Edition::Core)));
    findings
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Shapes of files that made one pass or another quadratic, each with the least number of faults that must be counted.
fn shapes() -> Vec<(&'static str, &'static str, Vec<u8>, usize)> {
    let list = "name: A\nlanguage: de\n";
    let prompt = |text: String| format!("{list}custom_instructions:\n  - label: a\n    prompt: \"{text}\"\n");
    let shape = |name, path, text: String, least| (name, path, text.into_bytes(), least);
    vec![
        shape("zero-width characters", "a.yaml", prompt("x\u{200b}".repeat(50_000)), 1),
        shape("tags of flags", "a.yaml", prompt("\u{e0067}".repeat(50_000)), 1),
        shape("joiners", "a.yaml", prompt("\u{200d}".repeat(50_000)), 1),
        shape("hidden in comments", "a.yaml", format!("{list}{}", "# \u{202e}\n".repeat(20_000)), 1),
        shape("unknown fields", "a.yaml", format!("{list}{}", lines(50_000, |n| format!("k{n}: v\n"))), 50_000),
        shape(
            "unknown fields in TOML",
            "a.toml",
            format!("name = 'A'\nlanguage = 'de'\n{}", lines(20_000, |n| format!("k{n} = 1\n"))),
            20_000,
        ),
        shape(
            "unknown rules",
            "a.yaml",
            format!("{list}configured_rules:\n  numbers:\n{}", lines(20_000, |n| format!("    r{n}: v\n"))),
            20_000,
        ),
        shape(
            "unknown categories",
            "a.yaml",
            format!("{list}configured_rules:\n{}", lines(20_000, |n| format!("  c{n}: {{}}\n"))),
            20_000,
        ),
        shape("the same key", "a.yaml", format!("{list}{}", "name: B\n".repeat(50_000)), 50_000),
        shape(
            "unknown anchors",
            "a.yaml",
            format!("{list}extends:\n{}", lines(20_000, |n| format!("  - *a{n}\n"))),
            20_000,
        ),
        shape("doubtful scalars", "a.yaml", format!("{list}extends:\n{}", "  - no\n".repeat(20_000)), 20_000),
        shape(
            "bases that override each other again and again",
            "a.yaml",
            format!(
                "kind: base_style\nkey: a\nconfigured_rules: {{punctuation: {{ellipsis: use_ellipsis_character}}}}\n---\n\
                 kind: base_style\nkey: b\nconfigured_rules: {{punctuation: {{ellipsis: use_three_periods}}}}\n---\n\
                 {list}key: c\nextends: [{}]\n",
                "a, b, ".repeat(25_000)
            ),
            1,
        ),
        shape(
            "unknown bases",
            "a.yaml",
            format!("{list}extends: [{}]\n", lines(20_000, |n| format!("house/b{n}, "))),
            1,
        ),
        shape(
            "instructions without fields",
            "a.yaml",
            format!("{list}custom_instructions:\n{}", "  - {}\n".repeat(20_000)),
            20_000,
        ),
        shape(
            "misspelt fields",
            "a.yaml",
            format!("{list}custom_instructions:\n{}", lines(40_000, |n| format!("  - label: l{n}\n    promt: a\n"))),
            40_000,
        ),
        shape(
            "ignore comments without a code",
            "a.yaml",
            format!(
                "{list}custom_instructions:\n{}",
                lines(14_000, |n| format!("  # housestyle: ignore() why\n  - label: l{n}\n    prompt: \"a{n} \"\n"))
            ),
            14_000,
        ),
        shape(
            "variants of one language",
            "a.yaml",
            format!(
                "kind: spoken_terms\nname: A\nterm_lists:\n{}",
                lines(60_000, |n| format!("  - language: en-X{n:05}\n    terms: [a]\n"))
            ),
            60_000,
        ),
        shape(
            "the same label",
            "a.yaml",
            format!("{list}custom_instructions:\n{}", "  - {label: a, prompt: b}\n".repeat(20_000)),
            1,
        ),
        shape(
            "cut texts",
            "a.yaml",
            format!("{list}custom_instructions:\n{}", lines(9_000, |n| format!("  - label: l{n}\n    prompt: a #b\n"))),
            9_000,
        ),
        shape("garbled text", "a.yaml", prompt("Ã¼".repeat(50_000)), 1),
        shape(
            "one line",
            "a.yaml",
            format!("{{name: A, language: de, {}}}", lines(40_000, |n| format!("k{n}: v, "))),
            40_000,
        ),
        shape("brackets", "a.yaml", "[".repeat(1_000_000), 1),
        shape("lines with a strange colon", "a.yaml", lines(50_000, |n| format!("k{n} = v\n")), 1),
        shape("documents of such a line", "a.yaml", "a=b\n---\n".repeat(8_000), 8_000),
        shape("comments in one line", "a.yaml", format!("{list}{}", "# noqa: edge-whitespace ".repeat(20_000)), 1),
        shape(
            "inline tables",
            "a.toml",
            format!("name = 'A'\nlanguage = 'de'\nextends = [{}]\n", "{a = 1,\n},".repeat(20_000)),
            1,
        ),
        ("alternating bytes", "a.yaml", [format!("{list}# ").into_bytes(), b"\xfcx".repeat(400_000)].concat(), 1),
    ]
}

#[test]
fn hostile_files_have_few_findings_and_all_are_counted() {
    for (name, path, bytes, least) in shapes() {
        let start = Instant::now();
        let findings = check(path, bytes);
        let took = start.elapsed();
        println!("{name}: {took:?}, {} findings", findings.len());
        assert!(took < LIMIT, "{name} took {took:?}");
        let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in &findings {
            *codes.entry(finding.code.name()).or_default() += 1;
        }
        assert!(codes.values().all(|count| *count <= MAX_PER_CODE + 1), "{name}: {codes:?}");
        let FindingTotals { errors, warnings, files: _ } = FindingTotals::from_findings(&findings);
        assert!(errors + warnings >= least, "{name}: {errors} errors and {warnings} warnings of {least}");
    }
}

#[test]
fn what_is_left_out_is_counted_in_every_format() {
    let text = format!("name: A\nlanguage: de\n{}", lines(MAX_PER_CODE + 300, |n| format!("k{n}: v\n")));
    let findings = check("a.yaml", text.into_bytes());
    let look = RenderOptions {
        color: false,
        unicode: true,
        direction_marks: true,
        width: 100,
        screen_reader: false,
        all_entries: false,
    };
    let more = format!("{} more findings of this kind in this file are counted only", 300);
    for (format, shown) in [
        ("plain", render_plain(&findings, 1)),
        ("json", render_json(&findings, 1)),
        ("sarif", render_sarif(&findings, "")),
        ("github", render_github(&findings, 1, "")),
        ("gitlab", render_gitlab(&findings, "")),
        ("junit", render_junit(&findings, 1, "")),
        ("human", render_human(&findings, 1, &look)),
    ] {
        assert!(shown.contains(&more) || shown.contains("2300 errors"), "{format}:\n{shown}");
        let people = matches!(format, "human" | "github");
        assert!(shown.len() < if people { 400_000 } else { 16 << 20 }, "{format} is {} bytes", shown.len());
    }
}

/// Project files whose blocks lead to each other: each pass goes through them once.
#[test]
fn blocks_of_the_project_file_are_followed_once() {
    let id = |n: usize| format!("{n:08x}-0000-4000-8000-000000000000");
    let blocks: [(&str, String, usize); 5] = [
        ("a chain", lines(12_000, |n| format!("[[moved]]\nfrom = 'style/x{n}'\nto = 'style/x{}'\n", n + 1)), 0),
        (
            "one circle",
            lines(12_000, |n| format!("[[moved]]\nfrom = 'style/x{n}'\nto = 'style/x{}'\n", (n + 1) % 12_000)),
            1,
        ),
        ("a pattern of open braces", format!("files = ['{}']\n", "{".repeat(100_000)), 1),
        ("imports", lines(8_000, |n| format!("[[import]]\nto = 'style/x{n}'\nid = '{}'\n", id(n))), 0),
        ("the same import", lines(8_000, |_| format!("[[import]]\nto = 'style/x'\nid = '{}'\n", id(1))), 100),
    ];
    for (name, text, least) in blocks {
        let started = Instant::now();
        let parsed = parse_source(&SourceFile::new("housestyle.toml", text), Format::Toml);
        let found = read_project(&parsed).1;
        assert!(found.len() >= least, "{name}: {}", found.len());
        assert!(started.elapsed() < LIMIT, "{name}: {:?}", started.elapsed());
    }
}

/// Files of nothing that is known, and as many that name what they were meant to be: each is looked up once.
#[test]
fn what_files_lost_is_looked_up_once() {
    const MANY: usize = 12_000;
    let lost = (0..MANY).map(|n| (format!("styles/s{n}.yaml"), "resource:\n  name: S\n  language: de\n".to_owned()));
    let profile = |n: usize| format!("kind: translation_profile\ntarget_language: de\nstyle: s{n}\n");
    let named = (0..MANY).map(|n| (format!("profiles/p{n}.yaml"), profile(n)));
    let parsed: Vec<_> =
        lost.chain(named).map(|(path, text)| parse_source(&SourceFile::new(path, text), Format::Yaml)).collect();
    let started = Instant::now();
    let found = find_faults(&parsed, &Project::default(), &builtin_catalogue(Edition::Core));
    assert!(started.elapsed() < LIMIT, "{:?}", started.elapsed());
    // What is lost is told where it is, and nowhere else.
    assert!(found.iter().all(|finding| finding.file.path().starts_with("styles/")), "{}", found.len());
}

/// One text of tens of thousands of departures: all that are described are proved together, in as much time as the text is long.
#[test]
fn many_fixes_of_one_text_take_time_that_grows_with_it() {
    const MANY: usize = 30_000;
    for (name, format, around, unit) in [
        ("periods", TextFormat::Json, ["{\"a\": \"", "\"}"], "Es ist eine etwas längere Zeile... und dann noch mehr. "),
        ("escapes", TextFormat::Json, ["{\"a\": \"", "\"}"], "Es ist \\u00fcberall eine Zeile... und dann noch mehr. "),
        ("signs", TextFormat::Fluent, ["a = ", "\n"], "Es ist { $x } und eine Zeile... und dann noch mehr. "),
        ("a paragraph", TextFormat::Markdown, ["", ""], "Es ist *eine* Zeile... und [[a|noch]] mehr.\n"),
    ] {
        let started = Instant::now();
        let text = around.join(&unit.repeat(MANY));
        let rules = [("punctuation", "ellipsis", "use_ellipsis_character")];
        let mut style = StyleChecks::from_rules(Tongue::De, rules, true);
        style.described = MANY;
        let report = check_text_file(&SourceFile::new("a", text), format, &TextChecks { style, terms: Vec::new() });
        let fixes = report.findings.iter().filter(|finding| finding.fix.is_some()).count();
        println!("{name}: {:?}, {fixes} fixes", started.elapsed());
        assert_eq!(fixes, MANY, "{name}");
        assert!(started.elapsed() < LIMIT, "{name}: {:?}", started.elapsed());
    }
}

/// Texts whose places are looked for in their source: both are gone through once, and not one for each place of the other.
#[test]
fn a_text_is_compared_with_its_source_in_time_that_grows_with_both() {
    let times = |part: &str| part.repeat((400 << 10) / part.len());
    let numbers = |salt: u64| lines(60_000, |n| format!("{} ", (n as u64 + 1) * salt % 9_999_991));
    for (name, tongue, source, text) in [
        ("units", Tongue::It, times("5 m "), times("5 m ")),
        ("percentages", Tongue::Ko, times("%5 7 "), times("5% ")),
        ("ampersands", Tongue::De, times("Bread & salt "), times("Brot & salzig ")),
        ("years", Tongue::Ja, times("in 1988 "), times("1988年に")),
        ("noon", Tongue::Zh, times("noon "), times("中午12点")),
        ("numbers", Tongue::De, numbers(7_919), numbers(104_729)),
        ("placeholders", Tongue::De, lines(20_000, |n| format!("%(a{n})s ")), times("% s ")),
        ("words", Tongue::De, times("1:16 "), times("1:16 ")),
    ] {
        let started = Instant::now();
        let file = SourceFile::new("a.po", format!("msgid \"x {source}\"\nmsgstr \"y {text}\"\n"));
        let rules = trusted_detectors(tongue).map(|detector| {
            let (category, rule) = detector.parts();
            (category, rule, detector.values[0].name)
        });
        let style = StyleChecks::from_rules(tongue, rules, true);
        let report = check_text_file(&file, TextFormat::Po, &TextChecks { style, terms: Vec::new() });
        println!("{name}: {:?}, {} findings", started.elapsed(), report.findings.len());
        assert_eq!(report.coverage.texts, 1, "{name}");
        assert!(started.elapsed() < LIMIT, "{name}: {:?}", started.elapsed());
    }
}
