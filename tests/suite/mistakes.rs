//! Mistakes as people and assistants write them, many to a file: `tests/mistakes/*.txt`.
//!
//! A case begins with `=== title`, or `=== title | path` where it is no `styles/de.yaml`. Below stands the file, `+++ path` begins
//! another one, and behind `>>>` stands what is found: place, weight, code, message, help and whether a fix is made unasked.
//! `HOUSESTYLE_BLESS=1` rewrites what is found; read the difference.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use camino::{Utf8Path, Utf8PathBuf};
use housestyle::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use housestyle::project::validation;
use housestyle::source::Format;
use housestyle::source::edit::{apply_text_edits, edits_together};
use housestyle::source::parallel::map_all;

use crate::corpus::cases;
use crate::fuzz::targets::laws::{hold_fix_laws, is_about_others, written_ranges};
use crate::playground::root;

/// The file of a case that names none.
const USUAL_PATH: &str = "styles/de.yaml";
/// The project around files that bring none.
const USUAL_PROJECT: &str = "files = [\"**/*.{yaml,yml,toml}\"]\nexclude = [\"housestyle.toml\"]\n";

struct Mistake {
    title: String,
    files: Vec<(String, String)>,
    expected: String,
}

/// Text of a data file: `\x20` and the like stand for what editors and mail would change.
fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("<U+") {
        let Some((code, behind)) = rest[at + 3..].split_once('>') else { break };
        out.push_str(&rest[..at]);
        match u32::from_str_radix(code, 16).ok().and_then(char::from_u32) {
            Some(c) => out.push(c),
            None => out.push_str(&rest[at..rest.len() - behind.len()]),
        }
        rest = behind;
    }
    out + rest
}

fn read_mistakes(text: &str) -> Vec<Mistake> {
    let mut found = Vec::new();
    for block in text.split("\n=== ").skip(1) {
        let (head, body) = block.split_once('\n').unwrap();
        let (title, path) = head.split_once(" | ").unwrap_or((head, USUAL_PATH));
        let (content, expected) = body.split_once("\n>>>\n").unwrap_or((body, ""));
        let mut files = vec![(path.trim().to_owned(), String::new())];
        for line in format!("{content}\n").split_inclusive('\n') {
            match line.strip_prefix("+++ ") {
                Some(path) => files.push((path.trim().to_owned(), String::new())),
                None => files.last_mut().unwrap().1.push_str(&unescape(line)),
            }
        }
        found.push(Mistake { title: title.trim().to_owned(), files, expected: expected.trim_end().to_owned() });
    }
    found
}

fn data_files() -> Vec<Utf8PathBuf> {
    let folder = Utf8PathBuf::from_path_buf(root().join("tests/mistakes")).unwrap();
    let mut files: Vec<Utf8PathBuf> = folder.read_dir_utf8().unwrap().map(|entry| entry.unwrap().into_path()).collect();
    files.sort();
    files
}

/// A file of cases: its text, and each case with what is found in its folder.
struct FoundMistakes {
    path: Utf8PathBuf,
    text: String,
    cases: Vec<(Mistake, Vec<Diagnostic>)>,
}

/// All cases, found once for all laws.
fn found_mistakes() -> &'static [FoundMistakes] {
    static FOUND: LazyLock<Vec<FoundMistakes>> = LazyLock::new(|| {
        map_all(&data_files(), |path| {
            let text = std::fs::read_to_string(path).unwrap();
            let with_findings = |mistake: Mistake| {
                let found = findings_of(&mistake.files);
                (mistake, found)
            };
            let cases = read_mistakes(&text).into_iter().map(with_findings).collect();
            FoundMistakes { path: path.clone(), text, cases }
        })
    });
    &FOUND
}

/// Every case of all files.
fn found_cases() -> impl Iterator<Item = &'static (Mistake, Vec<Diagnostic>)> {
    found_mistakes().iter().flat_map(|file| &file.cases)
}

fn findings_of(files: &[(String, String)]) -> Vec<Diagnostic> {
    let folder = tempfile::tempdir().unwrap();
    let here = Utf8PathBuf::from_path_buf(folder.path().canonicalize().unwrap()).unwrap();
    let own = files.iter().any(|(path, _)| path == "housestyle.toml");
    let project = (!own).then(|| ("housestyle.toml".to_owned(), USUAL_PROJECT.to_owned()));
    for (path, text) in files.iter().chain(&project) {
        let path = here.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let projects = validation::projects_of_paths(&[], &here).unwrap();
    let mut findings = projects[0].check_and_fix(&here, None).check.findings;
    // Of a project file by itself, that it has no other files is no mistake.
    findings.retain(|finding| files.len() > 1 || finding.code.name() != "no-files");
    findings
}

fn list(findings: &[Diagnostic], files: &[(String, String)]) -> String {
    let mut out = String::new();
    for finding in findings {
        let place = finding.primary_place();
        if files.len() > 1 {
            write!(out, "{}:", place.file).unwrap();
        }
        let weight = if finding.severity == Severity::Error { "error" } else { "warning" };
        write!(out, "{}:{} {weight} {}: {}", place.line, place.column, finding.code, finding.message).unwrap();
        for help in finding.help.iter().flat_map(|help| help.lines().next()) {
            write!(out, " -> {help}").unwrap();
        }
        for note in finding.notes.iter().filter(|_| finding.help.is_none()) {
            write!(out, " -- {note}").unwrap();
        }
        out.push_str(match finding.fix.as_ref().map(|fix| fix.safety) {
            Some(Safety::Safe) => " (safe)",
            Some(Safety::Unsafe) => " (offered)",
            None => "",
        });
        out.push('\n');
        for way in &finding.alternatives {
            writeln!(out, "  or: {}", way.title).unwrap();
        }
    }
    out
}

#[test]
fn every_mistake_is_told_as_it_was_judged() {
    let bless = std::env::var_os("HOUSESTYLE_BLESS").is_some();
    let (mut wrong, mut count) = (String::new(), 0);
    for FoundMistakes { path, text, cases } in found_mistakes() {
        let mut blessed = text.split("\n=== ").next().unwrap().trim_end().to_owned() + "\n";
        for ((mistake, found), block) in cases.iter().zip(text.split("\n=== ").skip(1)) {
            count += 1;
            let found = list(found, &mistake.files);
            let judged = block.contains("\n>>>\n");
            if judged && found.trim_end() != mistake.expected && !bless {
                let Mistake { title, expected, .. } = mistake;
                let file = path.file_name().unwrap();
                writeln!(wrong, "== {title} ({file})\n-- judged\n{expected}\n-- found\n{found}").unwrap();
            }
            let body = block.split_once("\n>>>\n").map_or(block, |(body, _)| body).trim_end_matches('\n');
            write!(blessed, "\n=== {body}\n>>>\n{found}").unwrap();
        }
        if bless {
            std::fs::write(path, blessed).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 40, "only {count} mistakes");
}

#[test]
fn every_finding_about_a_mistake_says_what_to_do() {
    let mut silent = String::new();
    for (mistake, found) in found_cases() {
        for finding in found.iter().filter(|finding| finding.help.is_none() && finding.notes.is_empty()) {
            writeln!(silent, "{}: {} {}", mistake.title, finding.code, finding.message).unwrap();
        }
    }
    assert!(silent.is_empty(), "{silent}");
}

/// A generator whose seed is printed: the laws hold for every text.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }
}

/// One change as people make them: a line commented out, said again, moved, indented, a letter or a value lost or put in.
fn mutate(text: &str, chance: &mut Chance) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let at = chance.below(lines.len());
    let line = lines[at].clone();
    let lead = line.len() - line.trim_start_matches(' ').len();
    let swap = |line: &str, new: &str| match line.find([':', '=']) {
        Some(sign) => format!("{} {new}\n", &line[..=sign]),
        None => line.to_owned(),
    };
    let words = ["true", "1", "no", "[x]", "a, b", "2026-11-23", "~", "0.5", "\"\"", "# later", "x # why", "on", "{}"];
    match chance.below(11) {
        0 => lines[at] = format!("{}# {}", &line[..lead], &line[lead..]),
        1 => lines.insert(at, line),
        2 => drop(lines.remove(at)),
        3 => lines[at] = format!("  {line}"),
        4 => lines[at] = line.get(2..).unwrap_or(&line).to_owned(),
        5 => lines[at] = swap(&line, words[chance.below(words.len())]),
        6 => lines[at] = format!("{} # see LEGAL-7\n", line.trim_end()),
        7 => {
            let other = chance.below(lines.len());
            lines.swap(at, other);
        }
        8 => {
            // Everything deeper is commented out.
            let depth = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
            for line in lines.iter_mut().skip(at + 1).take_while(|line| depth(line) > lead) {
                *line = format!("#{line}");
            }
        }
        _ => {
            let places: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
            let place = places[chance.below(places.len())];
            let mut changed = line.clone();
            let c = changed.remove(place);
            if chance.below(2) == 0 {
                changed.insert(place, ['x', ' ', '"', ',', '\t', '-', c][chance.below(7)]);
            }
            lines[at] = changed;
        }
    }
    lines.concat()
}

#[test]
fn a_safe_fix_keeps_every_comment_and_scalar_and_leaves_nothing_to_find() {
    // Each text as it is, and changed once, twice or three times: the next text otherwise.
    let all_rounds = std::env::var("HOUSESTYLE_LAW_ROUNDS").ok().map(|rounds| rounds.parse::<usize>().unwrap());
    let all = found_in_texts();
    let (mut tried, mut fixes, mut broken) = (0, 0, Vec::new());
    for (index, (files, found)) in all.iter().enumerate() {
        let seeds = all_rounds.map_or_else(|| vec![0, 1 + index % 3], |rounds| (0..=rounds).collect());
        for seed in seeds {
            tried += 1;
            let mut chance = Chance(index as u64 * 1_000 + seed as u64);
            let mut files = files.clone();
            if files.is_empty() {
                continue;
            }
            let at = chance.below(files.len());
            for _ in 0..seed {
                files[at].1 = mutate(&files[at].1, &mut chance);
            }
            let found = if seed == 0 { found.clone() } else { findings_of_texts(&files) };
            for (at, (path, text)) in
                files.iter().enumerate().filter(|(_, (path, _))| Format::from_path(path).is_some())
            {
                let again = |text: &str| findings_with_text(&files, at, text);
                match hold_fix_laws(path, text, &found, again) {
                    Ok(count) => fixes += count,
                    Err(law) => broken.push(format!("case {index}, seed {seed}: {law}")),
                }
            }
        }
    }
    println!("{fixes} safe fixes in {tried} texts");
    assert!(broken.is_empty(), "{} broken\n{}", broken.len(), broken[..broken.len().min(12)].join("\n\n"));
    assert!(fixes > 300, "only {fixes} safe fixes");
}

/// What is found where one of the files has another text.
fn findings_with_text(files: &[(String, String)], at: usize, text: &str) -> Vec<Diagnostic> {
    let mut files = files.to_vec();
    text.clone_into(&mut files[at].1);
    findings_of_texts(&files)
}

/// An edit that is offered in a small file: its fix, what it writes there, and the file with it.
struct OfferedEdit<'f> {
    fix: &'f Fix,
    ranges: Vec<(usize, usize)>,
    fixed: String,
}

fn offered_edits<'f>(path: &str, text: &str, found: &'f [Diagnostic]) -> Vec<OfferedEdit<'f>> {
    let of_file = found.iter().filter(|finding| &**finding.file.path() == path && finding.file.text() == text);
    let unsafe_fixes = of_file.flat_map(Diagnostic::offered).filter(|fix| fix.safety == Safety::Unsafe);
    let made = |fix: &'f Fix| {
        let edits: Vec<&Edit> = fix.edits.iter().collect();
        let ranges = written_ranges(&edits);
        let fixed = apply_text_edits(text, edits).filter(|_| text.len() < 2_000)?;
        Some(OfferedEdit { fix, ranges, fixed })
    };
    unsafe_fixes.filter_map(made).collect()
}

/// What an edit must not lead to among what is new.
type LeadsTo<'l> = &'l dyn Fn(&OfferedEdit<'_>, &[&Diagnostic]) -> Option<String>;

/// Makes every edit that is offered in the files of this folder.
fn hold_for_offered_edits(laws: &[LeadsTo<'_>]) {
    let (mut made, mut broken) = (0, Vec::new());
    for (index, (files, found)) in found_in_texts().iter().enumerate() {
        let known: BTreeSet<(Code, &str)> =
            found.iter().map(|finding| (finding.code, finding.message.as_str())).collect();
        for (at, (path, text)) in files.iter().enumerate().filter(|(_, (path, _))| Format::from_path(path).is_some()) {
            for edit in offered_edits(path, text, found) {
                made += 1;
                let again = findings_with_text(files, at, &edit.fixed);
                let is_new = |finding: &&Diagnostic| {
                    &**finding.file.path() == path && !known.contains(&(finding.code, finding.message.as_str()))
                };
                let new: Vec<&Diagnostic> = again.iter().filter(is_new).collect();
                for next in laws.iter().filter_map(|leads_to| leads_to(&edit, &new)) {
                    let OfferedEdit { fix, fixed, .. } = &edit;
                    let files = format!("-- before\n{text}\n-- after\n{fixed}");
                    broken.push(format!("case {index}: `{}` leads to {next}\n{files}", fix.title));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{} broken\n{}", broken.len(), broken[..broken.len().min(25)].join("\n\n"));
    assert!(made > 500, "only {made} edits");
}

/// The files with every safe fix made that goes together with the others.
fn with_safe_fixes(files: &[(String, String)], found: &[Diagnostic]) -> Vec<(String, String)> {
    with_fixes(files, found, Safety::Safe)
}

/// The files with every fix made up to this safety that goes together with the others.
pub(crate) fn with_fixes(files: &[(String, String)], found: &[Diagnostic], most: Safety) -> Vec<(String, String)> {
    let fixed = |(path, text): &(String, String)| {
        let own = found.iter().filter(|finding| **finding.file.path() == **path && finding.file.text() == text);
        let made =
            own.filter_map(|finding| finding.fix.as_ref()).filter(|fix| most == Safety::Unsafe || fix.safety == most);
        (path.clone(), apply_text_edits(text, &edits_together(made)).unwrap_or_else(|| text.clone()))
    };
    files.iter().map(fixed).collect()
}

#[test]
fn what_a_safe_fix_uncovers_was_told_before() {
    let mut uncovered = Vec::new();
    let mut count = 0;
    for (case, found) in found_cases() {
        let fixed = with_safe_fixes(&case.files, found);
        if fixed == case.files {
            continue;
        }
        count += 1;
        let told: BTreeSet<(&str, &str)> =
            found.iter().map(|finding| (&**finding.file.path(), finding.code.name())).collect();
        let after = findings_of(&fixed);
        let new = after.iter().filter(|finding| !told.contains(&(finding.file.path(), finding.code.name())));
        uncovered.extend(new.map(|finding| format!("{}: {} {}", case.title, finding.code, finding.message)));
    }
    assert!(uncovered.is_empty(), "{} of {count}\n{}", uncovered.len(), uncovered.join("\n"));
    assert!(count > 250, "only {count} texts with safe fixes");
}

/// Whoever makes an edit that is offered is done with its lines, and has said nothing that is said elsewhere in the file.
#[test]
fn an_offered_edit_leaves_nothing_on_its_lines_that_has_one_edit_and_says_nothing_twice() {
    hold_for_offered_edits(&[&left_on_its_lines, &said_twice]);
}

/// Where several edits are offered for a finding, each of them settles it alone, and no two come to the same.
#[test]
fn each_of_several_ways_settles_its_finding() {
    let (mut ways, mut broken) = (0, Vec::new());
    for (index, (files, found)) in found_in_texts().iter().enumerate() {
        for finding in found.iter().filter(|finding| !finding.alternatives.is_empty()) {
            let Some(at) = files.iter().position(|(path, _)| *path == **finding.file.path()) else { continue };
            let mut texts = BTreeSet::new();
            for Fix { title, edits, .. } in finding.offered() {
                ways += 1;
                let Some(made) = apply_text_edits(&files[at].1, edits) else {
                    broken.push(format!("case {index}: `{title}` cannot be made"));
                    continue;
                };
                let again = findings_with_text(files, at, &made);
                let same = |other: &&Diagnostic| other.code == finding.code && other.message == finding.message;
                let count = |all: &[Diagnostic]| all.iter().filter(same).count();
                let known = |other: &Diagnostic| found.iter().any(|known| known.message == other.message);
                let broke = again.iter().any(|other| other.code == Code::Syntax && !known(other));
                if count(&again) >= count(found) || broke {
                    broken.push(format!("case {index}: `{title}` leaves `{}`\n-- after\n{made}", finding.message));
                }
                if !texts.insert(made) {
                    broken.push(format!("case {index}: `{title}` comes to the same as another way"));
                }
            }
        }
    }
    assert!(broken.is_empty(), "{} broken\n{}", broken.len(), broken[..broken.len().min(25)].join("\n\n"));
    assert!(ways > 60, "only {ways} ways");
}

/// What has one edit of its own on the lines of an edit in one place.
fn left_on_its_lines(OfferedEdit { ranges, fixed, .. }: &OfferedEdit<'_>, new: &[&Diagnostic]) -> Option<String> {
    let [(start, end)] = *ranges.as_slice() else { return None };
    let inside = |edit: &Edit| {
        let start = start.min(edit.span.range().start);
        !edit.text.is_empty() && !fixed[start..edit.span.range().end.max(start)].contains('\n')
    };
    let mut here = new
        .iter()
        .filter(|finding| !is_about_others(finding) && (start..end).contains(&(finding.primary.span.start as usize)));
    let (Some(next), None) = (here.next(), here.next()) else { return None };
    let has_one = next.fix.as_ref().is_some_and(|fix| fix.edits.iter().all(inside));
    has_one.then(|| format!("`{}`: {}", next.code, next.message))
}

/// What an edit wrote that is there already.
fn said_twice(OfferedEdit { ranges, .. }: &OfferedEdit<'_>, new: &[&Diagnostic]) -> Option<String> {
    let written = |finding: &Diagnostic| {
        let labels = finding.secondary.iter().map(|label| label.span);
        let at = |span: Span| ranges.iter().any(|(start, end)| (*start..*end).contains(&(span.start as usize)));
        std::iter::once(finding.primary.span).chain(labels).any(at)
    };
    let is_twice = |code: Code| code.name().starts_with("duplicate-") || code == Code::ExclusiveFields;
    let twice = new.iter().find(|finding| is_twice(finding.code) && written(finding))?;
    Some(format!("`{}`: {}", twice.code, twice.message))
}

/// Files that no tool would tell apart have the same findings, whatever their line ends.
#[test]
fn line_ends_change_no_finding() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for (files, found) in found_in_texts() {
        let text = |(_, text): &(String, String)| text.contains('\r') || !text.ends_with('\n') || text.contains('\t');
        if files.is_empty() || files.iter().any(text) {
            continue;
        }
        asked += 1;
        let usual = places(found);
        let written = |change: &dyn Fn(&str) -> String| -> Vec<(String, String)> {
            files.iter().map(|(path, text)| (path.clone(), change(text))).collect()
        };
        let ends = places(&findings_of_texts(&written(&|text| text.replace('\n', "\r\n"))));
        if ends != usual {
            wrong.push(format!("with carriage returns\n-- usual\n{usual}-- found\n{ends}{}", files[0].1));
        }
    }
    assert!(wrong.is_empty(), "{} of {asked}\n{}", wrong.len(), wrong[..wrong.len().min(15)].join("\n"));
    assert!(asked > 300, "only {asked} were asked");
}

/// What a comment says is nothing to the other lines, whatever is wrong with them.
#[test]
fn a_comment_at_the_end_changes_no_finding() {
    let (mut wrong, mut asked) = (Vec::new(), 0);
    for (files, found) in found_in_texts() {
        let Some((path, text)) = files.first().filter(|(path, _)| Format::from_path(path).is_some()) else { continue };
        // Within a quote that is never closed, it is none; and what has no document yet may be nothing but comments.
        let open = found.iter().any(|finding| finding.message.contains("never closed"));
        if open || !text.ends_with('\n') || text.trim().is_empty() {
            continue;
        }
        asked += 1;
        let mut with = files.clone();
        with[0].1.push_str("# agreed with Legal\n");
        let (usual, commented) = (places(found), places(&findings_of_texts(&with)));
        if usual != commented {
            wrong.push(format!("{path}\n-- usual\n{usual}-- with a comment\n{commented}-- text\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {asked}\n{}", wrong.len(), wrong[..wrong.len().min(12)].join("\n"));
    assert!(asked > 500, "only {asked} were asked");
}

/// What is to be written is shown whole, however long the names of the service are.
#[test]
fn a_value_in_help_is_whole() {
    use housestyle::catalogue::load::{Edition, builtin_catalogue};
    for rule in builtin_catalogue(Edition::Core).iter_rules() {
        for wrong in ["invoice", "d. MMM yyyy", rule.values.keys().next().unwrap().trim_start_matches("use_")] {
            let text =
                format!("name: A\nlanguage: de\nconfigured_rules:\n  {}:\n    {}: {wrong}\n", rule.category, rule.name);
            for finding in findings_of_texts(&[("styles/a.yaml".to_owned(), text)]) {
                let said: Vec<&String> = finding.help.iter().chain(&finding.notes).collect();
                // A report cuts what is longer.
                assert!(said.iter().all(|line| !line.contains('…') && line.len() <= 400), "{said:?}");
            }
        }
    }
}

fn places(findings: &[Diagnostic]) -> String {
    let line = |finding: &Diagnostic| format!("{} {}\n", finding.primary_place(), finding.code);
    findings.iter().map(line).collect()
}

/// The files of every case of the corpus and of every mistake.
fn all_files() -> Vec<Vec<(String, String)>> {
    let mut all: Vec<Vec<(String, String)>> = Vec::new();
    for case in cases("corpus") {
        let files = case.files().into_iter().filter_map(|(path, bytes)| {
            let path =
                if path.as_str().ends_with(".housestyle.toml") { Utf8Path::new("housestyle.toml") } else { path };
            Some((path.to_string(), String::from_utf8(bytes).ok()?))
        });
        all.push(files.collect());
    }
    let texts = data_files().into_iter().map(|file| std::fs::read_to_string(file).unwrap());
    all.extend(texts.flat_map(|text| read_mistakes(&text)).map(|mistake| mistake.files));
    all
}

/// Files, and what is found in them where they are in no folder.
type FoundTexts = (Vec<(String, String)>, Vec<Diagnostic>);

/// The files of every case and of every mistake, found once for all laws.
fn found_in_texts() -> &'static [FoundTexts] {
    static FOUND: LazyLock<Vec<FoundTexts>> =
        LazyLock::new(|| map_all(&all_files(), |files| (files.clone(), findings_of_texts(files))));
    &FOUND
}

/// What is found in files that are in no folder: as an editor sees them.
pub(crate) fn findings_of_texts(files: &[(String, String)]) -> Vec<Diagnostic> {
    use housestyle::{catalogue::load, check, model::project::Project, source};
    let parse =
        |path: &str, text: &str| Some(source::parse_source(&SourceFile::new(path, text), Format::from_path(path)?));
    let (mut project, mut findings) = (Project::default(), Vec::new());
    if let Some(parsed) =
        files.iter().find(|(path, _)| path == "housestyle.toml").and_then(|(path, text)| parse(path, text))
    {
        (project, findings) = check::project::read_project(&parsed);
    }
    let parsed: Vec<_> = files
        .iter()
        .filter(|(path, _)| path != "housestyle.toml")
        .filter_map(|(path, text)| parse(path, text))
        .collect();
    if !parsed.is_empty() {
        let catalogue = load::builtin_catalogue(project.edition());
        findings.extend(check::find_faults(&parsed, &project, &catalogue));
    }
    findings
}
