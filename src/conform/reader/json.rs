//! JSON: every text value, by the path of its keys. Also ARB and Apple's string catalogs.
//!
//! Invariant: one pass without recursion, so depth costs no stack; the first fault ends the reading of the file.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use memchr::{memchr, memchr_iter};

use crate::conform::reader::decoded::{Decoded, Escape, closing_quote, push_backslashed};
use crate::conform::reader::{FAULTS, ReadFault, Segment, SegmentComment, SourceForms, collect_comments};

/// What kind of document it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum JsonShape {
    Plain,
    /// Keys with `@` hold descriptions.
    Arb,
    /// `strings.<key>.localizations.<language>.….value`
    Catalog,
}

/// An object or an array that is open.
enum OpenJson<'a> {
    Object(Cow<'a, str>, Fields),
    Array(usize),
}

/// Which fields of an object were read, as far as they say what its other texts are.
#[derive(Clone, Copy, Default)]
struct Fields {
    /// A message of FormatJS, beside which stand its name and what is told to translators.
    default_message: bool,
    /// A message, and nothing else than what browsers know of one.
    message: bool,
    other: bool,
    /// A number that says what a part of a compiled message is.
    kind: bool,
}

impl Fields {
    /// Whether a text of this name is none for people.
    fn explain(self, name: &str) -> bool {
        self.default_message || self.message && !self.other && name == DESCRIPTION
    }
}

/// What a message is explained with to translators.
const DESCRIPTION: &str = "description";

/// Deeper than any catalogue of messages.
const DEEPEST: usize = 512;

pub(super) fn read<'a>(text: &'a str, shape: JsonShape, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut reader = JsonReader {
        text,
        at,
        open: Vec::new(),
        pending: None,
        about: Vec::new(),
        entry: String::new(),
        comments: Vec::new(),
        keys: Vec::new(),
        twice: Vec::new(),
    };
    let read = reader.run(shape, take);
    reader.pending.take().into_iter().chain(reader.about.drain(..).map(|(_, _, about)| about)).for_each(&mut *take);
    let twice = reader.twice.into_iter().take(FAULTS).map(|(first, again)| {
        let line = 1 + memchr_iter(b'\n', &text.as_bytes()[..first]).count();
        let message =
            format!("the key stands in line {line} already: programs read one of the two, take out the other");
        ReadFault { offset: again, message }
    });
    twice.chain(read.err()).collect()
}

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
    open: Vec<OpenJson<'a>>,
    /// A text whose description may follow.
    pending: Option<Segment<'a>>,
    /// Texts that are none where their object is a message, with its depth and their name.
    about: Vec<(usize, &'static str, Segment<'a>)>,
    /// The entry at hand, and what its comment says to us.
    entry: String,
    comments: Vec<SegmentComment>,
    /// Depth, digest and place of each key of the objects that are open, outermost first.
    keys: Vec<(usize, u64, usize)>,
    /// Where a key stands first in its object, and where again.
    twice: Vec<(usize, usize)>,
}

impl<'a> JsonReader<'a> {
    fn fault(&self, message: &str) -> ReadFault {
        ReadFault { offset: self.at.min(self.text.len()), message: message.to_owned() }
    }

    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// A text in quotation marks: its body and where it starts.
    fn quoted(&mut self) -> Result<(&'a str, usize), ReadFault> {
        let start = self.at + 1;
        let end = closing_quote(self.text, start).ok_or_else(|| self.fault("the quotation mark is never closed"))?;
        self.at = end + 1;
        let body = self.text.get(start..end).ok_or_else(|| self.fault("an escape is cut off"))?;
        Ok((body, start))
    }

    /// A key of an object at this depth, from 1.
    fn key(&mut self, depth: usize) -> Result<Cow<'a, str>, ReadFault> {
        if self.peek() != Some(b'"') {
            return Err(self.fault("a key in quotation marks is missing"));
        }
        let (body, start) = self.quoted()?;
        let mut hash = DefaultHasher::new();
        body.hash(&mut hash);
        self.keys.push((depth, hash.finish(), start - 1));
        if self.peek() != Some(b':') {
            return Err(self.fault("a colon is missing"));
        }
        self.at += 1;
        if memchr(b'\\', body.as_bytes()).is_none() {
            return Ok(Cow::Borrowed(body));
        }
        let mut decoded = Decoded::new(Escape::Backslash);
        push_backslashed(&mut decoded, body, start);
        Ok(decoded.into_text())
    }

    fn run(&mut self, shape: JsonShape, take: &mut dyn FnMut(Segment<'a>)) -> Result<(), ReadFault> {
        loop {
            match self.peek() {
                Some(b'{' | b'[') if self.open.len() >= DEEPEST => return Err(self.fault("nested too deep")),
                Some(b'{') => {
                    self.at += 1;
                    if self.peek() == Some(b'}') {
                        self.at += 1;
                    } else {
                        let key = self.key(self.open.len() + 1)?;
                        self.open.push(OpenJson::Object(key, Fields::default()));
                        continue;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    if self.peek() == Some(b']') {
                        self.at += 1;
                    } else {
                        self.open.push(OpenJson::Array(0));
                        continue;
                    }
                }
                Some(b'"') => {
                    let (body, start) = self.quoted()?;
                    self.hand(shape, body, start, take);
                }
                Some(c) => {
                    self.scalar()?;
                    if let Some(OpenJson::Object(key, fields)) = self.open.last_mut() {
                        fields.kind |= key == "type" && c.is_ascii_digit();
                    }
                }
                None if self.open.is_empty() => {
                    return Err(self.fault("the file is empty: JSON has a value, such as `{}`"));
                }
                None => return Err(self.fault("the file ends in the middle")),
            }
            if !self.close(take)? {
                return if self.peek().is_none() { Ok(()) } else { Err(self.fault("something follows the end")) };
            }
        }
    }

    /// Goes on behind a value; says whether something is still open.
    fn close(&mut self, take: &mut dyn FnMut(Segment<'a>)) -> Result<bool, ReadFault> {
        loop {
            let next = self.peek();
            match (self.open.last_mut(), next) {
                (None, _) => return Ok(false),
                (Some(OpenJson::Array(index)), Some(b',')) => {
                    *index += 1;
                    self.at += 1;
                    return Ok(true);
                }
                (Some(OpenJson::Object(..)), Some(b',')) => {
                    self.at += 1;
                    let next = self.key(self.open.len())?;
                    if let Some(OpenJson::Object(key, _)) = self.open.last_mut() {
                        *key = next;
                    }
                    return Ok(true);
                }
                (Some(OpenJson::Array(_)), Some(b']')) => {
                    self.at += 1;
                    self.open.pop();
                }
                (Some(OpenJson::Object(_, fields)), Some(b'}')) => {
                    let fields = *fields;
                    self.at += 1;
                    let depth = self.open.len();
                    self.close_keys(depth);
                    while let Some((_, name, about)) = self.about.pop_if(|(own, ..)| *own == depth) {
                        if !fields.explain(name) {
                            take(about);
                        }
                    }
                    self.open.pop();
                }
                _ => return Err(self.fault("a comma or a closing bracket is missing")),
            }
        }
    }

    /// Looks for keys that the object which ends has twice.
    fn close_keys(&mut self, depth: usize) {
        let first = self.keys.partition_point(|(own, ..)| *own < depth);
        let own = &mut self.keys[first..];
        if own.len() > 1 {
            own.sort_unstable();
            let same = own.windows(2).filter(|pair| pair[0].1 == pair[1].1);
            self.twice.extend(same.map(|pair| (pair[0].2, pair[1].2)));
        }
        self.keys.truncate(first);
    }

    fn scalar(&mut self) -> Result<(), ReadFault> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        while bytes.get(self.at).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
        {
            self.at += 1;
        }
        if self.at == start { Err(self.fault("no value of JSON")) } else { Ok(()) }
    }

    fn hand(&mut self, shape: JsonShape, body: &'a str, start: usize, take: &mut dyn FnMut(Segment<'a>)) {
        if body.trim().is_empty() {
            return;
        }
        let mut target = Decoded::new(Escape::Backslash);
        push_backslashed(&mut target, body, start);
        let name = |open: &OpenJson<'_>| match open {
            OpenJson::Object(key, _) => key.to_string(),
            OpenJson::Array(index) => index.to_string(),
        };
        let names = || self.open.iter().map(name);
        match shape {
            JsonShape::Plain => {
                let path = match self.open.as_slice() {
                    [OpenJson::Object(key, _)] => key.clone(),
                    _ => names().collect::<Vec<_>>().join(".").into(),
                };
                let mut segment = Segment { key: path, target, ..Segment::default() };
                let depth = self.open.len();
                let [.., outer, OpenJson::Object(key, fields)] = self.open.as_mut_slice() else {
                    return take(segment);
                };
                segment.is_part = fields.kind && key == "value" && matches!(outer, OpenJson::Array(1..));
                let about = match &**key {
                    DESCRIPTION => Some(DESCRIPTION),
                    "id" => Some("id"),
                    name => {
                        fields.default_message |= name == "defaultMessage";
                        // The messages of a browser stand right below the file.
                        fields.message |= name == "message" && depth == 2;
                        fields.other |= name != "message";
                        None
                    }
                };
                match about {
                    Some(name) => self.about.push((depth, name, segment)),
                    None => take(segment),
                }
            }
            JsonShape::Arb => {
                let path: Vec<String> = names().collect();
                if path.iter().any(|name| name.starts_with('@')) {
                    if let ([of, field], Some(pending)) = (path.as_slice(), &mut self.pending)
                        && field == "description"
                        && of.strip_prefix('@') == Some(&*pending.key)
                    {
                        collect_comments(body, start, &mut pending.comments);
                    }
                } else if let Some(last) =
                    self.pending.replace(Segment { key: path.join(".").into(), target, ..Segment::default() })
                {
                    take(last);
                }
            }
            JsonShape::Catalog => {
                let path: Vec<String> = names().collect();
                let [strings, key, field, rest @ ..] = path.as_slice() else { return };
                if strings != "strings" {
                    return;
                }
                if self.entry != *key {
                    self.entry.clone_from(key);
                    self.comments.clear();
                }
                match (field.as_str(), rest) {
                    ("comment", []) => collect_comments(body, start, &mut self.comments),
                    ("localizations", [language, .., value]) if value == "value" => {
                        let class = rest.iter().position(|name| name == "plural").and_then(|at| rest.get(at + 1));
                        let substitution =
                            rest.iter().position(|name| name == "substitutions").and_then(|at| rest.get(at + 1));
                        // The key is a name or the text in the source language, which has one form there.
                        let forms = class.map(|class| SourceForms {
                            one: key.clone().into(),
                            other: key.clone().into(),
                            is_singular: !matches!(class.as_str(), "few" | "many" | "other"),
                            number: None,
                        });
                        let substitution = substitution.map(|name| format!("#{name}")).unwrap_or_default();
                        let class = class.map(|class| format!("[{class}]")).unwrap_or_default();
                        take(Segment {
                            key: format!("{key}{substitution}{class}").into(),
                            source: Some(key.clone().into()),
                            target,
                            language: Some(language.clone()),
                            forms,
                            comments: self.comments.clone(),
                            is_part: false,
                            is_linked: false,
                        });
                    }
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(file: &str) -> Vec<String> {
        let mut found = Vec::new();
        let _faults = read(file, JsonShape::Plain, &mut |segment| {
            found.push(format!("{}{}", segment.key, if segment.is_part { " (part)" } else { "" }));
        });
        found
    }

    #[test]
    fn what_explains_a_message_is_no_text() {
        for (file, expected) in [
            (
                r#"{ "a": { "defaultMessage": "A", "description": "told" }, "b": { "description": "B" } }"#,
                vec!["a.defaultMessage", "b.description"],
            ),
            (r#"[{ "id": "a b", "description": "told", "defaultMessage": "A" }]"#, vec!["0.defaultMessage"]),
            (r#"{ "a": { "message": "A", "description": "told" } }"#, vec!["a.message"]),
            (
                r#"{ "a": { "title": "T", "message": "A", "description": "D" } }"#,
                vec!["a.title", "a.message", "a.description"],
            ),
            (r#"{ "p": { "a": { "message": "A", "description": "D" } } }"#, vec!["p.a.message", "p.a.description"]),
            (r#"{ "description": "D", "id": "I" "#, vec!["description", "id"]),
            (r#"{ "a": { "description": "D", "b": "B" "#, vec!["a.b", "a.description"]),
        ] {
            assert_eq!(keys(file), expected, "{file}");
        }
    }

    #[test]
    fn parts_of_a_compiled_message_are_told_from_values_of_a_list() {
        let file = r#"{ "a": [{ "type": 0, "value": "A " }, { "type": 1, "value": "x" }],
            "b": [{ "value": "B" }, { "value": "C" }] }"#;
        assert_eq!(keys(file), ["a.0.value", "a.1.value (part)", "b.0.value", "b.1.value"]);
    }
}
