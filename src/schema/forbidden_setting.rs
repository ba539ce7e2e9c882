//! Settings that decide where the key goes or what is run: a repository must not decide that for whoever holds the key.

use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety};
use crate::schema::edits;
use crate::schema::explained_document::{ExplainedDocument, echo_text};
use crate::source::{Entry, Node};

const FORBIDDEN_SETTINGS: &str = "auth_key auth_key_file auth_scheme authorization api_key api_url base_address base_url ca_file \
    command endpoint headers host http_proxy https_proxy key key_command key_file log password proxy \
    secret server_url token url";

/// A setting that no project file has, wherever it stands.
pub(super) fn explain_forbidden(
    explained: &ExplainedDocument<'_>,
    parts: &[&str],
    entry: &Entry,
) -> Option<Diagnostic> {
    let written = entry.key.value.as_str();
    let plain = written.to_ascii_lowercase().replace('-', "_");
    if names_variable(&plain) {
        return Some(explain_named_variable(explained, parts, entry, "no file names the variable"));
    }
    if holds_key(&plain) && entry.value.text().is_some_and(is_variable) {
        return Some(explain_named_variable(explained, parts, entry, "nothing is filled in in this file"));
    }
    if holds_key(&plain) && entry.value.text().is_some_and(is_name_of_variable) {
        return Some(explain_named_variable(explained, parts, entry, "the name of a variable, and no key"));
    }
    let finding = FORBIDDEN_SETTINGS.split(' ').any(|word| word == plain).then(|| {
        let message = format!("`{}` cannot be set in a project file", echo_text(written));
        explained
            .new_finding(Code::ForbiddenSetting, entry.key.span, message)
            .with_label("not here")
            .with_note(if plain == "key" && parts.last() == Some(&"state") {
                "it is the place of an object, and belongs to its address"
            } else if holds_key(&plain) && entry.value.text().is_some() {
                "a key that was in a repository is known to whoever reads it: make a new one, and revoke this one"
            } else {
                "whoever changes the repository would decide where the key of whoever runs it is sent"
            })
            .with_help(if parts.last() == Some(&"state") {
                "give the address with `--state` or HOUSESTYLE_STATE".to_owned()
            } else if let Some(own) = own_variable(parts).filter(|_| holds_key(&plain)) {
                format!("set `{own}` where the tool runs, or `HOUSESTYLE_AUTH_KEY` for all environments")
            } else {
                setting_alternative(&plain)
            })
    });
    if let (Some(finding), Some(service)) = (&finding, entry.value.text().and_then(service_at)) {
        let help = format!("take the line out, and write `service = \"{service}\"`: this is its address");
        let finding = finding.clone().with_help(help);
        let beside = explained.entry_at(&[parts, &["service"]].concat());
        let line = format!("service = \"{service}\"");
        let mut edits = match beside.and_then(|beside| Some((beside, edits::removal_span(explained.file, entry)?))) {
            Some((beside, gone)) => {
                vec![Edit { span: gone, text: String::new() }, Edit { span: beside.span(), text: line }]
            }
            None if beside.is_none() => vec![Edit { span: entry.span(), text: line }],
            None => return Some(finding),
        };
        edits.sort_by_key(|edit| edit.span);
        let title = format!("write `service = \"{service}\"`");
        return Some(finding.with_fix(Fix { title, safety: Safety::Unsafe, edits }));
    }
    let named = explained.node_at(&[parts, &["service"]].concat()).and_then(Node::text);
    let free = named != Some("deepl-free") && entry.value.text().is_some_and(|text| text.ends_with(":fx"));
    finding.map(|finding| match free {
        true => finding.with_note("a key that ends with `:fx` is of the free plan: `service = \"deepl-free\"`"),
        false => finding,
    })
}

/// The preset of the service at an address.
pub(super) fn service_at(address: &str) -> Option<&'static str> {
    let host = address.trim_start_matches("https://").split('/').next()?;
    Some(match host {
        "api.deepl.com" => "deepl",
        "api-free.deepl.com" => "deepl-free",
        "api-us.deepl.com" => "deepl-us",
        "api-jp.deepl.com" => "deepl-jp",
        _ => return None,
    })
}

/// Whether a setting names the variable that holds the key: `auth_key_env`, `api_key_variable`.
fn names_variable(setting: &str) -> bool {
    let holder = ["_env", "_env_var", "_envvar", "_var", "_variable"].iter().find_map(|end| setting.strip_suffix(end));
    let words = |setting: &str| setting.split('_').any(|word| matches!(word, "key" | "token" | "secret"));
    holder.or_else(|| setting.strip_prefix("env_")).is_some_and(words)
}

/// Whether a value is what other tools fill in: `${KEY}`, `$KEY`, `%KEY%`, `{{ key }}`, `env:KEY`.
pub(super) fn is_variable(value: &str) -> bool {
    let value = value.trim();
    let name = value.trim_start_matches(['$', '%', '{', ' ']).trim_end_matches(['%', '}', ' ']);
    let name = ["env:", "env."].iter().find_map(|sign| name.strip_prefix(sign)).unwrap_or(name);
    name != value && !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ' '))
}

/// Whether a value is the name of a variable that holds a key, and none: `HOUSESTYLE_AUTH_KEY_EU`.
pub(super) fn is_name_of_variable(value: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    (value.starts_with("HOUSESTYLE_") || value.starts_with("DEEPL_")) && value.chars().all(is_sign)
}

/// The variable that holds the key of the environment alone in whose table a setting stands.
fn own_variable(parts: &[&str]) -> Option<String> {
    let ["environments", name] = parts else { return None };
    let own = name.to_ascii_uppercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    Some(format!("HOUSESTYLE_AUTH_KEY_{}", echo_text(&own)))
}

fn explain_named_variable(explained: &ExplainedDocument<'_>, parts: &[&str], entry: &Entry, label: &str) -> Diagnostic {
    let message = format!("`{}` cannot be set in a project file", echo_text(&entry.key.value));
    let variables = match own_variable(parts) {
        Some(own) => format!("the key of this environment is read from {own}, else HOUSESTYLE_AUTH_KEY"),
        None => {
            "the key is read from HOUSESTYLE_AUTH_KEY, or from HOUSESTYLE_AUTH_KEY_<ENVIRONMENT> for one environment"
                .to_owned()
        }
    };
    let finding = explained
        .new_finding(Code::ForbiddenSetting, entry.key.span, message)
        .with_label(label)
        .with_help(format!("take the line out: {variables}"));
    match edits::removal_span(explained.file, entry) {
        Some(span) => finding.with_fix(edits::replace_span(span, "", "take the line out", Safety::Unsafe)),
        None => finding,
    }
}

/// Whether a setting is a key itself.
fn holds_key(setting: &str) -> bool {
    matches!(setting, "auth_key" | "api_key" | "key" | "authorization" | "password" | "secret" | "token")
}

fn setting_alternative(setting: &str) -> String {
    match setting {
        "api_url" | "base_url" | "base_address" | "url" | "host" | "endpoint" | "server_url" => {
            "set `service` to a preset, or give `--base-url` or `HOUSESTYLE_BASE_URL` with `service = \"custom\"`"
                .to_owned()
        }
        "auth_scheme" => "give `--auth-scheme` or `HOUSESTYLE_AUTH_SCHEME`".to_owned(),
        "proxy" | "http_proxy" | "https_proxy" => "set `HTTPS_PROXY` where the tool runs".to_owned(),
        "ca_file" => "give `--ca-file`, or set `SSL_CERT_FILE` where the tool runs".to_owned(),
        "log" => "set `HOUSESTYLE_LOG` where the tool runs".to_owned(),
        _ => "set `HOUSESTYLE_AUTH_KEY` or `HOUSESTYLE_AUTH_KEY_FILE` where the tool runs".to_owned(),
    }
}
