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

    /// The other values that a rule may have in a language beside the value of another rule.
    fn others(&self, key: &RuleKey, language: Option<&str>, other: PlacedSetting<'_, '_, '_>) -> Vec<&'c str> {
        let rule = self.catalogue.find_rule(&key.category, &key.rule);
        let Some((rule, beside)) = rule.zip(other.1.value.value.as_deref()) else { return Vec::new() };
        let other = (other.0, beside);
        let fits = |value: &str| !self.clash((key, value), other) && !self.clash(other, (key, value));
        let values = rule.values.values().filter(|value| language.is_none_or(|code| value.is_offered_for(code)));
        values.map(|value| &*value.name).filter(|value| fits(value)).collect()
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

/// Most other values of a rule that are offered.
const MAX_OTHERS: usize = 3;

/// Offers the few values of two rules of a document that go with the other one: which of the two is wrong, nobody knows.
fn offer_others(
    list: &MergedStyle<'_, '_>,
    index: &ContradictionIndex<'_>,
    finding: Diagnostic,
    [one, other]: [PlacedSetting<'_, '_, '_>; 2],
) -> Diagnostic {
    let (file, language) = (list.document.file, list.language.map(Language::as_str));
    let sides = [(one, index.others(one.0, language, other)), (other, index.others(other.0, language, one))];
    let count: usize = sides.iter().map(|(_, values)| values.len()).sum();
    let few = sides.into_iter().filter(|(_, values)| values.len() <= MAX_OTHERS);
    let ways = few.flat_map(|(setting, values)| values.into_iter().map(move |value| (setting, value)));
    ways.fold(finding, |finding, ((key, taken), value)| {
        let (title, span) = (format!("write `{}`", edits::field_line(file, &key.rule, value)), taken.value.span);
        let edits = vec![Edit { span, text: edits::match_notation(file, span, value) }];
        if count == 1 { finding.offering(title, edits) } else { finding.or_offering(title, edits) }
    })
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
            offer_others(list, index, finding, [(first, before), (second, last)])
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
