//! The project file, `housestyle.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::catalogue::load::{self, Edition};
use crate::diagnostic::Code;
use crate::schema::derive_schema;
use crate::schema::document_kind::DocumentKind;

/// Files and environments of a project. It names no host, no key, no proxy and no command.
#[derive(Deserialize, JsonSchema)]
#[schemars(title = "Project", deny_unknown_fields)]
pub(crate) struct ProjectFile {
    /// Patterns of the files to read, below the project folder.
    pub(crate) files: Option<Vec<Option<String>>>,
    /// Patterns of files that are never read, even when named on the command line.
    pub(crate) exclude: Option<Vec<Option<String>>>,
    /// Name of the project in temporary names and state stores: 6 to 8 of the characters a-z and 2-7.
    #[schemars(regex(pattern = r"^[a-z2-7]{6,8}$"))]
    pub(crate) stack: Option<String>,
    /// Environment that is used unless `--env` names another.
    pub(crate) default_environment: Option<String>,
    /// The rules that the service offers: `public` (159 rules, as DeepL's public service) or `core` (the five categories, 124
    /// rules). Default: `public` where an environment names a `deepl` service, else `core`.
    pub(crate) catalogue: Option<String>,
    /// Files of further rules, below the project folder.
    pub(crate) catalogue_files: Option<Vec<Option<String>>>,
    /// Settings of every resource whose file does not say otherwise.
    pub(crate) defaults: Option<DefaultSettings>,
    /// Limits of your subscription, where they differ from the defaults.
    pub(crate) limits: Option<LimitSettings>,
    /// Severity by code, or by rule of styles (`"off-style/punctuation.ellipsis"`): `error`, `warn` or `off`.
    pub(crate) lints: Option<BTreeMap<String, String>>,
    /// Texts that are written under a style: what `lint` reads.
    pub(crate) texts: Option<Vec<Option<TextSetSettings>>>,
    /// Further environments by name, each with its own settings.
    pub(crate) environments: Option<BTreeMap<String, EnvironmentSettings>>,
    /// Existing resources of the service to import. A block that is done can be removed.
    pub(crate) import: Option<Vec<Option<ImportSettings>>>,
    /// Resources that got another address and keep their id. A block that is done can be removed.
    pub(crate) moved: Option<Vec<Option<MovedSettings>>>,
    /// Resources whose files were removed on purpose. A block that is done can be removed.
    pub(crate) removed: Option<Vec<Option<RemovedSettings>>>,
    /// Resources of others that plans do not note any more.
    pub(crate) acknowledged: Option<Vec<Option<AcknowledgedSettings>>>,
    /// The default environment has its settings at the top level.
    #[serde(flatten)]
    #[schemars(skip)]
    pub(crate) default_settings: EnvironmentSettings,
}

/// Settings of every resource whose file does not say otherwise.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct DefaultSettings {
    /// Parts of resources that are shared with people: what they add on the service is kept.
    pub(crate) shared: Option<Vec<Option<String>>>,
}

/// A resource of somebody else that is no news.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct AcknowledgedSettings {
    /// Its id on the service.
    pub(crate) id: String,
    /// Environments that the block applies to; default: all. Ids belong to one account.
    pub(crate) environments: Option<Vec<Option<String>>>,
    /// Why, for reviewers.
    pub(crate) reason: Option<String>,
}

/// An existing resource to import.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct ImportSettings {
    /// Its address in the files: `style/support-de`.
    pub(crate) to: String,
    /// Its id on the service.
    pub(crate) id: String,
    /// Environments that the block applies to; default: all. Ids belong to one account.
    pub(crate) environments: Option<Vec<Option<String>>>,
    /// Why, for reviewers.
    pub(crate) reason: Option<String>,
}

/// A resource that got another address.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct MovedSettings {
    /// Its former address.
    pub(crate) from: String,
    /// Its address in the files now.
    pub(crate) to: String,
    /// Environments that the block applies to; default: all.
    pub(crate) environments: Option<Vec<Option<String>>>,
    /// Why, for reviewers.
    pub(crate) reason: Option<String>,
}

/// A resource whose file was removed on purpose.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct RemovedSettings {
    /// Its former address.
    pub(crate) address: String,
    /// Delete it on the service (permanent: the service keeps no copy); if false, it stays there, unmanaged.
    pub(crate) delete: bool,
    /// Environments that the block applies to; default: all.
    pub(crate) environments: Option<Vec<Option<String>>>,
    /// Why, for reviewers.
    pub(crate) reason: Option<String>,
}

/// Texts that are written under a style.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct TextSetSettings {
    /// Pattern of the files, below the project folder: `locales/de/**/*.po`.
    pub(crate) files: String,
    /// Language of the texts: `de`.
    pub(crate) language: String,
    /// Key of the style rule list that they follow.
    pub(crate) style: String,
    /// Keys of the glossaries whose terms must be used.
    pub(crate) glossaries: Option<Vec<Option<String>>>,
    /// Pattern of the files with their sources: `locales/en/*.json`. Only for formats that hold no source, where the usual
    /// layout (the same path with `en`) is not used.
    pub(crate) source: Option<String>,
}

/// Limits of your subscription, where they differ from the defaults.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct LimitSettings {
    /// Maximum number of custom instructions in one list.
    #[schemars(range(min = 0, max = 10_000))]
    pub(crate) custom_instructions: Option<u32>,
}

/// Thresholds that block a plan, and protected resources.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct SafeguardSettings {
    /// Maximum number of deletions in one run without `--allow-delete`.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub(crate) max_delete: Option<u32>,
    /// Maximum share of the managed resources that one run may delete without `--allow-delete`, in percent. The larger of the two limits applies.
    #[schemars(range(min = 0, max = 100))]
    pub(crate) max_delete_percent: Option<u32>,
    /// Maximum share of one list's rules or instructions that an update may remove without `--allow-shrink`, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub(crate) max_shrink_percent: Option<u32>,
    /// Edits made on the service that nobody has seen: `review` blocks `apply --auto-approve`, `revert` lets it revert them.
    pub(crate) drift: Option<String>,
    /// Addresses of resources that are never deleted or replaced: `style/support-de`.
    pub(crate) protect: Option<Vec<Option<String>>>,
}

/// Settings of one environment.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct EnvironmentSettings {
    /// Service to talk to.
    pub(crate) service: Option<String>,
    /// Where the state is kept: a file below the project folder, or a table that names a store.
    pub(crate) state: Option<StateSettings>,
    /// Managed resources whose files are gone: `keep` reports them, `prune` plans their deletion.
    pub(crate) deletion: Option<String>,
    /// Which unmanaged resources are imported without being named: those with equal content (`exact`), or also those with the same name and language (`name`).
    pub(crate) import_match: Option<String>,
    /// Kinds whose resources are left out of this environment, such as those that its service does not have: their files are
    /// not applied, and what is managed of them stays as it is.
    pub(crate) skip_kinds: Option<Vec<Option<String>>>,
    /// Maximum number of concurrent operations.
    #[schemars(range(min = 1, max = 64))]
    pub(crate) parallelism: Option<u32>,
    /// Maximum number of requests per second.
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) max_rps: Option<u32>,
    /// Give up after this many seconds.
    #[schemars(range(min = 1, max = 86_400))]
    pub(crate) timeout: Option<u32>,
    /// Seconds to keep looking for a resource whose create response was lost.
    #[schemars(range(min = 0, max = 600))]
    pub(crate) settle: Option<u32>,
    /// Thresholds that block a plan, and protected resources.
    pub(crate) safeguards: Option<SafeguardSettings>,
}

/// Where the state is kept.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum StateSettings {
    /// A file below the project folder.
    File(String),
    /// A table that names a store.
    Store(StateStoreSettings),
}

/// A store by name.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct StateStoreSettings {
    /// `file`: a file of the project. `git`: a reference of the project's own remote, for many runners.
    /// `object`: object storage, at the address that `--state` or HOUSESTYLE_STATE gives; no run does without one.
    pub(crate) store: Option<String>,
    /// Path of the state file, below the project folder.
    pub(crate) file: Option<String>,
}

/// What stands before category and rule where `[lints]` is about findings of one rule.
pub(crate) const RULE_LINT: &str = "off-style/";

/// Services known by name, as the project file writes them.
pub(super) const SERVICES: &[&str] = &["emulator", "deepl", "deepl-free", "deepl-us", "deepl-jp", "custom"];

/// The schema of the project file.
pub(super) fn project_schema() -> Value {
    let mut schema = derive_schema::schema_of::<ProjectFile>();
    let shared = "/properties/environments/additionalProperties/properties";
    add_environment_settings(&mut schema, shared);
    let settings = schema.pointer(shared).and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(Value::Object(top)) = schema.pointer_mut("/properties") {
        top.extend(settings);
    }
    derive_schema::set_keyword(&mut schema, "/properties/files", "examples", json!([["styles/**/*.yaml"]]));
    derive_schema::set_keyword(&mut schema, "/properties/default_environment", "default", json!("default"));
    let editions: Vec<&str> = Edition::ALL.iter().map(|edition| edition.as_str()).collect();
    derive_schema::set_keyword(&mut schema, "/properties/catalogue", "enum", json!(editions));
    let severities = |code: &Code| {
        let words: &[&str] = if code.is_relaxable() { &["error", "warn", "off"] } else { &["error"] };
        json!({ "description": code.summary(), "type": "string", "enum": words })
    };
    let of_codes = Code::ALL.iter().map(|code| (code.name().to_owned(), severities(code)));
    let rules = load::builtin_catalogue(Edition::Public);
    let rules = rules.categories.values().flat_map(|category| category.rules.values());
    let of_rules = rules.map(|rule| {
        let name = format!("{RULE_LINT}{}.{}", rule.category, rule.name);
        (name, json!({ "description": rule.summary, "type": "string", "enum": ["error", "warn", "off"] }))
    });
    let lints: serde_json::Map<_, _> = of_codes.chain(of_rules).collect();
    let words: Vec<&str> = DocumentKind::ALL.into_iter().flat_map(DocumentKind::shared_words).copied().collect();
    derive_schema::set_keyword(&mut schema, "/properties/defaults/properties/shared/items", "enum", json!(words));
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
    let kinds = [DocumentKind::Style, DocumentKind::Glossary, DocumentKind::SpokenTerms, DocumentKind::StyleProfile];
    let kinds = kinds.map(DocumentKind::as_str);
    derive_schema::set_keyword(schema, &format!("{at}/skip_kinds/items"), "enum", json!(kinds));
    let mut state = derive_schema::schema_of::<StateStoreSettings>();
    if let Some(fields) = state.as_object_mut() {
        fields.retain(|keyword, _| keyword != "title" && keyword != "description");
    }
    // A path or a table: no union, which editors explain badly.
    state["type"] = json!(["string", "object"]);
    state["properties"]["store"]["enum"] = json!(["file", "git", "object"]);
    state["properties"]["store"]["default"] = json!("file");
    derive_schema::replace_schema_at(schema, &format!("{at}/state"), state);
    let safeguards = format!("{at}/safeguards/properties");
    for (field, default) in [("max_delete_percent", 10), ("max_shrink_percent", 50)] {
        derive_schema::set_keyword(schema, &format!("{safeguards}/{field}"), "default", json!(default));
    }
    derive_schema::set_keyword(schema, &format!("{safeguards}/max_delete"), "default", json!(3));
    derive_schema::set_keyword(schema, &format!("{safeguards}/drift"), "enum", json!(["review", "revert"]));
    derive_schema::set_keyword(schema, &format!("{safeguards}/drift"), "default", json!("review"));
}
