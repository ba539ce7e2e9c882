//! The language server as an editor meets it: the built program over pipes.

#[path = "lsp/client.rs"]
mod client;
#[path = "lsp/story.rs"]
mod story;

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use client::{Client, able, frame};

macro_rules! sessions {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            story::play(&stringify!($name).replace('_', "-"));
        })*

        #[test]
        fn every_session_is_played() {
            let mut files = story::names();
            files.sort();
            let mut played = [$(stringify!($name).replace('_', "-")),*];
            played.sort();
            assert_eq!(files, played);
        }
    };
}

sessions! { first_minutes }

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("housestyle.toml"), "").unwrap();
    std::fs::create_dir(folder.path().join("styles")).unwrap();
    folder
}

fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("no error: {answer}"))
}

fn ended(root: &Path, input: &[u8]) -> (i32, String) {
    let mut client = Client::start(root);
    client.write(input);
    client.hang_up();
    client.end()
}

#[test]
fn a_session_begins_and_ends_as_agreed() {
    let folder = project();
    let mut client = Client::start(folder.path());
    assert_eq!(code(&client.ask("textDocument/hover", json!({}))), -32002, "before initialize");
    let answer = client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(answer["result"]["serverInfo"]["name"], "housestyle");
    assert_eq!(code(&client.ask("initialize", json!({}))), -32600);
    assert_eq!(code(&client.ask("textDocument/rangeFormatting", json!({}))), -32601);
    assert_eq!(code(&client.ask("textDocument/hover", json!({ "position": 7 }))), -32602);
    client.tell("$/no-such-thing", json!([1]));
    client.tell("textDocument/didOpen", json!("wrong"));
    client.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": "file:///never/opened.yaml" }, "contentChanges": [] }),
    );
    assert_eq!(
        client.ask(
            "textDocument/hover",
            json!({ "textDocument": { "uri": "untitled:x" }, "position": { "line": 0, "character": 0 } })
        )["result"],
        Value::Null
    );
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(code(&client.ask("textDocument/hover", json!({}))), -32600, "after shutdown");
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), (0, String::new()));
}

#[test]
fn an_end_without_a_word_is_an_error() {
    let folder = project();
    let exit = frame(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    let (code, said) = ended(folder.path(), &exit);
    assert_eq!(code, 1);
    assert!(said.contains("without `shutdown`"), "{said}");
    let (code, said) = ended(folder.path(), b"");
    assert_eq!(code, 1);
    assert!(said.contains("without `exit`"), "{said}");
}

#[test]
fn what_is_no_session_ends_with_a_message_and_what_is_no_message_is_answered() {
    let folder = project();
    for (input, why) in [
        (&b"GET / HTTP/1.1\r\n\r\n"[..], "does not speak"),
        (b"\x00\xff\xfe\n", "does not speak"),
        (b"Content-Length: 99999999999\r\n\r\n", "at most"),
        (b"Content-Length: 20\r\n\r\n{}", "in the middle"),
        (b"Content-Length: -1\r\n\r\n{}", "Content-Length"),
    ] {
        let (code, said) = ended(folder.path(), input);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(why) && !said.contains("broken at"), "{said}");
    }
    let mut client = Client::start(folder.path());
    for (body, wanted) in [("{not json", -32700), ("[]", -32600), ("{}", -32600), (r#"{"id":{},"method":"x"}"#, -32600)]
    {
        client.write(&frame(body));
        assert_eq!(code(&client.answer(&Value::Null)), wanted, "{body}");
    }
}

#[test]
fn a_person_at_a_terminal_is_told_what_it_is_for() {
    let asked =
        Command::new(env!("CARGO_BIN_EXE_housestyle")).args(["lsp", "--help"]).stdin(Stdio::null()).output().unwrap();
    let help = String::from_utf8(asked.stdout).unwrap();
    assert!(help.contains("docs/editors.md"), "{help}");
}

#[test]
fn a_request_that_is_taken_back_is_answered_as_such() {
    let folder = project();
    let mut client = Client::introduced(folder.path(), &able());
    let mut both = frame(
        &json!({ "jsonrpc": "2.0", "id": "slow", "method": "textDocument/documentSymbol", "params": {} }).to_string(),
    );
    both.extend(frame(
        &json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": "slow" } }).to_string(),
    ));
    client.write(&both);
    // Whether it was taken back in time is up to the pipe.
    assert!([-32800, -32602].contains(&code(&client.answer(&json!("slow")))));
}
