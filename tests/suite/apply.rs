//! Tests of apply.
