//! Recovery postures.

macro_rules! recovery {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            RecoveryNotADocument "RECOVERY_NOT_A_DOCUMENT" Config {
                what: "The recovery posture is no JSON object.",
                database: "Nothing was connected to.",
                next: "Write it as docs/gateway.md shows."
            }
            RecoveryUnknownField "RECOVERY_UNKNOWN_FIELD" Config {
                what: "The recovery posture has a field that no posture has. It says how data is recovered; it carries no authority over anything.",
                database: "Nothing was connected to.",
                next: "Take the named field away, or correct its spelling."
            }
            RecoveryRepeatedField "RECOVERY_REPEATED_FIELD" Config {
                what: "A field of the recovery posture is there more than once, and readers differ in which one counts.",
                database: "Nothing was connected to.",
                next: "Keep one of them."
            }
            RecoveryMissingField "RECOVERY_MISSING_FIELD" Config {
                what: "A field of the recovery posture is missing. None has a default, because a promise is made, not assumed.",
                database: "Nothing was connected to.",
                next: "Add the named field; null says that there is no WAL archiving or no point-in-time recovery."
            }
            RecoveryValue "RECOVERY_VALUE" Config {
                what: "A field of the recovery posture does not hold what it must: a whole number from 1, or one of its words.",
                database: "Nothing was connected to.",
                next: "Correct the named field; its unit is the last word of its name."
            }
            RecoveryPitrWithoutWal "RECOVERY_PITR_WITHOUT_WAL" Config {
                what: "Point-in-time recovery is promised where no WAL is archived. It replays archived WAL and nothing else.",
                database: "Nothing was connected to. A restore would reach the last base backup and no other moment.",
                next: "Archive WAL and name its interval, or set pitrRetentionDays to null."
            }
            RecoveryWalWithoutPitr "RECOVERY_WAL_WITHOUT_PITR" Config {
                what: "WAL is archived, and no time is promised for which one can return with it.",
                database: "Nothing was connected to.",
                next: "Name pitrRetentionDays, or set walIntervalMinutes to null."
            }
            RecoveryPitrShorterThanBase "RECOVERY_PITR_SHORTER_THAN_BASE" Config {
                what: "Point-in-time recovery is promised for less time than passes between two base backups, from which every replay of WAL begins.",
                database: "Nothing was connected to. For part of the promised time there may be no base backup to begin with.",
                next: "Make base backups more often, or keep WAL and base backups for longer."
            }
            RecoveryRpoImpossible "RECOVERY_RPO_IMPOSSIBLE" Config {
                what: "Less loss is promised than the mechanism can keep: work leaves the server more seldom than the RPO says.",
                database: "Nothing was connected to. A restore would lose more than is promised.",
                next: "Archive WAL more often, or promise an RPO no shorter than the interval."
            }
            RecoveryStorageUnencrypted "RECOVERY_STORAGE_UNENCRYPTED" Config {
                what: "Backups are not encrypted, and they hold all that the database holds.",
                database: "Nothing was connected to.",
                next: "Encrypt the storage of base backups and WAL."
            }
            RecoveryStorageShared "RECOVERY_STORAGE_SHARED" Config {
                what: "Backups are in the server's own failure domain: what destroys the server destroys them.",
                database: "Nothing was connected to.",
                next: "Keep base backups and WAL in another failure domain."
            }
            RecoveryWeakRpo "RECOVERY_WEAK_RPO" Config {
                what: "High assurance is promised with an RPO of more than 15 minutes.",
                database: "Nothing was connected to.",
                next: "Shorten the RPO and what it rests on, or promise the standard profile."
            }
            RecoveryWeakRto "RECOVERY_WEAK_RTO" Config {
                what: "High assurance is promised with an RTO of more than 4 hours.",
                database: "Nothing was connected to.",
                next: "Shorten the RTO by restores that are known to take no longer, or promise the standard profile."
            }
            RecoveryWeakWal "RECOVERY_WEAK_WAL" Config {
                what: "High assurance is promised with WAL archived less often than every 5 minutes.",
                database: "Nothing was connected to.",
                next: "Set archive_timeout to 5 minutes or less, or promise the standard profile."
            }
            RecoveryWeakPitr "RECOVERY_WEAK_PITR" Config {
                what: "High assurance is promised with point-in-time recovery of less than 35 days.",
                database: "Nothing was connected to.",
                next: "Keep base backups and WAL for 35 days or more, or promise the standard profile."
            }
            RecoveryNoPointInTime "RECOVERY_NO_POINT_IN_TIME" Config {
                what: "High assurance is promised without WAL archiving and point-in-time recovery.",
                database: "Nothing was connected to.",
                next: "Archive WAL every 5 minutes or more often and keep 35 days, or promise the standard profile."
            }
            RecoveryWeakBaseBackup "RECOVERY_WEAK_BASE_BACKUP" Config {
                what: "High assurance is promised with base backups less often than every 24 hours.",
                database: "Nothing was connected to.",
                next: "Make a base backup every 24 hours or more often, or promise the standard profile."
            }
            RecoveryWeakRestoreTest "RECOVERY_WEAK_RESTORE_TEST" Config {
                what: "High assurance is promised with a restore test less often than every 30 days.",
                database: "Nothing was connected to. A backup that nobody restored is a hope.",
                next: "Test a restore every 30 days or more often, or promise the standard profile."
            }
            RecoveryWeakBreakGlass "RECOVERY_WEAK_BREAK_GLASS" Config {
                what: "High assurance is promised with the way in for emergencies tried less often than every 90 days.",
                database: "Nothing was connected to.",
                next: "Try the break-glass procedure every 90 days or more often, or promise the standard profile."
            }
        }
    };
}
