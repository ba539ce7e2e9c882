//! One pace for all lanes: whether the next request may go now, and if not, when to ask again.
//!
//! It starts as fast as allowed (`--max-rps`, or no limit of ours). A service that answers "too many requests" allows a
//! number of requests per window; both are learned: the number from what was answered before it refused, the length from
//! when it accepts again (as told by `Retry-After`, else found by single probes). From then on no more than that number
//! is sent per window. A refusal is not a fault: it draws on time, never on the budget of repeats.
//!
//! Always: while the service refuses, one request at a time finds out whether it accepts again.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Pause before the first probe where the service does not say how long to wait.
const FIRST_PROBE: Duration = Duration::from_millis(500);
/// Longest pause between two probes.
const LONGEST_PROBE: Duration = Duration::from_secs(30);
/// Longest pause that is taken at its word: beyond it no run waits.
const LONGEST_ASKED: Duration = Duration::from_secs(365 * 24 * 3600);
/// Requests that a window is taken to allow at least, as long as the service refused only once: an accident early in a run
/// must not slow all of it.
const FEWEST_AFTER_ONE_REFUSAL: u32 = 8;
/// How often others look whether a probe was answered.
const PROBE_POLL: Duration = Duration::from_millis(50);
/// Windows without refusal after which a limit that was met once is taken for an accident, and one that was met again
/// is tried a little higher.
const CLEAN_WINDOWS: u32 = 16;

/// The shared pace.
#[derive(Debug)]
pub struct RateLimiter {
    min_gap: Duration,
    state: Mutex<RateLimiterState>,
}

#[derive(Debug)]
struct RateLimiterState {
    /// Earliest moment of the next request, by `--max-rps` or a pause that the service asked for.
    next_slot: Instant,
    /// When the first request of this window was sent.
    window_start: Instant,
    /// Requests of this window that were let go.
    sent: u32,
    /// Requests of this window that were answered without a refusal.
    answered: u32,
    /// What a window allows, once learned.
    limit: Option<WindowLimit>,
    /// The window is used up: nobody sends but a probe.
    closed: Option<ClosedWindow>,
    /// Refusals after a window was thought open.
    refusals: u32,
    /// Windows in a row that were used up without a refusal.
    clean: u32,
}

/// What the service allows.
#[derive(Clone, Copy, Debug)]
struct WindowLimit {
    requests: u32,
    /// A window is longer than this,
    longer_than: Duration,
    /// … and this was long enough.
    enough: Duration,
}

/// A window that is used up.
#[derive(Clone, Copy, Debug)]
struct ClosedWindow {
    /// Since when the service refuses; nothing where it was never asked.
    refusing_since: Option<Instant>,
    /// When the next probe may go.
    until: Instant,
    /// Pause after the next refusal that says nothing of its own.
    pause: Duration,
    /// Whether a probe is on its way.
    probing: bool,
    /// The last moment of this window at which a request was refused, counted from its start.
    refused_at: Option<Duration>,
    /// Whether the service said how long to wait.
    told: bool,
}

/// Whether a request may go.
#[derive(Debug)]
pub enum Turn<'a> {
    /// It may go now.
    Go(Permit<'a>),
    /// Not yet: ask again at this moment.
    Wait(Instant),
}

/// Leave to send one request. What came of it is recorded with it; dropped without that, it counts as not answered.
#[derive(Debug)]
pub struct Permit<'a> {
    limiter: &'a RateLimiter,
    sent_at: Instant,
    probe: bool,
}

impl RateLimiter {
    /// A pace of at most this many requests per second; `None` for no limit of our own.
    #[must_use]
    pub fn new(max_rps: Option<u32>) -> Self {
        let now = Instant::now();
        let state = RateLimiterState {
            next_slot: now,
            window_start: now,
            sent: 0,
            answered: 0,
            limit: None,
            closed: None,
            refusals: 0,
            clean: 0,
        };
        let min_gap = max_rps.map_or(Duration::ZERO, |rps| Duration::from_secs(1) / rps.max(1));
        Self { min_gap, state: Mutex::new(state) }
    }

    /// Asks for leave to send.
    pub fn take_turn(&self) -> Turn<'_> {
        let mut state = self.lock_state();
        let now = Instant::now();
        if now < state.next_slot {
            return Turn::Wait(state.next_slot);
        }
        if state.closed.is_none()
            && let Some(limit) = state.limit
            && state.sent >= limit.requests
        {
            let until = state.window_start + limit.length();
            let pause = (limit.enough.saturating_sub(limit.longer_than) / 4).max(FIRST_PROBE / 2);
            state.closed = Some(ClosedWindow {
                refusing_since: None,
                until,
                pause,
                probing: false,
                refused_at: None,
                told: false,
            });
        }
        let probe = match &mut state.closed {
            Some(closed) if closed.probing => return Turn::Wait(now + PROBE_POLL),
            Some(closed) if now < closed.until => return Turn::Wait(closed.until),
            Some(closed) => {
                closed.probing = true;
                true
            }
            None => false,
        };
        if state.sent == 0 {
            state.window_start = now;
        }
        state.sent += 1;
        state.next_slot = now + self.min_gap;
        Turn::Go(Permit { limiter: self, sent_at: now, probe })
    }

    /// Nobody sends for so long: the service asked for a pause without refusing for the pace.
    pub fn pause_for(&self, wait: Duration) {
        let mut state = self.lock_state();
        state.next_slot = state.next_slot.max(Instant::now() + wait.min(LONGEST_ASKED));
    }

    /// Since when the service has refused every request.
    #[must_use]
    pub fn refusing_since(&self) -> Option<Instant> {
        self.lock_state().closed.and_then(|closed| closed.refusing_since)
    }

    fn lock_state(&self) -> MutexGuard<'_, RateLimiterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// The request was answered, and not with "too many requests".
    pub fn record_answer(self) {
        let mut state = self.limiter.lock_state();
        if !self.probe {
            state.answered += u32::from(self.sent_at >= state.window_start);
            return;
        }
        if let Some(closed) = state.closed.take() {
            state.open_window(closed, self.sent_at);
        }
    }

    /// The service answered "too many requests", and perhaps how long to wait. Returns how long nobody sends.
    pub fn record_refusal(self, asked: Option<Duration>) -> Duration {
        let mut state = self.limiter.lock_state();
        let now = Instant::now();
        let at = self.sent_at.saturating_duration_since(state.window_start);
        let mut closed = state.closed.take().unwrap_or(ClosedWindow {
            refusing_since: None,
            until: now,
            pause: FIRST_PROBE,
            probing: false,
            refused_at: None,
            told: false,
        });
        closed.refusing_since.get_or_insert(now);
        let asked = asked.map(|asked| asked.min(LONGEST_ASKED));
        let window_ends = state.limit.map(|limit| state.window_start + limit.length());
        let left = window_ends.map(|end| end.saturating_duration_since(now)).unwrap_or_default();
        let wait = asked.unwrap_or(closed.pause.max(left));
        // Lanes that were in flight together are refused together: that is one refusal.
        if self.probe || closed.refused_at.is_none() {
            if asked.is_none() {
                closed.pause = (closed.pause * 3 / 2).min(LONGEST_PROBE);
            }
            closed.refused_at = Some(at);
            closed.until = now + wait;
        } else if asked.is_some() {
            closed.until = closed.until.max(now + wait);
        }
        closed.told |= asked.is_some();
        let left = closed.until.saturating_duration_since(now);
        state.closed = Some(closed);
        left
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if self.probe
            && let Some(closed) = &mut self.limiter.lock_state().closed
        {
            closed.probing = false;
        }
    }
}

impl RateLimiterState {
    /// A probe was accepted: what the closed window taught, and a new one begins.
    fn open_window(&mut self, closed: ClosedWindow, probe_sent: Instant) {
        let passed = probe_sent.saturating_duration_since(self.window_start);
        let refused_at = closed.refused_at;
        let known = self.limit;
        if known.is_none() && self.answered == 0 {
            // Refused from the start: nothing was learned but when to begin.
            self.begin_window(probe_sent);
            return;
        }
        let longer_than = match (refused_at, known) {
            // The service said when: there is nothing to narrow down.
            _ if closed.told => passed,
            (Some(refused_at), _) => refused_at,
            (None, Some(known)) => known.longer_than.min(passed),
            (None, None) => Duration::ZERO,
        };
        let requests = if refused_at.is_some_and(|_| self.answered > 0 && !self.was_used_up(known)) {
            self.refusals += 1;
            self.clean = 0;
            if self.refusals == 1 { self.answered.max(FEWEST_AFTER_ONE_REFUSAL) } else { self.answered }
        } else {
            self.clean += u32::from(refused_at.is_none());
            self.raise(known.map_or(self.answered.max(1), |known| known.requests))
        };
        self.limit = Some(WindowLimit { requests: requests.max(1), longer_than, enough: passed });
        self.begin_window(probe_sent);
    }

    /// A window begins with a request that was accepted.
    fn begin_window(&mut self, first_sent: Instant) {
        self.window_start = first_sent;
        self.sent = 1;
        self.answered = 1;
    }

    /// Whether this window held as many requests as it was thought to allow: then only its length was mistaken.
    fn was_used_up(&self, known: Option<WindowLimit>) -> bool {
        known.is_some_and(|known| self.answered >= known.requests)
    }

    /// What to allow from now on: after a single refusal twice as much with each clean window, since that one may have been
    /// an accident; later a tenth more, ever more seldom.
    fn raise(&mut self, requests: u32) -> u32 {
        let needed = if self.refusals <= 1 { 1 } else { CLEAN_WINDOWS << (self.refusals - 2).min(6) };
        if self.clean < needed {
            return requests;
        }
        self.clean = 0;
        if self.refusals <= 1 { requests.saturating_mul(2) } else { requests + (requests / 10).max(1) }
    }
}

impl WindowLimit {
    /// How long a window is taken to be: half-way between what was too short and what was enough, until those are close.
    fn length(&self) -> Duration {
        let Self { requests: _, longer_than, enough } = *self;
        if enough > longer_than.mul_f64(1.1) + Duration::from_millis(200) { (longer_than + enough) / 2 } else { enough }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_doubled_after_one_refusal_and_raised_by_a_tenth_ever_more_seldom_after_more() {
        let limiter = RateLimiter::new(None);
        let mut state = limiter.lock_state();
        for (refusals, clean, requests, raised) in [
            (0, 0, 60, 60),
            (1, 0, 60, 60),
            (1, 1, 60, 120),
            (2, CLEAN_WINDOWS - 1, 60, 60),
            (2, CLEAN_WINDOWS, 60, 66),
            (2, CLEAN_WINDOWS, 3, 4),
            (3, CLEAN_WINDOWS, 60, 60),
            (3, 2 * CLEAN_WINDOWS, 60, 66),
            (4, 4 * CLEAN_WINDOWS, 60, 66),
            (99, 64 * CLEAN_WINDOWS, 60, 66),
        ] {
            (state.refusals, state.clean) = (refusals, clean);
            assert_eq!(state.raise(requests), raised, "{refusals} refusals, {clean} windows without");
        }
    }

    /// A limit of ten in ten seconds that was met once, and a window of ten answers, refused or not.
    fn after_ten(refused_at: Option<Duration>) -> (WindowLimit, u32) {
        let limiter = RateLimiter::new(None);
        let mut state = limiter.lock_state();
        let window = Duration::from_secs(10);
        state.limit = Some(WindowLimit { requests: 10, longer_than: window / 2, enough: window });
        (state.refusals, state.answered) = (1, 10);
        let now = Instant::now();
        let closed = ClosedWindow {
            refusing_since: None,
            until: now,
            pause: FIRST_PROBE,
            probing: true,
            refused_at,
            told: false,
        };
        state.open_window(closed, now + window);
        (state.limit.unwrap(), state.refusals)
    }

    #[test]
    fn a_window_that_held_as_many_as_thought_shows_a_higher_limit_or_a_longer_window() {
        let (limit, refusals) = after_ten(None);
        assert_eq!((limit.requests, refusals), (20, 1));
        let refused_at = Duration::from_secs(9);
        let (limit, refusals) = after_ten(Some(refused_at));
        assert_eq!((limit.requests, limit.longer_than, refusals), (10, refused_at, 1), "only the length was mistaken");
    }
}
