//! The emulator on a socket, for any client of HTTP.
//!
//! Always: only on a loopback address; a request whose client leaves before it is carried out is not carried out. Lost and
//! cut answers are real ones: the connection ends without a byte, or after fewer bytes than its head promised.
//! Absent: TLS, HTTP/2, anything that decides what is answered.

use std::future::{Future, IntoFuture, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use crate::emulator::Emulator;
use crate::emulator::message::{RawReply, RawRequest, WireOutcome};

/// How long open connections may take to end once the emulator is told to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);

/// Bytes of a body that are read beyond what its call may have, so that a client that sends too much still hears why it
/// was refused.
const EXCESS_BODY_BYTES: usize = 16 << 20;

/// Serves until `stop` is done, then lets open requests end.
///
/// # Errors
/// When the listener is not on a loopback address, or stops working.
pub async fn serve(
    emulator: Emulator,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let address = listener.local_addr()?;
    if !address.ip().is_loopback() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{address} is not a loopback address")));
    }
    let app = Router::new()
        .fallback(answer_request)
        .with_state(emulator)
        .into_make_service_with_connect_info::<ConnectionHandle>();
    let (tell, told) = tokio::sync::oneshot::channel();
    let served = axum::serve(ClosableListener(listener), app).with_graceful_shutdown(async move {
        stop.await;
        let _ = tell.send(());
    });
    tokio::select! {
        outcome = served.into_future() => outcome,
        () = async { if told.await.is_ok() { tokio::time::sleep(SHUTDOWN_GRACE).await } else { std::future::pending().await } } => Ok(()),
    }
}

async fn answer_request(
    State(emulator): State<Emulator>,
    ConnectInfo(end): ConnectInfo<ConnectionHandle>,
    request: Request,
) -> Response {
    let most =
        emulator.max_body_bytes(request.method().as_str(), request.uri().path()).saturating_add(EXCESS_BODY_BYTES);
    let Some(request) = read_raw_request(request, most).await else {
        return end.close_after(Vec::new());
    };
    let arrival = emulator.receive_request(request);
    if !arrival.remaining_delay().is_zero() {
        tokio::time::sleep(arrival.remaining_delay()).await;
    }
    let handled = emulator.process_request(arrival);
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

/// The request as it stood on the wire; nothing when the client left in the middle of it.
async fn read_raw_request(request: Request, most: usize) -> Option<RawRequest> {
    let (head, mut body) = request.into_parts();
    let mut bytes = Vec::new();
    let mut left = most;
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        if let Ok(data) = frame.ok()?.into_data() {
            bytes.extend_from_slice(&data);
            left = left.saturating_sub(data.len());
            if left == 0 {
                break;
            }
        }
    }
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    Some(RawRequest {
        method: head.method.as_str().to_owned(),
        target: head.uri.path_and_query().map_or_else(|| head.uri.path().to_owned(), ToString::to_string),
        headers: head.headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect(),
        body: bytes,
    })
}

fn to_response(reply: RawReply) -> Response {
    let RawReply { status, headers, body } = reply;
    let mut response = Response::new(Body::from(body));
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
#[derive(Debug)]
enum ConnectionFate {
    Open,
    /// These bytes, then its end.
    EndAfter(Vec<u8>),
    Ended,
}

/// The end of one connection that its requests hold.
#[derive(Clone, Debug)]
struct ConnectionHandle(Arc<Mutex<ConnectionFate>>);

impl ConnectionHandle {
    /// Ends the connection after these bytes. The answer given back is never seen: the bytes take its place.
    fn close_after(&self, bytes: Vec<u8>) -> Response {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ConnectionFate::EndAfter(bytes);
        Response::new(Body::empty())
    }
}

impl Connected<IncomingStream<'_, ClosableListener>> for ConnectionHandle {
    fn connect_info(stream: IncomingStream<'_, ClosableListener>) -> Self {
        stream.io().end.clone()
    }
}

/// A listener whose connections can be ended by the requests on them.
struct ClosableListener(TcpListener);

impl Listener for ClosableListener {
    type Io = ClosableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (ClosableStream, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // Small answers shall not wait for more to come.
        let _ = stream.set_nodelay(true);
        (ClosableStream { stream, end: ConnectionHandle(Arc::new(Mutex::new(ConnectionFate::Open))) }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
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
