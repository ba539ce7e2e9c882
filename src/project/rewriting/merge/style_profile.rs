//! Drift of a style profile into its document: each field at its own line, components by key.

use crate::model::style_profile::{ProfileField, StyleProfile};
use crate::model::{Kind, document_tree};
use crate::plan::component::ComponentIndex;
use crate::plan::drift::DriftedResource;
use crate::plan::drift_style_profile::ProfileDelta;
use crate::project::rewriting::merge::term_set::decide_without_writing;
use crate::project::rewriting::merge::{
    MergedChange, MergedResource, TakeSide, document_error, find_document, key_step,
};
use crate::project::rewriting::project_files::ProjectFiles;
use crate::report::pull::PullOutcome;
use crate::schema::validate::DocumentKind;
use crate::source::Format;
use crate::source::edit::{TreeEdit, edit_document};
use crate::source::emit::ValueTree;
use crate::source::path_segment::PathSegment;

/// Merges one profile.
pub(super) fn merge_style_profile<'a>(
    files: &mut ProjectFiles<'_>,
    drifted: &'a DriftedResource,
    deltas: &[ProfileDelta],
    wanted: &StyleProfile,
    components: &ComponentIndex<'_>,
    take: Option<TakeSide>,
) -> MergedResource<'a> {
    let path = wanted.place.file.to_string();
    let merged = deltas.iter().enumerate().map(|(index, delta)| MergedChange {
        index,
        became: decide_without_writing(delta.verdict, take)
            .unwrap_or_else(|| write_change(files, &path, wanted, delta)),
        ours: delta.desired_text(wanted, components).map(Into::into),
        place: delta.change.place.clone(),
    });
    let changes = merged.collect();
    MergedResource { drifted, changes, touched: vec![path.clone()], file: Some(path), notes: Vec::new() }
}

/// Writes one change into the document.
fn write_change(files: &mut ProjectFiles<'_>, path: &str, wanted: &StyleProfile, delta: &ProfileDelta) -> PullOutcome {
    let by_hand = |why: &str| PullOutcome::Manual { place: delta.change.place.clone(), why: why.to_owned() };
    let document =
        files.get(path).and_then(|parsed| Some((parsed, find_document(parsed, Kind::StyleProfile, &wanted.key)?)));
    let Some((parsed, document)) = document else { return by_hand("its document cannot be found again") };
    let field = delta.field.map_or("name", ProfileField::as_str);
    let there = parsed.documents[document].get(field).is_some();
    let acts = match &delta.after {
        None if !there => return PullOutcome::Written { overrides: false },
        None => vec![TreeEdit::Remove { at: vec![key_step(field)] }],
        Some(value) => match document_tree::profile_value_tree(value) {
            Ok(value) => {
                let ordered = wanted.fields.contains_key(&ProfileField::GlossaryPriority);
                let held = parsed.documents[document].get(field).map(ValueTree::from_node);
                let set = TreeEdit::Set { at: vec![key_step(field)], value, after: fields_before(delta.field) };
                item_edits(held.as_ref(), &set, ordered).unwrap_or_else(|| vec![set])
            }
            Err(why) => return by_hand(&why),
        },
    };
    let format = Format::from_path(path).unwrap_or(Format::Yaml);
    match edit_document(parsed, format, document, &acts) {
        Ok(text) => {
            if let Some(error) = document_error(files, path, &text, &[]) {
                return by_hand(&error);
            }
            files.put_document(path, &text);
            PullOutcome::Written { overrides: false }
        }
        Err(refused) => {
            PullOutcome::Manual { place: Some(parsed.file.place_of(refused.span)), why: refused.why.to_owned() }
        }
    }
}

/// A list that becomes another item by item, so that what people wrote around those that stay does too. Where order counts and
/// is another one, the list is written anew.
fn item_edits(held: Option<&ValueTree>, set: &TreeEdit, ordered: bool) -> Option<Vec<TreeEdit>> {
    let TreeEdit::Set { at, value: ValueTree::Sequence(wanted), after } = set else { return None };
    let Some(ValueTree::Sequence(held)) = held else { return None };
    let (kept, gone): (Vec<_>, Vec<_>) = held.iter().enumerate().partition(|(_, item)| wanted.contains(item));
    let new = wanted.iter().filter(|item| !held.contains(item));
    let becomes = kept.iter().map(|(_, item)| *item).chain(new.clone());
    if ordered && !becomes.eq(wanted.iter()) {
        return Some(vec![TreeEdit::Remove { at: at.clone() }, set.clone()]);
    }
    let appended = new.map(|item| TreeEdit::Append { at: at.clone(), item: item.clone(), after });
    let removed = gone
        .iter()
        .rev()
        .map(|(place, _)| TreeEdit::Remove { at: at.iter().cloned().chain([PathSegment::Item(*place)]).collect() });
    Some(appended.chain(removed).collect())
}

/// Fields behind which one stands.
fn fields_before(field: Option<ProfileField>) -> &'static [&'static str] {
    let in_order = DocumentKind::StyleProfile.fields();
    let at = field.and_then(|field| in_order.iter().position(|known| *known == field.as_str()));
    &in_order[..at.unwrap_or(2)]
}
