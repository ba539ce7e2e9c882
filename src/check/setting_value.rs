//! Values of settings whose rules no schema can say: patterns, paths, addresses, ids and names of environments.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::nearest;
use crate::check::language::check_language;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Located, Safety, Severity, SourceFile, Span};
use crate::model::{Address, Id, Kind};
use crate::schema::edits;
use crate::schema::explain_language::{explain_invalid_code, looks_like_code};
use crate::schema::explained_document::{echo_text, join_pointer};
use crate::source::{Entry, Format, Node, Value};

/// The settings of one project file, and what was found wrong with them.
pub(super) struct CheckedSettings<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) document: &'a Node,
    pub(super) findings: Vec<Diagnostic>,
    /// JSON pointers of the values that are wrong. What stands below them is not looked at.
    pub(super) wrong: BTreeSet<String>,
    /// Blocks `[[moved]]` that begin where an earlier one does, behind that.
    pub(super) contested: Vec<[usize; 2]>,
    /// The environments that sections name.
    pub(super) sections: Vec<&'a str>,
}

/// Why a text is no pattern of files below the project, and the pattern that is meant, where that is plain.
fn fault_of_pattern(text: &str) -> Option<(String, Option<String>)> {
    let drive =
        |text: &str| text.as_bytes().get(1) == Some(&b':') && text.starts_with(|c: char| c.is_ascii_alphabetic());
    let leads_out = |text: &str| text.starts_with('/') || drive(text) || text.split('/').any(|part| part == "..");
    let fault = |why: &str, meant: Option<String>| {
        let is_pattern = |meant: &String| !meant.is_empty() && !leads_out(meant) && globset::Glob::new(meant).is_ok();
        Some((why.to_owned(), meant.filter(is_pattern)))
    };
    if text.is_empty() {
        return fault("it is empty", None);
    }
    if text.contains('\\') {
        return fault("`\\` does not part folders in it", Some(text.replace('\\', "/")));
    }
    if leads_out(text) {
        let below = text.trim_start_matches('/');
        return fault("it leads out of the project folder", (below != text).then(|| below.to_owned()));
    }
    if text.ends_with('/') {
        return fault("it is a folder, and reaches no file", Some(format!("{text}**/*.{{yaml,yml,toml}}")));
    }
    let refused = globset::Glob::new(text).err()?;
    if *refused.kind() == globset::ErrorKind::UnclosedAlternates {
        return fault("`{` is never closed", Some(format!("{text}}}")));
    }
    fault(&refused.kind().to_string(), None)
}

impl<'a> CheckedSettings<'a> {
    /// Checks a value and everything below it. `path` leads to it.
    pub(super) fn check_values(&mut self, path: &mut Vec<String>, node: &'a Node) {
        let parts: Vec<&str> = path.iter().map(String::as_str).collect();
        let pointer = join_pointer(&parts);
        // What a block lacks says nothing of what it has.
        let is_block = matches!(parts.as_slice(), ["import" | "moved" | "removed" | "acknowledged", _]);
        let lacks = self.wrong.contains(&pointer);
        if lacks && !is_block {
            return;
        }
        let fault = match node.text() {
            _ if lacks => None,
            Some(text) => self.check_text(&parts, node, text),
            None if matches!(parts.as_slice(), ["moved", _]) => self.check_kinds(node),
            None if matches!(parts.as_slice(), ["import", _]) => self.check_import_sides(node),
            None => None,
        };
        if let Some(fault) = fault {
            // What is only doubtful is read as it stands.
            if fault.severity == Severity::Error {
                self.wrong.insert(pointer.clone());
            }
            self.findings.push(fault.with_pointer(&pointer));
            return;
        }
        for entry in node.entries() {
            path.push(entry.key.value.clone());
            if path.len() == 2 && path[0] == "environments" && !is_environment_name(&entry.key.value) {
                let pointer = join_pointer(&["environments", &entry.key.value]);
                self.findings.push(self.bad_environment_name(entry.key.span, &entry.key.value).with_pointer(&pointer));
                self.wrong.insert(pointer);
            }
            self.check_values(path, &entry.value);
            path.pop();
        }
        for (index, item) in node.items().iter().enumerate() {
            path.push(index.to_string());
            self.check_values(path, item);
            path.pop();
        }
    }

    fn check_text(&self, parts: &[&str], node: &Node, text: &str) -> Option<Diagnostic> {
        let of_environment = match parts {
            ["environments", _, own @ ..] => own,
            parts => parts,
        };
        match (parts, of_environment) {
            (["files" | "exclude", _] | ["texts", _, "files"], _) => self.check_glob(node, text, parts[0]),
            (_, ["state"] | ["state", "file"]) if text.contains("${") => {
                let found = self.invalid(node.span, "variables are not filled in".to_owned());
                let own = format!("write a path, such as `housestyle.{}.lock.json`", parts.get(1).unwrap_or(&"prod"));
                Some(found.with_label("the name of a file").with_help(match parts {
                    ["environments", ..] => own,
                    _ => "give each environment a path of its own: `state` below `[environments.NAME]`".to_owned(),
                }))
            }
            (["catalogue_files", _], _) | (_, ["state"] | ["state", "file"]) => self.check_inner_path(node, text),
            (["import", _, "to"] | ["moved", _, "from" | "to"] | ["removed", _, "address"], _)
            | (_, ["safeguards", "protect", _]) => {
                if let Some(fault) = self.check_address_signs(node, text) {
                    return Some(fault);
                }
                Address::parse(text).err().or_else(|| file_as_address(parts, text)).map(|why| {
                    let message = format!("`{}` is not an address", echo_text(text));
                    let help = address_meant(text).map_or_else(
                        || {
                            "write an address, kind and key: `style/support-de`; the key is the name of the file"
                                .to_owned()
                        },
                        |address| format!("write `{address}`"),
                    );
                    let fix = address_meant(text).map(|address| {
                        let title = format!("write `{address}`");
                        edits::replace_span(node.span, edits::quote_text(&address), title, Safety::Unsafe)
                    });
                    let found = self.invalid(node.span, message).with_note(why).with_help(help);
                    fix.into_iter().fold(found, Diagnostic::with_fix)
                })
            }
            (["import", _, "id"], _) if Id::new(text).is_none() => Some(
                self.invalid(node.span, format!("`{}` is not an id", echo_text(text)))
                    .with_help("copy the id from the service: letters, digits and hyphens"),
            ),
            (["texts", _, "language"], _) if !looks_like_code(text) => {
                let found = explain_invalid_code(self.file, parsed_catalogue(Edition::Core), node.span, text);
                let help = match text.contains(['{', '$', '*']) {
                    true => "write a code: nothing is filled in, and each language has a block `[[texts]]` of its own",
                    false => "write the code of the language that these texts are in",
                };
                Some(if found.fix.is_some() { found } else { found.with_help(help) })
            }
            (["texts", _, "language"], _) => {
                let written = Located { value: text.to_owned(), span: node.span };
                check_language(self.file, &written, "")
            }
            (["default_environment"], _) if text.contains('$') => Some(self.variable_for_environment(node, text)),
            (["default_environment"], _) if !is_environment_name(text) => {
                Some(self.bad_environment_name(node.span, text))
            }
            (["default_environment"], _) => self.check_default_environment(node, text),
            _ => None,
        }
    }

    /// A pattern where an address is due, and a kind that a dot parts from its key.
    fn check_address_signs(&self, node: &Node, text: &str) -> Option<Diagnostic> {
        if text.contains(['*', '?', '{']) {
            let message = format!("`{}` is a pattern, and an address is due", echo_text(text));
            return Some(self.invalid(node.span, message).with_label("names no document").with_help(
                "name each document, its kind and its key with a `/` between, or write `protected: true` into its file",
            ));
        }
        let (kind, key) = text.split_once('.').filter(|(kind, _)| !kind.contains('/'))?;
        // A resource of another tool has the name of its provider before the kind.
        let bare = ["deepl_", "housestyle_"].iter().find_map(|provider| kind.strip_prefix(provider)).unwrap_or(kind);
        let address = format!("{}/{key}", Kind::from_name(bare)?.as_str());
        Address::parse(&address).ok()?;
        let title = format!("write `{address}`");
        let message = format!("`{}` has no `/` between kind and key", echo_text(text));
        Some(
            self.invalid(node.span, message)
                .offering(title, vec![Edit { span: node.span, text: edits::quote_text(&address) }]),
        )
    }

    /// A variable in the place of a name, with the name behind `:-` that it falls back to.
    fn variable_for_environment(&self, node: &Node, text: &str) -> Diagnostic {
        let finding = self.invalid(node.span, format!("`{}` cannot name an environment", echo_text(text)));
        let finding = finding.with_label("nothing is filled in");
        let name = text.trim_end_matches('}').rsplit_once(":-").map(|(_, name)| name);
        let Some(name) = name.filter(|name| is_environment_name(name)) else {
            return finding.with_help("write a name: HOUSESTYLE_ENV chooses another environment by itself");
        };
        let fix = edits::replace_span(node.span, edits::quote_text(name), format!("write `{name}`"), Safety::Unsafe);
        let help = format!("write `{name}`: HOUSESTYLE_ENV chooses another environment by itself");
        finding.with_help(help).with_fix(fix)
    }

    /// A name is misspelt where sections have a similar one; alone, it names an environment without settings.
    fn check_default_environment(&self, node: &Node, name: &str) -> Option<Diagnostic> {
        let named: Vec<&str> = self.sections.iter().copied().filter(|name| is_environment_name(name)).collect();
        let unknown = || self.unknown_environment(node, name, &named).or_else(|| self.renamed_environment(node, name));
        if self.sections.contains(&name) { None } else { unknown() }
    }

    /// The default environment has its settings at the top; where the state file of another one has its name, that was renamed.
    fn renamed_environment(&self, node: &Node, name: &str) -> Option<Diagnostic> {
        let keeps_its_state = |entry: &&Entry| {
            let state = entry.value.get("state").and_then(|state| state.text().or_else(|| state.get("file")?.text()));
            let own = &entry.key.value;
            state.is_some_and(|file| is_file_of(file, name) && !is_file_of(file, own) && is_environment_name(own))
        };
        let table = &self.document.get("environments")?.entries().iter().find(keeps_its_state)?.key;
        let renamed = &table.value;
        let message = format!("`{name}` has no table of its own, and its name is in the state file of `{renamed}`");
        let fix = edits::rename_key(self.file, node.span, renamed, Safety::Unsafe);
        let rename = edits::rename_key(self.file, table.span, name, Safety::Unsafe);
        let rename = Fix { title: format!("name that table `[environments.{name}]`"), ..rename };
        let finding = self.invalid(node.span, message).with_label("has what is set at the top");
        Some(Diagnostic { severity: Severity::Warning, ..finding.offering_either(fix, rename) })
    }

    /// `field` is the setting of the project that holds the pattern.
    fn check_glob(&self, node: &Node, text: &str, field: &str) -> Option<Diagnostic> {
        if let Some((placeholder, stands_for)) = placeholder_of(text) {
            let message = format!("`{placeholder}` is not filled in: it stands for a name of just these signs");
            let pattern = echo_text(&text.replace(placeholder, stands_for));
            return Some(
                Diagnostic::new(Code::InvalidGlob, self.file, node.span, message)
                    .with_label("one word to choose from")
                    .with_help(format!("write `{pattern}`, and a block for each language")),
            );
        }
        if let Some(taken) = text.strip_prefix('!') {
            return Some(self.explain_taken_out(node, taken, field));
        }
        let several = patterns_in(text);
        if several.len() > 1 {
            let message = format!("{} patterns stand in one text, and are read as one", several.len());
            let finding =
                Diagnostic::new(Code::InvalidGlob, self.file, node.span, message).with_label("one, as it stands");
            let quoted: Vec<String> = several.into_iter().map(edits::quote_text).collect();
            return Some(match field {
                "texts" => finding.with_help("write a block `[[texts]]` for each of them"),
                _ => finding.offering(
                    "put each in quotes of its own".to_owned(),
                    vec![Edit { span: node.span, text: quoted.join(", ") }],
                ),
            });
        }
        if let Some(pattern) = pattern_of_regex(text) {
            let message = format!("`{}` is a regular expression, not a file pattern", echo_text(text));
            let title = format!("write `{}`", echo_text(&pattern));
            let fix = edits::replace_span(node.span, edits::quote_text(&pattern), title.clone(), Safety::Unsafe);
            return Some(
                Diagnostic::new(Code::InvalidGlob, self.file, node.span, message)
                    .with_label("not a pattern")
                    .with_note("in a file pattern `*` stands for any name, and `**/` for any folders")
                    .with_help(title)
                    .with_fix(fix),
            );
        }
        let (why, meant) = fault_of_pattern(text)?;
        let message = format!("`{}` is not a file pattern: {why}", echo_text(text));
        let finding = Diagnostic::new(Code::InvalidGlob, self.file, node.span, message).with_label("not a pattern");
        Some(match meant {
            Some(meant) => {
                let title = format!("write `{}`", echo_text(&meant));
                finding.offering(title, vec![Edit { span: node.span, text: edits::quote_text(&meant) }])
            }
            None if field == "files" && text.starts_with("..") => {
                finding.with_note("a project reads the files of its own folder, so that each has one owner").with_help(
                    "copy these files into the project and name them there, or move housestyle.toml into the folder above that \
                     holds them all, and name all files from there",
                )
            }
            None => finding.with_help("write a pattern such as `styles/**/*.yaml`, below the project folder"),
        })
    }

    /// A pattern that is to take out what others name, as ignore files have it.
    fn explain_taken_out(&self, node: &Node, taken: &str, field: &str) -> Diagnostic {
        let finding = |message: &str| {
            Diagnostic::new(Code::InvalidGlob, self.file, node.span, message).with_label("`!` is part of a name")
        };
        if field == "exclude" {
            return finding("a pattern of `exclude` brings nothing back")
                .with_help("take it away, and name with the others those files alone that stay out");
        }
        let (finding, shown) = (finding("a pattern of `files` takes nothing out"), echo_text(taken));
        let there = self.document.get("exclude").map(Node::items).unwrap_or_default();
        if there.iter().any(|item| item.text() == Some(taken)) {
            return finding.with_help("take it away: `exclude` has it");
        }
        let quoted = edits::quote_text(taken);
        let (help, added) = match there.last() {
            Some(last) => {
                let added = Edit { span: Span::empty_at(last.span.end as usize), text: format!(", {quoted}") };
                (format!("add `\"{shown}\"` to `exclude`"), Some(added))
            }
            None => (format!("write `exclude = [\"{shown}\"]`"), self.line_of_exclude(taken, &quoted)),
        };
        let finding = finding.with_help(format!("{help}, and take this one away"));
        let gone = edits::item_in_brackets(self.file, node.span);
        let Some((added, gone)) = added.zip(gone) else { return finding };
        let mut edits = vec![added, Edit { span: gone, text: String::new() }];
        edits.sort_by_key(|edit| edit.span);
        finding.with_fix(Fix { title: "move it to `exclude`".to_owned(), safety: Safety::Unsafe, edits })
    }

    /// A line `exclude` below that of `files`, with the first of the patterns that are to take files out: it is there for the others.
    fn line_of_exclude(&self, taken: &str, quoted: &str) -> Option<Edit> {
        let first = patterns_taken_out(self.document).next() == Some(taken) && self.document.get("exclude").is_none();
        let above = edits::lines_of_span(self.file, self.document.entry("files").filter(|_| first)?.span())?;
        let end = edits::line_ending(self.file);
        let whole = self.file.slice(above).ends_with('\n');
        whole.then(|| Edit { span: Span::empty_at(above.end as usize), text: format!("exclude = [{quoted}]{end}") })
    }

    fn check_inner_path(&self, node: &Node, text: &str) -> Option<Diagnostic> {
        if let Some(store) = word_of_store(text) {
            let message = format!("`{text}` would be a file of this name, beside the project file");
            let help = format!(
                "write `state = {{ store = \"{store}\" }}`, or the path of a file, such as `housestyle.state.json`"
            );
            return Some(self.invalid(node.span, message).with_help(help));
        }
        let fault = if text.is_empty() || text.ends_with('/') {
            "names no file"
        } else if text.starts_with(['/', '~']) || text.contains(['\\', ':']) {
            "is not a path below the project folder, with `/` between its parts"
        } else if text.split('/').any(|part| part == "..") {
            "leads out of the project folder"
        } else if text.split('/').any(|part| part.is_empty() || part == ".git") || text.chars().any(char::is_control) {
            "cannot be the path of such a file"
        } else {
            return None;
        };
        let message = format!("`{}` {fault}", echo_text(text));
        if ["s3://", "gs://", "az://", "abfs://"].iter().any(|scheme| text.starts_with(scheme)) {
            let finding = self.invalid(node.span, message).with_note("a project file names no address");
            return Some(finding.with_help(
                "write `state = { store = \"object\" }`, and give the address with `--state` or HOUSESTYLE_STATE",
            ));
        }
        Some(self.invalid(node.span, message).with_help("name a file below the project folder"))
    }

    /// An environment that a block names and the project does not have.
    pub(super) fn report_unknown_environment(&mut self, node: &Node, name: &str, known: &[&str], pointer: &str) {
        let near = self.unknown_environment(node, name, known);
        if near.is_none() && self.doubts_environments() {
            return;
        }
        let finding = near.unwrap_or_else(|| {
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("there is no environment `{}`", echo_text(name));
            self.invalid(node.span, message).with_help(format!("name one of {}", names.join(", ")))
        });
        self.findings.push(finding.with_pointer(pointer.to_owned()));
    }

    /// Whether something is wrong with the environments themselves, so that one that is named may be among them.
    pub(super) fn doubts_environments(&self) -> bool {
        self.findings
            .iter()
            .any(|finding| finding.pointer.as_deref().is_some_and(|pointer| pointer.starts_with("/environments")))
            || self.renames_environments()
    }

    /// Whether the table of an environment has another name, so that what is set below it is not known.
    fn renames_environments(&self) -> bool {
        let mut edits = self.findings.iter().flat_map(|finding| &finding.fix).flat_map(|fix| &fix.edits);
        edits.any(|edit| edit.text.split('.').next() == Some("environments"))
    }

    /// Safeguards of an environment of which nothing else is set, beside another one of nearly its name: they are not in force there.
    pub(super) fn check_lone_safeguards(&mut self, document: &Node) {
        let sections = document.get("environments").map(Node::entries).unwrap_or_default();
        let has = |entry: &Entry, field: &str| entry.value.get(field).is_some();
        let is_lone = |entry: &&Entry| matches!(entry.value.entries(), [only] if only.key.value == "safeguards");
        let whole = sections.iter().filter(|entry| has(entry, "service") || has(entry, "state"));
        let whole = whole.filter(|entry| !has(entry, "safeguards"));
        let whole: Vec<&str> = whole.map(|entry| entry.key.value.as_str()).collect();
        for entry in sections.iter().filter(is_lone) {
            let name = entry.key.value.as_str();
            let Some(other) = near_environment(name, &whole) else { continue };
            let message = format!("nothing but safeguards is set for the environment `{name}`");
            let finding = self.invalid(entry.key.span, message).with_label(format!("another one than `{other}`"));
            let help = format!("did you mean `[environments.{other}.safeguards]`? `{other}` is without them");
            let finding = finding.with_help(help).with_pointer(join_pointer(&["environments", name]));
            self.findings.push(Diagnostic { severity: Severity::Warning, ..finding });
        }
    }

    /// A name that is near to that of an environment.
    fn unknown_environment(&self, node: &Node, name: &str, known: &[&str]) -> Option<Diagnostic> {
        let best = near_environment(name, known).filter(|_| !self.renames_environments())?;
        let fix = edits::rename_key(self.file, node.span, best, Safety::Unsafe);
        let message = format!("there is no environment `{}`", echo_text(name));
        Some(self.invalid(node.span, message).with_help(format!("did you mean `{best}`?")).with_fix(fix))
    }

    fn bad_environment_name(&self, span: Span, name: &str) -> Diagnostic {
        self.invalid(span, format!("`{}` cannot name an environment", echo_text(name)))
            .with_note("a name has up to 32 of `a-z`, `0-9`, `-` and `_`, and begins with a letter")
            .with_help(match name.trim().to_lowercase().replace([' ', '.', '/'], "-") {
                fitting if is_environment_name(&fitting) => format!("call it `{fitting}`"),
                _ => "give it another name".to_owned(),
            })
    }

    /// The codes of `[lints]` whose weight cannot be read.
    pub(super) fn unread_lints(&self) -> impl Iterator<Item = Code> {
        self.wrong.iter().filter_map(|pointer| Code::from_name(pointer.strip_prefix("/lints/")?))
    }

    /// Whether one of these settings has a wrong value or a wrong name, anywhere in the file.
    pub(super) fn doubts_any(&self, settings: &[&str]) -> bool {
        let last = |pointer: &str| pointer.rsplit('/').next().is_some_and(|part| settings.contains(&part));
        let named = |edit: &Edit| settings.contains(&edit.text.as_str());
        let offered = |finding: &Diagnostic| finding.fix.iter().flat_map(|fix| &fix.edits).any(named);
        self.wrong.iter().any(|pointer| last(pointer)) || self.findings.iter().any(offered)
    }

    /// A value of the right shape that its setting cannot have.
    pub(super) fn invalid(&self, span: Span, message: String) -> Diagnostic {
        Diagnostic::new(Code::InvalidSetting, self.file, span, message)
    }
}

/// Whether the name of an environment is a part of the path of a file.
pub(super) fn is_file_of(file: &str, environment: &str) -> bool {
    file.split(['/', '.']).any(|part| part == environment)
}

/// The patterns of one text that holds several, each with a `*` or the ending of a file that is read; what stands in braces is
/// one alternative.
fn patterns_in(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let parts = text.split(|c: char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (matches!(c, ',' | ';') || c.is_whitespace())
    });
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let is_pattern = |part: &&str| part.contains('*') || Format::from_path(part).is_some();
    if parts.iter().all(is_pattern) { parts } else { Vec::new() }
}

/// A sign of another tool for what it fills in, `{lang}`, `%two_letters_code%` or `${LOCALE}`, and what to write for it.
fn placeholder_of(text: &str) -> Option<(&str, &'static str)> {
    const OF_LANGUAGE: &[&str] = &["lang", "language", "locale", "lng", "code"];
    let signs = [("{{", "}}"), ("${", "}"), ("{", "}"), ("%", "%"), ("<", ">")];
    signs.into_iter().find_map(|(open, close)| {
        let start = text.find(open)?;
        let inner = &text[start + open.len()..];
        let word = inner[..inner.find(close)?].trim();
        let named = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
        let lower = word.to_ascii_lowercase();
        let of_language = lower.split(['_', '-']).any(|part| OF_LANGUAGE.contains(&part));
        // One word in braces is that word, unless it is one for a language.
        let fits = named && (open != "{" || of_language);
        let end = start + open.len() + inner.find(close)? + close.len();
        fits.then(|| (&text[start..end], if of_language { "de" } else { "*" }))
    })
}

/// The store that a word names where the path of a file is due.
fn word_of_store(text: &str) -> Option<&'static str> {
    match text {
        "git" | "remote" => Some("git"),
        "object" | "s3" | "gcs" | "azure" | "bucket" => Some("object"),
        _ => None,
    }
}

/// The file pattern that a regular expression means; nothing of a text that is none, or says more than a pattern can.
fn pattern_of_regex(text: &str) -> Option<String> {
    let anchored = text.starts_with('^') || text.ends_with('$');
    if !anchored && !text.contains(".+") && !text.contains("\\.") {
        return None;
    }
    let bare = text.trim_start_matches('^').trim_end_matches('$');
    let pattern = bare.replace(".+", ".*").replace("\\/", "/").replace(".*/", "**/").replace(".*", "*");
    // What matched any text matched folders too.
    let pattern = match pattern.rsplit_once("/*") {
        Some((folder, name)) if !pattern.contains("**") && bare.contains("/.*") => format!("{folder}/**/*{name}"),
        _ => pattern,
    };
    let pattern = pattern.replace("\\.", ".").replace("(?:", "(");
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '.' | '*' | '-' | '_' | ' ');
    (!pattern.is_empty() && pattern.chars().all(plain) && !pattern.starts_with('/')).then_some(pattern)
}

/// The environment that is meant by a name which is near to that of one.
fn near_environment<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let near = nearest::nearest_words(name, known.iter().copied()).first().copied();
    near.or_else(|| known.iter().copied().find(|known| is_one_word(name, known)))
}

/// Whether two names are one word, longer or shorter: `prod` and `production`, `stage` and `staging`.
fn is_one_word(one: &str, other: &str) -> bool {
    let shared = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let letters = [one, other].iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase()));
    letters && one.len() != other.len() && shared > 2 && shared + 1 >= one.len().min(other.len())
}

/// Names go into file names and names of environment variables.
fn is_environment_name(name: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    (1..=32).contains(&name.len()) && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(good)
}

/// What patterns of `files` are to take out, as ignore files say it.
pub(super) fn patterns_taken_out(document: &Node) -> impl Iterator<Item = &str> {
    let files = document.get("files").map(Node::items).unwrap_or_default();
    files
        .iter()
        .filter_map(|pattern| pattern.text()?.strip_prefix('!'))
        .filter(|taken| fault_of_pattern(taken).is_none())
}

/// The names of the sections `[environments.NAME]`.
pub(super) fn section_names(document: &Node) -> Vec<&str> {
    let sections = document.get("environments").filter(|node| matches!(node.value, Value::Mapping(_)));
    sections.into_iter().flat_map(Node::entries).map(|entry| entry.key.value.as_str()).collect()
}

/// Why an address of a block names no resource: it is the path of a file.
fn file_as_address(parts: &[&str], text: &str) -> Option<String> {
    let block = matches!(parts, ["moved" | "removed" | "import", ..]);
    let path = [".yaml", ".yml", ".toml"].iter().any(|ending| text.ends_with(ending));
    (block && path).then(|| "it is the path of a file, and an address has a kind and a key".to_owned())
}

/// The address that was written with another sign between kind and key.
fn address_meant(text: &str) -> Option<String> {
    // Hyphens that pages and word processors write.
    let plain = text.replace(['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2212}'], "-");
    if plain != text && Address::parse(&plain).is_ok() {
        return Some(plain);
    }
    if let Some(stem) = [".yaml", ".yml", ".toml"].iter().find_map(|ending| text.strip_suffix(ending)) {
        let (folder, key) = stem.rsplit_once('/')?;
        let folder = folder.rsplit('/').next()?.replace('-', "_").replace("glossaries", "glossary");
        let kind =
            Kind::ALL.into_iter().find(|kind| folder.trim_end_matches('s') == kind.as_str().trim_end_matches('s'))?;
        return Some(format!("{}/{key}", kind.as_str()));
    }
    let (kind, key) = text.split_once([':', '.'])?;
    let address = format!("{}/{}", kind.trim(), key.trim());
    Address::parse(&address).is_ok().then_some(address)
}
