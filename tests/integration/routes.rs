//! `routes` on trees as it meets them: what stands, what an inventory permits, and what other programs read of it.
#![allow(clippy::disallowed_methods, reason = "a test writes the files it works on")]

use crate::support::{Ended, Migrator};
use mosaic_db::routes::snippet::{self, Label};
use mosaic_lab::sarif;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

const UP: &str = "#!/bin/sh\nnpx prisma migrate deploy\n";

/// A tree with one script, and an inventory beside it that permits what is in the script.
struct Tree {
    directory: TempDir,
}

impl Tree {
    fn new() -> Self {
        let tree = Self { directory: tempfile::tempdir().expect("a directory") };
        tree.write("tree/tools/up to date.sh", UP);
        tree
    }

    fn path(&self, name: &str) -> String {
        self.directory.path().join(name).to_str().expect("a UTF-8 path").to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.directory.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    fn scan(&self, options: &[&str]) -> Ended {
        let tree = self.path("tree");
        Migrator::new(&[&["routes", "scan", &tree], options].concat()).run()
    }

    fn json(&self, options: &[&str]) -> Value {
        self.scan(&[&["--output", "json"], options].concat()).json()
    }

    /// Drafts an inventory and completes it as a person would.
    fn inventory(&self) -> String {
        let path = self.path("routes.toml");
        let ended = Migrator::new(&["routes", "init", &self.path("tree"), "--out", &path]).run();
        assert_eq!(ended.status(), 0, "{}", ended.stderr());
        let draft = fs::read_to_string(&path).expect("the draft");
        let completed =
            draft.replace("= \"\"", "= \"the data team, for its tests\"").replace("unreviewed", "4f1c");
        fs::write(&path, completed).expect("the inventory");
        path
    }
}

#[test]
fn what_is_found_stands_until_a_reviewed_record_permits_it() {
    let tree = Tree::new();
    tree.scan(&[]).assert_failed(2, "ROUTES_OPEN");

    let out = tree.path("routes.toml");
    let init = ["routes", "init", &tree.path("tree"), "--out", &out];
    assert_eq!(Migrator::new(&init).run().status(), 0);
    let draft = fs::read_to_string(&out).expect("the draft");
    tree.scan(&["--inventory", &out]).assert_failed(2, "ROUTES_OPEN");
    let drafted = tree.json(&["--inventory", &out]);
    assert!(drafted["result"]["faults"].as_array().is_some_and(|faults| !faults.is_empty()), "{drafted}");

    assert_ne!(Migrator::new(&init).run().status(), 0, "a file was overwritten");
    let here = ["routes", "init", "tree", "--out", "./here.toml"];
    let ended = Migrator::new(&here).within(&tree.path("")).run();
    assert_eq!(ended.status(), 0, "{}", ended.stderr());
    assert!(fs::read_to_string(tree.path("here.toml")).expect("the draft").contains("unreviewed"));
    assert_eq!(fs::read_to_string(&out).expect("the draft"), draft);

    fs::remove_file(&out).expect("the draft");
    let inventory = tree.inventory();
    let ended = tree.scan(&["--inventory", &inventory]);
    assert_eq!(ended.status(), 0, "{}{}", ended.stdout(), ended.stderr());
    // What is permitted is listed, with its record.
    assert!(ended.stdout().contains("tools/up to date.sh"), "{}", ended.stdout());
    assert!(ended.stdout().contains("the data team"), "{}", ended.stdout());

    tree.write("tree/docs/.env", "DATABASE_URL=postgres://app:canary@db.example/shop\n");
    let ended = tree.scan(&["--inventory", &inventory]);
    ended.assert_failed(2, "ROUTES_OPEN");
    assert!(!ended.stdout().contains("canary") && !ended.stderr().contains("canary"), "{}", ended.stdout());
}

/// What documents, manifests and scripts had in the past, each in a directory of its own.
fn history(label: Label, tree: &Tree) -> Vec<String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/routes/history");
    let mut paths = Vec::new();
    for file in ["defects.snippets", "sequence.snippets"] {
        let text = fs::read_to_string(directory.join(file)).expect("snippets");
        let snippets = snippet::parse(&text).expect("snippets");
        for snippet in snippets.into_iter().filter(|snippet| snippet.label == label) {
            let path = format!("{}/{}", snippet.name, snippet.file);
            tree.write(&format!("tree/{path}"), str::from_utf8(&snippet.bytes).expect("UTF-8"));
            paths.push(path);
        }
    }
    assert!(paths.len() >= 5);
    paths
}

#[test]
fn a_defect_of_the_past_stands_beside_an_inventory_of_everything() {
    let tree = Tree::new();
    let defects = history(Label::Route, &tree);
    let inventory = tree.inventory();
    let scanned = tree.json(&["--inventory", &inventory]);
    assert_eq!(scanned["result"]["faults"], Value::Array(Vec::new()));
    let hits = scanned["result"]["hits"].as_array().expect("hits");
    for path in defects {
        let stands = |hit: &Value| hit["path"] == path && hit["verdict"]["why"] == "semantic";
        assert!(hits.iter().any(stands), "{path}");
    }
    tree.scan(&["--inventory", &inventory]).assert_failed(2, "ROUTES_OPEN");
}

#[test]
fn the_right_sequence_needs_no_inventory() {
    let tree = Tree::new();
    fs::remove_file(tree.path("tree/tools/up to date.sh")).expect("the script");
    history(Label::Clean, &tree);
    let ended = tree.scan(&[]);
    assert_eq!(ended.status(), 0, "{}{}", ended.stdout(), ended.stderr());
}

#[test]
fn every_file_is_counted_and_what_was_not_read_is_named() {
    let tree = Tree::new();
    tree.write("tree/image.bin", "\0\u{1}\u{2}");
    tree.write("outside.sh", UP);
    symlink(tree.path("outside.sh"), tree.path("tree/link.sh")).expect("a link");
    let scanned = tree.json(&[]);
    let files = scanned["result"]["files"].as_array().expect("files");
    let of = |path: &str| {
        let file =
            files.iter().find(|file| file["path"] == path).unwrap_or_else(|| panic!("{path} is not named"));
        file["disposition"].as_str().expect("a disposition").to_owned()
    };
    assert_eq!(files.len(), 3);
    assert_eq!(
        (of("image.bin"), of("link.sh"), of("tools/up to date.sh")),
        ("binary".into(), "link".into(), "scanned".into())
    );
    let hits = scanned["result"]["hits"].as_array().expect("hits").len();
    let counted: u64 = files.iter().filter_map(|file| file["hits"].as_u64()).sum();
    assert_eq!(hits as u64, counted);
}

#[test]
fn a_manifest_that_no_parser_takes_is_read_line_by_line_and_said_to_be() {
    let tree = Tree::new();
    tree.write("tree/job.yaml", "a: 1\nb: [\n  - run: npx prisma migrate deploy\nc: }\n");
    tree.write("tree/whole.yaml", "run: npx prisma migrate deploy\n");
    let scanned = tree.json(&[]);
    let files = scanned["result"]["files"].as_array().expect("files");
    let line = |path: &str| {
        let file = files.iter().find(|file| file["path"] == path).expect("the file");
        (file["by_lines"].as_u64(), file["hits"].as_u64())
    };
    assert_eq!(line("whole.yaml"), (None, Some(1)));
    let (by_lines, hits) = line("job.yaml");
    assert!(by_lines.is_some_and(|line| line > 1) && hits == Some(1), "{by_lines:?} {hits:?}");
}

#[test]
fn an_inventory_that_is_none_is_refused_at_its_place() {
    let tree = Tree::new();
    tree.write(
        "routes.toml",
        "schema = \"mosaic.routes.inventory.v1\"\n[[record]]\npath = \"a\"\nforce = true\n",
    );
    let ended = tree.scan(&["--inventory", &tree.path("routes.toml")]);
    ended.assert_failed(65, "ROUTES_INVENTORY_INVALID");
    assert!(ended.stderr().contains("4:1"), "{}", ended.stderr());
    let missing = tree.scan(&["--inventory", &tree.path("none.toml")]);
    assert_ne!(missing.status(), 0);
}

fn valid(log: &str, directory: &Path) -> Value {
    let file = directory.join("log.sarif");
    fs::write(&file, log).expect("a file");
    sarif::validate(&file).unwrap_or_else(|error| panic!("{error}"));
    serde_json::from_str(log).expect("JSON")
}

#[test]
fn a_log_is_sarif_and_tells_what_is_permitted_and_why() {
    let tree = Tree::new();
    let directory = tree.directory.path();
    let ended = tree.scan(&["--output", "sarif"]);
    ended.assert_failed(2, "ROUTES_OPEN");
    let log = valid(ended.stdout(), directory);
    let result = &log["runs"][0]["results"][0];
    let artifact = &result["locations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(artifact["uri"], "tools/up%20to%20date.sh");
    assert_eq!(result["suppressions"], Value::Array(Vec::new()));
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 2);

    let inventory = tree.inventory();
    let log = valid(tree.scan(&["--output", "sarif", "--inventory", &inventory]).stdout(), directory);
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert!(!results.is_empty());
    for result in results {
        let suppression = &result["suppressions"][0];
        assert_eq!(suppression["kind"], "external");
        assert!(suppression["justification"].as_str().is_some_and(|text| text.contains("the data team")));
    }
    // Every rule that a result names is described, faults of the inventory too.
    let expired = fs::read_to_string(&inventory)
        .expect("the inventory")
        .replace("expires = ", "expires = 2020-01-01 # ");
    fs::write(&inventory, expired).expect("the inventory");
    let log = valid(tree.scan(&["--output", "sarif", "--inventory", &inventory]).stdout(), directory);
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let results = run["results"].as_array().expect("results");
    assert!(results.iter().any(|result| result["ruleId"] == "routes.inventory.expired"));
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{}", result["ruleId"]);
    }
}

/// The validator itself has to be able to refuse.
#[test]
fn what_is_no_sarif_is_refused_by_the_schema() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("log.sarif");
    for log in [
        r#"{"version":"2.1.0","runs":[{"tool":{"driver":{}}}]}"#,
        r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"x"},"suppressions":[{"kind":"mine"}]}]}]}"#,
    ] {
        fs::write(&file, log).expect("a file");
        assert!(sarif::validate(&file).is_err(), "{log}");
    }
}

#[test]
fn annotations_are_commands_and_nothing_of_a_file_stands_outside_them() {
    let tree = Tree::new();
    tree.write("tree/a%,b:c.sh", "echo '::error::mine'; npx prisma migrate deploy\n");
    let ended = tree.scan(&["--output", "github"]);
    ended.assert_failed(2, "ROUTES_OPEN");
    let lines: Vec<&str> = ended.stdout().lines().collect();
    assert!(
        lines.iter().all(|line| line.starts_with("::error file=") || line.starts_with("::notice file=")),
        "{lines:?}"
    );
    assert!(lines.iter().any(|line| line.contains("/tree/a%25%2Cb%3Ac.sh,line=1,")), "{lines:?}");
    assert!(!ended.stdout().contains("mine"), "{lines:?}");
}

#[test]
fn a_rule_is_explained_and_one_that_is_not_there_is_told_from_one_that_is() {
    let all = Migrator::new(&["routes", "explain", "--output", "json"]).run().json();
    let rules = all["result"]["rules"].as_array().expect("rules");
    assert!(rules.len() > 100);
    for rule in rules.iter().chain(all["result"]["inventory"].as_array().expect("faults")) {
        let id = rule["id"].as_str().expect("an identifier");
        assert_eq!(Migrator::new(&["routes", "explain", id]).run().status(), 0, "{id}");
    }
    Migrator::new(&["routes", "explain", "routes.no-such.rule"])
        .run()
        .assert_failed(64, "ROUTES_UNKNOWN_RULE");
}

#[test]
fn the_program_proves_its_rules_itself() {
    let ended = Migrator::new(&["routes", "self-test", "--output", "json"]).run();
    assert_eq!(ended.status(), 0, "{}", ended.stdout());
    let result = &ended.json()["result"];
    assert!(result["cases"].as_u64() > result["rules"].as_u64(), "{result}");
}

/// What stands in this repository although nothing may permit it, each with the reason why it is there.
const STANDING: &[(&str, &str)] = &[
    // Texts of the scanner itself: its description, and what it says of its rules.
    ("fixtures/routes/README.md", "routes.credential-in-env-file.said"),
    ("fixtures/routes/README.md", "routes.init-script-authority.sentence"),
    ("docs/errors.md", "routes.first-boot-language.sentence"),
    ("man/mosaic-db-migrator.1", "routes.first-boot-language.sentence"),
    ("src/routes/redact.rs", "routes.credential-in-export.before-a-command"),
    ("src/routes/rules/credentials.rs", "routes.credential-in-arguments.call"),
    ("src/routes/rules/credentials.rs", "routes.credential-in-env-file.loaded"),
    // The laboratory writes the variables of each identity into a file, with names of files for secrets; a person loads it.
    ("README.md", "routes.credential-in-env-file.option"),
    ("docs/quickstart.md", "routes.credential-in-env-file.option"),
    ("xtask/src/command/demo.rs", "routes.credential-in-env-file.option"),
    ("xtask/src/command/screens.rs", "routes.credential-in-env-file.option"),
    ("xtask/tests/lab.rs", "routes.credential-in-env-file.option"),
    ("xtask/tests/manual/prepare/report.sh", "routes.credential-in-env-file.option"),
    // Deployments that deploy check has to refuse.
    ("fixtures/deploy/own/first-try.yml", "routes.credential-in-env-file.named"),
    ("fixtures/deploy/own/first-try.yml", "routes.credential-in-manifest.password"),
    ("fixtures/deploy/own/first-try.yml", "routes.credential-in-manifest.url"),
    ("fixtures/deploy/weakened/url-as-an-argument.edit", "routes.credential-in-arguments.url"),
    ("fixtures/deploy/weakened/url-in-a-config.edit", "routes.credential-in-arguments.url"),
    // What a fuzzer kept.
    ("fuzz/corpus/deploy/1b746607df45acac3fc915c867b6de92e8d1bce4", "routes.compose-before-runner.order"),
    ("fuzz/corpus/deploy/441fa5376b3d9275d1e6962c09cf73b3c47d9bfe", "routes.compose-before-runner.order"),
    ("fuzz/corpus/sql/80c4438ce935c1006f1135ea1463f92ca0619c55", "routes.first-boot-language.sentence"),
    ("fuzz/dictionaries/deploy.dict", "routes.init-script-authority.sentence"),
    // Addresses and options that tests give to the program, which has to read them, to refuse them, or to keep them to itself.
    ("src/deploy/credential.rs", "routes.credential-in-export.before-a-command"),
    ("src/dsn/tests.rs", "routes.credential-in-manifest.program"),
    ("tests/integration/attest/make.rs", "routes.credential-in-manifest.program"),
    ("tests/integration/certify.rs", "routes.credential-in-manifest.program"),
    ("tests/integration/import/refusals.rs", "routes.credential-in-manifest.program"),
    ("tests/integration/readiness.rs", "routes.credential-in-manifest.program"),
    ("tests/integration/refusals.rs", "routes.credential-in-manifest.program"),
    ("tests/integration/support/database.rs", "routes.credential-in-manifest.keyword"),
    // Taken for what they are not: names of files and options, sentences about other acts.
    ("ARCHITECTURE.md", "routes.credential-in-env-file.said"),
    ("docs/secrets.md", "routes.compose-before-runner.order"),
    ("xtask/src/bench/tool.rs", "routes.credential-in-arguments.call"),
];

/// No other way to DDL is in this repository but those that its inventory explains.
#[test]
fn this_repository_answers_for_what_is_found_in_it() {
    let root = env!("CARGO_MANIFEST_DIR");
    let inventory = format!("{root}/routes.toml");
    let scanned =
        Migrator::new(&["routes", "scan", root, "--inventory", &inventory, "--output", "json"]).run().json();
    let result = &scanned["result"];
    let faults: Vec<String> =
        result["faults"].as_array().expect("faults").iter().map(Value::to_string).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let open: Vec<String> = result["hits"]
        .as_array()
        .expect("hits")
        .iter()
        .filter(|hit| hit["verdict"]["verdict"] == "open")
        .filter(|hit| !STANDING.iter().any(|(path, rule)| hit["path"] == *path && hit["rule"] == *rule))
        // No text: of the snippets that rules are not tuned on, nobody is to see what is found.
        .map(|hit| format!("{}:{}: {}", hit["path"], hit["span"]["line"], hit["rule"]))
        .collect();
    assert!(open.is_empty(), "{}", open.join("\n"));
    for (path, rule) in STANDING {
        let stands = |hit: &Value| hit["path"] == *path && hit["rule"] == *rule;
        assert!(
            result["hits"].as_array().expect("hits").iter().any(stands),
            "{path} does not have {rule} any more"
        );
    }
}
