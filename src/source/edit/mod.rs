//! Edits of a file's bytes: values are set, entries and items come and go, and everything else stays as it was written.
//!
//! Always holds: after each edit the file is read again, and must mean exactly what was wanted, in every document, with no
//! new finding; else the next way of writing it is tried, and where none is left, nothing is changed and somebody is told
//! where to edit by hand. That is also what protects anchors: a change of a value that others share would change them too.
//! Deliberately absent: knowledge of what the values are for, and the disk.

mod fixes;
pub(crate) mod line;
mod token_patch;
mod table;
mod toml;
mod yaml;

use std::sync::Arc;

pub use fixes::{compatible_fixes, edits_together};
pub use table::edit_table;

use crate::diagnostic::{Edit, SourceFile, Span};
use crate::source::emit::ValueTree;
use crate::source::path_segment::PathSegment;
use crate::source::{Format, Node, ParsedFile, Value, parse_source};

/// What is to become different.
#[derive(Clone, Debug, PartialEq)]
pub enum TreeEdit {
    /// The value at this place is this from now on. What is missing of the way to it is made: only its last keys may be.
    Set {
        /// The way, ending with a key.
        at: Vec<PathSegment>,
        /// The value. Something else than text is only ever added.
        value: ValueTree,
        /// Keys behind which a new entry stands, the last of them that is there; none means in order of the alphabet where
        /// the others are, and at the end.
        after: &'static [&'static str],
    },
    /// The entry or item goes, and what would be empty without it.
    Remove {
        /// The way.
        at: Vec<PathSegment>,
    },
    /// A list gets another item at its end, and is made where it is not there.
    Append {
        /// The way to the list, ending with a key.
        at: Vec<PathSegment>,
        /// The item.
        item: ValueTree,
        /// As for `Set`.
        after: &'static [&'static str],
    },
}

/// An edit that cannot be made by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    /// Which act.
    pub edit_index: usize,
    /// Where to edit by hand, in the file as it was given.
    pub span: Span,
    /// Why, in words that follow a colon.
    pub why: &'static str,
}

/// The text of a file after these acts on one of its documents, made one after the other. All of them, or none.
///
/// # Errors
/// Says which act has no way to be written, and where somebody should.
pub fn edit_document(
    parsed: &ParsedFile,
    format: Format,
    document: usize,
    acts: &[TreeEdit],
) -> Result<String, EditError> {
    let now = EditTarget { file: &parsed.file, parsed, format, document };
    match apply_edits(&now, acts) {
        Ok(file) => Ok(file.text().to_owned()),
        Err((act, why)) => {
            let place = |node| nearest_node(node, acts[act].path()).span;
            Err(EditError {
                edit_index: act,
                span: parsed.documents.get(document).map_or(Span::empty_at(0), place),
                why,
            })
        }
    }
}

/// A file between two acts.
struct EditTarget<'a> {
    file: &'a Arc<SourceFile>,
    parsed: &'a ParsedFile,
    format: Format,
    document: usize,
}

/// Fewest acts that are tried together.
const MIN_BATCH: usize = 3;

/// Many acts are made at once where that is proved right, else half of them after the other half.
fn apply_edits(now: &EditTarget<'_>, acts: &[TreeEdit]) -> Result<Arc<SourceFile>, (usize, &'static str)> {
    let EditTarget { file, parsed, format, document } = now;
    match acts {
        [] => return Ok((*file).clone()),
        [act] => return apply_edit(file, parsed, *format, *document, act).map_err(|why| (0, why)),
        _ => {}
    }
    if acts.len() >= MIN_BATCH
        && let Some(file) = apply_batch(now, acts)
    {
        return Ok(file);
    }
    let half = if acts.len() < MIN_BATCH { 1 } else { acts.len() / 2 };
    let (first, second) = acts.split_at(half);
    let file = apply_edits(now, first)?;
    let parsed = parse_source(&file, *format);
    let now = EditTarget { file: &file, parsed: &parsed, format: *format, document: *document };
    apply_edits(&now, second).map_err(|(act, why)| (half + act, why))
}

/// The least change for each act, all against the file as it is.
fn apply_batch(now: &EditTarget<'_>, acts: &[TreeEdit]) -> Option<Arc<SourceFile>> {
    let EditTarget { file, parsed, format, document } = now;
    let root = parsed.documents.get(*document)?;
    let mut wanted: Vec<ValueTree> = parsed.documents.iter().map(ValueTree::from_node).collect();
    let mut edits = Vec::new();
    for act in acts {
        edit_tree(&mut wanted[*document], act)?;
        edits.extend(candidate_edits(*format, file.text(), root, act).into_iter().next()?);
    }
    verify_edits(file, parsed, *format, &wanted, &edits)
}

impl TreeEdit {
    fn path(&self) -> &[PathSegment] {
        match self {
            Self::Set { at, .. } | Self::Remove { at } | Self::Append { at, .. } => at,
        }
    }
}

fn apply_edit(
    file: &Arc<SourceFile>,
    parsed: &ParsedFile,
    format: Format,
    document: usize,
    edit: &TreeEdit,
) -> Result<Arc<SourceFile>, &'static str> {
    const NO_PLACE: &str = "the place is not laid out in a way that can be edited";
    let root = parsed.documents.get(document).ok_or(NO_PLACE)?;
    let mut wanted: Vec<ValueTree> = parsed.documents.iter().map(ValueTree::from_node).collect();
    let changed = edited_tree(&wanted[document], edit).ok_or(NO_PLACE)?;
    if changed.equals_unordered(&wanted[document]) {
        return Ok(file.clone());
    }
    wanted[document] = changed;
    if format == Format::Toml && !is_writable(edit) {
        return Err("TOML has no null");
    }
    let ways = candidate_edits(format, file.text(), root, edit);
    let shared = !ways.is_empty();
    if let Some(new) = ways.iter().find_map(|edits| verify_edits(file, parsed, format, &wanted, edits)) {
        return Ok(new);
    }
    Err(if shared && file.text().contains(['&', '*']) && format == Format::Yaml {
        "the value is shared by an anchor, or the place is not laid out in a way that can be edited"
    } else {
        NO_PLACE
    })
}

/// Edits that may make an act, the least change first.
fn candidate_edits(format: Format, text: &str, root: &Node, edit: &TreeEdit) -> Vec<Vec<Edit>> {
    match format {
        Format::Yaml => yaml::candidate_edits(text, root, edit),
        Format::Toml => toml::candidate_edits(text, root, edit),
    }
}

/// The file with edits made, where it then means what is wanted, with no new finding.
fn verify_edits(
    file: &Arc<SourceFile>,
    parsed: &ParsedFile,
    format: Format,
    wanted: &[ValueTree],
    edits: &[Edit],
) -> Option<Arc<SourceFile>> {
    let new = SourceFile::new(file.path().clone(), apply_text_edits(file.text(), edits)?);
    let again = parse_source(&new, format);
    let same = again.documents.len() == wanted.len()
        && again.documents.iter().zip(wanted).all(|(node, wanted)| ValueTree::from_node(node).equals_unordered(wanted));
    (same && !again.incomplete && again.findings.len() <= parsed.findings.len()).then_some(new)
}

fn is_writable(edit: &TreeEdit) -> bool {
    match edit {
        TreeEdit::Set { value, .. } => *value != ValueTree::Null,
        TreeEdit::Remove { .. } | TreeEdit::Append { .. } => true,
    }
}

/// What a document means after an act; nothing where the act has no place in it.
fn edited_tree(tree: &ValueTree, edit: &TreeEdit) -> Option<ValueTree> {
    let mut changed = tree.clone();
    edit_tree(&mut changed, edit)?;
    Some(changed)
}

fn edit_tree(tree: &mut ValueTree, edit: &TreeEdit) -> Option<()> {
    match edit {
        TreeEdit::Set { at, value, .. } => tree.set_at(at, value.clone()),
        TreeEdit::Append { at, item, .. } => tree.append_at(at, item.clone()),
        TreeEdit::Remove { at } => tree.remove_at(at),
    }
}

/// The text with edits made; nothing where they overlap, or lie outside of it.
pub fn apply_text_edits<'a>(text: &str, edits: impl IntoIterator<Item = &'a Edit>) -> Option<String> {
    let mut sorted: Vec<&Edit> = edits.into_iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(text.len() + 64);
    let mut at = 0;
    for Edit { span, text: new } in sorted {
        out.push_str(text.get(at..span.range().start)?);
        out.push_str(new);
        at = span.range().end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

/// The node at the end of a way, or the last one that is there.
#[must_use]
pub fn nearest_node<'a>(root: &'a Node, at: &[PathSegment]) -> &'a Node {
    let mut node = root;
    for step in at {
        let next = child_node(node, step);
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}

/// The value that a step leads to.
fn child_node<'a>(node: &'a Node, step: &PathSegment) -> Option<&'a Node> {
    match (step, &node.value) {
        (PathSegment::Key(key), Value::Mapping(_)) => node.get(key),
        (PathSegment::Item(index), Value::Sequence(items)) => items.get(*index),
        (PathSegment::Key(_) | PathSegment::Item(_), _) => None,
    }
}

/// What an act comes down to, once it is known how much of its way is there.
enum EditTask<'a> {
    /// Another scalar in the place of this one.
    ReplaceScalar { node: &'a Node, value: &'a ValueTree },
    /// A new entry of this mapping.
    InsertEntry { mapping: &'a Node, key: &'a str, value: ValueTree, after: &'static [&'static str] },
    /// A new last item of this list.
    AppendItem { list: &'a Node, item: &'a ValueTree },
    /// An entry of this mapping goes.
    RemoveEntry { mapping: &'a Node, entry: usize },
    /// An item of this list goes.
    RemoveItem { list: &'a Node, item: usize },
}

/// The task, and the collections on the way to it, outermost first; nothing where there is none.
fn resolve_task<'a>(root: &'a Node, edit: &'a TreeEdit) -> Option<EditTask<'a>> {
    match edit {
        TreeEdit::Set { at, value, after } => set_task(root, at, value, after),
        TreeEdit::Append { at, item, after } => match node_at(root, at) {
            Some(list) => matches!(list.value, Value::Sequence(_)).then_some(EditTask::AppendItem { list, item }),
            None => {
                let made = ValueTree::Sequence(vec![item.clone()]);
                insert_task(root, at, made, after)
            }
        },
        TreeEdit::Remove { at } => remove_task(root, at),
    }
}

fn node_at<'a>(root: &'a Node, at: &[PathSegment]) -> Option<&'a Node> {
    at.iter().try_fold(root, child_node)
}

fn set_task<'a>(
    root: &'a Node,
    at: &'a [PathSegment],
    value: &'a ValueTree,
    after: &'static [&'static str],
) -> Option<EditTask<'a>> {
    match node_at(root, at) {
        Some(node) => {
            let scalar = !matches!(node.value, Value::Mapping(_) | Value::Sequence(_));
            (scalar && value.is_scalar()).then_some(EditTask::ReplaceScalar { node, value })
        }
        None => insert_task(root, at, value.clone(), after),
    }
}

fn insert_task<'a>(
    root: &'a Node,
    at: &'a [PathSegment],
    value: ValueTree,
    after: &'static [&'static str],
) -> Option<EditTask<'a>> {
    let mut node = root;
    for (index, step) in at.iter().enumerate() {
        match child_node(node, step) {
            Some(next) => node = next,
            None => {
                let PathSegment::Key(key) = step else { return None };
                let mut value = value;
                for step in at[index + 1..].iter().rev() {
                    let PathSegment::Key(key) = step else { return None };
                    value = ValueTree::Mapping(vec![(key.clone(), value)]);
                }
                return matches!(node.value, Value::Mapping(_)).then_some(EditTask::InsertEntry {
                    mapping: node,
                    key,
                    value,
                    after,
                });
            }
        }
    }
    None
}

/// The removal, moved up to the first collection that keeps something.
fn remove_task<'a>(root: &'a Node, at: &[PathSegment]) -> Option<EditTask<'a>> {
    let mut at = at;
    loop {
        let (last, before) = at.split_last()?;
        let parent = node_at(root, before)?;
        child_node(parent, last)?;
        let left = parent.entries().len() + parent.items().len();
        if left == 1 && !before.is_empty() {
            at = before;
            continue;
        }
        return match last {
            PathSegment::Key(key) => {
                let entry = parent.entries().iter().position(|entry| entry.key.value == *key)?;
                Some(EditTask::RemoveEntry { mapping: parent, entry })
            }
            PathSegment::Item(item) => Some(EditTask::RemoveItem { list: parent, item: *item }),
        };
    }
}
