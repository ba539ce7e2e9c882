//! Reading a project's catalogue file into the catalogue.
//!
//! What is right is added even where something beside it is wrong. Nothing is ever taken away, so a list that was
//! valid stays so.

use std::sync::Arc;

use crate::catalogue::languages::{KNOWN_LANGUAGES, root_code};
use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::{
    ByName, Catalogue, CatalogueSource, Category, Contradiction, ContradictionSide, ListLanguage, Rule, RuleValue,
    Words, describe_identifier, nearest,
};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, Severity, SourceFile, Span};
use crate::schema::catalogue_file::catalogue_schema;
use crate::schema::explain_language::explain_list_language;
use crate::schema::explain_list::explain_text_for_list;
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::field_words::closest_field;
use crate::schema::restate::restate;
use crate::schema::{edits, subschema_at};
use crate::source::{Entry, Node, Value};

/// Adds what a catalogue file says. Wrong shapes are findings, in order of place.
///
/// Decision: this stands here and not in `catalogue`, which knows nothing of files and trees.
pub fn extend_catalogue(catalogue: &mut Catalogue, file: &Arc<SourceFile>, document: &Node) -> Vec<Diagnostic> {
    let mut reader = CatalogueFileReader { file, document, findings: Vec::new() };
    // In this order whatever the order in the file: contradictions name what the categories bring.
    let fields = reader.read_fields(document, "a catalogue", &["categories", "languages", "contradictions"]);
    for (read, wanted) in [
        (read_categories as CatalogueFieldReader, "categories"),
        (read_languages, "languages"),
        (read_contradictions, "contradictions"),
    ] {
        if let Some((_, entry)) = fields.iter().find(|(field, _)| *field == wanted) {
            read(&mut reader, catalogue, &entry.value);
        }
    }
    check_value_languages(&mut reader, catalogue);
    for finding in &mut reader.findings {
        let path = || path_at(document, finding.primary.span);
        finding.pointer.get_or_insert_with(|| join_pointer(&path().iter().map(String::as_str).collect::<Vec<_>>()));
    }
    reader.findings.sort_by_key(Diagnostic::sort_key);
    reader.findings
}

type CatalogueFieldReader = fn(&mut CatalogueFileReader<'_>, &mut Catalogue, &Node);

fn read_categories(reader: &mut CatalogueFileReader<'_>, catalogue: &mut Catalogue, node: &Node) {
    for entry in reader.expect_mapping(node, "`categories`") {
        let name = &entry.key.value;
        reader.doubt_category(node, entry);
        let fields = reader.read_fields(&entry.value, "a category", &["summary", "rules"]);
        let category = Arc::make_mut(&mut catalogue.categories).get_or_insert_with(name, || Category {
            name: name.clone().into(),
            summary: describe_identifier(name).into(),
            rules: ByName::default(),
        });
        for (field, entry) in fields {
            match field {
                "summary" => reader.read_sentence(&entry.value, &mut category.summary),
                _ => read_rules(reader, category, &entry.value),
            }
        }
    }
}

fn read_rules(reader: &mut CatalogueFileReader<'_>, category: &mut Category, node: &Node) {
    for entry in reader.expect_mapping(node, "`rules`") {
        let name = &entry.key.value;
        reader.doubt_rule(node, &category.name, entry);
        let fields = reader.read_fields(&entry.value, "a rule", &["summary", "values"]);
        if !fields.iter().any(|(field, _)| *field == "values") && !category.rules.contains_key(name) {
            let renamed = |entry: &Entry| closest_field(&entry.key.value, &["values"]).is_some();
            if matches!(entry.value.value, Value::Mapping(_)) && !entry.value.entries().iter().any(renamed) {
                reader.report_missing_field(entry, "values", "the rule");
            }
            continue;
        }
        let rule = category.rules.get_or_insert_with(name, || {
            Arc::new(Rule {
                name: name.clone().into(),
                category: category.name.clone(),
                summary: describe_identifier(name).into(),
                values: ByName::default(),
                source: CatalogueSource::Project,
            })
        });
        let rule = Arc::make_mut(rule);
        for (field, entry) in fields {
            match field {
                "summary" => reader.read_sentence(&entry.value, &mut rule.summary),
                _ => read_values(reader, rule, &entry.value),
            }
        }
    }
}

fn read_values(reader: &mut CatalogueFileReader<'_>, rule: &mut Rule, node: &Node) {
    for entry in reader.expect_mapping(node, "`values`") {
        let name = &entry.key.value;
        let value = rule.values.get_or_insert_with(name, || RuleValue {
            name: name.clone().into(),
            summary: None,
            example: None,
            examples: Vec::new(),
            languages: Arc::default(),
            source: CatalogueSource::Project,
        });
        // A name alone (`use_x:` with nothing after it) is enough.
        if matches!(entry.value.value, Value::Null) {
            continue;
        }
        for (field, entry) in reader.read_fields(&entry.value, "a value", &["summary", "example", "languages"]) {
            match field {
                "summary" => {
                    let written = reader.expect_text(&entry.value, "`summary`");
                    value.summary = written.map(Words::from).or_else(|| value.summary.take());
                }
                "example" => value.example = reader.expect_text(&entry.value, "`example`").map(Words::from),
                // What is no language is told when all of them are known.
                _ => {
                    let languages = Arc::make_mut(&mut value.languages);
                    for code in texts_of(&entry.value).map(str::to_ascii_lowercase) {
                        if !languages.contains(&code) {
                            languages.push(code);
                        }
                    }
                    languages.sort();
                }
            }
        }
    }
}

/// The text of a value, or those of its items.
fn texts_of(node: &Node) -> impl Iterator<Item = &str> {
    std::iter::once(node).chain(node.items()).filter_map(Node::text)
}

fn entries_below<'n>(node: &'n Node, field: &str) -> &'n [Entry] {
    node.get(field).map(Node::entries).unwrap_or_default()
}

/// The languages that values are offered for, as those of lists are checked.
fn check_value_languages(reader: &mut CatalogueFileReader<'_>, catalogue: &Catalogue) {
    let schema = catalogue_schema();
    let (file, document) = (reader.file, reader.document);
    let explained = ExplainedDocument { file, document, kind: None, catalogue, schema: &schema };
    for category in entries_below(document, "categories") {
        for rule in entries_below(&category.value, "rules") {
            for value in entries_below(&rule.value, "values") {
                let Some(languages) = value.value.get("languages") else { continue };
                let path = ["categories", &category.key.value, "rules", &rule.key.value, "values", &value.key.value];
                if let Some(text) = languages.text().filter(|text| !text.trim().is_empty()) {
                    let finding = reader.wrong_type(languages, "`languages`", "a list");
                    let parts = [path.as_slice(), &["languages"]].concat();
                    let mut finding = explain_text_for_list(&explained, &parts, languages, text, finding);
                    // What is no language yet is one in brackets neither.
                    if let Some(fix) = finding.fix.as_mut().filter(|_| !catalogue.supports_language(text)) {
                        fix.safety = Safety::Unsafe;
                    }
                    reader.findings.push(finding);
                    continue;
                }
                for item in reader.expect_sequence(languages, "`languages`") {
                    let Some(code) = reader.expect_text(item, "a language code") else { continue };
                    if !catalogue.supports_language(&code.to_ascii_lowercase()) {
                        reader.findings.push(explain_list_language(&explained, item, &code));
                    }
                }
            }
        }
    }
}

fn read_languages(reader: &mut CatalogueFileReader<'_>, catalogue: &mut Catalogue, node: &Node) {
    if reader.report_bare_languages(node) {
        for (code, name) in texts_of(node).filter_map(language_called) {
            if !catalogue.supports_language(code) {
                catalogue.languages.push(ListLanguage { code: code.to_owned(), name: name.to_owned() });
            }
        }
        return catalogue.languages.sort_by(|a, b| a.code.cmp(&b.code));
    }
    // Of a mapping, the keys are codes all the same.
    for Entry { key, value } in node.entries().iter().filter(|entry| entry.key.value.len() == 2) {
        let name = value.text().unwrap_or(&key.value).to_owned();
        catalogue.languages.push(ListLanguage { code: key.value.clone(), name });
    }
    for item in reader.expect_sequence(node, "`languages`") {
        let fields = reader.read_fields(item, "a language", &["code", "name"]);
        let [code, name] = ["code", "name"].map(|wanted| reader.require_field(item, &fields, wanted, "the language"));
        // One without a name was told, and is the language of its lists all the same.
        let Some(code) = code.map(|code| code.to_ascii_lowercase()) else { continue };
        let name = name.unwrap_or_else(|| code.clone());
        if !catalogue.supports_language(&code) {
            catalogue.languages.push(ListLanguage { code, name });
        }
    }
    catalogue.languages.sort_by(|a, b| a.code.cmp(&b.code));
}

fn read_contradictions(reader: &mut CatalogueFileReader<'_>, catalogue: &mut Catalogue, node: &Node) {
    for item in reader.expect_sequence(node, "`contradictions`") {
        if !matches!(item.value, Value::Mapping(_)) {
            let part = |at: usize| item.items().first().and_then(Node::text)?.split('.').nth(at);
            let [category, rule, value] = [0, 1, 2].map(|at| part(at).map_or("…".into(), echo_text));
            let side = format!("one: {{ category: {category}, rule: {rule}, value: {value} }}");
            let found = reader.wrong_type(item, "a contradiction", "a mapping");
            reader.findings.push(found.with_help(format!("write `{side}`, `other` like it, and `reason` with why")));
            continue;
        }
        let fields = reader.read_fields(item, "a contradiction", &["one", "other", "reason"]);
        let reason = reader.require_field(item, &fields, "reason", "the contradiction");
        let [one, other] = ["one", "other"].map(|wanted| {
            let Some((_, entry)) = fields.iter().find(|(field, _)| *field == wanted) else {
                reader.report_absent_field(item.span, wanted, "the contradiction");
                return None;
            };
            read_side(reader, catalogue, &entry.value)
        });
        if let (Some(one), Some(other), Some(reason)) = (one, other, reason) {
            Arc::make_mut(&mut catalogue.contradictions).push(Contradiction { one, other, reason: reason.into() });
        }
    }
}

fn read_side(reader: &mut CatalogueFileReader<'_>, catalogue: &Catalogue, node: &Node) -> Option<ContradictionSide> {
    let fields = reader.read_fields(node, "a side of a contradiction", &["category", "rule", "value"]);
    let [category, rule, value] =
        ["category", "rule", "value"].map(|wanted| reader.require_field(node, &fields, wanted, "the side"));
    let (category, rule, value) = (category?, rule?, value?);
    let span = |wanted: &str| node.get(wanted).map_or(node.span, |node| node.span);
    let Some(known) = catalogue.categories.get(&category) else {
        let near = nearest::nearest_categories(catalogue, &category).into_iter().map(|known| &*known.name).next();
        reader.report_unknown_name(
            Code::UnknownCategory,
            span("category"),
            &format!("no category is called `{category}`"),
            near,
        );
        return None;
    };
    let Some(known) = known.rules.get(&rule) else {
        let near = nearest::nearest_rules(catalogue, Some(&category), &rule, Some(&value));
        let near = near.first().map(|known| &*known.name);
        reader.report_unknown_name(
            Code::UnknownRule,
            span("rule"),
            &format!("`{category}` has no rule `{rule}`"),
            near,
        );
        return None;
    };
    if !known.values.contains_key(&value) {
        let near = nearest::nearest_values(known, &value).into_iter().map(|known| &*known.name).next();
        reader.report_unknown_name(
            Code::UnknownValue,
            span("value"),
            &format!("`{rule}` has no value `{value}`"),
            near,
        );
        return None;
    }
    Some(ContradictionSide { category: category.into(), rule: rule.into(), values: vec![value.into()] })
}

/// The way to the innermost value around a span, a key with what it holds.
fn path_at(document: &Node, span: Span) -> Vec<String> {
    let within = |whole: Span| whole.start <= span.start && span.end <= whole.end;
    let (mut node, mut path) = (document, Vec::new());
    while node.span != span {
        let entry = node.entries().iter().find(|entry| within(entry.span()));
        let item = node.items().iter().position(|item| within(item.span));
        node = match (entry, item) {
            (Some(entry), _) => {
                path.push(entry.key.value.clone());
                &entry.value
            }
            (None, Some(at)) => {
                path.push(at.to_string());
                &node.items()[at]
            }
            (None, None) => break,
        };
    }
    path
}

/// The root language of a code or an English name, with its code.
fn language_called(word: &str) -> Option<(&'static str, &'static str)> {
    let word = word.trim().to_lowercase();
    let called = |code: &str, name: &str| code == word || name.to_lowercase() == word;
    let known = KNOWN_LANGUAGES.iter().find(|known| called(known.code, known.name));
    known.filter(|known| root_code(known.code) == known.code).map(|known| (known.code, known.name))
}

/// Whether a new name is a slip in a built-in one: letters alone differ, and no word became another.
fn is_slip(written: &str, known: &str) -> bool {
    let words = |name: &str| name.split(['_', '-', ' ']).count();
    words(written) == words(known) && !nearest::means_another(written, known)
}

struct CatalogueFileReader<'a> {
    file: &'a Arc<SourceFile>,
    document: &'a Node,
    findings: Vec<Diagnostic>,
}

impl CatalogueFileReader<'_> {
    /// The known fields of a mapping; every other one is a finding.
    fn read_fields<'n, 'k>(&mut self, node: &'n Node, what: &str, known: &[&'k str]) -> Vec<(&'k str, &'n Entry)> {
        let mut found = Vec::new();
        for entry in self.expect_mapping(node, what) {
            let written = entry.key.value.as_str();
            if let Some(field) = known.iter().find(|field| **field == written) {
                found.push((*field, entry));
            } else {
                let message = format!("{what} has no field `{}`", echo_text(written));
                let finding = Diagnostic::new(Code::UnknownField, self.file, entry.key.span, message);
                let names: Vec<String> = known.iter().map(|field| format!("`{field}`")).collect();
                let category = known.contains(&"categories") && !entry.value.entries().is_empty();
                self.findings.push(match closest_field(written, known) {
                    Some(near) => finding.with_help(format!("did you mean `{near}`?")).with_fix(edits::rename_key(
                        self.file,
                        entry.key.span,
                        near,
                        Safety::Unsafe,
                    )),
                    None if category => finding.with_label("a category, as it seems").with_help(format!(
                        "write `categories:`, below it `{}:`, below that `rules:`, and there each rule with its `values:`",
                        echo_text(written)
                    )),
                    None => finding.with_help(format!("leave it out: its fields are {}", names.join(", "))),
                });
            }
        }
        found
    }

    /// A new category whose name is a slip in a built-in one, as it seems.
    fn doubt_category(&mut self, categories: &Node, entry: &Entry) {
        let (built_in, name) = (parsed_catalogue(Edition::Public), entry.key.value.as_str());
        let near = nearest::unambiguous_category(built_in, name).map(|category| &*category.name);
        if !built_in.categories.contains_key(name) {
            self.doubt_name(Code::UnknownCategory, "category", categories, entry, near);
        }
    }

    /// The same of a rule.
    fn doubt_rule(&mut self, rules: &Node, category: &str, entry: &Entry) {
        let (built_in, name) = (parsed_catalogue(Edition::Public), entry.key.value.as_str());
        let near = nearest::unambiguous_rule(built_in, Some(category), name, None).map(|rule| &*rule.name);
        if built_in.find_rule(category, name).is_none() {
            self.doubt_name(Code::UnknownRule, "rule", rules, entry, near);
        }
    }

    fn doubt_name(&mut self, code: Code, what: &str, holder: &Node, entry: &Entry, near: Option<&str>) {
        let name = entry.key.value.as_str();
        let Some(near) = near.filter(|near| is_slip(name, near)) else { return };
        let message = format!("`{}` is a new {what}, and nearly `{near}`, which is built in", echo_text(name));
        let finding = Diagnostic::new(code, self.file, entry.key.span, message)
            .with_label("added by this file alone")
            .with_help(format!("did you mean `{near}`?"));
        let finding = Diagnostic { severity: Severity::Warning, ..finding };
        self.findings.push(match holder.get(near) {
            Some(_) => finding.with_note(format!("`{near}` is there already: move what stands below into it")),
            None => finding.with_fix(edits::rename_key(self.file, entry.key.span, near, Safety::Unsafe)),
        });
    }

    /// Languages by their codes or names alone; whether they were.
    fn report_bare_languages(&mut self, node: &Node) -> bool {
        let items = if node.text().is_some() { std::slice::from_ref(node) } else { node.items() };
        let texts: Vec<&str> = items.iter().filter_map(Node::text).filter(|text| !text.trim().is_empty()).collect();
        if items.is_empty() || texts.len() != items.len() {
            return false;
        }
        let toml = edits::is_toml(self.file);
        let record = |text: &&str| {
            let (code, name) = language_called(text)?;
            Some(match toml {
                true => format!("{{ code = \"{code}\", name = \"{name}\" }}"),
                false => format!("{{ code: {code}, name: {name} }}"),
            })
        };
        let message = "a language has a `code` and a `name`".to_owned();
        let finding = Diagnostic::new(Code::WrongType, self.file, node.span, message);
        let records: Option<Vec<String>> = texts.iter().map(record).collect();
        self.findings.push(match records {
            Some(records) => {
                let whole = format!("[{}]", records.join(", "));
                let edits = match node.text() {
                    Some(_) => vec![Edit { span: node.span, text: whole.clone() }],
                    None => items.iter().zip(records).map(|(item, text)| Edit { span: item.span, text }).collect(),
                };
                let title = "write each with its code and its name".to_owned();
                let help = if echo_text(&whole) == whole { format!("write `{whole}`") } else { title.clone() };
                finding.with_help(help).with_fix(Fix { title, safety: Safety::Unsafe, edits })
            }
            None => finding.with_help(match toml {
                true => "write each so: `{ code = \"nl\", name = \"Dutch\" }`",
                false => "write each so: `{ code: nl, name: Dutch }`",
            }),
        });
        true
    }

    fn expect_mapping<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Entry] {
        if !matches!(node.value, Value::Mapping(_)) {
            self.report_wrong_type(node, what, "a mapping");
        }
        node.entries()
    }

    fn expect_sequence<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Node] {
        if !matches!(node.value, Value::Sequence(_)) {
            self.report_wrong_type(node, what, "a list");
        }
        node.items()
    }

    fn expect_text(&mut self, node: &Node, what: &str) -> Option<String> {
        match node.text() {
            Some(text) if text.trim().is_empty() => {
                self.push_finding(Code::EmptyValue, node.span, format!("{what} is empty"));
                None
            }
            Some(text) => Some(text.to_owned()),
            None => {
                self.report_wrong_type(node, what, "text");
                None
            }
        }
    }

    fn read_sentence(&mut self, node: &Node, into: &mut Words) {
        if let Some(text) = self.expect_text(node, "`summary`") {
            *into = text.into();
        }
    }

    fn require_field(&mut self, node: &Node, fields: &[(&str, &Entry)], wanted: &str, of: &str) -> Option<String> {
        match fields.iter().find(|(field, _)| *field == wanted) {
            Some((_, entry)) => self.expect_text(&entry.value, &format!("`{wanted}`")),
            None => {
                if matches!(node.value, Value::Mapping(_)) {
                    self.report_absent_field(node.span, wanted, of);
                }
                None
            }
        }
    }

    fn report_missing_field(&mut self, entry: &Entry, field: &str, of: &str) {
        let name = &entry.key.value;
        let message = format!("{of} `{name}` has no `{field}`");
        let finding = Diagnostic::new(Code::MissingField, self.file, entry.key.span, message);
        self.findings.push(finding.with_help(format!("add `{field}`")));
    }

    fn report_absent_field(&mut self, span: Span, field: &str, of: &str) {
        let finding = Diagnostic::new(Code::MissingField, self.file, span, format!("{of} has no `{field}`"));
        self.findings.push(finding.with_help(format!("add `{field}`")));
    }

    fn wrong_type(&self, node: &Node, what: &str, wanted: &str) -> Diagnostic {
        let message = format!("{what} takes {wanted}, not {}", node.describe_type());
        Diagnostic::new(Code::WrongType, self.file, node.span, message)
    }

    fn report_wrong_type(&mut self, node: &Node, what: &str, wanted: &str) {
        let finding = self.wrong_type(node, what, wanted);
        let path = path_at(self.document, node.span);
        let parts: Vec<&str> = path.iter().map(String::as_str).collect();
        let schema = catalogue_schema();
        let schema = subschema_at(&schema, &parts);
        let fields = schema.and_then(|schema| schema["properties"].as_object());
        let fields: Vec<String> = fields.into_iter().flatten().map(|(field, _)| format!("`{field}`")).collect();
        let restated = schema.and_then(|schema| restate(self.file, schema, &parts, node));
        // Two sides that are written alike are one slip.
        if let (Some(first), Some(restated)) = (self.findings.last_mut(), &restated)
            && first.code == finding.code
            && first.message == finding.message
            && let (Some(fix), Some(other)) = (first.fix.as_mut(), restated.fix())
        {
            fix.edits.extend(other.edits.iter().cloned());
            first.help = first.help.take().map(|help| format!("{help}; the other in the same way"));
            *first = first.clone().with_secondary(node.span, "and this one");
            return;
        }
        self.findings.push(match restated {
            Some(restated) => restated.explain(finding),
            None if fields.is_empty() => finding.with_help(format!("write {wanted} here")),
            None => finding.with_help(format!("write its fields below it: {}", fields.join(", "))),
        });
    }

    fn report_unknown_name(&mut self, code: Code, span: Span, message: &str, near: Option<&str>) {
        let finding = Diagnostic::new(code, self.file, span, message);
        self.findings.push(match near {
            Some(near) => finding.with_help(format!("did you mean `{near}`?")),
            None => finding,
        });
    }

    fn push_finding(&mut self, code: Code, span: Span, message: String) {
        self.findings.push(Diagnostic::new(code, self.file, span, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::load::{Edition, builtin_catalogue};
    use crate::source::{Format, parse_source};

    fn read(text: &str) -> (Catalogue, Vec<(Code, String)>) {
        let file = SourceFile::new("catalogue.yaml", text);
        let parsed = parse_source(&file, Format::Yaml);
        assert!(parsed.findings.is_empty(), "{:?}", parsed.findings);
        let mut catalogue = builtin_catalogue(Edition::Core);
        let findings = extend_catalogue(&mut catalogue, &file, &parsed.documents[0]);
        (
            catalogue,
            findings.iter().map(|found| (found.code, format!("{} {}", found.primary_place(), found.message))).collect(),
        )
    }

    #[test]
    fn a_project_adds_categories_rules_values_languages_and_contradictions() {
        let (catalogue, findings) = read(
            "contradictions:
  - one: { category: numbers, rule: new_rule, value: use_a }
    other: { category: numbers, rule: decimal_separator, value: use_new }
    reason: They clash.
languages: [{ code: NL, name: Dutch }]
categories:
  numbers:
    rules:
      new_rule: { summary: What is new., values: { use_a: , use_b: { example: b, languages: [nl, DE] } } }
      decimal_separator: { values: { use_new: { summary: New. } } }
  new_category:
    rules: { some_rule: { values: { use: { } } } }
",
        );
        assert_eq!(findings, []);
        let rule = catalogue.find_rule("numbers", "new_rule").unwrap();
        assert_eq!((&*rule.summary, rule.source), ("What is new.", CatalogueSource::Project));
        assert_eq!(rule.values["use_a"].meaning(), "Use a.");
        assert_eq!(*rule.values["use_b"].languages, ["de", "nl"]);
        let known = catalogue.find_rule("numbers", "decimal_separator").unwrap();
        assert_eq!((known.values.len(), known.source), (6, CatalogueSource::Core));
        assert!(catalogue.supports_language("nl") && catalogue.find_rule("new_category", "some_rule").is_some());
        assert_eq!(catalogue.contradictions.last().unwrap().reason.as_ref(), "They clash.");
        assert_ne!(catalogue.digest(), builtin_catalogue(Edition::Core).digest());
    }

    #[test]
    fn what_is_wrong_is_found_and_the_rest_is_added() {
        let (catalogue, findings) = read(
            "categorys: { }
categories:
  numbers:
    rules:
      lonely: { summary: Has no values. }
      listed: [1]
      good: { values: { use: { exampel: x } } }
languages: [{ code: nl }]
contradictions:
  - one: { category: numbers, rule: decimal_seperator, value: use_comma }
    other: { category: numbers, rule: good, value: use }
    reason: ''
",
        );
        let found: Vec<_> = findings.iter().map(|(code, said)| format!("{code} {said}")).collect();
        assert_eq!(
            found,
            [
                "unknown-field catalogue.yaml:1:1 a catalogue has no field `categorys`",
                "missing-field catalogue.yaml:5:7 the rule `lonely` has no `values`",
                "wrong-type catalogue.yaml:6:15 a rule takes a mapping, not a list",
                "unknown-field catalogue.yaml:7:32 a value has no field `exampel`",
                "missing-field catalogue.yaml:8:13 the language has no `name`",
                "unknown-rule catalogue.yaml:10:37 `numbers` has no rule `decimal_seperator`",
                "empty-value catalogue.yaml:12:13 `reason` is empty",
            ]
        );
        assert!(catalogue.find_rule("numbers", "good").is_some() && catalogue.find_rule("numbers", "lonely").is_none());
        assert!(catalogue.find_rule("numbers", "listed").is_none() && catalogue.supports_language("nl"));
    }
}
