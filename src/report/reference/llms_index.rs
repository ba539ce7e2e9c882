//! `llms.txt`: what there is to read about this program, in one short page for language models.
//!
//! Always holds: every page that it names is in `docs/`; a test reads the links.

/// Pages of `docs/`: path, title, what stands there.
const PAGES: &[(&str, &str, &str)] = &[
    ("tutorial.md", "Tutorial", "from nothing to an apply in ten minutes, without a key"),
    ("how-to.md", "How-to guides", "importing an account, pull requests, drift, undo, glossaries"),
    ("agents.md", "Agents", "the server for agents, guides as skill files, how a person approves"),
    ("texts.md", "Texts", "lint, test and infer: do translations follow their style"),
    ("ci.md", "Pipelines", "workflows for pull requests, applies and drift"),
    ("state.md", "State", "where it is kept, several runners, what may be deleted"),
    ("guarantees.md", "Guarantees", "what is guaranteed and by which test, what cannot be, how to recover"),
    ("reference/commands.md", "Commands", "every command, option, variable and exit code"),
    ("reference/findings.md", "Findings", "every code with an example and what to do"),
    ("reference/files.md", "Files", "every field of every kind of file"),
    ("emulator.md", "Emulator", "the embedded service as a test double"),
];

/// The page, as llmstxt.org describes it: a heading, a summary, a list of links.
#[must_use]
pub fn render_llms_index() -> String {
    let mut out = "# housestyle\n\n\
        > DeepL style rules, custom instructions, glossaries, spoken terms and style profiles as code: YAML or TOML files in git, validated offline, \
        planned before they are applied.\n\n\
        Agents read and plan; applying needs a person: `housestyle apply --approve DIGEST`. Findings, plans and drift are JSON \
        with `-o json`, and codes of findings never change.\n\n\
        ## Docs\n\n"
        .to_owned();
    for (path, title, what) in PAGES {
        out.push_str(&format!("- [{title}]({path}): {what}\n"));
    }
    out
}
