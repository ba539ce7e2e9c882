//! Paging of listings: pages from 0, at most 25 things on one.

use std::sync::Arc;

use serde::Serialize;

use crate::emulator::refusal::Refusal;
use crate::emulator::route;
use crate::emulator::shelf::Shelf;
use crate::emulator::style::Shown;

const DEFAULT_SIZE: u64 = 10;
const MOST: u64 = 25;

/// The page that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Page {
    number: u64,
    size: u64,
    pub(crate) detailed: bool,
}

/// The envelope of a page.
#[derive(Serialize)]
pub(crate) struct Listing<'a> {
    pub(crate) style_rules: &'a [Shown<'a>],
}

/// Reads the query of a listing. Unknown parameters are ignored; known ones may stand once.
pub(crate) fn read(target: &str) -> Result<Page, Refusal> {
    let number = match one(target, "page")? {
        Some(written) => count(&written).ok_or_else(|| Refusal::bad("page must be an integer, 0 or more"))?,
        None => 0,
    };
    let size = match one(target, "page_size")? {
        Some(written) => count(&written)
            .filter(|size| (1..=MOST).contains(size))
            .ok_or_else(|| Refusal::bad(format!("page_size must be an integer from 1 to {MOST}")))?,
        None => DEFAULT_SIZE,
    };
    let detailed = match one(target, "detailed")?.as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(Refusal::bad("detailed must be true or false")),
    };
    Ok(Page { number, size, detailed })
}

impl Page {
    /// What is on it. With a `shift` the page begins so many items later, as when things came or went between two pages.
    pub(crate) fn of<'a, T>(&self, shelf: &'a Shelf<T>, shift: i64) -> impl Iterator<Item = &'a Arc<T>> {
        let start = self.number.saturating_mul(self.size).saturating_add_signed(shift);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        shelf.iter().skip(start).take(usize::try_from(self.size).unwrap_or(0))
    }
}

fn one(target: &str, name: &str) -> Result<Option<String>, Refusal> {
    let mut values = route::parameters(target, name);
    match values.len() {
        0 | 1 => Ok(values.pop()),
        _ => Err(Refusal::bad(format!("{name} is given more than once"))),
    }
}

/// A number in plain digits, within what a 32-bit integer holds.
fn count(written: &str) -> Option<u64> {
    if written.is_empty() || !written.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    written.parse::<i32>().ok().and_then(|number| u64::try_from(number).ok())
}
