//! Asking what the service offers, as far as a plan needs it, and adding what that says to the plan.
//!
//! Files that want nothing beyond what is built in cost no call here. A key without the scope and a service without the
//! listing are no failure: what was not checked is said.

use crate::catalogue::Catalogue;
use crate::check::Desired;
use crate::model::capabilities::{Capabilities, PLANNED};
use crate::plan::Plan;
use crate::plan::capabilities::{self, RequiredCapabilities};
use crate::service::account::AccountReadError;
use crate::service::client::Client;
use crate::service::error::{ErrorKind, ServiceError};
use crate::service::{Transport, language, translation_memory};

/// Asks what a plan needs and adds what that says.
///
/// # Errors
/// A call failed for another reason than that the key or the service has no such listing.
pub(crate) async fn check_plan_capabilities<T: Transport>(
    client: &Client<T>,
    desired: &Desired,
    catalogue: &Catalogue,
    plan: &mut Plan,
) -> Result<(), AccountReadError> {
    if !plan.blockers.is_empty() {
        // It will be made again once it is no longer refused.
        return Ok(());
    }
    let offers = fetch_capabilities(
        client,
        &capabilities::required_capabilities(desired, catalogue, &plan.basis.options.skip_kinds),
    )
    .await?;
    capabilities::check_capabilities(plan, desired, catalogue, &offers);
    Ok(())
}

/// Asks everything that a plan may rest on, whatever the files say: for a snapshot.
///
/// # Errors
/// As [`refresh_and_plan`](crate::apply::refresh_and_plan()).
pub async fn fetch_all_capabilities<T: Transport>(client: &Client<T>) -> Result<Capabilities, AccountReadError> {
    fetch_capabilities(client, &RequiredCapabilities { resources: PLANNED.iter().copied().collect(), memories: true })
        .await
}

async fn fetch_capabilities<T: Transport>(
    client: &Client<T>,
    needs: &RequiredCapabilities,
) -> Result<Capabilities, AccountReadError> {
    let mut offers = Capabilities::default();
    for resource in &needs.resources {
        let listed = match language::list_languages(client, resource, &["beta", "external"]).await {
            Ok(listed) => Ok(listed),
            Err(error) if is_unavailable(&error) => Err(error.kind.to_string()),
            Err(error) => return Err(error.into()),
        };
        offers.languages.insert((*resource).to_owned(), listed);
    }
    if needs.memories {
        offers.memories = Some(match translation_memory::list_translation_memories(client).await {
            Ok(memories) => Ok(memories),
            Err(AccountReadError::Call(error)) if is_unavailable(&error) => Err(error.kind.to_string()),
            Err(unread) => return Err(unread),
        });
    }
    Ok(offers)
}

/// Whether the key may not ask, or the service has no answer. A resource that it does not know is a bad request.
fn is_unavailable(error: &ServiceError) -> bool {
    error.is_not_served() || matches!(error.kind, ErrorKind::Rejected { status: 400 | 403, .. })
}
