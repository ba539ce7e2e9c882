//! The fence: no request that writes leaves this process unless its lease certainly still holds.
//!
//! A lease is free for others when nobody renewed it for `EXPIRY` of `housestyle_state::lease`. So it certainly holds until the
//! moment *before* the last renewal began, plus a span that is shorter than the expiry: whatever that renewal took, and
//! whatever happened to this process since, others have counted no longer. The clock counts the time that the machine or the
//! process was stopped. Whoever asks for passage later than that waits: the lease is renewed first, or is lost.
//!
//! Always holds: a lease that was lost or given back never lets anything pass again.
//!
//! Deliberately absent: a promise about what has passed. It may arrive later; the service has no token that would refuse it.

use std::fmt;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

/// A clock that never goes backwards and counts the time in which machine or process were stopped.
#[derive(Clone)]
pub struct FenceClock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl FenceClock {
    /// The clock of this machine: time since it was started.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(time_since_boot))
    }

    /// A clock that somebody else sets.
    pub fn from_fn(now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// Time since a moment that stays the same for this clock.
    #[must_use]
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl fmt::Debug for FenceClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FenceClock").field(&self.now()).finish()
    }
}

/// `CLOCK_BOOTTIME` counts suspension; elsewhere on Unix `CLOCK_MONOTONIC` does.
#[cfg(unix)]
fn time_since_boot() -> Duration {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    let clock = rustix::time::ClockId::Boottime;
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let clock = rustix::time::ClockId::Monotonic;
    // Such a clock is never before its beginning.
    Duration::try_from(rustix::time::clock_gettime(clock)).unwrap_or_default()
}

/// The performance counter of Windows counts suspension.
#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "the paused clock of tests is another clock: `FenceClock::from_fn`")]
fn time_since_boot() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// What is known of the lease.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LeaseStanding {
    /// None is needed: the state is a file that the operating system locks, or nothing is written.
    NotNeeded,
    /// It holds for `span` from `renewed` on.
    Held {
        /// Before the last renewal began.
        renewed: Duration,
        /// For how long it then certainly held.
        span: Duration,
    },
    /// It went to another run; who that is, is being asked.
    Doubted,
    /// It is gone, and why.
    Lost(String),
    /// It was given back: the run is over.
    GivenBack,
}

/// Whether a request that writes may leave now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FencePassage {
    /// It may.
    Open,
    /// Not before the lease was renewed.
    Expired,
    /// Never again, and why.
    Closed(String),
}

/// The fence of one run: what renews its lease tells it, and every request that writes asks it.
#[derive(Clone, Debug)]
pub struct Fence {
    clock: FenceClock,
    standing: watch::Sender<LeaseStanding>,
    renewer: Arc<Mutex<Option<Sender<()>>>>,
}

impl Default for Fence {
    fn default() -> Self {
        Self::new(FenceClock::system())
    }
}

impl Fence {
    /// The fence of a run that needs no lease yet.
    #[must_use]
    pub fn new(clock: FenceClock) -> Self {
        Self { clock, standing: watch::Sender::new(LeaseStanding::NotNeeded), renewer: Arc::default() }
    }

    /// The time by the clock of the fence.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.clock.now()
    }

    /// Whether a request that writes may leave now.
    #[must_use]
    pub fn passage(&self) -> FencePassage {
        match &*self.standing.borrow() {
            LeaseStanding::NotNeeded => FencePassage::Open,
            LeaseStanding::Held { renewed, span } if self.now() < renewed.saturating_add(*span) => FencePassage::Open,
            LeaseStanding::Held { .. } | LeaseStanding::Doubted => FencePassage::Expired,
            LeaseStanding::Lost(why) => FencePassage::Closed(why.clone()),
            LeaseStanding::GivenBack => FencePassage::Closed("it was given back".to_owned()),
        }
    }

    /// Comes back once a request that writes may leave: at once, or when the lease was renewed. Nothing is waited for between
    /// the last look at the clock and the return.
    ///
    /// # Errors
    /// Why the lease is gone.
    pub async fn admit(&self) -> Result<(), String> {
        let mut changes = self.standing.subscribe();
        loop {
            match self.passage() {
                FencePassage::Open => return Ok(()),
                FencePassage::Closed(why) => return Err(why),
                FencePassage::Expired => self.ask_for_renewal(),
            }
            // This fence holds the sender, so it cannot be gone.
            let _changed = changes.changed().await;
        }
    }

    /// Why the lease is gone, where it is.
    #[must_use]
    pub fn lost(&self) -> Option<String> {
        match &*self.standing.borrow() {
            LeaseStanding::Lost(why) => Some(why.clone()),
            LeaseStanding::NotNeeded
            | LeaseStanding::Held { .. }
            | LeaseStanding::Doubted
            | LeaseStanding::GivenBack => None,
        }
    }

    /// From now on requests wait for the lease, which `renewer` renews when it is told to.
    pub fn hold(&self, renewed: Duration, span: Duration, renewer: Sender<()>) {
        *self.renewer.lock().unwrap_or_else(PoisonError::into_inner) = Some(renewer);
        self.standing.send_replace(LeaseStanding::Held { renewed, span });
    }

    /// The lease was renewed by what began at `renewed`.
    pub fn renew(&self, began: Duration) {
        self.standing.send_modify(|standing| {
            if let LeaseStanding::Held { renewed, .. } = standing {
                *renewed = began.max(*renewed);
            }
        });
    }

    /// Whether the lease still holds certainly.
    pub fn is_open(&self) -> bool {
        self.passage() == FencePassage::Open
    }

    /// Another run has the lease; [`Self::lose`] follows.
    pub fn doubt(&self) {
        self.standing.send_modify(|standing| {
            if matches!(standing, LeaseStanding::Held { .. }) {
                *standing = LeaseStanding::Doubted;
            }
        });
    }

    /// The lease is gone.
    pub fn lose(&self, why: &str) {
        self.standing.send_modify(|standing| {
            if !matches!(standing, LeaseStanding::Lost(_)) {
                *standing = LeaseStanding::Lost(why.to_owned());
            }
        });
    }

    /// The lease is given back.
    pub fn give_back(&self) {
        self.standing.send_modify(|standing| {
            if !matches!(standing, LeaseStanding::Lost(_)) {
                *standing = LeaseStanding::GivenBack;
            }
        });
    }

    fn ask_for_renewal(&self) {
        let renewer = self.renewer.lock().unwrap_or_else(PoisonError::into_inner);
        if renewer.as_ref().is_none_or(|renewer| renewer.send(()).is_err()) {
            drop(renewer);
            self.lose("nothing renews it any more");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn the_clock_of_the_machine_goes_on() {
        let clock = FenceClock::system();
        let first = clock.now();
        assert!(clock.now() >= first && first > Duration::ZERO);
    }

    #[tokio::test]
    async fn a_lease_lets_pass_for_its_span_and_then_asks_to_be_renewed() {
        let seconds = Arc::new(AtomicU64::new(100));
        let read = seconds.clone();
        let fence = Fence::new(FenceClock::from_fn(move || Duration::from_secs(read.load(Ordering::SeqCst))));
        assert_eq!(fence.passage(), FencePassage::Open);
        let (ask, asked) = channel();
        fence.hold(Duration::from_secs(100), Duration::from_secs(45), ask);
        seconds.store(144, Ordering::SeqCst);
        assert_eq!(fence.admit().await, Ok(()));
        seconds.store(145, Ordering::SeqCst);
        assert_eq!((fence.passage(), asked.try_recv().is_err()), (FencePassage::Expired, true));
        let (waits, held) = (fence.clone(), fence.clone());
        let waiting = tokio::spawn(async move { waits.admit().await });
        while asked.try_recv().is_err() {
            tokio::task::yield_now().await;
        }
        held.renew(Duration::from_secs(101));
        assert_eq!(waiting.await.unwrap(), Ok(()));
        fence.lose("another run took over");
        fence.renew(Duration::from_secs(145));
        fence.give_back();
        assert_eq!(fence.admit().await, Err("another run took over".to_owned()));
    }

    #[tokio::test]
    async fn a_lease_that_nothing_renews_any_more_is_lost() {
        let fence = Fence::default();
        fence.hold(Duration::ZERO, Duration::ZERO, channel().0);
        assert!(fence.admit().await.unwrap_err().contains("nothing renews it"));
    }
}
