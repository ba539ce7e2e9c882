//! Edits of a file's bytes: values are set, entries and items come and go, and everything else stays as it was written.
//!
//! Always holds: after each edit the file is read again, and must mean exactly what was wanted, in every document, with no
//! new finding; else the next way of writing it is tried, and where none is left, nothing is changed and somebody is told
//! where to edit by hand. That is also what protects anchors: a change of a value that others share would change them too.
//! Deliberately absent: knowledge of what the values are for, and the disk.

mod fixes;
mod line;
mod local;
mod table;
mod toml;
mod yaml;

use std::sync::Arc;

pub use fixes::compatible;
pub use table::table;

use crate::diagnostic::{Edit, SourceFile, Span};
use crate::source::emit::Tree;
use crate::source::{Format, Node, Parsed, Value, parse};

/// One part of the way to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The entry of a mapping.
    Key(String),
    /// The item of a list, from 0.
    Item(usize),
}

/// What is to become different.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// The value at this place is this from now on. What is missing of the way to it is made: only its last keys may be.
    Set {
        /// The way, ending with a key.
        at: Vec<Step>,
        /// The value. Something else than text is only ever added.
        value: Tree,
        /// Keys behind which a new entry stands, the last of them that is there; none means in order of the alphabet where
        /// the others are, and at the end.
        after: &'static [&'static str],
    },
    /// The entry or item goes, and what would be empty without it.
    Remove {
        /// The way.
        at: Vec<Step>,
    },
    /// A list gets another item at its end, and is made where it is not there.
    Append {
        /// The way to the list, ending with a key.
        at: Vec<Step>,
        /// The item.
        item: Tree,
        /// As for `Set`.
        after: &'static [&'static str],
    },
}

/// An edit that cannot be made by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which act.
    pub act: usize,
    /// Where to edit by hand, in the file as it was given.
    pub span: Span,
    /// Why, in words that follow a colon.
    pub why: &'static str,
}

/// The text of a file after these acts on one of its documents, made one after the other. All of them, or none.
///
/// # Errors
/// Says which act has no way to be written, and where somebody should.
pub fn edit(parsed: &Parsed, format: Format, document: usize, acts: &[Act]) -> Result<String, Refused> {
    let now = Now { file: &parsed.file, parsed, format, document };
    match several(&now, acts) {
        Ok(file) => Ok(file.text().to_owned()),
        Err((act, why)) => {
            let place = |node| nearest(node, acts[act].at()).span;
            Err(Refused { act, span: parsed.documents.get(document).map_or(Span::at(0), place), why })
        }
    }
}

/// A file between two acts.
struct Now<'a> {
    file: &'a Arc<SourceFile>,
    parsed: &'a Parsed,
    format: Format,
    document: usize,
}

/// Fewest acts that are tried together.
const MANY: usize = 3;

/// Many acts are made at once where that is proved right, else half of them after the other half.
fn several(now: &Now<'_>, acts: &[Act]) -> Result<Arc<SourceFile>, (usize, &'static str)> {
    let Now { file, parsed, format, document } = now;
    match acts {
        [] => return Ok((*file).clone()),
        [act] => return one(file, parsed, *format, *document, act).map_err(|why| (0, why)),
        _ => {}
    }
    if acts.len() >= MANY
        && let Some(file) = together(now, acts)
    {
        return Ok(file);
    }
    let half = if acts.len() < MANY { 1 } else { acts.len() / 2 };
    let (first, second) = acts.split_at(half);
    let file = several(now, first)?;
    let parsed = parse(&file, *format);
    let now = Now { file: &file, parsed: &parsed, format: *format, document: *document };
    several(&now, second).map_err(|(act, why)| (half + act, why))
}

/// The least change for each act, all against the file as it is.
fn together(now: &Now<'_>, acts: &[Act]) -> Option<Arc<SourceFile>> {
    let Now { file, parsed, format, document } = now;
    let root = parsed.documents.get(*document)?;
    let mut wanted: Vec<Tree> = parsed.documents.iter().map(Tree::of).collect();
    let mut edits = Vec::new();
    for act in acts {
        make(&mut wanted[*document], act)?;
        edits.extend(ways(*format, file.text(), root, act).into_iter().next()?);
    }
    proved(file, parsed, *format, &wanted, &edits)
}

impl Act {
    fn at(&self) -> &[Step] {
        match self {
            Self::Set { at, .. } | Self::Remove { at } | Self::Append { at, .. } => at,
        }
    }
}

fn one(
    file: &Arc<SourceFile>,
    parsed: &Parsed,
    format: Format,
    document: usize,
    act: &Act,
) -> Result<Arc<SourceFile>, &'static str> {
    const NO_PLACE: &str = "the place is not laid out in a way that can be edited";
    let root = parsed.documents.get(document).ok_or(NO_PLACE)?;
    let mut wanted: Vec<Tree> = parsed.documents.iter().map(Tree::of).collect();
    let changed = after(&wanted[document], act).ok_or(NO_PLACE)?;
    if changed.same(&wanted[document]) {
        return Ok(file.clone());
    }
    wanted[document] = changed;
    if format == Format::Toml && !writable(act) {
        return Err("TOML has no null");
    }
    let ways = ways(format, file.text(), root, act);
    let shared = !ways.is_empty();
    if let Some(new) = ways.iter().find_map(|edits| proved(file, parsed, format, &wanted, edits)) {
        return Ok(new);
    }
    Err(if shared && file.text().contains(['&', '*']) && format == Format::Yaml {
        "the value is shared by an anchor, or the place is not laid out in a way that can be edited"
    } else {
        NO_PLACE
    })
}

/// Edits that may make an act, the least change first.
fn ways(format: Format, text: &str, root: &Node, act: &Act) -> Vec<Vec<Edit>> {
    match format {
        Format::Yaml => yaml::ways(text, root, act),
        Format::Toml => toml::ways(text, root, act),
    }
}

/// The file with edits made, where it then means what is wanted, with no new finding.
fn proved(
    file: &Arc<SourceFile>,
    parsed: &Parsed,
    format: Format,
    wanted: &[Tree],
    edits: &[Edit],
) -> Option<Arc<SourceFile>> {
    let new = SourceFile::new(file.path().clone(), written(file.text(), edits)?);
    let again = parse(&new, format);
    let same = again.documents.len() == wanted.len()
        && again.documents.iter().zip(wanted).all(|(node, wanted)| Tree::of(node).same(wanted));
    (same && !again.incomplete && again.findings.len() <= parsed.findings.len()).then_some(new)
}

fn writable(act: &Act) -> bool {
    match act {
        Act::Set { value, .. } => *value != Tree::Null,
        Act::Remove { .. } | Act::Append { .. } => true,
    }
}

/// What a document means after an act; nothing where the act has no place in it.
fn after(tree: &Tree, act: &Act) -> Option<Tree> {
    let mut changed = tree.clone();
    make(&mut changed, act)?;
    Some(changed)
}

fn make(tree: &mut Tree, act: &Act) -> Option<()> {
    match act {
        Act::Set { at, value, .. } => tree.put(at, value.clone()),
        Act::Append { at, item, .. } => tree.push(at, item.clone()),
        Act::Remove { at } => tree.take(at),
    }
}

/// The text with edits made; nothing where they overlap, or lie outside of it.
pub fn written<'a>(text: &str, edits: impl IntoIterator<Item = &'a Edit>) -> Option<String> {
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
pub fn nearest<'a>(root: &'a Node, at: &[Step]) -> &'a Node {
    let mut node = root;
    for step in at {
        let next = child(node, step);
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}

/// The value that a step leads to.
fn child<'a>(node: &'a Node, step: &Step) -> Option<&'a Node> {
    match (step, &node.value) {
        (Step::Key(key), Value::Mapping(_)) => node.get(key),
        (Step::Item(index), Value::Sequence(items)) => items.get(*index),
        (Step::Key(_) | Step::Item(_), _) => None,
    }
}

/// What an act comes down to, once it is known how much of its way is there.
enum Task<'a> {
    /// Another scalar in the place of this one.
    Replace { node: &'a Node, value: &'a Tree },
    /// A new entry of this mapping.
    Insert { mapping: &'a Node, key: &'a str, value: Tree, after: &'static [&'static str] },
    /// A new last item of this list.
    Push { list: &'a Node, item: &'a Tree },
    /// An entry of this mapping goes.
    Drop { mapping: &'a Node, entry: usize },
    /// An item of this list goes.
    Pull { list: &'a Node, item: usize },
}

/// The task, and the collections on the way to it, outermost first; nothing where there is none.
fn task<'a>(root: &'a Node, act: &'a Act) -> Option<Task<'a>> {
    match act {
        Act::Set { at, value, after } => put(root, at, value, after),
        Act::Append { at, item, after } => match child_at(root, at) {
            Some(list) => matches!(list.value, Value::Sequence(_)).then_some(Task::Push { list, item }),
            None => {
                let made = Tree::Sequence(vec![item.clone()]);
                insert(root, at, made, after)
            }
        },
        Act::Remove { at } => remove(root, at),
    }
}

fn child_at<'a>(root: &'a Node, at: &[Step]) -> Option<&'a Node> {
    at.iter().try_fold(root, child)
}

fn put<'a>(root: &'a Node, at: &'a [Step], value: &'a Tree, after: &'static [&'static str]) -> Option<Task<'a>> {
    match child_at(root, at) {
        Some(node) => {
            let scalar = !matches!(node.value, Value::Mapping(_) | Value::Sequence(_));
            (scalar && value.is_scalar()).then_some(Task::Replace { node, value })
        }
        None => insert(root, at, value.clone(), after),
    }
}

fn insert<'a>(root: &'a Node, at: &'a [Step], value: Tree, after: &'static [&'static str]) -> Option<Task<'a>> {
    let mut node = root;
    for (index, step) in at.iter().enumerate() {
        match child(node, step) {
            Some(next) => node = next,
            None => {
                let Step::Key(key) = step else { return None };
                let mut value = value;
                for step in at[index + 1..].iter().rev() {
                    let Step::Key(key) = step else { return None };
                    value = Tree::Mapping(vec![(key.clone(), value)]);
                }
                return matches!(node.value, Value::Mapping(_)).then_some(Task::Insert {
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
fn remove<'a>(root: &'a Node, at: &[Step]) -> Option<Task<'a>> {
    let mut at = at;
    loop {
        let (last, before) = at.split_last()?;
        let parent = child_at(root, before)?;
        child(parent, last)?;
        let left = parent.entries().len() + parent.items().len();
        if left == 1 && !before.is_empty() {
            at = before;
            continue;
        }
        return match last {
            Step::Key(key) => {
                let entry = parent.entries().iter().position(|entry| entry.key.value == *key)?;
                Some(Task::Drop { mapping: parent, entry })
            }
            Step::Item(item) => Some(Task::Pull { list: parent, item: *item }),
        };
    }
}
