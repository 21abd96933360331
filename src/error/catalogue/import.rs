//! Importing a tier.

macro_rules! import {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- the program mosaic ----
            TierCopyMoved "TIER_COPY_MOVED" Usage {
                what: "storage migrate no longer copies a tier from one place to another: it brings the database to the state of the bundle.",
                database: "Nothing was connected to.",
                next: "mosaic storage migrate-tier --help: it copies a tier, into an attested database only."
            }
            ProgramMissing "PROGRAM_MISSING" Io {
                what: "The program mosaic becomes mosaic-db-migrator, which it looks for in its own directory, and could not.",
                database: "Nothing was connected to.",
                next: "Install both programs in one directory."
            }

            // ---- tier import ----
            ImporterExcess "IMPORTER_EXCESS" Refused {
                what: "The importer's login can do more than read and add rows: the message says what.",
                database: "Nothing was changed: no transaction that could write was begun.",
                next: "mosaic-db-migrator bootstrap check says which grant is too many; REVOKE it as its grantor."
            }
            SourceUnreachable "SOURCE_UNREACHABLE" Unavailable {
                what: "The embedded database cannot be reached at the given address, or serves another connection.",
                database: "The target was looked at; no transaction that could write was begun.",
                next: "Start its socket server, end what else is connected to it, and run the import again."
            }
            SourceUnfit "SOURCE_UNFIT" Refused {
                what: "The source is older than PostgreSQL 14, not encoded in UTF8, or has no schema of the given name.",
                database: "No transaction that could write was begun.",
                next: "Name the schema with --source-schema, or bring the source to a release that can be read."
            }
            SourceRefused "SOURCE_REFUSED" ImportFailed {
                what: "The source refused a question or stopped giving rows, or gave what is not rows.",
                database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
                next: "Look at the message, mend the source, and run the import again."
            }
            SourceHidden "SOURCE_HIDDEN" ImportFailed {
                what: "The source's login may not read all rows of a table: a privilege is missing, or row-level security would hide some.",
                database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
                next: "Read the source as the owner of its tables, or as a role with BYPASSRLS."
            }
            SourceLost "SOURCE_LOST" ImportFailed {
                what: "The connection to the source was lost.",
                database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
                next: "See why the source's connection ended, and run the import again with a new attestation."
            }
            ImportShape "IMPORT_SHAPE" ImportFailed {
                what: "The tables of source and target do not fit: the message says which tables or columns.",
                database: "No transaction that could write was begun.",
                next: "Bring the source to the state of the same bundle, or export what the target does not have."
            }
            ImportCycle "IMPORT_CYCLE" ImportFailed {
                what: "Tables refer to each other in a circle through constraints that are not deferrable, so no order fills them.",
                database: "No transaction that could write was begun.",
                next: "Make one constraint of the circle DEFERRABLE by a migration."
            }
            ImportRowSecurity "IMPORT_ROW_SECURITY" ImportFailed {
                what: "Row-level security is enabled on a table of the target, and would hide rows from the comparison.",
                database: "No transaction that could write was begun.",
                next: "Enable row-level security by a migration that runs after the import."
            }
            ImportItself "IMPORT_ITSELF" ImportFailed {
                what: "The source's URL leads to the target.",
                database: "No transaction that could write was begun.",
                next: "Name the database that holds the tier's data as the source."
            }
            ImportNotEmpty "IMPORT_NOT_EMPTY" ImportFailed {
                what: "Tables of the target have rows already. An import adds to nothing.",
                database: "Nothing was changed.",
                next: "Import into a fresh database, or empty these tables as their owner if their rows may go."
            }
            ImportDiffers "IMPORT_DIFFERS" ImportFailed {
                what: "After the copy, the rows read back from the target are not those of the source: a trigger, a default or another session changed them.",
                database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
                next: "Stop what writes to the target, or find the trigger, and run the import again."
            }
            ImportRefused "IMPORT_REFUSED" ImportFailed {
                what: "The target refused rows: a key, a check, a foreign key, a lack of space or a timeout. The message has its words.",
                database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
                next: "Mend the rows in the source, or the server, and run the import again with a new attestation."
            }
            ImportLost "IMPORT_LOST" ImportFailed {
                what: "The connection to the target was lost before anything was committed.",
                database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
                next: "See why the connection ended, and run the import again with a new attestation."
            }
            ImportInterrupted "IMPORT_INTERRUPTED" Interrupted {
                what: "The import was stopped by a signal.",
                database: "Rolled back: the target is as it was, but for tables that --jobs had finished.",
                next: "Run the import again with a new attestation."
            }
            ImportOrphans "IMPORT_ORPHANS" ImportFailed {
                what: "Rows were loaded that refer to nothing: the message names the foreign keys, and how many rows of which table.",
                database: "The target is as it was: everything was rolled back.",
                next: "Mend the rows in the source, where such a constraint is missing or was never validated, and run the import again with a new attestation."
            }
            FastLoadNotGranted "FAST_LOAD_NOT_GRANTED" Refused {
                what: "--constraints validate loads rows without row triggers, and the importer was not granted what that takes.",
                database: "Nothing was changed: no transaction that could write was begun.",
                next: "mosaic-db-migrator bootstrap render --database NAME --importer-fast-load | psql -X -d NAME, as a superuser; or --constraints enforce."
            }
            FastLoadUnfit "FAST_LOAD_UNFIT" Refused {
                what: "Rows cannot be loaded without row triggers and proved afterwards here: the server is older than 17, or the message names the constraint that cannot be proved.",
                database: "Nothing was changed: no transaction that could write was begun.",
                next: "mosaic-db-migrator migrate-tier with --constraints enforce, which is the default."
            }
            ImportUncertain "IMPORT_UNCERTAIN" Uncertain {
                what: "The connection was lost at COMMIT, and the server could not be asked what became of it.",
                database: "Either all rows are there, compared, or none.",
                next: "SELECT count(*) on one of the tables says which; then go on, or run the import again."
            }
        }
    };
}
