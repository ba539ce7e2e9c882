//! Signs of other notations where YAML has its own: bullets, comments, colons and commas.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety, Span};
use crate::source::shorten::shorten_line;
use crate::source::yaml::fault::{YamlFault, is_plain_key};
use crate::source::yaml::strange_colon::{MAX_MARKED, explain_strange_colon};

impl YamlFault<'_> {
    /// A comma at the end of a line, as JSON has them, and those of the lines below that stand as deep.
    pub(super) fn trailing_comma(&self, at: usize) -> Diagnostic {
        let commas: Vec<Span> = self.trailing_commas(at).map(|at| self.marks.file_span(at, at + 1)).collect();
        let title = if commas.len() > 1 { "delete the commas" } else { "delete the comma" };
        let edits = commas.iter().map(|span| Edit { span: *span, text: String::new() }).collect();
        let finding = self
            .syntax_finding(at, at + 1, "no comma stands behind a value: each entry has a line of its own")
            .with_label("not part of the value");
        let others = commas.iter().skip(1).take(MAX_MARKED);
        let mut finding = others.fold(finding, |finding, span| finding.with_secondary(*span, "and this one"));
        finding.omitted += commas.len().saturating_sub(1 + MAX_MARKED);
        finding.offering(title, edits)
    }

    /// The commas behind texts in quotes that end their lines, from the one at `at` on: in lines that begin at its column.
    fn trailing_commas(&self, at: usize) -> impl Iterator<Item = usize> {
        let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let start = self.line_start(at);
        let column = depth(self.text.from(start));
        let mut next = start;
        let lines = self.text.from(start).split_inclusive('\n').map(move |line| {
            next += line.len();
            (next - line.len(), line.trim_end())
        });
        let here = lines.take_while(move |(_, line)| line.is_empty() || depth(line) >= column);
        here.filter_map(move |(start, line)| {
            let item = line.strip_suffix(',').filter(|_| depth(line) == column)?;
            let quote = item.chars().next_back().filter(|c| matches!(c, '"' | '\''))?;
            let (opens, first) = (format!(": {quote}"), item.trim_start_matches([' ', '-']));
            (item.contains(&opens) || first.starts_with(quote)).then_some(start + item.len())
        })
    }

    /// `key: value:`, where nothing stands below that could belong to a second key.
    pub(super) fn colon_at_the_end(&self, indent: usize) -> Option<Diagnostic> {
        let end = self.line_end(self.at);
        let below = self.text.from(end).lines().skip(1).find(|line| !line.trim().is_empty()).unwrap_or_default();
        let deeper = below.len() - below.trim_start_matches(' ').len() > indent;
        if end != self.at + 1 || deeper {
            return None;
        }
        if self.text.before(self.at).rsplit('\n').next().is_some_and(|line| line.trim_end().ends_with(':')) {
            return Some(
                self.syntax_finding(self.at, end, "a `:` by itself is no text of YAML")
                    .with_label("no value")
                    .with_help("write the value that is meant; where the sign is meant, put it in quotes: `\":\"`"),
            );
        }
        let title = "delete the `:`";
        Some(
            self.syntax_finding(self.at, end, "a `:` stands behind the value")
                .with_label("no part of the value")
                .offering(title, vec![Edit { span: self.marks.file_span(self.at, end), text: String::new() }]),
        )
    }

    /// `key: value` with white space behind the colon that looks like a space and is none.
    pub(super) fn blank_behind_colon(&self, start: usize, words: &str) -> Option<Diagnostic> {
        let colon = words.find(':').filter(|at| is_plain_key(words[..*at].trim_start_matches("- ")))?;
        let blank = words[colon + 1..].chars().next().filter(|c| c.is_whitespace() && !c.is_ascii())?;
        let (at, end) = (start + colon + 1, start + colon + 1 + blank.len_utf8());
        let name = if blank == '\u{a0}' { " (a no-break space)" } else { "" };
        let message = format!("U+{:04X}{name} looks like a space and parts no value from its key", u32::from(blank));
        let title = "write a space";
        let edits = vec![Edit { span: self.marks.file_span(at, end), text: " ".into() }];
        Some(self.syntax_finding(at, end, message).with_label("no space").offering(title, edits))
    }

    /// A line that begins with the sign of a list, and not with that of YAML.
    pub(super) fn strange_item(&self, start: usize, words: &str) -> Option<Diagnostic> {
        let is_number = |bullet: &str| {
            let count = bullet.strip_suffix(['.', ')']);
            count.is_some_and(|count| (1..3).contains(&count.len()) && count.bytes().all(|byte| byte.is_ascii_digit()))
        };
        // At the margin, two dashes before a sentence begin a comment of SQL.
        let item = |text: &str| {
            start > self.line_start(start) || text.split_once(": ").is_some_and(|(key, _)| is_plain_key(key))
        };
        let is_bullet = |(bullet, text): &(&str, &str)| {
            let sign = |c: char| !c.is_ascii() && !c.is_alphanumeric();
            matches!(*bullet, "*" | "+")
                || bullet.chars().count() < 3 && bullet.chars().all(sign)
                || is_number(bullet)
                || *bullet == "--" && item(text)
        };
        if let Some((bullet, text)) = words.split_once(' ').filter(is_bullet) {
            return Some(self.strange_bullet(start, bullet, text));
        }
        let key = words.strip_prefix('-')?.split(':').next().filter(|key| is_plain_key(key))?;
        let title = "write a space behind the `-`";
        // What stands at the column of the name moves with it.
        let column = start + 1 - self.line_start(start);
        let blank = |at: usize| Edit { span: self.marks.file_span(at, at), text: " ".to_owned() };
        let mut at = self.line_start(start);
        let lines = self.text.from(at).split_inclusive('\n').map(|line| {
            at += line.len();
            (at - line.len(), line.len() - line.trim_start_matches(' ').len())
        });
        let mut fields = lines.skip(1).take_while(|(_, depth)| *depth >= column).peekable();
        let beside = fields.peek().is_some_and(|(_, depth)| *depth == column);
        let fields = fields.filter(|_| beside).map(|(at, _)| at);
        let edits = std::iter::once(start + 1).chain(fields).map(blank).collect();
        Some(
            self.syntax_finding(start, start + 1, "no space is behind the `-`")
                .with_label(format!("begins the name `-{}`", shorten_line(key)))
                .offering(title, edits),
        )
    }

    /// A comment as other languages write it.
    pub(super) fn strange_comment(&self, start: usize, words: &str) -> Option<Diagnostic> {
        let dashes = words.trim_end();
        let is_dash = |c: char| matches!(c, '-' | '–' | '—' | '―' | '−');
        if dashes.len() > 1 && dashes != "---" && dashes.chars().all(is_dash) {
            let title = "write three dashes: `---`";
            let span = self.marks.file_span(start, start + dashes.len());
            let what = "documents are parted by three dashes";
            let fix =
                Fix { title: title.into(), safety: Safety::Unsafe, edits: vec![Edit { span, text: "---".into() }] };
            return Some(self.syntax_finding(start, start + dashes.len(), what).with_help(title).with_fix(fix));
        }
        if dashes == "---" {
            return Some(self.indented_document_start(start));
        }
        let sign = ["//", "/*", "<!--", "--", ";", "%%", "%"].into_iter().find(|sign| words.starts_with(sign));
        let Some(sign) = sign else { return self.hidden_colon(start) };
        let title = "begin the comment with `#`";
        let mut edits = vec![Edit { span: self.marks.file_span(start, start + sign.len()), text: "#".into() }];
        // What ends such a comment is part of it.
        for end in [("/*", "*/"), ("<!--", "-->")].into_iter().filter(|(begin, _)| *begin == sign).map(|(_, end)| end) {
            let line = self.text.between(start, self.line_end(start)).trim_end();
            if let Some(inner) = line.strip_suffix(end) {
                let span = self.marks.file_span(start + inner.trim_end().len(), start + line.len());
                edits.push(Edit { span, text: String::new() });
            }
        }
        Some(
            self.syntax_finding(start, start + sign.len(), format!("`{sign}` begins no comment in YAML"))
                .with_label("not a comment")
                .offering(title, edits),
        )
    }

    /// The dashes that begin a document, behind spaces.
    fn indented_document_start(&self, start: usize) -> Diagnostic {
        let title = "delete the spaces before it";
        let edit = Edit { span: self.marks.file_span(self.line_start(start), start), text: String::new() };
        self.syntax_finding(start, start + 3, "`---` begins a document only at the start of a line")
            .with_label("behind spaces")
            .offering(title, vec![edit])
    }

    /// A name or value between backticks, as Markdown has code.
    pub(super) fn in_backticks(&self, at: usize, end: usize) -> Option<Diagnostic> {
        let (inner, rest) = self.text.between(at, end).strip_prefix('`')?.split_once('`')?;
        let is_all = rest.trim().is_empty() || rest.trim_start().starts_with(':');
        let close = at + 1 + inner.len();
        let title = format!("write `{}` without backticks", shorten_line(inner));
        let delete = |at| Edit { span: self.marks.file_span(at, at + 1), text: String::new() };
        (is_all && !inner.trim().is_empty()).then(|| {
            self.syntax_finding(at, close + 1, "backticks are no quotes in YAML")
                .with_label("begins no text")
                .offering(title, vec![delete(at), delete(close)])
        })
    }

    /// A section in brackets above the fault, as INI and TOML have them: what stands there, and what to write below it.
    pub(super) fn section_in_brackets(&self) -> Option<Diagnostic> {
        let (start, end) = self.previous_line(self.line_start(self.at))?;
        let section = self.text.between(start, end).strip_prefix('[')?.strip_suffix(']')?;
        let (key, value) = self.text.between(self.at, self.line_end(self.at)).split_once('=')?;
        let is_section = !section.is_empty() && section.chars().all(|c| c.is_alphanumeric() || "._- ".contains(c));
        let (key, value) = (key.trim(), value.trim().trim_matches('"'));
        (is_section && is_plain_key(key)).then(|| {
            self.syntax_finding(
                start,
                end,
                format!("`[{}]` begins a section of INI or TOML, and this is YAML", section),
            )
            .with_label("no section in YAML")
            .with_help(format!(
                "take this line away, and write `{}` below it",
                shorten_line(&format!("{key}: {value}"))
            ))
        })
    }

    /// A second object of JSON behind the first, with a comma between or without one.
    pub(super) fn second_object(&self) -> Option<Diagnostic> {
        let behind = self.text.from(self.at);
        let comma = usize::from(behind.starts_with(','));
        let rest = behind[comma..].trim_start();
        if !rest.starts_with('{') || !self.text.before(self.at).trim_end().ends_with('}') {
            return None;
        }
        let before = if self.line_start(self.at) == self.at { "" } else { "\n" };
        let after = if behind[comma..].trim_start_matches(' ').starts_with(['\n', '\r']) { "" } else { "\n" };
        let (title, of) = match comma {
            0 => ("write `---` before it", "a second object"),
            _ => ("write `---` in the place of the comma", "a second object behind a comma"),
        };
        let edits =
            vec![Edit { span: self.marks.file_span(self.at, self.at + comma), text: format!("{before}---{after}") }];
        let finding = self.syntax_finding(self.at, self.at + 1, format!("{of} is no part of this document"));
        let finding = finding.with_label("a document of its own");
        let help = format!("{title}, and give what follows a `key`");
        Some(finding.with_help(help).with_fix(Fix { title: title.into(), safety: Safety::Unsafe, edits }))
    }

    /// A sign of a typeset list where YAML has `-`.
    pub(super) fn strange_bullet(&self, start: usize, bullet: &str, text: &str) -> Diagnostic {
        let dashed = text.starts_with("- ");
        // What lines up behind the sign was copied from a patch with it.
        let patched = bullet == "+" && start == self.line_start(start) && text.starts_with(' ');
        let title = match patched {
            true => "take the `+` away, which a patch has".to_owned(),
            false => format!("write `{}{}`", if dashed { "" } else { "- " }, shorten_line(text)),
        };
        let code = bullet.chars().next().filter(|c| !c.is_ascii()).map(|c| format!(" (U+{:04X})", u32::from(c)));
        self.syntax_finding(
            start,
            start + bullet.len(),
            format!("`{bullet}`{} begins no list item in YAML", code.unwrap_or_default()),
        )
        .with_label("not a `-`")
        .offering(
            title,
            vec![Edit {
                span: self.marks.file_span(start, start + bullet.len() + usize::from(dashed)),
                text: if dashed || patched { "" } else { "-" }.to_owned(),
            }],
        )
    }

    /// A comma of another script between the values of a bracket that opens at `open`: before a key, or at the fault.
    pub(super) fn strange_comma(&self, open: usize) -> Option<Diagnostic> {
        let inner = self.text.between(open, self.line_end(self.at));
        let (mut quoted, mut found) = (None, Vec::new());
        for (index, c) in inner.char_indices() {
            let behind = inner[index + c.len_utf8()..].trim_start_matches([' ', '\u{3000}']);
            let is_key = |key: &str| key.split(' ').all(is_plain_key);
            let begins = || open + index == self.at || behind.split_once(':').is_some_and(|(key, _)| is_key(key));
            match (c, quoted) {
                ('"' | '\'', None) if inner[..index].ends_with([' ', ',', ':', '[', '{']) => quoted = Some(c),
                (c, Some(quote)) if c == quote => quoted = None,
                ('，' | '、' | '；' | '،', None) if begins() => {
                    found.push((c, open + index, inner.len() - behind.len()))
                }
                _ => {}
            }
        }
        let (sign, at, _) = *found.first().filter(|(_, at, _)| *at <= self.at)?;
        let title = "write `, `";
        let edit = |(_, at, end): &(char, usize, usize)| Edit {
            span: self.marks.file_span(*at, open + end),
            text: ", ".into(),
        };
        let message = format!("`{sign}` (U+{:04X}) is not a comma in YAML", u32::from(sign));
        let finding = self.syntax_finding(at, at + sign.len_utf8(), message).with_label("looks like `,`");
        let finding = finding.with_secondary(self.marks.file_span(open, open + 1), "inside of this").with_help(title);
        let edits = found.iter().map(edit).collect();
        Some(finding.with_fix(Fix { title: title.into(), safety: Safety::Unsafe, edits }))
    }

    /// A sign behind a key that looks like a colon, or stands for one elsewhere.
    pub(super) fn strange_colon(&self, at: usize) -> Option<Diagnostic> {
        explain_strange_colon(self.file, self.marks.file_span(at, at).start as usize)
    }
}
