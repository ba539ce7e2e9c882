//! What applications need to know: the id that the service gave to each object, as a table, as JSON, and as lines that a
//! shell or a `.env` file takes.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::model::{Address, Id, Kind};
use crate::report::json::pretty;
use crate::report::look::{Look, Tone};
use crate::report::shown::{Shown, columns};
use crate::state::State;

/// Version of the JSON form.
const VERSION: u32 = 1;
/// Columns of a display name in the table.
const NAME: usize = 48;

/// One object and its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// What the project calls it.
    pub address: Address,
    /// The service's id.
    pub id: Id,
    /// Display name as last applied.
    pub name: String,
    /// Root language, where the kind has one.
    pub language: Option<String>,
}

impl Output {
    /// Everything that is bound, by address.
    #[must_use]
    pub fn all(state: &State) -> Vec<Self> {
        let output = |(address, binding): (&Address, &crate::state::Binding)| Self {
            address: address.clone(),
            id: binding.id.clone(),
            name: binding.applied.name().to_owned(),
            language: binding.applied.language().map(ToString::to_string),
        };
        state.bindings.iter().map(output).collect()
    }
}

/// Two objects whose names for the environment are the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{one}` and `{other}` both become `{variable}`; give one of them another key")]
pub struct Collision {
    /// The name of both.
    pub variable: String,
    /// One object.
    pub one: Address,
    /// The other.
    pub other: Address,
}

/// A table: address, language, id, name.
#[must_use]
pub fn table(outputs: &[Output], look: &Look) -> String {
    if outputs.is_empty() {
        return "nothing is bound yet: apply first\n".to_owned();
    }
    let rows: Vec<[String; 4]> = outputs
        .iter()
        .map(|Output { address, id, name, language }| {
            let language = language.as_deref().unwrap_or("-");
            [address.to_string(), Shown(language).to_string(), id.to_string(), look.cut(name, NAME)]
        })
        .collect();
    let heads = ["address", "language", "id", "name"].map(str::to_owned);
    let widths: Vec<usize> =
        (0..3).map(|at| rows.iter().chain([&heads]).map(|row| columns(&row[at])).max().unwrap_or(0)).collect();
    let line = |row: &[String; 4]| {
        let cells = row.iter().zip(widths.iter().chain([&0]));
        let text: String =
            cells.map(|(cell, width)| format!("{cell}{}  ", " ".repeat(width.saturating_sub(columns(cell))))).collect();
        text.trim_end().to_owned()
    };
    let mut out = format!("{}\n", look.paint(Tone::Faint, line(&heads)));
    for row in &rows {
        out.push_str(&line(row));
        out.push('\n');
    }
    out
}

/// JSON by kind and key: `.style["support-de"].id`.
#[must_use]
pub fn json(outputs: &[Output]) -> String {
    let mut by_kind: BTreeMap<&str, BTreeMap<&str, Written<'_>>> =
        BTreeMap::from([(Kind::Style.as_str(), BTreeMap::new())]);
    for Output { address, id, name, language } in outputs {
        let written = Written { id: id.as_str(), name, language: language.as_deref() };
        by_kind.entry(address.kind.as_str()).or_default().insert(address.key.as_str(), written);
    }
    pretty(&Document { housestyle_outputs: VERSION, outputs: by_kind })
}

#[derive(Serialize)]
struct Document<'a> {
    housestyle_outputs: u32,
    outputs: BTreeMap<&'a str, BTreeMap<&'a str, Written<'a>>>,
}

#[derive(Serialize)]
struct Written<'a> {
    id: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
}

/// `HOUSESTYLE_STYLE_SUPPORT_DE=…`, a line each. Ids have no character that a shell or a `.env` reader would touch.
///
/// # Errors
/// Where two keys become the same name.
pub fn env(outputs: &[Output]) -> Result<String, Collision> {
    let mut seen: BTreeMap<String, &Address> = BTreeMap::new();
    let mut out = String::new();
    for Output { address, id, name: _, language: _ } in outputs {
        let variable = variable(address);
        out.push_str(&format!("{variable}={id}\n"));
        if let Some(other) = seen.insert(variable.clone(), address) {
            return Err(Collision { variable, one: other.clone(), other: address.clone() });
        }
    }
    Ok(out)
}

fn variable(address: &Address) -> String {
    let text = format!("HOUSESTYLE_{}_{}", address.kind.as_str(), address.key);
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(key: &str, id: &str, name: &str) -> Output {
        Output {
            address: Address::parse(key).unwrap(),
            id: Id::new(id).unwrap(),
            name: name.to_owned(),
            language: (!key.starts_with("glossary/")).then(|| "de".to_owned()),
        }
    }

    #[test]
    fn every_form_names_the_id() {
        let outputs = [output("support-de", "a-1", "Support \u{1b}[2J"), output("3", "b", "サポート")];
        assert_eq!(
            table(&outputs, &Look::default()),
            "address           language  id   name\n\
             style/support-de  de        a-1  Support \\u{1b}[2J\n\
             style/3           de        b    サポート\n"
        );
        assert_eq!(env(&outputs).unwrap(), "HOUSESTYLE_STYLE_SUPPORT_DE=a-1\nHOUSESTYLE_STYLE_3=b\n");
        let value: serde_json::Value = serde_json::from_str(&json(&outputs)).unwrap();
        assert_eq!(value["outputs"]["style"]["support-de"]["id"], "a-1");
        assert!(!json(&outputs).contains('\u{1b}'));
    }

    #[test]
    fn kinds_are_told_apart() {
        let outputs = [output("terms", "a", "Terms"), output("glossary/terms", "b", "Terms")];
        assert_eq!(env(&outputs).unwrap(), "HOUSESTYLE_STYLE_TERMS=a\nHOUSESTYLE_GLOSSARY_TERMS=b\n");
        let value: serde_json::Value = serde_json::from_str(&json(&outputs)).unwrap();
        assert_eq!(value["outputs"]["glossary"]["terms"], serde_json::json!({"id": "b", "name": "Terms"}));
        assert!(table(&outputs, &Look::default()).contains("glossary/terms  -         b   Terms\n"));
    }

    #[test]
    fn keys_that_become_one_name_are_refused() {
        let collision = env(&[output("a-b", "1", "x"), output("a_b", "2", "x")]).unwrap_err();
        assert_eq!(
            collision.to_string(),
            "`style/a-b` and `style/a_b` both become `HOUSESTYLE_STYLE_A_B`; give one of them another key"
        );
    }

    #[test]
    fn nothing_bound_is_said() {
        assert_eq!(table(&[], &Look::default()), "nothing is bound yet: apply first\n");
        assert_eq!(env(&[]).unwrap(), "");
        assert!(json(&[]).contains("\"style\": {}"));
    }
}
