//! Fluent: values, attributes and variants of messages and terms.
//!
//! Invariant: a line is a text, or part of the one above it where it is indented; the frame of a selector is none. Placeables
//! stay as they are: they are masked as placeholders. What costs a message in Fluent (a line that goes on with a sign of its
//! syntax, a brace without its other) is a fault.

use crate::conform::reader::decoded::{Decoded, Escape, closing_quote};
use crate::conform::reader::{ReadFault, Segment, SegmentComment, collect_comments};

struct FluentText<'a> {
    key: String,
    target: Decoded<'a>,
    comments: Vec<SegmentComment>,
}

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut faults = Vec::new();
    let mut comments: Vec<SegmentComment> = Vec::new();
    let mut open: Option<FluentText<'a>> = None;
    let (mut message, mut attribute) = (String::new(), String::new());
    let mut braces = Braces::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let body = line.trim_end_matches(['\n', '\r', ' ']);
        let words = body.trim_start_matches([' ', '\u{feff}']);
        let here = start + body.len() - words.len();
        let indented = body.starts_with([' ', '\t']);
        if words.is_empty() {
            continue;
        }
        let goes_on = indented || words == "}" || braces.is_inside() && words.starts_with(['[', '*', '}']);
        if !goes_on {
            faults.extend(braces.end());
        } else if let Some(message) = braces.fault_of_line(words) {
            faults.push(ReadFault { offset: here, message });
        }
        if words.starts_with('#') && !indented {
            hand(&mut open, take);
            collect_comments(words, here, &mut comments);
            continue;
        }
        if !goes_on {
            hand(&mut open, take);
            let Some((name, value)) = words.split_once('=').filter(|(name, _)| is_name(name.trim())) else {
                faults.push(ReadFault { offset: here, message: "neither a message nor a comment".to_owned() });
                continue;
            };
            faults.extend(braces.read(value, here + words.len() - value.len()));
            message = name.trim().to_owned();
            attribute.clear();
            open = Some(begin(message.clone(), value, here + words.len() - value.len(), &comments));
            comments.clear();
            continue;
        }
        if let Some((name, value)) = words.strip_prefix('.').and_then(|rest| rest.split_once('=')) {
            let own = hand(&mut open, take);
            attribute = format!(".{}", name.trim());
            let key = format!("{message}{attribute}");
            open = Some(begin(key, value, here + words.len() - value.len(), &own));
        } else if let Some((name, value)) = read_variant(words) {
            let own = hand(&mut open, take);
            let key = format!("{message}{attribute}[{name}]");
            open = Some(begin(key, value, here + words.len() - value.len(), &own));
        } else if words.starts_with('}') || words.ends_with("->") {
            // The frame of a selector; its comments are about the variants, too.
            let own = open.as_ref().map(|text| text.comments.clone()).unwrap_or_default();
            hand(&mut open, take);
            open = Some(FluentText { key: String::new(), target: Decoded::new(Escape::Fluent), comments: own });
        } else if let Some(text) = &mut open {
            if text.target.text().is_empty() {
                text.target = Decoded::new(Escape::FluentBelow);
            } else {
                text.target.push_plain("\n", start - 1);
            }
            text.target.push_plain(words, here);
        }
        faults.extend(braces.read(words, here));
    }
    faults.extend(braces.end());
    hand(&mut open, take);
    faults
}

/// The braces that are open in a message, outermost first.
#[derive(Default)]
struct Braces {
    /// Where each stands, and whether variants are read behind it.
    open: Vec<(usize, bool)>,
    /// Whether a fault of the message was told: what follows it says nothing.
    is_told: bool,
}

impl Braces {
    fn is_inside(&self) -> bool {
        !self.open.is_empty()
    }

    /// Whether text is read, and no expression.
    fn in_text(&self) -> bool {
        self.open.last().is_none_or(|(_, variants)| *variants)
    }

    /// What makes no line of a message of this one.
    fn fault_of_line(&mut self, words: &str) -> Option<String> {
        let sign = words.chars().next().filter(|sign| ['.', '[', '*', '}'].contains(sign))?;
        let is_syntax = match sign {
            '.' => !self.is_inside() && words[1..].split_once('=').is_some_and(|(name, _)| is_name(name.trim())),
            '}' => self.is_inside(),
            _ => self.is_inside() && read_variant(words).is_some(),
        };
        if is_syntax || !self.in_text() || self.is_told {
            return None;
        }
        self.is_told = true;
        let rest = "the message is lost (`{\"…\"}` around the sign keeps it)";
        Some(format!("a line that goes on with `{sign}` is none of its message: {rest}"))
    }

    /// Reads a part of a line, which stands at `at`.
    fn read(&mut self, part: &str, at: usize) -> Option<ReadFault> {
        let bytes = part.as_bytes();
        let mut here = 0;
        let mut fault = None;
        while let Some(byte) = bytes.get(here) {
            match byte {
                b'{' => self.open.push((at + here, false)),
                b'}' if self.open.pop().is_none() && !self.is_told => {
                    self.is_told = true;
                    let message = "`}` closes nothing that is open (`{\"}\"}` writes one)".to_owned();
                    fault = Some(ReadFault { offset: at + here, message });
                }
                // A text in an expression, which ends on its line.
                b'"' if !self.in_text() => match closing_quote(part, here + 1) {
                    Some(end) => here = end,
                    None => return fault,
                },
                b'-' if bytes.get(here + 1) == Some(&b'>') => {
                    if let Some((_, variants)) = self.open.last_mut() {
                        *variants = true;
                    }
                }
                _ => {}
            }
            here += 1;
        }
        fault
    }

    /// What the end of a message leaves open.
    fn end(&mut self) -> Option<ReadFault> {
        let Self { open, is_told } = std::mem::take(self);
        let (offset, _) = open.first().filter(|_| !is_told)?;
        Some(ReadFault { offset: *offset, message: "the brace is never closed: the message is lost".to_owned() })
    }
}

fn is_name(name: &str) -> bool {
    let name = name.strip_prefix('-').unwrap_or(name);
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// `[one] text`, `*[other] text`
fn read_variant(words: &str) -> Option<(&str, &str)> {
    words.strip_prefix('*').unwrap_or(words).strip_prefix('[')?.split_once(']')
}

fn begin<'a>(key: String, value: &'a str, at: usize, comments: &[SegmentComment]) -> FluentText<'a> {
    let words = value.trim_start_matches(' ');
    let mut target = Decoded::new(Escape::Fluent);
    if !words.ends_with("->") {
        target.push_plain(words, at + value.len() - words.len());
    }
    FluentText { key, target, comments: comments.to_vec() }
}

/// Hands out the text at hand; its comments are also about what belongs to the same message.
fn hand<'a>(open: &mut Option<FluentText<'a>>, take: &mut dyn FnMut(Segment<'a>)) -> Vec<SegmentComment> {
    let Some(FluentText { key, target, comments }) = open.take() else { return Vec::new() };
    if !target.is_blank() {
        take(Segment { key: key.into(), target, comments: comments.clone(), ..Segment::default() });
    }
    comments
}
