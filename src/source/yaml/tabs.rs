//! Tabs where YAML wants spaces: finding them, and reading the file as if they were spaces.
//!
//! How wide a tab was meant is read off the lines around it. Tabs inside of block scalars are text and stay.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};

/// One line's indentation, before and after. Offsets count from the start of the parsed text, without a byte order mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct IndentRepair {
    /// Bytes of the indentation as written.
    pub(super) original: Range<usize>,
    /// Bytes of the indentation after the repair.
    pub(super) repaired: Range<usize>,
}

/// A text with spaces for every tab that indents.
pub(super) struct TabRepair {
    pub(super) text: String,
    /// What was changed.
    pub(super) repairs: Vec<IndentRepair>,
    /// Whether the lines around them leave one reading of the tabs.
    pub(super) certain: bool,
}

/// The text with spaces for every tab that indents; nothing where no tab indents.
pub(super) fn repair_tabs(text: &str) -> Option<TabRepair> {
    if !text.contains('\t') {
        return None;
    }
    let lines = split_lines(text);
    let TabWidth { width, certain } = guess_tab_width(&lines)?;
    let mut repaired = String::with_capacity(text.len() + 64);
    let mut repairs = Vec::new();
    for line in &lines {
        if line.tabbed {
            let start = repaired.len();
            repaired.extend(std::iter::repeat_n(' ', indent_columns(line.indent, width)));
            repairs
                .push(IndentRepair { original: line.at..line.at + line.indent.len(), repaired: start..repaired.len() });
        } else {
            repaired.push_str(line.indent);
        }
        repaired.push_str(line.rest);
    }
    Some(TabRepair { text: repaired, repairs, certain })
}

/// The finding about all tabs of the file. `base` is the length of a byte order mark.
pub(super) fn tab_finding(
    file: &Arc<SourceFile>,
    base: usize,
    TabRepair { repairs, certain, .. }: &TabRepair,
    rest_checked: bool,
) -> Option<Diagnostic> {
    let text = file.text();
    let indents: Vec<(Span, usize)> = repairs
        .iter()
        .map(|repair| (Span::new(base + repair.original.start, base + repair.original.end), repair.repaired.len()))
        .collect();
    let (first, spaces) = *indents.first()?;
    let written = file.slice(first);
    let start = first.start as usize + written.find('\t').unwrap_or_default();
    let end = first.start as usize + written.rfind('\t').map_or(written.len(), |at| at + 1);
    let tabs = file.slice(Span::new(start, end)).matches('\t').count();
    let all: usize = indents.iter().map(|(span, _)| file.slice(*span).matches('\t').count()).sum();
    let word = text[first.end as usize..].split([' ', ':', '\n', '\r']).next().unwrap_or_default();
    let mut finding = Diagnostic::new(Code::TabIndent, file, Span::new(start, end), "a tab cannot indent YAML")
        .with_label(spell_count(tabs, "tab"))
        .with_help(if word.is_empty() || word.len() > 40 {
            format!("indent with {} here ({} in this file)", spell_count(spaces, "space"), spell_count(all, "tab"))
        } else {
            format!("indent `{word}` with {} ({} in this file)", spell_count(spaces, "space"), spell_count(all, "tab"))
        })
        .with_fix(Fix {
            title: "indent with spaces".into(),
            safety: if *certain { Safety::Safe } else { Safety::Unsafe },
            edits: indents.iter().map(|(span, spaces)| Edit { span: *span, text: " ".repeat(*spaces) }).collect(),
        });
    if rest_checked {
        finding = finding.with_note("the rest of the file was checked as if this were fixed");
    }
    Some(finding)
}

/// A line, with its line end.
struct IndentedLine<'a> {
    at: usize,
    indent: &'a str,
    rest: &'a str,
    /// Whether a tab stands where only spaces may.
    tabbed: bool,
}

impl IndentedLine<'_> {
    fn is_blank(&self) -> bool {
        let rest = self.rest.trim();
        rest.is_empty() || rest.starts_with('#')
    }

    /// Whether the next line may stand deeper than this.
    fn opens_block(&self) -> bool {
        let rest = self.rest.trim_end();
        rest.ends_with(':') || rest == "-" || rest.ends_with(": |") || rest.ends_with(": >") || rest.ends_with(": |-")
    }
}

fn split_lines(text: &str) -> Vec<IndentedLine<'_>> {
    let mut at = 0;
    // Indentation of the line that opened a block scalar, and that of its text once known.
    let mut block: Option<(usize, Option<usize>)> = None;
    text.split_inclusive('\n')
        .map(|line| {
            let bare = line.trim_end_matches(['\n', '\r']);
            let indent = &bare[..bare.len() - bare.trim_start_matches([' ', '\t']).len()];
            let spaces = indent.len() - indent.trim_start_matches(' ').len();
            let blank = indent.len() == bare.len();
            let mut tabbed = !blank && spaces < indent.len();
            if let Some((outer, content)) = &mut block
                && !blank
            {
                match content {
                    Some(content) if spaces >= *content => tabbed = false,
                    None if spaces > *outer => {
                        *content = Some(spaces);
                        tabbed = false;
                    }
                    None if tabbed => {}
                    Some(_) | None => block = None,
                }
            }
            if block.is_none() && opens_block_scalar(bare) {
                block = Some((spaces, None));
            }
            let found = IndentedLine { at, indent, rest: &line[indent.len()..], tabbed };
            at += line.len();
            found
        })
        .collect()
}

fn opens_block_scalar(line: &str) -> bool {
    let line = line.split(" #").next().unwrap_or_default().trim_end();
    let header = line.trim_end_matches(|c: char| matches!(c, '+' | '-') || c.is_ascii_digit());
    [" |", " >", "\t|", "\t>"].iter().any(|end| header.ends_with(end)) || matches!(header, "|" | ">")
}

/// How wide a tab is, and whether nothing else could have been meant.
struct TabWidth {
    width: usize,
    certain: bool,
}

/// The width of a tab with which most lines stand where the lines above allow, and beside them where several do. Nothing where no
/// tab indents.
fn guess_tab_width(lines: &[IndentedLine]) -> Option<TabWidth> {
    let first = lines.iter().position(|line| line.tabbed)?;
    let unit = lines
        .iter()
        .filter(|line| !line.tabbed && !line.is_blank() && !line.indent.is_empty())
        .map(|line| line.indent.len())
        .min()
        .unwrap_or(2);
    // A lone tab may stand for the whole indentation of the line above.
    let above = lines[..first].iter().rev().find(|line| !line.is_blank()).map_or(0, |line| line.indent.len());
    let widths = [unit, 4, 2, 8, 3, 1, above].into_iter().filter(|width| *width > 0);
    // Behind spaces, a tab may be one blank too many.
    let behind_spaces = lines.iter().filter(|line| line.tabbed).all(|line| line.indent.starts_with(' '));
    let widths = widths.chain(behind_spaces.then_some(0));
    let layouts: Vec<(usize, Layout)> = widths.map(|width| (width, lay_out(lines, width, unit))).collect();
    let (width, best) = layouts.iter().min_by_key(|(_, layout)| (layout.misplaced, layout.apart))?;
    let as_good = |other: &Layout| (other.misplaced, other.apart) == (best.misplaced, best.apart);
    let alike = layouts.iter().filter(|(_, other)| as_good(other)).all(|(_, other)| other.depths == best.depths);
    Some(TabWidth { width: *width, certain: alike && best.misplaced == 0 })
}

/// Where lines stand with tabs of one width.
struct Layout {
    /// How wrong that is.
    misplaced: usize,
    /// Lines with tabs that stand neither beside the line above nor, where it opens a block, below it.
    apart: usize,
    /// How deep each line is.
    depths: Vec<usize>,
}

fn lay_out(lines: &[IndentedLine], width: usize, unit: usize) -> Layout {
    // Columns, and whether an item begins there.
    let mut open: Vec<(usize, bool)> = vec![(0, false)];
    let (mut opened, mut behind_tab) = (false, false);
    let mut layout = Layout { misplaced: 0, apart: 0, depths: Vec::with_capacity(lines.len()) };
    for line in lines.iter().filter(|line| !line.is_blank()) {
        let at = indent_columns(line.indent, width);
        let (top, _) = open.last().copied().unwrap_or_default();
        let is_item = line.rest.starts_with("- ");
        if line.tabbed || behind_tab || layout.misplaced > 0 {
            let below = at == top + unit || (at > top && open.len() > 8) || is_item && at == top;
            // An item that stands beside none goes on with the text above.
            let fits = if opened { below } else { open.iter().any(|(column, item)| *column == at && *item >= is_item) };
            // One column too many is less wrong than a line that falls out of its parent.
            layout.misplaced += match () {
                () if fits => 0,
                () if opened && at > top => 1,
                () => 2,
            };
        }
        layout.apart += usize::from(line.tabbed && !opened && at != top);
        open.retain(|(column, _)| *column < at);
        layout.depths.push(open.len());
        open.push((at, is_item));
        // `- a: 1` opens a mapping that stands two columns deeper.
        if is_item {
            open.push((at + 2, false));
        }
        opened = line.opens_block();
        behind_tab = line.tabbed;
    }
    layout
}

/// The column that an indentation reaches when a tab goes to the next multiple of `width`, or nowhere.
fn indent_columns(indent: &str, width: usize) -> usize {
    let behind_tab = |at: usize| at.checked_div(width).map_or(at, |tabs| (tabs + 1) * width);
    indent.bytes().fold(0, |at, byte| if byte == b'\t' { behind_tab(at) } else { at + 1 })
}

fn spell_count(n: usize, noun: &str) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    let number = words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned());
    format!("{number} {noun}{}", if n == 1 { "" } else { "s" })
}
