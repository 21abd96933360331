//! Folders and entries of every shape: what is refused before a connection, and what runs whatever it looks like.

use crate::support::{Database, Folder};
use mosaic_db::digest::Digest;
use mosaic_lab::listener::{Listener, NO_TLS};
use mosaic_lab::postgres::Major;
use serde_json::Value;
use std::fs;
use std::io::Write as _;
use std::path::Path;

const FIRST: &str = "0000_first";

#[expect(clippy::disallowed_methods, reason = "a test's own file")]
fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a file");
}

/// Has the manifest record these bytes for the first entry, and puts them there.
fn replace_first(bundle: &Path, bytes: &[u8]) {
    write(&bundle.join("0000_first.sql"), bytes);
    change(bundle, "manifest.v1.json", |manifest| {
        manifest["entries"][0]["sha256"] = Digest::of(bytes).to_string().into();
        manifest["entries"][0]["size"] = bytes.len().into();
    });
}

fn change(bundle: &Path, file: &str, change: impl Fn(&mut Value)) {
    let path = bundle.join(file);
    let mut value = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
    change(&mut value);
    write(&path, &serde_jcs::to_vec(&value).expect("canonical JSON"));
}

fn change_journal(bundle: &Path, edit: impl Fn(&mut Value)) {
    change(bundle, "meta/_journal.json", |journal| edit(&mut journal["entries"]));
}

#[test]
fn a_bad_folder_is_refused_before_any_connection() {
    let listener = Listener::answering(NO_TLS).expect("a port");
    let database = Database::bare(Major::V17);
    let url = format!(
        "postgresql://mosaic_migrator:secret@127.0.0.1:{}/mosaic?sslmode=verify-full",
        listener.port()
    );
    let url = database.secret("listener.url", &url);
    type Spoil = fn(&Path);
    let cases: &[(&str, Spoil)] = &[
        ("BUNDLE_CARRIAGE_RETURN", |bundle| replace_first(bundle, b"SELECT 1;\r\nSELECT 2;\r\n")),
        ("BUNDLE_BYTE_ORDER_MARK", |bundle| replace_first(bundle, b"\xef\xbb\xbfSELECT 1;")),
        ("BUNDLE_NUL", |bundle| replace_first(bundle, b"SELECT '\0';")),
        ("BUNDLE_NOT_UTF8", |bundle| replace_first(bundle, b"SELECT '\xff';")),
        ("SQL_NEVER_CLOSED", |bundle| replace_first(bundle, b"SELECT 'never;")),
        ("SQL_BREAKPOINT_INSIDE", |bundle| replace_first(bundle, b"/*--> statement-breakpoint*/ SELECT 1;")),
        ("SQL_BREAKPOINT_INSIDE", |bundle| {
            replace_first(bundle, b"DO $b$ BEGIN --> statement-breakpoint\nEND $b$;")
        }),
        ("BUNDLE_BYTES_DIFFER", |bundle| write(&bundle.join("0000_first.sql"), b"SELECT 3;")),
        ("BUNDLE_MISSING_FILE", |bundle| fs::remove_file(bundle.join("0000_first.sql")).expect("a file")),
        ("BUNDLE_ORPHAN_FILE", |bundle| write(&bundle.join("0009_orphan.sql"), b"SELECT 1;")),
        ("BUNDLE_NOT_A_FILE", |bundle| {
            fs::rename(bundle.join("0000_first.sql"), bundle.join("meta/kept")).expect("a file");
            std::os::unix::fs::symlink("meta/kept", bundle.join("0000_first.sql")).expect("a link");
        }),
        ("BUNDLE_BAD_TAG", |bundle| {
            change_journal(bundle, |entries| entries[0]["tag"] = "../0000_first".into())
        }),
        ("BUNDLE_REPEATED_TAG", |bundle| change_journal(bundle, |entries| entries[1]["tag"] = FIRST.into())),
        ("BUNDLE_REPEATED_IDX", |bundle| change_journal(bundle, |entries| entries[1]["idx"] = 0.into())),
        ("BUNDLE_IDX_ORDER", |bundle| change_journal(bundle, |entries| entries[0]["idx"] = 5.into())),
        ("BUNDLE_JOURNAL", |bundle| write(&bundle.join("meta/_journal.json"), b"{")),
        ("MANIFEST_MISSING", |bundle| fs::remove_file(bundle.join("manifest.v1.json")).expect("a file")),
        ("MANIFEST_NOT_CANONICAL", |bundle| {
            let path = bundle.join("manifest.v1.json");
            let mut text = fs::read(&path).expect("a manifest");
            text.push(b'\n');
            write(&path, &text);
        }),
        ("MANIFEST_DIFFERS", |bundle| {
            change(bundle, "manifest.v1.json", |manifest| {
                manifest["entries"][1]["tag"] = "0001_other".into()
            });
        }),
    ];
    for (code, spoil) in cases {
        let folder = Folder::history(&[(FIRST, "SELECT 1;"), ("0001_second", "SELECT 2;")]);
        let bundle = folder.write();
        spoil(bundle);
        for command in ["--run", "--verify"] {
            let ended = database.migrator_at(&[command], bundle, &url).run();
            let shown = ended.stderr();
            assert!(ended.status() == 65 && shown.contains(&format!("error[{code}]")), "{code}: {shown}");
        }
    }
    assert_eq!(listener.connections(), 0);
}

#[test]
fn a_failure_is_told_with_its_chunk_statement_and_line() {
    let database = Database::bootstrapped();
    let chunks =
        "-- ä\nCREATE TABLE \"ö\" (\"id\" int);\n--> statement-breakpoint\nINSERT INTO \"ö\" VALUES (1);\n";
    for (body, place, sqlstate) in [
        // A syntax error: nothing of the message has run, and the server tells the character.
        (
            format!("{chunks}--> statement-breakpoint\nSELECT '日本語', '🦀';\nSELECT 2;\n\nSELEC 3;"),
            "line 9 (chunk 3, statement 3)",
            "42601",
        ),
        (
            format!("{chunks}--> statement-breakpoint\n\nSELECT no_such_column;"),
            "line 7 (chunk 3, statement 1)",
            "42703",
        ),
        // A failure of a statement that ran: only how many went before is known.
        (
            format!("{chunks};SELECT 1 / (\"id\" - 1)\n FROM \"ö\";\n--> statement-breakpoint\nSELECT 2;"),
            "line 5 (chunk 2, statement 2)",
            "22012",
        ),
        (
            format!("{chunks};\nDO $$ BEGIN\n  PERFORM 1 / 0;\nEND $$;"),
            "line 6 (chunk 2, statement 2)",
            "22012",
        ),
        ("SELECT 1 / 0;".to_owned(), "line 1 (chunk 1, statement 1)", "22012"),
    ] {
        let folder = Folder::history(&[(FIRST, &body)]);
        let ended = database.migrator(&["--run"], folder.write()).run();
        ended.assert_failed(6, "ENTRY_FAILED");
        let expected = format!("entry 0000_first, {place}: {sqlstate}: ");
        assert!(ended.stderr().contains(&expected), "{expected}: {}", ended.stderr());
    }
}

#[test]
fn empty_entries_and_entries_of_comments_run() {
    let database = Database::bootstrapped();
    let folder = Folder::history(&[
        (FIRST, ""),
        ("0001_custom", "-- Custom SQL migration file, put your code below! --"),
        ("0002_breaks", "--> statement-breakpoint\n;;\n--> statement-breakpoint\n/* /* */ */"),
        ("0003_no_last_newline", "CREATE TABLE a (id int) -- no semicolon either"),
    ]);
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    database.migrator(&["--verify"], folder.write()).run().assert_reached();
    assert_eq!(database.value("SELECT count(*) FROM drizzle.__drizzle_migrations"), "4");
}

/// Peak memory of a process so far, in MiB (proc(5), `VmHWM`).
fn peak_mebibytes(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
}

#[test]
fn two_hundred_megabytes_in_one_statement_run() {
    const SIZE: usize = 200 * 1024 * 1024;
    let database = Database::bootstrapped();
    let folder = Folder::history(&[(FIRST, "SELECT 1;"), ("0001_second", "CREATE TABLE after_it (id int);")]);
    let bundle = folder.write();
    let path = bundle.join("0000_first.sql");
    let mut file = fs::OpenOptions::new().write(true).truncate(true).open(&path).expect("a file");
    let line = format!("{}\n", "x".repeat(1023));
    file.write_all(b"CREATE TABLE big AS SELECT length('").expect("room");
    for _ in 0..SIZE / line.len() {
        file.write_all(line.as_bytes()).expect("room");
    }
    file.write_all(b"') AS length;").expect("room");
    drop(file);
    let bytes = fs::read(&path).expect("a file");
    replace_first(bundle, &bytes);
    drop(bytes);

    let running = database.migrator(&["--run"], bundle).start();
    let pid = running.pid();
    let watch = std::thread::spawn(move || {
        let mut peak = 0;
        while let Some(now) = peak_mebibytes(pid) {
            peak = peak.max(now);
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        peak
    });
    running.wait().assert_reached();
    let peak = watch.join().expect("the watch ends");
    assert_eq!(database.value("SELECT length FROM big"), SIZE.to_string());
    assert_eq!(database.value("SELECT to_regclass('after_it')"), "after_it");
    assert!((200..1000).contains(&peak), "{peak} MiB");
}

#[test]
fn a_million_rows_in_one_entry_run() {
    let database = Database::bootstrapped();
    let mut body = "CREATE TABLE a (id int, word text);\n".to_owned();
    for batch in 0..1000 {
        body.push_str("--> statement-breakpoint\nINSERT INTO a VALUES ");
        for row in 0..1000 {
            let separator = if row == 0 { "" } else { "," };
            let id = batch * 1000 + row;
            body.push_str(&format!("{separator}({id},'w{id}')"));
        }
        body.push_str(";\n");
    }
    let folder = Folder::history(&[(FIRST, &body)]);
    database.migrator(&["--run"], folder.write()).run().assert_reached();
    assert_eq!(database.value("SELECT count(DISTINCT id) FROM a"), "1000000");
}
