//! Asking what the service offers, as far as a plan needs it, and adding what that says to the plan.
//!
//! Files that want nothing beyond what is built in cost no call here. A key without the scope and a service without the
//! listing are no failure: what was not checked is said.

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::offer::{Offers, PLANNED};
use crate::plan::Plan;
use crate::plan::offer::{self, Needs};
use crate::service::account::Unread;
use crate::service::client::Client;
use crate::service::error::{Error, Trouble};
use crate::service::{Transport, language, memory};

/// Asks what a plan needs and adds what that says.
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
    let offers = ask(client, &offer::needs(desired, catalogue)).await?;
    offer::judge(plan, desired, catalogue, &offers);
    Ok(())
}

/// Asks everything that a plan may rest on, whatever the files say: for a snapshot.
///
/// # Errors
/// As [`survey`](crate::apply::survey()).
pub async fn everything<T: Transport>(client: &Client<T>) -> Result<Offers, Unread> {
    ask(client, &Needs { resources: PLANNED.iter().copied().collect(), memories: true }).await
}

async fn ask<T: Transport>(client: &Client<T>, needs: &Needs) -> Result<Offers, Unread> {
    let mut offers = Offers::default();
    for resource in &needs.resources {
        let listed = match language::languages(client, resource, &["beta", "external"]).await {
            Ok(listed) => Ok(listed),
            Err(error) if is_closed(&error) => Err(error.trouble.to_string()),
            Err(error) => return Err(error.into()),
        };
        offers.languages.insert((*resource).to_owned(), listed);
    }
    if needs.memories {
        offers.memories = Some(match memory::all(client).await {
            Ok(memories) => Ok(memories),
            Err(Unread::Call(error)) if is_closed(&error) => Err(error.trouble.to_string()),
            Err(unread) => return Err(unread),
        });
    }
    Ok(offers)
}

/// Whether the key may not ask, or the service has no answer. A resource that it does not know is a bad request.
fn is_closed(error: &Error) -> bool {
    matches!(error.trouble, Trouble::Refused { status: 400 | 403 | 404 | 405, .. })
}
