//! How much memory an import takes: of a row, not of a table.

use super::ground::Ground;
use crate::support::Running;
use mosaic_lab::postgres::Major;
use std::fs;
use std::time::Duration;

const TABLE: &str = "CREATE TABLE {S}.files (id integer PRIMARY KEY, content bytea);";
/// In bytes.
const LARGEST: u64 = 128 << 20;
const BASE: u64 = 64 << 20;

/// Between two looks at a peak, which never falls.
const OFTEN: Duration = Duration::from_millis(2);

/// The most that was ever resident (proc(5), `VmHWM`), in bytes, by the time the process ends.
fn peak(run: &Running) -> u64 {
    let mut peak = 0;
    while let Some(now) = resident(run.pid()) {
        peak = now;
        std::thread::sleep(OFTEN);
    }
    peak
}

/// None of a process that has ended.
fn resident(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("a process not waited for");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
    Some(kib << 10)
}

#[test]
fn a_value_of_128_mb_arrives_in_the_memory_of_two() {
    let ground = Ground::new(Major::V17, TABLE);
    let rows = format!(
        "INSERT INTO {{S}}.files SELECT n, decode(repeat(md5(n::text), 4096), 'hex') FROM generate_series(1, 500) n;
         INSERT INTO {{S}}.files SELECT 501, convert_to(repeat('x', {LARGEST}), 'UTF8')"
    );
    ground.source(&[TABLE, &rows]);
    let run = ground.import(&["--yes"]).start();
    let peak = peak(&run);
    run.wait().assert_reached();
    assert_eq!(ground.count("files"), 501);
    assert!(peak > LARGEST, "a row of {LARGEST} bytes passed through {peak}");
    assert!(peak <= BASE + 2 * LARGEST, "{} MB", peak >> 20);
}
