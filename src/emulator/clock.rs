//! Time as the emulator sees it: a value handed in at construction, and moments as the service prints them.
//!
//! Always: whoever makes the emulator rules its time, so that the same requests at the same times give the same bytes.
//! The system's clock is there for [`Clock::system`] alone. Absent: timers. The emulator never waits; it says how long an answer lies ([`crate::emulator::HandledRequest::delay`]).

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A point in time, in microseconds since 1970: what the service's timestamps resolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(i64);

/// The moment that clocks of tests start at unless told otherwise: 2026-01-05T09:00:00Z.
pub const DEFAULT_START: Moment = Moment(1_767_603_600_000_000);

impl Moment {
    /// So many microseconds after 1970 began; beyond what a calendar can print it is brought to the nearest that it can.
    #[must_use]
    pub fn from_micros(micros: i64) -> Self {
        const FIRST: i64 = -62_135_596_800_000_000; // 0001-01-01
        const LAST: i64 = 253_370_764_800_000_000; // 9999-01-01
        Self(micros.clamp(FIRST, LAST))
    }

    /// Microseconds since 1970 began.
    #[must_use]
    pub fn as_micros(self) -> i64 {
        self.0
    }

    /// This moment moved on.
    #[must_use]
    pub fn advanced_by(self, wait: Duration) -> Self {
        Self::from_micros(self.0.saturating_add(i64::try_from(wait.as_micros()).unwrap_or(i64::MAX)))
    }

    /// How long after `earlier` it is; nothing when it is not after it.
    #[must_use]
    pub fn duration_since(self, earlier: Self) -> Duration {
        Duration::from_micros(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// As the `Date` header has it: `Mon, 05 Jan 2026 09:00:00 GMT`.
    #[must_use]
    pub fn http_date(self) -> String {
        DateTimePrinter::new().timestamp_to_rfc9110_string(&self.to_timestamp()).unwrap_or_default()
    }

    fn to_timestamp(self) -> Timestamp {
        Timestamp::from_microsecond(self.0).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

/// ISO 8601 in UTC with as many fraction digits as needed and never none, since clients of the service read times with a
/// pattern that asks for a fraction.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.to_timestamp().to_string();
        match written.strip_suffix('Z') {
            Some(whole) if !whole.contains('.') => write!(f, "{whole}.0Z"),
            Some(_) | None => f.write_str(&written),
        }
    }
}

impl JsonSchema for Moment {
    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = String::deserialize(deserializer)?;
        let timestamp: Timestamp = written.parse().map_err(de::Error::custom)?;
        Ok(Self::from_micros(timestamp.as_microsecond()))
    }
}

/// Where the emulator takes the time from.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Moment + Send + Sync>);

impl Clock {
    /// Any source of time.
    pub fn new(now: impl Fn() -> Moment + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// A clock that stands still.
    #[must_use]
    pub fn fixed(at: Moment) -> Self {
        Self::new(move || at)
    }

    /// A clock that moves on by `step` each time it is read.
    #[must_use]
    pub fn stepping(start: Moment, step: Duration) -> Self {
        let step = i64::try_from(step.as_micros()).unwrap_or(i64::MAX);
        let hand = AtomicI64::new(start.as_micros());
        Self::new(move || Moment::from_micros(hand.fetch_add(step, Ordering::Relaxed)))
    }

    /// A clock that only [`ManualClock::advance`] moves.
    #[must_use]
    pub fn manual(start: Moment) -> (Self, ManualClock) {
        let hand = ManualClock(Arc::new(AtomicI64::new(start.as_micros())));
        let read = hand.clone();
        (Self::new(move || Moment::from_micros(read.0.load(Ordering::Relaxed))), hand)
    }

    /// A clock that stands at `start` now and follows tokio's, which tests can pause.
    #[must_use]
    pub fn following_tokio(start: Moment) -> Self {
        let begin = tokio::time::Instant::now();
        Self::new(move || start.advanced_by(begin.elapsed()))
    }

    /// The clock of the system: for an emulator that people talk to.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the one clock that an emulator on a socket runs by")]
    pub fn system() -> Self {
        Self::new(|| {
            let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            Moment::from_micros(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
        })
    }

    /// What it shows.
    #[must_use]
    pub fn now(&self) -> Moment {
        (self.0)()
    }
}

impl Default for Clock {
    /// A millisecond further each time it is read.
    fn default() -> Self {
        Self::stepping(DEFAULT_START, Duration::from_millis(1))
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// Moves a [`Clock::manual`].
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<AtomicI64>);

impl ManualClock {
    /// Moves the clock on.
    pub fn advance(&self, by: Duration) {
        self.0.fetch_add(i64::try_from(by.as_micros()).unwrap_or(i64::MAX), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_print_as_many_fraction_digits_as_they_have() {
        assert_eq!(DEFAULT_START.to_string(), "2026-01-05T09:00:00.0Z");
        assert_eq!(DEFAULT_START.advanced_by(Duration::from_millis(120)).to_string(), "2026-01-05T09:00:00.12Z");
        assert_eq!(DEFAULT_START.advanced_by(Duration::from_micros(7)).to_string(), "2026-01-05T09:00:00.000007Z");
        assert_eq!(DEFAULT_START.http_date(), "Mon, 05 Jan 2026 09:00:00 GMT");
    }

    #[test]
    fn absurd_moments_still_print() {
        assert!(!Moment::from_micros(i64::MAX).to_string().is_empty());
        assert!(!Moment::from_micros(i64::MIN).http_date().is_empty());
    }
}
