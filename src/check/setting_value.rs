//! Values of settings whose rules no schema can say: patterns, paths, addresses, ids and names of environments.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::nearest;
use crate::check::language::check_language;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Located, Safety, Severity, SourceFile, Span};
use crate::model::{Address, Id, Kind};
use crate::schema::edits;
use crate::schema::explain_language::{explain_invalid_code, looks_like_code};
use crate::schema::explained_document::{echo_text, join_pointer};
use crate::source::{Node, Value};

/// The settings of one project file, and what was found wrong with them.
pub(super) struct CheckedSettings<'a> {
    pub(super) file: &'a Arc<SourceFile>,
    pub(super) findings: Vec<Diagnostic>,
    /// JSON pointers of the values that are wrong. What stands below them is not looked at.
    pub(super) wrong: BTreeSet<String>,
    /// The environments that sections name.
    pub(super) sections: Vec<&'a str>,
}

/// Why a text is no pattern of files below the project, and the pattern that is meant, where that is plain.
fn fault_of_pattern(text: &str) -> Option<(String, Option<String>)> {
    let leads_out = |text: &str| text.starts_with('/') || text.split('/').any(|part| part == "..");
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
            (["files" | "exclude", _] | ["texts", _, "files"], _) => self.check_glob(node, text, parts[0] == "files"),
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
        let (kind, key) = text.split_once('.').filter(|_| !text.contains('/'))?;
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
        if self.sections.contains(&name) { None } else { self.unknown_environment(node, name, &named) }
    }

    fn check_kinds(&self, block: &Node) -> Option<Diagnostic> {
        let address = |field: &str| Address::parse(block.get(field)?.text()?).ok();
        let (from, to) = (address("from")?, address("to")?);
        (from.kind != to.kind).then(|| {
            self.invalid(block.span, format!("`{from}` cannot become `{to}`: they are of different kinds"))
                .with_help("name two addresses of one kind")
        })
    }

    /// An id that is to be bound to an address: the other way round.
    fn check_import_sides(&self, block: &Node) -> Option<Diagnostic> {
        let (to, id) = (block.get("to")?, block.get("id")?);
        let (written, address) = (to.text()?, id.text()?);
        let swapped = Id::new(written).is_some() && !written.contains('/') && address.contains('/');
        Address::parse(address).ok().filter(|_| swapped)?;
        let write = |node: &Node, text: &str| Edit { span: node.span, text: edits::quote_text(text) };
        let mut edits = vec![write(to, address), write(id, written)];
        edits.sort_by_key(|edit| edit.span);
        let title = "swap them".to_owned();
        let help = format!("write `to = \"{}\"` and `id = \"{}\"`", echo_text(address), echo_text(written));
        let finding = self.invalid(to.span, "`to` and `id` are swapped".to_owned()).with_label("an id");
        let finding = finding.with_secondary(id.span, "an address").with_help(help);
        Some(finding.with_fix(Fix { title, safety: Safety::Unsafe, edits }))
    }

    /// Moves that lead to where they began.
    pub(super) fn check_moves(&mut self, document: &'a Node) {
        let blocks = document.get("moved").map(Node::items).unwrap_or_default();
        let ends = |block: &'a Node| Some((text_of(block, "from")?, text_of(block, "to")?));
        let circles = find_circles(blocks);
        for (index, block) in blocks.iter().enumerate() {
            let Some((from, to)) = ends(block) else { continue };
            let pointer = join_pointer(&["moved", &index.to_string()]);
            if from == to {
                let finding = self.invalid(block.span, format!("`{}` cannot move to itself", echo_text(from)));
                self.findings.push(finding.with_help("name its former address after `from`").with_pointer(&pointer));
                self.wrong.insert(pointer);
                continue;
            }
            let Some(way) = circles.get(&index) else { continue };
            let others = way.len() - 1;
            let message = format!(
                "`{}` moves back to itself through {others} further block{}",
                echo_text(from),
                if others == 1 { "" } else { "s" }
            );
            let finding = self.invalid(block.span, message).with_label("begins the circle");
            self.findings.push(finding.with_help("take away the blocks that are done").with_pointer(&pointer));
            self.wrong.extend(way.iter().map(|step| join_pointer(&["moved", &step.to_string()])));
        }
    }

    /// One resource cannot become two.
    pub(super) fn check_imports(&mut self, document: &'a Node) {
        let blocks = document.get("import").map(Node::items).unwrap_or_default();
        let (mut ids, mut targets) = (BlocksByText::new(), BlocksByText::new());
        for (index, block) in blocks.iter().enumerate() {
            let (Some(id), Some(to)) = (text_of(block, "id"), text_of(block, "to")) else { continue };
            let own = environments_of(block);
            let earlier = |same: &[usize]| {
                same.iter().copied().find(|other| share_environments(&own, &environments_of(&blocks[*other])))
            };
            let of_id = earlier(ids.entry(id).or_default());
            let of_target = earlier(targets.entry(to).or_default());
            ids.entry(id).or_default().push(index);
            targets.entry(to).or_default().push(index);
            let Some(first) = of_id.into_iter().chain(of_target).min().map(|first| &blocks[first]) else { continue };
            let (field, what) = if text_of(first, "id") == Some(id) { ("id", id) } else { ("to", to) };
            let span = |block: &Node| block.get(field).map_or(block.span, |node| node.span);
            let message = format!("`{}` is imported twice", echo_text(what));
            let finding = self.invalid(span(block), message).with_secondary(span(first), "first here");
            let pointer = join_pointer(&["import", &index.to_string()]);
            self.findings.push(finding.with_help("keep one of the blocks").with_pointer(&pointer));
            self.wrong.insert(pointer);
        }
    }

    fn check_glob(&self, node: &Node, text: &str, of_documents: bool) -> Option<Diagnostic> {
        let word = ["lang", "language", "locale", "lng", "language_code"]
            .into_iter()
            .find(|word| text.contains(&format!("{{{word}}}")));
        if let Some(word) = word {
            let message = format!("`{{{word}}}` is not filled in: it stands for a folder of this very name");
            return Some(
                Diagnostic::new(Code::InvalidGlob, self.file, node.span, message)
                    .with_label("one word to choose from")
                    .with_help(format!(
                        "write `{}`, and a block for each language",
                        echo_text(&text.replace(&format!("{{{word}}}"), "de"))
                    )),
            );
        }
        if let Some(taken) = text.strip_prefix('!') {
            let message = "a pattern of `files` takes nothing out".to_owned();
            return Some(
                Diagnostic::new(Code::InvalidGlob, self.file, node.span, message)
                    .with_label("`!` is part of a name")
                    .with_help(format!("write `exclude = [\"{}\"]`, and take this one away", echo_text(taken))),
            );
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
            None if of_documents && text.starts_with("..") => {
                finding.with_note("a project reads the files of its own folder, so that each has one owner").with_help(
                    "move housestyle.toml into the folder above that holds them all, and name all files from there",
                )
            }
            None => finding.with_help("write a pattern such as `styles/**/*.yaml`, below the project folder"),
        })
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
        // Where something is wrong with the environments themselves, this one may be among them.
        let in_doubt = self.findings.iter().any(|finding| {
            let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
            let meant = || edits.into_iter().any(|edit| edit.text == "environments");
            finding.pointer.as_deref().is_some_and(|pointer| pointer.starts_with("/environments")) || meant()
        });
        let near = self.unknown_environment(node, name, known);
        if in_doubt && near.is_none() {
            return;
        }
        let finding = near.unwrap_or_else(|| {
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("there is no environment `{}`", echo_text(name));
            self.invalid(node.span, message).with_help(format!("name one of {}", names.join(", ")))
        });
        self.findings.push(finding.with_pointer(pointer.to_owned()));
    }

    /// A name that is near to that of an environment.
    fn unknown_environment(&self, node: &Node, name: &str, known: &[&str]) -> Option<Diagnostic> {
        let best = nearest::nearest_words(name, known.iter().copied()).first().copied()?;
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

    /// A value of the right shape that its setting cannot have.
    pub(super) fn invalid(&self, span: Span, message: String) -> Diagnostic {
        Diagnostic::new(Code::InvalidSetting, self.file, span, message)
    }
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

fn text_of<'n>(block: &'n Node, field: &str) -> Option<&'n str> {
    block.get(field).and_then(Node::text)
}

/// The environments that a block names; none where it is for all.
fn environments_of(block: &Node) -> Vec<&str> {
    let items = block.get("environments").map(Node::items).unwrap_or_default();
    items.iter().filter_map(Node::text).collect()
}

/// Whether two blocks are for one environment.
fn share_environments(one: &[&str], other: &[&str]) -> bool {
    one.is_empty() || other.is_empty() || one.iter().any(|name| other.contains(name))
}

/// Blocks of the project file by a text that each has, in their order.
type BlocksByText<'a> = HashMap<&'a str, Vec<usize>>;

/// Most blocks that are followed from one to the next. Of blocks for environments of their own, each is followed for itself.
const MAX_FOLLOWED: usize = 1 << 20;

/// Circles of moves, by the first block of each: from a block, the way goes on with the first one that begins where it ends, and
/// that is for an environment of the block from which the way began.
fn find_circles(blocks: &[Node]) -> BTreeMap<usize, Vec<usize>> {
    let ends: Vec<Option<(&str, &str)>> =
        blocks.iter().map(|block| Some((text_of(block, "from")?, text_of(block, "to")?))).collect();
    let environments: Vec<Vec<&str>> = blocks.iter().map(environments_of).collect();
    let mut by_from = BlocksByText::new();
    for (index, block) in blocks.iter().enumerate() {
        if let Some(from) = text_of(block, "from") {
            by_from.entry(from).or_default().push(index);
        }
    }
    // A way for the same environments is walked once.
    let mut walked: HashSet<(&[&str], usize)> = HashSet::new();
    let mut circles = BTreeMap::new();
    for start in (0..blocks.len()).filter(|start| ends[*start].is_some_and(|(from, to)| from != to)) {
        let own = environments[start].as_slice();
        let next = |at: usize| {
            let to = text_of(&blocks[at], "to").unwrap_or_default();
            by_from.get(to)?.iter().copied().find(|other| share_environments(own, &environments[*other]))
        };
        let (mut way, mut step) = (Vec::new(), Some(start));
        while let Some(at) = step.filter(|at| walked.len() < MAX_FOLLOWED && walked.insert((own, *at))) {
            way.push(at);
            step = next(at);
        }
        let Some(begins) = step.and_then(|step| way.iter().position(|at| *at == step)) else { continue };
        let circle = way.split_off(begins);
        let first = circle.iter().copied().min().filter(|first| environments[*first] == own);
        // A block that moves to itself is told by itself.
        circles.extend(first.filter(|_| circle.len() > 1).map(|first| (first, circle)));
    }
    circles
}

/// Names go into file names and names of environment variables.
fn is_environment_name(name: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    (1..=32).contains(&name.len()) && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(good)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Format, parse_source};

    /// The same in the plainest way: every block is followed to the end, and the first of a circle tells of it.
    fn follow_each(blocks: &[Node]) -> BTreeMap<usize, usize> {
        let text = |block: &'_ Node, field: &str| text_of(block, field).unwrap_or_default().to_owned();
        let mut circles = BTreeMap::new();
        for (index, block) in blocks.iter().enumerate() {
            let (from, mut at) = (text(block, "from"), text(block, "to"));
            if from == at {
                continue;
            }
            let mut way = vec![index];
            while let Some(step) = blocks
                .iter()
                .position(|other| {
                    text(other, "from") == at && share_environments(&environments_of(block), &environments_of(other))
                })
                .filter(|step| !way.contains(step))
            {
                way.push(step);
                at = text(&blocks[step], "to");
            }
            if at == from && way.iter().all(|step| *step >= index) {
                circles.insert(index, way.len());
            }
        }
        circles
    }

    #[test]
    fn circles_of_moves_are_those_that_following_each_block_finds() {
        let mut found = 0;
        for seed in 0..600_u64 {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut below = |most: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % most
            };
            let text: String = (0..2 + below(7))
                .map(|_| {
                    let environments = ["", "environments = ['a']\n", "environments = ['b']\n"][below(3) as usize];
                    format!("[[moved]]\nfrom = 's/{}'\nto = 's/{}'\n{environments}", below(5), below(5))
                })
                .collect();
            let parsed = parse_source(&SourceFile::new("housestyle.toml", text.as_str()), Format::Toml);
            let blocks = parsed.documents[0].get("moved").unwrap().items();
            let circles: BTreeMap<usize, usize> =
                find_circles(blocks).into_iter().map(|(first, way)| (first, way.len())).collect();
            assert_eq!(circles, follow_each(blocks), "seed {seed}\n{text}");
            found += circles.len();
        }
        assert!(found > 100, "only {found} circles");
    }
}
