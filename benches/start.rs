//! Starting up: what a hook or an editor waits for before anything happens.
//!
//! `cargo bench --bench start` times the binary beside a program that does nothing.

use std::process::Command;

use divan::Bencher;

fn main() {
    divan::main();
}

fn run(bencher: Bencher<'_, '_>, program: &str, arguments: &[&str]) {
    bencher.bench_local(|| Command::new(program).args(arguments).output());
}

#[divan::bench(sample_count = 200)]
fn version(bencher: Bencher<'_, '_>) {
    run(bencher, env!("CARGO_BIN_EXE_housestyle"), &["--version"]);
}

#[divan::bench(sample_count = 200)]
fn nothing(bencher: Bencher<'_, '_>) {
    run(bencher, "true", &[]);
}
