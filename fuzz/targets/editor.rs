//! An editor that does anything: edits, questions and closings in any order, at any place, over any text.

use std::collections::BTreeMap;

use housestyle::editor::{Incoming, LanguageServer};
use serde_json::{Value, json};

use super::is_inert;

/// A folder that is nowhere, so that everything is what the editor holds.
const ROOT: &str = "file:///no/such/folder";
const FILES: [&str; 5] = ["housestyle.toml", "styles/a.yaml", "styles/b.toml", "house/base.yaml", "elsewhere/c.yml"];
const QUESTIONS: [&str; 8] = [
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/codeAction",
];

struct Editor {
    server: LanguageServer,
    /// Lines of each open text.
    lines: BTreeMap<String, u64>,
    asked: i64,
}

/// Acts, cut at each byte 0xff: what is done, to which file, at which line and column, and a text.
pub(crate) fn run(data: &[u8]) {
    let mut editor = Editor { server: LanguageServer::new(), lines: BTreeMap::new(), asked: 0 };
    let encodings = ["utf-8", "utf-16", "utf-32"];
    let encoding = encodings[usize::from(data.first().copied().unwrap_or_default()) % 3];
    let formats = if data.len().is_multiple_of(5) { json!([]) } else { json!(["markdown"]) };
    let capabilities = json!({
        "general": { "positionEncodings": [encoding] },
        "textDocument": { "hover": { "contentFormat": formats }, "publishDiagnostics": { "relatedInformation": true } },
    });
    editor.ask("initialize", json!({ "capabilities": capabilities }));
    for part in super::parts(data).take(64) {
        let [what, file, line, column, text @ ..] = part else { continue };
        let name = FILES[usize::from(*file) % FILES.len()];
        editor.act(*what, name, *line, *column, &String::from_utf8_lossy(text));
    }
    while let Some(work) = editor.server.take_work() {
        let said = editor.server.apply_results(work.run());
        editor.hear(said);
    }
    assert_eq!(editor.ask("shutdown", Value::Null)["result"], Value::Null);
}

impl Editor {
    fn act(&mut self, what: u8, name: &str, line: u8, column: u8, text: &str) {
        let uri = format!("{ROOT}/{name}");
        let document = json!({ "uri": uri, "version": i64::from(what), "languageId": "yaml", "text": text });
        let start = json!({ "line": line >> 1, "character": column });
        let end = json!({ "line": (line >> 1) + (line & 1), "character": column.saturating_add(line) });
        match what % 13 {
            0 => self.tell("textDocument/didOpen", json!({ "textDocument": document }), &uri, text),
            1 => {
                let change = json!([{ "range": { "start": start, "end": end }, "text": text }]);
                self.tell(
                    "textDocument/didChange",
                    json!({ "textDocument": document, "contentChanges": change }),
                    &uri,
                    text,
                );
            }
            2 => {
                self.tell("textDocument/didClose", json!({ "textDocument": document }), &uri, "");
                self.lines.remove(&uri);
            }
            3 => {
                if let Some(work) = self.server.take_work() {
                    let said = self.server.apply_results(work.run());
                    self.hear(said);
                }
            }
            4 => {
                let said = self.server.handle_batch(vec![Incoming::parse_body(text.as_bytes())]);
                self.hear(said);
            }
            question => {
                let method = QUESTIONS[usize::from(question - 5) % QUESTIONS.len()];
                let range = json!({ "start": start, "end": end });
                let named = json!({ "uri": uri });
                self.ask(
                    method,
                    json!({ "textDocument": named, "position": start, "range": range, "newName": text, "context": {} }),
                );
            }
        }
    }

    fn tell(&mut self, method: &str, params: Value, uri: &str, text: &str) {
        // At least as many as there may be.
        *self.lines.entry(uri.to_owned()).or_insert(1) += text.matches(['\n', '\r']).count() as u64;
        let said = self.server.handle_batch(vec![Incoming::Notification { method: method.to_owned(), params }]);
        self.hear(said);
    }

    /// Every question has one answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = json!(format!("fuzz-{}", self.asked));
        let said =
            self.server.handle_batch(vec![Incoming::Request { id: id.clone(), method: method.to_owned(), params }]);
        let answers: Vec<Value> = said.iter().filter(|message| message["id"] == id).cloned().collect();
        assert_eq!(answers.len(), 1, "{method}");
        self.hear(said);
        answers[0].clone()
    }

    /// What is said of a file fits the file, and is harmless to show.
    fn hear(&self, said: Vec<Value>) {
        for message in said {
            let params = &message["params"];
            if message["method"] != "textDocument/publishDiagnostics" {
                ranges(&message["result"], &mut |_| {});
                continue;
            }
            let most = params["uri"].as_str().and_then(|uri| self.lines.get(uri)).copied().unwrap_or(1);
            ranges(params, &mut |range| {
                let line = range["end"]["line"].as_u64().expect("a line is a number");
                assert!(line <= most, "line {line} of {most}");
            });
            for finding in params["diagnostics"].as_array().expect("a list") {
                let message = finding["message"].as_str().expect("a text");
                assert!(message.split('\n').all(is_inert), "{message:?}");
            }
        }
    }
}

/// Visits every range, each of which goes forward.
fn ranges(value: &Value, visit: &mut impl FnMut(&Value)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| ranges(item, visit)),
        Value::Object(fields) => {
            if let (Some(start), Some(end)) = (fields.get("start"), fields.get("end")) {
                let at = |point: &Value| (point["line"].as_u64(), point["character"].as_u64());
                assert!(at(start) <= at(end), "a range goes backward: {value}");
                visit(value);
            }
            fields.values().for_each(|field| ranges(field, visit));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
