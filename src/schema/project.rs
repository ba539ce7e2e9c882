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
pub struct ProjectFile {
    /// Patterns of the files to read, below the project folder.
    pub files: Option<Vec<Option<String>>>,
    /// Patterns of files that are never read, even when named on the command line.
    pub exclude: Option<Vec<Option<String>>>,
    /// Name of the project in temporary names and state stores: 6 to 8 of the characters a-z and 2-7.
    #[schemars(regex(pattern = r"^[a-z2-7]{6,8}$"))]
    pub stack: Option<String>,
    /// Environment that is used unless `--env` names another.
    pub default_environment: Option<String>,
    /// The rules that the service offers: `public` (159 rules, as DeepL's public service) or `core` (the five categories, 124
    /// rules). Default: `public` where an environment names a `deepl` service, else `core`.
    pub catalogue: Option<String>,
    /// Files of further rules, below the project folder.
    pub catalogue_files: Option<Vec<Option<String>>>,
    /// Settings of every resource whose file does not say otherwise.
    pub defaults: Option<DefaultSettings>,
    /// Limits of your subscription, where they differ from the defaults.
    pub limits: Option<LimitSettings>,
    /// Severity by code, or by rule of styles (`"off-style/punctuation.ellipsis"`): `error`, `warn` or `off`.
    pub lints: Option<BTreeMap<String, String>>,
    /// Texts that are written under a style: what `lint` reads.
    pub texts: Option<Vec<Option<TextSetSettings>>>,
    /// Further environments by name, each with its own settings.
    pub environments: Option<BTreeMap<String, EnvironmentSettings>>,
    /// Existing resources of the service to import. A block that is done can be removed.
    pub import: Option<Vec<Option<ImportSettings>>>,
    /// Resources that got another address and keep their id. A block that is done can be removed.
    pub moved: Option<Vec<Option<MovedSettings>>>,
    /// Resources whose files were removed on purpose. A block that is done can be removed.
    pub removed: Option<Vec<Option<RemovedSettings>>>,
    /// Resources of others that plans do not note any more.
    pub acknowledged: Option<Vec<Option<AcknowledgedSettings>>>,
    /// The default environment has its settings at the top level.
    #[serde(flatten)]
    #[schemars(skip)]
    pub default_settings: EnvironmentSettings,
}

/// Settings of every resource whose file does not say otherwise.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DefaultSettings {
    /// Parts of resources that are shared with people: what they add on the service is kept.
    pub shared: Option<Vec<Option<String>>>,
}

/// A resource of somebody else that is no news.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct AcknowledgedSettings {
    /// Its id on the service.
    pub id: String,
    /// Environments that the block applies to; default: all. Ids belong to one account.
    pub environments: Option<Vec<Option<String>>>,
    /// Why, for reviewers.
    pub reason: Option<String>,
}

/// An existing resource to import.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ImportSettings {
    /// Its address in the files: `style/support-de`.
    pub to: String,
    /// Its id on the service.
    pub id: String,
    /// Environments that the block applies to; default: all. Ids belong to one account.
    pub environments: Option<Vec<Option<String>>>,
    /// Why, for reviewers.
    pub reason: Option<String>,
}

/// A resource that got another address.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct MovedSettings {
    /// Its former address.
    pub from: String,
    /// Its address in the files now.
    pub to: String,
    /// Environments that the block applies to; default: all.
    pub environments: Option<Vec<Option<String>>>,
    /// Why, for reviewers.
    pub reason: Option<String>,
}

/// A resource whose file was removed on purpose.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RemovedSettings {
    /// Its former address.
    pub address: String,
    /// Delete it on the service (permanent: the service keeps no copy); if false, it stays there, unmanaged.
    pub delete: bool,
    /// Environments that the block applies to; default: all.
    pub environments: Option<Vec<Option<String>>>,
    /// Why, for reviewers.
    pub reason: Option<String>,
}

/// Texts that are written under a style.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TextSetSettings {
    /// Pattern of the files, below the project folder: `locales/de/**/*.po`.
    pub files: String,
    /// Language of the texts: `de`.
    pub language: String,
    /// Key of the style rule list that they follow.
    pub style: String,
    /// Keys of the glossaries whose terms must be used.
    pub glossaries: Option<Vec<Option<String>>>,
    /// Pattern of the files with their sources: `locales/en/*.json`. Only for formats that hold no source, where the usual
    /// layout (the same path with `en`) is not used.
    pub source: Option<String>,
}

/// Limits of your subscription, where they differ from the defaults.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct LimitSettings {
    /// Maximum number of custom instructions in one list.
    #[schemars(range(min = 0, max = 10_000))]
    pub custom_instructions: Option<u32>,
}

/// Thresholds that block a plan, and protected resources.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SafeguardSettings {
    /// Maximum number of deletions in one run without `--allow-delete`.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub max_delete: Option<u32>,
    /// Maximum share of the managed resources that one run may delete without `--allow-delete`, in percent. The larger of the two limits applies.
    #[schemars(range(min = 0, max = 100))]
    pub max_delete_percent: Option<u32>,
    /// Maximum share of one list's rules or instructions that an update may remove without `--allow-shrink`, in percent.
    #[schemars(range(min = 0, max = 100))]
    pub max_shrink_percent: Option<u32>,
    /// Edits made on the service that nobody has seen: `review` blocks `apply --auto-approve`, `revert` lets it revert them.
    pub drift: Option<String>,
    /// Addresses of resources that are never deleted or replaced: `style/support-de`.
    pub protect: Option<Vec<Option<String>>>,
}

/// Settings of one environment.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct EnvironmentSettings {
    /// Service to talk to.
    pub service: Option<String>,
    /// Where the state is kept: a file below the project folder, or a table that names a store.
    pub state: Option<StateSettings>,
    /// Managed resources whose files are gone: `keep` reports them, `prune` plans their deletion.
    pub deletion: Option<String>,
    /// Which unmanaged resources are imported without being named: those with equal content (`exact`), or also those with the same name and language (`name`).
    pub import_match: Option<String>,
    /// Kinds whose resources are left out of this environment, such as those that its service does not have: their files are
    /// not applied, and what is managed of them stays as it is.
    pub skip_kinds: Option<Vec<Option<String>>>,
    /// Maximum number of concurrent operations.
    #[schemars(range(min = 1, max = 64))]
    pub parallelism: Option<u32>,
    /// Maximum number of requests per second.
    #[schemars(range(min = 1, max = 1000))]
    pub max_rps: Option<u32>,
    /// Give up after this many seconds.
    #[schemars(range(min = 1, max = 86_400))]
    pub timeout: Option<u32>,
    /// Seconds to keep looking for a resource whose create response was lost.
    #[schemars(range(min = 0, max = 600))]
    pub settle: Option<u32>,
    /// Thresholds that block a plan, and protected resources.
    pub safeguards: Option<SafeguardSettings>,
}

/// Where the state is kept.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum StateSettings {
    /// A file below the project folder.
    File(String),
    /// A table that names a store.
    Store(StateStoreSettings),
}

/// A store by name.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct StateStoreSettings {
    /// `file`: a file of the project. `git`: a reference of the project's own remote, for many runners.
    /// `object`: object storage, at the address that `--state` or HOUSESTYLE_STATE gives; no run does without one.
    pub store: Option<String>,
    /// Path of the state file, below the project folder.
    pub file: Option<String>,
}

/// What stands before category and rule where `[lints]` is about findings of one rule.
pub const RULE_LINT: &str = "off-style/";

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
