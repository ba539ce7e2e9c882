//! `housestyle emulate`: the embedded service on a port of this machine, for trying things out and for other clients.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use clap::ValueEnum;
use clap::builder::FalseyValueParser;
use tokio::net::TcpListener;

use crate::catalogue::load::Edition;
use crate::cli::access::transport;
use crate::cli::exit::{CliError, Exit};
use crate::cli::named_file;
use crate::cli::screen::interrupt::Interrupt;
use crate::cli::screen::terminal::Screen;
use crate::emulator::{
    self, Clock, ControlToken, EmulatedCapabilities, Emulator, EmulatorKey, EmulatorOptions, EmulatorQuirks, FaultFile,
    LabelPlace, PhraseTable, ServeOptions,
};

/// What `emulate --help` teaches.
pub const HELP: &str = "Serve the embedded emulator on a port of this machine.\n\n\
    The first line on stdout is its address. It checks what the real service checks and forgets everything when it ends, \
    unless --data names a file to keep it in. Ctrl-C ends it, with exit code 0. `GET /healthz` answers as soon as it is \
    ready. With --control-token a test suite can reset it, seed it, change faults and phrases and read the log over HTTP \
    (see docs/emulator.md).\n\n\
    Examples:\n\
    \x20 housestyle emulate --port 4010 &\n\
    \x20 HOUSESTYLE_BASE_URL=http://127.0.0.1:4010 HOUSESTYLE_AUTH_KEY=any housestyle plan\n\
    \x20 housestyle emulate --key team.writer --key team.reader=style_rules:read --log requests.ndjson\n\
    \x20 housestyle emulate --seed account.json --translations phrases.json --label header\n\
    \x20 housestyle emulate --faults faults.json --control-token t0ken\n\
    \x20 housestyle emulate --host 0.0.0.0 --port 4010 --key ci-key    for other containers";

/// Arguments of `emulate`.
#[derive(Debug, clap::Args)]
pub struct EmulateArgs {
    /// Port to listen on; 0 lets the system choose
    #[arg(long, value_name = "PORT", env = "HOUSESTYLE_PORT", default_value_t = 0)]
    pub port: u16,
    /// Address to listen on; one that other machines can reach requires --key
    #[arg(long, value_name = "ADDRESS", env = "HOUSESTYLE_HOST", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// Host name that requests may be sent to, besides addresses and names without a dot; repeatable
    #[arg(long, value_name = "NAME", env = "HOUSESTYLE_ALLOW_HOST", value_delimiter = ',')]
    pub allow_host: Vec<String>,
    /// File to keep the accounts in
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_DATA")]
    pub data: Option<Utf8PathBuf>,
    /// File with the resources and usage that accounts start with (its schema: housestyle schema emulator-seed)
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_SEED")]
    pub seed: Option<Utf8PathBuf>,
    /// Rules that style rule lists may configure: all of DeepL's public service, or the five core categories
    #[arg(long, value_name = "CATALOGUE", env = "HOUSESTYLE_CATALOGUE", value_enum, default_value_t = CatalogueArg::Public)]
    pub catalogue: CatalogueArg,
    /// File with the translations of whole texts (its schema: housestyle schema emulator-translations)
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_TRANSLATIONS")]
    pub translations: Option<Utf8PathBuf>,
    /// Where emulated translations are labelled: in the text, or in the header X-Emulated and the log
    #[arg(long, value_name = "PLACE", env = "HOUSESTYLE_LABEL", value_enum, default_value_t = LabelArg::Text)]
    pub label: LabelArg,
    /// How long translated documents, and jobs of translation memories, take: milliseconds from the upload
    #[arg(long, value_name = "MS", env = "HOUSESTYLE_DOCUMENT_TIME", default_value_t = 0)]
    pub document_time: u64,
    /// Where the service is not known to behave in one way only, behave in this one; repeatable
    #[arg(long, value_name = "QUIRK", env = "HOUSESTYLE_QUIRK", value_enum, value_delimiter = ',')]
    pub quirk: Vec<QuirkArg>,
    /// File to which every request is appended as a line of JSON
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_LOG")]
    pub log: Option<Utf8PathBuf>,
    /// Keep the bodies of requests in the log, without keys
    #[arg(long, env = "HOUSESTYLE_LOG_BODIES", value_parser = FalseyValueParser::new())]
    pub log_bodies: bool,
    /// File with the faults to inject (its schema: housestyle schema emulator-faults)
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_FAULTS")]
    pub faults: Option<Utf8PathBuf>,
    /// Further scheme to accept before the key in the Authorization header; repeatable
    #[arg(long, value_name = "WORD", env = "HOUSESTYLE_ACCEPT_SCHEME", value_delimiter = ',')]
    pub accept_scheme: Vec<String>,
    /// Made-up key to accept: `KEY`, `KEY@ACCOUNT` or `KEY=SCOPE`; any key where none is given; repeatable
    #[arg(long, value_name = "KEY", env = "HOUSESTYLE_KEY", value_parser = EmulatorKey::parse)]
    pub key: Vec<EmulatorKey>,
    /// Give every key an account of its own where no --key is given
    #[arg(long, env = "HOUSESTYLE_ACCOUNT_PER_KEY", conflicts_with = "key")]
    pub account_per_key: bool,
    /// Token that opens the control interface under /_emulator/
    #[arg(long, value_name = "TOKEN", env = "HOUSESTYLE_CONTROL_TOKEN", hide_env_values = true, value_parser = ControlToken::parse)]
    pub control_token: Option<ControlToken>,
}

/// Rules that style rule lists may configure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CatalogueArg {
    /// All that DeepL's public service offers.
    Public,
    /// The five core categories.
    Core,
}

/// A way in which the service may behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum QuirkArg {
    /// What a style profile holds cannot be deleted.
    RefuseLinkedDeletion,
    /// A request cannot name a style profile and what it may hold.
    RefuseBesideStyleProfile,
    /// Glossaries of a style profile without priority are sorted.
    SortProfileGlossaries,
    /// A style profile that was created is answered with 200 instead of 201.
    #[value(name = "create-profile-with-200")]
    CreateProfileWith200,
    /// Style profiles have members that no description knows.
    UnknownProfileMembers,
}

impl QuirkArg {
    fn apply(self, quirks: &mut EmulatorQuirks) {
        match self {
            Self::RefuseLinkedDeletion => quirks.refuse_linked_deletion = true,
            Self::RefuseBesideStyleProfile => quirks.refuse_beside_style_profile = true,
            Self::SortProfileGlossaries => quirks.sort_profile_glossaries = true,
            Self::CreateProfileWith200 => quirks.create_profile_with_200 = true,
            Self::UnknownProfileMembers => quirks.unknown_profile_members = true,
        }
    }
}

/// Where emulated translations are labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LabelArg {
    /// In front of each text.
    Text,
    /// In the header `X-Emulated` and in the log.
    Header,
}

/// Serves until it is interrupted.
///
/// # Errors
/// Where the address is not allowed, the port is taken or a file cannot be used.
pub async fn run(args: &EmulateArgs, here: &Utf8Path, screen: &Screen) -> Result<Exit, CliError> {
    let EmulateArgs {
        port,
        host,
        allow_host,
        data,
        seed,
        catalogue,
        translations,
        label,
        document_time,
        quirk,
        log,
        log_bodies,
        faults,
        accept_scheme,
        key,
        account_per_key,
        control_token,
    } = args;
    if !host.is_loopback() && key.is_empty() {
        let message = format!("--host {host} lets other machines in, so --key is required");
        return Err(CliError::new(Exit::Usage, message).with_help("name a made-up key that clients send: --key KEY"));
    }
    let mut quirks = EmulatorQuirks::default();
    quirk.iter().for_each(|quirk| quirk.apply(&mut quirks));
    let options = EmulatorOptions {
        quirks,
        document_time: Duration::from_millis(*document_time),
        log_bodies: *log_bodies,
        clock: Clock::system(),
        capabilities: EmulatedCapabilities::of_edition(match catalogue {
            CatalogueArg::Public => Edition::Public,
            CatalogueArg::Core => Edition::Core,
        }),
        keys: key.clone(),
        account_per_key: *account_per_key,
        accept_schemes: accept_scheme.clone(),
        phrases: match translations {
            Some(path) => read_parsed(&here.join(path), PhraseTable::parse)?,
            None => PhraseTable::default(),
        },
        label: match label {
            LabelArg::Text => LabelPlace::Text,
            LabelArg::Header => LabelPlace::Header,
        },
        faults: match faults {
            Some(path) => Some(read_parsed(&here.join(path), FaultFile::parse)?.into_script()),
            None => None,
        },
        log: log.as_ref().map(|path| open_request_log(&here.join(path))).transpose()?,
        ..EmulatorOptions::default()
    };
    let emulator = match data {
        Some(path) => transport::open_emulator_file(options, &here.join(path))?,
        None => Emulator::new(options),
    };
    if let Some(path) = seed {
        read_parsed(&here.join(path), |text| emulator.set_start_seed(text))?;
    }
    let interrupt = Interrupt::listen()?;
    let listener = TcpListener::bind((*host, *port))
        .await
        .map_err(|error| CliError::io_error(format!("cannot listen on {host}, port {port}"), &error))?;
    let address = listener.local_addr().map_err(|error| CliError::io_error("cannot tell the port", &error))?;
    screen.print_output(&format!("listening on http://{address}\n"))?;
    let serving = ServeOptions {
        beyond_loopback: !host.is_loopback(),
        allowed_hosts: allow_host.clone(),
        control: control_token.clone(),
        ..ServeOptions::default()
    };
    let asked = interrupt.clone();
    emulator::serve(emulator, listener, serving, async move { asked.wait().await })
        .await
        .map_err(|error| CliError::io_error("the emulator stopped", &error))?;
    Ok(Exit::Success)
}

/// Reads a file that a person named.
fn read_parsed<T>(path: &Utf8Path, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, CliError> {
    let text =
        named_file::read_text(path, transport::MAX_SCRIPT_BYTES).map_err(|why| named_file::cannot_read(path, why))?;
    parse(&text).map_err(|why| {
        CliError::new_sanitized(Exit::Invalid, format!("{path}: {why}")).with_help(
            "the schemas of these files: housestyle schema emulator-seed, emulator-faults, emulator-translations",
        )
    })
}

fn open_request_log(path: &Utf8Path) -> Result<Box<dyn Write + Send>, CliError> {
    let file = emulator::open_log_file(path.as_std_path());
    Ok(Box::new(file.map_err(|error| CliError::io_error(format!("cannot write {path}"), &error))?))
}
