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
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
) -> Result<EndpointResponse, ErrorResponse> {
    if context.free && route::call_area(route.call) == CallArea::Styles {
        return style::answer_free_plan(route, request);
    }
    let call = match route.call {
        ServedCall::Client(call) => call,
        ServedCall::Other(call) => return dispatch_other_call(store, context, route, request, call),
    };
    let earlier = earlier_account(store, context, route);
    let account = earlier.as_ref().unwrap_or_else(|| store.account(context.account));
    match call {
        Call::ListStyles => style::list_styles(account, context, request),
        Call::GetStyle => style::get_style(account, context, route),
        Call::GetInstruction => style::get_instruction(account, route),
        Call::CreateStyle => style::create_style(store, context, request),
        Call::RenameStyle => style::rename_style(store, context, route, request),
        Call::DeleteStyle => parted::delete::<StoredStyleList>(store, context, route),
        Call::ReplaceRules => style::replace_rules(store, context, route, request),
        Call::AddInstruction => style::add_instruction(store, context, route, request),
        Call::ReplaceInstruction => style::replace_instruction(store, context, route, request),
        Call::RemoveInstruction => style::remove_instruction(store, context, route),
        Call::ListGlossaries => parted::list::<StoredGlossary>(account),
        Call::CreateGlossary => parted::create::<StoredGlossary>(store, context, request),
        Call::GetGlossary => parted::get::<StoredGlossary>(account, route),
        Call::GetGlossaryEntries => parted::get_entries::<StoredGlossary>(account, context, route, request),
        Call::PatchGlossary => parted::patch::<StoredGlossary>(store, context, route, request),
        Call::ReplaceDictionary => parted::replace_part::<StoredGlossary>(store, context, route, request),
        Call::DeleteDictionary => parted::delete_part::<StoredGlossary>(store, context, route, request),
        Call::DeleteGlossary => parted::delete::<StoredGlossary>(store, context, route),
        Call::ListSpokenTerms => parted::list::<StoredSpokenTerms>(account),
        Call::CreateSpokenTerms => parted::create::<StoredSpokenTerms>(store, context, request),
        Call::GetSpokenTerms => parted::get::<StoredSpokenTerms>(account, route),
        Call::GetTermListEntries => parted::get_entries::<StoredSpokenTerms>(account, context, route, request),
        Call::PatchSpokenTerms => parted::patch::<StoredSpokenTerms>(store, context, route, request),
        Call::ReplaceTermList => parted::replace_part::<StoredSpokenTerms>(store, context, route, request),
        Call::DeleteTermList => parted::delete_part::<StoredSpokenTerms>(store, context, route, request),
        Call::DeleteSpokenTerms => parted::delete::<StoredSpokenTerms>(store, context, route),
        Call::ListLanguages => language::list_languages(context, request),
        Call::ListLanguageResources => language::list_resources(),
        Call::ListTranslationMemories => translation_memory::list(account, context, request),
        Call::ListStyleProfiles => style_profile::list(account, context),
        Call::CreateStyleProfile => style_profile::create(store, context, request),
        Call::GetStyleProfile => style_profile::get(account, context, route),
        Call::PatchStyleProfile => style_profile::patch(store, context, route, request),
        Call::DeleteStyleProfile => parted::delete::<StoredStyleProfile>(store, context, route),
        Call::TranslateText => translate::translate_text(store, context, request),
        Call::UploadDocument => document::upload(store, context, request),
        Call::DocumentStatus => document::status(account, context, route, request),
        Call::DownloadDocument => document::download(store, context, route, request),
        Call::Rephrase => write::rephrase_texts(store, context, request),
        Call::Correct => write::correct_texts(store, context, request),
        Call::Usage => usage::get_usage(account, context),
        Call::ListTagUsage => admin::list_tag_usage(account, context, request),
        Call::ListKeyLimits => admin::list_key_limits(account, context),
        Call::ListKeys => admin::list_keys(account, context),
    }
}

fn dispatch_other_call(
    store: &mut EmulatorStore,
    context: &RequestContext<'_>,
    route: &Route,
    request: &RawRequest,
    call: OtherCall,
) -> Result<EndpointResponse, ErrorResponse> {
    let earlier = earlier_account(store, context, route);
    let account = earlier.as_ref().unwrap_or_else(|| store.account(context.account));
    match call {
        OtherCall::ListOldLanguages | OtherCall::PostOldLanguages => language::list_old_languages(request),
        OtherCall::ListGlossaryPairs => language::list_glossary_pairs(),
        OtherCall::ListOldGlossaries => old_glossary::list(account),
        OtherCall::CreateOldGlossary => old_glossary::create(store, context, request),
        OtherCall::GetOldGlossary => old_glossary::get(account, route),
        OtherCall::GetOldGlossaryEntries => old_glossary::get_entries(account, route, request),
        OtherCall::DeleteOldGlossary => parted::delete::<StoredGlossary>(store, context, route),
        OtherCall::GetTranslationMemory => translation_memory::get(account, route),
        OtherCall::ListSegments => translation_memory::list_segments(account, route, request),
        OtherCall::DeleteTranslationMemory => parted::delete::<StoredTranslationMemory>(store, context, route),
        OtherCall::ImportTranslationMemory => memory_job::create_import(store, context, request),
        OtherCall::ExportTranslationMemory => memory_job::create_export(store, context, route),
        OtherCall::GetMemoryJob => memory_job::get_job(account, context, route, request),
        OtherCall::UploadMemoryFile => memory_job::upload_file(store, context, route, request),
        OtherCall::DownloadMemoryFile => memory_job::download_file(store, context, route, request),
        OtherCall::SetKeyLimits => admin::set_key_limits(store, context, request),
        OtherCall::StartVoiceSession => voice::start_session(store, context, request),
    }
}

/// The account as it was, where a fault shows a reader an older state.
fn earlier_account(store: &EmulatorStore, context: &RequestContext<'_>, route: &Route) -> Option<EmulatedAccount> {
    let is_stale = context.tweak.writes_ago > 0 || context.tweak.as_of.is_some();
    let reads = route.call.is_read_only() && is_stale;
    reads.then(|| store.account_as_of(context.account, context.tweak.writes_ago, context.tweak.as_of))
}
