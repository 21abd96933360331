//! The committed manual, completions and reference pages are what the program prints, and the pages of the manual make a
//! book. To regenerate: `cargo xtask docs`.

use crate::support::Migrator;
use mosaic_manual::{book, generated};
use std::path::Path;

#[test]
fn committed_documents_are_current() {
    for (path, arguments) in [
        ("man/mosaic-db-migrator.1", &["man"][..]),
        ("completions/mosaic-db-migrator.bash", &["completions", "bash"]),
        ("completions/mosaic-db-migrator.fish", &["completions", "fish"]),
        ("completions/_mosaic-db-migrator", &["completions", "zsh"]),
    ] {
        let full = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        let committed = std::fs::read_to_string(&full).expect("the committed document");
        let printed = Migrator::new(arguments).run();
        assert_eq!(printed.status(), 0);
        assert!(committed == printed.stdout(), "{path} is stale: cargo xtask docs");
    }
}

#[test]
fn committed_pages_are_current() {
    let answer = Migrator::new(&["explain", "--output", "json"]).run().json();
    let pages = [
        ("docs/errors.md", generated::errors(&answer)),
        ("docs/variables.md", generated::variables(&answer)),
    ];
    for (path, made) in pages {
        let full = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        let committed = std::fs::read_to_string(&full).expect("the committed page");
        assert!(committed == made.expect("a page"), "{path} is stale: cargo xtask docs");
    }
}

#[test]
fn the_pages_make_a_book() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = mosaic_manual::pages(root).expect("the pages");
    let faults: Vec<_> = book::faults(root, &pages).iter().map(ToString::to_string).collect();
    assert_eq!(faults, <[String; 0]>::default());
}

#[test]
fn the_manual_names_every_code() {
    let manual = Migrator::new(&["man"]).run();
    for code in mosaic_db::error::Code::ALL {
        let word = code.entry().code;
        assert!(manual.stdout().contains(&format!("\\fB{word}\\fR")), "{word}");
        let explained = Migrator::new(&["explain", word]).run();
        assert_eq!(explained.status(), 0, "{word}");
    }
}
