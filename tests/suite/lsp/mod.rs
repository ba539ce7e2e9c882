//! The language server as an editor meets it: the built program over pipes.

mod client;
mod parity;
mod story;

use std::path::Path;

use serde_json::{Value, json};

use client::{Client, able, frame};

use crate::playground::{empty_project, run};

macro_rules! sessions {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            story::play(&stringify!($name).replace('_', "-"));
        })*

        #[test]
        fn every_session_is_played() {
            let mut files = story::names();
            files.retain(|name| !name.starts_with("mcp-"));
            files.sort();
            let mut played = [$(stringify!($name).replace('_', "-")),*];
            played.sort();
            assert_eq!(files, played);
        }
    };
}

sessions! { appears_later first_minutes layout_and_colours on_its_own several_files several_ways tables texts }

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
    let folder = empty_project();
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
    let folder = empty_project();
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
    let folder = empty_project();
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
    let (_, help, _) = run(Path::new("."), &["lsp", "--help"]);
    assert!(help.contains("docs/editors.md"), "{help}");
}

#[test]
fn a_request_that_is_taken_back_is_answered_as_such() {
    let folder = empty_project();
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

/// A project with a list that has one wrong value, behind characters of every width.
fn wide(encodings: &Value) -> (tempfile::TempDir, Client, String) {
    let folder = empty_project();
    let text = "\u{feff}name: 日本語😀e\u{301}\tx\r\nlanguage: de\r\nconfigured_rules: {\"年\": 1, numbers: {decimal_separator: no}}\r\n";
    let mut client = Client::introduced(folder.path(), &json!({ "general": { "positionEncodings": encodings } }));
    client.open_as("styles/wide.yaml", text);
    client.looked("styles/wide.yaml");
    (folder, client, text.to_owned())
}

#[test]
fn places_are_counted_as_was_agreed() {
    let units = |text: &str, encoding: &str| match encoding {
        "utf-8" => text.len(),
        "utf-16" => text.encode_utf16().count(),
        _ => text.chars().count(),
    };
    for (offered, agreed) in [
        (json!(["utf-8", "utf-16"]), "utf-8"),
        (json!(["utf-7", "utf-32", "utf-8"]), "utf-32"),
        (json!(["utf-16"]), "utf-16"),
        (json!([]), "utf-16"),
        (Value::Null, "utf-16"),
    ] {
        let (_folder, mut client, text) = wide(&offered);
        let line = text.lines().nth(2).unwrap();
        for (finding, word) in [("unknown-category", "\"年\""), ("unknown-value", "no}")] {
            let at = line.find(word).unwrap();
            let findings = &client.shown["styles/wide.yaml"].1;
            let found =
                findings.iter().find(|found| found["code"] == finding).unwrap_or_else(|| panic!("{findings:?}"));
            let start = json!({ "line": 2, "character": units(&line[..at], agreed) });
            assert_eq!(found["range"]["start"], start, "{finding} in {agreed}");
        }
        // An edit behind all of that, in the same units: the name becomes an x alone.
        let first = text.lines().next().unwrap();
        let range = json!({
            "start": { "line": 0, "character": units("\u{feff}name: ", agreed) },
            "end": { "line": 0, "character": units(first.trim_end_matches('x'), agreed) },
        });
        let uri = client.uri("styles/wide.yaml");
        let changes = json!([{ "range": range, "text": "" }]);
        client.tell(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": changes }),
        );
        let symbols = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": uri } }));
        assert_eq!(symbols["result"][0]["detail"], "x", "{agreed}");
    }
}

#[test]
fn a_file_of_somebody_else_is_left_alone() {
    let folder = empty_project();
    let mut client = Client::introduced(folder.path(), &able());
    let others = [("ci/job.yaml", "kind: Job\nname: [1, 2\n"), ("Cargo.toml", "[package\n"), ("a.txt", "name: x")];
    for (path, text) in others {
        client.open_as(path, text);
        let at = json!({ "textDocument": { "uri": client.uri(path) }, "position": { "line": 0, "character": 2 } });
        for method in ["hover", "completion", "definition", "references", "prepareRename"] {
            assert_eq!(
                client.ask(&format!("textDocument/{method}"), at.clone())["result"],
                Value::Null,
                "{method} {path}"
            );
        }
    }
    client.open_as("styles/a.yaml", "name: A\n");
    client.looked("styles/a.yaml");
    assert!(others.iter().all(|(path, _)| !client.shown.contains_key(*path)), "{:?}", client.shown.keys());
}

#[test]
fn a_huge_text_is_a_finding_and_nothing_is_slow() {
    let folder = empty_project();
    let mut client = Client::introduced(folder.path(), &able());
    let text = "name: A\n".repeat((1 << 20) / 8 + 1);
    client.open_as("styles/a.yaml", &text);
    client.looked("styles/a.yaml");
    let (_, findings) = &client.shown["styles/a.yaml"];
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0]["code"], "file-too-large");
    client.edit("styles/a.yaml", 8..text.len(), "language: de\n");
    client.looked("styles/a.yaml");
    assert!(client.shown["styles/a.yaml"].1.is_empty());
}

#[test]
fn every_text_on_the_way_to_a_list_is_looked_at() {
    let folder = empty_project();
    std::fs::create_dir(folder.path().join("house")).unwrap();
    std::fs::write(folder.path().join("house/b.yaml"), "kind: base_style\n").unwrap();
    for (path, text) in [
        (
            "styles/a.yaml",
            "name: 'Ä😀'\nlanguage: de\nextends: [house/b]\nconfigured_rules: {numbers: {decimal_separator: \"use_comma_as_decimal_separator\"}}\n",
        ),
        (
            "styles/a.toml",
            "name = 'Ä😀'\nlanguage = \"de\"\nextends = [\"house/b\"]\n[configured_rules.numbers]\ndecimal_separator = \"use_comma_as_decimal_separator\"\n",
        ),
    ] {
        let mut client = Client::introduced(folder.path(), &able());
        client.open_as(path, "");
        for c in text.chars() {
            let end = client.held[path].text.len();
            client.edit(path, end..end, c.encode_utf8(&mut [0; 4]));
            let uri = client.uri(path);
            let position = client::point(&client.held[path].text, client.held[path].text.len());
            let at = json!({ "textDocument": { "uri": uri }, "position": position });
            for method in ["completion", "hover"] {
                let answer = client.ask(&format!("textDocument/{method}"), at.clone());
                assert!(answer.get("result").is_some(), "{answer}");
            }
        }
        client.looked(path);
        assert!(client.shown[path].1.is_empty(), "{:?}", client.shown[path]);
    }
}

#[test]
fn nothing_is_ever_written() {
    let folder = empty_project();
    std::fs::write(folder.path().join("styles/a.yaml"), "name: 'A '\nlanguage: de\n").unwrap();
    let before = std::fs::metadata(folder.path().join("styles/a.yaml")).unwrap().modified().unwrap();
    let mut client = Client::introduced(folder.path(), &able());
    client.open("styles/a.yaml");
    client.until("styles/a.yaml", |_, findings| !findings.is_empty());
    let at =
        json!({ "textDocument": { "uri": client.uri("styles/a.yaml") }, "position": { "line": 0, "character": 7 } });
    for method in ["completion", "hover", "rename", "codeAction", "documentSymbol"] {
        let mut params = at.clone();
        params["newName"] = json!("b");
        params["range"] = json!({ "start": at["position"], "end": at["position"] });
        client.ask(&format!("textDocument/{method}"), params);
    }
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    client.tell("exit", Value::Null);
    assert_eq!(client.end().0, 0);
    let mut files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["housestyle.toml", "styles"]);
    assert_eq!(std::fs::metadata(folder.path().join("styles/a.yaml")).unwrap().modified().unwrap(), before);
}

/// What is typed is checked where it is heard: a keystroke that has to wake threads waits for them, however little there is to do.
#[cfg(target_os = "linux")]
#[test]
fn a_keystroke_starts_no_thread() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::introduced(&folder.path().canonicalize().unwrap(), &able());
    let instructions: String =
        (0..200).map(|at| format!("  - label: Instruction {at}\n    prompt: Keep term {at} as it is.\n")).collect();
    let text = format!("name: Support, German\nlanguage: de\ncustom_instructions:\n{instructions}");
    client.open_as("list.yaml", &text);
    client.looked("list.yaml");
    for at in 0..20 {
        client.edit("list.yaml", 6..6, ["a", "b"][at % 2]);
        client.looked("list.yaml");
    }
    assert_eq!(client.count_threads(), 2, "one reads, one thinks");
}

/// Accepting what is offered, at every place of the examples: what was well-formed and right stays so.
#[test]
fn an_accepted_completion_breaks_nothing() {
    use std::collections::BTreeSet;

    use housestyle::diagnostic::{Diagnostic, Severity, SourceFile};
    use housestyle::editor::{Incoming, LanguageServer};
    use housestyle::source::{Format, parse_source};
    use housestyle::{catalogue::load, check, model::project::Project};

    let list = "name: Support, German\nlanguage: de\nextends:\n  - house/de\nconfigured_rules:\n  spelling_and_grammar:\n    \
                accents: use_accents\n  numbers:\n    decimal_separator: use_comma_as_decimal_separator\ncustom_instructions:\n  \
                - label: Ton\n    prompt: Be kind.\n    source_language: en\n";
    let flow = "{name: Support, language: de, extends: [house/de], configured_rules: {numbers: {decimal_separator: \
                use_comma_as_decimal_separator}}}\n";
    let toml = "name = \"Support\"\nlanguage = \"de\"\nextends = [\"house/de\"]\n\n[configured_rules.numbers]\n\
                decimal_separator = \"use_comma_as_decimal_separator\"\n\n[[custom_instructions]]\nlabel = \"a\"\n\
                prompt = \"Be kind.\"\n";
    let profile = "kind: translation_profile\ntarget_language: de\nformality: more\ndocument:\n  output_format: docx\n";
    // Nothing is typed yet at the ends of these lines, and a word is begun.
    let begun = "name: Support, German\nlanguage: de\nextends: \nconfigured_rules:\n  numbers:\n    dec\n  \ncustom_instructions:\n  - \n\n";
    let terms = "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: \n    entries: {house: Haus}\n";
    let target = "kind: translation_profile\ntarget_language: de\nstyle: \nglossary: g\n\n";
    let folder = empty_project();
    let root = folder.path().canonicalize().unwrap();
    let base = ("house/de.yaml", "kind: base_style\nlanguage: de\n");
    let other = ("house/fr.yaml", "kind: base_style\nlanguage: fr\n");
    let style = ("styles/support.yaml", "key: support\nname: Support, French\nlanguage: fr\n");
    for (path, text) in [base, other, style] {
        std::fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        std::fs::write(root.join(path), text).unwrap();
    }
    let catalogue = load::builtin_catalogue(load::Edition::Core);
    // Errors of a text, each once; what was just written leaves its own value, and what goes with it, to be written.
    let errors = |path: &str, text: &str, written: Option<std::ops::Range<usize>>| -> BTreeSet<String> {
        let files = [base, other, style, (path, text)];
        let parsed: Vec<_> = files
            .iter()
            .map(|(path, text)| parse_source(&SourceFile::new(*path, *text), Format::from_path(path).unwrap()))
            .collect();
        let found = check::check_project(&parsed, &Project::default(), &catalogue).findings;
        let wrong = |finding: &&Diagnostic| {
            let at = finding.primary.span.start as usize;
            // What goes with what was chosen, and the value of a key that is begun, is still to be written.
            let begun = written.as_ref().is_some_and(|written| {
                matches!(finding.code.name(), "missing-field" | "missing-source-language")
                    || written.contains(&at)
                        && !matches!(finding.code.name(), "duplicate-key" | "exclusive-fields" | "syntax")
            });
            finding.severity == Severity::Error && &**finding.file.path() == path && !begun
        };
        found.iter().filter(wrong).map(|finding| format!("{} {}", finding.code, finding.message)).collect()
    };
    let (mut accepted, mut broken) = (0, Vec::new());
    for (path, text) in [
        ("styles/a.yaml", list),
        ("styles/b.yaml", flow),
        ("styles/c.toml", toml),
        ("profiles/d.yaml", profile),
        ("styles/e.yaml", begun),
        ("glossaries/f.yaml", terms),
        ("profiles/g.yaml", target),
    ] {
        let mut server = LanguageServer::new();
        let say = |server: &mut LanguageServer, message: Value| {
            server.handle_batch(vec![Incoming::parse_body(message.to_string().as_bytes())])
        };
        say(
            &mut server,
            json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "capabilities": {} } }),
        );
        let uri = format!("file://{}/{path}", root.to_str().unwrap());
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        say(
            &mut server,
            json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }),
        );
        while let Some(work) = server.take_work() {
            server.apply_results(work.run());
        }
        let before = errors(path, text, None);
        for (line, content) in text.lines().enumerate() {
            // Where a word begins, in it, and behind it.
            let word = |at: usize| content[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let begins = |at: usize| content[at..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
            let places = (0..=content.len()).filter(|at| !(word(*at) && begins(*at)) || at % 5 == 0);
            for character in places {
                let params =
                    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } });
                let said = say(
                    &mut server,
                    json!({ "jsonrpc": "2.0", "id": 1, "method": "textDocument/completion", "params": params }),
                );
                let items =
                    said.iter().find_map(|answer| answer["result"]["items"].as_array().cloned()).unwrap_or_default();
                let edited = |item: &Value, new: &str| {
                    let range = &item["textEdit"]["range"];
                    let (from, to) = (client::offset(text, &range["start"]), client::offset(text, &range["end"]));
                    (from, format!("{}{new}{}", &text[..from], &text[to..]))
                };
                let Some(first) = items.first() else { continue };
                let mut before = before.clone();
                before.extend(errors(path, &edited(first, "").1, None));
                // A few of each place stand for the others.
                let few = [0, items.len() / 3, items.len() / 2, items.len() - 1];
                let few = BTreeSet::from(few);
                for item in few.into_iter().map(|at| &items[at]) {
                    let new = item["textEdit"]["newText"].as_str().unwrap();
                    // What a key of TOML still lacks.
                    let lacks = match (path.ends_with(".toml"), new.chars().last()) {
                        (true, Some('.')) => "x = 1",
                        (true, Some(' ')) => "\"\"",
                        _ => "",
                    };
                    let (from, after) = edited(item, &format!("{new}{lacks}"));
                    let begun = new.trim_end().ends_with([':', '=', '.'])
                        || lacks.is_empty() && path.ends_with(".toml") && new.starts_with('[') && !new.contains('"');
                    let end = from + new.len() + lacks.len();
                    let replaces = after[end..].trim_start_matches(['"', ' ']).starts_with([':', '=']) && !begun;
                    let written = (!replaces).then_some(from..if begun { end } else { from });
                    accepted += 1;
                    let after = errors(path, &after, written);
                    let new_ones: Vec<&String> = after.difference(&before).collect();
                    if !new_ones.is_empty() {
                        broken.push(format!("{path}:{}:{character} `{new}`: {new_ones:?}", line + 1));
                    }
                }
            }
        }
    }
    assert!(broken.is_empty(), "{} of {accepted}\n{}", broken.len(), broken.join("\n"));
    assert!(accepted > 300, "only {accepted} were accepted");
}

/// One index of references: a key that is renamed is renamed in texts, tests, moved blocks and profiles alike.
#[test]
fn a_key_is_renamed_wherever_it_is_named() {
    use housestyle::editor::{Incoming, LanguageServer};

    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let style = "key: support\nname: Support, German\nlanguage: de\n";
    for (path, text) in [
        (
            "housestyle.toml",
            "[[texts]]\nfiles = \"locales/de/*.po\"\nlanguage = \"de\"\nstyle = \"support\"\n\n[safeguards]\nprotect = [\"style/support\"]\n\n\
             [[moved]]\nfrom = \"style/old\"\nto = \"style/support\"\n",
        ),
        ("styles/support.yaml", style),
        ("profiles/site.yaml", "kind: translation_profile\ntarget_language: de\nstyle: support\n"),
        ("tests/buttons.yaml", "style: support\ntests:\n  - name: a\n    text: A\n    expect: {contains: A}\n"),
    ] {
        std::fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        std::fs::write(root.join(path), text).unwrap();
    }
    let mut server = LanguageServer::new();
    let say = |server: &mut LanguageServer, message: Value| {
        server.handle_batch(vec![Incoming::parse_body(message.to_string().as_bytes())])
    };
    say(&mut server, json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "capabilities": {} } }));
    let uri = format!("file://{}/styles/support.yaml", root.to_str().unwrap());
    let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": style });
    say(
        &mut server,
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }),
    );
    while let Some(work) = server.take_work() {
        server.apply_results(work.run());
    }
    let params =
        json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 6 }, "newName": "help" });
    let said =
        say(&mut server, json!({ "jsonrpc": "2.0", "id": 1, "method": "textDocument/rename", "params": params }));
    let changes = said.iter().find_map(|answer| answer["result"]["changes"].as_object().cloned()).unwrap();
    let mut edits: Vec<String> = changes
        .iter()
        .flat_map(|(uri, edits)| {
            let file = uri.rsplit('/').next().unwrap().to_owned();
            edits
                .as_array()
                .unwrap()
                .iter()
                .map(move |edit| format!("{file} {}", edit["newText"].as_str().unwrap()))
                .collect::<Vec<_>>()
        })
        .collect();
    edits.sort();
    assert_eq!(
        edits,
        [
            "buttons.yaml help",
            "housestyle.toml \"help\"",
            "housestyle.toml \"style/help\"",
            "housestyle.toml \"style/help\"",
            "site.yaml help",
            "support.yaml help",
        ]
    );
}
