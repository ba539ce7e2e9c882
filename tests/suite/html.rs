//! The page of a plan: inert, self-contained, the same bytes each time, and alive in a real browser where one is installed.

use std::path::Path;
use std::process::Command;

use housestyle::diagnostic::Place;
use housestyle::model::term_set::TermSetPart;
use housestyle::model::{Address, Language};
use housestyle::plan::{Cause, Change, ChangedField, Hazard, KeptAdditions, Operation, Plan, PlanItem};
use housestyle::report::heading::Heading;
use housestyle::report::html::render_plan_page;

use crate::reports::plans::{address, hostile, id, one_of_each, plan, refused, update};
use crate::reports::{HOSTILE, golden};

fn of(plan: &Plan) -> String {
    render_plan_page(&Heading::for_plan(plan), plan, "housestyle apply")
}

#[test]
fn the_page_of_a_plan() {
    golden("plan.html", &of(&one_of_each()));
    assert_eq!(of(&one_of_each()), of(&one_of_each()));
}

/// The elements of a page with their attributes, texts aside; fails where one is not of ours.
fn elements(page: &str) -> Vec<String> {
    let body = &page[page.find("<body>").unwrap()..page.find("<script>").unwrap()];
    let parts = body.split('<').skip(1).map(|part| part.split_once('>').expect("each element ends").0.to_owned());
    parts.collect()
}

#[test]
fn foreign_text_makes_no_element_and_no_attribute() {
    let foreign =
        ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onload='x", "</details></main>", HOSTILE];
    let of = |text: &str| {
        let mut item = PlanItem { id: Some(id(1)), hazards: vec![Hazard::Deletes], ..update() };
        text.clone_into(&mut item.name);
        for change in &mut item.changes {
            for side in [&mut change.before, &mut change.after].into_iter().flatten() {
                *side = text.into();
            }
            change.place = Some(Place { file: text.into(), line: 1, column: 1 });
        }
        let additions = vec![KeptAdditions { address: address("x"), names: vec![text.to_owned()] }];
        let mut plan = Plan { notes: vec![text.to_owned()], additions, ..plan(vec![item]) };
        text.clone_into(&mut plan.basis.environment);
        text.clone_into(&mut plan.basis.origin);
        render_plan_page(&Heading::for_plan(&plan), &plan, text)
    };
    let neutral = elements(&of("neutral"));
    for text in foreign {
        assert_eq!(elements(&of(text)), neutral, "{text:?}");
    }
}

#[test]
fn the_page_loads_nothing_and_hides_nothing() {
    for plan in [one_of_each(), refused(), hostile(), plan(Vec::new())] {
        let page = of(&plan);
        assert!(page.contains("default-src 'none'"));
        assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("src="), "{page}");
        let hidden = |c: char| {
            (c.is_control() && c != '\n')
                || ('\u{200b}'..='\u{200f}').contains(&c)
                || ('\u{202a}'..='\u{202e}').contains(&c)
        };
        assert_eq!(page.chars().find(|c| hidden(*c)), None);
    }
}

/// Fifty thousand changes, of which a few thousand are grave.
fn long() -> Plan {
    // What is the same in many lists would be said once.
    let own = |n: usize| {
        let changes = update().changes.into_iter().map(|change| Change { after: Some(n.to_string().into()), ..change });
        PlanItem { address: address(&format!("list-{n}")), changes: changes.collect(), ..update() }
    };
    let mut items: Vec<PlanItem> = (0..4_900).map(own).collect();
    for n in 0..100 {
        let old = PlanItem::new(address(&format!("old-{n}")), "Old", &items[0].language, Operation::Delete);
        items.push(PlanItem { id: Some(id(n)), hazards: vec![Hazard::Deletes], ..old });
    }
    plan(items)
}

#[test]
fn a_long_page_holds_every_change() {
    let page = of(&long());
    assert_eq!(page.matches("<details class=\"card ").count(), 5_000);
    assert_eq!(page.matches("<details class=\"card delete\"").count(), 100);
    assert_eq!(page.matches(" open>\n").count(), 100, "only what is grave is unfolded");
}

/// A glossary with a dictionary that changes in fifty thousand entries, and one in a few.
fn wide() -> Plan {
    let part = |target: &str| TermSetPart::Dictionary { source: Language::new("en"), target: Language::new(target) };
    let entry = |target: &str, n: usize, before: Option<&str>, after: Option<&str>, cause| Change {
        field: ChangedField::Entry(part(target), format!("word {n}")),
        before: before.map(Into::into),
        after: after.map(Into::into),
        cause,
        place: None,
    };
    let mut changes: Vec<Change> = (0..30_000).map(|n| entry("de", n, Some("alt"), None, Cause::Edited)).collect();
    changes.extend((30_000..49_999).map(|n| entry("de", n, None, Some("neu"), Cause::Edited)));
    changes.push(entry("de", 49_999, Some("fremd"), Some("alt"), Cause::Drifted));
    changes.extend((0..3).map(|n| entry("fr", n, None, Some("mot"), Cause::Edited)));
    let item = PlanItem::new(Address::parse("glossary/terms").unwrap(), "Terms", None::<&Language>, Operation::Update);
    plan(vec![PlanItem { changes, ..item }])
}

#[test]
fn a_dictionary_that_changes_in_very_many_entries_gives_a_page_that_counts_what_it_leaves_out() {
    let page = of(&wide());
    assert!(page.len() < 2_500_000, "{} bytes", page.len());
    assert_eq!(page.matches("<li class=\"comes\"").count(), 3);
    assert_eq!(page.matches("<li class=\"turns\"").count(), 1, "what somebody else changed is shown first");
    assert_eq!(page.matches("<li class=\"goes\"").count(), 9_999);
    let more = "and 40000 more of en &gt; de: 19999 to add, 20001 to remove (digest ";
    assert!(page.contains(more) && page.contains("). The JSON format lists all.</li>"), "{more}");
}

/// Where the browser is.
pub(crate) fn browser() -> &'static str {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .into_iter()
        .find(|path| Path::new(path).exists())
        .expect("chromium is installed")
}

/// What the browser makes of a page: its document, and what it complained of.
pub(crate) fn rendered(browser: &str, page: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    std::fs::write(&file, page).unwrap();
    let told = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        .args(["--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"])
        .args(["--enable-logging=stderr", "--virtual-time-budget=4000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&told.stderr)
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .collect::<Vec<_>>()
        .join("\n");
    (String::from_utf8_lossy(&told.stdout).into_owned(), complaints)
}

#[test]
#[ignore = "needs chromium"]
fn a_browser_shows_the_page_and_nothing_else_runs_in_it() {
    let browser = browser();
    let (document, complaints) = rendered(browser, &of(&one_of_each()));
    assert_eq!(complaints, "");
    assert!(document.contains("8 shown"), "the script did not run:\n{document}");
    let meddled = of(&one_of_each()).replace("</main>", "<script>document.title='meddled'</script></main>");
    let (document, complaints) = rendered(browser, &meddled);
    assert!(!document.contains("<title>meddled") && complaints.contains("Content Security Policy"), "{complaints}");
}

/// What somebody at the page would do; what it then shows becomes the title, a line each.
const ACTS: &str = include_str!("../reports/page-acts.js");

#[test]
#[ignore = "needs chromium"]
fn a_person_can_search_filter_and_fold_with_the_keyboard() {
    let browser = browser();
    // The policy would forbid to act on the page, as it should.
    let page = of(&one_of_each());
    let begins = page.find("<meta http-equiv").unwrap();
    let ends = begins + page[begins..].find('\n').unwrap();
    let page =
        format!("{}{}", &page[..begins], &page[ends..]).replace("</main>", &format!("<script>{ACTS}</script></main>"));
    let (document, complaints) = rendered(browser, &page);
    assert_eq!(complaints, "");
    let title = document.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap();
    golden("page-acts.txt", &format!("{title}\n"));
}

#[test]
#[ignore = "needs chromium"]
fn a_browser_takes_fifty_thousand_changes() {
    let browser = browser();
    let (document, complaints) = rendered(browser, &of(&long()));
    assert_eq!(complaints, "");
    assert!(document.contains("5000 shown"));
}
