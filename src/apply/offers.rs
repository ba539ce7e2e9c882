//! Asking what the service offers, as far as a plan needs it, and adding what that says to the plan.
//!
//! Files that want nothing beyond what is built in cost no call here. A key without the scope and a service without the
//! listing are no failure: what was not checked is said.

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::plan::Plan;
use crate::plan::offer::{self, Offers};
use crate::service::account::Unread;
use crate::service::client::Client;
use crate::service::error::{Error, Trouble};
use crate::service::{Transport, language, memory};

/// Asks and adds.
///
/// # Errors
/// A call failed for another reason than that the key or the service has no such listing.
pub(crate) async fn weigh<T: Transport>(
    client: &Client<T>,
    desired: &Desired,
    catalogue: &Catalogue,
    plan: &mut Plan,
) -> Result<(), Unread> {
    if !plan.refusals.is_empty() {
        // It will be made again once it is no longer refused.
        return Ok(());
    }
    let needs = offer::needs(desired, catalogue);
    let mut offers = Offers::default();
    for resource in needs.resources {
        match language::languages(client, resource, &["beta", "external"]).await {
            Ok(listed) => {
                offers.languages.insert(resource, listed);
            }
            Err(error) if is_closed(&error) => {
                plan.notes.push(format!("languages of {resource} were not checked: {}", error.trouble));
            }
            Err(error) => return Err(error.into()),
        }
    }
    if needs.memories {
        match memory::all(client).await {
            Ok(memories) => offers.memories = Some(memories),
            Err(Unread::Call(error)) if is_closed(&error) => {
                plan.notes.push(format!("translation memories were not checked: {}", error.trouble));
            }
            Err(unread) => return Err(unread),
        }
    }
    offer::judge(plan, desired, catalogue, &offers);
    Ok(())
}

/// Whether the key may not ask, or the service has no answer. A resource that it does not know is a bad request.
fn is_closed(error: &Error) -> bool {
    matches!(error.trouble, Trouble::Refused { status: 400 | 403 | 404 | 405, .. })
}
