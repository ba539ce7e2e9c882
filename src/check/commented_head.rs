//! Blocks of which the first line alone became a comment: `# [environments.staging]`, `# punctuation:`, `# custom_instructions:`. What
//! stands below it is read as part of the block above, where it is set twice, unknown or of another type: one finding, about the
//! comment.

use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::schema::edits;
use crate::schema::next_step::names_a_table;
use crate::source::edit::apply_text_edits;
use crate::source::{Format, parse_source};

/// Most such blocks of one file that are looked at: for each, the file is read again.
const MAX_HEADS: usize = 4;
/// The largest file in which they are looked for.
const MAX_FILE_BYTES: usize = 1 << 16;

/// Makes one finding of all that come of such a block.
pub(super) fn tell_commented_heads(findings: &mut Vec<Diagnostic>) {
    let mut files: Vec<Arc<SourceFile>> = Vec::new();
    for finding in findings.iter().filter(|finding| is_astray(finding)) {
        if finding.file.text().len() <= MAX_FILE_BYTES && !files.iter().any(|file| Arc::ptr_eq(file, &finding.file)) {
            files.push(finding.file.clone());
        }
    }
    for file in files {
        let Some(format) = Format::from_path(file.path()) else { continue };
        let mut heads = heads_of(&file, format);
        heads.retain(|head| findings.iter().any(|found| is_astray(found) && head.holds(&file, found)));
        if heads.is_empty() {
            continue;
        }
        let faults = parse_source(&file, format).findings.len();
        for head in heads.into_iter().take(MAX_HEADS) {
            if let Some(finding) = head.tell(&file, (format, faults), findings) {
                let is_of_head = |found: &Diagnostic| is_astray(found) && head.holds(&file, found);
                findings.retain(|found| !is_of_head(found));
                findings.push(finding);
            }
        }
    }
}

/// Whether a finding is about what stands in another block than its own.
fn is_astray(finding: &Diagnostic) -> bool {
    const ASTRAY: &[Code] = &[
        Code::DuplicateKey,
        Code::UnknownField,
        Code::UnknownRule,
        Code::WrongCategory,
        Code::WrongType,
        Code::Syntax,
    ];
    ASTRAY.contains(&finding.code)
}

/// The first line of a block as a comment, and what is left of the block.
struct CommentedHead<'t> {
    /// `[environments.staging]`, `[[removed]]` or `punctuation:`.
    body: &'t str,
    /// Where the lines begin that are comments: the first is the head.
    comments: Vec<usize>,
    /// Where the lines begin that are none.
    rest: Vec<usize>,
    /// Behind the last of them.
    end: usize,
}

/// The heads of a file, in one pass: what is left of each ends at the next one.
fn heads_of(file: &SourceFile, format: Format) -> Vec<CommentedHead<'_>> {
    let (mut heads, mut open, mut at) = (Vec::new(), None::<CommentedHead<'_>>, 0);
    for line in file.text().split_inclusive('\n') {
        let start = at;
        at += line.len();
        let said = line.trim().strip_prefix('#').map(str::trim);
        if let Some(body) = said.filter(|said| is_head(said, format)) {
            heads.extend(open.replace(CommentedHead { body, comments: vec![start], rest: Vec::new(), end: at }));
            continue;
        }
        let Some(head) = open.as_mut() else { continue };
        match (said, line.trim().is_empty()) {
            (Some(said), _) if head.rest.is_empty() && is_field(said, format) => head.comments.push(start),
            (None, false) if head.is_rest(file, start, format) => {
                head.rest.push(start);
                head.end = at;
            }
            // Between the head and what is left of its block stands nothing else.
            (Some(_), _) | (None, true) if !head.rest.is_empty() => {}
            _ => heads.extend(open.take()),
        }
    }
    heads.extend(open);
    heads.retain(|head| !head.rest.is_empty());
    heads
}

/// Whether a comment is the header of a table, or a key alone.
fn is_head(said: &str, format: Format) -> bool {
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    match format {
        Format::Yaml => said.strip_suffix(':').is_some_and(|name| !name.is_empty() && is_name(name)),
        Format::Toml => header_name(said).is_some_and(|name| {
            let mut parts = name.split('.');
            parts.next().is_some_and(names_a_table) && parts.all(|part| !part.is_empty() && is_name(part))
        }),
    }
}

/// The name in the header of a table.
fn header_name(line: &str) -> Option<&str> {
    let inner = |open, close| line.strip_prefix(open)?.strip_suffix(close);
    inner("[[", "]]").or_else(|| inner("[", "]"))
}

/// Whether a comment is a field with its value.
fn is_field(said: &str, format: Format) -> bool {
    let sign = if format == Format::Toml { " = " } else { ": " };
    let said = said.strip_prefix("- ").filter(|_| format == Format::Yaml).unwrap_or(said);
    said.split_once(sign).is_some_and(|(key, _)| !key.contains(' '))
}

fn line_at(file: &SourceFile, start: usize) -> &str {
    file.text()[start..].lines().next().unwrap_or_default()
}

fn depth_at(file: &SourceFile, start: usize) -> usize {
    let line = line_at(file, start);
    line.len() - line.trim_start_matches(' ').len()
}

impl CommentedHead<'_> {
    /// Whether a line goes on with what is left: in TOML, up to the header of another table.
    fn is_rest(&self, file: &SourceFile, start: usize, format: Format) -> bool {
        let line = line_at(file, start).trim();
        match format {
            Format::Toml => {
                let own = header_name(self.body).unwrap_or_default();
                let is_below = |name: &str| name.strip_prefix(own).is_some_and(|rest| rest.starts_with('.'));
                let is_table = line.starts_with('[') && !line.starts_with("[\"");
                !is_table || !self.rest.is_empty() && header_name(line).is_some_and(is_below)
            }
            Format::Yaml => match self.rest.first() {
                Some(first) => depth_at(file, start) >= depth_at(file, *first),
                None => depth_at(file, start) > 0 || self.names_field() && line.starts_with("- "),
            },
        }
    }

    fn holds(&self, file: &Arc<SourceFile>, found: &Diagnostic) -> bool {
        let range: Range<usize> = self.rest[0]..self.end;
        Arc::ptr_eq(&found.file, file) && range.contains(&(found.primary.span.start as usize))
    }

    /// The finding, where others are about what is left of the block and the file, which has so many faults, is whole with its
    /// first line.
    fn tell(
        &self,
        file: &Arc<SourceFile>,
        (format, faults): (Format, usize),
        findings: &[Diagnostic],
    ) -> Option<Diagnostic> {
        let mut astray = findings.iter().filter(|found| is_astray(found) && self.holds(file, found));
        let first = astray.clone().min_by_key(|found| found.primary.span)?;
        let twice = astray.clone().any(|found| found.code == Code::DuplicateKey);
        if format == Format::Yaml && !astray.all(|found| self.explains(found)) {
            return None;
        }
        let back = self.back(file, format)?;
        let mended = SourceFile::new(file.path().clone(), apply_text_edits(file.text(), &back)?);
        // What is wrong with the form of other lines stays.
        if parse_source(&mended, format).findings.len() + usize::from(twice) > faults {
            return None;
        }
        let line_of = |at: usize| file.position_at(Span::empty_at(at).start).line;
        let (head, last) = (line_of(self.comments[0]), line_of(*self.comments.last()?));
        let (this, above) = self.nouns(file, format);
        let title = edits::comment_title(line_of(self.rest[0]), line_of(*self.rest.last()?));
        let taken = edits::uncomment_title(head, last);
        let sign = if head == last { format!("the one of line {head}") } else { "those above".to_owned() };
        let message = format!("the {this} of line {head} is commented out by half");
        let comment = self.comments[0] + depth_at(file, self.comments[0]);
        let comment = Span::new(comment, self.comments[0] + line_at(file, self.comments[0]).trim_end().len());
        let told = Diagnostic::new(first.code, file, first.primary.span, message)
            .with_label(self.label(format, above))
            .with_secondary(comment, "a comment")
            .with_help(format!("{title}, or take {sign} away if the {this} is to count"))
            .or_offering(title, self.without_rest(file))
            .or_offering(taken, back);
        Some(Diagnostic { pointer: first.pointer.clone(), ..told })
    }

    /// Whether the head is a field that holds others, and no category.
    fn names_field(&self) -> bool {
        names_a_table(self.body.trim_end_matches(':'))
    }

    /// Whether a finding comes of this head in YAML: about a rule of this category and no other, or an item of a list that is a
    /// field of the document.
    fn explains(&self, found: &Diagnostic) -> bool {
        let name = format!("`{}`", self.body.trim_end_matches(':'));
        let is_item = || found.file.slice(found.primary.span).starts_with("- ");
        let is_list = self.names_field() && (found.code == Code::WrongType || found.code == Code::Syntax && is_item());
        is_list || found.code == Code::WrongCategory && found.message.contains(&name)
    }

    /// What the block is, and the one that took the rest of it.
    fn nouns(&self, file: &SourceFile, format: Format) -> (&'static str, &'static str) {
        let noun = |header: &str| if header.starts_with("[[") { "entry" } else { "table" };
        if format == Format::Yaml {
            return if self.names_field() { ("list", "list") } else { ("category", "category") };
        }
        let above = file.text()[..self.comments[0]].lines().rev().map(str::trim).find(|line| line.starts_with('['));
        (noun(self.body), above.map_or("file", noun))
    }

    /// What is said of the first line that is astray.
    fn label(&self, format: Format, above: &str) -> String {
        match format == Format::Yaml && !self.names_field() {
            true => format!("belongs to `{}`, not to the category above", self.body.trim_end_matches(':')),
            false => format!("the rest of it belongs to the {above} above"),
        }
    }

    /// Edits that begin each line of the rest with the sign of a comment.
    fn without_rest(&self, file: &SourceFile) -> Vec<Edit> {
        let column = depth_at(file, self.rest[0]);
        let place = |start: &usize| start + column.min(depth_at(file, *start));
        self.rest.iter().map(|start| Edit { span: Span::empty_at(place(start)), text: "# ".to_owned() }).collect()
    }

    /// Edits that take the sign away from each line that has it; in YAML, the first stands like the block above.
    fn back(&self, file: &SourceFile, format: Format) -> Option<Vec<Edit>> {
        let rest = depth_at(file, self.rest[0]);
        let is_item = line_at(file, self.rest[0]).trim_start().starts_with("- ");
        let mut above = file.text()[..self.comments[0]].lines().rev();
        let is_outer = |line: &&str| {
            let body = line.trim_start_matches(' ');
            let depth = line.len() - body.len();
            // An item may stand at the column of its key.
            let holds = depth < rest || depth == rest && is_item && !body.starts_with("- ");
            holds && !body.is_empty() && !body.starts_with('#')
        };
        let column = match format {
            Format::Toml => depth_at(file, self.comments[0]),
            Format::Yaml if self.names_field() => 0,
            Format::Yaml => above.find(is_outer).map(|line| line.len() - line.trim_start_matches(' ').len())?,
        };
        // How far each stands in from the margin, its sign not counted.
        let depth_of = |start: usize| {
            let line = line_at(file, start);
            let said = line.trim_start_matches([' ', '#']);
            line.len() - said.len() - line[..line.len() - said.len()].matches('#').count()
        };
        let least = self.comments.get(1).map_or(0, |start| depth_of(*start));
        let back = |(at, start): (usize, &usize)| {
            let line = line_at(file, *start).trim_end();
            let said = line.trim_start().trim_start_matches('#').trim_start();
            let further = depth_of(*start).saturating_sub(least);
            let depth = if at == 0 || format == Format::Toml { column } else { rest + further };
            Edit { span: Span::new(*start, start + line.len()), text: format!("{}{said}", " ".repeat(depth)) }
        };
        Some(self.comments.iter().enumerate().map(back).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways that are offered for a file in which the words are found astray, first with its rest as comments.
    fn ways(path: &str, text: &str, astray: &[(Code, &str)]) -> Vec<String> {
        let file = SourceFile::new(path, text);
        let about = |(code, word): &(Code, &str)| {
            let at = text.rfind(word).expect("the word is there");
            Diagnostic::new(*code, &file, Span::new(at, at + word.len()), "belongs to `punctuation`")
        };
        let mut findings: Vec<Diagnostic> = astray.iter().map(about).collect();
        tell_commented_heads(&mut findings);
        let [told] = findings.as_slice() else { return Vec::new() };
        told.offered().filter_map(|way| apply_text_edits(text, &way.edits)).collect()
    }

    #[test]
    fn the_rest_of_a_table_whose_header_is_a_comment_is_one_slip() {
        let twice = [(Code::DuplicateKey, "service"), (Code::DuplicateKey, "state")];
        let head = "[environments.one]\nservice = 1\nstate = 2\n\n";
        let text = format!("{head}# [environments.two]\nservice = 3\nstate = 4\n\n[files]\n");
        let without = format!("{head}# [environments.two]\n# service = 3\n# state = 4\n\n[files]\n");
        assert_eq!(ways("a.toml", &text, &twice), [without, text.replace("# [", "[")]);
        // Some of its lines may be comments, too, and tables of its own go with it.
        let text =
            format!("{head}# [environments.two]\n# service = 3\nstate = 4\n[environments.two.safeguards]\nx = 1\n");
        let told = ways("a.toml", &text, &twice[1..]);
        assert!(told[0].ends_with("# state = 4\n# [environments.two.safeguards]\n# x = 1\n"), "{told:?}");
        assert_eq!(told[1], text.replace("# ", ""));
    }

    #[test]
    fn the_rest_of_a_category_or_a_list_stands_below_its_line_again() {
        let text = "rules:\n  numbers:\n    a: b\n#  punctuation:\n    slash: c\n    dash: d\n";
        let astray = [(Code::WrongCategory, "slash"), (Code::WrongCategory, "dash")];
        let told = ways("a.yaml", text, &astray);
        assert_eq!(told[1], text.replace("#  p", "  p"));
        assert_eq!(told[0], text.replace("slash", "# slash").replace("dash", "# dash"));
        let text = "extends:\n- a\n# custom_instructions:\n- label: b\n  prompt: c\n";
        let told = ways("a.yaml", text, &[(Code::WrongType, "label")]);
        assert_eq!(told[1], text.replace("# ", ""));
    }

    #[test]
    fn a_comment_that_is_no_head_of_what_stands_below_is_left_alone() {
        let twice = [(Code::DuplicateKey, "service")];
        for text in [
            "[environments.one]\nservice = 1\n# [environments.two]\n\nservice = 3\n",
            "[environments.one]\nservice = 1\n# [optional]\nservice = 3\n",
            "[environments.two]\nx = 1\n[environments.one]\nservice = 1\n# [environments.two]\nservice = 3\n",
        ] {
            assert!(ways("a.toml", text, &twice).is_empty(), "{text}");
        }
        let text = "rules:\n  numbers:\n    a: b\n  # dates:\n    slash: c\n";
        assert!(ways("a.yaml", text, &[(Code::WrongCategory, "slash")]).is_empty());
    }
}
