//! Packages: what is handed to people who have no Rust. They are installed and used in fresh places by `.packaging/try`,
//! which `.ci/run` plays; here is what needs neither a network nor a minute.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use crate::examples::copy;
use crate::playground::{root, run_in_one};

fn text(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

/// What cannot be packed, handed to the packer.
fn refused(bytes: &[u8]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let binary = folder.path().join("binary");
    std::fs::write(&binary, bytes).unwrap();
    let mut pack = Command::new("python3");
    pack.arg(root().join(".packaging/pack.py")).arg(&binary).arg("--out").arg(folder.path().join("dist"));
    let done = pack.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
    assert!(!folder.path().join("dist").exists(), "something was packed");
    done
}

#[test]
#[ignore = "needs python3"]
fn what_is_no_program_of_a_known_machine_is_not_packed() {
    let mut riscv = vec![0; 64];
    riscv[..6].copy_from_slice(b"\x7fELF\x02\x01");
    riscv[18..20].copy_from_slice(&243_u16.to_le_bytes());
    for (bytes, said) in [
        (&b"#!/bin/sh\n"[..], "neither a 64-bit ELF, nor a Mach-O, nor a PE file"),
        (riscv.as_slice(), "an ELF file for a machine that housestyle is not packed for"),
    ] {
        let done = refused(bytes);
        assert_eq!(done.status.code(), Some(1));
        assert_eq!(String::from_utf8_lossy(&done.stderr).trim(), format!("pack.py: {said}"));
    }
}

/// Archives of every platform, as far as a table of publication looks at them.
fn made_up_archives(folder: &Path) {
    let version = env!("CARGO_PKG_VERSION");
    for target in ["x86_64-linux", "aarch64-linux", "x86_64-macos", "aarch64-macos", "x86_64-windows"] {
        let ending = if target.ends_with("windows") { "zip" } else { "tar.gz" };
        std::fs::write(folder.join(format!("housestyle-{version}-{target}.{ending}")), target).unwrap();
    }
}

fn release(dist: &Path, out: &Path, repository: &str) -> Output {
    let mut release = Command::new("python3");
    release.arg(root().join(".packaging/release")).arg(dist).arg("--out").arg(out).args(["--repository", repository]);
    release.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap()
}

/// Every file below a folder, with its path from there.
fn files_below(folder: &Path, from: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, from, found);
        } else {
            let name = path.strip_prefix(from).unwrap().to_str().unwrap().to_owned();
            found.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
#[ignore = "needs python3"]
fn a_release_is_published_by_files_of_one_table_with_one_address() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("publication");
    made_up_archives(folder.path());
    let done = release(folder.path(), &out, "https://forge.example/acme/housestyle");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut written = Vec::new();
    files_below(&out, &out, &mut written);
    let kinds: BTreeSet<&str> = written.iter().filter_map(|(name, _)| name.split('/').next()).collect();
    let wanted = [
        "action",
        "aur",
        "docs",
        "gitlab",
        "homebrew",
        "nix",
        "pre-commit",
        "schemastore",
        "scoop",
        "vscode",
        "winget",
        "zed",
    ];
    assert_eq!(kinds, BTreeSet::from(wanted));
    for (name, text) in &written {
        assert!(!text.contains("HOST/OWNER") && !text.contains("OWNER/housestyle"), "{name}: a placeholder is left");
        assert!(!text.contains("github.com/OWNER"), "{name}");
    }
    let formula = &written.iter().find(|(name, _)| name.ends_with("housestyle.rb")).unwrap().1;
    assert_eq!(formula.matches("https://forge.example/acme/housestyle/releases/download/v").count(), 4, "{formula}");
}

#[test]
#[ignore = "needs python3"]
fn a_form_without_its_archives_is_left_out_by_name_and_an_odd_address_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("publication");
    let done = release(folder.path(), &out, "https://forge.example/acme/housestyle");
    let told = String::from_utf8(done.stdout).unwrap();
    assert!(told.contains("left out: scoop/bucket/housestyle.json, without housestyle-"), "{told}");
    assert!(!out.join("scoop").exists() && out.join("schemastore/catalog.json").is_file(), "{told}");
    let done = release(folder.path(), &out, "acme/housestyle");
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(!done.status.success() && said.contains("write https://HOST/OWNER/housestyle"), "{said}");
}

/// A run that ends before its work orders the functions of a failure.
#[test]
fn every_run_that_orders_the_functions_ends_as_it_is_listed() {
    let script = text(".packaging/order.py");
    let (_, listed) = script.split_once("\nRUNS = (\n").unwrap();
    let listed = listed.split_once("\n)\n").unwrap().0;
    let project = tempfile::tempdir().unwrap();
    copy(&root().join("examples/almwind"), project.path());
    let wrong = project.path().join("wrong.yaml");
    let constant = |name: &str| {
        let (_, value) = script.split_once(&format!("\n{name} = ")).unwrap();
        serde_json::from_str::<String>(value.lines().next().unwrap()).unwrap()
    };
    std::fs::write(project.path().join("text.txt"), constant("TEXT")).unwrap();
    let mut runs = 0;
    for line in listed.lines() {
        let (run, code) = line.trim().trim_start_matches("(\"").trim_end_matches("),").split_once("\", ").unwrap();
        let _absent = std::fs::remove_file(&wrong);
        if run.contains("wrong.yaml") {
            std::fs::write(&wrong, constant("WRONG")).unwrap();
        }
        let (ended, said) = run_in_one(project.path(), &run.split(' ').collect::<Vec<_>>());
        assert_eq!(ended.to_string(), code, "{run}: {said}");
        runs += 1;
    }
    assert!(runs > 8, "the list of runs was not read: {listed}");
}

#[test]
#[ignore = "needs python3 and valgrind"]
fn the_functions_of_everyday_runs_are_named_once_the_shortest_run_first() {
    let order = |program: &Path| {
        let mut order = Command::new("python3");
        order.arg(root().join(".packaging/order.py")).arg(program).env("PYTHONDONTWRITEBYTECODE", "1");
        order.output().unwrap()
    };
    let done = order(Path::new(env!("CARGO_BIN_EXE_housestyle")));
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let named = String::from_utf8(done.stdout).unwrap();
    let symbols: Vec<&str> = named.lines().collect();
    assert_eq!(symbols.iter().collect::<BTreeSet<_>>().len(), symbols.len(), "a function is named twice");
    let at = |function: &str| symbols.iter().position(|symbol| symbol.contains(function)).expect(function);
    assert!(at("_check5files11check_files") < at("housestyle_apply"), "{named}");
    // What was stripped says nothing of itself.
    let folder = tempfile::tempdir().unwrap();
    let stripped = folder.path().join("housestyle");
    std::fs::copy(env!("CARGO_BIN_EXE_housestyle"), &stripped).unwrap();
    assert!(Command::new("strip").arg(&stripped).status().unwrap().success());
    let done = order(&stripped);
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.code() == Some(1) && said.contains("has it its symbols?"), "{said}");
}

#[test]
fn the_version_stands_in_one_place() {
    let version = env!("CARGO_PKG_VERSION");
    for name in [".packaging/pack.py", ".packaging/npm/housestyle.js", "action.yml", ".github/workflows/release.yml"] {
        assert!(!text(name).contains(version), "{name} names the version by itself");
    }
}

#[test]
fn what_is_released_is_what_the_action_takes() {
    let release = text(".github/workflows/release.yml");
    let action = text("action.yml");
    let targets: BTreeSet<&str> =
        action.lines().filter_map(|line| line.trim().split_once("target=")?.1.split(' ').next()).collect();
    let wanted = ["x86_64-linux", "aarch64-linux", "aarch64-macos", "x86_64-macos", "x86_64-windows"];
    assert_eq!(targets, BTreeSet::from(wanted));
    for target in [
        "x86_64-unknown-linux-musl",
        "aarch64-unknown-linux-musl",
        "aarch64-apple-darwin",
        "x86_64-apple-darwin",
        "x86_64-pc-windows-msvc",
    ] {
        assert!(release.contains(target), "{target} is not released");
    }
    // What npm is told of is the same, in the words of Node.
    for platform in [
        "(\"linux\", \"x64\")",
        "(\"linux\", \"arm64\")",
        "(\"darwin\", \"arm64\")",
        "(\"darwin\", \"x64\")",
        "(\"win32\", \"x64\")",
    ] {
        assert!(text(".packaging/pack.py").contains(platform), "{platform} is not packed for npm");
    }
    // And every system is tested before.
    for runner in ["ubuntu-latest", "ubuntu-22.04-arm", "macos-latest", "macos-13", "windows-latest"] {
        assert!(text(".github/workflows/ci.yml").contains(runner), "{runner} does not test");
        assert!(release.contains(runner), "{runner} does not build");
    }
}

/// Names in registries are not ours: what is called like us there is somebody else's program.
#[test]
fn nothing_that_we_write_takes_us_from_a_registry() {
    let mut pages = vec!["README.md".to_owned(), "action.yml".to_owned(), ".packaging/Containerfile".to_owned()];
    for folder in ["docs", "docs/ci", "src/cli/command/init", ".github/workflows"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ["md", "yml", "yaml"].iter().any(|known| ending == *known)) {
                pages.push(path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    assert!(pages.len() > 12, "{pages:?}");
    for name in pages {
        for line in text(&name).lines() {
            let words: Vec<&str> = line.split([' ', '`', '"', '\'']).collect();
            let Some(at) = words.iter().position(|word| *word == "install") else { continue };
            let asks = |word: &&str| {
                *word == "housestyle" || word.starts_with("housestyle=") || word.starts_with("housestyle@")
            };
            assert!(!words[at..].iter().take(4).any(asks), "{name}: {line}");
        }
    }
    // Nor does the package that starts the program name others for npm to fetch.
    for (file, field) in [(".packaging/pack.py", "optionalDependencies"), (".packaging/pack.py", "\"dependencies\"")] {
        assert!(!text(file).contains(field), "{file}: {field}");
    }
}
