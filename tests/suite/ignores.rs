//! Comments that say a finding is meant: where they stand, what they may name, and what is said of those that do nothing.

use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::check::{self, CheckedProject};
use housestyle::diagnostic::{Code, Severity, SourceFile};
use housestyle::model::project::Project;
use housestyle::source::{Format, parse_source};

fn checked(path: &str, text: &str, project: &Project) -> CheckedProject {
    let format = Format::from_path(path).unwrap();
    check::check_project(
        &[parse_source(&SourceFile::new(path, text), format)],
        project,
        &builtin_catalogue(Edition::Core),
    )
}

/// Codes and lines of what is found.
fn found(path: &str, text: &str) -> Vec<(&'static str, u32)> {
    let checked = checked(path, text, &Project::default());
    checked.findings.iter().map(|finding| (finding.code.name(), finding.primary_place().line)).collect()
}

const SPACED: &str = "name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    prompt: 'B '";

#[test]
fn a_comment_stands_behind_what_it_is_about_or_above_it() {
    assert_eq!(found("a.yaml", SPACED), [("edge-whitespace", 5)]);
    let behind = format!("{SPACED} # housestyle: ignore[edge-whitespace] meant\n");
    assert_eq!(found("a.yaml", &behind), []);
    let comment = "    # housestyle: ignore[edge-whitespace] meant\n";
    for between in ["", "\n", "    # a comment of somebody\n", "    # housestyle: ignore[prompt-utf16] meant\n"] {
        let text = SPACED.replace("    prompt", &format!("{comment}{between}    prompt"));
        let expected: &[&str] = if between.contains("utf16") { &["unused-ignore"] } else { &[] };
        let codes: Vec<&str> = found("a.yaml", &text).into_iter().map(|(code, _)| code).collect();
        assert_eq!(codes, expected, "{between:?}");
    }
    let far = SPACED.replace("  - label", &format!("{comment}  - label"));
    assert_eq!(found("a.yaml", &far), [("unused-ignore", 4)], "what it may be about is told with it");
}

#[test]
fn a_text_of_several_lines_is_one_thing_and_no_comment_of_its_own() {
    let block = "name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    # housestyle: ignore[edge-whitespace] meant\n    prompt: |\n      One.\n      Two.\n";
    assert_eq!(found("a.yaml", block), []);
    // What is found on a later line of it.
    let cut =
        block.replace("|\n      One.\n      Two.", "One and\n      two # three").replace("edge-whitespace", "cut-text");
    assert_eq!(found("a.yaml", &cut), []);
    assert_eq!(found("a.yaml", &cut.replace("housestyle:", "")), [("cut-text", 7)]);
    let inside = "name: A\nlanguage: de\ncustom_instructions:\n  - label: a\n    prompt: |-\n      One.\n      # housestyle: ignore[nonsense]\n";
    assert_eq!(found("a.yaml", inside), [("invalid-ignore", 7)], "it is sent with the prompt");
    let quoted = "name: 'A # housestyle: ignore[nonsense]'\nlanguage: de\n";
    assert_eq!(found("a.yaml", quoted), []);
    let apart = "name: A\nlanguage: de#housestyle: ignore[nonsense]\n";
    assert!(found("a.yaml", apart).iter().all(|(code, _)| *code != "invalid-ignore"));
}

#[test]
fn toml_has_the_same_comments() {
    let toml = "name = \"A \"\nlanguage = \"de\"\n";
    assert_eq!(found("a.toml", toml), [("edge-whitespace", 1)]);
    assert_eq!(found("a.toml", &toml.replace("\"A \"", "\"A \" # housestyle: ignore[edge-whitespace] meant")), []);
    assert_eq!(found("a.toml", &format!("# housestyle: ignore[edge-whitespace] meant\n{toml}")), []);
    let long = "name = \"A\"\nlanguage = \"de\"\n[[custom_instructions]]\nlabel = \"a\"\n# housestyle: ignore[edge-whitespace] meant\nprompt = \"\"\"\nOne.\nTwo. # housestyle: ignore[nonsense]\n\"\"\"\n";
    assert_eq!(found("a.toml", long), []);
    assert_eq!(found("a.toml", "name = '# housestyle: ignore[nonsense]'\nlanguage = 'de'\n"), []);
}

#[test]
fn a_comment_that_does_nothing_is_said_and_what_it_does_not_mean_is_shown() {
    const BOTH: &[Code] = &[Code::EdgeWhitespace, Code::InvalidIgnore];
    let mut stricter = Project::default();
    stricter.lints.insert(Code::EdgeWhitespace, Some(Severity::Error));
    for (comment, said, shown) in [
        ("ignore[edge-whitespace]", "the comment gives no reason", &BOTH[1..]),
        ("ignore[edge-whitespce] meant", "there is no code `edge-whitespce`", &BOTH[1..]),
        ("ignore[] meant", "there is no code ``", &BOTH[1..]),
        ("ignore edge-whitespace", "`ignore edge-whitespace` is not an ignore comment of housestyle", &BOTH[1..]),
        ("disable-line", "`disable-line` is not an ignore comment of housestyle", &BOTH[1..]),
        ("ignore[unknown-rule] meant", "`unknown-rule` is an error, which no comment can ignore", BOTH),
        ("ignore[unused-ignore] meant", "`unused-ignore` is about such comments, and cannot be ignored", BOTH),
    ] {
        let text = format!("{SPACED} # housestyle: {comment}\n");
        let codes =
            |checked: &CheckedProject| -> Vec<Code> { checked.findings.iter().map(|finding| finding.code).collect() };
        let lenient = checked("a.yaml", &text, &Project::default());
        assert_eq!(codes(&lenient), shown, "{comment}");
        assert_eq!(lenient.findings[shown.len() - 1].message, said);
        // What weighs more than the comment is shown whatever that says.
        assert_eq!(codes(&checked("a.yaml", &text, &stricter)), BOTH, "{comment}");
    }
    let near =
        checked("a.yaml", &format!("{SPACED} # housestyle: ignore[edge-whitespce] meant\n"), &Project::default());
    assert_eq!(near.findings[0].help.as_deref(), Some("did you mean `edge-whitespace`?"));
}

#[test]
fn several_codes_are_told_apart() {
    let text = format!("{SPACED} # housestyle: ignore[prompt-utf16, edge-whitespace] meant\n");
    assert_eq!(found("a.yaml", &text), [("unused-ignore", 5)]);
}

#[test]
fn taking_an_unused_comment_out_leaves_the_rest_as_it_was() {
    for (text, left) in [
        ("name: A # housestyle: ignore[edge-whitespace] x\nlanguage: de\n", "name: A\nlanguage: de\n"),
        ("name: A\n  # housestyle: ignore[edge-whitespace] x\r\nlanguage: de\n", "name: A\nlanguage: de\n"),
    ] {
        let checked = checked("a.yaml", text, &Project::default());
        let fix = checked.findings[0].fix.as_ref().unwrap();
        let span = fix.edits[0].span.range();
        assert_eq!(format!("{}{}", &text[..span.start], &text[span.end..]), left);
    }
}

#[test]
fn an_error_is_never_ignored_and_so_never_wanted() {
    let wrong =
        "name: A\nlanguage: de\nconfigured_rules:\n  numbers:\n    nonsense: x # housestyle: ignore[unknown-rule] y\n";
    let strict = checked("a.yaml", wrong, &Project::default());
    assert!(strict.desired.is_none());
    // Where the project lets it weigh less, it is a warning like any other.
    let mut relaxed = Project::default();
    relaxed.lints.insert(Code::UnknownRule, Some(Severity::Warning));
    let checked_relaxed = checked("a.yaml", wrong, &relaxed);
    assert!(checked_relaxed.findings.is_empty(), "{:?}", checked_relaxed.findings);
    assert!(checked_relaxed.desired.is_some());
    // A warning that the project makes an error is one by nature, and what it is about is valid.
    let mut stricter = Project::default();
    stricter.lints.insert(Code::EdgeWhitespace, Some(Severity::Error));
    assert!(checked("a.yaml", SPACED, &stricter).desired.is_none());
    let meant = format!("{SPACED} # housestyle: ignore[edge-whitespace] meant\n");
    assert!(checked("a.yaml", &meant, &stricter).desired.is_some());
}
