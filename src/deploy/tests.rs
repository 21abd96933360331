//! The shipped files hold; each of the weakened ones is found by exactly the rule it is about; what only looks like one is
//! not found.

use super::*;
use mosaic_lab::certificates::Authority;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// One edit of a shipped file, as data: headers, then lines to find (` ` and `-`) and what to put there (` ` and `+`).
struct Edit {
    name: String,
    file: String,
    kind: Option<Kind>,
    rule: Option<String>,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn listed(directory: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(directory)).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn kind(word: &str) -> Kind {
    Kind::ALL.into_iter().find(|kind| kind.name() == word).unwrap()
}

impl Edit {
    fn read(path: &Path) -> Self {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let content = read(path);
        let (headers, hunk) = content.split_once("\n\n").expect("headers, an empty line, an edit");
        let header = |key: &str| {
            headers.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).map(str::to_owned)
        };
        let file = header("file").expect("a file");
        let side = |marks: [char; 2]| -> String {
            let lines = hunk.lines().filter(|line| line.starts_with(marks));
            lines.map(|line| format!("{}\n", &line[1..])).collect()
        };
        let (old, new) = (side([' ', '-']), side([' ', '+']));
        let text = read(&root().join(&file));
        assert_eq!(text.matches(&old).count(), 1, "{name}: what is to be changed is not there once");
        let text = text.replace(&old, &new);
        Self { name, file, kind: header("kind").map(|word| kind(&word)), rule: header("rule"), text }
    }

    fn check(&self) -> Report {
        let kind = self.kind.or_else(|| shipped(&self.file).and_then(|(_, kind)| kind));
        let certificates = if self.file.ends_with("two-gateways.yml") { pair() } else { Vec::new() };
        let file = File { name: &self.name, bytes: self.text.as_bytes(), kind };
        check(file, &certificates).unwrap_or_else(|error| panic!("{}: {error:?}", self.name))
    }
}

/// What is shipped, and what has to be said of it.
const SHIPPED: [(&str, Option<Kind>); 8] = [
    ("deploy/Dockerfile", None),
    ("deploy/compose.yml", None),
    ("deploy/portainer.yml", Some(Kind::Portainer)),
    ("deploy/postgres/pg_hba.conf", None),
    ("deploy/postgres/postgresql.conf", None),
    ("deploy/swarm-import.yml", None),
    ("deploy/swarm.yml", None),
    ("deploy/two-gateways.yml", None),
];

fn shipped(file: &str) -> Option<(&'static str, Option<Kind>)> {
    SHIPPED.into_iter().find(|(name, _)| *name == file)
}

/// A certificate for each of the two databases.
fn pair() -> Vec<Certificate> {
    static PAIR: LazyLock<Vec<Certificate>> = LazyLock::new(|| {
        let authority = Authority::new().unwrap();
        let one =
            |name| Certificate::read(name, authority.server_for(&[name]).unwrap().certificate.as_bytes());
        vec![one("postgres-a").unwrap(), one("postgres-b").unwrap()]
    });
    PAIR.clone()
}

fn found(report: &Report) -> Vec<String> {
    report.findings.iter().map(|finding| format!("{} {finding:?}", finding.rule.id())).collect()
}

#[test]
fn the_shipped_files_are_as_the_rules_ask() {
    for (name, kind) in SHIPPED {
        let text = read(&root().join(name));
        let certificates = if name.ends_with("two-gateways.yml") { pair() } else { Vec::new() };
        let report = check(File { name, bytes: text.as_bytes(), kind }, &certificates).unwrap();
        assert_eq!(found(&report), [""; 0], "{name}");
        assert!(report.services.iter().all(|part| part.role != Role::Other), "{name}: {:?}", report.services);
    }
}

/// The words in capital letters that stand after each mark, without the letter of a pair.
fn names<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = String> + 'a {
    text.split(mark).skip(1).map(|rest| {
        let end = rest.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'));
        let name = &rest[..end.unwrap_or(rest.len())];
        name.strip_suffix("_A").or_else(|| name.strip_suffix("_B")).unwrap_or(name).to_owned()
    })
}

#[test]
fn every_variable_of_a_shipped_stack_is_explained_at_its_head() {
    let explained = |name: &str| -> BTreeSet<String> {
        let text = read(&root().join(name));
        let head = text.lines().filter(|line| line.starts_with('#'));
        head.flat_map(|line| names(line, " ")).collect()
    };
    let common = &explained("deploy/compose.yml") | &explained("deploy/swarm.yml");
    for (name, _) in SHIPPED.into_iter().filter(|(name, _)| name.ends_with(".yml")) {
        let known = &common | &explained(name);
        let used: BTreeSet<String> = names(&read(&root().join(name)), "${").collect();
        let unknown: Vec<&str> = used.difference(&known).map(String::as_str).collect();
        // `_SHA256` of each image is said once for all of them.
        assert!(unknown.iter().all(|name| name.ends_with("_IMAGE_SHA256")), "{name}: {unknown:?}");
    }
}

#[test]
fn every_weakened_file_is_found_by_its_own_rule_and_by_no_other() {
    let mut tried = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in listed("fixtures/deploy/weakened") {
        let edit = Edit::read(&path);
        let wanted = edit.rule.clone().expect("a rule");
        let report = edit.check();
        let rules: BTreeSet<&str> = report.findings.iter().map(|finding| finding.rule.id()).collect();
        if rules != [wanted.as_str()].into() {
            wrong.push(format!("{} is for {wanted}: {:#?}", edit.name, found(&report)));
        }
        tried.insert(wanted);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let rules: BTreeSet<String> = Rule::ALL.iter().map(|rule| rule.id().to_owned()).collect();
    assert_eq!(tried, rules, "a rule that no file breaks, or a file for no rule");
}

#[test]
fn what_only_looks_weaker_is_not_found() {
    let edits = listed("fixtures/deploy/near").into_iter().map(|path| Edit::read(&path));
    let wrong: Vec<_> =
        edits.map(|edit| (found(&edit.check()), edit.name)).filter(|(found, _)| !found.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The rules that a stack in this text breaks, among those that start like this.
fn broken(text: &str, prefix: &str) -> BTreeSet<&'static str> {
    let report = check(File { name: "stack", bytes: text.as_bytes(), kind: None }, &[]).unwrap();
    report.findings.iter().map(|finding| finding.rule.id()).filter(|id| id.starts_with(prefix)).collect()
}

#[test]
fn one_file_is_one_file_by_whatever_way_it_comes() {
    let stack = |secret: &str| {
        format!(
            "services:
  runner:
    command: --run
    environment: [DATABASE_MIGRATION_URL_FILE=/s/url]
    volumes: [/srv/gen-7/migrator:/s:ro]
  gateway:
    environment: [DATABASE_URL_FILE=/run/secrets/own]
    secrets: [own, more]
secrets:
  own: {{file: /srv/gen-7/gateway/url}}
  more: {{file: {secret}}}
"
        )
    };
    let isolation = "deploy.secret.isolation";
    assert_eq!(broken(&stack("/srv/gen-7/gateway/cookie"), isolation), BTreeSet::new());
    for same in ["/srv/gen-7/migrator/url", "/srv//gen-6/../gen-7/./migrator/url"] {
        assert_eq!(broken(&stack(same), isolation), [isolation].into(), "{same}");
    }
}

#[test]
fn two_keys_for_one_object_of_a_swarm_are_one_secret() {
    let stack = |name: &str| {
        format!(
            "services:
  runner:
    command: --run
    environment: [DATABASE_MIGRATION_URL_FILE=/run/secrets/a]
    secrets: [a]
  other: {{image: x, secrets: [b]}}
secrets:
  a: {{external: true, name: url.v7}}
  b: {{external: true, name: {name}}}
"
        )
    };
    let isolation = "deploy.secret.isolation";
    assert_eq!(broken(&stack("url.v8"), isolation), BTreeSet::new());
    assert_eq!(broken(&stack("url.v7"), isolation), [isolation].into());
}

#[test]
fn the_part_of_a_stack_that_names_objects_is_judged_by_itself() {
    let part = |name: &str| {
        format!(
            "version: \"3.8\"\nsecrets:\n  mosaic-runtime-url:\n    name: {name}\n    file: ./secrets/runtime-url\n"
        )
    };
    let rules = |name: &str| {
        let text = part(name);
        let report = check(File { name: "stack.yml", bytes: text.as_bytes(), kind: Some(Kind::Swarm) }, &[]);
        report.unwrap().findings.iter().map(|finding| finding.rule).collect::<Vec<_>>()
    };
    assert_eq!(rules("mosaic-prod-runtime-url.v17.3f9a0c51b2de"), []);
    assert_eq!(rules("mosaic-prod-runtime-url"), [Rule::SecretVersioned]);
}

/// Many services with much mounted in each, all of it the same.
#[test]
fn comparing_all_with_all_has_a_bound() {
    let mounts: String = (0..30).map(|n| format!("  - /a/{n}:/b/{n}\n")).collect();
    let services: String = (0..100)
        .map(|n| {
            format!(
                "  s{n}: {{command: --run, volumes: *v, environment: [DATABASE_MIGRATION_URL_FILE=/b/1]}}\n"
            )
        })
        .collect();
    let started = std::time::Instant::now();
    let text = format!("x: &v\n{mounts}services:\n{services}");
    check(File { name: "stack", bytes: text.as_bytes(), kind: None }, &[]).unwrap();
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

/// What a careless or a hostile hand does to a file.
fn changed(text: &str, changes: &[(usize, u8)]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (at, what) in changes {
        let at = at % text.len().max(1);
        match what % 8 {
            0 => drop(text.splice(at..(at + 1).min(text.len()), [])),
            1 => text.insert(at, '\n'),
            2 => text.insert(at, ' '),
            3 => text.insert(at, ':'),
            4 => text.insert(at, '$'),
            5 => text.insert(at, '['),
            6 => text.truncate(at),
            _ => {
                let copied: Vec<char> = text.iter().skip(at).take(60).copied().collect();
                text.splice(at..at, copied).for_each(drop);
            }
        }
    }
    text.into_iter().collect()
}

proptest! {
    #[test]
    fn whatever_is_changed_a_file_is_judged_or_refused(
        file in 0..SHIPPED.len(),
        changes in proptest::collection::vec(any::<(usize, u8)>(), 1..8),
    ) {
        let (name, kind) = SHIPPED[file];
        let text = changed(&read(&root().join(name)), &changes);
        let lines = text.lines().count().max(1);
        match check(File { name, bytes: text.as_bytes(), kind }, &pair()) {
            Ok(report) => {
                for finding in report.findings {
                    prop_assert!((1..=lines).contains(&finding.place.line) && !finding.excerpt.is_empty());
                }
            }
            Err(error) => prop_assert!(error.place().line <= lines + 1, "{:?}", error),
        }
    }
}
