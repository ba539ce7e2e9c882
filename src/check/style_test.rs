//! What must hold in files of style tests beyond their shape: what they test exists, fits, and can be told apart.
//!
//! Law: a test in which nothing is found here can be run: whoever runs it reads it first, here as well. What it expects is
//! judged where its recording is, not here.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::catalogue::{Catalogue, nearest};
use crate::check::case_cells::check_case_tables;
use crate::check::document::SourceDocument;
use crate::check::hidden_text::check_escaped_control;
use crate::check::left_over::tell_left_over;
use crate::check::raw_document::RawTextKind;
use crate::check::reference::ReferenceIndex;
use crate::check::unknown_reference::unknown_reference;
use crate::check::unlikely_language::language_said;
use crate::check::{profile, table_name};
use crate::conform::case::{TestFault, UnknownName, read_style_tests};
use crate::conform::case_table::{columns_of_test, expand_test};
use crate::conform::test_pattern::compile_pattern;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Located, Safety, Severity, Span};
use crate::model::Language;
use crate::model::reference::Reference;
use crate::schema::edits;
use crate::schema::explain_language::{explain_invalid_code, looks_like_code};
use crate::schema::explained_document::echo_text;
use crate::schema::validate::DocumentKind;
use crate::source::side_tables::SideTableError;
use crate::source::{Node, Value};

/// Checks one file of tests.
pub(super) fn check_style_tests(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    catalogue: &Catalogue,
) -> Vec<Diagnostic> {
    let references = document.references();
    let mut findings: Vec<Diagnostic> =
        references.iter().filter_map(|named| check_reference(document, index, named)).collect();
    let tests = document.node.get("tests").map(Node::items).unwrap_or_default();
    let mut subjectless: Option<Diagnostic> = None;
    let mut names: BTreeMap<&str, Span> = BTreeMap::new();
    for (at, test) in tests.iter().enumerate() {
        let pointer = format!("/tests/{at}");
        if let Some(name) = test.get("name").filter(|name| name.text().is_some()) {
            let text = name.text().unwrap_or_default();
            match names.get(text) {
                Some(first) => findings.push(
                    finding(
                        document,
                        Code::InvalidTest,
                        name.span,
                        format!("two tests have the name `{}`", echo_text(text)),
                    )
                    .with_secondary(*first, "first here")
                    .with_help("give one of them another name: a test is chosen and reported by it")
                    .with_pointer(format!("{pointer}/name")),
                ),
                None => drop(names.insert(text, name.span)),
            }
        }
        findings.extend(check_variables(document, test, &pointer));
        findings.extend(check_test_texts(document, test, &pointer));
        match check_subject(document, test, &pointer) {
            // What all of them lack is told once.
            Some(lacking) if lacking.code == Code::MissingField => {
                subjectless = Some(match subjectless {
                    Some(first) => first.with_secondary(lacking.primary.span, "and this one"),
                    None => lacking,
                });
            }
            other => findings.extend(other),
        }
        findings.extend(check_expectations(document, test, &pointer, catalogue));
    }
    findings.extend(subjectless);
    findings.extend(check_languages(document, &references, index, catalogue));
    let within = |whole: Span, part: Span| whole.start <= part.start && part.end <= whole.end;
    let is_told = |fault: &TestFault| {
        findings.iter().any(|told| {
            let span = told.primary.span;
            told.message == fault.message || within(span, fault.span) || within(fault.span, span)
        })
    };
    let mut faults = faults_of_tests(document, tests);
    faults.retain(|fault| fault.table.is_some() || !is_told(fault));
    findings.extend(faults.into_iter().map(|fault| explain_fault(document, tests, fault)));
    findings.extend(check_case_tables(document, tests));
    findings
}

/// What whoever runs the tests would refuse. Of a file of the wrong shape, that was said of the shape, but for its tables.
fn faults_of_tests(document: &SourceDocument<'_>, tests: &[Node]) -> Vec<TestFault> {
    if document.broken {
        return tests.iter().filter_map(|test| expand_test(test, document.side_tables).err()).flatten().collect();
    }
    read_style_tests(document.node, document.side_tables).1
}

fn explain_fault(document: &SourceDocument<'_>, tests: &[Node], fault: TestFault) -> Diagnostic {
    let TestFault { span, table, message, help, unknown, also } = fault;
    let file = table.as_ref().unwrap_or(document.file);
    let found = Diagnostic::new(Code::InvalidTest, file, span, message).with_help(&help);
    let found = match unknown {
        Some(unknown) => suggest_known(document, found, &unknown),
        None => found,
    };
    let found = match also.is_empty() {
        true => found,
        false => join_with_others(found, &help, also.into_iter().map(|other| explain_fault(document, tests, other))),
    };
    match tests.iter().position(|test| table.is_none() && test.span.start <= span.start && span.end <= test.span.end) {
        Some(at) => found.with_pointer(format!("/tests/{at}")),
        None => found,
    }
}

/// One finding about several names, with the edits of all of them where each has one.
fn join_with_others(mut found: Diagnostic, help: &str, others: impl Iterator<Item = Diagnostic>) -> Diagnostic {
    let mut fixes = vec![found.fix.take()];
    for other in others {
        found = found.with_secondary(other.primary.span, "nor is this one");
        fixes.push(other.fix);
    }
    let Some(fixes) = fixes.into_iter().collect::<Option<Vec<Fix>>>() else {
        return found.with_help(format!("{help}, or write the names that it has"));
    };
    let mut titles: Vec<&str> = fixes.iter().map(|fix| fix.title.trim_start_matches("write ")).collect();
    titles.dedup();
    let title = format!("write {}", titles.join(" and "));
    let help = format!("{title}, or {help}");
    let edits = fixes.into_iter().flat_map(|fix| fix.edits).collect();
    found.with_help(help).with_fix(Fix { title, safety: Safety::Unsafe, edits })
}

/// The finding at the name itself, with the one that may be meant.
fn suggest_known(document: &SourceDocument<'_>, mut found: Diagnostic, unknown: &UnknownName) -> Diagnostic {
    let UnknownName { name, written, known, unused } = unknown;
    let span = found.primary.span;
    let Some(at) = found.file.slice(span).find(written.as_str()) else { return found };
    let start = span.start as usize + at;
    found.primary.span = Span::new(start, start + written.len());
    // A column may be called by the code of a language, and by its name elsewhere.
    let is_code_of = |code: &str, name: &str| language_said(name).is_some_and(|(_, said)| said.code == code);
    let same = known.iter().map(String::as_str).find(|known| is_code_of(known, name) || is_code_of(name, known));
    let near = || nearest::nearest_words(name, known.iter().map(String::as_str)).first().copied();
    let Some(best) = same.or_else(near).or(unused.as_deref()) else {
        return table_name::offer_unnamed(document, found, name, &SideTableError::Absent(known.clone()));
    };
    let start = start + written.find(name.as_str()).unwrap_or(0);
    let fix =
        edits::replace_span(Span::new(start, start + name.len()), best, format!("write `{best}`"), Safety::Unsafe);
    let shown = echo_text(best);
    let help = match unused.as_deref() == Some(best) && same.is_none() && near().is_none() {
        true => {
            format!("did you mean `{shown}`, which nothing here asks for? Else rename that column, or add this one")
        }
        false => format!("did you mean `{shown}`?"),
    };
    found.with_help(help).with_fix(fix)
}

/// Variables that nothing fills in: of a test without a table, and those that are written as templates elsewhere have them.
fn check_variables(document: &SourceDocument<'_>, test: &Node, pointer: &str) -> Vec<Diagnostic> {
    let mut places = Vec::new();
    for field in ["text", "expect"] {
        test.get(field).into_iter().for_each(|node| collect_texts(node, &mut places));
    }
    let written = |span: Span| document.file.slice(span);
    let mark = |span: Span, sign: &str| {
        let start = span.start as usize + written(span).find(sign)?;
        Some(Span::new(start, start + sign.len()))
    };
    let Some(columns) = columns_of_test(test, document.side_tables) else {
        if test.get("cases").is_some() {
            return Vec::new();
        }
        let variables = places.iter().filter_map(|span| Some((*span, variable_of(written(*span))?)));
        let found = variables.filter_map(|(span, variable)| {
            let message = format!("no table fills in `{}`, so it {}", echo_text(variable), what_happens(test, span));
            let found = finding(document, Code::InvalidTest, mark(span, variable)?, message);
            let help = "name a table with `cases`, or write the text itself";
            Some(Diagnostic { severity: Severity::Warning, ..found }.with_help(help).with_pointer(pointer))
        });
        return found.collect();
    };
    let filled = |column: &str| {
        let is_column = |inner: &str| inner.split_once("}}").is_some_and(|(inner, _)| inner.trim() == column);
        places.iter().any(|span| written(*span).split("${{").skip(1).any(is_column))
    };
    let mut found = Vec::new();
    for column in columns.iter().filter(|column| !column.is_empty() && !filled(column)) {
        let met = places.iter().find_map(|span| Some((span.start as usize, torn_placeholder(written(*span), column)?)));
        let Some((start, torn)) = met else { continue };
        let span = Span::new(start + torn.start, start + torn.end);
        let sign = document.file.slice(span);
        let meant = format!("${{{{ {column} }}}}");
        let message = format!("`{}` is not filled in, and {}", echo_text(sign), what_happens(test, span));
        let fix = edits::replace_span(span, &meant, format!("write `{}`", echo_text(&meant)), Safety::Unsafe);
        let warning = Diagnostic {
            severity: Severity::Warning,
            ..finding(document, Code::InvalidTest, span, message).with_label("a column of the table, as it seems")
        };
        let help = format!("write `{}`: the table has that column", echo_text(&meant));
        found.push(warning.with_help(help).with_fix(fix).with_pointer(pointer));
    }
    found
}

/// What other programs left in the texts of a test.
fn check_test_texts(document: &SourceDocument<'_>, test: &Node, pointer: &str) -> Vec<Diagnostic> {
    let fields = ["text", "expect"].into_iter().filter_map(|field| Some((field, test.get(field)?)));
    let told = fields.flat_map(|(field, node)| {
        let mut texts = Vec::new();
        collect_written(node, &mut texts);
        let tell = |(text, span)| tell_left_over(document.file, RawTextKind::Text, text, span);
        let mut found: Vec<Diagnostic> = texts.into_iter().filter_map(tell).collect();
        let mut places = Vec::new();
        collect_texts(node, &mut places);
        found.extend(places.into_iter().filter_map(|span| check_escaped_control(document.file, span)));
        found.into_iter().map(move |found| found.with_pointer(format!("{pointer}/{field}")))
    });
    told.collect()
}

fn collect_written<'n>(node: &'n Node, texts: &mut Vec<(&'n str, Span)>) {
    texts.extend(node.text().map(|text| (text, node.span)));
    node.items().iter().for_each(|item| collect_written(item, texts));
    node.entries()
        .iter()
        .filter(|entry| entry.key.value != "matches")
        .for_each(|entry| collect_written(&entry.value, texts));
}

/// What becomes of a variable that nothing fills in: of a text it is sent, of an expectation it is compared.
fn what_happens(test: &Node, span: Span) -> &'static str {
    let is_expected =
        test.get("expect").is_some_and(|expect| expect.span.start <= span.start && span.end <= expect.span.end);
    if is_expected { "is expected as it stands" } else { "is sent as it stands" }
}

/// A column in braces as other programs write them, or a formatter left them: `{{ name }}`, `${name}`, `${ { name } }`.
fn torn_placeholder(text: &str, column: &str) -> Option<Range<usize>> {
    text.match_indices(column).find_map(|(at, _)| {
        let behind = &text[at + column.len()..];
        let opening = text[..at].trim_end_matches(['{', ' ']).len();
        let start = opening + text[opening..at].find('{')?;
        let closing = &behind[..behind.len() - behind.trim_start_matches(['}', ' ']).len()];
        let end = at + column.len() + closing.rfind('}')? + 1;
        Some(if text[..start].ends_with(['$', '%']) { start - 1..end } else { start..end })
    })
}

/// The first variable of a text, as tables of cases fill them in.
fn variable_of(text: &str) -> Option<&str> {
    let start = text.find("${{")?;
    let length = text[start..].find("}}")? + "}}".len();
    text.get(start..start + length)
}

fn collect_texts(node: &Node, places: &mut Vec<Span>) {
    match &node.value {
        Value::Text(_) => places.push(node.span),
        Value::Sequence(items) => items.iter().for_each(|item| collect_texts(item, places)),
        Value::Mapping(entries) => entries.iter().for_each(|entry| collect_texts(&entry.value, places)),
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => {}
    }
}

fn finding(document: &SourceDocument<'_>, code: Code, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(code, document.file, span, message)
}

fn check_reference(
    document: &SourceDocument<'_>,
    index: &ReferenceIndex<'_, '_>,
    named: &Reference,
) -> Option<Diagnostic> {
    let kind = DocumentKind::from_name(&named.kind)?;
    if index.get(kind, &named.key).is_some() {
        return None;
    }
    let written = Located { value: named.key.clone(), span: named.span };
    let field = named.pointer.trim_start_matches('/');
    unknown_reference(document, index, kind, field, &written)
}

/// A test has a style or a profile, of its own or of its file, and not both.
fn check_subject(document: &SourceDocument<'_>, test: &Node, pointer: &str) -> Option<Diagnostic> {
    let own = |field: &str| test.entry(field);
    let any = |field: &str| own(field).or_else(|| document.node.entry(field));
    let both = |style: &crate::source::Entry, profile: &crate::source::Entry| {
        finding(
            document,
            Code::ExclusiveFields,
            profile.key.span,
            "`style` and `profile` exclude each other".to_owned(),
        )
        .with_secondary(style.key.span, "the other one")
        .with_help("keep one of them")
        .with_pointer(pointer)
    };
    // What it is called otherwise was said with the shape.
    let subjects = ["styles", "profiles", "style_id", "style_key", "glossary", "glossaries"];
    let known = DocumentKind::StyleTest.fields();
    let called = |node: &Node| subjects.iter().any(|field| node.get(field).is_some());
    let called = |node: &Node| {
        called(node)
            || node.span == document.node.span && node.entries().iter().any(|entry| !known.contains(&&*entry.key.value))
    };
    match (own("style"), own("profile"), any("style"), any("profile")) {
        (None, None, None, None) if called(test) || called(document.node) => None,
        (Some(style), Some(profile), ..) | (None, None, Some(style), Some(profile)) => Some(both(style, profile)),
        (None, None, None, None) => Some(
            finding(
                document,
                Code::MissingField,
                Span::empty_at(test.span.start as usize),
                "this test has no `style` and no `profile`".to_owned(),
            )
            .with_help("write `style` with the key of a list, here or at the top for all tests")
            .with_pointer(pointer),
        ),
        _ => None,
    }
}

/// What to do with a pattern, by what is said to be wrong with it.
fn mend_of_pattern(why: &str) -> &'static str {
    match why {
        "unclosed group" => "write the `)` that is missing, or `\\(` where the character itself is meant",
        "unopened group" => "write the `(` that is missing, or `\\)` where the character itself is meant",
        "unclosed character class" => "write the `]` that is missing, or `\\[` where the character itself is meant",
        _ => "correct the pattern, or write `contains` with the text itself",
    }
}

/// Patterns are patterns, and rules are rules.
fn check_expectations(
    document: &SourceDocument<'_>,
    test: &Node,
    pointer: &str,
    catalogue: &Catalogue,
) -> Vec<Diagnostic> {
    let Some(expect) = test.get("expect") else { return Vec::new() };
    let texts = |field: &str| -> Vec<(String, Span)> {
        let Some(node) = expect.get(field) else { return Vec::new() };
        let all = std::iter::once(node).chain(node.items());
        all.filter_map(|node| Some((node.text()?.to_owned(), node.span))).collect()
    };
    let mut findings = Vec::new();
    for (pattern, span) in texts("matches") {
        if let Err(why) = compile_pattern(&pattern) {
            findings.push(
                finding(document, Code::InvalidTest, span, format!("`{}` is no pattern: {why}", echo_text(&pattern)))
                    .with_help(match pattern.contains("(?!") || pattern.contains("(?<!") {
                        true => {
                            "write `not_contains` with the text, or `not:` and below it `matches:` with the pattern"
                        }
                        false => mend_of_pattern(&why),
                    })
                    .with_pointer(format!("{pointer}/expect/matches")),
            );
        }
    }
    for field in ["contains", "not_contains", "starts_with", "matches"] {
        for (_, span) in texts(field).into_iter().filter(|(text, _)| text.is_empty()) {
            let message = format!("`{field}` is given nothing, which stands in every text");
            let found = finding(document, Code::EmptyValue, span, message).with_help("write the text that it is about");
            findings.push(found.with_pointer(format!("{pointer}/expect/{field}")));
        }
    }
    let asked = texts("contains");
    for (text, span) in texts("not_contains") {
        let both = asked.iter().find(|(asked, _)| !text.is_empty() && asked.contains(&text));
        let Some((_, both)) = both else { continue };
        findings.push(
            finding(
                document,
                Code::InvalidTest,
                span,
                format!("no text passes: `{}` is asked for, too", echo_text(&text)),
            )
            .with_secondary(*both, "asked for here")
            .with_help("write here the text that is not to occur, or take one of the two out")
            .with_pointer(format!("{pointer}/expect/not_contains")),
        );
    }
    findings.extend(check_lengths(document, expect, &texts).into_iter().map(|found| found.with_pointer(pointer)));
    for (pattern, span) in texts("matches") {
        let flags = pattern.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
        if let Some((inner, flags)) =
            flags.filter(|(_, flags)| flags.chars().all(|c| matches!(c, 'i' | 'g' | 'u' | 'm')))
        {
            let case = if flags.contains('i') { ", and `ignore_case: true` beside it" } else { "" };
            findings.push(
                finding(document, Code::ForeignNotation, span, "the slashes are part of this pattern".to_owned())
                    .with_label("a pattern between slashes")
                    .with_help(format!("write `{}`{case}", echo_text(inner)))
                    .with_pointer(format!("{pointer}/expect/matches")),
            );
        }
    }
    if let Some(chrf) = expect.get("golden").and_then(|golden| golden.get("chrf"))
        && let Value::Float(share) = chrf.value
        && share > 0.0
        && share < 1.0
    {
        let title = format!("write `{:.0}`", share * 100.0);
        findings.push(
            Diagnostic {
                severity: Severity::Warning,
                ..finding(
                    document,
                    Code::InvalidTest,
                    chrf.span,
                    format!("`chrf` goes to 100, so {share} is next to nothing"),
                )
            }
            .with_label("a share, as it seems")
            .offering(title, vec![Edit { span: chrf.span, text: format!("{:.0}", share * 100.0) }])
            .with_pointer(format!("{pointer}/expect/golden/chrf")),
        );
    }
    for (name, span) in texts("follows").into_iter().filter(|(name, _)| name != "all") {
        let bare = name.rsplit(['.', '/']).next().unwrap_or_default();
        if catalogue.iter_rules().any(|rule| rule.name == bare) {
            continue;
        }
        let unknown = finding(document, Code::UnknownRule, span, format!("there is no rule `{}`", echo_text(&name)))
            .with_label("not a rule")
            .with_pointer(format!("{pointer}/expect/follows"));
        findings.push(match nearest::nearest_rules(catalogue, None, bare, None).first() {
            Some(best) => {
                let best =
                    if name.contains('.') { format!("{}.{}", best.category, best.name) } else { best.name.to_string() };
                let fix = edits::rename_key(document.file, span, &best, Safety::Unsafe);
                unknown.with_help(format!("did you mean `{best}`?")).with_fix(fix)
            }
            None => unknown.with_help("write `all`, or names of rules that the style sets"),
        });
    }
    findings
}

/// Texts that are asked for, and are longer than a translation may be.
fn check_lengths(
    document: &SourceDocument<'_>,
    expect: &Node,
    texts: &dyn Fn(&str) -> Vec<(String, Span)>,
) -> Vec<Diagnostic> {
    let Some(limit) = expect.get("max_characters") else { return Vec::new() };
    let Value::Integer(most) = limit.value else { return Vec::new() };
    let longer = |text: &str| {
        // A letter may be two in lower case, and a variable is filled in.
        let count = text.chars().filter(|c| *c != '\u{307}').count();
        (most > 0 && !text.contains("${{") && i64::try_from(count).is_ok_and(|count| count > most)).then_some(count)
    };
    // A term may stand without its ending.
    let ending = |field: &str| if field == "uses_term" { 4 } else { 0 };
    let help = "raise `max_characters`, or take one of the two out";
    let mut findings = Vec::new();
    for field in ["contains", "starts_with", "uses_term"] {
        for (text, span) in texts(field) {
            let least = text.char_indices().nth_back(ending(field)).map_or("", |(at, c)| &text[..at + c.len_utf8()]);
            let Some(count) = longer(least).and_then(|_| longer(&text)) else { continue };
            let message = format!("no text passes: `{field}` alone has {count} characters, `max_characters` is {most}");
            let found = finding(document, Code::InvalidTest, span, message).with_secondary(limit.span, "the limit");
            findings.push(found.with_label("longer than a translation may be").with_help(help));
        }
    }
    let golden = expect.get("golden").map(|golden| golden.get("text").unwrap_or(golden));
    if let Some((text, node)) = golden.and_then(|node| Some((node.text()?, node)))
        && let Some(count) = longer(text)
    {
        let message = format!("`golden` has {count} characters, and `max_characters` is {most}");
        let found = finding(document, Code::InvalidTest, node.span, message).with_secondary(limit.span, "the limit");
        let found = found.with_label("longer than a translation may be").with_help(help);
        findings.push(Diagnostic { severity: Severity::Warning, ..found });
    }
    findings
}

/// Several tags that were written as one text.
fn check_joined_tags(document: &SourceDocument<'_>, node: &Node, pointer: &str) -> Option<Diagnostic> {
    let text = node.text().filter(|text| text.contains([',', ';']))?;
    let tags: Vec<&str> = text.split([',', ';']).map(str::trim).filter(|tag| !tag.is_empty()).collect();
    let written = tags.iter().map(|tag| edits::text_value(document.file, tag)).collect::<Vec<_>>().join(", ");
    let list = format!("[{written}]");
    let message = format!("`{}` is one tag", echo_text(text));
    let found = finding(document, Code::ForeignNotation, node.span, message).with_label("parts nothing");
    let title = format!("write `{}`", echo_text(&list));
    Some(found.offering(title, vec![Edit { span: node.span, text: list }]).with_pointer(format!("{pointer}/tags")))
}

/// Languages are languages, and translations are into that of the style.
fn check_languages(
    document: &SourceDocument<'_>,
    references: &[Reference],
    index: &ReferenceIndex<'_, '_>,
    catalogue: &Catalogue,
) -> Vec<Diagnostic> {
    let tests = document.node.get("tests").map(Node::items).unwrap_or_default();
    let holders = std::iter::once((document.node, String::new()))
        .chain(tests.iter().enumerate().map(|(at, test)| (test, format!("/tests/{at}"))));
    let mut findings = Vec::new();
    for (holder, pointer) in holders {
        findings.extend(holder.get("tags").and_then(|node| check_joined_tags(document, node, &pointer)));
        for field in ["from", "to"] {
            let Some((node, text)) = holder.get(field).and_then(|node| Some((node, node.text()?))) else { continue };
            if !looks_like_code(text) {
                findings.push(
                    explain_invalid_code(document.file, catalogue, node.span, text)
                        .with_pointer(format!("{pointer}/{field}")),
                );
                continue;
            }
            let named = |at: &str| {
                let own = format!("{at}/style");
                let is_own = |rest: &str| rest.is_empty() || rest.starts_with('/');
                references.iter().find(|named| named.pointer.strip_prefix(&own).is_some_and(is_own))
            };
            let style =
                named(&pointer).or_else(|| named("")).and_then(|named| index.get(DocumentKind::Style, &named.key));
            let is_told = |list: &SourceDocument<'_>| list.broken || index.languages.meant(list).is_some();
            let Some(style) = style.filter(|style| !is_told(style.document)) else { continue };
            let Some(language) = &style.document.raw.language else { continue };
            let root = profile::root_language(&Language::new(text));
            // What stands at the top is for tests that name no style of their own.
            let counts = !pointer.is_empty() || tests.iter().any(|test| test.get("style").is_none());
            if field == "from" && language.value == root && counts {
                let message = format!("the style is for `{root}`, and this translates from `{}`", echo_text(text));
                let found = finding(document, Code::InvalidTest, node.span, message)
                    .with_label("the language that it translates into")
                    .with_help("write the language that the texts of the tests are in")
                    .with_pointer(format!("{pointer}/{field}"));
                findings.push(Diagnostic { severity: Severity::Warning, ..found });
            }
            if field == "to" && language.value != root {
                let message =
                    format!("the style is for `{}`, this translates into `{}`", language.value, echo_text(text));
                findings.push(
                    finding(document, Code::StyleLanguage, node.span, message)
                        .with_label(format!("not a variant of `{}`", language.value))
                        .with_help(format!("write `{}` or a variant of it, or take the line out", language.value))
                        .with_pointer(format!("{pointer}/{field}")),
                );
            }
        }
    }
    findings
}
