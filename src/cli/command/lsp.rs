//! `housestyle lsp`: the language server on stdin and stdout, for editors.
//!
//! One thread reads, one thinks, and a third checks the whole project when nobody types. Everything that has come is taken
//! at once, so that a burst of keystrokes is checked once. What is said is decided in [`crate::editor`].

use std::io::{self, BufReader, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::cli::exit::{CliError, Exit};
use crate::cli::screen::terminal::Screen;
use crate::editor::frame::{self, FrameError};
use crate::editor::{BackgroundCheckResult, Incoming, LanguageServer, SessionEnd};

/// What `lsp --help` teaches.
pub const HELP: &str = "Serve an editor over stdin and stdout (language server protocol): findings while typing, completion of \
    fields, rules and values with what they mean, explanations, fixes, jumps to bases, renaming of keys. YAML and TOML, \
    offline; it writes no file. docs/editors.md has the settings of VS Code, Neovim, Helix and Zed.\n\n\
    An editor starts it; started by hand it waits for one. Exit code 0 after `shutdown` and `exit`, 1 where the other end \
    goes away without, or does not speak the protocol.\n\n\
    Examples:\n\
    \x20 housestyle lsp                what to enter as the command of a language server\n\
    \x20 housestyle lsp --stdio        the same, for editors that always add this flag";

/// Arguments of `lsp`.
#[derive(Debug, clap::Args)]
pub struct LspArgs {
    /// Use stdin and stdout (the only transport, and the default)
    #[arg(long, env = "HOUSESTYLE_STDIO", value_parser = clap::builder::FalseyValueParser::new())]
    pub stdio: bool,
}

/// How long nobody must have typed before the whole project is checked.
const CHECK_DELAY: Duration = Duration::from_millis(150);

/// What the thinking thread hears.
enum LspEvent {
    Received(Incoming),
    CheckFinished(Box<BackgroundCheckResult>),
    Disconnected(Result<(), FrameError>),
}

/// Serves one editor until it leaves.
///
/// # Errors
/// Where the other end is no editor, or leaves without a word.
pub fn run(screen: &Screen) -> Result<Exit, CliError> {
    if io::stdin().is_terminal() {
        return Err(CliError::usage_error("`housestyle lsp` is started by an editor, and stdin is a terminal")
            .with_help("docs/editors.md has the settings of editors; to check files by hand: housestyle validate"));
    }
    let (sender, heard) = channel();
    let reader = sender.clone();
    thread::spawn(move || read_messages(&reader));
    serve_editor(&sender, &heard, screen)
}

fn read_messages(sender: &Sender<LspEvent>) {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin());
    loop {
        let heard = match frame::read_frame(&mut input) {
            Ok(Some(body)) => LspEvent::Received(Incoming::parse_body(&body)),
            Ok(None) => LspEvent::Disconnected(Ok(())),
            Err(broken) => LspEvent::Disconnected(Err(broken)),
        };
        let over = matches!(heard, LspEvent::Disconnected(_));
        if sender.send(heard).is_err() || over {
            return;
        }
    }
}

fn serve_editor(sender: &Sender<LspEvent>, heard: &Receiver<LspEvent>, screen: &Screen) -> Result<Exit, CliError> {
    let mut server = LanguageServer::new();
    let mut working = false;
    loop {
        let wait = if server.is_urgent() { Duration::ZERO } else { CHECK_DELAY };
        let first = match heard.recv_timeout(wait) {
            Ok(first) => Some(first),
            Err(RecvTimeoutError::Timeout) if !working => match server.take_work() {
                Some(work) => {
                    working = true;
                    let sender = sender.clone();
                    thread::spawn(move || {
                        // Nobody hears it where the session ended meanwhile.
                        let _lost = sender.send(LspEvent::CheckFinished(Box::new(work.run())));
                    });
                    continue;
                }
                None => heard.recv().ok(),
            },
            Err(RecvTimeoutError::Timeout) => heard.recv().ok(),
            Err(RecvTimeoutError::Disconnected) => None,
        };
        let mut said = Vec::new();
        let mut finished = None;
        let mut over = None;
        for heard in first.into_iter().chain(heard.try_iter()) {
            match heard {
                LspEvent::Received(incoming) => said.push(incoming),
                LspEvent::CheckFinished(done) => finished = Some(done),
                LspEvent::Disconnected(how) => over = Some(how),
            }
        }
        write_messages(&server.handle_batch(said), screen)?;
        if let Some(done) = finished {
            working = false;
            write_messages(&server.apply_results(*done), screen)?;
        }
        match (server.session_end(), over) {
            (Some(SessionEnd::Cleanly), _) => return Ok(Exit::Success),
            (Some(SessionEnd::Abruptly), _) => {
                return Err(CliError::new(Exit::Error, "the editor left without `shutdown`"));
            }
            (None, Some(Ok(()))) => return Err(CliError::new(Exit::Error, "the editor went away without `exit`")),
            (None, Some(Err(broken))) => {
                return Err(CliError::new_sanitized(Exit::Error, broken)
                    .with_help("an editor starts this program and speaks to it; docs/editors.md has the settings"));
            }
            (None, None) => {}
        }
    }
}

/// Says it all at once. Where nobody listens any more, reading finds that out.
fn write_messages(messages: &[serde_json::Value], screen: &Screen) -> Result<(), CliError> {
    if messages.is_empty() {
        return Ok(());
    }
    let bytes: Vec<u8> =
        messages.iter().flat_map(|message| frame::encode_frame(&screen.redact_secret(&message.to_string()))).collect();
    let mut out = io::stdout().lock();
    match out.write_all(&bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(CliError::io_error("cannot speak to the editor", &error)),
    }
}
