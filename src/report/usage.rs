//! What an account has used, as a table and as JSON.

use serde_json::{Map, Value as Json, json};

use crate::model::usage::{Counter, Usage};
use crate::report::json::pretty;
use crate::report::look::Look;
use crate::report::shown::Shown;
use crate::report::table::{number, table};

/// Version of the JSON form.
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
        let row = |product: &crate::model::usage::Product| {
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

/// JSON with counts and limits as numbers.
#[must_use]
pub fn json(usage: &Usage, origin: &str) -> String {
    let Usage { counters, products, period } = usage;
    let counters: Map<String, Json> = counters
        .iter()
        .map(|(name, Counter { count, limit })| (name.clone(), json!({"count": count, "limit": limit})))
        .collect();
    let products: Vec<Json> = products
        .iter()
        .map(|product| {
            json!({"product": product.name, "unit": product.unit, "account": product.account, "key": product.key})
        })
        .collect();
    let (start, end) = period.as_ref().map_or((None, None), |(start, end)| (Some(start), Some(end)));
    pretty(&json!({
        "housestyle_usage": VERSION, "origin": origin, "characters_left": usage.characters_left(),
        "counters": counters, "products": products, "start_time": start, "end_time": end,
    }))
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
