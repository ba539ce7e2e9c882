//! What findings say beside their code and place: advice that fits what stands there, and the change that is offered.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::catalogue::Catalogue;
use housestyle::catalogue::limits::MAX_PHRASE_BYTES;
use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::check::files::{FilesToCheck, check_files};
use housestyle::check::project::read_project;
use housestyle::check::{CheckPurpose, CheckedProject};
use housestyle::diagnostic::{Code, Diagnostic, SourceFile};
use housestyle::model::project::Project;
use housestyle::source::edit::apply_text_edits;
use housestyle::source::{Format, parse_source};

/// A project of these files.
fn checked(files: &[(&str, &str)]) -> CheckedProject {
    let texts: BTreeMap<Utf8PathBuf, String> =
        files.iter().map(|(path, text)| ((*path).into(), (*text).to_owned())).collect();
    let paths: Vec<Utf8PathBuf> =
        texts.keys().filter(|path| Format::from_path(path.as_str()).is_some()).cloned().collect();
    let to_check = FilesToCheck { root: Utf8Path::new("/nowhere"), paths: &paths, texts: &texts };
    check_files(to_check, &Project::default(), &builtin_catalogue(Edition::Core), CheckPurpose::Desired).project
}

fn found(files: &[(&str, &str)]) -> Vec<Diagnostic> {
    checked(files).findings
}

/// The only finding of a file.
#[track_caller]
fn finding(path: &str, text: &str) -> Diagnostic {
    let found = found(&[(path, text)]);
    let [finding] = found.as_slice() else { panic!("{text}: {found:?}") };
    finding.clone()
}

/// The file with the change that a finding offers.
fn fixed(finding: &Diagnostic) -> Option<String> {
    apply_text_edits(finding.file.text(), &finding.fix.as_ref()?.edits)
}

/// A list with these prompts.
fn list(prompts: &[&str]) -> String {
    let items: String =
        prompts.iter().enumerate().map(|(at, prompt)| format!("  - label: l{at}\n    prompt: {prompt}\n")).collect();
    format!("name: A\nlanguage: de\ncustom_instructions:\n{items}")
}

/// A glossary whose dictionary is this table.
fn of_table<'a>(table: &'a str, rows: &'a str, glossary: &'a mut String) -> [(&'a str, &'a str); 2] {
    *glossary = format!(
        "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    file: {table}\n"
    );
    let path = if table.ends_with(".csv") { "glossaries/t.csv" } else { "glossaries/t.tsv" };
    [("glossaries/terms.yaml", glossary), (path, rows)]
}

#[test]
fn a_row_of_one_column_is_advised_by_what_divides_it() {
    let tabs = "write a tab between the phrases, or save a table with commas as `.csv`";
    for (table, row, help) in [
        ("t.tsv", "wind farm,Windpark\n", tabs),
        ("t.tsv", "wind farm;Windpark\n", tabs),
        ("t.tsv", "wind farm\n", "write a tab between the source phrase and the target phrase"),
        (
            "t.csv",
            "wind farm\tWindpark\n",
            "save it as `.tsv`, and name it so in `file`; or divide columns with commas",
        ),
        (
            "t.csv",
            "wind farm;Windpark\n",
            "divide columns with commas, and put phrases with a comma in quotes: the service knows no semicolons",
        ),
        ("t.csv", "wind farm\n", "write a comma between the source phrase and the target phrase"),
    ] {
        let found = found(&of_table(table, row, &mut String::new()));
        assert_eq!(found[0].code, Code::TableColumns, "{row}: {found:?}");
        assert_eq!(found[0].help.as_deref(), Some(help), "{table}: {row}");
    }
}

#[test]
fn every_row_that_is_wrong_is_a_finding() {
    let spaced: String = (0..7).map(|row| format!(" a{row}\tb\n")).collect();
    let short: String = (0..6).map(|row| format!("c{row}\n")).collect();
    let found = found(&of_table("t.tsv", &format!("{spaced}{short}"), &mut String::new()));
    let count = |code: Code| found.iter().filter(|finding| finding.code == code).count();
    assert_eq!((count(Code::EntryWhitespace), count(Code::TableColumns)), (7, 6));
}

#[test]
fn of_a_phrase_that_is_too_long_what_is_over_is_marked() {
    let entries = |phrase: &str| {
        format!(
            "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    \
             entries:\n      rotor: {phrase}\n"
        )
    };
    let long = format!("{}over", "x".repeat(MAX_PHRASE_BYTES));
    for quote in ["", "\"", "'"] {
        let finding = finding("glossaries/terms.yaml", &entries(&format!("{quote}{long}{quote}")));
        assert_eq!(finding.code, Code::PhraseTooLong);
        assert_eq!(&finding.file.text()[finding.primary.span.range()], "over", "in {quote}");
    }
}

#[test]
fn a_text_that_a_comment_cuts_is_put_in_quotes_that_it_does_not_hold() {
    for (prompt, whole) in [
        ("Use the # sign", Some("\"Use the # sign\"")),
        ("Say \"no\" # twice", Some("'Say \"no\" # twice'")),
        ("Write \\ for # signs", Some("'Write \\ for # signs'")),
        ("It's \"no\" # twice", None),
    ] {
        let finding = finding("styles/a.yaml", &list(&[prompt]));
        assert_eq!(finding.code, Code::CutText, "{prompt}");
        assert_eq!(fixed(&finding), whole.map(|whole| list(&[whole])), "{prompt}");
    }
    let quoted = found(&[("styles/a.yaml", &list(&["'Use it' # as is"]))]);
    assert!(quoted.is_empty(), "{quoted:?}");
}

#[test]
fn white_space_at_an_edge_is_taken_away_between_the_quotes_that_are_there() {
    for (name, said, trimmed) in [
        ("' Shop'", "the name begins with white space", "'Shop'"),
        ("\" 5 \"", "the name begins and ends with white space", "\"5\""),
        ("\"5 \"", "the name ends with white space", "\"5\""),
    ] {
        let finding = finding("styles/a.yaml", &format!("name: {name}\nlanguage: de\n"));
        assert_eq!((finding.code, finding.message.as_str()), (Code::EdgeWhitespace, said));
        assert_eq!(fixed(&finding), Some(format!("name: {trimmed}\nlanguage: de\n")));
    }
}

#[test]
fn a_circle_of_bases_says_how_many_are_in_it() {
    let base = |of: &str| format!("kind: base_style\nextends: [house/{of}]\n");
    let said = |found: &[Diagnostic]| found.iter().map(|finding| finding.message.clone()).collect::<Vec<_>>();
    let own = found(&[("house/a.yaml", &base("a"))]);
    assert_eq!(said(&own), ["the base `house/a` extends itself"]);
    let others = found(&[("house/a.yaml", &base("b")), ("house/b.yaml", &base("a"))]);
    assert_eq!(said(&others), ["the base `house/b` extends itself through another one"]);
}

#[test]
fn a_language_with_an_underscore_is_written_with_a_hyphen() {
    let profile = |code: &str| format!("kind: translation_profile\ntarget_language: {code}\n");
    let finding = finding("profiles/a.yaml", &profile("pt_BR"));
    assert_eq!(finding.code, Code::MalformedLanguage);
    assert_eq!(fixed(&finding), Some(profile("pt-BR")));
}

#[test]
fn the_first_of_two_keys_is_shown_where_it_is_in_the_same_file() {
    let list = |name: &str| format!("key: one\nname: {name}\nlanguage: de\n");
    let shown = |found: &[Diagnostic]| -> Vec<(Code, usize)> {
        found.iter().map(|finding| (finding.code, finding.secondary.len())).collect()
    };
    let beside = found(&[("styles/a.yaml", &format!("{}---\n{}", list("A"), list("B")))]);
    assert_eq!(shown(&beside), [(Code::DuplicateStyleKey, 1)]);
    let apart = found(&[("styles/a.yaml", &list("A")), ("styles/b.yaml", &list("B"))]);
    assert_eq!(shown(&apart), [(Code::DuplicateStyleKey, 0)]);
}

#[test]
fn of_two_labels_the_second_goes_only_where_it_says_the_same() {
    let list = |other: &str| {
        format!("name: A\nlanguage: de\ncustom_instructions:\n  - {{label: a, prompt: Be kind.}}\n{other}")
    };
    let same = finding("styles/a.yaml", &list("  - {label: a, prompt: Be kind.}\n"));
    assert_eq!((same.code, same.help.as_deref()), (Code::DuplicateLabel, Some("remove one of them")));
    assert_eq!(fixed(&same), Some(list("")));
    let other = finding("styles/a.yaml", &list("  - {label: a, prompt: Be brief.}\n"));
    assert_eq!(
        (other.code, other.help.as_deref()),
        (Code::DuplicateLabel, Some("keep one of them, or give one another label"))
    );
    assert_eq!(fixed(&other), None);
}

/// Rules with a value that was offered, but not for this language, as lines of a table of rules.
fn not_offered(catalogue: &Catalogue, language: &str, many: usize) -> String {
    let rules = catalogue.iter_rules().filter_map(|rule| {
        let known = |known: &String| known == language;
        let value =
            rule.values.values().find(|value| !value.languages.is_empty() && !value.languages.iter().any(known));
        Some(format!("{}.{} = '{}'\n", rule.category, rule.name, value?.name))
    });
    rules.take(many).collect()
}

#[test]
fn of_many_values_of_a_base_five_are_named_and_the_rest_is_counted() {
    let catalogue = builtin_catalogue(Edition::Core);
    for (many, counted) in [(5, None), (6, Some("and 1 more"))] {
        let rules = not_offered(&catalogue, "en", many);
        assert_eq!(rules.lines().count(), many);
        let base = format!("kind = 'base_style'\n[configured_rules]\n{rules}");
        let list = "name: A\nlanguage: en\nextends: [house/a]\n";
        let found = found(&[("house/a.toml", &base), ("styles/a.yaml", list)]);
        let told = found.iter().find(|finding| finding.code == Code::ValueNotOffered).unwrap();
        assert_eq!(told.message, format!("the base sets {many} rules to values that were not offered for `en`"));
        let notes: Vec<&str> = told.notes.iter().map(String::as_str).collect();
        assert_eq!(notes.iter().filter(|note| note.contains("is set at house/a.toml:")).count(), 5, "{notes:?}");
        assert_eq!(notes.iter().find(|note| note.contains("more")).copied(), counted);
    }
}

#[test]
fn only_prompts_are_counted_in_units_of_utf16() {
    let limit = builtin_catalogue(Edition::Core).limits.prompt;
    let emoji = "😀".repeat(limit / 2 + 1);
    assert_eq!(finding("styles/a.yaml", &list(&[&emoji])).code, Code::PromptUtf16);
    let profile = format!("kind: translation_profile\ntarget_language: de\ncontext: {emoji}\n");
    let context = found(&[("profiles/a.yaml", &profile)]);
    assert!(context.is_empty(), "{context:?}");
}

#[test]
fn an_entry_of_a_glossary_or_a_term_changes_the_digest_of_what_is_wanted() {
    let glossary = |target: &str| {
        format!(
            "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    \
             entries: {{rotor: {target}}}\n"
        )
    };
    let digest = |text: &str| checked(&[("glossaries/a.yaml", text)]).desired.unwrap().digest();
    assert_eq!(digest(&glossary("Rotor")), digest(&format!("# the same\n{}", glossary("Rotor"))));
    assert_ne!(digest(&glossary("Rotor")), digest(&glossary("Läufer")));
    assert_ne!(digest(&glossary("Rotor")), digest(&format!("{}protected: true\n", glossary("Rotor"))));
}

/// What is said of a project file.
fn of_settings(text: &str) -> Vec<Diagnostic> {
    read_project(&parse_source(&SourceFile::new("housestyle.toml", text), Format::Toml)).1
}

#[test]
fn two_environments_with_one_state_file_are_shown_where_each_names_it() {
    let both = of_settings("[environments.a]\nstate = \"s.json\"\n[environments.b]\nstate = \"s.json\"\n");
    assert_eq!(both.len(), 1);
    assert_eq!((both[0].primary_place().line, both[0].secondary.len()), (4, 1));
    // Only one of them names it: to the other, it is the file that it has anyway.
    let one = of_settings("[environments.a]\nstate = \"housestyle.b.lock.json\"\n[environments.b]\n");
    assert_eq!(one.len(), 1);
    assert_eq!((one[0].primary_place().line, one[0].secondary.len()), (2, 0));
}

#[test]
fn a_state_file_lies_below_the_project_folder_and_outside_of_git() {
    for (path, said) in [
        ("states/a.json", None),
        ("", Some("`` names no file")),
        ("states/", Some("`states/` names no file")),
        ("~/a.json", Some("is not a path below the project folder")),
        ("c:a.json", Some("is not a path below the project folder")),
        ("a/../../b.json", Some("leads out of the project folder")),
        ("states//a.json", Some("cannot be the path of such a file")),
        (".git/a.json", Some("cannot be the path of such a file")),
        ("states/a\\u0007.json", Some("cannot be the path of such a file")),
    ] {
        let found = of_settings(&format!("state = \"{path}\"\n"));
        let found: Vec<&str> = found.iter().map(|finding| finding.message.as_str()).collect();
        match said {
            None => assert_eq!(found, [""; 0], "{path}"),
            Some(said) => assert!(found.len() == 1 && found[0].contains(said), "{path}: {found:?}"),
        }
    }
}
