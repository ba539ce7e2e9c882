//! What may stand before a value: an anchor and a tag. And where a value would stand that is absent.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, SourceFile, Span};
use crate::source::yaml::{findings, scalar};
use crate::source::{Value, shorten};

/// Bytes of the parsed text in which a value's properties and its content stand.
pub(super) struct NodeProperties {
    /// `&name`.
    pub(super) anchor: Option<Range<usize>>,
    /// `!!str` and the like.
    pub(super) tag: Option<Range<usize>>,
    /// First byte of the content.
    pub(super) content: usize,
    /// Whether there is an anchor or a tag.
    pub(super) any: bool,
}

impl NodeProperties {
    /// A value without any.
    pub(super) fn none(start: usize) -> Self {
        Self { anchor: None, tag: None, content: start, any: false }
    }

    /// Reads them at the start of a value that has some.
    pub(super) fn read_at(text: &str, start: usize, end: usize) -> Self {
        let mut found = Self { anchor: None, tag: None, content: start, any: true };
        let mut at = start;
        while at < end.max(start) {
            let rest = &text[at..];
            let Some(first) = rest.bytes().next() else { break };
            match first {
                b'&' if found.anchor.is_none() => {
                    let end = name_end(text, at + 1);
                    found.anchor = Some(at..end);
                    at = end;
                }
                b'!' if found.tag.is_none() => {
                    let end = if rest.starts_with("!<") {
                        rest.find('>').map_or(text.len(), |length| at + length + 1)
                    } else {
                        name_end(text, at + 1)
                    };
                    found.tag = Some(at..end);
                    at = end;
                }
                b' ' | b'\t' | b'\n' | b'\r' => at += 1,
                b'#' => at += rest.find('\n').unwrap_or(rest.len()),
                _ => break,
            }
        }
        found.content = at.min(end.max(start));
        found
    }
}

/// Whether a tag ends here that is nothing but its `!`, and the line with it.
pub(super) fn is_lone_mark(text: &str, end: usize) -> bool {
    let Some((before, behind)) = text.split_at_checked(end) else { return false };
    let line = behind.lines().next().unwrap_or_default();
    line.trim().is_empty() && before.strip_suffix('!').is_some_and(|before| before.ends_with(' '))
}

/// The end of an anchor's name, an alias's or a short tag.
pub(super) fn name_end(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.find([' ', '\t', '\n', '\r', ',', '[', ']', '{', '}']).unwrap_or(rest.len());
    start.min(text.len()) + length
}

/// Behind the colon that follows a key, or behind the key where none does.
pub(super) fn after_colon(text: &str, key_end: usize) -> usize {
    let mut at = key_end;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b':' => return at + 1,
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            b'#' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            _ => break,
        }
    }
    key_end
}

/// The `|` or `>` that comes next, if nothing but indicators, blanks and comments stands before it.
pub(super) fn block_sign(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        match text.as_bytes().get(at)? {
            b'|' | b'>' => return Some(at),
            b' ' | b'\t' | b'\n' | b'\r' | b'-' | b':' | b'?' => at += 1,
            b'#' => at += text[at..].find('\n')?,
            _ => return None,
        }
    }
}

/// A tag, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum YamlTag {
    /// `!!null`.
    Null,
    /// `!!bool`.
    Bool,
    /// `!!int`.
    Integer,
    /// `!!float`.
    Float,
    /// `!!str`, or `!` alone.
    Text,
    /// `!!seq`.
    Sequence,
    /// `!!map`.
    Mapping,
    /// Any other.
    Other,
}

/// Why a tag does not go with its scalar.
pub(super) enum TagError {
    /// These files have no such type.
    Unsupported,
    /// The text is none of the type.
    WrongContent(&'static str),
}

impl YamlTag {
    /// The meaning of a resolved tag.
    pub(super) fn from_parser(tag: &saphyr_parser::Tag) -> Self {
        if tag.handle.is_empty() && tag.suffix == "!" {
            return Self::Text;
        }
        // `!<tag:yaml.org,2002:str>` comes with all of it in the suffix.
        let core = "tag:yaml.org,2002:";
        let name = if tag.handle == core { Some(tag.suffix.as_str()) } else { tag.suffix.strip_prefix(core) };
        match name {
            Some("null") => Self::Null,
            Some("bool") => Self::Bool,
            Some("int") => Self::Integer,
            Some("float") => Self::Float,
            Some("str") => Self::Text,
            Some("seq") => Self::Sequence,
            Some("map") => Self::Mapping,
            Some(_) | None => Self::Other,
        }
    }

    /// The value of a scalar under this tag.
    pub(super) fn resolve_scalar(self, text: &str, plain: bool) -> Result<Value, TagError> {
        let or = |value: Option<Value>, what| value.ok_or(TagError::WrongContent(what));
        match self {
            Self::Text => Ok(Value::Text(text.to_owned())),
            Self::Null => or(scalar::parse_null(text).filter(|_| plain || !text.is_empty()), "nothing"),
            Self::Bool => or(scalar::parse_bool(text), "a boolean"),
            Self::Integer => or(scalar::parse_integer(text), "a whole number"),
            Self::Float => {
                or(scalar::parse_float(text).or_else(|| scalar::parse_integer(text).map(widen_integer)), "a number")
            }
            Self::Sequence => Err(TagError::WrongContent("a list")),
            Self::Mapping => Err(TagError::WrongContent("a mapping")),
            Self::Other => Err(TagError::Unsupported),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a float was asked for")]
fn widen_integer(value: Value) -> Value {
    if let Value::Integer(value) = value { Value::Float(value as f64) } else { value }
}

impl TagError {
    /// The finding.
    pub(super) fn tag_finding(&self, file: &Arc<SourceFile>, tag: Span, value: Span, text: &str) -> Diagnostic {
        match self {
            Self::Unsupported => findings::unsupported_tag(file, tag),
            Self::WrongContent(what) => {
                let message = format!("`{}` is not {what}, as its tag says", shorten::shorten_line(text));
                Diagnostic::new(Code::WrongType, file, value, message)
                    .with_secondary(tag, "the tag")
                    .with_help("delete the tag")
            }
        }
    }
}
