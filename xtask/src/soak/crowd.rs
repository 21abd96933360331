//! Many runs at once, several for each database. Half of them give up where somebody else has the lock, the others wait.

use super::{
    Extent,
    answers::{self, Answer, Done, Log, Statuses},
    below,
    folder::{Fate, Folder},
    ground::Ground,
    ledger,
    report::Case,
    trend::Percentiles,
};
use crate::{failure::Failure, random::Random};
use std::{
    collections::BTreeMap,
    process::Child,
    time::{Duration, Instant},
};

const SESSIONS: &str = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'mosaic_migrator'";
/// Entries that each round adds.
const ENTRIES: usize = 3;
/// How long the first of them takes: so long somebody has the lock, and others come.
const SECONDS: f64 = 0.5;

/// Whether a run waits for the lock, in milliseconds.
const PATIENT: &str = "300000";
const IMPATIENT: &str = "1";

pub(super) fn soak(ground: &Ground, extent: &Extent) -> Result<Case, Failure> {
    let mut case = Case::new("crowd");
    let mut random = Random::new(extent.seed);
    let mut folder = Folder::begin(ground, below(ground, "bundle")?)?;
    let databases: Vec<String> = (0..extent.databases).map(|number| format!("crowd_{number}")).collect();
    for database in &databases {
        ground.prepare(database, Some(folder.path()))?;
    }
    let (log, receipts) = (Log::new(ground.directory()), below(ground, "receipts")?);
    let mut statuses = Statuses::new();
    let (mut impatience, mut inexact, mut waited) = (Vec::new(), Vec::new(), Vec::new());
    let mut admin = ground.admin(mosaic_lab::cluster::SUPERUSER)?;
    let begun = Instant::now();
    for _round in 0..extent.rounds {
        folder.grow_slowly(ground, SECONDS)?;
        for _ in 1..ENTRIES {
            folder.grow(ground, &mut random, Fate::Good)?;
        }
        let mut runners: Vec<usize> = (0..extent.runners).collect();
        random.shuffle(&mut runners);
        let started = runners.into_iter().map(|runner| {
            let database = &databases[runner % databases.len()];
            let wait = if (runner / databases.len()).is_multiple_of(2) { PATIENT } else { IMPATIENT };
            let mut command = ground.run(database, Some(folder.path()));
            command.env("MOSAIC_RECEIPT_DIR", &receipts).env("MOSAIC_LOCK_WAIT_MS", wait);
            log.attach(&mut command)?;
            let start = |source| Failure::Start { command: "the product".to_owned(), source };
            Ok((wait, Instant::now(), command.spawn().map_err(start)?))
        });
        let started: Vec<(&str, Instant, Child)> = started.collect::<Result<_, Failure>>()?;
        for (wait, since, mut child) in started {
            let status = child
                .wait()
                .map_err(|source| Failure::Start { command: "the product".to_owned(), source })?;
            let status = answers::number(status);
            waited.push(since.elapsed());
            *statuses.entry(status).or_default() += 1;
            if status != 0 && !(wait == IMPATIENT && status == 4) {
                impatience.push(format!("one that waits {wait} ms ended with {status}"));
            }
        }
        admin.wait_for_none("the end of all sessions", SESSIONS)?;
        let hashes = ledger::hashes(folder.entries());
        for database in &databases {
            inexact.extend(ledger::differences(ground, database, &hashes)?);
        }
    }
    case.took(begun.elapsed());
    case.figure("runners", extent.runners);
    case.figure("databases", databases.len());
    case.figure("rounds", extent.rounds);
    figure_times(&mut case, waited);
    case.promise("who waits gets there, and who does not says that the lock is taken", impatience);
    case.promise("every database has every entry exactly once", inexact);
    let lost = statuses.get(&4).copied().unwrap_or_default();
    case.promise("somebody found the lock taken", (lost == 0).then(|| "nobody did".to_owned()));
    judge_shares(&mut case, &log.read()?, &folder, &databases);
    let done = Done { statuses, applied: folder.entries().len() * databases.len(), failed: 0 };
    answers::judge(&mut case, &log, &receipts, &done)?;
    Ok(case)
}

/// What the runs say that they applied, database by database: all entries, each once and in order.
fn judge_shares(case: &mut Case, answers: &[Answer], folder: &Folder, databases: &[String]) {
    let mut applied: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for answer in answers {
        applied.entry(answer.database()).or_default().extend(answer.applied());
    }
    let all: Vec<&str> = folder.entries().iter().map(|entry| &*entry.tag).collect();
    let differ = databases.iter().filter(|database| applied.get(&***database) != Some(&all));
    case.promise(
        "the runs of a database share its entries between them",
        differ.map(|database| format!("{database}: {:?}", applied.get(&**database))),
    );
    let locked = answers.iter().filter(|answer| answer.status() == 4);
    let other = locked.filter(|answer| answer.code() != "DATABASE_MIGRATION_LOCKED");
    case.promise("whoever loses says why", other.map(|answer| answer.code().to_owned()));
}

fn figure_times(case: &mut Case, times: Vec<Duration>) {
    let times = Percentiles::of(times);
    case.figure("run p50 ms", times.at(0.5).round());
    case.figure("run most ms", times.at(1.0).round());
}
