//! Two blocks `[[moved]]` from one address of which one leads to a document and the other nowhere: the other is what a merge left.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::model::project::MoveBlock;
use crate::schema::explained_document::echo_text;
use crate::source::edit::{TreeEdit, edit_document};
use crate::source::path_segment::PathSegment;
use crate::source::{Format, parse_source};

/// What stands below the former address in the block that is to stay.
const STAYS: &str = "the one that leads to a document";

/// What to do with the block that leads nowhere.
const TAKE_AWAY: &str = "take this block away";

/// Most blocks of which it is tried how to take them away: each is one more reading of the file.
const MAX_TRIED: usize = 8;

/// Says of the one of two blocks from one address that leads nowhere that it is to go; nothing where both do, or neither.
pub(super) fn tell_contested_moves<'m>(
    file: &Arc<SourceFile>,
    moves: &'m [[MoveBlock; 2]],
    exists: impl Fn(&MoveBlock) -> bool,
) -> Vec<(&'m MoveBlock, Diagnostic)> {
    let astray = |[one, other]: &'m [MoveBlock; 2]| match (exists(one), exists(other)) {
        (true, false) => Some((other, one)),
        (false, true) => Some((one, other)),
        (true, true) | (false, false) => None,
    };
    let astray = moves.iter().filter_map(astray).enumerate();
    let told = astray.map(|(at, (block, stays))| {
        let address = |block: &MoveBlock| echo_text(file.slice(block.to.span).trim_matches(['"', '\'']));
        let from = echo_text(file.slice(stays.from).trim_matches(['"', '\'']));
        let message = format!("two blocks move from `{from}`, and no document of the project is `{}`", address(block));
        let finding = Diagnostic::new(Code::UnknownAddress, file, block.to.span, message)
            .with_label("leads nowhere")
            .with_secondary(stays.from, STAYS)
            .with_pointer(block.to.pointer.clone());
        let why = format!("{TAKE_AWAY}: the other one leads to `{}`, which has a file", address(stays));
        let edit = if at < MAX_TRIED { removal_of_block(file, block.index) } else { None };
        let finding = match edit {
            Some(edit) => finding.offering(TAKE_AWAY, vec![edit]),
            None => finding,
        };
        (block, finding.with_help(why))
    });
    told.collect()
}

/// The edit that takes a block away.
fn removal_of_block(file: &Arc<SourceFile>, index: usize) -> Option<Edit> {
    let at = vec![PathSegment::Key("moved".to_owned()), PathSegment::Item(index)];
    let parsed = parse_source(file, Format::Toml);
    let text = edit_document(&parsed, Format::Toml, 0, &[TreeEdit::Remove { at }]).ok()?;
    let old = file.text();
    let behind = old.bytes().rev().zip(text.bytes().rev()).take_while(|(old, new)| old == new).count();
    // Whole lines go.
    let mid_line = |at: &usize| *at > 0 && !old[..*at].ends_with('\n');
    let same = old.ceil_char_boundary(old.len() - behind);
    let end = if mid_line(&same) { old[same..].find('\n').map_or(old.len(), |at| same + at + 1) } else { same };
    let start = text.len().checked_sub(old.len() - end)?;
    let removed = Edit { span: Span::new(start, end), text: String::new() };
    (old.get(..start)? == text.get(..start)? && old.get(end..)? == text.get(start..)?).then_some(removed)
}

/// Makes one finding of what the blocks of a project say beside each other, and what its documents say of them.
pub fn join_contested_moves(found: &mut Vec<Diagnostic>) {
    let is_told = |finding: &Diagnostic| {
        finding.code == Code::UnknownAddress && finding.secondary.first().is_some_and(|label| label.text == STAYS)
    };
    let (told, mut others): (Vec<Diagnostic>, Vec<Diagnostic>) = found.drain(..).partition(is_told);
    // What the blocks say is told at the former address in the second.
    let of_blocks = others.iter().enumerate().filter(|(_, other)| other.code == Code::InvalidSetting);
    let of_blocks: Vec<(usize, &Diagnostic)> = of_blocks.collect();
    let by_place: BTreeMap<Span, usize> = of_blocks.iter().map(|(at, other)| (other.primary.span, *at)).collect();
    let by_pointer: BTreeMap<String, usize> =
        of_blocks.iter().filter_map(|(at, other)| Some((other.pointer.clone()?, *at))).collect();
    for finding in told {
        let block = finding.pointer.as_deref().and_then(|pointer| pointer.strip_suffix("/to"));
        let stays = finding.secondary.first().and_then(|label| by_place.get(&label.span));
        match block.and_then(|block| by_pointer.get(block)).or(stays) {
            Some(at) => {
                let (code, severity) = (others[*at].code, others[*at].severity);
                others[*at] = Diagnostic { code, severity, ..finding };
            }
            None => others.push(finding),
        }
    }
    *found = others;
}
