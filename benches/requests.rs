//! What plan and apply cost as whole processes: requests, processor time and peak memory at 100, 1,000 and 10,000 lists.
//!
//! `cargo bench --bench requests` starts the built program against the emulator in a process of its own, and prints one line
//! for each run; `HOUSESTYLE_BINARY` names another build of it. Beside them stands what nobody can do without: every page of
//! the listing, read and thrown away. Where the system has no `/proc`, only requests and time are printed.

#![expect(clippy::unwrap_used, reason = "a bench fails by panicking")]
#![expect(clippy::print_stdout, reason = "what a bench measured is printed")]
#![expect(clippy::disallowed_methods, reason = "a bench starts processes, reads the clock and writes a project")]

mod binary;

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::binary::program_path;

const COUNTS: [usize; 3] = [100, 1_000, 10_000];
/// Ticks of the processor clock in `/proc`, as every Linux has them.
const TICKS_PER_SECOND: f64 = 100.0;

fn main() {
    println!("{:>6} {:<18} {:>9} {:>9} {:>9} {:>9}", "lists", "run", "requests", "CPU s", "wall s", "peak MB");
    for count in COUNTS {
        measure(count, 1);
    }
    println!("50 lists of 200 instructions");
    measure(50, 200);
}

/// Every run over a project of so many lists, the first on an empty account.
fn measure(count: usize, instructions: usize) {
    let folder = tempfile::tempdir().unwrap();
    write_project(folder.path(), count, instructions.max(10));
    let log = folder.path().join("requests.ndjson");
    let mut emulator =
        Command::new(program_path()).args(["emulate", "--log"]).arg(&log).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(emulator.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_whitespace().last().unwrap().to_owned();
    let runs: [(&str, &[&str]); 5] = [
        ("validate", &["validate", "--quiet"]),
        ("plan, all new", &["plan", "--quiet"]),
        ("apply, all new", &["apply", "--auto-approve", "--quiet"]),
        ("plan, nothing", &["plan", "--quiet"]),
        ("apply, one change", &["apply", "--auto-approve", "--quiet"]),
    ];
    for (name, arguments) in runs {
        if name == "apply, one change" {
            let path = folder.path().join("styles/07/style-00007.yaml");
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text.replacen("formal", "informal", 1)).unwrap();
        }
        let before = count_requests(&log);
        let start = Instant::now();
        let run = Command::new(program_path())
            .args(arguments)
            .current_dir(folder.path())
            .env("HOUSESTYLE_BASE_URL", &address)
            .env("HOUSESTYLE_AUTH_KEY", "bench")
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let used = watch(run);
        print_line(count, name, count_requests(&log) - before, start.elapsed(), used);
    }
    let before = count_requests(&log);
    let start = Instant::now();
    read_listing(address.strip_prefix("http://").unwrap());
    print_line(count, "listing alone", count_requests(&log) - before, start.elapsed(), (0.0, 0.0));
    emulator.kill().unwrap();
    emulator.wait().unwrap();
}

fn print_line(count: usize, name: &str, requests: usize, wall: Duration, (cpu, peak): (f64, f64)) {
    println!("{count:>6} {name:<18} {requests:>9} {cpu:>9.2} {:>9.2} {peak:>9.0}", wall.as_secs_f64());
}

/// Waits for a process. Its processor time in seconds and its peak memory in MB, as last seen while it ran.
fn watch(mut run: Child) -> (f64, f64) {
    let proc = format!("/proc/{}", run.id());
    let mut seen = (0.0, 0.0);
    loop {
        let ended = run.try_wait().unwrap();
        if let Some(status) = ended {
            assert!(status.success(), "{status}");
            return seen;
        }
        let status = std::fs::read_to_string(format!("{proc}/status")).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
        seen.1 = peak.map_or(seen.1, |kilobytes: f64| kilobytes / 1024.0);
        let stat = std::fs::read_to_string(format!("{proc}/stat")).unwrap_or_default();
        let ticks: Vec<f64> = stat
            .rsplit(')')
            .next()
            .into_iter()
            .flat_map(|fields| fields.split_whitespace().skip(11).take(2))
            .filter_map(|field| field.parse().ok())
            .collect();
        if let [user, system] = ticks[..] {
            seen.0 = (user + system) / TICKS_PER_SECOND;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn count_requests(log: &Path) -> usize {
    std::fs::read(log).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count()
}

/// Reads every page of the detailed listing over one connection.
fn read_listing(address: &str) {
    let mut connection = BufReader::new(TcpStream::connect(address).unwrap());
    for page in 0.. {
        let request = format!(
            "GET /v3/style_rules?page={page}&page_size=25&detailed=true HTTP/1.1\r\nhost: {address}\r\nauthorization: DeepL-Auth-Key bench\r\n\r\n"
        );
        connection.get_mut().write_all(request.as_bytes()).unwrap();
        let mut length = 0;
        loop {
            let mut header = String::new();
            connection.read_line(&mut header).unwrap();
            if let Some(value) = header.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if header.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        connection.read_exact(&mut body).unwrap();
        if body.windows(2).any(|pair| pair == b"[]") && length < 100 {
            return;
        }
    }
}

/// A project of so many lists, each with two rules and so many instructions.
fn write_project(root: &Path, count: usize, instructions: usize) {
    std::fs::write(root.join("housestyle.toml"), "stack = \"abcdefgh\"\n").unwrap();
    for number in 0..count {
        let folder = root.join(format!("styles/{:02}", number % 100));
        std::fs::create_dir_all(&folder).unwrap();
        let mut text = format!(
            "name: House style {number}\nlanguage: de\nconfigured_rules:\n  numbers:\n    decimal_separator: use_comma_as_decimal_separator\n    thousands_separator: use_period_as_thousands_separator\ncustom_instructions:\n"
        );
        for nth in 0..instructions {
            write!(
                text,
                "  - label: Instruction {nth} of list {number}\n    prompt: Address the reader with the formal pronoun; keep product names such as Übermittler as they are, in case {nth} of all.\n"
            )
            .unwrap();
        }
        std::fs::write(folder.join(format!("style-{number:05}.yaml")), text).unwrap();
    }
}
