//! `value-not-offered`: the service was not known to offer a value for the list's language.
//!
//! What is known is of one month and covers some languages only, so this warns and never refuses.

use std::collections::BTreeMap;

use crate::catalogue::languages::root_code;
use crate::catalogue::{Catalogue, CatalogueSource, Rule, RuleValue, nearest};
use crate::check::document::SourceDocument;
use crate::check::inherit::{MergedStyle, MergedValue};
use crate::check::raw_document::RawRule;
use crate::check::unlikely_language::{key_says, language_said};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Span};
use crate::model::Language;
use crate::model::style::RuleKey;
use crate::schema::edits;
use crate::schema::explained_document::can_be_listed;

/// When the service's public table was last seen.
const AS_OF: &str = "October 2025";

/// Own values at their place; inherited ones, whose base is for no language, together at the name of their base.
pub(super) fn check_values_offered(list: &MergedStyle<'_, '_>, catalogue: &Catalogue) -> Vec<Diagnostic> {
    // For a language without lists nothing was offered, and that is said of the language.
    let Some(language) = list.language.filter(|language| catalogue.supports_language(language.as_str())) else {
        return Vec::new();
    };
    if let Some(finding) = check_language_meant(list.document, catalogue) {
        return vec![finding];
    }
    let mut findings: Vec<Diagnostic> = told_in_one(catalogue, list, language).into_iter().collect();
    let places: Vec<Span> = findings.iter().flat_map(|told| [told.primary.span, told.secondary[0].span]).collect();
    let mut inherited: BTreeMap<Span, Vec<(&RuleKey, &MergedValue<'_, '_, RawRule>)>> = BTreeMap::new();
    for (key, taken) in &list.rules {
        let Some(value) = unoffered_value(catalogue, key, taken.value, language) else { continue };
        match taken.via {
            None if places.contains(&taken.value.span) => {}
            None => findings.push(own_value_finding(catalogue, list, key, taken, value, language)),
            // A base for a language was told so itself.
            Some(_) if taken.from.raw.language.is_some() => {}
            Some(via) => inherited.entry(via).or_default().push((key, taken)),
        }
    }
    findings
        .extend(inherited.into_iter().map(|(via, taken)| base_value_finding(catalogue, list, via, &taken, language)));
    findings
}

/// The language that a document is meant to be for, where its rules say so: all of its values were offered for that one, and most
/// of them not for its own. Nothing where its name or its key say its own.
struct LanguageMeant<'c> {
    code: &'c str,
    /// How many of its values are known, and how many of them were not offered for its own language.
    known: usize,
    strange: usize,
}

/// Finds the language that the rules of a document agree on against the one that it says.
fn language_meant<'c>(document: &SourceDocument<'_>, catalogue: &'c Catalogue) -> Option<LanguageMeant<'c>> {
    let own = document.raw.language.as_ref().map(|language| language.value.as_str())?;
    // A rule of another category is told so, and speaks for its language as well.
    let named = |key: &RuleKey| catalogue.iter_rules().find(|rule| *rule.name == *key.rule);
    let value = |(key, rule): (&RuleKey, &RawRule)| {
        let known = catalogue.find_rule(&key.category, &key.rule).or_else(|| named(key))?;
        let value = known.values.get(rule.value.as_deref()?)?;
        (value.source != CatalogueSource::Project && !value.languages.is_empty()).then_some(value)
    };
    let values: Vec<&RuleValue> = document.raw.rules.iter().filter_map(value).collect();
    let strange = values.iter().filter(|value| !value.is_offered_for(own)).count();
    if strange < 2 || strange * 2 <= values.len() {
        return None;
    }
    let key = document.key.as_ref().map_or("", |key| key.as_str());
    let said = document.raw.name.as_ref().and_then(|name| language_said(&name.value));
    if key_says(key, own) || said.is_some_and(|(_, said)| said.code == root_code(own)) {
        return None;
    }
    let (first, others) = values.split_first()?;
    let is_shared = |code: &&str| others.iter().all(|value| value.is_offered_for(code));
    let shared: Vec<&str> = first.languages.iter().map(|code| &**code).filter(is_shared).collect();
    let code = match shared.as_slice() {
        [only] => Some(*only),
        several => several.iter().copied().find(|code| key_says(key, code)),
    };
    Some(LanguageMeant { code: code?, known: values.len(), strange })
}

/// The rules of a document that are all for another language than it says: one finding at that language.
fn check_language_meant(document: &SourceDocument<'_>, catalogue: &Catalogue) -> Option<Diagnostic> {
    let LanguageMeant { code, known, strange } = language_meant(document, catalogue)?;
    let language = document.raw.language.as_ref()?;
    let (own, noun) = (&language.value, document.shape.noun());
    let message = format!("this {noun} is for `{own}`, and its {known} rules are all for `{code}`");
    let title = format!("write `{code}`");
    let text = edits::match_notation(document.file, language.span, code);
    let finding = Diagnostic::new(Code::ValueNotOffered, document.file, language.span, message);
    Some(
        finding
            .with_label(match strange == known {
                true => "none of their values was offered for it".to_owned(),
                false => format!("{strange} of their values were not offered for it"),
            })
            .with_help(format!("{title}, or take rules of `{own}`"))
            .with_note(format!("as of {AS_OF}"))
            .with_pointer("/language")
            .with_fix(edits::replace_span(language.span, text, title, Safety::Unsafe)),
    )
}

/// The language that the rules of a document agree on against the one that it says.
pub(super) fn language_of_rules<'c>(document: &SourceDocument<'_>, catalogue: &'c Catalogue) -> Option<&'c str> {
    language_meant(document, catalogue).map(|meant| meant.code)
}

/// Says of rules without a value which ones the list's language was offered.
pub(super) fn name_values(found: &mut [Diagnostic], list: &MergedStyle<'_, '_>, catalogue: &Catalogue) {
    for finding in found.iter_mut().filter(|finding| finding.code == Code::EmptyValue) {
        let place = finding.pointer.as_deref().and_then(|pointer| pointer.strip_prefix("/configured_rules/"));
        let rule = place
            .and_then(|place| place.split_once('/'))
            .and_then(|(category, rule)| catalogue.find_rule(category, rule));
        let (Some(rule), Some(language)) = (rule, list.language) else { continue };
        let offered: Vec<&RuleValue> = values_offered(rule, language).collect();
        offer_each(finding, &offered);
        let names: Vec<String> = offered.iter().map(|value| format!("`{}`", value.name)).collect();
        finding.help = Some(match names.as_slice() {
            [only] => format!("write {only} after it, the one offered for `{language}`, or remove the line"),
            [_, ..] if names.len() <= 5 && can_be_listed(&names) => {
                format!(
                    "write one of those offered for `{language}` after it: {}; or remove the line",
                    names.join(", ")
                )
            }
            _ => format!("write a value after it (`housestyle explain {}`), or remove the line", rule.name),
        });
    }
}

/// Most values that are offered behind the name of a rule.
const MAX_OFFERED: usize = 3;

/// Offers a few values behind the name of a rule that has none in YAML, before what would take the rule away.
fn offer_each(finding: &mut Diagnostic, values: &[&RuleValue]) {
    let file = finding.file.clone();
    let begin = edits::line_start(&file, finding.primary.span.start as usize);
    let lead = file.text()[begin..].lines().next().unwrap_or_default().trim_end();
    if values.is_empty() || values.len() > MAX_OFFERED || edits::is_json(&file) || !lead.ends_with(':') {
        return;
    }
    let place = Span::empty_at(begin + lead.len());
    let write = |value: &&RuleValue| Fix {
        title: format!("write `{}`", value.name),
        safety: Safety::Unsafe,
        edits: vec![Edit { span: place, text: format!(" {}", value.name) }],
    };
    let removal = finding.fix.take();
    finding.alternatives = values.iter().map(write).chain(removal).collect();
}

/// The value, where its languages are known and this one is not among them.
fn unoffered_value<'c>(
    catalogue: &'c Catalogue,
    key: &RuleKey,
    rule: &RawRule,
    language: &Language,
) -> Option<&'c RuleValue> {
    let value = catalogue.find_rule(&key.category, &key.rule)?.values.get(rule.value.as_deref()?)?;
    (!value.is_offered_for(language.as_str())).then_some(value)
}

fn own_value_finding(
    catalogue: &Catalogue,
    list: &MergedStyle<'_, '_>,
    key: &RuleKey,
    taken: &MergedValue<'_, '_, RawRule>,
    value: &RuleValue,
    language: &Language,
) -> Diagnostic {
    let message = format!("`{}` was not offered for `{language}`", value.name);
    let languages = value.languages.join(", ");
    let rule = catalogue.find_rule(&key.category, &key.rule);
    let owner = owner_in_language(catalogue, key, &value.name, language)
        .filter(|owner| !list.rules.keys().any(|other| *other.category == *key.category && *other.rule == *owner.name));
    let instead = rule.and_then(|rule| nearest::offered_instead(catalogue, rule, &value.name, language.as_str()));
    let offered: Vec<&RuleValue> = rule.into_iter().flat_map(|rule| values_offered(rule, language)).collect();
    // Where the nearest lacks a word that another one has, either may be meant.
    let instead = instead.filter(|(_, near)| {
        let has = |value: &RuleValue, word: &str| value.name.split('_').any(|own| own == word);
        let lost = || value.name.split('_').filter(|word| word.len() > 3 && !has(near, word));
        !lost().any(|word| offered.iter().any(|other| other.name != near.name && has(other, word)))
    });
    let (mut few, mut removal) = (Vec::new(), None);
    let help = match instead {
        _ if value.source == CatalogueSource::Project => {
            format!(
                "add `{language}` to its `languages` there if the service has it for `{language}`, or remove the rule"
            )
        }
        _ if let Some(owner) = owner => {
            format!("write `{}: {}`, the rule that has this value for `{language}`", owner.name, value.name)
        }
        Some((rule, near)) if *rule.name == *key.rule => {
            format!("write `{}`, which was, or remove the rule", near.name)
        }
        Some((rule, near)) => format!("write `{}: {}`, which was, or remove the rule", rule.name, near.name),
        None => match rule.map(|_| offered.as_slice()) {
            Some([only]) => format!("write `{}`, the one that was, or remove the rule", only.name),
            Some(several @ [_, ..]) => {
                let names: Vec<String> = several.iter().map(|value| format!("`{}`", value.name)).collect();
                match names.len() <= 5 && can_be_listed(&names) {
                    true => format!("write one of {}, which were, or remove the rule", names.join(", ")),
                    false => {
                        let count = names.len();
                        few.extend(several.iter().copied().filter(|_| count <= 5));
                        format!(
                            "write one of the {count} that were (`housestyle explain {}`), or remove the rule",
                            key.rule
                        )
                    }
                }
            }
            Some([]) if let Some(other) = rule_with_words(catalogue, key, &value.name, language) => other,
            Some([]) if let Some(others) = rules_that_say(catalogue, key, language) => {
                format!("for `{language}` say it with {others}, or remove the rule")
            }
            Some([]) => {
                removal = removal_of_rule(list.document, key, taken.value);
                format!(
                    "no value of the rule was for `{language}`: remove it, or say it with an entry of `custom_instructions`"
                )
            }
            None => "remove the rule if the service rejects it".to_owned(),
        },
    };
    let finding = Diagnostic::new(Code::ValueNotOffered, list.document.file, taken.value.span, message)
        .with_secondary(taken.value.key, "the rule")
        .with_note(match value.source {
            CatalogueSource::Project => format!("a catalogue file of the project offers it for {languages}"),
            CatalogueSource::Core | CatalogueSource::Public => format!("offered for {languages} (as of {AS_OF})"),
        })
        .with_help(help)
        .with_pointer(format!("/configured_rules/{}/{}", key.category, key.rule));
    let note = |value: &RuleValue| format!("`{}`: {}", value.name, value.illustration(Some(language.as_str())));
    let finding = few.into_iter().fold(finding, |finding, value| finding.with_note(note(value)));
    let file = list.document.file;
    if let Some(lines) = removal {
        return finding.with_fix(edits::replace_span(lines, "", "remove the rule", Safety::Unsafe));
    }
    if let Some(owner) = owner {
        return finding.with_fix(edits::rename_key(file, taken.value.key, &owner.name, Safety::Unsafe));
    }
    match instead.filter(|(other, _)| *other.name == *key.rule) {
        Some((_, near)) => finding.with_fix(edits::rename_key(file, taken.value.span, &near.name, Safety::Unsafe)),
        None => edits::offer_names(finding, file, taken.value.span, offered.iter().map(|value| &*value.name)),
    }
}

/// The rules of a category that a list does not set, each with the shortest value for a language that says what two others do.
fn rules_with_both<'c>(
    catalogue: &'c Catalogue,
    list: &MergedStyle<'_, '_>,
    category: &str,
    both: [&RuleValue; 2],
    language: &Language,
) -> Vec<(&'c Rule, &'c RuleValue)> {
    let says = |value: &&RuleValue| {
        both.iter().all(|part| {
            let part = part.name.strip_prefix("use_").unwrap_or(&part.name);
            part.split('_').count() > 2 && format!("_{}_", value.name).contains(&format!("_{part}_"))
        })
    };
    let of_category = catalogue.iter_rules().filter(|rule| *rule.category == *category);
    let free = of_category.filter(|rule| !list.rules.keys().any(|set| *set.rule == *rule.name));
    let shortest = |rule| values_offered(rule, language).filter(says).min_by_key(|value| value.name.len());
    free.filter_map(|rule| Some((rule, shortest(rule)?))).collect()
}

/// Two values that the language lacks, of which another rule of their category has both in one: one finding, with each such rule.
fn told_in_one(catalogue: &Catalogue, list: &MergedStyle<'_, '_>, language: &Language) -> Option<Diagnostic> {
    let own = list.rules.iter().filter(|(_, taken)| taken.via.is_none());
    let lacking = own.filter_map(|(key, taken)| {
        let value = unoffered_value(catalogue, key, taken.value, language)?;
        (value.source != CatalogueSource::Project).then_some((*key, taken.value, value))
    });
    let lacking: Vec<(&RuleKey, &RawRule, &RuleValue)> = lacking.collect();
    let pairs =
        lacking.iter().enumerate().flat_map(|(at, one)| lacking[at + 1..].iter().map(move |other| (one, other)));
    let mut of_category = pairs.filter(|((one, ..), (other, ..))| one.category == other.category);
    let (one, other, ways) = of_category.find_map(|(one, other)| {
        let ways = rules_with_both(catalogue, list, &one.0.category, [one.2, other.2], language);
        (1..=MAX_OFFERED).contains(&ways.len()).then_some((one, other, ways))
    })?;
    let (file, (key, first, _), (other_key, second, _)) = (list.document.file, one, other);
    let message = format!("for `{language}`, what `{}` and `{}` say is one rule", key.rule, other_key.rule);
    let names: Vec<String> = ways.iter().map(|(rule, _)| format!("`{}`", rule.name)).collect();
    let finding = Diagnostic::new(Code::ValueNotOffered, file, first.span, message)
        .with_label(format!("was not offered for `{language}`"))
        .with_secondary(second.span, "nor was this")
        .with_note(format!("as of {AS_OF}"))
        .with_help(format!("write {} in place of both", names.join(" or ")))
        .with_pointer(format!("/configured_rules/{}/{}", key.category, key.rule));
    let Some(lines) = edits::removal_of_span(file, second.key.to(second.span)) else { return Some(finding) };
    Some(ways.into_iter().fold(finding, |finding, (rule, value)| {
        let write = |span, text: &str| Edit { span, text: edits::match_notation(file, span, text) };
        let removal = Edit { span: lines, text: String::new() };
        let mut edits = vec![write(first.key, &rule.name), write(first.span, &value.name), removal];
        edits.sort_by_key(|edit| edit.span);
        finding.or_offering(format!("write `{}`", edits::field_line(file, &rule.name, &value.name)), edits)
    }))
}

/// The lines of a rule, and that of its category where it would hold nothing without it; nothing where more would be empty.
fn removal_of_rule(document: &SourceDocument<'_>, key: &RuleKey, rule: &RawRule) -> Option<Span> {
    let (file, own) = (document.file, edits::removal_of_span(document.file, rule.key.to(rule.span))?);
    let mut others = document.raw.rules.keys().filter(|other| *other != key);
    if others.clone().any(|other| other.category == key.category) {
        return Some(own);
    }
    let above = file.text()[..own.start as usize].trim_end();
    let start = edits::line_start(file, above.len());
    let (toml, yaml) = (format!("[configured_rules.{}]", key.category), format!("{}:", key.category));
    let is_table = above[start..] == toml;
    // Of two blank lines that meet, one stays.
    let blank = is_table && file.text()[own.end as usize..].starts_with('\n');
    let whole = is_table || above[start..].trim_start() == yaml && others.next().is_some();
    whole.then(|| Span::new(start, own.end as usize + usize::from(blank)))
}

/// The one other rule of the category that has this very value for the language.
fn owner_in_language<'c>(
    catalogue: &'c Catalogue,
    key: &RuleKey,
    value: &str,
    language: &Language,
) -> Option<&'c Rule> {
    let has = |rule: &&Rule| rule.values.get(value).is_some_and(|value| value.is_offered_for(language.as_str()));
    let of_category = catalogue.iter_rules().filter(|rule| *rule.category == *key.category && *rule.name != *key.rule);
    let mut owners = of_category.filter(has);
    owners.next().filter(|_| owners.next().is_none())
}

/// The values of a rule that a language was offered.
fn values_offered<'c>(rule: &'c Rule, language: &Language) -> impl Iterator<Item = &'c RuleValue> {
    rule.values.values().filter(move |value| value.languages.iter().any(|known| known == language.as_str()))
}

/// What to write of the one other rule of the category that has values for a language with every word of this one.
fn rule_with_words(catalogue: &Catalogue, key: &RuleKey, value: &str, language: &Language) -> Option<String> {
    let words: Vec<&str> = value.split('_').filter(|word| !matches!(*word, "use" | "do" | "not")).collect();
    let says = |value: &&&RuleValue| words.iter().all(|word| value.name.split('_').any(|own| own == *word));
    let of_category = catalogue.iter_rules().filter(|rule| *rule.category == *key.category && *rule.name != *key.rule);
    let mut saying = of_category.filter_map(|rule| {
        let values: Vec<&RuleValue> = values_offered(rule, language).filter(|value| says(&value)).collect();
        (!values.is_empty() && !words.is_empty()).then_some((rule, values))
    });
    let (rule, values) = saying.next().filter(|_| saying.next().is_none())?;
    let shown = |value: &&RuleValue| match &value.example {
        Some(example) => format!("`{}` ({example})", value.name),
        None => format!("`{}`", value.name),
    };
    let values: Vec<String> = values.iter().take(3).map(shown).collect();
    Some(format!("for `{language}` the rule is `{}`: write {}, or remove the rule", rule.name, values.join(" or ")))
}

/// Rules of the same category whose values for a language speak of what this rule is about.
fn rules_that_say(catalogue: &Catalogue, key: &RuleKey, language: &Language) -> Option<String> {
    let words = format!("as_{}", key.rule);
    let says = |rule: &&Rule| values_offered(rule, language).any(|value| value.name.contains(&words));
    let of_category = catalogue.iter_rules().filter(|rule| *rule.category == *key.category && *rule.name != *key.rule);
    let names: Vec<String> = of_category.filter(says).map(|rule| format!("`{}`", rule.name)).collect();
    (1..=3).contains(&names.len()).then(|| names.join(" and "))
}

fn base_value_finding(
    catalogue: &Catalogue,
    list: &MergedStyle<'_, '_>,
    via: Span,
    taken: &[(&RuleKey, &MergedValue<'_, '_, RawRule>)],
    language: &Language,
) -> Diagnostic {
    let is_own = |(key, one): &(&RuleKey, &MergedValue<'_, '_, RawRule>)| {
        let rule = catalogue.find_rule(&key.category, &key.rule);
        let value = rule.zip(one.value.value.as_deref()).and_then(|(rule, value)| rule.values.get(value));
        value.is_some_and(|value| value.source == CatalogueSource::Project)
    };
    let own = taken.iter().filter(|one| is_own(one)).count();
    let message = match taken {
        [(key, one)] => {
            let value = one.value.value.as_deref().unwrap_or_default();
            format!("the base sets `{}` to `{value}`, which was not offered for `{language}`", key.rule)
        }
        many => format!("the base sets {} rules to values that were not offered for `{language}`", many.len()),
    };
    let mut finding = Diagnostic::new(Code::ValueNotOffered, list.document.file, via, message)
        .with_label("from this base")
        .with_help(match own {
            0 => "take a rule away with an empty value, or give the base a `language`".to_owned(),
            _ => {
                let which = match taken {
                    [(_, one)] => format!("`{}`", one.value.value.as_deref().unwrap_or_default()),
                    _ => "the project's own values".to_owned(),
                };
                format!(
                    "add `{language}` to the `languages` of {which} in the catalogue file, or take the rule away with an \
                     empty value"
                )
            }
        })
        .with_pointer("/extends");
    for (key, one) in taken.iter().take(5) {
        finding = finding.with_note(format!("`{}` is set at {}", key.rule, one.from.file.place_of(one.value.span)));
    }
    if taken.len() > 5 {
        finding = finding.with_note(format!("and {} more", taken.len() - 5));
    }
    // What a file of the project says is of today.
    if own == taken.len() { finding } else { finding.with_note(format!("as of {AS_OF}")) }
}
