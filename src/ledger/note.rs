//! What is unusual about a ledger and harmless all the same.

use std::fmt;

/// A fact worth a line, never a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The row has the entry's hash and another `created_at`: a restamped journal, or a row repaired by hand.
    CreatedAtDiffers {
        /// The entry.
        tag: String,
        /// The row.
        row: i64,
        /// The journal's time, milliseconds since 1970.
        when: i64,
        /// The row's time, milliseconds since 1970.
        created_at: i64,
    },
    /// The row has the entry's hash and another `name`: a renamed folder, or an upgrade that wrote a wrong name.
    NameDiffers {
        /// The entry.
        tag: String,
        /// The row.
        row: i64,
        /// The row's name.
        name: String,
    },
    /// The ledger has names but this row has none: an older Drizzle wrote it, and a newer one would run it again.
    NameMissing {
        /// The entry.
        tag: String,
        /// The row.
        row: i64,
    },
    /// The entry is pending here, and Drizzle, which goes by the newest `created_at`, would never run it.
    LateWhen {
        /// The entry.
        tag: String,
        /// The journal's time, milliseconds since 1970.
        when: i64,
        /// The newest time in the ledger, milliseconds since 1970.
        newest: i64,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CreatedAtDiffers { tag, row, when, created_at } => {
                write!(
                    f,
                    "row {row} is entry {tag} by its hash, with created_at {created_at} where the journal says {when}"
                )
            }
            Self::NameDiffers { tag, row, name } => {
                write!(
                    f,
                    "row {row} is entry {tag} by its hash, under the name {name:?}; a newer Drizzle would run it again"
                )
            }
            Self::NameMissing { tag, row } => {
                write!(
                    f,
                    "row {row} is entry {tag} by its hash, without a name; a newer Drizzle would run it again"
                )
            }
            Self::LateWhen { tag, when, newest } => {
                write!(
                    f,
                    "entry {tag} is pending; Drizzle would pass it over, its time {when} is not above the newest {newest}"
                )
            }
        }
    }
}
