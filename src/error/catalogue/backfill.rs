//! Bringing the rows of the old release over.

macro_rules! backfill {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- backfill ----
            BackfillTooSoon "BACKFILL_TOO_SOON" Pending {
                what: "Entries that could run now come before the backfill, or the bundle makes no tables for one.",
                database: "Nothing was changed.",
                next: "mosaic-db-migrator --run: it stops before the entry that waits for the backfill."
            }
            BackfillTooLate "BACKFILL_TOO_LATE" No {
                what: "The new columns lead since the switch: bringing the old ones over would take back what was written since.",
                database: "Nothing was changed.",
                next: "Nothing is left to do. mosaic-db-migrator backfill status shows what it once did."
            }
            BackfillSlugTaken "BACKFILL_SLUG_TAKEN" No {
                what: "Another workspace has the slug that the first workspace is to have.",
                database: "Nothing was changed.",
                next: "mosaic-db-migrator backfill run --workspace-slug with another slug."
            }
            BackfillNoProject "BACKFILL_NO_PROJECT" No {
                what: "The project that the backlog is to go to does not exist.",
                database: "Nothing was changed.",
                next: "mosaic-db-migrator backfill run --backlog-project with the id of a project."
            }
            BackfillInTheWay "BACKFILL_IN_THE_WAY" Locked {
                what: "A batch could not get its locks, or not end in time, in many attempts: other sessions hold rows for long, or the server is very busy.",
                database: "Each attempt was rolled back. Committed batches stay.",
                next: "mosaic-db-migrator status lists who holds locks; run the backfill again when they are done. It goes on where it stopped."
            }
            BackfillRefused "BACKFILL_REFUSED" EntryFailed {
                what: "The server refused a batch: a row breaks a rule that the step does not know, or the disk is full.",
                database: "The batch was rolled back. Committed batches stay.",
                next: "The message names the rule. Mend the cause and run the backfill again: it goes on where it stopped."
            }
            BackfillNotRetained "BACKFILL_NOT_RETAINED" No {
                what: "A fact of the old columns is another one in the new: somebody wrote to one side with the mirrors off.",
                database: "Everything else was brought over; the entries that wait for the backfill go on waiting.",
                next: "Compare both sides as docs/backfill.md says that they map, mend the rows, and run the backfill again."
            }
            BackfillQuarantine "BACKFILL_QUARANTINE" Pending {
                what: "Rows can be read in more than one way, or in none. They were left as they are.",
                database: "Everything else was brought over; the entries that wait for the backfill go on waiting.",
                next: "mosaic-db-migrator backfill status names rows and reasons. Mend them in the old columns, then run the backfill again."
            }
            BackfillLost "BACKFILL_LOST" Uncertain {
                what: "The connection was lost during a backfill.",
                database: "The last batch is there with its place, or not at all. Those before it stay.",
                next: "Run the backfill again when the server answers: it goes on where it stopped."
            }
            BackfillInterrupted "BACKFILL_INTERRUPTED" Interrupted {
                what: "SIGINT or SIGTERM ended the backfill between two batches.",
                database: "Committed batches stay, with the place they got to.",
                next: "Run the backfill again: it goes on where it stopped."
            }
        }
    };
}
