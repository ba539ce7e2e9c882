//! Which code answers which call: one table.
//!
//! Always: what reads is shown the account alone, as it is or as it was; only what writes gets the store.

use crate::emulator::document;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::glossary;
use crate::emulator::language;
use crate::emulator::message::RawRequest;
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::{self, CallArea, Route};
use crate::emulator::spoken_terms;
use crate::emulator::store::EmulatorStore;
use crate::emulator::style;
use crate::emulator::translate;
use crate::emulator::translation_memory;
use crate::emulator::usage;
use crate::emulator::write;
use crate::service::Call;

/// Carries one call out.
pub(crate) fn dispatch_call(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    if terms.free && route::call_area(route.call) == CallArea::Styles {
        return style::answer_free_plan(route, request);
    }
    let earlier;
    let account = if route.call.is_read_only() && (terms.tweak.writes_ago > 0 || terms.tweak.as_of.is_some()) {
        earlier = store.account_as_of(terms.account, terms.tweak.writes_ago, terms.tweak.as_of);
        &earlier
    } else {
        store.account(terms.account)
    };
    match route.call {
        Call::ListStyles => style::list_styles(account, terms, request),
        Call::GetStyle => style::get_style(account, terms, route),
        Call::GetInstruction => style::get_instruction(account, route),
        Call::CreateStyle => style::create_style(store, terms, request),
        Call::RenameStyle => style::rename_style(store, terms, route, request),
        Call::DeleteStyle => style::delete_style(store, terms, route),
        Call::ReplaceRules => style::replace_rules(store, terms, route, request),
        Call::AddInstruction => style::add_instruction(store, terms, route, request),
        Call::ReplaceInstruction => style::replace_instruction(store, terms, route, request),
        Call::RemoveInstruction => style::remove_instruction(store, terms, route),
        Call::ListGlossaries => glossary::list_glossaries(account),
        Call::CreateGlossary => glossary::create_glossary(store, terms, request),
        Call::GetGlossary => glossary::get_glossary(account, route),
        Call::GetGlossaryEntries => glossary::get_glossary_entries(account, terms, route, request),
        Call::PatchGlossary => glossary::patch_glossary(store, terms, route, request),
        Call::ReplaceDictionary => glossary::replace_dictionary(store, terms, route, request),
        Call::DeleteDictionary => glossary::delete_dictionary(store, terms, route, request),
        Call::DeleteGlossary => glossary::delete_glossary(store, terms, route),
        Call::ListSpokenTerms => spoken_terms::list_spoken_terms(account),
        Call::CreateSpokenTerms => spoken_terms::create_spoken_terms(store, terms, request),
        Call::GetSpokenTerms => spoken_terms::get_spoken_terms(account, route),
        Call::GetTermListEntries => spoken_terms::get_term_list_entries(account, terms, route, request),
        Call::PatchSpokenTerms => spoken_terms::patch_spoken_terms(store, terms, route, request),
        Call::ReplaceTermList => spoken_terms::replace_term_list(store, terms, route, request),
        Call::DeleteTermList => spoken_terms::delete_term_list(store, terms, route, request),
        Call::DeleteSpokenTerms => spoken_terms::delete_spoken_terms(store, terms, route),
        Call::ListLanguages => language::list_languages(terms, request),
        Call::ListLanguageResources => language::list_resources(),
        Call::ListTranslationMemories => translation_memory::list_translation_memories(account, terms, request),
        Call::TranslateText => translate::translate_text(store, terms, request),
        Call::UploadDocument => document::upload(store, terms, request),
        Call::DocumentStatus => document::status(account, terms, route, request),
        Call::DownloadDocument => document::download(store, terms, route, request),
        Call::Rephrase => write::rephrase_texts(store, terms, request),
        Call::Correct => write::correct_texts(store, terms, request),
        Call::Usage => usage::get_usage(account, terms),
    }
}
