//! Renderers that are killed at moments nobody chose.

use super::rotation::{ALL, read_whole};
use super::*;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Tells the process that this test starts where to render.
const INTO: &str = "MOSAIC_TEST_RENDER_INTO";

/// Renders one version after the other until it is killed. On its own this proves nothing.
#[test]
fn renders_until_it_is_killed() {
    #[expect(
        clippy::disallowed_methods,
        reason = "a test that is told where to render, by the one that starts it"
    )]
    let Some(base) = std::env::var_os(INTO).map(PathBuf::from) else { return };
    let mut provider = Provider::at(1);
    // What was completed and not pointed to counts as well.
    let newest =
        known(&base).unwrap().iter().filter_map(|known| known.descriptor.version(Kind::Importer)).max();
    for version in newest.map_or(1, u32::from) + 1.. {
        provider.rotate(version);
        render(&base, &provider.material(), &wish(), ALL).unwrap();
    }
}

#[test]
fn a_reader_finds_one_whole_generation_whenever_a_renderer_is_killed() {
    let base = base();
    render(base.path(), &Provider::at(1).material(), &wish(), ALL).unwrap();
    let over = AtomicBool::new(false);
    let rotated = |from: u32| {
        let deadline = std::time::Instant::now() + Duration::from_secs(60);
        while read_whole(base.path()) == from {
            assert!(std::time::Instant::now() < deadline, "nothing is rendered");
        }
    };
    let (mut round, mut left_behind) = (0_u64, 0);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut last = 1;
            while !over.load(Ordering::Relaxed) {
                let version = read_whole(base.path());
                assert!(last <= version, "a version went back");
                last = version;
            }
        });
        // Most of a renderer's time is not spent on files.
        while round < 40 || left_behind < 3 {
            assert!(round < 400, "it was killed {left_behind} times in the middle of something");
            let before = read_whole(base.path());
            let mut child = Command::new(std::env::current_exe().unwrap())
                .args([
                    "--exact",
                    "secrets::render::tests::killed::renders_until_it_is_killed",
                    "--nocapture",
                ])
                .env(INTO, base.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            rotated(before);
            // Wherever it is by then. The fraction of a rotation is what varies.
            std::thread::sleep(Duration::from_micros(round * 7919 % 20_000));
            child.kill().unwrap();
            child.wait().unwrap();
            left_behind += usize::from(names(base.path()).iter().any(|name| name.starts_with('.')));
            round += 1;
            if reader.is_finished() {
                break;
            }
        }
        over.store(true, Ordering::Relaxed);
        reader.join().unwrap();
    });
    // The next one cleans up, and leaves what is whole alone.
    let mut provider = Provider::at(1);
    provider.rotate(1_000_000);
    render(base.path(), &provider.material(), &wish(), ALL).unwrap();
    assert!(names(base.path()).iter().all(|name| !name.starts_with('.')), "{:?}", names(base.path()));
    assert_eq!(read_whole(base.path()), 1_000_000);
}
