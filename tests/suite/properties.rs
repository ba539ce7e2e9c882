//! Laws over random projects, from the text of their files to what the service holds.
//!
//! Seeded: a failure prints its seed, `HOUSESTYLE_SEED=n` runs it alone, `HOUSESTYLE_CASES=n` as many as wanted.

use std::collections::BTreeMap;
use std::sync::Arc;

use housestyle::catalogue::{Catalogue, load};
use housestyle::check;
use housestyle::diagnostic::{Severity, SourceFile};
use housestyle::model::project::Project;
use housestyle::plan::{Verb, document};
use housestyle::source::{Format, Parsed, parse};
use serde_json::{Value as Json, json};

use crate::world::{ACCOUNT, Dice, Ended, World};

const CASES: u64 = 300;

fn cases(law: impl Fn(u64) -> Result<(), String>) {
    let from_environment = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds = match from_environment("HOUSESTYLE_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..from_environment("HOUSESTYLE_CASES").unwrap_or(CASES),
    };
    for seed in seeds {
        law(seed).unwrap_or_else(|why| panic!("HOUSESTYLE_SEED={seed}: {why}"));
    }
}

fn paused<F: Future>(story: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap().block_on(story)
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
    for rule in catalogue.rules() {
        if !dice.chance(12) {
            continue;
        }
        let offered: Vec<&str> = rule
            .values
            .values()
            .filter(|value| value.languages.contains(&language))
            .map(|value| value.name.as_str())
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

/// Files of a random project, each as YAML or as TOML.
fn project(dice: &mut Dice, catalogue: &Catalogue, styles: usize) -> Vec<Arc<SourceFile>> {
    (0..styles)
        .map(|n| {
            let json = style(dice, catalogue, n);
            if dice.chance(50) {
                SourceFile::new(format!("styles/s{n}.yaml"), serde_yaml::to_string(&json).unwrap())
            } else {
                SourceFile::new(format!("styles/s{n}.toml"), toml::to_string(&json).unwrap())
            }
        })
        .collect()
}

fn read(files: &[Arc<SourceFile>], catalogue: &Catalogue) -> Result<check::Desired, String> {
    let parsed: Vec<Parsed> =
        files.iter().map(|file| parse(file, Format::of(file.path()).expect("yaml or toml"))).collect();
    let checked = check::read(&parsed, &Project::default(), catalogue);
    let wrong: Vec<String> = checked
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| format!("{}: {}\n{}", finding.place(), finding.message, finding.file.text()))
        .collect();
    checked.desired.ok_or_else(|| wrong.join("\n"))
}

async fn applied(world: &mut World) -> Result<(), String> {
    match world.apply().await {
        Ended::Applied(_, report) if report.exit == 0 => world.converged(),
        Ended::Applied(_, report) => Err(format!("{report:?}")),
        Ended::Refused(plan) => Err(format!("{:?}", plan.refusals)),
        Ended::Nothing(_) => world.converged(),
        Ended::Unread(unread) => Err(unread.to_string()),
        Ended::Killed => Err("killed".to_owned()),
    }
}

#[test]
fn after_apply_the_plan_is_empty_there_and_back_again() {
    let catalogue = load::builtin(false);
    cases(|seed| {
        paused(async {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |setup| setup.quirks.fill_source_language = seed % 2 == 0);
            let styles = 1 + usize::try_from(dice.below(5)).unwrap();
            let one = read(&project(&mut dice, &catalogue, styles), &catalogue)?;
            let other = read(&project(&mut dice, &catalogue, styles), &catalogue)?;
            for desired in [&one, &other, &one] {
                world.desired = desired.clone();
                world.options.allow_replace =
                    desired.styles().keys().cloned().map(housestyle::model::Address::style).collect();
                applied(&mut world).await?;
                let plan = world.plan().await.map_err(|unread| unread.to_string())?;
                if !plan.is_empty() || !plan.refusals.is_empty() || !plan.held.is_empty() {
                    return Err(format!("{:?} {:?} {:?}", plan.items, plan.refusals, plan.held));
                }
                let writes = world.emulator.writes();
                applied(&mut world).await?;
                if world.emulator.writes() != writes {
                    return Err("a second apply wrote".to_owned());
                }
            }
            Ok(())
        })
    });
}

#[test]
fn a_plan_has_the_same_bytes_whatever_the_order_of_files_and_whenever_it_is_made() {
    let catalogue = load::builtin(false);
    cases(|seed| {
        paused(async {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |_| {});
            let mut files = project(&mut dice, &catalogue, 4);
            world.desired = read(&files, &catalogue)?;
            let first = world.plan().await.map_err(|unread| unread.to_string())?;
            files.reverse();
            world.desired = read(&files, &catalogue)?;
            tokio::time::advance(std::time::Duration::from_secs(100_000)).await;
            let second = world.plan().await.map_err(|unread| unread.to_string())?;
            let text = |plan| document::render(&document::document(plan));
            if text(&first) != text(&second) {
                return Err("two plans of the same files differ".to_owned());
            }
            document::parse(&text(&first)).map(|_| ()).map_err(|error| error.to_string())
        })
    });
}

#[test]
fn without_state_everything_is_adopted_and_nothing_is_sent() {
    let catalogue = load::builtin(false);
    cases(|seed| {
        paused(async {
            let mut dice = Dice::new(seed);
            let mut world = World::new(seed, |setup| setup.quirks.fill_source_language = seed % 2 == 0);
            world.desired = read(&project(&mut dice, &catalogue, 3), &catalogue)?;
            applied(&mut world).await?;
            world.disk.lose();
            let writes = world.emulator.writes();
            let plan = world.plan().await.map_err(|unread| unread.to_string())?;
            if plan.count(Verb::Adopt) != 3 || !plan.refusals.is_empty() {
                return Err(format!("{:?} {:?}", plan.items, plan.refusals));
            }
            applied(&mut world).await?;
            if world.emulator.writes() != writes || world.emulator.lists(ACCOUNT).len() != 3 {
                return Err("adopting wrote".to_owned());
            }
            Ok(())
        })
    });
}
