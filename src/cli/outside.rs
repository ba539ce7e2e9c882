//! The service that a run speaks to: the emulator inside the program, or one over HTTP.

#![expect(clippy::disallowed_methods, reason = "certificates and the emulator's account are read here")]

use std::hash::{BuildHasher, Hasher};

use camino::Utf8Path;

use crate::cli::exit::{Exit, Stop};
use crate::cli::settings::{self, Service};
use crate::emulator::{Clock, Embedded, Emulator, Options, PersistError};
use crate::service::http::{self, Http};
use crate::service::{Broken, Request, Response, Transport};

/// What a run sends its requests to.
pub enum Outside {
    /// The emulator, with its account in a file of this machine.
    Emulator(Embedded),
    /// A service over HTTP.
    Http(Http),
}

/// What a state calls the emulator, which has no address.
pub const EMULATOR: &str = "emulator";
/// Beside the file of the emulator's account: what it holds before anybody asks.
const SEED: &str = "emulator-seed.json";

impl Outside {
    /// Opens the way to a service, and says what its address is called in a plan and in the state.
    ///
    /// # Errors
    /// Where the emulator's account or the certificates cannot be read.
    pub fn open(service: Service, account: &Utf8Path) -> Result<(Self, String), Stop> {
        match service {
            Service::Emulator => Ok((Self::Emulator(embedded(account)?), EMULATOR.to_owned())),
            Service::Http(settings::Http { origin, scheme, key, ca_file, reporting }) => {
                let authorities = ca_file
                    .map(|path| std::fs::read(&path).map_err(|error| Stop::io(format!("cannot read {path}"), &error)));
                let address = http::Address {
                    origin: origin.as_str().to_owned(),
                    scheme,
                    key,
                    authorities: authorities.transpose()?,
                    reporting,
                };
                let http = Http::new(address).map_err(|why| Stop::new(Exit::Error, why))?;
                Ok((Self::Http(http), origin.as_str().to_owned()))
            }
        }
    }
}

impl Transport for Outside {
    async fn send(&self, request: &Request) -> Result<Response, Broken> {
        match self {
            Self::Emulator(embedded) => embedded.send(request).await,
            Self::Http(http) => http.send(request).await,
        }
    }
}

/// The emulator with its account in a file, which is made where it is not there yet.
fn embedded(account: &Utf8Path) -> Result<Embedded, Stop> {
    if let Some(folder) = account.parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| Stop::io(format!("cannot make the folder {folder}"), &error))?;
    }
    let options = Options { seed: chance(), clock: Clock::system(), ..Options::default() };
    let emulator = kept(options, account)?;
    let file = account.with_file_name(SEED);
    if file.is_file() {
        seed(&emulator, &file)?;
    }
    Ok(Embedded::new(emulator, EMULATOR))
}

/// Plants what a seed file says: what no call of the service can make.
///
/// # Errors
/// Where the file cannot be read or does not hold.
pub fn seed(emulator: &Emulator, file: &Utf8Path) -> Result<(), Stop> {
    let text = std::fs::read_to_string(file).map_err(|error| Stop::io(format!("cannot read {file}"), &error))?;
    emulator.seed(&text).map_err(|why| Stop::new(Exit::Invalid, format!("{file}: {why}")))
}

/// An emulator that keeps its lists in a file.
///
/// # Errors
/// Exit 9 where another process uses the file, 1 where it cannot be read.
pub fn kept(options: Options, file: &Utf8Path) -> Result<Emulator, Stop> {
    Emulator::open(options, file.as_std_path()).map_err(|error| match &error {
        PersistError::InUse { .. } => {
            Stop::new(Exit::Waited, error.to_string()).help("wait for it to end, then run again")
        }
        PersistError::Io { source, .. } => Stop::quoting(Exit::Error, format!("{error}: {source}")),
        PersistError::Newer { .. } | PersistError::Unreadable { .. } => Stop::quoting(Exit::Error, &error),
    })
}

/// A number that no other run begins with.
#[must_use]
pub fn chance() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}
