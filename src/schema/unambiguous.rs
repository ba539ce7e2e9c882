//! When a near name may be taken for what was meant without asking.
//!
//! The catalogue holds names one letter apart with opposite meaning, so nearness alone never decides; `catalogue::nearest`
//! says what does.

use crate::catalogue::nearest::unambiguous_word;

/// Whether `best` is the only reading of `written` among `all` (which may hold `best` itself).
pub(super) fn is_unambiguous<'a>(written: &str, best: &str, all: impl IntoIterator<Item = &'a str>) -> bool {
    unambiguous_word(written, all) == Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neighbour_as_near_as_the_best_leaves_it_open() {
        let all = ["corner_brackets_and_periods", "corner_bracket_and_periods", "dash"];
        assert!(!is_unambiguous("corner_bracket_and_period", "corner_bracket_and_periods", all));
        assert!(is_unambiguous("dahs", "dash", all));
        assert!(!is_unambiguous("use_14_hour_clock", "use_24_hour_clock", ["use_12_hour_clock", "use_24_hour_clock"]));
    }

    #[test]
    fn a_word_too_few_for_one_name_and_too_many_for_another_leaves_it_open() {
        let all = ["write_at_in_brackets_with_space_on_either_side", "write_at_with_space_on_either_side"];
        for best in all {
            assert!(!is_unambiguous("write_at_in_with_space_on_either_side", best, all), "{best}");
        }
    }

    #[test]
    fn spelling_of_other_languages_is_the_same_name() {
        assert!(is_unambiguous("timeFormat", "time_format", ["date_format", "time_format"]));
        assert!(is_unambiguous("time-format", "time_format", ["date_format", "time_format"]));
    }
}
