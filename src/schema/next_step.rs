//! Names that belong to something else, with the way from there: fields of requests and of other kinds, of other tools, and of
//! editors.

use crate::catalogue::Rule;
use crate::catalogue::languages::find_language;
use crate::diagnostic::{Code, Diagnostic, Edit, Safety, Span};
use crate::schema::document_kind::DocumentKind;
use crate::schema::explain_test::explain_tests_in_list;
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::field_words::is_id;
use crate::schema::forbidden_setting::{is_name_of_variable, is_variable};
use crate::schema::project_words::explain_project_word;
use crate::schema::{edits, explain_rule};
use crate::source::kind_folder::kind_of_folder;
use crate::source::{Entry, Node, Value};

/// What people note about a list, and no field holds.
const NOTES: &[&str] =
    &["description", "tags", "owner", "author", "team", "contact", "comment", "comments", "note", "notes"];

/// Parameters of a request that the application adds, or that no file sets.
const REQUEST_FIELDS: &str = "text texts file filename split_sentences preserve_formatting outline_detection non_splitting_tags \
    splitting_tags ignore_tags auth_key message_format target_media_languages";

/// Fields of the project file that say nothing of one document.
const PROJECT_FIELDS: &str = "safeguards lints limits environments default_environment files exclude moved removed import deletion \
    stack service texts";

/// Whether a name is a field at the top of the project file, or of documents of some kind.
#[must_use]
pub fn names_a_table(name: &str) -> bool {
    let of_kind = |kind: DocumentKind| kind.fields().contains(&name);
    PROJECT_FIELDS.split(' ').any(|field| field == name) || DocumentKind::EVERY.into_iter().any(of_kind)
}

/// Whether a name is that of a rule, with its category or without.
fn is_called(rule: &Rule, written: &str) -> bool {
    let (category, name) = written.split_once('.').unwrap_or((&rule.category, written));
    rule.name == name && rule.category == category
}

/// The two languages of a name such as `en-de` or `en -> pt-BR`.
pub(super) fn pair_of(name: &str) -> Option<(&str, &str)> {
    let parts: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect();
    // Of a variant, the root counts: so dictionaries are kept.
    let known = |parts: &[&str]| {
        find_language(parts[0]).is_some() && find_language(&parts.join("-").to_ascii_lowercase()).is_some()
    };
    let at = (1..parts.len().min(4)).find(|at| known(&parts[..*at]) && known(&parts[*at..]))?;
    Some((parts[0], parts[at]))
}

/// Whether a value is a list of sentences.
fn holds_sentences(node: &Node) -> bool {
    let items = node.items();
    !items.is_empty() && items.iter().all(|item| item.text().is_some_and(|text| text.trim().contains(' ')))
}

/// The keys that entries of a list say behind `style`; none where one says none, or they are too long to be shown.
fn keys_of_lists(node: &Node) -> Option<Vec<&str>> {
    let keys: Option<Vec<&str>> = node.items().iter().map(|item| item.get("style")?.text()).collect();
    let shown = |key: &&str| echo_text(key) == **key && !key.contains('/');
    keys.filter(|keys| keys.iter().all(shown)).filter(|keys| (1..=4).contains(&keys.len()))
}

/// Names that are marked beside each other, where all of them are told at once.
const MAX_MARKED: usize = 20;

/// Whether all that a value holds is named as Vale names its rules: a style and its rule, `Google.Contractions`.
fn holds_rules_of_vale(node: &Node) -> bool {
    let capital = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
    let of_vale =
        |entry: &Entry| entry.key.value.split_once('.').is_some_and(|(style, rule)| capital(style) && capital(rule));
    !node.entries().is_empty() && node.entries().iter().all(of_vale)
}

/// The name of a file without its ending.
fn file_stem(path: &str) -> Option<&str> {
    path.rsplit('/').next()?.rsplit_once('.').map(|(stem, _)| stem)
}

/// What an entry says, where that is text.
fn text_of(entry: &Entry) -> &str {
    entry.value.text().unwrap_or_default()
}

/// A test as another tool for prompts has it: what is given and what is asked for in fields of its own.
pub(super) fn explain_other_test(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    unknown: &[&Entry],
) -> Option<Diagnostic> {
    let named = |field: &str| unknown.iter().find(|entry| entry.key.value == field);
    let (["tests", _], Some(asserted)) = (parts, named("assert")) else { return None };
    let typed = |item: &Node| item.get("type").is_some();
    let (first, help) = match (named("vars"), unknown) {
        (Some(vars), _) => {
            let name = if named("description").is_some() { "`name:` in place of `description:`, " } else { "" };
            let text =
                "what is translated behind `text:`, and what is asked for below `expect:`, such as `contains: …`";
            (vars, format!("write {name}{text}"))
        }
        (None, [_]) if asserted.value.items().iter().any(typed) => {
            let fields = "`contains: …`, `not_contains: …`, `starts_with: …`";
            (asserted, format!("write `expect:`, and below it a field for each of them: {fields}"))
        }
        _ => return None,
    };
    let finding = explained.new_finding(Code::UnknownField, first.key.span, "this is a test of promptfoo, as it seems");
    let pointer = join_pointer(&[parts, &[&first.key.value]].concat());
    Some(finding.with_label("not a field").with_pointer(pointer).with_help(help))
}

/// An instruction as a message of a chat.
pub(super) fn explain_chat_message(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    unknown: &[&Entry],
) -> Option<Diagnostic> {
    let named = |field: &str| unknown.iter().find(|entry| entry.key.value == field);
    let (["custom_instructions", _], Some(role), Some(_)) = (parts, named("role"), named("content")) else {
        return None;
    };
    let message = "this is a message of a chat, as it seems, not an instruction";
    let finding = explained.new_finding(Code::UnknownField, role.key.span, message).with_label("not a field");
    Some(finding.with_help("write `label` with a name for it, and `prompt` with what `content` says"))
}

/// A name behind `//`, which programmers begin a comment with: what stands there was switched off.
pub(super) fn explain_slashes(explained: &ExplainedDocument<'_>, entry: &Entry) -> Option<Diagnostic> {
    let start = entry.key.span.start as usize;
    let sign = Span::new(start, start + 2);
    entry.key.value.starts_with("//").then(|| {
        explained
            .new_finding(Code::Syntax, sign, "`//` begins no comment in YAML")
            .with_label("not a comment")
            .offering("begin the comment with `#`", vec![Edit { span: sign, text: "#".to_owned() }])
    })
}

/// A field in a base that only lists have: what its name says is a description, where it lies among bases.
pub(super) fn explain_list_field(explained: &ExplainedDocument<'_>, entry: &Entry, finding: Diagnostic) -> Diagnostic {
    let finding = finding.with_note("a base is never sent by itself, so only the lists that extend it have this field");
    if entry.key.value != "name" {
        return finding.with_help("write it into the lists that extend this base");
    }
    let kind = edits::field_line(explained.file, "kind", DocumentKind::Base.as_str());
    let list = format!("where a list is meant, take `{kind}` out");
    let among = kind_of_folder(explained.file.path()).is_some_and(|(_, kind)| kind == DocumentKind::Base.as_str());
    if explained.document.get("description").is_some() || entry.value.text().is_none() || !among {
        return finding.with_help(format!("leave it out, or, {list}; `description` says what a base is for"));
    }
    let fix = edits::rename_key(explained.file, entry.key.span, "description", Safety::Unsafe);
    finding.with_help(format!("write `description`, which says what a base is for; {list}")).with_fix(fix)
}

/// Whether a switch says what holds without it: `enabled: true`, `disabled: no`.
fn says_in_use(written: &str, value: &Node) -> bool {
    let on = match value.text().map(str::to_ascii_lowercase).as_deref() {
        Some("true" | "yes" | "on") => true,
        Some("false" | "no" | "off") => false,
        _ if value.value == Value::Bool(true) => true,
        _ if value.value == Value::Bool(false) => false,
        _ => return false,
    };
    on != matches!(written, "disabled" | "draft")
}

/// Advice to take a line out, and the edit that does it.
pub(super) fn leave_out(
    explained: &ExplainedDocument<'_>,
    entry: &Entry,
    why: &str,
    finding: Diagnostic,
) -> Diagnostic {
    let finding = match why {
        "" => finding.with_help("leave it out"),
        why => finding.with_help(format!("leave it out: {why}")),
    };
    match edits::removal_span(explained.file, entry) {
        Some(span) => finding.with_fix(edits::replace_span(span, "", "leave it out", Safety::Unsafe)),
        None => finding,
    }
}

/// What to do about a name that is known from elsewhere; nothing where it is known from nowhere.
pub(super) fn explain_stranger(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let written = entry.key.value.to_ascii_lowercase().replace('-', "_");
    let finding = finding.clone();
    let style = matches!(explained.kind, Some(DocumentKind::Style | DocumentKind::Base)) && parts.is_empty();
    let toml = edits::is_toml(explained.file);
    Some(match (explained.kind, written.as_str()) {
        (_, comment) if comment.starts_with("//") => explain_slashes(explained, entry)?,
        (_, "$schema") => {
            let schema = entry.value.text().unwrap_or("schema/style.schema.json");
            let line =
                if toml { format!("#:schema {schema}") } else { format!("# yaml-language-server: $schema={schema}") };
            let said = ["# yaml-language-server: $schema=", "#:schema "].iter().find_map(|sign| explained.file.text().find(sign));
            let place = said.and_then(|at| u32::try_from(at).ok()).map(|at| explained.file.position_at(at).line);
            finding.with_label("for editors, which read it from a comment").with_help(match place {
                Some(line) => format!("leave it out: the comment in line {line} says it"),
                None => format!("write it as the first line, as a comment: `{line}`"),
            })
        }
        (_, "yaml_language_server") => finding.with_label("for editors, which read it from a comment").offering(
            "write `# ` before it",
            vec![Edit { span: Span::empty_at(entry.key.span.start as usize), text: "# ".to_owned() }],
        ),
        (Some(_), "auth_key" | "api_key" | "token" | "secret" | "password" | "deepl_auth_key") => {
            let text = text_of(entry);
            let renew = if is_variable(text) || is_name_of_variable(text) { "" } else { " make a new one," };
            finding.with_label("a key of the service stands in no file").with_help(format!(
                "take it out,{renew} and give {} as HOUSESTYLE_AUTH_KEY where the tool runs",
                if renew.is_empty() { "the key" } else { "that" }
            ))
        }
        (Some(kind), "url" | "api_url" | "base_url" | "endpoint" | "server" | "host")
            if parts.is_empty() && kind != DocumentKind::StyleTest && text_of(entry).contains("://") =>
        {
            finding.with_help("leave it out: `service` in housestyle.toml names the service")
        }
        (Some(DocumentKind::Profile), "headers" | "timeout" | "retries" | "proxy") if parts.is_empty() => {
            finding.with_help("leave it out: how a request is sent, the application decides")
        }
        (
            Some(DocumentKind::Profile),
            "style_id" | "glossary_id" | "glossary_ids" | "style_profile_id" | "spoken_terms_id",
        ) if parts.is_empty() => {
            let field = if written == "glossary_ids" { "glossaries" } else { written.trim_end_matches("_id") };
            name_for_id(explained, field, finding)?
        }
        (Some(DocumentKind::Style), "abstract" | "is_base" | "template") if parts.is_empty() => {
            let kind = edits::field_line(explained.file, "kind", DocumentKind::Base.as_str());
            finding.with_help(format!("write `{kind}` for what is not sent itself, and no `name`"))
        }
        (Some(DocumentKind::Style | DocumentKind::Base), "tests" | "examples" | "test" | "cases")
            if style && !entry.value.items().is_empty() =>
        {
            explain_tests_in_list(explained, entry, finding)
        }
        (Some(DocumentKind::StyleProfile), _) if parts.is_empty() && keys_of_lists(&entry.value).is_some() => {
            let keys: Vec<String> = keys_of_lists(&entry.value)?.into_iter().map(edits::quote_text).collect();
            let sign = if toml { " =" } else { ":" };
            finding.with_label("keys of lists").with_help(format!("write `styles{sign} [{}]`", keys.join(", ")))
        }
        (Some(DocumentKind::StyleProfile), "instructions" | "custom_instructions" | "rules" | "configured_rules")
            if parts.is_empty() && !holds_sentences(&entry.value) =>
        {
            let field = if written.ends_with("rules") { "configured_rules" } else { "custom_instructions" };
            finding
                .with_label("a field of lists")
                .with_help(format!("write it as `{field}` into the lists that `styles` names: a style profile holds keys alone"))
        }
        (Some(DocumentKind::StyleTest), "glossary" | "glossaries") => finding.with_label("a field of profiles").with_help(
            "write `profile:` with the key of a translation profile that names this glossary",
        ),
        (Some(DocumentKind::StyleTest), _)
            if matches!(parts, ["tests", _]) && explained.node_at(parts).is_some_and(|node| node.entries().len() == 1) =>
        {
            let (phrase, term) = (echo_text(&entry.key.value), entry.value.text().map(echo_text)?);
            finding.with_label("a phrase and its translation, as it seems").with_pointer(join_pointer(parts)).with_help(format!(
                "write a test: `name:`, `text:` with a sentence that holds `{phrase}`, and below `expect:` `uses_term: {term}`"
            ))
        }
        (Some(DocumentKind::Profile), "environments") if parts.is_empty() => {
            finding.with_label("a profile is the same in every environment").with_help(
                "write a profile for each, with a `key` of its own, and name the right one to `housestyle render`",
            )
        }
        (Some(DocumentKind::Style | DocumentKind::Base), field)
            if style
                && field.ends_with("instructions")
                && ["without", "exclude", "remove", "disable", "drop", "omit", "skip", "no_"]
                    .iter()
                    .any(|word| field.starts_with(word)) =>
        {
            let label = entry.value.items().first().and_then(Node::text).or_else(|| entry.value.text());
            let label = label.filter(|label| echo_text(label) == *label).unwrap_or("…");
            finding.with_label("not a field").with_help(format!(
                "write an instruction with the label `{label}` here, which stands in its place, or move it out of the base: \
                 only rules can be taken away"
            ))
        }
        (Some(DocumentKind::Style | DocumentKind::Base), _) if style && holds_rules_of_vale(&entry.value) => {
            let rules = entry.value.entries().iter().take(MAX_MARKED);
            let marked = rules.fold(finding, |finding, rule| finding.with_secondary(rule.key.span, "not read here"));
            let gone = edits::removal_span(explained.file, entry);
            let fix = gone.map(|span| edits::replace_span(span, "", "delete it", Safety::Unsafe));
            let marked = marked.with_label("rules of Vale, as it seems").with_help(
                "delete it: rules of other checkers are not read; those of a list stand in `configured_rules`, by category",
            );
            fix.into_iter().fold(marked, Diagnostic::with_fix)
        }
        (Some(DocumentKind::Style | DocumentKind::Base), "system_prompt" | "prompts" | "guidelines" | "guidance")
            if style =>
        {
            finding.with_help("write it as an entry of `custom_instructions`, with `label` and `prompt`")
        }
        (Some(DocumentKind::StyleTest), "skip" | "skipped" | "disabled" | "enabled" | "only" | "todo") => {
            finding.with_help("to leave a test out, make its lines comments; to pick some, give them `tags`")
        }
        (Some(DocumentKind::StyleTest), "describe" | "suite" | "title") if parts.is_empty() => {
            finding.with_help("leave it out: the file's name says what the tests are about")
        }
        (Some(DocumentKind::StyleTest), "chrf") if parts.last() == Some(&"expect") => finding
            .with_label("a field of `golden`")
            .with_help("put it below `golden:`, beside `text:`, which it is compared with"),
        (Some(DocumentKind::StyleTest), _)
            if parts.last() == Some(&"expect")
                && explained.catalogue.iter_rules().any(|rule| is_called(rule, &written)) =>
        {
            finding.with_label("a rule").with_help(format!(
                "write `follows: [{}]`: what it asks for, the style says",
                explained
                    .catalogue
                    .iter_rules()
                    .find(|rule| is_called(rule, &written))
                    .map_or_else(String::new, |rule| format!("{}.{}", rule.category, rule.name))
            ))
        }
        (Some(DocumentKind::Style), "prevent_destroy") | (Some(DocumentKind::Style), "lifecycle")
            if parts.is_empty() =>
        {
            let ignored = entry.value.get("ignore_changes").is_some();
            let keep = if ignored { ", and `shared` with the parts in which people may change something" } else { "" };
            finding
                .with_label("a word of Terraform's")
                .with_help(format!("write `protected: true` to keep it from being deleted{keep}"))
        }
        (Some(DocumentKind::Profile), "name" | "title" | "profile") if parts.is_empty() => finding
            .with_label("a profile has no name on the service")
            .with_help("write `key` for what it is called in commands, or `description` for people"),
        (Some(DocumentKind::Profile), field)
            if (parts.is_empty() || parts == ["document"]) && REQUEST_FIELDS.split(' ').any(|word| word == field) =>
        {
            finding
                .with_label("a parameter of the request itself")
                .with_note("a profile holds what all its requests have in common")
                .with_help("leave it out; the application adds it to what `housestyle render` prints")
        }
        (Some(DocumentKind::Style | DocumentKind::Base), field)
            if style && (NOTES.contains(&field) || field.starts_with('_') || field.starts_with("x_")) =>
        {
            finding.with_label("sent nowhere, and read by nobody").with_help("write it as a comment, behind a `#`")
        }
        (Some(DocumentKind::Style | DocumentKind::Base), field)
            if matches!(parts, ["custom_instructions", _]) && explained.catalogue.categories.contains_key(field) =>
        {
            finding
                .with_label("a category of rules")
                .with_help("put it under `configured_rules`, beside the instructions")
        }
        (Some(DocumentKind::Style | DocumentKind::Base), field)
            if matches!(parts, ["custom_instructions", _])
                && explained.catalogue.iter_rules().any(|rule| *rule.name == *field) =>
        {
            let rule = explained.catalogue.iter_rules().find(|rule| *rule.name == *field);
            let category = rule.map_or("", |rule| &*rule.category);
            finding.with_label("a rule").with_help(explain_rule::describe_home(explained, field, category))
        }
        (Some(DocumentKind::Style | DocumentKind::Base), field) if matches!(parts, ["custom_instructions", _]) => {
            match field {
                "priority" | "order" | "weight" | "position" => {
                    finding.with_help("leave it out: instructions are sent in the order of the file")
                }
                "example" | "examples" => {
                    finding.with_help("write the example into the prompt, or check it with a test in `tests`")
                }
                "role" => finding.with_help("leave it out: an instruction has a `label` and a `prompt`"),
                "enabled" | "disabled" | "active" => match says_in_use(&written, &entry.value) {
                    true => leave_out(explained, entry, "what is written is in use", finding),
                    false => finding.with_help("to switch it off, make its lines comments"),
                },
                "target_language" | "target_lang" | "language" if explained.kind == Some(DocumentKind::Style) => {
                    finding.with_help("leave it out: an instruction is for the language of its list")
                }
                "description" | "reason" | "comment" | "note" | "why" => {
                    finding.with_help("write it as a comment, behind a `#`")
                }
                _ => return None,
            }
        }
        (Some(DocumentKind::Style | DocumentKind::Base), _) if style && holds_sentences(&entry.value) => {
            finding.with_help("write each of them as an entry of `custom_instructions`, with `label` and `prompt`")
        }
        (
            Some(DocumentKind::Style | DocumentKind::Base),
            "glossary" | "glossaries" | "terms" | "terminology" | "swap" | "substitutions" | "replacements" | "replace"
            | "vocabulary" | "words",
        ) if style && !entry.value.entries().is_empty() => finding
            .with_label("terms are a document of their own")
            .with_help("write them into a file with `kind: glossary`, `name` and `dictionaries`"),
        (Some(DocumentKind::Profile), "rules" | "style_rules") if parts.is_empty() && entry.value.text().is_none() => finding
            .with_label("a field of lists")
            .with_help("put the rules into a list of their own, and name its key with `style`"),
        (Some(DocumentKind::Catalogue), "version") | (Some(_), "apiversion" | "api_version" | "schema_version")
            if parts.is_empty() =>
        {
            finding.with_label("said by the tool's version").with_help("leave it out: these files have no version")
        }
        (Some(DocumentKind::StyleTest), "kind") => {
            finding.with_label("said by the folder").with_help("leave it out: files of style tests stand in `tests`")
        }
        (Some(DocumentKind::Glossary), "pair" | "languages" | "language_pair" | "direction" | "language") => {
            let texts: Vec<&str> = entry.value.items().iter().filter_map(Node::text).collect();
            let one = entry.value.text().unwrap_or_default();
            let codes: Vec<&str> = if texts.is_empty() {
                one.split(|c: char| !c.is_ascii_alphabetic()).filter(|code| !code.is_empty()).collect()
            } else {
                texts
            };
            let sign = if toml { " =" } else { ":" };
            finding.with_help(match codes.as_slice() {
                [from, to] if from.len() < 4 && to.len() < 4 => {
                    format!("write `source_language{sign} {from}` and `target_language{sign} {to}`")
                }
                _ => "write `source_language` and `target_language`".to_owned(),
            })
        }
        (Some(DocumentKind::Glossary), field) if parts.is_empty() && pair_of(field).is_some() => {
            let (from, to) = pair_of(field).unwrap_or_default();
            finding.with_label("a pair of languages").with_help(format!(
                "write it as an entry of `dictionaries`, with `source_language: {from}`, `target_language: {to}` and `entries`"
            ))
        }
        (Some(DocumentKind::Style | DocumentKind::Base), "overrides" | "override") if style && !entry.value.items().is_empty() => finding.with_help(
            "write a list of its own for what differs; what both share stands in a document with `kind: base_style`",
        ),
        (Some(_), "enabled" | "disabled" | "active" | "draft")
            if parts.is_empty() && says_in_use(&written, &entry.value) =>
        {
            leave_out(explained, entry, "what stands in a file is in use", finding)
        }
        (Some(_), "enabled" | "disabled" | "active" | "draft") if parts.is_empty() => {
            finding.with_help("leave it out; a file that is not to be read is named in `exclude` in housestyle.toml")
        }
        (Some(_), "env" | "environment" | "stage" | "when" | "if" | "condition" | "only_in") if parts.is_empty() => finding.with_help(
            "leave it out: all environments read the same files; `--env` chooses the environment, and `[environments]` in housestyle.toml says what differs",
        ),
        (Some(DocumentKind::Style | DocumentKind::Base), "source_language" | "source_lang") if parts.is_empty() => finding
            .with_label("a field of instructions")
            .with_help(format!(
                "write `{}` into the instructions that are for texts in that language: a list is for texts in all; which \
                 language a text is in, a document with `kind: translation_profile` says",
                edits::field_line(explained.file, "source_language", entry.value.text().map_or("…".to_owned(), echo_text).as_str())
            )),
        (Some(_), "deletion") if parts.is_empty() => finding.with_label("a field of the project file").with_help(
            "to delete what this file names, remove the file, and write `[[removed]]` with its address and \
             `delete = true` into housestyle.toml; `deletion` there is for all files that are gone",
        ),
        (Some(_), "moved_from" | "moved" | "renamed_from" | "former_key" | "old_key") if parts.is_empty() => finding
            .with_label("said in the project file")
            .with_help(
                "leave it out where the file was moved: its key is its name, in any folder; what got another key is \
                 told by `[[moved]]` in housestyle.toml",
            ),
        (Some(_), "environments") if parts.is_empty() => finding
            .with_label("a field of the project file")
            .with_help("leave it out: every environment gets the same from this file; `[environments]` in housestyle.toml says which there are"),
        (Some(kind), "import")
            if parts.is_empty()
                && !matches!(kind, DocumentKind::Base | DocumentKind::Profile | DocumentKind::StyleTest)
                && entry.value.text().is_some_and(|text| !text.contains(['/', '.'])) =>
        {
            let key = explained.document.get("key").and_then(Node::text).or_else(|| file_stem(explained.file.path()));
            let (key, id, kind) = (echo_text(key.unwrap_or("KEY")), echo_text(text_of(entry)), kind.as_str());
            finding.with_label("a field of the project file").with_help(format!(
                "write `[[import]]` into housestyle.toml, and below it `to = \"{kind}/{key}\"` and `id = \"{id}\"`"
            ))
        }
        (Some(kind), field)
            if parts.is_empty() && kind != DocumentKind::StyleTest && PROJECT_FIELDS.split(' ').any(|word| word == field) =>
            finding
            .with_label("a field of the project file")
            .with_help(format!("put `{field}` into housestyle.toml, which is for all files")),
        (Some(DocumentKind::StyleTest), field)
            if matches!(parts, ["tests", _])
                && explained.fields_at(&[parts, &["expect"]].concat()).contains(&field) =>
        {
            finding.with_label("a field of `expect`").with_help(format!("put `{field}` under `expect`"))
        }
        (Some(DocumentKind::Glossary), "bidirectional" | "both_directions" | "two_way" | "reverse" | "reversible") => {
            finding.with_label("no direction").with_help(both_directions(explained, parts))
        }
        (Some(DocumentKind::Glossary), "entries_format") => {
            let has_file = explained.node_at(parts).is_some_and(|dictionary| dictionary.get("file").is_some());
            let finding = match has_file {
                true => finding.with_label("said by the ending of a file").with_help("leave it out: a `file` ends with `.tsv` or `.csv`"),
                false => finding.with_label("a field of requests").with_help(
                    "leave it out: below `entries`, each line is a phrase with its translation; a table of its own is named by `file`",
                ),
            };
            let lines = edits::removal_span(explained.file, entry);
            let fix = lines.map(|lines| edits::replace_span(lines, "", "leave it out", Safety::Unsafe));
            fix.into_iter().fold(finding, Diagnostic::with_fix)
        }
        (None, _) => return explain_project_word(explained, parts, entry, &written, &finding),
        (Some(_), _) => return None,
    })
}

/// An id of the service behind another name of a field that takes a name or a key: what the field takes is to be written, and a
/// name alone mends nothing.
pub(super) fn explain_id_for_name(
    explained: &ExplainedDocument<'_>,
    field: &str,
    value: &Node,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let holds_id = value.items().iter().chain(Some(value)).any(|node| node.text().is_some_and(is_id));
    holds_id.then(|| name_for_id(explained, field, finding.clone()))?
}

/// What a field takes in the place of an id; nothing where it takes no name and no key.
fn name_for_id(explained: &ExplainedDocument<'_>, field: &str, finding: Diagnostic) -> Option<Diagnostic> {
    let takes = match field {
        "translation_memory" => "the name of the memory, as the service shows it",
        "translation_memories" => "the names of the memories, as the service shows them",
        "styles" | "glossaries" => "the keys of documents, the names of their files",
        "style" | "glossary" | "style_profile" | "spoken_terms" | "profile" => {
            "the key of a document, the name of its file"
        }
        _ => return None,
    };
    let several = matches!(field, "translation_memories" | "styles" | "glossaries");
    let sign = match (edits::is_toml(explained.file), several) {
        (true, true) => " = [\"…\"]",
        (true, false) => " = \"…\"",
        (false, _) => ":",
    };
    Some(finding.with_label("documents hold no ids").with_help(format!("write `{field}{sign}` with {takes}")))
}

/// What a dictionary needs for the other direction: one of its own.
fn both_directions(explained: &ExplainedDocument<'_>, parts: &[&str]) -> String {
    let of_list = explained.document.get("dictionaries").map(Node::items).unwrap_or_default();
    let dictionary = if parts.is_empty() { of_list.first() } else { explained.node_at(parts) };
    let code = |field: &str| dictionary?.get(field)?.text().filter(|code| echo_text(code) == *code);
    let way = match (code("source_language"), code("target_language")) {
        (Some(from), Some(to)) => format!(": for `{to}` to `{from}`, add"),
        _ => ": for the other, add".to_owned(),
    };
    format!("leave it out; a dictionary has one direction{way} an entry of `dictionaries` with the languages exchanged")
}
