//! What applications need to know: the id that the service gave to each object, as a table, as JSON, and as lines that a
//! shell or a `.env` file takes.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::{Address, Id, Kind};
use crate::report::json::to_pretty_json;
use crate::report::prompt_diff::inline_text;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::{Sanitized, display_width};
use crate::state::State;

/// Version of the JSON form.
const VERSION: u32 = 1;

/// One object and its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceOutput {
    /// What the project calls it.
    pub address: Address,
    /// The service's id.
    pub id: Id,
    /// Display name as last applied.
    pub name: String,
    /// Root language, where the kind has one.
    pub language: Option<String>,
}

impl ResourceOutput {
    /// Every managed resource, by address.
    #[must_use]
    pub fn from_state(state: &State) -> Vec<Self> {
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
#[error("`{first}` and `{second}` both become `{variable}`; give one of them another key")]
pub struct VariableCollision {
    /// The name of both.
    pub variable: String,
    /// One object.
    pub first: Address,
    /// The other.
    pub second: Address,
}

/// A table: address, language, id, name.
#[must_use]
pub fn render_table(outputs: &[ResourceOutput], look: &RenderOptions) -> String {
    if outputs.is_empty() {
        return "no managed resources yet: run housestyle apply\n".to_owned();
    }
    let rows: Vec<[String; 4]> = outputs
        .iter()
        .map(|ResourceOutput { address, id, name, language }| {
            let language = language.as_deref().unwrap_or("-");
            [address.to_string(), Sanitized(language).to_string(), id.to_string(), inline_text(name, look)]
        })
        .collect();
    let heads = ["address", "language", "id", "name"].map(str::to_owned);
    let widths: Vec<usize> =
        (0..3).map(|at| rows.iter().chain([&heads]).map(|row| display_width(&row[at])).max().unwrap_or(0)).collect();
    let line = |row: &[String; 4]| {
        let cells = row.iter().zip(widths.iter().chain([&0]));
        let text: String = cells
            .map(|(cell, width)| format!("{cell}{}  ", " ".repeat(width.saturating_sub(display_width(cell)))))
            .collect();
        text.trim_end().to_owned()
    };
    let mut out = format!("{}\n", look.paint(TextTone::Faint, line(&heads)));
    for row in &rows {
        out.push_str(&line(row));
        out.push('\n');
    }
    out
}

/// JSON by kind and key: `.style["support-de"].id`.
#[must_use]
pub fn render_json(outputs: &[ResourceOutput]) -> String {
    let mut by_kind: BTreeMap<&str, BTreeMap<&str, OutputDocument<'_>>> =
        BTreeMap::from([(Kind::Style.as_str(), BTreeMap::new())]);
    for ResourceOutput { address, id, name, language } in outputs {
        let written = OutputDocument { id: id.as_str(), name, language: language.as_deref() };
        by_kind.entry(address.kind.as_str()).or_default().insert(address.key.as_str(), written);
    }
    to_pretty_json(&OutputsDocument { housestyle_outputs: VERSION, outputs: by_kind })
}

/// Ids that applications need.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct OutputsDocument<'a> {
    /// Version of this format.
    #[schemars(extend("enum" = [VERSION]))]
    housestyle_outputs: u32,
    /// Resources by kind (`style` always, `glossary` and `spoken_terms` where there are some) and key.
    outputs: BTreeMap<&'a str, BTreeMap<&'a str, OutputDocument<'a>>>,
}

/// One resource.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct OutputDocument<'a> {
    /// Id on the service.
    id: &'a str,
    /// Name as last applied.
    name: &'a str,
    /// Root language; absent for kinds without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
}

/// `HOUSESTYLE_STYLE_SUPPORT_DE=…`, a line each. Ids have no character that a shell or a `.env` reader would touch.
///
/// # Errors
/// Where two keys become the same name.
pub fn render_env(outputs: &[ResourceOutput]) -> Result<String, VariableCollision> {
    let mut seen: BTreeMap<String, &Address> = BTreeMap::new();
    let mut out = String::new();
    for ResourceOutput { address, id, name: _, language: _ } in outputs {
        let variable = variable_name(address);
        out.push_str(&format!("{variable}={id}\n"));
        if let Some(other) = seen.insert(variable.clone(), address) {
            return Err(VariableCollision { variable, first: other.clone(), second: address.clone() });
        }
    }
    Ok(out)
}

fn variable_name(address: &Address) -> String {
    let text = format!("HOUSESTYLE_{}_{}", address.kind.as_str(), address.key);
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(key: &str, id: &str, name: &str) -> ResourceOutput {
        ResourceOutput {
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
            render_table(&outputs, &RenderOptions::default()),
            "address           language  id   name\n\
             style/support-de  de        a-1  Support \\u{1b}[2J\n\
             style/3           de        b    サポート\n"
        );
        assert_eq!(render_env(&outputs).unwrap(), "HOUSESTYLE_STYLE_SUPPORT_DE=a-1\nHOUSESTYLE_STYLE_3=b\n");
        let value: serde_json::Value = serde_json::from_str(&render_json(&outputs)).unwrap();
        assert_eq!(value["outputs"]["style"]["support-de"]["id"], "a-1");
        assert!(!render_json(&outputs).contains('\u{1b}'));
    }

    #[test]
    fn kinds_are_told_apart() {
        let outputs = [output("terms", "a", "Terms"), output("glossary/terms", "b", "Terms")];
        assert_eq!(render_env(&outputs).unwrap(), "HOUSESTYLE_STYLE_TERMS=a\nHOUSESTYLE_GLOSSARY_TERMS=b\n");
        let value: serde_json::Value = serde_json::from_str(&render_json(&outputs)).unwrap();
        assert_eq!(value["outputs"]["glossary"]["terms"], serde_json::json!({"id": "b", "name": "Terms"}));
        assert!(render_table(&outputs, &RenderOptions::default()).contains("glossary/terms  -         b   Terms\n"));
    }

    #[test]
    fn keys_that_become_one_name_are_refused() {
        let collision = render_env(&[output("a-b", "1", "x"), output("a_b", "2", "x")]).unwrap_err();
        assert_eq!(
            collision.to_string(),
            "`style/a-b` and `style/a_b` both become `HOUSESTYLE_STYLE_A_B`; give one of them another key"
        );
    }

    #[test]
    fn nothing_bound_is_said() {
        assert_eq!(render_table(&[], &RenderOptions::default()), "no managed resources yet: run housestyle apply\n");
        assert_eq!(render_env(&[]).unwrap(), "");
        assert!(render_json(&[]).contains("\"style\": {}"));
    }
}
