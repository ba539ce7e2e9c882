//! The project file, `housestyle.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::diagnostic::Code;
use crate::schema::derive_schema;

/// What belongs to a project and how its environments are treated. It names no host, no key, no proxy and no command.
#[derive(JsonSchema)]
#[schemars(title = "Project", deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ProjectShape {
    /// Patterns of the files to read, below the project folder.
    files: Option<Vec<String>>,
    /// Patterns of files that are never read, even when named by hand.
    exclude: Option<Vec<String>>,
    /// Name of the project in temporary names and state stores: 6 to 8 of the characters a-z and 2-7.
    stack: Option<String>,
    /// Environment that is used when none is named.
    default_environment: Option<String>,
    /// Which rules may be used.
    catalogue: Option<CatalogueShape>,
    /// Limits of your plan at the service, where they differ.
    limits: Option<LimitsShape>,
    /// Severity by code: `error`, `warn` or `off`.
    lints: Option<LintsShape>,
    /// Texts that are written under a style: what `lint` reads.
    texts: Option<Vec<TextSetShape>>,
    /// Which service.
    service: Option<String>,
    /// Where the state is kept: a file below the project folder, or a table that names a store.
    state: Option<String>,
    /// What happens to lists on the service whose document is gone: `hold` shows them, `plan` plans their deletion.
    deletion: Option<String>,
    /// When a list that is already on the service becomes this project's: only where its content is equal (`exact`), or by name and language (`by-name`).
    adopt: Option<String>,
    /// Lists that are worked on at the same time.
    parallelism: Option<u32>,
    /// Most requests per second.
    max_rps: Option<u32>,
    /// Longest run, in seconds.
    timeout: Option<u32>,
    /// How long a lost answer is looked for, in seconds.
    settle: Option<u32>,
    /// Thresholds and protection.
    guards: Option<GuardsShape>,
    /// Further environments by name, each with its own settings.
    environments: Option<BTreeMap<String, EnvironmentShape>>,
    /// Existing resources of the service that become managed. A block that is done can be removed.
    import: Option<Vec<ImportShape>>,
    /// Resources that got another address and keep their id. A block that is done can be removed.
    moved: Option<Vec<MovedShape>>,
    /// Resources whose files are gone on purpose. A block that is done can be removed.
    removed: Option<Vec<RemovedShape>>,
}

/// An existing resource that becomes managed.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct ImportShape {
    /// Its address in the files: `style/support-de`.
    to: String,
    /// Its id on the service.
    id: String,
    /// Environments that the block is for; all where absent. Ids belong to one account.
    environments: Option<Vec<String>>,
    /// Why, for reviewers.
    reason: Option<String>,
}

/// A resource that got another address.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct MovedShape {
    /// The address that it had.
    from: String,
    /// Its address in the files now.
    to: String,
    /// Environments that the block is for; all where absent.
    environments: Option<Vec<String>>,
    /// Why, for reviewers.
    reason: Option<String>,
}

/// A resource whose file is gone on purpose.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct RemovedShape {
    /// The address that it had.
    address: String,
    /// Whether it is deleted on the service (permanent: the service keeps no copy); otherwise it stays there, unmanaged.
    delete: bool,
    /// Environments that the block is for; all where absent.
    environments: Option<Vec<String>>,
    /// Why, for reviewers.
    reason: Option<String>,
}

/// Which rules may be used.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct CatalogueShape {
    /// Allow rules that are public but not in the service's specification.
    extras: Option<bool>,
    /// Further catalogue files, below the project folder.
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
    /// Keys of the glossaries whose terms are to be used.
    glossaries: Option<Vec<String>>,
}

/// Limits of your plan at the service, where they differ.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct LimitsShape {
    /// Most custom instructions in one list.
    custom_instructions: Option<u32>,
}

/// Severity by code.
#[derive(JsonSchema)]
struct LintsShape {}

/// Thresholds and protection.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct GuardsShape {
    /// Most deletions in one run without agreement.
    max_delete: Option<u32>,
    /// Largest share of the project's lists that one run may delete without agreement, in percent. The larger of both counts.
    max_delete_percent: Option<u32>,
    /// Largest share of one list's rules or instructions that may go without agreement, in percent.
    max_shrink_percent: Option<u32>,
    /// Addresses of lists that are never deleted or replaced: `style/support-de`.
    protect: Option<Vec<String>>,
}

/// Settings of one environment.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the shape is all that matters")]
struct EnvironmentShape {
    /// Which service.
    service: Option<String>,
    /// Where the state is kept: a file below the project folder, or a table that names a store.
    state: Option<String>,
    /// What happens to lists on the service whose document is gone: `hold` shows them, `plan` plans their deletion.
    deletion: Option<String>,
    /// When a list that is already on the service becomes this project's: `exact` or `by-name`.
    adopt: Option<String>,
    /// Lists that are worked on at the same time.
    parallelism: Option<u32>,
    /// Most requests per second.
    max_rps: Option<u32>,
    /// Longest run, in seconds.
    timeout: Option<u32>,
    /// How long a lost answer is looked for, in seconds.
    settle: Option<u32>,
    /// Thresholds and protection.
    guards: Option<GuardsShape>,
}

/// Services that are known by name, in the words of the project file.
const SERVICES: &[&str] = &["emulator", "deepl", "deepl-free", "deepl-us", "deepl-jp", "custom"];

/// The schema of the project file.
pub(super) fn project_schema() -> Value {
    let mut schema = derive_schema::schema_of::<ProjectShape>();
    add_environment_settings(&mut schema, "/properties");
    add_environment_settings(&mut schema, "/properties/environments/additionalProperties/properties");
    derive_schema::set_keyword(&mut schema, "/properties/files", "examples", json!([["styles/**/*.yaml"]]));
    derive_schema::set_keyword(&mut schema, "/properties/stack", "pattern", json!("^[a-z2-7]{6,8}$"));
    derive_schema::set_keyword(&mut schema, "/properties/default_environment", "default", json!("default"));
    derive_schema::set_keyword(&mut schema, "/properties/catalogue/properties/extras", "default", json!(false));
    let severities =
        |code: &Code| json!({ "description": code.summary(), "type": "string", "enum": ["error", "warn", "off"] });
    let lints: serde_json::Map<_, _> =
        Code::ALL.iter().map(|code| (code.name().to_owned(), severities(code))).collect();
    derive_schema::replace_schema_at(
        &mut schema,
        "/properties/lints",
        json!({ "type": "object", "additionalProperties": false, "properties": lints }),
    );
    schema
}

/// What the default environment (at the top) and every other one have in common.
fn add_environment_settings(schema: &mut Value, at: &str) {
    let mut choose = |field: &str, words: &[&str]| {
        derive_schema::set_keyword(schema, &format!("{at}/{field}"), "enum", json!(words));
        derive_schema::set_keyword(schema, &format!("{at}/{field}"), "default", json!(words[0]));
    };
    choose("service", SERVICES);
    choose("deletion", &["hold", "plan"]);
    choose("adopt", &["exact", "by-name"]);
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
    let guards = format!("{at}/guards/properties");
    for (field, default) in [("max_delete_percent", 10), ("max_shrink_percent", 50)] {
        derive_schema::set_keyword(schema, &format!("{guards}/{field}"), "maximum", json!(100));
        derive_schema::set_keyword(schema, &format!("{guards}/{field}"), "default", json!(default));
    }
    derive_schema::set_keyword(schema, &format!("{guards}/max_delete"), "default", json!(3));
}
