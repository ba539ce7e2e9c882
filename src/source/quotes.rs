//! Texts in quotes that end where their writer did not mean them to, and in quotes of a typeset page, in all notations.

/// Opening quotes with those that close them.
const QUOTES: &[(char, &[char])] = &[
    ('“', &['”']),
    ('„', &['“', '”']),
    ('”', &['”']),
    ('‘', &['’']),
    ('‚', &['‘', '’']),
    ('«', &['»']),
    ('»', &['«']),
    ('「', &['」']),
    ('＂', &['＂']),
    ('＇', &['＇']),
];

/// What was meant by a quote behind whose end more of the line stands.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum QuoteMeant<'t> {
    /// `"Almwind" is a name.`: the quotes are a part of the text, which is all of the line.
    PartOfText(&'t str),
    /// `'Don't do this.'`: a quote within the text closes it too early; the text without the quotes around it.
    ClosedEarly(&'t str),
    /// `"one, "two"`: the quote that closes is missing; where it belongs, from the opening one.
    Unclosed(usize),
}

/// The quotes of another notation around all of a text, where none stands within, and the text between them.
#[must_use]
pub fn quotes_around(raw: &str) -> Option<(char, &str, char)> {
    let (open, close) = (raw.chars().next()?, raw.chars().next_back()?);
    let (_, closing) = QUOTES.iter().find(|(quote, _)| *quote == open)?;
    let inner = raw.get(open.len_utf8()..raw.len().checked_sub(close.len_utf8())?)?;
    let is_quote = |c: char| QUOTES.iter().any(|(open, closing)| c != '’' && (*open == c || closing.contains(&c)));
    (closing.contains(&close) && !inner.trim().is_empty() && !inner.contains(is_quote)).then_some((open, inner, close))
}

/// What was meant by the rest of a line, from an opening quote on. `closed` is the place right behind the quote that closes it.
pub(super) fn read_quotes(text: &str, closed: usize, in_brackets: bool) -> Option<QuoteMeant<'_>> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = text.get(1..closed.checked_sub(1)?)?;
    let behind = text.get(closed..)?.chars().next()?;
    if in_brackets {
        let item = inner.trim_end().strip_suffix(',')?;
        return behind.is_alphanumeric().then(|| QuoteMeant::Unclosed(1 + item.trim_end().len()));
    }
    let text = text.trim_end();
    if behind.is_alphanumeric() {
        return text[1..].strip_suffix(quote).map(QuoteMeant::ClosedEarly);
    }
    // A second field of the line, or a sign that was put behind the text, is no part of it.
    let mut words = text[closed..].split_whitespace();
    let first = words.next().unwrap_or_default();
    let field = first.ends_with([':', '=']) || words.next().is_some_and(|word| word.starts_with([':', '=']));
    let says = behind != '#' && text[closed..].contains(char::is_alphanumeric);
    // Of quotes that stand in pairs but for the first, that one belongs to the file.
    let meant = match unpaired(text, quote) {
        true => QuoteMeant::ClosedEarly(&text[1..]),
        false => QuoteMeant::PartOfText(text),
    };
    (says && !field).then_some(meant)
}

/// Whether a text has an odd number of a quote; one that closes `„` makes a pair with it.
fn unpaired(text: &str, quote: char) -> bool {
    let (mut odd, mut low) = (false, false);
    for c in text.chars() {
        match c {
            '„' | '‚' => low = true,
            '“' | '”' | '‘' | '’' => low = false,
            c if c == quote && low => low = false,
            c if c == quote => odd = !odd,
            _ => {}
        }
    }
    odd
}

/// The word around a place of a text in quotes, without those.
pub(super) fn word_around(text: &str, at: usize) -> &str {
    let behind = &text[at..];
    let behind = behind.strip_suffix(['"', '\'']).unwrap_or(behind);
    let first = text.get(1..at).unwrap_or_default().rsplit(char::is_whitespace).next().unwrap_or_default();
    let last = behind.split(char::is_whitespace).next().unwrap_or_default();
    text[at - first.len()..at + last.len()].trim_matches(['.', ',', ';', '!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_behind_a_space_of_any_width() {
        for space in [' ', '\u{85}', '\u{a0}', '\u{3000}'] {
            let text = format!("\"eins{space}zwei\"");
            assert_eq!(word_around(&text, text.find("wei").unwrap()), "zwei");
        }
        assert_eq!(word_around("\"a\"", 3), "a\"");
        // A text that closes with its first sign.
        assert_eq!(word_around("\"eins\"", 0), "\"eins");
    }

    #[test]
    fn what_stands_behind_a_quote_tells_what_it_was_meant_for() {
        let read = |text, closed, brackets| read_quotes(text, closed, brackets);
        let whole = "\"Almwind\" is a name.";
        assert_eq!(read(whole, 9, false), Some(QuoteMeant::PartOfText(whole)));
        assert_eq!(read("'Don't do this.'", 5, false), Some(QuoteMeant::ClosedEarly("Don't do this.")));
        assert_eq!(
            read("\"He said \"hi\" to me.\"", 10, false),
            Some(QuoteMeant::ClosedEarly("He said \"hi\" to me."))
        );
        assert_eq!(
            read("\"Schreibt „Ton\", nicht \"Klang\".", 16, false),
            Some(QuoteMeant::ClosedEarly("Schreibt „Ton\", nicht \"Klang\"."))
        );
        assert_eq!(read("\"one, \"two\"]", 7, true), Some(QuoteMeant::Unclosed(4)));
        assert_eq!(read("\"one\" \"two\"]", 5, true), None);
        assert_eq!(read("'Don't do this.", 5, false), None);
        assert_eq!(read("\"A\" language = \"de\"", 3, false), None);
        assert_eq!(read("\"A\" language: de", 3, false), None);
        assert_eq!(read("\"A\";", 3, false), None);
    }
}
