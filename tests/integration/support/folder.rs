//! A migration folder with its manifest, written for one test.

use super::{Database, Ended, Migrator};
use mosaic_db::bundle::Transaction;
use mosaic_db::bundle::sql::inspect;
use mosaic_db::digest::Digest;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder on disk, as `manifest build` would leave it.
pub struct Folder {
    directory: TempDir,
    layout: Layout,
    entries: Vec<Entry>,
    grants: Option<Value>,
    seeded: Vec<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// `TAG.sql` with a journal.
    Classic,
    /// `TAG/migration.sql`.
    Folders,
}

struct Entry {
    idx: usize,
    tag: String,
    sql: String,
    phase: &'static str,
    when: i64,
    transaction: Option<&'static str>,
    requires: Vec<(String, String)>,
}

impl Folder {
    /// An empty folder in the classic layout.
    pub fn new() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        Self { directory, layout: Layout::Classic, entries: Vec::new(), grants: None, seeded: Vec::new() }
    }

    /// An empty folder in the newer layout. Tags begin with the time, which is also that of the entry.
    pub fn of_folders() -> Self {
        Self { layout: Layout::Folders, ..Self::new() }
    }

    /// A folder of history entries with these names and bodies.
    pub fn history(entries: &[(&str, &str)]) -> Self {
        entries.iter().fold(Self::new(), |folder, (tag, sql)| folder.with(tag, sql))
    }

    /// Adds a history entry.
    pub fn with(self, tag: &str, sql: &str) -> Self {
        self.entry(tag, sql, "history")
    }

    /// Adds an application entry.
    pub fn with_application(self, tag: &str, sql: &str) -> Self {
        self.entry(tag, sql, "application")
    }

    fn entry(mut self, tag: &str, sql: &str, phase: &'static str) -> Self {
        let when = 1_700_000_000_000 + 1000 * i64::try_from(self.entries.len()).expect("a few entries");
        let idx = self.entries.last().map_or(0, |last| last.idx + 1);
        self.entries.push(Entry {
            idx,
            tag: tag.into(),
            sql: sql.into(),
            phase,
            when,
            transaction: None,
            requires: Vec::new(),
        });
        self
    }

    /// Gives the last entry another journal time.
    pub fn at(mut self, when: i64) -> Self {
        self.entries.last_mut().expect("an entry").when = when;
        self
    }

    /// Gives the last entry another `idx`; those after it count on from there.
    pub fn numbered(mut self, idx: usize) -> Self {
        self.entries.last_mut().expect("an entry").idx = idx;
        self
    }

    /// Has the manifest say of the last entry that it is one transaction, whatever is in it: what a manifest made
    /// by hand could say.
    pub fn forced_single(mut self) -> Self {
        self.entries.last_mut().expect("an entry").transaction = Some("single");
        self
    }

    /// Has the last entry require a precondition with this query.
    pub fn requiring(mut self, name: &str, query: &str) -> Self {
        self.entries.last_mut().expect("an entry").requires.push((name.to_owned(), query.to_owned()));
        self
    }

    /// The part of the grants file for each entry.
    pub fn with_grants(mut self, entries: Value) -> Self {
        self.grants = Some(json!({ "entries": entries }));
        self
    }

    /// Has the manifest say that the entries fill these tables of the application's schema.
    pub fn seeding<'a>(mut self, tables: impl Iterator<Item = &'a str>) -> Self {
        self.seeded = tables.map(|name| json!({ "schema": "mosaic", "name": name })).collect();
        self
    }

    /// SHA-256 of an entry's bytes, as the ledger holds it.
    pub fn hash(&self, tag: &str) -> String {
        let entry = self.entries.iter().find(|entry| entry.tag == tag).expect("an entry of this tag");
        Digest::of(entry.sql.as_bytes()).to_string()
    }

    /// An entry's journal time.
    pub fn when(&self, tag: &str) -> i64 {
        self.entries.iter().find(|entry| entry.tag == tag).expect("an entry of this tag").when
    }

    /// The directory, whether it was written or not.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Writes the files and gives the directory.
    pub fn write(&self) -> &Path {
        let mut journal = Vec::new();
        let mut records = Vec::new();
        for entry in &self.entries {
            let idx = entry.idx;
            let file = match self.layout {
                Layout::Classic => format!("{}.sql", entry.tag),
                Layout::Folders => format!("{}/migration.sql", entry.tag),
            };
            self.file(&file, entry.sql.as_bytes());
            for (name, query) in &entry.requires {
                self.file(&format!("requires/{name}.sql"), query.as_bytes());
            }
            journal.push(json!({ "idx": idx, "version": "7", "when": entry.when, "tag": entry.tag, "breakpoints": true }));
            let found =
                || match inspect(&entry.sql, &BTreeSet::new()).expect("an entry that may run").transaction {
                    Transaction::Single => "single",
                    Transaction::None => "none",
                };
            records.push(json!({
                "idx": idx, "tag": entry.tag, "sha256": Digest::of(entry.sql.as_bytes()), "size": entry.sql.len(),
                "phase": entry.phase, "transaction": entry.transaction.unwrap_or_else(found), "requires": entry.requires.iter().map(|(name, _)| name).collect::<Vec<_>>(),
            }));
        }
        if self.layout == Layout::Classic {
            let journal = json!({ "version": "7", "dialect": "postgresql", "entries": journal });
            self.file("meta/_journal.json", journal.to_string().as_bytes());
        }
        let manifest = json!({
            "version": 1, "dialect": "postgresql", "entries": records, "history_path": [],
            "ledger": { "schema": "drizzle", "table": "__drizzle_migrations" },
            "managed_schemas": ["drizzle", "mosaic", "public"],
            "needs": { "database_create": false, "extensions": [] }, "seeded_tables": self.seeded,
        });
        self.file("manifest.v1.json", &serde_jcs::to_vec(&manifest).expect("canonical JSON"));
        if let Some(grants) = &self.grants {
            self.file("grants.v1.json", &serde_jcs::to_vec(grants).expect("canonical JSON"));
        }
        self.directory.path()
    }

    /// Has the entries measured on a bootstrapped database, and gives what the builder said.
    pub fn measure_on(&self, scratch: &Database) -> Ended {
        let url = scratch.secret("scratch.url", &scratch.reveal("mosaic_migrator.url"));
        let (path, url) = (self.write().to_str().expect("UTF-8"), url.to_str().expect("UTF-8"));
        let ended = Migrator::new(&["manifest", "build", path, "--scratch-url-file", url])
            .env("DATABASE_TLS_CA_CERT_PATH", scratch.cluster().ca_pem_path())
            .run();
        ended.assert_reached();
        ended
    }

    fn file(&self, name: &str, bytes: &[u8]) {
        let path = self.directory.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a new directory");
        #[expect(clippy::disallowed_methods, reason = "a test's own file")]
        fs::write(path, bytes).expect("a file");
    }
}
