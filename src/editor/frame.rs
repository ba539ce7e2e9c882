//! Frames of the protocol: a header with a length, then that many bytes.
//!
//! Always holds: nothing that stdin says can make us hold more than [`MAX_BODY_BYTES`] bytes, and what is no frame is told apart
//! from a frame whose body is no message. Decision: this and the few shapes of `message` are written here instead of
//! taken from `lsp-server` and `lsp-types`: the former believes any length that it is told and ends at the first body
//! that is no message, the latter has had no release since 2024 and brings three more crates, one of them a second time.

use std::io::{self, BufRead, Read};

/// Largest body, in bytes: many times the largest file that is read.
pub const MAX_BODY_BYTES: usize = 32 << 20;
/// Longest line of a header, in bytes.
const MAX_LINE_BYTES: u64 = 1 << 10;
/// Most lines of a header.
const MAX_HEADER_LINES: usize = 16;

/// Why no frame could be read. The stream has lost its step, so that nothing after it can be understood.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// What stands there is no header.
    #[error("stdin does not speak the language server protocol: a line of its header is no `Name: value`")]
    InvalidHeader,
    /// No line of the header says how long the body is.
    #[error("stdin does not speak the language server protocol: its header has no Content-Length")]
    MissingLength,
    /// The body is longer than is read.
    #[error("a message of {0} bytes was announced, and at most {MAX_BODY_BYTES} are read")]
    TooLong(usize),
    /// The stream ended in the middle.
    #[error("stdin ended in the middle of a message")]
    UnexpectedEof,
    /// The stream failed.
    #[error("cannot read stdin: {0}")]
    Io(#[from] io::Error),
}

/// The body of the next frame; none at the end of the stream.
///
/// # Errors
/// Where the stream is cut, fails, or does not speak the protocol.
pub fn read_frame(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, FrameError> {
    let mut length = None;
    for number in 0..MAX_HEADER_LINES {
        let mut line = Vec::new();
        input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        if line.is_empty() && number == 0 {
            return Ok(None);
        }
        let ended = line.pop() == Some(b'\n');
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if line.is_empty() && ended {
            let length =
                length.ok_or(if number == 0 { FrameError::InvalidHeader } else { FrameError::MissingLength })?;
            return read_body(input, length).map(Some);
        }
        let text = std::str::from_utf8(&line).map_err(|_| FrameError::InvalidHeader)?;
        let (name, value) = text.split_once(':').ok_or(FrameError::InvalidHeader)?;
        if !ended {
            return Err(FrameError::UnexpectedEof);
        }
        if name.trim().eq_ignore_ascii_case("content-length") {
            length = Some(value.trim().parse().map_err(|_| FrameError::MissingLength)?);
        }
    }
    Err(FrameError::InvalidHeader)
}

fn read_body(input: &mut impl BufRead, length: usize) -> Result<Vec<u8>, FrameError> {
    if length > MAX_BODY_BYTES {
        return Err(FrameError::TooLong(length));
    }
    // Grows as bytes come: an announcement alone takes no memory.
    let mut body = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut body)?;
    if body.len() == length { Ok(body) } else { Err(FrameError::UnexpectedEof) }
}

/// A message, as JSON, in its frame.
#[must_use]
pub fn encode_frame(body: &str) -> Vec<u8> {
    let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    frame.extend_from_slice(body.as_bytes());
    frame
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn said(mut input: &[u8]) -> Result<Option<Vec<u8>>, String> {
        read_frame(&mut input).map_err(|broken| broken.to_string())
    }

    #[test]
    fn a_frame_is_read_as_it_was_written() {
        let written = encode_frame(&json!({ "method": "年😀" }).to_string());
        let mut input = written.as_slice();
        let body = read_frame(&mut input).unwrap().unwrap();
        assert_eq!(serde_json::from_slice::<Value>(&body).unwrap(), json!({ "method": "年😀" }));
        assert!(read_frame(&mut input).unwrap().is_none());
        let more = b"content-type: x; charset=utf-8\ncontent-LENGTH:  2 \n\n{}";
        assert_eq!(said(more), Ok(Some(b"{}".to_vec())));
    }

    #[test]
    fn what_is_no_frame_is_refused_and_holds_nothing() {
        for (input, why) in [
            (&b"hello\n"[..], "no `Name: value`"),
            (b"\r\n\r\n", "no `Name: value`"),
            (b"\xff\xfe: 1\r\n\r\n", "no `Name: value`"),
            (b"Content-Type: x\r\n\r\n{}", "no Content-Length"),
            (b"Content-Length: many\r\n\r\n", "no Content-Length"),
            (b"Content-Length: 18446744073709551615\r\n\r\n", "were announced|was announced"),
            (b"Content-Length: 9\r\n\r\n{}", "middle of a message"),
            (b"Content-Length: 9", "middle of a message"),
        ] {
            let told = said(input).unwrap_err();
            assert!(why.split('|').any(|why| told.contains(why)), "{told}");
        }
        assert!(said(&b"x".repeat(1 << 20)).is_err());
        assert!(said(&b"a: b\n".repeat(100)).is_err());
    }
}
