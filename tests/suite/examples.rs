//! Tests of examples.
