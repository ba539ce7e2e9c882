//! Wrong usages, one row each: what was typed, the documented exit code, the cause and the next step that are named. The
//! rows are played with the built program in a project with two lists, a base, a glossary and a profile.

use std::path::Path;

use crate::playground::{run, write};

/// Typed, exit code, cause, next step.
type Mistake = (&'static str, i32, &'static str, &'static str);

const MISTAKES: &[Mistake] = &[
    // Commands.
    ("aply", 64, "unknown command `aply`", "did you mean `apply`?"),
    ("glossary list", 64, "unknown command `glossary`", "housestyle state list"),
    ("style-rules", 64, "unknown command `style-rules`", "housestyle validate"),
    ("config", 64, "unknown command `config`", "housestyle help options"),
    ("apply --approve abc", 64, "invalid value `abc` for `--approve`", "a digest is sha256: and 64"),
    ("state show style/nowhere", 1, "style/nowhere is not managed", "housestyle state list"),
    ("plna", 64, "unknown command `plna`", "did you mean `plan`?"),
    ("import shop", 64, "unknown command `import`", "housestyle pull --all"),
    ("fmt", 64, "unknown command `fmt`", "housestyle validate --fix"),
    ("check", 64, "unknown command `check`", "use `housestyle validate`"),
    ("destroy", 64, "unknown command `destroy`", "housestyle apply --prune"),
    ("refresh", 64, "unknown command `refresh`", "housestyle drift"),
    ("push", 64, "unknown command `push`", "use `housestyle apply`"),
    ("list", 64, "unknown command `list`", "housestyle state list"),
    ("--env staging", 64, "needs a command", "use one of: init, validate"),
    ("help plam", 64, "no help for `plam`", "use one of: init"),
    ("state unlock", 64, "unknown command `unlock`", "use one of: list, show"),
    // Options.
    ("plan -out=plan.json", 64, "invalid value `ut=plan.json`", "long options have two dashes: `--out=plan.json`"),
    ("apply -auto-approve", 64, "does not have the option `-a`", "`--auto-approve`"),
    ("plan --form json", 64, "does not have the option `--form`", "did you mean `--format`?"),
    ("plan --format yaml", 64, "invalid value `yaml` for `--format`", "use one of: human"),
    ("plan --format plain", 64, "invalid value `plain` for `--format`", "use one of: human, json, markdown, html"),
    ("--format plain plan", 64, "`plan` does not support --format plain", "supported: human, json"),
    ("validate --unsafe", 64, "needs `--fix`", "housestyle validate -h"),
    ("validate --write sarif", 64, "invalid value `sarif` for `--write`", "FORMAT=FILE"),
    ("validate --write pdf=x.pdf", 64, "does not support --format pdf", "supported: human"),
    ("plan --parallelism 0", 64, "invalid value `0` for `--parallelism`", "from 1 to 64"),
    ("plan --timeout soon", 64, "invalid value `soon` for `--timeout`", "a whole number"),
    ("sheet --diff", 64, "needs `--read FILE`", "housestyle sheet -h"),
    // Services, regions and keys.
    ("plan --service deepl-eu", 64, "invalid value `deepl-eu` for `--service`", "did you mean `deepl`?"),
    ("plan --region eu", 64, "does not have the option `--region`", "--service deepl, deepl-us or deepl-jp"),
    ("plan --base-url translate.example", 64, "--base-url: an address begins with `https://`", "https://HOST[:PORT]"),
    ("plan --base-url http://translate.example", 64, "`http://` is for this machine alone", "write `https://`"),
    ("plan --base-url https://key@translate.example", 64, "no user (`@`)", "the key comes from HOUSESTYLE_AUTH_KEY"),
    ("plan --service deepl --base-url https://a.example", 64, "not for `deepl`", "leave one of the two out"),
    ("plan --service custom", 64, "the service `custom` has no address", "give --base-url or HOUSESTYLE_BASE_URL"),
    ("plan --auth-scheme Bearer --service deepl", 64, "for `--service custom` alone", "leave it out"),
    ("plan --env production", 8, "no key for the service `deepl`", "HOUSESTYLE_AUTH_KEY_PRODUCTION"),
    ("plan --auth-key abc", 64, "does not have the option `--auth-key`", "set HOUSESTYLE_AUTH_KEY"),
    ("plan --auth-key-file missing.key --env production", 8, "cannot be read", "check the path behind --auth-key-file"),
    // Environments, addresses and other names of the project.
    ("plan --env prodution", 64, "no environment `prodution`", "did you mean `production`?"),
    ("plan --env dev-*", 64, "no environment `dev-*`", "use one of: production, staging"),
    ("plan --target style/shpo", 64, "`style/shpo` names no resource", "did you mean `style/shop`?"),
    ("plan --target glosary/terms", 64, "names no resource", "did you mean `glossary/terms`?"),
    ("plan --import shop=notanid!", 64, "an id has letters, digits and hyphens", "housestyle plan -h"),
    ("pull shpo", 64, "`shpo` is neither a managed resource nor an id", "did you mean `style/shop`?"),
    ("pull --take both=shop", 64, "invalid value `both=shop`", "write `mine=` or `theirs=` and an address"),
    ("drift shpo", 64, "`style/shpo` is not managed", "did you mean `style/shop`?"),
    ("outputs shpo", 64, "the state has no resource style/shpo", "did you mean style/shop?"),
    ("outputs --env staging shop", 64, "the state has no resource style/shop", "housestyle outputs lists all"),
    ("render wbe", 64, "no translation profile `wbe`", "did you mean `web`?"),
    ("render web --for speech", 64, "invalid value `speech` for `--for`", "use one of: text, document"),
    ("render web --env staging", 1, "style/shop has no id yet", "housestyle apply --env staging"),
    ("overview --language fr", 64, "no list has the language `fr`", "housestyle overview without filters"),
    ("extract shop", 64, "`shop` alone shares nothing", "name two or more lists"),
    ("extract shpo help", 64, "no list `shpo`", "did you mean `shop`?"),
    ("sheet --language ja", 64, "no text of the project has the language `ja`", "leave --language out"),
    ("explain unknown-rul", 64, "`unknown-rul` is no code", "near to it: `unknown-rule`"),
    ("explain", 64, "needs `WORD`", "housestyle explain -h"),
    // Paths and plans.
    ("-C missing plan", 64, "there is no folder", "check the path behind --chdir"),
    ("validate missing.yaml", 3, "`missing.yaml` cannot be read", "housestyle explain unreadable-file"),
    ("apply missing.json", 1, "missing.json: ", "housestyle plan --out FILE"),
    ("apply other.json", 1, "it is not a housestyle plan", "housestyle plan --out"),
    ("show other.json", 1, "it is not a housestyle plan", "housestyle plan --out"),
    ("apply altered.json", 6, "altered.json cannot be applied", "make it again"),
    ("apply --approve zzzz", 64, "invalid value `zzzz` for `--approve`", "a digest is sha256: and 64"),
    ("plan --against missing.json", 1, "missing.json", "`housestyle snapshot`"),
    ("apply --undo missing.json", 1, "missing.json", "`housestyle snapshot`"),
    ("pull --all --into ../out", 64, "not below the project folder", "name a folder of the project"),
    ("diff --folders one", 64, "--folders takes two folders", "housestyle diff --folders OLD NEW"),
    ("init", 5, "already there, so nothing was written: housestyle.toml", "housestyle pull --all"),
    ("init new --from-account", 64, "no service is named", "--service deepl"),
    ("init new --language xx", 64, "not kept for the language `xx`", "use one of: de, en"),
];

const FILES: &[(&str, &str)] = &[
    (
        "housestyle.toml",
        "[environments.staging]\nservice = \"emulator\"\n\n[environments.production]\nservice = \"deepl\"\n",
    ),
    ("styles/shop.yaml", "name: Shop\nlanguage: de\nextends: [house/de]\n"),
    ("styles/help.yaml", "name: Help\nlanguage: de\n"),
    ("house/de.yaml", "kind: base_style\nlanguage: de\n"),
    (
        "glossaries/terms.yaml",
        "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    entries: {cart: Warenkorb}\n",
    ),
    ("profiles/web.yaml", "kind: translation_profile\ntarget_language: de\nstyle: shop\n"),
    ("other.json", "{}\n"),
];

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in FILES {
        write(folder.path(), path, text);
    }
    assert_eq!(run(folder.path(), &["apply", "--auto-approve"]).0, 0);
    assert_eq!(run(folder.path(), &["plan", "--out", "plan.json"]).0, 0);
    let plan = std::fs::read_to_string(folder.path().join("plan.json")).unwrap();
    let altered = plan.replace("\"environment\":", "\"environment\" :").replacen("default", "staging", 1);
    assert_ne!(plan, altered);
    write(folder.path(), "altered.json", &altered);
    folder
}

#[test]
fn every_mistake_names_its_cause_and_the_next_step() {
    assert!(MISTAKES.len() >= 47);
    let folder = project();
    let before = tree(folder.path());
    let mut wrong = Vec::new();
    for (typed, code, cause, next) in MISTAKES {
        let (exit, out, said) = run(folder.path(), &typed.split(' ').collect::<Vec<_>>());
        let first = said.lines().find(|line| line.starts_with("error")).unwrap_or_default();
        let rest = format!("{said}{out}");
        if exit != *code || !rest.contains(cause) || !rest.contains(next) || first.is_empty() && !out.contains("error")
        {
            wrong.push(format!("{typed}: exit {exit:?} (documented: {code})\n{out}{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(tree(folder.path()), before, "a mistake wrote something");
}

#[test]
fn every_exit_code_of_the_table_is_documented() {
    let folder = tempfile::tempdir().unwrap();
    let (_, text, _) = run(folder.path(), &["help", "exit-codes"]);
    for (typed, code, ..) in MISTAKES {
        assert!(text.contains(&format!("  {code:>3}  ")), "{typed}: {code} is not in {text}");
    }
}

/// What a program reads of an apply that ends before its first request.
#[test]
fn an_apply_that_is_stopped_before_sending_says_so_as_json() {
    let folder = project();
    let list = folder.path().join("styles/shop.yaml");
    std::fs::write(&list, "name: Shop\nlanguage: de\nextends: [house/de]\nprotected: true\n").unwrap();
    let stopped = |arguments: &[&str], code: i32, cause: &str| {
        let (exit, out, said) = run(folder.path(), arguments);
        assert_eq!(exit, code, "{said}");
        let document: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {out}{said}"));
        assert_eq!(document["housestyle_apply"], 1);
        assert_eq!(document["outcomes"], serde_json::json!([]));
        assert_eq!(document["exit"], code);
        assert!(document["error"].as_str().unwrap().contains(cause), "{document}");
    };
    stopped(&["apply", "-o", "json"], 64, "stdin is not a terminal");
    let other = format!("sha256:{}", "0".repeat(64));
    stopped(&["apply", "-o", "json", "--approve", &other], 6, "differs from the approved one");
    std::fs::write(&list, "name: [\n").unwrap();
    stopped(&["apply", "-o", "json", "--auto-approve"], 3, "invalid");
}

fn tree(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(here) = open.pop() {
        for entry in std::fs::read_dir(here).unwrap() {
            let path = entry.unwrap().path();
            // What belongs to this machine alone may change: locks, and the emulator's account.
            if path.file_name().is_some_and(|name| name == ".housestyle") {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(format!("{} {}", path.display(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}
