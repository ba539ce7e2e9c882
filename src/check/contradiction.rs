//! `contradiction`: two configured values ask for opposite things. Which do is data of the catalogue.

use std::collections::BTreeMap;

use crate::catalogue::{Catalogue, Contradiction};
use crate::check::inherit::{MergedStyle, MergedValue};
use crate::check::raw_document::RawRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::style::RuleKey;
use crate::schema::edits;

/// The catalogue's contradictions by the rule of one side.
pub(super) struct ContradictionIndex<'c>(BTreeMap<RuleKey, Vec<OpposingRule<'c>>>);

/// The rule of the other side of a contradiction.
struct OpposingRule<'c> {
    key: RuleKey,
    clash: &'c Contradiction,
}

impl<'c> ContradictionIndex<'c> {
    pub(super) fn from_catalogue(catalogue: &'c Catalogue) -> Self {
        let mut clashes: BTreeMap<RuleKey, Vec<OpposingRule<'_>>> = BTreeMap::new();
        for clash in catalogue.contradictions.iter() {
            let [one, other] = [&clash.one, &clash.other].map(|side| RuleKey::new(&side.category, &side.rule));
            clashes.entry(one).or_default().push(OpposingRule { key: other, clash });
        }
        Self(clashes)
    }
}

/// Says each pair of rules once, with every reason: in the document where both first meet.
pub(super) fn check_contradictions(list: &MergedStyle<'_, '_>, clashes: &ContradictionIndex<'_>) -> Vec<Diagnostic> {
    let mut found: BTreeMap<(&RuleKey, &RuleKey), Diagnostic> = BTreeMap::new();
    for (key, one) in &list.rules {
        let Some(value) = one.value.value.as_deref() else { continue };
        for OpposingRule { key: opposing, clash } in clashes.0.get(*key).into_iter().flatten() {
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
                .or_insert_with(|| contradiction_finding(list, (key, one), (opposing, other)));
            entry.notes.push(clash.reason.trim_end_matches('.').to_owned());
        }
    }
    found.into_values().collect()
}

type PlacedSetting<'s, 'd, 'a> = (&'s RuleKey, &'s MergedValue<'d, 'a, RawRule>);

/// Underlines the document's own value, the later one where both are its own; else the later of two bases.
fn contradiction_finding(
    list: &MergedStyle<'_, '_>,
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
        (None, _) => finding.with_label("against the other").with_secondary(before.value.span, "this one"),
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
