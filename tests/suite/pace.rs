//! How fast the service is spoken to: as told, by all lanes together, without bursts and without wasting time.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use housestyle::apply::{FailureCause, RunEnd};
use housestyle::emulator::{InjectedFault, RateLimit};
use tokio::time::Instant;

use crate::world::{Ended, World, paused, style};

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
