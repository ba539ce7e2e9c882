//! The corpus of seeded mistakes: each case is a file or a folder whose name says what is wrong, and a list of exactly
//! the findings it must have. `HOUSESTYLE_BLESS=1` rewrites the lists; they are then reviewed by eye.
//!
//! A case is `<name>.yaml` or `<name>.toml` with `<name>.<ending>.expected` beside it, or a folder with `expected` in it.
//! A file named `housestyle.toml` in a folder, or `<name>.housestyle.toml`, is read as a project file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::check::{self, CheckedProject};
use housestyle::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile};
use housestyle::model::project::Project;
use housestyle::source::discover::load_files;
use housestyle::source::{self, Format, Node, Value};

/// One case: a folder and the files in it that make the project, in order of path.
pub(crate) struct Case {
    pub(crate) name: String,
    root: Utf8PathBuf,
    pub(crate) paths: Vec<Utf8PathBuf>,
    expected: Utf8PathBuf,
}

impl Case {
    /// Its files, each by its path in the case.
    pub(crate) fn files(&self) -> Vec<(&Utf8Path, Vec<u8>)> {
        self.paths.iter().map(|path| (path.as_path(), std::fs::read(self.root.join(path)).unwrap())).collect()
    }
}

pub(crate) fn cases(folder: &str) -> Vec<Case> {
    let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut cases = Vec::new();
    for path in sorted(&root) {
        let name = path.file_name().unwrap().to_owned();
        if path.is_dir() {
            if name != "valid" {
                let mut paths = below(&path, &path);
                paths.retain(|path| path != "expected");
                cases.push(Case { name, expected: path.join("expected"), root: path, paths });
            }
        } else if !name.ends_with(".expected") {
            let expected = root.join(format!("{name}.expected"));
            cases.push(Case { paths: vec![Utf8PathBuf::from(&name)], root: root.clone(), expected, name });
        }
    }
    cases
}

fn sorted(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut paths: Vec<_> = folder.read_dir_utf8().unwrap().map(|entry| entry.unwrap().into_path()).collect();
    paths.sort();
    paths
}

/// Every file below `folder`, as a path from `root`.
pub(crate) fn below(root: &Utf8Path, folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    sorted(folder)
        .into_iter()
        .flat_map(
            |path| if path.is_dir() { below(root, &path) } else { vec![path.strip_prefix(root).unwrap().to_owned()] },
        )
        .collect()
}

/// Everything that is found in a project of these files.
pub(crate) fn check(root: &Utf8Path, paths: &[Utf8PathBuf]) -> CheckedProject {
    let documents = paths.iter().filter(|path| Format::from_path(path.as_str()).is_some()).cloned();
    let (projects, styles): (Vec<_>, Vec<_>) = documents.partition(|path| path.as_str().ends_with("housestyle.toml"));
    let (mut project, mut findings) = (Project::default(), Vec::new());
    for parsed in load_files(root, &projects) {
        (project, findings) = check::project::read_project(&parsed);
    }
    if projects.iter().any(|path| path != "housestyle.toml") {
        // A project file by itself, not a project.
        return CheckedProject { findings, desired: None };
    }
    let (catalogue, files) = (builtin_catalogue(project.edition()), load_files(root, &styles));
    findings.extend(check::find_faults(&files, &project, &catalogue));
    CheckedProject { findings, ..check::check_project(&files, &project, &catalogue) }
}

fn list(findings: &[Diagnostic], one_file: bool) -> String {
    let mut out = String::new();
    for finding in findings {
        let place = finding.primary_place();
        if !one_file {
            write!(out, "{}:", place.file).unwrap();
        }
        writeln!(out, "{}:{} {}", place.line, place.column, finding.code).unwrap();
    }
    out
}

#[test]
fn every_seeded_mistake_is_found_where_it_is_and_nothing_else() {
    let bless = std::env::var_os("HOUSESTYLE_BLESS").is_some();
    let cases = cases("corpus");
    let mut wrong = String::new();
    for case in &cases {
        let found = list(&check(&case.root, &case.paths).findings, case.paths.len() == 1);
        let expected = std::fs::read_to_string(&case.expected).unwrap_or_default();
        if bless {
            std::fs::write(&case.expected, found).unwrap();
        } else if found != expected || found.is_empty() {
            writeln!(wrong, "== {}\n-- expected\n{expected}-- found\n{found}", case.name).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn valid_files_have_no_finding() {
    let cases = cases("corpus/valid");
    for case in &cases {
        let checked = check(&case.root, &case.paths);
        assert!(checked.findings.is_empty(), "{}\n{}", case.name, list(&checked.findings, false));
    }
    assert!(!cases.is_empty());
}

#[test]
fn safe_fixes_settle_what_they_belong_to_and_change_nothing_else() {
    let mut fixed = 0;
    for case in cases("corpus") {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        for path in &case.paths {
            std::fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            std::fs::copy(case.root.join(path), root.join(path)).unwrap();
        }
        let before = check(root, &case.paths).findings;
        let safe = before.iter().filter(|finding| fix(finding).is_some()).count();
        if safe == 0 {
            continue;
        }
        for path in &case.paths {
            let of_file = before.iter().filter(|finding| &**finding.file.path() == path.as_str());
            let mut edits: Vec<Edit> = of_file.filter_map(fix).flat_map(|fix| fix.edits.clone()).collect();
            edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
            let mut text = std::fs::read_to_string(root.join(path)).unwrap();
            for edit in edits {
                text.replace_range(edit.span.range(), &edit.text);
            }
            std::fs::write(root.join(path), text).unwrap();
        }
        let after = check(root, &case.paths).findings;
        let left = list(&after, false);
        assert!(
            !after.iter().any(|finding| fix(finding).is_some()),
            "{}: a second run would change more\n{left}",
            case.name
        );
        // A value that was none before may turn out to be one for other languages.
        let count = |findings: &[Diagnostic]| findings.iter().filter(|f| f.code != Code::ValueNotOffered).count();
        assert_eq!(count(&after), count(&before) - safe, "{}\n{left}", case.name);
        fixed += safe;
    }
    assert!(fixed >= 30, "only {fixed} safe fixes in the corpus");
}

fn fix(finding: &Diagnostic) -> Option<&Fix> {
    finding.fix.as_ref().filter(|fix| fix.safety == Safety::Safe)
}

#[test]
fn findings_stay_short_whatever_the_file_says() {
    for case in cases("corpus") {
        for finding in check(&case.root, &case.paths).findings {
            let line = |text: &str| text.chars().count() <= 200 && !text.contains('\n');
            let template = finding.code == Code::EmptyFile;
            let help = finding.help.iter().filter(|_| !template);
            let close = finding.message.matches('`').count() <= 12;
            for text in help.chain([&finding.message]) {
                assert!(line(text) || text.starts_with("did you mean"), "{}: {text}", case.name);
            }
            assert!(close && !finding.message.is_empty(), "{}: {}", case.name, finding.message);
            assert!(
                finding.help.is_some() || !finding.notes.is_empty(),
                "{}: {} helps nobody",
                case.name,
                finding.code
            );
        }
    }
}

/// Whatever word of a file is a thousand times longer, what is said of it fits on a screen.
#[test]
fn what_is_echoed_is_bounded() {
    let (catalogue, compiled) = (builtin_catalogue(Edition::Core), std::sync::Arc::default());
    let (mut wrong, mut tried) = (String::new(), 0);
    for (at, case) in cases("corpus").into_iter().filter(|case| case.paths.len() == 1).enumerate() {
        let [(path, bytes)] = case.files().try_into().unwrap();
        let (Ok(text), Some(format)) = (String::from_utf8(bytes), Format::from_path(path.as_str())) else { continue };
        let mut words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
        words.retain(|word| word.len() > 2);
        words.dedup();
        // Every third word, from another one in each case.
        for word in words.into_iter().take(14).skip(at % 3).step_by(3) {
            tried += 1;
            let long = text.replacen(word, &format!("{word} ").repeat(3).replace(' ', &"x".repeat(900)), 1);
            let parsed = source::parse_source(&SourceFile::new(path.as_str(), long), format);
            let findings = if path.as_str().ends_with("housestyle.toml") {
                check::project::read_project(&parsed).1
            } else {
                check::find_faults_reusing(&[parsed], &Project::default(), &catalogue, &compiled)
            };
            for finding in findings {
                let labels = finding.secondary.iter().chain([&finding.primary]).map(|label| &label.text);
                let title = finding.offered().map(|fix| &fix.title);
                let texts = labels.chain(&finding.notes).chain(&finding.help).chain([&finding.message]).chain(title);
                for text in texts.filter(|text| text.chars().count() > 600) {
                    let shown: String = text.chars().take(160).collect();
                    writeln!(
                        wrong,
                        "{}: {} after `{word}`: {} characters: {shown}",
                        case.name,
                        finding.code,
                        text.len()
                    )
                    .unwrap();
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(tried > 500, "only {tried} words were tried");
}

/// Codes of findings that no schema can express, because they rest on the text, on other values or on other documents.
/// Some of them are also the names of faults of shape: a null that removes nothing is an `empty-value`, a second document
/// lacks its `key`, a file's name is no key, and instructions are counted again after bases were taken in.
const BEYOND_SCHEMA: &[Code] = &[
    Code::EmptyValue,
    Code::MissingField,
    Code::InvalidKey,
    Code::TooManyInstructions,
    Code::TabIndent,
    Code::ConflictMarker,
    Code::DuplicateKey,
    Code::UndefinedAlias,
    Code::MergeKey,
    Code::UnsupportedTag,
    Code::AmbiguousScalar,
    Code::NotNormalized,
    Code::MalformedLanguage,
    Code::UnlikelyLanguage,
    Code::ValueNotOffered,
    Code::Contradiction,
    Code::PromptUtf16,
    Code::HiddenText,
    Code::SoftHyphen,
    Code::CutText,
    Code::GarbledText,
    Code::NewerToml,
    Code::EdgeWhitespace,
    Code::DuplicateStyleKey,
    Code::DuplicateName,
    Code::DuplicateLabel,
    Code::UnknownBase,
    Code::BaseCycle,
    Code::BaseLanguage,
    Code::UnreadableFile,
    Code::NameTooLong,
    Code::UnknownTable,
    Code::TableColumns,
    Code::TableQuotes,
    Code::QuotedCell,
    Code::TableHeader,
    Code::ReversedTable,
    Code::TableLanguages,
    Code::DuplicateEntry,
    Code::EntryCharacter,
    Code::EntryWhitespace,
    Code::PhraseTooLong,
    Code::GlossaryTooLarge,
    Code::DuplicatePair,
    Code::PairOfOneLanguage,
    Code::RegionalLanguage,
    Code::UnlistedLanguage,
    Code::DuplicateTermList,
    Code::DuplicateTerm,
    Code::TermsTooLong,
    Code::TermsWithBreaks,
    Code::UnknownReference,
    Code::WrongReference,
    Code::DuplicateReference,
    Code::StyleLanguage,
    Code::MissingPair,
    Code::ReversedPair,
    Code::MissingTermList,
    Code::MissingSourceLanguage,
    Code::DetectedSourceLanguage,
    Code::ExclusiveFields,
    Code::LowThreshold,
    Code::WithoutEffect,
    Code::FeatureNotOffered,
];

#[test]
fn another_validator_of_the_schema_agrees_on_every_shape() {
    let shapes = ["style", "base-style", "glossary", "spoken-terms", "translation-profile"];
    let witnesses = BTreeMap::from(shapes.map(|shape| (shape, Witness::new(shape))));
    let (mut accepted, mut refused) = (0, 0);
    let all = cases("corpus").into_iter().chain(cases("corpus/valid"));
    for case in all.filter(|case| !case.paths.iter().any(|path| path.as_str().ends_with("housestyle.toml"))) {
        let documents: Vec<_> =
            case.paths.iter().filter(|path| Format::from_path(path.as_str()).is_some()).cloned().collect();
        let parsed = load_files(&case.root, &documents);
        let findings = check(&case.root, &case.paths).findings;
        for file in &parsed {
            // What was lost with a fault of the text is no fault of the shape; other normal forms are composed first.
            let composed = !findings.iter().any(|finding| finding.code == Code::NotNormalized);
            if file.incomplete || file.documents.is_empty() || !composed {
                continue;
            }
            let found: Vec<&Diagnostic> =
                findings.iter().filter(|finding| finding.file.path() == file.file.path()).collect();
            let agrees = file.documents.iter().all(|document| {
                let kind = document.get("kind").and_then(|kind| kind.text()).unwrap_or("style").replace('_', "-");
                witnesses.get(kind.as_str()).unwrap_or(&witnesses["style"]).accepts(document)
            });
            // A code that may be a language by now is accepted, and warned of.
            let may_be_new =
                |finding: &Diagnostic| finding.code == Code::UnknownLanguage && finding.severity == Severity::Warning;
            let beyond = |finding: &Diagnostic| BEYOND_SCHEMA.contains(&finding.code) || may_be_new(finding);
            let shapes = found.iter().filter(|finding| !beyond(finding)).count();
            if agrees {
                accepted += 1;
                assert_eq!(shapes, 0, "{}: the schema accepts it\n{}", case.name, list(&findings, false));
            } else {
                refused += 1;
                let error = found.iter().any(|finding| finding.severity == Severity::Error);
                assert!(error, "{}: the schema refuses it\n{}", case.name, list(&findings, false));
            }
        }
    }
    assert!(accepted >= 40 && refused >= 50, "{accepted} accepted, {refused} refused: too few to say anything");
}

/// Blank texts, and codes of languages: two answers that only the checks give, and that the published schemas give as well.
#[test]
fn published_schemas_agree_on_blank_texts_and_on_languages() {
    let witness = Witness::new("style");
    let (catalogue, compiled) = (builtin_catalogue(Edition::Core), std::sync::Arc::default());
    let judge = |text: &str| {
        let file = SourceFile::new("a.yaml", text);
        let parsed = source::parse_source(&file, Format::Yaml);
        let accepts = witness.accepts(&parsed.documents[0]);
        let found = check::find_faults_reusing(&[parsed], &Project::default(), &catalogue, &compiled);
        (accepts, !found.iter().any(|finding| finding.severity == Severity::Error))
    };
    let list = |name: &str, language: &str, label: &str, prompt: &str| {
        format!(
            "name: '{name}'\nlanguage: '{language}'\ncustom_instructions: [{{label: '{label}', prompt: '{prompt}'}}]\n"
        )
    };
    // The witness knows fewer blanks than the standard does, so that only these are asked about.
    let mut texts: Vec<String> = [" ", "\u{a0}", "x", " x ", ""]
        .iter()
        .flat_map(|text| [list(text, "de", "a", "b"), list("x", "de", text, "b"), list("x", "de", "a", text)])
        .collect();
    let letters = || ('a'..='z').map(String::from);
    let two: Vec<String> = letters().flat_map(|one| letters().map(move |other| format!("{one}{other}"))).collect();
    let three = ["deu", "ger", "haw", "eng", "spa", "zzz", "jpn", "ceb", "fra", "ara"].map(str::to_owned);
    let tails = [
        "de-ch", "pt-br", "jp-jp", "en-us", "haw-us", "zh-hans", "xx-y", "xx-", "DE", "Xx", "xx_yy", "german", "d",
        "xxxx", "x1",
    ];
    let codes = two.into_iter().chain(three).chain(tails.map(str::to_owned));
    texts.extend(codes.map(|code| list("x", &code, "a", "b")));
    let wrong: Vec<String> = texts
        .iter()
        .filter_map(|text| match judge(text) {
            (schema, checks) if schema == checks => None,
            (schema, checks) => Some(format!("{text}schema: {schema}, validate: {checks}")),
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), texts.len(), wrong.join("\n"));
}

/// `[lints]`: what the published schema takes is what a project may say.
#[test]
fn the_schema_of_the_project_file_knows_which_findings_may_weigh_less() {
    let witness = Witness::new("project");
    for code in Code::ALL {
        for word in ["error", "warn", "off", "none"] {
            let text = format!("[lints]\n{code} = \"{word}\"\n");
            let file = SourceFile::new("housestyle.toml", text);
            let parsed = source::parse_source(&file, Format::Toml);
            let (_, found) = check::project::read_project(&parsed);
            assert_eq!(witness.accepts(&parsed.documents[0]), found.is_empty(), "{code} = {word}: {found:?}");
        }
    }
}

/// A validator that is not the one inside, on a schema as it is committed.
struct Witness {
    schemas: boon::Schemas,
    index: boon::SchemaIndex,
}

impl Witness {
    fn new(shape: &str) -> Self {
        let path = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{shape}.schema.json"));
        let schema = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
        compiler.add_resource("file:///shape.json", schema).unwrap();
        let index = compiler.compile("file:///shape.json", &mut schemas).unwrap();
        Self { schemas, index }
    }

    fn accepts(&self, document: &Node) -> bool {
        // No field takes a date of TOML, nor half of something.
        let json = document.to_json_with(&|value| matches!(value, Value::Date(_)).then(|| 0.5.into()));
        self.schemas.validate(&json, self.index).is_ok()
    }
}
