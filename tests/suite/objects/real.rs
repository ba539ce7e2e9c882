//! Real stores of objects from package registries: `moto` speaks S3, `azurite` speaks Azure, `s3rver` ignores conditions.
//! Where a tool or a registry is missing, the test says that it was skipped.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{APPLY, add_lists, project, run};
use crate::installed_programs;
use crate::shared_state::{Site, race};

const MOTO: &[&str] = &["moto[server]==5.2.5", "boto3==1.44.5"];
const STORES: &[&str] = &["azurite@3.35.0", "s3rver@3.7.1"];

/// A program that serves, until it is dropped.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _killed = self.0.kill();
        let _ended = self.0.wait();
    }
}

/// Starts a program with a free port of this machine, and waits until it answers there.
fn serve(start: impl Fn(u16) -> Command) -> (Serving, u16) {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = start(port);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut serving = Serving(command.spawn().unwrap());
    for _ in 0..1200 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return (serving, port);
        }
        assert!(serving.0.try_wait().unwrap().is_none(), "{command:?} has ended");
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{command:?} does not answer");
}

fn variables(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Two runners at once, a run without work, another machine, the history; then a move away and back.
fn works_with(address: &str, variables: &[(String, String)]) {
    let site = Site::new();
    let at = |arguments: &[&'static str]| {
        let mut arguments: Vec<&str> = arguments.to_vec();
        arguments.extend(["--state", address]);
        arguments.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run_at = |folder: &std::path::Path, arguments: &[&'static str]| {
        let arguments = at(arguments);
        run(&site, variables, folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let third = race(&site, |name| project(&site, name, &["a", "b"]), |folder| run_at(folder, APPLY));
    for list in ["c", "d"] {
        add_lists(&third, &[list]);
        let (code, said) = run_at(&third, APPLY);
        assert_eq!(code, 0, "{said}");
    }
    let (code, log) = run_at(&third, &["state", "log", "-p"]);
    assert_eq!(code, 0, "{log}");
    let runs: Vec<&str> = log.lines().filter(|line| line.contains("apply: ")).collect();
    assert_eq!(runs.len(), 3, "{log}");
    assert!(log.find("added style/d") < log.find("added style/c"), "{log}");
    let (code, said) = run_at(&third, &["state", "migrate", "--to", "file"]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = run_at(&third, APPLY);
    assert_eq!(code, 5, "{said}");
    let (code, said) = run(&site, variables, &third, &["state", "migrate", "--to", address]);
    assert_eq!(code, 0, "{said}");
    let writes = site.emulator.write_count();
    let (code, said) = run_at(&third, APPLY);
    assert_eq!((code, site.emulator.write_count()), (0, writes), "{said}");
    // A bucket that is not there.
    let (scheme, _) = address.split_once("://").unwrap();
    let (code, said) = run(&site, variables, &third, &["plan", "--state", &format!("{scheme}://nothere/x")]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("there is no bucket or container `nothere`"), "{said}");
}

fn s3(port: u16, key: &str, secret: &str) -> Vec<(String, String)> {
    variables(&[
        ("AWS_ENDPOINT_URL", &format!("http://127.0.0.1:{port}")),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", key),
        ("AWS_SECRET_ACCESS_KEY", secret),
        ("AWS_REGION", "us-east-1"),
    ])
}

#[test]
#[ignore = "needs python3 and a package registry"]
fn moto_keeps_a_state() {
    let folder = installed_programs::python_packages("objects-python", MOTO);
    let start = |port: u16| {
        let mut command = Command::new(folder.join("bin/moto_server"));
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        command
    };
    let (_serving, port) = serve(start);
    let variables = s3(port, "key", "secret-of-moto");
    let script = "import boto3, os; boto3.client('s3', endpoint_url=os.environ['AWS_ENDPOINT_URL']).create_bucket(Bucket='acme')";
    let made = Command::new(folder.join("bin/python")).args(["-c", script]).envs(variables.clone()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    works_with("s3://acme/team", &variables);
    works_with("s3://acme", &variables);
}

#[test]
#[ignore = "needs npm and a package registry"]
fn azurite_keeps_a_state() {
    let folder = installed_programs::node_packages("objects-node", STORES);
    let place = tempfile::tempdir().unwrap();
    let start = |port: u16| {
        let mut command = Command::new(folder.join("node_modules/.bin/azurite-blob"));
        command.args(["--silent", "--disableTelemetry", "--skipApiVersionCheck", "--blobPort", &port.to_string()]);
        command.arg("--location").arg(place.path());
        command
    };
    let (_serving, port) = serve(start);
    let address = format!("http://127.0.0.1:{port}");
    // The well-known key of the emulator, with which a container is made.
    let script = r#"
        const date = new Date().toUTCString(), account = "devstoreaccount1";
        const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
        const text = `PUT











x-ms-date:${date}
x-ms-version:2021-08-06
/${account}/${account}/acme
restype:container`;
        const signature = require("crypto").createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64");
        fetch(`${process.env.STORE}/${account}/acme?restype=container`, { method: "PUT", headers: {
            "x-ms-date": date, "x-ms-version": "2021-08-06", Authorization: `SharedKey ${account}:${signature}` } })
            .then(async answer => { if (answer.status !== 201) { console.error(answer.status, await answer.text()); process.exit(1); } });
    "#;
    let made = Command::new("node").args(["-e", script]).env("STORE", &address).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let variables = variables(&[("AZURE_STORAGE_USE_EMULATOR", "true"), ("AZURITE_BLOB_STORAGE_URL", &address)]);
    works_with("az://acme/team", &variables);
}

#[test]
#[ignore = "needs npm and a package registry"]
fn s3rver_ignores_conditions_and_is_refused() {
    let folder = installed_programs::node_packages("objects-node", STORES);
    let place = tempfile::tempdir().unwrap();
    let start = |port: u16| {
        let mut command = Command::new(folder.join("node_modules/.bin/s3rver"));
        command.args(["--silent", "--no-vhost-buckets", "-a", "127.0.0.1", "-p", &port.to_string()]);
        command.args(["--configure-bucket", "acme", "-d"]).arg(place.path());
        command
    };
    let (_serving, port) = serve(start);
    let site = Site::new();
    let one = project(&site, "one", &["a"]);
    let arguments = ["apply", "--auto-approve", "--state", "s3://acme/team"];
    let (code, said) = run(&site, &s3(port, "S3RVER", "S3RVER"), &one, &arguments);
    assert_eq!((code, site.emulator.write_count()), (1, 0), "{said}");
    assert!(said.contains(&format!("127.0.0.1:{port}")), "{said}");
    assert!(said.contains("ignores the conditions of writes"), "{said}");
    let left =
        std::fs::read_dir(place.path().join("acme")).map(|entries| entries.flatten().count()).unwrap_or_default();
    assert_eq!(left, 0, "the probe was taken away");
}
