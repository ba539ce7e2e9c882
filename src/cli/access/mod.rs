//! The way to the service: which address, which key, through what, and how it failed.

pub mod auth_key;
pub mod origin;
pub mod service_error;
pub mod settings;
pub mod transport;
