//! `contradiction`: two configured values ask for opposite things. Which do is data of the catalogue.

use crate::catalogue::Catalogue;
use crate::check::inherit::{Merged, Taken};
use crate::check::own::OwnRule;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::style::RuleKey;

/// The catalogue's contradictions with keys made once.
pub(super) struct Clashes<'c>(Vec<Clash<'c>>);

struct Clash<'c> {
    one: (RuleKey, &'c str),
    other: (RuleKey, &'c str),
    reason: &'c str,
}

impl<'c> Clashes<'c> {
    pub(super) fn of(catalogue: &'c Catalogue) -> Self {
        let side = |(category, rule, value): &'c (String, String, String)| {
            (RuleKey::new(category.as_str(), rule.as_str()), value.as_str())
        };
        let clashes = catalogue.contradictions.iter();
        Self(clashes.map(|c| Clash { one: side(&c.one), other: side(&c.other), reason: &c.reason }).collect())
    }
}

/// Says each once: in the document where both sides first meet.
pub(super) fn check(list: &Merged<'_, '_>, clashes: &Clashes<'_>) -> Vec<Diagnostic> {
    let found = |(key, value): &(RuleKey, &str)| {
        list.rules.get(key).copied().filter(|taken| taken.value.value.as_deref() == Some(value))
    };
    clashes
        .0
        .iter()
        .filter_map(|clash| {
            let (one, other) = (found(&clash.one)?, found(&clash.other)?);
            // Through one and the same base, both met there already.
            if one.via.is_some() && one.via == other.via {
                return None;
            }
            let (mut first, mut second) = ((&clash.one, one), (&clash.other, other));
            if rank(&first.1) > rank(&second.1) {
                std::mem::swap(&mut first, &mut second);
            }
            Some(finding(list, first, second, clash.reason))
        })
        .collect()
}

/// The later own value comes second and is underlined.
fn rank(taken: &Taken<'_, '_, OwnRule>) -> (bool, u32) {
    (taken.via.is_none(), taken.via.unwrap_or(taken.value.span).start)
}

type Side<'s, 'd, 'a> = (&'s (RuleKey, &'s str), Taken<'d, 'a, OwnRule>);

fn finding(list: &Merged<'_, '_>, first: Side<'_, '_, '_>, second: Side<'_, '_, '_>, reason: &str) -> Diagnostic {
    let ((one, _), taken) = first;
    let ((other, _), last) = second;
    let message = format!("`{}` and `{}` ask for opposite things", one.rule, other.rule);
    let span = last.via.unwrap_or(last.value.span);
    let finding = Diagnostic::new(Code::Contradiction, list.document.file, span, message)
        .note(reason)
        .help("keep one of them")
        .at(format!("/configured_rules/{}/{}", other.category, other.rule));
    let finding = match last.via {
        Some(_) => finding.note(format!("`{}` is set at {}", other.rule, last.from.file.place(last.value.span))),
        None => finding,
    };
    match taken.via {
        None => finding.because(taken.value.span, "against this"),
        Some(via) => {
            let finding = finding.note(format!("`{}` is set at {}", one.rule, taken.from.file.place(taken.value.span)));
            if last.via.is_none() { finding.because(via, "against what this base sets") } else { finding }
        }
    }
}
