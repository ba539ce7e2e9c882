//! Usage on the wire.

use serde_json::Value as Json;

use crate::model::usage::{Counter, Product, Usage};
use crate::service::answer::{read, text};
use crate::service::client::{Client, request};
use crate::service::error::Error;
use crate::service::{Call, Transport};

/// What the account has used.
///
/// # Errors
/// See [`crate::service::error::Trouble`]; 403 for a key without the scope.
pub async fn usage<T: Transport>(client: &Client<T>) -> Result<Usage, Error> {
    let request = request(Call::Usage, "/v2/usage", None);
    let answer = client.call(&request).await?;
    read(&request, &answer, parsed)
}

fn parsed(json: &Json) -> Option<Usage> {
    let mut usage = Usage::default();
    for (key, value) in json.as_object()? {
        if let (Some(name), Some(count)) = (key.strip_suffix("_count"), value.as_u64()) {
            let limit = json.get(format!("{name}_limit")).and_then(Json::as_u64);
            usage.counters.insert(name.to_owned(), Counter { count, limit });
        }
    }
    let products = json.get("products").and_then(Json::as_array).into_iter().flatten();
    usage.products = products.filter_map(product).collect();
    usage.period = text(json, "start_time").zip(text(json, "end_time"));
    Some(usage)
}

/// A product; older answers count characters without naming the unit.
fn product(json: &Json) -> Option<Product> {
    let number = |keys: [&str; 2]| keys.iter().find_map(|key| json.get(*key)?.as_u64());
    Some(Product {
        name: text(json, "product_type")?,
        unit: text(json, "billing_unit").unwrap_or_else(|| "characters".to_owned()),
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
        let usage = parsed(&json!({
        "character_count": 180, "character_limit": 1000, "api_key_character_count": 30, "api_key_character_limit": 40,
        "speech_to_text_milliseconds_count": 7, "newest_count": 1, "odd": [], "start_time": "a", "end_time": "b",
        "products": [
            {"product_type": "write", "billing_unit": "characters", "api_key_unit_count": 1, "account_unit_count": 2},
            {"product_type": "translate", "api_key_character_count": 3, "character_count": 4},
            {"unreadable": true},
        ]}))
        .unwrap();
        assert_eq!(usage.counters["character"], Counter { count: 180, limit: Some(1000) });
        assert_eq!(usage.counters["newest"], Counter { count: 1, limit: None });
        assert_eq!(usage.characters_left(), Some(10));
        assert_eq!(
            usage.products.iter().map(|product| (product.account, product.key)).collect::<Vec<_>>(),
            [(2, 1), (4, 3)]
        );
        assert_eq!(parsed(&json!([])), None);
        assert_eq!(parsed(&json!({})).unwrap().characters_left(), None);
    }
}
