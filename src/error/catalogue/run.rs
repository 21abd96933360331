//! Judging a database and running entries in it.

macro_rules! run {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- reading and judging the database ----
            QuestionRefused "QUESTION_REFUSED" Internal {
                what: "The server refused a question that this program asks of every database.",
                database: "Nothing was changed; the open transaction was rolled back.",
                next: "If a migration ran meanwhile, ask again: what it dropped cannot be printed any more. Otherwise report the message with the server's version; bootstrap check may name what was altered."
            }
            CheckFailed "CHECK_FAILED" No {
                what: "Roles, privileges, settings, extensions or the DDL guard are not as bootstrap promises, or could not be seen.",
                database: "Nothing was changed.",
                next: "Undo what the named checks observed as a superuser; mosaic-db-migrator bootstrap check shows the same and more."
            }
            ObjectsOfAnotherOwner "OBJECTS_OF_ANOTHER_OWNER" No {
                what: "Objects in a managed schema belong to another role than mosaic_schema_owner.",
                database: "Nothing was changed, but for the entries that this run reports as applied: they stay.",
                next: "bootstrap moves ownership, object by object, in a superuser's session; see mosaic-db-migrator bootstrap render --help."
            }
            PrivilegesUnlisted "PRIVILEGES_UNLISTED" No {
                what: "In a managed schema a role holds a privilege that no grants file lists, or a routine is SECURITY DEFINER.",
                database: "Nothing was changed, but for the entries that this run reports as applied: they stay.",
                next: "REVOKE it as a superuser, or list it in the bundle's grants file in a new entry."
            }
            ExtensionMissing "EXTENSION_MISSING" No {
                what: "An extension that the bundle needs is not installed, or its version is not one the bundle accepts.",
                database: "Nothing was changed.",
                next: "mosaic-db-migrator bootstrap render --bundle DIR renders what installs it; a superuser runs it through psql."
            }

            EffectsPresent "EFFECTS_PRESENT" No {
                what: "Part or all of what an entry does is in the database, and the ledger has no row for it.",
                database: "Nothing was changed. Somebody made these objects by another route, or a restore left the ledger behind.",
                next: "Restore from backup, or have a repair reviewed that takes the named objects away; an entry is never marked as applied."
            }
            SchemaDrift "SCHEMA_DRIFT" No {
                what: "The catalog is not where the applied entries lead: something was changed by another route.",
                database: "Every entry is applied; the named objects differ from what the bundle was measured to make.",
                next: "Undo the named changes as a superuser, or ship them as an entry; then mosaic-db-migrator --verify."
            }

            // ---- running entries ----
            MigrationLocked "DATABASE_MIGRATION_LOCKED" Locked {
                what: "Another session holds the migration lock of this database.",
                database: "Waiting changed nothing. The holder may be at work, or its client may be gone.",
                next: "Wait and run again; MOSAIC_LOCK_WAIT_MS sets how long a run waits. The message names who can end the holder, and how."
            }
            EntryFailed "ENTRY_FAILED" EntryFailed {
                what: "A statement of an entry failed.",
                database: "A single-transaction entry was rolled back whole; the finished steps of any other stay recorded. Earlier entries stay applied.",
                next: "Mend the cause (data or server; shipped bytes never change), then run again."
            }
            EntryLockTimeout "ENTRY_LOCK_TIMEOUT" Locked {
                what: "An entry could not get a lock that other sessions hold, in several attempts.",
                database: "Each attempt was rolled back. Earlier entries stay applied.",
                next: "mosaic-db-migrator status lists who holds locks; run again when they are done, or raise MOSAIC_LOCK_TIMEOUT_MS."
            }
            EntryChangedRole "ENTRY_CHANGED_ROLE" EntryFailed {
                what: "An entry left the session under another role than the schema owner.",
                database: "The entry was rolled back. Earlier entries stay applied.",
                next: "Correct the bundle: an entry never changes the role."
            }
            EntryEndedTransaction "ENTRY_ENDED_TRANSACTION" EntryFailed {
                what: "An entry ended the transaction that it was to run in, or closed every cursor: one of them stands for that transaction.",
                database: "What the entry committed by itself is there, without its ledger row. Where it held no COMMIT, it was rolled back.",
                next: "Restore from backup or have the difference reviewed; then correct the bundle: manifest build marks such entries."
            }
            EntryReleasedLock "ENTRY_RELEASED_LOCK" EntryFailed {
                what: "The migration lock was no longer held by this session when an entry was to be committed.",
                database: "The entry was rolled back. Earlier entries stay applied.",
                next: "Correct the bundle: an entry never releases advisory locks. If it does not, another session took the lock: run again."
            }
            EntryPrivileges "ENTRY_PRIVILEGES" EntryFailed {
                what: "An entry left an owner, a privilege or a SECURITY DEFINER routine that its grants file does not list.",
                database: "The entry was rolled back. Earlier entries stay applied.",
                next: "Correct the bundle: list the privilege in grants.v1.json, or take the statement out."
            }
            EntryChangedRecords "ENTRY_CHANGED_RECORDS" EntryFailed {
                what: "The ledger or mosaic_control.progress changed while an entry ran, or a trigger or rule altered the entry's own row. Only this program writes there.",
                database: "The entry was rolled back. Earlier entries stay applied.",
                next: "Correct the bundle: an entry never touches the ledger. If it does not, find the other writer and stop it."
            }
            EntryReplacedAudit "ENTRY_REPLACED_AUDIT" EntryFailed {
                what: "An entry removed or replaced a prepared statement with which this program checks it before the commit.",
                database: "The entry was rolled back. Earlier entries stay applied.",
                next: "Correct the bundle: an entry may deallocate what it prepared itself, by name."
            }
            LedgerChangedUnderLock "LEDGER_CHANGED_UNDER_LOCK" No {
                what: "The ledger has other rows than when it was read, although this run held the lock: somebody writes to it by another route.",
                database: "The entry did not run.",
                next: "Find the other writer and stop it; then mosaic-db-migrator status."
            }
            SessionNotAsserted "SESSION_NOT_ASSERTED" Refused {
                what: "Role or search path could not be set as they must be: a schema is missing, or USAGE on it.",
                database: "The entry did not run.",
                next: "mosaic-db-migrator bootstrap check names the missing schema or grant."
            }
            StepNotProved "STEP_NOT_PROVED" EntryFailed {
                what: "A step that cannot run in a transaction did not leave the result that proves it.",
                database: "Earlier steps of the entry are recorded as done; this one is not. Invalid remains of its own are removed by the next run, those of others never.",
                next: "Mend the cause (duplicate keys, a lock holder, an invalid index that somebody else left: drop it; an entry edited after steps of it had run: put its bytes back), then run again: it goes on with this step."
            }
            EntryUnreadable "ENTRY_UNREADABLE" BadInput {
                what: "An entry cannot be cut into the statements its manifest promises.",
                database: "The entry did not run. Earlier entries stay applied.",
                next: "mosaic-db-migrator manifest check names the line; the manifest was not made by manifest build."
            }
            ReceiptDirectory "RECEIPT_DIRECTORY" Io {
                what: "The receipt directory cannot be written to or could be by others, or its last receipt cannot be read, so a new receipt could not be chained to it.",
                database: "No connection was opened.",
                next: "MOSAIC_RECEIPT_DIR names a directory that this user owns and nobody else may write to; receipts have mode 0400."
            }
            ReceiptNotWritten "RECEIPT_NOT_WRITTEN" Io {
                what: "The run reached its state, and its receipt could not be written.",
                database: "Every entry is applied and verified.",
                next: "Mend the directory that MOSAIC_RECEIPT_DIR names; mosaic-db-migrator --verify proves the state again."
            }
            CommitUncertain "COMMIT_UNCERTAIN" Uncertain {
                what: "The connection was lost around a COMMIT, and the server could not be asked or did not know what became of it.",
                database: "The entry is either there with its ledger row, or not at all.",
                next: "mosaic-db-migrator status when the server answers again: the ledger says which."
            }
            Interrupted "INTERRUPTED" Interrupted {
                what: "SIGINT or SIGTERM ended the run.",
                database: "The open transaction was rolled back; committed entries and finished steps stay. What a step outside any transaction left is removed by the next run.",
                next: "mosaic-db-migrator status, then run again: it goes on where it stopped."
            }
        }
    };
}
