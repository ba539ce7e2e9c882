//! What an account has used, as a table and as JSON.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::usage::{Counter, Product, Usage};
use crate::report::json::{self, pretty};
use crate::report::look::Look;
use crate::report::shown::Shown;
use crate::report::table::{number, table};

/// Version of the JSON form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;

/// Counts with their limits, then products.
#[must_use]
pub fn human(usage: &Usage, look: &Look) -> String {
    let Usage { counters, products, period } = usage;
    if counters.is_empty() && products.is_empty() {
        return "the service counts nothing\n".to_owned();
    }
    let rows: Vec<Vec<String>> = counters
        .iter()
        .map(|(name, Counter { count, limit })| {
            let share = limit.filter(|limit| *limit > 0).map(|limit| format!("{}%", percent(*count, limit)));
            let left = limit.map(|limit| number(limit.saturating_sub(*count)));
            vec![
                words(name),
                number(*count),
                limit.map_or_else(|| "no limit".to_owned(), number),
                left.unwrap_or_default(),
                share.unwrap_or_default(),
            ]
        })
        .collect();
    let mut out = table(&["counted", "used", "limit", "left", "share"], &rows, look);
    if !products.is_empty() {
        let row = |product: &Product| {
            vec![words(&product.name), number(product.account), number(product.key), Shown(&product.unit).to_string()]
        };
        let rows: Vec<Vec<String>> = products.iter().map(row).collect();
        out.push('\n');
        out.push_str(&table(&["product", "account", "this key", "unit"], &rows, look));
    }
    if let Some((from, to)) = period {
        out.push_str(&format!("\nfrom {} to {}\n", Shown(from), Shown(to)));
    }
    out
}

/// What the account has used.
#[derive(Debug, Serialize, JsonSchema)]
struct Document<'a> {
    /// Version of this form.
    housestyle_usage: u32,
    /// The service that answered: its address, or `emulator`.
    origin: &'a str,
    /// Characters that may still be used; null where there is no limit.
    characters_left: Option<u64>,
    /// By what is counted: `character`, `speech_to_text_milliseconds` and whatever else the service counts.
    counters: BTreeMap<&'a str, Count>,
    /// What each product used.
    products: Vec<Used<'a>>,
    /// When the period of billing began, as the service writes it.
    start_time: Option<&'a str>,
    /// When it ends.
    end_time: Option<&'a str>,
}

/// A count and its limit.
#[derive(Debug, Serialize, JsonSchema)]
struct Count {
    /// Used.
    count: u64,
    /// Allowed; null where there is no limit.
    limit: Option<u64>,
}

/// What one product used.
#[derive(Debug, Serialize, JsonSchema)]
struct Used<'a> {
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
pub fn json(usage: &Usage, origin: &str) -> String {
    let Usage { counters, products, period } = usage;
    let (start, end) = period.as_ref().map(|(start, end)| (start.as_str(), end.as_str())).unzip();
    let count = |&Counter { count, limit }: &Counter| Count { count, limit };
    pretty(&Document {
        housestyle_usage: VERSION,
        origin,
        characters_left: usage.characters_left(),
        counters: counters.iter().map(|(name, counter)| (name.as_str(), count(counter))).collect(),
        products: products
            .iter()
            .map(|Product { name, unit, account, key }| Used { product: name, unit, account: *account, key: *key })
            .collect(),
        start_time: start,
        end_time: end,
    })
}

/// The JSON Schema of this form.
#[must_use]
pub fn schema() -> serde_json::Value {
    json::schema::<Document<'_>>("housestyle usage")
}

/// What is left, in words: for whoever is about to use some.
#[must_use]
pub fn left(usage: &Usage) -> String {
    match usage.characters_left() {
        Some(left) => format!("{} characters are left", number(left)),
        None => "the account has no limit".to_owned(),
    }
}

/// Rounded up, so that what is almost used up does not look like half of it.
fn percent(count: u64, limit: u64) -> u128 {
    (u128::from(count) * 100).div_ceil(u128::from(limit))
}

fn words(name: &str) -> String {
    Shown(name).to_string().replace('_', " ")
}
