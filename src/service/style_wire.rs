//! Style rule lists read from the bytes of an answer straight into what is compared: no tree of a page is built.
//!
//! Unknown fields are ignored and rules that nobody knows are kept, but nothing is guessed at: a field of another type, or
//! one that occurs twice, makes an answer unreadable.

use std::borrow::Cow;

use serde::Deserialize;

use crate::model::style::{Instruction, LiveInstruction, LiveStyle};
use crate::model::wire::ConfiguredRules;
use crate::model::{Id, Language};
use crate::service::listed_resource::ListedResource;

/// A page of a listing.
#[derive(Deserialize)]
struct PageAnswer<L> {
    style_rules: Vec<L>,
}

#[derive(Deserialize)]
struct StyleAnswer<'a> {
    #[serde(borrow)]
    style_id: Cow<'a, str>,
    name: String,
    #[serde(borrow)]
    language: Cow<'a, str>,
    version: u64,
    configured_rules: Option<ConfiguredRules>,
    #[serde(borrow)]
    custom_instructions: Option<Vec<InstructionAnswer<'a>>>,
    updated_time: Option<String>,
}

#[derive(Deserialize)]
struct InstructionAnswer<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    label: Cow<'a, str>,
    #[serde(borrow)]
    prompt: Cow<'a, str>,
    #[serde(borrow)]
    source_language: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct ListedAnswer<'a> {
    #[serde(borrow)]
    style_id: Cow<'a, str>,
    name: String,
    #[serde(borrow)]
    language: Option<Cow<'a, str>>,
    creation_time: Option<String>,
}

/// The list that an answer describes; nothing where it describes none.
pub(super) fn parse_style(body: &str) -> serde_json::Result<Option<LiveStyle>> {
    serde_json::from_str(body).map(read_style)
}

/// The lists of a page.
pub(super) fn parse_page(body: &str) -> serde_json::Result<Option<Vec<LiveStyle>>> {
    let page: PageAnswer<StyleAnswer<'_>> = serde_json::from_str(body)?;
    Ok(page.style_rules.into_iter().map(read_style).collect())
}

/// The lists of a page without their content.
pub(super) fn parse_names_page(body: &str) -> serde_json::Result<Option<Vec<ListedResource>>> {
    let page: PageAnswer<ListedAnswer<'_>> = serde_json::from_str(body)?;
    Ok(page.style_rules.into_iter().map(read_listed).collect())
}

fn read_style(answer: StyleAnswer<'_>) -> Option<LiveStyle> {
    let StyleAnswer { style_id, name, language, version, configured_rules, custom_instructions, updated_time } = answer;
    let ConfiguredRules { rules, opaque } = configured_rules.unwrap_or_default();
    let instructions = custom_instructions.into_iter().flatten();
    Some(LiveStyle {
        id: Id::new(&style_id)?,
        name,
        language: Language::new(&language),
        version,
        rules,
        opaque_rules: opaque,
        instructions: instructions.map(read_instruction).collect::<Option<_>>()?,
        updated_time: updated_time.unwrap_or_default(),
    })
}

fn read_instruction(answer: InstructionAnswer<'_>) -> Option<LiveInstruction> {
    let InstructionAnswer { id, label, prompt, source_language } = answer;
    let source_language = source_language.filter(|code| !code.is_empty()).map(|code| Language::new(&code));
    Some(LiveInstruction {
        id: Id::new(&id)?,
        instruction: Instruction { label: (*label).into(), prompt: (*prompt).into(), source_language },
    })
}

fn read_listed(answer: ListedAnswer<'_>) -> Option<ListedResource> {
    let ListedAnswer { style_id, name, language, creation_time } = answer;
    let language = language.map(|code| Language::new(&code));
    Some(ListedResource { id: Id::new(&style_id)?, name, language, creation_time })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::wire::rules_json;
    use serde_json::{Value as Json, json};

    fn parse(json: &Json) -> serde_json::Result<Option<LiveStyle>> {
        parse_style(&json.to_string())
    }

    #[test]
    fn what_nobody_knows_is_kept() {
        let json = json!({"style_id": "a-1", "name": "n", "language": "DE", "version": 3, "new_field": 1,
            "configured_rules": {"numbers": {"x": "y", "z": 1, "gone": null}, "odd": [1]}, "custom_instructions": []});
        let live = parse(&json).unwrap().unwrap();
        assert_eq!(live.rules.keys().map(ToString::to_string).collect::<Vec<_>>(), ["numbers.x"]);
        assert_eq!(rules_json(&live.rules, &live.opaque_rules), json!({"numbers": {"x": "y", "z": 1}, "odd": [1]}));
        for odd in [json!(true), json!(-1), json!(u64::MAX), json!(1.5), json!([{"a": ["b", null]}, -0.5])] {
            let kept =
                json!({"a": odd, "b": {"c": odd, "d": "e", "f": {"g": odd}}, "h": "i", "j": null, "k": {"l~/": odd}});
            let list =
                json!({"style_id": "a-1", "name": "n", "language": "de", "version": 3, "configured_rules": kept});
            let live = parse(&list).unwrap().unwrap();
            assert_eq!(rules_json(&live.rules, &live.opaque_rules), kept);
        }
        assert_eq!(live.language.as_str(), "de");
    }

    #[test]
    fn what_occurs_twice_is_unreadable() {
        let style = r#"{"style_id": "a-1", "name": "n", "language": "de", "version": 3, "configured_rules": RULES}"#;
        let twice = [
            r#"{"a": {"b": "c"}, "a": {}}"#,
            r#"{"a": 1, "a": 2}"#,
            r#"{"a": {"b": "c", "b": "c"}}"#,
            r#"{"a": {"b": null, "b": 1}}"#,
        ];
        for rules in twice {
            assert!(parse_style(&style.replace("RULES", rules)).is_err(), "{rules}");
        }
        assert!(parse_style(&style.replace("RULES", r#"{"a": {"b": "c"}, "b": {"b": "c"}}"#)).is_ok());
    }

    #[test]
    fn what_may_be_absent_may_be_nothing_and_what_has_another_type_is_unreadable() {
        let list = json!({"style_id": "a-1", "name": "n", "language": "de", "version": 3});
        assert!(parse(&list).unwrap().is_some_and(|live| live.rules.is_empty() && live.instructions.is_empty()));
        let with = |field: &str, value: Json| {
            let mut list = list.clone();
            list[field] = value;
            parse(&list)
        };
        for field in ["configured_rules", "custom_instructions", "updated_time"] {
            assert!(with(field, Json::Null).unwrap().is_some(), "{field}");
            assert!(with(field, json!(1)).is_err(), "{field}");
        }
        for field in ["style_id", "name", "language", "version"] {
            assert!(with(field, Json::Null).is_err(), "{field}");
        }
        assert!(with("style_id", json!("no id, but a text")).unwrap().is_none());
        assert!(with("custom_instructions", json!([{"id": "b-1", "label": "l"}])).is_err());
    }
}
