//! The endpoint that lists translation memories. They are made elsewhere: no call of the service writes one.
//!
//! Always: paged as the listing of style rule lists is, and with a total, which that one lacks.

use serde::Serialize;

use crate::emulator::held::Memory;
use crate::emulator::message::RawRequest;
use crate::emulator::page;
use crate::emulator::refusal::Refusal;
use crate::emulator::store::Account;
use crate::emulator::terms::{Answer, Terms};

/// `GET /v3/translation_memories`
pub(crate) fn list(account: &Account, terms: &Terms<'_>, request: &RawRequest) -> Result<Answer, Refusal> {
    #[derive(Serialize)]
    struct Listing<'a> {
        translation_memories: Vec<&'a Memory>,
        total_count: usize,
    }
    let page = page::read(&request.target)?;
    let shown = page.of(&account.memories, terms.twist.shift).map(|memory| &**memory).collect();
    Answer::json(200, &Listing { translation_memories: shown, total_count: account.memories.len() })
}
