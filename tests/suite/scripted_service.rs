//! A service that answers what a test says, over a real socket: for answers that the emulator would never give.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::playground::{housestyle, outcome};

/// The key of these runs.
pub(crate) const KEY: &str = "scripted-key-0123456789";

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) line: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Asked {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Status and body.
pub(crate) type Said = (u16, String);

/// A service on a port of its own, for as long as the process lives.
pub(crate) struct Scripted {
    address: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Scripted {
    /// Answers every request with what `script` says about its method and target.
    pub(crate) fn new(script: impl Fn(&Asked) -> Said + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                // Whoever leaves in the middle has said nothing.
                let _left = answer(stream.unwrap(), &script, &heard);
            }
        });
        Self { address, asked }
    }

    /// Every request so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// First lines of every request so far, without the version of the protocol.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| asked.line).collect()
    }

    /// The program, with the key, speaking to this service.
    pub(crate) fn run(&self, folder: &Path, arguments: &[&str]) -> (i32, String, String) {
        let settings = [("HOUSESTYLE_BASE_URL", self.address.as_str()), ("HOUSESTYLE_AUTH_KEY", KEY)];
        run(folder, arguments, &settings)
    }

    /// What the memory between runs calls this service.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

/// The program in an environment that holds these settings and nothing of this machine.
pub(crate) fn run(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> (i32, String, String) {
    outcome(housestyle(folder, arguments).env("LANG", "C.UTF-8").envs(settings.iter().copied()))
}

/// A connection takes one request: its answer says that it ends.
fn answer(stream: TcpStream, script: &impl Fn(&Asked) -> Said, heard: &Mutex<Vec<Asked>>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line == "\r\n" {
            break;
        }
        head.push(line.trim_end().to_owned());
    }
    let Some(first) = head.first() else { return Ok(()) };
    let headers: Vec<(String, String)> = head[1..]
        .iter()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let mut asked = Asked { line: first.trim_end_matches(" HTTP/1.1").to_owned(), headers, body: Vec::new() };
    let length = asked.header("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
    asked.body.resize(length, 0);
    reader.read_exact(&mut asked.body)?;
    let (status, body) = script(&asked);
    heard.lock().unwrap().push(asked);
    write!(
        reader.get_mut(),
        "HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\nx-trace-id: trace-of-{status}\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
}
