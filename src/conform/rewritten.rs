//! Whether fixes leave a file what it is: read again with all of them, it differs in the texts that they are about alone.
//!
//! Invariant: a text whose fixes do not read back as what was meant, or of which a syntax of messages would read something
//! else, loses them all. Where the file falls apart, the texts that do it are looked for, each among fewer others. The file is
//! read a bounded number of times; what has not been found harmless by then loses its fixes, too.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use crate::conform::lint::Departure;
use crate::conform::proof::apply_edits;
use crate::conform::reader::{Segment, TextFormat, read_segments};
use crate::conform::token::read_tokens;
use crate::diagnostic::Fix;

/// How often fixes are taken back before all are.
const ROUNDS: usize = 4;

/// How often, and how many bytes at most, a file that falls apart is read for the texts that do it.
const SEARCHES: usize = 64;
const SEARCHED_BYTES: usize = 32 << 20;

/// The edits of one text.
#[derive(Debug, Default)]
struct TextEdits {
    of_text: Vec<(Range<usize>, String)>,
    of_file: Vec<(Range<usize>, String)>,
}

/// The fixes of a file, in the order in which its texts are read.
#[derive(Debug, Default)]
pub struct RewrittenTexts {
    fixes: Vec<RewrittenPlace>,
}

/// The fix of one departure.
#[derive(Debug)]
struct RewrittenPlace {
    text: usize,
    place: Range<usize>,
    edits: TextEdits,
}

/// Where fixes would damage a file.
#[derive(Debug, Default)]
pub struct UnsafeTexts {
    /// Bytes of the file that start an edit of such a text.
    starts: BTreeSet<usize>,
}

impl UnsafeTexts {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Whether a fix is of such a text.
    #[must_use]
    pub fn concerns(&self, fix: &Fix) -> bool {
        fix.edits.iter().any(|edit| self.starts.contains(&(edit.span.start as usize)))
    }
}

impl RewrittenTexts {
    /// Takes the fix of a departure in the text of this number among those of the file, from 0.
    pub fn add_departure(&mut self, text: usize, departure: &mut Departure) {
        let Departure { text_edits, edits, place, .. } = departure;
        if !edits.is_empty() {
            let edits = TextEdits { of_text: std::mem::take(text_edits), of_file: edits.clone() };
            self.fixes.push(RewrittenPlace { text, place: place.clone(), edits });
        }
    }

    /// Whether nothing is rewritten.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fixes.is_empty()
    }

    /// The edits that are made at once, by text: those that touch no earlier one, as
    /// [`compatible_fixes`](crate::source::edit::compatible_fixes) has it.
    fn edits_by_text(mut self) -> BTreeMap<usize, TextEdits> {
        self.fixes.sort_by_key(|fix| (fix.place.start, fix.place.end));
        let mut texts: BTreeMap<usize, TextEdits> = BTreeMap::new();
        let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
        for RewrittenPlace { text, edits, place: _ } in self.fixes {
            let touches =
                |range: &Range<usize>| ends.range(..=range.end).next_back().is_some_and(|(_, end)| *end >= range.start);
            if edits.of_file.iter().any(|(range, _)| touches(range)) {
                continue;
            }
            for (range, _) in &edits.of_file {
                let end = ends.entry(range.start).or_default();
                *end = range.end.max(*end);
            }
            let own = texts.entry(text).or_default();
            own.of_text.extend(edits.of_text);
            own.of_file.extend(edits.of_file);
        }
        texts
    }

    /// The texts whose edits have to go, so that the others leave the file what it is.
    #[must_use]
    pub fn find_unsafe_texts(self, format: TextFormat, text: &str) -> UnsafeTexts {
        let starts: Vec<(usize, usize)> = self
            .fixes
            .iter()
            .flat_map(|fix| fix.edits.of_file.iter().map(|(range, _)| (fix.text, range.start)))
            .collect();
        let mut texts = self.edits_by_text();
        let mut gone = UnsafeTexts::default();
        let mut searches = SEARCHES.min(SEARCHED_BYTES / text.len().max(1));
        for round in 0.. {
            let wrong = if round < ROUNDS { read_again(&texts, format, text) } else { None };
            let wrong: BTreeSet<usize> = match wrong {
                Some(wrong) if wrong.is_empty() => break,
                Some(wrong) => wrong.into_iter().collect(),
                None if round < ROUNDS => find_breaking_texts(&texts, format, text, &mut searches),
                None => texts.keys().copied().collect(),
            };
            texts.retain(|number, _| !wrong.contains(number));
            gone.starts.extend(starts.iter().filter(|(number, _)| wrong.contains(number)).map(|(_, start)| *start));
            if texts.is_empty() {
                break;
            }
        }
        gone
    }
}

/// The texts with whose edits the file falls apart, and those that no search was left for.
fn find_breaking_texts(
    texts: &BTreeMap<usize, TextEdits>,
    format: TextFormat,
    text: &str,
    searches: &mut usize,
) -> BTreeSet<usize> {
    let numbers: Vec<usize> = texts.keys().copied().collect();
    let mut found = BTreeSet::new();
    let mut parts: Vec<&[usize]> = numbers.chunks(numbers.len().div_ceil(2).max(1)).collect();
    while let Some(part) = parts.pop() {
        let left = searches.checked_sub(1);
        *searches = left.unwrap_or(0);
        let own: BTreeMap<usize, &TextEdits> = part.iter().map(|number| (*number, &texts[number])).collect();
        match left.and_then(|_| read_again(&own, format, text)) {
            Some(wrong) => found.extend(wrong),
            None if left.is_none() || part.len() == 1 => found.extend(part),
            None => parts.extend(part.chunks(part.len().div_ceil(2))),
        }
    }
    // Each part may be harmless by itself.
    if found.is_empty() { numbers.into_iter().collect() } else { found }
}

/// Reads the file with all edits; the texts that are not what they were to become. None where it falls apart.
fn read_again<E: Borrow<TextEdits>>(texts: &BTreeMap<usize, E>, format: TextFormat, text: &str) -> Option<Vec<usize>> {
    let mut edits: Vec<&(Range<usize>, String)> = texts.values().flat_map(|own| &own.borrow().of_file).collect();
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let new = apply_edits(text, &edits)?;
    let mut before: Vec<(u64, u64)> = Vec::new();
    let mut wanted: BTreeMap<usize, (u64, bool)> = BTreeMap::new();
    let mut number = 0;
    let faults = read_segments(format, text, &mut |segment| {
        let own = segment.target.text();
        before.push((frame_of(&segment, text), digest(own)));
        if let Some(rewritten) = texts.get(&number) {
            let mut edits: Vec<_> = rewritten.borrow().of_text.iter().collect();
            edits.sort_by_key(|(range, _)| (range.start, range.end));
            let meant = apply_edits(own, &edits);
            let same = meant.as_deref().is_some_and(|meant| read_tokens(meant) == read_tokens(own));
            wanted.insert(number, (digest(&meant.unwrap_or_default()), same));
        }
        number += 1;
    });
    let mut wrong = Vec::new();
    let mut at = 0;
    let mut apart = false;
    let faults_after = read_segments(format, &new, &mut |segment| {
        let own = digest(segment.target.text());
        match (before.get(at), wanted.get(&at)) {
            (Some((frame, _)), _) if *frame != frame_of(&segment, &new) => apart = true,
            (Some(_), Some((meant, same))) if *meant != own || !same => wrong.push(at),
            (Some(_), Some(_)) => {}
            (Some((_, old)), None) if *old == own => {}
            (Some(_), None) | (None, _) => apart = true,
        }
        at += 1;
    });
    let messages = |faults: &[crate::conform::reader::ReadFault]| -> Vec<String> {
        faults.iter().map(|fault| fault.message.clone()).collect()
    };
    if at != before.len() || messages(&faults) != messages(&faults_after) {
        return None;
    }
    // A text that took another along is one of those that are not what they were to become, or all are.
    if apart && wrong.is_empty() { None } else { Some(wrong) }
}

/// All of a segment but its text: key, source, language, and what is masked, as the file has it.
fn frame_of(segment: &Segment<'_>, file: &str) -> u64 {
    let Segment { key, source, target, language, forms: _, comments, is_part: _, is_linked: _ } = segment;
    let mut hash = DefaultHasher::new();
    (key, source, language).hash(&mut hash);
    for masked in target.masked() {
        file.get(target.place(masked)).hash(&mut hash);
    }
    comments.iter().for_each(|comment| comment.text.hash(&mut hash));
    hash.finish()
}

fn digest(text: &str) -> u64 {
    let mut hash = DefaultHasher::new();
    text.hash(&mut hash);
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_breaks_its_file_is_found_among_the_others() {
        const MANY: usize = 100;
        let text: String = (0..MANY).map(|n| format!("k{n:02}: x\n")).collect();
        let line = "k00: x\n".len();
        for broken in [vec![], vec![40], vec![0, 41, 99]] {
            let place = |n: usize| n * line + "k00: ".len()..n * line + "k00: x".len();
            let fixes = (0..MANY).map(|n| {
                let new = if broken.contains(&n) { "[x".to_owned() } else { "y".to_owned() };
                let edits = TextEdits { of_text: vec![(0..1, new.clone())], of_file: vec![(place(n), new)] };
                RewrittenPlace { text: n, place: place(n), edits }
            });
            let found = RewrittenTexts { fixes: fixes.collect() }.find_unsafe_texts(TextFormat::Yaml, &text);
            let expected: BTreeSet<usize> = broken.iter().map(|n| place(*n).start).collect();
            assert_eq!(found.starts, expected);
        }
    }
}
