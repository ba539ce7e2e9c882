//! The homes that a state can have, and what helps where one of them fails.
//!
//! Always holds: which kind of home comes from the project file, or from the person; an address comes from the person alone.

use camino::Utf8Path;

use crate::cli::env_variables::EnvVariables;
use crate::cli::exit::{CliError, Exit};
use crate::model::project::StateStoreKind;
use crate::report::Sanitized;
use crate::state::backend::{BackendError, StateBackend};
use crate::state::lease::LeaseError;
use crate::state::object_address::{ObjectAddress, ObjectCloud};

/// The home of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateHome {
    /// A file of the project, or one that the person names.
    File,
    /// A reference of the project's remote.
    Git,
    /// An object below an address that the person names.
    Objects(ObjectAddress),
}

impl StateHome {
    /// The home that a project names, at the address that the person gives.
    ///
    /// # Errors
    /// Exit 64 where it needs an address and has none: a run that did without would begin a state of its own.
    pub fn from_kind(kind: StateStoreKind, address: Option<&ObjectAddress>) -> Result<Self, CliError> {
        match kind {
            StateStoreKind::File => Ok(Self::File),
            StateStoreKind::Git => Ok(Self::Git),
            StateStoreKind::Object => address.cloned().map(Self::Objects).ok_or_else(|| {
                CliError::new(
                    Exit::Usage,
                    "the state of this environment is kept in object storage, and no address is given",
                )
                .with_help("pass --state s3://BUCKET/PREFIX (or gs://, az://), or set HOUSESTYLE_STATE to it")
            }),
        }
    }

    /// Reads `git`, `file` or an address.
    ///
    /// # Errors
    /// What to write instead.
    pub fn parse(text: &str) -> Result<Self, String> {
        if ObjectAddress::is_meant(text) {
            return ObjectAddress::parse(text).map(Self::Objects);
        }
        [Self::File, Self::Git]
            .into_iter()
            .find(|home| home.as_str() == text)
            .ok_or_else(|| "write `git`, `file` or an address such as s3://BUCKET/PREFIX".to_owned())
    }

    /// What kind it is, in words.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::File => StateStoreKind::File.as_str(),
            Self::Git => StateStoreKind::Git.as_str(),
            Self::Objects(_) => "object storage",
        }
    }

    /// How `state migrate --to` names it.
    #[must_use]
    pub fn migration_target(&self) -> String {
        match self {
            Self::File | Self::Git => self.as_str().to_owned(),
            Self::Objects(address) => address.to_string(),
        }
    }

    /// Why a shared state cannot be used, as a way out.
    #[must_use]
    pub fn error_from_lease(&self, error: LeaseError) -> CliError {
        match &error {
            LeaseError::Held { .. } => CliError::new_sanitized(Exit::TimedOut, &error).with_help(
                "run again when it has ended, or wait longer with --lock-timeout; it needs no manual unlock",
            ),
            LeaseError::Silent { .. } => CliError::new_sanitized(Exit::TimedOut, &error).with_help(match self {
                Self::Objects(_) => "check the network and the store, or wait longer with --lock-timeout",
                Self::File | Self::Git => {
                    "check that `git ls-remote` and `git push` answer soon from here, or wait longer with --lock-timeout"
                }
            }),
            LeaseError::Moved { to, .. } => {
                CliError::new_sanitized(Exit::Blocked, &error).with_help(moved_help(to).unwrap_or_else(|| {
                    match self {
                        Self::Objects(_) => {
                            "name that store in housestyle.toml, and pass no --state nor HOUSESTYLE_STATE"
                        }
                        Self::File | Self::Git => "name the store in housestyle.toml that it was moved to",
                    }
                    .to_owned()
                }))
            }
            LeaseError::Stack { found, .. } => CliError::new_sanitized(Exit::Blocked, &error)
                .with_help(format!("name its stack in housestyle.toml: stack = \"{}\"", Sanitized(found))),
            LeaseError::Format { .. } => CliError::new_sanitized(Exit::Error, &error)
                .with_help("housestyle state log shows the runs that wrote it"),
            LeaseError::Backend(backend) => {
                let stop = CliError::new_sanitized(Exit::Error, &error);
                match self.backend_help(backend) {
                    Some(help) => stop.with_help(help),
                    None => stop,
                }
            }
        }
    }

    fn backend_help(&self, error: &BackendError) -> Option<String> {
        let help = match (error, self) {
            (BackendError::Unusable { reason, .. }, Self::File | Self::Git) if reason.contains("dubious ownership") => {
                "git reads no clone of another user, as the folder of a container often is: git config --global --add \
                 safe.directory \"$PWD\""
                    .to_owned()
            }
            (BackendError::Changed(_), _) | (BackendError::Unusable { .. }, Self::File | Self::Git) => return None,
            (BackendError::Contended { .. }, _) => {
                "run again; where it stays so, look at the remote: a lock file that a dead process left, a reference whose \
                 name is in the way, or a hook"
                    .to_owned()
            }
            (BackendError::NoGit(_), _) => "install git, or keep the state in a file".to_owned(),
            (BackendError::Unconditional(_), _) => "use a store that honours If-None-Match and If-Match on writes, as \
                those of Amazon, Google and Microsoft do, or keep the state in git: state = { store = \"git\" }"
                .to_owned(),
            (BackendError::Refused { .. }, Self::Objects(address)) => format!(
                "the credentials come from {}; they need to read, write, delete and list below {address}/",
                variables_of(address.cloud)
            ),
            (BackendError::Unreachable { .. }, Self::Objects(address)) => format!(
                "check the network and {}, then run again: nothing is locked for longer than a minute",
                endpoint_variable(address.cloud)
            ),
            (BackendError::Unusable { .. }, Self::Objects(address)) => format!(
                "check the address and the variables {}*; a damaged object is replaced by its last good version, or moved away",
                address.cloud.variable_prefix()
            ),
            (BackendError::Refused { .. }, Self::File | Self::Git) => {
                "the pipeline needs to be allowed to push refs/housestyle/*: `contents: write` on GitHub; on GitLab a \
                 project access token, or allow job tokens to push"
                    .to_owned()
            }
            (BackendError::Unreachable { .. }, Self::File | Self::Git) => {
                "name the remote with --state-remote, and check that `git ls-remote` reaches it from here".to_owned()
            }
        };
        Some(help)
    }
}

/// Where a moved state is found, where the pointer is an address.
#[must_use]
pub fn moved_help(to: &str) -> Option<String> {
    ObjectAddress::parse(to).ok().map(|address| format!("pass --state {address}, or set HOUSESTYLE_STATE={address}"))
}

fn variables_of(cloud: ObjectCloud) -> &'static str {
    match cloud {
        ObjectCloud::S3 => {
            "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_WEB_IDENTITY_TOKEN_FILE with AWS_ROLE_ARN, or the machine"
        }
        ObjectCloud::Gs => "GOOGLE_APPLICATION_CREDENTIALS, GOOGLE_BEARER_TOKEN, or the machine",
        ObjectCloud::Az => {
            "AZURE_STORAGE_ACCOUNT with AZURE_STORAGE_KEY, AZURE_STORAGE_SAS_TOKEN, AZURE_CLIENT_ID with \
             AZURE_FEDERATED_TOKEN_FILE, or the machine"
        }
    }
}

fn endpoint_variable(cloud: ObjectCloud) -> &'static str {
    match cloud {
        ObjectCloud::S3 => "AWS_REGION and AWS_ENDPOINT_URL",
        ObjectCloud::Gs => "GOOGLE_BASE_URL",
        ObjectCloud::Az => "AZURE_STORAGE_ACCOUNT and AZURE_STORAGE_ENDPOINT",
    }
}

/// The backend of an address.
///
/// # Errors
/// Exit 64 where this program was built without object storage, 1 where the variables of the cloud do not hold together.
#[cfg(feature = "object-storage")]
pub fn open_objects(
    address: &ObjectAddress,
    (stack, environment): (&str, &str),
    ca_file: Option<&Utf8Path>,
    variables: &EnvVariables,
) -> Result<Box<dyn StateBackend>, CliError> {
    use crate::cli::access::transport;
    use crate::cli::store::run_identity;
    use crate::state::object_backend::{ObjectBackend, ObjectLimits};
    use crate::state::object_client::ObjectAccess;

    let limits = ObjectLimits::default();
    let cloud = variables.with_prefix(address.cloud.variable_prefix());
    let access = ObjectAccess {
        variables: cloud.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        ca_certificates: ca_file.map(transport::read_ca_file).transpose()?,
        timeout: limits.request,
    };
    let backend = ObjectBackend::new(address, access, (stack, environment), limits, run_identity::current_time)
        .map_err(|error| StateHome::Objects(address.clone()).error_from_lease(LeaseError::Backend(error)))?;
    Ok(Box::new(backend))
}

/// The backend of an address: none in this build.
///
/// # Errors
/// Exit 64.
#[cfg(not(feature = "object-storage"))]
pub fn open_objects(
    address: &ObjectAddress,
    _stack: (&str, &str),
    _ca_file: Option<&Utf8Path>,
    _variables: &EnvVariables,
) -> Result<Box<dyn StateBackend>, CliError> {
    let message = format!("the state is at {address}, and this program was built without object storage");
    Err(CliError::usage_error(message)
        .with_help("use the binary of a release, or build with the feature `object-storage`, as is the default"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_is_read_from_a_word_or_an_address() {
        assert_eq!(StateHome::parse("git"), Ok(StateHome::Git));
        assert!(matches!(StateHome::parse("az://box/x"), Ok(StateHome::Objects(_))));
        assert!(StateHome::parse("S3").unwrap_err().contains("s3://BUCKET/PREFIX"));
    }

    #[cfg(not(feature = "object-storage"))]
    #[test]
    fn a_program_without_object_storage_says_so() {
        let address = ObjectAddress::parse("s3://acme/x").unwrap();
        let stop = open_objects(&address, ("abcdefgh", "default"), None, &EnvVariables::default()).err().unwrap();
        assert_eq!(stop.exit, Exit::Usage);
        assert!(stop.message.contains("built without object storage"), "{}", stop.message);
    }
}
