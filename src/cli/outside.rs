//! The service that a run speaks to: the emulator inside the program, or one over HTTP.

#![expect(clippy::disallowed_methods, reason = "certificates are read where the person names them")]

use camino::Utf8Path;

use crate::cli::exit::{Exit, Stop};
use crate::cli::settings::{self, Service};
use crate::emulator::Embedded;
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
const EMULATOR: &str = "emulator";

impl Outside {
    /// Opens the way to a service, and says what its address is called in a plan and in the state.
    ///
    /// # Errors
    /// Where the emulator's account or the certificates cannot be read.
    pub fn open(service: Service, account: &Utf8Path) -> Result<(Self, String), Stop> {
        match service {
            Service::Emulator => Ok((Self::Emulator(embedded(account)?), EMULATOR.to_owned())),
            Service::Http(settings::Http { origin, scheme, key, ca_file }) => {
                let authorities = ca_file
                    .map(|path| std::fs::read(&path).map_err(|error| Stop::io(format!("cannot read {path}"), &error)));
                let address = http::Address {
                    origin: origin.as_str().to_owned(),
                    scheme,
                    key,
                    authorities: authorities.transpose()?,
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

fn embedded(_account: &Utf8Path) -> Result<Embedded, Stop> {
    Ok(Embedded::new(crate::emulator::Emulator::new(crate::emulator::Options::default()), "key"))
}
