//! The committed pictures are what the program prints. To make them anew: `cargo xtask screens`.

use std::{fs, path::Path, process::Command};

#[test]
fn committed_pictures_are_current() {
    let out = tempfile::tempdir().unwrap();
    let made = Command::new(env!("CARGO_BIN_EXE_xtask")).args(["screens", "--out"]).arg(out.path()).output();
    let made = made.unwrap();
    assert!(made.status.success(), "{made:?}");
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/screens");
    let names = |directory: &Path| {
        let mut names: Vec<_> =
            fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(out.path()), names(&committed));
    for name in names(&committed) {
        let (made, known) = (out.path().join(&name), committed.join(&name));
        assert!(
            fs::read(made).unwrap() == fs::read(known).unwrap(),
            "{name:?} is stale: cargo xtask screens"
        );
    }
}
