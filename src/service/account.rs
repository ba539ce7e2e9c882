//! Reading an account: every list with its content, and proof of absence where something depends on it.
//!
//! A paged listing is not a snapshot: lists move between pages while it is read. The ordinary read de-duplicates and asks
//! for every bound id that it lacks. Where absence decides (something is to be created), the names are listed twice with
//! other page borders until two passes agree.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::future::join_all;

use crate::model::{Id, Live};
use crate::service::Transport;
use crate::service::client::Client;
use crate::service::error::{Error, Trouble};
use crate::service::style::{self, Listed};

const PAGE: usize = 25;
const OTHER_PAGE: usize = 24;
const MOST_PAGES_AT_ONCE: usize = 8;
const MOST_LISTS: usize = 100_000;
const MOST_PASSES: usize = 6;
/// A "not found" about something bound is believed when it is said twice, this far apart.
pub(crate) const SECOND_LOOK: Duration = Duration::from_secs(2);

/// Why an account could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// A call failed.
    #[error(transparent)]
    Call(#[from] Error),
    /// The listing makes no sense.
    #[error("{0}")]
    Listing(String),
}

impl Unread {
    /// The exit code that this gives.
    #[must_use]
    pub fn exit(&self) -> u8 {
        match self {
            Self::Call(error) => error.exit(),
            Self::Listing(_) => 1,
        }
    }
}

/// Reads every list of the account and looks for bound ones that the listing lacks.
///
/// # Errors
/// A call failed, or the pages do not end.
pub async fn read<T: Transport>(client: &Client<T>, bound: &BTreeSet<Id>) -> Result<Live, Unread> {
    let mut live = Live::default();
    let lists = pages(async |page| style::page(client, page, PAGE).await, PAGE, |list| &list.id).await?;
    live.styles.extend(lists.into_iter().map(|list| (list.id.clone(), list)));
    let missing: Vec<Id> = bound.iter().filter(|id| !live.styles.contains_key(*id)).cloned().collect();
    if !missing.is_empty() {
        let absent = look_for(client, missing, &mut live).await?;
        if !absent.is_empty() {
            client.wait(SECOND_LOOK, "looking a second time for lists that seem to be gone").await.map_err(stopped)?;
            live.gone = look_for(client, absent, &mut live).await?.into_iter().collect();
        }
    }
    Ok(live)
}

/// Reads on until two listings with other page borders agree, so that what `live` lacks is really absent.
///
/// # Errors
/// A call failed, or the account changes faster than it can be read.
pub async fn confirm<T: Transport>(client: &Client<T>, live: &mut Live) -> Result<(), Unread> {
    let names = stable_names(client).await?;
    let unread: Vec<Id> =
        names.iter().filter(|list| !live.styles.contains_key(&list.id)).map(|list| list.id.clone()).collect();
    look_for(client, unread, live).await?;
    live.unlisted.retain(|id| !names.iter().any(|list| list.id == *id));
    live.stable = true;
    Ok(())
}

/// Every list's id and name, agreed on by two passes with other page borders.
///
/// # Errors
/// A call failed, or no two passes agree.
pub async fn stable_names<T: Transport>(client: &Client<T>) -> Result<Vec<Listed>, Unread> {
    let mut before: Option<BTreeMap<Id, String>> = None;
    for pass in 0..MOST_PASSES {
        let size = if pass % 2 == 0 { PAGE } else { OTHER_PAGE };
        let lists = pages(async |page| style::names(client, page, size).await, size, |list| &list.id).await?;
        let twice = {
            let mut seen = BTreeSet::new();
            lists.iter().any(|list| !seen.insert(&list.id))
        };
        let now: BTreeMap<Id, String> = lists.into_iter().map(|list| (list.id, list.name)).collect();
        if !twice && before.as_ref().is_some_and(|before| before.keys().eq(now.keys())) {
            return Ok(now.into_iter().map(|(id, name)| Listed { id, name }).collect());
        }
        before = (!twice).then_some(now);
    }
    Err(Unread::Listing(format!(
        "the account changes faster than it can be read: {MOST_PASSES} listings, no two alike"
    )))
}

/// Reads pages until one is short, several at once when there are many.
pub(super) async fn pages<I>(
    mut read: impl AsyncFn(usize) -> Result<Vec<I>, Error>,
    size: usize,
    id: impl Fn(&I) -> &Id,
) -> Result<Vec<I>, Unread> {
    let mut all = Vec::new();
    let (mut next, mut at_once) = (0, 1);
    let mut last_page: Vec<Id> = Vec::new();
    loop {
        let read = &mut read;
        let batch = join_all((next..next + at_once).map(|page| (*read)(page))).await;
        for page in batch {
            let page = page?;
            let ids: Vec<Id> = page.iter().map(|item| id(item).clone()).collect();
            if !ids.is_empty() && ids == last_page {
                return Err(Unread::Listing("the service answers every page with the same lists".to_owned()));
            }
            let short = page.len() < size;
            all.extend(page);
            if all.len() > MOST_LISTS {
                return Err(Unread::Listing(format!("the listing does not end after {MOST_LISTS} lists")));
            }
            if short {
                return Ok(all);
            }
            last_page = ids;
        }
        next += at_once;
        at_once = (at_once * 2).min(MOST_PAGES_AT_ONCE);
    }
}

/// Asks for lists one by one; those found join `live`, the others are returned.
async fn look_for<T: Transport>(client: &Client<T>, ids: Vec<Id>, live: &mut Live) -> Result<Vec<Id>, Unread> {
    let mut absent = Vec::new();
    for batch in ids.chunks(MOST_PAGES_AT_ONCE) {
        let found = join_all(batch.iter().map(|id| style::get(client, id))).await;
        for (id, found) in batch.iter().zip(found) {
            match found {
                Ok(list) => {
                    live.unlisted.insert(list.id.clone());
                    live.styles.insert(list.id.clone(), list);
                }
                Err(error) if error.is_absent() => absent.push(id.clone()),
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(absent)
}

fn stopped(trouble: Trouble) -> Unread {
    Unread::Call(Error {
        call: crate::service::Call::GetStyle,
        target: "/v3/style_rules".to_owned(),
        attempts: 0,
        waited: Duration::ZERO,
        trace: None,
        trouble,
    })
}
