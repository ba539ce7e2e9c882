//! `contradiction` and `unlikely-language`: what an instruction asks for in words, against the rules and the language of its list.
//!
//! An instruction may well limit a rule (`in headings`, `only for prices`) or speak of what it forbids: only what is asked for
//! everywhere is held against a rule, and of two forms of address only where neither is one of the list's language.

use std::ops::Range;

use crate::catalogue::languages::{find_language, root_code};
use crate::check::inherit::{MergedStyle, MergedValue};
use crate::check::left_over::place_in_file;
use crate::check::prompt_words::{
    FORMS_OF_ADDRESS, Form, Mention, Subject, TOPICS, Topic, Wish, is_among, may_ask, read_prompt, words_of,
};
use crate::check::raw_document::{RawInstruction, RawRule};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::style::RuleKey;
use crate::schema::explained_document::echo_text;

/// Says of each instruction what it asks for against a rule, or in words of another language than the list's.
pub(super) fn check_prompts(list: &MergedStyle<'_, '_>) -> Vec<Diagnostic> {
    let language = list.language.map(|language| root_code(language.as_str()));
    let asking = list.instructions.iter().filter(|taken| may_ask(&taken.value.instruction.prompt));
    let read: Vec<ReadPrompt<'_, '_, '_>> =
        asking.map(|taken| (taken, read_prompt(&taken.value.instruction.prompt, language))).collect();
    if read.is_empty() {
        return Vec::new();
    }
    let mut findings: Vec<Diagnostic> =
        read.iter().filter_map(|(taken, named)| in_other_language(list, taken, named)).collect();
    for topic in TOPICS.iter().enumerate() {
        let before = findings.len();
        findings.extend(read.iter().filter_map(|(taken, named)| against_rule(list, taken, topic, named)));
        if findings.len() == before {
            findings.extend(against_each_other(list, topic.0, &read));
        }
    }
    findings
}

/// Drops what is said of a form of address where the language of the list is told to be wrong, and the other one has it.
pub(super) fn drop_witnesses(findings: &mut [Vec<Diagnostic>]) {
    let of_prompt = |finding: &Diagnostic| {
        finding.code == Code::UnlikelyLanguage && finding.message.starts_with("the prompt asks for")
    };
    if !findings.iter().flatten().any(of_prompt) {
        return;
    }
    let meant = |finding: &Diagnostic| -> Option<(String, &'static str)> {
        let is_language = finding.pointer.as_deref() == Some("/language");
        let [edit] = finding.fix.as_ref().filter(|_| is_language)?.edits.as_slice() else { return None };
        let known = find_language(edit.text.trim_matches(['"', '\'']))?;
        Some((finding.file.path().to_string(), known.name))
    };
    let meant: Vec<(String, &str)> = findings.iter().flatten().filter_map(meant).collect();
    let is_witness = |finding: &Diagnostic| {
        let says = |(path, name): &(String, &str)| {
            *path == **finding.file.path() && finding.primary.text.ends_with(&format!(" of {name}"))
        };
        of_prompt(finding) && meant.iter().any(says)
    };
    findings.iter_mut().for_each(|found| found.retain(|finding| !is_witness(finding)));
}

type TakenInstruction<'d, 'a> = MergedValue<'d, 'a, RawInstruction>;

/// An instruction, and what its prompt names.
type ReadPrompt<'l, 'd, 'a> = (&'l TakenInstruction<'d, 'a>, Vec<Mention>);

/// The first two instructions about the same texts that ask for two forms.
fn against_each_other(list: &MergedStyle<'_, '_>, at: usize, read: &[ReadPrompt<'_, '_, '_>]) -> Option<Diagnostic> {
    // Of two forms that no rule is about, what is forbidden is the other one.
    let opposite = TOPICS[at].rules.is_empty();
    let only_form = |named: &[Mention]| -> Option<(usize, Range<usize>)> {
        let mut asked = of_topic(named, at).filter_map(|(mention, form)| match mention.wish {
            Wish::Asked => Some((mention, form)),
            Wish::Forbidden if opposite => Some((mention, 1 - form)),
            Wish::Forbidden | Wish::Unclear => None,
        });
        let (first, form) = asked.next()?;
        asked.all(|(_, other)| other == form).then(|| (form, first.range.clone()))
    };
    let mut asking =
        read.iter().filter_map(|(taken, named)| only_form(named).map(|(form, range)| (*taken, form, range)));
    let (one, form, first) = asking.next()?;
    let source = |taken: &TakenInstruction<'_, '_>| taken.value.instruction.source_language.clone();
    let (other, _, later) = asking.find(|(other, own, _)| *own != form && source(other) == source(one))?;
    if one.via.is_some() && one.via == other.via {
        return None;
    }
    let message = format!("one prompt asks for `{}`, another for `{}`", words_at(one, &first), words_at(other, &later));
    let place = |taken: &TakenInstruction<'_, '_>, words| taken.via.unwrap_or_else(|| place_of_words(taken, words));
    let label = if one.via.is_some() { "inherited from this base" } else { "this one" };
    let finding = Diagnostic::new(Code::Contradiction, list.document.file, place(other, &later), message)
        .with_label("against the other")
        .with_secondary(place(one, &first), label)
        .with_help("let one of them go, or say in the prompts where each holds");
    let inherited = [one, other].into_iter().filter(|taken| taken.via.is_some());
    Some(inherited.fold(finding, |finding, taken| finding.with_note(place_of_prompt(taken))))
}

/// What is named of one topic, and which of its forms.
fn of_topic(named: &[Mention], at: usize) -> impl Iterator<Item = (&Mention, usize)> {
    named.iter().filter_map(move |mention| match mention.subject {
        Subject::Topic(topic, form) if topic == at => Some((mention, form)),
        Subject::Topic(..) | Subject::OtherAddress(_) | Subject::OtherLanguage => None,
    })
}

/// What a prompt asks for against a rule of a topic.
fn against_rule(
    list: &MergedStyle<'_, '_>,
    taken: &TakenInstruction<'_, '_>,
    (at, topic): (usize, &Topic),
    named: &[Mention],
) -> Option<Diagnostic> {
    of_topic(named, at).next()?;
    topic.rules.iter().find_map(|(category, name)| {
        let rule = list.rules.get(&RuleKey::new(category, name))?;
        let value = rule.value.value.as_deref()?;
        let against = asked_against(taken, (at, topic.forms), value, named)?;
        contradicting(list, taken, against, (name, value, rule))
    })
}

/// The first form of a topic that a prompt asks for while a value asks for another one.
fn asked_against<'m>(
    taken: &TakenInstruction<'_, '_>,
    (at, forms): (usize, &[Form]),
    value: &str,
    named: &'m [Mention],
) -> Option<&'m Mention> {
    let asks = |form: usize| forms[form].0.iter().any(|part| value.contains(part));
    let wishing = |wish: Wish| of_topic(named, at).filter(move |(mention, _)| mention.wish == wish);
    let (against, _) = match forms {
        // Whether something is used: its one form says what forbids it.
        [_] if asks(0) => wishing(Wish::Asked).find(|(mention, _)| is_ordered(taken, mention))?,
        [_] => wishing(Wish::Forbidden).find(|_| value.starts_with("use"))?,
        _ => {
            let known = (0..forms.len()).any(asks) && !wishing(Wish::Asked).any(|(_, form)| asks(form));
            wishing(Wish::Asked).next().filter(|_| known)?
        }
    };
    Some(against)
}

/// Whether the words before something order its use: a prompt may as well say what becomes of it.
fn is_ordered(taken: &TakenInstruction<'_, '_>, named: &Mention) -> bool {
    const ORDERS: &[&str] = &["use", "add", "put", "end", "finish", "close", "set", "insert", "setze", "beende"];
    let before = &taken.value.instruction.prompt[..named.range.start];
    let sentence = before.rfind(['.', '!', '?', ',']).map_or(0, |at| at + 1);
    words_of(&before[sentence..]).any(|word| is_among(word, ORDERS))
}

/// A prompt against a rule, of which not both came through one base: there, they met already.
fn contradicting(
    list: &MergedStyle<'_, '_>,
    taken: &TakenInstruction<'_, '_>,
    named: &Mention,
    (name, value, rule): (&str, &str, &MergedValue<'_, '_, RawRule>),
) -> Option<Diagnostic> {
    if taken.via.is_some() && taken.via == rule.via {
        return None;
    }
    let file = list.document.file;
    let asked = words_at(taken, &named.range);
    let message = format!("the prompt asks for `{asked}`, and `{name}` is `{}`", echo_text(value));
    let (span, label) = match (taken.via, rule.via) {
        (None, _) => (place_of_words(taken, &named.range), "against the rule"),
        (Some(_), None) => (rule.value.span, "against an inherited instruction"),
        (Some(via), Some(_)) => (via, "this base against another"),
    };
    let (other, other_label) = match (taken.via, rule.via) {
        (None, None) => (rule.value.span, "this rule"),
        (Some(via), None) => (via, "inherited from this base"),
        (_, Some(via)) => (via, "the rule is inherited from this base"),
    };
    let finding = Diagnostic::new(Code::Contradiction, file, span, message)
        .with_label(label)
        .with_secondary(other, other_label)
        .with_help("let one of them go, or say in the prompt where it holds instead of the rule");
    let notes = [
        rule.via.map(|_| format!("`{name}` is set at {}", rule.from.file.place_of(rule.value.span))),
        taken.via.map(|_| place_of_prompt(taken)),
    ];
    Some(notes.into_iter().flatten().fold(finding, Diagnostic::with_note))
}

/// Where a document writes words of its own prompt.
fn place_of_words(taken: &TakenInstruction<'_, '_>, words: &Range<usize>) -> Span {
    let (prompt, span) = (&taken.value.instruction.prompt, taken.value.prompt);
    place_in_file(taken.from.file, span, prompt, words).unwrap_or(span)
}

fn words_at<'t>(taken: &'t TakenInstruction<'_, '_>, words: &Range<usize>) -> &'t str {
    &taken.value.instruction.prompt[words.clone()]
}

fn place_of_prompt(taken: &TakenInstruction<'_, '_>) -> String {
    format!("the prompt is at {}", taken.from.file.place_of(taken.value.prompt))
}

/// The first form of address or language of a prompt that is not the list's, where the prompt is its own, or of a base for no language.
fn in_other_language(
    list: &MergedStyle<'_, '_>,
    taken: &TakenInstruction<'_, '_>,
    named: &[Mention],
) -> Option<Diagnostic> {
    let code = list.language?.as_str();
    let of_other = |subject: &Subject| matches!(subject, Subject::OtherAddress(_) | Subject::OtherLanguage);
    let first = named.iter().find(|mention| mention.wish == Wish::Asked && of_other(&mention.subject))?;
    if taken.via.is_some() && taken.from.raw.language.is_some() {
        return None;
    }
    let known = |code: &str| find_language(code).map_or_else(|| code.to_owned(), |known| known.name.to_owned());
    let own = known(root_code(code));
    let (label, help) = match &first.subject {
        Subject::OtherLanguage => {
            let help = format!("write `{own}` in the prompt, or correct the `language` of the list");
            ("another language than the list's".to_owned(), help)
        }
        Subject::OtherAddress(languages) => {
            let (_, formal, informal) = FORMS_OF_ADDRESS.iter().find(|(own, ..)| *own == root_code(code))?;
            let label = match languages.as_slice() {
                [only] => format!("a form of address of {}", known(only)),
                _ => format!("no form of address of {own}"),
            };
            (label, format!("write `{}` or `{}`, or take the instruction out", formal[0], informal[0]))
        }
        Subject::Topic(..) => return None,
    };
    let place = taken.via.unwrap_or_else(|| place_of_words(taken, &first.range));
    let message = format!("the prompt asks for `{}`, and the list is for `{code}`", words_at(taken, &first.range));
    let finding = Diagnostic::new(Code::UnlikelyLanguage, list.document.file, place, message);
    let finding = finding.with_label(label).with_help(help);
    Some(match taken.via {
        None => finding,
        Some(_) => finding.with_note(place_of_prompt(taken)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::load::{Edition, builtin_catalogue};
    use crate::check::check_project;
    use crate::diagnostic::SourceFile;
    use crate::model::project::Project;
    use crate::source::{Format, parse_source};

    /// Messages about a list with one rule and prompts, each with the words that are marked.
    fn told(language: &str, rule: &str, prompts: &[&str]) -> Vec<(String, String)> {
        let mut text = format!("name: Shop\nlanguage: {language}\n");
        if let Some((place, value)) = rule.split_once('=') {
            let (category, rule) = place.split_once('.').expect("a category and a rule");
            text += &format!("configured_rules:\n  {category}:\n    {rule}: {value}\n");
        }
        text += "custom_instructions:\n";
        for (at, prompt) in prompts.iter().enumerate() {
            text += &format!("  - label: Label {at}\n    prompt: >-\n      {prompt}\n");
        }
        let parsed = parse_source(&SourceFile::new("styles/shop.yaml", text), Format::Yaml);
        let checked = check_project(&[parsed], &Project::default(), &builtin_catalogue(Edition::Public));
        let of_prompts = |finding: &&Diagnostic| matches!(finding.code, Code::Contradiction | Code::UnlikelyLanguage);
        let shown =
            |finding: &Diagnostic| (finding.message.clone(), finding.file.slice(finding.primary.span).to_owned());
        checked.findings.iter().filter(of_prompts).map(shown).collect()
    }

    #[test]
    fn a_prompt_against_a_rule_is_told_at_its_words() {
        const CLOCK: &str = "dates_and_times.time_format=use_24_hour_clock";
        const VOUS: &str = "style_and_tone.addressing_the_reader=use_formal_french_word_vous";
        const NO_MARKS: &str = "punctuation.exclamation_marks=do_not_use";
        const COMMA: &str = "numbers.decimal_separator=use_comma_as_decimal_separator";
        const SERIAL: &str = "punctuation.serial_comma=use";
        const DAY_FIRST: &str = "dates_and_times.date_format=use_dd_slash_mm_slash_yyyy_with_leading_zeros_for_single_digit_days_and_months";
        const SLASHES: &str = "dates_and_times.dates_in_numerical_form=use_dd_slash_mm_slash_yyyy";
        const NESTED: &str = "punctuation.quotation_style=use_guillemets_for_primary_quotations_and_single_guillemets_for_secondary_quotations";
        for (language, rule, prompt, words) in [
            ("en", CLOCK, "Write times with the 12-hour clock, for example 2:05 p.m.", "12-hour clock"),
            ("en", CLOCK, "Use the 12-hour clock in all texts.", "12-hour clock"),
            ("en", CLOCK, "Write times with am or pm (3:30 pm), never in the 24-hour format.", "am or pm"),
            ("fr", VOUS, "Tutoyez toujours le client, avec chaleur.", "Tutoyez"),
            ("fr", VOUS, "Always address the reader with tu.", "tu"),
            ("fr", VOUS, "Address readers informally.", "informally"),
            ("en", NO_MARKS, "Be warm, and always finish it with an exclamation mark.", "exclamation mark"),
            ("en", SERIAL, "Never write the Oxford comma.", "Oxford comma"),
            ("en", DAY_FIRST, "Write dates as MM/DD/YYYY.", "MM/DD/YYYY"),
            ("it", SLASHES, "Write dates as YYYY-MM-DD.", "YYYY-MM-DD"),
            ("de", COMMA, "Schreibe Dezimalzahlen mit Punkt, auch in Tabellen (3.5 kg).", "Dezimalzahlen mit Punkt"),
            ("it", NESTED, "Put quotes between straight quotes.", "straight quotes"),
        ] {
            let marked: Vec<String> = told(language, rule, &[prompt]).into_iter().map(|(_, marked)| marked).collect();
            assert_eq!(marked, [words], "{prompt}");
        }
        for (language, rule, prompt) in [
            ("en", CLOCK, "Write times with the 24-hour clock, never with am or pm."),
            ("en", CLOCK, "Use the 12-hour clock in quotes."),
            ("en", CLOCK, "In ads, use the 12-hour clock."),
            ("en", CLOCK, "Use the 12-hour clock only where the source has it."),
            ("en", CLOCK, "Replace the 12-hour clock with 14:05."),
            ("en", CLOCK, "We answer within 24 hours."),
            ("fr", VOUS, "Vouvoyez le lecteur, ne le tutoyez jamais."),
            ("fr", VOUS, "Address the reader with vous, never with tu."),
            ("fr", VOUS, "Address the reader with vous instead of tu."),
            ("en", NO_MARKS, "Do not use exclamation marks."),
            ("en", NO_MARKS, "Replace exclamation marks with periods."),
            ("en", SERIAL, "Never use the Oxford comma in headings."),
            ("en", SERIAL, "Use the serial comma."),
        ] {
            assert_eq!(told(language, rule, &[prompt]), [], "{prompt}");
        }
    }

    #[test]
    fn a_form_of_address_of_another_language_is_told() {
        for (language, prompt, words) in [
            ("fr", "Address the reader with Sie, never with du.", "Sie"),
            ("it", "Sprich die Gäste immer mit „du“ an.", "du"),
            ("es", "Address the guest as vous.", "vous"),
            ("it", "Vouvoyer le client et employer la forme de politesse dans tout le texte.", "Vouvoyer"),
        ] {
            let marked: Vec<String> = told(language, "", &[prompt]).into_iter().map(|(_, marked)| marked).collect();
            assert_eq!(marked, [words], "{prompt}");
        }
        for (language, prompt) in [
            ("fr", "Address the reader with vous; the German “Sie” is never kept."),
            ("fr", "Do not address the reader with Sie."),
            ("de", "Address the reader with Sie."),
            ("en", "Address the reader with Sie."),
            ("it", "Scrivi all'indirizzo indicato, con tu o con il nome."),
            ("fr", "Use the address as vous gives it."),
            ("nl", "Spreek de lezer aan met je."),
        ] {
            assert_eq!(told(language, "", &[prompt]), [], "{prompt}");
        }
    }

    #[test]
    fn a_prompt_that_asks_for_another_language_is_told() {
        for (language, prompt, words) in [
            ("it", "Write Spanish that sounds natural to readers in Spain.", "Spanish"),
            ("de", "Always translate into plain British English.", "English"),
            ("fr", "Schreibe alles auf Deutsch, freundlich.", "Deutsch"),
            ("de", "Use American English spelling.", "English"),
        ] {
            let marked: Vec<String> = told(language, "", &[prompt]).into_iter().map(|(_, marked)| marked).collect();
            assert_eq!(marked, [words], "{prompt}");
        }
        for (language, prompt) in [
            ("es", "Write Spanish that sounds natural."),
            ("de", "Write the names of products in English."),
            ("de", "Write English terms in italics."),
            ("de", "Never write English."),
            ("de", "Use English only where the source has it."),
            ("en", "Use German quotation marks."),
            ("de", "Keep it in English."),
            ("de", "Use English for names of buttons."),
        ] {
            assert_eq!(told(language, "", &[prompt]), [], "{prompt}");
        }
    }

    #[test]
    fn two_prompts_against_each_other_are_told_once() {
        let two = ["Address the reader with Sie.", "Always address the reader with du."];
        let message = "one prompt asks for `Sie`, another for `du`".to_owned();
        assert_eq!(told("de", "", &two), [(message, "du".to_owned())]);
        assert_eq!(told("de", "", &[two[0], "Address children with du if they ask."]), []);
        assert_eq!(told("de", "", &[two[0], two[0]]), []);
        let names =
            ["Keep product names in English.", "Translate product names into German, do not keep them in English."];
        assert_eq!(told("de", "", &names).len(), 1);
        assert_eq!(told("de", "", &[names[0], "Never translate product names."]), []);
    }
}
