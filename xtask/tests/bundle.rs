//! `cargo xtask bundle` makes a measured bundle of a folder that it only reads.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn bundle(folder: &Path, out: &Path) -> Output {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    xtask.arg("bundle").arg("--drizzle").arg(folder).arg("--out").arg(out);
    xtask.args(["--", "--history", "all", "--history-schema", "app"]);
    xtask.args(["--managed-schema", "app", "--managed-schema", "public"]).output().unwrap()
}

#[test]
fn a_folder_becomes_a_measured_bundle() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/folders/tenants");
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("bundle");
    let made = bundle(&folder, &out);
    assert!(made.status.success(), "{made:?}");
    for file in ["1702000000_notes.sql", "meta/_journal.json", "grants.v1.json"] {
        assert_eq!(fs::read(out.join(file)).unwrap(), fs::read(folder.join(file)).unwrap(), "{file}");
    }
    let effects = fs::read_to_string(out.join("effects.v1.json")).unwrap();
    assert!(effects.contains("app.notes.own_notes"), "the policy was seen: {effects}");
    assert!(!folder.join("manifest.v1.json").exists());
    // What is there is not written over.
    assert!(!bundle(&folder, &out).status.success());
}
