//! What the ledger says was applied.

macro_rules! ledger {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            LedgerMissing "LEDGER_MISSING" No {
                what: "The ledger table that the manifest names does not exist. It is made by bootstrap, never by a run.",
                database: "Nothing was changed.",
                next: "mosaic-db-migrator bootstrap render, and have a database administrator run its output."
            }
            LedgerCorrupt "LEDGER_CORRUPT" No {
                what: "The ledger is not one that Drizzle or this program wrote: its columns are others, a hash is malformed, or a created_at is NULL or no whole number.",
                database: "Nothing was changed. Drizzle itself would take such rows for others, or run everything again.",
                next: "Restore the ledger from a backup, or have the named column or row corrected under review."
            }
            LedgerEntryEdited "LEDGER_ENTRY_EDITED" No {
                what: "An entry of the bundle has other bytes than those that ran here: a row of the ledger is the entry's by name or time, but not by hash.",
                database: "Nothing was changed. The database holds what the recorded bytes did, not what the bundle says now.",
                next: "Ship the entry with its original bytes and put the change into a new entry. If line ends are named as the cause, put '*.sql -text' into .gitattributes and check the folder out again."
            }
            LedgerRowDuplicate "LEDGER_ROW_DUPLICATE" No {
                what: "The ledger has more rows of one hash, or of one hash and time, than the bundle has entries for them. Migrators that ran in parallel without a lock leave this, and each of them may have run the entry.",
                database: "Nothing was changed. Data that the entry writes may be there more than once.",
                next: "Stop every other migrator. Check what the named entry did, repair it, and have the surplus rows deleted under review."
            }
            LedgerAmbiguous "LEDGER_AMBIGUOUS" No {
                what: "Several entries have the same bytes, some of them have run, and neither name nor time of their rows tells which.",
                database: "Nothing was changed.",
                next: "Find out which of the named entries ran, and have the created_at of their rows set to the journal's times under review."
            }
            LedgerRowUnknown "LEDGER_ROW_UNKNOWN" No {
                what: "The ledger has a row that is no entry of this bundle, while entries of the bundle have not run: the bundle is another branch's, or another project's.",
                database: "Nothing was changed.",
                next: "Run the bundle this database was migrated with, or one that contains all its entries."
            }
            BundleOlderThanDatabase "BUNDLE_OLDER_THAN_DATABASE" No {
                what: "Every entry of this bundle is applied, and the ledger has further rows: a newer bundle ran here before.",
                database: "Nothing was changed. It is ahead of this bundle.",
                next: "Deploy the release that carries the newer bundle."
            }
            HistoryAfterApplication "HISTORY_AFTER_APPLICATION" No {
                what: "An entry of the history phase is pending although an application entry is applied. Its objects would be created in the legacy schema, beside those that have moved.",
                database: "Nothing was changed.",
                next: "Take the late history entry out of the bundle and ship what it does as a new application entry with qualified names."
            }
            EntriesPending "ENTRIES_PENDING" Pending {
                what: "Entries of the bundle have not run on this database.",
                database: "It is in the state before the first pending entry, or between entries.",
                next: "mosaic-db-migrator --run"
            }
        }
    };
}
