//! A stranger's repository: any file that a project can hold is a link to a secret, a pipe, a device, a socket, a folder, a
//! link to nowhere or a gigabyte of nothing. Whatever is run in it ends, prints nothing of what the link leads to, and says
//! which file it did not read.

use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::playground::{clean, git, housestyle, outcome_in_one, run_in_one, write};

/// What no run prints. Its name is that of no secret, so that nothing scrubs it.
const CANARY: &str = "canary-77aa13-of-somebody-else";

/// Longest that a run may take: many times what one takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a file is instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    LinkOut,
    LinkToGit,
    LinkToEnvironment,
    LinkToZero,
    DeadLink,
    Pipe,
    Socket,
    Folder,
    Gigabyte,
}

const FORMS: [Form; 9] = [
    Form::LinkOut,
    Form::LinkToGit,
    Form::LinkToEnvironment,
    Form::LinkToZero,
    Form::DeadLink,
    Form::Pipe,
    Form::Socket,
    Form::Folder,
    Form::Gigabyte,
];

/// Every command that looks at files, offline or against the emulator.
const COMMANDS: &[&[&str]] = &[
    &["validate"],
    &["validate", "--fix", "--diff"],
    &["lint"],
    &["lint", "--fix", "--diff"],
    &["lint", "t", "--style", "shop"],
    &["infer", "--language", "de", "t"],
    &["test"],
    &["overview"],
    &["show", "plan.json"],
    &["extract"],
    &["sheet"],
    &["sheet", "--read", "sheet.csv"],
    &["explain", "unknown-rule"],
    &["schema", "--check", "schema"],
    &["diff", "HEAD"],
    &["validate", "--changed-since", "HEAD"],
    &["plan"],
    &["apply", "--auto-approve", "--settle", "0"],
    &["apply", "plan.json", "--auto-approve", "--settle", "0"],
    &["drift"],
    &["pull", "--dry-run"],
    &["outputs"],
    &["state", "list"],
    &["snapshot"],
    &["apply", "--undo", ".housestyle/undo/default/1.json", "--auto-approve", "--settle", "0"],
    &["languages"],
    &["usage"],
    &["render", "site"],
];

/// A kind of file, and the commands (by their first words) that have to say that they did not read it.
struct Kind {
    path: &'static str,
    told_by: &'static [&'static [&'static str]],
}

const KINDS: &[Kind] = &[
    Kind {
        path: "housestyle.toml",
        told_by: &[
            &["validate"],
            &["lint"],
            &["infer"],
            &["test"],
            &["explain"],
            &["plan"],
            &["apply", "--auto-approve"],
            &["drift"],
            &["usage"],
            &["state"],
            &["outputs"],
        ],
    },
    Kind {
        path: "styles/shop.yaml",
        told_by: &[
            &["validate"],
            &["lint"],
            &["test"],
            &["plan"],
            &["apply", "--auto-approve"],
            &["overview"],
            &["sheet"],
        ],
    },
    Kind { path: "house/base.yaml", told_by: &[&["validate"], &["lint"], &["plan"], &["apply", "--auto-approve"]] },
    Kind { path: "glossaries/terms.yaml", told_by: &[&["validate"], &["plan"]] },
    Kind {
        path: "glossaries/terms.tsv",
        told_by: &[&["validate"], &["lint"], &["plan"], &["apply", "--auto-approve"]],
    },
    Kind { path: "house/catalogue.yaml", told_by: &[&["validate"], &["lint"], &["plan"]] },
    Kind { path: "t/c.txt", told_by: &[&["lint"]] },
    Kind { path: "t/de.po", told_by: &[&["lint"], &["infer"]] },
    Kind { path: "tests/a.yaml", told_by: &[&["test"]] },
    Kind { path: "tests/recordings", told_by: &[&["test"]] },
    Kind { path: "housestyle.baseline.json", told_by: &[&["validate"]] },
    Kind { path: "housestyle.texts.baseline.json", told_by: &[&["lint"]] },
    Kind {
        path: "housestyle.lock.json",
        told_by: &[&["plan"], &["apply", "--auto-approve"], &["drift"], &["state"], &["outputs"]],
    },
    Kind { path: "plan.json", told_by: &[&["apply", "plan.json"]] },
    Kind { path: "sheet.csv", told_by: &[&["sheet", "--read"]] },
    Kind { path: ".housestyle/undo/default/1.json", told_by: &[&["apply", "--undo"]] },
    Kind {
        path: ".housestyle/emulator.json",
        told_by: &[&["plan"], &["apply", "--auto-approve"], &["drift"], &["usage"]],
    },
    Kind { path: ".housestyle/emulator-seed.json", told_by: &[&["plan"], &["drift"], &["usage"]] },
    Kind { path: ".gitignore", told_by: &[&["validate"], &["plan"]] },
    Kind { path: "styles/.ignore", told_by: &[&["validate"], &["plan"]] },
    Kind { path: ".housestyle", told_by: &[&["plan"], &["apply", "--auto-approve"]] },
];

/// A project with one file of every kind, in a repository, applied once.
fn project() -> tempfile::TempDir {
    let outer = tempfile::tempdir().unwrap();
    let folder = &outer.path().join("project");
    for (path, text) in [
        ("../secret", CANARY),
        (
            "housestyle.toml",
            "files = [\"styles/*.yaml\", \"house/base.yaml\", \"glossaries/*.yaml\", \"profiles/*.yaml\"]\n\
             catalogue_files = [\"house/catalogue.yaml\"]\n\n[[texts]]\nfiles = \"t/*.{txt,po}\"\nlanguage = \"de\"\nstyle = \"shop\"\n",
        ),
        ("styles/shop.yaml", "name: Shop\nlanguage: de\nextends: [house/base]\n"),
        (
            "house/base.yaml",
            "kind: base_style\nlanguage: de\ncustom_instructions:\n  - label: Anrede\n    prompt: Use Sie.\n",
        ),
        ("house/catalogue.yaml", "languages:\n  - code: eo\n    name: Esperanto\n"),
        (
            "glossaries/terms.yaml",
            "kind: glossary\nname: Terms\ndictionaries:\n  - source_language: en\n    target_language: de\n    file: terms.tsv\n",
        ),
        ("glossaries/terms.tsv", "cart\tWarenkorb\n"),
        ("profiles/site.yaml", "kind: translation_profile\ntarget_language: de\nstyle: shop\n"),
        ("t/c.txt", "Guten Tag.\n"),
        ("t/de.po", "msgid \"a\"\nmsgstr \"Guten Tag\"\n"),
        (
            "tests/a.yaml",
            "style: shop\nfrom: en\ntests:\n  - name: wait\n    text: One moment\n    expect:\n      contains: moment\n",
        ),
        ("tests/recordings/a.json", "{}"),
        ("housestyle.baseline.json", "{\"housestyle_baseline\": 1, \"findings\": []}\n"),
        ("housestyle.texts.baseline.json", "{\"housestyle_baseline\": 1, \"findings\": []}\n"),
        ("sheet.csv", "address,language,entry,text\n"),
        (".gitignore", ".housestyle/\n"),
        ("styles/.ignore", "draft\n"),
        (".housestyle/emulator-seed.json", "{}"),
        (".housestyle/undo/default/1.json", "{}"),
    ] {
        write(folder, path, text);
    }
    git(folder, &["init", "-q"]);
    git(folder, &["config", "http.extraheader", CANARY]);
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "all"]);
    for arguments in [&["apply", "--auto-approve", "--settle", "0"][..], &["plan", "--out", "plan.json"]] {
        let (code, said) = run_in_one(folder, arguments);
        assert_eq!(code, 0, "{said}");
    }
    outer
}

/// Puts a form in the place of a file.
fn become_form(folder: &Path, path: &str, form: Form) {
    let full = &folder.join(path);
    if full.is_dir() {
        std::fs::remove_dir_all(full).unwrap();
    } else {
        std::fs::remove_file(full).unwrap();
    }
    let link = |target: &Path| std::os::unix::fs::symlink(target, full).unwrap();
    match form {
        Form::LinkOut => link(&folder.join("../secret")),
        Form::LinkToGit => link(&folder.join(".git/config")),
        Form::LinkToEnvironment => link(Path::new("/proc/self/environ")),
        Form::LinkToZero => link(Path::new("/dev/zero")),
        Form::DeadLink => link(Path::new("nowhere")),
        Form::Pipe => assert!(Command::new("mkfifo").arg(full).status().unwrap().success()),
        Form::Socket => drop(std::os::unix::net::UnixListener::bind(full).unwrap()),
        Form::Folder => std::fs::create_dir(full).unwrap(),
        Form::Gigabyte => std::fs::File::create(full).unwrap().set_len(1 << 30).unwrap(),
    }
}

/// Exit code and all that was said; nothing where the run does not end.
fn run_bounded(folder: &Path, arguments: &[&str]) -> Option<(i32, String)> {
    let mut command = housestyle(folder, arguments);
    command.env("PATH", std::env::var_os("PATH").unwrap()).env("WHOSE", CANARY).env("HOME", folder);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let (ended, wait) = channel();
    let reader = std::thread::spawn(move || {
        let other = std::thread::spawn(move || {
            let mut said = Vec::new();
            err.read_to_end(&mut said).map(|_| said).unwrap()
        });
        let mut said = Vec::new();
        out.read_to_end(&mut said).unwrap();
        said.extend(other.join().unwrap());
        let _nobody = ended.send(());
        String::from_utf8_lossy(&said).into_owned()
    });
    let in_time = wait.recv_timeout(PATIENCE).is_ok();
    if !in_time {
        child.kill().unwrap();
    }
    let code = child.wait().unwrap().code().unwrap_or(-1);
    let said = reader.join().unwrap();
    in_time.then_some((code, said))
}

/// What is wrong with the runs of some commands in a project one of whose files has become something else.
fn faults(kind: &Kind, form: Form, commands: &[&[&str]]) -> Vec<String> {
    let mut wrong = Vec::new();
    let Kind { path, told_by } = kind;
    for arguments in commands {
        let outer = project_copy();
        let folder = &outer.path().join("project");
        become_form(folder, path, form);
        let what = format!("{path} as {form:?}: {arguments:?}");
        let Some((code, said)) = run_bounded(folder, arguments) else {
            wrong.push(format!("{what} does not end"));
            continue;
        };
        if said.contains(CANARY) {
            wrong.push(format!("{what} prints what nobody gave it:\n{said}"));
        }
        if said.contains("internal error") || said.len() > 1 << 20 {
            wrong.push(format!("{what}: {code}\n{}", said.chars().take(2000).collect::<String>()));
        }
        let name = path.rsplit('/').next().unwrap();
        let told = code != 0 && said.contains(name);
        // A folder is walked, and what it lacks is told by the findings of what wants it.
        let walked =
            form == Form::Folder && matches!(*path, "tests/recordings" | ".housestyle" | "t/c.txt" | "t/de.po");
        // A patch says of itself what it leaves, and which command tells more.
        let is_patch =
            arguments.contains(&"--diff") && (path.contains("baseline") || said.contains("the patch leaves"));
        if told_by.iter().any(|words| arguments.starts_with(words)) && !told && !walked && !is_patch {
            wrong.push(format!("{what} is passed over: {code}\n{said}"));
        }
    }
    wrong
}

thread_local! {
    static MADE: tempfile::TempDir = project();
}

/// A copy of the project: making it takes longer than a run.
fn project_copy() -> tempfile::TempDir {
    let outer = tempfile::tempdir().unwrap();
    MADE.with(|made| {
        let copied = clean("cp", made.path()).args(["-a", "project", "secret"]).arg(outer.path()).status().unwrap();
        assert!(copied.success());
    });
    outer
}

/// Every form of some kinds through the commands that have to tell it; each other command meets one form of each kind, another one
/// for each: all of them are `HOUSESTYLE_FORMS=all`.
fn try_kinds(from: usize, to: usize) {
    let all_forms = std::env::var("HOUSESTYLE_FORMS").is_ok_and(|forms| forms == "all");
    let (done, all) = channel();
    std::thread::scope(|scope| {
        for (at, kind) in KINDS.iter().enumerate().take(to).skip(from) {
            let done = done.clone();
            scope.spawn(move || {
                for (form_at, form) in FORMS.into_iter().enumerate() {
                    let reads = |(command_at, arguments): &(usize, &&[&str])| {
                        all_forms
                            || (at + command_at) % FORMS.len() == form_at
                            || kind.told_by.iter().any(|words| arguments.starts_with(words))
                    };
                    let commands: Vec<&[&str]> =
                        COMMANDS.iter().enumerate().filter(reads).map(|(_, arguments)| *arguments).collect();
                    done.send(faults(kind, form, &commands)).unwrap();
                }
            });
        }
    });
    drop(done);
    let wrong: Vec<String> = all.iter().flatten().collect();
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn the_files_that_say_what_is_wanted_lead_nowhere_else() {
    try_kinds(0, 3);
}

#[test]
fn tables_and_catalogues_lead_nowhere_else() {
    try_kinds(3, 6);
}

#[test]
fn texts_and_tests_lead_nowhere_else() {
    try_kinds(6, 10);
}

#[test]
fn baselines_states_and_plans_lead_nowhere_else() {
    try_kinds(10, 15);
}

#[test]
fn what_lies_beside_them_leads_nowhere_else() {
    try_kinds(15, KINDS.len());
}

#[test]
fn what_variables_keep_secret_is_printed_by_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let secret = "s3cr3t-0f-a-p1peline";
    write(
        folder.path(),
        "housestyle.toml",
        &format!("[[texts]]\nfiles = \"{secret}/*.po\"\nlanguage = \"de\"\nstyle = \"a\"\n"),
    );
    write(folder.path(), "styles/a.yaml", &format!("name: {secret}\nlanguage: de\nrules: {secret}\n"));
    for name in
        ["HOUSESTYLE_AUTH_KEY_EU", "CLIENT_SECRET_VALUE", "FORGE_TOKEN", "AWS_SECRET_ACCESS_KEY", "AZURE_STORAGE_KEY"]
    {
        for arguments in [
            &["validate"][..],
            &["validate", "-o", "json"],
            &["lint"],
            &["plan"],
            &["overview"],
            &["explain", secret],
            &[secret],
        ] {
            let (_, said) = outcome_in_one(housestyle(folder.path(), arguments).env(name, secret));
            assert!(!said.contains(secret) && !said.is_empty(), "{name} {arguments:?}\n{said}");
        }
    }
}

#[test]
fn a_pattern_that_matches_nothing_is_told_beside_one_that_does() {
    let outer = project();
    let folder = &outer.path().join("project");
    let settings = std::fs::read_to_string(folder.join("housestyle.toml")).unwrap();
    let more = "\n[[texts]]\nfiles = \"gone/*.po\"\nlanguage = \"de\"\nstyle = \"shop\"\n";
    write(folder, "housestyle.toml", &(settings + more));
    let (_, said) = run_in_one(folder, &["lint"]);
    assert!(said.contains("no file matches `gone/*.po`") && said.contains("housestyle.toml:10"), "{said}");
}

#[test]
fn a_folder_behind_a_link_is_read_inside_and_told_outside() {
    let outer = project();
    let folder = &outer.path().join("project");
    write(folder, "elsewhere/x.txt", "Das ist gut .\n");
    std::fs::remove_dir_all(folder.join("t")).unwrap();
    std::os::unix::fs::symlink("elsewhere", folder.join("t")).unwrap();
    let (_, said) = run_in_one(folder, &["lint", "-o", "json"]);
    assert!(said.contains("\"files\": 1") || said.contains("1 text"), "{said}");
    std::fs::remove_file(folder.join("t")).unwrap();
    std::os::unix::fs::symlink("..", folder.join("t")).unwrap();
    let (code, said) = run_in_one(folder, &["lint"]);
    assert!(code == 3 && said.contains("`t` cannot be read: it is a link to a folder outside"), "{code}\n{said}");
}
