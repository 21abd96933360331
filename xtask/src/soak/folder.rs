//! A Drizzle folder that gets another entry every now and then. Each entry leaves its number in a table, so that what ran
//! twice, or not at all, can be counted.

use super::ground::Ground;
use crate::{
    failure::{At, Failure},
    random::Random,
};
use serde_json::json;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// When the first entry was made, in milliseconds since 1970.
const FIRST: u64 = 1_704_103_200_000;
const HOUR: u64 = 3_600_000;

/// A folder on disk.
pub(super) struct Folder {
    path: PathBuf,
    entries: Vec<Entry>,
}

/// An entry, and what its file holds.
pub(super) struct Entry {
    pub(super) tag: String,
    pub(super) sql: String,
}

/// Whether an entry can be applied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Good,
    /// It fails in its last statement.
    Fails,
}

impl Folder {
    /// A folder with the first entry, which makes the table for the numbers.
    pub(super) fn begin(ground: &Ground, path: PathBuf) -> Result<Self, Failure> {
        let first = Entry {
            tag: "0000_log".to_owned(),
            sql: "CREATE TABLE \"log\" (\"entry\" integer NOT NULL);--> statement-breakpoint\n\
                  INSERT INTO \"log\" VALUES (0);"
                .to_owned(),
        };
        let folder = Self { path, entries: vec![first] };
        folder.write(ground)?;
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Adds an entry of a kind that chance decides.
    pub(super) fn grow(&mut self, ground: &Ground, random: &mut Random, fate: Fate) -> Result<(), Failure> {
        let number = self.entries.len();
        let work = work(number, random);
        self.push(ground, number, &work, fate)
    }

    /// Adds an entry that takes this long.
    pub(super) fn grow_slowly(&mut self, ground: &Ground, seconds: f64) -> Result<(), Failure> {
        let number = self.entries.len();
        self.push(ground, number, &format!("SELECT pg_sleep({seconds});"), Fate::Good)
    }

    /// Writes the last entry anew, without what made it fail.
    pub(super) fn mend(&mut self, ground: &Ground) -> Result<(), Failure> {
        if let Some(last) = self.entries.last_mut() {
            last.sql = last.sql.replace(FAILURE, "");
        }
        self.write(ground)
    }

    fn push(&mut self, ground: &Ground, number: usize, work: &str, fate: Fate) -> Result<(), Failure> {
        let failure = if fate == Fate::Fails { FAILURE } else { "" };
        let sql = format!("{work}--> statement-breakpoint\nINSERT INTO \"log\" VALUES ({number});{failure}");
        self.entries.push(Entry { tag: format!("{number:04}_soak"), sql });
        self.write(ground)
    }

    fn write(&self, ground: &Ground) -> Result<(), Failure> {
        let meta = self.path.join("meta");
        fs::create_dir_all(&meta).at("make", &meta)?;
        let entries = (0_u64..).zip(&self.entries).map(|(idx, Entry { tag, .. })| {
            json!({ "idx": idx, "version": "7", "when": FIRST + idx * HOUR, "tag": tag, "breakpoints": true })
        });
        let journal =
            json!({ "version": "7", "dialect": "postgresql", "entries": entries.collect::<Vec<_>>() });
        let file = meta.join("_journal.json");
        fs::write(&file, journal.to_string()).at("write", &file)?;
        // Only the last one is ever new.
        if let Some(Entry { tag, sql }) = self.entries.last() {
            let file = self.path.join(format!("{tag}.sql"));
            fs::write(&file, sql).at("write", &file)?;
        }
        ground.build_manifest(&self.path)
    }
}

const FAILURE: &str = "--> statement-breakpoint\nSELECT 1 / 0;";

/// What developers do, in short.
fn work(number: usize, random: &mut Random) -> String {
    match random.below(4) {
        0 => format!("CREATE TABLE \"made_{number}\" (\"id\" serial PRIMARY KEY, \"name\" text);"),
        1 => format!("ALTER TABLE \"log\" ADD COLUMN \"column_{number}\" integer;"),
        2 => format!("CREATE INDEX \"index_{number}\" ON \"log\" (\"entry\");"),
        _ => format!(
            "CREATE TYPE \"kind_{number}\" AS ENUM ('a', 'b');--> statement-breakpoint\n\
             ALTER TABLE \"log\" ADD COLUMN \"kind_{number}\" \"kind_{number}\" DEFAULT 'a';"
        ),
    }
}
