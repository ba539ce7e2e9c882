//! Kinds of resources that were not read, because the service does not list them or the project file leaves them out: what is
//! said of their resources, in the same words by every command.

use crate::check::Desired;
use crate::model::resource::UnreadKind;
use crate::model::{Address, Kind, LiveAccount};
use crate::plan::desired_resource;
use crate::state::State;

/// Wanted resources that were never applied, as the service refused to list their kind, and why.
pub fn find_never_applied(
    desired: Option<&Desired>,
    state: &State,
    live: &LiveAccount,
) -> impl Iterator<Item = (Address, String)> {
    let wanted = desired.into_iter().flat_map(desired_resource::desired_resources);
    wanted.filter(|wanted| !state.bindings.contains_key(&wanted.address())).filter_map(|wanted| {
        match live.unread_kinds.get(&wanted.kind()) {
            Some(why @ UnreadKind::Refused(_)) => Some((wanted.address(), describe_unread(wanted.kind(), *why))),
            Some(UnreadKind::Skipped) | None => None,
        }
    })
}

/// Why resources of a kind were not read, and the way out.
#[must_use]
pub fn describe_unread(kind: Kind, why: UnreadKind) -> String {
    let plural = kind.plural();
    let leave = format!("leave them out of this environment in housestyle.toml: skip_kinds = [\"{}\"]", kind.as_str());
    match why {
        UnreadKind::Refused(status @ (404 | 405 | 410 | 501)) => format!(
            "this service has no {plural} (its listing answered {status}); choose a service that has them, or {leave}"
        ),
        UnreadKind::Refused(status) => format!(
            "the service rejected the listing of {plural}: {status}; use a key whose plan and scopes include them, or {leave}"
        ),
        UnreadKind::Skipped => format!("{SKIPPED} says so"),
    }
}

/// Resources that are left out because the project file says so; nothing where there are none.
#[must_use]
pub fn describe_skipped<'a>(addresses: impl ExactSizeIterator<Item = &'a Address>) -> Option<String> {
    let count = addresses.len();
    let named: Vec<String> = addresses.take(MAX_SKIPPED_NAMED).map(ToString::to_string).collect();
    let more = if count > named.len() { format!(" and {} more", count - named.len()) } else { String::new() };
    (count > 0).then(|| format!("left out, as {SKIPPED} says: {}{more}", named.join(", ")))
}

/// The setting that leaves out a kind.
const SKIPPED: &str = "`skip_kinds` of this environment";
/// Skipped resources that are named; more are counted.
const MAX_SKIPPED_NAMED: usize = 5;
