//! Console sessions: each Markdown file of `tests/journeys/` is played in an empty folder with the built program, and
//! every line it shows must come out as it stands there. The files are the manual.
//!
//! - A fence ```` ```yaml file=styles/x.yaml ```` (any language) writes or replaces a file.
//!   With ` from=NAME` behind it, the file is that one, seen from the folder of the journeys: for what is too long to be read on the page.
//! - A fence ```` ```console ```` holds commands behind `$ ` (continued behind `> `), run by `sh` one by one; then what
//!   they print, stdout and stderr as they come; then `[exit 3]` where the exit code is not 0.
//! - `$ cd FOLDER` by itself counts for the commands after it.
//! - `$ housestyle emulate … &` goes on in the background until `$ stop`, which interrupts it, or the end of the file.
//! - `[..]` stands for the rest of a line or a part of it, a line `...` for any lines. Ids, digests and ports of this
//!   machine stand as `[id-1]`, `[digest-1]`, `[port-1]`, counted as they appear, and may be used in later commands.
//!
//! `HOUSESTYLE_BLESS=1 cargo nextest run journeys` rewrites what the commands print. Read the difference before keeping it.

use std::io::{BufRead, BufReader, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use snapbox::filter::NormalizeToExpected;
use snapbox::{Data, IntoData, Redactions};

use crate::playground::{PROGRAM, root};

const FILE: &str = "housestyle";

/// Plays a journey, and says every difference at once.
fn play(name: &str) {
    play_file(&folder().join(name).with_extension("md"));
}

/// Plays the sessions of any page.
pub(crate) fn play_file(path: &Path) {
    if cfg!(windows) {
        // Sessions are played by a Unix shell.
        return;
    }
    let name = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let mut stage = Stage::new();
    let mut played = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        played.push_str(line);
        played.push('\n');
        let Some(fence) = line.strip_prefix("```").filter(|fence| !fence.is_empty()) else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if fence == "console" {
            for (command, expected) in commands(&body) {
                let shown = stage.run(&command);
                played.push_str(&prompted(&command));
                played.push_str(&settled(&shown, &expected));
            }
        } else {
            if let Some((_, file)) = fence.split_once("file=") {
                match file.split_once(" from=") {
                    Some((file, from)) => stage.copy(&folder().join(from.trim()), file),
                    None => stage.write(file.trim(), &body),
                }
            }
            body.iter().for_each(|line| played.extend([line, "\n"]));
        }
        played.push_str("```\n");
    }
    drop(stage);
    if played == text {
        return;
    }
    if std::env::var_os("HOUSESTYLE_BLESS").is_some() {
        std::fs::write(path, played).unwrap();
        return;
    }
    let difference = similar::TextDiff::from_lines(&text, &played);
    panic!("{name} shows something else than the program:\n{}", difference.unified_diff().header("shown", "played"));
}

/// Commands with the lines that are expected behind each.
fn commands(body: &[&str]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in body {
        if let Some(command) = line.strip_prefix("$ ") {
            found.push((command.to_owned(), String::new()));
            continue;
        }
        let Some((command, expected)) = found.last_mut() else { panic!("output before any command: {line}") };
        match line.strip_prefix("> ") {
            Some(more) if expected.is_empty() => {
                command.push('\n');
                command.push_str(more);
            }
            Some(_) | None => {
                expected.push_str(line);
                expected.push('\n');
            }
        }
    }
    found
}

fn prompted(command: &str) -> String {
    format!("$ {}\n", command.replace('\n', "\n> "))
}

/// What was shown, with the wildcards of the expectation where they fit.
fn settled(shown: &str, expected: &str) -> String {
    let redactions = Redactions::new();
    let expected: Data = expected.into_data();
    NormalizeToExpected::new().redact_with(&redactions).normalize(shown.into_data(), &expected).to_string()
}

/// The folder that a journey is played in, what runs in the background, and the names that were given to what differs
/// from run to run.
struct Stage {
    folder: tempfile::TempDir,
    /// Where commands are run.
    within: PathBuf,
    names: Vec<(String, String)>,
    background: Option<Background>,
}

struct Background {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Stage {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("journey-").tempdir().unwrap();
        Self { within: folder.path().to_owned(), folder, names: Vec::new(), background: None }
    }

    fn write(&self, file: &str, body: &[&str]) {
        let path = self.folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, body.iter().flat_map(|line| [line, "\n"]).collect::<String>()).unwrap();
    }

    fn copy(&self, from: &Path, file: &str) {
        std::fs::copy(from, self.folder.path().join(file)).unwrap();
    }

    /// What a command prints, and its exit code where that is not 0.
    fn run(&mut self, command: &str) -> String {
        let command = self.names.iter().fold(command.to_owned(), |text, (value, name)| text.replace(name, value));
        let shown = match command.strip_suffix(" &") {
            Some(command) => {
                let first = self.start(command);
                // The system may give a port again, to another server.
                if let Some(at) = first.find("127.0.0.1:").filter(|_| command.contains("--port 0")) {
                    let found = port(&first[at..]).unwrap();
                    self.add_name("port", &first[at + found.start..at + found.end]);
                }
                first
            }
            None if command == "stop" => self.stop(),
            None if command.starts_with("cd ") && !command.contains("&&") => {
                self.within.push(command["cd ".len()..].trim());
                assert!(self.within.is_dir(), "{command}: there is no such folder");
                String::new()
            }
            None => {
                let (mut reader, writer) = std::io::pipe().unwrap();
                let mut shell = self.shell(&command);
                let mut child = shell.stdout(writer.try_clone().unwrap()).stderr(writer).spawn().unwrap();
                drop(shell);
                let mut shown = String::new();
                reader.read_to_string(&mut shown).unwrap();
                shown + &exit(child.wait().unwrap().code())
            }
        };
        self.named(&shown)
    }

    fn shell(&self, command: &str) -> Command {
        let program = Path::new(PROGRAM);
        assert_eq!(program.file_stem().unwrap(), FILE);
        let mut shell = Command::new("sh");
        shell
            .args(["-c", command])
            .current_dir(&self.within)
            .env_clear()
            .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", program.parent().unwrap().display()))
            .env("HOME", self.folder.path())
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::null());
        shell
    }

    fn start(&mut self, command: &str) -> String {
        assert!(self.background.is_none(), "one thing in the background at a time");
        let mut child = self.shell(&format!("exec {command}")).stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        out.read_line(&mut first).unwrap();
        self.background = Some(Background { child, out });
        first
    }

    /// Interrupts what runs in the background, as Ctrl-C does.
    fn stop(&mut self) -> String {
        let Some(Background { mut child, mut out }) = self.background.take() else { panic!("nothing to stop") };
        let done = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(done.success());
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        rest + &exit(child.wait().unwrap().code())
    }

    /// Gives a name to everything that differs from run to run.
    fn named(&mut self, shown: &str) -> String {
        let folder = self.folder.path().canonicalize().unwrap();
        let mut text = shown.replace(folder.to_str().unwrap(), "/project");
        let kinds: [(&str, FindValue); 4] = [("id", uuid), ("id", document_id), ("digest", digest), ("port", port)];
        for (kind, length) in kinds {
            let mut at = 0;
            while at < text.len() {
                let Some(found) = length(&text[at..]) else {
                    at += text[at..].chars().next().map_or(1, char::len_utf8);
                    continue;
                };
                let begins = at + found.start;
                let name = self.name(kind, &text[begins..at + found.end]);
                text.replace_range(begins..at + found.end, &name);
                at = begins + name.len();
            }
        }
        text
    }

    fn name(&mut self, kind: &str, value: &str) -> String {
        match self.names.iter().rev().find(|(known, _)| known == value) {
            Some((_, name)) => name.clone(),
            None => self.add_name(kind, value),
        }
    }

    fn add_name(&mut self, kind: &str, value: &str) -> String {
        let of_kind = self.names.iter().filter(|(_, name)| name.starts_with(&format!("[{kind}-"))).count();
        let name = format!("[{kind}-{}]", of_kind + 1);
        self.names.push((value.to_owned(), name.clone()));
        name
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(Background { mut child, .. }) = self.background.take() {
            let _gone = child.kill();
            let _gone = child.wait();
        }
    }
}

fn exit(code: Option<i32>) -> String {
    match code {
        Some(0) => String::new(),
        Some(code) => format!("[exit {code}]\n"),
        None => "[killed]\n".to_owned(),
    }
}

/// Where a text starts with a value that differs from run to run.
type FindValue = fn(&str) -> Option<Range<usize>>;

/// A UUID at the start of a text.
fn uuid(text: &str) -> Option<Range<usize>> {
    let bytes = text.as_bytes().get(..36)?;
    let good = |(at, byte): (usize, &u8)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    bytes.iter().enumerate().all(good).then_some(0..36)
}

/// The id of a document that is translated, after `document ` at the start of a text: 32 hexadecimal digits.
fn document_id(text: &str) -> Option<Range<usize>> {
    let before = "document ".len();
    let id = text.strip_prefix("document ")?.as_bytes().get(..32)?;
    id.iter().all(u8::is_ascii_hexdigit).then_some(before..before + 32)
}

/// A digest at the start of a text.
fn digest(text: &str) -> Option<Range<usize>> {
    let digits = text.strip_prefix("sha256:")?.bytes().take_while(u8::is_ascii_hexdigit).count();
    (digits >= 8).then_some(0.."sha256:".len() + digits)
}

/// The port of a loopback address at the start of a text.
fn port(text: &str) -> Option<Range<usize>> {
    let host = "127.0.0.1:";
    let digits = text.strip_prefix(host)?.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then_some(host.len()..host.len() + digits)
}

fn folder() -> PathBuf {
    root().join("tests/journeys")
}

#[test]
fn every_journey_is_played() {
    let played = include_str!("journeys.rs");
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(played.contains(&format!("play(\"{name}\")")), "{name}.md is not played");
    }
}

#[test]
fn overview() {
    play("overview");
}

#[test]
fn first_steps() {
    play("first-steps");
}

#[test]
fn existing_resources_are_imported() {
    play("import");
}

#[test]
fn deletions_are_held_until_asked_for() {
    play("delete");
}

#[test]
fn a_rename_keeps_the_id() {
    play("rename");
}

#[test]
fn a_change_of_language_is_a_loud_replace() {
    play("language");
}

#[test]
fn what_was_reviewed_is_what_is_applied() {
    play("review");
}

#[test]
fn an_apply_is_undone() {
    play("undo");
}

#[test]
fn drift_is_seen_and_taken_into_the_files() {
    play("drift");
}

#[test]
fn what_the_service_says_is_pulled_into_the_files() {
    play("pull");
}

#[test]
fn a_plan_is_made_without_a_key() {
    play("against");
}

#[test]
fn the_emulator_serves_other_clients() {
    play("emulate");
}

#[test]
fn a_test_suite_controls_the_emulator() {
    play("emulate-control");
}

#[test]
fn environments_are_kept_apart() {
    play("environments");
}

#[test]
fn findings_and_plans_have_the_forms_of_other_programs() {
    play("formats");
}

#[test]
fn a_pull_request_is_shown_by_what_it_means() {
    play("diff");
}

#[test]
fn a_check_is_adopted_where_there_are_findings() {
    play("baseline");
}

#[test]
fn wrong_input_is_refused_by_every_verb() {
    play("wrong-input");
}

#[test]
fn of_several_ways_each_is_shown_and_none_is_made() {
    play("several-ways");
}

#[test]
fn languages_are_asked_of_the_service() {
    play("languages");
}

#[test]
fn a_profile_becomes_the_parameters_of_a_request() {
    play("render");
}

#[test]
fn a_style_is_tried_before_anybody_reads_it() {
    play("try");
}

#[test]
fn translation_memories_are_looked_up_by_name() {
    play("translation-memories");
}

#[test]
fn a_glossary_converges_by_pair() {
    play("glossary");
}

#[test]
fn glossaries_and_spoken_terms_come_into_files() {
    play("pull-glossaries");
}

#[test]
fn style_profiles_hold_what_files_name_by_key() {
    play("style-profiles");
}

#[test]
fn spoken_terms_converge_by_language() {
    play("spoken-terms");
}

#[test]
fn texts_that_do_not_follow_their_style() {
    play("lint");
}

#[test]
fn style_tests() {
    play("test");
}

#[test]
fn a_first_style_from_texts() {
    play("infer");
}

#[test]
fn an_account_becomes_a_project() {
    play("from-account");
}

#[test]
fn the_first_hour_on_an_account_in_use() {
    play("first-hour");
}

#[test]
fn texts_go_through_a_spreadsheet() {
    play("sheet");
}

#[test]
fn what_lists_share_moves_into_a_base() {
    play("extract");
}

#[test]
fn the_catalogue_follows_the_service() {
    play("catalogues");
}

#[test]
fn the_readme_shows_what_the_journeys_show() {
    let readme = std::fs::read_to_string(folder().join("../../README.md")).unwrap();
    let journey = std::fs::read_to_string(folder().join("first-steps.md")).unwrap();
    let pictures: Vec<&str> = readme.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(!pictures.is_empty(), "the README shows nothing");
    for picture in pictures {
        let picture = Stage::new().named(picture);
        assert!(journey.contains(&picture), "no journey shows this any more:\n{picture}");
    }
}
