//! A style profile of the account as a new file: what it holds by key, and what no file can name as a comment.

use crate::model::resource::ResourceContent;
use crate::model::style_profile::{Component, LiveStyleProfile, ProfileContent, ProfileValue};
use crate::plan::component::ComponentIndex;
use crate::report::pull::OmittedPart;

/// What a file can say of a profile, in its words, and what it cannot.
pub(super) fn importable_content(
    components: &ComponentIndex<'_>,
    live: &LiveStyleProfile,
) -> (ProfileContent, Vec<OmittedPart>) {
    let ProfileContent { name, fields } = &live.content;
    let (mut unknown, mut said) = (Vec::new(), ProfileContent { name: name.clone(), ..ProfileContent::default() });
    for (field, value) in fields {
        let mut value = components.value_in_files(value);
        if let ProfileValue::Links(links) = &mut value {
            let stays = |link: &&Component| link.id().is_some();
            unknown.extend(links.iter().filter(stays).map(|link| format!("{field}: {}", components.describe(link))));
            links.retain(|link| link.id().is_none());
        }
        said.fields.insert(*field, value);
    }
    unknown.extend(live.unknown.keys().cloned());
    let omitted = unknown.into_iter().map(|text| OmittedPart { text, is_public: false });
    (said.normalized(), omitted.collect())
}

/// The same with the ids that the service has.
pub(super) fn with_ids(content: ResourceContent, components: &ComponentIndex<'_>) -> ResourceContent {
    match content {
        ResourceContent::StyleProfile(content) => {
            ResourceContent::StyleProfile(content.resolved(|component| components.resolve(component)))
        }
        ResourceContent::Style(_) | ResourceContent::TermSet(_) => content,
    }
}
