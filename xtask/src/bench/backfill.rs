//! Bringing rows over: the product, batch by batch, beside one UPDATE that writes the same values to the same tasks at once
//! and locks all of them until it ends. Each time on a copy of the same database, on the same server.

use super::{
    Error,
    figures::{Comparison, Goal, Unit, grouped},
    ground::Ground,
    import::memory,
    record::Record,
    rounds::{self, Measured, Series, Whose},
    statistics::Spread,
};
use crate::failure::Failure;
use mosaic_lab::legacy::{Legacy, release_before};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

const EVERYTHING: &str = "backfill, everything";
const TASKS: &str = "backfill, the tasks";
const UPDATE: &str = "one UPDATE of the tasks";

/// The rows as the last release left them, with the tables of this one.
const EXPANDED: &str = "expanded";
/// The same with everything brought over but the tasks, and the values that they are to have.
const PREPARED: &str = "prepared";
/// What is measured on, each time a new copy.
const COPY: &str = "copy";

/// No batch is to hold a row for longer, in milliseconds.
const LONGEST: f64 = 200.0;
/// In KiB.
const MOST_MEMORY: u64 = 32 * 1_024;
/// Reached, or with rows in quarantine.
const STATUSES: [i32; 2] = [0, 3];

/// Without triggers, so that the rows come back to what they were.
const RESET: &str = "
SET session_replication_role = replica;
CREATE SCHEMA bench;
CREATE TABLE bench.mapped AS
    SELECT id, workspace_id, project_id, canonical_status, owner_user_id, owner_team_id, specialist_role, rank, due_at, tags_digest
    FROM mosaic.tasks WHERE canonical_status IS NOT NULL AND source_kind IS NULL;
DELETE FROM mosaic.task_tags;
DELETE FROM mosaic.task_assignments;
UPDATE mosaic.tasks SET workspace_id = NULL, canonical_status = NULL, owner_user_id = NULL, owner_team_id = NULL,
    specialist_role = NULL, rank = NULL, due_at = NULL, tags_digest = NULL
    WHERE canonical_status IS NOT NULL AND source_kind IS NULL;
";

const ONE_UPDATE: &str = "
UPDATE mosaic.tasks AS t
SET workspace_id = m.workspace_id, project_id = m.project_id, canonical_status = m.canonical_status,
    owner_user_id = m.owner_user_id, owner_team_id = m.owner_team_id, specialist_role = m.specialist_role, rank = m.rank,
    due_at = m.due_at, tags_digest = m.tags_digest
FROM bench.mapped AS m WHERE t.id = m.id;
";

struct Bench {
    ground: Ground,
    url: PathBuf,
}

/// What one backfill said of itself.
struct Said {
    rows: u64,
    tasks: Duration,
    longest: u64,
}

/// Measures so many tasks.
pub(super) fn measure(
    record: &mut Record,
    programs: &Path,
    tasks: u32,
    rounds: usize,
) -> Result<(), Failure> {
    let ground = Ground::start(programs)?;
    record.program("PostgreSQL", ground.version()?);
    let url = ground.secret("copy.url", &ground.migrator(COPY).url())?;
    let before = ground.directory().join("before");
    let bench = Bench { ground, url };
    bench.prepare(tasks, &before)?;
    let mut series = [(EVERYTHING, Whose::Ours), (TASKS, Whose::Ours), (UPDATE, Whose::Theirs)]
        .map(|(name, whose)| Series::of(name, whose));
    let (mut rows, mut longest, mut peak) = (0, 0, 0);
    // With one round there is nothing that a first one would warm up for.
    let first = usize::from(rounds == 1);
    for round in first..=rounds {
        bench.copy(EXPANDED)?;
        let taken = memory::watch_until(&mut bench.backfill(), &STATUSES)?;
        let said = Said::read(&taken.printed).ok_or(Error::Unreported)?;
        bench.copy(PREPARED)?;
        let begun = Instant::now();
        bench.ground.execute_in(COPY, ONE_UPDATE)?;
        let update = begun.elapsed();
        if round > 0 {
            for (series, time) in series.iter_mut().zip([taken.time, said.tasks, update]) {
                series.times.push(time);
            }
            (rows, longest, peak) = (said.rows, longest.max(said.longest), peak.max(taken.peak));
        }
    }
    let fastest = series[0].times.iter().min().map_or(0.0, Duration::as_secs_f64);
    #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
    let (speed, longest) = (rows as f64 / fastest, longest as f64);
    let title = format!("Bringing over {} tasks and what is around them", grouped(tasks.into()));
    let about = format!(
        "Batch by batch, beside one UPDATE that locks every row until it ends. {} rows gone through, {speed:.0} a second.",
        grouped(rows)
    );
    let batch = Goal {
        what: "the longest batch".to_owned(),
        unit: Unit::Milliseconds,
        most: LONGEST,
        measured: Some(Spread::once(longest)),
    };
    record.add(
        Comparison::new("backfill", title, UPDATE, &Measured::all(series), &about)
            .ratio(TASKS, UPDATE, 3.0)
            .goal(batch)
            .goal(memory::goal(format!("peak memory of {EVERYTHING}"), MOST_MEMORY, peak)),
    );
    Ok(())
}

impl Bench {
    fn prepare(&self, tasks: u32, before: &Path) -> Result<(), Failure> {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("manifest");
        release_before(&shipped, before)?;
        self.ground.bootstrapped_database(COPY, &shipped)?;
        rounds::finish(self.product(&["--run"]).env("MOSAIC_BUNDLE_DIR", before))?;
        self.ground.execute_in(COPY, &Legacy { tasks, seed: 1 }.sql())?;
        rounds::finish(&mut self.product(&["--run"]))?;
        self.ground.execute_in(COPY, "VACUUM ANALYZE")?;
        self.ground.rename_database(COPY, EXPANDED)?;
        self.copy(EXPANDED)?;
        memory::watch_until(&mut self.backfill(), &STATUSES)?;
        self.ground.execute_in(COPY, RESET)?;
        self.ground.execute_in(COPY, "VACUUM FULL mosaic.tasks")?;
        self.ground.execute_in(COPY, "VACUUM ANALYZE")?;
        self.ground.rename_database(COPY, PREPARED)
    }

    /// Puts a new copy in the place of the old one, and writes it out, so that no run pays for it.
    fn copy(&self, of: &str) -> Result<(), Failure> {
        self.ground.copy_database(of, COPY)?;
        self.ground.settle()
    }

    fn backfill(&self) -> Command {
        self.product(&["backfill", "run"])
    }

    fn product(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.ground.product());
        command.args(arguments).env_clear();
        command
            .env("DATABASE_MIGRATION_URL_FILE", &self.url)
            .env("DATABASE_TLS_CA_CERT_PATH", self.ground.cluster().ca_pem_path())
            .env("MOSAIC_OUTPUT", "json");
        command
    }
}

impl Said {
    fn read(printed: &[u8]) -> Option<Self> {
        let report: Value = serde_json::from_slice(printed).ok()?;
        let result = &report["result"];
        let passes = result["passes"].as_array()?;
        let tasks = passes.iter().find(|pass| pass["step"] == "tasks")?;
        Some(Self {
            rows: passes.iter().filter_map(|pass| pass["rows"].as_u64()).sum(),
            tasks: Duration::from_millis(tasks["milliseconds"].as_u64()?),
            longest: result["longest_batch_milliseconds"].as_u64()?,
        })
    }
}
