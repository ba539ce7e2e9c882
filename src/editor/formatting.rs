//! Formatting: the layout of a document, tidied by [`crate::source::tidy`]. What an editor asks for besides (widths of tabs) is
//! not taken: how far a line is indented is for people to choose, and what it means rests on it.

use serde_json::{Value, json};

use crate::editor::buffer::BufferRole;
use crate::editor::protocol::{DocumentParams, ResponseError};
use crate::editor::session::LanguageServer;
use crate::source::{Format, tidy};

impl LanguageServer {
    /// The edits that tidy a document.
    pub(super) fn format_document(&mut self, params: &DocumentParams) -> Result<Value, ResponseError> {
        let encoding = self.client.encoding;
        let Some(buffer) = self.own_buffer(&params.text_document.uri).filter(|buffer| buffer.role != BufferRole::Table)
        else {
            return Ok(Value::Null);
        };
        let Some(format) = Format::from_path(&buffer.path) else { return Ok(Value::Null) };
        let parsed = buffer.indexed_file().parsed;
        let ruler = buffer.line_index(encoding);
        let edits = tidy::tidy_layout(&parsed, format);
        Ok(edits
            .iter()
            .map(|edit| json!({ "range": ruler.range_of(edit.span).to_json(), "newText": edit.text }))
            .collect())
    }
}
