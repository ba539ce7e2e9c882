//! One call in, one meaning out: pace, time limits, and repeating what the table allows, for all lanes together.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use crate::service::error::{ErrorKind, ServiceError};
use crate::service::rate_limiter::RateLimiter;
use crate::service::retry::{SendOutcome, classify};
use crate::service::{Call, Request, Response, Transport, TransportError};

/// How a run may use the service.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// Most requests per second; `None` for no limit of our own.
    pub max_rps: Option<u32>,
    /// The whole run ends after this.
    pub run_timeout: Option<Duration>,
    /// One request is given up after this.
    pub request_timeout: Duration,
    /// Longest single wait that the service may ask for.
    pub max_wait: Duration,
    /// How long a lost creation is looked for.
    pub settle_time: Duration,
    /// Where chance (jitter, nonces) begins.
    pub seed: u64,
}

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            max_rps: None,
            run_timeout: None,
            request_timeout: Duration::from_secs(60),
            max_wait: Duration::from_secs(300),
            settle_time: Duration::from_secs(30),
            seed: 0,
        }
    }
}

/// Somebody who wants to know why nothing happens for a while.
pub type OnWait = Box<dyn Fn(Duration, &str) + Send + Sync>;

/// The service, spoken to with manners.
pub struct Client<T> {
    transport: T,
    config: ClientConfig,
    rate_limiter: RateLimiter,
    deadline: Mutex<Option<Instant>>,
    stop: watch::Receiver<bool>,
    random_state: AtomicU64,
    calls: AtomicU64,
    retries: AtomicU64,
    service_time: Mutex<Option<String>>,
    on_wait: OnWait,
}

/// An answer, and what it took to get it.
#[derive(Clone, Debug)]
pub struct ServiceAnswer {
    /// 2xx.
    pub response: Response,
    /// How often the call may have been carried out without our seeing an answer.
    pub unknown_attempts: u32,
}

impl<T: Transport> Client<T> {
    /// A client for one run. When `stop` turns true, no further call begins.
    pub fn new(transport: T, manners: ClientConfig, stop: watch::Receiver<bool>, on_wait: OnWait) -> Self {
        Self {
            transport,
            rate_limiter: RateLimiter::new(manners.max_rps),
            deadline: Mutex::new(run_deadline(&manners)),
            stop,
            random_state: AtomicU64::new(manners.seed),
            calls: AtomicU64::new(0),
            retries: AtomicU64::new(0),
            config: manners,
            service_time: Mutex::new(None),
            on_wait,
        }
    }

    /// How the run may use the service.
    pub fn config(&self) -> &ClientConfig {
        &self.config
    }

    /// How many requests were sent so far, repeats included.
    pub fn requests_sent(&self) -> u64 {
        self.calls.load(Ordering::Relaxed) + self.retries.load(Ordering::Relaxed)
    }

    /// The service's own time at its last answer: an HTTP date. Ages are told by it, never by the clock of this machine.
    pub fn service_time(&self) -> Option<String> {
        self.service_time.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Begins the time of the run anew: a person who was asked took some of it.
    pub fn restart_deadline(&self) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = run_deadline(&self.config);
    }

    /// Whether the run was asked to stop.
    pub fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Sends a call, again where that is safe and sensible.
    ///
    /// # Errors
    /// See [`ErrorKind`]. A POST that may have been carried out comes back as [`ErrorKind::OutcomeUnknown`] after one attempt.
    pub async fn send_call(&self, request: &Request) -> Result<ServiceAnswer, ServiceError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let mut attempt = CallAttempts::default();
        loop {
            self.wait_until(self.rate_limiter.reserve_slot())
                .await
                .map_err(|trouble| attempt.to_error(request, trouble))?;
            attempt.attempts += 1;
            let result = match timeout(self.config.request_timeout, self.transport.send(request)).await {
                Ok(result) => result,
                Err(_) => Err(TransportError::NoAnswer(format!(
                    "none came within {} s",
                    self.config.request_timeout.as_secs()
                ))),
            };
            if let Ok(response) = &result
                && let Some(trace) = response.header("x-trace-id")
            {
                attempt.trace = Some(trace.to_owned());
            }
            if let Ok(response) = &result
                && let Some(date) = response.header("date")
            {
                *self.service_time.lock().unwrap_or_else(PoisonError::into_inner) = Some(date.to_owned());
            }
            let means = classify(&result, None);
            match (means, result) {
                (SendOutcome::Answered, Ok(response)) => {
                    self.rate_limiter.record_success();
                    if !response.truncated {
                        return Ok(ServiceAnswer { response, unknown_attempts: attempt.unknown_attempts });
                    }
                    let trouble = ErrorKind::Unreadable("it ended before its promised length".to_owned());
                    if !request.call.is_read_only() || attempt.attempts > 2 {
                        return Err(attempt.to_error(request, trouble));
                    }
                    let wait = self.backoff_delay(attempt.attempts);
                    self.prepare_retry(request, &mut attempt, wait, trouble, "the answer was cut").await?;
                }
                (SendOutcome::Rejected, Ok(response)) => {
                    self.rate_limiter.record_success();
                    let trouble = ErrorKind::Rejected { status: response.status, message: error_message(&response) };
                    return Err(attempt.to_error(request, trouble));
                }
                (SendOutcome::Redirected, Ok(response)) => {
                    let location = response.header("location").unwrap_or("nowhere").to_owned();
                    return Err(attempt.to_error(request, ErrorKind::Redirected { status: response.status, location }));
                }
                (SendOutcome::RateLimited(asked), Ok(response)) => {
                    let trouble = ErrorKind::RateLimited { status: response.status };
                    let wait = asked.unwrap_or_else(|| self.backoff_delay(attempt.attempts));
                    if wait > self.config.max_wait {
                        return Err(attempt.to_error(request, trouble));
                    }
                    self.rate_limiter.record_rate_limit(wait);
                    self.prepare_retry(request, &mut attempt, wait, trouble, "the service asked to slow down").await?;
                }
                (SendOutcome::NotSent(why), _) => {
                    let wait = self.backoff_delay(attempt.attempts);
                    let trouble = ErrorKind::NotSent(why);
                    self.prepare_retry(request, &mut attempt, wait, trouble, "the service cannot be reached").await?;
                }
                (SendOutcome::OutcomeUnknown(why), _) => {
                    let trouble = ErrorKind::OutcomeUnknown(why);
                    attempt.unknown_attempts += u32::from(!request.call.is_read_only());
                    if !request.call.may_repeat() {
                        return Err(attempt.to_error(request, trouble));
                    }
                    let wait = self.backoff_delay(attempt.attempts);
                    self.prepare_retry(request, &mut attempt, wait, trouble, "no answer came").await?;
                }
                (
                    SendOutcome::Answered
                    | SendOutcome::Rejected
                    | SendOutcome::Redirected
                    | SendOutcome::RateLimited(_),
                    Err(_),
                ) => {
                    unreachable!("only an answer has these meanings")
                }
            }
        }
    }

    /// Waits, unless the run is asked to stop or its time is up first.
    ///
    /// # Errors
    /// [`ErrorKind::Interrupted`] or [`ErrorKind::Deadline`].
    pub async fn wait_until(&self, at: Instant) -> Result<(), ErrorKind> {
        if self.is_stopping() {
            return Err(ErrorKind::Interrupted);
        }
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        if deadline.is_some_and(|deadline| at.max(Instant::now()) >= deadline) {
            return Err(ErrorKind::Deadline);
        }
        if at <= Instant::now() {
            return Ok(());
        }
        let mut stop = self.stop.clone();
        tokio::select! {
            () = sleep_until(at) => Ok(()),
            Ok(_) = stop.wait_for(|stop| *stop) => Err(ErrorKind::Interrupted),
        }
    }

    /// Waits for a while and says why.
    ///
    /// # Errors
    /// As [`Self::wait_until`].
    pub async fn wait_for(&self, wait: Duration, why: &str) -> Result<(), ErrorKind> {
        (self.on_wait)(wait, why);
        self.wait_until(Instant::now() + wait).await
    }

    /// A number that no other call of this client gets.
    pub fn next_random(&self) -> u64 {
        // SplitMix64: every step of the counter gives an unrelated number.
        let mut z =
            self.random_state.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Before a call is sent again: within the budget of the run, after a wait.
    async fn prepare_retry(
        &self,
        request: &Request,
        attempt: &mut CallAttempts,
        wait: Duration,
        trouble: ErrorKind,
        why: &str,
    ) -> Result<(), ServiceError> {
        let calls = self.calls.load(Ordering::Relaxed);
        let spent = self.retries.fetch_add(1, Ordering::Relaxed);
        if spent >= 10 + calls / 10 || attempt.attempts >= 8 {
            self.retries.fetch_sub(1, Ordering::Relaxed);
            return Err(attempt.to_error(request, trouble));
        }
        attempt.waited += wait;
        match self.wait_for(wait, why).await {
            Ok(()) => Ok(()),
            // What is known about the call says more than that time ran out while waiting to repeat it.
            Err(_) if attempt.unknown_attempts > 0 => Err(attempt.to_error(request, trouble)),
            Err(stopped) => Err(attempt.to_error(request, stopped)),
        }
    }

    /// Full jitter: anything up to half a second, doubling up to half a minute.
    fn backoff_delay(&self, attempts: u32) -> Duration {
        let most = Duration::from_millis(500) * 2u32.saturating_pow(attempts.saturating_sub(1)).min(60);
        let most = u64::try_from(most.min(Duration::from_secs(30)).as_millis()).unwrap_or(30_000);
        Duration::from_millis(self.next_random() % most.max(1))
    }
}

fn run_deadline(manners: &ClientConfig) -> Option<Instant> {
    manners.run_timeout.map(|timeout| Instant::now() + timeout)
}

#[derive(Default)]
struct CallAttempts {
    attempts: u32,
    unknown_attempts: u32,
    waited: Duration,
    trace: Option<String>,
}

impl CallAttempts {
    fn to_error(&self, request: &Request, trouble: ErrorKind) -> ServiceError {
        ServiceError {
            call: request.call,
            target: request.target.clone(),
            attempts: self.attempts,
            waited: self.waited,
            trace_id: self.trace.clone(),
            kind: trouble,
        }
    }
}

/// What the service says in an error body, in one bounded line; nothing where it is empty or not JSON.
fn error_message(response: &Response) -> String {
    let Ok(json) = serde_json::from_slice::<serde_json::Value>(&response.body) else { return String::new() };
    let parts: Vec<&str> =
        ["message", "detail"].iter().filter_map(|key| json.get(key).and_then(serde_json::Value::as_str)).collect();
    let text: String = parts.join(": ").chars().take(500).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A request of `call` at `target`, with a JSON body where there is one.
#[must_use]
pub fn build_request(call: Call, target: impl Into<String>, body: Option<&serde_json::Value>) -> Request {
    Request { call, target: target.into(), body: body.map(|body| body.to_string().into_bytes()), content_type: None }
}
