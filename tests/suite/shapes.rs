//! Tests of shapes.
