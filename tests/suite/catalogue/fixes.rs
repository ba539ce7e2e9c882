//! A safe fix is never the wrong one: every slip over the whole catalogue, through the whole check.

use std::collections::BTreeSet;
use std::sync::Arc;

use housestyle::catalogue::Rule;
use housestyle::catalogue::load::{Edition, builtin_catalogue};
use housestyle::check;
use housestyle::diagnostic::{Code, Diagnostic, Fix, Safety, Severity, SourceFile};
use housestyle::model::project::Project;
use housestyle::schema::extend_catalogue;
use housestyle::source::{Format, ParsedFile, parse_source};

use crate::catalogue::slips::{Chance, SEED, SLIPS};

/// A list with one slip in it, and what was meant.
struct Case {
    text: String,
    meant: String,
    written: String,
    at: (String, Option<String>),
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

impl Case {
    fn new(at: usize, rule: &Rule, value: &str, written: &str, in_name: bool) -> Self {
        let language = &rule.values[value].languages[0];
        let (name, value_written) = if in_name { (written, value) } else { (&*rule.name, written) };
        let text = format!(
            "name: List {at}\nlanguage: {language}\nconfigured_rules:\n  {}:\n    {}: {}\n",
            rule.category,
            quoted(name),
            quoted(value_written)
        );
        let meant = if in_name { &rule.name } else { value };
        let rule_name = (!in_name).then(|| rule.name.to_string());
        Self { text, meant: meant.to_owned(), written: written.to_owned(), at: (rule.category.to_string(), rule_name) }
    }

    /// What the fixed file says in the place of the slip.
    fn fixed(&self, fix: &Fix) -> Option<String> {
        let mut text = self.text.clone();
        for edit in fix.edits.iter().rev() {
            text.replace_range(edit.span.range(), &edit.text);
        }
        let parsed = parse_source(&SourceFile::new("fixed.yaml", text), Format::Yaml);
        let (category, rule) = &self.at;
        let category = parsed.documents.first()?.get("configured_rules")?.get(category)?;
        match rule {
            Some(rule) => category.get(rule)?.text().map(str::to_owned),
            None => category.entries().first().map(|entry| entry.key.value.clone()),
        }
    }
}

fn cases() -> Vec<Case> {
    let catalogue = builtin_catalogue(Edition::Core);
    let mut chance = Chance(SEED);
    let mut cases = Vec::new();
    for rule in catalogue.iter_rules() {
        let value = rule.values.keys().next().unwrap();
        for slip in SLIPS {
            let known = |name: &str| catalogue.iter_rules().any(|rule| rule.name == name);
            if let Some(written) = slip.make(&rule.name, &mut chance)
                && !known(written.trim_end_matches('_'))
            {
                cases.push(Case::new(cases.len(), rule, value, &written, true));
            }
            for value in rule.values.keys() {
                if let Some(written) = slip.make(value, &mut chance)
                    && !rule.values.contains_key(written.trim_end_matches('_'))
                {
                    cases.push(Case::new(cases.len(), rule, value, &written, false));
                }
            }
        }
    }
    cases
}

#[test]
fn no_safe_fix_writes_another_name_than_the_one_meant() {
    let cases = cases();
    let parsed: Vec<ParsedFile> = cases
        .iter()
        .enumerate()
        .map(|(at, case)| parse_source(&SourceFile::new(format!("styles/{at}.yaml"), case.text.as_str()), Format::Yaml))
        .collect();
    let checked = check::check_project(&parsed, &Project::default(), &builtin_catalogue(Edition::Core));
    let (mut safe, mut wrong) = (0, Vec::new());
    for finding in &checked.findings {
        let Some(fix) = finding.fix.as_ref().filter(|fix| fix.safety == Safety::Safe) else { continue };
        let case = &cases[number(finding)];
        let fixed = case.fixed(fix);
        safe += 1;
        if fixed.as_deref() != Some(&case.meant) {
            wrong.push(format!("{} -> {fixed:?}, meant {}", case.written, case.meant));
        }
    }
    println!("safe fixes: {safe} of {} slips, {} wrong (seed {SEED:#x})", cases.len(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(safe * 2 > cases.len());
}

/// A list with one name for a rule of a category and one for its value.
fn list(category: &str, rule: &str, value: &str) -> String {
    let [category, rule, value] = [category, rule, value].map(quoted);
    format!("name: List\nlanguage: en\nconfigured_rules:\n  {category}:\n    {rule}: {value}\n")
}

/// A name that only a catalogue file of the project has may be a slip itself, so that nothing is renamed to it unasked.
#[test]
fn no_safe_fix_writes_a_name_that_only_a_catalogue_file_adds() {
    const VALUE: &str = "use_form_of_the_house";
    let mut catalogue = builtin_catalogue(Edition::Core);
    let known: Vec<(String, Vec<String>)> = catalogue
        .categories
        .values()
        .map(|category| (category.name.to_string(), category.rules.keys().map(|rule| format!("{rule}x")).collect()))
        .collect();
    let mut text = "categories:\n".to_owned();
    for (category, rules) in &known {
        // The same category with new rules, and one that is nearly called so.
        for (category, letter) in [(category.clone(), ""), (format!("{category}s"), "x")] {
            text += &format!("  {}:\n    rules:\n", quoted(&category));
            for rule in rules {
                text += &format!("      {}: {{ values: {{ {VALUE}: }} }}\n", quoted(&format!("{rule}{letter}")));
            }
        }
    }
    let file = SourceFile::new("catalogue.yaml", text);
    let parsed = parse_source(&file, Format::Yaml);
    let told = extend_catalogue(&mut catalogue, &[&parsed]);
    assert!(told.iter().all(|finding| finding.severity == Severity::Warning), "{told:?}");
    assert!(told.len() > known.len(), "{} of the new names are doubted", told.len());
    let mut added: BTreeSet<String> = BTreeSet::from([VALUE.to_owned()]);
    let (mut chance, mut lists) = (Chance(SEED), Vec::new());
    for (at, (category, rules)) in known.iter().enumerate() {
        let (new, elsewhere) = (format!("{category}s"), &known[(at + 1) % known.len()].0);
        lists.extend(
            SLIPS
                .iter()
                .filter_map(|slip| slip.make(&new, &mut chance))
                .map(|written| list(&written, &format!("{}x", rules[0]), VALUE)),
        );
        for rule in rules {
            lists.push(list(elsewhere, rule, VALUE));
            for slip in SLIPS {
                lists.extend(slip.make(rule, &mut chance).map(|written| list(category, &written, VALUE)));
                lists.extend(slip.make(VALUE, &mut chance).map(|written| list(category, rule, &written)));
            }
            added.extend([rule.clone(), format!("{rule}x")]);
        }
        added.insert(new);
    }
    let parsed: Vec<ParsedFile> = lists
        .iter()
        .enumerate()
        .map(|(at, text)| parse_source(&SourceFile::new(format!("styles/{at}.yaml"), text.as_str()), Format::Yaml))
        .collect();
    let checked = check::check_project(&parsed, &Project::default(), &catalogue);
    // Composed, a name is the one that was written.
    let renames = checked.findings.iter().filter(|finding| finding.code != Code::NotNormalized);
    let fixes = renames.filter_map(|finding| Some((finding, finding.fix.as_ref()?)));
    let writes = |fix: &Fix| {
        let mut words = fix.edits.iter().flat_map(|edit| edit.text.split([' ', ':', '"', '\n']));
        words.any(|word| added.contains(word))
    };
    let (safe, offered): (Vec<_>, Vec<_>) =
        fixes.filter(|(_, fix)| writes(fix)).partition(|(_, fix)| fix.safety == Safety::Safe);
    println!("{} new names are offered in {} lists", offered.len(), lists.len());
    assert!(safe.is_empty(), "{:#?}", &safe[..safe.len().min(5)]);
    assert!(offered.len() * 4 > lists.len(), "only {} of {}", offered.len(), lists.len());
}

fn number(finding: &Diagnostic) -> usize {
    let path: &Arc<str> = finding.file.path();
    path.trim_start_matches("styles/").trim_end_matches(".yaml").parse().unwrap()
}
