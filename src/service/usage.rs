//! Usage on the wire.

use serde_json::Value as Json;

use crate::model::usage::{KeyLimits, ProductUsage, ReportedTag, Usage, UsageCounter};
use crate::service::answer::{fetch, text_field};
use crate::service::client::{Client, build_request};
use crate::service::error::{ErrorKind, ServiceError};
use crate::service::{Call, Transport};

/// What a key may read of usage.
#[derive(Debug)]
pub struct UsageAnswer {
    /// What was read.
    pub usage: Usage,
    /// What is left out although the key may read it and the service serves it, and why.
    pub failed: Vec<(&'static str, ServiceError)>,
}

/// What the key may read of usage. A key for administration may read the tags and limits alone, most others all but these. Of
/// the three only the first is asked for: where the others fail, whatever the service answered, the rest is told.
///
/// # Errors
/// See [`ErrorKind`]: that of the first call where no other was answered, or where the run was interrupted.
pub async fn read_usage<T: Transport>(client: &Client<T>) -> Result<UsageAnswer, ServiceError> {
    let (mut usage, refusal) = match get_usage(client).await {
        Ok(used) => (used, None),
        Err(error) if error.unavailable_status().is_some() => (Usage::default(), Some(error)),
        Err(error) => return Err(error),
    };
    let mut failed = Vec::new();
    let days = usage.period.as_ref().and_then(|(start, end)| Some((start.get(..DAY)?, end.get(..DAY)?)));
    usage.tags = optional_answer(list_tag_usage(client, days).await, "usage by tag", &mut failed)?;
    usage.key_limits = optional_answer(list_key_limits(client).await, "limits of keys", &mut failed)?;
    let Some(error) = refusal else { return Ok(UsageAnswer { usage, failed }) };
    let nothing = |answer: Option<usize>| answer.unwrap_or_default() == 0;
    if nothing(usage.tags.as_ref().map(Vec::len)) && nothing(usage.key_limits.as_ref().map(Vec::len)) {
        return Err(error);
    }
    Ok(UsageAnswer { usage, failed })
}

/// Characters of a day: `2026-11-01`.
const DAY: usize = 10;

/// An answer, or nothing where there is none. A key that may not read it and a service that does not know it are no news.
fn optional_answer<A>(
    answer: Result<A, ServiceError>,
    what: &'static str,
    failed: &mut Vec<(&'static str, ServiceError)>,
) -> Result<Option<A>, ServiceError> {
    match answer {
        Ok(read) => Ok(Some(read)),
        Err(error) if matches!(error.kind, ErrorKind::Interrupted) => Err(error),
        Err(error) => {
            if error.unavailable_status().is_none() {
                failed.push((what, error));
            }
            Ok(None)
        }
    }
}

/// What the account has used.
///
/// # Errors
/// See [`ErrorKind`]; 403 for a key without the scope.
pub async fn get_usage<T: Transport>(client: &Client<T>) -> Result<Usage, ServiceError> {
    let request = build_request(Call::Usage, Call::Usage.path(&[]), None);
    fetch(client, &request, parse_usage).await
}

/// Pages of the usage by tag that are read at most.
const MAX_TAG_PAGES: u64 = 1000;

/// Usage by reporting tag between two days (`2026-11-01`), or in the period that the service takes for the current one.
///
/// # Errors
/// See [`ErrorKind`]; 403 for a key that is not for administration.
pub async fn list_tag_usage<T: Transport>(
    client: &Client<T>,
    days: Option<(&str, &str)>,
) -> Result<Vec<ReportedTag>, ServiceError> {
    let days = days.map(|(start, end)| format!("&start_date={start}&end_date={end}")).unwrap_or_default();
    let mut found = Vec::new();
    let mut page = None;
    for _ in 0..MAX_TAG_PAGES {
        let number = page.map(|page: u64| format!("&page={page}")).unwrap_or_default();
        let target = format!("{}?aggregate_by=period{days}{number}", Call::ListTagUsage.path(&[]));
        let request = build_request(Call::ListTagUsage, target, None);
        let (tags, next) = fetch(client, &request, parse_tag_page).await?;
        found.extend(tags);
        // A page that does not lead on would be read for ever.
        match next.filter(|next| page.is_none_or(|page| *next > page)) {
            Some(next) => page = Some(next),
            None => break,
        }
    }
    Ok(found)
}

/// Limits of the account's keys. The specification lists them in an address of their own, which the public service knows only
/// for setting them; there they stand in the listing of keys. Where the first is not served, the second is asked.
///
/// # Errors
/// As [`list_tag_usage`]; that of the first where neither is served.
pub async fn list_key_limits<T: Transport>(client: &Client<T>) -> Result<Vec<KeyLimits>, ServiceError> {
    match fetch_key_limits(client, Call::ListKeyLimits).await {
        Err(first) if first.is_not_served() => fetch_key_limits(client, Call::ListKeys).await.map_err(|_| first),
        answered => answered,
    }
}

async fn fetch_key_limits<T: Transport>(client: &Client<T>, call: Call) -> Result<Vec<KeyLimits>, ServiceError> {
    let request = build_request(call, call.path(&[]), None);
    fetch(client, &request, |json| {
        // The form is not published: a list, bare or under some name.
        let rows = json.as_array().or_else(|| json.as_object()?.values().find_map(Json::as_array));
        Some(rows.into_iter().flatten().filter_map(parse_key_limits).collect())
    })
    .await
}

/// The tags of a page, and the number of the next.
fn parse_tag_page(json: &Json) -> Option<(Vec<ReportedTag>, Option<u64>)> {
    let report = json.get("custom_tag_usage_report").unwrap_or(json);
    let rows = report.as_object()?.get("usage").and_then(Json::as_array);
    let tag = |row: &Json| {
        let breakdown = row.get("breakdown").unwrap_or(row);
        let count = |name: &str| breakdown.get(name).and_then(Json::as_u64);
        let (translated, improved) = (count("text_translation_characters"), count("text_improvement_characters"));
        let (translated, improved) = (translated.unwrap_or(0), improved.unwrap_or(0));
        let total = count("total_characters").unwrap_or(translated.saturating_add(improved));
        Some(ReportedTag { tag: text_field(row, "custom_tag")?, translated, improved, total })
    };
    let tags = rows.into_iter().flatten().filter_map(tag).collect();
    Some((tags, report.get("next_page").and_then(Json::as_u64)))
}

fn parse_key_limits(row: &Json) -> Option<KeyLimits> {
    let key_id = text_field(row, "key_id")?;
    let limits = row.get("usage_limits").unwrap_or(row).as_object()?;
    let limits = limits.iter().filter(|(_, limit)| limit.is_u64() || limit.is_null());
    let limits = limits.map(|(name, limit)| (name.clone(), limit.as_u64())).collect();
    Some(KeyLimits { key_id, label: text_field(row, "label"), limits })
}

fn parse_usage(json: &Json) -> Option<Usage> {
    let mut usage = Usage::default();
    for (key, value) in json.as_object()? {
        if let (Some(name), Some(count)) = (key.strip_suffix("_count"), value.as_u64()) {
            let limit = json.get(format!("{name}_limit")).and_then(Json::as_u64);
            usage.counters.insert(name.to_owned(), UsageCounter { count, limit });
        }
    }
    let products = json.get("products").and_then(Json::as_array).into_iter().flatten();
    usage.products = products.filter_map(parse_product).collect();
    usage.period = text_field(json, "start_time").zip(text_field(json, "end_time"));
    Some(usage)
}

/// A product; older answers count characters without naming the unit.
fn parse_product(json: &Json) -> Option<ProductUsage> {
    let number = |keys: [&str; 2]| keys.iter().find_map(|key| json.get(*key)?.as_u64());
    Some(ProductUsage {
        name: text_field(json, "product_type")?,
        unit: text_field(json, "billing_unit").unwrap_or_else(|| "characters".to_owned()),
        account: number(["account_unit_count", "character_count"])?,
        key: number(["api_key_unit_count", "api_key_character_count"]).unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tags_and_limits_are_read_in_any_form_that_holds_them() {
        let page = json!({"custom_tag_usage_report": {"next_page": 2, "usage": [
            {"custom_tag": "web", "breakdown": {"total_characters": 9, "text_translation_characters": 4,
                "text_improvement_characters": 5}},
            {"unreadable": 1}, {"custom_tag": "bare", "breakdown": {}}]}});
        let (tags, next) = parse_tag_page(&page).unwrap();
        assert_eq!((tags.len(), next), (2, Some(2)));
        assert_eq!((tags[0].tag.as_str(), tags[0].translated, tags[0].improved, tags[0].total), ("web", 4, 5, 9));
        assert_eq!(parse_tag_page(&json!({})), Some((Vec::new(), None)));
        assert_eq!(parse_tag_page(&json!([])), None);
        let limits = parse_key_limits(&json!({"key_id": "k", "characters": null, "speech_to_text_milliseconds": 5}));
        let limits = limits.unwrap().limits;
        assert_eq!(
            limits.into_iter().collect::<Vec<_>>(),
            [("characters".to_owned(), None), ("speech_to_text_milliseconds".to_owned(), Some(5)),]
        );
        assert_eq!(parse_key_limits(&json!({"characters": 5})), None);
    }

    #[test]
    fn every_pair_of_count_and_limit_is_a_counter() {
        let usage = parse_usage(&json!({
        "character_count": 180, "character_limit": 1000, "api_key_character_count": 30, "api_key_character_limit": 40,
        "speech_to_text_milliseconds_count": 7, "newest_count": 1, "odd": [], "start_time": "a", "end_time": "b",
        "products": [
            {"product_type": "write", "billing_unit": "characters", "api_key_unit_count": 1, "account_unit_count": 2},
            {"product_type": "translate", "api_key_character_count": 3, "character_count": 4},
            {"unreadable": true},
        ]}))
        .unwrap();
        assert_eq!(usage.counters["character"], UsageCounter { count: 180, limit: Some(1000) });
        assert_eq!(usage.counters["newest"], UsageCounter { count: 1, limit: None });
        assert_eq!(usage.characters_left(), Some(10));
        assert_eq!(
            usage.products.iter().map(|product| (product.account, product.key)).collect::<Vec<_>>(),
            [(2, 1), (4, 3)]
        );
        assert_eq!(parse_usage(&json!([])), None);
        assert_eq!(parse_usage(&json!({})).unwrap().characters_left(), None);
    }
}
