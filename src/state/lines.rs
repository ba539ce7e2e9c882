//! A state file read line by line: its text, thousands of long lines, is never held as a whole.
//!
//! Law: what comes out is what [`parse_state`] makes of the whole text, or nothing. Nothing comes out of a file that is written in
//! another way than [`write_state`](crate::state::format::write_state) does, or with which anything is wrong: then the whole text
//! is read.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read};

use serde::de::IgnoredAny;

use crate::model::Address;
use crate::state::binding_document::BindingLines;
use crate::state::format::{BINDINGS_LINE, parse_state, seal_bindings};
use crate::state::{Binding, State};

/// What stands before the bindings is short.
const MAX_HEAD: usize = 64 * 1024;

/// The state that a file says.
///
/// # Errors
/// The file could not be read.
pub(super) fn parse_state_by_lines(file: impl Read) -> io::Result<Option<State>> {
    match read_lines(BufReader::with_capacity(64 * 1024, file)) {
        Err(error) if error.kind() == ErrorKind::InvalidData => Ok(None),
        read => read,
    }
}

fn read_lines(mut file: BufReader<impl Read>) -> io::Result<Option<State>> {
    let mut frame = String::new();
    loop {
        let before = frame.len();
        if file.read_line(&mut frame)? == 0 || frame.len() > MAX_HEAD {
            return Ok(None);
        }
        if frame[before..] == *BINDINGS_LINE {
            break;
        }
    }
    // The bindings of the file, and not of something in it: closed here, it is whole.
    if serde_json::from_str::<IgnoredAny>(&format!("{frame}}}}}")).is_err() {
        return Ok(None);
    }
    let Some(bindings) = read_bindings(&mut file, &mut frame)? else { return Ok(None) };
    file.read_to_string(&mut frame)?;
    let Ok(mut state) = parse_state(&frame) else { return Ok(None) };
    seal_bindings(&mut state, bindings);
    Ok(Some(state))
}

/// A binding with its address and seal.
type SealedBinding = (Address, (Binding, String));

/// The bindings, a line each, and the line that ends them added to the frame.
fn read_bindings(
    file: &mut BufReader<impl Read>,
    frame: &mut String,
) -> io::Result<Option<BTreeMap<Address, (Binding, String)>>> {
    let mut bindings: Vec<SealedBinding> = Vec::new();
    let mut line = String::new();
    let mut another = true;
    loop {
        line.clear();
        line.push('{');
        if file.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        if let "{  },\n" | "{  }\n" = line.as_str() {
            frame.push_str(&line[1..]);
            break;
        }
        if !another || line.pop() != Some('\n') {
            return Ok(None);
        }
        another = line.ends_with(',');
        if another {
            line.pop();
        }
        line.push('}');
        let Ok(BindingLines(read)) = serde_json::from_str(&line) else { return Ok(None) };
        if read.len() != 1 {
            return Ok(None);
        }
        bindings.extend(read);
    }
    let ascending = bindings.is_sorted_by(|(one, _), (two, _)| one < two);
    Ok((ascending && another == bindings.is_empty()).then(|| bindings.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::format::{render_state, write_state};

    const TEXT: &str = concat!(
        "{\n  \"housestyle_state\": 1,\n  \"serial\": 3,\n  \"stack\": \"abcdef\",\n  \"origin\": \"emulator\",\n",
        "  \"bindings\": {\n",
        r#"    "style/a": {"id":"id-1","seal":"x","version":2,"applied":{"name":"A","language":"de","rules":{"numbers":{"r":"v"}},"instructions":{}}},"#,
        "\n",
        r#"    "style/b": {"id":"id-2","seal":"x","version":2,"applied":{"name":"B","language":"de","rules":{},"instructions":{"t":{"prompt":"sha256:"#,
        "84a3d293a493b4f8f69296f43bdccbd14b5ab83762d9588b0d0102c285bf9cbe",
        r#""}}}},"#,
        "\n",
        r#"    "glossary/g": {"id":"id-3","seal":"x","version":0,"applied":{"name":"G","parts":{"de > en":{"count":1,"entries":"e","sum":"0000000000000000000000000000000f"}}}}"#,
        "\n  },\n  \"creating\": {},\n  \"deleting\": {\n    \"id-9\": \"style/gone\"\n  }\n}\n",
    );

    fn by_lines(text: &str) -> Option<State> {
        parse_state_by_lines(text.as_bytes()).unwrap()
    }

    #[test]
    fn what_is_written_is_read_by_lines() {
        let state = by_lines(TEXT).unwrap();
        assert_eq!(state, parse_state(TEXT).unwrap());
        let mut written = Vec::new();
        write_state(&state, &mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), TEXT.replace("\"seal\":\"x\"", "\"seal\":\"broken\""));
        let empty = State { stack: "abcdef".to_owned(), ..State::default() };
        assert_eq!(by_lines(&render_state(&empty)), None, "an object in one line");
    }

    #[test]
    fn what_is_written_in_another_way_is_read_whole() {
        let lines = TEXT.split_inclusive('\n');
        let line = |starts: &str| lines.clone().find(|line| line.starts_with(starts)).unwrap();
        let (a, b, last) = (line("    \"style/a\""), line("    \"style/b\""), line("    \"glossary/g\""));
        let unlike = [
            ("no line ends", TEXT.replace('\n', " ")),
            ("other line ends", TEXT.replace('\n', "\r\n")),
            ("a key twice", TEXT.replace(a, &a.repeat(2))),
            ("out of order", TEXT.replace(&format!("{a}{b}"), &format!("{b}{a}"))),
            ("no comma between", TEXT.replace(a, a.trim_end_matches(",\n"))),
            ("a line without its comma", TEXT.replace(a, &a.replace(",\n", "\n"))),
            ("a comma at the end", TEXT.replace(last, &last.replace('\n', ",\n"))),
            ("two in a line", TEXT.replace(a, a.trim_end())),
            ("a line in pieces", TEXT.replace("\"seal\"", "\n\"seal\"")),
            ("an empty line", TEXT.replace(a, &format!("\n{a}"))),
            ("cut off", TEXT[..TEXT.len() - 3].to_owned()),
            ("cut off in a binding", TEXT[..TEXT.find("id-2").unwrap()].to_owned()),
            ("a merge marker", TEXT.replace(a, &format!("<<<<<<< ours\n{a}"))),
            ("of a newer format", TEXT.replace("state\": 1", "state\": 2")),
            ("within something else", TEXT.replace("  \"bindings\"", "  \"creating\": {\n  \"bindings\"")),
            ("a second section", TEXT.replace("  \"creating\"", "  \"bindings\": {},\n  \"creating\"")),
            ("a head without an end", format!("{{{}", "\n".repeat(2 * MAX_HEAD))),
            ("nothing", String::new()),
        ];
        for (how, text) in unlike {
            assert_ne!(text, TEXT, "{how}");
            assert_eq!(by_lines(&text), None, "{how}");
        }
        assert!(parse_state_by_lines(&b"{\n\xff\n"[..]).unwrap().is_none());
    }
}
