//! Prose with signs: reStructuredText and AsciiDoc, paragraph by paragraph.
//!
//! Invariant: what is plainly a paragraph, a heading or an item is read. Blocks of code, tables, directives, fields and settings
//! are passed over, and so is what a line might be besides prose.

use std::sync::LazyLock;

use regex::Regex;

use crate::conform::reader::decoded::Decoded;
use crate::conform::reader::links::LinkTargets;
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

/// The signs that a text is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Signs {
    /// reStructuredText.
    Restructured,
    /// AsciiDoc.
    Ascii,
}

/// Directives whose content is prose.
const PROSE_DIRECTIVES: &[&str] = &[
    "admonition",
    "attention",
    "caution",
    "danger",
    "deprecated",
    "error",
    "hint",
    "important",
    "note",
    "seealso",
    "tip",
    "topic",
    "versionadded",
    "versionchanged",
    "warning",
];

/// What of a line is code: macros, references, anchors, what passes as it is.
static INLINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"[a-z]{2,12}:[^\s\[\]]*\[[^\[\]]*\]|<<[^<>\n]*>>|\[\[[^\[\]\n]*\]\]|\[[^\[\]\n]{0,40}\]#|\+{1,3}[^+\n]+\+{1,3}",
        r"|`[^`\n]*`_{0,2}|\|[^|\s][^|\n]*\|_{0,2}|\[[^\[\]\s]{1,40}\]_|\b[\p{L}0-9]+_\b",
    ))
    .expect("a pattern of this file, and a test compiles it")
});

static LIST: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[-*+•]+|\.{1,5}|#\.|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
        .expect("a pattern of this file, and a test compiles it")
});

static DIRECTIVE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\.\.\s+(?P<name>[A-Za-z][A-Za-z0-9:_-]*)::\s*")
        .expect("a pattern of this file, and a test compiles it")
});

static FIELD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^:[^:`\n]{1,80}:(?:\s|$)").expect("a pattern of this file, and a test compiles it"));

static MACRO: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[a-z]+::[^\s\[\]]*\[|\[[^\n]*\]$|'''$|<<<$|\+$|--$)")
        .expect("a pattern of this file, and a test compiles it")
});

/// A style that makes code of the block below, however that is bordered.
static CODE_STYLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^\[(?:(?:source|listing|literal|pass|stem|latexmath|asciimath|plantuml|ditaa|mermaid|graphviz)",
        r"(?:[#.%][\w.%#-]*)*(?:,[^\]]*)?|,[^\]]*)\]$",
    ))
    .expect("a pattern of this file, and a test compiles it")
});

static ADMONITION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+").expect("a pattern of this file, and a test compiles it")
});

pub(super) fn read<'a>(text: &'a str, signs: Signs, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let links = match signs {
        // A heading of reStructuredText is never rewritten.
        Signs::Restructured => LinkTargets::default(),
        Signs::Ascii => LinkTargets::of_asciidoc(text),
    };
    let mut reader = ProseReader {
        signs,
        links,
        number: 0,
        current: Decoded::default(),
        indent: 0,
        comments: Vec::new(),
        is_code_next: false,
        is_heading: false,
    };
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut passed = Passed::Nothing;
    let mut lines = text[at..].split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let start = at;
        at += line.len();
        let body = line.trim_end();
        let words = body.trim_start();
        let indent = body.len() - words.len();
        let next = lines.peek().map_or("", |next| next.trim());
        let is_last = next.is_empty();
        passed = passed.after(words, indent, is_last);
        if passed != Passed::Nothing || words.is_empty() {
            reader.flush(take);
        } else {
            let is_heading = signs == Signs::Restructured && indent == 0 && is_rule(next) && !is_rule(words);
            if is_heading {
                reader.push_heading(words, start, take);
                continue;
            }
            passed = match signs {
                Signs::Restructured => reader.read_restructured(words, start + indent, indent, take),
                Signs::Ascii => reader.read_ascii(words, start + indent, indent, take),
            };
        }
    }
    reader.flush(take);
    Vec::new()
}

/// What is being passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Passed {
    Nothing,
    /// A single line, which is passed over already.
    Line,
    /// Lines that stand deeper than this.
    Deeper(usize),
    /// The same, or lines that stand as deep and begin with one sign of punctuation; whether an empty line was passed.
    Literal(usize, bool),
    /// Lines that begin with this sign.
    Quoted(char),
    /// Lines up to an empty one.
    Paragraph,
    /// Lines up to a border with nothing behind it.
    Table,
    /// Lines up to the next one of the same signs.
    Block(String),
    /// The line of those signs.
    BlockEnd,
}

impl Passed {
    /// What is passed over from this line on; nothing where it is to be read.
    fn after(self, words: &str, indent: usize, is_last: bool) -> Self {
        match self {
            Self::Deeper(base) if words.is_empty() || indent > base => Self::Deeper(base),
            Self::Literal(base, _) if words.is_empty() => Self::Literal(base, true),
            Self::Literal(base, true) if indent > base => Self::Deeper(base),
            Self::Literal(base, true) if indent == base => quoting_sign(words).map_or(Self::Nothing, Self::Quoted),
            Self::Quoted(sign) if words.starts_with(sign) => Self::Quoted(sign),
            Self::Paragraph if !words.is_empty() => Self::Paragraph,
            Self::Table if is_border(words) && is_last => Self::BlockEnd,
            Self::Table => Self::Table,
            Self::Block(signs) if words == signs => Self::BlockEnd,
            Self::Block(signs) => Self::Block(signs),
            Self::Nothing
            | Self::Line
            | Self::Deeper(_)
            | Self::Literal(..)
            | Self::Quoted(_)
            | Self::Paragraph
            | Self::BlockEnd => Self::Nothing,
        }
    }
}

/// The sign that quotes each line of a literal block which is not indented; none where the line is a comment or a heading's.
fn quoting_sign(words: &str) -> Option<char> {
    let sign = words.chars().next().filter(char::is_ascii_punctuation)?;
    (!is_rule(words) && !words.starts_with("..")).then_some(sign)
}

/// `====  ====`, the border of a simple table.
fn is_border(words: &str) -> bool {
    words.contains("==") && words.bytes().all(|byte| matches!(byte, b'=' | b' '))
}

/// A line of one sign: under a heading, between parts.
fn is_rule(words: &str) -> bool {
    let first = words.as_bytes().first().copied().unwrap_or(b' ');
    words.len() >= 3 && first.is_ascii_punctuation() && words.bytes().all(|byte| byte == first)
}

struct ProseReader<'a> {
    signs: Signs,
    links: LinkTargets,
    number: usize,
    current: Decoded<'a>,
    indent: usize,
    comments: Vec<SegmentComment>,
    /// Whether the block that follows is code.
    is_code_next: bool,
    /// Whether the text at hand is a heading.
    is_heading: bool,
}

impl<'a> ProseReader<'a> {
    /// Reads a line that is none of what is passed over; what is passed over behind it.
    fn read_restructured(
        &mut self,
        words: &'a str,
        at: usize,
        indent: usize,
        take: &mut dyn FnMut(Segment<'a>),
    ) -> Passed {
        if words == ".." || words.starts_with(".. ") {
            self.flush(take);
            return match DIRECTIVE.captures(words) {
                Some(parts) if PROSE_DIRECTIVES.contains(&&parts["name"]) => {
                    let end = parts.get(0).map_or(0, |whole| whole.end());
                    if !parts["name"].starts_with("version") && parts["name"] != *"deprecated" {
                        self.push(&words[end..], at + end, indent);
                        self.flush(take);
                    }
                    Passed::Nothing
                }
                _ => {
                    collect_comments(words, at, &mut self.comments);
                    Passed::Deeper(indent)
                }
            };
        }
        if is_border(words) && words.contains(' ') {
            self.flush(take);
            return Passed::Table;
        }
        if is_rule(words) || words.starts_with(['|', '+']) && words.ends_with(['|', '+']) {
            self.flush(take);
            return if words == "::" { Passed::Literal(indent, false) } else { Passed::Nothing };
        }
        if words == "::" || FIELD.is_match(words) {
            self.flush(take);
            return if words == "::" { Passed::Literal(indent, false) } else { Passed::Deeper(indent) };
        }
        if words.starts_with(">>>") {
            self.flush(take);
            return Passed::Paragraph;
        }
        let marker = LIST.find(words).map_or(0, |marker| marker.end());
        if marker > 0 || indent != self.indent {
            self.flush(take);
        }
        let own = &words[marker..];
        let literal = own.ends_with("::");
        self.push(own.strip_suffix("::").unwrap_or(own), at + marker, indent + marker);
        if literal { Passed::Literal(indent, false) } else { Passed::Nothing }
    }

    fn read_ascii(&mut self, words: &'a str, at: usize, indent: usize, take: &mut dyn FnMut(Segment<'a>)) -> Passed {
        let is_code = is_rule(words) && words.len() >= 4 && words.starts_with(['-', '.', '+', '/']);
        if is_code || words.starts_with("|===") || words.starts_with("```") {
            self.flush(take);
            self.is_code_next = false;
            let end = if words.starts_with("```") { "```" } else { words };
            return Passed::Block(end.to_owned());
        }
        if words.starts_with("//") {
            self.flush(take);
            collect_comments(words, at, &mut self.comments);
            return Passed::Line;
        }
        if CODE_STYLE.is_match(words) {
            self.flush(take);
            self.is_code_next = true;
            return Passed::Line;
        }
        let is_title = words.starts_with('.') && words[1..].starts_with(|c: char| c.is_alphanumeric());
        let is_macro = is_rule(words) || FIELD.is_match(words) || MACRO.is_match(words);
        // Between a style and its block may stand a title and other styles.
        if self.is_code_next && !is_title && !(is_macro && words.starts_with('[')) {
            self.is_code_next = false;
            self.flush(take);
            return if words == "--" { Passed::Block(words.to_owned()) } else { Passed::Paragraph };
        }
        if is_macro {
            self.flush(take);
            return Passed::Line;
        }
        // A line that is indented by itself is shown as it is.
        if indent > 0 && self.current.text().is_empty() && LIST.find(words).is_none() {
            return Passed::Paragraph;
        }
        let heading = words.trim_start_matches('=');
        if heading.len() < words.len() && heading.starts_with(' ') {
            self.flush(take);
            let own = heading.trim_start();
            self.push(own, at + words.len() - own.len(), 0);
            self.is_heading = true;
            self.flush(take);
            return Passed::Nothing;
        }
        let marker = match (is_title.then_some(()), LIST.find(words), ADMONITION.find(words)) {
            (Some(_), ..) => 1,
            (None, Some(marker), _) | (None, None, Some(marker)) => marker.end(),
            (None, None, None) => 0,
        };
        if marker > 0 {
            self.flush(take);
        }
        // The term of a description, and what is said of it.
        if let Some((term, said)) =
            words[marker..].split_once("::").filter(|(_, said)| said.is_empty() || said.starts_with(' '))
        {
            self.flush(take);
            self.push(term, at + marker, 0);
            self.flush(take);
            let own = said.trim_start();
            self.push(own, at + words.len() - own.len(), 0);
            return Passed::Nothing;
        }
        self.push(&words[marker..], at + marker, 0);
        if is_title {
            self.flush(take);
        }
        Passed::Nothing
    }

    /// A heading has a line below it that is as long: it is judged and never rewritten.
    fn push_heading(&mut self, words: &'a str, at: usize, take: &mut dyn FnMut(Segment<'a>)) {
        self.flush(take);
        self.current = Decoded::opaque(words.into(), at..at + words.len());
        self.flush(take);
    }

    fn push(&mut self, words: &'a str, at: usize, indent: usize) {
        if words.is_empty() {
            return;
        }
        if self.current.text().is_empty() {
            self.indent = indent;
        } else {
            // The end of the line above.
            let end = self.current.place(&(0..self.current.text().len())).end;
            self.current.push_escape("\n", end, 1);
        }
        self.current.push_plain(words, at);
    }

    fn flush(&mut self, take: &mut dyn FnMut(Segment<'a>)) {
        let mut done = std::mem::take(&mut self.current);
        let is_linked = std::mem::take(&mut self.is_heading) && self.links.name(done.text());
        if !done.text().contains(char::is_alphanumeric) {
            return;
        }
        let code: Vec<_> = INLINE.find_iter(done.text()).map(|found| found.range()).collect();
        let is_known = |text: &str| self.signs == Signs::Restructured || !text.starts_with('|');
        for range in code {
            if is_known(&done.text()[range.clone()]) {
                done.mask(range);
            }
        }
        self.number += 1;
        let comments = std::mem::take(&mut self.comments);
        take(Segment {
            key: format!("block {}", self.number).into(),
            target: done,
            comments,
            is_linked,
            ..Segment::default()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(signs: Signs, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        let faults = read(text, signs, &mut |segment| found.push(segment.target.text().to_owned()));
        assert!(faults.is_empty());
        found
    }

    #[test]
    fn paragraphs_of_restructured_text_are_read_and_its_blocks_are_not() {
        let text = "Titel\n=====\n\nEin Absatz\nmit zwei Zeilen.\n\n- Erstens\n  geht weiter\n- Zweitens\n\n.. note:: Ein Hinweis\n\n   Mehr dazu.\n\n\
            .. code-block:: python\n   :linenos:\n\n   nein()\n\n   nein()\n\nSo geht es::\n\n    nein\n\n:Autor: nein\n\n====  ====\nnein  nein\n====  ====\nnein  nein\n====  ====\n\n\
            +----+\n| x  |\n+----+\n\n>>> nein\nnein\n\n.. nein\n   nein\n\nSchluss\n";
        assert_eq!(
            blocks(Signs::Restructured, text),
            [
                "Titel",
                "Ein Absatz\nmit zwei Zeilen.",
                "Erstens\ngeht weiter",
                "Zweitens",
                "Ein Hinweis",
                "Mehr dazu.",
                "So geht es",
                "Schluss"
            ]
        );
    }

    #[test]
    fn a_heading_above_its_line_is_never_rewritten() {
        let mut found = Vec::new();
        let text = "Er wartet...\n============\n\nEr wartet...\n";
        let _faults = read(text, Signs::Restructured, &mut |segment| found.push(segment.target.edit_place(&(9..12))));
        assert_eq!(found, [None, Some(36..39)]);
    }

    #[test]
    fn paragraphs_of_asciidoc_are_read_and_its_blocks_are_not() {
        let text = "= Titel\n:toc: left\n\nEin Absatz\nmit zwei Zeilen.\n\n.Ein Bild\nimage::nein.png[nein]\n\n[source,ruby]\n----\nnein\n\nnein\n----\n\n\
            * Erstens\n* Zweitens\n. Drittens\n\n|===\n|nein\n|===\n\n// nein\nNOTE: Ein Hinweis\n\nBegriff:: Erklärung\n\n====\nIm Beispiel\n====\n\n nein\n nein\n\nSchluss\n";
        assert_eq!(
            blocks(Signs::Ascii, text),
            [
                "Titel",
                "Ein Absatz\nmit zwei Zeilen.",
                "Ein Bild",
                "Erstens",
                "Zweitens",
                "Drittens",
                "Ein Hinweis",
                "Begriff",
                "Erklärung",
                "Im Beispiel",
                "Schluss"
            ]
        );
    }
}
