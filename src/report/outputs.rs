//! What applications need to know: the id that the service gave to each object, as a table, as JSON, and as lines that a
//! shell or a `.env` file takes.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::model::{Address, Id, Kind};
use crate::plan::commands::name_environment;
use crate::report::heading::service_line;
use crate::report::json::to_pretty_json;
use crate::report::prompt_diff::inline_text;
use crate::report::render_options::{RenderOptions, TextTone};
use crate::report::sanitize::Sanitized;
use crate::report::table::render_table;
use crate::state::State;

/// Version of the JSON form.
const VERSION: u32 = 1;

/// One resource and its id.
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
    /// Keys of the style profiles that hold it.
    pub style_profiles: Vec<String>,
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
            style_profiles: state
                .style_profiles_with(&binding.id)
                .iter()
                .map(|profile| profile.key.to_string())
                .collect(),
        };
        state.bindings.iter().map(output).collect()
    }
}

/// The resources of one environment.
#[derive(Clone, Debug)]
pub struct EnvironmentOutputs {
    /// Its name.
    pub environment: String,
    /// The service that the ids belong to: its base address, or `emulator`; empty before the first apply.
    pub origin: String,
    /// Its managed resources.
    pub outputs: Vec<ResourceOutput>,
}

/// Two resources whose names for the environment are the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{first}` and `{second}` both become `{variable}`; give one of them another key")]
pub struct VariableCollision {
    /// The name of both.
    pub variable: String,
    /// One resource.
    pub first: Address,
    /// The other.
    pub second: Address,
}

/// The service, and a table: address, language, id, name.
#[must_use]
pub fn render_human(of: &EnvironmentOutputs, options: &RenderOptions) -> String {
    let EnvironmentOutputs { environment, origin, outputs } = of;
    if outputs.is_empty() {
        return name_environment("no managed resources yet: run housestyle apply\n", environment).into_owned();
    }
    // Nobody who has no style profile reads of them.
    let in_profiles = outputs.iter().any(|output| !output.style_profiles.is_empty());
    let rows: Vec<Vec<String>> = outputs
        .iter()
        .map(|ResourceOutput { address, id, name, language, style_profiles }| {
            let language = language.as_deref().unwrap_or("-");
            let mut row =
                vec![address.to_string(), Sanitized(language).to_string(), id.to_string(), inline_text(name, options)];
            let profiles = if style_profiles.is_empty() { "-".to_owned() } else { style_profiles.join(", ") };
            row.extend(in_profiles.then_some(profiles));
            row
        })
        .collect();
    let mut head = vec!["address", "language", "id", "name"];
    head.extend(in_profiles.then_some("style profiles"));
    service_line(environment, origin, options) + &render_table(&head, &rows, options)
}

/// The table of several environments: the name of the environment goes before each line.
#[must_use]
pub fn render_set_human(sets: &[EnvironmentOutputs], options: &RenderOptions) -> String {
    let mut out = String::new();
    for set in sets {
        if !out.is_empty() {
            out.push('\n');
        }
        if set.outputs.is_empty() {
            let environment = format!("environment {}", set.environment);
            out.push_str(&format!("{}\n", options.paint(TextTone::Strong, environment)));
        }
        out.push_str(&render_human(set, options));
    }
    out
}

/// JSON by kind and key: `.outputs.style["support-de"].id`.
#[must_use]
pub fn render_json(of: &EnvironmentOutputs) -> String {
    to_pretty_json(&OutputsDocument {
        housestyle_outputs: VERSION,
        origin: Some(&of.origin),
        outputs: Some(outputs_by_kind(&of.outputs)),
        origins: None,
        environments: None,
    })
}

/// JSON by environment, kind and key: `.environments["prod-eu"].style["support-de"].id`.
#[must_use]
pub fn render_set_json(sets: &[EnvironmentOutputs]) -> String {
    let environments = sets.iter().map(|set| (set.environment.as_str(), outputs_by_kind(&set.outputs)));
    to_pretty_json(&OutputsDocument {
        housestyle_outputs: VERSION,
        origin: None,
        outputs: None,
        origins: Some(sets.iter().map(|set| (set.environment.as_str(), set.origin.as_str())).collect()),
        environments: Some(environments.collect()),
    })
}

type OutputsByKind<'a> = BTreeMap<&'a str, BTreeMap<&'a str, OutputDocument<'a>>>;

fn outputs_by_kind(outputs: &[ResourceOutput]) -> OutputsByKind<'_> {
    let mut by_kind = BTreeMap::from([(Kind::Style.as_str(), BTreeMap::new())]);
    for ResourceOutput { address, id, name, language, style_profiles } in outputs {
        let profiles = Some(style_profiles.as_slice()).filter(|profiles| !profiles.is_empty());
        let written = OutputDocument { id: id.as_str(), name, language: language.as_deref(), style_profiles: profiles };
        by_kind.entry(address.kind.as_str()).or_default().insert(address.key.as_str(), written);
    }
    by_kind
}

/// Ids that applications need.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct OutputsDocument<'a> {
    /// Version of this format.
    #[schemars(extend("enum" = [VERSION]))]
    housestyle_outputs: u32,
    /// The service that the ids belong to: its base address, or `emulator`; empty before the first apply. Absent where
    /// several environments were selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'a str>,
    /// Resources by kind (`style` always, `glossary`, `spoken_terms` and `style_profile` where there are some) and key; absent where several
    /// environments were selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    outputs: Option<OutputsByKind<'a>>,
    /// The services by name of the environment; absent where one was selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    origins: Option<BTreeMap<&'a str, &'a str>>,
    /// The resources by name of the environment; absent where one was selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    environments: Option<BTreeMap<&'a str, OutputsByKind<'a>>>,
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
    /// Keys of the style profiles that hold it; absent where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    style_profiles: Option<&'a [String]>,
}

/// `HOUSESTYLE_STYLE_SUPPORT_DE=…`, a line each. Ids have no character that a shell or a `.env` reader would touch.
///
/// # Errors
/// Where two keys become the same name.
pub fn render_env(outputs: &[ResourceOutput]) -> Result<String, VariableCollision> {
    write_variables(outputs.iter().map(|output| ("", output)))
}

/// `HOUSESTYLE_PROD_EU_STYLE_SUPPORT_DE=…`, a line each.
///
/// # Errors
/// Where two become the same name.
pub fn render_set_env(sets: &[EnvironmentOutputs]) -> Result<String, VariableCollision> {
    let each = |set: &'_ EnvironmentOutputs| format!("{}_", set.environment);
    let prefixes: Vec<String> = sets.iter().map(each).collect();
    let named = sets.iter().zip(&prefixes);
    write_variables(named.flat_map(|(set, prefix)| set.outputs.iter().map(|output| (prefix.as_str(), output))))
}

fn write_variables<'a>(
    outputs: impl Iterator<Item = (&'a str, &'a ResourceOutput)>,
) -> Result<String, VariableCollision> {
    let mut seen: BTreeMap<String, &Address> = BTreeMap::new();
    let mut out = String::new();
    for (prefix, ResourceOutput { address, id, .. }) in outputs {
        let variable = variable_name(prefix, address);
        out.push_str(&format!("{variable}={id}\n"));
        if let Some(other) = seen.insert(variable.clone(), address) {
            return Err(VariableCollision { variable, first: other.clone(), second: address.clone() });
        }
    }
    Ok(out)
}

fn variable_name(prefix: &str, address: &Address) -> String {
    let text = format!("HOUSESTYLE_{prefix}{}_{}", address.kind.as_str(), address.key);
    let mut out = String::new();
    for c in text.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => out.push(c.to_ascii_uppercase()),
            c if c.is_ascii() => out.push('_'),
            // Shells take no other letters: each stands as its number, so that two keys stay two names.
            c => out.push_str(&format!("U{:04X}", u32::from(c))),
        }
    }
    out
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
            style_profiles: Vec::new(),
        }
    }

    fn of(outputs: &[ResourceOutput]) -> EnvironmentOutputs {
        let origin = "https://api.example".to_owned();
        EnvironmentOutputs { environment: "default".to_owned(), origin, outputs: outputs.to_vec() }
    }

    #[test]
    fn every_form_names_the_id() {
        let outputs = [output("support-de", "a-1", "Support \u{1b}[2J"), output("3", "b", "サポート")];
        assert_eq!(
            render_human(&of(&outputs), &RenderOptions::default()),
            "environment default, service https://api.example\n\
             address           language  id   name\n\
             style/support-de  de        a-1  Support \\u{1b}[2J\n\
             style/3           de        b    サポート\n"
        );
        assert_eq!(render_env(&outputs).unwrap(), "HOUSESTYLE_STYLE_SUPPORT_DE=a-1\nHOUSESTYLE_STYLE_3=b\n");
        let value: serde_json::Value = serde_json::from_str(&render_json(&of(&outputs))).unwrap();
        assert_eq!(value["outputs"]["style"]["support-de"]["id"], "a-1");
        assert_eq!(value["origin"], "https://api.example");
        assert!(!render_json(&of(&outputs)).contains('\u{1b}'));
    }

    #[test]
    fn kinds_are_told_apart() {
        let outputs = [output("terms", "a", "Terms"), output("glossary/terms", "b", "Terms")];
        assert_eq!(render_env(&outputs).unwrap(), "HOUSESTYLE_STYLE_TERMS=a\nHOUSESTYLE_GLOSSARY_TERMS=b\n");
        let value: serde_json::Value = serde_json::from_str(&render_json(&of(&outputs))).unwrap();
        assert_eq!(value["outputs"]["glossary"]["terms"], serde_json::json!({"id": "b", "name": "Terms"}));
        assert!(
            render_human(&of(&outputs), &RenderOptions::default()).contains("glossary/terms  -         b   Terms\n")
        );
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
    fn environments_are_told_apart_in_every_form() {
        let set = |name: &str, id: &str| EnvironmentOutputs {
            environment: name.to_owned(),
            origin: "emulator".to_owned(),
            outputs: vec![output("サポート", id, "x")],
        };
        let sets = [set("prod-eu", "1"), set("prod-us", "2")];
        assert_eq!(
            render_set_env(&sets).unwrap(),
            "HOUSESTYLE_PROD_EU_STYLE_U30B5U30DDU30FCU30C8=1\nHOUSESTYLE_PROD_US_STYLE_U30B5U30DDU30FCU30C8=2\n"
        );
        let value: serde_json::Value = serde_json::from_str(&render_set_json(&sets)).unwrap();
        assert_eq!(value["environments"]["prod-us"]["style"]["サポート"]["id"], "2");
        assert_eq!(value["origins"]["prod-us"], "emulator");
        assert_eq!((value.get("outputs"), value.get("origin")), (None, None));
        let table = render_set_human(&sets, &RenderOptions::default());
        assert_eq!(table.matches("environment prod-").count(), 2, "{table}");
        let twins = [set("a-b", "1"), set("a_b", "2")];
        assert!(render_set_env(&twins).is_err(), "the same name for two environments");
    }

    #[test]
    fn nothing_bound_is_said() {
        assert_eq!(
            render_human(&of(&[]), &RenderOptions::default()),
            "no managed resources yet: run housestyle apply\n"
        );
        assert_eq!(render_env(&[]).unwrap(), "");
        assert!(render_json(&of(&[])).contains("\"style\": {}"));
    }
}
