//! What took the place of a placeholder, and what is advised for it.
//!
//! Invariant: a name is advised where it is certain which one is meant; who follows advice never swaps two values.

use std::ops::Range;

use crate::conform::integrity::IntegrityFault;
use crate::conform::integrity::placeholder::Placeholder;
use crate::conform::passage::LONGEST_SEARCHED;
use crate::diagnostic::Code;

/// A placeholder that one text has and the other lacks.
#[derive(Clone, Debug)]
pub(super) struct Misplaced {
    /// Which value it stands for.
    pub(super) key: String,
    /// How its text writes it.
    pub(super) written: String,
    /// Where it stands in the translation.
    pub(super) range: Range<usize>,
}

impl Misplaced {
    /// One whose key is what is written.
    pub(super) fn new(written: &str, range: Range<usize>) -> Self {
        Self { key: written.to_owned(), written: written.to_owned(), range }
    }

    /// The place of a conversion of printf that is counted.
    fn counted_place(&self) -> Option<&str> {
        (!self.written.contains('$')).then(|| self.key.strip_prefix('%')?.split_once('$').map(|(place, _)| place))?
    }
}

/// Conversions of printf that stand in another order, where nothing but their order says which value each shows.
pub(super) fn find_changed_order(
    (own, source): (&[Placeholder], &str),
    (found, target): (&[Placeholder], &str),
) -> Option<IntegrityFault> {
    let counted = |found: &[Placeholder], text: &str| -> Option<Vec<(String, Range<usize>)>> {
        let of_printf = found.iter().filter(|one| !one.is_doubtful && one.key.starts_with('%'));
        let of_printf = of_printf.filter_map(|one| Some((one.key.split_once('$')?.1.to_owned(), one.range.clone())));
        let all: Vec<_> = of_printf.collect();
        all.iter().all(|(_, range)| !text[range.clone()].contains(['$', '*', '('])).then_some(all)
    };
    let (own, found) = (counted(own, source)?, counted(found, target)?);
    let kinds = |all: &[(String, Range<usize>)]| all.iter().map(|(kind, _)| kind.clone()).collect::<Vec<_>>();
    let (mut wanted, mut seen) = (kinds(&own), kinds(&found));
    let at = wanted.iter().zip(&seen).position(|(wanted, seen)| wanted != seen)?;
    // Those of one kind keep their order.
    let mut free: Vec<Option<&String>> = own.iter().map(|(kind, _)| Some(kind)).collect();
    let numbered: Vec<String> = found
        .iter()
        .map(|(kind, range)| {
            let place = free.iter().position(|one| *one == Some(kind)).unwrap_or(0);
            free[place..].iter_mut().take(1).for_each(|one| *one = None);
            format!("`%{}${}`", place + 1, &target[range.start + 1..range.end])
        })
        .collect();
    wanted.sort_unstable();
    seen.sort_unstable();
    (wanted == seen).then(|| IntegrityFault {
        code: Code::PlaceholderUnknown,
        range: found[at].1.clone(),
        message: format!(
            "`{}` stands where the source has `{}`: the order of values changed",
            &target[found[at].1.clone()],
            &source[own[at].1.clone()]
        ),
        help: format!("number them ({}), or keep the order of the source", numbered.join(", ")),
    })
}

/// One finding for each placeholder that is wrong: what took the place of another is one mistake, not two.
pub(super) fn push_unknown_and_lost(
    unknown: Vec<Misplaced>,
    mut lost: Vec<Misplaced>,
    target: &str,
    faults: &mut Vec<IntegrityFault>,
) {
    let mut fault = |range: &Range<usize>, message: String, help: String| {
        faults.push(IntegrityFault { code: Code::PlaceholderUnknown, range: range.clone(), message, help });
    };
    let mut meant = pair_certain(&unknown, &lost);
    let is_free = |meant: &[Option<usize>], at: usize| !meant.contains(&Some(at));
    let free: Vec<usize> = (0..lost.len()).filter(|at| is_free(&meant, *at)).collect();
    if let ([lone], 1) = (free.as_slice(), meant.iter().filter(|one| one.is_none()).count()) {
        meant.iter_mut().filter(|one| one.is_none()).for_each(|one| *one = Some(*lone));
    }
    let free: Vec<usize> = (0..lost.len()).filter(|at| is_free(&meant, *at)).collect();
    let choices: Vec<String> = free.iter().map(|at| format!("`{}`", lost[*at].written)).collect();
    for (one, meant) in unknown.iter().zip(&meant) {
        let is_counted = one.counted_place().is_some();
        let Misplaced { key: _, written: name, range } = one;
        match meant.map(|at| &lost[at].written) {
            // The same conversion in another place.
            Some(wanted) if wanted == name => fault(
                range,
                format!("`{name}` stands in another place than in the source"),
                "keep the order of the source, or number them".to_owned(),
            ),
            Some(wanted) if is_counted => {
                fault(range, format!("`{name}` stands where the source has `{wanted}`"), format!("write `{wanted}`"))
            }
            Some(wanted) => fault(
                range,
                format!("`{name}` is no placeholder of the source, which has `{wanted}`"),
                format!("write `{wanted}`"),
            ),
            None if choices.is_empty() => fault(
                range,
                format!("`{name}` is no placeholder of the source"),
                "take it out: nothing puts a value in for it".to_owned(),
            ),
            None => fault(
                range,
                format!("`{name}` is no placeholder of the source, which has {}", choices.join(", ")),
                "write the one of them whose value belongs here".to_owned(),
            ),
        }
    }
    // Each unknown one stands for one of these.
    let guessed = meant.iter().filter(|one| one.is_none()).count();
    let free: Vec<Misplaced> = free.into_iter().map(|at| lost[at].clone()).collect();
    lost = free;
    if guessed == 0 {
        lost.iter().for_each(|lost| faults.push(lost_fault(&lost.written, target)));
    } else if lost.len() > guessed {
        faults.push(IntegrityFault {
            code: Code::PlaceholderLost,
            range: 0..target.len(),
            message: format!("of {} in the source, {} is missing", choices.join(", "), lost.len() - guessed),
            help: "write each of them where its value belongs".to_owned(),
        });
    }
}

/// For each unknown placeholder, the lost one that it stands for beyond doubt: in the same place of those that are counted, or
/// the only one whose name is like its own.
fn pair_certain(unknown: &[Misplaced], lost: &[Misplaced]) -> Vec<Option<usize>> {
    let names = |all: &[Misplaced]| -> Vec<String> { all.iter().map(|one| letters_of(&one.key)).collect() };
    let (of_unknown, of_lost) = (names(unknown), names(lost));
    let place_of = |one: &Misplaced| lost.iter().position(|lost| lost.counted_place() == one.counted_place());
    let like = |at: usize| {
        let mut alike = (0..lost.len()).filter(|lost| are_alike(&of_unknown[at], &of_lost[*lost]));
        let only = alike.next().filter(|_| alike.next().is_none())?;
        let others = of_unknown.iter().filter(|name| are_alike(name, &of_lost[only])).count();
        (others == 1).then_some(only)
    };
    let pair = |(at, one): (usize, &Misplaced)| match one.counted_place() {
        Some(_) => place_of(one),
        None => like(at),
    };
    unknown.iter().enumerate().map(pair).collect()
}

fn letters_of(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Fewest letters that names share at their start where they are written for the same thing.
const SHARED: usize = 3;

fn are_alike(one: &str, other: &str) -> bool {
    let starts = |long: &str, short: &str| short.chars().count() >= SHARED && long.starts_with(short);
    !one.is_empty() && one == other || starts(one, other) || starts(other, one)
}

fn lost_fault(wanted: &str, target: &str) -> IntegrityFault {
    // A blank behind the percent sign leaves some programs nothing to put a value in for.
    let may_part = target.len() <= LONGEST_SEARCHED && target.contains("% ");
    let parted = wanted.strip_prefix('%').filter(|_| may_part).map(|rest| format!("% {rest}"));
    let at = parted.and_then(|parted| target.find(&parted).map(|at| at..at + parted.len()));
    let (range, message, help) = match at {
        Some(range) => {
            let message = format!("`{wanted}` of the source is written `{}` here", &target[range.clone()]);
            (range, message, format!("write `{wanted}`, without a blank in it"))
        }
        None => (
            0..target.len(),
            format!("`{wanted}` of the source is missing"),
            format!("write `{wanted}` where its value belongs"),
        ),
    };
    IntegrityFault { code: Code::PlaceholderLost, range, message, help }
}

#[cfg(test)]
mod tests {
    use crate::conform::integrity::{SourceText, find_integrity_faults};
    use crate::conform::passage::{Passage, Tongue};

    #[test]
    fn advice_never_swaps_two_values() {
        for (source, target, expected) in [
            (
                "{name} and {count}",
                "{nom} et {compte}",
                vec![
                    "`{nom}` is no placeholder of the source, which has `{count}`, `{name}`: write the one of them whose value belongs here",
                    "`{compte}` is no placeholder of the source, which has `{count}`, `{name}`: write the one of them whose value belongs here",
                ],
            ),
            (
                "{userName} and {count}",
                "{compte} de {user_name}",
                vec![
                    "`{compte}` is no placeholder of the source, which has `{count}`: write `{count}`",
                    "`{user_name}` is no placeholder of the source, which has `{userName}`: write `{userName}`",
                ],
            ),
            (
                "Hello {name}, %d of %s",
                "Bonjour {nom}, %s sur %d",
                vec![
                    "`%s` stands where the source has `%d`: the order of values changed: number them (`%2$s`, `%1$d`), or keep the order of the source",
                    "`{nom}` is no placeholder of the source, which has `{name}`: write `{name}`",
                ],
            ),
            ("%d of %s", "%2$s sur %1$d", vec![]),
            (
                "%d of %s and %s",
                "%s, %s sur %d",
                vec![
                    "`%s` stands where the source has `%d`: the order of values changed: number them (`%2$s`, `%3$s`, `%1$d`), or keep the order of the source",
                ],
            ),
            (
                "{a1} {b1} {c1}",
                "{x} {y}",
                vec![
                    "`{x}` is no placeholder of the source, which has `{a1}`, `{b1}`, `{c1}`: write the one of them whose value belongs here",
                    "`{y}` is no placeholder of the source, which has `{a1}`, `{b1}`, `{c1}`: write the one of them whose value belongs here",
                    "of `{a1}`, `{b1}`, `{c1}` in the source, 1 is missing: write each of them where its value belongs",
                ],
            ),
        ] {
            let source = SourceText { text: source, plural: None, is_singular: false };
            let faults = find_integrity_faults(&source, &Passage::new(target, Tongue::Fr, &[]));
            let faults: Vec<String> =
                faults.into_iter().map(|fault| format!("{}: {}", fault.message, fault.help)).collect();
            assert_eq!(faults, expected, "{target}");
        }
    }
}
