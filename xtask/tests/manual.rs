//! The manual, done as it says: the commands of each chapter in order, and the reasons for those that are not done here.
//!
//! What is replaced in a command is where things are: a directory of the test's own for the laboratory's and the operator's
//! places, the server of this test for `db.example`, and what a person copies from the answer before. All else is run as it
//! stands on the page.
#![expect(clippy::disallowed_methods, reason = "a test writes plain files")]
#![expect(clippy::unwrap_used, reason = "the helpers below belong to tests, and fail like them")]

#[path = "manual/excused.rs"]
mod excused;
#[path = "manual/session.rs"]
mod session;
#[path = "manual/site.rs"]
mod site;

use excused::EXCUSED;
use mosaic_manual::page::Page;
use mosaic_manual::{shell, yaml};
use session::Session;
use site::{Machine, Site};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pages that are followed, each by a test, and on which machine.
macro_rules! chapters {
    ($($test:ident: $page:literal on $machine:ident;)*) => {
        const CHAPTERS: &[&str] = &[$($page),*];
        $(
            #[test]
            fn $test() {
                followed($page, Machine::$machine);
            }
        )*
    };
}

chapters! {
    the_readme: "README.md" on Checkout;
    the_quickstart: "docs/quickstart.md" on Checkout;
    an_activation_is_planned: "docs/activation.md" on Desk;
    keys_are_made_and_revoked: "docs/attestation.md" on Desk;
    files_to_deploy_with_are_checked: "docs/deploy.md" on Desk;
    documents_become_pictures: "docs/report.md" on Desk;
    routes_are_scanned: "docs/routes.md" on Desk;
    a_drizzle_project_is_adopted: "docs/adopting.md" on Server;
    a_pipeline_does_what_the_recipes_say: "docs/ci.md" on Server;
    a_shadow_database_is_planned: "docs/transitions.md" on Desk;
    the_runbook: "docs/runbook.md" on Server;
    a_server_lets_nobody_in_without_tls: "docs/tls.md" on Server;
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn pages() -> Vec<Page> {
    mosaic_manual::pages(&root()).unwrap()
}

/// Runs every block of a page that is to be run.
fn follow(page: &Page, session: &mut Session, places: &[(&str, String)]) {
    for step in page.blocks.iter().filter(|block| block.is_run()).flat_map(|block| block.steps()) {
        let place = format!("{}:{}", page.path, step.line);
        let command = site::placed(&step.command, places);
        // Of a block that is run as a whole, each command has to end well.
        let whole = step.printed.is_none();
        let (status, printed) =
            session.run(&if whole { format!("set -e\n{command}\nset +e") } else { command });
        let printed = places.iter().rev().fold(printed, |printed, (from, to)| printed.replace(to, from));
        assert_eq!(status, step.status, "{place}: {}\n{printed}", step.command);
        if let Some(expected) = &step.printed {
            let expected_text = expected.text();
            assert!(
                expected.agrees(&printed),
                "{place}: {}\n--- the page\n{expected_text}--- the program\n{printed}",
                step.command
            );
        }
    }
}

/// The commands of a page that nobody runs, each as its words, with its line. What a container is told to start is one too.
fn left_out(page: &Page) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for block in page.blocks.iter().filter(|block| !block.is_run()) {
        let mut texts = block.shell();
        if block.language() == "yaml" {
            let document = yaml::read(&block.text).unwrap();
            texts.extend(document.scripts().into_iter().map(|script| (script, block.line)));
            found.extend(document.invocations().into_iter().map(|words| (words.join(" "), block.line)));
        }
        for (text, line) in texts {
            let commands = shell::commands(&text).unwrap().into_iter();
            found.extend(commands.map(|command| (command.words.join(" "), command.line + line)));
        }
    }
    found.retain(|(words, _)| !words.is_empty());
    found
}

fn followed(path: &str, machine: Machine) {
    let pages = pages();
    let page = pages.iter().find(|page| page.path == path).unwrap();
    let site = Site::new(machine);
    site.prepare(path);
    follow(page, &mut site.session(), &site.places(path));
}

#[test]
fn every_command_is_run_or_has_a_reason() {
    let mut unknown = Vec::new();
    let mut used = vec![false; EXCUSED.len()];
    for page in pages() {
        for (words, line) in left_out(&page) {
            let mut known = false;
            for (excuse, used) in EXCUSED.iter().zip(&mut used) {
                if excuse.page == page.path && words.starts_with(excuse.begins) {
                    (known, *used) = (true, true);
                }
            }
            if !known {
                unknown.push(format!("{}:{line}: {words}", page.path));
            }
        }
    }
    assert_eq!(unknown, <[String; 0]>::default(), "neither run nor excused");
    let stale = EXCUSED.iter().zip(used).filter(|(_, used)| !used);
    let stale: Vec<_> = stale.map(|(excuse, _)| (excuse.page, excuse.begins)).collect();
    assert_eq!(stale, [], "excused, and on no page");
}

#[test]
fn a_reason_names_a_test_that_is_there() {
    for excuse in EXCUSED {
        for path in excuse.reason.split(' ').filter(|word| word.contains('/')) {
            assert!(root().join(path.trim_end_matches([',', '.', ';'])).exists(), "{}", excuse.reason);
        }
    }
}

#[test]
fn every_page_with_something_to_run_is_followed() {
    let is_run = |page: &&Page| page.blocks.iter().any(|block| !block.steps().is_empty() && block.is_run());
    let mut run: Vec<_> = pages().iter().filter(is_run).map(|page| page.path.clone()).collect();
    let mut followed: Vec<_> = CHAPTERS.iter().map(|page| (*page).to_owned()).collect();
    run.sort();
    followed.sort();
    assert_eq!(run, followed);
}

/// A page may not show commands as plain text, where nobody would look for them.
#[test]
fn no_command_hides_in_plain_text() {
    for page in pages() {
        for block in page.blocks.iter().filter(|block| block.language() == "text") {
            let starts = |line: &str| line.starts_with("cargo ") || line.starts_with("mosaic-db-migrator ");
            assert!(!block.text.lines().any(starts), "{}:{}", page.path, block.line);
        }
    }
}

/// With `--help` at its end each of them is read up to there, and nothing is done.
#[test]
fn every_command_of_the_workshop_can_be_typed() {
    let mut tried = 0;
    for page in pages() {
        for (words, line) in left_out(&page) {
            if let Some(arguments) = words.strip_prefix("cargo xtask ") {
                let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
                let ended = xtask.args(arguments.split(' ')).arg("--help").output().unwrap();
                let said = String::from_utf8_lossy(&ended.stderr);
                assert!(ended.status.success(), "{}:{line}: {words}\n{said}", page.path);
                tried += 1;
            }
        }
    }
    assert!(tried > 15, "only {tried} commands were found");
}
