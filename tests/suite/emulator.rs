//! Tests of emulator.
