//! The committed manual and completions are what the program prints. To regenerate: `cargo xtask docs`.

use crate::support::Migrator;

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
fn the_manual_names_every_code() {
    let manual = Migrator::new(&["man"]).run();
    for code in mosaic_db::error::Code::ALL {
        let word = code.entry().code;
        assert!(manual.stdout().contains(&format!("\\fB{word}\\fR")), "{word}");
        let explained = Migrator::new(&["explain", word]).run();
        assert_eq!(explained.status(), 0, "{word}");
    }
}
