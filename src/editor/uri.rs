//! Names of documents as editors write them, and paths.

use camino::{Utf8Path, Utf8PathBuf};

/// The path that a `file:` name stands for; none for names of any other scheme, of another machine, or without a full path.
pub(super) fn path_from_uri(uri: &str) -> Option<Utf8PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = percent_decode(rest.split(['?', '#']).next()?)?;
    // `/c:/work` names a drive.
    let drive = decoded.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    let path = if drive { &decoded[1..] } else { decoded.as_str() };
    let whole = path.starts_with('/') || drive;
    (whole && !path.contains('\0')).then(|| Utf8PathBuf::from(path))
}

/// The name of a path.
pub(super) fn uri_from_path(path: &Utf8Path) -> String {
    let text = path.as_str().replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'.' | b'_' | b'~') {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back_as_it_went() {
        for text in ["/a/b.yaml", "/with space/é/年.yaml", "/100%/a#b?.yaml", "/a+b&c/d.toml"] {
            let uri = uri_from_path(Utf8Path::new(text));
            assert!(uri.is_ascii() && !uri.contains([' ', '#', '?']), "{uri}");
            assert_eq!(path_from_uri(&uri).as_deref(), Some(Utf8Path::new(text)), "{uri}");
        }
        assert_eq!(path_from_uri("file:///a%3Ab").as_deref(), Some(Utf8Path::new("/a:b")));
    }

    #[test]
    fn other_names_are_no_paths() {
        for uri in ["untitled:Untitled-1", "http://a/b", "file:a", "file://%ff", "file:///%f", "file:///a%00b", ""] {
            assert_eq!(path_from_uri(uri), None, "{uri}");
        }
    }
}
