//! Attestations: made, and refused.

macro_rules! attestation {
    ([$($areas:ident)*] $($entries:tt)*) => {
        gather! {
            [$($areas)*] $($entries)*
            // ---- attestations ----
            AttestationTooLarge "ATTESTATION_TOO_LARGE" TargetRefused {
                what: "The attestation is larger than any that this program makes.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again; find out who wrote the large one."
            }
            ClockWentBack "CLOCK_WENT_BACK" TargetRefused {
                what: "The clock shows an earlier time than one at which something was verified before. With an old clock, expired attestations would count again.",
                database: "No connection was opened, and nothing was changed.",
                next: "Correct the clock (timedatectl status). If it had run ahead before, wait until it has caught up."
            }
            TrustStoreOlder "TRUST_STORE_OLDER" TargetRefused {
                what: "The trust store is older than one that was believed before: what was revoked since then would count again.",
                database: "No connection was opened, and nothing was changed.",
                next: "Distribute the newest trust store; find out who put the old one in its place."
            }
            AttestationNotPrintable "ATTESTATION_NOT_PRINTABLE" TargetRefused {
                what: "The signed document holds a byte that is not printable ASCII.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationNotAnObject "ATTESTATION_NOT_AN_OBJECT" TargetRefused {
                what: "The signed document is not an object: a list in its place would give its values other names.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationWhiteSpace "ATTESTATION_WHITE_SPACE" TargetRefused {
                what: "The signed document holds white space between its parts, so it is not the canonical form.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationEscape "ATTESTATION_ESCAPE" TargetRefused {
                what: "The signed document writes a character as an escape that needs none, so it is not the canonical form.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationTrailing "ATTESTATION_TRAILING_BYTES" TargetRefused {
                what: "The signed document goes on behind its end.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationDuplicateKey "ATTESTATION_DUPLICATE_KEY" TargetRefused {
                what: "The signed document names a field twice: readers differ about which of the two counts.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationKeyOrder "ATTESTATION_KEY_ORDER" TargetRefused {
                what: "The signed document has its fields in another order than the canonical form.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationListOrder "ATTESTATION_LIST_ORDER" TargetRefused {
                what: "The signed document has a list that is not in ascending order, or holds something twice.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationNumber "ATTESTATION_NUMBER" TargetRefused {
                what: "The signed document holds a number that readers may take for another: not whole, 2^53 or more, or not in its shortest form.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationBroken "ATTESTATION_BROKEN" TargetRefused {
                what: "The signed document is cut off, or is no JSON.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationUnknownField "ATTESTATION_UNKNOWN_FIELD" TargetRefused {
                what: "The signed document has a field that this version of it does not have.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationMissingField "ATTESTATION_MISSING_FIELD" TargetRefused {
                what: "The signed document lacks a field.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationValue "ATTESTATION_VALUE" TargetRefused {
                what: "A field of the signed document does not hold what it must.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationSchema "ATTESTATION_SCHEMA" TargetRefused {
                what: "The signed document does not say that it is an attestation of this version.",
                database: "No connection was opened, and nothing was changed.",
                next: "Use the release of this program that made it, or have the target attested by this one."
            }
            AttestationKeyId "ATTESTATION_KEY_ID" TargetRefused {
                what: "The attestation names another key than the one that signed it.",
                database: "No connection was opened, and nothing was changed.",
                next: "Fetch both files of the generation again, byte by byte. If the signature holds, the program that signed is not this one: find out which."
            }
            AttestationAudience "ATTESTATION_AUDIENCE" TargetRefused {
                what: "The attestation is made out to another role.",
                database: "No connection was opened, and nothing was changed.",
                next: "Hand each role the generation that was made for it."
            }
            AttestationGrade "ATTESTATION_GRADE" TargetRefused {
                what: "What the attestation says about how its key is kept is not what the trust store says.",
                database: "No connection was opened, and nothing was changed.",
                next: "Correct the trust store, or have the target attested again: mosaic-db-migrator attest inspect shows both."
            }
            AttestationDevelopment "ATTESTATION_DEVELOPMENT" TargetRefused {
                what: "The attestation is signed by a development key, and none is expected here.",
                database: "No connection was opened, and nothing was changed.",
                next: "Have the target attested under a production key, as root."
            }
            AttestationFromTheFuture "ATTESTATION_FROM_THE_FUTURE" TargetRefused {
                what: "The attestation was issued more than 60 seconds from now.",
                database: "No connection was opened, and nothing was changed.",
                next: "Compare the clocks of both machines (date -u), then have the target attested again."
            }
            AttestationExpired "ATTESTATION_EXPIRED" TargetRefused {
                what: "The attestation has expired. What it says was true, and may be no longer.",
                database: "No connection was opened, and nothing was changed.",
                next: "Have the target verified and attested again: mosaic-db-migrator --verify with the attestation variables set."
            }
            AttestationLifetime "ATTESTATION_LIFETIME" TargetRefused {
                what: "The attestation is good for longer than is believed here.",
                database: "No connection was opened, and nothing was changed.",
                next: "Have it made with a shorter lifetime."
            }
            AttestationOutsideKey "ATTESTATION_OUTSIDE_KEY" TargetRefused {
                what: "The attestation was issued at a time at which its key was not to sign.",
                database: "No connection was opened, and nothing was changed.",
                next: "Have the target attested under a key whose window covers today; compare the clock of the machine that signs."
            }
            SecretVersionRevoked "SECRET_VERSION_REVOKED" TargetRefused {
                what: "The version of the importer's URL that was attested for is revoked.",
                database: "No connection was opened, and nothing was changed.",
                next: "Render the current version of the secret, and have the target attested for that one."
            }
            AttestationReplayed "ATTESTATION_REPLAYED" TargetRefused {
                what: "The attestation was used before. A dry run uses it too.",
                database: "No connection was opened, and nothing was changed.",
                next: "Have the target verified and attested again: mosaic-db-migrator --verify with the attestation variables set."
            }
            TargetPasswordWeak "TARGET_PASSWORD_WEAK" TargetRefused {
                what: "The password of the importer's URL has fewer than 22 characters. The attestation holds a digest of the URL, with which a short one can be guessed.",
                database: "No connection was opened, and nothing was changed.",
                next: "Generate a password of 22 characters or more (openssl rand -hex 16), set it by bootstrap render, and store the new version of the URL."
            }
            TargetHostDiffers "TARGET_HOST_DIFFERS" TargetRefused {
                what: "The importer's URL names another host than the attestation.",
                database: "No connection was opened, and nothing was changed.",
                next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
            }
            TargetPortDiffers "TARGET_PORT_DIFFERS" TargetRefused {
                what: "The importer's URL names another port than the attestation.",
                database: "No connection was opened, and nothing was changed.",
                next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
            }
            TargetDatabaseDiffers "TARGET_DATABASE_DIFFERS" TargetRefused {
                what: "The importer's URL names another database than the attestation.",
                database: "No connection was opened, and nothing was changed.",
                next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
            }
            TargetUserDiffers "TARGET_USER_DIFFERS" TargetRefused {
                what: "The importer's URL names another user than the role the attestation is made out to.",
                database: "No connection was opened, and nothing was changed.",
                next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
            }
            TargetSecretVersionDiffers "TARGET_SECRET_VERSION_DIFFERS" TargetRefused {
                what: "The importer's URL is of another version than the attested one.",
                database: "No connection was opened, and nothing was changed.",
                next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
            }
            TargetSecretDiffers "TARGET_SECRET_DIFFERS" TargetRefused {
                what: "The importer's URL file has other bytes than the attested one, although it names the same place.",
                database: "No connection was opened, and nothing was changed.",
                next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
            }
            TargetAuthoritiesDiffer "TARGET_AUTHORITIES_DIFFER" TargetRefused {
                what: "Other certificate authorities are trusted than the target was attested with.",
                database: "No connection was opened, and nothing was changed.",
                next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
            }
            TargetManifestDiffers "TARGET_MANIFEST_DIFFERS" TargetRefused {
                what: "The manifest of the bundle at hand is another than the target was attested with.",
                database: "No connection was opened, and nothing was changed.",
                next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
            }
            TargetBundleDiffers "TARGET_BUNDLE_DIFFERS" TargetRefused {
                what: "The bundle at hand has the attested manifest, but other times, grants, effects or preconditions.",
                database: "No connection was opened, and nothing was changed.",
                next: "The files are not those the target was attested with. Put the attested ones in place, or have it attested with these."
            }
            TargetReceiptDiffers "TARGET_RECEIPT_DIFFERS" TargetRefused {
                what: "Another receipt is the last one than when the target was attested: something ran in between.",
                database: "No connection was opened, and nothing was changed.",
                next: "Have the target verified and attested again: mosaic-db-migrator --verify with the attestation variables set."
            }
            TargetServerKeyDiffers "TARGET_SERVER_KEY_DIFFERS" TargetRefused {
                what: "The server shows another public key than the attested one.",
                database: "A session was opened, and nothing was changed.",
                next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
            }
            TargetClusterDiffers "TARGET_CLUSTER_DIFFERS" TargetRefused {
                what: "The server has another system identifier than the attested one: it is another cluster.",
                database: "A session was opened, and nothing was changed.",
                next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
            }
            TargetTimelineDiffers "TARGET_TIMELINE_DIFFERS" TargetRefused {
                what: "The server is on another timeline than when it was attested: a standby was promoted, or a backup restored.",
                database: "A session was opened, and nothing was changed.",
                next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
            }
            TargetDatabaseOidDiffers "TARGET_DATABASE_OID_DIFFERS" TargetRefused {
                what: "The database has another OID than the attested one: it was made anew under the same name.",
                database: "A session was opened, and nothing was changed.",
                next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
            }
            TargetDatabaseIdDiffers "TARGET_DATABASE_ID_DIFFERS" TargetRefused {
                what: "The database has another random id than the attested one: it is a copy, or was prepared anew.",
                database: "A session was opened, and nothing was changed.",
                next: "Nothing was written. Find out which server answers at that address; if it is meant to, have it attested again."
            }
            TargetSchemaDiffers "TARGET_SCHEMA_DIFFERS" TargetRefused {
                what: "The catalog of the managed schemas is not what it was when the target was attested.",
                database: "A session was opened, and nothing was changed.",
                next: "Have the target verified and attested again: mosaic-db-migrator --verify with the attestation variables set."
            }
            ExpectationsInvalid "EXPECTATIONS_INVALID" BadInput {
                what: "The file of expectations is not JSON of the form that attest check takes.",
                database: "Nothing was checked, and no connection was opened.",
                next: "Correct the file at the place the message names; the manual lists its fields."
            }
            NothingToInspect "NOTHING_TO_INSPECT" BadInput {
                what: "The file is neither an attestation nor a trust store in canonical form.",
                database: "No connection was opened.",
                next: "Name migrate-target.v1.json or a trust store; an editor that adds a newline changes either."
            }

            ReplayDirectory "REPLAY_DIRECTORY" TargetRefused {
                what: "The directory that remembers which attestations were acted on cannot be read or written, is full, or holds something else. What cannot be remembered is not done.",
                database: "Nothing was changed.",
                next: "Make MOSAIC_REPLAY_DIR a directory that the importer's user alone may write to, and keep nothing else in it. Never empty it: have the target attested again instead."
            }

            // ---- attested verification ----
            AttestationNeedsRoot "ATTESTATION_NEEDS_ROOT" Refused {
                what: "An attestation is signed by a root process, so that whoever talks to the server cannot read the key. This process is not root, and its key is not marked as a development key in the trust store.",
                database: "No connection was opened, and no key was read by anybody else.",
                next: "Run --verify as root, which starts its own unprivileged process for the network; for a laboratory make a development key."
            }
            AttestationDirectory "ATTESTATION_DIRECTORY" Config {
                what: "The directory for attestations cannot be used: it is missing, not writable, or others may write to it or above it.",
                database: "No connection was opened.",
                next: "Make MOSAIC_ATTESTATION_DIR a directory of root's that nobody else may write to."
            }
            AttestationNotWritten "ATTESTATION_NOT_WRITTEN" Io {
                what: "The database was verified, but the attestation could not be written.",
                database: "Verified, and unchanged. The attestation before this one is still the current one, whole.",
                next: "Make room on the file system of MOSAIC_ATTESTATION_DIR; where an operation was not permitted, give root the capability CHOWN back. Then run --verify again."
            }
            AttestationUnwritable "ATTESTATION_UNWRITABLE" Config {
                what: "Something that belongs into the attestation is too long for it or not printable ASCII, such as the name of a database or the value of MOSAIC_IMAGE.",
                database: "Nothing was changed, and nothing was signed.",
                next: "Shorten what the message names, or give it a name in ASCII."
            }
            SigningKeyNotListed "SIGNING_KEY_NOT_LISTED" Config {
                what: "The trust store does not list the signing key for attestations, so that nobody would believe what it signs.",
                database: "No connection was opened.",
                next: "Name the key that belongs to MOSAIC_TRUST_STORE_FILE, or add the key to it: mosaic-db-migrator attest keygen --trust-store FILE"
            }
            WitnessNotStarted "WITNESS_NOT_STARTED" Refused {
                what: "The unprivileged process that verifies over the network could not be started, or was started with a privilege it must not have.",
                database: "No connection was opened.",
                next: "Let root keep the capabilities SETUID, SETGID and CHOWN, and mount /proc."
            }
            WitnessFailed "WITNESS_FAILED" Internal {
                what: "The unprivileged process that verifies over the network ended without a report that can be used.",
                database: "Nothing was changed: it only reads. Nothing was signed.",
                next: "Run --verify again; if it stays so, run it without the attestation variables and report what it says."
            }
            WitnessDisagrees "WITNESS_DISAGREES" TargetRefused {
                what: "The process that verified over the network says it was somewhere else, or compared with something else, than the files that were to be attested say.",
                database: "Nothing was changed, and nothing was signed.",
                next: "Take it for an attack: look at who can change the program's file and its processes, then change the migrator's password."
            }
            TargetMismatch "TARGET_MISMATCH" TargetRefused {
                what: "The importer's URL does not lead to the database that is verified, or not as mosaic_data_importer.",
                database: "No connection was opened, and nothing was signed.",
                next: "Compare host, port and database of MOSAIC_TARGET_URL_FILE with the migrator's URL, letter by letter."
            }
        }
    };
}
