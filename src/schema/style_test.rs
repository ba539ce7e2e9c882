//! Files of style tests.

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::schema::derive_schema;

/// Style tests: texts, what they are translated with, and what is expected of the translations.
#[derive(JsonSchema)]
#[schemars(title = "Style tests", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct StyleTestsShape {
    /// Style rule list of all tests that name none: its key, or several, with each of which the tests are run.
    style: Option<Vec<String>>,
    /// Translation profile of all tests that name none: its key, or several.
    profile: Option<Vec<String>>,
    /// Language of the texts, where a test does not say otherwise. The service finds it out where nobody says.
    from: Option<String>,
    /// Variant of the style's language to translate into, such as `en-GB`.
    to: Option<String>,
    /// Words by which tests are picked: `housestyle test --tag WORD`.
    tags: Option<Vec<String>>,
    /// The tests.
    tests: Vec<StyleTestShape>,
}

/// One test.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct StyleTestShape {
    /// Name of the test, unique in its file.
    name: String,
    /// Style rule list: its key, or several, with each of which the test is run.
    style: Option<Vec<String>>,
    /// Translation profile: its key, or several.
    profile: Option<Vec<String>>,
    /// Language of the text.
    from: Option<String>,
    /// Variant of the style's language to translate into.
    to: Option<String>,
    /// Words by which it is picked, beside those of the file.
    tags: Option<Vec<String>>,
    /// Table beside the file (.csv or .tsv) with a line of column names: the test is run once for each row below it. In `text`
    /// and `expect`, `${{ column }}` is the row's cell. A column `case` names the rows.
    cases: Option<String>,
    /// Source text.
    text: String,
    /// What is expected of the translation; all of it.
    expect: ExpectationShape,
}

/// What is expected of a translation.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ExpectationShape {
    /// `all`, or rules of the style that the translation follows, as far as detectors tell them.
    follows: Option<Vec<String>>,
    /// A text, or several, that it contains.
    contains: Option<Vec<String>>,
    /// A text, or several, that it does not contain.
    not_contains: Option<Vec<String>>,
    /// A text that it starts with.
    starts_with: Option<Vec<String>>,
    /// A regular expression, or several, that match somewhere.
    matches: Option<Vec<String>>,
    /// A term, or several, that it uses; endings may differ outside of Chinese, Japanese and Korean.
    uses_term: Option<Vec<String>>,
    /// Most characters (Unicode) that it has.
    max_characters: Option<u32>,
    /// It is the same without the style.
    same_as_without: Option<bool>,
    /// A text that it is near to: a text, or `text` with the least `chrf`.
    golden: Option<GoldenShape>,
    /// Expectations of which at least one holds.
    any: Option<Vec<Value>>,
    /// Expectations that do not all hold.
    not: Option<Value>,
    /// Capitals and small letters are the same in `contains`, `not_contains`, `starts_with` and `matches`.
    ignore_case: Option<bool>,
}

/// A text that a translation is near to.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct GoldenShape {
    /// The text.
    text: String,
    /// Least chrF, from 0 to 100.
    chrf: Option<f64>,
}

/// The schema of `tests/*.yaml`.
pub(super) fn style_test_schema() -> Value {
    let mut schema = derive_schema::schema_of::<StyleTestsShape>();
    let test = |field: &str| format!("/properties/tests/items/properties/{field}");
    let expect = |field: &str| test(&format!("expect/properties/{field}"));
    derive_schema::set_keyword(&mut schema, "/properties/tests", "minItems", json!(1));
    derive_schema::set_keyword(&mut schema, &test("name"), "minLength", json!(1));
    derive_schema::set_keyword(&mut schema, &test("text"), "minLength", json!(1));
    derive_schema::set_keyword(&mut schema, &test("text"), "examples", json!(["Click \"Save\" before 3:30 pm."]));
    derive_schema::set_keyword(&mut schema, &expect("follows"), "examples", json!(["all"]));
    for field in ["follows", "contains", "not_contains", "starts_with", "matches", "uses_term"] {
        derive_schema::set_keyword(&mut schema, &expect(field), "type", json!(["string", "array"]));
        derive_schema::set_keyword(&mut schema, &expect(field), "minItems", json!(1));
    }
    derive_schema::set_keyword(&mut schema, &expect("same_as_without"), "enum", json!([true]));
    derive_schema::set_keyword(&mut schema, &expect("golden"), "type", json!(["string", "object"]));
    derive_schema::set_keyword(&mut schema, &expect("golden/properties/chrf"), "minimum", json!(0));
    derive_schema::set_keyword(&mut schema, &expect("golden/properties/chrf"), "maximum", json!(100));
    derive_schema::set_keyword(&mut schema, &expect("golden/properties/chrf"), "default", json!(60));
    derive_schema::set_keyword(&mut schema, &expect("max_characters"), "minimum", json!(1));
    for field in ["tags", "style", "profile"] {
        for field in [format!("/properties/{field}"), test(field)] {
            derive_schema::set_keyword(&mut schema, &field, "type", json!(["string", "array"]));
        }
    }
    for field in ["style", "profile"] {
        for field in [format!("/properties/{field}"), test(field)] {
            derive_schema::set_keyword(&mut schema, &field, "minItems", json!(1));
        }
    }
    // The same expectations, two levels deep: without references, which explanations do not follow.
    for _ in 0..2 {
        let mut below = schema.pointer(&test("expect")).cloned().unwrap_or_default();
        if let Some(fields) = below.as_object_mut() {
            fields.remove("description");
        }
        let one = |said: &str, schema: &Value| {
            let mut schema = schema.clone();
            schema["description"] = json!(said);
            schema
        };
        let not = one("Expectations that do not all hold.", &below);
        let any = json!({
            "description": "Expectations of which at least one holds.", "type": "array", "minItems": 1, "items": below,
        });
        derive_schema::replace_schema_at(&mut schema, &expect("any"), any);
        derive_schema::replace_schema_at(&mut schema, &expect("not"), not);
    }
    schema
}
