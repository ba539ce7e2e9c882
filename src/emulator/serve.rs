//! The emulator on a socket, for any client of HTTP.
//!
//! Always: a loopback address, unless its options allow another; a `Host` that a page of a foreign site could not have sent;
//! a request whose client leaves, or is not whole in time, is not carried out. Lost and cut answers are real ones: the
//! connection ends without a byte, or after fewer bytes than its head promised. Absent: TLS, HTTP/2, anything that decides
//! what is answered.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::emulator::Emulator;
use crate::emulator::control::{self, ControlToken};
use crate::emulator::message::{RawReply, RawRequest, WireOutcome};

/// How long open connections may take to end once the emulator is told to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// How long to rest after a connection could not be accepted, as when there are too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Bytes of a body that are read beyond what its call may have, so that a client that sends too much still hears why it
/// was refused.
const EXCESS_BODY_BYTES: usize = 16 << 20;

/// How many times [`ServeOptions::read_timeout`] a body may take in all.
const BODY_TIMEOUT_FACTOR: u32 = 10;

/// How the emulator is served.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Whether addresses that other machines can reach are served.
    pub beyond_loopback: bool,
    /// Names that `Host` may have besides addresses, names without a dot, and those under `.localhost` and `.internal`.
    pub allowed_hosts: Vec<String>,
    /// How long a client may take to send the head of a request, or may rest within its body.
    pub read_timeout: Duration,
    /// What opens the control interface; without it there is none.
    pub control: Option<ControlToken>,
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self { beyond_loopback: false, allowed_hosts: Vec::new(), read_timeout: Duration::from_secs(30), control: None }
    }
}

/// Serves until `stop` is done, then lets open requests end.
///
/// # Errors
/// When the listener is on an address that the options do not allow.
pub async fn serve(
    emulator: Emulator,
    listener: TcpListener,
    options: ServeOptions,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() && !options.beyond_loopback {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{address} is not a loopback address")));
    }
    let server = Arc::new(EmulatorServer { emulator, options });
    let shutdown = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        while connections.try_join_next().is_some() {}
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        // Small answers shall not wait for more to come.
        let _ = stream.set_nodelay(true);
        let end = ConnectionHandle::default();
        let io = TokioIo::new(ClosableStream { stream, end: end.clone() });
        let answering = Arc::clone(&server);
        let service = service_fn(move |request| {
            let (server, end) = (Arc::clone(&answering), end.clone());
            async move { Ok::<_, Infallible>(server.answer_request(request, &end).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(server.options.read_timeout)
            .serve_connection(io, service);
        let watched = shutdown.watch(connection);
        connections.spawn(async move {
            // How a connection ended is its client's business.
            let _ = watched.await;
        });
    }
    drop(listener);
    tokio::select! {
        () = shutdown.shutdown() => {}
        () = tokio::time::sleep(SHUTDOWN_GRACE) => {}
    }
    Ok(())
}

/// What every connection answers from.
struct EmulatorServer {
    emulator: Emulator,
    options: ServeOptions,
}

impl EmulatorServer {
    async fn answer_request(&self, request: Request<Incoming>, end: &ConnectionHandle) -> Response<Full<Bytes>> {
        let limit = self.emulator.max_body_bytes(request.method().as_str(), request.uri().path());
        let request = match self.read_raw_request(request, limit.saturating_add(EXCESS_BODY_BYTES)).await {
            Ok(request) => request,
            Err(ReadError::Left) => return end.close_after(Vec::new()),
            Err(ReadError::TimedOut) => return to_response(request_timeout()),
        };
        let host = request.header("host").unwrap_or_default();
        if !is_allowed_host(host, &self.options.allowed_hosts) {
            return to_response(misdirected(host));
        }
        if let Some(reply) = control::answer_control(&self.emulator, self.options.control.as_ref(), &request) {
            return to_response(reply);
        }
        let arrival = self.emulator.receive_request(request);
        if !arrival.remaining_delay().is_zero() {
            tokio::time::sleep(arrival.remaining_delay()).await;
        }
        let handled = self.emulator.process_request(arrival);
        if !handled.delay.is_zero() {
            tokio::time::sleep(handled.delay).await;
        }
        match handled.wire {
            WireOutcome::Complete(reply) => to_response(reply),
            WireOutcome::Truncated(reply, keep) => end.close_after(truncated_bytes(&reply, keep)),
            WireOutcome::Refused | WireOutcome::Dropped => end.close_after(Vec::new()),
            WireOutcome::Silent => std::future::pending().await,
        }
    }

    /// The request as it stood on the wire.
    async fn read_raw_request(&self, request: Request<Incoming>, most: usize) -> Result<RawRequest, ReadError> {
        let (head, mut body) = request.into_parts();
        let mut bytes = Vec::new();
        let latest = tokio::time::Instant::now() + self.options.read_timeout * BODY_TIMEOUT_FACTOR;
        while bytes.len() < most {
            let until = latest.min(tokio::time::Instant::now() + self.options.read_timeout);
            let frame = tokio::time::timeout_at(until, poll_fn(|cx| Pin::new(&mut body).poll_frame(cx))).await;
            let Some(frame) = frame.map_err(|_| ReadError::TimedOut)? else { break };
            if let Ok(data) = frame.map_err(|_| ReadError::Left)?.into_data() {
                bytes.extend_from_slice(&data);
            }
        }
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        Ok(RawRequest {
            method: head.method.as_str().to_owned(),
            target: head.uri.path_and_query().map_or_else(|| head.uri.path().to_owned(), ToString::to_string),
            headers: head.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect(),
            body: bytes,
        })
    }
}

/// Why a request did not come whole.
enum ReadError {
    /// The client left.
    Left,
    /// It took too long.
    TimedOut,
}

fn request_timeout() -> RawReply {
    let mut reply =
        control::json_reply(408, &serde_json::json!({ "message": "The request did not come whole in time" }));
    reply.headers.push(("connection".to_owned(), "close".to_owned()));
    reply
}

fn misdirected(host: &str) -> RawReply {
    let message = format!("This emulator is not served as `{host}`: start it with --allow-host {host}");
    control::json_reply(421, &serde_json::json!({ "message": message }))
}

/// Whether a request for this host can be meant for the emulator. A page of a foreign site that points its own name at this
/// machine sends that name, and names of the public system have a dot.
fn is_allowed_host(written: &str, allowed: &[String]) -> bool {
    let name = match written.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        Some(_) | None => written,
    };
    let name = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let lower = name.trim_end_matches('.').to_ascii_lowercase();
    lower.parse::<IpAddr>().is_ok()
        || (!lower.is_empty() && !lower.contains('.'))
        || [".localhost", ".internal"].iter().any(|zone| lower.ends_with(zone))
        || allowed.iter().any(|known| known.eq_ignore_ascii_case(&lower))
}

fn to_response(reply: RawReply) -> Response<Full<Bytes>> {
    let RawReply { status, headers, body } = reply;
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in headers {
        // A scripted header that no wire can carry is left out.
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().append(name, value);
        }
    }
    response
}

/// An answer in bytes that promises its whole body and gives only the first of it.
fn truncated_bytes(reply: &RawReply, keep: usize) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 {} Cut\r\n", reply.status).into_bytes();
    for (name, value) in &reply.headers {
        bytes.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
    }
    bytes.extend_from_slice(format!("content-length: {}\r\n\r\n", reply.body.len().max(1)).as_bytes());
    bytes.extend_from_slice(&reply.body[..keep.min(reply.body.len())]);
    bytes
}

/// What becomes of a connection.
#[derive(Debug, Default)]
enum ConnectionFate {
    #[default]
    Open,
    /// These bytes, then its end.
    EndAfter(Vec<u8>),
    Ended,
}

/// The end of one connection that its requests hold.
#[derive(Clone, Debug, Default)]
struct ConnectionHandle(Arc<Mutex<ConnectionFate>>);

impl ConnectionHandle {
    /// Ends the connection after these bytes. The answer given back is never seen: the bytes take its place.
    fn close_after(&self, bytes: Vec<u8>) -> Response<Full<Bytes>> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ConnectionFate::EndAfter(bytes);
        Response::new(Full::default())
    }
}

/// One connection.
struct ClosableStream {
    stream: TcpStream,
    end: ConnectionHandle,
}

impl AsyncRead for ClosableStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for ClosableStream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let Self { stream, end } = self.get_mut();
        let mut fate = end.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *fate {
            ConnectionFate::Open => Pin::new(stream).poll_write(cx, bytes),
            ConnectionFate::EndAfter(last) => {
                while !last.is_empty() {
                    let written = ready!(Pin::new(&mut *stream).poll_write(cx, last))?;
                    if written == 0 {
                        break;
                    }
                    last.drain(..written);
                }
                *fate = ConnectionFate::Ended;
                Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()))
            }
            ConnectionFate::Ended => Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into())),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::is_allowed_host;

    #[test]
    fn a_foreign_name_is_no_host_of_the_emulator() {
        for host in
            ["127.0.0.1:4010", "[::1]:4010", "localhost", "emulator:80", "a.localhost", "host.docker.internal:1"]
        {
            assert!(is_allowed_host(host, &[]), "{host}");
        }
        for host in ["", "evil.example", "127.0.0.1.evil.example:80", "localhost.evil.example", ":80", "."] {
            assert!(!is_allowed_host(host, &[]), "{host}");
        }
        assert!(is_allowed_host("Api.Test:80", &["api.test".to_owned()]));
    }
}
