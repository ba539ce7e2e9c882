//! A service that answers nonsense: whatever comes, a run ends in bounded time with an error, and nothing is believed.

use std::future::Future;
use std::sync::Mutex;
use std::time::Duration;

use housestyle::apply::refresh_and_plan;
use housestyle::catalogue::{Limits, load};
use housestyle::check::Desired;
use housestyle::plan::{Basis, PlanOptions};
use housestyle::service::client::{Client, ClientConfig};
use housestyle::service::{Request, Response, Transport, TransportError};
use housestyle::state::State;
use tokio::time::Instant;

use crate::simulated_world::{Dice, style};

/// Answers whatever a function makes up.
struct Liar<F>(Mutex<F>);

impl<F: FnMut(&Request) -> Result<Response, TransportError> + Send> Transport for Liar<F> {
    fn send(&self, request: &Request) -> impl Future<Output = Result<Response, TransportError>> + Send {
        let answer = (self.0.lock().unwrap())(request);
        async move { answer }
    }
}

fn ok(body: impl Into<Vec<u8>>) -> Result<Response, TransportError> {
    Ok(Response { status: 200, headers: Vec::new(), body: body.into(), truncated: false })
}

/// Reads and plans against the liar; how that ended, in words, and how long it took on the paused clock.
fn read(answer: impl FnMut(&Request) -> Result<Response, TransportError> + Send) -> (Result<String, String>, Duration) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let start = Instant::now();
        let (_running, stop) = tokio::sync::watch::channel(false);
        let client = Client::new(Liar(Mutex::new(answer)), ClientConfig::default(), stop, Box::new(|_, _| {}));
        let catalogue = load::builtin_catalogue(load::Edition::Core);
        let desired =
            Desired::try_from_styles(vec![style("a", "Ours", "de", &[], &[("one", "First.")])], &Limits::default())
                .unwrap();
        let basis = Basis {
            origin: "emulator".to_owned(),
            environment: "default".to_owned(),
            desired: desired.digest().into(),
            catalogue: catalogue.digest(),
            options: PlanOptions::default(),
        };
        let plan = refresh_and_plan(&client, &desired, &State::default(), &catalogue, &basis, true).await;
        (plan.map(|plan| format!("{:?}", plan.items)).map_err(|unread| unread.to_string()), start.elapsed())
    })
}

#[test]
fn answers_of_wrong_shape_are_unreadable_and_never_taken_for_an_empty_account() {
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let list = |fields: &str| format!("{{\"style_rules\":[{{{fields}}}]}}");
    let whole = "\"style_id\":\"a-1\",\"name\":\"n\",\"language\":\"de\",\"version\":1,\"custom_instructions\":[]";
    let shapes: Vec<String> = [
        "",
        " ",
        "null",
        "[]",
        "{}",
        "true",
        "1",
        "\"style_rules\"",
        "{\"style_rules\":{}}",
        "{\"style_rules\":null}",
        "{\"style_rules\":[null]}",
        "{\"style_rules\":[[]]}",
        "{\"style_rules\":[{}]}",
        "<html></html>",
        "\u{0}",
    ]
    .into_iter()
    .map(str::to_owned)
    .chain([
        nested,
        list("\"style_id\":\"../../etc\",\"name\":\"n\",\"language\":\"de\",\"version\":1"),
        list("\"style_id\":1,\"name\":\"n\",\"language\":\"de\",\"version\":1"),
        list("\"style_id\":\"a-1\",\"name\":\"n\",\"language\":\"de\",\"version\":-1"),
        list("\"style_id\":\"a-1\",\"name\":\"n\",\"language\":\"de\",\"version\":1e99"),
        list("\"style_id\":\"a-1\",\"name\":null,\"language\":\"de\",\"version\":1"),
        list(&whole.replace("[]", "[{\"id\":\"x\"}]")),
        format!("{} trailing", list(whole)),
        list(whole).replace("]}", ""),
    ])
    .collect();
    for shape in shapes {
        let body = shape.clone().into_bytes();
        let (ended, took) = read(move |_| ok(body.clone()));
        let why = ended.expect_err(&shape.chars().take(80).collect::<String>());
        assert!(why.contains("cannot be read"), "{why}");
        assert!(took < Duration::from_secs(70));
    }
}

#[test]
fn pages_that_repeat_or_never_end_are_given_up() {
    let item = |n: u64| {
        format!(
            "{{\"style_id\":\"id-{n}\",\"name\":\"n\",\"language\":\"de\",\"version\":1,\"custom_instructions\":[]}}"
        )
    };
    let page =
        |from: u64| format!("{{\"style_rules\":[{}]}}", (from..from + 25).map(item).collect::<Vec<_>>().join(","));
    let same = page(0);
    let (ended, _) = read(move |_| ok(same.clone()));
    assert!(ended.expect_err("no end").contains("same lists"));
    let mut next = 0;
    let (ended, _) = read(move |_| {
        next += 25;
        ok(page(next))
    });
    assert!(ended.expect_err("no end").contains("does not end"));
}

#[test]
fn random_bytes_and_random_statuses_end_every_run_in_bounded_time() {
    for seed in 0..300 {
        let mut dice = Dice::new(seed);
        let (ended, took) = read(move |_| match dice.below(4) {
            0 => Err(TransportError::NoAnswer("gone".to_owned())),
            1 => Err(TransportError::NotSent("refused".to_owned())),
            _ => {
                let status = 200 + u16::try_from(dice.below(400)).unwrap();
                let headers = vec![("retry-after".to_owned(), dice.below(100).to_string())];
                let body = (0..dice.below(300)).map(|_| u8::try_from(dice.below(256)).unwrap()).collect();
                Ok(Response { status, headers, body, truncated: dice.chance(10) })
            }
        });
        assert!(ended.is_err(), "seed {seed}: {ended:?}");
        assert!(took < Duration::from_secs(3_600), "seed {seed}: {took:?}");
    }
}

#[test]
fn a_listing_that_hides_what_is_bound_is_not_trusted() {
    // A free plan's key has been seen to list nothing where a paid one lists everything.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        use crate::simulated_world::{Ended, World};
        let mut world = World::new(1, |_| {});
        world.want(vec![style("a", "Ours", "de", &[], &[])]);
        assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
        let writes = world.emulator.write_count();
        world.want(vec![style("a", "Ours", "de", &[], &[]), style("b", "Ours too", "de", &[], &[])]);
        world.faults(Some(Box::new(|seen| {
            let lists = seen.call == housestyle::service::Call::ListStyles;
            lists.then(|| {
                serde_json::from_str("{\"kind\":\"status\",\"status\":200,\"body\":\"{\\\"style_rules\\\":[]}\"}")
                    .unwrap()
            })
        })));
        let Ended::Refused(plan) = world.apply().await else { panic!("believed") };
        assert_eq!(plan.blockers[0].safeguard, housestyle::plan::Safeguard::UnreliableListing);
        assert_eq!(world.emulator.write_count(), writes);
    });
}
