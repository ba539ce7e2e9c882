//! Style tests as data: a source text, what it is translated with, and what is expected of the translation.
//!
//! Invariant: a test file is read strictly: what is not understood is a fault with its place, never an expectation that is
//! silently dropped.

use std::collections::HashSet;
use std::sync::Arc;

use crate::conform::case_table::expand_test;
use crate::conform::test_pattern::compile_pattern;
use crate::diagnostic::{SourceFile, Span};
use crate::source::side_tables::SideTable;
use crate::source::{Entry, Node, Value};

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub struct StyleTest {
    /// Its name, unique in its file.
    pub name: String,
    /// Style or profile: key or address.
    pub subject: String,
    /// Where that is written.
    pub subject_span: Span,
    /// Language to translate from.
    pub from: Option<String>,
    /// Language to translate into, where it is a variant of the style's.
    pub to: Option<String>,
    /// The source text.
    pub text: String,
    /// What is expected.
    pub expect: Vec<Expectation>,
    /// Words by which tests are picked.
    pub tags: Vec<String>,
    /// Where it stands in its file.
    pub span: Span,
}

/// Which rules a translation shall follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FollowedRules {
    /// Every rule of the style that a detector tells.
    All,
    /// These rules.
    Named(Vec<String>),
}

/// Something that is expected of a translation.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// It follows rules of its style.
    Follows(FollowedRules),
    /// It contains a text.
    Contains(String, LetterCase),
    /// It does not.
    NotContains(String, LetterCase),
    /// It begins with a text.
    StartsWith(String, LetterCase),
    /// A pattern matches somewhere.
    Matches(String, LetterCase),
    /// All that is expected by at least one of these holds.
    Any(Vec<Vec<Expectation>>),
    /// Not all of these hold.
    Not(Vec<Expectation>),
    /// It uses a term, endings aside.
    UsesTerm(String),
    /// It has at most so many characters.
    MaxCharacters(usize),
    /// It is what the service makes without the style.
    SameAsWithout,
    /// It is near a text: least chrF, from 0 to 100.
    Golden(String, f64),
}

/// Whether capitals and small letters are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterCase {
    /// They are told apart.
    Exact,
    /// They are the same.
    Ignored,
}

impl Expectation {
    /// Whether the translation without the style is needed to judge it.
    #[must_use]
    pub fn needs_without(&self) -> bool {
        match self {
            Self::SameAsWithout => true,
            Self::Any(groups) => groups.iter().flatten().any(Self::needs_without),
            Self::Not(group) => group.iter().any(Self::needs_without),
            Self::Follows(_)
            | Self::Contains(..)
            | Self::NotContains(..)
            | Self::StartsWith(..)
            | Self::Matches(..)
            | Self::UsesTerm(_)
            | Self::MaxCharacters(_)
            | Self::Golden(..) => false,
        }
    }
}

/// What is wrong with a test file, or with a table that it names.
#[derive(Clone, Debug)]
pub struct TestFault {
    /// Where.
    pub span: Span,
    /// The table that this is a place of; none is the file of the test.
    pub table: Option<Arc<SourceFile>>,
    /// What.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// A name that stands there and is none of those that are known.
    pub unknown: Option<Box<UnknownName>>,
    /// What is the same fault elsewhere in the test.
    pub also: Vec<TestFault>,
}

/// A name that nothing has.
#[derive(Clone, Debug)]
pub struct UnknownName {
    /// The name.
    pub name: String,
    /// What stands there with it in it: `${{ name }}`.
    pub written: String,
    /// Names that there are.
    pub known: Vec<String>,
    /// The only one of them that stands nowhere, where all other names that do are known.
    pub unused: Option<String>,
}

impl TestFault {
    /// A fault of the test file.
    pub(super) fn new(span: Span, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { span, table: None, message: message.into(), help: help.into(), unknown: None, also: Vec::new() }
    }
}

const FILE_FIELDS: &[&str] = &["style", "profile", "from", "to", "tags", "tests"];
const TEST_FIELDS: &[&str] = &["name", "style", "profile", "from", "to", "tags", "cases", "text", "expect"];
const EXPECTATIONS: &[&str] = &[
    "follows",
    "contains",
    "not_contains",
    "starts_with",
    "matches",
    "uses_term",
    "max_characters",
    "same_as_without",
    "golden",
    "any",
    "not",
    "ignore_case",
];

/// What to do where nothing is expected.
const EXPECT_SOMETHING: &str = "write what is asked for: `follows: all`, `contains: …` or another expectation";

/// Deeper than anybody combines expectations.
const DEEPEST: usize = 4;

/// Default of `golden` where no `chrf` is given: near, but not to the letter.
const CHRF: f64 = 60.0;

struct TestReader {
    faults: Vec<TestFault>,
}

/// Reads the tests of a document; `side_tables` are the tables that its file names.
#[must_use]
pub fn read_style_tests(document: &Node, side_tables: &[SideTable]) -> (Vec<StyleTest>, Vec<TestFault>) {
    let mut reader = TestReader { faults: Vec::new() };
    reader.refuse_unknown(document.entries(), FILE_FIELDS);
    let tests = document.get("tests").map(Node::items).unwrap_or_default();
    if tests.is_empty() {
        reader.fault(document.span, "`tests` contains no test", "write a test: it has `name`, `text` and `expect`");
    }
    let mut found: Vec<StyleTest> = Vec::new();
    let mut names = HashSet::new();
    for node in tests {
        let cases = match expand_test(node, side_tables) {
            Ok(cases) => cases,
            Err(faults) => {
                reader.faults.extend(faults);
                continue;
            }
        };
        for (case, node) in cases {
            let before = reader.faults.len();
            for test in reader.read_test(document, &node, case.as_deref()) {
                if !names.insert(test.name.clone()) {
                    let message = format!("two tests have the name `{}`", short(&test.name));
                    reader.fault(
                        node.span,
                        &message,
                        "give one of them another name: a test is chosen and reported by it",
                    );
                }
                found.push(test);
            }
            // What is wrong with a test is wrong with each of its rows.
            if reader.faults.len() > before {
                break;
            }
        }
    }
    (found, reader.faults)
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

impl TestReader {
    fn fault(&mut self, span: Span, message: &str, help: &str) {
        self.faults.push(TestFault::new(span, message, help));
    }

    fn refuse_unknown(&mut self, entries: &[Entry], known: &[&str]) {
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.value.as_str())) {
            let message = format!("unknown field `{}`; there are {}", short(&entry.key.value), known.join(", "));
            self.fault(entry.key.span, &message, "take it out, or correct its name");
        }
    }

    /// A test, once for each of its styles or profiles, where nothing is wrong with it: one with a fault is never sent.
    fn read_test(&mut self, document: &Node, node: &Node, case: Option<&str>) -> Vec<StyleTest> {
        let before = self.faults.len();
        self.refuse_unknown(node.entries(), TEST_FIELDS);
        let text = |name: &str| node.get(name).or_else(|| document.get(name)).and_then(Node::text).map(str::to_owned);
        let own = |name: &str| node.get(name).and_then(Node::text).map(str::to_owned);
        let keys = |holder: &Node, name: &str| Some(read_placed(holder.get(name))).filter(|keys| !keys.is_empty());
        let any = |name: &str| keys(node, name).or_else(|| keys(document, name));
        let (kind, subjects) = match (keys(node, "style"), keys(node, "profile"), any("style"), any("profile")) {
            (Some(keys), None, ..) | (None, None, Some(keys), None) => ("style", keys),
            (None, Some(keys), ..) | (None, None, None, Some(keys)) => ("translation_profile", keys),
            (None, None, None, None) => {
                let help = "write `style` with the key of a list, here or at the top for all tests";
                self.fault(node.span, "a test needs `style` or `profile`, here or for the whole file", help);
                return Vec::new();
            }
            _ => {
                self.fault(node.span, "`style` and `profile` exclude each other", "keep one of them");
                return Vec::new();
            }
        };
        let (Some(name), Some(source)) = (own("name"), own("text").filter(|text| !text.trim().is_empty())) else {
            self.fault(node.span, "a test needs `name` and `text`", "write both");
            return Vec::new();
        };
        let expect = node.get("expect").map(|expect| self.read_expectations(expect, 0)).unwrap_or_default();
        if expect.is_empty() && self.faults.len() == before {
            let place = node.get("expect").map_or(node.span, |expect| expect.span);
            self.fault(place, "nothing is expected, so this test could not fail", EXPECT_SOMETHING);
        }
        let mut tags = read_texts(document.get("tags"));
        tags.extend(read_texts(node.get("tags")));
        if self.faults.len() > before {
            return Vec::new();
        }
        let several = subjects.len() > 1;
        let named = |key: &str| {
            let mut name = name.clone();
            let parts = case.into_iter().chain(several.then_some(key));
            parts.for_each(|part| name.push_str(&format!("[{part}]")));
            name
        };
        let test = |(key, span): &(String, Span)| StyleTest {
            name: named(key),
            subject: prefixed(kind, key),
            subject_span: *span,
            from: text("from"),
            to: text("to"),
            text: source.clone(),
            expect: expect.clone(),
            tags: tags.clone(),
            span: node.span,
        };
        subjects.iter().map(test).collect()
    }

    /// What one mapping expects, all of it.
    fn read_expectations(&mut self, node: &Node, depth: usize) -> Vec<Expectation> {
        let case = match node.get("ignore_case").map(|node| &node.value) {
            Some(Value::Bool(true)) => LetterCase::Ignored,
            _ => LetterCase::Exact,
        };
        let mut expect = Vec::new();
        let told = self.faults.len();
        for entry in node.entries() {
            self.read_expectation(entry, case, depth, &mut expect);
        }
        // What cannot be read is expected all the same.
        if expect.is_empty() && depth > 0 && self.faults.len() == told {
            self.fault(node.span, "nothing is expected here", EXPECT_SOMETHING);
        }
        expect
    }

    fn read_expectation(&mut self, entry: &Entry, case: LetterCase, depth: usize, expect: &mut Vec<Expectation>) {
        let node = &entry.value;
        let texts = || read_texts(Some(node));
        let json = node.to_json();
        let before = expect.len();
        match entry.key.value.as_str() {
            "follows" if node.text() == Some("all") => expect.push(Expectation::Follows(FollowedRules::All)),
            "follows" if !texts().is_empty() => expect.push(Expectation::Follows(FollowedRules::Named(texts()))),
            "contains" => expect.extend(texts().into_iter().map(|text| Expectation::Contains(text, case))),
            "not_contains" => expect.extend(texts().into_iter().map(|text| Expectation::NotContains(text, case))),
            "starts_with" => expect.extend(texts().into_iter().map(|text| Expectation::StartsWith(text, case))),
            "ignore_case" if matches!(node.value, Value::Bool(_)) => return,
            "any" | "not" if depth >= DEEPEST => {
                self.fault(node.span, "expectations are nested too deeply", "write some of them one level up");
                return;
            }
            "any" if !node.items().is_empty() => {
                let groups = node.items().iter().map(|group| self.read_expectations(group, depth + 1));
                expect.push(Expectation::Any(groups.collect()));
            }
            "not" if !node.entries().is_empty() => {
                let group = self.read_expectations(node, depth + 1);
                expect.push(Expectation::Not(group));
            }
            "uses_term" => expect.extend(texts().into_iter().map(Expectation::UsesTerm)),
            "matches" => {
                for pattern in texts() {
                    match compile_pattern(&pattern) {
                        Ok(_) => expect.push(Expectation::Matches(pattern, case)),
                        Err(why) => {
                            let message = format!("`{}` is no pattern: {why}", short(&pattern));
                            self.fault(node.span, &message, "correct the pattern, or write `contains` with the text");
                        }
                    }
                }
                return;
            }
            "max_characters" => {
                let most = json.as_u64().and_then(|most| usize::try_from(most).ok());
                // No translation has none.
                expect.extend(most.filter(|most| *most > 0).map(Expectation::MaxCharacters));
            }
            "same_as_without" if json == serde_json::Value::Bool(true) => expect.push(Expectation::SameAsWithout),
            "golden" => match node.text() {
                Some(text) => expect.push(Expectation::Golden(text.to_owned(), CHRF)),
                None => {
                    self.refuse_unknown(node.entries(), &["text", "chrf"]);
                    let least = node.get("chrf").map(Node::to_json).and_then(|json| json.as_f64()).unwrap_or(CHRF);
                    let text = node.get("text").and_then(Node::text).map(str::to_owned);
                    expect.extend(
                        text.filter(|_| (0.0..=100.0).contains(&least)).map(|text| Expectation::Golden(text, least)),
                    );
                }
            },
            _ => {}
        }
        if expect.len() == before {
            let name = short(&entry.key.value);
            let message = if EXPECTATIONS.contains(&name.as_str()) {
                format!("`{name}` does not take this")
            } else {
                format!("unknown expectation `{name}`; there are {}", EXPECTATIONS.join(", "))
            };
            self.fault(
                node.span,
                &message,
                "correct it: `housestyle schema style-test` prints what a test may contain",
            );
        }
    }
}

/// A text, or the texts of a list.
fn read_texts(node: Option<&Node>) -> Vec<String> {
    read_placed(node).into_iter().map(|(text, _)| text).collect()
}

/// The same, each with its place.
fn read_placed(node: Option<&Node>) -> Vec<(String, Span)> {
    let Some(node) = node else { return Vec::new() };
    let all = std::iter::once(node).chain(node.items());
    all.filter_map(|node| Some((node.text()?.to_owned(), node.span))).collect()
}

fn prefixed(kind: &str, key: &str) -> String {
    if key.contains('/') { key.to_owned() } else { format!("{kind}/{key}") }
}
