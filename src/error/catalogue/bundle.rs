//! Bundles and what is measured of them.

macro_rules! bundle {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            BundleUnreadable "BUNDLE_UNREADABLE" Io {
                what: "A file or directory of the bundle could not be read.",
                database: "No connection was opened.",
                next: "Check that the path exists and that this user may read it; MOSAIC_BUNDLE_DIR names the directory."
            }
            BundleTooLarge "BUNDLE_TOO_LARGE" BadInput {
                what: "A file of the bundle is larger than this program reads.",
                database: "No connection was opened.",
                next: "Split the entry, or load bulk data with migrate-tier."
            }
            BundleNoEntries "BUNDLE_NO_ENTRIES" BadInput {
                what: "The directory is not a Drizzle-kit folder: it has neither a journal nor migration folders.",
                database: "No connection was opened.",
                next: "Point MOSAIC_BUNDLE_DIR at the folder that holds meta/_journal.json."
            }
            BundleTwoForms "BUNDLE_TWO_FORMS" BadInput {
                what: "The directory holds both the classic journal and migration folders, so its order is not known.",
                database: "No connection was opened.",
                next: "Finish or undo the conversion with drizzle-kit up, so that one form is left."
            }
            BundleNotAFile "BUNDLE_NOT_A_FILE" BadInput {
                what: "A path of the bundle is a link, a directory or a device where a regular file must be.",
                database: "No connection was opened.",
                next: "Replace it with the file itself: its bytes must not depend on anything outside the directory."
            }
            BundleJournal "BUNDLE_JOURNAL" BadInput {
                what: "meta/_journal.json is not the JSON that drizzle-kit writes.",
                database: "No connection was opened.",
                next: "Restore it from version control; a byte order mark at its start is a common cause."
            }
            BundleDialect "BUNDLE_DIALECT" BadInput {
                what: "The journal is for another database than PostgreSQL.",
                database: "No connection was opened.",
                next: "Point MOSAIC_BUNDLE_DIR at the PostgreSQL folder."
            }
            BundleBadTag "BUNDLE_BAD_TAG" BadInput {
                what: "An entry's name could lead out of the directory, or a migration folder's name does not begin with its time.",
                database: "No connection was opened.",
                next: "Rename the entry: letters, digits, underscore, dot and minus, without two dots in a row; folders as YYYYMMDDHHMMSS_name."
            }
            BundleRepeatedTag "BUNDLE_REPEATED_TAG" BadInput {
                what: "The journal lists one entry twice; Drizzle would run it twice.",
                database: "No connection was opened.",
                next: "Remove the second mention from meta/_journal.json."
            }
            BundleRepeatedIndex "BUNDLE_REPEATED_IDX" BadInput {
                what: "Two entries of the journal have the same idx, mostly after a merge of two branches.",
                database: "No connection was opened.",
                next: "Give the later one a new idx, and check that both were meant to stay."
            }
            BundleIndexOrder "BUNDLE_IDX_ORDER" BadInput {
                what: "The journal's array order and its idx disagree, so the order of the entries is not known.",
                database: "No connection was opened.",
                next: "Put the entries of meta/_journal.json into the order of their idx; gaps are fine."
            }
            BundleBadWhen "BUNDLE_BAD_WHEN" BadInput {
                what: "The when of an entry is not a whole number of milliseconds; Drizzle could not record it.",
                database: "No connection was opened.",
                next: "Restore the entry's when in meta/_journal.json from version control."
            }
            BundleMissingFile "BUNDLE_MISSING_FILE" BadInput {
                what: "The journal lists an entry whose SQL file is not there.",
                database: "No connection was opened.",
                next: "Restore the file from version control, or the journal if the entry was dropped before any database ran it."
            }
            BundleOrphanFile "BUNDLE_ORPHAN_FILE" BadInput {
                what: "An SQL file belongs to no entry: it would never run, or as a precondition keep nothing from running, and nobody would be told.",
                database: "No connection was opened.",
                next: "Add its entry to meta/_journal.json (a precondition: to the manifest, with --requires), or move the file out of the directory."
            }
            BundleCarriageReturn "BUNDLE_CARRIAGE_RETURN" BadInput {
                what: "An SQL file has a carriage return, so its hash differs from the one on other machines.",
                database: "No connection was opened.",
                next: "Check the file out with LF line ends and add '*.sql -text' to .gitattributes."
            }
            BundleByteOrderMark "BUNDLE_BYTE_ORDER_MARK" BadInput {
                what: "An SQL file begins with a byte order mark, which PostgreSQL rejects as a syntax error.",
                database: "No connection was opened.",
                next: "Save the file as UTF-8 without a byte order mark."
            }
            BundleNul "BUNDLE_NUL" BadInput {
                what: "An SQL file holds a NUL byte, which cannot travel to the server.",
                database: "No connection was opened.",
                next: "Restore the file from version control; UTF-16 text is a common cause."
            }
            BundleNotUtf8 "BUNDLE_NOT_UTF8" BadInput {
                what: "An SQL file is not UTF-8, so Drizzle would record the hash of other bytes.",
                database: "No connection was opened.",
                next: "Convert the file to UTF-8."
            }
            BundleBytesDiffer "BUNDLE_BYTES_DIFFER" BadInput {
                what: "The bytes of an entry are not those its manifest records.",
                database: "No connection was opened.",
                next: "Restore the file from version control; if the change is meant and no database ran the entry: mosaic-db-migrator manifest build DIR."
            }
            BundleUnknownEntry "BUNDLE_UNKNOWN_ENTRY" BadInput {
                what: "An option, or the recorded manifest whose settings are kept, names an entry that the folder does not have.",
                database: "No connection was opened.",
                next: "mosaic-db-migrator manifest show lists the recorded entries; correct the name, or restore the entry."
            }
            BundlePreconditionMissing "BUNDLE_PRECONDITION_MISSING" BadInput {
                what: "An entry requires a precondition whose query is not in the bundle.",
                database: "No connection was opened.",
                next: "Add requires/<name>.sql, or remove the name from the entry's requires."
            }
            BundlePreconditionInvalid "BUNDLE_PRECONDITION_INVALID" BadInput {
                what: "The file of a precondition does not hold exactly one statement.",
                database: "No connection was opened.",
                next: "Make the named file one query that returns the rows that are still in the way; no rows means met."
            }
            SqlBreakpointInside "SQL_BREAKPOINT_INSIDE" BadInput {
                what: "A statement breakpoint stands inside a comment, a string, parentheses or the body of a routine, so the entry would be cut within it.",
                database: "No connection was opened.",
                next: "Remove the breakpoint text from the named line; Drizzle cannot run the entry either."
            }
            SqlNeverClosed "SQL_NEVER_CLOSED" BadInput {
                what: "A comment, string, quoted name or dollar-quoted body of an entry is never closed.",
                database: "No connection was opened.",
                next: "Close it; the named line is where it begins."
            }
            SqlUnnamedIndex "SQL_UNNAMED_INDEX" BadInput {
                what: "An index without a name is built concurrently. Nothing could tell afterwards whether it was built, or which invalid remains are its own.",
                database: "No connection was opened.",
                next: "Give the index a name."
            }
            SqlRefused "SQL_REFUSED" BadInput {
                what: "An entry holds a statement that no entry may hold: it would undo, escape or outlive the transaction, the role or the lock that it runs under.",
                database: "No connection was opened.",
                next: "Remove the statement from the named line, or have an operator run it outside the bundle."
            }
            ManifestMissing "MANIFEST_MISSING" BadInput {
                what: "The directory has no manifest.v1.json.",
                database: "No connection was opened.",
                next: "mosaic-db-migrator manifest build DIR"
            }
            ManifestInvalid "MANIFEST_INVALID" BadInput {
                what: "manifest.v1.json is not a manifest of version 1, or its parts contradict each other.",
                database: "No connection was opened.",
                next: "Restore it from version control; or remove it, then mosaic-db-migrator manifest build DIR with its settings as options."
            }
            ManifestNotCanonical "MANIFEST_NOT_CANONICAL" BadInput {
                what: "manifest.v1.json is not in its one canonical spelling, so it has no fingerprint.",
                database: "No connection was opened.",
                next: "mosaic-db-migrator manifest build DIR writes it anew; an editor\'s final newline is a common cause."
            }
            ManifestDiffers "MANIFEST_DIFFERS" BadInput {
                what: "The folder and its manifest do not list the same entries, or an entry has become one that runs differently.",
                database: "No connection was opened.",
                next: "mosaic-db-migrator manifest diff DIR shows the difference; manifest build DIR records the folder as it is."
            }
            GrantsInvalid "GRANTS_INVALID" BadInput {
                what: "grants.v1.json is not a canonical grants file, or names something unknown.",
                database: "No connection was opened.",
                next: "Restore the file from version control, or correct what the message names."
            }
            GrantsUnknownEntry "GRANTS_UNKNOWN_ENTRY" BadInput {
                what: "grants.v1.json speaks of an entry that the folder does not have.",
                database: "No connection was opened.",
                next: "Correct the entry's name in grants.v1.json."
            }
            GrantsRefused "GRANTS_REFUSED" BadInput {
                what: "grants.v1.json gives a privilege that the object does not have or that the role must never hold.",
                database: "No connection was opened.",
                next: "Remove the privilege from grants.v1.json."
            }

            EffectsInvalid "EFFECTS_INVALID" BadInput {
                what: "effects.v1.json is not the canonical JSON of an effects file.",
                database: "No connection was opened, or nothing was changed.",
                next: "mosaic-db-migrator manifest build DIR --scratch-url-file FILE measures it again."
            }
            EffectsStale "EFFECTS_STALE" BadInput {
                what: "effects.v1.json was measured of another manifest, grants file or preconditions than those beside it, or does not mark what an entry decides by rows.",
                database: "No connection was opened, or nothing was changed.",
                next: "mosaic-db-migrator manifest build DIR --scratch-url-file FILE measures it again."
            }
            SchemaFileMissing "SCHEMA_FILE_MISSING" BadInput {
                what: "The bundle was measured, and a file schema/<tag>.v1.json with the catalog it leads to is not there.",
                database: "No connection was opened.",
                next: "mosaic-db-migrator manifest build DIR --scratch-url-file FILE measures it again and writes the file."
            }
            SchemaFileDiffers "SCHEMA_FILE_DIFFERS" BadInput {
                what: "A file schema/<tag>.v1.json is not, byte for byte, the catalog that effects.v1.json leads to: it was edited, or is of another measurement.",
                database: "No connection was opened.",
                next: "mosaic-db-migrator manifest build DIR --scratch-url-file FILE measures it again and writes the file."
            }
            SchemaFileStray "SCHEMA_FILE_STRAY" BadInput {
                what: "A file schema/<tag>.v1.json stands beside a bundle in which no database stays in the state after that entry, or which was not measured.",
                database: "No connection was opened.",
                next: "Remove the file, or measure the bundle: mosaic-db-migrator manifest build DIR --scratch-url-file FILE."
            }
        }
    };
}
