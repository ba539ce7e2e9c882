//! What an account has used, as a table and as JSON.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::usage::{ProductUsage, Usage, UsageCounter};
use crate::report::json::to_pretty_json;
use crate::report::render_options::RenderOptions;
use crate::report::sanitize::Sanitized;
use crate::report::table::{format_number, render_table};

/// Version of the JSON form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;

/// Counts with their limits, then products.
#[must_use]
pub fn render_human(usage: &Usage, look: &RenderOptions) -> String {
    let Usage { counters, products, period } = usage;
    if counters.is_empty() && products.is_empty() {
        return "the service counts nothing\n".to_owned();
    }
    let rows: Vec<Vec<String>> = counters
        .iter()
        .map(|(name, UsageCounter { count, limit })| {
            let share = limit.filter(|limit| *limit > 0).map(|limit| format!("{}%", percent_used(*count, limit)));
            let left = limit.map(|limit| format_number(limit.saturating_sub(*count)));
            vec![
                counter_label(name),
                format_number(*count),
                limit.map_or_else(|| "no limit".to_owned(), format_number),
                left.unwrap_or_default(),
                share.unwrap_or_default(),
            ]
        })
        .collect();
    let mut out = render_table(&["counted", "used", "limit", "left", "share"], &rows, look);
    if !products.is_empty() {
        let row = |product: &ProductUsage| {
            vec![
                counter_label(&product.name),
                format_number(product.account),
                format_number(product.key),
                Sanitized(&product.unit).to_string(),
            ]
        };
        let rows: Vec<Vec<String>> = products.iter().map(row).collect();
        out.push('\n');
        out.push_str(&render_table(&["product", "account", "this key", "unit"], &rows, look));
    }
    if let Some((from, to)) = period {
        out.push_str(&format!("\nfrom {} to {}\n", Sanitized(from), Sanitized(to)));
    }
    out
}

/// What the account has used.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct UsageDocument<'a> {
    /// Version of this form.
    housestyle_usage: u32,
    /// The service that answered: its address, or `emulator`.
    origin: &'a str,
    /// Characters that may still be used; null where there is no limit.
    characters_left: Option<u64>,
    /// By what is counted: `character`, `speech_to_text_milliseconds` and whatever else the service counts.
    counters: BTreeMap<&'a str, CounterDocument>,
    /// What each product used.
    products: Vec<ProductUsageDocument<'a>>,
    /// When the period of billing began, as the service writes it.
    start_time: Option<&'a str>,
    /// When it ends.
    end_time: Option<&'a str>,
}

/// A count and its limit.
#[derive(Debug, Serialize, JsonSchema)]
struct CounterDocument {
    /// Used.
    count: u64,
    /// Allowed; null where there is no limit.
    limit: Option<u64>,
}

/// What one product used.
#[derive(Debug, Serialize, JsonSchema)]
struct ProductUsageDocument<'a> {
    /// `translate_text`, `write` and whatever else the service sells.
    product: &'a str,
    /// `characters`, `milliseconds` and the like.
    unit: &'a str,
    /// Used by the whole account.
    account: u64,
    /// Used by this key.
    key: u64,
}

/// JSON with counts and limits as numbers.
#[must_use]
pub fn render_json(usage: &Usage, origin: &str) -> String {
    let Usage { counters, products, period } = usage;
    let (start, end) = period.as_ref().map(|(start, end)| (start.as_str(), end.as_str())).unzip();
    let count = |&UsageCounter { count, limit }: &UsageCounter| CounterDocument { count, limit };
    to_pretty_json(&UsageDocument {
        housestyle_usage: VERSION,
        origin,
        characters_left: usage.characters_left(),
        counters: counters.iter().map(|(name, counter)| (name.as_str(), count(counter))).collect(),
        products: products
            .iter()
            .map(|ProductUsage { name, unit, account, key }| ProductUsageDocument {
                product: name,
                unit,
                account: *account,
                key: *key,
            })
            .collect(),
        start_time: start,
        end_time: end,
    })
}

/// What is left, in words: for whoever is about to use some.
#[must_use]
pub fn remaining_text(usage: &Usage) -> String {
    match usage.characters_left() {
        Some(left) => format!("{} characters are left", format_number(left)),
        None => "the account has no limit".to_owned(),
    }
}

/// Rounded up, so that what is almost used up does not look like half of it.
fn percent_used(count: u64, limit: u64) -> u128 {
    (u128::from(count) * 100).div_ceil(u128::from(limit))
}

fn counter_label(name: &str) -> String {
    Sanitized(name).to_string().replace('_', " ")
}
