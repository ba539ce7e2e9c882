//! `mcp`: two kinds of client, ten tools that read, and nothing that writes.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::playground::{PROGRAM, Served, root, run};

/// Sends lines to a server in a folder; its answers in order.
fn serve(folder: &Path, lines: &[Value]) -> Vec<Value> {
    serve_with(folder, lines, &[])
}

fn serve_with(folder: &Path, lines: &[Value], variables: &[(&str, &str)]) -> Vec<Value> {
    let mut command = Command::new(PROGRAM);
    command.arg("mcp").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HOUSESTYLE_") || name == "CI") {
        command.env_remove(name);
    }
    let mut child = command.envs(variables.iter().copied()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn request(id: u32, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// The same request, from a client that names its revision with each.
fn stateless(id: u32, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
    });
    request(id, method, &params)
}

fn call(id: u32, tool: &str, arguments: Value) -> Value {
    stateless(id, "tools/call", json!({ "name": tool, "arguments": arguments }))
}

fn text_of(answer: &Value) -> String {
    let texts = answer["result"]["content"].as_array().unwrap_or_else(|| panic!("{answer}"));
    texts.iter().map(|content| content["text"].as_str().unwrap()).collect::<Vec<_>>().join("\n")
}

fn almwind() -> std::path::PathBuf {
    root().join("examples/almwind")
}

#[test]
fn a_client_of_the_older_revision_is_served_after_its_handshake() {
    let hello =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let answers = serve(
        &almwind(),
        &[
            request(1, "initialize", &hello),
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            request(2, "tools/list", &json!({})),
            request(3, "tools/call", &json!({ "name": "guide", "arguments": { "style": "de-shop" } })),
            request(4, "ping", &json!({})),
            request(5, "resources/read", &json!({ "uri": "housestyle://findings/nothing" })),
        ],
    );
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(answers[0]["result"]["serverInfo"]["name"], "housestyle");
    assert_eq!(answers[1]["result"]["resultType"], Value::Null);
    assert!(text_of(&answers[2]).contains("# Shop, German"));
    assert_eq!(answers[3]["result"], json!({}));
    assert_eq!(answers[4]["error"]["code"], -32002);
    // A revision that nobody knows is answered with the newest that begins with a handshake.
    let other =
        json!({ "protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    assert_eq!(serve(&almwind(), &[request(1, "initialize", &other)])[0]["result"]["protocolVersion"], "2025-11-25");
}

#[test]
fn a_client_of_the_newer_revision_is_served_without_one() {
    let wrong = json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": "2031-01-01" } });
    let answers = serve(
        &almwind(),
        &[
            stateless(1, "server/discover", json!({})),
            stateless(2, "tools/list", json!({})),
            stateless(3, "resources/list", json!({})),
            stateless(4, "resources/read", json!({ "uri": "housestyle://findings/unknown-rule" })),
            stateless(5, "resources/read", json!({ "uri": "housestyle://styles/../../Cargo.toml" })),
            call(6, "explain", json!({ "word": "decimal_separator" })),
            request(7, "tools/list", &wrong),
            stateless(8, "subscriptions/listen", json!({})),
        ],
    );
    assert!(answers[0]["result"]["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")));
    for cacheable in &answers[..4] {
        let result = &cacheable["result"];
        assert_eq!(
            (&result["resultType"], &result["ttlMs"], &result["cacheScope"]),
            (&json!("complete"), &json!(0), &json!("private"))
        );
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "housestyle");
    }
    assert_eq!(answers[4]["error"]["code"], -32602);
    assert_eq!(answers[5]["result"]["resultType"], "complete");
    assert_eq!(answers[5]["result"]["ttlMs"], Value::Null);
    assert_eq!(answers[6]["error"]["code"], -32022);
    assert_eq!(answers[6]["error"]["data"]["requested"], "2031-01-01");
    assert_eq!(answers[7]["error"]["code"], -32601);
}

#[test]
fn every_tool_is_announced_as_read_only_and_none_applies() {
    let answers = serve(&almwind(), &[stateless(1, "tools/list", json!({}))]);
    let tools = answers[0]["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let known = ["validate", "lint", "explain", "search_rules", "guide", "overview", "diff", "plan", "drift", "render"];
    assert_eq!(names, known);
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert_eq!(tool["annotations"]["destructiveHint"], false, "{tool}");
        assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{tool}");
    }
}

/// What public clients of both revisions sent, and what they got: `HOUSESTYLE_BLESS=1` writes the answers.
#[test]
fn recorded_sessions_of_public_clients_are_answered_as_they_were() {
    for revision in ["2026-07-28", "2025-11-25"] {
        let recorded = |end: &str| root().join(format!("tests/sessions/mcp-{revision}.{end}.jsonl"));
        let sent = std::fs::read_to_string(recorded("in")).unwrap();
        let sent: Vec<Value> = sent.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let answers = serve(&almwind(), &sent);
        let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
        let said: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
        let said = said.replace(&version, "\"version\":\"VERSION\"");
        if std::env::var_os("HOUSESTYLE_BLESS").is_some() {
            std::fs::write(recorded("out"), &said).unwrap();
        }
        let wanted = std::fs::read_to_string(recorded("out")).unwrap().replace("\r\n", "\n");
        assert!(said == wanted, "mcp-{revision}.out.jsonl is not what is answered: HOUSESTYLE_BLESS=1 writes it");
    }
}

/// Everything in a folder but the account of the embedded service: path, bytes.
fn contents(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_dir() {
                open.push(entry.path());
            } else if !entry.file_name().to_string_lossy().starts_with("emulator.json")
                && !entry.path().ends_with(".housestyle/.gitignore")
            {
                found.push((entry.path(), std::fs::read(entry.path()).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_session_from_the_edit_to_the_words_for_a_person_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), &["init", "."]).0, 0);
    let calls = [
        call(1, "validate", json!({})),
        call(2, "guide", json!({ "style": "website" })),
        call(3, "search_rules", json!({ "query": "serial comma", "language": "en" })),
        call(4, "plan", json!({})),
        call(5, "drift", json!({})),
        call(6, "overview", json!({})),
    ];
    let before = contents(folder.path());
    // Variables that would make a command write do not reach it.
    let variables = [
        ("HOUSESTYLE_FIX", "true"),
        ("HOUSESTYLE_OUT", "plan.json"),
        ("HOUSESTYLE_WRITE", "json=plan.json"),
        ("HOUSESTYLE_WRITE_BASELINE", "true"),
    ];
    let answers = serve_with(folder.path(), &calls, &variables);
    assert_eq!(contents(folder.path()), before);
    assert_eq!(answers.len(), calls.len());
    for answer in &answers {
        assert_eq!(answer["result"]["isError"], false, "{answer}");
    }
    assert!(text_of(&answers[2]).contains("punctuation.serial_comma"), "{}", text_of(&answers[2]));
    let plan = text_of(&answers[3]);
    let at = plan.find("housestyle apply --approve sha256:").unwrap_or_else(|| panic!("{plan}"));
    let digest = plan[at + "housestyle apply --approve ".len()..].split([' ', '`', '\n']).next().unwrap().to_owned();
    let (code, _, err) = run(folder.path(), &["apply", "--approve", &digest]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn no_tool_sends_a_request_that_writes() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), &["init", "."]).0, 0);
    let log = folder.path().join("requests.log");
    let served = Served::new(folder.path(), &["--log", log.to_str().unwrap()]);
    let tools = ["validate", "plan", "drift", "overview", "diff"];
    let calls: Vec<Value> = tools.iter().zip(1..).map(|(tool, id)| call(id, tool, json!({}))).collect();
    let variables = [
        ("HOUSESTYLE_SERVICE", "custom"),
        ("HOUSESTYLE_BASE_URL", served.address.as_str()),
        ("HOUSESTYLE_AUTH_KEY", "0123456789"),
        ("HOUSESTYLE_AUTO_APPROVE", "true"),
    ];
    let answers = serve_with(folder.path(), &calls, &variables);
    assert!(text_of(&answers[1]).contains("1 to create"), "{}", text_of(&answers[1]));
    let requests = std::fs::read_to_string(log).unwrap();
    let methods: Vec<Value> =
        requests.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["method"].clone()).collect();
    assert!(!methods.is_empty() && methods.iter().all(|method| method == "GET"), "{requests}");
}

#[test]
fn what_is_outside_the_project_and_what_is_an_option_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("project");
    std::fs::create_dir(&project).unwrap();
    assert_eq!(run(&project, &["init", "."]).0, 0);
    std::fs::write(folder.path().join("secret.yaml"), "name: canary-7\nlanguage: xx\n").unwrap();
    let cases = [
        ("validate", json!({ "paths": ["../secret.yaml"] })),
        ("validate", json!({ "paths": ["/etc/passwd"] })),
        ("lint", json!({ "paths": ["../secret.yaml"], "style": "website" })),
        ("validate", json!({ "paths": ["--fix"] })),
        ("validate", json!({ "fix": true })),
        ("guide", json!({ "style": "--into=x" })),
        ("guide", json!({})),
        ("explain", json!({ "word": "-h" })),
        ("diff", json!({ "base": "--folders" })),
        ("plan", json!({ "environment": "-o" })),
        ("render", json!({ "profile": 7 })),
    ];
    let calls: Vec<Value> =
        cases.iter().zip(1..).map(|((tool, arguments), id)| call(id, tool, arguments.clone())).collect();
    let before = contents(folder.path());
    for (answer, (tool, arguments)) in serve(&project, &calls).iter().zip(&cases) {
        let text = text_of(answer);
        assert_eq!(answer["result"]["isError"], true, "{tool} {arguments}: {text}");
        assert!(!text.contains("canary-7") && !text.contains("root:"), "{text}");
    }
    assert_eq!(contents(folder.path()), before);
}

#[test]
fn lines_that_are_no_requests_are_answered_and_the_next_one_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(PROGRAM)
        .arg("mcp")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "nonsense\n[]\n\n7\n{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}\n\
        {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let codes: Vec<&Value> = answers.iter().map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(codes, [&json!(-32700), &json!(-32600), &json!(-32600), &json!(-32600), &Value::Null]);
    assert_eq!(answers[4], json!({ "jsonrpc": "2.0", "id": "a", "result": {} }));
}

#[test]
fn an_answer_is_bounded_and_says_what_was_cut() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(folder.path(), &["init", "."]).0, 0);
    let mut style = "name: Long\nlanguage: de\ncustom_instructions:\n".to_owned();
    for at in 0..200 {
        style.push_str(&format!("  - label: ä{at}\n    prompt: {}\n", "Grüße ".repeat(49).trim_end()));
    }
    std::fs::write(folder.path().join("styles/long.yaml"), style).unwrap();
    let answers = serve(folder.path(), &[call(1, "guide", json!({ "style": "long" }))]);
    let text = text_of(&answers[0]);
    assert!(text.len() < 66_000, "{}", text.len());
    assert!(text.contains("[cut: 65") && text.contains("ask for less"), "{}", &text[text.len() - 200..]);
}
