//! Which code answers which call: one table.
//!
//! Always: what reads is shown the account alone, as it is or as it was; only what writes gets the store.

use crate::emulator::document;
use crate::emulator::glossary;
use crate::emulator::language;
use crate::emulator::memory;
use crate::emulator::message::RawRequest;
use crate::emulator::refusal::Refusal;
use crate::emulator::route::{self, Area, Route};
use crate::emulator::spoken_terms;
use crate::emulator::store::Store;
use crate::emulator::style;
use crate::emulator::terms::{Answer, Terms};
use crate::emulator::translate;
use crate::emulator::usage;
use crate::emulator::write;
use crate::service::Call;

/// Carries one call out.
pub(crate) fn answer(
    store: &mut Store,
    terms: &Terms<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<Answer, Refusal> {
    if terms.free && route::area(route.call) == Area::Styles {
        return style::on_the_free_plan(route, request);
    }
    let earlier;
    let account = if route.call.reads() && (terms.twist.writes_ago > 0 || terms.twist.as_of.is_some()) {
        earlier = store.earlier(terms.account, terms.twist.writes_ago, terms.twist.as_of);
        &earlier
    } else {
        store.account(terms.account)
    };
    match route.call {
        Call::ListStyles => style::list(account, terms, request),
        Call::GetStyle => style::get(account, terms, route),
        Call::GetInstruction => style::get_instruction(account, route),
        Call::CreateStyle => style::create(store, terms, request),
        Call::RenameStyle => style::rename(store, terms, route, request),
        Call::DeleteStyle => style::delete(store, terms, route),
        Call::ReplaceRules => style::replace_rules(store, terms, route, request),
        Call::AddInstruction => style::add_instruction(store, terms, route, request),
        Call::ReplaceInstruction => style::replace_instruction(store, terms, route, request),
        Call::RemoveInstruction => style::remove_instruction(store, terms, route),
        Call::ListGlossaries => glossary::list(account),
        Call::CreateGlossary => glossary::create(store, terms, request),
        Call::GetGlossary => glossary::get(account, route),
        Call::GlossaryEntries => glossary::get_entries(account, terms, route, request),
        Call::PatchGlossary => glossary::patch(store, terms, route, request),
        Call::ReplaceDictionary => glossary::replace_dictionary(store, terms, route, request),
        Call::DeleteDictionary => glossary::delete_dictionary(store, terms, route, request),
        Call::DeleteGlossary => glossary::delete(store, terms, route),
        Call::ListSpokenTerms => spoken_terms::list(account),
        Call::CreateSpokenTerms => spoken_terms::create(store, terms, request),
        Call::GetSpokenTerms => spoken_terms::get(account, route),
        Call::SpokenEntries => spoken_terms::get_entries(account, terms, route, request),
        Call::PatchSpokenTerms => spoken_terms::patch(store, terms, route, request),
        Call::ReplaceTermList => spoken_terms::replace_list(store, terms, route, request),
        Call::DeleteTermList => spoken_terms::delete_list(store, terms, route, request),
        Call::DeleteSpokenTerms => spoken_terms::delete(store, terms, route),
        Call::ListLanguages => language::list(terms, request),
        Call::ListLanguageResources => language::resources(),
        Call::ListMemories => memory::list(account, terms, request),
        Call::TranslateText => translate::text(store, terms, request),
        Call::UploadDocument => document::upload(store, terms, request),
        Call::DocumentStatus => document::status(account, terms, route, request),
        Call::DownloadDocument => document::download(store, terms, route, request),
        Call::Rephrase => write::rephrase(store, terms, request),
        Call::Correct => write::correct(store, terms, request),
        Call::Usage => usage::get(account, terms),
    }
}
