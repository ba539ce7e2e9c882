//! JSON as the program prints it fits the schemas that the program publishes.

use std::path::Path;

use serde_json::Value;

use crate::playground::{run, write};

fn printed(folder: &Path, arguments: &[&str]) -> String {
    run(folder, arguments).1
}

fn parsed(folder: &Path, arguments: &[&str]) -> Value {
    let text = printed(folder, arguments);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

#[track_caller]
fn fits(folder: &Path, kind: &str, arguments: &[&str]) -> Value {
    let schema = parsed(folder, &["schema", kind]);
    let value = parsed(folder, arguments);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{arguments:?}: {wrong:#?}");
    value
}

/// Writes a list with a rule and an instruction.
fn list(folder: &Path, key: &str, name: &str) {
    let rule = "  numbers:\n    decimal_separator: use_comma_as_decimal_separator";
    let text = format!(
        "name: {name}\nlanguage: de\nconfigured_rules:\n{rule}\ncustom_instructions:\n  \
         - {{label: Tone, prompt: Write plainly.}}\n"
    );
    write(folder, &format!("styles/{key}.yaml"), &text);
}

#[test]
fn every_json_form_is_as_its_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "housestyle.toml", "");
    fits(folder, "outputs", &["outputs", "-o", "json"]);
    fits(folder, "state-list", &["state", "list", "-o", "json"]);
    list(folder, "support", "Support");
    list(folder, "shop", "Shop");
    fits(folder, "findings", &["validate", "-o", "json"]);
    let plan = fits(folder, "plan", &["plan", "-o", "json"]);
    assert_eq!(plan["items"].as_array().unwrap().len(), 2);
    let applied = fits(folder, "apply", &["apply", "--auto-approve", "-o", "json"]);
    assert_eq!(applied["summary"]["done"], 2, "{applied}");
    fits(folder, "apply", &["apply", "--auto-approve", "-o", "json"]);
    let outputs = fits(folder, "outputs", &["outputs", "-o", "json"]);
    assert!(outputs["outputs"]["style"]["shop"]["id"].is_string(), "{outputs}");
    let bindings = fits(folder, "state-list", &["state", "list", "-o", "json"]);
    assert_eq!(bindings["resources"].as_object().unwrap().len(), 2);
    let binding = fits(folder, "state-show", &["state", "show", "shop", "-o", "json"]);
    assert_eq!(binding["rules"].as_object().unwrap().len(), 1, "{binding}");
    list(folder, "shop", "Shop, all of it");
    fits(folder, "plan", &["plan", "-o", "json"]);
    let refused = "name: Dash\nlanguage: de\nconfigured_rules:\n  punctuation:\n    dash: use_em_dash\n";
    write(folder, "styles/dash.yaml", refused);
    let failed = fits(folder, "apply", &["apply", "--auto-approve", "-o", "json"]);
    assert_eq!(failed["summary"]["failed"], 1, "{failed}");
    write(folder, "styles/wrong.yaml", "name: W\nlanguage: de-CH\nconfigured_rules:\n\tx: y\n");
    let findings = fits(folder, "findings", &["validate", "-o", "json"]);
    assert!(!findings["findings"].as_array().unwrap().is_empty());
}

/// Another project that uses the account adds a list and edits two, one of which is edited here too.
#[test]
fn drift_and_pull_are_as_their_schemas_say() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "housestyle.toml", "");
    list(folder, "support", "Support");
    list(folder, "shop", "Shop");
    fits(folder, "apply", &["apply", "--auto-approve", "-o", "json"]);
    list(folder, "shop", "Shop, all of it");
    let there = folder.join("elsewhere");
    std::fs::create_dir_all(&there).unwrap();
    for file in ["housestyle.toml", "housestyle.lock.json"] {
        std::fs::copy(folder.join(file), there.join(file)).unwrap();
    }
    std::fs::write(folder.join("housestyle.toml"), "files = [\"styles/**\", \"house/**\"]\n").unwrap();
    // A base in the project takes no part in a name.
    std::fs::create_dir_all(folder.join("house")).unwrap();
    write(folder, "house/base.yaml", "kind: base_style\n");
    let extending = std::fs::read_to_string(folder.join("styles/support.yaml")).unwrap() + "extends: [house/base]\n";
    write(folder, "styles/support.yaml", &extending);
    // The account is one for both; a link to it would be refused.
    let account = ".housestyle/emulator.json";
    std::fs::create_dir(there.join(".housestyle")).unwrap();
    std::fs::copy(folder.join(account), there.join(account)).unwrap();
    list(&there, "shop", "Shop, theirs");
    list(&there, "support", "Support, theirs");
    list(&there, "more", "More");
    let applied = fits(&there, "apply", &["apply", "--auto-approve", "-o", "json"]);
    assert_eq!(applied["summary"]["done"], 3, "{applied}");
    std::fs::copy(there.join(account), folder.join(account)).unwrap();
    let drift = fits(folder, "drift", &["drift", "-o", "json"]);
    assert_eq!(drift["summary"]["changed"], 2, "{drift}");
    let page = printed(folder, &["drift", "-o", "html"]);
    let versions =
        format!("version {} → {}", drift["resources"][0]["applied_version"], drift["resources"][0]["version"]);
    for said in ["Changed on the service", "^ changed", &versions, "<dt>unchanged</dt><dd>0</dd>"] {
        assert!(page.contains(said), "{said}: {page}");
    }
    for plans in [">change <", "to change", "to delete"] {
        assert!(!page.contains(plans), "a page of what happened speaks as a plan: {plans}");
    }
    let pull = fits(folder, "pull", &["pull", "--all", "--dry-run", "-o", "json"]);
    assert_eq!(pull["imported"][0]["name"], "More", "{pull}");
    let became: Vec<&Value> =
        pull["resources"].as_array().unwrap().iter().map(|list| &list["changes"][0]["outcome"]).collect();
    assert_eq!(became, ["conflict", "written"], "{pull}");
    std::fs::remove_dir_all(&there).unwrap();
    fits(folder, "pull", &["pull", "--take", "theirs=shop", "-o", "json"]);
}

#[test]
fn what_goes_into_files_is_what_the_screen_would_show() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "housestyle.toml", "");
    list(folder, "shop", "Shop");
    write(folder, "styles/wrong.yaml", "name: W\nlanguage: xx\n");
    let forms = ["human", "plain", "json", "sarif", "github", "gitlab", "junit"];
    let mut arguments = vec!["validate".to_owned(), "-q".to_owned()];
    for form in forms {
        arguments.extend(["--write".to_owned(), format!("{form}=out.{form}")]);
    }
    write(folder, "out.json", "an older report");
    printed(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    for form in &forms[1..] {
        let written = std::fs::read_to_string(folder.join(format!("out.{form}"))).unwrap();
        assert_eq!(written, printed(folder, &["validate", "-o", form]), "{form}");
    }
    let human = std::fs::read_to_string(folder.join("out.human")).unwrap();
    assert!(human.contains("[unknown-language]"), "{human}");
    let left: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(!left.iter().any(|name| name.starts_with(".housestyle-new-")), "{left:?}");
}

#[test]
fn what_the_service_offers_counts_and_suggests_is_as_its_schemas_say() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "housestyle.toml", "");
    list(folder, "support", "Support");
    let support = std::fs::read_to_string(folder.join("styles/support.yaml")).unwrap();
    write(folder, "styles/support.yaml", &support.replace("Write plainly.", "teh tone  is plain."));
    fits(folder, "apply", &["apply", "--auto-approve", "-o", "json"]);
    let all = fits(folder, "languages", &["languages", "-o", "json"]);
    assert!(all["resources"].as_array().unwrap().len() > 5, "{all}");
    let voice = ["languages", "--resource", "voice", "--include", "beta,external", "-o", "json"];
    let voice = fits(folder, "languages", &voice);
    assert!(voice["resources"][0]["languages"][0]["features"].is_object(), "{voice}");
    let tried = ["try", "support", "--text", "Pay 3.50 now.", "--auto-approve", "-o", "json"];
    let tried = fits(folder, "try", &tried);
    assert!(tried["parameters"]["style_id"].is_string(), "{tried}");
    let better = ["try", "rephrase", "support", "--tone", "friendly", "--auto-approve", "-o", "json"];
    fits(folder, "improvements", &better);
    let better = fits(folder, "improvements", &["try", "correct", "support", "--auto-approve", "-o", "json"]);
    assert!(!better["suggestions"].as_array().unwrap().is_empty(), "{better}");
    let used = fits(folder, "usage", &["usage", "-o", "json"]);
    assert!(used["counters"]["character"]["count"].as_u64() > Some(0), "{used}");
}

/// A saved plan shows what was shown when it was made, but for what to run next.
#[test]
fn a_saved_plan_is_shown_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "housestyle.toml", "");
    list(folder, "support", "Support");
    list(folder, "shop", "Shop");
    let terms = "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    \
                 entries: {cart: Warenkorb, \"check\\\"out\": Kasse}\n";
    write(folder, "styles/terms.yaml", terms);
    printed(folder, &["apply", "--auto-approve"]);
    list(folder, "shop", "Shop, all of it");
    write(folder, "styles/terms.yaml", &terms.replace("Kasse", "Zur Kasse"));
    std::fs::remove_file(folder.join("styles/support.yaml")).unwrap();
    list(folder, "new", "New");
    let before_next = |text: &str| {
        let end = ["\nnext: ", "\nNext:\n", "<section><h2>Next", "<footer class=\"keys\""]
            .iter()
            .filter_map(|mark| text.find(mark))
            .min();
        text[..end.unwrap_or(text.len())].to_owned()
    };
    for format in ["human", "markdown", "html"] {
        let planned = printed(folder, &["plan", "--prune", "--out", "plan.json", "-o", format]);
        let shown = printed(folder, &["show", "plan.json", "-o", format]);
        assert_eq!(before_next(&planned), before_next(&shown), "{format}");
    }
    let planned = parsed(folder, &["plan", "--prune", "-o", "json"]);
    assert_eq!(parsed(folder, &["show", "plan.json", "-o", "json"]), planned);
    let text = std::fs::read_to_string(folder.join("plan.json")).unwrap();
    write(folder, "plan.json", &text.replace("Zur Kasse", "Zahlen"));
    assert_eq!(printed(folder, &["show", "plan.json"]), "", "a plan that was changed is not shown");
}
