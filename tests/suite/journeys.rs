//! Tests of journeys.
