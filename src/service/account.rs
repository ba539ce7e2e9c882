//! Reading an account: every resource within reach with its content, and proof of absence where something depends on it.
//!
//! A kind that neither files nor state mention is not read at all. Entries of term sets take a call for every part, so
//! they are read only of those that something rests on.
//!
//! A paged listing is not a snapshot: lists move between pages while it is read. The ordinary read de-duplicates and asks
//! for every bound id that it lacks. Where absence decides (something is to be created), the names are listed twice with
//! other page borders until two passes agree.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::future::join_all;

use crate::model::resource::{LiveResource, UnreadKind};
use crate::model::style::LiveStyle;
use crate::model::style_profile::{LiveStyleProfile, ProfileField};
use crate::model::tag::Tag;
use crate::model::term_set::LiveTermSet;
use crate::model::{Id, Kind, LiveAccount};
use crate::service::client::Client;
use crate::service::error::{ErrorKind, ServiceError};
use crate::service::listed_resource::ListedResource;
use crate::service::resource::ServiceKind;
use crate::service::retry::ABSENCE_RECHECK_DELAY;
use crate::service::{Transport, resource, style, style_profile, term_set, translation_memory};

const PAGE_SIZE: usize = 25;
const SECOND_PAGE_SIZE: usize = 24;
const MAX_PAGES_AT_ONCE: usize = 8;
/// Pages that are read at once where nobody knows how many there are: all but one of them may lie beyond the end.
const MAX_UNEXPECTED_PAGES: usize = 3;
const MAX_TERM_SETS_AT_ONCE: usize = 4;
const MAX_LISTS: usize = 100_000;
const MAX_PASSES: usize = 6;

/// Why an account could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccountReadError {
    /// A call failed.
    #[error(transparent)]
    Call(#[from] ServiceError),
    /// The listing makes no sense.
    #[error("{0}")]
    Listing(String),
    /// Somebody else changes the account, so that no two listings agree.
    #[error("{0}")]
    Unsteady(String),
}

/// What is read of an account, and how deep.
#[derive(Clone, Debug, Default)]
pub struct ReadScope {
    /// The kinds that are listed; `false` for one that may be missing where the key may not list it.
    pub kinds: BTreeMap<Kind, bool>,
    /// What is looked for even where the listing lacks it.
    pub managed: BTreeSet<(Kind, Id)>,
    /// Term sets whose entries are read, beside those that are bound: by name,
    pub term_set_names: BTreeSet<(Kind, String)>,
    /// … by id,
    pub ids: BTreeSet<Id>,
    /// … and those under a tag of this stack.
    pub stack: String,
    /// Entries are read of everything.
    pub all_entries: bool,
    /// Kinds that are not asked for, whatever is of them.
    pub skipped: BTreeSet<Kind>,
    /// Translation memories are listed, because a style profile of the files names one.
    pub memories: bool,
}

impl ReadScope {
    /// With every kind of the account, those that the key may not list left out, and with all entries.
    #[must_use]
    pub fn with_everything(mut self) -> Self {
        for kind in Kind::ON_SERVICE {
            self.kinds.entry(kind).or_insert(kind == Kind::Style);
        }
        self.all_entries = true;
        self
    }

    /// Kinds that are not asked for.
    pub fn unread_kinds(&self) -> impl Iterator<Item = (Kind, UnreadKind)> {
        self.skipped.iter().map(|kind| (*kind, UnreadKind::Skipped))
    }

    fn count_managed(&self, kind: Kind) -> usize {
        self.managed.iter().filter(|(managed, _)| *managed == kind).count()
    }

    /// Whether the names of translation memories matter: a profile that somebody here wants or manages holds one.
    fn reads_memories(&self, live: &LiveAccount) -> bool {
        let held = live
            .style_profiles
            .values()
            .filter(|profile| self.all_entries || self.managed.contains(&(Kind::StyleProfile, profile.id.clone())));
        let mut fields = held.flat_map(|profile| profile.content.fields.keys());
        self.memories && !live.unread_kinds.contains_key(&Kind::StyleProfile)
            || fields.any(|field| *field == ProfileField::TranslationMemories)
    }

    fn reads_entries_of(&self, listed: &LiveTermSet) -> bool {
        let Self { managed: bound, term_set_names: names, ids, stack, all_entries: whole, .. } = self;
        let kind = listed.kind.kind();
        *whole
            || bound.contains(&(kind, listed.id.clone()))
            || ids.contains(&listed.id)
            || names.contains(&(kind, listed.name.clone()))
            || Tag::from_name(&listed.name).is_some_and(|tag| tag.stack == *stack)
    }
}

/// Reads every resource of the account that is within reach, and looks for bound ones that the listings lack.
///
/// # Errors
/// A call failed, or the pages do not end.
pub async fn read_account<T: Transport>(
    client: &Client<T>,
    reach: &ReadScope,
) -> Result<LiveAccount, AccountReadError> {
    read_account_except(client, reach, &|_| false).await
}

/// As [`read_account`], without the content of the lists that `is_untouched` recognises.
///
/// # Errors
/// As [`read_account`].
pub async fn read_account_except<T: Transport>(
    client: &Client<T>,
    reach: &ReadScope,
    is_untouched: &impl Fn(&LiveStyle) -> bool,
) -> Result<LiveAccount, AccountReadError> {
    let mut live = LiveAccount::default();
    live.unread_kinds.extend(reach.unread_kinds());
    for (kind, must) in reach.kinds.iter().filter(|(kind, _)| !reach.skipped.contains(*kind)) {
        let read = read_kind(client, *kind, reach, is_untouched, &mut live).await;
        let closed = match &read {
            // What is listed and not served one by one is no kind that the service lacks.
            Err(AccountReadError::Call(error)) if error.is_not_served() && error.call != resource::list_call(*kind) => {
                None
            }
            Err(AccountReadError::Call(error)) if !must => error.unavailable_status(),
            Err(_) | Ok(()) => None,
        };
        match closed {
            Some(status) => {
                live.unread_kinds.insert(*kind, UnreadKind::Refused(status));
            }
            None => read?,
        }
    }
    if reach.reads_memories(&live) {
        live.translation_memories = Some(match translation_memory::list_translation_memories(client).await {
            Ok(memories) => Ok(memories),
            Err(AccountReadError::Call(error)) if error.unavailable_status().is_some() => Err(error.kind.to_string()),
            Err(unread) => return Err(unread),
        });
    }
    let readable = |kind: &Kind| !live.unread_kinds.contains_key(kind);
    let missing = reach.managed.iter().filter(|(kind, id)| readable(kind) && live.get(*kind, id).is_none());
    let missing: Vec<(Kind, Id)> = missing.cloned().collect();
    if !missing.is_empty() {
        let absent = find_unlisted(client, missing, &mut live).await?;
        if !absent.is_empty() {
            let waited =
                client.wait_for(ABSENCE_RECHECK_DELAY, "looking a second time for what seems to be gone").await;
            waited.map_err(|trouble| stopped_error(absent[0].0, trouble))?;
            live.missing = find_unlisted(client, absent, &mut live).await?.into_iter().map(|(_, id)| id).collect();
        }
    }
    Ok(live)
}

async fn read_kind<T: Transport>(
    client: &Client<T>,
    kind: Kind,
    reach: &ReadScope,
    is_untouched: &impl Fn(&LiveStyle) -> bool,
    live: &mut LiveAccount,
) -> Result<(), AccountReadError> {
    let which = match resource::service_kind(kind) {
        ServiceKind::Style => None,
        ServiceKind::TermSet(which) => Some(which),
        ServiceKind::StyleProfile => {
            let profiles = style_profile::list_style_profiles(client).await?;
            client.note_resources_read(profiles.len());
            profiles.into_iter().for_each(|profile| live.insert(LiveResource::StyleProfile(profile)));
            return Ok(());
        }
    };
    let Some(which) = which else {
        let lists = read_pages(
            async |page| {
                let page = style::list_page(client, page, PAGE_SIZE).await?;
                client.note_resources_read(page.len());
                let reduced = page.into_iter().map(|list| match is_untouched(&list) {
                    true => (list.without_content(), true),
                    false => (list, false),
                });
                Ok(reduced.collect::<Vec<(LiveStyle, bool)>>())
            },
            PAGE_SIZE,
            reach.count_managed(kind),
            |(list, _)| &list.id,
        )
        .await?;
        for (list, untouched) in lists {
            let id = list.id.clone();
            live.insert(LiveResource::Style(list));
            if untouched {
                live.untouched.insert(id);
            }
        }
        return Ok(());
    };
    let (deep, flat): (Vec<_>, Vec<_>) =
        term_set::list_term_sets(client, which).await?.into_iter().partition(|listed| reach.reads_entries_of(listed));
    live.term_sets_mut(which).extend(flat.into_iter().map(|listed| (listed.id.clone(), listed)));
    let mut deep = deep.into_iter();
    loop {
        let some: Vec<LiveTermSet> = deep.by_ref().take(MAX_TERM_SETS_AT_ONCE).collect();
        if some.is_empty() {
            return Ok(());
        }
        let ids: Vec<Id> = some.iter().map(|listed| listed.id.clone()).collect();
        let filled = join_all(some.into_iter().map(|listed| term_set::fill_entries(client, listed))).await;
        client.note_resources_read(ids.len());
        for (id, filled) in ids.into_iter().zip(filled) {
            match filled {
                Ok(filled) => {
                    live.term_sets_mut(which).insert(id, filled);
                }
                // It went between the listing and now; bound ones are looked for again.
                Err(error) if error.is_not_found() => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Reads every list with its content, a page at a time, and keeps what `keep` makes of each. About so many are `expected`.
/// What moves between two pages meanwhile is missed or comes twice.
///
/// # Errors
/// A call failed, or the pages do not end.
pub async fn read_styles<T: Transport, A>(
    client: &Client<T>,
    expected: usize,
    keep: impl Fn(LiveStyle) -> Option<A>,
) -> Result<Vec<(Id, A)>, AccountReadError> {
    let keep = &keep;
    let lists = read_pages(
        async |page| {
            let page = style::list_page(client, page, PAGE_SIZE).await?;
            Ok(page.into_iter().map(|list| (list.id.clone(), keep(list))).collect())
        },
        PAGE_SIZE,
        expected,
        |(id, _)| id,
    )
    .await?;
    Ok(lists.into_iter().filter_map(|(id, kept)| Some((id, kept?))).collect())
}

/// Calls that it takes to read so many lists through pages: the last page is empty.
#[must_use]
pub fn count_pages(lists: usize) -> usize {
    lists.div_ceil(PAGE_SIZE) + 1
}

/// Reads on until two listings of a kind agree (with other page borders, where there are pages), so that what `live` lacks
/// is really absent.
///
/// # Errors
/// A call failed, or the account changes faster than it can be read.
pub async fn confirm_listing<T: Transport>(
    client: &Client<T>,
    kind: Kind,
    live: &mut LiveAccount,
) -> Result<(), AccountReadError> {
    let names = list_stable_names(client, kind, live.resources_of_kind(kind).count()).await?;
    let unread = names.iter().filter(|listed| live.get(kind, &listed.id).is_none());
    let unread = unread.map(|listed| (kind, listed.id.clone())).collect();
    find_unlisted(client, unread, live).await?;
    let named: BTreeSet<&Id> = names.iter().map(|listed| &listed.id).collect();
    live.unlisted.retain(|id| !named.contains(id));
    live.stable_listings.insert(kind);
    Ok(())
}

/// Every id and name of a kind by id, agreed on by two passes, with other page borders where there are pages. About so many
/// are `expected`.
///
/// # Errors
/// A call failed, or no two passes agree.
pub async fn list_stable_names<T: Transport>(
    client: &Client<T>,
    kind: Kind,
    expected: usize,
) -> Result<Vec<ListedResource>, AccountReadError> {
    let mut before: Option<BTreeMap<Id, ListedResource>> = None;
    let mut repeats = 0;
    for pass in 0..MAX_PASSES {
        let size = if pass % 2 == 0 { PAGE_SIZE } else { SECOND_PAGE_SIZE };
        let lists = match resource::service_kind(kind) {
            ServiceKind::Style => {
                read_pages(
                    async |page| style::list_names_page(client, page, size).await,
                    size,
                    expected,
                    |list: &ListedResource| &list.id,
                )
                .await?
            }
            ServiceKind::TermSet(which) => {
                let all = term_set::list_term_sets(client, which).await?.into_iter();
                all.map(|LiveTermSet { id, name, creation_time, .. }| ListedResource {
                    id,
                    name,
                    language: None,
                    creation_time: Some(creation_time).filter(|time| !time.is_empty()),
                })
                .collect()
            }
            ServiceKind::StyleProfile => {
                let all = style_profile::list_style_profiles(client).await?.into_iter();
                all.map(|LiveStyleProfile { id, content, creation_time, .. }| ListedResource {
                    id,
                    name: content.name,
                    language: None,
                    creation_time: Some(creation_time).filter(|time| !time.is_empty()),
                })
                .collect()
            }
        };
        let twice = {
            let mut seen = BTreeSet::new();
            lists.iter().any(|list| !seen.insert(&list.id))
        };
        let now: BTreeMap<Id, ListedResource> = lists.into_iter().map(|list| (list.id.clone(), list)).collect();
        if !twice && before.as_ref().is_some_and(|before| before.keys().eq(now.keys())) {
            return Ok(now.into_values().collect());
        }
        repeats += usize::from(twice);
        before = (!twice).then_some(now);
    }
    if repeats == MAX_PASSES {
        let message = format!("the service names something twice in each of {MAX_PASSES} listings");
        return Err(AccountReadError::Listing(message));
    }
    Err(AccountReadError::Unsteady(format!(
        "the account changes while it is read: {MAX_PASSES} listings, no two alike"
    )))
}

/// Reads pages until one is empty, several at once as far as `expected` things fill them. A page that is merely short proves
/// nothing: some services give fewer than was asked for.
pub(super) async fn read_pages<I>(
    mut read: impl AsyncFn(usize) -> Result<Vec<I>, ServiceError>,
    size: usize,
    expected: usize,
    id: impl Fn(&I) -> &Id,
) -> Result<Vec<I>, AccountReadError> {
    let mut all = Vec::new();
    let mut last_page: Vec<Id> = Vec::new();
    let (mut next, mut growth) = (0, 1);
    loop {
        let filled = expected.div_ceil(size).saturating_sub(next);
        let at_once = if filled > 0 { filled.min(MAX_PAGES_AT_ONCE) } else { growth };
        let read = &mut read;
        let batch = join_all((next..next + at_once).map(|page| (*read)(page))).await;
        let mut full = true;
        for page in batch {
            let page = page?;
            let ids: Vec<Id> = page.iter().map(|item| id(item).clone()).collect();
            if ids.is_empty() || (ids == last_page && ids.len() < size) {
                // The same short page again: a listing without pages.
                return Ok(all);
            }
            if ids == last_page {
                return Err(AccountReadError::Listing("the service answers every page with the same lists".to_owned()));
            }
            all.extend(page);
            if all.len() > MAX_LISTS {
                return Err(AccountReadError::Listing(format!("the listing does not end after {MAX_LISTS} lists")));
            }
            full &= ids.len() == size;
            last_page = ids;
        }
        // More full pages than were expected promise more of them, a short one is likely the last.
        growth = if filled == 0 && full { (growth * 2).min(MAX_UNEXPECTED_PAGES) } else { 1 };
        next += at_once;
    }
}

/// Asks for resources one by one; those found join `live`, the others are returned.
async fn find_unlisted<T: Transport>(
    client: &Client<T>,
    ids: Vec<(Kind, Id)>,
    live: &mut LiveAccount,
) -> Result<Vec<(Kind, Id)>, AccountReadError> {
    let mut absent = Vec::new();
    for batch in ids.chunks(MAX_PAGES_AT_ONCE) {
        let found = join_all(batch.iter().map(|(kind, id)| resource::get_resource(client, *kind, id, None))).await;
        for (named, found) in batch.iter().zip(found) {
            match found {
                Ok(found) => {
                    live.unlisted.insert(named.1.clone());
                    live.insert(found);
                }
                Err(error) if error.is_not_found() => absent.push(named.clone()),
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(absent)
}

fn stopped_error(kind: Kind, trouble: ErrorKind) -> AccountReadError {
    let call = resource::list_call(kind);
    AccountReadError::Call(ServiceError {
        call,
        target: call.path(&[]),
        attempts: 0,
        waited: Duration::ZERO,
        trace_id: None,
        kind: trouble,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a listing of so many things, in pages of 25 at the most, of which the one of that number is short. How many were
    /// found, and how many pages were asked for.
    async fn listed(all: usize, short: Option<usize>) -> (Result<usize, String>, usize) {
        let pages = std::cell::Cell::new(0);
        let read = async |page: usize| {
            pages.set(pages.get() + 1);
            let from = page * PAGE_SIZE;
            let to = (from + if short == Some(page) { PAGE_SIZE - 5 } else { PAGE_SIZE }).min(all);
            Ok((from..to).map(|n| Id::new(&format!("id-{n}")).unwrap()).collect())
        };
        let read = read_pages(read, PAGE_SIZE, 0, |id| id).await;
        (read.map(|all| all.len()).map_err(|error| error.to_string()), pages.get())
    }

    #[test]
    fn a_listing_takes_its_pages_and_one_that_is_empty() {
        assert_eq!([0, 1, PAGE_SIZE, PAGE_SIZE + 1].map(count_pages), [1, 2, 2, 3]);
    }

    #[tokio::test]
    async fn a_listing_is_read_up_to_its_limit_and_no_further() {
        assert_eq!(listed(MAX_LISTS, None).await.0, Ok(MAX_LISTS));
        let (read, _) = listed(MAX_LISTS + 1, None).await;
        assert!(read.unwrap_err().contains("does not end"));
    }

    #[tokio::test]
    async fn more_pages_are_asked_for_at_once_only_while_they_come_full() {
        // 1 page, then 2, of which the second is short, then 1 that is empty.
        assert_eq!(listed(70, None).await, (Ok(70), 4));
        // A short page in between promises nothing; what follows is read all the same.
        assert_eq!(listed(100, Some(1)).await, (Ok(95), 6));
        // 1, 2 and 3 at once: the last three hold what is left and then nothing.
        assert_eq!(listed(100, None).await, (Ok(100), 6));
    }
}
