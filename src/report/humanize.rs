//! Words and numbers: counts with their nouns, and durations.

use std::time::Duration;

/// A number with its noun: `1 error`, `2 errors`, `3 categories`.
#[must_use]
pub fn count_noun(n: usize, noun: &str) -> String {
    if n == 1 {
        return format!("1 {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{n} {stem}ies"),
        _ => format!("{n} {noun}s"),
    }
}

/// A span of time, as coarse as is useful: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`.
#[must_use]
pub fn format_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=9 => format!("{}.{} s", seconds, time.subsec_millis() / 100),
        10..=59 => format!("{seconds} s"),
        60..=3599 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_numbers() {
        assert_eq!(count_noun(0, "error"), "0 errors");
        assert_eq!(count_noun(1, "category"), "1 category");
        assert_eq!(count_noun(3, "category"), "3 categories");
        assert_eq!(count_noun(2, "key"), "2 keys");
    }

    #[test]
    fn durations_are_as_coarse_as_is_useful() {
        assert_eq!(format_duration(Duration::from_millis(449)), "0.4 s");
        assert_eq!(format_duration(Duration::from_secs(12)), "12 s");
        assert_eq!(format_duration(Duration::from_secs(200)), "3 min 20 s");
        assert_eq!(format_duration(Duration::from_secs(7500)), "2 h 5 min");
    }
}
