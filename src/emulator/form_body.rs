//! Request bodies in the form encoding of browsers, brought to the shape of the JSON that they stand for.
//!
//! Always: valid UTF-8; a name that holds one value stands once. A list of objects is written `name[0].member=…`,
//! `name[0][member]=…`, or `name={…}` as often as there are objects; a list of texts repeats its name.

use serde_json::{Map, Value};

use crate::emulator::error_response::ErrorResponse;

/// Objects that one list of a form may hold.
const MAX_NESTED_OBJECTS: usize = 1000;

/// The members of a form. `lists` names those that hold several values.
pub(crate) fn parse_form(body: &[u8], lists: &[&str]) -> Result<Map<String, Value>, ErrorResponse> {
    if percent_encoding::percent_decode(body).decode_utf8().is_err() {
        return Err(ErrorResponse::bad_request("Request body is not valid UTF-8"));
    }
    let mut members = Map::new();
    for (name, value) in form_urlencoded::parse(body) {
        let (name, value) = (name.into_owned(), value.into_owned());
        if let Some((list, place, member)) = parse_nested_name(&name)
            && lists.contains(&list)
        {
            insert_nested(&mut members, list, place, member, value)?;
        } else if lists.contains(&name.as_str()) {
            let item = parse_object(&value).unwrap_or(Value::String(value));
            match members.entry(name).or_insert_with(|| Value::Array(Vec::new())) {
                Value::Array(items) => items.push(item),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {}
            }
        } else if members.insert(name.clone(), Value::String(value)).is_some() {
            return Err(ErrorResponse::bad_request(format!("{name} is given more than once")));
        }
    }
    Ok(members)
}

/// `name[0].member` and `name[0][member]`, taken apart.
fn parse_nested_name(name: &str) -> Option<(&str, usize, &str)> {
    let (list, rest) = name.split_once('[')?;
    let (place, rest) = rest.split_once(']')?;
    let member = rest.strip_prefix('.').or_else(|| rest.strip_prefix('[')?.strip_suffix(']'))?;
    Some((list, place.parse().ok()?, member))
}

fn insert_nested(
    members: &mut Map<String, Value>,
    list: &str,
    place: usize,
    member: &str,
    value: String,
) -> Result<(), ErrorResponse> {
    let bad = |reason: String| ErrorResponse::bad_request(reason);
    let Value::Array(items) = members.entry(list).or_insert_with(|| Value::Array(Vec::new())) else {
        return Err(bad(format!("{list} is given in two ways")));
    };
    if place > items.len() || place >= MAX_NESTED_OBJECTS {
        return Err(bad(format!("{list}[{place}] does not follow the one before it")));
    }
    if place == items.len() {
        items.push(Value::Object(Map::new()));
    }
    let Some(Value::Object(fields)) = items.get_mut(place) else {
        return Err(bad(format!("{list} is given in two ways")));
    };
    match fields.insert(member.to_owned(), Value::String(value)) {
        None => Ok(()),
        Some(_) => Err(bad(format!("{list}[{place}].{member} is given more than once"))),
    }
}

/// The object that a text in braces is.
fn parse_object(value: &str) -> Option<Value> {
    if !value.starts_with('{') {
        return None;
    }
    serde_json::from_str(value).ok().filter(Value::is_object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_way_to_write_a_list_means_the_same() {
        let wanted = json!({ "name": "A b", "dictionaries": [{ "source_lang": "en", "entries": "a\tb" }] });
        for written in [
            "name=A+b&dictionaries[0].source_lang=en&dictionaries[0].entries=a%09b",
            "name=A%20b&dictionaries%5B0%5D[source_lang]=en&dictionaries[0][entries]=a%09b",
            "name=A+b&dictionaries={\"source_lang\":\"en\",\"entries\":\"a\\tb\"}",
        ] {
            let read = parse_form(written.as_bytes(), &["dictionaries"]).unwrap();
            assert_eq!(Value::Object(read), wanted, "{written}");
        }
        let texts = parse_form(b"text=a&text=b%26c&&x", &["text"]).unwrap();
        assert_eq!(Value::Object(texts), json!({ "text": ["a", "b&c"], "x": "" }));
    }

    #[test]
    fn what_is_no_form_is_refused() {
        for written in ["a=1&a=2", "a=%ff", "l[1].a=1", "l[0].a=1&l[0].a=2", "l=x&l[0].a=1", "l[99999999].a=1"] {
            let refused = parse_form(written.as_bytes(), &["l"]).unwrap_err();
            assert_eq!(refused.status, 400, "{written}");
        }
    }
}
