//! Aliases of which another file of the project has the anchor: that file, and what to name in place of the alias.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::check::document::SourceDocument;
use crate::diagnostic::{Code, Diagnostic, Place, SourceFile, Span};
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::{Format, ParsedFile};

/// Most names of anchors that are looked for in the files of a project.
const MAX_NAMES: usize = 8;

/// An anchor, and the base that it stands in, if it is one.
struct AnchorElsewhere {
    place: Place,
    base: Option<String>,
}

/// Where an anchor stands in a text of YAML: behind a key or a dash.
fn anchor_in(text: &str, name: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let sign = format!("&{name}");
    let mut places = text.match_indices(&sign).map(|(at, _)| at);
    places.find(|at| {
        let before = text[..*at].trim_end_matches(' ');
        let line = before.rsplit('\n').next().unwrap_or_default();
        before.len() < *at
            && before.ends_with([':', '-'])
            && !line.contains('#')
            && !text[at + sign.len()..].starts_with(is_part)
    })
}

/// Tells of aliases without an anchor which other file has it.
pub(super) fn name_anchors(findings: &mut [Vec<Diagnostic>], documents: &[SourceDocument<'_>], parsed: &[&ParsedFile]) {
    let mut known: BTreeMap<(String, Arc<str>), Option<AnchorElsewhere>> = BTreeMap::new();
    for finding in findings.iter_mut().flatten().filter(|finding| finding.code == Code::UndefinedAlias) {
        let Some(name) = alias_of(finding) else { continue };
        let at = (name, finding.file.path().to_string().into());
        if !known.contains_key(&at) && known.len() == MAX_NAMES {
            continue;
        }
        let found = known.entry(at).or_insert_with_key(|(name, _)| find_anchor(&finding.file, name, documents, parsed));
        if let Some(anchor) = found {
            tell_anchor(finding, anchor);
        }
    }
}

/// Tells of tags that include a base which it is: `configured_rules: !include ../house/rules.yaml`.
pub(super) fn name_included_bases(findings: &mut [Vec<Diagnostic>], documents: &[SourceDocument<'_>]) {
    let is_tag = |finding: &&mut Diagnostic| {
        finding.code == Code::UnsupportedTag && finding.file.slice(finding.primary.span).starts_with("!inc")
    };
    for finding in findings.iter_mut().flatten().filter(is_tag).take(MAX_NAMES) {
        let rest = finding.file.text()[finding.primary.span.end as usize..].lines().next().unwrap_or_default();
        let path = rest.split(" #").next().unwrap_or_default().trim().trim_matches(['"', '\'']);
        let path = path.trim_start_matches(['.', '/']);
        let is_included = |document: &&SourceDocument<'_>| {
            document.shape == DocumentKind::Base && !path.is_empty() && document.file.path().ends_with(path)
        };
        let mut included = documents.iter().filter(is_included).filter_map(|document| document.key.as_ref());
        let (Some(key), None) = (included.next(), included.next()) else { continue };
        finding.help = Some(format!("write `extends: [{key}]` at the top of the document, and delete this line"));
    }
}

/// The name that an alias without an anchor has.
fn alias_of(finding: &Diagnostic) -> Option<String> {
    let name = finding.file.slice(finding.primary.span).strip_prefix('*')?;
    (!name.is_empty() && finding.message.starts_with("nothing is anchored as")).then(|| name.to_owned())
}

/// The first other file that has an anchor of a name.
fn find_anchor(
    own: &Arc<SourceFile>,
    name: &str,
    documents: &[SourceDocument<'_>],
    parsed: &[&ParsedFile],
) -> Option<AnchorElsewhere> {
    let is_other =
        |file: &SourceFile| file.path() != own.path() && Format::from_path(file.path()) == Some(Format::Yaml);
    let others = parsed.iter().map(|parsed| &parsed.file).filter(|file| is_other(file));
    let (file, at) = others.filter_map(|file| Some((file, anchor_in(file.text(), name)?))).next()?;
    let holds = |document: &&SourceDocument<'_>| {
        let span = document.node.span;
        Arc::ptr_eq(document.file, file) && (span.start as usize..span.end as usize).contains(&at)
    };
    let base = documents.iter().find(holds).filter(|document| document.shape == DocumentKind::Base);
    let base = base.and_then(|document| Some(document.key.as_ref()?.as_str().to_owned()));
    Some(AnchorElsewhere { place: file.place_of(Span::new(at, at + name.len() + 1)), base })
}

/// Says where the anchor stands.
fn tell_anchor(finding: &mut Diagnostic, AnchorElsewhere { place, base }: &AnchorElsewhere) {
    let alias = echo_text(finding.file.slice(finding.primary.span)).replacen('*', "&", 1);
    let note = format!("`{alias}` is at {place}, and an anchor ends with its file");
    finding.notes.retain(|note| !note.contains("anchor"));
    finding.notes.push(note);
    finding.fix = None;
    finding.help = Some(match base {
        Some(key) => format!("write `extends: [{}]` at the top of the document, and delete this line", echo_text(key)),
        None => match finding.help.take() {
            Some(help) if help.contains("kind: base_style") || help.contains("glossaries") => help,
            _ => "write the value out; rules that files share go into a document with `kind: base_style`, \
                  whose key each names in `extends`"
                .to_owned(),
        },
    });
}
