//! Paging of listings: pages from 0, at most 25 things on one.

use std::sync::Arc;

use crate::emulator::collection::StoredCollection;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::route;

const DEFAULT_PAGE_SIZE: u64 = 10;
const MAX_PAGE_SIZE: u64 = 25;

/// The page that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageQuery {
    number: u64,
    size: u64,
    pub(crate) detailed: bool,
}

/// Reads the query of a listing. Unknown parameters are ignored; known ones may stand once.
pub(crate) fn parse_page_query(target: &str) -> Result<PageQuery, ErrorResponse> {
    let number = match single_parameter(target, "page")? {
        Some(written) => {
            parse_count(&written).ok_or_else(|| ErrorResponse::bad_request("page must be an integer, 0 or more"))?
        }
        None => 0,
    };
    let size = match single_parameter(target, "page_size")? {
        Some(written) => parse_count(&written).filter(|size| (1..=MAX_PAGE_SIZE).contains(size)).ok_or_else(|| {
            ErrorResponse::bad_request(format!("page_size must be an integer from 1 to {MAX_PAGE_SIZE}"))
        })?,
        None => DEFAULT_PAGE_SIZE,
    };
    let detailed = match single_parameter(target, "detailed")?.as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(ErrorResponse::bad_request("detailed must be true or false")),
    };
    Ok(PageQuery { number, size, detailed })
}

impl PageQuery {
    /// What is on it. With a `shift` the page begins so many items later, as when things came or went between two pages.
    pub(crate) fn select_items<'a, T>(
        &self,
        collection: &'a StoredCollection<T>,
        shift: i64,
    ) -> impl Iterator<Item = &'a Arc<T>> {
        let start = self.number.saturating_mul(self.size).saturating_add_signed(shift);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        collection.iter().skip(start).take(usize::try_from(self.size).unwrap_or(0))
    }
}

/// A parameter of a query that may stand once.
pub(crate) fn single_parameter(target: &str, name: &str) -> Result<Option<String>, ErrorResponse> {
    let mut values = route::query_values(target, name);
    match values.len() {
        0 | 1 => Ok(values.pop()),
        _ => Err(ErrorResponse::bad_request(format!("{name} is given more than once"))),
    }
}

/// A number in plain digits, within what a 32-bit integer holds.
pub(crate) fn parse_count(written: &str) -> Option<u64> {
    if written.is_empty() || !written.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    written.parse::<i32>().ok().and_then(|number| u64::try_from(number).ok())
}
