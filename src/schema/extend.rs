//! Reading a project's catalogue file into the catalogue.
//!
//! Its shape is judged and explained as that of any other document. What is right is added even where something beside it is
//! wrong. Nothing is ever taken away, so a list that was valid stays so.

use std::borrow::Borrow;
use std::sync::Arc;

use crate::catalogue::languages::root_code;
use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::{
    ByName, Catalogue, CatalogueSource, Category, Contradiction, ContradictionSide, ListLanguage, Rule, RuleValue,
    describe_identifier, nearest,
};
use crate::diagnostic::{Code, Diagnostic, Safety, Severity, SourceFile};
use crate::schema::document_kind::DocumentKind;
use crate::schema::edits;
use crate::schema::explain_catalogue::join_sides;
use crate::schema::explain_language::{explain_list_language, root_language_called};
use crate::schema::explain_rule_value;
use crate::schema::explained_document::{ExplainedDocument, echo_text, join_pointer};
use crate::schema::validate::DocumentValidator;
use crate::source::{Entry, Node, ParsedFile, Value};

/// Values that a help names; of more it says where they are.
const MOST_NAMED: usize = 4;

/// Adds what the catalogue files of a project say. What is wrong is a finding, what parsing found included: file by file in order
/// of place. What one of them adds is known in all of them, whatever their order.
///
/// Decision: this stands here and not in `catalogue`, which knows nothing of files and trees.
pub fn extend_catalogue<P: Borrow<ParsedFile>>(catalogue: &mut Catalogue, files: &[P]) -> Vec<Diagnostic> {
    let files = || files.iter().map(Borrow::borrow);
    let pairs = files().flat_map(|parsed| parsed.documents.iter().map(|document| (&parsed.file, document)));
    let documents: Vec<_> = pairs.map(|(file, document)| (file, with_values_of_names_alone(document))).collect();
    let shapes = DocumentValidator::new(catalogue);
    let of_shape = |(file, document): &(&Arc<SourceFile>, Node)| {
        join_sides(shapes.validate_document(file, document, DocumentKind::Catalogue).0)
    };
    let of_shapes: Vec<Vec<Diagnostic>> = documents.iter().map(of_shape).collect();
    for (_, document) in &documents {
        add_categories(catalogue, document);
        add_languages(catalogue, document);
    }
    let mut findings: Vec<Diagnostic> = files().flat_map(|parsed| parsed.findings.clone()).collect();
    for ((file, document), of_shape) in documents.iter().zip(of_shapes) {
        findings.extend(check_names(catalogue, file, document, of_shape));
    }
    findings
}

/// What is wrong with a document once all is added that its names may mean, beside what is wrong with its shape. What contradicts
/// each other is added.
fn check_names(
    catalogue: &mut Catalogue,
    file: &Arc<SourceFile>,
    document: &Node,
    mut findings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    let mut reader = CatalogueFileReader { file, document, catalogue, findings: Vec::new() };
    reader.check_blank_texts(document, "");
    reader.doubt_new_names();
    reader.check_languages();
    let contradictions = reader.read_contradictions();
    // Names that the file adds where something is wrong with it may be those that its contradictions mean.
    let below = |finding: &Diagnostic, field: &str| finding.pointer.as_deref().is_some_and(|at| at.starts_with(field));
    let of_names = |finding: &Diagnostic| !below(finding, "/languages") && !below(finding, "/contradictions");
    let broken = findings.iter().chain(&reader.findings).any(of_names);
    let told = |finding: &Diagnostic| {
        findings.iter().any(|known| known.primary.span == finding.primary.span)
            || broken && finding.code != Code::EmptyValue && below(finding, "/contradictions") && finding.fix.is_none()
    };
    let more: Vec<Diagnostic> = reader.findings.into_iter().filter(|finding| !told(finding)).collect();
    findings.extend(more);
    Arc::make_mut(&mut catalogue.contradictions).extend(contradictions);
    findings.sort_by_key(Diagnostic::sort_key);
    findings
}

/// The document with a mapping for each value that is a name alone (`use_x:` with nothing after it), which is enough.
fn with_values_of_names_alone(document: &Node) -> Node {
    let mut document = document.clone();
    let below = |node: &mut Node, wanted: &str, then: &mut dyn FnMut(&mut Entry)| {
        let Value::Mapping(entries) = &mut node.value else { return };
        let held = entries.iter_mut().filter(|entry| entry.key.value == wanted);
        for holder in held {
            if let Value::Mapping(entries) = &mut holder.value.value {
                entries.iter_mut().for_each(&mut *then);
            }
        }
    };
    below(&mut document, "categories", &mut |category| {
        below(&mut category.value, "rules", &mut |rule| {
            below(&mut rule.value, "values", &mut |value| {
                if matches!(value.value.value, Value::Null) {
                    value.value.value = Value::Mapping(Vec::new());
                }
            });
        });
    });
    document
}

fn entries_below<'n>(node: &'n Node, field: &str) -> &'n [Entry] {
    node.get(field).map(Node::entries).unwrap_or_default()
}

fn text_below(node: &Node, field: &str) -> Option<String> {
    node.get(field).and_then(Node::text).filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// The text of a value, or those of its items.
fn texts_of(node: &Node) -> impl Iterator<Item = &str> {
    std::iter::once(node).chain(node.items()).filter_map(Node::text)
}

fn add_categories(catalogue: &mut Catalogue, document: &Node) {
    for Entry { key, value: node } in entries_below(document, "categories") {
        let category = Arc::make_mut(&mut catalogue.categories).get_or_insert_with(&key.value, || Category {
            name: key.value.clone().into(),
            summary: describe_identifier(&key.value).into(),
            rules: ByName::default(),
        });
        if let Some(summary) = text_below(node, "summary") {
            category.summary = summary.into();
        }
        for Entry { key, value: node } in entries_below(node, "rules") {
            if node.get("values").is_some() || category.rules.contains_key(&key.value) {
                add_rule(category, &key.value, node);
            }
        }
    }
}

fn add_rule(category: &mut Category, name: &str, node: &Node) {
    let of = category.name.clone();
    let rule = category.rules.get_or_insert_with(name, || {
        Arc::new(Rule {
            name: name.to_owned().into(),
            category: of,
            summary: describe_identifier(name).into(),
            values: ByName::default(),
            source: CatalogueSource::Project,
        })
    });
    let rule = Arc::make_mut(rule);
    if let Some(summary) = text_below(node, "summary") {
        rule.summary = summary.into();
    }
    for Entry { key, value: node } in entries_below(node, "values") {
        let value = rule.values.get_or_insert_with(&key.value, || RuleValue {
            name: key.value.clone().into(),
            summary: None,
            example: None,
            examples: Vec::new(),
            languages: Arc::default(),
            source: CatalogueSource::Project,
        });
        if let Some(summary) = text_below(node, "summary") {
            value.summary = Some(summary.into());
        }
        if let Some(example) = text_below(node, "example") {
            value.example = Some(example.into());
        }
        // What is no language is told when all of them are known.
        let languages = Arc::make_mut(&mut value.languages);
        for code in node.get("languages").into_iter().flat_map(texts_of).map(str::to_ascii_lowercase) {
            if !languages.contains(&code) {
                languages.push(code);
            }
        }
        languages.sort();
    }
}

/// Languages by their records, and by what stands for one where the shape is wrong: a name or a code alone, a code as a key.
fn add_languages(catalogue: &mut Catalogue, document: &Node) {
    let Some(node) = document.get("languages") else { return };
    let named = texts_of(node).filter_map(root_language_called).map(|(code, name)| (code.to_owned(), name.to_owned()));
    let keyed = node.entries().iter().filter(|entry| entry.key.value.len() == 2).map(|entry| {
        let code = entry.key.value.clone();
        (code, entry.value.text().unwrap_or(&entry.key.value).to_owned())
    });
    let written = node.items().iter().filter_map(|item| {
        let code = meant_code(&text_below(item, "code")?);
        // One without a name was told, and is the language of its lists all the same.
        let name = text_below(item, "name").unwrap_or_else(|| code.clone());
        Some((code, name))
    });
    for (code, name) in named.chain(keyed).chain(written) {
        if !catalogue.supports_language(&code) {
            catalogue.languages.push(ListLanguage { code, name });
        }
    }
    catalogue.languages.sort_by(|a, b| a.code.cmp(&b.code));
}

/// The root code that a code or an English name means: lists are kept for no other.
fn meant_code(written: &str) -> String {
    let lower = written.trim().to_ascii_lowercase().replace('_', "-");
    root_language_called(&lower).map_or_else(|| root_code(&lower).to_owned(), |(code, _)| code.to_owned())
}

/// Whether a new name is a slip in a built-in one: letters alone differ, and no word became another.
fn is_slip(written: &str, known: &str) -> bool {
    let words = |name: &str| name.split(['_', '-', ' ']).count();
    words(written) == words(known) && !nearest::means_another(written, known)
}

/// What no schema knows of a catalogue file.
struct CatalogueFileReader<'a> {
    file: &'a Arc<SourceFile>,
    document: &'a Node,
    /// With what the file adds.
    catalogue: &'a Catalogue,
    findings: Vec<Diagnostic>,
}

impl CatalogueFileReader<'_> {
    /// Texts that hold nothing but white space.
    fn check_blank_texts(&mut self, node: &Node, above: &str) {
        for entry in node.entries() {
            let pointer = format!("{above}{}", join_pointer(&[&entry.key.value]));
            if entry.value.text().is_some_and(|text| text.trim().is_empty()) {
                let message = format!("`{}` is empty", echo_text(&entry.key.value));
                let finding = Diagnostic::new(Code::EmptyValue, self.file, entry.value.span, message);
                let finding = finding.with_label("says nothing").with_help("write its text, or remove the line");
                self.findings.push(finding.with_pointer(pointer.as_str()));
            }
            self.check_blank_texts(&entry.value, &pointer);
        }
        for (at, item) in node.items().iter().enumerate() {
            self.check_blank_texts(item, &format!("{above}/{at}"));
        }
    }

    /// New categories and rules whose names are slips in built-in ones, as it seems.
    fn doubt_new_names(&mut self) {
        let built_in = parsed_catalogue(Edition::Public);
        let Some(categories) = self.document.get("categories") else { return };
        for category in categories.entries() {
            let name = category.key.value.as_str();
            if !built_in.categories.contains_key(name) {
                let near = nearest::unambiguous_category(built_in, name).map(|category| &*category.name);
                self.doubt_name(Code::UnknownCategory, "category", categories, &["categories"], category, near);
            }
            let Some(rules) = category.value.get("rules") else { continue };
            for rule in rules.entries().iter().filter(|rule| built_in.find_rule(name, &rule.key.value).is_none()) {
                let near = nearest::unambiguous_rule(built_in, Some(name), &rule.key.value, None);
                let near = near.map(|rule| &*rule.name);
                self.doubt_name(Code::UnknownRule, "rule", rules, &["categories", name, "rules"], rule, near);
                self.doubt_home(name, rule);
            }
        }
    }

    fn doubt_name(&mut self, code: Code, what: &str, holder: &Node, above: &[&str], entry: &Entry, near: Option<&str>) {
        let name = entry.key.value.as_str();
        let Some(near) = near.filter(|near| is_slip(name, near)) else { return };
        let message = format!("`{}` is a new {what}, and nearly `{near}`, which is built in", echo_text(name));
        let finding = Diagnostic::new(code, self.file, entry.key.span, message)
            .with_label("added by this file alone")
            .with_help(format!("did you mean `{near}`?"))
            .with_pointer(join_pointer(&[above, &[name]].concat()));
        let finding = Diagnostic { severity: Severity::Warning, ..finding };
        self.findings.push(match holder.get(near) {
            Some(_) => finding.with_note(format!("`{near}` is there already: move what stands below into it")),
            None => finding.with_fix(edits::rename_key(self.file, entry.key.span, near, Safety::Unsafe)),
        });
    }

    /// A new rule of a built-in category that has the name of a rule of another one.
    fn doubt_home(&mut self, category: &str, rule: &Entry) {
        let (built_in, name) = (parsed_catalogue(Edition::Public), rule.key.value.as_str());
        let home = built_in.iter_rules().find(|known| *known.name == *name).map(|known| &*known.category);
        let Some(home) = home.filter(|_| built_in.categories.contains_key(category)) else { return };
        let message = format!("`{name}` is a rule of `{home}`; this adds a second one to `{category}`");
        let finding = Diagnostic::new(Code::WrongCategory, self.file, rule.key.span, message)
            .with_label("added by this file alone")
            .with_help(format!("write it below `{home}`, unless the service has it in both"))
            .with_pointer(join_pointer(&["categories", category, "rules", name]));
        self.findings.push(Diagnostic { severity: Severity::Warning, ..finding });
    }

    /// The codes of new languages and of those that values are offered for, as the languages of lists are checked.
    fn check_languages(&mut self) {
        let schema = serde_json::Value::Null;
        let (file, document, catalogue) = (self.file, self.document, self.catalogue);
        let explained =
            ExplainedDocument { file, document, kind: Some(DocumentKind::Catalogue), catalogue, schema: &schema };
        for (at, item) in document.get("languages").map(Node::items).unwrap_or_default().iter().enumerate() {
            let Some((node, code)) = item.get("code").and_then(|node| Some((node, node.text()?))) else { continue };
            if !code.trim().is_empty() && !catalogue.supports_language(code) {
                let finding = explain_list_language(&explained, node, code);
                self.findings.push(finding.with_pointer(format!("/languages/{at}/code")));
            }
        }
        for category in entries_below(document, "categories") {
            for rule in entries_below(&category.value, "rules") {
                for value in entries_below(&rule.value, "values") {
                    let items = value.value.get("languages").map(Node::items).unwrap_or_default();
                    for (at, item) in items.iter().enumerate() {
                        let Some(code) = item.text() else { continue };
                        if !catalogue.supports_language(&code.to_ascii_lowercase()) {
                            let [category, rule, value] = [category, rule, value].map(|entry| &*entry.key.value);
                            let at = at.to_string();
                            let path = ["categories", category, "rules", rule, "values", value, "languages", &at];
                            let finding = explain_list_language(&explained, item, code);
                            self.findings.push(finding.with_pointer(join_pointer(&path)));
                        }
                    }
                }
            }
        }
    }

    /// Those whose sides are known.
    fn read_contradictions(&mut self) -> Vec<Contradiction> {
        let items = self.document.get("contradictions").map(Node::items).unwrap_or_default();
        let mut read = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let [one, other] = ["one", "other"].map(|side| self.read_side(item.get(side)?, &at.to_string(), side));
            let reason = text_below(item, "reason");
            if let (Some(one), Some(other), Some(reason)) = (one, other, reason) {
                read.push(Contradiction { one, other, reason: reason.into() });
            }
        }
        read
    }

    fn read_side(&mut self, node: &Node, at: &str, side: &str) -> Option<ContradictionSide> {
        let [category, rule, value] = ["category", "rule", "value"].map(|field| text_below(node, field));
        let (category, rule, value) = (category?, rule?, value?);
        let catalogue = self.catalogue;
        let mut unknown = |code, field: &str, message: String, near: Option<&str>| {
            let span = node.get(field).map_or(node.span, |node| node.span);
            let finding = Diagnostic::new(code, self.file, span, message);
            let finding = finding.with_pointer(join_pointer(&["contradictions", at, side, field]));
            self.findings.push(match near {
                Some(near) => finding
                    .with_help(match code == Code::WrongCategory {
                        // Where a file of the project has it, that may be what is wrong.
                        true => format!("write `{near}`, or add the rule below `{category}`"),
                        false => format!("did you mean `{near}`?"),
                    })
                    .with_fix(edits::replace_span(
                        span,
                        edits::match_notation(self.file, span, near),
                        format!("write `{near}`"),
                        Safety::Unsafe,
                    )),
                None => {
                    let known = catalogue.find_rule(&category, &rule).filter(|_| field == "value");
                    let values = known.iter().flat_map(|known| known.values.keys());
                    let values: Vec<String> = values.map(|name| format!("`{name}`")).collect();
                    let known = match field {
                        "value" if values.len() <= MOST_NAMED => format!("write {}", values.join(" or ")),
                        "category" => "name a category of `housestyle explain`".to_owned(),
                        "rule" => format!("name one of `housestyle explain {category}`"),
                        _ => format!("name one of `housestyle explain {category}.{rule}`"),
                    };
                    finding.with_help(format!("{known}, or add it below `categories`"))
                }
            });
        };
        let Some(known) = catalogue.categories.get(&category) else {
            let near = nearest::nearest_categories(catalogue, &category).into_iter().map(|known| &*known.name).next();
            let message = format!("no category is called `{}`", echo_text(&category));
            unknown(Code::UnknownCategory, "category", message, near);
            return None;
        };
        let Some(known) = known.rules.get(&rule) else {
            let mut homes = catalogue.iter_rules().filter(|known| *known.name == *rule);
            if let Some(home) = homes.next().filter(|_| homes.next().is_none()) {
                let message = format!("`{}` belongs to `{}`, not `{category}`", echo_text(&rule), home.category);
                unknown(Code::WrongCategory, "category", message, Some(&home.category));
                return None;
            }
            let near = nearest::nearest_rules(catalogue, Some(&category), &rule, Some(&value));
            let near = near.first().map(|known| &*known.name);
            let message = format!("`{category}` has no rule `{}`", echo_text(&rule));
            unknown(Code::UnknownRule, "rule", message, near);
            return None;
        };
        if !known.values.contains_key(&value) {
            let near = nearest::nearest_value(known, &value);
            let near = near.filter(|near| !explain_rule_value::is_name_astray(near, &value)).map(|near| &*near.name);
            let message = format!("`{rule}` has no value `{}`", echo_text(&value));
            unknown(Code::UnknownValue, "value", message, near);
            return None;
        }
        Some(ContradictionSide { category: category.into(), rule: rule.into(), values: vec![value.into()] })
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
        let findings = extend_catalogue(&mut catalogue, &[parsed]);
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
languages: [{ code: nl, name: Dutch }]
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
                "missing-field catalogue.yaml:5:17 `lonely` has no `values`",
                "wrong-type catalogue.yaml:6:15 `listed` takes a mapping, not a list of one",
                "unknown-field catalogue.yaml:7:32 `use` has no field `exampel`",
                "missing-field catalogue.yaml:8:15 language 1 has no `name`",
                "unknown-rule catalogue.yaml:10:37 `numbers` has no rule `decimal_seperator`",
                "empty-value catalogue.yaml:12:13 `reason` is empty",
            ]
        );
        assert!(catalogue.find_rule("numbers", "good").is_some() && catalogue.find_rule("numbers", "lonely").is_none());
        assert!(catalogue.find_rule("numbers", "listed").is_none() && catalogue.supports_language("nl"));
    }
}
