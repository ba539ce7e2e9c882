//! Sessions of an editor: each Markdown file of `tests/sessions/` is played with the built program, and what the editor
//! gets to see must come out as it stands there.
//!
//! - A fence ```` ```yaml file=styles/x.yaml ```` (any language) writes or replaces a file of the disk.
//! - A fence ```` ```editor ```` holds what the editor does behind `> `, and what it sees then. A place is a text of the
//!   file with `|` where the cursor is. Lines and columns are those of the protocol: from 0, in UTF-16 units.
//!
//! `HOUSESTYLE_BLESS=1 cargo nextest run lsp` rewrites what is seen. Read the difference before keeping it.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::client::{Client, able, offset, point};

use crate::playground::root;

fn folder() -> PathBuf {
    root().join("tests/sessions")
}

/// Plays a session.
pub(crate) fn play(name: &str) {
    let path = folder().join(name).with_extension("md");
    let text = std::fs::read_to_string(&path).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path().canonicalize().unwrap();
    let mut client: Option<Client> = None;
    let mut played = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        played.extend([line, "\n"]);
        let Some(fence) = line.strip_prefix("```").filter(|fence| !fence.is_empty()) else { continue };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if fence == "editor" {
            for act in body.iter().filter_map(|line| line.strip_prefix("> ")) {
                writeln!(played, "> {act}").unwrap();
                let seen = if act == "exit" {
                    let mut client = client.take().unwrap();
                    client.tell("exit", Value::Null);
                    let (code, said) = client.end();
                    format!("[exit {code}]\n{said}")
                } else {
                    let can = if act == "without watching" { unable_to_watch() } else { able() };
                    perform(client.get_or_insert_with(|| Client::introduced(&root, &can)), act)
                };
                played.push_str(&seen);
            }
        } else {
            if let Some((_, file)) = fence.split_once("file=") {
                let path = root.join(file.trim());
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, body.join("\n") + "\n").unwrap();
            }
            body.iter().for_each(|line| played.extend([line, "\n"]));
        }
        played.push_str("```\n");
    }
    if played == text {
        return;
    }
    if std::env::var_os("HOUSESTYLE_BLESS").is_some() {
        std::fs::write(&path, played).unwrap();
        return;
    }
    let difference = similar::TextDiff::from_lines(&text, &played);
    panic!("{name}.md shows something else than the program:\n{}", difference.unified_diff().header("shown", "played"));
}

/// What an editor can do that watches no files.
fn unable_to_watch() -> Value {
    let mut can = able();
    can["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"] = json!(false);
    can
}

/// Every file of the folder.
pub(crate) fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).unwrap();
    entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// Words of a line; those in quotes are one, with `\n` for a line end.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').unwrap(),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.replace("\\n", "\n"));
        rest = after.trim_start();
    }
    words
}

/// The offset that a text with a cursor in it stands for.
fn cursor(text: &str, marked: &str) -> usize {
    let at = marked.find('|').unwrap();
    let found = text.find(&marked.replacen('|', "", 1)).unwrap_or_else(|| panic!("no `{marked}` in:\n{text}"));
    found + at
}

/// Does what a line says, and tells what is seen.
fn perform(client: &mut Client, act: &str) -> String {
    let words = words(act);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let at = |client: &Client, path: &str, marked: &str| {
        let text = &client.held[path].text;
        let position = point(text, cursor(text, marked));
        json!({ "textDocument": { "uri": client.uri(path) }, "position": position })
    };
    match words.as_slice() {
        ["open", path] => {
            client.open(path);
            client.looked(path);
            findings(client, path)
        }
        ["type", path, marked, new] => {
            let offset = cursor(&client.held[*path].text, marked);
            client.edit(path, offset..offset, new);
            client.looked(path);
            findings(client, path)
        }
        ["replace", path, old, new] => {
            let start = client.held[*path].text.find(old).unwrap();
            client.edit(path, start..start + old.len(), new);
            client.looked(path);
            findings(client, path)
        }
        ["wait", path, "clean"] => {
            client.until(path, |_, findings| findings.is_empty());
            findings(client, path)
        }
        ["wait", path, code] => {
            client.until(path, |_, findings| findings.iter().any(|finding| finding["code"] == *code));
            findings(client, path)
        }
        ["close", path] => {
            client.tell("textDocument/didClose", json!({ "textDocument": { "uri": client.uri(path) } }));
            client.held.remove(*path);
            client.shown.remove(*path);
            String::new()
        }
        ["save", path] => {
            std::fs::write(client.root.join(path), &client.held[*path].text).unwrap();
            client.tell("textDocument/didSave", json!({ "textDocument": { "uri": client.uri(path) } }));
            String::new()
        }
        ["notice", path] => {
            let changes = json!([{ "uri": client.uri(path), "type": 2 }]);
            client.tell("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
            String::new()
        }
        ["complete", path, marked] => {
            let params = at(client, path, marked);
            items(&client.ask("textDocument/completion", params)["result"])
        }
        ["hover", path, marked] => {
            let params = at(client, path, marked);
            let answer = client.ask("textDocument/hover", params);
            answer["result"]["contents"]["value"].as_str().map_or("nothing\n".to_owned(), indented)
        }
        ["define", path, marked] => {
            let params = at(client, path, marked);
            let answer = client.ask("textDocument/definition", params);
            place(client, &answer["result"])
        }
        ["references", path, marked] => {
            let mut params = at(client, path, marked);
            params["context"] = json!({ "includeDeclaration": true });
            let answer = client.ask("textDocument/references", params);
            answer["result"].as_array().unwrap().iter().map(|found| place(client, found)).collect()
        }
        ["rename", path, marked, new] => {
            let params = at(client, path, marked);
            let prepared = client.ask("textDocument/prepareRename", params.clone());
            let mut seen = format!("  from {}\n", prepared["result"]["placeholder"]);
            let mut params = params;
            params["newName"] = json!(new);
            let answer = client.ask("textDocument/rename", params);
            if let Some(why) = answer["error"]["message"].as_str() {
                return format!("{seen}  refused: {why}\n");
            }
            for path in client.make(&answer["result"]) {
                seen.push_str(&format!("  edited {path}\n"));
            }
            let shown = client.said.iter().find(|message| message["method"] == "window/showMessage");
            seen + &shown.map(|message| indented(message["params"]["message"].as_str().unwrap())).unwrap_or_default()
        }
        ["fixes", path, marked] => {
            let mut params = at(client, path, marked);
            params["range"] = json!({ "start": params["position"], "end": params["position"] });
            params["context"] = json!({ "diagnostics": [] });
            let answer = client.ask("textDocument/codeAction", params);
            let actions = answer["result"].as_array().unwrap().iter();
            actions
                .map(|action| {
                    format!("  {}: {}\n", action["kind"].as_str().unwrap(), action["title"].as_str().unwrap())
                })
                .collect()
        }
        ["fix", path, kind, marked] => {
            let mut params = at(client, path, marked);
            params["range"] = json!({ "start": params["position"], "end": params["position"] });
            params["context"] = json!({ "diagnostics": [], "only": [kind] });
            let answer = client.ask("textDocument/codeAction", params);
            client.make(&answer["result"][0]["edit"]);
            client.looked(path);
            findings(client, path)
        }
        ["without", "watching"] => String::new(),
        ["format", path] => {
            let options = json!({ "tabSize": 2, "insertSpaces": true });
            let params = json!({ "textDocument": { "uri": client.uri(path) }, "options": options });
            let answer = client.ask("textDocument/formatting", params);
            let mut edits: Vec<(usize, usize, String)> = answer["result"]
                .as_array()
                .unwrap()
                .iter()
                .map(|edit| {
                    let at = |end: &str| offset(&client.held[*path].text, &edit["range"][end]);
                    (at("start"), at("end"), edit["newText"].as_str().unwrap().to_owned())
                })
                .collect();
            edits.sort();
            for (start, end, new) in edits.iter().rev() {
                client.edit(path, *start..*end, new);
            }
            client.looked(path);
            let visible = client.held[*path].text.replace(' ', "·");
            format!("  {} edits\n{}", edits.len(), indented(&visible))
        }
        ["tokens", path] => {
            let params = json!({ "textDocument": { "uri": client.uri(path) } });
            let answer = client.ask("textDocument/semanticTokens/full", params);
            let numbers = answer["result"]["data"].as_array().unwrap();
            let (mut line, mut character) = (0, 0);
            let mut seen = String::new();
            for token in numbers.chunks(5) {
                let number = |index: usize| token[index].as_u64().unwrap();
                character = if number(0) == 0 { character + number(1) } else { number(1) };
                line += number(0);
                let at =
                    |character: u64| offset(&client.held[*path].text, &json!({ "line": line, "character": character }));
                let word = &client.held[*path].text[at(character)..at(character + number(2))];
                let types = ["property", "namespace", "parameter", "enumMember", "class", "type"];
                writeln!(seen, "  {line}:{character} {} {word}", types[number(3) as usize]).unwrap();
            }
            seen
        }
        ["symbols", path] => {
            let params = json!({ "textDocument": { "uri": client.uri(path) } });
            let answer = client.ask("textDocument/documentSymbol", params);
            outline(answer["result"].as_array().unwrap(), 1)
        }
        ["text", path] => {
            let text = client.held.get(*path).map(|held| held.text.clone());
            indented(&text.unwrap_or_else(|| std::fs::read_to_string(client.root.join(path)).unwrap()))
        }
        ["shutdown"] => format!("  {}\n", client.ask("shutdown", Value::Null)["result"]),
        other => panic!("an editor cannot {other:?}"),
    }
}

/// What is shown of a file.
fn findings(client: &Client, path: &str) -> String {
    let (version, findings) = &client.shown[path];
    let mut seen = match version {
        Some(version) => format!("{path}, version {version}:"),
        None => format!("{path}, not open:"),
    };
    seen.push_str(if findings.is_empty() { " nothing to say\n" } else { "\n" });
    for finding in findings {
        let severity = if finding["severity"] == 1 { "error" } else { "warning" };
        let message = finding["message"].as_str().unwrap().replace('\n', "\n    ");
        writeln!(
            seen,
            "  {} {severity} {}\n    {message}",
            range(&finding["range"]),
            finding["code"].as_str().unwrap()
        )
        .unwrap();
        for related in finding["relatedInformation"].as_array().into_iter().flatten() {
            writeln!(seen, "    {} {}", range(&related["location"]["range"]), related["message"].as_str().unwrap())
                .unwrap();
        }
    }
    seen
}

fn range(range: &Value) -> String {
    let at = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
    format!("{}-{}", at("start"), at("end"))
}

fn place(client: &Client, found: &Value) -> String {
    match found["uri"].as_str() {
        Some(uri) => format!("  {} {}\n", client.path(uri), range(&found["range"])),
        None => "  nowhere\n".to_owned(),
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect()
}

/// At most a dozen offers, in the order in which an editor shows them.
fn items(result: &Value) -> String {
    let Some(items) = result["items"].as_array().filter(|items| !items.is_empty()) else { return "  nothing\n".into() };
    let mut items: Vec<&Value> = items.iter().collect();
    items.sort_by_key(|item| item["sortText"].as_str().unwrap().to_owned());
    let mut seen = String::new();
    for item in items.iter().take(12) {
        let edit = &item["textEdit"];
        let text = edit["newText"].as_str().unwrap().replace('\n', "\\n");
        let detail = item["detail"].as_str().unwrap();
        writeln!(seen, "  {} <{text}> {} {detail}", item["label"].as_str().unwrap(), range(&edit["range"])).unwrap();
    }
    if items.len() > 12 {
        seen.push_str("  and more\n");
    }
    seen.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn outline(symbols: &[Value], depth: usize) -> String {
    let mut seen = String::new();
    for symbol in symbols {
        let line = format!(
            "{}{} {}",
            "  ".repeat(depth),
            symbol["name"].as_str().unwrap(),
            symbol["detail"].as_str().unwrap()
        );
        writeln!(seen, "{} {}", line.trim_end(), range(&symbol["selectionRange"])).unwrap();
        seen.push_str(&outline(symbol["children"].as_array().unwrap(), depth + 1));
    }
    seen
}
