//! Does a text follow its style?
//!
//! A style says what a translation shall look like; this room reads what came out. A [`detector`] finds the occasions of one
//! rule in a [`passage`] and tells which values each shows; findings, inference, assertions and coverage all stand on it.
//! Nothing here reads a disk or a clock, and no other room knows a detector.

pub mod beside_digits;
pub mod case;
pub mod character;
pub mod chrf;
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
pub mod language;
pub mod lint;
pub mod mark;
pub mod mask;
pub mod pairing;
pub mod passage;
pub mod pattern;
pub mod proof;
pub mod reader;
pub mod rewritten;
pub mod table;
pub mod token;
pub mod witness;
pub mod terms;
