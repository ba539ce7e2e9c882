//! The limit on calls per second.

use std::time::Duration;

use crate::emulator::clock::Moment;

/// How many calls an account may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Calls per second in the long run.
    pub per_second: u32,
    /// Calls that may come at once after a rest.
    pub burst: u32,
}

/// The state of one account's limit: when the calls made so far would be paid for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RateMeter(Option<Moment>);

impl RateMeter {
    /// Counts a call, or says how long to wait for the next to be allowed.
    pub(crate) fn admit_call(&mut self, rate: RateLimit, now: Moment) -> Result<(), Duration> {
        let each = Duration::from_secs(1) / rate.per_second.max(1);
        let paid = self.0.map_or(now, |paid| paid.max(now)).advanced_by(each);
        let ahead = paid.duration_since(now);
        let room = each * rate.burst.max(1);
        if ahead > room {
            return Err(ahead - room);
        }
        self.0 = Some(paid);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emulator::clock::DEFAULT_START;

    #[test]
    fn a_burst_passes_and_then_the_rate_rules() {
        let rate = RateLimit { per_second: 10, burst: 3 };
        let mut meter = RateMeter::default();
        for _ in 0..3 {
            assert_eq!(meter.admit_call(rate, DEFAULT_START), Ok(()));
        }
        assert_eq!(meter.admit_call(rate, DEFAULT_START), Err(Duration::from_millis(100)));
        assert_eq!(meter.admit_call(rate, DEFAULT_START.advanced_by(Duration::from_millis(100))), Ok(()));
    }
}
