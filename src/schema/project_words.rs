//! Names in the project file that another tool has, or another place of ours, with what does that here.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::schema::field_words::closest_field;
use crate::schema::kind_meant::kind_of_word;
use crate::source::toml::table_paths::other_names_of_table;
use crate::source::{Entry, Node, Value};

/// Names with the table that they stand in (`top` is none, `env` an environment or none), what they are, and, in the line below,
/// what to do.
const WORDS: &str = r#"
top: output outputs = not a field
leave it out: `housestyle outputs` prints what other tools need
top: workspace workspaces = a word of Terraform's
write `default_environment`, and a table for each environment: `[environments.production]`
top: module modules dependencies packages = not a field
leave it out: lists share what bases hold, documents of this project with `kind: base_style`
top: version required_version housestyle_version min_version = not a field
leave it out: which version runs is chosen where it is installed
top: name title description = not a field
leave it out: a project has no name, or write it as a comment
top: stylespath = a word of Vale's
name the files of the project by patterns: `files = ["styles/**/*.yaml"]`
top: minalertlevel = a word of Vale's
write what findings weigh below `[lints]`, each by its code: `edge-whitespace = "error"`
top: terraform = a word of Terraform's
say where the state is kept with `state`: `state = { store = "git" }`; the service is named with `service`
top: provider providers required_providers resource = a word of Terraform's
name the service with `service`, the key with HOUSESTYLE_AUTH_KEY where the tool runs
top: rules rule configured_rules custom_instructions instructions = stands in a list
write it into the file of a list, rules below `configured_rules`; what findings weigh stands in `[lints]`
top: unmanaged ignore_unmanaged unmanaged_resources = not a field
leave it out: what no file names is left as it is; `[[acknowledged]]` with its `id` says that it is known
top: default_language default_locale language languages locales source_language = not a field
leave it out: each list says its own `language`
top: variables variable locals data vars = not a field
leave it out, and write each value where it is meant: nothing is filled in, and keys come from HOUSESTYLE_AUTH_KEY
top: tests test test_files tests_dir test_paths = a folder, and no field
leave it out: style tests are read from the YAML files in the folder `tests`
top: check checks = not a field
texts that are checked stand in `[[texts]]`: `files = "locales/de/*.po"`, `language` and `style`
top: store = a field of `state`
write `state = { store = "object" }`, and give the address with `--state` or HOUSESTYLE_STATE
top: bucket container dynamodb_table workspace_key_prefix = no field here
write `state = { store = "object" }`, and give the address with `--state` or HOUSESTYLE_STATE
top: per_file_ignores overrides override = not a field
leave it out: `[lints]` is for all files; a comment `# housestyle: ignore[CODE] why` is about one place
lints: per_file_ignores overrides override = no code
leave it out: `[lints]` is for all files; a comment `# housestyle: ignore[CODE] why` is about one place
env: auto_approve approve yes = an option of a command
leave it out: `housestyle apply` asks before it changes something, unless it is given `--auto-approve`
env: dry_run = an option of a command
leave it out: `housestyle plan` shows what `housestyle apply` would do, and changes nothing
env: prefix suffix = not a field
leave it out: names are sent as the files have them, to every environment alike
env: region = not a field
leave it out: `service` says the region of the service, such as `deepl-us`
limits: prompt prompts prompt_length prompt_characters max_prompt_length = set by the service
leave it out: `[limits]` has `custom_instructions` alone, and how long a prompt may be, no project sets
state: branch ref = no field here
leave it out: with `store = "git"` the state is kept in `refs/housestyle/…` of the remote, in no branch
state: remote repository repo = no field here
leave it out: `--state-remote` or HOUSESTYLE_STATE_REMOTE names the remote of the checkout
state: lock locking lock_timeout use_lockfile = no field here
leave it out: one run writes at a time; `--lock-timeout` says how long another waits
state: address lock_address unlock_address = no field here
leave it out: the state is kept in a file, in git or in object storage, whose address `--state` gives
state: backend bucket container container_name dynamodb_table encrypt prefix region workspace_key_prefix = no field here
write `store = "object"` alone, and give the address with `--state` or HOUSESTYLE_STATE
texts: profile = profiles are for requests
write `style`: the key of the list that the profile names
texts: translation = a word of Crowdin's
write `files`, `language` and `style`, in a block for each language: `files = "locales/de/*.json"`
texts: source_language source_lang = not a field
leave it out: `source` names the files of the sources, where they are not in the usual place
import: name title = names are no ids
write `id`, by which the service knows it
acknowledged: name title = names are no ids
write `id`: the note of `housestyle plan` has it
removed: id = ids stand in the state file
write `address`: kind and key of what was removed, such as `style/support-de`
"#;

/// What is said of fields that another tool has for where its state is kept.
pub(super) const BACKEND_LABEL: &str = "no field here";

/// What is told of a name in the tables of this path.
fn known_word(parts: &[&str], written: &str) -> Option<(&'static str, &'static str)> {
    let place = match parts {
        [] => "top",
        ["environments", _] => "env",
        [.., "state"] => "state",
        [table, ..] => table,
    };
    let lines: Vec<&str> = WORDS.trim().lines().collect();
    lines.chunks_exact(2).find_map(|row| {
        let (of, words) = row[0].split_once(": ")?;
        let (words, label) = words.split_once(" = ")?;
        let here = of == place || of == "env" && place == "top";
        (here && words.split(' ').any(|word| word == written)).then_some((label, row[1]))
    })
}

/// What to do in place of a name of another tool; where the field that does it is there, nothing is left to write.
fn say_or_take_out(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    finding: Diagnostic,
    help: &str,
) -> Diagnostic {
    let field = help.split('`').skip(1).step_by(2).find_map(|shown| shown.split_once(" = ")).map(|(field, _)| field);
    let set = field.and_then(|field| Some((field, explained.node_at(&[parts, &[field]].concat())?)));
    let Some((field, node)) = set else { return finding.with_help(help) };
    let line = explained.file.position_at(node.span.start).line;
    let finding = finding.with_help(format!("take it out: `{field}` in line {line} says it"));
    match edits::removal_span(explained.file, entry) {
        Some(span) => finding.with_fix(edits::replace_span(span, "", "take it out", Safety::Unsafe)),
        None => finding,
    }
}

/// Patterns of files below another name: those that stand there, or one that shows how they are written.
fn files_by_patterns(explained: &ExplainedDocument<'_>, entry: &Entry, finding: Diagnostic) -> Diagnostic {
    let texts = entry.value.items().iter().chain(Some(&entry.value)).filter_map(Node::text);
    let patterns: Vec<String> = texts.filter(|text| text.contains(['*', '/', '.'])).map(edits::quote_text).collect();
    let list = format!("files = [{}]", patterns.join(", "));
    let shown = !patterns.is_empty() && echo_text(&list) == list;
    let files = explained.node_at(&["files"]);
    let shown = if shown { list.as_str() } else { "files = [\"styles/**/*.yaml\"]" };
    let finding = finding.with_help(match files {
        Some(_) if !patterns.is_empty() => "put its patterns into `files`".to_owned(),
        _ => format!("name the files by patterns: `{shown}`"),
    });
    let whole = files.is_none() && !patterns.is_empty() && patterns.len() == entry.value.items().len();
    let fix = || edits::rename_key(explained.file, entry.key.span, "files", Safety::Unsafe);
    if whole { finding.with_fix(fix()) } else { finding }
}

/// Commands whose options somebody wrote into a table of their name.
const COMMANDS: &[&str] = &["plan", "apply", "validate", "pull", "drift", "render", "try", "diff"];

/// What an entry says, where that is text.
fn text_of(entry: &Entry) -> &str {
    entry.value.text().unwrap_or_default()
}

/// Whether the tables below a name of a header can stand beside those that a field has already, each with a header of its own.
pub(super) fn is_further_table(explained: &ExplainedDocument<'_>, there: Option<&Entry>, entry: &Entry) -> bool {
    let text = explained.file.text();
    let has_header =
        |entry: &Entry| text[edits::line_start(explained.file, entry.key.span.start as usize)..].starts_with('[');
    // A list of tables goes on wherever its name stands again.
    let goes_on = |there: &Entry| {
        let is_list = |entry: &Entry| !entry.value.items().is_empty();
        is_list(there) && is_list(entry) && has_header(there)
    };
    let beside =
        |there: &Entry| table_extended(&there.value, entry).is_some_and(|there| may_stand_beside(&entry.value, there));
    edits::is_toml(explained.file) && has_header(entry) && there.is_some_and(|there| goes_on(there) || beside(there))
}

/// The table that a header of TOML goes on with by its name: of a list of tables, the last one above.
fn table_extended<'n>(there: &'n Node, entry: &Entry) -> Option<&'n Node> {
    match there.items() {
        [] => Some(there),
        items => items.iter().rev().find(|item| item.span.start < entry.key.span.start),
    }
}

/// Whether the field of a table in a list stands below a header with nearly the name of the list: it is misnamed, not absent.
pub(super) fn is_in_further_table(explained: &ExplainedDocument<'_>, parts: &[&str], field: &str) -> bool {
    let ([list, _], true) = (parts, edits::is_toml(explained.file)) else { return false };
    let (Some(there), known) = (explained.document.entry(list), explained.fields_at(&[])) else { return false };
    let own = explained.node_at(parts);
    let further = |entry: &Entry| {
        let name = entry.key.value.as_str();
        entry.value.get(field).is_some()
            && !known.contains(&name)
            && closest_field(name, &known) == Some(list)
            && table_extended(&there.value, entry).map(|item| item.span) == own.map(|item| item.span)
            && is_further_table(explained, Some(there), entry)
    };
    explained.document.entries().iter().any(further)
}

/// Whether two tables are one by their parts: nothing is in both of them but tables of which this holds.
fn may_stand_beside(one: &Node, other: &Node) -> bool {
    let is_table = |node: &Node| !node.entries().is_empty();
    let says_nothing = |node: &Node| node.entries().iter().all(|entry| is_table(&entry.value));
    let of_both = |entry: &Entry| other.get(&entry.key.value).is_none_or(|there| may_stand_beside(&entry.value, there));
    is_table(one) && is_table(other) && (says_nothing(one) || says_nothing(other)) && one.entries().iter().all(of_both)
}

/// Documents in tables of the project file: each is a file of its own. Nothing where no table stands there, or names files.
fn documents_in_tables(kind: DocumentKind, entry: &Entry) -> Option<String> {
    let (items, below) = (entry.value.items(), entry.value.entries());
    let is_table = !below.is_empty() || items.iter().any(|item| !item.entries().is_empty());
    let names_files = below.iter().any(|inner| text_of(inner).contains('*'));
    let fields = if kind == DocumentKind::Style { "language" } else { &format!("kind: {}", kind.as_str()) };
    let help = format!("write each into a file of its own, with `{fields}` at its top; `files` names them by patterns");
    (is_table && !names_files).then_some(help)
}

/// Whether one of these words is a field or a text of a value.
fn holds_any(node: &Node, words: &[&str]) -> bool {
    let said = |node: &Node| node.text().is_some_and(|text| words.contains(&text));
    said(node) || node.entries().iter().any(|entry| words.contains(&entry.key.value.as_str()) || said(&entry.value))
}

/// What Terraform says of a removed resource, as ours says it.
fn explain_lifecycle(explained: &ExplainedDocument<'_>, entry: &Entry, finding: Diagnostic) -> Diagnostic {
    let Some(Value::Bool(destroy)) = entry.value.get("destroy").map(|node| &node.value) else {
        return finding.with_help("write `delete = true` or `delete = false`");
    };
    let (file, title) = (explained.file, format!("write `delete = {destroy}`"));
    let finding = finding.with_help(&title);
    let [only] = entry.value.entries() else { return finding };
    let start = edits::line_start(file, entry.key.span.start as usize);
    let header = file.text().get(start..only.key.span.start as usize).unwrap_or_default();
    if header.trim_end() != "[removed.lifecycle]"
        || file.text()[only.span().end as usize..].trim_start().starts_with('#')
    {
        return finding;
    }
    let span = Span::new(start, only.span().end as usize);
    finding.with_fix(edits::replace_span(span, format!("delete = {destroy}"), title.clone(), Safety::Unsafe))
}

/// An environment that is to take over what another one sets.
fn explain_inherited_environment(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    other: &str,
    finding: Diagnostic,
) -> Diagnostic {
    let finding = finding.with_note("an environment takes nothing over from another one");
    let set = |field: &str| explained.node_at(parts).is_some_and(|node| node.get(field).is_some());
    let lines =
        explained.node_at(&["environments", other]).map(Node::entries).unwrap_or_default().iter().filter(|entry| {
            // The state of an environment is its own.
            let simple = entry.value.entries().is_empty() && entry.value.items().is_empty();
            simple && entry.key.value != "state" && !set(&entry.key.value)
        });
    let lines: Vec<String> = lines
        .map(|entry| format!("`{} = {}`", entry.key.value, echo_text(explained.file.slice(entry.value.span))))
        .collect();
    match lines.is_empty() {
        true => finding.with_help("take it out, and write every setting here that the other one has"),
        false => finding.with_help(format!("write the settings of `{}` here: {}", echo_text(other), lines.join(", "))),
    }
}

/// A table of an environment that has the name of the environment behind its own: `[safeguards.production]`.
fn explain_table_of_environment(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    finding: Diagnostic,
) -> Option<Diagnostic> {
    let ([table], name) = (parts, entry.key.value.as_str()) else { return None };
    let place = ["environments", name, *table];
    let fields = explained.fields_at(&place);
    let inner = entry.value.entries();
    if inner.is_empty() || inner.iter().any(|inner| !fields.contains(&inner.key.value.as_str())) {
        return None;
    }
    let meant = format!("environments.{}.{table}", echo_text(name));
    let title = format!("write `[{meant}]`");
    let finding = finding.with_label("the name of an environment, as it seems").with_help(&title);
    let (text, end) = (explained.file.text(), entry.key.span.end as usize);
    let start = edits::line_start(explained.file, end);
    let header = text[start..end] == format!("[{table}.{name}") && text[end..].starts_with(']');
    let free = explained.node_at(&place).is_none();
    let fix = || edits::replace_span(Span::new(start + 1, end), meant, title, Safety::Unsafe);
    Some(if header && free { finding.with_fix(fix()) } else { finding })
}

/// Names that environments mostly have.
const USUAL_ENVIRONMENTS: &str =
    "dev development test testing qa stage staging preview sandbox canary prod production live";

/// Most blocks in which the name of an environment is looked for.
const MAX_BLOCKS: usize = 100;

/// Whether a table at the top has the fields of an environment alone, and the name of one: a usual one, or one that the file says.
pub(super) fn is_environment_at_top(explained: &ExplainedDocument<'_>, parts: &[&str], entry: &Entry) -> bool {
    let (name, inner) = (entry.key.value.as_str(), entry.value.entries());
    if explained.kind.is_some() || !parts.is_empty() || inner.is_empty() {
        return false;
    }
    let known = explained.fields_at(&["environments", name]);
    let is_field = |inner: &Entry| closest_field(&inner.key.value, &known).is_some();
    let says = |node: &Node| node.text() == Some(name);
    let named = || {
        let blocks = explained.document.entries().iter().flat_map(|entry| entry.value.items()).take(MAX_BLOCKS);
        let mut lists = blocks.filter_map(|block| block.get("environments"));
        explained.node_at(&["default_environment"]).is_some_and(says) || lists.any(|list| list.items().iter().any(says))
    };
    inner.iter().all(is_field) && (USUAL_ENVIRONMENTS.split(' ').any(|usual| usual == name) || named())
}

/// An environment whose table stands at the top: `[staging]`.
fn explain_environment_at_top(explained: &ExplainedDocument<'_>, entry: &Entry, finding: Diagnostic) -> Diagnostic {
    let (file, name) = (explained.file, echo_text(&entry.key.value));
    let title = format!("write `[environments.{name}]`");
    let finding = finding.with_label("an environment, as it seems").with_help(&title);
    let there = explained.document.entry("environments");
    let below_header = file.text()[edits::line_start(file, entry.key.span.start as usize)..].starts_with('[');
    if !below_header || there.is_some() && !is_further_table(explained, there, entry) {
        return finding;
    }
    let names = std::iter::once(entry.key.span).chain(other_names_of_table(file.text(), entry.key.span));
    let edits = names.map(|span| Edit { span, text: format!("environments.{}", file.slice(span)) }).collect();
    finding.with_fix(Fix { title, safety: Safety::Unsafe, edits })
}

/// An option of a command for what is too much: as a number, it is the limit.
fn explain_allowed(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    limit: &str,
    finding: Diagnostic,
) -> Diagnostic {
    let Value::Integer(number) = entry.value.value else {
        let option = entry.key.value.replace('_', "-");
        return finding.with_help(format!("leave it out: `housestyle apply --{option} ADDRESS` allows it once"));
    };
    let there = explained.node_at(&[parts, &[limit]].concat());
    let finding = finding.with_note("the option allows it for one resource, in one run");
    match there {
        Some(_) => finding.with_help(format!("take it out: `{limit}` is the limit, and is set")),
        None => finding
            .with_help(format!("write `{limit} = {number}`, which is the limit"))
            .with_fix(edits::rename_key(explained.file, entry.key.span, limit, Safety::Unsafe)),
    }
}

/// What a package says of itself, and no project.
const OF_PACKAGE: &[&str] = &[
    "name",
    "version",
    "description",
    "authors",
    "license",
    "readme",
    "requires-python",
    "keywords",
    "urls",
    "edition",
];

/// A section that other tools have for a project or a package: settings stand at the top of the file, and what a package says of
/// itself goes with the header.
fn explain_section(explained: &ExplainedDocument<'_>, entry: &Entry, finding: Diagnostic) -> Diagnostic {
    let is_of_package = |field: &&Entry| OF_PACKAGE.contains(&&*field.key.value);
    let (gone, kept): (Vec<&Entry>, Vec<&Entry>) = entry.value.entries().iter().partition(is_of_package);
    let below = entry.value.get("housestyle").filter(|_| entry.key.value == "tool");
    let help = match (gone.as_slice(), kept.is_empty(), below) {
        (_, true, _) => "leave it out, with its lines: a project has no name of its own".to_owned(),
        ([], _, Some(_)) => "take the line `[tool.housestyle]` away: settings stand at the top of the file".to_owned(),
        ([], _, None) => "take this line away: settings stand at the top of the file".to_owned(),
        (gone, _, _) => {
            let names: Vec<String> = gone.iter().map(|field| format!("`{}`", echo_text(&field.key.value))).collect();
            let list = match names.as_slice() {
                [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
                names => names.concat(),
            };
            format!(
                "take this line away, and those of {list}, which a project does not have: settings stand at the top of the file"
            )
        }
    };
    let finding = finding.with_label("not a section").with_help(help);
    let marked = if kept.is_empty() { &[] } else { gone.as_slice() };
    let finding = marked.iter().fold(finding, |finding, field| finding.with_secondary(field.key.span, "not a setting"));
    match lines_of_section(explained, entry, &gone, &kept) {
        Some(edits) => {
            let title = "take these lines away".to_owned();
            finding.with_fix(Fix { title, safety: Safety::Unsafe, edits })
        }
        None => finding,
    }
}

/// The edits that take the header of a section and some of its lines away, where the others then stand at the top of the file, no
/// setting twice, and no comment is lost.
fn lines_of_section(
    explained: &ExplainedDocument<'_>,
    entry: &Entry,
    gone: &[&Entry],
    kept: &[&Entry],
) -> Option<Vec<Edit>> {
    let file = explained.file;
    let whole_line = |start: usize, end: usize| {
        let rest = file.text().get(end..)?;
        let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
        rest[..length].trim().is_empty().then(|| Edit { span: Span::new(start, end + length), text: String::new() })
    };
    let start = edits::line_start(file, entry.key.span.start as usize);
    let header = format!("[{}]", entry.key.value);
    let at_top = !file.text()[..start].lines().any(|line| line.trim_start().starts_with('['));
    let is_table =
        |field: &&Entry| field.value.items().iter().chain(Some(&field.value)).any(|node| !node.entries().is_empty());
    let free = kept.iter().all(|field| explained.document.get(&field.key.value).is_none());
    if !file.text()[start..].starts_with(&header)
        || !(kept.is_empty() || at_top && free)
        || gone.iter().chain(kept).copied().any(|field| is_table(&field))
    {
        return None;
    }
    let own = gone.iter().map(|field| {
        let span = edits::lines_of_span(file, field.span())?;
        whole_line(span.start as usize, field.span().end as usize)
    });
    std::iter::once(whole_line(start, start + header.len())).chain(own).collect()
}

/// What to do about a name of the project file that is known from elsewhere; `written` is it in small letters, with `_` for `-`.
pub(super) fn explain_project_word(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    written: &str,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let (top, finding) = (parts.is_empty(), finding.clone());
    // Where the state is in no file, a path says as little as what other stores ask for.
    let store = explained.node_at(&["state", "store"]).and_then(Node::text).filter(|_| parts == ["state"]);
    let word = match store {
        Some("git") if written == "path" => "branch",
        Some(store) if written == "path" && !matches!(store, "file" | "local") => "bucket",
        _ => written,
    };
    if let Some((label, help)) = known_word(parts, word) {
        let finding = finding.with_label(label);
        return Some(match label.starts_with("a word of") {
            true => say_or_take_out(explained, parts, entry, finding, help),
            false => finding.with_help(help),
        });
    }
    if let Some(help) = kind_of_word(written).filter(|_| top).and_then(|kind| documents_in_tables(kind, entry)) {
        return Some(finding.with_label("documents stand in files").with_help(help));
    }
    if let Some(finding) = explain_table_of_environment(explained, parts, entry, finding.clone()) {
        return Some(finding);
    }
    if is_environment_at_top(explained, parts, entry) {
        return Some(explain_environment_at_top(explained, entry, finding));
    }
    let codes = || entry.value.items().iter().filter_map(|item| Code::from_name(item.text()?));
    Some(match written {
        command if top && COMMANDS.contains(&command) && !entry.value.entries().is_empty() => {
            finding.with_label("a command").with_help(format!(
                "leave it out, with its lines: options are given to the command, `housestyle {command} --help` lists them"
            ))
        }
        "ignore" | "disable" | "suppress" | "extend_ignore" if top && codes().next().is_some() => {
            finding.with_label("codes of findings").with_help(match codes().find(|code| code.is_relaxable()) {
                Some(code) => format!("write each below `[lints]`: `{} = \"off\"`", code.name()),
                None => "take it out: what makes a file invalid is never ignored".to_owned(),
            })
        }
        address if parts.first() == Some(&"moved") && address.contains('/') && entry.value.text().is_some() => {
            let (from, to) = (echo_text(&entry.key.value), echo_text(text_of(entry)));
            finding.with_help(format!("write `from = \"{from}\"` and `to = \"{to}\"`"))
        }
        "allow_shrink" | "allow_delete" if parts.last() == Some(&"safeguards") => {
            let limit = if written == "allow_shrink" { "max_shrink_percent" } else { "max_delete" };
            explain_allowed(explained, parts, entry, limit, finding.with_label("an option of a command"))
        }
        "lifecycle" | "prevent_destroy" if parts.first() == Some(&"removed") => {
            explain_lifecycle(explained, entry, finding.with_label("a word of Terraform's"))
        }
        "extends" | "inherits" | "inherit" | "parent" if matches!(parts, ["environments", _]) => {
            explain_inherited_environment(explained, parts, text_of(entry), finding)
        }
        "project" | "package" | "housestyle" | "settings" | "config" | "tool"
            if parts.is_empty() && !entry.value.entries().is_empty() =>
        {
            explain_section(explained, entry, finding)
        }
        "lifecycle" | "prevent_destroy" => {
            let help = "name what is never deleted in `[safeguards]`: `protect = [\"style/support-de\"]`";
            say_or_take_out(explained, parts, entry, finding.with_label("a word of Terraform's"), help)
        }
        "prune" | "destroy" | "delete" | "auto_prune" if written == "prune" || matches!(parts, [] | ["environments", _]) => {
            let on = entry.value.value == Value::Bool(true);
            let word = if on { "prune" } else { "keep" };
            let what = if on { "deletes" } else { "leaves alone" };
            let help = format!("write `deletion = \"{word}\"`, which {what} what has no file any more");
            let finding = finding.with_label("said by `deletion`").with_help(&help);
            match (&entry.value.value, explained.node_at(&[parts, &["deletion"]].concat())) {
                (Value::Bool(_), None) => finding.with_fix(edits::replace_span(
                    entry.span(),
                    format!("deletion = \"{word}\""),
                    help,
                    Safety::Unsafe,
                )),
                _ => finding,
            }
        }
        "files" | "exclude" if matches!(parts, ["environments", _]) && explained.node_at(&["files"]).is_some() => {
            finding.with_label("a field of the project file").with_help(format!(
                "write its patterns into `{written}` at the top: all environments read the same files"
            ))
        }
        "environment" | "env" if parts.is_empty() => {
            let first = entry.value.entries().first().filter(|first| !first.value.entries().is_empty());
            let name = first.map_or("prod", |first| first.key.value.as_str());
            let name = if echo_text(name) == name { name } else { "prod" };
            let there = explained.document.entry("environments");
            let free = there.is_none() || is_further_table(explained, there, entry);
            if first.is_none() || !edits::is_toml(explained.file) || !free {
                let help = format!("give each environment a table of its own: `[environments.{name}]`");
                return Some(finding.with_help(help));
            }
            finding
                .with_help(format!("did you mean `environments`? write `[environments.{name}]`"))
                .with_fix(edits::rename_key(explained.file, entry.key.span, "environments", Safety::Unsafe))
        }
        "backend" | "remote_state"
            if holds_any(&entry.value, &["bucket", "s3", "gcs", "azurerm", "container"]) =>
        {
            finding.with_help(
                "write `state = { store = \"object\" }`, and give the address with `--state` or HOUSESTYLE_STATE",
            )
        }
        "backend" | "remote_state" => {
            finding.with_help("say where the state is kept: `state = { store = \"git\" }`")
        }
        "styles" | "glossaries" | "profiles" if top => files_by_patterns(explained, entry, finding),
        // Patterns are those of `files`, where that is not set.
        "paths" | "include" if top && (entry.value.items().is_empty() || explained.node_at(&["files"]).is_some()) => {
            files_by_patterns(explained, entry, finding)
        }
        _ => return None,
    })
}
