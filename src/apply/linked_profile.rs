//! Asking which style profiles the account has, where a plan takes a list away that one may hold.
//!
//! A plan that takes nothing away costs no call here. A service without style profiles is no failure and nothing to say; a key
//! that may not list them is said.

use crate::plan::Plan;
use crate::plan::linked_profile::{needs_style_profiles, note_linked_profiles, note_unseen_profiles};
use crate::service::Transport;
use crate::service::account::AccountReadError;
use crate::service::client::Client;
use crate::service::style_profile::list_style_profiles;

/// Adds to a plan what it does to style profiles.
///
/// # Errors
/// The listing failed for another reason than that the key or the service has none.
pub(crate) async fn add_linked_profiles<T: Transport>(
    client: &Client<T>,
    plan: &mut Plan,
) -> Result<(), AccountReadError> {
    if !needs_style_profiles(plan) {
        return Ok(());
    }
    match list_style_profiles(client).await {
        Ok(profiles) => note_linked_profiles(plan, &profiles),
        Err(error) => match error.unavailable_status() {
            Some(404) => {}
            Some(_) => note_unseen_profiles(plan, &error.kind.to_string()),
            None => return Err(error.into()),
        },
    }
    Ok(())
}
