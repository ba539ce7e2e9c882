//! Chance that follows from a seed: SplitMix64 over a counter.

/// How far the counter of SplitMix64 goes from one number to the next.
pub(super) const COUNTER_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64: every step of the counter gives an unrelated number.
pub(super) fn mix_counter(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_splitmix64() {
        // Published for the seeds 0 and 1234567.
        let numbers = |seed: u64, n: u64| {
            (1..=n).map(|n| mix_counter(seed.wrapping_add(COUNTER_STEP.wrapping_mul(n)))).collect::<Vec<_>>()
        };
        assert_eq!(numbers(0, 1), [0xe220_a839_7b1d_cdaf]);
        assert_eq!(numbers(1_234_567, 2), [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }
}
