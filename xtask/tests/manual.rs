//! The first chapters of the manual, done as they say, in order.
//!
//! What is replaced in a command is where things are: a directory of the test's own for the laboratory's and the operator's
//! places, the laboratory's server for `db.example`. All else is run as it stands on the page.
#![expect(clippy::disallowed_methods, reason = "a test writes plain files")]
#![expect(clippy::unwrap_used, reason = "the helpers below belong to tests, and fail like them")]

#[path = "manual/session.rs"]
mod session;
#[path = "manual/site.rs"]
mod site;

use session::Session;
use site::Site;
use std::path::Path;

/// Runs every block of a page that is to be run, and gives the number of commands.
fn follow(page: &str, session: &mut Session, places: &[(&str, String)]) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let pages = mosaic_manual::pages(&root).unwrap();
    let page = pages.iter().find(|known| known.path == page).unwrap();
    let mut done = 0;
    for step in page.blocks.iter().filter(|block| block.is_run()).flat_map(|block| block.steps()) {
        let place = format!("{}:{}", page.path, step.line);
        let command =
            places.iter().fold(step.command.clone(), |command, (from, to)| command.replace(from, to));
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
        done += 1;
    }
    done
}

fn followed_in_a_laboratory(page: &str) {
    let site = Site::new();
    let mut session = site.session();
    let lab = site.path("lab");
    let places = [("/tmp/lab", lab.clone())];
    let _guard = site::Down(lab.into());
    assert!(follow(page, &mut session, &places) > 0, "{page}");
}

fn followed_on_a_server(page: &str, least: usize) {
    let site = Site::with_server();
    site.prepare(page);
    let done = follow(page, &mut site.session(), &site.places());
    assert!(done >= least, "{page}: only {done} steps were found");
}

#[test]
fn the_readme_is_followed() {
    followed_in_a_laboratory("README.md");
}

#[test]
fn the_quickstart_is_followed() {
    followed_in_a_laboratory("docs/quickstart.md");
}

#[test]
fn a_drizzle_project_is_adopted() {
    followed_on_a_server("docs/adopting.md", 9);
}

#[test]
fn the_runbook_is_followed() {
    followed_on_a_server("docs/runbook.md", 25);
}

#[test]
fn a_pipeline_does_what_the_recipes_say() {
    followed_on_a_server("docs/ci.md", 10);
}
