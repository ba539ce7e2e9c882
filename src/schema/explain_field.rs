//! Explains fields that are not there, or are there under another name.
//!
//! A misspelt field and the required one that is absent are one slip and make one finding.

use std::collections::BTreeSet;

use crate::catalogue::languages::find_language;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile};
use crate::schema::document_kind::DocumentKind;
use crate::schema::explain_list::{advise_on_several, explain_one_for_list};
use crate::schema::explain_value::ExpectedValue;
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::field_words::{closest_field, field_meant, field_set_as, is_word_for_language};
use crate::schema::lifted::LiftedFields;
use crate::schema::project_words::{is_further_table, is_in_further_table};
use crate::schema::restate::takes_value;
use crate::schema::unambiguous::is_unambiguous;
use crate::schema::{
    dotted_name, edits, elsewhere, explain_catalogue, explain_choice, explain_instruction, explain_rule,
    forbidden_setting, foreign_file, lifted, lint_codes, misplaced, missing_field, next_step, profile_fields, regroup,
    restate, text_in_braces, wrapper,
};
use crate::source::table::Notation;
use crate::source::{Entry, Node, Value};

/// Fields that the service fills in and that files therefore do not hold.
pub(super) const SERVICE_FIELDS: &[&str] = &[
    "style_id",
    "glossary_id",
    "spoken_terms_id",
    "style_profile_id",
    "version",
    "creation_time",
    "updated_time",
    "id",
];

/// What the service says of a resource, and nobody sets.
const SERVICE_STATES: &[&str] = &["entry_count", "ready", "status", "state", "url", "created_at", "updated_at"];

/// More fields than this are not listed: the codes of findings.
const MAX_LISTED: usize = 24;

/// What is said of a name that nothing tells anything about.
const LEAVE_IT_OUT: &str = "leave it out, or write it as a comment, behind a `#`";
/// The same of a list or a mapping that a field takes which is not set.
const NAME_IT: &str = "write the name of the field that it is; where it is none, write it as a comment, behind a `#`";

/// Every field anywhere in a document of this kind, rules aside.
fn all_fields<'a>(explained: &ExplainedDocument<'a>) -> impl Iterator<Item = &'a str> {
    const PATHS: &[&[&str]] =
        &[&[], &["custom_instructions", "0"], &["dictionaries", "0"], &["term_lists", "0"], &["document"], &["voice"]];
    PATHS.iter().flat_map(|path| explained.fields_at(path))
}

/// Unknown and missing keys of one mapping.
pub(super) fn explain_fields(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    node: &Node,
    unknown: &[&Entry],
    missing: &[&str],
) -> Vec<Diagnostic> {
    let known = explained.fields_at(parts);
    let free: Vec<&str> = known.iter().copied().filter(|field| node.get(field).is_none()).collect();
    let shown = if known.len() > MAX_LISTED { &[] } else { free.as_slice() };
    let mut missing: Vec<&str> = missing.to_vec();
    missing.retain(|field| !is_in_further_table(explained, parts, field));
    let mut findings = Vec::new();
    if let Some(finding) = wrapper::explain_doubled_level(explained, parts, unknown)
        .or_else(|| misplaced::explain_unnamed_environment(explained, parts, node, unknown))
    {
        return vec![finding];
    }
    if let Some(finding) = foreign_file::explain_foreign_file(explained, parts, node, unknown, &missing, &|entry| {
        closest_field(&entry.key.value, &known).is_some()
            || field_of_content(explained, parts, entry, &free).is_some()
            || wrapper::explain_wrapper(explained, parts, entry, &missing).is_some()
    }) {
        return vec![finding];
    }
    if let Some(finding) = explain_instruction::explain_named_entry(explained, parts, node, unknown, &missing)
        .or_else(|| explain_instruction::explain_translated_names(explained, parts, unknown, &missing))
        .or_else(|| explain_instruction::explain_label_as_field(explained, parts, unknown, &missing))
        .or_else(|| text_in_braces::explain_text_in_braces(explained, parts, node, unknown))
        .or_else(|| next_step::explain_other_test(explained, parts, unknown))
        .or_else(|| next_step::explain_chat_message(explained, parts, unknown))
    {
        return vec![finding];
    }
    if let Some(finding) = elsewhere::explain_wrong_kind(explained, parts, unknown)
        .or_else(|| elsewhere::explain_entry_of_other_kind(explained, parts, unknown))
    {
        return vec![finding];
    }
    let whole = lifted::explain_whole_list(explained, parts, unknown, &missing);
    if let Some((field, _, finding)) = &whole {
        missing.retain(|missing| missing != field);
        findings.push(finding.clone());
    }
    let below = lifted::explain_lifted_fields(explained, parts, node, unknown, &missing);
    for LiftedFields { holder, keys: _, finding } in &below {
        missing.retain(|field| field != holder);
        findings.push(finding.clone());
    }
    let categories = regroup::categories_at_the_top(explained, parts, unknown);
    let in_category =
        |entry: &Entry| categories.is_some() && explained.catalogue.categories.contains_key(&entry.key.value);
    findings.extend(categories.iter().cloned());
    let raised = explain_catalogue::explain_missing_level(explained, parts, node, unknown)
        .or_else(|| regroup::entries_among_fields(explained, parts, node, unknown, &missing));
    if let Some((finding, field, _)) = &raised {
        missing.retain(|missing| missing != field);
        findings.push(finding.clone());
    }
    let raised = raised.map(|(_, _, entries)| entries).unwrap_or_default();
    // What says the language of dictionaries is told with them.
    let of_all = restate::source_of_all(explained.document).filter(|_| explained.kind == Some(DocumentKind::Glossary));
    let of_all = of_all.filter(|_| parts.is_empty()).map(|entry| entry.key.span);
    let lifted = |entry: &Entry| {
        let keys = below.iter().flat_map(|below| &below.keys);
        let whole = whole.iter().map(|(_, key, _)| *key);
        keys.copied()
            .chain(raised.iter().map(|entry| entry.key.span))
            .chain(of_all)
            .chain(whole)
            .any(|key| key == entry.key.span)
    };
    let (mut unnamed, mut taken) = (Vec::new(), BTreeSet::new());
    for entry in unknown.iter().filter(|entry| !lifted(entry) && !in_category(entry)) {
        let written = entry.key.value.as_str();
        if let Some((finding, fields)) = wrapper::explain_wrapper(explained, parts, entry, &missing) {
            missing.retain(|field| !fields.contains(field));
            findings.push(finding);
            continue;
        }
        if let Some(finding) = lifted::explain_sunken_field(explained, parts, node, entry) {
            findings.push(finding);
            continue;
        }
        let set = || lint_codes::explain_field_set_twice(explained, parts, entry, field_set_as(node, &known, written)?);
        if let Some(finding) = lint_codes::explain_code_set_twice(explained, parts, entry, &free).or_else(set) {
            findings.push(finding);
            continue;
        }
        let meant = field_of_path(entry, &free).or_else(|| field_meant(written, &missing, &free));
        let meant = meant.filter(|code| parts.last() != Some(&"lints") || lint_codes::is_slip_of_code(written, code));
        let meant = meant.or_else(|| field_of_content(explained, parts, entry, &free));
        let meant = meant.or_else(|| field_of_shape(explained, parts, entry, unknown, &missing));
        let further =
            || closest_field(written, &known).filter(|name| is_further_table(explained, node.entry(name), entry));
        let meant = meant.or_else(further);
        // Of a profile's two languages, nothing tells which one was meant.
        let either =
            explained.kind == Some(DocumentKind::Profile) && parts.is_empty() && !missing.contains(&"target_language");
        let meant = meant.filter(|_| !(either && is_word_for_language(written)));
        if let Some(name) = meant {
            missing.retain(|field| *field != name);
        }
        // What another tool says of deleting is what ours asks for.
        if written == "lifecycle" && missing.contains(&"delete") {
            missing.retain(|field| *field != "delete");
        }
        let mut finding = explain_unknown_field(explained, parts, entry, meant, shown);
        // Two edits would make one key.
        if finding.fix.is_some() && meant.is_some_and(|name| !taken.insert(name)) {
            finding.fix = None;
            finding.help = finding.help.map(|help| format!("{help} keep one of them"));
        }
        if matches!(finding.help.as_deref(), Some(LEAVE_IT_OUT | NAME_IT)) {
            unnamed.push((findings.len(), *entry));
        }
        findings.push(finding);
    }
    // The only name that says nothing, and the only field that is not there: one is the other, whatever language it is in.
    if let [(at, entry)] = unnamed[..]
        && !elsewhere::is_field_anywhere(&entry.key.value)
        && let Some(field) = match missing[..] {
            [field] => Some(field).filter(|field| may_be_value_of(explained, parts, field, &entry.value)),
            [] => elsewhere::field_of_language(explained, parts, node, &entry.value),
            [..] => None,
        }
    {
        findings[at] = explain_unknown_field(explained, parts, entry, Some(field), shown);
        missing.clear();
    }
    let mut findings = regroup::join_strangers(explained, parts, findings);
    // One field that is not known and one that is not there are one slip, whatever was meant.
    if let ([finding], [first, more @ ..]) = (findings.as_mut_slice(), missing.as_slice())
        && (more.is_empty() || !parts.is_empty())
        && *first != "kind"
        && finding.code == Code::UnknownField
        && finding.fix.is_none()
    {
        let more: String = more.iter().map(|field| format!(" and no `{field}`")).collect();
        finding.notes.push(format!("{} has no `{first}`{more} either", explained.describe_owner(parts)));
        return findings;
    }
    findings.extend(missing_field::explain_missing_fields(explained, parts, node, &missing));
    findings
}

/// The field of a list that holds what stands below an unknown name: rules by category, or instructions.
fn field_of_content<'n>(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    free: &[&'n str],
) -> Option<&'n str> {
    if !parts.is_empty() || !matches!(explained.kind, Some(DocumentKind::Style | DocumentKind::Base)) {
        return None;
    }
    let (inner, items) = (entry.value.entries(), entry.value.items());
    let rules = inner.iter().all(|inner| explained.catalogue.categories.contains_key(&inner.key.value));
    let prompts = items.iter().all(explain_instruction::is_instruction);
    let field = if !inner.is_empty() && rules {
        "configured_rules"
    } else if !items.is_empty() && prompts {
        "custom_instructions"
    } else {
        return None;
    };
    free.iter().copied().find(|free| *free == field)
}

/// The field that names a table, where the path of one stands behind another name.
fn field_of_path<'n>(entry: &Entry, free: &[&'n str]) -> Option<&'n str> {
    let is_table = entry.value.text().and_then(Notation::from_path).is_some();
    free.iter().copied().find(|field| is_table && *field == "file")
}

/// The one list or mapping that is required and absent, where only this unknown name holds what it takes.
fn field_of_shape<'n>(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    unknown: &[&Entry],
    missing: &[&'n str],
) -> Option<&'n str> {
    let schema = |field: &str| explained.schema_at(&[parts, &[field]].concat());
    let holds = |field: &str, entry: &Entry| {
        let block = matches!(entry.value.value, Value::Sequence(_) | Value::Mapping(_));
        let known =
            |inner: &Entry| explained.fields_at(&[parts, &[field]].concat()).contains(&inner.key.value.as_str());
        let fields = entry.value.entries().is_empty() || entry.value.entries().iter().any(known);
        block && fields && schema(field).is_some_and(|schema| takes_value(schema, &entry.value))
    };
    let mut fitting = missing.iter().copied().filter(|field| holds(field, entry));
    let field = fitting.next().filter(|_| fitting.next().is_none())?;
    (unknown.iter().filter(|other| holds(field, other)).count() == 1).then_some(field)
}

/// Whether a value may be that of a field: it has its type, and is one of its words where it has some.
fn may_be_value_of(explained: &ExplainedDocument<'_>, parts: &[&str], field: &str, value: &Node) -> bool {
    let place = [parts, &[field]].concat();
    let words = explain_choice::words_at(explained, &place);
    let code = |text: &str| field != "language" || explained.catalogue.supports_language(text);
    explained.schema_at(&place).is_some_and(|schema| takes_value(schema, value))
        && value.text().is_none_or(|text| code(text) && (words.is_empty() || words.contains(&text)))
}

/// Says which letters of a name are not what they seem to be, where that is all that is wrong with it.
pub(super) fn note_strange_letters(finding: Diagnostic, written: &str, meant: Option<&str>) -> Diagnostic {
    let Some(name) = meant else { return finding };
    let strange = written.chars().find(|c| (!c.is_ascii() || c.is_control()) && !name.contains(*c));
    let Some(c) = strange else { return finding };
    let code = u32::from(c);
    let alike = written.chars().zip(name.chars()).filter(|(one, other)| one == other).count();
    if written.replace(c, "") == name && !c.is_alphanumeric() {
        finding.with_note(format!("U+{code:04X} stands in it, which nobody sees"))
    } else if written.chars().count() == name.chars().count() && 2 * alike >= name.chars().count() {
        finding.with_note(format!("`{c}` (U+{code:04X}) is another letter than it seems"))
    } else {
        finding
    }
}

/// `free` are the fields that are not set, where they are few enough to be shown.
fn explain_unknown_field(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    meant: Option<&str>,
    free: &[&str],
) -> Diagnostic {
    let written = entry.key.value.as_str();
    let mut path = parts.to_vec();
    path.push(written);
    if explained.kind.is_none()
        && let Some(finding) = forbidden_setting::explain_forbidden(explained, parts, entry)
    {
        return finding.with_pointer(join_pointer(&path));
    }
    let finding = explained.unknown_field(parts, entry);
    // Who says a word of a setting means that, whatever the name is elsewhere.
    let words_of = |name: &str| explain_choice::words_at(explained, &[parts, &[name]].concat());
    let said = meant.zip(entry.value.text()).filter(|_| explained.kind.is_none());
    let says_word = said.is_some_and(|(name, text)| words_of(name).contains(&text));
    let stranger = || next_step::explain_stranger(explained, parts, entry, &finding);
    if let Some(finding) = if says_word { None } else { stranger() } {
        return finding;
    }
    if let Some(finding) = text_in_braces::explain_equals_sign(explained, entry) {
        return finding.with_pointer(join_pointer(&path));
    }
    if let Some(finding) = dotted_name::explain_dotted_name(explained, parts, entry, &finding) {
        return finding;
    }
    let finding = note_strange_letters(finding, written, meant);
    let always = meant.and_then(Code::from_name).filter(|code| parts.last() == Some(&"lints") && !code.is_relaxable());
    if let Some(code) = always.filter(|_| entry.value.text() != Some("error")) {
        return finding.with_help(format!("remove the line: `{}` is always an error", code.name()));
    }
    if let Some(name) = meant {
        if let Some(finding) = next_step::explain_id_for_name(explained, name, &entry.value, &finding) {
            return finding;
        }
        // An empty block is found at its key, whatever that is called.
        // Of a field that does nothing there, or is one too many, more would be found.
        let at_home = explained.kind != Some(DocumentKind::Profile)
            || !parts.is_empty()
            || profile_fields::is_at_home(explained.document, name);
        let place = [parts, &[name]].concat();
        let takes = ExpectedValue::expected_at(explained, &place, &entry.value);
        let fits = takes.accepts_node(&entry.value);
        if takes == ExpectedValue::Text && !entry.value.items().is_empty() {
            return explain_list_for_one(explained, parts, entry, name, finding);
        }
        if takes == ExpectedValue::List
            && let Some(finding) = explain_one_for_list(explained, &place, entry, &finding)
        {
            return finding;
        }
        if let Some(edits) = keys_of_paths(explained.file, name, &entry.value) {
            let key = edits::match_notation(explained.file, entry.key.span, name);
            let edits = [vec![Edit { span: entry.key.span, text: key }], edits].concat();
            let title = format!("write `{name}` with keys");
            let help = format!("did you mean `{name}`? it takes keys: the key of a document is the name of its file");
            return finding.with_help(help).with_fix(Fix { title, safety: Safety::Unsafe, edits });
        }
        let says = entry.value.says_something() && (fits || entry.value.text().is_some());
        // Words more or fewer are another name, however near its letters are.
        let words = |name: &str| name.split(['_', '-', ' ']).count();
        let joined = |name: &str| name.to_lowercase().replace(['_', '-', ' '], "");
        // Of a word that the field does not take, another is due.
        let words_of = explain_choice::words_at(explained, &place);
        let few = words_of.len() > 1 && explain_choice::describe_words(explained, &place).is_some();
        if let Some(text) = entry.value.text().filter(|text| few && !words_of.contains(text)) {
            let choice = explain_choice::explain_unknown_choice(explained, &place, &entry.value, text);
            if let (None, Some(help)) = (&choice.fix, &choice.help) {
                return finding.with_help(format!("did you mean `{name}`? {help}"));
            }
        }
        let sure = explained.kind.is_some()
            && (words(written) == words(name) || joined(written) == joined(name))
            && at_home
            && !leaves_more_to_find(explained, parts, name)
            && says
            && is_unambiguous(written, name, all_fields(explained));
        let safety = if sure { Safety::Safe } else { Safety::Unsafe };
        return finding.with_help(format!("did you mean `{name}`?")).with_fix(edits::rename_key(
            explained.file,
            entry.key.span,
            name,
            safety,
        ));
    }
    if explained.kind == Some(DocumentKind::Profile) && parts.is_empty() && is_word_for_language(written) {
        return finding.with_help(
            "a profile has two languages: `target_language`, and `source_language` for the language of the source text",
        );
    }
    if parts.is_empty() && written.contains(' ') && matches!(entry.value.value, Value::Null) {
        return finding.with_label("a sentence").with_help("delete the line, or make it a comment with `# ` before it");
    }
    if let Some(c) = written.chars().next().filter(|c| c.is_whitespace()) {
        let bare = echo_text(written.trim_start());
        let note = format!(
            "U+{:04X} looks like a space and does not indent, so the line is no part of what is above it",
            u32::from(c)
        );
        return finding.with_note(note).with_help(format!("indent `{bare}` with spaces"));
    }
    let of_service =
        explained.kind.is_some_and(|kind| !matches!(kind, DocumentKind::StyleTest | DocumentKind::Catalogue));
    if of_service && (SERVICE_FIELDS.contains(&written) || SERVICE_STATES.contains(&written)) {
        let finding = finding.with_label("of the service");
        let finding = if SERVICE_FIELDS.contains(&written) {
            let kept = match parts.is_empty() && written.ends_with("id") {
                true => "an `[[import]]` in housestyle.toml binds what has one",
                false => "this tool keeps it in its state file",
            };
            finding.with_note(format!("the service chooses `{written}`; {kept}"))
        } else {
            finding.with_note("the service says it of what it has; nobody sets it")
        };
        return next_step::leave_out(explained, entry, "", finding);
    }
    if parts.is_empty() && matches!(explained.kind, Some(DocumentKind::Style | DocumentKind::Base)) {
        if explained.catalogue.categories.contains_key(written) {
            let help = match edits::is_toml(explained.file) {
                true => format!("write `[configured_rules.{written}]`"),
                false => format!("put `{written}` under `configured_rules`"),
            };
            return finding.with_label("a category of rules").with_help(help);
        }
        // Of a rule and a field of another kind with one name, the value tells which is meant.
        let is_other = elsewhere::is_field_anywhere(written);
        let has = |rule| entry.value.text().is_some_and(|value| explain_rule::has_value(rule, value));
        let meant = explained.catalogue.iter_rules().find(|rule| rule.name == written);
        if let Some(rule) = meant.filter(|rule| !is_other || has(rule)) {
            let finding = finding.with_label("a rule");
            return explain_rule::explain_absent_rule(explained, rule, &finding)
                .unwrap_or_else(|| finding.with_help(explain_rule::describe_home(explained, written, &rule.category)));
        }
        if explained.fields_at(&["custom_instructions", "0"]).contains(&written) {
            return finding
                .with_label("a field of an instruction")
                .with_help(format!("put `{written}` into an entry of `custom_instructions`"));
        }
    }
    if explained.kind == Some(DocumentKind::Base) && parts.is_empty() && matches!(written, "name" | "protected") {
        return next_step::explain_list_field(explained, entry, finding);
    }
    if let Some((section, field)) = section_with(explained, parts, written) {
        let table = echo_text(&[parts, &[section]].concat().join("."));
        let takes = explained.schema_at(&[parts, &[section, field]].concat());
        let fits = takes.is_some_and(|schema| takes_value(schema, &entry.value));
        return finding.with_label(format!("a field of `{section}`")).with_help(match field {
            "protect" if !fits => format!(
                "write what is protected into `[{table}]`: `protect = [\"style/support-de\"]`, or `protected: true` into a list"
            ),
            _ if field != written => format!("write it as `{field}` into `[{table}]`"),
            _ => format!("put `{field}` into `[{table}]`"),
        });
    }
    if let Some(help) = explain_place(explained, parts, entry) {
        return finding.with_help(help);
    }
    if let Some(finding) = elsewhere::explain_field_elsewhere(explained, parts, entry, &finding) {
        return finding;
    }
    let of_mappings = entry.value.items().iter().any(|item| !item.entries().is_empty());
    let shape = if of_mappings { Some("array") } else { Some("object").filter(|_| !entry.value.entries().is_empty()) };
    let takes = |field: &&&str| {
        let schema = explained.schema_at(&[parts, &[**field]].concat());
        let of = |shape| schema.is_some_and(|schema| schema["type"].to_string().contains(shape));
        shape.is_some_and(of) && schema.is_some_and(|schema| schema["items"]["type"] != "string")
    };
    let (fitting, others): (Vec<&&str>, Vec<&&str>) = free.iter().partition(takes);
    let help = if fitting.is_empty() { LEAVE_IT_OUT } else { NAME_IT };
    let free: Vec<String> = fitting.iter().chain(&others).take(5).map(|field| format!("`{field}`")).collect();
    match free.is_empty() {
        // They are too many to be shown.
        true if explained.kind.is_none() && parts.is_empty() => {
            let list = list_of_tables(explained, written);
            finding.with_help(list.map_or_else(
                || "take one of its fields: `housestyle schema project` has them".to_owned(),
                |list| format!("did you mean `{list}`? write `[[{list}]]` for each"),
            ))
        }
        true if parts == ["lints"] => lint_codes::explain_listed_codes(explained, entry, &finding)
            .unwrap_or_else(|| lint_codes::explain_unknown_code(explained, entry, finding)),
        true => finding.with_help(LEAVE_IT_OUT),
        false => finding.with_note(format!("fields that are not set yet: {}", free.join(", "))).with_help(help),
    }
}

/// The list of tables in the project file that a name stands for, where the list is set and goes on.
fn list_of_tables<'a>(explained: &ExplainedDocument<'a>, written: &str) -> Option<&'a str> {
    let mut lists = explained.fields_at(&[]);
    lists.retain(|list| explained.document.get(list).is_some() && !explained.fields_at(&[list, "0"]).is_empty());
    closest_field(written, &lists)
}

/// Edits that write keys of documents over the paths of their files, behind a field that names documents.
fn keys_of_paths(file: &SourceFile, field: &str, value: &Node) -> Option<Vec<Edit>> {
    const FIELDS: &[&str] = &["style", "styles", "profile", "glossary", "glossaries", "spoken_terms", "style_profile"];
    let texts: Vec<&Node> = std::iter::once(value).filter(|_| value.items().is_empty()).chain(value.items()).collect();
    let key = |node: &&Node| {
        let stem = [".yaml", ".yml", ".toml"].iter().find_map(|ending| node.text()?.strip_suffix(ending))?;
        let key = stem.rsplit('/').next()?;
        Some(Edit { span: node.span, text: edits::match_notation(file, node.span, key) })
    };
    texts.iter().map(key).collect::<Option<Vec<Edit>>>().filter(|_| FIELDS.contains(&field))
}

/// A list behind the plural of a field that takes one text.
fn explain_list_for_one(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
    name: &str,
    finding: Diagnostic,
) -> Diagnostic {
    let [only] = entry.value.items() else {
        let advice = advise_on_several(explained, &[parts, &[name]].concat());
        let listed = explained.kind == Some(DocumentKind::Style) && name == "language";
        let codes = entry.value.items().iter().filter_map(Node::text).filter(|_| listed);
        let strange = codes.filter(|code| !explained.catalogue.supports_language(code) && echo_text(code) == **code);
        let strange: Vec<String> = strange.map(|code| format!("`{code}`")).collect();
        let finding = finding.with_help(format!("did you mean `{name}`? {advice}"));
        return match strange.is_empty() {
            true => finding,
            false => finding.with_note(format!("no lists are kept for {}", strange.join(", "))),
        };
    };
    let sign = if edits::is_toml(explained.file) { " =" } else { ":" };
    let new = format!("{}{sign} {}", edits::key_text(explained.file, name), explained.file.slice(only.span));
    let title = format!("write `{}`", echo_text(&new));
    let finding = finding.with_help(&title);
    if only.text().is_none() || explained.file.slice(entry.span()).contains('#') {
        return finding;
    }
    finding.with_fix(edits::replace_span(entry.span(), new, title.clone(), Safety::Unsafe))
}

/// Whether a mapping is wrong in another way once the name of this field is right.
fn leaves_more_to_find(explained: &ExplainedDocument<'_>, parts: &[&str], name: &str) -> bool {
    let Some(node) = explained.node_at(parts) else { return false };
    // Of these, a mapping has one.
    let one_of: &[&str] = match (explained.kind, parts) {
        (Some(DocumentKind::Glossary), ["dictionaries", _]) => &["entries", "file"],
        (Some(DocumentKind::StyleTest), _) => &["style", "profile"],
        _ => return false,
    };
    let set = one_of.iter().filter(|field| node.get(field).is_some() || **field == name).count();
    set > 1 || (set == 0 && one_of.contains(&"entries"))
}

/// The table of the project file, below the one at this path, that has a field, by its name or nearly.
fn section_with<'a>(explained: &ExplainedDocument<'a>, parts: &[&str], field: &str) -> Option<(&'static str, &'a str)> {
    let known = explained.kind.is_none() && !parts.contains(&"lints");
    let find = |at| Some((at, closest_field(field, &explained.fields_at(&[parts, &[at]].concat()))?));
    ["safeguards", "limits", "defaults"].into_iter().filter(|_| known).find_map(find)
}

/// Where a field belongs, or which one it repeats.
fn explain_place(explained: &ExplainedDocument<'_>, parts: &[&str], entry: &Entry) -> Option<String> {
    let written = entry.key.value.as_str();
    if explained.kind.is_none() && parts.first() != Some(&"lints") && Code::from_name(written).is_some() {
        return Some("put it under `[lints]`: it is the code of a finding".to_owned());
    }
    let fields_below = |path: &[&str]| explained.fields_at(path);
    if !parts.is_empty() {
        return None;
    }
    let inner = entry.value.entries();
    if explained.kind.is_none() {
        let settings = fields_below(&["environments", written]);
        let all = !inner.is_empty() && inner.iter().all(|inner| settings.contains(&inner.key.value.as_str()));
        return all.then(|| {
            format!("an environment is a table below `environments`: `[environments.{}]`", echo_text(written))
        });
    }
    let rows = entry.value.items();
    let first = rows.first().map(Node::entries).unwrap_or_default();
    if explained.kind == Some(DocumentKind::Glossary)
        && let [source, targets @ ..] = first
        && rows.iter().all(|row| row.entries().len() > 1 && row.entries().iter().all(says_language))
    {
        let target = targets.first()?;
        let pair = format!("`{}` to `{}`", source.key.value, target.key.value);
        let phrases = format!("{}: {}", source.value.text()?, target.value.text()?);
        return Some(format!(
            "write an entry of `dictionaries` for each pair of languages, {pair} first, and below its `entries`: `{}`",
            echo_text(&phrases)
        ));
    }
    if explained.kind == Some(DocumentKind::Glossary)
        && let Some(field) = closest_field(written, &fields_below(&["dictionaries", "0"]))
    {
        let words = lifted::describe_kept_words(&entry.value).filter(|_| field == "entries");
        let words = words.map_or_else(String::new, |words| format!("; {words}"));
        return Some(format!("write it as `{field}` into an entry of `dictionaries`{words}"));
    }
    None
}

/// Whether an entry is a text with its language before it.
fn says_language(entry: &Entry) -> bool {
    find_language(&entry.key.value).is_some() && entry.value.text().is_some()
}
