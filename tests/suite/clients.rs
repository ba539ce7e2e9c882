//! The public service's own clients against the emulator, and the recipes of `docs/emulator.md` as their readers run them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::examples::copy;
use crate::installed_programs;
use crate::playground::{PROGRAM, Served, root, run};

const PYTHON_PACKAGES: &[&str] = &["deepl==1.32.0", "pytest==9.2.0"];
const NODE_PACKAGES: &[&str] = &["deepl-node@1.28.0", "jest@30.5.2"];

/// The interpreter of an environment with the packages of the tests.
fn python() -> PathBuf {
    installed_programs::python_packages("clients-python", PYTHON_PACKAGES).join("bin/python")
}

/// A folder in which the packages of the tests are installed.
fn node() -> PathBuf {
    installed_programs::node_packages("clients-node", NODE_PACKAGES)
}

fn assert_success(what: &str, output: &Output) {
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what}: {}\n{said}", output.status);
}

/// The files that `docs/emulator.md` shows, in a folder.
fn recipes() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let page = std::fs::read_to_string(root().join("docs/emulator.md")).unwrap();
    let mut lines = page.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        let Some((_, file)) = line.strip_prefix("```").and_then(|fence| fence.split_once("file=")) else { continue };
        let text: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        std::fs::write(folder.path().join(file), text).unwrap();
        count += 1;
    }
    assert_eq!(count, 7);
    folder
}

/// The search path with the built program on it.
fn search_path() -> std::ffi::OsString {
    let program = Path::new(PROGRAM).parent().unwrap().to_owned();
    let before = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(program).chain(std::env::split_paths(&before))).unwrap()
}

#[test]
#[ignore = "needs python3 and a package registry"]
fn the_python_client_finds_what_it_expects() {
    let python = python();
    let served = Served::new(root(), &["--control-token", "t0ken", "--label", "header"]);
    let script = root().join("tests/clients/python_client.py");
    let output = Command::new(python).arg(script).args([&served.address, "t0ken"]).output().unwrap();
    assert_success("python_client.py", &output);
}

#[test]
#[ignore = "needs npm and a package registry"]
fn the_node_client_finds_what_it_expects() {
    let folder = node();
    let served = Served::new(root(), &["--control-token", "t0ken", "--label", "header"]);
    let script = root().join("tests/clients/node_client.mjs");
    let mut command = Command::new("node");
    let output = command.arg(script).args([&served.address, "t0ken"]).current_dir(folder).output().unwrap();
    assert_success("node_client.mjs", &output);
}

#[test]
#[ignore = "needs python3 and a package registry"]
fn the_recipe_for_pytest_runs() {
    let python = python();
    let folder = recipes();
    let mut command = Command::new(python);
    command
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .current_dir(folder.path())
        .env("PATH", search_path());
    let output = command.output().unwrap();
    assert_success("pytest", &output);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("2 passed"), "{said}");
}

#[test]
#[ignore = "needs npm and a package registry"]
fn the_recipe_for_jest_runs() {
    let packages = node();
    let folder = recipes();
    std::fs::write(folder.path().join("package.json"), "{\"private\": true}\n").unwrap();
    let modules = packages.join("node_modules");
    let mut command = Command::new("node");
    command.arg(modules.join("jest/bin/jest.js")).args(["--rootDir", "."]).arg("--modulePaths").arg(&modules);
    command.args(["--watchman=false", "--ci"]).current_dir(folder.path()).env("PATH", search_path());
    assert_success("jest", &command.output().unwrap());
}

#[test]
fn the_recipe_for_compose_starts_what_it_says() {
    let folder = recipes();
    let text = std::fs::read_to_string(folder.path().join("compose.yaml")).unwrap();
    let file: serde_json::Value = serde_yaml::from_str(&text).unwrap();
    let command: Vec<&str> = file["services"]["translation"]["command"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap())
        .collect();
    assert_eq!(command[..2], ["housestyle", "emulate"]);
    // A port of the system's choice, as others may be taken.
    let arguments: Vec<&str> = command[2..].iter().map(|word| if *word == "4010" { "0" } else { word }).collect();
    let served = Served::new(root(), &arguments);
    let port = served.address.rsplit(':').next().unwrap();
    let ask = |path: &str, host: &str, more: &str| {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(ask("/healthz", "127.0.0.1:4010", ""), "200");
    let key = "Authorization: DeepL-Auth-Key ci-key\r\n";
    assert_eq!(ask("/v3/style_rules", "translation:4010", key), "200");
    assert_eq!(ask("/v3/style_rules", "translation:4010", ""), "403");
    assert_eq!(ask("/v3/style_rules", "evil.example", key), "421");
}

#[test]
fn an_address_that_others_reach_needs_a_key() {
    let (code, _, said) = run(root(), &["emulate", "--host", "0.0.0.0"]);
    assert_eq!(code, 64, "{said}");
    assert!(said.contains("--key is required"), "{said}");
}

const MCP_PYTHON_PACKAGES: &[&str] = &["mcp==2.3.0"];
const MCP_NODE_PACKAGES: &[&str] = &["@modelcontextprotocol/client@2.4.0", "@modelcontextprotocol/sdk@1.32.2"];

/// Each speaks to a server of its own: the newer revision where it knows it, and the older one alone.
#[test]
#[ignore = "needs python3, node and a package registry"]
fn public_clients_of_both_revisions_drive_the_server_for_agents() {
    // Whatever was applied to the example where it stands, the copy has everything to do.
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path();
    copy(&root().join("examples/almwind"), project);
    let python = installed_programs::python_packages("mcp-python", MCP_PYTHON_PACKAGES).join("bin/python");
    for mode in ["auto", "legacy"] {
        let script = root().join("tests/clients/mcp_client.py");
        let output = Command::new(&python).arg(script).arg(PROGRAM).arg(project).arg(mode).output().unwrap();
        assert_success(&format!("mcp_client.py {mode}"), &output);
    }
    let packages = installed_programs::node_packages("mcp-node", MCP_NODE_PACKAGES);
    for (library, revision) in
        [("@modelcontextprotocol/client", "2026-07-28"), ("@modelcontextprotocol/sdk", "2025-11-25")]
    {
        let script = root().join("tests/clients/mcp_client.mjs");
        let output = Command::new("node")
            .args([&script, &packages])
            .arg(library)
            .args([Path::new(PROGRAM), project])
            .arg(revision)
            .output()
            .unwrap();
        assert_success(&format!("mcp_client.mjs {library}"), &output);
    }
}
