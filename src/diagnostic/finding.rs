//! A finding: one root cause, said once, with the smallest wrong token underlined.

use std::borrow::Cow;
use std::sync::Arc;

use crate::diagnostic::code::Code;
use crate::diagnostic::severity::Severity;
use crate::diagnostic::span::{Place, SourceFile, Span};

/// One finding about one file.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Which fault.
    pub code: Code,
    /// Its weight; the code's own unless the project says otherwise.
    pub severity: Severity,
    /// What is wrong, in one line: lower-case start, no full stop, the user's words in backticks.
    pub message: String,
    /// The file it is about.
    pub file: Arc<SourceFile>,
    /// The smallest wrong token.
    pub primary: Label,
    /// Places that give the reason.
    pub secondary: Vec<Label>,
    /// Facts that help to understand.
    pub notes: Vec<String>,
    /// What to do, as an order.
    pub help: Option<String>,
    /// An edit that settles it: the likeliest way, which `--fix` or `--fix --unsafe` makes.
    pub fix: Option<Fix>,
    /// Other ways on, each of which settles it by itself. No run makes one: somebody chooses.
    pub alternatives: Vec<Fix>,
    /// JSON pointer of the value in its document (`/configured_rules/numbers`), where there is one.
    pub pointer: Option<String>,
    /// The rule of a style that a text departs from.
    pub departs_from: Option<Box<DepartedRule>>,
    /// How many findings like this one were left out; for the finding that counts them, how many it stands for. See
    /// [`crate::diagnostic::cap`].
    pub omitted: usize,
}

/// What a text does against a rule of its style, and who asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepartedRule {
    /// Category and rule: `punctuation.ellipsis`.
    pub rule: &'static str,
    /// The value that the text shows; none where it shows none of the rule's.
    pub value: Option<&'static str>,
    /// The value that is wanted.
    pub wanted: &'static str,
    /// The style that asks for it, where it is one of the project.
    pub style: Option<AskingStyle>,
}

/// A style, and the line of its file that asks for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskingStyle {
    /// Its address: `style/app`.
    pub address: Arc<str>,
    /// Where the value stands; in the file of a base style where that sets it.
    pub place: Place,
}

/// A span with a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes to underline.
    pub span: Span,
    /// What to say there; may be empty.
    pub text: String,
}

/// A change of the file that settles a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an order: ``write `de` ``.
    pub title: String,
    /// Whether it may be made unasked.
    pub safety: Safety,
    /// Edits in order of place, none overlapping.
    pub edits: Vec<Edit>,
}

/// Whether a fix keeps the meaning beyond doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Only one reading is possible.
    Safe,
    /// A guess that somebody has to confirm.
    Unsafe,
}

/// Replace the bytes of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// Bytes that go.
    pub span: Span,
    /// Text that comes.
    pub text: String,
}

impl Diagnostic {
    /// A finding of `code` at `span`, with the code's own severity.
    pub fn new(code: Code, file: &Arc<SourceFile>, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            file: file.clone(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: None,
            fix: None,
            alternatives: Vec::new(),
            pointer: None,
            departs_from: None,
            omitted: 0,
        }
    }

    /// Words under the primary underline.
    #[must_use]
    pub fn with_label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// A place that gives the reason.
    #[must_use]
    pub fn with_secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// A fact that helps.
    #[must_use]
    pub fn with_note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// What to do, as an order, and the edits that do it where somebody confirms them.
    #[must_use]
    pub fn offering(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        let title = title.into();
        self.with_help(&title).with_fix(Fix { title, safety: Safety::Unsafe, edits })
    }

    /// What to do, as an order.
    #[must_use]
    pub fn with_help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// An edit that settles it.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Another edit that would settle it, as likely as the others or less likely than its fix.
    #[must_use]
    pub fn or_offering(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.alternatives.push(Fix { title: title.into(), safety: Safety::Unsafe, edits });
        self
    }

    /// An edit that is likelier than the one that it has, which stays as another way.
    #[must_use]
    pub fn rather_offering(mut self, likelier: Fix) -> Self {
        if let Some(other) = self.fix.take() {
            self.help = Some(format!("{}, or {}", likelier.title, other.title));
            self.alternatives.insert(0, other);
        }
        self.with_fix(likelier)
    }

    /// Two edits of which neither is likelier, in the place of all others.
    #[must_use]
    pub fn offering_either(self, one: Fix, other: Fix) -> Self {
        let help = format!("{}, or {}", one.title, other.title);
        Self { fix: None, alternatives: vec![one, other], ..self }.with_help(help)
    }

    /// The same finding without a way to settle it.
    #[must_use]
    pub fn without_edits(self) -> Self {
        Self { fix: None, alternatives: Vec::new(), ..self }
    }

    /// Every edit that is offered, the likeliest first.
    pub fn offered(&self) -> impl Iterator<Item = &Fix> {
        self.fix.iter().chain(&self.alternatives)
    }

    /// JSON pointer of the value that is wrong.
    #[must_use]
    pub fn with_pointer(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// The rule that a text departs from.
    #[must_use]
    pub fn with_departed_rule(mut self, rule: DepartedRule) -> Self {
        self.departs_from = Some(Box::new(rule));
        self
    }

    /// What findings of one kind have in common, for filters: the code, and the rule behind it where there is one
    /// (`off-style/punctuation.ellipsis`).
    #[must_use]
    pub fn id(&self) -> Cow<'static, str> {
        match &self.departs_from {
            Some(departed) => Cow::Owned(format!("{}/{}", self.code, departed.rule)),
            None => Cow::Borrowed(self.code.name()),
        }
    }

    /// File, line and column of the primary underline.
    #[must_use]
    pub fn primary_place(&self) -> Place {
        self.file.place_of(self.primary.span)
    }

    /// Order of findings on screen: by file, then by place, then by code.
    #[must_use]
    pub fn sort_key(&self) -> (Arc<str>, Span, &'static str) {
        (self.file.path().clone(), self.primary.span, self.code.name())
    }
}
