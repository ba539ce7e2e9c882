//! One pace for all lanes: how soon the next request may go.
//!
//! It starts as fast as allowed (`--max-rps`, or no limit of ours). When the service says "too many", everybody waits
//! as told, and from then on requests are spaced by the rate that was last answered, creeping up while all goes well.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How many answers without complaint before the pace is raised a little.
const CALM_ANSWERS: u32 = 100;

/// The shared pace.
#[derive(Debug)]
pub struct RateLimiter {
    min_gap: Duration,
    state: Mutex<RateLimiterState>,
}

#[derive(Debug)]
struct RateLimiterState {
    gap: Duration,
    next_slot: Instant,
    answered: VecDeque<Instant>,
    calm_answers: u32,
    complaints: u32,
}

impl RateLimiter {
    /// A pace of at most this many requests per second; `None` for no limit of our own.
    #[must_use]
    pub fn new(max_rps: Option<u32>) -> Self {
        let floor = max_rps.map_or(Duration::ZERO, |rps| Duration::from_secs(1) / rps.max(1));
        let inner = RateLimiterState {
            gap: floor,
            next_slot: Instant::now(),
            answered: VecDeque::new(),
            calm_answers: 0,
            complaints: 0,
        };
        Self { min_gap: floor, state: Mutex::new(inner) }
    }

    /// Takes the next turn: when the request may go.
    #[must_use]
    pub fn reserve_slot(&self) -> Instant {
        let mut inner = self.lock_state();
        let at = inner.next_slot.max(Instant::now());
        inner.next_slot = at + inner.gap;
        at
    }

    /// A request was answered without complaint.
    pub fn record_success(&self) {
        let mut inner = self.lock_state();
        let now = Instant::now();
        while inner.answered.front().is_some_and(|at| now.duration_since(*at) > Duration::from_secs(1)) {
            inner.answered.pop_front();
        }
        inner.answered.push_back(now);
        inner.calm_answers += 1;
        if inner.calm_answers >= CALM_ANSWERS && inner.gap > self.min_gap {
            inner.calm_answers = 0;
            inner.complaints = 0;
            inner.gap = inner.gap.mul_f64(0.97).max(self.min_gap);
        }
    }

    /// The service said "too many": nobody sends for `wait`, and the spacing widens.
    pub fn record_rate_limit(&self, wait: Duration) {
        let mut inner = self.lock_state();
        let now = Instant::now();
        let until = now + wait;
        // Lanes that were in flight together complain together: that is one complaint.
        if inner.next_slot < until {
            let recent = inner.answered.iter().filter(|at| now.duration_since(**at) <= Duration::from_secs(1)).count();
            let rate = f64::from(u32::try_from(recent).unwrap_or(u32::MAX)).max(1.0) * 0.95;
            let learned = Duration::from_secs_f64(1.0 / rate);
            inner.complaints += 1;
            inner.gap = if inner.complaints > 1 { inner.gap.mul_f64(1.5) } else { inner.gap.max(learned) };
            inner.gap = inner.gap.min(Duration::from_secs(10));
            inner.next_slot = until;
        }
        inner.calm_answers = 0;
    }

    fn lock_state(&self) -> std::sync::MutexGuard<'_, RateLimiterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
