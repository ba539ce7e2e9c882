//! Usage on the wire.

use serde_json::Value as Json;

use crate::model::usage::{ProductUsage, Usage, UsageCounter};
use crate::service::answer::{fetch, text_field};
use crate::service::client::{Client, build_request};
use crate::service::error::ServiceError;
use crate::service::{Call, Transport};

/// What the account has used.
///
/// # Errors
/// See [`crate::service::error::ErrorKind`]; 403 for a key without the scope.
pub async fn get_usage<T: Transport>(client: &Client<T>) -> Result<Usage, ServiceError> {
    let request = build_request(Call::Usage, Call::Usage.path(&[]), None);
    fetch(client, &request, parse_usage).await
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
