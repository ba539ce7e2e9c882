//! The built program as a whole process, beside what else one could do with the same files: CPU time and most memory.
//!
//! `cargo bench --bench program` prints Markdown tables and draws pictures into `target/bench`. Linux alone tells what a process
//! used. The yardsticks are this program run by another name: bytes read, events parsed, a typed reader, and the independent
//! validator with our own schema, which looks at shapes alone. `HOUSESTYLE_BINARY` names another build of the program.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench stands at the edge, prints and fails by panicking"
)]

#[path = "../binary/mod.rs"]
mod binary;
#[path = "../styles/mod.rs"]
mod styles;

mod plot;
mod process;

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

use housestyle::catalogue::Catalogue;
use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::diagnostic::SourceFile;
use housestyle::source::{toml, yaml};

use crate::binary::program_path;
use crate::plot::{Curve, draw};
use crate::process::{Usage, measure};

const TIMES: usize = 5;
const MOST_FILES: usize = 10_000;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().position(|argument| argument == "--yardstick") {
        Some(at) => yardstick(&arguments[at + 1], Path::new(&arguments[at + 2])),
        // A test run builds benches and asks each for its tests.
        None if arguments.iter().any(|argument| argument == "--list" || argument == "--test") => {}
        None => measure_all(),
    }
}

/// What else one could do with the files of a project.
fn yardstick(name: &str, folder: &Path) {
    let files = files_below(&folder.join("styles"));
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
    match name {
        "bytes" => drop(black_box(texts.map(|text| text.len()).sum::<usize>())),
        "events" => texts.for_each(|text| {
            black_box(match folder.ends_with("toml") {
                true => toml::parse_by_tables(&SourceFile::new("a.toml", text)),
                false => yaml::parse_by_events(&SourceFile::new("a.yaml", text)),
            });
        }),
        "typed" => texts.for_each(|text| drop(black_box(typed(folder, &text)))),
        "validator" => {
            let mut schemas = boon::Schemas::new();
            let schema =
                fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/style.schema.json")).unwrap();
            let mut compiler = boon::Compiler::new();
            compiler.add_resource("urn:style", serde_json::from_str(&schema).unwrap()).unwrap();
            let index = compiler.compile("urn:style", &mut schemas).unwrap();
            texts.for_each(|text| schemas.validate(&typed(folder, &text), index).unwrap());
        }
        other => panic!("no yardstick is named {other}"),
    }
}

fn typed(folder: &Path, text: &str) -> serde_json::Value {
    if folder.ends_with("toml") { ::toml::from_str(text).unwrap() } else { serde_yaml::from_str(text).unwrap() }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

fn measure_all() {
    let folder = tempfile::tempdir().unwrap();
    let catalogue = builtin_catalogue(Edition::Core);
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/bench");
    fs::create_dir_all(&pictures).unwrap();

    println!("| work | CPU | wall | most memory |\n|---|---|---|---|");
    let nothing = measure(|| Command::new("true"), TIMES);
    print_row("a program that does nothing", nothing);
    print_row("`--version`", measure(|| program(folder.path(), &["--version"]), TIMES));
    let mut times = Vec::new();
    let mut memory = Vec::new();
    for notation in ["yaml", "toml"] {
        let mut points = (Vec::new(), Vec::new());
        for count in [1, 100, 1_000, MOST_FILES] {
            let root = folder.path().join(count.to_string()).join(notation);
            write_project(&root, notation, count, &catalogue);
            let usage = measure(|| program(&root, &["validate"]), TIMES);
            print_row(&format!("`validate`, {count} {notation} files"), usage);
            points.0.push((count as f64, usage.cpu.as_secs_f64().max(0.005)));
            points.1.push((count as f64, usage.peak_kib as f64 / 1024.0));
            if count == MOST_FILES {
                for name in ["bytes", "events", "typed", "validator"] {
                    print_row(&format!("the same files, {name}"), measure(|| itself(name, &root), TIMES));
                }
            }
        }
        times.push(Curve { name: format!("validate, {notation}"), points: points.0 });
        memory.push(Curve { name: format!("validate, {notation}"), points: points.1 });
    }
    let save = |name: &str, text: String| fs::write(pictures.join(name), text).unwrap();
    save("files-time.svg", draw("CPU time against files", "files", "seconds", &times));
    save("files-memory.svg", draw("Most memory against files", "files", "MiB", &memory));

    println!("\n| hostile file | bytes | CPU, for people | CPU, JSON | most memory |\n|---|---|---|---|---|");
    let mut curves = Vec::new();
    for (name, shape) in SHAPES {
        let mut points = Vec::new();
        for part in [8, 4, 2, 1] {
            let text = shape(part);
            let root = folder.path().join("hostile");
            let _ = fs::remove_dir_all(&root);
            fs::create_dir_all(root.join("styles")).unwrap();
            fs::write(root.join("housestyle.toml"), "").unwrap();
            fs::write(root.join("styles/a.yaml"), &text).unwrap();
            let people = measure(|| program(&root, &["validate"]), 3);
            let json = measure(|| program(&root, &["validate", "--format", "json"]), 3);
            let (cpu, peak) = (json.cpu.as_secs_f64(), people.peak_kib.max(json.peak_kib) / 1024);
            println!("| {name} | {} | {:.2} s | {cpu:.2} s | {peak} MiB |", text.len(), people.cpu.as_secs_f64());
            points.push((text.len() as f64, people.cpu.as_secs_f64().max(0.01)));
        }
        curves.push(Curve { name: name.to_owned(), points });
    }
    save("hostile-time.svg", draw("CPU time against the size of a hostile file", "bytes", "seconds", &curves));
    println!("\npictures: {}", pictures.display());
}

fn print_row(work: &str, usage: Usage) {
    let Usage { cpu, wall, peak_kib } = usage;
    println!(
        "| {work} | {:.2} s | {:.3} s | {:.1} MiB |",
        cpu.as_secs_f64(),
        wall.as_secs_f64(),
        peak_kib as f64 / 1024.0
    );
}

fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program_path());
    command.current_dir(folder).args(arguments);
    command
}

fn itself(yardstick: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--yardstick", yardstick]).arg(folder);
    command
}

/// Style files of about 3.6 KB each, without findings: what is found is another work than the one that is measured.
fn write_project(root: &Path, notation: &str, count: usize, catalogue: &Catalogue) {
    fs::create_dir_all(root).unwrap();
    fs::write(root.join("housestyle.toml"), "").unwrap();
    for number in 0..count {
        let path = root.join(format!("styles/{:02}/style-{number:05}.{notation}", number % 100));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, styles::style_text(number, notation == "toml", catalogue)).unwrap();
    }
    let found = program(root, &["validate"]).output().unwrap();
    let said = String::from_utf8_lossy(&found.stdout).into_owned() + &String::from_utf8_lossy(&found.stderr);
    assert!(said.contains("no findings"), "{said}");
}

/// A hostile file of legal size, or a part of one: one eighth, a quarter, half or all.
type Shape = fn(usize) -> Vec<u8>;

const LIST: &str = "name: A\nlanguage: de\n";

const SHAPES: [(&str, Shape); 5] = [
    ("zero-width characters in one prompt", |part| {
        let text = "x\u{200b}".repeat(200_000 / part);
        format!("{LIST}custom_instructions:\n  - label: a\n    prompt: \"{text}\"\n").into_bytes()
    }),
    ("unknown fields", |part| {
        [LIST.to_owned(), (0..80_000 / part).map(|n| format!("k{n}: v\n")).collect()].concat().into_bytes()
    }),
    ("unknown rules", |part| {
        let rules: String = (0..60_000 / part).map(|n| format!("    r{n}: v\n")).collect();
        format!("{LIST}configured_rules:\n  numbers:\n{rules}").into_bytes()
    }),
    ("bad UTF-8", |part| b"a\xff".repeat(500_000 / part)),
    ("the same key", |part| [LIST.to_owned(), "name: B\n".repeat(120_000 / part)].concat().into_bytes()),
];
