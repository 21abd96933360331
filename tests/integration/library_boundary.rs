//! The library can prove; only the binary can change: a program that links `mosaic_db` cannot even name what
//! locks, changes, signs, writes files or reads the environment.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Compiles a program that links the library as it was built for this test, and gives the lines on which the
/// compiler found an unresolved import (E0432). Any other error fails the test.
fn unresolved_imports(program: &str) -> BTreeSet<u64> {
    let built = Path::new(env!("CARGO_BIN_EXE_mosaic-db-migrator")).parent().expect("a directory");
    let dependencies = built.join("deps");
    let library = newest_library(&dependencies);
    let mut rustc = Command::new(Path::new(env!("CARGO")).with_file_name("rustc"))
        .args(["--edition=2024", "--crate-type=bin", "--emit=metadata=/dev/null", "--error-format=json"])
        .arg(format!("--extern=mosaic_db={}", library.display()))
        .arg(format!("-Ldependency={}", dependencies.display()))
        .arg("-")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the compiler that built this test");
    rustc.stdin.take().expect("a pipe").write_all(program.as_bytes()).expect("the program is read");
    let output = rustc.wait_with_output().expect("the compiler ends");
    let messages = String::from_utf8(output.stderr).expect("UTF-8");
    let mut lines = BTreeSet::new();
    for message in messages.lines() {
        let message: serde_json::Value = serde_json::from_str(message).expect("a JSON message");
        if message["level"] == "error" && !message["spans"].as_array().expect("spans").is_empty() {
            assert_eq!(message["code"]["code"], "E0432", "{}", message["message"]);
            lines.insert(message["spans"][0]["line_start"].as_u64().expect("a line"));
        }
    }
    lines
}

/// Builds with other settings leave their libraries in the same directory; this test's is the last one built.
fn newest_library(dependencies: &Path) -> PathBuf {
    let named = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("libmosaic_db-") && name.ends_with(".rlib")
    };
    std::fs::read_dir(dependencies)
        .expect("the directory of dependencies")
        .map(|entry| entry.expect("an entry").path())
        .filter(named)
        .max_by_key(|path| path.metadata().and_then(|metadata| metadata.modified()).expect("a time"))
        .expect("the library this test links")
}

#[test]
fn a_program_that_links_the_library_cannot_name_what_changes() {
    let declared = include_str!("../../src/main.rs").lines();
    let modules: Vec<_> = declared.filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).collect();
    for known in ["cli", "environment", "safe_fs"] {
        assert!(modules.contains(&known), "{known} is declared in {modules:?}");
    }
    let imports: String = modules.iter().map(|module| format!("use mosaic_db::{module} as _;\n")).collect();
    // The last import shows that the compiler found the library at all.
    let program = format!("{imports}use mosaic_db::digest as _;\nfn main() {{}}\n");
    let expected: BTreeSet<u64> = (1..).take(modules.len()).collect();
    assert_eq!(unresolved_imports(&program), expected, "{modules:?}");
}
