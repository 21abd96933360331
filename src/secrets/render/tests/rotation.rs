//! Readers that poll while generations follow each other.

use super::*;
use crate::secrets::fixture::url;
use std::sync::atomic::{AtomicBool, Ordering};

/// As many as there ever are: a reader that was put to sleep still finds what it was told of.
pub(super) const ALL: NonZeroUsize = NonZeroUsize::new(100_000).unwrap();

/// Reads the current generation as its consumers would, and proves that all of it is of one version. Gives the version.
pub(super) fn read_whole(base: &Path) -> u32 {
    let name = fs::read_to_string(base.join(safe_fs::CURRENT)).expect("a pointer");
    assert!(safe_fs::is_generation(&name), "half a pointer: {name:?}");
    let path = base.join(&name);
    let read =
        |file: &str| fs::read(path.join(file)).unwrap_or_else(|error| panic!("{name}/{file}: {error}"));
    let descriptor = Descriptor::parse(&read("generation.v1.json")).expect("a whole description");
    let version = u32::from(descriptor.version(Kind::Importer).unwrap());
    for consumer in ["importer", "migrator"] {
        assert_eq!(
            read(&format!("{consumer}/mosaic-migrate-target-version")),
            version.to_string().as_bytes()
        );
        let target = read(&format!("{consumer}/mosaic-migrate-target-url"));
        assert_eq!(target, url("mosaic_data_importer", version).as_bytes());
    }
    assert_eq!(read("migrator/database-migration-url"), url("mosaic_migrator", version).as_bytes());
    assert_eq!(read("gateway/database-url"), url("mosaic_runtime", version).as_bytes());
    for (consumer, given) in &descriptor.consumers {
        assert_eq!(read(&format!("{consumer}/generation.v1.json")), read("generation.v1.json"));
        for (file, digest) in &given.public {
            assert_eq!(mosaic_db::digest::Digest::of(&read(&format!("{consumer}/{file}"))), *digest);
        }
        for file in &given.private {
            let facts = fs::metadata(path.join(consumer.name()).join(file)).unwrap();
            let expected = (0o400, given.user, given.group);
            assert_eq!((facts.mode() & 0o7777, facts.uid(), facts.gid()), expected, "{consumer}/{file}");
        }
    }
    version
}

/// That nothing that is being written lets anybody but root at a secret, not for a moment.
fn require_closed(base: &Path) {
    for name in names(base).into_iter().filter(|name| name.starts_with(".gen-")) {
        let mut left = vec![base.join(name)];
        while let Some(path) = left.pop() {
            // It may be renamed or gone by now.
            let Ok(facts) = fs::symlink_metadata(&path) else { continue };
            if facts.is_dir() {
                left.extend(fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path()));
            } else if fs::read(&path).is_ok_and(|bytes| bytes.windows(6).any(|part| part == b"canary")) {
                assert_eq!(facts.mode() & 0o7777, 0o400, "{}", path.display());
            }
        }
    }
}

#[test]
fn a_reader_that_polls_through_a_thousand_rotations_finds_each_time_one_whole_generation() {
    let base = base();
    let mut provider = Provider::at(1);
    render(base.path(), &provider.material(), &wish(), ALL).unwrap();
    let over = AtomicBool::new(false);
    let seen = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut seen = vec![read_whole(base.path())];
            while !over.load(Ordering::Relaxed) {
                seen.push(read_whole(base.path()));
                if seen.len() % 16 == 0 {
                    require_closed(base.path());
                }
            }
            seen
        });
        for version in 2..=1001 {
            provider.rotate(version);
            let rendered = render(base.path(), &provider.material(), &wish(), ALL);
            if let Err(error) = rendered {
                over.store(true, Ordering::Relaxed);
                panic!("{version}: {error:?}");
            }
            if reader.is_finished() {
                break;
            }
        }
        over.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    assert_eq!(read_whole(base.path()), 1001);
    assert!(seen.is_sorted(), "a version went back");
    assert!(seen.len() > 100, "{} readings prove little", seen.len());
}

#[test]
fn of_two_renderers_one_wins_and_nothing_is_mixed() {
    let base = base();
    let provider = Provider::at(1);
    let material = provider.material();
    let (mut written, mut busy) = (0, 0);
    for version in 2..=50 {
        let mut provider = Provider::at(1);
        provider.rotate(version);
        let next = provider.material();
        let both = std::thread::scope(|scope| {
            let one = || render(base.path(), &next, &wish(), KEEP).map(|rendered| rendered.written);
            [scope.spawn(one), scope.spawn(one)].map(|thread| thread.join().unwrap())
        });
        for outcome in both {
            match outcome {
                Ok(Written::Generation) => written += 1,
                Ok(Written::Nothing) => {}
                Ok(Written::Pointer) => panic!("nobody was killed"),
                Err(error) => {
                    assert_eq!(error.code(), Code::RenderBusy, "{error:?}");
                    busy += 1;
                }
            }
        }
        assert_eq!(read_whole(base.path()), version);
    }
    assert_eq!(written, 49, "each generation was written once");
    assert!(busy > 0, "they never met");
    assert_eq!(render(base.path(), &material, &wish(), KEEP).unwrap_err().code(), Code::SecretVersionLower);
}
