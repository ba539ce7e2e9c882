//! `empty-value`: a category of rules with `~` behind it, beside bases that set rules of it. `~` takes away one rule, no category.

use std::collections::HashMap;
use std::sync::Arc;

use crate::check::inherit::MergedStyle;
use crate::diagnostic::{Code, Diagnostic, Safety, Span};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;

/// More rules than this are not listed.
const MAX_LISTED: usize = 5;

/// Names the inherited rules in what was found of such categories: what the shape of a document tells knows of no base.
pub(super) fn name_inherited_rules<'l, 'd: 'l, 'a: 'd>(
    findings: &mut [Vec<Diagnostic>],
    lists: impl Iterator<Item = &'l MergedStyle<'d, 'a>>,
) {
    let emptied = |finding: &Diagnostic| {
        let pointer = finding.pointer.as_deref().filter(|_| finding.code == Code::EmptyValue)?;
        pointer.strip_prefix("/configured_rules/").filter(|category| !category.contains('/')).map(str::to_owned)
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
        if let Some(better) = of_file.into_iter().find_map(|list| explain_emptied_category(finding, list, category)) {
            **finding = better;
        }
    }
}

fn explain_emptied_category(finding: &Diagnostic, list: &MergedStyle<'_, '_>, category: &str) -> Option<Diagnostic> {
    let (file, document) = (list.document.file, list.document.node);
    let entry = document.get("configured_rules")?.entry(category)?;
    let value = file.slice(entry.value.span).trim();
    if !Arc::ptr_eq(file, &finding.file) || entry.key.span != finding.primary.span || value.is_empty() {
        return None;
    }
    let inherited = list.rules.iter().filter(|(key, rule)| key.category == category && rule.via.is_some());
    let lines: Vec<String> = inherited.map(|(key, _)| format!("{}: ~", key.rule)).collect();
    if lines.is_empty() {
        return None;
    }
    let shown: Vec<String> = lines.iter().take(MAX_LISTED).map(|line| format!("`{line}`")).collect();
    let more = if lines.len() > shown.len() { " and so on" } else { "" };
    let told = Diagnostic {
        message: format!("`{}` takes one rule of a base away, and no category", echo_text(value)),
        help: None,
        ..finding.clone()
    };
    let told = told
        .with_label("takes nothing away")
        .with_help(format!("write each rule that bases set below it: {}{more}", shown.join(", ")));
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
