//! Comments that say a finding is meant: `# housestyle: ignore[edge-whitespace] the label ends with a space on purpose`.
//!
//! Such a comment stands behind what it is about, or alone on a line above it. It names codes and says why; one that says
//! nothing, names no code or matches nothing is a finding itself.
//!
//! Always holds: an error is never ignored, so that no comment makes something invalid reach the service. What can be
//! ignored are warnings, and findings that are warnings by nature where the project makes them weigh more.
//!
//! Deliberately absent: comments for a whole file or for every code. `[lints]` in the project file is for those.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::catalogue::load::{Edition, parsed_catalogue};
use crate::catalogue::nearest;
use crate::check::lint::apply_severity;
use crate::diagnostic::{
    Code, Diagnostic, Edit, Fix, IGNORE_NAME, IGNORE_PREFIX, Safety, Severity, SourceFile, Span, split_ignore_words,
};
use crate::model::project::Project;
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::{Node, ParsedFile, Value};

/// The findings without those that a comment says are meant, and with what is wrong with comments.
pub(super) fn apply_ignore_comments<P: Borrow<ParsedFile>>(
    parsed: &[P],
    mut findings: Vec<Diagnostic>,
    project: &Project,
) -> Vec<Diagnostic> {
    let mut comments: HashMap<Arc<str>, IgnoreComments> = HashMap::new();
    let has_comment = |text: &str| text.contains(IGNORE_PREFIX) || near_misses(text).next().is_some();
    for parsed in parsed.iter().map(Borrow::borrow).filter(|parsed| has_comment(parsed.file.text())) {
        comments.insert(parsed.file.path().clone(), read_ignore_comments(parsed, project));
    }
    if comments.is_empty() {
        return findings;
    }
    let mut found: HashMap<Arc<str>, Vec<&Diagnostic>> = HashMap::new();
    for finding in findings.iter().filter(|finding| comments.contains_key(finding.file.path())) {
        found.entry(finding.file.path().clone()).or_default().push(finding);
    }
    for (path, of_file) in &mut comments {
        of_file.name_codes(found.get(path).map_or(&[], Vec::as_slice), project);
    }
    findings.retain_mut(|finding| {
        let Some(of_file) = comments.get_mut(finding.file.path()) else { return true };
        // Of what may be meant, the comment is told, where that weighs as much, and no edit is made beside that.
        if of_file.doubts(finding) {
            finding.fix = None;
            let told = of_file.wrong.first().and_then(|wrong| apply_severity(wrong.clone(), project));
            return told.is_none_or(|told| told.severity > finding.severity);
        }
        if finding.code == Code::WithoutEffect && of_file.speaks_of(finding.primary_place().line) {
            finding.alternatives.extend(finding.fix.take());
        }
        !of_file.suppresses_finding(finding)
    });
    // A warning that the project makes an error hides nothing.
    let hides = |finding: &&Diagnostic| finding.severity == Severity::Error && !is_ignorable(finding.code, project);
    let errors = findings.iter().filter(hides);
    let invalid: HashSet<Arc<str>> = errors.map(|finding| finding.file.path().clone()).collect();
    let mut said = Vec::new();
    let mut places: HashMap<(Arc<str>, Code), Vec<&Diagnostic>> = HashMap::new();
    for finding in findings.iter().filter(|finding| comments.contains_key(finding.file.path())) {
        places.entry((finding.file.path().clone(), finding.code)).or_default().push(finding);
    }
    let mut moved = HashMap::new();
    for (path, IgnoreComments { wrong, ignores, file, incomplete, .. }) in comments {
        said.extend(wrong.into_iter().filter_map(|wrong| apply_severity(wrong, project)));
        // What an error keeps from being checked might be what the comment is about.
        if !incomplete && !invalid.contains(&path) {
            let mut of_code: HashMap<Code, usize> = HashMap::new();
            ignores.iter().for_each(|ignore| *of_code.entry(ignore.code).or_default() += 1);
            for ignore in ignores.iter().filter(|ignore| !ignore.used) {
                let place = (path.clone(), ignore.code);
                let elsewhere = places.get(&place).map_or(&[] as &[_], Vec::as_slice);
                let alone = elsewhere.len() == 1 && of_code[&ignore.code] == 1;
                let unused = apply_severity(unused_ignore(&file, ignore, elsewhere), project);
                if !elsewhere.is_empty() {
                    moved.insert(place, unused.as_ref().filter(|_| alone).map(|told| told.severity));
                }
                said.extend(unused);
            }
        }
    }
    // Which finding a comment means that stands elsewhere, only its writer knows: none is mended before that, and the only one
    // there is told with the comment.
    findings.retain_mut(|finding| {
        let Some(told) = moved.get(&(finding.file.path().clone(), finding.code)) else { return true };
        finding.fix = None;
        told.is_none_or(|severity| severity > finding.severity)
    });
    findings.extend(said);
    findings.sort_by_cached_key(|finding| (finding.sort_key(), finding.message.clone()));
    findings
}

/// The comments of one file.
struct IgnoreComments {
    file: Arc<SourceFile>,
    ignores: Vec<IgnoredCode>,
    wrong: Vec<Diagnostic>,
    /// Comments among those that name no code: which one, the lines that it is about, and the reason that it gives.
    unnamed: Vec<(usize, (u32, u32), String)>,
    /// Comments among those that name codes in another form: which one, and the codes.
    misformed: Vec<(usize, Vec<Code>)>,
    /// Codes that comments name which cannot be read, with the lines that these are about: what is found there may be meant.
    doubted: Vec<(Code, (u32, u32))>,
    incomplete: bool,
}

/// One code of one comment.
struct IgnoredCode {
    code: Code,
    /// Where the code is written.
    span: Span,
    /// The comment, with the spaces before it (and its line end, where it is alone on its line).
    whole: Option<Span>,
    /// First and last line that it is about.
    lines: (u32, u32),
    used: bool,
}

impl IgnoreComments {
    /// Whether a comment that cannot be read seems to say that a finding is meant.
    fn doubts(&self, finding: &Diagnostic) -> bool {
        let line = finding.primary_place().line;
        let is_about =
            |(code, (first, last)): &(Code, (u32, u32))| *code == finding.code && (*first..=*last).contains(&line);
        self.doubted.iter().any(is_about)
    }

    /// Whether a comment is about a line. In a field without effect nothing more is looked for: no comment about it is unused.
    fn speaks_of(&mut self, line: u32) -> bool {
        let mut about =
            self.ignores.iter_mut().filter(|ignore| (ignore.lines.0..=ignore.lines.1).contains(&line)).peekable();
        let speaks = about.peek().is_some();
        about.for_each(|ignore| ignore.used = true);
        speaks
    }

    /// Says of comments that name no code what is found where they stand, and of those that name one whether it is.
    fn name_codes(&mut self, findings: &[&Diagnostic], project: &Project) {
        if self.unnamed.is_empty() && self.misformed.is_empty() {
            return;
        }
        let place = |finding: &&Diagnostic| (finding.primary_place().line, finding.code);
        let ignorable = findings.iter().filter(|finding| is_ignorable(finding.code, project));
        let mut found: Vec<(u32, Code)> = ignorable.map(place).collect();
        found.sort_by_key(|(line, _)| *line);
        // What an error keeps from being checked might be what the comment is about.
        let checked = !self.incomplete && findings.iter().all(|finding| finding.severity != Severity::Error);
        for (at, codes) in std::mem::take(&mut self.misformed) {
            let meant = found.iter().any(|(_, code)| codes.contains(code));
            if let Some(wrong) = self.wrong.get_mut(at).filter(|_| checked && !meant) {
                let lines = edits::lines_of_span(&wrong.file, wrong.primary.span);
                wrong.fix = lines.map(|lines| edits::replace_span(lines, "", "take it out", Safety::Unsafe));
                wrong.help = Some(format!("take it out: {} to ignore here", describe_absent(&codes)));
            }
        }
        for (at, (first, last), reason) in std::mem::take(&mut self.unnamed) {
            let here = &found[found.partition_point(|(line, _)| *line < first)..];
            let mut codes: Vec<Code> =
                here.iter().take_while(|(line, _)| *line <= last).map(|(_, code)| *code).collect();
            codes.dedup();
            let Some(wrong) = self.wrong.get_mut(at).filter(|_| !codes.is_empty()) else { continue };
            self.doubted.extend(codes.iter().map(|code| (*code, (first, last))));
            // Of a comment whose form is right, the name alone is another.
            *wrong = match wrong.file.slice(wrong.primary.span).starts_with('#') {
                true => with_form(wrong.clone(), &codes, &reason),
                false => {
                    let names = codes.iter().map(|code| code.name()).collect::<Vec<_>>().join(", ");
                    let fix = replacement_fix(wrong.primary.span, &names);
                    wrong.clone().with_help(format!("write `{names}`, which is found here")).with_fix(fix)
                }
            };
        }
    }

    /// Whether a comment says that the finding is meant.
    fn suppresses_finding(&mut self, finding: &Diagnostic) -> bool {
        let line = finding.primary_place().line;
        let about = |ignore: &&mut IgnoredCode| {
            ignore.code == finding.code && (ignore.lines.0..=ignore.lines.1).contains(&line)
        };
        let mut meant = false;
        for ignore in self.ignores.iter_mut().filter(about) {
            (ignore.used, meant) = (true, true);
        }
        meant
    }
}

fn read_ignore_comments(parsed: &ParsedFile, project: &Project) -> IgnoreComments {
    let ParsedFile { file, documents, findings: _, incomplete, side_tables: _ } = parsed;
    let texts = TextSpans::of_documents(documents, file);
    let mut comments = IgnoreComments {
        file: file.clone(),
        ignores: Vec::new(),
        wrong: Vec::new(),
        unnamed: Vec::new(),
        misformed: Vec::new(),
        doubted: Vec::new(),
        incomplete: *incomplete,
    };
    let text = file.text();
    for (hash, form) in near_misses(text).filter(|(hash, _)| !texts.contains_offset(*hash)) {
        let span = Span::new(hash, hash + form);
        let said = text[hash + 1..hash + form].trim();
        let message = format!("`{}` is not an ignore comment of housestyle", echo_text(said));
        let finding = invalid_ignore(file, span, message).with_label("ignores nothing");
        let begins = text[..hash].rfind('\n').map_or(0, |end| end + 1);
        explain_form(&mut comments, project, lines_about(file, &texts, begins, hash), said, finding);
    }
    for (at, _) in text.match_indices(IGNORE_PREFIX) {
        let begins = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let Some(hash) = text[begins..at].trim_end().strip_suffix('#').map(|before| begins + before.len()) else {
            continue;
        };
        let parted = text[..hash].chars().next_back().is_none_or(char::is_whitespace);
        if parted && !texts.contains_offset(hash) {
            parse_ignore_comment(&mut comments, &texts, project, begins, hash, at + IGNORE_PREFIX.len());
        }
    }
    comments
}

/// Comments of the project file that would say a finding is meant: there, none does.
pub(super) fn comments_of_project(parsed: &ParsedFile) -> Vec<Diagnostic> {
    let text = parsed.file.text();
    let mut texts = TextSpans::default();
    if text.contains(IGNORE_PREFIX) {
        parsed.documents.iter().for_each(|document| texts.collect_spans(document, &parsed.file));
    }
    let comment = |(at, _): (usize, &str)| {
        let hash = text[..at].trim_end_matches(' ').strip_suffix('#')?.len();
        let said = text[hash..].lines().next().unwrap_or_default().trim_end();
        let (codes, _) = split_ignore_words(said.split_once(IGNORE_PREFIX)?.1)?;
        let (first, _) = codes.split_once(',').unwrap_or((codes, ""));
        let relaxable = || Code::ALL.iter().filter(|code| code.is_relaxable()).map(|code| code.name());
        let code = nearest::nearest_words(first.trim(), relaxable()).first().copied();
        let finding = invalid_ignore(
            &parsed.file,
            Span::new(hash, hash + said.len()),
            "comments of the project file ignore nothing".to_owned(),
        );
        (!texts.contains_offset(hash)).then(|| {
            finding.with_label("ignores nothing").with_help(match code {
                Some(code) => format!("take it away; below `[lints]`, `{code} = \"off\"` is for the whole project"),
                None => "take it away; what findings weigh is set below `[lints]`, each by its code".to_owned(),
            })
        })
    };
    text.match_indices(IGNORE_PREFIX).filter_map(comment).collect()
}

/// Comments that ask to ignore something in another form, ours or that of another program where it names a code: where each
/// begins, and how long it is.
fn near_misses(text: &str) -> impl Iterator<Item = (usize, usize)> {
    /// Bytes of a comment in which it says what it is.
    const HEAD: usize = 1_000;
    let mut end = 0;
    text.match_indices('#').filter_map(move |(hash, _)| {
        if hash < end || !text[..hash].chars().next_back().is_none_or(char::is_whitespace) {
            return None;
        }
        let head = text[hash..text.floor_char_boundary(hash + HEAD)].lines().next().unwrap_or_default();
        let words = head.trim_start_matches('#').trim_start();
        let asks = |form: &str| ["ignore", "disable", "noqa", "nolint"].iter().any(|word| form.starts_with(word));
        let asks = match words.strip_prefix(IGNORE_NAME) {
            Some(form) => form.starts_with([' ', '-', '_', '.']) && asks(form[1..].trim_start()),
            // `noqa: CODE`, `yamllint disable-line rule:CODE`, `eslint-disable-line CODE`
            None => {
                let begins =
                    words.find([' ', ':', '-']).map(|end| &words[..end]).filter(|begins| !begins.is_empty())?;
                let own = matches!(begins, "noqa" | "nolint");
                let of_program = begins.ends_with("lint") || matches!(begins, "ruff" | "flake8" | "vale");
                let rest = words[begins.len()..].trim_start_matches([' ', ':', '-']);
                let names = |word: &str| word.contains('-') && Code::from_name(word).is_some();
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
                (own || of_program && asks(rest)) && words.split(|c| !is_part(c)).any(names)
            }
        };
        let line = || text[hash..].lines().next().unwrap_or_default().trim_end();
        let len = asks.then(|| line().len())?;
        end = hash + len;
        Some((hash, len))
    })
}

/// Reads one comment: the line begins at `begins`, the comment at `hash`, its words at `words`.
fn parse_ignore_comment(
    comments: &mut IgnoreComments,
    texts: &TextSpans,
    project: &Project,
    begins: usize,
    hash: usize,
    words: usize,
) {
    let file = comments.file.clone();
    let text = file.text();
    let ends = text[words..].find(['\n', '\r']).map_or(text.len(), |end| words + end);
    let span = Span::new(hash, hash + text[hash..ends].trim_end().len());
    let said = text[words..ends].trim_start();
    let lines = lines_about(&file, texts, begins, hash);
    let Some((codes, reason)) = split_ignore_words(said) else {
        let message = format!("`{}` is not an ignore comment of housestyle", echo_text(said));
        let finding = invalid_ignore(&file, span, message).with_label("cannot be read");
        return explain_form(comments, project, lines, said, finding);
    };
    if reason.is_empty() {
        let message = "the comment gives no reason".to_owned();
        let finding = invalid_ignore(&file, span, message).with_label("no reason");
        return explain_form(comments, project, lines, said, finding);
    }
    let alone = text[begins..hash].trim().is_empty();
    let mut at = offset_of_part(text, codes);
    let single = !codes.contains(',');
    for written in codes.split(',') {
        let name = written.trim();
        let begins = at + (written.len() - written.trim_start().len());
        at += written.len() + 1;
        let span = Span::new(begins, begins + name.len());
        match Code::from_name(name) {
            None => {
                let finding = invalid_ignore(&file, span, format!("there is no code `{}`", echo_text(name)))
                    .with_label("not a code");
                let codes = Code::ALL.iter().filter(|code| is_ignorable(**code, project)).map(|code| code.name());
                let near = nearest::nearest_words(name, codes);
                if near.is_empty() {
                    comments.unnamed.push((comments.wrong.len(), lines, reason.to_owned()));
                }
                comments.wrong.push(match near.first() {
                    Some(best) => {
                        comments.doubted.extend(Code::from_name(best).map(|code| (code, lines)));
                        finding.with_help(format!("did you mean `{best}`?")).with_fix(replacement_fix(span, best))
                    }
                    None if parsed_catalogue(Edition::Public).iter_rules().any(|rule| *rule.name == *name) => {
                        finding.with_label("a rule, not a code").with_help(
                            "name the code of the finding, as it stands in brackets: `ignore[value-not-offered]`",
                        )
                    }
                    None => finding.with_help(SYNTAX_HELP),
                });
            }
            Some(Code::InvalidIgnore | Code::UnusedIgnore) => {
                let finding =
                    invalid_ignore(&file, span, format!("`{name}` is about such comments, and cannot be ignored"));
                comments.wrong.push(finding.with_label("not to be ignored").with_help("take it out"));
            }
            Some(code) if !is_ignorable(code, project) => {
                let finding = invalid_ignore(&file, span, format!("`{name}` is an error, which no comment can ignore"))
                    .with_label("not to be ignored")
                    .with_note("a comment must not make something invalid reach the service");
                let finding = finding.with_help("delete the comment, and correct what it is about");
                let whole = single.then(|| comment_span(text, leading_gap_start(text, hash), ends, alone));
                let fix = whole.map(|whole| edits::replace_span(whole, "", "delete the comment", Safety::Unsafe));
                comments.wrong.push(fix.into_iter().fold(finding, Diagnostic::with_fix));
            }
            Some(code) => {
                let whole = single.then(|| comment_span(text, leading_gap_start(text, hash), ends, alone));
                comments.ignores.push(IgnoredCode { code, span, whole, lines, used: false });
            }
        }
    }
}

/// The lines that a comment is about: its own, or, where it is alone on that, the next one with all of its text.
fn lines_about(file: &SourceFile, texts: &TextSpans, begins: usize, hash: usize) -> (u32, u32) {
    let alone = file.text()[begins..hash].trim().is_empty();
    let line = file.position_at(hash.try_into().unwrap_or(u32::MAX)).line;
    let first = if alone { next_line(file, line) } else { line };
    (first, texts.last_line(first))
}

/// Adds what is wrong with the form of a comment, with the codes and the reason that it gives in another form.
fn explain_form(comments: &mut IgnoreComments, project: &Project, lines: (u32, u32), said: &str, finding: Diagnostic) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let named = |word: &str| Code::from_name(word).filter(|code| is_ignorable(*code, project));
    let mut codes: Vec<Code> = Vec::new();
    let mut reason = "";
    for word in said.split(|c| !is_part(c)).filter(|word| !word.is_empty()) {
        if let Some(code) = named(word) {
            codes.push(code);
            reason = &said[offset_of_part(said, word) + word.len()..];
        }
    }
    let reason =
        reason.trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | ':' | ']' | ')' | '–' | '—' | ','));
    comments.doubted.extend(codes.iter().map(|code| (*code, lines)));
    if codes.is_empty() {
        comments.unnamed.push((comments.wrong.len(), lines, reason_of(said).to_owned()));
        comments.wrong.push(finding.with_help(SYNTAX_HELP));
        return;
    }
    let with_form = with_form(finding, &codes, reason);
    comments.misformed.push((comments.wrong.len(), codes));
    comments.wrong.push(with_form);
}

/// `there is no x and no y`, of codes that are not found.
fn describe_absent(codes: &[Code]) -> String {
    let names: Vec<String> = codes.iter().map(|code| format!("no `{code}`")).collect();
    format!("there is {}", names.join(" and "))
}

/// The finding about a comment with the form that it is to have.
fn with_form(finding: Diagnostic, codes: &[Code], reason: &str) -> Diagnostic {
    let names: Vec<&str> = codes.iter().map(|code| code.name()).collect();
    let begins = format!("# {IGNORE_PREFIX} ignore[{}]", names.join(", "));
    let span = finding.primary.span;
    match reason.is_empty() {
        true => finding.with_help(format!("write `{begins}`, and behind it why")),
        false => {
            let new = format!("{begins} {reason}");
            finding.with_help(format!("write `{}`", echo_text(&new))).with_fix(replacement_fix(span, &new))
        }
    }
}

/// The reason of a comment that names no code: what stands behind the word, and behind what it names in brackets or as a rule.
fn reason_of(said: &str) -> &str {
    const BETWEEN: &[char] = &[' ', '\t', '-', ':', '–', '—', ','];
    // Forms of other tools have words of their own.
    if said.starts_with(IGNORE_NAME) {
        return "";
    }
    let word = said.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(said.len());
    let rest = said[word..].trim_start_matches(BETWEEN);
    let closed = [('(', ')'), ('[', ']'), ('{', '}')].into_iter().find(|(open, _)| rest.starts_with(*open));
    let rest = match closed.and_then(|(_, close)| rest.split_once(close)) {
        Some((_, behind)) => behind,
        None => match rest.split_once(char::is_whitespace) {
            Some((name, behind)) if name.contains(['_', '.', '/']) => behind,
            Some(_) | None => rest,
        },
    };
    rest.trim_matches(BETWEEN)
}

/// What a comment looks like.
const SYNTAX_HELP: &str =
    "write the codes in brackets, then why: `# housestyle: ignore[edge-whitespace] the space is meant`";

fn invalid_ignore(file: &Arc<SourceFile>, span: Span, message: String) -> Diagnostic {
    Diagnostic::new(Code::InvalidIgnore, file, span, message)
}

/// A comment that matches nothing; `elsewhere` is what is found of its code in the file.
fn unused_ignore(file: &Arc<SourceFile>, ignore: &IgnoredCode, elsewhere: &[&Diagnostic]) -> Diagnostic {
    let code = ignore.code;
    let finding =
        Diagnostic::new(Code::UnusedIgnore, file, ignore.span, format!("there is no `{code}` to ignore here"))
            .with_label("ignores nothing");
    if let Some((first, others)) = elsewhere.split_first() {
        let line = first.primary_place().line;
        let finding = finding
            .with_note("a comment speaks for its own line, or, where it is alone on that, for the next one")
            .with_help(format!("move it above line {line}, where `{code}` is found, or take it out"));
        if !others.is_empty() {
            return finding;
        }
        let fix = ignore.whole.and_then(|whole| move_comment(file, whole, first));
        let finding = finding.with_secondary(first.primary.span, first.message.clone());
        return fix.into_iter().fold(finding, Diagnostic::with_fix);
    }
    let finding = finding.with_help("take it out");
    match ignore.whole {
        Some(span) => finding.with_fix(Fix {
            title: "take it out".to_owned(),
            safety: Safety::Safe,
            edits: vec![Edit { span, text: String::new() }],
        }),
        None => finding,
    }
}

/// The edit that moves a comment alone on its line above the line of a finding.
fn move_comment(file: &Arc<SourceFile>, whole: Span, finding: &Diagnostic) -> Option<Fix> {
    let comment = file.slice(whole).trim();
    let alone = file.slice(whole).ends_with('\n') && edits::line_start(file, whole.end as usize) == whole.end as usize;
    let start = edits::line_start(file, finding.primary.span.start as usize);
    let line = &file.text()[start..];
    let indentation = &line[..line.len() - line.trim_start_matches(' ').len()];
    let text = format!("{indentation}{comment}{}", edits::line_ending(file));
    let whole = Span::new(edits::line_start(file, whole.start as usize), whole.end as usize);
    let mut edits = vec![Edit { span: whole, text: String::new() }, Edit { span: Span::empty_at(start), text }];
    edits.sort_by_key(|edit| edit.span);
    let title = format!("move it above line {}", finding.primary_place().line);
    (alone && !comment.contains('\n')).then_some(Fix { title, safety: Safety::Unsafe, edits })
}

/// Whether a comment may name this code.
fn is_ignorable(code: Code, project: &Project) -> bool {
    let lighter = matches!(project.lints.get(&code), Some(Some(Severity::Warning))) && code.is_relaxable();
    let own = matches!(code, Code::InvalidIgnore | Code::UnusedIgnore);
    (code.severity() == Severity::Warning || lighter) && !own
}

fn replacement_fix(span: Span, text: &str) -> Fix {
    let edits = vec![Edit { span, text: text.to_owned() }];
    Fix { title: format!("write `{text}`"), safety: Safety::Unsafe, edits }
}

/// Where the spaces before a comment begin.
fn leading_gap_start(text: &str, hash: usize) -> usize {
    text[..hash].trim_end_matches([' ', '\t']).len()
}

/// The comment with the spaces before it; the whole line where nothing else is on it.
fn comment_span(text: &str, begins: usize, ends: usize, alone: bool) -> Span {
    let line_end = text[ends..].find('\n').map_or(text.len(), |end| ends + end + 1);
    Span::new(begins, if alone { line_end } else { ends })
}

/// Where a part of a text begins in it.
fn offset_of_part(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The next line that says something, from a line that is a comment alone.
fn next_line(file: &SourceFile, line: u32) -> u32 {
    let last = file.position_at(u32::try_from(file.text().len()).unwrap_or(u32::MAX)).line;
    let says = |line: &u32| {
        let text = file.line_text(*line).trim();
        !text.is_empty() && !text.starts_with('#')
    };
    (line + 1..=last).find(says).unwrap_or(line + 1)
}

/// Texts of a file: a comment in one is none, and one that goes over several lines is one thing.
#[derive(Default)]
pub(super) struct TextSpans {
    spans: Vec<Span>,
    /// The last line of what begins on a line, where that is another.
    long: HashMap<u32, u32>,
}

impl TextSpans {
    /// Those of all documents of a file.
    pub(super) fn of_documents(documents: &[Node], file: &SourceFile) -> Self {
        let mut texts = Self::default();
        documents.iter().for_each(|document| texts.collect_spans(document, file));
        texts
    }

    fn collect_spans(&mut self, node: &Node, file: &SourceFile) {
        match &node.value {
            Value::Text(_) => self.spans.push(node.span),
            Value::Sequence(items) => {
                for item in items {
                    self.record_last_line(item.span.start, item, file);
                    self.collect_spans(item, file);
                }
            }
            Value::Mapping(entries) => {
                for entry in entries {
                    self.spans.push(entry.key.span);
                    self.record_last_line(entry.key.span.start, &entry.value, file);
                    self.collect_spans(&entry.value, file);
                }
            }
            Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => {}
        }
    }

    /// Remembers how far a text goes that begins with what stands at `from`.
    fn record_last_line(&mut self, from: u32, node: &Node, file: &SourceFile) {
        if node.text().is_some() {
            let (first, last) = (file.position_at(from).line, file.position_at(node.span.end).line);
            // An alias is written elsewhere.
            if last > first && node.span.start >= from {
                let known = self.long.entry(first).or_insert(last);
                *known = last.max(*known);
            }
        }
    }

    pub(super) fn contains_offset(&self, at: usize) -> bool {
        self.spans.iter().any(|span| span.range().contains(&at))
    }

    fn last_line(&self, line: u32) -> u32 {
        self.long.get(&line).copied().unwrap_or(line)
    }
}
