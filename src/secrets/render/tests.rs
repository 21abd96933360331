//! Generations as consumers find them: whole, their own, and never older than before.

mod killed;
mod rotation;

use super::*;
use crate::secrets::consumer::Consumer;
use crate::secrets::descriptor::Orchestrator;
use crate::secrets::fixture::{CANARY, Provider, wish};
use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use tempfile::TempDir;

const KEEP: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// A directory in memory, where syncing costs nothing. Everybody may pass through it.
fn base() -> TempDir {
    let base = tempfile::tempdir_in("/dev/shm").unwrap();
    fs::set_permissions(base.path(), Permissions::from_mode(0o711)).unwrap();
    base
}

fn rendered(base: &Path, provider: &Provider) -> Result<Rendered, RenderError> {
    render(base, &provider.material(), &wish(), KEEP)
}

fn code(base: &Path, provider: &Provider) -> Code {
    let error = rendered(base, provider).unwrap_err();
    assert!(!format!("{error:?} {error}").contains(CANARY));
    error.code()
}

/// Mode, owner, group, time of change, bytes.
type Facts = (u32, u32, u32, (i64, i64), Vec<u8>);

/// Every file and directory with whatever tells of a change.
fn everything(directory: &Path) -> BTreeMap<PathBuf, Facts> {
    let mut found = BTreeMap::new();
    let mut left = vec![directory.to_owned()];
    while let Some(path) = left.pop() {
        let facts = fs::symlink_metadata(&path).unwrap();
        let bytes = if facts.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
        if facts.is_dir() {
            left.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        let changed = (facts.mtime(), facts.mtime_nsec());
        found.insert(path, (facts.mode(), facts.uid(), facts.gid(), changed, bytes));
    }
    found
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

#[test]
fn every_consumer_gets_its_own_copies_with_its_own_owner_and_mode() {
    let base = base();
    let Rendered { path, written, .. } = rendered(base.path(), &Provider::at(7)).unwrap();
    assert_eq!(written, Written::Generation);
    let facts = |path: &Path| {
        let facts = fs::symlink_metadata(path).unwrap();
        (facts.mode() & 0o7777, facts.uid(), facts.gid())
    };
    assert_eq!(facts(&path), (0o711, 0, 0));
    let private =
        |name: &str| !matches!(name, "ca.pem" | "server.crt" | "generation.v1.json" | "trust-store.v1.json");
    for (consumer, user) in [("gateway", 10_001), ("importer", 10_002), ("migrator", 10_003), ("server", 999)]
    {
        let directory = path.join(consumer);
        assert_eq!(facts(&directory), (0o550, 0, user), "{consumer}");
        for name in names(&directory) {
            let expected = if private(&name) { (0o400, user, user) } else { (0o444, 0, 0) };
            assert_eq!(facts(&directory.join(&name)), expected, "{consumer}/{name}");
        }
    }
    assert_eq!(facts(&path.join("handoff/handoff.v1.json")), (0o400, 0, 0));
    let copy = |consumer: &str| fs::metadata(path.join(consumer).join("mosaic-migrate-target-url")).unwrap();
    assert_ne!(copy("importer").ino(), copy("migrator").ino(), "two copies");
}

#[test]
fn a_consumer_reaches_its_own_directory_and_no_other() {
    let base = base();
    let path = rendered(base.path(), &Provider::at(7)).unwrap().path;
    let reads = |user: u32, name: &str| {
        let ended = Command::new("cat").arg(path.join(name)).uid(user).gid(user).output().unwrap();
        ended.status.success()
    };
    let secrets = [
        (10_001, "gateway/database-url"),
        (10_002, "importer/mosaic-migrate-target-url"),
        (10_003, "migrator/database-migration-url"),
        (999, "server/server.key"),
    ];
    for (user, own) in secrets {
        let directory = own.split('/').next().unwrap();
        assert!(reads(user, own) && reads(user, &format!("{directory}/generation.v1.json")), "{user} {own}");
        for (_, other) in secrets.into_iter().filter(|(_, other)| *other != own) {
            let other_directory = other.split('/').next().unwrap();
            assert!(!reads(user, other), "{user} {other}");
            assert!(
                !reads(user, &format!("{other_directory}/generation.v1.json")),
                "{user} {other_directory}"
            );
        }
        assert!(!reads(user, "handoff/handoff.v1.json"));
        let listed = Command::new("ls").arg(&path).uid(user).gid(user).output().unwrap();
        assert!(!listed.status.success(), "{user} may not even see who else there is");
    }
}

#[test]
fn an_unchanged_version_writes_nothing() {
    let base = base();
    let provider = Provider::at(7);
    let first = rendered(base.path(), &provider).unwrap();
    let before = everything(base.path());
    let again = rendered(base.path(), &provider).unwrap();
    assert_eq!(again.written, Written::Nothing);
    assert_eq!(again.path, first.path);
    assert_eq!(everything(base.path()), before);
}

#[test]
fn one_new_version_is_one_new_generation_and_the_one_before_stays_as_it_is() {
    let base = base();
    let mut provider = Provider::at(7);
    let first = rendered(base.path(), &provider).unwrap();
    let before = everything(&first.path);
    let url = crate::secrets::fixture::url("mosaic_runtime", 8);
    provider.put(Kind::Runtime, "url", url.clone());
    let second = rendered(base.path(), &provider).unwrap();
    assert_eq!((first.generation.descriptor.number, second.generation.descriptor.number), (1, 2));
    assert_eq!(everything(&first.path), before);
    assert_eq!(fs::read_to_string(second.path.join("gateway/database-url")).unwrap(), url);
    assert_eq!(safe_fs::current(base.path()).unwrap(), Some(second.generation.name));
}

#[test]
fn the_handing_over_is_told_which_secret_it_is_for() {
    let base = base();
    let Rendered { path, generation, .. } = rendered(base.path(), &Provider::at(7)).unwrap();
    let bytes = fs::read(path.join("handoff/handoff.v1.json")).unwrap();
    let handoff = mosaic_db::handoff::Descriptor::parse(&bytes).unwrap();
    assert_eq!(handoff.generation.as_str(), generation.name);
    assert_eq!(u32::from(handoff.secret_version), 7);
    let url = fs::read(path.join("importer/mosaic-migrate-target-url")).unwrap();
    assert_eq!(handoff.target_sha256, mosaic_db::digest::Digest::of(&url));
    assert!(!String::from_utf8(bytes).unwrap().contains(CANARY));
}

#[test]
fn a_completed_generation_that_nobody_was_told_of_becomes_the_current_one() {
    let base = base();
    let mut provider = Provider::at(7);
    let first = rendered(base.path(), &provider).unwrap().generation.name;
    provider.rotate(8);
    let second = rendered(base.path(), &provider).unwrap().generation.name;
    safe_fs::replace(base.path(), safe_fs::CURRENT, first.as_bytes()).unwrap();
    let again = rendered(base.path(), &provider).unwrap();
    assert_eq!((again.written, again.generation.name), (Written::Pointer, second.clone()));
    assert_eq!(safe_fs::current(base.path()).unwrap(), Some(second));
    assert_eq!(safe_fs::generations(base.path()).unwrap().len(), 2);
}

#[test]
fn what_does_not_fit_together_never_takes_the_place_of_what_does() {
    let base = base();
    let mut provider = Provider::at(7);
    rendered(base.path(), &provider).unwrap();
    let before = everything(base.path());
    for (kind, key) in [(Kind::Importer, "url"), (Kind::TlsServer, "key"), (Kind::TlsCa, "certificate")] {
        provider.put(kind, key, "");
        assert!(provider.check().is_err());
    }
    assert_eq!(everything(base.path()), before);
}

#[test]
fn an_older_version_and_other_bytes_for_a_version_are_refused() {
    let base = base();
    let mut provider = Provider::at(7);
    rendered(base.path(), &provider).unwrap();
    let before = everything(base.path());
    provider.pretend(Kind::Importer, 6);
    assert_eq!(code(base.path(), &provider), Code::SecretVersionLower);
    provider.pretend(Kind::Importer, 7);
    let other = || crate::secrets::fixture::url("mosaic_data_importer", 77);
    provider.smuggle(Kind::Importer, "url", other());
    assert_eq!(code(base.path(), &provider), Code::SecretVersionReused);
    // Another record's new version does not hide it.
    provider.put(Kind::Runtime, "url", crate::secrets::fixture::url("mosaic_runtime", 8));
    assert_eq!(code(base.path(), &provider), Code::SecretVersionReused);
    assert_eq!(everything(base.path()), before);
    provider.put(Kind::Importer, "url", other());
    rendered(base.path(), &provider).unwrap();
}

#[test]
fn what_was_changed_afterwards_is_reported_and_not_mended() {
    type Change = fn(&Path);
    let changes: [Change; 4] = [
        |path| fs::set_permissions(path, Permissions::from_mode(0o440)).unwrap(),
        |path| std::os::unix::fs::chown(path, Some(10_003), Some(10_003)).unwrap(),
        |path| fs::remove_file(path).unwrap(),
        |path| {
            fs::remove_file(path).unwrap();
            std::os::unix::fs::symlink("/etc/passwd", path).unwrap();
        },
    ];
    for change in changes {
        let base = base();
        let provider = Provider::at(7);
        let path = rendered(base.path(), &provider).unwrap().path;
        change(&path.join("importer/mosaic-migrate-target-url"));
        let before = names(base.path());
        assert_eq!(code(base.path(), &provider), Code::GenerationDamaged);
        assert_eq!(names(base.path()), before);
        // As the catalogue says: without that directory it is rendered again.
        fs::remove_dir_all(&path).unwrap();
        assert_eq!(code(base.path(), &provider), Code::GenerationDamaged, "the pointer names nothing");
        fs::remove_file(base.path().join(safe_fs::CURRENT)).unwrap();
        assert_eq!(rendered(base.path(), &provider).unwrap().path, path);
    }
}

#[test]
fn only_generations_of_ours_are_taken_away_and_only_when_they_are_too_many() {
    let base = base();
    fs::create_dir(base.path().join("gen-notes")).unwrap();
    fs::create_dir(base.path().join(".gen-0.tmp")).unwrap();
    safe_fs::replace(base.path(), "README", b"somebody's").unwrap();
    let mut provider = Provider::at(1);
    let mut paths = Vec::new();
    for version in 1..=5 {
        provider.rotate(version);
        let rendered = rendered(base.path(), &provider).unwrap();
        assert_eq!(rendered.retired.len(), usize::from(version > 3), "{version}");
        paths.push(rendered.path);
    }
    assert_eq!(paths.iter().map(|path| path.exists()).collect::<Vec<_>>(), [false, false, true, true, true]);
    for foreign in ["gen-notes", ".gen-0.tmp", "README"] {
        assert!(base.path().join(foreign).exists(), "{foreign}");
    }
    assert_eq!(names(base.path()).len(), 3 + 3 + 1);
}

#[test]
fn a_generation_that_is_mounted_somewhere_is_kept() {
    let base = base();
    let mut provider = Provider::at(1);
    let first = rendered(base.path(), &provider).unwrap();
    let mounted = base.path().join("elsewhere");
    fs::create_dir(&mounted).unwrap();
    let script = format!(
        "mount --bind '{}' '{}' && echo mounted && exec cat",
        first.path.join("importer").display(),
        mounted.display()
    );
    let mut holder = Command::new("unshare")
        .args(["--mount", "--propagation", "private", "sh", "-c", &script])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut word = [0; 8];
    std::io::Read::read_exact(holder.stdout.as_mut().unwrap(), &mut word).unwrap();
    assert_eq!(&word, b"mounted\n");
    for version in 2..=6 {
        provider.rotate(version);
        rendered(base.path(), &provider).unwrap();
    }
    assert!(first.path.join("importer/mosaic-migrate-target-url").exists());
    assert_eq!(safe_fs::generations(base.path()).unwrap().len(), 4);
    let mounts = mounts::read();
    let mount = mounts.iter().find(|mount| mount.generation == first.generation.name).unwrap();
    assert_eq!(mount.consumer, Consumer::Importer);
    holder.kill().unwrap();
    holder.wait().unwrap();
    provider.rotate(7);
    rendered(base.path(), &provider).unwrap();
    assert!(!first.path.exists());
}

#[test]
fn a_full_disk_leaves_the_generation_before_and_nothing_else() {
    let place = tempfile::tempdir().unwrap();
    let mount = |options: &[&str]| assert!(Command::new("mount").args(options).status().unwrap().success());
    let shown = place.path().to_str().unwrap();
    mount(&["-t", "tmpfs", "-o", "size=160k,mode=711", "none", shown]);
    let mut provider = Provider::at(1);
    let mut last = None;
    let refused = loop {
        match render(place.path(), &provider.material(), &wish(), NonZeroUsize::new(100).unwrap()) {
            Ok(rendered) => last = Some((everything(&rendered.path), rendered)),
            Err(error) => break error,
        }
        provider.rotate(last.as_ref().unwrap().1.generation.descriptor.number + 1);
    };
    let (before, last) = last.unwrap();
    assert_eq!(refused.code(), Code::GenerationNotWritten, "{refused:?}");
    assert_eq!(everything(&last.path), before);
    assert_eq!(safe_fs::current(place.path()).unwrap(), Some(last.generation.name));
    assert!(names(place.path()).iter().all(|name| !name.starts_with('.')), "{:?}", names(place.path()));
    // A pointer that could not be replaced is no reason to lose the old one.
    assert!(Command::new("umount").arg(shown).status().unwrap().success());
}

#[test]
fn a_swarm_gets_objects_whose_names_never_mean_anything_else() {
    let base = base();
    let swarm = Wish { orchestrator: Orchestrator::Swarm, ..wish() };
    let render = |provider: &Provider| render(base.path(), &provider.material(), &swarm, KEEP).unwrap();
    let mut provider = Provider::at(7);
    let first = render(&provider);
    assert_eq!(render(&provider).written, Written::Nothing);
    let stack = |rendered: &Rendered| fs::read_to_string(rendered.path.join("stack.yml")).unwrap();
    let objects = |text: &str| -> BTreeMap<String, String> {
        let names = text.lines().filter_map(|line| line.strip_prefix("    name: "));
        names.map(|name| (name.split(".v").next().unwrap().to_owned(), name.to_owned())).collect()
    };
    let before = objects(&stack(&first));
    assert_eq!(before.len(), 10);
    let digest =
        mosaic_db::digest::Digest::of(provider.material().bytes(crate::secrets::material::Part::ImporterUrl));
    let name = format!("mosaic-prod-importer-url.v7.{}", &digest.to_string()[..12]);
    assert_eq!(before["mosaic-prod-importer-url"], name);
    // Relative to the variable for --out, whichever stack file comes first.
    let place = format!("    file: ${{MOSAIC_SECRETS:?--out of secrets render}}/{}/", first.generation.name);
    let text = stack(&first);
    let files: Vec<_> = text.lines().filter_map(|line| line.strip_prefix(&place)).collect();
    assert_eq!(files.len(), 10);
    for line in files {
        let path = first.path.join(line);
        let mode = fs::metadata(&path).unwrap().mode() & 0o7777;
        assert_eq!(
            mode,
            if line.starts_with("secrets/") || line.ends_with("importer-version") { 0o400 } else { 0o444 },
            "{line}"
        );
    }
    provider.put(Kind::Runtime, "url", crate::secrets::fixture::url("mosaic_runtime", 8));
    let after = objects(&stack(&render(&provider)));
    let changed: Vec<_> =
        before.iter().filter(|(key, name)| after[*key] != **name).map(|(key, _)| key.as_str()).collect();
    assert_eq!(changed, ["mosaic-prod-generation", "mosaic-prod-handoff", "mosaic-prod-runtime-url"]);
    assert!(!stack(&first).contains(CANARY));
}

#[test]
fn a_name_that_is_too_long_for_a_swarm_is_refused_before_anything_is_written() {
    let base = base();
    let environment = crate::secrets::Environment::parse(&"a".repeat(32)).unwrap();
    let swarm = Wish { orchestrator: Orchestrator::Swarm, environment, ..wish() };
    let refused = render(base.path(), &Provider::at(7).material(), &swarm, KEEP).unwrap_err();
    assert_eq!(refused.code(), Code::SwarmObjectRefused);
    assert_eq!(names(base.path()), [] as [&str; 0]);
}
