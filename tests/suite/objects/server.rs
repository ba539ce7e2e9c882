//! A store of objects that speaks the wire of S3 and, with generations, that of Google: conditional writes, listings,
//! refusals. Faults are planted by the number of the write to a state.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use http_body_util::{BodyExt as _, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use sha2::Digest as _;

const BUCKET: &str = "acme";
pub(super) const SECRET: &str = "very-secret-access-key-0123456789";

/// What happens to the requests of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Conditions of writes are ignored.
    Unconditional,
    /// Everything is refused, and the refusal repeats what it was asked with.
    Denied,
    /// Nothing is answered.
    Silent,
    /// A page for people answers.
    Page,
    /// The write to a state with this number is carried out, and its answer is lost; so are the answers to this many
    /// requests after it.
    LostAnswer { write: usize, also: usize },
    /// The write to a state with this number is lost on its way.
    LostRequest { write: usize },
    /// The first requests are answered with "later".
    Busy { requests: usize },
    /// What is below a history cannot be written.
    NoHistory,
    /// Everything from the request with this number on is refused.
    DeadFrom { request: usize },
    /// The write to a state with this number waits for ever, before or after it is carried out.
    Stuck { write: usize, done: bool },
}

#[derive(Default)]
struct Held {
    /// Bytes and generation by name.
    objects: BTreeMap<String, (Vec<u8>, u64)>,
    generation: u64,
    requests: Vec<String>,
    state_writes: usize,
    /// Since the fault was planted.
    since: usize,
    fault: Option<Fault>,
    /// How many answers are lost from now on.
    lose: usize,
    stuck: bool,
}

/// A store on a port of this machine.
#[derive(Clone)]
pub(crate) struct ObjectServer {
    held: Arc<Mutex<Held>>,
    pub(super) address: String,
}

enum Answer {
    Sent(Response<Full<Bytes>>),
    Lost,
    Never,
}

impl ObjectServer {
    pub(crate) fn new() -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let held = Arc::new(Mutex::new(Held::default()));
        let serving = held.clone();
        // Of its own, also where a test stands in a runtime; it ends with the process.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(serve(listener, serving));
        });
        Self { held, address }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap()
    }

    /// Refuses everything after so many requests more; none: nothing.
    pub(crate) fn die_after(&self, requests: Option<usize>) {
        self.plant(requests.map(|requests| Fault::DeadFrom { request: requests + 1 }));
    }

    /// How many requests came since then.
    pub(crate) fn count_requests(&self) -> usize {
        self.held().since
    }

    pub(super) fn plant(&self, fault: Option<Fault>) {
        let mut held = self.held();
        (held.fault, held.state_writes, held.since, held.lose, held.stuck) = (fault, 0, 0, 0, false);
    }

    pub(super) fn is_stuck(&self) -> bool {
        self.held().stuck
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.held().objects.keys().cloned().collect()
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.held().objects.get(name).map(|(bytes, _)| String::from_utf8(bytes.clone()).unwrap())
    }

    pub(super) fn set(&self, name: &str, text: &str) {
        let mut held = self.held();
        held.generation += 1;
        let generation = held.generation;
        held.objects.insert(name.to_owned(), (text.as_bytes().to_vec(), generation));
    }

    pub(super) fn remove(&self, name: &str) {
        self.held().objects.remove(name);
    }

    pub(super) fn take_requests(&self) -> Vec<String> {
        std::mem::take(&mut self.held().requests)
    }

    /// The variables with which S3 is spoken to it.
    pub(super) fn variables(&self) -> Vec<(String, String)> {
        s3_variables(&self.address)
    }
}

/// The variables with which S3 is spoken to an address.
pub(super) fn s3_variables(address: &str) -> Vec<(String, String)> {
    [
        ("AWS_ENDPOINT_URL", address),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", "AKIATESTTESTTEST0000"),
        ("AWS_SECRET_ACCESS_KEY", SECRET),
        ("AWS_REGION", "us-east-1"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}

async fn serve(listener: std::net::TcpListener, held: Arc<Mutex<Held>>) {
    let listener = tokio::net::TcpListener::from_std(listener).unwrap();
    while let Ok((stream, _)) = listener.accept().await {
        let held = held.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let held = held.clone();
            async move {
                match answer(&held, request).await {
                    Answer::Sent(response) => Ok(response),
                    Answer::Lost => Err(std::io::Error::other("cut")),
                    Answer::Never => std::future::pending().await,
                }
            }
        });
        tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

fn refuse(status: u16, code: &str, more: &str) -> Answer {
    let text = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>no</Message>{more}</Error>");
    let response = Response::builder().status(status).header("content-type", "application/xml");
    Answer::Sent(response.body(Full::from(text)).unwrap())
}

async fn answer(held: &Mutex<Held>, request: Request<Incoming>) -> Answer {
    let (head, body) = request.into_parts();
    let Ok(body) = body.collect().await else { return Answer::Lost };
    let body = body.to_bytes().to_vec();
    let header = |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let path = percent_encoding::percent_decode_str(head.uri.path().trim_start_matches('/')).decode_utf8_lossy();
    let (bucket, name) = path.split_once('/').unwrap_or((path.as_ref(), ""));
    let mut held = held.lock().unwrap();
    let mut lost = false;
    held.requests.push(format!("{} {name}", head.method));
    let is_state_write = head.method == Method::PUT && name.ends_with("/state.json");
    held.state_writes += usize::from(is_state_write);
    held.since += 1;
    let write = held.state_writes;
    if held.lose > 0 {
        held.lose -= 1;
        return Answer::Lost;
    }
    match held.fault {
        Some(Fault::Denied) => {
            let more = format!("<Key>{SECRET}</Key><Authorization>{}</Authorization>", header("authorization"));
            return refuse(403, "SignatureDoesNotMatch", &more);
        }
        Some(Fault::NoHistory) if head.method == Method::PUT && name.contains("/history/") => {
            return refuse(403, "AccessDenied", "");
        }
        Some(Fault::Silent) => return Answer::Never,
        Some(Fault::DeadFrom { request }) if held.since >= request => return refuse(403, "AccessDenied", ""),
        Some(Fault::Page) => return Answer::Sent(Response::new(Full::from("<html>Sign in</html>"))),
        Some(Fault::Busy { requests }) if held.requests.len() <= requests => return refuse(503, "SlowDown", ""),
        Some(Fault::LostRequest { write: planted }) if is_state_write && write == planted => return Answer::Lost,
        Some(Fault::LostAnswer { write: planted, also }) if is_state_write && write == planted => {
            lost = true;
            held.lose = also;
        }
        Some(Fault::Stuck { write: planted, done }) if is_state_write && write == planted => {
            held.stuck = true;
            if !done {
                return Answer::Never;
            }
        }
        _ => {}
    }
    if bucket != BUCKET {
        return refuse(404, "NoSuchBucket", "");
    }
    if !header("authorization").starts_with("AWS4-HMAC-SHA256 ") && !header("authorization").starts_with("Bearer ") {
        return refuse(403, "AccessDenied", "");
    }
    let unconditional = held.fault == Some(Fault::Unconditional);
    let found = held.objects.get(name).cloned();
    let tag = |bytes: &[u8]| {
        let digest = sha2::Sha256::digest(bytes);
        format!("\"{}\"", digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect::<String>())
    };
    let response = Response::builder().header("server", "ObjectsForTests");
    let answered = match head.method {
        Method::GET if name.is_empty() => {
            let query = head.uri.query().unwrap_or_default();
            let pairs: BTreeMap<_, _> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
            let prefix = pairs.get("prefix").cloned().unwrap_or_default();
            let mut listed = String::new();
            for (name, (bytes, _)) in held.objects.iter().filter(|(name, _)| name.starts_with(&prefix)) {
                listed.push_str(&format!(
                    "<Contents><Key>{name}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified>\
                     <ETag>{}</ETag><Size>{}</Size></Contents>",
                    tag(bytes).replace('"', "&quot;"),
                    bytes.len()
                ));
            }
            let text = format!(
                "<?xml version=\"1.0\"?><ListBucketResult><Name>{BUCKET}</Name><IsTruncated>false</IsTruncated>{listed}</ListBucketResult>"
            );
            response.body(Full::from(text)).unwrap()
        }
        Method::GET | Method::HEAD => {
            let Some((bytes, generation)) = found else { return refuse(404, "NoSuchKey", "") };
            let response = response
                .header("etag", tag(&bytes))
                .header("x-goog-generation", generation)
                .header("content-length", bytes.len())
                .header("last-modified", "Thu, 01 Jan 2026 00:00:00 GMT");
            let body = if head.method == Method::HEAD { Vec::new() } else { bytes };
            response.body(Full::from(body)).unwrap()
        }
        Method::PUT => {
            let wanted = header("x-goog-if-generation-match").parse::<u64>().ok();
            let current = found.as_ref().map_or(0, |(_, generation)| *generation);
            let holds = (header("if-none-match") != "*" || found.is_none())
                && (header("if-match").is_empty()
                    || found.as_ref().is_some_and(|(bytes, _)| tag(bytes) == header("if-match")))
                && wanted.is_none_or(|wanted| wanted == current);
            if !holds && !unconditional {
                return refuse(412, "PreconditionFailed", "");
            }
            held.generation += 1;
            let generation = held.generation;
            let etag = tag(&body);
            held.objects.insert(name.to_owned(), (body, generation));
            response.header("etag", etag).header("x-goog-generation", generation).body(Full::default()).unwrap()
        }
        Method::DELETE => {
            held.objects.remove(name);
            response.status(StatusCode::NO_CONTENT).body(Full::default()).unwrap()
        }
        _ => return refuse(405, "MethodNotAllowed", ""),
    };
    if held.stuck && is_state_write {
        return Answer::Never;
    }
    if lost { Answer::Lost } else { Answer::Sent(answered) }
}
