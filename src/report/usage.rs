//! What an account has used, as a table and as JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::usage::{KeyLimits, ProductUsage, ReportedTag, Usage, UsageCounter};
use crate::report::humanize::format_duration;
use crate::report::json::to_pretty_json;
use crate::report::render_options::RenderOptions;
use crate::report::sanitize::Sanitized;
use crate::report::table::{format_number, render_table};

/// Version of the JSON form. Rises when a reader of the old one would misread the new one.
const VERSION: u32 = 1;

/// Counts with their limits, then products.
#[must_use]
pub fn render_human(usage: &Usage, options: &RenderOptions) -> String {
    let Usage { counters, products, period, tags, key_limits } = usage;
    if counters.is_empty() && products.is_empty() && tags.is_none() && key_limits.is_none() {
        return "the service counts nothing\n".to_owned();
    }
    let rows: Vec<Vec<String>> = counters
        .iter()
        .map(|(name, UsageCounter { count, limit })| {
            let share = limit.filter(|limit| *limit > 0).map(|limit| format!("{}%", percent_used(*count, limit)));
            let amount = |n: u64| format_amount(n, name);
            let left = limit.map(|limit| amount(limit.saturating_sub(*count)));
            vec![
                counter_label(name),
                amount(*count),
                limit.map_or_else(|| "no limit".to_owned(), amount),
                left.unwrap_or_default(),
                share.unwrap_or_default(),
            ]
        })
        .collect();
    let mut out = String::new();
    if !rows.is_empty() {
        out.push_str(&render_table(&["counted", "used", "limit", "left", "share"], &rows, options));
    }
    if !products.is_empty() {
        let row = |product: &ProductUsage| {
            vec![
                counter_label(&product.name),
                format_amount(product.account, &product.unit),
                format_amount(product.key, &product.unit),
                if is_time(&product.unit) { String::new() } else { Sanitized(&product.unit).to_string() },
            ]
        };
        let rows: Vec<Vec<String>> = products.iter().map(row).collect();
        out.push('\n');
        out.push_str(&render_table(&["product", "account", "this key", "unit"], &rows, options));
    }
    if let Some(tags) = tags.as_ref().filter(|tags| !tags.is_empty()) {
        let row = |tag: &ReportedTag| {
            vec![
                Sanitized(&tag.tag).to_string(),
                format_number(tag.translated),
                format_number(tag.improved),
                format_number(tag.total),
            ]
        };
        let rows: Vec<Vec<String>> = tags.iter().map(row).collect();
        out.push('\n');
        out.push_str(&render_table(&["reporting tag", "translated", "improved", "total"], &rows, options));
    }
    if let Some(keys) = key_limits.as_ref().filter(|keys| !keys.is_empty()) {
        let limited = |key: &KeyLimits| {
            let name = Sanitized(key.label.as_ref().unwrap_or(&key.key_id)).to_string();
            let row = |(what, limit): (&String, &Option<u64>)| {
                vec![name.clone(), counter_label(what), limit.map_or_else(|| "no limit".to_owned(), format_number)]
            };
            key.limits.iter().map(row).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<String>> = keys.iter().flat_map(limited).collect();
        out.push('\n');
        out.push_str(&render_table(&["key", "counted", "limit"], &rows, options));
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
    /// Usage by reporting tag in this period; null where the key may not read it.
    tags: Option<Vec<ReportedTagDocument<'a>>>,
    /// Limits of the account's keys; null where the key may not read them.
    key_limits: Option<Vec<KeyLimitsDocument<'a>>>,
}

/// What was used under a reporting tag.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReportedTagDocument<'a> {
    /// The tag.
    tag: &'a str,
    /// Characters of translations.
    translated: u64,
    /// Characters of improved texts.
    improved: u64,
    /// All characters.
    total: u64,
}

/// What one key may use.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KeyLimitsDocument<'a> {
    /// Identifier of the key, which is not the key.
    key_id: &'a str,
    /// Its name; null where it has none.
    label: Option<&'a str>,
    /// By what is limited; null where there is no limit.
    limits: &'a BTreeMap<String, Option<u64>>,
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
    let Usage { counters, products, period, tags, key_limits } = usage;
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
        tags: tags.as_ref().map(|tags| {
            tags.iter()
                .map(|ReportedTag { tag, translated, improved, total }| ReportedTagDocument {
                    tag,
                    translated: *translated,
                    improved: *improved,
                    total: *total,
                })
                .collect()
        }),
        key_limits: key_limits.as_ref().map(|keys| {
            keys.iter()
                .map(|KeyLimits { key_id, label, limits }| KeyLimitsDocument {
                    key_id,
                    label: label.as_deref(),
                    limits,
                })
                .collect()
        }),
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
    let name = name.strip_suffix("_milliseconds").unwrap_or(name);
    Sanitized(name).to_string().replace('_', " ")
}

/// Whether what is counted under this name or unit is time.
fn is_time(name: &str) -> bool {
    name.ends_with("milliseconds")
}

/// An amount as people read it: time as time, all else as a number.
fn format_amount(n: u64, name: &str) -> String {
    if is_time(name) { format_duration(Duration::from_millis(n)) } else { format_number(n) }
}
