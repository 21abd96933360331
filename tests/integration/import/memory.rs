//! How much memory an import takes: of a row, not of a table.

use super::ground::Ground;
use crate::support::Running;
use mosaic_lab::postgres::Major;
use std::fs;
use std::time::Duration;

const TABLE: &str = "CREATE TABLE {S}.files (id integer PRIMARY KEY, content bytea);";
/// A type whose binary form holds object ids, so that the table travels as text.
const AS_TEXT: &str = "
    CREATE TYPE {S}.pair AS (x integer, y text);
    CREATE TABLE {S}.files (id integer PRIMARY KEY, content text, pair {S}.pair);";
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

/// That these rows arrive in a table of files in the memory of one of them.
fn in_bounds(table: &str, rows: &str, count: u64) {
    let ground = Ground::new(Major::V17, table);
    ground.source(&[table, &rows.replace("{LARGEST}", &LARGEST.to_string())]);
    let run = ground.import(&["--yes"]).start();
    let peak = peak(&run);
    run.wait().assert_reached();
    assert_eq!(ground.count("files"), count);
    // A row is held until it is known to be whole.
    assert!(peak > LARGEST, "rows of {LARGEST} bytes passed through {peak}");
    assert!(peak <= BASE + LARGEST, "{} MB", peak >> 20);
}

const SMALL: &str = "SELECT n, decode(repeat(md5(n::text), 4096), 'hex') FROM generate_series";
const LARGE: &str = "SELECT n, convert_to(repeat('x', {LARGEST}), 'UTF8') FROM generate_series";

#[test]
fn a_value_of_128_mb_comes_first() {
    in_bounds(
        TABLE,
        &format!("INSERT INTO {{S}}.files {LARGE}(1, 1) n; INSERT INTO {{S}}.files {SMALL}(2, 500) n"),
        500,
    );
}

#[test]
fn a_value_of_128_mb_stands_among_small_ones() {
    let rows = format!(
        "INSERT INTO {{S}}.files {SMALL}(1, 250) n; INSERT INTO {{S}}.files {LARGE}(251, 251) n;
         INSERT INTO {{S}}.files {SMALL}(252, 500) n"
    );
    in_bounds(TABLE, &rows, 500);
}

#[test]
fn values_of_128_mb_come_one_after_another() {
    in_bounds(TABLE, &format!("INSERT INTO {{S}}.files {LARGE}(1, 3) n"), 3);
}

#[test]
fn a_value_of_128_mb_travels_as_text() {
    in_bounds(AS_TEXT, "INSERT INTO {S}.files VALUES (1, repeat('x', {LARGEST}), (1, 'y'))", 1);
}
