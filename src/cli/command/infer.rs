//! `housestyle infer`: from existing translations to a style file, with counts as evidence. Offline.

use std::collections::BTreeMap;
use std::fmt::Write;

use camino::{Utf8Path, Utf8PathBuf};

use crate::catalogue::{Catalogue, load};
use crate::check;
use crate::cli::arguments::format::{HumanOrJson, choose_format};
use crate::cli::exit::{CliError, Exit};
use crate::cli::invocation::Invocation;
use crate::cli::valid_project;
use crate::conform::infer::{Alternative, Claim, InferredRule, StyleTally, Thresholds};
use crate::conform::passage::Tongue;
use crate::conform::reader::{Segment, TextFormat, read_segments};
use crate::diagnostic::{Diagnostic, Severity, SourceFile, Span};
use crate::disk::{self, FileMode, Overwrite};
use crate::model::project::Project;
use crate::project::texts::text_files::{
    find_text_files, is_project_file, language_of_path, read_text_file, variant_of_path,
};
use crate::project::{self, OpenedProject};
use crate::report::inferred::{InferredDocument, InferredRuleDocument};
use crate::report::{Sanitized, humanize};
use crate::source::discover::DiscoveredFiles;
use crate::source::{self, Format};

/// What `infer --help` teaches.
pub const HELP: &str = "Infer a style from existing translations. Nothing is sent anywhere.\n\n\
    For each detectable rule, the dominant value is written to a style file, with counts and places as comments. Mixed \
    usage is left out and listed; rules with too few occurrences are left out. In folders, files named for another language \
    and files of the project itself are skipped; JSON, YAML, TOML, CSV, XML, plain text and modules of programs count \
    where their path names the language.\n\n\
    Formats: human (the style file), json (its schema: housestyle schema infer).\n\n\
    Examples:\n\
    \x20 housestyle infer --language de locales/de\n\
    \x20 housestyle infer --language fr site/fr --out styles/site-fr.yaml\n\
    \x20 housestyle infer --language ja --minimum 20 --share 95 app.ja.xliff";

/// Arguments of `infer`.
#[derive(Debug, clap::Args)]
pub struct InferArgs {
    /// Files or folders of texts
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<Utf8PathBuf>,
    /// Language of the texts; in folders, files named for another one are left out
    #[arg(long, value_name = "LANGUAGE", env = "HOUSESTYLE_LANGUAGE")]
    pub language: String,
    /// Display name of the list [default: Inferred (LANGUAGE)]
    #[arg(long, value_name = "NAME", env = "HOUSESTYLE_NAME")]
    pub name: Option<String>,
    /// Least occasions of a rule
    #[arg(long, value_name = "N", env = "HOUSESTYLE_MINIMUM", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub minimum: u32,
    /// Least share of the occasions that agree, in percent
    #[arg(long, value_name = "PERCENT", env = "HOUSESTYLE_SHARE", default_value_t = 90, value_parser = clap::value_parser!(u32).range(51..=100))]
    pub share: u32,
    /// Write the style file here; never over another file
    #[arg(long, value_name = "FILE", env = "HOUSESTYLE_OUT")]
    pub out: Option<Utf8PathBuf>,
}

/// Infers.
///
/// # Errors
/// Where no detector knows the language, no text is found, or the file exists.
pub fn run(args: &InferArgs, invocation: &Invocation<'_>) -> Result<Exit, CliError> {
    let Invocation { global, here, screen, .. } = *invocation;
    let format: HumanOrJson = choose_format(global, "infer")?;
    if format == HumanOrJson::Json && args.out.is_some() {
        return Err(CliError::usage_error("--out writes a style file, and --format json prints none")
            .with_help("give one of the two"));
    }
    let tongue = Tongue::parse(&args.language).ok_or_else(|| {
        CliError::new_sanitized(Exit::Usage, format!("no detector knows the language `{}`", args.language))
            .with_help("texts are read in de, en, es, fr, it, ja, ko and zh")
    })?;
    let opened = project::open_or_default(here);
    // Which files are texts and what may be claimed rests on it.
    valid_project::stop_on_errors(&opened.findings, 1, screen)?;
    let mut tally = StyleTally::new(tongue);
    let (mut files, mut refused) = (0, 0);
    let mut variants: BTreeMap<Utf8PathBuf, usize> = BTreeMap::new();
    for named in &args.paths {
        for FoundText { root, path, shown, finding } in text_files(here, named, tongue, &opened) {
            let below = shown.strip_prefix(named).unwrap_or(Utf8Path::new(""));
            if let Some((folder, _)) = variant_of_path(below.as_str(), tongue.code()) {
                *variants.entry(named.join(folder)).or_default() += 1;
                continue;
            }
            let shown = shown.strip_prefix(".").unwrap_or(&shown);
            let (read, fault) = match finding {
                Some(finding) => (false, Some(finding.message)),
                None => tally_file(&mut tally, &root, &path, shown),
            };
            files += usize::from(read);
            if let Some(fault) = fault {
                refused += 1;
                screen.print_always(&format!("{}: {}", Sanitized(shown.as_str()), Sanitized(&fault)));
            }
        }
    }
    for (folder, count) in variants {
        let shown = folder.strip_prefix(".").unwrap_or(&folder);
        let shown = Sanitized(shown.as_str());
        let count = humanize::count_noun(count, "file");
        screen.print_status(&format!(
            "{shown} is left out, {count}: a variant has a style of its own, from its folder alone"
        ));
    }
    if tally.texts == 0 {
        let code = tongue.code();
        return Err(CliError::new(Exit::Invalid, format!("no text in {code} was found"))
            .with_help("name a folder or files of translations"));
    }
    let share = usize::try_from(args.share).unwrap_or(100);
    let thresholds = Thresholds { minimum: usize::try_from(args.minimum).unwrap_or(1), share };
    let name = args.name.clone().unwrap_or_else(|| format!("Inferred ({})", tongue.code()));
    let is_offered = |rule: &str, value: &str| {
        let found = rule.split_once('.').and_then(|(category, rule)| opened.catalogue.find_rule(category, rule));
        found.is_some_and(|rule| rule.values.contains_key(value))
    };
    let rules = tally.infer(thresholds, is_offered);
    let head = format!("{} in {}", humanize::count_noun(tally.texts, "text"), humanize::count_noun(files, "file"));
    let style = render_style(&name, tongue, &head, thresholds, &rules);
    check_style(&style, &opened.catalogue)?;
    match (&args.out, format) {
        (None, HumanOrJson::Json) => screen.print_output(&render_json(&tally, files, thresholds, &rules))?,
        (None, HumanOrJson::Human) => screen.print_output(&style)?,
        (Some(out), _) => write_new(&here.join(out), out, &style)?,
    }
    let claimed = rules.iter().filter(|rule| matches!(rule.claim, Claim::Value { .. })).count();
    let mixed = rules.iter().filter(|rule| matches!(rule.claim, Claim::Mixture(_))).count();
    let valueless = rules.iter().filter(|rule| rule.claim == Claim::NoValue).count();
    let lacking = rules.iter().filter(|rule| matches!(rule.claim, Claim::NotOffered { .. })).count();
    screen.print_status(&format!(
        "{} inferred from {head}; {mixed} mixed, {} with too few occasions{}",
        humanize::count_noun(claimed, "rule"),
        rules.len() - claimed - mixed - lacking - valueless,
        if lacking == 0 { String::new() } else { format!(", {lacking} not in this project's catalogue") }
    ));
    if refused > 0 {
        screen.print_always(&format!("{} not read, or not whole", humanize::count_noun(refused, "file")));
    }
    Ok(if refused == 0 { Exit::Success } else { Exit::Invalid })
}

/// A file of texts, or why there is none.
struct FoundText {
    /// The folder that the path counts from.
    root: Utf8PathBuf,
    path: Utf8PathBuf,
    /// As people are shown it.
    shown: Utf8PathBuf,
    finding: Option<Diagnostic>,
}

fn text_files(here: &Utf8Path, path: &Utf8Path, tongue: Tongue, opened: &OpenedProject) -> Vec<FoundText> {
    let full = here.join(path);
    let inner = opened.relative_path(&full);
    if !full.is_dir() {
        return vec![FoundText { root: opened.root.clone(), path: inner, shown: path.to_owned(), finding: None }];
    }
    // A folder elsewhere is what the person named; one of the project stays inside of it.
    let (root, folder) = if inner.is_absolute() { (full, Utf8PathBuf::new()) } else { (opened.root.clone(), inner) };
    let own = opened.list_files();
    let below = |file: &Utf8Path| path.join(file.strip_prefix(&folder).unwrap_or(file));
    let fits = |file: &Utf8Path| {
        // A folder outside of the project says its language in the path that was given.
        let named = if root == opened.root { file.to_owned() } else { below(file) };
        let language = language_of_path(named.as_str());
        match TextFormat::detect(file.as_str(), "<resources <TS") {
            None => file.extension().is_none(),
            Some(_) if root == opened.root && is_project_file(file, &own) => false,
            Some(
                TextFormat::Json
                | TextFormat::Android
                | TextFormat::Csv
                | TextFormat::Plain
                | TextFormat::Yaml
                | TextFormat::Toml
                | TextFormat::Js
                | TextFormat::Php,
            ) => language.is_some_and(|found| found.as_str() == tongue.code()),
            Some(_) => language.is_none_or(|found| found.as_str() == tongue.code()),
        }
    };
    let DiscoveredFiles { files, findings, passed_over: _ } = find_text_files(&root, &folder, &opened.project.exclude);
    let found = |path: Utf8PathBuf, finding: Option<Diagnostic>| FoundText {
        root: root.clone(),
        shown: below(&path),
        path,
        finding,
    };
    let refused = findings.into_iter().map(|finding| found(Utf8PathBuf::from(&**finding.file.path()), Some(finding)));
    files.into_iter().map(|file| found(file, None)).chain(refused).filter(|text| fits(&text.path)).collect()
}

/// Takes the texts of a file: whether it was read, and what is wrong with it.
fn tally_file(tally: &mut StyleTally, root: &Utf8Path, path: &Utf8Path, shown: &Utf8Path) -> (bool, Option<String>) {
    let (file, findings) = read_text_file(root, path);
    if let Some(finding) = findings.into_iter().next() {
        return (false, Some(finding.message));
    }
    let Some(format) = TextFormat::detect(path.as_str(), file.text()) else { return (false, None) };
    let tongue = tally.tongue();
    let mut take = |segment: Segment<'_>| {
        if segment.language.as_deref().is_none_or(|code| Tongue::parse(code) == Some(tongue)) {
            let place = file.place_of(Span::empty_at(segment.target.place(&(0..0)).start));
            tally.add_segment(&segment, &format!("{shown}:{}", place.line));
        }
    };
    let faults = read_segments(format, file.text(), &mut take);
    (true, faults.into_iter().next().map(|fault| fault.message))
}

/// One line of a comment: what texts say is made inert.
fn comment_text(text: &str) -> String {
    Sanitized(text).to_string().replace(['\n', '\r'], " ").chars().take(100).collect()
}

fn render_json(tally: &StyleTally, files: usize, thresholds: Thresholds, rules: &[InferredRule]) -> String {
    let Thresholds { minimum, share } = thresholds;
    let mut document = InferredDocument::new(tally.tongue().code(), tally.texts, files, minimum, share);
    for InferredRule { rule, occasions, claim, examples } in rules {
        let words = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let (kind, value, also, agree) = match claim {
            Claim::Value { name, agree, also } => {
                ("value", Some((*name).to_owned()), words(also), BTreeMap::from([((*name).to_owned(), *agree)]))
            }
            Claim::NotOffered { name, agree } => {
                ("not_offered", Some((*name).to_owned()), Vec::new(), BTreeMap::from([((*name).to_owned(), *agree)]))
            }
            Claim::Mixture(values) => {
                let agree = values.iter().map(|one| (one.name.to_owned(), one.agree)).collect();
                ("mixture", None, Vec::new(), agree)
            }
            Claim::NoValue => ("no_value", None, Vec::new(), BTreeMap::new()),
            Claim::TooFew => ("too_few", None, Vec::new(), BTreeMap::new()),
        };
        let examples = match claim {
            Claim::Mixture(values) => values.iter().flat_map(|one| one.examples.clone()).collect(),
            Claim::Value { .. } | Claim::NotOffered { .. } | Claim::NoValue | Claim::TooFew => examples.clone(),
        };
        document.rules.push(InferredRuleDocument {
            rule: (*rule).to_owned(),
            claim: kind.to_owned(),
            value,
            also,
            occasions: *occasions,
            agree,
            examples,
        });
    }
    document.render()
}

fn render_style(name: &str, tongue: Tongue, head: &str, thresholds: Thresholds, rules: &[InferredRule]) -> String {
    let mut out = format!(
        "# Inferred from {head}. A value is claimed from {} on, where {} % agree.\nname: {}\nlanguage: {}\n",
        humanize::count_noun(thresholds.minimum, "occasion"),
        thresholds.share,
        serde_json::Value::String(name.to_owned()),
        tongue.code()
    );
    let mut by_category: BTreeMap<&str, Vec<(&str, &InferredRule)>> = BTreeMap::new();
    let is_set = |rule: &InferredRule| matches!(rule.claim, Claim::Value { .. });
    for rule in rules.iter().filter(|rule| is_set(rule) || matches!(rule.claim, Claim::Mixture(_))) {
        let (category, short) = rule.rule.split_once('.').unwrap_or(("", rule.rule));
        by_category.entry(category).or_default().push((short, rule));
    }
    // What would have no content is commented out with it.
    let head = |any_set: bool| if any_set { "" } else { "# " };
    if !by_category.is_empty() {
        let any_set = by_category.values().flatten().any(|(_, rule)| is_set(rule));
        let _infallible = writeln!(out, "{}configured_rules:", head(any_set));
    }
    for (category, rules) in by_category {
        let any_set = rules.iter().any(|(_, rule)| is_set(rule));
        let _infallible = writeln!(out, "  {}{category}:", head(any_set));
        for (short, rule) in rules {
            let InferredRule { rule: _, occasions, claim, examples } = rule;
            if let Claim::Value { name, agree, also } = claim {
                let _infallible = writeln!(out, "    # {agree} of {}", humanize::count_noun(*occasions, "occasion"));
                for example in examples {
                    let _infallible = writeln!(out, "    #   {}", comment_text(example));
                }
                for other in also {
                    let _infallible = writeln!(out, "    # the same occasions also agree with {other}");
                }
                let _infallible = writeln!(out, "    {short}: {}", yaml_value(name));
            }
            if let Claim::Mixture(values) = claim {
                let _infallible =
                    writeln!(out, "    # mixed, {}: uncomment one", humanize::count_noun(*occasions, "occasion"));
                for Alternative { name, agree, examples } in values {
                    let _infallible = writeln!(out, "    # {short}: {}", yaml_value(name));
                    let _infallible = writeln!(out, "    #   {agree} of {occasions}");
                    for example in examples {
                        let _infallible = writeln!(out, "    #   {}", comment_text(example));
                    }
                }
            }
        }
    }
    let mut valueless = Vec::new();
    let mut few = Vec::new();
    let mut lacking = String::new();
    for InferredRule { rule, occasions, claim, examples: _ } in rules {
        match claim {
            Claim::NoValue => valueless.push(format!("{rule} ({occasions})")),
            Claim::NotOffered { name, agree } => {
                let occasions = humanize::count_noun(*occasions, "occasion");
                let _infallible = writeln!(lacking, "#   {rule}: {name} ({agree} of {occasions})");
            }
            Claim::TooFew => few.push(format!("{rule} ({occasions})")),
            Claim::Value { .. } | Claim::Mixture(_) => {}
        }
    }
    if !lacking.is_empty() {
        let _infallible = write!(
            out,
            "\n# Not in this project's catalogue, left out; to have them, {}:\n{lacking}",
            load::CHOOSE_PUBLIC
        );
    }
    if !valueless.is_empty() {
        let _infallible = write!(out, "\n# Occasions that show no value of their rule: {}\n", valueless.join(", "));
    }
    if !few.is_empty() {
        let _infallible = write!(out, "\n# Too few occasions: {}\n", few.join(", "));
    }
    out
}

/// A value as YAML writes it.
fn yaml_value(name: &str) -> String {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { name.to_owned() } else { format!("\"{name}\"") }
}

/// Whether `validate` takes the style: of what is in it, only the name was anybody's choice.
fn check_style(text: &str, catalogue: &Catalogue) -> Result<(), CliError> {
    let parsed = source::parse_source(&SourceFile::new("inferred.yaml", text), Format::Yaml);
    let findings = check::check_project(&[parsed], &Project::default(), catalogue).findings;
    match findings.into_iter().find(|finding| finding.severity == Severity::Error) {
        None => Ok(()),
        Some(fault) => {
            let stop = CliError::new_sanitized(Exit::Usage, format!("--name: {}", fault.message));
            Err(stop.with_help(fault.help.unwrap_or_else(|| "choose another name".to_owned())))
        }
    }
}

fn write_new(path: &Utf8Path, shown: &Utf8Path, text: &str) -> Result<(), CliError> {
    let failed = |error: &std::io::Error| CliError::io_error(format!("cannot write {shown}"), error);
    disk::create_parent(path).map_err(|error| failed(&error))?;
    disk::replace(path, text.as_bytes(), FileMode::Shared, Overwrite::Never).map_err(|error| {
        let exists = error.kind() == std::io::ErrorKind::AlreadyExists;
        if exists { failed(&error).with_help("name a file that does not exist yet") } else { failed(&error) }
    })
}
