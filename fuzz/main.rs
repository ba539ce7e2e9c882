//! The fuzzer: one program for all targets, chosen by the variable `HOUSESTYLE_FUZZ`. Without one it lists them.

#![cfg_attr(not(test), no_main)]

mod targets;

use std::io::Write as _;
use std::sync::OnceLock;

use targets::{TARGETS, Target};

static CHOSEN: OnceLock<Target> = OnceLock::new();

libfuzzer_sys::fuzz_target!(
    init: {
        let name = std::env::var("HOUSESTYLE_FUZZ").unwrap_or_default();
        let Some((_, target)) = TARGETS.iter().find(|(known, _)| *known == name) else {
            for (known, _) in TARGETS {
                // A reader that goes away needs no list.
                let _ = writeln!(std::io::stdout(), "{known}");
            }
            std::process::exit(if name.is_empty() { 0 } else { 64 });
        };
        CHOSEN.set(*target).expect("it is chosen once");
    },
    |data: &[u8]| {
        CHOSEN.get().expect("it was chosen at the start")(data);
    }
);
