//! Plural forms: which classes a language has, and what a translation lacks or has in vain.
//!
//! Invariant: a group of forms is one where the format says so, where its form for other numbers has a placeholder, or where
//! three classes stand beside each other. Of a
//! form that is never shown nothing is said where it says what is shown instead.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::conform::integrity::IntegrityFault;
use crate::conform::integrity::message::{ChoiceForm, Message};
use crate::conform::integrity::placeholder::read_placeholders;
use crate::conform::pairing::{SourceTexts, split_class};
use crate::conform::passage::Tongue;
use crate::conform::reader::{NumberedForm, Segment, SegmentComment, TextFormat, read_segments};
use crate::diagnostic::Code;

/// The cardinal classes of a language (Unicode CLDR 47, plurals.xml).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PluralClasses {
    /// Those that every count of things meets.
    pub needed: &'static [&'static str],
    /// Those of large round numbers (a million), which most programs never show.
    pub rare: &'static [&'static str],
}

impl PluralClasses {
    /// Those of a language.
    #[must_use]
    pub fn of(tongue: Tongue) -> Self {
        let (needed, rare): (&[&str], &[&str]) = match tongue {
            Tongue::De | Tongue::En => (&["one", "other"], &[]),
            Tongue::Es | Tongue::Fr | Tongue::It => (&["one", "other"], &["many"]),
            Tongue::Ja | Tongue::Ko | Tongue::Zh => (&["other"], &[]),
        };
        Self { needed, rare }
    }

    fn has(self, class: &str) -> bool {
        self.needed.contains(&class) || self.rare.contains(&class)
    }

    /// Its classes in words.
    fn shown(self) -> String {
        let names: Vec<String> = self.needed.iter().chain(self.rare).map(|name| format!("`{name}`")).collect();
        names.join(", ")
    }
}

fn missing(class: &str, tongue: Tongue, range: Range<usize>) -> IntegrityFault {
    IntegrityFault {
        code: Code::PluralClasses,
        range,
        message: format!("the plural form `{class}` is missing"),
        help: format!("add it: the plural classes of `{}` are {}", tongue.code(), PluralClasses::of(tongue).shown()),
    }
}

fn superfluous(class: &str, tongue: Tongue, range: Range<usize>) -> IntegrityFault {
    IntegrityFault {
        code: Code::PluralClasses,
        range,
        message: format!("the plural form `{class}` is never shown"),
        help: format!(
            "move its words into another: the plural classes of `{}` are {}",
            tongue.code(),
            PluralClasses::of(tongue).shown()
        ),
    }
}

/// Choices of a message that are never made: a class that is missing falls back to `other`, which may be meant. And those
/// that show nothing, each of them, where each of the source shows something.
pub(super) fn find_choice_faults(
    (source, wanted): (&str, &Message),
    (target, message): (&str, &Message),
    tongue: Tongue,
) -> Vec<IntegrityFault> {
    let classes = PluralClasses::of(tongue);
    let mut faults = Vec::new();
    let blank = |text: &str, form: &ChoiceForm| text.get(form.body.clone()).is_some_and(|body| body.trim().is_empty());
    if message.plurals.len() == wanted.plurals.len() {
        for (forms, wanted) in message.plurals.iter().zip(&wanted.plurals) {
            if let Some(form) = forms.last().filter(|_| forms.iter().all(|form| blank(target, form)))
                && !wanted.iter().any(|form| blank(source, form))
            {
                faults.push(IntegrityFault {
                    code: Code::PluralClasses,
                    range: form.keyword.clone(),
                    message: "all forms of this plural are empty, and none is in the source".to_owned(),
                    help: "translate each form of the source".to_owned(),
                });
            }
        }
    }
    for forms in &message.plurals {
        let name = |range: &Range<usize>| target.get(range.clone()).unwrap_or_default();
        let Some(other) = forms.iter().find(|form| name(&form.keyword) == "other") else { continue };
        let vain = forms.iter().filter(|form| {
            let class = name(&form.keyword);
            !class.starts_with('=') && !classes.has(class) && name(&form.body).trim() != name(&other.body).trim()
        });
        faults.extend(vain.map(|form| superfluous(name(&form.keyword), tongue, form.keyword.clone())));
    }
    faults
}

/// What the numbered forms of a text (gettext) lack, or have in vain.
pub(crate) fn find_numbered_faults(form: &NumberedForm, tongue: Tongue, len: usize) -> Option<IntegrityFault> {
    let NumberedForm { index, declared, empty, is_repeated } = form;
    let needed = (*declared).max(PluralClasses::of(tongue).needed.len());
    let fault = |message: String, help: String| {
        Some(IntegrityFault { code: Code::PluralClasses, range: 0..len, message, help })
    };
    if *declared > 0 && index >= declared && !is_repeated {
        return fault(
            format!("the plural form `msgstr[{index}]` is never shown"),
            format!("take it out: the header of the file says `nplurals={declared}`"),
        );
    }
    let is_first = (0..*index).all(|before| empty.contains(&before));
    let lacking = empty.iter().find(|at| **at < needed).filter(|_| is_first)?;
    let help = if *declared >= needed {
        format!("fill it in: the header of the file says `nplurals={declared}`")
    } else {
        format!("fill it in, and set `nplurals={needed}` in the header: `{}` has {needed} plural forms", tongue.code())
    };
    fault(format!("the plural form `msgstr[{lacking}]` is missing"), help)
}

/// A form of a group.
#[derive(Debug)]
struct GroupedForm {
    text: String,
    place: Range<usize>,
}

/// The forms of one text, by class.
#[derive(Debug, Default)]
struct PluralGroup {
    forms: BTreeMap<String, GroupedForm>,
    comments: Vec<SegmentComment>,
    /// Whether the format says that these are plural forms.
    is_certain: bool,
    /// What stands around the name of a class: behind the common beginning of the keys, and at their end.
    around: (&'static str, &'static str),
}

/// The groups of plural forms of a file whose texts have the class in their keys.
#[derive(Debug)]
pub struct PluralGroups {
    format: TextFormat,
    groups: BTreeMap<String, PluralGroup>,
}

/// What is wrong with a group.
#[derive(Debug)]
pub struct GroupFault {
    /// The fault; its range is one of bytes of the file.
    pub fault: IntegrityFault,
    /// The beginning of the keys of the group.
    pub key: String,
    /// Comments beside its texts.
    pub comments: Vec<SegmentComment>,
}

impl PluralGroups {
    /// Of a file that has been read no text of yet.
    #[must_use]
    pub fn new(format: TextFormat) -> Self {
        Self { format, groups: BTreeMap::new() }
    }

    /// Takes a text that is one of the forms of another.
    pub fn add_segment(&mut self, segment: &Segment<'_>) {
        if !self.format.has_plural_keys() {
            return;
        }
        let Some((stem, before, after, _)) = split_class(&segment.key) else { return };
        if stem.is_empty() || stem.ends_with("ordinal") {
            return;
        }
        let class = &segment.key[stem.len() + before.len()..segment.key.len() - after.len()];
        let text = segment.target.text();
        let group = self.groups.entry(stem.to_owned()).or_default();
        group.is_certain |= after == "]";
        group.around = (before, after);
        group.comments.extend(segment.comments.iter().cloned());
        let place = segment.target.place(&(0..text.len()));
        group.forms.insert(class.to_owned(), GroupedForm { text: text.to_owned(), place });
    }

    /// What is wrong with the groups of a file with this text.
    #[must_use]
    pub fn find_faults(self, file: &str, sources: &SourceTexts, tongue: Tongue) -> Vec<GroupFault> {
        let classes = PluralClasses::of(tongue);
        let mut found: Vec<GroupFault> = Vec::new();
        let mut doubtful: BTreeMap<String, GroupFault> = BTreeMap::new();
        for (stem, PluralGroup { forms, comments, is_certain, around: (before, after) }) in self.groups {
            let of_source = |class: &str| sources.text(&format!("{stem}{before}{class}{after}"));
            let other = forms.get("other").map(|form| form.text.as_str()).or_else(|| of_source("other"));
            // Three of the six names, with those for one and for other numbers, are no words of a list.
            let is_set = forms.len() > 2 && forms.contains_key("one") && forms.contains_key("other");
            let is_plural = |other: &str| is_certain || is_set || !read_placeholders(other).is_empty();
            let has_two = forms.len() > 1 || (of_source("one").is_some() && of_source("other").is_some());
            let Some(other) = other.filter(|other| has_two && is_plural(other)) else { continue };
            let group_fault = |fault| GroupFault { fault, key: stem.clone(), comments: comments.clone() };
            for (class, form) in &forms {
                // Libraries of their own choose forms for none and for one by the number itself.
                let by_number =
                    class == "zero" && self.format != TextFormat::Android || class == "one" && before == ".";
                let is_meant = classes.has(class) || by_number;
                if !is_meant && form.text != other {
                    found.push(group_fault(superfluous(class, tongue, form.place.clone())));
                }
            }
            let last = forms.values().map(|form| form.place.clone()).max_by_key(|place| place.start);
            let lacking = classes.needed.iter().find(|class| !forms.contains_key(**class));
            if let (Some(class), Some(place)) = (lacking, last) {
                let fault = group_fault(missing(class, tongue, place));
                if is_certain { found.push(fault) } else { drop(doubtful.insert(stem.clone(), fault)) }
            }
        }
        if !doubtful.is_empty() {
            // Where a class has no text, that of the bare key is shown.
            let _faults = read_segments(self.format, file, &mut |segment| drop(doubtful.remove(&*segment.key)));
            found.extend(doubtful.into_values());
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(format: TextFormat, file: &str, source: &str, tongue: Tongue) -> Vec<String> {
        let mut groups = PluralGroups::new(format);
        let mut faults = Vec::new();
        let _faults = read_segments(format, file, &mut |segment| {
            groups.add_segment(&segment);
            let form = segment.forms.as_ref().and_then(|forms| forms.number.as_ref());
            faults.extend(form.and_then(|form| find_numbered_faults(form, tongue, segment.target.text().len())));
        });
        let sources = SourceTexts::read(format, source);
        faults.extend(groups.find_faults(file, &sources, tongue).into_iter().map(|one| one.fault));
        let shown = |fault: IntegrityFault| fault.message.replace("the plural form ", "");
        faults.into_iter().map(shown).collect()
    }

    #[test]
    fn a_class_that_the_language_needs_is_missed_and_one_that_it_has_not_is_in_vain() {
        use TextFormat::{Android, Json, Xcstrings, Yaml};
        let catalog = |forms: &str| {
            format!(
                r#"{{"strings": {{"%lld files": {{"localizations": {{"de": {{"variations": {{"plural": {{{forms}}}}}}}}}}}}}}}"#
            )
        };
        let form = |class: &str, text: &str| format!(r#""{class}": {{"stringUnit": {{"value": "{text}"}}}}"#);
        let whole = catalog(&format!("{}, {}", form("one", "Eine Datei"), form("other", "%lld Dateien")));
        let half = catalog(&format!("{}, {}", form("few", "x"), form("other", "%lld Dateien")));
        let english = r#"{"a_one": "{{n}} file", "a_other": "{{n}} files"}"#;
        for (format, file, source, tongue, expected) in [
            (Json, r#"{"a_one": "x", "a_other": "{{n}} y"}"#, english, Tongue::De, vec![]),
            (Xcstrings, &whole, "", Tongue::De, vec![]),
            (Xcstrings, &half, "", Tongue::De, vec!["`few` is never shown", "`one` is missing"]),
            (Json, r#"{"a_other": "{{n}} y"}"#, english, Tongue::De, vec!["`one` is missing"]),
            (Json, r#"{"a_one": "x {{n}}"}"#, english, Tongue::De, vec!["`other` is missing"]),
            (Json, r#"{"a": "x", "a_other": "{{n}} y"}"#, english, Tongue::De, vec![]),
            (Json, r#"{"b": "x"}"#, english, Tongue::De, vec![]),
            (Json, r#"{"a_other": "{{n}} y"}"#, english, Tongue::Ja, vec![]),
            (Json, r#"{"a_one": "{{n}} y", "a_other": "{{n}} y"}"#, english, Tongue::Ja, vec![]),
            (Json, r#"{"a_one": "x", "a_other": "{{n}} y"}"#, english, Tongue::Ja, vec!["`one` is never shown"]),
            (Json, r#"{"a": {"one": "x", "other": "{{n}} y"}}"#, "{}", Tongue::Ja, vec![]),
            (
                Json,
                r#"{"a_one": "x", "a_few": "z", "a_other": "{{n}} y"}"#,
                "{}",
                Tongue::De,
                vec!["`few` is never shown"],
            ),
            (Json, r#"{"a_one": "x", "a_many": "z", "a_other": "{{n}} y"}"#, "{}", Tongue::Fr, vec![]),
            (
                Json,
                r#"{"a_one": "un", "a_few": "peu", "a_other": "tous"}"#,
                "{}",
                Tongue::Fr,
                vec!["`few` is never shown"],
            ),
            (
                Json,
                r#"{"a": {"one": "un", "few": "peu", "other": "tous"}}"#,
                "{}",
                Tongue::Fr,
                vec!["`few` is never shown"],
            ),
            (
                Yaml,
                "fr:\n  a:\n    one: un\n    few: peu\n    other: tous\n",
                "",
                Tongue::Fr,
                vec!["`few` is never shown"],
            ),
            (Json, r#"{"a_zero": "x", "a_one": "z", "a_other": "{{n}} y"}"#, "{}", Tongue::De, vec![]),
            (Json, r#"{"reason_two": "Zwei", "reason_other": "Andere"}"#, "{}", Tongue::De, vec![]),
            (Json, r#"{"day_ordinal_few": "{{n}}", "day_ordinal_other": "{{n}}."}"#, "{}", Tongue::De, vec![]),
            (Yaml, "de:\n  a:\n    one: x\n    other: \"%{count} y\"\n", "", Tongue::De, vec![]),
            (
                Yaml,
                "de:\n  a:\n    two: x\n    other: \"%{count} y\"\n",
                "",
                Tongue::De,
                vec!["`two` is never shown", "`one` is missing"],
            ),
            (
                Android,
                "<resources><plurals name=\"a\"><item quantity=\"zero\">x</item><item quantity=\"other\">y</item></plurals></resources>",
                "",
                Tongue::De,
                vec!["`zero` is never shown", "`one` is missing"],
            ),
        ] {
            assert_eq!(found(format, file, source, tongue), expected, "{file}");
        }
    }

    #[test]
    fn forms_of_gettext_are_those_that_the_file_and_the_language_have() {
        let header =
            |count: usize| format!("msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals={count}; plural=x;\\n\"\n\n");
        let entry = |forms: &[&str]| {
            let forms: String =
                forms.iter().enumerate().map(|(at, form)| format!("msgstr[{at}] \"{form}\"\n")).collect();
            format!("msgid \"%d file\"\nmsgid_plural \"%d files\"\n{forms}")
        };
        for (head, forms, tongue, expected) in [
            (header(2), &["a", "b"][..], Tongue::De, vec![]),
            (header(2), &["a", ""], Tongue::De, vec!["`msgstr[1]` is missing"]),
            (header(2), &["", "b"], Tongue::De, vec!["`msgstr[0]` is missing"]),
            (header(2), &["", ""], Tongue::De, vec![]),
            (header(2), &["a"], Tongue::De, vec!["`msgstr[1]` is missing"]),
            (header(1), &["a"], Tongue::De, vec!["`msgstr[1]` is missing"]),
            (header(1), &["a"], Tongue::Ja, vec![]),
            (header(1), &["a", "b"], Tongue::Ja, vec!["`msgstr[1]` is never shown"]),
            (header(1), &["a", "a"], Tongue::Ja, vec![]),
            (header(3), &["a", "b", "c"], Tongue::Fr, vec![]),
            (String::new(), &["a"], Tongue::De, vec!["`msgstr[1]` is missing"]),
        ] {
            let file = head + &entry(forms);
            assert_eq!(found(TextFormat::Po, &file, "", tongue), expected, "{file}");
        }
    }
}
