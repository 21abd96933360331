//! `cargo xtask lab` gives an operator the files it promises, and takes everything away again.
#![expect(clippy::disallowed_methods, reason = "a test writes plain files")]
#![expect(clippy::unwrap_used, reason = "the helpers below belong to tests, and fail like them")]

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
    process::{Command, Output},
};

fn lab(action: &str, directory: &Path) -> Output {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    xtask.args(["lab", action, "--dir"]).arg(directory);
    if action == "up" {
        xtask.arg("--bare");
    }
    xtask.output().unwrap()
}

/// Takes the laboratory down also when an assertion fails.
struct Down<'a>(&'a Path);

impl Drop for Down<'_> {
    fn drop(&mut self) {
        if self.0.exists() {
            lab("down", self.0);
        }
    }
}

/// The variables of an identity, name and value.
fn variables(directory: &Path, identity: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(directory.join(format!("{identity}.env"))).unwrap();
    let pair = |line: &str| line.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
    text.lines().map(|line| pair(line).unwrap()).collect()
}

fn names(directory: &Path, identity: &str) -> Vec<String> {
    variables(directory, identity).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn up_and_down() {
    let parent = tempfile::tempdir().unwrap();
    let directory = parent.path().join("lab");
    let _guard = Down(&directory);
    let up = lab("up", &directory);
    assert!(up.status.success(), "{up:?}");

    let ca = "DATABASE_TLS_CA_CERT_PATH";
    let (target, version) = ("MOSAIC_TARGET_URL_FILE", "MOSAIC_TARGET_CREDENTIAL_VERSION_FILE");
    let trust = "MOSAIC_TRUST_STORE_FILE";
    let signing = ["MOSAIC_ATTESTATION_SIGNING_KEY_FILE", "MOSAIC_ATTESTATION_DIR"];
    let migrator =
        [&["DATABASE_MIGRATION_URL_FILE", ca, target, version][..], &signing, &[trust, "MOSAIC_RECEIPT_DIR"]]
            .concat();
    assert_eq!(names(&directory, "migrator"), migrator);
    assert_eq!(names(&directory, "runtime"), ["DATABASE_URL_FILE", ca]);
    assert_eq!(names(&directory, "importer"), [target, ca, version, trust, "MOSAIC_REPLAY_DIR"]);
    let psql =
        ["PGDATABASE", "PGHOST", "PGPASSFILE", "PGPORT", "PGSSLMODE", "PGSSLROOTCERT", "PGUSER"].as_slice();
    assert_eq!(names(&directory, "admin"), [&["MOSAIC_LAB_ADMIN_URL_FILE", "PATH"], psql].concat());

    let own = fs::metadata(&directory).unwrap().uid();
    for secret in fs::read_dir(directory.join("secrets")).unwrap() {
        let (name, metadata) = secret.map(|entry| (entry.file_name(), entry.metadata().unwrap())).unwrap();
        assert_eq!((metadata.permissions().mode() & 0o7777, metadata.uid()), (0o400, own), "{name:?}");
    }

    let sourced = "set -a; . ./admin.env; psql -XAt -c 'SELECT current_user'";
    let psql = Command::new("sh").args(["-c", sourced]).current_dir(&directory).env_clear().output().unwrap();
    assert_eq!(psql.stdout, b"postgres\n", "{psql:?}");

    assert!(!lab("up", &directory).status.success(), "a second laboratory in the same directory");
    let cluster = fs::read_to_string(directory.join("cluster")).unwrap();
    assert!(Path::new(cluster.trim_end()).exists());
    let down = lab("down", &directory);
    assert!(down.status.success(), "{down:?}");
    assert!(!directory.exists() && !Path::new(cluster.trim_end()).exists());
}

#[test]
fn down_touches_no_directory_that_is_not_a_laboratory() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("mine"), "kept").unwrap();
    assert!(!lab("down", directory.path()).status.success());
    assert!(directory.path().join("mine").exists());
}
