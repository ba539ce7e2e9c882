//! A value of another rule: two rules changed places, or the name beside it is not the one that was meant.

use crate::catalogue::{Catalogue, ContradictionSide, Rule};
use crate::diagnostic::{Diagnostic, Edit, Fix, Safety};
use crate::schema::explain_language::language_of_list;
use crate::schema::explained_document::ExplainedDocument;
use crate::schema::unambiguous::is_unambiguous;
use crate::schema::{edits, sign_value};
use crate::source::Node;

/// What to do about a value that one other rule has; nothing where it is no such value, or stands behind its own rule as well.
pub(super) fn explain_other_rule_value(
    explained: &ExplainedDocument<'_>,
    [category, name]: [&str; 2],
    node: &Node,
    near: Option<&str>,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let written = node.text()?;
    let known = explained.catalogue.find_rule(category, name)?;
    let owner = only_owner(explained.catalogue, written)?;
    let set = explained.node_at(&["configured_rules", &owner.category, &owner.name]);
    if let Some(twin) = set {
        let theirs = twin.text().filter(|theirs| known.values.contains_key(theirs))?;
        let mut values = [(node.span, name, theirs), (twin.span, &owner.name, written)];
        values.sort_by_key(|(span, ..)| *span);
        let title = format!("swap the values of `{}` and `{}`", values[0].1, values[1].1);
        let write = |(span, _, text)| Edit { span, text: edits::match_notation(explained.file, span, text) };
        let fix = Fix { title: title.clone(), safety: Safety::Unsafe, edits: values.map(write).into() };
        return Some(finding.clone().with_help(title).with_fix(fix));
    }
    // A value that the list's language is not offered was copied from a list of another one, and says nothing of the rule.
    let value = owner.values.get(written)?;
    if !sign_value::is_offered(value, language_of_list(explained)) {
        return None;
    }
    let finding = finding.clone().with_note(format!("`{written}` is a value of `{}.{}`", owner.category, owner.name));
    // A rule that stands in a wrong category has no entry here, and is told there.
    let rename = |finding: Diagnostic| match explained.entry_at(&["configured_rules", category, name]) {
        Some(entry) => finding.with_fix(edits::rename_key(explained.file, entry.key.span, &owner.name, Safety::Unsafe)),
        None => finding,
    };
    let rule = match *owner.category == *category {
        true => owner.name.to_string(),
        false => format!("{}.{}", owner.category, owner.name),
    };
    Some(match near {
        _ if *owner.category == *category && is_unambiguous(name, &owner.name, [&*owner.name]) => {
            rename(finding.with_help(format!("did you mean the rule `{}`?", owner.name)))
        }
        Some(near) => finding.with_help(format!("did you mean the rule `{rule}`, or the value `{near}`?")),
        None if *owner.category == *category => rename(finding.with_help(format!("did you mean the rule `{rule}`?"))),
        None => finding.with_help(format!("did you mean the rule `{rule}`?")),
    })
}

/// The one rule that has a value of this name.
pub(super) fn only_owner<'c>(catalogue: &'c Catalogue, value: &str) -> Option<&'c Rule> {
    let mut owners = catalogue.iter_rules().filter(|rule| rule.values.contains_key(value));
    owners.next().filter(|_| owners.next().is_none())
}

/// Whether a value of a rule asks for the opposite of what another rule of this document does.
pub(super) fn contradicts(explained: &ExplainedDocument<'_>, rule: &Rule, value: &str) -> bool {
    let set = |side: &ContradictionSide| {
        let node = explained.node_at(&["configured_rules", &side.category, &side.rule]);
        node.and_then(Node::text).is_some_and(|value| side.has_value(value))
    };
    let is_this = |side: &ContradictionSide| {
        *side.category == *rule.category && *side.rule == *rule.name && side.has_value(value)
    };
    let mut clashes = explained.catalogue.contradictions.iter();
    clashes.any(|clash| is_this(&clash.one) && set(&clash.other) || is_this(&clash.other) && set(&clash.one))
}

/// The one value of a rule beside this one that has every word of what was written, for a rule without values for the list's language.
pub(super) fn offer_sibling_value(
    explained: &ExplainedDocument<'_>,
    [category, name]: [&str; 2],
    node: &Node,
    language: Option<&str>,
    finding: &Diagnostic,
) -> Option<Diagnostic> {
    let words: Vec<&str> = node.text()?.split('_').collect();
    let siblings = explained.catalogue.iter_rules().filter(|rule| *rule.category == *category && *rule.name != *name);
    let free = siblings.filter(|rule| explained.node_at(&["configured_rules", category, &rule.name]).is_none());
    let says = |value: &str| words.len() > 2 && words.iter().all(|word| value.split('_').any(|known| known == *word));
    let mut meant = free
        .flat_map(|rule| rule.values.values().map(move |value| (&*rule.name, value)))
        .filter(|(_, value)| sign_value::is_offered(value, language) && says(&value.name));
    let (rule, value) = meant.next().filter(|_| meant.next().is_none())?;
    let key = explained.entry_at(&["configured_rules", category, name])?.key.span;
    let value_edit = Edit { span: node.span, text: edits::match_notation(explained.file, node.span, &value.name) };
    let edits = vec![Edit { span: key, text: rule.to_owned() }, value_edit];
    let title = format!("write the value of `{rule}`");
    Some(
        finding
            .clone()
            .with_help(format!("write `{}`", edits::field_line(explained.file, rule, &value.name)))
            .with_fix(Fix { title, safety: Safety::Unsafe, edits }),
    )
}
