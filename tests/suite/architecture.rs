//! The house keeps its shape: layers, module docs, file length, names, and a tree of crates that does not grow unseen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::playground::root;

/// Modules in the order of the data, each with the modules it may use. `a::b` allows that part alone.
const LAYERS: &[(&str, &[&str])] = &[
    ("catalogue", &[]),
    ("diagnostic", &[]),
    ("disk", &[]),
    ("source", &["disk", "diagnostic"]),
    ("conform", &["diagnostic", "source"]),
    ("schema", &["diagnostic", "catalogue", "source"]),
    ("model", &["diagnostic", "source", "catalogue"]),
    ("check", &["diagnostic", "catalogue", "source", "conform", "schema", "model"]),
    ("state", &["disk", "model"]),
    ("plan", &["diagnostic", "catalogue", "model", "check", "state"]),
    ("wire", &[]),
    ("service", &["model", "state::fence", "wire"]),
    ("apply", &["catalogue", "model", "check", "state", "plan", "service"]),
    ("emulator", &["disk", "catalogue", "wire"]),
    ("report", &["diagnostic", "catalogue", "schema", "model", "check", "state", "plan", "apply"]),
    (
        "project",
        &[
            "disk",
            "diagnostic",
            "catalogue",
            "source",
            "schema",
            "model",
            "check",
            "conform",
            "state",
            "plan",
            "report",
        ],
    ),
    ("editor", &["diagnostic", "catalogue", "source", "schema", "model", "check", "conform", "report"]),
    ("mcp", &[]),
    (
        "cli",
        &[
            "mcp",
            "disk",
            "diagnostic",
            "catalogue",
            "source",
            "schema",
            "model",
            "check",
            "conform",
            "state",
            "plan",
            "service",
            "apply",
            "emulator",
            "report",
            "project",
            "editor",
        ],
    ),
];

/// Names that say nothing.
const EMPTY_NAMES: &[&str] = &[
    "manager", "handler", "engine", "helper", "helpers", "util", "utils", "common", "core", "context", "data", "info",
];

/// Longest file, in lines.
const CEILING: usize = 600;

/// Most packages in `Cargo.lock`, tests and other platforms included. Raising it is a decision: say why in the commit.
const PACKAGES: usize = 346;

/// Every Rust file below a folder of the repository, with its text, by path.
fn files(folder: &str) -> BTreeMap<String, String> {
    fn walk(folder: &Path, root: &Path, found: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(name, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(&root().join(folder), root(), &mut found);
    assert!(!found.is_empty(), "no Rust file in {folder}");
    found
}

/// The module that a file of `src` belongs to; none for `lib.rs` and `main.rs`.
fn module(file: &str) -> Option<&str> {
    file.strip_prefix("src/")?.split_once('/').map(|(module, _)| module)
}

/// Paths behind `crate::` in a text, comments aside: `plan::change` of `use crate::plan::change::Field`, each member of
/// `use crate::{…}` by itself.
fn used(text: &str) -> Vec<String> {
    let code: String =
        text.lines().map(|line| line.find("//").map_or(line, |at| &line[..at])).flat_map(|line| [line, "\n"]).collect();
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        collect("", &code[at + "crate::".len()..], &mut found);
    }
    found
}

/// Reads one path, or each path of a group in braces, to the end of the group.
fn collect(prefix: &str, text: &str, found: &mut Vec<String>) {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(text.len());
    let path = format!("{prefix}{}", text[..end].trim_end_matches(':'));
    let Some(group) = text[end..].strip_prefix('{') else {
        found.push(path);
        return;
    };
    let prefix = if path.is_empty() { String::new() } else { format!("{path}::") };
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                let member = group[start..at].trim();
                if !member.is_empty() {
                    collect(&prefix, member, found);
                }
                start = at + 1;
                if c == '}' {
                    return;
                }
            }
            _ => {}
        }
    }
}

fn within(path: &str, part: &str) -> bool {
    path == part || path.strip_prefix(part).is_some_and(|rest| rest.starts_with("::"))
}

#[test]
fn a_module_uses_only_what_its_layer_may() {
    let allowed: BTreeMap<&str, &[&str]> = LAYERS.iter().copied().collect();
    let mut unused: BTreeSet<(&str, &str)> =
        LAYERS.iter().flat_map(|(module, may)| may.iter().map(move |part| (*module, *part))).collect();
    let mut wrong = Vec::new();
    for (file, text) in files("src") {
        let Some(module) = module(&file) else { continue };
        let Some((module, may)) = allowed.get_key_value(module) else {
            wrong.push(format!("{file}: its module is in no layer"));
            continue;
        };
        for path in used(&text) {
            let own = within(&path, module);
            match may.iter().find(|part| within(&path, part)) {
                Some(part) => _ = unused.remove(&(*module, *part)),
                None if own => {}
                None => wrong.push(format!("{file}: `{module}` may not use `crate::{path}`")),
            }
        }
    }
    wrong.extend(unused.iter().map(|(module, part)| format!("`{module}` may use `{part}` and does not")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A member of the workspace can use nothing else, even by a path that no reader of text sees.
#[test]
fn a_member_depends_on_the_rooms_of_its_layer() {
    let mut members = 0;
    for (module, may) in LAYERS {
        let Ok(manifest) = std::fs::read_to_string(root().join("src").join(module).join("Cargo.toml")) else {
            continue;
        };
        let needs =
            manifest.lines().filter_map(|line| line.strip_prefix("housestyle-")?.strip_suffix(".workspace = true"));
        let needs: BTreeSet<&str> = needs.collect();
        assert_eq!(needs, may.iter().copied().collect(), "src/{module}/Cargo.toml");
        assert!(
            manifest.contains("[lints]\nworkspace = true\n"),
            "src/{module}/Cargo.toml: the lints of the workspace"
        );
        members += 1;
    }
    let listed = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    for list in ["members = [", "default-members = ["] {
        let line = listed.lines().find_map(|line| line.strip_prefix(list)).unwrap();
        assert_eq!(line.matches("\"src/").count(), members, "{list}");
    }
}

#[test]
fn the_reader_of_paths_sees_groups_and_inline_paths() {
    let text = "use crate::plan::{Plan, change::{Field, Cause}};\n// crate::comment\nlet x = crate::cli::main();\n\
                use crate::{state, model::Key};\nmycrate::no();";
    let mut paths = used(text);
    paths.sort();
    assert_eq!(paths, ["cli::main", "model::Key", "plan::Plan", "plan::change::Cause", "plan::change::Field", "state"]);
}

#[test]
fn the_library_lists_its_modules_in_the_order_of_the_data() {
    let text = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let listed: Vec<&str> = text
        .lines()
        .filter_map(|line| match line.strip_prefix("pub use housestyle_") {
            Some(member) => member.strip_suffix(';')?.split_once(" as ").map(|(_, room)| room),
            None => line.strip_prefix("pub mod ")?.strip_suffix(';'),
        })
        .collect();
    let wanted: Vec<&str> = LAYERS.iter().map(|(module, _)| *module).collect();
    assert_eq!(listed, wanted);
}

/// Exit codes are decided by `cli` alone: below it, no line speaks of an exit and of a number. What the other rooms know is
/// what happened (`apply::RunEnd`), and `cli::exit` maps it once.
#[test]
fn no_room_below_the_edge_gives_an_exit_code() {
    let mut wrong = Vec::new();
    for (file, text) in files("src") {
        if file.starts_with("src/cli/") {
            continue;
        }
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (at, line) in code.lines().enumerate() {
            let line = line.split("//").next().unwrap_or_default();
            let unquoted = line.split('"').step_by(2);
            let words: Vec<&str> =
                unquoted.flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_'))).collect();
            let speaks = words.iter().any(|word| word.contains("exit") || *word == "fail_item");
            if speaks && words.iter().any(|word| word.parse::<u8>().is_ok()) {
                wrong.push(format!("{file}:{}: {}", at + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "exit codes outside `cli`:\n{}", wrong.join("\n"));
}

#[test]
fn every_file_says_first_what_it_is() {
    let mut wrong = Vec::new();
    for (file, text) in files("src").into_iter().chain(files("tests")) {
        let words = text.lines().next().and_then(|line| line.strip_prefix("//! ")).unwrap_or_default();
        if words.split_whitespace().count() < 2 {
            wrong.push(file);
        }
    }
    assert!(wrong.is_empty(), "no module doc in the first line of:\n{}", wrong.join("\n"));
}

#[test]
fn no_file_outgrows_the_ceiling() {
    let mut wrong = Vec::new();
    for (file, text) in files("src").into_iter().chain(files("tests")) {
        let lines = text.lines().count();
        if lines > CEILING {
            wrong.push(format!("{file}: {lines} lines; split it by idea"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_module_has_a_name_that_says_nothing() {
    let mut wrong = Vec::new();
    for file in files("src").keys() {
        for part in file.trim_end_matches(".rs").split('/') {
            if EMPTY_NAMES.contains(&part) {
                wrong.push(file.clone());
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_imported_by_a_glob() {
    let mut wrong = Vec::new();
    for (file, text) in files("src") {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| line.trim_start().starts_with("use ") && line.contains("::*")) {
            wrong.push(format!("{file}: {}", line.trim()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What writes to a disk by itself.
const WRITERS: &[&str] = &[
    "OpenOptions",
    "File::create",
    "NamedTempFile",
    "tempfile_in",
    "TempPath",
    ".persist(",
    "persist_noclobber",
    "fs::write",
    "fs::rename",
    "fs::copy",
    "fs::remove",
    "fs::hard_link",
    "fs::create_dir",
    "fs::set_permissions",
    "DirBuilder",
    "set_permissions(",
    "fs::symlink(",
    "sync_all",
];

#[test]
fn only_the_disk_room_writes_files() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, text) in files("src") {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = code.split("#[cfg(all(test").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            if WRITERS.iter().any(|writer| line.contains(writer)) {
                if module(&file) == Some("disk") {
                    seen += 1;
                } else {
                    wrong.push(format!("{file}: {}: use `crate::disk`", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 8, "the names of what writes are not those that the disk room uses");
}

/// What opens a file to read it by itself.
const READERS: &[&str] = &[
    "fs::read(",
    "fs::read_to_string",
    "fs::read_dir",
    "read_dir_utf8",
    ".read_dir(",
    " File::open",
    "(File::open",
    "::File::open",
    "fs::File::options",
    "add_custom_ignore",
    "gitignore::Gitignore::new",
    "WalkBuilder",
];

#[test]
fn only_the_disk_room_opens_files() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, text) in files("src") {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            if READERS.iter().any(|reader| line.contains(reader)) {
                if module(&file) == Some("disk") {
                    seen += 1;
                } else {
                    wrong.push(format!("{file}: {}: use `crate::disk`", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 4, "the names of what reads are not those that the disk room uses");
}

#[test]
fn the_tree_of_crates_does_not_grow_unseen() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let packages = lock.lines().filter(|line| *line == "[[package]]").count();
    assert!(packages <= PACKAGES, "{packages} packages in Cargo.lock, {PACKAGES} agreed");
    assert!(packages > 50, "Cargo.lock was not read: {packages} packages");
}
