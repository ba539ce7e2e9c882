//! Objects of one bucket, by conditional requests: one call in, one classified outcome out.
//!
//! The signatures and forms of each cloud are those of the crate `object_store`; the requests go through our own
//! `object_wire`.
//!
//! A call waits for its outcome. The requests run on a thread with a runtime of its own, so that a caller may stand in
//! another runtime.

use std::future::Future;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::StreamExt as _;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey, S3ConditionalPut};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::path::Path;
use object_store::{
    GetOptions, ObjectStore, ObjectStoreExt as _, PutMode, PutOptions, PutPayload, RetryConfig, UpdateVersion,
};

use crate::state::object_address::{ObjectAddress, ObjectCloud};
use crate::state::object_wire::{Heard, Wire, is_metadata_host, lock_heard, redact_long};

/// What is told of an answer that no object store gives.
const NO_STORE: &str = "answered with what is no answer of an object store";
/// Codes of refusals that other statuses than 401 and 403 carry.
const DENIALS: &[&str] =
    &["ExpiredToken", "InvalidToken", "AuthorizationHeaderMalformed", "RequestTimeTooSkewed", "InvalidAccessKeyId"];
/// Codes of a bucket that is not there.
const NO_BUCKET: &[&str] = &["NoSuchBucket", "ContainerNotFound", "ContainerBeingDeleted"];

/// One version of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ObjectVersion(pub(super) String);

/// On which condition an object is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condition<'a> {
    /// There is none yet.
    Absent,
    /// It is still this version.
    Still(&'a ObjectVersion),
}

/// Why a call had no success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The condition does not hold, says the store; it may be our own write, repeated on the way, that broke it.
    Condition,
    /// There is no such bucket.
    NoBucket,
    /// These credentials may not.
    Denied(String),
    /// No answer, or one that says "later": what was sent may have been done.
    NoAnswer(String),
    /// Anything else.
    Other(String),
}

/// What a store is reached with.
pub struct ObjectAccess {
    /// Variables of the cloud: credentials, region, endpoint.
    pub variables: Vec<(String, String)>,
    /// Further certificate authorities, PEM.
    pub ca_certificates: Option<Vec<u8>>,
    /// How long one request may take.
    pub timeout: Duration,
}

/// The objects of one bucket.
pub(super) struct ObjectClient {
    store: Arc<dyn ObjectStore>,
    cloud: ObjectCloud,
    heard: Arc<Mutex<Heard>>,
    jobs: Sender<Job>,
}

type Job = Box<dyn FnOnce(&tokio::runtime::Runtime) + Send>;

impl ObjectClient {
    pub(super) fn new(address: &ObjectAddress, access: ObjectAccess) -> Result<Self, String> {
        let ObjectAccess { variables, ca_certificates, timeout } = access;
        let heard = Arc::new(Mutex::new(Heard::default()));
        let wire = Wire::new(ca_certificates.as_deref(), timeout, heard.clone())?;
        let store =
            open_store(address, &variables, wire).map_err(|error| redact_values(&error.to_string(), &variables))?;
        let (jobs, waiting) = channel::<Job>();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| format!("no runtime: {error}"))?;
        // It ends when the client is dropped.
        std::thread::spawn(move || {
            while let Ok(job) = waiting.recv() {
                job(&runtime);
            }
        });
        Ok(Self { store, cloud: address.cloud, heard, jobs })
    }

    /// The object's version and bytes; none where there is no such object.
    pub(super) fn get(&self, name: &str) -> Result<Option<(ObjectVersion, Vec<u8>)>, Fault> {
        let (store, path) = (self.store.clone(), Path::from(name));
        let got = self.run(async move {
            let found = store.get_opts(&path, GetOptions::default()).await?;
            let version = UpdateVersion { e_tag: found.meta.e_tag.clone(), version: found.meta.version.clone() };
            Ok((version, found.bytes().await?.to_vec()))
        });
        match self.absent_or(got)? {
            Some((version, bytes)) => Ok(Some((self.name_version(version)?, bytes))),
            None => Ok(None),
        }
    }

    /// The object's version alone.
    pub(super) fn head(&self, name: &str) -> Result<Option<ObjectVersion>, Fault> {
        let (store, path) = (self.store.clone(), Path::from(name));
        let got = self.run(async move { store.head(&path).await });
        match self.absent_or(got)? {
            Some(meta) => Ok(Some(self.name_version(UpdateVersion { e_tag: meta.e_tag, version: meta.version })?)),
            None => Ok(None),
        }
    }

    /// Writes an object on a condition, once: what an answer that got lost means is for the caller to find out.
    pub(super) fn put(&self, name: &str, text: &str, condition: Condition<'_>) -> Result<ObjectVersion, Fault> {
        let mode = match condition {
            Condition::Absent => PutMode::Create,
            Condition::Still(ObjectVersion(version)) => PutMode::Update(match self.cloud {
                ObjectCloud::Gs => UpdateVersion { e_tag: None, version: Some(version.clone()) },
                ObjectCloud::S3 | ObjectCloud::Az => UpdateVersion { e_tag: Some(version.clone()), version: None },
            }),
        };
        let (store, path, payload) = (self.store.clone(), Path::from(name), PutPayload::from(text.to_owned()));
        let put = self.run(async move { store.put_opts(&path, payload, PutOptions::from(mode)).await });
        let result = put.map_err(|error| lock_heard(&self.heard).classify(&error))?;
        self.name_version(UpdateVersion { e_tag: result.e_tag, version: result.version })
    }

    pub(super) fn delete(&self, name: &str) -> Result<(), Fault> {
        let (store, path) = (self.store.clone(), Path::from(name));
        let deleted = self.run(async move { store.delete(&path).await });
        self.absent_or(deleted).map(|_| ())
    }

    /// The first names below a folder.
    pub(super) fn list(&self, folder: &str, most: usize) -> Result<Vec<String>, Fault> {
        let (store, path) = (self.store.clone(), Path::from(folder));
        let listed = self.run(async move {
            let mut names = Vec::new();
            let mut listing = store.list(Some(&path));
            while names.len() < most
                && let Some(object) = listing.next().await
            {
                names.push(object?.location.to_string());
            }
            Ok(names)
        });
        Ok(self.absent_or(listed)?.unwrap_or_default())
    }

    pub(super) fn pause(&self, pause: Duration) {
        let _elapsed = self.run(async move {
            tokio::time::sleep(pause).await;
            Ok(())
        });
    }

    /// Who answered last: its host, and what it calls itself.
    pub(super) fn describe_server(&self) -> String {
        let heard = lock_heard(&self.heard);
        match &heard.server {
            Some(server) => format!("{} ({server})", heard.host),
            None => heard.host.clone(),
        }
    }

    /// The host that answered last.
    pub(super) fn host(&self) -> String {
        lock_heard(&self.heard).host.clone()
    }

    fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = object_store::Result<T>> + Send + 'static,
    ) -> object_store::Result<T> {
        {
            let mut heard = lock_heard(&self.heard);
            (heard.status, heard.code, heard.broken, heard.is_final) = (None, None, None, false);
        }
        let (done, outcome) = channel();
        let job: Job = Box::new(move |runtime| {
            // Nobody waits for it any more where this fails.
            let _told = done.send(runtime.block_on(work));
        });
        let gone = || object_store::Error::Generic { store: "objects", source: "the thread of requests ended".into() };
        self.jobs.send(job).map_err(|_| gone())?;
        outcome.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// The outcome, and none where the answer is that there is no such object.
    fn absent_or<T>(&self, outcome: object_store::Result<T>) -> Result<Option<T>, Fault> {
        match outcome {
            Ok(found) => Ok(Some(found)),
            Err(error) => {
                let absent = {
                    let heard = lock_heard(&self.heard);
                    heard.status == Some(404) && !is_one_of(heard.code.as_deref(), NO_BUCKET)
                };
                if absent { Ok(None) } else { Err(lock_heard(&self.heard).classify(&error)) }
            }
        }
    }

    fn name_version(&self, version: UpdateVersion) -> Result<ObjectVersion, Fault> {
        let named = match self.cloud {
            ObjectCloud::Gs => version.version,
            ObjectCloud::S3 | ObjectCloud::Az => version.e_tag,
        };
        let missing = || Fault::NoAnswer(format!("{} {NO_STORE}", self.host()));
        named.filter(|name| !name.is_empty()).map(ObjectVersion).ok_or_else(missing)
    }
}

impl Heard {
    /// What an error means, by the answer that it came of.
    fn classify(&self, error: &object_store::Error) -> Fault {
        let Self { host, status, code, broken, is_final, .. } = self;
        let has_code = |codes: &[&str]| is_one_of(code.as_deref(), codes);
        if is_metadata_host(host) && (broken.is_some() || !matches!(status, Some(200..=299))) {
            return Fault::Denied(format!(
                "no credentials are set, and {host}, which gives them to a machine of a cloud, gives none"
            ));
        }
        if let Some(broken) = broken {
            let why = format!("{host}: {broken}");
            return if *is_final { Fault::Other(why) } else { Fault::NoAnswer(why) };
        }
        let answered = match (status, code) {
            (Some(status), Some(code)) => format!("{host} answered {status} ({code})"),
            (Some(status), None) => format!("{host} answered {status}"),
            (None, _) => return Fault::Other(redact_long(&error.to_string())),
        };
        match status {
            Some(404) if has_code(NO_BUCKET) => Fault::NoBucket,
            Some(401 | 403) => Fault::Denied(answered),
            Some(_) if has_code(DENIALS) => Fault::Denied(answered),
            Some(304 | 404 | 409 | 412) => Fault::Condition,
            Some(301 | 307) => Fault::Other(format!("{answered}: the bucket is in another region")),
            Some(408 | 429 | 500..) => Fault::NoAnswer(answered),
            // What object_store could not read of a good answer.
            Some(200..=299) => Fault::NoAnswer(format!("{host} {NO_STORE}")),
            Some(_) | None => Fault::Other(answered),
        }
    }
}

fn is_one_of(code: Option<&str>, codes: &[&str]) -> bool {
    code.is_some_and(|code| codes.contains(&code))
}

/// The store of an address, set up by the variables of its cloud alone.
fn open_store(
    address: &ObjectAddress,
    variables: &[(String, String)],
    wire: Wire,
) -> object_store::Result<Arc<dyn ObjectStore>> {
    // What is tried again, and when, is decided above: a repeated write must be told from somebody else's.
    let retry = RetryConfig { max_retries: 0, ..RetryConfig::default() };
    let settings = variables
        .iter()
        .filter(|(name, _)| name.starts_with(address.cloud.variable_prefix()))
        .map(|(name, value)| (name.to_ascii_lowercase(), value));
    Ok(match address.cloud {
        ObjectCloud::S3 => {
            let mut builder = AmazonS3Builder::new();
            for (name, value) in settings {
                if let Ok(key) = name.parse::<AmazonS3ConfigKey>() {
                    builder = builder.with_config(key, value);
                }
            }
            let builder = builder
                .with_bucket_name(&address.bucket)
                .with_conditional_put(S3ConditionalPut::ETagMatch)
                .with_disable_bulk_delete(true);
            Arc::new(builder.with_retry(retry).with_http_connector(wire).build()?)
        }
        ObjectCloud::Gs => {
            let mut builder = GoogleCloudStorageBuilder::new();
            for (name, value) in settings {
                if let Ok(key) = name.parse::<GoogleConfigKey>() {
                    builder = builder.with_config(key, value);
                }
            }
            let builder = builder.with_bucket_name(&address.bucket);
            Arc::new(builder.with_retry(retry).with_http_connector(wire).build()?)
        }
        ObjectCloud::Az => {
            let mut builder = MicrosoftAzureBuilder::new();
            for (name, value) in settings {
                // As the command line of Azure calls them.
                let name = match name.as_str() {
                    "azure_storage_account" => "azure_storage_account_name",
                    "azure_storage_key" => "azure_storage_account_key",
                    name => name,
                };
                if let Ok(key) = name.parse::<AzureConfigKey>() {
                    builder = builder.with_config(key, value);
                }
            }
            let builder = builder.with_container_name(&address.bucket);
            Arc::new(builder.with_retry(retry).with_http_connector(wire).build()?)
        }
    })
}

/// Takes the values of variables out of a text: one of them may be a secret.
fn redact_values(text: &str, variables: &[(String, String)]) -> String {
    let mut clean = text.to_owned();
    for (name, value) in variables.iter().filter(|(_, value)| value.len() >= 4) {
        clean = clean.replace(value.as_str(), &format!("${name}"));
    }
    redact_long(&clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_variables_are_not_shown() {
        let variables = [("AWS_SECRET_ACCESS_KEY".to_owned(), "hunter22".to_owned())];
        assert_eq!(redact_values("bad hunter22\nmore", &variables), "bad $AWS_SECRET_ACCESS_KEY");
    }

    #[test]
    fn an_answer_says_whether_what_was_sent_may_have_been_done() {
        use Fault::{Condition, Denied, NoAnswer, NoBucket, Other};
        let error = || object_store::Error::Generic { store: "objects", source: "unread".into() };
        let of = |host: &str, status: u16, code: Option<&str>| {
            let (host, code) = (host.to_owned(), code.map(str::to_owned));
            Heard { host, status: Some(status), code, ..Heard::default() }.classify(&error())
        };
        let said = |text: &str| format!("a.b answered {text}");
        for (status, code, fault) in [
            (404, Some("NoSuchBucket"), NoBucket),
            // The bucket of another request: only "not found" says that this one is not there.
            (409, Some("ContainerBeingDeleted"), Condition),
            (404, Some("NoSuchKey"), Condition),
            (412, None, Condition),
            (403, None, Denied(said("403"))),
            (400, Some("ExpiredToken"), Denied(said("400 (ExpiredToken)"))),
            (400, Some("InvalidArgument"), Other(said("400 (InvalidArgument)"))),
            (301, None, Other(said("301: the bucket is in another region"))),
            (429, None, NoAnswer(said("429"))),
            (503, None, NoAnswer(said("503"))),
            (200, None, NoAnswer(format!("a.b {NO_STORE}"))),
        ] {
            assert_eq!(of("a.b", status, code), fault, "{status} {code:?}");
        }
        let broken = |host: &str, is_final| {
            let broken = Some("no route".to_owned());
            Heard { host: host.to_owned(), broken, is_final, ..Heard::default() }.classify(&error())
        };
        assert_eq!(broken("a.b", false), NoAnswer("a.b: no route".to_owned()));
        assert_eq!(broken("a.b", true), Other("a.b: no route".to_owned()));
        // Who gives no credentials was not asked to write.
        for host in ["169.254.169.254", "metadata.google.internal"] {
            for fault in [of(host, 404, None), of(host, 503, None), broken(host, false)] {
                assert!(matches!(&fault, Denied(why) if why.starts_with("no credentials are set")), "{fault:?}");
            }
            assert!(matches!(of(host, 200, None), NoAnswer(_)));
        }
    }
}
