//! Markdown: the text of paragraphs, headings, items and cells; code and HTML are code.
//!
//! Invariant: what CommonMark says is code is masked, not what looks like it. Beside it, so are the signs and names of
//! containers, admonitions and links that site generators know: what they show is prose.

use std::sync::LazyLock;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;

use crate::conform::reader::decoded::{Decoded, Escape};
use crate::conform::reader::links::LinkTargets;
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

/// What begins a line of a container or an admonition: `::: tip`, `!!! note inline`, `??? tip`, `[!NOTE]`; and where links of
/// a wiki lead to.
static EXTENSIONS: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = concat!(
        r"(?m)^[ \t]*(?::{3,}[ \t]*(?:\{?[A-Za-z][\w-]*\}?)?[ \t]*|(?:!!!|\?\?\?\+?)[ \t]+[A-Za-z][\w-]*(?:[ \t]+(?:inline|end))*[ \t]*",
        r"|\[![A-Za-z]+\][+-]?)|\[\[(?:[^\[\]|\n]+\||[^\[\]|\n]+\]\])",
    );
    Regex::new(pattern).expect("a pattern of this file, and a test compiles it")
});

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let skip = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS;
    let links = LinkTargets::of_markdown(text);
    let mut current = Decoded::new(Escape::None);
    let mut number = 0;
    let mut code = false;
    let mut named: Option<usize> = None;
    let mut comments: Vec<SegmentComment> = Vec::new();
    for (event, range) in Parser::new_ext(&text[skip..], options).into_offset_iter() {
        let at = range.start + skip;
        let len = range.len();
        if let Event::Html(body) | Event::InlineHtml(body) = &event {
            collect_comments(body, at, &mut comments);
        }
        match event {
            Event::Text(body) if !code && named.is_some_and(|end| at < end && end <= at + len) => {
                let own = named.take().map_or(0, |end| end - at);
                current.push_masked(&text[at..at + own], at, own);
                match text.get(at + own..at + len).filter(|rest| body.ends_with(rest)) {
                    Some(rest) => current.push_plain(rest, at + own),
                    None => current.push_masked("\u{1a}", at + own, len - own),
                }
            }
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
            Event::Start(tag) if is_block(&tag) => flush(&mut current, &mut number, &mut comments, None, take),
            Event::End(tag) if ends_block(tag) => {
                let links = matches!(tag, TagEnd::Heading(_)).then_some(&links);
                flush(&mut current, &mut number, &mut comments, links, take);
            }
            // `@[code words](file)` has the name of its kind in the words of a link.
            Event::Start(Tag::Link { .. }) if text[..at].ends_with('@') => {
                let name = text[at..].bytes().skip(1).take_while(u8::is_ascii_alphanumeric).count();
                named = Some(at + 1 + name + usize::from(text[at + 1 + name..].starts_with(' ')));
            }
            Event::Text(_)
            | Event::Html(_)
            | Event::Rule
            | Event::TaskListMarker(_)
            | Event::Start(_)
            | Event::End(_) => {}
        }
    }
    flush(&mut current, &mut number, &mut comments, None, take);
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
    links: Option<&LinkTargets>,
    take: &mut dyn FnMut(Segment<'a>),
) {
    let mut done = std::mem::replace(current, Decoded::new(Escape::None));
    if done.text().contains(char::is_alphanumeric) {
        *number += 1;
        let comments = std::mem::take(comments);
        let is_linked = links.is_some_and(|links| links.name(done.text()));
        mask_extensions(&mut done);
        let key = format!("block {number}").into();
        take(Segment { key, target: done, comments, is_linked, ..Segment::default() });
    }
}

fn mask_extensions(text: &mut Decoded<'_>) {
    if ![":::", "!!! ", "??? ", "???+", "[!", "[["].iter().any(|sign| text.text().contains(sign)) {
        return;
    }
    let mut found: Vec<_> = EXTENSIONS.find_iter(text.text()).map(|one| one.range()).collect();
    // The title of an admonition stands in quotation marks.
    let titles = found.iter().filter(|own| text.text()[own.start..].trim_start().starts_with(['!', '?']));
    let titles = titles.filter_map(|own| {
        let line = text.text()[own.end..].lines().next()?.trim_end();
        let is_quoted = line.len() > 1 && line.starts_with('"') && line.ends_with('"');
        is_quoted.then_some([own.end..own.end + 1, own.end + line.len() - 1..own.end + line.len()])
    });
    let titles: Vec<_> = titles.flatten().collect();
    found.extend(titles);
    found.into_iter().for_each(|own| text.mask(own));
}
