//! What is read as it should be, what a path and a content may be, and what is written.

use super::*;
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use tempfile::TempDir;

pub(super) const TEXT: &[u8] = b"canary";

pub(super) fn place(directory: &Path, name: &str, bytes: &[u8], mode: u32) -> PathBuf {
    let path = directory.join(name);
    OpenOptions::new().write(true).create_new(true).open(&path).unwrap().write_all(bytes).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    path
}

fn secret(directory: &TempDir) -> PathBuf {
    place(directory.path(), "secret", TEXT, 0o400)
}

fn refusal(path: &Path) -> Refusal {
    let error = read_secret(path).expect_err("must be refused");
    assert!(!format!("{error:?} {error}").contains("canary"), "{error:?}");
    error.refusal
}

#[test]
fn a_safe_secret_is_read() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(read_secret(&secret(&directory)).unwrap().expose().as_bytes(), TEXT);
}

#[test]
fn a_path_takes_no_detours() {
    let directory = tempfile::tempdir().unwrap();
    let path = secret(&directory);
    let shown = path.to_str().unwrap();
    let name = directory.path().file_name().unwrap().to_str().unwrap();
    for detour in [
        "secret".to_owned(),
        String::new(),
        "/".to_owned(),
        format!("/{shown}"),
        format!("{shown}/"),
        shown.replace("/secret", "/./secret"),
        shown.replace("/secret", &format!("/../{name}/secret")),
        format!("{shown}\0"),
        format!("/{}", "x/".repeat(2048)),
    ] {
        assert!(matches!(refusal(Path::new(&detour)), Refusal::NotAPlainPath), "{detour:?}");
    }
}

#[test]
fn every_mode_but_0400_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = secret(&directory);
    for mode in [0o600, 0o440, 0o404, 0o644, 0o500, 0o4400, 0o1400] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        assert!(matches!(refusal(&path), Refusal::Mode { mode: found, .. } if found == mode), "{mode:o}");
    }
}

#[test]
fn content_is_bounded_text_without_control_characters() {
    let directory = tempfile::tempdir().unwrap();
    let content = |name: &str, bytes: &[u8]| refusal(&place(directory.path(), name, bytes, 0o400));
    assert!(matches!(content("empty", b""), Refusal::Empty));
    assert!(matches!(content("large", &[b'x'; 4097]), Refusal::TooLarge { size: 4097, limit: 4096 }));
    assert!(matches!(content("newline", b"canary\n"), Refusal::ControlCharacter { offset: 6 }));
    assert!(matches!(content("nul", b"ca\0nary"), Refusal::ControlCharacter { offset: 2 }));
    assert!(matches!(content("latin1", b"canary\xe9"), Refusal::NotUtf8));
    assert!(read_secret(&place(directory.path(), "most", &[b'x'; 4096], 0o400)).is_ok());
}

#[test]
fn a_catalog_may_be_larger_than_a_document() {
    let directory = tempfile::tempdir().unwrap();
    let large = place(directory.path(), "large", &vec![b'x'; (1 << 20) + 1], 0o444);
    let refused = read_public(&large).expect_err("it is no document").refusal;
    assert!(matches!(refused, Refusal::TooLarge { limit: 0x10_0000, .. }));
    assert_eq!(read_catalog(&large).map(|bytes| bytes.len()).ok(), Some((1 << 20) + 1));
}

#[test]
fn certificates_may_be_read_but_not_written_by_others() {
    let directory = tempfile::tempdir().unwrap();
    let path = place(directory.path(), "ca.pem", b"-----BEGIN\n", 0o644);
    assert_eq!(read_certificates(&path).unwrap(), b"-----BEGIN\n");
    for mode in [0o664, 0o646] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        assert!(matches!(read_certificates(&path).unwrap_err().refusal, Refusal::Mode { .. }), "{mode:o}");
    }
}

#[test]
fn a_published_file_is_whole_private_and_never_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("receipt");
    publish(&path, b"first").unwrap();
    assert!(matches!(publish(&path, b"second").unwrap_err().refusal, Refusal::Exists));
    assert_eq!(fs::read(&path).unwrap(), b"first");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o7777, 0o400);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "the temporary file is gone");
}

#[test]
fn nothing_is_published_through_a_link() {
    let directory = tempfile::tempdir().unwrap();
    let real = directory.path().join("real");
    fs::create_dir(&real).unwrap();
    symlink(&real, directory.path().join("link")).unwrap();
    let refused = publish(&directory.path().join("link/receipt"), b"x").unwrap_err();
    assert!(matches!(refused.refusal, Refusal::Link));
    assert_eq!(fs::read_dir(&real).unwrap().count(), 0);
}
