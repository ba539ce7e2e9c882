//! Comments beside texts that say a finding is meant: `# housestyle: ignore[ellipsis] the button is called so`.
//!
//! Such a comment is about the text that it belongs to: the entry in PO, the unit in XLIFF and TMX, what follows it elsewhere.
//! It names codes (`off-style`, `placeholder-lost`) or rules, and says why. One that says nothing, names neither or matches
//! nothing is a finding itself. In files of texts an error may be ignored, too: nothing of them reaches the service.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::conform::integrity::INTEGRITY_CODES;
use crate::conform::passage::Tongue;
use crate::conform::reader::SegmentComment;
use crate::conform::table::detectors_of;
use crate::diagnostic::{Code, Diagnostic, IGNORE_PREFIX, SourceFile, Span, split_ignore_words};

/// What such a comment looks like.
const SYNTAX_HELP: &str = "name codes or rules, then say why: `housestyle: ignore[ellipsis] the button is called so`";

/// What one name of a comment sets aside.
#[derive(Clone, Debug, PartialEq, Eq)]
enum IgnoredFindings {
    OfCode(Code),
    OfRule(String),
}

struct TextIgnore {
    what: IgnoredFindings,
    span: Span,
    used: bool,
}

/// Whether a code is about one text, so that a comment beside that may set it aside.
fn is_about_a_text(code: Code) -> bool {
    matches!(code, Code::OffStyle | Code::TermNotUsed) || INTEGRITY_CODES.contains(&code)
}

/// The comments of one file, read as their texts come by.
pub struct TextIgnores<'a> {
    file: &'a Arc<SourceFile>,
    tongue: Tongue,
    by_offset: BTreeMap<usize, Vec<TextIgnore>>,
    wrong: Vec<Diagnostic>,
}

impl<'a> TextIgnores<'a> {
    /// None yet.
    #[must_use]
    pub fn new(file: &'a Arc<SourceFile>, tongue: Tongue) -> Self {
        Self { file, tongue, by_offset: BTreeMap::new(), wrong: Vec::new() }
    }

    /// Reads the comments of a text that were not read with another one of the same entry.
    pub fn read_comments(&mut self, comments: &[SegmentComment]) {
        for comment in comments {
            if !self.by_offset.contains_key(&comment.offset) {
                let read = self.read_comment(comment);
                self.by_offset.insert(comment.offset, read);
            }
        }
    }

    fn read_comment(&mut self, comment: &SegmentComment) -> Vec<TextIgnore> {
        let SegmentComment { offset, text } = comment;
        let whole = Span::new(*offset, offset + text.len());
        let words = text.strip_prefix(IGNORE_PREFIX).unwrap_or(text);
        let Some((named, reason)) = split_ignore_words(words) else {
            self.refuse(whole, "this is no comment of this tool".to_owned(), "cannot be read");
            return Vec::new();
        };
        if reason.is_empty() {
            self.refuse(whole, "the comment does not say why".to_owned(), "no reason");
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut at = offset + (named.as_ptr() as usize - text.as_ptr() as usize);
        for written in named.split(',') {
            let name = written.trim();
            let start = at + (written.len() - written.trim_start().len());
            at += written.len() + 1;
            let span = Span::new(start, start + name.len());
            match self.resolve_name(name) {
                Some(what) => found.push(TextIgnore { what, span, used: false }),
                None => {
                    let short: String = name.chars().take(40).collect();
                    let message =
                        format!("`{short}` is neither a code of findings about texts nor a rule of this language");
                    self.refuse(span, message, "not to be ignored in a text");
                }
            }
        }
        found
    }

    fn resolve_name(&self, id: &str) -> Option<IgnoredFindings> {
        // Reports name findings of a rule by code and rule.
        let of_rule = id.strip_prefix(Code::OffStyle.name()).and_then(|rest| rest.strip_prefix('/'));
        let name = of_rule.unwrap_or(id);
        match Code::from_name(name) {
            Some(code) if is_about_a_text(code) => Some(IgnoredFindings::OfCode(code)),
            Some(_) => None,
            None => {
                let rule = detectors_of(self.tongue).iter().find(|own| own.rule == name || own.parts().1 == name)?;
                Some(IgnoredFindings::OfRule(rule.rule.to_owned()))
            }
        }
    }

    fn refuse(&mut self, span: Span, message: String, label: &str) {
        let finding = Diagnostic::new(Code::InvalidIgnore, self.file, span, message).with_label(label);
        self.wrong.push(finding.with_help(SYNTAX_HELP));
    }

    /// Whether a comment of this text says that a departure from a rule is meant.
    pub fn ignores_rule(&mut self, comments: &[SegmentComment], rule: &str) -> bool {
        self.ignores(comments, |what| match what {
            IgnoredFindings::OfCode(code) => *code == Code::OffStyle,
            IgnoredFindings::OfRule(named) => named == rule,
        })
    }

    /// Whether a comment of this text says that what a code is about is meant.
    pub fn ignores_code(&mut self, comments: &[SegmentComment], code: Code) -> bool {
        self.ignores(comments, |what| *what == IgnoredFindings::OfCode(code))
    }

    fn ignores(&mut self, comments: &[SegmentComment], matches: impl Fn(&IgnoredFindings) -> bool) -> bool {
        let mut meant = false;
        for comment in comments {
            let named = self.by_offset.get_mut(&comment.offset).into_iter().flatten();
            for ignore in named.filter(|ignore| matches(&ignore.what)) {
                (ignore.used, meant) = (true, true);
            }
        }
        meant
    }

    /// What is wrong with the comments, once all texts of the file went by.
    #[must_use]
    pub fn into_findings(self) -> Vec<Diagnostic> {
        let Self { file, tongue: _, by_offset, mut wrong } = self;
        for ignore in by_offset.into_values().flatten().filter(|ignore| !ignore.used) {
            let what = match &ignore.what {
                IgnoredFindings::OfCode(code) => code.name().to_owned(),
                IgnoredFindings::OfRule(rule) => rule.clone(),
            };
            let message = format!("there is nothing of `{what}` to ignore in this text");
            let finding = Diagnostic::new(Code::UnusedIgnore, file, ignore.span, message);
            wrong.push(finding.with_label("ignores nothing").with_help("take it out"));
        }
        wrong
    }
}
