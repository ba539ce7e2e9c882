//! What stays and what changes between two sequences of words or lines.
//!
//! All that compare sequences ask here: tokens become numbers first, so that the algorithm is compiled once.

use std::collections::BTreeMap;

pub use similar::{Algorithm, DiffOp};

/// The steps that lead from `old` to `new`, in their order, without gaps.
#[must_use]
pub fn diff_sequences(algorithm: Algorithm, old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
    let [old, new] = [old, new].map(|tokens| number_tokens(&mut numbers, tokens));
    similar::capture_diff_slices(algorithm, &old, &new)
}

/// How much of two sequences stays, from 0 to 1: twice the tokens that stay, by the tokens of both.
#[must_use]
pub fn similarity_ratio(old: &[&str], new: &[&str]) -> f64 {
    let total = old.len() + new.len();
    if total == 0 {
        return 1.0;
    }
    let ops = diff_sequences(Algorithm::Myers, old, new);
    let same: usize = ops.iter().map(|op| if let DiffOp::Equal { len, .. } = op { *len } else { 0 }).sum();
    2.0 * same as f64 / total as f64
}

/// Each token's number: that of its first sight.
fn number_tokens<'a>(numbers: &mut BTreeMap<&'a str, u32>, tokens: &[&'a str]) -> Vec<u32> {
    let number = |token: &&'a str| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(token).or_insert(next)
    };
    tokens.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_counts_what_stays() {
        for (old, new, wanted) in
            [("", "", 1.0), ("a b", "a b", 1.0), ("a b", "c d", 0.0), ("a b c d", "a x c d", 0.75)]
        {
            let [old, new] = [old, new].map(|text| text.split_whitespace().collect::<Vec<_>>());
            assert!((similarity_ratio(&old, &new) - wanted).abs() < 1e-9, "{old:?} {new:?}");
        }
    }
}
