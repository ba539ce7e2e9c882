//! Takes bases into a document: later bases win over earlier ones, the document's own values win over all.
//!
//! Every value keeps the document that wrote it, so that places lead to the file that has to change.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::catalogue::nearest;
use crate::check::document::Document;
use crate::check::own::{OwnInstruction, OwnRule};
use crate::diagnostic::{Code, Diagnostic, Located, Safety, Span};
use crate::model::style::{RuleKey, Style};
use crate::model::{Key, Language, Placed};
use crate::schema::edits;
use crate::schema::validate::echo;

/// A document with its bases taken in.
pub(super) struct Merged<'d, 'a> {
    pub(super) document: &'d Document<'a>,
    /// Its language: its own, or that of its bases.
    pub(super) language: Option<&'d Language>,
    pub(super) rules: BTreeMap<&'d RuleKey, Taken<'d, 'a, OwnRule>>,
    pub(super) instructions: Vec<Taken<'d, 'a, OwnInstruction>>,
    /// Whether every base was there and sound, so that absence proves something.
    pub(super) whole: bool,
}

/// A value and where it came from.
pub(super) struct Taken<'d, 'a, T> {
    pub(super) value: &'d T,
    /// The document that wrote it.
    pub(super) from: &'d Document<'a>,
    /// Where the taking document names the base that it came through; none for its own.
    pub(super) via: Option<Span>,
}

impl<T> Clone for Taken<'_, '_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Taken<'_, '_, T> {}

/// Bases by key, resolved, and the keys that lists have.
pub(super) struct Bases<'d, 'a> {
    pub(super) resolved: BTreeMap<&'d str, Merged<'d, 'a>>,
    pub(super) lists: Vec<&'d Key>,
}

/// Takes the bases of `document` in.
pub(super) fn merge<'d, 'a>(document: &'d Document<'a>, bases: &Bases<'d, 'a>) -> (Merged<'d, 'a>, Vec<Diagnostic>) {
    let own = &document.own;
    let mut findings = Vec::new();
    let mut merged = Merged {
        document,
        language: own.language.as_ref().map(|language| &language.value),
        rules: BTreeMap::new(),
        instructions: Vec::new(),
        whole: true,
    };
    let mut labels: HashMap<&'d str, usize> = HashMap::new();
    let mut unknown = BTreeSet::new();
    for item in &own.extends {
        let Some(base) = bases.resolved.get(item.value.as_str()) else {
            merged.whole = false;
            if unknown.insert(item.value.as_str()) {
                findings.push(unknown_base(document, &item.value, item.span, bases));
            }
            continue;
        };
        merged.whole &= base.whole && !base.document.broken;
        match (merged.language, base.language) {
            (Some(wanted), Some(given)) if wanted != given => {
                findings.push(base_language(document, item.span, wanted, base, given));
            }
            (None, Some(given)) => merged.language = Some(given),
            (Some(_) | None, Some(_) | None) => {}
        }
        for (key, rule) in &base.rules {
            merged.rules.insert(key, Taken { via: Some(item.span), ..*rule });
        }
        for instruction in &base.instructions {
            place(&mut merged.instructions, &mut labels, Taken { via: Some(item.span), ..*instruction });
        }
    }
    findings.extend(take_away(&mut merged));
    for (key, rule) in &own.rules {
        if rule.value.is_some() {
            merged.rules.insert(key, Taken { value: rule, from: document, via: None });
        } else if merged.rules.remove(key).is_none()
            && merged.whole
            && !own.without.iter().any(|item| item.value == *key)
        {
            findings.push(nothing_to_remove(document, key, rule));
        }
    }
    for instruction in &own.instructions {
        place(&mut merged.instructions, &mut labels, Taken { value: instruction, from: document, via: None });
    }
    (merged, findings)
}

impl Merged<'_, '_> {
    /// The list that this document wants; none where it lacks what a list must have.
    pub(super) fn style(self) -> Option<Style> {
        let Self { document, language: _, rules, instructions, whole: _ } = self;
        let file = document.file;
        let name = document.own.name.as_ref()?;
        let language = document.own.language.as_ref()?;
        let rules = rules.into_iter().filter_map(|(key, taken)| {
            let value = taken.value.value.clone()?;
            Some((key.clone(), Placed::new(value, taken.from.file.place(taken.value.span))))
        });
        let instructions = instructions
            .into_iter()
            .map(|taken| Placed::new(taken.value.instruction.clone(), taken.from.file.place(taken.value.span)));
        Some(Style {
            key: document.key.clone()?,
            name: Placed::new(name.value.clone(), file.place(name.span)),
            language: Placed::new(language.value.clone(), file.place(language.span)),
            rules: rules.collect(),
            instructions: instructions.collect(),
            protected: document.own.protected,
            place: file.place(document.start),
        })
    }
}

/// Takes away the inherited rules that the document does without.
fn take_away(merged: &mut Merged<'_, '_>) -> Vec<Diagnostic> {
    let (own, file) = (&merged.document.own, merged.document.file);
    let mut findings = Vec::new();
    let mut first: BTreeMap<&RuleKey, Span> = BTreeMap::new();
    for (index, Located { value: key, span }) in own.without.iter().enumerate() {
        let pointer = format!("/without_rules/{index}");
        let finding = |code, message| Diagnostic::new(code, file, *span, message).at(pointer.clone());
        let set = own.rules.get(key).filter(|rule| rule.value.is_some());
        if let Some(before) = first.insert(key, *span) {
            findings.push(
                finding(Code::DuplicateReference, format!("`{key}` is named twice"))
                    .label("again")
                    .because(before, "first here")
                    .help("name it once"),
            );
        } else if let Some(rule) = set {
            findings.push(
                finding(Code::ExclusiveFields, format!("`{key}` is taken away and set in one document"))
                    .because(rule.key, "set here")
                    .help("keep one of the two: a value of its own wins over what is inherited anyway"),
            );
        } else if merged.rules.remove::<RuleKey>(key).is_none() && merged.whole && !merged.document.broken {
            findings.push(
                finding(Code::WithoutEffect, format!("no base of this document sets `{key}`"))
                    .label("nothing to take away")
                    .help("take it out, or see what `extends` names"),
            );
        }
    }
    findings
}

/// Adds an instruction, or puts it where one of its label stands.
fn place<'d, 'a>(
    list: &mut Vec<Taken<'d, 'a, OwnInstruction>>,
    labels: &mut HashMap<&'d str, usize>,
    taken: Taken<'d, 'a, OwnInstruction>,
) {
    let label = taken.value.instruction.label.as_str();
    match labels.get(label) {
        Some(at) => list[*at] = taken,
        None => {
            labels.insert(label, list.len());
            list.push(taken);
        }
    }
}

fn unknown_base(document: &Document<'_>, written: &str, span: Span, bases: &Bases<'_, '_>) -> Diagnostic {
    let finding =
        Diagnostic::new(Code::UnknownBase, document.file, span, format!("the project has no base `{}`", echo(written)))
            .label("not a base")
            .at("/extends");
    if bases.lists.iter().any(|key| key.as_str() == written) {
        return finding
            .note(format!("`{written}` is a list: only documents with `kind: base_style` can be extended"))
            .help("move what both share into a base");
    }
    let keys: Vec<&str> = bases.resolved.keys().copied().collect();
    // The folder is easily left out: a single base of that last name is surely meant.
    let tail: Vec<&str> =
        keys.iter().copied().filter(|key| key.rsplit('/').next() == written.rsplit('/').next()).collect();
    let near = nearest::words(written, keys.iter().copied());
    let best = if let [only] = tail.as_slice() { Some(*only) } else { near.first().copied() };
    match best {
        Some(best) => finding.help(format!("did you mean `{best}`?")).fix(edits::rename(
            document.file,
            span,
            best,
            Safety::Unsafe,
        )),
        None if keys.is_empty() => finding.note("the project has no document with `kind: base_style`"),
        None => {
            let some: Vec<String> = keys.iter().take(5).map(|key| format!("`{key}`")).collect();
            let more = if keys.len() > some.len() { " and others" } else { "" };
            finding.note(format!("bases of the project: {}{more}", some.join(", ")))
        }
    }
}

fn base_language(
    document: &Document<'_>,
    span: Span,
    wanted: &Language,
    base: &Merged<'_, '_>,
    given: &Language,
) -> Diagnostic {
    let noun = document.shape.noun();
    let key = base.document.key.as_ref().map_or("", Key::as_str);
    let at = base.document.own.language.as_ref().map_or(base.document.start, |language| language.span);
    let finding = Diagnostic::new(
        Code::BaseLanguage,
        document.file,
        span,
        format!("the base `{key}` is for `{given}`, this {noun} for `{wanted}`"),
    )
    .label(format!("a base for `{given}`"))
    .note(format!("its language is set at {}", base.document.file.place(at)))
    .help(format!("extend a base for `{wanted}`, or take `language` out of the base"))
    .at("/extends");
    match &document.own.language {
        Some(language) => finding.because(language.span, "its language"),
        None => finding,
    }
}

fn nothing_to_remove(document: &Document<'_>, key: &RuleKey, rule: &OwnRule) -> Diagnostic {
    let finding =
        Diagnostic::new(Code::EmptyValue, document.file, rule.key, format!("`{}` has no value", echo(&key.rule)))
            .label("nothing follows")
            .note("an empty value takes an inherited rule away, and no base of this document sets this one")
            .help("write a value after it, or remove the line")
            .at(format!("/configured_rules/{}/{}", key.category, key.rule));
    match edits::lines(document.file, rule.key.to(rule.span)) {
        Some(span) => finding.fix(edits::replace(span, "", "remove the line", Safety::Unsafe)),
        None => finding,
    }
}
