//! What is to be taken away of bases and is no rule: a category as a whole, with `~` behind it or in `without_rules`, which both take
//! away one rule and no category, or a misspelt rule.

use std::collections::HashMap;
use std::sync::Arc;

use crate::catalogue::nearest;
use crate::check::inherit::MergedStyle;
use crate::diagnostic::{Code, Diagnostic, Safety, Span};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;

/// More rules than this are not listed.
const MAX_LISTED: usize = 5;

/// Names the inherited rules in what was found of such names: who judges the shape of a document knows of no base.
pub(super) fn name_inherited_rules<'l, 'd: 'l, 'a: 'd>(
    findings: &mut [Vec<Diagnostic>],
    lists: impl Iterator<Item = &'l MergedStyle<'d, 'a>>,
) {
    let emptied = |finding: &Diagnostic| {
        let pointer = finding.pointer.as_deref()?;
        let named = if finding.code == Code::EmptyValue {
            pointer.strip_prefix("/configured_rules/")
        } else if is_unset(finding) {
            Some(finding.file.slice(finding.primary.span).trim_matches(['"', '\'']))
        } else {
            None
        };
        named.filter(|name| is_unset(finding) || !name.contains(['/', '.'])).map(str::to_owned)
    };
    let mut told: Vec<(&mut Diagnostic, String)> = findings
        .iter_mut()
        .flatten()
        .filter_map(|finding| emptied(finding).map(|category| (finding, category)))
        .collect();
    if told.is_empty() {
        return;
    }
    let mut by_path: HashMap<Arc<str>, Vec<&'l MergedStyle<'d, 'a>>> = HashMap::new();
    for list in lists {
        by_path.entry(list.document.file.path().clone()).or_default().push(list);
    }
    for (finding, category) in &mut told {
        let of_file = by_path.get(finding.file.path()).into_iter().flatten();
        if let Some(better) = of_file.into_iter().find_map(|list| explain_category(finding, list, category)) {
            **finding = better;
        }
    }
}

/// Whether this is about a name in `without_rules` that no rule has.
fn is_unset(finding: &Diagnostic) -> bool {
    finding.code == Code::UnknownRule
        && finding.pointer.as_ref().is_some_and(|pointer| pointer.starts_with("/without_rules/"))
}

fn explain_category(finding: &Diagnostic, list: &MergedStyle<'_, '_>, category: &str) -> Option<Diagnostic> {
    match (is_unset(finding), category.contains('.')) {
        (true, true) => explain_unset_rule(finding, list, category),
        (true, false) => explain_unset_category(finding, list, category),
        (false, _) => explain_emptied_category(finding, list, category),
    }
}

/// The name of a rule in `without_rules` that is nearest to what bases set, where the one that was found nearest is set by none.
fn explain_unset_rule(finding: &Diagnostic, list: &MergedStyle<'_, '_>, written: &str) -> Option<Diagnostic> {
    let inherited = list.rules.iter().filter(|(_, rule)| rule.via.is_some());
    let set: Vec<String> = inherited.map(|(key, _)| key.to_string()).collect();
    prefer_set_rule(finding, written, &set)
}

/// A finding about a rule that is none with the name of one of those that are `set`, where the one that it offers is not. Several in
/// one text are told apart by what it offers.
pub(super) fn prefer_set_rule(finding: &Diagnostic, written: &str, set: &[String]) -> Option<Diagnostic> {
    let offered = finding.fix.as_ref().and_then(|fix| fix.edits.first());
    let is_set = |text: &str| set.iter().any(|name| text.trim_matches(['"', '\'']) == name);
    if offered.is_some_and(|edit| edit.text.contains(',') || is_set(&edit.text)) {
        return None;
    }
    let best = *nearest::nearest_words(written, set.iter().map(String::as_str)).first()?;
    let fix = edits::rename_key(&finding.file, finding.primary.span, best, Safety::Unsafe);
    Some(finding.clone().with_help(format!("did you mean `{best}`?")).with_fix(fix))
}

/// The rules of a category that bases of a list set, as `without_rules` names them.
fn explain_unset_category(finding: &Diagnostic, list: &MergedStyle<'_, '_>, category: &str) -> Option<Diagnostic> {
    let (file, span) = (list.document.file, finding.primary.span);
    let own = list.document.node.get("without_rules")?.span;
    let is_own = Arc::ptr_eq(file, &finding.file) && own.start <= span.start && span.end <= own.end;
    let names = inherited_rules(list, category);
    if names.is_empty() || !is_own {
        return None;
    }
    let names: Vec<String> = names.iter().map(|rule| format!("{category}.{rule}")).collect();
    let told = Diagnostic { help: None, ..finding.clone() };
    let told = told.with_help(format!("name each rule that bases set: {}", shown(&names)));
    let written: Vec<String> = names.iter().map(|name| edits::match_notation(file, span, name)).collect();
    let start = edits::line_start(file, span.start as usize);
    let dash = edits::lines_of_item(file, span)
        .map(|_| format!("{}{}", edits::line_ending(file), &file.text()[start..span.start as usize]));
    let text = written.join(dash.as_deref().unwrap_or(", "));
    Some(told.with_fix(edits::replace_span(span, text, "name each rule", Safety::Unsafe)))
}

/// The rules of a category that a list has from its bases.
fn inherited_rules<'l>(list: &'l MergedStyle<'_, '_>, category: &str) -> Vec<&'l str> {
    let inherited = list.rules.iter().filter(|(key, rule)| key.category == category && rule.via.is_some());
    inherited.map(|(key, _)| &*key.rule).collect()
}

/// A few of these, for a sentence.
fn shown(names: &[String]) -> String {
    let some: Vec<String> = names.iter().take(MAX_LISTED).map(|name| format!("`{name}`")).collect();
    format!("{}{}", some.join(", "), if names.len() > some.len() { " and so on" } else { "" })
}

/// An empty table of a category, in a notation without a null: what it was to take away, only its writer knows.
fn tell_empty_table(finding: &Diagnostic) -> Diagnostic {
    let file = &finding.file;
    let told = finding
        .clone()
        .with_label("takes nothing away")
        .with_help("delete this table; what bases set and is not to hold, `without_rules` names at the top");
    let start = edits::line_start(file, finding.primary.span.start as usize);
    let header = file.text()[start..].lines().next().filter(|line| line.starts_with('['));
    let line = header.and_then(|line| edits::lines_of_span(file, Span::new(start, start + line.len())));
    let fix = line.map(|span| edits::replace_span(span, "", "delete this table", Safety::Unsafe));
    fix.into_iter().fold(told, Diagnostic::with_fix)
}

fn explain_emptied_category(finding: &Diagnostic, list: &MergedStyle<'_, '_>, category: &str) -> Option<Diagnostic> {
    let (file, document) = (list.document.file, list.document.node);
    let entry = document.get("configured_rules")?.entry(category)?;
    let value = file.slice(entry.value.span).trim();
    if !Arc::ptr_eq(file, &finding.file) || entry.key.span != finding.primary.span || value.is_empty() {
        return None;
    }
    let lines: Vec<String> = inherited_rules(list, category).iter().map(|rule| format!("{rule}: ~")).collect();
    if lines.is_empty() {
        return None;
    }
    if edits::is_toml(file) {
        return Some(tell_empty_table(finding));
    }
    let told = Diagnostic {
        message: format!("`{}` takes one rule of a base away, and no category", echo_text(value)),
        help: None,
        ..finding.clone()
    };
    let told = told
        .with_label("takes nothing away")
        .with_help(format!("write each rule that bases set below it: {}", shown(&lines)));
    let key = entry.key.span;
    let lead = &file.text()[edits::line_start(file, key.start as usize)..key.start as usize];
    let end = edits::line_ending(file);
    let new: String = lines.iter().map(|line| format!("{end}{lead}  {line}")).collect();
    let fix = edits::replace_span(
        Span { start: key.end, end: entry.value.span.end },
        format!(":{new}"),
        "write each rule with `~`",
        Safety::Unsafe,
    );
    Some(if lead.chars().all(|c| c == ' ') { told.with_fix(fix) } else { told })
}
