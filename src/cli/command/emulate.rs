//! `housestyle emulate`: the embedded service on a port of this machine, for trying things out and for other clients.

#![expect(clippy::disallowed_methods, reason = "the fault script is read where the person names it")]

use std::io::Write;
use std::net::Ipv4Addr;

use camino::{Utf8Path, Utf8PathBuf};
use tokio::net::TcpListener;

use crate::cli::exit::{CliError, Exit};
use crate::cli::interrupt::Interrupt;
use crate::cli::screen::Screen;
use crate::cli::transport;
use crate::emulator::{self, Clock, Emulator, EmulatorKey, EmulatorOptions, FaultFile};

/// What `emulate --help` teaches.
pub const HELP: &str = "Serve the embedded emulator on a port of this machine.\n\n\
    The first line on stdout is its address. It checks what the real service checks and forgets everything when it ends, \
    unless --data says where to keep it. Ctrl-C ends it, with exit code 0.\n\n\
    Examples:\n\
    \x20 housestyle emulate --port 4010 &\n\
    \x20 HOUSESTYLE_BASE_URL=http://127.0.0.1:4010 HOUSESTYLE_AUTH_KEY=any housestyle plan\n\
    \x20 housestyle emulate --key team.writer --key team.reader=style_rules:read --log requests.ndjson\n\
    \x20 housestyle emulate --seed memories.json\n\
    \x20 housestyle emulate --faults faults.json --accept-scheme Bearer";

/// Arguments of `emulate`.
#[derive(Debug, clap::Args)]
pub struct EmulateArgs {
    /// Port on 127.0.0.1; 0 lets the system choose
    #[arg(long, value_name = "PORT", env = "HOUSESTYLE_PORT", default_value_t = 0)]
    pub port: u16,
    /// File to keep the lists in
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_DATA")]
    pub data: Option<Utf8PathBuf>,
    /// File that says what the account holds before anybody asks: translation memories, usage
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_SEED")]
    pub seed: Option<Utf8PathBuf>,
    /// File to which every request is added as a line of JSON
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_LOG")]
    pub log: Option<Utf8PathBuf>,
    /// File that says what goes wrong when
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_FAULTS")]
    pub faults: Option<Utf8PathBuf>,
    /// Further word to take before the key in the Authorization header; may be given several times
    #[arg(long, value_name = "WORD", env = "HOUSESTYLE_ACCEPT_SCHEME", value_delimiter = ',')]
    pub accept_scheme: Vec<String>,
    /// Key to take, made up for the occasion: `KEY`, `KEY@ACCOUNT` or `KEY=SCOPE`; any key where none is given
    #[arg(long, value_name = "KEY", env = "HOUSESTYLE_KEY", value_parser = EmulatorKey::parse)]
    pub key: Vec<EmulatorKey>,
}

/// Serves until it is interrupted.
///
/// # Errors
/// Where the port is taken or a file cannot be used.
pub async fn run(args: &EmulateArgs, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let EmulateArgs { port, data, seed, log, faults, accept_scheme, key } = args;
    let options = EmulatorOptions {
        clock: Clock::system(),
        keys: key.clone(),
        accept_schemes: accept_scheme.clone(),
        faults: faults.as_ref().map(|path| read_fault_script(&here.join(path))).transpose()?,
        log: log.as_ref().map(|path| open_request_log(&here.join(path))).transpose()?,
        ..EmulatorOptions::default()
    };
    let emulator = match data {
        Some(path) => transport::open_emulator_file(options, &here.join(path))?,
        None => Emulator::new(options),
    };
    if let Some(path) = seed {
        transport::load_seed_file(&emulator, &here.join(path))?;
    }
    let interrupt = Interrupt::listen()?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, *port))
        .await
        .map_err(|error| CliError::io_error(format!("cannot listen on port {port}"), &error))?;
    let address = listener.local_addr().map_err(|error| CliError::io_error("cannot tell the port", &error))?;
    screen.print_output(&format!("listening on http://{address}\n"))?;
    let asked = interrupt.clone();
    emulator::serve(emulator, listener, async move { asked.wait().await })
        .await
        .map_err(|error| CliError::io_error("the emulator stopped", &error))?;
    Ok(Exit::Success)
}

fn read_fault_script(path: &Utf8Path) -> Result<emulator::FaultScript, CliError> {
    let text =
        std::fs::read_to_string(path).map_err(|error| CliError::io_error(format!("cannot read {path}"), &error))?;
    let file = FaultFile::parse(&text).map_err(|why| CliError::new(Exit::Invalid, format!("{path}: {why}")))?;
    Ok(file.into_script())
}

fn open_request_log(path: &Utf8Path) -> Result<Box<dyn Write + Send>, CliError> {
    let file = emulator::open_log_file(path.as_std_path());
    Ok(Box::new(file.map_err(|error| CliError::io_error(format!("cannot write {path}"), &error))?))
}
