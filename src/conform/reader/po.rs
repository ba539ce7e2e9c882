//! gettext: messages and their translations.
//!
//! Invariant: an entry marked fuzzy or obsolete is not in use and is not read; the header is none that people read.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::conform::reader::decoded::{Decoded, Escape, closing_quote, push_backslashed};
use crate::conform::reader::{FAULTS, NumberedForm, ReadFault, Segment, SegmentComment, SourceForms, collect_comments};

#[derive(Default)]
struct PoEntry<'a> {
    context: Option<Decoded<'a>>,
    id: Option<Decoded<'a>>,
    /// The text that a name in the place of the source stands for, as extractors of templates write it above.
    default: Option<Decoded<'a>>,
    plural: Option<Decoded<'a>>,
    strings: Vec<Decoded<'a>>,
    fuzzy: bool,
    /// Where its source stands.
    at: usize,
    comments: Vec<SegmentComment>,
}

/// Which part of an entry the next quoted line belongs to.
#[derive(Clone, Copy)]
enum PoPart {
    Nothing,
    Context,
    Id,
    Plural,
    String,
}

pub(super) fn read<'a>(text: &'a str, take: &mut dyn FnMut(Segment<'a>)) -> Vec<ReadFault> {
    let mut faults = Vec::new();
    let mut entry = PoEntry::default();
    let mut declared = 0;
    let mut seen = SeenEntries::default();
    let mut part = PoPart::Nothing;
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let start = at;
        at += raw.len();
        let line = raw.trim_end_matches(['\n', '\r']);
        let indent = match line.as_bytes().first() {
            Some(b'#' | b'm' | b'"') => 0,
            _ => line.len() - line.trim_start_matches([' ', '\t', '\u{feff}']).len(),
        };
        let line = &line[indent..];
        let here = start + indent;
        if line.is_empty() || line.starts_with('#') {
            if !entry.strings.is_empty() {
                entry.hand(&mut declared, &mut seen, take);
            }
            entry.fuzzy |= line.starts_with("#,") && line.contains("fuzzy");
            if let Some(body) = line.strip_prefix("#. Default: \"")
                && let Some(end) = closing_quote(body, 0)
            {
                let default = entry.default.insert(Decoded::new(Escape::Backslash));
                push_backslashed(default, &body[..end], here + line.len() - body.len());
            }
            if !line.starts_with("#~") {
                collect_comments(line, here, &mut entry.comments);
            }
            part = PoPart::Nothing;
            continue;
        }
        let (keyword, quoted) = line.find('"').map_or((line, ""), |quote| (line[..quote].trim_end(), &line[quote..]));
        part = match keyword {
            "" => part,
            "msgctxt" | "msgid" => {
                if !entry.strings.is_empty() {
                    entry.hand(&mut declared, &mut seen, take);
                }
                if keyword == "msgid" { PoPart::Id } else { PoPart::Context }
            }
            "msgid_plural" => PoPart::Plural,
            _ if keyword == "msgstr" || (keyword.starts_with("msgstr[") && keyword.ends_with(']')) => {
                entry.strings.push(Decoded::new(Escape::Backslash));
                PoPart::String
            }
            _ => {
                faults.push(ReadFault {
                    offset: here,
                    message: format!("`{}` is no keyword of gettext", short(keyword)),
                });
                PoPart::Nothing
            }
        };
        let Some(body) = quoted.strip_prefix('"') else {
            if !matches!(part, PoPart::Nothing) {
                faults.push(ReadFault { offset: here, message: "a text in quotation marks is missing".to_owned() });
            }
            continue;
        };
        let inner = here + line.len() - quoted.len() + 1;
        let Some(end) = closing_quote(body, 0) else {
            faults.push(ReadFault { offset: inner - 1, message: "the quotation mark is never closed".to_owned() });
            continue;
        };
        let target = match part {
            PoPart::Nothing => continue,
            PoPart::Context => entry.context.get_or_insert_with(|| Decoded::new(Escape::Backslash)),
            PoPart::Id => entry.id.get_or_insert_with(|| Decoded::new(Escape::Backslash)),
            PoPart::Plural => entry.plural.get_or_insert_with(|| Decoded::new(Escape::Backslash)),
            PoPart::String => match entry.strings.last_mut() {
                Some(last) => last,
                None => continue,
            },
        };
        push_backslashed(target, &body[..end], inner);
        let rest = body[end + 1..].trim_start();
        if !rest.is_empty() {
            let message = "something follows the text: its quotation marks are written `\\\"`".to_owned();
            faults.push(ReadFault { offset: here + line.len() - rest.len(), message });
        }
        if let PoPart::Id = part
            && keyword == "msgid"
        {
            entry.at = here;
        }
    }
    entry.hand(&mut declared, &mut seen, take);
    faults.extend(seen.into_faults(text));
    faults
}

/// Which messages a file has, and those that it has again: `msgfmt` reads no file with one.
#[derive(Default)]
struct SeenEntries {
    /// Digests of contexts and sources, and where the sources stand.
    first: HashMap<u64, usize>,
    again: Vec<(usize, usize)>,
}

impl SeenEntries {
    fn add(&mut self, entry: &PoEntry<'_>) {
        let Some(id) = entry.id.as_ref().filter(|_| !entry.strings.is_empty()) else { return };
        let mut hash = DefaultHasher::new();
        (entry.context.as_ref().map(Decoded::text), id.text()).hash(&mut hash);
        match self.first.entry(hash.finish()) {
            Entry::Occupied(first) => self.again.push((*first.get(), entry.at)),
            Entry::Vacant(free) => drop(free.insert(entry.at)),
        }
    }

    fn into_faults(self, text: &str) -> impl Iterator<Item = ReadFault> {
        self.again.into_iter().take(FAULTS).map(|(first, again)| {
            let line = 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..first]).count();
            let message = format!("the message stands in line {line} already: take one out, or give it a `msgctxt`");
            ReadFault { offset: again, message }
        })
    }
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

impl<'a> PoEntry<'a> {
    /// Hands out what is translated, and starts anew. `declared` is how many plural forms the header of the file names.
    fn hand(&mut self, declared: &mut usize, seen: &mut SeenEntries, take: &mut dyn FnMut(Segment<'a>)) {
        let entry = std::mem::take(self);
        seen.add(&entry);
        let Self { context, id, default, plural, strings, fuzzy, at: _, comments } = entry;
        let Some(id) = id else { return };
        if id.text().is_empty() {
            *declared = strings.first().map_or(0, |header| read_plural_count(header.text()));
        }
        if id.text().is_empty() || fuzzy {
            return;
        }
        let count = strings.len();
        let empty: Vec<usize> = (0..count.max(*declared).max(2))
            .filter(|at| plural.is_some() && strings.get(*at).is_none_or(Decoded::is_blank))
            .collect();
        let repeated: Vec<bool> = (0..count)
            .map(|at| (0..count).any(|other| other != at && strings[other].text() == strings[at].text()))
            .collect();
        for (index, target) in strings.into_iter().enumerate().filter(|(_, target)| !target.is_blank()) {
            let key = match (&context, index) {
                (None, 0) => id.text_again(),
                (context, index) => {
                    let context = context.as_ref().map(|context| format!("{}|", context.text())).unwrap_or_default();
                    let index = if index > 0 { format!("[{index}]") } else { String::new() };
                    format!("{context}{}{index}", id.text()).into()
                }
            };
            let written = || default.as_ref().filter(|_| plural.is_none()).unwrap_or(&id);
            let source = plural.as_ref().filter(|_| index > 0).unwrap_or_else(written).text_again();
            let forms = plural.as_ref().map(|plural| SourceForms {
                one: id.text_again(),
                other: plural.text_again(),
                is_singular: index == 0 && count > 1,
                number: Some(NumberedForm {
                    index,
                    declared: *declared,
                    empty: empty.clone(),
                    is_repeated: repeated[index],
                }),
            });
            take(Segment {
                key,
                source: Some(source),
                target,
                forms,
                comments: comments.clone(),
                ..Segment::default()
            });
        }
    }
}

/// Most plural forms of any language.
const MOST_FORMS: usize = 6;

/// The number in `nplurals=2` of a header; 0 without one.
fn read_plural_count(header: &str) -> usize {
    let number = header.split("nplurals=").nth(1).unwrap_or_default();
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    number[..end].parse().ok().filter(|count| *count <= MOST_FORMS).unwrap_or(0)
}
