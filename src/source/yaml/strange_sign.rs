//! Signs of other notations where YAML has its own: bullets, comments, colons and commas.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::source::shorten::shorten_line;
use crate::source::yaml::fault::{YamlFault, is_plain_key};

impl YamlFault<'_> {
    /// A comma at the end of a line, as JSON has them.
    pub(super) fn trailing_comma(&self, at: usize) -> Diagnostic {
        let title = "delete the comma";
        self.syntax_finding(at, at + 1, "no comma stands behind a value: each entry has a line of its own")
            .with_label("not part of the value")
            .with_help(title)
            .with_fix(Fix {
                title: title.into(),
                safety: Safety::Unsafe,
                edits: vec![Edit { span: self.marks.file_span(at, at + 1), text: String::new() }],
            })
    }

    /// The text of a `|` or `>` that stands no deeper than its key.
    pub(super) fn unindented_text(&self, start: usize, end: usize) -> Option<Diagnostic> {
        let line = self.line_start(start);
        let (above, above_end) = self.previous_line(line)?;
        let head = self.text.between(above, above_end);
        let (key, sign) = head.rsplit_once(": ")?;
        if !matches!(sign, "|" | ">" | "|-" | ">-" | "|+" | ">+") {
            return None;
        }
        let indent = above - self.line_start(above) + 2;
        let dashed = key.len() - key.trim_start_matches("- ").len();
        let title = format!("indent the text deeper than `{}`", shorten_line(key.trim_start_matches("- ")));
        Some(
            self.syntax_finding(start, end, format!("the text of this `{}` is not indented", &sign[..1]))
                .with_label("stands no deeper than its key")
                .with_secondary(self.marks.file_span(above, above_end), "its key")
                .with_help(&title)
                .with_fix(Fix {
                    title,
                    safety: Safety::Unsafe,
                    edits: vec![Edit { span: self.marks.file_span(line, start), text: " ".repeat(indent + dashed) }],
                }),
        )
    }

    /// A line that begins with the sign of a list, and not with that of YAML.
    pub(super) fn strange_item(&self, start: usize, words: &str) -> Option<Diagnostic> {
        let is_bullet = |bullet: &str| matches!(bullet, "–" | "—" | "•" | "·" | "‣" | "◦" | "*" | "+");
        if let Some((bullet, text)) = words.split_once(' ').filter(|(bullet, _)| is_bullet(bullet)) {
            return Some(self.strange_bullet(start, bullet, text));
        }
        let key = words.strip_prefix('-')?.split(':').next().filter(|key| is_plain_key(key))?;
        let title = "write a space behind the `-`";
        Some(
            self.syntax_finding(start, start + 1, "no space is behind the `-`")
                .with_label(format!("begins the name `-{}`", shorten_line(key)))
                .with_help(title)
                .with_fix(Fix {
                    title: title.into(),
                    safety: Safety::Unsafe,
                    edits: vec![Edit { span: self.marks.file_span(start + 1, start + 1), text: " ".into() }],
                }),
        )
    }

    /// A comment as other languages write it.
    pub(super) fn strange_comment(&self, start: usize, words: &str) -> Option<Diagnostic> {
        let dashes = words.trim_end();
        if dashes.len() > 3 && dashes.bytes().all(|byte| byte == b'-') {
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
        let sign = ["//", "/*", "<!--", "--", ";", "%%"].into_iter().find(|sign| words.starts_with(sign))?;
        let title = "begin the comment with `#`";
        let span = self.marks.file_span(start, start + sign.len());
        Some(
            self.syntax_finding(start, start + sign.len(), format!("`{sign}` begins no comment in YAML"))
                .with_label("not a comment")
                .with_help(title)
                .with_fix(Fix {
                    title: title.into(),
                    safety: Safety::Unsafe,
                    edits: vec![Edit { span, text: "#".into() }],
                }),
        )
    }

    /// The dashes that begin a document, behind spaces.
    fn indented_document_start(&self, start: usize) -> Diagnostic {
        let title = "delete the spaces before it";
        let edit = Edit { span: self.marks.file_span(self.line_start(start), start), text: String::new() };
        self.syntax_finding(start, start + 3, "`---` begins a document only at the start of a line")
            .with_label("behind spaces")
            .with_help(title)
            .with_fix(Fix { title: title.into(), safety: Safety::Unsafe, edits: vec![edit] })
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
                .with_help(&title)
                .with_fix(Fix { title: title.clone(), safety: Safety::Unsafe, edits: vec![delete(at), delete(close)] })
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

    /// A sign of a typeset list where YAML has `-`.
    pub(super) fn strange_bullet(&self, start: usize, bullet: &str, text: &str) -> Diagnostic {
        let title = format!("write `- {}`", shorten_line(text));
        let code = bullet.chars().next().map_or(0, u32::from);
        self.syntax_finding(
            start,
            start + bullet.len(),
            format!("`{bullet}` (U+{code:04X}) begins no list item in YAML"),
        )
        .with_label("not a `-`")
        .with_help(&title)
        .with_fix(Fix {
            title: title.clone(),
            safety: Safety::Unsafe,
            edits: vec![Edit { span: self.marks.file_span(start, start + bullet.len()), text: "-".into() }],
        })
    }

    /// A colon of another script, which looks like one and is none.
    pub(super) fn strange_colon(&self, at: usize, colon: char) -> Diagnostic {
        let end = at + colon.len_utf8();
        let blanks = self.text.from(end).len() - self.text.from(end).trim_start_matches([' ', '\u{3000}']).len();
        let title = "write `: `";
        self.syntax_finding(at, end, format!("`{colon}` (U+{:04X}) is not a colon in YAML", u32::from(colon)))
            .with_label("looks like `:`")
            .with_help(title)
            .with_fix(Fix {
                title: title.into(),
                safety: Safety::Unsafe,
                edits: vec![Edit { span: self.marks.file_span(at, end + blanks), text: ": ".into() }],
            })
    }
}
