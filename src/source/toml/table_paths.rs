//! The names of tables as they are written: a table is named anew by each header of what stands in it.

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::diagnostic::Span;

/// Longest text that is read for the other places of a name, in bytes.
const LONGEST_READ: usize = 1 << 17;

/// Every other place where the name of the table at `name` is written: in the headers of its tables, of tables in it and of
/// its further entries (`[[table]]`), and in dotted keys above all headers. None where `name` is none of a table.
#[must_use]
pub fn other_names_of_table(text: &str, name: Span) -> Vec<Span> {
    let line = text[..name.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let before = text[line..name.start as usize].trim_start();
    let behind = text.get(name.end as usize..).unwrap_or_default().trim_start();
    if !before.starts_with('[') && !behind.starts_with('.') {
        return Vec::new();
    }
    // Most names are written once, and reading a long text for each of very many would take its time.
    let own = text.get(name.range()).unwrap_or_default().trim_matches(['"', '\'']);
    if text.len() > LONGEST_READ || own.is_empty() || text.match_indices(own).nth(1).is_none() {
        return Vec::new();
    }
    let paths = read_paths(text);
    let Some((path, at)) = paths.iter().find_map(|path| Some((path, path.iter().position(|part| *part == name)?)))
    else {
        return Vec::new();
    };
    let word = |span: &Span| text.get(span.range()).unwrap_or_default().trim_matches(['"', '\'']);
    let same = |other: &&Vec<Span>| {
        other.len() > at && other[..=at].iter().zip(&path[..=at]).all(|(one, two)| word(one) == word(two))
    };
    paths.iter().filter(same).map(|path| path[at]).filter(|span| *span != name).collect()
}

/// The parts of each header, and of each dotted key above the first one.
fn read_paths(text: &str) -> Vec<Vec<Span>> {
    let (mut paths, mut path) = (Vec::new(), Vec::new());
    let (mut depth, mut is_value, mut is_header, mut any_header) = (0_usize, false, false, false);
    for token in Source::new(text).lex() {
        let range = token.span();
        match token.kind() {
            TokenKind::Equals => is_value = true,
            TokenKind::LeftSquareBracket if !is_value && depth == 0 => (is_header, any_header) = (true, true),
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => depth = depth.saturating_sub(1),
            TokenKind::Newline | TokenKind::Eof if depth == 0 => {
                let whole = std::mem::take(&mut path);
                if is_header || !any_header && whole.len() > 1 {
                    paths.push(whole);
                }
                (is_value, is_header) = (false, false);
            }
            TokenKind::Atom | TokenKind::BasicString | TokenKind::LiteralString if !is_value => {
                path.push(Span::new(range.start(), range.end()));
            }
            TokenKind::Atom
            | TokenKind::BasicString
            | TokenKind::LiteralString
            | TokenKind::MlBasicString
            | TokenKind::MlLiteralString
            | TokenKind::Dot
            | TokenKind::Comma
            | TokenKind::Whitespace
            | TokenKind::Comment
            | TokenKind::Newline
            | TokenKind::Eof => {}
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_named_by_each_header_of_it() {
        let text = "a.b = 1\na.c = [\n  'a.d',\n]\n[x.y]\na = 1\n[[ x . z ]]\nt = '''\n[x]\n'''\n[[\"x\".z]]\n[y.x]\n";
        let names = |name: &str, nth: usize| {
            let start = text.match_indices(name).nth(nth).unwrap().0;
            let found = other_names_of_table(text, Span::new(start, start + name.len()));
            found.iter().map(|span| span.start as usize).collect::<Vec<_>>()
        };
        let at = |name: &str| text.find(name).unwrap();
        assert_eq!(names("a", 0), [at("a.c")]);
        assert_eq!(names("x", 0), [at("x . z"), at("\"x\".z")]);
        assert_eq!(names("z", 0), [at("\"x\".z") + 4]);
        assert_eq!(names("t", 0), [0_usize; 0]);
    }
}
