//! What must hold of any file.

use super::scan::{Disposition, scan};
use proptest::prelude::*;

/// One path for every reader.
pub(super) const PATHS: [&str; 20] = [
    "a.sql",
    "a.sh",
    "a.ps1",
    "Dockerfile",
    "a.yaml",
    "a.json",
    "a.toml",
    ".env",
    "a.service",
    "a.md",
    "a.html",
    "a.ts",
    "A.java",
    "a.py",
    "a.rb",
    "a.go",
    "a.rs",
    "a.tf",
    "Makefile",
    "unknown",
];

/// Pieces of every language that may open something, close it, or mean something.
const PIECES: [&str; 44] = [
    "'",
    "\"",
    "`",
    "```",
    "\n",
    "\n    ",
    "\t",
    "$$",
    "$a$",
    "/*",
    "*/",
    "--",
    "#",
    "//",
    "<<EOF",
    "\nEOF\n",
    "<!--",
    "-->",
    "<pre>",
    "</pre>",
    "&#65;",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ": ",
    "- ",
    "| ",
    "\\",
    "\\u",
    "= ",
    ";",
    "&x",
    "*x",
    "{{",
    "}}",
    "CREATE TABLE t (i int)",
    "npx prisma migrate deploy",
    "psql -f x.sql",
    "Run `x`. Never `y`, but ",
    "ä\u{200b}е",
    "\r\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// No text makes a reader fail, and every hit is within the text.
    #[test]
    fn hits_are_places_in_the_text(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60), path in prop::sample::select(&PATHS[..])) {
        let text = pieces.concat();
        let lines = text.split('\n').count();
        for hit in scan(path, text.as_bytes()).hits {
            prop_assert!(hit.span.line >= 1 && hit.span.line <= lines && hit.span.end_line <= lines, "{:?}", hit);
            prop_assert!((hit.span.line, hit.span.column) < (hit.span.end_line, hit.span.end_column), "{:?}", hit);
        }
    }

    /// Neither do bytes.
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400), path in prop::sample::select(&PATHS[..])) {
        let scanned = scan(path, &bytes);
        prop_assert!(scanned.hits.is_empty() || scanned.disposition == Disposition::Scanned);
    }
}

#[test]
fn what_is_nested_deeply_is_read_to_the_end() {
    for path in PATHS {
        for opening in
            ["[", "{\"a\":", "(", "- ", "> ", "$(", "<div>", "/*", "{{", "a: {", "\"", "&a ", "* ", "`", "!["]
        {
            let text = opening.repeat(20_000);
            assert_eq!(scan(path, text.as_bytes()).disposition, Disposition::Scanned, "{path} {opening}");
        }
    }
}

#[test]
fn a_line_may_have_megabytes() {
    for (path, megabytes) in
        [("unknown", 2), ("a.md", 1), ("a.ts", 1), ("a.yaml", 1), ("a.sh", 1), ("a.sql", 1)]
    {
        let mut text = "x y ".repeat(megabytes << 18);
        text.push_str("\nCREATE TABLE t (i int);\n");
        assert_eq!(scan(path, text.as_bytes()).disposition, Disposition::Scanned, "{path}");
    }
}

/// Time and memory grow with a line, not with its square.
#[test]
fn a_line_may_have_thousands_of_hits() {
    for path in ["unknown", "a.md", "a.ts", "a.html"] {
        let text = "`x psql -f y.sql` ".repeat(3_000);
        assert!(scan(path, text.as_bytes()).hits.len() == 1, "{path}");
    }
}

#[test]
fn what_is_no_text_is_named() {
    assert_eq!(scan("a.sql", b"CREATE TABLE t\0").disposition, Disposition::Binary);
}

#[test]
fn a_credential_is_never_shown() {
    for (path, text) in [
        (".env", "DATABASE_URL=postgres://app:Canary-1@db/app\n"),
        ("a.sh", "export PGPASSWORD='Canary 1'\n"),
        ("compose.yaml", "services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: Canary-1\n"),
        ("a.md", "goose postgres \"user=shop password=Canary-1 dbname=shop\" up\n"),
    ] {
        let hits = scan(path, text.as_bytes()).hits;
        assert!(!hits.is_empty(), "{path}");
        assert!(hits.iter().all(|hit| !hit.excerpt.contains("Canary")), "{path}: {hits:?}");
    }
}
