//! Markdown: the text of paragraphs, headings, items and cells; code and HTML are code.
//!
//! Invariant: what CommonMark says is code is masked, not what looks like it.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::conform::reader::decoded::{Decoded, Escape};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let skip = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let mut current = Decoded::new(Escape::None);
    let mut number = 0;
    let mut code = false;
    let mut comments: Vec<SegmentComment> = Vec::new();
    for (event, range) in Parser::new_ext(&text[skip..], options).into_offset_iter() {
        let at = range.start + skip;
        let len = range.len();
        if let Event::Html(body) | Event::InlineHtml(body) = &event {
            collect_comments(body, at, &mut comments);
        }
        match event {
            Event::Text(body) if !code => match text.get(at..at + len).filter(|own| **own == *body) {
                Some(own) => current.push_plain(own, at),
                None => current.push_escape(&body, at, len),
            },
            Event::Code(_)
            | Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_) => {
                current.push_masked("\u{1a}", at, len);
            }
            Event::SoftBreak | Event::HardBreak => current.push_escape("\n", at, len),
            Event::Start(Tag::CodeBlock(_) | Tag::MetadataBlock(_) | Tag::HtmlBlock) => code = true,
            Event::End(TagEnd::CodeBlock | TagEnd::MetadataBlock(_) | TagEnd::HtmlBlock) => code = false,
            Event::Start(tag) if is_block(&tag) => flush(&mut current, &mut number, &mut comments, take),
            Event::End(tag) if ends_block(tag) => flush(&mut current, &mut number, &mut comments, take),
            Event::Text(_)
            | Event::Html(_)
            | Event::Rule
            | Event::TaskListMarker(_)
            | Event::Start(_)
            | Event::End(_) => {}
        }
    }
    flush(&mut current, &mut number, &mut comments, take);
    Vec::new()
}

fn is_block(tag: &Tag<'_>) -> bool {
    matches!(tag, Tag::Paragraph | Tag::Heading { .. } | Tag::Item | Tag::TableCell | Tag::List(_) | Tag::BlockQuote(_))
}

fn ends_block(tag: TagEnd) -> bool {
    matches!(tag, TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell)
}

fn flush<'a>(
    current: &mut Decoded<'a>,
    number: &mut usize,
    comments: &mut Vec<SegmentComment>,
    take: &mut dyn FnMut(Segment<'a>),
) {
    let done = std::mem::replace(current, Decoded::new(Escape::None));
    if done.text().contains(char::is_alphanumeric) {
        *number += 1;
        let comments = std::mem::take(comments);
        take(Segment { key: format!("block {number}").into(), target: done, comments, ..Segment::default() });
    }
}
