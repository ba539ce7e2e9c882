//! One call in, one meaning out: pace, time limits, and repeating what the table allows, for all lanes together.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use crate::service::error::{Error, Trouble};
use crate::service::pace::Pace;
use crate::service::retry::{Meaning, meaning, repeats_when_unsure};
use crate::service::{Broken, Call, Request, Response, Transport};

/// How a run may use the service.
#[derive(Clone, Debug)]
pub struct Manners {
    /// Most requests per second; `None` for no limit of our own.
    pub max_rps: Option<u32>,
    /// The whole run ends after this.
    pub timeout: Option<Duration>,
    /// One request is given up after this.
    pub patience: Duration,
    /// Longest single wait that the service may ask for.
    pub max_wait: Duration,
    /// How long a lost creation is looked for.
    pub settle: Duration,
    /// Where chance (jitter, nonces) begins.
    pub seed: u64,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            max_rps: None,
            timeout: None,
            patience: Duration::from_secs(60),
            max_wait: Duration::from_secs(300),
            settle: Duration::from_secs(30),
            seed: 0,
        }
    }
}

/// Somebody who wants to know why nothing happens for a while.
pub type OnWait = Box<dyn Fn(Duration, &str) + Send + Sync>;

/// The service, spoken to with manners.
pub struct Client<T> {
    transport: T,
    manners: Manners,
    pace: Pace,
    deadline: Mutex<Option<Instant>>,
    stop: watch::Receiver<bool>,
    chance: AtomicU64,
    calls: AtomicU64,
    repeats: AtomicU64,
    clock: Mutex<Option<String>>,
    on_wait: OnWait,
}

/// An answer, and what it took to get it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// 2xx.
    pub response: Response,
    /// How often the call may have been carried out without our seeing an answer.
    pub unsure: u32,
}

impl<T: Transport> Client<T> {
    /// A client for one run. When `stop` turns true, no further call begins.
    pub fn new(transport: T, manners: Manners, stop: watch::Receiver<bool>, on_wait: OnWait) -> Self {
        Self {
            transport,
            pace: Pace::new(manners.max_rps),
            deadline: Mutex::new(deadline(&manners)),
            stop,
            chance: AtomicU64::new(manners.seed),
            calls: AtomicU64::new(0),
            repeats: AtomicU64::new(0),
            manners,
            clock: Mutex::new(None),
            on_wait,
        }
    }

    /// How the run may use the service.
    pub fn manners(&self) -> &Manners {
        &self.manners
    }

    /// How many requests were sent so far, repeats included.
    pub fn sent(&self) -> u64 {
        self.calls.load(Ordering::Relaxed) + self.repeats.load(Ordering::Relaxed)
    }

    /// The service's own time at its last answer: an HTTP date. Ages are told by it, never by the clock of this machine.
    pub fn clock(&self) -> Option<String> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins the time of the run anew: a person who was asked took some of it.
    pub fn restart(&self) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline(&self.manners);
    }

    /// Whether the run was asked to stop.
    pub fn stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Sends a call, again where that is safe and sensible.
    ///
    /// # Errors
    /// See [`Trouble`]. A POST that may have been carried out comes back as [`Trouble::Unsure`] after one attempt.
    pub async fn call(&self, request: &Request) -> Result<Answer, Error> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let mut attempt = Attempt::default();
        loop {
            self.wait_until(self.pace.turn()).await.map_err(|trouble| attempt.error(request, trouble))?;
            attempt.attempts += 1;
            let result = match timeout(self.manners.patience, self.transport.send(request)).await {
                Ok(result) => result,
                Err(_) => Err(Broken::NoAnswer(format!("none came within {} s", self.manners.patience.as_secs()))),
            };
            if let Ok(response) = &result
                && let Some(trace) = response.header("x-trace-id")
            {
                attempt.trace = Some(trace.to_owned());
            }
            if let Ok(response) = &result
                && let Some(date) = response.header("date")
            {
                *self.clock.lock().unwrap_or_else(PoisonError::into_inner) = Some(date.to_owned());
            }
            let means = meaning(&result, None);
            match (means, result) {
                (Meaning::Answered, Ok(response)) => {
                    self.pace.answered();
                    if !response.cut {
                        return Ok(Answer { response, unsure: attempt.unsure });
                    }
                    let trouble = Trouble::Unreadable("it ended before its promised length".to_owned());
                    if !request.call.reads() || attempt.attempts > 2 {
                        return Err(attempt.error(request, trouble));
                    }
                    let wait = self.backoff(attempt.attempts);
                    self.again(request, &mut attempt, wait, trouble, "the answer was cut").await?;
                }
                (Meaning::Refused, Ok(response)) => {
                    self.pace.answered();
                    let trouble = Trouble::Refused { status: response.status, message: message(&response) };
                    return Err(attempt.error(request, trouble));
                }
                (Meaning::Redirected, Ok(response)) => {
                    let location = response.header("location").unwrap_or("nowhere").to_owned();
                    return Err(attempt.error(request, Trouble::Redirected { status: response.status, location }));
                }
                (Meaning::Limited(asked), Ok(response)) => {
                    let trouble = Trouble::Limited { status: response.status };
                    let wait = asked.unwrap_or_else(|| self.backoff(attempt.attempts));
                    if wait > self.manners.max_wait {
                        return Err(attempt.error(request, trouble));
                    }
                    self.pace.limited(wait);
                    self.again(request, &mut attempt, wait, trouble, "the service asked to slow down").await?;
                }
                (Meaning::NotSent(why), _) => {
                    let wait = self.backoff(attempt.attempts);
                    let trouble = Trouble::NotSent(why);
                    self.again(request, &mut attempt, wait, trouble, "the service cannot be reached").await?;
                }
                (Meaning::Unsure(why), _) => {
                    let trouble = Trouble::Unsure(why);
                    attempt.unsure += u32::from(!request.call.reads());
                    if !repeats_when_unsure(request.call) {
                        return Err(attempt.error(request, trouble));
                    }
                    let wait = self.backoff(attempt.attempts);
                    self.again(request, &mut attempt, wait, trouble, "no answer came").await?;
                }
                (Meaning::Answered | Meaning::Refused | Meaning::Redirected | Meaning::Limited(_), Err(_)) => {
                    unreachable!("only an answer has these meanings")
                }
            }
        }
    }

    /// Waits, unless the run is asked to stop or its time is up first.
    ///
    /// # Errors
    /// [`Trouble::Interrupted`] or [`Trouble::Deadline`].
    pub async fn wait_until(&self, at: Instant) -> Result<(), Trouble> {
        if self.stopping() {
            return Err(Trouble::Interrupted);
        }
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        if deadline.is_some_and(|deadline| at.max(Instant::now()) >= deadline) {
            return Err(Trouble::Deadline);
        }
        if at <= Instant::now() {
            return Ok(());
        }
        let mut stop = self.stop.clone();
        tokio::select! {
            () = sleep_until(at) => Ok(()),
            Ok(_) = stop.wait_for(|stop| *stop) => Err(Trouble::Interrupted),
        }
    }

    /// Waits for a while and says why.
    ///
    /// # Errors
    /// As [`Self::wait_until`].
    pub async fn wait(&self, wait: Duration, why: &str) -> Result<(), Trouble> {
        (self.on_wait)(wait, why);
        self.wait_until(Instant::now() + wait).await
    }

    /// A number that no other call of this client gets.
    pub fn chance(&self) -> u64 {
        // SplitMix64: every step of the counter gives an unrelated number.
        let mut z = self.chance.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Before a call is sent again: within the budget of the run, after a wait.
    async fn again(
        &self,
        request: &Request,
        attempt: &mut Attempt,
        wait: Duration,
        trouble: Trouble,
        why: &str,
    ) -> Result<(), Error> {
        let calls = self.calls.load(Ordering::Relaxed);
        let spent = self.repeats.fetch_add(1, Ordering::Relaxed);
        if spent >= 10 + calls / 10 || attempt.attempts >= 8 {
            self.repeats.fetch_sub(1, Ordering::Relaxed);
            return Err(attempt.error(request, trouble));
        }
        attempt.waited += wait;
        match self.wait(wait, why).await {
            Ok(()) => Ok(()),
            // What is known about the call says more than that time ran out while waiting to repeat it.
            Err(_) if attempt.unsure > 0 => Err(attempt.error(request, trouble)),
            Err(stopped) => Err(attempt.error(request, stopped)),
        }
    }

    /// Full jitter: anything up to half a second, doubling up to half a minute.
    fn backoff(&self, attempts: u32) -> Duration {
        let most = Duration::from_millis(500) * 2u32.saturating_pow(attempts.saturating_sub(1)).min(60);
        let most = u64::try_from(most.min(Duration::from_secs(30)).as_millis()).unwrap_or(30_000);
        Duration::from_millis(self.chance() % most.max(1))
    }
}

fn deadline(manners: &Manners) -> Option<Instant> {
    manners.timeout.map(|timeout| Instant::now() + timeout)
}

#[derive(Default)]
struct Attempt {
    attempts: u32,
    unsure: u32,
    waited: Duration,
    trace: Option<String>,
}

impl Attempt {
    fn error(&self, request: &Request, trouble: Trouble) -> Error {
        Error {
            call: request.call,
            target: request.target.clone(),
            attempts: self.attempts,
            waited: self.waited,
            trace: self.trace.clone(),
            trouble,
        }
    }
}

/// What the service says in an error body, in one bounded line; nothing where it is empty or not JSON.
fn message(response: &Response) -> String {
    let Ok(json) = serde_json::from_slice::<serde_json::Value>(&response.body) else { return String::new() };
    let parts: Vec<&str> =
        ["message", "detail"].iter().filter_map(|key| json.get(key).and_then(serde_json::Value::as_str)).collect();
    let text: String = parts.join(": ").chars().take(500).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A request of `call` at `target`, with a JSON body where there is one.
#[must_use]
pub fn request(call: Call, target: impl Into<String>, body: Option<&serde_json::Value>) -> Request {
    Request { call, target: target.into(), body: body.map(|body| body.to_string().into_bytes()), content_type: None }
}
