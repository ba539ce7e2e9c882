//! A change inside of a scalar of several lines: the lines that do not change keep their bytes and their breaks.

use std::ops::Range;

/// A piece of a value and the bytes of the token that say it.
struct TokenPiece {
    token: Range<usize>,
    value: Range<usize>,
}

/// The bytes of `token` to replace, and what comes there, so that it says `new` instead of `old`. `body` is the part of the
/// token that says the value. Nothing where lines and value cannot be matched, or where a line end would have to come and
/// `newline` does not say how it is written. `write` writes text in the token's notation.
pub(super) fn patch_token(
    token: &str,
    body: Range<usize>,
    old: &str,
    new: &str,
    newline: Option<&str>,
    write: impl Fn(&str) -> String,
) -> Option<(Range<usize>, String)> {
    let pieces = match_pieces(token, body, old)?;
    let mut first = old
        .char_indices()
        .zip(new.chars())
        .find(|((_, a), b)| a != b)
        .map_or(old.len().min(new.len()), |((at, _), _)| at);
    let mut last = 0;
    for ((at, a), (_, b)) in old.char_indices().rev().zip(new.char_indices().rev()) {
        if a != b || at < first || new.len() - (old.len() - at) < first {
            break;
        }
        last = old.len() - at;
    }
    // What lies between two lines is not written on either.
    let from = pieces.iter().rev().find(|piece| piece.value.start <= first)?;
    first = first.min(from.value.end);
    let mut stop = old.len() - last;
    let to = pieces.iter().find(|piece| piece.value.end >= stop)?;
    stop = stop.max(to.value.start);
    let mid = new.get(first..new.len() - (old.len() - stop))?;
    if to.token.start < from.token.start {
        return None;
    }
    let mut range = from.token.start + (first - from.value.start)..to.token.start + (stop - to.value.start);
    if range.end < range.start {
        return None;
    }
    if mid.starts_with('\n') {
        // An empty line has no indentation.
        range.start = token[..range.start].trim_end_matches([' ', '\t']).len();
    }
    let mut written = String::new();
    for (index, line) in mid.split('\n').enumerate() {
        if index > 0 {
            let newline = newline?;
            let eol = newline.trim_end_matches([' ', '\t']);
            written.push_str(if line.is_empty() && index + 1 < mid.split('\n').count() { eol } else { newline });
        }
        written.push_str(&write(line));
    }
    Some((range, written))
}

/// The lines of the token, matched with the value that they say; only where they say it without escapes.
fn match_pieces(token: &str, body: Range<usize>, value: &str) -> Option<Vec<TokenPiece>> {
    let mut pieces = Vec::new();
    let mut said = 0;
    let mut at = body.start;
    for line in token.get(body.clone())?.split_inclusive('\n') {
        let bare = line.trim_matches([' ', '\t', '\n', '\r']);
        let lead = line.len() - line.trim_start_matches([' ', '\t']).len();
        if !bare.is_empty() {
            let rest = &value[said..];
            said += rest.len() - rest.trim_start_matches([' ', '\t', '\n']).len();
            if !value[said..].starts_with(bare) {
                return None;
            }
            pieces.push(TokenPiece { token: at + lead..at + lead + bare.len(), value: said..said + bare.len() });
            said += bare.len();
        }
        at += line.len();
    }
    value[said..].trim_matches([' ', '\t', '\n']).is_empty().then_some(pieces).filter(|pieces| !pieces.is_empty())
}
