//! What an account has used, as the service counts it.

use std::collections::BTreeMap;

/// Counts of one account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// By what is counted: `character`, `api_key_character`, `speech_to_text_milliseconds`, `document` and whatever else
    /// comes as a pair of `…_count` and `…_limit`.
    pub counters: BTreeMap<String, UsageCounter>,
    /// What each product used.
    pub products: Vec<ProductUsage>,
    /// When the period of billing began and ends, as the service writes it.
    pub period: Option<(String, String)>,
}

/// A count and its limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsageCounter {
    /// Used.
    pub count: u64,
    /// Allowed, where there is a limit.
    pub limit: Option<u64>,
}

/// What one product used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductUsage {
    /// `translate`, `write` and the like.
    pub name: String,
    /// `characters`, `milliseconds` and the like.
    pub unit: String,
    /// Used by the whole account.
    pub account: u64,
    /// Used by this key.
    pub key: u64,
}

/// What translation and improvement are counted by.
pub const CHARACTERS: &str = "character";

impl Usage {
    /// Characters that may still be used; nothing where the service names no limit.
    #[must_use]
    pub fn characters_left(&self) -> Option<u64> {
        let left = |counter: &UsageCounter| counter.limit.map(|limit| limit.saturating_sub(counter.count));
        let known = [CHARACTERS, "api_key_character"].into_iter().filter_map(|name| self.counters.get(name));
        known.filter_map(left).min()
    }
}
