//! Laws over random projects, from the text of their files to what the service holds.
//!
//! Seeded: a failure prints its seed, `HOUSESTYLE_SEED=n` runs it alone, `HOUSESTYLE_CASES=n` as many as wanted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use housestyle::catalogue::{Catalogue, load};
use housestyle::check;
use housestyle::diagnostic::{Severity, SourceFile};
use housestyle::model::project::Project;
use housestyle::model::{Address, Kind};
use housestyle::plan::{Agreement, Operation, document};
use housestyle::source::side_tables::SideTable;
use housestyle::source::{Format, ParsedFile, parse_source};
use serde_json::{Value as Json, json};

use crate::simulated_world::{ACCOUNT, Dice, Ended, World, paused, seeds};

const CASES: u64 = 300;

fn cases(law: impl Fn(u64) -> Result<(), String>) {
    let seeds = seeds(0, "HOUSESTYLE_CASES", CASES);
    for seed in seeds {
        law(seed).unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed}: {why}"));
    }
}

/// Text that people might write, in scripts that they write in; nothing hidden in it.
fn words(dice: &mut Dice, most: u64) -> String {
    const WORDS: &[&str] = &[
        "Sie",
        "tone",
        "naïve",
        "«œuvre»",
        "敬語",
        "です・ます",
        "존댓말",
        "：",
        "“quoted”",
        "it's",
        "# no comment",
        "- dash",
        "key: value",
        "{brace}",
        "[x]",
        "100 %",
        "\\n",
        "\"",
        "'",
        "yes",
        "null",
        "~",
        "0x1F",
        "1e3",
        "2026-11-21",
        "😀",
        "👩‍👩‍👧",
        "é",
        "|",
        ">",
        "&a",
        "*b",
        "!t",
        "%",
        "@",
        "`",
    ];
    let count = 1 + dice.below(most);
    (0..count).map(|_| *dice.pick(WORDS)).collect::<Vec<_>>().join(" ")
}

/// A random style document: rules that the service offers for its language, instructions of any kind.
fn style(dice: &mut Dice, catalogue: &Catalogue, n: usize) -> Json {
    let language = dice.pick(&catalogue.languages).code.clone();
    let mut rules: BTreeMap<&str, BTreeMap<&str, &str>> = BTreeMap::new();
    for rule in catalogue.iter_rules() {
        if !dice.chance(12) {
            continue;
        }
        let offered: Vec<&str> = rule
            .values
            .values()
            .filter(|value| value.languages.contains(&language))
            .map(|value| &*value.name)
            .collect();
        if !offered.is_empty() {
            rules.entry(&rule.category).or_default().insert(&rule.name, *dice.pick(offered.as_slice()));
        }
    }
    let instructions: Vec<Json> = (0..dice.below(8))
        .map(|i| {
            let mut instruction = json!({"label": format!("{i} {}", words(dice, 2)), "prompt": words(dice, 12)});
            if dice.chance(30) {
                instruction["source_language"] = json!(dice.pick(&catalogue.languages).code);
            }
            instruction
        })
        .collect();
    json!({
        "name": format!("Ours {n} {}", words(dice, 3)),
        "language": language,
        "configured_rules": rules,
        "custom_instructions": instructions,
    })
}

const PAIRS: &[(&str, &str)] = &[("de", "en"), ("en", "de"), ("en", "ja"), ("fr", "it"), ("pl", "ko")];

/// Different phrases, in any order.
fn phrases(dice: &mut Dice, least: u64, most: u64) -> Vec<String> {
    let count = least + dice.below(most);
    (0..count).map(|_| words(dice, 3)).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Tables beside a document: names and texts.
type Tables = Vec<(String, String)>;

/// A random glossary document, and the tables beside it.
fn glossary(dice: &mut Dice, n: usize) -> (Json, Tables) {
    let mut tables = Vec::new();
    let first = dice.pick(PAIRS);
    let pairs: Vec<_> = PAIRS.iter().filter(|pair| *pair == first || dice.chance(30)).collect();
    let dictionaries = pairs.into_iter().map(|(source, target)| {
        let entries: BTreeMap<String, String> =
            phrases(dice, 1, 20).into_iter().map(|phrase| (phrase, words(dice, 4))).collect();
        let mut dictionary = json!({"source_language": source, "target_language": target});
        // A table with tabs knows no quotes, and one around a whole phrase is a finding.
        let quoted = |phrase: &String| phrase.starts_with('"') && phrase.ends_with('"');
        let form = dice.below(3);
        if form == 0 || (form == 1 && entries.iter().any(|(source, target)| quoted(source) || quoted(target))) {
            dictionary["entries"] = json!(entries);
            return dictionary;
        }
        let cell = |phrase: &str| format!("\"{}\"", phrase.replace('"', "\"\""));
        let (ending, columns) = if form == 1 { ("tsv", 2) } else { ("csv", *dice.pick(&[2, 4])) };
        let line = |(one, other): (&String, &String)| match (form, columns) {
            (1, _) => format!("{one}\t{other}"),
            (_, 2) => format!("{},{}", cell(one), cell(other)),
            (_, _) => format!("{},{},{source},{}", cell(one), cell(other), target.to_uppercase()),
        };
        let end = *dice.pick(&["\n", "\r\n"]);
        let mark = *dice.pick(&["", "\u{feff}"]);
        let lines: Vec<String> = entries.iter().map(line).collect();
        let name = format!("g{n}.{source}-{target}.{ending}");
        tables.push((name.clone(), format!("{mark}{}", lines.join(end))));
        dictionary["file"] = json!(name);
        dictionary
    });
    let dictionaries: Vec<Json> = dictionaries.collect();
    let name = format!("Glossary {n} {}", words(dice, 3));
    (json!({"kind": "glossary", "name": name, "dictionaries": dictionaries}), tables)
}

/// A random document of spoken terms.
fn spoken_terms(dice: &mut Dice, n: usize) -> Json {
    let languages: Vec<&str> =
        ["en", "de", "ja"].into_iter().filter(|language| *language == "en" || dice.chance(40)).collect();
    let lists: Vec<Json> =
        languages.into_iter().map(|language| json!({"language": language, "terms": phrases(dice, 1, 6)})).collect();
    json!({"kind": "spoken_terms", "name": format!("Terms {n} {}", words(dice, 3)), "term_lists": lists})
}

/// How much a random project has.
#[derive(Clone, Copy)]
struct Size {
    styles: usize,
    glossaries: usize,
    spoken_terms: usize,
}

impl Size {
    fn of(dice: &mut Dice) -> Self {
        let mut below = |n| usize::try_from(dice.below(n)).unwrap();
        Self { styles: 1 + below(4), glossaries: below(3), spoken_terms: below(2) }
    }

    fn objects(self) -> usize {
        self.styles + self.glossaries + self.spoken_terms
    }
}

/// A file of a project, with the tables that it names.
type Filed = (Arc<SourceFile>, Tables);

/// Files of a random project, each as YAML or as TOML.
fn project(dice: &mut Dice, catalogue: &Catalogue, size: Size) -> Vec<Filed> {
    let mut documents: Vec<(String, Json, Tables)> = Vec::new();
    documents.extend((0..size.styles).map(|n| (format!("styles/s{n}"), style(dice, catalogue, n), Vec::new())));
    documents.extend((0..size.glossaries).map(|n| {
        let (json, tables) = glossary(dice, n);
        (format!("glossaries/g{n}"), json, tables)
    }));
    documents.extend((0..size.spoken_terms).map(|n| (format!("spoken/t{n}"), spoken_terms(dice, n), Vec::new())));
    let filed = |(path, json, tables): (String, Json, _)| {
        if dice.chance(50) {
            (SourceFile::new(format!("{path}.yaml"), serde_yaml::to_string(&json).unwrap()), tables)
        } else {
            (SourceFile::new(format!("{path}.toml"), toml::to_string(&json).unwrap()), tables)
        }
    };
    documents.into_iter().map(filed).collect()
}

fn read(files: &[Filed], catalogue: &Catalogue) -> Result<check::Desired, String> {
    let parsed: Vec<ParsedFile> = files
        .iter()
        .map(|(file, tables)| {
            let parsed = parse_source(file, Format::from_path(file.path()).expect("yaml or toml"));
            let table = |(name, text): &(String, String)| SideTable {
                written: name.clone(),
                file: Ok(SourceFile::new(format!("glossaries/{name}"), text.clone())),
                findings: Vec::new(),
            };
            parsed.side_tables.set(tables.iter().map(table).collect()).unwrap();
            parsed
        })
        .collect();
    let checked = check::check_project(&parsed, &Project::default(), catalogue);
    let wrong: Vec<String> = checked
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| format!("{}: {}\n{}", finding.primary_place(), finding.message, finding.file.text()))
        .collect();
    checked.desired.ok_or_else(|| wrong.join("\n"))
}

/// Addresses of what loses content without being deleted.
fn term_sets(desired: &check::Desired) -> impl Iterator<Item = Address> {
    let glossaries = desired.glossaries().keys().map(|key| Address { kind: Kind::Glossary, key: key.clone() });
    let terms = desired.spoken_terms().keys().map(|key| Address { kind: Kind::SpokenTerms, key: key.clone() });
    glossaries.chain(terms)
}

async fn applied(world: &mut World) -> Result<(), String> {
    match world.apply().await {
        Ended::Applied(_, report) if report.end.is_done() => world.converged(),
        Ended::Applied(_, report) => Err(format!("{report:?}")),
        Ended::Refused(plan) => Err(format!("{:?}", plan.blockers)),
        Ended::Nothing(_) => world.converged(),
        Ended::Unread(unread) => Err(unread.to_string()),
        Ended::Killed => Err("killed".to_owned()),
    }
}

#[test]
fn after_apply_the_plan_is_empty_there_and_back_again() {
    let catalogue = load::builtin_catalogue(load::Edition::Core);
    cases(|seed| {
        paused(async {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |setup| setup.quirks.fill_source_language = seed % 2 == 0);
            let size = Size::of(&mut dice);
            let one = read(&project(&mut dice, &catalogue, size), &catalogue)?;
            let other = read(&project(&mut dice, &catalogue, size), &catalogue)?;
            for desired in [&one, &other, &one] {
                world.desired = desired.clone();
                world.options.agreed[Agreement::Replace] =
                    desired.styles().keys().cloned().map(Address::style).collect();
                world.options.agreed[Agreement::Shrink] = term_sets(desired).collect();
                applied(&mut world).await?;
                let plan = world.plan().await.map_err(|unread| unread.to_string())?;
                if !plan.is_empty() || !plan.blockers.is_empty() || !plan.kept.is_empty() {
                    return Err(format!("{:?} {:?} {:?}", plan.items, plan.blockers, plan.kept));
                }
                let writes = world.emulator.write_count();
                applied(&mut world).await?;
                if world.emulator.write_count() != writes {
                    return Err("a second apply wrote".to_owned());
                }
            }
            Ok(())
        })
    });
}

#[test]
fn a_plan_has_the_same_bytes_whatever_the_order_of_files_and_whenever_it_is_made() {
    let catalogue = load::builtin_catalogue(load::Edition::Core);
    cases(|seed| {
        paused(async {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |_| {});
            let size = Size::of(&mut dice);
            let mut files = project(&mut dice, &catalogue, size);
            world.desired = read(&files, &catalogue)?;
            let first = world.plan().await.map_err(|unread| unread.to_string())?;
            files.reverse();
            world.desired = read(&files, &catalogue)?;
            tokio::time::advance(std::time::Duration::from_secs(100_000)).await;
            let second = world.plan().await.map_err(|unread| unread.to_string())?;
            let text = |plan| document::render_plan(&document::plan_document(plan));
            if text(&first) != text(&second) {
                return Err("two plans of the same files differ".to_owned());
            }
            document::parse_plan(&text(&first)).map(|_| ()).map_err(|error| error.to_string())
        })
    });
}

#[test]
fn without_state_everything_is_adopted_and_nothing_is_sent() {
    let catalogue = load::builtin_catalogue(load::Edition::Core);
    cases(|seed| {
        paused(async {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |setup| setup.quirks.fill_source_language = seed % 2 == 0);
            let size = Size::of(&mut dice);
            world.desired = read(&project(&mut dice, &catalogue, size), &catalogue)?;
            applied(&mut world).await?;
            world.disk.lose();
            let writes = world.emulator.write_count();
            let plan = world.plan().await.map_err(|unread| unread.to_string())?;
            if plan.count_operations(Operation::Import) != size.objects() || !plan.blockers.is_empty() {
                return Err(format!("{:?} {:?}", plan.items, plan.blockers));
            }
            applied(&mut world).await?;
            if world.emulator.write_count() != writes || world.emulator.style_lists(ACCOUNT).len() != size.styles {
                return Err("adopting wrote".to_owned());
            }
            Ok(())
        })
    });
}
