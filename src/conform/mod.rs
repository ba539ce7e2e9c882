//! Does a text follow its style?
//!
//! A style says what a translation shall look like; this crate reads what came out. A [`detector`] finds the occasions of one
//! rule in a [`passage`] and tells which values each shows; findings, inference, assertions and coverage all stand on it.
//! Nothing here reads a disk or a clock, and no other room knows a detector.
//!
//! Rules are plain strings, so it checks texts for any tool that has a style of its own:
//!
//! - [`reader`] knows the formats in which products keep texts, and hands out each with the way back to bytes of its file.
//! - [`findings::check_text_file`] tells where the texts of a file depart from rules ([`lint::StyleChecks`]), lose what their
//!   source has ([`integrity`]), or do not use a term; with fixes that are proved by reading the file again ([`proof`]).
//! - [`infer`] tells which rules texts follow already; [`judge`] judges one translation by assertions ([`case`]).
//! - [`table`] lists the detectors, one file a language, and [`example`] shows each value in a text.
//!
//! ```
//! use housestyle_conform::diagnostic::SourceFile;
//! use housestyle_conform::findings::{TextChecks, check_text_file};
//! use housestyle_conform::lint::StyleChecks;
//! use housestyle_conform::passage::Tongue;
//! use housestyle_conform::reader::TextFormat;
//!
//! let rules = [("dates_and_times", "time_format", "use_24_hour_clock")];
//! let style = StyleChecks::from_rules(Tongue::En, rules, false);
//! let checks = TextChecks { style, terms: vec![("cart".to_owned(), "basket".to_owned())] };
//!
//! let file = SourceFile::new("en.json", r#"{"closed": "We close at 6 pm."}"#);
//! let report = check_text_file(&file, TextFormat::Json, &checks);
//! let finding = &report.findings[0];
//! assert_eq!((finding.code.name(), file.slice(finding.primary.span)), ("off-style", "6 pm"));
//! ```

pub mod beside_digits;
pub mod case;
pub mod case_table;
pub mod character;
pub mod chrf;
pub mod code;
mod counterexample;
pub mod detector;
pub mod example;
pub mod family;
pub mod figure;
pub mod findings;
pub mod ignore;
pub mod infer;
pub mod ingredient;
pub mod integrity;
pub mod judge;
mod kept;
pub mod language;
pub mod lint;
pub mod mark;
pub mod mask;
pub mod message2;
pub mod pairing;
pub mod passage;
pub mod pattern;
pub mod proof;
pub mod purpose;
pub mod reader;
pub mod rewritten;
pub mod table;
pub mod test_pattern;
pub mod token;
pub mod witness;
pub mod terms;

// Paths read as everywhere in the house: `crate::room::…`.
use crate as conform;
pub use housestyle_diagnostic as diagnostic;
use housestyle_source as source;
