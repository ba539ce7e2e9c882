//! Every limit at one less, at itself, and at one more.

use housestyle::catalogue;
use housestyle::emulator::{Emulator, EmulatorLimits, EmulatorOptions, RateLimit};
use serde_json::{Value, json};

use super::{LISTS, make, parsed, raw, send};

fn statuses(emulator: &Emulator, method: &str, target: &str, body: impl Fn(usize) -> Value, limit: usize) -> [u16; 3] {
    [limit - 1, limit, limit + 1].map(|count| send(emulator, method, target, Some(body(count))).status)
}

/// Counted in code points: each of these letters is four bytes and two UTF-16 units.
fn text(count: usize) -> String {
    "𝔥".repeat(count)
}

#[test]
fn names_have_at_most_1024_characters() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let body = |count| json!({ "name": text(count), "language": "de" });
    assert_eq!(statuses(&emulator, "POST", LISTS, body, 1024), [201, 201, 400]);
    let path = make(&emulator, "A");
    assert_eq!(statuses(&emulator, "PATCH", &path, body, 1024), [200, 200, 400]);
    assert_eq!(statuses(&emulator, "PATCH", &path, body, 1), [400, 200, 200]);
}

#[test]
fn labels_have_at_most_100_and_prompts_at_most_300_characters() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make(&emulator, "A");
    let all = format!("{path}/custom_instructions");
    let label = |count| json!({ "label": text(count), "prompt": "P" });
    let prompt = |count| json!({ "label": "L", "prompt": text(count) });
    assert_eq!(statuses(&emulator, "POST", &all, label, 100), [201, 201, 400]);
    assert_eq!(statuses(&emulator, "POST", &all, prompt, 300), [201, 201, 400]);
    assert_eq!(statuses(&emulator, "POST", &all, prompt, 1), [400, 201, 201]);
    let added = parsed(&send(&emulator, "POST", &all, Some(label(1))));
    let one = format!("{all}/{}", added["id"].as_str().unwrap());
    assert_eq!(statuses(&emulator, "PUT", &one, label, 100), [200, 200, 400]);
    assert_eq!(statuses(&emulator, "PUT", &one, prompt, 300), [200, 200, 400]);
    let within = |count| json!({ "name": "A", "language": "de", "custom_instructions": [prompt(count)] });
    assert_eq!(statuses(&emulator, "POST", LISTS, within, 300), [201, 201, 400]);
}

#[test]
fn a_list_holds_at_most_200_instructions() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let item = json!({ "label": "L", "prompt": "P" });
    let body = |count| json!({ "name": "A", "language": "de", "custom_instructions": vec![item.clone(); count] });
    assert_eq!(statuses(&emulator, "POST", LISTS, body, 200), [201, 201, 400]);
    let almost = parsed(&send(&emulator, "POST", LISTS, Some(body(199))));
    let path = format!("{LISTS}/{}/custom_instructions", almost["style_id"].as_str().unwrap());
    assert_eq!(send(&emulator, "POST", &path, Some(item.clone())).status, 201);
    assert_eq!(send(&emulator, "POST", &path, Some(item)).status, 400);
}

#[test]
fn an_account_holds_as_many_lists_as_its_plan_allows() {
    let limits = EmulatorLimits { style_lists: Some(2), ..EmulatorLimits::default() };
    let emulator = Emulator::new(EmulatorOptions { limits, ..EmulatorOptions::default() });
    let first = make(&emulator, "A");
    make(&emulator, "B");
    let body = json!({ "name": "C", "language": "de" });
    assert_eq!(send(&emulator, "POST", LISTS, Some(body.clone())).status, 456);
    send(&emulator, "DELETE", &first, None);
    assert_eq!(send(&emulator, "POST", LISTS, Some(body)).status, 201);
}

#[test]
fn bodies_targets_and_headers_have_limits_in_bytes() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let status = |request| emulator.handle_request(request).into_reply().unwrap().status;
    let sized = [-1_i32, 0, 1].map(|more| {
        let mut request = raw("POST", LISTS, Some(&json!({ "name": "A", "language": "de" })));
        request.body.resize(usize::try_from(128 * 1024 + more).unwrap(), b' ');
        status(request)
    });
    assert_eq!(sized, [201, 201, 413]);
    let sized = [-1_i32, 0, 1].map(|more| {
        let query = "x".repeat(usize::try_from(8 * 1024 + more).unwrap() - LISTS.len() - 1);
        status(raw("GET", &format!("{LISTS}?{query}"), None))
    });
    // 414 is declared for translations, not for lists.
    assert_eq!(sized, [200, 200, 400]);
    let sized = [-1_i32, 0, 1].map(|more| {
        let mut request = raw("GET", LISTS, None);
        let used: usize = request.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        request.headers.push(("x".to_owned(), "y".repeat(usize::try_from(16 * 1024 + more).unwrap() - used - 1)));
        status(request)
    });
    assert_eq!(sized, [200, 200, 431]);
}

#[test]
fn deep_nesting_is_refused() {
    let emulator = Emulator::new(EmulatorOptions::default());
    for depth in [127, 128, 60_000] {
        let mut request = raw("POST", LISTS, Some(&json!({})));
        request.body = format!("{{\"x\":{}{}}}", "[".repeat(depth), "]".repeat(depth)).into_bytes();
        assert_eq!(emulator.handle_request(request).into_reply().unwrap().status, 400);
    }
}

#[test]
fn calls_beyond_the_rate_are_told_when_to_come_back() {
    let (clock, hand) = housestyle::emulator::Clock::manual(housestyle::emulator::clock::DEFAULT_START);
    let rate = Some(RateLimit { per_second: 2, burst: 2 });
    let emulator = Emulator::new(EmulatorOptions { clock, rate, ..EmulatorOptions::default() });
    let statuses = || [0; 3].map(|_| send(&emulator, "GET", LISTS, None).status);
    assert_eq!(statuses(), [200, 200, 429]);
    let refused = send(&emulator, "GET", LISTS, None);
    assert_eq!(refused.header("retry-after"), Some("1"));
    hand.advance(super::SECOND);
    assert_eq!(statuses(), [200, 200, 429]);
}

#[test]
fn every_value_is_taken_for_its_languages_and_refused_for_others() {
    let catalogue = catalogue::load::builtin_catalogue(catalogue::load::Edition::Public);
    let emulator = Emulator::new(EmulatorOptions::default());
    let lenient = Emulator::new(EmulatorOptions {
        quirks: housestyle::emulator::EmulatorQuirks { strict_languages: false, ..Default::default() },
        ..EmulatorOptions::default()
    });
    let mut refused = 0;
    for language in &catalogue.languages {
        let body = json!({ "name": language.name, "language": language.code });
        let path = |emulator| {
            let made = parsed(&send(emulator, "POST", LISTS, Some(body.clone())));
            format!("{LISTS}/{}/configured_rules", made["style_id"].as_str().unwrap())
        };
        let (strict_path, lenient_path) = (path(&emulator), path(&lenient));
        for rule in catalogue.iter_rules() {
            for value in rule.values.values() {
                let rules = json!({ rule.category.clone(): { rule.name.clone(): value.name.clone() } });
                let offered = value.languages.is_empty() || value.languages.contains(&language.code);
                let reply = send(&emulator, "PUT", &strict_path, Some(rules.clone()));
                assert_eq!(reply.status, if offered { 200 } else { 400 }, "{language:?} {rules}");
                refused += usize::from(!offered);
                if offered {
                    assert_eq!(parsed(&reply)["configured_rules"], rules);
                }
                assert_eq!(send(&lenient, "PUT", &lenient_path, Some(rules)).status, 200);
            }
        }
    }
    assert!(refused > 0);
}
