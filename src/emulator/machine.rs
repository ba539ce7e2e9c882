//! The emulator's state and how one request goes through it.
//!
//! Always: a request is counted and its fault decided when it comes; it is carried out in one step that nothing can
//! interleave. Absent: waiting, sockets.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use crate::emulator::Options;
use crate::emulator::auth;
use crate::emulator::clock::Moment;
use crate::emulator::endpoint;
use crate::emulator::fault::{Fault, Script, Seen};
use crate::emulator::id::mix;
use crate::emulator::language;
use crate::emulator::log::{Entry, Log};
use crate::emulator::message::{Handled, RawReply, RawRequest, Wire};
use crate::emulator::persist::{DataFile, PersistError};
use crate::emulator::rate::Meter;
use crate::emulator::refusal::Refusal;
use crate::emulator::route::{self, Route};
use crate::emulator::store::Store;
use crate::emulator::terms::{Answer, Terms, Twist};
use crate::service::Call;

/// A request that has come and is not yet carried out. Dropping it is a client that gave up in time.
#[derive(Debug)]
pub struct Arrival {
    n: u64,
    request: RawRequest,
    route: Result<Route, Refusal>,
    fault: Option<Fault>,
    latency: Duration,
}

impl Arrival {
    /// How long the request lies on the way before it is carried out.
    #[must_use]
    pub fn wait(&self) -> Duration {
        self.fault.as_ref().map_or(Duration::ZERO, Fault::delay) + self.latency / 2
    }
}

struct Late {
    arrival: Arrival,
    calls_left: Option<u64>,
    due: Option<Moment>,
}

pub(crate) struct Machine {
    pub(crate) options: Options,
    pub(crate) store: Store,
    pub(crate) log: Log,
    script: Option<Script>,
    requests: u64,
    counts: BTreeMap<Call, u64>,
    meters: BTreeMap<String, Meter>,
    late: Vec<Late>,
    file: Option<DataFile>,
    trouble: Option<String>,
}

impl Machine {
    pub(crate) fn new(mut options: Options) -> Self {
        let log = Log::new(options.keep_entries, options.log.take());
        let script = options.faults.take();
        let store = Store::new(options.seed);
        Self {
            options,
            store,
            log,
            script,
            requests: 0,
            counts: BTreeMap::new(),
            meters: BTreeMap::new(),
            late: Vec::new(),
            file: None,
            trouble: None,
        }
    }

    /// Takes in what the file holds, and keeps it from now on.
    pub(crate) fn keep_in(&mut self, path: &Path) -> Result<(), PersistError> {
        self.file = Some(DataFile::open(path, &mut self.store)?);
        Ok(())
    }

    /// Why the latest change that could not be kept was not.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    pub(crate) fn set_script(&mut self, script: Option<Script>) {
        self.script = script;
    }

    /// Counts a request and decides its fault; what was late and is due by now is carried out before.
    pub(crate) fn receive(&mut self, request: RawRequest) -> Arrival {
        let now = self.options.clock.now();
        self.land(now);
        self.requests += 1;
        let n = self.requests;
        let route = route::find(&request.method, &request.target);
        let mut fault = None;
        if let Ok(route) = &route {
            let count = self.counts.entry(route.call).or_default();
            *count += 1;
            if let Some(script) = &mut self.script {
                let target = &request.target;
                fault = script(&Seen { n, call: route.call, nth: *count, target, body: &request.body, now });
            }
        }
        let latency = self.options.latency.map_or(Duration::ZERO, |latency| latency.of(self.options.seed, n));
        Arrival { n, request, route, fault, latency }
    }

    /// Carries out whatever is late, due or not.
    pub(crate) fn land_all(&mut self) {
        for late in std::mem::take(&mut self.late) {
            self.land_one(&late.arrival);
        }
    }

    fn land(&mut self, now: Moment) {
        if self.late.is_empty() {
            return;
        }
        let mut waiting = Vec::new();
        for mut late in std::mem::take(&mut self.late) {
            let counted_out = late.calls_left == Some(0);
            if counted_out || late.due.is_some_and(|due| due <= now) {
                self.land_one(&late.arrival);
            } else {
                late.calls_left = late.calls_left.map(|left| left - 1);
                waiting.push(late);
            }
        }
        self.late = waiting;
    }

    fn land_one(&mut self, arrival: &Arrival) {
        self.execute(arrival, Twist::default());
        let wrote = self.commit().unwrap_or(false);
        self.note(arrival, None, wrote, Some("landed"));
    }

    /// Carries a request out, with what goes wrong about it.
    pub(crate) fn carry_out(&mut self, arrival: Arrival) -> Handled {
        let now = self.options.clock.now();
        let mut wait = arrival.latency - arrival.latency / 2;
        let mut twist = Twist::default();
        let trace = self.trace(arrival.n);
        let name = arrival.fault.as_ref().map(Fault::name);
        let mut wire = match arrival.fault.clone() {
            None | Some(Fault::Delay { .. }) => Wire::Answer(self.execute(&arrival, twist)),
            Some(Fault::Refused) => Wire::Refused,
            Some(Fault::LostBefore { hang }) => lost(hang),
            Some(Fault::LostAfter { hang }) => {
                self.execute(&arrival, twist);
                lost(hang)
            }
            Some(Fault::Late { after_calls, after_ms, hang }) => {
                self.note(&arrival, None, false, name);
                let due = after_ms.map(|ms| now.after(Duration::from_millis(ms)));
                let calls_left = if due.is_none() { Some(after_calls.unwrap_or(0)) } else { after_calls };
                self.late.push(Late { arrival, calls_left, due });
                return Handled { wire: lost(hang), wait };
            }
            Some(Fault::Status { status, headers, body }) => Wire::Answer(self.scripted(&trace, status, headers, body)),
            Some(Fault::StatusAfter { status, headers, body }) => {
                self.execute(&arrival, twist);
                Wire::Answer(self.scripted(&trace, status, headers, body))
            }
            Some(Fault::Cut { keep }) => {
                let reply = self.execute(&arrival, twist);
                let keep = keep.unwrap_or(reply.body.len() / 2).min(reply.body.len().saturating_sub(1));
                Wire::Cut(reply, keep)
            }
            Some(Fault::Garbage) => {
                let mut reply = self.execute(&arrival, twist);
                reply.body = b"\xff\xfe{\"style_rules\": \x00nonsense".to_vec();
                Wire::Answer(reply)
            }
            Some(Fault::Html { status }) => {
                let reply = self.execute(&arrival, twist);
                Wire::Answer(RawReply {
                    status: status.unwrap_or(if reply.status == 204 { 200 } else { reply.status }),
                    headers: vec![("content-type".to_owned(), "text/html; charset=utf-8".to_owned())],
                    body: b"<!DOCTYPE html><html><head><title>Bad gateway</title></head><body>proxy</body></html>"
                        .to_vec(),
                })
            }
            Some(Fault::NotStored) => {
                let reply = self.execute(&arrival, twist);
                self.store.revert();
                Wire::Answer(reply)
            }
            Some(Fault::Stale { writes, ms }) => {
                twist.writes_ago = writes;
                twist.as_of = ms.map(|ms| {
                    let back = i64::try_from(ms).unwrap_or(i64::MAX).saturating_mul(1000);
                    Moment::from_micros(now.micros().saturating_sub(back))
                });
                Wire::Answer(self.execute(&arrival, twist))
            }
            Some(Fault::Slow { ms }) => {
                wait += Duration::from_millis(ms);
                Wire::Answer(self.execute(&arrival, twist))
            }
            Some(Fault::Redirect { status, location }) => {
                let headers = BTreeMap::from([("location".to_owned(), location)]);
                Wire::Answer(self.scripted(&trace, status, headers, Some(String::new())))
            }
            Some(Fault::TrimNames) => {
                twist.trim = true;
                Wire::Answer(self.execute(&arrival, twist))
            }
            Some(Fault::Compose) => {
                twist.compose = true;
                Wire::Answer(self.execute(&arrival, twist))
            }
            Some(Fault::Duplicate) => {
                self.execute(&arrival, twist);
                Wire::Answer(self.execute(&arrival, twist))
            }
            Some(Fault::ReorderInstructions) => {
                twist.reorder = true;
                Wire::Answer(self.execute(&arrival, twist))
            }
            Some(Fault::PagesShift { by }) => {
                twist.shift = by;
                Wire::Answer(self.execute(&arrival, twist))
            }
        };
        let wrote = match self.commit() {
            Ok(wrote) => wrote,
            Err(NotKept) => {
                wire = Wire::Answer(self.scripted(&trace, 503, BTreeMap::new(), None));
                false
            }
        };
        let status = match &wire {
            Wire::Answer(reply) | Wire::Cut(reply, _) => Some(reply.status),
            Wire::Refused | Wire::Dropped | Wire::Silent => None,
        };
        self.note(&arrival, status, wrote, name);
        Handled { wire, wait }
    }

    fn execute(&mut self, arrival: &Arrival, twist: Twist) -> RawReply {
        let now = self.options.clock.now();
        let trace = self.trace(arrival.n);
        match self.answer(arrival, now, twist) {
            Ok(Answer { status, body, media }) => {
                let media = media.map(|media| ("content-type".to_owned(), media));
                self.reply(&trace, now, status, media.into_iter().collect(), body)
            }
            Err(refusal) => {
                let body = refusal.body();
                self.reply(&trace, now, refusal.status, refusal.headers, body)
            }
        }
    }

    fn answer(&mut self, arrival: &Arrival, now: Moment, twist: Twist) -> Result<Answer, Refusal> {
        let Options { limits, keys, accept_schemes, rate, offer, quirks, .. } = &self.options;
        let request = &arrival.request;
        if request.target.len() > limits.target {
            return Err(Refusal::new(414, "Request target too long"));
        }
        let headers: usize = request.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        if headers > limits.headers {
            return Err(Refusal::new(431, "Request headers too large"));
        }
        let most = arrival.route.as_ref().map_or(limits.body, |route| limits.body_of(route.call));
        if request.body.len() > most {
            return Err(Refusal::new(413, "Request body too large"));
        }
        let caller = auth::caller(request, keys, accept_schemes)?;
        let route = match &arrival.route {
            Ok(route) => route,
            Err(refusal) => return language::deprecated(request).unwrap_or_else(|| Err(refusal.clone())),
        };
        caller.may(route.call)?;
        if let Some(rate) = *rate {
            let meter = self.meters.entry(caller.account.clone()).or_default();
            meter.take(rate, now).map_err(|wait| {
                let seconds = wait.as_micros().div_ceil(1_000_000).max(1);
                Refusal::new(429, "Too many requests").header("retry-after", seconds.to_string())
            })?;
        }
        let terms = Terms { offer, limits, quirks, account: &caller.account, free: caller.free, now, twist };
        endpoint::answer(&mut self.store, &terms, route, request)
    }

    fn scripted(&self, trace: &str, status: u16, headers: BTreeMap<String, String>, body: Option<String>) -> RawReply {
        let body = body.map_or_else(|| Refusal::new(status, default_message(status)).body(), String::into_bytes);
        let headers = headers.into_iter().map(|(name, value)| (name.to_lowercase(), value)).collect();
        self.reply(trace, self.options.clock.now(), status, headers, body)
    }

    fn reply(&self, trace: &str, now: Moment, status: u16, extra: Vec<(String, String)>, body: Vec<u8>) -> RawReply {
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
    pub(crate) fn commit(&mut self) -> Result<bool, NotKept> {
        if !self.store.changed() {
            return Ok(false);
        }
        if let Some(file) = &mut self.file {
            if let Err(error) = file.append(&self.store) {
                self.trouble = Some(error.to_string());
                self.store.revert();
                return Err(NotKept);
            }
            file.tidy(&self.store);
        }
        let wrote = self.store.wrote();
        self.store.settle_changes();
        Ok(wrote)
    }

    fn note(&mut self, arrival: &Arrival, status: Option<u16>, wrote: bool, fault: Option<&'static str>) {
        let entry = Entry {
            n: arrival.n,
            method: arrival.request.method.clone(),
            path: auth::without_key(&arrival.request.target),
            call: arrival.route.as_ref().ok().map(|route| route.call.name()),
            status,
            trace: self.trace(arrival.n),
            wrote,
            fault,
        };
        self.log.add(entry);
    }

    /// The `X-Trace-ID` of a request.
    fn trace(&self, n: u64) -> String {
        let high = mix(self.options.seed ^ mix(n.rotate_left(17)));
        format!("{high:016x}{:016x}", mix(high))
    }
}

/// A change could not be written down and was taken back.
#[derive(Debug)]
pub(crate) struct NotKept;

fn lost(hang: bool) -> Wire {
    if hang { Wire::Silent } else { Wire::Dropped }
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
