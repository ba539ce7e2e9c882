//! chrF: how close a text is to another one, by the runs of characters that they share.
//!
//! Invariant: the published measure of one sentence, order 6, beta 2, spaces left out, without words and with effective
//! order (orders that neither text is long enough for do not count). A test compares it with a published implementation.

use std::collections::HashMap;

const ORDER: usize = 6;
const BETA: f64 = 2.0;

/// The score of a hypothesis against a reference, from 0 to 100.
#[must_use]
pub fn score_chrf(hypothesis: &str, reference: &str) -> f64 {
    let squeeze = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>();
    let (hypothesis, reference) = (squeeze(hypothesis), squeeze(reference));
    let (mut precision, mut recall, mut orders) = (0.0, 0.0, 0.0);
    for order in 1..=ORDER {
        let (ours, theirs) = (count_runs(&hypothesis, order), count_runs(&reference, order));
        let total = |runs: &HashMap<&[char], u32>| f64::from(runs.values().sum::<u32>());
        let shared: u32 = ours.iter().map(|(run, count)| (*count).min(theirs.get(run).copied().unwrap_or(0))).sum();
        let (own, other) = (total(&ours), total(&theirs));
        if own > 0.0 && other > 0.0 {
            precision += f64::from(shared) / own;
            recall += f64::from(shared) / other;
            orders += 1.0;
        }
    }
    if orders == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (precision / orders, recall / orders);
    let factor = BETA * BETA;
    if precision + recall == 0.0 {
        0.0
    } else {
        100.0 * (1.0 + factor) * precision * recall / (factor * precision + recall)
    }
}

fn count_runs(text: &[char], order: usize) -> HashMap<&[char], u32> {
    let mut runs = HashMap::new();
    for run in text.windows(order) {
        *runs.entry(run).or_insert(0) += 1;
    }
    runs
}
