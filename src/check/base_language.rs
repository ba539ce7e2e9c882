//! `base-language`: a base for one language, and what extends it for another.

use crate::check::base::span_of_base;
use crate::check::document::SourceDocument;
use crate::check::inherit::{MergedStyle, ResolvedBases, is_language_against_key};
use crate::check::unlikely_language::key_says;
use crate::diagnostic::{Code, Diagnostic, Safety, Span};
use crate::model::{Key, Language};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;

/// Where the language of a base is set: in it, or in a base that it has it from.
fn language_place(base: &MergedStyle<'_, '_>, bases: &ResolvedBases<'_, '_>) -> String {
    let mut from = base;
    while from.document.raw.language.is_none() {
        let mut extended = from.document.raw.extends.iter().filter_map(|item| bases.resolved.get(item.value.as_str()));
        let Some(next) = extended.find(|next| next.language.is_some()) else { break };
        from = next;
    }
    let at = from.document.raw.language.as_ref().map_or(from.document.start, |language| language.span);
    let place = from.document.file.place_of(at);
    match from.document.key.as_ref().filter(|key| Some(*key) != base.document.key.as_ref()) {
        Some(key) => format!("it has its language from `{key}`, set at {place}"),
        None => format!("its language is set at {place}"),
    }
}

/// The finding about a base for another language than what extends it.
pub(super) fn base_language_mismatch(
    document: &SourceDocument<'_>,
    span: Span,
    (wanted, given): (&Language, &Language),
    base: &MergedStyle<'_, '_>,
    bases: &ResolvedBases<'_, '_>,
) -> Diagnostic {
    let noun = document.shape.noun();
    let key = base.document.key.as_ref().map_or("", Key::as_str);
    let slip = is_language_against_key(key, base, wanted);
    let place = language_place(base, bases);
    let finding = Diagnostic::new(
        Code::BaseLanguage,
        document.file,
        span,
        format!("the base `{key}` is for `{given}`, this {noun} for `{wanted}`"),
    )
    .with_label(format!("a base for `{given}`"))
    .with_note(if slip { format!("{place}, and is not the one that its name says") } else { place })
    .with_pointer("/extends");
    // The base for the right language, where the project has one, or one that is called like this one.
    let own = document.key.as_ref().map(Key::as_str);
    let fitting = |(other, base): &(&&str, &MergedStyle<'_, '_>)| base.language == Some(wanted) && Some(**other) != own;
    let fitting: Vec<&str> = bases.resolved.iter().filter(fitting).map(|(other, _)| *other).collect();
    let stem = |name: &str| name.replace(given.as_str(), wanted.as_str());
    let meant = match fitting.as_slice() {
        [only] => Some(*only),
        several => several.iter().copied().find(|other| *other == stem(key)),
    };
    let finding = match meant {
        _ if slip => finding.with_help(format!(
            "write `language: {wanted}` into {} if it is for `{wanted}`, as its name says; else extend another base",
            base.document.file.path()
        )),
        Some(meant) => finding
            .with_help(format!("did you mean `{meant}`, which is for `{wanted}`?"))
            .with_fix(edits::rename_key(document.file, span, meant, Safety::Unsafe)),
        None if key_says(key, given.as_str()) || is_above_for_any(base, bases) => {
            other_base(finding, document, span, wanted, (base, bases))
        }
        None if bases.languages.is_borne_out(document) => {
            finding.with_help(format!("extend a base for `{wanted}`, or take `language` out of the base"))
        }
        None => finding
            .with_help(format!("extend a base for `{wanted}`, correct `language` here, or take it out of the base")),
    };
    match &document.raw.language {
        Some(language) => finding.with_secondary(language.span, "its language"),
        None => finding,
    }
}

/// Whether a base extends one that is for any language: it is that one for its own, and not a base for all that was given a language.
fn is_above_for_any(base: &MergedStyle<'_, '_>, bases: &ResolvedBases<'_, '_>) -> bool {
    let mut extended = base.document.raw.extends.iter().filter_map(|item| bases.resolved.get(&*item.value));
    base.document.raw.language.is_some() && extended.any(|above| above.language.is_none())
}

/// What to do about a base that is surely for another language, where none is for the right one: the one that is for any, or none.
fn other_base(
    finding: Diagnostic,
    document: &SourceDocument<'_>,
    span: Span,
    wanted: &Language,
    (named, bases): (&MergedStyle<'_, '_>, &ResolvedBases<'_, '_>),
) -> Diagnostic {
    let own = document.key.as_ref().map(Key::as_str);
    let extends = |key: &str| document.raw.extends.iter().any(|item| item.value == key);
    // A base that extends this one would close a circle.
    let is_above = |base: &MergedStyle<'_, '_>| base.document.raw.extends.iter().any(|item| Some(&*item.value) == own);
    let for_any = |(key, base): &(&&str, &MergedStyle<'_, '_>)| {
        base.language.is_none() && Some(**key) != own && !extends(key) && !is_above(base)
    };
    let any = || bases.resolved.iter().filter(for_any).map(|(key, _)| *key);
    // What the base itself extends for any language comes first.
    let above: Vec<&str> =
        any().filter(|key| named.document.raw.extends.iter().any(|item| item.value == *key)).collect();
    let any = if above.is_empty() { any().take(2).collect() } else { above };
    let correct = if bases.languages.is_borne_out(document) { "" } else { "; or correct `language` here" };
    if let [only] = *any {
        let shown = echo_text(only);
        return finding
            .with_help(format!(
                "no base is for `{wanted}`: did you mean `{shown}`, which is for any language?{correct}"
            ))
            .with_fix(edits::rename_key(document.file, span, only, Safety::Unsafe));
    }
    let help = format!("take it out of `extends`, or write a base for `{wanted}`: there is none{correct}");
    let finding = finding.with_help(help);
    let removal = span_of_base(document.file, span);
    let fix = removal.map(|removal| edits::replace_span(removal, "", "take it out of `extends`", Safety::Unsafe));
    fix.into_iter().fold(finding, Diagnostic::with_fix)
}
