//! Receipts: what a run leaves behind for whoever asks later what it did.

use crate::support::{Database, Folder};
use mosaic_db::digest::Digest;
use mosaic_lab::listener::{Listener, NO_TLS};
use mosaic_lab::postgres::Major;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Barrier;

fn one() -> Folder {
    Folder::history(&[("0000_first", "CREATE TABLE a (id int);")])
}

/// The receipts of a directory, in the order of their names.
fn receipts(directory: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(directory).expect("the receipts").map(|file| file.expect("a receipt").path()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> (Value, Digest) {
    let bytes = fs::read(path).expect("a receipt");
    let receipt: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert_eq!(serde_jcs::to_vec(&receipt).expect("canonical JSON"), bytes);
    (receipt, Digest::of(&bytes))
}

/// That each receipt follows the one before it, and gives their number.
fn assert_chained(directory: &Path) -> usize {
    let mut previous = Value::Null;
    let paths = receipts(directory);
    for (at, path) in paths.iter().enumerate() {
        let (receipt, digest) = read(path);
        assert_eq!(receipt["sequence"], at + 1);
        assert_eq!(receipt["previous"], previous);
        assert_eq!(fs::metadata(path).expect("a receipt").mode() & 0o7777, 0o400);
        previous = digest.to_string().into();
    }
    paths.len()
}

#[test]
fn every_run_that_saw_the_database_adds_to_the_chain() {
    let database = Database::bootstrapped();
    let directory = tempfile::tempdir().expect("a directory");
    let (good, broken) = (one(), one().with("0001_broken", "SELECT 1 / 0;"));
    let run = |folder: &Folder| {
        database.migrator(&["--run"], folder.write()).env("MOSAIC_RECEIPT_DIR", directory.path()).run()
    };
    run(&broken).assert_failed(6, "ENTRY_FAILED");
    let again = run(&good);
    again.assert_reached();
    // What a killed run may have left is in nobody's way, and no receipt.
    #[expect(clippy::disallowed_methods, reason = "a test's own file")]
    fs::write(directory.path().join(".receipt-0000000003.v1.json.tmp"), "{").expect("a file");
    database.execute("UPDATE drizzle.__drizzle_migrations SET hash = repeat('0', 64)");
    run(&good).assert_failed(2, "LEDGER_ENTRY_EDITED");
    fs::remove_file(directory.path().join(".receipt-0000000003.v1.json.tmp")).expect("the file is there");

    let outcomes: Vec<Value> =
        receipts(directory.path()).iter().map(|path| read(path).0["outcome"].clone()).collect();
    assert_eq!(outcomes, ["ENTRY_FAILED", "REACHED", "LEDGER_ENTRY_EDITED"]);
    assert_eq!(assert_chained(directory.path()), 3);
    let (first, _) = read(&receipts(directory.path())[0]);
    assert_eq!(first["entries"][0]["tag"], "0000_first");
    assert_eq!(first["entries"][0]["sha256"], good.hash("0000_first"));
    assert_eq!(first["entries"].as_array().expect("entries").len(), 1);
    let (second, digest) = read(&receipts(directory.path())[1]);
    assert_eq!(first["ledger_after"], Value::Null, "it was not read again");
    assert_eq!(second["ledger_before"], second["ledger_after"]);
    assert_ne!(second["ledger_before"], first["ledger_before"]);
    assert_eq!(second["database"]["id"], database.value("SELECT database_id FROM mosaic_control.identity"));
    assert!(again.stdout().contains(&digest.to_string()), "{}", again.stdout());
}

#[test]
fn runs_at_the_same_time_make_one_chain() {
    let database = Database::bootstrapped();
    let directory = tempfile::tempdir().expect("a directory");
    let folder = one();
    let bundle = folder.write();
    const RUNS: usize = 6;
    let together = Barrier::new(RUNS);
    std::thread::scope(|scope| {
        for _ in 0..RUNS {
            scope.spawn(|| {
                together.wait();
                let run = database.migrator(&["--run"], bundle).env("MOSAIC_RECEIPT_DIR", directory.path());
                run.env("MOSAIC_LOCK_WAIT_MS", "60000").run().assert_reached();
            });
        }
    });
    assert_eq!(assert_chained(directory.path()), RUNS);
}

#[test]
fn without_a_directory_the_receipt_is_printed() {
    let database = Database::bootstrapped();
    let folder = one();
    let run = database.migrator(&["--run"], folder.write()).env("MOSAIC_OUTPUT", "json").run();
    let text =
        run.assert_reached().json()["result"]["receipt"]["text"].as_str().expect("a receipt").to_owned();
    let receipt: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(receipt["outcome"], "REACHED");
    assert_eq!(receipt["invocation"], run.json()["invocation"]);
}

/// A run that could not bear witness does not begin.
#[test]
fn a_directory_that_will_not_do_is_refused_before_any_connection() {
    let listener = Listener::answering(NO_TLS).expect("a port");
    let database = Database::bare(Major::V17);
    let url = format!(
        "postgresql://mosaic_migrator:secret@127.0.0.1:{}/mosaic?sslmode=verify-full",
        listener.port()
    );
    let url = database.secret("listener.url", &url);
    let parent = tempfile::tempdir().expect("a directory");
    let make = |name: &str, mode: u32| {
        let path = parent.path().join(name);
        fs::create_dir(&path).expect("a directory");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("its mode");
        path
    };
    let link = parent.path().join("link");
    std::os::unix::fs::symlink(make("target", 0o700), &link).expect("a link");
    let last_is_wide = make("wide-receipt", 0o700);
    #[expect(clippy::disallowed_methods, reason = "a test's own file")]
    fs::write(last_is_wide.join("receipt-0000000001.v1.json"), "{}").expect("a file");
    let mut refused = vec![
        make("for-all", 0o777),
        make("for-the-group", 0o770),
        link,
        parent.path().join("missing"),
        url.clone(),
        last_is_wide,
    ];
    if rustix::process::geteuid().is_root() {
        let foreign = make("foreign", 0o755);
        std::os::unix::fs::chown(&foreign, Some(65_534), None).expect("another owner");
        refused.push(foreign);
    } else {
        refused.push(make("closed", 0o500));
    }
    let folder = one();
    for directory in refused {
        let run =
            database.migrator_at(&["--run"], folder.write(), &url).env("MOSAIC_RECEIPT_DIR", &directory);
        let ended = run.run();
        let shown = ended.stderr();
        assert!(
            ended.status() == 74 && shown.contains("error[RECEIPT_DIRECTORY]"),
            "{}: {shown}",
            directory.display()
        );
    }
    assert_eq!(listener.connections(), 0);
}
