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
    /// Usage by reporting tag, where the key may read it.
    pub tags: Option<Vec<ReportedTag>>,
    /// Limits of the account's keys, where the key may read them.
    pub key_limits: Option<Vec<KeyLimits>>,
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

/// What was used under a reporting tag in the period of billing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedTag {
    /// The tag.
    pub tag: String,
    /// Characters of translations.
    pub translated: u64,
    /// Characters of improved texts.
    pub improved: u64,
    /// All characters.
    pub total: u64,
}

/// What one key of the account may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyLimits {
    /// Its identifier, which is not the key.
    pub key_id: String,
    /// Its name, where it has one.
    pub label: Option<String>,
    /// By what is limited: `characters`, `speech_to_text_milliseconds`; nothing where there is no limit.
    pub limits: BTreeMap<String, Option<u64>>,
}
