//! Style tests as a page to read in a browser: a row for each text, a column for each style or profile, the answers side by side.
//!
//! Always holds: one file that loads nothing, in which all foreign text is inert and escaped; the same tests give the same bytes.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::findings::JudgedTest;
use crate::report::html::csp_hash;
use crate::report::html::escape::escape_foreign;
use crate::report::humanize::count_noun;

const STYLE: &str = ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:2rem}\
    .wide{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid GrayText;padding:.5rem .75rem;\
    text-align:start;vertical-align:top;min-width:14rem;overflow-wrap:anywhere}td p{margin:0 0 .5rem}\
    small{display:block;opacity:.75}.failed,.passed{border-inline-start:.3rem solid #1e8449;padding-inline-start:.5rem}\
    .failed{border-color:#c0392b}@media(max-width:40rem){body{margin:1rem}th,td{min-width:10rem}}";

/// The page.
#[must_use]
pub fn render_tests_matrix(tests: &[JudgedTest<'_>]) -> String {
    let subjects: BTreeSet<&str> = tests.iter().map(|test| test.subject).collect();
    let mut rows: BTreeMap<(&str, &str), Vec<&JudgedTest<'_>>> = BTreeMap::new();
    for test in tests {
        rows.entry((&test.shown_path, test.text)).or_default().push(test);
    }
    let counts = format!("{}, {}", count_noun(rows.len(), "text"), count_noun(subjects.len(), "style"));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{}'; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Style tests</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>Style tests</h1>\n<p>{counts}</p>\n\
         <div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Answers\"><table>\n<thead><tr><th scope=\"col\">Text</th>",
        csp_hash(STYLE)
    );
    subjects.iter().for_each(|subject| out.push_str(&format!("<th scope=\"col\">{}</th>", escape_foreign(subject))));
    out.push_str("</tr></thead>\n<tbody>\n");
    for ((path, text), tests) in rows {
        let (text, path) = (escape_foreign(text), escape_foreign(path));
        out.push_str(&format!("<tr><th scope=\"row\"><span dir=\"auto\">{text}</span><small>{path}</small></th>"));
        for subject in &subjects {
            write_cell(&mut out, tests.iter().filter(|test| test.subject == *subject));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table></div>\n</body>\n</html>\n");
    out
}

/// The answers to one text under one style: as many as there are tests of it.
fn write_cell<'a>(out: &mut String, tests: impl Iterator<Item = &'a &'a JudgedTest<'a>>) {
    let mut tests = tests.peekable();
    if tests.peek().is_none() {
        return out.push_str("<td></td>");
    }
    out.push_str("<td>");
    for test in tests {
        let outcome = if test.failures.is_empty() { "passed" } else { "failed" };
        let answer = test.answer.map_or_else(|| "no usable recording".to_owned(), escape_foreign);
        let accepted = if test.is_accepted { ", an earlier answer, accepted" } else { "" };
        out.push_str(&format!(
            "<div class=\"{outcome}\"><p dir=\"auto\">{answer}</p><small>{}: {outcome}{accepted}</small>",
            escape_foreign(test.id)
        ));
        for failure in &test.failures {
            let what = failure.message.strip_prefix(test.id).and_then(|rest| rest.strip_prefix(": "));
            out.push_str(&format!("<small>{}</small>", escape_foreign(what.unwrap_or(&failure.message))));
        }
        out.push_str("</div>");
    }
    out.push_str("</td>");
}
