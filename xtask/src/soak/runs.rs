//! One run after the other on one database, with a bundle that grows: mostly nothing is pending, at times an entry, at times
//! one that fails, and at times somebody holds the lock.

use super::{
    Extent,
    answers::{self, Done, Log, Statuses},
    below,
    folder::{Fate, Folder},
    ground::{Admin, Ground},
    ledger, process,
    report::Case,
    trend,
};
use crate::{failure::Failure, random::Random};
use std::{path::PathBuf, time::Instant};

const DATABASE: &str = "runs";
/// The runner's lock, as anybody who asks the server finds it.
const LOCK: &str = "SELECT pg_advisory_lock(1297044289, 1262636593)";
const SESSIONS: &str = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'mosaic_migrator'";
/// One entry in so many fails at first.
const FAILING: u64 = 5;
/// One run in so many finds the lock taken.
const LOCKED: u64 = 25;
/// How much more a run may take for each entry that the bundle got, in KiB: the entry itself, several times over.
const MEMORY_FOR_AN_ENTRY: f64 = 24.0;
/// By how much memory may rise beside that, in KiB: what differs from run to run.
const RISE: f64 = 1_024.0;

/// What is to come of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Reached,
    EntryFails,
    Locked,
}

impl Expected {
    /// The exit status and the code.
    const fn ending(self) -> (i64, &'static str) {
        match self {
            Self::Reached => (0, ""),
            Self::EntryFails => (6, "ENTRY_FAILED"),
            Self::Locked => (4, "DATABASE_MIGRATION_LOCKED"),
        }
    }
}

/// Where a run happens.
struct Place {
    log: Log,
    receipts: PathBuf,
    /// Its working directory, and where its temporary files would be.
    scratch: PathBuf,
}

pub(super) fn soak(ground: &Ground, extent: &Extent) -> Result<Case, Failure> {
    let mut case = Case::new("runs");
    let mut random = Random::new(extent.seed);
    let mut folder = Folder::begin(ground, below(ground, "bundle")?)?;
    ground.prepare(DATABASE, Some(folder.path()))?;
    let place = Place {
        log: Log::new(ground.directory()),
        receipts: below(ground, "receipts")?,
        scratch: below(ground, "scratch")?,
    };
    let mut admin = ground.admin(DATABASE)?;
    let (mut statuses, mut there, mut failed) = (Statuses::new(), Vec::new(), 0);
    let (mut untruthful, mut inexact, mut peaks) = (Vec::new(), Vec::new(), Vec::new());
    let mut fate = Fate::Good;
    let begun = Instant::now();
    for run in 0..extent.runs {
        if fate == Fate::Fails {
            folder.mend(ground)?;
            fate = Fate::Good;
        } else if run > 0 && run % extent.every == 0 {
            fate = if random.below(FAILING) == 0 { Fate::Fails } else { Fate::Good };
            folder.grow(ground, &mut random, fate)?;
        }
        let expected = match fate {
            // Whether it fails is only known of a run that gets to it.
            Fate::Fails => Expected::EntryFails,
            Fate::Good if random.below(LOCKED) == 0 => Expected::Locked,
            Fate::Good => Expected::Reached,
        };
        let before = there.len();
        let hashes = ledger::hashes(folder.entries());
        let (status, peak) = place.run(ground, &folder, expected)?;
        match expected {
            Expected::Reached => there = hashes,
            Expected::EntryFails => failed += 1,
            Expected::Locked => {}
        }
        peaks.push((f64::from(run), peak));
        *statuses.entry(status).or_default() += 1;
        let applied: Vec<&str> =
            folder.entries()[before..there.len()].iter().map(|entry| &*entry.tag).collect();
        let told = place.log.read()?;
        let told = told.last().map(|answer| (answer.status(), answer.code(), answer.applied()));
        let (expected_status, code) = expected.ending();
        if status != expected_status || told != Some((expected_status, code, applied)) {
            untruthful.push(format!("run {run} ended with {status} and told {told:?}"));
        }
        inexact.extend(ledger::differences(ground, DATABASE, &there)?);
        admin.wait_for_none("the end of a run's session", SESSIONS)?;
    }
    case.took(begun.elapsed());
    case.figure("runs", extent.runs);
    case.figure("entries", folder.entries().len());
    case.promise("every run ends as it must, and tells the same", untruthful);
    case.promise("the ledger is exact after every run", inexact);
    let done = Done { statuses, applied: there.len(), failed };
    answers::judge(&mut case, &place.log, &place.receipts, &done)?;
    judge_memory(&mut case, &peaks, folder.entries().len());
    judge_remains(&mut case, &mut admin, &place)?;
    Ok(case)
}

impl Place {
    /// The exit status, and the most memory in KiB.
    #[expect(clippy::cast_precision_loss, reason = "far less than 2^52 KiB")]
    fn run(&self, ground: &Ground, folder: &Folder, expected: Expected) -> Result<(i64, f64), Failure> {
        let mut command = ground.run(DATABASE, Some(folder.path()));
        command.env("MOSAIC_RECEIPT_DIR", &self.receipts).env("TMPDIR", &self.scratch);
        command.current_dir(&self.scratch);
        self.log.attach(&mut command)?;
        // Held until the run has ended.
        let mut holder: Option<Admin> = None;
        if expected == Expected::Locked {
            let mut admin = ground.admin(DATABASE)?;
            admin.execute(LOCK)?;
            holder = Some(admin);
            command.env("MOSAIC_LOCK_WAIT_MS", "50");
        }
        let (status, peak) = process::watch(&mut command)?;
        if let Some(mut admin) = holder {
            admin.execute("SELECT pg_advisory_unlock_all()")?;
        }
        Ok((answers::number(status), peak as f64))
    }
}

/// What a run takes grows with the bundle, and with nothing else.
fn judge_memory(case: &mut Case, peaks: &[(f64, f64)], entries: usize) {
    let settled = peaks.get(peaks.len() / 10..).unwrap_or_default();
    let rise = trend::rise(settled);
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 entries")]
    let allowed = RISE + MEMORY_FOR_AN_ENTRY * entries as f64;
    case.figure("peak KiB of the last run", peaks.last().map_or(0.0, |(_, peak)| *peak));
    case.figure("rise of peak KiB", rise.round());
    case.promise(
        "memory grows with the bundle and with nothing else",
        (rise > allowed).then(|| format!("it rose by {rise:.0} KiB over {entries} entries")),
    );
}

fn judge_remains(case: &mut Case, admin: &mut Admin, place: &Place) -> Result<(), Failure> {
    let files = process::entries_below(&place.scratch);
    case.promise(
        "no temporary file stays",
        (files > 0).then(|| format!("{files} in {}", place.scratch.display())),
    );
    let locks = admin.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'")?;
    case.promise("no lock stays", (locks > 0).then(|| format!("{locks} advisory locks")));
    let prepared = admin.number("SELECT count(*) FROM pg_prepared_xacts")?;
    case.promise("no prepared transaction stays", (prepared > 0).then(|| prepared.to_string()));
    Ok(())
}
