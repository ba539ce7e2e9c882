//! One pace for all lanes: whether the next request may go now, and if not, when to ask again.
//!
//! It starts as fast as allowed (`--max-rps`, or no limit of ours). A service that answers "too many requests" may allow a
//! number of requests per window; both are learned: the number from what was answered before it refused, the length from
//! when it accepts again (as told by `Retry-After`, else found by single probes). From then on no more than that number
//! is sent per window. A refusal is not a fault: it draws on time, never on the budget of repeats.
//!
//! Or it is merely busy, and no pace would spare a refusal. So a window is a guess that has to hold. Where the service tells
//! how long to wait, two refusals after about as many answers make one; it is never longer than twice what the service
//! refused for; and what is refused although the window was kept contradicts it. It is dropped then, and 4, 8, 16, …
//! refusals cost what they ask for and no more before the next guess.
//!
//! Always: while the service refuses, one request at a time finds out whether it accepts again.

use std::fmt;
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
/// Refusals that teach nothing after a window was contradicted for the first time; twice as many after each further time.
const PASSED_AFTER_CONTRADICTION: u32 = 4;
/// How often that doubles.
const MOST_DOUBLINGS: u32 = 4;
/// Answers without a refusal that a window has to bring to count as right, in times of those before it was guessed.
const SPARED_TIMES: u32 = 4;
/// Windows that may be mistaken before they count as contradicted.
const MISTAKEN_WINDOWS: u32 = 4;
/// The same where the service tells how long to wait.
const MISTAKEN_TOLD_WINDOWS: u32 = 2;
/// Longest window, in times of what the service refused for.
const LONGEST_WINDOW: u32 = 2;

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
    /// Windows of which number or length was mistaken, since one was last right for long.
    mistaken: u32,
    /// Answers before the refusal that the window was guessed from,
    guessed_from: u32,
    /// … and since the last refusal.
    spared: u32,
    /// Answers before the last refusal that told how long to wait, while nothing is learned.
    answered_before: Option<u32>,
    /// How often a window was contradicted.
    contradictions: u32,
    /// Refusals to come that teach nothing.
    passing: u32,
}

/// What the service allows.
#[derive(Clone, Copy, Debug)]
struct WindowLimit {
    requests: u32,
    /// A window is longer than this,
    longer_than: Duration,
    /// … and this was long enough.
    enough: Duration,
    /// Longest time for which the service refused.
    refused_for: Duration,
    /// The last window that was kept: used up, and followed by an answer. No request and no time where none was yet.
    kept: (u32, Duration),
    /// Whether somebody was told.
    reported: bool,
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
    /// Not yet: ask again at this moment. With the window that is used up, where that is news.
    Wait(Instant, Option<UsedWindow>),
}

/// A window that is used up, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedWindow {
    /// Requests that it allows.
    pub requests: u32,
    /// How long it is.
    pub length: Duration,
}

impl fmt::Display for UsedWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = (self.length.as_secs_f64() * 10.0).round() / 10.0;
        write!(f, "limited to {} requests per {seconds} s, as the service refuses more", self.requests)
    }
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
            mistaken: 0,
            guessed_from: 0,
            spared: 0,
            answered_before: None,
            contradictions: 0,
            passing: 0,
        };
        let min_gap = max_rps.map_or(Duration::ZERO, |rps| Duration::from_secs(1) / rps.max(1));
        Self { min_gap, state: Mutex::new(state) }
    }

    /// Asks for leave to send.
    pub fn take_turn(&self) -> Turn<'_> {
        let mut state = self.lock_state();
        let now = Instant::now();
        if now < state.next_slot {
            return Turn::Wait(state.next_slot, None);
        }
        let mut news = None;
        if state.closed.is_none()
            && let Some(limit) = state.limit
            && state.sent >= limit.requests
        {
            if let Some(limit) = state.limit.as_mut().filter(|limit| !limit.reported) {
                limit.reported = true;
                news = Some(UsedWindow { requests: limit.requests, length: limit.length() });
            }
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
            Some(closed) if closed.probing => return Turn::Wait(now + PROBE_POLL, None),
            Some(closed) if now < closed.until => return Turn::Wait(closed.until, news),
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
        match (closed.refused_at, self.limit) {
            (None, Some(known)) => self.keep_window(known, passed),
            (Some(refused_at), Some(known)) => self.correct_window(known, &closed, refused_at, passed, probe_sent),
            (Some(refused_at), None) => self.guess_window(&closed, refused_at, passed, probe_sent),
            // Nothing closes a window but a limit or a refusal.
            (None, None) => {}
        }
        self.begin_window(probe_sent);
    }

    /// The window was used up, and what came after it was accepted.
    fn keep_window(&mut self, known: WindowLimit, passed: Duration) {
        self.clean += 1;
        self.spared = self.spared.saturating_add(self.answered);
        if self.spared >= self.guessed_from.saturating_mul(SPARED_TIMES) {
            self.mistaken = 0;
        }
        let requests = self.raise(known.requests);
        let enough = known.enough.min(passed);
        self.limit = Some(WindowLimit {
            requests,
            longer_than: known.longer_than.min(enough),
            enough,
            refused_for: known.refused_for,
            kept: (self.answered, known.length()),
            reported: known.reported && requests == known.requests,
        });
    }

    /// The service refused without a window of ours: what it may allow.
    fn guess_window(&mut self, closed: &ClosedWindow, refused_at: Duration, passed: Duration, probe_sent: Instant) {
        if self.passing > 0 {
            self.passing -= 1;
            return;
        }
        if self.answered == 0 {
            // Refused from the start: nothing was learned but when to begin.
            return;
        }
        let is_alike = |before: u32| before.abs_diff(self.answered) <= (before / 4).max(1);
        if closed.told && !self.answered_before.replace(self.answered).is_some_and(is_alike) {
            return;
        }
        self.refusals = if closed.told { 2 } else { 1 };
        (self.clean, self.mistaken, self.spared) = (0, 0, 0);
        self.guessed_from = self.answered;
        let requests = if closed.told { self.answered } else { self.answered.max(FEWEST_AFTER_ONE_REFUSAL) };
        let longer_than = if closed.told { passed } else { refused_at };
        self.limit =
            Some(WindowLimit::new(requests, longer_than, passed, closed.refused_for(probe_sent), (0, Duration::ZERO)));
    }

    /// The service refused although there was a window: its number or its length was mistaken, or there is none.
    fn correct_window(
        &mut self,
        known: WindowLimit,
        closed: &ClosedWindow,
        refused_at: Duration,
        passed: Duration,
        probe_sent: Instant,
    ) {
        let used_up = self.answered >= known.requests;
        // More requests than were kept, or as many in less time, were no more than a try.
        let (kept, kept_in) = known.kept;
        let was_tried = kept > 0 && (self.answered >= kept || known.length() < kept_in);
        let is_less = !was_tried && self.answered < kept - kept / 4;
        self.mistaken += u32::from(!was_tried);
        self.spared = 0;
        // The service itself had told how long the window is, or no window spares a refusal.
        let contradicts = match closed.told {
            true => used_up || is_less || self.mistaken >= MISTAKEN_TOLD_WINDOWS,
            false => self.mistaken >= MISTAKEN_WINDOWS,
        };
        if contradicts {
            self.drop_window();
            return;
        }
        let longer_than = if closed.told { passed } else { refused_at };
        let refused_for = known.refused_for.max(closed.refused_for(probe_sent));
        let requests = if used_up {
            known.requests
        } else {
            self.refusals += 1;
            self.clean = 0;
            self.answered.max(1)
        };
        self.limit = Some(WindowLimit::new(requests, longer_than, passed, refused_for, (kept.min(requests), kept_in)));
    }

    /// No window explains what was refused: the service is busy, and the next refusals cost what they ask for.
    fn drop_window(&mut self) {
        self.limit = None;
        self.answered_before = None;
        self.passing = PASSED_AFTER_CONTRADICTION << self.contradictions.min(MOST_DOUBLINGS);
        self.contradictions += 1;
    }

    /// A window begins with a request that was accepted.
    fn begin_window(&mut self, first_sent: Instant) {
        self.window_start = first_sent;
        self.sent = 1;
        self.answered = 1;
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

impl ClosedWindow {
    /// How long the service refused, until this probe.
    fn refused_for(&self, probe_sent: Instant) -> Duration {
        self.refusing_since.map_or(Duration::ZERO, |since| probe_sent.saturating_duration_since(since))
    }
}

impl WindowLimit {
    /// A window that nobody was told of, no longer than what the service refused for justifies.
    fn new(
        requests: u32,
        longer_than: Duration,
        enough: Duration,
        refused_for: Duration,
        kept: (u32, Duration),
    ) -> Self {
        let enough = enough.min(refused_for * LONGEST_WINDOW);
        Self {
            requests: requests.max(1),
            longer_than: longer_than.min(enough),
            enough,
            refused_for,
            kept,
            reported: false,
        }
    }

    /// How long a window is taken to be: half-way between what was too short and what was enough, until those are close.
    fn length(&self) -> Duration {
        let Self { requests: _, longer_than, enough, refused_for: _, kept: _, reported: _ } = *self;
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
    fn after_ten(refused_at: Option<Duration>, told: bool) -> (Option<WindowLimit>, u32) {
        let limiter = RateLimiter::new(None);
        let mut state = limiter.lock_state();
        let window = Duration::from_secs(10);
        state.limit = Some(WindowLimit::new(10, window / 2, window, window, (0, Duration::ZERO)));
        (state.refusals, state.answered) = (1, 10);
        let now = Instant::now();
        let closed = ClosedWindow {
            refusing_since: refused_at.map(|at| now + at),
            until: now,
            pause: FIRST_PROBE,
            probing: true,
            refused_at,
            told,
        };
        state.open_window(closed, now + window);
        (state.limit, state.refusals)
    }

    #[test]
    fn a_window_that_held_as_many_as_thought_shows_a_higher_limit_or_a_longer_window_or_none() {
        let (limit, refusals) = after_ten(None, false);
        assert_eq!((limit.unwrap().requests, refusals), (20, 1));
        let refused_at = Duration::from_secs(9);
        let (limit, refusals) = after_ten(Some(refused_at), false);
        let limit = limit.unwrap();
        assert_eq!((limit.requests, limit.longer_than, refusals), (10, refused_at, 1), "only the length was mistaken");
        assert!(after_ten(Some(refused_at), true).0.is_none(), "the service itself had told the length");
    }

    #[test]
    fn a_window_is_no_longer_than_twice_what_the_service_refused_for() {
        let second = Duration::from_secs(1);
        let limit = WindowLimit::new(9, 40 * second, 60 * second, 3 * second, (0, Duration::ZERO));
        assert_eq!((limit.length(), limit.requests), (6 * second, 9));
        let used = UsedWindow { requests: 9, length: limit.length() };
        assert_eq!(used.to_string(), "limited to 9 requests per 6 s, as the service refuses more");
    }
}
