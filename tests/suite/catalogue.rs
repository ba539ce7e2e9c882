//! Tests of catalogue.
