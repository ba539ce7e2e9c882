//! One call in, one meaning out: pace, time limits, and repeating what the table allows, for all lanes together.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};

use crate::fence::Fence;
use crate::service::call_attempts::{CallAttempts, FIRST_ANSWER_TIMEOUT};
use crate::service::error::{ErrorKind, ServiceError};
use crate::service::rate_limiter::{Permit, RateLimiter, Turn};
use crate::service::retry::{SendOutcome, classify};
use crate::service::split_mix::{COUNTER_STEP, mix_counter};
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
    /// Where requests in flight are counted.
    pub in_flight: InFlight,
    /// What every request that is not read-only has to pass, each time that it is sent.
    pub fence: Fence,
}

/// How many requests are on their way, for whoever has to say so at once.
#[derive(Clone, Debug, Default)]
pub struct InFlight(Arc<AtomicUsize>);

/// A request on its way; it ends when this is dropped.
struct InFlightRequest<'a>(&'a InFlight);

impl Default for ClientConfig {
    fn default() -> Self {
        Self {
            max_rps: None,
            run_timeout: None,
            request_timeout: Duration::from_secs(60),
            max_wait: Duration::from_secs(300),
            settle_time: Duration::from_secs(30),
            seed: 0,
            in_flight: InFlight::default(),
            fence: Fence::default(),
        }
    }
}

impl InFlight {
    /// How many requests are on their way now.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    fn begin(&self) -> InFlightRequest<'_> {
        self.0.fetch_add(1, Ordering::Relaxed);
        InFlightRequest(self)
    }
}

impl Drop for InFlightRequest<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long a write in flight may still be answered when the time of the run is up: cut off, its outcome is unknown.
const WRITE_GRACE: Duration = Duration::from_secs(10);
/// How often one call is sent.
pub const MAX_ATTEMPTS: u32 = 8;
/// How often a call is sent that nobody asked for, where the service fails.
const MAX_OPTIONAL_ATTEMPTS: u32 = 3;
/// How often a read is sent whose answers are cut or are not HTTP.
const MAX_BROKEN_READS: u32 = 3;

/// Somebody who wants to know why nothing happens for a while.
pub type OnWait = Box<dyn Fn(Duration, &str) + Send + Sync>;

/// The service behind pace, time limits and repeats.
pub struct Client<T> {
    transport: T,
    config: ClientConfig,
    rate_limiter: RateLimiter,
    deadline: Mutex<Option<Instant>>,
    stop: watch::Receiver<bool>,
    random_state: AtomicU64,
    calls: AtomicU64,
    sent: AtomicU64,
    writes_sent: AtomicU64,
    repeats: AtomicU64,
    resources_read: AtomicU64,
    was_answered: AtomicBool,
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
    pub fn new(transport: T, config: ClientConfig, stop: watch::Receiver<bool>, on_wait: OnWait) -> Self {
        Self {
            transport,
            rate_limiter: RateLimiter::new(config.max_rps),
            deadline: Mutex::new(run_deadline(&config)),
            stop,
            random_state: AtomicU64::new(config.seed),
            calls: AtomicU64::new(0),
            sent: AtomicU64::new(0),
            writes_sent: AtomicU64::new(0),
            repeats: AtomicU64::new(0),
            resources_read: AtomicU64::new(0),
            was_answered: AtomicBool::new(false),
            config,
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
        self.sent.load(Ordering::Relaxed)
    }

    /// How many of them could change something.
    pub fn writes_sent(&self) -> u64 {
        self.writes_sent.load(Ordering::Relaxed)
    }

    /// Counts resources of the account that were read.
    pub(crate) fn note_resources_read(&self, count: usize) {
        self.resources_read.fetch_add(count as u64, Ordering::Relaxed);
    }

    /// How many resources of the account were read so far.
    pub fn resources_read(&self) -> u64 {
        self.resources_read.load(Ordering::Relaxed)
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
    /// A write that may be repeated and whose answer was cut counts as answered, with an unknown attempt: whoever wrote
    /// reads back.
    ///
    /// # Errors
    /// See [`ErrorKind`]. A POST that may have been carried out comes back as [`ErrorKind::OutcomeUnknown`] after one
    /// attempt. After an attempt whose outcome is unknown, so is the outcome of the call, whatever came later.
    pub async fn send_call(&self, request: &Request) -> Result<ServiceAnswer, ServiceError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let mut attempt = CallAttempts::default();
        loop {
            let permit = self.take_turn().await.map_err(|kind| attempt.to_error(request, kind))?;
            self.pass_fence(request).await.map_err(|kind| attempt.to_error(request, kind))?;
            attempt.begin();
            let result = self.send_once(request).await;
            if let Ok(response) = &result {
                if let Some(trace) = response.header("x-trace-id") {
                    attempt.trace = Some(trace.to_owned());
                }
                if let Some(date) = response.header("date") {
                    *self.service_time.lock().unwrap_or_else(PoisonError::into_inner) = Some(date.to_owned());
                }
            }
            match classify(&result, None) {
                SendOutcome::RateLimited { status, asked } => {
                    let kind = ErrorKind::RateLimited { status, asked };
                    let wait = permit.record_refusal(asked);
                    let refused = self.rate_limiter.refusing_since().map_or(Duration::ZERO, |since| since.elapsed());
                    if refused + wait > self.config.max_wait {
                        return Err(attempt.to_error(request, kind));
                    }
                    attempt.waited += wait;
                    self.report_wait(request, wait, &kind.to_string());
                    attempt.last_failure = Some(kind.to_string());
                }
                outcome @ (SendOutcome::Answered
                | SendOutcome::NotSent { .. }
                | SendOutcome::Rejected { .. }
                | SendOutcome::Redirected { .. }
                | SendOutcome::OutcomeUnknown { .. }) => {
                    if result.is_ok() {
                        self.was_answered.store(true, Ordering::Relaxed);
                        permit.record_answer();
                    } else {
                        drop(permit);
                    }
                    if let Some(answer) = self.settle_attempt(request, &mut attempt, outcome, result).await? {
                        return Ok(answer);
                    }
                }
            }
        }
    }

    /// What follows from one attempt: an answer, an error, or (nothing) another attempt.
    async fn settle_attempt(
        &self,
        request: &Request,
        attempt: &mut CallAttempts,
        outcome: SendOutcome,
        result: Result<Response, TransportError>,
    ) -> Result<Option<ServiceAnswer>, ServiceError> {
        let backoff = self.backoff_delay(attempt.attempts);
        // What nobody ever reached in this run is not there, rather than away for a moment.
        let never = !self.was_answered.load(Ordering::Relaxed) && attempt.is_first_contact_over();
        let (wait, kind) = match (outcome, result) {
            (SendOutcome::Answered, Ok(response)) => {
                if !response.truncated {
                    return Ok(Some(ServiceAnswer { response, unknown_attempts: attempt.unknown_attempts }));
                }
                let kind = ErrorKind::Unreadable("it ended before its promised length".to_owned());
                if !request.call.is_read_only() {
                    if !request.call.may_repeat() {
                        return Err(attempt.to_error(request, kind));
                    }
                    let unknown_attempts = attempt.unknown_attempts + 1;
                    return Ok(Some(ServiceAnswer { response, unknown_attempts }));
                }
                if attempt.attempts >= MAX_BROKEN_READS {
                    return Err(attempt.to_error(request, kind));
                }
                (backoff, kind)
            }
            (SendOutcome::Rejected { status }, Ok(response)) => {
                let kind = ErrorKind::Rejected { status, message: error_message(&response) };
                return Err(attempt.to_error(request, kind));
            }
            (SendOutcome::Redirected { status }, Ok(response)) => {
                let location = response.header("location").unwrap_or("nowhere").to_owned();
                return Err(attempt.to_error(request, ErrorKind::Redirected { status, location }));
            }
            (SendOutcome::NotSent { why, permanent }, _) => {
                let kind = ErrorKind::NotSent(why);
                if permanent || never {
                    return Err(attempt.to_error(request, kind));
                }
                (backoff, kind)
            }
            (SendOutcome::OutcomeUnknown { why, asked, broken }, response) => {
                let said = response.ok().map(|response| error_message(&response)).filter(|said| !said.is_empty());
                let kind = ErrorKind::OutcomeUnknown(said.map_or(why.clone(), |said| format!("{why}: {said}")));
                attempt.unknown_attempts += u32::from(!request.call.is_read_only());
                if let Some(asked) = asked {
                    self.rate_limiter.pause_for(asked.min(self.config.max_wait));
                }
                if never && request.call.is_read_only() {
                    let why = format!("{why}, and no other request of this run was answered");
                    return Err(attempt.to_error(request, ErrorKind::NotSent(why)));
                }
                let hopeless = asked.is_some_and(|asked| asked > self.config.max_wait)
                    || (broken && attempt.attempts >= MAX_BROKEN_READS)
                    || (request.call.is_optional() && attempt.attempts >= MAX_OPTIONAL_ATTEMPTS);
                if hopeless || !request.call.may_repeat() {
                    return Err(attempt.to_error(request, kind));
                }
                (backoff.max(asked.unwrap_or_default()), kind)
            }
            // Only an answer has these meanings.
            (
                SendOutcome::Answered
                | SendOutcome::Rejected { .. }
                | SendOutcome::Redirected { .. }
                | SendOutcome::RateLimited { .. },
                result,
            ) => {
                let why = result.err().map_or_else(String::new, |error| error.to_string());
                return Err(attempt.to_error(request, ErrorKind::OutcomeUnknown(why)));
            }
        };
        self.prepare_repeat(request, attempt, wait, kind).await?;
        Ok(None)
    }

    /// Waits until the pace lets a request go.
    async fn take_turn(&self) -> Result<Permit<'_>, ErrorKind> {
        loop {
            self.wait_until(Instant::now()).await?;
            match self.rate_limiter.take_turn() {
                Turn::Go(permit) => return Ok(permit),
                Turn::Wait(until, used) => {
                    let wait = until.saturating_duration_since(Instant::now());
                    if let Some(used) = used {
                        (self.on_wait)(used.length, &used.to_string());
                    }
                    if wait > self.config.max_wait {
                        return Err(ErrorKind::RateLimited { status: 429, asked: Some(wait) });
                    }
                    self.wait_until(until).await?;
                }
            }
        }
    }

    /// The one gate: what could change something leaves only while the lease of this run certainly holds. What follows sends
    /// without waiting for anything else.
    async fn pass_fence(&self, request: &Request) -> Result<(), ErrorKind> {
        if request.call.is_read_only() {
            return Ok(());
        }
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        let mut stop = self.stop.clone();
        tokio::select! {
            biased;
            admitted = self.config.fence.admit() => admitted.map_err(ErrorKind::LeaseLost),
            Ok(_) = stop.wait_for(|stop| *stop) => Err(ErrorKind::Interrupted),
            () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => {
                Err(ErrorKind::Deadline { cause: None })
            }
        }
    }

    /// Why the lease of this run is gone, where it is.
    pub fn lost_lease(&self) -> Option<String> {
        self.config.fence.lost()
    }

    /// Sends a request once, within its own time and that of the run. Reads end when the run does, at once; a write in
    /// flight is given a little longer.
    async fn send_once(&self, request: &Request) -> Result<Response, TransportError> {
        self.sent.fetch_add(1, Ordering::Relaxed);
        self.writes_sent.fetch_add(u64::from(!request.call.is_read_only()), Ordering::Relaxed);
        let _in_flight = self.config.in_flight.begin();
        let grace = if request.call.is_read_only() { Duration::ZERO } else { WRITE_GRACE };
        let deadline = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) + grace);
        let first = request.call.is_read_only() && !self.was_answered.load(Ordering::Relaxed);
        let longest = if first { FIRST_ANSWER_TIMEOUT } else { Duration::MAX }.min(self.config.request_timeout);
        let limit = left.map_or(longest, |left| left.min(longest));
        let sending = timeout(limit, self.transport.send(request));
        let result = if request.call.is_read_only() {
            let mut stop = self.stop.clone();
            tokio::select! {
                result = sending => result,
                Ok(_) = stop.wait_for(|stop| *stop) => {
                    return Err(TransportError::NoAnswer("interrupted while waiting for an answer".to_owned()));
                }
            }
        } else {
            sending.await
        };
        result.unwrap_or_else(|_| {
            Err(TransportError::NoAnswer(format!("no answer came within {:.0} s", limit.as_secs_f64().ceil())))
        })
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
            return Err(ErrorKind::Deadline { cause: None });
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
        mix_counter(self.random_state.fetch_add(COUNTER_STEP, Ordering::Relaxed).wrapping_add(COUNTER_STEP))
    }

    /// Waits before a read is sent again whose answer made no sense.
    ///
    /// # Errors
    /// What was wrong with the answer, where the run may not go on.
    pub(crate) async fn wait_before_reading_again(
        &self,
        request: &Request,
        unreadable: ServiceError,
        reads: u32,
    ) -> Result<(), ServiceError> {
        let mut attempt =
            CallAttempts { attempts: reads, trace: unreadable.trace_id.clone(), ..CallAttempts::default() };
        self.prepare_repeat(request, &mut attempt, self.backoff_delay(reads), unreadable.kind).await
    }

    /// Before a call is sent again: within the budget of the run, after a wait.
    async fn prepare_repeat(
        &self,
        request: &Request,
        attempt: &mut CallAttempts,
        wait: Duration,
        kind: ErrorKind,
    ) -> Result<(), ServiceError> {
        let calls = self.calls.load(Ordering::Relaxed);
        let spent = self.repeats.fetch_add(1, Ordering::Relaxed);
        if spent >= 10 + calls / 10 || attempt.attempts >= MAX_ATTEMPTS {
            self.repeats.fetch_sub(1, Ordering::Relaxed);
            return Err(attempt.to_error(request, kind));
        }
        attempt.waited += wait;
        attempt.last_failure = Some(kind.to_string());
        self.report_wait(request, wait, &kind.to_string());
        match self.wait_until(Instant::now() + wait).await {
            Ok(()) => Ok(()),
            // What is known about the call says more than that time ran out while waiting to repeat it.
            Err(_) if attempt.unknown_attempts > 0 => Err(attempt.to_error(request, kind)),
            Err(stopped) => Err(attempt.to_error(request, stopped)),
        }
    }

    /// Tells whoever listens which request waits, for how long and why.
    fn report_wait(&self, request: &Request, wait: Duration, why: &str) {
        let path = request.target.split('?').next().unwrap_or_default();
        (self.on_wait)(wait, &format!("{} {path}: {why}", request.call.method()));
    }

    /// Full jitter: anything up to half a second, doubling up to half a minute.
    fn backoff_delay(&self, attempts: u32) -> Duration {
        let most = Duration::from_millis(500) * 2u32.saturating_pow(attempts.saturating_sub(1)).min(60);
        let most = u64::try_from(most.min(Duration::from_secs(30)).as_millis()).unwrap_or(30_000);
        Duration::from_millis(self.next_random() % most.max(1))
    }
}

fn run_deadline(config: &ClientConfig) -> Option<Instant> {
    config.run_timeout.map(|timeout| Instant::now() + timeout)
}

/// What the service says in an error body, in one bounded line; nothing where it is empty or not JSON.
fn error_message(response: &Response) -> String {
    let Ok(json) = serde_json::from_slice::<serde_json::Value>(&response.body) else { return String::new() };
    let mut parts: Vec<&str> =
        ["message", "detail"].iter().filter_map(|key| json.get(key).and_then(serde_json::Value::as_str)).collect();
    // Some refusals give their reason in both.
    parts.dedup();
    let text: String = parts.join(": ").chars().take(500).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A request of `call` at `target`, with a JSON body where there is one.
#[must_use]
pub fn build_request(call: Call, target: impl Into<String>, body: Option<&serde_json::Value>) -> Request {
    Request { call, target: target.into(), body: body.map(|body| body.to_string().into_bytes()), content_type: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::answer::unreadable_error;
    use crate::service::call_attempts::MAX_FIRST_CONTACTS;

    /// A service that answers so.
    struct Says<F>(F);

    impl<F: Fn() -> Result<Response, TransportError> + Send + Sync> Transport for Says<F> {
        async fn send(&self, _: &Request) -> Result<Response, TransportError> {
            self.0()
        }
    }

    fn client<T: Transport>(transport: T, run_timeout: Option<Duration>) -> Client<T> {
        let config = ClientConfig { run_timeout, ..ClientConfig::default() };
        Client::new(transport, config, watch::channel(false).1, Box::new(|_, _| {}))
    }

    fn request(call: Call) -> Request {
        Request { call, target: "/v3/style_rules".to_owned(), body: None, content_type: None }
    }

    fn answer(truncated: bool) -> Response {
        let headers = vec![("x-trace-id".to_owned(), "T-1".to_owned())];
        Response { status: 200, headers, body: Vec::new(), truncated }
    }

    #[tokio::test(start_paused = true)]
    async fn ten_calls_of_a_run_are_repeated_and_a_tenth_of_all() {
        let good = AtomicUsize::new(100);
        let less = || good.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        let refused = || TransportError::NotSent("refused".to_owned());
        let client = client(Says(|| less().map(|_| answer(false)).map_err(|_| refused())), None);
        for _ in 0..100 {
            client.send_call(&request(Call::ListStyles)).await.unwrap();
        }
        for _ in 0..10 {
            client.send_call(&request(Call::ListStyles)).await.unwrap_err();
        }
        // Each of the ten is sent once, and all of them together 10 + 10 times again.
        assert_eq!(client.requests_sent(), 100 + 10 + 21);
    }

    #[tokio::test(start_paused = true)]
    async fn a_run_that_reaches_nobody_gives_up_within_seconds() {
        let away = || TransportError::NotSent("refused".to_owned());
        let unreachable = client(Says(move || Err(away())), None);
        let began = Instant::now();
        let ended = unreachable.send_call(&request(Call::ListStyles)).await.unwrap_err();
        assert!(matches!(ended.kind, ErrorKind::NotSent(_)));
        assert_eq!(ended.attempts, MAX_FIRST_CONTACTS);
        assert!(began.elapsed() <= Duration::from_secs(8), "{:?}", began.elapsed());
        // Who answered once may be away for longer.
        let answers = AtomicUsize::new(0);
        let first =
            |n: usize| if n == 0 { Ok(answer(false)) } else { Err(TransportError::NotSent("refused".to_owned())) };
        let client = client(Says(|| first(answers.fetch_add(1, Ordering::Relaxed))), None);
        client.send_call(&request(Call::ListStyles)).await.unwrap();
        assert_eq!(client.send_call(&request(Call::ListStyles)).await.unwrap_err().attempts, MAX_ATTEMPTS);
    }

    #[tokio::test(start_paused = true)]
    async fn a_run_that_nobody_answers_gives_up_after_a_minute_and_names_the_time_limit() {
        /// Answers so often, and then stays silent.
        struct Silent(AtomicUsize);
        impl Transport for Silent {
            async fn send(&self, _: &Request) -> Result<Response, TransportError> {
                match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
                    Ok(_) => Ok(answer(false)),
                    Err(_) => std::future::pending().await,
                }
            }
        }
        let silent = client(Silent(AtomicUsize::new(0)), None);
        let began = Instant::now();
        let ended = silent.send_call(&request(Call::ListStyles)).await.unwrap_err();
        assert!(ended.attempts == 2 && began.elapsed() <= Duration::from_secs(62), "{:?}", began.elapsed());
        assert!(ended.to_string().contains("cannot be reached: no answer came within 30 s") && ended.stops_run());
        let slow = client(Silent(AtomicUsize::new(1)), None);
        slow.send_call(&request(Call::ListStyles)).await.unwrap();
        let ended = slow.send_call(&request(Call::ListStyles)).await.unwrap_err().to_string();
        assert!(ended.contains("no answer came within 60 s (after 8 attempts)"), "{ended}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_write_whose_answer_is_cut_counts_as_answered_with_an_unknown_attempt() {
        let client = client(Says(|| Ok(answer(true))), None);
        let answered = client.send_call(&request(Call::ReplaceRules)).await.unwrap();
        assert_eq!(answered.unknown_attempts, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_run_that_ends_before_it_reads_again_names_the_answer_that_made_no_sense() {
        let client = client(Says(|| Ok(answer(false))), Some(Duration::from_millis(1)));
        let request = request(Call::ListStyles);
        let answered = client.send_call(&request).await.unwrap();
        let unreadable = unreadable_error(&request, &answered, "it is empty");
        let ended = client.wait_before_reading_again(&request, unreadable, 1).await.unwrap_err();
        assert!(matches!(&ended.kind, ErrorKind::Deadline { cause: Some(cause) } if cause.contains("it is empty")));
        assert_eq!(ended.trace_id.as_deref(), Some("T-1"));
    }
}
