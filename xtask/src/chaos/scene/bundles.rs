//! What is run, and what is imported into: small, and with every kind of entry.

use crate::failure::{At, Failure};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// In order. The one with a table's rows takes some room, and the one with an index is not one transaction.
pub(super) const ENTRIES: [(&str, &str); 4] = [
    (
        "0000_first",
        "CREATE TABLE \"gate\" (\"id\" serial PRIMARY KEY, \"note\" text);--> statement-breakpoint\n\
         CREATE TABLE \"latch\" ();",
    ),
    (
        "0001_second",
        "CREATE TABLE \"early\" ();--> statement-breakpoint\n\
         INSERT INTO \"gate\" (\"note\") SELECT repeat(md5(n::text), 30) FROM generate_series(1, 2000) n;\
         --> statement-breakpoint\n\
         ALTER TABLE \"gate\" ADD COLUMN \"extra\" integer;--> statement-breakpoint\n\
         CREATE TABLE \"late\" ();",
    ),
    ("0002_index", "CREATE INDEX CONCURRENTLY \"gate_note\" ON \"gate\" (md5(\"note\"));"),
    (
        "0003_third",
        "INSERT INTO \"gate\" DEFAULT VALUES;--> statement-breakpoint\n\
         ALTER TABLE \"latch\" ADD COLUMN \"extra\" integer;",
    ),
];

/// How many entries come before the one that is not one transaction.
pub(super) const BEFORE_STEPS: usize = 2;

/// The tables of a tier, in this schema.
pub(super) fn tier(schema: &str) -> String {
    format!(
        "CREATE TABLE {schema}.projects (id integer PRIMARY KEY, name text NOT NULL);\n\
         CREATE TABLE {schema}.tasks (id integer PRIMARY KEY, project integer NOT NULL REFERENCES {schema}.projects, \
         title text NOT NULL);\n"
    )
}

/// Rows for them. They fill some records.
pub(super) const ROWS: &str =
    "INSERT INTO public.projects SELECT n, 'project ' || n FROM generate_series(1, 20) n;
    INSERT INTO public.tasks SELECT n, 1 + n % 20, repeat(md5(n::text), 8) FROM generate_series(1, 600) n;";

/// Writes the first so many entries as a folder of Drizzle's.
pub(super) fn write_entries(directory: &Path, entries: usize) -> Result<(), Failure> {
    write(directory, &ENTRIES[..entries])
}

/// Writes a folder with the tier's tables, which the importer may fill.
pub(super) fn write_tier(directory: &Path) -> Result<(), Failure> {
    const ENTRY: &str = "0000_tier";
    write(directory, &[(ENTRY, &tier("mosaic"))])?;
    let grant = |table: &str| {
        json!({
            "on": { "kind": "table", "name": table, "schema": "mosaic" }, "privileges": ["insert", "select"], "to": "importer",
        })
    };
    let grants =
        json!({ "entries": { ENTRY: { "grant": [grant("projects"), grant("tasks")], "revoke": [] } } });
    write_file(&directory.join("grants.v1.json"), &grants.to_string())
}

fn write(directory: &Path, entries: &[(&str, &str)]) -> Result<(), Failure> {
    let meta = directory.join("meta");
    fs::create_dir_all(&meta).at("make", &meta)?;
    let mut journal: Vec<Value> = Vec::new();
    for (idx, (tag, sql)) in entries.iter().enumerate() {
        write_file(&directory.join(format!("{tag}.sql")), sql)?;
        let when = 1_700_000_000_000_u64 + 1_000 * idx as u64;
        journal.push(json!({ "idx": idx, "version": "7", "when": when, "tag": tag, "breakpoints": true }));
    }
    let journal = json!({ "version": "7", "dialect": "postgresql", "entries": journal });
    write_file(&meta.join("_journal.json"), &journal.to_string())
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    fs::write(path, text).at("write", path)
}
