//! Blocks of the project file beside each other: `[[moved]]`, `[[removed]]` and `[[import]]` that contradict one another, or
//! themselves.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::check::setting_value::CheckedSettings;
use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::model::{Address, Id};
use crate::schema::edits;
use crate::schema::explained_document::{echo_text, join_pointer};
use crate::source::Node;

impl<'a> CheckedSettings<'a> {
    /// Two addresses of which one becomes the other are of one kind.
    pub(super) fn check_kinds(&self, block: &Node) -> Option<Diagnostic> {
        let side = |field: &str| {
            let node = block.get(field)?;
            Some((node, Address::parse(node.text()?).ok()?))
        };
        let ((one, from), (other, to)) = (side("from")?, side("to")?);
        if from.kind == to.kind {
            return None;
        }
        for (node, address, beside) in [(one, &from, &to), (other, &to, &from)] {
            let written = node.text().unwrap_or_default();
            if address.to_string() != written {
                let meant = Address::new(beside.kind, address.key.clone()).to_string();
                let written = echo_text(written);
                let message = format!("`{written}` is read as `{address}`, and `{beside}` is of another kind");
                let edit = Edit { span: node.span, text: edits::quote_text(&meant) };
                let finding = self.invalid(node.span, message).with_label("names no kind");
                return Some(finding.offering(format!("write `{}`", echo_text(&meant)), vec![edit]));
            }
        }
        let message = format!("`{from}` cannot become `{to}`: they are of different kinds");
        Some(self.invalid(block.span, message).with_help("name two addresses of one kind"))
    }

    /// An id that is to be bound to an address: the other way round.
    pub(super) fn check_import_sides(&self, block: &Node) -> Option<Diagnostic> {
        let (to, id) = (block.get("to")?, block.get("id")?);
        let (written, address) = (to.text()?, id.text()?);
        let swapped = Id::new(written).is_some() && !written.contains('/') && address.contains('/');
        Address::parse(address).ok().filter(|_| swapped)?;
        let write = |node: &Node, text: &str| Edit { span: node.span, text: edits::quote_text(text) };
        let mut edits = vec![write(to, address), write(id, written)];
        edits.sort_by_key(|edit| edit.span);
        let title = "swap them".to_owned();
        let help = format!("write `to = \"{}\"` and `id = \"{}\"`", echo_text(address), echo_text(written));
        let finding = self.invalid(to.span, "`to` and `id` are swapped".to_owned()).with_label("an id");
        let finding = finding.with_secondary(id.span, "an address").with_help(help);
        Some(finding.with_fix(Fix { title, safety: Safety::Unsafe, edits }))
    }

    /// Moves that lead to where they began.
    pub(super) fn check_moves(&mut self, document: &'a Node) {
        let blocks = document.get("moved").map(Node::items).unwrap_or_default();
        let ends = |block: &'a Node| Some((text_of(block, "from")?, text_of(block, "to")?));
        let circles = find_circles(blocks);
        let starts: HashSet<&str> = blocks.iter().filter_map(|block| text_of(block, "from")).collect();
        let mut taken = FirstBlocks::new();
        for (index, block) in blocks.iter().enumerate() {
            let Some((from, to)) = ends(block) else { continue };
            let pointer = join_pointer(&["moved", &index.to_string()]);
            if from == to {
                let finding = self.invalid(block.span, format!("`{}` cannot move to itself", echo_text(from)));
                self.findings.push(finding.with_help("name its former address after `from`").with_pointer(&pointer));
                self.wrong.insert(pointer);
                continue;
            }
            // What moved on left its address to another one.
            let earlier = first_of(&mut taken, to, &environments_of(block), index);
            let first = earlier.filter(|_| !starts.contains(to)).and_then(|first| blocks[first].get("to"));
            if let (Some(first), Some(own)) = (first, block.get("to")) {
                let message = format!("two blocks move to `{}`, which has one id", echo_text(to));
                let finding =
                    self.invalid(own.span, message).with_label("the second").with_secondary(first.span, "the first");
                let help = "correct the `to` of one of them, or keep the block whose id it is to have and say in `[[removed]]` what \
                            becomes of the other";
                self.findings.push(finding.with_help(help).with_pointer(&pointer));
                self.wrong.insert(pointer);
                continue;
            }
            let Some(way) = circles.get(&index) else { continue };
            let others = way.len() - 1;
            let message = format!(
                "`{}` moves back to itself through {others} further block{}",
                echo_text(from),
                if others == 1 { "" } else { "s" }
            );
            let finding = self.invalid(block.span, message).with_label("begins the circle");
            self.findings.push(finding.with_help("take away the blocks that are done").with_pointer(&pointer));
            self.wrong.extend(way.iter().map(|step| join_pointer(&["moved", &step.to_string()])));
        }
    }

    /// One resource leaves its address once: by one block that moves it, or by one that removes it.
    pub(super) fn check_former_addresses(&mut self, document: &'a Node) {
        let blocks_of = |table: &'static str, field: &'static str| {
            let blocks = document.get(table).map(Node::items).unwrap_or_default();
            blocks.iter().enumerate().map(move |(at, block)| (table, at, field, block))
        };
        let moves = || blocks_of("moved", "from");
        // Where another one came to, there may be several in turn.
        let taken: HashSet<&str> = moves().filter_map(|(.., block)| text_of(block, "to")).collect();
        let blocks: Vec<_> = moves().chain(blocks_of("removed", "address")).collect();
        let mut left = FirstBlocks::new();
        for (index, (table, at, field, block)) in blocks.iter().enumerate() {
            let Some((node, address)) = block.get(field).and_then(|node| Some((node, node.text()?))) else { continue };
            let earlier = first_of(&mut left, address, &environments_of(block), index);
            let pointer = join_pointer(&[table, &at.to_string()]);
            let Some(earlier) = earlier.filter(|_| !taken.contains(address) && !self.wrong.contains(&pointer)) else {
                continue;
            };
            let (before, _, field, first) = blocks[earlier];
            let shown = echo_text(address);
            let moved = || echo_text(text_of(first, "to").unwrap_or_default());
            let (message, help) = match (before, *table) {
                ("moved", "moved") => (
                    format!("two blocks move from `{shown}`, which has one id"),
                    "keep the one whose document it became: a new document needs no block".to_owned(),
                ),
                ("moved", _) => (
                    format!("`{shown}` is moved by one block and removed by another"),
                    format!("keep one of the two: it is `{}` now, if it moved", moved()),
                ),
                (..) => (format!("two blocks remove `{shown}`"), "keep one of them".to_owned()),
            };
            let span = first.get(field).map_or(first.span, |node| node.span);
            let finding = self.invalid(node.span, message).with_label("the second").with_secondary(span, "the first");
            self.findings.push(finding.with_help(help).with_pointer(&pointer));
            self.wrong.insert(pointer);
            if (before, *table) == ("moved", "moved") {
                self.contested.push([blocks[earlier].1, *at]);
            }
        }
    }

    /// One resource cannot become two.
    pub(super) fn check_imports(&mut self, document: &'a Node) {
        let blocks = document.get("import").map(Node::items).unwrap_or_default();
        let (mut ids, mut targets) = (FirstBlocks::new(), FirstBlocks::new());
        for (index, block) in blocks.iter().enumerate() {
            let (Some(id), Some(to)) = (text_of(block, "id"), text_of(block, "to")) else { continue };
            let own = environments_of(block);
            let of_id = first_of(&mut ids, id, &own, index);
            let of_target = first_of(&mut targets, to, &own, index);
            let Some(first) = of_id.into_iter().chain(of_target).min().map(|first| &blocks[first]) else { continue };
            let same = ["id", "to"].map(|field| text_of(first, field) == text_of(block, field));
            let (field, what) = if same[0] { ("id", id) } else { ("to", to) };
            let span = |block: &Node| block.get(field).map_or(block.span, |node| node.span);
            let message = format!("`{}` is imported twice", echo_text(what));
            let finding = self.invalid(span(block), message).with_secondary(span(first), "first here");
            let pointer = join_pointer(&["import", &index.to_string()]);
            let help = match same {
                [true, true] => "keep one of the blocks".to_owned(),
                _ => format!("correct `{field}` of the block that it was copied into, or keep one of the blocks"),
            };
            self.findings.push(finding.with_help(help).with_pointer(&pointer));
            self.wrong.insert(pointer);
        }
    }
}

/// The first blocks by a text and an environment: `""` for those of all environments, `"*"` for any.
type FirstBlocks<'a> = HashMap<(&'a str, &'a str), usize>;

/// The block of an environment of this one that has the text already; this one is noted where there is none.
fn first_of<'a>(blocks: &mut FirstBlocks<'a>, text: &'a str, environments: &[&'a str], index: usize) -> Option<usize> {
    let own: Vec<&str> = if environments.is_empty() { vec!["", "*"] } else { [environments, &["*"]].concat() };
    let asked: Vec<&str> = if environments.is_empty() { vec!["*"] } else { [environments, &[""]].concat() };
    let first = asked.iter().filter_map(|name| blocks.get(&(text, name)).copied()).min();
    for name in own {
        blocks.entry((text, name)).or_insert(index);
    }
    first
}

fn text_of<'n>(block: &'n Node, field: &str) -> Option<&'n str> {
    block.get(field).and_then(Node::text)
}

/// The environments that a block names; none where it is for all.
fn environments_of(block: &Node) -> Vec<&str> {
    let items = block.get("environments").map(Node::items).unwrap_or_default();
    items.iter().filter_map(Node::text).collect()
}

/// Whether two blocks are for one environment.
fn share_environments(one: &[&str], other: &[&str]) -> bool {
    one.is_empty() || other.is_empty() || one.iter().any(|name| other.contains(name))
}

/// Blocks of the project file by a text that each has, in their order.
type BlocksByText<'a> = HashMap<&'a str, Vec<usize>>;

/// Most blocks that are followed from one to the next. Of blocks for environments of their own, each is followed for itself.
const MAX_FOLLOWED: usize = 1 << 20;

/// Circles of moves, by the first block of each: from a block, the way goes on with the first one that begins where it ends, and
/// that is for an environment of the block from which the way began.
fn find_circles(blocks: &[Node]) -> BTreeMap<usize, Vec<usize>> {
    let ends: Vec<Option<(&str, &str)>> =
        blocks.iter().map(|block| Some((text_of(block, "from")?, text_of(block, "to")?))).collect();
    let environments: Vec<Vec<&str>> = blocks.iter().map(environments_of).collect();
    let mut by_from = BlocksByText::new();
    for (index, block) in blocks.iter().enumerate() {
        if let Some(from) = text_of(block, "from") {
            by_from.entry(from).or_default().push(index);
        }
    }
    // A way for the same environments is walked once.
    let mut walked: HashSet<(&[&str], usize)> = HashSet::new();
    let mut circles = BTreeMap::new();
    for start in (0..blocks.len()).filter(|start| ends[*start].is_some_and(|(from, to)| from != to)) {
        let own = environments[start].as_slice();
        let next = |at: usize| {
            let to = text_of(&blocks[at], "to").unwrap_or_default();
            by_from.get(to)?.iter().copied().find(|other| share_environments(own, &environments[*other]))
        };
        let (mut way, mut step) = (Vec::new(), Some(start));
        while let Some(at) = step.filter(|at| walked.len() < MAX_FOLLOWED && walked.insert((own, *at))) {
            way.push(at);
            step = next(at);
        }
        let Some(begins) = step.and_then(|step| way.iter().position(|at| *at == step)) else { continue };
        let circle = way.split_off(begins);
        let first = circle.iter().copied().min().filter(|first| environments[*first] == own);
        // A block that moves to itself is told by itself.
        circles.extend(first.filter(|_| circle.len() > 1).map(|first| (first, circle)));
    }
    circles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::SourceFile;
    use crate::source::{Format, parse_source};

    /// The same in the plainest way: every block is followed to the end, and the first of a circle tells of it.
    fn follow_each(blocks: &[Node]) -> BTreeMap<usize, usize> {
        let text = |block: &'_ Node, field: &str| text_of(block, field).unwrap_or_default().to_owned();
        let mut circles = BTreeMap::new();
        for (index, block) in blocks.iter().enumerate() {
            let (from, mut at) = (text(block, "from"), text(block, "to"));
            if from == at {
                continue;
            }
            let mut way = vec![index];
            while let Some(step) = blocks
                .iter()
                .position(|other| {
                    text(other, "from") == at && share_environments(&environments_of(block), &environments_of(other))
                })
                .filter(|step| !way.contains(step))
            {
                way.push(step);
                at = text(&blocks[step], "to");
            }
            if at == from && way.iter().all(|step| *step >= index) {
                circles.insert(index, way.len());
            }
        }
        circles
    }

    #[test]
    fn circles_of_moves_are_those_that_following_each_block_finds() {
        let mut found = 0;
        for seed in 0..600_u64 {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut below = |most: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % most
            };
            let text: String = (0..2 + below(7))
                .map(|_| {
                    let environments = ["", "environments = ['a']\n", "environments = ['b']\n"][below(3) as usize];
                    format!("[[moved]]\nfrom = 's/{}'\nto = 's/{}'\n{environments}", below(5), below(5))
                })
                .collect();
            let parsed = parse_source(&SourceFile::new("housestyle.toml", text.as_str()), Format::Toml);
            let blocks = parsed.documents[0].get("moved").unwrap().items();
            let circles: BTreeMap<usize, usize> =
                find_circles(blocks).into_iter().map(|(first, way)| (first, way.len())).collect();
            assert_eq!(circles, follow_each(blocks), "seed {seed}\n{text}");
            found += circles.len();
        }
        assert!(found > 100, "only {found} circles");
    }
}
