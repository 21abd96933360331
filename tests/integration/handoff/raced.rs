//! A producer that swaps what it offers while it is read. Whatever the moment, the importer's side holds nothing but bytes
//! that were verified, and no run waits for anything.

use super::site::{Files, SIGNATURE, STATEMENT, Site, attestation, write};
use crate::attest::make::STRANGER;
use crate::import::cuts::scattered;
use crate::support::{Ended, Migrator};
use rustix::fs::{CWD, Mode, RenameFlags, mkfifoat, renameat_with};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, chown, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// How many rounds there are where this variable does not say another number.
const ROUNDS_VARIABLE: &str = "MOSAIC_TEST_SWAPS";
const ROUNDS: u64 = 500;
/// What reads files.
const READS: [&str; 5] = ["openat", "fstat", "newfstatat", "fgetxattr", "read"];

#[expect(clippy::disallowed_methods, reason = "a test's own variable")]
fn rounds() -> u64 {
    let wanted = std::env::var(ROUNDS_VARIABLE).ok();
    wanted.map_or(ROUNDS, |number| number.parse().expect("a number of rounds"))
}

/// What takes the place of what is offered, and of what.
struct Disguise {
    place: PathBuf,
    disguise: PathBuf,
}

/// A thread that swaps until it is dropped.
struct Attacker {
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Attacker {
    fn on(site: &Site, offered: &Path, good: &Files) -> Self {
        let disguises = disguises(site, offered, good);
        let over = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&over);
        let thread = std::thread::spawn(move || {
            for turn in 0.. {
                if seen.load(Ordering::Relaxed) {
                    break;
                }
                let chosen = scattered(turn);
                let which = usize::try_from(chosen % 1024).expect("a small number") % disguises.len();
                disguises[which].wear(chosen);
                pause(chosen >> 32);
            }
        });
        Self { over, thread: Some(thread) }
    }
}

impl Drop for Attacker {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        self.thread.take().map(JoinHandle::join);
    }
}

impl Disguise {
    /// Takes the place for a moment, in which a file also grows and shrinks again.
    fn wear(&self, chosen: u64) {
        self.exchange();
        let growing =
            self.disguise.file_name().is_some_and(|name| name.to_string_lossy().ends_with("growing"));
        if growing {
            let mut file = OpenOptions::new().append(true).open(&self.place).expect("root may");
            let length = file.metadata().expect("a file").len();
            for _ in 0..4 {
                file.write_all(b"}").expect("written");
                pause(chosen);
            }
            file.set_len(length).expect("shrunk");
        }
        pause(chosen >> 16);
        self.exchange();
    }

    /// At no moment there is nothing.
    fn exchange(&self) {
        renameat_with(CWD, &self.place, CWD, &self.disguise, RenameFlags::EXCHANGE).expect("exchanged");
    }
}

fn pause(chosen: u64) {
    for _ in 0..chosen % 64 {
        std::thread::yield_now();
    }
}

/// Everything that a producer can put in the place of each thing that it offers.
fn disguises(site: &Site, offered: &Path, good: &Files) -> Vec<Disguise> {
    let workshop = site.path("workshop");
    fs::create_dir(&workshop).expect("a directory");
    let secret = site.path("secret");
    fs::write(&secret, "root's").expect("written");
    fs::set_permissions(&secret, Permissions::from_mode(0o400)).expect("a mode");
    let mut forged = attestation(2);
    forged.sign(STRANGER);
    let mut all = Vec::new();
    let mut wears = |place: &Path, disguise: PathBuf| {
        all.push(Disguise { place: place.to_owned(), disguise });
    };
    let halves =
        [(STATEMENT, &good.statement, &forged.statement), (SIGNATURE, &good.signature, &forged.signature)];
    for (name, bytes, other) in halves {
        let place = offered.join(name);
        let named = |what: &str| workshop.join(format!("{name}-{what}"));
        for what in ["forged", "linked", "growing"] {
            write(&named(what), if what == "growing" { bytes } else { other });
        }
        fs::hard_link(named("linked"), named("second")).expect("a name");
        fs::hard_link(&secret, named("of-root")).expect("a name");
        for (what, target) in [("link", &secret), ("link-to-good", &workshop.join(name))] {
            symlink(target, named(what)).expect("a link");
        }
        write(&workshop.join(name), bytes);
        mkfifoat(CWD, named("fifo"), Mode::RUSR).expect("a fifo");
        fs::create_dir(named("directory")).expect("a directory");
        for what in ["forged", "linked", "growing", "of-root", "link", "link-to-good", "fifo", "directory"] {
            wears(&place, named(what));
        }
    }
    let pair = workshop.join("pair");
    fs::create_dir(&pair).expect("a directory");
    write(&pair.join(STATEMENT), &forged.statement);
    write(&pair.join(SIGNATURE), &forged.signature);
    chown(&pair, Some(super::PRODUCER), Some(super::PRODUCER)).expect("chown");
    symlink(&pair, workshop.join("link")).expect("a link");
    write(&workshop.join("pointer"), format!("gen-{:032x}", 2).as_bytes());
    mkfifoat(CWD, workshop.join("fifo"), Mode::RUSR).expect("a fifo");
    for what in ["pair", "link", "fifo"] {
        wears(offered, workshop.join(what));
    }
    for what in ["pointer", "link", "fifo", "pair"] {
        wears(&site.from().join("current"), workshop.join(what));
    }
    all
}

/// A run, and what it left.
fn round(site: &Site, good: &Files, program: Migrator, codes: &mut BTreeMap<String, usize>) {
    // A run that hangs is ended, and what ended it has another status.
    let ended = program.through("timeout", &["--signal=KILL", "60"]).run();
    let code = judge(site, good, &ended);
    *codes.entry(code).or_default() += 1;
    fs::remove_dir_all(site.to()).expect("removed");
    fs::create_dir(site.to()).expect("a directory");
}

fn judge(site: &Site, good: &Files, ended: &Ended) -> String {
    let told = format!("{}{}", ended.stdout(), ended.stderr());
    assert!(matches!(ended.status(), 0 | 5 | 78), "{}: {told}", ended.status());
    for (path, (bytes, ..)) in site.written() {
        let verified = match path.file_name().and_then(|name| name.to_str()) {
            Some(STATEMENT) => bytes == good.statement,
            Some(SIGNATURE) => bytes == good.signature,
            Some("current") => bytes == format!("gen-{:032x}", 1).as_bytes(),
            _ => path.is_dir(),
        };
        assert!(verified, "{}: {told}", path.display());
    }
    assert_eq!(site.current().is_some(), ended.status() == 0, "{told}");
    if let Some(current) = site.current() {
        assert!(current.join(STATEMENT).exists() && current.join(SIGNATURE).exists(), "{told}");
        return "handed over".to_owned();
    }
    ended.code()
}

#[test]
fn nothing_unverified_is_ever_written() {
    let site = Site::new();
    let good = attestation(1);
    let offered = site.offer(&good);
    let attacker = Attacker::on(&site, &offered, &good);
    let mut codes = BTreeMap::new();
    for _ in 0..rounds() {
        round(&site, &good, site.handoff(), &mut codes);
    }
    drop(attacker);
    assert!(codes.contains_key("handed over") && codes.len() > 4, "the swaps met the runs: {codes:?}");
}

/// Each call that reads is held up once, so that the swaps come before it and after the one before.
#[test]
fn nothing_unverified_is_written_whichever_step_is_slow() {
    let site = Site::new();
    let good = attestation(1);
    let offered = site.offer(&good);
    let steps = steps(&site);
    fs::remove_dir_all(site.to()).expect("removed");
    fs::create_dir(site.to()).expect("a directory");
    let attacker = Attacker::on(&site, &offered, &good);
    let mut codes = BTreeMap::new();
    for (call, occurrence) in &steps {
        let held_up = format!("--inject={call}:delay_enter=1000:when={occurrence}");
        let trace = format!("--trace={call}");
        let options = ["--quiet=all", "--output=/dev/null", &trace, &held_up];
        round(&site, &good, site.handoff().through("strace", &options), &mut codes);
    }
    drop(attacker);
    assert!(
        steps.len() > 30 && codes.contains_key("HANDOFF_SOURCE_CHANGED"),
        "{} steps: {codes:?}",
        steps.len()
    );
}

/// The calls that read files, from the first that touches what is offered.
fn steps(site: &Site) -> Vec<(&'static str, usize)> {
    let trace = site.path("trace");
    let options =
        ["--quiet=all", "--output", trace.to_str().expect("UTF-8"), &format!("--trace={}", READS.join(","))];
    site.handoff().through("strace", &options).run().assert_reached();
    let trace = fs::read_to_string(trace).expect("a trace");
    let mut counts = BTreeMap::new();
    let mut steps = Vec::new();
    let mut offered = false;
    for line in trace.lines() {
        let Some(call) = READS.into_iter().find(|call| line.starts_with(&format!("{call}("))) else {
            continue;
        };
        let count: &mut usize = counts.entry(call).or_default();
        *count += 1;
        offered |= line.contains("\"from\"");
        if offered {
            steps.push((call, *count));
        }
    }
    steps
}
