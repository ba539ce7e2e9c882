//! The address of the service: which text may be one.
//!
//! Invariant: an [`Origin`] is `https://host[:port]`, or `http://` to a loopback literal, and reads the same to every
//! parser of addresses: no user, query, fragment, path, trailing dot, escape, or spelling of an IP address that some
//! read as a number and others as a name. Anything else is refused before a name is looked up.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use crate::model::project::Preset;

/// A checked address of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// The address that a preset has built in; none for the emulator and for `custom`.
    #[must_use]
    pub fn for_preset(preset: Preset) -> Option<Self> {
        let address = match preset {
            Preset::Emulator | Preset::Custom => return None,
            Preset::Deepl => "https://api.deepl.com",
            Preset::DeeplFree => "https://api-free.deepl.com",
            Preset::DeeplUs => "https://api-us.deepl.com",
            Preset::DeeplJp => "https://api-jp.deepl.com",
        };
        Some(Self(address.to_owned()))
    }

    /// Reads an address that a person or pipeline gave.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        if let Some(strange) = text.chars().find(|c| !c.is_ascii_graphic()) {
            return Err(format!("an address has printable ASCII alone, not `{}`", strange.escape_unicode()));
        }
        let (secure, rest) = if let Some(rest) = text.strip_prefix("https://") {
            (true, rest)
        } else if let Some(rest) = text.strip_prefix("http://") {
            (false, rest)
        } else {
            return Err("an address begins with `https://` (or `http://` for this machine alone)".to_owned());
        };
        let unwanted = [('@', "user"), ('?', "query"), ('#', "fragment"), ('\\', "backslash"), ('%', "escape")];
        if let Some((sign, what)) = unwanted.iter().find(|(sign, _)| rest.contains(*sign)) {
            return Err(format!("an address of a service has no {what} (`{sign}`)"));
        }
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        if authority.contains('/') {
            return Err("an address of a service has no path".to_owned());
        }
        let (host, port) = split_port(authority)?;
        let host = host.to_ascii_lowercase();
        let loopback = check_host(&host)?;
        if !secure && !loopback {
            return Err(
                "`http://` is for this machine alone (127.0.0.1, [::1], localhost); write `https://`".to_owned()
            );
        }
        let scheme = if secure { "https" } else { "http" };
        let usual = if secure { 443 } else { 80 };
        Ok(Self(match port {
            Some(port) if port != usual => format!("{scheme}://{host}:{port}"),
            Some(_) | None => format!("{scheme}://{host}"),
        }))
    }

    /// The address as text, without a slash at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn split_port(authority: &str) -> Result<(&str, Option<u16>), String> {
    let (host, port) = if authority.starts_with('[') {
        let end = authority.find(']').ok_or("an IPv6 address ends with `]`")? + 1;
        let (host, rest) = authority.split_at(end);
        match rest.strip_prefix(':') {
            Some(port) => (host, Some(port)),
            None if rest.is_empty() => (host, None),
            None => return Err("after `]` only a port may follow".to_owned()),
        }
    } else {
        match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        }
    };
    let Some(port) = port else { return Ok((host, None)) };
    let digits = !port.is_empty() && port.chars().all(|c| c.is_ascii_digit());
    match port.parse::<u16>() {
        Ok(number) if digits && number > 0 => Ok((host, Some(number))),
        _ => Err("a port is a number from 1 to 65535".to_owned()),
    }
}

/// Whether the (lower-case) host is this machine.
fn check_host(host: &str) -> Result<bool, String> {
    if let Some(inner) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let address: Ipv6Addr = inner.parse().map_err(|_| "this is not an IPv6 address".to_owned())?;
        return Ok(address.is_loopback());
    }
    if host.is_empty() {
        return Err("the address has no host".to_owned());
    }
    if host.ends_with('.') {
        return Err("a host ends without a dot".to_owned());
    }
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        return Ok(address.is_loopback());
    }
    let label = |label: &str| {
        let inside = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        !label.is_empty()
            && label.len() <= 63
            && label.chars().all(inside)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    if host.len() > 253 || !host.split('.').all(label) {
        return Err("a host has letters, digits, hyphens and single dots between its names".to_owned());
    }
    if host.split('.').next_back().is_some_and(|last| last.starts_with(|c: char| c.is_ascii_digit())) {
        return Err("an IPv4 address has four plain numbers: `127.0.0.1`".to_owned());
    }
    Ok(host == "localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_addresses_are_taken_in_one_normal_form() {
        for (written, read) in [
            ("https://api.example.com", "https://api.example.com"),
            ("https://API.Example.com:443/", "https://api.example.com"),
            ("https://example.com:8443", "https://example.com:8443"),
            ("http://127.0.0.1:4010", "http://127.0.0.1:4010"),
            ("http://127.8.9.1", "http://127.8.9.1"),
            ("http://[::1]:80", "http://[::1]"),
            ("http://localhost:3000/", "http://localhost:3000"),
            ("https://[2001:db8::1]", "https://[2001:db8::1]"),
            ("https://198.51.100.7", "https://198.51.100.7"),
        ] {
            assert_eq!(Origin::parse(written).map(|origin| origin.0), Ok(read.to_owned()), "{written}");
        }
    }

    #[test]
    fn addresses_that_two_parsers_read_differently_are_refused() {
        for written in [
            "",
            "api.example.com",
            "ftp://example.com",
            "file:///etc/passwd",
            "HTTPS://example.com",
            "http://example.com",
            "http://example.com@127.0.0.1",
            "http://127.0.0.1.evil.example",
            "http://localhost.evil.example",
            "http://0.0.0.0",
            "http://10.0.0.1",
            "http://0x7f.1",
            "http://127.1",
            "http://2130706433",
            "http://0177.0.0.1",
            "http://127.0.0.01",
            "https://127.0.0.1.",
            "https://example.com.",
            "https://user@example.com",
            "https://user:word@example.com",
            "https://example.com/path",
            "https://example.com//",
            "https://example.com?x=1",
            "https://example.com#x",
            "https://example.com%2eevil",
            "https://example.com\\@evil",
            "https://example..com",
            "https://-example.com",
            "https://exämple.com",
            "https://example.com\u{200b}",
            "https://example.com:0",
            "https://example.com:65536",
            "https://example.com:+80",
            "https://example.com:",
            "https://",
            "https:///",
            "https://[::1",
            "https://[::1]x",
            "http://[::ffff:127.0.0.1]",
            " https://example.com",
            "https://exam ple.com",
            "https://example.com\n",
        ] {
            assert!(Origin::parse(written).is_err(), "{written:?} was taken");
        }
    }

    #[test]
    fn built_in_addresses_are_addresses() {
        for preset in Preset::ALL {
            if let Some(origin) = Origin::for_preset(*preset) {
                assert_eq!(Origin::parse(origin.as_str()), Ok(origin));
            }
        }
    }
}
