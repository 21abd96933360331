//! Whole generations, whole pointers, and what is left alone.

use super::*;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};

const FILES: [(&str, &[u8]); 2] = [("statement", b"one"), ("signature", b"two")];

fn generation(id: u128) -> Generation<'static> {
    Generation { id, content: Folder::private(&FILES, None) }
}

fn names(directory: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn both_files_are_there_and_the_pointer_names_their_directory() {
    let base = tempfile::tempdir().unwrap();
    let first = generation(1).publish(base.path()).unwrap();
    let second = generation(2).publish(base.path()).unwrap();
    assert_eq!(fs::read_to_string(base.path().join(CURRENT)).unwrap(), format!("gen-{:032x}", 2));
    for path in [first, second] {
        assert_eq!(names(&path), FILES.map(|(name, _)| name.to_owned()).into());
        for (name, bytes) in FILES {
            assert_eq!(fs::read(path.join(name)).unwrap(), bytes);
            assert_eq!(fs::metadata(path.join(name)).unwrap().mode() & 0o7777, 0o400);
        }
    }
    assert_eq!(names(base.path()).len(), 3, "nothing temporary is left");
}

#[test]
fn a_generation_is_never_published_twice() {
    let base = tempfile::tempdir().unwrap();
    generation(1).publish(base.path()).unwrap();
    let again = Generation { id: 1, content: Folder::private(&[("statement", b"other")], None) };
    assert!(matches!(again.publish(base.path()).unwrap_err().refusal, Refusal::Exists));
    let kept = base.path().join(format!("gen-{:032x}", 1)).join("statement");
    assert_eq!(fs::read(kept).unwrap(), b"one");
    assert_eq!(names(base.path()).len(), 2);
}

#[test]
fn a_recipient_gets_what_it_cannot_change() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let base = tempfile::tempdir().unwrap();
    let recipient = Some(Recipient { user: 10_003, group: 10_003 });
    let path =
        Generation { id: 1, content: Folder::private(&FILES, recipient) }.publish(base.path()).unwrap();
    let facts = |path: &Path| {
        let stat = fs::metadata(path).unwrap();
        (stat.mode() & 0o7777, stat.uid(), stat.gid())
    };
    assert_eq!(facts(&path), (0o500, 10_003, 10_003));
    assert_eq!(facts(&path.join("statement")), (0o400, 10_003, 10_003));
    assert_eq!(facts(&path.join("signature")), (0o400, 10_003, 10_003));
}

#[test]
fn recovery_removes_our_own_leftovers_and_nothing_else() {
    let base = tempfile::tempdir().unwrap();
    let ours = base.path().join(format!(".gen-{:032x}.{:016x}.tmp", 1, 2));
    let with_more = base.path().join(format!(".gen-{:032x}.{:016x}.tmp", 1, 3));
    let foreign = base.path().join(format!(".gen-{:032x}.tmp", 1));
    for directory in [&ours, &with_more, &foreign] {
        fs::create_dir(directory).unwrap();
        super::super::tests::place(directory, "statement", b"half", 0o400);
    }
    super::super::tests::place(&with_more, "other", b"somebody's", 0o400);
    super::super::tests::place(base.path(), ".current.tmp", b"ha", 0o644);
    let outside = tempfile::tempdir().unwrap();
    super::super::tests::place(outside.path(), "statement", b"theirs", 0o400);
    symlink(outside.path(), base.path().join(format!(".gen-{:032x}.{:016x}.tmp", 1, 4))).unwrap();
    generation(5).publish(base.path()).unwrap();
    assert!(!ours.exists() && !base.path().join(".current.tmp").exists());
    assert!(with_more.join("other").exists() && foreign.join("statement").exists());
    assert!(outside.path().join("statement").exists(), "a link is not followed");
}

#[test]
fn two_do_not_publish_at_once() {
    let base = tempfile::tempdir().unwrap();
    let held = fs::File::open(base.path()).unwrap();
    flock(&held, FlockOperation::NonBlockingLockShared).unwrap();
    assert!(matches!(generation(1).publish(base.path()).unwrap_err().refusal, Refusal::Busy));
    drop(held);
    generation(1).publish(base.path()).unwrap();
}

#[test]
fn folders_are_as_private_as_they_were_asked_to_be() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let base = tempfile::tempdir().unwrap();
    let owner = Recipient { user: 10_002, group: 10_003 };
    let inner = Folder {
        files: vec![
            NewFile { name: "secret", bytes: b"s", access: Access::private(Some(owner)) },
            NewFile { name: "public", bytes: b"p", access: Access::public() },
        ],
        folders: Vec::new(),
        access: Access::shown_to(10_003),
    };
    let content = Folder { files: Vec::new(), folders: vec![("inner", inner)], access: Access::passage() };
    let path = Generation { id: 1, content: content.clone() }.publish(base.path()).unwrap();
    let facts = |name: &str| {
        let stat = fs::metadata(path.join(name)).unwrap();
        (stat.mode() & 0o7777, stat.uid(), stat.gid())
    };
    assert_eq!(facts(""), (0o711, 0, 0));
    assert_eq!(facts("inner"), (0o550, 0, 10_003));
    assert_eq!(facts("inner/secret"), (0o400, 10_002, 10_003));
    assert_eq!(facts("inner/public"), (0o444, 0, 0));

    Generations::hold(base.path()).unwrap().retire("gen-00000000000000000000000000000001", &content).unwrap();
    assert_eq!(names(base.path()), [CURRENT.to_owned()].into());
}

#[test]
fn what_somebody_put_into_a_generation_outlives_it() {
    let base = tempfile::tempdir().unwrap();
    let path = generation(1).publish(base.path()).unwrap();
    super::super::tests::place(&path, "notes", b"somebody's", 0o600);
    let name = generation(1).name();
    Generations::hold(base.path()).unwrap().retire(&name, &generation(1).content).unwrap();
    assert!(generations(base.path()).unwrap().is_empty());
    let rest: Vec<_> = names(base.path()).into_iter().filter(|name| name.starts_with('.')).collect();
    assert_eq!(names(&base.path().join(&rest[0])), ["notes".to_owned()].into());
}

#[test]
fn the_current_one_is_told_by_name_or_not_at_all() {
    let base = tempfile::tempdir().unwrap();
    assert_eq!(current(base.path()).unwrap(), None);
    generation(7).publish(base.path()).unwrap();
    assert_eq!(current(base.path()).unwrap(), Some(generation(7).name()));
    for wrong in
        ["", "gen-7", "../gen-00000000000000000000000000000007", "gen-0000000000000000000000000000000G"]
    {
        super::super::replace(base.path(), CURRENT, wrong.as_bytes()).unwrap();
        assert!(current(base.path()).is_err(), "{wrong:?}");
    }
}
