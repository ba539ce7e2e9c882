//! Explains values that a rule does not have: what the list's language is offered, and what was written, decide.

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::{CatalogueSource, Rule, RuleValue, nearest};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::explain_field::note_strange_letters;
use crate::schema::explain_language::language_of_list;
use crate::schema::explain_rule::{name_safety, note_public, rename_fix};
use crate::schema::explained_document::{ExplainedDocument, can_be_listed, echo_text};
use crate::schema::other_rule_value::{contradicts, explain_other_rule_value, offer_sibling_value};
use crate::schema::unambiguous::is_unambiguous;
use crate::schema::{edits, sign_value};
use crate::source::{Node, Value};

/// A value that its rule does not have.
pub(super) fn explain_rule_value(
    explained: &ExplainedDocument<'_>,
    category: &str,
    rule: &str,
    node: &Node,
    written: &str,
) -> Diagnostic {
    let message = match written {
        "" => format!("the value of `{rule}` is empty"),
        _ => format!("`{rule}` has no value `{}`", echo_text(written)),
    };
    let finding = explained.new_finding(Code::UnknownValue, node.span, message);
    let finding = match explained.entry_at(&["configured_rules", category, rule]) {
        Some(entry) => finding.with_secondary(entry.key.span, "the rule"),
        None => finding,
    };
    let finding = match written {
        "error" | "warn" | "warning" | "info" | "suggestion" => {
            finding.with_note("what a finding weighs, `[lints]` in housestyle.toml says")
        }
        _ => finding,
    };
    let finding = if written.trim().is_empty() {
        finding.with_note(format!("`without_rules` takes an inherited rule away: `{category}.{rule}`"))
    } else {
        finding
    };
    let Some(known) = explained.catalogue.find_rule(category, rule) else { return finding };
    if parsed_catalogue(Edition::Public).find_rule(category, rule).is_some_and(|rule| rule.values.contains_key(written))
    {
        return note_public(finding.with_label("not one of its values"), "value", written);
    }
    if let Some((value, sign)) = sign_value::value_before_sign(known, written) {
        let safety = name_safety(true, value.source);
        return finding
            .with_label(format!("the `{sign}` is part of it"))
            .with_help(format!("write `{}`: what stands around it belongs to another notation", value.name))
            .with_fix(rename_fix(explained, node, &value.name, safety));
    }
    let language = language_of_list(explained);
    let mut near = nearest::nearest_values(known, written);
    let owners: Vec<&Rule> =
        explained.catalogue.iter_rules().filter(|rule| rule.values.contains_key(written)).collect();
    near.retain(|value| {
        let other = owners.is_empty() && nearest::means_another(written, &value.name);
        let bare = nearest::is_bare_verb(&value.name) && written.split(['_', '-', ' ']).count() > 2;
        !other && !bare
    });
    // What the language is not offered is meant only by who wrote it, as is what goes against another rule.
    let sure = nearest::unambiguous_word(written, known.values.keys());
    if near.first().is_none_or(|best| sure != Some(&*best.name)) {
        near.retain(|value| sign_value::is_offered(value, language) && !contradicts(explained, known, &value.name));
    }
    let best = near.first().map(|value| &*value.name);
    if let Some(finding) = explain_other_rule_value(explained, [category, rule], node, best, &finding) {
        return finding.with_label("a value of another rule");
    }
    if written == "~" && !edits::is_toml(explained.file) {
        let fix = edits::replace_span(node.span, "~", "write `~` without quotes", Safety::Unsafe);
        let finding = finding.with_label("a text, in quotes");
        return finding.with_help("write `~` without quotes: it takes the rule of a base away").with_fix(fix);
    }
    if near.is_empty() && UNSET_WORDS.contains(&&*written.to_ascii_lowercase()) || matches!(written, "no" | "never") {
        return offer_unset(explained, known, node, finding.with_label("no value of a rule"));
    }
    if let Some(value) = known.values.values().next().filter(|_| known.values.len() == 1) {
        let only = &*value.name;
        if nearest::says_opposite(written, only) {
            return finding
                .with_label("not its only value")
                .with_note(format!("the only value of `{rule}` is `{only}`, which says the opposite"))
                .with_help("leave the rule out, or say it with an entry of `custom_instructions`");
        }
        let safety = name_safety(is_unambiguous(written, only, [only]), value.source);
        return finding
            .with_label("not its only value")
            .with_help(format!("the only value of `{rule}` is `{only}`"))
            .with_fix(rename_fix(explained, node, only, safety));
    }
    let finding = finding.with_label(format!("not one of its {} values", known.values.len()));
    let several = sign_value::joined_values(known, written);
    if several.len() > 1 {
        let names: Vec<String> = several.iter().map(|value| format!("`{value}`")).collect();
        let finding = finding.with_label("several values").with_help(format!("keep one of {}", names.join(", ")));
        return edits::offer_names(finding, explained.file, node.span, several);
    }
    let shown = sign_value::values_by_example(known, written, language);
    if (1..5).contains(&shown.len()) {
        let finding = finding.with_label("how it looks, and no name of a value");
        return offer_one_of(explained, known, node, finding, &shown);
    }
    if let Some(value) = sign_value::value_of_sign(known, written, language) {
        // A sign says which one is meant.
        let alike = match written.chars().any(char::is_alphanumeric) {
            true => sign_value::values_but_for_sign(known, value, language),
            false => Vec::new(),
        };
        let all = if alike.is_empty() { vec![value] } else { alike };
        return offer_one_of(explained, known, node, finding, &all);
    }
    if let Some(value) = sign_value::value_of_word(known, written, language) {
        return offer_sign_value(explained, node, finding, value);
    }
    if !sign_value::has_rule(known, language) {
        let shown = language.map(echo_text).unwrap_or_default();
        let finding = finding.with_note(format!("`{rule}` has no value for `{shown}`"));
        return offer_sibling_value(explained, [category, rule], node, language, &finding).unwrap_or_else(|| {
            finding.with_help("leave the rule out, or say it with an entry of `custom_instructions`")
        });
    }
    let all = format!("all {}: `housestyle explain {rule}`", known.values.len());
    let finding = match owners.as_slice() {
        [owner] => {
            let of = match owner.values.get(written).filter(|value| !sign_value::is_offered(value, language)) {
                Some(value) => format!(", offered for {}", value.languages.join(", ")),
                None => String::new(),
            };
            finding.with_note(format!("`{written}` is a value of `{}.{}`{of}", owner.category, owner.name))
        }
        _ => finding,
    };
    let tied: Vec<&RuleValue> = match near.first() {
        Some(best) if sure.is_none() => {
            let tie = |value: &&&RuleValue| nearest::are_equally_near(written, &best.name, &value.name);
            let tied: Vec<&RuleValue> = near.iter().filter(tie).copied().collect();
            let mut begun = sign_value::values_begun(known, written, language);
            begun.retain(|value| !contradicts(explained, known, &value.name));
            let goes_on = begun.iter().any(|value| value.name == best.name);
            if goes_on && begun.len() > tied.len() { begun } else { tied }
        }
        Some(_) | None => Vec::new(),
    };
    if tied.len() > 1 {
        return offer_one_of(explained, known, node, finding.with_note(all), &tied);
    }
    match near.split_first() {
        None => match sign_value::value_begun(known, written, language) {
            Some(value) if owners.is_empty() && !contradicts(explained, known, &value.name) => {
                let fix = rename_fix(explained, node, &value.name, Safety::Unsafe);
                finding.with_help(format!("did you mean `{}`?", value.name)).with_note(all).with_fix(fix)
            }
            _ => finding.with_help(describe_values(explained, known)),
        },
        Some((best, _)) if is_name_astray(best, written) => {
            finding.with_help(format!("correct the catalogue file, which calls it `{}`", echo_text(&best.name)))
        }
        Some((best, others)) => {
            // A value of another rule is written right, and no slip.
            let alone = owners.is_empty() && sure == Some(&*best.name);
            let finding = note_strange_letters(finding, written, Some(&best.name));
            let mut close: Vec<String> = others.iter().take(4).map(|value| format!("`{}`", value.name)).collect();
            while !can_be_listed(&close) {
                close.pop();
            }
            let close = if close.is_empty() { all } else { format!("also close: {}; {all}", close.join(", ")) };
            finding.with_help(format!("did you mean `{}`?", best.name)).with_note(close).with_fix(rename_fix(
                explained,
                node,
                &best.name,
                name_safety(alone, best.source),
            ))
        }
    }
}

/// Whether a name that a catalogue file gives is written otherwise than names are, and what was written has its letters in the way
/// of names: where it is given is the slip.
pub(super) fn is_name_astray(value: &RuleValue, written: &str) -> bool {
    let name = &value.name;
    let is_usual = |name: &str| name.chars().all(|c| c.is_alphanumeric() && !c.is_uppercase() || c == '_');
    let letters = |name: &str| -> String { name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect() };
    value.source == CatalogueSource::Project
        && is_usual(written)
        && !is_usual(name)
        && letters(name) == letters(written)
}

/// A rule and its value on one line, both by other names than they have, are one finding.
pub(super) fn join_rules_with_values(file: &SourceFile, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let renamed = |finding: &Diagnostic, code| match &finding.fix {
        Some(Fix { edits, .. }) if finding.code == code && edits.len() == 1 => Some(edits[0].clone()),
        Some(_) | None => None,
    };
    let mut joined: Vec<Diagnostic> = Vec::with_capacity(findings.len());
    let (values, others): (Vec<_>, Vec<_>) =
        findings.into_iter().partition(|finding| finding.code == Code::UnknownValue);
    joined.extend(others);
    for value in values {
        let same = |rule: &&mut Diagnostic| rule.pointer == value.pointer && renamed(rule, Code::UnknownRule).is_some();
        let Some(rule) = joined.iter_mut().find(same) else {
            joined.push(value);
            continue;
        };
        let edits = [renamed(rule, Code::UnknownRule), renamed(&value, Code::UnknownValue)];
        let [Some(name), Some(edit)] = edits else {
            // Of its value, only what may be written is known.
            let help = value.help.map(|help| format!(": {help}")).unwrap_or_default();
            *rule = rule.clone().with_note(format!("{}{help}", value.message));
            continue;
        };
        let line = edits::field_line(file, name.text.trim_matches('"'), edit.text.trim_matches('"'));
        let safe = [&*rule, &value].iter().all(|one| one.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe));
        let safety = if safe { Safety::Safe } else { Safety::Unsafe };
        let told = Diagnostic { notes: value.notes.clone(), ..rule.clone() };
        *rule = told
            .with_secondary(value.primary.span, "nor this a value of it")
            .with_help(format!("did you mean `{line}`?"))
            .with_fix(Fix { title: format!("write `{line}`"), safety, edits: vec![name, edit] });
    }
    joined
}

/// Names the value that makes the sign that was written.
pub(super) fn offer_sign_value(
    explained: &ExplainedDocument<'_>,
    node: &Node,
    finding: Diagnostic,
    value: &RuleValue,
) -> Diagnostic {
    finding.with_help(format!("write `{}`", value.name)).with_fix(rename_fix(
        explained,
        node,
        &value.name,
        Safety::Unsafe,
    ))
}

/// A switch or a number for a rule, where one of its values is meant; of a switch, what else the rule takes is told where that is little.
pub(super) fn explain_switch(
    explained: &ExplainedDocument<'_>,
    rule: &Rule,
    node: &Node,
    finding: Diagnostic,
    value: &RuleValue,
) -> Diagnostic {
    let finding = offer_sign_value(explained, node, finding, value);
    if !matches!(node.value, Value::Bool(_)) {
        return finding;
    }
    let language = language_of_list(explained);
    let offered = rule.values.values().filter(|value| sign_value::is_offered(value, language));
    let mut names: Vec<String> = offered.map(|value| format!("`{}`", value.name)).collect();
    names.sort_by_key(|name| *name != format!("`{}`", value.name));
    let switch = explained.file.slice(node.span);
    let message = match (2..=3).contains(&names.len()) && can_be_listed(&names) {
        true => format!("`{}` takes {}, not `{switch}`", rule.name, names.join(" or ")),
        false => finding.message.clone(),
    };
    Diagnostic { message, ..finding }.with_help(format!("write `{}`: `{switch}` means that", value.name))
}

/// A value of a rule, or the nearest one of the rule where the list's language is not offered it.
pub(super) fn offered_value<'r>(explained: &'r ExplainedDocument<'_>, rule: &'r Rule, value: &'r str) -> &'r str {
    let language = language_of_list(explained);
    let is_known = rule.values.get(value).is_none_or(|value| sign_value::is_offered(value, language));
    let Some(language) = language.filter(|_| !is_known) else { return value };
    let instead = nearest::offered_instead(explained.catalogue, rule, value, language);
    instead.filter(|(other, _)| other.name == rule.name).map_or(value, |(_, instead)| &*instead.name)
}

/// Longest name of a value, with its signs, that is listed among others.
const LONGEST_LISTED: usize = 80;

/// Names the values that may be meant; the only one with an edit.
fn offer_one_of(
    explained: &ExplainedDocument<'_>,
    rule: &Rule,
    node: &Node,
    finding: Diagnostic,
    all: &[&RuleValue],
) -> Diagnostic {
    if let [only] = all {
        return offer_sign_value(explained, node, finding, only);
    }
    let names: Vec<String> = all.iter().map(|value| format!("`{}`", value.name)).collect();
    let finding = edits::offer_names(finding, explained.file, node.span, all.iter().map(|value| &*value.name));
    // Names of whole sentences are told apart by what they make of a text.
    if can_be_listed(&names) && names.iter().all(|name| name.len() <= LONGEST_LISTED) {
        return finding.with_help(format!("write {}", names.join(" or ")));
    }
    let language = language_of_list(explained);
    let looks = describe_looks(all, language);
    finding.with_help(format!("write the value for {looks}: `housestyle explain {}` has their names", rule.name))
}

/// Values by what they make of a text, where their names are too long to be listed.
fn describe_looks(all: &[&RuleValue], language: Option<&str>) -> String {
    let looks: Vec<String> = all.iter().map(|value| format!("`{}`", value.illustration(language))).collect();
    match looks.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        looks => looks.concat(),
    }
}

/// What people write for a rule that is to ask for nothing.
const UNSET_WORDS: &[&str] = &[
    "ignore", "ignored", "skip", "any", "inherit", "default", "off", "disabled", "none", "unset", "false", "~", "null",
    "nil",
];

/// The way to leave a rule alone, with the value that says so where it has one.
pub(super) fn offer_unset(
    explained: &ExplainedDocument<'_>,
    rule: &Rule,
    node: &Node,
    finding: Diagnostic,
) -> Diagnostic {
    let unset = describe_unset(explained, rule);
    if let Some(negative) = negative_value(rule) {
        let negative = rename_fix(explained, node, negative, Safety::Unsafe);
        // What a base sets may be meant to be taken away.
        if describe_bare_unset(explained, rule).starts_with("write `~`") {
            let title = "write `~`, which takes the rule of a base away";
            return finding.offering_either(negative, edits::replace_span(node.span, "~", title, Safety::Unsafe));
        }
        return finding.with_help(unset).with_fix(negative);
    }
    finding.with_help(format!("{unset}; or {}", describe_values(explained, rule)))
}

/// A rule with a switch beside its value: one that is on takes the value, one that is off is not there.
pub(super) fn explain_switched_rule(
    explained: &ExplainedDocument<'_>,
    rule: &Rule,
    node: &Node,
    switch: bool,
    value: &str,
    finding: Diagnostic,
) -> Diagnostic {
    if !switch {
        let finding = finding.with_label("switched off");
        let unset = describe_bare_unset(explained, rule).replace("leave the line out", "leave the rule out");
        let line = edits::field_line(explained.file, &rule.name, value);
        return finding.with_help(format!("{unset}; where it is to be followed, write `{line}`"));
    }
    offer_value_alone(explained, rule, node, value, finding.with_label("its value, with a switch"))
}

/// The value of a rule in place of the mapping that it was written in.
pub(super) fn offer_value_alone(
    explained: &ExplainedDocument<'_>,
    rule: &Rule,
    node: &Node,
    value: &str,
    finding: Diagnostic,
) -> Diagnostic {
    let (file, name, category) = (explained.file, &rule.name, &rule.category);
    let (toml, inside) = (edits::is_toml(file), file.slice(node.span).starts_with('{'));
    let line = edits::field_line(file, name, value);
    let title = format!("write `{line}`");
    let Some(key) = explained.entry_at(&["configured_rules", category, name]).map(|entry| entry.key.span) else {
        return finding.with_help(title);
    };
    let header = format!("[configured_rules.{category}]");
    let line_start = edits::line_start(file, key.start as usize);
    let above = &file.text()[line_start..key.start as usize];
    let finding = match above.trim_start().starts_with('[') && toml {
        true => finding.with_help(format!("write `{header}`, and below it `{line}`")),
        false => finding.with_help(&title),
    };
    let written = edits::text_value(file, value);
    let span = match node.entries() {
        _ if inside => node.span,
        _ if !toml => Span { start: key.end, end: node.span.end },
        // The header of its table goes, and the rule stands in that of its category.
        [only]
            if explained.node_at(&["configured_rules", category]).is_some_and(|rules| rules.entries().len() == 1) =>
        {
            let long = format!("[configured_rules.{category}.{name}]");
            let at = line_start + above.len() - above.trim_start().len();
            if !file.text()[at..].starts_with(&long) {
                return finding;
            }
            let head = Edit { span: Span::new(at, at + long.len()), text: header };
            let edits = vec![head, Edit { span: only.span(), text: line }];
            return finding.with_fix(Fix { title, safety: Safety::Unsafe, edits });
        }
        _ => return finding,
    };
    if file.slice(span).contains('#') {
        return finding;
    }
    let new = if inside { written } else { format!(": {written}") };
    finding.with_fix(edits::replace_span(span, new, title, Safety::Unsafe))
}

/// How a rule is left alone: by its own value, without its line, or, where a base may set it, by what takes it away.
fn describe_unset(explained: &ExplainedDocument<'_>, rule: &Rule) -> String {
    let unset = describe_bare_unset(explained, rule);
    match negative_value(rule) {
        Some(negative) => format!("write `{negative}`, or {unset}"),
        None => unset,
    }
}

/// The same without a value.
fn describe_bare_unset(explained: &ExplainedDocument<'_>, rule: &Rule) -> String {
    let inherits = explained.node_at(&["extends"]).is_some_and(|bases| !bases.items().is_empty());
    match (inherits, edits::is_toml(explained.file)) {
        (true, false) => "write `~`, which takes the rule of a base away".to_owned(),
        (true, true) => format!("name `{}.{}` in `without_rules`, which takes it away", rule.category, rule.name),
        (false, _) => "leave the line out: a rule that is not set asks for nothing".to_owned(),
    }
}

/// The value by which a rule asks not to do what it is about: `do_not_use`, `do_not_use_contractions`.
fn negative_value(rule: &Rule) -> Option<&str> {
    let about = |value: &str| value.split('_').all(|word| rule.name.split('_').any(|known| known == word));
    let negates =
        |name: &&str| name.strip_prefix("do_not_use").is_some_and(|rest| rest.is_empty() || about(&rest[1..]));
    rule.values.keys().find(negates)
}

/// What may be written for a rule, in a help line: its values where they are few, each whole. Of a list whose language is known,
/// those that it is offered.
pub(super) fn describe_values(explained: &ExplainedDocument<'_>, rule: &Rule) -> String {
    let language = language_of_list(explained);
    let offered = |value: &&RuleValue| sign_value::is_offered(value, language);
    let mut of_language: Vec<&RuleValue> = rule.values.values().filter(offered).collect();
    let all = of_language.len();
    of_language.retain(|value| !contradicts(explained, rule, &value.name));
    let but = if of_language.len() < all { " without contradiction to another rule here" } else { "" };
    let (values, of) = match (of_language.is_empty() || of_language.len() == rule.values.len(), language) {
        (false, Some(language)) => (of_language, format!(" offered for `{}`{but}", echo_text(language))),
        _ => (rule.values.values().collect(), String::new()),
    };
    let names: Vec<String> = values.iter().map(|value| format!("`{}`", value.name)).collect();
    let few = |names: &[String]| names.len() <= 5 && can_be_listed(names);
    match names.as_slice() {
        [only] if of.is_empty() => format!("write {only}"),
        [only] => format!("write {only}, the one{of}"),
        all if few(all) && of.is_empty() => format!("write one of {}", all.join(", ")),
        all if few(all) => format!("write one of those{of}: {}", all.join(", ")),
        [_, _, ..] if names.len() <= 5 && !of.is_empty() => {
            let looks = describe_looks(&values, language);
            format!("write one of those{of}, for {looks}: `housestyle explain {}` has their names", rule.name)
        }
        many => format!("write one of its {} values{of}: `housestyle explain {}`", many.len(), rule.name),
    }
}
