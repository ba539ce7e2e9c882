//! The service that a run speaks to: the emulator inside the program, or one over HTTP.

use std::hash::{BuildHasher, Hasher};

use camino::Utf8Path;

use crate::catalogue::load::Edition;
use crate::cli::access::settings::{EMULATOR_ORIGIN, HttpEndpoint, ServiceEndpoint};
use crate::cli::exit::{self, CliError, Exit};
use crate::cli::named_file;
use crate::disk;
use crate::emulator::{Clock, EmbeddedTransport, EmulatedCapabilities, Emulator, EmulatorOptions, PersistError};
use crate::service::http::{self, HttpTransport};
use crate::service::{Request, Response, Transport, TransportError};

/// What a run sends its requests to.
pub enum SelectedTransport {
    /// The emulator, with its account in a file of this machine.
    Emulator(EmbeddedTransport),
    /// A service over HTTP.
    Http(HttpTransport),
}

/// Beside the file of the emulator's account: what it holds before anybody asks.
const EMULATOR_SEED_FILE: &str = "emulator-seed.json";

/// Most bytes of a seed, a fault script or a file of phrases.
pub(in crate::cli) const MAX_SCRIPT_BYTES: u64 = 64 << 20;
/// Most bytes of a file of certificates.
const MAX_CA_BYTES: u64 = 16 << 20;

impl SelectedTransport {
    /// Opens the way to a service, and says what its address is called in a plan and in the state. The emulator offers the
    /// rules of `edition`.
    ///
    /// # Errors
    /// Where the emulator's account or the certificates cannot be read.
    pub fn open(service: ServiceEndpoint, account: &Utf8Path, edition: Edition) -> Result<(Self, String), CliError> {
        match service {
            ServiceEndpoint::Emulator { reporting } => {
                let embedded = open_embedded_emulator(account, edition)?;
                let embedded = embedded.with_reporting_tag(reporting.map(|reporting| reporting.tag));
                Ok((Self::Emulator(embedded), EMULATOR_ORIGIN.to_owned()))
            }
            ServiceEndpoint::Http(HttpEndpoint { origin, scheme, key, ca_file, reporting, proxy_variable }) => {
                let authorities = ca_file.map(|path| read_ca_file(&path));
                let address = http::TransportConfig {
                    origin: origin.as_str().to_owned(),
                    scheme,
                    key,
                    ca_certificates: authorities.transpose()?,
                    reporting,
                    proxy_variable,
                };
                let http = HttpTransport::new(address).map_err(|why| {
                    CliError::new(Exit::Error, why).with_help(
                        "check the files behind --ca-file, SSL_CERT_FILE and SSL_CERT_DIR: certificates as PEM",
                    )
                })?;
                Ok((Self::Http(http), origin.as_str().to_owned()))
            }
        }
    }
}

impl Transport for SelectedTransport {
    async fn send(&self, request: &Request) -> Result<Response, TransportError> {
        match self {
            Self::Emulator(embedded) => embedded.send(request).await,
            Self::Http(http) => http.send(request).await,
        }
    }
}

/// Certificates of further authorities.
///
/// # Errors
/// Where the file cannot be read.
pub fn read_ca_file(path: &Utf8Path) -> Result<Vec<u8>, CliError> {
    named_file::read_bytes(path, MAX_CA_BYTES).map_err(|why| named_file::cannot_read(path, why))
}

/// The emulator with its account in a file, which is made where it is not there yet. It offers what the project knows.
fn open_embedded_emulator(account: &Utf8Path, edition: Edition) -> Result<EmbeddedTransport, CliError> {
    let folder = account.parent().unwrap_or(account);
    disk::create_local_folder(folder).map_err(|error| unkept_account(folder, &error))?;
    let options = EmulatorOptions {
        seed: random_seed(),
        clock: Clock::system(),
        capabilities: EmulatedCapabilities::of_edition(edition),
        ..EmulatorOptions::default()
    };
    let emulator = open_emulator_file(options, account)?;
    let file = account.with_file_name(EMULATOR_SEED_FILE);
    if file.symlink_metadata().is_ok() {
        load_seed_file(&emulator, &file)?;
    }
    Ok(EmbeddedTransport::new(emulator, EMULATOR_ORIGIN))
}

/// Plants what a seed file says: what no call of the service can make.
///
/// # Errors
/// Where the file cannot be read or does not hold.
pub fn load_seed_file(emulator: &Emulator, file: &Utf8Path) -> Result<(), CliError> {
    let text = named_file::read_text(file, MAX_SCRIPT_BYTES).map_err(|why| named_file::cannot_read(file, why))?;
    emulator.apply_seed(&text).map_err(|why| CliError::new(Exit::Invalid, format!("{file}: {why}")))
}

/// An emulator that keeps its lists in a file.
///
/// # Errors
/// Exit 9 where another process uses the file, 1 where it cannot be read.
pub fn open_emulator_file(options: EmulatorOptions, file: &Utf8Path) -> Result<Emulator, CliError> {
    Emulator::open(options, file.as_std_path()).map_err(|error| match &error {
        PersistError::InUse { .. } => {
            CliError::new(Exit::TimedOut, error.to_string()).with_help("wait for it to end, then run again")
        }
        PersistError::Io { source, .. } if exit::disk_remedy(source).is_some() => {
            unkept_account(file.parent().unwrap_or(file), source)
        }
        PersistError::Io { source, .. } => CliError::new_sanitized(Exit::Error, format!("{error}: {source}")),
        PersistError::Newer { .. } | PersistError::Unreadable { .. } => CliError::new_sanitized(Exit::Error, &error),
    })
}

/// The emulator keeps its account in the folder of the project, which cannot be written.
fn unkept_account(folder: &Utf8Path, error: &std::io::Error) -> CliError {
    let remedy = exit::disk_remedy(error).unwrap_or("move away what has this name");
    CliError::io_error(format!("the account of the built-in emulator cannot be kept in {folder}"), error)
        .with_help(format!("{remedy}; another service: --service"))
}

/// A number that no other run begins with.
#[must_use]
pub fn random_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}
