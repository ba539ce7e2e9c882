//! `contradiction`: two configured values ask for opposite things. Which do is data of the catalogue.

use std::collections::BTreeMap;

use crate::catalogue::{Catalogue, Contradiction};
use crate::check::inherit::{MergedStyle, MergedValue};
use crate::check::raw_document::RawRule;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::model::Language;
use crate::model::style::RuleKey;
use crate::schema::edits;

/// The catalogue's contradictions by the rule of one side.
pub(super) struct ContradictionIndex<'c> {
    clashes: BTreeMap<RuleKey, Vec<OpposingRule<'c>>>,
    catalogue: &'c Catalogue,
}

/// The rule of the other side of a contradiction.
struct OpposingRule<'c> {
    key: RuleKey,
    clash: &'c Contradiction,
}

impl<'c> ContradictionIndex<'c> {
    /// Those of a catalogue.
    pub(super) fn from_catalogue(catalogue: &'c Catalogue) -> Self {
        let mut clashes: BTreeMap<RuleKey, Vec<OpposingRule<'_>>> = BTreeMap::new();
        for clash in catalogue.contradictions.iter() {
            let [one, other] = [&clash.one, &clash.other].map(|side| RuleKey::new(&side.category, &side.rule));
            clashes.entry(one).or_default().push(OpposingRule { key: other, clash });
        }
        Self { clashes, catalogue }
    }

    /// The one other value that a rule may have in a language beside the value of another rule.
    fn only_other(&self, key: &RuleKey, language: Option<&str>, other: PlacedSetting<'_, '_, '_>) -> Option<&'c str> {
        let other = (other.0, other.1.value.value.as_deref()?);
        let values = self.catalogue.find_rule(&key.category, &key.rule)?.values.values();
        let mut fitting = values.filter(|value| {
            let own = (key, &*value.name);
            language.is_none_or(|code| value.is_offered_for(code)) && !self.clash(own, other) && !self.clash(other, own)
        });
        fitting.next().filter(|_| fitting.next().is_none()).map(|value| &*value.name)
    }

    /// Whether two values clash, of which the catalogue names the first one first.
    fn clash(&self, (key, value): (&RuleKey, &str), (opposing, other): (&RuleKey, &str)) -> bool {
        let mut of_pair = self.clashes.get(key).into_iter().flatten().filter(|held| held.key == *opposing);
        of_pair.any(|OpposingRule { clash, .. }| clash.one.has_value(value) && clash.other.has_value(other))
    }
}

/// Says each pair of rules once, with every reason: in the document where both first meet.
pub(super) fn check_contradictions(list: &MergedStyle<'_, '_>, index: &ContradictionIndex<'_>) -> Vec<Diagnostic> {
    let mut found: BTreeMap<(&RuleKey, &RuleKey), Diagnostic> = BTreeMap::new();
    for (key, one) in &list.rules {
        let Some(value) = one.value.value.as_deref() else { continue };
        for OpposingRule { key: opposing, clash } in index.clashes.get(*key).into_iter().flatten() {
            let Some(other) = list.rules.get(opposing) else { continue };
            // Through one and the same base, both met there already.
            let met = one.via.is_some() && one.via == other.via;
            let clashes = clash.one.has_value(value)
                && other.value.value.as_deref().is_some_and(|value| clash.other.has_value(value));
            if met || !clashes {
                continue;
            }
            let entry = found
                .entry((*key, opposing))
                .or_insert_with(|| contradiction_finding(list, index, (key, one), (opposing, other)));
            entry.notes.push(clash.reason.trim_end_matches('.').to_owned());
        }
    }
    found.into_values().collect()
}

type PlacedSetting<'s, 'd, 'a> = (&'s RuleKey, &'s MergedValue<'d, 'a, RawRule>);

/// Names the value where one of two rules of a document has just one that goes with the other.
fn offer_only_other(
    list: &MergedStyle<'_, '_>,
    index: &ContradictionIndex<'_>,
    finding: Diagnostic,
    settings: [PlacedSetting<'_, '_, '_>; 2],
) -> Diagnostic {
    let language = list.language.map(Language::as_str);
    let [one, other] = settings;
    let (of_one, of_other) = (index.only_other(one.0, language, other), index.only_other(other.0, language, one));
    let file = list.document.file;
    let line = |(key, _): PlacedSetting<'_, '_, '_>, value: &str| {
        format!("write `{}`", edits::field_line(file, &key.rule, value))
    };
    let edit = |(_, taken): PlacedSetting<'_, '_, '_>, value: &str| {
        let span = taken.value.span;
        vec![Edit { span, text: edits::match_notation(file, span, value) }]
    };
    let (value, taken, beside) = match (of_one, of_other) {
        (Some(value), None) => (value, one, other.0),
        (None, Some(value)) => (value, other, one.0),
        (Some(first), Some(second)) => {
            return finding
                .or_offering(line(one, first), edit(one, first))
                .or_offering(line(other, second), edit(other, second));
        }
        (None, None) => return finding,
    };
    let help = format!("{}, or another value for `{}`", line(taken, value), beside.rule);
    finding.offering(help, edit(taken, value))
}

/// Underlines the document's own value, the later one where both are its own; else the later of two bases.
fn contradiction_finding(
    list: &MergedStyle<'_, '_>,
    index: &ContradictionIndex<'_>,
    one: PlacedSetting<'_, '_, '_>,
    other: PlacedSetting<'_, '_, '_>,
) -> Diagnostic {
    let rank =
        |(_, taken): PlacedSetting<'_, '_, '_>| (taken.via.is_none(), taken.via.unwrap_or(taken.value.span).start);
    let ((first, before), (second, last)) = if rank(one) <= rank(other) { (one, other) } else { (other, one) };
    let place = |(key, taken): PlacedSetting<'_, '_, '_>| {
        format!("`{}` is set at {}", key.rule, taken.from.file.place_of(taken.value.span))
    };
    let message = format!("`{}` and `{}` contradict each other", first.rule, second.rule);
    let span = last.via.unwrap_or(last.value.span);
    let finding = Diagnostic::new(Code::Contradiction, list.document.file, span, message)
        .with_help("write another value for one of them, or keep only one")
        .with_pointer(format!("/configured_rules/{}/{}", second.category, second.rule));
    match (before.via, last.via) {
        (None, _) => {
            let finding = finding.with_label("against the other").with_secondary(before.value.span, "this one");
            offer_only_other(list, index, finding, [(first, before), (second, last)])
        }
        (Some(via), None) => finding
            .with_label("against an inherited rule")
            .with_secondary(via, "inherited from this base")
            .with_note(place((first, before)))
            .with_help(match edits::is_toml(list.document.file) {
                true => format!(
                    "take this rule away, or the inherited one: `without_rules = [\"{}.{}\"]`",
                    first.category, first.rule
                ),
                false => format!(
                    "take this rule away, or the inherited one with `{}: ~` below `{}`, or give that another value here",
                    first.rule, first.category
                ),
            }),
        (Some(via), Some(_)) => finding
            .with_label("this base against another")
            .with_secondary(via, "the other base")
            .with_note(place((first, before)))
            .with_note(place((second, last))),
    }
}
