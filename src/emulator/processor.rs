//! The emulator's state and how one request goes through it.
//!
//! Always: a request is counted and its fault decided when it comes; it is carried out in one step that nothing can
//! interleave. Absent: waiting, sockets.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use crate::emulator::EmulatorOptions;
use crate::emulator::auth::{self, Caller};
use crate::emulator::clock::Moment;
use crate::emulator::data_file::{DataFile, PersistError};
use crate::emulator::endpoint;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::fault::{FaultScript, InjectedFault, ObservedCall};
use crate::emulator::id::mix_bits;
use crate::emulator::log::{LogEntry, RequestLog};
use crate::emulator::message::{HandledRequest, RawReply, RawRequest, WireOutcome};
use crate::emulator::phrases::PhraseTable;
use crate::emulator::rate_limit::RateMeter;
use crate::emulator::request_context::{EndpointResponse, RequestContext, ResponseTweak};
use crate::emulator::route::{self, Route};
use crate::emulator::seed::SeedFile;
use crate::emulator::seeding;
use crate::emulator::served_call::ServedCall;
use crate::emulator::store::EmulatorStore;

/// The header that holds the label of the stand-in where it is kept out of the texts.
const LABEL_HEADER: &str = "x-emulated";

/// A request that has come and is not yet carried out. Dropping it is a client that gave up in time.
#[derive(Debug)]
pub struct ReceivedRequest {
    n: u64,
    /// Whose it is, where its key opens an account.
    account: Option<String>,
    request: RawRequest,
    route: Result<Route, ErrorResponse>,
    fault: Option<InjectedFault>,
    latency: Duration,
}

impl ReceivedRequest {
    /// How long the request lies on the way before it is carried out.
    #[must_use]
    pub fn remaining_delay(&self) -> Duration {
        self.fault.as_ref().map_or(Duration::ZERO, InjectedFault::request_delay) + self.latency / 2
    }
}

struct DelayedRequest {
    arrival: ReceivedRequest,
    calls_left: Option<u64>,
    due: Option<Moment>,
}

struct AccountScript {
    script: FaultScript,
    call_counts: BTreeMap<ServedCall, u64>,
}

pub(crate) struct RequestProcessor {
    pub(crate) options: EmulatorOptions,
    pub(crate) store: EmulatorStore,
    pub(crate) log: RequestLog,
    pub(crate) phrases: PhraseTable,
    start_seed: Option<SeedFile>,
    /// Seeds of every account, for those that have not been used yet.
    later_seeds: Vec<SeedFile>,
    seeded_accounts: BTreeSet<String>,
    script: Option<FaultScript>,
    /// What goes wrong in one account alone, with the calls that it has seen.
    account_scripts: BTreeMap<String, AccountScript>,
    requests: u64,
    call_counts: BTreeMap<ServedCall, u64>,
    meters: BTreeMap<String, RateMeter>,
    delayed: Vec<DelayedRequest>,
    data_file: Option<DataFile>,
    persist_error: Option<String>,
}

impl RequestProcessor {
    pub(crate) fn new(mut options: EmulatorOptions) -> Self {
        let log = RequestLog::new(options.keep_entries, options.log.take());
        let script = options.faults.take();
        let store = EmulatorStore::new(options.seed);
        let phrases = options.phrases.clone();
        Self {
            options,
            store,
            log,
            phrases,
            start_seed: None,
            later_seeds: Vec::new(),
            seeded_accounts: BTreeSet::new(),
            script,
            account_scripts: BTreeMap::new(),
            requests: 0,
            call_counts: BTreeMap::new(),
            meters: BTreeMap::new(),
            delayed: Vec::new(),
            data_file: None,
            persist_error: None,
        }
    }

    /// Takes in what the file holds, and keeps it from now on.
    pub(crate) fn open_data_file(&mut self, path: &Path) -> Result<(), PersistError> {
        self.data_file = Some(DataFile::open(path, &mut self.store)?);
        Ok(())
    }

    /// Why the latest change that could not be kept was not.
    pub(crate) fn last_persist_error(&self) -> Option<String> {
        self.persist_error.clone()
    }

    /// What goes wrong from now on: everywhere, or in one account.
    pub(crate) fn set_script(&mut self, account: Option<&str>, script: Option<FaultScript>) {
        match (account, script) {
            (None, script) => self.script = script,
            (Some(name), Some(script)) => {
                let script = AccountScript { script, call_counts: BTreeMap::new() };
                self.account_scripts.insert(name.to_owned(), script);
            }
            (Some(name), None) => {
                self.account_scripts.remove(name);
            }
        }
    }

    /// Applies a seed: at once to the accounts that it names and to those in use, later to every other if it is for all.
    pub(crate) fn apply_seed(&mut self, file: &SeedFile) -> Result<(), String> {
        seeding::check_seed(&self.options, file)?;
        let mut accounts = file.named_accounts();
        let is_for_all = file.is_for_every_account();
        if is_for_all {
            accounts.extend(self.seeded_accounts.iter().cloned());
        }
        for account in accounts {
            self.seed_account(&account, &[file.for_account(&account)])?;
        }
        if is_for_all {
            self.later_seeds.push(file.clone());
        }
        Ok(())
    }

    /// Gives an account what seeds say of it, after what earlier ones say of every account.
    fn seed_account(&mut self, account: &str, files: &[SeedFile]) -> Result<(), String> {
        let mut earlier = Vec::new();
        if self.seeded_accounts.insert(account.to_owned()) {
            earlier.extend(self.later_seeds.iter().map(|file| file.for_account(account)));
        }
        for file in earlier.iter().chain(files) {
            seeding::apply_seed(&mut self.store, file, self.options.clock.now());
        }
        self.commit_changes().map(drop).map_err(|CommitFailed| {
            self.last_persist_error().unwrap_or_else(|| "the accounts cannot be kept".to_owned())
        })
    }

    pub(crate) fn set_start_seed(&mut self, file: SeedFile) {
        self.start_seed = Some(file);
    }

    /// Begins again, with the seed of the start.
    pub(crate) fn reset(&mut self) -> Result<(), String> {
        self.store.clear();
        if let Some(file) = &mut self.data_file {
            file.rewrite_file(&self.store).map_err(|error| error.to_string())?;
        }
        self.log.clear();
        self.phrases = self.options.phrases.clone();
        self.script = None;
        self.account_scripts.clear();
        self.later_seeds.clear();
        self.seeded_accounts.clear();
        self.requests = 0;
        self.call_counts.clear();
        self.meters.clear();
        self.delayed.clear();
        self.persist_error = None;
        match self.start_seed.clone() {
            Some(file) => self.apply_seed(&file),
            None => Ok(()),
        }
    }

    /// Begins one account again, with what the seed of the start says of it; the others go on.
    pub(crate) fn reset_account(&mut self, name: &str) -> Result<(), String> {
        self.store.clear_account(name);
        if let Some(file) = &mut self.data_file {
            file.rewrite_file(&self.store).map_err(|error| error.to_string())?;
        }
        self.log.clear_account(name);
        self.account_scripts.remove(name);
        self.meters.remove(name);
        self.delayed.retain(|late| late.arrival.account.as_deref() != Some(name));
        self.seeded_accounts.insert(name.to_owned());
        match &self.start_seed {
            Some(file) => self.seed_account(name, &[file.for_account(name)]),
            None => Ok(()),
        }
    }

    /// Counts a request and decides its fault; what was late and is due by now is carried out before.
    pub(crate) fn receive(&mut self, request: RawRequest) -> ReceivedRequest {
        let now = self.options.clock.now();
        self.process_due(now);
        self.requests += 1;
        let n = self.requests;
        let route = route::find_route(&request.method, &request.target);
        let account = auth::identify_caller(&request, &self.options).ok().map(|caller| caller.account);
        let mut fault = None;
        if let Ok(route) = &route {
            let count = self.call_counts.entry(route.call).or_default();
            *count += 1;
            if let Some(script) = &mut self.script {
                let target = &request.target;
                fault = script(&ObservedCall { n, call: route.call, nth: *count, target, body: &request.body, now });
            }
            let own = account.as_ref().and_then(|account| self.account_scripts.get_mut(account));
            if let Some(AccountScript { script, call_counts }) = own.filter(|_| fault.is_none()) {
                let (count, target) = (call_counts.entry(route.call).or_default(), &request.target);
                *count += 1;
                fault = script(&ObservedCall { n, call: route.call, nth: *count, target, body: &request.body, now });
            }
        }
        let latency = self.options.latency.map_or(Duration::ZERO, |latency| latency.for_request(self.options.seed, n));
        ReceivedRequest { n, account, request, route, fault, latency }
    }

    /// Carries out whatever is late, due or not.
    pub(crate) fn process_all_delayed(&mut self) {
        for late in std::mem::take(&mut self.delayed) {
            self.process_delayed(&late.arrival);
        }
    }

    fn process_due(&mut self, now: Moment) {
        if self.delayed.is_empty() {
            return;
        }
        let mut waiting = Vec::new();
        for mut late in std::mem::take(&mut self.delayed) {
            let counted_out = late.calls_left == Some(0);
            if counted_out || late.due.is_some_and(|due| due <= now) {
                self.process_delayed(&late.arrival);
            } else {
                late.calls_left = late.calls_left.map(|left| left - 1);
                waiting.push(late);
            }
        }
        self.delayed = waiting;
    }

    fn process_delayed(&mut self, arrival: &ReceivedRequest) {
        self.execute_call(arrival, ResponseTweak::default());
        let wrote = self.commit_changes().unwrap_or(false);
        self.log_request(arrival, None, wrote, Some("landed"));
    }

    /// Carries a request out, with what goes wrong about it.
    pub(crate) fn process_request(&mut self, arrival: ReceivedRequest) -> HandledRequest {
        let now = self.options.clock.now();
        let mut wait = arrival.latency - arrival.latency / 2;
        let mut twist = ResponseTweak::default();
        let trace = self.trace_id(arrival.n);
        let name = arrival.fault.as_ref().map(InjectedFault::name);
        let mut wire = match arrival.fault.clone() {
            None | Some(InjectedFault::Delay { .. }) => WireOutcome::Complete(self.execute_call(&arrival, twist)),
            Some(InjectedFault::Refused) => WireOutcome::Refused,
            Some(InjectedFault::LostBefore { hang }) => lost_reply(hang),
            Some(InjectedFault::LostAfter { hang }) => {
                self.execute_call(&arrival, twist);
                lost_reply(hang)
            }
            Some(InjectedFault::Late { after_calls, after_ms, hang }) => {
                self.log_request(&arrival, None, false, name);
                let due = after_ms.map(|ms| now.advanced_by(Duration::from_millis(ms)));
                let calls_left = if due.is_none() { Some(after_calls.unwrap_or(0)) } else { after_calls };
                self.delayed.push(DelayedRequest { arrival, calls_left, due });
                return HandledRequest { wire: lost_reply(hang), delay: wait };
            }
            Some(InjectedFault::Status { status, headers, body }) => {
                WireOutcome::Complete(self.scripted_reply(&trace, status, headers, body))
            }
            Some(InjectedFault::StatusAfter { status, headers, body }) => {
                self.execute_call(&arrival, twist);
                WireOutcome::Complete(self.scripted_reply(&trace, status, headers, body))
            }
            Some(InjectedFault::Cut { keep }) => {
                let reply = self.execute_call(&arrival, twist);
                let keep = keep.unwrap_or(reply.body.len() / 2).min(reply.body.len().saturating_sub(1));
                WireOutcome::Truncated(reply, keep)
            }
            Some(InjectedFault::Garbage) => {
                let mut reply = self.execute_call(&arrival, twist);
                reply.body = b"\xff\xfe{\"style_rules\": \x00nonsense".to_vec();
                WireOutcome::Complete(reply)
            }
            Some(InjectedFault::Html { status }) => {
                let reply = self.execute_call(&arrival, twist);
                WireOutcome::Complete(RawReply {
                    status: status.unwrap_or(if reply.status == 204 { 200 } else { reply.status }),
                    headers: vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())],
                    body: b"<!DOCTYPE html><html><head><title>Bad gateway</title></head><body>proxy</body></html>"
                        .to_vec(),
                })
            }
            Some(InjectedFault::NotStored) => {
                let reply = self.execute_call(&arrival, twist);
                self.store.revert_changes();
                WireOutcome::Complete(reply)
            }
            Some(InjectedFault::Stale { writes, ms }) => {
                twist.writes_ago = writes;
                twist.as_of = ms.map(|ms| {
                    let back = i64::try_from(ms).unwrap_or(i64::MAX).saturating_mul(1000);
                    Moment::from_micros(now.as_micros().saturating_sub(back))
                });
                WireOutcome::Complete(self.execute_call(&arrival, twist))
            }
            Some(InjectedFault::Slow { ms }) => {
                wait += Duration::from_millis(ms);
                WireOutcome::Complete(self.execute_call(&arrival, twist))
            }
            Some(InjectedFault::Redirect { status, location }) => {
                let headers = BTreeMap::from([("location".to_owned(), location)]);
                WireOutcome::Complete(self.scripted_reply(&trace, status, headers, Some(String::new())))
            }
            Some(InjectedFault::TrimNames) => {
                twist.trim = true;
                WireOutcome::Complete(self.execute_call(&arrival, twist))
            }
            Some(InjectedFault::Compose) => {
                twist.compose = true;
                WireOutcome::Complete(self.execute_call(&arrival, twist))
            }
            Some(InjectedFault::Duplicate) => {
                self.execute_call(&arrival, twist);
                WireOutcome::Complete(self.execute_call(&arrival, twist))
            }
            Some(InjectedFault::ReorderInstructions) => {
                twist.reorder_instructions = true;
                WireOutcome::Complete(self.execute_call(&arrival, twist))
            }
            Some(InjectedFault::PagesShift { by }) => {
                twist.page_shift = by;
                WireOutcome::Complete(self.execute_call(&arrival, twist))
            }
        };
        let wrote = match self.commit_changes() {
            Ok(wrote) => wrote,
            Err(CommitFailed) => {
                wire = WireOutcome::Complete(self.scripted_reply(&trace, 503, BTreeMap::new(), None));
                false
            }
        };
        let reply = match &wire {
            WireOutcome::Complete(reply) | WireOutcome::Truncated(reply, _) => Some(reply),
            WireOutcome::Refused | WireOutcome::Dropped | WireOutcome::Silent => None,
        };
        self.log_request(&arrival, reply, wrote, name);
        HandledRequest { wire, delay: wait }
    }

    fn execute_call(&mut self, arrival: &ReceivedRequest, tweak: ResponseTweak) -> RawReply {
        let now = self.options.clock.now();
        let trace = self.trace_id(arrival.n);
        match self.answer_call(arrival, now, tweak) {
            Ok(EndpointResponse { status, body, media_type: media, label }) => {
                let media = media.map(|media| ("content-type".to_owned(), media));
                let label = label.map(|label| (LABEL_HEADER.to_owned(), label));
                self.build_reply(&trace, now, status, media.into_iter().chain(label).collect(), body)
            }
            Err(refusal) => {
                let body = refusal.json_body();
                self.build_reply(&trace, now, refusal.status, refusal.headers, body)
            }
        }
    }

    fn answer_call(
        &mut self,
        arrival: &ReceivedRequest,
        now: Moment,
        tweak: ResponseTweak,
    ) -> Result<EndpointResponse, ErrorResponse> {
        if let Some(account) = arrival.account.as_ref().filter(|account| !self.seeded_accounts.contains(*account)) {
            // What cannot be kept is taken back and said by `trouble`.
            let _ = self.seed_account(account, &[]);
        }
        let EmulatorOptions { limits, rate, capabilities: offer, quirks, label, document_time, .. } = &self.options;
        let request = &arrival.request;
        if request.target.len() > limits.target_bytes {
            let declared = arrival.route.as_ref().is_ok_and(|route| route::declares_long_target(route.call));
            return Err(ErrorResponse::new(if declared { 414 } else { 400 }, "Request target too long"));
        }
        let headers: usize = request.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        if headers > limits.header_bytes {
            return Err(ErrorResponse::new(431, "Request headers too large"));
        }
        let most = arrival.route.as_ref().map_or(limits.body_bytes, |route| limits.max_body_bytes(route.call));
        if request.body.len() > most {
            return Err(ErrorResponse::new(413, "Request body too large"));
        }
        let is_signed = arrival.route.as_ref().is_ok_and(|route| route::is_signed(route.call));
        let caller =
            if is_signed { Caller::of_signed_address() } else { auth::identify_caller(request, &self.options)? };
        let route = match &arrival.route {
            Ok(route) => route,
            Err(refusal) => return Err(refusal.clone()),
        };
        caller.authorize_call(route.call)?;
        if let Some(rate) = *rate {
            let meter = self.meters.entry(caller.account.clone()).or_default();
            meter.admit_call(rate, now).map_err(|wait| {
                let seconds = wait.as_micros().div_ceil(1_000_000).max(1);
                ErrorResponse::new(429, "Too many requests").with_header("retry-after", seconds.to_string())
            })?;
        }
        let terms = RequestContext {
            capabilities: offer,
            limits,
            quirks,
            account: &caller.account,
            key: caller.key_id,
            keys: &self.options.keys,
            reporting_tag: auth::reporting_tag(request),
            free: caller.free,
            phrases: &self.phrases,
            label: *label,
            document_time: *document_time,
            now,
            tweak,
        };
        endpoint::dispatch_call(&mut self.store, &terms, route, request).map_err(|refusal| {
            let undeclared = refusal.status == 415 && !route::declares_media_type(route.call);
            if undeclared { ErrorResponse { status: 400, ..refusal } } else { refusal }
        })
    }

    fn scripted_reply(
        &self,
        trace: &str,
        status: u16,
        headers: BTreeMap<String, String>,
        body: Option<String>,
    ) -> RawReply {
        let body =
            body.map_or_else(|| ErrorResponse::new(status, default_message(status)).json_body(), String::into_bytes);
        let headers = headers.into_iter().map(|(name, value)| (name.to_lowercase(), value)).collect();
        self.build_reply(trace, self.options.clock.now(), status, headers, body)
    }

    fn build_reply(
        &self,
        trace: &str,
        now: Moment,
        status: u16,
        extra: Vec<(String, String)>,
        body: Vec<u8>,
    ) -> RawReply {
        let mut headers = Vec::with_capacity(4 + extra.len());
        if !body.is_empty() {
            headers.push(("content-type".to_owned(), "application/json".to_owned()));
        }
        headers.push(("date".to_owned(), now.http_date()));
        headers.push(("x-trace-id".to_owned(), trace.to_owned()));
        for (name, value) in extra {
            headers.retain(|(known, _)| *known != name);
            headers.push((name, value));
        }
        RawReply { status, headers, body }
    }

    /// Makes the changes of the request last; whether there were any beyond counts. What the file cannot keep is taken back.
    pub(crate) fn commit_changes(&mut self) -> Result<bool, CommitFailed> {
        if !self.store.has_changes() {
            return Ok(false);
        }
        if let Some(file) = &mut self.data_file {
            if let Err(error) = file.append_changes(&self.store) {
                self.persist_error = Some(error.to_string());
                self.store.revert_changes();
                return Err(CommitFailed);
            }
            file.compact(&self.store);
        }
        let wrote = self.store.has_content_changes();
        self.store.settle_changes();
        Ok(wrote)
    }

    fn log_request(
        &mut self,
        arrival: &ReceivedRequest,
        reply: Option<&RawReply>,
        wrote: bool,
        fault: Option<&'static str>,
    ) {
        let entry = LogEntry {
            n: arrival.n,
            method: arrival.request.method.clone(),
            path: auth::redact_key(&arrival.request.target),
            call: arrival.route.as_ref().ok().map(|route| route.call.name()),
            status: reply.map(|reply| reply.status),
            trace: self.trace_id(arrival.n),
            wrote,
            fault,
            tag: auth::reporting_tag(&arrival.request).map(str::to_owned),
            label: reply.and_then(|reply| reply.header(LABEL_HEADER)).map(str::to_owned),
            body: self.options.log_bodies.then(|| auth::redact_body(&arrival.request, &self.options.keys)),
            account: arrival.account.clone(),
        };
        self.log.append_entry(entry);
    }

    /// The `X-Trace-ID` of a request.
    fn trace_id(&self, n: u64) -> String {
        let high = mix_bits(self.options.seed ^ mix_bits(n.rotate_left(17)));
        format!("{high:016x}{:016x}", mix_bits(high))
    }
}

/// A change could not be written down and was taken back.
#[derive(Debug)]
pub(crate) struct CommitFailed;

fn lost_reply(hang: bool) -> WireOutcome {
    if hang { WireOutcome::Silent } else { WireOutcome::Dropped }
}

fn default_message(status: u16) -> &'static str {
    match status {
        400 => "Bad request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not found",
        413 => "Request body too large",
        429 => "Too many requests",
        456 => "Quota exceeded",
        529 => "Service overloaded",
        _ => "Error",
    }
}
