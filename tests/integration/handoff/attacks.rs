//! What is refused, each by its own code, and that nothing is written then. Every attack has directories of its own.

use super::site::{
    Files, IMPORTER, PRODUCER, SIGNATURE, STATEMENT, Site, attestation, instant, issue, now, write,
};
use crate::attest::make::{DEVELOPMENT, REVIEWER, STRANGER, public, trusted};
use mosaic_db::attest::{Grade, Purpose, SecretVersion, Text, TrustedKey};
use mosaic_db::digest::Digest;
use mosaic_db::error::Code;
use mosaic_db::handoff::Descriptor;
use rustix::fs::{CWD, Mode, XattrFlags, mkfifoat, setxattr};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::Path;

/// What is done to the directory that was offered: name, code, and the deed.
type Swap = (&'static str, &'static str, fn(&Site, &Path));
/// What is done to the files before they are offered, and to what is expected.
type Forgery = (&'static str, &'static str, fn(&mut Files, &Site));
/// What is done to what was handed over.
type Change = (&'static str, fn(&Path));
/// What is done where it is handed over to.
type Obstacle = (&'static str, &'static str, fn(&Site));

const FILES: [Swap; 20] = [
    ("statement-missing", "HANDOFF_SOURCE_MISSING", |_, offered| remove(&offered.join(STATEMENT))),
    ("signature-missing", "HANDOFF_SOURCE_MISSING", |_, offered| remove(&offered.join(SIGNATURE))),
    ("statement-is-a-link", "HANDOFF_SOURCE_LINK", |site, offered| {
        // To a file that is as it must be, and to one of root's.
        let aside = site.from().join("aside");
        fs::rename(offered.join(STATEMENT), &aside).expect("renamed");
        symlink(aside, offered.join(STATEMENT)).expect("a link");
    }),
    ("signature-is-a-link-to-nothing", "HANDOFF_SOURCE_LINK", |_, offered| {
        remove(&offered.join(SIGNATURE));
        symlink("nothing", offered.join(SIGNATURE)).expect("a link");
    }),
    ("statement-is-a-fifo", "HANDOFF_SOURCE_NOT_REGULAR", |_, offered| fifo(&offered.join(STATEMENT))),
    ("signature-is-a-fifo", "HANDOFF_SOURCE_NOT_REGULAR", |_, offered| fifo(&offered.join(SIGNATURE))),
    ("statement-is-a-directory", "HANDOFF_SOURCE_NOT_REGULAR", |_, offered| {
        remove(&offered.join(STATEMENT));
        fs::create_dir(offered.join(STATEMENT)).expect("a directory");
    }),
    ("statement-is-a-socket", "HANDOFF_SOURCE_NOT_REGULAR", |_, offered| {
        remove(&offered.join(STATEMENT));
        drop(std::os::unix::net::UnixListener::bind(offered.join(STATEMENT)).expect("a socket"));
    }),
    ("statement-has-a-second-name", "HANDOFF_SOURCE_HARD_LINKS", |site, offered| {
        fs::hard_link(offered.join(STATEMENT), site.from().join("second")).expect("a name");
    }),
    ("statement-is-a-name-of-roots-file", "HANDOFF_SOURCE_OWNER", |site, offered| {
        let secret = site.path("secret");
        fs::write(&secret, "root's").expect("written");
        fs::set_permissions(&secret, Permissions::from_mode(0o400)).expect("a mode");
        remove(&offered.join(STATEMENT));
        fs::hard_link(secret, offered.join(STATEMENT)).expect("a name");
    }),
    ("statement-is-the-importers", "HANDOFF_SOURCE_OWNER", |_, offered| {
        chown(offered.join(STATEMENT), Some(IMPORTER), Some(IMPORTER)).expect("chown");
    }),
    ("signature-is-roots", "HANDOFF_SOURCE_OWNER", |_, offered| {
        chown(offered.join(SIGNATURE), Some(0), Some(0)).expect("chown");
    }),
    ("statement-is-of-another-group", "HANDOFF_SOURCE_OWNER", |_, offered| {
        chown(offered.join(STATEMENT), Some(PRODUCER), Some(0)).expect("chown");
    }),
    ("statement-can-be-written", "HANDOFF_SOURCE_MODE", |_, offered| mode(&offered.join(STATEMENT), 0o600)),
    ("statement-can-be-read-by-others", "HANDOFF_SOURCE_MODE", |_, offered| {
        mode(&offered.join(STATEMENT), 0o444);
    }),
    ("signature-cannot-be-read", "HANDOFF_SOURCE_MODE", |_, offered| mode(&offered.join(SIGNATURE), 0)),
    ("statement-is-set-user-id", "HANDOFF_SOURCE_MODE", |_, offered| mode(&offered.join(STATEMENT), 0o4400)),
    ("statement-lets-in-a-user-unseen", "HANDOFF_SOURCE_ACCESS_LIST", |_, offered| {
        access_list(&offered.join(STATEMENT));
    }),
    ("signature-is-empty", "HANDOFF_SOURCE_SIZE", |_, offered| write(&offered.join(SIGNATURE), b"")),
    ("statement-has-no-end", "HANDOFF_SOURCE_SIZE", |_, offered| {
        let file = fs::OpenOptions::new().write(true).open(offered.join(STATEMENT)).expect("opened");
        file.set_len(1 << 40).expect("a hole");
    }),
];

const DIRECTORIES: [Swap; 14] = [
    ("pointer-missing", "HANDOFF_SOURCE_MISSING", |site, _| remove(&site.from().join("current"))),
    ("pointer-to-nothing", "HANDOFF_SOURCE_MISSING", |site, _| {
        site.point(format!("gen-{}", "f".repeat(32)).as_bytes());
    }),
    ("pointer-with-newline", "HANDOFF_SOURCE_POINTER", |site, offered| {
        let name = offered.file_name().expect("a name").to_str().expect("UTF-8");
        site.point(format!("{name}\n").as_bytes());
    }),
    ("pointer-out-of-the-directory", "HANDOFF_SOURCE_POINTER", |site, _| site.point(b"../elsewhere")),
    ("pointer-is-empty", "HANDOFF_SOURCE_SIZE", |site, _| site.point(b"")),
    ("pointer-is-a-link", "HANDOFF_SOURCE_LINK", |site, _| {
        let pointer = site.from().join("current");
        fs::rename(&pointer, site.from().join("other")).expect("renamed");
        symlink("other", pointer).expect("a link");
    }),
    ("pointer-can-be-written-by-others", "HANDOFF_SOURCE_MODE", |site, _| {
        mode(&site.from().join("current"), 0o666);
    }),
    ("pointer-is-the-importers", "HANDOFF_SOURCE_OWNER", |site, _| {
        chown(site.from().join("current"), Some(IMPORTER), Some(IMPORTER)).expect("chown");
    }),
    ("generation-is-a-link", "HANDOFF_SOURCE_LINK", |site, offered| {
        let aside = site.path("aside");
        fs::rename(offered, &aside).expect("renamed");
        symlink(aside, offered).expect("a link");
    }),
    ("generation-is-a-file", "HANDOFF_SOURCE_DIRECTORY", |site, offered| {
        fs::rename(offered, site.path("aside")).expect("renamed");
        write(offered, b"a file");
    }),
    ("generation-can-be-written-by-others", "HANDOFF_SOURCE_DIRECTORY", |_, offered| mode(offered, 0o577)),
    ("generation-is-the-importers", "HANDOFF_SOURCE_OWNER", |_, offered| {
        chown(offered, Some(IMPORTER), Some(IMPORTER)).expect("chown");
    }),
    ("directory-can-be-written-by-others", "HANDOFF_SOURCE_DIRECTORY", |site, _| mode(&site.from(), 0o777)),
    ("directory-is-a-link", "HANDOFF_SOURCE_LINK", |site, _| {
        fs::rename(site.from(), site.path("aside")).expect("renamed");
        symlink(site.path("aside"), site.from()).expect("a link");
    }),
];

const FORGERIES: [Forgery; 17] = [
    ("changed-byte", "SIGNATURE_UNKNOWN", |files, _| files.statement[20] ^= 1),
    ("signed-by-a-stranger", "SIGNATURE_UNKNOWN", |files, _| files.sign(STRANGER)),
    ("signature-of-another", "SIGNATURE_UNKNOWN", |files, _| files.signature = attestation(9).signature),
    ("signature-too-long", "SIGNATURE_LENGTH", |files, _| files.signature.push(b'\n')),
    ("signed-by-a-reviewer", "SIGNATURE_OTHER_PURPOSE", |files, _| files.sign(REVIEWER)),
    ("signed-as-another-document", "SIGNATURE_OTHER_PURPOSE", |files, _| {
        files.sign_as(crate::attest::make::KEY, Purpose::Certify.payload_type());
    }),
    ("signed-by-a-revoked-key", "SIGNING_KEY_REVOKED", |files, site| {
        files.trust(|store| store.without_key(public(crate::attest::make::KEY).id()).expect("a key"));
        site.trust(files);
    }),
    ("not-canonical", "ATTESTATION_WHITE_SPACE", |files, _| files.spell(",", ", ")),
    ("expired", "ATTESTATION_EXPIRED", |files, _| {
        issue(files, 1, |document| document["expires_at"] = json!(instant(now())));
    }),
    ("from-the-future", "ATTESTATION_FROM_THE_FUTURE", |files, _| {
        issue(files, 1, |document| {
            document["issued_at"] = json!(instant(now() + 600));
            document["expires_at"] = json!(instant(now() + 1200));
        });
    }),
    ("good-for-too-long", "ATTESTATION_LIFETIME", |files, _| {
        issue(files, 1, |document| document["expires_at"] = json!(instant(now() + 86_400)));
    }),
    ("for-another-role", "ATTESTATION_AUDIENCE", |files, _| {
        issue(files, 1, |document| document["audience"] = json!("mosaic_runtime"));
    }),
    ("by-a-development-key", "ATTESTATION_DEVELOPMENT", develop),
    ("for-another-version", "TARGET_SECRET_VERSION_DIFFERS", |_, site| {
        site.expect(|descriptor| descriptor.secret_version = SecretVersion::new(8).expect("a version"));
    }),
    ("for-another-url", "TARGET_SECRET_DIFFERS", |_, site| {
        site.expect(|descriptor| descriptor.target_sha256 = Digest::of(b"other"));
    }),
    ("for-another-generation", "HANDOFF_GENERATION_DIFFERS", |_, site| {
        site.expect(|descriptor| descriptor.generation = Text::new("gen-8").expect("a text"));
    }),
    ("for-a-revoked-version", "SECRET_VERSION_REVOKED", |files, site| {
        let version = SecretVersion::new(7).expect("a version");
        files.trust(|store| store.without_versions([version]).expect("a serial"));
        site.trust(files);
    }),
];

const OBSTACLES: [Obstacle; 9] = [
    ("descriptor-with-newline", "HANDOFF_DESCRIPTOR", |site| {
        let mut bytes = fs::read(site.path("descriptor.v1.json")).expect("read");
        bytes.push(b'\n');
        site.describe(&bytes);
    }),
    ("descriptor-of-the-producers", "FILE_UNSAFE", |site| {
        chown(site.path("descriptor.v1.json"), Some(PRODUCER), None).expect("chown");
    }),
    ("trust-store-that-others-may-write", "FILE_UNSAFE", |site| {
        mode(&site.path("trust-store.v1.json"), 0o666);
    }),
    ("target-missing", "HANDOFF_TARGET", |site| fs::remove_dir_all(site.to()).expect("removed")),
    ("target-of-the-producers", "HANDOFF_TARGET", |site| {
        chown(site.to(), Some(PRODUCER), Some(PRODUCER)).expect("chown");
    }),
    ("target-that-others-may-write", "HANDOFF_TARGET", |site| mode(&site.to(), 0o775)),
    ("target-that-is-a-link", "HANDOFF_TARGET", |site| {
        fs::rename(site.to(), site.path("aside")).expect("renamed");
        symlink(site.path("aside"), site.to()).expect("a link");
    }),
    ("pointer-of-the-target-is-another", "HANDOFF_BEFORE", |site| {
        fs::write(site.to().join("current"), "somewhere").expect("written");
    }),
    ("pointer-of-the-target-leads-nowhere", "HANDOFF_BEFORE", |site| {
        fs::write(site.to().join("current"), format!("gen-{}", "f".repeat(32))).expect("written");
    }),
];

fn remove(path: &Path) {
    fs::remove_file(path).expect("removed");
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
}

/// Nobody writes into it: whoever waits for a writer never comes back.
fn fifo(path: &Path) {
    remove(path);
    mkfifoat(CWD, path, Mode::RUSR).expect("a fifo");
    chown(path, Some(PRODUCER), Some(PRODUCER)).expect("chown");
}

/// Version 2, then tag, permissions and id of each entry (linux/posix_acl_xattr.h): user 12345 is named, and a mask lets
/// nobody in, so that the mode shows nothing.
fn access_list(path: &Path) {
    let nobody = u32::MAX.to_le_bytes();
    let entry = |tag: u16, permissions: u16, id: [u8; 4]| {
        [&tag.to_le_bytes()[..], &permissions.to_le_bytes(), &id].concat()
    };
    let entries = [
        entry(0x01, 4, nobody),
        entry(0x02, 4, 12_345_u32.to_le_bytes()),
        entry(0x04, 0, nobody),
        entry(0x10, 0, nobody),
        entry(0x20, 0, nobody),
    ];
    let list = [2_u32.to_le_bytes().to_vec(), entries.concat()].concat();
    setxattr(path, "system.posix_acl_access", &list, XattrFlags::empty()).expect("an access list");
}

/// Signed by a development key that is trusted as one.
fn develop(files: &mut Files, site: &Site) {
    let key = trusted(DEVELOPMENT, Purpose::MigrateTarget);
    files.trust_only(TrustedKey { grade: Grade::Development, ..key });
    site.trust(files);
    issue(files, 1, |document| {
        document["key_id"] = json!(public(DEVELOPMENT).id());
        document["grade"] = json!("development");
    });
    files.sign(DEVELOPMENT);
}

/// That it ends with this code and the status that the catalogue gives it, having written nothing.
fn refused(site: &Site, name: &str, code: &str) -> Option<String> {
    let before = site.to().exists().then(|| site.written());
    // A run that hangs is ended, and has no answer then.
    let ended = site.handoff().through("timeout", &["--signal=KILL", "30"]).run();
    let entry = Code::named(code).expect("a code of the catalogue").entry();
    let found = if ended.stdout().is_empty() { ended.stderr().to_owned() } else { ended.json().to_string() };
    if ended.status() != i32::from(entry.status.number()) || ended.json()["code"] != code {
        return Some(format!("{name}: expected {code}, found {found}"));
    }
    assert_eq!(site.to().exists().then(|| site.written()), before, "{name} wrote something");
    None
}

fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_a_producer_may_do_to_what_it_offers() {
    let wrong = FILES.iter().chain(&DIRECTORIES).filter_map(|(name, code, swap)| {
        let site = Site::new();
        let offered = site.offer(&attestation(1));
        swap(&site, &offered);
        refused(&site, name, code)
    });
    assert_none(&wrong.collect::<Vec<_>>());
}

#[test]
fn what_a_producer_may_offer() {
    let wrong = FORGERIES.iter().filter_map(|(name, code, forge)| {
        let site = Site::new();
        let mut files = attestation(1);
        forge(&mut files, &site);
        site.offer(&files);
        refused(&site, name, code)
    });
    assert_none(&wrong.collect::<Vec<_>>());
}

#[test]
fn what_may_be_wrong_on_the_other_side() {
    let wrong = OBSTACLES.iter().filter_map(|(name, code, spoil)| {
        let site = Site::new();
        site.offer(&attestation(1));
        spoil(&site);
        refused(&site, name, code)
    });
    assert_none(&wrong.collect::<Vec<_>>());
}

#[test]
fn what_is_older_never_follows() {
    let site = Site::new();
    site.offer(&attestation(3));
    site.handoff().run().assert_reached();
    let earlier = attestation(2);
    site.offer(&earlier);
    let mut wrong = Vec::from_iter(refused(&site, "issued-earlier", "HANDOFF_OLDER"));
    // A later one, for a version of the secret that comes before.
    let mut files = attestation(4);
    issue(&mut files, 4, |document| document["secret_version"] = json!(6));
    let expect = |version| {
        site.expect(|descriptor| descriptor.secret_version = SecretVersion::new(version).expect("a version"));
    };
    expect(6);
    site.offer(&files);
    wrong.extend(refused(&site, "earlier-secret", "HANDOFF_OLDER"));
    assert_none(&wrong);
    issue(&mut files, 5, |document| document["secret_version"] = json!(8));
    expect(8);
    site.offer(&files);
    site.handoff().run().assert_reached();
}

#[test]
fn what_somebody_changed_after_it_was_handed_over() {
    let changes: [Change; 4] = [
        ("a byte", |directory| {
            let statement = directory.join(STATEMENT);
            let mut bytes = fs::read(&statement).expect("read");
            bytes[20] ^= 1;
            fs::write(statement, bytes).expect("written");
        }),
        ("a file", |directory| remove(&directory.join(SIGNATURE))),
        ("a mode", |directory| mode(&directory.join(STATEMENT), 0o440)),
        ("an owner", |directory| chown(directory.join(STATEMENT), Some(0), Some(0)).expect("chown")),
    ];
    let wrong = changes.iter().filter_map(|(name, change)| {
        let site = Site::new();
        site.offer(&attestation(1));
        site.handoff().run().assert_reached();
        change(&site.current().expect("a generation"));
        refused(&site, name, "HANDOFF_BEFORE")
    });
    assert_none(&wrong.collect::<Vec<_>>());
}

#[test]
fn a_development_key_will_do_where_one_is_expected() {
    let site = Site::new();
    let mut files = attestation(1);
    develop(&mut files, &site);
    site.offer(&files);
    site.expect(|descriptor: &mut Descriptor| descriptor.grade = Grade::Development);
    site.handoff().run().assert_reached();
}

/// Whoever adds a refusal adds the attack that it is for.
#[test]
fn every_code_has_an_attack() {
    // Seen where what they are for can be made: a lock, a privilege, a full disk, a file that changes in between.
    let elsewhere = [
        "HANDOFF_BUSY",
        "HANDOFF_MAY_NOT_GIVE",
        "HANDOFF_NOT_WRITTEN",
        "HANDOFF_OLDER",
        "HANDOFF_SOURCE_CHANGED",
        "HANDOFF_SOURCE_FILE_SYSTEM",
        "HANDOFF_SOURCE_UNREADABLE",
    ];
    let swaps = FILES.iter().chain(&DIRECTORIES).map(|(_, code, _)| *code);
    let forgeries = FORGERIES.iter().map(|(_, code, _)| *code);
    let obstacles = OBSTACLES.iter().map(|(_, code, _)| *code);
    let attacked: BTreeSet<&str> = swaps.chain(forgeries).chain(obstacles).chain(elsewhere).collect();
    let words = Code::ALL.iter().map(|code| code.entry().code);
    let unattacked: Vec<&str> =
        words.filter(|word| word.starts_with("HANDOFF_") && !attacked.contains(word)).collect();
    assert!(unattacked.is_empty(), "{unattacked:?}");
}
