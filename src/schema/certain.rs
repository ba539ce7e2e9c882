//! When a near name may be taken for what was meant without asking.
//!
//! The catalogue holds names one letter apart with opposite meaning, so nearness alone never decides: the best candidate
//! must be close, and every other one must be clearly farther.

/// Whether `best` is the only reading of `written` among `all` (which may hold `best` itself).
pub(super) fn certain<'a>(written: &str, best: &str, all: impl IntoIterator<Item = &'a str>) -> bool {
    let written = plain(written);
    let length = best.chars().count();
    let nearest = distance(&written, &plain(best));
    nearest <= (length / 8).max(1)
        && all.into_iter().filter(|other| *other != best).all(|other| {
            // Lengths bound the distance from below, which spares most comparisons.
            let other = plain(other);
            let bound = 2 * nearest + 1;
            other.chars().count().abs_diff(written.chars().count()) >= bound || distance(&written, &other) >= bound
        })
}

/// Lower case, with `_` for everything that people put between words.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before_lower = false;
    for c in text.trim().chars() {
        if matches!(c, ' ' | '-' | '.') {
            out.push('_');
        } else if c.is_ascii_uppercase() {
            if before_lower {
                out.push('_');
            }
            out.push(c.to_ascii_lowercase());
        } else {
            out.push(c);
        }
        before_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    out
}

/// Insertions, deletions, substitutions and swaps of neighbours, in characters.
fn distance(one: &str, other: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            next[j] = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                next[j] = next[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neighbour_as_near_as_the_best_leaves_it_open() {
        let all = ["corner_brackets_and_periods", "corner_bracket_and_periods", "dash"];
        assert!(!certain("corner_bracket_and_period", "corner_bracket_and_periods", all));
        assert!(certain("dahs", "dash", all));
        assert!(!certain("use_14_hour_clock", "use_24_hour_clock", ["use_12_hour_clock", "use_24_hour_clock"]));
    }

    #[test]
    fn spelling_of_other_languages_is_the_same_name() {
        assert!(certain("timeFormat", "time_format", ["date_format", "time_format"]));
        assert!(certain("time-format", "time_format", ["date_format", "time_format"]));
        assert_eq!(distance("abcd", "abdc"), 1);
    }
}
