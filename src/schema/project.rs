//! The project file, `housestyle.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::diagnostic::Code;
use crate::schema::derive_schema;

/// Files and environments of a project. It names no host, no key, no proxy and no command.
#[derive(JsonSchema)]
#[schemars(title = "Project", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ProjectShape {
    /// Patterns of the files to read, below the project folder.
    files: Option<Vec<String>>,
    /// Patterns of files that are never read, even when named on the command line.
    exclude: Option<Vec<String>>,
    /// Name of the project in temporary names and state stores: 6 to 8 of the characters a-z and 2-7.
    stack: Option<String>,
    /// Environment that is used unless `--env` names another.
    default_environment: Option<String>,
    /// Rules beyond the service's specification.
    catalogue: Option<CatalogueShape>,
    /// Limits of your subscription, where they differ from the defaults.
    limits: Option<LimitsShape>,
    /// Severity by code: `error`, `warn` or `off`.
    lints: Option<LintsShape>,
    /// Texts that are written under a style: what `lint` reads.
    texts: Option<Vec<TextSetShape>>,
    /// Further environments by name, each with its own settings.
    environments: Option<BTreeMap<String, EnvironmentShape>>,
    /// Existing resources of the service to import. A block that is done can be removed.
    import: Option<Vec<ImportShape>>,
    /// Resources that got another address and keep their id. A block that is done can be removed.
    moved: Option<Vec<MovedShape>>,
    /// Resources whose files were removed on purpose. A block that is done can be removed.
    removed: Option<Vec<RemovedShape>>,
}

/// An existing resource to import.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ImportShape {
    /// Its address in the files: `style/support-de`.
    to: String,
    /// Its id on the service.
    id: String,
    /// Environments that the block applies to; default: all. Ids belong to one account.
    environments: Option<Vec<String>>,
    /// Why, for reviewers.
    reason: Option<String>,
}

/// A resource that got another address.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct MovedShape {
    /// Its former address.
    from: String,
    /// Its address in the files now.
    to: String,
    /// Environments that the block applies to; default: all.
    environments: Option<Vec<String>>,
    /// Why, for reviewers.
    reason: Option<String>,
}

/// A resource whose file was removed on purpose.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct RemovedShape {
    /// Its former address.
    address: String,
    /// Delete it on the service (permanent: the service keeps no copy); if false, it stays there, unmanaged.
    delete: bool,
    /// Environments that the block applies to; default: all.
    environments: Option<Vec<String>>,
    /// Why, for reviewers.
    reason: Option<String>,
}

/// Rules beyond the service's specification.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct CatalogueShape {
    /// Allow rules that are public but not part of the service's specification.
    extras: Option<bool>,
    /// Additional catalogue files, below the project folder.
    files: Option<Vec<String>>,
}

/// Texts that are written under a style.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct TextSetShape {
    /// Pattern of the files, below the project folder: `locales/de/**/*.po`.
    files: String,
    /// Language of the texts: `de`.
    language: String,
    /// Key of the style rule list that they follow.
    style: String,
    /// Keys of the glossaries whose terms must be used.
    glossaries: Option<Vec<String>>,
}

/// Limits of your subscription, where they differ from the defaults.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct LimitsShape {
    /// Maximum number of custom instructions in one list.
    custom_instructions: Option<u32>,
}

/// Severity by code.
#[derive(JsonSchema)]
struct LintsShape {}

/// Thresholds that block a plan, and protected resources.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct SafeguardsShape {
    /// Maximum number of deletions in one run without `--allow-delete`.
    max_delete: Option<u32>,
    /// Maximum share of the managed resources that one run may delete without `--allow-delete`, in percent. The larger of the two limits applies.
    max_delete_percent: Option<u32>,
    /// Maximum share of one list's rules or instructions that an update may remove without `--allow-shrink`, in percent.
    max_shrink_percent: Option<u32>,
    /// Addresses of resources that are never deleted or replaced: `style/support-de`.
    protect: Option<Vec<String>>,
}

/// Settings of one environment.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct EnvironmentShape {
    /// Service to talk to.
    service: Option<String>,
    /// Where the state is kept: a file below the project folder, or a table that names a store.
    state: Option<String>,
    /// Managed resources whose files are gone: `keep` reports them, `prune` plans their deletion.
    deletion: Option<String>,
    /// Which unmanaged resources are imported without being named: those with equal content (`exact`), or also those with the same name and language (`name`).
    import_match: Option<String>,
    /// Maximum number of concurrent operations.
    parallelism: Option<u32>,
    /// Maximum number of requests per second.
    max_rps: Option<u32>,
    /// Give up after this many seconds.
    timeout: Option<u32>,
    /// Seconds to keep looking for a resource whose create response was lost.
    settle: Option<u32>,
    /// Thresholds that block a plan, and protected resources.
    safeguards: Option<SafeguardsShape>,
}

/// Services known by name, as the project file writes them.
const SERVICES: &[&str] = &["emulator", "deepl", "deepl-free", "deepl-us", "deepl-jp", "custom"];

/// The schema of the project file.
pub(super) fn project_schema() -> Value {
    let mut schema = derive_schema::schema_of::<ProjectShape>();
    let shared = "/properties/environments/additionalProperties/properties";
    add_environment_settings(&mut schema, shared);
    let settings = schema.pointer(shared).and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(Value::Object(top)) = schema.pointer_mut("/properties") {
        top.extend(settings);
    }
    derive_schema::set_keyword(&mut schema, "/properties/files", "examples", json!([["styles/**/*.yaml"]]));
    derive_schema::set_keyword(&mut schema, "/properties/stack", "pattern", json!("^[a-z2-7]{6,8}$"));
    derive_schema::set_keyword(&mut schema, "/properties/default_environment", "default", json!("default"));
    derive_schema::set_keyword(&mut schema, "/properties/catalogue/properties/extras", "default", json!(false));
    let severities = |code: &Code| {
        let words: &[&str] = if code.is_relaxable() { &["error", "warn", "off"] } else { &["error"] };
        json!({ "description": code.summary(), "type": "string", "enum": words })
    };
    let lints: serde_json::Map<_, _> =
        Code::ALL.iter().map(|code| (code.name().to_owned(), severities(code))).collect();
    derive_schema::replace_schema_at(
        &mut schema,
        "/properties/lints",
        json!({ "type": "object", "additionalProperties": false, "properties": lints }),
    );
    schema
}

/// Completes the settings of an environment; the default environment has them at the top level.
fn add_environment_settings(schema: &mut Value, at: &str) {
    let mut choose = |field: &str, words: &[&str]| {
        derive_schema::set_keyword(schema, &format!("{at}/{field}"), "enum", json!(words));
        derive_schema::set_keyword(schema, &format!("{at}/{field}"), "default", json!(words[0]));
    };
    choose("service", SERVICES);
    choose("deletion", &["keep", "prune"]);
    choose("import_match", &["exact", "name"]);
    derive_schema::replace_schema_at(
        schema,
        &format!("{at}/state"),
        json!({ "type": ["string", "object"], "additionalProperties": false, "properties": {
            "store": {
                "description": "`file`: a file of the project. `git`: a reference of the project's own remote, for many runners.",
                "type": "string", "enum": ["file", "git"], "default": "file"
            },
            "file": { "description": "Path of the state file, below the project folder.", "type": "string" }
        } }),
    );
    for field in ["parallelism", "max_rps", "timeout"] {
        derive_schema::set_keyword(schema, &format!("{at}/{field}"), "minimum", json!(1));
    }
    let safeguards = format!("{at}/safeguards/properties");
    for (field, default) in [("max_delete_percent", 10), ("max_shrink_percent", 50)] {
        derive_schema::set_keyword(schema, &format!("{safeguards}/{field}"), "maximum", json!(100));
        derive_schema::set_keyword(schema, &format!("{safeguards}/{field}"), "default", json!(default));
    }
    derive_schema::set_keyword(schema, &format!("{safeguards}/max_delete"), "default", json!(3));
}
