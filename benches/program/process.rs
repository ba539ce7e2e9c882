//! A whole process and what it used: CPU time and the most memory it held, read from Linux while it runs.

#![expect(clippy::disallowed_methods, reason = "a bench stands at the edge")]

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What one process used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    /// User and system time of all threads. Linux counts it in hundredths of a second.
    pub(crate) cpu: Duration,
    /// From start to end.
    pub(crate) wall: Duration,
    /// Most resident memory, in KiB.
    pub(crate) peak_kib: u64,
}

/// Runs a program to its end, several times, and gives the median by CPU time.
pub(crate) fn measure(command: impl Fn() -> Command, times: usize) -> Usage {
    let mut runs: Vec<Usage> = (0..times).map(|_| measure_once(command())).collect();
    runs.sort_by_key(|usage| usage.cpu);
    runs[runs.len() / 2]
}

fn measure_once(mut command: Command) -> Usage {
    let begin = Instant::now();
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let (status, stat) = (format!("/proc/{}/status", child.id()), format!("/proc/{}/stat", child.id()));
    let mut peak_kib = 0;
    // The kernel forgets the memory of a process that ended, and keeps its times until somebody waits for it.
    loop {
        let text = fs::read_to_string(&status).unwrap();
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        peak_kib = field("VmHWM:").and_then(|kib| kib.split_whitespace().next()?.parse().ok()).unwrap_or(peak_kib);
        if field("State:").is_some_and(|state| state.trim().starts_with('Z')) {
            break;
        }
        thread::sleep(Duration::from_micros(300));
    }
    let wall = begin.elapsed();
    let text = fs::read_to_string(&stat).unwrap();
    // User and system time are the 12th and 13th field behind the name, which may hold anything, in brackets.
    let behind = text.rsplit_once(')').unwrap().1;
    let ticks: u64 = behind.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    child.wait().unwrap();
    Usage { cpu: Duration::from_millis(ticks * 10), wall, peak_kib }
}
