//! The library can prove; only the binary can change: a program that links `mosaic_db` cannot even name what
//! locks, changes, signs, writes files or reads the environment. And who writes as the runtime cannot get around asking.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Compiles a program that links the library as it was built for this test, and gives the lines on which the
/// compiler found an error, each with its code.
fn errors(program: &str) -> BTreeSet<(u64, String)> {
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
    let mut found = BTreeSet::new();
    for message in messages.lines() {
        let message: serde_json::Value = serde_json::from_str(message).expect("a JSON message");
        if message["level"] == "error" && !message["spans"].as_array().expect("spans").is_empty() {
            let spans = message["spans"].as_array().expect("spans").iter();
            let place =
                spans.filter(|span| span["is_primary"] == true).find_map(|span| span["line_start"].as_u64());
            let code = message["code"]["code"].as_str().unwrap_or_default().to_owned();
            found.insert((place.expect("a line"), code));
        }
    }
    found
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
    let expected: BTreeSet<_> = (1..).take(modules.len()).map(|line| (line, "E0432".to_owned())).collect();
    assert_eq!(errors(&program), expected, "{modules:?}");
}

/// Each line is one way to write without having asked, and what the compiler says of it.
#[test]
fn a_proof_is_neither_made_nor_kept_nor_moved_nor_used_twice() {
    const MISUSES: [(&str, &str); 14] = [
        // It comes from nowhere but the transaction. An error about private fields has no code.
        (
            "fn made(t: &'static Transaction<'static>, policy: PolicyRevision) { \
             let _ = WriteHealthProof { transaction: t, policy }; }",
            "",
        ),
        ("fn permitted() { let _ = Permit {}; }", ""),
        ("fn believed(health: Health) -> WriteHealthProof<'static> { health.into() }", "E0277"),
        ("fn assumed() -> WriteHealthProof<'static> { Default::default() }", "E0277"),
        ("fn copied(proof: WriteHealthProof<'_>) { let _two = (proof.clone(), proof); }", "E0599"),
        (
            "fn sent(proof: &WriteHealthProof<'_>) { let _ = mosaic_db::attest::canonical::to_bytes(proof); }",
            "E0277",
        ),
        ("fn altered(proof: &mut WriteHealthProof<'_>) { proof.checked_at = u64::MAX; }", "E0616"),
        // It does not outlive its transaction, and the transaction does not end under it.
        (
            "async fn kept(c: &mut Connection, p: PolicyRevision) { let proof = { \
             let t = Transaction::begin(c).await.unwrap_or_else(|_| loop {}); WriteHealthProof::mint(&t, p).await }; drop(proof); }",
            "E0597",
        ),
        (
            "async fn ended(t: Transaction<'_>, p: PolicyRevision) { let proof = WriteHealthProof::mint(&t, p).await; \
             let _ = t.commit().await; drop(proof); }",
            "E0505",
        ),
        // While a transaction is open, its connection does nothing else.
        (
            "async fn aside(c: &mut Connection) { let t = Transaction::begin(c).await; \
             let _ = c.client().batch_execute(\"\").await; drop(t); }",
            "E0502",
        ),
        // A permit is used up, and does not outlive its proof.
        (
            "async fn twice(permit: Permit<'_>) { let _ = permit.write(\"\", &[]).await; \
             let _ = permit.write(\"\", &[]).await; }",
            "E0382",
        ),
        (
            "async fn later(t: &Transaction<'_>, p: PolicyRevision) { let permit = { \
             let Ok(proof) = WriteHealthProof::mint(t, p.clone()).await else { return }; proof.revalidate(&p).await }; drop(permit); }",
            "E0597",
        ),
        // What proves has no connection to lend.
        ("fn lent(s: &mut Session) { let _ = Transaction::begin(&mut s.connection); }", "E0616"),
        (
            "async fn written(s: &Session, t: &Transaction<'_>) { let _ = (s, t.ask(\"\", &[]).await); }",
            "E0624",
        ),
    ];
    let mut program = String::from(
        "use mosaic_db::{gateway::{Health, PolicyRevision, write::{Permit, Transaction, WriteHealthProof}}, postgres::{Connection, Session}};\n",
    );
    for (misuse, _) in MISUSES {
        program.push_str(misuse);
        program.push('\n');
    }
    program.push_str("fn main() {}\n");
    let expected = (2..).zip(MISUSES).map(|(line, (_, code))| (line, code.to_owned()));
    assert_eq!(errors(&program), expected.collect());
}
