//! What a list is called where the names of the others follow a pattern: beside `Tickets, German` of `tickets-de`, `refunds-en`
//! is `Refunds, English`.

use std::collections::BTreeSet;

use crate::catalogue::languages::{KnownLanguage, find_language};
use crate::check::document::SourceDocument;
use crate::check::unlikely_language::language_said;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::schema::edits;
use crate::schema::validate::DocumentKind;

/// The name that a list would have by the pattern of all others that have one.
pub(super) fn name_by_others(list: &SourceDocument<'_>, documents: &[SourceDocument<'_>]) -> Option<String> {
    let (own_head, own) = split_key(list)?;
    let others = documents.iter().filter(|other| other.shape == DocumentKind::Style && other.key != list.key);
    let names: BTreeSet<String> = others
        .filter_map(|other| {
            let ((head, language), name) = (split_key(other)?, &other.raw.name.as_ref()?.value);
            let (part, said) = language_said(name)?;
            if said.code != language.code || part != said.name {
                return None;
            }
            let name = name.replacen(part, own.name, 1);
            let behind =
                || Some(edits::sentence_of_stem(own_head)? + name.strip_prefix(&edits::sentence_of_stem(head)?)?);
            if head == own_head { Some(name) } else { behind() }
        })
        .collect();
    names.first().filter(|_| names.len() == 1).cloned()
}

/// Offers that name for lists that have none, in the place of what the file's name says.
pub(super) fn offer_names(findings: &mut [Vec<Diagnostic>], documents: &[SourceDocument<'_>]) {
    let adds_name = |edit: &Edit| edit.text.trim_start().starts_with("name");
    let nameless = |finding: &&mut Diagnostic| {
        finding.code == Code::MissingField && finding.offered().any(|fix| fix.edits.iter().any(adds_name))
    };
    for finding in findings.iter_mut().flatten().filter(nameless) {
        let path = finding.file.path();
        let list = documents.iter().find(|list| list.file.path() == path && list.start == finding.primary.span);
        let Some(name) = list.and_then(|list| name_by_others(list, documents)) else { continue };
        let (Some(help), [fix]) = (&mut finding.help, finding.alternatives.as_mut_slice()) else { continue };
        let name = edits::quote_text(&name);
        let rename = |text: &mut String| {
            if let (Some(start), Some(end)) = (text.find('"'), text.rfind('"')) {
                text.replace_range(start..=end, &name);
            }
        };
        rename(help);
        fix.edits.iter_mut().for_each(|edit| rename(&mut edit.text));
        fix.title = "add `name`, as other lists are called".to_owned();
    }
}

/// What a key names, and the language behind that.
fn split_key<'d>(list: &'d SourceDocument<'_>) -> Option<(&'d str, &'static KnownLanguage)> {
    let (head, code) = list.key.as_ref()?.as_str().rsplit_once('-')?;
    Some((head, find_language(code)?))
}
