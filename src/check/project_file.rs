//! Reads settings of a project file one by one, each with its place and its own finding.

use std::sync::Arc;

use crate::catalogue::nearest;
use crate::diagnostic::{Code, Diagnostic, Safety, SourceFile};
use crate::model::project::ProtectedAddress;
use crate::schema::edits;
use crate::schema::validate::echo_text;
use crate::source::{Entry, Node, Value};

/// Settings that decide where the key goes or what is run. A repository must not decide that for whoever holds the key.
const FORBIDDEN_SETTINGS: &[&str] = &[
    "auth_key",
    "auth_key_file",
    "auth_scheme",
    "authorization",
    "api_key",
    "base_address",
    "base_url",
    "ca_file",
    "command",
    "endpoint",
    "headers",
    "host",
    "http_proxy",
    "https_proxy",
    "key",
    "key_command",
    "key_env",
    "key_file",
    "log",
    "password",
    "proxy",
    "secret",
    "server_url",
    "token",
    "url",
];

/// Takes values out of a project file and collects what is wrong with them.
pub(super) struct SettingReader<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) findings: Vec<Diagnostic>,
    /// What `protect` names.
    pub(super) protected: Vec<ProtectedAddress>,
}

impl<'a> SettingReader<'a> {
    /// A setting that its place does not have.
    pub(super) fn report_unknown(&mut self, path: &str, entry: &Entry, known: &[&str]) {
        let written = entry.key.value.as_str();
        let plain = written.to_ascii_lowercase().replace('-', "_");
        if FORBIDDEN_SETTINGS.contains(&plain.as_str()) {
            let message = format!("`{}` cannot be set in a project file", echo_text(written));
            let finding = Diagnostic::new(Code::ForbiddenSetting, self.file, entry.key.span, message)
                .with_label("not here")
                .with_note("whoever changes the repository would decide where the key of whoever runs it is sent")
                .with_help(setting_alternative(&plain))
                .with_pointer(setting_pointer(path, written));
            self.findings.push(finding);
            return;
        }
        let place = if path.is_empty() { String::new() } else { format!(" in `[{path}]`") };
        let message = format!("there is no setting `{}`{place}", echo_text(written));
        let finding = Diagnostic::new(Code::UnknownSetting, self.file, entry.key.span, message)
            .with_label("not a setting")
            .with_pointer(setting_pointer(path, written));
        let finding = match nearest::nearest_words(written, known.iter().copied()).first() {
            Some(best) => finding.with_help(format!("did you mean `{best}`?")).with_fix(edits::rename_key(
                self.file,
                entry.key.span,
                best,
                Safety::Unsafe,
            )),
            None if known.len() > 24 => finding,
            None => {
                let all: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                finding.with_note(format!("settings here: {}", all.join(", ")))
            }
        };
        self.findings.push(finding);
    }

    /// A value that the setting cannot have.
    pub(super) fn report_invalid(&mut self, path: &str, node: &Node, message: String, help: &str) -> &mut Diagnostic {
        let finding = Diagnostic::new(Code::InvalidSetting, self.file, node.span, message)
            .with_help(help)
            .with_pointer(setting_pointer(path, ""));
        self.findings.push(finding);
        self.findings.last_mut().expect("a finding was added just now")
    }

    /// The entries of a table.
    pub(super) fn read_table<'n>(&mut self, path: &str, node: &'n Node) -> &'n [Entry] {
        if !matches!(node.value, Value::Mapping(_)) {
            let message = format!("`{path}` is a table of settings, not {}", node.describe_type());
            self.report_invalid(path, node, message, &format!("write `[{path}]` and its settings below"));
        }
        node.entries()
    }

    /// Text.
    pub(super) fn read_text<'n>(&mut self, path: &str, node: &'n Node) -> Option<&'n str> {
        let text = node.text();
        if text.is_none() {
            self.report_invalid(
                path,
                node,
                format!("`{path}` takes text, not {}", node.describe_type()),
                "write text in quotes",
            );
        }
        text
    }

    /// `true` or `false`.
    pub(super) fn read_bool(&mut self, path: &str, node: &Node) -> Option<bool> {
        if let Value::Bool(value) = node.value {
            return Some(value);
        }
        let message = format!("`{path}` is `true` or `false`, not {}", node.describe_type());
        self.report_invalid(path, node, message, "write `true` or `false` without quotes");
        None
    }

    /// A whole number from `least` to `most`.
    pub(super) fn read_number(&mut self, path: &str, node: &Node, least: i64, most: i64) -> Option<i64> {
        let help = format!("write a whole number from {least} to {most}");
        match node.value {
            Value::Integer(value) if (least..=most).contains(&value) => return Some(value),
            Value::Integer(value) => {
                self.report_invalid(path, node, format!("`{path}` goes from {least} to {most}, not {value}"), &help);
            }
            Value::Null
            | Value::Bool(_)
            | Value::Float(_)
            | Value::Date(_)
            | Value::Text(_)
            | Value::Sequence(_)
            | Value::Mapping(_) => {
                self.report_invalid(
                    path,
                    node,
                    format!("`{path}` takes a whole number, not {}", node.describe_type()),
                    &help,
                );
            }
        }
        None
    }

    /// Texts in a list, each with its node.
    pub(super) fn read_texts<'n>(&mut self, path: &str, node: &'n Node) -> Vec<(&'n str, &'n Node)> {
        if !matches!(node.value, Value::Sequence(_)) {
            let message = format!("`{path}` takes a list of texts, not {}", node.describe_type());
            let finding = self.report_invalid(path, node, message, "put it in brackets");
            if let Some(text) = node.text() {
                let text = format!("[{}]", edits::quote_text(text));
                finding.fix = Some(edits::replace_span(node.span, text, "put it in brackets", Safety::Safe));
            }
        }
        node.items().iter().filter_map(|item| Some((self.read_text(path, item)?, item))).collect()
    }

    /// One of a few words.
    pub(super) fn read_choice<'w>(&mut self, path: &str, node: &Node, words: &[&'w str]) -> Option<&'w str> {
        let text = self.read_text(path, node)?;
        if let Some(word) = words.iter().find(|word| **word == text) {
            return Some(word);
        }
        let all: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let near = nearest::nearest_words(text, words.iter().copied()).first().copied();
        let file = self.file.clone();
        let message = format!("`{path}` cannot be `{}`", echo_text(text));
        let finding = self.report_invalid(path, node, message, &format!("write one of {}", all.join(", ")));
        if let Some(best) = near {
            finding.help = Some(format!("did you mean `{best}`?"));
            finding.notes.push(format!("it takes {}", all.join(", ")));
            finding.fix = Some(edits::rename_key(&file, node.span, best, Safety::Unsafe));
        }
        None
    }

    /// Patterns of files inside the project.
    pub(super) fn read_globs(&mut self, path: &str, node: &Node) -> Vec<String> {
        let mut patterns = Vec::new();
        for (text, item) in self.read_texts(path, node) {
            match validate_glob(text) {
                Ok(()) => patterns.push(text.to_owned()),
                Err(why) => {
                    let message = format!("`{}` is not a pattern of files: {why}", echo_text(text));
                    let finding = Diagnostic::new(Code::InvalidGlob, self.file, item.span, message)
                        .with_label("not a pattern")
                        .with_help("write a pattern such as `styles/**/*.yaml`, below the project folder")
                        .with_pointer(setting_pointer(path, ""));
                    self.findings.push(finding);
                }
            }
        }
        patterns
    }

    /// One pattern of files.
    pub(super) fn read_glob(&mut self, path: &str, node: &Node) -> Option<String> {
        let text = self.read_text(path, node)?;
        if let Err(why) = validate_glob(text) {
            let message = format!("`{}` is not a pattern of files: {why}", echo_text(text));
            let help = "write a pattern such as `locales/de/**/*.po`, below the project folder";
            self.report_invalid(path, node, message, help).code = Code::InvalidGlob;
            return None;
        }
        Some(text.to_owned())
    }

    /// The path of a file inside the project.
    pub(super) fn read_inner_path(&mut self, path: &str, node: &Node) -> Option<String> {
        let text = self.read_text(path, node)?;
        let wrong = if text.is_empty() || text.ends_with('/') {
            "names no file"
        } else if text.starts_with(['/', '~']) || text.contains(['\\', ':']) {
            "is not a path below the project folder, with `/` between its parts"
        } else if text.split('/').any(|part| part == "..") {
            "leads out of the project folder"
        } else if text.split('/').any(|part| part.is_empty() || part == ".git") || text.chars().any(char::is_control) {
            "cannot be the path of such a file"
        } else {
            return Some(text.trim_start_matches("./").to_owned());
        };
        self.report_invalid(
            path,
            node,
            format!("`{}` {wrong}", echo_text(text)),
            "name a file below the project folder",
        );
        None
    }
}

fn validate_glob(text: &str) -> Result<(), String> {
    if text.is_empty() {
        return Err("it is empty".to_owned());
    }
    if text.starts_with('/') || text.split('/').any(|part| part == "..") {
        return Err("it leads out of the project folder".to_owned());
    }
    globset::Glob::new(text).map(|_| ()).map_err(|error| error.kind().to_string())
}

fn setting_alternative(setting: &str) -> String {
    match setting {
        "base_url" | "base_address" | "url" | "host" | "endpoint" | "server_url" => {
            "set `service` to a preset, or give `--base-url` or `HOUSESTYLE_BASE_URL` with `service = \"custom\"`"
                .to_owned()
        }
        "auth_scheme" => "give `--auth-scheme` or `HOUSESTYLE_AUTH_SCHEME`".to_owned(),
        "proxy" | "http_proxy" | "https_proxy" => "set `HTTPS_PROXY` where the tool runs".to_owned(),
        "ca_file" => "give `--ca-file`, or set `SSL_CERT_FILE` where the tool runs".to_owned(),
        "log" => "set `HOUSESTYLE_LOG` where the tool runs".to_owned(),
        _ => "set `HOUSESTYLE_AUTH_KEY` or `HOUSESTYLE_AUTH_KEY_FILE` where the tool runs".to_owned(),
    }
}

fn setting_pointer(path: &str, last: &str) -> String {
    let parts = path.split('.').chain([last]).filter(|part| !part.is_empty());
    parts.map(|part| format!("/{part}")).collect()
}
