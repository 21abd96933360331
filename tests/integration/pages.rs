//! `report html`: pages of what real runs wrote, as a browser sees them.
#![allow(clippy::disallowed_methods, reason = "a test writes the files it shows")]

use crate::support::{Database, Ended, Folder, Migrator};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where documents and pages of a test are.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn keep(&self, name: &str, content: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, content).expect("a file");
        path
    }

    /// The page of these files, as the browser has it after reading: an element without what does not fit into the
    /// page would not be there.
    fn page(&self, files: &[&Path]) -> String {
        let out = self.0.path().join(format!("{}.html", files.len()));
        let out_name = out.to_str().expect("a path");
        let files = files.iter().map(|file| file.to_str().expect("a path"));
        let arguments: Vec<&str> = ["report", "html", "--out", out_name].into_iter().chain(files).collect();
        Migrator::new(&arguments).run().assert_reached();
        let browser = Command::new("chromium")
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .arg(format!("--user-data-dir={}", self.0.path().join("profile").display()))
            .args(["--dump-dom", &format!("file://{out_name}")])
            .output()
            .expect("chromium runs");
        assert!(browser.status.success(), "{}", String::from_utf8_lossy(&browser.stderr));
        String::from_utf8(browser.stdout).expect("UTF-8")
    }
}

fn json(run: &Ended) -> &str {
    run.json();
    run.stdout()
}

fn contains(page: &str, parts: &[&str]) {
    for part in parts {
        assert!(page.contains(part), "{part} in {page}");
    }
}

#[test]
fn what_a_run_and_a_verification_wrote_is_shown() {
    let (database, desk) = (Database::bootstrapped(), Desk::new());
    let receipts = tempfile::tempdir().expect("a directory");
    let folder = Folder::history(&[("0000_first", "CREATE TABLE a (id int);")]);
    let answer = |arguments: &[&str]| {
        let run = database.migrator(arguments, folder.write()).env("MOSAIC_OUTPUT", "json");
        run.env("MOSAIC_RECEIPT_DIR", receipts.path()).run()
    };
    let run = desk.keep("run.json", json(&answer(&["--run"])));
    let again = answer(&["--run"]);
    again.assert_reached();
    database.execute("CREATE ROLE \"<i>x\" NOLOGIN; GRANT \"<i>x\" TO mosaic_runtime WITH INHERIT FALSE, SET TRUE; \
         GRANT mosaic_schema_owner TO \"<i>x\" WITH INHERIT TRUE, SET FALSE; ALTER TABLE a ADD COLUMN more int");
    let verify = answer(&["--verify"]);
    assert_eq!(verify.status(), 2);
    let verify = desk.keep("verify.json", json(&verify));
    let receipt = |number: usize| receipts.path().join(format!("receipt-{number:010}.v1.json"));
    let page = desk.page(&[&receipt(2), &verify, &run, &receipt(1)]);
    contains(
        &page,
        &[
            "forbidden: mosaic_runtime –SET→ &lt;i&gt;x –INHERIT→ mosaic_schema_owner",
            "<g class=\"forbidden\">",
            "Answer of verify",
            "<h3 id=\"document-1-0-title\">Roles</h3>",
            "class=\"show-bad\"",
            "Answer of run",
            "Timeline",
            "0000_first",
            "Runs by their receipts",
            "</span>follows</span>",
            "not signed",
        ],
    );
    for tag in ["<script", "<i>"] {
        assert!(!page.contains(tag), "{tag} in {page}");
    }
}

#[test]
fn what_is_no_document_is_refused_and_nothing_is_written() {
    let desk = Desk::new();
    let out = desk.0.path().join("page.html");
    let out = out.to_str().expect("a path");
    let report =
        |file: &Path| Migrator::new(&["report", "html", "--out", out, file.to_str().expect("a path")]).run();
    report(&desk.keep("other.json", "{\"schema\":\"else\"}")).assert_failed(65, "REPORT_UNKNOWN_DOCUMENT");
    report(&desk.keep("none.json", "<html>")).assert_failed(65, "REPORT_UNKNOWN_DOCUMENT");
    report(desk.0.path()).assert_failed(74, "REPORT_FILE_UNREADABLE");
    report(&desk.0.path().join("absent")).assert_failed(74, "REPORT_FILE_UNREADABLE");
    assert!(!Path::new(out).exists());
}

/// The fixture of an attestation that is good in itself, with the trust store that knows its key.
#[test]
fn a_signed_document_is_verified_or_said_not_to_be() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/attest/valid");
    let desk = Desk::new();
    let document = desk.0.path().join("migrate-target.v1.json");
    fs::copy(fixture.join("migrate-target.v1.json"), &document).expect("the fixture");
    contains(&desk.page(&[&document]), &["Signature NOT VERIFIED", "Attestation"]);
    let store = fixture.join("trust-store.v1.json");
    let verified = |document: &Path| {
        let (document, store) = (document.to_str().expect("a path"), store.to_str().expect("a path"));
        Migrator::new(&["report", "html", "--trust-store", store, document]).run()
    };
    verified(&document).assert_failed(74, "REPORT_FILE_UNREADABLE");
    let signature = desk.0.path().join("migrate-target.v1.json.sig");
    fs::write(&signature, [0; 64]).expect("a file");
    verified(&document).assert_failed(5, "SIGNATURE_UNKNOWN");
    fs::copy(fixture.join("migrate-target.v1.json.sig"), &signature).expect("the fixture");
    let page = verified(&document);
    contains(page.assert_reached().stdout(), &["signed by key "]);
    assert!(!page.stdout().contains("NOT VERIFIED"));
    // The digest of the URL is an oracle for its password.
    let text = fs::read_to_string(&document).expect("the fixture");
    let digest = text.split("\"target_sha256\":\"").nth(1).and_then(|rest| rest.get(..64)).expect("a digest");
    assert!(!page.stdout().contains(digest));
}
