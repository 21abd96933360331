//! A Drizzle folder like a real one that grew over two years: made by code, the same bytes for the same number of
//! entries, so that two machines measure the same work.
//!
//! Its shape follows a public project of 197 entries, 220 KB of SQL and 1,240 statements: few entries are large,
//! foreign keys and enums come in DO blocks that tolerate a repetition, columns come and go, and keys are made
//! anew with other actions.

mod evolution;
mod table;
mod wide;
mod words;

use crate::random::Random;
use evolution::Evolution;
use std::fmt::Write as _;

/// What Drizzle puts between two statements of a file.
const BREAKPOINT: &str = "--> statement-breakpoint\n";
/// The time of the first entry, in milliseconds since 1970, and the least step to the next.
const FIRST_WHEN: u64 = 1_704_103_200_000;
const HOUR: u64 = 3_600_000;

/// The migrations, oldest first.
pub(crate) struct Folder {
    entries: Vec<Entry>,
    tables: usize,
}

/// One migration.
pub(crate) struct Entry {
    /// The file name without `.sql`.
    pub(crate) tag: String,
    /// When it was made, in milliseconds since 1970; later for each entry.
    pub(crate) when: u64,
    /// Its statements, without anything between them.
    pub(crate) statements: Vec<String>,
}

impl Entry {
    /// The file as Drizzle writes it: a marker between statements, no line end after the last.
    pub(crate) fn sql(&self) -> String {
        self.statements.join(BREAKPOINT)
    }
}

impl Folder {
    /// A folder of this many entries, and of work in proportion.
    pub(crate) fn of(entries: usize) -> Self {
        let mut random = Random::new(entries as u64);
        let evolution = Evolution::over(entries, &mut random);
        let tables = evolution.tables();
        let mut when = FIRST_WHEN;
        let entries = evolution
            .into_entries(entries, &mut random)
            .into_iter()
            .enumerate()
            .map(|(position, statements)| {
                when += HOUR + random.below(60 * HOUR);
                Entry { tag: format!("{position:04}_{}", words::tag(&mut random)), when, statements }
            })
            .collect();
        Self { entries, tables }
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many tables there are in the end.
    pub(crate) fn tables(&self) -> usize {
        self.tables
    }

    pub(crate) fn statements(&self) -> usize {
        self.entries.iter().map(|entry| entry.statements.len()).sum()
    }

    /// The size of all files, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.iter().map(|entry| entry.sql().len()).sum()
    }

    /// `meta/_journal.json`.
    pub(crate) fn journal(&self) -> String {
        let mut text =
            "{\n  \"version\": \"7\",\n  \"dialect\": \"postgresql\",\n  \"entries\": [".to_owned();
        for (position, Entry { tag, when, .. }) in self.entries.iter().enumerate() {
            let comma = if position == 0 { "" } else { "," };
            // Writing to a String cannot fail.
            let _ = write!(
                text,
                "{comma}\n    {{\n      \"idx\": {position},\n      \"version\": \"7\",\n      \"when\": {when},\n      \
                 \"tag\": \"{tag}\",\n      \"breakpoints\": true\n    }}"
            );
        }
        text + "\n  ]\n}\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_as_large_as_the_one_it_follows() {
        let folder = Folder::of(197);
        assert_eq!(folder.entries().len(), 197);
        assert_eq!(folder.tables(), 79);
        assert!((1_200..1_280).contains(&folder.statements()), "{}", folder.statements());
        assert!((200_000..240_000).contains(&folder.bytes()), "{}", folder.bytes());
        assert!(folder.entries().iter().all(|entry| !entry.statements.is_empty()));
        assert!(folder.entries().is_sorted_by(|one, next| one.when < next.when && one.tag < next.tag));
    }

    #[test]
    fn it_is_the_same_each_time() {
        let sql = |folder: Folder| folder.entries.iter().map(Entry::sql).collect::<String>();
        assert_eq!(sql(Folder::of(20)), sql(Folder::of(20)));
        assert_ne!(sql(Folder::of(20)), sql(Folder::of(21)));
    }
}
