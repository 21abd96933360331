//! Attacks on a file that is read, each tried on every function that reads one.

use super::read::Opened;
use super::rules::{Believed, Expected, Extent, Facts, judge_directory, judge_file};
use super::tests::{TEXT, place};
use super::*;
use rustix::fs::{CWD, FileType, Mode, XattrFlags, fsetxattr, mkfifoat};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

type Read = fn(&Path) -> Result<(), Error>;
type Change = fn(&Path, &mut File);

/// Every function that reads, by name.
const READS: [(&str, Read); 8] = [
    ("secret", |path| read_secret(path).map(drop)),
    ("secret of somebody", |path| read_secret_of(path, Owner::Or(&[10_003])).map(drop)),
    ("key", |path| read_key(path).map(drop)),
    ("certificates", |path| read_certificates(path).map(drop)),
    ("published", |path| read_published_of(path, Owner::Ours).map(drop)),
    ("signed", |path| read_signed(path, Owner::Or(&[10_003])).map(drop)),
    ("trust store", |path| read_trust_store(path).map(drop)),
    ("sealed", |path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap().to_owned();
        Anchor::open(path.parent().unwrap(), Owner::Ours)?.read_sealed(name.leak(), us()).map(drop)
    }),
];

const KINDS: [Expected; 4] = [
    Expected::Secret,
    Expected::Public(Extent::Document),
    Expected::Public(Extent::Catalog),
    Expected::Published,
];

/// Who runs the test.
fn us() -> Recipient {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    Recipient { user: user.as_raw(), group: group.as_raw() }
}

/// That every function refuses the path, for this reason.
fn assert_refused(path: &Path, reason: fn(&Refusal) -> bool) {
    for (name, read) in READS {
        let refusal = read(path).expect_err(name).refusal;
        assert!(reason(&refusal), "{name}: {refusal:?}");
        assert!(!format!("{refusal:?} {refusal}").contains("canary"), "{name}: {refusal:?}");
    }
}

fn safe(directory: &Path) -> PathBuf {
    let path = place(directory, "safe", TEXT, 0o400);
    for (name, read) in READS {
        read(&path).expect(name);
    }
    path
}

#[test]
fn a_link_at_the_end_and_on_the_way() {
    let directory = tempfile::tempdir().unwrap();
    let real = directory.path().join("real");
    fs::create_dir(&real).unwrap();
    let path = safe(&real);
    symlink(&path, directory.path().join("link")).unwrap();
    assert_refused(&directory.path().join("link"), |refusal| matches!(refusal, Refusal::Link));
    symlink(&real, directory.path().join("way")).unwrap();
    assert_refused(&directory.path().join("way/safe"), |refusal| matches!(refusal, Refusal::Link));
    symlink("/dev/zero", directory.path().join("endless")).unwrap();
    assert_refused(&directory.path().join("endless"), |refusal| matches!(refusal, Refusal::Link));
}

#[test]
fn a_second_name() {
    let directory = tempfile::tempdir().unwrap();
    let path = safe(directory.path());
    fs::hard_link(&path, directory.path().join("second")).unwrap();
    assert_refused(&path, |refusal| matches!(refusal, Refusal::HardLinks { count: 2 }));
}

#[test]
fn what_is_no_regular_file() {
    let directory = tempfile::tempdir().unwrap();
    let fifo = directory.path().join("fifo");
    mkfifoat(CWD, &fifo, Mode::RUSR).unwrap();
    // Nobody writes into it: whoever waits for a writer never comes back.
    assert_refused(&fifo, |refusal| matches!(refusal, Refusal::NotRegular));
    assert_refused(directory.path(), |refusal| matches!(refusal, Refusal::NotRegular));
    assert_refused(Path::new("/dev/null"), |refusal| matches!(refusal, Refusal::NotRegular));
    assert_refused(Path::new("/dev/zero"), |refusal| matches!(refusal, Refusal::NotRegular));
    let socket = directory.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    assert_refused(&socket, |refusal| matches!(refusal, Refusal::NotRegular));
    let below = safe(directory.path()).join("below");
    assert_refused(&below, |refusal| matches!(refusal, Refusal::NotADirectory));
    assert_refused(&directory.path().join("absent"), |refusal| matches!(refusal, Refusal::Open(_)));
}

#[test]
fn a_file_others_may_write() {
    let directory = tempfile::tempdir().unwrap();
    let path = safe(directory.path());
    for mode in [0o420, 0o402, 0o666] {
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        assert_refused(&path, |refusal| matches!(refusal, Refusal::Mode { .. }));
    }
}

#[test]
fn a_directory_others_may_write_to() {
    let directory = tempfile::tempdir().unwrap();
    let path = safe(directory.path());
    for mode in [0o770, 0o702] {
        fs::set_permissions(directory.path(), Permissions::from_mode(mode)).unwrap();
        assert_refused(&path, |refusal| matches!(refusal, Refusal::WritableDirectory { .. }));
    }
}

#[test]
fn an_access_control_list() {
    let directory = tempfile::tempdir().unwrap();
    let path = safe(directory.path());
    // Version 2, then tag, permissions and id of each entry (linux/posix_acl_xattr.h): the owner may read, user 12345
    // too, but for a mask that lets nobody.
    let nobody = u32::MAX.to_le_bytes();
    let entry = |tag: u16, permissions: u16, id: [u8; 4]| {
        [&tag.to_le_bytes()[..], &permissions.to_le_bytes(), &id].concat()
    };
    let list = [
        2_u32.to_le_bytes().to_vec(),
        entry(0x01, 4, nobody),
        entry(0x02, 4, 12_345_u32.to_le_bytes()),
        entry(0x04, 0, nobody),
        entry(0x10, 0, nobody),
        entry(0x20, 0, nobody),
    ]
    .concat();
    let file = File::open(&path).unwrap();
    fsetxattr(&file, "system.posix_acl_access", &list, XattrFlags::empty()).unwrap();
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o7777,
        0o400,
        "the mode does not show it"
    );
    assert_refused(&path, |refusal| matches!(refusal, Refusal::AccessList));
}

#[test]
fn nothing_at_all_and_a_gibibyte() {
    let directory = tempfile::tempdir().unwrap();
    let empty = place(directory.path(), "empty", b"", 0o400);
    assert_refused(&empty, |refusal| matches!(refusal, Refusal::Empty));
    let huge = directory.path().join("huge");
    OpenOptions::new().write(true).create_new(true).open(&huge).unwrap().set_len(1 << 30).unwrap();
    fs::set_permissions(&huge, Permissions::from_mode(0o400)).unwrap();
    assert_refused(&huge, |refusal| matches!(refusal, Refusal::TooLarge { size: 0x4000_0000, .. }));
}

/// Between opening and reading, a writer that came before may still write, and whoever owns the directory may put
/// another file in its place.
#[test]
fn a_file_that_changes_after_it_was_opened() {
    let changes: [(&str, Change); 5] = [
        ("grows", |_, writer| writer.write_all(b"more").unwrap()),
        ("shrinks", |_, writer| writer.set_len(1).unwrap()),
        ("is written over", |_, writer| rustix::io::pwrite(&*writer, b"other!", 0).map(drop).unwrap()),
        ("is replaced", |path, _| {
            let other = place(path.parent().unwrap(), "other", b"other!", 0o400);
            fs::rename(other, path).unwrap();
        }),
        ("gets a name", |path, _| fs::hard_link(path, path.with_extension("second")).unwrap()),
    ];
    for expected in KINDS.into_iter().chain([Expected::Sealed(us())]) {
        for (what, change) in changes {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join("file");
            let mut writer = OpenOptions::new().write(true).create_new(true).open(&path).unwrap();
            writer.write_all(TEXT).unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o400)).unwrap();
            let opened = Opened::open(&path, expected, Owner::Ours).unwrap();
            change(&path, &mut writer);
            let refused = opened.read(&path).expect_err(what).refusal;
            assert!(matches!(refused, Refusal::Changed), "{what}: {refused:?}");
        }
    }
}

#[test]
fn another_owner() {
    let facts = |kind, owner, mode| Facts {
        kind,
        owner,
        group: 0,
        mode,
        links: 1,
        size: 6,
        version: (0, 0, 0, 0, 0, 0),
    };
    let us = Believed { us: 1000, others: &[] };
    for expected in KINDS {
        let file = |owner| judge_file(&facts(FileType::RegularFile, owner, 0o400), expected, us);
        assert!(file(0).is_ok() && file(1000).is_ok());
        assert!(matches!(file(1001), Err(Refusal::Owner { owner: 1001, .. })));
    }
    let way = |owner, mode| judge_directory(&facts(FileType::Directory, owner, mode), us);
    assert!(way(0, 0o755).is_ok() && way(1000, 0o700).is_ok());
    assert!(matches!(way(1001, 0o755), Err(Refusal::Owner { .. })));
    // Root's sticky directory protects our entries in it; somebody else's sticky bit protects nothing.
    assert!(way(0, 0o1777).is_ok());
    assert!(matches!(way(0, 0o777), Err(Refusal::WritableDirectory { .. })));
    assert!(matches!(way(1000, 0o1777), Err(Refusal::WritableDirectory { .. })));
}

/// Only root can give a file away, and only root reads other identities' files.
#[test]
fn a_file_of_an_identity_that_was_named_and_of_one_that_was_not() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = safe(directory.path());
    std::os::unix::fs::chown(&path, Some(10_002), Some(10_002)).unwrap();
    assert_refused(&path, |refusal| {
        matches!(refusal, Refusal::Owner { owner: 10_002, .. } | Refusal::NotSealed { owner: 10_002, .. })
    });
    assert_eq!(read_secret_of(&path, Owner::Or(&[10_001, 10_002])).unwrap().expose().as_bytes(), TEXT);
    let refused = read_secret_of(&path, Owner::Or(&[10_003])).expect_err("another identity's").refusal;
    assert!(matches!(refused, Refusal::Owner { owner: 10_002, .. }));
}
