//! Every fault does what its name says, to the client and to what is held.

use std::time::Duration;

use housestyle::emulator::{
    Clock, EmbeddedTransport, Emulator, EmulatorOptions, FaultFile, FaultScript, InjectedFault, ObservedCall,
    WireOutcome, clock::DEFAULT_START,
};
use housestyle::service::{Call, Request, Response, Transport, TransportError};
use serde_json::{Value, json};

use super::{LISTS, make, names, parsed, raw, send};

/// An emulator in which this goes wrong with this call.
fn with(call: Call, fault: InjectedFault) -> Emulator {
    let emulator = Emulator::new(EmulatorOptions::default());
    emulator.set_script(Some(always(call, fault)));
    emulator
}

fn always(call: Call, fault: InjectedFault) -> FaultScript {
    Box::new(move |seen: &ObservedCall<'_>| (seen.call == call).then(|| fault.clone()))
}

fn create(emulator: &Emulator) -> WireOutcome {
    emulator.handle_request(raw("POST", LISTS, Some(&json!({ "name": " A ", "language": "de" })))).wire
}

#[test]
fn lost_requests_and_lost_answers_differ_in_what_is_stored() {
    let cases = [
        (InjectedFault::Refused, WireOutcome::Refused, 0),
        (InjectedFault::LostBefore { hang: false }, WireOutcome::Dropped, 0),
        (InjectedFault::LostBefore { hang: true }, WireOutcome::Silent, 0),
        (InjectedFault::LostAfter { hang: false }, WireOutcome::Dropped, 1),
        (InjectedFault::LostAfter { hang: true }, WireOutcome::Silent, 1),
    ];
    for (fault, wire, stored) in cases {
        let emulator = with(Call::CreateStyle, fault);
        assert_eq!(create(&emulator), wire);
        assert_eq!(names(&emulator, "").len(), stored, "{wire:?}");
        assert_eq!(emulator.write_count(), stored as u64);
    }
}

#[test]
fn statuses_come_before_or_after_it_is_stored() {
    for (fault, stored) in [
        (InjectedFault::with_status(503), 0),
        (InjectedFault::with_status_after(503), 1),
        (InjectedFault::NotStored, 0),
    ] {
        let emulator = with(Call::CreateStyle, fault.clone());
        let WireOutcome::Complete(reply) = create(&emulator) else { panic!("{fault:?}") };
        assert_eq!(reply.status, if fault == InjectedFault::NotStored { 201 } else { 503 });
        assert_eq!(names(&emulator, "").len(), stored, "{fault:?}");
    }
}

#[test]
fn retry_after_is_answered_as_scripted() {
    for value in ["2", "Mon, 05 Jan 2026 09:00:09 GMT", "", "soon", "-1", "1000000000000"] {
        let emulator = with(Call::ListStyles, InjectedFault::rate_limited(value));
        let reply = send(&emulator, "GET", LISTS, None);
        assert_eq!((reply.status, reply.header("retry-after")), (429, Some(value)));
    }
}

#[test]
fn a_rate_window_refuses_what_comes_beyond_it_and_opens_again() {
    let (clock, hand) = Clock::manual(DEFAULT_START);
    let emulator = Emulator::new(EmulatorOptions { clock, ..EmulatorOptions::default() });
    let window = json!({ "rules": [{ "when": { "beyond": { "requests": 2, "seconds": 1.5 } },
        "fault": { "kind": "status", "status": 429 } }] });
    emulator.set_script(Some(FaultFile::parse(&window.to_string()).unwrap().into_script()));
    let statuses = |count: usize| -> Vec<u16> {
        (0..count).map(|_| send(&emulator, "GET", LISTS, None)).map(|reply| reply.status).collect()
    };
    assert_eq!(statuses(4), [200, 200, 429, 429]);
    assert_eq!(send(&emulator, "GET", LISTS, None).header("retry-after"), None);
    hand.advance(Duration::from_millis(1499));
    assert_eq!(statuses(1), [429]);
    hand.advance(Duration::from_millis(1));
    assert_eq!(statuses(3), [200, 200, 429]);
}

#[test]
fn late_requests_land_after_so_many_calls_or_so_much_time() {
    let late = |after_calls, after_ms| InjectedFault::Late { after_calls, after_ms, hang: false };
    let emulator = with(Call::CreateStyle, late(Some(2), None));
    assert_eq!(create(&emulator), WireOutcome::Dropped);
    assert_eq!([0; 4].map(|_| names(&emulator, "").len()), [0, 0, 1, 1]);
    assert_eq!(emulator.log_entries().iter().filter(|entry| entry.wrote && entry.fault == Some("landed")).count(), 1);

    let (clock, hand) = Clock::manual(DEFAULT_START);
    let emulator = Emulator::new(EmulatorOptions { clock, ..EmulatorOptions::default() });
    emulator.set_script(Some(always(Call::CreateStyle, late(None, Some(1000)))));
    create(&emulator);
    assert_eq!(names(&emulator, "").len(), 0);
    hand.advance(Duration::from_millis(1000));
    assert_eq!(names(&emulator, "").len(), 1);

    let emulator = with(Call::CreateStyle, late(Some(1000), None));
    create(&emulator);
    emulator.process_all_delayed();
    assert_eq!(names(&emulator, "").len(), 1);
}

#[test]
fn answers_come_cut_unreadable_or_from_a_proxy() {
    let emulator = with(Call::CreateStyle, InjectedFault::Cut { keep: None });
    let WireOutcome::Truncated(reply, keep) = create(&emulator) else { panic!("cut") };
    assert!(keep < reply.body.len());
    let emulator = with(Call::CreateStyle, InjectedFault::Garbage);
    let WireOutcome::Complete(reply) = create(&emulator) else { panic!("garbage") };
    assert_eq!(reply.status, 201);
    assert!(serde_json::from_slice::<Value>(&reply.body).is_err());
    let emulator = with(Call::CreateStyle, InjectedFault::Html { status: None });
    let WireOutcome::Complete(reply) = create(&emulator) else { panic!("html") };
    assert_eq!((reply.status, reply.header("content-type")), (201, Some("text/html; charset=utf-8")));
    assert_eq!(names(&emulator, "").len(), 1);
}

#[test]
fn stale_reads_answer_what_was() {
    let emulator = Emulator::new(EmulatorOptions::default());
    let path = make(&emulator, "A");
    send(&emulator, "PATCH", &path, Some(json!({ "name": "B" })));
    make(&emulator, "C");
    let seen = |writes| {
        emulator.set_script(Some(always(Call::ListStyles, InjectedFault::Stale { writes, ms: None })));
        names(&emulator, "")
    };
    assert_eq!(seen(0), ["B", "C"]);
    assert_eq!(seen(1), ["B"]);
    assert_eq!(seen(2), ["A"]);
    assert!(seen(3).is_empty());
    assert!(seen(99).is_empty());
    emulator.set_script(Some(always(Call::GetStyle, InjectedFault::Stale { writes: 2, ms: None })));
    assert_eq!(parsed(&send(&emulator, "GET", &path, None))["version"], 1);
    emulator.set_script(Some(always(Call::GetStyle, InjectedFault::Stale { writes: 0, ms: Some(3_600_000) })));
    assert_eq!(send(&emulator, "GET", &path, None).status, 404);
}

#[test]
fn a_replayed_request_is_carried_out_twice() {
    let emulator = with(Call::CreateStyle, InjectedFault::Duplicate);
    create(&emulator);
    assert_eq!(names(&emulator, "").len(), 2);
    let path = make(&with(Call::ListStyles, InjectedFault::Garbage), "A");
    let emulator = Emulator::new(EmulatorOptions::default());
    assert_eq!(make(&emulator, "A"), path);
    emulator.set_script(Some(always(Call::DeleteStyle, InjectedFault::Duplicate)));
    assert_eq!(send(&emulator, "DELETE", &path, None).status, 404);
}

#[test]
fn a_service_that_normalises_texts() {
    let emulator = with(Call::CreateStyle, InjectedFault::TrimNames);
    create(&emulator);
    assert_eq!(names(&emulator, ""), ["A"]);
    let emulator = with(Call::CreateStyle, InjectedFault::Compose);
    make(&emulator, "a\u{308}");
    assert_eq!(names(&emulator, ""), ["\u{e4}"]);
}

#[test]
fn orders_and_pages_shift() {
    let emulator = Emulator::new(EmulatorOptions::default());
    for name in ["A", "B", "C"] {
        make(&emulator, name);
    }
    emulator.set_script(Some(always(Call::ListStyles, InjectedFault::PagesShift { by: 1 })));
    assert_eq!(names(&emulator, "?page_size=2"), ["B", "C"]);
    emulator.set_script(Some(always(Call::ListStyles, InjectedFault::PagesShift { by: -1 })));
    assert_eq!(names(&emulator, "?page=1&page_size=2"), ["B", "C"]);
    let path = make(&emulator, "D");
    for label in ["1", "2", "3"] {
        let body = json!({ "label": label, "prompt": "P" });
        send(&emulator, "POST", &format!("{path}/custom_instructions"), Some(body));
    }
    emulator.set_script(Some(always(Call::GetStyle, InjectedFault::ReorderInstructions)));
    let shown = parsed(&send(&emulator, "GET", &path, None));
    assert_eq!(shown["custom_instructions"][0]["label"], "3");
}

#[test]
fn scripts_count_the_calls_that_a_rule_is_about() {
    let hits = |when: Value| {
        let file = json!({ "seed": 1, "rules": [
            { "calls": ["list-styles"], "when": when, "fault": { "kind": "status", "status": 503 } }] });
        let emulator = Emulator::new(EmulatorOptions::default());
        emulator.set_script(Some(FaultFile::parse(&file.to_string()).unwrap().into_script()));
        let mut hits = Vec::new();
        for at in 1..=1000 {
            make(&emulator, "other calls do not count");
            if send(&emulator, "GET", &format!("{LISTS}?page_size=1"), None).status == 503 {
                hits.push(at);
            }
        }
        hits
    };
    assert_eq!(hits(json!({ "nth": 2 })), [2]);
    assert_eq!(hits(json!({ "every": 250 })), [250, 500, 750, 1000]);
    assert_eq!(hits(json!({ "from": 3, "to": 5 })), [3, 4, 5]);
    assert_eq!(hits(json!({ "from": 996, "every": 2 })), [996, 998, 1000]);
    let share = hits(json!({ "probability": 0.1 })).len();
    assert!((60..140).contains(&share), "{share} of 1000");
    assert_eq!(hits(json!({})).len(), 1000);
}

#[test]
fn wrong_scripts_are_refused_in_words() {
    let cases = [
        (json!({}), "rules"),
        (json!({ "rules": [{ "fault": { "kind": "meteor" } }] }), "meteor"),
        (json!({ "rules": [{ "calls": ["list"], "fault": { "kind": "refused" } }] }), "no call is named `list`"),
        (json!({ "rules": [{ "wen": {}, "fault": { "kind": "refused" } }] }), "wen"),
        (json!({ "rules": [{ "fault": { "kind": "status", "status": 503, "after": 1 } }] }), "after"),
        (json!({ "rules": [{ "fault": { "kind": "status", "status": 99 } }] }), "99"),
        (json!({ "rules": [{ "when": { "probability": 2 }, "fault": { "kind": "refused" } }] }), "0 to 1"),
        (
            json!({ "rules": [{ "when": { "beyond": { "requests": 1, "seconds": 0 } }, "fault": { "kind": "refused" } }] }),
            "more than 0",
        ),
    ];
    for (file, wanted) in cases {
        let error = FaultFile::parse(&file.to_string()).unwrap_err();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn every_fault_has_one_name_in_scripts_and_in_the_log() {
    let faults = [
        InjectedFault::Refused,
        InjectedFault::LostBefore { hang: true },
        InjectedFault::LostAfter { hang: false },
        InjectedFault::Late { after_calls: Some(1), after_ms: None, hang: false },
        InjectedFault::with_status(500),
        InjectedFault::with_status_after(500),
        InjectedFault::Cut { keep: Some(1) },
        InjectedFault::Garbage,
        InjectedFault::Html { status: None },
        InjectedFault::NotStored,
        InjectedFault::Stale { writes: 1, ms: Some(1) },
        InjectedFault::Delay { ms: 1 },
        InjectedFault::Slow { ms: 1 },
        InjectedFault::Redirect { status: 302, location: "x".to_owned() },
        InjectedFault::TrimNames,
        InjectedFault::Compose,
        InjectedFault::Duplicate,
        InjectedFault::ReorderInstructions,
        InjectedFault::PagesShift { by: -1 },
    ];
    let schema = FaultFile::json_schema();
    let valid = jsonschema::validator_for(&schema).unwrap();
    for fault in faults {
        let written = serde_json::to_value(&fault).unwrap();
        assert_eq!(written["kind"], fault.name());
        let file = json!({ "rules": [{ "fault": written }] });
        assert_eq!(FaultFile::parse(&file.to_string()).unwrap().rules[0].fault, fault);
        assert!(valid.is_valid(&file), "{file}");
    }
}

fn request(call: Call, target: &str, body: Option<Value>) -> Request {
    Request {
        call,
        target: target.to_owned(),
        body: body.map(|body| body.to_string().into_bytes()),
        content_type: None,
    }
}

/// Sends through the embedded transport under a paused clock; says how long it took.
fn through(fault: Option<InjectedFault>) -> (Emulator, Result<Response, TransportError>, Duration) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let emulator = Emulator::new(EmulatorOptions {
            clock: Clock::following_tokio(DEFAULT_START),
            ..EmulatorOptions::default()
        });
        emulator.set_script(fault.map(|fault| always(Call::CreateStyle, fault)));
        let embedded = EmbeddedTransport::new(emulator.clone(), "key");
        let start = tokio::time::Instant::now();
        let body = json!({ "name": "A", "language": "de" });
        let request = request(Call::CreateStyle, LISTS, Some(body));
        let outcome = tokio::time::timeout(Duration::from_secs(60), embedded.send(&request)).await;
        let outcome = outcome.unwrap_or(Err(TransportError::NoAnswer("timeout".to_owned())));
        (emulator, outcome, start.elapsed())
    })
}

#[test]
fn the_embedded_transport_says_precisely_how_no_answer_came() {
    let stored = |emulator: &Emulator| emulator.style_lists("default").len();
    let (emulator, outcome, took) = through(None);
    assert_eq!((outcome.unwrap().status, stored(&emulator), took), (201, 1, Duration::ZERO));
    let (_, outcome, _) = through(Some(InjectedFault::Refused));
    assert!(matches!(outcome, Err(TransportError::NotSent(_))));
    let (emulator, outcome, _) = through(Some(InjectedFault::LostAfter { hang: false }));
    assert!(matches!(outcome, Err(TransportError::NoAnswer(_))));
    assert_eq!(stored(&emulator), 1);
    let (_, outcome, _) = through(Some(InjectedFault::Cut { keep: Some(3) }));
    let cut = outcome.unwrap();
    assert_eq!((cut.truncated, cut.body.len()), (true, 3));
    let (_, outcome, took) = through(Some(InjectedFault::Slow { ms: 5000 }));
    assert_eq!((outcome.unwrap().status, took), (201, Duration::from_secs(5)));
    let (emulator, outcome, took) = through(Some(InjectedFault::LostAfter { hang: true }));
    assert!(matches!(outcome, Err(TransportError::NoAnswer(_))));
    assert_eq!((stored(&emulator), took), (1, Duration::from_secs(60)));
}

#[test]
fn a_client_that_gives_up_takes_a_delayed_request_back() {
    let (emulator, outcome, _) = through(Some(InjectedFault::Delay { ms: 59_000 }));
    assert_eq!((outcome.unwrap().status, emulator.style_lists("default").len()), (201, 1));
    let (emulator, outcome, _) = through(Some(InjectedFault::Delay { ms: 61_000 }));
    assert!(outcome.is_err());
    assert!(emulator.style_lists("default").is_empty());
}
