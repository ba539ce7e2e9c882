//! The project: which files belong to it, and how each environment is meant to be treated.
//!
//! It is data of the repository and so names no host, no key, no proxy and no command: those come from the person or
//! pipeline that holds the key.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::catalogue::Limits;
use crate::catalogue::load::Edition;
use crate::diagnostic::{Code, Located, Severity, SourceFile, Span};
use crate::model::reference::Reference;
use crate::model::reviewed::ReviewedChanges;
use crate::model::shared_parts::SharedParts;
use crate::model::{Address, Kind, Language};

/// What `housestyle.toml` says, defaults filled in.
#[derive(Clone, Debug)]
pub struct Project {
    /// Patterns of the files that are read, below the project folder.
    pub files: Vec<String>,
    /// Patterns of files that are not, even when named by hand.
    pub exclude: Vec<String>,
    /// The edition of the built-in rules, where the file chooses one.
    pub catalogue: Option<Edition>,
    /// Further catalogue files, below the project folder.
    pub catalogues: Vec<String>,
    /// Limits, with what the project says about its plan level.
    pub limits: Limits,
    /// Severity by code, where it differs from the code's own; `None` turns the finding off.
    pub lints: BTreeMap<Code, Option<Severity>>,
    /// The same for findings about one rule of styles, by category and rule.
    pub rule_lints: BTreeMap<String, Option<Severity>>,
    /// Parts of resources that are shared with people unless a file says otherwise.
    pub shared: SharedParts,
    /// Texts that are written under a style.
    pub texts: Vec<TextSet>,
    /// The project file; none where every setting has its default.
    pub file: Option<Arc<SourceFile>>,
    /// Every place of the project file that names a document.
    pub references: Vec<ProjectReference>,
    /// Blocks `[[moved]]` that begin where an earlier one does, each behind that.
    pub contested_moves: Vec<[MoveBlock; 2]>,
    /// The environment that is used when none is named.
    pub default_environment: String,
    /// Name of the project in tags and state stores, where the file gives it one.
    pub stack: Option<String>,
    /// Environments by name; the default one is always there.
    pub environments: BTreeMap<String, Environment>,
    /// Whether the project means its default environment: it names it, sets something for it, or has no other.
    pub uses_default_environment: bool,
}

/// Files of texts, and what they are written under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSet {
    /// Pattern of the files, below the project folder.
    pub files: String,
    /// Language of the texts.
    pub language: Language,
    /// Key of the style rule list.
    pub style: String,
    /// Keys of the glossaries whose terms are to be used.
    pub glossaries: Vec<String>,
    /// Pattern of the files with their sources, where the format holds none and the usual layout is not used.
    pub source: Option<String>,
}

/// A block `[[moved]]`.
#[derive(Clone, Debug)]
pub struct MoveBlock {
    /// Its place among the others, from 0.
    pub index: usize,
    /// Where its former address is written.
    pub from: Span,
    /// Where it leads.
    pub to: Reference,
}

/// A place of the project file that names a document.
#[derive(Clone, Debug)]
pub struct ProjectReference {
    /// The place and the name.
    pub reference: Reference,
    /// The language of the texts, for the style and the glossaries of `[[texts]]`.
    pub language: Option<Located<Language>>,
    /// The pattern of their files.
    pub files: Option<String>,
}

/// One named target of the project.
#[derive(Clone, Debug)]
pub struct Environment {
    /// Its name.
    pub name: String,
    /// Which service.
    pub service: Preset,
    /// Whether the project file names it.
    pub service_named: bool,
    /// State file, below the project folder.
    pub state: String,
    /// Which kind of home the state has.
    pub store: StateStoreKind,
    /// Whether deletions are planned or held.
    pub deletion: DeletionPolicy,
    /// When a live list becomes ours without being asked for by address.
    pub import: ImportPolicy,
    /// Thresholds and protection.
    pub safeguards: SafeguardLimits,
    /// Kinds whose resources are left out: their files are not applied.
    pub skip_kinds: BTreeSet<Kind>,
    /// Reviewed blocks `[[import]]`, `[[moved]]` and `[[removed]]`.
    pub reviewed: ReviewedChanges,
    /// Resources worked on at the same time; the flag's default where absent.
    pub parallelism: Option<usize>,
    /// Most requests per second, where the project wants to be gentle.
    pub max_rps: Option<u32>,
    /// Longest run, in seconds.
    pub timeout: Option<u64>,
    /// How long a lost answer is looked for, in seconds.
    pub settle: Option<u64>,
}

/// A service that is known by name. The host belongs to the preset, never to a project file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Preset {
    /// The embedded emulator, with its data under `.housestyle/`.
    Emulator,
    /// `https://api.deepl.com`
    Deepl,
    /// `https://api-free.deepl.com`
    DeeplFree,
    /// `https://api-us.deepl.com`
    DeeplUs,
    /// `https://api-jp.deepl.com`
    DeeplJp,
    /// An address that the person or pipeline gives.
    Custom,
}

impl Preset {
    /// Every preset.
    pub const ALL: &'static [Self] =
        &[Self::Emulator, Self::Deepl, Self::DeeplFree, Self::DeeplUs, Self::DeeplJp, Self::Custom];

    /// The word in files and flags.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Emulator => "emulator",
            Self::Deepl => "deepl",
            Self::DeeplFree => "deepl-free",
            Self::DeeplUs => "deepl-us",
            Self::DeeplJp => "deepl-jp",
            Self::Custom => "custom",
        }
    }

    /// What a service of this preset is known to offer.
    #[must_use]
    pub fn edition(self) -> Edition {
        match self {
            Self::Deepl | Self::DeeplFree | Self::DeeplUs | Self::DeeplJp => Edition::Public,
            Self::Emulator | Self::Custom => Edition::Core,
        }
    }

    /// The preset of this word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|preset| preset.as_str() == name)
    }
}

/// Where the state of an environment is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateStoreKind {
    /// In a file of the project: for one machine, or a repository whose pipeline commits.
    File,
    /// In a reference of the project's own git remote: for many runners.
    Git,
    /// In object storage, whose address the person gives: for many runners.
    Object,
}

impl StateStoreKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[Self::File, Self::Git, Self::Object];

    /// The word in files and flags.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Git => "git",
            Self::Object => "object",
        }
    }

    /// The kind of this word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.as_str() == name)
    }
}

/// What happens to managed resources whose file is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeletionPolicy {
    /// They are shown as held.
    Keep,
    /// They are planned, under the safeguards.
    Prune,
}

/// When a live list becomes ours without being named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportPolicy {
    /// When it is the only one of same name and language, and equal in content.
    Exact,
    /// When it is the only one of same name and language.
    ByName,
}

/// What becomes of edits that people made on the service when a plan is carried out that nobody has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DriftPolicy {
    /// They stay: the plan is blocked until somebody has seen it.
    Review,
    /// They are reverted.
    Revert,
}

/// Thresholds and protection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeguardLimits {
    /// Most deletions in one run without agreement: this many,
    pub max_delete: usize,
    /// … or this share of the managed resources in percent, whichever is larger.
    pub max_delete_percent: usize,
    /// Largest share of one resource's rules or instructions that may go without agreement, in percent.
    pub max_shrink_percent: usize,
    /// What becomes of edits on the service that nobody has seen.
    pub drift: DriftPolicy,
    /// Resources that are protected beside those whose file says so.
    pub protect: Vec<Address>,
}

impl Default for SafeguardLimits {
    fn default() -> Self {
        Self {
            max_delete: 3,
            max_delete_percent: 10,
            max_shrink_percent: 50,
            drift: DriftPolicy::Review,
            protect: Vec::new(),
        }
    }
}

impl Environment {
    /// The environment of this name with every default.
    #[must_use]
    pub fn with_defaults(name: &str, default: bool) -> Self {
        let state = if default { "housestyle.lock.json".to_owned() } else { format!("housestyle.{name}.lock.json") };
        Self {
            name: name.to_owned(),
            service: Preset::Emulator,
            service_named: false,
            state,
            store: StateStoreKind::File,
            deletion: DeletionPolicy::Keep,
            import: ImportPolicy::Exact,
            safeguards: SafeguardLimits::default(),
            skip_kinds: BTreeSet::new(),
            reviewed: ReviewedChanges::default(),
            parallelism: None,
            max_rps: None,
            timeout: None,
            settle: None,
        }
    }
}

/// Folders that a project's files lie in unless it says otherwise.
const FOLDERS: [&str; 6] = ["styles", "house", "glossaries", "spoken-terms", "style-profiles", "profiles"];

/// Name of the environment that a project has without saying so.
pub const DEFAULT_ENVIRONMENT: &str = "default";

impl Project {
    /// Patterns of files that hold no document: what is excluded, and catalogue files wherever they stand.
    #[must_use]
    pub fn patterns_of_no_document(&self) -> Vec<String> {
        self.exclude.iter().chain(&self.catalogues).cloned().collect()
    }

    /// Whether an environment names DeepL's public service.
    #[must_use]
    pub fn names_public_service(&self) -> bool {
        self.environments.values().any(|environment| environment.service.edition() == Edition::Public)
    }

    /// The edition of the built-in rules: the one that the file chooses, or that which a service of its environments offers.
    #[must_use]
    pub fn edition(&self) -> Edition {
        let offered = if self.names_public_service() { Edition::Public } else { Edition::Core };
        self.catalogue.unwrap_or(offered)
    }
}

impl Default for Project {
    fn default() -> Self {
        let environment = Environment::with_defaults(DEFAULT_ENVIRONMENT, true);
        Self {
            files: FOLDERS.iter().map(|folder| format!("{folder}/**/*.{{yaml,yml,toml}}")).collect(),
            exclude: Vec::new(),
            catalogue: None,
            catalogues: Vec::new(),
            limits: Limits::default(),
            lints: BTreeMap::new(),
            rule_lints: BTreeMap::new(),
            stack: None,
            shared: SharedParts::default(),
            texts: Vec::new(),
            file: None,
            references: Vec::new(),
            contested_moves: Vec::new(),
            default_environment: environment.name.clone(),
            environments: BTreeMap::from([(environment.name.clone(), environment)]),
            uses_default_environment: true,
        }
    }
}
