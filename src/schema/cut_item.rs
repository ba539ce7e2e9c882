//! A `-` before every field: each item of a list holds one field, and lacks those of its neighbours. One habit, one finding.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::source::{Entry, Node};

/// Findings in which items that were cut in pieces are one finding for each list.
pub(super) fn merge_cut_items(explained: &ExplainedDocument<'_>, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let lacking = |finding: &Diagnostic| {
        let pointer = finding.pointer.as_deref().filter(|_| finding.code == Code::MissingField)?;
        let mut parts = pointer.strip_prefix('/')?.split('/');
        let (list, index) = (parts.next()?.to_owned(), parts.next()?.parse::<usize>().ok()?);
        parts.next().is_none().then_some((list, index))
    };
    let lists: Vec<&Entry> =
        explained.document.entries().iter().filter(|entry| entry.value.items().len() > 1).collect();
    let mut merged = Vec::new();
    let mut rest = findings;
    for list in lists {
        let name = list.key.value.as_str();
        let faulty = |index: usize| rest.iter().filter_map(lacking).any(|(list, at)| list == name && at == index);
        let wrong = wrong_dashes(explained, name, list.value.items(), faulty);
        let Some((_, first)) = wrong.first() else { continue };
        let cut: Vec<usize> = wrong.iter().flat_map(|(index, _)| [index - 1, *index]).collect();
        merged.push(cut_item_finding(explained, name, first, &wrong));
        rest.retain(|finding| !lacking(finding).is_some_and(|(list, at)| list == name && cut.contains(&at)));
    }
    rest.extend(merged);
    rest
}

/// Items whose dash should not be there, by their number: they have none of the fields of the item above, and both lack some.
fn wrong_dashes<'n>(
    explained: &ExplainedDocument<'_>,
    name: &str,
    items: &'n [Node],
    faulty: impl Fn(usize) -> bool,
) -> Vec<(usize, &'n Entry)> {
    let fields = explained.fields_at(&[name, "0"]);
    let known = |item: &Node| item.entries().iter().all(|entry| fields.contains(&entry.key.value.as_str()));
    let mut wrong = Vec::new();
    let mut begun: Vec<&str> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let keys: Vec<&str> = item.entries().iter().map(|entry| entry.key.value.as_str()).collect();
        let joins = index > 0
            && !begun.is_empty()
            && !keys.is_empty()
            && known(item)
            && known(&items[index - 1])
            && faulty(index)
            && faulty(index - 1)
            && keys.iter().all(|key| !begun.contains(key));
        if let (true, Some(first)) = (joins, item.entries().first()) {
            wrong.push((index, first));
            begun.extend(keys);
        } else {
            begun = keys;
        }
    }
    wrong
}

fn cut_item_finding(
    explained: &ExplainedDocument<'_>,
    name: &str,
    first: &Entry,
    wrong: &[(usize, &Entry)],
) -> Diagnostic {
    let file = explained.file;
    let dash = |entry: &Entry| -> Option<usize> {
        let start = entry.key.span.start as usize;
        let lead = file.text().get(edits::line_start(file, start)..start)?;
        let at = lead.rfind('-').filter(|at| lead[..*at].chars().all(|c| c == ' '))?;
        Some(edits::line_start(file, start) + at)
    };
    let place = dash(first).map_or(first.key.span, |at| Span::new(at, at + 1));
    let key = echo_text(&first.key.value);
    let help = "write one `-` for each entry, and its other fields below the first without a `-`";
    let finding = explained
        .new_finding(Code::MissingField, place, format!("the `-` before `{key}` begins another entry of `{name}`"))
        .with_label("belongs to the entry above")
        .with_help(help)
        .with_pointer(join_pointer(&[name, &wrong.first().map_or(0, |(index, _)| *index).to_string()]));
    let edits: Option<Vec<Edit>> = wrong
        .iter()
        .map(|(_, entry)| dash(entry).map(|at| Edit { span: Span::new(at, at + 1), text: " ".to_owned() }))
        .collect();
    match edits.filter(|_| !edits::is_toml(file)) {
        Some(edits) => finding.with_fix(Fix { title: "take these `-` away".to_owned(), safety: Safety::Unsafe, edits }),
        None => finding,
    }
}
