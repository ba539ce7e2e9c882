//! What an attacker tries: to get the key out, to send it elsewhere, and to speak through a name.

use std::fmt::Write as _;
use std::io::{ErrorKind, Read, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::playground::{Served, housestyle, outcome_in_one, project, write};

/// A key that is found wherever it goes.
const CANARY: &str = "canary-5f1c2b7e:90d4+key/of?nobody";

/// What a client of the emulator and somebody else do with it.
trait Shared {
    fn client(&self, folder: &Path, arguments: &[&str]) -> Command;
    fn other(&self, method: &str, target: &str, body: &serde_json::Value) -> serde_json::Value;
}

impl Shared for Served {
    /// The program, with the key, speaking to this emulator.
    fn client(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = housestyle(folder, arguments);
        command.env("HOUSESTYLE_BASE_URL", &self.address).env("HOUSESTYLE_AUTH_KEY", CANARY);
        command
    }

    /// What somebody else does with the account. Answers the body.
    fn other(&self, method: &str, target: &str, body: &serde_json::Value) -> serde_json::Value {
        let host = self.address.strip_prefix("http://").unwrap();
        let body = body.to_string();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "{method} {target} HTTP/1.1\r\nhost: {host}\r\nauthorization: Service-Auth-Key {CANARY}\r\n\
             content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 20"), "{answer}");
        serde_json::from_str(body).unwrap_or_default()
    }
}

/// A port at which nobody is to knock.
struct Trap(TcpListener);

impl Trap {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self(listener)
    }

    fn address(&self) -> String {
        self.0.local_addr().unwrap().to_string()
    }

    /// Whether nobody came until now.
    fn is_silent(&self) -> bool {
        self.0.accept().is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    }
}

/// The key in the forms that proxies, logs and headers bring it into.
fn forms(key: &str) -> Vec<String> {
    let hex = |upper: bool| {
        key.bytes().fold(String::new(), |mut out, byte| {
            let _ = if upper { write!(out, "{byte:02X}") } else { write!(out, "{byte:02x}") };
            out
        })
    };
    let percent = key.bytes().fold(String::new(), |mut out, byte| {
        let plain = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        let _ = if plain { write!(out, "{}", char::from(byte)) } else { write!(out, "%{byte:02X}") };
        out
    });
    let whole = base64(key.as_bytes());
    let behind_scheme = base64(format!("Service-Auth-Key {key}").as_bytes());
    vec![key.to_owned(), hex(false), hex(true), percent, whole, behind_scheme, key.replace('/', "\\/")]
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for at in 0..=chunk.len() {
            let digit = usize::try_from(word >> (18 - 6 * at) & 63).unwrap();
            out.push(char::from(DIGITS[digit]));
        }
    }
    out
}

/// Nothing of the key, whole or in its telling middle.
fn assert_no_key(text: &str, from: &str) {
    for form in forms(CANARY).iter().map(String::as_str).chain(["5f1c2b7e", "of?nobody"]) {
        assert!(!text.contains(form), "{from} holds the key as {form:?}:\n{text}");
    }
}

fn assert_no_key_in_files(folder: &Path, from: &str) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            assert_no_key_in_files(&path, from);
        } else if path.file_name().is_none_or(|name| name != "faults.json") {
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            assert_no_key(&text, &format!("{from}: {}", path.display()));
        }
    }
}

/// Every verb that could see the key, in every form it has.
const RUNS: &[&[&str]] = &[
    &["validate", "-o", "human"],
    &["validate", "-o", "json"],
    &["plan", "-v", "--settle", "0"],
    &["plan", "-o", "json"],
    &["plan", "-o", "markdown", "--out", "saved.json"],
    &["apply", "-v", "--auto-approve", "--settle", "0"],
    &["apply", "-o", "json", "--auto-approve", "--settle", "0"],
    &["outputs", "-o", "json"],
    &["outputs", "-o", "env"],
    &["state", "list"],
    &["state", "show", "shop"],
    &["plan", "--no-such-flag"],
    &["apply", "--help"],
];

/// Runs everything against a service with this fault; nothing that was said or written holds the key.
fn search_for_the_key(fault: &serde_json::Value) {
    let folder = project();
    let script = serde_json::json!({"rules": [{"fault": fault}]});
    write(folder.path(), "faults.json", &script.to_string());
    let served = Served::new(folder.path(), &["--faults", "faults.json", "--log", "log.ndjson"]);
    for run in RUNS {
        let (code, said) = outcome_in_one(served.client(folder.path(), run).env("HOUSESTYLE_TIMEOUT", "1"));
        assert!((0..=64).contains(&code), "{fault} {run:?}: {code}\n{said}");
        assert_no_key(&said, &format!("{fault} {run:?}"));
    }
    assert_no_key_in_files(folder.path(), &fault.to_string());
}

#[test]
fn a_key_that_the_service_echoes_in_a_refusal_comes_out_nowhere() {
    for echoed in forms(CANARY) {
        let body = serde_json::json!({"message": format!("bad key {echoed}"), "detail": echoed}).to_string();
        search_for_the_key(&serde_json::json!({"kind": "status", "status": 403, "body": body}));
    }
    // So long that the message is cut, and the cut falls into the key.
    let body = serde_json::json!({"message": format!("{}{CANARY}", "x".repeat(500 - 16))}).to_string();
    search_for_the_key(&serde_json::json!({"kind": "status", "status": 400, "body": body}));
}

#[test]
fn a_key_comes_out_nowhere_whatever_else_goes_wrong() {
    let location = format!("https://example.com/?key={CANARY}");
    let faults = [
        serde_json::json!({"kind": "status", "status": 200, "body": format!("<html>{CANARY}")}),
        serde_json::json!({"kind": "status", "status": 307, "headers": {"location": location}}),
        serde_json::json!({"kind": "status", "status": 500, "body": CANARY}),
        serde_json::json!({"kind": "status", "status": 429, "headers": {"retry-after": CANARY, "x-trace-id": CANARY}}),
        serde_json::json!({"kind": "garbage"}),
        serde_json::json!({"kind": "lost-before"}),
        serde_json::json!({"kind": "lost-after"}),
    ];
    // Most of it is waiting.
    std::thread::scope(|scope| {
        for fault in &faults {
            scope.spawn(|| search_for_the_key(fault));
        }
    });
}

#[test]
fn a_key_comes_out_nowhere_where_all_goes_well() {
    let folder = project();
    let served = Served::new(folder.path(), &["--log", "log.ndjson"]);
    for run in RUNS {
        let (code, said) = outcome_in_one(&mut served.client(folder.path(), run));
        assert!(code == 0 || run.contains(&"--no-such-flag"), "{run:?}: {said}");
        assert_no_key(&said, &format!("{run:?}"));
    }
    assert!(folder.path().join("saved.json").is_file() && folder.path().join("housestyle.lock.json").is_file());
    assert_no_key_in_files(folder.path(), "a good run");
}

#[test]
fn addresses_that_look_like_the_service_are_refused_before_anything_leaves() {
    let trap = Trap::new();
    let folder = project();
    let port = trap.0.local_addr().unwrap().port();
    let command = |url: &str| {
        // Whatever left would go through the proxy, and so to the trap.
        let proxy = format!("http://{}", trap.address());
        let mut command = housestyle(folder.path(), &["plan"]);
        command.env("HOUSESTYLE_BASE_URL", url).env("HOUSESTYLE_AUTH_KEY", CANARY).env("HOUSESTYLE_TIMEOUT", "1");
        command.env("HTTPS_PROXY", &proxy).env("HTTP_PROXY", &proxy).env("ALL_PROXY", &proxy);
        command
    };
    for url in [
        "https://api.deepl.com@example.com".to_owned(),
        "https://user:word@api.deepl.com".to_owned(),
        "https://api.deepl.com%2eexample.com".to_owned(),
        "https://api.deepl.com.".to_owned(),
        "https://api.deepl.com\\@example.com".to_owned(),
        "https://api.deepl.com/v3".to_owned(),
        "https://api.deepl.com?x=".to_owned(),
        "https://api.deepl.com#x".to_owned(),
        "https://\u{430}pi.deepl.com".to_owned(),
        "https://api.deepl.com\u{200b}".to_owned(),
        "http://api.deepl.com".to_owned(),
        "file:///etc/passwd".to_owned(),
        "api.deepl.com".to_owned(),
        format!("http://0x7f.1:{port}"),
        format!("http://127.1:{port}"),
        format!("http://2130706433:{port}"),
        format!("http://0177.0.0.1:{port}"),
        format!("http://127.0.0.1.example.com:{port}"),
        format!("http://example.com@127.0.0.1:{port}"),
        format!("http://[::ffff:127.0.0.1]:{port}"),
    ] {
        let (code, said) = outcome_in_one(&mut command(&url));
        assert_eq!(code, 64, "{url}: {said}");
        assert!(trap.is_silent(), "{url} was spoken to");
        assert_no_key(&said, &url);
    }
    // The trap catches what does leave: this address is a good one.
    let mut child = command("https://host.invalid").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    trap.0.set_nonblocking(false).unwrap();
    let (mut caught, _) = trap.0.accept().unwrap();
    let mut sent = [0; 4096];
    let read = caught.read(&mut sent).unwrap();
    let _gone = child.kill();
    let _gone = child.wait();
    assert!(sent.starts_with(b"CONNECT host.invalid:443"), "{}", String::from_utf8_lossy(&sent[..read]));
    assert_no_key(&String::from_utf8_lossy(&sent[..read]), "the proxy");
}

#[test]
fn no_setting_of_a_project_file_names_a_host_a_key_a_proxy_or_a_command() {
    let trap = Trap::new();
    let folder = project();
    for name in [
        "base_url",
        "base-url",
        "Base_URL",
        "url",
        "host",
        "endpoint",
        "server_url",
        "base_address",
        "proxy",
        "http_proxy",
        "https_proxy",
        "ca_file",
        "auth_key",
        "auth_key_file",
        "auth_scheme",
        "authorization",
        "api_key",
        "key",
        "key_env",
        "key_file",
        "key_command",
        "command",
        "headers",
        "token",
        "secret",
        "password",
        "log",
    ] {
        for place in ["", "[environments.default]\n", "[environments.other]\n", "[safeguards]\n", "[limits]\n"] {
            let text = format!("{place}{name} = \"http://{}\"\n", trap.address());
            write(folder.path(), "housestyle.toml", &text);
            for verb in ["validate", "plan"] {
                let (code, said) =
                    outcome_in_one(housestyle(folder.path(), &[verb]).env("HOUSESTYLE_AUTH_KEY", CANARY));
                assert_eq!(code, 3, "{verb} with {text}: {said}");
                assert!(said.contains("forbidden-setting"), "{verb} with {text}: {said}");
            }
        }
    }
    // A preset by name is all that a project may choose, and `custom` takes its address from elsewhere.
    write(folder.path(), "housestyle.toml", &format!("service = \"http://{}\"\n", trap.address()));
    assert_eq!(outcome_in_one(&mut housestyle(folder.path(), &["plan"])).0, 3);
    write(folder.path(), "housestyle.toml", "service = \"custom\"\n");
    let (code, said) = outcome_in_one(housestyle(folder.path(), &["plan"]).env("HOUSESTYLE_AUTH_KEY", CANARY));
    assert_eq!(code, 64, "{said}");
    assert!(trap.is_silent());
}

#[test]
fn each_verb_gets_by_with_the_scopes_it_is_said_to_need() {
    let folder = project();
    let keys = [
        "only-writes@team=style_rules:write",
        "only-reads@team=style_rules:read",
        "does-both@team",
        "asks@team=languages:read,usage:read",
        "translates@team=translate:text",
        "improves@team=write:improve",
    ];
    let served = Served::new(folder.path(), &keys.map(|key| ["--key", key]).concat());
    let run = |key: &str, arguments: &[&str]| {
        let mut command = served.client(folder.path(), arguments);
        outcome_in_one(command.env("HOUSESTYLE_AUTH_KEY", key))
    };
    for verb in ["validate", "outputs"] {
        assert_eq!(outcome_in_one(&mut housestyle(folder.path(), &[verb])).0, 0, "{verb} without any key");
    }
    for (key, arguments, expected) in [
        ("only-writes", &["plan"][..], 8),
        ("only-writes", &["apply", "--auto-approve"], 8),
        ("only-reads", &["plan", "--detailed-exitcode"], 2),
        ("only-reads", &["apply", "--auto-approve"], 8),
        ("only-reads", &["plan", "--detailed-exitcode"], 2),
        ("does-both", &["apply", "--auto-approve"], 0),
        ("only-reads", &["plan", "--detailed-exitcode"], 0),
        ("only-reads", &["drift"], 0),
        ("only-reads", &["pull", "--all"], 0),
        ("only-writes", &["drift"], 8),
        ("asks", &["languages"], 0),
        ("asks", &["usage"], 0),
        ("only-reads", &["languages"], 8),
        ("only-reads", &["usage"], 8),
        ("translates", &["try", "shop", "--text", "Hi", "--from", "en", "--auto-approve"], 0),
        ("asks", &["try", "shop", "--text", "Hi", "--from", "en", "--auto-approve"], 8),
        ("improves", &["try", "correct", "shop", "--auto-approve"], 0),
        ("translates", &["try", "correct", "shop", "--auto-approve"], 8),
    ] {
        let (code, said) = run(key, arguments);
        assert_eq!(code, expected, "{key} {arguments:?}: {said}");
    }
}

#[test]
fn a_redirection_is_not_followed() {
    for status in [301, 302, 303, 307, 308] {
        let trap = Trap::new();
        let folder = project();
        let location = format!("http://{}/v3/style_rules", trap.address());
        let script = serde_json::json!({"rules": [
            {"fault": {"kind": "status", "status": status, "headers": {"location": location}}},
        ]});
        write(folder.path(), "faults.json", &script.to_string());
        let served = Served::new(folder.path(), &["--faults", "faults.json"]);
        for run in [&["plan"][..], &["apply", "--auto-approve"]] {
            let (code, said) = outcome_in_one(&mut served.client(folder.path(), run));
            assert_eq!(code, 5, "{status}: {said}");
            assert!(said.contains("not followed"), "{said}");
        }
        assert!(trap.is_silent(), "{status} was followed");
    }
}

/// Text that paints, moves, hides, links, and speaks to build systems and to Markdown.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]8;;http://example.com\u{7}x\u{9b}31m\r\n::error::x\n##vso[task.complete]\n```\n@all \
                       ![x](http://example.com) \u{202e}evil\u{200b}\u{e0041}";

fn assert_inert(said: &str, from: &str) {
    let hides = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || c >= '\u{e0000}'
    };
    assert!(!said.contains(hides), "{from}: {said:?}");
    for command in ["::error", "##vso[", "##["] {
        assert!(!said.contains(command), "{from}: {said}");
    }
}

#[test]
fn hostile_text_of_the_service_does_nothing_but_be_read() {
    let folder = project();
    let served = Served::new(folder.path(), &[]);
    assert_eq!(outcome_in_one(&mut served.client(folder.path(), &["apply", "--auto-approve"])).0, 0);
    let list = served.other("GET", "/v3/style_rules?detailed=true", &serde_json::Value::Null)["style_rules"][0].clone();
    let id = list["style_id"].as_str().unwrap();
    served.other("PATCH", &format!("/v3/style_rules/{id}"), &serde_json::json!({"name": format!("Shop {HOSTILE}")}));
    let more = serde_json::json!({"label": HOSTILE.chars().take(90).collect::<String>(), "prompt": HOSTILE});
    served.other("POST", &format!("/v3/style_rules/{id}/custom_instructions"), &more);
    for run in [
        &["plan"][..],
        &["plan", "-v", "--color", "never"],
        &["plan", "-o", "json"],
        &["plan", "-o", "markdown"],
        &["apply", "-v"],
        &["apply", "-v", "-o", "json", "--auto-approve"],
        &["outputs"],
        &["state", "list"],
    ] {
        let (_, said) = outcome_in_one(&mut served.client(folder.path(), run));
        assert_inert(&said, &format!("{run:?}"));
        if run.first() == Some(&"plan") {
            assert!(said.contains("example.com"), "{run:?} does not show it: {said}");
        }
    }
}

#[test]
fn hostile_words_of_a_refusal_do_nothing_but_be_read() {
    let body = serde_json::json!({"message": HOSTILE, "detail": HOSTILE}).to_string();
    for fault in [
        serde_json::json!({"kind": "status", "status": 400, "body": body}),
        serde_json::json!({"kind": "status", "status": 403, "body": body}),
        serde_json::json!({"kind": "status", "status": 307, "headers": {"location": "http://x/::error\u{7f}##vso[x]"}}),
        serde_json::json!({"kind": "status", "status": 200, "body": HOSTILE}),
    ] {
        let folder = project();
        write(folder.path(), "faults.json", &serde_json::json!({"rules": [{"fault": fault}]}).to_string());
        let served = Served::new(folder.path(), &["--faults", "faults.json"]);
        for run in [&["plan"][..], &["plan", "-o", "json"], &["apply", "--auto-approve", "-v"]] {
            let (code, said) = outcome_in_one(&mut served.client(folder.path(), run));
            assert_ne!(code, 0, "{fault}");
            assert_inert(&said, &format!("{fault} {run:?}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn hostile_names_of_files_do_nothing_but_be_read() {
    use std::os::unix::ffi::OsStrExt as _;
    for name in [
        "styles/\u{1b}[2J\r\n::error file=x::y.yaml".as_bytes(),
        "styles/\u{202e}lmay.\u{200b}evil##vso[x].yaml".as_bytes(),
        b"styles/not-\xff\x1b[31m-utf8.yaml",
    ] {
        let folder = project();
        let path = folder.path().join(std::ffi::OsStr::from_bytes(name));
        std::fs::write(path, "name: Shop\nlanguage: xx\nno_such_field: 1\n").unwrap();
        for run in [
            &["validate"][..],
            &["validate", "-o", "plain"],
            &["validate", "-o", "json"],
            &["plan"],
            &["apply", "--auto-approve"],
        ] {
            let (code, said) = outcome_in_one(&mut housestyle(folder.path(), run));
            assert_eq!(code, 3, "{run:?}: {said}");
            assert_inert(&said, &format!("{run:?}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_a_finding_and_is_never_waited_for() {
    let folder = project();
    let fifo = folder.path().join("styles/pipe.yaml");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("styles/zero.yaml")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("styles/outside.yaml")).unwrap();
    write(folder.path(), "styles/large.yaml", &"a".repeat(2 << 20));
    write(folder.path(), "styles/deep.yaml", &"[".repeat(1_000_000));
    let (code, said) = outcome_in_one(&mut housestyle(folder.path(), &["validate", "-o", "plain"]));
    assert_eq!(code, 3, "{said}");
    for (file, finding) in [
        ("pipe.yaml", "unreadable-file"),
        ("zero.yaml", "unreadable-file"),
        ("outside.yaml", "unreadable-file"),
        ("large.yaml", "file-too-large"),
        ("deep.yaml", "too-deep"),
    ] {
        let told = said.lines().any(|line| line.contains(file) && line.contains(finding));
        assert!(told, "{file} is no {finding}: {said}");
    }
    assert!(!said.contains("root:"), "{said}");
    // Files that could not be read are never taken for files that are gone.
    assert_eq!(outcome_in_one(&mut housestyle(folder.path(), &["apply", "--auto-approve", "--prune"])).0, 3);
}

#[test]
fn a_table_that_is_too_large_is_named_with_its_size_and_not_read() {
    let folder = project();
    let dictionary = "{source_language: en, target_language: de, file: terms.tsv}";
    let text = format!("kind: glossary\nname: Terms\ndictionaries:\n  - {dictionary}\n");
    std::fs::create_dir_all(folder.path().join("glossaries")).unwrap();
    write(folder.path(), "glossaries/terms.yaml", &text);
    let table = std::fs::File::create(folder.path().join("glossaries/terms.tsv")).unwrap();
    table.set_len((32 << 20) + 1).unwrap();
    let (code, said) = outcome_in_one(&mut housestyle(folder.path(), &["validate", "-o", "plain"]));
    assert_eq!(code, 3, "{said}");
    let told = "terms.yaml:4:54: error[file-too-large]: `terms.tsv` has 33554433 bytes, and at most 33554432 are read";
    assert!(said.contains(told), "{said}");
}
