//! What is being written at the cursor, in a text that need not be whole: a word is put there, and looked for in the tree.
//!
//! Several ways of finishing the line are tried, from what stands there to less of it; then the same with nothing but the
//! lines that the cursor's line hangs from, so that a fault elsewhere does not matter. The readers of `source` decide
//! what stands where, in block and flow style and in TOML alike.

use crate::diagnostic::Span;
use crate::editor::node_path::{self, NodePath};
use crate::source::{Format, Node, ParsedFile, discover};

/// The word that is put at the cursor. A key and a text in every notation.
const MARK: &str = "housestyle-cursor-6b1f";

/// What is being written.
pub(super) struct CursorContext {
    /// The text with the word in it, read.
    pub(super) parsed: ParsedFile,
    /// Where the word is.
    pub(super) node_path: NodePath,
    /// The bytes of the text that it stands for.
    pub(super) word: Span,
    /// Whether it stands between quotes.
    pub(super) quoted: bool,
    /// Whether a space must be written before it.
    pub(super) needs_space: bool,
    /// Whether what ends a key follows already.
    pub(super) has_key_end: bool,
    /// Whether it stands in the header of a table of TOML: 1 for a table, 2 for one of many.
    pub(super) header: usize,
    /// Whether nothing but blanks and dashes stands before it on its line.
    pub(super) starts_line: bool,
    /// Whether it was found beside what the text says otherwise.
    pub(super) detached: bool,
}

impl CursorContext {
    /// The document that it is written in.
    pub(super) fn document(&self) -> Option<&Node> {
        self.parsed.documents.get(self.node_path.document)
    }
}

/// The line around the cursor, taken apart.
struct CursorLine<'t> {
    text: &'t str,
    format: Format,
    start: usize,
    end: usize,
    word: Span,
    quote: Option<char>,
    closed: bool,
    needs_space: bool,
    has_key_end: bool,
    header: usize,
    starts_line: bool,
    /// Whether a value is due: behind the sign that ends a key.
    expects_value: bool,
}

/// What is being written at an offset of a text; nothing within a comment or a longer text.
pub(super) fn locate_cursor(path: &str, text: &str, offset: usize) -> Option<CursorContext> {
    let format = Format::from_path(path)?;
    if text.contains(MARK) {
        return None;
    }
    let line = CursorLine::parse_line(text, format, offset)?;
    let before = &text[..line.start];
    let hung = line.parent_lines();
    let whole = line.candidate_texts(before).into_iter().map(|way| (way, false));
    let parts = line.candidate_texts(&hung).into_iter().map(|way| (way, true));
    whole.chain(parts).find_map(|(way, apart)| {
        let parsed = discover::parse_buffer(path, &way);
        let trail = node_path::find_text(&parsed, MARK)?;
        let CursorLine { word, quote, needs_space: lead, has_key_end: ended, header, starts_line: first, .. } = line;
        Some(CursorContext {
            parsed,
            node_path: trail,
            word,
            quoted: quote.is_some(),
            needs_space: lead,
            has_key_end: ended,
            header,
            starts_line: first,
            detached: apart,
        })
    })
}

impl<'t> CursorLine<'t> {
    fn parse_line(text: &'t str, format: Format, offset: usize) -> Option<Self> {
        let start = text[..offset].rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let start = if text[start..].starts_with('\u{feff}') { start + '\u{feff}'.len_utf8() } else { start };
        let offset = offset.max(start);
        let end = text[offset..].find(['\n', '\r']).map_or(text.len(), |at| offset + at);
        let before = &text[start..offset];
        let mut line = Self {
            text,
            format,
            start,
            end,
            word: Span::empty_at(offset),
            quote: None,
            closed: true,
            needs_space: false,
            has_key_end: false,
            header: 0,
            starts_line: false,
            expects_value: false,
        };
        let mut from = line.skip_blanks(start, offset);
        let begin = from;
        let mut chars = before[begin - start..].char_indices().map(|(at, c)| (begin + at, c));
        let mut last = None;
        while let Some((at, c)) = chars.next() {
            if let Some(quote) = line.quote {
                if c == '\\' && quote == '"' {
                    chars.next();
                } else if c == quote {
                    line.quote = None;
                }
                continue;
            }
            let next = at + c.len_utf8();
            let token = at == from;
            match c {
                '"' | '\'' if token => (line.quote, from) = (Some(c), next),
                '#' if format == Format::Toml || last.is_none_or(char::is_whitespace) => return None,
                '[' | '{' | ',' => {
                    // The value of a pair in braces is over.
                    line.expects_value = line.expects_value && c == '[';
                    from = line.skip_blanks(next, offset);
                }
                ':' if format == Format::Yaml && text[next..offset].starts_with([' ', '\t']) => {
                    (line.expects_value, from) = (true, line.skip_blanks(next, offset));
                }
                ':' if format == Format::Yaml && next == offset => {
                    (line.expects_value, line.needs_space, from) = (true, true, next)
                }
                '=' if format == Format::Toml => (line.expects_value, from) = (true, line.skip_blanks(next, offset)),
                '.' if format == Format::Toml && !line.expects_value => from = next,
                _ => {}
            }
            last = Some(c);
        }
        let lead = &text[start..from.min(offset)];
        line.starts_line = lead.chars().all(|c| c == ' ' || c == '-');
        let trimmed = before.trim_start();
        if format == Format::Toml && !line.expects_value && trimmed.starts_with('[') {
            line.header = trimmed.chars().take_while(|c| *c == '[').count().min(2);
        }
        line.word = Span::new(from.min(offset), line.word_end(offset));
        let rest = text[line.word.end as usize..end].trim_start();
        line.closed = line.quote.is_none_or(|quote| rest.starts_with(quote));
        let behind = line.quote.filter(|_| line.closed).map_or(rest, |_| rest[1..].trim_start());
        line.has_key_end = behind.starts_with(if format == Format::Toml { '=' } else { ':' });
        Some(line)
    }

    /// Behind blanks, and behind the dashes of list items.
    fn skip_blanks(&self, from: usize, to: usize) -> usize {
        let rest = &self.text[from..to];
        let mut left = rest.trim_start_matches([' ', '\t']);
        while self.format == Format::Yaml && from == self.start && left.starts_with("- ") {
            left = left[2..].trim_start_matches(' ');
        }
        to - left.len()
    }

    fn word_end(&self, offset: usize) -> usize {
        let rest = &self.text[offset..self.end];
        let stop = match (self.quote, self.format) {
            (Some(quote), _) => {
                rest.find(quote).unwrap_or_else(|| rest.find([',', ']', '}', '#']).unwrap_or(rest.len()))
            }
            (None, Format::Toml) => rest.find(['=', ',', ']', '}', '.', '#', ' ', '\t']).unwrap_or(rest.len()),
            (None, Format::Yaml) => {
                let ends = |(at, c): (usize, char)| match c {
                    ',' | ']' | '}' => true,
                    ':' => rest[at + 1..].is_empty() || rest[at + 1..].starts_with([' ', '\t']),
                    '#' => rest[..at].ends_with(' '),
                    _ => false,
                };
                rest.char_indices().find(|found| ends(*found)).map_or(rest.len(), |(at, _)| at)
            }
        };
        offset + rest[..stop].trim_end().len()
    }

    /// Texts with the word in them, from what stands there to less of it.
    fn candidate_texts(&self, before: &str) -> Vec<String> {
        let Self {
            text,
            format,
            start,
            end,
            word,
            quote,
            closed,
            needs_space: lead,
            has_key_end: ended,
            header,
            starts_line: first,
            expects_value: value,
        } = *self;
        let own = &text[start..word.start as usize];
        let rest = &text[word.end as usize..end];
        let after = &text[end..];
        let closers = closing_brackets(&format!("{before}{own}"), format);
        let lead = if lead { " " } else { "" };
        let made = |insert: &str, rest: &str, after: &str| format!("{before}{own}{lead}{insert}{rest}{after}");
        let toml = format == Format::Toml;
        let pair = if toml { format!("{MARK} = \"\"") } else { format!("{MARK}: ~") };
        if let Some(quote) = quote {
            let close = if closed { String::new() } else { quote.to_string() };
            let shut = format!("{MARK}{quote}");
            let paired = if toml { format!("{shut} = \"\"") } else { format!("{shut}: ~") };
            let mut ways = vec![made(&format!("{MARK}{close}"), rest, after)];
            ways.extend([made(&shut, &closers, after), made(&paired, "", after), made(&paired, &closers, after)]);
            return ways;
        }
        if header > 0 {
            return vec![made(MARK, &"]".repeat(header), after)];
        }
        let scalar = if toml { format!("\"{MARK}\"") } else { MARK.to_owned() };
        let mut ways = Vec::new();
        if ended {
            ways.extend([made(MARK, rest, after), made(MARK, rest, &format!("{closers}{after}"))]);
        }
        if first || (toml && !value) {
            ways.push(made(&pair, "", after));
        }
        ways.extend([made(&scalar, rest, after), made(&scalar, "", after), made(&scalar, &closers, after)]);
        ways.push(made(&pair, &closers, after));
        // What follows may be what breaks it.
        ways.extend([made(&scalar, &closers, ""), made(&pair, &closers, "")]);
        ways
    }

    /// The lines that this one hangs from.
    fn parent_lines(&self) -> String {
        let before = &self.text[..self.start];
        let mut kept: Vec<&str> = Vec::new();
        let own = &self.text[self.start..self.end];
        let mut indent = indent_depth(own);
        let mut dashed = own.trim_start().starts_with('-');
        for line in before.split_inclusive('\n').rev() {
            let bare = line.trim();
            if self.format == Format::Toml {
                if bare.starts_with('[') && !bare.starts_with("[\"") {
                    kept.push(line);
                    break;
                }
                continue;
            }
            if bare.starts_with("---") || (indent == 0 && !dashed) {
                break;
            }
            let dash = bare.starts_with('-');
            let outer = indent_depth(line) < indent || (dashed && !dash && indent_depth(line) == indent);
            if bare.is_empty() || bare.starts_with('#') || !outer {
                continue;
            }
            (indent, dashed) = (indent_depth(line), dash);
            kept.push(line);
        }
        // What the document says it is decides about its fields.
        let kind =
            before.lines().rev().take_while(|line| !line.starts_with("---")).find(|line| line.starts_with("kind"));
        let kind = kind.filter(|line| !kept.iter().any(|kept| kept.trim_end() == *line));
        let kind = kind.map(|line| format!("{}\n", line.trim_end())).unwrap_or_default();
        kind + &kept.iter().rev().copied().collect::<String>()
    }
}

fn indent_depth(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// What closes the brackets that are open at the end of a text, since the last line that begins at the margin.
fn closing_brackets(text: &str, format: Format) -> String {
    let mut from = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '\'' | '[' | '{')) {
            from = at;
        }
        at += line.len();
    }
    let mut open = Vec::new();
    let mut quote = None;
    let mut last = ' ';
    for c in text[from..].chars() {
        let token = matches!(last, ' ' | '\t' | '\n' | ':' | '=' | ',' | '[' | '{' | '-');
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if token => quote = Some(c),
            (None, '[') if token || !open.is_empty() => open.push(']'),
            (None, '{') if token || !open.is_empty() => open.push('}'),
            (None, ']' | '}') => {
                open.pop();
            }
            (None, '\n') if format == Format::Toml && open.is_empty() => {}
            (None, _) => {}
        }
        last = c;
    }
    open.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The way to the cursor (`|` in the text), and what it would replace.
    fn say(path: &str, text: &str) -> String {
        let offset = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let Some(spot) = locate_cursor(path, &text, offset) else { return "nothing".to_owned() };
        let way = spot.node_path.path.join("/").replace(MARK, "?");
        let role = if spot.node_path.is_key { "key" } else { "value" };
        format!("{role} {way} <{}>", &text[spot.word.range()])
    }

    fn all(path: &str, cases: &[(&str, &str)]) {
        for (text, wanted) in cases {
            assert_eq!(say(path, text), *wanted, "{text}");
        }
    }

    #[test]
    fn block_style() {
        all(
            "a.yaml",
            &[
                ("|", "key ? <>"),
                ("na|", "key ? <na>"),
                ("name: A\nlan|\nextends: []\n", "key ? <lan>"),
                ("name: A\nlan|guage: de\n", "key ? <language>"),
                ("language: d|", "value language <d>"),
                ("language:|", "value language <>"),
                ("language: |\nname: A\n", "value language <>"),
                ("configured_rules:\n  |", "key configured_rules/? <>"),
                ("configured_rules:\n  numbers:\n    da|\n    other: x\n", "key configured_rules/numbers/? <da>"),
                ("configured_rules:\n  numbers:\n    a: b\n    |\n\nname: A\n", "key configured_rules/numbers/? <>"),
                (
                    "configured_rules:\n  numbers:\n    dash: use_年 w|ord\n",
                    "value configured_rules/numbers/dash <use_年 word>",
                ),
                (
                    "configured_rules:\r\n  numbers:\r\n    dash: \"us|e\"\r\n",
                    "value configured_rules/numbers/dash <use>",
                ),
                ("\u{feff}configured_rules:\n  numbers:\n    dash: 'us|\n", "value configured_rules/numbers/dash <us>"),
                ("extends:\n  - ho|\n", "key extends/0/? <ho>"),
                ("extends:\n  - a\n  - |\n", "key extends/1/? <>"),
                ("custom_instructions:\n  - label: a\n    pr|\n", "key custom_instructions/0/? <pr>"),
                ("custom_instructions:\n- label: a\n  pr|\n", "key custom_instructions/0/? <pr>"),
                ("custom_instructions:\n  - |\n", "key custom_instructions/0/? <>"),
                ("a: b\n---\nkind: base_|\n", "value kind <base_>"),
                ("a: b # c|omment\n", "nothing"),
                ("prompt: Be kind, be| brief.\n", "nothing"),
                ("prompt: >\n  some te|xt\n", "nothing"),
            ],
        );
    }

    #[test]
    fn a_fault_elsewhere_does_not_matter() {
        all(
            "a.yaml",
            &[
                ("name: \"A\nconfigured_rules:\n  numbers:\n    da|\n", "key configured_rules/numbers/? <da>"),
                (
                    "name: A\n\tx: y\nconfigured_rules:\n  numbers:\n    dash: u|\n",
                    "value configured_rules/numbers/dash <u>",
                ),
                ("a: [\nb: }\nlanguage: d|\n", "value language <d>"),
                ("configured_rules:\n  numbers:\n    da|\n   x: [\n", "key configured_rules/numbers/? <da>"),
                ("x: {{\ncustom_instructions:\n- label: a\n  pr|\n", "key custom_instructions/0/? <pr>"),
            ],
        );
        all(
            "a.toml",
            &[
                ("a = = b\nc = 'x\n[configured_rules.numbers]\nda|\n", "key configured_rules/numbers/? <da>"),
                (
                    "a = = b\nc = 'x\n[configured_rules.numbers]\ndash = \"u|\n",
                    "value configured_rules/numbers/dash <u>",
                ),
            ],
        );
    }

    #[test]
    fn flow_style() {
        all(
            "a.yaml",
            &[
                ("extends: [|]\n", "value extends/0 <>"),
                ("extends: [house/a, h|]\n", "value extends/1 <h>"),
                ("extends: [house/a, h|\nname: A\n", "value extends/1 <h>"),
                ("configured_rules: {numbers: {da|}}\n", "key configured_rules/numbers/? <da>"),
                ("configured_rules: {numbers: {da|\nname: A\n", "key configured_rules/numbers/? <da>"),
                ("configured_rules: {numbers: {dash: |}}\n", "value configured_rules/numbers/dash <>"),
                ("configured_rules: {numbers: {dash: us|, x: y}}\n", "value configured_rules/numbers/dash <us>"),
                ("{\"name\": \"A\", \"lang|\": \"de\"}\n", "key ? <lang>"),
                ("{\"name\": \"A\", \"language\": \"d|\"}\n", "value language <d>"),
                ("{\n  \"name\": \"A\",\n  \"lang|\n}\n", "key ? <lang>"),
            ],
        );
    }

    #[test]
    fn toml() {
        all(
            "a.toml",
            &[
                ("|", "key ? <>"),
                ("name = \"A\"\nlan|\n", "key ? <lan>"),
                ("language = \"d|\"\n", "value language <d>"),
                ("language = \"d|\nname = \"A\"\n", "value language <d>"),
                ("language = |\nname = \"A\"\n", "value language <>"),
                ("language = d|\n", "value language <d>"),
                ("[|\nname = \"A\"\n", "key ? <>"),
                ("[configured_rules.num|]\ndash = \"x\"\n", "key configured_rules/? <num>"),
                ("[configured_rules.numbers]\nda|\n[x]\n", "key configured_rules/numbers/? <da>"),
                ("[configured_rules]\nnumbers.da|\n", "key configured_rules/numbers/? <da>"),
                ("extends = [\"house/a\", \"h|\"]\n", "value extends/1 <h>"),
                ("extends = [\n  \"house/a\",\n  \"h|\n]\n", "value extends/1 <h>"),
                ("[[custom_instructions]]\nlabel = \"a\"\npr|\n", "key custom_instructions/0/? <pr>"),
                ("custom_instructions = [{label = \"a\", pr|}]\n", "key custom_instructions/0/? <pr>"),
                ("a = \"b\" # c|\n", "nothing"),
            ],
        );
    }

    #[test]
    fn any_place_of_any_text_is_looked_at_without_harm() {
        let text = "# c\nname: \"A\"\r\nx: [a, {b: 'c'}]\n- 年: 😀\n\tk: |\n  t\n[a.b]\nc = \"d\"\n---\n*a: &b\n";
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let _found = (super::locate_cursor("a.yaml", text, at), super::locate_cursor("a.toml", text, at));
        }
    }
}
