//! Lines that are no entry of what they stand in: without their colon, at another depth, or prose.

use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::source::shorten::shorten_line;
use crate::source::yaml::fault::{YamlFault, is_plain_key};
use crate::source::yaml::findings::quoted_text;
use crate::source::yaml::is_block_sign;

/// Whether a line is a key with its value, or an item that begins with one.
pub(super) fn is_entry(words: &str) -> bool {
    let entry = words.trim_start_matches(['-', ' ']).split_once(':');
    entry.is_some_and(|(key, value)| is_plain_key(key) && (value.is_empty() || value.starts_with(' ')))
}

/// How other languages write the end of a line in a text.
const BREAK: &str = "\\n";

impl YamlFault<'_> {
    /// `order #: Bestellnummer`: a sign of a key that begins a comment, which takes the colon along.
    pub(super) fn hidden_colon(&self, start: usize) -> Option<Diagnostic> {
        let rest = self.text.from(start);
        let line = rest.lines().next().unwrap_or_default();
        let (words, comment) = line.split_once(" #")?;
        let (said, value) = comment.split_once(':')?;
        if said.contains([' ', '"']) || words.contains('"') || !value.starts_with(' ') || value.trim().is_empty() {
            return None;
        }
        let key = &line[..words.len() + " #".len() + said.len()];
        let message = format!("`#` begins a comment, and takes the `:` of `{}` along", shorten_line(key));
        let sign = start + words.len() + 1;
        let place = self.marks.file_span(start, start + key.len());
        let finding = self.syntax_finding(sign, start + line.trim_end().len(), message).with_label("a comment");
        Some(finding.offering("put the key in quotes", vec![Edit { span: place, text: format!("\"{key}\"") }]))
    }

    /// The first line of a text further left than the entry at byte `start` that follows it. The parser names the entry.
    pub(super) fn text_before_entry(&self, start: usize, words: &str) -> Option<(usize, usize)> {
        let depth = |at: usize| at - self.line_start(at);
        let above = |at: usize| {
            let line = self.previous_line(self.line_start(at))?;
            let is_text = depth(line.0) < depth(start) && !self.text.between(line.0, line.1).contains([':', '#']);
            is_text.then_some(line)
        };
        // One word alone is a key without its colon.
        let lacks_colon = |(start, end)| is_plain_key(self.text.between(start, end));
        let last = above(start).filter(|line| is_entry(words) && !lacks_colon(*line))?;
        std::iter::successors(Some(last), |line| above(line.0)).last()
    }

    /// Whether a line goes on with a sentence or a comment, or ends one.
    pub(super) fn goes_on(&self, start: usize, end: usize) -> bool {
        let above = self.previous_line(self.line_start(start)).map(|(above, end)| self.text.between(above, end));
        self.text.between(start, end).ends_with(['.', '!', '?'])
            || above.is_some_and(|above| above.ends_with(',') || above.starts_with('#'))
    }

    /// A word on a line of its own: the key above may wait for it.
    pub(super) fn explain_lone_value(&self, finding: Diagnostic, start: usize, words: &str) -> Diagnostic {
        let above = self.previous_line(self.line_start(start)).map(|(above, end)| self.text.between(above, end));
        if above.is_some_and(|above| above.starts_with('#')) && words.contains(' ') {
            // Which of the two, all that the file needs tells.
            return finding.with_help(
                "begin the line with `# ` where it goes on with the comment above, or write it as `key: value`",
            );
        }
        if words.contains(' ') && words.starts_with(char::is_uppercase) && start == self.line_start(start) {
            return finding.with_help(
                "begin the line with `# ` where it is a comment, or indent it if it continues the text above",
            );
        }
        let text = above.and_then(|above| above.split_once(": ")).filter(|_| self.goes_on(start, start + words.len()));
        match text {
            Some((key, _)) => self.explain_continued(finding, start, key.trim_start_matches(['-', ' '])),
            None => finding.with_help("write `key: value`, or indent the line if it continues the text above"),
        }
    }

    /// A line with which the text of the field above goes on, no deeper than that field.
    fn explain_continued(&self, finding: Diagnostic, start: usize, key: &str) -> Diagnostic {
        let shown = shorten_line(key);
        let help =
            format!("indent the line deeper than `{shown}` where it continues that text, or write it as `key: value`");
        let line = self.previous_line(self.line_start(start)).filter(|_| is_plain_key(key));
        let Some((above, end)) = line else { return finding.with_help(help) };
        let message = format!("this line goes on with the text of `{shown}`, and is not indented deeper than it");
        let finding = Diagnostic { message, ..finding }.with_label("part of the text above, as it seems");
        finding.with_secondary(self.marks.file_span(above, end), "the text begins here").with_help(help)
    }

    /// `day trip = Tagestour`: a phrase and its translation with another sign between them.
    pub(super) fn strange_separator(&self, start: usize, words: &str) -> Option<Diagnostic> {
        const SEPARATORS: &[&str] = &["\t", " = ", " -> ", " => ", " → ", " ⇒ ", " – ", " — ", "; "];
        let sign = *SEPARATORS.iter().find(|sign| words.contains(**sign))?;
        let (key, value) = words.split_once(sign)?;
        let (key, value) = (key.trim_end(), value.trim_start());
        let quoted = |side: &str| side.starts_with('\'') || side.ends_with('\'') || side.contains('"');
        let said =
            |side: &str| side.contains(char::is_alphanumeric) && !side.contains(['#', '[', '{']) && !quoted(side);
        if !said(key) || !said(value) || value.contains(sign) || self.goes_on(start, start + words.len()) {
            return None;
        }
        let (from, to) = (start + key.len(), start + words.len() - value.len());
        let shown = if sign == "\t" { "a tab".to_owned() } else { format!("`{}`", sign.trim()) };
        let line = format!("{key}: {value}");
        let title = match shorten_line(&line) {
            whole if whole == line => format!("write `{whole}`"),
            _ => "write `: ` between the two".to_owned(),
        };
        let edit = Edit { span: self.marks.file_span(from, to), text: ": ".to_owned() };
        Some(
            self.syntax_finding(from, to, format!("YAML parts a key from its value with `:`, not with {shown}"))
                .with_label("not a colon")
                .offering(title, vec![edit]),
        )
    }

    /// A text on the line of its `|` or `>`, or a row of a table whose cells are a phrase and its translation.
    pub(super) fn text_behind_block_sign(&self) -> Diagnostic {
        let (line, end) = (self.line_start(self.at), self.line_end(self.at));
        let row = self.text.between(line, end).trim_start();
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let start = end - row.len();
        if let ([phrase, translation], true) = (cells.as_slice(), row.starts_with('|') && row.ends_with('|'))
            && !row.contains([':', '#', '"', '\'', '[', '{'])
            && [phrase, translation].iter().all(|cell| cell.starts_with(char::is_alphabetic))
        {
            let text = format!("{phrase}: {translation}");
            let edits = vec![Edit { span: self.marks.file_span(start, end), text: text.clone() }];
            return self
                .syntax_finding(start, end, "a row between `|` belongs to a table of another format")
                .with_label("no key with a value")
                .offering(format!("write `{}`", shorten_line(&text)), edits);
        }
        self.line_finding("the text of a `|` or `>` starts on the next line")
            .with_help("write the text on the next line, indented, or quote it")
    }

    /// The text of a `|` or `>` that stands no deeper than its key.
    pub(super) fn unindented_text(&self, start: usize, end: usize) -> Option<Diagnostic> {
        let line = self.line_start(start);
        let (above, above_end) = self.previous_line(line)?;
        let head = self.text.between(above, above_end);
        let (key, sign) = head.rsplit_once(": ")?;
        if !is_block_sign(sign) {
            return None;
        }
        let indent = above - self.line_start(above) + 2;
        let dashed = key.len() - key.trim_start_matches("- ").len();
        // All lines of it: up to a line that is an item, a key, or stands further left.
        let column = start - line;
        let belongs = |(_, text): &(usize, &str)| {
            let words = text.trim_start_matches(' ');
            let key = words.split_once(':').is_some_and(|(key, value)| {
                is_plain_key(key) && !key.contains(char::is_uppercase) && (value.is_empty() || value.starts_with(' '))
            });
            words.trim().is_empty() || (text.len() - words.len() >= column && !words.starts_with("- ") && !key)
        };
        let mut at = line;
        let lines = self.text.from(line).split('\n').map(|text| {
            let begins = at;
            at += text.len() + 1;
            (begins, text)
        });
        let lines: Vec<(usize, &str)> = lines.take_while(belongs).filter(|(_, text)| !text.trim().is_empty()).collect();
        let title = format!("indent the text deeper than `{}`", shorten_line(key.trim_start_matches("- ")));
        Some(
            self.syntax_finding(start, end, format!("the text of this `{}` is not indented", &sign[..1]))
                .with_label("stands no deeper than its key")
                .with_secondary(self.marks.file_span(above, above_end), "its key")
                .offering(
                    title,
                    lines
                        .iter()
                        .map(|(at, _)| Edit {
                            span: self.marks.file_span(*at, at + column),
                            text: " ".repeat(indent + dashed),
                        })
                        .collect(),
                ),
        )
    }

    /// `configured_rules` alone on its line, and what belongs to it below.
    pub(super) fn key_without_colon(&self, start: usize, words: &str) -> Option<Diagnostic> {
        let whole = words.starts_with("- ") || words.ends_with(':') || words.contains(": ");
        let (above, end) = self.previous_line(self.line_start(start)).filter(|_| whole)?;
        let key = self.text.between(above, end);
        let depth = |at: usize| at - self.line_start(at);
        if !is_plain_key(key) || depth(above) > depth(start) {
            return None;
        }
        let title = format!("write `{}:`", shorten_line(key));
        Some(
            self.syntax_finding(above, end, format!("`{}` has no `:` behind it", shorten_line(key)))
                .with_label("no key without it")
                .offering(title, vec![Edit { span: self.marks.file_span(end, end), text: ":".into() }]),
        )
    }

    /// A field at the margin, where the one above it has a dash.
    pub(super) fn field_beside_item(&self) -> Option<Diagnostic> {
        let words = self.text.between(self.at, self.line_end(self.at));
        let (key, _) = words.split_once(':').filter(|(key, _)| is_plain_key(key))?;
        let first = self.text.0.lines().find_map(|line| line.strip_prefix("- "))?;
        let field = first.trim_start().split(':').next().filter(|field| is_plain_key(field))?;
        let (key, field) = (shorten_line(key), shorten_line(field));
        (self.at == self.line_start(self.at)).then(|| {
            self.syntax_finding(self.at, self.at + key.len(), format!("`{key}` stands beside a list item, not in it"))
                .with_label("no item of the list")
                .with_help(format!("take the `- ` before `{field}` away, or indent `{key}` as deep as `{field}`"))
        })
    }

    /// Fields that stand further left than those of the item above, which they are fields of, up to the column of its dash.
    pub(super) fn fields_at_the_dash(&self) -> Option<Diagnostic> {
        let line = self.line_start(self.at);
        let column = self.at - line;
        let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let key = |line: &str| line.trim_start_matches(' ').split_once(':').map(|(key, _)| key.to_owned());
        let named = |key: &String| is_plain_key(key) && !key.contains(char::is_uppercase);
        let first = key(self.text.from(line).lines().next()?).filter(named)?;
        if !self.text.between(line, self.at).bytes().all(|byte| byte == b' ') {
            return None;
        }
        // The item above: from its dash on, what stands deeper.
        let above: Vec<&str> = self.text.before(line).lines().rev().collect();
        let dash = above.iter().position(|line| depth(line) <= column)?;
        let item = above[dash].trim_start_matches(' ').strip_prefix('-').filter(|item| item.starts_with(' '))?;
        let fields = depth(above[dash]) + 1 + depth(item);
        let width = fields.checked_sub(column).filter(|width| *width > 0)?;
        let own = |line: &&str| depth(line) == fields;
        let mut taken: Vec<String> =
            above[..dash].iter().filter(|line| own(line)).filter_map(|line| key(line)).collect();
        // An item that is a text has no fields.
        taken.push(key(item).filter(|_| item.contains(": ") || item.trim_end().ends_with(':'))?);
        let mut edits = Vec::new();
        let (mut at, mut numbers) = (line, Vec::new());
        let number = |at: usize| self.file.position_at(self.marks.file_span(at, at).start).line;
        for text in self.text.from(line).split_inclusive('\n') {
            let words = text.trim_end();
            if !words.is_empty() {
                let field = key(words).filter(named);
                if depth(words) < column || depth(words) == column && field.is_none() {
                    break;
                }
                if let Some(field) = field.filter(|_| depth(words) == column) {
                    // What the item has already begins another one.
                    if taken.contains(&field) {
                        return None;
                    }
                    taken.push(field);
                    numbers.push(number(at));
                }
                edits.push(Edit { span: self.marks.file_span(at, at), text: " ".repeat(width) });
            }
            at += text.len();
        }
        let dashed = number(above[dash].as_ptr() as usize - self.text.0.as_ptr() as usize);
        let (these, are) = match numbers.as_slice() {
            [only] => (format!("line {only}"), "it is a field"),
            [all @ .., last] => {
                let all: Vec<String> = all.iter().map(u32::to_string).collect();
                (format!("lines {} and {last}", all.join(", ")), "they are fields")
            }
            [] => return None,
        };
        let columns = if width == 1 { "one column".to_owned() } else { format!("{width} columns") };
        let help = format!("indent {these} by {columns} more: {are} of the item in line {dashed}, as it seems");
        let message = format!("`{}` stands beside a list item, not in it", shorten_line(&first));
        Some(
            self.syntax_finding(self.at, self.at + first.len(), message)
                .with_label(if depth(above[dash]) == column { "at the column of the dash" } else { "too far left" })
                .with_help(help)
                .with_fix(Fix { title: "indent it like the item above".to_owned(), safety: Safety::Unsafe, edits }),
        )
    }

    /// `label: Tone; prompt: Short.`: a second field behind the value of the first, with a sign between them, or none where other
    /// lines begin with it. `line` ends at its colon, and so does `first_value`, which begins behind the colon of the first.
    pub(super) fn second_field_on_line(&self, line: &str, first_value: &str) -> Option<Diagnostic> {
        let named = |(_, key): &(&str, &str)| is_plain_key(key.trim());
        let signs = first_value.rsplit_once([';', ',']).or_else(|| first_value.rsplit_once(BREAK));
        let signed = signs.filter(named);
        let begins_a_line = |key: &str| {
            let field = |other: &str| {
                other.trim_start_matches([' ', '-']).strip_prefix(key).is_some_and(|rest| rest.starts_with(": "))
            };
            self.text.0.lines().any(field)
        };
        // What has a `_` is no word of a text.
        let follows_word = |one: &str, key: &str| key.contains('_') && !one.trim().contains(' ');
        let bare = || {
            first_value.rsplit_once(' ').filter(named).filter(|(one, key)| begins_a_line(key) || follows_word(one, key))
        };
        let (one, key) = signed.or_else(bare).filter(|_| !line.contains(['{', '[']))?;
        let (from, key) = (self.at - first_value.len() + one.len(), key.trim());
        let column = line.len() - line.trim_start_matches([' ', '-']).len();
        let edit =
            Edit { span: self.marks.file_span(from, self.at - key.len()), text: format!("\n{}", " ".repeat(column)) };
        let finding = self
            .syntax_finding(self.at - key.len(), self.at, format!("`{key}` stands on the line of another field"))
            .with_label("a second field")
            .offering(format!("write `{key}` on a line of its own"), vec![edit]);
        let broken = self.text.from(from).starts_with(BREAK);
        Some(if broken { finding.with_note(format!("`{BREAK}` is two signs here, and ends no line")) } else { finding })
    }

    /// `category: rule: value`: a field that stands on the line of the one that holds it.
    pub(super) fn field_on_the_line_above(&self, outer: &str, inner: &str) -> Option<Diagnostic> {
        let inner = inner.trim();
        let named = |key: &str| is_plain_key(key) && !key.contains(char::is_uppercase);
        let field = named(inner) && named(outer);
        field.then(|| {
            let start = self.at - inner.len();
            if inner == outer {
                let end = self.at + self.text.from(self.at).len() - self.text.from(self.at + 1).trim_start().len();
                let span = self.marks.file_span(start, end);
                return self
                    .syntax_finding(start, self.at, format!("`{}` stands twice on this line", shorten_line(inner)))
                    .with_label("once more")
                    .offering("write it once", vec![Edit { span, text: String::new() }]);
            }
            let (inner, outer) = (shorten_line(inner), shorten_line(outer));
            self.syntax_finding(start, self.at, "a second `:` on one line")
                .with_label(format!("a field of `{outer}`, as it seems"))
                .with_help(format!(
                    "write `{inner}` on the next line, deeper than `{outer}`; or put all of the text in quotes"
                ))
        })
    }

    /// `a: b: c: d`, from byte `start` on: with as many colons on both sides, the middle one parts a phrase from its translation.
    pub(super) fn offer_two_quotes(&self, finding: Diagnostic, start: usize) -> Diagnostic {
        let end = self.text_end(start);
        let line = self.text.between(start, end);
        let colons: Vec<usize> = line.match_indices(": ").map(|(at, _)| at).collect();
        let sides = colons.get(colons.len() / 2).map(|at| (&line[..*at], line[at + 2..].trim_start()));
        let quoted = |(one, other)| Some(format!("{}: {}", quoted_text(one)?, quoted_text(other)?));
        let plain = colons.len() % 2 == 1 && !line.contains(['"', '\'', '[', '{']) && !line.starts_with("- ");
        let Some(text) = sides.filter(|_| plain).and_then(quoted) else {
            return finding
                .with_help("put in quotes what belongs together: the words before a `:`, or those behind it");
        };
        let title = "put both in quotes";
        let edits = vec![Edit { span: self.marks.file_span(start, end), text: text.clone() }];
        finding
            .with_note("the `:` in the middle parts a phrase from its translation, as it seems")
            .with_help(if text.chars().count() > 90 { title.to_owned() } else { format!("write `{text}`") })
            .with_fix(Fix { title: title.to_owned(), safety: Safety::Unsafe, edits })
    }

    /// Prose that goes on below its key, on a line where a word has a colon behind it: `Note: never`.
    pub(super) fn colon_in_text(&self, start: usize, indent: usize) -> Option<Diagnostic> {
        let depth = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let word = self.text.between((start + indent).min(self.at), self.at);
        let mut at = start;
        let head = self.text.before(start).split_inclusive('\n').rev().find(|line| {
            at -= line.len();
            !line.trim().is_empty() && depth(line) < indent
        })?;
        let (key, value) = head.trim_end().split_once(": ")?;
        let bare = key.trim_start_matches([' ', '-']);
        let prose = value.split_whitespace().count() > 3 && value.starts_with(char::is_alphanumeric);
        // What begins with a small letter may be a field.
        let named = is_plain_key(word) && !word.starts_with(char::is_uppercase);
        if named || !prose || !is_plain_key(bare) || key.len() - bare.len() >= indent {
            return None;
        }
        let from = at + key.len() + 2;
        let inner = |line: &&str| line.trim().is_empty() || depth(line) > key.len() - bare.len();
        let below: usize = self.text.from(start).split_inclusive('\n').take_while(inner).map(str::len).sum();
        let text = self.text.between(from, start + below);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let finding = self
            .character_finding("a `:` in a text that goes on below its key")
            .with_label("a plain text cannot hold `: `")
            .with_secondary(self.marks.file_span(from, from + value.len()), "the text begins here")
            .with_help(format!("put all of the text in quotes, or write `{bare}: >-` and the text on the lines below"));
        let quoted = quoted_text(&lines.join(" ")).filter(|_| !text.contains(" #") && !text.contains("\n\n"));
        let span = self.marks.file_span(from, from + text.trim_end().len());
        let title = "put all of the text in quotes".to_owned();
        let fix = quoted.map(|text| Fix { title, safety: Safety::Unsafe, edits: vec![Edit { span, text }] });
        Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
    }

    /// `key: []` on the line from byte `start` to `end`, where items stand below it, and `key: {}` above fields.
    pub(super) fn empty_brackets(&self, start: usize, end: usize) -> Option<Diagnostic> {
        let (key, brackets) = self.text.between(start, end).rsplit_once(": ")?;
        let (key, at) = (key.trim_start_matches("- "), end - brackets.len());
        let below = self.text.from(end).lines().skip(1).map(str::trim_start).find(|line| !line.is_empty())?;
        let due = if below.starts_with("- ") { "[]" } else { "{}" };
        (brackets == due && is_plain_key(key)).then(|| {
            let edits = vec![Edit { span: self.marks.file_span(at - 1, end), text: String::new() }];
            self.syntax_finding(at, end, format!("`{}` has its value here, and entries below it", shorten_line(key)))
                .with_label("says that it holds nothing")
                .offering(format!("take the `{brackets}` away"), edits)
        })
    }

    /// Dots that stand for what was left out.
    pub(super) fn left_out(&self, start: usize, words: &str) -> Option<Diagnostic> {
        matches!(words, "..." | "…" | "[...]" | "[…]").then(|| {
            self.syntax_finding(start, start + words.len(), "dots stand for nothing in YAML")
                .with_label("left out, as it seems")
                .with_help("put back what stood here, for example from the last commit, or delete the line")
        })
    }

    /// A field at the margin below fields that are indented.
    pub(super) fn first_fields_indented(&self) -> Option<Diagnostic> {
        let words = self.text.between(self.at, self.line_end(self.at));
        let (key, _) = words.split_once(':').filter(|(key, _)| is_plain_key(key))?;
        let first = self.text.0.lines().find(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'))?;
        let depth = first.len() - first.trim_start_matches(' ').len();
        let field = first.trim_start().split(':').next().filter(|field| is_plain_key(field))?;
        (depth > 0 && self.at == self.line_start(self.at)).then(|| {
            let message = format!("`{}` stands further left than the fields above", shorten_line(key));
            let finding =
                self.syntax_finding(self.at, self.at + key.len(), message).with_label("begins no document of its own");
            let title = format!("write `{}` and what is below it at the margin too", shorten_line(field));
            match self.at_the_margin(self.at) {
                Some(edits) => finding.offering(title, edits),
                None => finding.with_help(title),
            }
        })
    }
}

/// Whether a name with a colon stands right behind the end of a sentence: a field that was added to a line without an end, perhaps,
/// which what the other lines need tells.
pub(super) fn is_behind_sentence(text: &str) -> bool {
    let Some((before, _)) = text.split_once(": ") else { return false };
    let rest = before.trim_end_matches(|c: char| c.is_ascii_lowercase() || c == '_');
    rest.len() < before.len() && rest.ends_with(['.', '!', '?', '。'])
}
