//! The wire of an object store: requests that the crate `object_store` signs go through our own HTTP client.
//!
//! Always holds: nothing acts by itself: no redirects, no repeats, HTTP/1.1 alone, and plain HTTP only to this machine and to
//! the metadata service that gives a machine of a cloud its credentials. What an answer said is kept as status and code; its
//! text is not, since refusals repeat keys and signatures. An answer that is larger than a state is not read.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http_body_util::BodyExt as _;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody, HttpService,
};

use crate::state::backend::MAX_STATE_BYTES;

/// How long a machine of a cloud waits for its metadata service; elsewhere nothing answers there.
const METADATA_TIMEOUT: Duration = Duration::from_secs(2);

/// The last answer, in what may be told of it.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub(super) host: String,
    pub(super) server: Option<String>,
    pub(super) status: Option<u16>,
    pub(super) code: Option<String>,
    /// What the network said instead of an answer.
    pub(super) broken: Option<String>,
    /// Whether another try would end in the same way.
    pub(super) is_final: bool,
}

/// Sends the requests of a store.
#[derive(Clone)]
pub(super) struct Wire {
    secure: reqwest::Client,
    /// For plain HTTP, which no proxy may see.
    plain: reqwest::Client,
    allow_http: bool,
    heard: Arc<Mutex<Heard>>,
}

impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wire")
    }
}

impl Wire {
    pub(super) fn new(
        ca_certificates: Option<&[u8]>,
        timeout: Duration,
        heard: Arc<Mutex<Heard>>,
    ) -> Result<Self, String> {
        // Another part of the process may have installed one already: either will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = || {
            reqwest::Client::builder()
                .user_agent(concat!("housestyle/", env!("CARGO_PKG_VERSION")))
                .redirect(reqwest::redirect::Policy::none())
                .retry(reqwest::retry::never())
                .referer(false)
                .timeout(timeout)
                .connect_timeout(timeout.min(Duration::from_secs(10)))
                // Seconds lie between two requests: a connection that a server closed meanwhile would cost an answer.
                .pool_max_idle_per_host(0)
        };
        let mut secure = builder();
        if let Some(pem) = ca_certificates {
            let certificates = reqwest::Certificate::from_pem_bundle(pem)
                .map_err(|error| format!("the CA file cannot be read: {error}"))?;
            secure = secure.tls_certs_merge(certificates);
        }
        let build =
            |builder: reqwest::ClientBuilder| builder.build().map_err(|error| format!("TLS cannot be set up: {error}"));
        Ok(Self { secure: build(secure)?, plain: build(builder().no_proxy())?, allow_http: false, heard })
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let url: reqwest::Url = parts.uri.to_string().parse().map_err(|_| broken("this is no address"))?;
        let host = match url.port() {
            Some(port) => format!("{}:{port}", url.host_str().unwrap_or_default()),
            None => url.host_str().unwrap_or_default().to_owned(),
        };
        *lock_heard(&self.heard) = Heard { host: host.clone(), ..Heard::default() };
        let sent = self.send_to(&host, url, parts.method, parts.headers, body).await;
        if let Err(why) = &sent {
            lock_heard(&self.heard).broken = Some(why.clone());
        }
        sent.map_err(|why| broken(&why))
    }

    async fn send_to(
        &self,
        host: &str,
        url: reqwest::Url,
        method: reqwest::Method,
        headers: reqwest::header::HeaderMap,
        body: object_store::client::HttpRequestBody,
    ) -> Result<HttpResponse, String> {
        let is_secure = url.scheme() == "https";
        if !is_secure && !(self.allow_http && (is_loopback(&url) || is_metadata_host(host))) {
            lock_heard(&self.heard).is_final = true;
            return Err(
                "plain HTTP is for this machine alone, and only where the variable of the cloud allows it".to_owned()
            );
        }
        let bytes = body.collect().await.map_err(|error| error.to_string())?.to_bytes();
        let mut request = reqwest::Request::new(method, url);
        *request.headers_mut() = headers;
        *request.body_mut() = Some(bytes.into());
        let client = if is_secure { &self.secure } else { &self.plain };
        let sending = client.execute(request);
        let mut answer = if is_metadata_host(host) {
            tokio::time::timeout(METADATA_TIMEOUT, sending).await.map_err(|_| "no answer".to_owned())?
        } else {
            sending.await
        }
        .map_err(|error| deepest_cause(&error))?;
        let status = answer.status();
        let head = answer.headers().clone();
        let told = answer.content_length();
        let too_large = || {
            lock_heard(&self.heard).is_final = true;
            let size = told.map_or_else(String::new, |size| format!("{size} bytes, "));
            format!("the object has {size}more than the {} MiB of a state", MAX_STATE_BYTES >> 20)
        };
        if told.is_some_and(|size| size > MAX_STATE_BYTES as u64) {
            return Err(too_large());
        }
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|error| deepest_cause(&error))? {
            if body.len() + chunk.len() > MAX_STATE_BYTES {
                return Err(too_large());
            }
            body.extend_from_slice(&chunk);
        }
        let text_of = |name: &str| head.get(name).and_then(|value| value.to_str().ok());
        {
            let mut heard = lock_heard(&self.heard);
            heard.status = Some(status.as_u16());
            heard.server = text_of("server").and_then(code_word);
            if !status.is_success() {
                heard.code = text_of("x-ms-error-code").and_then(code_word).or_else(|| error_code(&body));
            }
        }
        let mut response = HttpResponse::new(HttpResponseBody::from(body));
        *response.status_mut() = status;
        *response.headers_mut() = head;
        Ok(response)
    }
}

impl HttpService for Wire {
    fn call<'life, 'sending>(
        &'life self,
        request: HttpRequest,
    ) -> Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'sending>>
    where
        'life: 'sending,
        Self: 'sending,
    {
        Box::pin(self.send(request))
    }
}

impl HttpConnector for Wire {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let allowed = options.get_config_value(&object_store::ClientConfigKey::AllowHttp);
        let allow_http = allowed.is_some_and(|allowed| allowed == "true");
        Ok(HttpClient::new(Self { allow_http, ..self.clone() }))
    }
}

fn broken(why: &str) -> HttpError {
    HttpError::new(HttpErrorKind::Unknown, std::io::Error::other(why.to_owned()))
}

/// What went wrong at the bottom; no address, which may hold a signature.
fn deepest_cause(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "no answer in time".to_owned();
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    redact_long(&cause.to_string())
}

fn is_loopback(url: &reqwest::Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// Where a machine of a cloud asks who it is.
pub(super) fn is_metadata_host(host: &str) -> bool {
    host.starts_with("169.254.") || host == "metadata.google.internal"
}

/// The code of an error as a store writes it: `<Code>NoSuchKey</Code>`.
fn error_code(body: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(body).ok()?;
    let (_, rest) = text.split_once("<Code>")?;
    code_word(rest.split_once("</Code>")?.0)
}

/// A short word of plain letters; anything else is not repeated.
fn code_word(text: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./ ".contains(c);
    (!text.is_empty() && text.len() <= 64 && text.chars().all(is_plain)).then(|| text.to_owned())
}

pub(super) fn lock_heard(heard: &Mutex<Heard>) -> std::sync::MutexGuard<'_, Heard> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first words of a text, on one line.
pub(super) fn redact_long(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_refusal_only_its_code_is_kept() {
        let body = b"<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>AKIA</AWSAccessKeyId></Error>";
        assert_eq!(error_code(body).as_deref(), Some("SignatureDoesNotMatch"));
        assert_eq!(error_code(b"<Code>\x1b[31m</Code>"), None);
        assert_eq!(error_code(b"<html>"), None);
    }

    #[test]
    fn plain_http_is_for_this_machine() {
        let local = |text: &str| is_loopback(&text.parse().unwrap());
        assert!(local("http://127.0.0.1:9000/x") && local("http://[::1]/x") && local("http://localhost/x"));
        assert!(!local("http://10.0.0.1/x") && !local("http://127.0.0.1.example.com/x"));
    }
}
