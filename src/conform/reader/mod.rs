//! Readers: from a file's text to the segments that people read, with exact places.
//!
//! Invariant: reading never fails. What cannot be read is a [`ReadFault`] with its place, and reading goes on where that is
//! safe. Segments are handed out one at a time, so that memory is that of the file and of one segment.

mod broken;
mod csv;
mod decoded;
mod fluent;
mod html;
mod json;
mod links;
mod markdown;
mod markup;
mod po;
mod properties;
mod prose;
mod qt;
mod script;
mod strings;
mod stringsdict;
mod subtitles;
mod toml;
mod xml;
mod yaml;

pub use decoded::{Decoded, Escape};

use std::borrow::Cow;

use crate::conform::passage::{Passage, Tongue};
use crate::diagnostic::IGNORE_PREFIX;

/// What a file of texts is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextFormat {
    /// gettext.
    Po,
    /// XLIFF 1.2 and 2.x.
    Xliff,
    /// JSON, flat or nested.
    Json,
    /// Application Resource Bundle.
    Arb,
    /// Android string resources.
    Android,
    /// Apple `.strings`.
    Strings,
    /// Apple string catalogs.
    Xcstrings,
    /// Markdown.
    Markdown,
    /// HTML.
    Html,
    /// Plain text.
    Plain,
    /// Translation Memory eXchange.
    Tmx,
    /// Pairs in CSV or TSV.
    Csv,
    /// YAML, as Rails and i18next have it.
    Yaml,
    /// Java's properties.
    Properties,
    /// .NET's resources.
    Resx,
    /// Qt's catalogues.
    QtTs,
    /// Fluent.
    Fluent,
    /// Subtitles: SubRip and WebVTT.
    Subtitles,
    /// Apple's plural forms.
    Stringsdict,
    /// TOML, as go-i18n has it.
    Toml,
    /// Objects of JavaScript and TypeScript.
    Js,
    /// Arrays of PHP.
    Php,
    /// reStructuredText.
    Restructured,
    /// AsciiDoc.
    AsciiDoc,
}

impl TextFormat {
    /// What is read, for messages.
    pub const READ: &'static str = "PO, XLIFF, JSON, ARB, YAML, TOML, Android, Apple, .properties, .resx, Qt .ts, Fluent, modules of JavaScript, \
        TypeScript and PHP, Markdown, reStructuredText, AsciiDoc, HTML, text, SRT, VTT, TMX and CSV";

    /// The format of a file by its name; `text` settles what the name leaves open.
    #[must_use]
    pub fn detect(path: &str, text: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
        Some(match ending.as_str() {
            "po" | "pot" => Self::Po,
            "xlf" | "xliff" => Self::Xliff,
            "json" => Self::Json,
            "arb" => Self::Arb,
            "xml" if text.contains("<resources") => Self::Android,
            "strings" => Self::Strings,
            "stringsdict" => Self::Stringsdict,
            "xcstrings" => Self::Xcstrings,
            "md" | "markdown" => Self::Markdown,
            "rst" => Self::Restructured,
            "adoc" | "asciidoc" => Self::AsciiDoc,
            "html" | "htm" => Self::Html,
            "txt" => Self::Plain,
            "tmx" => Self::Tmx,
            "csv" | "tsv" => Self::Csv,
            "yaml" | "yml" => Self::Yaml,
            "properties" => Self::Properties,
            "resx" => Self::Resx,
            // The ending is that of TypeScript, too.
            "ts" if text.contains("<TS") => Self::QtTs,
            "ts" | "mts" | "cts" | "js" | "mjs" | "cjs" => Self::Js,
            "php" => Self::Php,
            "toml" => Self::Toml,
            "ftl" => Self::Fluent,
            "srt" | "vtt" => Self::Subtitles,
            _ => return None,
        })
    }

    /// Whether its texts have keys by which those of another language are found, and no source beside them.
    #[must_use]
    pub fn is_keyed(self) -> bool {
        match self {
            Self::Json
            | Self::Arb
            | Self::Android
            | Self::Strings
            | Self::Yaml
            | Self::Properties
            | Self::Resx
            | Self::Fluent
            | Self::Stringsdict
            | Self::Toml
            | Self::Js
            | Self::Php => true,
            Self::Po
            | Self::Xliff
            | Self::Xcstrings
            | Self::Markdown
            | Self::Html
            | Self::Plain
            | Self::Tmx
            | Self::Csv
            | Self::QtTs
            | Self::Subtitles
            | Self::Restructured
            | Self::AsciiDoc => false,
        }
    }

    /// Whether it is a page that people read as it is, and no catalogue of texts.
    #[must_use]
    pub fn is_prose(self) -> bool {
        matches!(self, Self::Markdown | Self::Html | Self::Plain | Self::Restructured | Self::AsciiDoc)
    }

    /// Whether keys of its texts may end with the name of a plural class.
    #[must_use]
    pub fn has_plural_keys(self) -> bool {
        matches!(
            self,
            Self::Json | Self::Yaml | Self::Android | Self::Xcstrings | Self::Stringsdict | Self::Toml | Self::Js
        )
    }

    /// The name on screen and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Po => "po",
            Self::Xliff => "xliff",
            Self::Json => "json",
            Self::Arb => "arb",
            Self::Android => "android",
            Self::Strings => "strings",
            Self::Xcstrings => "xcstrings",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Plain => "text",
            Self::Tmx => "tmx",
            Self::Csv => "csv",
            Self::Yaml => "yaml",
            Self::Properties => "properties",
            Self::Resx => "resx",
            Self::QtTs => "qt-ts",
            Self::Fluent => "fluent",
            Self::Subtitles => "subtitles",
            Self::Stringsdict => "stringsdict",
            Self::Toml => "toml",
            Self::Js => "javascript",
            Self::Php => "php",
            Self::Restructured => "restructuredtext",
            Self::AsciiDoc => "asciidoc",
        }
    }
}

/// One text that people read.
#[derive(Debug, Default)]
pub struct Segment<'a> {
    /// What the format calls it: a message, a path of keys, a number.
    pub key: Cow<'a, str>,
    /// What it was translated from, where the format has both.
    pub source: Option<Cow<'a, str>>,
    /// The text, and the way back to bytes of the file.
    pub target: Decoded<'a>,
    /// Its language, where the format says so.
    pub language: Option<String>,
    /// Both forms of the source, where it has plural forms.
    pub forms: Option<SourceForms<'a>>,
    /// Comments of ours that are about it.
    pub comments: Vec<SegmentComment>,
    /// Whether it is a part of a compiled message behind the first: what stands in its place elsewhere says nothing of it.
    pub is_part: bool,
    /// Whether links of the file name its words: they are judged and never rewritten.
    pub is_linked: bool,
}

impl Segment<'_> {
    /// The text as detectors see it, in this language.
    #[must_use]
    pub fn passage(&self, tongue: Tongue) -> Passage<'_> {
        Passage::new(self.target.text(), tongue, self.target.masked()).with_source(self.source.as_deref())
    }
}

/// The forms of a source that has a plural.
#[derive(Clone, Debug)]
pub struct SourceForms<'a> {
    /// Its form for one.
    pub one: Cow<'a, str>,
    /// Its form for other numbers.
    pub other: Cow<'a, str>,
    /// Whether the translation is a form of a single number.
    pub is_singular: bool,
    /// Which form the translation is, where the format numbers them.
    pub number: Option<NumberedForm>,
}

/// A form among those of a text that have numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedForm {
    /// Its number, from 0.
    pub index: usize,
    /// How many the file says that its language has; 0 where it does not say.
    pub declared: usize,
    /// Which of the text are empty or not there, below the greater of what is declared and written.
    pub empty: Vec<usize>,
    /// Whether another form of the text says the same.
    pub is_repeated: bool,
}

/// A comment of ours beside a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentComment {
    /// Byte of the file that its words start at.
    pub offset: usize,
    /// Its words, to the end of the line or of the comment.
    pub text: String,
}

/// Comments of ours in what a format calls a comment, which stands at `at`.
fn collect_comments(text: &str, at: usize, found: &mut Vec<SegmentComment>) {
    // Most comments have none of it, and a look for one letter is cheap.
    for (start, _) in text.match_indices('h').filter(|(start, _)| text[*start..].starts_with(IGNORE_PREFIX)) {
        let rest = &text[start..];
        let end = ["\n", "\r", "-->", "*/"].iter().filter_map(|sign| rest.find(sign)).min().unwrap_or(rest.len());
        found.push(SegmentComment { offset: at + start, text: rest[..end].trim_end().to_owned() });
    }
}

/// A place that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFault {
    /// Byte of the file.
    pub offset: usize,
    /// What is wrong, in words.
    pub message: String,
}

/// Most faults that are kept of one file.
const FAULTS: usize = 20;

/// Hands every segment of a text to `take`; what could not be read comes back.
pub fn read_segments<'a>(format: TextFormat, text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut faults = match format {
        TextFormat::Po => po::read(text, take),
        TextFormat::Xliff => xml::read_xliff(text, take),
        TextFormat::Tmx => xml::read_tmx(text, take),
        TextFormat::Android => xml::read_android(text, take),
        TextFormat::Json => json::read(text, json::JsonShape::Plain, take),
        TextFormat::Arb => json::read(text, json::JsonShape::Arb, take),
        TextFormat::Xcstrings => json::read(text, json::JsonShape::Catalog, take),
        TextFormat::Strings => strings::read(text, take),
        TextFormat::Markdown => markdown::read(text, take),
        TextFormat::Html => html::read(text, take),
        TextFormat::Csv => csv::read(text, take),
        TextFormat::Yaml => yaml::read(text, take),
        TextFormat::Properties => properties::read(text, take),
        TextFormat::Resx => qt::read_resx(text, take),
        TextFormat::QtTs => qt::read_ts(text, take),
        TextFormat::Fluent => fluent::read(text, take),
        TextFormat::Subtitles => subtitles::read(text, take),
        TextFormat::Stringsdict => stringsdict::read(text, take),
        TextFormat::Toml => toml::read(text, take),
        TextFormat::Js => script::read(text, script::Script::Js, take),
        TextFormat::Restructured => prose::read(text, prose::Signs::Restructured, take),
        TextFormat::AsciiDoc => prose::read(text, prose::Signs::Ascii, take),
        TextFormat::Php => script::read(text, script::Script::Php, take),
        TextFormat::Plain => {
            read_plain(text, take);
            Vec::new()
        }
    };
    faults.truncate(FAULTS);
    faults
}

/// Paragraphs, apart by empty lines.
fn read_plain<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) {
    let mut start = 0;
    let mut at = 0;
    let mut first = 1;
    for (line, part) in (1..).zip(text.split_inclusive('\n')) {
        if part.trim().is_empty() {
            hand_plain(text, start..at, first, take);
            start = at + part.len();
            first = line + 1;
        }
        at += part.len();
    }
    hand_plain(text, start..text.len(), first, take);
}

fn hand_plain<'a>(text: &'a str, range: std::ops::Range<usize>, line: usize, take: &mut dyn FnMut(Segment<'a>)) {
    let Some(part) = text.get(range.clone()) else { return };
    let skip = if range.start == 0 && part.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let part = part[skip..].trim_end();
    if !part.trim().is_empty() {
        let target = Decoded::verbatim(part, range.start + skip);
        take(Segment { key: format!("line {line}").into(), target, ..Segment::default() });
    }
}
