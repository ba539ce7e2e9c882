//! Does a translation still work where its source did? Placeholders, messages, tags and edges, compared on both sides.
//!
//! Invariant: only what both texts show is compared; where a notation is not certain, nothing is said. A plural form is held
//! against both forms of its source, and one of a single number may leave that number out.

pub mod address;
pub mod code;
mod edge;
pub mod markup;
pub mod message;
mod misplaced;
pub mod number;
pub mod placeholder;
pub mod plural;
mod untranslated;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::conform::integrity::address::find_changed_address;
use crate::conform::integrity::code::find_changed_code;
use crate::conform::integrity::edge::find_edge_fault;
use crate::conform::integrity::markup::{ElementFault, TagFault, find_element_fault, find_tag_fault};
use crate::conform::integrity::message::{Message, has_choices, read_message};
use crate::conform::integrity::misplaced::{Misplaced, find_changed_order, push_unknown_and_lost};
use crate::conform::integrity::number::find_changed_number;
use crate::conform::integrity::placeholder::{Placeholder, count_placeholders, number_places, read_placeholders};
use crate::conform::integrity::plural::find_choice_faults;
use crate::conform::integrity::untranslated::find_untranslated;
use crate::conform::message2::{is_message2, read_message2};
use crate::conform::passage::{Passage, Tongue};
use crate::diagnostic::Code;

/// Codes of this room.
pub const INTEGRITY_CODES: &[Code] = &[
    Code::PlaceholderLost,
    Code::PlaceholderUnknown,
    Code::MessageSyntax,
    Code::TagUnknown,
    Code::TagUnbalanced,
    Code::PluralClasses,
    Code::TagLost,
    Code::TagAdded,
    Code::NumberChanged,
    Code::UrlChanged,
    Code::CodeChanged,
    Code::Untranslated,
    Code::EdgeWhitespaceChanged,
];

/// What a text was translated from.
#[derive(Clone, Copy, Debug)]
pub struct SourceText<'a> {
    /// The text, or its form for one.
    pub text: &'a str,
    /// Its form for other numbers, where it has plural forms.
    pub plural: Option<&'a str>,
    /// Whether the translation is the form of a single number (or of a few), so that it may leave the number out.
    pub is_singular: bool,
}

/// What is wrong with a translation beside its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegrityFault {
    /// Which fault.
    pub code: Code,
    /// Bytes of the translation; all of it where something is missing.
    pub range: Range<usize>,
    /// What is wrong, in one line.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// Everything that is wrong with a translation beside its source.
#[must_use]
pub fn find_integrity_faults(source: &SourceText<'_>, passage: &Passage<'_>) -> Vec<IntegrityFault> {
    let (target, tongue) = (passage.written, passage.tongue);
    let mut faults = Vec::new();
    let whole = source.plural.unwrap_or(source.text);
    if target == source.text || target == whole {
        faults.extend(find_untranslated(passage));
        return faults;
    }
    match find_message_faults(whole, target, tongue) {
        Some(mut found) => faults.append(&mut found),
        None => find_placeholder_faults(source, target, &mut faults),
    }
    faults.extend(find_markup_fault(whole, target));
    faults.extend(find_changed_parts(source, passage));
    faults.extend(find_edge_fault(source, target, tongue));
    faults
}

/// A tag that cannot be read as those of the source, or an element that came or went.
fn find_markup_fault(source: &str, target: &str) -> Option<IntegrityFault> {
    let fault = |code, range, message, help: &str| Some(IntegrityFault { code, range, message, help: help.to_owned() });
    match find_tag_fault(source, target) {
        Some(TagFault::Unknown(range)) => fault(
            Code::TagUnknown,
            range.clone(),
            format!("`{}` is no tag of the source, nor of HTML", &target[range]),
            "write the tag of the source: names of tags are not translated",
        ),
        Some(TagFault::Unbalanced(range)) => fault(
            Code::TagUnbalanced,
            range.clone(),
            format!("`{}` has no counterpart", &target[range]),
            "open and close each tag as the source does",
        ),
        None => match find_element_fault(source, target)? {
            ElementFault::Lost(name) => fault(
                Code::TagLost,
                0..target.len(),
                format!("`<{name}>` of the source is missing"),
                "put the words into it that the source has there, translated",
            ),
            ElementFault::Added(range) => fault(
                Code::TagAdded,
                range.clone(),
                format!("`{}` is not in the source", &target[range]),
                "take it out, unless the program shows it and you know where it leads",
            ),
        },
    }
}

/// Addresses, figures and code that took the place of those of the source.
fn find_changed_parts(source: &SourceText<'_>, passage: &Passage<'_>) -> Vec<IntegrityFault> {
    let whole = source.plural.unwrap_or(source.text);
    let target = passage.written;
    let changed = |code, what: &str, found: Option<(Range<usize>, String)>| {
        found.map(|(range, wanted)| IntegrityFault {
            code,
            message: format!("`{}` is not {what} of the source, `{wanted}`", &target[range.clone()]),
            range,
            help: format!("write `{wanted}`"),
        })
    };
    // Forms of a plural have figures of their own.
    let number = if source.plural.is_none() { find_changed_number(source.text, passage) } else { None };
    let address = changed(Code::UrlChanged, "the address", find_changed_address(whole, target));
    let code = changed(Code::CodeChanged, "the code", find_changed_code(whole, target));
    let number = changed(Code::NumberChanged, "the number", number).map(|fault| IntegrityFault {
        help: "write the number of the source as your language does".to_owned(),
        ..fault
    });
    [address, number, code].into_iter().flatten().collect()
}

/// What is wrong with a message of MessageFormat; none where the two are none.
fn find_message_faults(source: &str, target: &str, tongue: Tongue) -> Option<Vec<IntegrityFault>> {
    if is_message2(source) {
        return Some(find_message2_faults(source, target));
    }
    if !has_choices(source) {
        return None;
    }
    let wanted = read_message(source).ok()?;
    let whole = 0..target.len();
    let message = match read_message(target) {
        Ok(message) => message,
        Err(fault) => {
            let start = target.floor_char_boundary(fault.offset);
            return Some(vec![IntegrityFault {
                code: Code::MessageSyntax,
                range: start..target.ceil_char_boundary((start + fault.len).min(target.len())),
                message: format!("the message cannot be read: {}", fault.message),
                help: "keep names, types and keywords of the source; translate the texts in braces alone".to_owned(),
            }]);
        }
    };
    let mut faults = Vec::new();
    let unknown: Vec<&String> = message.arguments.keys().filter(|name| !wanted.arguments.contains_key(*name)).collect();
    let asked = everywhere(source, &wanted);
    let lost: Vec<&String> = asked.keys().filter(|name| !message.arguments.contains_key(*name)).collect();
    let shown = |name: &str| format!("{{{name}}}");
    let place = |name: &str| target.find(name).map_or_else(|| whole.clone(), |at| at..at + name.len());
    push_unknown_and_lost(
        unknown.iter().map(|name| Misplaced::new(&shown(name), place(name))).collect(),
        lost.iter().map(|name| Misplaced::new(&shown(name), 0..0)).collect(),
        target,
        &mut faults,
    );
    for (name, kinds) in &message.arguments {
        // One that is both a number and a plural may be either again.
        let Some(wanted) = wanted.arguments.get(name) else { continue };
        let other = kinds.iter().find(|kind| !wanted.contains(*kind));
        if let (Some(wanted), Some(kind)) = (wanted.first(), other) {
            faults.push(IntegrityFault {
                code: Code::MessageSyntax,
                range: place(name),
                message: format!("`{{{name}}}` is a `{kind}` here and a `{wanted}` in the source"),
                help: format!("write `{wanted}`"),
            });
        }
    }
    for (name, keywords) in &message.selected {
        let Some(wanted) = wanted.selected.get(name) else { continue };
        for keyword in keywords.iter().filter(|keyword| !wanted.contains(keyword)) {
            faults.push(IntegrityFault {
                code: Code::MessageSyntax,
                range: place(keyword),
                message: format!("`{keyword}` is no choice of `{{{name}}}` in the source"),
                help: format!("its choices are {}: they are values of the program", wanted.join(", ")),
            });
        }
    }
    faults.extend(find_choice_faults((source, &wanted), (target, &message), tongue));
    Some(faults)
}

/// Arguments that stand outside of the forms of single classes: `one {{1}} other {{2}}` has its first in a form that other
/// languages do without.
fn everywhere(source: &str, message: &Message) -> BTreeMap<String, BTreeSet<String>> {
    let mut text = source.to_owned();
    for form in message.plurals.iter().flatten().filter(|form| &source[form.keyword.clone()] != "other") {
        text.replace_range(form.body.clone(), &" ".repeat(form.body.len()));
    }
    read_message(&text).map_or_else(|_| message.arguments.clone(), |read| read.arguments)
}

/// What is wrong with a message of MessageFormat 2: its syntax, and the variables that it names.
fn find_message2_faults(source: &str, target: &str) -> Vec<IntegrityFault> {
    let whole = 0..target.len();
    let Some(wanted) = read_message2(source) else { return Vec::new() };
    let Some(message) = Some(target).filter(|target| is_message2(target)).and_then(read_message2) else {
        return vec![IntegrityFault {
            code: Code::MessageSyntax,
            range: whole,
            message: "the message cannot be read: its declarations, or the braces around its texts, are not those of MessageFormat 2".to_owned(),
            help: "keep all that stands outside of `{{` and `}}` as it is, and what stands in single braces inside".to_owned(),
        }];
    };
    let shown = |name: &String| format!("${name}");
    let place = |name: &str| target.find(name).map_or_else(|| whole.clone(), |at| at..at + name.len());
    let mut faults = Vec::new();
    push_unknown_and_lost(
        message
            .variables
            .difference(&wanted.variables)
            .map(|name| Misplaced::new(&shown(name), place(&shown(name))))
            .collect(),
        wanted.variables.difference(&message.variables).map(|name| Misplaced::new(&shown(name), 0..0)).collect(),
        target,
        &mut faults,
    );
    faults
}

fn find_placeholder_faults(source: &SourceText<'_>, target: &str, faults: &mut Vec<IntegrityFault>) {
    let SourceText { text, plural, is_singular } = *source;
    let mut own = read_placeholders(text);
    let mut of_plural = plural.map(read_placeholders);
    let mut found = read_placeholders(target);
    number_places(&mut own, &found);
    if let Some(of_plural) = &mut of_plural {
        number_places(of_plural, &found);
    }
    number_places(&mut found, &own);
    part_percent_signs(&mut own, of_plural.as_mut(), &mut found);
    // What may be none is allowed and not asked for.
    let spoken_of: BTreeSet<String> =
        part_doubtful(&mut own).chain(of_plural.iter_mut().flat_map(part_doubtful)).collect();
    if own.is_empty() && found.is_empty() && of_plural.as_ref().is_none_or(Vec::is_empty) {
        return;
    }
    let (one, seen) = (count_placeholders(&own), count_placeholders(&found));
    let many = of_plural.as_deref().map(count_placeholders);
    let allowed = |key: &str| {
        one.get(key).copied().unwrap_or(0).max(many.as_ref().and_then(|many| many.get(key)).copied().unwrap_or(0))
    };
    let required = |key: &str| match &many {
        None => one.get(key).copied().unwrap_or(0),
        Some(many) if is_singular => one
            .get(key)
            .copied()
            .unwrap_or(0)
            .min(many.get(key).copied().unwrap_or(0))
            .min(usize::from(!is_number(key, one.len()))),
        Some(many) => many.get(key).copied().unwrap_or(0),
    };
    let all: BTreeSet<&str> = one.keys().chain(many.iter().flat_map(|many| many.keys())).copied().collect();
    let order = find_changed_order((&own, text), (&found, target)).filter(|_| plural.is_none());
    let is_told = |key: &str| order.is_some() && key.starts_with('%') && key.contains('$');
    let lost: Vec<Misplaced> = all
        .iter()
        .filter(|key| seen.get(*key).copied().unwrap_or(0) < required(key) && !is_told(key))
        .map(|key| Misplaced {
            key: (*key).to_owned(),
            written: written(key, &own, text, of_plural.as_deref(), plural),
            range: 0..0,
        })
        .collect();
    let mut counted = std::collections::BTreeMap::new();
    let mut unknown = Vec::new();
    for placeholder in &found {
        let count = counted.entry(placeholder.key.as_str()).or_insert(0_usize);
        *count += 1;
        let is_new = *count == 1 || placeholder.key == "{}";
        if is_new
            && !placeholder.is_doubtful
            && !spoken_of.contains(&placeholder.key)
            && *count > allowed(&placeholder.key)
            && is_certain(&placeholder.key, text, plural)
            && !is_told(&placeholder.key)
        {
            let (key, range) = (placeholder.key.clone(), placeholder.range.clone());
            unknown.push(Misplaced { key, written: target[range.clone()].to_owned(), range });
        }
    }
    faults.extend(order);
    push_unknown_and_lost(unknown, lost, target, faults);
}

/// Takes out what may be no placeholder; what it would stand for.
fn part_doubtful(found: &mut Vec<Placeholder>) -> impl Iterator<Item = String> + use<> {
    let (doubtful, certain): (Vec<_>, Vec<_>) = std::mem::take(found).into_iter().partition(|one| one.is_doubtful);
    *found = certain;
    doubtful.into_iter().map(|one| one.key)
}

/// Whether a placeholder is what a singular leaves out: a number, or the only one there is.
fn is_number(key: &str, of: usize) -> bool {
    let name = key.trim_start_matches(['%', '(', '{', '$']);
    let name = name.split([')', '}']).next().unwrap_or(name).to_ascii_lowercase();
    let counts = ["count", "num", "total", "amount", "quantity"].iter().any(|word| name.contains(word));
    let printf = key.starts_with('%') && key.ends_with(['d', 'u']);
    printf || of == 1 || counts || matches!(name.as_str(), "n" | "0" | "")
}

/// `{rate} %{name}` is a percent sign before a name in braces where the other text has that name without the sign.
fn part_percent_signs(own: &mut [Placeholder], of_plural: Option<&mut Vec<Placeholder>>, found: &mut [Placeholder]) {
    let keys = |found: &[Placeholder]| -> BTreeSet<String> { found.iter().map(|one| one.key.clone()).collect() };
    let (of_source, of_target) = (keys(own), keys(found));
    let part = |found: &mut [Placeholder], other: &BTreeSet<String>| {
        for one in found {
            if let Some(bare) = one.key.strip_prefix('%').filter(|bare| bare.starts_with('{') && other.contains(*bare))
            {
                one.key = bare.to_owned();
            }
        }
    };
    part(found, &of_source);
    part(own, &of_target);
    if let Some(of_plural) = of_plural {
        part(of_plural, &of_target);
    }
}

/// Whether what stands in a translation alone is one beyond doubt: a percent sign has many uses in prose, and a pair of braces
/// may be what is spoken of.
fn is_certain(key: &str, source: &str, plural: Option<&str>) -> bool {
    if key == "{}" {
        return source.contains("{}") || plural.is_some_and(|text| text.contains("{}"));
    }
    !key.starts_with('%')
        || key.contains(['(', '{'])
        || source.contains('%')
        || plural.is_some_and(|text| text.contains('%'))
}

/// A placeholder as the source writes it.
fn written(
    key: &str,
    own: &[Placeholder],
    text: &str,
    of_plural: Option<&[Placeholder]>,
    plural: Option<&str>,
) -> String {
    let find = |found: &[Placeholder], text: &str| {
        found.iter().find(|found| found.key == key).map(|found| text[found.range.clone()].to_owned())
    };
    find(own, text).or_else(|| find(of_plural?, plural?)).unwrap_or_else(|| key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str, plural: Option<&str>, is_singular: bool, target: &str) -> Vec<String> {
        let source = SourceText { text: source, plural, is_singular };
        let faults = find_integrity_faults(&source, &Passage::new(target, Tongue::De, &[]));
        faults.into_iter().map(|fault| format!("{}: {}", fault.code, fault.message)).collect()
    }

    #[test]
    fn what_a_translation_does_to_placeholders_is_said_once() {
        for (source, target, expected) in [
            ("{count} files", "{count} Dateien", vec![]),
            (
                "You have {count} files",
                "Sie haben {anzahl} Dateien",
                vec!["placeholder-unknown: `{anzahl}` is no placeholder of the source, which has `{count}`"],
            ),
            (
                "You have {count} files",
                "Sie haben Dateien",
                vec!["placeholder-lost: `{count}` of the source is missing"],
            ),
            (
                "Your files",
                "Ihre {count} Dateien",
                vec!["placeholder-unknown: `{count}` is no placeholder of the source"],
            ),
            ("%s in %d", "%2$d: %1$s", vec![]),
            (
                "%s in %d",
                "%d: %s",
                vec!["placeholder-unknown: `%d` stands where the source has `%s`: the order of values changed"],
            ),
            ("%(name)s", "%(name) ist da", vec!["placeholder-lost: `%(name)s` of the source is missing"]),
            ("Select %s to view", "1%s auswählen", vec![]),
            ("%s files", "% s Dateien", vec!["placeholder-lost: `%s` of the source is written `% s` here"]),
            ("{name} and {name}", "{name}", vec![]),
            ("Enabling %(count)i plugins", "Aktiviere %(count)d", vec![]),
            ("ticket #{id}", "Ticket Nr. {id}", vec![]),
            ("{rate} % {name}", "{rate}%{name}", vec![]),
            ("stray { or } somewhere", "einzelne { oder }", vec![]),
            ("by { name }", "von {name}", vec![]),
            ("Wrong {} for {}", "{1} hat {0}", vec![]),
            ("Wrong {0} for {1}", "{} statt {}", vec![]),
            (
                "Wrong {} for {}",
                "{1} hat {2}",
                vec!["placeholder-unknown: `{2}` is no placeholder of the source, which has `{}`"],
            ),
            ("opening \"{\" and closing \"}\"", "die Klammern \"{}\"", vec![]),
            ("{} of {}", "{} von", vec!["placeholder-lost: `{}` of the source is missing"]),
            ("50% off", "50 %ige Rabatte, 5 %der", vec![]),
            ("Half of it", "50 %der Zeit, %s", vec![]),
            ("{{name}}", "{{ name }}", vec![]),
            ("{d, date, short}", "{d, date, medium}", vec![]),
            ("Hello%2C%0AI'm%20in%20{hotel}", "Hallo%2C%0A%0AIch%20bin%20im%20{hotel}", vec![]),
        ] {
            assert_eq!(found(source, None, false, target), expected, "{source} → {target}");
        }
    }

    #[test]
    fn a_form_of_one_number_may_leave_it_out_and_the_others_may_not() {
        let (one, many) = ("%d file in %s", "%d files in %s");
        assert!(found("One file", Some("%d files"), true, "Eine Datei").is_empty());
        assert!(found("%(n)d file", Some("%(n)d files"), true, "Eine Datei").is_empty());
        assert!(
            found("%(n)d file of %(who)s", Some("%(n)d files of %(who)s"), true, "Eine Datei von %(who)s").is_empty()
        );
        assert_eq!(found(one, Some(many), false, "%d Dateien"), ["placeholder-lost: `%s` of the source is missing"]);
        assert_eq!(
            found("One file", Some("%d files"), false, "Dateien"),
            ["placeholder-lost: `%d` of the source is missing"]
        );
        assert!(found("One file", Some("%d files"), true, "%d Datei").is_empty());
    }

    #[test]
    fn a_french_label_may_end_with_the_blank_before_a_colon() {
        let source = SourceText { text: "End date", plural: None, is_singular: false };
        let found = |target: &str, tongue| find_integrity_faults(&source, &Passage::new(target, tongue, &[])).len();
        assert_eq!((found("Date de fin ", Tongue::Fr), found(" Date de fin", Tongue::Fr)), (0, 1));
        assert_eq!(found("Enddatum ", Tongue::De), 1);
    }

    #[test]
    fn messages_tags_copies_and_edges_are_compared() {
        for (source, target, expected) in [
            ("{n, plural, one {# file} other {# files}}", "{n, plural, one {# Datei} other {# Dateien}}", vec![]),
            (
                "{n, plural, one {# file} other {# files}}",
                "{n, plural, eins {# Datei} other {# Dateien}}",
                vec![
                    "message-syntax: the message cannot be read: `eins` is no plural class; there are zero, one, two, few, many, other",
                ],
            ),
            (
                "{n, plural, one {# file} other {# files}}",
                "{zahl, plural, one {# Datei} other {# Dateien}}",
                vec!["placeholder-unknown: `{zahl}` is no placeholder of the source, which has `{n}`"],
            ),
            (
                "{g, select, male {He} other {They}}",
                "{g, select, mann {Er} other {Sie}}",
                vec!["message-syntax: `mann` is no choice of `{g}` in the source"],
            ),
            (
                "{0, plural, one {Lost {1} file} other {Lost {2} files}}",
                "{0, plural, other {{2} Dateien verloren}}",
                vec![],
            ),
            (
                "{0, plural, one {Lost {1} file} other {Lost {2} files}}",
                "{0, plural, other {Dateien verloren}}",
                vec!["placeholder-lost: `{2}` of the source is missing"],
            ),
            ("Found {0} eligible method{1}", "{0} geeignete Methoden gefunden", vec![]),
            ("{n:d} error{plural} while saving", "{n:d} Fehler beim Speichern", vec![]),
            ("{n, plural, other {#}} of {n, number}", "{n, number} von {n, plural, other {#}}", vec![]),
            (
                "{n, number} of {m, plural, other {#}}",
                "{n, date} von {m, plural, other {#}}",
                vec!["message-syntax: `{n}` is a `date` here and a `number` in the source"],
            ),
            (".match $n one {{{$n} file}} * {{Files}}", ".match $n one {{{$n} Datei}} * {{Dateien}}", vec![]),
            (
                ".match $n one {{{$n} file}} * {{Files}}",
                ".match $n one {{{$n} Datei} * {{Dateien}}",
                vec![
                    "message-syntax: the message cannot be read: its declarations, or the braces around its texts, are not those of MessageFormat 2",
                ],
            ),
            (
                ".match $n one {{{$n} file}} * {{Files}}",
                ".match $zahl one {{{$zahl} Datei}} * {{Dateien}}",
                vec!["placeholder-unknown: `$zahl` is no placeholder of the source, which has `$n`"],
            ),
            ("<b>All</b>", "<fett>Alle</fett>", vec!["tag-unknown: `<fett>` is no tag of the source, nor of HTML"]),
            ("<b>All</b>", "<b>Alle", vec!["tag-unbalanced: `<b>` has no counterpart"]),
            (
                "This is not the end of the story",
                "This is not the end of the story",
                vec!["untranslated: the text is the same as its source"],
            ),
            ("Mozilla Public License", "Mozilla Public License", vec![]),
            (
                "File ",
                "Datei",
                vec!["edge-whitespace-changed: the text ends with no white space, its source with a blank"],
            ),
            ("Deployment ID: ", "Kennung:", vec![]),
            ("NOT(1 < 2) => false and NOT(1 > 2)", "NOT(1 < 2) => false and NOT(1 > 2)", vec![]),
            (
                "Done\n",
                "Fertig",
                vec!["edge-whitespace-changed: the text ends with no white space, its source with a line break"],
            ),
            ("Done\n", "Fertig \n", vec![]),
            (" You are here.", "Sie sind hier.", vec![]),
            ("Enable reader mode ", "Lesemodus aktivieren", vec![]),
            (
                "Publish in ",
                "Veröffentlichen in",
                vec!["edge-whitespace-changed: the text ends with no white space, its source with a blank"],
            ),
            (":", " :", vec![]),
            (
                "No record with the identifier { id }",
                "Kein Datensatz mit dieser Kennung",
                vec!["placeholder-lost: `{ id }` of the source is missing"],
            ),
            (
                "{n, plural, one {publication} other {publications}}",
                "{n, plural, one {} other {}}",
                vec!["plural-classes: all forms of this plural are empty, and none is in the source"],
            ),
            ("{n, plural, one {} other {s}}", "{n, plural, other {}}", vec![]),
            ("One of this, (.*) must be specified", "One of this, (.*) must be specified", vec![]),
            ("It is calculated. ", "Es wird berechnet.", vec![]),
            (
                " above this line",
                "über dieser Zeile",
                vec!["edge-whitespace-changed: the text begins with no white space, its source with a blank"],
            ),
            ("\n    Done\n  ", "Fertig", vec![]),
        ] {
            assert_eq!(found(source, None, false, target), expected, "{source} → {target}");
        }
    }
}
