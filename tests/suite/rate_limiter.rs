//! How fast the service is spoken to: as told, by all lanes together, without bursts and without wasting time.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use housestyle::apply::{FailureCause, RunEnd};
use housestyle::emulator::{InjectedFault, RateLimit};
use housestyle::service::client::{Client, ClientConfig, build_request};
use housestyle::service::{Call, Request, Response, Transport, TransportError};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::simulated_world::{Dice, Ended, World, paused, style};

fn many(count: usize, name: &str) -> Vec<housestyle::model::style::Style> {
    (0..count).map(|n| style(&format!("s{n:03}"), &format!("Ours, {name} {n:03}"), "de", &[], &[])).collect()
}

#[test]
fn a_limit_of_ten_a_second_is_learned_from_few_complaints_and_nearly_used_up() {
    paused(async {
        let mut world = World::new(1, |setup| setup.rate = Some(RateLimit { per_second: 10, burst: 10 }));
        world.want(many(250, "new"));
        let start = Instant::now();
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert!(report.end.is_done(), "{report:?}");
        let log = world.emulator.log_entries();
        let complaints = log.iter().filter(|entry| entry.status == Some(429)).count();
        let calls = log.len() - complaints;
        let ideal = Duration::from_secs_f64(calls as f64 / 10.0);
        assert!(calls >= 500, "{calls} calls");
        assert!(complaints <= 5, "{complaints} complaints");
        assert!(start.elapsed() <= ideal.mul_f64(1.15), "{:?} instead of {ideal:?}", start.elapsed());
    });
}

#[test]
fn whatever_retry_after_says_the_attempts_stay_within_the_budget() {
    paused(async {
        for said in ["1", "0", "", "-7", "soon", "Mon, 21 Sep 2026 14:13:22 GMT"] {
            let mut world = World::new(1, |_| {});
            world.want(many(30, "new"));
            let mut n = 0;
            world.faults(Some(Box::new(move |_| {
                n += 1;
                (n % 11 == 0).then(|| InjectedFault::rate_limited(said))
            })));
            let ended = world.apply().await;
            assert!(matches!(&ended, Ended::Applied(_, report) if report.end.is_done()), "Retry-After {said:?}");
            let log = world.emulator.log_entries();
            let complaints = log.iter().filter(|entry| entry.status == Some(429)).count();
            let calls = log.len() - complaints;
            assert!(log.len() <= calls + calls / 10 + 10, "{} attempts for {calls} calls", log.len());
        }
    });
}

#[test]
fn a_pause_that_an_overloaded_service_asks_for_is_kept_by_every_lane() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(many(12, "new"));
        let calls = Arc::new(Mutex::new(Vec::new()));
        let seen = calls.clone();
        world.faults(Some(Box::new(move |_| {
            let mut calls = seen.lock().unwrap();
            calls.push(Instant::now());
            let headers = BTreeMap::from([("retry-after".to_owned(), "30".to_owned())]);
            (calls.len() == 9).then_some(InjectedFault::Status { status: 503, headers, body: None })
        })));
        assert!(matches!(world.apply().await, Ended::Applied(_, report) if report.end.is_done()));
        let calls = calls.lock().unwrap();
        let asked = calls[8];
        let next = calls.iter().find(|at| **at > asked).unwrap();
        assert!(*next >= asked + Duration::from_secs(30), "{:?}", *next - asked);
    });
}

#[test]
fn a_wait_longer_than_allowed_ends_the_run_at_once() {
    paused(async {
        let mut world = World::new(1, |_| {});
        world.want(many(3, "new"));
        world.faults(Some(Box::new(|_| Some(InjectedFault::rate_limited("1000000000000")))));
        let start = Instant::now();
        let Ended::Unread(unread) = world.apply().await else { panic!("went on") };
        assert_eq!(FailureCause::from(&unread), FailureCause::GaveUp);
        assert!(start.elapsed() < Duration::from_secs(1));
    });
}

#[test]
fn a_service_that_always_complains_is_left_alone_after_a_bounded_number_of_attempts() {
    paused(async {
        for fault in [
            InjectedFault::with_status(429),
            InjectedFault::with_status(529),
            InjectedFault::with_status(503),
            InjectedFault::Refused,
        ] {
            let mut world = World::new(1, |_| {});
            world.want(many(3, "new"));
            let always = fault.clone();
            world.faults(Some(Box::new(move |_| Some(always.clone()))));
            assert!(matches!(world.apply().await, Ended::Unread(_)), "{fault:?}");
            // A refusal for the pace draws on time: probes come ever more seldom, for five minutes.
            let most = if matches!(fault, InjectedFault::Status { status: 429 | 529, .. }) { 20 } else { 12 };
            let attempts = world.emulator.log_entries().len();
            assert!(attempts <= most, "{fault:?}: {attempts} attempts");
            assert_eq!(world.emulator.write_count(), 0);
        }
    });
}

#[test]
fn the_run_ends_when_its_time_is_up_and_the_next_one_goes_on() {
    paused(async {
        let mut world = World::new(1, |setup| setup.rate = Some(RateLimit { per_second: 2, burst: 2 }));
        world.want(many(20, "new"));
        world.manners.run_timeout = Some(Duration::from_secs(15));
        let start = Instant::now();
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert_eq!(report.end, RunEnd::Failed(FailureCause::GaveUp), "{report:?}");
        assert!(start.elapsed() <= Duration::from_secs(16));
        world.manners.run_timeout = None;
        let Ended::Applied(_, report) = world.apply().await else { panic!("not applied") };
        assert!(report.end.is_done(), "{report:?}");
        world.converged().unwrap();
    });
}

/// What stands before a service and refuses.
#[derive(Clone, Copy, Debug)]
enum Gate {
    /// Whatever it counts to so many: busy, with no limit that could be kept.
    Every(u64),
    /// So many in a hundred, by chance.
    Percent(u64),
    /// Beyond so many in each window of this many milliseconds.
    Window(u64, u64),
    /// Beyond so many per second, with room for so many at once.
    Bucket(u64, u64),
    /// While so many are on their way.
    AtOnce(u64),
}

/// A gate, what it asks to wait where it tells, and what it saw.
struct Gateway {
    gate: Gate,
    asks: Option<u64>,
    seen: Arc<Mutex<Seen>>,
}

#[derive(Default)]
struct Seen {
    requests: u64,
    refusals: u64,
    on_their_way: u64,
    window: Option<(Instant, u64)>,
    paid: Option<Instant>,
    dice: Option<Dice>,
}

impl Gate {
    fn refuses(self, seen: &mut Seen) -> bool {
        let now = Instant::now();
        match self {
            Self::Every(nth) => seen.requests.is_multiple_of(nth),
            Self::Percent(share) => seen.dice.get_or_insert_with(|| Dice::new(7)).chance(share),
            Self::Window(most, length) => {
                let (began, sent) = seen.window.get_or_insert((now, 0));
                if *began + Duration::from_millis(length) <= now {
                    (*began, *sent) = (now, 0);
                }
                *sent += 1;
                *sent > most
            }
            Self::Bucket(rate, burst) => {
                let each = Duration::from_secs(1) / u32::try_from(rate).unwrap();
                let paid = seen.paid.map_or(now, |paid| paid.max(now)) + each;
                let refuses = paid > now + each * u32::try_from(burst).unwrap();
                seen.paid = if refuses { seen.paid } else { Some(paid) };
                refuses
            }
            Self::AtOnce(most) => seen.on_their_way > most,
        }
    }
}

impl Transport for Gateway {
    async fn send(&self, _: &Request) -> Result<Response, TransportError> {
        let refused = {
            let mut seen = self.seen.lock().unwrap();
            seen.requests += 1;
            seen.on_their_way += 1;
            let refused = self.gate.refuses(&mut seen);
            seen.refusals += u64::from(refused);
            refused
        };
        sleep(Duration::from_millis(if refused { 5 } else { 80 })).await;
        self.seen.lock().unwrap().on_their_way -= 1;
        let headers = self.asks.filter(|_| refused).map(|asks| ("retry-after".to_owned(), asks.to_string()));
        let (status, body) = if refused { (429, Vec::new()) } else { (200, b"{}".to_vec()) };
        Ok(Response { status, headers: headers.into_iter().collect(), body, truncated: false })
    }
}

/// What came of so many calls in eight lanes.
struct Paced {
    took: Duration,
    refusals: u64,
    said: Vec<String>,
}

fn pace(gate: Gate, asks: Option<u64>, calls: usize) -> Paced {
    paused(async {
        let (seen, said) = (Arc::<Mutex<Seen>>::default(), Arc::<Mutex<Vec<String>>>::default());
        let heard = said.clone();
        let config = ClientConfig { max_wait: Duration::from_secs(3600), ..ClientConfig::default() };
        let on_wait = Box::new(move |_: Duration, why: &str| heard.lock().unwrap().push(why.to_owned()));
        let client = Client::new(Gateway { gate, asks, seen: seen.clone() }, config, watch::channel(false).1, on_wait);
        let (client, left) = (&client, &AtomicUsize::new(calls));
        let start = Instant::now();
        join_all((0..8).map(|_| async move {
            while left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok() {
                client.send_call(&build_request(Call::ListStyles, "/v3/style_rules", None)).await.unwrap();
            }
        }))
        .await;
        let refusals = seen.lock().unwrap().refusals;
        Paced { took: start.elapsed(), refusals, said: std::mem::take(&mut *said.lock().unwrap()) }
    })
}

/// What the pauses of a gate cost, and what a run without any would take: all its calls in eight lanes.
fn without_refusals(calls: usize) -> Duration {
    Duration::from_millis(80) * u32::try_from(calls.div_ceil(8)).unwrap()
}

#[test]
fn refusals_of_a_busy_gateway_cost_about_what_they_ask_for() {
    for (gate, asks, calls) in [
        (Gate::Every(4), 1, 100),
        (Gate::Every(4), 5, 400),
        (Gate::Every(10), 1, 100),
        (Gate::Every(10), 1, 400),
        (Gate::Every(10), 5, 400),
        (Gate::Every(10), 30, 1000),
        (Gate::Percent(10), 1, 400),
        (Gate::Percent(2), 10, 1000),
    ] {
        let Paced { took, refusals, .. } = pace(gate, Some(asks), calls);
        let asked = Duration::from_secs(asks * refusals) + without_refusals(calls);
        assert!(took <= asked.mul_f64(1.3), "{gate:?} asks {asks} s: {took:?} for {refusals} refusals");
    }
    // Where it does not tell, each costs the pause before the first probe, and a few guesses.
    for (gate, calls) in [(Gate::Every(4), 100), (Gate::Every(10), 400)] {
        let Paced { took, refusals, .. } = pace(gate, None, calls);
        let most = Duration::from_secs(3 * refusals);
        assert!(took <= most, "{gate:?}: {took:?} for {refusals} refusals");
    }
}

#[test]
fn limits_that_are_real_are_kept_after_few_refusals_and_told() {
    for (gate, asks, calls, most_refusals, per_second) in [
        (Gate::Window(10, 1000), Some(1), 500, 14, 10.0),
        (Gate::Window(10, 1000), None, 500, 20, 10.0),
        (Gate::Window(100, 10_000), Some(10), 500, 9, 10.0),
        (Gate::Window(100, 10_000), None, 500, 15, 10.0),
        (Gate::Window(300, 60_000), None, 1500, 21, 5.0),
        (Gate::Bucket(10, 10), Some(1), 500, 13, 10.0),
        (Gate::Bucket(10, 10), None, 500, 14, 10.0),
        (Gate::Bucket(10, 100), Some(1), 500, 13, 10.0),
        (Gate::Bucket(2, 20), None, 100, 11, 2.0),
        (Gate::AtOnce(4), None, 500, 9, 25.0),
    ] {
        let Paced { took, refusals, said } = pace(gate, asks, calls);
        let ideal = Duration::from_secs_f64(calls as f64 / per_second);
        assert!(refusals <= most_refusals, "{gate:?} asks {asks:?}: {refusals} refusals");
        assert!(took <= ideal.mul_f64(1.2), "{gate:?} asks {asks:?}: {took:?} instead of {ideal:?}");
        let told = said.iter().filter(|said| said.starts_with("limited to ")).count();
        assert!((1..=12).contains(&told), "{gate:?} asks {asks:?}: told {told} times");
    }
}
