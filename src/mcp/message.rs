//! Messages of JSON-RPC, one a line.

use std::io::{self, BufRead, Read};

use serde_json::{Value, json};

/// Longest line that is read, in bytes: many times the longest text that a tool takes.
pub const MAX_LINE_BYTES: usize = 8 << 20;

/// Codes of errors, as JSON-RPC and the protocol number them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// No JSON.
    Parse,
    /// JSON, but no request.
    InvalidRequest,
    /// A method that is not served.
    MethodNotFound,
    /// Parameters that cannot be used.
    InvalidParams,
    /// A revision that is not spoken.
    UnsupportedVersion,
    /// A resource that is not there, as revisions up to 2025-11-25 number it.
    ResourceNotFound,
}

impl ErrorCode {
    fn number(self) -> i32 {
        match self {
            Self::Parse => -32700,
            Self::InvalidRequest => -32600,
            Self::MethodNotFound => -32601,
            Self::InvalidParams => -32602,
            Self::UnsupportedVersion => -32022,
            Self::ResourceNotFound => -32002,
        }
    }
}

/// An answer to a request that could not be carried out.
#[derive(Clone, Debug)]
pub struct RpcError {
    /// The kind of error.
    pub code: ErrorCode,
    /// What is wrong, in words.
    pub message: String,
    /// More for programs.
    pub data: Option<Value>,
}

impl RpcError {
    /// An error without further data.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }
}

/// The answer to a request.
#[must_use]
pub fn encode_answer(id: &Value, answer: Result<Value, RpcError>) -> Value {
    match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(RpcError { code, message, data }) => {
            let mut error = json!({ "code": code.number(), "message": message });
            if let (Some(data), Some(error)) = (data, error.as_object_mut()) {
                error.insert("data".to_owned(), data);
            }
            json!({ "jsonrpc": "2.0", "id": id, "error": error })
        }
    }
}

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum InputLine {
    /// Its bytes, without the break.
    Text(Vec<u8>),
    /// It was longer than is read; the rest of it was passed over.
    TooLong,
    /// The end of the input.
    End,
}

/// The next line.
///
/// # Errors
/// Where the input fails.
pub fn read_line(input: &mut impl BufRead) -> io::Result<InputLine> {
    let mut line = Vec::new();
    input.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(InputLine::End);
    }
    if line.len() > MAX_LINE_BYTES && line.last() != Some(&b'\n') {
        while line.last() != Some(&b'\n') {
            line.clear();
            if input.by_ref().take(1 << 16).read_until(b'\n', &mut line)? == 0 {
                break;
            }
        }
        return Ok(InputLine::TooLong);
    }
    while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        line.pop();
    }
    Ok(InputLine::Text(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_the_one_after_a_long_one_is_read() {
        let mut input = b"{}\r\n".to_vec();
        input.extend(std::iter::repeat_n(b'x', MAX_LINE_BYTES + 70_000));
        input.extend(b"\n[]");
        let mut input = io::Cursor::new(input);
        assert_eq!(read_line(&mut input).unwrap(), InputLine::Text(b"{}".to_vec()));
        assert_eq!(read_line(&mut input).unwrap(), InputLine::TooLong);
        assert_eq!(read_line(&mut input).unwrap(), InputLine::Text(b"[]".to_vec()));
        assert_eq!(read_line(&mut input).unwrap(), InputLine::End);
    }
}
