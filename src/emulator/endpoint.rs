//! Which code answers which call: one table.
//!
//! Always: what reads is shown the account alone, as it is or as it was; only what writes gets the store.

use crate::emulator::admin;
use crate::emulator::document;
use crate::emulator::error_response::ErrorResponse;
use crate::emulator::language;
use crate::emulator::memory_job;
use crate::emulator::message::RawRequest;
use crate::emulator::old_glossary;
use crate::emulator::parted;
use crate::emulator::records::{
    StoredGlossary, StoredSpokenTerms, StoredStyleList, StoredStyleProfile, StoredTranslationMemory,
};
use crate::emulator::request_context::{EndpointResponse, RequestContext};
use crate::emulator::route::{self, CallArea, Route};
use crate::emulator::served_call::{OtherCall, ServedCall};
use crate::emulator::store::{EmulatedAccount, EmulatorStore};
use crate::emulator::style;
use crate::emulator::style_profile;
use crate::emulator::translate;
use crate::emulator::translation_memory;
use crate::emulator::usage;
use crate::emulator::voice;
use crate::emulator::write;
use crate::wire::Call;

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
    let call = match route.call {
        ServedCall::Client(call) => call,
        ServedCall::Other(call) => return dispatch_other_call(store, terms, route, request, call),
    };
    let earlier = earlier_account(store, terms, route);
    let account = earlier.as_ref().unwrap_or_else(|| store.account(terms.account));
    match call {
        Call::ListStyles => style::list_styles(account, terms, request),
        Call::GetStyle => style::get_style(account, terms, route),
        Call::GetInstruction => style::get_instruction(account, route),
        Call::CreateStyle => style::create_style(store, terms, request),
        Call::RenameStyle => style::rename_style(store, terms, route, request),
        Call::DeleteStyle => parted::delete::<StoredStyleList>(store, terms, route),
        Call::ReplaceRules => style::replace_rules(store, terms, route, request),
        Call::AddInstruction => style::add_instruction(store, terms, route, request),
        Call::ReplaceInstruction => style::replace_instruction(store, terms, route, request),
        Call::RemoveInstruction => style::remove_instruction(store, terms, route),
        Call::ListGlossaries => parted::list::<StoredGlossary>(account),
        Call::CreateGlossary => parted::create::<StoredGlossary>(store, terms, request),
        Call::GetGlossary => parted::get::<StoredGlossary>(account, route),
        Call::GetGlossaryEntries => parted::get_entries::<StoredGlossary>(account, terms, route, request),
        Call::PatchGlossary => parted::patch::<StoredGlossary>(store, terms, route, request),
        Call::ReplaceDictionary => parted::replace_part::<StoredGlossary>(store, terms, route, request),
        Call::DeleteDictionary => parted::delete_part::<StoredGlossary>(store, terms, route, request),
        Call::DeleteGlossary => parted::delete::<StoredGlossary>(store, terms, route),
        Call::ListSpokenTerms => parted::list::<StoredSpokenTerms>(account),
        Call::CreateSpokenTerms => parted::create::<StoredSpokenTerms>(store, terms, request),
        Call::GetSpokenTerms => parted::get::<StoredSpokenTerms>(account, route),
        Call::GetTermListEntries => parted::get_entries::<StoredSpokenTerms>(account, terms, route, request),
        Call::PatchSpokenTerms => parted::patch::<StoredSpokenTerms>(store, terms, route, request),
        Call::ReplaceTermList => parted::replace_part::<StoredSpokenTerms>(store, terms, route, request),
        Call::DeleteTermList => parted::delete_part::<StoredSpokenTerms>(store, terms, route, request),
        Call::DeleteSpokenTerms => parted::delete::<StoredSpokenTerms>(store, terms, route),
        Call::ListLanguages => language::list_languages(terms, request),
        Call::ListLanguageResources => language::list_resources(),
        Call::ListTranslationMemories => translation_memory::list(account, terms, request),
        Call::ListStyleProfiles => style_profile::list(account),
        Call::CreateStyleProfile => style_profile::create(store, terms, request),
        Call::GetStyleProfile => style_profile::get(account, route),
        Call::PatchStyleProfile => style_profile::patch(store, terms, route, request),
        Call::DeleteStyleProfile => parted::delete::<StoredStyleProfile>(store, terms, route),
        Call::TranslateText => translate::translate_text(store, terms, request),
        Call::UploadDocument => document::upload(store, terms, request),
        Call::DocumentStatus => document::status(account, terms, route, request),
        Call::DownloadDocument => document::download(store, terms, route, request),
        Call::Rephrase => write::rephrase_texts(store, terms, request),
        Call::Correct => write::correct_texts(store, terms, request),
        Call::Usage => usage::get_usage(account, terms),
        Call::ListTagUsage => admin::list_tag_usage(account, terms, request),
        Call::ListKeyLimits => admin::list_key_limits(account, terms),
        Call::ListKeys => admin::list_keys(account, terms),
    }
}

fn dispatch_other_call(
    store: &mut EmulatorStore,
    terms: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
    call: OtherCall,
) -> Result<EndpointResponse, ErrorResponse> {
    let earlier = earlier_account(store, terms, route);
    let account = earlier.as_ref().unwrap_or_else(|| store.account(terms.account));
    match call {
        OtherCall::ListOldLanguages | OtherCall::PostOldLanguages => language::list_old_languages(request),
        OtherCall::ListGlossaryPairs => language::list_glossary_pairs(),
        OtherCall::ListOldGlossaries => old_glossary::list(account),
        OtherCall::CreateOldGlossary => old_glossary::create(store, terms, request),
        OtherCall::GetOldGlossary => old_glossary::get(account, route),
        OtherCall::GetOldGlossaryEntries => old_glossary::get_entries(account, route, request),
        OtherCall::DeleteOldGlossary => parted::delete::<StoredGlossary>(store, terms, route),
        OtherCall::GetTranslationMemory => translation_memory::get(account, route),
        OtherCall::ListSegments => translation_memory::list_segments(account, route, request),
        OtherCall::DeleteTranslationMemory => parted::delete::<StoredTranslationMemory>(store, terms, route),
        OtherCall::ImportTranslationMemory => memory_job::create_import(store, terms, request),
        OtherCall::ExportTranslationMemory => memory_job::create_export(store, terms, route),
        OtherCall::GetMemoryJob => memory_job::get_job(account, terms, route, request),
        OtherCall::UploadMemoryFile => memory_job::upload_file(store, terms, route, request),
        OtherCall::DownloadMemoryFile => memory_job::download_file(store, terms, route, request),
        OtherCall::SetKeyLimits => admin::set_key_limits(store, terms, request),
        OtherCall::StartVoiceSession => voice::start_session(store, terms, request),
    }
}

/// The account as it was, where a fault shows a reader an older state.
fn earlier_account(store: &EmulatorStore, terms: &RequestContext<'_>, route: &Route) -> Option<EmulatedAccount> {
    let is_stale = terms.tweak.writes_ago > 0 || terms.tweak.as_of.is_some();
    let reads = route.call.is_read_only() && is_stale;
    reads.then(|| store.account_as_of(terms.account, terms.tweak.writes_ago, terms.tweak.as_of))
}
