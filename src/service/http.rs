//! The service over HTTP: reqwest without anything that acts by itself. No redirects, no repeats, no cookies, no
//! compression; the key goes to its own origin and nowhere else.
//!
//! Decision: HTTP/1.1 only. Eight lanes need eight connections, and a broken one speaks for a single request. What was
//! written before a connection broke cannot be seen through reqwest, so only a failure to connect counts as "not sent";
//! everything later counts as "may have happened".

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Certificate, Method, redirect};

use crate::service::secret::Secret;
use crate::service::{Call, Request, Response, Transport, TransportError};

/// Largest answer that is read, in bytes: the largest legal page (25 lists of 200 escaped instructions) has about 25 MB.
const MAX_ANSWER_BYTES: usize = 48 << 20;
/// Largest document that is read: one may grow while it is translated.
const MAX_DOCUMENT_ANSWER_BYTES: usize = 256 << 20;
const KEPT_HEADERS: &[&str] = &["retry-after", "x-trace-id", "date", "content-type", "location"];

/// Where requests go, and what opens the door.
pub struct TransportConfig {
    /// `https://host[:port]`, or `http://` for loopback.
    pub origin: String,
    /// First word of the `Authorization` header.
    pub scheme: String,
    /// The key.
    pub key: Secret,
    /// Further certificate authorities, PEM.
    pub ca_certificates: Option<Vec<u8>>,
    /// What usage is counted under, where somebody wants to tell it apart.
    pub reporting: Option<UsageReporting>,
    /// The variable that names the proxy on the way, for messages; the library reads it itself.
    pub proxy_variable: Option<String>,
}

/// A tag for the service's reports of usage: name of the header, and the tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageReporting {
    /// `X-Service-Reporting-Tag`, or as the service calls it.
    pub header: &'static str,
    /// The tag.
    pub tag: String,
}

/// The real transport.
pub struct HttpTransport {
    client: reqwest::Client,
    origin: String,
    authorization: HeaderValue,
    reporting: Option<(HeaderName, HeaderValue)>,
    key: Secret,
    proxy_variable: Option<String>,
}

impl HttpTransport {
    /// A transport to one origin.
    ///
    /// # Errors
    /// The key cannot stand in a header, the certificates cannot be read, or TLS cannot be set up.
    pub fn new(address: TransportConfig) -> Result<Self, String> {
        let TransportConfig { origin, scheme, key, ca_certificates: authorities, reporting, proxy_variable } = address;
        let mut authorization = HeaderValue::from_str(&format!("{scheme} {}", key.expose()))
            .map_err(|_| "the key holds characters that a header cannot carry".to_owned())?;
        authorization.set_sensitive(true);
        let reporting = reporting.map(|UsageReporting { header, tag }| {
            let tag = HeaderValue::from_str(&tag).map_err(|_| "the reporting tag holds what a header cannot carry")?;
            HeaderName::from_bytes(header.as_bytes()).map(|name| (name, tag)).map_err(|_| "this is no header")
        });
        let reporting = reporting.transpose().map_err(str::to_owned)?;
        // Another part of the process may have installed one already: either will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("housestyle/", env!("CARGO_PKG_VERSION")))
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .connect_timeout(Duration::from_secs(15))
            .pool_max_idle_per_host(64);
        if !origin.starts_with("https://") {
            // Without TLS a proxy would see the key. Plain HTTP is for this machine alone, where no proxy has business and
            // the certificates of the system are not read.
            builder = builder.no_proxy().tls_certs_only([]);
        }
        if let Some(pem) = authorities {
            let certificates =
                Certificate::from_pem_bundle(&pem).map_err(|error| format!("the CA file cannot be read: {error}"))?;
            builder = builder.tls_certs_merge(certificates);
        }
        let client = builder.build().map_err(|error| format!("TLS cannot be set up: {error}"))?;
        Ok(Self { client, origin, authorization, reporting, key, proxy_variable })
    }

    /// What an error of the library means: what was sent, whether another try could help, and why in words.
    fn classify_error(&self, error: &reqwest::Error) -> TransportError {
        let mut deepest = error.to_string();
        let (mut not_trusted, mut not_http) = (false, false);
        let mut source = std::error::Error::source(error);
        while let Some(cause) = source {
            deepest = cause.to_string();
            not_trusted |= cause.is::<rustls::Error>();
            // An input error tells the source of what it wraps, never what it wraps itself; one may wrap another.
            let mut inner = cause.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
            while let Some(wrapped) = inner {
                not_trusted |= wrapped.is::<rustls::Error>();
                inner = wrapped.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
            }
            not_http |= cause.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_parse);
            source = cause.source();
        }
        let host = self.origin.split_once("://").map_or(self.origin.as_str(), |(_, host)| host);
        let way = match &self.proxy_variable {
            Some(variable) if error.is_connect() => format!("{host}, through the proxy of {variable}"),
            Some(_) | None => host.to_owned(),
        };
        let why = self.key.redact(&format!("{way}: {deepest}"));
        if error.is_builder() || (error.is_connect() && not_trusted) {
            TransportError::NeverSent(why)
        } else if error.is_connect() {
            TransportError::NotSent(why)
        } else if not_http {
            TransportError::NotHttp(format!("what answers is not HTTP: {why}"))
        } else {
            TransportError::NoAnswer(why)
        }
    }

    async fn send_request(&self, request: &Request) -> Result<Response, TransportError> {
        let method = Method::from_bytes(request.call.method().as_bytes()).expect("methods are constants");
        let mut sending = self
            .client
            .request(method, format!("{}{}", self.origin, request.target))
            .header(AUTHORIZATION, self.authorization.clone());
        if let Some((name, tag)) = self.reporting.as_ref().filter(|_| request.call.counts_characters()) {
            sending = sending.header(name, tag);
        }
        if let Some(body) = &request.body {
            let kind = request.content_type.as_deref().unwrap_or("application/json");
            sending = sending.header(CONTENT_TYPE, kind).body(body.clone());
        }
        let mut answer = sending.send().await.map_err(|error| self.classify_error(&error))?;
        let status = answer.status().as_u16();
        let headers = self.kept_headers(answer.headers());
        let most = if request.call == Call::DownloadDocument { MAX_DOCUMENT_ANSWER_BYTES } else { MAX_ANSWER_BYTES };
        let mut body = Vec::new();
        let mut cut = false;
        loop {
            match answer.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() <= most => body.extend_from_slice(&chunk),
                Ok(None) => break,
                Ok(Some(_)) | Err(_) => {
                    cut = true;
                    break;
                }
            }
        }
        if !(200..300).contains(&status) {
            // Before anything cuts the words of a refusal, and a key among them, in two.
            body = self.key.redact(&String::from_utf8_lossy(&body)).into_bytes();
        }
        Ok(Response { status, headers, body, truncated: cut })
    }

    fn kept_headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        KEPT_HEADERS
            .iter()
            .filter_map(|name| {
                let value = self.key.redact(headers.get(*name)?.to_str().ok()?);
                Some(((*name).to_owned(), value.chars().take(1024).collect()))
            })
            .collect()
    }
}

impl Transport for HttpTransport {
    async fn send(&self, request: &Request) -> Result<Response, TransportError> {
        self.send_request(request).await
    }
}
