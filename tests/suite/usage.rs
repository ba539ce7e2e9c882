//! `usage`, and the tag that usage is counted under.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use housestyle::service::client::{Client, ClientConfig};
use housestyle::service::usage::{UsageAnswer, read_usage};
use housestyle::service::{Call, Request, Response, Transport, TransportError};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::playground::project;
use crate::scripted_service::Scripted;
use crate::simulated_world::paused;

fn counted() -> String {
    json!({"character_count": 180_118, "character_limit": 1_250_000, "speech_to_text_milliseconds_count": 0,
        "speech_to_text_milliseconds_limit": 36_000_000, "document_count": 3,
        "products": [{"product_type": "write", "billing_unit": "characters", "api_key_unit_count": 10,
            "account_unit_count": 5636}],
        "start_time": "2026-11-01T00:00:00Z", "end_time": "2026-12-01T00:00:00Z"})
    .to_string()
}

#[test]
fn counts_stand_with_their_limits_and_what_is_left() {
    let folder = project();
    let service = Scripted::new(|_| (200, counted()));
    let (code, out, said) = service.run(folder.path(), &["usage"]);
    assert_eq!((code, said.as_str()), (0, ""), "{out}");
    assert!(out.contains("character       180 118  1 250 000   1 069 882   15%"), "{out}");
    assert!(out.contains("document        3        no limit"), "{out}");
    assert!(out.contains("write    5 636    10        characters"), "{out}");
    let days = "start_date=2026-11-01&end_date=2026-12-01";
    let tags = format!("GET /v2/admin/analytics/custom-tags?aggregate_by=period&{days}");
    assert_eq!(service.lines(), ["GET /v2/usage", tags.as_str(), "GET /v2/admin/developer-keys/limits"]);

    let (_, out, _) = service.run(folder.path(), &["usage", "-o", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["characters_left"], 1_069_882);
    assert_eq!(json["counters"]["document"], json!({"count": 3, "limit": null}));
    assert_eq!(json["products"][0]["account"], 5636);
}

#[test]
fn a_tag_that_no_header_can_carry_is_a_wrong_argument() {
    let folder = project();
    let service = Scripted::new(|_| (200, counted()));
    for tag in ["a\nx: y", "ä", " a", &"a".repeat(256)] {
        let (code, _, said) = service.run(folder.path(), &["usage", "--reporting-tag", tag]);
        assert!(code == 64 && said.contains("a reporting tag has 1 to 255"), "{tag:?}: {code} {said}");
    }
    let (code, _, _) = service.run(folder.path(), &["usage", "--reporting-tag", "team a"]);
    assert_eq!(code, 0);
    let asked = service.asked().pop().unwrap();
    assert_eq!(asked.header("x-service-reporting-tag"), None, "nothing was used that could be reported");
}

#[test]
fn tags_and_limits_are_shown_where_the_key_may_read_them() {
    let folder = project();
    let admin = Scripted::new(|request| match request.line.split('?').next().unwrap() {
        "GET /v2/usage" => (403, json!({"message": "Forbidden"}).to_string()),
        "GET /v2/admin/developer-keys/limits" => (
            200,
            json!([{"key_id": "k-1", "label": "ci", "characters": 5000, "speech_to_text_milliseconds": null}])
                .to_string(),
        ),
        _ if request.line.contains("&page=1") => (
            200,
            json!({"custom_tag_usage_report": {"next_page": 1, "usage": [
                {"custom_tag": "web", "breakdown": {"total_characters": 12, "text_translation_characters": 5,
                    "text_improvement_characters": 7}}]}})
            .to_string(),
        ),
        _ => (
            200,
            json!({"custom_tag_usage_report": {"next_page": 1, "usage": [
                {"custom_tag": "app", "breakdown": {"total_characters": 3, "text_translation_characters": 3,
                    "text_improvement_characters": 0}}]}})
            .to_string(),
        ),
    });
    let (code, out, said) = admin.run(folder.path(), &["usage"]);
    assert_eq!((code, said.as_str()), (0, ""), "{out}");
    let rows: Vec<String> = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for row in ["app 3 0 3", "web 5 7 12", "ci characters 5 000", "ci speech to text no limit"] {
        assert!(rows.iter().any(|found| found == row), "{row}: {out}");
    }
    // The second page names itself as the next one: it is read once.
    assert_eq!(admin.lines().iter().filter(|line| line.contains("custom-tags")).count(), 2);
    let (_, out, _) = admin.run(folder.path(), &["usage", "-o", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["tags"][1], json!({"tag": "web", "translated": 5, "improved": 7, "total": 12}));
    assert_eq!(json["key_limits"][0]["limits"], json!({"characters": 5000, "speech_to_text_milliseconds": null}));

    // A key that may read nothing of all this gets the refusal of the first.
    let closed = Scripted::new(|_| (403, json!({"message": "Forbidden"}).to_string()));
    let (code, _, said) = closed.run(folder.path(), &["usage"]);
    assert_eq!(code, 8, "{said}");
    assert!(said.contains("/v2/usage") && said.contains("usage:read"), "{said}");
    // Whatever optional calls are answered, what was asked for is shown; where one form is not served, the other is asked.
    for status in [400, 403, 404, 405, 410, 418, 501, 200] {
        let odd = Scripted::new(move |request| match request.line.as_str() {
            "GET /v2/usage" => (200, counted()),
            _ => (status, "<html>".to_owned()),
        });
        let (code, out, said) = odd.run(folder.path(), &["usage"]);
        assert!(code == 0 && out.contains("180 118"), "{status}: {code} {out}{said}");
        assert_eq!(said.is_empty(), matches!(status, 403 | 404 | 405 | 410 | 501), "{status}: {said}");
        let both = odd.lines().iter().any(|line| line == "GET /v2/admin/developer-keys");
        assert_eq!(both, matches!(status, 404 | 405 | 410 | 501), "{status}");
    }
    let public = Scripted::new(|request| match request.line.as_str() {
        "GET /v2/usage" => (200, counted()),
        "GET /v2/admin/developer-keys" => (
            200,
            json!([{"key_id": "k-1", "label": "ci", "is_deactivated": false, "usage_limits": {"characters": 5000}}])
                .to_string(),
        ),
        _ => (405, String::new()),
    });
    let (code, out, said) = public.run(folder.path(), &["usage", "-o", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, said.as_str(), &json["key_limits"][0]["limits"]), (0, "", &json!({"characters": 5000})));
    let usual = Scripted::new(|request| match request.line.as_str() {
        "GET /v2/usage" => (200, counted()),
        _ => (403, String::new()),
    });
    let (_, out, _) = usual.run(folder.path(), &["usage", "-o", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["tags"], &json["key_limits"]), (&Value::Null, &Value::Null));
}

/// Answers usage with what was counted, and every other call with a status.
struct OnlyCounts(u16, Arc<Mutex<Vec<Call>>>);

impl Transport for OnlyCounts {
    async fn send(&self, request: &Request) -> Result<Response, TransportError> {
        self.1.lock().unwrap().push(request.call);
        let (status, body) = if request.call == Call::Usage { (200, counted()) } else { (self.0, "<html>".to_owned()) };
        Ok(Response { status, headers: Vec::new(), body: body.into_bytes(), truncated: false })
    }
}

/// What is left out of usage, how long its calls took, and which calls they were.
fn usage_where_others_answer(status: u16) -> (Vec<&'static str>, Duration, Vec<Call>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let transport = OnlyCounts(status, asked.clone());
    paused(async {
        let start = Instant::now();
        let client = Client::new(transport, ClientConfig::default(), watch::channel(false).1, Box::new(|_, _| {}));
        let UsageAnswer { usage, failed } = read_usage(&client).await.unwrap();
        assert_eq!(usage.characters_left(), Some(1_069_882), "{status}");
        let asked = asked.lock().unwrap().clone();
        (failed.into_iter().map(|(what, _)| what).collect(), start.elapsed(), asked)
    })
}

#[test]
fn optional_calls_that_fail_are_told_after_a_few_seconds_and_those_that_are_not_served_at_once() {
    for status in [500, 502, 503] {
        let (failed, took, asked) = usage_where_others_answer(status);
        assert_eq!(failed, ["usage by tag", "limits of keys"], "{status}");
        assert!(took < Duration::from_secs(5), "{status}: {took:?}");
        assert!(asked.len() <= 7 && !asked.contains(&Call::ListKeys), "{status}: {asked:?}");
    }
    for status in [404, 405, 410, 501] {
        let (failed, took, asked) = usage_where_others_answer(status);
        assert!(failed.is_empty() && took.is_zero(), "{status}: {failed:?} {took:?}");
        assert_eq!(asked, [Call::Usage, Call::ListTagUsage, Call::ListKeyLimits, Call::ListKeys], "{status}");
    }
}

#[test]
fn usage_that_is_not_served_leaves_what_is_and_nothing_at_all_is_an_error() {
    let folder = project();
    for status in [404, 405, 410, 501] {
        let partly = Scripted::new(move |request| match request.line.split('?').next().unwrap() {
            "GET /v2/admin/developer-keys/limits" => {
                (200, json!([{"key_id": "k-1", "label": "ci", "characters": 5000}]).to_string())
            }
            _ => (status, "<html>".to_owned()),
        });
        let (code, out, said) = partly.run(folder.path(), &["usage"]);
        assert!(code == 0 && said.is_empty() && out.contains("ci   characters  5 000"), "{status}: {code} {out}{said}");
        let closed = Scripted::new(move |_| (status, "<html>".to_owned()));
        let (code, out, said) = closed.run(folder.path(), &["usage"]);
        assert!(
            code == 1
                && out.is_empty()
                && said.contains(&format!("/v2/usage: the service rejected the request: {status} ")),
            "{status}: {code} {out}{said}"
        );
        assert_eq!(closed.lines().iter().filter(|line| *line == "GET /v2/usage").count(), 1, "{status}");
    }
}
