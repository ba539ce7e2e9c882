//! Explains names of categories and rules that the catalogue does not have.
//!
//! The value beside a name counts as much as its letters: most values belong to one rule only, so they name the key.

use std::sync::Arc;

use crate::catalogue::load::{CHOOSE_PUBLIC, Edition, OFFERED_PUBLICLY, parsed_catalogue};
use crate::catalogue::sentences::find_titled_category;
use crate::catalogue::{CatalogueSource, Rule, nearest};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Located, Safety, Span};
use crate::schema::explain_field::note_strange_letters;
use crate::schema::explain_language::language_of_list;
use crate::schema::explain_rule_value::{explain_rule_value, offered_value};
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::field_words::closest_field;
use crate::schema::joined_names::explain_joined_names;
use crate::schema::next_step::explain_slashes;
use crate::schema::other_rule_value::only_owner;
use crate::schema::unambiguous::is_unambiguous;
use crate::schema::{dotted_name, edits, sign_value, wrapper};
use crate::source::{Entry, Node, Value};

/// Where rules of a category are to be written, as an order.
pub(super) fn describe_home(explained: &ExplainedDocument<'_>, what: &str, category: &str) -> String {
    match edits::is_toml(explained.file) {
        true => format!("put `{what}` below `[configured_rules.{category}]`"),
        false => format!("put `{what}` under `configured_rules`, below `{category}`"),
    }
}

/// A key below `configured_rules` that is no category.
pub(super) fn explain_category(explained: &ExplainedDocument<'_>, entry: &Entry) -> Diagnostic {
    let written = entry.key.value.as_str();
    if let Some(finding) = explain_slashes(explained, entry) {
        return finding;
    }
    let pointer = join_pointer(&["configured_rules", written]);
    let message = format!("no category of rules is named `{}`", echo_text(written));
    let finding = explained.new_finding(Code::UnknownCategory, entry.key.span, message);
    let finding = finding.with_pointer(pointer).with_label("not a category");
    if written.starts_with('$') {
        return finding.with_help("write the rules here, or put them into a base and name it with `extends`");
    }
    if parsed_catalogue(Edition::Public).categories.contains_key(written) {
        return note_public(finding, "category", written);
    }
    if let Some((finding, _)) = wrapper::explain_wrapper(explained, &["configured_rules"], entry, &[]) {
        return finding;
    }
    if let Some(finding) = dotted_name::explain_dotted_name(explained, &["configured_rules"], entry, &finding) {
        return finding;
    }
    // The rules below name their category as surely as its own letters do.
    let votes = |name: &str| {
        entry.value.entries().iter().filter(|e| explained.catalogue.find_rule(name, &e.key.value).is_some()).count()
    };
    let near = nearest::nearest_categories(explained.catalogue, written);
    let by_rules = explained.catalogue.categories.keys().filter(|name| votes(name) > 0).max_by_key(|name| votes(name));
    let titled = || find_titled_category(written).filter(|name| explained.catalogue.categories.contains_key(name));
    let best = by_rules.or_else(|| near.first().map(|category| &*category.name)).or_else(titled);
    match best {
        Some(best) => {
            let sure = votes(best) == entry.value.entries().len() && votes(best) > 0;
            let free = explained.node_at(&["configured_rules", best]).is_none();
            let finding = finding.with_help(format!("did you mean `{best}`?"));
            let finding = note_strange_letters(finding, written, Some(best));
            let finding =
                if sure { finding.with_note(format!("the entries below are rules of `{best}`")) } else { finding };
            // What is no block of rules, or an empty one, is found there, whatever it is called.
            let alone = !entry.value.entries().is_empty()
                && (sure || is_unambiguous(written, best, explained.catalogue.categories.keys()));
            if free {
                let built_in = parsed_catalogue(Edition::Public).categories.contains_key(best);
                finding.with_fix(edits::rename_key(explained.file, entry.key.span, best, fix_safety(alone && built_in)))
            } else {
                finding.with_note(format!("`{best}` is there already: move the entries below into it"))
            }
        }
        None => {
            if let Some(field) = closest_field(written, &explained.fields_at(&[])) {
                return finding.with_help(format!("did you mean `{field}`? it stands beside `configured_rules`"));
            }
            let all: Vec<String> = explained.catalogue.categories.keys().map(|name| format!("`{name}`")).collect();
            let help = match entry.value.entries().is_empty() {
                _ if written == "CATEGORY" => "fill the lines of the template in, or begin them with `#` again",
                true => "leave it out, or write it as a comment: here stand categories of rules",
                false => "take a category for its rules, or say it with an entry of `custom_instructions`",
            };
            finding.with_help(help).with_note(format!("categories: {}", all.join(", ")))
        }
    }
}

/// What people call rules.
const RULE_WORDS: &[(&[&str], &str)] = &[
    (&["oxford_comma", "harvard_comma"], "serial_comma"),
    (&["quotes", "quote_marks", "quotation_marks", "quote_style"], "quotation_style"),
    (&["dots", "three_dots"], "ellipsis"),
    (&["ampersand"], "ampersand_usage"),
    (&["decimal", "decimals", "decimal_point", "decimal_comma"], "decimal_separator"),
    (&["thousands", "thousand", "grouping"], "thousands_separator"),
    (&["percent", "percentage", "percentages"], "percentage_format"),
    (&["date", "dates"], "date_format"),
    (&["time", "clock"], "time_format"),
];

/// A key below a category that is none of its rules.
pub(super) fn explain_rule(explained: &ExplainedDocument<'_>, category: &str, entry: &Entry) -> Diagnostic {
    let written = entry.key.value.as_str();
    if let Some(finding) = explain_slashes(explained, entry) {
        return finding;
    }
    let elsewhere: Vec<&Rule> = explained.catalogue.iter_rules().filter(|rule| rule.name == written).collect();
    if let [home] = elsewhere.as_slice() {
        // A value that only a rule of this very category has is what was meant.
        let fits_home = entry.value.text().is_none_or(|value| home.values.contains_key(value));
        let fits_here = || {
            nearest::nearest_rules(explained.catalogue, Some(category), written, entry.value.text())
                .first()
                .is_some_and(|rule| entry.value.text().is_some_and(|value| rule.values.contains_key(value)))
        };
        if fits_home || !fits_here() {
            return explain_wrong_category(explained, category, entry, home);
        }
    }
    let finding = explained
        .new_finding(Code::UnknownRule, entry.key.span, format!("`{category}` has no rule `{}`", echo_text(written)))
        .with_label("not a rule")
        .with_pointer(join_pointer(&["configured_rules", category, written]));
    let finding = match explained.entry_at(&["configured_rules", category]) {
        Some(parent) => finding.with_secondary(parent.key.span, "in this category"),
        None => finding,
    };
    if parsed_catalogue(Edition::Public).find_rule(category, written).is_some() {
        return note_public(finding, "rule", written);
    }
    if let Some((finding, _)) = wrapper::explain_wrapper(explained, &["configured_rules", category], entry, &[]) {
        return finding;
    }
    if explained.catalogue.categories.contains_key(written) && written != category {
        return finding
            .with_label("a category")
            .with_help(format!("move `{written}` one level up, beside `{category}`"));
    }
    if let Some(finding) = explain_value_as_rule(explained, category, entry, &finding) {
        return finding;
    }
    let value = entry.value.text();
    let owners =
        |rules: &[&Rule]| rules.iter().filter(|rule| value.is_some_and(|v| rule.values.contains_key(v))).count();
    let near = nearest::nearest_rules(explained.catalogue, Some(category), written, value);
    let word = written.to_ascii_lowercase().replace('-', "_");
    let meant = RULE_WORDS.iter().find(|(words, _)| words.contains(&word.as_str()));
    if let Some(rule) =
        meant.and_then(|(_, name)| explained.catalogue.find_rule(category, name)).filter(|_| near.is_empty())
    {
        if let Some(finding) = explain_made_up_name(explained, category, entry, rule, &finding)
            .or_else(|| explain_absent_rule(explained, rule, &finding))
        {
            return finding;
        }
        let title = format!("did you mean `{}`?", rule.name);
        return finding.with_help(title).with_fix(edits::rename_key(
            explained.file,
            entry.key.span,
            &rule.name,
            Safety::Unsafe,
        ));
    }
    let fits = near.first().is_some_and(|best| value.is_some_and(|value| has_value(best, value)));
    let unsure = near.first().is_none_or(|best| {
        near.len() > 1 && !fits && !is_unambiguous(written, &best.name, rule_names(explained, category))
    });
    if unsure && let Some(finding) = explain_named_by_both(explained, category, entry, &finding) {
        return finding;
    }
    let Some(best) = near.first() else { return rule_of_another_category(explained, category, entry, finding) };
    if unsure {
        let close: Vec<String> = near.iter().map(|rule| format!("`{}` ({})", rule.name, rule.summary)).collect();
        let finding = finding.with_help(format!("did you mean one of these? {}", close.join("; ")));
        return edits::offer_names(finding, explained.file, entry.key.span, near.iter().map(|rule| &*rule.name));
    }
    let free = explained.node_at(&["configured_rules", category, &best.name]).is_none();
    if let Some(finding) = explain_made_up_name(explained, category, entry, best, &finding) {
        return finding;
    }
    // A value alone names its rule; for whoever wrote something else beside it, that is an offer.
    let alike = nearest::nearest_rules(explained.catalogue, Some(category), written, None);
    let alike = alike.iter().any(|rule| rule.name == best.name);
    let is_slip = is_unambiguous(written, &best.name, rule_names(explained, category));
    if let Some(absent) = explain_absent_rule(explained, best, &finding).filter(|_| !is_slip) {
        return absent;
    }
    let alone = fits && alike && owners(&near) == 1
        || (fits || (value.is_none() && entry.value.value != Value::Null)) && is_slip;
    let finding = finding.with_help(format!("did you mean `{}`?", best.name));
    let finding = note_strange_letters(finding, written, Some(&best.name));
    let finding = match value {
        Some(v) if fits && explained.catalogue.iter_rules().filter(|rule| rule.values.contains_key(v)).count() == 1 => {
            let why = if alike { "so this is the only reading" } else { "so it may be what was meant" };
            finding.with_note(format!("`{}` is a value of `{}` and of no other rule, {why}", echo_text(v), best.name))
        }
        Some(_) if fits => finding.with_note(format!("the value beside it is one of `{}`", best.name)),
        Some(_) | None => note_also_close(finding, near.iter().skip(1).map(|rule| &*rule.name)),
    };
    if free {
        let safety = name_safety(alone, best.source);
        finding.with_fix(edits::rename_key(explained.file, entry.key.span, &best.name, safety))
    } else {
        finding.with_note(format!("`{}` is set already in this category", best.name))
    }
}

/// Whether a rule has a value. One in another spelling is as good.
pub(super) fn has_value(rule: &Rule, value: &str) -> bool {
    rule.values.contains_key(value) || nearest::unambiguous_value(rule, value).is_some()
}

/// `ranges: tilde`: neither of the two is written right, and a single rule has a word of the one and a value that the other means.
fn explain_named_by_both(
    explained: &ExplainedDocument<'_>,
    category: &str,
    entry: &Entry,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let stem = |word: &str| word.to_ascii_lowercase().trim_end_matches('s').to_owned();
    let written: Vec<String> = entry.key.value.split(['_', '-', ' ']).map(stem).collect();
    let says = |rule: &Rule| rule.name.split('_').any(|word| word.len() > 3 && written.contains(&stem(word)));
    let (rule, value) = rule_of_value(explained, category, entry.value.text()?, &says)?;
    let new = edits::field_line(explained.file, rule, value);
    let finding = finding.clone().with_help(format!("did you mean `{new}`?"));
    Some(match explained.node_at(&["configured_rules", category, rule]) {
        Some(_) => finding.with_note(format!("`{rule}` is set already in this category")),
        None => finding.with_fix(edits::replace_span(entry.span(), &*new, format!("write `{new}`"), Safety::Unsafe)),
    })
}

/// The one rule of a category that has the value which was written, however that was, among those that `is_asked` takes, and
/// the name of that value. What the list's language is not offered gives way to the nearest that it is.
pub(super) fn rule_of_value<'e>(
    explained: &'e ExplainedDocument<'_>,
    category: &str,
    written: &str,
    is_asked: &dyn Fn(&Rule) -> bool,
) -> Option<(&'e str, &'e str)> {
    let language = language_of_list(explained);
    let rules = explained.catalogue.iter_rules().filter(|rule| &*rule.category == category && is_asked(rule));
    let mut meant = rules.filter_map(|rule| Some((rule, sign_value::value_meant(rule, written, language)?)));
    let (rule, value) = meant.next().filter(|_| meant.next().is_none())?;
    Some((&rule.name, offered_value(explained, rule, &value.name)))
}

/// A name that says more than its rule: `decimal_comma: use`, or, beside a value that this language is not offered, the name
/// of a rule that has one which is.
fn explain_made_up_name(
    explained: &ExplainedDocument<'_>,
    category: &str,
    entry: &Entry,
    best: &Rule,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let language = language_of_list(explained);
    let switch = matches!(entry.value.text(), Some("use" | "yes" | "on" | "always" | "enabled" | "enable"))
        || entry.value.value == Value::Bool(true);
    let given = entry.value.text().and_then(|value| best.values.get(value));
    let (rule, value, why) = match (given, language) {
        (None, _) if switch => (best, sign_value::value_of_name(best, &entry.key.value, language)?, String::new()),
        (Some(given), Some(language)) if !sign_value::is_offered(given, Some(language)) => {
            // Of the same rule, another value says another thing.
            let (rule, value) = nearest::offered_instead(explained.catalogue, best, &given.name, language)
                .filter(|(rule, _)| rule.name != best.name)?;
            (rule, value, format!(", which is offered for `{language}`"))
        }
        (Some(_) | None, _) => return None,
    };
    let new = edits::field_line(explained.file, &rule.name, &value.name);
    let finding = finding.clone().with_help(format!("did you mean `{new}`{why}?"));
    Some(match explained.node_at(&["configured_rules", category, &rule.name]) {
        Some(_) => finding.with_note(format!("`{}` is set already in this category", rule.name)),
        None => finding.with_fix(edits::replace_span(entry.span(), &*new, format!("write `{new}`"), Safety::Unsafe)),
    })
}

/// A rule that may be meant, and that lists of this language do not have.
pub(super) fn explain_absent_rule(
    explained: &ExplainedDocument<'_>,
    rule: &Rule,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let language = language_of_list(explained).filter(|language| !sign_value::has_rule(rule, Some(language)))?;
    Some(
        finding
            .clone()
            .with_note(format!("`{}`, which may be meant, has no value for `{}`", rule.name, echo_text(language)))
            .with_help("leave the rule out, or say it with an entry of `custom_instructions`"),
    )
}

/// `use_ellipsis_character: true`: a value of a rule stands where the rule belongs.
fn explain_value_as_rule(
    explained: &ExplainedDocument<'_>,
    category: &str,
    entry: &Entry,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let value = entry.key.value.as_str();
    let of_category = |rule: &&Rule| &*rule.category == category && rule.values.contains_key(value);
    let mut rules = explained.catalogue.iter_rules().filter(of_category);
    let rule = rules.next().filter(|_| rules.next().is_none())?;
    if !matches!(entry.value.value, Value::Bool(true) | Value::Null) {
        return None;
    }
    let new = edits::field_line(explained.file, &rule.name, value);
    let title = format!("write `{new}`");
    let finding = finding
        .clone()
        .with_label(format!("a value of `{}`", rule.name))
        .with_help(if echo_text(&new) == new { title } else { format!("write it behind its rule, `{}`", rule.name) });
    let free = explained.node_at(&["configured_rules", category, &rule.name]).is_none();
    Some(if free {
        finding.with_fix(edits::replace_span(entry.span(), new, "write the rule before it", Safety::Unsafe))
    } else {
        finding
    })
}

/// An inherited rule that a document does without, by a name that is none.
pub(super) fn explain_without_rule(explained: &ExplainedDocument<'_>, node: &Node, written: &str) -> Diagnostic {
    let full = |rule: &Rule| format!("{}.{}", rule.category, rule.name);
    let message = format!("there is no rule `{}`", echo_text(written));
    let finding = explained.new_finding(Code::UnknownRule, node.span, message).with_label("not a rule");
    let is_rule =
        |name: &str| name.split_once('.').is_some_and(|(of, rule)| explained.catalogue.find_rule(of, rule).is_some());
    let text = Located { value: written.to_owned(), span: node.span };
    if let Some(finding) = explain_joined_names(&finding, &text, is_rule) {
        return finding;
    }
    let (category, name) = written.split_once('.').map_or((None, written), |(category, name)| (Some(category), name));
    let homes: Vec<&Rule> = explained.catalogue.iter_rules().filter(|rule| rule.name == name).collect();
    if let ([home], None) = (homes.as_slice(), category) {
        let message = format!("`{}` is named without its category", home.name);
        let finding = explained.new_finding(Code::UnknownRule, node.span, message);
        return finding
            .with_label(format!("a rule of `{}`", home.category))
            .with_help(format!("write its category too: `{}`", full(home)))
            .with_fix(rename_fix(
                explained,
                node,
                &full(home),
                // Whether a base sets it, no schema knows.
                Safety::Unsafe,
            ));
    }
    if let Some(category) = explained.catalogue.categories.get(name).filter(|_| category.is_none()) {
        // Which of them a base sets, is said where the bases are known.
        let help = format!("name each rule of a base that is to be taken away, behind `{}.`", category.name);
        return finding.with_label("a category of rules").with_help(help);
    }
    let near = nearest::nearest_rules(explained.catalogue, category, name, None);
    match homes.first().or(near.first()) {
        Some(best) => finding.with_help(format!("did you mean `{}`?", full(best))).with_fix(rename_fix(
            explained,
            node,
            &full(best),
            Safety::Unsafe,
        )),
        None if category == Some("custom_instructions") => finding.with_label("an instruction").with_help(
            "leave it out: an instruction of a base stays, unless one with the same label stands in its place",
        ),
        None => finding.with_help("write category and rule: `dates_and_times.time_format`"),
    }
}

fn explain_wrong_category(explained: &ExplainedDocument<'_>, category: &str, entry: &Entry, home: &Rule) -> Diagnostic {
    let name = &home.name;
    let message = format!("`{name}` belongs to `{}`, not `{category}`", home.category);
    let finding = explained
        .new_finding(Code::WrongCategory, entry.key.span, message)
        .with_pointer(join_pointer(&["configured_rules", category, name]))
        .with_help(match home.source {
            CatalogueSource::Core | CatalogueSource::Public => format!("move it to `{}`", home.category),
            CatalogueSource::Project => {
                format!("move it to `{}`, or correct the catalogue file, which adds it there", home.category)
            }
        });
    let finding = match explained.entry_at(&["configured_rules", category]) {
        Some(parent) => finding.with_secondary(parent.key.span, "found here"),
        None => finding,
    };
    // A category that only a catalogue file has, and that is nearly this one, is told there as the slip.
    let built_in = parsed_catalogue(Edition::Public);
    let near = nearest::unambiguous_category(built_in, &home.category).filter(|near| *near.name == *category);
    if near.is_some() && !built_in.categories.contains_key(&home.category) {
        return finding.with_help(format!("correct the catalogue file, which adds it to `{}`", home.category));
    }
    let owner = entry.value.text().and_then(|value| only_owner(explained.catalogue, value));
    let is_free = |rule: &&Rule| explained.node_at(&["configured_rules", category, &rule.name]).is_none();
    if let Some(rule) = owner.filter(|owner| *owner.category == *category).filter(is_free) {
        return finding
            .with_secondary(entry.value.span, format!("a value of `{}`", rule.name))
            .with_help(format!("did you mean `{}`?", rule.name))
            .with_fix(edits::rename_key(explained.file, entry.key.span, &rule.name, Safety::Unsafe));
    }
    let finding = note_strange_value(explained, entry, home, finding);
    if owner.is_some_and(|owner| owner.name != home.name) {
        // Of the name and the value, nobody knows which one was meant.
        return finding.with_help(format!("move it to `{}`, with a value that it has", home.category));
    }
    let target = explained.node_at(&["configured_rules", &home.category]);
    if target.is_some_and(|rules| rules.get(name).is_some()) {
        return finding.with_note(format!("`{name}` is set there already"));
    }
    match move_entry(explained, category, entry, home, target) {
        Some(edits) => {
            // A category that is misspelt may be the one that it moves to.
            let all = explained.node_at(&["configured_rules"]).map(Node::entries).unwrap_or_default();
            let strange = all.iter().any(|entry| !explained.catalogue.categories.contains_key(&entry.key.value));
            // A value that it does not have would be found where it was moved to.
            let fits = entry.value.text().is_some_and(|value| home.values.contains_key(value));
            let safety = name_safety(fits && (target.is_some() || !strange), home.source);
            finding.with_fix(Fix { title: format!("move it to `{}`", home.category), safety, edits })
        }
        None => finding,
    }
}

/// What is wrong with the value of a rule, too, that stands in a category which is not its own.
fn note_strange_value(
    explained: &ExplainedDocument<'_>,
    entry: &Entry,
    home: &Rule,
    finding: Diagnostic,
) -> Diagnostic {
    let Some(written) = entry.value.text().filter(|value| !home.values.contains_key(value)) else { return finding };
    let Diagnostic { message, help, notes, .. } =
        explain_rule_value(explained, &home.category, &home.name, &entry.value, written);
    let help = help.map(|help| format!(": {help}")).unwrap_or_default();
    notes.into_iter().fold(finding.with_note(format!("{message}{help}")), Diagnostic::with_note)
}

/// Edits that move an entry into the category it belongs to, where the layout is plain block style.
fn move_entry(
    explained: &ExplainedDocument<'_>,
    category: &str,
    entry: &Entry,
    home: &Rule,
    target: Option<&Node>,
) -> Option<Vec<Edit>> {
    let parent = explained.entry_at(&["configured_rules", category])?;
    let alone = parent.value.entries().len() == 1;
    if alone && target.is_none() {
        let text = edits::match_notation(explained.file, parent.key.span, &home.category);
        return Some(vec![Edit { span: parent.key.span, text }]);
    }
    let toml = edits::is_toml(explained.file);
    if toml && target.is_none() {
        return None;
    }
    let gone = if alone {
        edits::lines_of_span(explained.file, parent.span())?
    } else {
        edits::lines_of_span(explained.file, entry.span())?
    };
    let moved = edits::lines_of_span(explained.file, entry.span())?;
    let mut line = explained.file.slice(moved).trim_start_matches(' ').to_owned();
    let line_end = edits::line_ending(explained.file);
    if !line.ends_with('\n') {
        line.push_str(line_end);
    }
    let indent = |span: Span| " ".repeat(span.start as usize - edits::line_start(explained.file, span.start as usize));
    let (at, text) = match target {
        Some(target) => {
            // One of which nothing is set yet has the rule below its name.
            let name = explained.entry_at(&["configured_rules", &home.category])?.key.span;
            let start = if toml { edits::line_start(explained.file, name.start as usize) } else { name.start as usize };
            let is_empty = matches!(target.value, Value::Null) || toml && target.entries().is_empty();
            let empty = is_empty.then_some((Span::new(start, name.end as usize + 1), entry.key.span));
            let last = target.entries().last().map(|last| (last.span(), last.key.span));
            let (above, beside) = last.or(empty)?;
            (edits::lines_of_span(explained.file, above)?.end, format!("{}{line}", indent(beside)))
        }
        None => {
            let end = edits::lines_of_span(explained.file, parent.span())?.end;
            (end, format!("{}{}:{line_end}{}{line}", indent(parent.key.span), home.category, indent(entry.key.span)))
        }
    };
    let text = if explained.file.text()[..at as usize].ends_with('\n') { text } else { format!("{line_end}{text}") };
    let mut edits = vec![Edit { span: gone, text: String::new() }, Edit { span: Span::empty_at(at as usize), text }];
    edits.sort_by_key(|edit| edit.span);
    let apart = edits[0].span.end <= edits[1].span.start;
    apart.then_some(edits)
}

/// The few rules of a category that have a word of a name in theirs.
fn rules_sharing_a_word(explained: &ExplainedDocument<'_>, category: &str, written: &str) -> Option<String> {
    const SHORTEST: usize = 4;
    const MOST: usize = 3;
    let words = |name: &str| -> Vec<String> {
        let words = name.split(['_', '-', ' ']).filter(|word| word.len() >= SHORTEST);
        words.map(str::to_lowercase).collect()
    };
    let own = words(written);
    let language = language_of_list(explained);
    let rules = explained.catalogue.categories.get(category)?.rules.values();
    // What is set already says what it says.
    let free = |rule: &Rule| {
        let set = explained.node_at(&["configured_rules", category, &rule.name]).is_some();
        !set && sign_value::has_rule(rule, language)
    };
    let shares = |rule: &&Arc<Rule>| words(&rule.name).iter().any(|word| own.contains(word)) && free(rule);
    let names: Vec<String> = rules.filter(shares).map(|rule| format!("`{}`", rule.name)).collect();
    (1..=MOST).contains(&names.len()).then(|| names.join(" or "))
}

/// What to do with a rule that there is not.
fn say_otherwise(explained: &ExplainedDocument<'_>, category: &str, name: &str, value: &str) -> String {
    /// Parts of names, and values, by which people say how readers are addressed.
    const OF_ADDRESS: [&str; 4] = ["formality", "address", "tone", "register"];
    const FORMAL: [&str; 6] = ["formal", "informal", "polite", "casual", "more", "less"];
    let is_formal = value.split(['_', '-', ' ']).any(|word| FORMAL.contains(&word));
    if is_formal && OF_ADDRESS.iter().any(|part| name.to_lowercase().contains(part)) {
        return "say it with an entry of `custom_instructions`, or with `formality` in a document with \
                `kind: translation_profile`"
            .to_owned();
    }
    if value.split_whitespace().count() > 3 {
        let label = edits::sentence_of_stem(name).unwrap_or_default();
        return format!(
            "write it below `custom_instructions`, as `- label: {}` with this text as its `prompt`",
            echo_text(&label)
        );
    }
    match rules_sharing_a_word(explained, category, name) {
        Some(names) => {
            format!("take one of its rules, such as {names}, or say it with an entry of `custom_instructions`")
        }
        None => "take one of its rules, or say it with an entry of `custom_instructions`".to_owned(),
    }
}

fn rule_of_another_category(
    explained: &ExplainedDocument<'_>,
    category: &str,
    entry: &Entry,
    finding: Diagnostic,
) -> Diagnostic {
    let value = entry.value.text();
    let near = nearest::nearest_rules(explained.catalogue, None, &entry.key.value, value);
    // A word that another rule begins with is not its name.
    let words = |name: &str| name.split(['_', '-', ' ']).count();
    let language = language_of_list(explained);
    let fits = |rule: &Rule| {
        let named = words(&entry.key.value) == words(&rule.name);
        let fits = named || value.is_some_and(|value| rule.values.contains_key(value));
        fits && sign_value::has_rule(rule, language)
    };
    match near.first() {
        Some(best) if fits(best) => {
            finding.with_help(format!("did you mean `{}` of `{}`? move it there", best.name, best.category))
        }
        Some(_) | None => finding
            .with_note(format!("all rules of `{category}`: `housestyle explain {category}`"))
            .with_help(say_otherwise(explained, category, &entry.key.value, value.unwrap_or_default())),
    }
}

pub(super) fn note_public(finding: Diagnostic, what: &str, written: &str) -> Diagnostic {
    finding
        .with_note(format!(
            "the {what} `{}` is not in this project's catalogue: {OFFERED_PUBLICLY}",
            echo_text(written)
        ))
        .with_help(format!("to use it, {CHOOSE_PUBLIC}"))
}

fn note_also_close<'a>(finding: Diagnostic, others: impl Iterator<Item = &'a str>) -> Diagnostic {
    let close: Vec<String> = others.take(4).map(|name| format!("`{name}`")).collect();
    if close.is_empty() { finding } else { finding.with_note(format!("also close: {}", close.join(", "))) }
}

fn rule_names<'a>(explained: &ExplainedDocument<'a>, category: &str) -> impl Iterator<Item = &'a str> {
    explained.catalogue.categories.get(category).into_iter().flat_map(|found| found.rules.keys())
}

pub(super) fn rename_fix(explained: &ExplainedDocument<'_>, node: &Node, name: &str, safety: Safety) -> Fix {
    edits::rename_key(explained.file, node.span, name, safety)
}

fn fix_safety(alone: bool) -> Safety {
    if alone { Safety::Safe } else { Safety::Unsafe }
}

/// What only a catalogue file of the project adds may be a slip itself: no name of it is written unasked.
pub(super) fn name_safety(alone: bool, source: CatalogueSource) -> Safety {
    fix_safety(alone && source != CatalogueSource::Project)
}
